import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import postgres, { type Sql } from 'postgres';
import { hostedSkips, leavesTables, tableSkips } from '../../support/hosted/contract.ts';
import { startTestBackend, type TestBackend } from '../../support/local-backend.ts';

/** Tables of this file's own, so that what is asserted doesn't change with the shop. */
const fixture = `
  set role postgres;
  create table public.parts (
    id bigint generated always as identity primary key,
    name text not null check (length(name) < 20),
    made_at timestamptz not null default '2026-01-02 03:04:05.678+00',
    price numeric not null default 1.5,
    facts jsonb,
    tags text[],
    cost integer default 7,
    parent bigint references public.parts (id)
  );
  alter table public.parts enable row level security;
  create policy "Everybody reads what is not hidden" on public.parts for select to anon, authenticated using (name <> 'hidden');
  create policy "Members add" on public.parts for insert to authenticated with check (name <> 'forbidden');
  grant select (id, name, made_at, price, facts, tags, parent), insert (name, facts) on public.parts to anon, authenticated;
  grant all on public.parts to service_role;
  insert into public.parts (name, facts, tags) values ('cap', '{"rows": [1, 2]}', '{a,b}'), ('hidden', null, null);
  create function public.echo(p_kind text, p_lines jsonb) returns jsonb
  language plpgsql set search_path = '' as $f$
  begin
    if p_kind = 'conflict' then
      raise sqlstate 'PT409' using message = 'The price changed.', hint = 'quote_changed', detail = '{"total": 5}';
    elsif p_kind = 'plain' then
      raise exception 'plain';
    end if;
    return jsonb_build_object('lines', jsonb_array_length(p_lines), 'role', current_user, 'uid', auth.uid());
  end $f$;
  create function public.dawdle(p_seconds int) returns text language sql set search_path = '' as
    $f$ select current_setting('statement_timeout') from pg_sleep(p_seconds) $f$;
  create function public.dawdle_long(p_seconds int) returns text language sql set search_path = '' set statement_timeout = '20s' as
    $f$ select 'done' from pg_sleep(p_seconds) $f$;
  revoke execute on function public.echo, public.dawdle, public.dawdle_long from public;
  grant execute on function public.echo, public.dawdle, public.dawdle_long to anon, authenticated, service_role;
  reset role;
  notify pgrst, 'reload schema';`;

const embedded = { skip: hostedSkips };

describe('REST as PostgREST answers it', { skip: tableSkips }, () => {
  let backend: TestBackend;
  let sql: Sql;
  let visitor: SupabaseClient;
  let service: SupabaseClient;

  before(async () => {
    backend = await startTestBackend();
    sql = postgres(backend.databaseUrl, { max: 2, onnotice() {} });
    await sql.unsafe(fixture).simple();
    visitor = createClient(backend.url, backend.publishableKey);
    service = createClient(backend.url, backend.secretKey);
    await noticed('parts');
  });
  after(async () => {
    if (leavesTables) {
      await sql`drop table if exists parts, gauges, later_gauges cascade`;
      await sql`drop function if exists echo(text, jsonb), dawdle(int), dawdle_long(int)`;
    }
    await sql.end();
    await backend.stop();
  });

  /** The notice of a new table travels by itself, and a busy machine asks before it has come. */
  async function noticed(table: string): Promise<void> {
    for (let tries = 0; tries < 100; tries += 1) {
      if ((await service.from(table).select().limit(1)).status !== 404) return;
      await setTimeout(50);
    }
  }

  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${backend.url}${path}`, { headers });

  test('values come as JSON: ISO times, numbers, objects and arrays', async () => {
    const { data } = await visitor.from('parts').select('name,made_at,price,facts,tags');
    assert.deepEqual(data, [
      {
        name: 'cap',
        made_at: '2026-01-02T03:04:05.678+00:00',
        price: 1.5,
        facts: { rows: [1, 2] },
        tags: ['a', 'b'],
      },
    ]);
  });

  test('a column without a grant is refused, and so is asking for all columns', async () => {
    for (const columns of ['cost', '*']) {
      const answer = await visitor.from('parts').select(columns);
      assert.equal(answer.status, 401);
      assert.equal(answer.error?.code, '42501');
    }
    const filtered = await visitor.from('parts').select('id').gt('cost', 1);
    assert.equal(filtered.error?.code, '42501');
  });

  test('a read that came often answers in the new type once a column has it', async () => {
    const tableOf = (name: string) => `
      create table public.${name} (id int, reading numeric);
      grant select on public.${name} to service_role;
      notify pgrst, 'reload schema';`;
    const read = () => service.from('gauges').select('id,reading').eq('id', 1).single();
    await sql.unsafe(`${tableOf('gauges')} insert into public.gauges values (1, 2.5)`).simple();
    await noticed('gauges');
    for (let times = 0; times < 8; times += 1) assert.equal((await read()).data?.reading, 2.5);
    const change = `alter table public.gauges alter column reading type text;`;
    await sql.unsafe(`${change} ${tableOf('later_gauges')}`).simple();
    await noticed('later_gauges');
    for (let times = 0; times < 8; times += 1) assert.equal((await read()).data?.reading, '2.5');
  });

  test('the grants are the same after 200 parallel first requests', async () => {
    const grants = () => sql`select relname, relacl::text from pg_class
      where relnamespace = 'public'::regnamespace order by relname`;
    const before = await grants();
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => visitor.from('parts').select('id')),
    );
    assert.deepEqual([...new Set(answers.map((answer) => answer.status))], [200]);
    assert.deepEqual(await grants(), before);
  });

  test('a row that a policy refuses is 403 for a member and 401 for a visitor', async () => {
    assert.equal((await visitor.from('parts').insert({ name: 'x' })).status, 401);
    const member = await signInMember();
    const forbidden = await member.from('parts').insert({ name: 'forbidden' });
    assert.equal(forbidden.status, 403);
    assert.equal(forbidden.error?.code, '42501');
    assert.equal((await member.from('parts').insert({ name: 'allowed' })).status, 201);
  });

  async function signInMember(): Promise<SupabaseClient> {
    const email = 'rest-member@keywright.test';
    const password = 'a long enough secret 1';
    await service.auth.admin.createUser({ email, password, email_confirm: true });
    const member = createClient(backend.url, backend.publishableKey);
    const { error } = await member.auth.signInWithPassword({ email, password });
    assert.equal(error, null);
    return member;
  }

  test('an error raised as PT409 arrives as HTTP 409 with reason and details', async () => {
    const { status, error } = await visitor.rpc('echo', { p_kind: 'conflict', p_lines: [] });
    assert.equal(status, 409);
    assert.deepEqual(
      { ...error },
      {
        code: 'PT409',
        message: 'The price changed.',
        hint: 'quote_changed',
        details: '{"total": 5}',
      },
    );
  });

  test('a plain exception is 400, an unknown function or table 404', async () => {
    assert.equal((await visitor.rpc('echo', { p_kind: 'plain', p_lines: [] })).status, 400);
    assert.equal((await visitor.rpc('nothing')).error?.code, 'PGRST202');
    assert.equal((await visitor.from('nothing').select()).error?.code, 'PGRST205');
  });

  test('jsonb arguments arrive as json and the caller as the role', async () => {
    const { data } = await visitor.rpc('echo', { p_kind: 'ok', p_lines: [1, 2, 3] });
    assert.deepEqual(data, { lines: 3, role: 'anon', uid: null });
  });

  test('constraint errors keep their SQLSTATE and become 4xx', async () => {
    const tooLong = await service.from('parts').insert({ name: 'x'.repeat(30) });
    assert.deepEqual([tooLong.status, tooLong.error?.code], [400, '23514']);
    const orphan = await service.from('parts').insert({ name: 'y', parent: 999_999 });
    assert.deepEqual([orphan.status, orphan.error?.code], [409, '23503']);
    const wrongType = await visitor.from('parts').select('id').eq('id', 'abc');
    assert.deepEqual([wrongType.status, wrongType.error?.code], [400, '22P02']);
  });

  test('a request without a key is 401, with a wrong key 401, with a forged token 401', async () => {
    const forged = 'eyJhbGciOiJub25lIn0.eyJyb2xlIjoic2VydmljZV9yb2xlIn0.';
    const attempts = [
      {},
      { apikey: 'sb_secret_wrong' },
      { authorization: 'Bearer sb_secret_wrong' },
      { apikey: backend.publishableKey, authorization: `Bearer ${forged}` },
      { apikey: forged, authorization: `Bearer ${forged}` },
    ];
    for (const headers of attempts) {
      const answer = await get('/rest/v1/parts?select=id', headers as Record<string, string>);
      assert.equal(answer.status, 401, JSON.stringify(headers));
      assert.ok(!(await answer.text()).includes('cap'));
    }
  });

  test('an unknown path is 404 with JSON, never a page', embedded, async () => {
    for (const path of ['/', '/nothing', '/rest/v1/parts/extra', '/_local/nothing']) {
      const answer = await get(path, { apikey: backend.publishableKey });
      assert.equal(answer.status, 404, path);
      assert.match(answer.headers.get('content-type') ?? '', /json/, path);
    }
  });

  test('a schema change is seen without a restart', async () => {
    await sql.unsafe('alter table public.parts add column size text').simple();
    await sql.unsafe('grant select (size) on public.parts to anon').simple();
    let status = 0;
    for (let attempt = 0; attempt < 50 && status !== 200; attempt += 1) {
      status = (await visitor.from('parts').select('size')).status;
    }
    assert.equal(status, 200);
  });

  test(
    'a visitor’s statement ends after 3 seconds, a member’s and the service’s after 8, and a function’s when it says',
    embedded,
    async () => {
      const slow = await visitor.rpc('dawdle', { p_seconds: 20 });
      assert.deepEqual([slow.status, slow.error?.code], [500, '57014']);
      const member = await signInMember();
      assert.equal((await member.rpc('dawdle', { p_seconds: 0 })).data, '8s');
      // The same connections serve everyone: nobody inherits the patience of the one before.
      assert.equal((await visitor.rpc('dawdle', { p_seconds: 0 })).data, '3s');
      assert.equal((await service.rpc('dawdle', { p_seconds: 0 })).data, '8s');
      assert.equal((await visitor.rpc('dawdle_long', { p_seconds: 4 })).data, 'done');
    },
  );

  test(
    'embedding has a limit in number and in depth, far above what the shop asks',
    embedded,
    async () => {
      const embedded = (levels: number): string =>
        levels === 0 ? 'id' : `id,of:parent(${embedded(levels - 1)})`;
      const beside = (number: number): string =>
        ['id', ...Array.from({ length: number }, (_, at) => `p${at}:parent(id)`)].join(',');
      for (const select of [embedded(5), beside(20)]) {
        assert.equal((await visitor.from('parts').select(select)).status, 200, select);
      }
      for (const select of [embedded(6), beside(21), embedded(300)]) {
        const { status, error } = await visitor.from('parts').select(select);
        assert.deepEqual([status, error?.code], [400, 'PGRST100'], select.slice(0, 80));
        assert.match(error?.message ?? '', /at most 20 relations/);
      }
    },
  );

  test(
    'a regular expression that is very long or refers back is refused, wherever it is written',
    embedded,
    async () => {
      const names = ['name=match.', 'name=not.match.', 'name=imatch.', 'or=(id.eq.1,name.match.'];
      for (const name of names) {
        const close = name.startsWith('or') ? ')' : '';
        const ask = (pattern: string) =>
          get(`/rest/v1/parts?select=id&${name}${encodeURIComponent(pattern)}${close}`, {
            apikey: backend.publishableKey,
          });
        assert.equal((await ask('^[a-c]+p$')).status, 200, name);
        for (const pattern of ['(a|b)*'.repeat(60), String.raw`(.*)+\1x`]) {
          const answer = await ask(pattern);
          assert.equal(answer.status, 400, `${name}${pattern}`);
          assert.match(await answer.text(), /"PGRST100".*at most 200 characters/);
        }
      }
      const long = await visitor
        .from('parts')
        .select('id')
        .eq('name', `match.${'x'.repeat(300)}`);
      assert.equal(long.status, 200);
    },
  );

  test('a body over 1 MB is refused with 413', embedded, async () => {
    const answer = await visitor.rpc('echo', { p_kind: 'x'.repeat(1_100_000), p_lines: [] });
    assert.equal(answer.status, 413);
  });

  test('no page has more rows than config.toml allows', async () => {
    await sql`insert into public.parts (name) select 'row' from generate_series(1, 1500)`;
    const { data } = await visitor.from('parts').select('id').limit(1_000_000);
    assert.equal(data?.length, 1000);
  });
});

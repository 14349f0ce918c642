/** Every verb of tables and functions as supabase-js sends it: filters, order, pages, counts, writes. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import postgres, { type Sql } from 'postgres';
import { leavesTables, tableSkips } from '../../support/hosted/contract.ts';
import { startTestBackend, type TestBackend } from '../../support/local-backend.ts';

const fixture = `
  set role postgres;
  create table public.switches (
    id int primary key,
    name text not null unique,
    force_grams int,
    facts jsonb not null default '{}',
    tags text[] not null default '{}',
    sold_at timestamptz
  );
  create table public.springs (
    id int primary key,
    switch_id int not null references public.switches (id) on delete cascade,
    length_mm numeric not null,
    is_spare boolean not null default false
  );
  create unique index one_spare on public.springs (switch_id) where is_spare;
  create unique index one_of_a_length on public.springs (switch_id, (round(length_mm, 1)));
  create table public.datasheets (
    switch_id int primary key references public.switches (id) on delete cascade,
    travel_mm numeric not null
  );
  create table public.patents (
    id int primary key,
    switch_id int not null unique references public.switches (id) on delete cascade
  );
  -- Called as tables of the services are.
  create table public.users (id int primary key, name text not null);
  create table public.messages (
    id int primary key,
    user_id int not null references public.users (id),
    keeper uuid references auth.users (id),
    words text not null
  );
  insert into public.users values (1, 'Ada');
  insert into public.messages values (5, 1, null, 'Hello');
  alter table public.users enable row level security;
  alter table public.messages enable row level security;
  create policy "Everybody reads users" on public.users for select to anon using (true);
  create policy "Everybody reads messages" on public.messages for select to anon using (true);
  grant select on public.users, public.messages to anon;
  alter table public.switches enable row level security;
  alter table public.springs enable row level security;
  alter table public.datasheets enable row level security;
  alter table public.patents enable row level security;
  create policy "Everybody reads datasheets" on public.datasheets for select to anon using (true);
  create policy "Everybody reads patents" on public.patents for select to anon using (true);
  create policy "Everybody reads switches" on public.switches for select to anon using (true);
  create policy "Everybody reads springs" on public.springs for select to anon using (true);
  grant select on public.switches, public.springs, public.datasheets, public.patents to anon;
  grant all on public.switches, public.springs to service_role;
  create function public.heavier_than(p_grams int) returns setof public.switches
    language sql stable set search_path = '' as
    $f$ select * from public.switches where force_grams > p_grams $f$;
  create function public.count_switches() returns int language sql stable set search_path = '' as
    $f$ select count(*)::int from public.switches $f$;
  create function public.forget_nothing() returns void language sql set search_path = '' as 'select';
  revoke execute on function public.heavier_than, public.count_switches, public.forget_nothing from public;
  grant execute on function public.heavier_than, public.count_switches, public.forget_nothing to anon, service_role;
  reset role;
  notify pgrst, 'reload schema';`;

const rows = [
  { id: 1, name: 'Amber', force_grams: 35, facts: { feel: 'linear' }, tags: ['light', 'quiet'] },
  { id: 2, name: 'Basalt', force_grams: 62, facts: { feel: 'tactile' }, tags: ['loud'] },
  { id: 3, name: 'Chalk', force_grams: 80, facts: { feel: 'linear' }, tags: ['heavy', 'loud'] },
  { id: 4, name: 'Dusk 50%', force_grams: null, facts: {}, tags: [] },
].map((row) => Object.assign(row, { sold_at: null }));

describe('verbs of tables', { skip: tableSkips }, () => {
  let backend: TestBackend;
  let sql: Sql;
  let visitor: SupabaseClient;
  let service: SupabaseClient;

  before(async () => {
    backend = await startTestBackend();
    sql = postgres(backend.databaseUrl, { max: 1, onnotice() {} });
    await sql.unsafe(fixture).simple();
    visitor = createClient(backend.url, backend.publishableKey);
    service = createClient(backend.url, backend.secretKey);
    const known = async () => (await service.from('springs').select('id')).status === 200;
    for (let attempt = 0; attempt < 200 && !(await known()); attempt += 1);
  });
  after(async () => {
    if (leavesTables) {
      await sql`drop table if exists switches, springs, datasheets, patents, users, messages cascade`;
      await sql`drop function if exists count_switches(), forget_nothing()`;
    }
    await sql.end();
    await backend.stop();
  });
  beforeEach(async () => {
    await sql`delete from switches`;
    await sql`insert into switches ${sql(
      rows.map(({ id, name, force_grams }) => ({ id, name, force_grams })),
    )}`;
    for (const { id, facts, tags } of rows) {
      await sql`update switches set facts = ${sql.json(facts)}, tags = ${tags} where id = ${id}`;
    }
    await sql`insert into springs values (10, 1, 14.5), (11, 1, 16), (12, 3, 20)`;
  });

  const all = () => visitor.from('switches').select('id').order('id');
  const ids = async (answer: PromiseLike<{ data: { id: number }[] | null; error: unknown }>) => {
    const { data, error } = await answer;
    assert.equal(error, null, JSON.stringify(error));
    return data?.map(({ id }) => id);
  };

  test('filters select what they say', async () => {
    assert.deepEqual(await ids(all().eq('name', 'Amber')), [1]);
    assert.deepEqual(await ids(all().neq('id', 2)), [1, 3, 4]);
    assert.deepEqual(await ids(all().gt('force_grams', 62)), [3]);
    assert.deepEqual(await ids(all().gte('force_grams', 62)), [2, 3]);
    assert.deepEqual(await ids(all().lt('force_grams', 62)), [1]);
    assert.deepEqual(await ids(all().lte('force_grams', 62)), [1, 2]);
    assert.deepEqual(await ids(all().like('name', 'B%')), [2]);
    assert.deepEqual(await ids(all().ilike('name', '%AL%')), [2, 3]);
    assert.deepEqual(await ids(all().is('force_grams', null)), [4]);
    assert.deepEqual(await ids(all().not('force_grams', 'is', null)), [1, 2, 3]);
    assert.deepEqual(await ids(all().in('name', ['Amber', 'Dusk 50%'])), [1, 4]);
    assert.deepEqual(await ids(all().contains('tags', ['loud'])), [2, 3]);
    assert.deepEqual(await ids(all().containedBy('tags', ['loud', 'heavy'])), [2, 3, 4]);
    assert.deepEqual(await ids(all().overlaps('tags', ['quiet', 'heavy'])), [1, 3]);
    assert.deepEqual(await ids(all().contains('facts', { feel: 'linear' })), [1, 3]);
    assert.deepEqual(await ids(all().eq('facts->>feel', 'tactile')), [2]);
    assert.deepEqual(await ids(all().or('id.eq.1,and(id.gt.2,force_grams.eq.80)')), [1, 3]);
    assert.deepEqual(await ids(all().match({ id: 2, name: 'Basalt' })), [2]);
    assert.deepEqual(await ids(all().filter('id', 'gte', 4)), [4]);
    assert.deepEqual(await ids(all().textSearch('name', 'chalk')), [3]);
  });

  test('order, pages and counts are those that were asked for', async () => {
    const heaviest = visitor.from('switches').select('id');
    assert.deepEqual(
      await ids(heaviest.order('force_grams', { ascending: false, nullsFirst: false })),
      [3, 2, 1, 4],
    );
    assert.deepEqual(await ids(all().limit(2)), [1, 2]);
    const page = await visitor
      .from('switches')
      .select('id', { count: 'exact' })
      .order('id')
      .range(1, 2);
    assert.deepEqual([page.status, page.count], [206, 4]);
    assert.deepEqual(page.data, [{ id: 2 }, { id: 3 }]);
    const head = await visitor.from('switches').select('*', { count: 'exact', head: true });
    assert.deepEqual([head.status, head.count, head.data], [200, 4, null]);
  });

  test('one row comes as an object, and none or several are an error or nothing', async () => {
    const one = await visitor.from('switches').select('name').eq('id', 2).single();
    assert.deepEqual(one.data, { name: 'Basalt' });
    const none = await visitor.from('switches').select('name').eq('id', 9).single();
    assert.deepEqual([none.status, none.error?.code], [406, 'PGRST116']);
    const several = await visitor.from('switches').select('name').single();
    assert.deepEqual([several.status, several.error?.code], [406, 'PGRST116']);
    const maybe = await visitor.from('switches').select('name').eq('id', 9).maybeSingle();
    assert.deepEqual([maybe.data, maybe.error], [null, null]);
  });

  test('related rows come along, and can be filtered by', async () => {
    const { data } = await visitor
      .from('switches')
      .select('name, springs(length_mm)')
      .eq('id', 1)
      .order('id', { referencedTable: 'springs' });
    assert.deepEqual(data, [{ name: 'Amber', springs: [{ length_mm: 14.5 }, { length_mm: 16 }] }]);
    const parent = await visitor.from('springs').select('id, of:switches(name)').eq('id', 12);
    assert.deepEqual(parent.data, [{ id: 12, of: { name: 'Chalk' } }]);
    const inner = visitor.from('switches').select('id, springs!inner(id)');
    const long = await inner.gt('springs.length_mm', 18);
    assert.deepEqual(long.data, [{ id: 3, springs: [{ id: 12 }] }]);
  });

  test('a relation is to one by a constraint, never by a unique index of some rows or of an expression', async () => {
    await sql`insert into datasheets values (1, 4)`;
    await sql`insert into patents values (7, 1)`;
    const { data, error } = await visitor
      .from('switches')
      .select('springs(id), datasheets(travel_mm), patents(id)')
      .eq('id', 1);
    assert.equal(error, null);
    assert.deepEqual(data, [
      { springs: [{ id: 10 }, { id: 11 }], datasheets: { travel_mm: 4 }, patents: { id: 7 } },
    ]);
  });

  test('a table called as one of the services is itself, with its own columns and relations', async () => {
    const users = await visitor.from('users').select('*, messages(*)');
    const own = [{ id: 5, user_id: 1, keeper: null, words: 'Hello' }];
    assert.deepEqual(users.data, [{ id: 1, name: 'Ada', messages: own }]);
    const messages = await visitor.from('messages').select('words, users(*)');
    assert.deepEqual(messages.data, [{ words: 'Hello', users: { id: 1, name: 'Ada' } }]);
  });

  test('rows come as CSV where that is asked for', async () => {
    const { data } = await visitor.from('switches').select('id,name').order('id').limit(2).csv();
    assert.equal(data?.trim(), 'id,name\n1,Amber\n2,Basalt');
  });

  test('insert, update, upsert and delete answer with what they wrote, or with nothing', async () => {
    const silent = await service.from('switches').insert({ id: 5, name: 'Ember' });
    assert.deepEqual([silent.status, silent.data, silent.error], [201, null, null]);
    const told = await service
      .from('switches')
      .insert([{ id: 6, name: 'Frost', tags: ['cold'], facts: { deep: [1] } }])
      .select('id, tags, facts');
    assert.deepEqual(told.data, [{ id: 6, tags: ['cold'], facts: { deep: [1] } }]);
    const taken = await service.from('switches').insert({ id: 7, name: 'Amber' });
    assert.deepEqual([taken.status, taken.error?.code], [409, '23505']);

    const changed = await service
      .from('switches')
      .update({ name: 'Fir' })
      .eq('id', 6)
      .select('name');
    assert.deepEqual([changed.status, changed.data], [200, [{ name: 'Fir' }]]);
    const nobody = await service.from('switches').update({ name: 'Fig' }).eq('id', 99).select();
    assert.deepEqual([nobody.status, nobody.data], [200, []]);
    const unsaid = await service.from('switches').update({ name: 'Fern' }).eq('id', 6);
    assert.deepEqual([unsaid.status, unsaid.data], [204, null]);

    const merged = await service
      .from('switches')
      .upsert({ id: 6, name: 'Flint' })
      .select('id, name, tags');
    assert.deepEqual(merged.data, [{ id: 6, name: 'Flint', tags: ['cold'] }]);
    const ignored = await service
      .from('switches')
      .upsert({ id: 70, name: 'Flint' }, { onConflict: 'name', ignoreDuplicates: true })
      .select('id');
    assert.deepEqual(ignored.data, []);

    const gone = await service.from('switches').delete().in('id', [5, 6]).select('id');
    assert.deepEqual(gone.data?.map(({ id }) => id).toSorted(), [5, 6]);
    const counted = await service.from('switches').delete({ count: 'exact' }).gt('id', 3);
    assert.deepEqual([counted.status, counted.count], [204, 1]);
    assert.deepEqual(await ids(all()), [1, 2, 3]);
  });

  test('a visitor writes nothing where nothing was granted', async () => {
    const attempts = [
      visitor.from('switches').insert({ id: 8, name: 'Gneiss' }),
      visitor.from('switches').update({ name: 'Gneiss' }).eq('id', 1),
      visitor.from('switches').upsert({ id: 1, name: 'Gneiss' }),
      visitor.from('switches').delete().eq('id', 1),
    ];
    for (const { status, error } of await Promise.all(attempts)) {
      assert.deepEqual([status, error?.code], [401, '42501']);
    }
    assert.deepEqual(await ids(all()), [1, 2, 3, 4]);
  });

  test('functions give rows, values or nothing, by POST and by GET', async () => {
    const heavy = visitor.rpc('heavier_than', { p_grams: 40 }).select('name').order('name');
    assert.deepEqual((await heavy).data, [{ name: 'Basalt' }, { name: 'Chalk' }]);
    const read = await visitor.rpc('heavier_than', { p_grams: 70 }, { get: true }).single();
    assert.equal(read.error, null);
    assert.partialDeepStrictEqual(read.data, { id: 3, name: 'Chalk' });
    assert.equal((await visitor.rpc('count_switches')).data, 4);
    const nothing = await visitor.rpc('forget_nothing');
    assert.deepEqual([nothing.status, nothing.data, nothing.error], [204, null, null]);
    const unknown = await visitor.rpc('heavier_than', { p_ounces: 2 });
    assert.deepEqual([unknown.status, unknown.error?.code], [404, 'PGRST202']);
  });

  test('says of no write that it was rolled back: a project commits whatever is preferred', async () => {
    const send = (prefer: string, id: number) =>
      fetch(`${backend.url}/rest/v1/switches`, {
        method: 'POST',
        headers: {
          apikey: backend.secretKey,
          'content-type': 'application/json',
          prefer,
        },
        body: JSON.stringify({ id, name: `Preferred ${id}` }),
      });
    for (const [prefer, id] of [
      ['tx=rollback', 90],
      ['return=minimal, tx=rollback', 91],
    ] as const) {
      const answer = await send(prefer, id);
      assert.equal(answer.status, 201);
      assert.doesNotMatch(answer.headers.get('preference-applied') ?? '', /tx=/);
    }
    const { data } = await visitor.from('switches').select('id').gte('id', 90).order('id');
    assert.deepEqual(data, [{ id: 90 }, { id: 91 }]);
  });

  describe('is refused as a hosted project refuses it:', () => {
    const ask = async (
      method: string,
      path: string,
      headers: Record<string, string> = {},
      body?: string,
    ) => {
      const answer = await fetch(`${backend.url}/rest/v1/${path}`, {
        method,
        headers: { apikey: backend.secretKey, 'content-type': 'application/json', ...headers },
        ...(body === undefined ? {} : { body }),
      });
      const text = await answer.text();
      const code = text.startsWith('{') ? (JSON.parse(text) as { code?: string }).code : undefined;
      return [answer.status, code];
    };

    for (const select of [
      'count()',
      'all:count()',
      'id,count()::text',
      'force_grams.sum()',
      'name,springs(length_mm.max())',
      'name,springs(count())',
      '...datasheets(travel_mm.avg())',
      'facts->>feel::int.min()',
    ]) {
      test(`the aggregate ${select}`, async () => {
        const path = `switches?select=${encodeURIComponent(select)}`;
        assert.deepEqual(await ask('GET', path), [400, 'PGRST123']);
      });
    }

    test('a change or a deletion of a whole table, also with the secret key', async () => {
      for (const query of ['', '?select=id', '?limit=1&order=id', '?springs.id=eq.10']) {
        const patch = await ask('PATCH', `switches${query}`, {}, '{"name":"Gneiss"}');
        assert.deepEqual(patch, [400, '21000'], `PATCH ${query}`);
        assert.deepEqual(await ask('DELETE', `switches${query}`), [400, '21000'], query);
      }
      assert.deepEqual(await ids(all()), [1, 2, 3, 4]);
      for (const query of ['?id=eq.4', '?or=(id.eq.4,id.eq.5)', '?not.and=(id.lt.9,id.lt.8)']) {
        const patch = await ask('PATCH', `switches${query}`, {}, '{"force_grams":5}');
        assert.deepEqual(patch, [204, undefined], query);
      }
    });

    test('an answer in a form that there is not', async () => {
      for (const accept of ['text/unknowntype', 'application/vnd.pgrst.plan+json', 'text/xml']) {
        assert.deepEqual(await ask('GET', 'switches', { accept }), [406, 'PGRST107'], accept);
      }
      const many = 'text/html, application/json;q=0.9, */*;q=0.1';
      assert.equal((await ask('GET', 'switches', { accept: many }))[0], 200);
      const bare = 'application/vnd.pgrst.object+json;nulls=stripped';
      assert.equal((await ask('GET', 'switches?id=eq.1', { accept: bare }))[0], 200);
    });

    test('a limit of rows for a function, which is not counted here', async () => {
      const prefer = 'handling=strict, max-affected=1';
      const answer = await ask('POST', 'rpc/forget_nothing', { prefer }, '{}');
      assert.deepEqual(answer, [400, 'PGRST127']);
    });
  });
});

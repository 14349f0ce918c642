import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { RealtimeChannel, SupabaseClient } from '@supabase/supabase-js';
import {
  disconnect,
  inSeconds,
  join,
  newTopic,
  publishableKey,
  quiet,
  secretKey,
  startTestRealtime,
  until,
  type TestRealtime,
} from '../../support/realtime-backend.ts';

let realtime: TestRealtime;
const staff = randomUUID();
const customer = randomUUID();

before(async () => {
  realtime = await startTestRealtime();
  await realtime.sql.unsafe(`
    create table private.test_members (user_id uuid, topic text, may_write boolean);
    create function private.test_member(wanted text, writing boolean) returns boolean
      language sql stable security definer set search_path = '' as $$
      select exists (select from private.test_members m where m.user_id = auth.uid()
        and m.topic = wanted and (m.may_write or not writing)) $$;
    grant usage on schema private to authenticated;
    grant execute on function private.test_member to authenticated;
    set role postgres;
    create policy "Members read" on realtime.messages for select to authenticated
      using (private.test_member((select realtime.topic()), false));
    create policy "Writers write" on realtime.messages for insert to authenticated
      with check (private.test_member((select realtime.topic()), true) and extension = 'broadcast');
    reset role;`);
});
after(() => realtime.stop());

type Config = NonNullable<Parameters<SupabaseClient['channel']>[1]>['config'];

async function open(
  client: SupabaseClient,
  topic: string,
  config: Config = {},
): Promise<{ channel: RealtimeChannel; heard: unknown[] }> {
  const heard: unknown[] = [];
  const channel = client
    .channel(topic, { config })
    .on('broadcast', { event: '*' }, ({ event, payload }) => heard.push([event, payload]));
  assert.deepEqual(await join(channel), { status: 'SUBSCRIBED', error: '' });
  return { channel, heard };
}

async function clientOf(sub: string, claims: Record<string, unknown> = {}) {
  return realtime.client(await realtime.tokenOf(sub, claims));
}

async function admit(user: string, topic: string, mayWrite: boolean): Promise<void> {
  await realtime.sql`insert into private.test_members values (${user}, ${topic}, ${mayWrite})`;
}

test('a broadcast reaches the others, and its sender when it asked for that', async () => {
  const topic = newTopic();
  const first = await open(realtime.client(), topic, { broadcast: { self: true, ack: true } });
  const second = await open(realtime.client(), topic);
  const elsewhere = await open(realtime.client(), newTopic());
  const payload = { text: 'blåbær 😀', n: [1, { a: null }] };
  assert.equal(await first.channel.send({ type: 'broadcast', event: 'hi', payload }), 'ok');
  await second.channel.send({ type: 'broadcast', event: 'yo', payload: { y: 2 } });
  await until(() => first.heard.length === 2);
  await quiet();
  assert.deepEqual(first.heard, [
    ['hi', payload],
    ['yo', { y: 2 }],
  ]);
  assert.deepEqual(second.heard, [['hi', payload]]);
  assert.deepEqual(elsewhere.heard, []);
});

test('bytes arrive as bytes', async () => {
  const topic = newTopic();
  const sender = await open(realtime.client(), topic);
  const listener = await open(realtime.client(), topic);
  const payload = new Uint8Array([0, 1, 254, 255]).buffer;
  await sender.channel.send({ type: 'broadcast', event: 'raw', payload });
  assert.deepEqual(await sender.channel.httpSend('http', payload), { success: true });
  await until(() => listener.heard.length === 2);
  for (const [index, event] of ['raw', 'http'].entries()) {
    const [name, body] = listener.heard[index] as [string, ArrayBuffer];
    assert.equal(name, event);
    assert.deepEqual([...new Uint8Array(body)], [0, 1, 254, 255]);
  }
});

test('a broadcast over HTTP reaches the open channels, one or many at a time', async () => {
  const topic = `a/b c?${newTopic()}`;
  const { heard } = await open(realtime.client(), topic);
  const unopened = realtime.client().channel(topic);
  assert.deepEqual(await unopened.httpSend('one', { a: 1 }), { success: true });
  const answer = await post({
    messages: [
      { topic, event: 'two', payload: { b: 2 } },
      { topic, event: 'three', payload: {}, private: false },
    ],
  });
  assert.equal(answer.status, 202);
  await until(() => heard.length === 3);
  assert.deepEqual(heard, [
    ['one', { a: 1 }],
    ['two', { b: 2 }],
    ['three', {}],
  ]);
});

function post(body: unknown, headers: Record<string, string> = { apikey: publishableKey }) {
  return fetch(`${realtime.url}/realtime/v1/api/broadcast`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

test('a broadcast over HTTP that is not well-formed is refused', async () => {
  const message = { topic: 't', event: 'e', payload: {} };
  const asked: [unknown, Record<string, string> | undefined, number][] = [
    [{ messages: [message] }, {}, 401],
    [{ messages: [message] }, { apikey: 'sb_publishable_other' }, 401],
    ['not json', undefined, 400],
    [{}, undefined, 422],
    [{ messages: [{ topic: 't' }] }, undefined, 422],
    [{ messages: Array.from({ length: 501 }, () => message) }, undefined, 429],
    [{ messages: [{ ...message, payload: { x: 'x'.repeat(3_100_000) } }] }, undefined, 413],
  ];
  for (const [body, headers, status] of asked) {
    const answer = await post(body, headers);
    assert.equal(answer.status, status);
    assert.equal(typeof ((await answer.json()) as { message: unknown }).message, 'string');
  }
  const missing = await fetch(`${realtime.url}/realtime/v1/api/nothing`, {
    headers: { apikey: publishableKey },
  });
  assert.equal(missing.status, 404);
});

test('everyone sees who is present, who joins, changes and leaves', async () => {
  const topic = newTopic();
  const events: string[] = [];
  const watcher = realtime.client().channel(topic, { config: { presence: { key: 'watcher' } } });
  watcher
    .on('presence', { event: 'join' }, ({ key, newPresences }) =>
      events.push(`join ${key} ${String(newPresences[0]?.['page'])}`),
    )
    .on('presence', { event: 'leave' }, ({ key, leftPresences }) =>
      events.push(`leave ${key} ${String(leftPresences[0]?.['page'])}`),
    )
    .on('presence', { event: 'sync' }, () => {});
  await join(watcher);
  assert.equal(await watcher.track({ page: 'home' }), 'ok');
  const client = realtime.client();
  const guest = client
    .channel(topic, { config: { presence: { key: 'guest' } } })
    .on('presence', { event: 'sync' }, () => {});
  await join(guest);
  await until(() => 'watcher' in guest.presenceState());
  assert.equal(guest.presenceState<{ page: string }>()['watcher']?.[0]?.page, 'home');
  await guest.track({ page: 'cart' });
  await until(() => 'guest' in watcher.presenceState());
  await guest.track({ page: 'pay' });
  await until(() => watcher.presenceState<{ page: string }>()['guest']?.[0]?.page === 'pay');
  assert.equal(watcher.presenceState()['guest']?.length, 1);
  await guest.untrack();
  await until(() => !('guest' in watcher.presenceState()));
  await guest.track({ page: 'back' });
  await until(() => 'guest' in watcher.presenceState());
  await disconnect(client);
  await until(
    () => !('guest' in watcher.presenceState()),
    () => watcher.presenceState(),
  );
  assert.deepEqual(
    events.filter((event) => event.includes('guest')),
    [
      'join guest cart',
      'join guest pay',
      'leave guest cart',
      'leave guest pay',
      'join guest back',
      'leave guest back',
    ],
  );
});

test('windows that share a key are counted each, and go one by one', async () => {
  const topic = newTopic();
  const config = { presence: { key: 'same' } };
  const clients = Array.from({ length: 3 }, () => realtime.client());
  const channels = clients.map((client) =>
    client.channel(topic, { config }).on('presence', { event: 'sync' }, () => {}),
  );
  for (const [n, channel] of channels.entries()) {
    await join(channel);
    await channel.track({ n });
  }
  const present = () =>
    channels[0]?.presenceState<{ n: number }>()['same']?.map(({ n }) => n) ?? [];
  await until(() => present().length === 3, present);
  const [, second] = clients;
  assert.ok(second);
  await disconnect(second);
  await until(() => present().length === 2, present);
  assert.deepEqual(present().toSorted(), [0, 2]);
});

test('who tracks without asking for presence is seen, and then sees', async () => {
  const topic = newTopic();
  const plain = await open(realtime.client(), topic);
  const watcher = realtime
    .client()
    .channel(topic)
    .on('presence', { event: 'sync' }, () => {});
  await join(watcher);
  assert.equal(await plain.channel.track({ a: 1 }), 'ok');
  await until(() => Object.keys(watcher.presenceState()).length === 1);
});

test('a private channel opens for whom the policies admit, and for nobody else', async () => {
  const topic = newTopic();
  await admit(staff, topic, true);
  const wanted = { private: true };
  const inside = await open(await clientOf(staff), topic, wanted);
  for (const client of [await clientOf(customer), realtime.client()]) {
    const { status, error } = await join(client.channel(topic, { config: wanted }));
    assert.equal(status, 'CHANNEL_ERROR');
    assert.equal(
      error,
      `Unauthorized: You do not have permissions to read from this Channel topic: ${topic}`,
    );
    await disconnect(client);
  }
  const service = await open(realtime.client(undefined, secretKey), topic, wanted);
  // Of the same name, but public: another channel altogether.
  const outside = await open(realtime.client(), topic);
  await outside.channel.send({ type: 'broadcast', event: 'fake', payload: {} });
  await inside.channel.send({ type: 'broadcast', event: 'real', payload: {} });
  await until(() => service.heard.length === 1);
  await quiet();
  assert.deepEqual(service.heard, [['real', {}]]);
  assert.deepEqual(inside.heard, []);
  assert.deepEqual(outside.heard, []);
});

test('who may read a private channel may not write to it without the right', async () => {
  const topic = newTopic();
  await admit(staff, topic, true);
  await admit(customer, topic, false);
  const writer = await open(await clientOf(staff), topic, { private: true });
  const reader = await open(await clientOf(customer), topic, { private: true });
  await reader.channel.send({ type: 'broadcast', event: 'no', payload: {} });
  await reader.channel.httpSend('no', {});
  assert.equal(await reader.channel.track({ here: true }), 'error');
  await writer.channel.httpSend('yes', {});
  await writer.channel.send({ type: 'broadcast', event: 'also', payload: {} });
  await until(
    () => reader.heard.length === 2,
    () => reader.heard,
  );
  await quiet();
  assert.deepEqual(reader.heard, [
    ['yes', {}],
    ['also', {}],
  ]);
  assert.deepEqual(writer.heard, [['yes', {}]]);
});

test('a check of rights leaves no message behind', async () => {
  const [row] = await realtime.sql`
    select count(*)::int as n from realtime.messages where event is null`;
  assert.equal(row?.['n'], 0);
});

test('the database can send, to private channels unless told otherwise', async () => {
  const topic = newTopic();
  await admit(staff, topic, true);
  const inside = await open(await clientOf(staff), topic, { private: true });
  const outside = await open(realtime.client(), topic);
  const { sql } = realtime;
  await sql`select realtime.send('{"n": 1}', 'told', ${topic})`;
  await sql`select realtime.send('{"n": 2, "id": "mine"}', 'told', ${topic}, false)`;
  await until(() => inside.heard.length === 1 && outside.heard.length === 1);
  const [[event, payload]] = inside.heard as [[string, { n: number; id: string }]];
  assert.equal(event, 'told');
  assert.equal(payload.n, 1);
  assert.match(payload.id, /^[0-9a-f-]{36}$/);
  assert.deepEqual(outside.heard, [['told', { n: 2, id: 'mine' }]]);
});

test('a trigger can tell a topic of changes, and a rolled back one tells nothing', async () => {
  const topic = newTopic();
  await admit(staff, topic, true);
  const { sql } = realtime;
  await sql.unsafe(`
    create table public.told (id int primary key, word text);
    create function public.tell() returns trigger language plpgsql security definer set search_path = '' as $$
    begin
      perform realtime.broadcast_changes('${topic}', tg_op, tg_op, tg_table_name, tg_table_schema, new, old);
      return null;
    end $$;
    create trigger tell after insert or update or delete on public.told
      for each row execute function public.tell();`);
  const { heard } = await open(await clientOf(staff), topic, { private: true });
  await assert.rejects(
    sql.begin(async (transaction) => {
      await transaction`insert into told values (9, 'never')`;
      throw new Error('back');
    }),
  );
  await sql`insert into told values (1, 'a')`;
  await sql`update told set word = 'b'`;
  await sql`delete from told`;
  await until(
    () => heard.length === 3,
    () => heard,
  );
  const told = (heard as [string, Record<string, unknown>][]).map(([event, payload]) => {
    const { id, ...rest } = payload;
    assert.equal(typeof id, 'string');
    return [event, rest];
  });
  const base = { schema: 'public', table: 'told' };
  const [a, b] = [
    { id: 1, word: 'a' },
    { id: 1, word: 'b' },
  ];
  assert.deepEqual(told, [
    ['INSERT', { ...base, operation: 'INSERT', record: a, old_record: null }],
    ['UPDATE', { ...base, operation: 'UPDATE', record: b, old_record: a }],
    ['DELETE', { ...base, operation: 'DELETE', record: null, old_record: b }],
  ]);
});

test('a message that a caller may not send is a warning, not a failure', async () => {
  const topic = newTopic();
  const { heard } = await open(realtime.client(), topic);
  const { sql } = realtime;
  await sql.begin(async (transaction) => {
    await transaction`select set_config('role', 'anon', true)`;
    await transaction`select realtime.send('{}', 'spoof', ${topic}, false)`;
  });
  await quiet();
  assert.deepEqual(heard, []);
});

test('a channel closes when its token expires, and says why', async () => {
  const client = await clientOf(customer, { exp: inSeconds(2) });
  const said: string[] = [];
  const channel = client.channel(newTopic());
  channel.on('system', {}, ({ message }: { message: string }) => said.push(message));
  const states: string[] = [];
  channel.subscribe((status) => states.push(status));
  await until(
    () => states.includes('CLOSED'),
    () => states,
  );
  assert.deepEqual(states, ['SUBSCRIBED', 'CLOSED']);
  assert.match(said[0] ?? '', /^Token has expired \d+ seconds ago$/);
});

test('a channel outlives its first token when it is given a fresh one', async () => {
  const tokens = [
    await realtime.tokenOf(customer, { exp: inSeconds(2) }),
    await realtime.tokenOf(customer),
  ];
  const client = realtime.client();
  await client.realtime.setAuth(tokens[0] ?? null);
  const states: string[] = [];
  client.channel(newTopic()).subscribe((status) => states.push(status));
  await until(() => states.length === 1);
  await client.realtime.setAuth(tokens[1] ?? null);
  await new Promise((resolve) => setTimeout(resolve, 2500));
  assert.deepEqual(states, ['SUBSCRIBED']);
});

test('a token that takes the right to read away closes the channel', async () => {
  const topic = newTopic();
  await admit(staff, topic, true);
  const client = realtime.client();
  await client.realtime.setAuth(await realtime.tokenOf(staff));
  const said: string[] = [];
  const states: string[] = [];
  const channel = client.channel(topic, { config: { private: true } });
  channel.on('system', {}, ({ message }: { message: string }) => said.push(message));
  channel.subscribe((status) => states.push(status));
  await until(() => states.length === 1);
  await client.realtime.setAuth(await realtime.tokenOf(customer));
  await until(
    () => states.includes('CLOSED'),
    () => [states, said],
  );
  assert.deepEqual(said, [
    `You no longer have permission to read from this Channel topic: ${topic}`,
  ]);
});

test('leaving is acknowledged, and the topic can be joined again', async () => {
  const client = realtime.client();
  const other = await open(client, newTopic());
  const topic = newTopic();
  const first = await open(client, topic);
  assert.equal(await first.channel.unsubscribe(), 'ok');
  const again = await open(client, topic);
  await (
    await open(realtime.client(), topic)
  ).channel.send({
    type: 'broadcast',
    event: 'x',
    payload: {},
  });
  await until(() => again.heard.length === 1);
  assert.deepEqual(first.heard, []);
  assert.equal(other.channel.state, 'joined');
});

test('what was sent while a client was away is not replayed', async () => {
  const topic = newTopic();
  const sender = await open(realtime.client(), topic);
  const away = realtime.client();
  const before = await open(away, topic);
  await disconnect(away);
  await sender.channel.send({ type: 'broadcast', event: 'missed', payload: {} });
  await quiet();
  const back = await open(realtime.client(), topic);
  await sender.channel.send({ type: 'broadcast', event: 'heard', payload: {} });
  await until(() => back.heard.length === 1);
  assert.deepEqual(back.heard, [['heard', {}]]);
  assert.deepEqual(before.heard, []);
});

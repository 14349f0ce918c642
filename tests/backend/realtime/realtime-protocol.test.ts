import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { WebSocket } from 'ws';
import {
  inSeconds,
  newTopic,
  publishableKey,
  quiet,
  secretKey,
  startTestRealtime,
  until,
  type TestRealtime,
} from '../../support/realtime-backend.ts';

let realtime: TestRealtime;
const sockets: WebSocket[] = [];

before(async () => {
  realtime = await startTestRealtime();
  await realtime.sql.unsafe(`
    create table public.rows_of_users (id int primary key, owner uuid, word text);
    alter table public.rows_of_users enable row level security;
    create policy "Own rows" on public.rows_of_users for select to authenticated
      using (owner = (select auth.uid()));
    grant select on public.rows_of_users to authenticated;
    alter publication supabase_realtime add table public.rows_of_users;`);
  await until(async () => {
    const rows = await realtime.sql`
      select from pg_trigger where tgrelid = 'public.rows_of_users'::regclass`;
    return rows.length > 0;
  });
});
after(async () => {
  for (const socket of sockets) socket.terminate();
  await realtime.stop();
});

interface Message {
  readonly join_ref: string | null;
  readonly ref: string | null;
  readonly topic: string;
  readonly event: string;
  readonly payload: {
    readonly status?: string;
    readonly message?: string;
    readonly response?: { readonly reason?: string };
    readonly data?: { readonly record?: { readonly word?: string } };
  };
}

interface RawClient {
  readonly socket: WebSocket;
  readonly heard: Message[];
  /** The code it was closed with, or 0. */
  closed(): number;
  send(ref: string | null, topic: string, event: string, payload: unknown, joinRef?: string): void;
  reply(ref: string): Promise<Message>;
}

async function connect(query: string, vsn: '1.0.0' | '2.0.0' = '2.0.0'): Promise<RawClient> {
  const url = `${realtime.url.replace('http', 'ws')}/realtime/v1/websocket?vsn=${vsn}${query}`;
  const socket = new WebSocket(url);
  sockets.push(socket);
  const heard: Message[] = [];
  let closed = 0;
  socket.on('close', (code) => (closed = code));
  socket.on('message', (data) => heard.push(decode(String(data))));
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  socket.on('error', () => {});
  return {
    socket,
    heard,
    closed: () => closed,
    send(ref, topic, event, payload, joinRef = '1') {
      const message =
        vsn === '2.0.0'
          ? [joinRef, ref, topic, event, payload]
          : { join_ref: joinRef, ref, topic, event, payload };
      socket.send(JSON.stringify(message));
    },
    async reply(ref) {
      const find = () => heard.find((one) => one.event === 'phx_reply' && one.ref === ref);
      await until(
        () => find() !== undefined,
        () => heard,
      );
      return find() ?? assert.fail();
    },
  };
}

function decode(text: string): Message {
  const message = JSON.parse(text) as Message | unknown[];
  if (!Array.isArray(message)) return message;
  const [join_ref, ref, topic, event, payload] = message as [
    Message['join_ref'],
    Message['ref'],
    string,
    string,
    Message['payload'],
  ];
  return { join_ref, ref, topic, event, payload };
}

const withKey = `&apikey=${publishableKey}`;

test('a socket without a valid key is refused with 401', async () => {
  const forged = await realtime.tokenOf(randomUUID());
  for (const query of ['', '&apikey=', '&apikey=sb_secret_guess', `&apikey=${forged}`]) {
    await assert.rejects(connect(query), /Unexpected server response: 401/);
  }
});

test('another path than the websocket is not for Realtime', async () => {
  const url = `${realtime.url.replace('http', 'ws')}/realtime/v1/other?apikey=${publishableKey}`;
  const socket = new WebSocket(url);
  await assert.rejects(
    new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject)),
    /404/,
  );
});

for (const vsn of ['1.0.0', '2.0.0'] as const) {
  test(`protocol ${vsn} joins, answers heartbeats, broadcasts and leaves`, async () => {
    const client = await connect(withKey, vsn);
    const topic = `realtime:${newTopic()}`;
    client.send('1', 'phoenix', 'heartbeat', {}, undefined);
    assert.deepEqual((await client.reply('1')).payload, { status: 'ok', response: {} });
    client.send('2', topic, 'phx_join', { config: { broadcast: { self: true, ack: true } } }, '2');
    const joined = await client.reply('2');
    assert.equal(joined.join_ref, '2');
    assert.deepEqual(joined.payload, { status: 'ok', response: { postgres_changes: [] } });
    const sent = { type: 'broadcast', event: 'e', payload: { a: 1 } };
    client.send('3', topic, 'broadcast', sent, '2');
    await client.reply('3');
    const echo = client.heard.find(({ event }) => event === 'broadcast');
    assert.deepEqual(echo?.payload, sent);
    client.send('4', topic, 'phx_leave', {}, '2');
    assert.equal((await client.reply('4')).payload.status, 'ok');
    await until(() => client.heard.at(-1)?.event === 'phx_close');
    assert.equal(client.heard.at(-1)?.join_ref, '2');
  });
}

test('an unknown topic, an empty one and a channel that was not joined are answered with an error', async () => {
  const client = await connect(withKey);
  client.send('1', 'room:1', 'phx_join', {});
  assert.equal((await client.reply('1')).payload.response?.reason, 'unmatched topic');
  client.send('2', 'realtime:', 'phx_join', {});
  assert.match((await client.reply('2')).payload.response?.reason ?? '', /^TopicNameRequired/);
  client.send('3', 'realtime:never', 'broadcast', { event: 'x' });
  assert.equal((await client.reply('3')).payload.response?.reason, 'unmatched topic');
  client.send('4', 'realtime:never', 'phx_leave', {});
  assert.equal((await client.reply('4')).payload.status, 'ok');
});

test('a token that is expired, forged, unsigned, without end or no token at all opens no channel', async () => {
  const sub = randomUUID();
  const good = await realtime.tokenOf(sub);
  const [head = '', body = '', signature = ''] = good.split('.');
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const raised = encode({ sub, role: 'service_role', exp: inSeconds(3600) });
  const expired = await realtime.tokenOf(sub, { exp: inSeconds(-5) });
  const tokens: [string, RegExp][] = [
    [expired, /^InvalidJWTToken: Token has expired \d+ seconds ago$/],
    [`${head}.${raised}.${signature}`, /^JwtSignatureError: Failed to validate JWT signature$/],
    [`${encode({ alg: 'none', typ: 'JWT' })}.${body}.`, /^JwtSignatureError/],
    [`${head}.${body}.`, /^JwtSignatureError/],
    [await realtime.tokenOf(sub, { role: 'postgres' }), /^JwtSignatureError/],
    [await realtime.tokenOf(sub, { exp: undefined }), /^InvalidJWTToken: Fields `role` and `exp`/],
    ['nonsense', /^MalformedJWT: The token provided is not a valid JWT$/],
    ['line\nbreak', /^MalformedJWT/],
  ];
  const client = await connect(withKey);
  for (const [index, [token, reason]] of tokens.entries()) {
    const ref = String(index);
    client.send(ref, `realtime:${newTopic()}`, 'phx_join', { access_token: token });
    const { payload } = await client.reply(ref);
    assert.equal(payload.status, 'error', ref);
    assert.match(payload.response?.reason ?? '', reason);
  }
  client.send('ok', `realtime:${newTopic()}`, 'phx_join', { access_token: good });
  assert.equal((await client.reply('ok')).payload.status, 'ok');
});

test('a secret key as access token does not raise a connection that was opened with the public one', async () => {
  const topic = `realtime:${newTopic()}`;
  const client = await connect(withKey);
  client.send('1', topic, 'phx_join', { config: { private: true }, access_token: secretKey });
  assert.match((await client.reply('1')).payload.response?.reason ?? '', /^Unauthorized/);
  const service = await connect(`&apikey=${secretKey}`);
  service.send('1', topic, 'phx_join', { config: { private: true } });
  assert.equal((await service.reply('1')).payload.status, 'ok');
});

test('a tampered token in an open channel closes it', async () => {
  const topic = `realtime:${newTopic()}`;
  const client = await connect(withKey);
  client.send('1', topic, 'phx_join', { access_token: await realtime.tokenOf(randomUUID()) });
  await client.reply('1');
  client.send('2', topic, 'access_token', { access_token: 'a.b.c' });
  await until(
    () => client.heard.at(-1)?.event === 'phx_close',
    () => client.heard,
  );
  assert.equal(client.heard.at(-2)?.payload.message, 'Failed to validate JWT signature');
  client.send('3', topic, 'broadcast', { event: 'x' });
  assert.equal((await client.reply('3')).payload.response?.reason, 'unmatched topic');
});

test('joining a topic twice closes the first, and late words to it are ignored', async () => {
  const topic = `realtime:${newTopic()}`;
  const client = await connect(withKey);
  const config = { broadcast: { self: true } };
  client.send('1', topic, 'phx_join', { config }, '1');
  await client.reply('1');
  client.send('2', topic, 'phx_join', { config }, '2');
  await client.reply('2');
  const closing = client.heard.find(({ event }) => event === 'phx_close');
  assert.equal(closing?.join_ref, '1');
  client.send('3', topic, 'phx_leave', {}, '1');
  client.send('4', topic, 'broadcast', { event: 'still', payload: {} }, '2');
  await until(() => client.heard.some(({ event }) => event === 'broadcast'));
});

test('an oversized frame ends the connection, an oversized payload is refused', async () => {
  const client = await connect(withKey);
  const topic = `realtime:${newTopic()}`;
  client.send('1', topic, 'phx_join', { config: { broadcast: { ack: true, self: true } } });
  await client.reply('1');
  client.send('2', topic, 'broadcast', { event: 'big', payload: { x: 'x'.repeat(3_100_000) } });
  const refused = await client.reply('2');
  assert.equal(refused.payload.response?.reason, 'payload_size_exceeded');
  assert.ok(!client.heard.some(({ event }) => event === 'broadcast'));
  client.socket.send('x'.repeat(5 * 1024 * 1024));
  await until(() => client.closed() !== 0);
  assert.equal(client.closed(), 1009);
});

test('what is no message of the protocol ends the connection and nothing else', async () => {
  const frames: (string | Buffer)[] = [
    '',
    'null',
    '{',
    '[]',
    '[1,2,3,4,5]',
    '"text"',
    '{"topic":1}',
    Buffer.alloc(0),
    Buffer.from([3]),
    Buffer.from([9, 1, 1, 1, 1, 1, 1, 65]),
    Buffer.from([3, 255, 255, 255, 255, 255, 1]),
    Buffer.from([3, 0, 0, 1, 1, 0, 1, 65, 66, 123]),
  ];
  for (const frame of frames) {
    const client = await connect(withKey);
    client.socket.send(frame);
    await until(
      () => client.closed() !== 0,
      () => String(frame),
    );
    assert.equal(client.closed(), 1007, String(frame));
  }
  const well = await connect(withKey);
  well.send('1', 'phoenix', 'heartbeat', {});
  assert.equal((await well.reply('1')).payload.status, 'ok');
});

test('strange payloads in a channel do no harm', async () => {
  const client = await connect(withKey);
  const topic = `realtime:${newTopic()}`;
  const strange: unknown[] = [null, [], 'x', 1, { event: 1 }, { event: 'track', payload: [] }];
  client.send('j', topic, 'phx_join', {
    config: { postgres_changes: [null, 1, {}], presence: [], broadcast: 'x', private: 'no' },
  });
  assert.equal((await client.reply('j')).payload.status, 'ok');
  for (const event of ['broadcast', 'presence', 'access_token', 'unheard_of']) {
    for (const payload of strange) client.send(null, topic, event, payload);
  }
  client.send('last', 'phoenix', 'heartbeat', {});
  await client.reply('last');
  assert.equal(client.closed(), 0);
});

test('prototype names are ordinary topics, keys and columns', async () => {
  const client = await connect(withKey);
  const topic = 'realtime:__proto__';
  client.send('1', topic, 'phx_join', {
    config: { presence: { key: '__proto__', enabled: true } },
  });
  await client.reply('1');
  client.send('2', topic, 'presence', { event: 'track', payload: { constructor: 'x' } });
  assert.equal((await client.reply('2')).payload.status, 'ok');
  assert.equal(Object.hasOwn(Object.prototype, 'metas'), false);
});

test('a flood closes the channel and then the connection', async () => {
  const client = await connect(withKey);
  const topic = `realtime:${newTopic()}`;
  client.send('1', topic, 'phx_join', {});
  await client.reply('1');
  for (let n = 0; n < 3_000; n += 1) client.send(null, topic, 'broadcast', { event: 'x' });
  await until(() => client.heard.some(({ event }) => event === 'phx_close'));
  const said = client.heard.find(({ event }) => event === 'system');
  assert.equal(said?.payload.message, 'Too many messages per second');
  await until(() => client.closed() === 1008);
});

test('a connection opens a hundred channels, and no more', async () => {
  const client = await connect(withKey);
  for (let n = 0; n < 101; n += 1) client.send(`${n}`, `realtime:${newTopic()}`, 'phx_join', {});
  assert.equal((await client.reply('99')).payload.status, 'ok');
  const refused = await client.reply('100');
  assert.equal(refused.payload.response?.reason, 'ChannelRateLimitReached: Too many channels');
});

test('two hundred sockets of as many users each hear their own row alone', async () => {
  const users = Array.from({ length: 200 }, () => randomUUID());
  const clients: RawClient[] = [];
  for (const user of users) {
    const client = await connect(withKey);
    clients.push(client);
    client.send('1', `realtime:${newTopic()}`, 'phx_join', {
      access_token: await realtime.tokenOf(user),
      config: { postgres_changes: [{ event: '*', schema: 'public', table: 'rows_of_users' }] },
    });
  }
  await until(
    () => clients.every(({ heard }) => heard.some(({ event }) => event === 'system')),
    () => clients.filter(({ heard }) => !heard.some(({ event }) => event === 'system')).length,
    20_000,
  );
  await realtime.sql`
    insert into rows_of_users (id, owner, word)
    select n, owner, 'word of ' || owner
    from unnest(${users}::uuid[]) with ordinality as u(owner, n)`;
  const words = (client: RawClient) =>
    client.heard
      .filter(({ event }) => event === 'postgres_changes')
      .map(({ payload }) => payload.data?.record?.word);
  await until(
    () => clients.every((client) => words(client).length > 0),
    () => clients.filter((client) => words(client).length > 0).length,
    20_000,
  );
  await quiet();
  for (const [index, client] of clients.entries()) {
    assert.deepEqual(words(client), [`word of ${users[index]}`]);
  }
});

test('pages of one origin leave room for those of others', async () => {
  const address = `${realtime.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${publishableKey}`;
  const open = (origin: string) =>
    new Promise<string>((resolve) => {
      const socket = new WebSocket(address, { origin });
      sockets.push(socket);
      socket.once('open', () => resolve('open'));
      socket.once('error', ({ message }) => resolve(message));
    });
  for (const socket of sockets.splice(0)) socket.terminate();
  await quiet();
  const opened = await Promise.all(
    Array.from({ length: 500 }, () => open('http://evil.localhost:8080')),
  );
  assert.equal(opened.filter((outcome) => outcome === 'open').length, 400);
  assert.match(opened.find((outcome) => outcome !== 'open') ?? '', /429/);
  assert.equal(await open('http://localhost:4321'), 'open');
});

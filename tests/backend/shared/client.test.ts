import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import type { Backend } from '#shared/backend/client.ts';
import { openBackend, type BackendParts } from '#shared/backend/open-client.ts';
import { listFiles, removeFiles, storeFile } from '#shared/backend/files.ts';

const address = { url: 'http://shop.test', publishableKey: 'sb_publishable_test' };
const startMs = Date.parse('2026-11-21T10:00:00Z');

/** Lets promises run while every timer stands still. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

async function withClock(run: () => Promise<void>): Promise<void> {
  mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'], now: startMs });
  try {
    await run();
  } finally {
    mock.timers.reset();
  }
}

async function pass(ms: number): Promise<void> {
  mock.timers.tick(ms);
  await settle();
}

interface SpySocket {
  readonly openedAt: number;
  readonly url: string;
  readonly sent: { readonly at: number; readonly event: string; readonly topic: string }[];
  drop(): void;
}

/** Opens at once, answers what `answers` says, and writes down what reaches the wire and when. */
function spyTransport(answers: (event: string) => boolean = () => true) {
  const sockets: SpySocket[] = [];
  class Socket extends EventTarget {
    static readonly OPEN = 1;
    readonly CONNECTING = 0;
    readonly OPEN = 1;
    readonly CLOSING = 2;
    readonly CLOSED = 3;
    readyState = 0;
    binaryType = '';
    bufferedAmount = 0;
    readonly extensions = '';
    readonly protocol = '';
    readonly url: string;
    onopen: ((event: Event) => void) | null = null;
    onmessage: ((event: { data: string }) => void) | null = null;
    onclose: ((event: { code: number; wasClean: boolean }) => void) | null = null;
    onerror: ((event: Event) => void) | null = null;
    readonly spy: SpySocket;
    constructor(url: string | URL) {
      super();
      this.url = String(url);
      this.spy = {
        openedAt: Date.now() - startMs,
        url: this.url,
        sent: [],
        drop: () => this.end(1006),
      };
      sockets.push(this.spy);
      setImmediate(() => {
        this.readyState = 1;
        this.onopen?.(new Event('open'));
      });
    }
    send(text: string): void {
      const [joinRef, ref, topic, event] = JSON.parse(text) as [string, string, string, string];
      this.spy.sent.push({ at: Date.now() - startMs, event, topic });
      if (!answers(event)) return;
      const reply = [joinRef, ref, topic, 'phx_reply', { status: 'ok', response: {} }];
      setImmediate(() => this.onmessage?.({ data: JSON.stringify(reply) }));
    }
    close(): void {
      this.end(1000);
    }
    private end(code: number): void {
      if (this.readyState === 3) return;
      this.readyState = 3;
      this.onclose?.({ code, wasClean: code === 1000 });
    }
  }
  return { sockets, transport: Socket as unknown as NonNullable<BackendParts['transport']> };
}

const silent: typeof fetch = () => Promise.resolve(new Response('{}'));

function openWith(parts: Partial<BackendParts>): Promise<Backend> {
  return openBackend(address, { fetch: silent, storage: null, ...parts });
}

test('a heartbeat leaves every 30 seconds', () =>
  withClock(async () => {
    const { sockets, transport } = spyTransport();
    const backend = await openWith({ transport });
    backend.channel('room').subscribe();
    await settle();
    for (let tick = 0; tick < 95; tick += 1) await pass(1000);
    const beats = sockets[0]?.sent.filter(({ event }) => event === 'heartbeat') ?? [];
    assert.deepEqual(
      beats.map(({ at }) => at),
      [30_000, 60_000, 90_000],
    );
    await backend.realtime.disconnect();
  }));

test('a channel that nobody answers times out after 10 seconds', () =>
  withClock(async () => {
    const { transport } = spyTransport((event) => event !== 'phx_join');
    const backend = await openWith({ transport });
    const states: [string, number][] = [];
    backend.channel('room').subscribe((status) => states.push([status, Date.now() - startMs]));
    await settle();
    await pass(9_999);
    assert.deepEqual(states, []);
    await pass(1);
    assert.deepEqual(states, [['TIMED_OUT', 10_000]]);
    await backend.realtime.disconnect();
  }));

test('a lost socket is opened again after 1, 2, 5 and then every 10 seconds', () =>
  withClock(async () => {
    const { sockets, transport } = spyTransport();
    const backend = await openWith({ transport });
    backend.channel('room').subscribe();
    await settle();
    const waits: number[] = [];
    // Dropped before it opens: an open socket would begin the series anew.
    for (const expected of [1_000, 2_000, 5_000, 10_000, 10_000]) {
      const lost = sockets.at(-1);
      const count = sockets.length;
      const lostAt = Date.now() - startMs;
      lost?.drop();
      await Promise.resolve();
      for (let waited = 0; sockets.length === count && waited < 20_000; waited += 500) {
        mock.timers.tick(500);
        for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
      }
      waits.push((sockets.at(-1)?.openedAt ?? 0) - lostAt);
      assert.equal(waits.at(-1), expected);
    }
    await settle();
    await backend.realtime.disconnect();
  }));

test('the socket is opened with the public key and protocol 2', () =>
  withClock(async () => {
    const { sockets, transport } = spyTransport();
    const backend = await openWith({ transport });
    backend.channel('room').subscribe();
    await settle();
    const url = new URL(sockets[0]?.url ?? '');
    assert.equal(url.href.split('?')[0], 'ws://shop.test/realtime/v1/websocket');
    assert.equal(url.searchParams.get('apikey'), address.publishableKey);
    assert.equal(url.searchParams.get('vsn'), '2.0.0');
    await backend.realtime.disconnect();
  }));

function tokenEndingIn(seconds: number, name = 'first'): string {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const exp = Math.floor(Date.now() / 1000) + seconds;
  return `${encode({ alg: 'HS256' })}.${encode({ sub: 'u', role: 'authenticated', exp, name })}.x`;
}

function sessionEndingIn(seconds: number, name?: string) {
  return {
    access_token: tokenEndingIn(seconds, name),
    refresh_token: `refresh ${name ?? 'first'}`,
    token_type: 'bearer',
    expires_in: seconds,
    expires_at: Math.floor(Date.now() / 1000) + seconds,
    user: { id: 'u', aud: 'authenticated', app_metadata: {}, user_metadata: {}, created_at: '' },
  };
}

function storageWith(session: unknown): Storage {
  const items = new Map<string, string>([['sb-shop-auth-token', JSON.stringify(session)]]);
  return {
    length: items.size,
    clear: () => items.clear(),
    key: () => null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
}

function authServer(reply: () => Response) {
  const refreshes: { at: number; body: unknown }[] = [];
  const fetch: typeof globalThis.fetch = (input, init) => {
    if (!String(input).includes('grant_type=refresh_token')) return silent(input);
    refreshes.push({ at: Date.now() - startMs, body: JSON.parse(String(init?.body)) });
    return Promise.resolve(reply());
  };
  return { refreshes, fetch };
}

test('a session is renewed 30 seconds before its token ends, not earlier', () =>
  withClock(async () => {
    const { refreshes, fetch } = authServer(() => Response.json(sessionEndingIn(3600, 'second')));
    const storage = storageWith(sessionEndingIn(120));
    const backend = await openWith({ fetch, storage });
    await settle();
    for (let second = 0; second < 90; second += 1) {
      await backend.auth.getSession();
      await pass(1000);
      if (second < 89) assert.equal(refreshes.length, 0, `after ${second + 1} seconds`);
    }
    await pass(1000);
    assert.equal(refreshes.length, 1);
    assert.ok((refreshes[0]?.at ?? 0) >= 90_000 && (refreshes[0]?.at ?? 0) <= 91_000);
    assert.deepEqual(refreshes[0]?.body, { refresh_token: 'refresh first' });
    const { data } = await backend.auth.getSession();
    assert.equal(data.session?.refresh_token, 'refresh second');
  }));

test('a session is renewed even when nothing asks for it, again and again', () =>
  withClock(async () => {
    let round = 0;
    const { refreshes, fetch } = authServer(() =>
      Response.json(sessionEndingIn(100, `renewal ${(round += 1)}`)),
    );
    await openWith({ fetch, storage: storageWith(sessionEndingIn(100)) });
    await settle();
    for (let second = 0; second < 220; second += 1) await pass(1000);
    assert.equal(refreshes.length, 3);
    const gaps = refreshes.map(({ at }, index) => at - (refreshes[index - 1]?.at ?? 0));
    for (const gap of gaps) assert.ok(gap >= 70_000 && gap <= 72_000, String(gap));
  }));

test('a session that can not be renewed now is kept and tried again, without a storm', () =>
  withClock(async () => {
    let isDown = true;
    const { refreshes, fetch } = authServer(() =>
      isDown ? new Response('{}', { status: 503 }) : Response.json(sessionEndingIn(3600, 'second')),
    );
    const storage = storageWith(sessionEndingIn(60));
    const backend = await openWith({ fetch, storage });
    await settle();
    for (let second = 0; second < 45; second += 1) await pass(1000);
    assert.ok(refreshes.length >= 1);
    assert.ok(refreshes.length < 10, `${refreshes.length} tries`);
    assert.ok(storage.getItem('sb-shop-auth-token'));
    isDown = false;
    for (let second = 0; second < 120; second += 1) await pass(1000);
    const { data } = await backend.auth.getSession();
    assert.equal(data.session?.refresh_token, 'refresh second');
  }));

test('what is stored is the true end of the token', () =>
  withClock(async () => {
    const { fetch } = authServer(() => Response.json(sessionEndingIn(3600, 'second')));
    const storage = storageWith(sessionEndingIn(10));
    const backend = await openWith({ fetch, storage });
    await backend.auth.getSession();
    const stored = JSON.parse(storage.getItem('sb-shop-auth-token') ?? '{}') as {
      expires_at: number;
    };
    assert.equal(stored.expires_at, startMs / 1000 + 3600);
  }));

test('a browser that forbids storage still signs in for the page', async () => {
  const forbidden = storageWith(null);
  const throwing = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  const storage = { ...forbidden, getItem: throwing, setItem: throwing, removeItem: throwing };
  const answer = () => Response.json(sessionEndingIn(3600));
  const backend = await openWith({ storage, fetch: () => Promise.resolve(answer()) });
  const { error } = await backend.auth.signInWithPassword({ email: 'a@b.test', password: 'x' });
  assert.equal(error, null);
  const { data } = await backend.auth.getSession();
  assert.equal(data.session?.refresh_token, 'refresh first');
  // Its renewal an hour from now must not hold the test process.
  await backend.auth.signOut({ scope: 'local' });
});

test('a failing read reaches the wire once, because retrying is not the library’s part', async () => {
  let asked = 0;
  const backend = await openWith({
    fetch: () => {
      asked += 1;
      return Promise.resolve(new Response('{}', { status: 503 }));
    },
  });
  const { status } = await backend.from('products').select('id');
  assert.equal(status, 503);
  assert.equal(asked, 1);
});

test('a list of files asks for 100 from the first, by name, rising', async () => {
  const sent: { url: string; body: string }[] = [];
  const files = [{ name: 'a.png', metadata: { size: 5 }, updated_at: '2026-01-01' }];
  const backend = openWith({
    fetch: (input, init) => {
      sent.push({ url: String(input), body: String(init?.body) });
      return Promise.resolve(Response.json(files));
    },
  });
  const listed = await listFiles('drafts', 'boards', undefined, backend);
  assert.deepEqual(listed, {
    ok: true,
    value: [{ name: 'a.png', sizeBytes: 5, changedAt: '2026-01-01' }],
  });
  assert.match(sent[0]?.url ?? '', /\/storage\/v1\/object\/list\/drafts$/);
  assert.deepEqual(JSON.parse(sent[0]?.body ?? ''), {
    limit: 100,
    offset: 0,
    sortBy: { column: 'name', order: 'asc' },
    prefix: 'boards',
  });
});

test('a stored file may be kept for an hour and replaces nothing', async () => {
  const sent: { form: FormData; headers: Headers }[] = [];
  const backend = openWith({
    fetch: (_input, init) => {
      sent.push({ form: init?.body as FormData, headers: new Headers(init?.headers) });
      return Promise.resolve(Response.json({ Key: 'drafts/a.png', Id: '1' }));
    },
  });
  const file = new Blob(['x'], { type: 'image/png' });
  const stored = await storeFile('drafts', 'a.png', file, backend);
  assert.deepEqual(stored, { ok: true, value: { path: 'a.png' } });
  assert.equal(sent[0]?.form.get('cacheControl'), '3600');
  assert.equal(sent[0]?.headers.get('x-upsert'), 'false');
});

test('a file that may not be stored or removed says so', async () => {
  const refusal = { statusCode: '403', error: 'Unauthorized', message: 'denied by a policy' };
  const backend = openWith({
    fetch: () => Promise.resolve(Response.json(refusal, { status: 400 })),
  });
  const stored = await storeFile('drafts', 'a.png', new Blob(['x']), backend);
  // In the shop's words: a policy's name tells nobody what to do.
  assert.equal(!stored.ok && stored.error.message, 'This can’t be done. Nothing was changed.');
  const removed = await removeFiles('drafts', ['a.png'], backend);
  assert.equal(removed.ok, false);
});

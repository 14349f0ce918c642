import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EventRow } from '../../../supabase/functions/ingest/batch.ts';
import { createAdmission } from '../../../supabase/functions/ingest/deps.ts';
import { handleIngest, type IngestDeps } from '../../../supabase/functions/ingest/handler.ts';

const now = new Date('2027-03-01T12:00:00Z');

function createDeps(changes: Partial<IngestDeps> = {}) {
  const table = new Map<string, EventRow>();
  const forwarded: EventRow[] = [];
  const deps: IngestDeps = {
    now: () => now,
    async store(rows) {
      const fresh = rows.filter(({ insert_id }) => !table.has(insert_id));
      for (const row of fresh) table.set(row.insert_id, row);
      return new Set(fresh.map(({ insert_id }) => insert_id));
    },
    async forward(rows) {
      forwarded.push(...rows);
    },
    admit: () => true,
    ...changes,
  };
  return { deps, table, forwarded };
}

const event = (changes: Readonly<Record<string, unknown>> = {}) => ({
  event_type: 'session_start',
  insert_id: 'insert-0001',
  device_id: 'device-1',
  session_id: now.getTime(),
  time: now.getTime() - 1000,
  ...changes,
});

function post(body: unknown, headers: Record<string, string> = {}): Request {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return new Request('http://localhost/ingest', { method: 'POST', body: text, headers });
}

const batch = (...events: unknown[]) => ({ api_key: 'keywright', events });

async function answerTo(request: Request, deps = createDeps().deps) {
  const response = await handleIngest(request, deps);
  return { status: response.status, body: await response.json(), headers: response.headers };
}

test('a batch is stored, passed on and answered as Amplitude answers', async () => {
  const { deps, table, forwarded } = createDeps();
  const text = JSON.stringify(batch(event()));
  const { status, body, headers } = await answerTo(post(text), deps);
  assert.equal(status, 200);
  assert.deepEqual(body, {
    code: 200,
    events_ingested: 1,
    payload_size_bytes: text.length,
    server_upload_time: now.getTime(),
  });
  assert.equal(headers.get('access-control-allow-origin'), '*');
  assert.deepEqual(
    [...table.values()],
    [
      {
        insert_id: 'insert-0001',
        name: 'session_start',
        properties: {},
        device_id: 'device-1',
        session_id: now.getTime(),
        happened_at: new Date(now.getTime() - 1000).toISOString(),
      },
    ],
  );
  assert.equal(forwarded.length, 1);
});

test('what is stored holds no address, no account and nothing outside the plan', async () => {
  const { deps, table } = createDeps();
  const nosy = event({
    ip: '203.0.113.9',
    user_id: 'jane',
    user_agent: 'Browser',
    city: 'Canaria',
    event_properties: { secret: 'canary' },
    user_properties: { email: 'canary' },
  });
  await answerTo(post(batch(nosy), { 'x-forwarded-for': '203.0.113.9' }), deps);
  assert.doesNotMatch(JSON.stringify([...table]), /203\.0|jane|Browser|Canaria|canary/);
});

test('an event that comes again, or twice in one batch, counts once', async () => {
  const { deps, table, forwarded } = createDeps();
  assert.equal((await answerTo(post(batch(event(), event())), deps)).status, 200);
  assert.equal((await answerTo(post(batch(event())), deps)).status, 200);
  assert.equal(table.size, 1);
  assert.equal(forwarded.length, 1);
});

test('an identify event keeps the campaign', async () => {
  const { deps, table } = createDeps();
  const user_properties = { $setOnce: { initial_utm_source: 'forum', secret: 'x' } };
  await answerTo(post(batch(event({ event_type: '$identify', user_properties }))), deps);
  const [row] = table.values();
  assert.equal(row?.name, 'identify');
  assert.deepEqual(row.properties, { $setOnce: { initial_utm_source: 'forum' } });
});

test('a wrong event is named with its place, and nothing of its batch is stored', async () => {
  const { deps, table } = createDeps();
  const { status, body } = await answerTo(
    post(
      batch(
        event(),
        event({ insert_id: 'insert-0002', event_type: 'typed_a_secret' }),
        event({ insert_id: '' }),
        event({ insert_id: 'insert-0003', device_id: 'jane@example.com' }),
        'nonsense',
      ),
    ),
    deps,
  );
  assert.equal(status, 400);
  assert.equal(body.code, 400);
  assert.deepEqual(body.events_with_invalid_fields, { event_type: [1], device_id: [3] });
  assert.deepEqual(body.events_with_missing_fields, {
    insert_id: [2, 4],
    event_type: [4],
    device_id: [4],
  });
  assert.equal(table.size, 0);
});

test('what is no batch is refused with 400', async () => {
  const wrong = [
    'nonsense',
    '[]',
    'null',
    { events: [event()] },
    { api_key: '', events: [event()] },
    { api_key: 'a b', events: [event()] },
    { api_key: 'k' },
    { api_key: 'k', events: [] },
    { api_key: 'k', events: 'x' },
  ];
  for (const body of wrong) assert.equal((await answerTo(post(body))).status, 400);
  const { body } = await answerTo(post({ events: [event()] }));
  assert.equal(body.missing_field, 'api_key');
});

test('too many events and too many bytes are refused with 413', async () => {
  const many = Array.from({ length: 1001 }, (_, index) => event({ insert_id: `insert-${index}` }));
  assert.equal((await answerTo(post(batch(...many)))).body.code, 413);
  const big = batch(event({ event_properties: { text: 'x'.repeat(1_000_001) } }));
  assert.equal((await answerTo(post(big))).body.code, 413);
});

test('a body is read no further than its limit, whatever length it claims', async () => {
  let pulled = 0;
  const endless = new ReadableStream({
    pull(controller) {
      pulled += 1;
      controller.enqueue(new Uint8Array(100_000));
    },
  });
  const request = new Request('http://localhost/', {
    method: 'POST',
    body: endless,
    duplex: 'half',
  } as RequestInit);
  assert.equal((await answerTo(request)).status, 413);
  assert.ok(pulled < 20);
});

test('a device that sends without end is told to wait, and the others are not', async () => {
  const admit = createAdmission(() => now);
  assert.equal(admit('wild', 2000), true);
  assert.equal(admit('wild', 1), false);
  assert.equal(admit('calm', 1), true);
  const { deps } = createDeps({ admit });
  const { status, body } = await answerTo(post(batch(event({ device_id: 'wild-device' }))), {
    ...deps,
    admit: () => false,
  });
  assert.equal(status, 429);
  assert.deepEqual(body.throttled_events, [0]);
  assert.ok('wild-device' in body.throttled_devices);
});

test('names of devices that a sender makes up buy no further events', async () => {
  const admit = createAdmission(() => now);
  let admitted = 0;
  for (let device = 0; device < 40_000; device += 1)
    if (admit(`made-up-${device}`, 1)) admitted += 1;
  assert.ok(admitted <= 20_000, `${admitted} were admitted`);
  assert.equal(admit('made-up-0', 1999), true, 'whoever was there before still counts');
  assert.equal(admit('made-up-0', 1), false, 'and is not forgotten');
  const full = await answerTo(post(batch(event())), createDeps({ store: async () => null }).deps);
  assert.equal(full.status, 429);
});

test('the next minute begins a new count', () => {
  let time = now;
  const admit = createAdmission(() => time);
  admit('wild', 5000);
  time = new Date(now.getTime() + 60_000);
  assert.equal(admit('wild', 1), true);
});

test('a clock that is years wrong is replaced by the time of arrival', async () => {
  const { deps, table } = createDeps();
  const times = [0, now.getTime() + 10 * 86_400_000, 'soon', undefined];
  const events = times.map((time, index) => event({ time, insert_id: `insert-000${index}` }));
  await answerTo(post(batch(...events)), deps);
  assert.deepEqual(
    [...table.values()].map(({ happened_at }) => happened_at),
    times.map(() => now.toISOString()),
  );
});

test('a browser of another origin may ask first, and other verbs are refused', async () => {
  const { deps } = createDeps();
  const options = new Request('http://localhost/', { method: 'OPTIONS' });
  const asked = await handleIngest(options, deps);
  assert.equal(asked.status, 204);
  assert.match(asked.headers.get('access-control-allow-headers') ?? '', /content-type/);
  const got = await handleIngest(new Request('http://localhost/'), deps);
  assert.equal(got.status, 405);
});

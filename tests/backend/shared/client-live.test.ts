import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import postgres from 'postgres';
import type { Backend } from '#shared/backend/client.ts';
import { openBackend } from '#shared/backend/open-client.ts';
import { toBackendError } from '#shared/backend/errors.ts';
import { readLiveFacts } from '#features/catalogue/api/live-facts.ts';
import { request } from '#shared/backend/request.ts';
import { announceOrder } from '../../support/data/orders.ts';
import { startTestBackend, type TestBackend } from '../../support/local-backend.ts';
import {
  disconnect,
  quiet,
  releaseTimers,
  subscribe,
  until,
} from '../../support/realtime-backend.ts';

let shop: TestBackend;
let sql: postgres.Sql;
let holdTimers: () => void;
const clients: Backend[] = [];

before(async () => {
  shop = await startTestBackend();
  sql = postgres(shop.databaseUrl, { max: 2, onnotice() {} });
  holdTimers = releaseTimers();
});
after(async () => {
  await disconnect(...clients);
  await sql.end();
  await shop.stop();
  holdTimers();
});

async function open(): Promise<Backend> {
  const client = await openBackend(shop, { fetch: request, storage: null });
  clients.push(client);
  return client;
}

async function signIn(email: string): Promise<Backend> {
  const client = await open();
  const { error } = await client.auth.signInWithPassword({ email, password: 'Keywright-demo-1' });
  assert.equal(error, null);
  return client;
}

test('the facts of now come for every variant of a page', async () => {
  const products = await sql<{ id: string; variants: number }[]>`
    select p.id, count(v.id)::int as variants from products p join variants v on v.product_id = p.id
    where p.status = 'published' group by p.id order by p.id limit 2`;
  const ids = products.map(({ id }) => id);
  const result = await readLiveFacts(ids, undefined, request, shop);
  assert.ok(result.ok);
  const counted = ids.map((id) => result.value.filter(({ productId }) => productId === id).length);
  assert.deepEqual(
    counted,
    products.map(({ variants }) => variants),
  );
  assert.ok(result.value.every(({ priceMinor }) => Number.isInteger(priceMinor)));
});

test('the facts of a backend that is away are a failure', async () => {
  const address = { url: 'http://127.0.0.1:1', publishableKey: shop.publishableKey };
  const once: typeof fetch = (input, init) => fetch(input, init);
  const result = await readLiveFacts(
    ['00000000-0000-0000-0000-000000000000'],
    undefined,
    once,
    address,
  );
  assert.equal(!result.ok && result.error, 'unreachable');
});

test('what goes wrong with signing in has the kind that a screen shows', async () => {
  const client = await open();
  const wrong = await client.auth.signInWithPassword({
    email: 'shopper@keywright.test',
    password: 'not-the-password',
  });
  assert.equal(toBackendError(wrong.error).kind, 'wrong_credentials');
  assert.equal(toBackendError(wrong.error).status, 400);
  const weak = await client.auth.signUp({ email: 'weak@keywright.test', password: 'short' });
  const error = toBackendError(weak.error);
  assert.equal(error.kind, 'weak_password');
  assert.ok('reasons' in error && error.reasons.length > 0);
  const missing = await client.auth.updateUser({ data: { a: 1 } });
  assert.deepEqual(
    [toBackendError(missing.error).kind, toBackendError(missing.error).message],
    ['signed_out', 'Auth session missing!'],
  );
});

test('what goes wrong with the database has the kind that a screen shows', async () => {
  const client = await signIn('shopper@keywright.test');
  const missing = await client.from('products').select('id').eq('url', 'no-such').single();
  assert.equal(toBackendError(missing.error, missing.status).kind, 'not_found');
  const [pool] = await sql<{ id: string }[]>`select id from stock_pools limit 1`;
  const denied = await client.rpc('adjust_stock', { p_pool: pool?.id ?? '', p_delta: 1 });
  const error = toBackendError(denied.error, denied.status);
  assert.equal(error.kind, 'forbidden');
  assert.ok(error.message.length > 0);
});

test('a customer hears of an order of their own, and others get no word of it', async () => {
  const heard: Record<string, string> = {};
  for (const [name, client] of [
    ['owner', await signIn('owner@keywright.test')],
    ['shopper', await signIn('shopper@keywright.test')],
    ['second', await signIn('second@keywright.test')],
    ['visitor', await open()],
  ] as const) {
    heard[name] = '';
    const table = { event: '*', schema: 'public', table: 'order_events' } as const;
    const channel = client.channel('orders').on('postgres_changes', table, (change) => {
      heard[name] += JSON.stringify(change.new);
    });
    assert.equal(await subscribe(channel), 'Subscribed to PostgreSQL');
  }
  await announceOrder(sql, 'shopper@keywright.test', 'canary');
  const knows = (name: string) => heard[name]?.includes('canary') === true;
  await until(
    () => knows('owner') && knows('shopper'),
    () => heard,
  );
  await quiet();
  assert.deepEqual([knows('second'), knows('visitor')], [false, false]);
});

test('what nobody listens to is not announced', async () => {
  const owner = await signIn('owner@keywright.test');
  for (const table of ['variants', 'publish_requests', 'orders']) {
    const wanted = { event: '*', schema: 'public', table } as const;
    const channel = owner
      .channel(table, { config: { postgres_changes_options: { wait: true } } })
      .on('postgres_changes', wanted, () => assert.fail('nothing may come'));
    assert.match(await subscribe(channel), /RealtimeDisabledForConfiguration/, table);
  }
});

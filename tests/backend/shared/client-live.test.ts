import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import postgres from 'postgres';
import type { Backend } from '#shared/backend/client.ts';
import { openBackend } from '#shared/backend/open-client.ts';
import { toBackendError } from '#shared/backend/errors.ts';
import { readLiveFacts } from '#features/catalogue/api/live-facts.ts';
import { request } from '#shared/backend/request.ts';
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

test('a visitor hears that a variant changed; a draft and a publish request stay unheard', async () => {
  const client = await open();
  const staff = await signIn('owner@keywright.test');
  const heard: string[] = [];
  const staffHeard: string[] = [];
  for (const [who, list] of [
    [client, heard],
    [staff, staffHeard],
  ] as const) {
    const channel = who
      .channel('shop')
      .on('postgres_changes', { event: '*', schema: 'public', table: 'variants' }, ({ table }) =>
        list.push(table),
      )
      .on(
        'postgres_changes',
        { event: '*', schema: 'public', table: 'publish_requests' },
        (change) => list.push(`${change.table} ${JSON.stringify(change.new)}`),
      );
    assert.equal(await subscribe(channel), 'Subscribed to PostgreSQL');
  }
  const { error } = await staff.rpc('request_publish', { p_note: 'canary' });
  assert.equal(error, null);
  await sql`
    update variants set price_minor = price_minor + 1 where id = (
      select v.id from variants v join products p on p.id = v.product_id
      where p.status = 'published' limit 1)`;
  await until(
    () => heard.includes('variants'),
    () => heard,
  );
  await until(
    () => staffHeard.some((one) => one.includes('canary')),
    () => staffHeard,
  );
  await quiet();
  assert.ok(!heard.join().includes('canary'));
});

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createClient } from '@supabase/supabase-js';
import postgres, { type Sql } from 'postgres';
import type { Backend } from '../../../src/shared/backend/client.ts';
import type { BulkOutcome } from '../../../src/desk-kit/model/table-bulk.ts';
import { moveOrders } from '../../../src/features/orders/store/desk-order-actions.ts';
import { generateDesk } from '../../bench/generated-desk.ts';
import { startApiProcess, type ApiProcess } from '../../support/api-process.ts';

let api: ApiProcess;
let sql: Sql;
let owner: Promise<Backend>;

before(async () => {
  api = await startApiProcess();
  sql = postgres(api.databaseUrl, { max: 2, onnotice() {} }) as unknown as Sql;
  await generateDesk(sql, { orders: 1_300, products: 10, events: 0 });
  await sql.begin(async (quiet) => {
    await quiet`set local session_replication_role = replica`;
    await quiet`update public.order_records set status = 'paid', captured_minor = total_minor where number like 'KW-5%'`;
  });
  const client = createClient(api.url, api.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const email = 'owner@keywright.test';
  const signed = await client.auth.signInWithPassword({ email, password: 'Keywright-demo-1' });
  assert.equal(signed.error, null);
  owner = Promise.resolve(client as unknown as Backend);
});
after(async () => {
  await sql.end();
  await api.stop();
});

async function paidOrders(count: number) {
  const rows = await sql<{ id: string }[]>`
    select id from public.order_records where status = 'paid' order by placed_at limit ${count}`;
  assert.equal(rows.length, count);
  return rows.map(({ id }) => ({ id, version: 1, values: { status: 'paid' as const } }));
}

/** What each order is and what it left behind, beside what the desk says of it. */
async function compare(ids: readonly string[], outcomes: readonly BulkOutcome[]) {
  const rows = await sql<{ id: string; moved: boolean; events: number; mails: number }[]>`
    select o.id, o.status = 'in_production' as moved,
      (select count(*)::int from public.order_events e where e.order_id = o.id and e.to_status = 'in_production') as events,
      (select count(*)::int from public.outbox m where m.kind = 'stage_changed' and m.dedupe_key like 'stage_changed:' || o.id || ':%') as mails
    from public.order_records o where o.id = any (${[...ids]}::uuid[])`;
  const told = new Map(outcomes.map((each) => [each.id, each.kind]));
  for (const row of rows) {
    const once = row.moved ? 1 : 0;
    assert.deepEqual([row.events, row.mails], [once, once], 'whole or not at all');
    assert.equal(told.get(row.id) === 'done', row.moved, `${row.id} is ${told.get(row.id)}`);
  }
  return rows.filter(({ moved }) => moved).length;
}

test('an API that is killed in the middle of a bulk move leaves each order done once, and the desk says so', async () => {
  const rows = await paidOrders(700);
  const ids = rows.map(({ id }) => id);
  const outcomes: BulkOutcome[] = [];
  const signal = new AbortController().signal;
  const moving = moveOrders(
    rows,
    { to: 'in_production', reason: '', despiteDue: '' },
    signal,
    (each) => outcomes.push(each),
    owner,
  );
  // As soon as the first part is through, whatever the others are doing.
  while (outcomes.length === 0) await new Promise((resolve) => setImmediate(resolve));
  await api.killAndStart();
  await moving;
  assert.equal(outcomes.length, 700);
  assert.equal(await compare(ids, outcomes), 700);
});

test('an API that stays away leaves what it was sent in doubt, says of which orders, and does not touch the rest', async () => {
  const rows = await paidOrders(600);
  const outcomes: BulkOutcome[] = [];
  const gone = createClient('http://127.0.0.1:9', api.publishableKey);
  await moveOrders(
    rows,
    { to: 'in_production', reason: '', despiteDue: '' },
    AbortSignal.abort(),
    (each) => outcomes.push(each),
    Promise.resolve(gone as unknown as Backend),
  );
  assert.equal(outcomes.length, 0, 'stopped before it began');
  const stopping = new AbortController();
  const moving = moveOrders(
    rows,
    { to: 'in_production', reason: '', despiteDue: '' },
    stopping.signal,
    (each) => outcomes.push(each),
    Promise.resolve(gone as unknown as Backend),
  );
  stopping.abort();
  await moving;
  assert.deepEqual(new Set(outcomes.map(({ kind }) => kind)), new Set(['unknown']));
  assert.equal(outcomes.length, 500, 'two parts were under way');
  assert.equal(
    await compare(
      rows.map(({ id }) => id),
      [],
    ),
    0,
  );
});

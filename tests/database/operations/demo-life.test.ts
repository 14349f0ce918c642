import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeLife } from '../../../scripts/demo/life.ts';
import { openTestDatabase, type TestSql } from '../../support/database.ts';
import { findBrokenInvariants } from '../../support/data/orders.ts';

const database = openTestDatabase();
const other = openTestDatabase();
const earlier = openTestDatabase();

const catalogueOf = async ({ sql }: TestSql) => {
  const [row] = await sql`
    select (select md5(string_agg(p.oid::regprocedure || p.prosrc || coalesce(p.proconfig::text, ''), '' order by p.oid))
        from pg_proc p where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)) as routines,
      (select md5(string_agg(pg_get_expr(d.adbin, d.adrelid), '' order by d.adrelid, d.adnum)) from pg_attrdef d) as defaults,
      (select count(*)::int from pg_namespace where nspname = 'demo_clock') as clocks`;
  return row;
};

const sumsOf = ({ sql }: TestSql) => sql`
  select o.status::text, count(*)::int as orders, sum(o.total_minor)::int as total,
    string_agg(c.address ->> 'name', ', ' order by o.number) as names
  from public.order_records o join private.order_contacts c on c.order_id = o.id group by 1 order by 1`;

let was: unknown;

test('The life of a demo shop is made in one go', async () => {
  was = await catalogueOf(database);
  await Promise.all([
    makeLife(database.url),
    makeLife(other.url),
    makeLife(earlier.url, () => {}, '11 hours'),
  ]);
});

test('The shopper has an order in each stage', async () => {
  const missing = await database.sql`
    select s::text from unnest(enum_range(null::public.order_status)) s where not exists (
      select from public.order_records o join auth.users u on u.id = o.user_id
      where o.status = s and u.email = 'shopper@keywright.test')`;
  assert.deepEqual(Array.from(missing), []);
});

test('The books, the stock and the histories of the demo shop are right', async () => {
  assert.deepEqual(await findBrokenInvariants(database.sql), []);
});

test('Invoices count up with their days, and orders with their moments', async () => {
  const [row] = await database.sql`
    select (select count(*)::int from (
        select issued_at < lag(issued_at) over (partition by kind order by position) as is_late from public.documents) d where is_late) as documents,
      (select count(*)::int from (
        select placed_at < lag(placed_at) over (order by number) as is_late from public.order_records) o where is_late) as orders,
      (select count(*)::int > 100 from public.documents) as are_many`;
  assert.deepEqual(row, { documents: 0, orders: 0, are_many: true });
});

test('No mail waits to be sent, and nothing lies in the future', async () => {
  const [row] = await database.sql`
    select (select count(*)::int from public.outbox where sent_at is null) as mails,
      (select count(*)::int from public.order_events where at > now()) as events`;
  assert.deepEqual(row, { mails: 0, events: 0 });
});

test('The stock that can be bought and the counts of group buys are those of the seed', async () => {
  const [row] = await database.sql`
    select (select count(*)::int from public.stock_pools where on_hand < allocated) as oversold,
      (select ordered_count from public.batch_kits k join public.variants v on v.id = k.variant_id where v.sku = 'BRAEFELL-KIT') as ordered,
      (select stage::text from public.batches where code = 'LAMPWING-R1') as stage`;
  assert.deepEqual(row, { oversold: 0, ordered: 63, stage: 'closed' });
});

const desksOf = async ({ sql }: TestSql): Promise<string[]> => {
  const [row] = await sql`
    select (select count(*) > 300 from public.order_records) as orders,
      (select count(*) > 3 from public.order_returns where ended_at is null) as returns,
      (select count(*) > 0 from public.bank_refunds where sent_at is not null) as refunds,
      (select count(*) > 5 from public.order_notes) as notes,
      (select count(*) > 5 from public.order_events where kind = 'messaged') as messages,
      (select count(*) > 1 from public.customer_notes) as customer_notes,
      (select count(*) > 100 from public.list_entries e where e.user_id is not null) as entries,
      (select count(distinct o.status) > 2 from public.offers o) as offers,
      (select count(*) > 8 from public.designs d where d.owner_id is not null) as designs,
      (select count(*) = 1 from public.design_reports where answered_at is null) as reports,
      (select count(distinct day) > 180 from private.visit_days where step = 'product_viewed') as visits`;
  assert.ok(row);
  return Object.entries(row).flatMap(([what, isThere]) => (isThere === true ? [] : [what]));
};

test('Desks have rows to show, at whatever hour the shop is made', async () => {
  assert.deepEqual(await desksOf(database), []);
  assert.deepEqual(await desksOf(earlier), []);
});

test('The same seed makes the same shop', async () => {
  assert.deepEqual(Array.from(await sumsOf(database)), Array.from(await sumsOf(other)));
});

test('The clock is gone, and every function and default is as it was', async () => {
  assert.deepEqual(await catalogueOf(database), was);
});

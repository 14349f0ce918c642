/** What is there already stays, so that a shop can be grown in steps. */
import { createClient } from '@supabase/supabase-js';
import postgres, { type Sql, type TransactionSql } from 'postgres';
import type { Backend } from '../../src/shared/backend/client.ts';
import { startTestBackend } from '../support/local-backend.ts';

const chosen = {
  option_id: '00000000-0000-4000-8000-000000000001',
  value_id: '00000000-0000-4000-8000-000000000002',
  option: 'Colour',
  value: 'Sage',
  price_delta_minor: 0,
};

export interface DeskSize {
  readonly orders: number;
  readonly products: number;
  /** Of visitors; beside them half as many rows of the audit log. */
  readonly events: number;
}

const fullDesk: DeskSize = { orders: 100_000, products: 10_000, events: 1_000_000 };

/** Numbers of generated orders begin here, far above those that the shop gives out. */
export const firstGenerated = 5_000_000;

/** For another size: KEYWRIGHT_DESK_ORDERS, the rest follows. */
export function wantedDesk(): DeskSize {
  const orders = Number(process.env['KEYWRIGHT_DESK_ORDERS'] ?? fullDesk.orders);
  const part = orders / fullDesk.orders;
  return { orders, products: fullDesk.products * part, events: fullDesk.events * part };
}

/** A backend of its own, with an owner who works there. */
export async function startDesk() {
  const backend = await startTestBackend();
  const sql = postgres(backend.databaseUrl, { max: 1, onnotice() {} });
  const client = createClient(backend.url, backend.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const email = 'owner@keywright.test';
  const signed = await client.auth.signInWithPassword({ email, password: 'Keywright-demo-1' });
  if (signed.error) throw signed.error;
  return {
    sql,
    owner: Promise.resolve(client as unknown as Backend),
    async stop() {
      await sql.end();
      await backend.stop();
    },
  };
}

export async function generateDesk(sql: Sql, size: DeskSize): Promise<void> {
  await sql.begin(async (transaction) => {
    await transaction`set local session_replication_role = replica`;
    await addProducts(transaction, size.products);
    await addLists(transaction, Math.ceil(size.products / 10));
    await addColours(transaction, Math.ceil(size.products / 5));
    await addOrders(transaction, size.orders);
    await addParts(transaction);
    await addEvents(transaction, size.events);
    await addAudit(transaction, size.events / 2);
  });
  await countCustomers(sql);
  // The planner knows of none of it until it is counted.
  await sql`analyze`;
}

async function addProducts(sql: TransactionSql, count: number): Promise<void> {
  await sql`
    insert into public.products
    select (jsonb_populate_record(p, jsonb_build_object(
      'id', md5('desk product ' || n)::uuid, 'url', 'desk-' || n,
      'title', (array['Alder', 'Birch', 'Cedar', 'Dogwood', 'Elm', 'Fir', 'Ginkgo'])[1 + n % 7] || ' ' || n,
      'status', (array['published', 'published', 'published', 'draft', 'archived'])[1 + n % 5],
      'position', n, 'publish_at', now() - n * interval '1 hour',
      'updated_at', now() - n * interval '20 minutes'))).*
    from public.products p, generate_series(1, ${count}::int) n
    where p.url = 'grease-two'
    on conflict do nothing`;
  await sql`
    insert into public.stock_pools (id, code, title, on_hand, allocated, updated_at)
    select md5('desk pool ' || n)::uuid, 'DESK-' || n,
      (array['Alder', 'Birch', 'Cedar', 'Dogwood', 'Elm', 'Fir', 'Ginkgo'])[1 + n % 7] || ' pile ' || n,
      10 + n % 40, n % 8, now() - n * interval '10 minutes'
    from generate_series(1, ${count}::int) n
    on conflict do nothing`;
  await sql`
    insert into public.stock_ledger (pool_id, reason, on_hand_delta, allocated_delta, on_hand_after, allocated_after)
    select s.id, 'The first count', s.on_hand, s.allocated, s.on_hand, s.allocated from public.stock_pools s
    where s.code like 'DESK-%' and not exists (select from public.stock_ledger l where l.pool_id = s.id)`;
  await sql`
    insert into public.variants
    select (jsonb_populate_record(v, jsonb_build_object('id', md5('desk variant ' || n)::uuid,
      'product_id', md5('desk product ' || n)::uuid, 'stock_pool_id', md5('desk pool ' || n)::uuid,
      'sku', 'DESK-' || n))).*
    from public.variants v, generate_series(1, ${count}::int) n
    where v.id = (select x.id from public.variants x join public.products p on p.id = x.product_id
      where p.url = 'grease-two' order by x.position limit 1)
    on conflict do nothing`;
}

async function addLists(sql: TransactionSql, count: number): Promise<void> {
  await sql`
    insert into public.lists
    select (jsonb_populate_record(l, jsonb_build_object('id', md5('desk list ' || n)::uuid,
      'product_id', md5('desk product ' || n)::uuid, 'title', 'Waiting for ' || n, 'entry_count', 0,
      'updated_at', now() - n * interval '1 hour'))).*
    from public.lists l, generate_series(1, ${count}::int) n
    where l.id = (select id from public.lists where kind = 'waiting_list' order by id limit 1)
    on conflict do nothing`;
}

/** Of one palette, each with a code of its own. */
async function addColours(sql: TransactionSql, count: number): Promise<void> {
  await sql`
    insert into public.colorways
    select (jsonb_populate_record(c, jsonb_build_object('id', md5('desk colour ' || n)::uuid,
      'code', 'desk-' || n, 'physical_code', 'DESK-' || n, 'name', 'Shade ' || n, 'position', 1000 + n,
      'updated_at', now() - n * interval '1 hour'))).*
    from public.colorways c, generate_series(1, ${count}::int) n
    where c.id = (select id from public.colorways where palette_id is not null order by code limit 1)
    on conflict do nothing`;
}

/** Two things of 40 and 25 to a customer in one of eight countries, who comes twice; one order in five minutes. */
/** A shop of any size owes the same forty customers money, so that a page of them is as long. */
async function addOrders(sql: TransactionSql, count: number): Promise<void> {
  await sql`
    insert into public.order_records (id, number, status, payment, country_code, shipping_method_name,
      subtotal_minor, shipping_minor, tax_minor, tax_included_minor, total_minor, captured_minor, consents, placed_at, pay_by, paid_at, updated_at)
    select md5('desk order ' || n)::uuid, 'KW-' || (${firstGenerated}::int + n), o.status,
      case when n % 400 = 0 then 'stripe' else 'invoice' end, o.country, 'Parcel',
      6500, 595, 0, 1130, 7095, case when n <= 1000 and n % 25 = 0 then 7595 when o.is_paid then 7095 else 0 end, '{"terms": true}', o.placed, o.placed + interval '7 days',
      case when o.is_paid then o.placed + interval '1 day' end, o.placed
    from generate_series(1, ${count}::int) n, lateral (select
      (array['paid', 'paid', 'in_production', 'ready_to_ship', 'shipped', 'delivered', 'delivered',
        'delivered', 'cancelled', 'awaiting_payment'])[1 + n % 10]::public.order_status as status,
      (array['NL', 'DE', 'DE', 'FR', 'US', 'US', 'GB', 'JP'])[1 + n % 8] as country,
      n % 10 not in (8, 9) as is_paid,
      date_trunc('minute', now()) - n * interval '5 minutes' as placed) o
    on conflict do nothing`;
  await sql`
    insert into private.order_contacts (order_id, email, address, token_hash, mailbox_token_hash)
    select o.id, 'buyer-' || o.buyer || '@desk.test',
      jsonb_build_object('name', 'Buyer ' || o.buyer, 'line1', 'Street 1', 'city', 'Town',
        'postcode', '1000 AA', 'country', o.country_code), '', ''
    from (select r.*, (substr(r.number, 4)::int + 1) / 2 as buyer from public.order_records r
      where r.number >= 'KW-' || ${firstGenerated}::int) o
    on conflict do nothing`;
}

/** As the clock does, whoever has changed. */
async function countCustomers(sql: Sql): Promise<void> {
  await sql`
    insert into private.customer_changes (order_id)
    select c.order_id from private.order_contacts c where c.email like '%@desk.test'
      and not exists (select from private.customers k where k.email = c.email)`;
  for (let counted = 1; counted > 0;) {
    const [row] = await sql<{ counted: number }[]>`
      select private.count_customers(5000) as counted`;
    counted = row?.counted ?? 0;
  }
}

/** Lines, parcels, captures and history of the generated orders that have none yet. */
async function addParts(sql: TransactionSql): Promise<void> {
  await sql`
    create temporary table fresh on commit drop as
    select o.*, row_number() over () as n, (select id from public.batches order by code limit 1) as batch
    from public.order_records o where o.number >= 'KW-' || ${firstGenerated}::int
      and not exists (select from public.shipments s where s.order_id = o.id)`;
  await sql`
    insert into public.shipments (id, order_id, weight_grams)
    select md5('desk parcel ' || number)::uuid, id, 400 from fresh`;
  await sql`
    insert into public.order_lines (order_id, position, shipment_id, variant_id, product_id, batch_id,
      sold_as, quantity, title, variant_title, sku, url, kind, options, unit_price_minor, total_minor,
      tax_minor, tax_included, tax_rate_basis_points, weight_grams)
    select f.id, k, md5('desk parcel ' || f.number)::uuid, v.id, v.product_id,
      case when k = 2 and f.n % 20 = 0 then f.batch end, 'in_stock', 1, 'Sample', v.title, v.sku,
      'sample', 'product',
      case when k = 1 then ${sql.json([chosen])} else '[]' end,
      case k when 1 then 4000 else 2500 end, case k when 1 then 4000 else 2500 end, 0, true, 2100, 200
    from fresh f cross join generate_series(1, 2) k
    join public.variants v on v.id = md5('desk variant ' || (1 + (f.n * k) % greatest(1,
      (select count(*) from public.variants where sku like 'DESK-%'))))::uuid`;
  await sql`
    insert into public.order_batches (batch_id, order_id, placed_at)
    select batch, id, placed_at from fresh where n % 20 = 0 and batch is not null`;
  await sql`
    insert into public.order_entries (order_id, kind, amount_minor, at)
    select id, k.kind, k.minor, placed_at from fresh cross join (values ('goods', 6500), ('shipping', 595)) k (kind, minor)`;
  await sql`
    insert into public.payments (order_id, kind, provider, amount_minor, at)
    select id, 'capture', 'invoice', captured_minor, paid_at from fresh where captured_minor > 0`;
  await sql`
    insert into public.order_events (order_id, at, kind, actor, to_status)
    select id, placed_at, 'placed', 'guest', 'awaiting_payment'::public.order_status from fresh
    union all
    select id, paid_at, 'moved', 'staff', 'paid' from fresh where paid_at is not null`;
}

async function addEvents(sql: TransactionSql, count: number): Promise<void> {
  await sql`
    insert into public.analytics_events (insert_id, name, device_id, session_id, happened_at)
    select 'desk-event-' || n, (array['page_viewed', 'page_viewed', 'page_viewed', 'product_viewed',
      'product_viewed', 'cart_line_added', 'checkout_started', 'order_placed'])[1 + n % 8],
      'device-' || n / 8, n / 8, now() - n * interval '30 seconds'
    from generate_series(1, ${count}::int) n
    on conflict do nothing`;
  // As the trigger does, which is off.
  await sql`
    insert into private.visit_days (day, step, visits)
    select day, name, count(*) from (
      select name, min((happened_at at time zone 'UTC')::date) as day from public.analytics_events
      where name in ('product_viewed', 'cart_line_added', 'checkout_started', 'order_placed')
      group by name, device_id, session_id) each_once
    group by 1, 2
    on conflict (day, step) do update set visits = excluded.visits`;
}

async function addAudit(sql: TransactionSql, count: number): Promise<void> {
  const [had] = await sql<{ count: number }[]>`
    select count(*)::int as count from public.audit_log where row_id like 'desk-%'`;
  await sql`
    insert into public.audit_log (at, actor_id, actor_role, action, table_name, row_id, before, after)
    select now() - (${count}::int - n) * interval '30 seconds', md5('desk actor ' || n % 5)::uuid,
      (array['owner', 'editor', 'fulfilment'])[1 + n % 3], 'update',
      (array['products', 'variants', 'order_records', 'stock_pools'])[1 + n % 4], 'desk-' || n % 5000,
      jsonb_build_object('position', n), jsonb_build_object('position', n + 1)
    from generate_series(${(had?.count ?? 0) + 1}::int, ${count}::int) n`;
}

/** Orders of one thing by as many people: what a shop has behind it when the next one is placed. */
import type { Sql } from 'postgres';

/** Numbers of these orders begin here, apart from those that the shop gives out. */
const firstOfThem = 6_000_000;

/** What is there already stays, so that a shop can be grown in steps. */
export async function generateOrders(
  sql: Sql,
  { sku, code, upTo }: { readonly sku: string; readonly code: string; readonly upTo: number },
): Promise<void> {
  await sql.begin(async (transaction) => {
    await transaction`set local session_replication_role = replica`;
    await transaction`
      insert into public.discount_codes (code, title, percent, most_per_customer) values (${code}, 'Everybody', 5, 1)
      on conflict do nothing`;
    await transaction`
      create temporary table fresh on commit drop as
      select md5('grown order ' || n)::uuid as id, md5('grown line ' || n)::uuid as line_id,
        md5('grown parcel ' || n)::uuid as parcel_id, 'KW-' || (${firstOfThem}::int + n) as number,
        'grown-' || n || '@buyers.test' as email, o.placed,
        (case n % 10 when 0 then 'cancelled' when 1 then 'paid' else 'delivered' end)::public.order_status as status,
        v.id as variant_id, v.product_id, v.stock_pool_id as pool_id, v.title as variant_title, v.sku
      from generate_series(1, ${upTo}::int) n
      cross join lateral (select date_trunc('minute', now()) - n * interval '1 minute' as placed) o
      join public.variants v on v.sku = ${sku}
      where not exists (select from public.order_records r where r.id = md5('grown order ' || n)::uuid)`;
    await transaction`
      insert into public.order_records (id, number, status, payment, country_code, shipping_method_name, subtotal_minor,
        shipping_minor, tax_minor, tax_included_minor, total_minor, captured_minor, consents, placed_at, pay_by, paid_at, updated_at)
      select id, number, status, 'invoice', 'NL', 'Parcel', 4000, 595, 0, 797, 4595,
        case when status <> 'cancelled' then 4595 else 0 end, '{"terms": true}', placed, placed + interval '7 days',
        case when status <> 'cancelled' then placed + interval '1 day' end, placed from fresh`;
    await transaction`
      insert into private.order_contacts (order_id, email, address, token_hash, mailbox_token_hash, mailbox_proven_at)
      select id, email, '{"name": "Somebody", "country": "NL"}', id::text, '', placed from fresh`;
    await transaction`
      insert into private.order_keys (caller, key, request_hash, order_id, answer)
      select 'guest', id, id::text, id, '{}' from fresh`;
    await transaction`
      insert into public.shipments (id, order_id, weight_grams) select parcel_id, id, 400 from fresh`;
    await transaction`
      insert into public.order_lines (id, order_id, position, shipment_id, variant_id, product_id, sold_as, quantity, title,
        variant_title, sku, url, kind, unit_price_minor, total_minor, tax_minor, tax_included, tax_rate_basis_points, weight_grams)
      select line_id, id, 1, parcel_id, variant_id, product_id, 'in_stock', 1, 'A thing', variant_title, sku, 'a-thing',
        'product', 4000, 4000, 0, true, 2100, 200 from fresh`;
    await transaction`
      insert into public.order_entries (order_id, kind, line_id, units, amount_minor, at)
      select id, 'goods', line_id, 1, 4000, placed from fresh union all
      select id, 'shipping', null, 0, 595, placed from fresh`;
    // Of paid orders a hold has no end, of those that ended or left the end stays what it was.
    await transaction`
      insert into private.holds (order_id, line_id, pool_id, units, state, expires_at, held_at, ended_at)
      select id, line_id, pool_id, 1,
        case status when 'paid' then 'held' when 'cancelled' then 'released' else 'claimed' end,
        case status when 'cancelled' then placed + interval '7 days' end, placed,
        case when status <> 'paid' then placed + interval '8 days' end from fresh`;
    await transaction`
      insert into private.discount_uses (order_id, code_id, email, amount_minor, rule, counted_at)
      select f.id, c.id, f.email, 200, '{}', f.placed from fresh f join public.discount_codes c on c.code = ${code}`;
    await transaction`
      insert into public.order_events (order_id, at, kind, actor, to_status)
      select id, placed, 'placed', 'guest', 'awaiting_payment'::public.order_status from fresh`;
    await transaction`
      insert into public.outbox (kind, dedupe_key, recipient, sent_at, created_at)
      select 'order_placed', 'order_placed:' || id || ':placed', email, placed, placed from fresh`;
    await transaction`
      insert into public.stock_ledger (pool_id, at, reason, on_hand_delta, allocated_delta, on_hand_after, allocated_after)
      select pool_id, placed, 'Order ' || number, 0, 1, 1, 1 from fresh`;
    // What paid orders hold is promised.
    await transaction`
      update public.stock_pools s set allocated = h.units, on_hand = h.units + 100000
      from (select x.pool_id, sum(x.units)::int as units from private.holds x join public.variants v on v.stock_pool_id = x.pool_id
        where v.sku = ${sku} and x.state = 'held' group by x.pool_id) h where s.id = h.pool_id`;
  });
}

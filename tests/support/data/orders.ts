import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Sql, TransactionSql } from 'postgres';

export type AnySql = Sql | TransactionSql;

export interface CartLine {
  readonly variant_id: string | null;
  readonly quantity: unknown;
  readonly options?: Readonly<Record<string, string>>;
  readonly design_id?: string | null;
  readonly offer_id?: string | null;
}

export interface Problem {
  readonly line: number | null;
  readonly reason: string;
  readonly message: string;
}

export interface ShippingMethodPrice {
  readonly id: string;
  readonly code: string;
  readonly price_minor: number | null;
  readonly reason: string | null;
}

export interface Quote {
  readonly lines: readonly Record<string, unknown>[];
  readonly shipments: readonly { readonly lines: number[]; readonly ships_on: string | null }[];
  readonly shipping_methods: readonly ShippingMethodPrice[];
  readonly problems: readonly Problem[];
  readonly codes: readonly { readonly code: string; readonly amount_minor: number }[];
  readonly subtotal_minor: number;
  readonly shipping_minor: number;
  readonly tax_minor: number;
  readonly tax_included_minor: number;
  readonly tax_scheme: string;
  readonly discount_minor: number;
  readonly total_minor: number;
  readonly currency: string;
  readonly quote_hash: string;
  readonly ships_together: boolean;
  readonly together: {
    readonly ships_on: string | null;
    readonly eta_precision: string;
    readonly parcels: number;
    readonly saves_minor: number | null;
    readonly reason: string | null;
    readonly changes_tax: boolean;
  } | null;
}

export interface PlacedOrder {
  readonly order: {
    readonly id: string;
    readonly number: string;
    readonly status: string;
    readonly total_minor: number;
    readonly currency: string;
    readonly pay_by: string;
    readonly token: string;
  };
  readonly replayed: boolean;
}

export const dutchAddress = {
  name: 'Ada Buyer',
  line1: 'Oudegracht 1',
  line2: '',
  city: 'Utrecht',
  region: '',
  postcode: '3511 AB',
  country: 'NL',
  phone: '',
};

export async function variantId(sql: AnySql, sku: string): Promise<string> {
  const [row] = await sql<{ id: string }[]>`select id from public.variants where sku = ${sku}`;
  assert.ok(row, `There is no variant ${sku}`);
  return row.id;
}

export async function line(sql: AnySql, sku: string, quantity: unknown = 1): Promise<CartLine> {
  return { variant_id: await variantId(sql, sku), quantity };
}

/** The first answer that is offered to each question of the variant's product. */
export async function defaultOptions(sql: AnySql, sku: string): Promise<Record<string, string>> {
  const rows = await sql<{ option: string; value: string }[]>`
    select o.id as option, (
      select v.id from public.option_values v where v.option_id = o.id order by v.position limit 1) as value
    from public.product_options o join public.variants x on x.product_id = o.product_id
    where x.sku = ${sku}`;
  return Object.fromEntries(rows.map(({ option, value }) => [option, value]));
}

/** The answer to a question of the demo board that costs most, beside the first answers to the others. */
export async function dearestOption(
  sql: AnySql,
): Promise<{ readonly option: string; readonly value: string; readonly delta: number }> {
  const [row] = await sql<{ option: string; value: string; delta: number }[]>`
    select o.id as option, v.id as value, v.price_delta_minor as delta
    from public.option_values v join public.product_options o on o.id = v.option_id
    join public.products p on p.id = o.product_id
    where p.url = 'braefell-65' and not exists (
      select from public.option_rules r
      join public.option_values d on d.id in (r.value_id, r.other_value_id) and d.position = 1
      where v.id in (r.value_id, r.other_value_id) and d.option_id <> v.option_id)
    order by v.price_delta_minor desc limit 1`;
  assert.ok(row && row.delta > 0);
  return row;
}

export interface Asked {
  readonly country?: string | null;
  readonly code?: string | null;
  readonly method?: string | null;
  readonly vatNumber?: string | null;
  readonly together?: boolean;
}

export async function quoteCart(sql: AnySql, lines: unknown, asked: Asked = {}): Promise<Quote> {
  const { country = 'NL', code = null, method = null, vatNumber = null, together = false } = asked;
  const rows = await sql<{ quote: Quote }[]>`
    select public.quote_cart(${JSON.stringify(lines)}::text::jsonb, ${country}, ${code}, ${method}, ${vatNumber}, ${together}) as quote`;
  assert.ok(rows[0]);
  return rows[0].quote;
}

export interface Purchase {
  readonly key?: string | null;
  readonly lines: unknown;
  readonly email?: string | null;
  readonly address?: unknown;
  readonly method?: string | null;
  readonly code?: string | null;
  readonly consents?: unknown;
  readonly hash?: string | null;
  readonly payment?: string | null;
}

export async function sendOrder(sql: AnySql, purchase: Purchase): Promise<PlacedOrder> {
  const { key = randomUUID(), lines, email = `${randomUUID()}@buyers.test` } = purchase;
  const { address = dutchAddress, method = null, code = null, hash = null } = purchase;
  const { consents = { terms: true, group_buy: true }, payment = 'invoice' } = purchase;
  const rows = await sql<{ placed: PlacedOrder }[]>`
    select public.place_order(${key}, ${JSON.stringify(lines)}::text::jsonb, ${email},
      ${JSON.stringify(address)}::text::jsonb, ${method}, ${code},
      ${JSON.stringify(consents)}::text::jsonb, ${hash}, ${payment}) as placed`;
  assert.ok(rows[0]);
  return rows[0].placed;
}

function vatNumberIn(address: unknown): string | null {
  const { company } = (address ?? {}) as { company?: { vat_number?: unknown } | null };
  return typeof company?.vat_number === 'string' ? company.vat_number : null;
}

const isSentTogether = (address: unknown): boolean =>
  (address as { ships_together?: unknown } | null)?.ships_together === true;

/** Quotes, takes the first method that serves, and orders at that quote. */
export async function buy(sql: AnySql, purchase: Purchase): Promise<PlacedOrder> {
  const { address = dutchAddress, code = null } = purchase;
  const country =
    typeof address === 'object' && address !== null && 'country' in address
      ? String(address.country)
      : null;
  const vatNumber = vatNumberIn(address);
  const together = isSentTogether(address);
  const quote = await quoteCart(sql, purchase.lines, { country, code, vatNumber, together });
  const method = quote.shipping_methods.find((each) => each.price_minor !== null)?.id ?? null;
  return sendOrder(sql, { method, hash: quote.quote_hash, ...purchase });
}

/** What must be true whatever happened before; each row is one fault. */
export async function findBrokenInvariants(sql: Sql): Promise<readonly string[]> {
  const rows = await sql<{ fault: string }[]>`
    select 'pool ' || p.code || ' promises ' || p.allocated || ' and holds are ' || coalesce(h.units, 0) as fault
    from public.stock_pools p
    left join (select pool_id, sum(units) as units from private.holds where state = 'held' group by 1) h on h.pool_id = p.id
    where p.allocated <> coalesce(h.units, 0)
    union all
    select 'the ledger of ' || p.code from public.stock_pools p
    join (select pool_id, sum(on_hand_delta) as on_hand, sum(allocated_delta) as allocated
      from public.stock_ledger group by 1) l on l.pool_id = p.id
    where l.on_hand <> p.on_hand or l.allocated <> p.allocated
    union all
    select o.number || ' has no lines' from public.order_records o
    where not exists (select from public.order_lines l where l.order_id = o.id)
    union all
    select o.number || ' totals' from public.order_records o
    join (select order_id, sum(total_minor) as total, sum(discount_minor) as discount,
        sum(tax_minor) filter (where not tax_included) as tax
      from public.order_lines group by 1) l on l.order_id = o.id
    where l.total <> o.subtotal_minor or l.discount <> o.discount_minor or abs(coalesce(l.tax, 0)) > abs(o.tax_minor)
      or o.subtotal_minor + o.shipping_minor + o.tax_minor - o.discount_minor <> o.total_minor
    union all
    select o.number || ' stands in other batches than its lines' from public.order_records o
    where (select array_agg(distinct l.batch_id) from public.order_lines l where l.order_id = o.id and l.batch_id is not null)
      is distinct from (select array_agg(b.batch_id order by b.batch_id) from public.order_batches b where b.order_id = o.id)
    union all
    select o.number || ' has no contact or no key' from public.order_records o
    where not exists (select from private.order_contacts c where c.order_id = o.id)
      or (select count(*) from private.order_keys k where k.order_id = o.id) <> 1
    union all
    select o.number || ' payments' from public.order_records o
    left join (select order_id, sum(amount_minor) filter (where kind = 'capture') as captured,
        sum(amount_minor) filter (where kind = 'refund') as refunded
      from public.payments group by 1) p on p.order_id = o.id
    where o.captured_minor <> coalesce(p.captured, 0) or o.refunded_minor <> coalesce(p.refunded, 0)
    union all
    select o.number || ' costs something else than its entries' from public.order_records o
    left join (select order_id, sum(amount_minor) as cost,
        sum(amount_minor) filter (where kind not in ('settled', 'refunded', 'kept')) as total
      from public.order_entries group by 1) e on e.order_id = o.id
    where coalesce(e.total, 0) <> o.total_minor or coalesce(e.cost, 0) <> o.total_minor - o.forgone_minor
    union all
    select 'a document could not be issued: ' || d.problem from private.documents_due d
    union all
    select 'numbers of ' || d.seller_code || ' ' || d.kind from public.documents d
    join private.document_counters c on c.seller_code = d.seller_code
    group by d.seller_code, d.kind, c.invoices, c.credit_notes
    having max(d.position) <> count(*) or max(d.position) <> case d.kind when 'invoice' then c.invoices else c.credit_notes end
    union all
    select d.number || ' does not agree with itself' from public.documents d join private.document_facts f on f.document_id = d.id
    where d.hash <> encode(sha256(convert_to(f.facts::text, 'UTF8')), 'hex') or d.total_minor <= 0
      or (d.net_minor, d.tax_minor, d.total_minor) <> (
        select sum((l ->> 'net_minor')::int), sum((l ->> 'tax_minor')::int), sum((l ->> 'gross_minor')::int) from jsonb_array_elements(f.facts -> 'lines') l)
      or (d.net_minor, d.tax_minor) <> (
        select sum((t ->> 'net_minor')::int), sum((t ->> 'tax_minor')::int) from jsonb_array_elements(f.facts -> 'taxes') t)
    union all
    select o.number || ' has other documents than books' from public.order_records o
    cross join lateral (
      select coalesce(sum(case d.kind when 'invoice' then d.total_minor else -d.total_minor end), 0) as invoiced,
        coalesce(sum(case d.kind when 'invoice' then d.tax_minor else -d.tax_minor end), 0) as tax, count(*) as n
      from public.documents d where d.order_id = o.id
    ) d
    where case
      -- Before it is paid only staff issue one.
      when d.n = 0 then o.status in ('paid', 'in_production', 'ready_to_ship', 'shipped', 'delivered') and o.paid_at >= private.documents_since()
        and o.total_minor - o.forgone_minor > 0 and o.captured_minor - o.refunded_minor >= o.total_minor - o.forgone_minor
      when o.status in ('expired', 'cancelled', 'refunded') then d.invoiced > o.captured_minor - o.refunded_minor
      when o.captured_minor - o.refunded_minor >= o.total_minor - o.forgone_minor and o.refund_due_minor = 0
        then d.invoiced <> greatest(o.total_minor - o.forgone_minor, 0)
      else d.invoiced < 0 end
      or d.invoiced = 0 and d.tax <> 0
      or d.n = 1 and o.forgone_minor = 0 and d.invoiced = o.total_minor and d.tax <> greatest(o.tax_minor, 0) + o.tax_included_minor
    union all
    select o.number || ' took an illegal way' from public.order_events e
    join public.order_records o on o.id = e.order_id
    where e.kind = 'moved' and not exists (
      select from private.order_moves m where m.from_status = e.from_status and m.to_status = e.to_status)
    union all
    select o.number || ' left where it was not any more' from (
      select order_id, from_status, lag(to_status) over (partition by order_id order by id) as before
      from public.order_events where to_status is not null) e
    join public.order_records o on o.id = e.order_id
    where e.before is not null and e.from_status is distinct from e.before
    union all
    select o.number || ' is not where its history ends' from public.order_records o
    where o.status is distinct from (
      select e.to_status from public.order_events e
      where e.order_id = o.id and e.to_status is not null order by e.id desc limit 1)
    union all
    select o.number || ' ended and still holds' from public.order_records o
    join private.holds h on h.order_id = o.id and h.state = 'held'
    where o.status in ('expired', 'cancelled', 'shipped', 'delivered', 'refunded')
    union all
    select o.number || ' does not hold its goods' from public.order_records o
    join public.order_lines l on l.order_id = o.id
    join public.variants v on v.id = l.variant_id
    cross join lateral (
      select (l.quantity - l.refunded_quantity) * v.pool_units as due, coalesce(sum(h.units), 0) as units,
        -- What has left stays gone, also once it was refunded.
        coalesce(bool_or(h.state = 'claimed'), false) as has_left
      from private.holds h where h.line_id = l.id and h.state in ('held', 'claimed')) h
    where o.status in ('awaiting_payment', 'paid', 'in_production', 'ready_to_ship')
      and v.stock_pool_id is not null and l.sold_as <> 'group_buy'
      and (h.due > h.units or h.due < h.units and not h.has_left)
    union all
    select b.code || ' counts ' || k.ordered_count || ' paid and ' || k.waiting_count || ' waiting, and holds are '
      || h.paid || ' and ' || h.waiting
    from public.batch_kits k join public.batches b on b.id = k.batch_id
    cross join lateral (
      select coalesce(sum(units) filter (where expires_at is null), 0) as paid,
        coalesce(sum(units) filter (where expires_at is not null), 0) as waiting
      from private.holds where kit_id = k.id and state <> 'released') h
    -- The demo shop's batches begin with orders that are not in its books.
    where k.waiting_count <> h.waiting or b.code like 'TEST-%' and k.ordered_count <> h.paid
    union all
    select 'code ' || c.code from public.discount_codes c
    where c.used_count <> (select count(*) from private.discount_uses u where u.code_id = c.id and u.given_back_at is null and u.counted_at is not null)
      or c.used_count > c.most_uses`;
  return rows.map(({ fault }) => fault);
}

/** As staff record a bank transfer that pays all that is due. */
export async function recordPayment(sql: AnySql, order: string): Promise<void> {
  await sql`select public.record_payment(${order}, null, ${`Statement ${randomUUID()}`})`;
}

/** The mailbox of a guest's order answers, as the link of its mail does; the reason where it may not be kept. */
export async function confirmOrder(sql: AnySql, order: string): Promise<string | null> {
  const [row] = await sql<{ reason: string | null }[]>`
    select private.confirm_order(${order}, false) ->> 'reason' as reason`;
  await sql`update private.order_contacts set mailbox_proven_at = now() where order_id = ${order}`;
  return row?.reason ?? null;
}

/** The money for an order comes, whoever sends it. */
export async function payInFull(sql: AnySql, order: string): Promise<void> {
  await sql`select private.capture_money(o, 'invoice', 'Planted', o.total_minor, 'shop')
    from public.order_records o where o.id = ${order}`;
}

export interface Begun {
  readonly attempt_id: string;
  readonly amount_minor: number;
  readonly currency: string;
}

export async function beginPayment(
  sql: AnySql,
  order: string,
  token: string | null,
): Promise<Begun> {
  const rows = await sql<{ begun: Begun }[]>`
    select public.begin_payment(${order}, ${token}, 'demo') as begun`;
  assert.ok(rows[0]);
  return rows[0].begun;
}

export interface ProviderEvent {
  readonly id: string | null;
  readonly kind?: string;
  readonly order: string | null;
  readonly reference?: string | null;
  readonly amount: number;
  readonly currency?: string;
  readonly provider?: string;
}

/** What the event did, in a word. */
export async function applyEvent(sql: AnySql, event: ProviderEvent): Promise<string> {
  const { id, kind = 'paid', order, reference = id, amount, currency = 'EUR' } = event;
  const rows = await sql<{ outcome: string }[]>`
    select public.apply_payment_event(${event.provider ?? 'demo'}, ${id}, ${kind}, ${order}, ${reference},
      ${amount}, ${currency}) ->> 'outcome' as outcome`;
  assert.ok(rows[0]);
  return rows[0].outcome;
}

/** As if the time to pay had passed. */
export async function letTimeToPayPass(sql: Sql, order: string): Promise<void> {
  await sql`update public.order_records set pay_by = now() - interval '1 minute' where id = ${order}`;
  await sql`update private.holds set expires_at = now() - interval '1 minute' where order_id = ${order} and state = 'held'`;
}

/** The bare row of an order, and the event that its customer and staff hear of. */
export async function announceOrder(sql: Sql, email: string, reason: string): Promise<void> {
  await sql`
    with placed as (
      insert into public.order_records (user_id, payment, country_code, shipping_method_name,
        subtotal_minor, shipping_minor, tax_minor, tax_included_minor, total_minor, consents, pay_by)
      select id, 'invoice', 'NL', 'Parcel', 100, 0, 0, 17, 100, '{}', now() + interval '1 day'
      from auth.users where email = ${email}
      returning id
    )
    insert into public.order_events (order_id, kind, actor, to_status, reason)
    select id, 'placed', 'customer', 'awaiting_payment', ${reason} from placed`;
}

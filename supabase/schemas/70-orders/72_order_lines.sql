-- What an order is made of, parcel by parcel and line by line. Each line is a copy of what was
-- shown when it was bought: later edits of a product never change it.

create table public.shipments (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.order_records (id) on delete cascade,
  position int not null default 1,
  status text not null default 'planned' check (status in ('planned', 'shipped', 'delivered')),
  batch_id uuid references public.batches (id) on delete set null,
  ships_on date,
  eta_precision text check (eta_precision in ('day', 'month', 'quarter')),
  weight_grams int not null check (weight_grams >= 0),
  package_id uuid references public.shipping_packages (id) on delete set null,
  package jsonb check (jsonb_typeof(package) = 'object' and pg_column_size(package) <= 1024),
  carrier text not null default '' check (length(carrier) <= 80),
  tracking_number text not null default '' check (length(tracking_number) <= 80),
  tracking_url text not null default '' check (tracking_url = '' or (tracking_url ~ '^https://[^\s<>"]+$' and length(tracking_url) <= 400)),
  shipped_at timestamptz,
  delivered_at timestamptz,
  unique (order_id, position),
  -- A date alone would be read as a promise of that day.
  constraint shipments_eta check (ships_on is null or eta_precision is not null)
);
create index shipments_batch_idx on public.shipments (batch_id);
create index shipments_package_idx on public.shipments (package_id);
comment on table public.shipments is 'The parcels of an order, by the day they leave.';
comment on column public.shipments.status is 'planned, shipped or delivered.';
comment on column public.shipments.batch_id is 'The production run it waits for, if any; of several the latest.';
comment on column public.shipments.ships_on is 'When it was expected to leave as it was ordered, with the last of its parts; null where it leaves at once.';
comment on column public.shipments.eta_precision is 'How exact that is; null only where there is no date.';
comment on column public.shipments.package_id is 'What it was packed into; null where nobody said, and once that package is gone.';
comment on column public.shipments.package is 'That package as it was when the parcel left.
Holds { gross_grams: number; height_mm: number; length_mm: number; name: string; width_mm: number }';
comment on column public.shipments.tracking_number is 'What the carrier calls it.';
comment on column public.shipments.tracking_url is 'Where it can be followed.';

revoke all on public.shipments from anon, authenticated;
grant select on public.shipments to authenticated, service_role;
create policy "Customers read parcels of orders they can see" on public.shipments
  for select to authenticated
  using (exists (select from public.order_records o where o.id = order_id));
create trigger audit_insert after insert on public.shipments
  referencing new table as new_rows for each statement execute function private.audit_rows();
create trigger audit_update after update on public.shipments
  referencing old table as old_rows new table as new_rows for each statement execute function private.audit_rows();
create trigger audit_delete after delete on public.shipments
  referencing old table as old_rows for each statement execute function private.audit_rows();

create function private.has_left(p_order uuid) returns boolean
language sql stable
set search_path = ''
as $$
  select exists (select from public.shipments s where s.order_id = p_order and s.status <> 'planned')
$$;
comment on function private.has_left(uuid) is 'Whether a parcel of an order has left.';

create table public.order_lines (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.order_records (id) on delete cascade,
  position int not null,
  shipment_id uuid references public.shipments (id) on delete set null,
  variant_id uuid not null references public.variants (id),
  product_id uuid not null references public.products (id),
  batch_id uuid references public.batches (id),
  design_id uuid,
  offer_id uuid,
  sold_as public.availability_kind not null,
  quantity int not null check (quantity between 1 and 999),
  refunded_quantity int not null default 0,
  restocked_quantity int not null default 0,
  title text not null check (length(title) <= 120),
  variant_title text not null check (length(variant_title) <= 130),
  sku text not null check (length(sku) <= 40),
  url text not null check (length(url) <= 80),
  kind public.product_kind not null,
  picture text check (length(picture) <= 400),
  options jsonb not null default '[]' check (jsonb_typeof(options) = 'array' and pg_column_size(options) <= 16384),
  design jsonb check (pg_column_size(design) <= 131072),
  currency text not null default 'EUR' check (currency ~ '^[A-Z]{3}$'),
  unit_price_minor int not null check (unit_price_minor >= 0),
  total_minor int not null,
  discount_minor int not null default 0,
  tax_minor int not null,
  tax_included boolean not null,
  tax_scheme text not null default '' check (tax_scheme in ('', 'domestic', 'oss', 'local', 'export', 'reverse_charge')),
  tax_rate_basis_points int not null check (tax_rate_basis_points between 0 and 10000),
  tax_name text not null default '' check (length(tax_name) <= 40),
  weight_grams int not null check (weight_grams >= 0),
  flaws text not null default '' check (length(flaws) <= 300),
  unique (order_id, position),
  constraint order_lines_total check (total_minor = unit_price_minor * quantity),
  constraint order_lines_discount check (discount_minor between 0 and total_minor),
  constraint order_lines_tax check (case when tax_scheme in ('export', 'reverse_charge') then tax_minor <= 0 and not tax_included else tax_minor >= 0 end),
  constraint order_lines_refunds check (refunded_quantity between 0 and quantity),
  constraint order_lines_restocked check (restocked_quantity between 0 and quantity)
);
create index order_lines_shipment_idx on public.order_lines (shipment_id);
create index order_lines_variant_idx on public.order_lines (variant_id);
create index order_lines_product_idx on public.order_lines (product_id);
create index order_lines_batch_idx on public.order_lines (batch_id);
create index order_lines_design_idx on public.order_lines (design_id);
comment on table public.order_lines is 'One thing of an order, as it was when it was bought.';
comment on column public.order_lines.batch_id is 'Through which production run, if any; its stage is the stage of the line.';
comment on column public.order_lines.design_id is 'The design it was ordered with, if any.';
comment on column public.order_lines.offer_id is 'The offer it was bought through, if any.';
comment on column public.order_lines.sold_as is 'How it was sold: from stock, in a group buy, ahead of its date, through a list.';
comment on column public.order_lines.refunded_quantity is 'How many of them were given back or dropped.';
comment on column public.order_lines.restocked_quantity is 'How many of them had left and are on sale again.';
comment on column public.order_lines.title is 'The product''s name then.';
comment on column public.order_lines.variant_title is 'The variant''s name then.';
comment on column public.order_lines.flaws is 'What was told then of its flaws: B-stock. Empty for first quality.';
comment on column public.order_lines.sku is 'Its number in the warehouse then.';
comment on column public.order_lines.url is 'The product''s address then.';
comment on column public.order_lines.kind is 'Which kind of page the product has.';
comment on column public.order_lines.picture is 'Storage path of its first picture then.';
comment on column public.order_lines.options is 'What was chosen.
Holds { option: string; option_id: string; price_delta_minor: number; value: string; value_id: string }[]';
comment on column public.order_lines.design is 'The design as it was then.
Holds { code?: string; colours?: unknown; design: Record<string, unknown>; id?: string; name?: string; version?: number }';
comment on column public.order_lines.unit_price_minor is 'What one cost, options included.';
comment on column public.order_lines.total_minor is 'What all cost, before discount.';
comment on column public.order_lines.discount_minor is 'Its share of the discount.';
comment on column public.order_lines.tax_minor is 'Its tax in the price, or, less than nothing, what of the price was taken off.';
comment on column public.order_lines.tax_included is 'Whether the price contains that tax.';
comment on column public.order_lines.tax_scheme is
  'By which rule: domestic, oss (the EU''s one stop shop), local (registered in the country of delivery), export or reverse_charge (both: taken off); empty from before, and where nobody said who sells.';
comment on column public.order_lines.tax_rate_basis_points is 'The rate then: 2100 is 21 %.';
comment on column public.order_lines.tax_name is 'What the tax is called there.';
comment on column public.order_lines.weight_grams is 'Packed weight of all.';

revoke all on public.order_lines from anon, authenticated;
grant select on public.order_lines to authenticated, service_role;
create policy "Customers read lines of orders they can see" on public.order_lines
  for select to authenticated
  using (exists (select from public.order_records o where o.id = order_id));
call pg_temp.log_changes('public.order_lines');

create table public.order_events (
  id bigint generated always as identity primary key,
  order_id uuid not null references public.order_records (id) on delete cascade,
  at timestamptz not null default clock_timestamp(),
  kind text not null check (kind ~ '^[a-z][a-z_]*$' and length(kind) <= 40),
  actor text not null check (actor in ('customer', 'guest', 'staff', 'shop')),
  actor_id uuid,
  from_status public.order_status,
  to_status public.order_status,
  reason text not null default '' check (length(reason) <= 500),
  before jsonb not null default '{}' check (jsonb_typeof(before) = 'object' and pg_column_size(before) <= 16384),
  after jsonb not null default '{}' check (jsonb_typeof(after) = 'object' and pg_column_size(after) <= 16384)
);
create index order_events_order_idx on public.order_events (order_id, id);
comment on table public.order_events is 'Everything that happened to an order, in order. Never edited, but for words about people who are forgotten.';
comment on column public.order_events.kind is 'What: placed, moved, paid, refunded, address_changed.';
comment on column public.order_events.actor is 'customer, guest, staff, or shop for what happens by itself.';
comment on column public.order_events.from_status is 'Where it was, for a move.';
comment on column public.order_events.to_status is 'Where it went, for a move.';
comment on column public.order_events.reason is 'Why, in the words of whoever did it.';
comment on column public.order_events.before is 'What it was like before.
Holds Record<string, unknown>';
comment on column public.order_events.after is 'What it was like afterwards.
Holds Record<string, unknown>';

revoke all on public.order_events from anon, authenticated;
grant select on public.order_events to authenticated, service_role;
create policy "Customers read the history of orders they can see" on public.order_events
  for select to authenticated
  using (exists (select from public.order_records o where o.id = order_id));

create function private.record_events(
  p_orders uuid[], p_kind text, p_reason text, p_from public.order_status[], p_to public.order_status,
  p_before jsonb[], p_after jsonb[], p_by_shop boolean
) returns void
language plpgsql
set search_path = ''
as $$
declare
  v_user constant uuid := auth.uid();
  v_is_shop constant boolean := p_by_shop or coalesce(auth.role(), 'service_role') = 'service_role';
  v_is_staff constant boolean := private.is_staff();
begin
  insert into public.order_events (order_id, kind, actor, actor_id, from_status, to_status, reason, before, after)
  select e.order_id, p_kind, case
      when v_is_shop then 'shop'
      when v_user is null then 'guest'
      when o.user_id = v_user then 'customer'
      when v_is_staff then 'staff'
      else 'guest'
    end, case when not p_by_shop then v_user end, e.from_status, p_to, left(coalesce(p_reason, ''), 500),
    coalesce(e.before, '{}'), coalesce(e.after, '{}')
  from unnest(p_orders, p_from, p_before, p_after) e (order_id, from_status, before, after)
  -- One by one through the key: a join would look at all orders for a few.
  cross join lateral (select r.user_id from public.order_records r where r.id = e.order_id limit 1) o
  order by e.order_id;
end;
$$;
comment on function private.record_events(uuid[], text, text, public.order_status[], public.order_status, jsonb[], jsonb[], boolean) is
  'The only writer of the history of orders: notes who did it, or that it happened by itself. The lists name one order in each place.';

create function private.record_event(
  p_order uuid, p_kind text, p_reason text default '', p_from public.order_status default null,
  p_to public.order_status default null, p_before jsonb default '{}', p_after jsonb default '{}',
  p_by_shop boolean default false
) returns void
language plpgsql
set search_path = ''
as $$
begin
  perform private.record_events(
    array[p_order], p_kind, p_reason, array[p_from], p_to, array[p_before], array[p_after], p_by_shop);
end;
$$;
comment on function private.record_event(uuid, text, text, public.order_status, public.order_status, jsonb, jsonb, boolean) is
  'Notes what happened to one order.';

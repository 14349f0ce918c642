-- The orders as screens read them: the record with its e-mail and address, each as far as the caller
-- may see it, and the deadlines that batches set.

create function private.order_deadline(p_order uuid, p_what text) returns timestamptz
language sql stable security definer
set search_path = ''
as $$
  select min(case p_what
    when 'cancel' then b.cancel_until
    when 'address' then b.change_address_until
  end)
  from public.order_lines l join public.batches b on b.id = l.batch_id
  where l.order_id = p_order
$$;
grant execute on function private.order_deadline(uuid, text) to authenticated, service_role;
comment on function private.order_deadline(uuid, text) is
  'The earliest date that the batches of an order set for cancelling or address, which are of the whole order; null where none does. Choices are a line''s, and so is their date. Security definer: a batch may have been withdrawn from view.';

-- Behind functions: where the view itself names other tables, the API takes it for a way between them.
create function private.item_count(p_order uuid) returns int
language sql stable
set search_path = ''
as $$
  select sum(l.quantity)::int from public.order_lines l where l.order_id = p_order
$$;
grant execute on function private.item_count(uuid) to authenticated, service_role;
comment on function private.item_count(uuid) is 'How many things were ordered, of an order that the caller may see.';

create function private.first_item(p_order uuid) returns text
language sql stable
set search_path = ''
as $$
  select l.title from public.order_lines l where l.order_id = p_order order by l.position limit 1
$$;
grant execute on function private.first_item(uuid) to authenticated, service_role;
comment on function private.first_item(uuid) is 'What the first line is of, of an order that the caller may see.';

create function private.shipment_state(p_order uuid) returns text
language sql stable
set search_path = ''
as $$
  select case when count(*) = 0 then null
    when bool_and(s.status = 'delivered') then 'delivered'
    when bool_and(s.status <> 'planned') then 'shipped'
    when bool_or(s.status <> 'planned') then 'partly_shipped'
    else 'planned' end
  from public.shipments s where s.order_id = p_order
$$;
grant execute on function private.shipment_state(uuid) to authenticated, service_role;
comment on function private.shipment_state(uuid) is
  'How far the parcels of an order are that the caller may see: planned, partly_shipped, shipped or delivered; null where there is none.';

create function private.part_waited_for(p_order uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object('title', l.title, 'ships_on', coalesce(b.eta, v.ships_on), 'eta_precision', coalesce(b.eta_precision, 'day'))
  from public.order_records o
  join public.order_lines l on l.order_id = o.id and l.quantity > l.refunded_quantity
  join public.shipments s on s.id = l.shipment_id and s.status = 'planned'
  left join public.batches b on b.id = l.batch_id
    and private.batch_stage_now(b.stage, b.opens_at, b.closes_at, now()) < 'shipping'
  -- A preorder that came early is sold from stock, or has no date any more.
  left join public.variants v on v.id = l.variant_id and l.sold_as = 'preorder' and v.availability = 'preorder' and v.ships_on > current_date
  where o.id = p_order and o.ships_together and o.status < 'shipped' and num_nonnulls(b.id, v.id) > 0
  order by b.id is not null and b.eta is null desc,
    private.end_of_promise(coalesce(b.eta, v.ships_on), coalesce(b.eta_precision, 'day')) desc, l.position
  limit 1
$$;
grant execute on function private.part_waited_for(uuid) to authenticated, service_role;
comment on function private.part_waited_for(uuid) is
  'The last part that an order sent together waits for: {title, ships_on, eta_precision}, as it is planned now; null once all of it is ready. What was cancelled is waited for by nobody. Security definer: a batch may have been withdrawn from view.';

create view public.orders with (security_invoker = true) as
select
  o.id, o.number, o.user_id, o.status, o.payment,
  private.order_email(o.id) as email,
  private.order_address(o.id) as address,
  o.country_code, o.shipping_method_id, o.shipping_method_name, o.code, o.currency,
  o.subtotal_minor, o.discount_minor, o.shipping_minor, o.tax_minor, o.tax_included_minor,
  o.total_minor, o.captured_minor, o.refunded_minor, o.refund_due_minor, o.forgone_minor, o.kept_minor, o.terms_version_id,
  o.consents, o.placed_at, o.pay_by, o.confirmed_at, o.keep_until, o.paid_at, o.closed_at, o.address_question, o.open_returns, o.version, o.updated_at,
  private.order_deadline(o.id, 'cancel') as cancel_until,
  private.order_deadline(o.id, 'address') as change_address_until,
  private.missing_consents(o.id) as missing_consents,
  private.order_company(o.id) as company,
  private.due_now(o) as due_minor,
  private.order_address(o.id) ->> 'name' as customer,
  private.item_count(o.id) as item_count,
  private.first_item(o.id) as first_item,
  private.shipment_state(o.id) as shipment,
  private.order_gift_note(o.id) as gift_note,
  o.ships_together,
  case when o.ships_together then private.part_waited_for(o.id) end as waits_for
from public.order_records o;

revoke all on public.orders from anon, authenticated;
grant select on public.orders to authenticated, service_role;
comment on view public.orders is 'One row per order that the caller may see.';
do $$
declare
  v_column record;
begin
  for v_column in
    select a.attname, col_description('public.order_records'::regclass, a.attnum) as meaning
    from pg_attribute a where a.attrelid = 'public.order_records'::regclass and a.attnum > 0
      and col_description('public.order_records'::regclass, a.attnum) is not null
  loop
    execute format('comment on column public.orders.%I is %L', v_column.attname, v_column.meaning);
  end loop;
end;
$$;
comment on column public.orders.email is 'Whose mailbox; masked as s…@… for support.';
comment on column public.orders.address is 'Where it goes; support sees the country alone.
Holds { city?: string; country: string; line1?: string; line2?: string; name?: string; phone?: string; postcode?: string; region?: string }';
comment on column public.orders.cancel_until is 'Until when the customer may cancel; null where no batch sets a date.';
comment on column public.orders.change_address_until is 'Until when the customer may change the address.';
comment on column public.orders.missing_consents is 'What the customer still has to agree to before it is paid.';
comment on column public.orders.due_minor is 'What its customer is asked for now.';
comment on column public.orders.customer is 'The name it is sent to; null for support.';
comment on column public.orders.item_count is 'How many things were ordered.';
comment on column public.orders.first_item is 'The title of its first line.';
comment on column public.orders.shipment is 'How far its parcels are: planned, partly_shipped, shipped or delivered; null where it has none.';
comment on column public.orders.gift_note is 'What its buyer writes to whoever gets it; empty for a gift without a word, null where it is none, and for support.';
comment on column public.orders.waits_for is 'The last part that a parcel of everything waits for; null once all is ready.
Holds { eta_precision: "day" | "month" | "quarter"; ships_on: string | null; title: string }';
comment on column public.orders.company is 'As which company it was ordered; null for a person, and for support.
Holds {
  billing: <orders.address> | null;
  name: string;
  purchase_number: string;
  vat_check?: { address: string; checked_at: string; consultation: string; name: string };
  vat_number: string;
}';

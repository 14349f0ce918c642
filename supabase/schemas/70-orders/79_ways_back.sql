-- How a customer gets out of an order: what gives how much of each line back, and until when. The
-- order page, cancel_order and returns all ask here, and the terms say the same.

create type private.way_back as (
  line_id uuid, quantity int, way text, percent int, cost_minor int, amount_minor int, until timestamptz
);

create function private.way_out_of_batch(p_batch public.batches)
returns table (way text, percent int, until timestamptz)
language plpgsql stable
set search_path = ''
as $$
declare
  v_stage constant public.batch_stage := private.batch_stage_now(p_batch.stage, p_batch.opens_at, p_batch.closes_at, now());
begin
  if now() >= private.end_of_promise(p_batch.original_eta, p_batch.eta_precision)
    + make_interval(months => private.setting('months_delay_full_refund')) then
    return query select 'late', 100, null::timestamptz;
  elsif now() < p_batch.cancel_until or v_stage < 'closed' then
    return query select 'before_closing', private.setting('percent_refund_before_closing'),
      greatest(p_batch.cancel_until, p_batch.closes_at);
  elsif v_stage = 'moq_failed' then
    return query select 'not_made', 100, null::timestamptz;
  elsif v_stage < 'in_production' then
    return query select 'before_production', private.setting('percent_refund_before_production'), null::timestamptz;
  else
    return query select 'in_production', private.setting('percent_refund_in_production'), null::timestamptz;
  end if;
end;
$$;
comment on function private.way_out_of_batch(public.batches) is
  'What a buyer gets back of goods that are made for them and have not left: by how far their batch is, and all of it once it is far later than first promised.';

create function private.way_back_of(p_order public.order_records, p_line public.order_lines)
returns table (way text, percent int, until timestamptz)
language plpgsql stable
set search_path = ''
as $$
declare
  v_parcel public.shipments;
  v_batch public.batches;
begin
  select * into v_parcel from public.shipments s where s.id = p_line.shipment_id;
  if p_order.status in ('expired', 'cancelled', 'refunded') then
    return query select 'ended', 0, null::timestamptz;
  elsif p_order.status = 'awaiting_payment' then
    return query select 'unpaid', 100, null::timestamptz;
  elsif v_parcel.status <> 'planned' or p_order.status in ('shipped', 'delivered') then
    if p_line.sold_as = 'group_buy' or p_line.design_id is not null or p_line.design is not null then
      return query select 'made_for_you', 0, null::timestamptz;
    elsif v_parcel.delivered_at + make_interval(days => private.setting('days_to_return')) <= now() then
      return query select 'too_late', 0, v_parcel.delivered_at + make_interval(days => private.setting('days_to_return'));
    else
      return query select 'withdrawal', 100, v_parcel.delivered_at + make_interval(days => private.setting('days_to_return'));
    end if;
  elsif p_line.sold_as = 'group_buy' and p_line.batch_id is not null then
    select * into v_batch from public.batches b where b.id = p_line.batch_id;
    return query select * from private.way_out_of_batch(v_batch);
  elsif p_order.status = 'ready_to_ship' then
    return query select 'packed', 0, null::timestamptz;
  else
    return query select 'before_packing', 100, null::timestamptz;
  end if;
end;
$$;
comment on function private.way_back_of(public.order_records, public.order_lines) is
  'What a customer gets back of a line, in percent, by which rule and until when; nothing where no rule gives anything.';

create function private.ways_back_of(p_order public.order_records) returns setof private.way_back
language plpgsql stable
set search_path = ''
as $$
begin
  return query
  select l.id, l.quantity - l.refunded_quantity, w.way, w.percent, m.cost_minor::int,
    -- A part of a cent is the customer's.
    (m.cost_minor - m.cost_minor * (100 - w.percent) / 100)::int, w.until
  from public.order_lines l
  cross join lateral private.way_back_of(p_order, l) w
  cross join lateral private.line_money(l) m
  where l.order_id = p_order.id and l.quantity > l.refunded_quantity
  order by l.position;
end;
$$;
comment on function private.ways_back_of(public.order_records) is 'The way back of each line of which something is left, with what it costs and what of that comes back.';

create function private.kept_on_leaving(p_order public.order_records) returns int
language plpgsql stable
set search_path = ''
as $$
declare
  v_kept int;
begin
  -- Null where a line can't be cancelled any more: an order is cancelled whole.
  select case when bool_or(w.percent = 0 or w.way = 'withdrawal') then null
    else least(coalesce(sum(w.cost_minor - w.amount_minor), 0), greatest(p_order.captured_minor - p_order.refunded_minor, 0)) end into v_kept
  from private.ways_back_of(p_order) w;
  return v_kept;
end;
$$;
comment on function private.kept_on_leaving(public.order_records) is
  'What the shop keeps if its customer cancels the whole order now; null where they can''t. Postage and what was paid too much always go back.';

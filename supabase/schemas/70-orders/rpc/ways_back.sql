-- What a customer can still give back or cancel, and what it brings, before anything is pressed.

create function private.ways_back(p_order uuid, p_token text default null) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  v_order public.order_records;
  v_kept int;
begin
  select * into v_order from public.order_records o where o.id = p_order;
  if not private.sees_returns(v_order, p_token) then
    perform private.refuse(404, 'unknown_order', 'You have no such order.');
  end if;
  if v_order.status not in ('expired', 'cancelled', 'refunded', 'shipped', 'delivered') and not private.has_left(p_order) then
    v_kept := private.kept_on_leaving(v_order);
  end if;
  return jsonb_build_object(
    'cancel', case when v_kept is not null then jsonb_build_object(
      'kept_minor', v_kept, 'back_minor', greatest(v_order.captured_minor - v_order.refunded_minor - v_kept, 0),
      'until', (select min(w.until) from private.ways_back_of(v_order) w)) end,
    'lines', (
      select coalesce(jsonb_agg(jsonb_build_object('line_id', w.line_id, 'quantity', w.quantity - coalesce(r.quantity, 0), 'way', w.way, 'percent', w.percent,
        'amount_minor', w.amount_minor, 'of', w.quantity, 'until', w.until, 'warranty_until', l.delivered_at + make_interval(months => private.setting('months_of_warranty')))), '[]')
      from private.ways_back_of(v_order) w
      left join private.lines_on_return(p_order) r on r.line_id = w.line_id
      left join lateral (
        select s.delivered_at from public.order_lines i join public.shipments s on s.id = i.shipment_id where i.id = w.line_id
      ) l on true),
    'postage_minor', private.postage_back(v_order, private.whole_lines(v_order)),
    'returns', (
      select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'kind', r.kind, 'status', r.status, 'version', r.version, 'lines', r.lines, 'name', r.name, 'reason', r.reason,
        'amount_minor', r.amount_minor, 'answer', r.answer, 'label_url', r.label_url, 'photo_count', r.photo_count, 'asked_at', r.asked_at, 'answered_at', r.answered_at,
        'received_at', r.received_at, 'ended_at', r.ended_at, 'refunded_minor', p.amount_minor) order by r.asked_at desc), '[]')
      from public.order_returns r left join public.payments p on p.id = r.payment_id
      where r.order_id = p_order));
end;
$$;
call pg_temp.expose('ways_back', 'anon, authenticated, service_role', 'guests may read no order.',
  'What its customer (a guest by p_token) can still cancel or give back. Amounts are of all that is left of a line (of). Staff read it too. Refuses with unknown_order.
Gives {
  cancel: { back_minor: number; kept_minor: number; until: string | null } | null;
  lines: {
    amount_minor: number;
    line_id: string;
    of: number;
    percent: number;
    quantity: number;
    until: string | null;
    warranty_until: string | null;
    way: "ended" | "unpaid" | "made_for_you" | "too_late" | "withdrawal" | "late" | "before_closing" | "not_made" | "before_production"
      | "in_production" | "packed" | "before_packing";
  }[];
  postage_minor: number;
  returns: {
    amount_minor: number;
    answer: string;
    answered_at: string | null;
    asked_at: string;
    ended_at: string | null;
    id: string;
    kind: "withdrawal" | "fault";
    label_url: string;
    lines: <order_returns.lines>;
    name: string;
    photo_count: number;
    reason: string;
    received_at: string | null;
    refunded_minor: number | null;
    status: "asked" | "agreed" | "received" | "settled" | "declined" | "dropped";
    version: number;
  }[];
}');

create function private.sees_returns(p_order public.order_records, p_token text) returns boolean
language plpgsql stable
set search_path = ''
as $$
begin
  return coalesce(p_order.id is not null and (
    coalesce(p_order.user_id = auth.uid(), false) or private.is_staff('owner', 'fulfilment', 'support')
    or private.is_secret_of(p_order.id, p_token)), false);
end;
$$;
comment on function private.sees_returns(public.order_records, text) is 'Whether the caller may see what of an order can be given back: its customer, by account or by any secret of it, and staff.';

create function private.whole_lines(p_order public.order_records) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('line_id', l.id, 'quantity', l.quantity - l.refunded_quantity)), '[]')
  from public.order_lines l where l.order_id = p_order.id and l.quantity > l.refunded_quantity
$$;
comment on function private.whole_lines(public.order_records) is 'All that is left of an order, as the lines of a return.';

-- jsonb: a list of lines and one of returns beside each other, for a page that asks once.

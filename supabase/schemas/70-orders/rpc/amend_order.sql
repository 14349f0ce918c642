-- Staff change an order after it was placed: quantities, prices, choices, lines more or fewer, shipping
-- and where it goes. First what it would come to, then with a reason; whoever saw an older order is told.

create function private.amend_order(
  p_order uuid, p_changes jsonb, p_reason text default '', p_version int default null, p_preview boolean default true
) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_reason constant text := btrim(coalesce(p_reason, ''));
  v_changes jsonb;
  v_order public.order_records;
  v_before jsonb;
  v_after jsonb;
begin
  perform private.require_staff('owner', 'fulfilment');
  v_changes := private.checked_amendment(p_changes);
  if length(v_reason) > 500 or not coalesce(p_preview, false) and length(v_reason) < 2 then
    perform private.refuse(422, 'reason_missing', 'Enter a reason of 2 to 500 characters. The customer can read it.');
  end if;
  perform private.lock_customer_of(p_order);
  select * into v_order from public.order_records o where o.id = p_order for update;
  if not found then
    perform private.refuse(404, 'unknown_order', 'This order could not be found. Check the order number.');
  end if;
  if p_version is distinct from v_order.version then
    perform private.refuse(409, 'order_changed', 'Someone else changed this order in the meantime. Reload the page and try again.', jsonb_build_object('version', v_order.version));
  end if;
  perform private.require_before_deadline(v_order, 'staff', null);
  if v_order.status = 'awaiting_payment' and v_order.pay_by <= now() then
    perform private.refuse(409, 'illegal_move', 'The payment deadline of this order has passed.', jsonb_build_object('status', v_order.status));
  end if;
  v_before := private.order_sketch(p_order);
  begin
    v_order := private.write_amendment(v_order, v_changes, v_reason);
    v_after := private.order_sketch(p_order);
    if coalesce(jsonb_typeof(v_changes -> 'address'), 'null') <> 'null' then
      perform private.change_order_address(p_order, v_changes -> 'address', null);
    end if;
    if coalesce(p_preview, false) then
      -- Undoes all of it: caught right here, and nobody else refuses with this number.
      perform private.refuse(418, 'only_seen', 'This was a preview.');
    end if;
  exception when sqlstate 'PT418' then
    return private.amendment_answer(v_order, v_before, v_after);
  end;
  if v_before <> v_after then
    perform private.record_event(p_order, 'amended', v_reason, p_before => private.lines_apart(v_before, v_after), p_after => private.lines_apart(v_after, v_before));
    perform private.mail_about_order(p_order, 'order_changed', (select max(e.id)::text from public.order_events e where e.order_id = p_order), jsonb_build_object('reason', v_reason));
  end if;
  select * into v_order from public.order_records o where o.id = p_order;
  return private.amendment_answer(v_order, v_before, v_after);
end;
$$;
call pg_temp.expose('amend_order', 'authenticated', 'orders and stock are written through functions alone.',
  'Changes an order: {lines: [{line_id, quantity (0 takes it out), unit_price_minor, options}], add: [cart lines with unit_price_minor], shipping_minor, address, ships_together: false (sends each part when it is ready)}. A preview changes nothing. Staff: owner, fulfilment. Refuses with not_allowed, second_factor, wrong_changes, reason_missing, unknown_order, order_changed, illegal_move, unknown_line, line_left, over_offer, not_open, wrong_quantity, wrong_price, empty_cart, out_of_stock, wrong_address, other_country and every reason of a quote''s problems.
Gives {
  after: {
    lines: { line_id: string; options: string[]; quantity: number; title: string; unit_price_minor: number; variant_title: string }[];
    shipping_minor: number;
    ships_together?: true;
    tax_minor: number;
    total_minor: number;
  };
  before: {
    lines: { line_id: string; options: string[]; quantity: number; title: string; unit_price_minor: number; variant_title: string }[];
    shipping_minor: number;
    ships_together?: true;
    tax_minor: number;
    total_minor: number;
  };
  currency: string;
  difference_minor: number;
  due_minor: number;
  id: string;
  number: string;
  refund_due_minor: number;
  status: <order_status>;
  total_minor: number;
  version: number;
}');

create function private.amendment_answer(p_order public.order_records, p_before jsonb, p_after jsonb) returns jsonb
language sql immutable
set search_path = ''
as $$
  select jsonb_build_object('id', p_order.id, 'number', p_order.number, 'version', p_order.version, 'status', p_order.status,
    'before', p_before, 'after', p_after, 'difference_minor', (p_after ->> 'total_minor')::int - (p_before ->> 'total_minor')::int,
    'total_minor', p_order.total_minor, 'due_minor', private.balance_due(p_order),
    'refund_due_minor', p_order.refund_due_minor, 'currency', p_order.currency)
$$;
comment on function private.amendment_answer(public.order_records, jsonb, jsonb) is 'What an amendment comes, or would come, to.';

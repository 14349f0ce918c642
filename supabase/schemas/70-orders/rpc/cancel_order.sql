-- An order is called off: by its customer until the deadline, by staff with a reason. What it held
-- is free at once; what was paid is owed back.

create function private.cancel_order(p_order uuid, p_reason text, p_token text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_reason constant text := btrim(coalesce(p_reason, ''));
  v_order public.order_records;
  v_who text;
  v_until timestamptz;
begin
  if length(v_reason) > 500 then
    perform private.refuse(422, 'reason_too_long', 'Shorten the reason to 500 characters or fewer.', '{"limit": 500}');
  end if;
  select * into v_order from public.order_records o where o.id = p_order for update;
  v_who := private.canceller(v_order, p_token);
  if v_who is null then
    perform private.refuse(404, 'unknown_order', 'You have no such order.');
  end if;
  if v_who = 'staff' and length(v_reason) < 2 then
    perform private.refuse(422, 'reason_missing', 'Enter a reason. The customer can read it.');
  end if;
  v_until := private.order_deadline(p_order, 'cancel');
  if v_who = 'customer' and v_until <= now() then
    perform private.refuse(409, 'deadline_passed', 'The deadline to cancel this order has passed.', jsonb_build_object('until', v_until));
  end if;
  if private.has_left(p_order) then
    perform private.refuse(409, 'line_left', 'Part of this order has shipped. Please write to us to cancel the rest.');
  end if;
  if not private.move_order(p_order, v_order.status, 'cancelled', v_who, v_reason) then
    perform private.refuse(409, 'illegal_move', 'This order can''t be cancelled any more.', jsonb_build_object('status', v_order.status));
  end if;
  perform private.free_offers_of(p_order, false);
  perform private.free_ended_orders(array[p_order]);
  perform private.mail_about_order(p_order, 'order_cancelled', 'cancelled', jsonb_build_object('reason', v_reason));
  return jsonb_build_object('id', p_order, 'number', v_order.number, 'status', 'cancelled',
    'refund_due_minor', v_order.captured_minor - v_order.refunded_minor, 'currency', v_order.currency);
end;
$$;
grant execute on function private.cancel_order(uuid, text, text) to anon, authenticated, service_role;
comment on function private.cancel_order(uuid, text, text) is
  'Body of public.cancel_order. Security definer: orders and stock are written through functions alone.';

create function private.canceller(p_order public.order_records, p_token text) returns text
language plpgsql stable
set search_path = ''
as $$
begin
  if p_order.user_id = auth.uid() then
    return 'customer';
  elsif p_order.id is not null and private.is_staff('owner', 'fulfilment') then
    perform private.require_fresh_proof();
    return 'staff';
  elsif p_order.user_id is null and private.may_act_by(p_order, p_token) then
    return 'customer';
  elsif p_order.user_id is null and private.is_secret_of(p_order.id, p_token) then
    perform private.refuse_old_secret();
  end if;
  return null;
end;
$$;
comment on function private.canceller(public.order_records, text) is 'As what someone may act on an order: customer, staff, or not at all. A secret acts for a guest alone: an order of an account is its account''s.';

create function public.cancel_order(p_order uuid, p_reason text default '', p_token text default null) returns jsonb
language sql security invoker
set search_path = ''
as $$
  select private.cancel_order(p_order, p_reason, p_token)
$$;
grant execute on function public.cancel_order(uuid, text, text) to anon, authenticated, service_role;
comment on function public.cancel_order(uuid, text, text) is
  'Cancels an order. Its customer (a guest by p_token) until the deadline; staff (owner, fulfilment) with a reason. Gives {id, number, status, refund_due_minor, currency}. Refuses with unknown_order, link_expired, deadline_passed, illegal_move, line_left, reason_missing, reason_too_long.';

-- An order is called off: by its customer as long as the rules of refunds let go of all of it, by staff
-- with a reason. What it held is free at once; what was paid is owed back, less what the rules keep.

create function private.cancel_order(p_order uuid, p_reason text default '', p_token text default null, p_kept_minor int default null) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_reason constant text := btrim(coalesce(p_reason, ''));
  v_order public.order_records;
  v_who text;
  v_kept int := 0;
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
  if private.has_left(p_order) then
    perform private.refuse(409, 'line_left', 'Part of this order has shipped. Please write to us to cancel the rest.');
  end if;
  if v_who = 'customer' and v_order.status not in ('expired', 'cancelled', 'refunded') then
    v_kept := private.check_leaving(v_order, p_kept_minor);
    perform private.enter(v_order, 'kept', null, 0, v_kept, v_reason);
  end if;
  if not private.move_order(p_order, v_order.status, 'cancelled', v_who, v_reason) then
    perform private.refuse(409, 'illegal_move', 'This order can''t be cancelled any more.', jsonb_build_object('status', v_order.status));
  end if;
  perform private.free_offers_of(p_order, false);
  perform private.free_ended_orders(array[p_order]);
  perform private.mail_about_order(p_order, 'order_cancelled', 'cancelled', jsonb_build_object('reason', v_reason, 'kept_minor', v_kept));
  select * into v_order from public.order_records o where o.id = p_order;
  return jsonb_build_object('id', p_order, 'number', v_order.number, 'status', 'cancelled',
    'refund_due_minor', v_order.refund_due_minor, 'kept_minor', v_kept, 'currency', v_order.currency);
end;
$$;
call pg_temp.expose('cancel_order', 'anon, authenticated, service_role',
  'orders and stock are written through functions alone.',
  'Cancels an order. Its customer (a guest by p_token) as long as ways_back says what that keeps, with p_kept_minor as what they were told; staff (owner, fulfilment) with a reason, keeping nothing. Refuses with unknown_order, link_expired, deadline_passed, terms_changed, illegal_move, line_left, reason_missing, reason_too_long.
Gives { currency: string; id: string; kept_minor: number; number: string; refund_due_minor: number; status: "cancelled" }');

create function private.check_leaving(p_order public.order_records, p_told int) returns int
language plpgsql stable
set search_path = ''
as $$
declare
  v_kept constant int := private.kept_on_leaving(p_order);
begin
  if v_kept is null then
    perform private.refuse(409, 'deadline_passed', 'This order can''t be cancelled any more.',
      jsonb_build_object('ways', (select jsonb_agg(distinct w.way) from private.ways_back_of(p_order) w)));
  -- Nobody loses money that they were not told of.
  elsif v_kept > coalesce(p_told, 0) then
    perform private.refuse(409, 'terms_changed', 'Cancelling costs more by now. Reload the page to see how much.',
      jsonb_build_object('kept_minor', v_kept));
  end if;
  return v_kept;
end;
$$;
comment on function private.check_leaving(public.order_records, int) is 'What a cancellation keeps, no more than its customer was told; refuses where nothing is let go.';

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

-- Staff move orders on, many at once. Each order is moved or refused by itself; what the moved ones
-- hold is taken or freed in one sorted pass, so that bulk work and buyers never wait in a circle.

create function private.transition_orders(p_orders uuid[], p_to text, p_reason text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_reason constant text := btrim(coalesce(p_reason, ''));
  v_order record;
  v_to public.order_status;
  v_refusal text;
  v_moved uuid[] := '{}';
  v_answers jsonb := '[]';
begin
  perform private.require_staff('owner', 'fulfilment');
  perform private.require_second_factor();
  if p_orders is null or cardinality(p_orders) not between 1 and 500 then
    perform private.refuse(422, 'wrong_orders', 'Name 1 to 500 orders.', '{"limit": 500}');
  end if;
  if p_to is null or p_to <> all (enum_range(null::public.order_status)::text[]) then
    perform private.refuse(422, 'unknown_status', 'There is no such status.');
  end if;
  if length(v_reason) > 500 then
    perform private.refuse(422, 'reason_too_long', 'A reason has at most 500 characters.', '{"limit": 500}');
  end if;
  v_to := p_to::public.order_status;
  perform 1 from public.order_records o where o.id = any (p_orders) order by o.id for update;
  for v_order in
    -- One by one through the key: a join would look at all orders for a few.
    select x.id as asked, o.* from (select distinct u.id from unnest(p_orders) u (id)) x
    left join lateral (select * from public.order_records r where r.id = x.id limit 1) o on true
    order by x.id
  loop
    v_refusal := private.try_transition(v_order.asked, v_order.status, v_to, v_reason);
    if v_refusal is null then
      v_moved := v_moved || v_order.asked;
    end if;
    v_answers := v_answers || jsonb_build_array(jsonb_build_object(
      'order_id', v_order.asked, 'ok', v_refusal is null, 'reason', v_refusal));
  end loop;
  perform private.after_transition(v_moved, v_to, v_reason);
  return v_answers;
end;
$$;
revoke execute on function private.transition_orders(uuid[], text, text) from public;
grant execute on function private.transition_orders(uuid[], text, text) to authenticated;
comment on function private.transition_orders(uuid[], text, text) is
  'Body of public.transition_orders. Security definer: orders are written through functions alone.';

create function private.try_transition(p_order uuid, p_from public.order_status, p_to public.order_status, p_reason text) returns text
language plpgsql
set search_path = ''
as $$
declare
  v_order public.order_records;
begin
  if p_from is null then
    return 'unknown_order';
  end if;
  if not exists (
    select from private.order_moves m where m.from_status = p_from and m.to_status = p_to and m.who = 'staff'
  ) then
    return 'illegal_move';
  end if;
  if length(p_reason) < 2 and exists (
    select from private.order_moves m where m.from_status = p_from and m.to_status = p_to and m.who = 'staff' and m.needs_reason
  ) then
    return 'reason_missing';
  end if;
  if p_to = 'paid' and p_from = 'awaiting_payment' then
    select * into v_order from public.order_records o where o.id = p_order;
    perform private.capture_money(v_order, 'invoice', '', v_order.total_minor - v_order.captured_minor, 'staff', p_reason);
    return null;
  end if;
  return case when private.move_order(p_order, p_from, p_to, 'staff', p_reason) then null else 'illegal_move' end;
end;
$$;
revoke execute on function private.try_transition(uuid, public.order_status, public.order_status, text) from public;
comment on function private.try_transition(uuid, public.order_status, public.order_status, text) is
  'Moves one order, or says in a word why not. Marking an order as paid writes down the money that was due.';

create function private.after_transition(p_orders uuid[], p_to public.order_status, p_reason text) returns void
language plpgsql
set search_path = ''
as $$
begin
  if p_to = 'shipped' then
    update public.shipments set status = 'shipped', shipped_at = now() where order_id = any (p_orders) and status = 'planned';
    perform private.claim_holds(p_orders, null, 'Shipped');
  elsif p_to = 'delivered' then
    update public.shipments set status = 'delivered', delivered_at = now() where order_id = any (p_orders) and status = 'shipped';
  elsif p_to = 'cancelled' then
    perform private.free_offers_of(o.id, false) from unnest(p_orders) o (id);
    perform private.free_ended_orders(p_orders);
    update public.order_records set refund_due_minor = captured_minor - refunded_minor where id = any (p_orders);
  end if;
  if p_to <> 'paid' then
    perform private.mail_about_order(o.id, case p_to
      when 'shipped' then 'order_shipped' when 'delivered' then 'order_delivered'
      when 'cancelled' then 'order_cancelled' else 'stage_changed' end,
      (select max(e.id)::text from public.order_events e where e.order_id = o.id), jsonb_build_object('reason', p_reason))
    from unnest(p_orders) o (id);
  end if;
end;
$$;
revoke execute on function private.after_transition(uuid[], public.order_status, text) from public;
comment on function private.after_transition(uuid[], public.order_status, text) is
  'What follows from a move: goods leave or come free, parcels are noted, customers are told.';

create function public.transition_orders(p_orders uuid[], p_to text, p_reason text default '') returns jsonb
language sql security invoker
set search_path = ''
as $$
  select private.transition_orders(p_orders, p_to, p_reason)
$$;
revoke execute on function public.transition_orders(uuid[], text, text) from public, anon;
grant execute on function public.transition_orders(uuid[], text, text) to authenticated;
comment on function public.transition_orders(uuid[], text, text) is
  'Moves orders to a status. Staff: owner, fulfilment. Gives [{order_id, ok, reason}]: unknown_order, illegal_move or reason_missing for those that stay. Refuses with not_allowed, second_factor, wrong_orders, unknown_status, reason_too_long.';

-- Staff move orders on, many at once. Each order is judged by itself; those that may move do so in few
-- statements for all of them, and what they hold is taken or freed in one sorted pass, so that bulk
-- work and buyers never wait in a circle.

create function private.transition_orders(
  p_orders uuid[], p_to text, p_reason text default '', p_from text[] default null, p_despite_due text default null
) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_reason constant text := btrim(coalesce(p_reason, ''));
  v_despite constant text := private.despite_due(p_despite_due);
  v_to public.order_status;
  v_legal uuid[];
  v_moved uuid[];
  v_owing jsonb;
  v_answers jsonb;
begin
  perform private.require_staff('owner', 'fulfilment');
  if p_orders is null or cardinality(p_orders) not between 1 and 500 then
    perform private.refuse(422, 'wrong_orders', 'Select 1 to 500 orders.', '{"limit": 500}');
  end if;
  if cardinality(p_from) <> cardinality(p_orders) then
    perform private.refuse(422, 'wrong_orders', 'Reload the page and try again: some stages are missing.');
  end if;
  if p_to is null or p_to <> all (enum_range(null::public.order_status)::text[]) then
    perform private.refuse(422, 'unknown_status', 'This status does not exist. Choose another.');
  end if;
  if length(v_reason) > 500 then
    perform private.refuse(422, 'reason_too_long', 'Shorten the reason to 500 characters or fewer.', '{"limit": 500}');
  end if;
  v_to := p_to::public.order_status;
  perform 1 from public.order_records o where o.id = any (p_orders) order by o.id for update;
  with judged as (
    -- One by one through the key: a join would look at all orders for a few.
    select x.id, o.status, o.due_minor, case
      when o.status is null then 'unknown_order'
      when o.status = v_to then 'already_there'
      -- A colleague was faster: what this move was meant for is not there any more.
      when x.seen <> o.status::text then 'moved_meanwhile'
      when m.to_status is null then 'illegal_move'
      when v_to = 'cancelled' and private.has_left(x.id) then 'illegal_move'
      when m.needs_reason and length(v_reason) < 2 then 'reason_missing'
      when v_to = 'shipped' and o.address_question is not null then 'address_problem'
      when v_to = 'shipped' and exists (
        select from public.shipments s where s.order_id = x.id and s.status = 'planned' and private.is_withdrawn(s.id)) then 'withdrawn'
      when v_to in ('ready_to_ship', 'shipped') and o.ships_together and private.part_waited_for(x.id) is not null then 'not_complete'
      -- Its time is over and others took of its goods: money that came is noted by itself, and owed back.
      when v_to = 'paid' and o.status = 'awaiting_payment' and o.pay_by <= now() and not private.all_holds_stand(x.id)
        then 'goods_gone'
      when private.is_gated(v_to) and not m.needs_reason and o.due_minor > 0 and v_despite is null then 'money_due'
    end as refusal
    from (select distinct on (u.id) u.id, u.seen from unnest(p_orders, p_from) u (id, seen) order by u.id) x
    left join lateral (select r.status, r.pay_by, r.address_question, r.ships_together, private.balance_due(r) as due_minor
      from public.order_records r where r.id = x.id limit 1) o on true
    left join private.order_moves m on m.from_status = o.status and m.to_status = v_to and m.who = 'staff'
  )
  select coalesce(array_agg(id order by id) filter (where refusal is null), '{}'),
    jsonb_agg(jsonb_build_object('order_id', id, 'ok', refusal is null, 'reason', refusal)
      || case refusal when 'moved_meanwhile' then jsonb_build_object('status', status)
        when 'money_due' then jsonb_build_object('due_minor', due_minor) else '{}' end order by id),
    coalesce(jsonb_object_agg(id, due_minor) filter (where refusal is null and due_minor > 0), '{}')
  into v_legal, v_answers, v_owing from judged;
  if v_to = 'paid' then
    v_legal := private.record_what_is_due(v_legal, v_reason);
  end if;
  v_moved := private.move_orders(v_legal, null, v_to, 'staff', v_reason);
  if private.is_gated(v_to) and v_despite is not null then
    perform private.record_open_balance(v_moved, v_owing, v_despite);
  end if;
  perform private.after_transition(v_moved, v_to, v_reason);
  return v_answers;
end;
$$;
call pg_temp.expose('transition_orders', 'authenticated', 'orders are written through functions alone.',
  'Moves orders to a status, to paid by recording the payment of what is due with p_reason as its reference; p_from says of each where it was seen, and one that somebody else has moved stays. An order with a balance due is not made, packed or shipped unless p_despite_due says why, which its history keeps. Staff: owner, fulfilment. Says of each why it stays, of one moved_meanwhile the status it has and of money_due due_minor, so that asking again after a lost answer moves nothing twice and says what had happened. Refuses with not_allowed, second_factor, wrong_orders, unknown_status, reason_missing, reason_too_long.
Gives {
  due_minor?: number;
  ok: boolean;
  order_id: string | null;
  reason: "unknown_order" | "already_there" | "moved_meanwhile" | "illegal_move" | "reason_missing" | "address_problem" | "withdrawn" | "not_complete" | "goods_gone" | "money_due" | null;
  status?: <order_status>;
}[]');

create function private.record_what_is_due(p_orders uuid[], p_reference text) returns uuid[]
language plpgsql
set search_path = ''
as $$
declare
  v_order public.order_records;
  v_rest uuid[] := p_orders;
begin
  for v_order in select * from public.order_records o
    where o.id = any (p_orders) and o.status = 'awaiting_payment' and private.balance_due(o) > 0 order by o.id
  loop
    perform private.capture_money(v_order, 'invoice', coalesce(nullif(p_reference, ''), v_order.number),
      private.balance_due(v_order), 'staff', p_reference);
    v_rest := array_remove(v_rest, v_order.id);
  end loop;
  return v_rest;
end;
$$;
comment on function private.record_what_is_due(uuid[], text) is
  'An order is paid by a payment: records one of what is due for each that waits, which moves it, and gives the others. Its reference is the one given, or the order''s number, which customers put on their transfer.';

create function private.unaware_orders(p_orders uuid[], p_to public.order_status) returns uuid[]
language sql stable
set search_path = ''
as $$
  select array(
    select u.id from unnest(p_orders) u (id)
    where not exists (
      select from (
        select e.from_status, e.to_status from public.order_events e
        where e.order_id = u.id and e.kind = 'moved' order by e.id desc offset 1 limit 1
      ) before
      where before.from_status = p_to and before.to_status = 'paid'))
$$;
comment on function private.unaware_orders(uuid[], public.order_status) is
  'Those of orders just moved whose customers don''t know of the stage: going back to paid tells nobody, so who is put where it was before knows already.';

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
    perform private.free_offers_of(o.order_id, false) from (
      select distinct order_id from public.offers where order_id = any (p_orders) and status = 'claimed' order by 1
    ) o;
    perform private.free_ended_orders(p_orders);
  end if;
  if p_to <> 'paid' then
    perform private.mail_about_orders(private.unaware_orders(p_orders, p_to), case p_to
      when 'shipped' then 'order_shipped' when 'delivered' then 'order_delivered'
      when 'cancelled' then 'order_cancelled' else 'stage_changed' end,
      null,
      jsonb_build_object('reason', p_reason));
  end if;
end;
$$;
comment on function private.after_transition(uuid[], public.order_status, text) is
  'What follows from a move: goods leave or come free, parcels are noted, customers are told.';

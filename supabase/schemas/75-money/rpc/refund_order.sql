-- Staff give money back: all of it, an amount, or so many of some lines. Never more than came; who
-- says what was given back so far is told when a colleague was faster.

create function private.refund_order(
  p_order uuid, p_amount_minor int default null, p_lines jsonb default '[]', p_reason text default '',
  p_refunded_so_far int default null, p_is_sent boolean default false, p_restock boolean default false
) returns jsonb
language plpgsql security definer
set search_path = ''
-- The same few rows by their keys each time: to plan it anew costs more than to do it.
set plan_cache_mode = force_generic_plan
as $$
declare
  v_order public.order_records;
  v_reason constant text := btrim(coalesce(p_reason, ''));
  v_lines jsonb;
  v_amount bigint;
  v_payment uuid;
begin
  perform private.require_staff('owner', 'fulfilment');
  if length(v_reason) not between 2 and 500 then
    perform private.refuse(422, 'reason_missing', 'Enter a reason of 2 to 500 characters.');
  end if;
  select * into v_order from public.order_records o where o.id = p_order for update;
  if not found then
    perform private.refuse(404, 'unknown_order', 'This order could not be found. Check the order number.');
  end if;
  if p_refunded_so_far is not null and p_refunded_so_far <> v_order.refunded_minor then
    perform private.refuse(409, 'refunds_changed', 'Someone else recorded a refund in the meantime. Reload the page and check before you refund.',
      jsonb_build_object('refunded_minor', v_order.refunded_minor));
  end if;
  v_lines := private.refund_lines(v_order, p_lines);
  v_amount := coalesce(p_amount_minor, case when v_lines = '[]' then v_order.captured_minor - v_order.refunded_minor
    else (select sum((l ->> 'amount_minor')::bigint) from jsonb_array_elements(v_lines) l) end);
  if v_amount > v_order.captured_minor - v_order.refunded_minor then
    perform private.refuse(409, 'over_captured', 'That is more than can be refunded. Enter a lower amount.',
      jsonb_build_object('left_minor', v_order.captured_minor - v_order.refunded_minor));
  end if;
  if v_amount < 1 then
    perform private.refuse(422, 'wrong_amount', 'There is nothing to refund.');
  end if;
  if p_restock then
    perform private.restock_lines(v_order, v_lines, 'refund');
  end if;
  perform private.drop_lines(v_order, v_lines);
  v_payment := private.give_money_back(v_order, v_amount::int, v_lines, null, '', v_reason, coalesce(p_is_sent, false));
  select * into v_order from public.order_records o where o.id = p_order;
  return jsonb_build_object('payment_id', v_payment, 'amount_minor', v_amount, 'status', v_order.status,
    'refunded_minor', v_order.refunded_minor, 'captured_minor', v_order.captured_minor, 'currency', v_order.currency);
end;
$$;
call pg_temp.expose('refund_order', 'authenticated', 'payments are written through functions alone.',
  'Gives money back: lines [{line_id, quantity}], an amount, or all that is left. The provider sends it, unless it is sent already; with p_restock, pieces that had left are on sale again. Staff: owner, fulfilment. Refuses with not_allowed, second_factor, reason_missing, unknown_order, refunds_changed, wrong_lines, unknown_line, wrong_quantity, wrong_amount, over_captured.
Gives { amount_minor: number; captured_minor: number; currency: string; payment_id: string; refunded_minor: number; status: <order_status> }');

create function private.refund_lines(p_order public.order_records, p_lines jsonb) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  v_given constant jsonb := coalesce(nullif(private.json_of(p_lines), 'null'), '[]');
  v_item jsonb;
  v_line public.order_lines;
  v_left int;
  v_quantity numeric;
  v_worth record;
  v_owed bigint := p_order.refund_due_minor;
  v_answer jsonb := '[]';
begin
  if jsonb_typeof(v_given) <> 'array' or jsonb_array_length(v_given) > 50 then
    perform private.refuse(422, 'wrong_lines', 'The lines are not valid. Reload the page and try again.');
  end if;
  for v_item in select x from jsonb_array_elements(v_given) x loop
    select * into v_line from public.order_lines l
    where l.order_id = p_order.id and l.id = private.uuid_of(v_item ->> 'line_id');
    if not found or v_answer @> jsonb_build_array(jsonb_build_object('line_id', v_line.id)) then
      perform private.refuse(422, 'unknown_line', 'This item is not in the order, or it is listed twice.');
    end if;
    v_left := v_line.quantity - v_line.refunded_quantity;
    v_quantity := case jsonb_typeof(v_item -> 'quantity') when 'number' then (v_item ->> 'quantity')::numeric end;
    if v_quantity is null or v_quantity <> trunc(v_quantity) or v_quantity not between 1 and v_left then
      perform private.refuse(422, 'wrong_quantity', 'That is more than can still be refunded for this item.',
        jsonb_build_object('line_id', v_line.id, 'left', v_left));
    end if;
    -- Of what is left, so that all parts sum to it.
    select private.share_of(m.cost_minor, v_quantity::int, v_left) as cost_minor,
      private.share_of(m.settled_minor, v_quantity::int, v_left) as settled_minor
    into v_worth from private.line_money(v_line) m;
    -- An order that has ended costs nothing: what its lines cost is owed with all else.
    if p_order.status in ('expired', 'cancelled', 'refunded') then
      v_owed := greatest(v_owed - v_worth.cost_minor, 0);
    end if;
    v_answer := v_answer || jsonb_build_array(jsonb_build_object('line_id', v_line.id,
      'quantity', v_quantity::int, 'amount_minor', v_worth.cost_minor + least(v_worth.settled_minor, v_owed),
      'cost_minor', v_worth.cost_minor, 'settled_minor', v_worth.settled_minor));
    v_owed := v_owed - least(v_worth.settled_minor, v_owed);
  end loop;
  return v_answer;
end;
$$;
comment on function private.refund_lines(public.order_records, jsonb) is
  'The lines of a refund with what each gives back: what was paid for it, less what a closing took off and has gone back already.';

create function private.restock_lines(p_order public.order_records, p_lines jsonb, p_why text) returns boolean
language plpgsql
set search_path = ''
as $$
declare
  v_pool record;
  v_is_any boolean := false;
begin
  perform set_config('keywright.stock_reason', 'Order ' || p_order.number || ', ' || p_why, true);
  for v_pool in
    with shipped as (
      -- What left; pieces refunded before are not among it. A kit was made for its buyer and has no shelf.
      select l.id, l.restocked_quantity, (x ->> 'quantity')::int as asked, l.quantity + (
        select coalesce(sum(e.units), 0) from public.order_entries e
        where e.order_id = p_order.id and e.line_id = l.id and e.kind = 'refunded' and e.at < c.at)::int as pieces
      from jsonb_array_elements(p_lines) x
      join public.order_lines l on l.id = (x ->> 'line_id')::uuid
      cross join lateral (
        select min(h.ended_at) as at from private.holds h where h.line_id = l.id and h.state = 'claimed' and h.pool_id is not null
      ) c where c.at is not null
    ), again as (
      -- A piece goes back once: one that was repaired can come back again.
      update public.order_lines l set restocked_quantity = least(s.restocked_quantity + s.asked, s.pieces)
      from shipped s where l.id = s.id and s.restocked_quantity < s.pieces
      returning l.id, least(s.asked, s.pieces - s.restocked_quantity) as quantity, s.pieces
    )
    select h.pool_id, (sum(h.units) * a.quantity / a.pieces)::int as units
    from again a join private.holds h on h.line_id = a.id and h.state = 'claimed' and h.pool_id is not null
    group by h.pool_id, a.id, a.quantity, a.pieces order by h.pool_id
  loop
    update public.stock_pools set on_hand = on_hand + v_pool.units, updated_at = now() where id = v_pool.pool_id and v_pool.units > 0;
    v_is_any := v_is_any or v_pool.units > 0;
  end loop;
  perform set_config('keywright.stock_reason', '', true);
  return v_is_any;
end;
$$;
comment on function private.restock_lines(public.order_records, jsonb, text) is
  'Puts pieces that had left back on the shelf, each once, with an entry of the ledger of stock. Gives whether any went.';

create function private.drop_lines(p_order public.order_records, p_lines jsonb) returns void
language plpgsql
set search_path = ''
as $$
declare
  v_line record;
  v_freed uuid[] := '{}';
begin
  for v_line in
    update public.order_lines l set refunded_quantity = l.refunded_quantity + (x ->> 'quantity')::int
    from jsonb_array_elements(p_lines) x
    where l.id = (x ->> 'line_id')::uuid
    returning l.id, (x ->> 'quantity')::int as quantity, l.quantity - l.refunded_quantity + (x ->> 'quantity')::int as before
  loop
    v_freed := v_freed || private.part_of_hold(v_line.id, (
      select coalesce(sum(h.units), 0) * v_line.quantity / v_line.before
      from private.holds h where h.line_id = v_line.id and h.state = 'held')::int);
  end loop;
  perform private.release_holds(v_freed, '[]', 'Order ' || p_order.number || ', refund');
end;
$$;
comment on function private.drop_lines(public.order_records, jsonb) is
  'Takes refunded things off their lines and frees those that have not left.';

-- Staff give back what many orders are owed, after a closing or for orders that were cancelled. Each counts
-- for itself; what was seen of it says whether a colleague was faster.

create function private.refund_orders(p_orders uuid[], p_refunded_so_far int[], p_reason text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_item record;
  v_order public.order_records;
  v_refusal text;
  v_ending uuid[];
  v_answers jsonb := '[]';
begin
  perform private.require_staff('owner', 'fulfilment');
  if p_orders is null or cardinality(p_orders) not between 1 and 500 or cardinality(p_refunded_so_far) is distinct from cardinality(p_orders) then
    perform private.refuse(422, 'wrong_orders', 'Select 1 to 500 orders.', '{"limit": 500}');
  end if;
  if length(btrim(coalesce(p_reason, ''))) not between 2 and 500 then
    perform private.refuse(422, 'reason_missing', 'Enter a reason of 2 to 500 characters.');
  end if;
  perform 1 from public.order_records o where o.id = any (p_orders) order by o.id for update;
  -- Who gets all back ends, and what it held comes free: locked before any of it, in the order of everybody.
  v_ending := array(select o.id from public.order_records o
    where o.id = any (p_orders) and o.refund_due_minor > 0 and o.refund_due_minor = o.captured_minor - o.refunded_minor);
  perform 1 from public.lists l where l.id in (select f.list_id from public.offers f where f.order_id = any (v_ending)) order by l.id for no key update;
  perform 1 from public.batch_kits k where k.id in (select h.kit_id from private.holds h where h.order_id = any (v_ending) and h.state = 'held')
  order by k.batch_id, k.id for no key update;
  perform 1 from public.stock_pools p where p.id in (select h.pool_id from private.holds h where h.order_id = any (v_ending) and h.state = 'held')
  order by p.id for no key update;
  perform 1 from public.discount_codes c where c.id in (select u.code_id from private.discount_uses u where u.order_id = any (v_ending))
  order by c.id for no key update;
  for v_item in
    select distinct on (u.id) u.id, u.seen from unnest(p_orders, p_refunded_so_far) u (id, seen) order by u.id
  loop
    select * into v_order from public.order_records o where o.id = v_item.id for update;
    v_refusal := case
      when not found then 'unknown_order'
      when v_order.refunded_minor is distinct from v_item.seen
        then case when v_order.refund_due_minor = 0 then 'already_there' else 'refunds_changed' end
      when v_order.refund_due_minor = 0 then 'nothing_due' end;
    if v_refusal is null then
      perform private.refund_order(v_item.id, v_order.refund_due_minor, '[]', p_reason, v_item.seen, false, false);
    end if;
    v_answers := v_answers || jsonb_build_object('order_id', v_item.id, 'ok', v_refusal is null, 'reason', v_refusal);
  end loop;
  return v_answers;
end;
$$;
call pg_temp.expose('refund_orders', 'authenticated', 'payments are written through functions alone.',
  'Gives back what each order is owed; p_refunded_so_far is what was seen to have gone back before. Staff: owner, fulfilment. Says of each why it gets nothing: already_there where a lost answer had done it. Refuses with not_allowed, second_factor, wrong_orders, reason_missing.
Gives { ok: boolean; order_id: string | null; reason: "unknown_order" | "nothing_due" | "refunds_changed" | "already_there" | null }[]');

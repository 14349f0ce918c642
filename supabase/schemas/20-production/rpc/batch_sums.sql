-- How much of each batch is paid, waits or is owed back: what the list of group buys says of each.

create function private.batch_sums(p_batches uuid[]) returns jsonb
language plpgsql stable security definer
set search_path = ''
-- Of a large batch too each order is read by its key.
set enable_seqscan = off
as $$
declare
  -- Money is read by those who read orders.
  v_sees_money constant boolean := private.is_staff('owner');
begin
  perform private.require_reader('owner', 'editor');
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'batch_id', b.id, 'paid_units', s.paid_units, 'unpaid_units', s.unpaid_units,
      'paid_orders', s.paid_orders, 'unpaid_orders', s.unpaid_orders,
      'paid_minor', case when v_sees_money then s.paid_minor end,
      'unpaid_minor', case when v_sees_money then s.unpaid_minor end,
      'settled_minor', case when v_sees_money then s.settled_minor end,
      'due_back_minor', case when v_sees_money then (
        select coalesce(sum(o.refund_due_minor), 0) from public.order_batches ob
        join public.order_records o on o.id = ob.order_id where ob.batch_id = b.id) end,
      'currency', s.currency)), '[]')
    from unnest(p_batches[1:200]) b (id)
    cross join lateral (
      select coalesce(sum(w.units) filter (where w.is_paid), 0) as paid_units,
        coalesce(sum(w.units) filter (where not w.is_paid), 0) as unpaid_units,
        count(distinct w.order_id) filter (where w.is_paid) as paid_orders,
        count(distinct w.order_id) filter (where not w.is_paid) as unpaid_orders,
        coalesce(sum(w.cost_minor) filter (where w.is_paid), 0) as paid_minor,
        coalesce(sum(w.cost_minor) filter (where not w.is_paid), 0) as unpaid_minor,
        coalesce(sum(w.settled_minor), 0) as settled_minor, max(w.currency) as currency
      from (
        select l.order_id, o.status <> 'awaiting_payment' as is_paid, l.quantity - l.refunded_quantity as units, o.currency,
          (select greatest(coalesce(sum(e.amount_minor), 0), 0) from public.order_entries e
            where e.order_id = l.order_id and e.line_id = l.id) as cost_minor,
          (select -coalesce(sum(e.amount_minor), 0) from public.order_entries e
            where e.order_id = l.order_id and e.line_id = l.id and e.kind = 'settled') as settled_minor
        from public.order_batches ob
        join public.order_records o on o.id = ob.order_id and o.status not in ('expired', 'cancelled', 'refunded')
        join public.order_lines l on l.order_id = ob.order_id and l.batch_id = ob.batch_id
        where ob.batch_id = b.id
      ) w
    ) s);
end;
$$;
call pg_temp.expose('batch_sums', 'authenticated', 'sums over orders of everyone.',
  'How much of up to 200 batches is paid and unpaid; money is null for editors, and the currency where nothing is ordered. settled_minor is what the closing took off, due_back_minor what their orders are still owed. Staff: owner, editor. Refuses with not_allowed.
Gives {
  batch_id: string;
  currency: string | null;
  due_back_minor: number | null;
  paid_minor: number | null;
  paid_orders: number;
  paid_units: number;
  settled_minor: number | null;
  unpaid_minor: number | null;
  unpaid_orders: number;
  unpaid_units: number;
}[]');

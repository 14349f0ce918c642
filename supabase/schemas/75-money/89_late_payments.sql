-- An order that expired and is paid all the same comes back only as a new one would: with the goods that
-- it had when it ended, within what one customer may have, and with codes that are still free.

create function private.hold_again(p_order public.order_records) returns boolean
language plpgsql
set search_path = ''
as $$
declare
  -- What an amendment had freed before it ended is not its own any more, nor what was given back since.
  v_taking constant jsonb := (
    select coalesce(jsonb_agg(jsonb_build_object('line_id', t.id, 'pool_id', t.pool_id, 'kit_id', t.kit_id, 'units', t.units)), '[]')
    from (
      select l.id, h.pool_id, h.kit_id,
        sum(h.units) * (l.quantity - l.refunded_quantity) / (l.quantity - l.refunded_quantity + max(r.units)) as units
      from public.order_lines l join private.holds h on h.line_id = l.id and h.state = 'released' and h.ended_at >= p_order.closed_at
      cross join lateral (
        select -coalesce(sum(e.units), 0) as units from public.order_entries e
        where e.order_id = l.order_id and e.line_id = l.id and e.kind = 'refunded' and e.at >= p_order.closed_at
      ) r
      where l.order_id = p_order.id and l.quantity > l.refunded_quantity
      group by l.id, h.pool_id, h.kit_id
    ) t);
begin
  if exists (select from public.order_lines l where l.order_id = p_order.id and l.offer_id is not null)
    or exists (select from jsonb_array_elements(v_taking) t join public.batch_kits k on k.id = (t ->> 'kit_id')::uuid
      where k.dropped_at is not null) then
    return false;
  end if;
  perform private.require_room_for(p_order.id, p_order.user_id, c.email) from private.order_contacts c where c.order_id = p_order.id;
  if private.release_holds('{}', v_taking, 'Paid late', true) <> '[]' then
    -- Undoes what the pass did take: caught below.
    perform private.refuse(409, 'out_of_stock', 'There is not enough stock left.');
  end if;
  insert into private.holds (order_id, line_id, pool_id, kit_id, units)
  select p_order.id, (t ->> 'line_id')::uuid, (t ->> 'pool_id')::uuid, (t ->> 'kit_id')::uuid, (t ->> 'units')::int
  from jsonb_array_elements(v_taking) t;
  perform private.use_codes_of(p_order.id);
  return true;
exception when sqlstate 'PT409' then
  return false;
end;
$$;
comment on function private.hold_again(public.order_records) is
  'Takes the goods and codes of an expired order once more; false where they are gone by now or not made, or its customer has ordered as much as one may. The caller holds the locks of customer and order.';

-- Staff send parcels with their tracking, one or a list from a carrier's file. Each row is taken or
-- refused by itself; when the last parcel of an order has left, the order is shipped.

create function private.ship_parcels(p_parcels jsonb, p_despite_due text default null) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_rows constant jsonb := private.json_of(p_parcels);
  v_despite constant text := private.despite_due(p_despite_due);
  v_row record;
  v_refusal text;
  v_sent uuid[] := '{}';
  v_answers jsonb := '[]';
begin
  perform private.require_staff('owner', 'fulfilment');
  if jsonb_typeof(v_rows) is distinct from 'array' or jsonb_array_length(v_rows) not between 1 and 500 then
    perform private.refuse(422, 'wrong_parcels', 'Select 1 to 500 parcels.', '{"limit": 500}');
  end if;
  perform 1 from public.order_records o
  where o.id in (select s.order_id from public.shipments s join jsonb_array_elements(v_rows) x
    on s.id = private.uuid_of(x ->> 'shipment_id')) order by o.id for update;
  for v_row in select x as given, i from jsonb_array_elements(v_rows) with ordinality a (x, i) order by i loop
    v_refusal := private.send_parcel(v_row.given, v_despite);
    if v_refusal is null then
      v_sent := v_sent || private.uuid_of(v_row.given ->> 'shipment_id');
    end if;
    v_answers := v_answers || jsonb_build_array(jsonb_build_object(
      'shipment_id', v_row.given ->> 'shipment_id', 'ok', v_refusal is null, 'reason', v_refusal)
      || case when v_refusal = 'money_due' then jsonb_build_object('due_minor', (
        select private.balance_due(o) from public.order_records o join public.shipments s on s.order_id = o.id
        where s.id = private.uuid_of(v_row.given ->> 'shipment_id'))) else '{}' end);
  end loop;
  perform private.claim_holds(array(select s.order_id from public.shipments s where s.id = any (v_sent)), v_sent, 'Shipped');
  return v_answers;
end;
$$;
call pg_temp.expose('ship_parcels', 'authenticated', 'orders are written through functions alone.',
  'Sends parcels: [{shipment_id, carrier, tracking_number, tracking_url, package_id}]. Parcels of an order with a balance due stay unless p_despite_due says why they leave, which its history keeps. Staff: owner, fulfilment. Says of each why it stays: money_due with due_minor. Refuses with not_allowed, second_factor, wrong_parcels, reason_missing, reason_too_long.
Gives {
  due_minor?: number;
  ok: boolean;
  reason: "unknown_parcel" | "wrong_tracking" | "unknown_package" | "address_problem" | "withdrawn" | "not_complete" | "money_due" | "illegal_move" | null;
  shipment_id: string | null;
}[]');

create function private.packed_into(p_package public.shipping_packages, p_content_grams int) returns jsonb
language sql immutable
set search_path = ''
as $$
  select case when p_package.id is not null then jsonb_build_object(
    'name', p_package.name, 'length_mm', p_package.inner_length_mm, 'width_mm', p_package.inner_width_mm,
    'height_mm', p_package.inner_height_mm, 'gross_grams', p_content_grams + p_package.own_weight_grams) end
$$;
comment on function private.packed_into(public.shipping_packages, int) is
  'What a parcel keeps of its package, which may be renamed, changed or removed later; null without one.';

create function private.send_parcel(p_parcel jsonb, p_despite text) returns text
language plpgsql
set search_path = ''
as $$
declare
  v_shipment public.shipments;
  v_order public.order_records;
  v_status public.order_status;
  v_package public.shipping_packages;
  v_url constant text := btrim(coalesce(p_parcel ->> 'tracking_url', ''));
begin
  select s.* into v_shipment from public.shipments s where s.id = private.uuid_of(p_parcel ->> 'shipment_id');
  if not found then
    return 'unknown_parcel';
  end if;
  if v_url <> '' and (v_url !~ '^https://[^\s<>"]+$' or length(v_url) > 400)
    or length(p_parcel ->> 'carrier') > 80 or length(p_parcel ->> 'tracking_number') > 80 then
    return 'wrong_tracking';
  end if;
  if coalesce(p_parcel ->> 'package_id', '') <> '' then
    -- One that is not proposed any more too: it is what the parcel lies in.
    select * into v_package from public.shipping_packages k where k.id = private.uuid_of(p_parcel ->> 'package_id');
    if not found then
      return 'unknown_package';
    end if;
  end if;
  select * into v_order from public.order_records o where o.id = v_shipment.order_id;
  v_status := v_order.status;
  if v_shipment.status <> 'planned' or v_status not between 'paid' and 'ready_to_ship' then
    return 'illegal_move';
  end if;
  if v_order.address_question is not null then
    return 'address_problem';
  end if;
  if private.is_withdrawn(v_shipment.id) then
    return 'withdrawn';
  end if;
  if v_order.ships_together and private.part_waited_for(v_order.id) is not null then
    return 'not_complete';
  end if;
  if private.balance_due(v_order) > 0 then
    if p_despite is null then
      return 'money_due';
    end if;
    perform private.record_open_balance(array[v_order.id], jsonb_build_object(v_order.id, private.balance_due(v_order)), p_despite);
  end if;
  update public.shipments set status = 'shipped', shipped_at = now(), carrier = btrim(coalesce(p_parcel ->> 'carrier', '')),
    tracking_number = btrim(coalesce(p_parcel ->> 'tracking_number', '')), tracking_url = v_url,
    package_id = v_package.id, package = private.packed_into(v_package, v_shipment.weight_grams)
  where id = v_shipment.id returning * into v_shipment;
  perform private.record_event(v_shipment.order_id, 'parcel_shipped', p_after => jsonb_build_object(
    'position', v_shipment.position, 'carrier', v_shipment.carrier, 'tracking_number', v_shipment.tracking_number)
    || case when v_shipment.package is null then '{}' else jsonb_build_object(
      'package', v_shipment.package ->> 'name', 'gross_grams', v_shipment.package -> 'gross_grams') end);
  if not exists (select from public.shipments s where s.order_id = v_shipment.order_id and s.status = 'planned') then
    if v_status <> 'ready_to_ship' then
      perform private.move_order(v_shipment.order_id, v_status, 'ready_to_ship', 'staff', '');
    end if;
    perform private.move_order(v_shipment.order_id, 'ready_to_ship', 'shipped', 'staff', '');
  end if;
  perform private.mail_about_order(v_shipment.order_id, 'order_shipped', 'parcel' || v_shipment.position, jsonb_build_object(
    'carrier', v_shipment.carrier, 'tracking_number', v_shipment.tracking_number, 'tracking_url', v_shipment.tracking_url));
  return null;
end;
$$;
comment on function private.send_parcel(jsonb, text) is 'Sends one parcel, or says in a word why not.';

-- Staff mend the tracking of a parcel that has left: it was mistyped, or its number came later.

create function private.correct_tracking(
  p_shipment uuid, p_was text, p_carrier text, p_tracking_number text, p_sends_mail boolean default true
) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  v_shipment public.shipments;
  v_carrier constant text := btrim(coalesce(p_carrier, ''));
  v_number constant text := btrim(coalesce(p_tracking_number, ''));
begin
  perform private.require_staff('owner', 'fulfilment');
  select s.* into v_shipment from public.shipments s where s.id = p_shipment;
  perform 1 from public.order_records o where o.id = v_shipment.order_id for update;
  select s.* into v_shipment from public.shipments s where s.id = p_shipment for update;
  if v_shipment.id is null then
    perform private.refuse(404, 'unknown_parcel', 'This parcel could not be found.');
  elsif v_shipment.status = 'planned' then
    perform private.refuse(409, 'not_shipped', 'This parcel has not been shipped yet.');
  elsif length(v_carrier) not between 1 and 80 or length(v_number) not between 1 and 80 then
    perform private.refuse(422, 'wrong_tracking', 'Enter a carrier and a tracking number of at most 80 characters each.', '{"limit": 80}');
  end if;
  -- Sent twice, it is so already.
  if (v_shipment.carrier, v_shipment.tracking_number) = (v_carrier, v_number) then
    return;
  end if;
  if v_shipment.tracking_number is distinct from coalesce(p_was, '') then
    perform private.refuse(409, 'tracking_changed', format('Someone else changed it to %s %s. Theirs was kept.', v_shipment.carrier, v_shipment.tracking_number),
      jsonb_build_object('carrier', v_shipment.carrier, 'tracking_number', v_shipment.tracking_number));
  end if;
  -- The old address leads to the old number.
  update public.shipments set carrier = v_carrier, tracking_number = v_number, tracking_url = '' where id = p_shipment;
  perform private.record_event(v_shipment.order_id, 'tracking_corrected',
    p_before => jsonb_build_object('carrier', v_shipment.carrier, 'tracking_number', v_shipment.tracking_number),
    p_after => jsonb_build_object('position', v_shipment.position, 'carrier', v_carrier, 'tracking_number', v_number));
  if p_sends_mail then
    perform private.mail_about_order(v_shipment.order_id, 'order_shipped',
      'parcel' || v_shipment.position || ' corrected ' || (
        select count(*) from public.order_events e
        where e.order_id = v_shipment.order_id and e.kind = 'tracking_corrected'),
      jsonb_build_object('carrier', v_carrier, 'tracking_number', v_number, 'tracking_url', '', 'is_corrected', true));
  end if;
end;
$$;
call pg_temp.expose('correct_tracking', 'authenticated', 'parcels are written through functions alone.',
  'Changes carrier and tracking number of a parcel that has left, while its number is still p_was, keeps it in the history and tells the customer by mail if asked to. Staff: owner, fulfilment. Refuses with not_allowed, second_factor, unknown_parcel, not_shipped, wrong_tracking, tracking_changed.');

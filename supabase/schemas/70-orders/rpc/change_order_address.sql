-- An order goes somewhere else: by its customer until the deadline, by staff until it leaves. The
-- country stays, for shipping and tax hang on it. Who was asked about the address answers with it, also
-- after the deadline, as long as nothing has left.

create function private.change_order_address(p_order uuid, p_address jsonb, p_token text default null) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_order public.order_records;
  v_address constant jsonb := private.checked_address(p_address);
  v_before jsonb;
  v_who text;
begin
  select * into v_order from public.order_records o where o.id = p_order for update;
  v_who := private.canceller(v_order, p_token);
  if v_who is null then
    perform private.refuse(404, 'unknown_order', 'You have no such order.');
  end if;
  if not private.is_asked_for_address(v_order) then
    perform private.require_before_deadline(v_order, v_who, private.order_deadline(p_order, 'address'));
  end if;
  if v_who = 'customer' and private.has_left(p_order) then
    perform private.refuse(409, 'line_left', 'Part of this order has already shipped, so you can’t change the address here. Please write to us.');
  end if;
  if v_address ->> 'country' <> v_order.country_code then
    perform private.refuse(422, 'other_country', 'Shipping and tax depend on the country. Please place a new order.',
      jsonb_build_object('country', v_order.country_code));
  end if;
  select c.address into v_before from private.order_contacts c where c.order_id = p_order;
  if v_before <> v_address then
    insert into private.address_history (order_id, address, changed_by) values (p_order, v_before, auth.uid());
    update private.order_contacts set address = v_address where order_id = p_order;
    perform private.record_event(p_order, 'address_changed', p_after => jsonb_build_object('fields', (
      select jsonb_agg(n.key order by n.key) from jsonb_each(v_address) n where n.value is distinct from v_before -> n.key)));
    perform private.mail_about_order(p_order, 'order_changed',
      (select max(e.id)::text from public.order_events e where e.order_id = p_order));
  elsif v_order.address_question is not null then
    perform private.record_event(p_order, 'address_confirmed');
  end if;
  -- Whatever was asked is answered by now. The address lies apart, but whoever read the order before has
  -- to be told: its version counts that too.
  update public.order_records set address_question = null, updated_at = clock_timestamp()
  where id = p_order and (address_question is not null or v_before <> v_address);
  return jsonb_build_object('id', p_order, 'number', v_order.number, 'address', v_address);
end;
$$;
call pg_temp.expose('change_order_address', 'anon, authenticated, service_role',
  'contacts are written through functions alone.',
  'Changes where an order goes, within its country. Its customer (a guest by p_token) until the deadline, or while staff ask about it and nothing has left; staff (owner, fulfilment). Lifts what was asked. Refuses with unknown_order, link_expired, wrong_address, other_country, deadline_passed, line_left, illegal_move.
Gives {
  address: { city: string; country: string; line1: string; line2: string; name: string; phone: string; postcode: string; region: string };
  id: string;
  number: string;
}');

create function private.is_asked_for_address(p_order public.order_records) returns boolean
language sql stable
set search_path = ''
as $$
  select p_order.address_question is not null
    and p_order.status < 'shipped'
    and not private.has_left(p_order.id)
$$;
comment on function private.is_asked_for_address(public.order_records) is
  'Whether staff wait for an address of this order, and one that comes can still be used.';

create function private.require_before_deadline(p_order public.order_records, p_who text, p_until timestamptz) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  -- Where its batches set a date, that counts, and not when work on it begins.
  if p_order.status > (case when p_who = 'staff' then 'ready_to_ship' when p_until is null then 'paid'
      else 'in_production' end)::public.order_status then
    perform private.refuse(409, 'illegal_move', 'This order can''t be changed any more.', jsonb_build_object('status', p_order.status));
  end if;
  if p_who = 'customer' and p_until <= now() then
    perform private.refuse(409, 'deadline_passed', 'The deadline for this change has passed.', jsonb_build_object('until', p_until));
  end if;
end;
$$;
comment on function private.require_before_deadline(public.order_records, text, timestamptz) is
  'Refuses a change of an order that is too far, or after the date that its batches set; staff may still change until it leaves.';

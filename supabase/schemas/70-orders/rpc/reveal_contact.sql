-- Who may see only a masked mailbox asks for the whole contact of one order, and says why: the
-- answer and its row in the audit log are one transaction.

create function private.reveal_contact(p_order uuid, p_reason text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_reason constant text := btrim(coalesce(p_reason, ''));
  v_contact jsonb;
begin
  perform private.require_staff('owner', 'fulfilment', 'support');
  if length(v_reason) not between 3 and 500 then
    perform private.refuse(422, 'reason_missing', 'Enter a reason.', '{"limit": 500}');
  end if;
  select jsonb_build_object('email', c.email, 'address', c.address) into v_contact
  from private.order_contacts c where c.order_id = p_order;
  if v_contact is null then
    perform private.refuse(404, 'unknown_order', 'This order could not be found. Check the order number.');
  end if;
  perform private.note_staff_call('read', 'order_records', p_order, jsonb_build_object('call', 'reveal_contact', 'reason', v_reason));
  return v_contact;
end;
$$;
call pg_temp.expose('reveal_contact', 'authenticated', 'nobody may read contacts or write the log.',
  'The mailbox and the address of an order, unmasked; of a deleted account only the country. Leaves a row in the audit log with the reason. Staff: owner, fulfilment, support. Refuses with not_allowed, reason_missing, unknown_order.
Gives { address: <orders.address>; email: string }');

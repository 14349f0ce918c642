-- As reveal_contact, for a person: who sees them masked asks for name and address, and says why.

create function private.reveal_customer(p_customer uuid, p_reason text) returns jsonb
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
  select jsonb_build_object('email', k.email, 'name', k.name) into v_contact from private.customers k where k.id = p_customer;
  if v_contact is null then
    perform private.refuse(404, 'unknown_customer', 'This customer no longer exists.');
  end if;
  perform private.note_staff_call('read', 'customers', p_customer, jsonb_build_object('call', 'reveal_customer', 'reason', v_reason));
  return v_contact;
end;
$$;
call pg_temp.expose('reveal_customer', 'authenticated', 'nobody may read customers or write the log.',
  'Name and mail address of a customer, unmasked. Leaves a row in the audit log with the reason. Staff: owner, fulfilment, support. Refuses with not_allowed, reason_missing, unknown_customer.
Gives { email: string; name: string }');

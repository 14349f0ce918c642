-- A person asks the shop to forget them. An account goes as if its owner had asked, with two weeks to take
-- it back; a guest's orders lose name and address, each once it has ended. Documents keep what they say.

create function private.forget_customer(p_customer uuid, p_reason text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_reason constant text := btrim(coalesce(p_reason, ''));
  v_customer private.customers;
  v_due timestamptz;
begin
  perform private.require_staff('owner');
  if length(v_reason) not between 3 and 500 then
    perform private.refuse(422, 'reason_missing', 'Enter a reason.', '{"limit": 500}');
  end if;
  select * into v_customer from private.customers k where k.id = p_customer;
  if v_customer.id is null then
    perform private.refuse(404, 'unknown_customer', 'This customer no longer exists.');
  end if;
  perform private.note_staff_call('delete', 'customers', p_customer, jsonb_build_object('call', 'forget_customer', 'reason', v_reason));
  if v_customer.user_id is not null then
    v_due := private.begin_account_deletion(v_customer.user_id);
    return jsonb_build_object('due_at', v_due, 'waiting', 0);
  end if;
  insert into private.forgotten_orders (order_id)
  select o.id from private.orders_of(null, v_customer.email) o
  on conflict do nothing;
  delete from private.follows f where f.email = v_customer.email;
  delete from private.order_transfers t where lower(t.to_email) = v_customer.email;
  delete from public.customer_notes n where n.customer_id = p_customer;
  perform private.forget_ended_orders();
  delete from public.outbox m where lower(m.recipient) = v_customer.email and coalesce(m.sent_at, m.given_up_at) is not null;
  perform private.count_customers();
  return jsonb_build_object('due_at', null, 'waiting', (select count(*) from private.orders_of(null, v_customer.email)));
end;
$$;
call pg_temp.expose('forget_customer', 'authenticated', 'nobody may write what it forgets.',
  'Forgets a customer. An account is deleted at due_at unless its owner takes it back; of a guest so many orders still wait for their end. Asking again changes nothing. Staff: owner. Refuses with not_allowed, reason_missing, unknown_customer, works_here.
Gives { due_at: string | null; waiting: number }');

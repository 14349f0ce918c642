-- Staff ask a customer about an address that will not do, with a mail that leads to where it is mended.
-- Until it is answered, or staff take the question back, nothing of the order leaves.

create function private.flag_address(p_order uuid, p_question text, p_version int) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_question constant text := nullif(btrim(coalesce(p_question, '')), '');
  v_order public.order_records;
begin
  perform private.require_staff('owner', 'fulfilment');
  if length(v_question) not between 2 and 500 then
    perform private.refuse(422, 'wrong_question', 'Enter a question of 2 to 500 characters.', '{"limit": 500}');
  end if;
  select * into v_order from public.order_records o where o.id = p_order for update;
  if not found then
    perform private.refuse(404, 'unknown_order', 'This order could not be found. Check the order number.');
  end if;
  if p_version is distinct from v_order.version then
    perform private.refuse(409, 'order_changed', 'Someone else changed this order in the meantime. Reload the page and try again.', jsonb_build_object('version', v_order.version));
  end if;
  if v_question is not distinct from v_order.address_question then
    return private.address_flag(v_order);
  end if;
  update public.order_records set address_question = v_question where id = p_order returning * into v_order;
  if v_question is null then
    perform private.record_event(p_order, 'address_cleared');
    return private.address_flag(v_order);
  end if;
  if not private.is_asked_for_address(v_order) then
    perform private.refuse(409, 'illegal_move', 'Part of this order has shipped, or the order has ended.', jsonb_build_object('status', v_order.status));
  end if;
  perform private.record_event(p_order, 'address_asked', v_question);
  perform private.mail_about_order(p_order, 'address_asked',
    (select max(e.id)::text from public.order_events e where e.order_id = p_order),
    jsonb_build_object('question', v_question) || private.acting_secret_for(v_order));
  return private.address_flag(v_order);
end;
$$;
call pg_temp.expose('flag_address', 'authenticated', 'orders are written through functions alone.',
  'Asks the customer of an order about its address, by mail; null takes the question back. Staff: owner, fulfilment. Refuses with not_allowed, wrong_question, unknown_order, order_changed, illegal_move.
Gives { id: string; number: string; question: string | null; version: number }');

create function private.address_flag(p_order public.order_records) returns jsonb
language sql immutable
set search_path = ''
as $$
  select jsonb_build_object('id', p_order.id, 'number', p_order.number, 'version', p_order.version, 'question', p_order.address_question)
$$;
comment on function private.address_flag(public.order_records) is 'What an order''s customer is asked, and its version by then.';

create function private.guest_secret(p_order public.order_records) returns text
language plpgsql stable
set search_path = ''
set enable_seqscan = off
as $$
begin
  if p_order.user_id is not null then
    return null;
  end if;
  return (
    select s.secrets ->> 'token' from public.outbox m
    join private.mail_secrets s on s.mail_id = m.id
    join private.order_contacts c on c.order_id = p_order.id
    where m.dedupe_key = 'order_placed:' || p_order.id || ':placed'
      and private.hash_of(s.secrets ->> 'token') = c.mailbox_token_hash);
end;
$$;
comment on function private.guest_secret(public.order_records) is
  'The secret that a guest''s first mail carried, for a later mail to the same mailbox; null where there is an account, or it holds no more.';

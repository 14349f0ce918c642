-- A guest whose link only shows the order has a new one sent that changes it: to the mailbox of the order
-- and nowhere else.

create function private.send_order_link(p_number text, p_token text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_order public.order_records;
  v_fact text;
begin
  select * into v_order from public.order_records o where o.number = private.order_number_of(p_number) for update;
  if v_order.id is null or not coalesce(private.is_secret_of(v_order.id, left(p_token, 200)), false) then
    perform private.refuse(404, 'unknown_order', 'You have no such order.');
  end if;
  if v_order.user_id is not null then
    perform private.refuse(409, 'has_account', 'This order belongs to an account: sign in to change it.');
  end if;
  if v_order.status >= 'shipped'
    and private.owed_by_transfer(v_order) = 0 then
    perform private.refuse(409, 'illegal_move', 'This order can''t be changed any more.', jsonb_build_object('status', v_order.status));
  end if;
  -- Whoever holds an old link must not fill the mailbox with it.
  select current_date || '-' || n into v_fact from generate_series(1, 3) n
  where not exists (
    select from public.outbox m where m.dedupe_key = 'order_link:' || v_order.id || ':' || current_date || '-' || n)
  order by n limit 1;
  if v_fact is null then
    perform private.refuse(429, 'too_many_tries', 'We send at most three links a day. Use the newest one.');
  end if;
  perform private.mail_about_order(v_order.id, 'order_link', v_fact,
    jsonb_build_object('acts_until', now() + interval '24 hours') || private.acting_secret_for(v_order));
  return jsonb_build_object('number', v_order.number, 'email', (
    select private.mask_email(c.email) from private.order_contacts c where c.order_id = v_order.id));
end;
$$;
call pg_temp.expose('send_order_link', 'anon, authenticated, service_role',
  'guests may read no order and write no mail.',
  'Mails a link that changes a guest''s order for a day to the mailbox of the order; by any secret of it, three times a day. The email is masked. Refuses with unknown_order, has_account, illegal_move, too_many_tries.
Gives { email: string; number: string }');

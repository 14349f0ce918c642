-- Orders that someone placed as a guest become theirs, once their account has proven the mailbox.

create function private.claim_guest_orders() returns int
language plpgsql security definer
set search_path = ''
as $$
declare
  v_user constant uuid := auth.uid();
  v_email text;
  v_claimed int;
begin
  if v_user is null then
    perform private.refuse(401, 'signed_out', 'Please sign in first.');
  end if;
  select lower(u.email) into v_email from auth.users u where u.id = v_user and u.email_confirmed_at is not null;
  if v_email is null then
    perform private.refuse(403, 'mailbox_unproven', 'Confirm your e-mail address first.');
  end if;
  with claimed as (
    update public.order_records o set user_id = v_user
    from private.order_contacts c
    where c.order_id = o.id and o.user_id is null and lower(c.email) = v_email
      and not exists (select from private.order_keys k where k.order_id = o.id and k.caller <> 'guest')
    returning o.id
  ), renewed as (
    -- Whoever ordered in their name holds the secret of that browser.
    update private.order_contacts c set token_hash = private.hash_of(gen_random_uuid()::text || gen_random_uuid()::text)
    from claimed where c.order_id = claimed.id
  ), told as (
    insert into public.order_events (order_id, kind, actor, actor_id) select id, 'claimed', 'customer', v_user from claimed
  )
  select count(*) into v_claimed from claimed;
  return v_claimed;
end;
$$;
call pg_temp.expose('claim_guest_orders', 'authenticated', 'orders are written through functions alone.',
  'Makes guest orders of the caller''s confirmed e-mail the caller''s own and ends the secret of the browser that ordered; says how many. Refuses with signed_out, mailbox_unproven.');

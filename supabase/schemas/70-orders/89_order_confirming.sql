-- Who answers for an order. An account does by ordering, a guest by the link of the first mail or by
-- paying. Until then an order is nobody's: it holds its goods for minutes, counts for no limit per
-- person, uses no code up, and its mailbox gets one mail that says nothing a sender typed.

create function private.lock_customers_of(p_orders uuid[]) returns void
language plpgsql
set search_path = ''
as $$
declare
  v_lock bigint;
begin
  for v_lock in
    select distinct hashtextextended(k, 7)
    from unnest(p_orders) u (id) cross join lateral (select x.user_id from public.order_records x where x.id = u.id limit 1) o
    cross join lateral (select x.mailbox from private.order_contacts x where x.order_id = u.id limit 1) c
    cross join lateral unnest(array[o.user_id::text, c.mailbox]) k where k is not null order by 1
  loop
    perform pg_advisory_xact_lock(v_lock);
  end loop;
end;
$$;
comment on function private.lock_customers_of(uuid[]) is
  'As lock_customer, for all who will answer for some orders. Before the orders themselves are locked.';

create function private.lock_customer_of(p_order uuid) returns void
language plpgsql
set search_path = ''
as $$
begin
  perform private.lock_customer(o.user_id, c.email)
  from public.order_records o join private.order_contacts c on c.order_id = o.id where o.id = p_order;
end;
$$;
comment on function private.lock_customer_of(uuid) is
  'As lock_customer, for whoever will answer for an order. Before the order itself is locked.';

create function private.check_client(p_client text) returns void
language plpgsql stable
set search_path = ''
set enable_seqscan = off
as $$
begin
  if p_client is not null and (
    select count(*) from private.order_contacts c
    cross join lateral (select r.placed_at, r.paid_at from public.order_records r where r.id = c.order_id limit 1) o
    where c.client_hash = p_client and o.placed_at > now() - interval '10 minutes' and o.paid_at is null
  ) >= private.setting('unpaid_orders_per_client') then
    perform private.refuse(429, 'too_many_orders', 'There are too many unpaid orders from your connection. Pay for one, or wait ten minutes.');
  end if;
end;
$$;
comment on function private.check_client(text) is
  'Refuses a client that has placed many orders without paying, cancelled ones included. The orders are the count: what is refused has held nothing.';

create function private.may_write_to(p_order public.order_records, p_contact private.order_contacts) returns boolean
language plpgsql stable
set search_path = ''
as $$
begin
  if p_contact.mailbox_proven_at is not null or p_order.paid_at is not null or p_order.captured_minor > 0 then
    return true;
  elsif p_order.confirmed_at is null or p_order.user_id is null then
    return p_order.confirmed_at is not null;
  end if;
  -- What a stranger ordered and an account claimed is confirmed by nobody; an account answers for its own mailbox alone.
  return exists (
    select from auth.users u
    where u.id = p_order.user_id and lower(u.email) = lower(p_contact.email) and u.email_confirmed_at is not null);
end;
$$;
comment on function private.may_write_to(public.order_records, private.order_contacts) is
  'Whether mails about an order may go to its mailbox, with the name that was typed: its reader, money or a colleague has answered for it.';

create function private.may_ask_mailbox(p_mailbox text) returns boolean
language plpgsql stable
set search_path = ''
set enable_seqscan = off
as $$
begin
  return (
    select count(*) < 3 and count(*) filter (
      where c.asked_at > now() - make_interval(mins => private.setting('minutes_to_confirm'))) = 0
    from private.order_contacts c
    cross join lateral (select r.paid_at from public.order_records r where r.id = c.order_id limit 1) o
    where c.mailbox = p_mailbox and c.asked_at > now() - interval '1 day'
      and c.mailbox_proven_at is null and o.paid_at is null);
end;
$$;
comment on function private.may_ask_mailbox(text) is
  'Whether a mailbox may be asked about one more order: one unanswered mail at a time, and three a day, whoever orders in its name.';

create function private.ask_about_order(p_order uuid) returns void
language plpgsql
set search_path = ''
as $$
declare
  v_token constant text := replace(gen_random_uuid()::text || gen_random_uuid(), '-', '');
  v_order public.order_records;
  v_contact private.order_contacts;
  v_asked_at timestamptz;
begin
  select * into v_order from public.order_records o where o.id = p_order;
  select * into v_contact from private.order_contacts c where c.order_id = p_order;
  if not private.may_write_to(v_order, v_contact) and not private.is_staff() then
    if not private.may_ask_mailbox(v_contact.mailbox) then
      return;
    end if;
    v_asked_at := now();
  end if;
  update private.order_contacts set mailbox_token_hash = private.hash_of(v_token), asked_at = coalesce(v_asked_at, asked_at)
  where order_id = p_order;
  perform private.mail_about_order(p_order, 'order_placed', 'placed', jsonb_build_object(
    'token', v_token, 'asks', true, 'keep_until', v_order.keep_until,
    'agrees_first', v_order.consents -> 'terms' is distinct from 'true')
    || case when v_order.user_id is null
      then jsonb_build_object('acting_token', private.make_acting_secret(p_order)) else '{}' end);
end;
$$;
comment on function private.ask_about_order(uuid) is
  'Sends the first mail of an order, or leaves it for later where its mailbox has one to answer. The caller holds the lock of the customer.';

create function private.ask_about_next_order(p_mailbox text) returns void
language plpgsql
set search_path = ''
as $$
begin
  perform private.ask_about_order(o.id)
  from public.order_records o join private.order_contacts c on c.order_id = o.id
  where c.mailbox = p_mailbox and c.asked_at is null and c.mailbox_proven_at is null
    and o.status = 'awaiting_payment' and o.pay_by > now()
    and not exists (select from public.outbox m where m.dedupe_key = 'order_placed:' || o.id || ':placed')
  order by o.placed_at desc, o.id limit 1;
end;
$$;
comment on function private.ask_about_next_order(text) is 'The mail that waited for an answer to the one before: of the newest order, whose buyer waits for it.';

create function private.send_due_mails(p_order uuid) returns void
language plpgsql
set search_path = ''
as $$
begin
  if not exists (select from public.outbox m where m.dedupe_key = 'order_placed:' || p_order || ':placed') then
    perform private.ask_about_order(p_order);
  end if;
  perform private.ask_about_next_order(c.mailbox) from private.order_contacts c where c.order_id = p_order;
end;
$$;
comment on function private.send_due_mails(uuid) is
  'The mails that waited until somebody answered for an order: its own first one, and that of the next order of its mailbox.';

create function private.use_codes_of(p_order uuid) returns void
language plpgsql
set search_path = ''
as $$
declare
  v_use record;
begin
  for v_use in
    select u.code_id, u.email from private.discount_uses u
    where u.order_id = p_order and (u.counted_at is null or u.given_back_at is not null) order by u.code_id
  loop
    update public.discount_codes c set used_count = c.used_count + 1
    where c.id = v_use.code_id and (c.most_uses is null or c.used_count < c.most_uses);
    if not found then
      perform private.refuse(409, 'code_used_up', 'This code has been used up. Remove it to continue.');
    end if;
    if exists (
      select from public.discount_codes c where c.id = v_use.code_id and c.most_per_customer <= (
        select count(*) from private.discount_uses u
        where u.code_id = c.id and u.given_back_at is null and u.counted_at is not null
          and u.order_id <> p_order and u.mailbox = private.mailbox_of(v_use.email))
    ) then
      perform private.refuse(409, 'code_used', 'You have already used this code.');
    end if;
  end loop;
  update private.discount_uses set counted_at = now(), given_back_at = null
  where order_id = p_order and (counted_at is null or given_back_at is not null);
end;
$$;
comment on function private.use_codes_of(uuid) is
  'From now on the codes of an order count. Refuses where another order, which was confirmed or paid first, has the last use.';

create function private.confirm_order(p_order uuid, p_is_paid boolean) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  v_order public.order_records;
  v_email text;
  v_reason text;
  v_message text;
begin
  select * into v_order from public.order_records o where o.id = p_order for update;
  if v_order.confirmed_at is not null
    or not p_is_paid and (v_order.status <> 'awaiting_payment' or v_order.pay_by <= now()) then
    return null;
  end if;
  select c.email into v_email from private.order_contacts c where c.order_id = p_order;
  begin
    perform private.require_room_for(p_order, v_order.user_id, v_email);
    update public.order_records set confirmed_at = now(), pay_by = keep_until, keep_until = null
    where id = p_order returning * into v_order;
    update private.holds set expires_at = v_order.pay_by
    where order_id = p_order and state = 'held' and expires_at is not null;
    if not p_is_paid then
      perform private.record_event(p_order, 'confirmed');
    end if;
    if v_order.total_minor = 0 then
      perform private.move_order(p_order, 'awaiting_payment', 'paid', 'shop', 'There was nothing to pay.');
    end if;
    perform private.use_codes_of(p_order);
  exception when sqlstate 'PT409' then
    get stacked diagnostics v_reason = pg_exception_hint, v_message = message_text;
    return jsonb_build_object('reason', v_reason, 'message', v_message);
  end;
  return null;
end;
$$;
comment on function private.confirm_order(uuid, boolean) is
  'Somebody answers for an order: it holds its goods until keep_until, counts for its person and uses its codes up. Otherwise says why not, {reason, message}, and changes nothing: who came first has the last use of a code, and nobody gets more than one customer may. The caller holds the lock of the customer.';

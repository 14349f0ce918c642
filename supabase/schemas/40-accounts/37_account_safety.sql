-- What keeps an account its owner's: codes for the day the phone is lost, and the days in which a
-- deletion can be taken back. Nobody reads these tables; functions answer for the caller alone.

create table private.recovery_codes (
  user_id uuid not null references auth.users (id) on delete cascade,
  code_hash text not null check (code_hash ~ '^[0-9a-f]{64}$'),
  made_at timestamptz not null default now(),
  primary key (user_id, code_hash)
);
comment on table private.recovery_codes is
  'Codes that replace the second factor, each once: a used one takes the factor and the other codes with it.';
comment on column private.recovery_codes.code_hash is 'SHA-256 of account and code; the code itself is shown once.';

create table private.account_deletions (
  user_id uuid primary key references auth.users (id) on delete cascade,
  undo_hash text not null unique,
  requested_at timestamptz not null default now(),
  due_at timestamptz not null
);
create index account_deletions_due_idx on private.account_deletions (due_at);
comment on table private.account_deletions is 'Accounts that their owners want gone, and when that happens.';
comment on column private.account_deletions.undo_hash is 'Of the secret in the mail that takes it back.';
comment on column private.account_deletions.due_at is 'Until then it can be taken back.';

create table private.forgotten_orders (
  order_id uuid primary key,
  due_at timestamptz not null default now()
);
comment on table private.forgotten_orders is
  'Orders of deleted accounts whose name and address are still needed: they go once the order has come to its end.';
comment on column private.forgotten_orders.order_id is 'Which order; no foreign key, so that it stands before orders do.';
comment on column private.forgotten_orders.due_at is 'Since when nobody is behind it.';

create function private.forget_ended_orders() returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  v_ended uuid[];
begin
  select array_agg(f.order_id) into v_ended
  from private.forgotten_orders f join public.order_records o on o.id = f.order_id
  where o.status in ('delivered', 'cancelled', 'expired', 'refunded')
    -- Its refund still has to reach somebody.
    and not exists (select from public.bank_refunds b where b.order_id = o.id and b.sent_at is null)
    -- Or its invoice has to be made out to them, or a piece that comes back to be known as theirs.
    and not exists (select from private.documents_due d where d.order_id = o.id) and o.open_returns = 0;
  delete from public.outbox m using private.order_contacts c
  where c.order_id = any (v_ended) and lower(m.recipient) = lower(c.email) and m.payload ->> 'order_id' = c.order_id::text
    and coalesce(m.sent_at, m.given_up_at) is not null;
  update private.order_contacts
  set email = 'deleted@account.invalid', address = jsonb_build_object('country', address ->> 'country'), company = null, gift_note = null
  where order_id = any (v_ended);
  delete from private.address_history where order_id = any (v_ended);
  perform private.forget_words(v_ended);
  perform private.forget_messages(v_ended);
  update private.discount_uses set email = 'deleted@account.invalid' where order_id = any (v_ended);
  delete from private.payer_accounts a using public.payments p, public.bank_entry_payments e
  where p.order_id = any (v_ended) and e.payment_id = p.id and a.entry_id = e.entry_id;
  delete from private.refund_accounts where order_id = any (v_ended);
  update public.bank_entries b set payer = '', message = ''
  from public.payments p join public.bank_entry_payments e on e.payment_id = p.id
  where p.order_id = any (v_ended) and b.id = e.entry_id;
  delete from private.forgotten_orders where order_id = any (v_ended);
end;
$$;
comment on function private.forget_ended_orders() is
  'Takes name and address off ended orders of deleted accounts and forgotten guests; the country stays, for taxes, and documents keep what they say. Security definer: no caller may write contacts.';

create function private.forget_words(p_orders uuid[]) returns void
language plpgsql
set search_path = ''
as $$
declare
  v_rows text[] := p_orders::text[];
begin
  with gone as (
    delete from public.order_notes where order_id = any (p_orders) returning id
  ) select v_rows || coalesce(array_agg(g.id::text), '{}') into v_rows from gone g;
  with blanked as (
    update public.order_returns set name = '', reason = '', answer = '', label_url = '' where order_id = any (p_orders) returning id
  ) select v_rows || coalesce(array_agg(b.id::text), '{}') into v_rows from blanked b;
  delete from private.return_photos p using public.order_returns r where r.order_id = any (p_orders) and p.return_id = r.id;
  update public.order_records set address_question = null where id = any (p_orders) and address_question is not null;
  -- That money is missing was answered for; why money moved is in the books.
  update public.order_events set reason = ''
  where order_id = any (p_orders) and reason <> '' and actor <> 'shop' and kind <> 'balance_left_open';
  -- Last, since it has what was changed here.
  update public.audit_log l set before = l.before - w.words, after = l.after - w.words
  from (select array['subject', 'text', 'name', 'reason', 'answer', 'label_url', 'address_question'] as words) w
  -- A mail to its customer is logged by its order.
  -- Why staff looked at who it is for stays with who looked.
  where l.row_id = any (v_rows) and l.action <> 'read' and l.table_name in ('order_notes', 'order_returns', 'order_records', 'outbox')
    and (l.before ?| w.words or l.after ?| w.words);
end;
$$;
comment on function private.forget_words(uuid[]) is
  'Takes off orders what their customers and staff wrote about them, in the log of changes too; what happened and why money moved stays.';

create function private.forget_messages(p_orders uuid[]) returns void
language plpgsql
set search_path = ''
as $$
begin
  update public.order_events set after = '{}', reason = ''
  where order_id = any (p_orders) and kind = 'messaged' and (after <> '{}' or reason <> '');
end;
$$;
comment on function private.forget_messages(uuid[]) is 'Takes out of the history of orders what staff wrote to a customer who has gone; that they wrote stays.';

create function private.forget_old_guests() returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into private.forgotten_orders (order_id)
  select o.id from (
    select k.email from private.customers k
    where k.user_id is null and k.last_order_at > '-infinity'
      and k.last_order_at < date_trunc('year', now()) - interval '10 years'
    order by k.last_order_at limit 200
  ) g cross join lateral private.orders_of(null, g.email) o
  on conflict do nothing;
end;
$$;
comment on function private.forget_old_guests() is
  'Marks the orders of guests who have ordered nothing since before the ten years for which the law asks for books. Accounts are forgotten when they are deleted. Security definer: jobs may not write private tables.';

create function private.begin_account_deletion(p_user uuid) returns timestamptz
language plpgsql
set search_path = ''
as $$
declare
  v_token constant text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
  v_due timestamptz;
begin
  if exists (select from private.staff s where s.user_id = p_user) then
    perform private.refuse(409, 'works_here', 'This is a staff account. Ask an owner of the shop to remove its role first.');
  end if;
  insert into private.account_deletions (user_id, undo_hash, due_at)
  values (p_user, private.hash_of(v_token), now() + interval '14 days')
  on conflict (user_id) do nothing
  returning due_at into v_due;
  if v_due is not null then
    perform private.tell_of_safety('account_deletion', p_user, jsonb_build_object('due_at', v_due, 'token', v_token));
    return v_due;
  end if;
  return (select due_at from private.account_deletions where user_id = p_user);
end;
$$;
comment on function private.begin_account_deletion(uuid) is
  'Deletes an account two weeks from now and mails it the way back, once; gives when. Refuses with works_here.';

create function private.delete_due_accounts() returns int
language plpgsql security definer
set search_path = ''
as $$
declare
  v_user record;
  v_count int := 0;
begin
  for v_user in
    select d.user_id, u.email, u.email_confirmed_at is not null as is_proven from private.account_deletions d join auth.users u on u.id = d.user_id
    where d.due_at <= now() for update of d skip locked
  loop
    insert into private.forgotten_orders (order_id)
    select o.id from private.orders_of(v_user.user_id, case when v_user.is_proven then lower(v_user.email) end) o
    on conflict do nothing;
    delete from private.follows where email = lower(v_user.email);
    delete from public.outbox where user_id = v_user.user_id or recipient = v_user.email;
    delete from auth.users where id = v_user.user_id;
    v_count := v_count + 1;
  end loop;
  perform private.forget_old_guests();
  perform private.forget_ended_orders();
  return v_count;
end;
$$;
comment on function private.delete_due_accounts() is
  'Deletes the accounts whose time has come, and forgets ended orders of those who are gone; may run as often as one likes. Security definer: it writes what nobody may.';

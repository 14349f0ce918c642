-- Who buys here, as staff look for them: an account, or a guest by their mail address. A guest whose
-- address an account has proven is one person with it. What changes is noted without a lock and counted
-- afterwards, when the desk is opened and by the clock: a bulk move waits for no customer.

create table private.customers (
  id uuid primary key default gen_random_uuid(),
  user_id uuid unique references auth.users (id) on delete cascade,
  email text not null default '' check (email = lower(email)),
  is_proven boolean not null default false,
  name text not null default '' check (length(name) <= 200),
  since timestamptz not null,
  orders int not null default 0,
  open_orders int not null default 0,
  other_orders int not null default 0,
  spent_minor bigint not null default 0,
  due_minor bigint not null default 0,
  currency text not null default 'EUR' check (currency ~ '^[A-Z]{3}$'),
  last_order_at timestamptz not null default '-infinity',
  check (user_id is not null or email <> '')
);
create unique index customers_guest_idx on private.customers (email) where user_id is null;
create index customers_email_idx on private.customers (email, id);
create index customers_name_idx on private.customers (name, id);
create index customers_words_idx on private.customers using gin ((email || ' ' || lower(name)) extensions.gin_trgm_ops);
create index customers_since_idx on private.customers (since, id);
create index customers_orders_idx on private.customers (orders, id);
create index customers_spent_idx on private.customers (spent_minor, id);
create index customers_due_idx on private.customers (due_minor, id);
create index customers_last_idx on private.customers (last_order_at, id);
create index customers_open_idx on private.customers (last_order_at, id) where open_orders > 0;
create index customers_old_guests_idx on private.customers (last_order_at) where user_id is null;
comment on table private.customers is
  'One row per person: what their orders come to, counted from them. Read through list_customers and open_customer alone.';
comment on column private.customers.user_id is 'Their account; null for a guest.';
comment on column private.customers.email is 'In small letters; of an account the one it has now, empty where it has none.';
comment on column private.customers.is_proven is 'Whether the account has confirmed its address: guests of an unproven one stay apart.';
comment on column private.customers.name is 'Of the account, or of the address of their last order.';
comment on column private.customers.since is 'When the account was made or the first order placed.';
comment on column private.customers.open_orders is 'Orders that wait for payment, are made or are packed.';
comment on column private.customers.other_orders is 'Orders in another currency than the shop''s, which no sum here counts.';
comment on column private.customers.spent_minor is 'What came and stayed, of orders in the shop''s currency.';
comment on column private.customers.due_minor is 'What they are asked for now, of orders in the shop''s currency.';
comment on column private.customers.last_order_at is 'Minus infinity where there is none, so that rows have one order.';

create table private.customer_changes (
  -- No number: one that a restore took and gave back would be missed.
  id uuid primary key default gen_random_uuid(),
  order_id uuid,
  user_id uuid,
  email text
);
comment on table private.customer_changes is 'What happened since customers were counted last: by order, account or address. No foreign keys: what is gone counts too.';

create function private.note_changed_orders() returns trigger
language plpgsql security definer
set search_path = ''
-- The first statement of a connection, of one row, would decide how all later ones pair their rows.
set enable_nestloop = off
as $$
begin
  if not exists (select from new_rows) then
    return null;
  end if;
  insert into private.customer_changes (order_id, user_id)
  select n.id, case when o.user_id is distinct from n.user_id then o.user_id end
  from old_rows o join new_rows n on n.id = o.id
  where (o.user_id, o.status, o.total_minor, o.forgone_minor, o.kept_minor, o.captured_minor, o.refunded_minor)
    is distinct from (n.user_id, n.status, n.total_minor, n.forgone_minor, n.kept_minor, n.captured_minor, n.refunded_minor);
  return null;
end;
$$;
comment on function private.note_changed_orders() is
  'Notes whose sums are to be counted anew. Security definer: whoever changes an order may write no customers.';
create trigger note_changed_orders after update on public.order_records
  referencing old table as old_rows new table as new_rows for each statement execute function private.note_changed_orders();

create function private.note_changed_contact() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into private.customer_changes (order_id, email)
  values (new.order_id, case when tg_op = 'UPDATE' and old.email <> new.email then lower(old.email) end);
  return null;
end;
$$;
comment on function private.note_changed_contact() is
  'Notes whose orders are to be counted anew. Security definer: whoever writes a contact may write no customers.';
create trigger note_new_contact after insert on private.order_contacts
  for each row execute function private.note_changed_contact();
create trigger note_changed_contact after update on private.order_contacts
  for each row when (old.email is distinct from new.email or old.address ->> 'name' is distinct from new.address ->> 'name')
  execute function private.note_changed_contact();

create function private.note_changed_account() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into private.customer_changes (user_id, email)
  values (new.id, case when tg_op = 'UPDATE' then lower(nullif(old.email, '')) end);
  return null;
end;
$$;
comment on function private.note_changed_account() is
  'Notes an account that is new, or has another address. Security definer: the auth service may write no customers.';
create trigger note_new_account after insert on auth.users
  for each row execute function private.note_changed_account();
create trigger note_changed_account after update on auth.users
  for each row when (
    old.email is distinct from new.email or old.email_confirmed_at is distinct from new.email_confirmed_at
    or old.deleted_at is distinct from new.deleted_at)
  execute function private.note_changed_account();

create function private.note_changed_name() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into private.customer_changes (user_id) values (new.user_id);
  return null;
end;
$$;
comment on function private.note_changed_name() is
  'Notes that a person is called otherwise. Security definer: who writes a profile may write no customers.';
create trigger note_changed_name after insert or update of full_name on public.profiles
  for each row execute function private.note_changed_name();

create function private.is_nobodys(p_email text) returns boolean
language plpgsql immutable
set search_path = ''
as $$
begin
  return coalesce(p_email, '') = '' or p_email like '%.invalid';
end;
$$;
comment on function private.is_nobodys(text) is 'Whether an address is none: of a deleted account, or of an order that was made without one.';

create function private.orders_of(p_user uuid, p_email text) returns setof public.order_records
language sql stable
set search_path = ''
as $$
  select o.* from public.order_records o where o.user_id = p_user
  union all
  -- One by one through the key: a join would look at all orders for a few.
  select o.* from private.order_contacts c
  cross join lateral (select r.* from public.order_records r where r.id = c.order_id limit 1) o
  where lower(c.email) = p_email and o.user_id is null
$$;
comment on function private.orders_of(uuid, text) is
  'The orders of a person: those of the account, and those without one that were placed with the address. Null stands for neither.';

create function private.count_customers(p_most int default 2000) returns int
language plpgsql security definer
set search_path = ''
as $$
declare
  v_emails text[];
  v_users uuid[];
  v_ids uuid[];
  v_count int;
begin
  -- One at a time: whoever comes meanwhile reads what was counted so far.
  if not pg_try_advisory_xact_lock(hashtextextended('count_customers', 0)) then
    return 0;
  end if;
  with taken as (
    delete from private.customer_changes
    where id = any (array(select c.id from private.customer_changes c order by c.id limit p_most))
    returning order_id, user_id, email
  ), found as (
    select t.user_id, t.email from taken t
    union select o.user_id, lower(c.email)
    from taken t join public.order_records o on o.id = t.order_id join private.order_contacts c on c.order_id = o.id
  )
  select array_agg(distinct f.email) filter (where not private.is_nobodys(f.email)),
    array_agg(distinct f.user_id) filter (where f.user_id is not null)
  into v_emails, v_users from found f;
  v_emails := coalesce(v_emails, '{}');
  v_users := coalesce(v_users, '{}');

  insert into private.customers as k (id, user_id, email, is_proven, since)
  select u.id, u.id, lower(coalesce(u.email, '')), u.email_confirmed_at is not null and coalesce(u.email, '') <> '', coalesce(u.created_at, now())
  from auth.users u where u.id = any (v_users) and u.deleted_at is null
  on conflict (id) do update set email = excluded.email, is_proven = excluded.is_proven
  where (k.email, k.is_proven) is distinct from (excluded.email, excluded.is_proven);
  delete from private.customers k using auth.users u where u.id = k.user_id and u.id = any (v_users) and u.deleted_at is not null;
  -- The accounts of these addresses have more orders now, and the addresses of these accounts fewer guests.
  v_users := v_users || array(select k.user_id from private.customers k where k.email = any (v_emails) and k.user_id is not null);
  v_emails := v_emails || array(select k.email from private.customers k where k.user_id = any (v_users) and k.email <> '');

  insert into private.customers (email, since)
  select e.email, min(o.placed_at)
  from (select distinct unnest(v_emails) as email) e
  cross join lateral (select r.placed_at from private.orders_of(null, e.email) r) o
  where not exists (select from private.customers k where k.email = e.email and k.is_proven)
  group by e.email
  on conflict (email) where user_id is null do nothing;

  v_ids := array(
    select k.id from (select distinct unnest(v_users) as id) u join private.customers k on k.id = u.id
    union
    select k.id from (select distinct unnest(v_emails) as email) e join private.customers k on k.email = e.email where k.user_id is null);
  with counted as (
    select k.id, count(o.id)::int as orders,
      count(o.id) filter (where o.status < 'shipped')::int as open_orders,
      count(o.id) filter (where o.currency <> k.currency)::int as other_orders,
      coalesce(sum(o.captured_minor - o.refunded_minor) filter (where o.currency = k.currency), 0) as spent_minor,
      coalesce(sum(private.due_now(o)) filter (where o.currency = k.currency), 0) as due_minor,
      coalesce(max(o.placed_at), '-infinity') as last_order_at, min(o.placed_at) as first_at
    from unnest(v_ids) i (id)
    cross join lateral (select x.* from private.customers x where x.id = i.id limit 1) k
    left join lateral private.orders_of(k.user_id, case when k.user_id is null or k.is_proven then k.email end) o on true
    group by k.id
  )
  update private.customers k set orders = c.orders, open_orders = c.open_orders, other_orders = c.other_orders,
    spent_minor = c.spent_minor, due_minor = c.due_minor, last_order_at = c.last_order_at,
    since = least(k.since, c.first_at), name = private.customer_name(k.user_id, case when k.user_id is null or k.is_proven then k.email end)
  from counted c where c.id = k.id;
  get diagnostics v_count = row_count;

  -- A guest who has an account now, or whose orders are nobody's any more. What colleagues wrote stays with the person.
  update public.customer_notes n set customer_id = a.id
  from private.customers g join private.customers a on a.email = g.email and a.is_proven
  where n.customer_id = g.id and g.user_id is null and g.id = any (v_ids);
  delete from private.customers g
  where g.user_id is null and g.id = any (v_ids)
    and (g.orders = 0 or exists (select from private.customers a where a.email = g.email and a.is_proven));
  return v_count;
end;
$$;
comment on function private.count_customers(int) is
  'Counts anew whoever something changed for, so many changes at most. Security definer: nobody may write customers.';

create function private.customer_name(p_user uuid, p_email text) returns text
language plpgsql stable
set search_path = ''
as $$
begin
  return coalesce(
    (select nullif(btrim(p.full_name), '') from public.profiles p where p.user_id = p_user),
    (select left(btrim(c.address ->> 'name'), 200)
      from private.orders_of(p_user, p_email) o
      -- Through the key, for each customer that is counted.
      cross join lateral (select x.address from private.order_contacts x where x.order_id = o.id limit 1) c
      where btrim(coalesce(c.address ->> 'name', '')) <> '' order by o.placed_at desc, o.id limit 1),
    (select nullif(btrim(p.display_name), '') from public.profiles p where p.user_id = p_user),
    '');
end;
$$;
comment on function private.customer_name(uuid, text) is 'What a person is called: by their profile, else by their last order.';

create function private.sees_contacts() returns boolean
language plpgsql stable
set search_path = ''
as $$
begin
  return private.is_staff('owner', 'fulfilment');
end;
$$;
comment on function private.sees_contacts() is 'Whether the caller reads mail addresses and names unmasked, as of orders.';

create function private.mask_name(p_name text) returns text
language sql immutable
set search_path = ''
as $$
  select case when p_name = '' then '' else left(p_name, 1) || '…' end
$$;
comment on function private.mask_name(text) is 'A name for eyes that need not know it.';

create table public.customer_notes (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null references private.customers (id) on delete cascade,
  author_id uuid references auth.users (id) on delete set null,
  text text not null check (length(text) between 1 and 2000),
  created_at timestamptz not null default now()
);
create index customer_notes_customer_idx on public.customer_notes (customer_id, created_at);
create index customer_notes_author_idx on public.customer_notes (author_id);
comment on table public.customer_notes is 'Notes of staff about a customer, for staff. They go with the customer.';
comment on column public.customer_notes.customer_id is 'About whom; a guest''s go over to the account that proves the address.';

revoke all on public.customer_notes from anon, authenticated;
grant select on public.customer_notes to authenticated, service_role;
create policy "Staff except editors read customer notes" on public.customer_notes
  for select to authenticated using ((select private.is_staff('owner', 'fulfilment', 'support')));

create index outbox_recipient_idx on public.outbox (lower(recipient));

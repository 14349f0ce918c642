-- Orders: what was bought, for how much, by whom. An order keeps a copy of everything it was made
-- of; only functions write here. The person's e-mail and address lie apart, so that roles that need
-- neither never get them: the view orders joins them for those who may.

create type public.order_status as enum (
  'awaiting_payment', 'paid', 'in_production', 'ready_to_ship', 'shipped', 'delivered',
  'expired', 'cancelled', 'refunded'
);
comment on type public.order_status is 'How far an order is, in the order of the way, with its ends behind it: before shipped nothing need have left. private.order_moves says what may follow what.';

create sequence public.order_numbers start with 10001;
revoke all on sequence public.order_numbers from anon, authenticated, service_role;
comment on sequence public.order_numbers is 'Gives orders their numbers; a gap is an order that did not come about.';

create function private.order_number_of(p_typed text) returns text
language sql immutable
set search_path = ''
as $$
  select regexp_replace(
    regexp_replace(upper(left(coalesce(p_typed, ''), 40)), '[^0-9A-Z]', '', 'g'), '^(?:KW)?([0-9]+)$', 'KW-\1')
$$;
grant execute on function private.order_number_of(text) to authenticated;
comment on function private.order_number_of(text) is
  'The number of an order as the shop writes it, however it was typed; what can''t be one stays apart from all of them. orderNumberOf of src/shared/order-number.ts says the same.';

create table public.order_records (
  id uuid primary key default gen_random_uuid(),
  number text not null unique default 'KW-' || nextval('public.order_numbers') check (number ~ '^KW-[0-9]+$'),
  user_id uuid references auth.users (id) on delete set null,
  status public.order_status not null default 'awaiting_payment',
  payment text not null check (payment ~ '^[a-z]{2,20}$'),
  country_code text not null references public.countries (code),
  shipping_method_id uuid references public.shipping_methods (id) on delete set null,
  shipping_method_name text not null check (length(shipping_method_name) <= 80),
  code text check (length(code) <= 120),
  currency text not null default 'EUR' check (currency ~ '^[A-Z]{3}$'),
  subtotal_minor int not null check (subtotal_minor >= 0),
  discount_minor int not null default 0 check (discount_minor between 0 and subtotal_minor),
  shipping_minor int not null check (shipping_minor >= 0),
  tax_minor int not null,
  tax_included_minor int not null check (tax_included_minor >= 0),
  total_minor int not null,
  captured_minor int not null default 0 check (captured_minor >= 0),
  refunded_minor int not null default 0,
  forgone_minor int not null default 0,
  kept_minor int not null default 0 check (kept_minor >= 0),
  -- Nobody writes it: an order that has ended costs what was kept, and what is here beyond its cost goes back.
  refund_due_minor int not null generated always as (greatest(captured_minor - refunded_minor
    - case when status in ('expired', 'cancelled', 'refunded') then kept_minor else greatest(total_minor - forgone_minor, 0) end, 0)) stored,
  terms_version_id uuid references public.legal_versions (id),
  consents jsonb not null check (jsonb_typeof(consents) = 'object' and pg_column_size(consents) <= 2048),
  placed_at timestamptz not null default now(),
  pay_by timestamptz not null,
  confirmed_at timestamptz default now(),
  keep_until timestamptz,
  paid_at timestamptz,
  closed_at timestamptz,
  address_question text check (length(address_question) between 2 and 500),
  open_returns int not null default 0,
  version int not null default 1,
  updated_at timestamptz not null default now(),
  ships_together boolean not null default false,
  language text not null default private.request_language() check (language ~ '^[a-z]{2}$'),
  constraint order_records_total check (subtotal_minor + shipping_minor + tax_minor - discount_minor = total_minor),
  constraint order_records_confirmed check ((confirmed_at is null) = (keep_until is not null)),
  constraint order_records_refunds check (refunded_minor between 0 and captured_minor)
);
create index order_records_user_idx on public.order_records (user_id, placed_at desc);
create index order_records_newest_idx on public.order_records (placed_at desc, id desc);
-- An index for each status, so that each order is in one of them: under row level security a
-- comparison of enums may not reach into an index, but which index is read may follow from it.
do $$
declare
  v_status text;
begin
  foreach v_status in array enum_range(null::public.order_status)::text[] loop
    execute format('create index %I on public.order_records (placed_at desc, id desc) where status = %L',
      'order_records_' || v_status || '_idx', v_status);
  end loop;
end;
$$;
create index order_records_payment_idx on public.order_records (payment, placed_at desc, id desc);
create index order_records_total_idx on public.order_records (total_minor);
create index order_records_refund_idx on public.order_records (refund_due_minor) where refund_due_minor > 0;
create index order_records_problem_idx on public.order_records (placed_at desc, id desc) where address_question is not null;
create index order_records_returns_idx on public.order_records (placed_at desc, id desc) where open_returns > 0;
create index order_records_due_idx on public.order_records (pay_by) where status = 'awaiting_payment';
create index order_records_country_idx on public.order_records (country_code, placed_at desc, id desc);
create index order_records_method_idx on public.order_records (shipping_method_id);
create index order_records_terms_idx on public.order_records (terms_version_id);
comment on table public.order_records is 'One row per order, without who it is for; screens read the view orders.';
comment on column public.order_records.user_id is 'Whose; null for a guest, and once the account is gone.';
comment on column public.order_records.shipping_method_id is 'How it travels; null once the method is gone.';
comment on column public.order_records.code is 'The discount code that was used.';
comment on column public.order_records.subtotal_minor is 'All lines, before discount, shipping and tax taken off.';
comment on column public.order_records.tax_minor is 'Tax taken off, less than nothing; more in orders from before, where it came on top; nothing where prices include it.';
comment on column public.order_records.tax_included_minor is 'Tax that the total contains already.';
comment on column public.order_records.total_minor is 'What is to be paid: subtotal + shipping + tax - discount.';
comment on column public.order_records.captured_minor is 'What was paid, the sum of its captures.';
comment on column public.order_records.refunded_minor is 'What was given back, the sum of its refunds.';
comment on column public.order_records.refund_due_minor is 'What staff still have to give back.';
comment on column public.order_records.open_returns is 'How many returns of it are under way; counted by a trigger of order_returns.';
comment on column public.order_records.kept_minor is 'What the shop keeps of an order that its customer cancelled late, as the rules of refunds say.';
comment on column public.order_records.forgone_minor is 'What it costs less than its total: dropped goods, a lower price, what was given back.';
comment on column public.order_records.terms_version_id is 'The version of the terms that was agreed to; null until somebody has.';
comment on column public.order_records.consents is 'What was agreed to: {terms, group_buy}; and where it was after the order was made, by whom, how and on which day.
Holds { agreed_on?: string; by?: string; group_buy?: boolean; how?: string; terms?: boolean }';
comment on column public.order_records.pay_by is 'Until when it holds its goods without being paid.';
comment on column public.order_records.confirmed_at is
  'When its account, its mailbox or its money answered for it; null while nobody has. Only what somebody answers for counts for limits per person and uses codes up.';
comment on column public.order_records.keep_until is 'What pay_by becomes once it is confirmed; null afterwards.';
comment on column public.order_records.paid_at is 'When it was paid in full.';
comment on column public.order_records.closed_at is 'When it expired, was cancelled or refunded.';
comment on column public.order_records.ships_together is 'Whether its buyer wants all of it in one parcel, which waits for the last part.';
comment on column public.order_records.address_question is 'What its customer is asked about the address; nothing leaves until it is answered. Null where nothing is asked.';

revoke all on public.order_records from anon, authenticated;
grant select on public.order_records to authenticated, service_role;
create policy "Customers read their own orders, staff read all" on public.order_records
  for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_staff('owner', 'fulfilment', 'support')));
create function private.keep_order_version() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  -- Computed after this trigger only.
  new.refund_due_minor := old.refund_due_minor;
  if new is distinct from old then
    new.version := old.version + 1;
    new.updated_at := now();
  end if;
  return new;
end;
$$;
comment on function private.keep_order_version() is
  'As keep_version, for a table that functions alone write and of which every column counts: comparing rows costs far less than their JSON.';
create trigger keep_version before update on public.order_records
  -- Moves count by themselves: they come by the thousand, and this would be called for each.
  for each row when (new.version = old.version) execute function private.keep_order_version();
create function private.audit_orders() returns trigger
language plpgsql security definer
set search_path = ''
-- The first statement of a connection, of one row, would decide how all later ones pair their rows.
set enable_nestloop = off
as $$
declare
  v_actor constant uuid := auth.uid();
  v_works_as text;
  v_role text := auth.role();
begin
  if v_actor is not null then
    v_works_as := (select role from private.staff where user_id = v_actor);
    v_role := coalesce(v_works_as, v_role);
  end if;
  if v_role is null or (v_works_as is null and v_role <> 'service_role') then
    return null;
  end if;
  insert into public.audit_log (actor_id, actor_role, action, table_name, row_id, before, after)
  select v_actor, v_role, 'update', tg_table_name, n.id::text,
    case when n.status = o.status then to_jsonb(o) else jsonb_build_object(
      'status', o.status, 'captured_minor', o.captured_minor, 'paid_at', o.paid_at, 'closed_at', o.closed_at,
      'address_question', o.address_question, 'version', o.version, 'updated_at', o.updated_at) end,
    case when n.status = o.status then to_jsonb(n) else jsonb_build_object(
      'status', n.status, 'captured_minor', n.captured_minor, 'paid_at', n.paid_at, 'closed_at', n.closed_at,
      'address_question', n.address_question, 'version', n.version, 'updated_at', n.updated_at) end
  from old_rows o join new_rows n on n.id = o.id
  where o is distinct from n order by n.id;
  return null;
end;
$$;
comment on function private.audit_orders() is
  'As audit_rows, but of a move keeps what a move can change and no more: they come by the thousand. Security definer: nobody may write the log.';
create trigger audit_insert after insert on public.order_records
  referencing new table as new_rows for each statement execute function private.audit_rows();
create trigger audit_update after update on public.order_records
  referencing old table as old_rows new table as new_rows for each statement execute function private.audit_orders();
create trigger audit_delete after delete on public.order_records
  referencing old table as old_rows for each statement execute function private.audit_rows();

create function private.mailbox_of(p_email text) returns text
language plpgsql immutable
set search_path = ''
as $$
declare
  v_email constant text := lower(btrim(p_email));
begin
  return regexp_replace(split_part(v_email, '@', 1), '[+].*$', '') || '@' || rtrim(split_part(v_email, '@', 2), '.');
end;
$$;
comment on function private.mailbox_of(text) is
  'One spelling of a mailbox: small letters, without a +tag and without the dot that may end a domain. For counting people, never for writing to them.';

create function private.name_words(p_name text) returns text[]
language plpgsql immutable
set search_path = ''
as $$
declare
  v_plain constant text := regexp_replace(normalize(lower(left(coalesce(p_name, ''), 200)), nfd), '[\u0300-\u036f]', '', 'g');
begin
  return array(
    -- Banks write ü as ue, u or ü.
    select distinct regexp_replace(replace(replace(replace(replace(w, 'ß', 'ss'), 'ø', 'o'), 'ł', 'l'), 'æ', 'ae'), '([aou])e', '\1', 'g')
    from regexp_split_to_table(v_plain, '[^[:alnum:]]+') w where length(w) > 1);
end;
$$;
comment on function private.name_words(text) is 'The words of a name in one spelling, for comparing what a bank writes with what a customer typed.';

create function private.contact_words(p_email text, p_address jsonb, p_company jsonb) returns text
language plpgsql immutable
set search_path = ''
as $$
begin
  return ' ' || lower(p_email) || ' ' || array_to_string(
    private.name_words(coalesce(p_address ->> 'name', '') || ' ' || coalesce(p_company ->> 'name', '')), ' ');
end;
$$;
comment on function private.contact_words(text, jsonb, jsonb) is
  'What an order is looked for by of whom it is for: e-mail and names, in one spelling, each word after a space.';

create table private.order_contacts (
  order_id uuid primary key references public.order_records (id) on delete cascade,
  email text not null check (length(email) <= 254),
  mailbox text generated always as (private.mailbox_of(email)) stored,
  words text generated always as (private.contact_words(email, address, company)) stored,
  client_hash text,
  asked_at timestamptz,
  address jsonb not null,
  company jsonb check (jsonb_typeof(company) = 'object' and pg_column_size(company) <= 8192),
  token_hash text not null,
  mailbox_token_hash text not null,
  mailbox_proven_at timestamptz,
  gift_note text check (length(gift_note) <= 300)
);
create index order_contacts_email_idx on private.order_contacts (lower(email));
create index order_contacts_mailbox_idx on private.order_contacts (mailbox);
create index order_contacts_words_idx on private.order_contacts using gin (words extensions.gin_trgm_ops);
create index order_contacts_client_idx on private.order_contacts (client_hash) where client_hash is not null;
comment on table private.order_contacts is 'Who an order is for.';
comment on column private.order_contacts.mailbox is 'As whom it counts.';
comment on column private.order_contacts.words is 'What it is looked for by at the desk.';
comment on column private.order_contacts.client_hash is
  'Of the account or the address of the machine that placed it; forgotten a day after the order stopped waiting.';
comment on column private.order_contacts.asked_at is 'When the mailbox was asked whether it ordered this; null where it was not.';
comment on column private.order_contacts.address is 'Where its parcels go: {name, line1, line2, city, region, postcode, country, phone}.';
comment on column private.order_contacts.company is
  'As which company it was ordered: {name, vat_number, purchase_number, billing}, the last an address of its own or null; null for a person.';
comment on column private.order_contacts.gift_note is
  'What the buyer writes to whoever gets it, printed on the packing slips; empty for a gift without a word, null where it is none.';
comment on column private.order_contacts.token_hash is 'Of the secret that the ordering browser got.';
comment on column private.order_contacts.mailbox_token_hash is 'Of the secret that mails carry to show the order.';
comment on column private.order_contacts.mailbox_proven_at is 'When someone showed that they read that mailbox.';

create function private.mask_email(p_email text) returns text
language sql immutable
set search_path = ''
as $$
  select left(p_email, 1) || '…@…'
$$;
comment on function private.mask_email(text) is 'An address for eyes that need not know it.';

create function private.order_email(p_order uuid) returns text
language sql stable security definer
set search_path = ''
as $$
  select case
    when o.user_id = (select auth.uid()) or auth.role() = 'service_role'
      or private.is_staff('owner', 'fulfilment') then c.email
    when private.is_staff('support') then private.mask_email(c.email)
  end
  from private.order_contacts c join public.order_records o on o.id = c.order_id
  where c.order_id = p_order
$$;
grant execute on function private.order_email(uuid) to authenticated, service_role;
comment on function private.order_email(uuid) is
  'The e-mail of an order as the caller may see it. Security definer: nobody may read contacts.';

create function private.order_address(p_order uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select case
    when o.user_id = (select auth.uid()) or auth.role() = 'service_role'
      or private.is_staff('owner', 'fulfilment') then c.address
    when private.is_staff('support') then jsonb_build_object('country', c.address -> 'country')
  end
  from private.order_contacts c join public.order_records o on o.id = c.order_id
  where c.order_id = p_order
$$;
grant execute on function private.order_address(uuid) to authenticated, service_role;
comment on function private.order_address(uuid) is
  'The address of an order as the caller may see it. Security definer: nobody may read contacts.';

create function private.order_company(p_order uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select c.company
  from private.order_contacts c join public.order_records o on o.id = c.order_id
  where c.order_id = p_order
    and (o.user_id = (select auth.uid()) or auth.role() = 'service_role' or private.is_staff('owner', 'fulfilment'))
$$;
grant execute on function private.order_company(uuid) to authenticated, service_role;
comment on function private.order_company(uuid) is
  'The company of an order as the caller may see it. Security definer: nobody may read contacts.';

create function private.order_gift_note(p_order uuid) returns text
language sql stable security definer
set search_path = ''
as $$
  select c.gift_note
  from private.order_contacts c join public.order_records o on o.id = c.order_id
  where c.order_id = p_order
    and (o.user_id = (select auth.uid()) or auth.role() = 'service_role' or private.is_staff('owner', 'fulfilment'))
$$;
grant execute on function private.order_gift_note(uuid) to authenticated, service_role;
comment on function private.order_gift_note(uuid) is
  'What the buyer of a gift wrote, as the caller may see it. Security definer: nobody may read contacts.';

create table private.order_keys (
  caller text not null,
  key uuid not null,
  request_hash text not null,
  order_id uuid references public.order_records (id) on delete cascade,
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (caller, key)
);
create unique index order_keys_order_idx on private.order_keys (order_id);
comment on table private.order_keys is 'One order per key and caller: the same key again gets the first answer.';
comment on column private.order_keys.key is 'Chosen by the caller for one intention to buy.';
comment on column private.order_keys.request_hash is 'Of everything that was asked for.';

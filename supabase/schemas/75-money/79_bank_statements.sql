-- What banks say came in. A statement is read in the browser; of it the shop keeps the payments that
-- somebody received, each once, and what became of them: recorded for an order, set aside, or still to
-- be matched. Debits never come here.

create table public.bank_statements (
  id uuid primary key,
  account text not null check (account ~ '^[0-9A-Z]{0,34}$'),
  file_name text not null check (length(file_name) <= 200),
  format text not null check (format in ('camt', 'csv')),
  first_on date not null,
  last_on date not null check (last_on >= first_on),
  payments int not null check (payments between 0 and 100000),
  header text not null default '' check (length(header) <= 4000),
  columns jsonb not null default '{}' check (jsonb_typeof(columns) = 'object' and pg_column_size(columns) <= 4096),
  read_at timestamptz not null default now(),
  read_by uuid
);
create index bank_statements_read_idx on public.bank_statements (read_at desc, id desc);
create index bank_statements_header_idx on public.bank_statements (md5(header), read_at desc) where format = 'csv';
comment on table public.bank_statements is 'The files of banks that somebody read here, without what is in them.';
comment on column public.bank_statements.id is 'Chosen by whoever reads the file, so that asking twice makes one.';
comment on column public.bank_statements.account is 'Of whom it tells: an IBAN, or what the bank calls the account; empty where the file does not say.';
comment on column public.bank_statements.first_on is 'The day of its first payment.';
comment on column public.bank_statements.payments is 'How many payments the shop received by it.';
comment on column public.bank_statements.header is 'The line of a CSV file that names its columns: a file with the same one is read the same way.';
comment on column public.bank_statements.columns is 'Which column is what, as whoever read it said: {"day": [0], "amount": [3]}.
Holds Record<string, number[]>';
comment on column public.bank_statements.read_by is 'Who; no foreign key, so that history outlives the account.';

create table public.bank_entries (
  id uuid primary key default gen_random_uuid(),
  statement_id uuid not null references public.bank_statements (id) on delete restrict,
  identity text not null unique check (identity ~ '^[0-9a-f]{64}$'),
  account text not null check (account ~ '^[0-9A-Z]{0,34}$'),
  booked_on date not null,
  amount_minor int not null check (amount_minor > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  payer text not null default '' check (length(payer) <= 140),
  message text not null default '' check (length(message) <= 1000),
  bank_reference text not null default '' check (length(bank_reference) <= 140),
  status text not null check (status in ('unmatched', 'recorded', 'set_aside')),
  note text not null default '' check (length(note) <= 500),
  settled_at timestamptz,
  settled_by uuid,
  version int not null default 1,
  updated_at timestamptz not null default now(),
  constraint bank_entries_settled check ((status = 'unmatched') = (settled_at is null))
);
create index bank_entries_statement_idx on public.bank_entries (statement_id);
create index bank_entries_day_idx on public.bank_entries (account, booked_on, amount_minor);
create index bank_entries_newest_idx on public.bank_entries (booked_on desc, id desc);
create index bank_entries_unmatched_idx on public.bank_entries (booked_on desc, id desc) where status = 'unmatched';
create index bank_entries_aside_idx on public.bank_entries (settled_at) where status = 'set_aside';
comment on table public.bank_entries is 'Payments that came by bank, each once, whichever file tells of it again.';
comment on column public.bank_entries.identity is 'SHA-256 of what tells it from every other one of its account (private.bank_identity).';
comment on column public.bank_entries.message is 'What the payer wrote, with the reference where the bank keeps it apart.';
comment on column public.bank_entries.bank_reference is 'What the bank calls it; empty where it has no name.';
comment on column public.bank_entries.status is 'unmatched until somebody says which order it is for; recorded for orders; set_aside where it is for none.';
comment on column public.bank_entries.note is 'Why it is for no order.';
comment on column public.bank_entries.settled_by is 'Who; no foreign key, so that history outlives the account.';

create table public.bank_entry_payments (
  payment_id uuid primary key references public.payments (id) on delete cascade,
  entry_id uuid not null references public.bank_entries (id) on delete restrict
);
create index bank_entry_payments_entry_idx on public.bank_entry_payments (entry_id);
comment on table public.bank_entry_payments is 'Which payments of orders an entry of a statement became: one, or several where somebody paid orders together.';

create table private.payer_accounts (
  entry_id uuid primary key references public.bank_entries (id) on delete cascade,
  iban text not null check (private.is_iban(iban)),
  kept_at timestamptz not null default now()
);
create index payer_accounts_age_idx on private.payer_accounts (kept_at);
comment on table private.payer_accounts is
  'The accounts that payments came from, as long as a refund may go back to them. Read by functions alone.';

revoke all on public.bank_statements, public.bank_entries, public.bank_entry_payments from anon, authenticated;
grant select on public.bank_statements, public.bank_entries, public.bank_entry_payments to authenticated, service_role;
create policy "Owners and fulfilment read bank statements" on public.bank_statements
  for select to authenticated using ((select private.is_staff('owner', 'fulfilment')));
create policy "Owners and fulfilment read bank entries" on public.bank_entries
  for select to authenticated using ((select private.is_staff('owner', 'fulfilment')));
create policy "Owners and fulfilment read what bank entries became" on public.bank_entry_payments
  for select to authenticated using ((select private.is_staff('owner', 'fulfilment')));
call pg_temp.log_changes('public.bank_statements');
create function private.audit_bank_entry() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into public.audit_log (actor_id, actor_role, action, table_name, row_id, before, after)
  select s.user_id, s.role, 'update', tg_table_name, new.id::text,
    jsonb_build_object('status', old.status, 'note', old.note), jsonb_build_object('status', new.status, 'note', new.note)
  from private.staff s where s.user_id = auth.uid();
  return null;
end;
$$;
comment on function private.audit_bank_entry() is
  'As audit_row, without the payer, who may be forgotten; a new entry says itself who settled it. Security definer: nobody may write the log.';
create trigger audit after update on public.bank_entries
  for each row when (old.status is distinct from new.status) execute function private.audit_bank_entry();

create function private.bank_identity(p_account text, p_entry jsonb) returns text
language sql immutable
set search_path = ''
as $$
  -- What a bank calls it may be used again on another day, and not every bank calls it anything.
  select private.hash_of(concat_ws(E'\x1f', p_account, p_entry ->> 'booked_on', p_entry ->> 'amount_minor', p_entry ->> 'currency',
    coalesce(nullif(p_entry ->> 'bank_reference', ''), (p_entry ->> 'payer') || E'\x1e' || (p_entry ->> 'message')),
    p_entry ->> 'ordinal'))
$$;
comment on function private.bank_identity(text, jsonb) is
  'Tells an entry of a statement from every other one of its account. The ordinal counts those of a file that are alike in everything.';

create function private.is_bank_day(p_text text) returns boolean
language plpgsql immutable
set search_path = ''
as $$
begin
  return p_text ~ '^20[0-9]{2}-[0-9]{2}-[0-9]{2}$' and pg_input_is_valid(p_text, 'date');
end;
$$;
comment on function private.is_bank_day(text) is 'Whether a text is a day as 2026-11-20.';

create function private.check_bank_entry(p_account text, p_entry jsonb) returns void
language plpgsql immutable
set search_path = ''
as $$
begin
  if jsonb_typeof(p_entry) is distinct from 'object' or coalesce(p_account, '-') !~ '^[0-9A-Z]{0,34}$'
    or not coalesce(private.is_bank_day(p_entry ->> 'booked_on') and p_entry ->> 'amount_minor' ~ '^[1-9][0-9]{0,8}$'
      and p_entry ->> 'currency' ~ '^[A-Z]{3}$' and p_entry ->> 'ordinal' ~ '^[1-9][0-9]{0,4}$'
      and length(p_entry ->> 'payer') <= 140 and length(p_entry ->> 'message') <= 1000 and length(p_entry ->> 'bank_reference') <= 140
      and coalesce(p_entry ->> 'payer_account', '') ~ '^[0-9A-Z]{0,34}$', false) then
    perform private.refuse(422, 'wrong_entry', 'This payment of the statement is incomplete. Read the file again.');
  end if;
end;
$$;
comment on function private.check_bank_entry(text, jsonb) is
  'Refuses an entry that is none: {booked_on, amount_minor, currency, payer, message, bank_reference, ordinal}, and payer_account where the bank tells it.';

create function private.transfer_numbers(p_text text) returns table (number text, is_marked boolean, place int)
language plpgsql immutable
set search_path = ''
as $$
declare
  -- A creditor reference begins with RF and two digits that check it.
  v_text constant text := regexp_replace(upper(left(coalesce(p_text, ''), 1200)), '\mRF[0-9]{2} ?(?=KW)', ' ', 'g');
begin
  return query
  with marked as (
    select m.place, string_to_array(regexp_replace(m.found[1], '[^0-9]+', ' ', 'g'), ' ') as groups
    from regexp_matches(v_text, '(?:^|[^0-9A-Z])KW[^0-9A-Z]{0,3}([0-9]+(?:[ ./-][0-9]+){0,3})', 'g') with ordinality m (found, place)
  ), spelt as (
    -- A bank breaks long texts, also within a number: the fewest groups that make an order are one.
    select 'KW-' || array_to_string(m.groups[1:n], '') as number, true as is_marked, (m.place * 10 + n)::int as place
    from marked m cross join generate_series(1, cardinality(m.groups)) n
    union all
    select 'KW-' || b.found[1], false, (1000 + b.place * 10)::int
    from regexp_matches(v_text, '(?<![0-9A-Z])([0-9]{5,9})(?![0-9A-Z])', 'g') with ordinality b (found, place)
  )
  select s.number, bool_or(s.is_marked), min(s.place) from spelt s
  where length(s.number) <= 13 group by s.number order by 3 limit 40;
end;
$$;
comment on function private.transfer_numbers(text) is
  'The numbers of orders that a transfer may mean, in the order in which it names them; those of one place (place / 10) are spellings of one. Marked are those that say KW before; any other number of five digits or more may be one.';

create function private.is_name_like(p_one text[], p_other text[]) returns boolean
language plpgsql immutable
set search_path = ''
as $$
begin
  return p_one && p_other and (
    select count(*) from unnest(p_one) w where w = any (p_other)) >= least(2, cardinality(p_one), cardinality(p_other));
end;
$$;
comment on function private.is_name_like(text[], text[]) is 'Whether two names may be one: they share two words, or the only one that there is.';

create function private.payable_order(p_order public.order_records) returns jsonb
language plpgsql stable
set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('id', p_order.id, 'number', p_order.number, 'status', p_order.status, 'currency', p_order.currency,
      'due_minor', private.balance(p_order), 'total_minor', p_order.total_minor, 'captured_minor', p_order.captured_minor,
      'placed_at', p_order.placed_at, 'name', left(c.address ->> 'name', 120), 'email', c.email)
    from private.order_contacts c where c.order_id = p_order.id);
end;
$$;
comment on function private.payable_order(public.order_records) is 'An order as whoever matches payments sees it.';

create function private.staff_words(p_user uuid) returns text
language plpgsql stable
set search_path = ''
as $$
begin
  return case when p_user = auth.uid() then 'you' else coalesce(
    case when private.is_staff('owner') then (select u.email from auth.users u where u.id = p_user) end,
    (select s.role from private.staff s where s.user_id = p_user), 'former staff') end;
end;
$$;
comment on function private.staff_words(uuid) is 'Who of the staff it was: by e-mail for owners, by role for colleagues.';

create function private.bank_entry_state(p_entry public.bank_entries) returns jsonb
language plpgsql stable
set search_path = ''
as $$
begin
  return jsonb_build_object('id', p_entry.id, 'status', p_entry.status, 'settled_at', p_entry.settled_at, 'note', p_entry.note,
    'by', private.staff_words(p_entry.settled_by),
    'numbers', array(
      select o.number from public.bank_entry_payments e join public.payments p on p.id = e.payment_id
      join public.order_records o on o.id = p.order_id where e.entry_id = p_entry.id order by o.number));
end;
$$;
comment on function private.bank_entry_state(public.bank_entries) is 'What became of an entry: {id, status, settled_at, by, note, numbers}.';

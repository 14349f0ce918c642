-- Money that came and went. Captures and refunds are rows that are never edited: beside the entries of
-- 75_ledger.sql, the books of an order. order_records.captured_minor and refunded_minor are their sums.

create table public.payments (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.order_records (id) on delete cascade,
  kind text not null check (kind in ('capture', 'refund')),
  provider text not null check (provider ~ '^[a-z]{2,20}$'),
  provider_reference text not null default '' check (length(provider_reference) <= 200),
  amount_minor int not null check (amount_minor > 0),
  currency text not null default 'EUR' check (currency ~ '^[A-Z]{3}$'),
  reason text not null default '' check (length(reason) <= 500),
  lines jsonb not null default '[]' check (jsonb_typeof(lines) = 'array' and pg_column_size(lines) <= 16384),
  at timestamptz not null default now(),
  sent_at timestamptz,
  constraint payments_sent check (kind = 'refund' or sent_at is null)
);
create index payments_order_idx on public.payments (order_id, at);
-- A provider's reference names one payment of the whole shop. What staff type names it within its order:
-- one transfer may pay several, and many are called the same.
create unique index payments_once_idx on public.payments (provider, kind, provider_reference)
  where provider_reference <> '' and provider <> 'invoice';
create unique index payments_noted_once_idx on public.payments (order_id, kind, provider_reference)
  where provider_reference <> '' and provider = 'invoice';
comment on table public.payments is 'What was paid for an order and what was given back.';
comment on column public.payments.kind is 'capture: it came; refund: it went back.';
comment on column public.payments.provider_reference is 'What the provider calls it, or staff what they noted, so that it counts once.';
comment on column public.payments.lines is 'Which lines a refund is about; empty for the whole.
Holds { amount_minor?: number; line_id: string; quantity: number }[]';
comment on column public.payments.sent_at is 'When a refund left; null while its provider or the bank is still to take it.';

revoke all on public.payments from anon, authenticated;
grant select on public.payments to authenticated, service_role;
create policy "Customers read payments of orders they can see" on public.payments
  for select to authenticated
  using (exists (select from public.order_records o where o.id = order_id));
create trigger audit_insert after insert on public.payments
  referencing new table as new_rows for each statement execute function private.audit_rows();
create trigger audit_update after update on public.payments
  referencing old table as old_rows new table as new_rows for each statement execute function private.audit_rows();
create trigger audit_delete after delete on public.payments
  referencing old table as old_rows for each statement execute function private.audit_rows();

create table private.payment_events (
  provider text not null,
  event_id text not null check (length(event_id) between 1 and 200),
  kind text not null,
  order_id uuid references public.order_records (id) on delete cascade,
  amount_minor bigint,
  currency text,
  reference text,
  counted_minor bigint not null default 0,
  disputed_minor bigint not null default 0,
  outcome text not null default '',
  payload jsonb not null default '{}',
  at timestamptz not null default now(),
  primary key (provider, event_id)
);
create index payment_events_order_idx on private.payment_events (order_id);
create index payment_events_reference_idx on private.payment_events (provider, reference);
comment on table private.payment_events is 'What providers told us, each once; written in the transaction of its effect.';
comment on column private.payment_events.event_id is 'What they call the message.';
comment on column private.payment_events.kind is
  'paid, failed, expired; of a payment that came: refunded, refund_failed, disputed, dispute_won, dispute_lost; or unknown.';
comment on column private.payment_events.reference is 'Which payment it is about, as its provider calls it.';
comment on column private.payment_events.counted_minor is 'How much of that payment it took out, or less than nothing where it put that back.';
comment on column private.payment_events.disputed_minor is 'How much of a refund a dispute had taken out before it was told.';
comment on column private.payment_events.outcome is 'What came of it; waiting until its payment is here.';
comment on column private.payment_events.payload is 'What the same id told later and does not fit: {contradicted}.';

create function private.is_iban(p_iban text) returns boolean
language sql immutable
set search_path = ''
as $$
  -- Country and length, as the registry of IBANs has them.
  select coalesce(p_iban ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]+$' and strpos(' ' || 'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 '
    || 'CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 '
    || 'GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 '
    || 'LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 '
    || 'NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 '
    || 'SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30' || ' ', ' ' || left(p_iban, 2) || length(p_iban) || ' ') > 0
    and (
      select string_agg(case when s ~ '[0-9]' then s else (ascii(s) - 55)::text end, '' order by i)::numeric
      from string_to_table(substr(p_iban, 5) || left(p_iban, 4), null) with ordinality x (s, i)
    ) % 97 = 1, false)
$$;
grant execute on function private.is_iban(text) to authenticated, service_role;
comment on function private.is_iban(text) is
  'Whether a text without spaces is an IBAN: length by country, checksum. parseIban of src/features/orders/model/bank-account.ts says the same, held together by tests/cases/ibans.json. Who writes an account needs it for the check.';

create table public.bank_accounts (
  currency text primary key check (currency ~ '^[A-Z]{3}$'),
  holder text not null check (length(btrim(holder)) between 2 and 70),
  iban text not null check (private.is_iban(iban)),
  bic text not null check (bic ~ '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$'),
  bank text not null check (length(btrim(bank)) between 2 and 70),
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.bank_accounts is
  'Where customers transfer money to, one account a currency. Public, as on every invoice; without one for its currency no order can be paid by transfer.';
comment on column public.bank_accounts.currency is 'ISO 4217 of the orders that are paid to it.';
comment on column public.bank_accounts.holder is 'Whose account it is, as the bank knows it.';
comment on column public.bank_accounts.iban is 'Its number, without spaces.';
comment on column public.bank_accounts.bic is 'The code of the bank, which transfers from outside of SEPA need.';

revoke all on public.bank_accounts from anon, authenticated;
grant select on public.bank_accounts to anon, authenticated, service_role;
grant insert (currency, holder, iban, bic, bank),
  update (holder, iban, bic, bank),
  delete
  on public.bank_accounts to authenticated, service_role;
create policy "Everyone reads bank accounts" on public.bank_accounts
  for select to anon, authenticated using (true);
call pg_temp.let_staff_write('public.bank_accounts', 'bank accounts', 'owner');

create function private.guard_bank_account() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  perform private.require_second_factor();
  return null;
end;
$$;
comment on function private.guard_bank_account() is 'Whoever changes where customers pay to has given their second factor.';
create trigger guard before insert or update or delete on public.bank_accounts
  for each statement execute function private.guard_bank_account();
call pg_temp.log_changes('public.bank_accounts');

create function private.bank_account_for(p_currency text) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('holder', a.holder, 'iban', a.iban, 'bic', a.bic, 'bank', a.bank)
  from public.bank_accounts a where a.currency = p_currency
$$;
comment on function private.bank_account_for(text) is 'Where an order of that currency is paid by transfer, as its mails say it; null where the shop has no such account.';

create table public.payment_methods (
  code text primary key check (code ~ '^[a-z]{2,20}$'),
  title text not null check (length(title) between 2 and 80),
  note text not null default '' check (length(note) <= 300),
  is_offered boolean not null default false,
  position int not null default 0,
  sends_refunds boolean not null default false,
  refunds_disputes boolean not null default false,
  keys text check (keys in ('not_needed', 'missing', 'test', 'live'))
);
comment on table public.payment_methods is 'How an order can be paid, by the code of whoever takes the money. A method is offered only where it works: invoice with a bank account, a provider with keys, demo in a demo shop.';
comment on column public.payment_methods.is_offered is 'Whether the shop wants orders to take it; a transfer needs an account all the same.';
comment on column public.payment_methods.sends_refunds is 'Its provider is asked for refunds by its API; other money is sent back by hand.';
comment on column public.payment_methods.refunds_disputes is 'Its provider tells what a dispute gave back a second time, as a refund.';
comment on column public.payment_methods.keys is
  'What the functions last said of its keys, which they alone know: missing, test where no money moves, or live. Null as long as they have not said.';

revoke all on public.payment_methods from anon, authenticated;
grant select on public.payment_methods to anon, authenticated, service_role;
grant update (title, note, is_offered, position) on public.payment_methods to authenticated, service_role;
create policy "Everyone reads offered payment methods, staff read all" on public.payment_methods
  for select to anon, authenticated using (
    is_offered and keys is distinct from 'missing' and (code <> 'invoice' or exists (select from public.bank_accounts a where a.currency = 'EUR'))
    or (select private.is_staff()));
create policy "Owners change payment methods" on public.payment_methods
  for update to authenticated
  using ((select private.is_staff('owner'))) with check ((select private.is_staff('owner')));

create function private.guard_payment_method() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if new.is_offered and not old.is_offered
    and (new.keys = 'missing' or new.keys is null and current_user = 'authenticated') then
    perform private.refuse(409, 'keys_missing', 'Set the keys of this provider first: without them nobody can pay.');
  end if;
  return new;
end;
$$;
comment on function private.guard_payment_method() is 'A method is not switched on while its keys are missing.';
create trigger guard before update on public.payment_methods
  for each row execute function private.guard_payment_method();
call pg_temp.log_changes('public.payment_methods');
insert into public.payment_methods (code, title, note, is_offered, position, sends_refunds, refunds_disputes, keys) values
  ('invoice', 'Bank transfer', 'Transfer the amount to our bank account. Your order page and our e-mail show the details and the deadline.', true, 1, false, false, 'not_needed'),
  ('stripe', 'Card, iDEAL, Klarna', 'You pay on our payment provider’s page.', false, 2, true, false, null),
  ('demo', 'Demo payment', 'A demo page that stands in for the payment provider. No money moves.', false, 3, false, false, null),
  ('paypal', 'PayPal', 'You pay on PayPal’s page.', false, 4, true, true, null);

-- Refunds that leave by bank. The books say at once that money goes back; what no provider sends waits
-- here until it is in a file for the bank and somebody says that the bank has it.

create table private.refund_accounts (
  order_id uuid primary key references public.order_records (id) on delete cascade,
  iban text not null check (private.is_iban(iban)),
  holder text not null check (length(btrim(holder)) between 2 and 70),
  source text not null check (source in ('customer', 'staff')),
  needed_at timestamptz not null default now()
);
create index refund_accounts_age_idx on private.refund_accounts (needed_at);
comment on table private.refund_accounts is
  'Where the refund of an order goes, as its customer or staff entered it. Read by functions alone: staff who refund see it whole, its customer the end of it.';
comment on column private.refund_accounts.needed_at is 'When it was entered or last used.';

create table public.bank_files (
  id uuid primary key,
  message_id text not null unique check (message_id ~ '^[A-Z0-9-]{1,35}$'),
  iban text not null check (private.is_iban(iban)),
  execute_on date not null,
  payments int not null check (payments between 1 and 500),
  total_minor bigint not null check (total_minor > 0),
  currency text not null default 'EUR' check (currency = 'EUR'),
  status text not null default 'made' check (status in ('made', 'sent', 'discarded')),
  reason text not null default '' check (length(reason) <= 500),
  made_at timestamptz not null default now(),
  made_by uuid,
  settled_at timestamptz,
  settled_by uuid,
  constraint bank_files_settled check ((status = 'made') = (settled_at is null))
);
create index bank_files_newest_idx on public.bank_files (made_at desc, id desc);
comment on table public.bank_files is 'Files of refunds for the bank, in euro: who made which, and whether the bank has it.';
comment on column public.bank_files.id is 'Chosen by whoever makes it, so that asking twice makes one.';
comment on column public.bank_files.message_id is 'What the file calls itself at the bank.';
comment on column public.bank_files.iban is 'The account of the shop that it is paid from.';
comment on column public.bank_files.status is 'made until somebody says that the bank has it (sent), or that it never will (discarded): then its refunds are open again.';
comment on column public.bank_files.reason is 'Why it was discarded.';
comment on column public.bank_files.made_by is 'Who; no foreign key, so that history outlives the account.';

create table private.bank_file_contents (
  file_id uuid primary key references public.bank_files (id) on delete cascade,
  refunds uuid[] not null,
  content text not null,
  kept_at timestamptz not null default now()
);
create index bank_file_contents_age_idx on private.bank_file_contents (kept_at);
comment on table private.bank_file_contents is 'The files themselves, as they were made: names and accounts of customers are in them, so they are forgotten earlier than that they were.';

create table public.bank_refunds (
  refund_id uuid primary key references public.payments (id) on delete cascade,
  order_id uuid not null references public.order_records (id) on delete cascade,
  reference text not null unique check (reference ~ '^[A-Z0-9-]{1,35}$'),
  amount_minor int not null check (amount_minor > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  file_id uuid references public.bank_files (id) on delete restrict,
  account_end text not null default '' check (account_end ~ '^[0-9A-Z]{0,4}$'),
  sent_at timestamptz,
  sent_by uuid,
  status text not null generated always as (
    case when sent_at is not null then 'sent' when file_id is not null then 'in_file' else 'open' end) stored,
  created_at timestamptz not null default now()
);
create index bank_refunds_order_idx on public.bank_refunds (order_id);
create index bank_refunds_file_idx on public.bank_refunds (file_id);
create index bank_refunds_newest_idx on public.bank_refunds (created_at desc, refund_id desc);
create index bank_refunds_unsent_idx on public.bank_refunds (status, created_at desc, refund_id desc);
comment on table public.bank_refunds is 'What of a refund leaves by bank: in one file that stands at most, and sent once.';
comment on column public.bank_refunds.reference is 'Names it in the file (EndToEndId), also in a second one: a bank that gets both sees that they are one.';
comment on column public.bank_refunds.file_id is 'The file that it is in; null again where that was discarded.';
comment on column public.bank_refunds.account_end is 'The last four signs of the account that the file names or that it was sent to.';
comment on column public.bank_refunds.status is 'open, in_file, or sent.';
comment on column public.bank_refunds.sent_by is 'Who said so; no foreign key, so that history outlives the account.';

revoke all on public.bank_files, public.bank_refunds from anon, authenticated;
grant select on public.bank_files, public.bank_refunds to authenticated, service_role;
create policy "Owners and fulfilment read bank files" on public.bank_files
  for select to authenticated using ((select private.is_staff('owner', 'fulfilment')));
create policy "Owners and fulfilment read bank refunds" on public.bank_refunds
  for select to authenticated using ((select private.is_staff('owner', 'fulfilment')));
call pg_temp.log_changes('public.bank_files');

create function private.sepa_text(p_text text, p_most int) returns text
language plpgsql immutable
set search_path = ''
as $$
declare
  v_text text := regexp_replace(normalize(left(coalesce(p_text, ''), 1000), nfd), '[\u0300-\u036f]', '', 'g');
begin
  v_text := translate(v_text, 'øØłŁđĐðÐıŒœ‘’´`“”„–—_&;', 'oOlLdDdDiOo''''''''   ---+,');
  v_text := replace(replace(replace(replace(replace(v_text, 'ß', 'ss'), 'æ', 'ae'), 'Æ', 'AE'), 'þ', 'th'), 'Þ', 'Th');
  v_text := regexp_replace(v_text, '[^A-Za-z0-9/?:().,''+ -]', ' ', 'g');
  v_text := regexp_replace(regexp_replace(v_text, '/+', '/', 'g'), ' +', ' ', 'g');
  return btrim(left(btrim(v_text, ' /'), p_most), ' /');
end;
$$;
comment on function private.sepa_text(text, int) is
  'A text in the signs that every bank of SEPA takes: accents fall off, what has no such letter becomes a space, and no slash begins, ends or follows another.';

create function private.is_sepa_name(p_name text) returns boolean
language plpgsql immutable
set search_path = ''
as $$
begin
  return coalesce(length(private.sepa_text(p_name, 70)) >= greatest(2, least(length(btrim(p_name)), 70) / 2), false);
end;
$$;
comment on function private.is_sepa_name(text) is 'Whether enough of a name is left in the signs of SEPA to be known by.';

create function private.is_sepa_iban(p_iban text) returns boolean
language plpgsql immutable
set search_path = ''
as $$
begin
  return coalesce(private.is_iban(p_iban) and left(p_iban, 2) in (
    'AD', 'AL', 'AT', 'BE', 'BG', 'CH', 'CY', 'CZ', 'DE', 'DK', 'EE', 'ES', 'FI', 'FR', 'GB', 'GI', 'GR', 'HR', 'HU', 'IE', 'IS',
    'IT', 'LI', 'LT', 'LU', 'LV', 'MC', 'MD', 'ME', 'MK', 'MT', 'NL', 'NO', 'PL', 'PT', 'RO', 'RS', 'SE', 'SI', 'SK', 'SM', 'VA'), false);
end;
$$;
comment on function private.is_sepa_iban(text) is 'Whether an account is in a country whose banks take SEPA credit transfers.';

create function private.refund_account_of(p_order uuid) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  v_entered private.refund_accounts;
  v_paid_from jsonb;
begin
  select a.* into v_entered from private.refund_accounts a where a.order_id = p_order;
  -- Whoever took an order over did not pay for it.
  if not exists (select from public.order_events e where e.order_id = p_order and e.kind = 'transferred') then
    select case when count(distinct a.iban) = 1 then jsonb_build_object('iban', min(a.iban), 'source', 'statement',
      'holder', left(coalesce(nullif(btrim(max(b.payer)), ''), (select c.address ->> 'name' from private.order_contacts c where c.order_id = p_order)), 70)) end
    into v_paid_from
    from public.payments p
    join public.bank_entry_payments e on e.payment_id = p.id
    join public.bank_entries b on b.id = e.entry_id
    join private.payer_accounts a on a.entry_id = b.id
    where p.order_id = p_order and p.kind = 'capture';
  end if;
  return case when v_entered.order_id is null then v_paid_from
    else jsonb_build_object('iban', v_entered.iban, 'holder', v_entered.holder, 'source', v_entered.source,
      'is_other', coalesce(v_paid_from ->> 'iban' <> v_entered.iban, false)) end;
end;
$$;
comment on function private.refund_account_of(uuid) is
  'Where an order''s refund goes: as somebody entered it, else the one account that its payments came from. {iban, holder, source, is_other}, or null.';

create function private.seen_refund_account(p_order uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  v_account jsonb;
begin
  if not private.is_staff('owner', 'fulfilment') then
    return null;
  end if;
  v_account := private.refund_account_of(p_order);
  return v_account || jsonb_build_object(
    'is_sepa', private.is_sepa_iban(v_account ->> 'iban'), 'is_plain', private.is_sepa_name(v_account ->> 'holder'));
end;
$$;
grant execute on function private.seen_refund_account(uuid) to authenticated, service_role;
comment on function private.seen_refund_account(uuid) is
  'The account of an order''s refund as staff who refund see it, and whether a file can hold it. Security definer: accounts are read by functions alone.';

create view public.waiting_bank_refunds with (security_invoker = true) as
select r.refund_id as id, r.order_id, o.number, private.order_address(o.id) ->> 'name' as customer,
  r.reference, r.amount_minor, r.currency, r.status, r.account_end, r.sent_at, r.created_at,
  case when r.sent_at is null then private.seen_refund_account(r.order_id) end as account
from public.bank_refunds r join public.order_records o on o.id = r.order_id;

revoke all on public.waiting_bank_refunds from anon, authenticated;
grant select on public.waiting_bank_refunds to authenticated, service_role;
comment on view public.waiting_bank_refunds is 'Refunds by bank as the desk lists them, with the account until they are sent.';
comment on column public.waiting_bank_refunds.account is 'Where it goes, and whether a file can hold it; null where nobody knows, and once it is sent.
Holds { holder: string; iban: string; is_other?: boolean; is_plain: boolean; is_sepa: boolean; source: "statement" | "customer" | "staff" }';

create function private.owed_by_transfer(p_order public.order_records) returns int
language plpgsql stable
set search_path = ''
as $$
begin
  return (select coalesce(sum(r.amount_minor), 0) from public.bank_refunds r where r.order_id = p_order.id and r.status = 'open')
    + case when exists (select from private.refund_parts(p_order, 1, false) r where r.provider = 'invoice') then p_order.refund_due_minor else 0 end;
end;
$$;
comment on function private.owed_by_transfer(public.order_records) is
  'What of an order goes back by bank and can still go to any account: it is due, or waits for a file.';

create function private.open_bank_refund(p_order public.order_records, p_refund uuid, p_provider text, p_amount int) returns void
language plpgsql
set search_path = ''
as $$
declare
  v_left constant int := p_amount - (select coalesce(sum(r.amount_minor), 0) from public.refund_calls r where r.refund_id = p_refund);
begin
  -- No money of a demo payment ever came.
  if v_left < 1 or p_provider = 'demo' and exists (
    select from public.payments p where p.order_id = p_order.id and p.kind = 'capture' and p.provider = 'demo') then
    return;
  end if;
  insert into public.bank_refunds (refund_id, order_id, reference, amount_minor, currency)
  select p_refund, p_order.id, p_order.number || '-R' || count(*) + 1, v_left, p_order.currency
  from public.bank_refunds r where r.order_id = p_order.id;
  if p_order.currency = 'EUR' and private.refund_account_of(p_order.id) is null then
    perform private.mail_about_order(p_order.id, 'refund_account_asked', p_refund::text,
      jsonb_build_object('amount_minor', v_left) || private.acting_secret_for(p_order));
  end if;
end;
$$;
comment on function private.open_bank_refund(public.order_records, uuid, text, int) is
  'What of a refund no provider sends waits for a bank file; its customer is asked for an account where none is known. The caller holds the lock of the order.';

create function private.note_refund_sent(p_refund uuid) returns void
language plpgsql
set search_path = ''
as $$
begin
  update public.bank_refunds set sent_at = clock_timestamp(), sent_by = auth.uid() where refund_id = p_refund;
  update private.refund_accounts a set needed_at = now()
  from public.bank_refunds r where r.refund_id = p_refund and a.order_id = r.order_id;
  perform private.tell_refund(p_refund);
end;
$$;
comment on function private.note_refund_sent(uuid) is 'The bank has it: its customer is told. The caller holds the locks of the order and the refund.';

create function private.bank_file_state(p_file public.bank_files) returns jsonb
language plpgsql stable
set search_path = ''
as $$
begin
  return jsonb_build_object('id', p_file.id, 'message_id', p_file.message_id, 'iban', p_file.iban, 'execute_on', p_file.execute_on,
    'payments', p_file.payments, 'total_minor', p_file.total_minor, 'status', p_file.status, 'reason', p_file.reason,
    'made_at', p_file.made_at, 'by', private.staff_words(p_file.made_by),
    'settled_at', p_file.settled_at, 'settled_by', case when p_file.settled_at is not null then private.staff_words(p_file.settled_by) end,
    'is_kept', exists (select from private.bank_file_contents c where c.file_id = p_file.id));
end;
$$;
comment on function private.bank_file_state(public.bank_files) is
  'A bank file as screens show it: {id, message_id, iban, execute_on, payments, total_minor, status, reason, made_at, by, settled_at, settled_by, is_kept}.';

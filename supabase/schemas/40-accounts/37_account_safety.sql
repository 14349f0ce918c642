-- What keeps an account its owner's: codes for the day the phone is lost, and the days in which a
-- deletion can be taken back. Nobody reads these tables; functions answer for the caller alone.

create table private.recovery_codes (
  user_id uuid not null references auth.users (id) on delete cascade,
  code_hash text not null check (code_hash ~ '^[0-9a-f]{64}$'),
  made_at timestamptz not null default now(),
  primary key (user_id, code_hash)
);
alter table private.recovery_codes enable row level security;
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
alter table private.account_deletions enable row level security;
comment on table private.account_deletions is 'Accounts that their owners want gone, and when that happens.';
comment on column private.account_deletions.undo_hash is 'Of the secret in the mail that takes it back.';
comment on column private.account_deletions.due_at is 'Until then it can be taken back.';

create table private.forgotten_orders (
  order_id uuid primary key,
  due_at timestamptz not null default now()
);
alter table private.forgotten_orders enable row level security;
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
    and not exists (select from public.bank_refunds b where b.order_id = o.id and b.sent_at is null);
  update private.order_contacts
  set email = 'deleted@account.invalid', address = jsonb_build_object('country', address ->> 'country'), company = null
  where order_id = any (v_ended);
  delete from private.address_history where order_id = any (v_ended);
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
  'Takes name and address off ended orders of deleted accounts; the country stays, for taxes. Security definer: no caller may write contacts.';

create function private.delete_due_accounts() returns int
language plpgsql security definer
set search_path = ''
as $$
declare
  v_user record;
  v_count int := 0;
begin
  for v_user in
    select d.user_id, u.email from private.account_deletions d join auth.users u on u.id = d.user_id
    where d.due_at <= now() for update of d skip locked
  loop
    insert into private.forgotten_orders (order_id)
    select id from public.order_records where user_id = v_user.user_id
    on conflict do nothing;
    delete from private.follows where email = lower(v_user.email);
    delete from public.outbox where user_id = v_user.user_id or recipient = v_user.email;
    delete from auth.users where id = v_user.user_id;
    v_count := v_count + 1;
  end loop;
  perform private.forget_ended_orders();
  return v_count;
end;
$$;
comment on function private.delete_due_accounts() is
  'Deletes the accounts whose time has come; may run as often as one likes. Security definer: it writes what nobody may.';

-- What prices in euro are in other currencies, for whoever likes to read them so. Invariant: nothing is
-- charged, quoted or refunded by these rates; browsers read them and say "about".

create table public.currency_rates (
  code text primary key check (code ~ '^[A-Z]{3}$' and code <> 'EUR'),
  name text not null check (length(name) between 2 and 40),
  per_euro numeric(14, 6) not null check (per_euro > 0 and per_euro < 'NaN'),
  rated_on date not null check ('1999-01-04' <= rated_on and rated_on <= current_date),
  is_shown boolean not null default true,
  position int not null default 0 check (position between 0 and 10000),
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.currency_rates is
  'Currencies that shoppers may read prices in, each with its last rate and the day of it. What is charged is euro.';
comment on column public.currency_rates.code is 'ISO 4217.';
comment on column public.currency_rates.name is 'As people there write it in English.';
comment on column public.currency_rates.per_euro is 'How much of it one euro is.';
comment on column public.currency_rates.rated_on is 'The day of the rate, which shoppers are told; never a day to come.';
comment on column public.currency_rates.is_shown is 'Whether shoppers can choose it.';

revoke all on public.currency_rates from anon, authenticated;
grant select on public.currency_rates to anon, authenticated, service_role;
grant insert (code, name, per_euro, rated_on, is_shown, position),
  update (name, per_euro, rated_on, is_shown, position), delete
  on public.currency_rates to authenticated, service_role;
create policy "Everyone reads shown currencies, owners read all" on public.currency_rates
  for select to anon, authenticated using (is_shown or (select private.is_staff('owner')));
call pg_temp.let_staff_write('public.currency_rates', 'currencies', 'owner');
call pg_temp.log_changes('public.currency_rates');

create function private.find_currency_faults()
returns table (code text, severity text, about text, message text, since timestamptz, desk text, record text)
language sql stable
set search_path = ''
as $$
  select 'old_rates', 'warning', string_agg(r.code, ', ' order by r.position, r.code),
    'Shoppers see prices by a rate that is older than 7 days. Import the rates of today.',
    min(r.rated_on)::timestamptz, 'money?tab=currencies', ''
  from public.currency_rates r where r.is_shown and r.rated_on < current_date - 7
  having count(*) > 0
$$;
comment on function private.find_currency_faults() is 'Rates that nobody has entered for too long.';

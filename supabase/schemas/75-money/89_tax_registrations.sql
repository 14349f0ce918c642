-- Where the shop is registered to collect tax: what decides, with the rates, which tax a price contains.

create table public.tax_registrations (
  id uuid primary key default gen_random_uuid(),
  country_code text references public.countries (code),
  name text not null check (length(name) between 2 and 40),
  number text not null default '' check (length(number) <= 40),
  limit_minor int check (limit_minor > 0),
  limit_per text not null default 'parcel' check (limit_per in ('parcel', 'item')),
  currency text not null default 'EUR' check (currency = 'EUR'),
  valid_from date not null,
  valid_to date check (valid_to > valid_from),
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint tax_registrations_one_at_a_time exclude using gist (
    coalesce(country_code, 'EU') with =, daterange(valid_from, valid_to) with &&)
);
create index tax_registrations_country_idx on public.tax_registrations (country_code);
comment on table public.tax_registrations is
  'Where the shop collects tax besides its own country, and up to which value. Where it has none, EU countries have the tax of the shop''s own country, and the others none.';
comment on column public.tax_registrations.country_code is 'Whose tax it collects; null for the one stop shop of the EU.';
comment on column public.tax_registrations.name is 'What the scheme is called: OSS, VOEC.';
comment on column public.tax_registrations.number is 'The shop''s number there.';
comment on column public.tax_registrations.limit_minor is
  'Goods worth more than this, without tax and shipping, are not covered: they go without tax, and customs ask for it. Null: all are.';
comment on column public.tax_registrations.limit_per is 'What the limit is of: all goods of a parcel, or one item.';
comment on column public.tax_registrations.valid_from is 'First day of the registration, or of its limit.';
comment on column public.tax_registrations.valid_to is 'First day it is right no more; null while it is.';

revoke all on public.tax_registrations from anon, authenticated;
grant select on public.tax_registrations to anon, authenticated, service_role;
grant insert (country_code, name, number, limit_minor, limit_per, valid_from, valid_to),
  update (country_code, name, number, limit_minor, limit_per, valid_from, valid_to), delete
  on public.tax_registrations to authenticated, service_role;
create policy "Everyone reads where taxes are collected" on public.tax_registrations for select to anon, authenticated using (true);
call pg_temp.let_staff_write('public.tax_registrations', 'tax registrations', 'owner');
create trigger guard before insert or update or delete on public.tax_registrations
  for each statement execute function private.guard_seller();
call pg_temp.log_changes('public.tax_registrations');

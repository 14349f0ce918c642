-- What customers tell about themselves. Each row belongs to one account and is read and written by
-- that account alone.

create table public.profiles (
  user_id uuid primary key default auth.uid() references auth.users (id) on delete cascade,
  display_name text not null default '' check (length(display_name) <= 60),
  full_name text not null default '' check (length(full_name) <= 120),
  phone text not null default '' check (length(phone) <= 40),
  country_code text references public.countries (code),
  currency text not null default 'EUR' check (currency ~ '^[A-Z]{3}$'),
  units text not null default 'metric' check (units in ('metric', 'imperial')),
  locale text not null default 'en-GB' check (locale ~ '^[a-z]{2}(-[A-Z]{2})?$'),
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  language text not null default private.request_language() check (language ~ '^[a-z]{2}$')
);
create index profiles_country_idx on public.profiles (country_code);
comment on table public.profiles is
  'One row per account, made when its owner first saves something.';
comment on column public.profiles.phone is 'For carriers alone.';
comment on column public.profiles.country_code is 'Where prices and shipping are estimated for.';
comment on column public.profiles.currency is 'Shown beside the shop''s own.';
comment on column public.profiles.units is 'Grams and millimetres, or ounces and inches.';
comment on column public.profiles.locale is 'How dates and numbers are written.';
comment on column public.profiles.language is 'Of the page where it was last saved: of mails about the account.';

revoke all on public.profiles from anon, authenticated;
grant select, delete on public.profiles to service_role;
grant select on public.profiles to authenticated;
grant insert (display_name, full_name, phone, country_code, currency, units, locale),
  update (display_name, full_name, phone, country_code, currency, units, locale)
  on public.profiles to authenticated;
create policy "Customers read their own profile" on public.profiles for select to authenticated
  using (user_id = (select auth.uid()));
create policy "Customers add their own profile" on public.profiles for insert to authenticated
  with check (user_id = (select auth.uid()));
create policy "Customers change their own profile" on public.profiles for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));

create function private.note_language() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.language := private.request_language();
  return new;
end;
$$;
comment on function private.note_language() is 'Whoever saves their details in another language goes on in it.';
create trigger note_language before update on public.profiles
  for each row when (new.user_id = auth.uid()) execute function private.note_language();

create table public.addresses (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  label text not null default '' check (length(label) <= 40),
  name text not null check (length(name) between 2 and 120),
  line1 text not null check (length(line1) between 2 and 120),
  line2 text not null default '' check (length(line2) <= 120),
  city text not null check (length(city) between 1 and 80),
  region text not null default '' check (length(region) <= 80),
  postcode text not null default '' check (length(postcode) <= 20),
  country text not null references public.countries (code),
  phone text not null default '' check (length(phone) <= 40),
  is_default boolean not null default false,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index addresses_user_idx on public.addresses (user_id);
create index addresses_country_idx on public.addresses (country);
create unique index addresses_one_default_idx on public.addresses (user_id) where is_default;
comment on table public.addresses is
  'The address book of an account; an order keeps a copy of what was used.';
comment on column public.addresses.line2 is 'What else the carrier needs.';
comment on column public.addresses.region is 'State or province, where the country has them.';
comment on column public.addresses.postcode is 'Postcode, where the country has them.';
comment on column public.addresses.country is 'ISO code.';
comment on column public.addresses.is_default is 'Filled in at the checkout; one per account.';

revoke all on public.addresses from anon, authenticated;
grant select, delete on public.addresses to service_role;
grant select, delete on public.addresses to authenticated;
grant insert (label, name, line1, line2, city, region, postcode, country, phone, is_default),
  update (label, name, line1, line2, city, region, postcode, country, phone, is_default)
  on public.addresses to authenticated;
create policy "Customers read their own addresses" on public.addresses for select to authenticated
  using (user_id = (select auth.uid()));
create policy "Customers add their own addresses" on public.addresses for insert to authenticated
  with check (user_id = (select auth.uid()));
create policy "Customers change their own addresses" on public.addresses for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "Customers remove their own addresses" on public.addresses for delete to authenticated
  using (user_id = (select auth.uid()));

create function private.limit_addresses() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if (select count(*) from public.addresses where user_id = new.user_id) >= 50 then
    perform private.refuse(422, 'too_many_addresses', 'You can save at most 50 addresses. Delete one first.',
      jsonb_build_object('limit', 50));
  end if;
  return new;
end;
$$;
comment on function private.limit_addresses() is
  'Bounds an address book. Security definer: the count must not depend on what the caller may see.';
create trigger limit_addresses before insert on public.addresses
  for each row execute function private.limit_addresses();

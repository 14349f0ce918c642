-- How goods travel: zones -> countries -> methods -> rates by weight and value, each rate with the
-- days it holds. The only place of a shipping price; a finished order keeps the one it got.

create table public.shipping_zones (
  id uuid primary key default gen_random_uuid(),
  code text not null unique check (code ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  title text not null check (length(title) between 2 and 80),
  position int not null default 0,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.shipping_zones is 'Countries that share their methods and prices.';
comment on column public.shipping_zones.title is 'What staff and visitors read.';

revoke all on public.shipping_zones from anon, authenticated;
grant select on public.shipping_zones to anon, authenticated, service_role;
grant insert (code, title, position),
  update (code, title, position),
  delete
  on public.shipping_zones to authenticated, service_role;
create policy "Everyone reads shipping zones" on public.shipping_zones
  for select to anon, authenticated
  using (true);
call pg_temp.let_staff_write('public.shipping_zones', 'shipping zones', 'owner', 'fulfilment');
call pg_temp.log_changes('public.shipping_zones');

create table public.zone_countries (
  zone_id uuid not null references public.shipping_zones (id) on delete cascade,
  country_code text not null references public.countries (code) on delete cascade,
  primary key (zone_id, country_code)
);
create index zone_countries_country_idx on public.zone_countries (country_code);
comment on table public.zone_countries is
  'Which countries are in a zone, as set_country_zones says; the coverage map warns of a country in two or in none.';

revoke all on public.zone_countries from anon, authenticated;
grant select on public.zone_countries to anon, authenticated, service_role;
grant insert (zone_id, country_code),
  delete
  on public.zone_countries to service_role;
create policy "Everyone reads the countries of zones" on public.zone_countries
  for select to anon, authenticated
  using (true);
call pg_temp.log_changes('public.zone_countries');

create table public.shipping_methods (
  id uuid primary key default gen_random_uuid(),
  zone_id uuid not null references public.shipping_zones (id) on delete cascade,
  code text not null unique check (code ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null check (length(name) between 2 and 80),
  carrier text not null check (length(carrier) between 2 and 80),
  days_min int not null check (days_min >= 0),
  days_max int not null check (days_max >= days_min),
  is_tracked boolean not null default true,
  max_weight_grams int not null check (max_weight_grams > 0),
  max_value_minor int check (max_value_minor > 0),
  currency text not null default 'EUR' check (currency ~ '^[A-Z]{3}$'),
  refused_tags text[] not null default '{}' check (refused_tags <@ array['battery', 'liquid', 'magnet', 'wood']),
  note text not null default '' check (length(note) <= 400),
  is_offered boolean not null default true,
  position int not null default 0,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index shipping_methods_zone_idx on public.shipping_methods (zone_id, position);
comment on table public.shipping_methods is 'A way to send a parcel into a zone.';
comment on column public.shipping_methods.days_min is 'Working days it takes at least.';
comment on column public.shipping_methods.days_max is 'Working days it takes at most, as a rule.';
comment on column public.shipping_methods.is_tracked is 'Whether the parcel can be followed.';
comment on column public.shipping_methods.max_weight_grams is
  'Heavier parcels are refused, with that reason.';
comment on column public.shipping_methods.max_value_minor is
  'Dearer parcels are refused, with that reason; null is no limit.';
comment on column public.shipping_methods.refused_tags is 'Goods that this carrier refuses.';
comment on column public.shipping_methods.is_offered is 'False takes it out of new orders.';

revoke all on public.shipping_methods from anon, authenticated;
grant select on public.shipping_methods to anon, authenticated, service_role;
grant insert (zone_id, code, name, carrier, days_min, days_max, is_tracked, max_weight_grams, max_value_minor, currency, refused_tags, note, is_offered, position),
  update (zone_id, code, name, carrier, days_min, days_max, is_tracked, max_weight_grams, max_value_minor, currency, refused_tags, note, is_offered, position),
  delete
  on public.shipping_methods to authenticated, service_role;
create policy "Everyone reads offered shipping methods, staff read all" on public.shipping_methods
  for select to anon, authenticated
  using (is_offered or (select private.is_staff()));
call pg_temp.let_staff_write('public.shipping_methods', 'shipping methods', 'owner', 'fulfilment');
call pg_temp.log_changes('public.shipping_methods');

create table public.shipping_rates (
  id uuid primary key default gen_random_uuid(),
  method_id uuid not null references public.shipping_methods (id) on delete cascade,
  from_weight_grams int not null default 0 check (from_weight_grams >= 0),
  to_weight_grams int not null,
  from_value_minor int not null default 0 check (from_value_minor >= 0),
  to_value_minor int,
  price_minor int not null check (price_minor between 0 and 10000000),
  currency text not null default 'EUR' check (currency ~ '^[A-Z]{3}$'),
  valid_from date not null,
  valid_to date,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (to_weight_grams > from_weight_grams),
  check (to_value_minor > from_value_minor),
  check (valid_to > valid_from),
  constraint shipping_rates_one_price exclude using gist (
    method_id with =,
    int4range(from_weight_grams, to_weight_grams, '(]') with &&,
    int4range(from_value_minor, to_value_minor) with &&,
    daterange(valid_from, valid_to) with &&
  )
);
create index shipping_rates_method_idx on public.shipping_rates (method_id, from_weight_grams);
comment on table public.shipping_rates is
  'What a method costs for a parcel of this weight and value, on these days; never two answers.';
comment on column public.shipping_rates.to_weight_grams is 'Up to this, included.';
comment on column public.shipping_rates.from_value_minor is 'Goods worth at least this.';
comment on column public.shipping_rates.to_value_minor is 'Goods worth less than this; null is no limit.';
comment on column public.shipping_rates.price_minor is 'What it costs, tax of the shop''s country included.';
comment on column public.shipping_rates.valid_from is 'First day.';
comment on column public.shipping_rates.valid_to is 'First day of the next rate; null while it holds.';

revoke all on public.shipping_rates from anon, authenticated;
grant select on public.shipping_rates to anon, authenticated, service_role;
grant insert (method_id, from_weight_grams, to_weight_grams, from_value_minor, to_value_minor, price_minor, currency, valid_from, valid_to),
  update (from_weight_grams, to_weight_grams, from_value_minor, to_value_minor, price_minor, currency, valid_from, valid_to),
  delete
  on public.shipping_rates to authenticated, service_role;
create policy "Everyone reads rates of methods they can see" on public.shipping_rates
  for select to anon, authenticated
  using (exists (select from public.shipping_methods m where m.id = method_id));
call pg_temp.let_staff_write('public.shipping_rates', 'shipping rates', 'owner', 'fulfilment');
call pg_temp.log_changes('public.shipping_rates');

create view public.listed_shipping_rates with (security_invoker = true) as
select
  r.id, r.method_id, r.from_weight_grams, r.to_weight_grams, r.from_value_minor, r.to_value_minor, r.price_minor,
  r.currency, r.valid_from, r.valid_to, r.version, m.zone_id, m.name as method_name, z.title as zone_title,
  concat_ws(' ',
    lpad(greatest(z.position, 0)::text, 10, '0'), z.code, lpad(greatest(m.position, 0)::text, 10, '0'), m.code,
    lpad(r.from_weight_grams::text, 10, '0'), lpad(r.from_value_minor::text, 10, '0'), r.valid_from) as place
from public.shipping_rates r
join public.shipping_methods m on m.id = r.method_id
join public.shipping_zones z on z.id = m.zone_id;

revoke all on public.listed_shipping_rates from anon, authenticated;
grant select on public.listed_shipping_rates to authenticated, service_role;
comment on view public.listed_shipping_rates is
  'Rates with the names of their zone and method, in the order in which staff look for them.';
comment on column public.listed_shipping_rates.place is 'Sorts by zone, method, weight, value and day.';

create table public.regional_partners (
  id uuid primary key default gen_random_uuid(),
  code text not null unique check (code ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null check (length(name) between 2 and 80),
  website text not null check (website ~ '^https://[^\s<>"]+$'),
  note text not null default '' check (length(note) <= 600),
  position int not null default 0,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.regional_partners is
  'Shops that sell our batches in their own region, customs already paid.';

revoke all on public.regional_partners from anon, authenticated;
grant select on public.regional_partners to anon, authenticated, service_role;
grant insert (code, name, website, note, position),
  update (code, name, website, note, position),
  delete
  on public.regional_partners to authenticated, service_role;
create policy "Everyone reads regional partners" on public.regional_partners
  for select to anon, authenticated
  using (true);
call pg_temp.let_staff_write('public.regional_partners', 'regional partners', 'owner', 'editor');
call pg_temp.log_changes('public.regional_partners');

create table public.partner_countries (
  partner_id uuid not null references public.regional_partners (id) on delete cascade,
  country_code text not null references public.countries (code) on delete cascade,
  primary key (partner_id, country_code)
);
create index partner_countries_country_idx on public.partner_countries (country_code);
comment on table public.partner_countries is 'Which countries a partner serves.';

revoke all on public.partner_countries from anon, authenticated;
grant select on public.partner_countries to anon, authenticated, service_role;
grant insert (partner_id, country_code),
  delete
  on public.partner_countries to authenticated, service_role;
create policy "Everyone reads the countries of partners" on public.partner_countries
  for select to anon, authenticated
  using (true);
create policy "Owners and editors add countries of partners" on public.partner_countries
  for insert to authenticated with check ((select private.is_staff('owner', 'editor')));
create policy "Owners and editors remove countries of partners" on public.partner_countries
  for delete to authenticated using ((select private.is_staff('owner', 'editor')));
call pg_temp.log_changes('public.partner_countries');

create table public.partner_sales (
  partner_id uuid not null references public.regional_partners (id) on delete cascade,
  batch_id uuid not null references public.batches (id) on delete cascade,
  sale_url text not null check (sale_url ~ '^https://[^\s<>"]+$'),
  ends_at timestamptz not null,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (partner_id, batch_id)
);
create index partner_sales_batch_idx on public.partner_sales (batch_id);
comment on table public.partner_sales is 'Which batches a partner sells, and until when.';
comment on column public.partner_sales.ends_at is
  'Until when, which is often earlier than the batch itself closes.';

revoke all on public.partner_sales from anon, authenticated;
grant select on public.partner_sales to anon, authenticated, service_role;
grant insert (partner_id, batch_id, sale_url, ends_at),
  update (sale_url, ends_at),
  delete
  on public.partner_sales to authenticated, service_role;
create policy "Everyone reads partner sales of batches they can see" on public.partner_sales
  for select to anon, authenticated
  using (exists (select from public.batches b where b.id = batch_id));
call pg_temp.let_staff_write('public.partner_sales', 'partner sales', 'owner', 'editor');
call pg_temp.log_changes('public.partner_sales');

-- Countries and taxes. The only place that says where the shop ships, which tax a country charges
-- and who pays it; the countries page and the checkout read the same rows.

create table private.iso_countries (
  code text primary key check (code ~ '^[A-Z]{2}$')
);
comment on table private.iso_countries is
  'Every country of ISO 3166-1: goods and makers may come from where the shop does not ship to. The same codes as src/features/catalogue/model/iso-countries.ts.';
comment on column private.iso_countries.code is 'ISO 3166-1 alpha-2.';
insert into private.iso_countries (code) select unnest(string_to_array(
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR' || ' ' ||
  'BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ' || ' ' ||
  'EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW' || ' ' ||
  'GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY' || ' ' ||
  'KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV' || ' ' ||
  'MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY' || ' ' ||
  'QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG' || ' ' ||
  'TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM' || ' ' ||
  'ZW', ' '));

create table public.countries (
  code text primary key check (code ~ '^[A-Z]{2}$'),
  name text not null check (length(name) between 2 and 80),
  ships boolean not null default true,
  not_shipped_reason text not null default '' check (length(not_shipped_reason) <= 400),
  in_eu boolean not null default false,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  duties_payer text not null check (duties_payer in ('none', 'shop', 'customer')),
  duties_note text not null default '' check (length(duties_note) <= 800),
  region_label text not null default '' check (length(region_label) <= 40),
  postcode_label text not null default 'Postcode' check (length(postcode_label) <= 40),
  postcode_pattern text not null default '' check (length(postcode_pattern) <= 200),
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (ships or not_shipped_reason <> '')
);
comment on table public.countries is 'Every country the shop has an answer for, also those it does not ship to.';
comment on column public.countries.code is 'ISO 3166-1 alpha-2.';
comment on column public.countries.name is 'As people there write it in English.';
comment on column public.countries.ships is 'Whether an order may go there.';
comment on column public.countries.not_shipped_reason is 'Why not, in a sentence; empty where the shop ships.';
comment on column public.countries.in_eu is 'Inside the EU: VAT in the price, and no duties from a shop in the EU.';
comment on column public.countries.currency is 'ISO 4217 of the country, for hints; the shop charges in its own.';
comment on column public.countries.duties_payer is 'none: no duties arise; shop: collected at the checkout; customer: asked for at the door.';
comment on column public.countries.duties_note is 'What to expect of customs, in Markdown.';
comment on column public.countries.region_label is 'What the region of an address is called there; empty where it has none.';
comment on column public.countries.postcode_label is 'What a postcode is called there; empty where there are none.';
comment on column public.countries.postcode_pattern is 'Regular expression that a postcode matches; empty accepts anything.';

revoke all on public.countries from anon, authenticated;
grant select on public.countries to anon, authenticated, service_role;
grant insert (code, name, ships, not_shipped_reason, in_eu, currency, duties_payer, duties_note, region_label, postcode_label, postcode_pattern),
  update (name, ships, not_shipped_reason, in_eu, currency, duties_payer, duties_note, region_label, postcode_label, postcode_pattern),
  delete on public.countries to authenticated, service_role;
create policy "Everyone reads countries" on public.countries for select to anon, authenticated using (true);
call pg_temp.let_staff_write('public.countries', 'countries', 'owner', 'fulfilment');
call pg_temp.log_changes('public.countries');

create table public.tax_classes (
  code text primary key check (code ~ '^[a-z][a-z_]*$'),
  title text not null check (length(title) between 2 and 80),
  position int not null default 0,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.tax_classes is 'Kinds of goods that a country may tax differently.';
comment on column public.tax_classes.title is 'What staff read.';

revoke all on public.tax_classes from anon, authenticated;
grant select on public.tax_classes to anon, authenticated, service_role;
grant insert (code, title, position), update (title, position), delete
  on public.tax_classes to authenticated, service_role;
create policy "Everyone reads tax classes" on public.tax_classes for select to anon, authenticated using (true);
call pg_temp.let_staff_write('public.tax_classes', 'tax classes', 'owner');
call pg_temp.log_changes('public.tax_classes');

create table public.tax_rates (
  id uuid primary key default gen_random_uuid(),
  country_code text not null references public.countries (code) on delete cascade,
  tax_class_code text not null references public.tax_classes (code),
  name text not null check (length(name) between 2 and 40),
  rate_basis_points int not null check (rate_basis_points between 0 and 10000),
  valid_from date not null,
  valid_to date,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (valid_to > valid_from),
  constraint tax_rates_one_at_a_time exclude using gist (
    country_code with =, tax_class_code with =, daterange(valid_from, valid_to) with &&
  )
);
create index tax_rates_country_idx on public.tax_rates (country_code, tax_class_code, valid_from);
create index tax_rates_class_idx on public.tax_rates (tax_class_code);
comment on table public.tax_rates is 'The rate of a class of goods in a country, one at a time. Whether the shop collects it, or customs ask for it, is said by tax_registrations.';
comment on column public.tax_rates.name is 'What the tax is called there: VAT, GST, MVA.';
comment on column public.tax_rates.rate_basis_points is 'Hundredths of a per cent: 2100 is 21 %.';
comment on column public.tax_rates.valid_from is 'First day of the rate.';
comment on column public.tax_rates.valid_to is 'First day of the next rate; null while it holds.';

revoke all on public.tax_rates from anon, authenticated;
grant select on public.tax_rates to anon, authenticated, service_role;
grant insert (country_code, tax_class_code, name, rate_basis_points, valid_from, valid_to),
  update (name, rate_basis_points, valid_from, valid_to), delete
  on public.tax_rates to authenticated, service_role;
create policy "Everyone reads tax rates" on public.tax_rates for select to anon, authenticated using (true);
call pg_temp.let_staff_write('public.tax_rates', 'tax rates', 'owner');
call pg_temp.log_changes('public.tax_rates');

create table public.country_restrictions (
  country_code text not null references public.countries (code) on delete cascade,
  shipping_tag text not null check (shipping_tag in ('battery', 'liquid', 'magnet', 'wood')),
  reason text not null check (length(reason) between 2 and 300),
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (country_code, shipping_tag)
);
comment on table public.country_restrictions is 'Goods that a country or its carriers do not let in.';
comment on column public.country_restrictions.shipping_tag is 'Products with this tag are refused.';

revoke all on public.country_restrictions from anon, authenticated;
grant select on public.country_restrictions to anon, authenticated, service_role;
grant insert (country_code, shipping_tag, reason), update (reason), delete
  on public.country_restrictions to authenticated, service_role;
create policy "Everyone reads country restrictions" on public.country_restrictions
  for select to anon, authenticated using (true);
call pg_temp.let_staff_write('public.country_restrictions', 'country restrictions', 'owner', 'fulfilment');
call pg_temp.log_changes('public.country_restrictions');

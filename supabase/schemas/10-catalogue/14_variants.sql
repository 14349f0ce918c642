-- What can be put into a cart: kits, sizes, stems, colorways of a sculpt. The only place of a price
-- that stands without a batch.

create type public.availability_kind as enum ('in_stock', 'group_buy', 'preorder', 'list', 'archived');
comment on type public.availability_kind is 'How a variant is sold; the word that visitors read is in the view availability.';

create table public.variants (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references public.products (id) on delete cascade,
  sku text not null unique check (sku ~ '^[A-Z0-9]+(-[A-Z0-9]+)*$' and length(sku) <= 40),
  title text not null check (length(title) between 1 and 120),
  contents text not null default '' check (length(contents) <= 1000),
  is_required boolean not null default false,
  position int not null default 0,
  availability public.availability_kind not null default 'in_stock',
  price_minor int not null check (price_minor between 0 and 100000000),
  currency text not null default 'EUR' check (currency ~ '^[A-Z]{3}$'),
  weight_grams int not null check (weight_grams between 1 and 100000),
  max_per_customer int check (max_per_customer between 1 and 100),
  stock_pool_id uuid references public.stock_pools (id),
  pool_units int not null default 1 check (pool_units between 1 and 1000),
  few_left_below int not null default 6 check (few_left_below >= 0),
  shows_remaining boolean not null default false,
  ships_on date,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  is_made_to_order boolean not null default false,
  choices text[] not null default '{}' check (cardinality(choices) <= 3),
  flaws text not null default '' check (length(flaws) <= 300),
  check (availability <> 'in_stock' or stock_pool_id is not null or is_made_to_order),
  check (availability <> 'preorder' or ships_on is not null),
  constraint variants_made_to_order check (not is_made_to_order or (availability = 'in_stock' and stock_pool_id is null))
);
create index variants_product_idx on public.variants (product_id, position);
create index variants_pool_idx on public.variants (stock_pool_id);
create index variants_words_idx on public.variants using gin ((' ' || lower(title) || ' ' || lower(sku) || case when flaws = '' then '' else ' b-stock' end) extensions.gin_trgm_ops);
comment on table public.variants is 'One thing that can be ordered; a product has at least one.';
comment on column public.variants.sku is 'Its number in the warehouse.';
comment on column public.variants.title is 'What tells it from its siblings: Base kit, 900 × 400 mm.';
comment on column public.variants.contents is 'What is in it, for kits.';
comment on column public.variants.is_required is 'A kit without which the others make no set.';
comment on column public.variants.price_minor is
  'Price in minor units, tax of the shop''s country included, before any batch tier.';
comment on column public.variants.weight_grams is 'Packed weight.';
comment on column public.variants.max_per_customer is
  'Over all orders of one customer; null is no limit of its own.';
comment on column public.variants.stock_pool_id is
  'Which pile it is taken from; null where nothing is counted yet.';
comment on column public.variants.pool_units is 'How many it takes from the pile: 10 for a bag of ten.';
comment on column public.variants.few_left_below is 'Below how many the word is few_left.';
comment on column public.variants.shows_remaining is
  'Whether visitors may see how many are left: numbered editions alone.';
comment on column public.variants.ships_on is 'When a preorder ships.';
comment on column public.variants.is_made_to_order is
  'Made once it is ordered, within the handling days of its product: nothing of it is counted.';
comment on column public.variants.flaws is
  'What is wrong with it, as shoppers read it before they buy: B-stock. Empty for first quality.';
comment on column public.variants.choices is
  'Which value of each of the product''s variant_options it is, in their order; empty where it was made by itself.';

revoke all on public.variants from anon, authenticated;
grant select on public.variants to anon, authenticated, service_role;
grant insert (product_id, sku, title, contents, is_required, position, availability, price_minor, currency, weight_grams, max_per_customer, stock_pool_id, pool_units, few_left_below, shows_remaining, ships_on, is_made_to_order, choices, flaws),
  update (sku, title, contents, is_required, position, availability, price_minor, currency, weight_grams, max_per_customer, stock_pool_id, pool_units, few_left_below, shows_remaining, ships_on, is_made_to_order, choices, flaws),
  delete
  on public.variants to authenticated, service_role;
create policy "Everyone reads variants of products they can see" on public.variants
  for select to anon, authenticated
  -- Staff see all products. Asked first and once, so that a desk's page of goods looks at no others.
  using ((select private.is_staff()) or exists (select from public.products p where p.id = product_id));
call pg_temp.let_staff_write('public.variants', 'variants', 'owner', 'editor');
call pg_temp.log_changes('public.variants');

create function private.variant_name(p_title text, p_flaws text) returns text
language plpgsql immutable
set search_path = ''
as $$
begin
  return case when p_flaws = '' or p_title ~* 'b-stock' then p_title else p_title || ', B-stock' end;
end;
$$;
comment on function private.variant_name(text, text) is
  'What a variant is called beside those without flaws. Twin of variantName in src/features/catalogue/model/b-stock.ts.';

create function private.stock_word(p_free int, p_units int, p_few_left_below int) returns text
language sql immutable
set search_path = ''
as $$
  select case
    when p_free < p_units then 'sold_out'
    when p_free / p_units < p_few_left_below then 'few_left'
    else 'in_stock'
  end
$$;
comment on function private.stock_word(int, int, int) is 'The word for so many free things, of which a variant takes so many.';

create function private.stock_word_of(p_variant uuid) returns text
language sql stable security definer
set search_path = ''
as $$
  select private.stock_word(private.free_units(s.id), v.pool_units, v.few_left_below)
  from public.variants v join public.stock_pools s on s.id = v.stock_pool_id
  where v.id = p_variant
$$;
grant execute on function private.stock_word_of(uuid) to anon, authenticated, service_role;
comment on function private.stock_word_of(uuid) is
  'How much is left of a variant, in a word. Security definer: visitors may know the word and never the count.';

create function private.remaining_of(p_variant uuid) returns int
language sql stable security definer
set search_path = ''
as $$
  select private.free_units(s.id) / v.pool_units
  from public.variants v join public.stock_pools s on s.id = v.stock_pool_id
  where v.id = p_variant and v.shows_remaining
$$;
grant execute on function private.remaining_of(uuid) to anon, authenticated, service_role;
comment on function private.remaining_of(uuid) is
  'How many are left of a numbered edition, null for all else. Security definer: counts are private unless the variant shows them.';

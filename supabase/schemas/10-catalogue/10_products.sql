-- Products and the facts around them: who made them, what they fit, what goes with them, what to
-- download. Drafts and scheduled rows are invisible until publish_at by the database's clock, and
-- everything that hangs on a product is visible exactly when the product is.

create type public.product_kind as enum ('keyboard', 'product', 'artisan');
comment on type public.product_kind is 'Which kind of page a product has.';
create type public.publish_status as enum ('draft', 'scheduled', 'published', 'archived');
comment on type public.publish_status is
  'draft: staff only; scheduled and published: visible from publish_at on; archived: still readable, no longer sold.';

create table public.makers (
  id uuid primary key default gen_random_uuid(),
  code text not null unique check (code ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null check (length(name) between 2 and 80),
  bio text not null default '' check (length(bio) <= 4000),
  country_code text references private.iso_countries (code),
  legal_name text not null default '' check (length(legal_name) <= 120),
  postal_address text not null default '' check (length(postal_address) <= 300),
  electronic_address text not null default '' check (electronic_address ~ '^(|https://\S+|[^\s@:/]+@[^\s@:/]+)$' and length(electronic_address) <= 254),
  responsible_name text not null default '' check (length(responsible_name) <= 120),
  responsible_postal_address text not null default '' check (length(responsible_postal_address) <= 300),
  responsible_electronic_address text not null default '' check (responsible_electronic_address ~ '^(|https://\S+|[^\s@:/]+@[^\s@:/]+)$' and length(responsible_electronic_address) <= 254),
  position int not null default 0,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index makers_country_idx on public.makers (country_code);
comment on table public.makers is
  'People and studios whose work the shop sells, and who are credited for it.';
comment on column public.makers.code is 'What a filter in an address names.';
comment on column public.makers.name is 'As they want to be called.';
comment on column public.makers.bio is 'Who they are, in Markdown.';
comment on column public.makers.legal_name is
  'The manufacturer''s registered name or trade mark, as the law on product safety asks; empty takes the name.';
comment on column public.makers.postal_address is 'Where the manufacturer is reached by post.';
comment on column public.makers.electronic_address is 'Where the manufacturer is reached online: an e-mail address or a page with https.';
comment on column public.makers.responsible_name is
  'Who answers for product safety within the EU, where the manufacturer is outside of it.';
comment on column public.makers.responsible_postal_address is 'Where that person is reached by post.';
comment on column public.makers.responsible_electronic_address is 'Where that person is reached online.';

revoke all on public.makers from anon, authenticated;
grant select on public.makers to anon, authenticated, service_role;
grant insert (code, name, bio, country_code, legal_name, postal_address, electronic_address, responsible_name, responsible_postal_address, responsible_electronic_address, position),
  update (code, name, bio, country_code, legal_name, postal_address, electronic_address, responsible_name, responsible_postal_address, responsible_electronic_address, position),
  delete
  on public.makers to authenticated, service_role;
create policy "Everyone reads makers" on public.makers
  for select to anon, authenticated
  using (true);
call pg_temp.let_staff_write('public.makers', 'makers', 'owner', 'editor');
call pg_temp.log_changes('public.makers');

create table public.products (
  id uuid primary key default gen_random_uuid(),
  kind public.product_kind not null,
  category text not null check (category in (
    'keyboard', 'keycap_set', 'switches', 'stabilisers', 'cable', 'desk_mat', 'part', 'tool', 'sculpt'
  )),
  url text not null unique check (
    url ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(url) <= 80 and url <> 'artisans'
  ),
  title text not null check (length(title) between 2 and 120),
  summary text not null default '' check (length(summary) <= 300),
  body text not null default '' check (length(body) <= 20000),
  status public.publish_status not null default 'draft',
  publish_at timestamptz,
  maker_id uuid references public.makers (id),
  position int not null default 0,
  ship_group text not null default 'stock' check (ship_group ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  handling_days int not null default 2 check (handling_days between 0 and 60),
  max_per_customer int check (max_per_customer between 1 and 100),
  in_the_box text[] not null default '{}' check (cardinality(in_the_box) <= 40),
  still_needed text[] not null default '{}' check (cardinality(still_needed) <= 40),
  tax_class_code text not null default 'goods' references public.tax_classes (code),
  shipping_tags text[] not null default '{}' check (
    shipping_tags <@ array['battery', 'liquid', 'magnet', 'wood']
  ),
  hs_code text not null default '' check (hs_code ~ '^[0-9]{0,10}$'),
  origin_country_code text references private.iso_countries (code),
  customs_description text not null default '' check (length(customs_description) <= 120),
  safety_warnings text not null default '' check (length(safety_warnings) <= 4000),
  layout_code text not null default '' check (length(layout_code) <= 40),
  seo_title text not null default '' check (length(seo_title) <= 70),
  seo_description text not null default '' check (length(seo_description) <= 170),
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  variant_options jsonb not null default '[]' check (
    jsonb_typeof(variant_options) = 'array' and jsonb_array_length(variant_options) <= 3
    and length(variant_options::text) <= 20000
  ),
  check (status = 'draft' or publish_at is not null),
  check (status = 'draft' or summary <> ''),
  check ((kind = 'keyboard') = (category = 'keyboard') and (kind = 'artisan') = (category = 'sculpt'))
);
create index products_words_idx on public.products using gin ((' ' || lower(title)) extensions.gin_trgm_ops);
create index products_shelf_idx on public.products (kind, status, publish_at desc);
create index products_maker_idx on public.products (maker_id);
-- The desk pages through all of them, drafts included, in any of its orders.
create index products_changed_idx on public.products (updated_at, id);
create index products_title_idx on public.products (title, id);
create index products_position_idx on public.products (position, id);
create index products_kind_idx on public.products (kind, id);
create index products_status_idx on public.products (status, id);
create index products_visible_idx on public.products (publish_at, id);
create index products_visible_last_idx on public.products (publish_at desc nulls last, id desc);
-- Under row level security a comparison of enums may not reach into an index, but which index is
-- read may follow from it: one for each that is rarer than the rest.
create index products_draft_idx on public.products (updated_at, id) where status = 'draft';
create index products_scheduled_idx on public.products (updated_at, id) where status = 'scheduled';
create index products_archived_idx on public.products (updated_at, id) where status = 'archived';
create index products_keyboard_idx on public.products (updated_at, id) where kind = 'keyboard';
create index products_artisan_idx on public.products (updated_at, id) where kind = 'artisan';
create index products_category_idx on public.products (category, updated_at);
create index products_group_idx on public.products (ship_group, updated_at);
create index products_hs_code_idx on public.products (hs_code);
create index products_tax_class_idx on public.products (tax_class_code);
create index products_origin_idx on public.products (origin_country_code);
comment on table public.products is 'What the shop shows: keyboards, other goods and sculpts.';
comment on column public.products.kind is 'Decides the page: /keyboards, /products or /products/artisans.';
comment on column public.products.url is
  'Last part of its address; artisans is taken by a screen. A change leaves a redirect.';
comment on column public.products.summary is 'One line for lists and previews.';
comment on column public.products.body is 'The story, in Markdown.';
comment on column public.products.publish_at is
  'Visible from then on by the clock of the database; null only in drafts.';
comment on column public.products.maker_id is 'Who made it, when it was not the shop.';
comment on column public.products.ship_group is 'Goods of one group leave together; stock leaves at once.';
comment on column public.products.handling_days is
  'Working days from paid (or from arrival of the batch) to handed over.';
comment on column public.products.max_per_customer is
  'Over all its variants and all orders of one customer; null is no limit.';
comment on column public.products.in_the_box is 'What one gets, a line each.';
comment on column public.products.still_needed is 'What one must buy besides, a line each.';
comment on column public.products.shipping_tags is 'What some countries or carriers refuse.';
comment on column public.products.hs_code is 'Customs tariff number.';
comment on column public.products.origin_country_code is 'Country of origin for customs; the shop need not ship there.';
comment on column public.products.customs_description is 'What the customs form says.';
comment on column public.products.safety_warnings is
  'Warnings and safety information that the law on product safety asks for, in Markdown.';
comment on column public.products.layout_code is
  'Which keyboard layout it has, as the colour picker names them; empty for anything else.';
comment on column public.products.variant_options is
  'What its variants differ in. A desk makes a variant of each combination.
Holds { title: string; values: { colour?: string | null; title: string }[] }[]';
comment on column public.products.seo_title is 'Title for search engines; empty takes the title.';
comment on column public.products.seo_description is
  'Description for search engines; empty takes the summary.';

revoke all on public.products from anon, authenticated;
grant select on public.products to anon, authenticated, service_role;
grant insert (kind, category, url, title, summary, body, status, publish_at, maker_id, position, ship_group, handling_days, max_per_customer, in_the_box, still_needed, tax_class_code, shipping_tags, hs_code, origin_country_code, customs_description, safety_warnings, layout_code, seo_title, seo_description, variant_options),
  update (kind, category, url, title, summary, body, status, publish_at, maker_id, position, ship_group, handling_days, max_per_customer, in_the_box, still_needed, tax_class_code, shipping_tags, hs_code, origin_country_code, customs_description, safety_warnings, layout_code, seo_title, seo_description, variant_options),
  delete
  on public.products to authenticated, service_role;
create policy "Everyone reads published products, staff read all" on public.products
  for select to anon, authenticated
  using ((status <> 'draft' and publish_at <= now()) or (select private.is_staff()));
create policy "Owners and editors add products" on public.products
  for insert to authenticated with check ((select private.is_staff('owner', 'editor')));
create policy "Owners and editors change products" on public.products
  for update to authenticated using ((select private.is_staff('owner', 'editor')))
  with check ((select private.is_staff('owner', 'editor')));
create policy "Owners and editors remove drafts of products" on public.products
  for delete to authenticated using ((select private.is_staff('owner', 'editor')) and status = 'draft');
call pg_temp.log_changes('public.products');

create function private.guard_product_removal() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  -- The service and migrations answer for themselves.
  if auth.uid() is null then
    return old;
  end if;
  if exists (select from public.audit_log where row_id = old.id::text and table_name = 'products'
    and (before ->> 'status' <> 'draft' or after ->> 'status' <> 'draft')) then
    perform private.refuse(409, 'was_published', 'Not deleted: this product was published or scheduled before. Set its status to Archived instead.',
      jsonb_build_object('product_id', old.id));
  end if;
  -- What would go along with it without a word.
  if exists (select from public.batches where product_id = old.id) then
    perform private.refuse(409, 'product_used', 'Not deleted: a batch still uses this product.', jsonb_build_object('product_id', old.id));
  end if;
  if exists (select from public.lists where product_id = old.id) or exists (
    select from public.list_choices c join public.variants v on v.id = c.variant_id where v.product_id = old.id) then
    perform private.refuse(409, 'product_used', 'Not deleted: a list still uses this product.', jsonb_build_object('product_id', old.id));
  end if;
  return old;
end;
$$;
comment on function private.guard_product_removal() is
  'Keeps what shoppers have seen and what batches and lists are made of. Security definer: the log of changes is the owner''s.';
create trigger guard_product_removal before delete on public.products
  for each row execute function private.guard_product_removal();

create table private.product_costs (
  product_id uuid primary key references public.products (id) on delete cascade,
  supplier text not null default '',
  cost_minor int check (cost_minor >= 0),
  currency text not null default 'EUR' check (currency ~ '^[A-Z]{3}$'),
  notes text not null default '' check (length(notes) <= 8000),
  updated_at timestamptz not null default now()
);
comment on table private.product_costs is
  'What no visitor may learn, not even through a filter: in a table of its own, never in hidden columns.';
comment on column private.product_costs.supplier is 'Who sells it to the shop.';
comment on column private.product_costs.cost_minor is 'What the shop pays, in minor units.';
comment on column private.product_costs.notes is 'Notes among staff.';

create table public.product_facts (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references public.products (id) on delete cascade,
  code text not null check (code ~ '^[a-z][a-z_]*$'),
  label text not null check (length(label) between 1 and 60),
  value text not null check (length(value) between 1 and 200),
  filterable boolean not null default false,
  position int not null default 0,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (product_id, code, value)
);
create index product_facts_filter_idx on public.product_facts (code, value) where filterable;
comment on table public.product_facts is
  'What a product is and fits: profile, stem, layout, switch, material. Several values of one code are several rows.';
comment on column public.product_facts.code is
  'Name of the fact, the same across products, so that they can be filtered.';
comment on column public.product_facts.label is 'The name as people read it.';
comment on column public.product_facts.filterable is 'Whether lists offer it as a filter.';

revoke all on public.product_facts from anon, authenticated;
grant select on public.product_facts to anon, authenticated, service_role;
grant insert (product_id, code, label, value, filterable, position),
  update (label, value, filterable, position),
  delete
  on public.product_facts to authenticated, service_role;
create policy "Everyone reads the facts of products they can see" on public.product_facts
  for select to anon, authenticated
  using (exists (select from public.products p where p.id = product_id));
call pg_temp.let_staff_write('public.product_facts', 'product facts', 'owner', 'editor');
call pg_temp.log_changes('public.product_facts');

create table public.product_files (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references public.products (id) on delete cascade,
  kind text not null check (kind in ('build_guide', 'plate', 'firmware', 'layout', 'manual')),
  title text not null check (length(title) between 2 and 120),
  file_name text not null check (file_name ~ '^[a-z0-9][a-z0-9.-]*\.[a-z0-9]+$'),
  media_type text not null check (media_type ~ '^[a-z]+/[a-z0-9.+-]+$'),
  content text not null check (length(content) between 1 and 65536),
  position int not null default 0,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (product_id, file_name)
);
comment on table public.product_files is 'Downloads of a product: build guide, plate outline, layout.';
comment on column public.product_files.file_name is 'The name it is saved under.';
comment on column public.product_files.media_type is 'Its MIME type.';
comment on column public.product_files.content is 'The file itself; downloads here are small texts.';

revoke all on public.product_files from anon, authenticated;
grant select on public.product_files to anon, authenticated, service_role;
grant insert (product_id, kind, title, file_name, media_type, content, position),
  update (kind, title, file_name, media_type, content, position),
  delete
  on public.product_files to authenticated, service_role;
create policy "Everyone reads the files of products they can see" on public.product_files
  for select to anon, authenticated
  using (exists (select from public.products p where p.id = product_id));
call pg_temp.let_staff_write('public.product_files', 'product files', 'owner', 'editor');
call pg_temp.log_changes('public.product_files');

create table public.product_relations (
  product_id uuid not null references public.products (id) on delete cascade,
  related_id uuid not null references public.products (id) on delete cascade,
  reason text not null check (length(reason) between 2 and 200),
  position int not null default 0,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (product_id, related_id),
  check (product_id <> related_id)
);
create index product_relations_related_idx on public.product_relations (related_id);
comment on table public.product_relations is 'What goes with a product, chosen by a person who says why.';
comment on column public.product_relations.product_id is 'On whose page it is shown.';
comment on column public.product_relations.reason is 'Why it goes with it, in a few words.';

revoke all on public.product_relations from anon, authenticated;
grant select on public.product_relations to anon, authenticated, service_role;
grant insert (product_id, related_id, reason, position),
  update (reason, position),
  delete
  on public.product_relations to authenticated, service_role;
create policy "Everyone reads relations between products they can see" on public.product_relations
  for select to anon, authenticated
  using (exists (select from public.products p where p.id = product_id) and exists (select from public.products p where p.id = related_id));
call pg_temp.let_staff_write('public.product_relations', 'product relations', 'owner', 'editor');
call pg_temp.log_changes('public.product_relations');

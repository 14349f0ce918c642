-- Colours and colorways. A palette is physical: a maker's book of colours that plastic can really
-- have. A colorway is a colour of a palette, or one edition of an artisan sculpt.

create table public.palettes (
  id uuid primary key default gen_random_uuid(),
  code text not null unique check (code ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  title text not null check (length(title) between 2 and 80),
  maker text not null check (length(maker) between 2 and 80),
  material text not null default '' check (length(material) <= 80),
  note text not null default '' check (length(note) <= 1000),
  position int not null default 0,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.palettes is 'A maker''s book of colours.';
comment on column public.palettes.code is 'What designs and addresses name.';
comment on column public.palettes.material is 'What they are moulded or painted in.';
comment on column public.palettes.note is 'What to know about it: how screens mislead, what it costs.';

revoke all on public.palettes from anon, authenticated;
grant select on public.palettes to anon, authenticated, service_role;
grant insert (code, title, maker, material, note, position),
  update (code, title, maker, material, note, position),
  delete
  on public.palettes to authenticated, service_role;
create policy "Everyone reads palettes" on public.palettes
  for select to anon, authenticated
  using (true);
call pg_temp.let_staff_write('public.palettes', 'palettes', 'owner', 'editor');
call pg_temp.log_changes('public.palettes');

create type public.colorway_status as enum ('planned', 'sampling', 'current', 'archived');
comment on type public.colorway_status is 'planned and sampling: not yet to be had; current: can be chosen; archived: only in old designs and orders.';

create table public.colorways (
  id uuid primary key default gen_random_uuid(),
  code text not null unique check (code ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null check (length(name) between 1 and 80),
  palette_id uuid references public.palettes (id),
  physical_code text not null default '' check (length(physical_code) <= 40),
  product_id uuid references public.products (id) on delete cascade,
  variant_id uuid unique references public.variants (id),
  colour text not null check (colour ~ '^#[0-9a-f]{6}$'),
  colour_family text not null check (colour_family in (
    'red', 'orange', 'yellow', 'green', 'blue', 'purple', 'pink', 'brown', 'neutral', 'multi'
  )),
  finish text not null default 'matt' check (finish in (
    'matt', 'satin', 'gloss', 'translucent', 'metallic', 'glow', 'marbled'
  )),
  note text not null default '' check (length(note) <= 1000),
  status public.colorway_status not null default 'current',
  can_be_ordered boolean not null default true,
  sale text check (sale in ('raffle', 'list', 'first_come', 'commission', 'archive')),
  edition_size int check (edition_size between 1 and 10000),
  commissioned int not null default 0 check (commissioned >= 0),
  given_away int not null default 0 check (given_away >= 0),
  stem text check (stem in ('mx', 'topre', 'alps', 'choc')),
  credit text not null default '' check (length(credit) <= 200),
  released_on date,
  position int not null default 0,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint colorways_palette_or_sculpt check ((palette_id is null) <> (product_id is null)),
  check (palette_id is null or physical_code <> ''),
  check (palette_id is null or (edition_size is null and variant_id is null and sale is null)),
  check (product_id is null or (edition_size is not null and sale is not null and stem is not null)),
  check (commissioned + given_away <= coalesce(edition_size, 0)),
  unique (palette_id, physical_code)
);
create index colorways_product_idx on public.colorways (product_id, position);
comment on table public.colorways is
  'A colour that plastic can have, or one edition of an artisan.';
comment on column public.colorways.code is 'What addresses and designs name.';
comment on column public.colorways.palette_id is 'The book the colour is in; null for an artisan.';
comment on column public.colorways.product_id is
  'The sculpt it is an edition of; null for a colour of a palette.';
comment on column public.colorways.variant_id is 'What is ordered to get the artisan.';
comment on column public.colorways.colour is 'How it looks on a screen, approximately.';
comment on column public.colorways.colour_family is 'The family a filter offers.';
comment on column public.colorways.can_be_ordered is 'Whether new orders may use it.';
comment on column public.colorways.sale is 'How this edition finds its owners.';
comment on column public.colorways.edition_size is 'How many there will ever be.';
comment on column public.colorways.commissioned is 'How many of them were made to order.';
comment on column public.colorways.given_away is 'How many of them were given away.';
comment on column public.colorways.credit is 'Who cast and painted it, who took the picture.';

revoke all on public.colorways from anon, authenticated;
grant select on public.colorways to anon, authenticated, service_role;
grant insert (code, name, palette_id, physical_code, product_id, variant_id, colour, colour_family, finish, note, status, can_be_ordered, sale, edition_size, commissioned, given_away, stem, credit, released_on, position),
  update (code, name, palette_id, physical_code, product_id, variant_id, colour, colour_family, finish, note, status, can_be_ordered, sale, edition_size, commissioned, given_away, stem, credit, released_on, position)
  on public.colorways to authenticated, service_role;
create policy "Everyone reads palette colours and artisans they can see" on public.colorways
  for select to anon, authenticated
  using ((palette_id is not null or exists (select from public.products p where p.id = product_id)) and (status in ('current', 'archived') or (select private.is_staff())));
create policy "Owners and editors add colorways" on public.colorways
  for insert to authenticated with check ((select private.is_staff('owner', 'editor')));
create policy "Owners and editors change colorways" on public.colorways
  for update to authenticated using ((select private.is_staff('owner', 'editor'))) with check ((select private.is_staff('owner', 'editor')));
call pg_temp.log_changes('public.colorways');

-- What visitors make in the colour picker. A design is written by the functions alone; who may read
-- it follows from its visibility. Public ones can be listed, unlisted ones only asked for by id,
-- private ones are their maker's. Once ordered, a design never changes again.

create type public.design_visibility as enum ('private', 'unlisted', 'public');
comment on type public.design_visibility is
  'private: its maker alone; unlisted: whoever has the address; public: in the gallery.';

create function private.new_design_code() returns text
language sql volatile
set search_path = ''
as $$
  -- A digit and nine signs of 32: 48 bits, so that a code is short to say and not to be guessed.
  select (get_byte(b.bytes, 15) % 10) || string_agg(
    substr('0123456789abcdefghjkmnpqrstvwxyz', 1 + (get_byte(b.bytes, n) & 31), 1), '' order by n)
  from (select uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) as bytes) b
  cross join unnest(array[0, 1, 2, 3, 4, 5, 9, 10, 11]) n
  group by b.bytes
$$;
comment on function private.new_design_code() is 'A short code that no other design is likely to have.';

create table public.designs (
  id uuid primary key default gen_random_uuid(),
  code text not null unique default private.new_design_code()
    check (code ~ '^[0-9][0-9a-hjkmnp-tv-z]{9}$'),
  owner_id uuid references auth.users (id) on delete cascade,
  name text not null check (length(name) between 1 and 80),
  visibility public.design_visibility not null default 'private',
  design jsonb not null check (octet_length(design::text) <= 90000),
  layout text not null check (length(layout) between 1 and 20),
  colour_families text[] not null default '{}' check (cardinality(colour_families) <= 10),
  forked_from uuid references public.designs (id) on delete set null,
  like_count int not null default 0 check (like_count >= 0),
  hidden_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index designs_owner_idx on public.designs (owner_id, updated_at desc);
create index designs_guests_idx on public.designs (updated_at) where owner_id is null;
create index designs_forked_idx on public.designs (forked_from);
create index designs_newest_idx on public.designs (created_at desc, id)
  where visibility = 'public' and hidden_at is null;
create index designs_liked_idx on public.designs (like_count desc, created_at desc, id)
  where visibility = 'public' and hidden_at is null;
create index designs_hidden_idx on public.designs (hidden_at desc, id) where visibility <> 'private' and hidden_at is not null;
comment on table public.designs is 'One design: a layout with a colour for each zone or key.';
comment on column public.designs.code is 'Its short name in addresses.';
comment on column public.designs.owner_id is 'Whose; null while it belongs to whoever holds its secret.';
comment on column public.designs.design is 'Layout, zones, keys, legends, profile and case, as the picker reads them.
Holds Record<string, unknown>';
comment on column public.designs.layout is 'The name of its layout, or own; for filters.';
comment on column public.designs.colour_families is 'Families of its palette colours; for filters.';
comment on column public.designs.forked_from is 'The design it was copied from.';
comment on column public.designs.hidden_at is 'When staff took it out of sight; null while shown.';

create table private.design_secrets (
  design_id uuid primary key references public.designs (id) on delete cascade,
  secret_hash text not null check (secret_hash ~ '^[0-9a-f]{64}$')
);
comment on table private.design_secrets is 'What a guest must show to change a design: only its hash is kept.';
comment on column private.design_secrets.secret_hash is 'SHA-256 in hex of the secret.';

create table public.design_likes (
  design_id uuid not null references public.designs (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  liked_at timestamptz not null default now(),
  primary key (design_id, user_id)
);
create index design_likes_user_idx on public.design_likes (user_id);
comment on table public.design_likes is 'Who likes which design; each person sees their own.';
revoke all on public.design_likes from anon, authenticated;
grant select on public.design_likes to authenticated, service_role;
create policy "Customers read their own likes" on public.design_likes for select to authenticated
  using (user_id = (select auth.uid()));

create table public.design_reports (
  id uuid primary key default gen_random_uuid(),
  design_id uuid not null references public.designs (id) on delete cascade,
  user_id uuid references auth.users (id) on delete set null,
  reason text not null check (length(reason) between 3 and 500),
  reported_at timestamptz not null default now(),
  answered_at timestamptz,
  unique (design_id, user_id)
);
create index design_reports_user_idx on public.design_reports (user_id);
create index design_reports_open_idx on public.design_reports (design_id) where answered_at is null;
comment on table public.design_reports is 'What visitors say is wrong with a shared design.';
comment on column public.design_reports.user_id is 'Who said so; null for guests.';
comment on column public.design_reports.reason is 'What is wrong, in their words.';
comment on column public.design_reports.answered_at is 'When staff decided; null while it waits.';
revoke all on public.design_reports from anon, authenticated;
grant select on public.design_reports to authenticated, service_role;
create policy "Staff read reports of designs" on public.design_reports for select to authenticated
  using ((select private.is_staff('owner', 'editor', 'support')));

create function private.asked_design() returns uuid
language sql stable
set search_path = ''
as $$
  select case when h.asked ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then h.asked::uuid end
  from (
    select coalesce(nullif(current_setting('request.headers', true), ''), '{}')::jsonb ->> 'x-design-id' as asked
  ) h
$$;
grant execute on function private.asked_design() to anon, authenticated, service_role;
comment on function private.asked_design() is
  'The one design that a request names in its header x-design-id: an unlisted design is read by id or not at all.';

revoke all on public.designs from anon, authenticated;
grant select (id, code, name, visibility, design, layout, colour_families, forked_from, like_count, hidden_at, version, created_at, updated_at)
  on public.designs to anon, authenticated;
grant select on public.designs to service_role;
create policy "Everyone reads visible designs, staff hidden ones too" on public.designs
  for select to anon, authenticated
  using (
    (hidden_at is null and (
      visibility = 'public' or (visibility = 'unlisted' and id = (select private.asked_design()))))
    or owner_id = (select auth.uid())
    or (visibility = 'public' and (select private.is_staff('owner', 'editor', 'support'))));

-- What the shop can make of a design.

create table public.design_kits (
  variant_id uuid primary key references public.variants (id) on delete cascade,
  most_caps int not null check (most_caps between 1 and 1000),
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.design_kits is 'Variants that are made to a design.';
comment on column public.design_kits.most_caps is 'How many caps it holds at most.';
revoke all on public.design_kits from anon, authenticated;
grant select on public.design_kits to anon, authenticated, service_role;
grant insert (variant_id, most_caps), update (most_caps), delete on public.design_kits to authenticated, service_role;
create policy "Everyone reads design kits of variants they can see" on public.design_kits
  for select to anon, authenticated using (exists (select from public.variants v where v.id = variant_id));
call pg_temp.let_staff_write('public.design_kits', 'design kits', 'owner', 'editor');
call pg_temp.log_changes('public.design_kits');

create table public.design_offers (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references public.products (id) on delete cascade,
  zone text not null check (zone in ('alphas', 'modifiers', 'accents', 'legends', 'case', 'plate', 'weight')),
  palette_id uuid not null references public.palettes (id) on delete cascade,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (product_id, zone, palette_id)
);
create index design_offers_palette_idx on public.design_offers (palette_id);
comment on table public.design_offers is
  'In which palettes a product makes which zone of a design. A zone without a row is not part of the product.';
comment on column public.design_offers.zone is 'Which zone; legends stands for the legends of all caps.';
comment on column public.design_offers.palette_id is 'In the colours of which palette.';
revoke all on public.design_offers from anon, authenticated;
grant select on public.design_offers to anon, authenticated, service_role;
grant insert (product_id, zone, palette_id), update (zone, palette_id), delete on public.design_offers to authenticated, service_role;
create policy "Everyone reads design offers of products they can see" on public.design_offers
  for select to anon, authenticated using (exists (select from public.products p where p.id = product_id));
call pg_temp.let_staff_write('public.design_offers', 'design offers', 'owner', 'editor');
call pg_temp.log_changes('public.design_offers');

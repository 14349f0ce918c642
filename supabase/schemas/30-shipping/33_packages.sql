-- Boxes and bags that the workshop packs into. What a carrier is told of a parcel, and what staff reach
-- for, comes from here; shipping prices do not: they go by what is in the parcel.

create table public.shipping_packages (
  id uuid primary key default gen_random_uuid(),
  name text not null unique check (length(name) between 2 and 80),
  inner_length_mm int not null check (inner_length_mm between 10 and 3000),
  inner_width_mm int not null check (inner_width_mm between 10 and 3000),
  inner_height_mm int not null check (inner_height_mm between 1 and 3000),
  own_weight_grams int not null check (own_weight_grams between 1 and 20000),
  max_content_grams int not null check (max_content_grams between 1 and 100000),
  is_used boolean not null default true,
  note text not null default '' check (length(note) <= 400),
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.shipping_packages is 'A kind of box or bag that parcels are packed into.';
comment on column public.shipping_packages.name is 'What the workshop calls it.';
comment on column public.shipping_packages.inner_length_mm is 'Longest side, inside.';
comment on column public.shipping_packages.inner_width_mm is 'Second side, inside.';
comment on column public.shipping_packages.inner_height_mm is 'Shortest side, inside.';
comment on column public.shipping_packages.own_weight_grams is 'What it weighs empty, with its padding.';
comment on column public.shipping_packages.max_content_grams is 'The most that may be packed into it.';
comment on column public.shipping_packages.is_used is 'False where it is not proposed any more.';

revoke all on public.shipping_packages from anon, authenticated;
grant select on public.shipping_packages to authenticated, service_role;
grant insert (name, inner_length_mm, inner_width_mm, inner_height_mm, own_weight_grams, max_content_grams, is_used, note),
  update (name, inner_length_mm, inner_width_mm, inner_height_mm, own_weight_grams, max_content_grams, is_used, note),
  delete
  on public.shipping_packages to authenticated, service_role;
create policy "Staff except editors read packages" on public.shipping_packages
  for select to authenticated using ((select private.is_staff('owner', 'fulfilment', 'support')));
call pg_temp.let_staff_write('public.shipping_packages', 'packages', 'owner', 'fulfilment');
call pg_temp.log_changes('public.shipping_packages');

-- What the workshop has of the pigment or plastic of a colour or an edition. Not columns of the
-- colorway: everybody reads those.

create table public.colour_stock (
  id uuid primary key default gen_random_uuid(),
  colorway_id uuid not null unique references public.colorways (id) on delete cascade,
  grams int not null check (grams between 0 and 10000000),
  warn_below int not null default 0 check (warn_below between 0 and 10000000),
  note text not null default '' check (length(note) <= 1000),
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.colour_stock is 'How much pigment or plastic of a colorway there is; none that nobody has counted.';
comment on column public.colour_stock.grams is 'How much of it was there at the last count, in grams.';
comment on column public.colour_stock.warn_below is 'Below how many grams it is little; nought where nobody needs to be told.';
comment on column public.colour_stock.note is 'Where it lies, from which lot it is.';

revoke all on public.colour_stock from anon, authenticated;
grant select on public.colour_stock to authenticated, service_role;
grant insert (colorway_id, grams, warn_below, note),
  update (grams, warn_below, note)
  on public.colour_stock to authenticated, service_role;
create policy "Staff except support read stock of colours" on public.colour_stock
  for select to authenticated using ((select private.is_staff('owner', 'editor', 'fulfilment')));
create policy "Owners and editors add stock of colours" on public.colour_stock
  for insert to authenticated with check ((select private.is_staff('owner', 'editor')));
create policy "Owners and editors change stock of colours" on public.colour_stock
  for update to authenticated using ((select private.is_staff('owner', 'editor'))) with check ((select private.is_staff('owner', 'editor')));
call pg_temp.log_changes('public.colour_stock');

-- Samples of a colour or an edition: what was asked of a supplier, what came, and whether it is as it
-- should be. For the workshop alone; buyers hear of it through updates.

create table public.colour_samples (
  id uuid primary key default gen_random_uuid(),
  colorway_id uuid not null references public.colorways (id) on delete cascade,
  supplier text not null default '' check (length(supplier) <= 120),
  stage text not null default 'ordered' check (stage in ('ordered', 'received', 'approved', 'rejected')),
  ordered_on date not null default current_date,
  received_on date check (received_on >= ordered_on),
  decided_on date check (decided_on >= received_on),
  note text not null default '' check (length(note) <= 1000),
  photo_path text unique check (photo_path ~ '^samples/[a-z0-9/-]+\.webp$' and length(photo_path) <= 200),
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint colour_samples_dates check (
    (stage = 'ordered') = (received_on is null) and (stage in ('approved', 'rejected')) = (decided_on is not null))
);
create index colour_samples_colorway_idx on public.colour_samples (colorway_id, ordered_on);
comment on table public.colour_samples is 'One sample of a colorway, from its order to a yes or no.';
comment on column public.colour_samples.stage is 'How far it is: ordered, received, approved or rejected.';
comment on column public.colour_samples.ordered_on is 'The day on which it was asked for.';
comment on column public.colour_samples.received_on is 'The day on which it came.';
comment on column public.colour_samples.decided_on is 'The day on which it was approved or rejected.';
comment on column public.colour_samples.photo_path is 'Its photo in the bucket drafts, which only owners and editors read.';

revoke all on public.colour_samples from anon, authenticated;
grant select on public.colour_samples to authenticated, service_role;
grant insert (colorway_id, supplier, stage, ordered_on, received_on, decided_on, note, photo_path),
  update (supplier, stage, ordered_on, received_on, decided_on, note, photo_path),
  delete
  on public.colour_samples to authenticated, service_role;
create policy "Staff except support read samples" on public.colour_samples
  for select to authenticated using ((select private.is_staff('owner', 'editor', 'fulfilment')));
call pg_temp.let_staff_write('public.colour_samples', 'samples', 'owner', 'editor');
call pg_temp.log_changes('public.colour_samples');

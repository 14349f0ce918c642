-- How a product sounds: short recordings of typing on it, each with its waveform, so that a page can
-- draw it without fetching the file.

create table public.product_sounds (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references public.products (id) on delete cascade,
  storage_path text not null unique check (
    storage_path ~ '^[a-z0-9][a-z0-9/-]*\.(mp3|m4a|aac|ogg|wav)$' and length(storage_path) <= 200
  ),
  title text not null check (length(title) <= 120 and length(btrim(title)) >= 2),
  duration_ms int not null check (duration_ms between 100 and 60000),
  peaks int[] not null check (
    array_ndims(peaks) = 1 and cardinality(peaks) between 64 and 96
    and array_position(peaks, null) is null and 0 <= all (peaks) and 100 >= all (peaks)
  ),
  position int not null default 0,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index product_sounds_product_idx on public.product_sounds (product_id, position);
comment on table public.product_sounds is 'One recording of how a product sounds.';
comment on column public.product_sounds.storage_path is 'Where it lies in the bucket product-sounds.';
comment on column public.product_sounds.title is 'What is heard, and on what: the plate, the keycaps, the board.';
comment on column public.product_sounds.peaks is
  'How loud each of 64 to 96 equal parts is, 100 for the loudest; computed by the browser that uploads it.';

revoke all on public.product_sounds from anon, authenticated;
grant select on public.product_sounds to anon, authenticated, service_role;
grant insert (product_id, storage_path, title, duration_ms, peaks, position),
  update (storage_path, title, duration_ms, peaks, position),
  delete
  on public.product_sounds to authenticated, service_role;
create policy "Everyone reads sounds of products they can see" on public.product_sounds
  for select to anon, authenticated
  using (exists (select from public.products p where p.id = product_id));
call pg_temp.let_staff_write('public.product_sounds', 'sounds', 'owner', 'editor');
call pg_temp.log_changes('public.product_sounds');

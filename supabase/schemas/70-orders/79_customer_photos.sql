-- Photographs by customers of what they bought. Nobody else sees one before staff show it; its customer can
-- remove it at any moment. What is shown is a row of its own, so that whose it is can't be read with it.

create table private.customer_photos (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  product_id uuid not null references public.products (id) on delete cascade,
  order_line_id uuid references public.order_lines (id) on delete set null,
  storage_path text not null unique check (storage_path ~ '^[0-9a-f-]{36}\.(jpg|webp)$'),
  width int not null check (width between 16 and 2400),
  height int not null check (height between 16 and 2400),
  placeholder_colour text not null check (placeholder_colour ~ '^#[0-9a-f]{6}$'),
  note text not null default '' check (length(note) <= 400),
  name text not null default '' check (length(name) <= 40),
  alt text not null default '' check (length(alt) <= 300),
  reason text not null default '' check (length(reason) <= 500),
  status text not null default 'sending' check (status in ('sending', 'waiting', 'shown', 'declined', 'removed')),
  agreed_at timestamptz not null default clock_timestamp(),
  sent_at timestamptz,
  decided_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default now(),
  check (status <> 'shown' or length(btrim(alt)) >= 3),
  check (status <> 'declined' or length(btrim(reason)) >= 3)
);
create index customer_photos_user_idx on private.customer_photos (user_id, product_id);
create index customer_photos_product_idx on private.customer_photos (product_id);
create index customer_photos_line_idx on private.customer_photos (order_line_id);
create index customer_photos_status_idx on private.customer_photos (status, sent_at desc, id);
create index customer_photos_unsent_idx on private.customer_photos (created_at) where status = 'sending';
comment on table private.customer_photos is 'Photographs that customers sent of what they bought: written and read through functions alone.';
comment on column private.customer_photos.id is 'Made by the browser, so that a photograph sent again is kept once.';
comment on column private.customer_photos.storage_path is 'Where its file lies: in the bucket photo-inbox, and while it is shown in customer-photos too.';
comment on column private.customer_photos.note is 'What it is built with, in its customer''s words.';
comment on column private.customer_photos.name is 'Under which name it is shown; empty is a customer.';
comment on column private.customer_photos.alt is 'What it shows, in the words of staff.';
comment on column private.customer_photos.reason is 'Why staff declined it or took it down. Its customer reads it.';
comment on column private.customer_photos.status is
  'sending until its file is there; waiting for staff; shown; declined, with a reason; removed by its customer, until its files are gone.';
comment on column private.customer_photos.agreed_at is 'When its customer said that the shop may show it.';
create trigger keep_version before update on private.customer_photos
  for each row execute function private.keep_version();

create table public.shown_photos (
  id uuid primary key references private.customer_photos (id) on delete cascade,
  product_id uuid not null references public.products (id) on delete cascade,
  storage_path text not null check (storage_path ~ '^[0-9a-f-]{36}\.(jpg|webp)$'),
  width int not null check (width > 0),
  height int not null check (height > 0),
  placeholder_colour text not null check (placeholder_colour ~ '^#[0-9a-f]{6}$'),
  note text not null check (length(note) <= 400),
  name text not null check (length(name) <= 40),
  alt text not null check (length(alt) <= 300),
  shown_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index shown_photos_product_idx on public.shown_photos (product_id, shown_at);
comment on table public.shown_photos is 'Customers'' photographs that pages show: a copy of what everyone may read of them.';
comment on column public.shown_photos.storage_path is 'Where it lies in the bucket customer-photos.';
comment on column public.shown_photos.name is 'Empty is a customer.';

revoke all on public.shown_photos from anon, authenticated;
grant select on public.shown_photos to anon, authenticated, service_role;
create policy "Everyone reads photos of products they can see" on public.shown_photos
  for select to anon, authenticated
  using (exists (select from public.products p where p.id = product_id));
call pg_temp.log_changes('public.shown_photos');

create function private.show_photo(p_photo private.customer_photos) returns void
language sql
set search_path = ''
as $$
  insert into public.shown_photos (id, product_id, storage_path, width, height, placeholder_colour, note, name, alt)
  values ((p_photo).id, (p_photo).product_id, (p_photo).storage_path, (p_photo).width, (p_photo).height,
    (p_photo).placeholder_colour, (p_photo).note, (p_photo).name, (p_photo).alt)
  on conflict (id) do update set alt = excluded.alt, updated_at = clock_timestamp() where shown_photos.alt <> excluded.alt
$$;
comment on function private.show_photo(private.customer_photos) is 'Lets everyone read of a photograph what pages show.';

-- What storage asks before it lets anybody near a file.
create function private.is_own_photo(p_path text, p_statuses text[]) returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return exists (
    select from private.customer_photos p
    where p.storage_path = p_path and p.user_id = auth.uid() and p.status = any (p_statuses));
end;
$$;
grant execute on function private.is_own_photo(text, text[]) to authenticated, service_role;
comment on function private.is_own_photo(text, text[]) is
  'Whether a file is a photograph of the caller that stands so. Security definer: nobody reads the table.';

create function private.photo_is_shown(p_path text) returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return exists (select from public.shown_photos s where s.storage_path = p_path);
end;
$$;
grant execute on function private.photo_is_shown(text) to authenticated, service_role;
comment on function private.photo_is_shown(text) is
  'Whether everyone may see a file. Security definer: it must know of products that the caller can''t read.';

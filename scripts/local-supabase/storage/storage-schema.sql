-- Buckets and objects as a hosted project has them before its first migration. Run as superuser on
-- every boot, so each statement must be repeatable. Who may do what with a file is decided by the
-- policies on storage.objects alone; the bytes lie on disk under the row's `version`.
create table if not exists storage.buckets (
  id text primary key,
  name text not null,
  owner uuid,
  owner_id text,
  public boolean default false,
  avif_autodetection boolean default false,
  file_size_limit bigint,
  allowed_mime_types text[],
  type text not null default 'STANDARD',
  created_at timestamptz default now(),
  updated_at timestamptz default now()
);
create unique index if not exists bname on storage.buckets (name);

create table if not exists storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text references storage.buckets (id),
  name text,
  owner uuid,
  owner_id text,
  version text,
  metadata jsonb,
  user_metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  last_accessed_at timestamptz default now()
);
create unique index if not exists bucketid_objname on storage.objects (bucket_id, name);
create index if not exists idx_objects_bucket_id_name on storage.objects (bucket_id, name collate "C");

-- Files whose row is gone or points elsewhere. Filled in the same transaction as the change, so a
-- file is removed only when nothing can need it any more, whoever changed the row and however.
create table if not exists storage.discarded_versions (
  version text primary key,
  discarded_at timestamptz not null default now()
);

create or replace function storage.foldername(name text) returns text[]
language sql immutable set search_path = '' as $$
  select (string_to_array(name, '/'))[1 : array_length(string_to_array(name, '/'), 1) - 1]
$$;
create or replace function storage.filename(name text) returns text
language sql immutable set search_path = '' as $$
  select (string_to_array(name, '/'))[array_length(string_to_array(name, '/'), 1)]
$$;
create or replace function storage.extension(name text) returns text
language sql immutable set search_path = '' as $$
  select reverse(split_part(reverse(storage.filename(name)), '.', 1))
$$;

create or replace function storage.update_updated_at_column() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at = now();
  return new;
end $$;
create or replace trigger update_objects_updated_at before update on storage.objects
  for each row execute function storage.update_updated_at_column();
create or replace trigger update_buckets_updated_at before update on storage.buckets
  for each row execute function storage.update_updated_at_column();

-- Security definer: callers may not write the list of discarded files themselves.
create or replace function storage.discard_version() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' or new.version is distinct from old.version then
    insert into storage.discarded_versions (version) values (old.version) on conflict do nothing;
  end if;
  return null;
end $$;
create or replace trigger discard_version after update or delete on storage.objects
  for each row when (old.version is not null) execute function storage.discard_version();

alter table storage.buckets owner to supabase_storage_admin;
alter table storage.objects owner to supabase_storage_admin;
alter table storage.discarded_versions owner to supabase_storage_admin;
alter function storage.foldername(text) owner to supabase_storage_admin;
alter function storage.filename(text) owner to supabase_storage_admin;
alter function storage.extension(text) owner to supabase_storage_admin;
alter function storage.update_updated_at_column() owner to supabase_storage_admin;
alter function storage.discard_version() owner to supabase_storage_admin;

alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;
alter table storage.discarded_versions enable row level security;

-- As on a hosted project every role may try; without a policy nothing but the service succeeds.
grant all on storage.buckets, storage.objects to anon, authenticated, service_role, postgres;
revoke all on storage.discarded_versions from anon, authenticated, service_role;
revoke execute on function storage.foldername(text), storage.filename(text), storage.extension(text),
  storage.update_updated_at_column(), storage.discard_version() from public;
grant execute on function storage.foldername(text), storage.filename(text), storage.extension(text)
  to anon, authenticated, service_role, postgres;

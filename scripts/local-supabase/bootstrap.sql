-- What a hosted Supabase database has before its first migration runs. Run as the cluster's
-- superuser on every boot, so each statement must be repeatable.
do $$ begin
  if not exists (select from pg_roles where rolname = 'anon') then create role anon nologin inherit; end if;
  if not exists (select from pg_roles where rolname = 'authenticated') then create role authenticated nologin inherit; end if;
  if not exists (select from pg_roles where rolname = 'service_role') then create role service_role nologin inherit bypassrls; end if;
  if not exists (select from pg_roles where rolname = 'authenticator') then create role authenticator login noinherit password 'postgres'; end if;
  if not exists (select from pg_roles where rolname = 'supabase_auth_admin') then create role supabase_auth_admin nologin noinherit createrole; end if;
  if not exists (select from pg_roles where rolname = 'supabase_storage_admin') then create role supabase_storage_admin nologin noinherit; end if;
  if not exists (select from pg_roles where rolname = 'supabase_realtime_admin') then create role supabase_realtime_admin nologin noinherit; end if;
  if not exists (select from pg_roles where rolname = 'postgres') then
    create role postgres login createdb createrole bypassrls replication password 'postgres';
  end if;
end $$;

grant anon, authenticated, service_role to authenticator;
-- As on a hosted project: migrations may act as these roles.
grant anon, authenticated, service_role to postgres with admin option;
revoke authenticator from postgres;
-- They make policies and triggers on the services' tables, as if these were theirs; the rest is refused below.
grant supabase_auth_admin, supabase_storage_admin, supabase_realtime_admin to postgres
  with inherit true, set false;
grant pg_monitor, pg_read_all_data, pg_signal_backend to postgres with admin option;

alter role anon set statement_timeout = '3s';
alter role authenticated set statement_timeout = '8s';
alter role authenticator set statement_timeout = '8s';

create schema if not exists extensions authorization postgres;
create schema if not exists auth authorization supabase_auth_admin;
create schema if not exists storage authorization supabase_storage_admin;
create schema if not exists realtime authorization supabase_realtime_admin;
grant usage on schema public, extensions, auth, storage, realtime to anon, authenticated, service_role, postgres;
grant create on schema public to postgres;
alter schema public owner to postgres;

-- What a hosted project gives away by default, for the migrations to take back. In a new database alone:
-- in another they have.
do $$ begin
  if to_regclass('supabase_migrations.schema_migrations') is null then
    alter default privileges for role postgres in schema public
      grant all on tables to anon, authenticated, service_role;
    alter default privileges for role postgres in schema public
      grant all on functions to anon, authenticated, service_role;
    alter default privileges for role postgres in schema public
      grant all on sequences to anon, authenticated, service_role;
  end if;
end $$;

do $$ begin
  execute format('alter database %I owner to postgres', current_database());
  execute format('alter database %I set search_path to "$user", public, extensions', current_database());
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end $$;
alter publication supabase_realtime owner to postgres;

-- Who is asking, from the request's verified claims. As on hosted, without a search_path of their own,
-- so that they become part of the query that asks; hence every name is written with its schema.
create or replace function auth.uid() returns uuid language sql stable as $$
  select coalesce(nullif(pg_catalog.current_setting('request.jwt.claim.sub', true), ''),
    nullif(pg_catalog.current_setting('request.jwt.claims', true), '')::pg_catalog.jsonb
      operator(pg_catalog.->>) 'sub')::pg_catalog.uuid
$$;
create or replace function auth.role() returns text language sql stable as $$
  select coalesce(nullif(pg_catalog.current_setting('request.jwt.claim.role', true), ''),
    nullif(pg_catalog.current_setting('request.jwt.claims', true), '')::pg_catalog.jsonb
      operator(pg_catalog.->>) 'role')
$$;
create or replace function auth.email() returns text language sql stable as $$
  select nullif(pg_catalog.current_setting('request.jwt.claims', true), '')::pg_catalog.jsonb
    operator(pg_catalog.->>) 'email'
$$;
create or replace function auth.jwt() returns jsonb language sql stable as $$
  select nullif(pg_catalog.current_setting('request.jwt.claims', true), '')::pg_catalog.jsonb
$$;
alter function auth.uid() owner to supabase_auth_admin;
alter function auth.role() owner to supabase_auth_admin;
alter function auth.email() owner to supabase_auth_admin;
alter function auth.jwt() owner to supabase_auth_admin;
grant execute on function auth.uid(), auth.role(), auth.email(), auth.jwt()
  to anon, authenticated, service_role, postgres;

-- The REST layer forgets what it knows of the schema when the schema changes.
create or replace function extensions.pgrst_ddl_watch() returns event_trigger
language plpgsql set search_path = '' as $$ begin notify pgrst, 'reload schema'; end $$;
drop event trigger if exists pgrst_ddl_watch;
create event trigger pgrst_ddl_watch on ddl_command_end execute function extensions.pgrst_ddl_watch();
drop event trigger if exists pgrst_drop_watch;
create event trigger pgrst_drop_watch on sql_drop execute function extensions.pgrst_ddl_watch();

-- The schemas of the services change with the services alone. Here a hosted project has an extension that
-- lets `postgres` make policies and triggers on tables that it does not own.
create or replace function extensions.refuse_service_ddl() returns event_trigger
language plpgsql set search_path = '' as $$
declare
  v_object text;
begin
  if current_user <> 'postgres' then
    return;
  end if;
  if tg_event = 'sql_drop' then
    select d.object_identity into v_object from pg_catalog.pg_event_trigger_dropped_objects() d
    where d.schema_name in ('auth', 'storage', 'realtime') and d.object_type not in ('policy', 'trigger') limit 1;
  else
    select d.object_identity into v_object from pg_catalog.pg_event_trigger_ddl_commands() d
    where d.schema_name in ('auth', 'storage', 'realtime') and d.object_type not in ('policy', 'trigger') limit 1;
  end if;
  if v_object is not null then
    raise insufficient_privilege using message = pg_catalog.format('must be owner of %s', v_object);
  end if;
end $$;
drop event trigger if exists refuse_service_changes;
create event trigger refuse_service_changes on ddl_command_end execute function extensions.refuse_service_ddl();
drop event trigger if exists refuse_service_drops;
create event trigger refuse_service_drops on sql_drop execute function extensions.refuse_service_ddl();

create schema if not exists supabase_migrations authorization postgres;
create table if not exists supabase_migrations.schema_migrations (
  version text primary key,
  name text,
  statements text[]
);
alter table supabase_migrations.schema_migrations owner to postgres;
-- Which seeds a new database was filled with. Without a hash one is still to come.
create table if not exists supabase_migrations.seed_files (
  path text primary key,
  hash text not null
);
alter table supabase_migrations.seed_files owner to postgres;

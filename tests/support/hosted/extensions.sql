-- What a hosted project has of extensions that can't be installed here: their documented tables and
-- functions, so that SQL that uses them runs as it would there. Nothing is encrypted, and the clock and the
-- requests are run by hosted-project.ts.
create extension if not exists pgcrypto with schema extensions;
create extension if not exists "uuid-ossp" with schema extensions;
create extension if not exists pg_stat_statements with schema extensions;

create schema cron;
create table cron.job (
  jobid bigint generated always as identity primary key,
  schedule text not null,
  command text not null,
  nodename text not null default 'localhost',
  nodeport int not null default 5432,
  database text not null default current_database(),
  username text not null default current_user,
  active boolean not null default true,
  jobname text,
  unique (jobname, username)
);
alter table cron.job enable row level security;
create policy cron_job_policy on cron.job using (username = current_user);
create table cron.job_run_details (
  jobid bigint,
  runid bigint generated always as identity primary key,
  job_pid int,
  database text,
  username text,
  command text,
  status text,
  return_message text,
  start_time timestamptz,
  end_time timestamptz
);
alter table cron.job_run_details enable row level security;
create policy cron_job_run_details_policy on cron.job_run_details using (username = current_user);

create function cron.write_job(
  p_owner text, p_name text, p_schedule text, p_command text, p_database text, p_active boolean
) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  v_id bigint;
begin
  if p_schedule !~ '^([0-9*,/$-]+ +){4}[0-9*,/-]+$' and p_schedule !~ '^([1-9]|[1-5]\d) seconds$' then
    raise invalid_parameter_value using message = format('invalid schedule: %s', p_schedule);
  end if;
  insert into cron.job (jobname, schedule, command, database, username, active)
  values (p_name, p_schedule, p_command, p_database, p_owner, p_active)
  on conflict (jobname, username) do update set
    schedule = excluded.schedule, command = excluded.command, database = excluded.database, active = excluded.active
  returning jobid into v_id;
  return v_id;
end $$;
create function cron.schedule(schedule text, command text) returns bigint
language sql set search_path = '' as $$
  select cron.write_job(current_user, null, schedule, command, current_database(), true)
$$;
create function cron.schedule(job_name text, schedule text, command text) returns bigint
language sql set search_path = '' as $$
  select cron.write_job(current_user, job_name, schedule, command, current_database(), true)
$$;
create function cron.schedule_in_database(
  job_name text, schedule text, command text, database text, username text default null, active boolean default true
) returns bigint
language sql set search_path = '' as $$
  select cron.write_job(coalesce(username, current_user), job_name, schedule, command, database, active)
$$;
create function cron.remove_job(p_owner text, p_id bigint, p_name text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  delete from cron.job j where j.username = p_owner and (j.jobid = p_id or j.jobname = p_name);
  if not found then
    raise exception 'could not find valid entry for job ''%''', coalesce(p_name, p_id::text);
  end if;
  return true;
end $$;
create function cron.unschedule(job_id bigint) returns boolean
language sql set search_path = '' as $$ select cron.remove_job(current_user, job_id, null) $$;
create function cron.unschedule(job_name text) returns boolean
language sql set search_path = '' as $$ select cron.remove_job(current_user, null, job_name) $$;
create function cron.change_job(
  p_owner text, p_id bigint, p_schedule text, p_command text, p_database text, p_username text, p_active boolean
) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update cron.job j set schedule = coalesce(p_schedule, j.schedule), command = coalesce(p_command, j.command),
    database = coalesce(p_database, j.database), username = coalesce(p_username, j.username), active = coalesce(p_active, j.active)
  where j.jobid = p_id and j.username = p_owner;
  if not found then
    raise exception 'Job % does not exist or you don''t own it', p_id;
  end if;
end $$;
create function cron.alter_job(
  job_id bigint, schedule text default null, command text default null, database text default null,
  username text default null, active boolean default null
) returns void
language sql set search_path = '' as $$
  select cron.change_job(current_user, job_id, schedule, command, database, username, active)
$$;
revoke execute on all functions in schema cron from public;
grant usage on schema cron to postgres with grant option;
grant execute on all functions in schema cron to postgres with grant option;
grant all on cron.job_run_details to postgres with grant option;
grant select on cron.job to postgres with grant option;

create schema net;
create table net.http_request_queue (
  id bigint generated always as identity primary key,
  method text not null,
  url text not null,
  headers jsonb,
  body bytea,
  timeout_milliseconds int not null
);
create table net._http_response (
  id bigint,
  status_code int,
  content_type text,
  headers jsonb,
  content text,
  timed_out boolean,
  error_msg text,
  created timestamptz not null default now()
);
create function net.http_post(
  url text, body jsonb default '{}', params jsonb default '{}',
  headers jsonb default '{"Content-Type": "application/json"}', timeout_milliseconds int default 5000
) returns bigint
language sql security definer set search_path = '' as $$
  insert into net.http_request_queue (method, url, headers, body, timeout_milliseconds)
  values ('POST', url || coalesce('?' || (select string_agg(p.key || '=' || p.value, '&') from jsonb_each_text(params) p), ''),
    headers, convert_to(body::text, 'UTF8'), timeout_milliseconds)
  returning id
$$;
create function net.http_get(
  url text, params jsonb default '{}', headers jsonb default '{}', timeout_milliseconds int default 5000
) returns bigint
language sql security definer set search_path = '' as $$
  insert into net.http_request_queue (method, url, headers, timeout_milliseconds)
  values ('GET', url || coalesce('?' || (select string_agg(p.key || '=' || p.value, '&') from jsonb_each_text(params) p), ''),
    headers, timeout_milliseconds)
  returning id
$$;
revoke execute on all functions in schema net from public;
grant usage on schema net to postgres, anon, authenticated, service_role;
grant execute on all functions in schema net to postgres, anon, authenticated, service_role;
grant all on all tables in schema net to postgres;

create schema vault;
create table vault.secrets (
  id uuid primary key default gen_random_uuid(),
  name text,
  description text not null default '',
  secret text not null,
  key_id uuid,
  nonce bytea,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index secrets_name_idx on vault.secrets (name) where name is not null;
create view vault.decrypted_secrets as
  select id, name, description, secret, secret as decrypted_secret, key_id, nonce, created_at, updated_at from vault.secrets;
create function vault.create_secret(
  new_secret text, new_name text default null, new_description text default '', new_key_id uuid default null
) returns uuid
language sql security definer set search_path = '' as $$
  insert into vault.secrets (secret, name, description) values (new_secret, new_name, new_description) returning id
$$;
create function vault.update_secret(
  secret_id uuid, new_secret text default null, new_name text default null, new_description text default null,
  new_key_id uuid default null
) returns void
language sql security definer set search_path = '' as $$
  update vault.secrets s set secret = coalesce(new_secret, s.secret), name = coalesce(new_name, s.name),
    description = coalesce(new_description, s.description), updated_at = now()
  where s.id = secret_id
$$;
revoke execute on all functions in schema vault from public;
grant usage on schema vault to postgres with grant option;
grant usage on schema vault to service_role;
grant select, delete, truncate, references on vault.secrets, vault.decrypted_secrets to postgres with grant option;
grant select, delete on vault.secrets, vault.decrypted_secrets to service_role;
grant execute on all functions in schema vault to postgres with grant option;
grant execute on all functions in schema vault to service_role;

-- `create extension if not exists` finds them, as where they are installed.
insert into pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
select x.oid, x.name, (select oid from pg_roles where rolname = 'supabase_admin'), x.schema::regnamespace, false, '0'
from (values (99001, 'pg_cron', 'pg_catalog'), (99002, 'pg_net', 'extensions'), (99003, 'supabase_vault', 'vault')) x (oid, name, schema)
where not exists (select from pg_extension e where e.extname = x.name);

-- Whether the shop works, for whoever watches it from outside: an address that tells nothing else.

create function private.health() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  v_ran_at constant timestamptz := (select max(ran_at) from private.job_turns);
begin
  return jsonb_build_object(
    'database', 'ok',
    'jobs', case when v_ran_at is null then 'never' when v_ran_at < now() - interval '15 minutes' then 'late' else 'ok' end);
end;
$$;
grant execute on function private.health() to anon, authenticated, service_role;
comment on function private.health() is 'Body of public.health. Security definer: nobody may read jobs.';

create function public.health() returns jsonb
language sql stable security invoker
set search_path = ''
as $$
  select private.health()
$$;
grant execute on function public.health() to anon, authenticated, service_role;
comment on function public.health() is
  'Whether the database answers and jobs run by the clock. Anyone.
Gives { database: "ok"; jobs: "ok" | "late" | "never" }';

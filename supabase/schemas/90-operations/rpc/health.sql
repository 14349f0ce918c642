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
call pg_temp.expose('health', 'anon, authenticated, service_role', 'nobody may read jobs.',
  'Whether the database answers and jobs run by the clock. Anyone.
Gives { database: "ok"; jobs: "ok" | "late" | "never" }');

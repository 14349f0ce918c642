-- Where the caller is signed in. The account page lists it, so that a stranger's session is noticed.

create function private.my_sessions() returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select coalesce(jsonb_agg(to_jsonb(s) order by s.is_current desc, s.last_used_at desc), '[]')
  from (
    select id, created_at as signed_in_at, greatest(created_at, updated_at) as last_used_at,
      left(coalesce(user_agent, ''), 300) as user_agent, aal = 'aal2' as has_second_factor,
      id::text = (select auth.jwt() ->> 'session_id') as is_current
    from auth.sessions
    where user_id = (select auth.uid()) and (not_after is null or not_after > now())
    order by updated_at desc limit 50
  ) s
$$;
call pg_temp.expose('my_sessions', 'authenticated', 'nobody may read the sessions table.',
  'The caller''s sessions, this one first.
Gives { has_second_factor: boolean; id: string; is_current: boolean; last_used_at: string; signed_in_at: string; user_agent: string }[]');

-- Signs the caller out on another device, or on all others. Their refresh tokens are gone at once; an
-- access token that was given out before lives until it ends.

create function private.end_session(p_session uuid default null) returns boolean
language plpgsql security definer
set search_path = ''
as $$
declare
  v_user constant uuid := auth.uid();
  v_own constant text := (select auth.jwt() ->> 'session_id');
  v_count bigint;
begin
  -- A token outlives its session for a while, and must not end those that are left.
  if p_session is null and not exists (
    select from auth.sessions where id::text = v_own and user_id = v_user) then
    perform private.refuse(401, 'signed_out', 'Sign in first.');
  end if;
  delete from auth.sessions
  where user_id = v_user and case when p_session is null then id::text <> v_own else id = p_session end;
  get diagnostics v_count = row_count;
  -- Who ends the session they are in signs out, which is no news.
  if v_count > 0 and p_session::text is distinct from v_own then
    perform private.tell_of_safety('sessions_ended', v_user, jsonb_build_object('count', v_count));
  end if;
  return v_count > 0;
end;
$$;
call pg_temp.expose('end_session', 'authenticated', 'nobody may write the sessions table.',
  'Ends one of the caller''s sessions, or without an argument all but this one, and mails the owner; false where there was none. Refuses with signed_out.');

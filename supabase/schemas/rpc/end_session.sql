-- Signs the caller out on one other device. Its refresh token is gone at once; an access token that
-- was given out before lives until it ends.

create function private.end_session(p_session uuid) returns boolean
language plpgsql security definer
set search_path = ''
as $$
begin
  delete from auth.sessions where id = p_session and user_id = (select auth.uid());
  return found;
end;
$$;
revoke execute on function private.end_session(uuid) from public;
grant execute on function private.end_session(uuid) to authenticated;
comment on function private.end_session(uuid) is
  'Body of public.end_session. Security definer: nobody may write the sessions table.';

create function public.end_session(p_session uuid) returns boolean
language sql security invoker
set search_path = ''
as $$
  select private.end_session(p_session)
$$;
revoke execute on function public.end_session(uuid) from public, anon;
grant execute on function public.end_session(uuid) to authenticated;
comment on function public.end_session(uuid) is
  'Ends one of the caller''s sessions; false where there is no such one.';

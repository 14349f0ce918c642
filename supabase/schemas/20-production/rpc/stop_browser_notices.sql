-- The caller ends what one of their browsers tells them, from whichever device: the browser may be lost.

create function private.stop_browser_notices(p_browser uuid) returns boolean
language plpgsql security definer
set search_path = ''
as $$
declare
  v_user constant uuid := auth.uid();
begin
  if v_user is null then
    perform private.refuse(401, 'signed_out', 'Please sign in first.', '{}');
  end if;
  delete from private.browser_follows where browser_id = p_browser and user_id = v_user;
  return found;
end;
$$;
grant execute on function private.stop_browser_notices(uuid) to authenticated;
comment on function private.stop_browser_notices(uuid) is
  'Body of public.stop_browser_notices. Security definer: nobody may write which browser follows what.';

create function public.stop_browser_notices(p_browser uuid) returns boolean
language sql security invoker
set search_path = ''
as $$
  select private.stop_browser_notices(p_browser)
$$;
grant execute on function public.stop_browser_notices(uuid) to authenticated;
comment on function public.stop_browser_notices(uuid) is
  'Ends all that the caller follows in one browser of my_browsers; what others follow there stays. False where they follow nothing there. Refuses with signed_out.';

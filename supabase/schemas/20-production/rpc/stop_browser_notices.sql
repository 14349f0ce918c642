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
call pg_temp.expose('stop_browser_notices', 'authenticated', 'nobody may write which browser follows what.',
  'Ends all that the caller follows in one browser of my_browsers; what others follow there stays. False where they follow nothing there. Refuses with signed_out.');

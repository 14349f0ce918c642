-- Begins the deletion of the caller's account: it happens two weeks later, and the mail that says so
-- carries the way back.

create function private.request_account_deletion() returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_user constant uuid := auth.uid();
begin
  if v_user is null then
    perform private.refuse(401, 'signed_out', 'Sign in first.');
  end if;
  perform private.require_second_factor();
  return jsonb_build_object('due_at', private.begin_account_deletion(v_user));
end;
$$;
call pg_temp.expose('request_account_deletion', 'authenticated', 'nobody may write deletions.',
  'Deletes the caller''s account two weeks from now. Asking again changes nothing. Refuses with second_factor, works_here.
Gives { due_at: string }');

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
grant execute on function private.request_account_deletion() to authenticated;
comment on function private.request_account_deletion() is
  'Body of public.request_account_deletion. Security definer: nobody may write deletions.';

create function public.request_account_deletion() returns jsonb
language sql security invoker
set search_path = ''
as $$
  select private.request_account_deletion()
$$;
grant execute on function public.request_account_deletion() to authenticated;
comment on function public.request_account_deletion() is
  'Deletes the caller''s account two weeks from now. Asking again changes nothing. Refuses with second_factor, works_here.
Gives { due_at: string }';

-- Takes a deletion back: with the secret of the mail, or by whoever is signed in to the account.

create function private.undo_account_deletion(p_token text default null) returns boolean
language plpgsql security definer
set search_path = ''
as $$
declare
  v_user uuid;
begin
  delete from private.account_deletions
  where case when coalesce(p_token, '') = '' then user_id = (select auth.uid())
    else undo_hash = private.hash_of(left(p_token, 200)) end
  returning user_id into v_user;
  perform private.tell_of_safety('account_deletion_undone', v_user);
  return v_user is not null;
end;
$$;
call pg_temp.expose('undo_account_deletion', 'anon, authenticated', 'nobody may write deletions.',
  'Takes a deletion back, by the secret of its mail or by the signed-in owner; false where there is none.');

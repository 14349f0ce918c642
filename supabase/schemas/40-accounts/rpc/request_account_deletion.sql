-- Begins the deletion of the caller's account: it happens two weeks later, and the mail that says so
-- carries the way back.

create function private.request_account_deletion() returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_user constant uuid := auth.uid();
  v_token constant text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
  v_due timestamptz;
begin
  if v_user is null then
    perform private.refuse(401, 'signed_out', 'Sign in first.');
  end if;
  perform private.require_second_factor();
  if private.has_role() then
    perform private.refuse(409, 'works_here', 'This is a staff account. Ask an owner of the shop to remove its role first.');
  end if;
  insert into private.account_deletions (user_id, undo_hash, due_at)
  values (v_user, private.hash_of(v_token), now() + interval '14 days')
  on conflict (user_id) do nothing
  returning due_at into v_due;
  if v_due is null then
    select due_at into v_due from private.account_deletions where user_id = v_user;
    return jsonb_build_object('due_at', v_due);
  end if;
  perform private.tell_of_safety('account_deletion', v_user,
    jsonb_build_object('due_at', v_due, 'token', v_token));
  return jsonb_build_object('due_at', v_due);
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
  'Deletes the caller''s account two weeks from now: {due_at}. Asking again changes nothing. Refuses with second_factor, works_here.';

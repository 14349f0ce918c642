-- A recovery code takes the place of the lost authenticator app: the factor goes, and the account is
-- open with its password alone until a new one is added. Never raises, for an undone transaction
-- would forget the guess.

create function private.redeem_recovery_code(p_code text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_user constant uuid := auth.uid();
  v_code constant text := regexp_replace(lower(left(coalesce(p_code, ''), 60)), '[^0-9a-f]', '', 'g');
  v_bucket constant text := private.hash_of('recovery ' || coalesce(v_user::text, ''));
begin
  if private.guessed_too_often('recovery_code', v_bucket, 10) then
    perform set_config('response.status', '429', true);
    return jsonb_build_object('done', false, 'reason', 'too_many_tries', 'message', 'Too many attempts. Try again in 15 minutes.');
  end if;
  delete from private.recovery_codes
  where user_id = v_user and code_hash = private.hash_of(v_user || ':' || v_code);
  if not found then
    insert into private.guesses (what, bucket) values ('recovery_code', v_bucket);
    perform set_config('response.status', '422', true);
    return jsonb_build_object('done', false, 'reason', 'wrong_code', 'message', 'This recovery code is wrong or was already used.');
  end if;
  -- Before the trigger on factors tells of the same: the first mail of a kind is the one that is sent.
  perform private.tell_of_safety('second_factor_removed', v_user, '{"by": "recovery_code"}');
  delete from auth.mfa_factors where user_id = v_user;
  delete from private.recovery_codes where user_id = v_user;
  return jsonb_build_object('done', true);
end;
$$;
call pg_temp.expose('redeem_recovery_code', 'authenticated',
  'nobody may read the codes or remove a factor without it.',
  'Removes the caller''s second factor with one of the recovery codes. Answers without raising: 422 wrong_code, 429 too_many_tries, as {done: false, reason, message}.
Gives { done: true }');

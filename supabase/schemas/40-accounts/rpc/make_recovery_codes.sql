-- Ten codes for the day the authenticator app is lost. They are shown once; making new ones voids
-- the old.

create function private.make_recovery_codes() returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_user constant uuid := auth.uid();
  v_codes text[];
  v_had_some boolean;
begin
  if not exists (select from auth.mfa_factors where user_id = v_user and status = 'verified') then
    perform private.refuse(409, 'no_factor', 'Set up an authenticator app before you create recovery codes.');
  end if;
  perform private.require_second_factor();
  -- A code takes the app away, and with it the question for its codes.
  perform private.require_fresh_proof();
  -- The first twelve digits of a random uuid are all random.
  select array_agg(
    substr(a, 1, 4) || '-' || substr(a, 5, 4) || '-' || substr(b, 1, 4) || '-' || substr(b, 5, 4))
  into v_codes
  from (
    select gen_random_uuid()::text as a, gen_random_uuid()::text as b from generate_series(1, 10)
  ) random;
  delete from private.recovery_codes where user_id = v_user;
  v_had_some := found;
  insert into private.recovery_codes (user_id, code_hash)
  select v_user, private.hash_of(v_user || ':' || replace(code, '-', '')) from unnest(v_codes) code;
  perform private.tell_of_safety('recovery_codes_made', v_user, jsonb_build_object('had_some', v_had_some));
  return to_jsonb(v_codes);
end;
$$;
call pg_temp.expose('make_recovery_codes', 'authenticated', 'nobody may read or write the codes.',
  'Ten new recovery codes, as text. Refuses with no_factor, second_factor.
Gives string[]');

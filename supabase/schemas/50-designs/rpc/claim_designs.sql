-- At sign-in, what a guest made becomes the account's: each design whose secret is shown.

create function private.claim_designs(p_claims jsonb) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_claimed uuid[];
begin
  if auth.uid() is null or jsonb_typeof(p_claims) is distinct from 'array' or jsonb_array_length(p_claims) > 200 then
    perform private.refuse(422, 'wrong_claims', 'Send at most 200 designs, each with its ID and secret.', '{}');
  end if;
  with wanted as (
    select distinct s.design_id
    from jsonb_array_elements(p_claims) c
    join private.design_secrets s on s.design_id::text = c ->> 'id'
      and s.secret_hash = encode(sha256(convert_to(coalesce(c ->> 'secret', ''), 'UTF8')), 'hex')
  ), claimed as (
    update public.designs d set owner_id = auth.uid() from wanted w
    where d.id = w.design_id and d.owner_id is null returning d.id
  ), forgotten as (
    delete from private.design_secrets s using claimed c where s.design_id = c.id
  )
  select array_agg(id order by id) into v_claimed from claimed;
  return jsonb_build_object('claimed', coalesce(to_jsonb(v_claimed), '[]'));
end;
$$;
call pg_temp.expose('claim_designs', 'authenticated', 'designs are written through functions alone.',
  'Makes a guest''s designs the caller''s: p_claims is [{id, secret}]. Refuses with wrong_claims.
Gives { claimed: string[] }');

-- Makes a design, or changes one of the caller's own. A guest's design belongs to the secret that is
-- returned with it once; a change names the version it was made from, so two tabs can't overwrite
-- each other.

create function private.save_design(p_design jsonb, p_id uuid default null, p_version int default null, p_key uuid default null) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_fault constant text := private.design_fault(p_design);
begin
  if v_fault is not null then
    perform private.refuse(422, 'wrong_design', v_fault, '{}');
  end if;
  return coalesce(
    private.known_answer(p_key, concat_ws('|', 'design', p_id, p_version, p_design)),
    private.keep_answer(p_key, case when p_id is null then private.add_design(p_design, null)
      else private.change_design(p_design, p_id, p_version) end));
end;
$$;
call pg_temp.expose('save_design', 'anon, authenticated, service_role',
  'designs are written through functions alone.',
  'Saves {name, visibility, layout, zones, keys, legends, profile, caseStyle, secret}: a new design, or a change of p_id as p_version; the same key again changes nothing more. The secret is there once, for guests. Refuses with wrong_design, key_reused, too_many_designs, unknown_design, not_yours, design_changed, design_used.
Gives { code: string; id: string; secret: string | null; version: number }');

create function private.add_design(p_design jsonb, p_forked_from uuid) returns jsonb
language plpgsql volatile
set search_path = ''
as $$
declare
  v_core constant jsonb := private.design_core(p_design);
  v_design public.designs;
begin
  if (select count(*) from public.designs where owner_id = auth.uid()) >= 500 then
    perform private.refuse(409, 'too_many_designs', 'You have 500 designs. Delete one first.', '{"limit": 500}');
  end if;
  if auth.uid() is null then
    perform private.count_guest_design();
  end if;
  insert into public.designs (owner_id, name, visibility, design, layout, colour_families, forked_from)
  values (
    auth.uid(), btrim(p_design ->> 'name'), (p_design ->> 'visibility')::public.design_visibility, v_core,
    case jsonb_typeof(v_core -> 'layout') when 'string' then v_core ->> 'layout' else 'own' end,
    private.design_families(v_core), p_forked_from
  ) returning * into v_design;
  return jsonb_build_object('id', v_design.id, 'version', v_design.version, 'code', v_design.code,
    'secret', case when v_design.owner_id is null then private.new_design_secret(v_design.id) end);
end;
$$;
comment on function private.add_design(jsonb, uuid) is 'Makes a design that was checked before, and its secret where nobody is signed in.';

create function private.count_guest_design() returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  v_bucket constant text := private.guesser();
  v_most constant int := 300;
begin
  if (select count(*) from private.guesses where what = 'design' and bucket = v_bucket
      and at > now() - interval '1 day') >= v_most then
    perform private.refuse(429, 'too_many_designs', 'Too many designs were saved from here today. Sign in, or try again tomorrow.',
      jsonb_build_object('limit', v_most));
  end if;
  insert into private.guesses (what, bucket) values ('design', v_bucket);
end;
$$;
comment on function private.count_guest_design() is
  'Bounds what guests store: so many designs from one address a day.';

create function private.change_design(p_design jsonb, p_id uuid, p_version int) returns jsonb
language plpgsql volatile
set search_path = ''
as $$
declare
  v_core constant jsonb := private.design_core(p_design);
  v_design public.designs := private.changeable_design(p_id, p_design ->> 'secret');
begin
  if v_design.version is distinct from p_version then
    perform private.refuse(409, 'design_changed', 'This design was changed elsewhere after you opened it. Reload it before you save.',
      jsonb_build_object('version', v_design.version));
  end if;
  if v_design.design <> v_core and private.design_is_used(p_id) then
    perform private.refuse(409, 'design_used', 'This design was ordered, so it can’t be changed. Make a copy and change that.',
      jsonb_build_object('id', p_id));
  end if;
  update public.designs set
    name = btrim(p_design ->> 'name'),
    visibility = (p_design ->> 'visibility')::public.design_visibility,
    design = v_core,
    layout = case jsonb_typeof(v_core -> 'layout') when 'string' then v_core ->> 'layout' else 'own' end,
    colour_families = private.design_families(v_core)
  where id = p_id returning * into v_design;
  return jsonb_build_object('id', v_design.id, 'version', v_design.version, 'code', v_design.code, 'secret', null);
end;
$$;
comment on function private.change_design(jsonb, uuid, int) is
  'Changes a design of the caller that is still the version they read; one that an order has keeps its colours.';

-- The only way a colorway goes: removed where nothing ever used it, else archived, so that old designs
-- and orders keep their colour.

create function private.retire_colorway(p_colorway uuid, p_version int) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_colorway public.colorways;
  v_is_used boolean;
begin
  perform private.require_staff('owner', 'editor');
  select * into v_colorway from public.colorways where id = p_colorway for update;
  if v_colorway.id is null then
    perform private.refuse(404, 'unknown_colorway', 'This colorway no longer exists. Reload the page.', jsonb_build_object('id', p_colorway));
  end if;
  if v_colorway.version is distinct from p_version then
    perform private.refuse(409, 'version_conflict', 'Someone else changed this in the meantime. Reload the page and try again.', to_jsonb(v_colorway));
  end if;
  v_is_used := exists (select from private.uses_of_colorway(p_colorway) where pieces > 0);
  if v_is_used then
    update public.colorways set status = 'archived', can_be_ordered = false where id = p_colorway;
  else
    delete from public.colorways where id = p_colorway;
  end if;
  return jsonb_build_object('id', p_colorway, 'outcome', case when v_is_used then 'archived' else 'removed' end);
end;
$$;
call pg_temp.expose('retire_colorway', 'authenticated', 'colorways are removed by this alone.',
  'Removes a colorway that nothing uses, archives one that something does, while it is of p_version. Staff: owner, editor. Refuses with not_allowed, unknown_colorway, version_conflict.
Gives { id: string; outcome: "removed" | "archived" }');

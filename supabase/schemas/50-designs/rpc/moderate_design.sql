-- Staff take a shared design out of sight, or show it again; either answers its reports.

create function private.moderate_design(p_id uuid, p_hidden boolean, p_reason text) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_reason constant text := btrim(coalesce(p_reason, ''));
  v_before public.designs;
  v_after public.designs;
begin
  perform private.require_staff('owner', 'editor', 'support');
  if length(v_reason) not between 3 and 500 then
    perform private.refuse(422, 'reason_missing', 'Enter a reason of 3 to 500 characters.', '{}');
  end if;
  select * into v_before from public.designs where id = p_id and visibility <> 'private' for update;
  if not found then
    perform private.refuse(404, 'unknown_design', 'This design no longer exists or is private.', jsonb_build_object('id', p_id));
  end if;
  update public.designs set hidden_at = case when p_hidden then coalesce(hidden_at, now()) end
  where id = p_id returning * into v_after;
  update public.design_reports set answered_at = now() where design_id = p_id and answered_at is null;
  insert into public.audit_log (actor_id, actor_role, action, table_name, row_id, before, after)
  values (auth.uid(), private.my_staff_role(), 'update', 'designs', p_id::text,
    jsonb_build_object('hidden_at', v_before.hidden_at),
    jsonb_build_object('hidden_at', v_after.hidden_at, 'reason', v_reason));
  return jsonb_build_object('id', p_id, 'is_hidden', v_after.hidden_at is not null);
end;
$$;
call pg_temp.expose('moderate_design', 'authenticated', 'staff hide designs through this function alone.',
  'Hides a public or unlisted design or shows it again. Staff: owner, editor, support. Refuses with not_allowed, reason_missing, unknown_design.
Gives { id: string; is_hidden: boolean }');

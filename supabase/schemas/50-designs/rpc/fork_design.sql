-- Copies a design that the caller can see. The copy is private and remembers where it came from.

create function private.fork_design(p_id uuid, p_key uuid default null) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_design public.designs;
begin
  select * into v_design from public.designs where id = p_id;
  if not found or not private.can_see_design(v_design, null) then
    perform private.refuse(404, 'unknown_design', 'This design no longer exists.', jsonb_build_object('id', p_id));
  end if;
  return coalesce(
    private.known_answer(p_key, concat_ws('|', 'fork', p_id)),
    private.keep_answer(p_key, private.add_design(
      v_design.design || jsonb_build_object('name', left('Copy of ' || v_design.name, 80), 'visibility', 'private'), p_id)));
end;
$$;
call pg_temp.expose('fork_design', 'anon, authenticated, service_role',
  'designs are written through functions alone.',
  'Copies a design that the caller can see, once for each key. Refuses with unknown_design, key_reused, too_many_designs.
Gives <save_design>');

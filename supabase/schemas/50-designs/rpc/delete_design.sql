-- Deletes a design of the caller. One that an order has stays, for the order shows it.

create function private.delete_design(p_id uuid, p_secret text default null) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_design constant public.designs := private.changeable_design(p_id, p_secret);
begin
  if private.design_is_used(v_design.id) then
    perform private.refuse(409, 'design_used', 'This design was ordered, so it can''t be deleted. Make it private instead.',
      jsonb_build_object('id', p_id));
  end if;
  delete from public.designs where id = p_id;
  return jsonb_build_object('id', p_id);
end;
$$;
call pg_temp.expose('delete_design', 'anon, authenticated, service_role',
  'designs are written through functions alone.',
  'Deletes a design of the caller. Refuses with unknown_design, not_yours, design_used.
Gives { id: string }');

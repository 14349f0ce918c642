-- Deletes a design of the caller. One that an order has stays, for the order shows it.

create function private.delete_design(p_id uuid, p_secret text) returns jsonb
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
grant execute on function private.delete_design(uuid, text) to anon, authenticated, service_role;
comment on function private.delete_design(uuid, text) is
  'Body of public.delete_design. Security definer: designs are written through functions alone.';

create function public.delete_design(p_id uuid, p_secret text default null) returns jsonb
language sql volatile security invoker
set search_path = ''
as $$
  select private.delete_design(p_id, p_secret)
$$;
grant execute on function public.delete_design(uuid, text) to anon, authenticated, service_role;
comment on function public.delete_design(uuid, text) is
  'Deletes a design of the caller. Refuses with unknown_design, not_yours, design_used.
Gives { id: string }';

-- Which colleague did what to an order. Its history says "staff" to whoever may read it; by name, it is
-- for colleagues, and their mailboxes for the owner.

create function private.order_actors(p_order uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  v_is_owner constant boolean := private.is_staff('owner');
begin
  perform private.require_reader('owner', 'fulfilment', 'support');
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'event_id', e.id, 'is_own', e.actor_id = auth.uid(), 'role', s.role,
      'email', case when v_is_owner then u.email end
    ) order by e.id), '[]')
    from public.order_events e
    left join private.staff s on s.user_id = e.actor_id
    left join auth.users u on u.id = e.actor_id
    where e.order_id = p_order and e.actor = 'staff');
end;
$$;
call pg_temp.expose('order_actors', 'authenticated', 'nobody may read the staff table.',
  'Who of the staff did what to an order, of events by staff alone. The role is the one of now, null for who has left; the e-mail is for owners. Staff: owner, fulfilment, support. Refuses with not_allowed.
Gives { email: string | null; event_id: number; is_own: boolean | null; role: "owner" | "editor" | "fulfilment" | "support" | null }[]');

-- Which colleague counted, or made goods leave. The ledger of a pool keeps an id that says nothing to
-- whoever reads it; by name, it is for those who count, and their mailboxes for the owner.

create function private.stock_actors(p_entries bigint[]) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  v_is_owner constant boolean := private.is_staff('owner');
begin
  perform private.require_reader('owner', 'fulfilment');
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'entry_id', l.id, 'is_own', l.actor_id = auth.uid(), 'role', s.role,
      'email', case when v_is_owner then u.email end
    ) order by l.id), '[]')
    from public.stock_ledger l
    left join private.staff s on s.user_id = l.actor_id
    left join auth.users u on u.id = l.actor_id
    where l.id = any (p_entries[1:100]) and l.actor_id is not null
      -- Customers only have goods promised and freed: what was on hand, colleagues changed, also those since gone.
      and (s.user_id is not null or l.on_hand_delta <> 0));
end;
$$;
call pg_temp.expose('stock_actors', 'authenticated', 'nobody may read the staff table.',
  'Who of the staff made these entries of the stock ledger, of a hundred at most. Customers and the shop itself are left out. The role is the one of now, null for who has left; the e-mail is for owners. Staff: owner, fulfilment. Refuses with not_allowed.
Gives { email: string | null; entry_id: number; is_own: boolean; role: string | null }[]');

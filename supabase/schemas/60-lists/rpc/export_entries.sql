-- Entries with names and addresses, for what only people can decide. Every reading is in the audit log.

create function private.export_entries(p_list uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_list public.lists;
begin
  perform private.require_staff('owner');
  select * into v_list from public.lists where id = p_list;
  if v_list.id is null then
    perform private.refuse(404, 'unknown_list', 'This list no longer exists. Reload the page.', jsonb_build_object('list_id', p_list));
  end if;
  perform private.note_staff_call('read', 'list_entries', p_list, jsonb_build_object('call', 'export_entries'));
  return coalesce((
    select jsonb_agg(jsonb_build_object('entry_id', q.entry_id, 'place', q.place, 'user_id', u.id, 'email', u.email,
      'name', p.full_name, 'choices', q.choices, 'max_wins', q.max_wins) order by q.place)
    from private.queue_of_list(p_list) q
    left join auth.users u on u.id = q.user_id left join public.profiles p on p.user_id = q.user_id
  ), '[]');
end;
$$;
call pg_temp.expose('export_entries', 'authenticated', 'names are for the owner alone.',
  'Entries with names, in the order in which they are asked. Staff: owner; leaves an audit row. Refuses with not_allowed, unknown_list.
Gives { choices: string[]; email: string | null; entry_id: string; max_wins: number; name: string | null; place: number; user_id: string | null }[]');

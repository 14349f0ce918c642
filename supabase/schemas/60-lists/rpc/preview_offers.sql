-- Who would be asked next, without asking: the same function decides as when offers really go out.

create function private.preview_offers(p_list uuid, p_count int default 1) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  v_list public.lists;
begin
  perform private.require_reader('owner');
  select * into v_list from public.lists where id = p_list;
  if v_list.id is null then
    perform private.refuse(404, 'unknown_list', 'This list no longer exists. Reload the page.', jsonb_build_object('list_id', p_list));
  end if;
  if coalesce(p_count, 0) not between 1 and 1000 then
    perform private.refuse(422, 'wrong_count', 'Enter 1 to 1,000.', jsonb_build_object('count', p_count));
  end if;
  return coalesce((
    select jsonb_agg(jsonb_build_object('entry_id', a.entry_id, 'choice_id', a.choice_id, 'variant_id', a.variant_id, 'place', a.place))
    from private.next_awards(p_list, v_list.offer_round + 1,
      least(p_count, coalesce(v_list.capacity - v_list.released, p_count))) a
  ), '[]');
end;
$$;
call pg_temp.expose('preview_offers', 'authenticated',
  'entries of others are for the owner alone, and without names.',
  'Who would get one if so many were offered now. Staff: owner. Refuses with not_allowed, unknown_list, wrong_count.
Gives { choice_id: string; entry_id: string; place: number; variant_id: string }[]');

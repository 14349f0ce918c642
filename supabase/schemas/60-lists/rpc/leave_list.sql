-- A person gives up their place. Raffles let go until they close; waiting lists at any time, and an
-- open offer goes to the next in line.

create function private.leave_list(p_list uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_user constant uuid := auth.uid();
  v_list public.lists;
  v_now timestamptz;
  v_entry public.list_entries;
begin
  if v_user is null then
    perform private.refuse(401, 'signed_out', 'Please sign in first.', '{}');
  end if;
  select * into v_list from public.lists where id = p_list and status <> 'draft' for no key update;
  v_now := clock_timestamp();
  if v_list.id is null then
    perform private.refuse(404, 'unknown_list', 'This list no longer exists. Reload the page.', jsonb_build_object('list_id', p_list));
  end if;
  if v_list.frozen_at is not null then
    return private.refuse_on_record(409, 'list_closed', 'This list is frozen. Its entries can no longer be changed.',
      jsonb_build_object('list_id', p_list, 'closed_at', v_list.closes_at), 'leave_list', 'lists', p_list::text);
  end if;
  if not private.is_queue(v_list.kind) and private.list_status_now(v_list.status, v_list.closes_at, v_now) <> 'open' then
    perform private.refuse(409, 'list_closed', 'This list is closed. Its entries can no longer be changed.',
      jsonb_build_object('list_id', p_list, 'closed_at', v_list.closes_at));
  end if;
  update public.list_entries set withdrawn_at = v_now
  where list_id = p_list and user_id = v_user and withdrawn_at is null
  returning * into v_entry;
  if v_entry.id is null then
    perform private.refuse(404, 'no_place', 'You have no place on this list.', jsonb_build_object('list_id', p_list));
  end if;
  perform private.settle_offers(p_list);
  update public.offers set status = 'expired', ended_at = v_now, end_reason = 'Left the list'
  where entry_id = v_entry.id and status in ('pending', 'claimed') and order_id is null;
  perform private.refill_list(p_list);
  return private.place_facts(v_entry, v_now);
end;
$$;
call pg_temp.expose('leave_list', 'authenticated', 'nobody may write entries by hand.',
  'Gives up the place on a list. Gives the place as my_list_places does, with withdrawn_at. Refuses with signed_out, unknown_list, list_closed, no_place; of a frozen list on record.
Gives <enter_list>');

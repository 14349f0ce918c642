-- After the closing: entries become fixed for everyone for ever, and their ids and hash are published
-- before the round of the beacon exists that will rank them: after that round a later one is named.

create function private.freeze_list(p_list uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_trouble constant jsonb := private.staff_trouble(true, 'owner');
  v_list public.lists;
  v_now timestamptz;
begin
  if v_trouble is not null then
    return private.refuse_on_record(403, v_trouble ->> 'reason', v_trouble ->> 'message',
      v_trouble -> 'details', 'freeze_list', 'lists', p_list::text);
  end if;
  select * into v_list from public.lists where id = p_list for no key update;
  if v_list.id is null then
    return private.refuse_on_record(404, 'unknown_list', 'This list no longer exists. Reload the page.',
      jsonb_build_object('list_id', p_list), 'freeze_list', 'lists', p_list::text);
  end if;
  v_now := clock_timestamp();
  if not private.is_drawn(v_list.kind) then
    return private.refuse_on_record(409, 'not_a_raffle', 'Only raffles are frozen and drawn.',
      jsonb_build_object('kind', v_list.kind), 'freeze_list', 'lists', p_list::text);
  end if;
  if v_list.frozen_at is not null then
    return private.refuse_on_record(409, 'already_frozen', 'This list is already frozen.',
      jsonb_build_object('list_id', p_list, 'status', private.list_status_now(v_list.status, v_list.closes_at, v_now)), 'freeze_list', 'lists', p_list::text);
  end if;
  if private.list_status_now(v_list.status, v_list.closes_at, v_now) <> 'closed' then
    return private.refuse_on_record(409, 'not_closed', 'You can’t freeze a list until it has closed.',
      jsonb_build_object('status', v_list.status, 'closes_at', v_list.closes_at), 'freeze_list', 'lists', p_list::text);
  end if;
  return private.list_facts(private.freeze_now(p_list));
end;
$$;
call pg_temp.expose('freeze_list', 'authenticated', 'nobody may write lists, entries or offers by hand.',
  'Freezes the entries of a raffle that has closed and publishes their ids and hash, before the round that decides. Staff: owner. Refuses, on record, with not_allowed, second_factor, unknown_list, not_a_raffle, already_frozen, not_closed.
Gives <lists>');

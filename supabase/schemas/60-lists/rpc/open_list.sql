-- The owner opens a list. From then on its rules are fixed, and a raffle names the round of the public
-- beacon that will decide.

create function private.open_list(p_list uuid, p_version int default null) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_trouble constant jsonb := private.staff_trouble(true, 'owner');
  v_list public.lists;
  v_now timestamptz;
  v_shortage text;
begin
  if v_trouble is not null then
    return private.refuse_on_record(403, v_trouble ->> 'reason', v_trouble ->> 'message',
      v_trouble -> 'details', 'open_list', 'lists', p_list::text);
  end if;
  select * into v_list from public.lists where id = p_list for no key update;
  if v_list.id is null then
    return private.refuse_on_record(404, 'unknown_list', 'This list no longer exists. Reload the page.',
      jsonb_build_object('list_id', p_list), 'open_list', 'lists', p_list::text);
  end if;
  v_now := clock_timestamp();
  if v_list.status <> 'draft' then
    return private.refuse_on_record(409, 'already_open', 'This list was already opened.',
      jsonb_build_object('list_id', p_list, 'status', private.list_status_now(v_list.status, v_list.closes_at, v_now)), 'open_list', 'lists', p_list::text);
  end if;
  if p_version <> v_list.version then
    return private.refuse_on_record(409, 'version_conflict', 'Someone else changed this list in the meantime. Reload the page and try again.',
      jsonb_build_object('version', v_list.version), 'open_list', 'lists', p_list::text);
  end if;
  if v_list.closes_at <= v_now then
    return private.refuse_on_record(422, 'closes_too_early', 'Choose a closing time in the future.',
      jsonb_build_object('closes_at', v_list.closes_at), 'open_list', 'lists', p_list::text);
  end if;
  if private.is_drawn(v_list.kind) and (v_list.closes_at is null or v_list.capacity is null) then
    return private.refuse_on_record(422, 'raffle_incomplete', 'Enter a closing time and the number to give.',
      '{}', 'open_list', 'lists', p_list::text);
  end if;
  if private.is_drawn(v_list.kind) and v_list.pay_within_hours < private.setting('hours_to_pay_raffle') then
    return private.refuse_on_record(422, 'too_few_hours',
      format('The terms give winners of a raffle %s hours to pay. Enter that many or more.', private.setting('hours_to_pay_raffle')),
      jsonb_build_object('hours', private.setting('hours_to_pay_raffle')), 'open_list', 'lists', p_list::text);
  end if;
  if v_list.product_id is null or not exists (select from public.list_choices where list_id = p_list) then
    return private.refuse_on_record(422, 'choices_missing', 'Choose its product and its choices.',
      '{}', 'open_list', 'lists', p_list::text);
  end if;
  v_shortage := private.stock_shortage(p_list);
  if v_shortage is not null then
    return private.refuse_on_record(422, 'stock_too_low', v_shortage || '. Lower the number to give, or update the stock count first.',
      jsonb_build_object('list_id', p_list), 'open_list', 'lists', p_list::text);
  end if;
  -- Null where one of the choices has no limit.
  if v_list.capacity > (
    select case when bool_and(editions is not null) then sum(editions) end from public.list_choices where list_id = p_list
  ) then
    return private.refuse_on_record(422, 'too_few_editions', 'More people could win than there are editions. Lower the number to give, or add editions.',
      jsonb_build_object('capacity', v_list.capacity), 'open_list', 'lists', p_list::text);
  end if;
  update public.lists set
    status = 'open', opens_at = coalesce(opens_at, v_now), offer_hours = pay_within_hours,
    -- A quarter of an hour after the closing: time to publish the frozen list before anyone can know.
    beacon_round = case when private.is_drawn(kind) then private.beacon_round_after(closes_at + interval '15 minutes') end
  where id = p_list returning * into v_list;
  return private.list_facts(v_list);
end;
$$;
call pg_temp.expose('open_list', 'authenticated', 'nobody may write lists, entries or offers by hand.',
  'Opens a draft of a list as it was in p_version, where that is given. Staff: owner. Refuses, on record, with not_allowed, unknown_list, already_open, version_conflict, closes_too_early, raffle_incomplete, too_few_hours, choices_missing, stock_too_low, too_few_editions.
Gives <lists>');

-- The owner gives out so many more of a list, down its rank or its queue. What lapses later goes on
-- to the next by itself.

create function private.offer_next(p_list uuid, p_count int default 1, p_window interval default null, p_round int default null) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_trouble constant jsonb := private.staff_trouble(true, 'owner');
  v_list public.lists;
  v_now timestamptz;
  v_window constant interval := p_window;
  v_made uuid[];
begin
  if v_trouble is not null then
    return private.refuse_on_record(403, v_trouble ->> 'reason', v_trouble ->> 'message',
      v_trouble -> 'details', 'offer_next', 'lists', p_list::text);
  end if;
  select * into v_list from public.lists where id = p_list for no key update;
  if v_list.id is null then
    return private.refuse_on_record(404, 'unknown_list', 'This list no longer exists. Reload the page.',
      jsonb_build_object('list_id', p_list), 'offer_next', 'lists', p_list::text);
  end if;
  v_now := clock_timestamp();
  if private.is_vote(v_list.kind) or v_list.status = 'finished' or (private.is_drawn(v_list.kind) and v_list.ranking is null)
    or v_list.status = 'draft' then
    return private.refuse_on_record(409, 'nothing_to_offer', 'You can only send offers from waiting lists and drawn raffles.',
      jsonb_build_object('list_id', p_list, 'status', private.list_status_now(v_list.status, v_list.closes_at, v_now)), 'offer_next', 'lists', p_list::text);
  end if;
  if p_round <> v_list.offer_round then
    return private.refuse_on_record(409, 'offered_meanwhile', 'Someone else sent offers from this list in the meantime. Reload the page and try again.',
      jsonb_build_object('round', v_list.offer_round, 'released', v_list.released), 'offer_next', 'lists', p_list::text);
  end if;
  if coalesce(p_count, 0) not between 1 and 1000 then
    return private.refuse_on_record(422, 'wrong_count', 'Enter 1 to 1,000.',
      jsonb_build_object('count', p_count), 'offer_next', 'lists', p_list::text);
  end if;
  if v_window not between interval '1 hour' and interval '7 days' then
    return private.refuse_on_record(422, 'wrong_window', 'An offer can last from one hour to seven days.',
      jsonb_build_object('window', p_window), 'offer_next', 'lists', p_list::text);
  end if;
  if private.is_drawn(v_list.kind) and v_window < make_interval(hours => private.setting('hours_to_pay_raffle')) then
    return private.refuse_on_record(422, 'too_few_hours',
      format('The terms give winners of a raffle %s hours to pay. Enter that many or more.', private.setting('hours_to_pay_raffle')),
      jsonb_build_object('hours', private.setting('hours_to_pay_raffle')), 'offer_next', 'lists', p_list::text);
  end if;
  if v_list.released >= v_list.capacity then
    return private.refuse_on_record(409, 'capacity_reached', 'Everything on this list has been given out.',
      jsonb_build_object('capacity', v_list.capacity), 'offer_next', 'lists', p_list::text);
  end if;
  update public.lists set
    -- Never more than the list holds, whoever asks at the same time.
    released = least(released + p_count, coalesce(capacity, released + p_count)),
    offer_round = offer_round + 1,
    offer_hours = coalesce(ceil(extract(epoch from v_window) / 3600)::int, pay_within_hours)
  where id = p_list returning * into v_list;
  v_made := private.refill_list(p_list);
  return jsonb_build_object(
    'offered', cardinality(v_made), 'released', v_list.released, 'capacity', v_list.capacity,
    'offers', coalesce((
      select jsonb_agg(private.offer_facts(o, v_now) order by o.rank, o.id) from public.offers o where o.id = any (v_made)
    ), '[]'));
end;
$$;
call pg_temp.expose('offer_next', 'authenticated', 'nobody may write lists, entries or offers by hand.',
  'Offers so many more of a list to those who are next, each for the window (one hour to seven days; the list''s own when null), unless the list has left the round that p_round names. Staff: owner. Refuses, on record, with not_allowed, second_factor, unknown_list, nothing_to_offer, offered_meanwhile, wrong_count, wrong_window, too_few_hours, capacity_reached.
Gives { capacity: number | null; offered: number; offers: <decline_offer>[]; released: number }');

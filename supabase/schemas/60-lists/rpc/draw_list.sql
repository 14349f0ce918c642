-- The beacon's round ranks the frozen entries, once: the round that was named, signed by the beacon itself.

create function private.draw_list(p_list uuid, p_round bigint, p_randomness text, p_signature text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_trouble constant jsonb := private.staff_trouble(true, 'owner');
  v_list public.lists;
  v_now timestamptz;
  v_randomness constant text := lower(btrim(coalesce(p_randomness, '')));
  v_signature constant text := lower(btrim(coalesce(p_signature, '')));
begin
  if v_trouble is not null then
    return private.refuse_on_record(403, v_trouble ->> 'reason', v_trouble ->> 'message',
      v_trouble -> 'details', 'draw_list', 'lists', p_list::text);
  end if;
  select * into v_list from public.lists where id = p_list for no key update;
  if v_list.id is null then
    return private.refuse_on_record(404, 'unknown_list', 'This list no longer exists. Reload the page.',
      jsonb_build_object('list_id', p_list), 'draw_list', 'lists', p_list::text);
  end if;
  v_now := clock_timestamp();
  if v_list.ranking is not null then
    return private.refuse_on_record(409, 'already_drawn', 'This raffle has already been drawn. It can’t be drawn again.',
      jsonb_build_object('drawn_at', v_list.drawn_at), 'draw_list', 'lists', p_list::text);
  end if;
  if not private.is_drawn(v_list.kind) or v_list.frozen_at is null then
    return private.refuse_on_record(409, 'not_frozen', 'A list is drawn after its entries were frozen.',
      jsonb_build_object('list_id', p_list, 'status', private.list_status_now(v_list.status, v_list.closes_at, v_now)), 'draw_list', 'lists', p_list::text);
  end if;
  if p_round is distinct from v_list.beacon_round then
    return private.refuse_on_record(422, 'wrong_round', 'This is not the round that was set when the list opened. Paste that round.',
      jsonb_build_object('round', p_round, 'expected', v_list.beacon_round), 'draw_list', 'lists', p_list::text);
  end if;
  if private.beacon_round_time(v_list.beacon_round) <= v_list.frozen_at then
    return private.refuse_on_record(409, 'round_known', 'That round was published before the entries were frozen, so it can’t be used.',
      jsonb_build_object('frozen_at', v_list.frozen_at), 'draw_list', 'lists', p_list::text);
  end if;
  if private.beacon_round_time(v_list.beacon_round) > v_now then
    return private.refuse_on_record(409, 'round_not_yet', 'That round is not out yet.',
      jsonb_build_object('comes_at', private.beacon_round_time(v_list.beacon_round)), 'draw_list', 'lists', p_list::text);
  end if;
  if v_randomness !~ '^[0-9a-f]{64}$' or v_signature !~ '^[0-9a-f]{96}$'
    or encode(sha256(decode(v_signature, 'hex')), 'hex') <> v_randomness then
    return private.refuse_on_record(422, 'wrong_randomness', 'The randomness must be the SHA-256 of the signature, both in hex.',
      jsonb_build_object('round', p_round), 'draw_list', 'lists', p_list::text);
  end if;
  if not private.is_signed_by_beacon(p_round, v_signature) then
    return private.refuse_on_record(422, 'wrong_signature', 'The signature does not match this round. Copy the round from the beacon again.',
      jsonb_build_object('round', p_round), 'draw_list', 'lists', p_list::text);
  end if;
  update public.lists l set
    status = 'drawn', drawn_at = v_now, randomness = v_randomness, signature = v_signature,
    ranking = private.rank_entries(l.entry_ids, v_randomness)
  where l.id = p_list returning * into v_list;
  return private.list_facts(v_list);
end;
$$;
call pg_temp.expose('draw_list', 'authenticated', 'nobody may write lists, entries or offers by hand.',
  'Ranks the frozen entries of a raffle by the randomness of the named round. Staff: owner. Refuses, on record, with not_allowed, second_factor, unknown_list, already_drawn, not_frozen, wrong_round, round_known, round_not_yet, wrong_randomness, wrong_signature.
Gives <lists>');

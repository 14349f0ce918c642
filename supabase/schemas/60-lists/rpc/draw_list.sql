-- The beacon's round ranks the frozen entries, once. The database checks the round and that the
-- randomness is the hash of the signature; that the signature is the beacon's can be checked by anyone.

create function private.draw_list(p_list uuid, p_round bigint, p_randomness text, p_signature text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_list public.lists;
  v_now timestamptz;
  v_randomness constant text := lower(btrim(coalesce(p_randomness, '')));
  v_signature constant text := lower(btrim(coalesce(p_signature, '')));
begin
  if not private.has_role('owner') then
    return private.refuse_on_record(403, 'not_allowed', 'Your account has no right to do this.',
      jsonb_build_object('roles', array['owner']), 'draw_list', 'lists', p_list::text);
  end if;
  if private.lacks_second_factor() then
    return private.refuse_on_record(403, 'second_factor', 'Enter the code of your authenticator app first.',
      '{}', 'draw_list', 'lists', p_list::text);
  end if;
  select * into v_list from public.lists where id = p_list for no key update;
  if v_list.id is null then
    return private.refuse_on_record(404, 'unknown_list', 'There is no such list.',
      jsonb_build_object('list_id', p_list), 'draw_list', 'lists', p_list::text);
  end if;
  v_now := clock_timestamp();
  if v_list.ranking is not null then
    return private.refuse_on_record(409, 'already_drawn', 'This list is drawn: there is never a second draw.',
      jsonb_build_object('drawn_at', v_list.drawn_at), 'draw_list', 'lists', p_list::text);
  end if;
  if v_list.kind <> 'raffle' or v_list.frozen_at is null then
    return private.refuse_on_record(409, 'not_frozen', 'A list is drawn after its entries were frozen.',
      jsonb_build_object('list_id', p_list, 'status', private.list_status_now(v_list.status, v_list.closes_at, v_now)), 'draw_list', 'lists', p_list::text);
  end if;
  if p_round is distinct from v_list.beacon_round then
    return private.refuse_on_record(422, 'wrong_round', 'Another round was named at the opening.',
      jsonb_build_object('round', p_round, 'expected', v_list.beacon_round), 'draw_list', 'lists', p_list::text);
  end if;
  if private.beacon_round_time(v_list.beacon_round) > v_now then
    return private.refuse_on_record(409, 'round_not_yet', 'That round has not come yet.',
      jsonb_build_object('comes_at', private.beacon_round_time(v_list.beacon_round)), 'draw_list', 'lists', p_list::text);
  end if;
  if v_randomness !~ '^[0-9a-f]{64}$' or v_signature !~ '^[0-9a-f]{96}$'
    or encode(sha256(decode(v_signature, 'hex')), 'hex') <> v_randomness then
    return private.refuse_on_record(422, 'wrong_randomness', 'The randomness must be the SHA-256 of the signature, both in hex.',
      jsonb_build_object('round', p_round), 'draw_list', 'lists', p_list::text);
  end if;
  update public.lists l set
    status = 'drawn', drawn_at = v_now, randomness = v_randomness, signature = v_signature,
    ranking = private.rank_entries(l.entry_ids, v_randomness)
  where l.id = p_list returning * into v_list;
  return private.list_facts(v_list);
end;
$$;
grant execute on function private.draw_list(uuid, bigint, text, text) to authenticated;
comment on function private.draw_list(uuid, bigint, text, text) is
  'Body of public.draw_list. Security definer: nobody may write lists, entries or offers by hand.';

create function public.draw_list(p_list uuid, p_round bigint, p_randomness text, p_signature text) returns jsonb
language sql security invoker
set search_path = ''
as $$
  select private.draw_list(p_list, p_round, p_randomness, p_signature)
$$;
grant execute on function public.draw_list(uuid, bigint, text, text) to authenticated;
comment on function public.draw_list(uuid, bigint, text, text) is
  'Ranks the frozen entries of a raffle by the randomness of the named round. Staff: owner. Gives the list. Refuses, on record, with not_allowed, second_factor, unknown_list, already_drawn, not_frozen, wrong_round, round_not_yet, wrong_randomness.';

-- What a draw would come to if it were now and the beacon said what is given here: ranked and given out by the
-- same functions as the real one. It is stable, so that the database itself lets it write nothing.

create function private.rehearse_draw(p_list uuid, p_randomness text) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  v_list public.lists;
  v_entries uuid[];
  v_ranking uuid[];
  v_now constant timestamptz := clock_timestamp();
  v_most constant int := 1000;
begin
  perform private.require_reader('owner');
  select * into v_list from public.lists where id = p_list;
  if v_list.id is null then
    perform private.refuse(404, 'unknown_list', 'This list no longer exists. Reload the page.', jsonb_build_object('list_id', p_list));
  end if;
  if not private.is_drawn(v_list.kind) or v_list.status not in ('open', 'closed', 'frozen') then
    perform private.refuse(409, 'nothing_to_rehearse', 'You can rehearse a draw only after the raffle opens and before it is drawn.',
      jsonb_build_object('kind', v_list.kind, 'status', v_list.status));
  end if;
  if coalesce(p_randomness, '') !~ '^[0-9a-f]{64}$' then
    perform private.refuse(422, 'wrong_randomness', 'The random value for a rehearsal must be 64 hex digits.', '{}');
  end if;
  v_entries := coalesce(v_list.entry_ids, array(
    select id from public.list_entries where list_id = p_list and withdrawn_at is null order by id));
  v_ranking := private.rank_entries(v_entries, p_randomness);
  return (
    with awards as materialized (
      select a.entry_id, a.place, array_agg(v.title order by a.n) as won
      from private.next_awards(p_list, v_list.offer_round + 1, v_list.capacity, v_ranking)
        with ordinality a (entry_id, user_id, choice_id, variant_id, place, n)
      cross join lateral (select w.title from public.variants w where w.id = a.variant_id offset 0) v
      group by 1, 2
    ), last as (
      select coalesce(max(place), 0) as place from awards
    )
    select jsonb_build_object(
      'list_id', p_list, 'randomness', p_randomness, 'entry_count', cardinality(v_entries),
      'entries_hash', encode(sha256(convert_to(array_to_string(v_entries, E'\n'), 'UTF8')), 'hex'),
      'capacity', v_list.capacity, 'max_wins', v_list.max_wins, 'last_winning_place', last.place,
      'given', (select coalesce(sum(cardinality(won)), 0) from awards),
      'rows', (
        select coalesce(jsonb_agg(jsonb_build_object('entry_id', q.entry_id, 'place', q.place,
          'won', coalesce(to_jsonb(a.won), '[]'),
          'because', case
            when a.won is not null then 'won'
            when q.user_id is null then 'no_account'
            when private.is_banned(q.user_id, v_now) then 'kept_off'
            when q.place > last.place then 'too_late'
            else 'wishes_gone' end) order by q.place), '[]')
        from (select * from private.queue_of_list(p_list, v_ranking) order by place limit v_most) q
        left join awards a on a.entry_id = q.entry_id))
    from last);
end;
$$;
call pg_temp.expose('rehearse_draw', 'authenticated',
  'entries of others are for the owner alone, and without names.',
  'Who would win if the beacon said this, the first 1,000 by rank; won holds titles in the order of wishes. Writes nothing. Staff: owner. Refuses with not_allowed, unknown_list, nothing_to_rehearse, wrong_randomness.
Gives {
  capacity: number;
  entries_hash: string;
  entry_count: number;
  given: number;
  last_winning_place: number;
  list_id: string;
  max_wins: number;
  randomness: string;
  rows: { because: "won" | "no_account" | "kept_off" | "wishes_gone" | "too_late"; entry_id: string; place: number; won: string[] }[];
}');

-- Entries of a list without names: all of them, or those that are looked for.

create function private.desk_entries(p_list uuid, p_search text, p_most int) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  v_search constant text := lower(btrim(left(coalesce(p_search, ''), 200)));
  v_now constant timestamptz := clock_timestamp();
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('entry_id', q.entry_id, 'place', q.place, 'choices', q.choices,
      'max_wins', q.max_wins, 'comment', q.comment, 'entered_at', q.entered_at, 'has_account', q.user_id is not null,
      'strikes', case when q.user_id is not null then cardinality(private.strikes_of(q.user_id, v_now)) else 0 end,
      'is_banned', q.user_id is not null and private.is_banned(q.user_id, v_now),
      'ban_note', private.ban_note(q.user_id, v_now)) order by q.place), '[]')
    from (
      select k.*, e.comment, e.entered_at
      from private.queue_of_list(p_list) k join public.list_entries e on e.id = k.entry_id
      where v_search = '' or starts_with(e.id::text, v_search) or strpos(lower(e.comment), v_search) > 0
      order by k.place limit p_most) q);
end;
$$;
comment on function private.desk_entries(uuid, text, int) is
  'Entries of a list by their place, without names; with a search those whose id begins with it or whose comment has it.';

create function private.find_entries(p_list uuid, p_search text default '') returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_reader('owner');
  if not exists (select from public.lists where id = p_list) then
    perform private.refuse(404, 'unknown_list', 'This list no longer exists. Reload the page.', jsonb_build_object('list_id', p_list));
  end if;
  return private.desk_entries(p_list, p_search, null);
end;
$$;
call pg_temp.expose('find_entries', 'authenticated', 'entries of others are for the owner alone, and without names.',
  'All entries of a list by their place, without names; with p_search those whose id begins with it or whose comment has it. Staff: owner. Refuses with not_allowed, unknown_list.
Gives {
  ban_note: string;
  choices: string[];
  comment: string;
  entered_at: string;
  entry_id: string;
  has_account: boolean;
  is_banned: boolean;
  max_wins: number;
  place: number;
  strikes: number;
}[]');

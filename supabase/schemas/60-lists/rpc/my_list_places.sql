-- All places of the caller: where they stand, what they are offered until when, and whether raffles
-- pause for them. Everything by the clock of the database, whose time is in the answer. An offer that is told
-- here for the first time counts as seen from then on.

create function private.my_list_places() returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_user constant uuid := auth.uid();
  v_now constant timestamptz := clock_timestamp();
begin
  if v_user is null then
    perform private.refuse(401, 'signed_out', 'Please sign in first.', '{}');
  end if;
  -- Nobody waits here: what is being written just now is seen at the next reading.
  update public.offers set seen_at = v_now where id in (
    select id from public.offers where user_id = v_user and seen_at is null and status = 'pending' for update skip locked);
  return jsonb_build_object(
    'places', coalesce((
      select jsonb_agg(private.place_facts(e, v_now) order by e.entered_at desc)
      from (
        select * from public.list_entries where user_id = v_user order by entered_at desc limit 200
      ) e
    ), '[]'),
    'strikes', cardinality(private.strikes_of(v_user, v_now)),
    'paused_until', (select u from private.paused_until(v_user, v_now) u where u > v_now),
    'is_banned', private.is_banned(v_user, v_now),
    'read_at', v_now);
end;
$$;
call pg_temp.expose('my_list_places', 'authenticated',
  'a place counts people whom the caller may not see, and nobody may write offers by hand.',
  'The caller''s places, and whether raffles pause for them. Notes that its offers are seen. Refuses with signed_out.
Gives { is_banned: boolean; paused_until: string | null; places: <enter_list>[]; read_at: string; strikes: number }');

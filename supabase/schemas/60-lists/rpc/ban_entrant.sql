-- The owner keeps the person behind an entry off lists until a time, for good, or (a time that has
-- passed) no longer.

create function private.ban_person(p_user uuid, p_until timestamptz, p_note text, p_seen_note text) returns void
language plpgsql
set search_path = ''
as $$
declare
  v_note constant text := btrim(coalesce(p_note, ''));
begin
  if length(v_note) not between 2 and 300 then
    perform private.refuse(422, 'reason_missing', 'Enter a reason of 2 to 300 characters.', '{}');
  end if;
  insert into private.list_bans as b (user_id, until, note) values (p_user, p_until, v_note)
  on conflict (user_id) do update set until = excluded.until, note = excluded.note
  -- Of the row as it is behind the lock: a function would read it as it was before.
  where p_seen_note is null or p_seen_note = case when coalesce(b.until > clock_timestamp(), true) then b.note else '' end;
  if not found then
    perform private.refuse(409, 'changed_meanwhile', 'Someone else changed this ban in the meantime. Reload the page and try again.',
      jsonb_build_object('note', private.ban_note(p_user, clock_timestamp())));
  end if;
end;
$$;
comment on function private.ban_person(uuid, timestamptz, text, text) is
  'Keeps an account off lists until a time, for good when null, or no longer when it has passed. Refuses with reason_missing, changed_meanwhile.';

create function private.ban_entrant(p_entry uuid, p_until timestamptz, p_note text, p_seen_note text default null) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_entry public.list_entries;
begin
  perform private.require_staff('owner');
  select * into v_entry from public.list_entries where id = p_entry;
  if v_entry.user_id is null then
    perform private.refuse(404, 'unknown_entry', 'This entry does not exist, or its account was deleted.', jsonb_build_object('entry_id', p_entry));
  end if;
  perform private.ban_person(v_entry.user_id, p_until, p_note, p_seen_note);
  return jsonb_build_object('entry_id', p_entry, 'until', p_until, 'is_banned', private.is_banned(v_entry.user_id, clock_timestamp()));
end;
$$;
call pg_temp.expose('ban_entrant', 'authenticated', 'nobody may write bans by hand.',
  'Keeps the person of an entry off lists until p_until, for good when null; a past time ends it. p_seen_note is the note that stood there when it was decided, empty for nobody kept off. Staff: owner. Refuses with not_allowed, unknown_entry, reason_missing, changed_meanwhile.
Gives { entry_id: string; is_banned: boolean; until: string | null }');

-- The owner lets somebody whose offer was revoked be asked again. Strikes of those offers are forgiven.

create function private.reinstate_entry(p_entry uuid, p_reason text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_trouble constant jsonb := private.staff_trouble(true, 'owner');
  v_reason constant text := btrim(coalesce(p_reason, ''));
  v_list_id constant uuid := (select list_id from public.list_entries where id = p_entry);
  v_list public.lists;
  v_count int;
begin
  if v_trouble is not null then
    return private.refuse_on_record(403, v_trouble ->> 'reason', v_trouble ->> 'message',
      v_trouble -> 'details', 'reinstate_entry', 'lists', v_list_id::text);
  end if;
  select * into v_list from public.lists where id = v_list_id for no key update;
  if v_list.id is null then
    return private.refuse_on_record(404, 'unknown_entry', 'This entry no longer exists. Reload the page.',
      jsonb_build_object('entry_id', p_entry), 'reinstate_entry', 'lists', v_list_id::text);
  end if;
  if length(v_reason) not between 2 and 300 then
    return private.refuse_on_record(422, 'reason_missing', 'Enter a reason of 2 to 300 characters.',
      jsonb_build_object('entry_id', p_entry), 'reinstate_entry', 'lists', v_list_id::text);
  end if;
  update public.offers set reinstated_at = clock_timestamp()
  where entry_id = p_entry and status = 'revoked' and reinstated_at is null;
  get diagnostics v_count = row_count;
  if v_count = 0 then
    return private.refuse_on_record(409, 'not_revoked', 'This entry has no withdrawn offer to restore.',
      jsonb_build_object('entry_id', p_entry), 'reinstate_entry', 'lists', v_list_id::text);
  end if;
  update private.list_strikes s set forgiven_at = clock_timestamp(), forgiven_reason = v_reason
  from public.offers o where o.id = s.offer_id and o.entry_id = p_entry and s.forgiven_at is null;
  perform private.refill_list(v_list_id);
  return jsonb_build_object('entry_id', p_entry, 'reinstated', v_count);
end;
$$;
call pg_temp.expose('reinstate_entry', 'authenticated', 'nobody may write lists, entries or offers by hand.',
  'Lets an entry be asked again whose offer was revoked. Staff: owner. reinstated is how many revocations were lifted. Refuses, on record, with not_allowed, second_factor, unknown_entry, reason_missing, not_revoked.
Gives { entry_id: string; reinstated: number }');

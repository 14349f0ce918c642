-- Staff show a customer's photograph, decline it with a reason, take it down, or undo any of it.

create function private.decide_photo(p_id uuid, p_to text, p_words text, p_version int) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_words constant text := btrim(coalesce(p_words, ''));
  v_photo private.customer_photos;
  v_was text;
begin
  perform private.require_staff('owner', 'editor');
  select * into v_photo from private.customer_photos p
  where p.id = p_id and p.status in ('waiting', 'shown', 'declined') for update;
  if v_photo.id is null then
    perform private.refuse(404, 'unknown_photo', 'This photo no longer exists: its customer removed it.');
  elsif coalesce(p_to, '') not in ('waiting', 'shown', 'declined') then
    perform private.refuse(422, 'wrong_step', 'Choose whether to show or decline this photo.');
  elsif v_photo.version is distinct from p_version then
    perform private.refuse(409, 'version_conflict', 'Someone else decided about this photo. It was loaded again.');
  elsif p_to = 'shown' and length(v_words) not between 3 and 300 then
    perform private.refuse(422, 'alt_missing', 'Enter an alt text of 3 to 300 characters.', '{"limit": 300}');
  elsif p_to = 'declined' and length(v_words) not between 3 and 500 then
    perform private.refuse(422, 'reason_missing', 'Enter a reason of 3 to 500 characters. The customer can read it.', '{"limit": 500}');
  elsif p_to = 'shown' and not exists (
    select from storage.objects o where o.bucket_id = 'customer-photos' and o.name = v_photo.storage_path) then
    perform private.refuse(409, 'photo_missing', 'The file of this photo is missing. Try again.');
  end if;
  v_was := v_photo.status;
  update private.customer_photos set status = p_to, decided_at = clock_timestamp(),
    alt = case when p_to = 'shown' then v_words else alt end,
    reason = case when p_to = 'declined' then v_words else reason end
  where id = p_id returning * into v_photo;
  if p_to = 'shown' then
    perform private.show_photo(v_photo);
  else
    delete from public.shown_photos s where s.id = p_id;
  end if;
  if p_to = 'declined' or v_was = 'declined' then
    insert into public.audit_log (actor_id, actor_role, action, table_name, row_id, before, after)
    values (auth.uid(), private.my_staff_role(), 'update', 'customer_photos', p_id::text, jsonb_build_object('status', v_was),
      jsonb_build_object('status', p_to) || case when p_to = 'declined' then jsonb_build_object('reason', v_words) else '{}' end);
  end if;
  return jsonb_build_object('id', p_id, 'status', v_photo.status, 'version', v_photo.version);
end;
$$;
call pg_temp.expose('decide_photo', 'authenticated', 'staff decide through this function alone.',
  'Moves a customer''s photograph to shown (p_words is its alt text; its file lies in customer-photos by then), declined (p_words is why, which its customer reads) or back to waiting. Staff: owner, editor. Refuses with not_allowed, unknown_photo, wrong_step, version_conflict, alt_missing, reason_missing, photo_missing.
Gives { id: string; status: "waiting" | "shown" | "declined"; version: number }');

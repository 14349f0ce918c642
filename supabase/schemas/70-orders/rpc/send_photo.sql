-- The file of a photograph has arrived: from here it waits for staff.

create function private.send_photo(p_id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_photo private.customer_photos;
begin
  select * into v_photo from private.customer_photos p
  where p.id = p_id and p.user_id = auth.uid() and p.status <> 'removed' for update;
  if v_photo.id is null then
    perform private.refuse(404, 'unknown_photo', 'This photo was removed.');
  end if;
  if v_photo.status = 'sending' then
    if not exists (select from storage.objects o where o.bucket_id = 'photo-inbox' and o.name = v_photo.storage_path) then
      perform private.refuse(409, 'photo_missing', 'The photo has not arrived. Send it again.');
    end if;
    update private.customer_photos set status = 'waiting', sent_at = clock_timestamp() where id = p_id returning * into v_photo;
  end if;
  return jsonb_build_object('status', v_photo.status);
end;
$$;
call pg_temp.expose('send_photo', 'authenticated', 'photographs are written through functions alone.',
  'Says that the file of the caller''s photograph is there, so that it waits for staff. Again, it changes nothing. Refuses with unknown_photo, photo_missing.
Gives { status: "waiting" | "shown" | "declined" }');

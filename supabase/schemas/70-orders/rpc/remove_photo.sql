-- A customer removes a photograph. Pages lose it with the next publishing, its row at once; its files are
-- the caller's to remove, since a database can't, and what stays behind the jobs sweep up.

create function private.remove_photo(p_id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_photo private.customer_photos;
  v_files jsonb;
begin
  select * into v_photo from private.customer_photos p where p.id = p_id and p.user_id = auth.uid() for update;
  if v_photo.id is null then
    return '{"files": []}';
  end if;
  select coalesce(jsonb_agg(jsonb_build_object('bucket', o.bucket_id, 'path', o.name) order by o.bucket_id), '[]') into v_files
  from storage.objects o where o.bucket_id in ('photo-inbox', 'customer-photos') and o.name = v_photo.storage_path;
  -- Editors learn from the log what the next publishing brings. It keeps no word of a customer.
  if v_photo.status = 'shown' and not private.is_staff() then
    insert into public.audit_log (actor_id, actor_role, action, table_name, row_id, before)
    values (null, 'customer', 'delete', 'shown_photos', p_id::text,
      jsonb_build_object('id', p_id, 'product_id', v_photo.product_id, 'alt', v_photo.alt));
  end if;
  delete from public.shown_photos s where s.id = p_id;
  if v_files = '[]' then
    delete from private.customer_photos p where p.id = p_id;
  else
    update private.customer_photos set status = 'removed', note = '', name = '', alt = '', reason = '' where id = p_id and status <> 'removed';
  end if;
  return jsonb_build_object('files', v_files);
end;
$$;
call pg_temp.expose('remove_photo', 'authenticated', 'photographs are written through functions alone.',
  'Removes the caller''s photograph and names the files that the caller removes next; called once more without any, it forgets the rest. What is gone, or is not theirs, has none.
Gives { files: { bucket: "photo-inbox" | "customer-photos"; path: string }[] }');

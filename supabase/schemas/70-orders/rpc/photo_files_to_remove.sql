-- Files of photographs that nobody needs any more: of accounts that are gone, of removals and decisions
-- that ended halfway. SQL can't remove a file; the jobs do, through storage.

create function private.photo_files_to_remove() returns table (bucket text, path text)
language plpgsql security definer
set search_path = ''
as $$
begin
  delete from private.customer_photos p where p.status = 'removed' and not exists (
    select from storage.objects o where o.bucket_id in ('photo-inbox', 'customer-photos') and o.name = p.storage_path);
  return query
  select o.bucket_id, o.name from storage.objects o
  left join private.customer_photos p on p.storage_path = o.name
  where o.bucket_id in ('photo-inbox', 'customer-photos')
    -- Who shows a photograph copies its file first.
    and o.created_at < now() - interval '10 minutes'
    and (p.id is null or p.status = 'removed' or (o.bucket_id = 'customer-photos' and p.status <> 'shown'))
  order by o.created_at limit 100;
end;
$$;
call pg_temp.expose('photo_files_to_remove', 'service_role', 'the service''s role writes no private table.',
  'Files of customers'' photographs that are to be removed, at most 100; forgets rows whose files are gone. For the jobs.
Gives { bucket: string; path: string }[]');

-- The buckets. Pictures and sounds of published goods are public; what editors prepare is theirs alone. What
-- customers photograph is theirs and the editors' until it is shown, which puts it where it is public.
-- Formats that can carry script (SVG, HTML) are refused.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('product-images', 'product-images', true, 12582912,
    array['image/avif', 'image/webp', 'image/png', 'image/jpeg']),
  ('drafts', 'drafts', false, 20971520,
    array['image/avif', 'image/webp', 'image/png', 'image/jpeg']),
  ('product-sounds', 'product-sounds', true, 3145728,
    array['audio/mpeg', 'audio/mp4', 'audio/aac', 'audio/ogg', 'audio/wav']),
  ('sound-drafts', 'sound-drafts', false, 3145728,
    array['audio/mpeg', 'audio/mp4', 'audio/aac', 'audio/ogg', 'audio/wav']),
  ('photo-inbox', 'photo-inbox', false, 8388608, array['image/webp', 'image/jpeg']),
  ('customer-photos', 'customer-photos', true, 8388608, array['image/webp', 'image/jpeg'])
on conflict (id) do update set
  public = excluded.public,
  file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

create function private.file_is_used(p_path text) returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return exists (select from public.product_images i where p_path in (i.storage_path, i.turn_path))
    or exists (select from public.product_sounds s where s.storage_path = p_path)
    or exists (select from public.colour_samples s where s.photo_path = p_path)
    or exists (select from public.updates u where position(p_path in u.body) > 0);
end;
$$;
grant execute on function private.file_is_used(text) to authenticated, service_role;
comment on function private.file_is_used(text) is
  'Whether a product, a sample or the text of an update shows a file. Security definer: it must know of what the caller can''t read.';

create function private.follow_replaced_file() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  v_old constant text := '(?<![a-z0-9-])' || replace(old.storage_path, '.', '\.');
begin
  update public.updates u set body = regexp_replace(u.body, v_old, new.storage_path, 'g') where u.body ~ v_old;
  update public.translations t
  set text = regexp_replace(t.text, v_old, new.storage_path, 'g'), source = regexp_replace(t.source, v_old, new.storage_path, 'g')
  where t.table_name = 'updates' and t.column_name = 'body' and (t.text ~ v_old or t.source ~ v_old);
  return null;
end;
$$;
comment on function private.follow_replaced_file() is
  'A picture that gets another file has it in the texts of updates as well, which name the file. Security definer: whoever changes a picture writes no translations.';
create trigger follow_replaced_file after update of storage_path on public.product_images
for each row when (old.storage_path is distinct from new.storage_path)
execute function private.follow_replaced_file();

create policy "Owners and editors read files and drafts" on storage.objects for select to authenticated
  using (bucket_id in ('product-images', 'drafts', 'product-sounds', 'sound-drafts') and (select private.is_staff('owner', 'editor')));
create policy "Owners and editors upload files and drafts" on storage.objects for insert to authenticated
  with check (bucket_id in ('product-images', 'drafts', 'product-sounds', 'sound-drafts') and (select private.is_staff('owner', 'editor')));
create policy "Owners and editors replace files and drafts" on storage.objects for update to authenticated
  using (bucket_id in ('product-images', 'drafts', 'product-sounds', 'sound-drafts') and (select private.is_staff('owner', 'editor')))
  with check (bucket_id in ('product-images', 'drafts', 'product-sounds', 'sound-drafts') and (select private.is_staff('owner', 'editor')));
create policy "Owners and editors remove files that nothing shows" on storage.objects for delete to authenticated
  using (bucket_id in ('product-images', 'drafts', 'product-sounds', 'sound-drafts') and (select private.is_staff('owner', 'editor')) and not private.file_is_used(name));

create policy "Customers read files of their own photos" on storage.objects for select to authenticated
  using (bucket_id in ('photo-inbox', 'customer-photos')
    and private.is_own_photo(name, array['sending', 'waiting', 'shown', 'declined', 'removed']));
create policy "Customers send photos that they announced" on storage.objects for insert to authenticated
  with check (bucket_id = 'photo-inbox' and private.is_own_photo(name, array['sending']));
create policy "Customers remove files of photos that they removed" on storage.objects for delete to authenticated
  using (bucket_id in ('photo-inbox', 'customer-photos') and private.is_own_photo(name, array['removed']));
create policy "Owners and editors look at customers' photos" on storage.objects for select to authenticated
  using (bucket_id in ('photo-inbox', 'customer-photos') and (select private.is_staff('owner', 'editor')));
create policy "Owners and editors show customers' photos" on storage.objects for insert to authenticated
  with check (bucket_id = 'customer-photos' and (select private.is_staff('owner', 'editor')));
create policy "Owners and editors take down photos that nothing shows" on storage.objects for delete to authenticated
  using (bucket_id = 'customer-photos' and (select private.is_staff('owner', 'editor')) and not private.photo_is_shown(name));

-- The two buckets. Pictures of published goods are public; what editors prepare is theirs alone.
-- Formats that can carry script (SVG, HTML) are refused.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('product-images', 'product-images', true, 12582912,
    array['image/avif', 'image/webp', 'image/png', 'image/jpeg']),
  ('drafts', 'drafts', false, 20971520,
    array['image/avif', 'image/webp', 'image/png', 'image/jpeg'])
on conflict (id) do update set
  public = excluded.public,
  file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

create policy "Owners and editors read pictures and drafts" on storage.objects for select to authenticated
  using (bucket_id in ('product-images', 'drafts') and (select private.is_staff('owner', 'editor')));
create policy "Owners and editors upload pictures and drafts" on storage.objects for insert to authenticated
  with check (bucket_id in ('product-images', 'drafts') and (select private.is_staff('owner', 'editor')));
create policy "Owners and editors replace pictures and drafts" on storage.objects for update to authenticated
  using (bucket_id in ('product-images', 'drafts') and (select private.is_staff('owner', 'editor')))
  with check (bucket_id in ('product-images', 'drafts') and (select private.is_staff('owner', 'editor')));
create policy "Owners and editors remove pictures and drafts" on storage.objects for delete to authenticated
  using (bucket_id in ('product-images', 'drafts') and (select private.is_staff('owner', 'editor')));

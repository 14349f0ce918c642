-- The pictures of the shop as the media desk reads them: those that products show, drawn ones too, and
-- files that lie in storage and are shown nowhere.

create function private.list_media(
  p_filter text default 'all', p_search text default '',
  p_after_at timestamptz default null, p_after_id uuid default null, p_most int default 60
)
returns table (
  id uuid, image_id uuid, version int, path text, bucket text, bytes bigint, alt text, width int, height int,
  is_drawn boolean, at timestamptz, product_id uuid, product text, product_status text, uses jsonb, is_used boolean
)
language plpgsql stable security definer
set search_path = ''
as $$
declare
  v_search constant text := '%' || regexp_replace(lower(btrim(left(coalesce(p_search, ''), 100))), '([\\%_])', '\\\1', 'g') || '%';
begin
  perform private.require_reader('owner', 'editor');
  return query
  with pictures as (
    select i.id, i.id as image_id, i.version, i.storage_path as path, i.alt, i.width, i.height, i.render is not null as is_drawn,
      i.created_at as at, i.product_id
    from public.product_images i
    where p_filter is distinct from 'unused'
      and (p_filter is distinct from 'missing' or length(btrim(i.alt)) < 3)
      and (p_filter is distinct from 'files' or i.render is null)
    union all
    select o.id, null, null, o.name, '', null, null, false, o.created_at, null
    from storage.objects o
    where o.bucket_id in ('product-images', 'drafts') and p_filter is distinct from 'missing'
      and not exists (select from public.product_images i where o.name in (i.storage_path, i.turn_path))
      -- What was shown to everybody lies among the drafts as well.
      and (o.bucket_id = 'product-images' or not exists (
        select from storage.objects t where t.bucket_id = 'product-images' and t.name = o.name))
      and (p_filter is distinct from 'unused' or not private.file_is_used(o.name))
  ), page as (
    select c.* from pictures c
    where (v_search = '%%' or lower(c.path) like v_search or lower(c.alt) like v_search or exists (
        select from public.products p where p.id = c.product_id and lower(p.title) like v_search))
      and (p_after_id is null or (c.at, c.id) < (p_after_at, p_after_id))
    order by c.at desc, c.id desc limit least(greatest(coalesce(p_most, 60), 1), 500)
  )
  select c.id, c.image_id, c.version, c.path, f.bucket_id, (f.metadata ->> 'size')::bigint, c.alt, c.width, c.height,
    c.is_drawn, c.at, c.product_id, coalesce(g.title, ''), coalesce(g.status::text, ''), coalesce(w.uses, '[]'),
    c.image_id is not null or private.file_is_used(c.path)
  from page c
  left join lateral (select p.title, p.status from public.products p where p.id = c.product_id limit 1) g on true
  left join lateral (
    select o.bucket_id, o.metadata from storage.objects o
    where o.name = c.path and o.bucket_id in ('product-images', 'drafts') order by o.bucket_id desc limit 1) f on true
  left join lateral (
    select jsonb_agg(x.use order by x.use ->> 'title') as uses from (
      select jsonb_build_object('kind', 'update', 'record', u.title, 'title', u.title) as use
      from public.updates u where u.image_id = c.image_id or position(c.path in u.body) > 0
      union all
      select jsonb_build_object('kind', 'sample', 'record', g.code, 'title', g.name)
      from public.colour_samples s join public.colorways g on g.id = s.colorway_id where s.photo_path = c.path
    ) x) w on true
  order by c.at desc, c.id desc;
end;
$$;
call pg_temp.expose('list_media', 'authenticated', 'the tables of storage are no part of the API.',
  'A page of the shop''s pictures, newest first, p_most after the one with p_after_at and p_after_id. p_filter missing: without alt text; unused: files that nothing shows; files: without drawn ones. Staff: owner, editor. Refuses with not_allowed.
Gives {
  id: string;
  image_id: string | null;
  version: number | null;
  path: string;
  bucket: string | null;
  bytes: number | null;
  alt: string;
  width: number | null;
  height: number | null;
  is_drawn: boolean;
  at: string;
  product_id: string | null;
  product: string;
  product_status: string;
  uses: { kind: "update" | "sample"; record: string; title: string }[];
  is_used: boolean;
}[]');

-- Pictures. A row describes one picture wherever it is stored; a rendered one keeps the drawing it
-- was made from, so that it can be drawn again at any size.

create table public.product_images (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references public.products (id) on delete cascade,
  variant_id uuid references public.variants (id) on delete cascade,
  option_value_id uuid references public.option_values (id) on delete cascade,
  colorway_id uuid references public.colorways (id) on delete cascade,
  storage_path text not null unique check (
    storage_path ~ '^[a-z0-9][a-z0-9/-]*\.(avif|webp|png|jpg)$' and length(storage_path) <= 200
  ),
  alt text not null check (length(alt) <= 300),
  position int not null default 0,
  width int not null check (width between 16 and 12000),
  height int not null check (height between 16 and 12000),
  placeholder_colour text not null check (placeholder_colour ~ '^#[0-9a-f]{6}$'),
  credit text not null default '' check (length(credit) <= 200),
  focus_x int not null default 50 check (focus_x between 0 and 100),
  focus_y int not null default 50 check (focus_y between 0 and 100),
  turn_path text check (
    turn_path ~ '^[a-z0-9][a-z0-9/-]*\.(avif|webp|png|jpg)$' and length(turn_path) <= 200
  ),
  turn_frames int check (turn_frames between 8 and 24),
  is_render boolean not null default false,
  render jsonb check (jsonb_typeof(render) = 'object'),
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (render is null or is_render),
  constraint product_images_turn_check check (
    (turn_path is null) = (turn_frames is null) and (turn_path is null or render is null)
  )
);
create index product_images_product_idx on public.product_images (product_id, position);
create index product_images_variant_idx on public.product_images (variant_id);
create index product_images_option_value_idx on public.product_images (option_value_id);
create index product_images_colorway_idx on public.product_images (colorway_id);
comment on table public.product_images is 'One picture of a product.';
comment on column public.product_images.variant_id is 'Shown when this variant is chosen; null for all.';
comment on column public.product_images.option_value_id is
  'Shown when this value is chosen, a case colour for example; null for all.';
comment on column public.product_images.colorway_id is 'Of which artisan edition; null for all else.';
comment on column public.product_images.storage_path is 'Where it lies in the bucket product-images.';
comment on column public.product_images.alt is
  'What is on it, for those who can''t see it; only drafts may lack it.';
comment on column public.product_images.width is 'Width of the original in pixels.';
comment on column public.product_images.height is 'Height of the original in pixels.';
comment on column public.product_images.placeholder_colour is 'What fills its place until it is there.';
comment on column public.product_images.focus_x is
  'Where the subject is, in per cent from the left: frames of other shapes are cut around it. Of photographs alone.';
comment on column public.product_images.focus_y is 'The same, in per cent from the top.';
comment on column public.product_images.turn_path is
  'One file of photographs all the way round, six to a row, that a thumb turns; null where there are none. A drawing is turned by its renderer.';
comment on column public.product_images.turn_frames is 'How many photographs the file of the turntable holds.';
comment on column public.product_images.is_render is 'Drawn or rendered, not photographed: the page says so.';
comment on column public.product_images.render is
  'The drawing it is made from (ProductPictureSpec), null for photographs.
Holds Record<string, unknown>';

revoke all on public.product_images from anon, authenticated;
grant select on public.product_images to anon, authenticated, service_role;
grant insert (product_id, variant_id, option_value_id, colorway_id, storage_path, alt, position, width, height, placeholder_colour, credit, focus_x, focus_y, turn_path, turn_frames, is_render, render),
  update (variant_id, option_value_id, colorway_id, storage_path, alt, position, width, height, placeholder_colour, credit, focus_x, focus_y, turn_path, turn_frames, is_render, render),
  delete
  on public.product_images to authenticated, service_role;
create policy "Everyone reads pictures of products they can see" on public.product_images
  for select to anon, authenticated
  using (exists (select from public.products p where p.id = product_id));
call pg_temp.let_staff_write('public.product_images', 'pictures', 'owner', 'editor');
call pg_temp.log_changes('public.product_images');

create function private.refuse_unnamed_pictures() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  v_product constant uuid := to_jsonb(new) ->> case tg_table_name when 'products' then 'id' else 'product_id' end;
  v_count constant int := (
    select count(*) from public.product_images i join public.products p on p.id = i.product_id
    where p.id = v_product and p.status <> 'draft' and length(btrim(i.alt)) < 3);
begin
  if v_count > 0 then
    perform private.refuse(422, 'alt_missing',
      'Every picture of a published product needs alt text of 3 letters or more.',
      jsonb_build_object('product_id', v_product, 'pictures', v_count));
  end if;
  return null;
end;
$$;
comment on function private.refuse_unnamed_pictures() is
  'Pictures of a draft may wait for their alt text; pictures that anybody sees may not. Security definer: an editor writes both tables and may call no function of this schema.';
create constraint trigger pictures_are_named
  after insert or update on public.product_images deferrable initially immediate
  for each row execute function private.refuse_unnamed_pictures();
create constraint trigger published_pictures_are_named
  after update on public.products deferrable initially immediate
  for each row when (old.status is distinct from new.status)
  execute function private.refuse_unnamed_pictures();

-- News of the shop and of its batches. An update names the batches it concerns and where it moves
-- their ETA; scheduled ones are invisible until publish_at by the database's clock.

create table public.updates (
  id uuid primary key default gen_random_uuid(),
  url text not null unique check (url ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(url) <= 80),
  kind text not null default 'news' check (kind in ('news', 'production', 'announcement', 'delay', 'shipping', 'guide')),
  title text not null check (length(title) between 2 and 140),
  summary text not null default '' check (length(summary) <= 300),
  body text not null default '' check (length(body) <= 40000),
  author text not null default '' check (length(author) <= 80),
  status public.publish_status not null default 'draft',
  publish_at timestamptz,
  edited_at timestamptz,
  pinned boolean not null default false,
  image_id uuid references public.product_images (id) on delete set null,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (status = 'draft' or (publish_at is not null and summary <> '' and body <> ''))
);
create index updates_newest_idx on public.updates (pinned desc, publish_at desc);
create index updates_image_idx on public.updates (image_id);
comment on table public.updates is 'One article.';
comment on column public.updates.url is 'Last part of its address. A change leaves a redirect.';
comment on column public.updates.summary is 'One line for lists, feeds and mails.';
comment on column public.updates.body is 'The article, in Markdown.';
comment on column public.updates.publish_at is 'Visible from then on by the clock of the database.';
comment on column public.updates.edited_at is
  'When its meaning last changed after publishing; null if never.';
comment on column public.updates.image_id is 'The picture on top; null for none.';

revoke all on public.updates from anon, authenticated;
grant select on public.updates to anon, authenticated, service_role;
grant insert (url, kind, title, summary, body, author, status, publish_at, edited_at, pinned, image_id),
  update (url, kind, title, summary, body, author, status, publish_at, edited_at, pinned, image_id),
  delete
  on public.updates to authenticated, service_role;
create policy "Everyone reads published updates, staff read all" on public.updates
  for select to anon, authenticated
  using ((status <> 'draft' and publish_at <= now()) or (select private.is_staff()));
call pg_temp.let_staff_write('public.updates', 'updates', 'owner', 'editor');
call pg_temp.log_changes('public.updates');

create table public.update_batches (
  update_id uuid not null references public.updates (id) on delete cascade,
  batch_id uuid not null references public.batches (id) on delete cascade,
  stage public.batch_stage,
  eta_before date,
  eta_after date,
  buyers_note text not null default '' check (length(buyers_note) <= 600),
  primary key (update_id, batch_id)
);
create index update_batches_batch_idx on public.update_batches (batch_id);
comment on table public.update_batches is
  'Which batches an update concerns, and what it changes for them.';
comment on column public.update_batches.stage is 'The stage it announces; null if it announces none.';
comment on column public.update_batches.eta_before is 'The ETA until then; null if unchanged.';
comment on column public.update_batches.eta_after is 'The ETA from then on; null if unchanged.';
comment on column public.update_batches.buyers_note is 'What it means for those who bought in this batch.';

revoke all on public.update_batches from anon, authenticated;
grant select on public.update_batches to anon, authenticated, service_role;
grant insert (update_id, batch_id, stage, eta_before, eta_after, buyers_note),
  update (stage, eta_before, eta_after, buyers_note),
  delete
  on public.update_batches to authenticated, service_role;
create policy "Everyone reads the batches of updates they can see" on public.update_batches
  for select to anon, authenticated
  using (exists (select from public.updates u where u.id = update_id) and exists (select from public.batches b where b.id = batch_id));
call pg_temp.let_staff_write('public.update_batches', 'batches of updates', 'owner', 'editor');
call pg_temp.log_changes('public.update_batches');

create table public.update_products (
  update_id uuid not null references public.updates (id) on delete cascade,
  product_id uuid not null references public.products (id) on delete cascade,
  primary key (update_id, product_id)
);
create index update_products_product_idx on public.update_products (product_id);
comment on table public.update_products is 'Which products an update mentions.';

revoke all on public.update_products from anon, authenticated;
grant select on public.update_products to anon, authenticated, service_role;
grant insert (update_id, product_id),
  delete
  on public.update_products to authenticated, service_role;
create policy "Everyone reads the products of updates they can see" on public.update_products
  for select to anon, authenticated
  using (exists (select from public.updates u where u.id = update_id) and exists (select from public.products p where p.id = product_id));
create policy "Owners and editors add products of updates" on public.update_products
  for insert to authenticated with check ((select private.is_staff('owner', 'editor')));
create policy "Owners and editors remove products of updates" on public.update_products
  for delete to authenticated using ((select private.is_staff('owner', 'editor')));
call pg_temp.log_changes('public.update_products');

create table public.url_redirects (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('product', 'update')),
  old_url text not null,
  product_id uuid references public.products (id) on delete cascade,
  update_id uuid references public.updates (id) on delete cascade,
  created_at timestamptz not null default now(),
  unique (kind, old_url),
  check ((kind = 'product') = (product_id is not null) and (kind = 'update') = (update_id is not null))
);
create index url_redirects_product_idx on public.url_redirects (product_id);
create index url_redirects_update_idx on public.url_redirects (update_id);
comment on table public.url_redirects is
  'Addresses that once led somewhere and still must; written by a trigger alone.';
comment on column public.url_redirects.kind is 'Product pages or updates.';
comment on column public.url_redirects.old_url is 'The last part of the address that was.';
comment on column public.url_redirects.product_id is 'Where it leads now, for a product.';
comment on column public.url_redirects.update_id is 'Where it leads now, for an update.';

revoke all on public.url_redirects from anon, authenticated;
grant select on public.url_redirects to anon, authenticated, service_role;
create policy "Everyone reads redirects to pages they can see" on public.url_redirects
  for select to anon, authenticated
  using ((kind = 'product' and exists (select from public.products p where p.id = product_id)) or (kind = 'update' and exists (select from public.updates u where u.id = update_id)));

create function private.keep_old_url() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  v_kind constant text := case tg_table_name when 'products' then 'product' else 'update' end;
begin
  delete from public.url_redirects where kind = v_kind and old_url = new.url;
  if tg_op = 'UPDATE' then
    insert into public.url_redirects (kind, old_url, product_id, update_id)
    values (
      v_kind, old.url,
      case v_kind when 'product' then new.id end, case v_kind when 'update' then new.id end
    );
  end if;
  return null;
end;
$$;
comment on function private.keep_old_url() is
  'Leaves a redirect behind a changed address, and ends one whose address is in use again. Security definer: nobody writes redirects by hand.';
create trigger keep_old_url after insert on public.products
  for each row execute function private.keep_old_url();
create trigger keep_changed_url after update of url on public.products
  for each row when (old.url <> new.url) execute function private.keep_old_url();
create trigger keep_old_url after insert on public.updates
  for each row execute function private.keep_old_url();
create trigger keep_changed_url after update of url on public.updates
  for each row when (old.url <> new.url) execute function private.keep_old_url();

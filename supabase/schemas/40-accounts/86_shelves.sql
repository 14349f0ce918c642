-- What a customer owns, as they put it on a shelf of their own: taken from delivered orders or written by
-- hand. A row belongs to one account and is read and written by that account alone. Others see a shelf
-- through `open_shelf`, while its owner shares it.

create table public.shelf_items (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  title text not null check (length(title) <= 120 and btrim(title) <> ''),
  choice text not null default '' check (length(choice) <= 300),
  since text not null default '' check (length(since) <= 40),
  note text not null default '' check (length(note) <= 500),
  product_id uuid references public.products (id) on delete set null,
  variant_id uuid references public.variants (id) on delete set null,
  order_line_id uuid references public.order_lines (id) on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  unique (user_id, order_line_id)
);
create index shelf_items_product_idx on public.shelf_items (product_id);
create index shelf_items_variant_idx on public.shelf_items (variant_id);
create index shelf_items_line_idx on public.shelf_items (order_line_id);
comment on table public.shelf_items is 'One thing that an account owns and keeps on its shelf. Staff see none.';
comment on column public.shelf_items.choice is 'Colorway, kit or options, in words.';
comment on column public.shelf_items.since is 'When it was got, in the owner''s words.';
comment on column public.shelf_items.note is 'The owner''s own words; shared only where the owner says so.';
comment on column public.shelf_items.product_id is 'Whose picture it has; null for what was bought elsewhere.';
comment on column public.shelf_items.order_line_id is 'The item of an order that it came from: it is suggested once. Never shared.';

revoke all on public.shelf_items from anon, authenticated;
grant select, delete on public.shelf_items to service_role;
grant select, delete on public.shelf_items to authenticated;
grant insert (id, title, choice, since, note, product_id, variant_id, order_line_id, created_at),
  update (title, choice, since, note) on public.shelf_items to authenticated;
create policy "Customers read their own shelf" on public.shelf_items for select to authenticated
  using (user_id = (select auth.uid()));
create policy "Customers put things on their own shelf" on public.shelf_items for insert to authenticated
  with check (user_id = (select auth.uid()) and (order_line_id is null or exists (
    select from public.order_lines l join public.order_records o on o.id = l.order_id
    where l.id = order_line_id and o.user_id = (select auth.uid()))));
create policy "Customers edit their own shelf" on public.shelf_items for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "Customers clear their own shelf" on public.shelf_items for delete to authenticated
  using (user_id = (select auth.uid()));

create function private.limit_shelf() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('shelf ' || new.user_id, 0));
  if (select count(*) from public.shelf_items where user_id = new.user_id) >= 500 then
    perform private.refuse(422, 'shelf_full', 'A shelf can hold 500 items. Remove one first.', '{"limit": 500}');
  end if;
  return new;
end;
$$;
comment on function private.limit_shelf() is
  'Bounds a shelf. Security definer: the count must not depend on what the caller may see.';
create trigger limit_shelf before insert on public.shelf_items
  for each row execute function private.limit_shelf();

create table public.shelf_links (
  user_id uuid primary key default auth.uid() references auth.users (id) on delete cascade,
  token text not null unique default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''),
  name text not null check (length(name) <= 40 and btrim(name) <> ''),
  shows_notes boolean not null default false,
  created_at timestamptz not null default now()
);
comment on table public.shelf_links is 'The link under which an account shares its shelf. Withdrawing it removes the row; sharing again makes another link.';
comment on column public.shelf_links.token is 'Opens the shelf to whoever has it: 244 random bits. As it is, because its owner copies it again.';
comment on column public.shelf_links.name is 'Whose shelf it is called, as the owner chose: nothing else of a person is shown.';
comment on column public.shelf_links.shows_notes is 'Whether the owner''s notes are shown with it.';

revoke all on public.shelf_links from anon, authenticated;
grant select, delete on public.shelf_links to service_role;
grant select, delete on public.shelf_links to authenticated;
grant insert (name, shows_notes), update (name, shows_notes) on public.shelf_links to authenticated;
create policy "Customers read their own shelf link" on public.shelf_links for select to authenticated
  using (user_id = (select auth.uid()));
create policy "Customers share their own shelf" on public.shelf_links for insert to authenticated
  with check (user_id = (select auth.uid()));
create policy "Customers change their own shelf link" on public.shelf_links for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "Customers withdraw their own shelf link" on public.shelf_links for delete to authenticated
  using (user_id = (select auth.uid()));

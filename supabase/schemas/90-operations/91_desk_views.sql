-- How staff look at the tables of the desk: a search, filters and an order under a name, for oneself or
-- for everyone who may open that desk.

create function private.may_open_desk(p_desk text) returns boolean
language plpgsql stable
set search_path = ''
as $$
begin
  return case p_desk
    when 'check' then private.is_staff('owner', 'editor', 'fulfilment', 'support')
    when 'colorways' then private.is_staff('owner', 'editor')
    when 'content' then private.is_staff('owner', 'editor')
    when 'batches' then private.is_staff('owner', 'editor')
    when 'customers' then private.is_staff('owner', 'fulfilment', 'support')
    when 'designs' then private.is_staff('owner', 'editor', 'support')
    when 'lists' then private.is_staff('owner')
    when 'media' then private.is_staff('owner', 'editor')
    when 'money' then private.is_staff('owner', 'fulfilment', 'support')
    when 'orders' then private.is_staff('owner', 'fulfilment', 'support')
    when 'photos' then private.is_staff('owner', 'editor')
    when 'products' then private.is_staff('owner', 'editor')
    when 'shipping' then private.is_staff('owner', 'fulfilment')
    else false
  end;
end;
$$;
grant execute on function private.may_open_desk(text) to authenticated, service_role;
comment on function private.may_open_desk(text) is
  'Whether the caller may open a desk that has tables: deskRights of the desk kit says the same.';

create table public.desk_views (
  id uuid primary key default gen_random_uuid(),
  desk text not null check (length(desk) <= 40),
  list text not null check (list ~ '^[a-z][a-z-]*$' and length(list) <= 40),
  name text not null check (name = btrim(name) and length(name) between 1 and 60),
  search text not null check (length(search) <= 4000),
  is_shared boolean not null default false,
  owner_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  author text not null default '' check (length(author) <= 254),
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index desk_views_shared_idx on public.desk_views (list, lower(name)) where is_shared;
create unique index desk_views_own_idx on public.desk_views (owner_id, list, lower(name)) where not is_shared;
create index desk_views_owner_idx on public.desk_views (owner_id);
comment on table public.desk_views is 'Named views of the tables of the desk, own and shared.';
comment on column public.desk_views.desk is 'Which desk; who may open it reads its shared views.';
comment on column public.desk_views.list is 'Which table of that desk.';
comment on column public.desk_views.search is 'Search, filters and order, as the address of the desk writes them.';
comment on column public.desk_views.is_shared is 'For everyone who may open that desk; false is for its owner alone.';
comment on column public.desk_views.owner_id is 'Who made it.';
comment on column public.desk_views.author is 'Their address at that time, for colleagues.';

revoke all on public.desk_views from anon, authenticated;
grant select, insert (id, desk, list, name, search, is_shared), update (name, search, is_shared), delete
  on public.desk_views to authenticated;
grant select, delete on public.desk_views to service_role;
create policy "Staff read own views, and shared ones of desks they may open" on public.desk_views
  for select to authenticated
  using (((select private.is_staff()) and owner_id = (select auth.uid())) or (is_shared and private.may_open_desk(desk)));
create policy "Staff add views at desks they may open" on public.desk_views
  for insert to authenticated
  with check ((select private.is_staff()) and owner_id = (select auth.uid()) and private.may_open_desk(desk));
create policy "Staff change their own views, owners every shared one" on public.desk_views
  for update to authenticated
  using (private.may_open_desk(desk) and (owner_id = (select auth.uid()) or (is_shared and (select private.is_staff('owner')))))
  with check (private.may_open_desk(desk) and (owner_id = (select auth.uid()) or (is_shared and (select private.is_staff('owner')))));
create policy "Staff remove their own views, owners every shared one" on public.desk_views
  for delete to authenticated
  using ((select private.is_staff()) and (owner_id = (select auth.uid()) or (is_shared and (select private.is_staff('owner')))));
call pg_temp.log_changes('public.desk_views');

create function private.sign_view() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if (select count(*) from public.desk_views v where v.owner_id = new.owner_id) >= 200 then
    perform private.refuse(409, 'too_many_views', 'You have 200 views already. Delete some first.');
  end if;
  new.author := coalesce((select u.email from auth.users u where u.id = new.owner_id), '');
  return new;
end;
$$;
comment on function private.sign_view() is
  'Writes who made a view, for colleagues, and bounds how many. Security definer: staff read no accounts.';
create trigger sign_view before insert on public.desk_views
  for each row execute function private.sign_view();

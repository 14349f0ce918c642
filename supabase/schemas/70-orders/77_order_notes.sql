-- What staff tell each other about an order. Customers never see it.

create table public.order_notes (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.order_records (id) on delete cascade,
  author_id uuid references auth.users (id) on delete set null,
  text text not null check (length(text) between 1 and 2000),
  created_at timestamptz not null default now()
);
create index order_notes_order_idx on public.order_notes (order_id, created_at);
create index order_notes_author_idx on public.order_notes (author_id);
comment on table public.order_notes is 'Notes of staff about an order, for staff.';

revoke all on public.order_notes from anon, authenticated;
grant select on public.order_notes to authenticated, service_role;
create policy "Staff except editors read order notes" on public.order_notes
  for select to authenticated using ((select private.is_staff('owner', 'fulfilment', 'support')));
call pg_temp.log_changes('public.order_notes');

-- Counted goods. The only place that counts: 0 <= allocated <= on_hand holds always, and every
-- change of a pool leaves a ledger row, whoever makes it, so the ledger always sums to the pool.

create table public.stock_pools (
  id uuid primary key default gen_random_uuid(),
  code text not null unique check (code ~ '^[A-Z0-9]+(-[A-Z0-9]+)*$'),
  title text not null check (length(title) between 2 and 120),
  on_hand int not null default 0,
  allocated int not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint stock_pools_count check (0 <= allocated and allocated <= on_hand)
);
create index stock_pools_title_idx on public.stock_pools (title, id);
create index stock_pools_on_hand_idx on public.stock_pools (on_hand, id);
create index stock_pools_allocated_idx on public.stock_pools (allocated, id);
create index stock_pools_changed_idx on public.stock_pools (updated_at, id);
comment on table public.stock_pools is
  'A pile of equal things. Several variants may take from one pile.';
comment on column public.stock_pools.code is 'What the shelf label says.';
comment on column public.stock_pools.allocated is 'How many of them belong to orders that have not left.';

revoke all on public.stock_pools from anon, authenticated;
grant select on public.stock_pools to authenticated, service_role;
grant insert (code, title), update (code, title), delete on public.stock_pools to authenticated;
create policy "Staff read stock" on public.stock_pools for select to authenticated
  using ((select private.is_staff()));
create policy "Owners and editors add empty stock pools" on public.stock_pools for insert to authenticated
  with check ((select private.is_staff('owner', 'editor')));
create policy "Owners and editors rename stock pools" on public.stock_pools for update to authenticated
  using ((select private.is_staff('owner', 'editor')))
  with check ((select private.is_staff('owner', 'editor')));
create policy "Owners and editors remove unused stock pools" on public.stock_pools
  for delete to authenticated
  using ((select private.is_staff('owner', 'editor')) and on_hand = 0 and allocated = 0);

create table public.stock_ledger (
  id bigint generated always as identity primary key,
  pool_id uuid not null references public.stock_pools (id),
  at timestamptz not null default now(),
  actor_id uuid,
  reason text not null check (length(reason) between 2 and 300),
  on_hand_delta int not null,
  allocated_delta int not null,
  on_hand_after int not null,
  allocated_after int not null,
  check (on_hand_delta <> 0 or allocated_delta <> 0)
);
create index stock_ledger_pool_idx on public.stock_ledger (pool_id, id desc);
comment on table public.stock_ledger is 'Every change of every pool, in order, never edited.';
comment on column public.stock_ledger.actor_id is 'Who asked for it; null for the service and for guests.';
comment on column public.stock_ledger.reason is 'Why: an order number, a delivery, a recount.';
comment on column public.stock_ledger.allocated_delta is 'How many were promised or freed.';
comment on column public.stock_ledger.on_hand_after is 'How many there were then.';
comment on column public.stock_ledger.allocated_after is 'How many were promised then.';

revoke all on public.stock_ledger from anon, authenticated;
grant select on public.stock_ledger to authenticated, service_role;
create policy "Staff read the stock ledger" on public.stock_ledger for select to authenticated
  using ((select private.is_staff()));

create function private.record_stock() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  v_on_hand constant int := new.on_hand - case tg_op when 'UPDATE' then old.on_hand else 0 end;
  v_allocated constant int := new.allocated - case tg_op when 'UPDATE' then old.allocated else 0 end;
begin
  if v_on_hand <> 0 or v_allocated <> 0 then
    insert into public.stock_ledger (
      pool_id, actor_id, reason, on_hand_delta, allocated_delta, on_hand_after, allocated_after
    ) values (
      new.id, auth.uid(),
      coalesce(nullif(current_setting('keywright.stock_reason', true), ''), 'unexplained'),
      v_on_hand, v_allocated, new.on_hand, new.allocated
    );
  end if;
  return null;
end;
$$;
comment on function private.record_stock() is
  'Writes the ledger row of a change; its reason is the setting keywright.stock_reason of the transaction. Security definer: nobody may write the ledger.';
create trigger record_stock after insert or update on public.stock_pools
  for each row execute function private.record_stock();
call pg_temp.log_changes('public.stock_pools');

create function private.dead_units(p_pool uuid) returns int
language plpgsql stable security definer
set search_path = ''
set enable_seqscan = off
as $$
begin
  return coalesce((
    select sum(h.units) from private.holds h
    where h.pool_id = p_pool and h.state = 'held' and h.expires_at <= now()
  ), 0);
end;
$$;
comment on function private.dead_units(uuid) is
  'How many of a pool are allocated to holds whose time has passed: they are free for every reader, whether or not a job has cleaned up. Security definer: nobody may read holds.';

create function private.free_units(p_pool uuid) returns int
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return (
    select s.on_hand - s.allocated + private.dead_units(s.id) from public.stock_pools s where s.id = p_pool
  );
end;
$$;
comment on function private.free_units(uuid) is
  'How many of a pool can be promised now. Security definer: visitors may not read the count.';

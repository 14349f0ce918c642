-- What is promised to orders. The only place that moves stock_pools.allocated and the counts of
-- batch_kits: allocated equals the sum of the holds that are held, ordered_count that of the holds of
-- paid orders, waiting_count that of the others. A hold is paid once it has no time to end at.

create table private.holds (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.order_records (id) on delete cascade,
  line_id uuid not null references public.order_lines (id) on delete cascade,
  -- Looked at with the end of the order: until then many note what they take and lock nothing.
  pool_id uuid references public.stock_pools (id) deferrable initially deferred,
  kit_id uuid references public.batch_kits (id) on delete cascade deferrable initially deferred,
  units int not null check (units > 0),
  state text not null default 'held' check (state in ('held', 'released', 'claimed')),
  expires_at timestamptz,
  held_at timestamptz not null default now(),
  ended_at timestamptz,
  check (num_nonnulls(pool_id, kit_id) = 1),
  check ((state = 'held') = (ended_at is null))
);
create index holds_order_idx on private.holds (order_id);
create index holds_line_idx on private.holds (line_id);
-- Those that are dead are found among all that a pool or a kit ever had.
create index holds_pool_idx on private.holds (pool_id, state, expires_at);
create index holds_kit_idx on private.holds (kit_id, state, expires_at);
create index holds_dying_idx on private.holds (expires_at) where state = 'held';
comment on table private.holds is 'Goods that belong to an order and have not left.';
comment on column private.holds.kit_id is 'Or of which kit of a batch.';
comment on column private.holds.state is 'held; released, so that others may have them; claimed, when they left.';
comment on column private.holds.expires_at is 'From when on it is dead, swept or not; null once it is paid, from when on it counts.';
comment on column private.holds.ended_at is 'When it was released or claimed.';

create function private.release_holds(
  p_holds uuid[], p_taking jsonb, p_reason text, p_taking_is_paid boolean default false
) returns jsonb
language plpgsql
set search_path = ''
set enable_seqscan = off
as $$
declare
  v_changes jsonb := p_taking;
  v_change record;
  v_lacking jsonb := '[]';
begin
  if cardinality(p_holds) > 0 then
    with gone as (
      update private.holds set state = 'released', ended_at = clock_timestamp()
      where id = any (p_holds) and ended_at is null returning kit_id, pool_id, -units as units, expires_at is null as is_paid
    )
    select coalesce(jsonb_agg(g), '[]') || p_taking into v_changes from gone g;
  end if;
  -- Kits before pools and each in one order for everybody: nobody can wait in a circle. Kits are
  -- sorted by batch first, for the batch of a kit is touched with it. What is held has no end: said of
  -- its state, an index of all that is held would be read for a few.
  for v_change in
    with change as (
      select c.kit_id, c.pool_id, c.units, case when c.units > 0 then c.units else 0 end as taken, coalesce(c.is_paid, p_taking_is_paid) as is_paid
      from jsonb_to_recordset(v_changes) c (kit_id uuid, pool_id uuid, units bigint, is_paid boolean)
    )
    select 'kit' as kind, k.id, k.batch_id, coalesce(sum(c.units) filter (where c.is_paid), 0) as units,
      coalesce(sum(c.units) filter (where not c.is_paid), 0) as waiting, sum(c.taken) as taken
    from change c join public.batch_kits k on k.id = c.kit_id group by k.id, k.batch_id
    union all
    select 'pool', c.pool_id, null, sum(c.units), 0, sum(c.taken) from change c where c.pool_id is not null group by c.pool_id
    order by 1, 3, 2
  loop
    if not private.change_promise(v_change.kind, v_change.id, v_change.units::int, v_change.waiting::int, v_change.taken > 0, p_reason) then
      v_lacking := v_lacking || jsonb_build_array(jsonb_build_object(v_change.kind || '_id', v_change.id));
    end if;
  end loop;
  return v_lacking;
end;
$$;
comment on function private.release_holds(uuid[], jsonb, text, boolean) is
  'Frees holds and promises others in one sorted pass; says what there is too little of. Whoever calls it refuses then, which undoes all of it.';

create function private.change_promise(
  p_kind text, p_id uuid, p_units int, p_waiting int, p_takes boolean, p_reason text
) returns boolean
language plpgsql
set search_path = ''
as $$
begin
  if p_units = 0 and p_waiting = 0 and not p_takes then
    return true;
  end if;
  if p_kind = 'kit' then
    update public.batch_kits set ordered_count = ordered_count + p_units, waiting_count = waiting_count + p_waiting
    where id = p_id and (p_units + p_waiting <= 0 or capacity is null
      or ordered_count + waiting_count + p_units + p_waiting <= capacity);
  else
    perform set_config('keywright.stock_reason', p_reason, true);
    update public.stock_pools set allocated = allocated + p_units, updated_at = now()
    where id = p_id and (p_units <= 0 or on_hand - allocated >= p_units);
  end if;
  return found;
end;
$$;
comment on function private.change_promise(text, uuid, int, int, boolean, text) is
  'Promises or frees units of one pool or kit, of a kit those that are paid and those that wait; false when there is too little.';

create function private.pay_holds(p_orders uuid[]) returns void
language plpgsql
set search_path = ''
as $$
declare
  v_kit record;
begin
  for v_kit in
    with paid as (
      update private.holds set expires_at = null
      where order_id = any (p_orders) and state = 'held' and expires_at is not null returning kit_id, units
    )
    select k.id, sum(p.units)::int as units from paid p join public.batch_kits k on k.id = p.kit_id
    group by k.batch_id, k.id order by k.batch_id, k.id
  loop
    update public.batch_kits set ordered_count = ordered_count + v_kit.units, waiting_count = waiting_count - v_kit.units
    where id = v_kit.id;
  end loop;
end;
$$;
comment on function private.pay_holds(uuid[]) is
  'What paid orders hold is theirs for good, and counts from now on. The caller holds the locks of the orders.';

create function private.claim_holds(p_orders uuid[], p_shipments uuid[], p_reason text) returns void
language plpgsql
set search_path = ''
as $$
declare
  v_pool record;
begin
  perform set_config('keywright.stock_reason', p_reason, true);
  for v_pool in
    with gone as (
      update private.holds h set state = 'claimed', ended_at = clock_timestamp(), expires_at = null
      from public.order_lines l
      where l.id = h.line_id and h.order_id = any (p_orders) and h.state = 'held'
        and (p_shipments is null or l.shipment_id = any (p_shipments))
      returning h.pool_id, h.units
    )
    select pool_id, sum(units)::int as units from gone where pool_id is not null group by pool_id order by pool_id
  loop
    update public.stock_pools
    set on_hand = on_hand - v_pool.units, allocated = allocated - v_pool.units, updated_at = now()
    where id = v_pool.pool_id;
  end loop;
end;
$$;
comment on function private.claim_holds(uuid[], uuid[], text) is
  'Takes what orders hold out of the stock, because it leaves. A kit stays counted: it was made for this order.';

create function private.part_of_hold(p_line uuid, p_units int) returns uuid[]
language plpgsql
set search_path = ''
as $$
declare
  v_hold private.holds;
  v_left int := p_units;
  v_parts uuid[] := '{}';
  v_part uuid;
begin
  for v_hold in select * from private.holds where line_id = p_line and state = 'held' order by id for update loop
    exit when v_left = 0;
    if v_hold.units <= v_left then
      v_part := v_hold.id;
      v_left := v_left - v_hold.units;
    else
      update private.holds set units = units - v_left where id = v_hold.id;
      insert into private.holds (order_id, line_id, pool_id, kit_id, units, expires_at, held_at)
      values (v_hold.order_id, v_hold.line_id, v_hold.pool_id, v_hold.kit_id, v_left, v_hold.expires_at, v_hold.held_at)
      returning id into v_part;
      v_left := 0;
    end if;
    v_parts := v_parts || v_part;
  end loop;
  return v_parts;
end;
$$;
comment on function private.part_of_hold(uuid, int) is 'So many units of what a line holds, as holds of their own that can be released.';

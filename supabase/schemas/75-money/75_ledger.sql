-- The books of an order: what it costs, entry by entry. What came and what went back are the rows of
-- payments. Both are only ever added to, and every sum of an order follows from them: the columns of
-- order_records are copies that the triggers here keep, and what is owed back is computed by its column.

create table public.order_entries (
  id bigint generated always as identity primary key,
  order_id uuid not null references public.order_records (id) on delete cascade,
  at timestamptz not null default clock_timestamp(),
  kind text not null check (kind in ('goods', 'discount', 'shipping', 'tax', 'settled', 'refunded', 'kept')),
  line_id uuid,
  units int not null default 0,
  amount_minor int not null check (amount_minor <> 0),
  currency text not null default 'EUR' check (currency ~ '^[A-Z]{3}$'),
  reason text not null default '' check (length(reason) <= 500)
);
create index order_entries_order_idx on public.order_entries (order_id, id);
comment on table public.order_entries is 'What an order costs, change by change, never edited: the sum of its entries is its price now.';
comment on column public.order_entries.kind is
  'goods, discount, shipping and tax are what was agreed; settled is what a closing took off, refunded what a refund did, kept what a late cancellation costs.';
comment on column public.order_entries.line_id is 'Of which line, also once that line is gone; null for the order as a whole.';
comment on column public.order_entries.units is 'How many pieces of the line it adds or takes away.';
comment on column public.order_entries.amount_minor is 'What the order costs more by it, or less.';

revoke all on public.order_entries from anon, authenticated;
grant select on public.order_entries to authenticated, service_role;
create policy "Customers read the entries of orders they can see" on public.order_entries
  for select to authenticated
  using (exists (select from public.order_records o where o.id = order_id));

create function private.count_books() returns trigger
language plpgsql security definer
set search_path = ''
-- Any other way to pair them would look at all orders for a few.
set enable_hashjoin = off
set enable_mergejoin = off
as $$
begin
  -- All sums at once: one statement that adds to both tables writes the order once.
  update public.order_records o set subtotal_minor = e.goods, discount_minor = e.discount, shipping_minor = e.shipping,
    tax_minor = e.tax, total_minor = e.goods - e.discount + e.shipping + e.tax, forgone_minor = e.forgone, kept_minor = e.kept,
    captured_minor = p.captured, refunded_minor = p.refunded
  from (select distinct order_id from new_rows) n cross join lateral (
    select coalesce(sum(x.amount_minor) filter (where x.kind = 'goods'), 0)::int as goods,
      -coalesce(sum(x.amount_minor) filter (where x.kind = 'discount'), 0)::int as discount,
      coalesce(sum(x.amount_minor) filter (where x.kind = 'shipping'), 0)::int as shipping,
      coalesce(sum(x.amount_minor) filter (where x.kind = 'tax'), 0)::int as tax,
      -coalesce(sum(x.amount_minor) filter (where x.kind in ('settled', 'refunded', 'kept')), 0)::int as forgone,
      coalesce(sum(x.amount_minor) filter (where x.kind = 'kept'), 0)::int as kept
    from public.order_entries x where x.order_id = n.order_id
  ) e cross join lateral (
    select coalesce(sum(x.amount_minor) filter (where x.kind = 'capture'), 0)::int as captured,
      coalesce(sum(x.amount_minor) filter (where x.kind = 'refund'), 0)::int as refunded
    from public.payments x where x.order_id = n.order_id
  ) p
  where o.id = n.order_id and (o.subtotal_minor, o.discount_minor, o.shipping_minor, o.tax_minor, o.forgone_minor, o.kept_minor, o.captured_minor, o.refunded_minor)
    is distinct from (e.goods, e.discount, e.shipping, e.tax, e.forgone, e.kept, p.captured, p.refunded);
  return null;
end;
$$;
comment on function private.count_books() is
  'Keeps the sums of an order. Security definer: nobody may write orders.';
create trigger count_books after insert on public.order_entries
  referencing new table as new_rows for each statement execute function private.count_books();
create trigger count_books after insert on public.payments
  referencing new table as new_rows for each statement execute function private.count_books();

create function private.enter(p_order public.order_records, p_kind text, p_line uuid, p_units int, p_amount bigint, p_reason text)
returns void
language plpgsql
set search_path = ''
as $$
begin
  insert into public.order_entries (order_id, kind, line_id, units, amount_minor, currency, reason)
  select p_order.id, p_kind, p_line, p_units, p_amount::int, p_order.currency, left(p_reason, 500) where p_amount <> 0;
end;
$$;
comment on function private.enter(public.order_records, text, uuid, int, bigint, text) is
  'Adds an entry to the books of an order, none of nothing. The caller holds the lock of the order.';

create function private.enter_costs(p_order public.order_records, p_shipping int, p_tax int, p_reason text) returns void
language plpgsql
set search_path = ''
as $$
begin
  insert into public.order_entries (order_id, kind, line_id, units, amount_minor, currency, reason)
  with lines as (
    select l.*, case when l.tax_included then 0 else l.tax_minor end as added_minor
    from public.order_lines l where l.order_id = p_order.id
  ), entered as (
    select e.* from public.order_entries e where e.order_id = p_order.id
  )
  select p_order.id, x.kind, x.line_id, sum(x.units)::int, sum(x.amount)::int, p_order.currency, left(p_reason, 500)
  from (
    select 'goods' as kind, l.id as line_id, l.quantity::bigint as units, l.total_minor::bigint as amount from lines l
    union all
    select 'discount', l.id, 0, -l.discount_minor from lines l
    union all
    select 'tax', l.id, 0, l.added_minor from lines l
    union all
    select 'tax', null, 0, p_tax - coalesce(sum(l.added_minor), 0) from lines l
    union all
    select 'shipping', null, 0, p_shipping
    union all
    -- Pieces that were given back were given back at their old price: a new one is that of the others.
    select 'refunded', l.id, 0, private.share_of(w.paid, l.refunded_quantity, w.units)
      - private.share_of(l.total_minor - l.discount_minor + l.added_minor, l.refunded_quantity, l.quantity)
    from lines l cross join lateral (
      select sum(e.amount_minor) as paid, sum(e.units) as units from entered e
      where e.line_id = l.id and e.kind in ('goods', 'discount', 'tax')
    ) w where l.refunded_quantity > 0 and w.units > 0
    union all
    select e.kind, e.line_id, -e.units, -e.amount_minor from entered e
    where e.kind in ('goods', 'discount', 'tax', 'shipping') or e.line_id is not null and not exists (select from lines l where l.id = e.line_id)
  ) x
  group by x.kind, x.line_id having sum(x.amount) <> 0;
end;
$$;
comment on function private.enter_costs(public.order_records, int, int, text) is
  'Enters what the lines of an order, its shipping and its added tax come to by now, as the difference to what was entered: all of it for a new order, or for one from before the books.';

create function private.line_money(p_line public.order_lines)
returns table (cost_minor bigint, settled_minor bigint)
language plpgsql stable
set search_path = ''
as $$
begin
  return query
  select greatest(coalesce(sum(e.amount_minor), 0), 0), -coalesce(sum(e.amount_minor) filter (where e.kind = 'settled'), 0)
  from public.order_entries e where e.order_id = p_line.order_id and e.line_id = p_line.id;
end;
$$;
comment on function private.line_money(public.order_lines) is
  'What is left of a line costs, and what a closing took off it: paid once, and owed back or given back since.';

create function private.balance(p_order public.order_records) returns int
language plpgsql immutable
set search_path = ''
as $$
begin
  return greatest(p_order.total_minor - p_order.forgone_minor, 0) - p_order.captured_minor + p_order.refunded_minor;
end;
$$;
grant execute on function private.balance(public.order_records) to authenticated, service_role;
comment on function private.balance(public.order_records) is
  'What an order costs beyond what came and stayed, also one that has ended; less than nothing where more is here.';

create function private.due_now(p_order public.order_records) returns int
language plpgsql immutable
set search_path = ''
as $$
begin
  return case when p_order.status < 'shipped'
    then greatest(private.balance(p_order), 0) else 0 end;
end;
$$;
grant execute on function private.due_now(public.order_records) to authenticated, service_role;
comment on function private.due_now(public.order_records) is
  'What its customer is asked for now: nothing once an order has ended or left. balanceDue of the feature orders says the same.';

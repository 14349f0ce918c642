-- Which orders belong to a batch, in the order in which the orders desk shows them: a batch's orders are
-- a page of an index, however many orders the shop has. Lines alone write it.

create table public.order_batches (
  batch_id uuid not null references public.batches (id) on delete cascade,
  order_id uuid not null references public.order_records (id) on delete cascade,
  placed_at timestamptz not null,
  primary key (batch_id, order_id)
);
create index order_batches_newest_idx on public.order_batches (batch_id, placed_at desc, order_id desc);
create index order_batches_order_idx on public.order_batches (order_id);
comment on table public.order_batches is 'One row per order and batch that a line of it is made in.';
comment on column public.order_batches.placed_at is 'When the order was placed, which never changes: pages of a batch follow it.';

revoke all on public.order_batches from anon, authenticated;
grant select on public.order_batches to authenticated, service_role;
create policy "Staff read the batches of orders" on public.order_batches
  for select to authenticated
  using ((select private.is_staff('owner', 'fulfilment', 'support')));

create function private.keep_order_batches() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if tg_op <> 'INSERT' then
    delete from public.order_batches b
    where b.batch_id = old.batch_id and b.order_id = old.order_id
      and not exists (select from public.order_lines l where l.order_id = old.order_id and l.batch_id = old.batch_id);
  end if;
  if tg_op <> 'DELETE' then
    insert into public.order_batches (batch_id, order_id, placed_at)
    select new.batch_id, o.id, o.placed_at from public.order_records o
    where o.id = new.order_id and new.batch_id is not null
    on conflict do nothing;
  end if;
  return null;
end;
$$;
comment on function private.keep_order_batches() is 'Notes the batch of a line with its order, and forgets it with the last such line.';
create trigger keep_batch after insert on public.order_lines
  for each row when (new.batch_id is not null) execute function private.keep_order_batches();
create trigger change_batch after update on public.order_lines
  for each row when (new.batch_id is distinct from old.batch_id) execute function private.keep_order_batches();
create trigger forget_batch after delete on public.order_lines
  for each row when (old.batch_id is not null) execute function private.keep_order_batches();

create view public.batch_orders with (security_invoker = true) as
select
  b.batch_id, b.order_id as id, b.placed_at, o.number, o.status, o.payment,
  o.email, o.country_code, o.currency,
  o.total_minor, o.captured_minor, o.refunded_minor, o.refund_due_minor, o.pay_by, o.paid_at, o.address_question,
  o.open_returns, o.version, o.due_minor, o.customer, o.item_count, o.first_item, o.shipment,
  o.shipping_minor, o.tax_minor, o.tax_included_minor
from public.order_batches b
-- One by one through the key: a join would look at all orders of a status for those of a batch.
cross join lateral (select * from public.orders r where r.id = b.order_id limit 1) o;

revoke all on public.batch_orders from anon, authenticated;
grant select on public.batch_orders to authenticated, service_role;
comment on view public.batch_orders is 'One row per batch and order of it: the list of orders, asked for one batch.';
do $$
declare
  v_column record;
begin
  for v_column in
    select a.attname, coalesce(
      col_description('public.orders'::regclass, o.attnum), col_description('public.order_records'::regclass, r.attnum)) as meaning
    from pg_attribute a
    left join pg_attribute o on o.attrelid = 'public.orders'::regclass and o.attname = a.attname
    left join pg_attribute r on r.attrelid = 'public.order_records'::regclass and r.attname = a.attname
    where a.attrelid = 'public.batch_orders'::regclass and a.attnum > 0 and a.attname not in ('batch_id', 'id', 'version')
  loop
    execute format('comment on column public.batch_orders.%I is %L', v_column.attname, v_column.meaning);
  end loop;
end;
$$;

create function private.keep_promised_dates() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  v_date record;
begin
  -- Clocks that nobody turns by hand, as in tests, are not asked.
  if auth.uid() is null or not exists (
    select from public.order_batches b join public.order_records o on o.id = b.order_id
    where b.batch_id = old.id and o.status not in ('expired', 'cancelled', 'refunded')
  ) then
    return new;
  end if;
  for v_date in
    select d.name, d.words, d.was, d.becomes from (values
      ('closes_at', 'ordering', old.closes_at, new.closes_at),
      ('cancel_until', 'cancelling', old.cancel_until, new.cancel_until),
      ('change_options_until', 'changing their choices', old.change_options_until, new.change_options_until)
    ) d (name, words, was, becomes)
    where d.was > now() and d.was is distinct from d.becomes
  loop
    if v_date.becomes is null or v_date.becomes < v_date.was then
      perform private.refuse(409, 'date_promised',
        format('Its buyers were promised %s until %s. Choose that time or a later one.', v_date.words,
          to_char(v_date.was at time zone 'utc', 'FMDD FMMonth YYYY, HH24:MI "UTC"')),
        jsonb_build_object('field', v_date.name, 'promised', v_date.was));
    end if;
  end loop;
  return new;
end;
$$;
comment on function private.keep_promised_dates() is
  'Once somebody bought, what they were told about closing, cancelling and choosing may be moved later and not earlier; of the address they are told before it is final. Security definer: editors read no orders.';
create trigger keep_promised_dates before update of closes_at, cancel_until, change_options_until
  on public.batches for each row execute function private.keep_promised_dates();

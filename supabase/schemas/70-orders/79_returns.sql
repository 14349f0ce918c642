-- What customers give back: declared by them, answered by staff, and refunded through the books. A
-- return moves along private.return_moves or not at all.

create table public.order_returns (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.order_records (id) on delete cascade,
  kind text not null check (kind in ('withdrawal', 'fault')),
  status text not null default 'asked' check (status in ('asked', 'agreed', 'received', 'settled', 'declined', 'dropped')),
  lines jsonb not null check (jsonb_typeof(lines) = 'array' and pg_column_size(lines) <= 16384),
  name text not null default '' check (length(name) <= 120),
  reason text not null default '' check (length(reason) <= 1000),
  amount_minor int not null check (amount_minor >= 0),
  currency text not null default 'EUR' check (currency ~ '^[A-Z]{3}$'),
  answer text not null default '' check (length(answer) <= 1000),
  label_url text not null default '' check (label_url = '' or (label_url ~ '^https://[^\s<>"]+$' and length(label_url) <= 400)),
  is_restocked boolean not null default false,
  photo_count int not null default 0 check (photo_count between 0 and 5),
  payment_id uuid references public.payments (id),
  asked_at timestamptz not null default now(),
  answered_at timestamptz,
  received_at timestamptz,
  ended_at timestamptz,
  version int not null default 1,
  updated_at timestamptz not null default now(),
  constraint order_returns_end check ((status in ('settled', 'declined', 'dropped')) = (ended_at is not null))
);
create index order_returns_order_idx on public.order_returns (order_id, asked_at);
create index order_returns_open_idx on public.order_returns (asked_at, id) where ended_at is null;
create index order_returns_payment_idx on public.order_returns (payment_id);
comment on table public.order_returns is 'What customers give back, or say is faulty, and what became of it.';
comment on column public.order_returns.kind is 'withdrawal: without a reason, within the time that the terms give; fault: something is wrong with it.';
comment on column public.order_returns.status is
  'asked by the customer; agreed, so that it may be sent; received and looked at; settled, with or without money; declined by staff; dropped by the customer.';
comment on column public.order_returns.lines is 'Which pieces.
Holds { line_id: string; quantity: number }[]';
comment on column public.order_returns.name is 'Who declared it, where that was typed.';
comment on column public.order_returns.amount_minor is 'What the customer was told to get back.';
comment on column public.order_returns.answer is 'What staff answered: where to send it, or why not. The customer reads it.';
comment on column public.order_returns.label_url is 'A prepaid label; empty where the customer sends it at their own cost.';
comment on column public.order_returns.is_restocked is 'Whether its pieces went back on sale.';
comment on column public.order_returns.photo_count is 'How many photographs its customer added.';
comment on column public.order_returns.payment_id is 'The refund that settled it.';

revoke all on public.order_returns from anon, authenticated;
grant select on public.order_returns to authenticated, service_role;
create policy "Customers read returns of orders they can see" on public.order_returns
  for select to authenticated
  using (exists (select from public.order_records o where o.id = order_id));
call pg_temp.log_changes('public.order_returns');

create table private.return_photos (
  id uuid primary key,
  return_id uuid not null references public.order_returns (id) on delete cascade,
  jpeg bytea not null check (octet_length(jpeg) >= 100 and octet_length(jpeg) <= 1000000 and substring(jpeg from 1 for 3) = '\xffd8ff'),
  added_at timestamptz not null default now()
);
create index return_photos_return_idx on private.return_photos (return_id, added_at);
create index return_photos_age_idx on private.return_photos (added_at);
comment on table private.return_photos is
  'What a faulty piece looks like. Few and small, so they are rows: whoever may see the return sees them, and they go with it.';
comment on column private.return_photos.id is 'Made by the browser, so that a photograph sent again is kept once.';

create function private.count_returns() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.order_records o set open_returns = r.n
  from (select count(*)::int as n from public.order_returns x where x.order_id = new.order_id and x.ended_at is null) r
  where o.id = new.order_id and o.open_returns <> r.n;
  return null;
end;
$$;
comment on function private.count_returns() is 'Keeps how many returns of an order are under way, so that the desk finds it. Security definer: nobody may write orders.';
create trigger count_returns after insert or update on public.order_returns
  for each row execute function private.count_returns();

create table private.return_moves (
  from_status text not null,
  to_status text not null,
  who text not null check (who in ('customer', 'staff')),
  needs_words boolean not null default false,
  primary key (from_status, to_status)
);
comment on table private.return_moves is 'Who may move a return from where to where; tests/cases/return-moves.json holds the same.';
comment on column private.return_moves.needs_words is 'Whether the customer has to be told why or where to.';
insert into private.return_moves (from_status, to_status, who, needs_words) values
  ('asked', 'agreed', 'staff', true),
  ('asked', 'declined', 'staff', true),
  ('asked', 'received', 'staff', false),
  ('asked', 'settled', 'staff', false),
  ('agreed', 'received', 'staff', false),
  ('agreed', 'settled', 'staff', false),
  ('agreed', 'declined', 'staff', true),
  ('received', 'settled', 'staff', false),
  ('received', 'declined', 'staff', true),
  ('asked', 'dropped', 'customer', false),
  ('agreed', 'dropped', 'customer', false);

create function private.lines_on_return(p_order uuid) returns table (line_id uuid, quantity int)
language plpgsql stable
set search_path = ''
as $$
begin
  return query
  select (x ->> 'line_id')::uuid, sum((x ->> 'quantity')::int)::int
  from public.order_returns r cross join lateral jsonb_array_elements(r.lines) x
  where r.order_id = p_order and r.ended_at is null
  group by 1;
end;
$$;
comment on function private.lines_on_return(uuid) is 'How many pieces of which lines are in returns that are under way.';

create function private.is_withdrawn(p_shipment uuid) returns boolean
language plpgsql stable
set search_path = ''
as $$
begin
  return exists (
    select from public.order_lines l join public.order_returns r on r.order_id = l.order_id
    where l.shipment_id = p_shipment and r.kind = 'withdrawal' and r.ended_at is null
      and r.lines @> jsonb_build_array(jsonb_build_object('line_id', l.id)));
end;
$$;
comment on function private.is_withdrawn(uuid) is 'Whether a customer has withdrawn from something in a parcel, and staff have not settled it: it stays until they have.';

create function private.awaits_items(p_return public.order_returns) returns boolean
language sql stable
set search_path = ''
as $$
  select exists (
    select from jsonb_array_elements(p_return.lines) x
    join public.order_lines l on l.id = (x ->> 'line_id')::uuid
    join public.shipments s on s.id = l.shipment_id
    where s.status <> 'planned')
$$;
comment on function private.awaits_items(public.order_returns) is 'Whether anything of a return has shipped, so that it has to be sent back.';

create function private.postage_back(p_order public.order_records, p_lines jsonb) returns int
language plpgsql stable
set search_path = ''
as $$
declare
  v_cheapest bigint;
begin
  -- Only who gives back the whole order gets postage, and none that has gone back already.
  if exists (
    select from public.order_lines l
    where l.order_id = p_order.id and l.quantity > l.refunded_quantity
      + coalesce((select sum((x ->> 'quantity')::int) from jsonb_array_elements(p_lines) x where (x ->> 'line_id')::uuid = l.id), 0)
  ) or exists (select from public.order_entries e where e.order_id = p_order.id and e.line_id is null and e.kind in ('refunded', 'settled')) then
    return 0;
  end if;
  select min(p.price_minor) into v_cheapest
  from public.zone_countries z
  join public.shipping_methods m on m.zone_id = z.zone_id and m.is_offered
  cross join lateral (
    select case when bool_and(x.reason is null) then sum(x.price_minor) end as price_minor
    from (
      select sum(l.weight_grams)::bigint as weight, sum(l.total_minor)::bigint as value,
        array(select distinct t from public.order_lines i join public.products g on g.id = i.product_id, unnest(g.shipping_tags) t where i.order_id = p_order.id) as tags
      from public.order_lines l where l.order_id = p_order.id group by l.shipment_id
    ) s cross join lateral private.parcel_price(m, s.weight, s.value, s.tags) x
  ) p
  where z.country_code = p_order.country_code;
  -- Of what was paid for it: where VAT was taken off, without it.
  return coalesce(private.share_of(least(p_order.shipping_minor, coalesce(v_cheapest, p_order.shipping_minor)), (
    select greatest(coalesce(sum(e.amount_minor), 0), 0) from public.order_entries e
    where e.order_id = p_order.id and e.line_id is null and e.kind in ('shipping', 'tax')), nullif(p_order.shipping_minor, 0)), 0);
end;
$$;
comment on function private.postage_back(public.order_records, jsonb) is
  'What of the postage comes back with the last pieces of an order: no more than the cheapest method costs.';

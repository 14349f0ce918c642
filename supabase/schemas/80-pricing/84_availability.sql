-- What can be bought now, and for how much: the one read that brings a static page up to date.
-- The order decides again; this view and private.availability_now are what it decides with.

create view public.availability with (security_invoker = true) as
select
  v.id as variant_id,
  v.product_id,
  case
    when p.status = 'archived' then 'archived'
    when v.is_made_to_order then 'made_to_order'
    when v.availability = 'in_stock' then private.stock_word_of(v.id)
    when v.availability = 'preorder' and v.stock_pool_id is not null
      and private.stock_word_of(v.id) = 'sold_out' then 'sold_out'
    else v.availability::text
  end as stock,
  case
    when p.status = 'archived' then false
    when v.is_made_to_order then true
    when v.availability = 'in_stock' then private.stock_word_of(v.id) <> 'sold_out'
    when v.availability = 'preorder' then
      v.stock_pool_id is null or private.stock_word_of(v.id) <> 'sold_out'
    when v.availability = 'group_buy' then coalesce(
      b.stage_now = 'open' and b.dropped_at is null
      and (b.capacity is null or b.taken_count < b.capacity), false)
    else false
  end as can_be_ordered,
  private.remaining_of(v.id) as remaining,
  case
    when v.availability = 'group_buy' and b.kit_id is not null
      then private.tier_price(b.kit_id, b.ordered_count, v.price_minor)
    else v.price_minor
  end as price_minor,
  v.currency,
  b.id as batch_id,
  b.stage_now as batch_stage,
  b.opens_at,
  b.closes_at,
  b.eta,
  b.eta_precision,
  b.moq,
  b.ordered_count,
  b.waiting_count,
  t.from_count as next_tier_count,
  t.price_minor as next_tier_price_minor,
  l.id as list_id,
  l.kind as list_kind,
  l.status as list_status,
  l.opens_at as list_opens_at,
  l.closes_at as list_closes_at,
  v.ships_on,
  now() as read_at,
  v.flaws <> '' as is_b_stock
from public.variants v
join public.products p on p.id = v.product_id
left join lateral (
  select
    b.id, b.opens_at, b.closes_at, b.eta, b.eta_precision, k.id as kit_id, k.moq, k.capacity,
    coalesce(k.settled_count, k.ordered_count) as ordered_count, k.waiting_count,
    k.ordered_count + k.waiting_count as taken_count, k.dropped_at,
    private.batch_stage_now(b.stage, b.opens_at, b.closes_at, now()) as stage_now
  from public.batch_kits k join public.batches b on b.id = k.batch_id
  where k.variant_id = v.id
  order by b.stage <> 'archived' desc, b.number desc
  limit 1
) b on true
left join lateral (
  select t.from_count, t.price_minor from public.batch_price_tiers t
  where t.batch_kit_id = b.kit_id and t.from_count > b.ordered_count
  order by t.from_count limit 1
) t on true
left join lateral (
  select l.id, l.kind, l.status, l.opens_at, l.closes_at
  from public.list_choices c join public.lists l on l.id = c.list_id
  where c.variant_id = v.id
  order by l.status <> 'finished' desc, l.opens_at desc
  limit 1
) l on true;

revoke all on public.availability from anon, authenticated;
grant select on public.availability to anon, authenticated, service_role;
comment on view public.availability is
  'One row per variant that the caller can see: the stock word, whether it can be ordered now, the price of now, and the batch or list it goes through.';
comment on column public.availability.stock is 'in_stock, few_left, sold_out, made_to_order, group_buy, preorder, list or archived.';
comment on column public.availability.can_be_ordered is 'Whether an order placed now would be taken.';
comment on column public.availability.remaining is 'How many are left of a numbered edition; null for all else.';
comment on column public.availability.price_minor is 'What one costs now, batch tier included, in minor units.';
comment on column public.availability.batch_id is 'The batch it goes through, if any.';
comment on column public.availability.batch_stage is 'The stage of that batch by the clock: a window that has passed is closed.';
comment on column public.availability.eta is 'When the batch is expected to leave.';
comment on column public.availability.moq is 'How many orders the kit needs.';
comment on column public.availability.ordered_count is
  'How many are ordered and paid; once the closing is settled, how many were then.';
comment on column public.availability.waiting_count is 'How many more wait for their payment, and decide nothing until it comes.';
comment on column public.availability.next_tier_count is 'From how many orders on it gets cheaper; null if it does not.';
comment on column public.availability.next_tier_price_minor is 'What it costs from then on.';
comment on column public.availability.list_id is 'The list it goes through, if any.';
comment on column public.availability.list_closes_at is 'When the list closes; null if it stays open.';
comment on column public.availability.ships_on is 'When a preorder ships.';
comment on column public.availability.is_b_stock is 'Whether it has flaws that are told before it is bought.';
comment on column public.availability.read_at is 'The time of the database at the reading.';

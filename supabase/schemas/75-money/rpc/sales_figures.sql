-- What was sold in a period, as sums that name nobody, beside as many days before it: in all, per day, by country,
-- kit and chosen option, what of it runs out, how each batch came to its minimum, and how long its stages took.
-- Sums are in the currency of most orders. Bounded, so that it stays quick in an old shop.

create function private.sales_figures(p_from date, p_to date) returns jsonb
language plpgsql stable security definer
set search_path = ''
-- Of a young shop a period may be most of its orders: its days are read by their key all the same.
set enable_seqscan = off
as $$
declare
  v_from constant timestamptz := p_from::timestamp at time zone 'UTC';
  v_until constant timestamptz := (p_to + 1)::timestamp at time zone 'UTC';
  v_days constant int := p_to - p_from + 1;
  v_before constant timestamptz := (p_from - v_days)::timestamp at time zone 'UTC';
  v_most constant int := 12;
  v_currency text;
begin
  perform private.require_reader('owner', 'fulfilment');
  if v_days is null or v_days not between 1 and 366 then
    perform private.refuse(422, 'wrong_period', 'Choose a period of one year at most.');
  end if;
  v_currency := coalesce((select o.currency from public.order_records o
    where o.placed_at >= v_before and o.placed_at < v_until and o.captured_minor > o.refunded_minor group by 1 order by count(*) desc, 1 limit 1), 'EUR');
  return (
    with sold as materialized (
      select o.id, (o.placed_at at time zone 'UTC')::date as day, o.country_code,
        case when o.currency = v_currency then o.captured_minor - o.refunded_minor else 0 end as net_minor
      from public.order_records o
      where o.placed_at >= v_before and o.placed_at < v_until
        and o.captured_minor > o.refunded_minor and o.status not in ('expired', 'cancelled', 'refunded')
    ), by_day as (
      select day, count(*) as orders, sum(net_minor) as net_minor from sold group by 1
    ), lines as materialized (
      select l.title, l.variant_title, l.variant_id, l.options, l.quantity - l.refunded_quantity as units
      from sold s cross join lateral (
        select * from public.order_lines x where x.order_id = s.id and x.quantity > x.refunded_quantity offset 0
      ) l
      where s.day >= p_from
    )
    select jsonb_build_object(
      'from', p_from, 'to', p_to, 'currency', v_currency,
      'totals', private.sales_totals(v_from, v_until, v_currency),
      'before', private.sales_totals(v_before, v_from, v_currency),
      'days', (
        select jsonb_agg(jsonb_build_object('day', d.day::date, 'orders', coalesce(s.orders, 0), 'net_minor', coalesce(s.net_minor, 0),
          'before_minor', coalesce(b.net_minor, 0)) order by d.day)
        from generate_series(p_from::timestamp, p_to::timestamp, interval '1 day') d (day)
        left join by_day s on s.day = d.day::date
        left join by_day b on b.day = d.day::date - v_days),
      'countries', (
        select coalesce(jsonb_agg(jsonb_build_object('label', coalesce(c.name, x.country_code), 'count', x.orders) order by x.orders desc, x.country_code), '[]')
        from (select country_code, count(*) as orders from sold where day >= p_from group by 1 order by 2 desc, 1 limit v_most) x
        left join public.countries c on c.code = x.country_code),
      'kits', (
        select coalesce(jsonb_agg(jsonb_build_object('label', x.label, 'count', x.units) order by x.units desc, x.label), '[]')
        from (select title || ', ' || variant_title as label, sum(units) as units from lines group by 1 order by 2 desc, 1 limit v_most) x),
      'options', (
        select coalesce(jsonb_agg(jsonb_build_object('label', x.label, 'count', x.units) order by x.units desc, x.label), '[]')
        from (
          select (o ->> 'option') || ': ' || (o ->> 'value') as label, sum(l.units) as units
          from lines l, jsonb_array_elements(l.options) o group by 1 order by 2 desc, 1 limit v_most) x),
      'stock', (
        select coalesce(jsonb_agg(jsonb_build_object('label', x.title, 'sold', x.units, 'left', x.left_units, 'days', x.days) order by x.days, x.title), '[]')
        from (
          select s.title, sum(l.units * v.pool_units) as units, s.on_hand - s.allocated as left_units,
            floor(greatest(s.on_hand - s.allocated, 0) * v_days::numeric / sum(l.units * v.pool_units))::bigint as days
          from lines l join public.variants v on v.id = l.variant_id join public.stock_pools s on s.id = v.stock_pool_id
          group by s.id order by days, s.title limit v_most) x),
      'batches', private.batch_figures(v_from)));
end;
$$;
call pg_temp.expose('sales_figures', 'authenticated', 'sums over orders of everybody.',
  'Sums of the orders placed on these days, at most 366; before is of as many days before. Names nobody. Staff: owner, fulfilment. Refuses with not_allowed, second_factor, second_factor_missing, wrong_period.
Gives {
  batches: {
    code: string;
    eta: string | null;
    eta_precision: "day" | "month" | "quarter";
    kits: { count: number; label: string; moq: number }[];
    original_eta: string | null;
    shipped_on: string | null;
    stages: { days: number; stage: <batch_stage> }[];
  }[];
  before: {
    buyers: number;
    net_minor: number;
    orders: number;
    other_orders: number;
    refunded_minor: number;
    returning: number;
    units: number;
  };
  countries: { count: number; label: string }[];
  currency: string;
  days: { before_minor: number; day: string; net_minor: number; orders: number }[];
  from: string;
  kits: { count: number; label: string }[];
  options: { count: number; label: string }[];
  stock: { days: number; label: string; left: number; sold: number }[];
  to: string;
  totals: {
    buyers: number;
    net_minor: number;
    orders: number;
    other_orders: number;
    refunded_minor: number;
    returning: number;
    units: number;
  };
}');

create function private.sales_totals(p_from timestamptz, p_until timestamptz, p_currency text) returns jsonb
language sql stable
set search_path = ''
as $$
  with placed as materialized (
    select o.id, o.user_id, o.status, o.currency, o.captured_minor - o.refunded_minor as net_minor, o.refunded_minor
    from public.order_records o where o.placed_at >= p_from and o.placed_at < p_until
  ), sold as materialized (
    select * from placed where net_minor > 0 and status not in ('expired', 'cancelled', 'refunded')
  ), buyers as (
    select distinct s.user_id, case when s.user_id is null then lower(c.email) end as email
    from sold s join private.order_contacts c on c.order_id = s.id
    where s.user_id is not null or not private.is_nobodys(lower(c.email))
  )
  select jsonb_build_object(
    'orders', (select count(*) from sold),
    'other_orders', (select count(*) from sold where currency <> p_currency),
    'net_minor', (select coalesce(sum(net_minor), 0) from sold where currency = p_currency),
    'refunded_minor', (select coalesce(sum(refunded_minor), 0) from placed where currency = p_currency),
    'units', (
      select coalesce(sum(l.quantity - l.refunded_quantity), 0)
      from sold s cross join lateral (select * from public.order_lines x where x.order_id = s.id offset 0) l),
    'buyers', (select count(*) from buyers),
    'returning', (
      select count(*) from buyers b
      where exists (select from private.orders_of(b.user_id, b.email) o where o.placed_at < p_from)))
$$;
comment on function private.sales_totals(timestamptz, timestamptz, text) is
  'The sums of the orders that were placed in a period: what came and stayed, what went back, and how many buyers had ordered before it.';

create function private.batch_figures(p_from timestamptz) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'code', b.code, 'eta', b.eta, 'original_eta', b.original_eta, 'eta_precision', b.eta_precision, 'shipped_on', b.shipped_on,
    'stages', (
      select coalesce(jsonb_agg(jsonb_build_object('stage', h.stage, 'days', h.days) order by h.entered_at), '[]')
      from (
        select stage, entered_at, round(extract(epoch from
          coalesce(lead(entered_at) over (order by entered_at), now()) - entered_at) / 86400)::int as days
        from public.batch_stage_history where batch_id = b.id
      ) h where h.stage <> 'draft'),
    'kits', (
      select coalesce(jsonb_agg(jsonb_build_object('label', v.title, 'moq', k.moq, 'count', k.ordered_count) order by k.position, v.title), '[]')
      from public.batch_kits k join public.variants v on v.id = k.variant_id where k.batch_id = b.id)
  ) order by b.closes_at desc nulls last, b.code), '[]')
  from (
    select * from public.batches
    where stage not in ('draft', 'archived') and (closes_at is null or closes_at >= p_from or stage <> 'extras')
    order by closes_at desc nulls last, code limit 12
  ) b
$$;
comment on function private.batch_figures(timestamptz) is 'Of the newest batches: kits against their minimum, and how long each stage took.';

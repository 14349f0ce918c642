-- What was sold in the last days, as sums that name nobody: per day, by country, kit and chosen option, how each
-- batch came to its minimum, and how long its stages took. Bounded, so that it stays quick in an old shop.

create function private.sales_figures(p_days int) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  v_from constant timestamptz := date_trunc('day', now()) - make_interval(days => greatest(coalesce(p_days, 0), 1) - 1);
  v_most constant int := 12;
begin
  perform private.require_reader('owner', 'fulfilment');
  if p_days is null or p_days not between 7 and 366 then
    perform private.refuse(422, 'wrong_window', 'Choose a period of 7 to 366 days.', '{"from": 7, "to": 366}');
  end if;
  return (
    with sold as materialized (
      select o.id, o.placed_at::date as day, o.country_code, o.currency, o.captured_minor - o.refunded_minor as net_minor
      from public.order_records o
      where o.placed_at >= v_from and o.captured_minor > o.refunded_minor and o.status not in ('expired', 'cancelled', 'refunded')
    ), lines as materialized (
      select l.title, l.variant_title, l.options, l.quantity - l.refunded_quantity as units
      from sold s cross join lateral (
        select * from public.order_lines x where x.order_id = s.id and x.quantity > x.refunded_quantity offset 0
      ) l
    )
    select jsonb_build_object(
      'from', v_from::date, 'to', now()::date,
      'currency', coalesce((select currency from sold group by 1 order by count(*) desc, 1 limit 1), 'EUR'),
      'days', (
        select jsonb_agg(jsonb_build_object('day', d.day::date, 'orders', coalesce(s.orders, 0), 'net_minor', coalesce(s.net_minor, 0)) order by d.day)
        from generate_series(v_from, now(), interval '1 day') d (day)
        left join (select day, count(*) as orders, sum(net_minor) as net_minor from sold group by 1) s on s.day = d.day::date),
      'countries', (
        select coalesce(jsonb_agg(jsonb_build_object('label', coalesce(c.name, x.country_code), 'count', x.orders) order by x.orders desc, x.country_code), '[]')
        from (select country_code, count(*) as orders from sold group by 1 order by 2 desc, 1 limit v_most) x
        left join public.countries c on c.code = x.country_code),
      'kits', (
        select coalesce(jsonb_agg(jsonb_build_object('label', x.label, 'count', x.units) order by x.units desc, x.label), '[]')
        from (select title || ', ' || variant_title as label, sum(units) as units from lines group by 1 order by 2 desc, 1 limit v_most) x),
      'options', (
        select coalesce(jsonb_agg(jsonb_build_object('label', x.label, 'count', x.units) order by x.units desc, x.label), '[]')
        from (
          select (o ->> 'option') || ': ' || (o ->> 'value') as label, sum(l.units) as units
          from lines l, jsonb_array_elements(l.options) o group by 1 order by 2 desc, 1 limit v_most) x),
      'batches', private.batch_figures(v_from)));
end;
$$;
grant execute on function private.sales_figures(int) to authenticated;
comment on function private.sales_figures(int) is
  'Body of public.sales_figures. Security definer: sums over orders of everybody.';

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

create function public.sales_figures(p_days int default 30) returns jsonb
language sql stable security invoker
set search_path = ''
as $$
  select private.sales_figures(p_days)
$$;
grant execute on function public.sales_figures(int) to authenticated;
comment on function public.sales_figures(int) is
  'Sums of the last days: {from, to, currency, days, countries, kits, options, batches}. Names nobody. Staff: owner, fulfilment. Refuses with not_allowed, wrong_window.';

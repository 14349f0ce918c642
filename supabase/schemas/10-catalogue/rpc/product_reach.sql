-- Whether a visitor could buy each product now, and from which served countries not, with the reason:
-- asked page by page, so that a large shop can be gone through with somebody looking on. A page is worked
-- out as a whole: parcels of one weight, price and kind are tried once, however many products have them.

create function private.countries_out_of_reach(p_products uuid[])
returns table (product_id uuid, country text, reason text)
language sql stable
set search_path = ''
as $$
  with goods as materialized (
    select distinct a.product_id, v.weight_grams::bigint as weight, a.price_minor::bigint as price, p.shipping_tags as tags
    from unnest(p_products) one (id)
    join public.products p on p.id = one.id
    -- Product by product, so that a page of them reads no more than its own.
    cross join lateral (
      select w.variant_id, w.product_id, w.price_minor from public.availability w
      where w.product_id = one.id and w.can_be_ordered offset 0
    ) a
    join public.variants v on v.id = a.variant_id
  ), tried as materialized (
    select g.weight, g.price, g.tags, m.zone_id, bool_or(x.reason is null) as is_served, min(x.reason) as reason
    from (select distinct weight, price, tags from goods) g
    join public.shipping_methods m on m.is_offered
    cross join lateral private.parcel_price(m, g.weight, g.price, g.tags) x
    group by g.weight, g.price, g.tags, m.zone_id
  ), zones as materialized (
    select g.product_id, t.zone_id, bool_or(t.is_served) as is_served, min(t.reason) as reason
    from goods g join tried t on t.weight = g.weight and t.price = g.price and t.tags = g.tags
    group by g.product_id, t.zone_id
  )
  select s.product_id, c.name, coalesce(
    min(r.reason),
    case
      when count(n.zone_id) = 0 then 'It is in no shipping zone.'
      when not coalesce(bool_or(z.is_served), false) then coalesce(min(z.reason), 'No method serves its zone.')
    end)
  from (select g.product_id, array_agg(distinct tag) filter (where tag is not null) as tags
    from goods g left join lateral unnest(g.tags) tag on true group by g.product_id) s
  cross join public.countries c
  left join public.country_restrictions r on r.country_code = c.code and r.shipping_tag = any (s.tags)
  left join public.zone_countries n on n.country_code = c.code
  left join zones z on z.product_id = s.product_id and z.zone_id = n.zone_id
  where c.ships
  group by s.product_id, c.code, c.name
$$;
comment on function private.countries_out_of_reach(uuid[]) is
  'Of each product and served country, why nothing of it can be sent there; null where one piece of something can.';

create function private.product_reach(p_after uuid default null, p_most int default 100) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  v_most constant int := least(greatest(coalesce(p_most, 100), 1), 100);
  v_page uuid[];
begin
  perform private.require_reader('owner', 'editor', 'fulfilment');
  v_page := array(
    select p.id from public.products p
    where p.status in ('published', 'scheduled') and p.publish_at <= now() and (p_after is null or p.id > p_after)
    order by p.id limit v_most);
  return (
    with variants as materialized (
      select a.product_id, a.can_be_ordered, jsonb_build_object('stock', a.stock,
          'batch_stage', case when a.stock = 'group_buy' then a.batch_stage end,
          'list_status', case when a.stock = 'list' then a.list_status end) as state
      from unnest(v_page) one (id)
      cross join lateral (select * from public.availability w where w.product_id = one.id offset 0) a
    ), states as (
      select v.product_id, bool_or(v.can_be_ordered) as can_be_ordered,
        coalesce(jsonb_agg(distinct v.state) filter (where not v.can_be_ordered), '[]') as states
      from variants v group by v.product_id
    ), blocked as (
      select o.product_id, jsonb_agg(jsonb_build_object('reason', o.reason, 'countries', o.countries) order by o.reason) as blocked
      from (
        select r.product_id, r.reason, jsonb_agg(r.country order by r.country) as countries
        from private.countries_out_of_reach(v_page) r where r.reason is not null group by r.product_id, r.reason
      ) o group by o.product_id
    ), told as (
      select p.id, p.title, coalesce(s.can_be_ordered, false) as can_be_ordered,
        coalesce(s.states, '[]') as states, coalesce(b.blocked, '[]') as blocked
      from public.products p
      left join states s on s.product_id = p.id
      left join blocked b on b.product_id = p.id
      where p.id = any (v_page)
    )
    select jsonb_build_object(
      -- Counted once, for whoever looks on: it goes over all of them.
      'total', case when p_after is null then (
        select count(*) from public.products p where p.status in ('published', 'scheduled') and p.publish_at <= now()) end,
      'countries', (select count(*) from public.countries c where c.ships),
      'next', case when cardinality(v_page) = v_most then v_page[v_most] end,
      'products', (select coalesce(jsonb_agg(to_jsonb(t) order by t.id), '[]') from told t)));
end;
$$;
call pg_temp.expose('product_reach', 'authenticated',
  'stock words and rates are looked at whatever the role may change.',
  'Of up to p_most shown products after p_after, by id, whether and from where they can be bought; the total comes with the first alone. Staff: owner, editor, fulfilment. Refuses with not_allowed.
Gives {
  countries: number;
  next: string | null;
  products: {
    blocked: { countries: string[]; reason: string }[];
    can_be_ordered: boolean;
    id: string;
    states: { batch_stage: <batch_stage> | null; list_status: <list_status> | null; stock: string }[];
    title: string;
  }[];
  total: number | null;
}');

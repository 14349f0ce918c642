-- Whether a visitor could buy each product now, and from which served countries not, with the reason:
-- asked page by page, so that a large shop can be gone through with somebody looking on.

create function private.countries_out_of_reach(p_product uuid) returns table (country text, reason text)
language sql stable
set search_path = ''
as $$
  with goods as materialized (
    select v.weight_grams::bigint as weight, a.price_minor::bigint as price, p.shipping_tags as tags
    from public.availability a join public.variants v on v.id = a.variant_id join public.products p on p.id = v.product_id
    where a.product_id = p_product and a.can_be_ordered
  ), zones as materialized (
    select m.zone_id, bool_or(x.reason is null) as is_served, min(x.reason) as reason
    from goods g join public.shipping_methods m on m.is_offered
    cross join lateral private.parcel_price(m, g.weight, g.price, g.tags) x
    group by m.zone_id
  )
  select c.name, coalesce(
    (select min(r.reason) from public.country_restrictions r join goods g on r.shipping_tag = any (g.tags) where r.country_code = c.code),
    case
      when count(n.zone_id) = 0 then 'It is in no shipping zone.'
      when not coalesce(bool_or(z.is_served), false) then coalesce(min(z.reason), 'No method serves its zone.')
    end)
  from public.countries c
  left join public.zone_countries n on n.country_code = c.code
  left join zones z on z.zone_id = n.zone_id
  where c.ships and exists (select from goods)
  group by c.code, c.name
$$;
revoke execute on function private.countries_out_of_reach(uuid) from public;
comment on function private.countries_out_of_reach(uuid) is
  'Of each served country, why nothing of a product can be sent there; null where one piece of something can.';

create function private.product_reach(p_after uuid, p_most int) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  v_most constant int := least(greatest(coalesce(p_most, 50), 1), 100);
begin
  perform private.require_staff('owner', 'editor', 'fulfilment');
  return (
    with page as materialized (
      select p.id, p.title from public.products p
      where p.status in ('published', 'scheduled') and p.publish_at <= now() and (p_after is null or p.id > p_after)
      order by p.id limit v_most
    ), told as (
      select g.id, g.title,
        coalesce((select bool_or(a.can_be_ordered) from public.availability a where a.product_id = g.id), false) as can_be_ordered,
        coalesce((
          select jsonb_agg(distinct case
            when a.stock = 'group_buy' then 'group buy, ' || coalesce(a.batch_stage::text, 'without a batch')
            when a.stock = 'list' then 'by list, ' || coalesce(a.list_status::text, 'without a list')
            else a.stock end)
          from public.availability a where a.product_id = g.id and not a.can_be_ordered), '[]') as states,
        (select coalesce(jsonb_agg(jsonb_build_object('reason', o.reason, 'countries', o.countries) order by o.reason), '[]') from (
          select r.reason, jsonb_agg(r.country order by r.country) as countries
          from private.countries_out_of_reach(g.id) r where r.reason is not null group by r.reason) o) as blocked
      from page g
    )
    select jsonb_build_object(
      'total', (select count(*) from public.products p where p.status in ('published', 'scheduled') and p.publish_at <= now()),
      'countries', (select count(*) from public.countries c where c.ships),
      'next', case when (select count(*) from page) = v_most then (select id from page order by id desc limit 1) end,
      'products', (select coalesce(jsonb_agg(to_jsonb(t) order by t.id), '[]') from told t)));
end;
$$;
revoke execute on function private.product_reach(uuid, int) from public;
grant execute on function private.product_reach(uuid, int) to authenticated;
comment on function private.product_reach(uuid, int) is
  'Body of public.product_reach. Security definer: stock words and rates are looked at whatever the role may change.';

create function public.product_reach(p_after uuid default null, p_most int default 50) returns jsonb
language sql stable security invoker
set search_path = ''
as $$
  select private.product_reach(p_after, p_most)
$$;
revoke execute on function public.product_reach(uuid, int) from public, anon;
grant execute on function public.product_reach(uuid, int) to authenticated;
comment on function public.product_reach(uuid, int) is
  'Of up to p_most shown products after p_after, by id: {total, countries, next, products: [{id, title, can_be_ordered, states, blocked: [{reason, countries}]}]}. Staff: owner, editor, fulfilment. Refuses with not_allowed.';

-- What stands between a design and an order, and what an order keeps of it. Quotes and orders decide
-- through these two functions alone.

create function private.oklab(p_hex text) returns double precision[]
language sql immutable
set search_path = ''
as $$
  with rgb as (
    select array_agg(case when v <= 0.04045 then v / 12.92 else power((v + 0.055) / 1.055, 2.4) end order by n) as c
    from (
      select n, get_byte(decode(substr(p_hex, 2), 'hex'), n) / 255.0::double precision as v
      from generate_series(0, 2) n
    ) channel
  ), lms as (
    select cbrt(0.4122214708 * c[1] + 0.5363325363 * c[2] + 0.0514459929 * c[3]) as l,
      cbrt(0.2119034982 * c[1] + 0.6806995451 * c[2] + 0.1073969566 * c[3]) as m,
      cbrt(0.0883024619 * c[1] + 0.2817188376 * c[2] + 0.6299787005 * c[3]) as s
    from rgb
  )
  select array[
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  ] from lms
$$;
revoke execute on function private.oklab(text) from public;
comment on function private.oklab(text) is 'A colour in OKLab, by the same figures as the picker''s.';

create function private.nearest_offered(p_hex text, p_product uuid, p_zone text) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('code', c.code, 'name', c.name, 'physical_code', c.physical_code,
    'hex', c.colour, 'distance', round(d.distance::numeric, 2))
  from public.design_offers o
  join public.colorways c on c.palette_id = o.palette_id and c.status = 'current' and c.can_be_ordered
  cross join lateral (
    select 100 * sqrt(power(a[1] - b[1], 2) + power(a[2] - b[2], 2) + power(a[3] - b[3], 2)) as distance
    from (select private.oklab(p_hex) as a, private.oklab(c.colour) as b) lab
  ) d
  where o.product_id = p_product and o.zone = p_zone
  order by round(d.distance::numeric, 9), c.code
  limit 1
$$;
revoke execute on function private.nearest_offered(text, uuid, text) from public;
comment on function private.nearest_offered(text, uuid, text) is
  'The colour nearest to a wish among those that a product offers for a zone.';

create function private.blocked_zones(p_design jsonb, p_product uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'reason', b.reason, 'zone', b.zone, 'keys', coalesce(to_jsonb(b.keys), 'null'), 'hex', b.hex, 'code', b.code,
    'message', case b.reason
      when 'design_idea' then format('%s: %s is an idea, not a colour of a palette.', b.zone, b.hex)
      when 'design_withdrawn' then format('%s: %s can no longer be ordered.', b.zone, b.name)
      else format('%s: %s is not offered for this.', b.zone, coalesce(b.name, b.code))
    end,
    'nearest', private.nearest_offered(b.hex, p_product, b.zone)
  ) order by b.zone, b.hex, b.keys nulls first), '[]')
  from (
    select p.zone, p.keys, p.hex, p.code, c.name, case
      when p.code is null then 'design_idea'
      when c.id is null or c.palette_id is null then 'design_unknown_colour'
      when c.status <> 'current' or not c.can_be_ordered then 'design_withdrawn'
      when not exists (select from public.design_offers o where o.product_id = p_product
        and o.zone = p.zone and o.palette_id = c.palette_id) then 'design_not_offered'
    end as reason
    from private.design_paints(p_design) p
    left join public.colorways c on c.code = p.code
    where exists (select from public.design_offers o where o.product_id = p_product and o.zone = p.zone)
      and not (p.zone = 'legends' and p_design ->> 'legends' = 'off')
  ) b
  where b.reason is not null
$$;
revoke execute on function private.blocked_zones(jsonb, uuid) from public;
comment on function private.blocked_zones(jsonb, uuid) is
  'The colours of a design that a product can''t be made in, each with the reason and the nearest offered.';

create function private.design_problems(p_design uuid, p_variant uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  v_design public.designs;
  v_kit public.design_kits;
  v_caps int;
  v_product uuid;
begin
  select * into v_design from public.designs where id = p_design;
  if not found or not private.can_see_design(v_design, null) then
    return jsonb_build_array(jsonb_build_object('reason', 'design_unknown',
      'message', 'There is no such design, or it is private.'));
  end if;
  select k.* into v_kit from public.design_kits k where k.variant_id = p_variant;
  if not found then
    return jsonb_build_array(jsonb_build_object('reason', 'design_not_possible',
      'message', 'This is not made to a design.'));
  end if;
  v_caps := private.design_cap_count(v_design.design -> 'layout');
  if v_caps > v_kit.most_caps then
    return jsonb_build_array(jsonb_build_object('reason', 'design_too_large',
      'message', format('The design has %s keys and this kit %s caps.', v_caps, v_kit.most_caps)));
  end if;
  select product_id into v_product from public.variants where id = p_variant;
  return private.blocked_zones(v_design.design, v_product);
end;
$$;
revoke execute on function private.design_problems(uuid, uuid) from public;
grant execute on function private.design_problems(uuid, uuid) to anon, authenticated, service_role;
comment on function private.design_problems(uuid, uuid) is
  'Why a variant can''t be made to a design, as a list of {reason, message, …}; empty when it can. Security definer: an unlisted design is read by its id.';

create function private.snapshot_of_design(p_design public.designs) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'id', p_design.id, 'code', p_design.code, 'name', p_design.name, 'version', p_design.version,
    'design', p_design.design,
    'colours', (
      select coalesce(jsonb_object_agg(c.code, jsonb_build_object('name', c.name, 'physical_code', c.physical_code,
        'hex', c.colour, 'palette', l.title, 'maker', l.maker, 'material', l.material)), '{}')
      from public.colorways c join public.palettes l on l.id = c.palette_id
      where c.code in (select code from private.design_paints(p_design.design))
    ))
$$;
revoke execute on function private.snapshot_of_design(public.designs) from public;
comment on function private.snapshot_of_design(public.designs) is
  'What an order line keeps of a design: all that is drawn, and its colours as the book has them now.';

create function private.freeze_design(p_design uuid) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_design public.designs;
begin
  update public.designs set used_at = coalesce(used_at, now()) where id = p_design returning * into v_design;
  if not found then
    perform private.refuse(404, 'unknown_design', 'There is no such design.', jsonb_build_object('id', p_design));
  end if;
  return private.snapshot_of_design(v_design);
end;
$$;
revoke execute on function private.freeze_design(uuid) from public;
comment on function private.freeze_design(uuid) is
  'Marks a design as ordered, from when on it never changes, and gives what the order line keeps of it. Security definer: designs are written by functions alone.';

-- What stands between a design and an order, and what an order keeps of it. Quotes and orders decide
-- through these two functions alone.

create function private.lab(p_hex text) returns double precision[]
language plpgsql immutable
set search_path = ''
as $$
declare
  v_bytes constant bytea := decode(substr(p_hex, 2), 'hex');
  v_rgb double precision[];
  v_value double precision;
  v_xyz double precision[];
begin
  for n in 0..2 loop
    v_value := get_byte(v_bytes, n) / 255.0::double precision;
    v_rgb[n] := case when v_value <= 0.04045 then v_value / 12.92 else power((v_value + 0.055) / 1.055, 2.4) end;
  end loop;
  v_xyz := array[
    (0.4123907993 * v_rgb[0] + 0.3575843394 * v_rgb[1] + 0.1804807884 * v_rgb[2]) / 0.9504559271,
    0.2126390059 * v_rgb[0] + 0.7151686788 * v_rgb[1] + 0.0721923154 * v_rgb[2],
    (0.0193308187 * v_rgb[0] + 0.1191947798 * v_rgb[1] + 0.9505321522 * v_rgb[2]) / 1.0890577508];
  for n in 1..3 loop
    v_xyz[n] := case when v_xyz[n] > 216.0 / 24389 then cbrt(v_xyz[n])
      else (24389.0 / 27 * v_xyz[n] + 16) / 116 end;
  end loop;
  return array[116 * v_xyz[2] - 16, 500 * (v_xyz[1] - v_xyz[2]), 200 * (v_xyz[2] - v_xyz[3])];
end;
$$;
comment on function private.lab(text) is 'A colour in CIELAB (D65), by the same figures as the picker''s.';

create function private.ciede2000(p_first double precision[], p_second double precision[])
returns double precision
language plpgsql immutable
set search_path = ''
as $$
declare
  v_mean_7 constant double precision := power(
    (sqrt(p_first[2] ^ 2 + p_first[3] ^ 2) + sqrt(p_second[2] ^ 2 + p_second[3] ^ 2)) / 2, 7);
  v_g constant double precision := 0.5 * (1 - sqrt(v_mean_7 / (v_mean_7 + 6103515625)));
  v_a1 constant double precision := (1 + v_g) * p_first[2];
  v_a2 constant double precision := (1 + v_g) * p_second[2];
  v_c1 constant double precision := sqrt(v_a1 ^ 2 + p_first[3] ^ 2);
  v_c2 constant double precision := sqrt(v_a2 ^ 2 + p_second[3] ^ 2);
  v_h1 double precision := atan2d(p_first[3], v_a1);
  v_h2 double precision := atan2d(p_second[3], v_a2);
  v_hue double precision;
  v_step double precision := 0;
  v_lightness constant double precision := ((p_first[1] + p_second[1]) / 2 - 50) ^ 2;
  v_chroma constant double precision := (v_c1 + v_c2) / 2;
  v_t double precision;
  v_l double precision;
  v_c double precision;
  v_h double precision;
begin
  if v_h1 < 0 then v_h1 := v_h1 + 360; end if;
  if v_h2 < 0 then v_h2 := v_h2 + 360; end if;
  v_hue := v_h1 + v_h2;
  if v_c1 * v_c2 <> 0 then
    v_step := v_h2 - v_h1;
    if abs(v_step) > 180 then
      v_step := v_step - sign(v_step) * 360;
      v_hue := v_hue + case when v_hue < 360 then 360 else -360 end;
    end if;
    v_hue := v_hue / 2;
  end if;
  v_t := 1 - 0.17 * cosd(v_hue - 30) + 0.24 * cosd(2 * v_hue) + 0.32 * cosd(3 * v_hue + 6)
    - 0.2 * cosd(4 * v_hue - 63);
  v_l := (p_second[1] - p_first[1]) / (1 + 0.015 * v_lightness / sqrt(20 + v_lightness));
  v_c := (v_c2 - v_c1) / (1 + 0.045 * v_chroma);
  v_h := 2 * sqrt(v_c1 * v_c2) * sind(v_step / 2) / (1 + 0.015 * v_chroma * v_t);
  return sqrt(v_l ^ 2 + v_c ^ 2 + v_h ^ 2
    - sind(60 * exp(-(((v_hue - 275) / 25) ^ 2))) * 2 * sqrt(v_chroma ^ 7 / (v_chroma ^ 7 + 6103515625)) * v_c * v_h);
end;
$$;
comment on function private.ciede2000(double precision[], double precision[]) is
  'How far apart two colours in CIELAB look: CIEDE2000, the ΔE that the shop shows. The picker computes the same.';

create function private.nearest_offered(p_hex text, p_product uuid, p_zone text) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  v_wish constant double precision[] := private.lab(p_hex);
begin
  return (
    select jsonb_build_object('code', c.code, 'name', c.name, 'physical_code', c.physical_code,
      'hex', c.colour, 'difference', round(d.difference::numeric, 2))
    from public.design_offers o
    join public.colorways c on c.palette_id = o.palette_id and c.status = 'current' and c.can_be_ordered
    cross join lateral (select private.ciede2000(v_wish, private.lab(c.colour)) as difference) d
    where o.product_id = p_product and o.zone = p_zone
    order by round(d.difference::numeric, 9), c.code
    limit 1
  );
end;
$$;
comment on function private.nearest_offered(text, uuid, text) is
  'The colour nearest to a wish among those that a product offers for a zone.';

create function private.blocked_zones(p_design jsonb, p_product uuid, p_most int) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'reason', b.reason, 'zone', b.zone, 'keys', coalesce(to_jsonb(b.keys), 'null'), 'hex', b.hex, 'code', b.code,
    'message', case b.reason
      when 'design_idea' then format('%s: %s is an idea, not a palette colour.', b.zone, b.hex)
      when 'design_not_offered' then format('%s: %s is not offered for this.', b.zone, b.name)
      else format('%s: %s can no longer be ordered.', b.zone, coalesce(b.name, b.code))
    end,
    'nearest', private.nearest_offered(b.hex, p_product, b.zone)
  ) order by b.zone, b.hex, b.keys nulls first), '[]')
  from (
  select b.* from (
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
  order by b.zone, b.hex, b.keys nulls first
  -- The nearest is dear to find, and a design may have as many colours as keys.
  limit p_most
  ) b
$$;
comment on function private.blocked_zones(jsonb, uuid, int) is
  'The colours of a design that a product can''t be made in, the first so many, each with the reason and the nearest offered.';

create function private.design_problems(p_design uuid, p_variant uuid, p_most int default null) returns jsonb
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
      'message', 'This design no longer exists or is private.'));
  end if;
  select k.* into v_kit from public.design_kits k where k.variant_id = p_variant;
  if not found then
    return jsonb_build_array(jsonb_build_object('reason', 'design_not_possible',
      'message', 'This product can’t be made to a design.'));
  end if;
  v_caps := private.design_cap_count(v_design.design -> 'layout');
  if v_caps > v_kit.most_caps then
    return jsonb_build_array(jsonb_build_object('reason', 'design_too_large',
      'message', format('The design has %s keys, but this kit only has %s caps. Choose a larger kit.', v_caps, v_kit.most_caps)));
  end if;
  select product_id into v_product from public.variants where id = p_variant;
  return private.blocked_zones(v_design.design, v_product, p_most);
end;
$$;
grant execute on function private.design_problems(uuid, uuid, int) to anon, authenticated, service_role;
comment on function private.design_problems(uuid, uuid, int) is
  'Why a variant can''t be made to a design, as a list of {reason, message, …} of at most so many; empty when it can. Security definer: an unlisted design is read by its id.';

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
comment on function private.snapshot_of_design(public.designs) is
  'What an order line keeps of a design: all that is drawn, and its colours as the book has them now.';

create function private.design_is_used(p_design uuid) returns boolean
language plpgsql stable
set search_path = ''
as $$
begin
  return exists (
    select from public.order_lines l join public.order_records o on o.id = l.order_id
    where l.design_id = p_design and o.status not in ('expired', 'cancelled')
      and not (o.status = 'awaiting_payment' and o.pay_by <= now())
  );
end;
$$;
comment on function private.design_is_used(uuid) is
  'Whether an order has a design, so that it can only be copied: one that was paid, or that can still be.';

create function private.freeze_design(p_design uuid) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_design public.designs;
begin
  -- Whoever changes or deletes it meanwhile waits, and then finds the order.
  select * into v_design from public.designs where id = p_design for no key update;
  if not found then
    perform private.refuse(404, 'unknown_design', 'This design no longer exists.', jsonb_build_object('id', p_design));
  end if;
  return private.snapshot_of_design(v_design);
end;
$$;
comment on function private.freeze_design(uuid) is
  'Locks a design that is being ordered and gives what the order line keeps of it. Security definer: private designs are ordered too.';

-- What the parcels of a cart cost. A cart is one parcel a ship date, or one parcel in all where its buyer
-- wants that; a method serves a cart when it serves each of its parcels, and one that can't says why.

create function private.sent_together(p_cart private.priced_line[]) returns private.priced_line[]
language plpgsql immutable
set search_path = ''
as $$
declare
  v_line private.priced_line;
  v_cart private.priced_line[] := '{}';
begin
  foreach v_line in array p_cart loop
    v_line.parcel := case when v_line.parcel is not null then 'together' end;
    v_cart := v_cart || v_line;
  end loop;
  return v_cart;
end;
$$;
comment on function private.sent_together(private.priced_line[]) is 'A cart as one parcel: whatever is ready earlier waits for the rest.';

create function private.parcel_price(p_method public.shipping_methods, p_weight bigint, p_value bigint, p_tags text[])
returns table (price_minor bigint, reason text)
language plpgsql stable
set search_path = ''
as $$
declare
  v_tag text;
begin
  if p_tags && p_method.refused_tags then
    v_tag := (select t from unnest(p_tags) t where t = any (p_method.refused_tags) limit 1);
    reason := format('%s does not carry %s.', p_method.carrier, case v_tag
      when 'battery' then 'batteries' when 'liquid' then 'liquids' when 'magnet' then 'magnets' else v_tag end);
  elsif p_weight > p_method.max_weight_grams then
    reason := format('Too heavy: at most %s kg.', trim_scale(round(p_method.max_weight_grams / 1000.0, 3)));
  elsif p_value > p_method.max_value_minor then
    reason := 'Too valuable: the parcel is above this method’s limit.';
  else
    select r.price_minor into price_minor from public.shipping_rates r
    where r.method_id = p_method.id and p_weight > r.from_weight_grams and p_weight <= r.to_weight_grams
      and p_value >= r.from_value_minor and (r.to_value_minor is null or p_value < r.to_value_minor)
      and r.valid_from <= current_date and (r.valid_to is null or current_date < r.valid_to);
    if price_minor is null then
      reason := 'This method has no rate for this weight and value.';
    end if;
  end if;
  return next;
end;
$$;
comment on function private.parcel_price(public.shipping_methods, bigint, bigint, text[]) is
  'What a method costs for one parcel, or why it can''t serve. estimateShipping of src/features/shipping/model/shipping-estimate.ts says the same.';

create function private.shipping_of(p_cart private.priced_line[], p_country text, out shipments jsonb, out methods jsonb)
language plpgsql stable
set search_path = ''
as $$
begin
  with latest as (
    -- A parcel leaves with the last of its lines, and one that is made without a date is later than any.
    select distinct on (l.parcel) l.parcel, l.batch_id, l.ships_on, l.eta_precision
    from unnest(p_cart) l where l.parcel is not null
    order by l.parcel, l.batch_id is not null and l.ships_on is null desc,
      private.end_of_promise(l.ships_on, l.eta_precision) desc nulls last, l.line
  ), parcels as materialized (
    select row_number() over (order by w.ships_on nulls first, w.parcel) as place, w.*, g.*,
      array(select distinct t from unnest(p_cart) x, unnest(x.tags) t where x.parcel = w.parcel order by t) as tags
    from latest w cross join lateral (
      select max(l.handling_days) as handling_days, array_agg(l.line order by l.line) as lines,
        sum(l.weight_grams)::bigint as weight_grams, sum(l.total_minor)::bigint as value_minor
      from unnest(p_cart) l where l.parcel = w.parcel
    ) g
  )
  select (
    select coalesce(jsonb_agg(jsonb_build_object(
      'position', p.place, 'parcel', p.parcel, 'batch_id', p.batch_id, 'ships_on', p.ships_on,
      'eta_precision', p.eta_precision, 'handling_days', p.handling_days, 'lines', to_jsonb(p.lines),
      'weight_grams', p.weight_grams, 'value_minor', p.value_minor) order by p.place), '[]')
    from parcels p
  ), (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', m.id, 'code', m.code, 'name', m.name, 'carrier', m.carrier, 'days_min', m.days_min,
      'days_max', m.days_max, 'is_tracked', m.is_tracked, 'note', m.note, 'currency', m.currency,
      'price_minor', case when p.reason is null then p.price_minor end, 'reason', p.reason
    ) order by m.position, m.id), '[]')
    from public.zone_countries z
    join public.shipping_methods m on m.zone_id = z.zone_id and m.is_offered
    cross join lateral (
      select sum(x.price_minor) as price_minor, min(x.reason) as reason
      from parcels c
      cross join lateral private.parcel_price(m, c.weight_grams, c.value_minor, c.tags) x
    ) p
    where z.country_code = p_country and exists (select from parcels)
  ) into shipments, methods;
end;
$$;
comment on function private.shipping_of(private.priced_line[], text) is
  'The parcels of a cart, lines that leave together, whose ships_on is null where one leaves at once; and every method of a country with its price for all of them, or with the reason why it can''t serve.';

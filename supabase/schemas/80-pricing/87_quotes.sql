-- The quote: lines, parcels, methods, tax and discount put together. place_order makes the same one
-- again, so what is charged is what was shown, or nothing.

create function private.tax_on(p_country text, p_class text)
returns table (name text, rate_basis_points int, is_included boolean)
language plpgsql stable
set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
  select r.name, r.rate_basis_points, c.in_eu
  from public.tax_rates r join public.countries c on c.code = r.country_code
  where r.country_code = p_country and r.tax_class_code = p_class and r.collected
    and r.valid_from <= current_date and (r.valid_to is null or current_date < r.valid_to);
end;
$$;
comment on function private.tax_on(text, text) is
  'The tax that the shop collects there today: inside the EU it is in the price, elsewhere it comes on top.';

create function private.tax_part(p_amount bigint, p_rate int, p_included boolean) returns bigint
language plpgsql immutable
set search_path = ''
as $$
begin
  return case when p_rate is null then 0
    when p_included then private.share_of(p_amount, p_rate, 10000 + p_rate)
    else private.share_of(p_amount, p_rate, 10000) end;
end;
$$;
comment on function private.tax_part(bigint, int, boolean) is 'The tax in an amount, or on it, rounded to the cent.';

create function private.quoted_lines(p_cart private.priced_line[], p_discount bigint, p_country text) returns jsonb
language plpgsql stable
set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'line', l.line, 'variant_id', l.variant_id, 'quantity', l.quantity, 'design_id', l.design_id,
      'offer_id', l.offer_id, 'product_id', l.product_id, 'sku', l.sku, 'title', l.title,
      'variant_title', l.variant_title, 'url', l.url, 'kind', l.kind, 'picture', l.picture,
      'sold_as', l.sold_as, 'options', l.chosen, 'unit_price_minor', l.unit_price_minor,
      'total_minor', l.total_minor, 'discount_minor', l.off, 'currency', 'EUR',
      'tax_minor', private.tax_part(l.total_minor - l.off, t.rate_basis_points, t.is_included),
      'tax_rate_basis_points', coalesce(t.rate_basis_points, 0), 'tax_name', coalesce(t.name, ''),
      'tax_included', coalesce(t.is_included, false), 'weight_grams', l.weight_grams,
      'batch_id', l.batch_id, 'parcel', l.parcel, 'ships_on', l.ships_on, 'eta_precision', l.eta_precision,
      'most_of_variant', l.most_of_variant
    ) order by l.line), '[]')
    from (
      select x.*, coalesce((private.split_amount(p_discount,
        array_agg(coalesce(x.total_minor, 0)) over (order by x.line rows between unbounded preceding and unbounded following)
      ))[(row_number() over (order by x.line))::int], 0) as off
      from unnest(p_cart) x
    ) l
    left join lateral private.tax_on(p_country, l.tax_class) t on true
  );
end;
$$;
comment on function private.quoted_lines(private.priced_line[], bigint, text) is 'The lines of a quote with their share of the discount and their tax.';

create function private.country_problems(p_cart private.priced_line[], p_country text) returns jsonb
language plpgsql stable
set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(x.problem), '[]') from (
      select private.problem(null, 'country_not_served', c.not_shipped_reason) -> 0 as problem
      from public.countries c where c.code = p_country and not c.ships
      union all
      select private.problem(l.line, 'not_to_country', r.reason, jsonb_build_object('tag', r.shipping_tag)) -> 0
      from unnest(p_cart) l join public.country_restrictions r on r.country_code = p_country and r.shipping_tag = any (l.tags)
    ) x
  );
end;
$$;
comment on function private.country_problems(private.priced_line[], text) is 'What a country does not let in, or that the shop does not send there.';

create function private.make_quote(
  p_cart private.priced_line[], p_country text, p_code text, p_method uuid, p_user uuid, p_email text
) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  v_subtotal constant bigint := (select coalesce(sum(l.total_minor), 0) from unnest(p_cart) l);
  v_discount jsonb;
  v_lines jsonb;
  v_methods jsonb;
  v_problems jsonb;
  v_shipping bigint;
  v_tax jsonb;
begin
  if v_subtotal > 1000000000 then
    perform private.refuse(422, 'too_much', 'This order is too large to place online. Please write to us.');
  end if;
  if p_country is not null and not exists (select from public.countries c where c.code = p_country) then
    perform private.refuse(422, 'unknown_country', 'We don’t ship to this country.');
  end if;
  v_discount := private.discount_of(p_code, v_subtotal, p_user, p_email);
  v_lines := private.quoted_lines(p_cart, (v_discount ->> 'total')::bigint, p_country);
  v_methods := private.shipping_of(p_cart, p_country);
  v_problems := (
      select coalesce(jsonb_agg(private.problem(l.line, l.reason, l.message, l.details) -> 0 order by l.line), '[]')
      from private.cart_limits(p_cart, p_user, p_email) l
    ) || private.country_problems(p_cart, p_country) || (v_discount -> 'problems');
  select (m ->> 'price_minor')::bigint into v_shipping
  from jsonb_array_elements(v_methods) m where m ->> 'id' = p_method::text;
  if p_method is not null and p_country is not null and v_shipping is null then
    v_problems := v_problems || private.problem(null, 'shipping_method', 'This shipping method can’t be used for your cart.');
  end if;
  v_shipping := coalesce(v_shipping, 0);
  v_tax := private.tax_sums(v_lines, v_shipping);
  return private.sign_quote(jsonb_build_object(
    'lines', v_lines, 'shipments', private.quoted_parcels(p_cart), 'shipping_methods', v_methods,
    'shipping_method', p_method, 'country', p_country, 'codes', v_discount -> 'codes',
    'problems', v_problems, 'subtotal_minor', v_subtotal, 'shipping_minor', v_shipping,
    'discount_minor', v_discount -> 'total', 'tax_minor', v_tax -> 'added',
    'tax_included_minor', v_tax -> 'included', 'currency', 'EUR', 'quoted_at', now(),
    'total_minor', v_subtotal + v_shipping + (v_tax ->> 'added')::bigint - (v_discount ->> 'total')::bigint));
end;
$$;
comment on function private.make_quote(private.priced_line[], text, text, uuid, uuid, text) is 'A priced cart as the API answers it.';

create function private.tax_sums(p_lines jsonb, p_shipping bigint) returns jsonb
language plpgsql immutable
set search_path = ''
as $$
begin
  return (
    -- Shipping is taxed as the line with the highest rate: it has no class of its own.
    select jsonb_build_object(
      'included', coalesce(sum(t.tax) filter (where t.included), 0)
        + coalesce(private.tax_part(p_shipping, max(t.rate) filter (where t.included), true), 0),
      'added', coalesce(sum(t.tax) filter (where not t.included), 0)
        + coalesce(private.tax_part(p_shipping, max(t.rate) filter (where not t.included), false), 0))
    from (
      select (l ->> 'tax_minor')::bigint as tax, (l ->> 'tax_included')::boolean as included,
        (l ->> 'tax_rate_basis_points')::int as rate
      from jsonb_array_elements(p_lines) l
    ) t
  );
end;
$$;
comment on function private.tax_sums(jsonb, bigint) is 'The tax of a quote: what prices include and what comes on top.';

create function private.quoted_parcels(p_cart private.priced_line[]) returns jsonb
language plpgsql stable
set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'position', p.place, 'parcel', p.parcel, 'batch_id', p.batch_id, 'ships_on', p.ships_on,
      'eta_precision', p.eta_precision, 'handling_days', p.handling_days, 'lines', to_jsonb(p.lines),
      'weight_grams', p.weight_grams, 'value_minor', p.value_minor) order by p.place), '[]')
    from private.parcels_of(p_cart) p
  );
end;
$$;
comment on function private.quoted_parcels(private.priced_line[]) is 'The parcels of a quote; ships_on is null where a parcel leaves at once.';

create function private.sign_quote(p_quote jsonb) returns jsonb
language plpgsql immutable
set search_path = ''
as $$
begin
  return (
    -- Prices of every method instead of the chosen one: choosing a method is no change of the quote.
    select p_quote || jsonb_build_object('quote_hash', private.hash_of(jsonb_build_object(
      'lines', (
        select jsonb_agg(jsonb_build_array(
          l -> 'variant_id', l -> 'quantity', l -> 'options', l -> 'design_id', l -> 'offer_id',
          l -> 'unit_price_minor', l -> 'discount_minor', l -> 'tax_minor', l -> 'tax_included') order by l -> 'line')
        from jsonb_array_elements(p_quote -> 'lines') l),
      'methods', (
        select jsonb_agg(jsonb_build_array(m -> 'id', m -> 'price_minor') order by m -> 'id')
        from jsonb_array_elements(p_quote -> 'shipping_methods') m),
      'country', p_quote -> 'country', 'discount', p_quote -> 'discount_minor', 'currency', p_quote -> 'currency'
    )::text))
  );
end;
$$;
comment on function private.sign_quote(jsonb) is
  'Adds the hash of what a customer agrees to: what, how much, where to. Time, stock and dates are not in it.';

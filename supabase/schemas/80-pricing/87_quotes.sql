-- The quote: lines, parcels, methods, tax and discount put together. place_order makes the same one
-- again, so what is charged is what was shown, or nothing.

create function private.quoted_lines(p_cart private.priced_line[], p_discount bigint, p_rule private.tax_rule) returns jsonb
language plpgsql stable
set search_path = ''
as $$
begin
  return (
    -- Rates are looked up once for each class of goods: of what is in the price, and of home where a limit may be passed.
    with classes as materialized (
      select c.tax_class, t.name, t.rate_basis_points as rate, h.name as home_name, h.rate_basis_points as home_rate
      from (select distinct x.tax_class from unnest(p_cart) x) c
      left join lateral private.tax_on(p_rule.country, c.tax_class) t on true
      left join lateral private.tax_on(p_rule.home, c.tax_class) h on p_rule.limit_minor is not null
    ), shared as (
      select x.*, coalesce((private.split_amount(p_discount,
        array_agg(coalesce(x.total_minor, 0)) over (order by x.line rows between unbounded preceding and unbounded following)
      ))[(row_number() over (order by x.line))::int], 0) as off
      from unnest(p_cart) x
    ), valued as (
      select s.*, c.name, c.rate, c.home_name, c.home_rate,
        coalesce(s.total_minor, 0) - s.off - private.tax_part(coalesce(s.total_minor, 0) - s.off, c.rate, true, '') as net
      from shared s left join classes c using (tax_class)
    ), judged as (
      select v.*, coalesce(case p_rule.limit_per
        when 'item' then v.net > p_rule.limit_minor * v.quantity
        else sum(v.net) over (partition by v.parcel, v.batch_id) > p_rule.limit_minor end, false) as is_over
      from valued v
    )
    select coalesce(jsonb_agg(jsonb_build_object(
      'line', l.line, 'variant_id', l.variant_id, 'quantity', l.quantity, 'design_id', l.design_id,
      'offer_id', l.offer_id, 'product_id', l.product_id, 'sku', l.sku, 'title', l.title,
      'variant_title', l.variant_title, 'flaws', coalesce(l.flaws, ''), 'url', l.url, 'kind', l.kind, 'picture', l.picture,
      'sold_as', l.sold_as, 'options', l.chosen, 'unit_price_minor', l.unit_price_minor,
      'total_minor', l.total_minor, 'discount_minor', l.off, 'currency', 'EUR',
      'tax_minor', private.tax_part(l.total_minor - l.off, t.rate, t.is_included, t.scheme),
      'tax_rate_basis_points', coalesce(t.rate, 0), 'tax_name', coalesce(t.name, ''),
      'tax_included', t.is_included, 'tax_scheme', t.scheme, 'weight_grams', l.weight_grams,
      'batch_id', l.batch_id, 'parcel', l.parcel, 'ships_on', l.ships_on, 'eta_precision', l.eta_precision,
      'most_of_variant', l.most_of_variant
    ) order by l.line), '[]')
    from judged l cross join lateral (
      select case when l.is_over then 'export' else p_rule.scheme end as scheme,
        case when l.is_over then l.home_rate else l.rate end as rate, case when l.is_over then l.home_name else l.name end as name,
        p_rule.is_included and not l.is_over and l.rate is not null as is_included
    ) t
  );
end;
$$;
comment on function private.quoted_lines(private.priced_line[], bigint, private.tax_rule) is 'The lines of a quote with their share of the discount and their tax.';

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
  p_cart private.priced_line[], p_country text, p_code text, p_method uuid, p_user uuid, p_email text, p_vat_number text
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
  v_rule private.tax_rule;
  v_tax jsonb;
begin
  if v_subtotal > 1000000000 then
    perform private.refuse(422, 'too_much', 'This order is too large to place online. Please write to us.');
  end if;
  if p_country is not null and not exists (select from public.countries c where c.code = p_country) then
    perform private.refuse(422, 'unknown_country', 'We don’t ship to this country.');
  end if;
  v_discount := private.discount_of(p_code, v_subtotal, p_user, p_email);
  v_rule := private.tax_rule_of(p_country, p_vat_number);
  v_lines := private.quoted_lines(p_cart, (v_discount ->> 'total')::bigint, v_rule);
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
    'tax_included_minor', v_tax -> 'included', 'tax_scheme', v_tax -> 'scheme', 'currency', 'EUR', 'quoted_at', now(),
    'total_minor', v_subtotal + v_shipping + (v_tax ->> 'added')::bigint - (v_discount ->> 'total')::bigint));
end;
$$;
comment on function private.make_quote(private.priced_line[], text, text, uuid, uuid, text, text) is 'A priced cart as the API answers it.';

create function private.tax_sums(p_lines jsonb, p_shipping bigint) returns jsonb
language plpgsql immutable
set search_path = ''
as $$
begin
  return (
    -- Shipping has no class of its own: it is taxed as the line with the highest rate, and as one whose price
    -- contains tax where there are both.
    select jsonb_build_object('scheme', coalesce(t.scheme, ''),
      'included', t.included + case when t.is_included then x.tax else 0 end,
      'added', t.added + case when t.is_included then 0 else x.tax end)
    from (
      select coalesce(sum(l.tax_minor) filter (where l.tax_included), 0) as included,
        coalesce(sum(l.tax_minor) filter (where not l.tax_included), 0) as added,
        (array_agg(l.tax_rate_basis_points order by l.tax_included desc, l.tax_rate_basis_points desc nulls last))[1] as rate,
        (array_agg(l.tax_scheme order by l.tax_included desc, l.tax_rate_basis_points desc nulls last))[1] as scheme,
        coalesce(bool_or(l.tax_included), false) as is_included
      from jsonb_to_recordset(p_lines) l (tax_minor bigint, tax_included boolean, tax_rate_basis_points int, tax_scheme text)
    ) t cross join lateral (select private.tax_part(p_shipping, t.rate, t.is_included, t.scheme) as tax) x
  );
end;
$$;
comment on function private.tax_sums(jsonb, bigint) is
  'The tax of a quote: what prices include and what comes off them, with that of shipping, and by which rule shipping is taxed.';

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
          l -> 'variant_id', l -> 'quantity', l -> 'options', l -> 'design_id', l -> 'offer_id', l -> 'flaws',
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
  'Adds the hash of what a customer agrees to: what, with which flaws, how much, where to. Time, stock and dates are not in it.';

-- The quote: lines, parcels, methods, tax and discount put together. place_order makes the same one
-- again, so what is charged is what was shown, or nothing.

create function private.quoted_lines(p_cart private.priced_line[], p_discount bigint, p_rule private.tax_rule) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  v_offs constant bigint[] := private.split_amount(p_discount, array(select coalesce(l.total_minor, 0) from unnest(p_cart) l order by l.line));
begin
  return (
    -- Rates are looked up once for each class of goods: of what is in the price, and of home where a limit may be passed.
    with classes as materialized (
      select c.tax_class, t.name, t.rate_basis_points as rate, h.name as home_name, h.rate_basis_points as home_rate
      from (select distinct x.tax_class from unnest(p_cart) x) c
      left join lateral private.tax_on(p_rule.country, c.tax_class) t on true
      left join lateral private.tax_on(p_rule.home, c.tax_class) h on p_rule.limit_minor is not null
    ), shared as (
      select x.*, coalesce(v_offs[x.line + 1], 0) as off from unnest(p_cart) x
    ), valued as (
      select s.*, c.name, c.rate, c.home_name, c.home_rate,
        coalesce(s.total_minor, 0) - s.off - private.tax_part(coalesce(s.total_minor, 0) - s.off, c.rate, true, '') as net
      from shared s left join classes c using (tax_class)
    ), judged as (
      select v.*, coalesce(case p_rule.limit_per
        when 'item' then v.net > p_rule.limit_minor * v.quantity
        else sum(v.net) over (partition by v.parcel) > p_rule.limit_minor end, false) as is_over
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

create function private.quoted_sums(
  p_cart private.priced_line[], p_subtotal bigint, p_country text, p_method uuid, p_discount bigint, p_rule private.tax_rule
) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  v_lines constant jsonb := private.quoted_lines(p_cart, p_discount, p_rule);
  v_delivery constant record := private.shipping_of(p_cart, p_country);
  v_shipping constant bigint := (
    select (m ->> 'price_minor')::bigint from jsonb_array_elements(v_delivery.methods) m where m ->> 'id' = p_method::text);
  v_tax constant jsonb := private.tax_sums(v_lines, coalesce(v_shipping, 0));
begin
  return jsonb_build_object('lines', v_lines, 'shipments', v_delivery.shipments, 'shipping_methods', v_delivery.methods,
    'is_served', v_shipping is not null, 'subtotal_minor', p_subtotal, 'shipping_minor', coalesce(v_shipping, 0),
    'tax_minor', v_tax -> 'added', 'tax_included_minor', v_tax -> 'included', 'tax_scheme', v_tax -> 'scheme',
    'total_minor', p_subtotal + coalesce(v_shipping, 0) + (v_tax ->> 'added')::bigint - p_discount);
end;
$$;
comment on function private.quoted_sums(private.priced_line[], bigint, text, uuid, bigint, private.tax_rule) is
  'What a cart comes to in the parcels that its lines name. is_served says whether the method takes all of them.';

create function private.offer_to_wait(p_apart jsonb, p_joint jsonb, p_method uuid) returns jsonb
language plpgsql immutable
set search_path = ''
as $$
declare
  v_parcel constant jsonb := p_joint #> '{shipments,0}';
  -- A parcel above the limit of a registration is taxed by customs: what that costs is not the shop's to say.
  v_changes_tax constant boolean := exists (
    select from jsonb_array_elements(p_apart -> 'lines') a join jsonb_array_elements(p_joint -> 'lines') j on j -> 'line' = a -> 'line'
    where j -> 'tax_scheme' <> a -> 'tax_scheme');
begin
  return jsonb_build_object('ships_on', v_parcel -> 'ships_on', 'eta_precision', v_parcel -> 'eta_precision',
    'batch_id', v_parcel -> 'batch_id', 'handling_days', v_parcel -> 'handling_days',
    'parcels', jsonb_array_length(p_apart -> 'shipments'), 'changes_tax', v_changes_tax,
    'reason', (select m -> 'reason' from jsonb_array_elements(p_joint -> 'shipping_methods') m where m ->> 'id' = p_method::text),
    'saves_minor', case when p_apart -> 'is_served' = 'true' and p_joint -> 'is_served' = 'true' and not v_changes_tax
      then (p_apart ->> 'total_minor')::bigint - (p_joint ->> 'total_minor')::bigint end);
end;
$$;
comment on function private.offer_to_wait(jsonb, jsonb, uuid) is
  'What it means to have a split cart sent together: when it leaves, why the method can''t take it, and what it saves, less than nothing where it costs more; null where that can''t be said.';

create function private.make_quote(
  p_cart private.priced_line[], p_country text, p_code text, p_method uuid, p_user uuid, p_email text, p_vat_number text,
  p_together boolean
) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  v_subtotal constant bigint := (select coalesce(sum(l.total_minor), 0) from unnest(p_cart) l);
  v_is_split boolean;
  v_discount jsonb;
  v_problems jsonb;
  v_rule private.tax_rule;
  v_apart jsonb;
  v_joint jsonb;
  v_sums jsonb;
begin
  if v_subtotal > 1000000000 then
    perform private.refuse(422, 'too_much', 'This order is too large to place online. Please write to us.');
  end if;
  if p_country is not null and not exists (select from public.countries c where c.code = p_country) then
    perform private.refuse(422, 'unknown_country', 'We don’t ship to this country.');
  end if;
  v_discount := private.discount_of(p_code, v_subtotal, p_user, p_email);
  v_rule := private.tax_rule_of(p_country, p_vat_number);
  v_apart := private.quoted_sums(p_cart, v_subtotal, p_country, p_method, (v_discount ->> 'total')::bigint, v_rule);
  v_is_split := jsonb_array_length(v_apart -> 'shipments') > 1;
  if v_is_split then
    v_joint := private.quoted_sums(private.sent_together(p_cart), v_subtotal, p_country, p_method, (v_discount ->> 'total')::bigint, v_rule);
  end if;
  v_sums := case when v_is_split and p_together then v_joint else v_apart end;
  v_problems := (
      select coalesce(jsonb_agg(private.problem(l.line, l.reason, l.message, l.details) -> 0 order by l.line), '[]')
      from private.cart_limits(p_cart, p_user, p_email) l
    ) || private.country_problems(p_cart, p_country) || (v_discount -> 'problems');
  if p_method is not null and p_country is not null and v_sums -> 'is_served' = 'false' then
    v_problems := v_problems || private.problem(null, 'shipping_method', 'This shipping method can’t be used for your cart.');
  end if;
  return private.sign_quote((v_sums - 'is_served') || jsonb_build_object(
    'shipping_method', p_method, 'country', p_country, 'codes', v_discount -> 'codes', 'problems', v_problems,
    'ships_together', v_is_split and p_together,
    'together', case when v_is_split then private.offer_to_wait(v_apart, v_joint, p_method) end,
    'discount_minor', v_discount -> 'total', 'currency', 'EUR', 'quoted_at', now()));
end;
$$;
comment on function private.make_quote(private.priced_line[], text, text, uuid, uuid, text, text, boolean) is
  'A priced cart as the API answers it. p_together counts where it is split, and is nothing elsewhere.';

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
          l -> 'unit_price_minor', l -> 'discount_minor', l -> 'tax_minor', l -> 'tax_included')
          || case when l ->> 'flaws' <> '' then jsonb_build_array(l -> 'flaws') else '[]' end order by l -> 'line')
        from jsonb_array_elements(p_quote -> 'lines') l),
      'methods', (
        select jsonb_agg(jsonb_build_array(m -> 'id', m -> 'price_minor') order by m -> 'id')
        from jsonb_array_elements(p_quote -> 'shipping_methods') m),
      'country', p_quote -> 'country', 'discount', p_quote -> 'discount_minor', 'currency', p_quote -> 'currency'
    -- Left out where it is not so, as flaws are: quotes from before there were such are as they were.
    )::text || case when p_quote -> 'ships_together' = 'true' then ' together' else '' end))
  );
end;
$$;
comment on function private.sign_quote(jsonb) is
  'Adds the hash of what a customer agrees to: what, with which flaws, how much, where to, in one parcel or several. Time, stock and dates are not in it.';

-- Which tax a price contains, and when it is taken off. Nothing ever comes on top of a price: where the
-- shop collects the tax, the price contains it; where it collects none, the price goes down by the tax of
-- the shop's own country. tests/cases/taxes.json holds the same rules.

create type private.tax_rule as (scheme text, is_included boolean, country text, home text, limit_minor bigint, limit_per text);
comment on type private.tax_rule is
  'By which rule goods are taxed, and whose rates are in their price. Goods above the limit are exports instead.';

create function private.tax_on(p_country text, p_class text)
returns table (name text, rate_basis_points int)
language plpgsql stable
set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
  select r.name, r.rate_basis_points from public.tax_rates r
  where r.country_code = p_country and r.tax_class_code = p_class
    and r.valid_from <= current_date and (r.valid_to is null or current_date < r.valid_to);
end;
$$;
comment on function private.tax_on(text, text) is 'The rate of a class of goods in a country today.';

create function private.tax_part(p_amount bigint, p_rate int, p_included boolean, p_scheme text) returns bigint
language plpgsql immutable
set search_path = ''
as $$
begin
  return case when p_rate is null then 0
    when p_included then private.share_of(p_amount, p_rate, 10000 + p_rate)
    when p_scheme in ('export', 'reverse_charge') then -private.share_of(p_amount, p_rate, 10000 + p_rate)
    -- Orders from before, when tax came on top outside the EU.
    else private.share_of(p_amount, p_rate, 10000) end;
end;
$$;
comment on function private.tax_part(bigint, int, boolean, text) is 'The tax in an amount, what comes off it, or what was added to it, rounded to the cent.';

create function private.tax_rule_of(p_country text, p_vat_number text) returns private.tax_rule
language plpgsql stable
set search_path = ''
as $$
declare
  -- Whose seller has no VAT number has none in the price that could come off.
  v_home constant text := (select s.country_code from private.seller_now() s where s.vat_number <> '');
  v_home_in_eu boolean;
  v_in_eu boolean;
  v_country text;
  v_limit int;
  v_per text;
begin
  if p_country is null then
    return row('', false, null, null, null, null)::private.tax_rule;
  elsif p_country = v_home then
    return row('domestic', true, v_home, v_home, null, null)::private.tax_rule;
  end if;
  v_home_in_eu := (select c.in_eu from public.countries c where c.code = v_home);
  v_in_eu := (select c.in_eu from public.countries c where c.code = p_country);
  if v_in_eu and v_home_in_eu and private.country_of_vat_number(p_vat_number) = p_country
    and (private.vat_check_of(p_vat_number)).is_valid then
    return row('reverse_charge', false, v_home, v_home, null, null)::private.tax_rule;
  end if;
  select coalesce(r.country_code, 'EU'), r.limit_minor, r.limit_per into v_country, v_limit, v_per
  from public.tax_registrations r
  where (r.country_code = p_country or r.country_code is null and v_in_eu)
    and r.valid_from <= current_date and (r.valid_to is null or current_date < r.valid_to)
  order by r.country_code nulls last limit 1;
  if found then
    return row(case v_country when 'EU' then 'oss' else 'local' end, true, p_country, v_home, v_limit, v_per)::private.tax_rule;
  elsif v_in_eu and v_home is null then
    return row('oss', true, p_country, null, null, null)::private.tax_rule;
  elsif v_in_eu and v_home_in_eu then
    return row('domestic', true, v_home, v_home, null, null)::private.tax_rule;
  elsif v_home is not null then
    return row('export', false, v_home, v_home, null, null)::private.tax_rule;
  end if;
  return row('', false, null, null, null, null)::private.tax_rule;
end;
$$;
comment on function private.tax_rule_of(text, text) is
  'How goods that go to a country are taxed today: at home, by the one stop shop of the EU, by a registration there, not at all as an export or because a company with a checked VAT number pays by itself. Nobody''s tax comes off while nobody has said who sells.';

create function private.tax_rule_of_order(p_order public.order_records) returns private.tax_rule
language plpgsql stable
set search_path = ''
as $$
declare
  v_rule private.tax_rule := private.tax_rule_of(p_order.country_code, null);
  v_line record;
begin
  select l.tax_scheme, l.tax_included, l.tax_rate_basis_points into v_line from public.order_lines l
  where l.order_id = p_order.id order by l.tax_included desc, l.position limit 1;
  v_rule.limit_minor := null;
  if found and v_line.tax_scheme = '' and v_line.tax_rate_basis_points = 0 then
    return row('', false, null, null, null, null)::private.tax_rule;
  end if;
  if v_line.tax_scheme <> '' or v_line.tax_rate_basis_points > 0 then
    v_rule.scheme := v_line.tax_scheme;
    v_rule.is_included := v_line.tax_included;
    v_rule.country := case when v_line.tax_scheme in ('domestic', 'export', 'reverse_charge') then v_rule.home else p_order.country_code end;
  end if;
  return v_rule;
end;
$$;
comment on function private.tax_rule_of_order(public.order_records) is 'What is added to an order is taxed as what it has is.';

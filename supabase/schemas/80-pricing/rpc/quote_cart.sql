-- What a cart costs now, and what stands in its way. Changes nothing but the count of wrong codes.

create function private.quote_cart(p_lines jsonb, p_country text, p_code text, p_shipping_method uuid, p_vat_number text, p_together boolean)
returns jsonb
language plpgsql security definer
set search_path = ''
-- The same few rows by their keys each time: to plan it anew costs more than to do it.
set plan_cache_mode = force_generic_plan
as $$
declare
  v_cart constant private.priced_line[] := private.price_cart(p_lines);
begin
  return private.make_quote(
    v_cart, nullif(upper(btrim(p_country)), ''), p_code, p_shipping_method, auth.uid(), auth.jwt() ->> 'email', private.plain_vat_number(p_vat_number),
    coalesce(p_together, false));
end;
$$;
grant execute on function private.quote_cart(jsonb, text, text, uuid, text, boolean) to anon, authenticated, service_role;
comment on function private.quote_cart(jsonb, text, text, uuid, text, boolean) is
  'Body of public.quote_cart. Security definer: prices need counts of stock and of codes that nobody may read.';

create function public.quote_cart(
  p_lines jsonb, p_country text default null, p_code text default null, p_shipping_method uuid default null,
  p_vat_number text default null, p_together boolean default false
) returns jsonb
language plpgsql security invoker
set search_path = ''
as $$
begin
  return private.quote_cart(p_lines, p_country, p_code, p_shipping_method, p_vat_number, p_together);
end;
$$;
grant execute on function public.quote_cart(jsonb, text, text, uuid, text, boolean) to anon, authenticated, service_role;
comment on function public.quote_cart(jsonb, text, text, uuid, text, boolean) is
  'What a cart costs, without VAT for a company whose p_vat_number was checked, and in one parcel with p_together. Gives {lines, shipments, ships_together, together (what the other choice would mean; null for one parcel), shipping_methods, problems, subtotal_minor, shipping_minor, tax_minor, tax_included_minor, tax_scheme, discount_minor, total_minor, currency, quote_hash}. Refuses with wrong_lines, too_many_lines, unknown_variant, wrong_quantity, wrong_options, unknown_country, wrong_code, too_much.';

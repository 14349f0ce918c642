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
  'What a cart costs, without VAT for a company whose p_vat_number was checked, and in one parcel with p_together. together says what the other choice would mean; null for one parcel. Refuses with wrong_lines, too_many_lines, unknown_variant, wrong_quantity, wrong_options, unknown_country, wrong_code, too_much.
Gives {
  codes: { amount_minor: number; code: string; id: string; title: string }[];
  country: string | null;
  currency: string;
  discount_minor: number;
  lines: {
    batch_id: string | null;
    currency: string;
    design_id: string | null;
    discount_minor: number;
    eta_precision: "day" | "month" | "quarter" | null;
    flaws: string;
    kind: <product_kind> | null;
    line: number;
    most_of_variant: number | null;
    offer_id: string | null;
    options: <order_lines.options> | null;
    parcel: string | null;
    picture: string | null;
    product_id: string | null;
    quantity: number;
    ships_on: string | null;
    sku: string | null;
    sold_as: <availability_kind> | null;
    tax_included: boolean;
    tax_minor: number;
    tax_name: string;
    tax_rate_basis_points: number;
    tax_scheme: string;
    title: string | null;
    total_minor: number | null;
    unit_price_minor: number | null;
    url: string | null;
    variant_id: string;
    variant_title: string | null;
    weight_grams: number | null;
  }[];
  problems: { details: { limit?: number; tag?: string; variant_id?: string }; line: number | null; message: string; reason: string }[];
  quote_hash: string;
  quoted_at: string;
  shipments: {
    batch_id: string | null;
    eta_precision: "day" | "month" | "quarter";
    handling_days: number;
    lines: number[];
    parcel: string;
    position: number;
    ships_on: string | null;
    value_minor: number;
    weight_grams: number;
  }[];
  shipping_method: string | null;
  shipping_methods: {
    carrier: string;
    code: string;
    currency: string;
    days_max: number;
    days_min: number;
    id: string;
    is_tracked: boolean;
    name: string;
    note: string;
    price_minor: number | null;
    reason: string | null;
  }[];
  shipping_minor: number;
  ships_together: boolean;
  subtotal_minor: number;
  tax_included_minor: number;
  tax_minor: number;
  tax_scheme: string;
  together: {
    batch_id: string | null;
    changes_tax: boolean;
    eta_precision: "day" | "month" | "quarter";
    handling_days: number;
    parcels: number;
    reason: string | null;
    saves_minor: number | null;
    ships_on: string | null;
  } | null;
  total_minor: number;
}';

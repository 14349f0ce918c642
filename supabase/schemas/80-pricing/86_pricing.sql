-- What a cart costs before shipping and tax: the only place where a line gets its price. Prices come
-- from ids, never from the caller; a line that can't be bought says why instead of disappearing.

create type private.priced_line as (
  line int, variant_id uuid, quantity int, options jsonb, design_id uuid, offer_id uuid,
  product_id uuid, sku text, title text, variant_title text, url text, kind public.product_kind,
  picture text, sold_as public.availability_kind, chosen jsonb,
  unit_price_minor bigint, total_minor bigint, weight_grams bigint, tags text[], tax_class text,
  pool_id uuid, pool_units int, kit_id uuid, batch_id uuid, ships_on date, eta_precision text,
  parcel text, handling_days int, most_of_variant int, most_of_product int,
  reason text, message text, flaws text
);

create function private.line_options(
  p_variant uuid, p_given jsonb, out chosen jsonb, out delta_minor bigint, out delta_grams bigint, out reason text, out message text)
language plpgsql stable
set search_path = ''
as $$
declare
  v_product uuid;
  v_option record;
  v_ids uuid[] := '{}';
begin
  chosen := '[]'; delta_minor := 0; delta_grams := 0;
  if not private.asks_options(p_variant) then
    -- Answers take money off as well as add it: on a part they would be a discount.
    if p_given <> '{}' then
      reason := 'unknown_option'; message := 'This item has no options. Add it again from its product page.';
    end if;
    return;
  end if;
  v_product := (select v.product_id from public.variants v where v.id = p_variant);
  if p_given <> '{}' and exists (
    select from jsonb_each_text(p_given) g
    where not exists (
      select from public.product_options o join public.option_values v on v.option_id = o.id
      where o.product_id = v_product and o.id::text = lower(g.key) and v.id::text = lower(g.value))
  ) then
    reason := 'unknown_option'; message := 'One of the options does not belong to this product.';
    return;
  end if;
  for v_option in
    select o.id, o.title, o.is_required, v.id as value_id, v.title as value, v.price_delta_minor,
      v.weight_delta_grams, v.is_offered
    from public.product_options o
    left join public.option_values v on v.option_id = o.id and v.id::text = lower(p_given ->> o.id::text)
    where o.product_id = v_product order by o.position, o.id
  loop
    if v_option.value_id is null then
      if v_option.is_required and reason is null then
        reason := 'option_missing'; message := format('Choose: %s.', v_option.title);
      end if;
      continue;
    end if;
    if not v_option.is_offered and reason is null then
      reason := 'option_gone'; message := format('%s is no longer offered.', v_option.value);
    end if;
    v_ids := v_ids || v_option.value_id;
    delta_minor := delta_minor + v_option.price_delta_minor;
    delta_grams := delta_grams + v_option.weight_delta_grams;
    chosen := chosen || jsonb_build_array(jsonb_build_object(
      'option_id', v_option.id, 'value_id', v_option.value_id, 'option', v_option.title,
      'value', v_option.value, 'price_delta_minor', v_option.price_delta_minor));
  end loop;
  if reason is null then
    select 'options_conflict', r.reason into reason, message from public.option_rules r
    where r.product_id = v_product and r.value_id = any (v_ids) and r.other_value_id = any (v_ids)
    order by r.id limit 1;
  end if;
end;
$$;
comment on function private.line_options(uuid, jsonb) is
  'What the answers of a line are called, cost and weigh; or why they can''t be ordered.';

create function private.batch_of_variant(p_variant uuid)
returns table (kit_id uuid, batch_id uuid, stage public.batch_stage, capacity int, ordered_count int, dropped boolean, eta date, eta_precision text)
language plpgsql stable
set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
  select k.id, b.id, private.batch_stage_now(b.stage, b.opens_at, b.closes_at, now()), k.capacity,
    k.ordered_count, k.dropped_at is not null, b.eta, b.eta_precision
  from public.batch_kits k join public.batches b on b.id = k.batch_id
  where k.variant_id = p_variant
  order by b.stage <> 'archived' desc, b.number desc
  limit 1;
end;
$$;
comment on function private.batch_of_variant(uuid) is
  'The production run that a variant goes through now: the same one as in the view availability. Counted is what is paid.';

create function private.price_line(p_line int, p_variant uuid, p_quantity int, p_options jsonb, p_design uuid, p_offer uuid)
returns private.priced_line
language plpgsql stable
set search_path = ''
as $$
declare
  v private.priced_line;
  v_status public.publish_status;
  v_batch record;
  v_options record;
begin
  -- Straight into the line: each field by itself would be an expression of its own, made ready in each transaction.
  select p.id, x.sku, p.title, private.variant_name(x.title, x.flaws), x.flaws, p.url, p.kind,
    (select i.storage_path from public.product_images i where i.product_id = p.id order by i.position, i.id limit 1),
    x.availability, p.shipping_tags, p.tax_class_code, p.handling_days, x.max_per_customer, p.max_per_customer,
    x.price_minor, x.weight_grams, x.stock_pool_id, x.pool_units, case when x.availability = 'preorder' then x.ships_on end, 'day',
    p.ship_group || case when x.availability = 'preorder' then coalesce(':' || x.ships_on, '') else '' end, p.status
  into v.product_id, v.sku, v.title, v.variant_title, v.flaws, v.url, v.kind,
    v.picture,
    v.sold_as, v.tags, v.tax_class, v.handling_days, v.most_of_variant, v.most_of_product,
    v.unit_price_minor, v.weight_grams, v.pool_id, v.pool_units, v.ships_on, v.eta_precision,
    v.parcel, v_status
  from public.variants x join public.products p on p.id = x.product_id
  where x.id = p_variant and p.status <> 'draft' and p.publish_at <= now();
  v.line := p_line; v.variant_id := p_variant; v.quantity := p_quantity; v.options := p_options;
  v.design_id := p_design; v.offer_id := p_offer;
  if v_status is null then
    v.reason := 'unknown_variant'; v.message := 'This is no longer sold.';
    return v;
  end if;
  v_options := private.line_options(p_variant, p_options);
  v.chosen := v_options.chosen; v.reason := v_options.reason; v.message := v_options.message;
  if v.sold_as = 'group_buy' then
    v.pool_id := null; v.pool_units := null;
    select * into v_batch from private.batch_of_variant(p_variant);
    v.kit_id := v_batch.kit_id; v.batch_id := v_batch.batch_id;
    v.ships_on := v_batch.eta; v.eta_precision := v_batch.eta_precision;
    if v.kit_id is not null then
      v.unit_price_minor := private.tier_price(v.kit_id, v_batch.ordered_count, v.unit_price_minor::int);
    end if;
    v.parcel := 'batch:' || v.batch_id;
    if v.kit_id is null or v_batch.stage <> 'open' then
      v.reason := 'not_open'; v.message := 'The group buy is not open.';
    elsif v_batch.dropped then
      v.reason := 'not_open'; v.message := 'This kit is not part of this batch.';
    end if;
  end if;
  v.unit_price_minor := greatest(v.unit_price_minor + v_options.delta_minor, 0);
  v.total_minor := v.unit_price_minor * p_quantity;
  v.weight_grams := greatest(v.weight_grams + v_options.delta_grams, 1) * p_quantity;
  if v_status = 'archived' or v.sold_as = 'archived' then
    v.reason := 'not_for_sale'; v.message := 'This is no longer sold.';
  elsif v.sold_as = 'list' and p_offer is null then
    v.reason := 'needs_offer'; v.message := 'This is sold through a list. You need an offer to buy it.';
  end if;
  return private.price_extras(v);
end;
$$;
comment on function private.price_line(int, uuid, int, jsonb, uuid, uuid) is 'One line with its price, or with the reason why it can''t be bought.';

create function private.price_extras(p_line private.priced_line) returns private.priced_line
language plpgsql stable
set search_path = ''
as $$
declare
  v private.priced_line := p_line;
  v_trouble text;
begin
  if v.offer_id is not null then
    v_trouble := private.offer_problem(v.offer_id, auth.uid(), v.variant_id);
    if v_trouble is not null then
      v.reason := v_trouble; v.message := 'This offer has ended, was used or belongs to someone else.';
    elsif v.quantity > 1 then
      v.reason := 'over_offer'; v.message := 'An offer is for one item only. Set the quantity to 1.';
    end if;
  end if;
  if v.design_id is not null and v.reason is null then
    select d ->> 'reason', (d ->> 'message') || coalesce(' Nearest: ' || (d -> 'nearest' ->> 'name') || '.', '')
    into v.reason, v.message
    from jsonb_array_elements(private.design_problems(v.design_id, v.variant_id, 1)) d;
  elsif v.reason is null and exists (select from public.design_kits k where k.variant_id = v.variant_id) then
    v.reason := 'design_needed'; v.message := 'This kit needs a design. Create or open one in the colour picker.';
  end if;
  return v;
end;
$$;
comment on function private.price_extras(private.priced_line) is 'What an offer or a design adds to a line or takes from it.';

create function private.price_cart(p_lines jsonb) returns private.priced_line[]
language plpgsql stable
set search_path = ''
as $$
begin
  return array(
    select private.price_line(c.line, c.variant_id, c.quantity, c.options, c.design_id, c.offer_id) from private.cart_lines(p_lines) c);
end;
$$;
comment on function private.price_cart(jsonb) is 'All lines of a cart with their prices, in their order.';

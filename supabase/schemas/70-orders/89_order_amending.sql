-- How an order is changed after it was placed: lines, prices, shipping. Called by amend_order and
-- change_order_options, under the lock of the order. What is promised, what is owed and what is written always agree.

create function private.is_amount(p_value jsonb, p_most bigint) returns boolean
language sql immutable
set search_path = ''
as $$
  select case when jsonb_typeof(p_value) = 'number'
    then (p_value #>> '{}')::numeric between 0 and p_most and (p_value #>> '{}')::numeric % 1 = 0 else false end
$$;
comment on function private.is_amount(jsonb, bigint) is 'Whether something is a whole number from nothing to a most.';

create function private.checked_amendment(p_changes jsonb) returns jsonb
language plpgsql immutable
set search_path = ''
as $$
declare
  v_changes constant jsonb := private.json_of(p_changes);
  v_item jsonb;
begin
  if jsonb_typeof(v_changes) is distinct from 'object' or pg_column_size(v_changes) > 60000
    or coalesce(jsonb_typeof(v_changes -> 'lines'), 'array') <> 'array' or coalesce(jsonb_typeof(v_changes -> 'add'), 'array') <> 'array' then
    perform private.refuse(422, 'wrong_changes', 'These changes are not valid. Reload the page and try again.');
  end if;
  for v_item in select * from jsonb_array_elements(coalesce(v_changes -> 'lines', '[]')) loop
    if jsonb_typeof(v_item) <> 'object' or private.uuid_of(v_item ->> 'line_id') is null
      or not private.is_amount(coalesce(v_item -> 'quantity', '1'), 999)
      or not private.is_amount(coalesce(v_item -> 'unit_price_minor', '1'), 10000000)
      or coalesce(jsonb_typeof(v_item -> 'options'), 'object') <> 'object' then
      perform private.refuse(422, 'wrong_changes', 'To change an item, send its ID and a new quantity, price or options.');
    end if;
  end loop;
  if (select count(*) <> count(distinct lower(l ->> 'line_id')) from jsonb_array_elements(coalesce(v_changes -> 'lines', '[]')) l) then
    perform private.refuse(422, 'wrong_changes', 'Each line can be changed once.');
  end if;
  if not private.is_amount(coalesce(v_changes -> 'shipping_minor', '0'), 10000000) then
    perform private.refuse(422, 'wrong_changes', 'Enter an amount for shipping.');
  end if;
  if coalesce(v_changes -> 'ships_together', 'false') <> 'false' then
    perform private.refuse(422, 'wrong_changes', 'Only its buyer can have an order sent together, when placing it.');
  end if;
  return v_changes;
end;
$$;
comment on function private.checked_amendment(jsonb) is 'The wished changes of an order, of the right shape.';

create function private.require_not_left(p_line public.order_lines) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if exists (select from public.shipments s where s.id = p_line.shipment_id and s.status <> 'planned') then
    perform private.refuse(409, 'line_left', 'This has already shipped.');
  end if;
end;
$$;
comment on function private.require_not_left(public.order_lines) is 'Refuses a change of a line whose parcel has left, whoever asks.';

create function private.amended_line(p_line public.order_lines, p_change jsonb) returns public.order_lines
language plpgsql stable
set search_path = ''
as $$
declare
  v public.order_lines := p_line;
  v_new record;
begin
  v.quantity := coalesce((p_change ->> 'quantity')::int, p_line.quantity);
  perform private.require_not_left(p_line);
  if v.quantity <> p_line.quantity and p_line.offer_id is not null then
    perform private.refuse(422, 'over_offer', 'An offer is for one item only. Set the quantity to 1.');
  end if;
  if v.quantity <> p_line.quantity and p_line.sold_as = 'group_buy' and not exists (
    select from public.batches b where b.id = p_line.batch_id and private.batch_stage_now(b.stage, b.opens_at, b.closes_at, now()) = 'open') then
    perform private.refuse(409, 'not_open', 'The group buy has closed, so you can’t change these items. Refund any the customer no longer wants.');
  end if;
  if v.quantity < p_line.refunded_quantity or p_line.quantity = p_line.refunded_quantity then
    perform private.refuse(422, 'wrong_quantity', 'Some of it was already refunded.', jsonb_build_object('refunded', p_line.refunded_quantity));
  end if;
  if p_change ? 'options' then
    select * into v_new from private.line_options(p_line.variant_id, p_change -> 'options');
    if v_new.reason is not null then
      perform private.refuse(422, v_new.reason, v_new.message);
    end if;
    v.options := v_new.chosen;
    v.unit_price_minor := greatest(p_line.unit_price_minor + v_new.delta_minor - (
      select coalesce(sum((o ->> 'price_delta_minor')::bigint), 0) from jsonb_array_elements(p_line.options) o), 0);
  end if;
  v.unit_price_minor := coalesce((p_change ->> 'unit_price_minor')::int, v.unit_price_minor);
  if v.unit_price_minor::bigint * v.quantity > 1000000000 then
    perform private.refuse(422, 'wrong_changes', 'The total of this line is too large. Reduce the quantity or the price.');
  end if;
  v.total_minor := v.unit_price_minor * v.quantity;
  -- Within its bounds until spread_discount has shared it out anew.
  v.discount_minor := least(v.discount_minor, v.total_minor);
  v.tax_minor := private.tax_part(v.total_minor - v.discount_minor, nullif(v.tax_rate_basis_points, 0), v.tax_included, v.tax_scheme);
  v.weight_grams := ceil(p_line.weight_grams::numeric / p_line.quantity * v.quantity);
  return v;
end;
$$;
comment on function private.amended_line(public.order_lines, jsonb) is 'A line as a change wants it, of quantity 0 where it goes; refuses what can''t be.';

create function private.amend_lines(p_order public.order_records, p_changes jsonb) returns void
language plpgsql
set search_path = ''
as $$
declare
  v_change jsonb;
  v_old public.order_lines;
  v_new public.order_lines;
  v_held int;
  v_freed uuid[] := '{}';
  v_gone uuid[] := '{}';
  v_taking jsonb := private.add_lines(p_order, p_changes);
begin
  for v_change in select * from jsonb_array_elements(coalesce(p_changes -> 'lines', '[]')) c order by c ->> 'line_id' loop
    select * into v_old from public.order_lines l where l.id = (v_change ->> 'line_id')::uuid and l.order_id = p_order.id;
    if not found then
      perform private.refuse(404, 'unknown_line', 'This item is not in the order.');
    end if;
    v_new := private.amended_line(v_old, v_change);
    select coalesce(sum(h.units), 0) / (v_old.quantity - v_old.refunded_quantity) into v_held
    from private.holds h where h.line_id = v_old.id and h.state = 'held';
    if v_new.quantity < v_old.quantity then
      v_freed := v_freed || private.part_of_hold(v_old.id, v_held * (v_old.quantity - v_new.quantity));
    elsif v_new.quantity > v_old.quantity then
      v_taking := v_taking || (
        select coalesce(jsonb_agg(to_jsonb(t)), '[]') from (
          select h.line_id, h.pool_id, h.kit_id, v_held * (v_new.quantity - v_old.quantity) as units
          from private.holds h where h.line_id = v_old.id and h.state = 'held' limit 1) t);
    end if;
    if v_new.quantity = 0 then
      v_gone := v_gone || v_old.id;
    else
      update public.order_lines set quantity = v_new.quantity, options = v_new.options, unit_price_minor = v_new.unit_price_minor,
        total_minor = v_new.total_minor, discount_minor = v_new.discount_minor, tax_minor = v_new.tax_minor,
        weight_grams = v_new.weight_grams where id = v_old.id;
    end if;
  end loop;
  if private.release_holds(v_freed, v_taking, 'Order ' || p_order.number || ', amended',
    p_order.status <> 'awaiting_payment') <> '[]' then
    perform private.refuse(409, 'out_of_stock', 'There are not enough left.');
  end if;
  insert into private.holds (order_id, line_id, pool_id, kit_id, units, expires_at)
  select p_order.id, (t ->> 'line_id')::uuid, (t ->> 'pool_id')::uuid, (t ->> 'kit_id')::uuid, (t ->> 'units')::int,
    case when p_order.status = 'awaiting_payment' then p_order.pay_by end
  from jsonb_array_elements(v_taking) t;
  delete from public.order_lines where id = any (v_gone);
end;
$$;
comment on function private.amend_lines(public.order_records, jsonb) is 'Writes changed, added and removed lines and moves what is promised for them in one sorted pass.';

create function private.add_lines(p_order public.order_records, p_changes jsonb) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  v_cart constant private.priced_line[] := private.priced_by_staff(coalesce(p_changes -> 'add', '[]'));
  v_email constant text := (select c.email from private.order_contacts c where c.order_id = p_order.id);
  v_rule constant private.tax_rule := private.tax_rule_of_order(p_order);
  v_wrong record;
  v_line private.priced_line;
  v_id uuid;
  v_parcel uuid;
  v_taking jsonb := '[]';
begin
  for v_wrong in
    -- What is taken off the order in the same breath still counts here: `require_room_for_more` judges both.
    select l.reason, l.message from private.cart_limits(v_cart, p_order.user_id, v_email) l where l.reason <> 'over_limit'
    union all
    select p ->> 'reason', p ->> 'message' from jsonb_array_elements(private.country_problems(v_cart, p_order.country_code)) p
  loop
    perform private.refuse(409, v_wrong.reason, v_wrong.message);
  end loop;
  foreach v_line in array v_cart loop
    if v_line.design_id is not null or v_line.offer_id is not null then
      perform private.refuse(422, 'wrong_changes', 'Items from an offer or a design must be ordered by the customer.');
    end if;
    select s.id into v_parcel from public.shipments s
    where s.order_id = p_order.id and s.status = 'planned' and (p_order.ships_together
      or s.batch_id is not distinct from v_line.batch_id and s.ships_on is not distinct from v_line.ships_on)
    order by s.position limit 1;
    if v_parcel is null then
      insert into public.shipments (order_id, position, batch_id, ships_on, eta_precision, weight_grams)
      select p_order.id, coalesce(max(s.position), 0) + 1, v_line.batch_id, v_line.ships_on, v_line.eta_precision, 0
      from public.shipments s where s.order_id = p_order.id returning id into v_parcel;
    end if;
    insert into public.order_lines (
      order_id, position, shipment_id, variant_id, product_id, batch_id, sold_as, quantity, title, variant_title, sku, url,
      kind, picture, options, currency, unit_price_minor, total_minor, tax_minor, tax_included, tax_scheme, tax_rate_basis_points, tax_name, weight_grams, flaws)
    select p_order.id, (select max(l.position) + 1 from public.order_lines l where l.order_id = p_order.id), v_parcel,
      v_line.variant_id, v_line.product_id, v_line.batch_id, v_line.sold_as, v_line.quantity, v_line.title, v_line.variant_title,
      v_line.sku, v_line.url, v_line.kind, v_line.picture, v_line.chosen, p_order.currency, v_line.unit_price_minor,
      v_line.total_minor, private.tax_part(v_line.total_minor, t.rate_basis_points, v_rule.is_included, v_rule.scheme),
      v_rule.is_included and t.rate_basis_points is not null, v_rule.scheme, coalesce(t.rate_basis_points, 0), coalesce(t.name, ''), v_line.weight_grams, v_line.flaws
    from (select 1) one left join lateral private.tax_on(v_rule.country, v_line.tax_class) t on true
    returning id into v_id;
    if num_nonnulls(v_line.pool_id, v_line.kit_id) = 1 then
      v_taking := v_taking || jsonb_build_array(jsonb_build_object('line_id', v_id, 'pool_id', v_line.pool_id,
        'kit_id', v_line.kit_id, 'units', v_line.quantity * coalesce(v_line.pool_units, 1)));
    end if;
  end loop;
  return v_taking;
end;
$$;
comment on function private.add_lines(public.order_records, jsonb) is 'Writes lines that staff add to an order and gives what has to be promised for them.';

create function private.priced_by_staff(p_lines jsonb) returns private.priced_line[]
language plpgsql stable
set search_path = ''
as $$
declare
  v_cart private.priced_line[] := '{}';
  v_line private.priced_line;
  v_price jsonb;
begin
  foreach v_line in array private.price_cart(p_lines) loop
    v_price := p_lines -> v_line.line -> 'unit_price_minor';
    if coalesce(v_price, 'null') <> 'null' then
      if not private.is_amount(v_price, 10000000) then
        perform private.refuse(422, 'wrong_price', 'Enter a price from 0 to 100,000.');
      end if;
      v_line.unit_price_minor := (v_price #>> '{}')::bigint;
      v_line.total_minor := v_line.unit_price_minor * v_line.quantity;
    end if;
    v_cart := v_cart || v_line;
  end loop;
  return v_cart;
end;
$$;
comment on function private.priced_by_staff(jsonb) is 'A cart at the prices of the shop, or at those that staff name.';

create function private.order_taxes(p_order uuid, p_shipping bigint) returns jsonb
language sql stable
set search_path = ''
as $$
  select private.tax_sums(coalesce(jsonb_agg(jsonb_build_object('tax_minor', l.tax_minor, 'tax_included', l.tax_included, 'tax_scheme', l.tax_scheme,
    'tax_rate_basis_points', nullif(l.tax_rate_basis_points, 0))), '[]'), p_shipping)
  from public.order_lines l where l.order_id = p_order
$$;
comment on function private.order_taxes(uuid, bigint) is 'The taxes of an order''s lines and of its shipping, as a quote adds them up.';

create function private.part_order(p_order uuid) returns void
language plpgsql
set search_path = ''
as $$
declare
  v_parcel public.shipments;
  v_part record;
  v_is_first boolean := true;
begin
  update public.order_records set ships_together = false where id = p_order and ships_together;
  select * into v_parcel from public.shipments s where s.order_id = p_order and s.status = 'planned' order by s.position limit 1;
  for v_part in
    select x.batch_id, x.ships_on, min(x.eta_precision) as eta_precision, array_agg(x.id) as lines from (
      select l.id, l.batch_id, coalesce(b.eta, case when l.sold_as = 'preorder' then v.ships_on end) as ships_on,
        coalesce(b.eta_precision, 'day') as eta_precision
      from public.order_lines l left join public.batches b on b.id = l.batch_id left join public.variants v on v.id = l.variant_id
      where l.shipment_id = v_parcel.id
    ) x group by x.batch_id, x.ships_on order by x.ships_on nulls first, x.batch_id nulls first
  loop
    if v_is_first then
      update public.shipments set batch_id = v_part.batch_id, ships_on = v_part.ships_on, eta_precision = v_part.eta_precision
      where id = v_parcel.id;
      v_is_first := false;
      continue;
    end if;
    with made as (
      insert into public.shipments (order_id, position, batch_id, ships_on, eta_precision, weight_grams)
      select p_order, max(s.position) + 1, v_part.batch_id, v_part.ships_on, v_part.eta_precision, 0
      from public.shipments s where s.order_id = p_order returning id
    )
    update public.order_lines l set shipment_id = m.id from made m where l.id = any (v_part.lines);
  end loop;
end;
$$;
comment on function private.part_order(uuid) is 'Makes parcels by their dates of the one that an order was to be sent in: staff send what is ready after all.';

create function private.ordered_units(p_order uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(x.id, x.units), '{}') from (
    select t.id, sum(l.quantity - l.refunded_quantity) as units
    from public.order_lines l cross join lateral (values (l.variant_id), (l.product_id)) t (id)
    where l.order_id = p_order group by t.id
  ) x
$$;
comment on function private.ordered_units(uuid) is 'How many an order has of each variant and of each product, by their ids.';

create function private.require_room_for_more(p_order public.order_records, p_had jsonb) returns void
language plpgsql stable
set search_path = ''
as $$
declare
  v_email constant text := (select c.email from private.order_contacts c where c.order_id = p_order.id);
  v_has constant jsonb := private.ordered_units(p_order.id);
  v_limit record;
begin
  -- What was ordered before a limit was lowered stays.
  for v_limit in
    select x.* from (
      select v.id, null::uuid as product_id, v.id as variant_id, v.max_per_customer as most,
        format('At most %s per customer.', v.max_per_customer) as message
      from public.variants v where v.id = any (array(select l.variant_id from public.order_lines l where l.order_id = p_order.id))
      union all
      select p.id, p.id, null, p.max_per_customer, format('At most %s of %s per customer.', p.max_per_customer, p.title)
      from public.products p where p.id = any (array(select l.product_id from public.order_lines l where l.order_id = p_order.id))
    ) x where (v_has ->> x.id::text)::int > coalesce((p_had ->> x.id::text)::int, 0)
  loop
    if (v_has ->> v_limit.id::text)::int
      + private.bought_before(p_order.user_id, v_email, v_limit.product_id, v_limit.variant_id, p_order.id) > v_limit.most then
      perform private.refuse(409, 'over_limit', v_limit.message, jsonb_build_object('limit', v_limit.most));
    end if;
  end loop;
end;
$$;
comment on function private.require_room_for_more(public.order_records, jsonb) is
  'Refuses an order that has more by now of what a customer may have no more of, counted with their other orders.';

create function private.write_amendment(p_order public.order_records, p_changes jsonb, p_reason text) returns public.order_records
language plpgsql
set search_path = ''
as $$
declare
  v_shipping constant int := coalesce((p_changes ->> 'shipping_minor')::int, p_order.shipping_minor);
  v_was constant jsonb := private.order_taxes(p_order.id, p_order.shipping_minor);
  v_had constant jsonb := private.ordered_units(p_order.id);
  v_order public.order_records := p_order;
begin
  if p_order.ships_together and p_changes -> 'ships_together' = 'false' then
    perform private.part_order(p_order.id);
    v_order.ships_together := false;
  end if;
  perform private.amend_lines(v_order, p_changes);
  perform private.require_room_for_more(v_order, v_had);
  if not exists (select from public.order_lines l where l.order_id = p_order.id) then
    perform private.refuse(422, 'empty_cart', 'An order needs at least one line. Cancel it instead.');
  end if;
  return private.sum_amended_order(v_order, v_shipping, v_was, coalesce(nullif(p_reason, ''), 'Amended'));
end;
$$;
comment on function private.write_amendment(public.order_records, jsonb, text) is 'Changes lines, parcels and sums of an order; one that is paid in full by it moves on.';

create function private.sum_amended_order(p_order public.order_records, p_shipping int, p_taxes_before jsonb, p_reason text)
returns public.order_records
language plpgsql
set search_path = ''
as $$
begin
  delete from public.shipments s where s.order_id = p_order.id and s.status = 'planned'
    and not exists (select from public.order_lines l where l.shipment_id = s.id);
  update public.shipments s set weight_grams = (select sum(l.weight_grams) from public.order_lines l where l.shipment_id = s.id)
  where s.order_id = p_order.id and s.status = 'planned';
  perform private.spread_discount(p_order.id);
  return private.sum_order(p_order, p_shipping, p_taxes_before, p_reason);
end;
$$;
comment on function private.sum_amended_order(public.order_records, int, jsonb, text) is
  'Sums an order up whose lines were changed or taken out, parcels and discount included. Taxes before as for sum_order.';

create function private.code_rules(p_order uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(u.rule order by u.position, u.code_id), '[]')
  from private.discount_uses u where u.order_id = p_order and u.given_back_at is null
$$;
comment on function private.code_rules(uuid) is 'What the codes of an order said when they were used.';

create function private.require_code_minimum(p_order uuid) returns void
language plpgsql stable
set search_path = ''
as $$
declare
  v_subtotal constant bigint := (select sum(l.total_minor) from public.order_lines l where l.order_id = p_order);
  v_minimum constant bigint := (
    select max((r ->> 'minimum_minor')::bigint) from jsonb_array_elements(private.code_rules(p_order)) r);
begin
  if v_subtotal < v_minimum then
    perform private.refuse(422, 'code_minimum', 'With these options the order is below the minimum for its discount code.',
      jsonb_build_object('minimum_minor', v_minimum, 'subtotal_minor', v_subtotal));
  end if;
end;
$$;
comment on function private.require_code_minimum(uuid) is 'Refuses what a customer chose where it takes an order below the minimum of its code.';

create function private.spread_discount(p_order uuid) returns void
language plpgsql
set search_path = ''
as $$
declare
  -- Who changes an order has asked for the minimum, or is staff, who may go below it.
  v_rules constant jsonb := (
    select coalesce(jsonb_agg(r - 'minimum_minor' order by i), '[]')
    from jsonb_array_elements(private.code_rules(p_order)) with ordinality x (r, i));
  v_offs bigint[];
begin
  if v_rules = '[]' then
    return;
  end if;
  -- Pieces that were given back too: enter_costs leaves what they cost at nothing, whatever their line costs now.
  select private.discount_by_rules(v_rules, sum(l.total_minor)) into v_offs
  from public.order_lines l where l.order_id = p_order;
  update public.order_lines l set discount_minor = x.off,
    tax_minor = private.tax_part(l.total_minor - x.off, nullif(l.tax_rate_basis_points, 0), l.tax_included, l.tax_scheme)
  from (
    select f.id, (private.split_amount((select sum(o) from unnest(v_offs) o)::bigint, array_agg(f.total_minor::bigint)
      over (order by f.position rows between unbounded preceding and unbounded following)))[
      (row_number() over (order by f.position))::int] as off
    from public.order_lines f where f.order_id = p_order
  ) x
  where l.id = x.id and l.discount_minor <> x.off;
  update private.discount_uses u set amount_minor = x.off
  from (
    select o.code_id, v_offs[(row_number() over (order by o.position, o.code_id))::int] as off
    from private.discount_uses o where o.order_id = p_order and o.given_back_at is null
  ) x
  where u.order_id = p_order and u.code_id = x.code_id and u.amount_minor <> x.off;
end;
$$;
comment on function private.spread_discount(uuid) is
  'Takes off an order''s lines what its codes take off of what they cost now, and taxes them by it. An order without codes stays as it is.';

create function private.sum_order(p_order public.order_records, p_shipping int, p_taxes_before jsonb, p_reason text)
returns public.order_records
language plpgsql
set search_path = ''
as $$
declare
  v_taxes constant jsonb := private.order_taxes(p_order.id, p_shipping);
begin
  update public.order_records set tax_included_minor =
    greatest(p_order.tax_included_minor + (v_taxes ->> 'included')::int - (p_taxes_before ->> 'included')::int, 0)
  where id = p_order.id;
  perform private.enter_costs(p_order, p_shipping,
    greatest(p_order.tax_minor + (v_taxes ->> 'added')::int - (p_taxes_before ->> 'added')::int, least((v_taxes ->> 'added')::int, 0)), p_reason);
  return private.pay_if_covered(p_order.id);
end;
$$;
comment on function private.sum_order(public.order_records, int, jsonb, text) is
  'Sums an order up from its changed lines; one that is paid in full by it moves on. Taxes before are those that order_taxes gave for the lines as they were.';

create function private.order_sketch(p_order uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('total_minor', o.total_minor, 'shipping_minor', o.shipping_minor, 'tax_minor', o.tax_minor, 'lines', (
    select coalesce(jsonb_agg(jsonb_build_object('line_id', l.id, 'title', l.title, 'variant_title', l.variant_title, 'quantity', l.quantity,
      'unit_price_minor', l.unit_price_minor, 'options', (
        select coalesce(jsonb_agg(x ->> 'value'), '[]') from jsonb_array_elements(l.options) x)) order by l.position), '[]')
    from public.order_lines l where l.order_id = o.id))
    || case when o.ships_together then '{"ships_together": true}' else '{}'::jsonb end
  from public.order_records o where o.id = p_order
$$;
comment on function private.order_sketch(uuid) is 'What an amendment may change of an order, short enough for its history.';

create function private.lines_apart(p_one jsonb, p_other jsonb) returns jsonb
language sql immutable
set search_path = ''
as $$
  select p_one || jsonb_build_object('lines', coalesce((
    select jsonb_agg(l) from jsonb_array_elements(p_one -> 'lines') l
    where not (p_other -> 'lines') @> jsonb_build_array(l)), '[]'))
$$;
comment on function private.lines_apart(jsonb, jsonb) is 'A sketch of an order with those lines alone that another sketch does not have.';

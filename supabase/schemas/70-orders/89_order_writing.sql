-- The writing of an order: its record, lines, parcels, holds, first event and mail. Called by
-- place_order alone, after everything was checked.

create function private.keep_until(p_quote jsonb) returns timestamptz
language plpgsql stable
set search_path = ''
as $$
declare
  v_now constant timestamptz := now();
  v_won timestamptz;
begin
  if p_quote @? '$.lines[*].offer_id ? (@ != null)' then
    select min(o.holds_until) into v_won
    from jsonb_array_elements(p_quote -> 'lines') l join public.offers o on o.id = (l ->> 'offer_id')::uuid join public.lists r on r.id = o.list_id
    where private.is_drawn(r.kind);
  end if;
  if v_won is null then
    return v_now + make_interval(hours => private.setting('hours_to_pay'));
  end if;
  return greatest(v_won, v_now + make_interval(mins => private.setting('minutes_cart_hold')));
end;
$$;
comment on function private.keep_until(jsonb) is
  'Until when an order can be paid. A win is paid by the end of its offer, whenever it was ordered; in its last minutes there is time for the payment itself.';

create function private.write_order(
  p_quote jsonb, p_user uuid, p_payment text, p_consents jsonb
) returns public.order_records
language plpgsql
set search_path = ''
as $$
declare
  v_order public.order_records;
  v_designs jsonb := '{}';
  v_keep_until constant timestamptz := private.keep_until(p_quote);
  -- An account with a mailbox answers for its order, and a colleague for one they make.
  v_is_confirmed constant boolean := private.proven_email() is not null or private.is_staff();
begin
  insert into public.order_records (
    user_id, payment, country_code, shipping_method_id, shipping_method_name, code, currency, subtotal_minor,
    discount_minor, shipping_minor, tax_minor, tax_included_minor, total_minor, terms_version_id, consents, pay_by,
    confirmed_at, keep_until, ships_together
  )
  select p_user, p_payment, p_quote ->> 'country', m.id, m.name,
    (select string_agg(c ->> 'code', ' ') from jsonb_array_elements(p_quote -> 'codes') c),
    p_quote ->> 'currency', (p_quote ->> 'subtotal_minor')::int, (p_quote ->> 'discount_minor')::int,
    (p_quote ->> 'shipping_minor')::int, (p_quote ->> 'tax_minor')::int, (p_quote ->> 'tax_included_minor')::int,
    (p_quote ->> 'total_minor')::int,
    private.terms_on(now()),
    jsonb_build_object('terms', true, 'group_buy', coalesce(p_consents -> 'group_buy', 'false') = 'true'),
    case when v_is_confirmed then v_keep_until
      else least(v_keep_until, now() + make_interval(mins => private.setting('minutes_to_confirm'))) end,
    case when v_is_confirmed then now() end, case when not v_is_confirmed then v_keep_until end, p_quote -> 'ships_together' = 'true'
  from public.shipping_methods m where m.id = (p_quote ->> 'shipping_method')::uuid
  returning * into v_order;
  if p_quote @? '$.lines[*].design_id ? (@ != null)' then
    -- Locked in one order by everybody.
    select jsonb_object_agg(d.id, private.freeze_design(d.id)) into v_designs
    from (select distinct (l ->> 'design_id')::uuid as id from jsonb_array_elements(p_quote -> 'lines') l where l ->> 'design_id' is not null order by 1) d;
  end if;
  with sent as (
    insert into public.shipments (order_id, position, batch_id, ships_on, eta_precision, weight_grams)
    select v_order.id, s.position, s.batch_id, s.ships_on, s.eta_precision, s.weight_grams
    from jsonb_to_recordset(p_quote -> 'shipments') s (position int, batch_id uuid, ships_on date, eta_precision text, weight_grams int)
    returning id, position
  )
  insert into public.order_lines (
    order_id, position, shipment_id, variant_id, product_id, batch_id, design_id, offer_id, sold_as, quantity,
    title, variant_title, sku, url, kind, picture, options, design, currency, unit_price_minor, total_minor,
    discount_minor, tax_minor, tax_included, tax_scheme, tax_rate_basis_points, tax_name, weight_grams, flaws
  )
  select v_order.id, l.line + 1, s.id, l.variant_id, l.product_id, l.batch_id, l.design_id, l.offer_id, l.sold_as,
    l.quantity, l.title, l.variant_title, l.sku, l.url, l.kind, l.picture, l.options, v_designs -> l.design_id::text, v_order.currency,
    l.unit_price_minor, l.total_minor, l.discount_minor, l.tax_minor, l.tax_included, l.tax_scheme, l.tax_rate_basis_points,
    l.tax_name, l.weight_grams, l.flaws
  from jsonb_to_recordset(p_quote -> 'lines') l (
    line int, variant_id uuid, product_id uuid, batch_id uuid, design_id uuid, offer_id uuid, sold_as public.availability_kind,
    quantity int, title text, variant_title text, sku text, url text, kind public.product_kind, picture text, options jsonb,
    unit_price_minor int, total_minor int, discount_minor int, tax_minor int, tax_included boolean, tax_scheme text,
    tax_rate_basis_points int, tax_name text, weight_grams int, flaws text, parcel text)
  join jsonb_to_recordset(p_quote -> 'shipments') p (position int, parcel text) on p.parcel = l.parcel
  join sent s on s.position = p.position;
  perform private.enter_costs(v_order, v_order.shipping_minor, v_order.tax_minor, 'Placed');
  return v_order;
end;
$$;
comment on function private.write_order(jsonb, uuid, text, jsonb) is 'Writes record, parcels and lines of an order from its quote, which says all of them.';

create function private.dead_orders(p_pools uuid[], p_kits uuid[]) returns uuid[]
language plpgsql stable
set search_path = ''
set enable_seqscan = off
as $$
begin
  return array(
    select h.order_id from private.holds h
    where h.pool_id = any (p_pools) and h.state = 'held' and h.expires_at <= now()
    union
    select h.order_id from private.holds h
    where h.kit_id = any (p_kits) and h.state = 'held' and h.expires_at <= now());
end;
$$;
comment on function private.dead_orders(uuid[], uuid[]) is 'Which orders hold some of these pools and kits although their time has passed.';

create function private.hold_for_order(p_order public.order_records, p_cart private.priced_line[]) returns uuid[]
language plpgsql
set search_path = ''
set enable_seqscan = off
as $$
declare
  v_pools uuid[];
  v_kits uuid[];
  v_taking jsonb;
  v_dead uuid[];
  v_ended uuid[] := '{}';
  v_freed uuid[] := '{}';
  v_offer record;
begin
  with held as (
    insert into private.holds (order_id, line_id, pool_id, kit_id, units, expires_at)
    select p_order.id, l.id, c.pool_id, c.kit_id, c.quantity * coalesce(c.pool_units, 1), p_order.pay_by
    from unnest(p_cart) c join public.order_lines l on l.order_id = p_order.id and l.position = c.line + 1
    where num_nonnulls(c.pool_id, c.kit_id) = 1
    returning pool_id, kit_id, units
  )
  select array_agg(h.pool_id), array_agg(h.kit_id), coalesce(jsonb_agg(h), '[]') into v_pools, v_kits, v_taking from held h;
  v_dead := private.dead_orders(v_pools, v_kits);
  if v_dead <> '{}' then
    v_ended := private.end_unpaid_orders(v_dead);
    v_freed := array(select h.id from private.holds h where h.ended_at is null and h.order_id = any (v_ended));
  end if;
  for v_offer in select l.offer_id, l.variant_id from unnest(p_cart) l where l.offer_id is not null order by 1 loop
    perform private.spend_offer(v_offer.offer_id, p_order.id, v_offer.variant_id);
  end loop;
  -- Last of all, for whoever wants the same waits from here to the end of the order.
  if private.release_holds(v_freed, v_taking, 'Order ' || p_order.number) <> '[]' then
    perform private.refuse(409, 'out_of_stock', 'Someone else was faster and there are not enough left. Choose a lower quantity.');
  end if;
  return v_ended;
end;
$$;
comment on function private.hold_for_order(public.order_records, private.priced_line[]) is
  'Promises the goods of an order, freeing what dead orders still hold of them. Gives the orders that ended by it.';

create function private.vat_proof(p_order public.order_records, p_number text) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  v_check private.vat_checks;
begin
  if not exists (select from public.order_lines l where l.order_id = p_order.id and l.tax_scheme = 'reverse_charge') then
    return '{}';
  end if;
  v_check := private.vat_check_of(p_number);
  return jsonb_build_object('vat_check', jsonb_build_object('checked_at', v_check.checked_at, 'name', left(v_check.name, 120),
    'address', left(v_check.address, 240), 'consultation', v_check.consultation));
end;
$$;
comment on function private.vat_proof(public.order_records, text) is 'Why an order was sold without VAT: what the register said of its number. Kept with the order.';

create function private.finish_order(
  p_order public.order_records, p_key uuid, p_email text, p_address jsonb, p_company jsonb, p_gift_note text
) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  v_token constant text := replace(gen_random_uuid()::text || gen_random_uuid(), '-', '');
  v_status public.order_status := p_order.status;
  v_answer jsonb;
begin
  insert into private.order_contacts (order_id, email, address, company, token_hash, mailbox_token_hash, client_hash, mailbox_proven_at, gift_note)
  values (p_order.id, p_email, p_address, case when p_company is not null then p_company || private.vat_proof(p_order, p_company ->> 'vat_number') end,
    private.hash_of(v_token), private.hash_of(gen_random_uuid()::text || gen_random_uuid()),
    private.buying_client(), case when p_order.user_id is not null and lower(p_email) = lower(private.proven_email()) then now() end, p_gift_note);
  perform private.record_event(p_order.id, 'placed', p_to => p_order.status,
    p_after => jsonb_build_object('total_minor', p_order.total_minor, 'currency', p_order.currency));
  if p_order.total_minor = 0 and p_order.confirmed_at is not null then
    perform private.move_order(p_order.id, 'awaiting_payment', 'paid', 'shop', 'There was nothing to pay.');
    v_status := 'paid';
  end if;
  perform private.ask_about_order(p_order.id);
  v_answer := jsonb_build_object('order', jsonb_build_object(
    'id', p_order.id, 'number', p_order.number, 'status', v_status, 'total_minor', p_order.total_minor,
    'currency', p_order.currency, 'pay_by', p_order.pay_by, 'keep_until', p_order.keep_until, 'payment', p_order.payment, 'token', v_token), 'replayed', false);
  update private.order_keys set order_id = p_order.id, answer = v_answer
  where caller = coalesce(auth.uid()::text, 'guest') and key = p_key;
  return v_answer;
end;
$$;
comment on function private.finish_order(public.order_records, uuid, text, jsonb, jsonb, text) is 'Writes who an order is for, its first event, its mail and the answer that its key will give again.';

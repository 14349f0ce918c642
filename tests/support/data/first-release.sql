-- A shop in use, in rows of the first released schema (20261121000000). Never changed: it stands for the
-- databases of others. Runs as superuser, in one transaction.

insert into public.settings (key, value, unit, meaning) values
  ('hours_to_pay', 72, 'hours', 'How long an unpaid order holds its stock before it expires.'),
  ('hours_to_pay_raffle', 48, 'hours', 'How long a winner of a raffle may take to pay.'),
  ('minutes_cart_hold', 30, 'minutes', 'How long the checkout holds what is in it.'),
  ('days_to_return', 14, 'days', 'How long goods from stock can be sent back after they arrive.'),
  ('days_to_refund', 10, 'days', 'How soon money comes back after we agreed to return it.'),
  ('days_to_report_damage', 21, 'days', 'How long a fault from transport can be reported after arrival.'),
  ('months_of_warranty', 24, 'months', 'How long we repair or replace what fails in normal use.'),
  ('weeks_before_silence', 6, 'weeks', 'How long a running batch may go without news before staff are reminded.'),
  ('percent_refund_before_closing', 100, 'percent', 'Refund of a group buy order cancelled before the batch closes.'),
  ('percent_refund_before_production', 90, 'percent', 'Refund of a group buy order cancelled after closing and before production.'),
  ('percent_refund_in_production', 0, 'percent', 'Refund of a group buy order cancelled by choice once production has begun.'),
  ('months_delay_full_refund', 6, 'months', 'A delay beyond the original ETA by this much gives the right to cancel for a full refund.'),
  ('strikes_until_pause', 2, 'count', 'Unpaid wins after which raffles pause for an account.'),
  ('months_of_pause', 6, 'months', 'How long that pause lasts.'),
  ('percent_transfer_fee', 0, 'percent', 'Fee for passing a group buy place on to someone else.'),
  ('minor_gift_wrap', 350, 'minor', 'Price of wrapping an artisan as a gift.'),
  ('hours_address_lock_notice', 48, 'hours', 'How long before addresses of a batch are locked its buyers are told.');
insert into public.tax_classes (code, title) values ('goods', 'Goods at the standard rate');
insert into public.countries (code, name, in_eu, currency, duties_payer) values
  ('NL', 'Netherlands', true, 'EUR', 'none'), ('GB', 'United Kingdom', false, 'GBP', 'customer');
insert into public.tax_rates (country_code, tax_class_code, name, rate_basis_points, collected, valid_from) values
  ('NL', 'goods', 'VAT', 2100, true, '2012-10-01'), ('GB', 'goods', 'VAT', 2000, true, '2011-01-04');
insert into auth.users (id, email, email_confirmed_at) values
  ('00000000-0000-4000-8000-00000000000a', 'owner@old.test', now()),
  ('00000000-0000-4000-8000-00000000000b', 'buyer@old.test', now());
insert into private.staff (user_id, role, added_at) values ('00000000-0000-4000-8000-00000000000a', 'owner', now() - interval '1 year');

insert into public.products (id, kind, category, url, title, summary, status, publish_at, ship_group) values
  ('00000000-0000-4000-8000-000000000101', 'product', 'switches', 'old-switches', 'Old switches', 'Linear.', 'published', now() - interval '1 year', 'stock'),
  ('00000000-0000-4000-8000-000000000102', 'product', 'keycap_set', 'old-keycaps', 'Old keycaps', 'Dye-sublimated.', 'published', now() - interval '1 year', 'old-keycaps');
insert into public.stock_pools (id, code, title, on_hand) values ('00000000-0000-4000-8000-000000000201', 'OLD-SWITCHES', 'Old switches', 500);
insert into public.variants (id, product_id, sku, title, availability, price_minor, weight_grams, stock_pool_id) values
  ('00000000-0000-4000-8000-000000000301', '00000000-0000-4000-8000-000000000101', 'OLD-SW', 'Bag of 10', 'in_stock', 1000, 20, '00000000-0000-4000-8000-000000000201'),
  ('00000000-0000-4000-8000-000000000302', '00000000-0000-4000-8000-000000000102', 'OLD-BASE', 'Base', 'group_buy', 10000, 900, null),
  ('00000000-0000-4000-8000-000000000303', '00000000-0000-4000-8000-000000000102', 'OLD-NOVELTIES', 'Novelties', 'group_buy', 4000, 200, null);
insert into public.discount_codes (id, code, title, amount_minor) values
  ('00000000-0000-4000-8000-000000000401', 'OLDFRIEND', 'Old friends', 300);
insert into public.designs (owner_id, name, design, layout) values
  ('00000000-0000-4000-8000-00000000000b', 'Mine', '{}', '65'), (null, 'Of a guest', '{}', '65');
-- A batch that has closed: nobody may plant one where it is guarded.
set local session_replication_role = replica;
insert into public.batches (id, product_id, code, title, stage, opens_at, closes_at, settled_at, eta, original_eta) values
  ('00000000-0000-4000-8000-000000000501', '00000000-0000-4000-8000-000000000102', 'TEST-OLD', 'Round 1', 'closed',
    now() - interval '60 days', now() - interval '30 days', now() - interval '30 days', now() + interval '60 days', now() + interval '60 days');
insert into public.batch_kits (id, batch_id, variant_id, moq, settled_count, dropped_at) values
  ('00000000-0000-4000-8000-000000000601', '00000000-0000-4000-8000-000000000501', '00000000-0000-4000-8000-000000000302', 1, 5, null),
  ('00000000-0000-4000-8000-000000000602', '00000000-0000-4000-8000-000000000501', '00000000-0000-4000-8000-000000000303', 50, 2, now() - interval '30 days');
insert into public.lists (id, kind, product_id, title, status, opens_at, closes_at, capacity, beacon_round) values
  ('00000000-0000-4000-8000-000000000701', 'waiting_list', '00000000-0000-4000-8000-000000000101', 'Old waiting list', 'open', now() - interval '9 days', null, null, null);
insert into public.list_choices (id, list_id, variant_id) values
  ('00000000-0000-4000-8000-000000000702', '00000000-0000-4000-8000-000000000701', '00000000-0000-4000-8000-000000000301');
insert into public.list_entries (id, list_id, user_id, choices) values
  ('00000000-0000-4000-8000-000000000703', '00000000-0000-4000-8000-000000000701', '00000000-0000-4000-8000-00000000000b', '{00000000-0000-4000-8000-000000000702}');
insert into public.offers (list_id, entry_id, user_id, choice_id, variant_id, rank, round, expires_at) values
  ('00000000-0000-4000-8000-000000000701', '00000000-0000-4000-8000-000000000703', '00000000-0000-4000-8000-00000000000b',
    '00000000-0000-4000-8000-000000000702', '00000000-0000-4000-8000-000000000301', 1, 1, now() + interval '2 days');
set local session_replication_role = origin;

create function pg_temp.order_id(p_number int) returns uuid language sql as $$
  select ('00000000-0000-4000-9000-' || lpad(p_number::text, 12, '0'))::uuid
$$;
-- Lines: [{sku, quantity, unit, discount, added (tax on top), back (pieces refunded), dropped, cheaper (settled)}].
create function pg_temp.plant(p_number int, p_way public.order_status[], p_shipping int, p_lines jsonb, p_more jsonb default '{}')
returns void language plpgsql as $$
declare
  v_id constant uuid := pg_temp.order_id(p_number);
  v_status constant public.order_status := p_way[cardinality(p_way)];
  v_placed constant timestamptz := now() - interval '40 days' + make_interval(mins => p_number);
  v_pay_by constant timestamptz := case when v_status = 'awaiting_payment' then now() + interval '2 days' else v_placed + interval '3 days' end;
  v record;
begin
  insert into public.order_records (id, number, user_id, status, payment, country_code, shipping_method_name, code, subtotal_minor,
    discount_minor, shipping_minor, tax_minor, tax_included_minor, total_minor, consents, placed_at, pay_by, paid_at, closed_at)
  select v_id, 'KW-' || p_number, (p_more ->> 'user')::uuid, v_status, coalesce(p_more ->> 'payment', 'invoice'),
    coalesce(p_more ->> 'country', 'NL'), 'Parcel', p_more ->> 'code', s.goods, s.discount, p_shipping, s.added + coalesce((p_more ->> 'tax_of_shipping')::int, 0), 0,
    s.goods - s.discount + p_shipping + s.added + coalesce((p_more ->> 'tax_of_shipping')::int, 0), '{"terms": true, "group_buy": true}', v_placed, v_pay_by,
    case when 'paid' = any (p_way) then v_placed + interval '1 hour' end,
    case when v_status in ('expired', 'cancelled', 'refunded') then v_placed + interval '4 days' end
  from (
    select sum((l ->> 'unit')::int * (l ->> 'quantity')::int)::int as goods, coalesce(sum((l ->> 'discount')::int), 0)::int as discount,
      coalesce(sum((l ->> 'added')::int), 0)::int as added
    from jsonb_array_elements(p_lines) l) s;
  insert into private.order_contacts (order_id, email, address, token_hash, mailbox_token_hash) values
    (v_id, 'Buyer+' || p_number || '@Old.test', '{"name": "Ada", "line1": "Oudegracht 1", "city": "Utrecht", "postcode": "3511 AB", "country": "NL"}',
      repeat('a', 64), repeat('b', 64));
  insert into private.order_keys (caller, key, request_hash, order_id, answer) values ('guest', v_id, 'x', v_id, '{}');
  insert into public.order_events (order_id, at, kind, actor, from_status, to_status)
  select v_id, v_placed + (n - 1) * interval '1 hour', case n when 1 then 'placed' else 'moved' end, 'shop',
    case when n > 1 then p_way[n - 1] end, p_way[n] from generate_series(1, cardinality(p_way)) n;
  for v in
    select gen_random_uuid() as line, x.place, x.l, a.*, k.id as kit_id, k.batch_id, (x.l ->> 'quantity')::int as quantity,
      case when (x.l ->> 'dropped') is not null then (x.l ->> 'quantity')::int else coalesce((x.l ->> 'back')::int, 0) end as back
    from jsonb_array_elements(p_lines) with ordinality x (l, place) join public.variants a on a.sku = x.l ->> 'sku'
    left join public.batch_kits k on k.variant_id = a.id
  loop
    insert into public.order_lines (id, order_id, position, variant_id, product_id, batch_id, sold_as, quantity, refunded_quantity, title,
      variant_title, sku, url, kind, unit_price_minor, total_minor, discount_minor, tax_minor, tax_included, tax_rate_basis_points, weight_grams)
    values (v.line, v_id, v.place, v.id, v.product_id, v.batch_id, v.availability, v.quantity, v.back, 'Old', v.title, v.sku, 'old', 'product',
      (v.l ->> 'unit')::int, (v.l ->> 'unit')::int * v.quantity, coalesce((v.l ->> 'discount')::int, 0), coalesce((v.l ->> 'added')::int, 0),
      v.l -> 'added' is null, 0, 100);
    insert into private.line_settlements (line_id, order_id, kind, amount_minor)
    select v.line, v_id, k, (v.l ->> k)::int from unnest(array['dropped', 'cheaper']) k where v.l ? k;
    if v.quantity > v.back then
      insert into private.holds (order_id, line_id, pool_id, kit_id, units, state, expires_at, ended_at)
      select v_id, v.line, v.stock_pool_id, v.kit_id, v.quantity - v.back, h.state,
        case when v_status = 'awaiting_payment' then v_pay_by end, case when h.state <> 'held' then now() end
      from (select case when v_status in ('shipped', 'delivered') then 'claimed' when v_status in ('expired', 'cancelled', 'refunded') then 'released' else 'held' end) h (state);
    end if;
  end loop;
end;
$$;
create function pg_temp.money(p_number int, p_kind text, p_amount int, p_reference text default '', p_provider text default 'invoice', p_lines jsonb default '[]')
returns void language sql as $$
  insert into public.payments (order_id, kind, provider, provider_reference, amount_minor, reason, lines, at)
  select pg_temp.order_id(p_number), p_kind, p_provider, p_reference, p_amount, '', (
    select coalesce(jsonb_agg(jsonb_build_object('line_id', l.id, 'quantity', x -> 'quantity', 'amount_minor', x -> 'amount_minor')), '[]')
    from jsonb_array_elements(p_lines) x join public.order_lines l on l.order_id = pg_temp.order_id(p_number) and l.position = (x ->> 'position')::int),
    -- An event and what it did have one time.
    now() - interval '30 days' + make_interval(mins => p_number)
$$;
create function pg_temp.event(p_number int, p_id text, p_kind text, p_amount int, p_outcome text) returns void language sql as $$
  insert into private.payment_events (provider, event_id, kind, order_id, amount_minor, currency, outcome, at)
  values ('stripe', p_id, p_kind, pg_temp.order_id(p_number), p_amount, 'EUR', p_outcome, now() - interval '30 days' + make_interval(mins => p_number))
$$;

-- What the shop of that time wrote into its sums: refund due and forgone.
create function pg_temp.sums(p_number int, p_due int, p_forgone int) returns void language sql as $$
  update public.order_records set refund_due_minor = p_due, forgone_minor = p_forgone where id = pg_temp.order_id(p_number)
$$;

do $$
declare
  v_switches constant jsonb := '[{"sku": "OLD-SW", "quantity": 3, "unit": 1000}]';
  v_base constant jsonb := '[{"sku": "OLD-BASE", "quantity": 1, "unit": 10000}]';
  v_buyer constant jsonb := '{"user": "00000000-0000-4000-8000-00000000000b"}';
  v_stripe constant jsonb := '{"payment": "stripe"}';
begin
  -- Paid; unpaid of an account; unpaid of a guest with a code; paid in part.
  perform pg_temp.plant(1, '{awaiting_payment,paid}', 500, v_switches, v_buyer), pg_temp.money(1, 'capture', 3500);
  perform pg_temp.plant(2, '{awaiting_payment}', 500, v_switches, v_buyer);
  perform pg_temp.plant(3, '{awaiting_payment}', 500, '[{"sku": "OLD-SW", "quantity": 3, "unit": 1000, "discount": 300}]', '{"code": "OLDFRIEND"}');
  insert into private.discount_uses (order_id, code_id, email, amount_minor, rule) values
    (pg_temp.order_id(3), '00000000-0000-4000-8000-000000000401', 'buyer+3@old.test', 300, '{"amount_minor": 300, "minimum_minor": 0}');
  update public.discount_codes set used_count = 1;
  perform pg_temp.plant(4, '{awaiting_payment}', 500, v_switches), pg_temp.money(4, 'capture', 2000);
  -- One piece of three refunded; cancelled with a refund due; the same once some of it went back.
  perform pg_temp.plant(5, '{awaiting_payment,paid}', 500, '[{"sku": "OLD-SW", "quantity": 3, "unit": 1000, "back": 1}]'),
    pg_temp.money(5, 'capture', 3500), pg_temp.money(5, 'refund', 1000, p_lines => '[{"position": 1, "quantity": 1, "amount_minor": 1000}]'), pg_temp.sums(5, 0, 1000);
  perform pg_temp.plant(6, '{awaiting_payment,paid,cancelled}', 500, v_switches, v_buyer), pg_temp.money(6, 'capture', 3500), pg_temp.sums(6, 3500, 0);
  perform pg_temp.plant(7, '{awaiting_payment,paid,cancelled}', 500, v_switches), pg_temp.money(7, 'capture', 3500),
    pg_temp.money(7, 'refund', 1000), pg_temp.sums(7, 2500, 1000);
  -- The batch closed cheaper: owed, given back, and with a piece refunded later; a kit dropped, beside another one and alone.
  perform pg_temp.plant(8, '{awaiting_payment,paid,in_production}', 900, '[{"sku": "OLD-BASE", "quantity": 1, "unit": 10000, "cheaper": 1500}]', v_buyer),
    pg_temp.money(8, 'capture', 10900), pg_temp.sums(8, 1500, 0);
  perform pg_temp.plant(9, '{awaiting_payment,paid,in_production}', 900, '[{"sku": "OLD-BASE", "quantity": 1, "unit": 10000, "cheaper": 1500}]'),
    pg_temp.money(9, 'capture', 10900), pg_temp.money(9, 'refund', 1500), pg_temp.sums(9, 0, 1500);
  perform pg_temp.plant(10, '{awaiting_payment,paid}', 1000, '[{"sku": "OLD-BASE", "quantity": 2, "unit": 5000, "cheaper": 1000, "back": 1}]'),
    pg_temp.money(10, 'capture', 11000), pg_temp.money(10, 'refund', 5000, p_lines => '[{"position": 1, "quantity": 1, "amount_minor": 5000}]'), pg_temp.sums(10, 0, 5000);
  perform pg_temp.plant(11, '{awaiting_payment,paid}', 900, v_base || '[{"sku": "OLD-NOVELTIES", "quantity": 1, "unit": 4000, "dropped": 4000}]'),
    pg_temp.money(11, 'capture', 14900), pg_temp.sums(11, 4000, 0);
  perform pg_temp.plant(12, '{awaiting_payment,paid}', 900, '[{"sku": "OLD-NOVELTIES", "quantity": 1, "unit": 4000, "dropped": 4000}]'),
    pg_temp.money(12, 'capture', 4900), pg_temp.sums(12, 4900, 0);
  -- Amended: dearer with a balance due, dearer and paid for by a supplement, cheaper with a refund due.
  perform pg_temp.plant(13, '{awaiting_payment,paid}', 500, '[{"sku": "OLD-SW", "quantity": 4, "unit": 1000}]'), pg_temp.money(13, 'capture', 3500);
  perform pg_temp.plant(14, '{awaiting_payment,paid}', 500, '[{"sku": "OLD-SW", "quantity": 4, "unit": 1000}]', v_stripe),
    pg_temp.money(14, 'capture', 3500, 'pi_14', 'stripe'), pg_temp.money(14, 'capture', 1000, 'pi_14b', 'stripe'),
    pg_temp.event(14, 'evt_14', 'paid', 3500, 'paid'), pg_temp.event(14, 'evt_14b', 'paid', 1000, 'paid_more');
  perform pg_temp.plant(15, '{awaiting_payment,paid}', 500, '[{"sku": "OLD-SW", "quantity": 2, "unit": 1000}]'), pg_temp.money(15, 'capture', 3500), pg_temp.sums(15, 1000, 0);
  insert into public.order_events (order_id, kind, actor) select pg_temp.order_id(n), 'amended', 'staff' from generate_series(13, 15) n;
  -- Disputed; refunded at its provider in two steps, and whole; expired; paid twice.
  perform pg_temp.plant(16, '{awaiting_payment,paid,in_production}', 900, v_base, v_stripe), pg_temp.money(16, 'capture', 10900, 'pi_16', 'stripe'),
    pg_temp.event(16, 'evt_16', 'paid', 10900, 'paid'), pg_temp.event(16, 'evt_16d', 'disputed', 10900, 'disputed');
  perform pg_temp.plant(17, '{awaiting_payment,paid}', 500, v_switches, v_stripe), pg_temp.money(17, 'capture', 3500, 'pi_17', 'stripe'),
    pg_temp.money(17, 'refund', 300, 'evt_17r', 'stripe'), pg_temp.money(17, 'refund', 200, 'evt_17s', 'stripe'), pg_temp.sums(17, 0, 500),
    pg_temp.event(17, 'evt_17', 'paid', 3500, 'paid'), pg_temp.event(17, 'evt_17r', 'refunded', 300, 'refunded'), pg_temp.event(17, 'evt_17s', 'refunded', 500, 'refunded');
  perform pg_temp.plant(18, '{awaiting_payment,paid,refunded}', 500, '[{"sku": "OLD-SW", "quantity": 3, "unit": 1000, "back": 3}]', v_stripe),
    pg_temp.money(18, 'capture', 3500, 'pi_18', 'stripe'), pg_temp.money(18, 'refund', 3500, 'evt_18r', 'stripe'), pg_temp.sums(18, 0, 3500),
    pg_temp.event(18, 'evt_18', 'paid', 3500, 'paid'), pg_temp.event(18, 'evt_18r', 'refunded', 3500, 'refunded');
  perform pg_temp.plant(19, '{awaiting_payment,expired}', 500, v_switches);
  perform pg_temp.plant(20, '{awaiting_payment,paid}', 500, v_switches), pg_temp.money(20, 'capture', 3500, 'a'), pg_temp.money(20, 'capture', 3500, 'b'), pg_temp.sums(20, 3500, 0);
  -- Shipped with goodwill; tax on top; nothing to pay.
  perform pg_temp.plant(21, '{awaiting_payment,paid,ready_to_ship,shipped,delivered}', 500, v_switches), pg_temp.money(21, 'capture', 3500),
    pg_temp.money(21, 'refund', 400), pg_temp.sums(21, 0, 400);
  perform pg_temp.plant(22, '{awaiting_payment,paid}', 500, '[{"sku": "OLD-SW", "quantity": 3, "unit": 1000, "added": 600}]', '{"country": "GB", "tax_of_shipping": 100}'),
    pg_temp.money(22, 'capture', 4200);
  perform pg_temp.plant(23, '{awaiting_payment,paid}', 0, '[{"sku": "OLD-SW", "quantity": 1, "unit": 1000, "discount": 1000}]');
end;
$$;
select setval('public.order_numbers', 10050);
select set_config('keywright.stock_reason', 'Orders', true);
update public.stock_pools p set allocated = (select sum(h.units) from private.holds h where h.pool_id = p.id and h.state = 'held');
set local session_replication_role = replica;
update public.batch_kits k set ordered_count = (
  select coalesce(sum(h.units), 0) from private.holds h where h.kit_id = k.id and h.state <> 'released' and h.expires_at is null);

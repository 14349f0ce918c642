-- A guest looks for an order by number and e-mail. Never raises, for an undone transaction would
-- forget the guess; a wrong number and a wrong e-mail get the same answer.

create function private.find_order(p_number text, p_email text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_number constant text := private.order_number_of(p_number);
  v_bucket constant text := private.hash_of('number ' || v_number);
  v_order uuid;
begin
  if private.guessed_too_often('find_order', private.guesser(), 5) or private.guessed_too_often('find_order', v_bucket, 5) then
    perform set_config('response.status', '429', true);
    return jsonb_build_object('found', false, 'reason', 'too_many_tries', 'message', 'Too many attempts. Try again in 15 minutes.');
  end if;
  select o.id into v_order from public.order_records o join private.order_contacts c on c.order_id = o.id
  where o.number = v_number and lower(c.email) = lower(btrim(left(coalesce(p_email, ''), 300)));
  if v_order is null then
    insert into private.guesses (what, bucket) values ('find_order', private.guesser()), ('find_order', v_bucket);
    perform set_config('response.status', '404', true);
    return jsonb_build_object('found', false, 'reason', 'not_found', 'message', 'There is no order with this number and this e-mail.');
  end if;
  return jsonb_build_object('found', true, 'order', private.redacted_order(v_order));
end;
$$;
call pg_temp.expose('find_order', 'anon, authenticated, service_role', 'guests may read no order.',
  'A guest''s order, redacted. Answers 404 and, after five wrong tries in a quarter of an hour, 429 with {found: false, reason, message}, without raising.
Gives {
  found: true;
  order: {
    cancel_until: string | null;
    captured_minor: number;
    confirmed_at: string | null;
    country_code: string;
    currency: string;
    discount_minor: number;
    email: string;
    events: {
      actor: "customer" | "guest" | "staff" | "shop";
      at: string;
      from_status: <order_status> | null;
      id: number;
      kind: string;
      to_status: <order_status> | null;
    }[];
    forgone_minor: number;
    id: string;
    keep_until: string | null;
    lines: {
      batch_id: string | null;
      batch_stage: <batch_stage> | null;
      change_options_until: string | null;
      design: { design: Record<string, unknown> } | null;
      eta: string | null;
      eta_precision: "day" | "month" | "quarter" | null;
      flaws: string;
      id: string;
      kind: <product_kind>;
      options: <order_lines.options>;
      picture: string | null;
      quantity: number;
      refunded_quantity: number;
      shipment_id: string | null;
      sold_as: <availability_kind>;
      title: string;
      total_minor: number;
      unit_price_minor: number;
      url: string;
      variant_id: string;
      variant_title: string;
    }[];
    missing_consents: ("terms" | "group_buy")[];
    number: string;
    paid_at: string | null;
    pay_by: string;
    payment: string;
    placed_at: string;
    refund_due_minor: number;
    refunded_minor: number;
    shipments: {
      carrier: string;
      delivered_at: string | null;
      eta_precision: "day" | "month" | "quarter" | null;
      id: string;
      position: number;
      shipped_at: string | null;
      ships_on: string | null;
      status: "planned" | "shipped" | "delivered";
    }[];
    shipping_method_name: string;
    shipping_minor: number;
    ships_together: boolean;
    status: <order_status>;
    subtotal_minor: number;
    tax_included_minor: number;
    tax_minor: number;
    total_minor: number;
    waits_for: <orders.waits_for> | null;
  };
}');

create function private.redacted_order(p_order uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'id', o.id, 'number', o.number, 'status', o.status, 'email', private.mask_email(c.email), 'currency', o.currency,
    'subtotal_minor', o.subtotal_minor, 'discount_minor', o.discount_minor, 'shipping_minor', o.shipping_minor,
    'tax_minor', o.tax_minor, 'tax_included_minor', o.tax_included_minor, 'total_minor', o.total_minor,
    'captured_minor', o.captured_minor, 'refunded_minor', o.refunded_minor, 'refund_due_minor', o.refund_due_minor,
    'forgone_minor', o.forgone_minor, 'payment', o.payment,
    'shipping_method_name', o.shipping_method_name, 'country_code', o.country_code, 'placed_at', o.placed_at,
    'pay_by', o.pay_by, 'keep_until', o.keep_until, 'confirmed_at', o.confirmed_at, 'paid_at', o.paid_at, 'cancel_until', private.order_deadline(o.id, 'cancel'),
    'missing_consents', private.missing_consents(o.id),
    'lines', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', l.id, 'variant_id', l.variant_id, 'title', l.title, 'variant_title', l.variant_title, 'flaws', l.flaws, 'quantity', l.quantity,
        'refunded_quantity', l.refunded_quantity, 'url', l.url, 'kind', l.kind, 'picture', l.picture, 'options', l.options,
        'unit_price_minor', l.unit_price_minor, 'total_minor', l.total_minor, 'sold_as', l.sold_as,
        'shipment_id', l.shipment_id, 'batch_id', l.batch_id,
        -- How it looks, without what its maker calls it.
        'design', case when l.design is not null then jsonb_build_object('design', l.design -> 'design') end,
        'batch_stage', private.batch_stage_now(b.stage, b.opens_at, b.closes_at, now()), 'eta', b.eta, 'eta_precision', b.eta_precision,
        'change_options_until', b.change_options_until
      ) order by l.position), '[]')
      from public.order_lines l left join public.batches b on b.id = l.batch_id where l.order_id = o.id),
    'ships_together', o.ships_together, 'waits_for', private.part_waited_for(o.id),
    'shipments', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', s.id, 'position', s.position, 'status', s.status, 'ships_on', s.ships_on, 'eta_precision', s.eta_precision, 'carrier', s.carrier,
        'shipped_at', s.shipped_at, 'delivered_at', s.delivered_at) order by s.position), '[]')
      from public.shipments s where s.order_id = o.id),
    'events', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', e.id, 'at', e.at, 'kind', e.kind, 'actor', e.actor, 'from_status', e.from_status, 'to_status', e.to_status
      ) order by e.id), '[]')
      from public.order_events e where e.order_id = o.id))
  from public.order_records o join private.order_contacts c on c.order_id = o.id
  where o.id = p_order
$$;
comment on function private.redacted_order(uuid) is 'An order without name, address, tracking and free texts.';

-- One order with all that hangs on it, for its page and for the desk: by the account, as far as its rights
-- go, and otherwise by the secret of a link: redacted with the one the browser got, in full with those that
-- only the mailbox got, from when on all show it in full.

create function private.order_as_read(p_number text) returns jsonb
language plpgsql stable security invoker
set search_path = ''
as $$
declare
  v_number constant text := private.order_number_of(p_number);
  v_order public.orders;
begin
  select * into v_order from public.orders o where o.number = v_number;
  if not found then
    return null;
  end if;
  return to_jsonb(v_order) || jsonb_build_object(
    'lines', (
      select coalesce(jsonb_agg(to_jsonb(l) || jsonb_build_object(
        'batch_stage', private.batch_stage_now(b.stage, b.opens_at, b.closes_at, now()),
        'eta', b.eta, 'eta_precision', b.eta_precision, 'change_options_until', b.change_options_until) order by l.position), '[]')
      from public.order_lines l left join public.batches b on b.id = l.batch_id where l.order_id = v_order.id),
    'shipments', (
      select coalesce(jsonb_agg(to_jsonb(s) order by s.position), '[]') from public.shipments s where s.order_id = v_order.id),
    'events', (
      select coalesce(jsonb_agg(to_jsonb(e) order by e.id), '[]') from public.order_events e where e.order_id = v_order.id),
    'payments', (
      select coalesce(jsonb_agg(to_jsonb(p) order by p.at), '[]') from public.payments p where p.order_id = v_order.id),
    'documents', (
      select coalesce(jsonb_agg(to_jsonb(d) order by d.issued_at), '[]') from public.documents d where d.order_id = v_order.id));
end;
$$;
grant execute on function private.order_as_read(text) to authenticated;
comment on function private.order_as_read(text) is
  'An order with its lines, parcels, history, payments and documents as the policies show them to the caller; null where they show none.';

create function private.open_order(p_number text, p_token text, p_acting text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_token constant text := left(coalesce(p_token, ''), 200);
  v_order public.order_records;
  v_contact private.order_contacts;
  v_trouble jsonb;
  v_full jsonb;
begin
  select * into v_order from public.order_records o where o.number = private.order_number_of(p_number);
  if v_order.id is null or not private.is_secret_of(v_order.id, v_token) then
    perform set_config('response.status', '404', true);
    return jsonb_build_object('found', false, 'reason', 'not_found', 'message', 'This link no longer leads to an order.');
  end if;
  select * into v_contact from private.order_contacts c where c.order_id = v_order.id;
  if private.hash_of(v_token) <> v_contact.token_hash
    and (v_contact.mailbox_proven_at is null or v_order.confirmed_at is null and v_order.status = 'awaiting_payment') then
    perform private.lock_customer_of(v_order.id);
    -- Whoever opens it from the mailbox answers for it: there is nothing else to press.
    v_trouble := private.confirm_order(v_order.id, false);
    select * into v_order from public.order_records o where o.id = v_order.id;
    update private.order_contacts set mailbox_proven_at = coalesce(mailbox_proven_at, now()) where order_id = v_order.id
    returning * into v_contact;
    perform private.send_due_mails(v_contact.order_id);
  end if;
  if v_contact.mailbox_proven_at is not null then
    select jsonb_build_object('email', v_contact.email, 'address', v_contact.address, 'company', v_contact.company, 'gift_note', v_contact.gift_note,
      'address_question', v_order.address_question,
      'events', (
        select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'at', e.at, 'kind', e.kind, 'actor', e.actor,
          'from_status', e.from_status, 'to_status', e.to_status,
          -- What was written to the mailbox that this was opened from.
          'after', case when e.kind = 'messaged' then e.after else '{}' end) order by e.id), '[]')
        from public.order_events e where e.order_id = v_contact.order_id),
      'change_address_until', private.order_deadline(v_contact.order_id, 'address'),
      'shipments', (select coalesce(jsonb_agg(to_jsonb(s) order by s.position), '[]') from public.shipments s where s.order_id = v_contact.order_id),
      'payments', (select coalesce(jsonb_agg(to_jsonb(p) order by p.at), '[]') from public.payments p where p.order_id = v_contact.order_id),
      'documents', (select coalesce(jsonb_agg(to_jsonb(d) order by d.issued_at), '[]') from public.documents d
        where d.order_id = v_contact.order_id and private.is_made_out_to_its_buyer(d.id)))
    into v_full;
  end if;
  return jsonb_build_object('found', true, 'is_full', v_full is not null, 'trouble', v_trouble, 'is_guests', v_order.user_id is null,
    'may_act', v_order.user_id is null
      and (private.may_act_by(v_order, v_token) or private.may_act_by(v_order, left(p_acting, 200))),
    'order', private.redacted_order(v_contact.order_id) || coalesce(v_full, '{}'));
end;
$$;
grant execute on function private.open_order(text, text, text) to anon, authenticated, service_role;
comment on function private.open_order(text, text, text) is 'Body of public.open_order. Security definer: guests may read no order.';

create function public.open_order(p_number text, p_token text default null, p_acting text default null) returns jsonb
language plpgsql security invoker
set search_path = ''
as $$
declare
  v_order jsonb;
  v_opened jsonb := '{}';
begin
  if auth.uid() is not null then v_order := private.order_as_read(p_number); end if;
  if v_order is null and p_token is null and auth.uid() is not null then
    return '{"found": false, "reason": "not_found", "message": "Your account has no order with this number."}';
  elsif v_order is null then
    return private.open_order(p_number, p_token, p_acting) || '{"is_by_account": false}';
  end if;
  -- The link of the mail confirms it for whoever is signed in, too.
  if p_token is not null and v_order ->> 'status' = 'awaiting_payment' and v_order ->> 'keep_until' is not null then
    v_opened := private.open_order(p_number, p_token, null);
    v_order := private.order_as_read(p_number);
    perform set_config('response.status', '200', true);
  end if;
  return jsonb_build_object('found', true, 'is_by_account', true, 'is_full', true, 'is_guests', v_order -> 'user_id' = 'null',
    'may_act', true, 'trouble', v_opened -> 'trouble', 'order', v_order);
end;
$$;
grant execute on function public.open_order(text, text, text) to anon, authenticated, service_role;
comment on function public.open_order(text, text, text) is
  'An order with all that hangs on it, as far as the account may read it, or else by the secret of its link, and then with less of it. A link of a mail confirms the order; trouble says why it could not. may_act says whether the account, that secret, or p_acting beside it changes the order. Answers 404 with {found: false, reason, message} for any other secret, without raising; an account that shows none is only told that nothing was found.
Gives { found: false; message: string; reason: "not_found" } | {
  found: true;
  is_by_account: boolean;
  is_full: boolean;
  is_guests: boolean;
  may_act: boolean;
  order: {
    address?: <orders.address>;
    address_question?: string | null;
    cancel_until: string | null;
    captured_minor: number;
    change_address_until?: string | null;
    closed_at?: string | null;
    code?: string | null;
    company?: <orders.company> | null;
    confirmed_at: string | null;
    consents?: <orders.consents>;
    country_code: string;
    currency: string;
    customer?: string | null;
    discount_minor: number;
    documents?: <documents>[];
    due_minor?: number;
    email: string;
    events: {
      actor: "customer" | "guest" | "staff" | "shop";
      actor_id?: string | null;
      after?: Record<string, unknown>;
      at: string;
      before?: Record<string, unknown>;
      from_status: <order_status> | null;
      id: number;
      kind: string;
      order_id?: string;
      reason?: string;
      to_status: <order_status> | null;
    }[];
    first_item?: string | null;
    forgone_minor: number;
    gift_note?: string | null;
    id: string;
    item_count?: number | null;
    keep_until: string | null;
    kept_minor?: number;
    lines: {
      batch_id: string | null;
      batch_stage: <batch_stage> | null;
      change_options_until: string | null;
      currency?: string;
      design: <order_lines.design> | null;
      design_id?: string | null;
      discount_minor?: number;
      eta: string | null;
      eta_precision: "day" | "month" | "quarter" | null;
      flaws: string;
      id: string;
      kind: <product_kind>;
      offer_id?: string | null;
      options: <order_lines.options>;
      order_id?: string;
      picture: string | null;
      position?: number;
      product_id?: string;
      quantity: number;
      refunded_quantity: number;
      restocked_quantity?: number;
      shipment_id: string | null;
      sku?: string;
      sold_as: <availability_kind>;
      tax_included?: boolean;
      tax_minor?: number;
      tax_name?: string;
      tax_rate_basis_points?: number;
      tax_scheme?: string;
      title: string;
      total_minor: number;
      unit_price_minor: number;
      url: string;
      variant_id: string;
      variant_title: string;
      weight_grams?: number;
    }[];
    missing_consents: ("terms" | "group_buy")[];
    number: string;
    open_returns?: number;
    paid_at: string | null;
    pay_by: string;
    payment: string;
    payments?: <payments>[];
    placed_at: string;
    refund_due_minor: number;
    refunded_minor: number;
    shipment?: "planned" | "partly_shipped" | "shipped" | "delivered" | null;
    shipments: {
      batch_id?: string | null;
      carrier: string;
      delivered_at: string | null;
      eta_precision: "day" | "month" | "quarter" | null;
      id: string;
      order_id?: string;
      package?: <shipments.package> | null;
      package_id?: string | null;
      position: number;
      shipped_at: string | null;
      ships_on: string | null;
      status: "planned" | "shipped" | "delivered";
      tracking_number?: string;
      tracking_url?: string;
      weight_grams?: number;
    }[];
    shipping_method_id?: string | null;
    shipping_method_name: string;
    shipping_minor: number;
    ships_together: boolean;
    status: <order_status>;
    subtotal_minor: number;
    tax_included_minor: number;
    tax_minor: number;
    terms_version_id?: string | null;
    total_minor: number;
    updated_at?: string;
    user_id?: string | null;
    version?: number;
    waits_for: <orders.waits_for> | null;
  };
  trouble: { message: string; reason: "over_limit" | "code_used_up" | "code_used" } | null;
}';

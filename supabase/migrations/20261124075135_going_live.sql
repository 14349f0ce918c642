-- Locks against readers and writers: private.order_contacts.
-- Locks against writers: public.countries, public.order_records.

set lock_timeout = '10s';

-- By hand, before the schema changes:

-- Written by `npm run db:change`, which replaces it: what differs from supabase/schemas.

set check_function_bodies = off;

DROP VIEW "public"."orders";

DROP FUNCTION "private"."finish_order"(public.order_records, uuid, text, jsonb);

CREATE TABLE "private"."document_counters" ("seller_code" text NOT NULL, "invoices" integer NOT NULL DEFAULT 0, "credit_notes" integer NOT NULL DEFAULT 0, CONSTRAINT "document_counters_pkey" PRIMARY KEY (seller_code));

ALTER TABLE "private"."document_counters" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."document_facts" ("document_id" uuid NOT NULL, "facts" jsonb NOT NULL, CONSTRAINT "document_facts_facts_check" CHECK ((jsonb_typeof(facts) = 'object'::text)), CONSTRAINT "document_facts_pkey" PRIMARY KEY (document_id));

ALTER TABLE "private"."document_facts" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."documents_due" ("order_id" uuid NOT NULL, "since" timestamp with time zone NOT NULL DEFAULT now(), "problem" text NOT NULL DEFAULT ''::text, CONSTRAINT "documents_due_pkey" PRIMARY KEY (order_id));

ALTER TABLE "private"."documents_due" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."documents" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "order_id" uuid NOT NULL, "kind" text NOT NULL, "number" text NOT NULL, "seller_code" text NOT NULL, "position" integer NOT NULL, "issued_on" date NOT NULL, "issued_at" timestamp with time zone NOT NULL DEFAULT clock_timestamp(), "currency" text NOT NULL, "net_minor" integer NOT NULL, "tax_minor" integer NOT NULL, "total_minor" integer NOT NULL, "hash" text NOT NULL, CONSTRAINT "documents_check" CHECK (((net_minor + tax_minor) = total_minor)), CONSTRAINT "documents_currency_check" CHECK ((currency ~ '^[A-Z]{3}$'::text)), CONSTRAINT "documents_hash_check" CHECK ((hash ~ '^[0-9a-f]{64}$'::text)), CONSTRAINT "documents_kind_check" CHECK ((kind = ANY (ARRAY['invoice'::text, 'credit_note'::text]))), CONSTRAINT "documents_number_check" CHECK (((length(number) >= 3) AND (length(number) <= 30))), CONSTRAINT "documents_number_key" UNIQUE (number), CONSTRAINT "documents_pkey" PRIMARY KEY (id), CONSTRAINT "documents_position_check" CHECK (("position" > 0)), CONSTRAINT "documents_seller_code_kind_position_key" UNIQUE (seller_code, kind, "position"));

ALTER TABLE "public"."documents" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."sellers" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "code" text NOT NULL, "valid_from" date NOT NULL, "valid_to" date, "name" text NOT NULL DEFAULT ''::text, "line1" text NOT NULL DEFAULT ''::text, "line2" text NOT NULL DEFAULT ''::text, "postcode" text NOT NULL DEFAULT ''::text, "city" text NOT NULL DEFAULT ''::text, "country_code" text, "vat_number" text NOT NULL DEFAULT ''::text, "register" text NOT NULL DEFAULT ''::text, "email" text NOT NULL DEFAULT ''::text, "terms" text NOT NULL DEFAULT ''::text, "version" integer NOT NULL DEFAULT 1, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "updated_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "sellers_check" CHECK ((valid_to > valid_from)), CONSTRAINT "sellers_city_check" CHECK ((length(city) <= 80)), CONSTRAINT "sellers_code_check" CHECK ((code ~ '^[A-Z0-9]{1,8}$'::text)), CONSTRAINT "sellers_email_check" CHECK ((length(email) <= 254)), CONSTRAINT "sellers_line1_check" CHECK ((length(line1) <= 120)), CONSTRAINT "sellers_line2_check" CHECK ((length(line2) <= 120)), CONSTRAINT "sellers_name_check" CHECK ((length(name) <= 120)), CONSTRAINT "sellers_pkey" PRIMARY KEY (id), CONSTRAINT "sellers_postcode_check" CHECK ((length(postcode) <= 20)), CONSTRAINT "sellers_register_check" CHECK ((length(register) <= 160)), CONSTRAINT "sellers_terms_check" CHECK ((length(terms) <= 500)), CONSTRAINT "sellers_vat_number_check" CHECK ((vat_number ~ '^([A-Z]{2}[0-9A-Z]{2,13})?$'::text)));

ALTER TABLE "public"."sellers" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."order_contacts" ADD COLUMN "company" jsonb;

ALTER TABLE "public"."sellers" ADD COLUMN "is_ready" boolean GENERATED ALWAYS AS (((length(btrim(name)) >= 2) AND (length(btrim(line1)) >= 2) AND (length(btrim(city)) >= 1) AND (country_code IS NOT NULL) AND (length(btrim(email)) >= 3) AND ((vat_number <> ''::text) OR (length(btrim(register)) >= 2)))) STORED NOT NULL;

CREATE OR REPLACE FUNCTION private.answer_transfer(p_transfer uuid, p_accepts boolean, p_address jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_email constant text := private.proven_mailbox();
  v_address jsonb;
  v_transfer private.order_transfers;
  v_order public.order_records;
  v_giver private.order_contacts;
begin
  if v_email is not null then
    perform private.lock_customer(auth.uid(), v_email);
  end if;
  select o.* into v_order from public.order_records o join private.order_transfers t on t.order_id = o.id
  where t.id = p_transfer for update of o;
  -- Read again behind the lock: it may have been taken back or answered meanwhile.
  delete from private.order_transfers t
  where t.id = p_transfer and t.order_id = v_order.id and t.from_user = v_order.user_id
    and t.to_email = v_email and t.from_user <> auth.uid() and t.expires_at > now()
  returning * into v_transfer;
  if v_transfer.id is null then
    perform private.refuse(404, 'unknown_transfer', 'This order is not, or no longer, offered to you.');
  end if;
  select * into v_giver from private.order_contacts where order_id = v_order.id;
  if coalesce(p_accepts, false) then
    perform private.require_transferable(v_order);
    v_address := private.checked_address(p_address);
    if v_address ->> 'country' <> v_order.country_code then
      perform private.refuse(422, 'other_country', 'You can’t change the country, because shipping and tax depend on it. Use an address there, or decline the transfer.',
        jsonb_build_object('country', v_order.country_code));
    end if;
    perform private.require_room_for(v_order.id, auth.uid(), v_email);
    insert into private.address_history (order_id, address, changed_by) values (v_order.id, v_giver.address, auth.uid());
    update private.order_contacts set email = v_email, address = v_address, company = null, mailbox_proven_at = now(),
      token_hash = private.hash_of(gen_random_uuid()::text || gen_random_uuid()::text),
      mailbox_token_hash = private.hash_of(gen_random_uuid()::text || gen_random_uuid()::text)
    where order_id = v_order.id;
    delete from private.acting_secrets where order_id = v_order.id;
    update public.order_records set user_id = auth.uid(), address_question = null where id = v_order.id;
    perform private.record_event(v_order.id, 'transferred');
    perform private.mail_about_order(v_order.id, 'order_taken_over', v_transfer.id::text);
  else
    perform private.record_event(v_order.id, 'transfer_declined');
  end if;
  perform private.queue_mail(
    case when coalesce(p_accepts, false) then 'order_passed_on' else 'transfer_declined' end,
    v_giver.email, v_transfer.id::text,
    jsonb_build_object('number', v_order.number, 'name', v_giver.address ->> 'name', 'to', v_email), v_transfer.from_user);
  return jsonb_build_object('id', v_order.id, 'number', v_order.number, 'accepted', coalesce(p_accepts, false));
end;
$function$
;

CREATE OR REPLACE FUNCTION private.checked_billing(p_address jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_detail text;
  v_message text;
begin
  return private.checked_address(p_address);
exception when sqlstate 'PT422' then
  get stacked diagnostics v_detail = pg_exception_detail, v_message = message_text;
  -- The same fields as those of the delivery, told apart by their names.
  perform private.refuse(422, 'wrong_address', 'Please check the marked fields of the billing address.', jsonb_build_object('fields', (
    select jsonb_object_agg('billing_' || f.key, f.value) from jsonb_each(coalesce(v_detail::jsonb -> 'fields', jsonb_build_object('name', v_message))) f)));
  return null;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.checked_company(p_address jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_given constant jsonb := private.json_of(p_address) -> 'company';
  v_company jsonb := '{}';
  v_wrong jsonb := '{}';
  v_field record;
  v_text text;
begin
  if coalesce(jsonb_typeof(v_given), 'null') = 'null' then
    return null;
  end if;
  if jsonb_typeof(v_given) <> 'object' then
    perform private.refuse(422, 'wrong_address', 'A company is an object of fields.');
  end if;
  for v_field in
    select * from (values ('name', 2, 120), ('vat_number', 0, 20), ('purchase_number', 0, 60)) f (name, shortest, longest)
  loop
    v_text := btrim(coalesce(v_given ->> v_field.name, ''));
    if v_field.name = 'vat_number' then
      v_text := upper(regexp_replace(v_text, '[\s.-]', '', 'g'));
    end if;
    if length(v_text) not between v_field.shortest and v_field.longest or v_text ~ '[[:cntrl:]]'
      or coalesce(jsonb_typeof(v_given -> v_field.name), 'null') not in ('string', 'null') then
      v_wrong := v_wrong || jsonb_build_object('company_' || v_field.name, case
        when v_text = '' then 'Fill this in.' else format('Use at most %s characters.', v_field.longest) end);
    elsif v_field.name = 'vat_number' and v_text <> '' and not private.is_vat_number(v_text) then
      v_wrong := v_wrong || '{"company_vat_number": "This is not a VAT number. It begins with the country, as in NL001234567B01."}';
    end if;
    v_company := v_company || jsonb_build_object(v_field.name, v_text);
  end loop;
  if v_wrong <> '{}' then
    perform private.refuse(422, 'wrong_address', 'Please check the marked fields of the company.', jsonb_build_object('fields', v_wrong));
  end if;
  return v_company || jsonb_build_object('billing', case when jsonb_typeof(v_given -> 'billing') = 'object' then private.checked_billing(v_given -> 'billing') end);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.desk_home()
 RETURNS TABLE(what text, subject text, record text, count integer, amount_minor bigint, currency text, at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_role text;
begin
  perform private.require_reader('owner', 'editor', 'fulfilment', 'support');
  v_role := (select s.role from private.staff s where s.user_id = auth.uid());
  if v_role <> 'editor' then
    return query select 'ready_to_ship', '', '', count(*)::int, null::bigint, '', min(o.placed_at)
      from public.order_records o where o.status = 'ready_to_ship';
    return query select 'paid', '', '', count(*)::int, null::bigint, '', min(o.placed_at)
      from public.order_records o where o.status = 'paid';
    return query select 'awaiting_payment', '', '', count(*)::int, coalesce(sum(private.due_now(o)), 0), coalesce(max(o.currency), ''), min(o.pay_by)
      from public.order_records o where o.status = 'awaiting_payment';
    return query select 'refund_due', '', '', count(*)::int, coalesce(sum(o.refund_due_minor), 0), coalesce(max(o.currency), ''), null::timestamptz
      from public.order_records o where o.refund_due_minor > 0;
    return query select 'address_question', '', '', count(*)::int, null::bigint, '', min(o.placed_at)
      from public.order_records o where o.address_question is not null;
  end if;
  if v_role in ('owner', 'fulfilment') then
    return query select x.what, '', '', count(o.id)::int, coalesce(sum(o.total_minor), 0), coalesce(max(o.currency), ''), x.since
      from (values ('today', date_trunc('day', now()), now()),
        ('week_ago', date_trunc('day', now()) - interval '7 days', now() - interval '7 days')) x (what, since, until)
      left join public.order_records o on o.placed_at >= x.since and o.placed_at <= x.until and o.status not in ('expired', 'cancelled')
      group by x.what, x.since;
  end if;
  if v_role in ('owner', 'editor') then
    return query select 'draft', '', '', count(*)::int, null::bigint, '', null::timestamptz
      from public.products p where p.status = 'draft';
    return query select 'batch_ends', b.code || ': ' || p.title, p.id::text, 1, null::bigint, '', b.closes_at
      from public.batches b join public.products p on p.id = b.product_id
      where b.stage in ('announced', 'open') and b.settled_at is null and b.closes_at <= now() + interval '7 days';
  end if;
  if v_role = 'owner' then
    return query select 'list_ends', l.title, l.id::text, 1, null::bigint, '', l.closes_at
      from public.lists l where l.status = 'open' and l.closes_at <= now() + interval '7 days';
    return query select 'offers_end', l.title, l.id::text, count(*)::int, null::bigint, '', min(f.expires_at)
      from public.offers f join public.lists l on l.id = f.list_id
      where f.status = 'pending' and f.expires_at <= now() + interval '2 days' group by l.id;
  end if;
  return query select case when r.faults > 0 then 'faults' else 'warnings' end, '', '',
      case when r.faults > 0 then r.faults else r.warnings end, null::bigint, '', r.at
    from public.check_runs r where r.role = v_role order by r.id desc limit 1;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.document_lines(p_order public.order_records, p_is_over boolean, p_sign integer, p_amount bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_change bigint;
begin
  -- A credit note or a further invoice of less than all that differs takes the same share of each line.
  select coalesce(sum(p_sign * (coalesce(n.gross_minor, 0) - coalesce(d.gross_minor, 0))), 0) into v_change
  from private.document_parts(p_order, p_is_over) n full join private.documented_parts(p_order.id) d using (key);
  return (
    with change as (
      select key, coalesce(n.place, 900) as place, coalesce(d.units, 0) as had_units, coalesce(n.units, 0) as has_units,
        coalesce(d.gross_minor, 0) as had, coalesce(d.tax_minor, 0) as had_tax,
        p_sign * (coalesce(n.gross_minor, 0) - coalesce(d.gross_minor, 0)) as differs, l, d.line as told,
        coalesce(l.tax_rate_basis_points, (d.line ->> 'rate_basis_points')::int, r.rate, 0) as rate,
        coalesce(l.tax_name, d.line ->> 'tax_name', r.name, '') as tax_name
      from private.document_parts(p_order, p_is_over) n full join private.documented_parts(p_order.id) d using (key)
      left join public.order_lines l on l.id = private.uuid_of(key)
      -- Shipping, and what is taken off as a whole, has the highest rate of the order, as in its quote.
      left join lateral (
        select x.tax_rate_basis_points as rate, x.tax_name as name from public.order_lines x
        where x.order_id = p_order.id order by 1 desc, x.position limit 1
      ) r on true
    ), share as (
      select c.*, case when p_amount = v_change then c.differs else
        (div(sum(c.differs) over w * p_amount, v_change) - div((sum(c.differs) over w - c.differs) * p_amount, v_change))::bigint end as gross
      from change c window w as (order by c.place, c.key)
    ), taxed as (
      select s.*, p_sign * (private.signed_tax(s.had + p_sign * s.gross, s.rate) - s.had_tax) as tax,
        abs(s.has_units - s.had_units) as moved
      from share s
    )
    select coalesce(jsonb_agg(jsonb_build_object(
      'key', t.key,
      'title', coalesce((t.l).title, t.told ->> 'title', case t.key when 'shipping' then 'Shipping' else 'Change of price' end),
      'detail', coalesce((t.l).variant_title || coalesce((select string_agg(', ' || (o ->> 'option') || ': ' || (o ->> 'value'), '') from jsonb_array_elements((t.l).options) o), ''),
        t.told ->> 'detail', case t.key when 'shipping' then p_order.shipping_method_name else '' end),
      'sku', coalesce((t.l).sku, t.told ->> 'sku', ''),
      'units', case when t.gross = t.differs then t.moved else 0 end,
      'quantity', case when t.gross = t.differs then greatest(t.moved, 1) else 1 end,
      'discount_minor', case when t.had = 0 and t.gross > 0 and t.gross = (t.l).total_minor - (t.l).discount_minor then (t.l).discount_minor else 0 end,
      'gross_minor', t.gross, 'tax_minor', t.tax, 'net_minor', t.gross - t.tax,
      'rate_basis_points', t.rate, 'tax_name', t.tax_name
    ) order by t.place, t.key) filter (where t.gross <> 0), '[]')
    from taxed t);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.document_parts(p_order public.order_records, p_is_over boolean)
 RETURNS TABLE(key text, line_id uuid, place integer, units integer, gross_minor bigint)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  -- What the order costs now, by what an invoice calls a line. One that has ended costs nothing.
  select x.key, x.line_id, min(x.place), case when p_is_over then 0 else sum(x.units)::int end,
    case when p_is_over then 0 else sum(x.amount) end
  from (
    select coalesce(e.line_id::text, case when e.kind in ('shipping', 'tax') then 'shipping' else 'adjustment' end) as key, e.line_id,
      case when e.line_id is not null then coalesce(l.position, 900) when e.kind in ('shipping', 'tax') then 1000 else 1001 end as place,
      e.units::bigint as units, e.amount_minor::bigint as amount
    from public.order_entries e left join public.order_lines l on l.id = e.line_id
    where e.order_id = p_order.id
  ) x group by x.key, x.line_id
$function$
;

CREATE OR REPLACE FUNCTION private.document_party(p_order public.order_records)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_strip_nulls(jsonb_build_object(
    'name', coalesce(c.company #>> '{billing,name}', c.address ->> 'name'), 'company', c.company ->> 'name', 'vat_number', c.company ->> 'vat_number',
    'purchase_number', c.company ->> 'purchase_number', 'email', c.email,
    'address', private.told_address(coalesce(c.company -> 'billing', c.address)),
    'delivery', case when c.company -> 'billing' is not null then private.told_address(c.address) end))
  from private.order_contacts c where c.order_id = p_order.id
$function$
;

CREATE OR REPLACE FUNCTION private.documented_parts(p_order uuid)
 RETURNS TABLE(key text, units integer, gross_minor bigint, tax_minor bigint, line jsonb)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select l ->> 'key', sum(s.sign * (l ->> 'units')::int)::int, sum(s.sign * (l ->> 'gross_minor')::bigint),
    sum(s.sign * (l ->> 'tax_minor')::bigint), (array_agg(l order by d.issued_at))[1]
  from public.documents d join private.document_facts f on f.document_id = d.id
  cross join lateral (select case d.kind when 'invoice' then 1 else -1 end as sign) s
  cross join lateral jsonb_array_elements(f.facts -> 'lines') l
  where d.order_id = p_order group by l ->> 'key'
$function$
;

CREATE OR REPLACE FUNCTION private.draft_order(p_key uuid, p_lines jsonb, p_email text, p_address jsonb, p_shipping_method uuid, p_reason text, p_quote_hash text, p_payment text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_reason constant text := btrim(coalesce(p_reason, ''));
  v_lines constant jsonb := private.json_of(p_lines);
  v_address jsonb;
  v_company jsonb;
  v_email text;
  v_replay jsonb;
  v_cart private.priced_line[];
  v_quote jsonb;
  v_order public.order_records;
  v_answer jsonb;
begin
  perform private.require_staff('owner', 'fulfilment');
  v_email := private.checked_email(coalesce(nullif(btrim(p_email), ''), '-'));
  v_address := private.checked_address(p_address);
  v_company := private.checked_company(p_address);
  if p_quote_hash is null then
    return jsonb_build_object('quote', private.make_quote(
      private.priced_by_staff(v_lines), v_address ->> 'country', null, p_shipping_method, null, v_email));
  end if;
  if p_key is null then
    perform private.refuse(422, 'key_missing', 'An order needs a key.');
  end if;
  if length(v_reason) not between 2 and 500 then
    perform private.refuse(422, 'reason_missing', 'Enter a reason of 2 to 500 characters.');
  end if;
  v_replay := private.take_order_key(p_key, private.hash_of(concat_ws('|', 'draft', v_lines::text, v_email, v_address::text, v_company::text,
    p_shipping_method, v_reason, p_quote_hash, p_payment)));
  if v_replay is not null then
    return v_replay;
  end if;
  perform private.lock_customer(null, v_email);
  v_cart := private.priced_by_staff(v_lines);
  -- Its customer is asked on its page, before they can pay; until then it says that nobody has agreed.
  perform private.check_order(v_cart, v_address, '{"terms": true, "group_buy": true}', p_payment);
  v_quote := private.make_quote(v_cart, v_address ->> 'country', null, p_shipping_method, null, v_email);
  perform private.check_quote(v_quote, p_shipping_method, p_quote_hash);
  v_order := private.write_order(v_quote, v_cart, null, p_payment, '{}');
  update public.order_records set consents = '{"terms": false, "group_buy": false}', terms_version_id = null
  where id = v_order.id returning * into v_order;
  perform private.hold_for_order(v_order, v_cart);
  v_answer := private.finish_order(v_order, p_key, v_email, v_address, v_company) #- '{order,token}';
  -- The link is the customer's alone: it is in the mail, not in the answer.
  update private.order_keys set answer = v_answer where order_id = v_order.id;
  perform private.record_event(v_order.id, 'drafted', v_reason, p_after => jsonb_build_object('prices', (
    select coalesce(jsonb_agg(jsonb_build_object('sku', l.sku, 'unit_price_minor', l.unit_price_minor)), '[]') from unnest(v_cart) l
    where v_lines -> l.line ->> 'unit_price_minor' is not null)));
  return v_answer;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.find_payment_faults()
 RETURNS TABLE(code text, severity text, about text, message text, since timestamp with time zone, desk text, record text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select 'paid_too_little', 'fault', o.number, 'It counts as paid, but less was received than it costs.',
    o.paid_at, 'orders', o.number
  from public.order_records o
  where o.status = 'paid' and private.balance_due(o) > 0 and private.repriced_at(o.id, o.paid_at) is null
  union all
  select 'books_differ', 'fault', o.number, 'What it costs is not the sum of its entries.', o.updated_at, 'orders', o.number
  from public.order_records o
  join (
    select order_id, sum(amount_minor) filter (where kind not in ('settled', 'refunded')) as total, sum(amount_minor) as cost
    from public.order_entries group by order_id
  ) e on e.order_id = o.id
  where coalesce(e.total, 0) <> o.total_minor or e.cost <> o.total_minor - o.forgone_minor
  union all
  -- Its customer chose something dearer, or staff changed it, once it was paid: no contradiction.
  select 'balance_due', 'warning', o.number, 'It was changed after it was paid, and the difference has not been paid yet.',
    private.repriced_at(o.id, o.paid_at), 'orders', o.number
  from public.order_records o
  where o.status = 'paid' and private.balance_due(o) > 0 and private.repriced_at(o.id, o.paid_at) is not null
  union all
  select 'payments_differ', 'fault', o.number, 'The amount received does not match its payments.',
    o.updated_at, 'orders', o.number
  from public.order_records o
  join (
    select order_id, sum(case kind when 'capture' then amount_minor else 0 end) as came,
      sum(case kind when 'refund' then amount_minor else 0 end) as went
    from public.payments group by order_id
  ) s on s.order_id = o.id
  where s.came <> o.captured_minor or s.went <> o.refunded_minor
  union all
  -- What came through a provider is told by it: a payment without its word, or a word without its payment.
  select 'provider_differs', 'fault', o.number, 'The provider’s payments do not match its paid amount.',
    o.updated_at, 'orders', o.number
  from (
    select order_id, provider, sum(amount_minor) as counted
    from public.payments where kind = 'capture' and provider <> 'invoice' group by 1, 2
  ) p
  full join (
    select order_id, provider, sum(case when kind = 'paid' then amount_minor else -counted_minor end) as told
    from private.payment_events
    where outcome in ('paid', 'paid_late', 'paid_more', 'paid_twice', 'part', 'needs_refund')
      or kind in ('refund_failed', 'dispute_won') and counted_minor < 0 group by 1, 2
  ) e on e.order_id = p.order_id and e.provider = p.provider
  join public.order_records o on o.id = coalesce(p.order_id, e.order_id)
  where p.counted is distinct from e.told
  union all
  select 'odd_payment', 'fault', o.number, 'The payment provider moved an amount that was never requested. It is not counted.',
    e.at, 'orders', o.number
  from private.payment_events e join public.order_records o on o.id = e.order_id
  -- Until it is given back there, or noted here by hand.
  where e.outcome in ('mismatch', 'payment_mismatch') and not exists (
    select from private.payment_events r
    where r.order_id = e.order_id and r.kind = 'refunded' and r.at > e.at
  ) and not exists (
    select from public.payments p
    where p.order_id = e.order_id and p.amount_minor = e.amount_minor and p.at > e.at)
  union all
  select 'event_waits', 'warning', coalesce(o.number, e.reference), 'The payment provider reported an event before its payment arrived (' || replace(e.kind, '_', ' ') || '). It is on hold until then. If the payment doesn’t arrive, look it up at the provider.',
    e.at, 'orders', coalesce(o.number, '')
  from private.payment_events e left join public.order_records o on o.id = e.order_id
  where e.outcome = 'waiting'
  union all
  select 'event_contradicts', 'warning', coalesce(o.number, e.reference), 'Its provider reported something else later under the same id. The first report counts. Compare the payment at the provider.',
    e.at, 'orders', coalesce(o.number, '')
  from private.payment_events e left join public.order_records o on o.id = e.order_id
  where e.payload ? 'contradicted' and e.at > now() - interval '30 days'
  union all
  select 'event_refused', 'warning', coalesce(e.reference, e.event_id), 'The payment provider reported an event that fits no order (' || replace(e.kind, '_', ' ') || '): '
      || coalesce(e.payload ->> 'why', '') || ' Look the payment up at the provider. If it is ours, refund it there or send the event again; if not, ignore it.',
    e.at, 'orders', ''
  from private.payment_events e
  where e.outcome = 'refused' and e.kind not in ('failed', 'expired') and e.at > now() - interval '30 days'
  union all
  -- Staff record a refund here and make it at the provider, which then tells of it.
  select 'refund_untold', 'warning', o.number, 'A refund was recorded over three days ago, but the payment provider has not reported it. Make the refund at the provider.',
    p.at, 'orders', o.number
  from (
    select p.order_id, p.provider, max(p.at) filter (where p.kind = 'refund' and e.event_id is null) as at,
      sum(case p.kind when 'refund' then p.amount_minor else 0 end - case when e.counted_minor < 0 then p.amount_minor else 0 end) as went
    from public.payments p
    left join private.payment_events e on e.provider = p.provider and e.event_id = p.provider_reference
    where p.provider not in ('invoice', 'demo') group by 1, 2
  ) p
  join public.order_records o on o.id = p.order_id
  where p.at between now() - interval '60 days' and now() - interval '3 days' and p.went > (
    select coalesce(sum(e.counted_minor), 0) from private.payment_events e
    where e.order_id = p.order_id and e.provider = p.provider and e.kind <> 'paid')
  union all
  select 'refund_waits', 'warning', o.number, 'A refund has been due for more than three days.',
    o.updated_at, 'orders', o.number
  from public.order_records o
  where o.refund_due_minor > 0 and o.updated_at < now() - interval '3 days'
  union all
  select 'no_bank_account', 'fault', m.title,
    'It is switched on, but the shop has no bank account. Nobody can choose it, and unpaid orders can’t show bank details.',
    null::timestamptz, 'check', ''
  from public.payment_methods m
  where m.code = 'invoice' and m.is_offered and private.bank_account_for('EUR') is null
  union all
  select 'document_waits', 'fault', o.number, case d.problem
    when 'no_seller' then 'It is paid and has no invoice, because the shop does not say who sells. Fill in the seller under Money.'
    else 'Its invoice or credit note could not be issued: ' || d.problem end,
    d.since, 'orders', o.number
  from private.documents_due d join public.order_records o on o.id = d.order_id
$function$
;

CREATE OR REPLACE FUNCTION private.finish_order(p_order public.order_records, p_key uuid, p_email text, p_address jsonb, p_company jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_token constant text := replace(gen_random_uuid()::text || gen_random_uuid(), '-', '');
  v_status public.order_status := p_order.status;
  v_answer jsonb;
begin
  insert into private.order_contacts (order_id, email, address, company, token_hash, mailbox_token_hash, client_hash, mailbox_proven_at)
  values (p_order.id, p_email, p_address, p_company, private.hash_of(v_token), private.hash_of(gen_random_uuid()::text || gen_random_uuid()),
    private.buying_client(), case when p_order.user_id is not null and lower(p_email) = lower(private.proven_email()) then now() end);
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
$function$
;

CREATE OR REPLACE FUNCTION private.forget_ended_orders()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_ended uuid[];
begin
  select array_agg(f.order_id) into v_ended
  from private.forgotten_orders f join public.order_records o on o.id = f.order_id
  where o.status in ('delivered', 'cancelled', 'expired', 'refunded');
  update private.order_contacts
  set email = 'deleted@account.invalid', address = jsonb_build_object('country', address ->> 'country'), company = null
  where order_id = any (v_ended);
  update private.discount_uses set email = 'deleted@account.invalid' where order_id = any (v_ended);
  delete from private.forgotten_orders where order_id = any (v_ended);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.guard_seller()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.require_second_factor();
  return null;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.is_made_out_to_its_buyer(p_document uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce((
    select lower(f.facts #>> '{buyer,email}') = lower(c.email)
    from public.documents d join private.document_facts f on f.document_id = d.id
    join private.order_contacts c on c.order_id = d.order_id
    where d.id = p_document), false)
$function$
;

CREATE OR REPLACE FUNCTION private.is_vat_number(p_number text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(p_number ~ ('^(ATU[0-9]{8}|BE[01][0-9]{9}|BG[0-9]{9,10}|CY[0-9]{8}[A-Z]|CZ[0-9]{8,10}|DE[0-9]{9}|DK[0-9]{8}|EE[0-9]{9}'
    || '|EL[0-9]{9}|ES[A-Z0-9][0-9]{7}[A-Z0-9]|FI[0-9]{8}|FR[A-HJ-NP-Z0-9]{2}[0-9]{9}|HR[0-9]{11}|HU[0-9]{8}|IE[0-9][A-Z0-9][0-9]{5}[A-Z]{1,2}'
    || '|IT[0-9]{11}|LT([0-9]{9}|[0-9]{12})|LU[0-9]{8}|LV[0-9]{11}|MT[0-9]{8}|NL[0-9]{9}B[0-9]{2}|PL[0-9]{10}|PT[0-9]{9}|RO[0-9]{2,10}'
    || '|SE[0-9]{12}|SI[0-9]{8}|SK[0-9]{10}|(GB|XI)([0-9]{9}|[0-9]{12}|(GD|HA)[0-9]{3})|NO[0-9]{9}(MVA)?|CHE[0-9]{9}(MWST|TVA|IVA)?)$')
    or p_number ~ '^[A-Z]{2}[A-Z0-9]{2,13}$' and left(p_number, 2) <> all (string_to_array(
      'AT BE BG CY CZ DE DK EE EL ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK GB XI NO CH', ' ')), false)
$function$
;

CREATE OR REPLACE FUNCTION private.issue_document(p_order public.order_records, p_seller public.sellers, p_kind text, p_amount bigint, p_is_over boolean)
 RETURNS public.documents
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_lines constant jsonb := private.document_lines(p_order, p_is_over, case p_kind when 'invoice' then 1 else -1 end, p_amount);
  v_corrected constant public.documents := (select d from public.documents d
    where p_kind = 'credit_note' and d.order_id = p_order.id and d.kind = 'invoice' order by d.issued_at limit 1);
  -- A credit note goes to whom its invoice went, whoever has the order by now.
  v_buyer constant jsonb := coalesce((select f.facts -> 'buyer' from private.document_facts f where f.document_id = v_corrected.id),
    private.document_party(p_order));
  v_kept constant int := p_order.captured_minor - p_order.refunded_minor;
  v_position int;
  v_now timestamptz;
  v_number text;
  v_tax bigint;
  v_facts jsonb;
  v_document public.documents;
begin
  insert into private.document_counters as c (seller_code, invoices, credit_notes)
  values (p_seller.code, (p_kind = 'invoice')::int, (p_kind = 'credit_note')::int)
  on conflict (seller_code) do update set
    invoices = c.invoices + excluded.invoices, credit_notes = c.credit_notes + excluded.credit_notes
  returning case p_kind when 'invoice' then c.invoices else c.credit_notes end into v_position;
  -- After the lock: a later number is never of an earlier day.
  v_now := clock_timestamp();
  v_number := p_seller.code || case p_kind when 'invoice' then '-I' else '-C' end || lpad(v_position::text, greatest(6, length(v_position::text)), '0');
  v_tax := (select coalesce(sum((l ->> 'tax_minor')::bigint), 0) from jsonb_array_elements(v_lines) l);
  v_facts := jsonb_build_object(
    'kind', p_kind, 'number', v_number, 'issued_on', (v_now at time zone 'UTC')::date, 'currency', p_order.currency,
    'order', jsonb_build_object('number', p_order.number, 'placed_on', (p_order.placed_at at time zone 'UTC')::date, 'payment', p_order.payment),
    'seller', jsonb_build_object('name', p_seller.name, 'line1', p_seller.line1, 'line2', p_seller.line2, 'postcode', p_seller.postcode,
      'city', p_seller.city, 'country', p_seller.country_code, 'country_name', (select c.name from public.countries c where c.code = p_seller.country_code),
      'vat_number', p_seller.vat_number, 'register', p_seller.register, 'email', p_seller.email),
    'buyer', v_buyer, 'lines', v_lines,
    'taxes', (
      select coalesce(jsonb_agg(jsonb_build_object('rate_basis_points', x.rate, 'name', x.name, 'net_minor', x.net, 'tax_minor', x.tax,
        'category', c ->> 'code', 'reason', c ->> 'reason') order by x.rate desc, x.name), '[]')
      from (
        select (l ->> 'rate_basis_points')::int as rate, max(l ->> 'tax_name') as name,
          sum((l ->> 'net_minor')::bigint) as net, sum((l ->> 'tax_minor')::bigint) as tax
        from jsonb_array_elements(v_lines) l group by 1
      ) x cross join lateral private.tax_category(p_seller, v_buyer, p_order.country_code, x.rate) c),
    'net_minor', p_amount - v_tax, 'tax_minor', v_tax, 'total_minor', p_amount, 'terms', p_seller.terms,
    -- What came for the order beyond its other invoices pays this one.
    'paid_minor', case p_kind when 'invoice' then least(p_amount, greatest(0, v_kept - (
      select coalesce(sum(case d.kind when 'invoice' then d.total_minor else -d.total_minor end), 0) from public.documents d where d.order_id = p_order.id)))
      else p_amount end,
    'pay_by', case when p_kind = 'invoice' and p_order.status = 'awaiting_payment' then (coalesce(p_order.keep_until, p_order.pay_by) at time zone 'UTC')::date end,
    'account', case when p_kind = 'invoice' and p_order.payment = 'invoice' then private.bank_account_for(p_order.currency) end,
    'corrects', case p_kind when 'credit_note' then jsonb_build_object('number', v_corrected.number, 'issued_on', v_corrected.issued_on) end,
    'reason', case p_kind when 'credit_note' then coalesce((
      select nullif(p.reason, '') from public.payments p where p.order_id = p_order.id and p.kind = 'refund' order by p.at desc limit 1), '') else '' end);
  insert into public.documents (order_id, kind, number, seller_code, position, issued_on, issued_at, currency, net_minor, tax_minor, total_minor, hash)
  values (p_order.id, p_kind, v_number, p_seller.code, v_position, (v_now at time zone 'UTC')::date, v_now, p_order.currency,
    (p_amount - v_tax)::int, v_tax::int, p_amount::int, private.hash_of(v_facts::text))
  returning * into v_document;
  insert into private.document_facts (document_id, facts) values (v_document.id, v_facts);
  perform private.record_event(p_order.id, case p_kind when 'invoice' then 'invoiced' else 'credited' end,
    p_after => jsonb_build_object('number', v_number, 'amount_minor', p_amount, 'currency', p_order.currency), p_by_shop => true);
  return v_document;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.issue_invoice(p_order uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.order_records;
  v_document public.documents;
begin
  perform private.require_staff('owner', 'fulfilment');
  select * into v_order from public.order_records o where o.id = p_order for update;
  if not found then
    perform private.refuse(404, 'unknown_order', 'This order could not be found. Check the order number.');
  end if;
  if v_order.status in ('expired', 'cancelled', 'refunded') then
    perform private.refuse(409, 'order_ended', 'This order has ended, so there is nothing to invoice.');
  end if;
  v_document := private.settle_documents(p_order, true);
  if v_document.id is null then
    perform private.refuse(409, 'nothing_to_invoice', 'The documents of this order already say what it costs.');
  end if;
  return jsonb_build_object('number', v_document.number, 'kind', v_document.kind, 'total_minor', v_document.total_minor,
    'currency', v_document.currency);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.keep_document()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.refuse(409, 'document_issued', 'A document that was issued is never changed. Issue a credit note instead.');
  return null;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.may_read_document(p_document uuid, p_order uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return private.is_staff('owner', 'fulfilment', 'support')
    or exists (select from public.order_records o where o.id = p_order and o.user_id = (select auth.uid()))
      and private.is_made_out_to_its_buyer(p_document);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.note_job_turns(p_done jsonb)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  insert into private.job_turns as t (job, ran_at, worked_at, problem)
  select j.job, now(), case when p_done ->> (j.job || '_failed') is null then now() end,
    coalesce(left(p_done ->> (j.job || '_failed'), 500), '')
  from unnest(array['lists', 'orders', 'batches', 'reminders', 'address_reminders', 'follows', 'accounts', 'documents']) j (job)
  order by 1
  on conflict (job) do update
  set ran_at = excluded.ran_at, worked_at = coalesce(excluded.worked_at, t.worked_at), problem = excluded.problem
$function$
;

CREATE OR REPLACE FUNCTION private.open_document(p_number text, p_token text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_actor constant uuid := auth.uid();
  v_document public.documents;
  v_order public.order_records;
begin
  select * into v_document from public.documents d where d.number = upper(btrim(left(coalesce(p_number, ''), 40)));
  select * into v_order from public.order_records o where o.id = v_document.order_id;
  if private.is_staff('support') then
    -- They see an order without who it is for: whoever looks all the same leaves a trace.
    insert into public.audit_log (actor_id, actor_role, action, table_name, row_id, after)
    select v_actor, 'support', 'read', 'documents', v_document.id::text, jsonb_build_object('call', 'open_document', 'number', v_document.number)
    where v_document.id is not null;
  elsif v_document.id is null or not (private.is_staff('owner', 'fulfilment')
    or private.is_made_out_to_its_buyer(v_document.id) and (coalesce(v_order.user_id = v_actor, false) or (
      -- A guest as far as the order shows who it is for: once someone opened it from its mailbox.
      v_order.user_id is null and private.is_secret_of(v_order.id, left(coalesce(p_token, ''), 200))
      and exists (select from private.order_contacts c where c.order_id = v_order.id and c.mailbox_proven_at is not null)))) then
    v_document := null;
  end if;
  if v_document.id is null then
    perform private.refuse(404, 'unknown_document', 'This document could not be found.');
  end if;
  return (select f.facts || jsonb_build_object('hash', v_document.hash) from private.document_facts f where f.document_id = v_document.id);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.open_order(p_number text, p_token text, p_acting text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
    select jsonb_build_object('email', v_contact.email, 'address', v_contact.address, 'company', v_contact.company,
      'address_question', v_order.address_question,
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
$function$
;

CREATE OR REPLACE FUNCTION private.order_company(p_order uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select c.company
  from private.order_contacts c join public.order_records o on o.id = c.order_id
  where c.order_id = p_order
    and (o.user_id = (select auth.uid()) or auth.role() = 'service_role' or private.is_staff('owner', 'fulfilment'))
$function$
;

CREATE OR REPLACE FUNCTION private.place_order(p_key uuid, p_lines jsonb, p_email text, p_address jsonb, p_shipping_method uuid, p_code text, p_consents jsonb, p_quote_hash text, p_payment text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  v_user constant uuid := auth.uid();
  v_email constant text := private.checked_email(p_email);
  v_address constant jsonb := private.checked_address(p_address);
  v_company constant jsonb := private.checked_company(p_address);
  v_proven constant text := private.proven_email();
  v_client constant text := private.buying_client();
  v_replay jsonb;
  v_guess jsonb;
  v_cart private.priced_line[];
  v_quote jsonb;
  v_order public.order_records;
  v_ended uuid[];
begin
  if p_key is null then
    perform private.refuse(422, 'key_missing', 'An order needs a key.');
  end if;
  v_replay := private.take_order_key(p_key, private.hash_of(concat_ws('|', private.json_of(p_lines)::text,
    v_email, v_address::text, v_company::text, p_shipping_method, p_code, private.json_of(p_consents)::text, p_quote_hash, p_payment)));
  if v_replay is not null then
    return v_replay;
  end if;
  perform private.check_captcha(p_key, v_proven);
  -- Told by an answer, as an error would forget that somebody guesses.
  select g into v_guess from unnest(private.code_words(p_code)) w, private.wrong_guess(w) g where g is not null limit 1;
  if v_guess is not null then
    delete from private.order_keys k where k.caller = coalesce(v_user::text, 'guest') and k.key = p_key;
    return private.refusal(case v_guess -> 0 ->> 'reason' when 'code_limited' then 429 else 422 end,
      v_guess -> 0 ->> 'reason', v_guess -> 0 ->> 'message', jsonb_build_object('problems', v_guess));
  end if;
  perform private.lock_customer(v_user, v_email, v_client);
  perform private.check_client(v_client);
  v_cart := array(select l from private.price_cart(p_lines) l);
  perform private.check_order(v_cart, v_address, p_consents, p_payment);
  v_quote := private.make_quote(v_cart, v_address ->> 'country', p_code, p_shipping_method, v_user, v_proven);
  perform private.check_quote(v_quote, p_shipping_method, p_quote_hash);
  v_order := private.write_order(v_quote, v_cart, v_user, p_payment, private.json_of(p_consents));
  v_ended := private.hold_for_order(v_order, v_cart);
  if not private.change_code_uses(v_ended, v_order.id, v_quote -> 'codes', v_user, v_email) then
    perform private.refuse(409, 'code_used_up', 'This code can’t be used any more. Remove it or enter another.');
  end if;
  return private.finish_order(v_order, p_key, v_email, v_address, v_company);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.run_due_jobs()
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_done jsonb := '{}';
begin
  -- One run at a time: a second one has nothing to add.
  if not pg_try_advisory_xact_lock(hashtextextended('run_due_jobs', 0)) then
    return jsonb_build_object('already_running', true);
  end if;
  -- Locks go the way of place_order: lists before goods. Refilling lists comes first for that reason.
  begin
    v_done := v_done || jsonb_build_object('frozen_lists', private.freeze_due_lists(), 'new_offers', private.refill_offers());
  exception when others then
    v_done := v_done || jsonb_build_object('lists_failed', sqlerrm);
  end;
  begin
    v_done := v_done || jsonb_build_object('expired_orders', private.expire_due_orders());
  exception when others then
    v_done := v_done || jsonb_build_object('orders_failed', sqlerrm);
  end;
  begin
    v_done := v_done || jsonb_build_object('closed_batches', private.close_due_batches());
  exception when others then
    v_done := v_done || jsonb_build_object('batches_failed', sqlerrm);
  end;
  begin
    v_done := v_done || jsonb_build_object('reminders', private.remind_before_pay_by(), 'swept', private.sweep_old_rows());
  exception when others then
    v_done := v_done || jsonb_build_object('reminders_failed', sqlerrm);
  end;
  begin
    v_done := v_done || jsonb_build_object('address_reminders', private.remind_before_address_lock());
  exception when others then
    v_done := v_done || jsonb_build_object('address_reminders_failed', sqlerrm);
  end;
  begin
    v_done := v_done || jsonb_build_object('told_followers', private.tell_followers(),
      'told_of_stock', private.tell_of_returned_stock());
  exception when others then
    v_done := v_done || jsonb_build_object('follows_failed', sqlerrm);
  end;
  begin
    v_done := v_done || jsonb_build_object('deleted_accounts', private.delete_due_accounts());
  exception when others then
    v_done := v_done || jsonb_build_object('accounts_failed', sqlerrm);
  end;
  begin
    v_done := v_done || jsonb_build_object('issued_documents', private.settle_waiting_documents());
  exception when others then
    v_done := v_done || jsonb_build_object('documents_failed', sqlerrm);
  end;
  perform private.note_job_turns(v_done);
  return v_done;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.seller_now()
 RETURNS public.sellers
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select s from public.sellers s
  where s.is_ready and daterange(s.valid_from, s.valid_to) @> (clock_timestamp() at time zone 'UTC')::date
$function$
;

CREATE OR REPLACE FUNCTION private.settle_documents(p_order uuid, p_before_payment boolean)
 RETURNS public.documents
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_order public.order_records;
  v_seller public.sellers;
  v_document public.documents;
  v_invoiced bigint;
  v_over boolean;
  v_cost bigint;
  v_kept bigint;
begin
  select * into v_order from public.order_records o where o.id = p_order;
  v_invoiced := (select sum(case d.kind when 'invoice' then d.total_minor else -d.total_minor end)
    from public.documents d where d.order_id = p_order);
  v_over := v_order.status in ('expired', 'cancelled', 'refunded');
  if v_order.id is null or v_invoiced is null and not p_before_payment and (v_over or v_order.paid_at is null) then
    return null;
  end if;
  v_invoiced := coalesce(v_invoiced, 0);
  v_cost := case when v_over then 0 else greatest(v_order.total_minor - v_order.forgone_minor, 0) end;
  v_kept := v_order.captured_minor - v_order.refunded_minor;
  -- An invoice once it is paid, or before when staff ask for it; a credit note once the money went back, and
  -- at once for what was never paid.
  if not (v_cost > v_invoiced and (p_before_payment or v_kept >= v_cost)
    or v_invoiced > greatest(v_cost, least(v_invoiced, v_kept))) then
    return null;
  end if;
  v_seller := private.seller_now();
  if v_seller.id is null then
    if p_before_payment then
      perform private.refuse(409, 'no_seller', 'Fill in who sells first, under Money.');
    end if;
    insert into private.documents_due (order_id, problem) values (p_order, 'no_seller') on conflict do nothing;
    return null;
  end if;
  if v_cost > v_invoiced then
    v_document := private.issue_document(v_order, v_seller, 'invoice', v_cost - v_invoiced, v_over);
  else
    v_document := private.issue_document(v_order, v_seller, 'credit_note', v_invoiced - greatest(v_cost, least(v_invoiced, v_kept)), v_over);
  end if;
  delete from private.documents_due d where d.order_id = p_order;
  return v_document;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.settle_documents_at_end()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  begin
    perform private.settle_documents(new.id, false);
  exception when others then
    -- The number goes back with what failed. Money that came is never refused for a paper.
    insert into private.documents_due as d (order_id, problem) values (new.id, left(sqlerrm, 500))
    on conflict (order_id) do update set problem = excluded.problem;
  end;
  return null;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.settle_waiting_documents()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order uuid;
  v_count int := 0;
begin
  if not exists (select from private.documents_due) or (private.seller_now()).id is null then
    return 0;
  end if;
  for v_order in
    select d.order_id from private.documents_due d join public.order_records o on o.id = d.order_id
    order by d.since, d.order_id limit 200 for update of o skip locked
  loop
    begin
      delete from private.documents_due d where d.order_id = v_order;
      perform private.settle_documents(v_order, false);
      v_count := v_count + 1;
    exception when others then
      update private.documents_due d set problem = left(sqlerrm, 500), since = clock_timestamp() where d.order_id = v_order;
    end;
  end loop;
  return v_count;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.signed_tax(p_gross bigint, p_rate integer)
 RETURNS bigint
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  -- The tax in a sum: for a price that contains it the same as at the order, for one that it was added to as well.
  return sign(p_gross) * private.share_of(abs(p_gross), p_rate, 10000 + p_rate);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.spread_discount(p_order uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
    tax_minor = private.tax_part(l.total_minor - x.off, nullif(l.tax_rate_basis_points, 0), l.tax_included)
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
$function$
;

CREATE OR REPLACE FUNCTION private.tax_category(p_seller public.sellers, p_buyer jsonb, p_country text, p_rate integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_seller_in_eu constant boolean := coalesce((select c.in_eu from public.countries c where c.code = p_seller.country_code), false);
  v_buyer_in_eu constant boolean := coalesce((select c.in_eu from public.countries c where c.code = p_country), false);
begin
  -- The codes of EN 16931: what the tax of a line is, and where there is none, why.
  return case
    when p_rate > 0 then '{"code": "S", "reason": ""}'
    when p_seller.vat_number = '' then '{"code": "E", "reason": "The seller does not charge VAT."}'
    when v_seller_in_eu and not v_buyer_in_eu then '{"code": "G", "reason": "Export outside of the EU, without VAT."}'
    when v_seller_in_eu and p_country <> p_seller.country_code and coalesce(p_buyer ->> 'vat_number', '') <> ''
      then '{"code": "K", "reason": "Intra-community supply, reverse charge: the buyer accounts for the VAT."}'
    else '{"code": "Z", "reason": ""}' end::jsonb;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.told_address(p_address jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select p_address - 'phone' || jsonb_build_object('country_name', coalesce(
    (select c.name from public.countries c where c.code = p_address ->> 'country'), p_address ->> 'country'))
$function$
;

CREATE OR REPLACE FUNCTION public.desk_home()
 RETURNS TABLE(what text, subject text, record text, count integer, amount_minor bigint, currency text, at timestamp with time zone)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select * from private.desk_home()
$function$
;

CREATE OR REPLACE FUNCTION public.issue_invoice(p_order uuid)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.issue_invoice(p_order)
$function$
;

CREATE OR REPLACE FUNCTION public.open_document(p_number text, p_token text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.open_document(p_number, p_token)
$function$
;

ALTER TABLE "private"."documents_due" ADD CONSTRAINT "documents_due_order_id_fkey" FOREIGN KEY (order_id) REFERENCES public.order_records(id) ON DELETE CASCADE;

ALTER TABLE "private"."order_contacts" ADD CONSTRAINT "order_contacts_company_check" CHECK (((jsonb_typeof(company) = 'object'::text) AND (pg_column_size(company) <= 4096)));

ALTER TABLE "public"."documents" ADD CONSTRAINT "documents_order_id_fkey" FOREIGN KEY (order_id) REFERENCES public.order_records(id) ON DELETE RESTRICT;

ALTER TABLE "private"."document_facts" ADD CONSTRAINT "document_facts_document_id_fkey" FOREIGN KEY (document_id) REFERENCES public.documents(id) ON DELETE RESTRICT;

ALTER TABLE "public"."sellers" ADD CONSTRAINT "sellers_country_code_fkey" FOREIGN KEY (country_code) REFERENCES public.countries(code);

ALTER TABLE "public"."sellers" ADD CONSTRAINT "sellers_one_at_a_time" EXCLUDE USING gist (daterange(valid_from, valid_to) WITH &&);

CREATE VIEW "public"."orders" WITH (security_invoker=true) AS  SELECT id,
    number,
    user_id,
    status,
    payment,
    private.order_email(id) AS email,
    private.order_address(id) AS address,
    country_code,
    shipping_method_id,
    shipping_method_name,
    code,
    currency,
    subtotal_minor,
    discount_minor,
    shipping_minor,
    tax_minor,
    tax_included_minor,
    total_minor,
    captured_minor,
    refunded_minor,
    refund_due_minor,
    forgone_minor,
    terms_version_id,
    consents,
    placed_at,
    pay_by,
    confirmed_at,
    keep_until,
    paid_at,
    closed_at,
    address_question,
    version,
    updated_at,
    private.order_deadline(id, 'cancel'::text) AS cancel_until,
    private.order_deadline(id, 'address'::text) AS change_address_until,
    private.missing_consents(id) AS missing_consents,
    private.order_company(id) AS company
   FROM public.order_records o;;

CREATE INDEX documents_due_since_idx ON private.documents_due USING btree (since);

CREATE INDEX documents_newest_idx ON public.documents USING btree (issued_at DESC, id DESC);

CREATE INDEX documents_order_idx ON public.documents USING btree (order_id, issued_at);

CREATE INDEX sellers_country_idx ON public.sellers USING btree (country_code);

CREATE TRIGGER keep BEFORE DELETE OR UPDATE OR TRUNCATE ON private.document_facts FOR EACH STATEMENT EXECUTE FUNCTION private.keep_document();

CREATE TRIGGER keep BEFORE DELETE OR UPDATE OR TRUNCATE ON public.documents FOR EACH STATEMENT EXECUTE FUNCTION private.keep_document();

CREATE CONSTRAINT TRIGGER settle_documents AFTER UPDATE ON public.order_records DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((((new.status IS DISTINCT FROM old.status) OR (new.total_minor IS DISTINCT FROM old.total_minor) OR (new.forgone_minor IS DISTINCT FROM old.forgone_minor) OR (new.captured_minor IS DISTINCT FROM old.captured_minor) OR (new.refunded_minor IS DISTINCT FROM old.refunded_minor)) AND ((new.status = ANY (ARRAY['paid'::public.order_status, 'expired'::public.order_status, 'cancelled'::public.order_status, 'refunded'::public.order_status])) OR (new.status = old.status)))) EXECUTE FUNCTION private.settle_documents_at_end();

CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.sellers FOR EACH ROW EXECUTE FUNCTION private.audit_row();

CREATE TRIGGER guard_staff_change BEFORE INSERT OR DELETE OR UPDATE ON public.sellers FOR EACH STATEMENT EXECUTE FUNCTION private.guard_staff_change();

CREATE TRIGGER guard BEFORE INSERT OR UPDATE ON public.sellers FOR EACH STATEMENT EXECUTE FUNCTION private.guard_seller();

CREATE TRIGGER keep_version BEFORE UPDATE ON public.sellers FOR EACH ROW EXECUTE FUNCTION private.keep_version();

CREATE POLICY "Customers read documents that were made out to them" ON "public"."documents" FOR SELECT TO "authenticated" USING (private.may_read_document(id, order_id));

CREATE POLICY "Everyone reads who sells" ON "public"."sellers" FOR SELECT TO "anon", "authenticated" USING (true);

CREATE POLICY "Owners add sellers" ON "public"."sellers" FOR INSERT TO "authenticated" WITH CHECK (( SELECT private.is_staff(VARIADIC ARRAY['owner'::text]) AS is_staff));

CREATE POLICY "Owners change sellers" ON "public"."sellers" FOR UPDATE TO "authenticated" USING (( SELECT private.is_staff(VARIADIC ARRAY['owner'::text]) AS is_staff)) WITH CHECK (( SELECT private.is_staff(VARIADIC ARRAY['owner'::text]) AS is_staff));

COMMENT ON COLUMN "private"."order_contacts"."company" IS 'As which company it was ordered: {name, vat_number, purchase_number, billing}, the last an address of its own or null; null for a person.';

COMMENT ON COLUMN "public"."documents"."currency" IS 'ISO 4217 of the amounts in this row.';

COMMENT ON COLUMN "public"."documents"."hash" IS 'SHA-256 of what it says: a change would show.';

COMMENT ON COLUMN "public"."documents"."id" IS 'Opaque id.';

COMMENT ON COLUMN "public"."documents"."position" IS 'Counts from 1 without a gap, for each seller and kind.';

COMMENT ON COLUMN "public"."documents"."total_minor" IS 'What it asks for, or gives back; both are more than nothing.';

COMMENT ON COLUMN "public"."sellers"."code" IS 'Begins the numbers of its documents; one series of invoices and one of credit notes for each.';

COMMENT ON COLUMN "public"."sellers"."created_at" IS 'When the row was made.';

COMMENT ON COLUMN "public"."sellers"."id" IS 'Opaque id.';

COMMENT ON COLUMN "public"."sellers"."is_ready" IS 'Whether invoices can be issued: until it says who sells, they wait.';

COMMENT ON COLUMN "public"."sellers"."register" IS 'Where the company is registered, and as what.';

COMMENT ON COLUMN "public"."sellers"."terms" IS 'What its invoices say about paying and about what is owed.';

COMMENT ON COLUMN "public"."sellers"."updated_at" IS 'When the row was last edited.';

COMMENT ON COLUMN "public"."sellers"."valid_to" IS 'The first day it is right no more; null while it is.';

COMMENT ON COLUMN "public"."sellers"."vat_number" IS 'With the country before it: NL001234567B01. Empty for a seller without one.';

COMMENT ON COLUMN "public"."sellers"."version" IS 'Counts edits: change a row only while it is what you read.';

COMMENT ON FUNCTION "private"."checked_billing"(jsonb) IS 'A billing address, checked as one to deliver to.';

COMMENT ON FUNCTION "private"."checked_company"(jsonb) IS 'The company in an order''s address, with nothing but its fields; null where a person orders. Refuses with every wrong field at once.';

COMMENT ON FUNCTION "private"."desk_home"() IS 'Body of public.desk_home. Security definer: counts over orders of everybody, which the caller''s role may read.';

COMMENT ON FUNCTION "private"."document_lines"(public.order_records, boolean, integer, bigint) IS 'The lines of a document over an amount: what the books say beyond the documents so far (sign 1), or less than they do (sign -1). They sum to the amount, and their taxes, over all documents, to the tax of the books.';

COMMENT ON FUNCTION "private"."document_parts"(public.order_records, boolean) IS 'What an order costs, tax included, for each of its lines, for shipping, and for what was taken off or kept beyond lines.';

COMMENT ON FUNCTION "private"."document_party"(public.order_records) IS 'Who an order is billed to, and where it is delivered if that is elsewhere.';

COMMENT ON FUNCTION "private"."documented_parts"(uuid) IS 'What the documents of an order say so far, line by line: invoices less credit notes.';

COMMENT ON FUNCTION "private"."finish_order"(public.order_records, uuid, text, jsonb, jsonb) IS 'Writes who an order is for, its first event, its mail and the answer that its key will give again.';

COMMENT ON FUNCTION "private"."guard_seller"() IS 'Whoever changes who sells has given their second factor.';

COMMENT ON FUNCTION "private"."is_made_out_to_its_buyer"(uuid) IS 'Whether an order is still with whom a document names: who took an order over does not read where the one before lives.';

COMMENT ON FUNCTION "private"."is_vat_number"(text) IS 'Whether a text without spaces has the form of a VAT number: country first, then what that country writes. parseVatNumber of the checkout says the same, held together by tests/cases/vat-numbers.json.';

COMMENT ON FUNCTION "private"."issue_document"(public.order_records, public.sellers, text, bigint, boolean) IS 'Draws the next number of its seller, under the lock of its counter, and writes the document down. The caller holds the lock of the order.';

COMMENT ON FUNCTION "private"."issue_invoice"(uuid) IS 'Body of public.issue_invoice. Security definer: documents are written through functions alone.';

COMMENT ON FUNCTION "private"."keep_document"() IS 'What was issued stays, whoever asks.';

COMMENT ON FUNCTION "private"."may_read_document"(uuid, uuid) IS 'Staff who work with orders, and the account that a document was made out to. Security definer: nobody may read contacts.';

COMMENT ON FUNCTION "private"."open_document"(text, text) IS 'Body of public.open_document. Security definer: nobody may read what documents say.';

COMMENT ON FUNCTION "private"."order_company"(uuid) IS 'The company of an order as the caller may see it. Security definer: nobody may read contacts.';

COMMENT ON FUNCTION "private"."seller_now"() IS 'Who sells today; nobody where the row is not filled in.';

COMMENT ON FUNCTION "private"."settle_documents"(uuid, boolean) IS 'Issues what an order lacks: an invoice for what it costs beyond its documents, or a credit note for what they say too much. Nothing where they agree, so that asking twice is asking once. The caller holds the lock of the order.';

COMMENT ON FUNCTION "private"."settle_documents_at_end"() IS 'Documents come last in a transaction: its counter is locked for no longer than the commit, and after every other lock. Security definer: nobody may write documents.';

COMMENT ON FUNCTION "private"."settle_waiting_documents"() IS 'Issues what had to wait, oldest first. Security definer: jobs may not write documents.';

COMMENT ON FUNCTION "private"."signed_tax"(bigint, integer) IS 'The tax in an amount of either sign, rounded to the cent.';

COMMENT ON FUNCTION "private"."tax_category"(public.sellers, jsonb, text, integer) IS 'What kind of tax a rate is, as e-invoices name it, with the sentence that the law wants beside a rate of nothing.';

COMMENT ON FUNCTION "private"."told_address"(jsonb) IS 'An address as a document prints it: without a telephone, with the name of its country.';

COMMENT ON FUNCTION "public"."desk_home"() IS 'What waits for the caller: {what, subject, record, count, amount_minor, currency, at} for each thing that their role may open. Staff. Refuses with not_allowed, second_factor, second_factor_missing.';

COMMENT ON FUNCTION "public"."issue_invoice"(uuid) IS 'Issues what an order lacks, before it is paid: {number, kind, total_minor, currency}. Staff: owner, fulfilment. Refuses with not_allowed, second_factor, unknown_order, order_ended, no_seller, nothing_to_invoice.';

COMMENT ON FUNCTION "public"."open_document"(text, text) IS 'What an invoice or credit note says. For whom it was made out to, by their account or by the secret of a guest''s order, and staff: owner, fulfilment, support. Refuses anyone else, and an unknown number, with unknown_document.';

COMMENT ON TABLE "private"."document_counters" IS 'The last numbers of each seller. A row and no sequence: a number that is drawn and not used goes back with its transaction.';

COMMENT ON TABLE "private"."document_facts" IS 'All that a document says, as it was issued: its PDF and its XML are made of this alone.';

COMMENT ON TABLE "private"."documents_due" IS 'Orders whose document could not be issued with its payment: the seller was not filled in, or something failed. A payment is never refused for it.';

COMMENT ON TABLE "public"."documents" IS 'The invoices and credit notes there are. What each says is opened one by one.';

COMMENT ON TABLE "public"."sellers" IS 'Who sells: what every invoice has to say about the shop, with the days it is right. A new address is a new row with the same code; another legal entity has a code, and so numbers, of its own.';

COMMENT ON VIEW "public"."orders" IS 'One row per order that the caller may see.';

REVOKE ALL ON FUNCTION "private"."checked_billing"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."checked_company"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."desk_home"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."desk_home"() TO "authenticated";

REVOKE ALL ON FUNCTION "private"."document_lines"(public.order_records, boolean, integer, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."document_parts"(public.order_records, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."document_party"(public.order_records) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."documented_parts"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."finish_order"(public.order_records, uuid, text, jsonb, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."guard_seller"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_made_out_to_its_buyer"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_vat_number"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."issue_document"(public.order_records, public.sellers, text, bigint, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."issue_invoice"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."issue_invoice"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."keep_document"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."may_read_document"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."may_read_document"(uuid, uuid) TO "authenticated";

GRANT EXECUTE ON FUNCTION "private"."may_read_document"(uuid, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."open_document"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."open_document"(text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."order_company"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."order_company"(uuid) TO "authenticated";

GRANT EXECUTE ON FUNCTION "private"."order_company"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."seller_now"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."settle_documents"(uuid, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."settle_documents_at_end"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."settle_waiting_documents"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."signed_tax"(bigint, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tax_category"(public.sellers, jsonb, text, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."told_address"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."desk_home"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."desk_home"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."issue_invoice"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."issue_invoice"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."open_document"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."open_document"(text, text) TO "anon", "authenticated";

GRANT SELECT ON TABLE "public"."documents" TO "authenticated", "service_role";

GRANT SELECT ON TABLE "public"."sellers" TO "anon";

GRANT INSERT ("city"), UPDATE ("city") ON TABLE "public"."sellers" TO "authenticated";

GRANT INSERT ("code") ON TABLE "public"."sellers" TO "authenticated";

GRANT INSERT ("country_code"), UPDATE ("country_code") ON TABLE "public"."sellers" TO "authenticated";

GRANT INSERT ("email"), UPDATE ("email") ON TABLE "public"."sellers" TO "authenticated";

GRANT INSERT ("line1"), UPDATE ("line1") ON TABLE "public"."sellers" TO "authenticated";

GRANT INSERT ("line2"), UPDATE ("line2") ON TABLE "public"."sellers" TO "authenticated";

GRANT INSERT ("name"), UPDATE ("name") ON TABLE "public"."sellers" TO "authenticated";

GRANT INSERT ("postcode"), UPDATE ("postcode") ON TABLE "public"."sellers" TO "authenticated";

GRANT INSERT ("register"), UPDATE ("register") ON TABLE "public"."sellers" TO "authenticated";

GRANT INSERT ("terms"), UPDATE ("terms") ON TABLE "public"."sellers" TO "authenticated";

GRANT INSERT ("valid_from"), UPDATE ("valid_from") ON TABLE "public"."sellers" TO "authenticated";

GRANT INSERT ("valid_to"), UPDATE ("valid_to") ON TABLE "public"."sellers" TO "authenticated";

GRANT INSERT ("vat_number"), UPDATE ("vat_number") ON TABLE "public"."sellers" TO "authenticated";

GRANT SELECT ON TABLE "public"."sellers" TO "authenticated";

GRANT INSERT ("city"), UPDATE ("city") ON TABLE "public"."sellers" TO "service_role";

GRANT INSERT ("code") ON TABLE "public"."sellers" TO "service_role";

GRANT INSERT ("country_code"), UPDATE ("country_code") ON TABLE "public"."sellers" TO "service_role";

GRANT INSERT ("email"), UPDATE ("email") ON TABLE "public"."sellers" TO "service_role";

GRANT INSERT ("line1"), UPDATE ("line1") ON TABLE "public"."sellers" TO "service_role";

GRANT INSERT ("line2"), UPDATE ("line2") ON TABLE "public"."sellers" TO "service_role";

GRANT INSERT ("name"), UPDATE ("name") ON TABLE "public"."sellers" TO "service_role";

GRANT INSERT ("postcode"), UPDATE ("postcode") ON TABLE "public"."sellers" TO "service_role";

GRANT INSERT ("register"), UPDATE ("register") ON TABLE "public"."sellers" TO "service_role";

GRANT INSERT ("terms"), UPDATE ("terms") ON TABLE "public"."sellers" TO "service_role";

GRANT INSERT ("valid_from"), UPDATE ("valid_from") ON TABLE "public"."sellers" TO "service_role";

GRANT INSERT ("valid_to"), UPDATE ("valid_to") ON TABLE "public"."sellers" TO "service_role";

GRANT INSERT ("vat_number"), UPDATE ("vat_number") ON TABLE "public"."sellers" TO "service_role";

GRANT SELECT ON TABLE "public"."sellers" TO "service_role";

GRANT SELECT ON TABLE "public"."orders" TO "authenticated", "service_role";

COMMENT ON COLUMN public.orders.address IS 'Where it goes; support sees the country alone.';

COMMENT ON COLUMN public.orders.address_question IS 'What its customer is asked about the address; nothing leaves until it is answered. Null where nothing is asked.';

COMMENT ON COLUMN public.orders.cancel_until IS 'Until when the customer may cancel; null where no batch sets a date.';

COMMENT ON COLUMN public.orders.captured_minor IS 'What was paid, the sum of its captures.';

COMMENT ON COLUMN public.orders.change_address_until IS 'Until when the customer may change the address.';

COMMENT ON COLUMN public.orders.closed_at IS 'When it expired, was cancelled or refunded.';

COMMENT ON COLUMN public.orders.code IS 'The discount code that was used.';

COMMENT ON COLUMN public.orders.company IS 'As which company it was ordered; null for a person, and for support.';

COMMENT ON COLUMN public.orders.confirmed_at IS 'When its account, its mailbox or its money answered for it; null while nobody has. Only what somebody answers for counts for limits per person and uses codes up.';

COMMENT ON COLUMN public.orders.consents IS 'What was agreed to: {terms, group_buy}; and where it was after the order was made, by whom, how and on which day.';

COMMENT ON COLUMN public.orders.currency IS 'ISO 4217 of the amounts in this row.';

COMMENT ON COLUMN public.orders.email IS 'Whose mailbox; masked as s…@… for support.';

COMMENT ON COLUMN public.orders.forgone_minor IS 'What it costs less than its total: dropped goods, a lower price, what was given back.';

COMMENT ON COLUMN public.orders.id IS 'Opaque id.';

COMMENT ON COLUMN public.orders.keep_until IS 'What pay_by becomes once it is confirmed; null afterwards.';

COMMENT ON COLUMN public.orders.missing_consents IS 'What the customer still has to agree to before it is paid.';

COMMENT ON COLUMN public.orders.paid_at IS 'When it was paid in full.';

COMMENT ON COLUMN public.orders.pay_by IS 'Until when it holds its goods without being paid.';

COMMENT ON COLUMN public.orders.refund_due_minor IS 'What staff still have to give back.';

COMMENT ON COLUMN public.orders.refunded_minor IS 'What was given back, the sum of its refunds.';

COMMENT ON COLUMN public.orders.shipping_method_id IS 'How it travels; null once the method is gone.';

COMMENT ON COLUMN public.orders.subtotal_minor IS 'All lines, before discount, shipping and added tax.';

COMMENT ON COLUMN public.orders.tax_included_minor IS 'Tax that the total contains already.';

COMMENT ON COLUMN public.orders.tax_minor IS 'Tax added on top; nothing where prices include it.';

COMMENT ON COLUMN public.orders.terms_version_id IS 'The version of the terms that was agreed to; null until somebody has.';

COMMENT ON COLUMN public.orders.total_minor IS 'What is to be paid: subtotal + shipping + tax - discount.';

COMMENT ON COLUMN public.orders.updated_at IS 'When the row was last edited.';

COMMENT ON COLUMN public.orders.user_id IS 'Whose; null for a guest, and once the account is gone.';

COMMENT ON COLUMN public.orders.version IS 'Counts edits: change a row only while it is what you read.';

reset check_function_bodies;

-- By hand, after the schema has changed:

insert into public.sellers (code, valid_from) values ('KW', '2000-01-01');
insert into private.retention (name, rows_of, age, only_where, keeps, why) values
  ('documents', 'public.documents', '', 'true', null, 'Books: the law asks for invoices for ten years, and a number that is missing has to be explained.'),
  ('what documents say', 'private.document_facts', '', 'true', null, 'Books, with their documents.'),
  ('documents that wait', 'private.documents_due', '', 'true', null, 'Gone once they are issued.');

-- End of what is written by hand.

reset lock_timeout;

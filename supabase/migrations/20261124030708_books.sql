-- Locks against readers and writers: private.discount_uses, private.line_settlements, private.order_contacts, private.payment_events, public.batch_kits, public.batches, public.order_records, public.outbox, public.payments, public.stock_pools, public.variants.
-- Locks against writers: private.follows, private.guesses, public.analytics_events, public.bank_accounts, public.batch_price_tiers, public.colorways, public.colour_samples, public.colour_stock, public.countries, public.country_restrictions, public.design_kits, public.design_offers, public.designs, public.discount_codes, public.faq_entries, public.faq_groups, public.legal_sections, public.legal_versions, public.list_choices, public.lists, public.makers, public.option_rules, public.option_values, public.page_texts, public.palettes, public.partner_countries, public.partner_sales, public.payment_methods, public.product_facts, public.product_files, public.product_images, public.product_options, public.product_relations, public.products, public.regional_partners, public.settings, public.shipping_methods, public.shipping_packages, public.shipping_rates, public.shipping_zones, public.tax_classes, public.tax_rates, public.update_batches, public.update_products, public.updates.

set lock_timeout = '10s';

-- By hand, before the schema changes:

-- The books of all orders are written from their sums. Nobody changes an order meanwhile, and what each
-- comes to is kept, so that it can be compared. About 20 seconds for 100,000 orders.
do $$
begin
  -- Within a block: the Supabase CLI runs a file as one transaction without saying so, where Postgres refuses it alone.
  lock table public.order_records, public.order_lines, public.payments, private.payment_events, private.discount_uses,
    private.line_settlements in access exclusive mode;
end;
$$;
create temporary table sums_before as
select o.id, o.number, o.status in ('expired', 'cancelled', 'refunded') as has_ended, o.total_minor, o.captured_minor,
  o.refunded_minor, private.balance_due(o) as due_minor, o.refund_due_minor, o.forgone_minor
from public.order_records o;
create temporary table settlements_before as select * from private.line_settlements;

-- Written by `npm run db:change`, which replaces it: what differs from supabase/schemas.

set check_function_bodies = off;

DROP TRIGGER "announce_batch_counts" ON "public"."batch_kits";

DROP TRIGGER "keep_version" ON "public"."order_records";

DROP TRIGGER "count_payment" ON "public"."payments";

DROP TRIGGER "announce_stock" ON "public"."stock_pools";

DROP INDEX "private"."discount_uses_code_idx";

DROP INDEX "public"."order_records_refund_idx";

DROP VIEW "public"."batch_orders";

DROP VIEW "public"."orders";

ALTER TABLE "private"."line_settlements" DROP CONSTRAINT "line_settlements_line_id_fkey";

ALTER TABLE "private"."line_settlements" DROP CONSTRAINT "line_settlements_order_id_fkey";

ALTER TABLE "public"."order_records" DROP CONSTRAINT "order_records_forgone_minor_check";

ALTER TABLE "public"."order_records" DROP CONSTRAINT "order_records_refund_due_minor_check";

ALTER TABLE "public"."outbox" DROP CONSTRAINT "outbox_without_secrets";

DROP FUNCTION "private"."add_order_note"(uuid, text);

DROP FUNCTION "private"."amount_due"(public.order_records);

DROP FUNCTION "private"."announce_batch_counts"();

DROP FUNCTION "private"."announce_stock"();

DROP FUNCTION "private"."apply_paid"(public.order_records, text, text, bigint, text);

DROP FUNCTION "private"."apply_refunded"(public.order_records, text, text, bigint, text);

DROP FUNCTION "private"."asks_options"(uuid);

DROP FUNCTION "private"."balance_due"(public.order_records);

DROP FUNCTION "private"."canceller"(public.order_records, text);

DROP FUNCTION "private"."count_payment"();

DROP FUNCTION "private"."due_now"(public.order_records);

DROP FUNCTION "private"."fork_design"(uuid);

DROP FUNCTION "private"."guessed_too_often"(text, text, integer);

DROP FUNCTION "private"."hold_again"(uuid);

DROP FUNCTION "private"."lacks_second_factor"();

DROP FUNCTION "private"."lock_customer"(uuid, text);

DROP FUNCTION "private"."mail_about_order"(uuid, text, text, jsonb);

DROP FUNCTION "private"."move_order"(uuid, public.order_status, public.order_status, text, text);

DROP FUNCTION "private"."open_order"(text, text);

DROP FUNCTION "private"."record_event"(uuid, text, text, public.order_status, public.order_status, jsonb, jsonb, boolean);

DROP FUNCTION "private"."record_payment"(uuid, integer, text, text, integer);

DROP FUNCTION "private"."refund_of_line"(public.order_lines, integer);

DROP FUNCTION "private"."save_design"(jsonb, uuid, integer);

DROP FUNCTION "private"."secrets_of"(jsonb);

DROP FUNCTION "private"."sum_amended_order"(public.order_records, integer, jsonb);

DROP FUNCTION "private"."sum_order"(public.order_records, integer, jsonb);

DROP FUNCTION "private"."sweep_follows"();

DROP FUNCTION "private"."terms_on"(timestamp with time zone);

DROP FUNCTION "private"."write_amendment"(public.order_records, jsonb);

DROP FUNCTION "public"."add_order_note"(uuid, text);

DROP FUNCTION "public"."fork_design"(uuid);

DROP FUNCTION "public"."open_order"(text, text);

DROP FUNCTION "public"."record_payment"(uuid, integer, text, text, integer);

DROP FUNCTION "public"."save_design"(jsonb, uuid, integer);

ALTER TABLE "public"."batches" DROP COLUMN "counts_changed_at";

ALTER TABLE "public"."order_records" DROP COLUMN "refund_due_minor";

ALTER TABLE "public"."variants" DROP COLUMN "availability_changed_at";

DROP TABLE "private"."line_settlements";

CREATE TABLE "private"."acting_secrets" ("secret_hash" text NOT NULL, "order_id" uuid NOT NULL, "made_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "acting_secrets_pkey" PRIMARY KEY (secret_hash), CONSTRAINT "acting_secrets_secret_hash_check" CHECK ((secret_hash ~ '^[0-9a-f]{64}$'::text)));

ALTER TABLE "private"."acting_secrets" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."call_keys" ("caller" text NOT NULL, "key" uuid NOT NULL, "request_hash" text NOT NULL, "answer" jsonb, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "call_keys_pkey" PRIMARY KEY (caller, key));

ALTER TABLE "private"."call_keys" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."captcha_passes" ("order_key" uuid NOT NULL, "passed_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "captcha_passes_pkey" PRIMARY KEY (order_key));

ALTER TABLE "private"."captcha_passes" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."event_days" ("day" date NOT NULL, "events" bigint NOT NULL, CONSTRAINT "event_days_events_check" CHECK ((events > 0)), CONSTRAINT "event_days_pkey" PRIMARY KEY (day));

ALTER TABLE "private"."event_days" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."job_failures" ("job" text NOT NULL, "item" uuid NOT NULL, "name" text NOT NULL, "tries" integer NOT NULL DEFAULT 1, "problem" text NOT NULL DEFAULT ''::text, "first_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "job_failures_pkey" PRIMARY KEY (job, item), CONSTRAINT "job_failures_problem_check" CHECK ((length(problem) <= 500)), CONSTRAINT "job_failures_tries_check" CHECK ((tries > 0)));

ALTER TABLE "private"."job_failures" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."retention" ("name" text NOT NULL, "rows_of" regclass NOT NULL, "age" text NOT NULL DEFAULT ''::text, "only_where" text NOT NULL DEFAULT 'true'::text, "keeps" interval, "why" text NOT NULL, CONSTRAINT "retention_check" CHECK (((keeps IS NULL) OR (age <> ''::text))), CONSTRAINT "retention_keeps_check" CHECK ((keeps > '00:00:00'::interval)), CONSTRAINT "retention_pkey" PRIMARY KEY (name));

ALTER TABLE "private"."retention" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."staff_rules" ("is_kept" boolean NOT NULL DEFAULT true, "grace_days" integer DEFAULT 7, "proof_hours" integer NOT NULL DEFAULT 12, CONSTRAINT "staff_rules_grace_days_check" CHECK (((grace_days >= 0) AND (grace_days <= 365))), CONSTRAINT "staff_rules_is_kept_check" CHECK (is_kept), CONSTRAINT "staff_rules_pkey" PRIMARY KEY (is_kept), CONSTRAINT "staff_rules_proof_hours_check" CHECK (((proof_hours >= 1) AND (proof_hours <= 720))));

ALTER TABLE "private"."staff_rules" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."order_entries" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "order_id" uuid NOT NULL, "at" timestamp with time zone NOT NULL DEFAULT clock_timestamp(), "kind" text NOT NULL, "line_id" uuid, "units" integer NOT NULL DEFAULT 0, "amount_minor" integer NOT NULL, "currency" text NOT NULL DEFAULT 'EUR'::text, "reason" text NOT NULL DEFAULT ''::text, CONSTRAINT "order_entries_amount_minor_check" CHECK ((amount_minor <> 0)), CONSTRAINT "order_entries_currency_check" CHECK ((currency ~ '^[A-Z]{3}$'::text)), CONSTRAINT "order_entries_kind_check" CHECK ((kind = ANY (ARRAY['goods'::text, 'discount'::text, 'shipping'::text, 'tax'::text, 'settled'::text, 'refunded'::text]))), CONSTRAINT "order_entries_pkey" PRIMARY KEY (id), CONSTRAINT "order_entries_reason_check" CHECK ((length(reason) <= 500)));

ALTER TABLE "public"."order_entries" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."discount_uses" ADD COLUMN "counted_at" timestamp with time zone DEFAULT now();

ALTER TABLE "private"."order_contacts" ADD COLUMN "client_hash" text;

ALTER TABLE "private"."order_contacts" ADD COLUMN "asked_at" timestamp with time zone;

ALTER TABLE "private"."payment_events" ADD COLUMN "reference" text;

ALTER TABLE "private"."payment_events" ADD COLUMN "counted_minor" bigint NOT NULL DEFAULT 0;

ALTER TABLE "public"."order_records" ADD COLUMN "refund_due_minor" integer GENERATED ALWAYS AS (GREATEST(((captured_minor - refunded_minor) -
CASE
    WHEN (status = ANY (ARRAY['expired'::public.order_status, 'cancelled'::public.order_status, 'refunded'::public.order_status])) THEN 0
    ELSE GREATEST((total_minor - forgone_minor), 0)
END), 0)) STORED NOT NULL;

ALTER TABLE "public"."order_records" ADD COLUMN "confirmed_at" timestamp with time zone DEFAULT now();

ALTER TABLE "public"."order_records" ADD COLUMN "keep_until" timestamp with time zone;

CREATE OR REPLACE FUNCTION private.accept_offer(p_offer uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user constant uuid := auth.uid();
  v_offer public.offers;
  v_list public.lists;
  v_now timestamptz;
begin
  if v_user is null then
    perform private.refuse(401, 'signed_out', 'Please sign in first.', '{}');
  end if;
  select l.* into v_list from public.lists l
  where l.id = (select list_id from public.offers where id = p_offer) for no key update;
  select * into v_offer from public.offers where id = p_offer for update;
  v_now := clock_timestamp();
  if v_offer.id is null or v_offer.user_id is distinct from v_user then
    perform private.refuse(404, 'unknown_offer', 'You have no such offer.', jsonb_build_object('offer_id', p_offer));
  end if;
  perform private.require_live_offer(v_offer, v_now);
  if (select count(*) from private.live_offers(v_list.id, v_now)) > v_list.released then
    perform private.refuse(409, 'capacity_reached', 'There are none left.', jsonb_build_object('list_id', v_list.id));
  end if;
  if v_offer.status = 'pending' then
    update public.offers set
      status = 'claimed', claimed_at = v_now,
      -- Whoever takes it up in the last minute still gets through the checkout.
      holds_until = greatest(expires_at, v_now + make_interval(mins => private.setting('minutes_cart_hold')))
    where id = p_offer returning * into v_offer;
    perform private.refill_list(v_list.id);
  end if;
  return private.offer_facts(v_offer, v_now) || jsonb_build_object('line', jsonb_build_object(
    'variant_id', v_offer.variant_id, 'quantity', 1, 'options', '{}'::jsonb, 'design_id', null, 'offer_id', v_offer.id));
end;
$function$
;

CREATE OR REPLACE FUNCTION private.access_report()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_reader('owner');
  return jsonb_build_object(
    'tables', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'name', c.relname, 'is_view', c.relkind = 'v', 'is_guarded', c.relkind = 'v' or c.relrowsecurity,
        'visitors_read', case c.relkind when 'v' then pg_catalog.has_any_column_privilege('anon', c.oid, 'select')
          else cardinality(private.rules_of(c.oid, 'anon', array['select'])) > 0 end,
        'accounts_read', case c.relkind when 'v' then pg_catalog.has_any_column_privilege('authenticated', c.oid, 'select')
          else cardinality(private.rules_of(c.oid, 'authenticated', array['select'])) > 0 end,
        'visitors_write', cardinality(private.rules_of(c.oid, 'anon', array['insert', 'update', 'delete'])) > 0,
        'read_rules', private.rules_of(c.oid, 'authenticated', array['select']),
        'write_rules', private.rules_of(c.oid, 'authenticated', array['insert', 'update', 'delete'])
      ) order by c.relname), '[]')
      from pg_catalog.pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')),
    'functions', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'name', f.proname,
        'callers', case when pg_catalog.has_function_privilege('anon', f.oid, 'execute') then 'visitors'
          when pg_catalog.has_function_privilege('authenticated', f.oid, 'execute') then 'accounts' else 'service' end,
        'told', pg_catalog.obj_description(f.oid, 'pg_proc')
      ) order by f.proname), '[]')
      from pg_catalog.pg_proc f
      where f.pronamespace = 'public'::regnamespace and f.prorettype <> 'trigger'::regtype));
end;
$function$
;

CREATE OR REPLACE FUNCTION private.add_design(p_design jsonb, p_forked_from uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_core constant jsonb := private.design_core(p_design);
  v_design public.designs;
begin
  if (select count(*) from public.designs where owner_id = auth.uid()) >= 500 then
    perform private.refuse(409, 'too_many_designs', 'You have 500 designs. Delete one first.', '{"limit": 500}');
  end if;
  if auth.uid() is null then
    perform private.count_guest_design();
  end if;
  insert into public.designs (owner_id, name, visibility, design, layout, colour_families, forked_from)
  values (
    auth.uid(), btrim(p_design ->> 'name'), (p_design ->> 'visibility')::public.design_visibility, v_core,
    case jsonb_typeof(v_core -> 'layout') when 'string' then v_core ->> 'layout' else 'own' end,
    private.design_families(v_core), p_forked_from
  ) returning * into v_design;
  return jsonb_build_object('id', v_design.id, 'version', v_design.version, 'code', v_design.code,
    'secret', case when v_design.owner_id is null then private.new_design_secret(v_design.id) end);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.add_lines(p_order public.order_records, p_changes jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_cart constant private.priced_line[] := private.priced_by_staff(coalesce(p_changes -> 'add', '[]'));
  v_email constant text := (select c.email from private.order_contacts c where c.order_id = p_order.id);
  v_wrong record;
  v_line private.priced_line;
  v_id uuid;
  v_parcel uuid;
  v_taking jsonb := '[]';
begin
  for v_wrong in
    select l.reason, l.message from private.cart_limits(v_cart, p_order.user_id, v_email) l
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
    where s.order_id = p_order.id and s.status = 'planned' and s.batch_id is not distinct from v_line.batch_id and s.ships_on is not distinct from v_line.ships_on
    order by s.position limit 1;
    if v_parcel is null then
      insert into public.shipments (order_id, position, batch_id, ships_on, eta_precision, weight_grams)
      select p_order.id, coalesce(max(s.position), 0) + 1, v_line.batch_id, v_line.ships_on, v_line.eta_precision, 0
      from public.shipments s where s.order_id = p_order.id returning id into v_parcel;
    end if;
    insert into public.order_lines (
      order_id, position, shipment_id, variant_id, product_id, batch_id, sold_as, quantity, title, variant_title, sku, url,
      kind, picture, options, currency, unit_price_minor, total_minor, tax_minor, tax_included, tax_rate_basis_points, tax_name, weight_grams)
    select p_order.id, (select max(l.position) + 1 from public.order_lines l where l.order_id = p_order.id), v_parcel,
      v_line.variant_id, v_line.product_id, v_line.batch_id, v_line.sold_as, v_line.quantity, v_line.title, v_line.variant_title,
      v_line.sku, v_line.url, v_line.kind, v_line.picture, v_line.chosen, p_order.currency, v_line.unit_price_minor,
      v_line.total_minor, private.tax_part(v_line.total_minor, t.rate_basis_points, t.is_included),
      coalesce(t.is_included, false), coalesce(t.rate_basis_points, 0), coalesce(t.name, ''), v_line.weight_grams
    from (select 1) one left join lateral private.tax_on(p_order.country_code, v_line.tax_class) t on true
    returning id into v_id;
    if num_nonnulls(v_line.pool_id, v_line.kit_id) = 1 then
      v_taking := v_taking || jsonb_build_array(jsonb_build_object('line_id', v_id, 'pool_id', v_line.pool_id,
        'kit_id', v_line.kit_id, 'units', v_line.quantity * coalesce(v_line.pool_units, 1)));
    end if;
  end loop;
  return v_taking;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.add_order_note(p_order uuid, p_text text, p_key uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_text constant text := btrim(coalesce(p_text, ''));
  v_known jsonb;
  v_note uuid;
begin
  perform private.require_staff('owner', 'fulfilment', 'support');
  v_known := private.known_answer(p_key, concat_ws('|', 'note', p_order, v_text));
  if v_known is not null then
    return (v_known #>> '{}')::uuid;
  end if;
  if length(v_text) not between 1 and 2000 then
    perform private.refuse(422, 'wrong_note', 'Enter a note of 1 to 2000 characters.', '{"limit": 2000}');
  end if;
  if not exists (select from public.order_records o where o.id = p_order) then
    perform private.refuse(404, 'unknown_order', 'This order could not be found. Check the order number.');
  end if;
  insert into public.order_notes (order_id, author_id, text) values (p_order, auth.uid(), v_text) returning id into v_note;
  perform private.keep_answer(p_key, to_jsonb(v_note));
  return v_note;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.adjust_stock(p_pool uuid, p_delta integer, p_expected integer, p_reason text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_pool public.stock_pools;
  v_reason constant text := btrim(coalesce(p_reason, ''));
  v_reads_only constant boolean := p_delta = 0 and p_expected is null;
begin
  perform private.require_staff('owner', 'fulfilment');
  if p_delta is null or abs(p_delta::bigint) > 1000000 then
    perform private.refuse(422, 'wrong_delta', 'Enter how many to add to or remove from the stock.',
      jsonb_build_object('delta', p_delta));
  end if;
  if not v_reads_only and length(v_reason) not between 2 and 300 then
    perform private.refuse(422, 'reason_missing', 'Enter a reason of 2 to 300 characters.', '{}');
  end if;
  perform set_config('keywright.stock_reason', v_reason, true);
  update public.stock_pools
  set on_hand = on_hand + p_delta, updated_at = case p_delta when 0 then updated_at else now() end
  where id = p_pool
    and (p_expected is null or on_hand = p_expected)
    and on_hand + p_delta >= allocated
  returning * into v_pool;
  perform set_config('keywright.stock_reason', '', true);
  if v_pool.id is null then
    perform private.refuse_adjustment(p_pool, p_delta, p_expected);
  end if;
  return jsonb_build_object(
    'pool_id', v_pool.id, 'on_hand', v_pool.on_hand, 'allocated', v_pool.allocated);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.after_transition(p_orders uuid[], p_to public.order_status, p_reason text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if p_to = 'shipped' then
    update public.shipments set status = 'shipped', shipped_at = now() where order_id = any (p_orders) and status = 'planned';
    perform private.claim_holds(p_orders, null, 'Shipped');
  elsif p_to = 'delivered' then
    update public.shipments set status = 'delivered', delivered_at = now() where order_id = any (p_orders) and status = 'shipped';
  elsif p_to = 'cancelled' then
    perform private.free_offers_of(o.order_id, false) from (
      select distinct order_id from public.offers where order_id = any (p_orders) and status = 'claimed' order by 1
    ) o;
    perform private.free_ended_orders(p_orders);
  end if;
  if p_to <> 'paid' then
    perform private.mail_about_orders(private.unaware_orders(p_orders, p_to), case p_to
      when 'shipped' then 'order_shipped' when 'delivered' then 'order_delivered'
      when 'cancelled' then 'order_cancelled' else 'stage_changed' end,
      null,
      jsonb_build_object('reason', p_reason));
  end if;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.agree_to_order(p_order uuid, p_consents jsonb, p_token text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_given constant jsonb := private.json_of(p_consents);
  v_order public.order_records;
  v_missing text[];
begin
  select * into v_order from public.order_records o where o.id = p_order for update;
  if not private.is_customer_of(v_order, p_token) then
    perform private.refuse(404, 'unknown_order', 'There is no such order of yours.');
  end if;
  if not (coalesce(v_order.user_id = auth.uid(), false) or private.may_act_by(v_order, p_token)) then
    perform private.refuse_old_secret();
  end if;
  v_missing := private.missing_consents(p_order);
  -- Said twice, it is agreed once.
  if v_missing <> '{}' then
    if v_order.status in ('expired', 'cancelled', 'refunded') then
      perform private.refuse(409, 'illegal_move', 'This order has ended.', jsonb_build_object('status', v_order.status));
    end if;
    if exists (select from unnest(v_missing) m where v_given -> m is distinct from 'true') then
      perform private.refuse(422, 'consent_missing', 'Please agree to all of them.', jsonb_build_object('missing', v_missing));
    end if;
    perform private.record_event(p_order, 'consents_given',
      p_after => private.keep_consents(p_order, v_missing, '{"by": "customer"}', now()));
  end if;
  return jsonb_build_object('id', v_order.id, 'number', v_order.number, 'missing', private.missing_consents(p_order));
end;
$function$
;

CREATE OR REPLACE FUNCTION private.all_holds_stand(p_order uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return not exists (
    select from public.order_lines l join private.holds h on h.line_id = l.id
    where l.order_id = p_order and l.quantity > l.refunded_quantity
    -- An amendment frees a part of a line; who takes the goods of an order takes all.
    group by l.id having bool_and(h.state <> 'held'));
end;
$function$
;

CREATE OR REPLACE FUNCTION private.amend_lines(p_order public.order_records, p_changes jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
      perform private.refuse(404, 'unknown_line', 'This order has no such line.');
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
$function$
;

CREATE OR REPLACE FUNCTION private.amend_order(p_order uuid, p_changes jsonb, p_reason text, p_version integer, p_preview boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_reason constant text := btrim(coalesce(p_reason, ''));
  v_changes jsonb;
  v_order public.order_records;
  v_before jsonb;
  v_after jsonb;
begin
  perform private.require_staff('owner', 'fulfilment');
  v_changes := private.checked_amendment(p_changes);
  if length(v_reason) > 500 or not coalesce(p_preview, false) and length(v_reason) < 2 then
    perform private.refuse(422, 'reason_missing', 'Enter a reason of 2 to 500 characters. The customer can read it.');
  end if;
  perform private.lock_customer_of(p_order);
  select * into v_order from public.order_records o where o.id = p_order for update;
  if not found then
    perform private.refuse(404, 'unknown_order', 'This order could not be found. Check the order number.');
  end if;
  if p_version is distinct from v_order.version then
    perform private.refuse(409, 'order_changed', 'Someone else changed this order in the meantime. Reload the page and try again.', jsonb_build_object('version', v_order.version));
  end if;
  perform private.require_before_deadline(v_order, 'staff', null);
  if v_order.status = 'awaiting_payment' and v_order.pay_by <= now() then
    perform private.refuse(409, 'illegal_move', 'The payment deadline of this order has passed.', jsonb_build_object('status', v_order.status));
  end if;
  v_before := private.order_sketch(p_order);
  begin
    v_order := private.write_amendment(v_order, v_changes, v_reason);
    v_after := private.order_sketch(p_order);
    if coalesce(jsonb_typeof(v_changes -> 'address'), 'null') <> 'null' then
      perform private.change_order_address(p_order, v_changes -> 'address', null);
    end if;
    if coalesce(p_preview, false) then
      -- Undoes all of it: caught right here, and nobody else refuses with this number.
      perform private.refuse(418, 'only_seen', 'This was a preview.');
    end if;
  exception when sqlstate 'PT418' then
    return private.amendment_answer(v_order, v_before, v_after);
  end;
  if v_before <> v_after then
    perform private.record_event(p_order, 'amended', v_reason, p_before => private.lines_apart(v_before, v_after), p_after => private.lines_apart(v_after, v_before));
    perform private.mail_about_order(p_order, 'order_changed', (select max(e.id)::text from public.order_events e where e.order_id = p_order), jsonb_build_object('reason', v_reason));
  end if;
  select * into v_order from public.order_records o where o.id = p_order;
  return private.amendment_answer(v_order, v_before, v_after);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.amended_line(p_line public.order_lines, p_change jsonb)
 RETURNS public.order_lines
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v public.order_lines := p_line;
  v_new record;
begin
  v.quantity := coalesce((p_change ->> 'quantity')::int, p_line.quantity);
  if exists (select from public.shipments s where s.id = p_line.shipment_id and s.status <> 'planned') then
    perform private.refuse(409, 'line_left', 'This has already shipped.');
  end if;
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
  v.tax_minor := private.tax_part(v.total_minor - v.discount_minor, nullif(v.tax_rate_basis_points, 0), v.tax_included);
  v.weight_grams := ceil(p_line.weight_grams::numeric / p_line.quantity * v.quantity);
  return v;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.amendment_answer(p_order public.order_records, p_before jsonb, p_after jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('id', p_order.id, 'number', p_order.number, 'version', p_order.version, 'status', p_order.status,
    'before', p_before, 'after', p_after, 'difference_minor', (p_after ->> 'total_minor')::int - (p_before ->> 'total_minor')::int,
    'total_minor', p_order.total_minor, 'due_minor', private.balance_due(p_order),
    'refund_due_minor', p_order.refund_due_minor, 'currency', p_order.currency)
$function$
;

CREATE OR REPLACE FUNCTION private.answer_follow(p_secret text, p_is_wanted boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_secret constant uuid := private.uuid_of(left(coalesce(p_secret, ''), 60));
  v_follow private.follows;
begin
  if private.guessed_too_often('follow_secret', private.guesser(), 20) then
    perform set_config('response.status', '429', true);
    return jsonb_build_object('found', false, 'reason', 'too_many_tries', 'message', 'Too many attempts. Try again in 15 minutes.');
  end if;
  select * into v_follow from private.follows where secret = v_secret for update;
  if v_follow.id is null then
    insert into private.guesses (what, bucket) values ('follow_secret', private.guesser());
    perform set_config('response.status', '404', true);
    return jsonb_build_object('found', false, 'reason', 'unknown_link',
      'message', 'This link has expired: it was already used or not confirmed within three days.');
  end if;
  if coalesce(p_is_wanted, false) then
    update private.follows
    set ended_at = null, told_at = null,
      confirmed_at = case when num_nonnulls(ended_at, told_at) = 0 then coalesce(confirmed_at, now()) else now() end
    where id = v_follow.id;
  else
    update private.follows set ended_at = coalesce(ended_at, now()) where id = v_follow.id;
  end if;
  return jsonb_build_object('found', true, 'is_followed', coalesce(p_is_wanted, false))
    || (private.follow_payload(v_follow) - 'follow_secret' - 'lines');
end;
$function$
;

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
    update private.order_contacts set email = v_email, address = v_address, mailbox_proven_at = now(),
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

CREATE OR REPLACE FUNCTION private.answers_of(p_product uuid, p_asked uuid[])
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_found uuid[];
  v_questions int;
  v_reason text;
begin
  select array_agg(v.id order by o.position, o.id), count(distinct o.id) into v_found, v_questions
  from public.option_values v join public.product_options o on o.id = v.option_id and o.product_id = p_product
  where v.id = any (p_asked) and v.is_offered;
  if coalesce(cardinality(v_found), 0) <> cardinality(p_asked) or v_questions <> cardinality(p_asked) then
    perform private.refuse(422, 'wrong_answer', 'One of these options is not available or is chosen twice.', '{}');
  end if;
  select reason into v_reason from public.option_rules
  where value_id = any (p_asked) and other_value_id = any (p_asked) limit 1;
  if v_reason is not null then
    perform private.refuse(422, 'wrong_answer', v_reason, '{}');
  end if;
  return coalesce(v_found, '{}');
end;
$function$
;

CREATE OR REPLACE FUNCTION private.apply_paid(p_order public.order_records, p_event private.payment_events)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if upper(p_event.currency) is distinct from p_order.currency or p_event.amount_minor not between 1 and 1000000000 then
    perform private.record_event(p_order.id, 'payment_mismatch', p_by_shop => true,
      p_before => jsonb_build_object('total_minor', p_order.total_minor, 'currency', p_order.currency),
      p_after => jsonb_build_object('amount_minor', p_event.amount_minor, 'currency', left(p_event.currency, 10), 'reference', p_event.reference));
    return 'mismatch';
  end if;
  return private.capture_money(p_order, p_event.provider, p_event.reference, p_event.amount_minor::int, 'shop');
end;
$function$
;

CREATE OR REPLACE FUNCTION private.apply_payment_event(p_provider text, p_event_id text, p_kind text, p_order uuid, p_reference text, p_amount_minor bigint, p_currency text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  v_reference constant text := coalesce(p_reference, p_event_id);
  v_is_about_charge constant boolean := coalesce(
    p_kind in ('refunded', 'refund_failed', 'disputed', 'dispute_won', 'dispute_lost'), false);
  v_charge public.payments;
  v_order public.order_records;
  v_event private.payment_events;
  v_outcome text;
begin
  if coalesce(p_event_id, '') = '' or length(p_event_id) > 200 or length(p_reference) > 200
    or coalesce(p_provider, '') not in ('stripe', 'demo') or p_amount_minor < 0 or length(p_currency) > 3 then
    perform private.refuse(422, 'wrong_event', 'An event names its provider, has an id, and no odd sum.');
  end if;
  -- One event of a payment at a time, before customer and order: none misses the one that it waits for.
  perform pg_advisory_xact_lock(hashtextextended(p_provider || ' ' || v_reference, 11));
  v_charge := private.charge_of(p_provider, v_reference);
  perform private.lock_customer_of(coalesce(v_charge.order_id, p_order));
  select * into v_order from public.order_records o where o.id = coalesce(v_charge.order_id, p_order) for update;
  if not found and not (v_is_about_charge and p_reference is not null) then
    perform private.refuse(404, 'unknown_order', 'This order could not be found. Check the order number.');
  end if;
  -- What was refused before and is sent once more by hand, is tried again.
  delete from private.payment_events where provider = p_provider and event_id = p_event_id and outcome = 'refused';
  insert into private.payment_events (provider, event_id, kind, order_id, amount_minor, currency, reference)
  values (p_provider, p_event_id, coalesce(p_kind, ''), v_order.id, p_amount_minor, p_currency, v_reference)
  on conflict do nothing returning * into v_event;
  if not found then
    update private.payment_events set payload = jsonb_build_object('contradicted', jsonb_build_object(
      'kind', left(p_kind, 40), 'order_id', p_order, 'amount_minor', p_amount_minor, 'at', now()))
    where provider = p_provider and event_id = p_event_id and (kind <> coalesce(p_kind, '') or amount_minor <> p_amount_minor
      or reference <> v_reference or order_id <> v_order.id);
    return jsonb_build_object('outcome', 'known', 'order_id', v_order.id);
  end if;
  if v_is_about_charge then
    v_outcome := private.apply_to_charge(v_event);
  else
    v_outcome := case p_kind
      when 'paid' then case when v_charge.id is null then private.apply_paid(v_order, v_event) else 'known_payment' end
      when 'failed' then private.note_event(v_order.id, 'payment_failed')
      when 'expired' then private.note_event(v_order.id, 'payment_abandoned')
      else 'ignored' end;
  end if;
  update private.payment_events set outcome = v_outcome where provider = p_provider and event_id = p_event_id;
  perform private.apply_waiting(v_event);
  return jsonb_build_object('outcome', v_outcome, 'order_id', v_order.id);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.apply_to_charge(p_event private.payment_events)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_charge constant public.payments := private.charge_of(p_event.provider, p_event.reference);
  v_kinds constant text[] := case when p_event.kind in ('refunded', 'refund_failed')
    then array['refunded', 'refund_failed'] else array['disputed', 'dispute_won', 'dispute_lost'] end;
  v_order public.order_records;
  v_taken bigint;
  v_change bigint;
  v_outcome text;
begin
  if v_charge.id is null then
    return 'waiting';
  end if;
  select * into v_order from public.order_records o where o.id = v_charge.order_id;
  select coalesce(sum(e.counted_minor), 0) into v_taken from private.payment_events e
  where e.provider = p_event.provider and e.reference = p_event.reference and e.kind = any (v_kinds);
  if p_event.kind = 'refund_failed' and v_taken < p_event.amount_minor then
    return 'waiting';
  end if;
  if upper(p_event.currency) is distinct from v_order.currency or p_event.amount_minor > v_charge.amount_minor then
    return private.note_event(v_order.id, 'payment_mismatch');
  end if;
  -- Refunds are told as the sum of all of one payment, a dispute by what it is about.
  v_change := case p_event.kind when 'refund_failed' then -p_event.amount_minor when 'dispute_won' then -v_taken
    else greatest(p_event.amount_minor - v_taken, 0) end;
  v_outcome := case
    when p_event.kind = 'refunded' then private.refund_told(v_order, p_event, v_change)
    else private.move_charge(v_order, p_event, v_change) end;
  update private.payment_events set counted_minor = case when v_outcome = 'payment_mismatch' then 0 else v_change end,
    order_id = v_order.id
  where provider = p_event.provider and event_id = p_event.event_id;
  return v_outcome;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.apply_waiting(p_event private.payment_events)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_event private.payment_events;
  v_outcome text;
begin
  for v_event in
    select * from private.payment_events e
    where e.provider = p_event.provider and e.reference = p_event.reference and e.outcome = 'waiting'
    -- A refund before word that it failed, whichever came first.
    order by e.kind = 'refund_failed', e.at, e.event_id
  loop
    v_outcome := private.apply_to_charge(v_event);
    update private.payment_events set outcome = v_outcome
    where provider = v_event.provider and event_id = v_event.event_id;
  end loop;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.ask_about_next_order(p_mailbox text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.ask_about_order(o.id)
  from public.order_records o join private.order_contacts c on c.order_id = o.id
  where c.mailbox = p_mailbox and c.asked_at is null and c.mailbox_proven_at is null
    and o.status = 'awaiting_payment' and o.pay_by > now()
    and not exists (select from public.outbox m where m.dedupe_key = 'order_placed:' || o.id || ':placed')
  order by o.placed_at desc, o.id limit 1;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.ask_about_order(p_order uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_token constant text := replace(gen_random_uuid()::text || gen_random_uuid(), '-', '');
  v_order public.order_records;
  v_contact private.order_contacts;
begin
  select * into v_order from public.order_records o where o.id = p_order;
  select * into v_contact from private.order_contacts c where c.order_id = p_order;
  if not private.may_write_to(v_order, v_contact) and not private.is_staff() then
    if not private.may_ask_mailbox(v_contact.mailbox) then
      return;
    end if;
    update private.order_contacts set asked_at = now() where order_id = p_order;
  end if;
  update private.order_contacts set mailbox_token_hash = private.hash_of(v_token) where order_id = p_order;
  perform private.mail_about_order(p_order, 'order_placed', 'placed', jsonb_build_object(
    'token', v_token, 'asks', true, 'keep_until', v_order.keep_until,
    'agrees_first', v_order.consents -> 'terms' is distinct from 'true')
    || case when v_order.user_id is null
      then jsonb_build_object('acting_token', private.make_acting_secret(p_order)) else '{}' end);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.asks_options(p_variant uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select v.is_required or not exists (
      select from public.variants o where o.product_id = v.product_id and o.is_required)
    from public.variants v where v.id = p_variant);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.balance(p_order public.order_records)
 RETURNS integer
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return greatest(p_order.total_minor - p_order.forgone_minor, 0) - p_order.captured_minor + p_order.refunded_minor;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.balance_due(p_order public.order_records)
 RETURNS integer
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return greatest(private.balance(p_order), 0);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.ban_entrant(p_entry uuid, p_until timestamp with time zone, p_note text, p_seen_note text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_note constant text := btrim(coalesce(p_note, ''));
  v_entry public.list_entries;
begin
  perform private.require_staff('owner');
  select * into v_entry from public.list_entries where id = p_entry;
  if v_entry.user_id is null then
    perform private.refuse(404, 'unknown_entry', 'This entry does not exist, or its account was deleted.', jsonb_build_object('entry_id', p_entry));
  end if;
  if length(v_note) not between 2 and 300 then
    perform private.refuse(422, 'reason_missing', 'Enter a reason of 2 to 300 characters.', '{}');
  end if;
  insert into private.list_bans as b (user_id, until, note) values (v_entry.user_id, p_until, v_note)
  on conflict (user_id) do update set until = excluded.until, note = excluded.note
  where p_seen_note is null or p_seen_note = private.ban_note(b.user_id, clock_timestamp());
  if not found then
    perform private.refuse(409, 'changed_meanwhile', 'Someone else changed this ban in the meantime. Reload the page and try again.',
      jsonb_build_object('note', private.ban_note(v_entry.user_id, clock_timestamp())));
  end if;
  return jsonb_build_object('entry_id', p_entry, 'until', p_until, 'is_banned', private.is_banned(v_entry.user_id, clock_timestamp()));
end;
$function$
;

CREATE OR REPLACE FUNCTION private.batch_progress(p_product uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_reader('owner', 'editor', 'fulfilment');
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', b.id, 'code', b.code, 'opened_on', b.opens_at::date,
      'planned_days', b.original_eta - b.closes_at::date,
      'real_days', b.shipped_on - b.closes_at::date,
      'stages', (
        select coalesce(jsonb_agg(jsonb_build_object('stage', h.stage, 'days', h.days) order by h.entered_at), '[]')
        from (
          select stage, entered_at, round(extract(epoch from
            coalesce(lead(entered_at) over (order by entered_at), now()) - entered_at) / 86400)::int as days
          from public.batch_stage_history where batch_id = b.id
        ) h where h.stage not in ('draft', 'archived')),
      'kits', (
        select coalesce(jsonb_agg(jsonb_build_object('label', v.title, 'moq', k.moq, 'ordered', k.ordered_count, 'waiting', k.waiting_count, 'days', (
          select coalesce(jsonb_agg(jsonb_build_object('day', d.day, 'count', d.units) order by d.day), '[]')
          from (
            select o.paid_at::date as day, sum(l.quantity)::int as units
            from public.order_lines l join public.order_records o on o.id = l.order_id
            where l.batch_id = b.id and l.variant_id = k.variant_id and o.paid_at is not null
              and o.status not in ('expired', 'cancelled')
            group by 1
          ) d)) order by k.position, v.title), '[]')
        from public.batch_kits k join public.variants v on v.id = k.variant_id where k.batch_id = b.id)
    ) order by b.number desc), '[]')
    from (select * from public.batches where product_id = p_product and stage <> 'draft' order by number desc limit 6) b);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.beacon_message(p_round bigint)
 RETURNS numeric[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  v_p constant numeric := private.field_prime();
  v_suite constant bytea := convert_to('BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_', 'UTF8');
  v_end constant bytea := v_suite || set_byte('\x00'::bytea, 0, length(v_suite));
  v_first constant bytea := sha256(decode(repeat('00', 64), 'hex') || sha256(int8send(p_round)) || '\x008000'::bytea || v_end);
  v_block bytea := decode(repeat('00', 32), 'hex');
  v_mixed bytea;
  v_bytes bytea := '';
  v_one numeric[];
  v_two numeric[];
  v_slope numeric;
  v_x numeric;
begin
  for v_n in 1..4 loop
    v_mixed := v_first;
    for v_at in 0..31 loop
      v_mixed := set_byte(v_mixed, v_at, get_byte(v_first, v_at) # get_byte(v_block, v_at));
    end loop;
    v_block := sha256(v_mixed || set_byte('\x00'::bytea, 0, v_n) || v_end);
    v_bytes := v_bytes || v_block;
  end loop;
  v_one := private.curve_map(private.bytes_number(substr(v_bytes, 1, 64)) % v_p);
  v_two := private.curve_map(private.bytes_number(substr(v_bytes, 65, 64)) % v_p);
  v_slope := (v_two[2] - v_one[2]) * private.field_inverse(v_two[1] - v_one[1]) % v_p;
  v_x := (v_slope * v_slope - v_one[1] - v_two[1]) % v_p;
  return private.curve_times(
    private.curve_isogeny(array[v_x, (v_slope * (v_one[1] - v_x) - v_one[2]) % v_p]), 0xd201000000010001);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.beacon_point(p_signature bytea)
 RETURNS numeric[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  v_p constant numeric := private.field_prime();
  v_order constant numeric := 0x73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001;
  v_first constant int := get_byte(p_signature, 0);
  v_x constant numeric := private.bytes_number(set_byte(p_signature, 0, v_first & 31));
  v_y numeric;
begin
  -- Compressed, and not the point at infinity.
  if length(p_signature) <> 48 or (v_first & 192) <> 128 or v_x >= v_p then
    return null;
  end if;
  v_y := private.field_power(v_x * v_x * v_x + 4, div(v_p + 1, 4));
  if (v_y * v_y - v_x * v_x * v_x - 4) % v_p <> 0 then
    return null;
  end if;
  if (v_y > div(v_p, 2)) <> ((v_first & 32) = 32) then
    v_y := v_p - v_y;
  end if;
  -- Points outside of the subgroup would pass the pairing as well, and be as many signatures to choose from.
  if private.curve_times(array[v_x, v_y], v_order - 1) is distinct from array[v_x, v_p - v_y] then
    return null;
  end if;
  return array[v_x, v_y];
end;
$function$
;

CREATE OR REPLACE FUNCTION private.begin_payment(p_order uuid, p_token text, p_provider text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.order_records;
  v_attempt private.payment_attempts;
  v_due int;
begin
  select * into v_order from public.order_records o where o.id = p_order for update;
  if not private.is_customer_of(v_order, p_token) then
    perform private.refuse(404, 'unknown_order', 'There is no such order of yours.');
  end if;
  if not exists (
    select from public.payment_methods m where m.code = p_provider and m.is_offered and m.code <> 'invoice'
  ) then
    perform private.refuse(422, 'wrong_payment', 'This payment method is not available.');
  end if;
  v_due := private.due_now(v_order);
  if v_due = 0 or v_order.status = 'awaiting_payment' and v_order.pay_by <= now() then
    perform private.refuse(409, 'not_payable', 'Nothing is due on this order.', jsonb_build_object('status', v_order.status));
  end if;
  if private.missing_consents(p_order) <> '{}' then
    perform private.refuse(409, 'consent_missing', 'Please agree to the terms on the order page first.',
      jsonb_build_object('missing', private.missing_consents(p_order)));
  end if;
  if v_order.confirmed_at is null and exists (
    select from private.discount_uses u join public.discount_codes c on c.id = u.code_id
    where u.order_id = p_order and c.used_count >= c.most_uses
  ) then
    perform private.refuse(409, 'code_used_up', 'Someone else used the last of this order''s code first. Please order again without it.');
  end if;
  select * into v_attempt from private.payment_attempts a
  where a.order_id = p_order and a.provider = p_provider and a.amount_minor = v_due
    and a.created_at > now() - interval '23 hours'
  order by a.created_at desc limit 1;
  if not found then
    insert into private.payment_attempts (order_id, provider, amount_minor, currency)
    values (p_order, p_provider, v_due, v_order.currency)
    returning * into v_attempt;
  end if;
  update public.order_records set payment = p_provider
  where id = p_order and payment <> p_provider and captured_minor = 0;
  return jsonb_build_object('attempt_id', v_attempt.id, 'order_id', v_order.id, 'number', v_order.number,
    'email', (select c.email from private.order_contacts c where c.order_id = p_order),
    'amount_minor', v_attempt.amount_minor, 'currency', v_attempt.currency);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.bought_before(p_user uuid, p_email text, p_product uuid, p_variant uuid)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    -- From the few orders of a customer to their lines: others may have ordered the same thousands of times.
    select coalesce(sum(l.quantity - l.refunded_quantity), 0)
    from (
      select o.id from public.order_records o where o.user_id = p_user
      union
      select c.order_id from private.order_contacts c join public.order_records o on o.id = c.order_id
      where c.mailbox = private.mailbox_of(p_email) and (c.mailbox_proven_at is not null or o.paid_at is not null)
    ) own
    join public.order_records o on o.id = own.id
    join public.order_lines l on l.order_id = o.id
    where (l.product_id = p_product or l.variant_id = p_variant)
      and o.confirmed_at is not null
      and o.status not in ('expired', 'cancelled', 'refunded')
      and not (o.status = 'awaiting_payment' and o.pay_by <= now())
  );
end;
$function$
;

CREATE OR REPLACE FUNCTION private.bound_events()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_most constant bigint := 500000;
  v_added constant bigint := (select count(*) from added);
  v_events bigint;
begin
  if v_added = 0 then
    return null;
  end if;
  insert into private.event_days as d (day, events) values ((now() at time zone 'UTC')::date, v_added)
  on conflict (day) do update set events = d.events + excluded.events
  returning events into v_events;
  if v_events > v_most then
    perform private.refuse(429, 'too_many_events', 'No more events are kept today.', jsonb_build_object('limit', v_most));
  end if;
  return null;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.buying_client()
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_address constant text := private.client_address();
begin
  return case when v_address is not null and not private.is_staff()
    then private.hash_of(case when private.proven_email() is not null then auth.uid()::text else v_address end) end;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.bytes_number(p_bytes bytea)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select coalesce(sum(get_byte(p_bytes, n) * 256::numeric ^ (length(p_bytes) - 1 - n)), 0)::numeric(400, 0)
  from generate_series(0, length(p_bytes) - 1) n
$function$
;

CREATE OR REPLACE FUNCTION private.cancel_order(p_order uuid, p_reason text, p_token text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_reason constant text := btrim(coalesce(p_reason, ''));
  v_order public.order_records;
  v_who text;
  v_until timestamptz;
begin
  if length(v_reason) > 500 then
    perform private.refuse(422, 'reason_too_long', 'Shorten the reason to 500 characters or fewer.', '{"limit": 500}');
  end if;
  select * into v_order from public.order_records o where o.id = p_order for update;
  v_who := private.canceller(v_order, p_token);
  if v_who is null then
    perform private.refuse(404, 'unknown_order', 'There is no such order of yours.');
  end if;
  if v_who = 'staff' and length(v_reason) < 2 then
    perform private.refuse(422, 'reason_missing', 'Enter a reason. The customer can read it.');
  end if;
  v_until := private.order_deadline(p_order, 'cancel');
  if v_who = 'customer' and v_until <= now() then
    perform private.refuse(409, 'deadline_passed', 'The deadline to cancel this order has passed.', jsonb_build_object('until', v_until));
  end if;
  if private.has_left(p_order) then
    perform private.refuse(409, 'line_left', 'Part of this order has shipped. Please write to us to cancel the rest.');
  end if;
  if not private.move_order(p_order, v_order.status, 'cancelled', v_who, v_reason) then
    perform private.refuse(409, 'illegal_move', 'This order can''t be cancelled any more.', jsonb_build_object('status', v_order.status));
  end if;
  perform private.free_offers_of(p_order, false);
  perform private.free_ended_orders(array[p_order]);
  perform private.mail_about_order(p_order, 'order_cancelled', 'cancelled', jsonb_build_object('reason', v_reason));
  return jsonb_build_object('id', p_order, 'number', v_order.number, 'status', 'cancelled',
    'refund_due_minor', v_order.captured_minor - v_order.refunded_minor, 'currency', v_order.currency);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.canceller(p_order public.order_records, p_token text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if p_order.user_id = auth.uid() then
    return 'customer';
  elsif p_order.id is not null and private.is_staff('owner', 'fulfilment') then
    perform private.require_fresh_proof();
    return 'staff';
  elsif p_order.user_id is null and private.may_act_by(p_order, p_token) then
    return 'customer';
  elsif p_order.user_id is null and private.is_secret_of(p_order.id, p_token) then
    perform private.refuse_old_secret();
  end if;
  return null;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.capture_money(p_order public.order_records, p_provider text, p_reference text, p_amount integer, p_who text, p_reason text DEFAULT ''::text)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_due constant int := private.balance(p_order);
  v_outcome text;
  v_trouble jsonb;
begin
  insert into public.payments (order_id, kind, provider, provider_reference, amount_minor, currency, reason)
  values (p_order.id, 'capture', p_provider, p_reference, p_amount, p_order.currency, p_reason);
  if p_amount >= v_due and p_order.status in ('awaiting_payment', 'expired') then
    v_trouble := private.confirm_order(p_order.id, true);
  end if;
  if v_trouble is not null then
    perform private.turn_down(p_order, v_trouble ->> 'message');
    v_outcome := 'needs_refund';
  elsif p_order.status = 'awaiting_payment' and p_amount >= v_due
    and (p_order.pay_by > now() or private.all_holds_stand(p_order.id)) then
    perform private.move_order(p_order.id, 'awaiting_payment', 'paid', p_who, p_reason);
    v_outcome := 'paid';
  elsif p_order.status = 'expired' and p_amount >= v_due and private.hold_again(p_order) then
    perform private.move_order(p_order.id, 'expired', 'paid', 'shop', 'It was paid late, and its items were still in stock.');
    v_outcome := 'paid_late';
  elsif p_order.status in ('expired', 'cancelled', 'refunded') then
    perform private.change_code_uses(array[p_order.id], null, '[]', null, null);
    v_outcome := 'needs_refund';
  else
    v_outcome := case
      when p_order.status = 'awaiting_payment' then 'part'
      when p_amount > v_due then 'paid_twice' else 'paid_more' end;
  end if;
  perform private.record_event(p_order.id, case when v_outcome in ('paid', 'paid_late', 'part', 'paid_more') then 'paid' else v_outcome end,
    p_reason, p_after => jsonb_build_object('amount_minor', p_amount, 'currency', p_order.currency, 'outcome', v_outcome),
    p_by_shop => p_who = 'shop');
  if v_outcome in ('paid', 'paid_late') then
    perform private.send_due_mails(p_order.id);
    perform private.mail_about_order(p_order.id, 'payment_received', 'paid');
  end if;
  return v_outcome;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.cart_limits(p_cart private.priced_line[], p_user uuid, p_email text)
 RETURNS TABLE(line integer, reason text, message text, details jsonb)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  return query
  select distinct on (x.line) x.line, x.reason, x.message, x.details from (
  select l.line, l.reason, l.message, '{}'::jsonb as details from unnest(p_cart) l where l.reason is not null
  union all
  select l.line, 'out_of_stock', case when p.most = 0 then 'This is sold out.' else 'There are not enough left.' end, '{}'
  from (
    select l.pool_id, sum(l.quantity::bigint * l.pool_units) as wanted,
      private.free_units(l.pool_id) as free,
      private.free_units(l.pool_id) / min(l.pool_units) as most
    from unnest(p_cart) l where l.pool_id is not null and l.reason is null group by l.pool_id
  ) p join unnest(p_cart) l on l.pool_id = p.pool_id and l.reason is null
  where p.wanted > p.free
  union all
  select l.line, 'out_of_stock', 'This kit is fully booked in this batch.', '{}'
  from (
    select l.kit_id, sum(l.quantity) as wanted from unnest(p_cart) l
    where l.kit_id is not null and l.reason is null group by l.kit_id
  ) w join public.batch_kits k on k.id = w.kit_id join unnest(p_cart) l on l.kit_id = w.kit_id and l.reason is null
  where k.ordered_count + k.waiting_count - private.dead_places(k.id) + w.wanted > k.capacity
  union all
  select l.line, 'over_limit', format('At most %s per customer.', l.most_of_variant),
    jsonb_build_object('limit', l.most_of_variant)
  from unnest(p_cart) l
  where l.reason is null and l.most_of_variant is not null and l.most_of_variant <
    (select sum(o.quantity) from unnest(p_cart) o where o.variant_id = l.variant_id)
    + private.bought_before(p_user, p_email, null, l.variant_id)
  union all
  select l.line, 'over_limit', format('At most %s of %s per customer.', l.most_of_product, l.title),
    jsonb_build_object('limit', l.most_of_product)
  from unnest(p_cart) l
  where l.reason is null and l.most_of_product is not null and l.most_of_product <
    (select sum(o.quantity) from unnest(p_cart) o where o.product_id = l.product_id)
    + private.bought_before(p_user, p_email, l.product_id, null)
  union all
  select s.line, s.reason, s.message, s.details from private.over_share(p_cart, private.buying_client()) s
  ) x order by x.line, x.reason = 'over_limit';
end;
$function$
;

CREATE OR REPLACE FUNCTION private.cart_lines(p_lines jsonb)
 RETURNS TABLE(line integer, variant_id uuid, quantity integer, options jsonb, design_id uuid, offer_id uuid)
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  v_lines constant jsonb := private.json_of(p_lines);
  v_line jsonb;
begin
  if v_lines is null or jsonb_typeof(v_lines) <> 'array' then
    perform private.refuse(422, 'wrong_lines', 'Your cart could not be loaded. Reload the page and try again.');
  end if;
  if jsonb_array_length(v_lines) > 50 then
    perform private.refuse(422, 'too_many_lines', 'A cart can hold 50 lines.', '{"limit": 50}');
  end if;
  if pg_column_size(v_lines) > 100000 then
    perform private.refuse(422, 'wrong_lines', 'This cart is too large. Remove some items.');
  end if;
  for v_index in 0 .. jsonb_array_length(v_lines) - 1 loop
    line := v_index;
    v_line := v_lines -> line;
    perform private.refuse_line(line, v_line);
    variant_id := private.uuid_of(v_line ->> 'variant_id');
    quantity := (v_line ->> 'quantity')::numeric::int;
    options := coalesce(nullif(v_line -> 'options', 'null'), '{}');
    design_id := private.uuid_of(v_line ->> 'design_id');
    offer_id := private.uuid_of(v_line ->> 'offer_id');
    return next;
  end loop;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.change_code_uses(p_given_back uuid[], p_order uuid, p_codes jsonb, p_user uuid, p_email text)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_change record;
begin
  -- Codes come after kits and pools, and sorted: the same order for everybody.
  for v_change in
    with back as (
      update private.discount_uses set given_back_at = now()
      where order_id = any (p_given_back) and given_back_at is null returning code_id, counted_at
    )
    select x.id, sum(x.uses)::int as uses, bool_or(x.uses > 0) as takes from (
      select code_id as id, -1 as uses from back where counted_at is not null
      union all
      -- What nobody answers for takes the last use from nobody.
      select (c ->> 'id')::uuid, 1 from jsonb_array_elements(p_codes) c where private.proven_email() is not null
    ) x group by x.id order by x.id
  loop
    update public.discount_codes set used_count = used_count + v_change.uses
    where id = v_change.id and (most_uses is null or used_count + v_change.uses <= most_uses);
    if not found then
      return false;
    end if;
  end loop;
  insert into private.discount_uses (order_id, code_id, user_id, email, amount_minor, position, rule, counted_at)
  select p_order, d.id, p_user, lower(p_email), (c.code ->> 'amount_minor')::int, c.place, private.code_rule(d),
    case when private.proven_email() is not null then now() end
  from jsonb_array_elements(p_codes) with ordinality c (code, place)
  join public.discount_codes d on d.id = (c.code ->> 'id')::uuid;
  return true;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.change_design(p_design jsonb, p_id uuid, p_version integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_core constant jsonb := private.design_core(p_design);
  v_design public.designs := private.changeable_design(p_id, p_design ->> 'secret');
begin
  if v_design.version is distinct from p_version then
    perform private.refuse(409, 'design_changed', 'This design was changed elsewhere after you opened it. Reload it before you save.',
      jsonb_build_object('version', v_design.version));
  end if;
  if v_design.design <> v_core and private.design_is_used(p_id) then
    perform private.refuse(409, 'design_used', 'This design was ordered, so it can’t be changed. Make a copy and change that.',
      jsonb_build_object('id', p_id));
  end if;
  update public.designs set
    name = btrim(p_design ->> 'name'),
    visibility = (p_design ->> 'visibility')::public.design_visibility,
    design = v_core,
    layout = case jsonb_typeof(v_core -> 'layout') when 'string' then v_core ->> 'layout' else 'own' end,
    colour_families = private.design_families(v_core)
  where id = p_id returning * into v_design;
  return jsonb_build_object('id', v_design.id, 'version', v_design.version, 'code', v_design.code, 'secret', null);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.change_order_address(p_order uuid, p_address jsonb, p_token text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.order_records;
  v_address constant jsonb := private.checked_address(p_address);
  v_before jsonb;
  v_who text;
begin
  select * into v_order from public.order_records o where o.id = p_order for update;
  v_who := private.canceller(v_order, p_token);
  if v_who is null then
    perform private.refuse(404, 'unknown_order', 'There is no such order of yours.');
  end if;
  if not private.is_asked_for_address(v_order) then
    perform private.require_before_deadline(v_order, v_who, private.order_deadline(p_order, 'address'));
  end if;
  if v_who = 'customer' and private.has_left(p_order) then
    perform private.refuse(409, 'line_left', 'Part of this order has already shipped, so you can’t change the address here. Please write to us.');
  end if;
  if v_address ->> 'country' <> v_order.country_code then
    perform private.refuse(422, 'other_country', 'Shipping and tax depend on the country. Please place a new order.',
      jsonb_build_object('country', v_order.country_code));
  end if;
  select c.address into v_before from private.order_contacts c where c.order_id = p_order;
  if v_before <> v_address then
    insert into private.address_history (order_id, address, changed_by) values (p_order, v_before, auth.uid());
    update private.order_contacts set address = v_address where order_id = p_order;
    perform private.record_event(p_order, 'address_changed', p_after => jsonb_build_object('fields', (
      select jsonb_agg(n.key order by n.key) from jsonb_each(v_address) n where n.value is distinct from v_before -> n.key)));
    perform private.mail_about_order(p_order, 'order_changed',
      (select max(e.id)::text from public.order_events e where e.order_id = p_order));
  elsif v_order.address_question is not null then
    perform private.record_event(p_order, 'address_confirmed');
  end if;
  -- Whatever was asked is answered by now. The address lies apart, but whoever read the order before has
  -- to be told: its version counts that too.
  update public.order_records set address_question = null, updated_at = clock_timestamp()
  where id = p_order and (address_question is not null or v_before <> v_address);
  return jsonb_build_object('id', p_order, 'number', v_order.number, 'address', v_address);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.change_order_options(p_line uuid, p_options jsonb, p_token text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.order_records;
  v_line public.order_lines;
  v_given constant jsonb := coalesce(nullif(private.json_of(p_options), 'null'), '{}');
  v_new record;
  v_who text;
  v_unit bigint;
  v_taxes jsonb;
begin
  select o.* into v_order from public.order_records o
  where o.id = (select l.order_id from public.order_lines l where l.id = p_line) for update;
  v_who := private.canceller(v_order, p_token);
  if v_who is null then
    perform private.refuse(404, 'unknown_line', 'This item is not in your order. Reload the page.');
  end if;
  select * into v_line from public.order_lines l where l.id = p_line;
  perform private.require_before_deadline(v_order, v_who, (
    select b.change_options_until from public.batches b where b.id = v_line.batch_id));
  if jsonb_typeof(v_given) <> 'object' or pg_column_size(v_given) > 8000 then
    perform private.refuse(422, 'wrong_options', 'Options are an object of answers.');
  end if;
  select * into v_new from private.line_options(v_line.variant_id, v_given);
  if v_new.reason is not null then
    perform private.refuse(422, v_new.reason, v_new.message);
  end if;
  v_unit := v_line.unit_price_minor + v_new.delta_minor - (
    select coalesce(sum((o ->> 'price_delta_minor')::bigint), 0) from jsonb_array_elements(v_line.options) o);
  if v_unit < 0 or v_unit * v_line.quantity > 1000000000 then
    perform private.refuse(422, 'wrong_options', 'These options lead to an invalid price. Choose others.');
  end if;
  v_taxes := private.order_taxes(v_order.id, v_order.shipping_minor);
  update public.order_lines l set options = v_new.chosen, unit_price_minor = v_unit, total_minor = v_unit * l.quantity,
    -- Within its bounds until spread_discount has shared it out anew.
    discount_minor = least(l.discount_minor, v_unit * l.quantity),
    tax_minor = private.tax_part(v_unit * l.quantity - least(l.discount_minor, v_unit * l.quantity), nullif(l.tax_rate_basis_points, 0), l.tax_included)
  where l.id = p_line;
  if v_who = 'customer' and v_unit < v_line.unit_price_minor then
    perform private.require_code_minimum(v_order.id);
  end if;
  perform private.spread_discount(v_order.id);
  v_order := private.sum_order(v_order, v_order.shipping_minor, v_taxes, 'Other choices');
  perform private.record_event(v_order.id, 'options_changed',
    p_before => jsonb_build_object('line_id', p_line, 'options', v_line.options),
    p_after => jsonb_build_object('line_id', p_line, 'options', v_new.chosen));
  perform private.mail_about_order(v_order.id, 'order_changed',
    (select max(e.id)::text from public.order_events e where e.order_id = v_order.id));
  return jsonb_build_object('id', v_order.id, 'number', v_order.number, 'total_minor', v_order.total_minor,
    'due_minor', private.balance_due(v_order),
    'refund_due_minor', v_order.refund_due_minor, 'currency', v_order.currency);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.changeable_design(p_id uuid, p_secret text)
 RETURNS public.designs
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_design public.designs;
begin
  select * into v_design from public.designs where id = p_id for update;
  if not found or not private.can_see_design(v_design, p_secret) then
    perform private.refuse(404, 'unknown_design', 'This design no longer exists.', jsonb_build_object('id', p_id));
  end if;
  if not private.is_design_maker(v_design, p_secret) then
    perform private.refuse(403, 'not_yours', 'This design belongs to someone else. Make a copy and change that.',
      jsonb_build_object('id', p_id));
  end if;
  return v_design;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.changed_fields(p_of jsonb, p_other jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_object_agg(f.key, f.value), '{}')
  from jsonb_each(p_of) f
  where p_other is null or (
    p_other -> f.key is distinct from f.value and f.key not in ('version', 'updated_at'))
$function$
;

CREATE OR REPLACE FUNCTION private.charge_of(p_provider text, p_reference text)
 RETURNS public.payments
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select p from public.payments p
    where p.provider = p_provider and p.kind = 'capture' and p.provider_reference = p_reference
  );
end;
$function$
;

CREATE OR REPLACE FUNCTION private.check_captcha(p_key uuid, p_proven_email text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if p_proven_email is null
    and exists (select from public.settings s where s.key = 'captcha_for_guests' and s.value > 0)
    and not exists (
      select from private.captcha_passes p where p.order_key = p_key and p.passed_at > now() - interval '1 hour') then
    perform private.refuse(403, 'captcha_needed', 'Confirm that you are a person, then place the order again.');
  end if;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.check_client(p_client text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if p_client is not null and (
    select count(*) from private.order_contacts c join public.order_records o on o.id = c.order_id
    where c.client_hash = p_client and o.placed_at > now() - interval '10 minutes' and o.paid_at is null
  ) >= private.setting('unpaid_orders_per_client') then
    perform private.refuse(429, 'too_many_orders', 'There are too many unpaid orders from your connection. Pay for one, or wait ten minutes.');
  end if;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.check_order(p_cart private.priced_line[], p_address jsonb, p_consents jsonb, p_payment text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_consents constant jsonb := private.json_of(p_consents);
begin
  if cardinality(p_cart) = 0 then
    perform private.refuse(422, 'empty_cart', 'Your cart is empty.');
  end if;
  if jsonb_typeof(v_consents) is distinct from 'object' or pg_column_size(v_consents) > 2000 then
    perform private.refuse(422, 'consent_missing', 'Please agree to the terms.', '{"missing": ["terms"]}');
  end if;
  if v_consents -> 'terms' is distinct from 'true' then
    perform private.refuse(422, 'consent_missing', 'Please agree to the terms.', '{"missing": ["terms"]}');
  end if;
  if v_consents -> 'group_buy' is distinct from 'true'
    and exists (select from unnest(p_cart) l where l.sold_as = 'group_buy') then
    perform private.refuse(422, 'consent_missing', 'Please agree to the group buy terms.', '{"missing": ["group_buy"]}');
  end if;
  if not exists (select from public.payment_methods m where m.code = p_payment and m.is_offered) then
    perform private.refuse(422, 'wrong_payment', 'This payment method is not available.');
  end if;
  if p_payment = 'invoice' and private.bank_account_for('EUR') is null then
    perform private.refuse(422, 'no_bank_account', 'Bank transfer is not available at the moment. Choose another payment method.');
  end if;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.check_quote(p_quote jsonb, p_method uuid, p_hash text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_problem constant jsonb := (
    select p from jsonb_array_elements(p_quote -> 'problems') with ordinality x (p, i)
    order by p ->> 'reason' = 'out_of_stock', i limit 1);
  v_reason constant text := v_problem ->> 'reason';
begin
  if v_problem is not null then
    perform private.refuse(
      case when v_reason in ('out_of_stock', 'not_open', 'not_for_sale', 'over_limit', 'needs_offer', 'unknown_offer',
        'offer_used', 'offer_revoked', 'offer_expired', 'offer_unclaimed', 'over_offer', 'code_used_up', 'code_used', 'code_over', 'code_not_yet') then 409
        when v_reason = 'code_limited' then 429 else 422 end,
      v_reason, v_problem ->> 'message', jsonb_build_object('problems', p_quote -> 'problems', 'quote', p_quote));
  end if;
  if p_method is null or not exists (
    select from jsonb_array_elements(p_quote -> 'shipping_methods') m
    where m ->> 'id' = p_method::text and m ->> 'price_minor' is not null
  ) then
    perform private.refuse(422, 'shipping_method', 'Choose a shipping method.', jsonb_build_object('quote', p_quote));
  end if;
  if p_quote ->> 'quote_hash' is distinct from p_hash then
    perform private.refuse(409, 'quote_changed', 'The price has changed.', jsonb_build_object('quote', p_quote));
  end if;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.check_shop(p_group text, p_run bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_role constant text := (select role from private.staff where user_id = auth.uid());
  v_groups text[];
  v_found jsonb;
  v_faults int;
  v_warnings int;
  v_run bigint;
begin
  perform private.require_reader('owner', 'editor', 'fulfilment', 'support');
  v_groups := array(select g.name from private.check_groups() g where p_group is null or g.name = p_group);
  if v_groups = '{}' then
    perform private.refuse(422, 'unknown_group', 'Your role can’t see this group.');
  end if;
  v_found := coalesce((
    select jsonb_agg(to_jsonb(f) order by f.severity, f.since nulls last, f.code, f.about) from private.find_faults(v_groups) f), '[]');
  select count(*) filter (where f ->> 'severity' = 'fault'), count(*) filter (where f ->> 'severity' = 'warning')
  into v_faults, v_warnings from jsonb_array_elements(v_found) f;
  -- A group of a run counts once, and only in a run of the same role.
  update public.check_runs r set faults = r.faults + v_faults, warnings = r.warnings + v_warnings, groups = r.groups || v_groups
  where r.id = p_run and r.role = v_role and r.at > now() - interval '1 hour' and not r.groups && v_groups
  returning r.id into v_run;
  if not found then
    insert into public.check_runs (role, faults, warnings, groups) values (v_role, v_faults, v_warnings, v_groups)
    returning id into v_run;
    delete from public.check_runs where id <= (select max(id) - 500 from public.check_runs);
  end if;
  return jsonb_build_object('run', v_run, 'findings', v_found);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.checked_address(p_address jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_given constant jsonb := private.json_of(p_address);
  v_address jsonb := '{}';
  v_wrong jsonb := '{}';
  v_country public.countries;
  v_field record;
  v_text text;
begin
  if jsonb_typeof(v_given) is distinct from 'object' or pg_column_size(v_given) > 8000 then
    perform private.refuse(422, 'wrong_address', 'An address is an object of fields.');
  end if;
  select * into v_country from public.countries c where c.code = upper(btrim(v_given ->> 'country'));
  for v_field in
    select * from (values
      ('name', 2, 120), ('line1', 2, 120), ('line2', 0, 120), ('city', 1, 80), ('region', 0, 80),
      ('postcode', 0, 20), ('phone', 0, 40)
    ) f (name, shortest, longest)
  loop
    v_text := btrim(coalesce(v_given ->> v_field.name, ''));
    if length(v_text) not between v_field.shortest and v_field.longest or v_text ~ '[[:cntrl:]]'
      or coalesce(jsonb_typeof(v_given -> v_field.name), 'null') not in ('string', 'null') then
      v_wrong := v_wrong || jsonb_build_object(v_field.name, case
        when v_text = '' then 'Fill this in.' else format('Use at most %s characters.', v_field.longest) end);
    end if;
    v_address := v_address || jsonb_build_object(v_field.name, v_text);
  end loop;
  if v_country.code is null then
    v_wrong := v_wrong || '{"country": "We don’t know this country."}';
  elsif v_country.postcode_pattern <> '' and upper(v_address ->> 'postcode') !~ v_country.postcode_pattern then
    v_wrong := v_wrong || jsonb_build_object('postcode', format('This is not a valid %s for %s.', lower(v_country.postcode_label), v_country.name));
  end if;
  if v_wrong <> '{}' then
    perform private.refuse(422, 'wrong_address', 'Please check the marked fields of the address.', jsonb_build_object('fields', v_wrong));
  end if;
  return v_address || jsonb_build_object('country', v_country.code);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.checked_amendment(p_changes jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
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
  return v_changes;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.checked_email(p_email text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_email constant text := btrim(coalesce(nullif(btrim(p_email), ''), auth.jwt() ->> 'email', ''));
begin
  if length(v_email) > 254 or v_email !~ '^[^@\s<>"]+@[^@\s<>"]+\.[^@\s<>"]+$' then
    perform private.refuse(422, 'wrong_email', 'Enter a valid e-mail address.');
  end if;
  return v_email;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.choices_of(p_list uuid, p_asked uuid[])
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_all constant uuid[] := array(select id from public.list_choices where list_id = p_list order by position, id);
  v_found uuid[];
begin
  if cardinality(p_asked) > 50 then
    perform private.refuse(422, 'wrong_choice', 'You chose too many. Remove some.', '{}');
  end if;
  if coalesce(cardinality(p_asked), 0) = 0 then
    if cardinality(v_all) > 1 then
      perform private.refuse(422, 'choice_missing', 'Choose what you would like, favourite first.', '{}');
    end if;
    return v_all;
  end if;
  select array_agg(c.id order by a.n) into v_found
  from unnest(p_asked) with ordinality a (id, n)
  join public.list_choices c on c.list_id = p_list and a.id in (c.id, c.variant_id);
  if cardinality(v_found) is distinct from cardinality(p_asked)
    or (select count(distinct f) from unnest(v_found) f) <> cardinality(v_found) then
    perform private.refuse(422, 'wrong_choice', 'One of these is not on the list or is chosen twice.', '{}');
  end if;
  return v_found;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.claim_designs(p_claims jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_claimed uuid[];
begin
  if auth.uid() is null or jsonb_typeof(p_claims) is distinct from 'array' or jsonb_array_length(p_claims) > 200 then
    perform private.refuse(422, 'wrong_claims', 'Send at most 200 designs, each with its ID and secret.', '{}');
  end if;
  with wanted as (
    select distinct s.design_id
    from jsonb_array_elements(p_claims) c
    join private.design_secrets s on s.design_id::text = c ->> 'id'
      and s.secret_hash = encode(sha256(convert_to(coalesce(c ->> 'secret', ''), 'UTF8')), 'hex')
  ), claimed as (
    update public.designs d set owner_id = auth.uid() from wanted w
    where d.id = w.design_id and d.owner_id is null returning d.id
  ), forgotten as (
    delete from private.design_secrets s using claimed c where s.design_id = c.id
  )
  select array_agg(id order by id) into v_claimed from claimed;
  return jsonb_build_object('claimed', coalesce(to_jsonb(v_claimed), '[]'));
end;
$function$
;

CREATE OR REPLACE FUNCTION private.claim_guest_orders()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user constant uuid := auth.uid();
  v_email text;
  v_claimed int;
begin
  if v_user is null then
    perform private.refuse(401, 'signed_out', 'Please sign in first.');
  end if;
  select lower(u.email) into v_email from auth.users u where u.id = v_user and u.email_confirmed_at is not null;
  if v_email is null then
    perform private.refuse(403, 'mailbox_unproven', 'Confirm your e-mail address first.');
  end if;
  with claimed as (
    update public.order_records o set user_id = v_user
    from private.order_contacts c
    where c.order_id = o.id and o.user_id is null and lower(c.email) = v_email
      and not exists (select from private.order_keys k where k.order_id = o.id and k.caller <> 'guest')
    returning o.id
  ), renewed as (
    -- Whoever ordered in their name holds the secret of that browser.
    update private.order_contacts c set token_hash = private.hash_of(gen_random_uuid()::text || gen_random_uuid()::text)
    from claimed where c.order_id = claimed.id
  ), told as (
    insert into public.order_events (order_id, kind, actor, actor_id) select id, 'claimed', 'customer', v_user from claimed
  )
  select count(*) into v_claimed from claimed;
  return v_claimed;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.client_address()
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_headers constant json := coalesce(nullif(current_setting('request.headers', true), ''), '{}');
begin
  -- Cloudflare, before every hosted project, names whom it heard; to x-forwarded-for it only adds.
  return coalesce(nullif(v_headers ->> 'cf-connecting-ip', ''), nullif(split_part(v_headers ->> 'x-forwarded-for', ',', 1), ''));
end;
$function$
;

CREATE OR REPLACE FUNCTION private.clock_report()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_reader('owner');
  return jsonb_build_object(
    'ran_at', (select max(ran_at) from private.job_turns),
    'jobs', (
      select coalesce(jsonb_agg(jsonb_build_object('job', job, 'ran_at', ran_at, 'worked_at', worked_at, 'problem', problem)
        order by problem = '', job), '[]')
      from private.job_turns),
    'next', (
      select coalesce(jsonb_agg(jsonb_build_object('what', n.what, 'count', n.count, 'at', n.at) order by n.at), '[]')
      from (
        select 'mails', count(*), min(send_after) from public.outbox where sent_at is null and given_up_at is null
        union all
        select 'unpaid_orders', count(*), min(pay_by) from public.order_records where status = 'awaiting_payment'
        union all
        select 'offers', count(*), min(expires_at) from public.offers where status = 'pending'
        union all
        select 'lists', count(*), min(closes_at) from public.lists where status = 'open' and closes_at > now()
        union all
        select 'batches', count(*), min(closes_at) from public.batches where stage = 'open' and closes_at > now()
        union all
        select 'pages', count(*), min(publish_at) from (
          select publish_at from public.products where status = 'scheduled' and publish_at > now()
          union all
          select publish_at from public.updates where status = 'scheduled' and publish_at > now()) p
        union all
        select 'accounts', count(*), min(due_at) from private.account_deletions
      ) n (what, count, at)
      where n.count > 0));
end;
$function$
;

CREATE OR REPLACE FUNCTION private.close_batch(p_batch uuid, p_is_preview boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_batch public.batches;
  v_settled jsonb;
begin
  perform private.require_reader('owner');
  select * into v_batch from public.batches where id = p_batch;
  if v_batch.id is null then
    perform private.refuse(404, 'unknown_batch', 'This batch no longer exists. Reload the page.', jsonb_build_object('batch_id', p_batch));
  end if;
  if v_batch.settled_at is not null then
    perform private.refuse(409, 'already_settled', 'This batch is already settled.',
      jsonb_build_object('settled_at', v_batch.settled_at));
  end if;
  if p_is_preview then
    v_settled := private.preview_settlement(p_batch);
  else
    perform private.require_staff('owner');
    if v_batch.closes_at is null or v_batch.closes_at > clock_timestamp() then
      perform private.refuse(409, 'not_closed', 'Customers know that they can order until it closes.',
        jsonb_build_object('closes_at', v_batch.closes_at));
    end if;
    v_settled := private.settle_batch(p_batch) || '{"is_settled": true}';
  end if;
  if v_settled is null then
    perform private.refuse(409, 'nothing_to_settle', 'Only a batch that was open for orders can be settled, and only once.',
      jsonb_build_object('batch_id', p_batch, 'stage', v_batch.stage));
  end if;
  return v_settled;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.close_due_batches()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_batch record;
  v_count int := 0;
begin
  delete from private.job_failures f where f.job = 'batches' and not exists (
    select from public.batches b where b.id = f.item and b.settled_at is null);
  for v_batch in
    select id, code from public.batches
    where settled_at is null and stage in ('announced', 'open', 'closed') and closes_at <= clock_timestamp()
      and not private.is_set_aside('batches', id)
    order by id
  loop
    begin
      if private.settle_batch(v_batch.id) is not null then
        v_count := v_count + 1;
      end if;
    exception when others then
      perform private.note_job_failure('batches', v_batch.id, v_batch.code, sqlerrm);
    end;
  end loop;
  return v_count;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.code_trouble(p_code public.discount_codes, p_subtotal bigint, p_user uuid, p_email text)
 RETURNS TABLE(reason text, message text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select t.reason, t.message from (values
    (p_code.valid_from > now(), 'code_not_yet', 'This code can''t be used yet.'),
    (p_code.valid_to <= now(), 'code_over', 'This code has ended.'),
    (p_code.used_count >= p_code.most_uses, 'code_used_up', 'This code can’t be used any more. Remove it or enter another.'),
    (p_subtotal < p_code.minimum_minor, 'code_minimum', 'Your cart is below the minimum for this code.'),
    (p_code.most_per_customer <= (
      select count(*) from private.discount_uses u
      where u.code_id = p_code.id and u.given_back_at is null
        and (u.user_id = p_user or u.counted_at is not null and u.mailbox = private.mailbox_of(p_email))
    ), 'code_used', 'You have already used this code.')
  ) t (holds, reason, message) where t.holds limit 1
$function$
;

CREATE OR REPLACE FUNCTION private.code_words(p_text text)
 RETURNS text[]
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  v_words constant text[] := regexp_split_to_array(upper(btrim(coalesce(p_text, ''))), '[\s,]+');
begin
  if btrim(coalesce(p_text, '')) = '' then return '{}'; end if;
  if length(p_text) > 120 or cardinality(v_words) > 3 then
    perform private.refuse(422, 'wrong_code', 'A code can have at most 40 characters, and you can use at most three together.');
  end if;
  return v_words;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.colorway_uses(p_colorway uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_reader('owner', 'editor');
  return jsonb_build_object(
    'uses', (
      select coalesce(jsonb_agg(jsonb_build_object('place', u.place, 'count', u.pieces, 'things', u.things)), '[]')
      from private.uses_of_colorway(p_colorway) u where u.pieces > 0),
    'offered_by', (
      select coalesce(jsonb_agg(distinct jsonb_build_object('kind', 'products', 'id', p.id, 'title', p.title)), '[]')
      from public.colorways c join public.design_offers o on o.palette_id = c.palette_id
      join public.products p on p.id = o.product_id where c.id = p_colorway));
end;
$function$
;

CREATE OR REPLACE FUNCTION private.confirm_order(p_order uuid, p_is_paid boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_order public.order_records;
  v_email text;
  v_reason text;
  v_message text;
begin
  select * into v_order from public.order_records o where o.id = p_order for update;
  if v_order.confirmed_at is not null
    or not p_is_paid and (v_order.status <> 'awaiting_payment' or v_order.pay_by <= now()) then
    return null;
  end if;
  select c.email into v_email from private.order_contacts c where c.order_id = p_order;
  begin
    perform private.require_room_for(p_order, v_order.user_id, v_email);
    update public.order_records set confirmed_at = now(), pay_by = keep_until, keep_until = null
    where id = p_order returning * into v_order;
    update private.holds set expires_at = v_order.pay_by
    where order_id = p_order and state = 'held' and expires_at is not null;
    if not p_is_paid then
      perform private.record_event(p_order, 'confirmed');
    end if;
    if v_order.total_minor = 0 then
      perform private.move_order(p_order, 'awaiting_payment', 'paid', 'shop', 'There was nothing to pay.');
    end if;
    perform private.use_codes_of(p_order);
  exception when sqlstate 'PT409' then
    get stacked diagnostics v_reason = pg_exception_hint, v_message = message_text;
    return jsonb_build_object('reason', v_reason, 'message', v_message);
  end;
  return null;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.count_books()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
begin
  -- All sums at once: one statement that adds to both tables writes the order once.
  update public.order_records o set subtotal_minor = e.goods, discount_minor = e.discount, shipping_minor = e.shipping,
    tax_minor = e.tax, total_minor = e.goods - e.discount + e.shipping + e.tax, forgone_minor = e.forgone,
    captured_minor = p.captured, refunded_minor = p.refunded
  from (select distinct order_id from new_rows) n cross join lateral (
    select coalesce(sum(x.amount_minor) filter (where x.kind = 'goods'), 0)::int as goods,
      -coalesce(sum(x.amount_minor) filter (where x.kind = 'discount'), 0)::int as discount,
      coalesce(sum(x.amount_minor) filter (where x.kind = 'shipping'), 0)::int as shipping,
      coalesce(sum(x.amount_minor) filter (where x.kind = 'tax'), 0)::int as tax,
      -coalesce(sum(x.amount_minor) filter (where x.kind in ('settled', 'refunded')), 0)::int as forgone
    from public.order_entries x where x.order_id = n.order_id
  ) e cross join lateral (
    select coalesce(sum(x.amount_minor) filter (where x.kind = 'capture'), 0)::int as captured,
      coalesce(sum(x.amount_minor) filter (where x.kind = 'refund'), 0)::int as refunded
    from public.payments x where x.order_id = n.order_id
  ) p
  where o.id = n.order_id and (o.subtotal_minor, o.discount_minor, o.shipping_minor, o.tax_minor, o.forgone_minor, o.captured_minor, o.refunded_minor)
    is distinct from (e.goods, e.discount, e.shipping, e.tax, e.forgone, p.captured, p.refunded);
  return null;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.count_guest_design()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_bucket constant text := private.guesser();
  v_most constant int := 300;
begin
  if (select count(*) from private.guesses where what = 'design' and bucket = v_bucket
      and at > now() - interval '1 day') >= v_most then
    perform private.refuse(429, 'too_many_designs', 'Too many designs were saved from here today. Sign in, or try again tomorrow.',
      jsonb_build_object('limit', v_most));
  end if;
  insert into private.guesses (what, bucket) values ('design', v_bucket);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.curve_isogeny(p_point numeric[])
 RETURNS numeric[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  v_p constant numeric := private.field_prime();
  v_x_above constant numeric[] := array[
    0x11a05f2b1e833340b809101dd99815856b303e88a2d7005ff2627b56cdb4e2c85610c2d5f2e62d6eaeac1662734649b7,
    0x17294ed3e943ab2f0588bab22147a81c7c17e75b2f6a8417f565e33c70d1e86b4838f2a6f318c356e834eef1b3cb83bb,
    0xd54005db97678ec1d1048c5d10a9a1bce032473295983e56878e501ec68e25c958c3e3d2a09729fe0179f9dac9edcb0,
    0x1778e7166fcc6db74e0609d307e55412d7f5e4656a8dbf25f1b33289f1b330835336e25ce3107193c5b388641d9b6861,
    0xe99726a3199f4436642b4b3e4118e5499db995a1257fb3f086eeb65982fac18985a286f301e77c451154ce9ac8895d9,
    0x1630c3250d7313ff01d1201bf7a74ab5db3cb17dd952799b9ed3ab9097e68f90a0870d2dcae73d19cd13c1c66f652983,
    0xd6ed6553fe44d296a3726c38ae652bfb11586264f0f8ce19008e218f9c86b2a8da25128c1052ecaddd7f225a139ed84,
    0x17b81e7701abdbe2e8743884d1117e53356de5ab275b4db1a682c62ef0f2753339b7c8f8c8f475af9ccb5618e3f0c88e,
    0x80d3cf1f9a78fc47b90b33563be990dc43b756ce79f5574a2c596c928c5d1de4fa295f296b74e956d71986a8497e317,
    0x169b1f8e1bcfa7c42e0c37515d138f22dd2ecb803a0c5c99676314baf4bb1b7fa3190b2edc0327797f241067be390c9e,
    0x10321da079ce07e272d8ec09d2565b0dfa7dccdde6787f96d50af36003b14866f69b771f8c285decca67df3f1605fb7b,
    0x6e08c248e260e70bd1e962381edee3d31d79d7e22c837bc23c0bf1bc24c6b68c24b1b80b64d391fa9c8ba2e8ba2d229
  ]::numeric[];
  v_x_below constant numeric[] := array[
    0x8ca8d548cff19ae18b2e62f4bd3fa6f01d5ef4ba35b48ba9c9588617fc8ac62b558d681be343df8993cf9fa40d21b1c,
    0x12561a5deb559c4348b4711298e536367041e8ca0cf0800c0126c2588c48bf5713daa8846cb026e9e5c8276ec82b3bff,
    0xb2962fe57a3225e8137e629bff2991f6f89416f5a718cd1fca64e00b11aceacd6a3d0967c94fedcfcc239ba5cb83e19,
    0x3425581a58ae2fec83aafef7c40eb545b08243f16b1655154cca8abc28d6fd04976d5243eecf5c4130de8938dc62cd8,
    0x13a8e162022914a80a6f1d5f43e7a07dffdfc759a12062bb8d6b44e833b306da9bd29ba81f35781d539d395b3532a21e,
    0xe7355f8e4e667b955390f7f0506c6e9395735e9ce9cad4d0a43bcef24b8982f7400d24bc4228f11c02df9a29f6304a5,
    0x772caacf16936190f3e0c63e0596721570f5799af53a1894e2e073062aede9cea73b3538f0de06cec2574496ee84a3a,
    0x14a7ac2a9d64a8b230b3f5b074cf01996e7f63c21bca68a81996e1cdf9822c580fa5b9489d11e2d311f7d99bbdcc5a5e,
    0xa10ecf6ada54f825e920b3dafc7a3cce07f8d1d7161366b74100da67f39883503826692abba43704776ec3a79a1d641,
    0x95fc13ab9e92ad4476d6e3eb3a56680f682b4ee96f7d03776df533978f31c1593174e4b4b7865002d6384d168ecdd0a,
    0x1
  ]::numeric[];
  v_y_above constant numeric[] := array[
    0x90d97c81ba24ee0259d1f094980dcfa11ad138e48a869522b52af6c956543d3cd0c7aee9b3ba3c2be9845719707bb33,
    0x134996a104ee5811d51036d776fb46831223e96c254f383d0f906343eb67ad34d6c56711962fa8bfe097e75a2e41c696,
    0xcc786baa966e66f4a384c86a3b49942552e2d658a31ce2c344be4b91400da7d26d521628b00523b8dfe240c72de1f6,
    0x1f86376e8981c217898751ad8746757d42aa7b90eeb791c09e4a3ec03251cf9de405aba9ec61deca6355c77b0e5f4cb,
    0x8cc03fdefe0ff135caf4fe2a21529c4195536fbe3ce50b879833fd221351adc2ee7f8dc099040a841b6daecf2e8fedb,
    0x16603fca40634b6a2211e11db8f0a6a074a7d0d4afadb7bd76505c3d3ad5544e203f6326c95a807299b23ab13633a5f0,
    0x4ab0b9bcfac1bbcb2c977d027796b3ce75bb8ca2be184cb5231413c4d634f3747a87ac2460f415ec961f8855fe9d6f2,
    0x987c8d5333ab86fde9926bd2ca6c674170a05bfe3bdd81ffd038da6c26c842642f64550fedfe935a15e4ca31870fb29,
    0x9fc4018bd96684be88c9e221e4da1bb8f3abd16679dc26c1e8b6e6a1f20cabe69d65201c78607a360370e577bdba587,
    0xe1bba7a1186bdb5223abde7ada14a23c42a0ca7915af6fe06985e7ed1e4d43b9b3f7055dd4eba6f2bafaaebca731c30,
    0x19713e47937cd1be0dfd0b8f1d43fb93cd2fcbcb6caf493fd1183e416389e61031bf3a5cce3fbafce813711ad011c132,
    0x18b46a908f36f6deb918c143fed2edcc523559b8aaf0c2462e6bfe7f911f643249d9cdf41b44d606ce07c8a4d0074d8e,
    0xb182cac101b9399d155096004f53f447aa7b12a3426b08ec02710e807b4633f06c851c1919211f20d4c04f00b971ef8,
    0x245a394ad1eca9b72fc00ae7be315dc757b3b080d4c158013e6632d3c40659cc6cf90ad1c232a6442d9d3f5db980133,
    0x5c129645e44cf1102a159f748c4a3fc5e673d81d7e86568d9ab0f5d396a7ce46ba1049b6579afb7866b1e715475224b,
    0x15e6be4e990f03ce4ea50b3b42df2eb5cb181d8f84965a3957add4fa95af01b2b665027efec01c7704b456be69c8b604
  ]::numeric[];
  v_y_below constant numeric[] := array[
    0x16112c4c3a9c98b252181140fad0eae9601a6de578980be6eec3232b5be72e7a07f3688ef60c206d01479253b03663c1,
    0x1962d75c2381201e1a0cbd6c43c348b885c84ff731c4d59ca4a10356f453e01f78a4260763529e3532f6102c2e49a03d,
    0x58df3306640da276faaae7d6e8eb15778c4855551ae7f310c35a5dd279cd2eca6757cd636f96f891e2538b53dbf67f2,
    0x16b7d288798e5395f20d23bf89edb4d1d115c5dbddbcd30e123da489e726af41727364f2c28297ada8d26d98445f5416,
    0xbe0e079545f43e4b00cc912f8228ddcc6d19c9f0f69bbb0542eda0fc9dec916a20b15dc0fd2ededda39142311a5001d,
    0x8d9e5297186db2d9fb266eaac783182b70152c65550d881c5ecd87b6f0f5a6449f38db9dfa9cce202c6477faaf9b7ac,
    0x166007c08a99db2fc3ba8734ace9824b5eecfdfa8d0cf8ef5dd365bc400a0051d5fa9c01a58b1fb93d1a1399126a775c,
    0x16a3ef08be3ea7ea03bcddfabba6ff6ee5a4375efa1f4fd7feb34fd206357132b920f5b00801dee460ee415a15812ed9,
    0x1866c8ed336c61231a1be54fd1d74cc4f9fb0ce4c6af5920abc5750c4bf39b4852cfe2f7bb9248836b233d9d55535d4a,
    0x167a55cda70a6e1cea820597d94a84903216f763e13d87bb5308592e7ea7d4fbc7385ea3d529b35e346ef48bb8913f55,
    0x4d2f259eea405bd48f010a01ad2911d9c6dd039bb61a6290e591b36e636a5c871a5c29f4f83060400f8b49cba8f6aa8,
    0xaccbb67481d033ff5852c1e48c50c477f94ff8aefce42d28c0f9a88cea7913516f968986f7ebbea9684b529e2561092,
    0xad6b9514c767fe3c3613144b45f1496543346d98adf02267d5ceef9a00d9b8693000763e3b90ac11e99b138573345cc,
    0x2660400eb2e4f3b628bdd0d53cd76f2bf565b94e72927c1cb748df27942480e420517bd8714cc80d1fadc1326ed06f7,
    0xe0fa1d816ddc03e6b24255e0d7819c171c40f65e273b853324efcd6356caa205ca2f570f13497804415473a1d634b8f,
    0x1
  ]::numeric[];
  v_x constant numeric := p_point[1];
begin
  return array[
    private.polynomial_at(v_x_above, v_x) * private.field_inverse(private.polynomial_at(v_x_below, v_x)) % v_p,
    p_point[2] * private.polynomial_at(v_y_above, v_x) % v_p
      * private.field_inverse(private.polynomial_at(v_y_below, v_x)) % v_p];
end;
$function$
;

CREATE OR REPLACE FUNCTION private.curve_map(p_number numeric)
 RETURNS numeric[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  v_p constant numeric := private.field_prime();
  v_a constant numeric := 0x144698a3b8e9433d693a02c96d4982b0ea985383ee66a8d8e8981aefd881ac98936f8da0e0f97f5cf428082d584c1d;
  v_b constant numeric := 0x12e2908d11688030018b12e8753eee3b2016c1f0f24f4070a0b9c14fcef35ef55a23215a316ceaa5d1cc48e98e172be0;
  v_u constant numeric := 11 * p_number * p_number % v_p;
  v_t constant numeric := (v_u * v_u + v_u) % v_p;
  v_x numeric;
  v_y numeric;
  v_right numeric;
begin
  v_x := case when v_t = 0 then v_b * private.field_inverse(11 * v_a)
    else -v_b * private.field_inverse(v_a) % v_p * (1 + private.field_inverse(v_t)) end % v_p;
  v_right := (v_x * v_x % v_p * v_x + v_a * v_x + v_b) % v_p;
  v_y := private.field_power(v_right, div(v_p + 1, 4));
  if (v_y * v_y - v_right) % v_p <> 0 then
    v_x := v_u * v_x % v_p;
    v_right := (v_x * v_x % v_p * v_x + v_a * v_x + v_b) % v_p;
    v_y := private.field_power(v_right, div(v_p + 1, 4));
  end if;
  return array[v_x, case when v_y % 2 = p_number % 2 then v_y else v_p - v_y end];
end;
$function$
;

CREATE OR REPLACE FUNCTION private.curve_times(p_point numeric[], p_times numeric)
 RETURNS numeric[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  v_p constant numeric := private.field_prime();
  v_bit numeric := 1;
  v_x numeric := p_point[1]; v_y numeric := p_point[2]; v_z numeric := 1;
  v_a numeric; v_b numeric; v_c numeric; v_d numeric; v_e numeric;
begin
  while v_bit * 2 <= p_times loop
    v_bit := v_bit * 2;
  end loop;
  while v_bit > 1 loop
    v_bit := div(v_bit, 2);
    v_a := v_x * v_x % v_p;
    v_b := v_y * v_y % v_p;
    v_c := v_b * v_b % v_p;
    v_d := 2 * ((v_x + v_b) * (v_x + v_b) - v_a - v_c) % v_p;
    v_z := 2 * v_y * v_z % v_p;
    v_x := (9 * v_a * v_a - 2 * v_d) % v_p;
    v_y := (3 * v_a * (v_d - v_x) - 8 * v_c) % v_p;
    if div(p_times, v_bit) % 2 = 1 then
      v_a := v_z * v_z % v_p;
      v_b := (p_point[1] * v_a - v_x) % v_p;
      v_c := (p_point[2] * v_a * v_z - v_y) % v_p;
      v_d := v_b * v_b % v_p;
      v_e := v_d * v_b % v_p;
      v_d := v_x * v_d % v_p;
      v_z := v_z * v_b % v_p;
      v_x := (v_c * v_c - v_e - 2 * v_d) % v_p;
      v_y := (v_c * (v_d - v_x) - v_y * v_e) % v_p;
    end if;
  end loop;
  -- Once it met the point itself or its opposite on the way, z stays zero: no point of the right order does.
  if v_z % v_p = 0 then
    return null;
  end if;
  v_a := private.field_inverse(v_z);
  v_b := v_a * v_a % v_p;
  return array[(v_x * v_b % v_p + v_p) % v_p, (v_y * v_b % v_p * v_a % v_p + v_p) % v_p];
end;
$function$
;

CREATE OR REPLACE FUNCTION private.design_fault(p_design jsonb)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_zone text;
  v_fault text;
begin
  if jsonb_typeof(p_design) is distinct from 'object' then return 'A design is an object.'; end if;
  if octet_length(p_design::text) > 90000 then return 'A design can have at most 90 kB.'; end if;
  if length(btrim(coalesce(p_design ->> 'name', ''))) not between 1 and 80 then
    return 'A design needs a name of 1 to 80 characters.';
  end if;
  if coalesce(p_design ->> 'visibility', '') not in ('private', 'unlisted', 'public') then
    return 'Set the visibility to private, unlisted or public.';
  end if;
  v_fault := private.design_layout_fault(p_design -> 'layout');
  if v_fault is not null then return v_fault; end if;
  foreach v_zone in array array['alphas', 'modifiers', 'accents', 'legends', 'modifierLegends',
    'accentLegends', 'case', 'plate', 'weight'] loop
    if not private.is_paint(p_design -> 'zones' -> v_zone) then
      return format('The zone %s needs a colour.', v_zone);
    end if;
  end loop;
  if coalesce(p_design ->> 'legends', 'on') not in ('on', 'off', 'sub')
    or coalesce(p_design ->> 'profile', 'cherry') not in ('cherry', 'sa', 'xda', 'low')
    or coalesce(p_design ->> 'caseStyle', 'seamless') not in
      ('seamless', 'forehead', 'wedge', 'pebble', 'tray', 'floating', 'none') then
    return 'The legends, profile or case style are not recognised. Choose them again.';
  end if;
  return private.design_keys_fault(coalesce(p_design -> 'keys', '{}'), p_design -> 'layout');
end;
$function$
;

CREATE OR REPLACE FUNCTION private.design_keys_fault(p_keys jsonb, p_layout jsonb)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if jsonb_typeof(p_keys) <> 'object' then return 'Keys are an object by index.'; end if;
  if exists (
    select from jsonb_each(p_keys) k
    where k.key !~ '^\d{1,3}$' or jsonb_typeof(k.value) <> 'object'
      or not coalesce(k.value -> 'cap' is null or private.is_paint(k.value -> 'cap'), false)
      or not coalesce(k.value -> 'legend' is null or private.is_paint(k.value -> 'legend'), false)
      or coalesce(k.value ->> 'zone', 'alphas') not in ('alphas', 'modifiers', 'accents')
      or (k.value - 'cap' - 'legend' - 'zone') <> '{}'
  ) then
    return 'A key has an invalid colour.';
  end if;
  if p_keys <> '{}' and (select max(k::int) from jsonb_object_keys(p_keys) k)
    >= length(private.layout_zones(p_layout)) then
    return 'A painted key is not in the layout.';
  end if;
  return null;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.design_layout_fault(p_layout jsonb)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if p_layout is null or jsonb_typeof(p_layout) not in ('string', 'array') then
    return 'A design needs a layout: a name, or KLE data.';
  end if;
  if jsonb_typeof(p_layout) = 'array' and (jsonb_array_length(p_layout) > 200 or exists (
    select from jsonb_array_elements(p_layout) r where jsonb_typeof(r) not in ('array', 'object')
  )) then
    return 'The layout is not KLE data.';
  end if;
  if coalesce(private.design_cap_count(p_layout), 0) not between 1 and 1000 then
    return 'The layout is unknown, or has no keys or more than 1000.';
  end if;
  return null;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.design_problems(p_design uuid, p_variant uuid, p_most integer DEFAULT NULL::integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_design public.designs;
  v_kit public.design_kits;
  v_caps int;
  v_product uuid;
begin
  select * into v_design from public.designs where id = p_design;
  if not found or not private.can_see_design(v_design, null) then
    return jsonb_build_array(jsonb_build_object('reason', 'design_unknown',
      'message', 'This design no longer exists or is private.'));
  end if;
  select k.* into v_kit from public.design_kits k where k.variant_id = p_variant;
  if not found then
    return jsonb_build_array(jsonb_build_object('reason', 'design_not_possible',
      'message', 'This product can’t be made to a design.'));
  end if;
  v_caps := private.design_cap_count(v_design.design -> 'layout');
  if v_caps > v_kit.most_caps then
    return jsonb_build_array(jsonb_build_object('reason', 'design_too_large',
      'message', format('The design has %s keys, but this kit only has %s caps. Choose a larger kit.', v_caps, v_kit.most_caps)));
  end if;
  select product_id into v_product from public.variants where id = p_variant;
  return private.blocked_zones(v_design.design, v_product, p_most);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.design_sheet(p_line uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_sheet jsonb;
begin
  perform private.require_reader('owner', 'fulfilment');
  select jsonb_build_object('line', l.id, 'order', o.number, 'title', l.title, 'variant_title', l.variant_title,
    'sku', l.sku, 'quantity', l.quantity, 'batch_id', l.batch_id, 'design', l.design)
  into v_sheet
  from public.order_lines l join public.order_records o on o.id = l.order_id
  where l.id = p_line and l.design is not null;
  if v_sheet is null then
    perform private.refuse(404, 'unknown_line', 'This order line no longer exists, or has no design.', jsonb_build_object('line', p_line));
  end if;
  return v_sheet;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.despite_due(p_reason text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if length(btrim(p_reason)) < 3 then
    perform private.refuse(422, 'reason_missing', 'Enter a reason of at least 3 characters to continue with a balance due.', '{"least": 3}');
  elsif length(btrim(p_reason)) > 500 then
    perform private.refuse(422, 'reason_too_long', 'Shorten the reason to 500 characters or fewer.', '{"limit": 500}');
  end if;
  return btrim(p_reason);
end;
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
  v_replay := private.take_order_key(p_key, private.hash_of(concat_ws('|', 'draft', v_lines::text, v_email, v_address::text,
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
  v_answer := private.finish_order(v_order, p_key, v_email, v_address) #- '{order,token}';
  -- The link is the customer's alone: it is in the mail, not in the answer.
  update private.order_keys set answer = v_answer where order_id = v_order.id;
  perform private.record_event(v_order.id, 'drafted', v_reason, p_after => jsonb_build_object('prices', (
    select coalesce(jsonb_agg(jsonb_build_object('sku', l.sku, 'unit_price_minor', l.unit_price_minor)), '[]') from unnest(v_cart) l
    where v_lines -> l.line ->> 'unit_price_minor' is not null)));
  return v_answer;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.draw_list(p_list uuid, p_round bigint, p_randomness text, p_signature text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_trouble constant jsonb := private.staff_trouble(true, 'owner');
  v_list public.lists;
  v_now timestamptz;
  v_randomness constant text := lower(btrim(coalesce(p_randomness, '')));
  v_signature constant text := lower(btrim(coalesce(p_signature, '')));
begin
  if v_trouble is not null then
    return private.refuse_on_record(403, v_trouble ->> 'reason', v_trouble ->> 'message',
      v_trouble -> 'details', 'draw_list', 'lists', p_list::text);
  end if;
  select * into v_list from public.lists where id = p_list for no key update;
  if v_list.id is null then
    return private.refuse_on_record(404, 'unknown_list', 'This list no longer exists. Reload the page.',
      jsonb_build_object('list_id', p_list), 'draw_list', 'lists', p_list::text);
  end if;
  v_now := clock_timestamp();
  if v_list.ranking is not null then
    return private.refuse_on_record(409, 'already_drawn', 'This list is already drawn. It can’t be drawn again.',
      jsonb_build_object('drawn_at', v_list.drawn_at), 'draw_list', 'lists', p_list::text);
  end if;
  if v_list.kind <> 'raffle' or v_list.frozen_at is null then
    return private.refuse_on_record(409, 'not_frozen', 'A list is drawn after its entries were frozen.',
      jsonb_build_object('list_id', p_list, 'status', private.list_status_now(v_list.status, v_list.closes_at, v_now)), 'draw_list', 'lists', p_list::text);
  end if;
  if p_round is distinct from v_list.beacon_round then
    return private.refuse_on_record(422, 'wrong_round', 'This is not the round that was set when the list opened. Paste that round.',
      jsonb_build_object('round', p_round, 'expected', v_list.beacon_round), 'draw_list', 'lists', p_list::text);
  end if;
  if private.beacon_round_time(v_list.beacon_round) <= v_list.frozen_at then
    return private.refuse_on_record(409, 'round_known', 'That round was published before the entries were frozen, so it can’t be used.',
      jsonb_build_object('frozen_at', v_list.frozen_at), 'draw_list', 'lists', p_list::text);
  end if;
  if private.beacon_round_time(v_list.beacon_round) > v_now then
    return private.refuse_on_record(409, 'round_not_yet', 'That round is not out yet.',
      jsonb_build_object('comes_at', private.beacon_round_time(v_list.beacon_round)), 'draw_list', 'lists', p_list::text);
  end if;
  if v_randomness !~ '^[0-9a-f]{64}$' or v_signature !~ '^[0-9a-f]{96}$'
    or encode(sha256(decode(v_signature, 'hex')), 'hex') <> v_randomness then
    return private.refuse_on_record(422, 'wrong_randomness', 'The randomness must be the SHA-256 of the signature, both in hex.',
      jsonb_build_object('round', p_round), 'draw_list', 'lists', p_list::text);
  end if;
  if not private.is_signed_by_beacon(p_round, v_signature) then
    return private.refuse_on_record(422, 'wrong_signature', 'The signature does not match this round. Copy the round from the beacon again.',
      jsonb_build_object('round', p_round), 'draw_list', 'lists', p_list::text);
  end if;
  update public.lists l set
    status = 'drawn', drawn_at = v_now, randomness = v_randomness, signature = v_signature,
    ranking = private.rank_entries(l.entry_ids, v_randomness)
  where l.id = p_list returning * into v_list;
  return private.list_facts(v_list);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.due_now(p_order public.order_records)
 RETURNS integer
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return case when p_order.status in ('awaiting_payment', 'paid', 'in_production', 'ready_to_ship')
    then greatest(private.balance(p_order), 0) else 0 end;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.duplicate_entries(p_list uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with facts as (
    select e.id as entry_id, 'address' as because,
      lower(regexp_replace(a.line1 || a.postcode || a.country, '[^[:alnum:]]', '', 'g')) as value
    from public.list_entries e join public.addresses a on a.user_id = e.user_id
    where e.list_id = p_list and e.withdrawn_at is null
    union
    select e.id, 'address',
      lower(regexp_replace((c.address ->> 'line1') || (c.address ->> 'postcode') || (c.address ->> 'country'), '[^[:alnum:]]', '', 'g'))
    from public.list_entries e
    join public.order_records o on o.user_id = e.user_id join private.order_contacts c on c.order_id = o.id
    where e.list_id = p_list and e.withdrawn_at is null
    union
    select e.id, 'mailbox', private.mailbox_of(u.email)
    from public.list_entries e join auth.users u on u.id = e.user_id
    where e.list_id = p_list and e.withdrawn_at is null
    union
    select e.id, 'payment_mail', c.mailbox
    from public.list_entries e
    join public.order_records o on o.user_id = e.user_id join private.order_contacts c on c.order_id = o.id
    where e.list_id = p_list and e.withdrawn_at is null
  )
  select coalesce(jsonb_agg(jsonb_build_object('because', because, 'entries', entries) order by because, entries::text), '[]')
  from (
    select because, jsonb_agg(distinct entry_id) as entries from facts
    where length(value) > 4 group by because, value having count(distinct entry_id) > 1
  ) groups
$function$
;

CREATE OR REPLACE FUNCTION private.end_unpaid_orders(p_orders uuid[])
 RETURNS uuid[]
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_order record;
  v_ended uuid[] := '{}';
begin
  for v_order in
    select id from public.order_records
    where id = any (p_orders) and status = 'awaiting_payment' and pay_by <= now()
    order by id for update
  loop
    perform private.move_order(v_order.id, 'awaiting_payment', 'expired', 'shop', 'It was not paid in time.');
    perform private.mail_about_order(v_order.id, 'order_expired', 'expired');
    v_ended := v_ended || v_order.id;
  end loop;
  perform private.free_offers_of(e.id, true) from unnest(v_ended) e (id);
  return v_ended;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.enter(p_order public.order_records, p_kind text, p_line uuid, p_units integer, p_amount bigint, p_reason text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  insert into public.order_entries (order_id, kind, line_id, units, amount_minor, currency, reason)
  select p_order.id, p_kind, p_line, p_units, p_amount::int, p_order.currency, left(p_reason, 500) where p_amount <> 0;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.enter_costs(p_order public.order_records, p_shipping integer, p_tax integer, p_reason text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  insert into public.order_entries (order_id, kind, line_id, units, amount_minor, currency, reason)
  with lines as (
    select l.*, case when l.tax_included then 0 else l.tax_minor end as added_minor
    from public.order_lines l where l.order_id = p_order.id
  ), entered as (
    select e.* from public.order_entries e where e.order_id = p_order.id
  )
  select p_order.id, x.kind, x.line_id, sum(x.units)::int, sum(x.amount)::int, p_order.currency, left(p_reason, 500)
  from (
    select 'goods' as kind, l.id as line_id, l.quantity::bigint as units, l.total_minor::bigint as amount from lines l
    union all
    select 'discount', l.id, 0, -l.discount_minor from lines l
    union all
    select 'tax', l.id, 0, l.added_minor from lines l
    union all
    select 'tax', null, 0, p_tax - coalesce(sum(l.added_minor), 0) from lines l
    union all
    select 'shipping', null, 0, p_shipping
    union all
    -- Pieces that were given back were given back at their old price: a new one is that of the others.
    select 'refunded', l.id, 0, private.share_of(w.paid, l.refunded_quantity, w.units)
      - private.share_of(l.total_minor - l.discount_minor + l.added_minor, l.refunded_quantity, l.quantity)
    from lines l cross join lateral (
      select sum(e.amount_minor) as paid, sum(e.units) as units from entered e
      where e.line_id = l.id and e.kind in ('goods', 'discount', 'tax')
    ) w where l.refunded_quantity > 0 and w.units > 0
    union all
    select e.kind, e.line_id, -e.units, -e.amount_minor from entered e
    where e.kind in ('goods', 'discount', 'tax', 'shipping') or e.line_id is not null and not exists (select from lines l where l.id = e.line_id)
  ) x
  group by x.kind, x.line_id having sum(x.amount) <> 0;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.enter_list(p_list uuid, p_choices uuid[], p_max_wins integer, p_comment text, p_answers uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user constant uuid := auth.uid();
  v_list public.lists;
  v_now timestamptz;
  v_choices uuid[];
  v_answers uuid[];
  v_entry public.list_entries;
  v_comment constant text := btrim(p_comment);
begin
  perform private.require_entrant(v_user);
  select * into v_list from public.lists where id = p_list and status <> 'draft' for no key update;
  v_now := clock_timestamp();
  if v_list.frozen_at is not null then
    return private.refuse_on_record(409, 'list_closed', 'This list is frozen. Its entries can no longer be changed.',
      jsonb_build_object('list_id', v_list.id, 'closed_at', v_list.closes_at), 'enter_list', 'lists', p_list::text);
  end if;
  perform private.require_open_list(v_list, v_now);
  perform private.require_unpaused(v_user, v_list.kind, v_now);
  v_choices := private.choices_of(p_list, p_choices);
  if coalesce(p_max_wins, 1) not between 1 and v_list.max_wins then
    perform private.refuse(422, 'wrong_maximum', format('Choose at most %s: that is the most one person can win here.', v_list.max_wins),
      jsonb_build_object('most', v_list.max_wins));
  end if;
  if length(v_comment) > 500 then
    perform private.refuse(422, 'comment_too_long', 'Use at most 500 characters for the comment.', jsonb_build_object('most', 500));
  end if;
  -- A raffle and a waiting list ask about goods alone.
  if v_list.kind = 'interest_check' and p_answers is not null then
    v_answers := private.answers_of(v_list.product_id, p_answers);
  end if;
  insert into public.list_entries as e (list_id, user_id, choices, max_wins, entered_at, answers, comment)
  values (p_list, v_user, v_choices, coalesce(p_max_wins, 1), v_now, coalesce(v_answers, '{}'),
    -- Nobody reads what is said in a raffle: it decides nothing there.
    case when v_list.kind = 'interest_check' then coalesce(v_comment, '') else '' end)
  on conflict (list_id, user_id) do update set
    choices = excluded.choices, max_wins = excluded.max_wins, withdrawn_at = null,
    answers = coalesce(v_answers, e.answers),
    comment = case when v_comment is null then e.comment else excluded.comment end,
    entered_at = case when e.withdrawn_at is null then e.entered_at else excluded.entered_at end
  returning * into v_entry;
  perform private.tell_of_entry(v_entry.id);
  return private.place_facts(v_entry, v_now);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.expire_due_orders()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_due constant uuid[] := array(
    select o.id from public.order_records o
    where o.status = 'awaiting_payment' and o.pay_by <= now() and not private.is_set_aside('orders', o.id)
    order by o.pay_by limit 200 for update skip locked);
  v_order uuid;
  v_count int := 0;
begin
  delete from private.job_failures f where f.job = 'orders' and not exists (
    select from public.order_records o where o.id = f.item and o.status = 'awaiting_payment');
  begin
    return private.expire_orders(v_due);
  exception when others then
    null;
  end;
  -- One of them can't be ended: each by itself, so that it holds up no other.
  foreach v_order in array v_due loop
    begin
      v_count := v_count + private.expire_orders(array[v_order]);
    exception when others then
      perform private.note_job_failure('orders', v_order, (select number from public.order_records where id = v_order), sqlerrm);
    end;
  end loop;
  return v_count;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.expire_orders(p_orders uuid[])
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_ended constant uuid[] := private.end_unpaid_orders(p_orders);
begin
  perform private.free_ended_orders(v_ended);
  return cardinality(v_ended);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.export_entries(p_list uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_list public.lists;
begin
  perform private.require_staff('owner');
  select * into v_list from public.lists where id = p_list;
  if v_list.id is null then
    perform private.refuse(404, 'unknown_list', 'This list no longer exists. Reload the page.', jsonb_build_object('list_id', p_list));
  end if;
  insert into public.audit_log (actor_id, actor_role, action, table_name, row_id, after)
  values (auth.uid(), 'owner', 'read', 'list_entries', p_list::text, jsonb_build_object('call', 'export_entries'));
  return coalesce((
    select jsonb_agg(jsonb_build_object('entry_id', q.entry_id, 'place', q.place, 'user_id', u.id, 'email', u.email,
      'name', p.full_name, 'choices', q.choices, 'max_wins', q.max_wins) order by q.place)
    from private.queue_of_list(p_list) q
    left join auth.users u on u.id = q.user_id left join public.profiles p on p.user_id = q.user_id
  ), '[]');
end;
$function$
;

CREATE OR REPLACE FUNCTION private.extend_offer(p_offer uuid, p_until timestamp with time zone, p_reason text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_trouble constant jsonb := private.staff_trouble(true, 'owner');
  v_reason constant text := btrim(coalesce(p_reason, ''));
  v_list_id constant uuid := (select list_id from public.offers where id = p_offer);
  v_list public.lists;
  v_offer public.offers;
  v_now timestamptz;
begin
  if v_trouble is not null then
    return private.refuse_on_record(403, v_trouble ->> 'reason', v_trouble ->> 'message',
      v_trouble -> 'details', 'extend_offer', 'lists', v_list_id::text);
  end if;
  select * into v_list from public.lists where id = v_list_id for no key update;
  if v_list.id is null then
    return private.refuse_on_record(404, 'unknown_offer', 'This offer no longer exists. Reload the page.',
      jsonb_build_object('offer_id', p_offer), 'extend_offer', 'lists', v_list_id::text);
  end if;
  v_now := clock_timestamp();
  if length(v_reason) not between 2 and 300 then
    return private.refuse_on_record(422, 'reason_missing', 'Enter a reason of 2 to 300 characters.',
      jsonb_build_object('offer_id', p_offer), 'extend_offer', 'lists', v_list_id::text);
  end if;
  select * into v_offer from public.offers where id = p_offer for update;
  if private.offer_status_now(v_offer, v_now) not in ('pending', 'claimed') or v_offer.order_id is not null then
    return private.refuse_on_record(409, 'offer_over', 'This offer was already used or has expired.',
      jsonb_build_object('offer_id', p_offer), 'extend_offer', 'lists', v_list_id::text);
  end if;
  if p_until is null or p_until <= coalesce(v_offer.holds_until, v_offer.expires_at) or p_until > v_now + interval '7 days' then
    return private.refuse_on_record(422, 'wrong_window', 'Choose a later deadline, at most seven days from now.',
      jsonb_build_object('until', p_until), 'extend_offer', 'lists', v_list_id::text);
  end if;
  update public.offers set expires_at = p_until, holds_until = case when claimed_at is not null then p_until end
  where id = p_offer returning * into v_offer;
  return private.offer_facts(v_offer, v_now);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.factor_due_at(p_user uuid)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select s.added_at + make_interval(days => coalesce(r.grace_days, 7))
    from private.staff s left join private.staff_rules r on true
    where s.user_id = p_user and (r.is_kept is null or r.grace_days is not null)
      and not private.has_second_factor(p_user)
  );
end;
$function$
;

CREATE OR REPLACE FUNCTION private.field_inverse(p_number numeric)
 RETURNS numeric
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  v_p constant numeric := private.field_prime();
  v_a numeric := (p_number % v_p + v_p) % v_p;
  v_b numeric := v_p;
  v_x numeric := 1;
  v_y numeric := 0;
  v_q numeric;
  v_rest numeric;
begin
  while v_a > 0 loop
    v_q := div(v_b, v_a);
    v_rest := v_b - v_q * v_a;
    v_b := v_a;
    v_a := v_rest;
    v_rest := v_y - v_q * v_x;
    v_y := v_x;
    v_x := v_rest;
  end loop;
  return (v_y % v_p + v_p) % v_p;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.field_power(p_base numeric, p_exponent numeric)
 RETURNS numeric
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  v_p constant numeric := private.field_prime();
  v_base numeric := p_base % v_p;
  v_left numeric := p_exponent;
  v_power numeric := 1;
begin
  while v_left > 0 loop
    if v_left % 2 = 1 then
      v_power := v_power * v_base % v_p;
    end if;
    v_base := v_base * v_base % v_p;
    v_left := div(v_left, 2);
  end loop;
  return (v_power + v_p) % v_p;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.field_prime()
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select 0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab::numeric
$function$
;

CREATE OR REPLACE FUNCTION private.find_batch_faults()
 RETURNS TABLE(code text, severity text, about text, message text, since timestamp with time zone, desk text, record text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select 'stale_batch', 'warning', b.code, 'Its group buy has closed. Settle it.',
    b.closes_at, 'products', b.product_id::text
  from public.batches b where b.stage in ('announced', 'open') and b.closes_at < now() - interval '3 days'
  union all
  -- Its buyers wait: they are owed a word, were it only that there is none.
  select 'quiet_batch', 'warning', b.code,
    'Its buyers have had no update for ' || private.setting('weeks_before_silence') || ' weeks.',
    l.heard_at, 'products', b.product_id::text
  from public.batches b
  cross join lateral (
    select greatest(
      (select max(u.publish_at) from public.update_batches n join public.updates u on u.id = n.update_id
        where n.batch_id = b.id and u.status in ('published', 'scheduled') and u.publish_at <= now()),
      b.closes_at
    ) as heard_at
  ) l
  where b.stage in ('closed', 'in_production', 'quality_control', 'shipping') and l.heard_at < now() - make_interval(weeks => private.setting('weeks_before_silence'))
  union all
  select 'batch_without_kits', 'fault', b.code, 'It is open but has no kit to order. Add one.',
    b.updated_at, 'products', b.product_id::text
  from public.batches b
  where b.stage = 'open' and not exists (select from public.batch_kits k where k.batch_id = b.id)
$function$
;

CREATE OR REPLACE FUNCTION private.find_goods_faults()
 RETURNS TABLE(code text, severity text, about text, message text, since timestamp with time zone, desk text, record text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with shown as (
    select * from public.products where status in ('published', 'scheduled') and publish_at <= now()
  )
  select 'no_variant', 'fault', p.title, 'It can’t be bought: it has no variants.',
    p.updated_at, 'products', p.id::text
  from shown p where not exists (select from public.variants v where v.product_id = p.id)
  union all
  select 'no_picture', 'warning', p.title, 'It has no picture.', p.updated_at, 'products', p.id::text
  from shown p where not exists (select from public.product_images i where i.product_id = p.id)
  union all
  select 'lost_picture', 'fault', p.title, 'A picture file is missing: ' || i.storage_path,
    i.updated_at, 'products', p.id::text
  from public.product_images i join shown p on p.id = i.product_id
  where i.render is null and not exists (
    select from storage.objects o where o.bucket_id = 'product-images' and o.name = i.storage_path)
  union all
  select 'large_picture', 'warning', p.title, 'A picture file is ' || round((o.metadata ->> 'size')::numeric / 1048576) || ' MB, which slows every build: ' || i.storage_path,
    i.updated_at, 'products', p.id::text
  from public.product_images i join shown p on p.id = i.product_id
  join storage.objects o on o.bucket_id = 'product-images' and o.name = i.storage_path
  where (o.metadata ->> 'size')::numeric > 6 * 1048576
  union all
  select 'empty_alt', 'warning', p.title, 'The alt text “' || i.alt || '” does not describe the picture.',
    i.updated_at, 'products', p.id::text
  from public.product_images i join shown p on p.id = i.product_id
  where i.alt ~* '\.(jpe?g|png|webp|avif)$' or i.alt ~* '^(img|dsc|image|photo|picture|untitled)[ _-]*[0-9]*$'
  union all
  select 'empty_option', 'fault', p.title, 'There is nothing to choose for “' || o.title || '”, which is required.',
    o.updated_at, 'products', p.id::text
  from public.product_options o join shown p on p.id = o.product_id
  where o.is_required and not exists (
    select from public.option_values v where v.option_id = o.id and v.is_offered)
  union all
  select 'doubled_choice', 'fault', p.title, 'Buyers choose it twice, as the variant “' || d.variant_title || '” and as “' || d.option_title || ': ' || d.value_title || '”, which can contradict each other.',
    p.updated_at, 'products', p.id::text
  from shown p cross join lateral (select * from private.doubled_choices(p.id) limit 1) d
  union all
  select 'no_batch', 'fault', v.sku, 'It is sold in a group buy, and no batch has it.',
    v.updated_at, 'products', p.id::text
  from public.variants v join shown p on p.id = v.product_id
  where v.availability = 'group_buy' and not exists (
    select from public.batch_kits k where k.variant_id = v.id)
  union all
  select 'no_list', 'fault', v.sku, 'It is sold through a list, and no list has it.',
    v.updated_at, 'products', p.id::text
  from public.variants v join shown p on p.id = v.product_id
  where v.availability = 'list' and not exists (
    select from public.list_choices c where c.variant_id = v.id)
  union all
  select 'late_preorder', 'warning', v.sku, 'Its ship date has passed.',
    v.ships_on::timestamptz, 'products', p.id::text
  from public.variants v join shown p on p.id = v.product_id
  where v.availability = 'preorder' and v.ships_on < current_date
  union all
  select 'edition_overdrawn', 'fault', c.name, 'More were given away or made to order than the edition has.',
    c.updated_at, 'colorways', c.code
  from public.colorways c where c.commissioned + c.given_away > c.edition_size
  union all
  select 'removed_colour', 'warning', d.name, 'The gallery shows this design in ' || c.name || ', which is archived.',
    c.updated_at, 'colorways', c.code
  from public.colorways c
  join public.designs d on strpos(d.design::text, '"code": "' || c.code || '"') > 0
  where c.palette_id is not null and c.status = 'archived' and d.visibility = 'public' and d.hidden_at is null
$function$
;

CREATE OR REPLACE FUNCTION private.find_list_faults()
 RETURNS TABLE(code text, severity text, about text, message text, since timestamp with time zone, desk text, record text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select 'list_not_frozen', 'warning', l.title, 'The raffle has closed and is not frozen.', l.closes_at, 'lists', l.id::text
  from public.lists l
  where l.kind = 'raffle' and l.status in ('open', 'closed') and l.closes_at < now() - interval '1 day'
  union all
  select 'list_not_drawn', 'warning', l.title, 'The entries are frozen and nothing is drawn.', l.frozen_at, 'lists', l.id::text
  from public.lists l where l.status = 'frozen' and l.frozen_at < now() - interval '1 day'
  union all
  select 'list_overdrawn', 'fault', l.title, 'More has been given out than the list has.', l.updated_at, 'lists', l.id::text
  from public.lists l
  where l.capacity < (
    select count(*) from public.offers o
    where o.list_id = l.id and (o.status = 'claimed' or (o.status = 'pending' and o.expires_at > now())))
$function$
;

CREATE OR REPLACE FUNCTION private.find_mail_faults()
 RETURNS TABLE(code text, severity text, about text, message text, since timestamp with time zone, desk text, record text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select 'mail_given_up', 'fault', replace(m.kind, '_', ' '), 'A mail could not be sent: ' || coalesce(left(m.last_error, 120), 'no reason'),
    m.given_up_at, 'mails', m.id::text
  from public.outbox m
  where m.given_up_at is not null and not exists (
    -- What was sent once more is told of by that mail.
    select from public.outbox a
    where a.kind = m.kind and a.recipient = m.recipient and a.created_at > m.created_at
      and starts_with(a.dedupe_key, left(m.dedupe_key, 150) || ':again:'))
  union all
  select 'mail_waits', 'warning', replace(m.kind, '_', ' '), 'A mail has been waiting for over an hour.', m.send_after, 'check', ''
  from public.outbox m
  where m.sent_at is null and m.given_up_at is null and m.send_after < now() - interval '1 hour'
  union all
  select 'job_failed', 'fault', 'The clock: ' || replace(j.job, '_', ' '), 'The last run failed and will be retried: ' || left(j.problem, 120),
    coalesce(j.worked_at, j.ran_at), 'check', ''
  from private.job_turns j where j.problem <> ''
  union all
  select 'job_item_failed', 'fault', f.name,
    case when f.tries < 5 then 'A scheduled job failed and will be retried: '
      else 'A scheduled job failed five times and was set aside: ' end || left(f.problem, 120),
    f.first_at, case f.job when 'orders' then 'orders' else 'check' end, case f.job when 'orders' then f.name else '' end
  from private.job_failures f
  union all
  select 'jobs_late', 'fault', 'The clock', 'Scheduled jobs have stopped: orders don’t expire, lists don’t move on and no e-mails are sent.',
    max(j.ran_at), 'check', ''
  from private.job_turns j having max(j.ran_at) < now() - interval '15 minutes'
$function$
;

CREATE OR REPLACE FUNCTION private.find_order(p_number text, p_email text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$
;

CREATE OR REPLACE FUNCTION private.find_order_faults()
 RETURNS TABLE(code text, severity text, about text, message text, since timestamp with time zone, desk text, record text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select 'order_without_lines', 'fault', o.number, 'It has no line.', o.placed_at, 'orders', o.number
  from public.order_records o
  where not exists (select from public.order_lines l where l.order_id = o.id)
  union all
  select 'order_sums', 'fault', o.number, 'Its lines do not add up to what it costs.', o.updated_at, 'orders', o.number
  from public.order_records o
  join (
    select order_id, sum(total_minor) as goods, sum(discount_minor) as taken_off
    from public.order_lines group by order_id
  ) l on l.order_id = o.id
  where l.goods <> o.subtotal_minor or l.taken_off <> o.discount_minor
  union all
  select 'colour_is_gone', 'fault', o.number, 'It is to be made in ' || c.name || ', which is archived.', c.updated_at, 'orders', o.number
  from public.order_records o
  join public.order_lines l on l.order_id = o.id and l.design_id is not null
  join public.colorways c on c.palette_id is not null and c.status = 'archived'
    and strpos(l.design::text, '"code": "' || c.code || '"') > 0
  where o.status in ('awaiting_payment', 'paid', 'in_production')
  union all
  select 'payment_overdue', 'warning', o.number, 'Its payment deadline has passed, but it has not expired.',
    o.pay_by, 'orders', o.number
  from public.order_records o
  where o.status = 'awaiting_payment' and o.pay_by < now() - interval '1 day'
  union all
  select 'made_unpaid', 'fault', o.number, 'It is in production or shipped with a balance due.',
    o.updated_at, 'orders', o.number
  from public.order_records o
  where private.is_made_unpaid(o) and private.balance_left_open_at(o.id) is null
  union all
  -- Whoever said why it goes on has answered for it; the money is due all the same.
  select 'balance_left_open', 'warning', o.number, 'It continued with a balance due, for a reason in its history. The balance is still due.',
    private.balance_left_open_at(o.id), 'orders', o.number
  from public.order_records o
  where private.is_made_unpaid(o) and private.balance_left_open_at(o.id) is not null
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
$function$
;

CREATE OR REPLACE FUNCTION private.find_publish_faults()
 RETURNS TABLE(code text, severity text, about text, message text, since timestamp with time zone, desk text, record text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select 'publish_failed', 'fault', 'Publishing', 'The last build failed, so the site has not changed. See “Last build” above.',
    r.finished_at, 'check', ''
  from (select * from public.publish_requests order by requested_at desc limit 1) r where r.status = 'failed'
  union all
  select 'publish_stuck', 'fault', 'Publishing', 'A build has been running for over an hour.', r.started_at, 'check', ''
  from public.publish_requests r where r.status = 'running' and r.started_at < now() - interval '1 hour'
$function$
;

CREATE OR REPLACE FUNCTION private.find_right_faults()
 RETURNS TABLE(code text, severity text, about text, message text, since timestamp with time zone, desk text, record text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select 'no_owner', 'fault', 'Staff', 'The shop has no owner.', null::timestamptz, 'check', ''
  where not exists (select from private.staff where role = 'owner')
  union all
  select 'open_table', 'fault', replace(c.relname, '_', ' '), 'Rows of this table are not protected.', null, 'check?tab=access', ''
  from pg_catalog.pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relrowsecurity
  union all
  select 'anonymous_reads', 'fault', replace(t.name, '_', ' '), 'Visitors could read what belongs to customers or staff.', null, 'check?tab=access', ''
  from unnest(array[
    'order_records', 'order_lines', 'order_events', 'payments', 'shipments', 'addresses', 'profiles',
    'list_entries', 'offers', 'outbox', 'audit_log', 'stock_pools'
  ]) t (name)
  where pg_catalog.has_table_privilege('anon', 'public.' || t.name, 'select')
$function$
;

CREATE OR REPLACE FUNCTION private.find_shipping_faults()
 RETURNS TABLE(code text, severity text, about text, message text, since timestamp with time zone, desk text, record text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select 'no_zone', 'fault', c.name, 'The shop ships there, but it is in no shipping zone, so nobody can order. Add it to a zone.',
    c.updated_at, 'shipping?tab=coverage', c.code
  from public.countries c
  where c.ships and not exists (select from public.zone_countries z where z.country_code = c.code)
  union all
  select 'two_zones', 'fault', c.name, 'It is in more than one shipping zone.',
    c.updated_at, 'shipping?tab=coverage', c.code
  from public.countries c
  where (select count(*) from public.zone_countries z where z.country_code = c.code) > 1
  union all
  select 'zone_without_method', 'fault', z.title, 'No shipping method covers this zone.',
    z.updated_at, 'shipping?tab=methods', ''
  from public.shipping_zones z
  where exists (
    select from public.zone_countries n join public.countries c on c.code = n.country_code
    where n.zone_id = z.id and c.ships
  ) and not exists (select from public.shipping_methods m where m.zone_id = z.id and m.is_offered)
  union all
  select 'method_without_rate', 'fault', m.name, 'It is offered but has no rate for today.',
    m.updated_at, 'shipping?tab=rates', m.id::text
  from public.shipping_methods m
  where m.is_offered and not exists (
    select from public.shipping_rates r
    where r.method_id = m.id and daterange(r.valid_from, r.valid_to) @> current_date)
  union all
  select 'rate_ends_soon', 'warning', m.name, 'All its rates end within two weeks.',
    null::timestamptz, 'shipping?tab=rates', m.id::text
  from public.shipping_methods m
  where m.is_offered and exists (
    select from public.shipping_rates r
    where r.method_id = m.id and daterange(r.valid_from, r.valid_to) @> current_date
  ) and not exists (
    select from public.shipping_rates r
    where r.method_id = m.id and daterange(r.valid_from, r.valid_to) @> current_date + 14)
  union all
  select 'no_tax_rate', 'fault', c.name, 'The shop ships to this EU country, but it has no tax rate for today.',
    c.updated_at, 'shipping?tab=coverage', c.code
  from public.countries c
  where c.ships and c.in_eu and not exists (
    select from public.tax_rates t
    where t.country_code = c.code and daterange(t.valid_from, t.valid_to) @> current_date)
$function$
;

CREATE OR REPLACE FUNCTION private.find_stock_faults()
 RETURNS TABLE(code text, severity text, about text, message text, since timestamp with time zone, desk text, record text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select 'stock_ledger', 'fault', s.code, 'Its ledger does not match its count.', s.updated_at, 'shipping?tab=stock', s.code
  from public.stock_pools s
  left join (
    select pool_id, sum(on_hand_delta) as on_hand, sum(allocated_delta) as allocated
    from public.stock_ledger group by pool_id
  ) l on l.pool_id = s.id
  where coalesce(l.on_hand, 0) <> s.on_hand or coalesce(l.allocated, 0) <> s.allocated
$function$
;

CREATE OR REPLACE FUNCTION private.finish_list(p_list uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_trouble constant jsonb := private.staff_trouble(true, 'owner');
  v_list public.lists;
begin
  if v_trouble is not null then
    return private.refuse_on_record(403, v_trouble ->> 'reason', v_trouble ->> 'message',
      v_trouble -> 'details', 'finish_list', 'lists', p_list::text);
  end if;
  select * into v_list from public.lists where id = p_list for no key update;
  if v_list.id is null then
    return private.refuse_on_record(404, 'unknown_list', 'This list no longer exists. Reload the page.',
      jsonb_build_object('list_id', p_list), 'finish_list', 'lists', p_list::text);
  end if;
  if v_list.status in ('draft', 'finished') or (v_list.kind = 'raffle' and v_list.ranking is null) then
    return private.refuse_on_record(409, 'illegal_move', 'You can finish a raffle after its draw, and other lists once they have opened.',
      jsonb_build_object('status', v_list.status), 'finish_list', 'lists', p_list::text);
  end if;
  update public.lists set status = 'finished' where id = p_list returning * into v_list;
  return private.list_facts(v_list);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.finish_order(p_order public.order_records, p_key uuid, p_email text, p_address jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_token constant text := replace(gen_random_uuid()::text || gen_random_uuid(), '-', '');
  v_status public.order_status := p_order.status;
  v_answer jsonb;
begin
  insert into private.order_contacts (order_id, email, address, token_hash, mailbox_token_hash, client_hash, mailbox_proven_at)
  values (p_order.id, p_email, p_address, private.hash_of(v_token), private.hash_of(gen_random_uuid()::text || gen_random_uuid()),
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

CREATE OR REPLACE FUNCTION private.flag_address(p_order uuid, p_question text, p_version integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_question constant text := nullif(btrim(coalesce(p_question, '')), '');
  v_order public.order_records;
begin
  perform private.require_staff('owner', 'fulfilment');
  if length(v_question) not between 2 and 500 then
    perform private.refuse(422, 'wrong_question', 'Enter a question of 2 to 500 characters.', '{"limit": 500}');
  end if;
  select * into v_order from public.order_records o where o.id = p_order for update;
  if not found then
    perform private.refuse(404, 'unknown_order', 'This order could not be found. Check the order number.');
  end if;
  if p_version is distinct from v_order.version then
    perform private.refuse(409, 'order_changed', 'Someone else changed this order in the meantime. Reload the page and try again.', jsonb_build_object('version', v_order.version));
  end if;
  if v_question is not distinct from v_order.address_question then
    return private.address_flag(v_order);
  end if;
  update public.order_records set address_question = v_question where id = p_order returning * into v_order;
  if v_question is null then
    perform private.record_event(p_order, 'address_cleared');
    return private.address_flag(v_order);
  end if;
  if not private.is_asked_for_address(v_order) then
    perform private.refuse(409, 'illegal_move', 'Part of this order has shipped, or the order has ended.', jsonb_build_object('status', v_order.status));
  end if;
  perform private.record_event(p_order, 'address_asked', v_question);
  perform private.mail_about_order(p_order, 'address_asked',
    (select max(e.id)::text from public.order_events e where e.order_id = p_order),
    jsonb_build_object('question', v_question) || private.mail_secrets_of(v_order, true));
  return private.address_flag(v_order);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.follow_as(p_user uuid, p_product uuid, p_variant uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if not exists (select from auth.users where id = p_user and email <> '') then
    return private.not_followed(422, 'email_missing', 'Your account has no e-mail address. Add one first.');
  end if;
  if (select count(*) from private.follows where user_id = p_user and ended_at is null) >= 200 then
    return private.not_followed(422, 'too_many_follows', 'You already follow 200 items. Unfollow some first.');
  end if;
  insert into private.follows as f (product_id, variant_id, user_id, confirmed_at)
  values (p_product, p_variant, p_user, now())
  on conflict (product_id, variant_id, user_id, email) do update
  set asked_at = now(), ended_at = null, told_at = null,
    confirmed_at = case when num_nonnulls(f.ended_at, f.told_at) = 0 then f.confirmed_at else now() end;
  return jsonb_build_object('is_asked', true, 'is_followed', true);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.follow_product(p_product uuid, p_variant uuid, p_email text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user constant uuid := auth.uid();
  v_email constant text := lower(btrim(left(coalesce(p_email, ''), 300)));
begin
  if v_user is null and private.guessed_too_often('follow', private.guesser(), 30) then
    return private.not_followed(429, 'too_many_tries', 'Too many attempts. Try again in 15 minutes.');
  end if;
  if not exists (
    select from public.products where id = p_product and status in ('scheduled', 'published') and publish_at <= now()) then
    return private.not_followed(404, 'unknown_product', 'This product no longer exists.');
  end if;
  if p_variant is not null and not private.is_gone(p_product, p_variant) then
    return private.not_followed(409, 'not_gone', 'This is in stock again, or is not sold from stock. Reload the page.');
  end if;
  if v_user is not null then
    return private.follow_as(v_user, p_product, p_variant);
  end if;
  if v_email !~ '^[^\s@<>"(),;:\\[\]]+@[^\s@<>"(),;:\\[\]]+\.[^\s@.<>"(),;:\\[\]]{2,}$' or length(v_email) > 254 then
    return private.not_followed(422, 'email_invalid', 'Enter an e-mail address such as name@example.org.');
  end if;
  insert into private.guesses (what, bucket) values ('follow', private.guesser());
  perform private.ask_mailbox(v_email, p_product, p_variant);
  return jsonb_build_object('is_asked', true, 'is_followed', false);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.fork_design(p_id uuid, p_key uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_design public.designs;
begin
  select * into v_design from public.designs where id = p_id;
  if not found or not private.can_see_design(v_design, null) then
    perform private.refuse(404, 'unknown_design', 'This design no longer exists.', jsonb_build_object('id', p_id));
  end if;
  return coalesce(
    private.known_answer(p_key, concat_ws('|', 'fork', p_id)),
    private.keep_answer(p_key, private.add_design(
      v_design.design || jsonb_build_object('name', left('Copy of ' || v_design.name, 80), 'visibility', 'private'), p_id)));
end;
$function$
;

CREATE OR REPLACE FUNCTION private.freeze_design(p_design uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_design public.designs;
begin
  -- Whoever changes or deletes it meanwhile waits, and then finds the order.
  select * into v_design from public.designs where id = p_design for no key update;
  if not found then
    perform private.refuse(404, 'unknown_design', 'This design no longer exists.', jsonb_build_object('id', p_design));
  end if;
  return private.snapshot_of_design(v_design);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.freeze_list(p_list uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_trouble constant jsonb := private.staff_trouble(true, 'owner');
  v_list public.lists;
  v_now timestamptz;
begin
  if v_trouble is not null then
    return private.refuse_on_record(403, v_trouble ->> 'reason', v_trouble ->> 'message',
      v_trouble -> 'details', 'freeze_list', 'lists', p_list::text);
  end if;
  select * into v_list from public.lists where id = p_list for no key update;
  if v_list.id is null then
    return private.refuse_on_record(404, 'unknown_list', 'This list no longer exists. Reload the page.',
      jsonb_build_object('list_id', p_list), 'freeze_list', 'lists', p_list::text);
  end if;
  v_now := clock_timestamp();
  if v_list.kind <> 'raffle' then
    return private.refuse_on_record(409, 'not_a_raffle', 'Only raffles are frozen and drawn.',
      jsonb_build_object('kind', v_list.kind), 'freeze_list', 'lists', p_list::text);
  end if;
  if v_list.frozen_at is not null then
    return private.refuse_on_record(409, 'already_frozen', 'This list is already frozen.',
      jsonb_build_object('list_id', p_list, 'status', private.list_status_now(v_list.status, v_list.closes_at, v_now)), 'freeze_list', 'lists', p_list::text);
  end if;
  if private.list_status_now(v_list.status, v_list.closes_at, v_now) <> 'closed' then
    return private.refuse_on_record(409, 'not_closed', 'You can’t freeze a list until it has closed.',
      jsonb_build_object('status', v_list.status, 'closes_at', v_list.closes_at), 'freeze_list', 'lists', p_list::text);
  end if;
  return private.list_facts(private.freeze_now(p_list));
end;
$function$
;

CREATE OR REPLACE FUNCTION private.freeze_now(p_list uuid)
 RETURNS public.lists
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_list public.lists;
  v_now constant timestamptz := clock_timestamp();
begin
  update public.lists l set
    status = 'frozen', frozen_at = v_now, entry_ids = e.ids,
    -- Whoever knows the round before the list is fixed could choose the entries by it.
    beacon_round = case when private.beacon_round_time(l.beacon_round) > v_now then l.beacon_round
      else private.beacon_round_after(v_now + interval '15 minutes') end,
    entries_hash = encode(sha256(convert_to(array_to_string(e.ids, E'\n'), 'UTF8')), 'hex')
  from (
    select coalesce(array_agg(id order by id), '{}') as ids
    from public.list_entries where list_id = p_list and withdrawn_at is null
  ) e
  where l.id = p_list and l.frozen_at is null
  returning l.* into v_list;
  perform private.queue_mail('list_frozen', u.email, e.id::text,
    jsonb_build_object('list_id', v_list.id, 'list_title', v_list.title, 'entry_id', e.id,
      'entry_count', cardinality(v_list.entry_ids), 'entries_hash', v_list.entries_hash,
      'beacon_round', v_list.beacon_round, 'round_comes_at', private.beacon_round_time(v_list.beacon_round)), u.id)
  from public.list_entries e join auth.users u on u.id = e.user_id and u.email <> ''
  where e.list_id = v_list.id and e.withdrawn_at is null;
  return v_list;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.give_money_back(p_order public.order_records, p_amount integer, p_lines jsonb, p_provider text, p_reference text, p_reason text)
 RETURNS uuid
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_worth constant bigint := (select coalesce(sum((l ->> 'cost_minor')::bigint), 0) from jsonb_array_elements(p_lines) l);
  v_lines constant jsonb := (select coalesce(jsonb_agg(l - array['cost_minor', 'settled_minor']), '[]') from jsonb_array_elements(p_lines) l);
  v_payment uuid;
  v_order public.order_records;
begin
  with entered as (
    insert into public.order_entries (order_id, kind, line_id, units, amount_minor, currency, reason)
    select p_order.id, x.kind, x.line_id, x.units, x.amount, p_order.currency, p_reason
    from (
      select 'refunded' as kind, (l ->> 'line_id')::uuid as line_id, -(l ->> 'quantity')::int as units,
        -(l ->> 'cost_minor')::int - (l ->> 'settled_minor')::int as amount
      from jsonb_array_elements(p_lines) l
      union all
      -- What a closing took off these pieces goes with them.
      select 'settled', (l ->> 'line_id')::uuid, 0, (l ->> 'settled_minor')::int from jsonb_array_elements(p_lines) l
      union all
      -- Beyond its lines: goodwill makes an order cheaper, a fee that is kept dearer. What is owed goes first, and money that has not made an order paid is only returned.
      select 'refunded', null, 0, case
        when p_order.status in ('awaiting_payment', 'expired', 'cancelled', 'refunded') then 0
        when p_amount < v_worth then v_worth - p_amount
        else -greatest(p_amount - v_worth - p_order.refund_due_minor, 0) end
    ) x where x.amount <> 0
  )
  insert into public.payments (order_id, kind, provider, provider_reference, amount_minor, currency, reason, lines)
  values (p_order.id, 'refund', p_provider, p_reference, p_amount, p_order.currency, p_reason, v_lines)
  returning id into v_payment;
  perform private.record_event(p_order.id, 'refunded', p_reason,
    p_after => jsonb_build_object('amount_minor', p_amount, 'currency', p_order.currency, 'lines', v_lines));
  v_order := private.pay_if_covered(p_order.id);
  if v_order.refunded_minor = v_order.captured_minor
    and private.move_order(p_order.id, v_order.status, 'refunded', 'shop', p_reason) then
    perform private.free_offers_of(p_order.id, false);
    perform private.free_ended_orders(array[p_order.id]);
    update public.order_lines set refunded_quantity = quantity where order_id = p_order.id;
  end if;
  perform private.mail_about_order(p_order.id, 'order_refunded', v_payment::text,
    jsonb_build_object('amount_minor', p_amount, 'reason', p_reason));
  return v_payment;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.guard_list()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_rules_of_old constant jsonb := jsonb_build_array(old.kind, old.product_id, old.opens_at,
    old.capacity, old.max_wins, old.pay_within_hours, old.beacon_round, old.closes_at);
  v_is_seen constant boolean := old.status <> 'draft';
  v_round bigint := new.beacon_round;
begin
  if tg_op = 'DELETE' then
    if old.frozen_at is not null then
      perform private.refuse(409, 'list_frozen', 'A frozen list can’t be deleted.', jsonb_build_object('list_id', old.id));
    end if;
    return old;
  end if;
  if new.status < old.status then
    perform private.refuse(409, 'wrong_move', 'A list can’t go back to an earlier step.',
      jsonb_build_object('from', old.status, 'to', new.status));
  end if;
  -- Freezing names a later round where the one of the opening is known already.
  if old.frozen_at is null and new.frozen_at is not null then
    if private.beacon_round_time(old.beacon_round) <= new.frozen_at
      and private.beacon_round_time(new.beacon_round) > new.frozen_at then
      v_round := old.beacon_round;
    end if;
  end if;
  if v_is_seen and v_rules_of_old is distinct from jsonb_build_array(new.kind, new.product_id, new.opens_at,
      new.capacity, new.max_wins, new.pay_within_hours,
      v_round,
      -- A waiting list has no closing time until it is closed.
      case when old.kind = 'waiting_list' and old.closes_at is null then null else new.closes_at end) then
    perform private.refuse(409, 'rules_fixed', 'You can’t change the rules of a list once it is open.',
      jsonb_build_object('list_id', old.id));
  end if;
  if old.frozen_at is not null and (old.frozen_at, old.entry_ids, old.entries_hash, old.entry_count)
      is distinct from (new.frozen_at, new.entry_ids, new.entries_hash, new.entry_count) then
    perform private.refuse(409, 'list_frozen', 'The entries of this list are frozen and can no longer be changed.',
      jsonb_build_object('list_id', old.id));
  end if;
  if old.ranking is not null and (old.drawn_at, old.randomness, old.signature, old.ranking)
      is distinct from (new.drawn_at, new.randomness, new.signature, new.ranking) then
    perform private.refuse(409, 'already_drawn', 'This list is already drawn. It can’t be drawn again.',
      jsonb_build_object('list_id', old.id));
  end if;
  return new;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.guard_list_choice()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (
    select from public.lists
    where id = case tg_op when 'DELETE' then old.list_id else new.list_id end
      and (frozen_at is not null or (kind = 'raffle' and status <> 'draft' and entry_count > 0))
  ) or (tg_op = 'UPDATE' and old.list_id <> new.list_id) then
    perform private.refuse(409, 'rules_fixed', 'The choices can’t change once people have entered.',
      jsonb_build_object('list_id', case tg_op when 'DELETE' then old.list_id else new.list_id end));
  end if;
  return case tg_op when 'DELETE' then old else new end;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.guard_list_entry()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_list constant uuid := case tg_op when 'DELETE' then old.list_id else new.list_id end;
  v_frozen_at timestamptz;
  v_is_orphaned boolean := false;
begin
  -- The lock makes freezing and entering wait for each other, whoever writes and how.
  select frozen_at into v_frozen_at from public.lists where id = v_list for no key update;
  if tg_op = 'UPDATE' then
    v_is_orphaned := new.user_id is null and old.user_id is not null
      and not exists (select from auth.users where id = old.user_id);
    if (new.id, new.list_id) is distinct from (old.id, old.list_id) then
      perform private.refuse(409, 'entry_fixed', 'You can’t change the ID or the list of an entry.', jsonb_build_object('list_id', v_list));
    end if;
  end if;
  if v_frozen_at is null then
    if v_is_orphaned then
      new.withdrawn_at := coalesce(old.withdrawn_at, now());
      new.comment := '';
    end if;
  elsif not (v_is_orphaned and to_jsonb(new) - 'user_id' = to_jsonb(old) - 'user_id') then
    perform private.refuse(409, 'list_frozen', 'The entries of this list are frozen and can no longer be changed.', jsonb_build_object('list_id', v_list));
  end if;
  return case tg_op when 'DELETE' then old else new end;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.guard_named_setting()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (
    select from (
      select body from public.page_texts
      union all select question || ' ' || answer from public.faq_entries
      union all select plain || ' ' || body from public.legal_sections
      union all select body from public.products
      union all select body from public.updates
      union all select duties_note from public.countries
    ) t (words) where t.words ~ ('\{\{\s*' || old.key || '\s*\}\}')
  ) then
    perform private.refuse(409, 'setting_named', 'This setting is still mentioned in one of the shop’s texts. Change that text first.',
      jsonb_build_object('key', old.key));
  end if;
  return old;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.guard_staff_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  -- A function writes as its owner, and not everything that it writes is a change by staff.
  if current_user = 'authenticated' then
    perform private.require_fresh_proof();
  end if;
  return null;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.guessed_too_often(p_what text, p_bucket text, p_most integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  -- Who counts and who writes are one: tries at once would all find room for one more.
  perform pg_advisory_xact_lock(hashtextextended(p_what || ' ' || p_bucket, 8));
  return (
    select count(*) >= p_most from private.guesses g
    where g.what = p_what and g.bucket = p_bucket and g.at > now() - interval '15 minutes');
end;
$function$
;

CREATE OR REPLACE FUNCTION private.guesser()
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.hash_of(coalesce(auth.uid()::text, private.client_address(), 'somebody'))
$function$
;

CREATE OR REPLACE FUNCTION private.has_left(p_order uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select exists (select from public.shipments s where s.order_id = p_order and s.status <> 'planned')
$function$
;

CREATE OR REPLACE FUNCTION private.has_second_factor(p_user uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return exists (select from auth.mfa_factors where user_id = p_user and status = 'verified');
end;
$function$
;

CREATE OR REPLACE FUNCTION private.hold_again(p_order public.order_records)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  -- What an amendment had freed before it ended is not its own any more, nor what was given back since.
  v_taking constant jsonb := (
    select coalesce(jsonb_agg(jsonb_build_object('line_id', t.id, 'pool_id', t.pool_id, 'kit_id', t.kit_id, 'units', t.units)), '[]')
    from (
      select l.id, h.pool_id, h.kit_id,
        sum(h.units) * (l.quantity - l.refunded_quantity) / (l.quantity - l.refunded_quantity + max(r.units)) as units
      from public.order_lines l join private.holds h on h.line_id = l.id and h.state = 'released' and h.ended_at >= p_order.closed_at
      cross join lateral (
        select -coalesce(sum(e.units), 0) as units from public.order_entries e
        where e.order_id = l.order_id and e.line_id = l.id and e.kind = 'refunded' and e.at >= p_order.closed_at
      ) r
      where l.order_id = p_order.id and l.quantity > l.refunded_quantity
      group by l.id, h.pool_id, h.kit_id
    ) t);
begin
  if exists (select from public.order_lines l where l.order_id = p_order.id and l.offer_id is not null)
    or exists (select from jsonb_array_elements(v_taking) t join public.batch_kits k on k.id = (t ->> 'kit_id')::uuid
      where k.dropped_at is not null) then
    return false;
  end if;
  perform private.require_room_for(p_order.id, p_order.user_id, c.email) from private.order_contacts c where c.order_id = p_order.id;
  if private.release_holds('{}', v_taking, 'Paid late', true) <> '[]' then
    -- Undoes what the pass did take: caught below.
    perform private.refuse(409, 'out_of_stock', 'There is not enough stock left.');
  end if;
  insert into private.holds (order_id, line_id, pool_id, kit_id, units)
  select p_order.id, (t ->> 'line_id')::uuid, (t ->> 'pool_id')::uuid, (t ->> 'kit_id')::uuid, (t ->> 'units')::int
  from jsonb_array_elements(v_taking) t;
  perform private.use_codes_of(p_order.id);
  return true;
exception when sqlstate 'PT409' then
  return false;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.hold_for_order(p_order public.order_records, p_cart private.priced_line[])
 RETURNS uuid[]
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_taking constant jsonb := (
    select coalesce(jsonb_agg(jsonb_build_object(
      'line', l.line, 'pool_id', l.pool_id, 'kit_id', l.kit_id, 'units', l.quantity * coalesce(l.pool_units, 1))), '[]')
    from unnest(p_cart) l where num_nonnulls(l.pool_id, l.kit_id) = 1);
  v_dead uuid[];
  v_ended uuid[];
  v_offer record;
begin
  select array_agg(distinct h.order_id) into v_dead
  from private.holds h join unnest(p_cart) l on h.pool_id = l.pool_id or h.kit_id = l.kit_id
  where h.state = 'held' and h.expires_at <= now();
  v_ended := private.end_unpaid_orders(coalesce(v_dead, '{}'));
  for v_offer in select l.offer_id, l.variant_id from unnest(p_cart) l where l.offer_id is not null order by 1 loop
    perform private.spend_offer(v_offer.offer_id, p_order.id, v_offer.variant_id);
  end loop;
  if private.release_holds(
    array(select h.id from private.holds h where h.state = 'held' and h.order_id = any (v_ended)),
    v_taking, 'Order ' || p_order.number) <> '[]' then
    perform private.refuse(409, 'out_of_stock', 'Someone else was faster, and there are not enough left. Lower the quantity.');
  end if;
  insert into private.holds (order_id, line_id, pool_id, kit_id, units, expires_at)
  select p_order.id, l.id, (t ->> 'pool_id')::uuid, (t ->> 'kit_id')::uuid, (t ->> 'units')::int, p_order.pay_by
  from jsonb_array_elements(v_taking) t
  join public.order_lines l on l.order_id = p_order.id and l.position = (t ->> 'line')::int + 1;
  return v_ended;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.is_asked_for_address(p_order public.order_records)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select p_order.address_question is not null
    and p_order.status in ('awaiting_payment', 'paid', 'in_production', 'ready_to_ship')
    and not private.has_left(p_order.id)
$function$
;

CREATE OR REPLACE FUNCTION private.is_customer_of(p_order public.order_records, p_token text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if p_order.id is null then
    return false;
  elsif p_order.user_id = auth.uid() then
    return true;
  end if;
  -- Whoever can write an order for somebody is never taken for them, whatever they hold.
  return not private.is_staff('owner', 'fulfilment') and coalesce(private.is_secret_of(p_order.id, p_token), false);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.is_proof_stale()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return private.has_second_factor(auth.uid()) and coalesce((
    -- The auth service keeps the time of each code in the token, through all renewals of it.
    select max((m ->> 'timestamp')::numeric)
    from jsonb_array_elements(
      case jsonb_typeof(auth.jwt() -> 'amr') when 'array' then auth.jwt() -> 'amr' else '[]' end) m
    where m ->> 'method' in ('totp', 'mfa/phone', 'mfa/webauthn')
  ), 0) < extract(epoch from now()) - 3600 * coalesce((select proof_hours from private.staff_rules), 12);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.is_secret_of(p_order uuid, p_token text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select length(p_token) = 64 and (
    exists (
      select from private.order_contacts c
      where c.order_id = p_order and private.hash_of(p_token) in (c.token_hash, c.mailbox_token_hash))
    or exists (
      select from private.acting_secrets a
      where a.order_id = p_order and a.secret_hash = private.hash_of(p_token)))
$function$
;

CREATE OR REPLACE FUNCTION private.is_set_aside(p_job text, p_item uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select exists (select from private.job_failures f where f.job = p_job and f.item = p_item and f.tries >= 5)
$function$
;

CREATE OR REPLACE FUNCTION private.is_signed_by_beacon(p_round bigint, p_signature text)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  v_p constant numeric := private.field_prime();
  v_generator constant numeric[] := array[
    0x24aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8,
    0x13e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049334cf11213945d57e5ac7d055d042b7e,
    0xce5d527727d6e118cc9cdc6da2e351aadfd9baa8cbdd3a76d429a695160d12c923ac9cc3baca289e193548608b82801,
    0x606c4a02ea734cc32acd2b02bc28b99cb3e287e85a763af267492ab572e99ab3f370d275cec1da1aaa9075ff05f79be
  ]::numeric[];
  -- The key of drand quicknet, not compressed.
  v_key constant numeric[] := array[
    0xd1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a,
    0x3cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451,
    0xe5db2b6bfbb01c867749cadffca88b36c24f3012ba09fc4d3022c5c37dce0f977d3adb5d183c7477c442b1f04515273,
    0x1a714f2edb74119a2f2b0d5a7c75ba902d163700a61bc224ededd8e63aef7be1aaf8e93d7a9718b047ccddb3eb5d68b
  ]::numeric[];
  v_signed numeric[];
  v_message numeric[];
  v_value numeric[];
  v_base numeric[];
begin
  if p_round < 1 or p_signature !~ '^[0-9a-f]{96}$' then
    return false;
  end if;
  v_signed := private.beacon_point(decode(p_signature, 'hex'));
  v_message := private.beacon_message(p_round);
  if v_signed is null or v_message is null then
    return false;
  end if;
  -- e(signature, generator) = e(message, key): their quotient to the power of (p^12 - 1) / r is one.
  v_value := private.tower_times(private.pairing_lines(v_generator, v_signed),
    private.pairing_lines(v_key, array[v_message[1], v_p - v_message[2]]));
  v_value := private.tower_times(private.tower_conjugate(v_value), private.tower_inverse(v_value));
  v_base := private.tower_times(private.tower_frobenius(private.tower_frobenius(v_value)), v_value);
  -- The rest of it three times: (seed - 1)^2 (seed + p) (seed^2 + p^2 - 1) + 3.
  v_value := private.tower_times(private.tower_seed_power(v_base), private.tower_conjugate(v_base));
  v_value := private.tower_times(private.tower_seed_power(v_value), private.tower_conjugate(v_value));
  v_value := private.tower_times(private.tower_seed_power(v_value), private.tower_frobenius(v_value));
  v_value := private.tower_times(
    private.tower_times(private.tower_seed_power(private.tower_seed_power(v_value)), private.tower_conjugate(v_value)),
    private.tower_frobenius(private.tower_frobenius(v_value)));
  v_value := private.tower_times(v_value, private.tower_times(v_base, private.tower_times(v_base, v_base)));
  return (v_value[1] - 1) % v_p = 0 and not exists (select from unnest(v_value[2:12]) c where c % v_p <> 0);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.is_staff(VARIADIC p_roles text[] DEFAULT '{}'::text[])
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Everybody else is told by the first look, and never asked for a factor.
  if not private.has_role(variadic p_roles) then
    return false;
  end if;
  return not private.lacks_second_factor()
    and coalesce(private.factor_due_at((select auth.uid())) > now(), true);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.json_of(p_value jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if jsonb_typeof(p_value) = 'string' then
    return (p_value #>> '{}')::jsonb;
  end if;
  return p_value;
exception when others then
  perform private.refuse(422, 'wrong_json', 'This is not valid JSON.');
  return null;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.keep_answer(p_key uuid, p_answer jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update private.call_keys set answer = p_answer where caller = coalesce(auth.uid()::text, 'guest') and key = p_key;
  return p_answer;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.keep_frozen_entries()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from public.lists where frozen_at is not null) then
    perform private.refuse(409, 'list_frozen', 'Some lists are frozen, so their entries can’t be deleted.', '{}');
  end if;
  return null;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.keep_order_version()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  -- Computed after this trigger only.
  new.refund_due_minor := old.refund_due_minor;
  if new is distinct from old then
    new.version := old.version + 1;
    new.updated_at := now();
  end if;
  return new;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.keep_version()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  -- Columns that functions touch on their own: an editor who read the row before must not be told
  -- that someone else changed it.
  v_unversioned constant text[] := array[
    'version', 'updated_at', 'settled_at', 'entry_count',
    'released', 'offer_round', 'offer_hours', 'last_offered_rank',
    'like_count', 'hidden_at'
  ];
begin
  new.version := old.version;
  new.updated_at := old.updated_at;
  if to_jsonb(new) - v_unversioned is distinct from to_jsonb(old) - v_unversioned then
    new.version := old.version + 1;
    new.updated_at := now();
  end if;
  return new;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.known_answer(p_key uuid, p_request text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_caller constant text := coalesce(auth.uid()::text, 'guest');
  v_known private.call_keys;
begin
  if p_key is null then
    return null;
  end if;
  -- Waits here for the same call where it is still under way.
  insert into private.call_keys (caller, key, request_hash) values (v_caller, p_key, private.hash_of(p_request))
  on conflict do nothing;
  if found then
    return null;
  end if;
  select * into v_known from private.call_keys k where k.caller = v_caller and k.key = p_key;
  if v_known.request_hash <> private.hash_of(p_request) then
    perform private.refuse(422, 'key_reused', 'This request was already used for something else. Reload the page and try again.');
  end if;
  return v_known.answer;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.lacks_second_factor()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return coalesce(auth.jwt() ->> 'aal', 'aal1') <> 'aal2' and private.has_second_factor(auth.uid());
end;
$function$
;

CREATE OR REPLACE FUNCTION private.leave_list(p_list uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user constant uuid := auth.uid();
  v_list public.lists;
  v_now timestamptz;
  v_entry public.list_entries;
begin
  if v_user is null then
    perform private.refuse(401, 'signed_out', 'Please sign in first.', '{}');
  end if;
  select * into v_list from public.lists where id = p_list and status <> 'draft' for no key update;
  v_now := clock_timestamp();
  if v_list.id is null then
    perform private.refuse(404, 'unknown_list', 'This list no longer exists. Reload the page.', jsonb_build_object('list_id', p_list));
  end if;
  if v_list.frozen_at is not null then
    return private.refuse_on_record(409, 'list_closed', 'This list is frozen. Its entries can no longer be changed.',
      jsonb_build_object('list_id', p_list, 'closed_at', v_list.closes_at), 'leave_list', 'lists', p_list::text);
  end if;
  if v_list.kind <> 'waiting_list' and private.list_status_now(v_list.status, v_list.closes_at, v_now) <> 'open' then
    perform private.refuse(409, 'list_closed', 'This list is closed. Its entries can no longer be changed.',
      jsonb_build_object('list_id', p_list, 'closed_at', v_list.closes_at));
  end if;
  update public.list_entries set withdrawn_at = v_now
  where list_id = p_list and user_id = v_user and withdrawn_at is null
  returning * into v_entry;
  if v_entry.id is null then
    perform private.refuse(404, 'no_place', 'You have no place on this list.', jsonb_build_object('list_id', p_list));
  end if;
  perform private.settle_offers(p_list);
  update public.offers set status = 'expired', ended_at = v_now, end_reason = 'Left the list'
  where entry_id = v_entry.id and status in ('pending', 'claimed') and order_id is null;
  perform private.refill_list(p_list);
  return private.place_facts(v_entry, v_now);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.like_design(p_id uuid, p_liked boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_count int;
begin
  perform 1 from public.designs where id = p_id and visibility = 'public' and hidden_at is null for update;
  if not found or auth.uid() is null then
    perform private.refuse(404, 'unknown_design', 'This design no longer exists or is no longer public.', jsonb_build_object('id', p_id));
  end if;
  if coalesce(p_liked, true) then
    insert into public.design_likes (design_id, user_id) values (p_id, auth.uid()) on conflict do nothing;
  else
    delete from public.design_likes where design_id = p_id and user_id = auth.uid();
  end if;
  return (select jsonb_build_object('like_count', d.like_count, 'is_liked', exists (
    select from public.design_likes where design_id = p_id and user_id = auth.uid()))
    from public.designs d where d.id = p_id);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.limit_addresses()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if (select count(*) from public.addresses where user_id = new.user_id) >= 50 then
    perform private.refuse(422, 'too_many_addresses', 'You can save at most 50 addresses. Delete one first.',
      jsonb_build_object('limit', 50));
  end if;
  return new;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.line_money(p_line public.order_lines)
 RETURNS TABLE(cost_minor bigint, settled_minor bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return query
  select greatest(coalesce(sum(e.amount_minor), 0), 0), -coalesce(sum(e.amount_minor) filter (where e.kind = 'settled'), 0)
  from public.order_entries e where e.order_id = p_line.order_id and e.line_id = p_line.id;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.line_options(p_variant uuid, p_given jsonb)
 RETURNS TABLE(chosen jsonb, delta_minor bigint, delta_grams bigint, reason text, message text)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_product constant uuid := (select v.product_id from public.variants v where v.id = p_variant);
  v_is_asked constant boolean := private.asks_options(p_variant);
  v_option record;
  v_ids uuid[] := '{}';
begin
  chosen := '[]'; delta_minor := 0; delta_grams := 0;
  if not v_is_asked then
    -- Answers take money off as well as add it: on a part they would be a discount.
    if p_given <> '{}' then
      reason := 'unknown_option'; message := 'This part has no options. Add it again from its page.';
    end if;
    return next; return;
  end if;
  if exists (
    select from jsonb_each_text(p_given) g
    where not exists (
      select from public.product_options o join public.option_values v on v.option_id = o.id
      where o.product_id = v_product and o.id::text = lower(g.key) and v.id::text = lower(g.value))
  ) then
    reason := 'unknown_option'; message := 'One of the options does not belong to this product.';
    return next; return;
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
  return next;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.lines_to_settle(p_order uuid, p_batch uuid)
 RETURNS TABLE(line public.order_lines, is_dropped boolean, off_minor integer, words text)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return query
  select l, k.dropped_at is not null,
    greatest(w.base_minor - private.tier_price(k.id, k.settled_count, v.price_minor), 0)::int,
    case when k.dropped_at is null then format('%s reached a better price', l.variant_title)
      else format('%s did not reach its minimum of %s, so it won’t be made.', l.variant_title, k.moq) end
  from public.order_lines l
  join public.batch_kits k on k.batch_id = p_batch and k.variant_id = l.variant_id and k.settled_count is not null
  join public.variants v on v.id = k.variant_id
  -- What the kit itself cost then: options come on top and stay.
  cross join lateral (
    select l.unit_price_minor - coalesce(sum((o ->> 'price_delta_minor')::int), 0) as base_minor
    from jsonb_array_elements(l.options) o) w
  where l.order_id = p_order and l.batch_id = p_batch and l.refunded_quantity < l.quantity
  order by l.id;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.list_desk(p_list uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_list public.lists;
  v_now constant timestamptz := clock_timestamp();
begin
  perform private.require_reader('owner');
  select * into v_list from public.lists where id = p_list;
  if v_list.id is null then
    perform private.refuse(404, 'unknown_list', 'This list no longer exists. Reload the page.', jsonb_build_object('list_id', p_list));
  end if;
  return jsonb_build_object(
    'list', private.list_facts(v_list),
    'choices', (
      select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'variant_id', c.variant_id, 'title', v.title, 'editions', c.editions,
        'wished', (select count(*) from public.list_entries e where e.list_id = p_list and e.withdrawn_at is null and c.id = any (e.choices)),
        'wished_first', (select count(*) from public.list_entries e where e.list_id = p_list and e.withdrawn_at is null and c.id = e.choices[1])
      ) order by c.position), '[]')
      from public.list_choices c join public.variants v on v.id = c.variant_id where c.list_id = p_list),
    'answers', (
      select coalesce(jsonb_agg(jsonb_build_object('option_id', o.id, 'option', o.title, 'value_id', v.id, 'value', v.title,
        'chosen', (select count(*) from public.list_entries e where e.list_id = p_list and e.withdrawn_at is null and v.id = any (e.answers))
      ) order by o.position, o.id, v.position, v.id), '[]')
      from public.product_options o join public.option_values v on v.option_id = o.id
      where v_list.kind = 'interest_check' and o.product_id = v_list.product_id),
    'entries', (
      select coalesce(jsonb_agg(jsonb_build_object('entry_id', q.entry_id, 'place', q.place, 'choices', q.choices,
        'max_wins', q.max_wins, 'comment', e.comment, 'entered_at', e.entered_at, 'has_account', q.user_id is not null,
        'strikes', case when q.user_id is not null then cardinality(private.strikes_of(q.user_id, v_now)) else 0 end,
        'is_banned', q.user_id is not null and private.is_banned(q.user_id, v_now),
        'ban_note', private.ban_note(q.user_id, v_now)) order by q.place), '[]')
      from (select * from private.queue_of_list(p_list) order by place limit 5000) q
      join public.list_entries e on e.id = q.entry_id),
    'duplicates', private.duplicate_entries(p_list),
    'offers', (
      select coalesce(jsonb_agg(private.offer_facts(o, v_now) || jsonb_build_object('seen_at', o.seen_at,
        'paid_at', (select r.paid_at from public.order_records r where r.id = o.order_id)) order by o.offered_at desc, o.rank), '[]')
      from (select * from public.offers where list_id = p_list order by offered_at desc limit 2000) o),
    'per_day', (
      select coalesce(jsonb_agg(jsonb_build_object('day', d.day, 'entered', d.entered) order by d.day), '[]')
      from (select date_trunc('day', entered_at)::date as day, count(*) as entered
        from public.list_entries where list_id = p_list and withdrawn_at is null group by 1) d),
    'read_at', v_now);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.list_staff()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_reader('owner');
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'user_id', s.user_id, 'email', u.email, 'role', s.role, 'added_at', s.added_at,
      'has_second_factor', exists (select from auth.mfa_factors f where f.user_id = s.user_id and f.status = 'verified')
    ) order by s.added_at, u.email), '[]')
    from private.staff s join auth.users u on u.id = s.user_id);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.lock_customer(p_user uuid, p_email text, p_client text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_lock bigint;
begin
  for v_lock in
    select distinct hashtextextended(k, 7) from unnest(array[p_user::text, private.mailbox_of(p_email), p_client]) k where k is not null order by 1
  loop
    perform pg_advisory_xact_lock(v_lock);
  end loop;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.lock_customer_of(p_order uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.lock_customer(o.user_id, c.email)
  from public.order_records o join private.order_contacts c on c.order_id = o.id where o.id = p_order;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.mail_about_order(p_order uuid, p_kind text, p_fact text, p_more jsonb DEFAULT '{}'::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.mail_about_orders(array[p_order], p_kind, array[p_fact], p_more);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.mail_about_orders(p_orders uuid[], p_kind text, p_facts text[], p_more jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.queue_mails(p_kind, array_agg(m.email), array_agg(m.id || ':' || m.fact), array_agg(m.payload), array_agg(m.user_id))
  from (
    select o.id, coalesce(f.fact, 'v' || o.version) as fact, c.email, o.user_id, jsonb_build_object(
      'order_id', o.id, 'number', o.number, 'status', o.status, 'name',
      -- A colleague who writes has read the name.
      case when c.may_write or p_kind = 'order_message' then c.address ->> 'name' end,
      'currency', o.currency, 'is_guest', o.user_id is null, 'lines', coalesce(l.lines, '[]'))
      || case when p_kind in ('stage_changed', 'order_shipped', 'order_delivered') then p_more
      -- The others tell of money too.
      else jsonb_build_object(
        'subtotal_minor', o.subtotal_minor, 'discount_minor', o.discount_minor,
        'shipping_minor', o.shipping_minor, 'shipping_method', o.shipping_method_name, 'tax_minor', o.tax_minor,
        'tax_included_minor', o.tax_included_minor, 'total_minor', o.total_minor,
        'captured_minor', o.captured_minor, 'refunded_minor', o.refunded_minor, 'payment', o.payment,
        'pay_by', o.pay_by, 'due_minor', o.due_minor, 'refund_due_minor', o.refund_due_minor) || p_more
        || case when o.payment = 'invoice' and o.due_minor > 0
          then jsonb_build_object('account', private.bank_account_for(o.currency)) else '{}' end
        -- Who is written to without an account has no other way to the whole order.
        || case when p_kind = 'order_message' and o.user_id is null
          then jsonb_strip_nulls(jsonb_build_object('token', private.guest_secret(o.record)))
          else '{}' end
      end as payload
    from unnest(p_orders, p_facts) f (order_id, fact)
    -- One by one through the key: a join would look at all orders for a few.
    cross join lateral (select r.*, r as record, private.due_now(r) as due_minor from public.order_records r where r.id = f.order_id limit 1) o
    cross join lateral (
      select r.*, private.may_write_to(o.record, r) as may_write from private.order_contacts r where r.order_id = o.id limit 1) c
    left join (
      select l.order_id, jsonb_agg(jsonb_build_object(
        'id', l.id, 'variant_id', l.variant_id, 'kind', l.kind, 'has_design', l.design is not null,
        'title', l.title, 'variant_title', l.variant_title, 'quantity', l.quantity, 'url', l.url,
        'options', l.options, 'total_minor', l.total_minor) order by l.position) as lines
      from public.order_lines l where l.order_id = any (p_orders) group by l.order_id
    ) l on l.order_id = o.id
    -- A mailbox that nobody answers for is asked once, and told nothing else but what colleagues write.
    where c.may_write or p_more ? 'asks' or private.is_staff()
  ) m;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.mail_orders(p_key uuid, p_orders uuid[], p_subject text, p_text text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_subject constant text := btrim(coalesce(p_subject, ''));
  v_text constant text := btrim(coalesce(p_text, ''));
  v_new uuid[];
  v_answers jsonb;
begin
  perform private.require_staff('owner', 'fulfilment');
  if p_key is null then
    perform private.refuse(422, 'key_missing', 'A message needs a key.');
  end if;
  if p_orders is null or cardinality(p_orders) not between 1 and 500 then
    perform private.refuse(422, 'wrong_orders', 'Select 1 to 500 orders.', '{"limit": 500}');
  end if;
  if length(v_subject) not between 3 and 120 or v_subject ~ '[[:cntrl:]]' or length(v_text) not between 10 and 4000 then
    perform private.refuse(422, 'wrong_message', 'Enter a subject of 3 to 120 characters on one line, and a text of 10 to 4000 characters.');
  end if;
  -- Two presses at once: the later one waits here, and finds what the first has queued.
  perform 1 from public.order_records o where o.id = any (p_orders) order by o.id for update;
  select coalesce(array_agg(j.id order by j.id) filter (where j.refusal is null), '{}'),
    jsonb_agg(jsonb_build_object('order_id', j.id, 'ok', j.refusal is null, 'reason', j.refusal) order by j.id)
  into v_new, v_answers from (
    -- One by one through the key: a join would look at all orders for a few.
    select x.id, case
      when c.email is null then 'unknown_order'
      when c.email like '%.invalid' then 'nobody_there'
      when m.payload is null then null
      when m.payload ->> 'subject' = v_subject and m.payload ->> 'text' = v_text then 'already_there'
      else 'key_reused' end as refusal
    from (select distinct u.id from unnest(p_orders) u (id)) x
    left join lateral (select r.email from private.order_contacts r where r.order_id = x.id limit 1) c on true
    left join lateral (
      select b.payload from public.outbox b where b.dedupe_key = 'order_message:' || x.id || ':' || p_key limit 1
    ) m on true
  ) j;
  perform private.mail_about_orders(v_new, 'order_message', array_fill(p_key::text, array[cardinality(v_new)]),
    jsonb_build_object('subject', v_subject, 'text', v_text));
  perform private.record_event(u.id, 'messaged',
    replace(replace(replace(v_subject, '{number}', (select o.number from public.order_records o where o.id = u.id)), '{name}', '…'), '{total}', '…'))
  from unnest(v_new) u (id);
  insert into public.audit_log (actor_id, actor_role, action, table_name, row_id, after)
  select auth.uid(), (select s.role from private.staff s where s.user_id = auth.uid()), 'insert', 'outbox', u.id::text,
    jsonb_build_object('call', 'mail_orders', 'key', p_key, 'subject', v_subject, 'text', v_text)
  from unnest(v_new) u (id);
  return v_answers;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.mail_secrets_of(p_order public.order_records, p_acts boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if p_order.user_id is not null then
    return '{}';
  end if;
  return jsonb_strip_nulls(jsonb_build_object('token', private.guest_secret(p_order),
    'acting_token', case when p_acts then private.make_acting_secret(p_order.id) end));
end;
$function$
;

CREATE OR REPLACE FUNCTION private.mailbox_of(p_email text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  v_email constant text := lower(btrim(p_email));
begin
  return regexp_replace(split_part(v_email, '@', 1), '[+].*$', '') || '@' || rtrim(split_part(v_email, '@', 2), '.');
end;
$function$
;

CREATE OR REPLACE FUNCTION private.make_acting_secret(p_order uuid)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_secret constant text := replace(gen_random_uuid()::text || gen_random_uuid(), '-', '');
begin
  insert into private.acting_secrets (secret_hash, order_id) values (private.hash_of(v_secret), p_order);
  return v_secret;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.make_quote(p_cart private.priced_line[], p_country text, p_code text, p_method uuid, p_user uuid, p_email text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_subtotal constant bigint := (select coalesce(sum(l.total_minor), 0) from unnest(p_cart) l);
  v_discount jsonb;
  v_lines jsonb;
  v_methods jsonb;
  v_problems jsonb;
  v_shipping bigint;
  v_tax jsonb;
begin
  if v_subtotal > 1000000000 then
    perform private.refuse(422, 'too_much', 'This order is too large to place online. Please write to us.');
  end if;
  if p_country is not null and not exists (select from public.countries c where c.code = p_country) then
    perform private.refuse(422, 'unknown_country', 'We don’t ship to this country.');
  end if;
  v_discount := private.discount_of(p_code, v_subtotal, p_user, p_email);
  v_lines := private.quoted_lines(p_cart, (v_discount ->> 'total')::bigint, p_country);
  v_methods := private.shipping_of(p_cart, p_country);
  v_problems := (
      select coalesce(jsonb_agg(private.problem(l.line, l.reason, l.message, l.details) -> 0 order by l.line), '[]')
      from private.cart_limits(p_cart, p_user, p_email) l
    ) || private.country_problems(p_cart, p_country) || (v_discount -> 'problems');
  select (m ->> 'price_minor')::bigint into v_shipping
  from jsonb_array_elements(v_methods) m where m ->> 'id' = p_method::text;
  if p_method is not null and p_country is not null and v_shipping is null then
    v_problems := v_problems || private.problem(null, 'shipping_method', 'This shipping method can’t be used for your cart.');
  end if;
  v_shipping := coalesce(v_shipping, 0);
  v_tax := private.tax_sums(v_lines, v_shipping);
  return private.sign_quote(jsonb_build_object(
    'lines', v_lines, 'shipments', private.quoted_parcels(p_cart), 'shipping_methods', v_methods,
    'shipping_method', p_method, 'country', p_country, 'codes', v_discount -> 'codes',
    'problems', v_problems, 'subtotal_minor', v_subtotal, 'shipping_minor', v_shipping,
    'discount_minor', v_discount -> 'total', 'tax_minor', v_tax -> 'added',
    'tax_included_minor', v_tax -> 'included', 'currency', 'EUR', 'quoted_at', now(),
    'total_minor', v_subtotal + v_shipping + (v_tax ->> 'added')::bigint - (v_discount ->> 'total')::bigint));
end;
$function$
;

CREATE OR REPLACE FUNCTION private.make_recovery_codes()
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user constant uuid := auth.uid();
  v_codes text[];
  v_had_some boolean;
begin
  if not exists (select from auth.mfa_factors where user_id = v_user and status = 'verified') then
    perform private.refuse(409, 'no_factor', 'Set up an authenticator app before you create recovery codes.');
  end if;
  perform private.require_second_factor();
  -- A code takes the app away, and with it the question for its codes.
  perform private.require_fresh_proof();
  -- The first twelve digits of a random uuid are all random.
  select array_agg(
    substr(a, 1, 4) || '-' || substr(a, 5, 4) || '-' || substr(b, 1, 4) || '-' || substr(b, 5, 4))
  into v_codes
  from (
    select gen_random_uuid()::text as a, gen_random_uuid()::text as b from generate_series(1, 10)
  ) random;
  delete from private.recovery_codes where user_id = v_user;
  v_had_some := found;
  insert into private.recovery_codes (user_id, code_hash)
  select v_user, private.hash_of(v_user || ':' || replace(code, '-', '')) from unnest(v_codes) code;
  perform private.tell_of_safety('recovery_codes_made', v_user, jsonb_build_object('had_some', v_had_some));
  return to_jsonb(v_codes);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.may_act_by(p_order public.order_records, p_token text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(length(p_token) = 64 and (
    exists (
      select from private.order_contacts c
      where c.order_id = p_order.id and c.token_hash = private.hash_of(p_token)
        and (p_order.status = 'awaiting_payment' or p_order.placed_at > now() - interval '24 hours'))
    or exists (
      select from private.acting_secrets a
      where a.order_id = p_order.id and a.secret_hash = private.hash_of(p_token)
        and (p_order.status = 'awaiting_payment' or a.made_at > now() - interval '24 hours'))), false)
$function$
;

CREATE OR REPLACE FUNCTION private.may_ask_mailbox(p_mailbox text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select count(*) < 3 and count(*) filter (
      where c.asked_at > now() - make_interval(mins => private.setting('minutes_to_confirm'))) = 0
    from private.order_contacts c join public.order_records o on o.id = c.order_id
    where c.mailbox = p_mailbox and c.asked_at > now() - interval '1 day'
      and c.mailbox_proven_at is null and o.paid_at is null);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.may_write_to(p_order public.order_records, p_contact private.order_contacts)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return p_contact.mailbox_proven_at is not null or p_order.paid_at is not null or p_order.captured_minor > 0
    -- What a stranger ordered and an account claimed is confirmed by nobody; an account answers for its own mailbox alone.
    or p_order.confirmed_at is not null and (p_order.user_id is null or exists (
      select from auth.users u
      where u.id = p_order.user_id and lower(u.email) = lower(p_contact.email) and u.email_confirmed_at is not null));
end;
$function$
;

CREATE OR REPLACE FUNCTION private.moderate_design(p_id uuid, p_hidden boolean, p_reason text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_reason constant text := btrim(coalesce(p_reason, ''));
  v_before public.designs;
  v_after public.designs;
begin
  perform private.require_staff('owner', 'editor', 'support');
  if length(v_reason) not between 3 and 500 then
    perform private.refuse(422, 'reason_missing', 'Enter a reason of 3 to 500 characters.', '{}');
  end if;
  select * into v_before from public.designs where id = p_id and visibility = 'public' for update;
  if not found then
    perform private.refuse(404, 'unknown_design', 'This design no longer exists or is no longer public.', jsonb_build_object('id', p_id));
  end if;
  update public.designs set hidden_at = case when p_hidden then coalesce(hidden_at, now()) end
  where id = p_id returning * into v_after;
  update public.design_reports set answered_at = now() where design_id = p_id and answered_at is null;
  insert into public.audit_log (actor_id, actor_role, action, table_name, row_id, before, after)
  values (auth.uid(), private.my_staff_role(), 'update', 'designs', p_id::text,
    jsonb_build_object('hidden_at', v_before.hidden_at),
    jsonb_build_object('hidden_at', v_after.hidden_at, 'reason', v_reason));
  return jsonb_build_object('id', p_id, 'is_hidden', v_after.hidden_at is not null);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.move_batch()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'UPDATE' and new.stage <> old.stage and not exists (
    select from private.batch_moves m where m.from_stage = old.stage and m.to_stage = new.stage
  ) then
    perform private.refuse(409, 'illegal_move',
      format('A batch can’t move from %s to %s.', old.stage, new.stage),
      jsonb_build_object('from', old.stage, 'to', new.stage));
  end if;
  if tg_op = 'UPDATE' and old.stage = 'closed' and new.stage = 'in_production' and new.settled_at is null
    and exists (select from public.order_lines where batch_id = new.id) then
    perform private.refuse(409, 'not_settled', 'Settle the batch first, so that its buyers know which kits are made and at what price.',
      jsonb_build_object('batch_id', new.id));
  end if;
  if new.original_eta is null then
    new.original_eta := new.eta;
  end if;
  return new;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.move_charge(p_order public.order_records, p_event private.payment_events, p_change bigint)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if p_change > p_order.captured_minor - p_order.refunded_minor then
    return private.note_event(p_order.id, 'payment_mismatch');
  end if;
  -- The order costs what it did: what a bank takes is due again, and what comes back to the shop is here again.
  if p_change <> 0 then
    insert into public.payments (order_id, kind, provider, provider_reference, amount_minor, currency, reason)
    values (p_order.id, case when p_change > 0 then 'refund' else 'capture' end, p_event.provider, p_event.event_id,
      abs(p_change)::int, p_order.currency, case p_event.kind when 'refund_failed' then 'A refund failed.'
        when 'dispute_won' then 'A dispute was won.' else 'The payment was disputed.' end);
  end if;
  perform private.pay_if_covered(p_order.id);
  perform private.record_event(p_order.id, p_event.kind, p_by_shop => true,
    p_after => jsonb_build_object('amount_minor', abs(p_change), 'currency', p_order.currency));
  return p_event.kind;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.move_order(p_order uuid, p_from public.order_status, p_to public.order_status, p_who text, p_reason text DEFAULT ''::text)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  return cardinality(private.move_orders(array[p_order], p_from, p_to, p_who, p_reason)) = 1;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.move_orders(p_orders uuid[], p_from public.order_status, p_to public.order_status, p_who text, p_reason text)
 RETURNS uuid[]
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_moved uuid[];
  v_from public.order_status[];
begin
  with moving as (
    select o.id, o.status from public.order_records o
    join private.order_moves m on m.from_status = o.status and m.to_status = p_to and m.who = p_who
    where o.id = any (p_orders) and (p_from is null or o.status = p_from)
      and (not m.needs_reason or length(btrim(coalesce(p_reason, ''))) >= 2)
    order by o.id for update of o
  ), moved as (
    update public.order_records o set
      status = p_to,
      -- As the trigger would, which costs a call for each order.
      version = o.version + 1, updated_at = now(),
      paid_at = case when p_to = 'paid' then coalesce(o.paid_at, now()) else o.paid_at end,
      confirmed_at = case when p_to = 'paid' then coalesce(o.confirmed_at, now()) else o.confirmed_at end,
      keep_until = case when p_to <> 'paid' then o.keep_until end,
      closed_at = case when p_to in ('expired', 'cancelled', 'refunded') then clock_timestamp() when p_to = 'paid' then null else o.closed_at end,
      -- Nobody need answer for an order that goes nowhere.
      address_question = case when p_to not in ('expired', 'cancelled', 'refunded') then o.address_question end
    from moving where o.id = moving.id
    returning o.id, moving.status
  )
  select coalesce(array_agg(id order by id), '{}'), array_agg(status order by id) into v_moved, v_from from moved;
  if p_to = 'paid' then
    perform private.pay_holds(v_moved);
  end if;
  perform private.record_events(v_moved, 'moved', p_reason, v_from, p_to, null, null, p_who = 'shop');
  return v_moved;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.my_account_state()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'deletion_due_at', (select due_at from private.account_deletions where user_id = (select auth.uid())),
    'recovery_codes', (select count(*) from private.recovery_codes where user_id = (select auth.uid())),
    'works_here', exists (select from private.staff where user_id = (select auth.uid())),
    'factor_due_at', private.factor_due_at((select auth.uid())))
$function$
;

CREATE OR REPLACE FUNCTION private.my_staff_role()
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_role constant text := (select role from private.staff where user_id = auth.uid());
begin
  if v_role is not null then
    perform private.require_reader(v_role);
  end if;
  return v_role;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.note_job_failure(p_job text, p_item uuid, p_name text, p_problem text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  insert into private.job_failures as f (job, item, name, problem) values (p_job, p_item, p_name, left(p_problem, 500))
  on conflict (job, item) do update set tries = f.tries + 1, problem = excluded.problem
$function$
;

CREATE OR REPLACE FUNCTION private.note_refused_event(p_provider text, p_event_id text, p_kind text, p_reference text, p_amount_minor bigint, p_currency text, p_why text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into private.payment_events (provider, event_id, kind, reference, amount_minor, currency, outcome, payload)
  values (left(coalesce(p_provider, ''), 40), left(coalesce(nullif(p_event_id, ''), gen_random_uuid()::text), 200),
    left(coalesce(p_kind, ''), 40), left(coalesce(p_reference, p_event_id), 200), p_amount_minor, left(p_currency, 10),
    'refused', jsonb_build_object('why', left(p_why, 300)))
  on conflict do nothing
$function$
;

CREATE OR REPLACE FUNCTION private.offer_next(p_list uuid, p_count integer, p_window interval, p_round integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_trouble constant jsonb := private.staff_trouble(true, 'owner');
  v_list public.lists;
  v_now timestamptz;
  v_window constant interval := p_window;
  v_made uuid[];
begin
  if v_trouble is not null then
    return private.refuse_on_record(403, v_trouble ->> 'reason', v_trouble ->> 'message',
      v_trouble -> 'details', 'offer_next', 'lists', p_list::text);
  end if;
  select * into v_list from public.lists where id = p_list for no key update;
  if v_list.id is null then
    return private.refuse_on_record(404, 'unknown_list', 'This list no longer exists. Reload the page.',
      jsonb_build_object('list_id', p_list), 'offer_next', 'lists', p_list::text);
  end if;
  v_now := clock_timestamp();
  if v_list.kind = 'interest_check' or v_list.status = 'finished' or (v_list.kind = 'raffle' and v_list.ranking is null)
    or v_list.status = 'draft' then
    return private.refuse_on_record(409, 'nothing_to_offer', 'You can only send offers from waiting lists and drawn raffles.',
      jsonb_build_object('list_id', p_list, 'status', private.list_status_now(v_list.status, v_list.closes_at, v_now)), 'offer_next', 'lists', p_list::text);
  end if;
  if p_round <> v_list.offer_round then
    return private.refuse_on_record(409, 'offered_meanwhile', 'Someone else sent offers from this list in the meantime. Reload the page and try again.',
      jsonb_build_object('round', v_list.offer_round, 'released', v_list.released), 'offer_next', 'lists', p_list::text);
  end if;
  if coalesce(p_count, 0) not between 1 and 1000 then
    return private.refuse_on_record(422, 'wrong_count', 'Enter 1 to 1,000.',
      jsonb_build_object('count', p_count), 'offer_next', 'lists', p_list::text);
  end if;
  if v_window not between interval '1 hour' and interval '7 days' then
    return private.refuse_on_record(422, 'wrong_window', 'An offer can last from one hour to seven days.',
      jsonb_build_object('window', p_window), 'offer_next', 'lists', p_list::text);
  end if;
  if v_list.released >= v_list.capacity then
    return private.refuse_on_record(409, 'capacity_reached', 'Everything on this list has been given out.',
      jsonb_build_object('capacity', v_list.capacity), 'offer_next', 'lists', p_list::text);
  end if;
  update public.lists set
    -- Never more than the list holds, whoever asks at the same time.
    released = least(released + p_count, coalesce(capacity, released + p_count)),
    offer_round = offer_round + 1,
    offer_hours = coalesce(ceil(extract(epoch from v_window) / 3600)::int, pay_within_hours)
  where id = p_list returning * into v_list;
  v_made := private.refill_list(p_list);
  return jsonb_build_object(
    'offered', cardinality(v_made), 'released', v_list.released, 'capacity', v_list.capacity,
    'offers', coalesce((
      select jsonb_agg(private.offer_facts(o, v_now) order by o.rank, o.id) from public.offers o where o.id = any (v_made)
    ), '[]'));
end;
$function$
;

CREATE OR REPLACE FUNCTION private.offer_transfer(p_order uuid, p_email text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_own constant text := private.proven_mailbox();
  v_email text;
  v_order public.order_records;
  v_transfer private.order_transfers;
begin
  select * into v_order from public.order_records o where o.id = p_order and o.user_id = auth.uid() for update;
  if not found then
    perform private.refuse(404, 'unknown_order', 'There is no such order of yours.');
  end if;
  delete from private.order_transfers where expires_at <= now();
  delete from private.order_transfers where order_id = p_order returning * into v_transfer;
  if btrim(coalesce(p_email, '')) = '' then
    if v_transfer.id is not null then
      perform private.record_event(p_order, 'transfer_withdrawn');
    end if;
    return jsonb_build_object('order_id', p_order, 'email', null);
  end if;
  v_email := lower(private.checked_email(p_email));
  if v_email = v_own then
    perform private.refuse(422, 'own_email', 'This order is already yours.');
  end if;
  perform private.require_transferable(v_order);
  -- Each question is a mail to somebody who may not expect it.
  if (select count(*) from public.order_events e
    where e.actor_id = auth.uid() and e.kind = 'transfer_offered' and e.at > now() - interval '1 day') >= 5 then
    perform private.refuse(429, 'too_many_tries', 'You can do this five times a day. Please try again tomorrow.');
  end if;
  insert into private.order_transfers (order_id, from_user, to_email) values (p_order, auth.uid(), v_email)
  returning * into v_transfer;
  perform private.record_event(p_order, 'transfer_offered');
  perform private.queue_mail('transfer_offered', v_email, v_transfer.id::text, (
    select jsonb_build_object('number', v_order.number, 'from', c.email, 'expires_at', v_transfer.expires_at,
      'currency', v_order.currency, 'lines', private.transfer_lines(p_order))
    from private.order_contacts c where c.order_id = p_order));
  return jsonb_build_object('order_id', p_order, 'email', v_email, 'expires_at', v_transfer.expires_at);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.open_extras(p_batch uuid, p_extras jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_batch public.batches;
  v_extras constant jsonb := private.json_of(p_extras);
  v_extra record;
  v_pool uuid;
begin
  perform private.require_staff('owner');
  select * into v_batch from public.batches where id = p_batch for update;
  if v_batch.id is null then
    perform private.refuse(404, 'unknown_batch', 'This batch no longer exists. Reload the page.', jsonb_build_object('batch_id', p_batch));
  end if;
  if v_batch.stage <> 'shipping' then
    perform private.refuse(409, 'illegal_move', 'You can only sell extras once the orders ship.', jsonb_build_object('stage', v_batch.stage));
  end if;
  if jsonb_typeof(v_extras) is distinct from 'array' or jsonb_array_length(v_extras) not between 1 and 50 or exists (
    select from jsonb_array_elements(v_extras) e
    where not exists (select from public.batch_kits k where k.batch_id = p_batch and k.variant_id = private.uuid_of(e ->> 'variant_id') and k.dropped_at is null)
      or coalesce((e ->> 'count') !~ '^[0-9]{1,5}$' or (e ->> 'price_minor') !~ '^[0-9]{1,8}$', true)
  ) then
    perform private.refuse(422, 'wrong_extras', 'Each row needs a kit that was made, a count and a price.', jsonb_build_object('extras', v_extras));
  end if;
  for v_extra in
    select private.uuid_of(e ->> 'variant_id') as variant_id, (e ->> 'count')::int as pieces, (e ->> 'price_minor')::int as price_minor
    from jsonb_array_elements(v_extras) e order by 1
  loop
    perform set_config('keywright.stock_reason', 'Extras of ' || v_batch.code, true);
    insert into public.stock_pools (code, title, on_hand)
    select left('EXTRA-' || v_batch.code || '-' || v.sku, 80), left('Extras of ' || v_batch.title || ', ' || v.title, 120), v_extra.pieces
    from public.variants v where v.id = v_extra.variant_id
    on conflict (code) do update set on_hand = public.stock_pools.on_hand + excluded.on_hand
    returning id into v_pool;
    update public.variants set availability = 'in_stock', stock_pool_id = v_pool, pool_units = 1, price_minor = v_extra.price_minor
    where id = v_extra.variant_id;
  end loop;
  update public.batches set stage = 'extras' where id = p_batch;
  return jsonb_build_object('batch_id', p_batch, 'stage', 'extras', 'kits', jsonb_array_length(v_extras));
end;
$function$
;

CREATE OR REPLACE FUNCTION private.open_list(p_list uuid, p_version integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_trouble constant jsonb := private.staff_trouble(true, 'owner');
  v_list public.lists;
  v_now timestamptz;
  v_shortage text;
begin
  if v_trouble is not null then
    return private.refuse_on_record(403, v_trouble ->> 'reason', v_trouble ->> 'message',
      v_trouble -> 'details', 'open_list', 'lists', p_list::text);
  end if;
  select * into v_list from public.lists where id = p_list for no key update;
  if v_list.id is null then
    return private.refuse_on_record(404, 'unknown_list', 'This list no longer exists. Reload the page.',
      jsonb_build_object('list_id', p_list), 'open_list', 'lists', p_list::text);
  end if;
  v_now := clock_timestamp();
  if v_list.status <> 'draft' then
    return private.refuse_on_record(409, 'already_open', 'This list was already opened.',
      jsonb_build_object('list_id', p_list, 'status', private.list_status_now(v_list.status, v_list.closes_at, v_now)), 'open_list', 'lists', p_list::text);
  end if;
  if p_version <> v_list.version then
    return private.refuse_on_record(409, 'version_conflict', 'Someone else changed this list in the meantime. Reload the page and try again.',
      jsonb_build_object('version', v_list.version), 'open_list', 'lists', p_list::text);
  end if;
  if v_list.closes_at <= v_now then
    return private.refuse_on_record(422, 'closes_too_early', 'Choose a closing time in the future.',
      jsonb_build_object('closes_at', v_list.closes_at), 'open_list', 'lists', p_list::text);
  end if;
  if v_list.kind = 'raffle' and (v_list.closes_at is null or v_list.capacity is null) then
    return private.refuse_on_record(422, 'raffle_incomplete', 'Enter a closing time and the number to give.',
      '{}', 'open_list', 'lists', p_list::text);
  end if;
  if v_list.product_id is null or not exists (select from public.list_choices where list_id = p_list) then
    return private.refuse_on_record(422, 'choices_missing', 'Choose its product and its choices.',
      '{}', 'open_list', 'lists', p_list::text);
  end if;
  v_shortage := private.stock_shortage(p_list);
  if v_shortage is not null then
    return private.refuse_on_record(422, 'stock_too_low', v_shortage || '. Lower the number to give, or update the stock count first.',
      jsonb_build_object('list_id', p_list), 'open_list', 'lists', p_list::text);
  end if;
  -- Null where one of the choices has no limit.
  if v_list.capacity > (
    select case when bool_and(editions is not null) then sum(editions) end from public.list_choices where list_id = p_list
  ) then
    return private.refuse_on_record(422, 'too_few_editions', 'More people could win than there are editions. Lower the number to give, or add editions.',
      jsonb_build_object('capacity', v_list.capacity), 'open_list', 'lists', p_list::text);
  end if;
  update public.lists set
    status = 'open', opens_at = coalesce(opens_at, v_now), offer_hours = pay_within_hours,
    -- A quarter of an hour after the closing: time to publish the frozen list before anyone can know.
    beacon_round = case kind when 'raffle' then private.beacon_round_after(closes_at + interval '15 minutes') end
  where id = p_list returning * into v_list;
  return private.list_facts(v_list);
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
    select jsonb_build_object('email', v_contact.email, 'address', v_contact.address,
      'address_question', v_order.address_question,
      'change_address_until', private.order_deadline(v_contact.order_id, 'address'),
      'shipments', (select coalesce(jsonb_agg(to_jsonb(s) order by s.position), '[]') from public.shipments s where s.order_id = v_contact.order_id),
      'payments', (select coalesce(jsonb_agg(to_jsonb(p) order by p.at), '[]') from public.payments p where p.order_id = v_contact.order_id))
    into v_full;
  end if;
  return jsonb_build_object('found', true, 'is_full', v_full is not null, 'trouble', v_trouble, 'is_guests', v_order.user_id is null,
    'may_act', v_order.user_id is null
      and (private.may_act_by(v_order, v_token) or private.may_act_by(v_order, left(p_acting, 200))),
    'order', private.redacted_order(v_contact.order_id) || coalesce(v_full, '{}'));
end;
$function$
;

CREATE OR REPLACE FUNCTION private.order_actors(p_order uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_is_owner constant boolean := private.is_staff('owner');
begin
  perform private.require_reader('owner', 'fulfilment', 'support');
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'event_id', e.id, 'is_own', e.actor_id = auth.uid(), 'role', s.role,
      'email', case when v_is_owner then u.email end
    ) order by e.id), '[]')
    from public.order_events e
    left join private.staff s on s.user_id = e.actor_id
    left join auth.users u on u.id = e.actor_id
    where e.order_id = p_order and e.actor = 'staff');
end;
$function$
;

CREATE OR REPLACE FUNCTION private.order_option_rule()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_first constant uuid := least(new.value_id, new.other_value_id);
begin
  new.other_value_id := greatest(new.value_id, new.other_value_id);
  new.value_id := v_first;
  if (
    select count(distinct o.id) from public.option_values x
    join public.product_options o on o.id = x.option_id
    where x.id in (new.value_id, new.other_value_id) and o.product_id = new.product_id
  ) <> 2 then
    perform private.refuse(422, 'wrong_pair',
      'Choose values from two different options of the same product.', '{}');
  end if;
  return new;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.over_share(p_cart private.priced_line[], p_client text)
 RETURNS TABLE(line integer, reason text, message text, details jsonb)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  if p_client is null then
    return;
  end if;
  return query
  with wanted as (
    select l.pool_id, l.kit_id, sum(l.quantity::bigint * coalesce(l.pool_units, 1)) as units, min(coalesce(l.pool_units, 1)) as each
    from unnest(p_cart) l where l.reason is null and num_nonnulls(l.pool_id, l.kit_id) = 1 group by 1, 2
  ), piles as (
    select w.*, case when w.pool_id is not null then private.free_units(w.pool_id)
        else (select k.capacity - k.ordered_count - k.waiting_count + private.dead_places(k.id) from public.batch_kits k where k.id = w.kit_id) end as free,
      (select coalesce(sum(h.units), 0) from private.order_contacts c
        join private.holds h on h.order_id = c.order_id
        where c.client_hash = p_client and h.state = 'held' and h.expires_at > now()
          and (h.pool_id = w.pool_id or h.kit_id = w.kit_id)) as own
    from wanted w
  ), shares as (
    select p.*, private.unpaid_share(p.free, p.own) as share from piles p where p.free is not null
  )
  select l.line, 'over_limit', case when s.own = 0 then format('At most %s at once while so few are left.', s.share / s.each)
      else format('You may hold at most %s of these that are not paid. Pay for the others first.', s.share / s.each) end,
    jsonb_build_object('limit', greatest(s.share - s.own, 0) / s.each)
  from shares s join unnest(p_cart) l on (l.pool_id = s.pool_id or l.kit_id = s.kit_id) and l.reason is null
  where s.units + s.own > s.share and s.units <= s.free;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.pairing_lines(p_twist numeric[], p_point numeric[])
 RETURNS numeric[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  v_p constant numeric := private.field_prime();
  v_seed constant bit(64) := x'd201000000010000';
  v_value numeric[] := array[1::numeric] || array_fill(0::numeric, array[11]);
  v_x numeric := p_twist[1]; v_xi numeric := p_twist[2];
  v_y numeric := p_twist[3]; v_yi numeric := p_twist[4];
  v_up numeric; v_upi numeric; v_down numeric; v_downi numeric; v_scale numeric;
  v_slope numeric; v_slopei numeric; v_next numeric; v_nexti numeric;
begin
  for v_n in 1..63 loop
    v_value := private.tower_times(v_value, v_value);
    for v_step in 0..get_bit(v_seed, v_n) loop
      -- The tangent, then the line to the twist's own point.
      if v_step = 0 then
        v_up := 3 * (v_x * v_x - v_xi * v_xi);
        v_upi := 6 * v_x * v_xi;
        v_down := 2 * v_y;
        v_downi := 2 * v_yi;
        v_next := v_x;
        v_nexti := v_xi;
      else
        v_up := p_twist[3] - v_y;
        v_upi := p_twist[4] - v_yi;
        v_down := p_twist[1] - v_x;
        v_downi := p_twist[2] - v_xi;
        v_next := p_twist[1];
        v_nexti := p_twist[2];
      end if;
      v_scale := private.field_inverse(v_down * v_down + v_downi * v_downi);
      v_slope := (v_up * v_down + v_upi * v_downi) % v_p * v_scale % v_p;
      v_slopei := (v_upi * v_down - v_up * v_downi) % v_p * v_scale % v_p;
      v_value := private.tower_times(array[
        (v_slope * v_x - v_slopei * v_xi - v_y) % v_p, (v_slope * v_xi + v_slopei * v_x - v_yi) % v_p, 0, 0,
        -v_slope * p_point[1] % v_p, -v_slopei * p_point[1] % v_p,
        p_point[2], 0, 0, 0, 0, 0], v_value);
      v_next := (v_slope * v_slope - v_slopei * v_slopei - v_x - v_next) % v_p;
      v_nexti := (2 * v_slope * v_slopei - v_xi - v_nexti) % v_p;
      v_up := (v_slope * (v_x - v_next) - v_slopei * (v_xi - v_nexti) - v_y) % v_p;
      v_yi := (v_slope * (v_xi - v_nexti) + v_slopei * (v_x - v_next) - v_yi) % v_p;
      v_y := v_up;
      v_x := v_next;
      v_xi := v_nexti;
    end loop;
  end loop;
  return v_value;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.parcel_price(p_method public.shipping_methods, p_weight bigint, p_value bigint, p_tags text[])
 RETURNS TABLE(price_minor bigint, reason text)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_tag constant text := (select t from unnest(p_tags) t where t = any (p_method.refused_tags) limit 1);
begin
  if v_tag is not null then
    reason := format('%s does not carry %s.', p_method.carrier, case v_tag
      when 'battery' then 'batteries' when 'liquid' then 'liquids' when 'magnet' then 'magnets' else v_tag end);
  elsif p_weight > p_method.max_weight_grams then
    reason := format('Too heavy: at most %s kg.', trim_scale(round(p_method.max_weight_grams / 1000.0, 3)));
  elsif p_value > p_method.max_value_minor then
    reason := 'The value is above this method’s limit.';
  else
    select r.price_minor into price_minor from public.shipping_rates r
    where r.method_id = p_method.id and p_weight > r.from_weight_grams and p_weight <= r.to_weight_grams
      and p_value >= r.from_value_minor and (r.to_value_minor is null or p_value < r.to_value_minor)
      and r.valid_from <= current_date and (r.valid_to is null or current_date < r.valid_to);
    if price_minor is null then
      reason := 'This method has no rate for this weight and value.';
    end if;
  end if;
  return next;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.pass_captcha(p_key uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from private.captcha_passes where passed_at < now() - interval '1 hour';
  insert into private.captcha_passes (order_key) values (p_key)
  on conflict (order_key) do update set passed_at = now();
$function$
;

CREATE OR REPLACE FUNCTION private.pay_if_covered(p_order uuid)
 RETURNS public.order_records
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_order public.order_records;
begin
  select * into v_order from public.order_records o where o.id = p_order;
  if v_order.status = 'awaiting_payment' and private.balance(v_order) <= 0
    and (v_order.pay_by > now() or private.all_holds_stand(p_order)) and private.confirm_order(p_order, true) is null then
    perform private.move_order(p_order, 'awaiting_payment', 'paid', 'shop', 'The payments now cover the total.');
    if v_order.captured_minor > 0 then
      perform private.send_due_mails(p_order);
      perform private.mail_about_order(p_order, 'payment_received', 'paid');
    end if;
    select * into v_order from public.order_records o where o.id = p_order;
  end if;
  return v_order;
end;
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
    v_email, v_address::text, p_shipping_method, p_code, private.json_of(p_consents)::text, p_quote_hash, p_payment)));
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
  return private.finish_order(v_order, p_key, v_email, v_address);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.polynomial_at(p_coefficients numeric[], p_at numeric)
 RETURNS numeric
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  v_value numeric := 0;
begin
  for v_n in reverse cardinality(p_coefficients)..1 loop
    v_value := (v_value * p_at + p_coefficients[v_n]) % private.field_prime();
  end loop;
  return v_value;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.preview_offers(p_list uuid, p_count integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_list public.lists;
begin
  perform private.require_reader('owner');
  select * into v_list from public.lists where id = p_list;
  if v_list.id is null then
    perform private.refuse(404, 'unknown_list', 'This list no longer exists. Reload the page.', jsonb_build_object('list_id', p_list));
  end if;
  if coalesce(p_count, 0) not between 1 and 1000 then
    perform private.refuse(422, 'wrong_count', 'Enter 1 to 1,000.', jsonb_build_object('count', p_count));
  end if;
  return coalesce((
    select jsonb_agg(jsonb_build_object('entry_id', a.entry_id, 'choice_id', a.choice_id, 'variant_id', a.variant_id, 'place', a.place))
    from private.next_awards(p_list, v_list.offer_round + 1,
      least(p_count, coalesce(v_list.capacity - v_list.released, p_count))) a
  ), '[]');
end;
$function$
;

CREATE OR REPLACE FUNCTION private.price_extras(p_line private.priced_line)
 RETURNS private.priced_line
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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
    v.reason := 'design_needed'; v.message := 'This kit is made to a design. Make or open one in the colour picker.';
  end if;
  return v;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.price_line(p_line integer, p_variant uuid, p_quantity integer, p_options jsonb, p_design uuid, p_offer uuid)
 RETURNS private.priced_line
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v private.priced_line;
  v_item record;
  v_batch record;
  v_options record;
begin
  v.line := p_line; v.variant_id := p_variant; v.quantity := p_quantity; v.options := p_options;
  v.design_id := p_design; v.offer_id := p_offer;
  select p.*, x.sku, x.title as variant_title, x.availability, x.price_minor, x.weight_grams,
    x.stock_pool_id, x.pool_units, x.ships_on, x.max_per_customer as most_of_variant,
    (select i.storage_path from public.product_images i where i.product_id = p.id order by i.position, i.id limit 1) as picture
  into v_item
  from public.variants x join public.products p on p.id = x.product_id
  where x.id = p_variant and p.status <> 'draft' and p.publish_at <= now();
  if not found then
    v.reason := 'unknown_variant'; v.message := 'This is no longer sold.';
    return v;
  end if;
  v.product_id := v_item.id; v.sku := v_item.sku; v.title := v_item.title; v.variant_title := v_item.variant_title;
  v.url := v_item.url; v.kind := v_item.kind; v.picture := v_item.picture; v.sold_as := v_item.availability;
  v.tags := v_item.shipping_tags; v.tax_class := v_item.tax_class_code; v.handling_days := v_item.handling_days;
  v.most_of_variant := v_item.most_of_variant; v.most_of_product := v_item.max_per_customer;
  select * into v_options from private.line_options(p_variant, p_options);
  v.chosen := v_options.chosen; v.reason := v_options.reason; v.message := v_options.message;
  v.unit_price_minor := v_item.price_minor;
  if v.sold_as = 'group_buy' then
    select * into v_batch from private.batch_of_variant(p_variant);
    v.kit_id := v_batch.kit_id; v.batch_id := v_batch.batch_id;
    v.ships_on := v_batch.eta; v.eta_precision := v_batch.eta_precision;
    if v.kit_id is not null then
      v.unit_price_minor := private.tier_price(v.kit_id, v_batch.ordered_count, v_item.price_minor);
    end if;
    v.parcel := 'batch:' || v.batch_id;
    if v.kit_id is null or v_batch.stage <> 'open' then
      v.reason := 'not_open'; v.message := 'The group buy is not open.';
    elsif v_batch.dropped then
      v.reason := 'not_open'; v.message := 'This kit is not part of this batch.';
    end if;
  else
    v.pool_id := v_item.stock_pool_id; v.pool_units := v_item.pool_units;
    v.ships_on := case when v.sold_as = 'preorder' then v_item.ships_on end;
    v.eta_precision := 'day';
    v.parcel := v_item.ship_group || coalesce(':' || v.ships_on, '');
  end if;
  v.unit_price_minor := greatest(v.unit_price_minor + coalesce(v_options.delta_minor, 0), 0);
  v.total_minor := v.unit_price_minor * p_quantity;
  v.weight_grams := greatest(v_item.weight_grams + coalesce(v_options.delta_grams, 0), 1) * p_quantity;
  if v_item.status = 'archived' or v.sold_as = 'archived' then
    v.reason := 'not_for_sale'; v.message := 'This is no longer sold.';
  elsif v.sold_as = 'list' and p_offer is null then
    v.reason := 'needs_offer'; v.message := 'This is sold through a list. You need an offer to buy it.';
  end if;
  return private.price_extras(v);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.priced_by_staff(p_lines jsonb)
 RETURNS private.priced_line[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_cart private.priced_line[] := '{}';
  v_line private.priced_line;
  v_price jsonb;
begin
  for v_line in select * from private.price_cart(p_lines) l order by l.line loop
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
$function$
;

CREATE OR REPLACE FUNCTION private.product_history(p_product uuid, p_before bigint DEFAULT NULL::bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_most constant int := 60;
  v_is_owner constant boolean := private.is_staff('owner');
begin
  perform private.require_reader('owner', 'editor');
  return (
    with found as materialized (
      select c.*, row_number() over (order by c.id desc) as place
      from private.product_changes(p_product, coalesce(p_before, 9223372036854775807), v_most + 1) c
    )
    select jsonb_build_object(
      'has_more', count(*) > v_most,
      'changes', coalesce(jsonb_agg(jsonb_build_object(
        'id', f.id, 'at', f.at, 'table', f.table_name,
        -- A price has no id: its kit and its count name it.
        'row_id', coalesce(f.row_id, concat_ws(':', coalesce(f.after, f.before) ->> 'batch_kit_id', coalesce(f.after, f.before) ->> 'from_count')),
        'action', f.action,
        'role', f.actor_role, 'is_own', f.actor_id is not distinct from auth.uid(),
        'email', case when v_is_owner then u.email end,
        'before', private.changed_fields(f.before, f.after), 'after', private.changed_fields(f.after, f.before)
      ) order by f.id desc) filter (where f.place <= v_most), '[]'))
    from found f left join auth.users u on u.id = f.actor_id);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.product_reach(p_after uuid, p_most integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_most constant int := least(greatest(coalesce(p_most, 100), 1), 100);
  v_page uuid[];
begin
  perform private.require_reader('owner', 'editor', 'fulfilment');
  v_page := array(
    select p.id from public.products p
    where p.status in ('published', 'scheduled') and p.publish_at <= now() and (p_after is null or p.id > p_after)
    order by p.id limit v_most);
  return (
    with variants as materialized (
      select a.product_id, a.can_be_ordered, case
          when a.stock = 'group_buy' then 'group buy, ' || coalesce(a.batch_stage::text, 'without a batch')
          when a.stock = 'list' then 'by list, ' || coalesce(a.list_status::text, 'without a list')
          else a.stock end as state
      from unnest(v_page) one (id)
      cross join lateral (select * from public.availability w where w.product_id = one.id offset 0) a
    ), states as (
      select v.product_id, bool_or(v.can_be_ordered) as can_be_ordered,
        coalesce(jsonb_agg(distinct v.state) filter (where not v.can_be_ordered), '[]') as states
      from variants v group by v.product_id
    ), blocked as (
      select o.product_id, jsonb_agg(jsonb_build_object('reason', o.reason, 'countries', o.countries) order by o.reason) as blocked
      from (
        select r.product_id, r.reason, jsonb_agg(r.country order by r.country) as countries
        from private.countries_out_of_reach(v_page) r where r.reason is not null group by r.product_id, r.reason
      ) o group by o.product_id
    ), told as (
      select p.id, p.title, coalesce(s.can_be_ordered, false) as can_be_ordered,
        coalesce(s.states, '[]') as states, coalesce(b.blocked, '[]') as blocked
      from public.products p
      left join states s on s.product_id = p.id
      left join blocked b on b.product_id = p.id
      where p.id = any (v_page)
    )
    select jsonb_build_object(
      -- Counted once, for whoever looks on: it goes over all of them.
      'total', case when p_after is null then (
        select count(*) from public.products p where p.status in ('published', 'scheduled') and p.publish_at <= now()) end,
      'countries', (select count(*) from public.countries c where c.ships),
      'next', case when cardinality(v_page) = v_most then v_page[v_most] end,
      'products', (select coalesce(jsonb_agg(to_jsonb(t) order by t.id), '[]') from told t)));
end;
$function$
;

CREATE OR REPLACE FUNCTION private.proven_email()
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (select u.email from auth.users u where u.id = auth.uid() and u.email_confirmed_at is not null);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.queue_mails(p_kind text, p_to text[], p_facts text[], p_payloads jsonb[], p_users uuid[], p_send_after timestamp with time zone DEFAULT now())
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  with queued as (
    insert into public.outbox (kind, dedupe_key, recipient, user_id, payload, send_after)
    select p_kind, p_kind || ':' || m.fact, m.recipient, m.user_id, coalesce(m.payload, '{}') - array['token', 'acting_token', 'follow_secret'], p_send_after
    from unnest(p_to, p_facts, p_payloads, p_users) m (recipient, fact, payload, user_id)
    where not exists (
      select from public.notification_choices c
      where c.user_id = m.user_id and c.topic = private.mail_topic(p_kind) and c.channel = 'email' and not c.is_wanted
    )
    on conflict (dedupe_key) do nothing
    returning id, dedupe_key
  )
  insert into private.mail_secrets (mail_id, secrets)
  select distinct on (q.id) q.id, private.secrets_of(m.payload)
  from queued q
  join unnest(p_facts, p_payloads) with ordinality m (fact, payload, place) on p_kind || ':' || m.fact = q.dedupe_key
  where private.secrets_of(m.payload) <> '{}'
  order by q.id, m.place;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.record_consents(p_order uuid, p_how text, p_agreed_on date, p_note text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_note constant text := btrim(coalesce(p_note, ''));
  v_order public.order_records;
  v_missing text[];
begin
  perform private.require_staff('owner', 'fulfilment');
  if p_how is null or p_how not in ('phone', 'email') then
    perform private.refuse(422, 'wrong_way', 'Choose phone or e-mail.');
  end if;
  if p_agreed_on is null or p_agreed_on not between current_date - 365 and current_date then
    perform private.refuse(422, 'wrong_day', 'Enter the day on which they agreed, within the last year.');
  end if;
  if length(v_note) not between 2 and 500 then
    perform private.refuse(422, 'note_missing', 'Enter what was agreed (2 to 500 characters).');
  end if;
  select * into v_order from public.order_records o where o.id = p_order for update;
  if not found then
    perform private.refuse(404, 'unknown_order', 'This order could not be found. Check the order number.');
  end if;
  v_missing := private.missing_consents(p_order);
  if v_missing = '{}' then
    perform private.refuse(409, 'agreed_already', 'The customer has already agreed.');
  end if;
  perform private.record_event(p_order, 'consents_recorded', v_note, p_after => private.keep_consents(
    p_order, v_missing, jsonb_build_object('by', 'staff', 'how', p_how, 'agreed_on', p_agreed_on),
    least(now(), (p_agreed_on + 1)::timestamptz)) || jsonb_build_object('how', p_how, 'agreed_on', p_agreed_on));
  return jsonb_build_object('id', v_order.id, 'number', v_order.number, 'missing', private.missing_consents(p_order));
end;
$function$
;

CREATE OR REPLACE FUNCTION private.record_event(p_order uuid, p_kind text, p_reason text DEFAULT ''::text, p_from public.order_status DEFAULT NULL::public.order_status, p_to public.order_status DEFAULT NULL::public.order_status, p_before jsonb DEFAULT '{}'::jsonb, p_after jsonb DEFAULT '{}'::jsonb, p_by_shop boolean DEFAULT false)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.record_events(
    array[p_order], p_kind, p_reason, array[p_from], p_to, array[p_before], array[p_after], p_by_shop);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.record_payment(p_order uuid, p_amount_minor integer, p_reference text, p_note text, p_captured_so_far integer, p_key uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.order_records;
  v_reference constant text := btrim(coalesce(p_reference, ''));
  v_amount int;
  v_outcome text;
  v_known jsonb;
begin
  perform private.require_staff('owner', 'fulfilment');
  if length(v_reference) > 200 or length(p_note) > 500 then
    perform private.refuse(422, 'note_too_long', 'A reference has at most 200 characters, a note 500.');
  end if;
  v_known := private.known_answer(p_key, concat_ws('|', 'payment', p_order, p_amount_minor, v_reference, p_note));
  if v_known is not null then
    return v_known;
  end if;
  perform private.lock_customer_of(p_order);
  select * into v_order from public.order_records o where o.id = p_order for update;
  if not found then
    perform private.refuse(404, 'unknown_order', 'This order could not be found. Check the order number.');
  end if;
  if p_captured_so_far is not null and p_captured_so_far <> v_order.captured_minor then
    perform private.refuse(409, 'payments_changed', 'Someone else recorded a payment in the meantime. Reload the page and try again.',
      jsonb_build_object('captured_minor', v_order.captured_minor));
  end if;
  v_amount := coalesce(p_amount_minor, private.balance(v_order));
  if v_amount not between 1 and 1000000000 then
    perform private.refuse(422, 'wrong_amount', 'Enter the amount received.');
  end if;
  if v_reference <> '' and exists (
    select from public.payments p
    where p.order_id = p_order and p.provider = 'invoice' and p.kind = 'capture' and p.provider_reference = v_reference
  ) then
    perform private.refuse(409, 'known_payment', 'A payment with this reference is already recorded for this order.');
  end if;
  v_outcome := private.capture_money(v_order, 'invoice', v_reference, v_amount, 'staff', btrim(coalesce(p_note, '')));
  select * into v_order from public.order_records o where o.id = p_order;
  return private.keep_answer(p_key, jsonb_build_object('outcome', v_outcome, 'status', v_order.status, 'captured_minor', v_order.captured_minor,
    'refund_due_minor', v_order.refund_due_minor, 'currency', v_order.currency));
end;
$function$
;

CREATE OR REPLACE FUNCTION private.redacted_order(p_order uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'id', o.id, 'number', o.number, 'status', o.status, 'email', private.mask_email(c.email), 'currency', o.currency,
    'subtotal_minor', o.subtotal_minor, 'discount_minor', o.discount_minor, 'shipping_minor', o.shipping_minor,
    'tax_minor', o.tax_minor, 'tax_included_minor', o.tax_included_minor, 'total_minor', o.total_minor,
    'captured_minor', o.captured_minor, 'refunded_minor', o.refunded_minor, 'payment', o.payment,
    'shipping_method_name', o.shipping_method_name, 'country_code', o.country_code, 'placed_at', o.placed_at,
    'pay_by', o.pay_by, 'keep_until', o.keep_until, 'confirmed_at', o.confirmed_at, 'paid_at', o.paid_at, 'cancel_until', private.order_deadline(o.id, 'cancel'),
    'missing_consents', private.missing_consents(o.id),
    'lines', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', l.id, 'variant_id', l.variant_id, 'title', l.title, 'variant_title', l.variant_title, 'quantity', l.quantity,
        'refunded_quantity', l.refunded_quantity, 'url', l.url, 'kind', l.kind, 'picture', l.picture, 'options', l.options,
        'unit_price_minor', l.unit_price_minor, 'total_minor', l.total_minor, 'sold_as', l.sold_as,
        'shipment_id', l.shipment_id, 'batch_id', l.batch_id,
        -- How it looks, without what its maker calls it.
        'design', case when l.design is not null then jsonb_build_object('design', l.design -> 'design') end,
        'batch_stage', private.batch_stage_now(b.stage, b.opens_at, b.closes_at, now()), 'eta', b.eta, 'eta_precision', b.eta_precision,
        'change_options_until', b.change_options_until
      ) order by l.position), '[]')
      from public.order_lines l left join public.batches b on b.id = l.batch_id where l.order_id = o.id),
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
$function$
;

CREATE OR REPLACE FUNCTION private.redeem_recovery_code(p_code text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user constant uuid := auth.uid();
  v_code constant text := regexp_replace(lower(left(coalesce(p_code, ''), 60)), '[^0-9a-f]', '', 'g');
  v_bucket constant text := private.hash_of('recovery ' || coalesce(v_user::text, ''));
begin
  if private.guessed_too_often('recovery_code', v_bucket, 10) then
    perform set_config('response.status', '429', true);
    return jsonb_build_object('done', false, 'reason', 'too_many_tries', 'message', 'Too many attempts. Try again in 15 minutes.');
  end if;
  delete from private.recovery_codes
  where user_id = v_user and code_hash = private.hash_of(v_user || ':' || v_code);
  if not found then
    insert into private.guesses (what, bucket) values ('recovery_code', v_bucket);
    perform set_config('response.status', '422', true);
    return jsonb_build_object('done', false, 'reason', 'wrong_code', 'message', 'This recovery code is wrong or was already used.');
  end if;
  -- Before the trigger on factors tells of the same: the first mail of a kind is the one that is sent.
  perform private.tell_of_safety('second_factor_removed', v_user, '{"by": "recovery_code"}');
  delete from auth.mfa_factors where user_id = v_user;
  delete from private.recovery_codes where user_id = v_user;
  return jsonb_build_object('done', true);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.refund_lines(p_order public.order_records, p_lines jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_given constant jsonb := coalesce(nullif(private.json_of(p_lines), 'null'), '[]');
  v_item jsonb;
  v_line public.order_lines;
  v_left int;
  v_quantity numeric;
  v_worth record;
  v_owed bigint := p_order.refund_due_minor;
  v_answer jsonb := '[]';
begin
  if jsonb_typeof(v_given) <> 'array' or jsonb_array_length(v_given) > 50 then
    perform private.refuse(422, 'wrong_lines', 'Lines are a list of {line_id, quantity}.');
  end if;
  for v_item in select x from jsonb_array_elements(v_given) x loop
    select * into v_line from public.order_lines l
    where l.order_id = p_order.id and l.id = private.uuid_of(v_item ->> 'line_id');
    if not found or v_answer @> jsonb_build_array(jsonb_build_object('line_id', v_line.id)) then
      perform private.refuse(422, 'unknown_line', 'The order has no such line, or it is listed twice.');
    end if;
    v_left := v_line.quantity - v_line.refunded_quantity;
    v_quantity := case jsonb_typeof(v_item -> 'quantity') when 'number' then (v_item ->> 'quantity')::numeric end;
    if v_quantity is null or v_quantity <> trunc(v_quantity) or v_quantity not between 1 and v_left then
      perform private.refuse(422, 'wrong_quantity', 'There are not enough left on that line.',
        jsonb_build_object('line_id', v_line.id, 'left', v_left));
    end if;
    -- Of what is left, so that all parts sum to it.
    select private.share_of(m.cost_minor, v_quantity::int, v_left) as cost_minor,
      private.share_of(m.settled_minor, v_quantity::int, v_left) as settled_minor
    into v_worth from private.line_money(v_line) m;
    -- An order that has ended costs nothing: what its lines cost is owed with all else.
    if p_order.status in ('expired', 'cancelled', 'refunded') then
      v_owed := greatest(v_owed - v_worth.cost_minor, 0);
    end if;
    v_answer := v_answer || jsonb_build_array(jsonb_build_object('line_id', v_line.id,
      'quantity', v_quantity::int, 'amount_minor', v_worth.cost_minor + least(v_worth.settled_minor, v_owed),
      'cost_minor', v_worth.cost_minor, 'settled_minor', v_worth.settled_minor));
    v_owed := v_owed - least(v_worth.settled_minor, v_owed);
  end loop;
  return v_answer;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.refund_order(p_order uuid, p_amount_minor integer, p_lines jsonb, p_reason text, p_refunded_so_far integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  v_order public.order_records;
  v_reason constant text := btrim(coalesce(p_reason, ''));
  v_lines jsonb;
  v_amount bigint;
  v_payment uuid;
begin
  perform private.require_staff('owner', 'fulfilment');
  if length(v_reason) not between 2 and 500 then
    perform private.refuse(422, 'reason_missing', 'Enter a reason of 2 to 500 characters.');
  end if;
  select * into v_order from public.order_records o where o.id = p_order for update;
  if not found then
    perform private.refuse(404, 'unknown_order', 'This order could not be found. Check the order number.');
  end if;
  if p_refunded_so_far is not null and p_refunded_so_far <> v_order.refunded_minor then
    perform private.refuse(409, 'refunds_changed', 'Someone else recorded a refund in the meantime. Reload the page and check before you refund.',
      jsonb_build_object('refunded_minor', v_order.refunded_minor));
  end if;
  v_lines := private.refund_lines(v_order, p_lines);
  v_amount := coalesce(p_amount_minor, case when v_lines = '[]' then v_order.captured_minor - v_order.refunded_minor
    else (select sum((l ->> 'amount_minor')::bigint) from jsonb_array_elements(v_lines) l) end);
  if v_amount > v_order.captured_minor - v_order.refunded_minor then
    perform private.refuse(409, 'over_captured', 'That is more than can be refunded. Enter a lower amount.',
      jsonb_build_object('left_minor', v_order.captured_minor - v_order.refunded_minor));
  end if;
  if v_amount < 1 then
    perform private.refuse(422, 'wrong_amount', 'There is nothing to refund.');
  end if;
  perform private.drop_lines(v_order, v_lines);
  v_payment := private.give_money_back(v_order, v_amount::int, v_lines, v_order.payment, '', v_reason);
  select * into v_order from public.order_records o where o.id = p_order;
  return jsonb_build_object('payment_id', v_payment, 'amount_minor', v_amount, 'status', v_order.status,
    'refunded_minor', v_order.refunded_minor, 'captured_minor', v_order.captured_minor, 'currency', v_order.currency);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.refund_told(p_order public.order_records, p_event private.payment_events, p_more bigint)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_new bigint;
begin
  -- What staff had written down is what a provider tells of later: less what it has told of already.
  select greatest(p_more - greatest(coalesce(sum(case when e.event_id is null then p.amount_minor else 0 end), 0) - (
      select coalesce(sum(t.counted_minor), 0) from private.payment_events t where t.order_id = p_order.id and t.kind = 'refunded')
    + coalesce(sum(case when e.kind = 'refunded' then p.amount_minor else 0 end), 0), 0), 0) into v_new
  from public.payments p
  left join private.payment_events e on e.provider = p.provider and e.event_id = p.provider_reference
  where p.order_id = p_order.id and p.kind = 'refund';
  if v_new > p_order.captured_minor - p_order.refunded_minor then
    return private.note_event(p_order.id, 'payment_mismatch');
  end if;
  if v_new = 0 then
    return 'known_refund';
  end if;
  perform private.give_money_back(p_order, v_new::int, '[]', p_event.provider, p_event.event_id, '');
  return 'refunded';
end;
$function$
;

CREATE OR REPLACE FUNCTION private.refuse_adjustment(p_pool uuid, p_delta integer, p_expected integer)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_pool public.stock_pools;
  v_details jsonb;
begin
  select * into v_pool from public.stock_pools where id = p_pool;
  if not found then
    perform private.refuse(404, 'unknown_pool', 'This stock pool no longer exists. Reload the page.',
      jsonb_build_object('pool_id', p_pool));
  end if;
  v_details := jsonb_build_object(
    'pool_id', v_pool.id, 'on_hand', v_pool.on_hand, 'allocated', v_pool.allocated);
  if p_expected is not null and v_pool.on_hand <> p_expected then
    perform private.refuse(409, 'stock_changed',
      format('The stock is now %s, not %s. Check it and try again.', v_pool.on_hand, p_expected), v_details);
  end if;
  perform private.refuse(409, 'below_allocated',
    format('%s are reserved for orders, so the stock can’t go below that.', v_pool.allocated), v_details);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.refuse_doubled_choice()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_product constant uuid := case when tg_table_name = 'variants' then (to_jsonb(new) ->> 'product_id')::uuid
    else (select o.product_id from public.product_options o where o.id = (to_jsonb(new) ->> 'option_id')::uuid) end;
  v_first record;
begin
  select * into v_first from private.doubled_choices(v_product) limit 1;
  if found then
    perform private.refuse(422, 'doubled_choice', format('“%s” is a value of “%s” and also in the name of the variant “%s”. Remove one of them.',
      v_first.value_title, v_first.option_title, v_first.variant_title));
  end if;
  return null;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.refuse_line(p_line integer, p_value jsonb)
 RETURNS void
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  v_details constant jsonb := jsonb_build_object('line', p_line);
  v_quantity numeric;
begin
  if jsonb_typeof(p_value) is distinct from 'object' then
    perform private.refuse(422, 'wrong_lines', 'A line of a cart is an object.', v_details);
  end if;
  if jsonb_typeof(p_value -> 'variant_id') is distinct from 'string'
    or private.uuid_of(p_value ->> 'variant_id') is null then
    perform private.refuse(422, 'unknown_variant', 'A line names what it is about.', v_details);
  end if;
  if jsonb_typeof(p_value -> 'quantity') is distinct from 'number' then
    perform private.refuse(422, 'wrong_quantity', 'Enter a quantity from 1 to 999.', v_details);
  end if;
  v_quantity := (p_value ->> 'quantity')::numeric;
  if v_quantity <> trunc(v_quantity) or v_quantity not between 1 and 999 then
    perform private.refuse(422, 'wrong_quantity', 'Enter a quantity from 1 to 999.', v_details);
  end if;
  if coalesce(jsonb_typeof(p_value -> 'options'), 'null') not in ('object', 'null') then
    perform private.refuse(422, 'wrong_options', 'Options are an object of answers.', v_details);
  end if;
  if (select count(*) > 40 from jsonb_object_keys(coalesce(nullif(p_value -> 'options', 'null'), '{}'))) then
    perform private.refuse(422, 'wrong_options', 'Too many options were chosen. Reload the page and choose again.', v_details);
  end if;
  if private.is_wrong_id(p_value -> 'design_id') or private.is_wrong_id(p_value -> 'offer_id') then
    perform private.refuse(422, 'wrong_lines', 'Use the ID of the design or offer.', v_details);
  end if;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.refuse_old_secret()
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  perform private.refuse(403, 'link_expired',
    'Nothing was changed: this link only shows the order by now. Have a new one sent from the order''s page.');
end;
$function$
;

CREATE OR REPLACE FUNCTION private.refuse_trouble(p_trouble jsonb)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if p_trouble is not null then
    perform private.refuse(403, p_trouble ->> 'reason', p_trouble ->> 'message', p_trouble -> 'details');
  end if;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.rehearse_draw(p_list uuid, p_randomness text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_list public.lists;
  v_entries uuid[];
  v_ranking uuid[];
  v_now constant timestamptz := clock_timestamp();
  v_most constant int := 1000;
begin
  perform private.require_reader('owner');
  select * into v_list from public.lists where id = p_list;
  if v_list.id is null then
    perform private.refuse(404, 'unknown_list', 'This list no longer exists. Reload the page.', jsonb_build_object('list_id', p_list));
  end if;
  if v_list.kind <> 'raffle' or v_list.status not in ('open', 'closed', 'frozen') then
    perform private.refuse(409, 'nothing_to_rehearse', 'You can rehearse a draw only after the raffle opens and before it is drawn.',
      jsonb_build_object('kind', v_list.kind, 'status', v_list.status));
  end if;
  if coalesce(p_randomness, '') !~ '^[0-9a-f]{64}$' then
    perform private.refuse(422, 'wrong_randomness', 'The random value for a rehearsal must be 64 hex digits.', '{}');
  end if;
  v_entries := coalesce(v_list.entry_ids, array(
    select id from public.list_entries where list_id = p_list and withdrawn_at is null order by id));
  v_ranking := private.rank_entries(v_entries, p_randomness);
  return (
    with awards as materialized (
      select a.entry_id, a.place, array_agg(v.title order by a.n) as won
      from private.next_awards(p_list, v_list.offer_round + 1, v_list.capacity, v_ranking)
        with ordinality a (entry_id, user_id, choice_id, variant_id, place, n)
      cross join lateral (select w.title from public.variants w where w.id = a.variant_id offset 0) v
      group by 1, 2
    ), last as (
      select coalesce(max(place), 0) as place from awards
    )
    select jsonb_build_object(
      'list_id', p_list, 'randomness', p_randomness, 'entry_count', cardinality(v_entries),
      'entries_hash', encode(sha256(convert_to(array_to_string(v_entries, E'\n'), 'UTF8')), 'hex'),
      'capacity', v_list.capacity, 'max_wins', v_list.max_wins, 'last_winning_place', last.place,
      'given', (select coalesce(sum(cardinality(won)), 0) from awards),
      'rows', (
        select coalesce(jsonb_agg(jsonb_build_object('entry_id', q.entry_id, 'place', q.place,
          'won', coalesce(to_jsonb(a.won), '[]'),
          'because', case
            when a.won is not null then 'won'
            when q.user_id is null then 'no_account'
            when private.is_banned(q.user_id, v_now) then 'kept_off'
            when q.place > last.place then 'too_late'
            else 'wishes_gone' end) order by q.place), '[]')
        from (select * from private.queue_of_list(p_list, v_ranking) order by place limit v_most) q
        left join awards a on a.entry_id = q.entry_id))
    from last);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.reinstate_entry(p_entry uuid, p_reason text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_trouble constant jsonb := private.staff_trouble(true, 'owner');
  v_reason constant text := btrim(coalesce(p_reason, ''));
  v_list_id constant uuid := (select list_id from public.list_entries where id = p_entry);
  v_list public.lists;
  v_count int;
begin
  if v_trouble is not null then
    return private.refuse_on_record(403, v_trouble ->> 'reason', v_trouble ->> 'message',
      v_trouble -> 'details', 'reinstate_entry', 'lists', v_list_id::text);
  end if;
  select * into v_list from public.lists where id = v_list_id for no key update;
  if v_list.id is null then
    return private.refuse_on_record(404, 'unknown_entry', 'This entry no longer exists. Reload the page.',
      jsonb_build_object('entry_id', p_entry), 'reinstate_entry', 'lists', v_list_id::text);
  end if;
  if length(v_reason) not between 2 and 300 then
    return private.refuse_on_record(422, 'reason_missing', 'Enter a reason of 2 to 300 characters.',
      jsonb_build_object('entry_id', p_entry), 'reinstate_entry', 'lists', v_list_id::text);
  end if;
  update public.offers set reinstated_at = clock_timestamp()
  where entry_id = p_entry and status = 'revoked' and reinstated_at is null;
  get diagnostics v_count = row_count;
  if v_count = 0 then
    return private.refuse_on_record(409, 'not_revoked', 'This entry has no withdrawn offer to restore.',
      jsonb_build_object('entry_id', p_entry), 'reinstate_entry', 'lists', v_list_id::text);
  end if;
  update private.list_strikes s set forgiven_at = clock_timestamp(), forgiven_reason = v_reason
  from public.offers o where o.id = s.offer_id and o.entry_id = p_entry and s.forgiven_at is null;
  perform private.refill_list(v_list_id);
  return jsonb_build_object('entry_id', p_entry, 'reinstated', v_count);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.remind_before_address_lock()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order record;
  v_count int := 0;
begin
  for v_order in
    select o.id, d.locks_at, 'address_locks:' || o.id || ':' || to_char(d.locks_at at time zone 'UTC', 'YYYY-MM-DD') as key
    from (
      select distinct l.order_id from public.batches b join public.order_lines l on l.batch_id = b.id
      where b.change_address_until > now() and b.change_address_until <= now() + interval '48 hours'
        -- Asked first, since most were told in an earlier minute.
        and not exists (
          select from public.outbox m where m.dedupe_key =
            'address_locks:' || l.order_id || ':' || to_char(b.change_address_until at time zone 'UTC', 'YYYY-MM-DD'))
    ) c
    join public.order_records o on o.id = c.order_id
    cross join lateral (select private.order_deadline(o.id, 'address') as locks_at) d
    where o.status in ('awaiting_payment', 'paid') and o.placed_at <= now() - interval '6 hours' and d.locks_at > now()
    order by o.id
  loop
    continue when exists (select from public.outbox m where m.dedupe_key = v_order.key);
    perform private.mail_about_order(r.id, 'address_locks', split_part(v_order.key, ':', 3),
      jsonb_build_object('locks_at', v_order.locks_at) || private.mail_secrets_of(r, true))
    from public.order_records r where r.id = v_order.id;
    v_count := v_count + 1;
  end loop;
  return v_count;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.remind_before_pay_by()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_reminded int;
begin
  perform private.mail_about_order(o.id, 'payment_due', 'due')
  from public.order_records o
  where o.status = 'awaiting_payment' and o.pay_by > now() and o.pay_by <= now() + interval '24 hours'
    and o.placed_at <= now() - interval '6 hours'
    and not exists (select from public.outbox m where m.dedupe_key = 'payment_due:' || o.id || ':due');
  get diagnostics v_reminded = row_count;
  return v_reminded;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.report_design(p_id uuid, p_reason text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_reason constant text := btrim(coalesce(p_reason, ''));
begin
  if length(v_reason) not between 3 and 500 then
    perform private.refuse(422, 'reason_missing', 'Describe the problem in 3 to 500 characters.', '{}');
  end if;
  perform 1 from public.designs where id = p_id and visibility = 'public' and hidden_at is null for update;
  if not found then
    perform private.refuse(404, 'unknown_design', 'This design no longer exists or is no longer public.', jsonb_build_object('id', p_id));
  end if;
  -- Whoever reports more says nothing new: the answer is the same and nothing is kept.
  if auth.uid() is not null or (
    select count(*) from public.design_reports where design_id = p_id and user_id is null and answered_at is null) < 10
  then
    insert into public.design_reports (design_id, user_id, reason) values (p_id, auth.uid(), v_reason)
    on conflict (design_id, user_id) do update set reason = excluded.reason, reported_at = now(), answered_at = null;
  end if;
  return jsonb_build_object('reported', true);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.request_account_deletion()
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user constant uuid := auth.uid();
  v_token constant text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
  v_due timestamptz;
begin
  if v_user is null then
    perform private.refuse(401, 'signed_out', 'Sign in first.');
  end if;
  perform private.require_second_factor();
  if private.has_role() then
    perform private.refuse(409, 'works_here', 'This is a staff account. Ask an owner of the shop to remove its role first.');
  end if;
  insert into private.account_deletions (user_id, undo_hash, due_at)
  values (v_user, private.hash_of(v_token), now() + interval '14 days')
  on conflict (user_id) do nothing
  returning due_at into v_due;
  if v_due is null then
    select due_at into v_due from private.account_deletions where user_id = v_user;
    return jsonb_build_object('due_at', v_due);
  end if;
  perform private.tell_of_safety('account_deletion', v_user,
    jsonb_build_object('due_at', v_due, 'token', v_token));
  return jsonb_build_object('due_at', v_due);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.request_publish(p_note text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_note constant text := btrim(coalesce(p_note, ''));
  v_request public.publish_requests;
  v_joined boolean := false;
begin
  perform private.require_staff('owner', 'editor');
  if length(v_note) > 500 then
    perform private.refuse(422, 'note_too_long', 'A note has at most 500 characters.',
      jsonb_build_object('limit', 500));
  end if;
  insert into public.publish_requests (requested_by, note) values (auth.uid(), v_note)
  on conflict (status) where status = 'queued' do nothing
  returning * into v_request;
  if v_request.id is null then
    v_joined := true;
    update public.publish_requests
    set note = left(concat_ws(E'\n', nullif(note, ''), nullif(v_note, '')), 500)
    where status = 'queued'
    returning * into v_request;
  end if;
  if v_request.id is null then
    perform private.refuse(409, 'build_started', 'A build has just started. Try again in a few minutes.', '{}');
  end if;
  return jsonb_build_object(
    'id', v_request.id, 'status', v_request.status, 'requested_at', v_request.requested_at,
    'joined', v_joined);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.require_before_deadline(p_order public.order_records, p_who text, p_until timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if p_order.status not in ('awaiting_payment', 'paid')
    and not (p_who = 'staff' and p_order.status in ('in_production', 'ready_to_ship')) then
    perform private.refuse(409, 'illegal_move', 'This order can''t be changed any more.', jsonb_build_object('status', p_order.status));
  end if;
  if p_who = 'customer' and p_until <= now() then
    perform private.refuse(409, 'deadline_passed', 'The deadline for this change has passed.', jsonb_build_object('until', p_until));
  end if;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.require_code_minimum(p_order uuid)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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
$function$
;

CREATE OR REPLACE FUNCTION private.require_entrant(p_user uuid)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_confirmed_at timestamptz;
begin
  if p_user is null then
    perform private.refuse(401, 'signed_out', 'Please sign in first.', '{}');
  end if;
  select coalesce(email_confirmed_at, phone_confirmed_at) into v_confirmed_at from auth.users where id = p_user;
  if v_confirmed_at is null then
    perform private.refuse(403, 'unverified', 'Please confirm your e-mail address first. Each person gets one place.', '{}');
  end if;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.require_fresh_proof()
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_trouble constant jsonb := private.staff_trouble(true);
begin
  if v_trouble ->> 'reason' = 'second_factor_stale' then
    perform private.refuse_trouble(v_trouble);
  end if;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.require_known_settings()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_unknown text;
begin
  select m[1] into v_unknown
  from unnest(tg_argv) field,
    regexp_matches(to_jsonb(new) ->> field, '\{\{\s*([a-z][a-z_]*)\s*\}\}', 'g') m
  where not exists (select from public.settings s where s.key = m[1])
  limit 1;
  if v_unknown is not null then
    perform private.refuse(422, 'unknown_setting',
      format('{{%s}} names no setting of the shop. Use a setting''s name, or take the braces away.', v_unknown),
      jsonb_build_object('key', v_unknown));
  end if;
  return new;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.require_live_offer(p_offer public.offers, p_now timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_details constant jsonb := jsonb_build_object('offer_id', p_offer.id, 'expires_at', p_offer.expires_at);
begin
  if p_offer.status = 'revoked' then
    perform private.refuse(409, 'offer_revoked', 'This offer was withdrawn: ' || p_offer.end_reason, v_details);
  end if;
  if private.offer_status_now(p_offer, p_now) = 'expired' then
    perform private.refuse(409, 'offer_expired', 'This offer has expired; it went to the next in line.', v_details);
  end if;
  if p_offer.order_id is not null then
    perform private.refuse(409, 'offer_used', 'This offer has already been ordered.', v_details);
  end if;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.require_open_list(p_list public.lists, p_now timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if p_list.id is null then
    perform private.refuse(404, 'unknown_list', 'This list no longer exists. Reload the page.', '{}');
  end if;
  if p_list.opens_at > p_now then
    perform private.refuse(409, 'not_open', 'This list has not opened yet.',
      jsonb_build_object('list_id', p_list.id, 'opens_at', p_list.opens_at));
  end if;
  if private.list_status_now(p_list.status, p_list.closes_at, p_now) <> 'open' then
    perform private.refuse(409, 'list_closed', 'This list is closed. Its entries can no longer be changed.',
      jsonb_build_object('list_id', p_list.id, 'closed_at', p_list.closes_at));
  end if;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.require_reader(VARIADIC p_roles text[])
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.refuse_trouble(private.staff_trouble(false, variadic p_roles));
end;
$function$
;

CREATE OR REPLACE FUNCTION private.require_room_for(p_order uuid, p_user uuid, p_email text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if exists (
    select from public.order_lines l join public.variants v on v.id = l.variant_id
    where l.order_id = p_order and v.max_per_customer is not null
    group by v.id
    having sum(l.quantity - l.refunded_quantity) + private.bought_before(p_user, p_email, null, v.id) > v.max_per_customer
  ) or exists (
    select from public.order_lines l join public.products p on p.id = l.product_id
    where l.order_id = p_order and p.max_per_customer is not null
    group by p.id
    having sum(l.quantity - l.refunded_quantity) + private.bought_before(p_user, p_email, p.id, null) > p.max_per_customer
  ) then
    perform private.refuse(409, 'over_limit', 'Taking over this order would put you over the limit per customer.');
  end if;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.require_staff(VARIADIC p_roles text[])
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.refuse_trouble(private.staff_trouble(true, variadic p_roles));
end;
$function$
;

CREATE OR REPLACE FUNCTION private.require_transferable(p_order public.order_records)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if not exists (select from public.order_lines l where l.order_id = p_order.id and l.sold_as = 'group_buy') then
    perform private.refuse(409, 'not_a_group_buy', 'Only a group buy order can be transferred.');
  end if;
  if p_order.status = 'awaiting_payment' then
    perform private.refuse(409, 'not_paid_yet', 'An order can be transferred once it is paid.');
  end if;
  perform private.require_before_deadline(p_order, 'customer', private.order_deadline(p_order.id, 'address'));
  if private.setting('percent_transfer_fee') > 0 then
    perform private.refuse(409, 'costs_a_fee', 'Transferring an order costs a fee. Please write to us.');
  end if;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.require_unpaused(p_user uuid, p_kind public.list_kind, p_now timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_until constant timestamptz := private.paused_until(p_user, p_now);
begin
  if private.is_banned(p_user, p_now) then
    perform private.refuse(403, 'banned', 'Your account can’t enter lists. Write to us if you think this is wrong.', '{}');
  end if;
  if p_kind = 'raffle' and v_until > p_now then
    perform private.refuse(403, 'paused', 'Your account can’t enter raffles for now, because you did not pay for earlier wins.',
      jsonb_build_object('until', v_until));
  end if;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.resend_mail(p_id uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_again uuid;
begin
  perform private.require_staff('owner', 'fulfilment');
  insert into public.outbox (kind, dedupe_key, recipient, user_id, payload)
  select kind, left(dedupe_key, 150) || ':again:' || gen_random_uuid(), recipient, user_id, payload
  from public.outbox where id = p_id
  returning id into v_again;
  if v_again is null then
    perform private.refuse(404, 'unknown_mail', 'This e-mail no longer exists. Run the check again.');
  end if;
  insert into private.mail_secrets (mail_id, secrets)
  select v_again, s.secrets from private.mail_secrets s where s.mail_id = p_id;
  return v_again;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.retire_colorway(p_colorway uuid, p_version integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_colorway public.colorways;
  v_is_used boolean;
begin
  perform private.require_staff('owner', 'editor');
  select * into v_colorway from public.colorways where id = p_colorway for update;
  if v_colorway.id is null then
    perform private.refuse(404, 'unknown_colorway', 'This colorway no longer exists. Reload the page.', jsonb_build_object('id', p_colorway));
  end if;
  if v_colorway.version is distinct from p_version then
    perform private.refuse(409, 'version_conflict', 'Someone else changed this in the meantime. Reload the page and try again.', to_jsonb(v_colorway));
  end if;
  v_is_used := exists (select from private.uses_of_colorway(p_colorway) where pieces > 0);
  if v_is_used then
    update public.colorways set status = 'archived', can_be_ordered = false where id = p_colorway;
  else
    delete from public.colorways where id = p_colorway;
  end if;
  return jsonb_build_object('id', p_colorway, 'outcome', case when v_is_used then 'archived' else 'removed' end);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.reveal_contact(p_order uuid, p_reason text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_actor constant uuid := auth.uid();
  v_reason constant text := btrim(coalesce(p_reason, ''));
  v_contact jsonb;
begin
  perform private.require_staff('owner', 'fulfilment', 'support');
  if length(v_reason) not between 3 and 500 then
    perform private.refuse(422, 'reason_missing', 'Enter a reason.', '{"limit": 500}');
  end if;
  select jsonb_build_object('email', c.email, 'address', c.address) into v_contact
  from private.order_contacts c where c.order_id = p_order;
  if v_contact is null then
    perform private.refuse(404, 'unknown_order', 'This order could not be found. Check the order number.');
  end if;
  insert into public.audit_log (actor_id, actor_role, action, table_name, row_id, after)
  values (v_actor, (select s.role from private.staff s where s.user_id = v_actor), 'read', 'order_records',
    p_order::text, jsonb_build_object('call', 'reveal_contact', 'reason', v_reason));
  return v_contact;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.revoke_offer(p_offer uuid, p_reason text, p_expires_at timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_trouble constant jsonb := private.staff_trouble(true, 'owner');
  v_reason constant text := btrim(coalesce(p_reason, ''));
  v_list_id constant uuid := (select list_id from public.offers where id = p_offer);
  v_list public.lists;
  v_offer public.offers;
begin
  if v_trouble is not null then
    return private.refuse_on_record(403, v_trouble ->> 'reason', v_trouble ->> 'message',
      v_trouble -> 'details', 'revoke_offer', 'lists', v_list_id::text);
  end if;
  select * into v_list from public.lists where id = v_list_id for no key update;
  if v_list.id is null then
    return private.refuse_on_record(404, 'unknown_offer', 'This offer no longer exists. Reload the page.',
      jsonb_build_object('offer_id', p_offer), 'revoke_offer', 'lists', v_list_id::text);
  end if;
  if length(v_reason) not between 2 and 300 then
    return private.refuse_on_record(422, 'reason_missing', 'Enter a reason of 2 to 300 characters.',
      jsonb_build_object('offer_id', p_offer), 'revoke_offer', 'lists', v_list_id::text);
  end if;
  if p_expires_at <> (select expires_at from public.offers where id = p_offer) then
    return private.refuse_on_record(409, 'changed_meanwhile', 'Someone else changed this offer’s deadline in the meantime. Reload the page and try again.',
      jsonb_build_object('offer_id', p_offer), 'revoke_offer', 'lists', v_list_id::text);
  end if;
  perform private.settle_offers(v_list_id);
  update public.offers set status = 'revoked', ended_at = clock_timestamp(), end_reason = v_reason
  where id = p_offer and status in ('pending', 'claimed') and order_id is null
  returning * into v_offer;
  if v_offer.id is null then
    return private.refuse_on_record(409, 'offer_over', 'This offer was already used or has expired.',
      jsonb_build_object('offer_id', p_offer), 'revoke_offer', 'lists', v_list_id::text);
  end if;
  perform private.refill_list(v_list_id);
  return private.offer_facts(v_offer, clock_timestamp());
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
  perform private.note_job_turns(v_done);
  return v_done;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.sales_figures(p_days integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_from constant timestamptz := date_trunc('day', now()) - make_interval(days => greatest(coalesce(p_days, 0), 1) - 1);
  v_most constant int := 12;
begin
  perform private.require_reader('owner', 'fulfilment');
  if p_days is null or p_days not between 7 and 366 then
    perform private.refuse(422, 'wrong_window', 'Choose a period of 7 to 366 days.', '{"from": 7, "to": 366}');
  end if;
  return (
    with sold as materialized (
      select o.id, o.placed_at::date as day, o.country_code, o.currency, o.captured_minor - o.refunded_minor as net_minor
      from public.order_records o
      where o.placed_at >= v_from and o.captured_minor > o.refunded_minor and o.status not in ('expired', 'cancelled', 'refunded')
    ), lines as materialized (
      select l.title, l.variant_title, l.options, l.quantity - l.refunded_quantity as units
      from sold s cross join lateral (
        select * from public.order_lines x where x.order_id = s.id and x.quantity > x.refunded_quantity offset 0
      ) l
    )
    select jsonb_build_object(
      'from', v_from::date, 'to', now()::date,
      'currency', coalesce((select currency from sold group by 1 order by count(*) desc, 1 limit 1), 'EUR'),
      'days', (
        select jsonb_agg(jsonb_build_object('day', d.day::date, 'orders', coalesce(s.orders, 0), 'net_minor', coalesce(s.net_minor, 0)) order by d.day)
        from generate_series(v_from, now(), interval '1 day') d (day)
        left join (select day, count(*) as orders, sum(net_minor) as net_minor from sold group by 1) s on s.day = d.day::date),
      'countries', (
        select coalesce(jsonb_agg(jsonb_build_object('label', coalesce(c.name, x.country_code), 'count', x.orders) order by x.orders desc, x.country_code), '[]')
        from (select country_code, count(*) as orders from sold group by 1 order by 2 desc, 1 limit v_most) x
        left join public.countries c on c.code = x.country_code),
      'kits', (
        select coalesce(jsonb_agg(jsonb_build_object('label', x.label, 'count', x.units) order by x.units desc, x.label), '[]')
        from (select title || ', ' || variant_title as label, sum(units) as units from lines group by 1 order by 2 desc, 1 limit v_most) x),
      'options', (
        select coalesce(jsonb_agg(jsonb_build_object('label', x.label, 'count', x.units) order by x.units desc, x.label), '[]')
        from (
          select (o ->> 'option') || ': ' || (o ->> 'value') as label, sum(l.units) as units
          from lines l, jsonb_array_elements(l.options) o group by 1 order by 2 desc, 1 limit v_most) x),
      'batches', private.batch_figures(v_from)));
end;
$function$
;

CREATE OR REPLACE FUNCTION private.save_batch_kit(p_batch uuid, p_variant uuid, p_terms jsonb, p_expected jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_terms constant jsonb := private.json_of(p_terms);
  v_expected constant jsonb := private.json_of(p_expected);
  v_kit uuid;
  v_theirs jsonb;
begin
  perform private.require_staff('owner', 'editor');
  if jsonb_typeof(v_terms -> 'tiers') is distinct from 'array' or coalesce((v_terms ->> 'moq') !~ '^[1-9][0-9]{0,4}$', true)
    or (v_terms ->> 'capacity') !~ '^[1-9][0-9]{0,5}$' or jsonb_array_length(v_terms -> 'tiers') > 20 or exists (
      select from jsonb_array_elements(v_terms -> 'tiers') t
      where coalesce((t ->> 'from_count') !~ '^[1-9][0-9]{0,5}$' or (t ->> 'price_minor') !~ '^[0-9]{1,8}$', true)
    ) then
    perform private.refuse(422, 'wrong_kit', 'Enter a minimum for the kit and, for each price, the quantity from which it applies.', jsonb_build_object('terms', v_terms));
  end if;
  if not exists (
    select from public.batches b join public.variants v on v.product_id = b.product_id where b.id = p_batch and v.id = p_variant
  ) then
    perform private.refuse(404, 'unknown_batch', 'There is no such batch, or its product has no such variant.', jsonb_build_object('batch_id', p_batch));
  end if;
  select id into v_kit from public.batch_kits where batch_id = p_batch and variant_id = p_variant for update;
  v_theirs := private.kit_terms(v_kit);
  if v_theirs is distinct from nullif(v_expected, 'null') then
    perform private.refuse(409, 'kit_changed', 'Someone else changed this kit in the meantime. Reload the page and try again.', jsonb_build_object('theirs', v_theirs));
  end if;
  if v_kit is null then
    insert into public.batch_kits (batch_id, variant_id, moq, capacity)
    values (p_batch, p_variant, (v_terms ->> 'moq')::int, (v_terms ->> 'capacity')::int) returning id into v_kit;
  else
    update public.batch_kits set moq = (v_terms ->> 'moq')::int, capacity = (v_terms ->> 'capacity')::int where id = v_kit;
  end if;
  delete from public.batch_price_tiers t where t.batch_kit_id = v_kit and not exists (
    select from jsonb_array_elements(v_terms -> 'tiers') x where (x ->> 'from_count')::int = t.from_count);
  insert into public.batch_price_tiers (batch_kit_id, from_count, price_minor)
  select v_kit, (x ->> 'from_count')::int, (x ->> 'price_minor')::int from jsonb_array_elements(v_terms -> 'tiers') x
  on conflict (batch_kit_id, from_count) do update set price_minor = excluded.price_minor;
  return private.kit_terms(v_kit);
exception
  -- Two made it at once. The batch is not locked for this: orders lock kit before batch.
  when unique_violation then
    perform private.refuse(409, 'kit_changed', 'Someone else changed this kit in the meantime. Reload the page and try again.', '{"theirs": null}');
  when check_violation or cardinality_violation then
    perform private.refuse(422, 'wrong_kit', 'The maximum can’t be below the minimum or what is ordered, and each count has one price.', '{}');
end;
$function$
;

CREATE OR REPLACE FUNCTION private.save_design(p_design jsonb, p_id uuid, p_version integer, p_key uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_fault constant text := private.design_fault(p_design);
begin
  if v_fault is not null then
    perform private.refuse(422, 'wrong_design', v_fault, '{}');
  end if;
  return coalesce(
    private.known_answer(p_key, concat_ws('|', 'design', p_id, p_version, p_design)),
    private.keep_answer(p_key, case when p_id is null then private.add_design(p_design, null)
      else private.change_design(p_design, p_id, p_version) end));
end;
$function$
;

CREATE OR REPLACE FUNCTION private.save_product(p_product jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_id constant uuid := p_product ->> 'id';
  v_conflict jsonb;
  v_conflicts jsonb;
  v_constraint text;
  v_detail text;
begin
  perform private.require_staff('owner', 'editor');
  if v_id is null or octet_length(p_product::text) > 400000 then
    perform private.refuse(422, 'not_a_product', 'This is not a product that can be saved.', '{}');
  end if;
  v_conflict := private.save_part('products', array[
    'kind', 'category', 'url', 'title', 'summary', 'body', 'status', 'publish_at', 'maker_id',
    'position', 'ship_group', 'handling_days', 'max_per_customer', 'in_the_box', 'still_needed',
    'tax_class_code', 'shipping_tags', 'hs_code', 'origin_country_code', 'customs_description',
    'layout_code', 'seo_title', 'seo_description'
  ], p_product);
  perform private.remove_product_parts(p_product -> 'removed', v_id);
  v_conflicts := private.write_product_parts(p_product, v_id);
  if v_conflict is not null then
    v_conflicts := v_conflicts || jsonb_build_array(v_conflict);
  end if;
  if v_conflicts <> '[]' then
    perform private.refuse(409, 'version_conflict', 'Someone else changed this in the meantime. Reload the page and try again.',
      jsonb_build_object('conflicts', v_conflicts));
  end if;
  return (select jsonb_build_object('id', id, 'version', version, 'url', url)
    from public.products where id = v_id);
exception
  when unique_violation then
    get stacked diagnostics v_constraint = constraint_name, v_detail = pg_exception_detail;
    perform private.refuse(409, 'taken', 'This URL, code or number is already taken.',
      private.broken_rule(sqlstate, sqlerrm, v_constraint, v_detail));
  when foreign_key_violation then
    get stacked diagnostics v_constraint = constraint_name, v_detail = pg_exception_detail;
    if sqlerrm like 'insert or update on %' then
      perform private.refuse(422, 'not_there', 'It refers to something that no longer exists in the shop. Reload the page and choose again.',
        private.broken_rule(sqlstate, sqlerrm, v_constraint, v_detail));
    end if;
    perform private.refuse(409, 'in_use', 'Something you removed is still used elsewhere. Remove it there first.',
      private.broken_rule(sqlstate, sqlerrm, v_constraint, v_detail));
  when check_violation or not_null_violation or invalid_text_representation then
    -- Its detail would be the whole row.
    get stacked diagnostics v_constraint = constraint_name;
    perform private.refuse(422, 'not_valid', 'One of these values is not accepted.',
      private.broken_rule(sqlstate, sqlerrm, v_constraint, null));
end;
$function$
;

CREATE OR REPLACE FUNCTION private.secrets_of(p_payload jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(jsonb_object_agg(f.key, f.value), '{}') from jsonb_each(p_payload) f
    where f.key in ('token', 'acting_token', 'follow_secret'));
end;
$function$
;

CREATE OR REPLACE FUNCTION private.send_due_mails(p_order uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if not exists (select from public.outbox m where m.dedupe_key = 'order_placed:' || p_order || ':placed') then
    perform private.ask_about_order(p_order);
  end if;
  perform private.ask_about_next_order(c.mailbox) from private.order_contacts c where c.order_id = p_order;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.send_order_link(p_number text, p_token text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.order_records;
  v_fact text;
begin
  select * into v_order from public.order_records o where o.number = private.order_number_of(p_number) for update;
  if v_order.id is null or not coalesce(private.is_secret_of(v_order.id, left(p_token, 200)), false) then
    perform private.refuse(404, 'unknown_order', 'There is no such order of yours.');
  end if;
  if v_order.user_id is not null then
    perform private.refuse(409, 'has_account', 'This order belongs to an account: sign in to change it.');
  end if;
  if v_order.status not in ('awaiting_payment', 'paid', 'in_production', 'ready_to_ship') then
    perform private.refuse(409, 'illegal_move', 'This order can''t be changed any more.', jsonb_build_object('status', v_order.status));
  end if;
  -- Whoever holds an old link must not fill the mailbox with it.
  select current_date || '-' || n into v_fact from generate_series(1, 3) n
  where not exists (
    select from public.outbox m where m.dedupe_key = 'order_link:' || v_order.id || ':' || current_date || '-' || n)
  order by n limit 1;
  if v_fact is null then
    perform private.refuse(429, 'too_many_tries', 'We send at most three links a day. Use the newest one.');
  end if;
  perform private.mail_about_order(v_order.id, 'order_link', v_fact,
    jsonb_build_object('acts_until', now() + interval '24 hours') || private.mail_secrets_of(v_order, true));
  return jsonb_build_object('number', v_order.number, 'email', (
    select private.mask_email(c.email) from private.order_contacts c where c.order_id = v_order.id));
end;
$function$
;

CREATE OR REPLACE FUNCTION private.send_update(p_update uuid, p_is_preview boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_update public.updates;
  v_batches constant uuid[] := array(select batch_id from public.update_batches where update_id = p_update order by 1);
  v_move record;
  v_buyers int;
  v_facts jsonb;
begin
  perform private.require_staff('owner', 'editor');
  select * into v_update from public.updates where id = p_update for update;
  if v_update.id is null then
    perform private.refuse(404, 'unknown_update', 'This update no longer exists. Reload the page.', jsonb_build_object('update_id', p_update));
  end if;
  -- Who wrote it saw another date than its batch has by now: nobody's is written over unseen.
  for v_move in
    select b.code, b.eta as eta_now from public.update_batches u join public.batches b on b.id = u.batch_id
    where u.update_id = p_update and u.eta_after is not null and u.eta_before is not null
      and b.eta is distinct from u.eta_before and b.eta is distinct from u.eta_after
  loop
    perform private.refuse(409, 'batch_changed', format('Someone else moved %s to %s in the meantime. Check it and rewrite your update.',
      v_move.code, coalesce(v_move.eta_now::text, 'no date')), jsonb_build_object('eta', v_move.eta_now));
  end loop;
  select count(*) into v_buyers from private.buyers_of(v_batches);
  if p_is_preview then
    return jsonb_build_object('buyers', v_buyers, 'batches', cardinality(v_batches), 'is_sent', false);
  end if;
  if v_update.status = 'draft' or v_update.publish_at > now() then
    perform private.refuse(409, 'not_published', 'Publish it first, because the mail links to it.',
      jsonb_build_object('publish_at', v_update.publish_at));
  end if;
  -- A mail names the batch only where there is no doubt which one is meant.
  select jsonb_build_object('batch_title', b.title, 'product_title', p.title, 'eta_before', coalesce(u.eta_before, b.eta),
      'eta_precision_before', b.eta_precision, 'eta', coalesce(u.eta_after, b.eta), 'eta_precision', b.eta_precision)
  into v_facts
  from public.update_batches u join public.batches b on b.id = u.batch_id join public.products p on p.id = b.product_id
  where u.update_id = p_update and cardinality(v_batches) = 1;
  for v_move in
    select u.*, b.stage as stage_now from public.update_batches u join public.batches b on b.id = u.batch_id
    where u.update_id = p_update order by u.batch_id
  loop
    update public.batches set eta = coalesce(v_move.eta_after, eta), stage = coalesce(v_move.stage, stage)
    where id = v_move.batch_id;
  end loop;
  perform private.queue_mail('batch_update', b.email, p_update || ':' || private.hash_of(lower(b.email)),
    jsonb_build_object('update_id', p_update, 'url', v_update.url, 'title', v_update.title,
      'summary', v_update.summary, 'order_number', b.number) || coalesce(v_facts, '{}'), b.user_id)
  from private.buyers_of(v_batches) b;
  return jsonb_build_object('buyers', v_buyers, 'batches', cardinality(v_batches), 'is_sent', true);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.set_address_lock(p_batch uuid, p_until timestamp with time zone, p_version integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_batch public.batches;
begin
  perform private.require_staff('owner', 'fulfilment');
  if p_until <= now() or p_until > now() + interval '5 years' then
    perform private.refuse(422, 'wrong_moment', 'The address lock must be in the future, within five years.');
  end if;
  update public.batches set change_address_until = p_until
  where id = p_batch and version = p_version returning * into v_batch;
  if not found then
    select * into v_batch from public.batches where id = p_batch;
    if not found then
      perform private.refuse(404, 'unknown_batch', 'This batch no longer exists. Reload the page.');
    end if;
    perform private.refuse(409, 'batch_changed', 'Someone else changed this batch in the meantime. Reload the page and try again.',
      jsonb_build_object('version', v_batch.version, 'change_address_until', v_batch.change_address_until));
  end if;
  return jsonb_build_object('id', v_batch.id, 'version', v_batch.version, 'change_address_until', v_batch.change_address_until);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.set_country_zones(p_country text, p_zones uuid[], p_expected uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_wanted constant uuid[] := array(select distinct z from unnest(p_zones) z where z is not null order by z);
  v_theirs uuid[];
begin
  perform private.require_staff('owner', 'fulfilment');
  if cardinality(v_wanted) > 20 then
    perform private.refuse(422, 'too_many_zones', 'Choose at most 20 zones.', '{"limit": 20}');
  end if;
  perform 1 from public.countries where code = p_country for no key update;
  if not found then
    perform private.refuse(404, 'unknown_country', 'This country no longer exists. Reload the page.', jsonb_build_object('country', p_country));
  end if;
  v_theirs := array(select zone_id from public.zone_countries where country_code = p_country order by zone_id);
  if v_theirs <> array(select distinct z from unnest(p_expected) z order by z) then
    perform private.refuse(409, 'zones_changed', 'Someone else moved this country in the meantime. Reload the page and try again.',
      jsonb_build_object('zones', to_jsonb(v_theirs)));
  end if;
  delete from public.zone_countries where country_code = p_country and zone_id <> all (v_wanted);
  insert into public.zone_countries (zone_id, country_code)
  select z, p_country from unnest(v_wanted) z on conflict do nothing;
  return jsonb_build_object('country', p_country, 'zones', to_jsonb(v_wanted));
exception
  when foreign_key_violation then
    perform private.refuse(404, 'unknown_zone', 'This zone no longer exists. Reload the page.', '{}');
end;
$function$
;

CREATE OR REPLACE FUNCTION private.set_staff_role(p_email text, p_role text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user uuid;
  v_role constant text := nullif(btrim(coalesce(p_role, '')), '');
begin
  perform private.require_staff('owner');
  if v_role is not null and v_role not in ('owner', 'editor', 'fulfilment', 'support') then
    perform private.refuse(422, 'unknown_role', 'This role does not exist. Choose another.');
  end if;
  select id into v_user from auth.users
  where lower(email) = lower(btrim(left(coalesce(p_email, ''), 254))) and email_confirmed_at is not null;
  if v_user is null then
    perform private.refuse(404, 'no_account', 'There is no confirmed account with this address.');
  end if;
  -- Two owners who remove each other at once must not leave none.
  perform from private.staff where role = 'owner' for update;
  if v_role is distinct from 'owner' and not exists (
    select from private.staff where role = 'owner' and user_id <> v_user
  ) then
    perform private.refuse(409, 'last_owner', 'The shop needs an owner. Name another owner first.');
  end if;
  if v_role is null then
    delete from private.staff where user_id = v_user;
  else
    insert into private.staff (user_id, role) values (v_user, v_role)
    on conflict (user_id) do update set role = excluded.role;
  end if;
  return jsonb_build_object('user_id', v_user, 'role', v_role);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.setting(p_key text)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_value int;
begin
  select value into v_value from public.settings where key = p_key;
  if v_value is null then
    perform private.refuse(500, 'setting_missing', 'The shop is missing a setting. Please write to us.',
      jsonb_build_object('key', p_key));
  end if;
  return v_value;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.settle_offers(p_list uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  with lapsed as (
    update public.offers o set
      status = 'expired', ended_at = clock_timestamp(), end_reason = 'Expired'
    where o.list_id = p_list and o.status in ('pending', 'claimed')
      and private.offer_status_now(o, clock_timestamp()) = 'expired'
    returning o.id, o.user_id, o.claimed_at, coalesce(o.holds_until, o.expires_at) as at
  )
  insert into private.list_strikes (offer_id, user_id, at)
  select p.id, p.user_id, p.at from lapsed p join public.lists l on l.id = p_list
  where p.user_id is not null and (l.kind = 'raffle' or p.claimed_at is not null)
  on conflict (offer_id) do nothing
$function$
;

CREATE OR REPLACE FUNCTION private.settle_paid_line(p_line public.order_lines, p_kind text, p_amount integer, p_words text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_order public.order_records;
  v_back int;
begin
  select * into v_order from public.order_records where id = p_line.order_id;
  perform private.enter(v_order, 'settled', p_line.id, 0, -p_amount, p_words);
  if p_kind = 'dropped' then
    update public.order_lines set refunded_quantity = quantity where id = p_line.id;
    -- Who gets back every line has nothing shipped either.
    perform private.enter(o, 'settled', null, 0, least(o.forgone_minor - o.total_minor, 0), p_words) from public.order_records o
    where o.id = p_line.order_id and not exists (
      select from public.order_lines l where l.order_id = o.id and l.refunded_quantity < l.quantity);
  end if;
  v_back := least(p_amount, (select o.refund_due_minor from public.order_records o where o.id = p_line.order_id));
  perform private.record_event(p_line.order_id, case p_kind when 'dropped' then 'kit_dropped' else 'price_settled' end,
    p_words, p_before => jsonb_build_object('line_id', p_line.id, 'unit_price_minor', p_line.unit_price_minor),
    p_after => jsonb_build_object('refund_minor', v_back, 'currency', p_line.currency), p_by_shop => true);
  perform private.mail_about_order(p_line.order_id, case p_kind when 'dropped' then 'kit_dropped' else 'price_settled' end,
    p_line.id::text, jsonb_build_object('line', p_line.title || ', ' || p_line.variant_title, 'words', p_words,
      'refund_minor', v_back, 'currency', p_line.currency));
end;
$function$
;

CREATE OR REPLACE FUNCTION private.settle_paid_order(p_order uuid, p_batch uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v record;
  v_cost int;
begin
  for v in select * from private.lines_to_settle(p_order, p_batch) loop
    select m.cost_minor into v_cost from private.line_money(v.line) m;
    if v.is_dropped then
      perform private.settle_paid_line(v.line, 'dropped', v_cost, v.words);
    elsif v.off_minor > 0 then
      perform private.settle_paid_line(v.line, 'cheaper', least(v_cost,
        private.line_worth(v.line, v.off_minor * ((v.line).quantity - (v.line).refunded_quantity))), v.words || ': we refund the difference.');
    end if;
  end loop;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.settle_unpaid_line(p_line public.order_lines, p_is_dropped boolean, p_off_minor integer, p_words text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_unit constant int := p_line.unit_price_minor - p_off_minor;
begin
  perform private.record_event(p_line.order_id, case when p_is_dropped then 'kit_dropped' else 'price_settled' end, p_words,
    p_before => jsonb_build_object('line_id', p_line.id, 'unit_price_minor', p_line.unit_price_minor),
    p_after => case when not p_is_dropped then jsonb_build_object('line_id', p_line.id, 'unit_price_minor', v_unit) end, p_by_shop => true);
  if p_is_dropped then
    perform private.release_holds(
      array(select h.id from private.holds h where h.line_id = p_line.id and h.state = 'held'), '[]', 'A kit was dropped');
    delete from public.order_lines where id = p_line.id;
  else
    update public.order_lines l set unit_price_minor = v_unit, total_minor = v_unit * l.quantity,
      -- Within its bounds until spread_discount has shared it out anew.
      discount_minor = least(l.discount_minor, v_unit * l.quantity),
      tax_minor = private.tax_part(v_unit * l.quantity - least(l.discount_minor, v_unit * l.quantity), nullif(l.tax_rate_basis_points, 0), l.tax_included)
    where l.id = p_line.id;
  end if;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.settle_unpaid_order(p_order public.order_records, p_batch uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_taxes constant jsonb := private.order_taxes(p_order.id, p_order.shipping_minor);
  v_dropped uuid[];
  v_words text;
  v record;
begin
  select array_agg((s.line).id) filter (where s.is_dropped),
    string_agg(s.words || case when s.is_dropped then '' else ': you pay less.' end, ' ') filter (where s.is_dropped or s.off_minor > 0)
  into v_dropped, v_words from private.lines_to_settle(p_order.id, p_batch) s;
  if v_words is null then
    return false;
  end if;
  if not exists (
    select from public.order_lines l
    where l.order_id = p_order.id and l.refunded_quantity < l.quantity and l.id <> all (coalesce(v_dropped, '{}'))
  ) then
    perform private.move_order(p_order.id, 'awaiting_payment', 'cancelled', 'shop', v_words);
    perform private.mail_about_order(p_order.id, 'order_cancelled', 'cancelled', jsonb_build_object('reason', v_words));
    return true;
  end if;
  for v in select * from private.lines_to_settle(p_order.id, p_batch) s where s.is_dropped or s.off_minor > 0 loop
    perform private.settle_unpaid_line(v.line, v.is_dropped, v.off_minor, v.words || case when v.is_dropped then '' else ': you pay less.' end);
  end loop;
  perform private.sum_amended_order(p_order, p_order.shipping_minor, v_taxes, v_words);
  perform private.mail_about_order(p_order.id, 'order_changed', (select max(e.id)::text from public.order_events e where e.order_id = p_order.id),
    jsonb_build_object('reason', v_words));
  return false;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.settlement_of(p_batch uuid, p_waiting jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object(
    'variant_id', v.id, 'title', v.title, 'moq', k.moq, 'ordered', coalesce(k.settled_count, k.ordered_count),
    'waiting', coalesce((p_waiting ->> v.id::text)::int, 0),
    'is_dropped', k.dropped_at is not null,
    'price_minor', private.tier_price(k.id, coalesce(k.settled_count, k.ordered_count), v.price_minor), 'currency', v.currency,
    'lines', s.lines, 'refund_minor', s.refund_minor) order by k.position, v.sku), '[]')
  from public.batch_kits k join public.variants v on v.id = k.variant_id
  cross join lateral (
    select count(distinct l.id)::int as lines, coalesce(-sum(e.amount_minor), 0) as refund_minor
    from public.order_lines l join public.order_entries e on e.order_id = l.order_id and e.line_id = l.id and e.kind = 'settled'
    where l.batch_id = p_batch and l.variant_id = k.variant_id
  ) s
  where k.batch_id = p_batch
$function$
;

CREATE OR REPLACE FUNCTION private.ship_parcels(p_parcels jsonb, p_despite_due text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_rows constant jsonb := private.json_of(p_parcels);
  v_despite constant text := private.despite_due(p_despite_due);
  v_row record;
  v_refusal text;
  v_sent uuid[] := '{}';
  v_answers jsonb := '[]';
begin
  perform private.require_staff('owner', 'fulfilment');
  if jsonb_typeof(v_rows) is distinct from 'array' or jsonb_array_length(v_rows) not between 1 and 500 then
    perform private.refuse(422, 'wrong_parcels', 'Select 1 to 500 parcels.', '{"limit": 500}');
  end if;
  perform 1 from public.order_records o
  where o.id in (select s.order_id from public.shipments s join jsonb_array_elements(v_rows) x
    on s.id = private.uuid_of(x ->> 'shipment_id')) order by o.id for update;
  for v_row in select x as given, i from jsonb_array_elements(v_rows) with ordinality a (x, i) order by i loop
    v_refusal := private.send_parcel(v_row.given, v_despite);
    if v_refusal is null then
      v_sent := v_sent || private.uuid_of(v_row.given ->> 'shipment_id');
    end if;
    v_answers := v_answers || jsonb_build_array(jsonb_build_object(
      'shipment_id', v_row.given ->> 'shipment_id', 'ok', v_refusal is null, 'reason', v_refusal)
      || case when v_refusal = 'money_due' then jsonb_build_object('due_minor', (
        select private.balance_due(o) from public.order_records o join public.shipments s on s.order_id = o.id
        where s.id = private.uuid_of(v_row.given ->> 'shipment_id'))) else '{}' end);
  end loop;
  perform private.claim_holds(array(select s.order_id from public.shipments s where s.id = any (v_sent)), v_sent, 'Shipped');
  return v_answers;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.staff_trouble(p_is_change boolean, VARIADIC p_roles text[] DEFAULT '{}'::text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.has_role(variadic p_roles) then
    return jsonb_build_object('reason', 'not_allowed', 'message', 'Your account has no right to do this.',
      'details', jsonb_build_object('roles', p_roles));
  end if;
  if private.lacks_second_factor() then
    return jsonb_build_object('reason', 'second_factor',
      'message', 'Enter the code of your authenticator app first.', 'details', '{}'::jsonb);
  end if;
  if private.factor_due_at((select auth.uid())) <= now() then
    return jsonb_build_object('reason', 'second_factor_missing',
      'message', 'Add an authenticator app on your account page first.', 'details', '{}'::jsonb);
  end if;
  if p_is_change and private.is_proof_stale() then
    return jsonb_build_object('reason', 'second_factor_stale',
      'message', 'Nothing was changed. Enter the code of your authenticator app again.', 'details', '{}'::jsonb);
  end if;
  return null;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.start_group_buy(p_list uuid, p_batch uuid, p_opens_at timestamp with time zone, p_closes_at timestamp with time zone, p_eta date, p_kits jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_trouble constant jsonb := private.staff_trouble(true, 'owner');
  v_list public.lists;
  v_batch public.batches;
  v_kits constant jsonb := private.json_of(p_kits);
  v_told int;
begin
  if v_trouble is not null then
    return private.refuse_on_record(403, v_trouble ->> 'reason', v_trouble ->> 'message',
      v_trouble -> 'details', 'start_group_buy', 'lists', p_list::text);
  end if;
  select * into v_list from public.lists where id = p_list for no key update;
  if v_list.id is null then
    return private.refuse_on_record(404, 'unknown_list', 'This list no longer exists. Reload the page.',
      jsonb_build_object('list_id', p_list), 'start_group_buy', 'lists', p_list::text);
  end if;
  select * into v_batch from public.batches where id = p_batch for update;
  if v_batch.id is null or v_batch.product_id is distinct from v_list.product_id then
    return private.refuse_on_record(404, 'unknown_batch', 'This product has no such batch. Reload the page and choose another.',
      jsonb_build_object('batch_id', p_batch), 'start_group_buy', 'lists', p_list::text);
  end if;
  if v_list.kind <> 'interest_check' or v_list.status not in ('open', 'closed') or v_batch.stage not in ('draft', 'interest_check') then
    return private.refuse_on_record(409, 'not_an_interest_check', 'Only an open interest check can become a group buy, and only once.',
      jsonb_build_object('status', v_list.status, 'stage', v_batch.stage), 'start_group_buy', 'lists', p_list::text);
  end if;
  if p_opens_at is null or p_closes_at is null or p_closes_at <= greatest(p_opens_at, clock_timestamp()) then
    return private.refuse_on_record(422, 'wrong_window', 'The closing time must be in the future and after the opening time.',
      jsonb_build_object('opens_at', p_opens_at, 'closes_at', p_closes_at), 'start_group_buy', 'lists', p_list::text);
  end if;
  if jsonb_typeof(v_kits) is distinct from 'array' or jsonb_array_length(v_kits) not between 1 and 50 or exists (
    select from jsonb_array_elements(v_kits) k
    where not exists (select from public.variants v where v.id = private.uuid_of(k ->> 'variant_id') and v.product_id = v_list.product_id)
      or coalesce((k ->> 'moq') !~ '^[0-9]{1,6}$' or (k ->> 'moq')::int not between 1 and 100000, true)
  ) then
    return private.refuse_on_record(422, 'wrong_kits', 'Each kit needs a variant of this product and a minimum.',
      jsonb_build_object('kits', v_kits), 'start_group_buy', 'lists', p_list::text);
  end if;
  insert into public.batch_kits (batch_id, variant_id, moq, position)
  select p_batch, private.uuid_of(k ->> 'variant_id'), (k ->> 'moq')::int, n::int
  from jsonb_array_elements(v_kits) with ordinality t (k, n)
  on conflict (batch_id, variant_id) do update set moq = excluded.moq;
  update public.variants set availability = 'group_buy'
  where id in (select private.uuid_of(k ->> 'variant_id') from jsonb_array_elements(v_kits) k);
  update public.batches set opens_at = p_opens_at, closes_at = p_closes_at, eta = coalesce(p_eta, eta), stage = 'announced'
  where id = p_batch returning * into v_batch;
  update public.lists set status = 'finished' where id = p_list;
  v_told := private.tell_voters(p_list, v_batch);
  return jsonb_build_object('batch_id', p_batch, 'stage', v_batch.stage, 'opens_at', p_opens_at, 'closes_at', p_closes_at, 'told', v_told);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.stock_actors(p_entries bigint[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_is_owner constant boolean := private.is_staff('owner');
begin
  perform private.require_reader('owner', 'fulfilment');
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'entry_id', l.id, 'is_own', l.actor_id = auth.uid(), 'role', s.role,
      'email', case when v_is_owner then u.email end
    ) order by l.id), '[]')
    from public.stock_ledger l
    left join private.staff s on s.user_id = l.actor_id
    left join auth.users u on u.id = l.actor_id
    where l.id = any (p_entries[1:100]) and l.actor_id is not null
      -- Customers only have goods promised and freed: what was on hand, colleagues changed, also those since gone.
      and (s.user_id is not null or l.on_hand_delta <> 0));
end;
$function$
;

CREATE OR REPLACE FUNCTION private.sum_amended_order(p_order public.order_records, p_shipping integer, p_taxes_before jsonb, p_reason text)
 RETURNS public.order_records
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  delete from public.shipments s where s.order_id = p_order.id and s.status = 'planned'
    and not exists (select from public.order_lines l where l.shipment_id = s.id);
  update public.shipments s set weight_grams = (select sum(l.weight_grams) from public.order_lines l where l.shipment_id = s.id)
  where s.order_id = p_order.id and s.status = 'planned';
  perform private.spread_discount(p_order.id);
  return private.sum_order(p_order, p_shipping, p_taxes_before, p_reason);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.sum_order(p_order public.order_records, p_shipping integer, p_taxes_before jsonb, p_reason text)
 RETURNS public.order_records
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_taxes constant jsonb := private.order_taxes(p_order.id, p_shipping);
begin
  update public.order_records set tax_included_minor =
    greatest(p_order.tax_included_minor + (v_taxes ->> 'included')::int - (p_taxes_before ->> 'included')::int, 0)
  where id = p_order.id;
  perform private.enter_costs(p_order, p_shipping,
    greatest(p_order.tax_minor + (v_taxes ->> 'added')::int - (p_taxes_before ->> 'added')::int, 0), p_reason);
  return private.pay_if_covered(p_order.id);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.sweep_old_rows()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_rule private.retention;
  v_step int;
  v_swept int := 0;
begin
  for v_rule in select * from private.retention where keeps is not null order by name loop
    execute private.sweep_query(v_rule);
    get diagnostics v_step = row_count;
    v_swept := v_swept + v_step;
  end loop;
  update private.order_contacts c set client_hash = null
  from public.order_records o
  where o.id = c.order_id and c.client_hash is not null and o.status <> 'awaiting_payment'
    and o.placed_at < now() - interval '1 day';
  return v_swept;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.sweep_query(p_rule private.retention)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select format('delete from %1$s where ctid = any (array(select ctid from %1$s where %2$s < now() - interval %3$L and (%4$s) order by %2$s limit 5000))',
    (p_rule).rows_of, (p_rule).age, (p_rule).keeps, (p_rule).only_where)
$function$
;

CREATE OR REPLACE FUNCTION private.take_order_key(p_key uuid, p_hash text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_caller constant text := coalesce(auth.uid()::text, 'guest');
  v_known private.order_keys;
begin
  -- Waits here for whoever is placing the same order at this moment.
  insert into private.order_keys (caller, key, request_hash) values (v_caller, p_key, p_hash)
  on conflict do nothing;
  if found then
    return null;
  end if;
  select * into v_known from private.order_keys k where k.caller = v_caller and k.key = p_key;
  if v_known.request_hash <> p_hash then
    perform private.refuse(422, 'key_reused', 'This request was already used for another order. Reload the page and try again.');
  end if;
  return v_known.answer || '{"replayed": true}';
end;
$function$
;

CREATE OR REPLACE FUNCTION private.terms_on(p_at timestamp with time zone)
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select v.id from public.legal_versions v
    where v.document = 'terms' and v.effective_at <= p_at order by v.number desc limit 1);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.tower_conjugate(p_number numeric[])
 RETURNS numeric[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select array_agg(case when (n - 1) / 2 % 2 = 1 then -c else c end order by n)
  from unnest(p_number) with ordinality c (c, n)
$function$
;

CREATE OR REPLACE FUNCTION private.tower_frobenius(p_number numeric[])
 RETURNS numeric[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  v_p constant numeric := private.field_prime();
  -- (1 + u)^((p - 1) / 6): what w is multiplied by.
  v_root constant numeric[] := array[
    0x1904d3bf02bb0667c231beb4202c0d1f0fd603fd3cbd5f4f7b2443d784bab9c4f67ea53d63e7813d8d0775ed92235fb8,
    0xfc3e2b36c4e03288e9e902231f9fb854a14787b6c7b36fec0c8ec971f63c5f282d5ac14d6c7ec22cf78a126ddc4af3];
  v_factor numeric[] := array[1, 0];
  v_power numeric[] := '{}';
begin
  for v_n in 0..5 loop
    v_power := v_power || array[
      (p_number[2 * v_n + 1] * v_factor[1] + p_number[2 * v_n + 2] * v_factor[2]) % v_p,
      (p_number[2 * v_n + 1] * v_factor[2] - p_number[2 * v_n + 2] * v_factor[1]) % v_p];
    v_factor := array[(v_factor[1] * v_root[1] - v_factor[2] * v_root[2]) % v_p,
      (v_factor[1] * v_root[2] + v_factor[2] * v_root[1]) % v_p];
  end loop;
  return v_power;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.tower_inverse(p_number numeric[])
 RETURNS numeric[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  v_p constant numeric := private.field_prime();
  v_conjugate constant numeric[] := private.tower_conjugate(p_number);
  -- Even coefficients alone, so a number of Fp6.
  v_norm constant numeric[] := private.tower_times(p_number, v_conjugate);
  v_frobenius constant numeric[] := private.tower_frobenius(private.tower_frobenius(v_norm));
  v_others constant numeric[] := private.tower_times(v_frobenius, private.tower_frobenius(private.tower_frobenius(v_frobenius)));
  v_rest constant numeric[] := private.tower_times(v_norm, v_others);
  v_inverse constant numeric := private.field_inverse(v_rest[1] * v_rest[1] + v_rest[2] * v_rest[2]);
  v_scale constant numeric[] := array[v_rest[1] * v_inverse % v_p, -v_rest[2] * v_inverse % v_p]
    || array_fill(0::numeric, array[10]);
begin
  return private.tower_times(private.tower_times(v_scale, v_others), v_conjugate);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.tower_seed_power(p_number numeric[])
 RETURNS numeric[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  v_seed constant bit(64) := x'd201000000010000';
  v_power numeric[] := p_number;
begin
  for v_n in 1..63 loop
    v_power := private.tower_square(v_power);
    if get_bit(v_seed, v_n) = 1 then
      v_power := private.tower_times(v_power, p_number);
    end if;
  end loop;
  return private.tower_conjugate(v_power);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.tower_square(p_number numeric[])
 RETURNS numeric[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  v_p constant numeric := private.field_prime();
  v_square numeric[] := array_fill(0::numeric, array[12]);
  -- Where the squares of three numbers of Fp4 go (Granger and Scott).
  v_sums constant int[] := array[1, 5, 9];
  v_products constant int[] := array[7, 11, 3];
  v_sum int;
  v_product int;
  v_a numeric; v_ai numeric; v_b numeric; v_bi numeric; v_c numeric; v_ci numeric; v_d numeric; v_di numeric;
begin
  for v_n in 1..3 loop
    -- The pairs (w^0, w^3), (w^1, w^4), (w^2, w^5).
    v_a := p_number[2 * v_n - 1];
    v_ai := p_number[2 * v_n];
    v_b := p_number[2 * v_n + 5];
    v_bi := p_number[2 * v_n + 6];
    v_d := v_b * v_b - v_bi * v_bi;
    v_di := 2 * v_b * v_bi;
    v_c := 3 * (v_a * v_a - v_ai * v_ai + v_d - v_di);
    v_ci := 3 * (2 * v_a * v_ai + v_d + v_di);
    v_d := 6 * (v_a * v_b - v_ai * v_bi);
    v_di := 6 * (v_a * v_bi + v_ai * v_b);
    if v_n = 3 then
      -- Multiplied by w^3, and w^6 is 1 + u.
      v_a := v_d;
      v_d := v_d - v_di;
      v_di := v_a + v_di;
    end if;
    v_sum := v_sums[v_n];
    v_product := v_products[v_n];
    v_square[v_sum] := (v_c - 2 * p_number[v_sum]) % v_p;
    v_square[v_sum + 1] := (v_ci - 2 * p_number[v_sum + 1]) % v_p;
    v_square[v_product] := (v_d + 2 * p_number[v_product]) % v_p;
    v_square[v_product + 1] := (v_di + 2 * p_number[v_product + 1]) % v_p;
  end loop;
  return v_square;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.tower_times(p_one numeric[], p_two numeric[])
 RETURNS numeric[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  v_p constant numeric := private.field_prime();
  v_sum numeric[] := array_fill(0::numeric, array[24]);
  v_real numeric; v_imaginary numeric;
  v_at int;
begin
  for v_n in 0..5 loop
    v_real := p_one[2 * v_n + 1];
    v_imaginary := p_one[2 * v_n + 2];
    continue when v_real = 0 and v_imaginary = 0;
    for v_m in 0..5 loop
      v_at := 2 * (v_n + v_m) + 1;
      v_sum[v_at] := v_sum[v_at] + v_real * p_two[2 * v_m + 1] - v_imaginary * p_two[2 * v_m + 2];
      v_sum[v_at + 1] := v_sum[v_at + 1] + v_real * p_two[2 * v_m + 2] + v_imaginary * p_two[2 * v_m + 1];
    end loop;
  end loop;
  -- w^6 is 1 + u.
  for v_n in 0..5 loop
    v_at := 2 * v_n + 1;
    v_sum[v_at] := (v_sum[v_at] + v_sum[v_at + 12] - v_sum[v_at + 13]) % v_p;
    v_sum[v_at + 1] := (v_sum[v_at + 1] + v_sum[v_at + 12] + v_sum[v_at + 13]) % v_p;
  end loop;
  return v_sum[1:12];
end;
$function$
;

CREATE OR REPLACE FUNCTION private.transition_orders(p_orders uuid[], p_to text, p_reason text, p_from text[], p_despite_due text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_reason constant text := btrim(coalesce(p_reason, ''));
  v_despite constant text := private.despite_due(p_despite_due);
  v_to public.order_status;
  v_legal uuid[];
  v_moved uuid[];
  v_owing jsonb;
  v_answers jsonb;
begin
  perform private.require_staff('owner', 'fulfilment');
  if p_orders is null or cardinality(p_orders) not between 1 and 500 then
    perform private.refuse(422, 'wrong_orders', 'Select 1 to 500 orders.', '{"limit": 500}');
  end if;
  if cardinality(p_from) <> cardinality(p_orders) then
    perform private.refuse(422, 'wrong_orders', 'Send the stage you last saw for every order, or for none of them.');
  end if;
  if p_to is null or p_to <> all (enum_range(null::public.order_status)::text[]) then
    perform private.refuse(422, 'unknown_status', 'This status does not exist. Choose another.');
  end if;
  if length(v_reason) > 500 then
    perform private.refuse(422, 'reason_too_long', 'Shorten the reason to 500 characters or fewer.', '{"limit": 500}');
  end if;
  v_to := p_to::public.order_status;
  perform 1 from public.order_records o where o.id = any (p_orders) order by o.id for update;
  with judged as (
    -- One by one through the key: a join would look at all orders for a few.
    select x.id, o.status, o.due_minor, case
      when o.status is null then 'unknown_order'
      when o.status = v_to then 'already_there'
      -- A colleague was faster: what this move was meant for is not there any more.
      when x.seen <> o.status::text then 'moved_meanwhile'
      when m.to_status is null then 'illegal_move'
      when v_to = 'cancelled' and private.has_left(x.id) then 'illegal_move'
      when m.needs_reason and length(v_reason) < 2 then 'reason_missing'
      when v_to = 'shipped' and o.address_question is not null then 'address_problem'
      -- Its time is over and others took of its goods: money that came is noted by itself, and owed back.
      when v_to = 'paid' and o.status = 'awaiting_payment' and o.pay_by <= now() and not private.all_holds_stand(x.id)
        then 'goods_gone'
      when private.is_gated(v_to) and not m.needs_reason and o.due_minor > 0 and v_despite is null then 'money_due'
    end as refusal
    from (select distinct on (u.id) u.id, u.seen from unnest(p_orders, p_from) u (id, seen) order by u.id) x
    left join lateral (select r.status, r.pay_by, r.address_question, private.balance_due(r) as due_minor
      from public.order_records r where r.id = x.id limit 1) o on true
    left join private.order_moves m on m.from_status = o.status and m.to_status = v_to and m.who = 'staff'
  )
  select coalesce(array_agg(id order by id) filter (where refusal is null), '{}'),
    jsonb_agg(jsonb_build_object('order_id', id, 'ok', refusal is null, 'reason', refusal)
      || case refusal when 'moved_meanwhile' then jsonb_build_object('status', status)
        when 'money_due' then jsonb_build_object('due_minor', due_minor) else '{}' end order by id),
    coalesce(jsonb_object_agg(id, due_minor) filter (where refusal is null and due_minor > 0), '{}')
  into v_legal, v_answers, v_owing from judged;
  if v_to = 'paid' then
    v_legal := private.record_what_is_due(v_legal, v_reason);
  end if;
  v_moved := private.move_orders(v_legal, null, v_to, 'staff', v_reason);
  if private.is_gated(v_to) and v_despite is not null then
    perform private.record_open_balance(v_moved, v_owing, v_despite);
  end if;
  perform private.after_transition(v_moved, v_to, v_reason);
  return v_answers;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.turn_down(p_order public.order_records, p_reason text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if private.move_order(p_order.id, 'awaiting_payment', 'cancelled', 'shop', p_reason) then
    perform private.free_offers_of(p_order.id, false);
    perform private.free_ended_orders(array[p_order.id]);
    perform private.mail_about_order(p_order.id, 'order_cancelled', 'cancelled', jsonb_build_object('reason', p_reason));
  end if;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.unpaid_share(p_free bigint, p_own bigint)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select greatest(3, (p_free + p_own) / 2)
$function$
;

CREATE OR REPLACE FUNCTION private.use_codes_of(p_order uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_use record;
begin
  for v_use in
    select u.code_id, u.email from private.discount_uses u
    where u.order_id = p_order and (u.counted_at is null or u.given_back_at is not null) order by u.code_id
  loop
    update public.discount_codes c set used_count = c.used_count + 1
    where c.id = v_use.code_id and (c.most_uses is null or c.used_count < c.most_uses);
    if not found then
      perform private.refuse(409, 'code_used_up', 'Someone else used the last of this code first.');
    end if;
    if exists (
      select from public.discount_codes c where c.id = v_use.code_id and c.most_per_customer <= (
        select count(*) from private.discount_uses u
        where u.code_id = c.id and u.given_back_at is null and u.counted_at is not null
          and u.order_id <> p_order and u.mailbox = private.mailbox_of(v_use.email))
    ) then
      perform private.refuse(409, 'code_used', 'You have already used this code.');
    end if;
  end loop;
  update private.discount_uses set counted_at = now(), given_back_at = null
  where order_id = p_order and (counted_at is null or given_back_at is not null);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.visit_funnel(p_days integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_from constant date := (now() at time zone 'UTC')::date - (greatest(coalesce(p_days, 0), 1) - 1);
  v_orders bigint;
  v_paid bigint;
begin
  perform private.require_reader('owner', 'fulfilment');
  if p_days is null or p_days not between 7 and 366 then
    perform private.refuse(422, 'wrong_window', 'Choose a period of 7 to 366 days.', '{"from": 7, "to": 366}');
  end if;
  select count(*), count(*) filter (where o.captured_minor > o.refunded_minor) into v_orders, v_paid
  from public.order_records o where o.placed_at >= v_from::timestamp at time zone 'UTC';
  return jsonb_build_object(
    'from', v_from, 'to', (now() at time zone 'UTC')::date,
    'steps', (
      select jsonb_agg(jsonb_build_object('step', s.name, 'visits', coalesce(v.visits, 0)) order by s.n)
      from unnest(array['product_viewed', 'cart_line_added', 'cart_viewed', 'checkout_started', 'order_placed']) with ordinality s (name, n)
      left join (
        select d.step, sum(d.visits) as visits from private.visit_days d where d.day >= v_from group by d.step
      ) v on v.step = s.name),
    'orders', v_orders, 'paid', v_paid);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.waiting_changes(p_since timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_shown constant text[] := array[
    'products', 'variants', 'product_options', 'option_values', 'option_rules', 'product_images',
    'product_facts', 'product_files', 'product_relations', 'makers', 'colorways', 'palettes',
    'batches', 'batch_kits', 'batch_price_tiers', 'lists', 'list_choices', 'updates',
    'update_batches', 'update_products', 'countries', 'tax_rates', 'country_restrictions',
    'shipping_zones', 'zone_countries', 'shipping_methods', 'shipping_rates', 'regional_partners',
    'partner_countries', 'partner_sales', 'settings', 'page_texts', 'faq_groups', 'faq_entries',
    'legal_versions', 'legal_sections'
  ];
  -- What orders and entries touch by themselves.
  v_counted constant text[] := array[
    'version', 'updated_at', 'entry_count',
    'ordered_count', 'waiting_count', 'settled_count'
  ];
  v_most constant int := 200;
begin
  perform private.require_reader('owner', 'editor');
  if p_since is null or p_since < now() - interval '1 year' then
    perform private.refuse(422, 'since_too_old', 'Changes are listed for one year at most.', '{}');
  end if;
  return (
    with edits as (
      select log.table_name, log.row_id,
        (array_agg(log.action order by log.id))[1] as first_action,
        (array_agg(log.action order by log.id desc))[1] as last_action,
        (array_agg(coalesce(log.after, log.before) order by log.id desc))[1] as shown,
        (array_agg(log.actor_role order by log.id desc))[1] as by_role,
        max(log.at) as at
      from public.audit_log log
      where log.at > p_since and log.table_name = any (v_shown)
        and log.action in ('insert', 'update', 'delete')
        and log.before - v_counted is distinct from log.after - v_counted
      group by log.table_name, log.row_id
    ),
    due as (
      select 'products' as table_name, id::text as row_id, title, publish_at from public.products
      where publish_at > p_since and publish_at <= now() and status <> 'draft'
      union all
      select 'updates', id::text, title, publish_at from public.updates
      where publish_at > p_since and publish_at <= now()
    ),
    changes as (
      select table_name, row_id, at, by_role,
        case when first_action = 'insert' then 'new' when last_action = 'delete' then 'gone'
          else 'changed' end as kind,
        coalesce(shown ->> 'title', shown ->> 'name', shown ->> 'question', shown ->> 'sku',
          shown ->> 'url', shown ->> 'code', shown ->> 'key', '') as title
      from edits where not (first_action = 'insert' and last_action = 'delete')
      union all
      select table_name, row_id, publish_at, 'clock', 'due', title from due
      where not exists (
        select from edits where edits.table_name = due.table_name and edits.row_id = due.row_id)
    ),
    listed as (select * from changes order by at desc, table_name, row_id limit v_most)
    select jsonb_build_object(
      'since', p_since,
      'count', (select count(*) from changes),
      'changes', coalesce((select jsonb_agg(jsonb_build_object(
        'table', table_name, 'row_id', row_id, 'kind', kind, 'title', title, 'at', at,
        'by', by_role) order by at desc) from listed), '[]'))
  );
end;
$function$
;

CREATE OR REPLACE FUNCTION private.write_amendment(p_order public.order_records, p_changes jsonb, p_reason text)
 RETURNS public.order_records
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_shipping constant int := coalesce((p_changes ->> 'shipping_minor')::int, p_order.shipping_minor);
  v_was constant jsonb := private.order_taxes(p_order.id, p_order.shipping_minor);
begin
  perform private.amend_lines(p_order, p_changes);
  if not exists (select from public.order_lines l where l.order_id = p_order.id) then
    perform private.refuse(422, 'empty_cart', 'An order needs at least one line. Cancel it instead.');
  end if;
  return private.sum_amended_order(p_order, v_shipping, v_was, coalesce(nullif(p_reason, ''), 'Amended'));
end;
$function$
;

CREATE OR REPLACE FUNCTION private.write_order(p_quote jsonb, p_cart private.priced_line[], p_user uuid, p_payment text, p_consents jsonb)
 RETURNS public.order_records
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_order public.order_records;
  v_designs jsonb;
  v_hours constant int := private.setting(case
    when exists (select from unnest(p_cart) l where l.offer_id is not null) then 'hours_to_pay_raffle' else 'hours_to_pay' end);
  v_keep_until constant timestamptz := now() + make_interval(hours => v_hours);
  -- An account with a mailbox answers for its order, and a colleague for one they make.
  v_is_confirmed constant boolean := private.proven_email() is not null or private.is_staff();
begin
  insert into public.order_records (
    user_id, payment, country_code, shipping_method_id, shipping_method_name, code, currency, subtotal_minor,
    discount_minor, shipping_minor, tax_minor, tax_included_minor, total_minor, terms_version_id, consents, pay_by,
    confirmed_at, keep_until
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
    case when v_is_confirmed then now() end, case when not v_is_confirmed then v_keep_until end
  from public.shipping_methods m where m.id = (p_quote ->> 'shipping_method')::uuid
  returning * into v_order;
  -- Locked in one order by everybody.
  select coalesce(jsonb_object_agg(d.id, private.freeze_design(d.id)), '{}') into v_designs
  from (select distinct l.design_id as id from unnest(p_cart) l where l.design_id is not null order by 1) d;
  insert into public.shipments (order_id, position, batch_id, ships_on, eta_precision, weight_grams)
  select v_order.id, s.place, s.batch_id, s.ships_on, s.eta_precision, s.weight_grams from private.parcels_of(p_cart) s;
  insert into public.order_lines (
    order_id, position, shipment_id, variant_id, product_id, batch_id, design_id, offer_id, sold_as, quantity,
    title, variant_title, sku, url, kind, picture, options, design, currency, unit_price_minor, total_minor,
    discount_minor, tax_minor, tax_included, tax_rate_basis_points, tax_name, weight_grams
  )
  select v_order.id, l.line + 1, s.id, l.variant_id, l.product_id, l.batch_id, l.design_id, l.offer_id, l.sold_as,
    l.quantity, l.title, l.variant_title, l.sku, l.url, l.kind, l.picture, l.chosen, v_designs -> l.design_id::text, v_order.currency,
    l.unit_price_minor, l.total_minor, (q ->> 'discount_minor')::int, (q ->> 'tax_minor')::int,
    (q ->> 'tax_included')::boolean, (q ->> 'tax_rate_basis_points')::int, q ->> 'tax_name', l.weight_grams
  from unnest(p_cart) l
  join jsonb_array_elements(p_quote -> 'lines') q on (q ->> 'line')::int = l.line
  join private.parcels_of(p_cart) p on p.parcel = l.parcel and p.batch_id is not distinct from l.batch_id
  join public.shipments s on s.order_id = v_order.id and s.position = p.place;
  perform private.enter_costs(v_order, v_order.shipping_minor, v_order.tax_minor, 'Placed');
  return v_order;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.wrong_guess(p_word text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if private.guessed_too_often('discount', private.guesser(), 20) then
    return private.problem(null, 'code_limited', 'Too many codes tried. Wait 15 minutes.');
  end if;
  if exists (select from public.discount_codes c where c.code = p_word) then return null; end if;
  insert into private.guesses (what, bucket) values ('discount', private.guesser());
  return private.problem(null, 'code_unknown', 'There is no such code.');
end;
$function$
;

CREATE OR REPLACE FUNCTION public.add_order_note(p_order uuid, p_text text, p_key uuid DEFAULT NULL::uuid)
 RETURNS uuid
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.add_order_note(p_order, p_text, p_key)
$function$
;

CREATE OR REPLACE FUNCTION public.fork_design(p_id uuid, p_key uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.fork_design(p_id, p_key)
$function$
;

CREATE OR REPLACE FUNCTION public.note_refused_event(p_provider text, p_event_id text, p_kind text, p_reference text DEFAULT NULL::text, p_amount_minor bigint DEFAULT 0, p_currency text DEFAULT 'EUR'::text, p_why text DEFAULT ''::text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.note_refused_event(p_provider, p_event_id, p_kind, p_reference, p_amount_minor, p_currency, p_why)
$function$
;

CREATE OR REPLACE FUNCTION public.open_order(p_number text, p_token text, p_acting text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.open_order(p_number, p_token, p_acting)
$function$
;

CREATE OR REPLACE FUNCTION public.pass_captcha(p_key uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.pass_captcha(p_key)
$function$
;

CREATE OR REPLACE FUNCTION public.record_payment(p_order uuid, p_amount_minor integer DEFAULT NULL::integer, p_reference text DEFAULT ''::text, p_note text DEFAULT ''::text, p_captured_so_far integer DEFAULT NULL::integer, p_key uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.record_payment(p_order, p_amount_minor, p_reference, p_note, p_captured_so_far, p_key)
$function$
;

CREATE OR REPLACE FUNCTION public.save_design(p_design jsonb, p_id uuid DEFAULT NULL::uuid, p_version integer DEFAULT NULL::integer, p_key uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.save_design(p_design, p_id, p_version, p_key)
$function$
;

CREATE OR REPLACE FUNCTION public.send_order_link(p_number text, p_token text)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.send_order_link(p_number, p_token)
$function$
;

ALTER TABLE "private"."acting_secrets" ADD CONSTRAINT "acting_secrets_order_id_fkey" FOREIGN KEY (order_id) REFERENCES public.order_records(id) ON DELETE CASCADE;

ALTER TABLE "public"."order_entries" ADD CONSTRAINT "order_entries_order_id_fkey" FOREIGN KEY (order_id) REFERENCES public.order_records(id) ON DELETE CASCADE;

ALTER TABLE "public"."order_records" ADD CONSTRAINT "order_records_confirmed" CHECK (((confirmed_at IS NULL) = (keep_until IS NOT NULL)));

ALTER TABLE "public"."outbox" ADD CONSTRAINT "outbox_without_secrets" CHECK ((NOT (payload ?| ARRAY['token'::text, 'acting_token'::text, 'follow_secret'::text])));

CREATE VIEW "public"."batch_orders" WITH (security_invoker=true) AS  SELECT b.batch_id,
    b.order_id AS id,
    b.placed_at,
    o.number,
    o.status,
    o.payment,
    private.order_email(b.order_id) AS email,
    o.country_code,
    o.currency,
    o.total_minor,
    o.captured_minor,
    o.refunded_minor,
    o.refund_due_minor,
    o.pay_by,
    o.paid_at,
    o.address_question,
    o.version
   FROM (public.order_batches b
     CROSS JOIN LATERAL ( SELECT r.id,
            r.number,
            r.user_id,
            r.status,
            r.payment,
            r.country_code,
            r.shipping_method_id,
            r.shipping_method_name,
            r.code,
            r.currency,
            r.subtotal_minor,
            r.discount_minor,
            r.shipping_minor,
            r.tax_minor,
            r.tax_included_minor,
            r.total_minor,
            r.captured_minor,
            r.refunded_minor,
            r.forgone_minor,
            r.refund_due_minor,
            r.terms_version_id,
            r.consents,
            r.placed_at,
            r.pay_by,
            r.confirmed_at,
            r.keep_until,
            r.paid_at,
            r.closed_at,
            r.address_question,
            r.version,
            r.updated_at
           FROM public.order_records r
          WHERE (r.id = b.order_id)
         LIMIT 1) o);;

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
    private.missing_consents(id) AS missing_consents
   FROM public.order_records o;;

CREATE INDEX acting_secrets_order_idx ON private.acting_secrets USING btree (order_id, made_at);

CREATE INDEX call_keys_age_idx ON private.call_keys USING btree (created_at);

CREATE INDEX captcha_passes_passed_idx ON private.captcha_passes USING btree (passed_at);

CREATE INDEX follows_over_idx ON private.follows USING btree (GREATEST(ended_at, told_at, asked_at)) WHERE (num_nonnulls(ended_at, told_at) > 0);

CREATE INDEX follows_unconfirmed_idx ON private.follows USING btree (asked_at) WHERE (confirmed_at IS NULL);

CREATE INDEX guesses_age_idx ON private.guesses USING btree (at);

CREATE INDEX order_contacts_client_idx ON private.order_contacts USING btree (client_hash) WHERE (client_hash IS NOT NULL);

CREATE INDEX payment_events_reference_idx ON private.payment_events USING btree (provider, reference);

CREATE INDEX analytics_events_received_idx ON public.analytics_events USING btree (received_at);

CREATE INDEX designs_guests_idx ON public.designs USING btree (updated_at) WHERE (owner_id IS NULL);

CREATE INDEX order_entries_order_idx ON public.order_entries USING btree (order_id, id);

CREATE INDEX order_records_refund_idx ON public.order_records USING btree (refund_due_minor) WHERE (refund_due_minor > 0);

CREATE INDEX outbox_done_idx ON public.outbox USING btree (COALESCE(sent_at, given_up_at)) WHERE (COALESCE(sent_at, given_up_at) IS NOT NULL);

CREATE TRIGGER bound_events AFTER INSERT ON public.analytics_events REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.bound_events();

CREATE TRIGGER guard_staff_change BEFORE INSERT OR DELETE OR UPDATE ON public.bank_accounts FOR EACH STATEMENT EXECUTE FUNCTION private.guard_staff_change();

CREATE TRIGGER guard_staff_change BEFORE INSERT OR DELETE OR UPDATE ON public.batch_kits FOR EACH STATEMENT EXECUTE FUNCTION private.guard_staff_change();

CREATE TRIGGER guard_staff_change BEFORE INSERT OR DELETE OR UPDATE ON public.batch_price_tiers FOR EACH STATEMENT EXECUTE FUNCTION private.guard_staff_change();

CREATE TRIGGER guard_staff_change BEFORE INSERT OR DELETE OR UPDATE ON public.batches FOR EACH STATEMENT EXECUTE FUNCTION private.guard_staff_change();

CREATE TRIGGER guard_staff_change BEFORE INSERT OR DELETE OR UPDATE ON public.colorways FOR EACH STATEMENT EXECUTE FUNCTION private.guard_staff_change();

CREATE TRIGGER guard_staff_change BEFORE INSERT OR DELETE OR UPDATE ON public.colour_samples FOR EACH STATEMENT EXECUTE FUNCTION private.guard_staff_change();

CREATE TRIGGER guard_staff_change BEFORE INSERT OR DELETE OR UPDATE ON public.colour_stock FOR EACH STATEMENT EXECUTE FUNCTION private.guard_staff_change();

CREATE TRIGGER guard_staff_change BEFORE INSERT OR DELETE OR UPDATE ON public.countries FOR EACH STATEMENT EXECUTE FUNCTION private.guard_staff_change();

CREATE TRIGGER require_known_settings BEFORE INSERT OR UPDATE OF duties_note ON public.countries FOR EACH ROW EXECUTE FUNCTION private.require_known_settings('duties_note');

CREATE TRIGGER guard_staff_change BEFORE INSERT OR DELETE OR UPDATE ON public.country_restrictions FOR EACH STATEMENT EXECUTE FUNCTION private.guard_staff_change();

CREATE TRIGGER guard_staff_change BEFORE INSERT OR DELETE OR UPDATE ON public.design_kits FOR EACH STATEMENT EXECUTE FUNCTION private.guard_staff_change();

CREATE TRIGGER guard_staff_change BEFORE INSERT OR DELETE OR UPDATE ON public.design_offers FOR EACH STATEMENT EXECUTE FUNCTION private.guard_staff_change();

CREATE TRIGGER guard_staff_change BEFORE INSERT OR DELETE OR UPDATE ON public.discount_codes FOR EACH STATEMENT EXECUTE FUNCTION private.guard_staff_change();

CREATE TRIGGER guard_staff_change BEFORE INSERT OR DELETE OR UPDATE ON public.faq_entries FOR EACH STATEMENT EXECUTE FUNCTION private.guard_staff_change();

CREATE TRIGGER require_known_settings BEFORE INSERT OR UPDATE OF question, answer ON public.faq_entries FOR EACH ROW EXECUTE FUNCTION private.require_known_settings('question', 'answer');

CREATE TRIGGER guard_staff_change BEFORE INSERT OR DELETE OR UPDATE ON public.faq_groups FOR EACH STATEMENT EXECUTE FUNCTION private.guard_staff_change();

CREATE TRIGGER guard_staff_change BEFORE INSERT OR DELETE OR UPDATE ON public.legal_sections FOR EACH STATEMENT EXECUTE FUNCTION private.guard_staff_change();

CREATE TRIGGER require_known_settings BEFORE INSERT OR UPDATE OF plain, body ON public.legal_sections FOR EACH ROW EXECUTE FUNCTION private.require_known_settings('plain', 'body');

CREATE TRIGGER guard_staff_change BEFORE INSERT OR DELETE OR UPDATE ON public.legal_versions FOR EACH STATEMENT EXECUTE FUNCTION private.guard_staff_change();

CREATE TRIGGER guard_staff_change BEFORE INSERT OR DELETE OR UPDATE ON public.list_choices FOR EACH STATEMENT EXECUTE FUNCTION private.guard_staff_change();

CREATE TRIGGER guard_staff_change BEFORE INSERT OR DELETE OR UPDATE ON public.lists FOR EACH STATEMENT EXECUTE FUNCTION private.guard_staff_change();

CREATE TRIGGER guard_staff_change BEFORE INSERT OR DELETE OR UPDATE ON public.makers FOR EACH STATEMENT EXECUTE FUNCTION private.guard_staff_change();

CREATE TRIGGER guard_staff_change BEFORE INSERT OR DELETE OR UPDATE ON public.option_rules FOR EACH STATEMENT EXECUTE FUNCTION private.guard_staff_change();

CREATE TRIGGER guard_staff_change BEFORE INSERT OR DELETE OR UPDATE ON public.option_values FOR EACH STATEMENT EXECUTE FUNCTION private.guard_staff_change();

CREATE TRIGGER count_books AFTER INSERT ON public.order_entries REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.count_books();

CREATE TRIGGER keep_version BEFORE UPDATE ON public.order_records FOR EACH ROW WHEN ((new.version = old.version)) EXECUTE FUNCTION private.keep_order_version();

CREATE TRIGGER guard_staff_change BEFORE INSERT OR DELETE OR UPDATE ON public.page_texts FOR EACH STATEMENT EXECUTE FUNCTION private.guard_staff_change();

CREATE TRIGGER require_known_settings BEFORE INSERT OR UPDATE OF body ON public.page_texts FOR EACH ROW EXECUTE FUNCTION private.require_known_settings('body');

CREATE TRIGGER guard_staff_change BEFORE INSERT OR DELETE OR UPDATE ON public.palettes FOR EACH STATEMENT EXECUTE FUNCTION private.guard_staff_change();

CREATE TRIGGER guard_staff_change BEFORE INSERT OR DELETE OR UPDATE ON public.partner_countries FOR EACH STATEMENT EXECUTE FUNCTION private.guard_staff_change();

CREATE TRIGGER guard_staff_change BEFORE INSERT OR DELETE OR UPDATE ON public.partner_sales FOR EACH STATEMENT EXECUTE FUNCTION private.guard_staff_change();

CREATE TRIGGER guard_staff_change BEFORE INSERT OR DELETE OR UPDATE ON public.payment_methods FOR EACH STATEMENT EXECUTE FUNCTION private.guard_staff_change();

CREATE TRIGGER count_books AFTER INSERT ON public.payments REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.count_books();

CREATE TRIGGER guard_staff_change BEFORE INSERT OR DELETE OR UPDATE ON public.product_facts FOR EACH STATEMENT EXECUTE FUNCTION private.guard_staff_change();

CREATE TRIGGER guard_staff_change BEFORE INSERT OR DELETE OR UPDATE ON public.product_files FOR EACH STATEMENT EXECUTE FUNCTION private.guard_staff_change();

CREATE TRIGGER guard_staff_change BEFORE INSERT OR DELETE OR UPDATE ON public.product_images FOR EACH STATEMENT EXECUTE FUNCTION private.guard_staff_change();

CREATE TRIGGER guard_staff_change BEFORE INSERT OR DELETE OR UPDATE ON public.product_options FOR EACH STATEMENT EXECUTE FUNCTION private.guard_staff_change();

CREATE TRIGGER guard_staff_change BEFORE INSERT OR DELETE OR UPDATE ON public.product_relations FOR EACH STATEMENT EXECUTE FUNCTION private.guard_staff_change();

CREATE TRIGGER guard_staff_change BEFORE INSERT OR DELETE OR UPDATE ON public.products FOR EACH STATEMENT EXECUTE FUNCTION private.guard_staff_change();

CREATE TRIGGER require_known_settings BEFORE INSERT OR UPDATE OF body ON public.products FOR EACH ROW EXECUTE FUNCTION private.require_known_settings('body');

CREATE TRIGGER guard_staff_change BEFORE INSERT OR DELETE OR UPDATE ON public.regional_partners FOR EACH STATEMENT EXECUTE FUNCTION private.guard_staff_change();

CREATE TRIGGER guard_named_setting BEFORE DELETE ON public.settings FOR EACH ROW EXECUTE FUNCTION private.guard_named_setting();

CREATE TRIGGER guard_staff_change BEFORE INSERT OR DELETE OR UPDATE ON public.settings FOR EACH STATEMENT EXECUTE FUNCTION private.guard_staff_change();

CREATE TRIGGER guard_staff_change BEFORE INSERT OR DELETE OR UPDATE ON public.shipping_methods FOR EACH STATEMENT EXECUTE FUNCTION private.guard_staff_change();

CREATE TRIGGER guard_staff_change BEFORE INSERT OR DELETE OR UPDATE ON public.shipping_packages FOR EACH STATEMENT EXECUTE FUNCTION private.guard_staff_change();

CREATE TRIGGER guard_staff_change BEFORE INSERT OR DELETE OR UPDATE ON public.shipping_rates FOR EACH STATEMENT EXECUTE FUNCTION private.guard_staff_change();

CREATE TRIGGER guard_staff_change BEFORE INSERT OR DELETE OR UPDATE ON public.shipping_zones FOR EACH STATEMENT EXECUTE FUNCTION private.guard_staff_change();

CREATE TRIGGER guard_staff_change BEFORE INSERT OR DELETE OR UPDATE ON public.stock_pools FOR EACH STATEMENT EXECUTE FUNCTION private.guard_staff_change();

CREATE TRIGGER guard_staff_change BEFORE INSERT OR DELETE OR UPDATE ON public.tax_classes FOR EACH STATEMENT EXECUTE FUNCTION private.guard_staff_change();

CREATE TRIGGER guard_staff_change BEFORE INSERT OR DELETE OR UPDATE ON public.tax_rates FOR EACH STATEMENT EXECUTE FUNCTION private.guard_staff_change();

CREATE TRIGGER guard_staff_change BEFORE INSERT OR DELETE OR UPDATE ON public.update_batches FOR EACH STATEMENT EXECUTE FUNCTION private.guard_staff_change();

CREATE TRIGGER guard_staff_change BEFORE INSERT OR DELETE OR UPDATE ON public.update_products FOR EACH STATEMENT EXECUTE FUNCTION private.guard_staff_change();

CREATE TRIGGER guard_staff_change BEFORE INSERT OR DELETE OR UPDATE ON public.updates FOR EACH STATEMENT EXECUTE FUNCTION private.guard_staff_change();

CREATE TRIGGER require_known_settings BEFORE INSERT OR UPDATE OF body ON public.updates FOR EACH ROW EXECUTE FUNCTION private.require_known_settings('body');

CREATE TRIGGER guard_staff_change BEFORE INSERT OR DELETE OR UPDATE ON public.variants FOR EACH STATEMENT EXECUTE FUNCTION private.guard_staff_change();

CREATE POLICY "Customers read the entries of orders they can see" ON "public"."order_entries" FOR SELECT TO "authenticated" USING ((EXISTS ( SELECT
   FROM public.order_records o
  WHERE (o.id = order_entries.order_id))));

COMMENT ON COLUMN "private"."acting_secrets"."made_at" IS 'When it was sent.';

COMMENT ON COLUMN "private"."acting_secrets"."order_id" IS 'Which order it changes.';

COMMENT ON COLUMN "private"."acting_secrets"."secret_hash" IS 'SHA-256 of the secret.';

COMMENT ON COLUMN "private"."call_keys"."created_at" IS 'When the row was made.';

COMMENT ON COLUMN "private"."call_keys"."key" IS 'Chosen by the caller for one intention.';

COMMENT ON COLUMN "private"."call_keys"."request_hash" IS 'Of everything that was asked for.';

COMMENT ON COLUMN "private"."discount_uses"."counted_at" IS 'From when on it counts as a use: with the order for an account, when it is confirmed or paid for a guest.';

COMMENT ON COLUMN "private"."job_failures"."name" IS 'What staff call the item: the number of an order, the code of a batch.';

COMMENT ON COLUMN "private"."mail_secrets"."secrets" IS 'Fields that the sender adds to the payload: token, acting_token, follow_secret.';

COMMENT ON COLUMN "private"."order_contacts"."asked_at" IS 'When the mailbox was asked whether it ordered this; null where it was not.';

COMMENT ON COLUMN "private"."order_contacts"."client_hash" IS 'Of the account or the address of the machine that placed it; forgotten a day after the order stopped waiting.';

COMMENT ON COLUMN "private"."order_contacts"."mailbox_token_hash" IS 'Of the secret that mails carry to show the order.';

COMMENT ON COLUMN "private"."payment_events"."counted_minor" IS 'How much of that payment it took out, or less than nothing where it put that back.';

COMMENT ON COLUMN "private"."payment_events"."kind" IS 'paid, failed, expired; of a payment that came: refunded, refund_failed, disputed, dispute_won, dispute_lost; or unknown.';

COMMENT ON COLUMN "private"."payment_events"."outcome" IS 'What came of it; waiting until its payment is here.';

COMMENT ON COLUMN "private"."payment_events"."payload" IS 'What the same id told later and does not fit: {contradicted}.';

COMMENT ON COLUMN "private"."payment_events"."reference" IS 'Which payment it is about, as its provider calls it.';

COMMENT ON COLUMN "private"."retention"."age" IS 'From when the time counts; each has an index.';

COMMENT ON COLUMN "private"."retention"."keeps" IS 'Null: as long as what they belong to.';

COMMENT ON COLUMN "private"."retention"."only_where" IS 'Which rows may go at all.';

COMMENT ON COLUMN "private"."staff_rules"."grace_days" IS 'How long somebody who began to work here may do without a second factor; null is without end.';

COMMENT ON COLUMN "private"."staff_rules"."is_kept" IS 'Always true: there is one row.';

COMMENT ON COLUMN "private"."staff_rules"."proof_hours" IS 'How old the last code of a session may be when staff change something.';

COMMENT ON COLUMN "public"."discount_codes"."used_count" IS 'How often it was used; only orders that somebody answers for count.';

COMMENT ON COLUMN "public"."lists"."beacon_round" IS 'The drand quicknet round that decides, named at the opening; a freezing that comes after it names a later one.';

COMMENT ON COLUMN "public"."order_entries"."amount_minor" IS 'What the order costs more by it, or less.';

COMMENT ON COLUMN "public"."order_entries"."currency" IS 'ISO 4217 of the amounts in this row.';

COMMENT ON COLUMN "public"."order_entries"."id" IS 'Opaque id.';

COMMENT ON COLUMN "public"."order_entries"."kind" IS 'goods, discount, shipping and tax are what was agreed; settled is what a closing took off, refunded what a refund did.';

COMMENT ON COLUMN "public"."order_entries"."line_id" IS 'Of which line, also once that line is gone; null for the order as a whole.';

COMMENT ON COLUMN "public"."order_entries"."units" IS 'How many pieces of the line it adds or takes away.';

COMMENT ON COLUMN "public"."order_records"."confirmed_at" IS 'When its account, its mailbox or its money answered for it; null while nobody has. Only what somebody answers for counts for limits per person and uses codes up.';

COMMENT ON COLUMN "public"."order_records"."forgone_minor" IS 'What it costs less than its total: dropped goods, a lower price, what was given back.';

COMMENT ON COLUMN "public"."order_records"."keep_until" IS 'What pay_by becomes once it is confirmed; null afterwards.';

COMMENT ON COLUMN "public"."order_records"."refund_due_minor" IS 'What staff still have to give back.';

COMMENT ON FUNCTION "private"."add_order_note"(uuid, text, uuid) IS 'Body of public.add_order_note. Security definer: notes are written through this function alone.';

COMMENT ON FUNCTION "private"."all_holds_stand"(uuid) IS 'Whether an order still holds the goods of all its lines: until someone else took them, a late payment finds them there.';

COMMENT ON FUNCTION "private"."apply_paid"(public.order_records, private.payment_events) IS 'A provider took money: counted once, whatever was asked for, where it is in the currency of the order.';

COMMENT ON FUNCTION "private"."apply_to_charge"(private.payment_events) IS 'What became of a payment: each counts for itself. waiting where it has not come yet, or a refund failed that nobody told of.';

COMMENT ON FUNCTION "private"."apply_waiting"(private.payment_events) IS 'Applies what waited for a payment that has come, oldest first.';

COMMENT ON FUNCTION "private"."ask_about_next_order"(text) IS 'The mail that waited for an answer to the one before: of the newest order, whose buyer waits for it.';

COMMENT ON FUNCTION "private"."ask_about_order"(uuid) IS 'Sends the first mail of an order, or leaves it for later where its mailbox has one to answer. The caller holds the lock of the customer.';

COMMENT ON FUNCTION "private"."asks_options"(uuid) IS 'Whether the options of a product are asked for this variant: for kits that every order needs, or for all where none is. A part beside them is sold as it is.';

COMMENT ON FUNCTION "private"."balance"(public.order_records) IS 'What an order costs beyond what came and stayed, also one that has ended; less than nothing where more is here.';

COMMENT ON FUNCTION "private"."balance_due"(public.order_records) IS 'What an order costs beyond what came and stayed. Until it is nothing, no order is made, packed or shipped without a reason.';

COMMENT ON FUNCTION "private"."beacon_message"(bigint) IS 'The point of G1 that the beacon signs for a round: its number hashed to the curve as RFC 9380 says.';

COMMENT ON FUNCTION "private"."beacon_point"(bytea) IS 'The point of G1 that a compressed signature stands for, as [x, y]; null when it is none.';

COMMENT ON FUNCTION "private"."bought_before"(uuid, text, uuid, uuid) IS 'How many of a product or a variant a customer has in orders that stand, by account and by a mailbox they have proven. What a stranger ordered in their name counts once its mailbox or money answered for it.';

COMMENT ON FUNCTION "private"."bound_events"() IS 'Refuses events beyond what a day keeps. Security definer: what takes events in may write no sums.';

COMMENT ON FUNCTION "private"."buying_client"() IS 'As which client somebody orders: the account, once it has proven a mailbox, or the address of the machine. Null for staff, and where no platform reports an address: then nothing is limited by client.';

COMMENT ON FUNCTION "private"."bytes_number"(bytea) IS 'What bytes say as one number, the greatest first.';

COMMENT ON FUNCTION "private"."canceller"(public.order_records, text) IS 'As what someone may act on an order: customer, staff, or not at all. A secret acts for a guest alone: an order of an account is its account''s.';

COMMENT ON FUNCTION "private"."capture_money"(public.order_records, text, text, integer, text, text) IS 'Writes down money that came for an order and says what it meant: paid, part, paid_late, paid_more, paid_twice, needs_refund. The caller holds the locks of customer and order.';

COMMENT ON FUNCTION "private"."change_code_uses"(uuid[], uuid, jsonb, uuid, text) IS 'Gives back the codes of orders that came to nothing and notes those of a new one; false when one is used up by now. Those of a guest count once the order is confirmed.';

COMMENT ON FUNCTION "private"."charge_of"(text, text) IS 'The payment that a provider calls so; null where it has not come.';

COMMENT ON FUNCTION "private"."check_captcha"(uuid, text) IS 'While the setting captcha_for_guests is 1, refuses an order without a pass. An account with a confirmed mailbox needs none.';

COMMENT ON FUNCTION "private"."check_client"(text) IS 'Refuses a client that has placed many orders without paying, cancelled ones included. The orders are the count: what is refused has held nothing.';

COMMENT ON FUNCTION "private"."client_address"() IS 'From where a request came, as the platform reports it; null where it reports nothing.';

COMMENT ON FUNCTION "private"."code_trouble"(public.discount_codes, bigint, uuid, text) IS 'Why a code that exists can''t be used, if so. The e-mail is one that the caller has proven, or null: others are not asked about.';

COMMENT ON FUNCTION "private"."confirm_order"(uuid, boolean) IS 'Somebody answers for an order: it holds its goods until keep_until, counts for its person and uses its codes up. Otherwise says why not, {reason, message}, and changes nothing: who came first has the last use of a code, and nobody gets more than one customer may. The caller holds the lock of the customer.';

COMMENT ON FUNCTION "private"."count_books"() IS 'Keeps the sums of an order. Security definer: nobody may write orders.';

COMMENT ON FUNCTION "private"."count_guest_design"() IS 'Bounds what guests store: so many designs from one address a day.';

COMMENT ON FUNCTION "private"."curve_isogeny"(numeric[]) IS 'From the curve of curve_map to that of G1 (RFC 9380, appendix E.2).';

COMMENT ON FUNCTION "private"."curve_map"(numeric) IS 'A number of Fp as a point of the curve beside G1 from which one maps to it (RFC 9380, simplified SWU).';

COMMENT ON FUNCTION "private"."curve_times"(numeric[], numeric) IS 'A point of the curve so many times, both as [x, y]; null at the point at infinity.';

COMMENT ON FUNCTION "private"."due_now"(public.order_records) IS 'What its customer is asked for now: nothing once an order has ended or left. balanceDue of the feature orders says the same.';

COMMENT ON FUNCTION "private"."duplicate_entries"(uuid) IS 'Entries that share an address, a mailbox or a payment mail, without saying which: staff look, nobody is turned away by it.';

COMMENT ON FUNCTION "private"."enter"(public.order_records, text, uuid, integer, bigint, text) IS 'Adds an entry to the books of an order, none of nothing. The caller holds the lock of the order.';

COMMENT ON FUNCTION "private"."enter_costs"(public.order_records, integer, integer, text) IS 'Enters what the lines of an order, its shipping and its added tax come to by now, as the difference to what was entered: all of it for a new order, or for one from before the books.';

COMMENT ON FUNCTION "private"."expire_orders"(uuid[]) IS 'Ends those of the orders whose time has passed, and frees what they held: all of them or none.';

COMMENT ON FUNCTION "private"."factor_due_at"(uuid) IS 'Until when somebody who works here may do without a second factor; null where they have one, where the grace has no end, and for everybody else. Security definer: nobody may read the staff table.';

COMMENT ON FUNCTION "private"."field_inverse"(numeric) IS 'The inverse in Fp, by Euclid; of zero it is zero.';

COMMENT ON FUNCTION "private"."field_power"(numeric, numeric) IS 'A power in Fp, from 0 to below the prime.';

COMMENT ON FUNCTION "private"."field_prime"() IS 'The prime of the field that BLS12-381 is over.';

COMMENT ON FUNCTION "private"."fork_design"(uuid, uuid) IS 'Body of public.fork_design. Security definer: designs are written through functions alone.';

COMMENT ON FUNCTION "private"."freeze_now"(uuid) IS 'Fixes the entries, names a later round where the named one has come already, and mails each entrant the hash and the round. The caller holds the lock of the list and has checked that it is closed.';

COMMENT ON FUNCTION "private"."give_money_back"(public.order_records, integer, jsonb, text, text, text) IS 'Writes down money that goes back; an order whose money is all back is refunded and frees its goods. Lines as refund_lines gives them. The caller holds the lock of the order and has checked the amount.';

COMMENT ON FUNCTION "private"."guard_named_setting"() IS 'Keeps a setting that a text names. Security definer: it must see every text, published or not.';

COMMENT ON FUNCTION "private"."guard_staff_change"() IS 'Refuses a write by staff whose second factor was given too long ago.';

COMMENT ON FUNCTION "private"."guessed_too_often"(text, text, integer) IS 'Whether a bucket is full. One try of a bucket at a time, until it has ended.';

COMMENT ON FUNCTION "private"."has_left"(uuid) IS 'Whether a parcel of an order has left.';

COMMENT ON FUNCTION "private"."has_second_factor"(uuid) IS 'Whether an account has an authenticator app that counts. Security definer: nobody may read the factors.';

COMMENT ON FUNCTION "private"."hold_again"(public.order_records) IS 'Takes the goods and codes of an expired order once more; false where they are gone by now or not made, or its customer has ordered as much as one may. The caller holds the locks of customer and order.';

COMMENT ON FUNCTION "private"."is_customer_of"(public.order_records, text) IS 'Whether the caller may pay an order as its customer: by their account, or by any of its secrets.';

COMMENT ON FUNCTION "private"."is_proof_stale"() IS 'Whether the caller has a second factor and gave it longer ago than the shop allows for changes. Security definer: nobody may read the factors.';

COMMENT ON FUNCTION "private"."is_secret_of"(uuid, text) IS 'Whether a text is a secret of an order, however old: enough to see it and to pay it.';

COMMENT ON FUNCTION "private"."is_set_aside"(text, uuid) IS 'Whether a job has given an item up; whoever removes its row lets it be tried again.';

COMMENT ON FUNCTION "private"."is_signed_by_beacon"(bigint, text) IS 'Whether drand quicknet signed a round so, the signature in hex.';

COMMENT ON FUNCTION "private"."is_staff"(text[]) IS 'Whether the caller works here in one of the roles, or in any when none is named. A session without the second factor of its account is nobody''s, and so is an account that should have one by now. Security definer: nobody may read the staff table.';

COMMENT ON FUNCTION "private"."keep_answer"(uuid, jsonb) IS 'Gives an answer and keeps it for whoever asks again with the same key.';

COMMENT ON FUNCTION "private"."known_answer"(uuid, text) IS 'Null for a new key or none, the first answer for a known one; refuses a key with another request.';

COMMENT ON FUNCTION "private"."lacks_second_factor"() IS 'Whether the caller has a second factor and has not given it in this session. Security definer: nobody may read the factors.';

COMMENT ON FUNCTION "private"."line_money"(public.order_lines) IS 'What is left of a line costs, and what a closing took off it: paid once, and owed back or given back since.';

COMMENT ON FUNCTION "private"."lock_customer"(uuid, text, text) IS 'One order of a customer at a time, so that limits per customer and per client hold.';

COMMENT ON FUNCTION "private"."lock_customer_of"(uuid) IS 'As lock_customer, for whoever will answer for an order. Before the order itself is locked.';

COMMENT ON FUNCTION "private"."mail_about_order"(uuid, text, text, jsonb) IS 'Queues a mail to whoever placed an order.';

COMMENT ON FUNCTION "private"."mail_secrets_of"(public.order_records, boolean) IS 'What a later mail about a guest''s order carries: the secret that shows it, and a new one that changes it where the mail asks for that.';

COMMENT ON FUNCTION "private"."mailbox_of"(text) IS 'One spelling of a mailbox: small letters, without a +tag and without the dot that may end a domain. For counting people, never for writing to them.';

COMMENT ON FUNCTION "private"."make_acting_secret"(uuid) IS 'A new secret for a mail that lets its reader change an order; the order keeps its hash.';

COMMENT ON FUNCTION "private"."may_act_by"(public.order_records, text) IS 'Whether a secret changes an order: that of the browser and those of mails do for a day, and as long as the order waits for its payment.';

COMMENT ON FUNCTION "private"."may_ask_mailbox"(text) IS 'Whether a mailbox may be asked about one more order: one unanswered mail at a time, and three a day, whoever orders in its name.';

COMMENT ON FUNCTION "private"."may_write_to"(public.order_records, private.order_contacts) IS 'Whether mails about an order may go to its mailbox, with the name that was typed: its reader, money or a colleague has answered for it.';

COMMENT ON FUNCTION "private"."move_charge"(public.order_records, private.payment_events, bigint) IS 'A bank took a disputed payment back, or it came to the shop again: so does a refund that failed.';

COMMENT ON FUNCTION "private"."move_order"(uuid, public.order_status, public.order_status, text, text) IS 'Moves an order if the table of moves allows it and it still is where the caller thinks; false otherwise.';

COMMENT ON FUNCTION "private"."note_job_failure"(text, uuid, text, text) IS 'Counts a failure of a job with one item.';

COMMENT ON FUNCTION "private"."note_refused_event"(text, text, text, text, bigint, text, text) IS 'Body of public.note_refused_event. Security definer: payments are written through functions alone.';

COMMENT ON FUNCTION "private"."open_order"(text, text, text) IS 'Body of public.open_order. Security definer: guests may read no order.';

COMMENT ON FUNCTION "private"."over_share"(private.priced_line[], text) IS 'Which lines would give one client more unpaid goods than its share, so that nobody keeps the last ones from all others without paying.';

COMMENT ON FUNCTION "private"."pairing_lines"(numeric[], numeric[]) IS 'The Miller loop of the ate pairing, up to factors that the last power makes one: a point of the twist as [x, x'', y, y''] and one of G1.';

COMMENT ON FUNCTION "private"."pass_captcha"(uuid) IS 'Body of public.pass_captcha. Security definer: passes are written by it alone.';

COMMENT ON FUNCTION "private"."pay_if_covered"(uuid) IS 'Moves an order on that waits for a payment and costs no more than came by now. Gives the order.';

COMMENT ON FUNCTION "private"."polynomial_at"(numeric[], numeric) IS 'The value in Fp of a polynomial, its constant coefficient first.';

COMMENT ON FUNCTION "private"."proven_email"() IS 'The mailbox that the caller''s account has proven; null for guests. Security definer: nobody may read accounts.';

COMMENT ON FUNCTION "private"."record_event"(uuid, text, text, public.order_status, public.order_status, jsonb, jsonb, boolean) IS 'Notes what happened to one order.';

COMMENT ON FUNCTION "private"."record_payment"(uuid, integer, text, text, integer, uuid) IS 'Body of public.record_payment. Security definer: payments are written through functions alone.';

COMMENT ON FUNCTION "private"."refund_lines"(public.order_records, jsonb) IS 'The lines of a refund with what each gives back: what was paid for it, less what a closing took off and has gone back already.';

COMMENT ON FUNCTION "private"."refund_told"(public.order_records, private.payment_events, bigint) IS 'A provider gave so much more of a payment back: what we did not know of yet is written down.';

COMMENT ON FUNCTION "private"."refuse_old_secret"() IS 'Refuses a secret that is too old to change something.';

COMMENT ON FUNCTION "private"."refuse_trouble"(jsonb) IS 'Refuses with 403 for what staff_trouble found; nothing where it found nothing.';

COMMENT ON FUNCTION "private"."require_fresh_proof"() IS 'Refuses with 403 whoever works here and gave their second factor too long ago, where another rule decides who may. Security definer: nobody may read the staff table.';

COMMENT ON FUNCTION "private"."require_known_settings"() IS 'Refuses texts that name a setting that does not exist; its arguments are the columns to look at.';

COMMENT ON FUNCTION "private"."require_reader"(text[]) IS 'As require_staff, for functions that read and no more: the age of the second factor does not matter. Security definer: nobody may read the staff table.';

COMMENT ON FUNCTION "private"."require_staff"(text[]) IS 'Refuses with 403 whoever works in none of the roles, and whoever has not given the second factor of their account lately. For what changes something; require_reader is for the rest. Security definer: nobody may read the staff table.';

COMMENT ON FUNCTION "private"."save_design"(jsonb, uuid, integer, uuid) IS 'Body of public.save_design. Security definer: designs are written through functions alone.';

COMMENT ON FUNCTION "private"."secrets_of"(jsonb) IS 'Those fields of a mail that staff don''t read.';

COMMENT ON FUNCTION "private"."send_due_mails"(uuid) IS 'The mails that waited until somebody answered for an order: its own first one, and that of the next order of its mailbox.';

COMMENT ON FUNCTION "private"."send_order_link"(text, text) IS 'Body of public.send_order_link. Security definer: guests may read no order and write no mail.';

COMMENT ON FUNCTION "private"."settle_paid_line"(public.order_lines, text, integer, text) IS 'Takes what is left of a paid line off the order, whole or in part: entered and told. What was paid for it is owed back by that.';

COMMENT ON FUNCTION "private"."staff_trouble"(boolean, text[]) IS 'Why the caller may not do what staff of these roles may, as {reason, message, details}; null where they may. Whoever changes something has given the second factor lately. Security definer: nobody may read the staff table.';

COMMENT ON FUNCTION "private"."sum_amended_order"(public.order_records, integer, jsonb, text) IS 'Sums an order up whose lines were changed or taken out, parcels and discount included. Taxes before as for sum_order.';

COMMENT ON FUNCTION "private"."sum_order"(public.order_records, integer, jsonb, text) IS 'Sums an order up from its changed lines; one that is paid in full by it moves on. Taxes before are those that order_taxes gave for the lines as they were.';

COMMENT ON FUNCTION "private"."sweep_query"(private.retention) IS 'Forgets the oldest rows whose time is over.';

COMMENT ON FUNCTION "private"."terms_on"(timestamp with time zone) IS 'The version of the terms that held then.';

COMMENT ON FUNCTION "private"."tower_conjugate"(numeric[]) IS 'A number of Fp12 to the power of p^6: w changes its sign. In the subgroup of pairings that is the inverse.';

COMMENT ON FUNCTION "private"."tower_frobenius"(numeric[]) IS 'A number of Fp12 to the power of the prime.';

COMMENT ON FUNCTION "private"."tower_inverse"(numeric[]) IS 'An inverse in Fp12, through the norms to Fp6 and Fp2.';

COMMENT ON FUNCTION "private"."tower_seed_power"(numeric[]) IS 'A number of the subgroup of pairings to the power of the seed of the curve, -0xd201000000010000.';

COMMENT ON FUNCTION "private"."tower_square"(numeric[]) IS 'A square in the subgroup of pairings alone, where it costs a third.';

COMMENT ON FUNCTION "private"."tower_times"(numeric[], numeric[]) IS 'A product in Fp12.';

COMMENT ON FUNCTION "private"."turn_down"(public.order_records, text) IS 'Ends an order that was paid and may not be had: its limit or its code was used by another one first. Its money goes back.';

COMMENT ON FUNCTION "private"."unpaid_share"(bigint, bigint) IS 'How many units of a pile one client may hold without having paid: half of what is not others'', or three.';

COMMENT ON FUNCTION "private"."use_codes_of"(uuid) IS 'From now on the codes of an order count. Refuses where another order, which was confirmed or paid first, has the last use.';

COMMENT ON FUNCTION "private"."write_amendment"(public.order_records, jsonb, text) IS 'Changes lines, parcels and sums of an order; one that is paid in full by it moves on.';

COMMENT ON FUNCTION "public"."add_order_note"(uuid, text, uuid) IS 'Adds a note for staff. Staff: owner, fulfilment, support. Gives its id, the same for the same key. Refuses with not_allowed, key_reused, wrong_note, unknown_order.';

COMMENT ON FUNCTION "public"."agree_to_order"(uuid, jsonb, text) IS 'What an order asks its customer to agree to: {terms, group_buy}, each true where it is asked. Its customer, a guest by p_token. Gives {id, number, missing}. Refuses with unknown_order, link_expired, consent_missing, illegal_move.';

COMMENT ON FUNCTION "public"."apply_payment_event"(text, text, text, uuid, text, bigint, text) IS 'Applies what a provider says, at most once. The service alone. Gives {outcome, order_id}: paid, paid_late, paid_more, paid_twice, part, needs_refund, mismatch, known, known_payment, refunded, known_refund, refund_failed, payment_failed, payment_abandoned, disputed, dispute_won, dispute_lost, payment_mismatch, waiting, ignored. Refuses with wrong_event, unknown_order.';

COMMENT ON FUNCTION "public"."begin_payment"(uuid, text, text) IS 'The attempt that the function start-payment sends to a provider. Its customer, a guest by p_token. Gives {attempt_id, order_id, number, email, amount_minor, currency}. Refuses with unknown_order, wrong_payment, not_payable, consent_missing, code_used_up.';

COMMENT ON FUNCTION "public"."cancel_order"(uuid, text, text) IS 'Cancels an order. Its customer (a guest by p_token) until the deadline; staff (owner, fulfilment) with a reason. Gives {id, number, status, refund_due_minor, currency}. Refuses with unknown_order, link_expired, deadline_passed, illegal_move, line_left, reason_missing, reason_too_long.';

COMMENT ON FUNCTION "public"."change_order_address"(uuid, jsonb, text) IS 'Changes where an order goes, within its country. Its customer (a guest by p_token) until the deadline, or while staff ask about it and nothing has left; staff (owner, fulfilment). Lifts what was asked. Gives {id, number, address}. Refuses with unknown_order, link_expired, wrong_address, other_country, deadline_passed, line_left, illegal_move.';

COMMENT ON FUNCTION "public"."change_order_options"(uuid, jsonb, text) IS 'Changes the choices of a line. Its customer (a guest by p_token) until the deadline; staff (owner, fulfilment). Gives {id, number, total_minor, due_minor, refund_due_minor, currency}. Refuses with unknown_line, link_expired, wrong_options, unknown_option, option_missing, option_gone, options_conflict, code_minimum, deadline_passed, illegal_move.';

COMMENT ON FUNCTION "public"."draw_list"(uuid, bigint, text, text) IS 'Ranks the frozen entries of a raffle by the randomness of the named round. Staff: owner. Gives the list. Refuses, on record, with not_allowed, second_factor, unknown_list, already_drawn, not_frozen, wrong_round, round_known, round_not_yet, wrong_randomness, wrong_signature.';

COMMENT ON FUNCTION "public"."fork_design"(uuid, uuid) IS 'Copies a design that the caller can see, once for each key. Gives {id, version, code, secret}. Refuses with unknown_design, key_reused, too_many_designs.';

COMMENT ON FUNCTION "public"."freeze_list"(uuid) IS 'Freezes the entries of a raffle that has closed and publishes their ids and hash, before the round that decides. Staff: owner. Gives the list. Refuses, on record, with not_allowed, second_factor, unknown_list, not_a_raffle, already_frozen, not_closed.';

COMMENT ON FUNCTION "public"."my_account_state"() IS '{deletion_due_at | null, recovery_codes, works_here, factor_due_at | null} of the caller. After factor_due_at whoever works here does so with a second factor alone.';

COMMENT ON FUNCTION "public"."my_staff_role"() IS 'owner, editor, fulfilment or support for those who work here, null for everyone else. Refuses with second_factor who works here and has not given the code of their account, with second_factor_missing who should have set one up by now.';

COMMENT ON FUNCTION "public"."note_refused_event"(text, text, text, text, bigint, text, text) IS 'Keeps an event that apply_payment_event refused, for the check. Sent once more by hand, it is tried again. The service alone.';

COMMENT ON FUNCTION "public"."open_order"(text, text, text) IS 'An order by the secret of its link: {found, is_full, trouble, is_guests, may_act, order}. A link of a mail confirms the order; trouble says why it could not: {reason: over_limit | code_used_up | code_used, message}. may_act says whether that secret, or p_acting beside it, still changes the order. Answers 404 for any other, without raising.';

COMMENT ON FUNCTION "public"."pass_captcha"(uuid) IS 'Notes that whoever sends the order with this key is a person. For the edge function that asked the provider.';

COMMENT ON FUNCTION "public"."place_order"(uuid, jsonb, text, jsonb, uuid, text, jsonb, text, text) IS 'One order per key and caller. Gives {order: {id, number, status, total_minor, currency, pay_by, token}, replayed}. Refuses with key_missing, key_reused, wrong_email, wrong_address, consent_missing, wrong_payment, no_bank_account, empty_cart, quote_changed (with the new quote), out_of_stock, too_many_orders, captcha_needed and every reason of a quote''s problems.';

COMMENT ON FUNCTION "public"."record_payment"(uuid, integer, text, text, integer, uuid) IS 'Notes money that came for an order; without an amount, all that is due; the same key again, once. Staff: owner, fulfilment. Gives {outcome, status, captured_minor, refund_due_minor, currency}. Refuses with not_allowed, second_factor, key_reused, unknown_order, payments_changed, wrong_amount, known_payment, note_too_long.';

COMMENT ON FUNCTION "public"."save_design"(jsonb, uuid, integer, uuid) IS 'Saves {name, visibility, layout, zones, keys, legends, profile, caseStyle, secret}: a new design, or a change of p_id as p_version; the same key again changes nothing more. Gives {id, version, code, secret}; the secret is there once, for guests. Refuses with wrong_design, key_reused, too_many_designs, unknown_design, not_yours, design_changed, design_used.';

COMMENT ON FUNCTION "public"."send_order_link"(text, text) IS 'Mails a link that changes a guest''s order for a day to the mailbox of the order; by any secret of it, three times a day. Gives {number, email}, masked. Refuses with unknown_order, has_account, illegal_move, too_many_tries.';

COMMENT ON TABLE "private"."acting_secrets" IS 'Secrets of mails that change an order for a day, and show it afterwards. Their text is in the mail alone.';

COMMENT ON TABLE "private"."call_keys" IS 'What a function that creates something answered: the same key again gets it again, where the first answer was lost.';

COMMENT ON TABLE "private"."captcha_passes" IS 'Orders on their way whose guest has shown that they are a person. Kept for an hour.';

COMMENT ON TABLE "private"."event_days" IS 'How many events came in on each day: anyone may send them, so what a day stores is bounded.';

COMMENT ON TABLE "private"."job_failures" IS 'What a job could not do, item by item: set aside after five tries, so that it holds up nothing else. Written by jobs alone.';

COMMENT ON TABLE "private"."retention" IS 'How long rows of each growing table are kept, and why. Written by migrations alone, since its texts are run as SQL.';

COMMENT ON TABLE "private"."staff_rules" IS 'One row: what the shop asks of whoever works here. Changed with SQL by whoever runs the database, so that no staff account can loosen it.';

COMMENT ON TABLE "public"."order_entries" IS 'What an order costs, change by change, never edited: the sum of its entries is its price now.';

COMMENT ON VIEW "public"."batch_orders" IS 'One row per batch and order of it: the list of orders, asked for one batch.';

COMMENT ON VIEW "public"."orders" IS 'One row per order that the caller may see.';

REVOKE ALL ON FUNCTION "private"."add_order_note"(uuid, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."add_order_note"(uuid, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."apply_paid"(public.order_records, private.payment_events) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."apply_to_charge"(private.payment_events) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."apply_waiting"(private.payment_events) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."ask_about_next_order"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."ask_about_order"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."asks_options"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."balance"(public.order_records) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."balance_due"(public.order_records) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."beacon_message"(bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."beacon_point"(bytea) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."bound_events"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."buying_client"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."bytes_number"(bytea) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."canceller"(public.order_records, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."charge_of"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_captcha"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_client"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."client_address"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."confirm_order"(uuid, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."count_books"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."count_guest_design"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."curve_isogeny"(numeric[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."curve_map"(numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."curve_times"(numeric[], numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."due_now"(public.order_records) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."enter"(public.order_records, text, uuid, integer, bigint, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."enter_costs"(public.order_records, integer, integer, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."expire_orders"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."factor_due_at"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."field_inverse"(numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."field_power"(numeric, numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."field_prime"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."fork_design"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."fork_design"(uuid, uuid) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "private"."fork_design"(uuid, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."guard_named_setting"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."guard_staff_change"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."guessed_too_often"(text, text, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."has_left"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."has_second_factor"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."hold_again"(public.order_records) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_customer_of"(public.order_records, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_proof_stale"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_set_aside"(text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_signed_by_beacon"(bigint, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."keep_answer"(uuid, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."known_answer"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lacks_second_factor"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."line_money"(public.order_lines) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_customer"(uuid, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_customer_of"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mail_about_order"(uuid, text, text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mail_secrets_of"(public.order_records, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mailbox_of"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."make_acting_secret"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."may_act_by"(public.order_records, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."may_ask_mailbox"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."may_write_to"(public.order_records, private.order_contacts) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."move_charge"(public.order_records, private.payment_events, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."move_order"(uuid, public.order_status, public.order_status, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_job_failure"(text, uuid, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_refused_event"(text, text, text, text, bigint, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."note_refused_event"(text, text, text, text, bigint, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."open_order"(text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."open_order"(text, text, text) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "private"."open_order"(text, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."over_share"(private.priced_line[], text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."pairing_lines"(numeric[], numeric[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."pass_captcha"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."pass_captcha"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."pay_if_covered"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."polynomial_at"(numeric[], numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."proven_email"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."record_event"(uuid, text, text, public.order_status, public.order_status, jsonb, jsonb, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."record_payment"(uuid, integer, text, text, integer, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."record_payment"(uuid, integer, text, text, integer, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."refund_told"(public.order_records, private.payment_events, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_old_secret"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_trouble"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_fresh_proof"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."require_fresh_proof"() TO "authenticated";

GRANT EXECUTE ON FUNCTION "private"."require_fresh_proof"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."require_known_settings"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_reader"(text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."require_reader"(text[]) TO "authenticated";

GRANT EXECUTE ON FUNCTION "private"."require_reader"(text[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."save_design"(jsonb, uuid, integer, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."save_design"(jsonb, uuid, integer, uuid) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "private"."save_design"(jsonb, uuid, integer, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."secrets_of"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."send_due_mails"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."send_order_link"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."send_order_link"(text, text) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "private"."send_order_link"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."staff_trouble"(boolean, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."sum_amended_order"(public.order_records, integer, jsonb, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."sum_order"(public.order_records, integer, jsonb, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."sweep_query"(private.retention) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."terms_on"(timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tower_conjugate"(numeric[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tower_frobenius"(numeric[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tower_inverse"(numeric[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tower_seed_power"(numeric[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tower_square"(numeric[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tower_times"(numeric[], numeric[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."turn_down"(public.order_records, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."unpaid_share"(bigint, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."use_codes_of"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."write_amendment"(public.order_records, jsonb, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."add_order_note"(uuid, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."add_order_note"(uuid, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."fork_design"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."fork_design"(uuid, uuid) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."fork_design"(uuid, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."note_refused_event"(text, text, text, text, bigint, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."note_refused_event"(text, text, text, text, bigint, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."open_order"(text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."open_order"(text, text, text) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."open_order"(text, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."pass_captcha"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."pass_captcha"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."record_payment"(uuid, integer, text, text, integer, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."record_payment"(uuid, integer, text, text, integer, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."save_design"(jsonb, uuid, integer, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."save_design"(jsonb, uuid, integer, uuid) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."save_design"(jsonb, uuid, integer, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."send_order_link"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."send_order_link"(text, text) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."send_order_link"(text, text) TO "service_role";

GRANT SELECT ON TABLE "public"."order_entries" TO "authenticated", "service_role";

GRANT SELECT ON TABLE "public"."batch_orders" TO "authenticated", "service_role";

GRANT SELECT ON TABLE "public"."orders" TO "authenticated", "service_role";

ALTER TABLE "private"."discount_uses" ADD COLUMN "mailbox" text GENERATED ALWAYS AS (private.mailbox_of(email)) STORED;

COMMENT ON COLUMN "private"."discount_uses"."mailbox" IS 'As whom it counts.';

ALTER TABLE "private"."order_contacts" ADD COLUMN "mailbox" text GENERATED ALWAYS AS (private.mailbox_of(email)) STORED;

COMMENT ON COLUMN "private"."order_contacts"."mailbox" IS 'As whom it counts.';

CREATE INDEX discount_uses_code_idx ON private.discount_uses USING btree (code_id, mailbox);

CREATE INDEX order_contacts_mailbox_idx ON private.order_contacts USING btree (mailbox);

COMMENT ON COLUMN public.batch_orders.address_question IS 'What its customer is asked about the address; nothing leaves until it is answered. Null where nothing is asked.';

COMMENT ON COLUMN public.batch_orders.captured_minor IS 'What was paid, the sum of its captures.';

COMMENT ON COLUMN public.batch_orders.currency IS 'ISO 4217 of the amounts in this row.';

COMMENT ON COLUMN public.batch_orders.email IS 'Whose mailbox; masked as s…@… for support.';

COMMENT ON COLUMN public.batch_orders.id IS 'Opaque id.';

COMMENT ON COLUMN public.batch_orders.paid_at IS 'When it was paid in full.';

COMMENT ON COLUMN public.batch_orders.pay_by IS 'Until when it holds its goods without being paid.';

COMMENT ON COLUMN public.batch_orders.refund_due_minor IS 'What staff still have to give back.';

COMMENT ON COLUMN public.batch_orders.refunded_minor IS 'What was given back, the sum of its refunds.';

COMMENT ON COLUMN public.batch_orders.total_minor IS 'What is to be paid: subtotal + shipping + tax - discount.';

COMMENT ON COLUMN public.batch_orders.version IS 'Counts edits: change a row only while it is what you read.';

COMMENT ON COLUMN public.orders.address IS 'Where it goes; support sees the country alone.';

COMMENT ON COLUMN public.orders.address_question IS 'What its customer is asked about the address; nothing leaves until it is answered. Null where nothing is asked.';

COMMENT ON COLUMN public.orders.cancel_until IS 'Until when the customer may cancel; null where no batch sets a date.';

COMMENT ON COLUMN public.orders.captured_minor IS 'What was paid, the sum of its captures.';

COMMENT ON COLUMN public.orders.change_address_until IS 'Until when the customer may change the address.';

COMMENT ON COLUMN public.orders.closed_at IS 'When it expired, was cancelled or refunded.';

COMMENT ON COLUMN public.orders.code IS 'The discount code that was used.';

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

-- What each line cost, what a closing took off it, and which of its pieces went back.
alter table public.order_records disable trigger user;
alter table public.order_entries disable trigger user;
insert into public.order_entries (order_id, at, kind, line_id, units, amount_minor, currency, reason)
select l.order_id, x.at, x.kind, l.id, x.units, x.amount, l.currency, x.reason
from (
  select l.*, o.placed_at, case when l.tax_included then 0 else l.tax_minor end as added_minor,
    s.amount_minor as settled_minor, s.created_at as settled_at,
    -- What a closing dropped was not given back by a refund.
    case when s.kind = 'dropped' then 0 else l.refunded_quantity end as back
  from public.order_lines l
  join public.order_records o on o.id = l.order_id
  left join settlements_before s on s.line_id = l.id
) l cross join lateral (values
  (1, l.placed_at, 'goods', l.quantity, l.total_minor, ''),
  (2, l.placed_at, 'discount', 0, -l.discount_minor, ''),
  (3, l.placed_at, 'tax', 0, l.added_minor, ''),
  (4, l.settled_at, 'settled', 0, -l.settled_minor, 'Settled at the closing.'),
  (5, now(), 'refunded', -l.back,
    -private.share_of(l.total_minor - l.discount_minor + l.added_minor, l.back, l.quantity)::int, 'Refunded before the books.'),
  -- What a closing took off these pieces goes with them.
  (6, now(), 'settled', 0, private.share_of(l.settled_minor, l.back, l.quantity)::int, 'Refunded before the books.')
) x (turn, at, kind, units, amount, reason)
where x.amount <> 0
order by l.placed_at, l.order_id, l.position, x.turn;

-- What an order costs beyond its lines, and what is left of its sums: so much that as much is due as before.
insert into public.order_entries (order_id, at, kind, amount_minor, currency, reason)
select o.id, x.at, x.kind, x.amount, o.currency, x.reason
from public.order_records o
join sums_before b on b.id = o.id
cross join lateral (
  select coalesce(sum(e.amount_minor) filter (where e.kind = 'goods'), 0)::int as goods,
    -coalesce(sum(e.amount_minor) filter (where e.kind = 'discount'), 0)::int as discount,
    coalesce(sum(e.amount_minor) filter (where e.kind = 'tax'), 0)::int as tax,
    -coalesce(sum(e.amount_minor) filter (where e.kind in ('settled', 'refunded')), 0)::int as forgone
  from public.order_entries e where e.order_id = o.id
) l
cross join lateral (values
  (1, o.placed_at, 'goods', o.subtotal_minor - l.goods, 'Not of its lines.'),
  (2, o.placed_at, 'discount', l.discount - o.discount_minor, 'Not of its lines.'),
  (3, o.placed_at, 'tax', o.tax_minor - l.tax, ''),
  (4, o.placed_at, 'shipping', o.shipping_minor, ''),
  (5, now(), 'refunded', l.forgone - case
    when b.has_ended or b.due_minor > 0 then b.forgone_minor
    else b.total_minor - (b.captured_minor - b.refunded_minor - b.refund_due_minor) end, 'Refunded or settled before the books.')
) x (turn, at, kind, amount, reason)
where x.amount <> 0
order by o.placed_at, o.id, x.turn;

-- Orders from before were promised their goods and codes when they were placed, whoever placed them.
update public.order_records o set confirmed_at = o.placed_at, forgone_minor = -coalesce((
  select sum(e.amount_minor) from public.order_entries e where e.order_id = o.id and e.kind in ('settled', 'refunded')), 0)::int;
update private.discount_uses u set counted_at = o.placed_at from public.order_records o where o.id = u.order_id;
alter table public.order_entries enable trigger user;
alter table public.order_records enable trigger user;

-- Which payment an event told of: the one that it made, or the only one of its order.
update private.payment_events e set reference = p.provider_reference
from public.payments p
where e.kind = 'paid' and p.order_id = e.order_id and p.provider = e.provider and p.kind = 'capture'
  and p.at = e.at and p.amount_minor = e.amount_minor and p.provider_reference <> '';
update private.payment_events e set reference = t.reference, counted_minor = t.counted
from (
  -- A refund was told as the sum of all of its payment.
  select r.provider, r.event_id, c.reference, case when r.kind = 'refunded' and r.outcome in ('refunded', 'known_refund')
    then greatest(r.amount_minor - coalesce(max(r.amount_minor) filter (where r.kind = 'refunded' and r.outcome in ('refunded', 'known_refund'))
      over (partition by r.provider, r.order_id order by r.at, r.event_id rows between unbounded preceding and 1 preceding), 0), 0) else 0 end as counted
  from private.payment_events r
  join (
    select order_id, provider, min(provider_reference) as reference from public.payments
    where kind = 'capture' and provider <> 'invoice' and provider_reference <> '' group by 1, 2 having count(*) = 1
  ) c on c.order_id = r.order_id and c.provider = r.provider
  where r.kind in ('refunded', 'disputed')
) t where e.provider = t.provider and e.event_id = t.event_id;

-- Each order costs, got, gave back and owes what it did.
do $$
declare
  v_wrong text;
begin
  select string_agg(format('%s: total %s, paid %s, refunded %s, due %s, refund due %s became %s, %s, %s, %s, %s', coalesce(b.number, o.number),
      b.total_minor, b.captured_minor, b.refunded_minor, b.due_minor, b.refund_due_minor,
      e.total, p.captured, p.refunded, private.balance_due(o), o.refund_due_minor), E'\n' order by b.number)
  into v_wrong
  from sums_before b
  full join public.order_records o on o.id = b.id
  left join (
    select order_id, sum(amount_minor) filter (where kind not in ('settled', 'refunded')) as total, sum(amount_minor) as cost
    from public.order_entries group by 1) e on e.order_id = o.id
  left join (
    select order_id, coalesce(sum(amount_minor) filter (where kind = 'capture'), 0) as captured,
      coalesce(sum(amount_minor) filter (where kind = 'refund'), 0) as refunded
    from public.payments group by 1) p on p.order_id = o.id
  where (b.total_minor, b.captured_minor, b.refunded_minor, b.due_minor, b.refund_due_minor, o.total_minor - o.forgone_minor) is distinct from
    (coalesce(e.total, 0), coalesce(p.captured, 0), coalesce(p.refunded, 0), private.balance_due(o), o.refund_due_minor, coalesce(e.cost, 0));
  if v_wrong is not null then
    raise exception using message = E'Nothing was changed: these orders would come to other sums than before.\n' || left(v_wrong, 4000),
      hint = 'An order can''t owe and be owed at once, and one that has ended owes all it still has. With the shop as it was, refund what is due or record what was paid, then upgrade again.';
  end if;
end;
$$;
drop table sums_before, settlements_before;

-- Whoever works here without an authenticator app has the days of grace from now on; those of the demo shop have no end.
insert into private.staff_rules default values;
update private.staff s set added_at = now() where not private.has_second_factor(s.user_id);
do $$
begin
  if to_regclass('supabase_migrations.seed_files') is not null then
    update private.staff_rules set grace_days = null
    where exists (select from supabase_migrations.seed_files f where f.path = 'supabase/seed-staff.sql' and f.hash <> '');
  end if;
end;
$$;

-- A new shop gets its settings with its texts.
insert into public.settings (key, value, unit, meaning)
select s.* from (values
  ('minutes_to_confirm', 30, 'minutes', 'How long an order of a guest holds its stock before its e-mail is confirmed or it is paid.'),
  ('unpaid_orders_per_client', 30, 'count', 'How many orders one visitor can place in ten minutes without paying.'),
  ('captcha_for_guests', 0, 'count', '1 asks whoever orders without an account to show that they are a person.')
) s (key, value, unit, meaning)
where exists (select from public.settings) on conflict (key) do nothing;

-- Where nobody has written other words.
update public.payment_methods m set title = w.title, note = w.note
from (values
  ('invoice', 'Bank transfer', 'You transfer the amount to our account. The page of your order and our mail have the details and the date to pay by.',
    'Transfer the amount to our bank account. Your order page and our mail show the details and the deadline.'),
  ('stripe', 'Card, iDEAL, Klarna', 'You pay on the page of our payment provider.', 'You pay on our payment provider’s page.'),
  ('demo', 'Demo payment', 'A page that plays the payment provider; no money moves.', 'A demo page that stands in for the payment provider. No money moves.')
) w (code, title, was, note)
where m.code = w.code and m.note = w.was;

-- As in 94_retention.sql.
insert into private.retention (name, rows_of, age, only_where, keeps, why) values
  ('mails', 'public.outbox', 'coalesce(sent_at, given_up_at)', 'coalesce(sent_at, given_up_at) is not null', '400 days',
    'Staff answer questions about an order with its mails; no fact is told again after so long.'),
  ('visits', 'public.analytics_events', 'received_at', 'true', '400 days', 'A year can be compared with the one before; the sums of each day stay.'),
  ('steps of visits', 'private.visit_steps', 'day', 'true', '14 days', 'No event comes so late that its visit would be counted again.'),
  ('events of a day', 'private.event_days', 'day', 'true', '14 days', 'Bounds a day alone.'),
  ('wrong guesses', 'private.guesses', 'at', 'true', '1 day', 'Limits count a day.'),
  ('answers by key', 'private.call_keys', 'created_at', 'true', '7 days', 'Nobody sends a request again after so long.'),
  ('unconfirmed follows', 'private.follows', 'asked_at', 'confirmed_at is null', '3 days', 'The mailbox never said yes.'),
  ('ended follows', 'private.follows', 'greatest(ended_at, told_at, asked_at)', 'num_nonnulls(ended_at, told_at) > 0', '30 days', 'Whoever follows the link of the mail later finds what it did.'),
  -- What an order was made with stays, though the order keeps a copy of its own.
  ('designs of guests', 'public.designs', 'updated_at',
    $sql$owner_id is null and visibility <> 'public' and not exists (select from public.order_lines l where l.design_id = designs.id)$sql$,
    '180 days', 'A guest who comes back finds what they saved.'),
  ('publishings', 'public.publish_requests', 'requested_at',
    $sql$finished_at is not null and exists (
      select from public.publish_requests n where n.status = 'live' and n.requested_at > publish_requests.requested_at)$sql$,
    '90 days', 'Long enough to find what went wrong; the last one that is live stays.'),
  ('audit log', 'public.audit_log', 'at', 'true', '10 years', 'The law asks who changed prices and money for as long as for the books.'),
  ('payments', 'public.payments', '', 'true', null, 'Books: the law asks for ten years, and an order is never without its money.'),
  ('entries of orders', 'public.order_entries', '', 'true', null, 'Books, as payments are.'),
  ('events of providers', 'private.payment_events', '', 'true', null, 'Books: each must be known for as long as its provider may repeat it, and disputes take years.'),
  ('attempts to pay', 'private.payment_attempts', '', 'true', null, 'Tells which payment of a provider is which order.'),
  ('history of orders', 'public.order_events', '', 'true', null, 'Who did what to an order, kept with it.'),
  ('keys of orders', 'private.order_keys', '', 'true', null, 'Tells which account or guest placed an order, kept with it.'),
  ('stock ledger', 'public.stock_ledger', '', 'true', null, 'Stock is the sum of it.');

-- End of what is written by hand.

reset lock_timeout;

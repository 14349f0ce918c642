-- Locks nothing.

set lock_timeout = '10s';

-- By hand, before the schema changes:

-- A hosted project gives them to service_role with each table that has a counter.
revoke all on all sequences in schema public from service_role;

-- Written by `npm run db:change`, which replaces it: what differs from supabase/schemas.

set check_function_bodies = off;

ALTER DEFAULT PRIVILEGES FOR ROLE "postgres" IN SCHEMA "public" REVOKE ALL ON SEQUENCES FROM "service_role";

ALTER DEFAULT PRIVILEGES FOR ROLE "postgres" IN SCHEMA "public" REVOKE ALL ON FUNCTIONS FROM "service_role";

ALTER DEFAULT PRIVILEGES FOR ROLE "postgres" IN SCHEMA "public" REVOKE ALL ON TABLES FROM "service_role";

REVOKE ALL ON FUNCTION "public"."accept_offer"(uuid) FROM "service_role";

REVOKE ALL ON FUNCTION "public"."access_report"() FROM "service_role";

REVOKE ALL ON FUNCTION "public"."add_order_note"(uuid, text, uuid) FROM "service_role";

REVOKE ALL ON FUNCTION "public"."adjust_stock"(uuid, integer, integer, text) FROM "service_role";

REVOKE ALL ON FUNCTION "public"."amend_order"(uuid, jsonb, text, integer, boolean) FROM "service_role";

REVOKE ALL ON FUNCTION "public"."answer_follow"(text, boolean) FROM "service_role";

REVOKE ALL ON FUNCTION "public"."answer_transfer"(uuid, boolean, jsonb) FROM "service_role";

REVOKE ALL ON FUNCTION "public"."ban_entrant"(uuid, timestamp with time zone, text, text) FROM "service_role";

REVOKE ALL ON FUNCTION "public"."batch_progress"(uuid) FROM "service_role";

REVOKE ALL ON FUNCTION "public"."check_shop"(text, bigint) FROM "service_role";

REVOKE ALL ON FUNCTION "public"."claim_designs"(jsonb) FROM "service_role";

REVOKE ALL ON FUNCTION "public"."claim_guest_orders"() FROM "service_role";

REVOKE ALL ON FUNCTION "public"."clock_report"() FROM "service_role";

REVOKE ALL ON FUNCTION "public"."close_batch"(uuid, boolean) FROM "service_role";

REVOKE ALL ON FUNCTION "public"."colorway_uses"(uuid) FROM "service_role";

REVOKE ALL ON FUNCTION "public"."decline_offer"(uuid) FROM "service_role";

REVOKE ALL ON FUNCTION "public"."design_sheet"(uuid) FROM "service_role";

REVOKE ALL ON FUNCTION "public"."draft_order"(uuid, jsonb, text, jsonb, uuid, text, text, text) FROM "service_role";

REVOKE ALL ON FUNCTION "public"."draw_list"(uuid, bigint, text, text) FROM "service_role";

REVOKE ALL ON FUNCTION "public"."end_session"(uuid) FROM "service_role";

REVOKE ALL ON FUNCTION "public"."enter_list"(uuid, uuid[], integer, text, uuid[]) FROM "service_role";

REVOKE ALL ON FUNCTION "public"."export_entries"(uuid) FROM "service_role";

REVOKE ALL ON FUNCTION "public"."extend_offer"(uuid, timestamp with time zone, text) FROM "service_role";

REVOKE ALL ON FUNCTION "public"."finish_list"(uuid) FROM "service_role";

REVOKE ALL ON FUNCTION "public"."flag_address"(uuid, text, integer) FROM "service_role";

REVOKE ALL ON FUNCTION "public"."follow_product"(uuid, uuid, text) FROM "service_role";

REVOKE ALL ON FUNCTION "public"."freeze_list"(uuid) FROM "service_role";

REVOKE ALL ON FUNCTION "public"."leave_list"(uuid) FROM "service_role";

REVOKE ALL ON FUNCTION "public"."like_design"(uuid, boolean) FROM "service_role";

REVOKE ALL ON FUNCTION "public"."list_desk"(uuid) FROM "service_role";

REVOKE ALL ON FUNCTION "public"."list_staff"() FROM "service_role";

REVOKE ALL ON FUNCTION "public"."mail_orders"(uuid, uuid[], text, text) FROM "service_role";

REVOKE ALL ON FUNCTION "public"."make_recovery_codes"() FROM "service_role";

REVOKE ALL ON FUNCTION "public"."moderate_design"(uuid, boolean, text) FROM "service_role";

REVOKE ALL ON FUNCTION "public"."my_account_state"() FROM "service_role";

REVOKE ALL ON FUNCTION "public"."my_cart"() FROM "service_role";

REVOKE ALL ON FUNCTION "public"."my_designs"() FROM "service_role";

REVOKE ALL ON FUNCTION "public"."my_follows"() FROM "service_role";

REVOKE ALL ON FUNCTION "public"."my_list_places"() FROM "service_role";

REVOKE ALL ON FUNCTION "public"."my_sessions"() FROM "service_role";

REVOKE ALL ON FUNCTION "public"."my_staff_role"() FROM "service_role";

REVOKE ALL ON FUNCTION "public"."my_transfers"() FROM "service_role";

REVOKE ALL ON FUNCTION "public"."offer_next"(uuid, integer, interval, integer) FROM "service_role";

REVOKE ALL ON FUNCTION "public"."offer_transfer"(uuid, text) FROM "service_role";

REVOKE ALL ON FUNCTION "public"."open_extras"(uuid, jsonb) FROM "service_role";

REVOKE ALL ON FUNCTION "public"."open_list"(uuid, integer) FROM "service_role";

REVOKE ALL ON FUNCTION "public"."order_actors"(uuid) FROM "service_role";

REVOKE ALL ON FUNCTION "public"."preview_offers"(uuid, integer) FROM "service_role";

REVOKE ALL ON FUNCTION "public"."product_history"(uuid, bigint) FROM "service_role";

REVOKE ALL ON FUNCTION "public"."product_reach"(uuid, integer) FROM "service_role";

REVOKE ALL ON FUNCTION "public"."record_consents"(uuid, text, date, text) FROM "service_role";

REVOKE ALL ON FUNCTION "public"."record_payment"(uuid, integer, text, text, integer, uuid) FROM "service_role";

REVOKE ALL ON FUNCTION "public"."redeem_recovery_code"(text) FROM "service_role";

REVOKE ALL ON FUNCTION "public"."refund_order"(uuid, integer, jsonb, text, integer) FROM "service_role";

REVOKE ALL ON FUNCTION "public"."rehearse_draw"(uuid, text) FROM "service_role";

REVOKE ALL ON FUNCTION "public"."reinstate_entry"(uuid, text) FROM "service_role";

REVOKE ALL ON FUNCTION "public"."request_account_deletion"() FROM "service_role";

REVOKE ALL ON FUNCTION "public"."request_publish"(text) FROM "service_role";

REVOKE ALL ON FUNCTION "public"."resend_mail"(uuid) FROM "service_role";

REVOKE ALL ON FUNCTION "public"."retire_colorway"(uuid, integer) FROM "service_role";

REVOKE ALL ON FUNCTION "public"."reveal_contact"(uuid, text) FROM "service_role";

REVOKE ALL ON FUNCTION "public"."revoke_offer"(uuid, text, timestamp with time zone) FROM "service_role";

REVOKE ALL ON FUNCTION "public"."sales_figures"(integer) FROM "service_role";

REVOKE ALL ON FUNCTION "public"."save_batch_kit"(uuid, uuid, jsonb, jsonb) FROM "service_role";

REVOKE ALL ON FUNCTION "public"."save_cart"(jsonb, integer) FROM "service_role";

REVOKE ALL ON FUNCTION "public"."save_product"(jsonb) FROM "service_role";

REVOKE ALL ON FUNCTION "public"."send_update"(uuid, boolean) FROM "service_role";

REVOKE ALL ON FUNCTION "public"."set_address_lock"(uuid, timestamp with time zone, integer) FROM "service_role";

REVOKE ALL ON FUNCTION "public"."set_country_zones"(text, uuid[], uuid[]) FROM "service_role";

REVOKE ALL ON FUNCTION "public"."set_staff_role"(text, text) FROM "service_role";

REVOKE ALL ON FUNCTION "public"."ship_parcels"(jsonb, text) FROM "service_role";

REVOKE ALL ON FUNCTION "public"."start_group_buy"(uuid, uuid, timestamp with time zone, timestamp with time zone, date, jsonb) FROM "service_role";

REVOKE ALL ON FUNCTION "public"."stock_actors"(bigint[]) FROM "service_role";

REVOKE ALL ON FUNCTION "public"."transition_orders"(uuid[], text, text, text[], text) FROM "service_role";

REVOKE ALL ON FUNCTION "public"."undo_account_deletion"(text) FROM "service_role";

REVOKE ALL ON FUNCTION "public"."unfollow_product"(uuid) FROM "service_role";

REVOKE ALL ON FUNCTION "public"."visit_funnel"(integer) FROM "service_role";

REVOKE ALL ON FUNCTION "public"."waiting_changes"(timestamp with time zone) FROM "service_role";

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

CREATE OR REPLACE FUNCTION public.desk_home()
 RETURNS TABLE(what text, subject text, record text, count integer, amount_minor bigint, currency text, at timestamp with time zone)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select * from private.desk_home()
$function$
;

COMMENT ON FUNCTION "private"."desk_home"() IS 'Body of public.desk_home. Security definer: counts over orders of everybody, which the caller''s role may read.';

COMMENT ON FUNCTION "public"."desk_home"() IS 'What waits for the caller: {what, subject, record, count, amount_minor, currency, at} for each thing that their role may open. Staff. Refuses with not_allowed, second_factor, second_factor_missing.';

REVOKE ALL ON FUNCTION "private"."desk_home"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."desk_home"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."desk_home"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."desk_home"() TO "authenticated";

REVOKE ALL ON TABLE "public"."addresses" FROM "service_role";

GRANT DELETE, SELECT ON TABLE "public"."addresses" TO "service_role";

REVOKE ALL ON TABLE "public"."analytics_events" FROM "service_role";

GRANT DELETE, INSERT, SELECT ON TABLE "public"."analytics_events" TO "service_role";

REVOKE ALL ON TABLE "public"."audit_log" FROM "service_role";

GRANT SELECT ON TABLE "public"."audit_log" TO "service_role";

REVOKE ALL ON TABLE "public"."bank_accounts" FROM "service_role";

GRANT DELETE, SELECT ON TABLE "public"."bank_accounts" TO "service_role";

REVOKE ALL ON TABLE "public"."batch_kits" FROM "service_role";

GRANT DELETE, SELECT ON TABLE "public"."batch_kits" TO "service_role";

REVOKE ALL ON TABLE "public"."batch_price_tiers" FROM "service_role";

GRANT DELETE, SELECT ON TABLE "public"."batch_price_tiers" TO "service_role";

REVOKE ALL ON TABLE "public"."batch_stage_history" FROM "service_role";

GRANT SELECT ON TABLE "public"."batch_stage_history" TO "service_role";

REVOKE ALL ON TABLE "public"."batches" FROM "service_role";

GRANT DELETE, SELECT ON TABLE "public"."batches" TO "service_role";

REVOKE ALL ON TABLE "public"."check_runs" FROM "service_role";

GRANT SELECT ON TABLE "public"."check_runs" TO "service_role";

REVOKE ALL ON TABLE "public"."colorways" FROM "service_role";

GRANT SELECT ON TABLE "public"."colorways" TO "service_role";

REVOKE ALL ON TABLE "public"."colour_samples" FROM "service_role";

GRANT DELETE, SELECT ON TABLE "public"."colour_samples" TO "service_role";

REVOKE ALL ON TABLE "public"."colour_stock" FROM "service_role";

GRANT SELECT ON TABLE "public"."colour_stock" TO "service_role";

REVOKE ALL ON TABLE "public"."countries" FROM "service_role";

GRANT DELETE, SELECT ON TABLE "public"."countries" TO "service_role";

REVOKE ALL ON TABLE "public"."country_restrictions" FROM "service_role";

GRANT DELETE, SELECT ON TABLE "public"."country_restrictions" TO "service_role";

REVOKE ALL ON TABLE "public"."design_kits" FROM "service_role";

GRANT DELETE, SELECT ON TABLE "public"."design_kits" TO "service_role";

REVOKE ALL ON TABLE "public"."design_likes" FROM "service_role";

GRANT SELECT ON TABLE "public"."design_likes" TO "service_role";

REVOKE ALL ON TABLE "public"."design_offers" FROM "service_role";

GRANT DELETE, SELECT ON TABLE "public"."design_offers" TO "service_role";

REVOKE ALL ON TABLE "public"."design_reports" FROM "service_role";

GRANT SELECT ON TABLE "public"."design_reports" TO "service_role";

REVOKE ALL ON TABLE "public"."designs" FROM "service_role";

GRANT SELECT ON TABLE "public"."designs" TO "service_role";

REVOKE ALL ON TABLE "public"."discount_codes" FROM "service_role";

GRANT SELECT ON TABLE "public"."discount_codes" TO "service_role";

REVOKE ALL ON TABLE "public"."faq_entries" FROM "service_role";

GRANT DELETE, SELECT ON TABLE "public"."faq_entries" TO "service_role";

REVOKE ALL ON TABLE "public"."faq_groups" FROM "service_role";

GRANT DELETE, SELECT ON TABLE "public"."faq_groups" TO "service_role";

REVOKE ALL ON TABLE "public"."legal_sections" FROM "service_role";

GRANT SELECT ON TABLE "public"."legal_sections" TO "service_role";

REVOKE ALL ON TABLE "public"."legal_versions" FROM "service_role";

GRANT SELECT ON TABLE "public"."legal_versions" TO "service_role";

REVOKE ALL ON TABLE "public"."list_choices" FROM "service_role";

GRANT DELETE, SELECT ON TABLE "public"."list_choices" TO "service_role";

REVOKE ALL ON TABLE "public"."list_entries" FROM "service_role";

GRANT SELECT ON TABLE "public"."list_entries" TO "service_role";

REVOKE ALL ON TABLE "public"."lists" FROM "service_role";

GRANT SELECT ON TABLE "public"."lists" TO "service_role";

REVOKE ALL ON TABLE "public"."makers" FROM "service_role";

GRANT DELETE, SELECT ON TABLE "public"."makers" TO "service_role";

REVOKE ALL ON TABLE "public"."notification_choices" FROM "service_role";

GRANT DELETE, SELECT ON TABLE "public"."notification_choices" TO "service_role";

REVOKE ALL ON TABLE "public"."offers" FROM "service_role";

GRANT SELECT ON TABLE "public"."offers" TO "service_role";

REVOKE ALL ON TABLE "public"."option_rules" FROM "service_role";

GRANT DELETE, SELECT ON TABLE "public"."option_rules" TO "service_role";

REVOKE ALL ON TABLE "public"."option_values" FROM "service_role";

GRANT DELETE, SELECT ON TABLE "public"."option_values" TO "service_role";

REVOKE ALL ON TABLE "public"."order_batches" FROM "service_role";

GRANT SELECT ON TABLE "public"."order_batches" TO "service_role";

REVOKE ALL ON TABLE "public"."order_entries" FROM "service_role";

GRANT SELECT ON TABLE "public"."order_entries" TO "service_role";

REVOKE ALL ON TABLE "public"."order_events" FROM "service_role";

GRANT SELECT ON TABLE "public"."order_events" TO "service_role";

REVOKE ALL ON TABLE "public"."order_lines" FROM "service_role";

GRANT SELECT ON TABLE "public"."order_lines" TO "service_role";

REVOKE ALL ON TABLE "public"."order_notes" FROM "service_role";

GRANT SELECT ON TABLE "public"."order_notes" TO "service_role";

REVOKE ALL ON TABLE "public"."order_records" FROM "service_role";

GRANT SELECT ON TABLE "public"."order_records" TO "service_role";

REVOKE ALL ON TABLE "public"."outbox" FROM "service_role";

GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE "public"."outbox" TO "service_role";

REVOKE ALL ON TABLE "public"."page_texts" FROM "service_role";

GRANT DELETE, SELECT ON TABLE "public"."page_texts" TO "service_role";

REVOKE ALL ON TABLE "public"."palettes" FROM "service_role";

GRANT DELETE, SELECT ON TABLE "public"."palettes" TO "service_role";

REVOKE ALL ON TABLE "public"."partner_countries" FROM "service_role";

GRANT DELETE, SELECT ON TABLE "public"."partner_countries" TO "service_role";

REVOKE ALL ON TABLE "public"."partner_sales" FROM "service_role";

GRANT DELETE, SELECT ON TABLE "public"."partner_sales" TO "service_role";

REVOKE ALL ON TABLE "public"."payment_methods" FROM "service_role";

GRANT SELECT ON TABLE "public"."payment_methods" TO "service_role";

REVOKE ALL ON TABLE "public"."payments" FROM "service_role";

GRANT SELECT ON TABLE "public"."payments" TO "service_role";

REVOKE ALL ON TABLE "public"."product_facts" FROM "service_role";

GRANT DELETE, SELECT ON TABLE "public"."product_facts" TO "service_role";

REVOKE ALL ON TABLE "public"."product_files" FROM "service_role";

GRANT DELETE, SELECT ON TABLE "public"."product_files" TO "service_role";

REVOKE ALL ON TABLE "public"."product_images" FROM "service_role";

GRANT DELETE, SELECT ON TABLE "public"."product_images" TO "service_role";

REVOKE ALL ON TABLE "public"."product_options" FROM "service_role";

GRANT DELETE, SELECT ON TABLE "public"."product_options" TO "service_role";

REVOKE ALL ON TABLE "public"."product_relations" FROM "service_role";

GRANT DELETE, SELECT ON TABLE "public"."product_relations" TO "service_role";

REVOKE ALL ON TABLE "public"."products" FROM "service_role";

GRANT DELETE, SELECT ON TABLE "public"."products" TO "service_role";

REVOKE ALL ON TABLE "public"."profiles" FROM "service_role";

GRANT DELETE, SELECT ON TABLE "public"."profiles" TO "service_role";

REVOKE ALL ON TABLE "public"."publish_requests" FROM "service_role";

GRANT SELECT ON TABLE "public"."publish_requests" TO "service_role";

REVOKE ALL ON TABLE "public"."regional_partners" FROM "service_role";

GRANT DELETE, SELECT ON TABLE "public"."regional_partners" TO "service_role";

REVOKE ALL ON TABLE "public"."settings" FROM "service_role";

GRANT DELETE, SELECT ON TABLE "public"."settings" TO "service_role";

REVOKE ALL ON TABLE "public"."shipments" FROM "service_role";

GRANT SELECT ON TABLE "public"."shipments" TO "service_role";

REVOKE ALL ON TABLE "public"."shipping_methods" FROM "service_role";

GRANT DELETE, SELECT ON TABLE "public"."shipping_methods" TO "service_role";

REVOKE ALL ON TABLE "public"."shipping_packages" FROM "service_role";

GRANT DELETE, SELECT ON TABLE "public"."shipping_packages" TO "service_role";

REVOKE ALL ON TABLE "public"."shipping_rates" FROM "service_role";

GRANT DELETE, SELECT ON TABLE "public"."shipping_rates" TO "service_role";

REVOKE ALL ON TABLE "public"."shipping_zones" FROM "service_role";

GRANT DELETE, SELECT ON TABLE "public"."shipping_zones" TO "service_role";

REVOKE ALL ON TABLE "public"."stock_ledger" FROM "service_role";

GRANT SELECT ON TABLE "public"."stock_ledger" TO "service_role";

REVOKE ALL ON TABLE "public"."stock_pools" FROM "service_role";

GRANT SELECT ON TABLE "public"."stock_pools" TO "service_role";

REVOKE ALL ON TABLE "public"."tax_classes" FROM "service_role";

GRANT DELETE, SELECT ON TABLE "public"."tax_classes" TO "service_role";

REVOKE ALL ON TABLE "public"."tax_rates" FROM "service_role";

GRANT DELETE, SELECT ON TABLE "public"."tax_rates" TO "service_role";

REVOKE ALL ON TABLE "public"."update_batches" FROM "service_role";

GRANT DELETE, SELECT ON TABLE "public"."update_batches" TO "service_role";

REVOKE ALL ON TABLE "public"."update_products" FROM "service_role";

GRANT DELETE, SELECT ON TABLE "public"."update_products" TO "service_role";

REVOKE ALL ON TABLE "public"."updates" FROM "service_role";

GRANT DELETE, SELECT ON TABLE "public"."updates" TO "service_role";

REVOKE ALL ON TABLE "public"."url_redirects" FROM "service_role";

GRANT SELECT ON TABLE "public"."url_redirects" TO "service_role";

REVOKE ALL ON TABLE "public"."variants" FROM "service_role";

GRANT DELETE, SELECT ON TABLE "public"."variants" TO "service_role";

REVOKE ALL ON TABLE "public"."zone_countries" FROM "service_role";

GRANT DELETE, SELECT ON TABLE "public"."zone_countries" TO "service_role";

REVOKE ALL ON TABLE "public"."availability" FROM "service_role";

GRANT SELECT ON TABLE "public"."availability" TO "service_role";

REVOKE ALL ON TABLE "public"."batch_orders" FROM "service_role";

GRANT SELECT ON TABLE "public"."batch_orders" TO "service_role";

REVOKE ALL ON TABLE "public"."orders" FROM "service_role";

GRANT SELECT ON TABLE "public"."orders" TO "service_role";

GRANT INSERT (bank, bic, currency, holder, iban), UPDATE (bank, bic, holder, iban) ON TABLE "public"."bank_accounts" TO "service_role";

GRANT INSERT (batch_id, capacity, moq, position, variant_id), UPDATE (capacity, moq, position) ON TABLE "public"."batch_kits" TO "service_role";

GRANT INSERT (batch_kit_id, currency, from_count, price_minor), UPDATE (currency, price_minor) ON TABLE "public"."batch_price_tiers" TO "service_role";

GRANT INSERT (cancel_until, change_address_until, change_options_until, closes_at, code, eta, eta_precision, note, number, opens_at, original_eta, product_id, stage, title), UPDATE (cancel_until, change_address_until, change_options_until, closes_at, eta, eta_precision, note, opens_at, shipped_on, stage, title) ON TABLE "public"."batches" TO "service_role";

GRANT INSERT (can_be_ordered, code, colour, colour_family, commissioned, credit, edition_size, finish, given_away, name, note, palette_id, physical_code, position, product_id, released_on, sale, status, stem, variant_id), UPDATE (can_be_ordered, code, colour, colour_family, commissioned, credit, edition_size, finish, given_away, name, note, palette_id, physical_code, position, product_id, released_on, sale, status, stem, variant_id) ON TABLE "public"."colorways" TO "service_role";

GRANT INSERT (colorway_id, decided_on, note, ordered_on, photo_path, received_on, stage, supplier), UPDATE (decided_on, note, ordered_on, photo_path, received_on, stage, supplier) ON TABLE "public"."colour_samples" TO "service_role";

GRANT INSERT (colorway_id, grams, note, warn_below), UPDATE (grams, note, warn_below) ON TABLE "public"."colour_stock" TO "service_role";

GRANT INSERT (code, currency, duties_note, duties_payer, in_eu, name, not_shipped_reason, postcode_label, postcode_pattern, region_label, ships), UPDATE (currency, duties_note, duties_payer, in_eu, name, not_shipped_reason, postcode_label, postcode_pattern, region_label, ships) ON TABLE "public"."countries" TO "service_role";

GRANT INSERT (country_code, reason, shipping_tag), UPDATE (reason) ON TABLE "public"."country_restrictions" TO "service_role";

GRANT INSERT (most_caps, variant_id), UPDATE (most_caps) ON TABLE "public"."design_kits" TO "service_role";

GRANT INSERT (palette_id, product_id, zone), UPDATE (palette_id, zone) ON TABLE "public"."design_offers" TO "service_role";

GRANT INSERT (answer, code, group_id, position, question), UPDATE (answer, code, group_id, position, question) ON TABLE "public"."faq_entries" TO "service_role";

GRANT INSERT (code, position, title), UPDATE (code, position, title) ON TABLE "public"."faq_groups" TO "service_role";

GRANT INSERT (editions, list_id, position, variant_id), UPDATE (editions, position) ON TABLE "public"."list_choices" TO "service_role";

GRANT INSERT (bio, code, country_code, name, position), UPDATE (bio, code, country_code, name, position) ON TABLE "public"."makers" TO "service_role";

GRANT INSERT (other_value_id, product_id, reason, value_id), UPDATE (reason) ON TABLE "public"."option_rules" TO "service_role";

GRANT INSERT (code, colour, currency, is_default, is_offered, note, option_id, position, price_delta_minor, title, weight_delta_grams), UPDATE (code, colour, currency, is_default, is_offered, note, position, price_delta_minor, title, weight_delta_grams) ON TABLE "public"."option_values" TO "service_role";

GRANT INSERT (body, code, page, position, title), UPDATE (body, code, page, position, title) ON TABLE "public"."page_texts" TO "service_role";

GRANT INSERT (code, maker, material, note, position, title), UPDATE (code, maker, material, note, position, title) ON TABLE "public"."palettes" TO "service_role";

GRANT INSERT (country_code, partner_id) ON TABLE "public"."partner_countries" TO "service_role";

GRANT INSERT (batch_id, ends_at, partner_id, sale_url), UPDATE (ends_at, sale_url) ON TABLE "public"."partner_sales" TO "service_role";

GRANT UPDATE (is_offered, note, position, title) ON TABLE "public"."payment_methods" TO "service_role";

GRANT INSERT (code, filterable, label, position, product_id, value), UPDATE (filterable, label, position, value) ON TABLE "public"."product_facts" TO "service_role";

GRANT INSERT (content, file_name, kind, media_type, position, product_id, title), UPDATE (content, file_name, kind, media_type, position, title) ON TABLE "public"."product_files" TO "service_role";

GRANT INSERT (alt, colorway_id, credit, height, is_render, option_value_id, placeholder_colour, position, product_id, render, storage_path, variant_id, width), UPDATE (alt, colorway_id, credit, height, is_render, option_value_id, placeholder_colour, position, render, storage_path, variant_id, width) ON TABLE "public"."product_images" TO "service_role";

GRANT INSERT (code, help, is_required, position, product_id, title, zone), UPDATE (code, help, is_required, position, title, zone) ON TABLE "public"."product_options" TO "service_role";

GRANT INSERT (position, product_id, reason, related_id), UPDATE (position, reason) ON TABLE "public"."product_relations" TO "service_role";

GRANT INSERT (body, category, customs_description, handling_days, hs_code, in_the_box, kind, layout_code, maker_id, max_per_customer, origin_country_code, position, publish_at, seo_description, seo_title, ship_group, shipping_tags, status, still_needed, summary, tax_class_code, title, url), UPDATE (body, category, customs_description, handling_days, hs_code, in_the_box, kind, layout_code, maker_id, max_per_customer, origin_country_code, position, publish_at, seo_description, seo_title, ship_group, shipping_tags, status, still_needed, summary, tax_class_code, title, url) ON TABLE "public"."products" TO "service_role";

GRANT UPDATE (build_id, finished_at, log, started_at, status), INSERT (note, requested_by) ON TABLE "public"."publish_requests" TO "service_role";

GRANT INSERT (code, name, note, position, website), UPDATE (code, name, note, position, website) ON TABLE "public"."regional_partners" TO "service_role";

GRANT INSERT (key, meaning, unit, value), UPDATE (meaning, unit, value) ON TABLE "public"."settings" TO "service_role";

GRANT INSERT (carrier, code, currency, days_max, days_min, is_offered, is_tracked, max_value_minor, max_weight_grams, name, note, position, refused_tags, zone_id), UPDATE (carrier, code, currency, days_max, days_min, is_offered, is_tracked, max_value_minor, max_weight_grams, name, note, position, refused_tags, zone_id) ON TABLE "public"."shipping_methods" TO "service_role";

GRANT INSERT (inner_height_mm, inner_length_mm, inner_width_mm, is_used, max_content_grams, name, note, own_weight_grams), UPDATE (inner_height_mm, inner_length_mm, inner_width_mm, is_used, max_content_grams, name, note, own_weight_grams) ON TABLE "public"."shipping_packages" TO "service_role";

GRANT INSERT (currency, from_value_minor, from_weight_grams, method_id, price_minor, to_value_minor, to_weight_grams, valid_from, valid_to), UPDATE (currency, from_value_minor, from_weight_grams, price_minor, to_value_minor, to_weight_grams, valid_from, valid_to) ON TABLE "public"."shipping_rates" TO "service_role";

GRANT INSERT (code, position, title), UPDATE (code, position, title) ON TABLE "public"."shipping_zones" TO "service_role";

GRANT INSERT (code, position, title), UPDATE (position, title) ON TABLE "public"."tax_classes" TO "service_role";

GRANT INSERT (collected, country_code, name, rate_basis_points, tax_class_code, valid_from, valid_to), UPDATE (collected, name, rate_basis_points, valid_from, valid_to) ON TABLE "public"."tax_rates" TO "service_role";

GRANT INSERT (batch_id, buyers_note, eta_after, eta_before, stage, update_id), UPDATE (buyers_note, eta_after, eta_before, stage) ON TABLE "public"."update_batches" TO "service_role";

GRANT INSERT (product_id, update_id) ON TABLE "public"."update_products" TO "service_role";

GRANT INSERT (author, body, edited_at, image_id, kind, pinned, publish_at, status, summary, title, url), UPDATE (author, body, edited_at, image_id, kind, pinned, publish_at, status, summary, title, url) ON TABLE "public"."updates" TO "service_role";

GRANT INSERT (availability, contents, currency, few_left_below, is_required, max_per_customer, pool_units, position, price_minor, product_id, ships_on, shows_remaining, sku, stock_pool_id, title, weight_grams), UPDATE (availability, contents, currency, few_left_below, is_required, max_per_customer, pool_units, position, price_minor, ships_on, shows_remaining, sku, stock_pool_id, title, weight_grams) ON TABLE "public"."variants" TO "service_role";

GRANT INSERT (country_code, zone_id) ON TABLE "public"."zone_countries" TO "service_role";

reset check_function_bodies;

-- By hand, after the schema has changed:

-- End of what is written by hand.

reset lock_timeout;

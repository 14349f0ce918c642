-- Locks against readers and writers: private.follows, private.order_contacts, private.order_moves, private.saved_carts, public.addresses, public.analytics_events, public.bank_accounts, public.check_runs, public.colour_samples, public.colour_stock, public.country_restrictions, public.design_kits, public.design_offers, public.designs, public.faq_entries, public.faq_groups, public.legal_sections, public.legal_versions, public.list_entries, public.lists, public.makers, public.notification_choices, public.order_entries, public.order_lines, public.order_notes, public.order_records, public.outbox, public.page_texts, public.partner_countries, public.partner_sales, public.payment_methods, public.payments, public.product_files, public.product_images, public.product_relations, public.products, public.profiles, public.publish_requests, public.shipping_packages, public.stock_pools, public.tax_classes, public.tax_rates, public.update_batches, public.update_products, public.updates, public.url_redirects, public.variants, storage.objects.
-- Locks against writers: auth.users, private.discount_uses, private.holds, private.payment_events, public.audit_log, public.batches, public.colorways, public.countries, public.option_rules, public.option_values, public.palettes, public.product_facts, public.product_options, public.regional_partners, public.shipments, public.shipping_methods.

set lock_timeout = '10s';

-- By hand, before the schema changes:

-- A hosted project gives them to service_role with each table that has a counter.
revoke all on all sequences in schema public from service_role;

-- Changed as they are, which locks private.holds for a moment: made anew, each would have all holds looked at.
alter table private.holds alter constraint holds_pool_id_fkey deferrable initially deferred;

alter table private.holds alter constraint holds_kit_id_fkey deferrable initially deferred;

-- Where the shop collects tax was said by each rate, and is said by its registrations from now on.
create temporary table collected_before on commit drop as
select case when not c.in_eu then r.country_code end as country_code, case when c.in_eu then 'OSS' else max(r.name) end as name,
  min(r.valid_from) as valid_from
from public.tax_rates r join public.countries c on c.code = r.country_code
where r.collected group by case when not c.in_eu then r.country_code end, c.in_eu;

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

REVOKE ALL ON FUNCTION "public"."rehearse_draw"(uuid, text) FROM "service_role";

REVOKE ALL ON FUNCTION "public"."reinstate_entry"(uuid, text) FROM "service_role";

REVOKE ALL ON FUNCTION "public"."request_account_deletion"() FROM "service_role";

REVOKE ALL ON FUNCTION "public"."request_publish"(text) FROM "service_role";

REVOKE ALL ON FUNCTION "public"."resend_mail"(uuid) FROM "service_role";

REVOKE ALL ON FUNCTION "public"."retire_colorway"(uuid, integer) FROM "service_role";

REVOKE ALL ON FUNCTION "public"."reveal_contact"(uuid, text) FROM "service_role";

REVOKE ALL ON FUNCTION "public"."revoke_offer"(uuid, text, timestamp with time zone) FROM "service_role";

REVOKE ALL ON FUNCTION "public"."save_batch_kit"(uuid, uuid, jsonb, jsonb) FROM "service_role";

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

REVOKE ALL ON FUNCTION "public"."waiting_changes"(timestamp with time zone) FROM "service_role";

ALTER PUBLICATION "supabase_realtime" DROP TABLE "public"."batches";

ALTER PUBLICATION "supabase_realtime" DROP TABLE "public"."lists";

ALTER PUBLICATION "supabase_realtime" DROP TABLE "public"."publish_requests";

ALTER PUBLICATION "supabase_realtime" DROP TABLE "public"."updates";

ALTER PUBLICATION "supabase_realtime" DROP TABLE "public"."variants";

DROP POLICY "Customers add addresses of their own" ON "public"."addresses";

DROP POLICY "Owners count events" ON "public"."analytics_events";

DROP POLICY "Everyone reads where to pay" ON "public"."bank_accounts";

DROP POLICY "Staff read when the shop was checked as their role" ON "public"."check_runs";

DROP POLICY "The workshop reads samples" ON "public"."colour_samples";

DROP POLICY "The workshop reads stock of colours" ON "public"."colour_stock";

DROP POLICY "Everyone reads kits of variants they can see" ON "public"."design_kits";

DROP POLICY "Everyone reads offers of products they can see" ON "public"."design_offers";

DROP POLICY "All read shown designs, customers their own, staff hidden ones" ON "public"."designs";

DROP POLICY "Everyone reads questions" ON "public"."faq_entries";

DROP POLICY "Owners and editors add questions" ON "public"."faq_entries";

DROP POLICY "Owners and editors change questions" ON "public"."faq_entries";

DROP POLICY "Owners and editors remove questions" ON "public"."faq_entries";

DROP POLICY "Everyone reads groups of questions" ON "public"."faq_groups";

DROP POLICY "Owners and editors add groups of questions" ON "public"."faq_groups";

DROP POLICY "Owners and editors change groups of questions" ON "public"."faq_groups";

DROP POLICY "Owners and editors remove groups of questions" ON "public"."faq_groups";

DROP POLICY "Everyone reads sections of terms they can see" ON "public"."legal_sections";

DROP POLICY "Owners add sections to terms before they are published" ON "public"."legal_sections";

DROP POLICY "Everyone reads published terms, staff read all" ON "public"."legal_versions";

DROP POLICY "Owners add versions of terms before they are published" ON "public"."legal_versions";

DROP POLICY "Owners change drafts and reword lists" ON "public"."lists";

DROP POLICY "Owners prepare lists" ON "public"."lists";

DROP POLICY "Owners remove drafts of lists" ON "public"."lists";

DROP POLICY "Customers change their own choices of mails" ON "public"."notification_choices";

DROP POLICY "Customers make their own choices of mails" ON "public"."notification_choices";

DROP POLICY "Customers read their own choices of mails" ON "public"."notification_choices";

DROP POLICY "Staff who handle orders read notes" ON "public"."order_notes";

DROP POLICY "Owners and fulfilment read the outbox" ON "public"."outbox";

DROP POLICY "Everyone reads texts of pages" ON "public"."page_texts";

DROP POLICY "Owners and editors add texts of pages" ON "public"."page_texts";

DROP POLICY "Owners and editors change texts of pages" ON "public"."page_texts";

DROP POLICY "Owners and editors remove texts of pages" ON "public"."page_texts";

DROP POLICY "Everyone reads which countries a partner serves" ON "public"."partner_countries";

DROP POLICY "Everyone reads offered payment methods, staff read all" ON "public"."payment_methods";

DROP POLICY "Everyone reads products from publish_at on, staff read all" ON "public"."products";

DROP POLICY "Customers make their own profile" ON "public"."profiles";

DROP POLICY "Owners and fulfilment and support read packages" ON "public"."shipping_packages";

DROP POLICY "Owners and editors add empty pools" ON "public"."stock_pools";

DROP POLICY "Owners and editors remove pools that never held anything" ON "public"."stock_pools";

DROP POLICY "Owners and editors rename pools" ON "public"."stock_pools";

DROP POLICY "Everyone reads which batches an update they can see concerns" ON "public"."update_batches";

DROP POLICY "Everyone reads which products an update they can see mentions" ON "public"."update_products";

DROP POLICY "Everyone reads updates from publish_at on, staff read all" ON "public"."updates";

DROP POLICY "Everyone reads redirects to what they can see" ON "public"."url_redirects";

DROP POLICY "Owners and editors read pictures and drafts" ON "storage"."objects";

DROP POLICY "Owners and editors remove pictures and drafts" ON "storage"."objects";

DROP POLICY "Owners and editors replace pictures and drafts" ON "storage"."objects";

DROP POLICY "Owners and editors upload pictures and drafts" ON "storage"."objects";

DROP TRIGGER "require_known_settings" ON "public"."products";

DROP TRIGGER "refuse_doubled_choice" ON "public"."variants";

DROP INDEX "private"."holds_kit_idx";

DROP INDEX "private"."holds_pool_idx";

DROP INDEX "public"."audit_log_product_idx";

DROP INDEX "public"."order_records_refund_idx";

DROP VIEW "public"."availability";

DROP VIEW "public"."batch_orders";

DROP VIEW "public"."orders";

ALTER TABLE "public"."legal_versions" DROP CONSTRAINT "legal_versions_document_check";

ALTER TABLE "public"."order_entries" DROP CONSTRAINT "order_entries_kind_check";

ALTER TABLE "public"."order_lines" DROP CONSTRAINT "order_lines_tax_minor_check";

ALTER TABLE "public"."order_lines" DROP CONSTRAINT "order_lines_variant_title_check";

ALTER TABLE "public"."order_records" DROP CONSTRAINT "order_records_payment_check";

ALTER TABLE "public"."order_records" DROP CONSTRAINT "order_records_tax_minor_check";

ALTER TABLE "public"."page_texts" DROP CONSTRAINT "page_texts_page_check";

ALTER TABLE "public"."payment_methods" DROP CONSTRAINT "payment_methods_code_check";

ALTER TABLE "public"."payments" DROP CONSTRAINT "payments_provider_check";

ALTER TABLE "public"."product_images" DROP CONSTRAINT "product_images_alt_check";

ALTER TABLE "public"."variants" DROP CONSTRAINT "variants_check";

DROP FUNCTION "private"."batch_stage_now"(public.batch_stage, timestamp with time zone, timestamp with time zone, timestamp with time zone);

DROP FUNCTION "private"."cancel_order"(uuid, text, text);

DROP FUNCTION "private"."finish_order"(public.order_records, uuid, text, jsonb);

DROP FUNCTION "private"."give_money_back"(public.order_records, integer, jsonb, text, text, text);

DROP FUNCTION "private"."guest_secret"(public.order_records);

DROP FUNCTION "private"."layout_zones"(jsonb);

DROP FUNCTION "private"."line_options"(uuid, jsonb);

DROP FUNCTION "private"."mail_secrets_of"(public.order_records, boolean);

DROP FUNCTION "private"."mail_topic"(text);

DROP FUNCTION "private"."make_quote"(private.priced_line[], text, text, uuid, uuid, text);

DROP FUNCTION "private"."parcels_of"(private.priced_line[]);

DROP FUNCTION "private"."price_cart"(jsonb);

DROP FUNCTION "private"."quote_cart"(jsonb, text, text, uuid);

DROP FUNCTION "private"."quoted_lines"(private.priced_line[], bigint, text);

DROP FUNCTION "private"."quoted_parcels"(private.priced_line[]);

DROP FUNCTION "private"."refund_order"(uuid, integer, jsonb, text, integer);

DROP FUNCTION "private"."sales_figures"(integer);

DROP FUNCTION "private"."save_cart"(jsonb, integer);

DROP FUNCTION "private"."shipping_of"(private.priced_line[], text);

DROP FUNCTION "private"."tax_on"(text, text);

DROP FUNCTION "private"."tax_part"(bigint, integer, boolean);

DROP FUNCTION "private"."tier_price"(uuid, integer, integer);

DROP FUNCTION "private"."visit_funnel"(integer);

DROP FUNCTION "private"."write_order"(jsonb, private.priced_line[], uuid, text, jsonb);

DROP FUNCTION "public"."cancel_order"(uuid, text, text);

DROP FUNCTION "public"."follow_product"(uuid, uuid, text);

DROP FUNCTION "public"."open_order"(text, text, text);

DROP FUNCTION "public"."place_order"(uuid, jsonb, text, jsonb, uuid, text, jsonb, text, text);

DROP FUNCTION "public"."quote_cart"(jsonb, text, text, uuid);

DROP FUNCTION "public"."refund_order"(uuid, integer, jsonb, text, integer);

DROP FUNCTION "public"."sales_figures"(integer);

DROP FUNCTION "public"."save_cart"(jsonb, integer);

DROP FUNCTION "public"."visit_funnel"(integer);

ALTER TABLE "public"."order_records" DROP COLUMN "refund_due_minor";

ALTER TABLE "public"."tax_rates" DROP COLUMN "collected";

CREATE EXTENSION IF NOT EXISTS "pg_trgm" SCHEMA "extensions";

CREATE TABLE "private"."alert_rules" ("code" text NOT NULL, "roles" text[] NOT NULL, "mails" boolean NOT NULL DEFAULT true, "calls" boolean NOT NULL DEFAULT true, "threshold" integer NOT NULL DEFAULT 0, CONSTRAINT "alert_rules_code_check" CHECK ((code ~ '^[a-z][a-z_]*$'::text)), CONSTRAINT "alert_rules_pkey" PRIMARY KEY (code), CONSTRAINT "alert_rules_roles_check" CHECK ((roles <@ ARRAY['owner'::text, 'editor'::text, 'fulfilment'::text, 'support'::text])), CONSTRAINT "alert_rules_threshold_check" CHECK (((threshold >= 0) AND (threshold <= 10000))));

ALTER TABLE "private"."alert_rules" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."alerts" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "code" text NOT NULL, "key" text NOT NULL, "about" text NOT NULL, "message" text NOT NULL, "desk" text NOT NULL, "record" text NOT NULL DEFAULT ''::text, "opened_at" timestamp with time zone NOT NULL DEFAULT now(), "closed_at" timestamp with time zone, "mailed_at" timestamp with time zone, "called_at" timestamp with time zone, "call_after" timestamp with time zone NOT NULL DEFAULT now(), "calls" integer NOT NULL DEFAULT 0, CONSTRAINT "alerts_about_check" CHECK ((length(about) <= 200)), CONSTRAINT "alerts_calls_check" CHECK ((calls >= 0)), CONSTRAINT "alerts_key_check" CHECK ((length(key) <= 300)), CONSTRAINT "alerts_message_check" CHECK ((length(message) <= 300)), CONSTRAINT "alerts_pkey" PRIMARY KEY (id));

ALTER TABLE "private"."alerts" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."backups" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "made_at" timestamp with time zone NOT NULL, "bytes" bigint NOT NULL, "sha256" text NOT NULL, "is_encrypted" boolean NOT NULL, "is_verified" boolean NOT NULL, "row_count" bigint NOT NULL, "file_count" integer NOT NULL, "lost_files" integer NOT NULL DEFAULT 0, CONSTRAINT "backups_bytes_check" CHECK ((bytes > 0)), CONSTRAINT "backups_file_count_check" CHECK ((file_count >= 0)), CONSTRAINT "backups_lost_files_check" CHECK ((lost_files >= 0)), CONSTRAINT "backups_pkey" PRIMARY KEY (id), CONSTRAINT "backups_row_count_check" CHECK ((row_count >= 0)), CONSTRAINT "backups_sha256_check" CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text)));

ALTER TABLE "private"."backups" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."bank_file_contents" ("file_id" uuid NOT NULL, "refunds" uuid[] NOT NULL, "content" text NOT NULL, "kept_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "bank_file_contents_pkey" PRIMARY KEY (file_id));

ALTER TABLE "private"."bank_file_contents" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."browser_follows" ("browser_id" uuid NOT NULL, "product_id" uuid, "user_id" uuid, "asked_at" timestamp with time zone NOT NULL DEFAULT now(), "told_at" timestamp with time zone, CONSTRAINT "browser_follows_browser_id_product_id_key" UNIQUE NULLS NOT DISTINCT (browser_id, product_id));

ALTER TABLE "private"."browser_follows" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."browsers" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "endpoint" text NOT NULL, "public_key" text NOT NULL, "secret" text NOT NULL, "added_at" timestamp with time zone NOT NULL DEFAULT now(), "seen_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "browsers_endpoint_check" CHECK ((length(endpoint) <= 1000)), CONSTRAINT "browsers_endpoint_key" UNIQUE (endpoint), CONSTRAINT "browsers_pkey" PRIMARY KEY (id), CONSTRAINT "browsers_public_key_check" CHECK ((public_key ~ '^B[A-Za-z0-9_-]{86}$'::text)), CONSTRAINT "browsers_secret_check" CHECK ((secret ~ '^[A-Za-z0-9_-]{22}$'::text)));

ALTER TABLE "private"."browsers" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."customer_changes" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "order_id" uuid, "user_id" uuid, "email" text, CONSTRAINT "customer_changes_pkey" PRIMARY KEY (id));

ALTER TABLE "private"."customer_changes" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."customer_photos" ("id" uuid NOT NULL, "user_id" uuid NOT NULL, "product_id" uuid NOT NULL, "order_line_id" uuid, "storage_path" text NOT NULL, "width" integer NOT NULL, "height" integer NOT NULL, "placeholder_colour" text NOT NULL, "note" text NOT NULL DEFAULT ''::text, "name" text NOT NULL DEFAULT ''::text, "alt" text NOT NULL DEFAULT ''::text, "reason" text NOT NULL DEFAULT ''::text, "status" text NOT NULL DEFAULT 'sending'::text, "agreed_at" timestamp with time zone NOT NULL DEFAULT clock_timestamp(), "sent_at" timestamp with time zone, "decided_at" timestamp with time zone, "version" integer NOT NULL DEFAULT 1, "created_at" timestamp with time zone NOT NULL DEFAULT clock_timestamp(), "updated_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "customer_photos_alt_check" CHECK ((length(alt) <= 300)), CONSTRAINT "customer_photos_check1" CHECK (((status <> 'declined'::text) OR (length(btrim(reason)) >= 3))), CONSTRAINT "customer_photos_check" CHECK (((status <> 'shown'::text) OR (length(btrim(alt)) >= 3))), CONSTRAINT "customer_photos_height_check" CHECK (((height >= 16) AND (height <= 2400))), CONSTRAINT "customer_photos_name_check" CHECK ((length(name) <= 40)), CONSTRAINT "customer_photos_note_check" CHECK ((length(note) <= 400)), CONSTRAINT "customer_photos_pkey" PRIMARY KEY (id), CONSTRAINT "customer_photos_placeholder_colour_check" CHECK ((placeholder_colour ~ '^#[0-9a-f]{6}$'::text)), CONSTRAINT "customer_photos_reason_check" CHECK ((length(reason) <= 500)), CONSTRAINT "customer_photos_status_check" CHECK ((status = ANY (ARRAY['sending'::text, 'waiting'::text, 'shown'::text, 'declined'::text, 'removed'::text]))), CONSTRAINT "customer_photos_storage_path_check" CHECK ((storage_path ~ '^[0-9a-f-]{36}\.(jpg|webp)$'::text)), CONSTRAINT "customer_photos_storage_path_key" UNIQUE (storage_path), CONSTRAINT "customer_photos_width_check" CHECK (((width >= 16) AND (width <= 2400))));

ALTER TABLE "private"."customer_photos" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."customers" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "user_id" uuid, "email" text NOT NULL DEFAULT ''::text, "is_proven" boolean NOT NULL DEFAULT false, "name" text NOT NULL DEFAULT ''::text, "since" timestamp with time zone NOT NULL, "orders" integer NOT NULL DEFAULT 0, "open_orders" integer NOT NULL DEFAULT 0, "other_orders" integer NOT NULL DEFAULT 0, "spent_minor" bigint NOT NULL DEFAULT 0, "due_minor" bigint NOT NULL DEFAULT 0, "currency" text NOT NULL DEFAULT 'EUR'::text, "last_order_at" timestamp with time zone NOT NULL DEFAULT '-infinity'::timestamp with time zone, CONSTRAINT "customers_check" CHECK (((user_id IS NOT NULL) OR (email <> ''::text))), CONSTRAINT "customers_currency_check" CHECK ((currency ~ '^[A-Z]{3}$'::text)), CONSTRAINT "customers_email_check" CHECK ((email = lower(email))), CONSTRAINT "customers_name_check" CHECK ((length(name) <= 200)), CONSTRAINT "customers_pkey" PRIMARY KEY (id), CONSTRAINT "customers_user_id_key" UNIQUE (user_id));

ALTER TABLE "private"."customers" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."document_counters" ("seller_code" text NOT NULL, "invoices" integer NOT NULL DEFAULT 0, "credit_notes" integer NOT NULL DEFAULT 0, CONSTRAINT "document_counters_pkey" PRIMARY KEY (seller_code));

ALTER TABLE "private"."document_counters" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."document_facts" ("document_id" uuid NOT NULL, "facts" jsonb NOT NULL, CONSTRAINT "document_facts_facts_check" CHECK ((jsonb_typeof(facts) = 'object'::text)), CONSTRAINT "document_facts_pkey" PRIMARY KEY (document_id));

ALTER TABLE "private"."document_facts" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."documents_due" ("order_id" uuid NOT NULL, "since" timestamp with time zone NOT NULL DEFAULT now(), "problem" text NOT NULL DEFAULT ''::text, CONSTRAINT "documents_due_pkey" PRIMARY KEY (order_id));

ALTER TABLE "private"."documents_due" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."news" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "kind" text NOT NULL, "key" text NOT NULL, "product_id" uuid NOT NULL, "at" timestamp with time zone NOT NULL, "noted_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "news_kind_key_key" UNIQUE (kind, key), CONSTRAINT "news_pkey" PRIMARY KEY (id));

ALTER TABLE "private"."news" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."notice_keys" ("is_only" boolean NOT NULL DEFAULT true, "public_key" text NOT NULL, "private_key" text NOT NULL, "made_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "notice_keys_is_only_check" CHECK (is_only), CONSTRAINT "notice_keys_pkey" PRIMARY KEY (is_only), CONSTRAINT "notice_keys_private_key_check" CHECK ((private_key ~ '^[A-Za-z0-9_-]{43}$'::text)), CONSTRAINT "notice_keys_public_key_check" CHECK ((public_key ~ '^B[A-Za-z0-9_-]{86}$'::text)));

ALTER TABLE "private"."notice_keys" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."notices" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "browser_id" uuid NOT NULL, "product_id" uuid, "kind" text NOT NULL, "fact" text NOT NULL, "payload" jsonb NOT NULL, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "send_after" timestamp with time zone NOT NULL DEFAULT now(), "tries" integer NOT NULL DEFAULT 0, "sent_at" timestamp with time zone, "given_up_at" timestamp with time zone, "last_error" text NOT NULL DEFAULT ''::text, CONSTRAINT "notices_browser_id_fact_key" UNIQUE (browser_id, fact), CONSTRAINT "notices_fact_check" CHECK ((length(fact) <= 80)), CONSTRAINT "notices_kind_check" CHECK ((kind = ANY (ARRAY['product_update'::text, 'new_drops'::text]))), CONSTRAINT "notices_last_error_check" CHECK ((length(last_error) <= 300)), CONSTRAINT "notices_pkey" PRIMARY KEY (id), CONSTRAINT "notices_tries_check" CHECK ((tries >= 0)));

ALTER TABLE "private"."notices" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."order_stages" ("status" public.order_status NOT NULL, "name" text NOT NULL, "tone" text NOT NULL, "ending" text, "key" text, "mail" text, CONSTRAINT "order_stages_check" CHECK ((((ending IS NOT NULL) = (status > 'delivered'::public.order_status)) AND (ending <> ''::text))), CONSTRAINT "order_stages_key_check" CHECK ((key <> ''::text)), CONSTRAINT "order_stages_mail_check" CHECK ((mail <> ''::text)), CONSTRAINT "order_stages_pkey" PRIMARY KEY (status), CONSTRAINT "order_stages_tone_check" CHECK ((tone = ANY (ARRAY['waiting'::text, 'good'::text, 'bad'::text, 'plain'::text]))));

ALTER TABLE "private"."order_stages" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."payer_accounts" ("entry_id" uuid NOT NULL, "iban" text NOT NULL, "kept_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "payer_accounts_pkey" PRIMARY KEY (entry_id), CONSTRAINT "payer_accounts_iban_check" CHECK (private.is_iban(iban)));

ALTER TABLE "private"."payer_accounts" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."refund_accounts" ("order_id" uuid NOT NULL, "iban" text NOT NULL, "holder" text NOT NULL, "source" text NOT NULL, "needed_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "refund_accounts_holder_check" CHECK (((length(btrim(holder)) >= 2) AND (length(btrim(holder)) <= 70))), CONSTRAINT "refund_accounts_pkey" PRIMARY KEY (order_id), CONSTRAINT "refund_accounts_source_check" CHECK ((source = ANY (ARRAY['customer'::text, 'staff'::text]))), CONSTRAINT "refund_accounts_iban_check" CHECK (private.is_iban(iban)));

ALTER TABLE "private"."refund_accounts" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."return_moves" ("from_status" text NOT NULL, "to_status" text NOT NULL, "who" text NOT NULL, "needs_words" boolean NOT NULL DEFAULT false, CONSTRAINT "return_moves_pkey" PRIMARY KEY (from_status, to_status), CONSTRAINT "return_moves_who_check" CHECK ((who = ANY (ARRAY['customer'::text, 'staff'::text]))));

ALTER TABLE "private"."return_moves" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."return_photos" ("id" uuid NOT NULL, "return_id" uuid NOT NULL, "jpeg" bytea NOT NULL, "added_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "return_photos_jpeg_check" CHECK (((octet_length(jpeg) >= 100) AND (octet_length(jpeg) <= 1000000) AND (SUBSTRING(jpeg FROM 1 FOR 3) = '\xffd8ff'::bytea))), CONSTRAINT "return_photos_pkey" PRIMARY KEY (id));

ALTER TABLE "private"."return_photos" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."staff_invitations" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "email" text NOT NULL, "role" text NOT NULL, "token_hash" text NOT NULL, "invited_by" uuid, "sent_at" timestamp with time zone NOT NULL DEFAULT now(), "expires_at" timestamp with time zone NOT NULL DEFAULT (now() + '7 days'::interval), CONSTRAINT "staff_invitations_email_check" CHECK (((email = lower(email)) AND (length(email) <= 254))), CONSTRAINT "staff_invitations_email_key" UNIQUE (email), CONSTRAINT "staff_invitations_pkey" PRIMARY KEY (id), CONSTRAINT "staff_invitations_role_check" CHECK ((role = ANY (ARRAY['owner'::text, 'editor'::text, 'fulfilment'::text, 'support'::text]))), CONSTRAINT "staff_invitations_token_hash_check" CHECK ((token_hash ~ '^[0-9a-f]{64}$'::text)), CONSTRAINT "staff_invitations_token_hash_key" UNIQUE (token_hash));

ALTER TABLE "private"."staff_invitations" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."vat_checks" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "number" text NOT NULL, "is_valid" boolean NOT NULL, "name" text NOT NULL DEFAULT ''::text, "address" text NOT NULL DEFAULT ''::text, "consultation" text NOT NULL DEFAULT ''::text, "checked_at" timestamp with time zone NOT NULL DEFAULT clock_timestamp(), CONSTRAINT "vat_checks_address_check" CHECK ((length(address) <= 1000)), CONSTRAINT "vat_checks_consultation_check" CHECK ((length(consultation) <= 40)), CONSTRAINT "vat_checks_name_check" CHECK ((length(name) <= 400)), CONSTRAINT "vat_checks_pkey" PRIMARY KEY (id));

ALTER TABLE "private"."vat_checks" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."webhook_calls" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "webhook_id" uuid NOT NULL, "news_id" uuid, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "call_after" timestamp with time zone NOT NULL DEFAULT now(), "calls" integer NOT NULL DEFAULT 0, "called_at" timestamp with time zone, "given_up_at" timestamp with time zone, "last_error" text NOT NULL DEFAULT ''::text, CONSTRAINT "webhook_calls_calls_check" CHECK ((calls >= 0)), CONSTRAINT "webhook_calls_last_error_check" CHECK ((length(last_error) <= 300)), CONSTRAINT "webhook_calls_pkey" PRIMARY KEY (id), CONSTRAINT "webhook_calls_webhook_id_news_id_key" UNIQUE (webhook_id, news_id));

ALTER TABLE "private"."webhook_calls" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."webhook_secrets" ("webhook_id" uuid NOT NULL, "url" text NOT NULL, "secret" text NOT NULL, CONSTRAINT "webhook_secrets_pkey" PRIMARY KEY (webhook_id), CONSTRAINT "webhook_secrets_secret_check" CHECK ((length(secret) >= 32)), CONSTRAINT "webhook_secrets_url_check" CHECK ((length(url) <= 500)));

ALTER TABLE "private"."webhook_secrets" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."webhooks" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "name" text NOT NULL, "host" text NOT NULL, "tells" text[] NOT NULL, "is_active" boolean NOT NULL DEFAULT true, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "webhooks_host_check" CHECK ((length(host) <= 253)), CONSTRAINT "webhooks_name_check" CHECK (((length(name) >= 1) AND (length(name) <= 60))), CONSTRAINT "webhooks_pkey" PRIMARY KEY (id), CONSTRAINT "webhooks_tells_check" CHECK ((tells <@ ARRAY['drops'::text, 'minimums'::text, 'stages'::text, 'draws'::text])));

ALTER TABLE "private"."webhooks" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."bank_entries" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "statement_id" uuid NOT NULL, "identity" text NOT NULL, "account" text NOT NULL, "booked_on" date NOT NULL, "amount_minor" integer NOT NULL, "currency" text NOT NULL, "payer" text NOT NULL DEFAULT ''::text, "message" text NOT NULL DEFAULT ''::text, "bank_reference" text NOT NULL DEFAULT ''::text, "status" text NOT NULL, "note" text NOT NULL DEFAULT ''::text, "settled_at" timestamp with time zone, "settled_by" uuid, "version" integer NOT NULL DEFAULT 1, "updated_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "bank_entries_account_check" CHECK ((account ~ '^[0-9A-Z]{0,34}$'::text)), CONSTRAINT "bank_entries_amount_minor_check" CHECK ((amount_minor > 0)), CONSTRAINT "bank_entries_bank_reference_check" CHECK ((length(bank_reference) <= 140)), CONSTRAINT "bank_entries_currency_check" CHECK ((currency ~ '^[A-Z]{3}$'::text)), CONSTRAINT "bank_entries_identity_check" CHECK ((identity ~ '^[0-9a-f]{64}$'::text)), CONSTRAINT "bank_entries_identity_key" UNIQUE (identity), CONSTRAINT "bank_entries_message_check" CHECK ((length(message) <= 1000)), CONSTRAINT "bank_entries_note_check" CHECK ((length(note) <= 500)), CONSTRAINT "bank_entries_payer_check" CHECK ((length(payer) <= 140)), CONSTRAINT "bank_entries_pkey" PRIMARY KEY (id), CONSTRAINT "bank_entries_settled" CHECK (((status = 'unmatched'::text) = (settled_at IS NULL))), CONSTRAINT "bank_entries_status_check" CHECK ((status = ANY (ARRAY['unmatched'::text, 'recorded'::text, 'set_aside'::text]))));

ALTER TABLE "public"."bank_entries" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."bank_entry_payments" ("payment_id" uuid NOT NULL, "entry_id" uuid NOT NULL, CONSTRAINT "bank_entry_payments_pkey" PRIMARY KEY (payment_id));

ALTER TABLE "public"."bank_entry_payments" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."bank_files" ("id" uuid NOT NULL, "message_id" text NOT NULL, "iban" text NOT NULL, "execute_on" date NOT NULL, "payments" integer NOT NULL, "total_minor" bigint NOT NULL, "currency" text NOT NULL DEFAULT 'EUR'::text, "status" text NOT NULL DEFAULT 'made'::text, "reason" text NOT NULL DEFAULT ''::text, "made_at" timestamp with time zone NOT NULL DEFAULT now(), "made_by" uuid, "settled_at" timestamp with time zone, "settled_by" uuid, CONSTRAINT "bank_files_currency_check" CHECK ((currency = 'EUR'::text)), CONSTRAINT "bank_files_message_id_check" CHECK ((message_id ~ '^[A-Z0-9-]{1,35}$'::text)), CONSTRAINT "bank_files_message_id_key" UNIQUE (message_id), CONSTRAINT "bank_files_payments_check" CHECK (((payments >= 1) AND (payments <= 500))), CONSTRAINT "bank_files_pkey" PRIMARY KEY (id), CONSTRAINT "bank_files_reason_check" CHECK ((length(reason) <= 500)), CONSTRAINT "bank_files_settled" CHECK (((status = 'made'::text) = (settled_at IS NULL))), CONSTRAINT "bank_files_status_check" CHECK ((status = ANY (ARRAY['made'::text, 'sent'::text, 'discarded'::text]))), CONSTRAINT "bank_files_total_minor_check" CHECK ((total_minor > 0)), CONSTRAINT "bank_files_iban_check" CHECK (private.is_iban(iban)));

ALTER TABLE "public"."bank_files" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."bank_refunds" ("refund_id" uuid NOT NULL, "order_id" uuid NOT NULL, "reference" text NOT NULL, "amount_minor" integer NOT NULL, "currency" text NOT NULL, "file_id" uuid, "account_end" text NOT NULL DEFAULT ''::text, "sent_at" timestamp with time zone, "sent_by" uuid, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "bank_refunds_account_end_check" CHECK ((account_end ~ '^[0-9A-Z]{0,4}$'::text)), CONSTRAINT "bank_refunds_amount_minor_check" CHECK ((amount_minor > 0)), CONSTRAINT "bank_refunds_currency_check" CHECK ((currency ~ '^[A-Z]{3}$'::text)), CONSTRAINT "bank_refunds_pkey" PRIMARY KEY (refund_id), CONSTRAINT "bank_refunds_reference_check" CHECK ((reference ~ '^[A-Z0-9-]{1,35}$'::text)), CONSTRAINT "bank_refunds_reference_key" UNIQUE (reference));

ALTER TABLE "public"."bank_refunds" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."bank_statements" ("id" uuid NOT NULL, "account" text NOT NULL, "file_name" text NOT NULL, "format" text NOT NULL, "first_on" date NOT NULL, "last_on" date NOT NULL, "payments" integer NOT NULL, "header" text NOT NULL DEFAULT ''::text, "columns" jsonb NOT NULL DEFAULT '{}'::jsonb, "read_at" timestamp with time zone NOT NULL DEFAULT now(), "read_by" uuid, CONSTRAINT "bank_statements_account_check" CHECK ((account ~ '^[0-9A-Z]{0,34}$'::text)), CONSTRAINT "bank_statements_check" CHECK ((last_on >= first_on)), CONSTRAINT "bank_statements_columns_check" CHECK (((jsonb_typeof(columns) = 'object'::text) AND (pg_column_size(columns) <= 4096))), CONSTRAINT "bank_statements_file_name_check" CHECK ((length(file_name) <= 200)), CONSTRAINT "bank_statements_format_check" CHECK ((format = ANY (ARRAY['camt'::text, 'csv'::text]))), CONSTRAINT "bank_statements_header_check" CHECK ((length(header) <= 4000)), CONSTRAINT "bank_statements_payments_check" CHECK (((payments >= 0) AND (payments <= 100000))), CONSTRAINT "bank_statements_pkey" PRIMARY KEY (id));

ALTER TABLE "public"."bank_statements" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."currency_rates" ("code" text NOT NULL, "name" text NOT NULL, "per_euro" numeric(14,6) NOT NULL, "rated_on" date NOT NULL, "is_shown" boolean NOT NULL DEFAULT true, "position" integer NOT NULL DEFAULT 0, "version" integer NOT NULL DEFAULT 1, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "updated_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "currency_rates_code_check" CHECK (((code ~ '^[A-Z]{3}$'::text) AND (code <> 'EUR'::text))), CONSTRAINT "currency_rates_name_check" CHECK (((length(name) >= 2) AND (length(name) <= 40))), CONSTRAINT "currency_rates_per_euro_check" CHECK (((per_euro > (0)::numeric) AND (per_euro < 'NaN'::numeric))), CONSTRAINT "currency_rates_pkey" PRIMARY KEY (code), CONSTRAINT "currency_rates_position_check" CHECK ((("position" >= 0) AND ("position" <= 10000))), CONSTRAINT "currency_rates_rated_on_check" CHECK ((('1999-01-04'::date <= rated_on) AND (rated_on <= CURRENT_DATE))));

ALTER TABLE "public"."currency_rates" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."customer_notes" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "customer_id" uuid NOT NULL, "author_id" uuid, "text" text NOT NULL, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "customer_notes_pkey" PRIMARY KEY (id), CONSTRAINT "customer_notes_text_check" CHECK (((length(text) >= 1) AND (length(text) <= 2000))));

ALTER TABLE "public"."customer_notes" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."desk_views" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "desk" text NOT NULL, "list" text NOT NULL, "name" text NOT NULL, "search" text NOT NULL, "is_shared" boolean NOT NULL DEFAULT false, "author" text NOT NULL DEFAULT ''::text, "version" integer NOT NULL DEFAULT 1, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "updated_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "desk_views_author_check" CHECK ((length(author) <= 254)), CONSTRAINT "desk_views_desk_check" CHECK ((length(desk) <= 40)), CONSTRAINT "desk_views_list_check" CHECK (((list ~ '^[a-z][a-z-]*$'::text) AND (length(list) <= 40))), CONSTRAINT "desk_views_name_check" CHECK (((name = btrim(name)) AND ((length(name) >= 1) AND (length(name) <= 60)))), CONSTRAINT "desk_views_pkey" PRIMARY KEY (id), CONSTRAINT "desk_views_search_check" CHECK ((length(search) <= 4000)), "owner_id" uuid NOT NULL DEFAULT auth.uid());

ALTER TABLE "public"."desk_views" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."documents" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "order_id" uuid NOT NULL, "kind" text NOT NULL, "number" text NOT NULL, "seller_code" text NOT NULL, "position" integer NOT NULL, "issued_on" date NOT NULL, "issued_at" timestamp with time zone NOT NULL DEFAULT clock_timestamp(), "currency" text NOT NULL, "net_minor" integer NOT NULL, "tax_minor" integer NOT NULL, "total_minor" integer NOT NULL, "hash" text NOT NULL, CONSTRAINT "documents_check" CHECK (((net_minor + tax_minor) = total_minor)), CONSTRAINT "documents_currency_check" CHECK ((currency ~ '^[A-Z]{3}$'::text)), CONSTRAINT "documents_hash_check" CHECK ((hash ~ '^[0-9a-f]{64}$'::text)), CONSTRAINT "documents_kind_check" CHECK ((kind = ANY (ARRAY['invoice'::text, 'credit_note'::text]))), CONSTRAINT "documents_number_check" CHECK (((length(number) >= 3) AND (length(number) <= 30))), CONSTRAINT "documents_number_key" UNIQUE (number), CONSTRAINT "documents_pkey" PRIMARY KEY (id), CONSTRAINT "documents_position_check" CHECK (("position" > 0)), CONSTRAINT "documents_seller_code_kind_position_key" UNIQUE (seller_code, kind, "position"));

ALTER TABLE "public"."documents" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."order_returns" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "order_id" uuid NOT NULL, "kind" text NOT NULL, "status" text NOT NULL DEFAULT 'asked'::text, "lines" jsonb NOT NULL, "name" text NOT NULL DEFAULT ''::text, "reason" text NOT NULL DEFAULT ''::text, "amount_minor" integer NOT NULL, "currency" text NOT NULL DEFAULT 'EUR'::text, "answer" text NOT NULL DEFAULT ''::text, "label_url" text NOT NULL DEFAULT ''::text, "is_restocked" boolean NOT NULL DEFAULT false, "photo_count" integer NOT NULL DEFAULT 0, "payment_id" uuid, "asked_at" timestamp with time zone NOT NULL DEFAULT now(), "answered_at" timestamp with time zone, "received_at" timestamp with time zone, "ended_at" timestamp with time zone, "version" integer NOT NULL DEFAULT 1, "updated_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "order_returns_amount_minor_check" CHECK ((amount_minor >= 0)), CONSTRAINT "order_returns_answer_check" CHECK ((length(answer) <= 1000)), CONSTRAINT "order_returns_currency_check" CHECK ((currency ~ '^[A-Z]{3}$'::text)), CONSTRAINT "order_returns_end" CHECK (((status = ANY (ARRAY['settled'::text, 'declined'::text, 'dropped'::text])) = (ended_at IS NOT NULL))), CONSTRAINT "order_returns_kind_check" CHECK ((kind = ANY (ARRAY['withdrawal'::text, 'fault'::text]))), CONSTRAINT "order_returns_label_url_check" CHECK (((label_url = ''::text) OR ((label_url ~ '^https://[^\s<>"]+$'::text) AND (length(label_url) <= 400)))), CONSTRAINT "order_returns_lines_check" CHECK (((jsonb_typeof(lines) = 'array'::text) AND (pg_column_size(lines) <= 16384))), CONSTRAINT "order_returns_name_check" CHECK ((length(name) <= 120)), CONSTRAINT "order_returns_photo_count_check" CHECK (((photo_count >= 0) AND (photo_count <= 5))), CONSTRAINT "order_returns_pkey" PRIMARY KEY (id), CONSTRAINT "order_returns_reason_check" CHECK ((length(reason) <= 1000)), CONSTRAINT "order_returns_status_check" CHECK ((status = ANY (ARRAY['asked'::text, 'agreed'::text, 'received'::text, 'settled'::text, 'declined'::text, 'dropped'::text]))));

ALTER TABLE "public"."order_returns" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."product_sounds" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "product_id" uuid NOT NULL, "storage_path" text NOT NULL, "title" text NOT NULL, "duration_ms" integer NOT NULL, "peaks" integer[] NOT NULL, "position" integer NOT NULL DEFAULT 0, "version" integer NOT NULL DEFAULT 1, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "updated_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "product_sounds_duration_ms_check" CHECK (((duration_ms >= 100) AND (duration_ms <= 60000))), CONSTRAINT "product_sounds_peaks_check" CHECK (((array_ndims(peaks) = 1) AND ((cardinality(peaks) >= 64) AND (cardinality(peaks) <= 96)) AND (array_position(peaks, NULL::integer) IS NULL) AND (0 <= ALL (peaks)) AND (100 >= ALL (peaks)))), CONSTRAINT "product_sounds_pkey" PRIMARY KEY (id), CONSTRAINT "product_sounds_storage_path_check" CHECK (((storage_path ~ '^[a-z0-9][a-z0-9/-]*\.(mp3|m4a|aac|ogg|wav)$'::text) AND (length(storage_path) <= 200))), CONSTRAINT "product_sounds_storage_path_key" UNIQUE (storage_path), CONSTRAINT "product_sounds_title_check" CHECK (((length(title) <= 120) AND (length(btrim(title)) >= 2))));

ALTER TABLE "public"."product_sounds" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."refund_calls" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "order_id" uuid NOT NULL, "refund_id" uuid NOT NULL, "provider" text NOT NULL, "charge_reference" text NOT NULL, "amount_minor" integer NOT NULL, "currency" text NOT NULL, "state" text NOT NULL DEFAULT 'waiting'::text, "provider_reference" text NOT NULL DEFAULT ''::text, "problem" text NOT NULL DEFAULT ''::text, "attempts" integer NOT NULL DEFAULT 0, "call_after" timestamp with time zone NOT NULL DEFAULT now(), "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "refund_calls_amount_minor_check" CHECK ((amount_minor > 0)), CONSTRAINT "refund_calls_charge_reference_check" CHECK (((length(charge_reference) >= 1) AND (length(charge_reference) <= 200))), CONSTRAINT "refund_calls_currency_check" CHECK ((currency ~ '^[A-Z]{3}$'::text)), CONSTRAINT "refund_calls_pkey" PRIMARY KEY (id), CONSTRAINT "refund_calls_problem_check" CHECK ((length(problem) <= 500)), CONSTRAINT "refund_calls_provider_reference_check" CHECK ((length(provider_reference) <= 200)), CONSTRAINT "refund_calls_refund_id_charge_reference_key" UNIQUE (refund_id, charge_reference), CONSTRAINT "refund_calls_state_check" CHECK ((state = ANY (ARRAY['waiting'::text, 'sent'::text, 'refused'::text, 'returned'::text]))));

ALTER TABLE "public"."refund_calls" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."sellers" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "code" text NOT NULL, "valid_from" date NOT NULL, "valid_to" date, "name" text NOT NULL DEFAULT ''::text, "line1" text NOT NULL DEFAULT ''::text, "line2" text NOT NULL DEFAULT ''::text, "postcode" text NOT NULL DEFAULT ''::text, "city" text NOT NULL DEFAULT ''::text, "country_code" text, "vat_number" text NOT NULL DEFAULT ''::text, "register" text NOT NULL DEFAULT ''::text, "email" text NOT NULL DEFAULT ''::text, "terms" text NOT NULL DEFAULT ''::text, "version" integer NOT NULL DEFAULT 1, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "updated_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "sellers_check" CHECK ((valid_to > valid_from)), CONSTRAINT "sellers_city_check" CHECK ((length(city) <= 80)), CONSTRAINT "sellers_code_check" CHECK ((code ~ '^[A-Z0-9]{1,8}$'::text)), CONSTRAINT "sellers_email_check" CHECK ((length(email) <= 254)), CONSTRAINT "sellers_line1_check" CHECK ((length(line1) <= 120)), CONSTRAINT "sellers_line2_check" CHECK ((length(line2) <= 120)), CONSTRAINT "sellers_name_check" CHECK ((length(name) <= 120)), CONSTRAINT "sellers_pkey" PRIMARY KEY (id), CONSTRAINT "sellers_postcode_check" CHECK ((length(postcode) <= 20)), CONSTRAINT "sellers_register_check" CHECK ((length(register) <= 160)), CONSTRAINT "sellers_terms_check" CHECK ((length(terms) <= 500)), CONSTRAINT "sellers_vat_number_check" CHECK ((vat_number ~ '^([A-Z]{2}[0-9A-Z]{2,14})?$'::text)));

ALTER TABLE "public"."sellers" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."shelf_items" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "title" text NOT NULL, "choice" text NOT NULL DEFAULT ''::text, "since" text NOT NULL DEFAULT ''::text, "note" text NOT NULL DEFAULT ''::text, "product_id" uuid, "variant_id" uuid, "order_line_id" uuid, "created_at" timestamp with time zone NOT NULL DEFAULT clock_timestamp(), CONSTRAINT "shelf_items_choice_check" CHECK ((length(choice) <= 300)), CONSTRAINT "shelf_items_note_check" CHECK ((length(note) <= 500)), CONSTRAINT "shelf_items_pkey" PRIMARY KEY (id), CONSTRAINT "shelf_items_since_check" CHECK ((length(since) <= 40)), CONSTRAINT "shelf_items_title_check" CHECK (((length(title) <= 120) AND (btrim(title) <> ''::text))), "user_id" uuid NOT NULL DEFAULT auth.uid(), CONSTRAINT "shelf_items_user_id_order_line_id_key" UNIQUE (user_id, order_line_id));

ALTER TABLE "public"."shelf_items" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."shelf_links" ("token" text NOT NULL DEFAULT replace(((gen_random_uuid())::text || (gen_random_uuid())::text), '-'::text, ''::text), "name" text NOT NULL, "shows_notes" boolean NOT NULL DEFAULT false, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "shelf_links_name_check" CHECK (((length(name) <= 40) AND (btrim(name) <> ''::text))), CONSTRAINT "shelf_links_token_key" UNIQUE (token), "user_id" uuid NOT NULL DEFAULT auth.uid(), CONSTRAINT "shelf_links_pkey" PRIMARY KEY (user_id));

ALTER TABLE "public"."shelf_links" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."shown_photos" ("id" uuid NOT NULL, "product_id" uuid NOT NULL, "storage_path" text NOT NULL, "width" integer NOT NULL, "height" integer NOT NULL, "placeholder_colour" text NOT NULL, "note" text NOT NULL, "name" text NOT NULL, "alt" text NOT NULL, "shown_at" timestamp with time zone NOT NULL DEFAULT now(), "updated_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "shown_photos_alt_check" CHECK ((length(alt) <= 300)), CONSTRAINT "shown_photos_height_check" CHECK ((height > 0)), CONSTRAINT "shown_photos_name_check" CHECK ((length(name) <= 40)), CONSTRAINT "shown_photos_note_check" CHECK ((length(note) <= 400)), CONSTRAINT "shown_photos_pkey" PRIMARY KEY (id), CONSTRAINT "shown_photos_placeholder_colour_check" CHECK ((placeholder_colour ~ '^#[0-9a-f]{6}$'::text)), CONSTRAINT "shown_photos_storage_path_check" CHECK ((storage_path ~ '^[0-9a-f-]{36}\.(jpg|webp)$'::text)), CONSTRAINT "shown_photos_width_check" CHECK ((width > 0)));

ALTER TABLE "public"."shown_photos" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."tax_registrations" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "country_code" text, "name" text NOT NULL, "number" text NOT NULL DEFAULT ''::text, "limit_minor" integer, "limit_per" text NOT NULL DEFAULT 'parcel'::text, "currency" text NOT NULL DEFAULT 'EUR'::text, "valid_from" date NOT NULL, "valid_to" date, "version" integer NOT NULL DEFAULT 1, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "updated_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "tax_registrations_check" CHECK ((valid_to > valid_from)), CONSTRAINT "tax_registrations_currency_check" CHECK ((currency = 'EUR'::text)), CONSTRAINT "tax_registrations_limit_minor_check" CHECK ((limit_minor > 0)), CONSTRAINT "tax_registrations_limit_per_check" CHECK ((limit_per = ANY (ARRAY['parcel'::text, 'item'::text]))), CONSTRAINT "tax_registrations_name_check" CHECK (((length(name) >= 2) AND (length(name) <= 40))), CONSTRAINT "tax_registrations_number_check" CHECK ((length(number) <= 40)), CONSTRAINT "tax_registrations_pkey" PRIMARY KEY (id));

ALTER TABLE "public"."tax_registrations" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."translations" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "language" text NOT NULL, "table_name" text NOT NULL, "row_id" text NOT NULL, "column_name" text NOT NULL, "text" text NOT NULL, "source" text NOT NULL, "version" integer NOT NULL DEFAULT 1, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "updated_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "translations_column_name_check" CHECK ((column_name ~ '^[a-z_]+$'::text)), CONSTRAINT "translations_language_check" CHECK ((language ~ '^[a-z]{2}$'::text)), CONSTRAINT "translations_pkey" PRIMARY KEY (id), CONSTRAINT "translations_row_id_check" CHECK ((row_id ~ '^[A-Za-z0-9/-]{1,100}$'::text)), CONSTRAINT "translations_source_check" CHECK ((length(source) <= 80000)), CONSTRAINT "translations_table_name_check" CHECK ((table_name ~ '^[a-z_]+$'::text)), CONSTRAINT "translations_table_name_row_id_column_name_language_key" UNIQUE (table_name, row_id, column_name, language), CONSTRAINT "translations_text_check" CHECK (((length(text) >= 1) AND (length(text) <= 80000))));

ALTER TABLE "public"."translations" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."wishes" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "user_id" uuid NOT NULL, "product_id" uuid, "variant_ids" uuid[] NOT NULL DEFAULT '{}'::uuid[], "options" jsonb NOT NULL DEFAULT '{}'::jsonb, "title" text NOT NULL, "note" text NOT NULL DEFAULT ''::text, "was_gone" boolean NOT NULL DEFAULT false, "kept_at" timestamp with time zone NOT NULL DEFAULT clock_timestamp(), CONSTRAINT "wishes_note_check" CHECK ((length(note) <= 500)), CONSTRAINT "wishes_options_check" CHECK ((jsonb_typeof(options) = 'object'::text)), CONSTRAINT "wishes_pkey" PRIMARY KEY (id), CONSTRAINT "wishes_title_check" CHECK ((length(title) <= 200)), CONSTRAINT "wishes_user_id_product_id_variant_ids_options_key" UNIQUE (user_id, product_id, variant_ids, options), CONSTRAINT "wishes_variant_ids_check" CHECK ((cardinality(variant_ids) <= 20)));

ALTER TABLE "public"."wishes" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."follows" ADD COLUMN "digest_at" timestamp with time zone;

ALTER TABLE "private"."order_contacts" ADD COLUMN "company" jsonb;

ALTER TABLE "private"."order_contacts" ADD COLUMN "gift_note" text;

ALTER TABLE "private"."order_moves" ADD COLUMN "leaves" text[] NOT NULL DEFAULT '{}'::text[];

ALTER TABLE "private"."order_stages" ADD COLUMN "is_paid" boolean GENERATED ALWAYS AS (((status >= 'paid'::public.order_status) AND (status <= 'delivered'::public.order_status))) STORED NOT NULL;

ALTER TABLE "private"."order_stages" ADD COLUMN "is_here" boolean GENERATED ALWAYS AS ((status < 'shipped'::public.order_status)) STORED NOT NULL;

ALTER TABLE "private"."saved_carts" ADD COLUMN "together" text;

ALTER TABLE "public"."bank_refunds" ADD COLUMN "status" text GENERATED ALWAYS AS (
CASE
    WHEN (sent_at IS NOT NULL) THEN 'sent'::text
    WHEN (file_id IS NOT NULL) THEN 'in_file'::text
    ELSE 'open'::text
END) STORED NOT NULL;

ALTER TABLE "public"."country_restrictions" ADD COLUMN "version" integer NOT NULL DEFAULT 1;

ALTER TABLE "public"."country_restrictions" ADD COLUMN "created_at" timestamp with time zone NOT NULL DEFAULT now();

ALTER TABLE "public"."country_restrictions" ADD COLUMN "updated_at" timestamp with time zone NOT NULL DEFAULT now();

ALTER TABLE "public"."design_kits" ADD COLUMN "version" integer NOT NULL DEFAULT 1;

ALTER TABLE "public"."design_kits" ADD COLUMN "created_at" timestamp with time zone NOT NULL DEFAULT now();

ALTER TABLE "public"."design_kits" ADD COLUMN "updated_at" timestamp with time zone NOT NULL DEFAULT now();

ALTER TABLE "public"."design_offers" ADD COLUMN "version" integer NOT NULL DEFAULT 1;

ALTER TABLE "public"."design_offers" ADD COLUMN "created_at" timestamp with time zone NOT NULL DEFAULT now();

ALTER TABLE "public"."design_offers" ADD COLUMN "updated_at" timestamp with time zone NOT NULL DEFAULT now();

ALTER TABLE "public"."makers" ADD COLUMN "legal_name" text NOT NULL DEFAULT ''::text;

ALTER TABLE "public"."makers" ADD COLUMN "postal_address" text NOT NULL DEFAULT ''::text;

ALTER TABLE "public"."makers" ADD COLUMN "electronic_address" text NOT NULL DEFAULT ''::text;

ALTER TABLE "public"."makers" ADD COLUMN "responsible_name" text NOT NULL DEFAULT ''::text;

ALTER TABLE "public"."makers" ADD COLUMN "responsible_postal_address" text NOT NULL DEFAULT ''::text;

ALTER TABLE "public"."makers" ADD COLUMN "responsible_electronic_address" text NOT NULL DEFAULT ''::text;

ALTER TABLE "public"."order_lines" ADD COLUMN "tax_scheme" text NOT NULL DEFAULT ''::text;

ALTER TABLE "public"."order_lines" ADD COLUMN "flaws" text NOT NULL DEFAULT ''::text;

ALTER TABLE "public"."order_records" ADD COLUMN "kept_minor" integer NOT NULL DEFAULT 0;

ALTER TABLE "public"."order_records" ADD COLUMN "refund_due_minor" integer GENERATED ALWAYS AS (GREATEST(((captured_minor - refunded_minor) -
CASE
    WHEN (status = ANY (ARRAY['expired'::public.order_status, 'cancelled'::public.order_status, 'refunded'::public.order_status])) THEN kept_minor
    ELSE GREATEST((total_minor - forgone_minor), 0)
END), 0)) STORED NOT NULL;

ALTER TABLE "public"."order_records" ADD COLUMN "open_returns" integer NOT NULL DEFAULT 0;

ALTER TABLE "public"."order_records" ADD COLUMN "ships_together" boolean NOT NULL DEFAULT false;

ALTER TABLE "public"."outbox" ADD COLUMN "language" text NOT NULL DEFAULT 'en'::text;

ALTER TABLE "public"."partner_sales" ADD COLUMN "version" integer NOT NULL DEFAULT 1;

ALTER TABLE "public"."partner_sales" ADD COLUMN "created_at" timestamp with time zone NOT NULL DEFAULT now();

ALTER TABLE "public"."partner_sales" ADD COLUMN "updated_at" timestamp with time zone NOT NULL DEFAULT now();

ALTER TABLE "public"."payment_methods" ADD COLUMN "sends_refunds" boolean NOT NULL DEFAULT false;

ALTER TABLE "public"."payment_methods" ADD COLUMN "keys" text;

ALTER TABLE "public"."payments" ADD COLUMN "sent_at" timestamp with time zone;

ALTER TABLE "public"."product_files" ADD COLUMN "version" integer NOT NULL DEFAULT 1;

ALTER TABLE "public"."product_files" ADD COLUMN "created_at" timestamp with time zone NOT NULL DEFAULT now();

ALTER TABLE "public"."product_files" ADD COLUMN "updated_at" timestamp with time zone NOT NULL DEFAULT now();

ALTER TABLE "public"."product_images" ADD COLUMN "focus_x" integer NOT NULL DEFAULT 50;

ALTER TABLE "public"."product_images" ADD COLUMN "focus_y" integer NOT NULL DEFAULT 50;

ALTER TABLE "public"."product_images" ADD COLUMN "turn_path" text;

ALTER TABLE "public"."product_images" ADD COLUMN "turn_frames" integer;

ALTER TABLE "public"."product_relations" ADD COLUMN "version" integer NOT NULL DEFAULT 1;

ALTER TABLE "public"."product_relations" ADD COLUMN "created_at" timestamp with time zone NOT NULL DEFAULT now();

ALTER TABLE "public"."product_relations" ADD COLUMN "updated_at" timestamp with time zone NOT NULL DEFAULT now();

ALTER TABLE "public"."products" ADD COLUMN "safety_warnings" text NOT NULL DEFAULT ''::text;

ALTER TABLE "public"."products" ADD COLUMN "variant_options" jsonb NOT NULL DEFAULT '[]'::jsonb;

ALTER TABLE "public"."publish_requests" ADD COLUMN "log_url" text;

ALTER TABLE "public"."sellers" ADD COLUMN "is_ready" boolean GENERATED ALWAYS AS (((length(btrim(name)) >= 2) AND (length(btrim(line1)) >= 2) AND (length(btrim(city)) >= 1) AND (country_code IS NOT NULL) AND (length(btrim(email)) >= 3) AND ((vat_number <> ''::text) OR (length(btrim(register)) >= 2)))) STORED NOT NULL;

ALTER TABLE "public"."tax_classes" ADD COLUMN "version" integer NOT NULL DEFAULT 1;

ALTER TABLE "public"."tax_classes" ADD COLUMN "created_at" timestamp with time zone NOT NULL DEFAULT now();

ALTER TABLE "public"."tax_classes" ADD COLUMN "updated_at" timestamp with time zone NOT NULL DEFAULT now();

ALTER TABLE "public"."translations" ADD COLUMN "source_md5" text GENERATED ALWAYS AS (md5(source)) STORED NOT NULL;

ALTER TABLE "public"."variants" ADD COLUMN "is_made_to_order" boolean NOT NULL DEFAULT false;

ALTER TABLE "public"."variants" ADD COLUMN "choices" text[] NOT NULL DEFAULT '{}'::text[];

ALTER TABLE "public"."variants" ADD COLUMN "flaws" text NOT NULL DEFAULT ''::text;

ALTER TABLE "private"."follows" ALTER COLUMN "product_id" DROP NOT NULL;

CREATE TYPE "private"."desk_find" AS ("kind" text, "record" text, "title" text, "note" text, "status" text, "count" integer, "amount_minor" integer, "currency" text, "at" timestamp with time zone, "rank" integer);

CREATE TYPE "private"."found_order" AS ("id" uuid, "rank" integer);

CREATE TYPE "private"."tax_rule" AS ("scheme" text, "is_included" boolean, "country" text, "home" text, "limit_minor" bigint, "limit_per" text);

CREATE TYPE "private"."way_back" AS ("line_id" uuid, "quantity" integer, "way" text, "percent" integer, "cost_minor" integer, "amount_minor" integer, "until" timestamp with time zone);

ALTER TYPE "private"."priced_line" ADD ATTRIBUTE "flaws" text CASCADE;

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
    perform private.refuse(409, 'capacity_reached', 'It is sold out.', jsonb_build_object('list_id', v_list.id));
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

CREATE OR REPLACE FUNCTION private.accept_staff_invitation(p_token text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_email constant text := private.proven_mailbox();
  v_invitation private.staff_invitations := private.open_invitation(p_token);
  v_role text;
begin
  if v_invitation.id is null then
    perform private.refuse_dead_invitation();
  end if;
  if v_email is distinct from v_invitation.email then
    perform private.refuse(403, 'other_address',
      format('This invitation is for %s. Sign in with that address to accept it.', v_invitation.email),
      jsonb_build_object('email', v_invitation.email));
  end if;
  perform private.require_second_factor();
  if exists (select from private.account_deletions d where d.user_id = auth.uid()) then
    perform private.refuse(409, 'deletion_due', 'This account is about to be deleted. Cancel that in your details first.');
  end if;
  -- Read again behind the lock: of two presses one counts.
  delete from private.staff_invitations i where i.id = v_invitation.id and i.token_hash = v_invitation.token_hash
  returning * into v_invitation;
  if v_invitation.id is null then
    perform private.refuse_dead_invitation();
  end if;
  -- An owner may have given them a role in the meantime: that one counts.
  insert into private.staff (user_id, role) values (auth.uid(), v_invitation.role) on conflict (user_id) do nothing;
  select role into v_role from private.staff where user_id = auth.uid();
  perform private.note_invitation('delete', v_invitation, null, 'accepted');
  return jsonb_build_object('role', v_role, 'factor_due_at', private.factor_due_at(auth.uid()));
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
          when pg_catalog.has_function_privilege('authenticated', f.oid, 'execute') then 'accounts' else 'service' end
      ) order by f.proname), '[]')
      from pg_catalog.pg_proc f
      where f.pronamespace = 'public'::regnamespace and f.prorettype <> 'trigger'::regtype));
end;
$function$
;

CREATE OR REPLACE FUNCTION private.account_language(p_user uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return coalesce((
    select a.language from (
      select p.language, p.updated_at as at from public.profiles p where p.user_id = p_user
      union all
      (select o.language, o.placed_at from public.order_records o where o.user_id = p_user order by o.placed_at desc limit 1)
    ) a order by a.at desc limit 1
  ), (select u.raw_user_meta_data ->> 'language' from auth.users u where u.id = p_user));
end;
$function$
;

CREATE OR REPLACE FUNCTION private.acting_secret_for(p_order public.order_records)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if p_order.user_id is not null then
    return '{}';
  end if;
  return jsonb_build_object('acting_token', private.make_acting_secret(p_order.id));
end;
$function$
;

CREATE OR REPLACE FUNCTION private.add_customer_note(p_customer uuid, p_text text, p_key uuid)
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
  v_known := private.known_answer(p_key, concat_ws('|', 'customer note', p_customer, v_text));
  if v_known is not null then
    return (v_known #>> '{}')::uuid;
  end if;
  if length(v_text) not between 1 and 2000 then
    perform private.refuse(422, 'wrong_note', 'Enter a note of 1 to 2000 characters.', '{"limit": 2000}');
  end if;
  -- Held, so that a guest who gets an account meanwhile takes the note along.
  if not exists (select from private.customers k where k.id = p_customer for key share) then
    perform private.refuse(404, 'unknown_customer', 'This customer no longer exists.');
  end if;
  insert into public.customer_notes (customer_id, author_id, text) values (p_customer, auth.uid(), v_text) returning id into v_note;
  perform private.note_customer_call('insert', p_customer, jsonb_build_object('call', 'add_customer_note', 'note_id', v_note));
  perform private.keep_answer(p_key, to_jsonb(v_note));
  return v_note;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.add_legal_version(p_document text, p_number integer, p_changes text, p_publish_at timestamp with time zone, p_effective_at timestamp with time zone, p_sections jsonb, p_key uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_sections constant jsonb := private.json_of(p_sections);
  v_known jsonb;
  v_newest int;
  v_version uuid;
begin
  perform private.require_staff('owner');
  v_known := private.known_answer(p_key, concat_ws('|', 'legal', p_document, p_number, p_changes, p_publish_at, p_effective_at, v_sections));
  if v_known is not null then
    return (v_known #>> '{}')::int;
  end if;
  if jsonb_typeof(v_sections) is distinct from 'array' or jsonb_array_length(v_sections) not between 1 and 60
    or exists (select from jsonb_array_elements(v_sections) s
      where jsonb_typeof(s) <> 'object' or s ->> 'code' is null or s ->> 'title' is null or s ->> 'plain' is null or s ->> 'body' is null)
    or (select count(distinct s ->> 'code') <> count(*) from jsonb_array_elements(v_sections) s) then
    perform private.refuse(422, 'wrong_sections', 'Enter 1 to 60 sections, each with an address of its own.');
  end if;
  if p_publish_at is null or p_publish_at <= now() or p_effective_at is null or p_effective_at < p_publish_at then
    perform private.refuse(422, 'wrong_days', 'Publish it at a time to come, and let it hold no earlier than that.');
  end if;
  -- One at a time: the number is the one after the newest that the writer saw.
  perform pg_advisory_xact_lock(hashtext('legal ' || p_document));
  select coalesce(max(number), 0) into v_newest from public.legal_versions where document = p_document;
  if p_number is distinct from v_newest + 1 then
    perform private.refuse(409, 'version_changed', format('Someone else added version %s. Open it, and compare it with yours.', v_newest),
      jsonb_build_object('newest', v_newest));
  end if;
  insert into public.legal_versions (document, number, changes, publish_at, effective_at)
  values (p_document, p_number, btrim(coalesce(p_changes, '')), p_publish_at, p_effective_at) returning id into v_version;
  insert into public.legal_sections (version_id, code, title, plain, body, position)
  select v_version, s ->> 'code', s ->> 'title', s ->> 'plain', s ->> 'body', at
  from jsonb_array_elements(v_sections) with ordinality as of (s, at);
  perform private.keep_answer(p_key, to_jsonb(p_number));
  return p_number;
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
  v_rule constant private.tax_rule := private.tax_rule_of_order(p_order);
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
$function$
;

CREATE OR REPLACE FUNCTION private.add_photo(p_id uuid, p_line uuid, p_file jsonb, p_note text, p_name text, p_agreed boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user constant uuid := auth.uid();
  v_note constant text := btrim(coalesce(p_note, ''));
  v_name constant text := btrim(coalesce(p_name, ''));
  v_ending constant text := case p_file ->> 'type' when 'image/jpeg' then 'jpg' when 'image/webp' then 'webp' end;
  v_photo private.customer_photos;
  v_product uuid;
begin
  select l.product_id into v_product
  from public.order_lines l join public.order_records o on o.id = l.order_id join public.shipments s on s.id = l.shipment_id
  where l.id = p_line and o.user_id = v_user and s.delivered_at is not null;
  if v_product is null then
    perform private.refuse(404, 'not_delivered', 'Photos can be added to what was delivered to you.');
  end if;
  if p_agreed is not true then
    perform private.refuse(422, 'not_agreed', 'Tick that the shop may show this photo.');
  elsif length(v_note) > 400 or length(v_name) > 40 then
    perform private.refuse(422, 'wrong_words', 'A note has up to 400 characters and a name up to 40.', '{"note": 400, "name": 40}');
  elsif p_id is null or v_ending is null or coalesce(p_file ->> 'colour', '') !~ '^#[0-9a-f]{6}$'
    or coalesce(p_file ->> 'width', '') !~ '^[0-9]{2,4}$' or coalesce(p_file ->> 'height', '') !~ '^[0-9]{2,4}$'
    or (p_file ->> 'width')::int not between 16 and 2400 or (p_file ->> 'height')::int not between 16 and 2400 then
    perform private.refuse(422, 'wrong_photo', 'This photo can''t be kept. Choose another one.');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('photos ' || v_user || v_product, 0));
  select * into v_photo from private.customer_photos p where p.id = p_id for update;
  if v_photo.id is null then
    if (select count(*) from private.customer_photos p
      where p.user_id = v_user and p.product_id = v_product and p.status <> 'removed') >= 3 then
      perform private.refuse(409, 'too_many_photos', 'You can add up to 3 photos of a product. Remove one first.', '{"limit": 3}');
    end if;
    insert into private.customer_photos (id, user_id, product_id, order_line_id, storage_path, width, height, placeholder_colour, note, name)
    values (p_id, v_user, v_product, p_line, p_id || '.' || v_ending, (p_file ->> 'width')::int, (p_file ->> 'height')::int,
      p_file ->> 'colour', v_note, v_name)
    on conflict do nothing returning * into v_photo;
  elsif v_photo.user_id = v_user and v_photo.status = 'sending' then
    update private.customer_photos set note = v_note, name = v_name, agreed_at = clock_timestamp() where id = p_id returning * into v_photo;
  end if;
  if v_photo.id is null or v_photo.user_id <> v_user or v_photo.product_id <> v_product or v_photo.status = 'removed' then
    perform private.refuse(422, 'wrong_photo', 'This photo can''t be kept. Choose another one.');
  end if;
  return jsonb_build_object('path', v_photo.storage_path, 'status', v_photo.status);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.add_return_photo(p_return uuid, p_photo uuid, p_jpeg text, p_token text)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_return public.order_returns;
  v_order public.order_records;
  v_jpeg bytea;
begin
  select * into v_return from public.order_returns r where r.id = p_return for update;
  select * into v_order from public.order_records o where o.id = v_return.order_id;
  if not coalesce(coalesce(v_order.user_id = auth.uid(), false) or private.is_secret_of(v_order.id, p_token), false) then
    perform private.refuse(404, 'unknown_return', 'This return could not be found.');
  end if;
  if exists (select from private.return_photos p where p.id = p_photo and p.return_id = p_return) then
    return v_return.photo_count;
  elsif v_return.kind <> 'fault' or v_return.ended_at is not null then
    perform private.refuse(409, 'return_ended', 'This report is closed. Nothing can be added to it.');
  elsif v_return.photo_count >= 5 then
    perform private.refuse(409, 'too_many_photos', 'A report has up to 5 photographs.', '{"limit": 5}');
  elsif length(p_jpeg) <= 1400000 and p_jpeg ~ '^[A-Za-z0-9+/]+={0,2}$' and length(p_jpeg) % 4 = 0 then
    v_jpeg := decode(p_jpeg, 'base64');
  end if;
  if p_photo is null or v_jpeg is null or octet_length(v_jpeg) not between 100 and 1000000 or substring(v_jpeg from 1 for 3) <> '\xffd8ff' then
    perform private.refuse(422, 'wrong_photo', 'This photograph can''t be kept. Choose another one.');
  end if;
  insert into private.return_photos (id, return_id, jpeg) values (p_photo, p_return, v_jpeg) on conflict do nothing;
  if not found then
    perform private.refuse(422, 'wrong_photo', 'This photograph can''t be kept. Choose another one.');
  end if;
  update public.order_returns set photo_count = photo_count + 1 where id = p_return returning * into v_return;
  return v_return.photo_count;
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
    perform private.refuse(404, 'unknown_order', 'You have no such order.');
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

CREATE OR REPLACE FUNCTION private.alerts_called(p_ids uuid[])
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_count int;
begin
  update private.alerts set called_at = now() where id = any (p_ids) and called_at is null;
  get diagnostics v_count = row_count;
  return v_count;
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
  v.tax_minor := private.tax_part(v.total_minor - v.discount_minor, nullif(v.tax_rate_basis_points, 0), v.tax_included, v.tax_scheme);
  v.weight_grams := ceil(p_line.weight_grams::numeric / p_line.quantity * v.quantity);
  return v;
end;
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
    -- What the mailbox asked for with its account and without it comes as one mail, and ends as one.
    update private.follows f set ended_at = coalesce(f.ended_at, now())
    where f.id = v_follow.id or (v_follow.product_id is null and f.product_id is null and f.confirmed_at is not null
      and (f.email = private.follow_address(v_follow) or f.user_id in (
        select u.id from auth.users u where lower(u.email) = private.follow_address(v_follow) and u.email_confirmed_at is not null)));
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
    update private.order_contacts set email = v_email, address = v_address, company = null, gift_note = null, mailbox_proven_at = now(),
      token_hash = private.hash_of(gen_random_uuid()::text || gen_random_uuid()::text),
      mailbox_token_hash = private.hash_of(gen_random_uuid()::text || gen_random_uuid()::text)
    where order_id = v_order.id;
    delete from private.acting_secrets where order_id = v_order.id;
    delete from private.refund_accounts where order_id = v_order.id;
    update public.order_records set user_id = auth.uid(), address_question = null, language = private.request_language() where id = v_order.id;
    -- What staff wrote was for whoever had it.
    perform private.forget_messages(array[v_order.id]);
    perform private.record_event(v_order.id, 'transferred');
    perform private.mail_about_order(v_order.id, 'order_taken_over', v_transfer.id::text);
  else
    perform private.record_event(v_order.id, 'transfer_declined');
  end if;
  perform private.queue_mail(
    case when coalesce(p_accepts, false) then 'order_passed_on' else 'transfer_declined' end,
    v_giver.email, v_transfer.id::text,
    jsonb_build_object('number', v_order.number, 'name', v_giver.address ->> 'name', 'to', v_email, 'language', v_order.language), v_transfer.from_user);
  return jsonb_build_object('id', v_order.id, 'number', v_order.number, 'accepted', coalesce(p_accepts, false));
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
    or not exists (select from public.payment_methods m where m.code = p_provider and m.code <> 'invoice') or p_amount_minor < 0 or length(p_currency) > 3 then
    perform private.refuse(422, 'wrong_event', 'A payment event needs a provider, an ID and a valid amount.');
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
  if v_outcome = 'refund_failed' then
    update public.refund_calls set state = 'returned'
    where id = (select r.id from public.refund_calls r
      where r.provider = p_event.provider and r.charge_reference = p_event.reference and r.state in ('sent', 'waiting')
        and r.amount_minor = p_event.amount_minor order by r.state = 'sent' desc, r.created_at desc limit 1);
  end if;
  update private.payment_events set counted_minor = case when v_outcome = 'payment_mismatch' then 0 else v_change end,
    order_id = v_order.id
  where provider = p_event.provider and event_id = p_event.event_id;
  if p_event.kind = 'refunded' then
    perform private.note_told_refunds(p_event);
  end if;
  return v_outcome;
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
  v_asked_at timestamptz;
begin
  select * into v_order from public.order_records o where o.id = p_order;
  select * into v_contact from private.order_contacts c where c.order_id = p_order;
  if not private.may_write_to(v_order, v_contact) and not private.is_staff() then
    if not private.may_ask_mailbox(v_contact.mailbox) then
      return;
    end if;
    v_asked_at := now();
  end if;
  update private.order_contacts set mailbox_token_hash = private.hash_of(v_token), asked_at = coalesce(v_asked_at, asked_at)
  where order_id = p_order;
  perform private.mail_about_order(p_order, 'order_placed', 'placed', jsonb_build_object(
    'token', v_token, 'asks', true, 'keep_until', v_order.keep_until,
    'agrees_first', v_order.consents -> 'terms' is distinct from 'true')
    || case when v_order.user_id is null
      then jsonb_build_object('acting_token', private.make_acting_secret(p_order)) else '{}' end);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.ask_mailbox(p_email text, p_product uuid, p_variant uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_bucket constant text := private.hash_of('follow ' || p_email);
  v_follow private.follows;
begin
  -- Whoever asks for a mailbox that is not theirs changes nothing in it, and can't fill it.
  if private.guessed_too_often('follow_mail', v_bucket, 3) or (
    select count(*) from private.guesses where what = 'follow_mail' and bucket = v_bucket) >= 6 then
    return;
  end if;
  insert into private.guesses (what, bucket) values ('follow_mail', v_bucket);
  insert into private.follows as f (product_id, variant_id, email) values (p_product, p_variant, p_email)
  on conflict (product_id, variant_id, user_id, email) do update set asked_at = now(),
    language = case when f.confirmed_at is null then excluded.language else f.language end
  returning * into v_follow;
  perform private.queue_mail('follow_asked', p_email, v_follow.id || ':' || clock_timestamp(), private.follow_payload(v_follow));
end;
$function$
;

CREATE OR REPLACE FUNCTION private.ask_return(p_order uuid, p_kind text, p_lines jsonb, p_reason text, p_name text, p_token text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.order_records;
begin
  select * into v_order from public.order_records o where o.id = p_order for update;
  if not coalesce(coalesce(v_order.user_id = auth.uid(), false) or private.is_secret_of(v_order.id, p_token), false) then
    perform private.refuse(404, 'unknown_order', 'You have no such order.');
  end if;
  if p_kind is null or p_kind not in ('withdrawal', 'fault') then
    perform private.refuse(422, 'wrong_kind', 'Choose whether you withdraw or report a fault.');
  end if;
  return private.note_return(v_order, p_kind, private.checked_return_lines(v_order, p_kind, p_lines), p_reason, p_name);
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
    select (v.is_required and v.flaws = '') or not exists (
      select from public.variants o where o.product_id = v.product_id and o.is_required and o.flaws = '')
    from public.variants v where v.id = p_variant);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.audit_bank_entry()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.audit_log (actor_id, actor_role, action, table_name, row_id, before, after)
  select s.user_id, s.role, 'update', tg_table_name, new.id::text,
    jsonb_build_object('status', old.status, 'note', old.note), jsonb_build_object('status', new.status, 'note', new.note)
  from private.staff s where s.user_id = auth.uid();
  return null;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.audit_orders()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET enable_nestloop TO 'off'
AS $function$
declare
  v_actor constant uuid := auth.uid();
  v_works_as text;
  v_role text := auth.role();
begin
  if v_actor is not null then
    v_works_as := (select role from private.staff where user_id = v_actor);
    v_role := coalesce(v_works_as, v_role);
  end if;
  if v_role is null or (v_works_as is null and v_role <> 'service_role') then
    return null;
  end if;
  insert into public.audit_log (actor_id, actor_role, action, table_name, row_id, before, after)
  select v_actor, v_role, 'update', tg_table_name, n.id::text,
    case when n.status = o.status then to_jsonb(o) else jsonb_build_object(
      'status', o.status, 'captured_minor', o.captured_minor, 'paid_at', o.paid_at, 'closed_at', o.closed_at,
      'address_question', o.address_question, 'version', o.version, 'updated_at', o.updated_at) end,
    case when n.status = o.status then to_jsonb(n) else jsonb_build_object(
      'status', n.status, 'captured_minor', n.captured_minor, 'paid_at', n.paid_at, 'closed_at', n.closed_at,
      'address_question', n.address_question, 'version', n.version, 'updated_at', n.updated_at) end
  from old_rows o join new_rows n on n.id = o.id
  where o is distinct from n order by n.id;
  return null;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.audit_row()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_actor constant uuid := auth.uid();
  v_role constant text := auth.role();
  v_before jsonb;
  v_after jsonb;
  v_row jsonb;
begin
  -- Without a claim there is no request: migrations and seeds are not staff. What customers cause,
  -- such as stock held for an order, has its own ledger and history. They are told by a look at who
  -- they are: to write down a row that is not kept costs more, and a hot one is locked meanwhile.
  if v_role is null or v_role = 'anon' or (v_role <> 'service_role' and not private.is_staff()) then
    return null;
  end if;
  v_before := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  v_after := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  v_row := coalesce(v_after, v_before);
  if v_before is not distinct from v_after then
    return null;
  end if;
  insert into public.audit_log (actor_id, actor_role, action, table_name, row_id, before, after)
  values (
    v_actor, coalesce((select role from private.staff where user_id = v_actor), v_role),
    lower(tg_op), tg_table_name, coalesce(v_row ->> 'id', v_row ->> 'code', v_row ->> 'key'),
    v_before, v_after
  );
  return null;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.audit_rows()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET enable_nestloop TO 'off'
AS $function$
declare
  v_actor constant uuid := auth.uid();
  v_works_as text;
  v_role text := auth.role();
begin
  if v_actor is not null then
    v_works_as := (select role from private.staff where user_id = v_actor);
    v_role := coalesce(v_works_as, v_role);
  end if;
  if v_role is null or (v_works_as is null and v_role <> 'service_role') then
    return null;
  end if;
  -- Each kind of statement has only the rows of its own kind to look at.
  if tg_op = 'UPDATE' then
    insert into public.audit_log (actor_id, actor_role, action, table_name, row_id, before, after)
    select v_actor, v_role, 'update', tg_table_name, n.id::text, to_jsonb(o), to_jsonb(n)
    from old_rows o join new_rows n on n.id = o.id
    where o is distinct from n order by n.id;
  elsif tg_op = 'INSERT' then
    insert into public.audit_log (actor_id, actor_role, action, table_name, row_id, after)
    select v_actor, v_role, 'insert', tg_table_name, n.id::text, to_jsonb(n) from new_rows n;
  else
    insert into public.audit_log (actor_id, actor_role, action, table_name, row_id, before)
    select v_actor, v_role, 'delete', tg_table_name, o.id::text, to_jsonb(o) from old_rows o;
  end if;
  return null;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.awaits_items(p_return public.order_returns)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select exists (
    select from jsonb_array_elements(p_return.lines) x
    join public.order_lines l on l.id = (x ->> 'line_id')::uuid
    join public.shipments s on s.id = l.shipment_id
    where s.status <> 'planned')
$function$
;

CREATE OR REPLACE FUNCTION private.ban_customer(p_customer uuid, p_until timestamp with time zone, p_note text, p_seen_note text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_customer private.customers;
begin
  perform private.require_staff('owner');
  select * into v_customer from private.customers k where k.id = p_customer;
  if v_customer.id is null then
    perform private.refuse(404, 'unknown_customer', 'This customer no longer exists.');
  end if;
  if v_customer.user_id is null then
    perform private.refuse(409, 'no_account', 'Only accounts can be banned: guests can’t enter lists.');
  end if;
  perform private.ban_person(v_customer.user_id, p_until, p_note, p_seen_note);
  return jsonb_build_object('until', p_until, 'is_banned', private.is_banned(v_customer.user_id, clock_timestamp()));
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
  v_entry public.list_entries;
begin
  perform private.require_staff('owner');
  select * into v_entry from public.list_entries where id = p_entry;
  if v_entry.user_id is null then
    perform private.refuse(404, 'unknown_entry', 'This entry does not exist, or its account was deleted.', jsonb_build_object('entry_id', p_entry));
  end if;
  perform private.ban_person(v_entry.user_id, p_until, p_note, p_seen_note);
  return jsonb_build_object('entry_id', p_entry, 'until', p_until, 'is_banned', private.is_banned(v_entry.user_id, clock_timestamp()));
end;
$function$
;

CREATE OR REPLACE FUNCTION private.ban_person(p_user uuid, p_until timestamp with time zone, p_note text, p_seen_note text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_note constant text := btrim(coalesce(p_note, ''));
begin
  if length(v_note) not between 2 and 300 then
    perform private.refuse(422, 'reason_missing', 'Enter a reason of 2 to 300 characters.', '{}');
  end if;
  insert into private.list_bans as b (user_id, until, note) values (p_user, p_until, v_note)
  on conflict (user_id) do update set until = excluded.until, note = excluded.note
  -- Of the row as it is behind the lock: a function would read it as it was before.
  where p_seen_note is null or p_seen_note = case when coalesce(b.until > clock_timestamp(), true) then b.note else '' end;
  if not found then
    perform private.refuse(409, 'changed_meanwhile', 'Someone else changed this ban in the meantime. Reload the page and try again.',
      jsonb_build_object('note', private.ban_note(p_user, clock_timestamp())));
  end if;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.bank_entry_state(p_entry public.bank_entries)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return jsonb_build_object('id', p_entry.id, 'status', p_entry.status, 'settled_at', p_entry.settled_at, 'note', p_entry.note,
    'by', private.staff_words(p_entry.settled_by),
    'numbers', array(
      select o.number from public.bank_entry_payments e join public.payments p on p.id = e.payment_id
      join public.order_records o on o.id = p.order_id where e.entry_id = p_entry.id order by o.number));
end;
$function$
;

CREATE OR REPLACE FUNCTION private.bank_file_state(p_file public.bank_files)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return jsonb_build_object('id', p_file.id, 'message_id', p_file.message_id, 'iban', p_file.iban, 'execute_on', p_file.execute_on,
    'payments', p_file.payments, 'total_minor', p_file.total_minor, 'status', p_file.status, 'reason', p_file.reason,
    'made_at', p_file.made_at, 'by', private.staff_words(p_file.made_by),
    'settled_at', p_file.settled_at, 'settled_by', case when p_file.settled_at is not null then private.staff_words(p_file.settled_by) end,
    'is_kept', exists (select from private.bank_file_contents c where c.file_id = p_file.id));
end;
$function$
;

CREATE OR REPLACE FUNCTION private.bank_identity(p_account text, p_entry jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  -- What a bank calls it may be used again on another day, and not every bank calls it anything.
  select private.hash_of(concat_ws(E'\x1f', p_account, p_entry ->> 'booked_on', p_entry ->> 'amount_minor', p_entry ->> 'currency',
    coalesce(nullif(p_entry ->> 'bank_reference', ''), (p_entry ->> 'payer') || E'\x1e' || (p_entry ->> 'message')),
    p_entry ->> 'ordinal'))
$function$
;

CREATE OR REPLACE FUNCTION private.batch_promises(p_batch public.batches, p_at timestamp with time zone)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  -- The first change after that moment says what held until then; none, and it is what holds now.
  select jsonb_build_object('opens_at', h.row -> 'opens_at', 'closes_at', h.row -> 'closes_at',
    'cancel_until', h.row -> 'cancel_until', 'change_options_until', h.row -> 'change_options_until',
    'change_address_until', h.row -> 'change_address_until', 'eta', h.row -> 'eta', 'eta_precision', h.row -> 'eta_precision')
  from (
    select coalesce((
      select a.before from public.audit_log a
      where a.row_id = p_batch.id::text and a.table_name = 'batches' and a.action = 'update' and a.at > p_at
      order by a.id limit 1
    ), to_jsonb(p_batch)) as row
  ) h
$function$
;

CREATE OR REPLACE FUNCTION private.batch_record(p_batch uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
AS $function$
declare
  v_batch public.batches;
begin
  perform private.require_reader('owner', 'editor');
  select * into v_batch from public.batches where id = p_batch;
  if v_batch.id is null then
    perform private.refuse(404, 'unknown_batch', 'This batch no longer exists. Reload the page.', jsonb_build_object('batch_id', p_batch));
  end if;
  return jsonb_build_object(
    'stages', (
      select coalesce(jsonb_agg(jsonb_build_object('stage', h.stage, 'entered_at', h.entered_at,
        'promised', private.batch_promises(v_batch, h.entered_at)) order by h.entered_at, h.id), '[]')
      from public.batch_stage_history h where h.batch_id = p_batch),
    'updates', (
      select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'url', u.url, 'title', u.title, 'status', u.status,
        'publish_at', u.publish_at, 'stage', b.stage, 'eta_before', b.eta_before, 'eta_after', b.eta_after)
        order by u.publish_at desc nulls first, u.created_at desc), '[]')
      from public.update_batches b join public.updates u on u.id = b.update_id where b.batch_id = p_batch),
    'mails', (
      select coalesce(jsonb_agg(to_jsonb(k) order by k.last_at desc), '[]')
      from (
        select m.kind, count(*) filter (where m.sent_at is not null) as sent,
          count(*) filter (where m.sent_at is null and m.given_up_at is null) as waiting,
          count(*) filter (where m.sent_at is null and m.given_up_at is not null) as failed,
          max(coalesce(m.sent_at, m.created_at)) as last_at
        from (
          -- By the mailbox, whose mails are an index: an order's mails are no index of their own.
          select distinct on (m.id) m.*
          from public.order_batches ob
          join private.order_contacts c on c.order_id = ob.order_id
          join public.outbox m on lower(m.recipient) = lower(c.email)
          where ob.batch_id = p_batch and (
            m.kind in ('stage_changed', 'kit_dropped', 'price_settled') and m.payload ->> 'order_id' = ob.order_id::text
            or m.kind = 'batch_update' and (m.payload ->> 'update_id')::uuid in (
              select u.update_id from public.update_batches u where u.batch_id = p_batch))
        ) m group by m.kind
      ) k));
end;
$function$
;

CREATE OR REPLACE FUNCTION private.batch_stage_now(p_stage public.batch_stage, p_opens_at timestamp with time zone, p_closes_at timestamp with time zone, p_now timestamp with time zone)
 RETURNS public.batch_stage
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return case
    when p_stage in ('announced', 'open') and p_now >= p_closes_at then 'closed'
    when p_stage in ('announced', 'open') and p_now >= p_opens_at then 'open'
    when p_stage = 'open' then 'announced'
    else p_stage
  end;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.batch_sums(p_batches uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
AS $function$
declare
  -- Money is read by those who read orders.
  v_sees_money constant boolean := private.is_staff('owner');
begin
  perform private.require_reader('owner', 'editor');
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'batch_id', b.id, 'paid_units', s.paid_units, 'unpaid_units', s.unpaid_units,
      'paid_orders', s.paid_orders, 'unpaid_orders', s.unpaid_orders,
      'paid_minor', case when v_sees_money then s.paid_minor end,
      'unpaid_minor', case when v_sees_money then s.unpaid_minor end,
      'settled_minor', case when v_sees_money then s.settled_minor end,
      'due_back_minor', case when v_sees_money then (
        select coalesce(sum(o.refund_due_minor), 0) from public.order_batches ob
        join public.order_records o on o.id = ob.order_id where ob.batch_id = b.id) end,
      'currency', s.currency)), '[]')
    from unnest(p_batches[1:200]) b (id)
    cross join lateral (
      select coalesce(sum(w.units) filter (where w.is_paid), 0) as paid_units,
        coalesce(sum(w.units) filter (where not w.is_paid), 0) as unpaid_units,
        count(distinct w.order_id) filter (where w.is_paid) as paid_orders,
        count(distinct w.order_id) filter (where not w.is_paid) as unpaid_orders,
        coalesce(sum(w.cost_minor) filter (where w.is_paid), 0) as paid_minor,
        coalesce(sum(w.cost_minor) filter (where not w.is_paid), 0) as unpaid_minor,
        coalesce(sum(w.settled_minor), 0) as settled_minor, max(w.currency) as currency
      from (
        select l.order_id, o.status <> 'awaiting_payment' as is_paid, l.quantity - l.refunded_quantity as units, o.currency,
          (select greatest(coalesce(sum(e.amount_minor), 0), 0) from public.order_entries e
            where e.order_id = l.order_id and e.line_id = l.id) as cost_minor,
          (select -coalesce(sum(e.amount_minor), 0) from public.order_entries e
            where e.order_id = l.order_id and e.line_id = l.id and e.kind = 'settled') as settled_minor
        from public.order_batches ob
        join public.order_records o on o.id = ob.order_id and o.status not in ('expired', 'cancelled', 'refunded')
        join public.order_lines l on l.order_id = ob.order_id and l.batch_id = ob.batch_id
        where ob.batch_id = b.id
      ) w
    ) s);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.begin_account_deletion(p_user uuid)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_token constant text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
  v_due timestamptz;
begin
  if exists (select from private.staff s where s.user_id = p_user) then
    perform private.refuse(409, 'works_here', 'This is a staff account. Ask an owner of the shop to remove its role first.');
  end if;
  insert into private.account_deletions (user_id, undo_hash, due_at)
  values (p_user, private.hash_of(v_token), now() + interval '14 days')
  on conflict (user_id) do nothing
  returning due_at into v_due;
  if v_due is not null then
    perform private.tell_of_safety('account_deletion', p_user, jsonb_build_object('due_at', v_due, 'token', v_token));
    return v_due;
  end if;
  return (select due_at from private.account_deletions where user_id = p_user);
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
    perform private.refuse(404, 'unknown_order', 'You have no such order.');
  end if;
  if not exists (
    select from public.payment_methods m where m.code = p_provider and m.is_offered and m.code <> 'invoice' and m.keys is distinct from 'missing'
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
    perform private.refuse(409, 'code_used_up', 'The code of this order has been used up. Please order again without it.');
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

CREATE OR REPLACE FUNCTION private.begin_vat_check(p_number text, p_client text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_seller constant public.sellers := private.seller_now();
  v_country constant text := private.country_of_vat_number(p_number);
  v_client constant text := private.hash_of(p_client);
  v_known private.vat_checks;
begin
  if not coalesce(private.is_vat_number(p_number), false) or v_seller.vat_number = '' or v_country = v_seller.country_code
    or (select count(*) <> 2 from public.countries c where c.in_eu and c.code in (v_country, v_seller.country_code)) then
    return '{"state": "none"}';
  end if;
  v_known := private.vat_check_of(p_number);
  if v_known.checked_at > now() - interval '1 hour' then
    return jsonb_build_object('state', case when v_known.is_valid then 'valid' else 'invalid' end, 'name', v_known.name);
  elsif private.guessed_too_often('vat_check', v_client, 20) or private.guessed_too_often('vat_check', 'everyone', 500) then
    return '{"state": "limited"}';
  end if;
  insert into private.guesses (what, bucket) values ('vat_check', v_client), ('vat_check', 'everyone');
  return jsonb_build_object('state', 'ask', 'requester', v_seller.vat_number);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.blocked_zones(p_design jsonb, p_product uuid, p_most integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object(
    'reason', b.reason, 'zone', b.zone, 'keys', coalesce(to_jsonb(b.keys), 'null'), 'hex', b.hex, 'code', b.code,
    'message', case b.reason
      when 'design_idea' then format('%s: %s is an idea, not a palette colour.', b.zone, b.hex)
      when 'design_not_offered' then format('%s: %s is not offered for this.', b.zone, b.name)
      else format('%s: %s can no longer be ordered.', b.zone, coalesce(b.name, b.code))
    end,
    'nearest', private.nearest_offered(b.hex, p_product, b.zone)
  ) order by b.zone, b.hex, b.keys nulls first), '[]')
  from (
  select b.* from (
    select p.zone, p.keys, p.hex, p.code, c.name, case
      when p.code is null then 'design_idea'
      when c.id is null or c.palette_id is null then 'design_unknown_colour'
      when c.status <> 'current' or not c.can_be_ordered then 'design_withdrawn'
      when not exists (select from public.design_offers o where o.product_id = p_product
        and o.zone = p.zone and o.palette_id = c.palette_id) then 'design_not_offered'
    end as reason
    from private.design_paints(p_design) p
    left join public.colorways c on c.code = p.code
    where exists (select from public.design_offers o where o.product_id = p_product and o.zone = p.zone)
      and not (p.zone = 'legends' and p_design ->> 'legends' = 'off')
  ) b
  where b.reason is not null
  order by b.zone, b.hex, b.keys nulls first
  -- The nearest is dear to find, and a design may have as many colours as keys.
  limit p_most
  ) b
$function$
;

CREATE OR REPLACE FUNCTION private.bought_before(p_user uuid, p_email text, p_product uuid, p_variant uuid)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET enable_seqscan TO 'off'
AS $function$
begin
  return (
    -- From the few orders of a customer to their lines, one by one through the key: others may have
    -- ordered the same a million times.
    select coalesce(sum(l.quantity - l.refunded_quantity), 0)
    from (
      select r.id from public.order_records r where r.user_id = p_user
      union
      select c.order_id from private.order_contacts c
      cross join lateral (select r.paid_at from public.order_records r where r.id = c.order_id limit 1) o
      where c.mailbox = private.mailbox_of(p_email) and (c.mailbox_proven_at is not null or o.paid_at is not null)
    ) own
    cross join lateral (select r.* from public.order_records r where r.id = own.id limit 1) o
    cross join lateral (
      select x.* from public.order_lines x where x.order_id = o.id and (x.product_id = p_product or x.variant_id = p_variant) offset 0) l
    where o.confirmed_at is not null
      and o.status not in ('expired', 'cancelled', 'refunded')
      and not (o.status = 'awaiting_payment' and o.pay_by <= now())
  );
end;
$function$
;

CREATE OR REPLACE FUNCTION private.browser_notices(p_endpoint text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return jsonb_build_object(
    'key', (select k.public_key from private.notice_keys k),
    'product_ids', (
      select coalesce(jsonb_agg(f.product_id order by f.asked_at), '[]')
      from private.browser_follows f join private.browsers b on b.id = f.browser_id where b.endpoint = p_endpoint));
end;
$function$
;

CREATE OR REPLACE FUNCTION private.browser_payload(p_product uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.follow_payload(jsonb_populate_record(null::private.follows, jsonb_build_object('product_id', p_product)))
    - array['follow_secret', 'lines']
$function$
;

CREATE OR REPLACE FUNCTION private.browsers_of(p_user uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('push_service', substring(b.endpoint from '^https://([^/]+)'), 'language', b.language,
    'added_at', b.added_at, 'seen_at', b.seen_at, 'follows', o.follows) order by b.added_at), '[]')
  from (
    select f.browser_id,
      jsonb_agg(jsonb_build_object('product_title', p.title, 'asked_at', f.asked_at, 'told_at', f.told_at) order by f.asked_at) as follows
    from private.browser_follows f left join public.products p on p.id = f.product_id
    where f.user_id = p_user group by f.browser_id
  ) o
  join private.browsers b on b.id = o.browser_id
$function$
;

CREATE OR REPLACE FUNCTION private.call_refunds(p_order public.order_records, p_refund uuid, p_provider text, p_amount integer)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  insert into public.refund_calls (order_id, refund_id, provider, charge_reference, amount_minor, currency)
  select p_order.id, p_refund, p_provider, x.charge, least(x.left_minor, p_amount - x.before), p_order.currency
  from (
    select c.provider_reference as charge, u.left_minor,
      coalesce(sum(u.left_minor) over (order by c.at, c.id rows between unbounded preceding and 1 preceding), 0) as before
    from public.payments c
    -- Whatever is known to have left it: what it was asked for, or what its provider told of.
    cross join lateral (
      select greatest(c.amount_minor - greatest(
        (select coalesce(sum(r.amount_minor), 0) from public.refund_calls r
          where r.provider = c.provider and r.charge_reference = c.provider_reference and r.state in ('waiting', 'sent')),
        (select coalesce(sum(e.counted_minor), 0) from private.payment_events e
          where e.provider = c.provider and e.reference = c.provider_reference)), 0)::int as left_minor
    ) u
    where c.order_id = p_order.id and c.kind = 'capture' and c.provider = p_provider
      and exists (select from public.payment_methods m where m.code = p_provider and m.sends_refunds)
      and exists (select from private.payment_events e
        where e.provider = c.provider and e.reference = c.provider_reference and e.kind = 'paid')
  ) x
  where x.left_minor > 0 and x.before < p_amount;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.cancel_order(p_order uuid, p_reason text, p_token text, p_kept_minor integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_reason constant text := btrim(coalesce(p_reason, ''));
  v_order public.order_records;
  v_who text;
  v_kept int := 0;
begin
  if length(v_reason) > 500 then
    perform private.refuse(422, 'reason_too_long', 'Shorten the reason to 500 characters or fewer.', '{"limit": 500}');
  end if;
  select * into v_order from public.order_records o where o.id = p_order for update;
  v_who := private.canceller(v_order, p_token);
  if v_who is null then
    perform private.refuse(404, 'unknown_order', 'You have no such order.');
  end if;
  if v_who = 'staff' and length(v_reason) < 2 then
    perform private.refuse(422, 'reason_missing', 'Enter a reason. The customer can read it.');
  end if;
  if private.has_left(p_order) then
    perform private.refuse(409, 'line_left', 'Part of this order has shipped. Please write to us to cancel the rest.');
  end if;
  if v_who = 'customer' and v_order.status not in ('expired', 'cancelled', 'refunded') then
    v_kept := private.check_leaving(v_order, p_kept_minor);
    perform private.enter(v_order, 'kept', null, 0, v_kept, v_reason);
  end if;
  if not private.move_order(p_order, v_order.status, 'cancelled', v_who, v_reason) then
    perform private.refuse(409, 'illegal_move', 'This order can''t be cancelled any more.', jsonb_build_object('status', v_order.status));
  end if;
  perform private.free_offers_of(p_order, false);
  perform private.free_ended_orders(array[p_order]);
  perform private.mail_about_order(p_order, 'order_cancelled', 'cancelled', jsonb_build_object('reason', v_reason, 'kept_minor', v_kept));
  select * into v_order from public.order_records o where o.id = p_order;
  return jsonb_build_object('id', p_order, 'number', v_order.number, 'status', 'cancelled',
    'refund_due_minor', v_order.refund_due_minor, 'kept_minor', v_kept, 'currency', v_order.currency);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.cart_facts(p_cart private.saved_carts)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('lines', coalesce(p_cart.lines, '[]'), 'version', coalesce(p_cart.version, 0),
    'saved_at', p_cart.saved_at, 'together', p_cart.together)
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
  union all
  select l.line, 'kit_needed', format('Add “%s” of %s as well: this needs it. If you ordered it before, sign in.', n.title, l.title),
    jsonb_build_object('variant_id', n.variant_id)
  from unnest(p_cart) l cross join lateral private.needed_with(l) n
  where l.reason is null and not private.is_staff()
    and not exists (select from unnest(p_cart) o where o.variant_id = n.variant_id)
    and private.bought_before(p_user, p_email, null, n.variant_id) = 0
  ) x order by x.line, x.reason = 'kit_needed', x.reason = 'over_limit';
end;
$function$
;

CREATE OR REPLACE FUNCTION private.change_code_uses(p_given_back uuid[], p_order uuid, p_codes jsonb, p_user uuid, p_email text)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
 SET enable_seqscan TO 'off'
AS $function$
declare
  v_change record;
begin
  if p_codes = '[]' and cardinality(p_given_back) = 0 then
    return true;
  end if;
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
    perform private.refuse(404, 'unknown_order', 'You have no such order.');
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
    perform private.refuse(422, 'wrong_options', 'The options are not valid. Reload the page and choose again.');
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
    tax_minor = private.tax_part(v_unit * l.quantity - least(l.discount_minor, v_unit * l.quantity), nullif(l.tax_rate_basis_points, 0), l.tax_included, l.tax_scheme)
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

CREATE OR REPLACE FUNCTION private.check_bank_entry(p_account text, p_entry jsonb)
 RETURNS void
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if jsonb_typeof(p_entry) is distinct from 'object' or coalesce(p_account, '-') !~ '^[0-9A-Z]{0,34}$'
    or not coalesce(private.is_bank_day(p_entry ->> 'booked_on') and p_entry ->> 'amount_minor' ~ '^[1-9][0-9]{0,8}$'
      and p_entry ->> 'currency' ~ '^[A-Z]{3}$' and p_entry ->> 'ordinal' ~ '^[1-9][0-9]{0,4}$'
      and length(p_entry ->> 'payer') <= 140 and length(p_entry ->> 'message') <= 1000 and length(p_entry ->> 'bank_reference') <= 140
      and coalesce(p_entry ->> 'payer_account', '') ~ '^[0-9A-Z]{0,34}$', false) then
    perform private.refuse(422, 'wrong_entry', 'This payment of the statement is incomplete. Read the file again.');
  end if;
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
    perform private.refuse(403, 'captcha_needed', 'Confirm that you are human, then place the order again.');
  end if;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.check_client(p_client text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET enable_seqscan TO 'off'
AS $function$
begin
  if p_client is not null and (
    select count(*) from private.order_contacts c
    cross join lateral (select r.placed_at, r.paid_at from public.order_records r where r.id = c.order_id limit 1) o
    where c.client_hash = p_client and o.placed_at > now() - interval '10 minutes' and o.paid_at is null
  ) >= private.setting('unpaid_orders_per_client') then
    perform private.refuse(429, 'too_many_orders', 'There are too many unpaid orders from your connection. Pay for one, or wait ten minutes.');
  end if;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.check_fileable(p_refund public.bank_refunds)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_account constant jsonb := private.refund_account_of(p_refund.order_id);
  v_problem constant text := case
    when p_refund.status <> 'open' then 'refund_taken'
    when p_refund.currency <> 'EUR' then 'other_currency'
    when v_account is null then 'no_account'
    when not private.is_sepa_iban(v_account ->> 'iban') then 'not_sepa'
    when not private.is_sepa_name(v_account ->> 'holder') then 'wrong_name' end;
begin
  if v_problem is not null then
    perform private.refuse(409, v_problem, p_refund.reference || ': ' || case v_problem
      when 'refund_taken' then 'this refund is in a bank file or sent already. Reload the page.'
      when 'other_currency' then 'a bank file holds euro alone. Send it by hand and mark it as sent.'
      when 'no_account' then 'enter the account that it goes to first.'
      when 'not_sepa' then 'this account is outside of SEPA. Send it by hand and mark it as sent.'
      else 'enter the name of the account holder in Latin letters first.' end, jsonb_build_object('id', p_refund.refund_id));
  end if;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.check_groups()
 RETURNS TABLE(name text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select g.name from (values
    ('goods', array['owner', 'editor']),
    ('batches', array['owner', 'editor']),
    ('shipping', array['owner', 'fulfilment']),
    ('orders', array['owner', 'fulfilment', 'support']),
    ('payments', array['owner', 'fulfilment', 'support']),
    ('stock', array['owner', 'fulfilment']),
    ('lists', array['owner']),
    ('currencies', array['owner']),
    ('mails', array['owner']),
    ('publishing', array['owner', 'editor']),
    ('rights', array['owner', 'editor', 'fulfilment', 'support'])
  ) g (name, roles)
  where private.is_staff(variadic g.roles)
$function$
;

CREATE OR REPLACE FUNCTION private.check_leaving(p_order public.order_records, p_told integer)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_kept constant int := private.kept_on_leaving(p_order);
begin
  if v_kept is null then
    perform private.refuse(409, 'deadline_passed', 'This order can''t be cancelled any more.',
      jsonb_build_object('ways', (select jsonb_agg(distinct w.way) from private.ways_back_of(p_order) w)));
  -- Nobody loses money that they were not told of.
  elsif v_kept > coalesce(p_told, 0) then
    perform private.refuse(409, 'terms_changed', 'Cancelling costs more by now. Reload the page to see how much.',
      jsonb_build_object('kept_minor', v_kept));
  end if;
  return v_kept;
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
  if not exists (select from public.payment_methods m where m.code = p_payment and m.is_offered and m.keys is distinct from 'missing') then
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
  v_problem jsonb;
  v_reason text;
begin
  if p_quote -> 'problems' <> '[]' then
    v_problem := (
      select p from jsonb_array_elements(p_quote -> 'problems') with ordinality x (p, i)
      order by p ->> 'reason' = 'out_of_stock', i limit 1);
    v_reason := v_problem ->> 'reason';
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
  v_fields constant text[] := array['name', 'line1', 'line2', 'city', 'region', 'postcode', 'phone'];
  v_shortest constant int[] := array[2, 2, 0, 1, 0, 0, 0];
  v_longest constant int[] := array[120, 120, 120, 80, 80, 20, 40];
  v_text text;
begin
  if jsonb_typeof(v_given) is distinct from 'object' or pg_column_size(v_given) > 8000 then
    perform private.refuse(422, 'wrong_address', 'The address is not valid. Reload the page and try again.');
  end if;
  select * into v_country from public.countries c where c.code = upper(btrim(v_given ->> 'country'));
  for i in 1 .. cardinality(v_fields) loop
    v_text := btrim(coalesce(v_given ->> v_fields[i], ''));
    if length(v_text) not between v_shortest[i] and v_longest[i] or v_text ~ '[[:cntrl:]]'
      or coalesce(jsonb_typeof(v_given -> v_fields[i]), 'null') not in ('string', 'null') then
      v_wrong := v_wrong || jsonb_build_object(v_fields[i], case
        when v_text = '' then 'Fill this in.' else format('Use at most %s characters.', v_longest[i]) end);
    end if;
    v_address := v_address || jsonb_build_object(v_fields[i], v_text);
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
  if coalesce(v_changes -> 'ships_together', 'false') <> 'false' then
    perform private.refuse(422, 'wrong_changes', 'Only its buyer can have an order sent together, when placing it.');
  end if;
  return v_changes;
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
      v_text := private.plain_vat_number(v_text);
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

CREATE OR REPLACE FUNCTION private.checked_gift_note(p_address jsonb)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_given constant jsonb := private.json_of(p_address) -> 'gift_note';
  -- Lines may be broken; no other sign that a printer would take as an order is let in.
  v_text constant text := btrim(regexp_replace(translate(v_given #>> '{}', E'\t', ' '), '\r\n?', E'\n', 'g'), E' \n');
begin
  if coalesce(jsonb_typeof(v_given), 'null') = 'null' then
    return null;
  end if;
  if jsonb_typeof(v_given) <> 'string' or length(v_text) > 300 or replace(v_text, E'\n', '') ~ '[[:cntrl:]]' then
    perform private.refuse(422, 'wrong_address', 'Please check the marked fields.',
      '{"fields": {"gift_note": "Use at most 300 characters."}}');
  end if;
  return v_text;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.checked_return_lines(p_order public.order_records, p_kind text, p_lines jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_given constant jsonb := coalesce(nullif(private.json_of(p_lines), 'null'), '[]');
  v_item jsonb;
  v_line record;
  v_quantity numeric;
  v_lines jsonb := '[]';
begin
  if jsonb_typeof(v_given) <> 'array' or jsonb_array_length(v_given) not between 1 and 50 then
    perform private.refuse(422, 'wrong_lines', 'Choose at least one item.');
  end if;
  for v_item in select x from jsonb_array_elements(v_given) x loop
    select w.*, w.quantity - coalesce(r.quantity, 0) as free, s.delivered_at, s.status as parcel into v_line
    from private.ways_back_of(p_order) w
    join public.order_lines l on l.id = w.line_id
    left join public.shipments s on s.id = l.shipment_id
    left join private.lines_on_return(p_order.id) r on r.line_id = w.line_id
    where w.line_id = private.uuid_of(v_item ->> 'line_id');
    v_quantity := case jsonb_typeof(v_item -> 'quantity') when 'number' then (v_item ->> 'quantity')::numeric end;
    if not found or v_lines @> jsonb_build_array(jsonb_build_object('line_id', v_line.line_id)) then
      perform private.refuse(422, 'unknown_line', 'This item is not in the order, or it is listed twice.');
    elsif v_quantity is null or v_quantity <> trunc(v_quantity) or v_quantity not between 1 and v_line.free then
      perform private.refuse(422, 'wrong_quantity', 'That is more than is left of this item, or it is in a return already.',
        jsonb_build_object('line_id', v_line.line_id, 'left', v_line.free));
    elsif p_kind = 'withdrawal' and v_line.percent = 0 then
      perform private.refuse(409, 'no_right', case v_line.way
        when 'too_late' then 'The time to return this item is over.'
        when 'made_for_you' then 'This item was made to order, so it can''t be returned without a fault.'
        when 'packed' then 'This item is packed. You can return it once it has shipped.'
        else 'This item can''t be returned now.' end, jsonb_build_object('line_id', v_line.line_id, 'way', v_line.way));
    elsif p_kind = 'fault' and coalesce(v_line.parcel, 'planned') = 'planned' then
      perform private.refuse(409, 'not_shipped', 'This item has not shipped yet.', jsonb_build_object('line_id', v_line.line_id));
    elsif p_kind = 'fault' and v_line.delivered_at + make_interval(months => private.setting('months_of_warranty')) <= now() then
      perform private.refuse(409, 'no_right', 'The warranty of this item is over.', jsonb_build_object('line_id', v_line.line_id));
    end if;
    v_lines := v_lines || jsonb_build_array(jsonb_build_object('line_id', v_line.line_id, 'quantity', v_quantity::int));
  end loop;
  return v_lines;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.checked_together(p_address jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_given constant jsonb := coalesce(private.json_of(p_address) -> 'ships_together', 'null');
begin
  if jsonb_typeof(v_given) not in ('boolean', 'null') then
    perform private.refuse(422, 'wrong_address', 'Please choose again how your parcels are sent.');
  end if;
  return v_given = 'true';
end;
$function$
;

CREATE OR REPLACE FUNCTION private.claim_alerts(p_limit integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_taken jsonb;
begin
  with taken as (
    select a.id from private.alerts a join private.alert_rules r on r.code = a.code and r.calls
    where a.called_at is null and a.call_after <= now() and a.calls < 10
    order by a.opened_at limit least(greatest(coalesce(p_limit, 20), 0), 50)
    for update of a skip locked
  ), leased as (
    update private.alerts a set calls = a.calls + 1, call_after = now() + make_interval(mins => power(2, a.calls)::int)
    from taken t where a.id = t.id
    returning a.id, a.about, a.message, a.opened_at
  )
  select coalesce(jsonb_agg(jsonb_build_object('id', id, 'about', about, 'message', message) order by opened_at, about), '[]')
  into v_taken from leased;
  return v_taken;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.claim_mails(p_limit integer)
 RETURNS jsonb
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with taken as (
    select o.id from public.outbox o
    where o.sent_at is null and o.given_up_at is null and o.send_after <= now()
    order by o.send_after, o.created_at limit least(greatest(coalesce(p_limit, 20), 0), 100)
    for update skip locked
  ), leased as (
    update public.outbox o set attempts = o.attempts + 1, send_after = now() + interval '2 minutes'
    from taken where o.id = taken.id
    returning o.id, o.kind, o.recipient, o.language, o.payload, o.attempts, o.created_at
  )
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', id, 'kind', kind, 'recipient', recipient, 'language', coalesce(private.published_language(language), 'en'), 'payload', payload || coalesce(s.secrets, '{}'), 'attempts', attempts)
    order by created_at), '[]')
  from leased left join private.mail_secrets s on s.mail_id = leased.id
$function$
;

CREATE OR REPLACE FUNCTION private.claim_notices(p_limit integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_keys constant jsonb := (select jsonb_build_object('public', k.public_key, 'private', k.private_key) from private.notice_keys k);
  v_taken jsonb := '[]';
begin
  if v_keys is not null then
    -- Whoever took it for the last time never said what came of it.
    update private.notices n set given_up_at = now()
    where n.sent_at is null and n.given_up_at is null and n.send_after <= now() and n.tries >= 8;
    with taken as (
      select n.id from private.notices n
      where n.sent_at is null and n.given_up_at is null and n.send_after <= now()
      order by n.send_after, n.created_at, n.id limit least(greatest(coalesce(p_limit, 1), 0), 50)
      for update skip locked
    ), leased as (
      update private.notices n
      set tries = n.tries + 1, send_after = now() + make_interval(mins => power(2, least(n.tries + 1, 8))::int)
      from taken t where n.id = t.id
      returning n.*
    )
    select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'kind', l.kind, 'fact', l.fact, 'payload', l.payload,
      'language', coalesce(private.published_language(b.language), 'en'),
      'endpoint', b.endpoint, 'public_key', b.public_key, 'secret', b.secret) order by l.created_at, l.id), '[]')
    into v_taken
    from leased l join private.browsers b on b.id = l.browser_id;
  end if;
  return jsonb_build_object('keys', v_keys, 'notices', v_taken);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.claim_refund_calls(p_providers text[], p_orders uuid[], p_limit integer)
 RETURNS jsonb
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with taken as (
    select r.id from public.refund_calls r
    where r.state = 'waiting' and r.provider = any (p_providers)
      -- Whoever asks for an order doesn't wait for its next try, but never has what another one holds.
      and case when p_orders is null then r.call_after <= now()
        else r.order_id = any (p_orders) and (r.call_after <= now() or r.problem <> '') end
    order by r.call_after, r.created_at limit least(greatest(coalesce(p_limit, 20), 0), 100)
    for update skip locked
  ), leased as (
    update public.refund_calls r set attempts = r.attempts + 1, call_after = now() + interval '2 minutes', problem = ''
    from taken where r.id = taken.id
    returning r.*
  )
  select coalesce(jsonb_agg(jsonb_build_object('id', id, 'order_id', order_id, 'provider', provider, 'charge', charge_reference,
    'amount_minor', amount_minor, 'currency', currency,
    -- Nobody can have asked for it before, nor in a copy of the shop from which this one was restored.
    'is_fresh', attempts = 1 and created_at > now() - interval '1 hour') order by created_at), '[]')
  from leased
$function$
;

CREATE OR REPLACE FUNCTION private.claim_webhook_calls(p_limit integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_taken jsonb;
begin
  with taken as (
    select c.id from private.webhook_calls c join private.webhooks w on w.id = c.webhook_id and (w.is_active or c.news_id is null)
    where c.called_at is null and c.given_up_at is null and c.call_after <= now()
    order by c.call_after, c.created_at, c.id limit least(greatest(coalesce(p_limit, 20), 0), 50)
    for update of c skip locked
  ), facts as (
    select t.id, c.webhook_id, c.created_at, n.id as news_id,
      case when n.id is null then jsonb_build_object('news', 'test', 'at', c.created_at) else private.news_facts(n) end as news
    from taken t join private.webhook_calls c on c.id = t.id left join private.news n on n.id = c.news_id
  ), dropped as (
    delete from private.webhook_calls c using facts f where c.id = f.id and f.news is null
  ), leased as (
    update private.webhook_calls c
    set calls = c.calls + 1, call_after = now() + make_interval(mins => power(2, least(c.calls + 1, 8))::int)
    from facts f where c.id = f.id and f.news is not null
    returning c.id
  )
  select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'url', s.url, 'secret', s.secret, 'news', f.news) order by f.created_at, f.id), '[]')
  into v_taken
  from leased l join facts f on f.id = l.id join private.webhook_secrets s on s.webhook_id = f.webhook_id;
  return v_taken;
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
  -- Cloudflare, before every hosted project, names whom it heard; to x-forwarded-for it only adds.
  v_address constant text := regexp_replace(
    coalesce(nullif(v_headers ->> 'cf-connecting-ip', ''), nullif(split_part(v_headers ->> 'x-forwarded-for', ',', 1), '')), '^::ffff:(?=\d+\.)', '', 'i');
begin
  -- A connection has 2^64 addresses of IPv6, and is one.
  return case when v_address like '%:%' then host(network(set_masklen(v_address::inet, 64))) else v_address end;
exception when invalid_text_representation then
  return v_address;
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
    perform private.refuse(409, 'already_settled', 'This batch has already been closed and its prices are final.',
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

CREATE OR REPLACE FUNCTION private.code_trouble(p_code public.discount_codes, p_subtotal bigint, p_user uuid, p_email text)
 RETURNS TABLE(reason text, message text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
 SET enable_seqscan TO 'off'
AS $function$
  select t.reason, t.message from (values
    (p_code.valid_from > now(), 'code_not_yet', 'This code can''t be used yet.'),
    (p_code.valid_to <= now(), 'code_over', 'This code has ended.'),
    (p_code.used_count >= p_code.most_uses, 'code_used_up', 'This code can’t be used any more. Remove it or enter another.'),
    (p_subtotal < p_code.minimum_minor, 'code_minimum', 'Your cart is below the minimum for this code.'),
    (p_code.most_per_customer <= (
      select count(*) from (
        select u.order_id from private.discount_uses u
        where u.code_id = p_code.id and u.user_id = p_user and u.given_back_at is null
        union
        select u.order_id from private.discount_uses u
        where u.code_id = p_code.id and u.mailbox = private.mailbox_of(p_email) and u.counted_at is not null and u.given_back_at is null
      ) used
    ), 'code_used', 'You have already used this code.')
  ) t (holds, reason, message) where t.holds limit 1
$function$
;

CREATE OR REPLACE FUNCTION private.contact_words(p_email text, p_address jsonb, p_company jsonb)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return ' ' || lower(p_email) || ' ' || array_to_string(
    private.name_words(coalesce(p_address ->> 'name', '') || ' ' || coalesce(p_company ->> 'name', '')), ' ');
end;
$function$
;

CREATE OR REPLACE FUNCTION private.correct_tracking(p_shipment uuid, p_was text, p_carrier text, p_tracking_number text, p_sends_mail boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_shipment public.shipments;
  v_carrier constant text := btrim(coalesce(p_carrier, ''));
  v_number constant text := btrim(coalesce(p_tracking_number, ''));
begin
  perform private.require_staff('owner', 'fulfilment');
  select s.* into v_shipment from public.shipments s where s.id = p_shipment;
  perform 1 from public.order_records o where o.id = v_shipment.order_id for update;
  select s.* into v_shipment from public.shipments s where s.id = p_shipment for update;
  if v_shipment.id is null then
    perform private.refuse(404, 'unknown_parcel', 'This parcel could not be found.');
  elsif v_shipment.status = 'planned' then
    perform private.refuse(409, 'not_shipped', 'This parcel has not been shipped yet.');
  elsif length(v_carrier) not between 1 and 80 or length(v_number) not between 1 and 80 then
    perform private.refuse(422, 'wrong_tracking', 'Enter a carrier and a tracking number of at most 80 characters each.', '{"limit": 80}');
  end if;
  -- Sent twice, it is so already.
  if (v_shipment.carrier, v_shipment.tracking_number) = (v_carrier, v_number) then
    return;
  end if;
  if v_shipment.tracking_number is distinct from coalesce(p_was, '') then
    perform private.refuse(409, 'tracking_changed', format('Someone else changed it to %s %s. Theirs was kept.', v_shipment.carrier, v_shipment.tracking_number),
      jsonb_build_object('carrier', v_shipment.carrier, 'tracking_number', v_shipment.tracking_number));
  end if;
  -- The old address leads to the old number.
  update public.shipments set carrier = v_carrier, tracking_number = v_number, tracking_url = '' where id = p_shipment;
  perform private.record_event(v_shipment.order_id, 'tracking_corrected',
    p_before => jsonb_build_object('carrier', v_shipment.carrier, 'tracking_number', v_shipment.tracking_number),
    p_after => jsonb_build_object('position', v_shipment.position, 'carrier', v_carrier, 'tracking_number', v_number));
  if p_sends_mail then
    perform private.mail_about_order(v_shipment.order_id, 'order_shipped',
      'parcel' || v_shipment.position || ' corrected ' || (
        select count(*) from public.order_events e
        where e.order_id = v_shipment.order_id and e.kind = 'tracking_corrected'),
      jsonb_build_object('carrier', v_carrier, 'tracking_number', v_number, 'tracking_url', '', 'is_corrected', true));
  end if;
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
    tax_minor = e.tax, total_minor = e.goods - e.discount + e.shipping + e.tax, forgone_minor = e.forgone, kept_minor = e.kept,
    captured_minor = p.captured, refunded_minor = p.refunded
  from (select distinct order_id from new_rows) n cross join lateral (
    select coalesce(sum(x.amount_minor) filter (where x.kind = 'goods'), 0)::int as goods,
      -coalesce(sum(x.amount_minor) filter (where x.kind = 'discount'), 0)::int as discount,
      coalesce(sum(x.amount_minor) filter (where x.kind = 'shipping'), 0)::int as shipping,
      coalesce(sum(x.amount_minor) filter (where x.kind = 'tax'), 0)::int as tax,
      -coalesce(sum(x.amount_minor) filter (where x.kind in ('settled', 'refunded', 'kept')), 0)::int as forgone,
      coalesce(sum(x.amount_minor) filter (where x.kind = 'kept'), 0)::int as kept
    from public.order_entries x where x.order_id = n.order_id
  ) e cross join lateral (
    select coalesce(sum(x.amount_minor) filter (where x.kind = 'capture'), 0)::int as captured,
      coalesce(sum(x.amount_minor) filter (where x.kind = 'refund'), 0)::int as refunded
    from public.payments x where x.order_id = n.order_id
  ) p
  where o.id = n.order_id and (o.subtotal_minor, o.discount_minor, o.shipping_minor, o.tax_minor, o.forgone_minor, o.kept_minor, o.captured_minor, o.refunded_minor)
    is distinct from (e.goods, e.discount, e.shipping, e.tax, e.forgone, e.kept, p.captured, p.refunded);
  return null;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.count_customers(p_most integer DEFAULT 2000)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_emails text[];
  v_users uuid[];
  v_ids uuid[];
  v_count int;
begin
  -- One at a time: whoever comes meanwhile reads what was counted so far.
  if not pg_try_advisory_xact_lock(hashtextextended('count_customers', 0)) then
    return 0;
  end if;
  with taken as (
    delete from private.customer_changes
    where id = any (array(select c.id from private.customer_changes c order by c.id limit p_most))
    returning order_id, user_id, email
  ), found as (
    select t.user_id, t.email from taken t
    union select o.user_id, lower(c.email)
    from taken t join public.order_records o on o.id = t.order_id join private.order_contacts c on c.order_id = o.id
  )
  select array_agg(distinct f.email) filter (where not private.is_nobodys(f.email)),
    array_agg(distinct f.user_id) filter (where f.user_id is not null)
  into v_emails, v_users from found f;
  v_emails := coalesce(v_emails, '{}');
  v_users := coalesce(v_users, '{}');

  insert into private.customers as k (id, user_id, email, is_proven, since)
  select u.id, u.id, lower(coalesce(u.email, '')), u.email_confirmed_at is not null and coalesce(u.email, '') <> '', coalesce(u.created_at, now())
  from auth.users u where u.id = any (v_users) and u.deleted_at is null
  on conflict (id) do update set email = excluded.email, is_proven = excluded.is_proven
  where (k.email, k.is_proven) is distinct from (excluded.email, excluded.is_proven);
  delete from private.customers k using auth.users u where u.id = k.user_id and u.id = any (v_users) and u.deleted_at is not null;
  -- The accounts of these addresses have more orders now, and the addresses of these accounts fewer guests.
  v_users := v_users || array(select k.user_id from private.customers k where k.email = any (v_emails) and k.user_id is not null);
  v_emails := v_emails || array(select k.email from private.customers k where k.user_id = any (v_users) and k.email <> '');

  insert into private.customers (email, since)
  select e.email, min(o.placed_at)
  from (select distinct unnest(v_emails) as email) e
  cross join lateral (select r.placed_at from private.orders_of(null, e.email) r) o
  where not exists (select from private.customers k where k.email = e.email and k.is_proven)
  group by e.email
  on conflict (email) where user_id is null do nothing;

  v_ids := array(
    select k.id from (select distinct unnest(v_users) as id) u join private.customers k on k.id = u.id
    union
    select k.id from (select distinct unnest(v_emails) as email) e join private.customers k on k.email = e.email where k.user_id is null);
  with counted as (
    select k.id, count(o.id)::int as orders,
      count(o.id) filter (where o.status < 'shipped')::int as open_orders,
      count(o.id) filter (where o.currency <> k.currency)::int as other_orders,
      coalesce(sum(o.captured_minor - o.refunded_minor) filter (where o.currency = k.currency), 0) as spent_minor,
      coalesce(sum(private.due_now(o)) filter (where o.currency = k.currency), 0) as due_minor,
      coalesce(max(o.placed_at), '-infinity') as last_order_at, min(o.placed_at) as first_at
    from unnest(v_ids) i (id)
    cross join lateral (select x.* from private.customers x where x.id = i.id limit 1) k
    left join lateral private.orders_of(k.user_id, case when k.user_id is null or k.is_proven then k.email end) o on true
    group by k.id
  )
  update private.customers k set orders = c.orders, open_orders = c.open_orders, other_orders = c.other_orders,
    spent_minor = c.spent_minor, due_minor = c.due_minor, last_order_at = c.last_order_at,
    since = least(k.since, c.first_at), name = private.customer_name(k.user_id, case when k.user_id is null or k.is_proven then k.email end)
  from counted c where c.id = k.id;
  get diagnostics v_count = row_count;

  -- A guest who has an account now, or whose orders are nobody's any more. What colleagues wrote stays with the person.
  update public.customer_notes n set customer_id = a.id
  from private.customers g join private.customers a on a.email = g.email and a.is_proven
  where n.customer_id = g.id and g.user_id is null and g.id = any (v_ids);
  delete from private.customers g
  where g.user_id is null and g.id = any (v_ids)
    and (g.orders = 0 or exists (select from private.customers a where a.email = g.email and a.is_proven));
  return v_count;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.count_new_pools(p_pools jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if not exists (
    select from jsonb_array_elements(coalesce(p_pools, '[]')) x where (x ->> 'on_hand')::int <> 0
  ) then
    return;
  end if;
  perform private.require_staff('owner', 'fulfilment');
  perform set_config('keywright.stock_reason', 'First count', true);
  update public.stock_pools s set on_hand = (x ->> 'on_hand')::int
  from jsonb_array_elements(p_pools) x
  where s.id = (x ->> 'id')::uuid and (x ->> 'on_hand')::int <> 0;
  perform set_config('keywright.stock_reason', '', true);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.count_returns()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.order_records o set open_returns = r.n
  from (select count(*)::int as n from public.order_returns x where x.order_id = new.order_id and x.ended_at is null) r
  where o.id = new.order_id and o.open_returns <> r.n;
  return null;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.count_translations(p_language text)
 RETURNS TABLE(area text, texts integer, translated integer, older integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_reader('owner', 'editor');
  return query
  select s.area, count(*)::int, count(t.id)::int, (count(*) filter (where t.source <> s.text))::int
  from private.source_texts s
  left join public.translations t on t.language = p_language
    and t.table_name = s.table_name and t.row_id = s.row_id and t.column_name = s.column_name
  where btrim(s.text) <> ''
  group by s.area order by min(s.place collate "C");
end;
$function$
;

CREATE OR REPLACE FUNCTION private.country_of_vat_number(p_number text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case left(p_number, 2) when 'EL' then 'GR' else left(p_number, 2) end
$function$
;

CREATE OR REPLACE FUNCTION private.customer_name(p_user uuid, p_email text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return coalesce(
    (select nullif(btrim(p.full_name), '') from public.profiles p where p.user_id = p_user),
    (select left(btrim(c.address ->> 'name'), 200)
      from private.orders_of(p_user, p_email) o
      -- Through the key, for each customer that is counted.
      cross join lateral (select x.address from private.order_contacts x where x.order_id = o.id limit 1) c
      where btrim(coalesce(c.address ->> 'name', '')) <> '' order by o.placed_at desc, o.id limit 1),
    (select nullif(btrim(p.display_name), '') from public.profiles p where p.user_id = p_user),
    '');
end;
$function$
;

CREATE OR REPLACE FUNCTION private.customer_of_order(p_order uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_user uuid;
  v_email text;
begin
  select o.user_id, lower(c.email) into v_user, v_email
  from public.order_records o join private.order_contacts c on c.order_id = o.id where o.id = p_order;
  if v_user is not null then
    return v_user;
  end if;
  return (
    select k.id from private.customers k
    where k.email = v_email and not private.is_nobodys(v_email) and (k.is_proven or k.user_id is null)
    order by k.is_proven desc limit 1);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.dead_orders(p_pools uuid[], p_kits uuid[])
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET enable_seqscan TO 'off'
AS $function$
begin
  return array(
    select h.order_id from private.holds h
    where h.pool_id = any (p_pools) and h.state = 'held' and h.expires_at <= now()
    union
    select h.order_id from private.holds h
    where h.kit_id = any (p_kits) and h.state = 'held' and h.expires_at <= now());
end;
$function$
;

CREATE OR REPLACE FUNCTION private.dead_places(p_kit uuid)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET enable_seqscan TO 'off'
AS $function$
begin
  return (
    select coalesce(sum(h.units), 0)::int from private.holds h
    where h.kit_id = p_kit and h.state = 'held' and h.expires_at <= now()
  );
end;
$function$
;

CREATE OR REPLACE FUNCTION private.dead_units(p_pool uuid)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
AS $function$
begin
  return coalesce((
    select sum(h.units) from private.holds h
    where h.pool_id = p_pool and h.state = 'held' and h.expires_at <= now()
  ), 0);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.decide_photo(p_id uuid, p_to text, p_words text, p_version integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_words constant text := btrim(coalesce(p_words, ''));
  v_photo private.customer_photos;
  v_was text;
begin
  perform private.require_staff('owner', 'editor');
  select * into v_photo from private.customer_photos p
  where p.id = p_id and p.status in ('waiting', 'shown', 'declined') for update;
  if v_photo.id is null then
    perform private.refuse(404, 'unknown_photo', 'This photo no longer exists: its customer removed it.');
  elsif coalesce(p_to, '') not in ('waiting', 'shown', 'declined') then
    perform private.refuse(422, 'wrong_step', 'Choose whether to show or decline this photo.');
  elsif v_photo.version is distinct from p_version then
    perform private.refuse(409, 'version_conflict', 'Someone else decided about this photo. It was loaded again.');
  elsif p_to = 'shown' and length(v_words) not between 3 and 300 then
    perform private.refuse(422, 'alt_missing', 'Enter an alt text of 3 to 300 characters.', '{"limit": 300}');
  elsif p_to = 'declined' and length(v_words) not between 3 and 500 then
    perform private.refuse(422, 'reason_missing', 'Enter a reason of 3 to 500 characters. The customer can read it.', '{"limit": 500}');
  elsif p_to = 'shown' and not exists (
    select from storage.objects o where o.bucket_id = 'customer-photos' and o.name = v_photo.storage_path) then
    perform private.refuse(409, 'photo_missing', 'The file of this photo is missing. Try again.');
  end if;
  v_was := v_photo.status;
  update private.customer_photos set status = p_to, decided_at = clock_timestamp(),
    alt = case when p_to = 'shown' then v_words else alt end,
    reason = case when p_to = 'declined' then v_words else reason end
  where id = p_id returning * into v_photo;
  if p_to = 'shown' then
    perform private.show_photo(v_photo);
  else
    delete from public.shown_photos s where s.id = p_id;
  end if;
  if p_to = 'declined' or v_was = 'declined' then
    insert into public.audit_log (actor_id, actor_role, action, table_name, row_id, before, after)
    values (auth.uid(), private.my_staff_role(), 'update', 'customer_photos', p_id::text, jsonb_build_object('status', v_was),
      jsonb_build_object('status', p_to) || case when p_to = 'declined' then jsonb_build_object('reason', v_words) else '{}' end);
  end if;
  return jsonb_build_object('id', p_id, 'status', v_photo.status, 'version', v_photo.version);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.declare_withdrawal(p_number text, p_email text, p_name text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_number constant text := private.order_number_of(p_number);
  v_bucket constant text := private.hash_of('number ' || v_number);
  v_order public.order_records;
  v_lines jsonb;
  v_open public.order_returns;
begin
  if private.guessed_too_often('find_order', private.guesser(), 5) or private.guessed_too_often('find_order', v_bucket, 5) then
    perform set_config('response.status', '429', true);
    return jsonb_build_object('found', false, 'reason', 'too_many_tries', 'message', 'Too many attempts. Try again in 15 minutes.');
  end if;
  select o.* into v_order from public.order_records o join private.order_contacts c on c.order_id = o.id
  where o.number = v_number and lower(c.email) = lower(btrim(left(coalesce(p_email, ''), 300))) for update of o;
  if v_order.id is null then
    insert into private.guesses (what, bucket) values ('find_order', private.guesser()), ('find_order', v_bucket);
    perform set_config('response.status', '404', true);
    return jsonb_build_object('found', false, 'reason', 'not_found', 'message', 'There is no order with this number and this e-mail.');
  end if;
  select * into v_open from public.order_returns r
  where r.order_id = v_order.id and r.kind = 'withdrawal' and r.ended_at is null order by r.asked_at desc limit 1;
  select coalesce(jsonb_agg(jsonb_build_object('line_id', w.line_id, 'quantity', w.quantity - coalesce(r.quantity, 0)) order by w.line_id), '[]') into v_lines
  from private.ways_back_of(v_order) w left join private.lines_on_return(v_order.id) r on r.line_id = w.line_id
  where w.percent > 0 and w.quantity > coalesce(r.quantity, 0);
  -- Asked again, as after a lost answer: what was declared stands, and its time with it.
  if v_open.id is not null and v_lines = '[]' then
    return jsonb_build_object('found', true) || private.told_return(v_open);
  end if;
  return jsonb_build_object('found', true) || private.note_return(v_order, 'withdrawal', v_lines, '', left(coalesce(p_name, ''), 120));
end;
$function$
;

CREATE OR REPLACE FUNCTION private.delete_due_accounts()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user record;
  v_count int := 0;
begin
  for v_user in
    select d.user_id, u.email, u.email_confirmed_at is not null as is_proven from private.account_deletions d join auth.users u on u.id = d.user_id
    where d.due_at <= now() for update of d skip locked
  loop
    insert into private.forgotten_orders (order_id)
    select o.id from private.orders_of(v_user.user_id, case when v_user.is_proven then lower(v_user.email) end) o
    on conflict do nothing;
    delete from private.follows where email = lower(v_user.email);
    delete from public.outbox where user_id = v_user.user_id or recipient = v_user.email;
    delete from auth.users where id = v_user.user_id;
    v_count := v_count + 1;
  end loop;
  perform private.forget_old_guests();
  perform private.forget_ended_orders();
  return v_count;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.design_cap_count(p_layout jsonb)
 RETURNS integer
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select count(*) filter (where k.is_cap)::int from private.layout_keys(p_layout) k
$function$
;

CREATE OR REPLACE FUNCTION private.design_core(p_design jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'layout', p_design -> 'layout',
    'zones', (select jsonb_object_agg(z, p_design -> 'zones' -> z) from unnest(private.design_zones()) z),
    'keys', coalesce(nullif(p_design -> 'keys', 'null'), '{}'),
    'legends', coalesce(p_design ->> 'legends', 'on'),
    'profile', coalesce(p_design ->> 'profile', 'cherry'),
    'caseStyle', coalesce(p_design ->> 'caseStyle', 'seamless'))
$function$
;

CREATE OR REPLACE FUNCTION private.design_fault(p_design jsonb)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_core jsonb;
  v_zone text;
  v_fault text;
begin
  if jsonb_typeof(p_design) is distinct from 'object' then return 'The design is not valid. Reload the page and try again.'; end if;
  v_core := private.design_core(p_design);
  if octet_length(v_core::text) > 90000 then
    return 'A design can have at most 90 kB. Paint whole zones instead of single keys, or use a smaller layout.';
  end if;
  if length(btrim(coalesce(p_design ->> 'name', ''))) not between 1 and 80 then
    return 'A design needs a name of 1 to 80 characters.';
  end if;
  if coalesce(p_design ->> 'visibility', '') not in ('private', 'unlisted', 'public') then
    return 'Set the visibility to private, unlisted or public.';
  end if;
  v_fault := private.design_layout_fault(p_design -> 'layout');
  if v_fault is not null then return v_fault; end if;
  foreach v_zone in array private.design_zones() loop
    if not private.is_paint(v_core -> 'zones' -> v_zone) then
      return format('The zone %s needs a colour.', v_zone);
    end if;
  end loop;
  if v_core ->> 'legends' not in ('on', 'off', 'sub')
    or v_core ->> 'profile' not in ('cherry', 'sa', 'xda', 'low')
    or v_core ->> 'caseStyle' not in ('seamless', 'forehead', 'wedge', 'pebble', 'tray', 'floating', 'none') then
    return 'The legends, profile or case style are not recognised. Choose them again.';
  end if;
  return private.design_keys_fault(v_core -> 'keys', v_core -> 'layout');
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
  if jsonb_typeof(p_keys) <> 'object' then return 'The painted keys are not valid. Reload the page and try again.'; end if;
  if p_keys = '{}' then return null; end if;
  -- One name for each key: 7 and 007 would be two colours of one.
  if exists (select from jsonb_object_keys(p_keys) k where k !~ '^(0|[1-9][0-9]{0,2})$')
    or (select max(k::int) from jsonb_object_keys(p_keys) k) >= length(private.layout_zones(p_layout)) then
    return 'A painted key is not in the layout.';
  end if;
  if exists (
    select from jsonb_each(p_keys) k
    where jsonb_typeof(k.value) <> 'object'
      or not coalesce(k.value -> 'cap' is null or private.is_paint(k.value -> 'cap'), false)
      or not coalesce(k.value -> 'legend' is null or private.is_paint(k.value -> 'legend'), false)
      or not coalesce(k.value -> 'zone' is null or k.value -> 'zone' in ('"alphas"', '"modifiers"', '"accents"'), false)
      or (k.value - 'cap' - 'legend' - 'zone') <> '{}'
  ) then
    return 'A key has an invalid colour.';
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
declare
  v_fault text;
begin
  case jsonb_typeof(p_layout)
    when 'string' then
      if not exists (select from private.design_layouts() where code = p_layout #>> '{}') then
        return 'There is no layout with this name.';
      end if;
    when 'array' then
      -- In this order: keys are counted in what is KLE data.
      v_fault := 'The layout must be KLE data with 1 to 1000 keys.';
      if not private.is_kle_data(p_layout) then return v_fault; end if;
      if (select count(*) not between 1 and 1000 from private.layout_keys(p_layout)) then return v_fault; end if;
      if private.design_cap_count(p_layout) = 0 then return 'The layout has no caps.'; end if;
    else return 'A design needs a layout: a name, or KLE data.';
  end case;
  return null;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.design_person(p_user uuid)
 RETURNS TABLE(id uuid, name text)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if p_user is null or not private.is_staff('owner', 'support') then
    return;
  end if;
  return query select p_user,
    case when private.sees_contacts() then n.name else private.mask_name(n.name) end
  from private.customer_name(p_user, null) n (name);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.design_record(p_design uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_design public.designs;
  v_is_owner constant boolean := private.is_staff('owner');
begin
  perform private.require_reader('owner', 'editor', 'support');
  select * into v_design from public.designs d where d.id = p_design and d.visibility = 'public';
  if not found then
    perform private.refuse(404, 'unknown_design', 'This design no longer exists or is no longer public.', jsonb_build_object('id', p_design));
  end if;
  return jsonb_build_object(
    'id', v_design.id, 'code', v_design.code, 'name', v_design.name, 'design', v_design.design, 'layout', v_design.layout,
    'created_at', v_design.created_at, 'updated_at', v_design.updated_at, 'hidden_at', v_design.hidden_at,
    'like_count', v_design.like_count, 'is_used', private.design_is_used(v_design.id),
    'has_account', v_design.owner_id is not null,
    'maker', (select to_jsonb(k) from private.design_person(v_design.owner_id) k),
    'reports', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', r.id, 'reason', r.reason, 'reported_at', r.reported_at, 'answered_at', r.answered_at,
        'has_account', r.user_id is not null,
        'reporter', (select to_jsonb(k) from private.design_person(r.user_id) k)
      ) order by r.reported_at desc, r.id), '[]')
      from public.design_reports r where r.design_id = p_design),
    'history', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', a.id, 'at', a.at, 'reason', a.after ->> 'reason',
        'was_hidden', a.before ->> 'hidden_at' is not null, 'is_hidden', a.after ->> 'hidden_at' is not null,
        'role', a.actor_role, 'is_own', a.actor_id is not distinct from auth.uid(),
        'email', case when v_is_owner then u.email end
      ) order by a.id desc), '[]')
      from public.audit_log a left join auth.users u on u.id = a.actor_id
      where a.row_id = p_design::text and a.table_name = 'designs' and a.action = 'update'));
end;
$function$
;

CREATE OR REPLACE FUNCTION private.design_zones()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select array['alphas', 'modifiers', 'accents', 'legends', 'modifierLegends', 'accentLegends', 'case', 'plate', 'weight']
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
  -- More are not counted: what waits may be many, and nobody works through so many today.
  v_most constant int := 1001;
begin
  perform private.require_reader('owner', 'editor', 'fulfilment', 'support');
  v_role := (select s.role from private.staff s where s.user_id = auth.uid());
  if v_role <> 'editor' then
    return query select 'ready_to_ship', '', '', count(*)::int, null::bigint, '', min(w.placed_at)
      from (select o.placed_at from public.order_records o where o.status = 'ready_to_ship' order by o.placed_at, o.id limit v_most) w;
    return query select 'paid', '', '', count(*)::int, null::bigint, '', min(w.placed_at)
      from (select o.placed_at from public.order_records o where o.status = 'paid' order by o.placed_at, o.id limit v_most) w;
    return query select 'awaiting_payment', '', '', count(*)::int, case when count(*) < v_most then coalesce(sum(private.due_now(w.o)), 0) end,
        coalesce(max(w.currency), ''), min(w.pay_by)
      from (select o, o.currency, o.pay_by from public.order_records o where o.status = 'awaiting_payment' order by o.pay_by limit v_most) w;
    return query select 'refund_due', '', '', count(*)::int, case when count(*) < v_most then coalesce(sum(w.refund_due_minor), 0) end,
        coalesce(max(w.currency), ''), null::timestamptz
      from (select o.refund_due_minor, o.currency from public.order_records o where o.refund_due_minor > 0 limit v_most) w;
    return query select 'address_question', '', '', count(*)::int, null::bigint, '', min(o.placed_at)
      from public.order_records o where o.address_question is not null;
    return query select 'open_returns', '', '', count(*)::int, null::bigint, '', min(o.placed_at)
      from public.order_records o where o.open_returns > 0;
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
      from (select from public.products p where p.status = 'draft' limit v_most) w;
    return query select 'waiting_photos', '', '', count(*)::int, null::bigint, '', min(w.sent_at)
      from (select c.sent_at from private.customer_photos c where c.status = 'waiting' limit v_most) w;
    return query select 'batch_ends', b.code || ': ' || p.title, p.id::text, 1, null::bigint, '', b.closes_at
      from public.batches b join public.products p on p.id = b.product_id
      where b.stage in ('announced', 'open') and b.settled_at is null and b.closes_at <= now() + interval '7 days';
  end if;
  if v_role <> 'fulfilment' then
    return query select 'reported_designs', '', '', count(*)::int, null::bigint, '', min(w.at)
      from (
        select min(r.reported_at) as at from public.design_reports r join public.designs d on d.id = r.design_id
        where r.answered_at is null and d.visibility = 'public' group by r.design_id limit v_most) w;
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
        -- What its documents said of it stays.
        coalesce((d.line ->> 'rate_basis_points')::int, t.rate, 0) as rate, coalesce(d.line ->> 'tax_name', t.name, '') as tax_name,
        coalesce(d.line ->> 'tax_scheme', t.scheme, '') as tax_scheme
      from private.document_parts(p_order, p_is_over) n full join private.documented_parts(p_order.id) d using (key)
      left join public.order_lines l on l.id = private.uuid_of(key)
      -- Shipping, and what is taken off as a whole, is taxed as in its quote: by the highest rate that is in a price.
      left join lateral (
        select case when x.tax_scheme in ('export', 'reverse_charge') then 0 else x.tax_rate_basis_points end as rate,
          case when x.tax_scheme in ('export', 'reverse_charge') then '' else x.tax_name end as name, x.tax_scheme as scheme
        from public.order_lines x where x.order_id = p_order.id and (l.id is null or x.id = l.id)
        order by x.tax_included desc, x.tax_rate_basis_points desc, x.position limit 1
      ) t on true
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
      'rate_basis_points', t.rate, 'tax_name', t.tax_name, 'tax_scheme', t.tax_scheme
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
    'name', coalesce(b.billing ->> 'name', c.address ->> 'name'), 'company', c.company ->> 'name', 'vat_number', c.company ->> 'vat_number',
    'purchase_number', c.company ->> 'purchase_number', 'email', c.email,
    'address', private.told_address(coalesce(b.billing, c.address)),
    'delivery', case when b.billing is not null then private.told_address(c.address) end))
  from private.order_contacts c cross join lateral (select nullif(c.company -> 'billing', 'null') as billing) b
  where c.order_id = p_order.id
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

CREATE OR REPLACE FUNCTION private.documents_since()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select min(s.created_at) from public.sellers s
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
      private.priced_by_staff(v_lines), v_address ->> 'country', null, p_shipping_method, null, v_email, v_company ->> 'vat_number', false));
  end if;
  if p_key is null then
    perform private.refuse(422, 'key_missing', 'The order has no key. Reload the page and try again.');
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
  v_quote := private.make_quote(v_cart, v_address ->> 'country', null, p_shipping_method, null, v_email, v_company ->> 'vat_number', false);
  perform private.check_quote(v_quote, p_shipping_method, p_quote_hash);
  v_order := private.write_order(v_quote, null, p_payment, '{}');
  update public.order_records set consents = '{"terms": false, "group_buy": false}', terms_version_id = null,
    language = coalesce((select private.published_language(private.account_language(u.id)) from auth.users u where u.email = lower(v_email) and u.email_confirmed_at is not null), 'en')
  where id = v_order.id returning * into v_order;
  perform private.hold_for_order(v_order, v_cart);
  v_answer := private.finish_order(v_order, p_key, v_email, v_address, v_company, null) #- '{order,token}';
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
    return private.refuse_on_record(409, 'already_drawn', 'This raffle has already been drawn. It can’t be drawn again.',
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

CREATE OR REPLACE FUNCTION private.drop_translations()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.translations t
  where t.table_name = tg_table_name and t.row_id = (
    select string_agg(to_jsonb(old) ->> k.name, '/' order by k.place) from unnest(tg_argv) with ordinality k (name, place));
  return null;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.drops_for(p_drops jsonb, p_product uuid, p_since timestamp with time zone)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select jsonb_agg(d - 'noted_at' - 'summary' - 'product_id' order by n)
  from jsonb_array_elements(p_drops) with ordinality t (d, n)
  where (d ->> 'noted_at')::timestamptz > p_since
    -- Whoever follows a product knows of it: what opens is news.
    and (p_product is null or ((d ->> 'product_id')::uuid = p_product and d ->> 'news' <> 'product'))
$function$
;

CREATE OR REPLACE FUNCTION private.due_now(p_order public.order_records)
 RETURNS integer
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return case when p_order.status < 'shipped'
    then greatest(private.balance(p_order), 0) else 0 end;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.end_of_promise(p_eta date, p_precision text)
 RETURNS date
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return case p_precision
    when 'quarter' then (date_trunc('quarter', p_eta) + interval '3 months')::date
    when 'month' then (date_trunc('month', p_eta) + interval '1 month')::date
    else p_eta + 1 end;
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
    choices = excluded.choices, max_wins = excluded.max_wins, withdrawn_at = null, language = excluded.language,
    answers = coalesce(v_answers, e.answers),
    comment = case when v_comment is null then e.comment else excluded.comment end,
    entered_at = case when e.withdrawn_at is null then e.entered_at else excluded.entered_at end
  returning * into v_entry;
  perform private.tell_of_entry(v_entry.id);
  return private.place_facts(v_entry, v_now);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.enter_refund_account(p_order uuid, p_iban text, p_holder text, p_token text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_iban constant text := upper(regexp_replace(left(coalesce(p_iban, ''), 60), '[[:space:]-]', '', 'g'));
  v_holder constant text := regexp_replace(btrim(coalesce(p_holder, '')), '[[:space:]]+', ' ', 'g');
  v_order public.order_records;
  v_who text;
begin
  select * into v_order from public.order_records o where o.id = p_order for update;
  v_who := private.canceller(v_order, p_token);
  if v_who is null then
    perform private.refuse(404, 'unknown_order', 'You have no such order.');
  end if;
  if not private.is_iban(v_iban) then
    perform private.refuse(422, 'wrong_iban', 'This IBAN can’t be right. Check it against your bank statement.');
  end if;
  if length(v_holder) not between 2 and 70 or v_holder ~ '[[:cntrl:]]' then
    perform private.refuse(422, 'wrong_name', 'Enter the name of the account holder, 2 to 70 characters.');
  end if;
  if not private.is_sepa_name(v_holder) then
    perform private.refuse(422, 'wrong_name', 'Enter the name of the account holder in Latin letters.');
  end if;
  -- Whoever makes a file of it now takes the one account or the other.
  perform 1 from public.bank_refunds r where r.order_id = p_order order by r.refund_id for update;
  if private.owed_by_transfer(v_order) = 0 then
    perform private.refuse(409, 'nothing_due', case when exists (select from public.bank_refunds r where r.order_id = p_order and r.status = 'in_file')
      then 'Your refund is on its way to the bank. The account can’t be changed any more.' else 'No refund by bank transfer is due for this order.' end);
  end if;
  insert into private.refund_accounts (order_id, iban, holder, source) values (p_order, v_iban, v_holder, v_who)
  on conflict (order_id) do update set iban = excluded.iban, holder = excluded.holder, source = excluded.source, needed_at = now();
  return jsonb_build_object('account_end', right(v_iban, 4));
end;
$function$
;

CREATE OR REPLACE FUNCTION private.euro_amount(p_minor bigint)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return p_minor / 100 || '.' || lpad((p_minor % 100)::text, 2, '0');
end;
$function$
;

CREATE OR REPLACE FUNCTION private.export_customer(p_customer uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_customer private.customers;
  v_user uuid;
  v_proven text;
  v_orders uuid[];
begin
  perform private.require_staff('owner');
  select * into v_customer from private.customers k where k.id = p_customer;
  if v_customer.id is null then
    perform private.refuse(404, 'unknown_customer', 'This customer no longer exists.');
  end if;
  v_user := v_customer.user_id;
  v_proven := case when v_user is null or v_customer.is_proven then v_customer.email end;
  v_orders := array(select o.id from private.orders_of(v_user, v_proven) o);
  perform private.note_customer_call('read', p_customer, jsonb_build_object('call', 'export_customer'));
  return jsonb_build_object(
    'account', case when v_user is null then jsonb_build_array(jsonb_build_object('email', v_customer.email))
      else (select jsonb_agg(jsonb_build_object('id', u.id, 'email', u.email, 'phone', u.phone, 'created_at', u.created_at,
        'last_sign_in_at', u.last_sign_in_at)) from auth.users u where u.id = v_user) end,
    'profile', (select coalesce(jsonb_agg(to_jsonb(x)), '[]') from public.profiles x where x.user_id = v_user),
    'addresses', (select coalesce(jsonb_agg(to_jsonb(x)), '[]') from public.addresses x where x.user_id = v_user),
    'orders', (select coalesce(jsonb_agg(to_jsonb(x) order by x.placed_at), '[]') from public.orders x where x.id = any (v_orders)),
    'order_lines', (select coalesce(jsonb_agg(to_jsonb(x) order by x.order_id, x.position), '[]') from public.order_lines x where x.order_id = any (v_orders)),
    'shipments', (select coalesce(jsonb_agg(to_jsonb(x) order by x.order_id, x.position), '[]') from public.shipments x where x.order_id = any (v_orders)),
    'order_events', (select coalesce(jsonb_agg(to_jsonb(x) order by x.id), '[]') from public.order_events x where x.order_id = any (v_orders)),
    'order_returns', (select coalesce(jsonb_agg(to_jsonb(x) order by x.asked_at), '[]') from public.order_returns x where x.order_id = any (v_orders)),
    'payments', (select coalesce(jsonb_agg(to_jsonb(x) order by x.at), '[]') from public.payments x where x.order_id = any (v_orders)),
    'documents', (
      select coalesce(jsonb_agg(to_jsonb(x) || jsonb_build_object('facts', f.facts) order by x.issued_at), '[]')
      from public.documents x left join private.document_facts f on f.document_id = x.id where x.order_id = any (v_orders)),
    'list_entries', (select coalesce(jsonb_agg(to_jsonb(x)), '[]') from public.list_entries x where x.user_id = v_user),
    'offers', (select coalesce(jsonb_agg(to_jsonb(x)), '[]') from public.offers x where x.user_id = v_user),
    'designs', (select coalesce(jsonb_agg(to_jsonb(x)), '[]') from public.designs x where x.owner_id = v_user),
    'design_likes', (select coalesce(jsonb_agg(to_jsonb(x)), '[]') from public.design_likes x where x.user_id = v_user),
    'notification_choices', (select coalesce(jsonb_agg(to_jsonb(x)), '[]') from public.notification_choices x where x.user_id = v_user),
    'cart', (select coalesce(jsonb_agg(to_jsonb(x)), '[]') from private.saved_carts x where x.user_id = v_user),
    'wishes', (select coalesce(jsonb_agg(to_jsonb(x)), '[]') from public.wishes x where x.user_id = v_user),
    'shelf_items', (select coalesce(jsonb_agg(to_jsonb(x)), '[]') from public.shelf_items x where x.user_id = v_user),
    'photos', (
      select coalesce(jsonb_agg(to_jsonb(x) - 'user_id' order by x.created_at), '[]')
      from private.customer_photos x where x.user_id = v_user and x.status <> 'removed'),
    -- Whoever reads this file opens no shelf with it.
    'shelf_links', (select coalesce(jsonb_agg(to_jsonb(x) - 'token'), '[]') from public.shelf_links x where x.user_id = v_user),
    -- Their secrets are for the mailbox alone.
    'follows', (select coalesce(jsonb_agg(to_jsonb(x) - 'secret'), '[]') from private.follows x where x.user_id = v_user or x.email = v_proven),
    'browsers', private.browsers_of(v_user),
    'mails', (
      select coalesce(jsonb_agg(jsonb_build_object('kind', x.kind, 'recipient', x.recipient, 'payload', x.payload,
        'created_at', x.created_at, 'sent_at', x.sent_at) order by x.created_at), '[]')
      from public.outbox x where x.user_id = v_user or (v_proven <> '' and lower(x.recipient) = v_proven)),
    'bans', (select coalesce(jsonb_agg(jsonb_build_object('until', x.until, 'note', x.note, 'created_at', x.created_at)), '[]')
      from private.list_bans x where x.user_id = v_user),
    'notes', (
      select coalesce(jsonb_agg(jsonb_build_object('text', x.text, 'created_at', x.created_at) order by x.created_at), '[]')
      from (
        select c.text, c.created_at from public.customer_notes c where c.customer_id = p_customer
        union all
        select c.text, c.created_at from public.order_notes c where c.order_id = any (v_orders)
      ) x));
end;
$function$
;

CREATE OR REPLACE FUNCTION private.file_is_used(p_path text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return exists (select from public.product_images i where p_path in (i.storage_path, i.turn_path))
    or exists (select from public.product_sounds s where s.storage_path = p_path)
    or exists (select from public.colour_samples s where s.photo_path = p_path)
    or exists (select from public.updates u where position(p_path in u.body) > 0);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.find_alerts()
 RETURNS TABLE(code text, key text, about text, message text, desk text, record text)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return query
  select 'job_failed', j.job, 'Scheduled jobs: ' || replace(j.job, '_', ' '), 'The last run failed and will be retried.', 'health', ''
  from private.job_turns j where j.problem <> '';
  return query
  select 'job_item_failed', f.job || ' ' || f.item, left(f.name, 200), 'A scheduled job failed five times and was set aside.',
    case f.job when 'orders' then 'orders' else 'check' end, case f.job when 'orders' then f.name else '' end
  from private.job_failures f where f.tries >= 5 order by f.first_at limit 100;
  -- One for all of them: a provider that is down fails every mail.
  return query
  select 'mail_failed', 'mails', 'E-mails', f.failing || case f.failing when 1 then ' e-mail' else ' e-mails' end || ' could not be sent so far.', 'health', ''
  from (
    select count(*) as failing from public.outbox m
    where m.sent_at is null and m.attempts >= (select r.threshold from private.alert_rules r where r.code = 'mail_failed')
      and m.created_at > now() - interval '7 days'
  ) f where f.failing > 0;
  return query
  select 'payment_trouble', e.provider || ' ' || e.event_id, coalesce(o.number, 'Payment ' || left(coalesce(e.reference, e.event_id), 80)),
    case when e.kind = 'disputed' then 'The customer disputes the payment.' else 'The payment provider reported something that does not fit.' end,
    case when o.number is null then 'check' else 'orders' end, coalesce(o.number, '')
  from private.payment_events e left join public.order_records o on o.id = e.order_id
  where (e.outcome in ('refused', 'mismatch', 'payment_mismatch') or e.kind = 'disputed')
    and e.kind not in ('failed', 'expired') and e.at > now() - interval '7 days'
  order by e.at limit 100;
  return query
  select 'build_failed', r.id::text, 'Publishing', 'The last build failed, so the site has not changed.', 'check', ''
  from (select * from public.publish_requests order by requested_at desc limit 1) r where r.status = 'failed';
  return query
  select 'low_stock', s.code, left(s.title, 200),
    case s.on_hand - s.allocated when 0 then 'Out of stock.' when 1 then '1 unit is left.' else s.on_hand - s.allocated || ' units are left.' end,
    'shipping?tab=stock', s.code
  from public.stock_pools s
  where s.on_hand - s.allocated <= (select r.threshold from private.alert_rules r where r.code = 'low_stock')
    and exists (
      select from public.variants v join public.products p on p.id = v.product_id
      where v.stock_pool_id = s.id and v.availability = 'in_stock' and p.status = 'published')
  order by s.code limit 100;
  return query
  select 'refund_due', o.id::text, o.number, 'A refund is due.', 'orders', o.number
  from public.order_records o
  where o.refund_due_minor > 0
    and o.updated_at < now() - make_interval(hours => (select r.threshold from private.alert_rules r where r.code = 'refund_due'))
  order by o.updated_at limit 100;
  return query
  select 'backup_late', 'backup', 'Backups', 'The last backup is too old.', 'health', ''
  from (select max(b.made_at) as at from private.backups b) b
  where b.at < now() - make_interval(hours => (select r.threshold from private.alert_rules r where r.code = 'backup_late'));
end;
$function$
;

CREATE OR REPLACE FUNCTION private.find_currency_faults()
 RETURNS TABLE(code text, severity text, about text, message text, since timestamp with time zone, desk text, record text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select 'old_rates', 'warning', string_agg(r.code, ', ' order by r.position, r.code),
    'Shoppers see prices by a rate that is older than 7 days. Import the rates of today.',
    min(r.rated_on)::timestamptz, 'money?tab=currencies', ''
  from public.currency_rates r where r.is_shown and r.rated_on < current_date - 7
  having count(*) > 0
$function$
;

CREATE OR REPLACE FUNCTION private.find_customer(p_order uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_reader('owner', 'fulfilment', 'support');
  perform private.count_customers();
  return private.customer_of_order(p_order);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.find_faults(p_groups text[])
 RETURNS TABLE(code text, severity text, about text, message text, since timestamp with time zone, desk text, record text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select * from private.find_goods_faults() where 'goods' = any (p_groups)
  union all
  select * from private.find_batch_faults() where 'batches' = any (p_groups)
  union all
  select * from private.find_shipping_faults() where 'shipping' = any (p_groups)
  union all
  select * from private.find_order_faults() where 'orders' = any (p_groups)
  union all
  select * from private.find_payment_faults() where 'payments' = any (p_groups)
  union all
  select * from private.find_stock_faults() where 'stock' = any (p_groups)
  union all
  select * from private.find_list_faults() where 'lists' = any (p_groups)
  union all
  select * from private.find_currency_faults() where 'currencies' = any (p_groups)
  union all
  select * from private.find_mail_faults() where 'mails' = any (p_groups)
  union all
  select * from private.find_webhook_faults() where 'mails' = any (p_groups)
  union all
  select * from private.find_publish_faults() where 'publishing' = any (p_groups)
  union all
  -- Without an owner somebody else must hear of it.
  select * from private.find_right_faults() r
  where 'rights' = any (p_groups) and (private.is_staff('owner') or r.code = 'no_owner')
  limit 2000
$function$
;

CREATE OR REPLACE FUNCTION private.find_goods(p_text text, p_most integer)
 RETURNS SETOF private.desk_find
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET jit TO 'off'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  v_text constant text := lower(btrim(left(coalesce(p_text, ''), 100)));
  v_patterns constant text[] := private.word_patterns(regexp_split_to_array(v_text, '\s+'));
  v_begins constant text := regexp_replace(v_text, '([\\%_])', '\\\1', 'g') || '%';
begin
  return query
    select 'variant', v.product_id::text, concat_ws(' · ', p.title, nullif(private.variant_name(v.title, v.flaws), p.title)), v.sku, v.availability::text, null::int, v.price_minor, v.currency, null::timestamptz, v.rank
    from (
      select x.*, case when lower(x.sku) = v_text then 0 when lower(x.sku) like v_begins then 1 when lower(x.title) like v_begins then 2 else 4 end as rank
      from public.variants x
      where ' ' || lower(x.title) || ' ' || lower(x.sku) like v_patterns[1] and ' ' || lower(x.title) || ' ' || lower(x.sku) like all (v_patterns)
      order by rank, length(x.sku), x.sku limit p_most) v
    cross join lateral (select * from public.products q where q.id = v.product_id limit 1) p;
  return query
    select 'product', p.id::text, p.title, p.url, p.status::text, null::int, null::int, '', p.updated_at, p.rank
    from (
      select x.*, case when lower(x.title) = v_text then 0 when lower(x.title) like v_begins then 2 else 4 end as rank
      from public.products x
      where ' ' || lower(x.title) like v_patterns[1] and ' ' || lower(x.title) like all (v_patterns)
      order by rank, length(x.title), x.title limit p_most) p;
  if found or v_text !~ '[[:alpha:]].{3}' then
    return;
  end if;
  return query
    select 'product', p.id::text, p.title, p.url, p.status::text, null::int, null::int, '', p.updated_at, 5
    from (
      select x.* from public.products x where v_text operator(extensions.<%) (' ' || lower(x.title))
      order by extensions.word_similarity(v_text, lower(x.title)) desc, x.title limit p_most) p;
end;
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
  select 'lost_picture', 'fault', p.title, 'A picture file is missing: ' || f.path,
    i.updated_at, 'products', p.id::text
  from public.product_images i join shown p on p.id = i.product_id
  cross join unnest(array[i.storage_path, i.turn_path]) f (path)
  where i.render is null and f.path is not null and not exists (
    select from storage.objects o where o.bucket_id = 'product-images' and o.name = f.path)
  union all
  select 'lost_sound', 'fault', p.title, 'A sound file is missing: ' || s.storage_path,
    s.updated_at, 'products', p.id::text
  from public.product_sounds s join shown p on p.id = s.product_id
  where not exists (
    select from storage.objects o where o.bucket_id = 'product-sounds' and o.name = s.storage_path)
  union all
  select 'lost_photo', 'fault', p.title, 'The file of a customer''s photo is missing: ' || s.storage_path,
    s.updated_at, 'photos?tab=shown', ''
  from public.shown_photos s join shown p on p.id = s.product_id
  where not exists (
    select from storage.objects o where o.bucket_id = 'customer-photos' and o.name = s.storage_path)
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

CREATE OR REPLACE FUNCTION private.find_mail_faults()
 RETURNS TABLE(code text, severity text, about text, message text, since timestamp with time zone, desk text, record text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select 'mail_given_up', 'fault', replace(m.kind, '_', ' '), 'An e-mail could not be sent: ' || coalesce(left(m.last_error, 120), 'no reason'),
    m.given_up_at, 'mails', m.id::text
  from public.outbox m
  where m.given_up_at is not null and not exists (
    -- What was sent once more is told of by that mail.
    select from public.outbox a
    where a.kind = m.kind and a.recipient = m.recipient and a.created_at > m.created_at
      and starts_with(a.dedupe_key, left(m.dedupe_key, 150) || ':again:'))
  union all
  select 'mail_waits', 'warning', replace(m.kind, '_', ' '), 'An e-mail has been waiting for over an hour.', m.send_after, 'check', ''
  from public.outbox m
  where m.sent_at is null and m.given_up_at is null and m.send_after < now() - interval '1 hour'
  union all
  select 'job_failed', 'fault', 'Scheduled job: ' || replace(j.job, '_', ' '), 'The last run failed and will be retried: ' || left(j.problem, 120),
    coalesce(j.worked_at, j.ran_at), 'check', ''
  from private.job_turns j where j.problem <> ''
  union all
  select 'job_item_failed', 'fault', f.name,
    case when f.tries < 5 then 'A scheduled job failed and will be retried: '
      else 'A scheduled job failed five times and was set aside: ' end || left(f.problem, 120),
    f.first_at, case f.job when 'orders' then 'orders' else 'check' end, case f.job when 'orders' then f.name else '' end
  from private.job_failures f
  union all
  select 'jobs_late', 'fault', 'Scheduled jobs', 'They have stopped: orders don’t expire, lists don’t move on and no e-mails are sent.',
    max(j.ran_at), 'check', ''
  from private.job_turns j having max(j.ran_at) < now() - interval '15 minutes'
$function$
;

CREATE OR REPLACE FUNCTION private.find_news()
 RETURNS TABLE(kind text, key text, product_id uuid, at timestamp with time zone)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select n.kind, n.key, n.product_id, n.at
  from (
    select d.kind, d.id::text as key, d.product_id, d.at from public.drops d
    union all
    select 'minimum_reached', k.id::text, b.product_id, now()
    from public.batch_kits k join public.batches b on b.id = k.batch_id
    where k.ordered_count >= k.moq and k.dropped_at is null and b.settled_at is null
      and private.batch_stage_now(b.stage, b.opens_at, b.closes_at, now()) in ('open', 'closed')
    union all
    -- That it opened, and that extras are there, are drops.
    select 'stage_changed', h.id::text, b.product_id, h.entered_at
    from public.batch_stage_history h join public.batches b on b.id = h.batch_id
    where h.entered_at > now() - interval '3 days' and b.stage <> 'draft'
      and h.stage not in ('draft', 'interest_check', 'open', 'extras', 'archived')
    union all
    select 'list_drawn', l.id::text, l.product_id, l.drawn_at from public.lists l where l.drawn_at is not null
  ) n
  join public.products p on p.id = n.product_id and p.status in ('scheduled', 'published') and p.publish_at <= now()
  where n.at > now() - interval '3 days'
$function$
;

CREATE OR REPLACE FUNCTION private.find_orders(p_text text, p_knows_people boolean)
 RETURNS SETOF private.found_order
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET jit TO 'off'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  c_most constant int := 500;
  v_text constant text := lower(btrim(left(coalesce(p_text, ''), 100)));
  v_number constant text := private.order_number_of(v_text);
  v_digits constant text := substring(v_number from '^KW-([0-9]{3,})$');
  v_parcel constant text := private.parcel_key(v_text);
  v_names constant text[] := private.name_words(v_text);
  v_patterns constant text[] := private.word_patterns(case when v_text ~ '@' then array[v_text] else v_names end);
begin
  if length(v_text) < 2 then
    return;
  end if;
  return query select o.id, 0 from public.order_records o where o.number = v_number;
  -- Whoever knows the whole number, or the whole address, looks for nothing else.
  if found then
    return;
  end if;
  return query
    select c.order_id, 2 from private.order_contacts c
    where v_text ~ '.@.' and (lower(c.email) = v_text or c.mailbox = private.mailbox_of(v_text)) limit c_most;
  if found then
    return;
  end if;
  return query
    select u.id, min(u.rank) from (
      (select o.id, 1 as rank from public.order_records o where o.number like 'KW-' || v_digits || '%' limit c_most)
      union all
      (select o.id, 1 from public.order_records o where reverse(o.number) like reverse(v_digits) || '%' limit c_most)
      union all
      (select s.order_id, 3 from public.shipments s
        where length(v_parcel) > 4 and s.tracking_number <> '' and private.parcel_key(s.tracking_number) like v_parcel || '%' limit c_most)
      union all
      (select c.order_id, 4 from private.order_contacts c
        where p_knows_people and c.words like v_patterns[1] and c.words like coalesce(v_patterns[2], v_patterns[1])
          and c.words like coalesce(v_patterns[3], v_patterns[1]) and c.words like all (v_patterns) limit c_most)
    ) u group by u.id;
  if found or not p_knows_people or v_text !~ '[[:alpha:]].{3}' then
    return;
  end if;
  return query
    select x.order_id, 5 from (
      select c.order_id from private.order_contacts c
      where array_to_string(v_names, ' ') operator(extensions.<%) c.words limit c_most) x;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.find_payable_orders(p_text text, p_currency text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
AS $function$
declare
  v_text constant text := btrim(left(coalesce(p_text, ''), 200));
  v_name constant text[] := private.name_words(v_text);
  -- 12.50, 12,50 and 12 euros alike.
  v_amount constant bigint := case when v_text ~ '^[0-9]{1,7}([.,][0-9]{1,2})?$'
    then (replace(v_text, ',', '.')::numeric * 100)::bigint end;
begin
  perform private.require_reader('owner', 'fulfilment');
  if length(v_text) < 2 then
    return '[]';
  end if;
  return (
    select coalesce(jsonb_agg(private.payable_order(o) order by x.rank, o.placed_at desc), '[]')
    from (
      select u.id, min(u.rank) as rank from (
        select o.id, 1 as rank from public.order_records o where o.number = private.order_number_of(v_text)
        union all
        (select c.order_id, 2 from private.order_contacts c where lower(c.email) = lower(v_text) limit 20)
        union all
        (select o.id, 3 from public.order_records o cross join lateral (select * from private.order_contacts k where k.order_id = o.id limit 1) c
        where o.status = 'awaiting_payment' and o.currency = p_currency and (
          private.balance(o) = v_amount or starts_with(lower(c.email), lower(v_text))
          -- Each word that was typed begins one of the name.
          or cardinality(v_name) > 0 and not exists (
            select from unnest(v_name) w where not exists (
              select from unnest(private.name_words(concat_ws(' ', c.address ->> 'name', c.company ->> 'name'))) n where starts_with(n, w))))
        order by o.pay_by limit 20)
      ) u group by u.id order by 2 limit 20
    ) x cross join lateral (select * from public.order_records r where r.id = x.id limit 1) o);
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
    select order_id, sum(amount_minor) filter (where kind not in ('settled', 'refunded', 'kept')) as total, sum(amount_minor) as cost
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
  -- The provider sends a refund when it is asked to, and then tells of it.
  select 'refund_untold', 'warning', o.number, 'A refund was recorded over three days ago, but the payment provider has not reported it. Check it at the provider.',
    p.at, 'orders', o.number
  from (
    select p.order_id, p.provider, max(p.at) filter (where p.kind = 'refund' and e.event_id is null) as at,
      sum(case p.kind when 'refund' then p.amount_minor - (
        select coalesce(sum(r.amount_minor), 0) from public.refund_calls r where r.refund_id = p.id and r.state = 'refused') else 0 end - case when e.counted_minor < 0 then p.amount_minor else 0 end) as went
    from public.payments p
    left join private.payment_events e on e.provider = p.provider and e.event_id = p.provider_reference
    where p.provider not in ('invoice', 'demo') group by 1, 2
  ) p
  join public.order_records o on o.id = p.order_id
  where p.at between now() - interval '60 days' and now() - interval '3 days' and p.went > (
    select coalesce(sum(e.counted_minor), 0) from private.payment_events e
    where e.order_id = p.order_id and e.provider = p.provider and e.kind <> 'paid')
  union all
  select 'refund_call_waits', 'warning', o.number, 'The payment provider has not taken a refund for more than a day. We keep asking: don’t send it another way.' || coalesce(' It says: ' || nullif(r.problem, ''), ''),
    r.created_at, 'orders', o.number
  from public.refund_calls r join public.order_records o on o.id = r.order_id
  where r.state = 'waiting' and r.created_at < now() - interval '1 day'
  union all
  select 'return_waits', 'warning', o.number, case r.status
      when 'asked' then 'A return has waited for an answer for more than three days.'
      else 'A return has arrived and has not been settled in time.' end,
    coalesce(r.received_at, r.asked_at), 'orders', o.number
  from public.order_returns r join public.order_records o on o.id = r.order_id
  where r.status = 'asked' and r.asked_at < now() - interval '3 days'
    or r.status = 'received' and r.received_at < now() - make_interval(days => private.setting('days_to_refund'))
  union all
  select 'refund_waits', 'warning', o.number, 'A refund has been due for more than three days.',
    o.updated_at, 'orders', o.number
  from public.order_records o
  where o.refund_due_minor > 0 and o.updated_at < now() - interval '3 days'
  union all
  select 'bank_refund_waits', 'warning', o.number, case b.status
      when 'in_file' then 'A refund is in a bank file that nobody marked as sent for more than three days. Do it under Money, or discard the file.'
      else 'A refund by bank transfer has waited for more than three days. Make the bank file under Money.' end,
    b.created_at, 'orders', o.number
  from public.bank_refunds b join public.order_records o on o.id = b.order_id
  where b.sent_at is null and b.created_at < now() - interval '3 days'
  union all
  select 'no_bank_account', 'fault', m.title,
    'It is switched on, but the shop has no bank account. Nobody can choose it, and unpaid orders can’t show bank details.',
    null::timestamptz, 'check', ''
  from public.payment_methods m
  where m.code = 'invoice' and m.is_offered and private.bank_account_for('EUR') is null
  union all
  select 'payment_keys', 'fault', m.title, 'It is switched on, but the keys of its provider are missing. Nobody can choose it.',
    null::timestamptz, 'check', ''
  from public.payment_methods m
  where m.is_offered and m.keys = 'missing'
  union all
  select 'document_waits', 'fault', o.number, case d.problem
    when 'no_seller' then 'It is paid and has no invoice, because the shop does not say who sells. Fill in the seller under Money.'
    when 'busy' then 'Its invoice or credit note waits because others were being numbered. The next run of the jobs issues it.'
    else 'Its invoice or credit note could not be issued: ' || d.problem end,
    d.since, 'orders', o.number
  from private.documents_due d join public.order_records o on o.id = d.order_id
  union all
  select 'transfer_unmatched', 'warning', 'A payment of ' || to_char(b.booked_on, 'YYYY-MM-DD'),
    'It came by bank more than two days ago and has no order. Match it, or say that it is for none.',
    b.updated_at, 'money?tab=statements', ''
  from public.bank_entries b where b.status = 'unmatched' and b.updated_at < now() - interval '2 days'
  union all
  select 'transfer_sums', 'fault', 'A payment of ' || to_char(b.booked_on, 'YYYY-MM-DD'),
    'What was recorded of this payment by bank differs from what came.', b.settled_at, 'money?tab=statements', ''
  from public.bank_entries b left join public.bank_entry_payments l on l.entry_id = b.id left join public.payments p on p.id = l.payment_id
  where b.status = 'recorded' group by b.id having coalesce(sum(p.amount_minor), 0) <> b.amount_minor
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
  union all
  select 'publish_waits', 'fault', 'Publishing', 'A build has been waiting for the builder for over 30 minutes. Publish again to call it once more.',
    r.requested_at, 'check', ''
  from public.publish_requests r where r.status = 'queued' and r.requested_at < now() - interval '30 minutes'
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
  select 'no_tax_rate', 'fault', c.name, 'The shop collects tax in this country, but has no rate for today.',
    c.updated_at, 'shipping?tab=coverage', c.code
  from public.countries c
  where c.ships and (c.in_eu or exists (
    select from public.tax_registrations r
    where r.country_code = c.code and daterange(r.valid_from, r.valid_to) @> current_date)) and not exists (
    select from public.tax_rates t
    where t.country_code = c.code and daterange(t.valid_from, t.valid_to) @> current_date)
$function$
;

CREATE OR REPLACE FUNCTION private.find_webhook_faults()
 RETURNS TABLE(code text, severity text, about text, message text, since timestamp with time zone, desk text, record text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select 'webhook_given_up', 'fault', w.name, 'This webhook did not take ' || count(*) || ' of the shop’s news: ' || max(c.last_error),
    min(c.given_up_at), 'health', ''
  from private.webhooks w join private.webhook_calls c on c.webhook_id = w.id
  where w.is_active and c.news_id is not null and c.given_up_at > coalesce((
    select max(t.called_at) from private.webhook_calls t where t.webhook_id = w.id), '-infinity')
  group by w.id, w.name
$function$
;

CREATE OR REPLACE FUNCTION private.find_writings(p_text text, p_role text, p_most integer)
 RETURNS SETOF private.desk_find
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_text constant text := lower(btrim(left(coalesce(p_text, ''), 100)));
  v_patterns constant text[] := private.word_patterns(regexp_split_to_array(v_text, '\s+'));
begin
  return query
    select x.kind, x.id::text, x.title, x.note, x.status, null::int, null::int, '', x.at, case when starts_with(lower(x.title), v_text) then 2 else 4 end
    from (
      (select 'list' as kind, l.id, l.title, l.kind::text as note, l.status::text as status, l.updated_at as at from public.lists l
        where p_role = 'owner' and ' ' || lower(l.title) like all (v_patterns) order by l.updated_at desc limit p_most)
      union all
      (select 'update', u.id, u.title, u.url, u.status::text, u.updated_at from public.updates u
        where ' ' || lower(u.title) like all (v_patterns) order by u.updated_at desc limit p_most)
    ) x;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.finish_order(p_order public.order_records, p_key uuid, p_email text, p_address jsonb, p_company jsonb, p_gift_note text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
$function$
;

CREATE OR REPLACE FUNCTION private.first_item(p_order uuid)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select l.title from public.order_lines l where l.order_id = p_order order by l.position limit 1
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
    jsonb_build_object('question', v_question) || private.acting_secret_for(v_order));
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
  set asked_at = now(), ended_at = null, told_at = null, language = excluded.language,
    confirmed_at = case when num_nonnulls(f.ended_at, f.told_at) = 0 then f.confirmed_at else now() end;
  return jsonb_build_object('is_asked', true, 'is_followed', true);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.follow_in_browser(p_browser jsonb, p_product uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_bucket constant text := private.guesser();
  v_browser uuid;
begin
  if private.guessed_too_often('browser', v_bucket, 30) or (
    select count(*) from private.guesses where what = 'browser' and bucket = v_bucket) >= 100 then
    return private.not_followed(429, 'too_many_tries', 'Too many attempts. Try again in 15 minutes.');
  end if;
  insert into private.guesses (what, bucket) values ('browser', v_bucket);
  if p_product is not null and not exists (
    select from public.products where id = p_product and status in ('scheduled', 'published') and publish_at <= now()) then
    return private.not_followed(404, 'unknown_product', 'This product no longer exists.');
  end if;
  if not coalesce(private.is_push_address(p_browser ->> 'endpoint') and p_browser ->> 'public_key' ~ '^B[A-Za-z0-9_-]{86}$'
    and p_browser ->> 'secret' ~ '^[A-Za-z0-9_-]{22}$', false) then
    return private.not_followed(422, 'browser_unknown', 'We don’t know this browser’s push service. Choose e-mail or the feed.');
  end if;
  insert into private.browsers (endpoint, public_key, secret)
  values (p_browser ->> 'endpoint', p_browser ->> 'public_key', p_browser ->> 'secret')
  on conflict (endpoint) do update set public_key = excluded.public_key, secret = excluded.secret,
    language = excluded.language, seen_at = now()
  returning id into v_browser;
  if (select count(*) from private.browser_follows
    where browser_id = v_browser and product_id is distinct from p_product) >= 100 then
    return private.not_followed(422, 'too_many_follows', 'This browser already follows 100 items. Stop some first.');
  end if;
  insert into private.browser_follows as f (browser_id, product_id, user_id) values (v_browser, p_product, auth.uid())
  on conflict (browser_id, product_id) do update set user_id = coalesce(excluded.user_id, f.user_id);
  return jsonb_build_object('is_asked', true, 'is_followed', true);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.follow_payload(p_follow private.follows)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'follow_secret', p_follow.secret,
    'about', case when p_follow.product_id is null then 'drops' when p_follow.variant_id is null then 'updates' else 'stock' end)
  || coalesce((
    select jsonb_build_object(
      'product_title', p.title, 'product_kind', p.kind, 'product_url', p.url, 'variant_title', coalesce(private.variant_name(v.title, v.flaws), ''),
      'lines', jsonb_build_array(jsonb_build_object(
        'kind', p.kind, 'url', p.url, 'title', p.title, 'variant_title', coalesce(private.variant_name(v.title, v.flaws), ''), 'variant_id', v.id)))
    from public.products p left join public.variants v on v.id = p_follow.variant_id
    where p.id = p_follow.product_id), '{}')
$function$
;

CREATE OR REPLACE FUNCTION private.follow_product(p_product uuid, p_variant uuid, p_email text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user uuid := auth.uid();
  v_email text := lower(btrim(left(coalesce(p_email, ''), 300)));
  v_account auth.users;
begin
  if p_product is null and p_variant is not null then
    return private.not_followed(404, 'unknown_product', 'This product no longer exists.');
  end if;
  select * into v_account from auth.users u where u.id = v_user;
  -- Only a mailbox that was proven follows everything at once.
  if p_product is null and v_account.email <> '' and v_account.email_confirmed_at is null then
    v_email := lower(v_account.email);
    v_user := null;
  end if;
  if v_user is null and private.guessed_too_often('follow', private.guesser(), 30) then
    return private.not_followed(429, 'too_many_tries', 'Too many attempts. Try again in 15 minutes.');
  end if;
  if p_product is not null and not exists (
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

CREATE OR REPLACE FUNCTION private.forget_customer(p_customer uuid, p_reason text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_reason constant text := btrim(coalesce(p_reason, ''));
  v_customer private.customers;
  v_due timestamptz;
begin
  perform private.require_staff('owner');
  if length(v_reason) not between 3 and 500 then
    perform private.refuse(422, 'reason_missing', 'Enter a reason.', '{"limit": 500}');
  end if;
  select * into v_customer from private.customers k where k.id = p_customer;
  if v_customer.id is null then
    perform private.refuse(404, 'unknown_customer', 'This customer no longer exists.');
  end if;
  perform private.note_customer_call('delete', p_customer, jsonb_build_object('call', 'forget_customer', 'reason', v_reason));
  if v_customer.user_id is not null then
    v_due := private.begin_account_deletion(v_customer.user_id);
    return jsonb_build_object('due_at', v_due, 'waiting', 0);
  end if;
  insert into private.forgotten_orders (order_id)
  select o.id from private.orders_of(null, v_customer.email) o
  on conflict do nothing;
  delete from private.follows f where f.email = v_customer.email;
  delete from private.order_transfers t where lower(t.to_email) = v_customer.email;
  delete from public.customer_notes n where n.customer_id = p_customer;
  perform private.forget_ended_orders();
  delete from public.outbox m where lower(m.recipient) = v_customer.email and coalesce(m.sent_at, m.given_up_at) is not null;
  perform private.count_customers();
  return jsonb_build_object('due_at', null, 'waiting', (select count(*) from private.orders_of(null, v_customer.email)));
end;
$function$
;

CREATE OR REPLACE FUNCTION private.forget_ended_follows()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.notices n using ended e
  where n.browser_id = e.browser_id and n.product_id is not distinct from e.product_id and n.sent_at is null;
  delete from private.browsers b using ended e
  where b.id = e.browser_id and not exists (select from private.browser_follows f where f.browser_id = b.id);
  return null;
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
  where o.status in ('delivered', 'cancelled', 'expired', 'refunded')
    -- Its refund still has to reach somebody.
    and not exists (select from public.bank_refunds b where b.order_id = o.id and b.sent_at is null)
    -- Or its invoice has to be made out to them, or a piece that comes back to be known as theirs.
    and not exists (select from private.documents_due d where d.order_id = o.id) and o.open_returns = 0;
  delete from public.outbox m using private.order_contacts c
  where c.order_id = any (v_ended) and lower(m.recipient) = lower(c.email) and m.payload ->> 'order_id' = c.order_id::text
    and coalesce(m.sent_at, m.given_up_at) is not null;
  update private.order_contacts
  set email = 'deleted@account.invalid', address = jsonb_build_object('country', address ->> 'country'), company = null, gift_note = null
  where order_id = any (v_ended);
  delete from private.address_history where order_id = any (v_ended);
  update public.order_returns set name = '' where order_id = any (v_ended) and name <> '';
  perform private.forget_messages(v_ended);
  update private.discount_uses set email = 'deleted@account.invalid' where order_id = any (v_ended);
  delete from private.payer_accounts a using public.payments p, public.bank_entry_payments e
  where p.order_id = any (v_ended) and e.payment_id = p.id and a.entry_id = e.entry_id;
  delete from private.refund_accounts where order_id = any (v_ended);
  update public.bank_entries b set payer = '', message = ''
  from public.payments p join public.bank_entry_payments e on e.payment_id = p.id
  where p.order_id = any (v_ended) and b.id = e.entry_id;
  delete from private.forgotten_orders where order_id = any (v_ended);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.forget_messages(p_orders uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update public.order_events set after = '{}', reason = ''
  where order_id = any (p_orders) and kind = 'messaged' and (after <> '{}' or reason <> '');
end;
$function$
;

CREATE OR REPLACE FUNCTION private.forget_old_guests()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.forgotten_orders (order_id)
  select o.id from (
    select k.email from private.customers k
    where k.user_id is null and k.last_order_at > '-infinity'
      and k.last_order_at < date_trunc('year', now()) - interval '10 years'
    order by k.last_order_at limit 200
  ) g cross join lateral private.orders_of(null, g.email) o
  on conflict do nothing;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.forget_waiting_notices()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.notices n where n.fact = 'update ' || old.id and n.sent_at is null and n.given_up_at is null;
  return null;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.give_money_back(p_order public.order_records, p_amount integer, p_lines jsonb, p_provider text, p_reference text, p_reason text, p_is_sent boolean)
 RETURNS uuid
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_worth constant bigint := (select coalesce(sum((l ->> 'cost_minor')::bigint), 0) from jsonb_array_elements(p_lines) l);
  v_lines constant jsonb := (select coalesce(jsonb_agg(l - array['cost_minor', 'settled_minor']), '[]') from jsonb_array_elements(p_lines) l);
  v_payments public.payments[];
  v_payment public.payments;
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
  ), parts as (
    select x.provider, x.amount_minor, row_number() over () as place
    from private.refund_parts(p_order, p_amount, p_is_sent) x where p_provider is null
    union all
    select p_provider, p_amount, 1 where p_provider is not null
  ), paid as (
    insert into public.payments (order_id, kind, provider, provider_reference, amount_minor, currency, reason, lines)
    select p_order.id, 'refund', x.provider, p_reference, x.amount_minor, p_order.currency, p_reason, case when x.place = 1 then v_lines else '[]' end
    from parts x order by x.place
    returning *
  )
  select array_agg(p::public.payments) into v_payments from paid p;
  perform private.record_event(p_order.id, 'refunded', p_reason,
    p_after => jsonb_build_object('amount_minor', p_amount, 'currency', p_order.currency, 'lines', v_lines));
  v_order := private.pay_if_covered(p_order.id);
  if v_order.refunded_minor = v_order.captured_minor
    and private.move_order(p_order.id, v_order.status, 'refunded', 'shop', p_reason) then
    perform private.free_offers_of(p_order.id, false);
    perform private.free_ended_orders(array[p_order.id]);
    update public.order_lines set refunded_quantity = quantity where order_id = p_order.id;
  end if;
  foreach v_payment in array v_payments loop
    if not p_is_sent then
      perform private.call_refunds(p_order, v_payment.id, v_payment.provider, v_payment.amount_minor);
      perform private.open_bank_refund(p_order, v_payment.id, v_payment.provider, v_payment.amount_minor);
    end if;
    perform private.tell_refund(v_payment.id);
  end loop;
  return v_payments[1].id;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.give_up_lost_builds()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_given_up int;
begin
  update public.publish_requests
  set status = 'failed', finished_at = now(),
    log = right(concat_ws(E'\n', nullif(log, ''),
      'The builder has reported nothing for 45 minutes and is taken as lost. The site is as it was. Publish again.'), 190000)
  where status = 'running' and started_at < now() - interval '45 minutes';
  get diagnostics v_given_up = row_count;
  return v_given_up;
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
      perform private.refuse(409, 'list_frozen', 'You can’t delete a frozen list.', jsonb_build_object('list_id', old.id));
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
    perform private.refuse(409, 'already_drawn', 'This raffle has already been drawn. It can’t be drawn again.',
      jsonb_build_object('list_id', old.id));
  end if;
  return new;
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
      union all select body || ' ' || safety_warnings from public.products
      union all select body from public.updates
      union all select duties_note from public.countries
      -- That of a text which is gone is shown nowhere, and nobody could change it.
      union all select t.text from public.translations t join private.source_texts s using (table_name, row_id, column_name) where s.text <> ''
    ) t (words) where t.words ~ ('\{\{\s*' || old.key || '\s*\}\}')
  ) then
    perform private.refuse(409, 'setting_named', 'This setting is still mentioned in one of the shop’s texts. Change that text first.',
      jsonb_build_object('key', old.key));
  end if;
  return old;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.guard_payment_method()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if new.is_offered and not old.is_offered
    and (new.keys = 'missing' or new.keys is null and current_user = 'authenticated') then
    perform private.refuse(409, 'keys_missing', 'Set the keys of this provider first: without them nobody can pay.');
  end if;
  return new;
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

CREATE OR REPLACE FUNCTION private.guest_secret(p_order public.order_records)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET enable_seqscan TO 'off'
AS $function$
begin
  if p_order.user_id is not null then
    return null;
  end if;
  return (
    select s.secrets ->> 'token' from public.outbox m
    join private.mail_secrets s on s.mail_id = m.id
    join private.order_contacts c on c.order_id = p_order.id
    where m.dedupe_key = 'order_placed:' || p_order.id || ':placed'
      and private.hash_of(s.secrets ->> 'token') = c.mailbox_token_hash);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.health()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_ran_at constant timestamptz := (select max(ran_at) from private.job_turns);
begin
  return jsonb_build_object(
    'database', 'ok',
    'jobs', case when v_ran_at is null then 'never' when v_ran_at < now() - interval '15 minutes' then 'late' else 'ok' end);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.hold_for_order(p_order public.order_records, p_cart private.priced_line[])
 RETURNS uuid[]
 LANGUAGE plpgsql
 SET search_path TO ''
 SET enable_seqscan TO 'off'
AS $function$
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
$function$
;

CREATE OR REPLACE FUNCTION private.invite_staff(p_email text, p_role text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_email text;
  v_invitation private.staff_invitations;
begin
  perform private.require_staff('owner');
  if coalesce(p_role, '') not in ('owner', 'editor', 'fulfilment', 'support') then
    perform private.refuse(422, 'unknown_role', 'This role does not exist. Choose another.');
  end if;
  if btrim(coalesce(p_email, '')) = '' then
    perform private.refuse(422, 'wrong_email', 'Enter a valid e-mail address.');
  end if;
  v_email := lower(private.checked_email(p_email));
  if exists (select from private.staff s join auth.users u on u.id = s.user_id where lower(u.email) = v_email) then
    perform private.refuse(409, 'already_staff', 'This person is already staff. Change their role in the list.');
  end if;
  delete from private.staff_invitations where email = v_email and expires_at <= now();
  insert into private.staff_invitations (email, role, token_hash, invited_by)
  values (v_email, p_role, private.hash_of(gen_random_uuid()::text), auth.uid())
  on conflict (email) do nothing returning * into v_invitation;
  if v_invitation.id is null then
    perform private.refuse(409, 'already_invited', 'This person is already invited. Send the invitation again, or withdraw it first.');
  end if;
  v_invitation := private.mail_invitation(v_invitation.id);
  perform private.note_invitation('insert', null, v_invitation);
  return jsonb_build_object('id', v_invitation.id, 'expires_at', v_invitation.expires_at);
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
    and p_order.status < 'shipped'
    and not private.has_left(p_order.id)
$function$
;

CREATE OR REPLACE FUNCTION private.is_bank_day(p_text text)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return p_text ~ '^20[0-9]{2}-[0-9]{2}-[0-9]{2}$' and pg_input_is_valid(p_text, 'date');
end;
$function$
;

CREATE OR REPLACE FUNCTION private.is_gated(p_to public.order_status)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select p_to between 'in_production' and 'shipped'
$function$
;

CREATE OR REPLACE FUNCTION private.is_key_property(p_name text, p_value jsonb, p_is_first boolean)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return case
    -- Only the first entry of a row turns what follows.
    when p_name in ('r', 'rx', 'ry') and not p_is_first then false
    when p_name = 'fa' then jsonb_typeof(p_value) = 'array' and not exists (
      select from jsonb_array_elements(p_value) s
      where s <> 'null' and not private.is_number_between(s, 0, 1000))
    when p_value = 'null' then true
    when p_name in ('x', 'y', 'x2', 'y2', 'r', 'rx', 'ry') then private.is_number_between(p_value, -1000, 1000)
    when p_name in ('w', 'h') then private.is_number_between(p_value, 0.01, 1000)
    when p_name in ('w2', 'h2', 'f', 'f2') then private.is_number_between(p_value, 0, 1000)
    when p_name = 'a' then p_value in ('0', '1', '2', '3', '4', '5', '6', '7')
    when p_name in ('t', 'c', 'p', 'sm', 'sb', 'st') then jsonb_typeof(p_value) = 'string'
    else true
  end;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.is_kle_data(p_layout jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return not exists (
    select from jsonb_array_elements(p_layout) with ordinality r (entry, place)
    where jsonb_typeof(r.entry) <> 'array' and not (r.place = 1 and jsonb_typeof(r.entry) = 'object')
  ) and not exists (
    select from jsonb_array_elements(p_layout) r (entry)
    cross join lateral jsonb_array_elements(
      case jsonb_typeof(r.entry) when 'array' then r.entry else '[]' end) with ordinality i (item, place)
    where jsonb_typeof(i.item) not in ('string', 'object') or exists (
      select from jsonb_each(case jsonb_typeof(i.item) when 'object' then i.item else '{}' end) p
      where not private.is_key_property(p.key, p.value, i.place = 1))
  );
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

CREATE OR REPLACE FUNCTION private.is_made_unpaid(p_order public.order_records)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select p_order.status between 'in_production' and 'delivered' and private.balance_due(p_order) > 0
$function$
;

CREATE OR REPLACE FUNCTION private.is_name_like(p_one text[], p_other text[])
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return p_one && p_other and (
    select count(*) from unnest(p_one) w where w = any (p_other)) >= least(2, cardinality(p_one), cardinality(p_other));
end;
$function$
;

CREATE OR REPLACE FUNCTION private.is_nobodys(p_email text)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return coalesce(p_email, '') = '' or p_email like '%.invalid';
end;
$function$
;

CREATE OR REPLACE FUNCTION private.is_number_between(p_value jsonb, p_least numeric, p_most numeric)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case jsonb_typeof(p_value) when 'number' then p_value::numeric between p_least and p_most else false end
$function$
;

CREATE OR REPLACE FUNCTION private.is_own_photo(p_path text, p_statuses text[])
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return exists (
    select from private.customer_photos p
    where p.storage_path = p_path and p.user_id = auth.uid() and p.status = any (p_statuses));
end;
$function$
;

CREATE OR REPLACE FUNCTION private.is_push_address(p_text text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select p_text ~ '^https://(fcm\.googleapis\.com|updates\.push\.services\.mozilla\.com|([a-z0-9-]+\.)+notify\.windows\.com|web\.push\.apple\.com)/[!-~]+$'
    and length(p_text) <= 1000
$function$
;

CREATE OR REPLACE FUNCTION private.is_rate(p_rate jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return coalesce(jsonb_typeof(p_rate) = 'object'
    and p_rate ->> 'code' ~ '^[A-Z]{3}$'
    and p_rate ->> 'per_euro' ~ '^[0-9]{1,8}(\.[0-9]{1,6})?$'
    and p_rate ->> 'rated_on' ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'
    and pg_input_is_valid(p_rate ->> 'rated_on', 'date')
    and p_rate ->> 'version' ~ '^[0-9]{1,9}$', false);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.is_sepa_iban(p_iban text)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return coalesce(private.is_iban(p_iban) and left(p_iban, 2) in (
    'AD', 'AL', 'AT', 'BE', 'BG', 'CH', 'CY', 'CZ', 'DE', 'DK', 'EE', 'ES', 'FI', 'FR', 'GB', 'GI', 'GR', 'HR', 'HU', 'IE', 'IS',
    'IT', 'LI', 'LT', 'LU', 'LV', 'MC', 'MD', 'ME', 'MK', 'MT', 'NL', 'NO', 'PL', 'PT', 'RO', 'RS', 'SE', 'SI', 'SK', 'SM', 'VA'), false);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.is_sepa_name(p_name text)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return coalesce(length(private.sepa_text(p_name, 70)) >= greatest(2, least(length(btrim(p_name)), 70) / 2), false);
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
  -- Everybody else is told by the first look, and never asked for a factor. Guests, who ask this several
  -- times an order, are told by none.
  if auth.uid() is null or not private.has_role(variadic p_roles) then
    return false;
  end if;
  return not private.lacks_second_factor()
    and coalesce(private.factor_due_at((select auth.uid())) > now(), true);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.is_told_by_another(p_news private.news)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select p_news.kind = 'product' and exists (
    select from private.news o
    where o.product_id = p_news.product_id and o.noted_at = p_news.noted_at and o.kind <> 'product' and private.news_topic(o.kind) = 'drops')
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
    or p_number ~ '^[A-Z]{2}[A-Z0-9]{2,14}$' and left(p_number, 2) <> all (string_to_array(
      'AT BE BG CY CZ DE DK EE EL ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK GB GR XI NO CH', ' ')), false)
$function$
;

CREATE OR REPLACE FUNCTION private.is_withdrawn(p_shipment uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return exists (
    select from public.order_lines l join public.order_returns r on r.order_id = l.order_id
    where l.shipment_id = p_shipment and r.kind = 'withdrawal' and r.ended_at is null
      and r.lines @> jsonb_build_array(jsonb_build_object('line_id', l.id)));
end;
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
      'vat_number', p_seller.vat_number, 'register', p_seller.register, 'email', p_seller.email,
      'registration', private.told_registration(p_order.country_code, v_lines)),
    'buyer', v_buyer, 'lines', v_lines,
    'taxes', (
      select coalesce(jsonb_agg(jsonb_build_object('rate_basis_points', x.rate, 'name', x.name, 'scheme', x.scheme, 'net_minor', x.net, 'tax_minor', x.tax,
        'category', c ->> 'code', 'reason', c ->> 'reason') order by x.rate desc, x.name), '[]')
      from (
        select (l ->> 'rate_basis_points')::int as rate, l ->> 'tax_scheme' as scheme, max(l ->> 'tax_name') as name,
          sum((l ->> 'net_minor')::bigint) as net, sum((l ->> 'tax_minor')::bigint) as tax
        from jsonb_array_elements(v_lines) l group by 1, 2
      ) x cross join lateral private.tax_category(p_seller, v_buyer, p_order.country_code, x.rate, x.scheme) c),
    'net_minor', p_amount - v_tax, 'tax_minor', v_tax, 'total_minor', p_amount,
    'terms', case p_kind when 'invoice' then p_seller.terms else '' end,
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

CREATE OR REPLACE FUNCTION private.item_count(p_order uuid)
 RETURNS integer
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select sum(l.quantity)::int from public.order_lines l where l.order_id = p_order
$function$
;

CREATE OR REPLACE FUNCTION private.json_of(p_value jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if jsonb_typeof(p_value) is distinct from 'string' then
    return p_value;
  end if;
  begin
    return (p_value #>> '{}')::jsonb;
  exception when others then
    perform private.refuse(422, 'wrong_json', 'This is not valid JSON.');
    return null;
  end;
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

CREATE OR REPLACE FUNCTION private.keep_notice_keys(p_public text, p_private text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.notice_keys (public_key, private_key) values (p_public, p_private) on conflict do nothing;
  return found;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.keep_promised_dates()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_date record;
begin
  -- Clocks that nobody turns by hand, as in tests, are not asked.
  if auth.uid() is null or not exists (
    select from public.order_batches b join public.order_records o on o.id = b.order_id
    where b.batch_id = old.id and o.status not in ('expired', 'cancelled', 'refunded')
  ) then
    return new;
  end if;
  for v_date in
    select d.name, d.words, d.was, d.becomes from (values
      ('closes_at', 'ordering', old.closes_at, new.closes_at),
      ('cancel_until', 'cancelling', old.cancel_until, new.cancel_until),
      ('change_options_until', 'changing their choices', old.change_options_until, new.change_options_until)
    ) d (name, words, was, becomes)
    where d.was > now() and d.was is distinct from d.becomes
  loop
    if v_date.becomes is null or v_date.becomes < v_date.was then
      perform private.refuse(409, 'date_promised',
        format('Its buyers were promised %s until %s. Choose that time or a later one.', v_date.words,
          to_char(v_date.was at time zone 'utc', 'FMDD FMMonth YYYY, HH24:MI "UTC"')),
        jsonb_build_object('field', v_date.name, 'promised', v_date.was));
    end if;
  end loop;
  return new;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.keep_until(p_quote jsonb)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_now constant timestamptz := now();
  v_won timestamptz;
begin
  if p_quote @? '$.lines[*].offer_id ? (@ != null)' then
    select min(o.holds_until) into v_won
    from jsonb_array_elements(p_quote -> 'lines') l join public.offers o on o.id = (l ->> 'offer_id')::uuid join public.lists r on r.id = o.list_id
    where r.kind = 'raffle';
  end if;
  if v_won is null then
    return v_now + make_interval(hours => private.setting('hours_to_pay'));
  end if;
  return greatest(v_won, v_now + make_interval(mins => private.setting('minutes_cart_hold')));
end;
$function$
;

CREATE OR REPLACE FUNCTION private.keep_wish(p_user uuid, p_change jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_product constant uuid := private.uuid_of(p_change ->> 'product_id');
  v_variants uuid[];
  v_options jsonb;
  v_title text;
begin
  select c.variant_ids, c.options into v_variants, v_options from private.wish_choice(p_change) c;
  if not (p_change -> 'is_kept')::boolean then
    delete from public.wishes w
    where w.user_id = p_user and case when v_product is null then w.id = private.uuid_of(p_change ->> 'id')
      else w.product_id = v_product and w.variant_ids = v_variants and w.options = v_options end;
    return true;
  end if;
  if v_product is null then
    update public.wishes w set note = coalesce(p_change ->> 'note', w.note)
    where w.user_id = p_user and w.id = private.uuid_of(p_change ->> 'id');
    return true;
  end if;
  update public.wishes w set note = coalesce(p_change ->> 'note', w.note),
    was_gone = coalesce((p_change ->> 'was_gone')::boolean, w.was_gone)
  where w.user_id = p_user and w.product_id = v_product and w.variant_ids = v_variants and w.options = v_options;
  if found then
    return true;
  end if;
  if cardinality(v_variants) = 0 and v_options = '{}' then
    -- What was kept with its choice says more than the product alone.
    if exists (select from public.wishes w where w.user_id = p_user and w.product_id = v_product) then
      return true;
    end if;
  else
    update public.wishes w set variant_ids = v_variants, options = v_options,
      note = coalesce(nullif(p_change ->> 'note', ''), w.note), was_gone = coalesce((p_change ->> 'was_gone')::boolean, w.was_gone)
    where w.user_id = p_user and w.product_id = v_product and w.variant_ids = '{}' and w.options = '{}';
    if found then
      return true;
    end if;
  end if;
  select p.title into v_title from public.products p
  where p.id = v_product and p.status <> 'draft' and p.publish_at <= clock_timestamp();
  if v_title is null then
    return true;
  end if;
  if (select count(*) from public.wishes w where w.user_id = p_user) >= 500 then
    return false;
  end if;
  insert into public.wishes (user_id, product_id, variant_ids, options, title, note, was_gone, kept_at)
  values (p_user, v_product, v_variants, v_options, left(v_title, 200), coalesce(p_change ->> 'note', ''),
    coalesce((p_change ->> 'was_gone')::boolean, false), private.moment_of(p_change -> 'kept_at'));
  return true;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.keeps_lines(p_text text, p_source text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select not exists (
    select from unnest(string_to_array(p_text, E'\n'), string_to_array(p_source, E'\n')) l (line, source)
    group by btrim(l.line, E' \t\r')
    having bool_or(l.source is null) or coalesce(btrim(l.line, E' \t\r'), '') = ''
      or count(distinct btrim(l.source, E' \t\r')) > 1)
$function$
;

CREATE OR REPLACE FUNCTION private.kept_on_leaving(p_order public.order_records)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_kept int;
begin
  -- Null where a line can't be cancelled any more: an order is cancelled whole.
  select case when bool_or(w.percent = 0 or w.way = 'withdrawal') then null
    else least(coalesce(sum(w.cost_minor - w.amount_minor), 0), greatest(p_order.captured_minor - p_order.refunded_minor, 0)) end into v_kept
  from private.ways_back_of(p_order) w;
  return v_kept;
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
    perform private.refuse(422, 'key_reused', 'You have already sent this form with different details. Reload the page and try again.');
  end if;
  return v_known.answer;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.layout_keys(p_layout jsonb)
 RETURNS TABLE(zone text, is_cap boolean)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_item jsonb;
  v_alignment int := 4;
  v_width numeric := 1;
  v_width2 numeric := 0;
  v_is_decal boolean := false;
  v_is_ghost boolean := false;
begin
  if jsonb_typeof(p_layout) = 'string' then
    return query select z.letter, true from private.design_layouts() l
      cross join lateral string_to_table(l.zones, null) z (letter) where l.code = p_layout #>> '{}';
    return;
  end if;
  -- KLE data is a program: an object changes what holds for the keys after it, a text is a key.
  for v_item in
    select i.item
    from jsonb_array_elements(p_layout) with ordinality r (keys, row_number)
    cross join lateral jsonb_array_elements(
      case jsonb_typeof(r.keys) when 'array' then r.keys else '[]' end
    ) with ordinality i (item, at)
    order by r.row_number, i.at
  loop
    if jsonb_typeof(v_item) = 'object' then
      if jsonb_typeof(v_item -> 'a') = 'number' then v_alignment := (v_item -> 'a')::int; end if;
      if jsonb_typeof(v_item -> 'w') = 'number' then
        v_width := (v_item -> 'w')::numeric;
        v_width2 := v_width;
      end if;
      if jsonb_typeof(v_item -> 'w2') = 'number' then v_width2 := (v_item -> 'w2')::numeric; end if;
      v_is_decal := coalesce(v_item -> 'd' = 'true', v_is_decal);
      v_is_ghost := coalesce(v_item -> 'g' = 'true', v_is_ghost);
    else
      zone := private.key_zone(
        private.legend_words(v_item #>> '{}', v_alignment), v_width = 1 or greatest(v_width, v_width2) >= 2);
      -- A decal is paint on the desk, and a ghost a gap between keys.
      is_cap := not v_is_decal and not v_is_ghost;
      return next;
      v_width := 1;
      v_width2 := 0;
      v_is_decal := false;
    end if;
  end loop;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.layout_zones(p_layout jsonb)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select string_agg(k.zone, '' order by k.place)
  from private.layout_keys(p_layout) with ordinality k (zone, is_cap, place)
$function$
;

CREATE OR REPLACE FUNCTION private.limit_shelf()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('shelf ' || new.user_id, 0));
  if (select count(*) from public.shelf_items where user_id = new.user_id) >= 500 then
    perform private.refuse(422, 'shelf_full', 'A shelf can hold 500 items. Remove one first.', '{"limit": 500}');
  end if;
  return new;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.line_options(p_variant uuid, p_given jsonb, OUT chosen jsonb, OUT delta_minor bigint, OUT delta_grams bigint, OUT reason text, OUT message text)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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
$function$
;

CREATE OR REPLACE FUNCTION private.line_worth(p_line public.order_lines, p_amount integer)
 RETURNS integer
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  -- A part of what the line cost: less its discount and what tax was taken off, with what was added.
  select case when p_line.total_minor = 0 then 0 else private.share_of(
    (p_line.total_minor - p_line.discount_minor
      + case when p_line.tax_included then 0 else p_line.tax_minor end)::bigint,
    p_amount, p_line.total_minor)::int end
$function$
;

CREATE OR REPLACE FUNCTION private.lines_on_return(p_order uuid)
 RETURNS TABLE(line_id uuid, quantity integer)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return query
  select (x ->> 'line_id')::uuid, sum((x ->> 'quantity')::int)::int
  from public.order_returns r cross join lateral jsonb_array_elements(r.lines) x
  where r.order_id = p_order and r.ended_at is null
  group by 1;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.list_customers(p_search text, p_kind text, p_is_open boolean, p_is_banned boolean, p_sort text, p_is_ascending boolean, p_after_value text, p_after_id uuid, p_most integer)
 RETURNS TABLE(id uuid, kind text, name text, email text, orders integer, open_orders integer, other_orders integer, spent_minor bigint, due_minor bigint, currency text, last_order_at timestamp with time zone, since timestamp with time zone, is_banned boolean)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_sees boolean;
  v_search constant text := lower(btrim(left(coalesce(p_search, ''), 254)));
  v_number constant text := private.order_number_of(p_search);
  v_sort text;
  v_types constant jsonb := '{"name": "text", "email": "text", "orders": "int", "spent_minor": "bigint", "due_minor": "bigint", "last_order_at": "timestamptz", "since": "timestamptz"}';
  -- An array and no join, so that the few who are banned are found by their key.
  v_banned constant text := 'k.user_id = any (array(select b.user_id from private.list_bans b where coalesce(b.until > now(), true)))';
  v_where text := 'true';
begin
  perform private.require_reader('owner', 'fulfilment', 'support');
  perform private.count_customers();
  v_sees := private.sees_contacts();
  -- In the order of what is masked, it could be guessed.
  v_sort := case when v_types ? p_sort and (v_sees or p_sort not in ('name', 'email')) then p_sort else 'last_order_at' end;
  if v_number ~ '^KW-[0-9]+$' then
    v_where := v_where || ' and k.id = private.customer_of_order((select o.id from public.order_records o where o.number = $2))';
  elsif v_search <> '' then
    v_where := v_where || case when v_sees then ' and k.email || '' '' || lower(k.name) like $1' else ' and k.email = $1' end;
  end if;
  v_where := v_where || case p_kind when 'account' then ' and k.user_id is not null' when 'guest' then ' and k.user_id is null' else '' end
    || case when p_is_open then ' and k.open_orders > 0' when not p_is_open then ' and k.open_orders = 0' else '' end
    || case when p_is_banned then ' and ' || v_banned when not p_is_banned then ' and (' || v_banned || ') is not true' else '' end;
  if p_after_id is not null then
    v_where := v_where || format(' and (k.%1$I, k.id) %2$s ($3::%3$s, $4)', v_sort,
      case when p_is_ascending then '>' else '<' end, v_types ->> v_sort);
  end if;
  return query execute format($sql$
    select k.id, case when k.user_id is null then 'guest' else 'account' end,
      case when $5 then k.name else private.mask_name(k.name) end,
      case when $5 or k.email = '' then k.email else private.mask_email(k.email) end,
      k.orders, k.open_orders, k.other_orders, k.spent_minor, k.due_minor, k.currency,
      nullif(k.last_order_at, '-infinity'), k.since, coalesce(%1$s, false)
    from private.customers k where %2$s
    order by k.%3$I %4$s, k.id %4$s limit $6
  $sql$, v_banned, v_where, v_sort, case when p_is_ascending then 'asc' else 'desc' end)
  using case when v_sees then '%' || regexp_replace(v_search, '([\\%_])', '\\\1', 'g') || '%' else v_search end,
    v_number, case when v_sort = 'last_order_at' then coalesce(p_after_value, '-infinity') else p_after_value end,
    p_after_id, v_sees, least(greatest(coalesce(p_most, 100), 1), 1000);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.list_media(p_filter text, p_search text, p_after_at timestamp with time zone, p_after_id uuid, p_most integer)
 RETURNS TABLE(id uuid, image_id uuid, version integer, path text, bucket text, bytes bigint, alt text, width integer, height integer, is_drawn boolean, at timestamp with time zone, product_id uuid, product text, product_status text, uses jsonb, is_used boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_search constant text := '%' || regexp_replace(lower(btrim(left(coalesce(p_search, ''), 100))), '([\\%_])', '\\\1', 'g') || '%';
begin
  perform private.require_reader('owner', 'editor');
  return query
  with pictures as (
    select i.id, i.id as image_id, i.version, i.storage_path as path, i.alt, i.width, i.height, i.render is not null as is_drawn,
      i.created_at as at, i.product_id
    from public.product_images i
    where p_filter is distinct from 'unused'
      and (p_filter is distinct from 'missing' or length(btrim(i.alt)) < 3)
      and (p_filter is distinct from 'files' or i.render is null)
    union all
    select o.id, null, null, o.name, '', null, null, false, o.created_at, null
    from storage.objects o
    where o.bucket_id in ('product-images', 'drafts') and p_filter is distinct from 'missing'
      and not exists (select from public.product_images i where o.name in (i.storage_path, i.turn_path))
      -- What was shown to everybody lies among the drafts as well.
      and (o.bucket_id = 'product-images' or not exists (
        select from storage.objects t where t.bucket_id = 'product-images' and t.name = o.name))
      and (p_filter is distinct from 'unused' or not private.file_is_used(o.name))
  ), page as (
    select c.* from pictures c
    where (v_search = '%%' or lower(c.path) like v_search or lower(c.alt) like v_search or exists (
        select from public.products p where p.id = c.product_id and lower(p.title) like v_search))
      and (p_after_id is null or (c.at, c.id) < (p_after_at, p_after_id))
    order by c.at desc, c.id desc limit least(greatest(coalesce(p_most, 60), 1), 500)
  )
  select c.id, c.image_id, c.version, c.path, f.bucket_id, (f.metadata ->> 'size')::bigint, c.alt, c.width, c.height,
    c.is_drawn, c.at, c.product_id, coalesce(g.title, ''), coalesce(g.status::text, ''), coalesce(w.uses, '[]'),
    c.image_id is not null or private.file_is_used(c.path)
  from page c
  left join lateral (select p.title, p.status from public.products p where p.id = c.product_id limit 1) g on true
  left join lateral (
    select o.bucket_id, o.metadata from storage.objects o
    where o.name = c.path and o.bucket_id in ('product-images', 'drafts') order by o.bucket_id desc limit 1) f on true
  left join lateral (
    select jsonb_agg(x.use order by x.use ->> 'title') as uses from (
      select jsonb_build_object('kind', 'update', 'record', u.title, 'title', u.title) as use
      from public.updates u where u.image_id = c.image_id or position(c.path in u.body) > 0
      union all
      select jsonb_build_object('kind', 'sample', 'record', g.code, 'title', g.name)
      from public.colour_samples s join public.colorways g on g.id = s.colorway_id where s.photo_path = c.path
    ) x) w on true
  order by c.at desc, c.id desc;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.list_photos(p_status text, p_after_at timestamp with time zone, p_after_id uuid, p_most integer)
 RETURNS TABLE(id uuid, version integer, path text, width integer, height integer, note text, name text, alt text, reason text, status text, sent_at timestamp with time zone, product_id uuid, product text, choice text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- What waits longest comes first; elsewhere what was sent last.
  v_is_oldest_first constant boolean := p_status = 'waiting';
begin
  perform private.require_reader('owner', 'editor');
  return query
  select c.id, c.version, c.storage_path, c.width, c.height, c.note, c.name, c.alt, c.reason, c.status,
    c.sent_at, c.product_id, g.title, coalesce(l.variant_title, '')
  from private.customer_photos c
  join public.products g on g.id = c.product_id
  left join public.order_lines l on l.id = c.order_line_id
  where c.status = p_status and c.status in ('waiting', 'shown', 'declined')
    and (p_after_id is null or case when v_is_oldest_first then (c.sent_at, c.id) > (p_after_at, p_after_id)
      else (c.sent_at, c.id) < (p_after_at, p_after_id) end)
  order by case when v_is_oldest_first then c.sent_at end, case when v_is_oldest_first then c.id end, c.sent_at desc, c.id desc
  limit least(greatest(coalesce(p_most, 30), 1), 200);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.list_public_designs(p_state text, p_search text, p_is_ascending boolean, p_after_at timestamp with time zone, p_after_id uuid, p_most integer)
 RETURNS TABLE(id uuid, code text, name text, design jsonb, is_hidden boolean, open_reports integer, last_reason text, at timestamp with time zone, has_account boolean, maker_id uuid, maker text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_search constant text := lower(btrim(left(coalesce(p_search, ''), 80)));
  v_from text;
begin
  perform private.require_reader('owner', 'editor', 'support');
  v_from := case p_state
    when 'reported' then
      '(select r.design_id, max(r.reported_at) as at from public.design_reports r where r.answered_at is null group by r.design_id) w
       join public.designs d on d.id = w.design_id cross join lateral (select w.at) m where true'
    when 'hidden' then 'public.designs d cross join lateral (select d.hidden_at as at) m where d.hidden_at is not null'
    else 'public.designs d cross join lateral (select d.created_at as at) m where d.hidden_at is null'
  end || ' and d.visibility = ''public''';
  if v_search <> '' then
    v_from := v_from || ' and (lower(d.name) like $1 or d.code = $2)';
  end if;
  if p_after_id is not null then
    v_from := v_from || format(' and (m.at, d.id) %s ($3, $4)', case when p_is_ascending then '>' else '<' end);
  end if;
  return query execute format($sql$
    with page as (select d.*, m.at from %1$s order by m.at %2$s, d.id %2$s limit $5)
    select p.id, p.code, p.name, p.design, p.hidden_at is not null, coalesce(r.count, 0)::int, coalesce(l.reason, ''),
      p.at, p.owner_id is not null, k.id, k.name
    from page p
    left join lateral (
      select count(*) from public.design_reports o where o.design_id = p.id and o.answered_at is null) r on true
    left join lateral (
      select o.reason from public.design_reports o where o.design_id = p.id order by o.reported_at desc, o.id limit 1) l on true
    left join lateral private.design_person(p.owner_id) k on true
    order by p.at %2$s, p.id %2$s
  $sql$, v_from, case when p_is_ascending then 'asc' else 'desc' end)
  using '%' || regexp_replace(v_search, '([\\%_])', '\\\1', 'g') || '%', v_search, p_after_at, p_after_id,
    least(greatest(coalesce(p_most, 100), 1), 1000);
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
  return jsonb_build_object(
    'people', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'user_id', s.user_id, 'email', u.email, 'role', s.role, 'added_at', s.added_at,
        'has_second_factor', private.has_second_factor(s.user_id), 'factor_due_at', private.factor_due_at(s.user_id),
        'is_own', s.user_id = auth.uid(),
        'last_seen_at', (
          select greatest(max(e.created_at), max(e.updated_at), u.last_sign_in_at) from auth.sessions e where e.user_id = s.user_id)
      ) order by s.added_at, u.email), '[]')
      from private.staff s join auth.users u on u.id = s.user_id),
    'invitations', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', i.id, 'email', i.email, 'role', i.role, 'sent_at', i.sent_at, 'expires_at', i.expires_at,
        'invited_by', (select u.email from auth.users u where u.id = i.invited_by),
        'mail_problem', (
          select m.last_error from public.outbox m
          where m.dedupe_key = 'staff_invited:' || i.id || ':' || i.token_hash and m.sent_at is null)
      ) order by i.sent_at desc, i.email), '[]')
      from private.staff_invitations i));
end;
$function$
;

CREATE OR REPLACE FUNCTION private.list_translations(p_language text, p_show text, p_area text, p_search text, p_after text, p_most integer)
 RETURNS TABLE(place text, area text, owner text, part text, table_name text, row_id text, column_name text, is_list boolean, source text, text text, made_from text, version integer, proposal text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_search constant text := lower(btrim(left(coalesce(p_search, ''), 100)));
begin
  perform private.require_reader('owner', 'editor');
  return query
  with page as (
    select s.*, t.text as translation, t.source as made_from, t.version
    from private.source_texts s
    left join public.translations t on t.language = p_language
      and t.table_name = s.table_name and t.row_id = s.row_id and t.column_name = s.column_name
    where btrim(s.text) <> '' and (p_area is null or s.area = p_area)
      and (p_after is null or s.place collate "C" > p_after)
      and case p_show when 'open' then t.id is null when 'older' then t.source <> s.text else true end
      and (v_search = '' or position(v_search in lower(s.text)) > 0 or position(v_search in lower(s.owner)) > 0
        or position(v_search in lower(coalesce(t.text, ''))) > 0)
    order by s.place collate "C" limit least(greatest(coalesce(p_most, 40), 1), 500)
  )
  select p.place, p.area, p.owner, p.part, p.table_name, p.row_id, p.column_name, p.is_list, p.text,
    coalesce(p.translation, ''), coalesce(p.made_from, ''), coalesce(p.version, 0), coalesce(o.text, '')
  from page p
  left join lateral (
    select t.text from public.translations t
    where p.translation is null and t.language = p_language and t.source_md5 = md5(p.text)
    order by t.updated_at desc, t.id limit 1) o on true
  order by p.place collate "C";
end;
$function$
;

CREATE OR REPLACE FUNCTION private.list_webhooks()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_reader('owner');
  return (select coalesce(jsonb_agg(private.webhook_facts(w) order by w.created_at, w.id), '[]') from private.webhooks w);
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
  foreach v_lock in array array(
    select distinct hashtextextended(k, 7) from unnest(array[p_user::text, private.mailbox_of(p_email), p_client]) k where k is not null order by 1)
  loop
    perform pg_advisory_xact_lock(v_lock);
  end loop;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.lock_customers_of(p_orders uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_lock bigint;
begin
  for v_lock in
    select distinct hashtextextended(k, 7)
    from unnest(p_orders) u (id) cross join lateral (select x.user_id from public.order_records x where x.id = u.id limit 1) o
    cross join lateral (select x.mailbox from private.order_contacts x where x.order_id = u.id limit 1) c
    cross join lateral unnest(array[o.user_id::text, c.mailbox]) k where k is not null order by 1
  loop
    perform pg_advisory_xact_lock(v_lock);
  end loop;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.mail_about_orders(p_orders uuid[], p_kind text, p_facts text[], p_more jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
 SET enable_seqscan TO 'off'
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
        || case when o.ships_together then jsonb_build_object('ships_together', true, 'waits_for', private.part_waited_for(o.id)) else '{}' end
        || case when o.payment = 'invoice' and o.due_minor > 0
          then jsonb_build_object('account', private.bank_account_for(o.currency)) else '{}' end
        -- The invoice of a payment comes with its commit; until somebody sells, it waits.
        || case when p_kind = 'payment_received' then jsonb_build_object('has_documents', (private.seller_now()).id is not null)
          when p_kind = 'order_refunded' then jsonb_build_object('has_documents', exists (select from public.documents d where d.order_id = o.id))
          else '{}' end
      end
      -- Who is written to without an account has no other way to the whole order, its invoice included.
      || case when o.user_id is null then jsonb_strip_nulls(jsonb_build_object('token', private.guest_secret(o.record)))
      else '{}' end as payload
    from unnest(p_orders, p_facts) f (order_id, fact)
    -- One by one through the key: a join would look at all orders for a few.
    cross join lateral (select r.*, r as record, private.due_now(r) as due_minor from public.order_records r where r.id = f.order_id limit 1) o
    cross join lateral (
      select r.*, private.may_write_to(o.record, r) as may_write from private.order_contacts r where r.order_id = o.id limit 1) c
    cross join lateral (
      select jsonb_agg(jsonb_build_object(
        'id', l.id, 'variant_id', l.variant_id, 'kind', l.kind, 'has_design', l.design is not null,
        'title', l.title, 'variant_title', l.variant_title, 'flaws', l.flaws, 'quantity', l.quantity, 'url', l.url,
        'options', l.options, 'total_minor', l.total_minor) order by l.position) as lines
      from public.order_lines l where l.order_id = o.id
    ) l
    -- A mailbox that nobody answers for is asked once, and told nothing else but what colleagues write.
    where c.may_write or p_more ? 'asks' or private.is_staff()
  ) m;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.mail_about_return(p_return public.order_returns)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.mail_about_order(p_return.order_id, 'return_' || p_return.status, p_return.id || ':' || p_return.status,
    jsonb_build_object('return_kind', p_return.kind, 'asked_at', p_return.asked_at, 'declared_by', p_return.name, 'said', p_return.reason,
      'amount_minor', p_return.amount_minor, 'answer', p_return.answer, 'label_url', p_return.label_url,
      'awaits_items', private.awaits_items(p_return),
      'pieces', (
        select coalesce(jsonb_agg(jsonb_build_object('title', l.title, 'variant_title', l.variant_title, 'quantity', (x ->> 'quantity')::int) order by l.position), '[]')
        from jsonb_array_elements(p_return.lines) x join public.order_lines l on l.id = (x ->> 'line_id')::uuid)));
end;
$function$
;

CREATE OR REPLACE FUNCTION private.mail_alerts()
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_new uuid[];
  v_told int;
begin
  -- A storm is one mail in ten minutes.
  if exists (select from private.alerts a where a.mailed_at > now() - interval '10 minutes') then
    return 0;
  end if;
  v_new := array(select a.id from private.alerts a where a.mailed_at is null and a.closed_at is null order by a.opened_at);
  if v_new = '{}' then
    return 0;
  end if;
  perform private.queue_mails('shop_alerts', array_agg(m.email), array_agg(m.user_id || ':' || m.first), array_agg(m.payload), array_agg(m.user_id))
  from (
    select s.user_id, u.email, min(a.id::text) as first, jsonb_build_object('count', count(*),
      'alerts', (array_agg(jsonb_build_object('about', a.about, 'message', a.message) order by a.opened_at, a.about))[1:20]) as payload
    from private.alerts a
    join private.alert_rules r on r.code = a.code and r.mails
    join private.staff s on s.role = any (r.roles)
    join auth.users u on u.id = s.user_id and u.email_confirmed_at is not null
    where a.id = any (v_new)
    group by s.user_id, u.email
  ) m
  having count(*) > 0;
  get diagnostics v_told = row_count;
  update private.alerts a set mailed_at = now() where a.id = any (v_new);
  return v_told;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.mail_invitation(p_invitation uuid)
 RETURNS private.staff_invitations
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_token constant text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
  v_invitation private.staff_invitations;
begin
  -- Each one is a mail to someone who may not expect it.
  if (select count(*) from public.audit_log a
    where a.actor_id = auth.uid() and a.table_name = 'staff_invitations' and a.action in ('insert', 'update')
      and a.at > now() - interval '1 day') >= 50 then
    perform private.refuse(429, 'too_many_tries', 'You can send fifty invitations a day. Please try again tomorrow.');
  end if;
  -- The one before must not reach anyone: its link is dead.
  delete from public.outbox m
  where m.kind = 'staff_invited' and m.payload ->> 'invitation_id' = p_invitation::text
    and m.sent_at is null and m.given_up_at is null;
  update private.staff_invitations
  set token_hash = private.hash_of(v_token), invited_by = auth.uid(), sent_at = now(), expires_at = now() + interval '7 days'
  where id = p_invitation returning * into v_invitation;
  perform private.queue_mail('staff_invited', v_invitation.email, v_invitation.id || ':' || private.hash_of(v_token),
    jsonb_build_object('invitation_id', v_invitation.id, 'token', v_token, 'role', v_invitation.role,
      'from', (select u.email from auth.users u where u.id = auth.uid()), 'expires_at', v_invitation.expires_at));
  return v_invitation;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.mail_language(p_kind text, p_payload jsonb, p_user uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return coalesce(private.published_language(case when p_kind not in ('shop_alerts', 'staff_invited') then coalesce(
    p_payload ->> 'language',
    (select o.language from public.order_records o where o.number = coalesce(p_payload ->> 'number', p_payload ->> 'order_number')),
    (select f.language from private.follows f where f.secret = (p_payload ->> 'follow_secret')::uuid),
    (select e.language from public.list_entries e where e.list_id = (p_payload ->> 'list_id')::uuid and e.user_id = p_user),
    private.account_language(p_user)) end), 'en');
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
  v_most_a_day constant int := 10;
  v_most_an_hour constant int := 60;
  v_new uuid[];
  v_answers jsonb;
begin
  perform private.require_staff('owner', 'fulfilment', 'support');
  if p_key is null then
    perform private.refuse(422, 'key_missing', 'The message has no key. Reload the page and try again.');
  end if;
  if p_orders is null or cardinality(p_orders) not between 1 and 500 then
    perform private.refuse(422, 'wrong_orders', 'Select 1 to 500 orders.', '{"limit": 500}');
  end if;
  if length(v_subject) not between 3 and 120 or v_subject ~ '[[:cntrl:]]' or length(v_text) not between 10 and 4000 then
    perform private.refuse(422, 'wrong_message', 'Enter a subject of 3 to 120 characters on one line, and a text of 10 to 4000 characters.');
  end if;
  if octet_length(v_subject) + octet_length(v_text) > 14000 then
    perform private.refuse(422, 'wrong_message', 'This message is too long. Shorten it.');
  end if;
  if not private.is_staff('owner', 'fulfilment') then
    if cardinality(p_orders) > 1 then
      perform private.refuse(403, 'one_at_a_time', 'Write about one order at a time.');
    end if;
    if (
      select count(*) from (
        select a.at, a.table_name, a.after from public.audit_log a where a.actor_id = auth.uid() order by a.id desc limit 500) l
      where l.table_name = 'outbox' and l.after ->> 'call' = 'mail_orders' and l.after ->> 'key' <> p_key::text and l.at > now() - interval '1 hour'
    ) >= v_most_an_hour then
      perform private.refuse(429, 'too_many_messages', 'You have written 60 messages within an hour. Wait a little.', jsonb_build_object('limit', v_most_an_hour));
    end if;
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
      when m.payload is null then case when (
          select count(*) from public.order_events e where e.order_id = x.id and e.kind = 'messaged' and e.at > now() - interval '1 day'
        ) >= v_most_a_day then 'too_many_messages' end
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
    replace(replace(replace(v_subject, '{number}', o.number), '{name}', '…'), '{total}', '…'),
    p_after => jsonb_build_object('subject', v_subject, 'text', v_text, 'total_minor', o.total_minor, 'currency', o.currency))
  -- One by one through the key: a join would look at all orders for a few.
  from unnest(v_new) u (id) cross join lateral (select r.number, r.total_minor, r.currency from public.order_records r where r.id = u.id limit 1) o;
  insert into public.audit_log (actor_id, actor_role, action, table_name, row_id, after)
  select auth.uid(), (select s.role from private.staff s where s.user_id = auth.uid()), 'insert', 'outbox', u.id::text,
    jsonb_build_object('call', 'mail_orders', 'key', p_key, 'subject', v_subject, 'text', v_text)
  from unnest(v_new) u (id);
  return v_answers;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.mail_topic(p_kind text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return case p_kind
    when 'batch_update' then 'batch_updates'
    when 'stage_changed' then 'order_stages'
    when 'list_joined' then 'list_receipts'
    when 'list_frozen' then 'list_receipts'
    when 'interest_became_group_buy' then 'group_buys'
  end;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.make_bank_file(p_id uuid, p_refunds uuid[], p_execute_on date)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_today constant date := (now() at time zone 'UTC')::date;
  v_day constant date := coalesce(p_execute_on, v_today);
  v_refunds constant uuid[] := array(select distinct u.id from unnest(p_refunds) u (id) where u.id is not null order by u.id);
  v_account public.bank_accounts;
  v_file public.bank_files;
  v_refund public.bank_refunds;
  v_total bigint := 0;
  v_count int := 0;
begin
  perform private.require_staff('owner');
  if p_id is null or cardinality(v_refunds) not between 1 and 500 then
    perform private.refuse(422, 'wrong_refunds', 'Select 1 to 500 refunds.', '{"limit": 500}');
  end if;
  perform 1 from public.bank_refunds r where r.refund_id = any (v_refunds) order by r.refund_id for update;
  select * into v_file from public.bank_files f where f.id = p_id;
  if found then
    if not exists (select from private.bank_file_contents c where c.file_id = p_id and c.refunds = v_refunds) then
      perform private.refuse(422, 'key_reused', 'This file was made of other refunds. Reload the page and try again.');
    end if;
    return private.bank_file_state(v_file);
  end if;
  if v_day not between v_today and v_today + 60 then
    perform private.refuse(422, 'wrong_day', 'Choose a day from today to 60 days from now.');
  end if;
  select * into v_account from public.bank_accounts a where a.currency = 'EUR';
  if not found then
    perform private.refuse(409, 'no_bank_account', 'Enter the shop’s bank account under Money first.');
  end if;
  for v_refund in select * from public.bank_refunds r where r.refund_id = any (v_refunds) order by r.reference loop
    perform private.check_fileable(v_refund);
    v_total := v_total + v_refund.amount_minor;
    v_count := v_count + 1;
  end loop;
  if v_count <> cardinality(v_refunds) then
    perform private.refuse(404, 'unknown_refund', 'One of these refunds could not be found. Reload the page.');
  end if;
  insert into public.bank_files (id, message_id, iban, execute_on, payments, total_minor, made_by)
  values (p_id, 'KW-' || to_char(v_today, 'YYYYMMDD') || '-' || upper(left(replace(p_id::text, '-', ''), 12)), v_account.iban, v_day, v_count, v_total, auth.uid())
  on conflict (id) do nothing returning * into v_file;
  if v_file.id is null then
    perform private.refuse(422, 'key_reused', 'This file was made of other refunds. Reload the page and try again.');
  end if;
  insert into private.bank_file_contents (file_id, refunds, content)
  values (p_id, v_refunds, private.transfer_order(v_file, v_account, v_refunds));
  update public.bank_refunds r set file_id = p_id, account_end = right(private.refund_account_of(r.order_id) ->> 'iban', 4)
  where r.refund_id = any (v_refunds);
  return private.bank_file_state(v_file);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.make_quote(p_cart private.priced_line[], p_country text, p_code text, p_method uuid, p_user uuid, p_email text, p_vat_number text, p_together boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_subtotal constant bigint := (select coalesce(sum(l.total_minor), 0) from unnest(p_cart) l);
  v_is_split boolean;
  v_discount jsonb;
  v_problems jsonb;
  v_rule private.tax_rule;
  v_apart jsonb;
  v_joint jsonb;
  v_sums jsonb;
begin
  if v_subtotal > 1000000000 then
    perform private.refuse(422, 'too_much', 'This order is too large to place online. Please write to us.');
  end if;
  if p_country is not null and not exists (select from public.countries c where c.code = p_country) then
    perform private.refuse(422, 'unknown_country', 'We don’t ship to this country.');
  end if;
  v_discount := private.discount_of(p_code, v_subtotal, p_user, p_email);
  v_rule := private.tax_rule_of(p_country, p_vat_number);
  v_apart := private.quoted_sums(p_cart, v_subtotal, p_country, p_method, (v_discount ->> 'total')::bigint, v_rule);
  v_is_split := jsonb_array_length(v_apart -> 'shipments') > 1;
  if v_is_split then
    v_joint := private.quoted_sums(private.sent_together(p_cart), v_subtotal, p_country, p_method, (v_discount ->> 'total')::bigint, v_rule);
  end if;
  v_sums := case when v_is_split and p_together then v_joint else v_apart end;
  v_problems := (
      select coalesce(jsonb_agg(private.problem(l.line, l.reason, l.message, l.details) -> 0 order by l.line), '[]')
      from private.cart_limits(p_cart, p_user, p_email) l
    ) || private.country_problems(p_cart, p_country) || (v_discount -> 'problems');
  if p_method is not null and p_country is not null and v_sums -> 'is_served' = 'false' then
    v_problems := v_problems || private.problem(null, 'shipping_method', 'This shipping method can’t be used for your cart.');
  end if;
  return private.sign_quote((v_sums - 'is_served') || jsonb_build_object(
    'shipping_method', p_method, 'country', p_country, 'codes', v_discount -> 'codes', 'problems', v_problems,
    'ships_together', v_is_split and p_together,
    'together', case when v_is_split then private.offer_to_wait(v_apart, v_joint, p_method) end,
    'discount_minor', v_discount -> 'total', 'currency', 'EUR', 'quoted_at', now()));
end;
$function$
;

CREATE OR REPLACE FUNCTION private.mask_name(p_name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when p_name = '' then '' else left(p_name, 1) || '…' end
$function$
;

CREATE OR REPLACE FUNCTION private.match_bank_entries(p_account text, p_entries jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
AS $function$
declare
  v_entries constant jsonb := private.json_of(p_entries);
begin
  perform private.require_reader('owner', 'fulfilment');
  if jsonb_typeof(v_entries) is distinct from 'array' or jsonb_array_length(v_entries) not between 1 and 2000 then
    perform private.refuse(422, 'wrong_entries', 'Read 1 to 2,000 payments at a time. Export a shorter period from your bank.', '{"limit": 2000}');
  end if;
  perform private.check_bank_entry(p_account, e) from jsonb_array_elements(v_entries) e;
  return (
    with entry as materialized (
      select x.n, private.bank_identity(p_account, x.e) as identity, (x.e ->> 'booked_on')::date as booked_on,
        (x.e ->> 'amount_minor')::int as amount, x.e ->> 'currency' as currency, x.e ->> 'payer' as payer,
        (x.e ->> 'payer') || ' ' || (x.e ->> 'message') as said, x.e ->> 'message' as message
      from jsonb_array_elements(v_entries) with ordinality x (e, n)
    ), known as materialized (
      -- What waits to be matched is looked at again.
      select e.n, private.bank_entry_state(b) as state, b.status <> 'unmatched' as is_settled
      from entry e cross join lateral (select * from public.bank_entries r where r.identity = e.identity limit 1) b
    ), alike as materialized (
      -- The same payment as another export of the bank tells it: of the same payer, as far as it names one.
      select e.n from entry e
      where not exists (select from known k where k.n = e.n) and exists (
        select from public.bank_entries b
        where b.account = p_account and b.booked_on = e.booked_on and b.amount_minor = e.amount and b.currency = e.currency
          and b.identity <> all (select f.identity from entry f where f.booked_on = e.booked_on and f.amount = e.amount)
          and private.is_name_like(private.name_words(coalesce(nullif(e.payer, ''), e.message)), private.name_words(b.payer || ' ' || b.message)))
    ), named as materialized (
      -- Of the spellings of one place, the shortest that is an order.
      select distinct on (e.n, f.place / 10) e.n, e.amount, f.is_marked, f.place, o.id,
        case when o.currency = e.currency then greatest(private.balance(o), 0) else 0 end as due
      from entry e cross join lateral (
        select t.number, t.is_marked, t.place from private.transfer_numbers(e.message) t
        union all
        -- The number of an invoice, which begins with the code of its seller.
        select r.number, true, 900 + d.place::int * 10
        from regexp_matches(upper(e.message), '(?:^|[^0-9A-Z])([0-9A-Z]{1,8})[^0-9A-Z]{0,2}I([0-9]{6,9})', 'g') with ordinality d (found, place)
        cross join lateral (select x.order_id from public.documents x where x.number = d.found[1] || '-I' || d.found[2] limit 1) x
        cross join lateral (select o.number from public.order_records o where o.id = x.order_id limit 1) r
      ) f cross join lateral (select * from public.order_records r where r.number = f.number limit 1) o
      order by e.n, f.place / 10, f.place
    ), meant as materialized (
      select m.*, count(*) filter (where m.is_marked) over own > 0 as has_marked, sum(m.due) over own as every_due,
        sum(m.due) filter (where m.is_marked) over own as marked_due
      -- An order that is named twice is named once.
      from (select distinct on (n, id) * from named order by n, id, is_marked desc, place) m
      window own as (partition by m.n)
    ), judged as materialized (
      select m.n, case
          when count(*) > 1 then 'split'
          when bool_and(m.is_marked) then 'reference'
          when sum(m.due) = m.amount then 'number' else 'maybe_number' end as reason,
        coalesce(array_agg(m.id order by m.place) filter (where m.due > 0), array_agg(m.id order by m.place)) as ids
      from meant m
      -- A number without KW counts beside one with it only where both together come to the amount.
      where m.is_marked or not m.has_marked or m.every_due = m.amount and m.marked_due <> m.amount
      group by m.n, m.amount
    ), open_order as materialized (
      select o.id, o.currency, private.balance(o) as due, lower(c.email) as email,
        private.name_words(c.address ->> 'name') as name, private.name_words(concat_ws(' ', c.company ->> 'name', c.company #>> '{billing,name}')) as company
      from public.order_records o cross join lateral (select * from private.order_contacts x where x.order_id = o.id limit 1) c
      where o.status = 'awaiting_payment' and exists (
        select from entry e where not exists (select from judged j where j.n = e.n) and not exists (select from known k where k.n = e.n and k.is_settled))
    ), nameless as materialized (
      select e.n, e.amount, e.currency, e.said, private.name_words(e.payer) as name from entry e
      where not exists (select from judged j where j.n = e.n) and not exists (select from known k where k.n = e.n and k.is_settled)
    ), guessed as materialized (
      select u.n, o.id, case
          when strpos(lower(u.said), o.email) > 0 then 1
          when private.is_name_like(u.name, o.name) or private.is_name_like(u.name, o.company) then 2
          else 3 end as rank
      from nameless u join open_order o on o.due = u.amount and o.currency = u.currency
      union
      select u.n, o.id, 1 from nameless u cross join lateral (
        select distinct lower(m.found[1]) as email from regexp_matches(u.said, '([^[:space:]<>"]{1,64}@[^[:space:]<>",;]{3,190})', 'g') m (found) limit 5
      ) m join open_order o on o.email = m.email and o.currency = u.currency
    ), best as materialized (
      select g.n, (array['email', 'name', 'amount'])[min(g.rank)] as reason, (array_agg(g.id order by g.rank, g.id))[1:5] as ids
      from guessed g group by g.n
      -- What it comes to says something only where one order alone comes to that.
      having min(g.rank) < 3 or count(distinct g.id) = 1
    )
    select coalesce(jsonb_agg(jsonb_build_object(
      'known', k.state, 'is_alike', a.n is not null,
      'reason', case when k.is_settled is not true then coalesce(j.reason, b.reason) end,
      'orders', case when k.is_settled then '[]'::jsonb else (
        select coalesce(jsonb_agg(private.payable_order(o) || jsonb_build_object('is_by_hand', exists (
            select from public.payments p where p.order_id = o.id and p.kind = 'capture' and p.provider = 'invoice' and p.amount_minor = e.amount
              and p.at >= e.booked_on and not exists (select from public.bank_entry_payments l where l.payment_id = p.id))) order by i.place), '[]')
        from unnest(coalesce(j.ids, b.ids)) with ordinality i (id, place)
        cross join lateral (select * from public.order_records r where r.id = i.id limit 1) o) end
    ) order by e.n), '[]')
    from entry e left join known k on k.n = e.n left join alike a on a.n = e.n
    left join judged j on j.n = e.n left join best b on b.n = e.n);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.may_ask_mailbox(p_mailbox text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET enable_seqscan TO 'off'
AS $function$
begin
  return (
    select count(*) < 3 and count(*) filter (
      where c.asked_at > now() - make_interval(mins => private.setting('minutes_to_confirm'))) = 0
    from private.order_contacts c
    cross join lateral (select r.paid_at from public.order_records r where r.id = c.order_id limit 1) o
    where c.mailbox = p_mailbox and c.asked_at > now() - interval '1 day'
      and c.mailbox_proven_at is null and o.paid_at is null);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.may_open_desk(p_desk text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return case p_desk
    when 'check' then private.is_staff('owner', 'editor', 'fulfilment', 'support')
    when 'colorways' then private.is_staff('owner', 'editor')
    when 'content' then private.is_staff('owner', 'editor')
    when 'batches' then private.is_staff('owner', 'editor')
    when 'customers' then private.is_staff('owner', 'fulfilment', 'support')
    when 'designs' then private.is_staff('owner', 'editor', 'support')
    when 'lists' then private.is_staff('owner')
    when 'media' then private.is_staff('owner', 'editor')
    when 'money' then private.is_staff('owner', 'fulfilment', 'support')
    when 'orders' then private.is_staff('owner', 'fulfilment', 'support')
    when 'photos' then private.is_staff('owner', 'editor')
    when 'products' then private.is_staff('owner', 'editor')
    when 'shipping' then private.is_staff('owner', 'fulfilment')
    else false
  end;
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

CREATE OR REPLACE FUNCTION private.may_write_to(p_order public.order_records, p_contact private.order_contacts)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if p_contact.mailbox_proven_at is not null or p_order.paid_at is not null or p_order.captured_minor > 0 then
    return true;
  elsif p_order.confirmed_at is null or p_order.user_id is null then
    return p_order.confirmed_at is not null;
  end if;
  -- What a stranger ordered and an account claimed is confirmed by nobody; an account answers for its own mailbox alone.
  return exists (
    select from auth.users u
    where u.id = p_order.user_id and lower(u.email) = lower(p_contact.email) and u.email_confirmed_at is not null);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.moment_of(p_value jsonb)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  -- No browser knows of a later moment than the database.
  return least((p_value #>> '{}')::timestamptz, clock_timestamp());
exception when others then
  return clock_timestamp();
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
    insert into public.payments (order_id, kind, provider, provider_reference, amount_minor, currency, sent_at, reason)
    values (p_order.id, case when p_change > 0 then 'refund' else 'capture' end, p_event.provider, p_event.event_id,
      abs(p_change)::int, p_order.currency, case when p_change > 0 then now() end, case p_event.kind when 'refund_failed' then 'A refund failed.'
        when 'dispute_won' then 'A dispute was won.' else 'The payment was disputed.' end);
  end if;
  perform private.pay_if_covered(p_order.id);
  perform private.record_event(p_order.id, p_event.kind, p_by_shop => true,
    p_after => jsonb_build_object('amount_minor', abs(p_change), 'currency', p_order.currency));
  return p_event.kind;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.move_return(p_return uuid, p_to text, p_version integer, p_words text, p_label_url text, p_amount_minor integer, p_restock boolean, p_token text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_words constant text := btrim(coalesce(p_words, ''));
  v_order public.order_records;
  v_return public.order_returns;
  v_move private.return_moves;
  v_payment jsonb;
begin
  -- The order first: whoever changes its returns or its money waits here.
  select o.* into v_order from public.order_records o
  where o.id = (select r.order_id from public.order_returns r where r.id = p_return) for update;
  select * into v_return from public.order_returns r where r.id = p_return for update;
  if v_order.id is null or not private.sees_returns(v_order, p_token) then
    perform private.refuse(404, 'unknown_return', 'This return could not be found.');
  end if;
  select * into v_move from private.return_moves m where m.from_status = v_return.status and m.to_status = p_to;
  if v_move.who is distinct from 'customer' then
    perform private.require_staff('owner', 'fulfilment');
  elsif private.is_staff() and v_order.user_id is distinct from auth.uid() then
    perform private.refuse(403, 'not_allowed', 'Only its customer can take a return back.');
  end if;
  if v_return.status = p_to then
    return private.told_return(v_return);
  elsif v_move.who is null then
    perform private.refuse(409, 'illegal_move', 'This return can''t go there from where it is.', jsonb_build_object('status', v_return.status));
  elsif p_version is not null and p_version <> v_return.version then
    perform private.refuse(409, 'return_changed', 'Someone else changed this return in the meantime. Reload the page and check.', jsonb_build_object('version', v_return.version));
  elsif length(v_words) > 1000 then
    perform private.refuse(422, 'reason_too_long', 'Shorten it to 1,000 characters or fewer.', '{"limit": 1000}');
  elsif v_move.needs_words and length(v_words) < 5 then
    perform private.refuse(422, 'reason_missing', 'Tell the customer where to send it, or why not.');
  elsif p_label_url <> '' and (p_label_url !~ '^https://[^\s<>"]+$' or length(p_label_url) > 400) then
    perform private.refuse(422, 'wrong_label', 'The address of a label starts with https://.');
  end if;
  if p_to = 'settled' and coalesce(p_amount_minor, v_return.amount_minor) > 0 then
    v_payment := private.refund_order(v_order.id, coalesce(p_amount_minor, v_return.amount_minor),
      case v_return.kind when 'withdrawal' then v_return.lines else '[]' end, case v_return.kind when 'withdrawal' then 'Return' else 'Fault' end, null, false, false);
  end if;
  if p_to = 'settled' and p_restock then
    perform private.restock_lines(v_order, v_return.lines, 'return');
  end if;
  update public.order_returns set status = p_to,
    answer = case when v_words <> '' then v_words else answer end,
    label_url = coalesce(nullif(p_label_url, ''), label_url),
    answered_at = case when p_to in ('agreed', 'declined') then now() else answered_at end,
    received_at = case when p_to = 'received' then now() else received_at end,
    ended_at = case when p_to in ('settled', 'declined', 'dropped') then now() end,
    is_restocked = p_to = 'settled' and p_restock,
    payment_id = (v_payment ->> 'payment_id')::uuid
  where id = p_return returning * into v_return;
  perform private.record_event(v_order.id, 'return_' || p_to, left(v_words, 500), p_after => jsonb_build_object('return_id', p_return));
  -- A refund tells of itself.
  if p_to <> 'dropped' and v_payment is null then
    perform private.mail_about_return(v_return);
  end if;
  return private.told_return(v_return);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.my_browsers()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user constant uuid := auth.uid();
begin
  if v_user is null then
    perform private.refuse(401, 'signed_out', 'Please sign in first.', '{}');
  end if;
  return private.browsers_of(v_user);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.my_photos()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'product_id', p.product_id, 'order_line_id', p.order_line_id,
      'path', p.storage_path, 'note', p.note, 'name', p.name, 'status', p.status,
      'reason', case when p.status = 'declined' then p.reason else '' end,
      'created_at', p.created_at, 'agreed_at', p.agreed_at) order by p.created_at, p.id), '[]')
    from private.customer_photos p where p.user_id = auth.uid() and p.status <> 'removed');
end;
$function$
;

CREATE OR REPLACE FUNCTION private.name_words(p_name text)
 RETURNS text[]
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  v_plain constant text := regexp_replace(normalize(lower(left(coalesce(p_name, ''), 200)), nfd), '[\u0300-\u036f]', '', 'g');
begin
  return array(
    -- Banks write ü as ue, u or ü.
    select distinct regexp_replace(replace(replace(replace(replace(w, 'ß', 'ss'), 'ø', 'o'), 'ł', 'l'), 'æ', 'ae'), '([aou])e', '\1', 'g')
    from regexp_split_to_table(v_plain, '[^[:alnum:]]+') w where length(w) > 1);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.needed_with(p_line private.priced_line)
 RETURNS TABLE(variant_id uuid, title text)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET enable_seqscan TO 'off'
AS $function$
#variable_conflict use_column
begin
  return query
  select v.id, v.title
  from public.variants v left join public.batch_kits k on k.variant_id = v.id and k.batch_id = p_line.batch_id
  where v.product_id = p_line.product_id and v.is_required and v.flaws = '' and v.id <> p_line.variant_id and p_line.flaws = ''
    -- What nobody can buy any more, nobody needs: extras go to those who have the rest.
    and case p_line.sold_as
      when 'group_buy' then v.availability = 'group_buy' and k.id is not null and k.dropped_at is null
        and (k.ordered_count + k.waiting_count - private.dead_places(k.id) < k.capacity) is not false
      when 'list' then false
      else v.availability in ('in_stock', 'preorder') and (private.free_units(v.stock_pool_id) >= v.pool_units) is not false end
  order by v.position, v.id;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.news_facts(p_news private.news)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_facts jsonb;
begin
  if private.is_told_by_another(p_news) then
    return null;
  end if;
  v_facts := case private.news_topic(p_news.kind)
    when 'drops' then (
      select jsonb_build_object('title', d.title, 'closes_at', d.closes_at) from public.drops d
      where d.kind = p_news.kind and d.id = p_news.key::uuid and (d.closes_at is null or d.closes_at > now())
        -- What was closed before its date, or has none, is no news by then.
        and case when d.kind in ('product', 'extras') then true
          when d.kind = 'group_buy' then exists (
            select from public.batches b
            where b.id = d.id and private.batch_stage_now(b.stage, b.opens_at, b.closes_at, now()) = 'open')
          else exists (select from public.lists l where l.id = d.id and l.status = 'open') end)
    when 'minimums' then (
      select jsonb_build_object('title', b.title, 'kit', v.title, 'moq', k.moq)
      from public.batch_kits k join public.batches b on b.id = k.batch_id join public.variants v on v.id = k.variant_id
      where k.id = p_news.key::uuid and k.dropped_at is null and b.stage <> 'draft')
    when 'stages' then (
      select jsonb_build_object('title', b.title, 'stage', h.stage, 'opens_at', b.opens_at)
      from public.batch_stage_history h join public.batches b on b.id = h.batch_id
      where h.id = p_news.key::bigint and b.stage <> 'draft')
    else (
      select jsonb_build_object('title', l.title, 'entries', l.entry_count)
      from public.lists l where l.id = p_news.key::uuid and l.drawn_at is not null)
  end;
  return (
    select v_facts || jsonb_build_object('news', p_news.kind, 'at', p_news.at, 'kind', p.kind, 'url', p.url,
      'product_title', p.title, 'summary', p.summary)
    from public.products p
    where p.id = p_news.product_id and p.status in ('scheduled', 'published') and p.publish_at <= now());
end;
$function$
;

CREATE OR REPLACE FUNCTION private.news_topic(p_kind text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case p_kind
    when 'minimum_reached' then 'minimums' when 'stage_changed' then 'stages' when 'list_drawn' then 'draws' else 'drops' end
$function$
;

CREATE OR REPLACE FUNCTION private.note_changed_account()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.customer_changes (user_id, email)
  values (new.id, case when tg_op = 'UPDATE' then lower(nullif(old.email, '')) end);
  return null;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.note_changed_contact()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.customer_changes (order_id, email)
  values (new.order_id, case when tg_op = 'UPDATE' and old.email <> new.email then lower(old.email) end);
  return null;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.note_changed_name()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.customer_changes (user_id) values (new.user_id);
  return null;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.note_changed_orders()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET enable_nestloop TO 'off'
AS $function$
begin
  if not exists (select from new_rows) then
    return null;
  end if;
  insert into private.customer_changes (order_id, user_id)
  select n.id, case when o.user_id is distinct from n.user_id then o.user_id end
  from old_rows o join new_rows n on n.id = o.id
  where (o.user_id, o.status, o.total_minor, o.forgone_minor, o.kept_minor, o.captured_minor, o.refunded_minor)
    is distinct from (n.user_id, n.status, n.total_minor, n.forgone_minor, n.kept_minor, n.captured_minor, n.refunded_minor);
  return null;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.note_customer_call(p_action text, p_customer uuid, p_after jsonb)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  insert into public.audit_log (actor_id, actor_role, action, table_name, row_id, after)
  values (auth.uid(), (select s.role from private.staff s where s.user_id = auth.uid()), p_action, 'customers', p_customer::text, p_after)
$function$
;

CREATE OR REPLACE FUNCTION private.note_invitation(p_action text, p_before private.staff_invitations, p_after private.staff_invitations, p_outcome text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  insert into public.audit_log (actor_id, actor_role, action, table_name, row_id, before, after)
  values (
    auth.uid(), coalesce((select role from private.staff where user_id = auth.uid()), auth.role()), p_action,
    'staff_invitations', coalesce((p_after).id, (p_before).id)::text,
    case when p_outcome is not null then jsonb_build_object('email', (p_before).email, 'role', (p_before).role)
      when (p_before).id is not null then to_jsonb(p_before) - 'token_hash' end,
    case when p_outcome is not null then
      jsonb_build_object('email', (p_before).email, 'role', (p_before).role, 'outcome', p_outcome)
      else to_jsonb(p_after) - 'token_hash' end)
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
  from unnest(array['lists', 'orders', 'batches', 'reminders', 'address_reminders', 'follows', 'drops', 'accounts', 'builds', 'documents', 'customers', 'watch']) j (job)
  order by 1
  on conflict (job) do update
  set ran_at = excluded.ran_at, worked_at = coalesce(excluded.worked_at, t.worked_at), problem = excluded.problem
$function$
;

CREATE OR REPLACE FUNCTION private.note_language()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.language := private.request_language();
  return new;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.note_news()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_new int;
begin
  insert into private.news (kind, key, product_id, at)
  select n.kind, n.key, n.product_id, n.at from private.find_news() n
  where not exists (select from private.news o where o.kind = n.kind and o.key = n.key)
  on conflict do nothing;
  get diagnostics v_new = row_count;
  if v_new > 0 then
    insert into private.webhook_calls (webhook_id, news_id)
    select w.id, n.id
    from private.news n join private.webhooks w on w.is_active and private.news_topic(n.kind) = any (w.tells)
    where n.noted_at = now() and private.news_facts(n) is not null
    on conflict do nothing;
  end if;
  return v_new;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.note_payment_keys(p_keys jsonb)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_changed int;
begin
  if jsonb_typeof(p_keys) is distinct from 'object' or pg_column_size(p_keys) > 4000
    or exists (select from jsonb_each(p_keys) k where k.value #>> '{}' is null or k.value #>> '{}' not in ('missing', 'test', 'live')) then
    perform private.refuse(422, 'wrong_keys', 'Say of each provider whether its keys are missing, for tests or live.');
  end if;
  update public.payment_methods m set keys = k.value
  from jsonb_each_text(p_keys) k
  where m.code = k.key and m.code <> 'invoice' and m.keys is distinct from k.value;
  get diagnostics v_changed = row_count;
  return v_changed;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.note_refund_sent(p_refund uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update public.bank_refunds set sent_at = clock_timestamp(), sent_by = auth.uid() where refund_id = p_refund;
  update private.refund_accounts a set needed_at = now()
  from public.bank_refunds r where r.refund_id = p_refund and a.order_id = r.order_id;
  perform private.tell_refund(p_refund);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.note_return(p_order public.order_records, p_kind text, p_lines jsonb, p_reason text, p_name text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_return public.order_returns;
begin
  if length(coalesce(p_reason, '')) > 1000 or length(coalesce(p_name, '')) > 120 then
    perform private.refuse(422, 'reason_too_long', 'Shorten the reason to 1,000 characters or fewer.', '{"limit": 1000}');
  end if;
  if p_kind = 'fault' and length(btrim(coalesce(p_reason, ''))) < 5 then
    perform private.refuse(422, 'reason_missing', 'Please say what is wrong with it.');
  end if;
  insert into public.order_returns (order_id, kind, lines, name, reason, amount_minor, currency)
  values (p_order.id, p_kind, p_lines, btrim(coalesce(p_name, '')), btrim(coalesce(p_reason, '')),
    case p_kind when 'withdrawal' then private.worth_on_return(p_order, p_lines) else 0 end, p_order.currency)
  returning * into v_return;
  perform private.record_event(p_order.id, case p_kind when 'withdrawal' then 'return_asked' else 'fault_reported' end, left(v_return.reason, 500),
    p_after => jsonb_build_object('return_id', v_return.id, 'amount_minor', v_return.amount_minor, 'currency', v_return.currency));
  perform private.mail_about_return(v_return);
  return private.told_return(v_return);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.note_told_refunds(p_event private.payment_events)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_call public.refund_calls;
  v_untaken bigint;
begin
  select coalesce(sum(e.counted_minor - coalesce(p.amount_minor, 0)), 0) - (
      select coalesce(sum(r.amount_minor), 0) from public.refund_calls r
      where r.provider = p_event.provider and r.charge_reference = p_event.reference and r.state = 'sent') into v_untaken
  from private.payment_events e
  left join public.payments p on p.provider = e.provider and p.kind = 'refund' and p.provider_reference = e.event_id
  where e.provider = p_event.provider and e.reference = p_event.reference and e.kind in ('refunded', 'refund_failed');
  for v_call in
    select * from public.refund_calls r
    where r.provider = p_event.provider and r.charge_reference = p_event.reference and r.state = 'waiting'
    order by r.created_at, r.id for update
  loop
    exit when v_untaken < v_call.amount_minor;
    v_untaken := v_untaken - v_call.amount_minor;
    update public.refund_calls set state = 'sent', provider_reference = p_event.event_id, problem = '' where id = v_call.id;
    perform private.tell_refund(v_call.refund_id);
  end loop;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.note_transfer(p_order public.order_records, p_amount integer, p_reference text, p_note text, p_captured_so_far bigint)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_amount constant int := coalesce(p_amount, private.balance(p_order));
begin
  if p_order.id is null then
    perform private.refuse(404, 'unknown_order', 'This order could not be found. Check the order number.');
  end if;
  if p_captured_so_far <> p_order.captured_minor then
    perform private.refuse(409, 'payments_changed', 'Someone else recorded a payment in the meantime. Reload the page and try again.',
      jsonb_build_object('captured_minor', p_order.captured_minor));
  end if;
  if v_amount not between 1 and 1000000000 then
    perform private.refuse(422, 'wrong_amount', 'Enter the amount received.');
  end if;
  if p_reference <> '' and exists (
    select from public.payments p
    where p.order_id = p_order.id and p.provider = 'invoice' and p.kind = 'capture' and p.provider_reference = p_reference
  ) then
    perform private.refuse(409, 'known_payment', 'A payment with this reference is already recorded for this order.');
  end if;
  return private.capture_money(p_order, 'invoice', p_reference, v_amount, 'staff', p_note);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.notice_sent(p_notice uuid, p_problem text, p_is_gone boolean)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_notice private.notices;
begin
  update private.notices n set
    sent_at = case when p_problem is null then now() end,
    last_error = left(coalesce(p_problem, ''), 300),
    given_up_at = case when p_problem is not null and n.tries >= 8 then now() end
  where n.id = p_notice and n.sent_at is null and n.given_up_at is null
  returning n.* into v_notice;
  if p_problem is null then
    update private.browsers b set seen_at = now() where b.id = v_notice.browser_id;
  elsif p_is_gone or (select count(*) from private.notices n join private.browsers b on b.id = n.browser_id
    where n.browser_id = v_notice.browser_id and n.given_up_at > b.seen_at) >= 3 then
    delete from private.browsers b where b.id = v_notice.browser_id;
  end if;
  return v_notice.given_up_at is not null;
end;
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
  if v_list.kind = 'raffle' and v_window < make_interval(hours => private.setting('hours_to_pay_raffle')) then
    return private.refuse_on_record(422, 'too_few_hours',
      format('The terms give winners of a raffle %s hours to pay. Enter that many or more.', private.setting('hours_to_pay_raffle')),
      jsonb_build_object('hours', private.setting('hours_to_pay_raffle')), 'offer_next', 'lists', p_list::text);
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

CREATE OR REPLACE FUNCTION private.offer_to_wait(p_apart jsonb, p_joint jsonb, p_method uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  v_parcel constant jsonb := p_joint #> '{shipments,0}';
  -- A parcel above the limit of a registration is taxed by customs: what that costs is not the shop's to say.
  v_changes_tax constant boolean := exists (
    select from jsonb_array_elements(p_apart -> 'lines') a join jsonb_array_elements(p_joint -> 'lines') j on j -> 'line' = a -> 'line'
    where j -> 'tax_scheme' <> a -> 'tax_scheme');
begin
  return jsonb_build_object('ships_on', v_parcel -> 'ships_on', 'eta_precision', v_parcel -> 'eta_precision',
    'batch_id', v_parcel -> 'batch_id', 'handling_days', v_parcel -> 'handling_days',
    'parcels', jsonb_array_length(p_apart -> 'shipments'), 'changes_tax', v_changes_tax,
    'reason', (select m -> 'reason' from jsonb_array_elements(p_joint -> 'shipping_methods') m where m ->> 'id' = p_method::text),
    'saves_minor', case when p_apart -> 'is_served' = 'true' and p_joint -> 'is_served' = 'true' and not v_changes_tax
      then (p_apart ->> 'total_minor')::bigint - (p_joint ->> 'total_minor')::bigint end);
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
    perform private.refuse(404, 'unknown_order', 'You have no such order.');
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

CREATE OR REPLACE FUNCTION private.open_bank_refund(p_order public.order_records, p_refund uuid, p_provider text, p_amount integer)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_left constant int := p_amount - (select coalesce(sum(r.amount_minor), 0) from public.refund_calls r where r.refund_id = p_refund);
begin
  -- No money of a demo payment ever came.
  if v_left < 1 or p_provider = 'demo' and exists (
    select from public.payments p where p.order_id = p_order.id and p.kind = 'capture' and p.provider = 'demo') then
    return;
  end if;
  insert into public.bank_refunds (refund_id, order_id, reference, amount_minor, currency)
  select p_refund, p_order.id, p_order.number || '-R' || count(*) + 1, v_left, p_order.currency
  from public.bank_refunds r where r.order_id = p_order.id;
  if p_order.currency = 'EUR' and private.refund_account_of(p_order.id) is null then
    perform private.mail_about_order(p_order.id, 'refund_account_asked', p_refund::text,
      jsonb_build_object('amount_minor', v_left) || private.acting_secret_for(p_order));
  end if;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.open_bank_statement(p_statement jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_statement constant jsonb := private.json_of(p_statement);
  v_id constant uuid := private.uuid_of(v_statement ->> 'id');
begin
  perform private.require_staff('owner', 'fulfilment');
  if v_id is null or not coalesce(v_statement ->> 'account' ~ '^[0-9A-Z]{0,34}$' and v_statement ->> 'format' in ('camt', 'csv')
      and private.is_bank_day(v_statement ->> 'first_on') and private.is_bank_day(v_statement ->> 'last_on')
      and v_statement ->> 'last_on' >= v_statement ->> 'first_on' and v_statement ->> 'payments' ~ '^[0-9]{1,5}$'
      and length(v_statement ->> 'file_name') <= 200 and length(v_statement ->> 'header') <= 4000
      and jsonb_typeof(v_statement -> 'columns') = 'object' and pg_column_size(v_statement -> 'columns') <= 4096, false) then
    perform private.refuse(422, 'wrong_statement', 'This statement is incomplete. Read the file again.');
  end if;
  insert into public.bank_statements (id, account, file_name, format, first_on, last_on, payments, header, columns, read_by)
  values (v_id, v_statement ->> 'account', v_statement ->> 'file_name', v_statement ->> 'format', (v_statement ->> 'first_on')::date,
    (v_statement ->> 'last_on')::date, (v_statement ->> 'payments')::int, v_statement ->> 'header', v_statement -> 'columns', auth.uid())
  on conflict (id) do nothing;
  return jsonb_build_object('id', v_id);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.open_customer(p_customer uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_sees boolean;
  v_is_owner constant boolean := private.is_staff('owner');
  v_customer private.customers;
  v_proven text;
  v_now constant timestamptz := clock_timestamp();
begin
  perform private.require_reader('owner', 'fulfilment', 'support');
  perform private.count_customers();
  v_sees := private.sees_contacts();
  select * into v_customer from private.customers k where k.id = p_customer;
  if v_customer.id is null then
    perform private.refuse(404, 'unknown_customer', 'This customer no longer exists.');
  end if;
  v_proven := case when v_customer.user_id is null or v_customer.is_proven then v_customer.email end;
  return jsonb_build_object(
    'id', v_customer.id, 'kind', case when v_customer.user_id is null then 'guest' else 'account' end,
    'name', case when v_sees then v_customer.name else private.mask_name(v_customer.name) end,
    'email', case when v_sees or v_customer.email = '' then v_customer.email else private.mask_email(v_customer.email) end,
    'is_masked', not v_sees, 'is_proven', v_customer.is_proven, 'since', v_customer.since,
    'order_count', v_customer.orders, 'other_orders', v_customer.other_orders,
    'spent_minor', v_customer.spent_minor, 'due_minor', v_customer.due_minor, 'currency', v_customer.currency,
    'last_order_at', nullif(v_customer.last_order_at, '-infinity'),
    'is_staff', exists (select from private.staff s where s.user_id = v_customer.user_id),
    'deletion_due_at', (select d.due_at from private.account_deletions d where d.user_id = v_customer.user_id),
    'ban', (
      select jsonb_build_object('until', b.until, 'note', b.note, 'since', b.created_at)
      from private.list_bans b where b.user_id = v_customer.user_id and coalesce(b.until > v_now, true)),
    'orders', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', o.id, 'number', o.number, 'status', o.status, 'placed_at', o.placed_at, 'currency', o.currency,
        'total_minor', o.total_minor, 'due_minor', private.due_now(o), 'refund_due_minor', o.refund_due_minor,
        'is_guest', o.user_id is null) order by o.placed_at desc, o.id), '[]')
      from (select r.* from private.orders_of(v_customer.user_id, v_proven) r order by r.placed_at desc, r.id limit 200) o),
    'returns', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', r.id, 'number', o.number, 'kind', r.kind, 'status', r.status, 'amount_minor', r.amount_minor,
        'currency', r.currency, 'asked_at', r.asked_at) order by r.asked_at desc, r.id), '[]')
      from private.orders_of(v_customer.user_id, v_proven) o join public.order_returns r on r.order_id = o.id),
    'entries', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', e.id, 'list', l.title, 'kind', l.kind, 'entered_at', e.entered_at, 'withdrawn_at', e.withdrawn_at,
        'offers', (
          select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'status', private.offer_status_now(f, v_now), 'offered_at', f.offered_at,
            'expires_at', f.expires_at, 'number', (select o.number from public.order_records o where o.id = f.order_id))
            order by f.offered_at desc, f.id), '[]')
          from public.offers f where f.entry_id = e.id)) order by e.entered_at desc, e.id), '[]')
      from (select * from public.list_entries x where x.user_id = v_customer.user_id order by x.entered_at desc, x.id limit 100) e
      join public.lists l on l.id = e.list_id),
    'designs', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', d.id, 'code', d.code, 'name', d.name, 'visibility', d.visibility, 'updated_at', d.updated_at)
        order by d.updated_at desc, d.id), '[]')
      from (select * from public.designs x where x.owner_id = v_customer.user_id order by x.updated_at desc, x.id limit 100) d),
    'notes', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', n.id, 'text', n.text, 'at', n.created_at, 'number', n.number, 'is_own', coalesce(n.author_id = auth.uid(), false),
        'role', (select s.role from private.staff s where s.user_id = n.author_id),
        'email', case when v_is_owner then (select u.email from auth.users u where u.id = n.author_id) end)
        order by n.created_at desc, n.id), '[]')
      from (
        select c.id, c.text, c.created_at, c.author_id, null::text as number
        from public.customer_notes c where c.customer_id = v_customer.id
        union all
        select x.id, x.text, x.created_at, x.author_id, o.number
        from private.orders_of(v_customer.user_id, v_proven) o join public.order_notes x on x.order_id = o.id
      ) n),
    'mails', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', m.id, 'kind', m.kind, 'at', m.created_at, 'sent_at', m.sent_at, 'given_up_at', m.given_up_at,
        'number', coalesce(m.payload ->> 'number', ''), 'subject', case m.kind when 'order_message' then m.payload ->> 'subject' else '' end)
        order by m.created_at desc, m.id), '[]')
      from (
        select x.* from public.outbox x
        where x.user_id = v_customer.user_id or (v_proven <> '' and lower(x.recipient) = v_proven)
        order by x.created_at desc, x.id limit 100
      ) m),
    'declined_topics', (
      select coalesce(jsonb_agg(n.topic order by n.topic), '[]')
      from public.notification_choices n where n.user_id = v_customer.user_id and not n.is_wanted),
    'follows', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', f.id, 'product', p.title, 'about', case when f.product_id is null then 'drops' when f.variant_id is null then 'updates' else 'stock' end,
        'asked_at', f.asked_at, 'confirmed_at', f.confirmed_at, 'ended_at', coalesce(f.ended_at, f.told_at))
        order by f.asked_at desc, f.id), '[]')
      from private.follows f left join public.products p on p.id = f.product_id
      where f.user_id = v_customer.user_id or f.email = v_proven),
    'read_at', v_now);
end;
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

CREATE OR REPLACE FUNCTION private.open_invitation(p_token text)
 RETURNS private.staff_invitations
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select i from private.staff_invitations i
  where length(p_token) = 64 and i.token_hash = private.hash_of(p_token) and i.expires_at > now()
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
  if v_list.kind = 'raffle' and v_list.pay_within_hours < private.setting('hours_to_pay_raffle') then
    return private.refuse_on_record(422, 'too_few_hours',
      format('The terms give winners of a raffle %s hours to pay. Enter that many or more.', private.setting('hours_to_pay_raffle')),
      jsonb_build_object('hours', private.setting('hours_to_pay_raffle')), 'open_list', 'lists', p_list::text);
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
$function$
;

CREATE OR REPLACE FUNCTION private.open_shelf(p_token text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_link public.shelf_links;
begin
  select * into v_link from public.shelf_links l where l.token = left(coalesce(p_token, ''), 100);
  if v_link.user_id is null then
    return '{"is_shared": false, "name": "", "items": []}';
  end if;
  return jsonb_build_object('is_shared', true, 'name', v_link.name, 'items', (
    select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'title', i.title, 'choice', i.choice, 'since', i.since,
      'note', case when v_link.shows_notes then i.note else '' end,
      'kind', p.kind, 'url', p.url, 'variant_id', case when p.id is not null then i.variant_id end)
      order by i.created_at desc, i.id), '[]')
    from public.shelf_items i
    left join public.products p on p.id = i.product_id and p.status <> 'draft' and p.publish_at <= clock_timestamp()
    where i.user_id = v_link.user_id));
end;
$function$
;

CREATE OR REPLACE FUNCTION private.open_staff_invitation(p_token text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_invitation constant private.staff_invitations := private.open_invitation(p_token);
begin
  if v_invitation.id is null then
    perform private.refuse_dead_invitation();
  end if;
  return jsonb_build_object('email', v_invitation.email, 'role', v_invitation.role, 'expires_at', v_invitation.expires_at,
    'has_account', exists (
      select from auth.users u where lower(u.email) = v_invitation.email and u.email_confirmed_at is not null));
end;
$function$
;

CREATE OR REPLACE FUNCTION private.order_as_read(p_number text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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

CREATE OR REPLACE FUNCTION private.order_gift_note(p_order uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select c.gift_note
  from private.order_contacts c join public.order_records o on o.id = c.order_id
  where c.order_id = p_order
    and (o.user_id = (select auth.uid()) or auth.role() = 'service_role' or private.is_staff('owner', 'fulfilment'))
$function$
;

CREATE OR REPLACE FUNCTION private.order_sketch(p_order uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('total_minor', o.total_minor, 'shipping_minor', o.shipping_minor, 'tax_minor', o.tax_minor, 'lines', (
    select coalesce(jsonb_agg(jsonb_build_object('line_id', l.id, 'title', l.title, 'variant_title', l.variant_title, 'quantity', l.quantity,
      'unit_price_minor', l.unit_price_minor, 'options', (
        select coalesce(jsonb_agg(x ->> 'value'), '[]') from jsonb_array_elements(l.options) x)) order by l.position), '[]')
    from public.order_lines l where l.order_id = o.id))
    || case when o.ships_together then '{"ships_together": true}' else '{}'::jsonb end
  from public.order_records o where o.id = p_order
$function$
;

CREATE OR REPLACE FUNCTION private.order_taxes(p_order uuid, p_shipping bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.tax_sums(coalesce(jsonb_agg(jsonb_build_object('tax_minor', l.tax_minor, 'tax_included', l.tax_included, 'tax_scheme', l.tax_scheme,
    'tax_rate_basis_points', nullif(l.tax_rate_basis_points, 0))), '[]'), p_shipping)
  from public.order_lines l where l.order_id = p_order
$function$
;

CREATE OR REPLACE FUNCTION private.orders_of(p_user uuid, p_email text)
 RETURNS SETOF public.order_records
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select o.* from public.order_records o where o.user_id = p_user
  union all
  -- One by one through the key: a join would look at all orders for a few.
  select o.* from private.order_contacts c
  cross join lateral (select r.* from public.order_records r where r.id = c.order_id limit 1) o
  where lower(c.email) = p_email and o.user_id is null
$function$
;

CREATE OR REPLACE FUNCTION private.over_share(p_cart private.priced_line[], p_client text)
 RETURNS TABLE(line integer, reason text, message text, details jsonb)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET enable_seqscan TO 'off'
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
        cross join lateral (
          select x.units from private.holds x where x.order_id = c.order_id and x.state = 'held' and x.expires_at > now()
            and (x.pool_id = w.pool_id or x.kit_id = w.kit_id) offset 0) h
        where c.client_hash = p_client) as own
    from wanted w
  ), shares as (
    select p.*, private.unpaid_share(p.free, p.own) as share from piles p where p.free is not null
  )
  select l.line, 'over_limit', case when s.own = 0 then format('You can order at most %s at a time while stock is low.', s.share / s.each)
      else format('You can have at most %s of these in unpaid orders. Pay for the others first.', s.share / s.each) end,
    jsonb_build_object('limit', greatest(s.share - s.own, 0) / s.each)
  from shares s join unnest(p_cart) l on (l.pool_id = s.pool_id or l.kit_id = s.kit_id) and l.reason is null
  where s.units + s.own > s.share and s.units <= s.free;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.owed_by_transfer(p_order public.order_records)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (select coalesce(sum(r.amount_minor), 0) from public.bank_refunds r where r.order_id = p_order.id and r.status = 'open')
    + case when exists (select from private.refund_parts(p_order, 1, false) r where r.provider = 'invoice') then p_order.refund_due_minor else 0 end;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.parcel_key(p_tracking text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select upper(regexp_replace(p_tracking, '[^0-9A-Za-z]', '', 'g'))
$function$
;

CREATE OR REPLACE FUNCTION private.parcel_price(p_method public.shipping_methods, p_weight bigint, p_value bigint, p_tags text[])
 RETURNS TABLE(price_minor bigint, reason text)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_tag text;
begin
  if p_tags && p_method.refused_tags then
    v_tag := (select t from unnest(p_tags) t where t = any (p_method.refused_tags) limit 1);
    reason := format('%s does not carry %s.', p_method.carrier, case v_tag
      when 'battery' then 'batteries' when 'liquid' then 'liquids' when 'magnet' then 'magnets' else v_tag end);
  elsif p_weight > p_method.max_weight_grams then
    reason := format('Too heavy: at most %s kg.', trim_scale(round(p_method.max_weight_grams / 1000.0, 3)));
  elsif p_value > p_method.max_value_minor then
    reason := 'Too valuable: the parcel is above this method’s limit.';
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

CREATE OR REPLACE FUNCTION private.part_order(p_order uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
$function$
;

CREATE OR REPLACE FUNCTION private.part_waited_for(p_order uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('title', l.title, 'ships_on', coalesce(b.eta, v.ships_on), 'eta_precision', coalesce(b.eta_precision, 'day'))
  from public.order_records o
  join public.order_lines l on l.order_id = o.id and l.quantity > l.refunded_quantity
  join public.shipments s on s.id = l.shipment_id and s.status = 'planned'
  left join public.batches b on b.id = l.batch_id
    and private.batch_stage_now(b.stage, b.opens_at, b.closes_at, now()) < 'shipping'
  -- A preorder that came early is sold from stock, or has no date any more.
  left join public.variants v on v.id = l.variant_id and l.sold_as = 'preorder' and v.availability = 'preorder' and v.ships_on > current_date
  where o.id = p_order and o.ships_together and o.status < 'shipped' and num_nonnulls(b.id, v.id) > 0
  order by b.id is not null and b.eta is null desc,
    private.end_of_promise(coalesce(b.eta, v.ships_on), coalesce(b.eta_precision, 'day')) desc, l.position
  limit 1
$function$
;

CREATE OR REPLACE FUNCTION private.payable_order(p_order public.order_records)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select jsonb_build_object('id', p_order.id, 'number', p_order.number, 'status', p_order.status, 'currency', p_order.currency,
      'due_minor', private.balance(p_order), 'total_minor', p_order.total_minor, 'captured_minor', p_order.captured_minor,
      'placed_at', p_order.placed_at, 'name', left(c.address ->> 'name', 120), 'email', c.email)
    from private.order_contacts c where c.order_id = p_order.id);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.photo_files_to_remove()
 RETURNS TABLE(bucket text, path text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.customer_photos p where p.status = 'removed' and not exists (
    select from storage.objects o where o.bucket_id in ('photo-inbox', 'customer-photos') and o.name = p.storage_path);
  return query
  select o.bucket_id, o.name from storage.objects o
  left join private.customer_photos p on p.storage_path = o.name
  where o.bucket_id in ('photo-inbox', 'customer-photos')
    -- Who shows a photograph copies its file first.
    and o.created_at < now() - interval '10 minutes'
    and (p.id is null or p.status = 'removed' or (o.bucket_id = 'customer-photos' and p.status <> 'shown'))
  order by o.created_at limit 100;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.photo_is_shown(p_path text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return exists (select from public.shown_photos s where s.storage_path = p_path);
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
  v_company constant jsonb := private.checked_company(p_address);
  v_gift_note constant text := private.checked_gift_note(p_address);
  v_together constant boolean := private.checked_together(p_address);
  v_proven constant text := private.proven_email();
  v_client constant text := private.buying_client();
  v_replay jsonb;
  v_guess jsonb;
  v_cart private.priced_line[];
  v_quote jsonb;
  v_order public.order_records;
  v_ended uuid[];
  v_answer jsonb;
begin
  if p_key is null then
    perform private.refuse(422, 'key_missing', 'The order has no key. Reload the page and try again.');
  end if;
  v_replay := private.take_order_key(p_key, private.hash_of(concat_ws('|', private.json_of(p_lines)::text,
    v_email, v_address::text, v_company::text, p_shipping_method, p_code, private.json_of(p_consents)::text, p_quote_hash, p_payment,
    'gift ' || v_gift_note, case when v_together then 'together' end)));
  if v_replay is not null then
    return v_replay;
  end if;
  perform private.check_captcha(p_key, v_proven);
  if p_code is not null then
    select g into v_guess from unnest(private.code_words(p_code)) w, private.wrong_guess(w) g where g is not null limit 1;
  end if;
  -- Told by an answer, as an error would forget that somebody guesses.
  if v_guess is not null then
    delete from private.order_keys k where k.caller = coalesce(v_user::text, 'guest') and k.key = p_key;
    return private.refusal(case v_guess -> 0 ->> 'reason' when 'code_limited' then 429 else 422 end,
      v_guess -> 0 ->> 'reason', v_guess -> 0 ->> 'message', jsonb_build_object('problems', v_guess));
  end if;
  perform private.lock_customer(v_user, v_email, v_client);
  perform private.check_client(v_client);
  v_cart := private.price_cart(p_lines);
  perform private.check_order(v_cart, v_address, p_consents, p_payment);
  v_quote := private.make_quote(v_cart, v_address ->> 'country', p_code, p_shipping_method, v_user, v_proven, v_company ->> 'vat_number', v_together);
  perform private.check_quote(v_quote, p_shipping_method, p_quote_hash);
  v_order := private.write_order(v_quote, v_user, p_payment, private.json_of(p_consents));
  -- All that can be written before the goods are taken is: from then on everybody waits who wants the same.
  -- One without a price is paid at once, and what it holds with it.
  if v_order.total_minor > 0 or v_order.confirmed_at is null then
    v_answer := private.finish_order(v_order, p_key, v_email, v_address, v_company, v_gift_note);
  end if;
  v_ended := private.hold_for_order(v_order, v_cart);
  if not private.change_code_uses(v_ended, v_order.id, v_quote -> 'codes', v_user, v_email) then
    perform private.refuse(409, 'code_used_up', 'This code can’t be used any more. Remove it or enter another.');
  end if;
  return coalesce(v_answer, private.finish_order(v_order, p_key, v_email, v_address, v_company, v_gift_note));
end;
$function$
;

CREATE OR REPLACE FUNCTION private.plain_vat_number(p_typed text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return upper(regexp_replace(left(btrim(p_typed), 40), '[\s.-]', '', 'g'));
end;
$function$
;

CREATE OR REPLACE FUNCTION private.postage_back(p_order public.order_records, p_lines jsonb)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_cheapest bigint;
begin
  -- Only who gives back the whole order gets postage, and none that has gone back already.
  if exists (
    select from public.order_lines l
    where l.order_id = p_order.id and l.quantity > l.refunded_quantity
      + coalesce((select sum((x ->> 'quantity')::int) from jsonb_array_elements(p_lines) x where (x ->> 'line_id')::uuid = l.id), 0)
  ) or exists (select from public.order_entries e where e.order_id = p_order.id and e.line_id is null and e.kind in ('refunded', 'settled')) then
    return 0;
  end if;
  select min(p.price_minor) into v_cheapest
  from public.zone_countries z
  join public.shipping_methods m on m.zone_id = z.zone_id and m.is_offered
  cross join lateral (
    select case when bool_and(x.reason is null) then sum(x.price_minor) end as price_minor
    from (
      select sum(l.weight_grams)::bigint as weight, sum(l.total_minor)::bigint as value,
        array(select distinct t from public.order_lines i join public.products g on g.id = i.product_id, unnest(g.shipping_tags) t where i.order_id = p_order.id) as tags
      from public.order_lines l where l.order_id = p_order.id group by l.shipment_id
    ) s cross join lateral private.parcel_price(m, s.weight, s.value, s.tags) x
  ) p
  where z.country_code = p_order.country_code;
  -- Of what was paid for it: where VAT was taken off, without it.
  return coalesce(private.share_of(least(p_order.shipping_minor, coalesce(v_cheapest, p_order.shipping_minor)), (
    select greatest(coalesce(sum(e.amount_minor), 0), 0) from public.order_entries e
    where e.order_id = p_order.id and e.line_id is null and e.kind in ('shipping', 'tax')), nullif(p_order.shipping_minor, 0)), 0);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.price_cart(p_lines jsonb)
 RETURNS private.priced_line[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return array(
    select private.price_line(c.line, c.variant_id, c.quantity, c.options, c.design_id, c.offer_id) from private.cart_lines(p_lines) c);
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
    v.reason := 'design_needed'; v.message := 'This kit needs a design. Create or open one in the colour picker.';
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
$function$
;

CREATE OR REPLACE FUNCTION private.price_refund(p_order uuid, p_lines jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.order_records;
  v_lines jsonb;
begin
  perform private.require_reader('owner', 'fulfilment');
  select * into v_order from public.order_records o where o.id = p_order;
  if not found then
    perform private.refuse(404, 'unknown_order', 'This order could not be found. Check the order number.');
  end if;
  v_lines := private.refund_lines(v_order, p_lines);
  return jsonb_build_object('amount_minor',
    (select coalesce(sum((l ->> 'amount_minor')::bigint), 0) from jsonb_array_elements(v_lines) l), 'currency', v_order.currency);
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
$function$
;

CREATE OR REPLACE FUNCTION private.product_changes(p_product uuid, p_before bigint, p_most integer)
 RETURNS SETOF public.audit_log
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with own_options as materialized (
    select o.id::text as option_id from public.product_options o where o.product_id = p_product
    union
    select a.row_id from public.audit_log a
    where a.table_name = 'product_options' and coalesce(a.after, a.before) ->> 'product_id' = p_product::text
  ), own_batches as materialized (
    select b.id::text as batch_id from public.batches b where b.product_id = p_product
  ), own_kits as materialized (
    select k.id::text as kit_id from own_batches b join public.batch_kits k on k.batch_id = b.batch_id::uuid
  ), own_pools as materialized (
    select v.stock_pool_id::text as pool_id from public.variants v where v.product_id = p_product and v.stock_pool_id is not null
    union
    select a.before ->> 'stock_pool_id' from public.audit_log a
    where a.table_name = 'variants' and coalesce(a.after, a.before) ->> 'product_id' = p_product::text
      and a.before ->> 'stock_pool_id' is not null
  )
  select * from (
    (select a.* from public.audit_log a
      where a.row_id = p_product::text and a.table_name = 'products' and a.id < p_before
        and a.action in ('insert', 'update', 'delete')
      order by a.id desc limit p_most)
    union all
    (select a.* from public.audit_log a
      where a.table_name in ('product_options', 'option_rules', 'variants', 'product_images', 'product_sounds', 'product_facts', 'batches')
        and a.action in ('insert', 'update', 'delete')
        and coalesce(a.after, a.before) ->> 'product_id' = p_product::text and a.id < p_before
      order by a.id desc limit p_most)
    union all
    (select a.* from own_options o cross join lateral (
        select x.* from public.audit_log x
        where x.table_name = 'option_values' and coalesce(x.after, x.before) ->> 'option_id' = o.option_id and x.id < p_before
        order by x.id desc limit p_most
      ) a)
    union all
    (select a.* from own_batches o cross join lateral (
        select x.* from public.audit_log x
        where x.table_name = 'batch_kits' and coalesce(x.after, x.before) ->> 'batch_id' = o.batch_id and x.id < p_before
          and x.action in ('insert', 'update', 'delete')
        order by x.id desc limit p_most
      ) a)
    union all
    (select a.* from own_kits o cross join lateral (
        select x.* from public.audit_log x
        where x.table_name = 'batch_price_tiers' and coalesce(x.after, x.before) ->> 'batch_kit_id' = o.kit_id and x.id < p_before
        order by x.id desc limit p_most
      ) a)
    union all
    (select a.* from own_pools o cross join lateral (
        select x.* from public.audit_log x
        where x.row_id = o.pool_id and x.table_name = 'stock_pools' and x.id < p_before
          and x.action in ('insert', 'update', 'delete')
        order by x.id desc limit p_most
      ) a)
  ) every order by every.id desc limit p_most
$function$
;

CREATE OR REPLACE FUNCTION private.product_parts()
 RETURNS TABLE(part text, relation text, columns text[], place integer)
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  values
    ('pools', 'stock_pools', array['code', 'title'], 1),
    ('options', 'product_options',
      array['product_id', 'code', 'title', 'help', 'is_required', 'zone', 'position'], 2),
    ('values', 'option_values', array[
      'option_id', 'code', 'title', 'note', 'price_delta_minor', 'currency', 'weight_delta_grams',
      'colour', 'is_default', 'is_offered', 'position'], 3),
    ('rules', 'option_rules', array['product_id', 'value_id', 'other_value_id', 'reason'], 4),
    ('variants', 'variants', array[
      'product_id', 'sku', 'title', 'contents', 'is_required', 'position', 'availability',
      'price_minor', 'currency', 'weight_grams', 'max_per_customer', 'stock_pool_id', 'pool_units',
      'few_left_below', 'shows_remaining', 'ships_on', 'is_made_to_order', 'choices', 'flaws'], 5),
    ('images', 'product_images', array[
      'product_id', 'variant_id', 'option_value_id', 'colorway_id', 'storage_path', 'alt', 'position',
      'width', 'height', 'placeholder_colour', 'credit', 'focus_x', 'focus_y', 'turn_path', 'turn_frames', 'is_render', 'render'], 6),
    ('sounds', 'product_sounds', array[
      'product_id', 'storage_path', 'title', 'duration_ms', 'peaks', 'position'], 7),
    ('facts', 'product_facts', array['product_id', 'code', 'label', 'value', 'filterable', 'position'], 8)
$function$
;

CREATE OR REPLACE FUNCTION private.proven_email()
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if auth.uid() is null then
    return null;
  end if;
  return (select u.email from auth.users u where u.id = auth.uid() and u.email_confirmed_at is not null);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.published_language(p_code text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (select right(s.key, 2) from public.settings s where s.key = concat('language_', p_code) and s.value > 0 and p_code ~ '^[a-z]{2}$');
end;
$function$
;

CREATE OR REPLACE FUNCTION private.put_back_row(p_table text, p_key jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_actor constant uuid := auth.uid();
  v_at timestamptz;
  v_gone record;
  v_columns text;
begin
  perform private.require_staff('owner', 'editor', 'fulfilment', 'support');
  if p_table <> all (private.undoable_tables()) or p_key = '{}' then
    perform private.refuse(422, 'not_undoable', 'This can’t be undone.');
  end if;
  select g.at into v_at from public.audit_log g
  where g.actor_id = v_actor and g.action = 'delete' and g.table_name = p_table and g.before @> p_key
    and g.at > now() - interval '15 minutes'
    -- Whoever works in another role by now may not be allowed to have such a row.
    and g.actor_role = (select s.role from private.staff s where s.user_id = v_actor)
    -- Whoever removed it again meanwhile has it to put back.
    and not exists (
      select from public.audit_log l
      where l.table_name = p_table and l.id > g.id and l.action = 'delete' and l.before @> p_key)
  order by g.id desc limit 1;
  if v_at is null then
    perform private.refuse(409, 'too_late', 'Not undone: only what you removed in the last 15 minutes can be undone.');
  end if;
  -- What went with it was noted after it.
  for v_gone in
    select g.table_name, g.before from public.audit_log g
    where g.actor_id = v_actor and g.at = v_at and g.action = 'delete' order by g.id
  loop
    v_columns := (
      select string_agg(quote_ident(a.attname), ', ') from pg_attribute a
      where a.attrelid = format('public.%I', v_gone.table_name)::regclass
        and a.attnum > 0 and not a.attisdropped and a.attgenerated = '');
    execute format('insert into public.%I (%s) select %s from jsonb_populate_record(null::public.%I, $1)',
      v_gone.table_name, v_columns, v_columns, v_gone.table_name) using v_gone.before;
  end loop;
  return p_key;
exception
  when unique_violation or exclusion_violation then
    perform private.refuse(409, 'place_taken', 'Not undone: something else has taken its place in the meantime.');
  when foreign_key_violation then
    perform private.refuse(409, 'owner_gone', 'Not undone: what it belonged to has been removed in the meantime.');
end;
$function$
;

CREATE OR REPLACE FUNCTION private.queue_mails(p_kind text, p_to text[], p_facts text[], p_payloads jsonb[], p_users uuid[], p_send_after timestamp with time zone DEFAULT now())
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  with mail as (
    select gen_random_uuid() as id, p_kind || ':' || m.fact as dedupe_key, m.recipient, m.user_id, coalesce(m.payload, '{}') as payload,
      private.secrets_of(m.payload) as secrets, private.mail_language(p_kind, m.payload, m.user_id) as language
    from unnest(p_to, p_facts, p_payloads, p_users) m (recipient, fact, payload, user_id)
    where not exists (
      select from public.notification_choices c
      where c.user_id = m.user_id and c.topic = private.mail_topic(p_kind) and c.channel = 'email' and not c.is_wanted
    )
  ), queued as (
    insert into public.outbox (id, kind, dedupe_key, recipient, user_id, payload, send_after, language)
    select m.id, p_kind, m.dedupe_key, m.recipient, m.user_id, m.payload - array['token', 'acting_token', 'follow_secret'], p_send_after, m.language
    from mail m
    on conflict (dedupe_key) do nothing
    returning id
  )
  insert into private.mail_secrets (mail_id, secrets)
  select q.id, m.secrets from queued q join mail m on m.id = q.id where m.secrets <> '{}';
end;
$function$
;

CREATE OR REPLACE FUNCTION private.quote_cart(p_lines jsonb, p_country text, p_code text, p_shipping_method uuid, p_vat_number text, p_together boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  v_cart constant private.priced_line[] := private.price_cart(p_lines);
begin
  return private.make_quote(
    v_cart, nullif(upper(btrim(p_country)), ''), p_code, p_shipping_method, auth.uid(), auth.jwt() ->> 'email', private.plain_vat_number(p_vat_number),
    coalesce(p_together, false));
end;
$function$
;

CREATE OR REPLACE FUNCTION private.quoted_lines(p_cart private.priced_line[], p_discount bigint, p_rule private.tax_rule)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_offs constant bigint[] := private.split_amount(p_discount, array(select coalesce(l.total_minor, 0) from unnest(p_cart) l order by l.line));
begin
  return (
    -- Rates are looked up once for each class of goods: of what is in the price, and of home where a limit may be passed.
    with classes as materialized (
      select c.tax_class, t.name, t.rate_basis_points as rate, h.name as home_name, h.rate_basis_points as home_rate
      from (select distinct x.tax_class from unnest(p_cart) x) c
      left join lateral private.tax_on(p_rule.country, c.tax_class) t on true
      left join lateral private.tax_on(p_rule.home, c.tax_class) h on p_rule.limit_minor is not null
    ), shared as (
      select x.*, coalesce(v_offs[x.line + 1], 0) as off from unnest(p_cart) x
    ), valued as (
      select s.*, c.name, c.rate, c.home_name, c.home_rate,
        coalesce(s.total_minor, 0) - s.off - private.tax_part(coalesce(s.total_minor, 0) - s.off, c.rate, true, '') as net
      from shared s left join classes c using (tax_class)
    ), judged as (
      select v.*, coalesce(case p_rule.limit_per
        when 'item' then v.net > p_rule.limit_minor * v.quantity
        else sum(v.net) over (partition by v.parcel) > p_rule.limit_minor end, false) as is_over
      from valued v
    )
    select coalesce(jsonb_agg(jsonb_build_object(
      'line', l.line, 'variant_id', l.variant_id, 'quantity', l.quantity, 'design_id', l.design_id,
      'offer_id', l.offer_id, 'product_id', l.product_id, 'sku', l.sku, 'title', l.title,
      'variant_title', l.variant_title, 'flaws', coalesce(l.flaws, ''), 'url', l.url, 'kind', l.kind, 'picture', l.picture,
      'sold_as', l.sold_as, 'options', l.chosen, 'unit_price_minor', l.unit_price_minor,
      'total_minor', l.total_minor, 'discount_minor', l.off, 'currency', 'EUR',
      'tax_minor', private.tax_part(l.total_minor - l.off, t.rate, t.is_included, t.scheme),
      'tax_rate_basis_points', coalesce(t.rate, 0), 'tax_name', coalesce(t.name, ''),
      'tax_included', t.is_included, 'tax_scheme', t.scheme, 'weight_grams', l.weight_grams,
      'batch_id', l.batch_id, 'parcel', l.parcel, 'ships_on', l.ships_on, 'eta_precision', l.eta_precision,
      'most_of_variant', l.most_of_variant
    ) order by l.line), '[]')
    from judged l cross join lateral (
      select case when l.is_over then 'export' else p_rule.scheme end as scheme,
        case when l.is_over then l.home_rate else l.rate end as rate, case when l.is_over then l.home_name else l.name end as name,
        p_rule.is_included and not l.is_over and l.rate is not null as is_included
    ) t
  );
end;
$function$
;

CREATE OR REPLACE FUNCTION private.quoted_sums(p_cart private.priced_line[], p_subtotal bigint, p_country text, p_method uuid, p_discount bigint, p_rule private.tax_rule)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_lines constant jsonb := private.quoted_lines(p_cart, p_discount, p_rule);
  v_delivery constant record := private.shipping_of(p_cart, p_country);
  v_shipping constant bigint := (
    select (m ->> 'price_minor')::bigint from jsonb_array_elements(v_delivery.methods) m where m ->> 'id' = p_method::text);
  v_tax constant jsonb := private.tax_sums(v_lines, coalesce(v_shipping, 0));
begin
  return jsonb_build_object('lines', v_lines, 'shipments', v_delivery.shipments, 'shipping_methods', v_delivery.methods,
    'is_served', v_shipping is not null, 'subtotal_minor', p_subtotal, 'shipping_minor', coalesce(v_shipping, 0),
    'tax_minor', v_tax -> 'added', 'tax_included_minor', v_tax -> 'included', 'tax_scheme', v_tax -> 'scheme',
    'total_minor', p_subtotal + coalesce(v_shipping, 0) + (v_tax ->> 'added')::bigint - p_discount);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.read_bank_file(p_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_answer jsonb;
begin
  perform private.require_reader('owner');
  select jsonb_build_object('name', 'refunds-' || f.message_id || '.xml', 'content', c.content) into v_answer
  from public.bank_files f join private.bank_file_contents c on c.file_id = f.id where f.id = p_id;
  if v_answer is null then
    perform private.refuse(404, 'unknown_file', 'This bank file could not be found. Files are kept for 400 days.');
  end if;
  return v_answer;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.read_bank_files(p_before timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_reader('owner', 'fulfilment');
  return (
    select coalesce(jsonb_agg(private.bank_file_state(f.file) order by f.made_at desc, f.id desc), '[]')
    from (
      select b as file, b.made_at, b.id from public.bank_files b
      where p_before is null or b.made_at < p_before order by b.made_at desc, b.id desc limit 20
    ) f);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.read_bank_statements(p_before timestamp with time zone, p_header text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_reader('owner', 'fulfilment');
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'account', s.account, 'file_name', s.file_name, 'format', s.format,
      'first_on', s.first_on, 'last_on', s.last_on, 'payments', s.payments, 'columns', s.columns, 'read_at', s.read_at,
      'by', private.staff_words(s.read_by), 'recorded', e.recorded, 'recorded_minor', e.recorded_minor, 'currency', e.currency, 'unmatched', e.unmatched)
      order by s.read_at desc, s.id desc), '[]')
    from (
      select * from public.bank_statements r
      where (p_before is null or r.read_at < p_before)
        and (p_header is null or r.format = 'csv' and md5(r.header) = md5(p_header) and r.header = p_header)
      order by r.read_at desc, r.id desc limit case when p_header is null then 20 else 1 end
    ) s cross join lateral (
      select count(*) filter (where b.status = 'recorded') as recorded, coalesce(sum(b.amount_minor) filter (where b.status = 'recorded'), 0) as recorded_minor,
        count(*) filter (where b.status = 'unmatched') as unmatched, min(b.currency) as currency
      from public.bank_entries b where b.statement_id = s.id
    ) e);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.record_bank_parts(p_entry public.bank_entries, p_parts jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_reference constant text := 'Statement of ' || p_entry.booked_on || ', ' || concat_ws(' ', nullif(p_entry.bank_reference, ''), left(p_entry.identity, 8));
  v_part record;
  v_order public.order_records;
  v_outcome text;
  v_outcomes jsonb := '[]';
begin
  if jsonb_typeof(p_parts) is distinct from 'array' or jsonb_array_length(p_parts) not between 1 and 20
    or exists (select from jsonb_array_elements(p_parts) x where not coalesce(
      private.uuid_of(x ->> 'order_id') is not null and x ->> 'amount_minor' ~ '^[1-9][0-9]{0,8}$' and x ->> 'captured_minor' ~ '^[0-9]{1,10}$', false))
    or (select count(distinct x ->> 'order_id') <> count(*) or sum((x ->> 'amount_minor')::bigint) <> p_entry.amount_minor
      from jsonb_array_elements(p_parts) x) then
    perform private.refuse(422, 'wrong_parts', 'Choose orders that take exactly this payment.');
  end if;
  perform private.lock_customers_of(array(select (x ->> 'order_id')::uuid from jsonb_array_elements(p_parts) x));
  for v_part in
    select (x ->> 'order_id')::uuid as order_id, (x ->> 'amount_minor')::int as amount, (x ->> 'captured_minor')::bigint as captured
    from jsonb_array_elements(p_parts) x order by 1
  loop
    select * into v_order from public.order_records o where o.id = v_part.order_id for update;
    if v_order.currency is distinct from p_entry.currency and v_order.id is not null then
      perform private.refuse(422, 'other_currency', 'The payment and the order have different currencies.');
    end if;
    v_outcome := private.note_transfer(v_order, v_part.amount, v_reference, '', v_part.captured);
    insert into public.bank_entry_payments (payment_id, entry_id)
    select p.id, p_entry.id from public.payments p
    where p.order_id = v_order.id and p.kind = 'capture' and p.provider = 'invoice' and p.provider_reference = v_reference;
    select * into v_order from public.order_records o where o.id = v_part.order_id;
    v_outcomes := v_outcomes || jsonb_build_array(private.payable_order(v_order)
      || jsonb_build_object('outcome', v_outcome, 'amount_minor', v_part.amount, 'refund_due_minor', v_order.refund_due_minor));
  end loop;
  return v_outcomes;
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
    perform private.refuse(409, 'agreed_already', 'The customer has already agreed to the terms.');
  end if;
  perform private.record_event(p_order, 'consents_recorded', v_note, p_after => private.keep_consents(
    p_order, v_missing, jsonb_build_object('by', 'staff', 'how', p_how, 'agreed_on', p_agreed_on),
    least(now(), (p_agreed_on + 1)::timestamptz)) || jsonb_build_object('how', p_how, 'agreed_on', p_agreed_on));
  return jsonb_build_object('id', v_order.id, 'number', v_order.number, 'missing', private.missing_consents(p_order));
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
  v_outcome := private.note_transfer(v_order, p_amount_minor, v_reference, btrim(coalesce(p_note, '')), p_captured_so_far);
  select * into v_order from public.order_records o where o.id = p_order;
  return private.keep_answer(p_key, jsonb_build_object('outcome', v_outcome, 'status', v_order.status, 'captured_minor', v_order.captured_minor,
    'refund_due_minor', v_order.refund_due_minor, 'currency', v_order.currency));
end;
$function$
;

CREATE OR REPLACE FUNCTION private.record_vat_check(p_number text, p_is_valid boolean, p_name text, p_address text, p_consultation text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into private.vat_checks (number, is_valid, name, address, consultation)
  values (left(p_number, 20), p_is_valid, left(coalesce(p_name, ''), 400), left(coalesce(p_address, ''), 1000), left(coalesce(p_consultation, ''), 40));
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
$function$
;

CREATE OR REPLACE FUNCTION private.refund_account(p_order uuid, p_token text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.order_records;
  v_account jsonb;
begin
  select * into v_order from public.order_records o where o.id = p_order;
  if not private.sees_returns(v_order, p_token) then
    perform private.refuse(404, 'unknown_order', 'You have no such order.');
  end if;
  v_account := private.refund_account_of(p_order);
  return jsonb_build_object('owed_minor', private.owed_by_transfer(v_order), 'currency', v_order.currency,
    'account_end', right(v_account ->> 'iban', 4), 'source', v_account ->> 'source',
    'transfers', (
      select coalesce(jsonb_agg(jsonb_build_object('amount_minor', r.amount_minor, 'account_end', r.account_end, 'sent_at', r.sent_at)
        order by r.created_at, r.refund_id), '[]')
      from public.bank_refunds r where r.order_id = p_order and r.status <> 'open'));
end;
$function$
;

CREATE OR REPLACE FUNCTION private.refund_account_of(p_order uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_entered private.refund_accounts;
  v_paid_from jsonb;
begin
  select a.* into v_entered from private.refund_accounts a where a.order_id = p_order;
  -- Whoever took an order over did not pay for it.
  if not exists (select from public.order_events e where e.order_id = p_order and e.kind = 'transferred') then
    select case when count(distinct a.iban) = 1 then jsonb_build_object('iban', min(a.iban), 'source', 'statement',
      'holder', left(coalesce(nullif(btrim(max(b.payer)), ''), (select c.address ->> 'name' from private.order_contacts c where c.order_id = p_order)), 70)) end
    into v_paid_from
    from public.payments p
    join public.bank_entry_payments e on e.payment_id = p.id
    join public.bank_entries b on b.id = e.entry_id
    join private.payer_accounts a on a.entry_id = b.id
    where p.order_id = p_order and p.kind = 'capture';
  end if;
  return case when v_entered.order_id is null then v_paid_from
    else jsonb_build_object('iban', v_entered.iban, 'holder', v_entered.holder, 'source', v_entered.source,
      'is_other', coalesce(v_paid_from ->> 'iban' <> v_entered.iban, false)) end;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.refund_called(p_id uuid, p_reference text, p_problem text, p_is_final boolean)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_call public.refund_calls;
  v_order public.order_records;
  v_event private.payment_events;
begin
  select r.order_id into v_order.id from public.refund_calls r where r.id = p_id;
  perform private.lock_customer_of(v_order.id);
  select * into v_order from public.order_records o where o.id = v_order.id for update;
  select * into v_call from public.refund_calls r where r.id = p_id for update;
  if v_call.id is null or v_call.state <> 'waiting' then
    -- The provider told of it first, by another name.
    update public.refund_calls set provider_reference = left(p_reference, 200) where id = p_id and state = 'sent' and p_reference is not null;
    return v_call.state;
  end if;
  update public.refund_calls set
    state = case when p_reference is not null then 'sent' when p_is_final then 'refused' else 'waiting' end,
    provider_reference = coalesce(left(p_reference, 200), ''), problem = left(coalesce(p_problem, ''), 500),
    call_after = now() + make_interval(mins => least(power(2, least(attempts, 10))::int, 360))
  where id = p_id returning * into v_call;
  if v_call.state = 'refused' then
    -- As with a refund that fails later: the money is here, and due back again.
    v_event.provider := v_call.provider;
    v_event.event_id := 'refused ' || v_call.id;
    v_event.kind := 'refund_failed';
    perform private.move_charge(v_order, v_event, -v_call.amount_minor);
  end if;
  if v_call.state <> 'waiting' then
    perform private.tell_refund(v_call.refund_id);
  end if;
  return v_call.state;
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
    perform private.refuse(422, 'wrong_lines', 'The lines are not valid. Reload the page and try again.');
  end if;
  for v_item in select x from jsonb_array_elements(v_given) x loop
    select * into v_line from public.order_lines l
    where l.order_id = p_order.id and l.id = private.uuid_of(v_item ->> 'line_id');
    if not found or v_answer @> jsonb_build_array(jsonb_build_object('line_id', v_line.id)) then
      perform private.refuse(422, 'unknown_line', 'This item is not in the order, or it is listed twice.');
    end if;
    v_left := v_line.quantity - v_line.refunded_quantity;
    v_quantity := case jsonb_typeof(v_item -> 'quantity') when 'number' then (v_item ->> 'quantity')::numeric end;
    if v_quantity is null or v_quantity <> trunc(v_quantity) or v_quantity not between 1 and v_left then
      perform private.refuse(422, 'wrong_quantity', 'That is more than can still be refunded for this item.',
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

CREATE OR REPLACE FUNCTION private.refund_order(p_order uuid, p_amount_minor integer, p_lines jsonb, p_reason text, p_refunded_so_far integer, p_is_sent boolean, p_restock boolean)
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
  if p_restock then
    perform private.restock_lines(v_order, v_lines, 'refund');
  end if;
  perform private.drop_lines(v_order, v_lines);
  v_payment := private.give_money_back(v_order, v_amount::int, v_lines, null, '', v_reason, coalesce(p_is_sent, false));
  select * into v_order from public.order_records o where o.id = p_order;
  return jsonb_build_object('payment_id', v_payment, 'amount_minor', v_amount, 'status', v_order.status,
    'refunded_minor', v_order.refunded_minor, 'captured_minor', v_order.captured_minor, 'currency', v_order.currency);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.refund_orders(p_orders uuid[], p_refunded_so_far integer[], p_reason text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_item record;
  v_order public.order_records;
  v_refusal text;
  v_ending uuid[];
  v_answers jsonb := '[]';
begin
  perform private.require_staff('owner', 'fulfilment');
  if p_orders is null or cardinality(p_orders) not between 1 and 500 or cardinality(p_refunded_so_far) is distinct from cardinality(p_orders) then
    perform private.refuse(422, 'wrong_orders', 'Select 1 to 500 orders.', '{"limit": 500}');
  end if;
  if length(btrim(coalesce(p_reason, ''))) not between 2 and 500 then
    perform private.refuse(422, 'reason_missing', 'Enter a reason of 2 to 500 characters.');
  end if;
  perform 1 from public.order_records o where o.id = any (p_orders) order by o.id for update;
  -- Who gets all back ends, and what it held comes free: locked before any of it, in the order of everybody.
  v_ending := array(select o.id from public.order_records o
    where o.id = any (p_orders) and o.refund_due_minor > 0 and o.refund_due_minor = o.captured_minor - o.refunded_minor);
  perform 1 from public.lists l where l.id in (select f.list_id from public.offers f where f.order_id = any (v_ending)) order by l.id for no key update;
  perform 1 from public.batch_kits k where k.id in (select h.kit_id from private.holds h where h.order_id = any (v_ending) and h.state = 'held')
  order by k.batch_id, k.id for no key update;
  perform 1 from public.stock_pools p where p.id in (select h.pool_id from private.holds h where h.order_id = any (v_ending) and h.state = 'held')
  order by p.id for no key update;
  perform 1 from public.discount_codes c where c.id in (select u.code_id from private.discount_uses u where u.order_id = any (v_ending))
  order by c.id for no key update;
  for v_item in
    select distinct on (u.id) u.id, u.seen from unnest(p_orders, p_refunded_so_far) u (id, seen) order by u.id
  loop
    select * into v_order from public.order_records o where o.id = v_item.id for update;
    v_refusal := case
      when not found then 'unknown_order'
      when v_order.refunded_minor is distinct from v_item.seen
        then case when v_order.refund_due_minor = 0 then 'already_there' else 'refunds_changed' end
      when v_order.refund_due_minor = 0 then 'nothing_due' end;
    if v_refusal is null then
      perform private.refund_order(v_item.id, v_order.refund_due_minor, '[]', p_reason, v_item.seen, false, false);
    end if;
    v_answers := v_answers || jsonb_build_object('order_id', v_item.id, 'ok', v_refusal is null, 'reason', v_refusal);
  end loop;
  return v_answers;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.refund_parts(p_order public.order_records, p_amount integer, p_is_sent boolean)
 RETURNS TABLE(provider text, amount_minor integer)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  -- Money that came by a provider goes back by it, whatever the order was to be paid by; what was sent another
  -- way already, and what was transferred after all, by transfer. Where two took money, each sends what it has
  -- left; what is more than they have goes with the first and leaves by bank.
  with able as (
    select p.provider, min(p.at) filter (where p.kind = 'capture') as since,
      greatest(sum(case p.kind when 'capture' then p.amount_minor else -p.amount_minor end), 0) as left_minor
    from public.payments p join public.payment_methods m on m.code = p.provider and m.sends_refunds
    where p.order_id = p_order.id and not p_is_sent
    group by p.provider having bool_or(p.kind = 'capture')
  ), ranked as (
    select a.provider, a.left_minor, row_number() over w as place,
      coalesce(sum(a.left_minor) over (w rows between unbounded preceding and 1 preceding), 0) as before
    from able a window w as (order by a.left_minor > 0 desc, a.since, a.provider)
  ), later as (
    select r.provider, r.place, case when r.place = 1 then 0 else greatest(least(r.left_minor, p_amount - r.before), 0)::int end as part
    from ranked r
  )
  select x.provider, x.amount from (
    select l.provider, l.place, case when l.place = 1 then p_amount - (sum(l.part) over ())::int else l.part end as amount from later l
    union all
    select case when exists (select from public.payment_methods m where m.code = p_order.payment and m.sends_refunds)
      then 'invoice' else p_order.payment end, 1, p_amount
    where not exists (select from able)
  ) x where x.amount > 0 order by x.place
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
  select greatest(p_more - greatest(coalesce(sum(case when e.event_id is null then p.amount_minor - (
        select coalesce(sum(r.amount_minor), 0) from public.refund_calls r where r.refund_id = p.id and r.state = 'refused') else 0 end), 0) - (
      select coalesce(sum(t.counted_minor), 0) from private.payment_events t where t.order_id = p_order.id and t.provider = p_event.provider and t.kind = 'refunded')
    + coalesce(sum(case when e.kind = 'refunded' then p.amount_minor else 0 end), 0), 0), 0) into v_new
  from public.payments p
  left join private.payment_events e on e.provider = p.provider and e.event_id = p.provider_reference
  where p.order_id = p_order.id and p.kind = 'refund' and p.provider = p_event.provider;
  if v_new > p_order.captured_minor - p_order.refunded_minor then
    return private.note_event(p_order.id, 'payment_mismatch');
  end if;
  if v_new = 0 then
    return 'known_refund';
  end if;
  perform private.give_money_back(p_order, v_new::int, '[]', p_event.provider, p_event.event_id, '', true);
  return 'refunded';
end;
$function$
;

CREATE OR REPLACE FUNCTION private.refuse_dead_invitation()
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  perform private.refuse(404, 'unknown_invitation',
    'This invitation has expired, was withdrawn or was already accepted. Ask whoever invited you to send it again.');
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
    perform private.refuse(422, 'wrong_lines', 'Your cart is not valid. Reload the page and try again.', v_details);
  end if;
  if jsonb_typeof(p_value -> 'variant_id') is distinct from 'string'
    or private.uuid_of(p_value ->> 'variant_id') is null then
    perform private.refuse(422, 'unknown_variant', 'An item in your cart is not valid. Remove it and add it again.', v_details);
  end if;
  if jsonb_typeof(p_value -> 'quantity') is distinct from 'number' then
    perform private.refuse(422, 'wrong_quantity', 'Enter a quantity from 1 to 999.', v_details);
  end if;
  v_quantity := (p_value ->> 'quantity')::numeric;
  if v_quantity <> trunc(v_quantity) or v_quantity not between 1 and 999 then
    perform private.refuse(422, 'wrong_quantity', 'Enter a quantity from 1 to 999.', v_details);
  end if;
  if coalesce(jsonb_typeof(p_value -> 'options'), 'null') not in ('object', 'null') then
    perform private.refuse(422, 'wrong_options', 'The options are not valid. Reload the page and choose again.', v_details);
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
    'Nothing was changed: this link now only shows the order. Send yourself a new one from the order page.');
end;
$function$
;

CREATE OR REPLACE FUNCTION private.refuse_unnamed_pictures()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_product constant uuid := to_jsonb(new) ->> case tg_table_name when 'products' then 'id' else 'product_id' end;
  v_count constant int := (
    select count(*) from public.product_images i join public.products p on p.id = i.product_id
    where p.id = v_product and p.status <> 'draft' and length(btrim(i.alt)) < 3);
begin
  if v_count > 0 then
    perform private.refuse(422, 'alt_missing',
      'Every picture of a published product needs alt text of 3 letters or more.',
      jsonb_build_object('product_id', v_product, 'pictures', v_count));
  end if;
  return null;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.release_holds(p_holds uuid[], p_taking jsonb, p_reason text, p_taking_is_paid boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET enable_seqscan TO 'off'
AS $function$
declare
  v_changes jsonb := p_taking;
  v_change record;
  v_lacking jsonb := '[]';
begin
  if cardinality(p_holds) > 0 then
    with gone as (
      update private.holds set state = 'released', ended_at = clock_timestamp()
      where id = any (p_holds) and ended_at is null returning kit_id, pool_id, -units as units, expires_at is null as is_paid
    )
    select coalesce(jsonb_agg(g), '[]') || p_taking into v_changes from gone g;
  end if;
  -- Kits before pools and each in one order for everybody: nobody can wait in a circle. Kits are
  -- sorted by batch first, for the batch of a kit is touched with it. What is held has no end: said of
  -- its state, an index of all that is held would be read for a few.
  for v_change in
    with change as (
      select c.kit_id, c.pool_id, c.units, case when c.units > 0 then c.units else 0 end as taken, coalesce(c.is_paid, p_taking_is_paid) as is_paid
      from jsonb_to_recordset(v_changes) c (kit_id uuid, pool_id uuid, units bigint, is_paid boolean)
    )
    select 'kit' as kind, k.id, k.batch_id, coalesce(sum(c.units) filter (where c.is_paid), 0) as units,
      coalesce(sum(c.units) filter (where not c.is_paid), 0) as waiting, sum(c.taken) as taken
    from change c join public.batch_kits k on k.id = c.kit_id group by k.id, k.batch_id
    union all
    select 'pool', c.pool_id, null, sum(c.units), 0, sum(c.taken) from change c where c.pool_id is not null group by c.pool_id
    order by 1, 3, 2
  loop
    if not private.change_promise(v_change.kind, v_change.id, v_change.units::int, v_change.waiting::int, v_change.taken > 0, p_reason) then
      v_lacking := v_lacking || jsonb_build_array(jsonb_build_object(v_change.kind || '_id', v_change.id));
    end if;
  end loop;
  return v_lacking;
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
      where b.change_address_until > now() and b.change_address_until <= now() + make_interval(hours => private.setting('hours_address_lock_notice'))
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
      jsonb_build_object('locks_at', v_order.locks_at) || private.acting_secret_for(r))
    from public.order_records r where r.id = v_order.id;
    v_count := v_count + 1;
  end loop;
  return v_count;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.remove_photo(p_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_photo private.customer_photos;
  v_files jsonb;
begin
  select * into v_photo from private.customer_photos p where p.id = p_id and p.user_id = auth.uid() for update;
  if v_photo.id is null then
    return '{"files": []}';
  end if;
  select coalesce(jsonb_agg(jsonb_build_object('bucket', o.bucket_id, 'path', o.name) order by o.bucket_id), '[]') into v_files
  from storage.objects o where o.bucket_id in ('photo-inbox', 'customer-photos') and o.name = v_photo.storage_path;
  -- Editors learn from the log what the next publishing brings. It keeps no word of a customer.
  if v_photo.status = 'shown' and not private.is_staff() then
    insert into public.audit_log (actor_id, actor_role, action, table_name, row_id, before)
    values (null, 'customer', 'delete', 'shown_photos', p_id::text,
      jsonb_build_object('id', p_id, 'product_id', v_photo.product_id, 'alt', v_photo.alt));
  end if;
  delete from public.shown_photos s where s.id = p_id;
  if v_files = '[]' then
    delete from private.customer_photos p where p.id = p_id;
  else
    update private.customer_photos set status = 'removed', note = '', name = '', alt = '', reason = '' where id = p_id and status <> 'removed';
  end if;
  return jsonb_build_object('files', v_files);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.remove_product_parts(p_removed jsonb, p_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_ids constant uuid[] := array(select jsonb_array_elements_text(coalesce(p_removed, '[]'))::uuid);
begin
  delete from public.product_images where product_id = p_id and id = any (v_ids);
  delete from public.product_sounds where product_id = p_id and id = any (v_ids);
  delete from public.product_facts where product_id = p_id and id = any (v_ids);
  delete from public.option_rules where product_id = p_id and id = any (v_ids);
  delete from public.option_values x using public.product_options o
    where o.id = x.option_id and o.product_id = p_id and x.id = any (v_ids);
  delete from public.product_options where product_id = p_id and id = any (v_ids);
  delete from public.variants where product_id = p_id and id = any (v_ids);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.remove_webhook(p_webhook uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_staff('owner');
  delete from private.webhooks w where w.id = p_webhook;
  return found;
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
begin
  if v_user is null then
    perform private.refuse(401, 'signed_out', 'Sign in first.');
  end if;
  perform private.require_second_factor();
  return jsonb_build_object('due_at', private.begin_account_deletion(v_user));
end;
$function$
;

CREATE OR REPLACE FUNCTION private.request_language()
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return coalesce(private.published_language(substring(
    coalesce(nullif(current_setting('request.headers', true), ''), '{}')::jsonb ->> 'x-client-info' from '^keywright/(..)$')), 'en');
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
    perform private.refuse(422, 'note_too_long', 'A note can have up to 500 characters.',
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
  if p_order.status > (case p_who when 'staff' then 'ready_to_ship' else 'paid' end)::public.order_status then
    perform private.refuse(409, 'illegal_move', 'This order can''t be changed any more.', jsonb_build_object('status', p_order.status));
  end if;
  if p_who = 'customer' and p_until <= now() then
    perform private.refuse(409, 'deadline_passed', 'The deadline for this change has passed.', jsonb_build_object('until', p_until));
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
    perform private.refuse(403, 'unverified', 'Please confirm your e-mail address first. Everyone gets only one place.', '{}');
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
      format('{{%s}} is not a setting of the shop. Use the name of a setting, or remove the braces.', v_unknown),
      jsonb_build_object('key', v_unknown));
  end if;
  return new;
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
    perform private.refuse(403, 'paused', 'Your account can’t enter raffles for now because you did not pay for earlier wins.',
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
  insert into public.outbox (kind, dedupe_key, recipient, user_id, payload, language)
  select kind, left(dedupe_key, 150) || ':again:' || gen_random_uuid(), recipient, user_id, payload, language
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

CREATE OR REPLACE FUNCTION private.resend_staff_invitation(p_invitation uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_before private.staff_invitations;
  v_after private.staff_invitations;
begin
  perform private.require_staff('owner');
  select * into v_before from private.staff_invitations where id = p_invitation for update;
  if not found then
    perform private.refuse(404, 'unknown_invitation', 'This invitation was accepted or withdrawn. Reload the list.');
  end if;
  if v_before.sent_at > now() - interval '1 minute' then
    perform private.refuse(429, 'too_many_tries', 'This invitation was sent a moment ago. Please wait a minute.');
  end if;
  v_after := private.mail_invitation(p_invitation);
  perform private.note_invitation('update', v_before, v_after);
  return jsonb_build_object('id', v_after.id, 'expires_at', v_after.expires_at);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.restock_lines(p_order public.order_records, p_lines jsonb, p_why text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_pool record;
begin
  perform set_config('keywright.stock_reason', 'Order ' || p_order.number || ', ' || p_why, true);
  for v_pool in
    -- What left for these pieces; those refunded before are not among it. A kit was made for its buyer and has no shelf.
    select h.pool_id, (sum(h.units) * h.asked / (h.quantity - h.refunded))::int as units
    from (
      select h.pool_id, h.units, h.line_id, l.quantity, (x ->> 'quantity')::int as asked, (
        select -coalesce(sum(e.units), 0) from public.order_entries e
        where e.order_id = p_order.id and e.line_id = l.id and e.kind = 'refunded' and e.at < h.ended_at) as refunded
      from jsonb_array_elements(p_lines) x
      join public.order_lines l on l.id = (x ->> 'line_id')::uuid
      join private.holds h on h.line_id = l.id and h.state = 'claimed' and h.pool_id is not null
    ) h
    group by h.pool_id, h.line_id, h.asked, h.quantity, h.refunded order by h.pool_id
  loop
    update public.stock_pools set on_hand = on_hand + v_pool.units, updated_at = now() where id = v_pool.pool_id and v_pool.units > 0;
  end loop;
  perform set_config('keywright.stock_reason', '', true);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.return_photos(p_return uuid, p_token text)
 RETURNS TABLE(id uuid, jpeg text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.sees_returns((
    select o from public.order_records o join public.order_returns r on r.order_id = o.id where r.id = p_return), p_token) then
    perform private.refuse(404, 'unknown_return', 'This return could not be found.');
  end if;
  return query select p.id, translate(encode(p.jpeg, 'base64'), E'\n', '') from private.return_photos p
  where p.return_id = p_return order by p.added_at, p.id;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.reveal_customer(p_customer uuid, p_reason text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_reason constant text := btrim(coalesce(p_reason, ''));
  v_contact jsonb;
begin
  perform private.require_staff('owner', 'fulfilment', 'support');
  if length(v_reason) not between 3 and 500 then
    perform private.refuse(422, 'reason_missing', 'Enter a reason.', '{"limit": 500}');
  end if;
  select jsonb_build_object('email', k.email, 'name', k.name) into v_contact from private.customers k where k.id = p_customer;
  if v_contact is null then
    perform private.refuse(404, 'unknown_customer', 'This customer no longer exists.');
  end if;
  perform private.note_customer_call('read', p_customer, jsonb_build_object('call', 'reveal_customer', 'reason', v_reason));
  return v_contact;
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
    v_done := v_done || jsonb_build_object('noted_news', private.note_news(), 'told_of_drops', private.tell_of_drops());
  exception when others then
    v_done := v_done || jsonb_build_object('drops_failed', sqlerrm);
  end;
  begin
    v_done := v_done || jsonb_build_object('deleted_accounts', private.delete_due_accounts());
  exception when others then
    v_done := v_done || jsonb_build_object('accounts_failed', sqlerrm);
  end;
  begin
    v_done := v_done || jsonb_build_object('lost_builds', private.give_up_lost_builds());
  exception when others then
    v_done := v_done || jsonb_build_object('builds_failed', sqlerrm);
  end;
  -- Late, since it keeps the counter of numbers until the end.
  begin
    v_done := v_done || jsonb_build_object('issued_documents', private.settle_waiting_documents());
  exception when others then
    v_done := v_done || jsonb_build_object('documents_failed', sqlerrm);
  end;
  begin
    v_done := v_done || jsonb_build_object('counted_customers', private.count_customers());
  exception when others then
    v_done := v_done || jsonb_build_object('customers_failed', sqlerrm);
  end;
  -- Those that failed just now are told of at once.
  perform private.note_job_turns(v_done);
  begin
    v_done := v_done || jsonb_build_object('new_alerts', private.watch_shop());
  exception when others then
    v_done := v_done || jsonb_build_object('watch_failed', sqlerrm);
    perform private.note_job_turns(v_done);
  end;
  return v_done;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.sales_figures(p_from date, p_to date)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
AS $function$
declare
  v_from constant timestamptz := p_from::timestamp at time zone 'UTC';
  v_until constant timestamptz := (p_to + 1)::timestamp at time zone 'UTC';
  v_days constant int := p_to - p_from + 1;
  v_before constant timestamptz := (p_from - v_days)::timestamp at time zone 'UTC';
  v_most constant int := 12;
  v_currency text;
begin
  perform private.require_reader('owner', 'fulfilment');
  if v_days is null or v_days not between 1 and 366 then
    perform private.refuse(422, 'wrong_period', 'Choose a period of one year at most.');
  end if;
  v_currency := coalesce((select o.currency from public.order_records o
    where o.placed_at >= v_before and o.placed_at < v_until and o.captured_minor > o.refunded_minor group by 1 order by count(*) desc, 1 limit 1), 'EUR');
  return (
    with sold as materialized (
      select o.id, (o.placed_at at time zone 'UTC')::date as day, o.country_code,
        case when o.currency = v_currency then o.captured_minor - o.refunded_minor else 0 end as net_minor
      from public.order_records o
      where o.placed_at >= v_before and o.placed_at < v_until
        and o.captured_minor > o.refunded_minor and o.status not in ('expired', 'cancelled', 'refunded')
    ), by_day as (
      select day, count(*) as orders, sum(net_minor) as net_minor from sold group by 1
    ), lines as materialized (
      select l.title, l.variant_title, l.variant_id, l.options, l.quantity - l.refunded_quantity as units
      from sold s cross join lateral (
        select * from public.order_lines x where x.order_id = s.id and x.quantity > x.refunded_quantity offset 0
      ) l
      where s.day >= p_from
    )
    select jsonb_build_object(
      'from', p_from, 'to', p_to, 'currency', v_currency,
      'totals', private.sales_totals(v_from, v_until, v_currency),
      'before', private.sales_totals(v_before, v_from, v_currency),
      'days', (
        select jsonb_agg(jsonb_build_object('day', d.day::date, 'orders', coalesce(s.orders, 0), 'net_minor', coalesce(s.net_minor, 0),
          'before_minor', coalesce(b.net_minor, 0)) order by d.day)
        from generate_series(p_from::timestamp, p_to::timestamp, interval '1 day') d (day)
        left join by_day s on s.day = d.day::date
        left join by_day b on b.day = d.day::date - v_days),
      'countries', (
        select coalesce(jsonb_agg(jsonb_build_object('label', coalesce(c.name, x.country_code), 'count', x.orders) order by x.orders desc, x.country_code), '[]')
        from (select country_code, count(*) as orders from sold where day >= p_from group by 1 order by 2 desc, 1 limit v_most) x
        left join public.countries c on c.code = x.country_code),
      'kits', (
        select coalesce(jsonb_agg(jsonb_build_object('label', x.label, 'count', x.units) order by x.units desc, x.label), '[]')
        from (select title || ', ' || variant_title as label, sum(units) as units from lines group by 1 order by 2 desc, 1 limit v_most) x),
      'options', (
        select coalesce(jsonb_agg(jsonb_build_object('label', x.label, 'count', x.units) order by x.units desc, x.label), '[]')
        from (
          select (o ->> 'option') || ': ' || (o ->> 'value') as label, sum(l.units) as units
          from lines l, jsonb_array_elements(l.options) o group by 1 order by 2 desc, 1 limit v_most) x),
      'stock', (
        select coalesce(jsonb_agg(jsonb_build_object('label', x.title, 'sold', x.units, 'left', x.left_units, 'days', x.days) order by x.days, x.title), '[]')
        from (
          select s.title, sum(l.units * v.pool_units) as units, s.on_hand - s.allocated as left_units,
            floor(greatest(s.on_hand - s.allocated, 0) * v_days::numeric / sum(l.units * v.pool_units))::bigint as days
          from lines l join public.variants v on v.id = l.variant_id join public.stock_pools s on s.id = v.stock_pool_id
          group by s.id order by days, s.title limit v_most) x),
      'batches', private.batch_figures(v_from)));
end;
$function$
;

CREATE OR REPLACE FUNCTION private.sales_totals(p_from timestamp with time zone, p_until timestamp with time zone, p_currency text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with placed as materialized (
    select o.id, o.user_id, o.status, o.currency, o.captured_minor - o.refunded_minor as net_minor, o.refunded_minor
    from public.order_records o where o.placed_at >= p_from and o.placed_at < p_until
  ), sold as materialized (
    select * from placed where net_minor > 0 and status not in ('expired', 'cancelled', 'refunded')
  ), buyers as (
    select distinct s.user_id, case when s.user_id is null then lower(c.email) end as email
    from sold s join private.order_contacts c on c.order_id = s.id
    where s.user_id is not null or not private.is_nobodys(lower(c.email))
  )
  select jsonb_build_object(
    'orders', (select count(*) from sold),
    'other_orders', (select count(*) from sold where currency <> p_currency),
    'net_minor', (select coalesce(sum(net_minor), 0) from sold where currency = p_currency),
    'refunded_minor', (select coalesce(sum(refunded_minor), 0) from placed where currency = p_currency),
    'units', (
      select coalesce(sum(l.quantity - l.refunded_quantity), 0)
      from sold s cross join lateral (select * from public.order_lines x where x.order_id = s.id offset 0) l),
    'buyers', (select count(*) from buyers),
    'returning', (
      select count(*) from buyers b
      where exists (select from private.orders_of(b.user_id, b.email) o where o.placed_at < p_from)))
$function$
;

CREATE OR REPLACE FUNCTION private.save_cart(p_lines jsonb, p_version integer, p_together text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user constant uuid := auth.uid();
  v_lines jsonb;
  v_together constant text := nullif(left(btrim(p_together), 40), '');
  v_cart private.saved_carts;
begin
  if v_user is null then
    perform private.refuse(401, 'signed_out', 'Please sign in first.');
  end if;
  v_lines := private.kept_lines(p_lines);
  if p_version = 0 then
    insert into private.saved_carts (user_id, lines, together) values (v_user, v_lines, v_together)
    on conflict (user_id) do nothing returning * into v_cart;
  else
    update private.saved_carts set lines = v_lines, together = v_together, version = version + 1, saved_at = clock_timestamp()
    where user_id = v_user and version = p_version returning * into v_cart;
  end if;
  if v_cart.user_id is not null then
    return private.cart_facts(v_cart) || '{"is_saved": true}';
  end if;
  select * into v_cart from private.saved_carts where user_id = v_user;
  -- An answer that got lost leaves a browser that does not know the version of its own cart.
  return private.cart_facts(v_cart) || jsonb_build_object('is_saved', coalesce(v_cart.lines = v_lines and v_cart.together is not distinct from v_together, false));
end;
$function$
;

CREATE OR REPLACE FUNCTION private.save_part(p_table text, p_columns text[], p_row jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_id constant uuid := p_row ->> 'id';
  v_version constant int := p_row ->> 'version';
  v_columns constant text := (select string_agg(format('%I', c), ', ') from unnest(p_columns) c where p_row ? c);
  v_values constant text := (select string_agg(format('x.%I', c), ', ') from unnest(p_columns) c where p_row ? c);
  v_count int;
  v_theirs jsonb;
begin
  if v_version is null then
    execute format(
      'insert into public.%I (id, %s) select $1, %s from jsonb_populate_record(null::public.%I, $2) x',
      p_table, v_columns, v_values, p_table
    ) using v_id, p_row;
    return null;
  end if;
  execute format(
    'update public.%I t set (%s) = row(%s) from jsonb_populate_record(null::public.%I, $1) x where t.id = $2 and t.version = $3',
    p_table, v_columns, v_values, p_table
  ) using p_row, v_id, v_version;
  get diagnostics v_count = row_count;
  if v_count = 1 then
    return null;
  end if;
  execute format('select to_jsonb(t) from public.%I t where t.id = $1', p_table)
    into v_theirs using v_id;
  return jsonb_build_object('table', p_table, 'id', v_id, 'theirs', v_theirs);
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
  -- A product comes out of draft before its pictures are written, and they are written one by one.
  set constraints public.pictures_are_named, public.published_pictures_are_named deferred;
  v_conflict := private.save_part('products', array[
    'kind', 'category', 'url', 'title', 'summary', 'body', 'status', 'publish_at', 'maker_id',
    'position', 'ship_group', 'handling_days', 'max_per_customer', 'in_the_box', 'still_needed',
    'tax_class_code', 'shipping_tags', 'hs_code', 'origin_country_code', 'customs_description',
    'safety_warnings', 'layout_code', 'seo_title', 'seo_description', 'variant_options'
  ], p_product);
  perform private.remove_product_parts(p_product -> 'removed', v_id);
  v_conflicts := private.write_product_parts(p_product, v_id);
  perform private.count_new_pools(p_product -> 'pools');
  if v_conflict is not null then
    v_conflicts := v_conflicts || jsonb_build_array(v_conflict);
  end if;
  if v_conflicts <> '[]' then
    perform private.refuse(409, 'version_conflict', 'Someone else changed this in the meantime. Reload the page and try again.',
      jsonb_build_object('conflicts', v_conflicts));
  end if;
  set constraints public.pictures_are_named, public.published_pictures_are_named immediate;
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
    perform private.refuse(409, 'in_use', 'Something you removed is still in use, in an order, a list or a batch. Remove it there first.',
      private.broken_rule(sqlstate, sqlerrm, v_constraint, v_detail));
  when check_violation or not_null_violation or invalid_text_representation then
    -- Its detail would be the whole row.
    get stacked diagnostics v_constraint = constraint_name;
    perform private.refuse(422, 'not_valid', 'One of these values is not accepted.',
      private.broken_rule(sqlstate, sqlerrm, v_constraint, null));
end;
$function$
;

CREATE OR REPLACE FUNCTION private.save_translations(p_language text, p_texts jsonb, p_takes_older boolean)
 RETURNS TABLE(table_name text, row_id text, column_name text, outcome text, source text, text text, made_from text, version integer)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  v_texts constant jsonb := private.json_of(p_texts);
  v_one record;
  v_old public.translations;
  v_outcome text;
begin
  perform private.require_staff('owner', 'editor');
  if coalesce(p_language, '') !~ '^[a-z]{2}$' then
    perform private.refuse(422, 'unknown_language', 'Choose a language.');
  elsif jsonb_typeof(v_texts) is distinct from 'array' or jsonb_array_length(v_texts) > 200 then
    perform private.refuse(422, 'too_many', 'Save at most 200 texts at once.', '{"limit": 200}');
  end if;
  -- In one order, so that two who save the same texts wait for each other and no longer.
  for v_one in
    select a.*, s.text as now_text, s.is_list
    from (
      select distinct on (1, 2, 3) x ->> 'table_name' as table_name, x ->> 'row_id' as row_id, x ->> 'column_name' as column_name,
        btrim(replace(coalesce(x ->> 'text', ''), E'\r\n', E'\n'), E' \t\r\n') as text, coalesce(x ->> 'source', '') as source,
        coalesce((x ->> 'version')::int, 0) as version
      from jsonb_array_elements(v_texts) x
    ) a
    left join private.source_texts s on s.table_name = a.table_name and s.row_id = a.row_id and s.column_name = a.column_name
      and btrim(s.text) <> ''
    order by 1, 2, 3
  loop
    select * into v_old from public.translations t
    where t.language = p_language and t.table_name = v_one.table_name and t.row_id = v_one.row_id
      and t.column_name = v_one.column_name for update;
    v_outcome := case
      when v_one.now_text is null then 'gone'
      -- What was saved and not answered is sent again.
      when v_one.text = coalesce(v_old.text, '') and (v_one.text = '' or v_one.source = v_old.source) then 'same'
      when coalesce(v_old.version, 0) <> v_one.version then 'conflict'
      when v_one.text = '' then 'removed'
      when v_one.source <> v_one.now_text and not coalesce(p_takes_older, false) then 'source_changed'
      when length(v_one.text) > 80000 or length(v_one.source) > 80000 then 'too_long'
      when v_one.is_list and not private.keeps_lines(v_one.text, v_one.source) then 'lines'
      when exists (
        select from regexp_matches(v_one.text, '\{\{\s*([a-z][a-z_]*)\s*\}\}', 'g') m
        where not exists (select from public.settings g where g.key = m[1])) then 'unknown_setting'
      else 'saved' end;
    if v_outcome = 'removed' then
      delete from public.translations t where t.id = v_old.id;
      v_old := null;
    elsif v_outcome = 'saved' and v_old.id is not null then
      update public.translations t set text = v_one.text, source = v_one.source where t.id = v_old.id returning * into v_old;
    elsif v_outcome = 'saved' then
      insert into public.translations (language, table_name, row_id, column_name, text, source)
      values (p_language, v_one.table_name, v_one.row_id, v_one.column_name, v_one.text, v_one.source)
      on conflict do nothing returning * into v_old;
      if v_old.id is null then
        -- Someone else was first, a moment ago.
        v_outcome := 'conflict';
        select * into v_old from public.translations t
        where t.language = p_language and t.table_name = v_one.table_name and t.row_id = v_one.row_id
          and t.column_name = v_one.column_name;
      end if;
    end if;
    return query select v_one.table_name, v_one.row_id, v_one.column_name, v_outcome, coalesce(v_one.now_text, ''),
      coalesce(v_old.text, ''), coalesce(v_old.source, ''), coalesce(v_old.version, 0);
  end loop;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.save_webhook(p_name text, p_url text, p_tells text[], p_is_active boolean, p_webhook uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_name constant text := btrim(coalesce(p_name, ''));
  v_url constant text := btrim(coalesce(p_url, ''));
  v_host constant text := lower((regexp_match(v_url, '^https://((?:[a-z0-9-]+\.)+[a-z][a-z0-9-]*[a-z0-9])(?:[/?][^\s#]*)?$', 'i'))[1]);
  v_webhook private.webhooks;
  v_secret text;
begin
  perform private.require_staff('owner');
  if length(v_name) not between 1 and 60 then
    perform private.refuse(422, 'name_missing', 'Enter a name of 1 to 60 characters.');
  end if;
  if p_tells is null or not p_tells <@ array['drops', 'minimums', 'stages', 'draws'] or p_is_active is null then
    perform private.refuse(422, 'unknown_topic', 'Choose what to send from the list.');
  end if;
  if (p_webhook is null or v_url <> '') and (v_host is null or length(v_url) > 500
    or v_host ~ '(^|\.)(localhost|local|internal|home|lan|intranet|arpa)$') then
    perform private.refuse(422, 'url_refused', 'Enter an address that begins with https://, has a public name and no port.');
  end if;
  if p_webhook is null then
    -- Who adds two at once waits here.
    perform pg_advisory_xact_lock(hashtextextended('webhooks', 0));
    if (select count(*) from private.webhooks) >= 10 then
      perform private.refuse(422, 'too_many_webhooks', 'There are 10 webhooks already. Remove one first.');
    end if;
    v_secret := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
    insert into private.webhooks (name, host, tells, is_active)
    values (v_name, v_host, p_tells, p_is_active) returning * into v_webhook;
    insert into private.webhook_secrets (webhook_id, url, secret) values (v_webhook.id, v_url, v_secret);
  else
    update private.webhooks w set name = v_name, host = coalesce(v_host, w.host), tells = p_tells, is_active = p_is_active
    where w.id = p_webhook returning * into v_webhook;
    if v_webhook.id is null then
      perform private.refuse(404, 'unknown_webhook', 'This webhook no longer exists. Reload the page.');
    end if;
    update private.webhook_secrets s set url = v_url where s.webhook_id = p_webhook and v_url <> '';
  end if;
  return private.webhook_facts(v_webhook) || jsonb_build_object('secret', v_secret);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.save_wishes(p_changes jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user constant uuid := auth.uid();
  v_changes jsonb;
  v_change jsonb;
  v_at int := -1;
  v_left_out int[] := '{}';
begin
  if v_user is null then
    perform private.refuse(401, 'signed_out', 'Please sign in first.');
  end if;
  v_changes := private.wish_changes(p_changes);
  -- Two tabs of one account take turns, so that the bound holds and nothing is kept twice.
  perform pg_advisory_xact_lock(hashtextextended('wishes ' || v_user, 0));
  for v_change in select * from jsonb_array_elements(v_changes) loop
    v_at := v_at + 1;
    if not private.keep_wish(v_user, v_change) then
      v_left_out := v_left_out || v_at;
    end if;
  end loop;
  return jsonb_build_object('left_out', to_jsonb(v_left_out), 'wishes', (
    select coalesce(jsonb_agg(jsonb_build_object('id', w.id, 'product_id', w.product_id, 'variant_ids', w.variant_ids,
      'options', w.options, 'kind', p.kind, 'url', p.url, 'title', w.title, 'note', w.note, 'was_gone', w.was_gone,
      'kept_at', w.kept_at) order by w.kept_at desc, w.id), '[]')
    from public.wishes w
    left join public.products p on p.id = w.product_id and p.status <> 'draft' and p.publish_at <= clock_timestamp()
    where w.user_id = v_user));
end;
$function$
;

CREATE OR REPLACE FUNCTION private.search_desk(p_text text, p_kinds text[], p_most integer)
 RETURNS SETOF private.desk_find
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_role text;
  v_most constant int := least(greatest(coalesce(p_most, 6), 1), 100);
  v_found private.found_order[];
begin
  perform private.require_reader('owner', 'editor', 'fulfilment', 'support');
  v_role := (select s.role from private.staff s where s.user_id = auth.uid());
  if length(btrim(coalesce(p_text, ''))) < 2 or p_text !~ '[[:alnum:]]' then
    return;
  end if;
  if v_role <> 'editor' and (p_kinds is null or p_kinds && array['order', 'customer']) then
    v_found := array(select f from private.find_orders(p_text, v_role <> 'support') f);
  end if;
  if p_kinds is null or 'order' = any (p_kinds) then
    return query
      select 'order', o.number, o.number, concat_ws(' · ', private.order_address(o.id) ->> 'name', private.order_email(o.id)),
        o.status::text, null::int, o.total_minor, o.currency, o.placed_at, o.rank
      from (
        select r.*, f.rank from unnest(v_found) f cross join lateral (select * from public.order_records k where k.id = f.id limit 1) r
        order by f.rank, r.placed_at desc, r.id limit v_most) o;
  end if;
  -- Support is not told who customers are.
  if v_role in ('owner', 'fulfilment') and (p_kinds is null or 'customer' = any (p_kinds)) then
    return query
      select 'customer', coalesce(private.customer_of_order(x.order_id)::text, x.email), left(x.name, 120), x.email, '', (select count(*)::int from private.order_contacts k where k.mailbox = x.mailbox),
        null::int, '', x.placed_at, x.rank
      from (
        select distinct on (c.mailbox) c.mailbox, r.id as order_id, c.email, c.address ->> 'name' as name, r.placed_at, f.rank
        from unnest(v_found) f
        cross join lateral (select * from private.order_contacts k where k.order_id = f.id limit 1) c
        cross join lateral (select * from public.order_records k where k.id = f.id limit 1) r
        where f.rank in (2, 4, 5) order by c.mailbox, f.rank, r.placed_at desc) x
      order by x.rank, x.placed_at desc limit v_most;
  end if;
  -- An address names a person, and looks like no goods.
  if v_role in ('owner', 'editor') and btrim(p_text) !~ '^[^\s@]+@[^\s@]+\.[^\s@]+$' then
    return query
      select g.* from (
        select * from private.find_goods(p_text, v_most) union all select * from private.find_writings(p_text, v_role, v_most)) g
      where p_kinds is null or g.kind = any (p_kinds);
  end if;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.seen_refund_account(p_order uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_account jsonb;
begin
  if not private.is_staff('owner', 'fulfilment') then
    return null;
  end if;
  v_account := private.refund_account_of(p_order);
  return v_account || jsonb_build_object(
    'is_sepa', private.is_sepa_iban(v_account ->> 'iban'), 'is_plain', private.is_sepa_name(v_account ->> 'holder'));
end;
$function$
;

CREATE OR REPLACE FUNCTION private.sees_contacts()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return private.is_staff('owner', 'fulfilment');
end;
$function$
;

CREATE OR REPLACE FUNCTION private.sees_returns(p_order public.order_records, p_token text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return coalesce(p_order.id is not null and (
    coalesce(p_order.user_id = auth.uid(), false) or private.is_staff('owner', 'fulfilment', 'support')
    or private.is_secret_of(p_order.id, p_token)), false);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.sees_row(p_table text, p_row text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_id constant uuid := private.uuid_of(split_part(p_row, '/', 1));
  v_second constant text := split_part(p_row, '/', 2);
begin
  case p_table
    when 'products' then return exists (select from public.products t where t.id = v_id);
    when 'variants' then return exists (select from public.variants t where t.id = v_id);
    when 'product_options' then return exists (select from public.product_options t where t.id = v_id);
    when 'option_values' then return exists (select from public.option_values t where t.id = v_id);
    when 'option_rules' then return exists (select from public.option_rules t where t.id = v_id);
    when 'product_facts' then return exists (select from public.product_facts t where t.id = v_id);
    when 'product_files' then return exists (select from public.product_files t where t.id = v_id);
    when 'product_relations' then return exists (
      select from public.product_relations t where t.product_id = v_id and t.related_id = private.uuid_of(v_second));
    when 'product_images' then return exists (select from public.product_images t where t.id = v_id);
    when 'product_sounds' then return exists (select from public.product_sounds t where t.id = v_id);
    when 'shown_photos' then return exists (select from public.shown_photos t where t.id = v_id);
    when 'colorways' then return exists (select from public.colorways t where t.id = v_id);
    when 'palettes' then return exists (select from public.palettes t where t.id = v_id);
    when 'makers' then return exists (select from public.makers t where t.id = v_id);
    when 'batches' then return exists (select from public.batches t where t.id = v_id);
    when 'lists' then return exists (select from public.lists t where t.id = v_id);
    when 'updates' then return exists (select from public.updates t where t.id = v_id);
    when 'update_batches' then return exists (
      select from public.update_batches t where t.update_id = v_id and t.batch_id = private.uuid_of(v_second));
    when 'faq_groups' then return exists (select from public.faq_groups t where t.id = v_id);
    when 'faq_entries' then return exists (select from public.faq_entries t where t.id = v_id);
    when 'page_texts' then return exists (select from public.page_texts t where t.id = v_id);
    when 'legal_versions' then return exists (select from public.legal_versions t where t.id = v_id);
    when 'legal_sections' then return exists (select from public.legal_sections t where t.id = v_id);
    when 'countries' then return exists (select from public.countries t where t.code = p_row);
    when 'country_restrictions' then return exists (
      select from public.country_restrictions t
      where t.country_code = split_part(p_row, '/', 1) and t.shipping_tag = v_second);
    when 'tax_rates' then return exists (select from public.tax_rates t where t.id = v_id);
    when 'shipping_methods' then return exists (select from public.shipping_methods t where t.id = v_id);
    when 'regional_partners' then return exists (select from public.regional_partners t where t.id = v_id);
    else return false;
  end case;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.seller_now()
 RETURNS public.sellers
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (select s from public.sellers s
    where s.is_ready and daterange(s.valid_from, s.valid_to) @> (clock_timestamp() at time zone 'UTC')::date);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.send_bank_refund(p_refund uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_refund public.bank_refunds;
begin
  perform private.require_staff('owner', 'fulfilment');
  perform 1 from public.order_records o
  where o.id = (select r.order_id from public.bank_refunds r where r.refund_id = p_refund) for update;
  select * into v_refund from public.bank_refunds r where r.refund_id = p_refund for update;
  if not found then
    perform private.refuse(404, 'unknown_refund', 'This refund could not be found. Reload the page.');
  end if;
  if v_refund.status = 'in_file' then
    perform private.refuse(409, 'refund_taken', 'This refund is in a bank file. Mark the file as sent, or discard it first.');
  end if;
  if v_refund.status = 'open' then
    update public.bank_refunds r set account_end = coalesce(right(private.refund_account_of(r.order_id) ->> 'iban', 4), '')
    where r.refund_id = p_refund;
    perform private.note_refund_sent(p_refund);
  end if;
  return (select jsonb_build_object('id', r.refund_id, 'status', r.status, 'sent_at', r.sent_at)
    from public.bank_refunds r where r.refund_id = p_refund);
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
    perform private.refuse(404, 'unknown_order', 'You have no such order.');
  end if;
  if v_order.user_id is not null then
    perform private.refuse(409, 'has_account', 'This order belongs to an account: sign in to change it.');
  end if;
  if v_order.status >= 'shipped'
    and private.owed_by_transfer(v_order) = 0 then
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
    jsonb_build_object('acts_until', now() + interval '24 hours') || private.acting_secret_for(v_order));
  return jsonb_build_object('number', v_order.number, 'email', (
    select private.mask_email(c.email) from private.order_contacts c where c.order_id = v_order.id));
end;
$function$
;

CREATE OR REPLACE FUNCTION private.send_parcel(p_parcel jsonb, p_despite text)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_shipment public.shipments;
  v_order public.order_records;
  v_status public.order_status;
  v_package public.shipping_packages;
  v_url constant text := btrim(coalesce(p_parcel ->> 'tracking_url', ''));
begin
  select s.* into v_shipment from public.shipments s where s.id = private.uuid_of(p_parcel ->> 'shipment_id');
  if not found then
    return 'unknown_parcel';
  end if;
  if v_url <> '' and (v_url !~ '^https://[^\s<>"]+$' or length(v_url) > 400)
    or length(p_parcel ->> 'carrier') > 80 or length(p_parcel ->> 'tracking_number') > 80 then
    return 'wrong_tracking';
  end if;
  if coalesce(p_parcel ->> 'package_id', '') <> '' then
    -- One that is not proposed any more too: it is what the parcel lies in.
    select * into v_package from public.shipping_packages k where k.id = private.uuid_of(p_parcel ->> 'package_id');
    if not found then
      return 'unknown_package';
    end if;
  end if;
  select * into v_order from public.order_records o where o.id = v_shipment.order_id;
  v_status := v_order.status;
  if v_shipment.status <> 'planned' or v_status not between 'paid' and 'ready_to_ship' then
    return 'illegal_move';
  end if;
  if v_order.address_question is not null then
    return 'address_problem';
  end if;
  if private.is_withdrawn(v_shipment.id) then
    return 'withdrawn';
  end if;
  if v_order.ships_together and private.part_waited_for(v_order.id) is not null then
    return 'not_complete';
  end if;
  if private.balance_due(v_order) > 0 then
    if p_despite is null then
      return 'money_due';
    end if;
    perform private.record_open_balance(array[v_order.id], jsonb_build_object(v_order.id, private.balance_due(v_order)), p_despite);
  end if;
  update public.shipments set status = 'shipped', shipped_at = now(), carrier = btrim(coalesce(p_parcel ->> 'carrier', '')),
    tracking_number = btrim(coalesce(p_parcel ->> 'tracking_number', '')), tracking_url = v_url,
    package_id = v_package.id, package = private.packed_into(v_package, v_shipment.weight_grams)
  where id = v_shipment.id returning * into v_shipment;
  perform private.record_event(v_shipment.order_id, 'parcel_shipped', p_after => jsonb_build_object(
    'position', v_shipment.position, 'carrier', v_shipment.carrier, 'tracking_number', v_shipment.tracking_number)
    || case when v_shipment.package is null then '{}' else jsonb_build_object(
      'package', v_shipment.package ->> 'name', 'gross_grams', v_shipment.package -> 'gross_grams') end);
  if not exists (select from public.shipments s where s.order_id = v_shipment.order_id and s.status = 'planned') then
    if v_status <> 'ready_to_ship' then
      perform private.move_order(v_shipment.order_id, v_status, 'ready_to_ship', 'staff', '');
    end if;
    perform private.move_order(v_shipment.order_id, 'ready_to_ship', 'shipped', 'staff', '');
  end if;
  perform private.mail_about_order(v_shipment.order_id, 'order_shipped', 'parcel' || v_shipment.position, jsonb_build_object(
    'carrier', v_shipment.carrier, 'tracking_number', v_shipment.tracking_number, 'tracking_url', v_shipment.tracking_url));
  return null;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.send_photo(p_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_photo private.customer_photos;
begin
  select * into v_photo from private.customer_photos p
  where p.id = p_id and p.user_id = auth.uid() and p.status <> 'removed' for update;
  if v_photo.id is null then
    perform private.refuse(404, 'unknown_photo', 'This photo was removed.');
  end if;
  if v_photo.status = 'sending' then
    if not exists (select from storage.objects o where o.bucket_id = 'photo-inbox' and o.name = v_photo.storage_path) then
      perform private.refuse(409, 'photo_missing', 'The photo has not arrived. Send it again.');
    end if;
    update private.customer_photos set status = 'waiting', sent_at = clock_timestamp() where id = p_id returning * into v_photo;
  end if;
  return jsonb_build_object('status', v_photo.status);
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
    perform private.refuse(409, 'batch_changed', format('Someone else moved %s to %s in the meantime. Check it and edit your update.',
      v_move.code, coalesce(v_move.eta_now::text, 'no date')), jsonb_build_object('eta', v_move.eta_now));
  end loop;
  select count(*) into v_buyers from private.buyers_of(v_batches);
  if p_is_preview then
    return jsonb_build_object('buyers', v_buyers, 'batches', cardinality(v_batches), 'is_sent', false);
  end if;
  if v_update.status = 'draft' or v_update.publish_at > now() then
    perform private.refuse(409, 'not_published', 'Publish it first, because the e-mail links to it.',
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

CREATE OR REPLACE FUNCTION private.sent_together(p_cart private.priced_line[])
 RETURNS private.priced_line[]
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  v_line private.priced_line;
  v_cart private.priced_line[] := '{}';
begin
  foreach v_line in array p_cart loop
    v_line.parcel := case when v_line.parcel is not null then 'together' end;
    v_cart := v_cart || v_line;
  end loop;
  return v_cart;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.sepa_text(p_text text, p_most integer)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  v_text text := regexp_replace(normalize(left(coalesce(p_text, ''), 1000), nfd), '[\u0300-\u036f]', '', 'g');
begin
  v_text := translate(v_text, 'øØłŁđĐðÐıŒœ‘’´`“”„–—_&;', 'oOlLdDdDiOo''''''''   ---+,');
  v_text := replace(replace(replace(replace(replace(v_text, 'ß', 'ss'), 'æ', 'ae'), 'Æ', 'AE'), 'þ', 'th'), 'Þ', 'Th');
  v_text := regexp_replace(v_text, '[^A-Za-z0-9/?:().,''+ -]', ' ', 'g');
  v_text := regexp_replace(regexp_replace(v_text, '/+', '/', 'g'), ' +', ' ', 'g');
  return btrim(left(btrim(v_text, ' /'), p_most), ' /');
end;
$function$
;

CREATE OR REPLACE FUNCTION private.set_alert_rule(p_code text, p_roles text[], p_mails boolean, p_calls boolean, p_threshold integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_rule private.alert_rules;
begin
  perform private.require_staff('owner');
  if p_roles is null or not p_roles <@ array['owner', 'editor', 'fulfilment', 'support'] then
    perform private.refuse(422, 'unknown_role', 'This role does not exist. Choose another.');
  end if;
  if p_threshold is null or p_threshold not between 0 and 10000 or p_mails is null or p_calls is null then
    perform private.refuse(422, 'wrong_threshold', 'Enter a whole number from 0 to 10,000.');
  end if;
  update private.alert_rules r
  set roles = array(select distinct unnest(p_roles) order by 1), mails = p_mails, calls = p_calls, threshold = p_threshold
  where r.code = p_code returning * into v_rule;
  if not found then
    perform private.refuse(404, 'unknown_alert', 'There are no such alerts. Reload the page.');
  end if;
  return jsonb_build_object('code', v_rule.code, 'roles', v_rule.roles, 'mails', v_rule.mails, 'calls', v_rule.calls, 'threshold', v_rule.threshold);
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
    perform private.refuse(409, 'zones_changed', 'Someone else changed this country’s zone in the meantime. Reload the page and try again.',
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

CREATE OR REPLACE FUNCTION private.set_currency_rates(p_rates jsonb, p_key uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_rates constant jsonb := private.json_of(p_rates);
  v_known jsonb;
  v_changed text[];
  v_written int;
begin
  perform private.require_staff('owner');
  if jsonb_typeof(v_rates) is distinct from 'array' or jsonb_array_length(v_rates) not between 1 and 200
    or exists (select from jsonb_array_elements(v_rates) r where not private.is_rate(r))
    or (select count(distinct r ->> 'code') <> count(*) from jsonb_array_elements(v_rates) r) then
    perform private.refuse(422, 'wrong_rates', 'These are not exchange rates. Choose the file again.');
  end if;
  v_known := private.known_answer(p_key, concat_ws('|', 'rates', v_rates));
  if v_known is not null then
    return (v_known #>> '{}')::int;
  end if;
  if exists (
    select from jsonb_array_elements(v_rates) r
    where (r ->> 'per_euro')::numeric = 0 or (r ->> 'rated_on')::date > current_date or (r ->> 'rated_on')::date < '1999-01-04') then
    perform private.refuse(422, 'impossible_rate', 'A rate is more than 0, and its day is not in the future.');
  end if;
  perform 1 from public.currency_rates c
  where c.code in (select r ->> 'code' from jsonb_array_elements(v_rates) r) order by c.code for no key update;
  v_changed := array(
    select r ->> 'code' from jsonb_array_elements(v_rates) r
    where not exists (
      select from public.currency_rates c where c.code = r ->> 'code' and c.version = (r ->> 'version')::int)
    order by 1);
  if v_changed <> '{}' then
    perform private.refuse(409, 'rates_changed', 'Someone else changed these currencies in the meantime: '
      || array_to_string(v_changed, ', ') || '. Compare again, then save.', jsonb_build_object('codes', to_jsonb(v_changed)));
  end if;
  update public.currency_rates c set per_euro = (r ->> 'per_euro')::numeric, rated_on = (r ->> 'rated_on')::date
  from jsonb_array_elements(v_rates) r
  where c.code = r ->> 'code' and (c.per_euro, c.rated_on) is distinct from ((r ->> 'per_euro')::numeric, (r ->> 'rated_on')::date);
  get diagnostics v_written = row_count;
  perform private.keep_answer(p_key, to_jsonb(v_written));
  return v_written;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.settle_bank_entry(p_statement uuid, p_entry jsonb, p_status text, p_parts jsonb, p_note text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_sent constant jsonb := private.json_of(p_entry);
  v_note constant text := btrim(coalesce(p_note, ''));
  v_entry public.bank_entries;
  v_is_new boolean;
  v_outcomes jsonb := '[]';
begin
  perform private.require_staff('owner', 'fulfilment');
  if p_status is null or p_status not in ('recorded', 'set_aside', 'unmatched') then
    perform private.refuse(422, 'unknown_status', 'This status does not exist. Choose another.');
  end if;
  if length(v_note) > 500 then
    perform private.refuse(422, 'note_too_long', 'A note has at most 500 characters.');
  end if;
  v_entry := private.take_bank_entry(p_statement, v_sent, p_status, v_note);
  v_is_new := v_entry.version = 0;
  -- A file never changes what somebody said of its payment; who opens the payment itself does.
  if not v_is_new and (v_entry.status = 'recorded' or v_entry.status = p_status or v_entry.status = 'set_aside' and not v_sent ? 'id') then
    return private.bank_entry_state(v_entry) || '{"was_known": true, "orders": []}';
  end if;
  if not v_is_new then
    update public.bank_entries b set status = p_status, note = v_note,
      settled_at = case when p_status <> 'unmatched' then clock_timestamp() end, settled_by = case when p_status <> 'unmatched' then auth.uid() end
    where b.id = v_entry.id;
  end if;
  if p_status = 'set_aside' then
    delete from private.payer_accounts a where a.entry_id = v_entry.id;
  elsif p_status = 'recorded' then
    v_outcomes := private.record_bank_parts(v_entry, private.json_of(p_parts));
  end if;
  select * into v_entry from public.bank_entries b where b.id = v_entry.id;
  return private.bank_entry_state(v_entry) || jsonb_build_object('was_known', false, 'orders', v_outcomes);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.settle_bank_file(p_id uuid, p_status text, p_reason text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_reason constant text := btrim(coalesce(p_reason, ''));
  v_file public.bank_files;
  v_refunds uuid[];
  v_refund uuid;
begin
  perform private.require_staff('owner');
  if p_status is null or p_status not in ('sent', 'discarded') then
    perform private.refuse(422, 'unknown_status', 'This status does not exist. Choose another.');
  end if;
  if length(v_reason) > 500 or p_status = 'discarded' and length(v_reason) < 2 then
    perform private.refuse(422, 'reason_missing', 'Enter a reason of 2 to 500 characters.');
  end if;
  select * into v_file from public.bank_files f where f.id = p_id for update;
  if not found then
    perform private.refuse(404, 'unknown_file', 'This bank file could not be found. Reload the page.');
  end if;
  if v_file.status = p_status then
    return private.bank_file_state(v_file);
  end if;
  if v_file.status <> 'made' then
    perform private.refuse(409, 'file_settled', case v_file.status
      when 'sent' then 'This file is marked as sent. It can’t be discarded any more.' else 'This file was discarded. Make a new one.' end);
  end if;
  v_refunds := array(select r.refund_id from public.bank_refunds r where r.file_id = p_id order by r.refund_id);
  perform 1 from public.order_records o
  where o.id in (select r.order_id from public.bank_refunds r where r.refund_id = any (v_refunds)) order by o.id for update;
  perform 1 from public.bank_refunds r where r.refund_id = any (v_refunds) order by r.refund_id for update;
  update public.bank_files f set status = p_status, reason = case when p_status = 'discarded' then v_reason else '' end,
    settled_at = clock_timestamp(), settled_by = auth.uid()
  where f.id = p_id returning * into v_file;
  update private.bank_file_contents c set kept_at = now() where c.file_id = p_id;
  if p_status = 'sent' then
    foreach v_refund in array v_refunds loop
      perform private.note_refund_sent(v_refund);
    end loop;
  else
    update public.bank_refunds r set file_id = null, account_end = '' where r.refund_id = any (v_refunds);
  end if;
  return private.bank_file_state(v_file);
end;
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
  if v_order.id is null or v_invoiced is null and not p_before_payment
    and (v_over or v_order.paid_at is null or v_order.paid_at < private.documents_since()) then
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
 SET lock_timeout TO '2s'
AS $function$
begin
  -- Who waited in vain does not wait again for each order of the same transaction.
  if exists (select from private.documents_due d where d.since = now() and d.problem = 'busy') then
    insert into private.documents_due (order_id, problem) values (new.id, 'busy') on conflict do nothing;
    return null;
  end if;
  begin
    perform private.settle_documents(new.id, false);
  exception when others then
    -- The number goes back with what failed. Money that came is never refused for a paper.
    insert into private.documents_due as d (order_id, problem)
    values (new.id, case when sqlstate = '55P03' then 'busy' else left(sqlerrm, 500) end)
    on conflict (order_id) do update set problem = excluded.problem;
  end;
  return null;
end;
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
      'settled', jsonb_build_array(private.settled_facts(p_line, p_kind = 'dropped')), 'refund_minor', v_back, 'currency', p_line.currency));
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
      tax_minor = private.tax_part(v_unit * l.quantity - least(l.discount_minor, v_unit * l.quantity), nullif(l.tax_rate_basis_points, 0), l.tax_included, l.tax_scheme)
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
  v_settled jsonb;
  v record;
begin
  select array_agg((s.line).id) filter (where s.is_dropped),
    jsonb_agg(private.settled_facts(s.line, s.is_dropped)) filter (where s.is_dropped or s.off_minor > 0),
    string_agg(s.words || case when s.is_dropped then '' else ': you pay less.' end, ' ') filter (where s.is_dropped or s.off_minor > 0)
  into v_dropped, v_settled, v_words from private.lines_to_settle(p_order.id, p_batch) s;
  if v_words is null then
    return false;
  end if;
  if not exists (
    select from public.order_lines l
    where l.order_id = p_order.id and l.refunded_quantity < l.quantity and l.id <> all (coalesce(v_dropped, '{}'))
  ) then
    perform private.move_order(p_order.id, 'awaiting_payment', 'cancelled', 'shop', v_words);
    perform private.mail_about_order(p_order.id, 'order_cancelled', 'cancelled', jsonb_build_object('reason', v_words, 'settled', v_settled));
    return true;
  end if;
  for v in select * from private.lines_to_settle(p_order.id, p_batch) s where s.is_dropped or s.off_minor > 0 loop
    perform private.settle_unpaid_line(v.line, v.is_dropped, v.off_minor, v.words || case when v.is_dropped then '' else ': you pay less.' end);
  end loop;
  perform private.sum_amended_order(p_order, p_order.shipping_minor, v_taxes, v_words);
  perform private.mail_about_order(p_order.id, 'order_changed', (select max(e.id)::text from public.order_events e where e.order_id = p_order.id),
    jsonb_build_object('reason', v_words, 'settled', v_settled));
  return false;
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

CREATE OR REPLACE FUNCTION private.settled_facts(p_line public.order_lines, p_is_dropped boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return jsonb_build_object('variant_title', p_line.variant_title, 'is_dropped', p_is_dropped,
    'moq', (select k.moq from public.batch_kits k where k.batch_id = p_line.batch_id and k.variant_id = p_line.variant_id));
end;
$function$
;

CREATE OR REPLACE FUNCTION private.shipment_state(p_order uuid)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case when count(*) = 0 then null
    when bool_and(s.status = 'delivered') then 'delivered'
    when bool_and(s.status <> 'planned') then 'shipped'
    when bool_or(s.status <> 'planned') then 'partly_shipped'
    else 'planned' end
  from public.shipments s where s.order_id = p_order
$function$
;

CREATE OR REPLACE FUNCTION private.shipping_of(p_cart private.priced_line[], p_country text, OUT shipments jsonb, OUT methods jsonb)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  with latest as (
    -- A parcel leaves with the last of its lines, and one that is made without a date is later than any.
    select distinct on (l.parcel) l.parcel, l.batch_id, l.ships_on, l.eta_precision
    from unnest(p_cart) l where l.parcel is not null
    order by l.parcel, l.batch_id is not null and l.ships_on is null desc,
      private.end_of_promise(l.ships_on, l.eta_precision) desc nulls last, l.line
  ), parcels as materialized (
    select row_number() over (order by w.ships_on nulls first, w.parcel) as place, w.*, g.*,
      array(select distinct t from unnest(p_cart) x, unnest(x.tags) t where x.parcel = w.parcel order by t) as tags
    from latest w cross join lateral (
      select max(l.handling_days) as handling_days, array_agg(l.line order by l.line) as lines,
        sum(l.weight_grams)::bigint as weight_grams, sum(l.total_minor)::bigint as value_minor
      from unnest(p_cart) l where l.parcel = w.parcel
    ) g
  )
  select (
    select coalesce(jsonb_agg(jsonb_build_object(
      'position', p.place, 'parcel', p.parcel, 'batch_id', p.batch_id, 'ships_on', p.ships_on,
      'eta_precision', p.eta_precision, 'handling_days', p.handling_days, 'lines', to_jsonb(p.lines),
      'weight_grams', p.weight_grams, 'value_minor', p.value_minor) order by p.place), '[]')
    from parcels p
  ), (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', m.id, 'code', m.code, 'name', m.name, 'carrier', m.carrier, 'days_min', m.days_min,
      'days_max', m.days_max, 'is_tracked', m.is_tracked, 'note', m.note, 'currency', m.currency,
      'price_minor', case when p.reason is null then p.price_minor end, 'reason', p.reason
    ) order by m.position, m.id), '[]')
    from public.zone_countries z
    join public.shipping_methods m on m.zone_id = z.zone_id and m.is_offered
    cross join lateral (
      select sum(x.price_minor) as price_minor, min(x.reason) as reason
      from parcels c
      cross join lateral private.parcel_price(m, c.weight_grams, c.value_minor, c.tags) x
    ) p
    where z.country_code = p_country and exists (select from parcels)
  ) into shipments, methods;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.shop_health()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_role text;
begin
  perform private.require_reader('owner', 'editor', 'fulfilment', 'support');
  v_role := (select s.role from private.staff s where s.user_id = auth.uid());
  return private.health() || jsonb_build_object(
    'alerts', (
      select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'code', a.code, 'about', a.about, 'message', a.message,
        'desk', a.desk, 'record', a.record, 'opened_at', a.opened_at, 'closed_at', a.closed_at) order by a.closed_at desc nulls first, a.opened_at desc), '[]')
      from (
        select a.* from private.alerts a join private.alert_rules r on r.code = a.code
        where v_role = any (r.roles) and (a.closed_at is null or a.closed_at > now() - interval '7 days')
        order by a.closed_at desc nulls first, a.opened_at desc limit 100) a),
    'owner', case when v_role = 'owner' then jsonb_build_object(
      'backup', (
        select jsonb_build_object('made_at', b.made_at, 'bytes', b.bytes, 'sha256', b.sha256, 'is_encrypted', b.is_encrypted,
          'is_verified', b.is_verified, 'rows', b.row_count, 'files', b.file_count, 'lost_files', b.lost_files)
        from private.backups b order by b.made_at desc limit 1),
      'database_bytes', pg_catalog.pg_database_size(pg_catalog.current_database()),
      'mails_waiting', (select count(*) from public.outbox m where m.sent_at is null and m.given_up_at is null),
      'rules', (
        select jsonb_agg(jsonb_build_object('code', r.code, 'roles', r.roles, 'mails', r.mails, 'calls', r.calls, 'threshold', r.threshold) order by r.code)
        from private.alert_rules r)) end);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.show_photo(p_photo private.customer_photos)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  insert into public.shown_photos (id, product_id, storage_path, width, height, placeholder_colour, note, name, alt)
  values ((p_photo).id, (p_photo).product_id, (p_photo).storage_path, (p_photo).width, (p_photo).height,
    (p_photo).placeholder_colour, (p_photo).note, (p_photo).name, (p_photo).alt)
  on conflict (id) do update set alt = excluded.alt, updated_at = clock_timestamp() where shown_photos.alt <> excluded.alt
$function$
;

CREATE OR REPLACE FUNCTION private.sign_quote(p_quote jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return (
    -- Prices of every method instead of the chosen one: choosing a method is no change of the quote.
    select p_quote || jsonb_build_object('quote_hash', private.hash_of(jsonb_build_object(
      'lines', (
        select jsonb_agg(jsonb_build_array(
          l -> 'variant_id', l -> 'quantity', l -> 'options', l -> 'design_id', l -> 'offer_id',
          l -> 'unit_price_minor', l -> 'discount_minor', l -> 'tax_minor', l -> 'tax_included')
          || case when l ->> 'flaws' <> '' then jsonb_build_array(l -> 'flaws') else '[]' end order by l -> 'line')
        from jsonb_array_elements(p_quote -> 'lines') l),
      'methods', (
        select jsonb_agg(jsonb_build_array(m -> 'id', m -> 'price_minor') order by m -> 'id')
        from jsonb_array_elements(p_quote -> 'shipping_methods') m),
      'country', p_quote -> 'country', 'discount', p_quote -> 'discount_minor', 'currency', p_quote -> 'currency'
    -- Left out where it is not so, as flaws are: quotes from before there were such are as they were.
    )::text || case when p_quote -> 'ships_together' = 'true' then ' together' else '' end))
  );
end;
$function$
;

CREATE OR REPLACE FUNCTION private.sign_view()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if (select count(*) from public.desk_views v where v.owner_id = new.owner_id) >= 200 then
    perform private.refuse(409, 'too_many_views', 'You have 200 views already. Delete some first.');
  end if;
  new.author := coalesce((select u.email from auth.users u where u.id = new.owner_id), '');
  return new;
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

CREATE OR REPLACE FUNCTION private.split_amount(p_amount bigint, p_weights bigint[])
 RETURNS bigint[]
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if p_amount = 0 then
    return array_fill(0::bigint, array[cardinality(p_weights)]);
  end if;
  return (
    select array_agg(part order by i) from (
      select i, p_amount * w / whole + case
        when row_number() over (order by p_amount * w % whole desc, i) <= p_amount - sum(p_amount * w / whole) over ()
        then 1 else 0 end as part
      from unnest(p_weights) with ordinality x (w, i),
        (select greatest(sum(w), 1)::bigint as whole from unnest(p_weights) w) s
    ) parts
  );
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
    return jsonb_build_object('reason', 'not_allowed', 'message', 'Your account isn’t allowed to do this.',
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

CREATE OR REPLACE FUNCTION private.staff_words(p_user uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return case when p_user = auth.uid() then 'you' else coalesce(
    case when private.is_staff('owner') then (select u.email from auth.users u where u.id = p_user) end,
    (select s.role from private.staff s where s.user_id = p_user), 'former staff') end;
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
    greatest(p_order.tax_minor + (v_taxes ->> 'added')::int - (p_taxes_before ->> 'added')::int, least((v_taxes ->> 'added')::int, 0)), p_reason);
  return private.pay_if_covered(p_order.id);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.take_bank_entry(p_statement uuid, p_entry jsonb, p_status text, p_note text)
 RETURNS public.bank_entries
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_statement public.bank_statements;
  v_entry public.bank_entries;
  v_is_settled constant boolean := p_status <> 'unmatched';
begin
  if coalesce(p_entry ? 'id', false) then
    select * into v_entry from public.bank_entries b where b.id = private.uuid_of(p_entry ->> 'id') for update;
  else
    select * into v_statement from public.bank_statements s where s.id = p_statement;
    if v_statement.id is not null then
      perform private.check_bank_entry(p_entry ->> 'account', p_entry);
      insert into public.bank_entries (statement_id, identity, account, booked_on, amount_minor, currency, payer, message, bank_reference,
        status, note, settled_at, settled_by)
      values (p_statement, private.bank_identity(p_entry ->> 'account', p_entry), p_entry ->> 'account', (p_entry ->> 'booked_on')::date,
        (p_entry ->> 'amount_minor')::int, p_entry ->> 'currency', p_entry ->> 'payer', p_entry ->> 'message', p_entry ->> 'bank_reference',
        p_status, p_note, case when v_is_settled then clock_timestamp() end, case when v_is_settled then auth.uid() end)
      -- Waits here for whoever settles the same one now.
      on conflict (identity) do nothing returning * into v_entry;
      if v_entry.id is null then
        select * into v_entry from public.bank_entries b where b.identity = private.bank_identity(p_entry ->> 'account', p_entry) for update;
      else
        v_entry.version := 0;
        if private.is_iban(p_entry ->> 'payer_account') then
          insert into private.payer_accounts (entry_id, iban) values (v_entry.id, p_entry ->> 'payer_account');
        end if;
      end if;
    end if;
  end if;
  if v_entry.id is null then
    perform private.refuse(404, 'unknown_entry', 'This payment could not be found. Read the statement again.');
  end if;
  return v_entry;
end;
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
    perform private.refuse(422, 'key_reused', 'You have already placed an order from this page. To order again, start from your cart.');
  end if;
  return v_known.answer || '{"replayed": true}';
end;
$function$
;

CREATE OR REPLACE FUNCTION private.tax_category(p_seller public.sellers, p_buyer jsonb, p_country text, p_rate integer, p_scheme text)
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
    when p_scheme = 'export' or p_scheme = '' and v_seller_in_eu and not v_buyer_in_eu then '{"code": "G", "reason": "Export outside of the EU, without VAT."}'
    when p_scheme = 'reverse_charge' or p_scheme = '' and v_seller_in_eu and v_buyer_in_eu and p_country <> p_seller.country_code
      and coalesce(p_buyer ->> 'vat_number', '') <> ''
      then '{"code": "K", "reason": "Intra-community supply, reverse charge: the buyer accounts for the VAT."}'
    else '{"code": "Z", "reason": ""}' end::jsonb;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.tax_on(p_country text, p_class text)
 RETURNS TABLE(name text, rate_basis_points integer)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  return query
  select r.name, r.rate_basis_points from public.tax_rates r
  where r.country_code = p_country and r.tax_class_code = p_class
    and r.valid_from <= current_date and (r.valid_to is null or current_date < r.valid_to);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.tax_part(p_amount bigint, p_rate integer, p_included boolean, p_scheme text)
 RETURNS bigint
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return case when p_rate is null then 0
    when p_included then private.share_of(p_amount, p_rate, 10000 + p_rate)
    when p_scheme in ('export', 'reverse_charge') then -private.share_of(p_amount, p_rate, 10000 + p_rate)
    -- Orders from before, when tax came on top outside the EU.
    else private.share_of(p_amount, p_rate, 10000) end;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.tax_rule_of(p_country text, p_vat_number text)
 RETURNS private.tax_rule
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  -- Whose seller has no VAT number has none in the price that could come off.
  v_home constant text := (select s.country_code from private.seller_now() s where s.vat_number <> '');
  v_home_in_eu boolean;
  v_in_eu boolean;
  v_country text;
  v_limit int;
  v_per text;
begin
  if p_country is null then
    return row('', false, null, null, null, null)::private.tax_rule;
  elsif p_country = v_home then
    return row('domestic', true, v_home, v_home, null, null)::private.tax_rule;
  end if;
  v_home_in_eu := (select c.in_eu from public.countries c where c.code = v_home);
  v_in_eu := (select c.in_eu from public.countries c where c.code = p_country);
  if v_in_eu and v_home_in_eu and private.country_of_vat_number(p_vat_number) = p_country
    and (private.vat_check_of(p_vat_number)).is_valid then
    return row('reverse_charge', false, v_home, v_home, null, null)::private.tax_rule;
  end if;
  select coalesce(r.country_code, 'EU'), r.limit_minor, r.limit_per into v_country, v_limit, v_per
  from public.tax_registrations r
  where (r.country_code = p_country or r.country_code is null and v_in_eu)
    and r.valid_from <= current_date and (r.valid_to is null or current_date < r.valid_to)
  order by r.country_code nulls last limit 1;
  if found then
    return row(case v_country when 'EU' then 'oss' else 'local' end, true, p_country, v_home, v_limit, v_per)::private.tax_rule;
  elsif v_in_eu and v_home is null then
    return row('oss', true, p_country, null, null, null)::private.tax_rule;
  elsif v_in_eu and v_home_in_eu then
    return row('domestic', true, v_home, v_home, null, null)::private.tax_rule;
  elsif v_home is not null then
    return row('export', false, v_home, v_home, null, null)::private.tax_rule;
  end if;
  return row('', false, null, null, null, null)::private.tax_rule;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.tax_rule_of_order(p_order public.order_records)
 RETURNS private.tax_rule
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_rule private.tax_rule := private.tax_rule_of(p_order.country_code, null);
  v_line record;
begin
  select l.tax_scheme, l.tax_included, l.tax_rate_basis_points into v_line from public.order_lines l
  where l.order_id = p_order.id order by l.tax_included desc, l.position limit 1;
  v_rule.limit_minor := null;
  if found and v_line.tax_scheme = '' and v_line.tax_rate_basis_points = 0 then
    return row('', false, null, null, null, null)::private.tax_rule;
  end if;
  if v_line.tax_scheme <> '' or v_line.tax_rate_basis_points > 0 then
    v_rule.scheme := v_line.tax_scheme;
    v_rule.is_included := v_line.tax_included;
    v_rule.country := case when v_line.tax_scheme in ('domestic', 'export', 'reverse_charge') then v_rule.home else p_order.country_code end;
  end if;
  return v_rule;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.tax_sums(p_lines jsonb, p_shipping bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return (
    -- Shipping has no class of its own: it is taxed as the line with the highest rate, and as one whose price
    -- contains tax where there are both.
    select jsonb_build_object('scheme', coalesce(t.scheme, ''),
      'included', t.included + case when t.is_included then x.tax else 0 end,
      'added', t.added + case when t.is_included then 0 else x.tax end)
    from (
      select coalesce(sum(l.tax_minor) filter (where l.tax_included), 0) as included,
        coalesce(sum(l.tax_minor) filter (where not l.tax_included), 0) as added,
        (array_agg(l.tax_rate_basis_points order by l.tax_included desc, l.tax_rate_basis_points desc nulls last))[1] as rate,
        (array_agg(l.tax_scheme order by l.tax_included desc, l.tax_rate_basis_points desc nulls last))[1] as scheme,
        coalesce(bool_or(l.tax_included), false) as is_included
      from jsonb_to_recordset(p_lines) l (tax_minor bigint, tax_included boolean, tax_rate_basis_points int, tax_scheme text)
    ) t cross join lateral (select private.tax_part(p_shipping, t.rate, t.is_included, t.scheme) as tax) x
  );
end;
$function$
;

CREATE OR REPLACE FUNCTION private.tell_browsers()
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_told int;
begin
  insert into private.notices (browser_id, product_id, kind, fact, payload)
  select b.id, t.product_id, 'product_update', 'update ' || t.id,
    private.browser_payload(t.product_id) || jsonb_build_object('url', t.url, 'title', t.title, 'summary', t.summary)
  from (
    select distinct on (a.id, f.browser_id) a.*, f.browser_id
    from private.updates_to_tell() a
    join private.browser_follows f on f.product_id = a.product_id and f.asked_at <= a.publish_at
    where not exists (select from private.notices n where n.browser_id = f.browser_id and n.fact = 'update ' || a.id)
    order by a.id, f.browser_id, f.asked_at
    limit 500
  ) t
  join private.browsers b on b.id = t.browser_id
  -- One that is being forgotten is told nothing, and keeps nobody waiting.
  for key share of b skip locked
  on conflict do nothing;
  get diagnostics v_told = row_count;
  return v_told;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.tell_browsers_of_drops(p_drops jsonb, p_products uuid[], p_newest timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_told int;
begin
  with due as (
    select f.browser_id, f.product_id, l.lines
    from private.browser_follows f
    join private.browsers b on b.id = f.browser_id
    cross join lateral (select private.drops_for(p_drops, f.product_id, greatest(f.told_at, f.asked_at)) as lines) l
    where (f.product_id is null or f.product_id = any (p_products))
      and greatest(f.told_at, f.asked_at) < p_newest and (f.told_at is null or f.told_at <= now() - interval '1 day')
      and l.lines is not null
      and (f.product_id is null or not exists (
        select from private.browser_follows m where m.browser_id = f.browser_id and m.product_id is null))
    order by f.asked_at, f.browser_id
    limit 500
    for update of f skip locked
    for key share of b skip locked
  ), told as (
    update private.browser_follows f set told_at = now() from due d
    where f.browser_id = d.browser_id and f.product_id is not distinct from d.product_id
  )
  insert into private.notices (browser_id, product_id, kind, fact, payload)
  select d.browser_id, d.product_id, 'new_drops', concat_ws(' ', 'drops', d.product_id, extract(epoch from now())),
    private.browser_payload(d.product_id) || jsonb_build_object('count', jsonb_array_length(d.lines),
      'lines', jsonb_path_query_array(d.lines, '$[0 to 3]'))
  from due d
  on conflict do nothing;
  get diagnostics v_told = row_count;
  return v_told;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.tell_followers()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_due record;
  v_told int := 0;
begin
  for v_due in
    -- A buyer whom staff have told of the same update needs no second mail about it.
    select distinct on (a.id, r.address)
      a.id, a.url, a.title, a.summary, r.address, f as follow, f.user_id, private.hash_of(r.address) as address_hash
    from private.updates_to_tell() a
    join private.follows f on f.product_id = a.product_id and f.variant_id is null
      and f.confirmed_at <= a.publish_at and f.ended_at is null
    cross join lateral (select private.follow_address(f) as address) r
    where r.address is not null and not exists (
      select from public.outbox o
      where o.dedupe_key in ('product_update:' || a.id || ':' || private.hash_of(r.address),
        'batch_update:' || a.id || ':' || private.hash_of(r.address)))
    order by a.id, r.address, f.confirmed_at
    limit 500
  loop
    perform private.queue_mail('product_update', v_due.address, v_due.id || ':' || v_due.address_hash,
      private.follow_payload(v_due.follow) || jsonb_build_object('url', v_due.url, 'title', v_due.title,
        'summary', v_due.summary), v_due.user_id);
    v_told := v_told + 1;
  end loop;
  return v_told + private.tell_browsers();
end;
$function$
;

CREATE OR REPLACE FUNCTION private.tell_of_drops()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_drops jsonb;
  v_products uuid[];
  v_newest timestamptz;
  v_reader record;
  v_told int := 0;
begin
  select coalesce(jsonb_agg(d.facts || jsonb_build_object('noted_at', d.noted_at, 'product_id', d.product_id)
      order by d.at desc, d.facts ->> 'url'), '[]'),
    array_agg(d.product_id),
    -- Who publishes several things one after the other writes one mail.
    max(d.noted_at) filter (where d.noted_at <= now() - interval '10 minutes')
  into v_drops, v_products, v_newest
  from (
    select n.at, n.noted_at, n.product_id, private.news_facts(n) as facts
    from private.news n where n.noted_at > now() - interval '3 days' and private.news_topic(n.kind) = 'drops'
  ) d
  where d.facts is not null;
  if v_newest is null then
    return 0;
  end if;
  for v_reader in
    select f as follow, r.address, l.lines
    from private.follows f
    cross join lateral (select private.follow_address(f) as address) r
    cross join lateral (select private.drops_for(v_drops, f.product_id, greatest(f.digest_at, f.confirmed_at)) as lines) l
    where (f.product_id is null or (f.product_id = any (v_products) and f.variant_id is null))
      and f.confirmed_at is not null and f.ended_at is null and greatest(f.digest_at, f.confirmed_at) < v_newest
      and (f.digest_at is null or f.digest_at <= now() - interval '1 day')
      and r.address is not null and l.lines is not null
      -- One mail to a mailbox: who follows everything is told there, and its own wish tells its account too.
      -- Two questions, so that each is answered by an address: as one they compared each reader with each other.
      and not exists (
        select from private.follows m
        where m.email = r.address and m.confirmed_at is not null and m.ended_at is null and m.variant_id is null
          and case when m.product_id is not distinct from f.product_id then f.user_id is not null else m.product_id is null end)
      and not exists (
        select from auth.users u join private.follows m on m.user_id = u.id
        where u.email = r.address and f.product_id is not null
          and m.product_id is null and m.confirmed_at is not null and m.ended_at is null and m.variant_id is null)
    order by f.confirmed_at, f.id
    limit 500
    for update of f skip locked
  loop
    update private.follows set digest_at = now() where id = (v_reader.follow).id;
    perform private.queue_mail('new_drops', v_reader.address, (v_reader.follow).id || ':' || now(),
      private.follow_payload(v_reader.follow) || jsonb_build_object('count', jsonb_array_length(v_reader.lines),
        'lines', jsonb_path_query_array(v_reader.lines, '$[0 to 11]')), (v_reader.follow).user_id);
    v_told := v_told + 1;
  end loop;
  return v_told + private.tell_browsers_of_drops(v_drops, v_products, v_newest);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.tell_refund(p_refund uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_refund constant public.payments := (select p from public.payments p where p.id = p_refund);
  v_bank constant public.bank_refunds := (select b from public.bank_refunds b where b.refund_id = p_refund);
  v_refused constant int := (select coalesce(sum(r.amount_minor), 0) from public.refund_calls r where r.refund_id = p_refund and r.state = 'refused');
begin
  if v_bank.refund_id is not null and v_bank.sent_at is null
    or exists (select from public.refund_calls r where r.refund_id = p_refund and r.state = 'waiting') then
    return;
  end if;
  update public.payments set sent_at = coalesce(v_bank.sent_at, clock_timestamp()) where id = p_refund and sent_at is null;
  if v_refund.amount_minor > v_refused then
    perform private.mail_about_order(v_refund.order_id, 'order_refunded', p_refund::text,
      jsonb_build_object('amount_minor', v_refund.amount_minor - v_refused, 'reason', v_refund.reason)
      || case when v_bank.refund_id is null then '{}'
        else jsonb_build_object('transfer_minor', v_bank.amount_minor, 'account_end', v_bank.account_end) end);
  end if;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.tell_voters(p_list uuid, p_batch public.batches)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_told int;
begin
  perform private.queue_mail('interest_became_group_buy', u.email, e.id || ':' || p_batch.id,
    jsonb_build_object('list_id', l.id, 'list_title', l.title, 'batch_title', p_batch.title, 'product_title', p.title,
      'product_url', p.url, 'product_kind', p.kind, 'opens_at', p_batch.opens_at, 'closes_at', p_batch.closes_at), u.id)
  from public.list_entries e
  join public.lists l on l.id = e.list_id
  join public.products p on p.id = l.product_id
  join auth.users u on u.id = e.user_id and u.email <> ''
  where e.list_id = p_list and e.withdrawn_at is null;
  get diagnostics v_told = row_count;
  return v_told;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.test_webhook(p_webhook uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_webhook private.webhooks;
begin
  perform private.require_staff('owner');
  select * into v_webhook from private.webhooks w where w.id = p_webhook for update;
  if v_webhook.id is null then
    perform private.refuse(404, 'unknown_webhook', 'This webhook no longer exists. Reload the page.');
  end if;
  -- One that still waits leaves at once, and no other beside it.
  update private.webhook_calls c set call_after = now(), calls = 0, last_error = ''
  where c.webhook_id = p_webhook and c.news_id is null and c.called_at is null and c.given_up_at is null;
  if not found then
    insert into private.webhook_calls (webhook_id) values (p_webhook);
  end if;
  return private.webhook_facts(v_webhook);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.tier_price(p_kit uuid, p_count integer, p_price_minor integer)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return coalesce((
    select t.price_minor from public.batch_price_tiers t
    where t.batch_kit_id = p_kit and t.from_count <= p_count
    order by t.from_count desc limit 1
  ), p_price_minor);
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

CREATE OR REPLACE FUNCTION private.told_registration(p_country text, p_lines jsonb)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return coalesce((
    select r.name || ': ' || r.number from public.tax_registrations r
    where r.country_code = p_country and r.number <> ''
      and r.valid_from <= current_date and (r.valid_to is null or current_date < r.valid_to)
      and exists (select from jsonb_array_elements(p_lines) l where l ->> 'tax_scheme' = 'local')), '');
end;
$function$
;

CREATE OR REPLACE FUNCTION private.told_return(p_return public.order_returns)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('id', p_return.id, 'kind', p_return.kind, 'status', p_return.status, 'version', p_return.version,
    'amount_minor', p_return.amount_minor, 'currency', p_return.currency, 'asked_at', p_return.asked_at,
    'awaits_items', private.awaits_items(p_return))
$function$
;

CREATE OR REPLACE FUNCTION private.transfer_lines(p_order uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', l.id, 'variant_id', l.variant_id, 'kind', l.kind, 'has_design', l.design is not null, 'url', l.url,
    'title', l.title, 'variant_title', l.variant_title, 'flaws', l.flaws, 'quantity', l.quantity - l.refunded_quantity,
    'options', l.options, 'total_minor', l.total_minor) order by l.position), '[]')
  from public.order_lines l where l.order_id = p_order and l.quantity > l.refunded_quantity
$function$
;

CREATE OR REPLACE FUNCTION private.transfer_numbers(p_text text)
 RETURNS TABLE(number text, is_marked boolean, place integer)
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  -- A creditor reference begins with RF and two digits that check it.
  v_text constant text := regexp_replace(upper(left(coalesce(p_text, ''), 1200)), '\mRF[0-9]{2} ?(?=KW)', ' ', 'g');
begin
  return query
  with marked as (
    select m.place, string_to_array(regexp_replace(m.found[1], '[^0-9]+', ' ', 'g'), ' ') as groups
    from regexp_matches(v_text, '(?:^|[^0-9A-Z])KW[^0-9A-Z]{0,3}([0-9]+(?:[ ./-][0-9]+){0,3})', 'g') with ordinality m (found, place)
  ), spelt as (
    -- A bank breaks long texts, also within a number: the fewest groups that make an order are one.
    select 'KW-' || array_to_string(m.groups[1:n], '') as number, true as is_marked, (m.place * 10 + n)::int as place
    from marked m cross join generate_series(1, cardinality(m.groups)) n
    union all
    select 'KW-' || b.found[1], false, (1000 + b.place * 10)::int
    from regexp_matches(v_text, '(?<![0-9A-Z])([0-9]{5,9})(?![0-9A-Z])', 'g') with ordinality b (found, place)
  )
  select s.number, bool_or(s.is_marked), min(s.place) from spelt s
  where length(s.number) <= 13 group by s.number order by 3 limit 40;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.transfer_order(p_file public.bank_files, p_account public.bank_accounts, p_refunds uuid[])
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_seller constant public.sellers := private.seller_now();
  v_holder constant text := private.sepa_text(p_account.holder, 70);
  v_sums constant text := format('<NbOfTxs>%s</NbOfTxs><CtrlSum>%s</CtrlSum>', p_file.payments, private.euro_amount(p_file.total_minor));
  v_transfers text;
begin
  -- The signs of SEPA hold none that XML would have to write another way.
  select string_agg(format(
    E'      <CdtTrfTxInf>\n        <PmtId><EndToEndId>%s</EndToEndId></PmtId>\n        <Amt><InstdAmt Ccy="EUR">%s</InstdAmt></Amt>\n        <Cdtr><Nm>%s</Nm></Cdtr>\n        <CdtrAcct><Id><IBAN>%s</IBAN></Id></CdtrAcct>\n        <RmtInf><Ustrd>%s</Ustrd></RmtInf>\n      </CdtTrfTxInf>\n',
    r.reference, private.euro_amount(r.amount_minor), private.sepa_text(a.account ->> 'holder', 70), a.account ->> 'iban',
    private.sepa_text('Refund of order ' || o.number, 140)), '' order by r.reference collate "C")
  into v_transfers
  from public.bank_refunds r
  join public.order_records o on o.id = r.order_id
  cross join lateral (select private.refund_account_of(r.order_id) as account) a
  where r.refund_id = any (p_refunds);
  return E'<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">\n  <CstmrCdtTrfInitn>\n'
    || format(E'    <GrpHdr>\n      <MsgId>%s</MsgId>\n      <CreDtTm>%s</CreDtTm>\n      %s\n      <InitgPty><Nm>%s</Nm></InitgPty>\n    </GrpHdr>\n',
      p_file.message_id, to_char(p_file.made_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), v_sums, v_holder)
    || format(E'    <PmtInf>\n      <PmtInfId>%s</PmtInfId>\n      <PmtMtd>TRF</PmtMtd>\n      <BtchBookg>true</BtchBookg>\n      %s\n', p_file.message_id || '-1', v_sums)
    || format(E'      <PmtTpInf><SvcLvl><Cd>SEPA</Cd></SvcLvl></PmtTpInf>\n      <ReqdExctnDt><Dt>%s</Dt></ReqdExctnDt>\n      <Dbtr><Nm>%s</Nm>%s</Dbtr>\n',
      p_file.execute_on, v_holder,
      -- Transfers to Switzerland, the United Kingdom and others outside the EEA say where the payer is.
      coalesce(format('<PstlAdr><TwnNm>%s</TwnNm><Ctry>%s</Ctry></PstlAdr>', nullif(private.sepa_text(v_seller.city, 35), ''), v_seller.country_code), ''))
    || format(E'      <DbtrAcct><Id><IBAN>%s</IBAN></Id><Ccy>EUR</Ccy></DbtrAcct>\n      <DbtrAgt><FinInstnId><BICFI>%s</BICFI></FinInstnId></DbtrAgt>\n      <ChrgBr>SLEV</ChrgBr>\n',
      p_account.iban, p_account.bic)
    || v_transfers || E'    </PmtInf>\n  </CstmrCdtTrfInitn>\n</Document>\n';
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
    perform private.refuse(422, 'wrong_orders', 'Reload the page and try again: some stages are missing.');
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
      when v_to = 'shipped' and exists (
        select from public.shipments s where s.order_id = x.id and s.status = 'planned' and private.is_withdrawn(s.id)) then 'withdrawn'
      when v_to in ('ready_to_ship', 'shipped') and o.ships_together and private.part_waited_for(x.id) is not null then 'not_complete'
      -- Its time is over and others took of its goods: money that came is noted by itself, and owed back.
      when v_to = 'paid' and o.status = 'awaiting_payment' and o.pay_by <= now() and not private.all_holds_stand(x.id)
        then 'goods_gone'
      when private.is_gated(v_to) and not m.needs_reason and o.due_minor > 0 and v_despite is null then 'money_due'
    end as refusal
    from (select distinct on (u.id) u.id, u.seen from unnest(p_orders, p_from) u (id, seen) order by u.id) x
    left join lateral (select r.status, r.pay_by, r.address_question, r.ships_together, private.balance_due(r) as due_minor
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

CREATE OR REPLACE FUNCTION private.undoable_tables()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select array[
    'bank_accounts', 'countries', 'country_restrictions', 'currency_rates', 'design_kits', 'design_offers', 'discount_codes',
    'faq_entries', 'faq_groups', 'makers', 'page_texts', 'palettes', 'partner_sales', 'product_files', 'product_relations',
    'regional_partners', 'shipping_rates', 'tax_classes', 'tax_rates', 'tax_registrations']
$function$
;

CREATE OR REPLACE FUNCTION private.unfollow_in_browser(p_endpoint text, p_product uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_browser constant uuid := (select id from private.browsers where endpoint = p_endpoint);
begin
  delete from private.browser_follows where browser_id = v_browser and product_id is not distinct from p_product;
  return found;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.unfollow_product(p_follow uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user constant uuid := auth.uid();
  v_ended private.follows;
begin
  if v_user is null then
    perform private.refuse(401, 'signed_out', 'Please sign in first.', '{}');
  end if;
  update private.follows f set ended_at = coalesce(f.ended_at, now())
  where f.id = p_follow and private.own_follow(f, v_user)
  returning f.* into v_ended;
  if not found then
    return false;
  end if;
  if v_ended.product_id is null then
    -- The account and its mailbox may both have asked for everything new.
    update private.follows f set ended_at = coalesce(f.ended_at, now())
    where f.product_id is null and (f.user_id = v_user or f.email = private.follow_address(v_ended))
      and private.own_follow(f, v_user);
  end if;
  return true;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.updates_to_tell()
 RETURNS TABLE(id uuid, url text, title text, summary text, publish_at timestamp with time zone, product_id uuid)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select u.id, u.url, u.title, u.summary, u.publish_at, b.product_id
  from public.updates u
  join lateral (
    select product_id from public.update_products where update_id = u.id
    union
    select t.product_id from public.update_batches n join public.batches t on t.id = n.batch_id where n.update_id = u.id
  ) b on true
  join public.products p on p.id = b.product_id and p.status in ('scheduled', 'published') and p.publish_at <= now()
  where u.status in ('scheduled', 'published') and u.publish_at <= now() and u.publish_at > now() - interval '3 days'
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
      perform private.refuse(409, 'code_used_up', 'This code has been used up. Remove it to continue.');
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

CREATE OR REPLACE FUNCTION private.variant_name(p_title text, p_flaws text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return case when p_flaws = '' or p_title ~* 'b-stock' then p_title else p_title || ', B-stock' end;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.vat_check_of(p_number text)
 RETURNS private.vat_checks
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  -- The newest answer counts, and none that is old.
  return (select c from private.vat_checks c
    where c.number = p_number and c.checked_at > now() - interval '3 days' order by c.checked_at desc limit 1);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.vat_proof(p_order public.order_records, p_number text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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
$function$
;

CREATE OR REPLACE FUNCTION private.vat_report(p_from date, p_to date)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_reader('owner');
  if p_from is null or p_to is null or p_to not between p_from and p_from + 400 then
    perform private.refuse(422, 'wrong_period', 'Choose a period of one year at most.');
  end if;
  return (
    with told as (
      select d.kind, d.currency, (t ->> 'rate_basis_points')::int as rate, (t ->> 'net_minor')::bigint as net, (t ->> 'tax_minor')::bigint as tax,
        t ->> 'category' as category, coalesce(t ->> 'scheme', '') as scheme,
        coalesce(f.facts #>> '{buyer,delivery,country}', f.facts #>> '{buyer,address,country}') as country,
        f.facts #>> '{seller,country}' as home
      from public.documents d join private.document_facts f on f.document_id = d.id
      cross join lateral jsonb_array_elements(f.facts -> 'taxes') t
      where d.issued_on between p_from and p_to
    ), summed as (
      select t.country, coalesce(c.name, t.country) as country_name, x.scheme, t.rate, t.currency,
        sum(case t.kind when 'invoice' then t.net else -t.net end) as net, sum(case t.kind when 'invoice' then t.tax else -t.tax end) as tax,
        count(*) filter (where t.kind = 'invoice') as invoices, count(*) filter (where t.kind = 'credit_note') as credit_notes
      from told t left join public.countries c on c.code = t.country
      -- Documents from before say no rule: their country and kind of tax tell it.
      cross join lateral (select case when t.scheme <> '' then t.scheme when t.category = 'K' then 'reverse_charge' when t.category = 'G' then 'export'
        when t.rate = 0 then 'none' when t.country = t.home then 'domestic' when c.in_eu then 'oss' else 'local' end as scheme) x
      group by 1, 2, 3, 4, 5
    )
    select coalesce(jsonb_agg(jsonb_build_object('country', s.country, 'country_name', s.country_name, 'scheme', s.scheme,
      'rate_basis_points', s.rate, 'currency', s.currency, 'net_minor', s.net, 'tax_minor', s.tax,
      'invoices', s.invoices, 'credit_notes', s.credit_notes) order by s.country_name, s.scheme, s.rate), '[]')
    from summed s);
end;
$function$
;

CREATE OR REPLACE FUNCTION private.visit_funnel(p_from date, p_to date)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_orders bigint;
  v_paid bigint;
begin
  perform private.require_reader('owner', 'fulfilment');
  if p_from is null or p_to is null or p_to - p_from not between 0 and 365 then
    perform private.refuse(422, 'wrong_period', 'Choose a period of one year at most.');
  end if;
  select count(*), count(*) filter (where o.captured_minor > o.refunded_minor) into v_orders, v_paid
  from public.order_records o where o.placed_at >= p_from::timestamp at time zone 'UTC' and o.placed_at < (p_to + 1)::timestamp at time zone 'UTC';
  return jsonb_build_object(
    'from', p_from, 'to', p_to,
    'steps', (
      select jsonb_agg(jsonb_build_object('step', s.name, 'visits', coalesce(v.visits, 0)) order by s.n)
      from unnest(array['product_viewed', 'cart_line_added', 'cart_viewed', 'checkout_started', 'order_placed']) with ordinality s (name, n)
      left join (
        select d.step, sum(d.visits) as visits from private.visit_days d where d.day between p_from and p_to group by d.step
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
    'product_sounds', 'shown_photos', 'product_facts', 'product_files', 'product_relations', 'makers', 'colorways', 'palettes',
    'batches', 'batch_kits', 'batch_price_tiers', 'lists', 'list_choices', 'updates',
    'update_batches', 'update_products', 'countries', 'tax_rates', 'tax_registrations', 'country_restrictions',
    'shipping_zones', 'zone_countries', 'shipping_methods', 'shipping_rates', 'regional_partners',
    'partner_countries', 'partner_sales', 'settings', 'page_texts', 'faq_groups', 'faq_entries',
    'legal_versions', 'legal_sections', 'translations'
  ];
  -- What orders and entries touch by themselves.
  v_counted constant text[] := array[
    'version', 'updated_at', 'entry_count',
    'ordered_count', 'waiting_count', 'settled_count'
  ];
  v_most constant int := 200;
  v_is_owner constant boolean := private.is_staff('owner');
begin
  perform private.require_reader('owner', 'editor');
  if p_since is null or p_since < now() - interval '1 year' then
    perform private.refuse(422, 'since_too_old', 'Choose a time within the last year.', '{}');
  end if;
  return (
    with edits as (
      select log.table_name, log.row_id,
        (array_agg(log.action order by log.id))[1] as first_action,
        (array_agg(log.action order by log.id desc))[1] as last_action,
        (array_agg(coalesce(log.after, log.before) order by log.id desc))[1] as shown,
        (array_agg(log.before order by log.id))[1] as was,
        (array_agg(log.after order by log.id desc))[1] as is_now,
        (array_agg(log.actor_role order by log.id desc))[1] as by_role,
        (array_agg(log.actor_id order by log.id desc))[1] as by_id,
        max(log.at) as at
      from public.audit_log log
      where log.at > p_since and log.table_name = any (v_shown)
        and log.action in ('insert', 'update', 'delete')
        and (log.table_name <> 'translations' or exists (
          select from public.settings s
          where 'language_' || (coalesce(log.after, log.before) ->> 'language') = s.key and s.value > 0))
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
      select table_name, row_id, at, by_role, by_id, shown,
        case when first_action = 'insert' or last_action = 'delete' then '{}' else private.changed_fields(was, is_now) end as before,
        case when first_action = 'insert' or last_action = 'delete' then '{}' else private.changed_fields(is_now, was) end as after,
        case when first_action = 'insert' then 'new' when last_action = 'delete' then 'gone'
          else 'changed' end as kind,
        coalesce(shown ->> 'title', case when table_name = 'shown_photos' then shown ->> 'alt' when table_name = 'translations' then left(shown ->> 'text', 80) end, shown ->> 'name', shown ->> 'question', shown ->> 'sku',
          shown ->> 'url', shown ->> 'code', shown ->> 'key', '') as title
      from edits where not (first_action = 'insert' and last_action = 'delete')
      union all
      select table_name, row_id, publish_at, 'clock', null, null, '{}', '{}', 'due', title from due
      where not exists (
        select from edits where edits.table_name = due.table_name and edits.row_id = due.row_id)
    ),
    listed as (
      select c.*, u.email, p.id as product_id, p.title as product
      from (select * from changes order by at desc, table_name, row_id limit v_most) c
      left join auth.users u on u.id = c.by_id
      -- A part says its product, or its batch, kit or option, which says it.
      cross join lateral (select case when c.table_name = 'products' then private.uuid_of(c.row_id) else coalesce(
        private.uuid_of(c.shown ->> 'product_id'),
        (select o.product_id from public.product_options o where o.id = private.uuid_of(c.shown ->> 'option_id')),
        (select b.product_id from public.batches b where b.id = private.uuid_of(c.shown ->> 'batch_id')),
        (select b.product_id from public.batch_kits k join public.batches b on b.id = k.batch_id
          where k.id = private.uuid_of(c.shown ->> 'batch_kit_id'))) end as id) owner
      left join lateral (select x.id, x.title from public.products x where x.id = owner.id limit 1) p on true)
    select jsonb_build_object(
      'since', p_since,
      'count', (select count(*) from changes),
      'changes', coalesce((select jsonb_agg(jsonb_build_object(
        'table', table_name, 'row_id', row_id, 'kind', kind, 'title', title, 'at', at,
        'by', by_role, 'is_own', by_id is not distinct from auth.uid(), 'email', case when v_is_owner then email end,
        'product_id', product_id, 'product', product, 'before', before, 'after', after) order by at desc) from listed), '[]'))
  );
end;
$function$
;

CREATE OR REPLACE FUNCTION private.watch_shop()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_found constant jsonb := (select coalesce(jsonb_agg(to_jsonb(f)), '[]') from private.find_alerts() f);
  v_new int;
begin
  update private.alerts a set closed_at = now()
  where a.closed_at is null and not exists (
    select from jsonb_to_recordset(v_found) f (code text, key text) where f.code = a.code and f.key = a.key);
  -- What comes and goes is one trouble, told of once.
  update private.alerts a set closed_at = null, message = f.message
  from jsonb_to_recordset(v_found) f (code text, key text, message text)
  where a.id = (
    select b.id from private.alerts b where b.code = f.code and b.key = f.key order by b.closed_at desc nulls first limit 1)
    and (a.closed_at > now() - interval '6 hours' or a.closed_at is null and a.message <> f.message);
  insert into private.alerts (code, key, about, message, desk, record)
  select f.code, f.key, f.about, f.message, f.desk, f.record
  from jsonb_to_recordset(v_found) f (code text, key text, about text, message text, desk text, record text)
  on conflict do nothing;
  get diagnostics v_new = row_count;
  perform private.mail_alerts();
  return v_new;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.way_back_of(p_order public.order_records, p_line public.order_lines)
 RETURNS TABLE(way text, percent integer, until timestamp with time zone)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_parcel public.shipments;
  v_batch public.batches;
begin
  select * into v_parcel from public.shipments s where s.id = p_line.shipment_id;
  if p_order.status in ('expired', 'cancelled', 'refunded') then
    return query select 'ended', 0, null::timestamptz;
  elsif p_order.status = 'awaiting_payment' then
    return query select 'unpaid', 100, null::timestamptz;
  elsif v_parcel.status <> 'planned' or p_order.status in ('shipped', 'delivered') then
    if p_line.sold_as = 'group_buy' or p_line.design_id is not null or p_line.design is not null then
      return query select 'made_for_you', 0, null::timestamptz;
    elsif v_parcel.delivered_at + make_interval(days => private.setting('days_to_return')) <= now() then
      return query select 'too_late', 0, v_parcel.delivered_at + make_interval(days => private.setting('days_to_return'));
    else
      return query select 'withdrawal', 100, v_parcel.delivered_at + make_interval(days => private.setting('days_to_return'));
    end if;
  elsif p_line.sold_as = 'group_buy' and p_line.batch_id is not null then
    select * into v_batch from public.batches b where b.id = p_line.batch_id;
    return query select * from private.way_out_of_batch(v_batch);
  elsif p_order.status = 'ready_to_ship' then
    return query select 'packed', 0, null::timestamptz;
  else
    return query select 'before_packing', 100, null::timestamptz;
  end if;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.way_out_of_batch(p_batch public.batches)
 RETURNS TABLE(way text, percent integer, until timestamp with time zone)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_stage constant public.batch_stage := private.batch_stage_now(p_batch.stage, p_batch.opens_at, p_batch.closes_at, now());
begin
  if now() >= private.end_of_promise(p_batch.original_eta, p_batch.eta_precision)
    + make_interval(months => private.setting('months_delay_full_refund')) then
    return query select 'late', 100, null::timestamptz;
  elsif now() < p_batch.cancel_until or v_stage in ('draft', 'interest_check', 'announced', 'open') then
    return query select 'before_closing', private.setting('percent_refund_before_closing'),
      greatest(p_batch.cancel_until, p_batch.closes_at);
  elsif v_stage = 'moq_failed' then
    return query select 'not_made', 100, null::timestamptz;
  elsif v_stage = 'closed' then
    return query select 'before_production', private.setting('percent_refund_before_production'), null::timestamptz;
  else
    return query select 'in_production', private.setting('percent_refund_in_production'), null::timestamptz;
  end if;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.ways_back(p_order uuid, p_token text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.order_records;
  v_kept int;
begin
  select * into v_order from public.order_records o where o.id = p_order;
  if not private.sees_returns(v_order, p_token) then
    perform private.refuse(404, 'unknown_order', 'You have no such order.');
  end if;
  if v_order.status not in ('expired', 'cancelled', 'refunded', 'shipped', 'delivered') and not private.has_left(p_order) then
    v_kept := private.kept_on_leaving(v_order);
  end if;
  return jsonb_build_object(
    'cancel', case when v_kept is not null then jsonb_build_object(
      'kept_minor', v_kept, 'back_minor', greatest(v_order.captured_minor - v_order.refunded_minor - v_kept, 0),
      'until', (select min(w.until) from private.ways_back_of(v_order) w)) end,
    'lines', (
      select coalesce(jsonb_agg(jsonb_build_object('line_id', w.line_id, 'quantity', w.quantity - coalesce(r.quantity, 0), 'way', w.way, 'percent', w.percent,
        'amount_minor', w.amount_minor, 'of', w.quantity, 'until', w.until, 'warranty_until', l.delivered_at + make_interval(months => private.setting('months_of_warranty')))), '[]')
      from private.ways_back_of(v_order) w
      left join private.lines_on_return(p_order) r on r.line_id = w.line_id
      left join lateral (
        select s.delivered_at from public.order_lines i join public.shipments s on s.id = i.shipment_id where i.id = w.line_id
      ) l on true),
    'postage_minor', private.postage_back(v_order, private.whole_lines(v_order)),
    'returns', (
      select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'kind', r.kind, 'status', r.status, 'version', r.version, 'lines', r.lines, 'name', r.name, 'reason', r.reason,
        'amount_minor', r.amount_minor, 'answer', r.answer, 'label_url', r.label_url, 'photo_count', r.photo_count, 'asked_at', r.asked_at, 'answered_at', r.answered_at,
        'received_at', r.received_at, 'ended_at', r.ended_at, 'refunded_minor', p.amount_minor) order by r.asked_at desc), '[]')
      from public.order_returns r left join public.payments p on p.id = r.payment_id
      where r.order_id = p_order));
end;
$function$
;

CREATE OR REPLACE FUNCTION private.ways_back_of(p_order public.order_records)
 RETURNS SETOF private.way_back
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return query
  select l.id, l.quantity - l.refunded_quantity, w.way, w.percent, m.cost_minor::int,
    -- A part of a cent is the customer's.
    (m.cost_minor - m.cost_minor * (100 - w.percent) / 100)::int, w.until
  from public.order_lines l
  cross join lateral private.way_back_of(p_order, l) w
  cross join lateral private.line_money(l) m
  where l.order_id = p_order.id and l.quantity > l.refunded_quantity
  order by l.position;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.webhook_called(p_call uuid, p_problem text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update private.webhook_calls c set
    called_at = case when p_problem is null then now() end,
    last_error = left(coalesce(p_problem, ''), 300),
    given_up_at = case when p_problem is not null and (c.calls >= 8 or c.news_id is null) then now() end
  where c.id = p_call and c.called_at is null and c.given_up_at is null;
  return found;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.webhook_facts(p_webhook private.webhooks)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('id', p_webhook.id, 'name', p_webhook.name, 'host', p_webhook.host, 'tells', p_webhook.tells,
    'is_active', p_webhook.is_active, 'called_at', max(c.called_at),
    'waiting', count(*) filter (where c.called_at is null and c.given_up_at is null),
    'given_up', count(*) filter (where c.given_up_at is not null and c.news_id is not null),
    'last_error', coalesce((array_agg(c.last_error order by c.created_at desc) filter (where c.last_error <> ''))[1], ''),
    'test', (
      select jsonb_build_object('asked_at', t.created_at, 'called_at', t.called_at, 'last_error', t.last_error)
      from private.webhook_calls t where t.webhook_id = p_webhook.id and t.news_id is null
      order by t.created_at desc limit 1))
  from private.webhook_calls c where c.webhook_id = p_webhook.id
$function$
;

CREATE OR REPLACE FUNCTION private.whole_lines(p_order public.order_records)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('line_id', l.id, 'quantity', l.quantity - l.refunded_quantity)), '[]')
  from public.order_lines l where l.order_id = p_order.id and l.quantity > l.refunded_quantity
$function$
;

CREATE OR REPLACE FUNCTION private.wish_changes(p_changes jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  v_changes constant jsonb := private.json_of(p_changes);
  v_change jsonb;
begin
  if jsonb_typeof(v_changes) is distinct from 'array' or jsonb_array_length(v_changes) > 1000
    or pg_column_size(v_changes) > 1000000 then
    perform private.refuse(422, 'wrong_wishes', 'What you kept could not be saved. Reload the page and try again.');
  end if;
  for v_change in select * from jsonb_array_elements(v_changes) loop
    if jsonb_typeof(v_change) <> 'object' or coalesce(jsonb_typeof(v_change -> 'is_kept'), 'null') <> 'boolean'
      -- What the shop has removed is named by its own id.
      or coalesce(private.uuid_of(v_change ->> 'product_id'), private.uuid_of(v_change ->> 'id')) is null
      or coalesce(jsonb_typeof(v_change -> 'variant_ids'), 'null') not in ('array', 'null')
      or coalesce(jsonb_typeof(v_change -> 'options'), 'null') not in ('object', 'null')
      or coalesce(jsonb_typeof(v_change -> 'note'), 'null') not in ('string', 'null')
      or coalesce(jsonb_typeof(v_change -> 'was_gone'), 'null') not in ('boolean', 'null')
      or length(v_change ->> 'note') > 500 then
      perform private.refuse(422, 'wrong_wishes', 'What you kept could not be saved. Reload the page and try again.');
    end if;
    if (select cardinality(c.variant_ids) > 20 or (select count(*) from jsonb_object_keys(c.options)) > 20
      from private.wish_choice(v_change) c) then
      perform private.refuse(422, 'wrong_wishes', 'Too much was chosen. Reload the page and choose again.');
    end if;
  end loop;
  return v_changes;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.wish_choice(p_change jsonb, OUT variant_ids uuid[], OUT options jsonb)
 RETURNS record
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select
    coalesce((select array_agg(distinct private.uuid_of(v) order by private.uuid_of(v))
      from jsonb_array_elements_text(coalesce(nullif(p_change -> 'variant_ids', 'null'), '[]')) v
      where private.uuid_of(v) is not null), '{}'),
    (select coalesce(jsonb_object_agg(lower(o.key), lower(o.value)), '{}')
      from jsonb_each_text(coalesce(nullif(p_change -> 'options', 'null'), '{}')) o
      where private.uuid_of(o.key) is not null and private.uuid_of(o.value) is not null)
$function$
;

CREATE OR REPLACE FUNCTION private.withdraw_staff_invitation(p_invitation uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_invitation private.staff_invitations;
begin
  perform private.require_staff('owner');
  delete from private.staff_invitations where id = p_invitation returning * into v_invitation;
  if v_invitation.id is null then
    return false;
  end if;
  delete from public.outbox m
  where m.kind = 'staff_invited' and m.payload ->> 'invitation_id' = p_invitation::text
    and m.sent_at is null and m.given_up_at is null;
  perform private.note_invitation('delete', v_invitation, null, 'withdrawn');
  return true;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.word_patterns(p_words text[])
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  -- Two letters make no trigram of their own, but the beginning of a word does.
  select array_agg(case when length(w) > 2 then '%' else '% ' end || regexp_replace(w, '([\\%_])', '\\\1', 'g') || '%'
    order by length(w) desc)
  from unnest(p_words) w where length(w) > 1
$function$
;

CREATE OR REPLACE FUNCTION private.worth_on_return(p_order public.order_records, p_lines jsonb)
 RETURNS integer
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select least(coalesce(sum(private.share_of(w.amount_minor, (x ->> 'quantity')::int, w.quantity)), 0) + private.postage_back(p_order, p_lines),
    p_order.captured_minor - p_order.refunded_minor)::int
  from jsonb_array_elements(p_lines) x
  join private.ways_back_of(p_order) w on w.line_id = (x ->> 'line_id')::uuid
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
  v_order public.order_records := p_order;
begin
  if p_order.ships_together and p_changes -> 'ships_together' = 'false' then
    perform private.part_order(p_order.id);
    v_order.ships_together := false;
  end if;
  perform private.amend_lines(v_order, p_changes);
  if not exists (select from public.order_lines l where l.order_id = p_order.id) then
    perform private.refuse(422, 'empty_cart', 'An order needs at least one line. Cancel it instead.');
  end if;
  return private.sum_amended_order(v_order, v_shipping, v_was, coalesce(nullif(p_reason, ''), 'Amended'));
end;
$function$
;

CREATE OR REPLACE FUNCTION private.write_order(p_quote jsonb, p_user uuid, p_payment text, p_consents jsonb)
 RETURNS public.order_records
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
$function$
;

CREATE OR REPLACE FUNCTION public.accept_staff_invitation(p_token text)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.accept_staff_invitation(p_token)
$function$
;

CREATE OR REPLACE FUNCTION public.add_customer_note(p_customer uuid, p_text text, p_key uuid DEFAULT NULL::uuid)
 RETURNS uuid
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.add_customer_note(p_customer, p_text, p_key)
$function$
;

CREATE OR REPLACE FUNCTION public.add_legal_version(p_document text, p_number integer, p_changes text, p_publish_at timestamp with time zone, p_effective_at timestamp with time zone, p_sections jsonb, p_key uuid DEFAULT NULL::uuid)
 RETURNS integer
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.add_legal_version(p_document, p_number, p_changes, p_publish_at, p_effective_at, p_sections, p_key)
$function$
;

CREATE OR REPLACE FUNCTION public.add_photo(p_id uuid, p_line uuid, p_file jsonb, p_note text DEFAULT ''::text, p_name text DEFAULT ''::text, p_agreed boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.add_photo(p_id, p_line, p_file, p_note, p_name, p_agreed)
$function$
;

CREATE OR REPLACE FUNCTION public.add_return_photo(p_return uuid, p_photo uuid, p_jpeg text, p_token text DEFAULT NULL::text)
 RETURNS integer
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.add_return_photo(p_return, p_photo, p_jpeg, p_token)
$function$
;

CREATE OR REPLACE FUNCTION public.alerts_called(p_ids uuid[])
 RETURNS integer
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.alerts_called(p_ids)
$function$
;

CREATE OR REPLACE FUNCTION public.ask_return(p_order uuid, p_kind text, p_lines jsonb, p_reason text DEFAULT ''::text, p_name text DEFAULT ''::text, p_token text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.ask_return(p_order, p_kind, p_lines, p_reason, p_name, p_token)
$function$
;

CREATE OR REPLACE FUNCTION public.ban_customer(p_customer uuid, p_until timestamp with time zone, p_note text, p_seen_note text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.ban_customer(p_customer, p_until, p_note, p_seen_note)
$function$
;

CREATE OR REPLACE FUNCTION public.batch_record(p_batch uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.batch_record(p_batch)
$function$
;

CREATE OR REPLACE FUNCTION public.batch_sums(p_batches uuid[])
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.batch_sums(p_batches)
$function$
;

CREATE OR REPLACE FUNCTION public.begin_vat_check(p_number text, p_client text)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.begin_vat_check(p_number, p_client)
$function$
;

CREATE OR REPLACE FUNCTION public.browser_notices(p_endpoint text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.browser_notices(p_endpoint)
$function$
;

CREATE OR REPLACE FUNCTION public.cancel_order(p_order uuid, p_reason text DEFAULT ''::text, p_token text DEFAULT NULL::text, p_kept_minor integer DEFAULT NULL::integer)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.cancel_order(p_order, p_reason, p_token, p_kept_minor)
$function$
;

CREATE OR REPLACE FUNCTION public.change_shipping_rates(p_zone uuid, p_remove jsonb, p_change jsonb, p_add jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_named constant jsonb := p_remove || p_change;
  v_found int;
begin
  perform private.require_staff('owner', 'fulfilment');
  if jsonb_array_length(v_named) + jsonb_array_length(p_add) > 1000 then
    perform private.refuse(422, 'too_many_rates', 'Change at most 1,000 rates at once.', '{"limit": 1000}');
  end if;
  -- Of two who change one zone, the second waits here and then finds what the first made of it.
  perform 1 from public.shipping_zones where id = p_zone for no key update;
  if not found then
    perform private.refuse(404, 'unknown_zone', 'This zone no longer exists. Reload the page.');
  end if;
  perform 1 from jsonb_to_recordset(v_named) as c (id uuid, version int)
  join public.shipping_rates r on r.id = c.id and r.version = c.version
  join public.shipping_methods m on m.id = r.method_id and m.zone_id = p_zone
  for no key update of r;
  get diagnostics v_found = row_count;
  if v_found <> jsonb_array_length(v_named) or exists (
    select from jsonb_to_recordset(p_add) as a (method_id uuid)
    where not exists (select from public.shipping_methods m where m.id = a.method_id and m.zone_id = p_zone)
  ) then
    perform private.refuse(409, 'rates_changed', 'Someone else changed the prices of this zone in the meantime.');
  end if;
  delete from public.shipping_rates r using jsonb_to_recordset(p_remove) as c (id uuid) where r.id = c.id;
  update public.shipping_rates r
  set price_minor = coalesce(c.price_minor, r.price_minor), valid_to = coalesce(c.valid_to, r.valid_to)
  from jsonb_to_recordset(p_change) as c (id uuid, price_minor int, valid_to date) where r.id = c.id;
  insert into public.shipping_rates (
    method_id, from_weight_grams, to_weight_grams, from_value_minor, to_value_minor, price_minor, valid_from, valid_to)
  select method_id, from_weight_grams, to_weight_grams, from_value_minor, to_value_minor, price_minor, valid_from, valid_to
  from jsonb_to_recordset(p_add) as a (
    method_id uuid, from_weight_grams int, to_weight_grams int, from_value_minor int, to_value_minor int, price_minor int,
    valid_from date, valid_to date);
  return jsonb_build_object('zone', p_zone);
exception
  when exclusion_violation then
    perform private.refuse(409, 'rates_changed', 'Someone else changed the prices of this zone in the meantime.');
  when check_violation or not_null_violation then
    perform private.refuse(422, 'wrong_rate', 'A price of shipping is 0 to 100,000 euro, for a step that ends after it begins.');
end;
$function$
;

CREATE OR REPLACE FUNCTION public.claim_alerts(p_limit integer DEFAULT 20)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.claim_alerts(p_limit)
$function$
;

CREATE OR REPLACE FUNCTION public.claim_notices(p_limit integer DEFAULT 1)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.claim_notices(p_limit)
$function$
;

CREATE OR REPLACE FUNCTION public.claim_refund_calls(p_providers text[], p_orders uuid[] DEFAULT NULL::uuid[], p_limit integer DEFAULT 20)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.claim_refund_calls(p_providers, p_orders, p_limit)
$function$
;

CREATE OR REPLACE FUNCTION public.claim_webhook_calls(p_limit integer DEFAULT 20)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.claim_webhook_calls(p_limit)
$function$
;

CREATE OR REPLACE FUNCTION public.content_digests()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
  select jsonb_object_agg(digests.name, digests.rows || ':' || coalesce(digests.sum, 0))
  from (
    select 'products', count(*), sum(hash_record_extended((t.id, t.updated_at), 0)) from public.products t
    union all
    select 'makers', count(*), sum(hash_record_extended((t.id, t.updated_at), 0)) from public.makers t
    union all
    select 'variants', count(*), sum(hash_record_extended((t.id, t.updated_at), 0)) from public.variants t
    union all
    select 'product_options', count(*), sum(hash_record_extended((t.id, t.updated_at), 0)) from public.product_options t
    union all
    select 'option_values', count(*), sum(hash_record_extended((t.id, t.updated_at), 0)) from public.option_values t
    union all
    select 'product_images', count(*), sum(hash_record_extended((t.id, t.updated_at), 0)) from public.product_images t
    union all
    select 'product_sounds', count(*), sum(hash_record_extended((t.id, t.updated_at), 0)) from public.product_sounds t
    union all
    select 'shown_photos', count(*), sum(hash_record_extended((t.id, t.updated_at), 0)) from public.shown_photos t
    union all
    select 'colorways', count(*), sum(hash_record_extended((t.id, t.updated_at), 0)) from public.colorways t
    union all
    select 'palettes', count(*), sum(hash_record_extended((t.id, t.updated_at), 0)) from public.palettes t
    union all
    select 'batches', count(*), sum(hash_record_extended((t.id, t.updated_at), 0)) from public.batches t
    union all
    select 'updates', count(*), sum(hash_record_extended((t.id, t.updated_at), 0)) from public.updates t
    union all
    select 'countries', count(*), sum(hash_record_extended((t.code, t.updated_at), 0)) from public.countries t
    union all
    select 'tax_rates', count(*), sum(hash_record_extended((t.id, t.updated_at), 0)) from public.tax_rates t
    union all
    select 'tax_registrations', count(*), sum(hash_record_extended((t.id, t.updated_at), 0)) from public.tax_registrations t
    union all
    select 'sellers', count(*), sum(hash_record_extended((t.id, t.updated_at), 0)) from public.sellers t
    union all
    select 'shipping_zones', count(*), sum(hash_record_extended((t.id, t.updated_at), 0)) from public.shipping_zones t
    union all
    select 'shipping_methods', count(*), sum(hash_record_extended((t.id, t.updated_at), 0)) from public.shipping_methods t
    union all
    select 'shipping_rates', count(*), sum(hash_record_extended((t.id, t.updated_at), 0)) from public.shipping_rates t
    union all
    select 'regional_partners', count(*), sum(hash_record_extended((t.id, t.updated_at), 0)) from public.regional_partners t
    union all
    select 'settings', count(*), sum(hash_record_extended((t.key, t.updated_at), 0)) from public.settings t
    union all
    select 'faq_groups', count(*), sum(hash_record_extended((t.id, t.updated_at), 0)) from public.faq_groups t
    union all
    select 'faq_entries', count(*), sum(hash_record_extended((t.id, t.updated_at), 0)) from public.faq_entries t
    union all
    select 'page_texts', count(*), sum(hash_record_extended((t.id, t.updated_at), 0)) from public.page_texts t
    union all
    -- While no further language is published, no page shows one.
    select 'translations', count(*), sum(hash_record_extended((t.id, t.updated_at), 0)) from public.translations t
    where (select exists (select from public.settings s where s.key ~ '^language_' and s.value > 0))
    union all
    select 'option_rules', count(*), sum(hash_record_extended(t, 0)) from public.option_rules t
    union all
    select 'design_kits', count(*), sum(hash_record_extended(t, 0)) from public.design_kits t
    union all
    select 'design_offers', count(*), sum(hash_record_extended(t, 0)) from public.design_offers t
    union all
    select 'product_facts', count(*), sum(hash_record_extended(t, 0)) from public.product_facts t
    union all
    select 'product_files', count(*), sum(hash_record_extended(t, 0)) from public.product_files t
    union all
    select 'product_relations', count(*), sum(hash_record_extended(t, 0)) from public.product_relations t
    union all
    select 'batch_kits', count(*), sum(hash_record_extended(t, 0)) from public.batch_kits t
    union all
    select 'batch_price_tiers', count(*), sum(hash_record_extended(t, 0)) from public.batch_price_tiers t
    union all
    select 'batch_stage_history', count(*), sum(hash_record_extended(t, 0)) from public.batch_stage_history t
    union all
    select 'lists', count(*), sum(hash_record_extended(t, 0)) from public.lists t
    union all
    select 'list_choices', count(*), sum(hash_record_extended(t, 0)) from public.list_choices t
    union all
    select 'update_batches', count(*), sum(hash_record_extended(t, 0)) from public.update_batches t
    union all
    select 'url_redirects', count(*), sum(hash_record_extended(t, 0)) from public.url_redirects t
    union all
    select 'update_products', count(*), sum(hash_record_extended(t, 0)) from public.update_products t
    union all
    select 'country_restrictions', count(*), sum(hash_record_extended(t, 0)) from public.country_restrictions t
    union all
    select 'zone_countries', count(*), sum(hash_record_extended(t, 0)) from public.zone_countries t
    union all
    select 'partner_countries', count(*), sum(hash_record_extended(t, 0)) from public.partner_countries t
    union all
    select 'partner_sales', count(*), sum(hash_record_extended(t, 0)) from public.partner_sales t
    union all
    select 'legal_versions', count(*), sum(hash_record_extended(t, 0)) from public.legal_versions t
    union all
    select 'drops', count(*), sum(hash_record_extended(t, 0)) from public.drops t
    union all
    select 'legal_sections', count(*), sum(hash_record_extended(t, 0)) from public.legal_sections t
  ) as digests (name, rows, sum));
end;
$function$
;

CREATE OR REPLACE FUNCTION public.correct_tracking(p_shipment uuid, p_was text, p_carrier text, p_tracking_number text, p_sends_mail boolean DEFAULT true)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.correct_tracking(p_shipment, p_was, p_carrier, p_tracking_number, p_sends_mail)
$function$
;

CREATE OR REPLACE FUNCTION public.count_translations(p_language text)
 RETURNS TABLE(area text, texts integer, translated integer, older integer)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select * from private.count_translations(p_language)
$function$
;

CREATE OR REPLACE FUNCTION public.decide_photo(p_id uuid, p_to text, p_words text, p_version integer)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.decide_photo(p_id, p_to, p_words, p_version)
$function$
;

CREATE OR REPLACE FUNCTION public.declare_withdrawal(p_number text, p_email text, p_name text DEFAULT ''::text)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.declare_withdrawal(p_number, p_email, p_name)
$function$
;

CREATE OR REPLACE FUNCTION public.design_record(p_design uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.design_record(p_design)
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

CREATE OR REPLACE FUNCTION public.enter_refund_account(p_order uuid, p_iban text, p_holder text, p_token text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.enter_refund_account(p_order, p_iban, p_holder, p_token)
$function$
;

CREATE OR REPLACE FUNCTION public.export_customer(p_customer uuid)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.export_customer(p_customer)
$function$
;

CREATE OR REPLACE FUNCTION public.find_customer(p_order uuid)
 RETURNS uuid
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.find_customer(p_order)
$function$
;

CREATE OR REPLACE FUNCTION public.find_payable_orders(p_text text, p_currency text DEFAULT 'EUR'::text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.find_payable_orders(p_text, p_currency)
$function$
;

CREATE OR REPLACE FUNCTION public.follow_in_browser(p_browser jsonb, p_product uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.follow_in_browser(p_browser, p_product)
$function$
;

CREATE OR REPLACE FUNCTION public.follow_product(p_product uuid DEFAULT NULL::uuid, p_variant uuid DEFAULT NULL::uuid, p_email text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.follow_product(p_product, p_variant, p_email)
$function$
;

CREATE OR REPLACE FUNCTION public.forget_customer(p_customer uuid, p_reason text)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.forget_customer(p_customer, p_reason)
$function$
;

CREATE OR REPLACE FUNCTION public.health()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.health()
$function$
;

CREATE OR REPLACE FUNCTION public.invite_staff(p_email text, p_role text)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.invite_staff(p_email, p_role)
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

CREATE OR REPLACE FUNCTION public.keep_notice_keys(p_public text, p_private text)
 RETURNS boolean
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.keep_notice_keys(p_public, p_private)
$function$
;

CREATE OR REPLACE FUNCTION public.list_customers(p_search text DEFAULT ''::text, p_kind text DEFAULT NULL::text, p_is_open boolean DEFAULT NULL::boolean, p_is_banned boolean DEFAULT NULL::boolean, p_sort text DEFAULT 'last_order_at'::text, p_is_ascending boolean DEFAULT false, p_after_value text DEFAULT NULL::text, p_after_id uuid DEFAULT NULL::uuid, p_most integer DEFAULT 100)
 RETURNS TABLE(id uuid, kind text, name text, email text, orders integer, open_orders integer, other_orders integer, spent_minor bigint, due_minor bigint, currency text, last_order_at timestamp with time zone, since timestamp with time zone, is_banned boolean)
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select * from private.list_customers(p_search, p_kind, p_is_open, p_is_banned, p_sort, p_is_ascending, p_after_value, p_after_id, p_most)
$function$
;

CREATE OR REPLACE FUNCTION public.list_media(p_filter text DEFAULT 'all'::text, p_search text DEFAULT ''::text, p_after_at timestamp with time zone DEFAULT NULL::timestamp with time zone, p_after_id uuid DEFAULT NULL::uuid, p_most integer DEFAULT 60)
 RETURNS TABLE(id uuid, image_id uuid, version integer, path text, bucket text, bytes bigint, alt text, width integer, height integer, is_drawn boolean, at timestamp with time zone, product_id uuid, product text, product_status text, uses jsonb, is_used boolean)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select * from private.list_media(p_filter, p_search, p_after_at, p_after_id, p_most)
$function$
;

CREATE OR REPLACE FUNCTION public.list_photos(p_status text, p_after_at timestamp with time zone DEFAULT NULL::timestamp with time zone, p_after_id uuid DEFAULT NULL::uuid, p_most integer DEFAULT 30)
 RETURNS TABLE(id uuid, version integer, path text, width integer, height integer, note text, name text, alt text, reason text, status text, sent_at timestamp with time zone, product_id uuid, product text, choice text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select * from private.list_photos(p_status, p_after_at, p_after_id, p_most)
$function$
;

CREATE OR REPLACE FUNCTION public.list_public_designs(p_state text, p_search text DEFAULT ''::text, p_is_ascending boolean DEFAULT false, p_after_at timestamp with time zone DEFAULT NULL::timestamp with time zone, p_after_id uuid DEFAULT NULL::uuid, p_most integer DEFAULT 100)
 RETURNS TABLE(id uuid, code text, name text, design jsonb, is_hidden boolean, open_reports integer, last_reason text, at timestamp with time zone, has_account boolean, maker_id uuid, maker text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select * from private.list_public_designs(p_state, p_search, p_is_ascending, p_after_at, p_after_id, p_most)
$function$
;

CREATE OR REPLACE FUNCTION public.list_translations(p_language text, p_show text DEFAULT 'all'::text, p_area text DEFAULT NULL::text, p_search text DEFAULT ''::text, p_after text DEFAULT NULL::text, p_most integer DEFAULT 40)
 RETURNS TABLE(place text, area text, owner text, part text, table_name text, row_id text, column_name text, is_list boolean, source text, text text, made_from text, version integer, proposal text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select * from private.list_translations(p_language, p_show, p_area, p_search, p_after, p_most)
$function$
;

CREATE OR REPLACE FUNCTION public.list_webhooks()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.list_webhooks()
$function$
;

CREATE OR REPLACE FUNCTION public.make_bank_file(p_id uuid, p_refunds uuid[], p_execute_on date DEFAULT NULL::date)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.make_bank_file(p_id, p_refunds, p_execute_on)
$function$
;

CREATE OR REPLACE FUNCTION public.match_bank_entries(p_account text, p_entries jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.match_bank_entries(p_account, p_entries)
$function$
;

CREATE OR REPLACE FUNCTION public.move_return(p_return uuid, p_to text, p_version integer DEFAULT NULL::integer, p_words text DEFAULT ''::text, p_label_url text DEFAULT ''::text, p_amount_minor integer DEFAULT NULL::integer, p_restock boolean DEFAULT false, p_token text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.move_return(p_return, p_to, p_version, p_words, p_label_url, p_amount_minor, p_restock, p_token)
$function$
;

CREATE OR REPLACE FUNCTION public.my_browsers()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.my_browsers()
$function$
;

CREATE OR REPLACE FUNCTION public.my_photos()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.my_photos()
$function$
;

CREATE OR REPLACE FUNCTION public.note_payment_keys(p_keys jsonb)
 RETURNS integer
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.note_payment_keys(p_keys)
$function$
;

CREATE OR REPLACE FUNCTION public.notice_sent(p_notice uuid, p_problem text DEFAULT NULL::text, p_is_gone boolean DEFAULT false)
 RETURNS boolean
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.notice_sent(p_notice, p_problem, p_is_gone)
$function$
;

CREATE OR REPLACE FUNCTION public.open_bank_statement(p_statement jsonb)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.open_bank_statement(p_statement)
$function$
;

CREATE OR REPLACE FUNCTION public.open_customer(p_customer uuid)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.open_customer(p_customer)
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

CREATE OR REPLACE FUNCTION public.open_order(p_number text, p_token text DEFAULT NULL::text, p_acting text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
$function$
;

CREATE OR REPLACE FUNCTION public.open_shelf(p_token text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.open_shelf(p_token)
$function$
;

CREATE OR REPLACE FUNCTION public.open_staff_invitation(p_token text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.open_staff_invitation(p_token)
$function$
;

CREATE OR REPLACE FUNCTION public.photo_files_to_remove()
 RETURNS TABLE(bucket text, path text)
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select * from private.photo_files_to_remove()
$function$
;

CREATE OR REPLACE FUNCTION public.place_order(p_key uuid, p_lines jsonb, p_email text, p_address jsonb, p_shipping_method uuid, p_code text DEFAULT NULL::text, p_consents jsonb DEFAULT '{}'::jsonb, p_quote_hash text DEFAULT NULL::text, p_payment text DEFAULT 'invoice'::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  return private.place_order(p_key, p_lines, p_email, p_address, p_shipping_method, p_code, p_consents, p_quote_hash, p_payment);
end;
$function$
;

CREATE OR REPLACE FUNCTION public.price_refund(p_order uuid, p_lines jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.price_refund(p_order, p_lines)
$function$
;

CREATE OR REPLACE FUNCTION public.put_back_row(p_table text, p_key jsonb)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.put_back_row(p_table, p_key)
$function$
;

CREATE OR REPLACE FUNCTION public.quote_cart(p_lines jsonb, p_country text DEFAULT NULL::text, p_code text DEFAULT NULL::text, p_shipping_method uuid DEFAULT NULL::uuid, p_vat_number text DEFAULT NULL::text, p_together boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  return private.quote_cart(p_lines, p_country, p_code, p_shipping_method, p_vat_number, p_together);
end;
$function$
;

CREATE OR REPLACE FUNCTION public.read_bank_file(p_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.read_bank_file(p_id)
$function$
;

CREATE OR REPLACE FUNCTION public.read_bank_files(p_before timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.read_bank_files(p_before)
$function$
;

CREATE OR REPLACE FUNCTION public.read_bank_statements(p_before timestamp with time zone DEFAULT NULL::timestamp with time zone, p_header text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.read_bank_statements(p_before, p_header)
$function$
;

CREATE OR REPLACE FUNCTION public.record_vat_check(p_number text, p_is_valid boolean, p_name text, p_address text, p_consultation text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.record_vat_check(p_number, p_is_valid, p_name, p_address, p_consultation)
$function$
;

CREATE OR REPLACE FUNCTION public.refund_account(p_order uuid, p_token text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.refund_account(p_order, p_token)
$function$
;

CREATE OR REPLACE FUNCTION public.refund_called(p_id uuid, p_reference text DEFAULT NULL::text, p_problem text DEFAULT ''::text, p_is_final boolean DEFAULT false)
 RETURNS text
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.refund_called(p_id, p_reference, p_problem, p_is_final)
$function$
;

CREATE OR REPLACE FUNCTION public.refund_order(p_order uuid, p_amount_minor integer DEFAULT NULL::integer, p_lines jsonb DEFAULT '[]'::jsonb, p_reason text DEFAULT ''::text, p_refunded_so_far integer DEFAULT NULL::integer, p_is_sent boolean DEFAULT false, p_restock boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.refund_order(p_order, p_amount_minor, p_lines, p_reason, p_refunded_so_far, p_is_sent, p_restock)
$function$
;

CREATE OR REPLACE FUNCTION public.refund_orders(p_orders uuid[], p_refunded_so_far integer[], p_reason text)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.refund_orders(p_orders, p_refunded_so_far, p_reason)
$function$
;

CREATE OR REPLACE FUNCTION public.remove_photo(p_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.remove_photo(p_id)
$function$
;

CREATE OR REPLACE FUNCTION public.remove_webhook(p_webhook uuid)
 RETURNS boolean
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.remove_webhook(p_webhook)
$function$
;

CREATE OR REPLACE FUNCTION public.resend_staff_invitation(p_invitation uuid)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.resend_staff_invitation(p_invitation)
$function$
;

CREATE OR REPLACE FUNCTION public.return_photos(p_return uuid, p_token text DEFAULT NULL::text)
 RETURNS TABLE(id uuid, jpeg text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select * from private.return_photos(p_return, p_token)
$function$
;

CREATE OR REPLACE FUNCTION public.reveal_customer(p_customer uuid, p_reason text)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.reveal_customer(p_customer, p_reason)
$function$
;

CREATE OR REPLACE FUNCTION public.run_due_jobs()
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
 SET statement_timeout TO '60s'
AS $function$
  select private.run_due_jobs()
$function$
;

CREATE OR REPLACE FUNCTION public.sales_figures(p_from date, p_to date)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.sales_figures(p_from, p_to)
$function$
;

CREATE OR REPLACE FUNCTION public.save_cart(p_lines jsonb, p_version integer, p_together text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.save_cart(p_lines, p_version, p_together)
$function$
;

CREATE OR REPLACE FUNCTION public.save_translations(p_language text, p_texts jsonb, p_takes_older boolean DEFAULT false)
 RETURNS TABLE(table_name text, row_id text, column_name text, outcome text, source text, text text, made_from text, version integer)
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select * from private.save_translations(p_language, p_texts, p_takes_older)
$function$
;

CREATE OR REPLACE FUNCTION public.save_webhook(p_name text, p_url text, p_tells text[], p_is_active boolean, p_webhook uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.save_webhook(p_name, p_url, p_tells, p_is_active, p_webhook)
$function$
;

CREATE OR REPLACE FUNCTION public.save_wishes(p_changes jsonb)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.save_wishes(p_changes)
$function$
;

CREATE OR REPLACE FUNCTION public.search_desk(p_text text, p_kinds text[] DEFAULT NULL::text[], p_most integer DEFAULT 6)
 RETURNS TABLE(kind text, record text, title text, note text, status text, count integer, amount_minor integer, currency text, at timestamp with time zone, rank integer)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select * from private.search_desk(p_text, p_kinds, p_most)
$function$
;

CREATE OR REPLACE FUNCTION public.send_bank_refund(p_refund uuid)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.send_bank_refund(p_refund)
$function$
;

CREATE OR REPLACE FUNCTION public.send_photo(p_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.send_photo(p_id)
$function$
;

CREATE OR REPLACE FUNCTION public.set_alert_rule(p_code text, p_roles text[], p_mails boolean, p_calls boolean, p_threshold integer)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.set_alert_rule(p_code, p_roles, p_mails, p_calls, p_threshold)
$function$
;

CREATE OR REPLACE FUNCTION public.set_currency_rates(p_rates jsonb, p_key uuid DEFAULT NULL::uuid)
 RETURNS integer
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.set_currency_rates(p_rates, p_key)
$function$
;

CREATE OR REPLACE FUNCTION public.settle_bank_entry(p_entry jsonb, p_status text, p_parts jsonb DEFAULT '[]'::jsonb, p_statement uuid DEFAULT NULL::uuid, p_note text DEFAULT ''::text)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.settle_bank_entry(p_statement, p_entry, p_status, p_parts, p_note)
$function$
;

CREATE OR REPLACE FUNCTION public.settle_bank_file(p_id uuid, p_status text, p_reason text DEFAULT ''::text)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.settle_bank_file(p_id, p_status, p_reason)
$function$
;

CREATE OR REPLACE FUNCTION public.shop_health()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.shop_health()
$function$
;

CREATE OR REPLACE FUNCTION public.test_webhook(p_webhook uuid)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.test_webhook(p_webhook)
$function$
;

CREATE OR REPLACE FUNCTION public.unfollow_in_browser(p_endpoint text, p_product uuid DEFAULT NULL::uuid)
 RETURNS boolean
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.unfollow_in_browser(p_endpoint, p_product)
$function$
;

CREATE OR REPLACE FUNCTION public.vat_report(p_from date, p_to date)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.vat_report(p_from, p_to)
$function$
;

CREATE OR REPLACE FUNCTION public.visit_funnel(p_from date, p_to date)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.visit_funnel(p_from, p_to)
$function$
;

CREATE OR REPLACE FUNCTION public.ways_back(p_order uuid, p_token text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.ways_back(p_order, p_token)
$function$
;

CREATE OR REPLACE FUNCTION public.webhook_called(p_call uuid, p_problem text DEFAULT NULL::text)
 RETURNS boolean
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.webhook_called(p_call, p_problem)
$function$
;

CREATE OR REPLACE FUNCTION public.withdraw_staff_invitation(p_invitation uuid)
 RETURNS boolean
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.withdraw_staff_invitation(p_invitation)
$function$
;

ALTER TABLE "private"."alerts" ADD CONSTRAINT "alerts_code_fkey" FOREIGN KEY (code) REFERENCES private.alert_rules(code);

ALTER TABLE "private"."browser_follows" ADD CONSTRAINT "browser_follows_product_id_fkey" FOREIGN KEY (product_id) REFERENCES public.products(id) ON DELETE CASCADE;

ALTER TABLE "private"."browser_follows" ADD CONSTRAINT "browser_follows_user_id_fkey" FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;

ALTER TABLE "private"."browser_follows" ADD CONSTRAINT "browser_follows_browser_id_fkey" FOREIGN KEY (browser_id) REFERENCES private.browsers(id) ON DELETE CASCADE;

ALTER TABLE "private"."customer_photos" ADD CONSTRAINT "customer_photos_order_line_id_fkey" FOREIGN KEY (order_line_id) REFERENCES public.order_lines(id) ON DELETE SET NULL;

ALTER TABLE "private"."customer_photos" ADD CONSTRAINT "customer_photos_product_id_fkey" FOREIGN KEY (product_id) REFERENCES public.products(id) ON DELETE CASCADE;

ALTER TABLE "private"."customer_photos" ADD CONSTRAINT "customer_photos_user_id_fkey" FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;

ALTER TABLE "private"."customers" ADD CONSTRAINT "customers_user_id_fkey" FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;

ALTER TABLE "private"."documents_due" ADD CONSTRAINT "documents_due_order_id_fkey" FOREIGN KEY (order_id) REFERENCES public.order_records(id) ON DELETE CASCADE;

ALTER TABLE "private"."follows" ADD CONSTRAINT "follows_everything" CHECK (((product_id IS NOT NULL) OR (variant_id IS NULL)));

ALTER TABLE "private"."news" ADD CONSTRAINT "news_product_id_fkey" FOREIGN KEY (product_id) REFERENCES public.products(id) ON DELETE CASCADE;

ALTER TABLE "private"."notices" ADD CONSTRAINT "notices_browser_id_fkey" FOREIGN KEY (browser_id) REFERENCES private.browsers(id) ON DELETE CASCADE;

ALTER TABLE "private"."notices" ADD CONSTRAINT "notices_product_id_fkey" FOREIGN KEY (product_id) REFERENCES public.products(id) ON DELETE CASCADE;

ALTER TABLE "private"."order_contacts" ADD CONSTRAINT "order_contacts_company_check" CHECK (((jsonb_typeof(company) = 'object'::text) AND (pg_column_size(company) <= 8192)));

ALTER TABLE "private"."order_contacts" ADD CONSTRAINT "order_contacts_gift_note_check" CHECK ((length(gift_note) <= 300));

ALTER TABLE "private"."order_moves" ADD CONSTRAINT "order_moves_check" CHECK (((leaves <@ ARRAY['money'::text, 'mail'::text]) AND ((who = 'staff'::text) OR (leaves = '{}'::text[]))));

ALTER TABLE "private"."refund_accounts" ADD CONSTRAINT "refund_accounts_order_id_fkey" FOREIGN KEY (order_id) REFERENCES public.order_records(id) ON DELETE CASCADE;

ALTER TABLE "private"."saved_carts" ADD CONSTRAINT "saved_carts_together_check" CHECK ((length(together) <= 40));

ALTER TABLE "private"."staff_invitations" ADD CONSTRAINT "staff_invitations_invited_by_fkey" FOREIGN KEY (invited_by) REFERENCES auth.users(id) ON DELETE SET NULL;

ALTER TABLE "private"."webhook_calls" ADD CONSTRAINT "webhook_calls_news_id_fkey" FOREIGN KEY (news_id) REFERENCES private.news(id) ON DELETE CASCADE;

ALTER TABLE "private"."webhook_calls" ADD CONSTRAINT "webhook_calls_webhook_id_fkey" FOREIGN KEY (webhook_id) REFERENCES private.webhooks(id) ON DELETE CASCADE;

ALTER TABLE "private"."webhook_secrets" ADD CONSTRAINT "webhook_secrets_webhook_id_fkey" FOREIGN KEY (webhook_id) REFERENCES private.webhooks(id) ON DELETE CASCADE;

ALTER TABLE "private"."payer_accounts" ADD CONSTRAINT "payer_accounts_entry_id_fkey" FOREIGN KEY (entry_id) REFERENCES public.bank_entries(id) ON DELETE CASCADE;

ALTER TABLE "public"."bank_entry_payments" ADD CONSTRAINT "bank_entry_payments_entry_id_fkey" FOREIGN KEY (entry_id) REFERENCES public.bank_entries(id) ON DELETE RESTRICT;

ALTER TABLE "public"."bank_entry_payments" ADD CONSTRAINT "bank_entry_payments_payment_id_fkey" FOREIGN KEY (payment_id) REFERENCES public.payments(id) ON DELETE CASCADE;

ALTER TABLE "private"."bank_file_contents" ADD CONSTRAINT "bank_file_contents_file_id_fkey" FOREIGN KEY (file_id) REFERENCES public.bank_files(id) ON DELETE CASCADE;

ALTER TABLE "public"."bank_refunds" ADD CONSTRAINT "bank_refunds_file_id_fkey" FOREIGN KEY (file_id) REFERENCES public.bank_files(id) ON DELETE RESTRICT;

ALTER TABLE "public"."bank_refunds" ADD CONSTRAINT "bank_refunds_order_id_fkey" FOREIGN KEY (order_id) REFERENCES public.order_records(id) ON DELETE CASCADE;

ALTER TABLE "public"."bank_refunds" ADD CONSTRAINT "bank_refunds_refund_id_fkey" FOREIGN KEY (refund_id) REFERENCES public.payments(id) ON DELETE CASCADE;

ALTER TABLE "public"."bank_entries" ADD CONSTRAINT "bank_entries_statement_id_fkey" FOREIGN KEY (statement_id) REFERENCES public.bank_statements(id) ON DELETE RESTRICT;

ALTER TABLE "public"."customer_notes" ADD CONSTRAINT "customer_notes_author_id_fkey" FOREIGN KEY (author_id) REFERENCES auth.users(id) ON DELETE SET NULL;

ALTER TABLE "public"."customer_notes" ADD CONSTRAINT "customer_notes_customer_id_fkey" FOREIGN KEY (customer_id) REFERENCES private.customers(id) ON DELETE CASCADE;

ALTER TABLE "public"."documents" ADD CONSTRAINT "documents_order_id_fkey" FOREIGN KEY (order_id) REFERENCES public.order_records(id) ON DELETE RESTRICT;

ALTER TABLE "private"."document_facts" ADD CONSTRAINT "document_facts_document_id_fkey" FOREIGN KEY (document_id) REFERENCES public.documents(id) ON DELETE RESTRICT;

ALTER TABLE "public"."legal_versions" ADD CONSTRAINT "legal_versions_document_check" CHECK ((document = ANY (ARRAY['terms'::text, 'privacy'::text, 'imprint'::text, 'withdrawal'::text, 'accessibility'::text])));

ALTER TABLE "public"."makers" ADD CONSTRAINT "makers_electronic_address_check" CHECK (((electronic_address ~ '^(|https://\S+|[^\s@:/]+@[^\s@:/]+)$'::text) AND (length(electronic_address) <= 254)));

ALTER TABLE "public"."makers" ADD CONSTRAINT "makers_legal_name_check" CHECK ((length(legal_name) <= 120));

ALTER TABLE "public"."makers" ADD CONSTRAINT "makers_postal_address_check" CHECK ((length(postal_address) <= 300));

ALTER TABLE "public"."makers" ADD CONSTRAINT "makers_responsible_electronic_address_check" CHECK (((responsible_electronic_address ~ '^(|https://\S+|[^\s@:/]+@[^\s@:/]+)$'::text) AND (length(responsible_electronic_address) <= 254)));

ALTER TABLE "public"."makers" ADD CONSTRAINT "makers_responsible_name_check" CHECK ((length(responsible_name) <= 120));

ALTER TABLE "public"."makers" ADD CONSTRAINT "makers_responsible_postal_address_check" CHECK ((length(responsible_postal_address) <= 300));

ALTER TABLE "public"."order_entries" ADD CONSTRAINT "order_entries_kind_check" CHECK ((kind = ANY (ARRAY['goods'::text, 'discount'::text, 'shipping'::text, 'tax'::text, 'settled'::text, 'refunded'::text, 'kept'::text])));

ALTER TABLE "public"."order_lines" ADD CONSTRAINT "order_lines_flaws_check" CHECK ((length(flaws) <= 300));

ALTER TABLE "public"."order_lines" ADD CONSTRAINT "order_lines_tax_scheme_check" CHECK ((tax_scheme = ANY (ARRAY[''::text, 'domestic'::text, 'oss'::text, 'local'::text, 'export'::text, 'reverse_charge'::text])));

ALTER TABLE "public"."order_lines" ADD CONSTRAINT "order_lines_tax" CHECK (
CASE
    WHEN (tax_scheme = ANY (ARRAY['export'::text, 'reverse_charge'::text])) THEN ((tax_minor <= 0) AND (NOT tax_included))
    ELSE (tax_minor >= 0)
END);

ALTER TABLE "public"."order_lines" ADD CONSTRAINT "order_lines_variant_title_check" CHECK ((length(variant_title) <= 130));

ALTER TABLE "public"."order_records" ADD CONSTRAINT "order_records_kept_minor_check" CHECK ((kept_minor >= 0));

ALTER TABLE "public"."order_records" ADD CONSTRAINT "order_records_payment_check" CHECK ((payment ~ '^[a-z]{2,20}$'::text));

ALTER TABLE "public"."order_returns" ADD CONSTRAINT "order_returns_order_id_fkey" FOREIGN KEY (order_id) REFERENCES public.order_records(id) ON DELETE CASCADE;

ALTER TABLE "public"."order_returns" ADD CONSTRAINT "order_returns_payment_id_fkey" FOREIGN KEY (payment_id) REFERENCES public.payments(id);

ALTER TABLE "private"."return_photos" ADD CONSTRAINT "return_photos_return_id_fkey" FOREIGN KEY (return_id) REFERENCES public.order_returns(id) ON DELETE CASCADE;

ALTER TABLE "public"."outbox" ADD CONSTRAINT "outbox_language_check" CHECK ((language ~ '^[a-z]{2}$'::text));

ALTER TABLE "public"."page_texts" ADD CONSTRAINT "page_texts_page_check" CHECK ((page = ANY (ARRAY['home'::text, 'about'::text, 'artisans'::text, 'countries'::text, 'faq'::text, 'follow'::text, 'updates'::text])));

ALTER TABLE "public"."payment_methods" ADD CONSTRAINT "payment_methods_code_check" CHECK ((code ~ '^[a-z]{2,20}$'::text));

ALTER TABLE "public"."payment_methods" ADD CONSTRAINT "payment_methods_keys_check" CHECK ((keys = ANY (ARRAY['not_needed'::text, 'missing'::text, 'test'::text, 'live'::text])));

ALTER TABLE "public"."payments" ADD CONSTRAINT "payments_provider_check" CHECK ((provider ~ '^[a-z]{2,20}$'::text));

ALTER TABLE "public"."payments" ADD CONSTRAINT "payments_sent" CHECK (((kind = 'refund'::text) OR (sent_at IS NULL)));

ALTER TABLE "public"."product_images" ADD CONSTRAINT "product_images_alt_check" CHECK ((length(alt) <= 300));

ALTER TABLE "public"."product_images" ADD CONSTRAINT "product_images_focus_x_check" CHECK (((focus_x >= 0) AND (focus_x <= 100)));

ALTER TABLE "public"."product_images" ADD CONSTRAINT "product_images_focus_y_check" CHECK (((focus_y >= 0) AND (focus_y <= 100)));

ALTER TABLE "public"."product_images" ADD CONSTRAINT "product_images_turn_check" CHECK ((((turn_path IS NULL) = (turn_frames IS NULL)) AND ((turn_path IS NULL) OR (render IS NULL))));

ALTER TABLE "public"."product_images" ADD CONSTRAINT "product_images_turn_frames_check" CHECK (((turn_frames >= 8) AND (turn_frames <= 24)));

ALTER TABLE "public"."product_images" ADD CONSTRAINT "product_images_turn_path_check" CHECK (((turn_path ~ '^[a-z0-9][a-z0-9/-]*\.(avif|webp|png|jpg)$'::text) AND (length(turn_path) <= 200)));

ALTER TABLE "public"."product_sounds" ADD CONSTRAINT "product_sounds_product_id_fkey" FOREIGN KEY (product_id) REFERENCES public.products(id) ON DELETE CASCADE;

ALTER TABLE "public"."products" ADD CONSTRAINT "products_safety_warnings_check" CHECK ((length(safety_warnings) <= 4000));

ALTER TABLE "public"."products" ADD CONSTRAINT "products_variant_options_check" CHECK (((jsonb_typeof(variant_options) = 'array'::text) AND (jsonb_array_length(variant_options) <= 3) AND (length((variant_options)::text) <= 20000)));

ALTER TABLE "public"."publish_requests" ADD CONSTRAINT "publish_requests_log_url_check" CHECK (((log_url ~ '^https://[^[:space:]]+$'::text) AND (length(log_url) <= 500)));

ALTER TABLE "public"."refund_calls" ADD CONSTRAINT "refund_calls_order_id_fkey" FOREIGN KEY (order_id) REFERENCES public.order_records(id) ON DELETE CASCADE;

ALTER TABLE "public"."refund_calls" ADD CONSTRAINT "refund_calls_refund_id_fkey" FOREIGN KEY (refund_id) REFERENCES public.payments(id) ON DELETE CASCADE;

ALTER TABLE "public"."sellers" ADD CONSTRAINT "sellers_country_code_fkey" FOREIGN KEY (country_code) REFERENCES public.countries(code);

ALTER TABLE "public"."sellers" ADD CONSTRAINT "sellers_one_at_a_time" EXCLUDE USING gist (daterange(valid_from, valid_to) WITH &&);

ALTER TABLE "public"."shelf_items" ADD CONSTRAINT "shelf_items_order_line_id_fkey" FOREIGN KEY (order_line_id) REFERENCES public.order_lines(id) ON DELETE SET NULL;

ALTER TABLE "public"."shelf_items" ADD CONSTRAINT "shelf_items_product_id_fkey" FOREIGN KEY (product_id) REFERENCES public.products(id) ON DELETE SET NULL;

ALTER TABLE "public"."shelf_items" ADD CONSTRAINT "shelf_items_variant_id_fkey" FOREIGN KEY (variant_id) REFERENCES public.variants(id) ON DELETE SET NULL;

ALTER TABLE "public"."shown_photos" ADD CONSTRAINT "shown_photos_id_fkey" FOREIGN KEY (id) REFERENCES private.customer_photos(id) ON DELETE CASCADE;

ALTER TABLE "public"."shown_photos" ADD CONSTRAINT "shown_photos_product_id_fkey" FOREIGN KEY (product_id) REFERENCES public.products(id) ON DELETE CASCADE;

ALTER TABLE "public"."tax_registrations" ADD CONSTRAINT "tax_registrations_country_code_fkey" FOREIGN KEY (country_code) REFERENCES public.countries(code);

ALTER TABLE "public"."tax_registrations" ADD CONSTRAINT "tax_registrations_one_at_a_time" EXCLUDE USING gist (COALESCE(country_code, 'EU'::text) WITH =, daterange(valid_from, valid_to) WITH &&);

ALTER TABLE "public"."variants" ADD CONSTRAINT "variants_check" CHECK (((availability <> 'in_stock'::public.availability_kind) OR (stock_pool_id IS NOT NULL) OR is_made_to_order));

ALTER TABLE "public"."variants" ADD CONSTRAINT "variants_choices_check" CHECK ((cardinality(choices) <= 3));

ALTER TABLE "public"."variants" ADD CONSTRAINT "variants_flaws_check" CHECK ((length(flaws) <= 300));

ALTER TABLE "public"."variants" ADD CONSTRAINT "variants_made_to_order" CHECK (((NOT is_made_to_order) OR ((availability = 'in_stock'::public.availability_kind) AND (stock_pool_id IS NULL))));

ALTER TABLE "public"."wishes" ADD CONSTRAINT "wishes_product_id_fkey" FOREIGN KEY (product_id) REFERENCES public.products(id) ON DELETE SET NULL;

ALTER TABLE "public"."wishes" ADD CONSTRAINT "wishes_user_id_fkey" FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;

CREATE VIEW "private"."source_texts" AS  SELECT area,
    owner,
    part,
    table_name,
    row_id,
    column_name,
    text,
    is_list,
    (((((((lpad((area_no)::text, 2, '0'::text) || lower("left"(owner, 60))) || ' '::text) || owner_id) || lpad((part_no)::text, 2, '0'::text)) || lpad((("position" + 1000000))::text, 8, '0'::text)) || row_id) || column_no) AS place
   FROM ( SELECT 1 AS area_no,
            'products'::text AS area,
            (p.id)::text AS owner_id,
            p.title AS owner,
            1 AS part_no,
            0 AS "position",
            ''::text AS part,
            'products'::text AS table_name,
            (p.id)::text AS row_id,
            c.column_no,
            c.column_name,
            c.text,
            c.is_list
           FROM (public.products p
             CROSS JOIN LATERAL ( VALUES (1,'title'::text,p.title,false), (2,'summary'::text,p.summary,false), (3,'body'::text,p.body,false), (4,'in_the_box'::text,array_to_string(p.in_the_box, '
'::text),true), (5,'still_needed'::text,array_to_string(p.still_needed, '
'::text),true), (6,'safety_warnings'::text,p.safety_warnings,false), (7,'seo_title'::text,p.seo_title,false), (8,'seo_description'::text,p.seo_description,false), (9,'variant_options'::text,( SELECT string_agg(l.line, '
'::text ORDER BY o.place, l.place) AS lines
                           FROM (jsonb_array_elements(p.variant_options) WITH ORDINALITY o(option, place)
                             CROSS JOIN LATERAL ( SELECT (0)::bigint AS place,
                                    (o.option ->> 'title'::text) AS line
                                UNION ALL
                                 SELECT v.place,
                                    (v.value ->> 'title'::text) AS line
                                   FROM jsonb_array_elements((o.option -> 'values'::text)) WITH ORDINALITY v(value, place)) l)),true)) c(column_no, column_name, text, is_list))
          WHERE (p.status <> 'archived'::public.publish_status)
        UNION ALL
         SELECT 1 AS area_no,
            'products'::text AS area,
            (p.id)::text AS owner_id,
            p.title AS owner,
            2 AS part_no,
            v."position",
            v.title AS part,
            'variants'::text AS table_name,
            (v.id)::text AS row_id,
            c.column_no,
            c.column_name,
            c.text,
            false AS is_list
           FROM ((public.variants v
             JOIN public.products p ON ((p.id = v.product_id)))
             CROSS JOIN LATERAL ( VALUES (1,'title'::text,
                        CASE
                            WHEN (NOT (EXISTS ( SELECT
                               FROM public.product_facts f
                              WHERE ((f.product_id = p.id) AND (f.code = 'palette'::text))))) THEN v.title
                            ELSE ''::text
                        END), (2,'contents'::text,v.contents), (3,'flaws'::text,v.flaws)) c(column_no, column_name, text))
          WHERE (p.status <> 'archived'::public.publish_status)
        UNION ALL
         SELECT 1 AS area_no,
            'products'::text AS area,
            (p.id)::text AS owner_id,
            p.title AS owner,
            3 AS part_no,
            o."position",
            o.title AS part,
            'product_options'::text AS table_name,
            (o.id)::text AS row_id,
            c.column_no,
            c.column_name,
            c.text,
            false AS is_list
           FROM ((public.product_options o
             JOIN public.products p ON ((p.id = o.product_id)))
             CROSS JOIN LATERAL ( VALUES (1,'title'::text,o.title), (2,'help'::text,o.help)) c(column_no, column_name, text))
          WHERE (p.status <> 'archived'::public.publish_status)
        UNION ALL
         SELECT 1 AS area_no,
            'products'::text AS area,
            (p.id)::text AS owner_id,
            p.title AS owner,
            4 AS part_no,
            v."position",
            o.title AS part,
            'option_values'::text AS table_name,
            (v.id)::text AS row_id,
            c.column_no,
            c.column_name,
            c.text,
            false AS is_list
           FROM (((public.option_values v
             JOIN public.product_options o ON ((o.id = v.option_id)))
             JOIN public.products p ON ((p.id = o.product_id)))
             CROSS JOIN LATERAL ( VALUES (1,'title'::text,v.title), (2,'note'::text,v.note)) c(column_no, column_name, text))
          WHERE (p.status <> 'archived'::public.publish_status)
        UNION ALL
         SELECT 1 AS area_no,
            'products'::text AS area,
            (p.id)::text AS owner_id,
            p.title AS owner,
            5 AS part_no,
            0 AS "position",
            ''::text AS part,
            'option_rules'::text AS table_name,
            (r.id)::text AS row_id,
            1 AS column_no,
            'reason'::text AS column_name,
            r.reason AS text,
            false AS is_list
           FROM (public.option_rules r
             JOIN public.products p ON ((p.id = r.product_id)))
          WHERE (p.status <> 'archived'::public.publish_status)
        UNION ALL
         SELECT 1 AS area_no,
            'products'::text AS area,
            (p.id)::text AS owner_id,
            p.title AS owner,
            6 AS part_no,
            f."position",
            f.label AS part,
            'product_facts'::text AS table_name,
            (f.id)::text AS row_id,
            c.column_no,
            c.column_name,
            c.text,
            false AS is_list
           FROM ((public.product_facts f
             JOIN public.products p ON ((p.id = f.product_id)))
             CROSS JOIN LATERAL ( VALUES (1,'label'::text,f.label), (2,'value'::text,
                        CASE
                            WHEN (f.code <> 'palette'::text) THEN f.value
                            ELSE ''::text
                        END)) c(column_no, column_name, text))
          WHERE (p.status <> 'archived'::public.publish_status)
        UNION ALL
         SELECT 1 AS area_no,
            'products'::text AS area,
            (p.id)::text AS owner_id,
            p.title AS owner,
            7 AS part_no,
            f."position",
            f.file_name AS part,
            'product_files'::text AS table_name,
            (f.id)::text AS row_id,
            c.column_no,
            c.column_name,
            c.text,
            false AS is_list
           FROM ((public.product_files f
             JOIN public.products p ON ((p.id = f.product_id)))
             CROSS JOIN LATERAL ( VALUES (1,'title'::text,f.title), (2,'content'::text,
                        CASE
                            WHEN (f.kind = 'build_guide'::text) THEN f.content
                            ELSE ''::text
                        END)) c(column_no, column_name, text))
          WHERE (p.status <> 'archived'::public.publish_status)
        UNION ALL
         SELECT 1 AS area_no,
            'products'::text AS area,
            (p.id)::text AS owner_id,
            p.title AS owner,
            8 AS part_no,
            r."position",
            o.title AS part,
            'product_relations'::text AS table_name,
            ((r.product_id || '/'::text) || r.related_id) AS row_id,
            1 AS column_no,
            'reason'::text AS column_name,
            r.reason AS text,
            false AS is_list
           FROM ((public.product_relations r
             JOIN public.products p ON ((p.id = r.product_id)))
             JOIN public.products o ON ((o.id = r.related_id)))
          WHERE (p.status <> 'archived'::public.publish_status)
        UNION ALL
         SELECT 1 AS area_no,
            'products'::text AS area,
            (p.id)::text AS owner_id,
            p.title AS owner,
            9 AS part_no,
            i."position",
            ''::text AS part,
            'product_images'::text AS table_name,
            (i.id)::text AS row_id,
            1 AS column_no,
            'alt'::text AS column_name,
            i.alt AS text,
            false AS is_list
           FROM (public.product_images i
             JOIN public.products p ON ((p.id = i.product_id)))
          WHERE (p.status <> 'archived'::public.publish_status)
        UNION ALL
         SELECT 1 AS area_no,
            'products'::text AS area,
            (p.id)::text AS owner_id,
            p.title AS owner,
            10 AS part_no,
            s."position",
            ''::text AS part,
            'product_sounds'::text AS table_name,
            (s.id)::text AS row_id,
            1 AS column_no,
            'title'::text AS column_name,
            s.title AS text,
            false AS is_list
           FROM (public.product_sounds s
             JOIN public.products p ON ((p.id = s.product_id)))
          WHERE (p.status <> 'archived'::public.publish_status)
        UNION ALL
         SELECT 1 AS area_no,
            'products'::text AS area,
            (p.id)::text AS owner_id,
            p.title AS owner,
            11 AS part_no,
            0 AS "position",
            ''::text AS part,
            'shown_photos'::text AS table_name,
            (s.id)::text AS row_id,
            1 AS column_no,
            'alt'::text AS column_name,
            s.alt AS text,
            false AS is_list
           FROM (public.shown_photos s
             JOIN public.products p ON ((p.id = s.product_id)))
          WHERE (p.status <> 'archived'::public.publish_status)
        UNION ALL
         SELECT 2 AS area_no,
            'batches'::text AS area,
            (p.id)::text AS owner_id,
            p.title AS owner,
            1 AS part_no,
            b.number AS "position",
            b.code AS part,
            'batches'::text AS table_name,
            (b.id)::text AS row_id,
            c.column_no,
            c.column_name,
            c.text,
            false AS is_list
           FROM ((public.batches b
             JOIN public.products p ON ((p.id = b.product_id)))
             CROSS JOIN LATERAL ( VALUES (1,'title'::text,b.title), (2,'note'::text,b.note)) c(column_no, column_name, text))
          WHERE (p.status <> 'archived'::public.publish_status)
        UNION ALL
         SELECT 3 AS area_no,
            'lists'::text AS area,
            (l.id)::text AS owner_id,
            l.title AS owner,
            1 AS part_no,
            0 AS "position",
            ''::text AS part,
            'lists'::text AS table_name,
            (l.id)::text AS row_id,
            c.column_no,
            c.column_name,
            c.text,
            false AS is_list
           FROM (public.lists l
             CROSS JOIN LATERAL ( VALUES (1,'title'::text,l.title), (2,'rules'::text,l.rules)) c(column_no, column_name, text))
          WHERE (l.status <> 'finished'::public.list_status)
        UNION ALL
         SELECT 4 AS area_no,
            'updates'::text AS area,
            (u.id)::text AS owner_id,
            u.title AS owner,
            1 AS part_no,
            0 AS "position",
            ''::text AS part,
            'updates'::text AS table_name,
            (u.id)::text AS row_id,
            c.column_no,
            c.column_name,
            c.text,
            false AS is_list
           FROM (public.updates u
             CROSS JOIN LATERAL ( VALUES (1,'title'::text,u.title), (2,'summary'::text,u.summary), (3,'body'::text,u.body)) c(column_no, column_name, text))
          WHERE (u.status <> 'archived'::public.publish_status)
        UNION ALL
         SELECT 4 AS area_no,
            'updates'::text AS area,
            (u.id)::text AS owner_id,
            u.title AS owner,
            2 AS part_no,
            0 AS "position",
            b.title AS part,
            'update_batches'::text AS table_name,
            ((x.update_id || '/'::text) || x.batch_id) AS row_id,
            1 AS column_no,
            'buyers_note'::text AS column_name,
            x.buyers_note AS text,
            false AS is_list
           FROM ((public.update_batches x
             JOIN public.updates u ON ((u.id = x.update_id)))
             JOIN public.batches b ON ((b.id = x.batch_id)))
          WHERE (u.status <> 'archived'::public.publish_status)
        UNION ALL
         SELECT 5 AS area_no,
            'questions'::text AS area,
            (g.id)::text AS owner_id,
            g.title AS owner,
            1 AS part_no,
            g."position",
            ''::text AS part,
            'faq_groups'::text AS table_name,
            (g.id)::text AS row_id,
            1 AS column_no,
            'title'::text AS column_name,
            g.title AS text,
            false AS is_list
           FROM public.faq_groups g
        UNION ALL
         SELECT 5 AS area_no,
            'questions'::text AS area,
            (g.id)::text AS owner_id,
            g.title AS owner,
            2 AS part_no,
            e."position",
            ''::text AS part,
            'faq_entries'::text AS table_name,
            (e.id)::text AS row_id,
            c.column_no,
            c.column_name,
            c.text,
            false AS is_list
           FROM ((public.faq_entries e
             JOIN public.faq_groups g ON ((g.id = e.group_id)))
             CROSS JOIN LATERAL ( VALUES (1,'question'::text,e.question), (2,'answer'::text,e.answer)) c(column_no, column_name, text))
        UNION ALL
         SELECT 6 AS area_no,
            'pages'::text AS area,
            t_1.page AS owner_id,
            initcap(t_1.page) AS owner,
            1 AS part_no,
            t_1."position",
            t_1.title AS part,
            'page_texts'::text AS table_name,
            (t_1.id)::text AS row_id,
            c.column_no,
            c.column_name,
            c.text,
            false AS is_list
           FROM (public.page_texts t_1
             CROSS JOIN LATERAL ( VALUES (1,'title'::text,t_1.title), (2,'body'::text,t_1.body)) c(column_no, column_name, text))
        UNION ALL
         SELECT 7 AS area_no,
            'makers'::text AS area,
            (m.id)::text AS owner_id,
            m.name AS owner,
            1 AS part_no,
            m."position",
            ''::text AS part,
            'makers'::text AS table_name,
            (m.id)::text AS row_id,
            1 AS column_no,
            'bio'::text AS column_name,
            m.bio AS text,
            false AS is_list
           FROM public.makers m
        UNION ALL
         SELECT 8 AS area_no,
            'colours'::text AS area,
            (p.id)::text AS owner_id,
            p.title AS owner,
            1 AS part_no,
            p."position",
            ''::text AS part,
            'palettes'::text AS table_name,
            (p.id)::text AS row_id,
            c.column_no,
            c.column_name,
            c.text,
            false AS is_list
           FROM (public.palettes p
             CROSS JOIN LATERAL ( VALUES (1,'material'::text,p.material), (2,'note'::text,p.note)) c(column_no, column_name, text))
        UNION ALL
         SELECT 8 AS area_no,
            'colours'::text AS area,
            COALESCE((p.id)::text, (g.id)::text) AS owner_id,
            COALESCE(p.title, g.title) AS owner,
            2 AS part_no,
            w."position",
            w.name AS part,
            'colorways'::text AS table_name,
            (w.id)::text AS row_id,
            1 AS column_no,
            'note'::text AS column_name,
            w.note AS text,
            false AS is_list
           FROM ((public.colorways w
             LEFT JOIN public.palettes p ON ((p.id = w.palette_id)))
             LEFT JOIN public.products g ON ((g.id = w.product_id)))
          WHERE ((g.id IS NULL) OR (g.status <> 'archived'::public.publish_status))
        UNION ALL
         SELECT 9 AS area_no,
            'shipping'::text AS area,
            n.code AS owner_id,
            n.name AS owner,
            1 AS part_no,
            0 AS "position",
            ''::text AS part,
            'countries'::text AS table_name,
            n.code AS row_id,
            c.column_no,
            c.column_name,
            c.text,
            false AS is_list
           FROM (public.countries n
             CROSS JOIN LATERAL ( VALUES (1,'not_shipped_reason'::text,n.not_shipped_reason), (2,'duties_note'::text,n.duties_note)) c(column_no, column_name, text))
        UNION ALL
         SELECT 9 AS area_no,
            'shipping'::text AS area,
            n.code AS owner_id,
            n.name AS owner,
            2 AS part_no,
            0 AS "position",
            r.shipping_tag AS part,
            'country_restrictions'::text AS table_name,
            ((r.country_code || '/'::text) || r.shipping_tag) AS row_id,
            1 AS column_no,
            'reason'::text AS column_name,
            r.reason AS text,
            false AS is_list
           FROM (public.country_restrictions r
             JOIN public.countries n ON ((n.code = r.country_code)))
        UNION ALL
         SELECT 9 AS area_no,
            'shipping'::text AS area,
            n.code AS owner_id,
            n.name AS owner,
            3 AS part_no,
            0 AS "position",
            ''::text AS part,
            'tax_rates'::text AS table_name,
            (r.id)::text AS row_id,
            1 AS column_no,
            'name'::text AS column_name,
            r.name AS text,
            false AS is_list
           FROM (public.tax_rates r
             JOIN public.countries n ON ((n.code = r.country_code)))
        UNION ALL
         SELECT 9 AS area_no,
            'shipping'::text AS area,
            (z.id)::text AS owner_id,
            z.title AS owner,
            4 AS part_no,
            m."position",
            m.name AS part,
            'shipping_methods'::text AS table_name,
            (m.id)::text AS row_id,
            c.column_no,
            c.column_name,
            c.text,
            false AS is_list
           FROM ((public.shipping_methods m
             JOIN public.shipping_zones z ON ((z.id = m.zone_id)))
             CROSS JOIN LATERAL ( VALUES (1,'name'::text,m.name), (2,'note'::text,m.note)) c(column_no, column_name, text))
        UNION ALL
         SELECT 9 AS area_no,
            'shipping'::text AS area,
            (p.id)::text AS owner_id,
            p.name AS owner,
            5 AS part_no,
            p."position",
            ''::text AS part,
            'regional_partners'::text AS table_name,
            (p.id)::text AS row_id,
            1 AS column_no,
            'note'::text AS column_name,
            p.note AS text,
            false AS is_list
           FROM public.regional_partners p
        UNION ALL
         SELECT 10 AS area_no,
            'legal'::text AS area,
            (v.id)::text AS owner_id,
            ((initcap(v.document) || ', version '::text) || v.number) AS owner,
            1 AS part_no,
            0 AS "position",
            ''::text AS part,
            'legal_versions'::text AS table_name,
            (v.id)::text AS row_id,
            1 AS column_no,
            'changes'::text AS column_name,
            v.changes AS text,
            false AS is_list
           FROM public.legal_versions v
          WHERE (NOT (EXISTS ( SELECT
                   FROM public.legal_versions n
                  WHERE ((n.document = v.document) AND (n.number > v.number) AND (n.effective_at <= now())))))
        UNION ALL
         SELECT 10 AS area_no,
            'legal'::text AS area,
            (v.id)::text AS owner_id,
            ((initcap(v.document) || ', version '::text) || v.number) AS owner,
            2 AS part_no,
            s."position",
            s.title AS part,
            'legal_sections'::text AS table_name,
            (s.id)::text AS row_id,
            c.column_no,
            c.column_name,
            c.text,
            false AS is_list
           FROM ((public.legal_sections s
             JOIN public.legal_versions v ON ((v.id = s.version_id)))
             CROSS JOIN LATERAL ( VALUES (1,'title'::text,s.title), (2,'plain'::text,s.plain), (3,'body'::text,s.body)) c(column_no, column_name, text))
          WHERE (NOT (EXISTS ( SELECT
                   FROM public.legal_versions n
                  WHERE ((n.document = v.document) AND (n.number > v.number) AND (n.effective_at <= now())))))) t;;

CREATE VIEW "public"."availability" WITH (security_invoker=true) AS  SELECT v.id AS variant_id,
    v.product_id,
        CASE
            WHEN (p.status = 'archived'::public.publish_status) THEN 'archived'::text
            WHEN v.is_made_to_order THEN 'made_to_order'::text
            WHEN (v.availability = 'in_stock'::public.availability_kind) THEN private.stock_word_of(v.id)
            WHEN ((v.availability = 'preorder'::public.availability_kind) AND (v.stock_pool_id IS NOT NULL) AND (private.stock_word_of(v.id) = 'sold_out'::text)) THEN 'sold_out'::text
            ELSE (v.availability)::text
        END AS stock,
        CASE
            WHEN (p.status = 'archived'::public.publish_status) THEN false
            WHEN v.is_made_to_order THEN true
            WHEN (v.availability = 'in_stock'::public.availability_kind) THEN (private.stock_word_of(v.id) <> 'sold_out'::text)
            WHEN (v.availability = 'preorder'::public.availability_kind) THEN ((v.stock_pool_id IS NULL) OR (private.stock_word_of(v.id) <> 'sold_out'::text))
            WHEN (v.availability = 'group_buy'::public.availability_kind) THEN COALESCE(((b.stage_now = 'open'::public.batch_stage) AND (b.dropped_at IS NULL) AND ((b.capacity IS NULL) OR (b.taken_count < b.capacity))), false)
            ELSE false
        END AS can_be_ordered,
    private.remaining_of(v.id) AS remaining,
        CASE
            WHEN ((v.availability = 'group_buy'::public.availability_kind) AND (b.kit_id IS NOT NULL)) THEN private.tier_price(b.kit_id, b.ordered_count, v.price_minor)
            ELSE v.price_minor
        END AS price_minor,
    v.currency,
    b.id AS batch_id,
    b.stage_now AS batch_stage,
    b.opens_at,
    b.closes_at,
    b.eta,
    b.eta_precision,
    b.moq,
    b.ordered_count,
    b.waiting_count,
    t.from_count AS next_tier_count,
    t.price_minor AS next_tier_price_minor,
    l.id AS list_id,
    l.kind AS list_kind,
    l.status AS list_status,
    l.opens_at AS list_opens_at,
    l.closes_at AS list_closes_at,
    v.ships_on,
    now() AS read_at,
    (v.flaws <> ''::text) AS is_b_stock
   FROM ((((public.variants v
     JOIN public.products p ON ((p.id = v.product_id)))
     LEFT JOIN LATERAL ( SELECT b_1.id,
            b_1.opens_at,
            b_1.closes_at,
            b_1.eta,
            b_1.eta_precision,
            k.id AS kit_id,
            k.moq,
            k.capacity,
            COALESCE(k.settled_count, k.ordered_count) AS ordered_count,
            k.waiting_count,
            (k.ordered_count + k.waiting_count) AS taken_count,
            k.dropped_at,
            private.batch_stage_now(b_1.stage, b_1.opens_at, b_1.closes_at, now()) AS stage_now
           FROM (public.batch_kits k
             JOIN public.batches b_1 ON ((b_1.id = k.batch_id)))
          WHERE (k.variant_id = v.id)
          ORDER BY (b_1.stage <> 'archived'::public.batch_stage) DESC, b_1.number DESC
         LIMIT 1) b ON (true))
     LEFT JOIN LATERAL ( SELECT t_1.from_count,
            t_1.price_minor
           FROM public.batch_price_tiers t_1
          WHERE ((t_1.batch_kit_id = b.kit_id) AND (t_1.from_count > b.ordered_count))
          ORDER BY t_1.from_count
         LIMIT 1) t ON (true))
     LEFT JOIN LATERAL ( SELECT l_1.id,
            l_1.kind,
            l_1.status,
            l_1.opens_at,
            l_1.closes_at
           FROM (public.list_choices c
             JOIN public.lists l_1 ON ((l_1.id = c.list_id)))
          WHERE (c.variant_id = v.id)
          ORDER BY (l_1.status <> 'finished'::public.list_status) DESC, l_1.opens_at DESC
         LIMIT 1) l ON (true));;

CREATE VIEW "public"."drops" WITH (security_invoker=true) AS  SELECT d.kind,
    d.id,
    d.product_id,
    d.title,
    GREATEST(d.at, p.publish_at) AS at,
    d.closes_at
   FROM (( SELECT 'product'::text AS kind,
            p_1.id,
            p_1.id AS product_id,
            ''::text AS title,
            p_1.publish_at AS at,
            NULL::timestamp with time zone AS closes_at
           FROM public.products p_1
        UNION ALL
         SELECT 'group_buy'::text AS kind,
            b.id,
            b.product_id,
            b.title,
            GREATEST(b.opens_at, ( SELECT min(h.entered_at) AS at
                   FROM public.batch_stage_history h
                  WHERE ((h.batch_id = b.id) AND (h.stage = ANY (ARRAY['announced'::public.batch_stage, 'open'::public.batch_stage]))))) AS at,
            b.closes_at
           FROM public.batches b
          WHERE ((b.stage <> ALL (ARRAY['draft'::public.batch_stage, 'interest_check'::public.batch_stage, 'archived'::public.batch_stage])) AND (b.opens_at <= now()))
        UNION ALL
         SELECT 'extras'::text AS kind,
            b.id,
            b.product_id,
            b.title,
            ( SELECT min(h.entered_at) AS at
                   FROM public.batch_stage_history h
                  WHERE ((h.batch_id = b.id) AND (h.stage = 'extras'::public.batch_stage))) AS at,
            NULL::timestamp with time zone AS closes_at
           FROM public.batches b
          WHERE (b.stage = 'extras'::public.batch_stage)
        UNION ALL
         SELECT (l.kind)::text AS kind,
            l.id,
            l.product_id,
            l.title,
            l.opens_at AS at,
            l.closes_at
           FROM public.lists l
          WHERE ((l.status <> 'draft'::public.list_status) AND (l.opens_at <= now()))) d
     JOIN public.products p ON ((p.id = d.product_id)))
  WHERE ((p.status = ANY (ARRAY['scheduled'::public.publish_status, 'published'::public.publish_status])) AND (p.publish_at <= now()));;

CREATE VIEW "public"."listed_shipping_rates" WITH (security_invoker=true) AS  SELECT r.id,
    r.method_id,
    r.from_weight_grams,
    r.to_weight_grams,
    r.from_value_minor,
    r.to_value_minor,
    r.price_minor,
    r.currency,
    r.valid_from,
    r.valid_to,
    r.version,
    m.zone_id,
    m.name AS method_name,
    z.title AS zone_title,
    concat_ws(' '::text, lpad((GREATEST(z."position", 0))::text, 10, '0'::text), z.code, lpad((GREATEST(m."position", 0))::text, 10, '0'::text), m.code, lpad((r.from_weight_grams)::text, 10, '0'::text), lpad((r.from_value_minor)::text, 10, '0'::text), r.valid_from) AS place
   FROM ((public.shipping_rates r
     JOIN public.shipping_methods m ON ((m.id = r.method_id)))
     JOIN public.shipping_zones z ON ((z.id = m.zone_id)));;

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
    kept_minor,
    terms_version_id,
    consents,
    placed_at,
    pay_by,
    confirmed_at,
    keep_until,
    paid_at,
    closed_at,
    address_question,
    open_returns,
    version,
    updated_at,
    private.order_deadline(id, 'cancel'::text) AS cancel_until,
    private.order_deadline(id, 'address'::text) AS change_address_until,
    private.missing_consents(id) AS missing_consents,
    private.order_company(id) AS company,
    private.due_now(o.*) AS due_minor,
    (private.order_address(id) ->> 'name'::text) AS customer,
    private.item_count(id) AS item_count,
    private.first_item(id) AS first_item,
    private.shipment_state(id) AS shipment,
    private.order_gift_note(id) AS gift_note,
    ships_together,
        CASE
            WHEN ships_together THEN private.part_waited_for(id)
            ELSE NULL::jsonb
        END AS waits_for
   FROM public.order_records o;;

CREATE VIEW "public"."batch_orders" WITH (security_invoker=true) AS  SELECT b.batch_id,
    b.order_id AS id,
    b.placed_at,
    o.number,
    o.status,
    o.payment,
    o.email,
    o.country_code,
    o.currency,
    o.total_minor,
    o.captured_minor,
    o.refunded_minor,
    o.refund_due_minor,
    o.pay_by,
    o.paid_at,
    o.address_question,
    o.open_returns,
    o.version,
    o.due_minor,
    o.customer,
    o.item_count,
    o.first_item,
    o.shipment
   FROM (public.order_batches b
     CROSS JOIN LATERAL ( SELECT r.id,
            r.number,
            r.user_id,
            r.status,
            r.payment,
            r.email,
            r.address,
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
            r.refund_due_minor,
            r.forgone_minor,
            r.kept_minor,
            r.terms_version_id,
            r.consents,
            r.placed_at,
            r.pay_by,
            r.confirmed_at,
            r.keep_until,
            r.paid_at,
            r.closed_at,
            r.address_question,
            r.open_returns,
            r.version,
            r.updated_at,
            r.cancel_until,
            r.change_address_until,
            r.missing_consents,
            r.company,
            r.due_minor,
            r.customer,
            r.item_count,
            r.first_item,
            r.shipment,
            r.gift_note,
            r.ships_together,
            r.waits_for
           FROM public.orders r
          WHERE (r.id = b.order_id)
         LIMIT 1) o);;

CREATE VIEW "public"."waiting_bank_refunds" WITH (security_invoker=true) AS  SELECT r.refund_id AS id,
    r.order_id,
    o.number,
    (private.order_address(o.id) ->> 'name'::text) AS customer,
    r.reference,
    r.amount_minor,
    r.currency,
    r.status,
    r.account_end,
    r.sent_at,
    r.created_at,
        CASE
            WHEN (r.sent_at IS NULL) THEN private.seen_refund_account(r.order_id)
            ELSE NULL::jsonb
        END AS account
   FROM (public.bank_refunds r
     JOIN public.order_records o ON ((o.id = r.order_id)));;

CREATE INDEX alerts_closed_idx ON private.alerts USING btree (closed_at) WHERE (closed_at IS NOT NULL);

CREATE INDEX alerts_code_idx ON private.alerts USING btree (code, key, closed_at DESC);

CREATE INDEX alerts_mailed_idx ON private.alerts USING btree (mailed_at DESC) WHERE (mailed_at IS NOT NULL);

CREATE UNIQUE INDEX alerts_open_idx ON private.alerts USING btree (code, key) WHERE (closed_at IS NULL);

CREATE INDEX alerts_opened_idx ON private.alerts USING btree (opened_at DESC);

CREATE INDEX alerts_untold_idx ON private.alerts USING btree (opened_at) WHERE ((mailed_at IS NULL) OR (called_at IS NULL));

CREATE INDEX backups_made_idx ON private.backups USING btree (made_at DESC);

CREATE INDEX bank_file_contents_age_idx ON private.bank_file_contents USING btree (kept_at);

CREATE INDEX browser_follows_product_idx ON private.browser_follows USING btree (product_id);

CREATE INDEX browser_follows_user_idx ON private.browser_follows USING btree (user_id);

CREATE INDEX browsers_seen_idx ON private.browsers USING btree (seen_at);

CREATE INDEX customer_photos_line_idx ON private.customer_photos USING btree (order_line_id);

CREATE INDEX customer_photos_product_idx ON private.customer_photos USING btree (product_id);

CREATE INDEX customer_photos_status_idx ON private.customer_photos USING btree (status, sent_at DESC, id);

CREATE INDEX customer_photos_unsent_idx ON private.customer_photos USING btree (created_at) WHERE (status = 'sending'::text);

CREATE INDEX customer_photos_user_idx ON private.customer_photos USING btree (user_id, product_id);

CREATE INDEX customers_due_idx ON private.customers USING btree (due_minor, id);

CREATE INDEX customers_email_idx ON private.customers USING btree (email, id);

CREATE UNIQUE INDEX customers_guest_idx ON private.customers USING btree (email) WHERE (user_id IS NULL);

CREATE INDEX customers_last_idx ON private.customers USING btree (last_order_at, id);

CREATE INDEX customers_name_idx ON private.customers USING btree (name, id);

CREATE INDEX customers_old_guests_idx ON private.customers USING btree (last_order_at) WHERE (user_id IS NULL);

CREATE INDEX customers_open_idx ON private.customers USING btree (last_order_at, id) WHERE (open_orders > 0);

CREATE INDEX customers_orders_idx ON private.customers USING btree (orders, id);

CREATE INDEX customers_since_idx ON private.customers USING btree (since, id);

CREATE INDEX customers_spent_idx ON private.customers USING btree (spent_minor, id);

CREATE INDEX customers_words_idx ON private.customers USING gin ((((email || ' '::text) || lower(name))) extensions.gin_trgm_ops);

CREATE INDEX discount_uses_user_idx ON private.discount_uses USING btree (user_id, code_id);

CREATE INDEX documents_due_since_idx ON private.documents_due USING btree (since);

CREATE INDEX follows_everything_idx ON private.follows USING btree (digest_at) WHERE (product_id IS NULL);

CREATE INDEX holds_kit_idx ON private.holds USING btree (kit_id, state, expires_at);

CREATE INDEX holds_pool_idx ON private.holds USING btree (pool_id, state, expires_at);

CREATE INDEX news_noted_idx ON private.news USING btree (noted_at);

CREATE INDEX news_product_idx ON private.news USING btree (product_id);

CREATE INDEX notices_created_idx ON private.notices USING btree (created_at);

CREATE INDEX notices_fact_idx ON private.notices USING btree (fact) WHERE ((sent_at IS NULL) AND (given_up_at IS NULL));

CREATE INDEX notices_product_idx ON private.notices USING btree (product_id);

CREATE INDEX notices_waiting_idx ON private.notices USING btree (send_after) WHERE ((sent_at IS NULL) AND (given_up_at IS NULL));

CREATE INDEX payer_accounts_age_idx ON private.payer_accounts USING btree (kept_at);

CREATE INDEX payment_events_trouble_idx ON private.payment_events USING btree (at) WHERE ((outcome = ANY (ARRAY['refused'::text, 'mismatch'::text, 'payment_mismatch'::text])) OR (kind = 'disputed'::text));

CREATE INDEX refund_accounts_age_idx ON private.refund_accounts USING btree (needed_at);

CREATE INDEX return_photos_age_idx ON private.return_photos USING btree (added_at);

CREATE INDEX return_photos_return_idx ON private.return_photos USING btree (return_id, added_at);

CREATE INDEX staff_invitations_by_idx ON private.staff_invitations USING btree (invited_by);

CREATE INDEX staff_invitations_expiry_idx ON private.staff_invitations USING btree (expires_at);

CREATE INDEX vat_checks_age_idx ON private.vat_checks USING btree (checked_at);

CREATE INDEX vat_checks_number_idx ON private.vat_checks USING btree (number, checked_at DESC);

CREATE INDEX webhook_calls_created_idx ON private.webhook_calls USING btree (created_at);

CREATE INDEX webhook_calls_news_idx ON private.webhook_calls USING btree (news_id);

CREATE INDEX webhook_calls_waiting_idx ON private.webhook_calls USING btree (call_after) WHERE ((called_at IS NULL) AND (given_up_at IS NULL));

CREATE INDEX audit_log_product_idx ON public.audit_log USING btree (((COALESCE(after, before) ->> 'product_id'::text)), id DESC) WHERE (table_name = ANY (ARRAY['product_options'::text, 'option_rules'::text, 'variants'::text, 'product_images'::text, 'product_sounds'::text, 'product_facts'::text, 'batches'::text]));

CREATE INDEX bank_entries_aside_idx ON public.bank_entries USING btree (settled_at) WHERE (status = 'set_aside'::text);

CREATE INDEX bank_entries_day_idx ON public.bank_entries USING btree (account, booked_on, amount_minor);

CREATE INDEX bank_entries_newest_idx ON public.bank_entries USING btree (booked_on DESC, id DESC);

CREATE INDEX bank_entries_statement_idx ON public.bank_entries USING btree (statement_id);

CREATE INDEX bank_entries_unmatched_idx ON public.bank_entries USING btree (booked_on DESC, id DESC) WHERE (status = 'unmatched'::text);

CREATE INDEX bank_entry_payments_entry_idx ON public.bank_entry_payments USING btree (entry_id);

CREATE INDEX bank_files_newest_idx ON public.bank_files USING btree (made_at DESC, id DESC);

CREATE INDEX bank_refunds_file_idx ON public.bank_refunds USING btree (file_id);

CREATE INDEX bank_refunds_newest_idx ON public.bank_refunds USING btree (created_at DESC, refund_id DESC);

CREATE INDEX bank_refunds_order_idx ON public.bank_refunds USING btree (order_id);

CREATE INDEX bank_refunds_unsent_idx ON public.bank_refunds USING btree (status, created_at DESC, refund_id DESC);

CREATE INDEX bank_statements_header_idx ON public.bank_statements USING btree (md5(header), read_at DESC) WHERE (format = 'csv'::text);

CREATE INDEX bank_statements_read_idx ON public.bank_statements USING btree (read_at DESC, id DESC);

CREATE INDEX customer_notes_author_idx ON public.customer_notes USING btree (author_id);

CREATE INDEX customer_notes_customer_idx ON public.customer_notes USING btree (customer_id, created_at);

CREATE INDEX designs_hidden_idx ON public.designs USING btree (hidden_at DESC, id) WHERE ((visibility = 'public'::public.design_visibility) AND (hidden_at IS NOT NULL));

CREATE UNIQUE INDEX desk_views_shared_idx ON public.desk_views USING btree (list, lower(name)) WHERE is_shared;

CREATE INDEX documents_issued_idx ON public.documents USING btree (issued_on);

CREATE INDEX documents_newest_idx ON public.documents USING btree (issued_at DESC, id DESC);

CREATE INDEX documents_order_idx ON public.documents USING btree (order_id, issued_at);

CREATE INDEX order_records_last_digits_idx ON public.order_records USING btree (reverse(number) text_pattern_ops);

CREATE INDEX order_records_number_idx ON public.order_records USING btree (number text_pattern_ops);

CREATE INDEX order_records_refund_idx ON public.order_records USING btree (refund_due_minor) WHERE (refund_due_minor > 0);

CREATE INDEX order_records_returns_idx ON public.order_records USING btree (placed_at DESC, id DESC) WHERE (open_returns > 0);

CREATE INDEX order_returns_open_idx ON public.order_returns USING btree (asked_at, id) WHERE (ended_at IS NULL);

CREATE INDEX order_returns_order_idx ON public.order_returns USING btree (order_id, asked_at);

CREATE INDEX order_returns_payment_idx ON public.order_returns USING btree (payment_id);

CREATE INDEX outbox_recipient_idx ON public.outbox USING btree (lower(recipient));

CREATE INDEX outbox_struggling_idx ON public.outbox USING btree (attempts) WHERE (sent_at IS NULL);

CREATE INDEX product_sounds_product_idx ON public.product_sounds USING btree (product_id, "position");

CREATE INDEX products_words_idx ON public.products USING gin (((' '::text || lower(title))) extensions.gin_trgm_ops);

CREATE INDEX refund_calls_charge_idx ON public.refund_calls USING btree (provider, charge_reference);

CREATE INDEX refund_calls_order_idx ON public.refund_calls USING btree (order_id);

CREATE INDEX refund_calls_waiting_idx ON public.refund_calls USING btree (call_after) WHERE (state = 'waiting'::text);

CREATE INDEX sellers_country_idx ON public.sellers USING btree (country_code);

CREATE INDEX shelf_items_line_idx ON public.shelf_items USING btree (order_line_id);

CREATE INDEX shelf_items_product_idx ON public.shelf_items USING btree (product_id);

CREATE INDEX shelf_items_variant_idx ON public.shelf_items USING btree (variant_id);

CREATE INDEX shown_photos_product_idx ON public.shown_photos USING btree (product_id, shown_at);

CREATE INDEX stock_pools_free_idx ON public.stock_pools USING btree (((on_hand - allocated)));

CREATE INDEX tax_registrations_country_idx ON public.tax_registrations USING btree (country_code);

CREATE INDEX translations_source_idx ON public.translations USING btree (language, source_md5);

CREATE INDEX variants_words_idx ON public.variants USING gin (((((' '::text || lower(title)) || ' '::text) || lower(sku))) extensions.gin_trgm_ops);

CREATE INDEX wishes_product_idx ON public.wishes USING btree (product_id);

CREATE TRIGGER note_changed_account AFTER UPDATE ON auth.users FOR EACH ROW WHEN ((((old.email)::text IS DISTINCT FROM (new.email)::text) OR (old.email_confirmed_at IS DISTINCT FROM new.email_confirmed_at) OR (old.deleted_at IS DISTINCT FROM new.deleted_at))) EXECUTE FUNCTION private.note_changed_account();

CREATE TRIGGER note_new_account AFTER INSERT ON auth.users FOR EACH ROW EXECUTE FUNCTION private.note_changed_account();

CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON private.alert_rules FOR EACH ROW EXECUTE FUNCTION private.audit_row();

CREATE TRIGGER forget_ended_follows AFTER DELETE ON private.browser_follows REFERENCING OLD TABLE AS ended FOR EACH STATEMENT EXECUTE FUNCTION private.forget_ended_follows();

CREATE TRIGGER keep_version BEFORE UPDATE ON private.customer_photos FOR EACH ROW EXECUTE FUNCTION private.keep_version();

CREATE TRIGGER keep BEFORE DELETE OR UPDATE OR TRUNCATE ON private.document_facts FOR EACH STATEMENT EXECUTE FUNCTION private.keep_document();

CREATE TRIGGER note_changed_contact AFTER UPDATE ON private.order_contacts FOR EACH ROW WHEN (((old.email IS DISTINCT FROM new.email) OR ((old.address ->> 'name'::text) IS DISTINCT FROM (new.address ->> 'name'::text)))) EXECUTE FUNCTION private.note_changed_contact();

CREATE TRIGGER note_new_contact AFTER INSERT ON private.order_contacts FOR EACH ROW EXECUTE FUNCTION private.note_changed_contact();

CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON private.webhooks FOR EACH ROW EXECUTE FUNCTION private.audit_row();

CREATE TRIGGER audit AFTER UPDATE ON public.bank_entries FOR EACH ROW WHEN ((old.status IS DISTINCT FROM new.status)) EXECUTE FUNCTION private.audit_bank_entry();

CREATE TRIGGER keep_version BEFORE UPDATE ON public.bank_entries FOR EACH ROW EXECUTE FUNCTION private.keep_version();

CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.bank_files FOR EACH ROW EXECUTE FUNCTION private.audit_row();

CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.bank_statements FOR EACH ROW EXECUTE FUNCTION private.audit_row();

CREATE TRIGGER drop_translations AFTER DELETE ON public.batches FOR EACH ROW EXECUTE FUNCTION private.drop_translations('id');

CREATE TRIGGER keep_promised_dates BEFORE UPDATE OF closes_at, cancel_until, change_options_until ON public.batches FOR EACH ROW EXECUTE FUNCTION private.keep_promised_dates();

CREATE TRIGGER drop_translations AFTER DELETE ON public.colorways FOR EACH ROW EXECUTE FUNCTION private.drop_translations('id');

CREATE TRIGGER drop_translations AFTER DELETE ON public.countries FOR EACH ROW EXECUTE FUNCTION private.drop_translations('code');

CREATE TRIGGER drop_translations AFTER DELETE ON public.country_restrictions FOR EACH ROW EXECUTE FUNCTION private.drop_translations('country_code', 'shipping_tag');

CREATE TRIGGER keep_version BEFORE UPDATE ON public.country_restrictions FOR EACH ROW EXECUTE FUNCTION private.keep_version();

CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.currency_rates FOR EACH ROW EXECUTE FUNCTION private.audit_row();

CREATE TRIGGER guard_staff_change BEFORE INSERT OR DELETE OR UPDATE ON public.currency_rates FOR EACH STATEMENT EXECUTE FUNCTION private.guard_staff_change();

CREATE TRIGGER keep_version BEFORE UPDATE ON public.currency_rates FOR EACH ROW EXECUTE FUNCTION private.keep_version();

CREATE TRIGGER keep_version BEFORE UPDATE ON public.design_kits FOR EACH ROW EXECUTE FUNCTION private.keep_version();

CREATE TRIGGER keep_version BEFORE UPDATE ON public.design_offers FOR EACH ROW EXECUTE FUNCTION private.keep_version();

CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.desk_views FOR EACH ROW EXECUTE FUNCTION private.audit_row();

CREATE TRIGGER guard_staff_change BEFORE INSERT OR DELETE OR UPDATE ON public.desk_views FOR EACH STATEMENT EXECUTE FUNCTION private.guard_staff_change();

CREATE TRIGGER keep_version BEFORE UPDATE ON public.desk_views FOR EACH ROW EXECUTE FUNCTION private.keep_version();

CREATE TRIGGER sign_view BEFORE INSERT ON public.desk_views FOR EACH ROW EXECUTE FUNCTION private.sign_view();

CREATE TRIGGER keep BEFORE DELETE OR UPDATE OR TRUNCATE ON public.documents FOR EACH STATEMENT EXECUTE FUNCTION private.keep_document();

CREATE TRIGGER drop_translations AFTER DELETE ON public.faq_entries FOR EACH ROW EXECUTE FUNCTION private.drop_translations('id');

CREATE TRIGGER drop_translations AFTER DELETE ON public.faq_groups FOR EACH ROW EXECUTE FUNCTION private.drop_translations('id');

CREATE TRIGGER drop_translations AFTER DELETE ON public.legal_sections FOR EACH ROW EXECUTE FUNCTION private.drop_translations('id');

CREATE TRIGGER drop_translations AFTER DELETE ON public.legal_versions FOR EACH ROW EXECUTE FUNCTION private.drop_translations('id');

CREATE TRIGGER drop_translations AFTER DELETE ON public.lists FOR EACH ROW EXECUTE FUNCTION private.drop_translations('id');

CREATE TRIGGER drop_translations AFTER DELETE ON public.makers FOR EACH ROW EXECUTE FUNCTION private.drop_translations('id');

CREATE TRIGGER drop_translations AFTER DELETE ON public.option_rules FOR EACH ROW EXECUTE FUNCTION private.drop_translations('id');

CREATE TRIGGER drop_translations AFTER DELETE ON public.option_values FOR EACH ROW EXECUTE FUNCTION private.drop_translations('id');

CREATE TRIGGER note_changed_orders AFTER UPDATE ON public.order_records REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_orders();

CREATE CONSTRAINT TRIGGER settle_documents AFTER UPDATE ON public.order_records DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((((new.status IS DISTINCT FROM old.status) OR (new.total_minor IS DISTINCT FROM old.total_minor) OR (new.forgone_minor IS DISTINCT FROM old.forgone_minor) OR (new.captured_minor IS DISTINCT FROM old.captured_minor) OR (new.refunded_minor IS DISTINCT FROM old.refunded_minor)) AND ((new.status = ANY (ARRAY['paid'::public.order_status, 'expired'::public.order_status, 'cancelled'::public.order_status, 'refunded'::public.order_status])) OR (new.status = old.status)))) EXECUTE FUNCTION private.settle_documents_at_end();

CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.order_returns FOR EACH ROW EXECUTE FUNCTION private.audit_row();

CREATE TRIGGER count_returns AFTER INSERT OR UPDATE ON public.order_returns FOR EACH ROW EXECUTE FUNCTION private.count_returns();

CREATE TRIGGER keep_version BEFORE UPDATE ON public.order_returns FOR EACH ROW EXECUTE FUNCTION private.keep_version();

CREATE TRIGGER drop_translations AFTER DELETE ON public.page_texts FOR EACH ROW EXECUTE FUNCTION private.drop_translations('id');

CREATE TRIGGER drop_translations AFTER DELETE ON public.palettes FOR EACH ROW EXECUTE FUNCTION private.drop_translations('id');

CREATE TRIGGER keep_version BEFORE UPDATE ON public.partner_sales FOR EACH ROW EXECUTE FUNCTION private.keep_version();

CREATE TRIGGER guard BEFORE UPDATE ON public.payment_methods FOR EACH ROW EXECUTE FUNCTION private.guard_payment_method();

CREATE TRIGGER drop_translations AFTER DELETE ON public.product_facts FOR EACH ROW EXECUTE FUNCTION private.drop_translations('id');

CREATE TRIGGER drop_translations AFTER DELETE ON public.product_files FOR EACH ROW EXECUTE FUNCTION private.drop_translations('id');

CREATE TRIGGER keep_version BEFORE UPDATE ON public.product_files FOR EACH ROW EXECUTE FUNCTION private.keep_version();

CREATE TRIGGER drop_translations AFTER DELETE ON public.product_images FOR EACH ROW EXECUTE FUNCTION private.drop_translations('id');

CREATE CONSTRAINT TRIGGER pictures_are_named AFTER INSERT OR UPDATE ON public.product_images DEFERRABLE INITIALLY IMMEDIATE FOR EACH ROW EXECUTE FUNCTION private.refuse_unnamed_pictures();

CREATE TRIGGER drop_translations AFTER DELETE ON public.product_options FOR EACH ROW EXECUTE FUNCTION private.drop_translations('id');

CREATE TRIGGER drop_translations AFTER DELETE ON public.product_relations FOR EACH ROW EXECUTE FUNCTION private.drop_translations('product_id', 'related_id');

CREATE TRIGGER keep_version BEFORE UPDATE ON public.product_relations FOR EACH ROW EXECUTE FUNCTION private.keep_version();

CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.product_sounds FOR EACH ROW EXECUTE FUNCTION private.audit_row();

CREATE TRIGGER drop_translations AFTER DELETE ON public.product_sounds FOR EACH ROW EXECUTE FUNCTION private.drop_translations('id');

CREATE TRIGGER guard_staff_change BEFORE INSERT OR DELETE OR UPDATE ON public.product_sounds FOR EACH STATEMENT EXECUTE FUNCTION private.guard_staff_change();

CREATE TRIGGER keep_version BEFORE UPDATE ON public.product_sounds FOR EACH ROW EXECUTE FUNCTION private.keep_version();

CREATE TRIGGER drop_translations AFTER DELETE ON public.products FOR EACH ROW EXECUTE FUNCTION private.drop_translations('id');

CREATE CONSTRAINT TRIGGER published_pictures_are_named AFTER UPDATE ON public.products DEFERRABLE INITIALLY IMMEDIATE FOR EACH ROW WHEN ((old.status IS DISTINCT FROM new.status)) EXECUTE FUNCTION private.refuse_unnamed_pictures();

CREATE TRIGGER require_known_settings BEFORE INSERT OR UPDATE OF body, safety_warnings ON public.products FOR EACH ROW EXECUTE FUNCTION private.require_known_settings('body', 'safety_warnings');

CREATE TRIGGER note_changed_name AFTER INSERT OR UPDATE OF full_name ON public.profiles FOR EACH ROW EXECUTE FUNCTION private.note_changed_name();

CREATE TRIGGER note_language BEFORE UPDATE ON public.profiles FOR EACH ROW WHEN ((new.user_id = auth.uid())) EXECUTE FUNCTION private.note_language();

CREATE TRIGGER drop_translations AFTER DELETE ON public.regional_partners FOR EACH ROW EXECUTE FUNCTION private.drop_translations('id');

CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.sellers FOR EACH ROW EXECUTE FUNCTION private.audit_row();

CREATE TRIGGER guard_staff_change BEFORE INSERT OR DELETE OR UPDATE ON public.sellers FOR EACH STATEMENT EXECUTE FUNCTION private.guard_staff_change();

CREATE TRIGGER guard BEFORE INSERT OR UPDATE ON public.sellers FOR EACH STATEMENT EXECUTE FUNCTION private.guard_seller();

CREATE TRIGGER keep_version BEFORE UPDATE ON public.sellers FOR EACH ROW EXECUTE FUNCTION private.keep_version();

CREATE TRIGGER limit_shelf BEFORE INSERT ON public.shelf_items FOR EACH ROW EXECUTE FUNCTION private.limit_shelf();

CREATE TRIGGER drop_translations AFTER DELETE ON public.shipping_methods FOR EACH ROW EXECUTE FUNCTION private.drop_translations('id');

CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.shown_photos FOR EACH ROW EXECUTE FUNCTION private.audit_row();

CREATE TRIGGER drop_translations AFTER DELETE ON public.shown_photos FOR EACH ROW EXECUTE FUNCTION private.drop_translations('id');

CREATE TRIGGER keep_version BEFORE UPDATE ON public.tax_classes FOR EACH ROW EXECUTE FUNCTION private.keep_version();

CREATE TRIGGER drop_translations AFTER DELETE ON public.tax_rates FOR EACH ROW EXECUTE FUNCTION private.drop_translations('id');

CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.tax_registrations FOR EACH ROW EXECUTE FUNCTION private.audit_row();

CREATE TRIGGER guard_staff_change BEFORE INSERT OR DELETE OR UPDATE ON public.tax_registrations FOR EACH STATEMENT EXECUTE FUNCTION private.guard_staff_change();

CREATE TRIGGER guard BEFORE INSERT OR DELETE OR UPDATE ON public.tax_registrations FOR EACH STATEMENT EXECUTE FUNCTION private.guard_seller();

CREATE TRIGGER keep_version BEFORE UPDATE ON public.tax_registrations FOR EACH ROW EXECUTE FUNCTION private.keep_version();

CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.translations FOR EACH ROW EXECUTE FUNCTION private.audit_row();

CREATE TRIGGER keep_version BEFORE UPDATE ON public.translations FOR EACH ROW EXECUTE FUNCTION private.keep_version();

CREATE TRIGGER require_known_settings BEFORE INSERT OR UPDATE OF text ON public.translations FOR EACH ROW EXECUTE FUNCTION private.require_known_settings('text');

CREATE TRIGGER drop_translations AFTER DELETE ON public.update_batches FOR EACH ROW EXECUTE FUNCTION private.drop_translations('update_id', 'batch_id');

CREATE TRIGGER drop_translations AFTER DELETE ON public.updates FOR EACH ROW EXECUTE FUNCTION private.drop_translations('id');

CREATE TRIGGER forget_changed_notices AFTER UPDATE OF status, publish_at, title, summary, url ON public.updates FOR EACH ROW EXECUTE FUNCTION private.forget_waiting_notices();

CREATE TRIGGER forget_notices AFTER DELETE ON public.updates FOR EACH ROW EXECUTE FUNCTION private.forget_waiting_notices();

CREATE TRIGGER drop_translations AFTER DELETE ON public.variants FOR EACH ROW EXECUTE FUNCTION private.drop_translations('id');

CREATE TRIGGER refuse_doubled_choice AFTER INSERT OR UPDATE OF title, is_required, flaws, availability, product_id ON public.variants FOR EACH ROW EXECUTE FUNCTION private.refuse_doubled_choice();

CREATE POLICY "Customers add their own addresses" ON "public"."addresses" FOR INSERT TO "authenticated" WITH CHECK ((user_id = ( SELECT auth.uid() AS uid)));

CREATE POLICY "Owners read statistics" ON "public"."analytics_events" FOR SELECT TO "authenticated" USING (( SELECT private.is_staff(VARIADIC ARRAY['owner'::text]) AS is_staff));

CREATE POLICY "Everyone reads bank accounts" ON "public"."bank_accounts" FOR SELECT TO "anon", "authenticated" USING (true);

CREATE POLICY "Owners and fulfilment read bank entries" ON "public"."bank_entries" FOR SELECT TO "authenticated" USING (( SELECT private.is_staff(VARIADIC ARRAY['owner'::text, 'fulfilment'::text]) AS is_staff));

CREATE POLICY "Owners and fulfilment read what bank entries became" ON "public"."bank_entry_payments" FOR SELECT TO "authenticated" USING (( SELECT private.is_staff(VARIADIC ARRAY['owner'::text, 'fulfilment'::text]) AS is_staff));

CREATE POLICY "Owners and fulfilment read bank files" ON "public"."bank_files" FOR SELECT TO "authenticated" USING (( SELECT private.is_staff(VARIADIC ARRAY['owner'::text, 'fulfilment'::text]) AS is_staff));

CREATE POLICY "Owners and fulfilment read bank refunds" ON "public"."bank_refunds" FOR SELECT TO "authenticated" USING (( SELECT private.is_staff(VARIADIC ARRAY['owner'::text, 'fulfilment'::text]) AS is_staff));

CREATE POLICY "Owners and fulfilment read bank statements" ON "public"."bank_statements" FOR SELECT TO "authenticated" USING (( SELECT private.is_staff(VARIADIC ARRAY['owner'::text, 'fulfilment'::text]) AS is_staff));

CREATE POLICY "Staff read checks that were run by someone with their role" ON "public"."check_runs" FOR SELECT TO "authenticated" USING (( SELECT private.is_staff(VARIADIC ARRAY[check_runs.role]) AS is_staff));

CREATE POLICY "Staff except support read samples" ON "public"."colour_samples" FOR SELECT TO "authenticated" USING (( SELECT private.is_staff(VARIADIC ARRAY['owner'::text, 'editor'::text, 'fulfilment'::text]) AS is_staff));

CREATE POLICY "Staff except support read stock of colours" ON "public"."colour_stock" FOR SELECT TO "authenticated" USING (( SELECT private.is_staff(VARIADIC ARRAY['owner'::text, 'editor'::text, 'fulfilment'::text]) AS is_staff));

CREATE POLICY "Everyone reads shown currencies, owners read all" ON "public"."currency_rates" FOR SELECT TO "anon", "authenticated" USING ((is_shown OR ( SELECT private.is_staff(VARIADIC ARRAY['owner'::text]) AS is_staff)));

CREATE POLICY "Owners add currencies" ON "public"."currency_rates" FOR INSERT TO "authenticated" WITH CHECK (( SELECT private.is_staff(VARIADIC ARRAY['owner'::text]) AS is_staff));

CREATE POLICY "Owners change currencies" ON "public"."currency_rates" FOR UPDATE TO "authenticated" USING (( SELECT private.is_staff(VARIADIC ARRAY['owner'::text]) AS is_staff)) WITH CHECK (( SELECT private.is_staff(VARIADIC ARRAY['owner'::text]) AS is_staff));

CREATE POLICY "Owners remove currencies" ON "public"."currency_rates" FOR DELETE TO "authenticated" USING (( SELECT private.is_staff(VARIADIC ARRAY['owner'::text]) AS is_staff));

CREATE POLICY "Staff except editors read customer notes" ON "public"."customer_notes" FOR SELECT TO "authenticated" USING (( SELECT private.is_staff(VARIADIC ARRAY['owner'::text, 'fulfilment'::text, 'support'::text]) AS is_staff));

CREATE POLICY "Everyone reads design kits of variants they can see" ON "public"."design_kits" FOR SELECT TO "anon", "authenticated" USING ((EXISTS ( SELECT
   FROM public.variants v
  WHERE (v.id = design_kits.variant_id))));

CREATE POLICY "Everyone reads design offers of products they can see" ON "public"."design_offers" FOR SELECT TO "anon", "authenticated" USING ((EXISTS ( SELECT
   FROM public.products p
  WHERE (p.id = design_offers.product_id))));

CREATE POLICY "Everyone reads visible designs, staff hidden ones too" ON "public"."designs" FOR SELECT TO "anon", "authenticated" USING ((((hidden_at IS NULL) AND ((visibility = 'public'::public.design_visibility) OR ((visibility = 'unlisted'::public.design_visibility) AND (id = ( SELECT private.asked_design() AS asked_design))))) OR (owner_id = ( SELECT auth.uid() AS uid)) OR ((visibility = 'public'::public.design_visibility) AND ( SELECT private.is_staff(VARIADIC ARRAY['owner'::text, 'editor'::text, 'support'::text]) AS is_staff))));

CREATE POLICY "Customers read documents that were made out to them" ON "public"."documents" FOR SELECT TO "authenticated" USING (private.may_read_document(id, order_id));

CREATE POLICY "Everyone reads FAQ entries" ON "public"."faq_entries" FOR SELECT TO "anon", "authenticated" USING (true);

CREATE POLICY "Owners and editors add FAQ entries" ON "public"."faq_entries" FOR INSERT TO "authenticated" WITH CHECK (( SELECT private.is_staff(VARIADIC ARRAY['owner'::text, 'editor'::text]) AS is_staff));

CREATE POLICY "Owners and editors change FAQ entries" ON "public"."faq_entries" FOR UPDATE TO "authenticated" USING (( SELECT private.is_staff(VARIADIC ARRAY['owner'::text, 'editor'::text]) AS is_staff)) WITH CHECK (( SELECT private.is_staff(VARIADIC ARRAY['owner'::text, 'editor'::text]) AS is_staff));

CREATE POLICY "Owners and editors remove FAQ entries" ON "public"."faq_entries" FOR DELETE TO "authenticated" USING (( SELECT private.is_staff(VARIADIC ARRAY['owner'::text, 'editor'::text]) AS is_staff));

CREATE POLICY "Everyone reads FAQ groups" ON "public"."faq_groups" FOR SELECT TO "anon", "authenticated" USING (true);

CREATE POLICY "Owners and editors add FAQ groups" ON "public"."faq_groups" FOR INSERT TO "authenticated" WITH CHECK (( SELECT private.is_staff(VARIADIC ARRAY['owner'::text, 'editor'::text]) AS is_staff));

CREATE POLICY "Owners and editors change FAQ groups" ON "public"."faq_groups" FOR UPDATE TO "authenticated" USING (( SELECT private.is_staff(VARIADIC ARRAY['owner'::text, 'editor'::text]) AS is_staff)) WITH CHECK (( SELECT private.is_staff(VARIADIC ARRAY['owner'::text, 'editor'::text]) AS is_staff));

CREATE POLICY "Owners and editors remove FAQ groups" ON "public"."faq_groups" FOR DELETE TO "authenticated" USING (( SELECT private.is_staff(VARIADIC ARRAY['owner'::text, 'editor'::text]) AS is_staff));

CREATE POLICY "Everyone reads sections of legal texts they can see" ON "public"."legal_sections" FOR SELECT TO "anon", "authenticated" USING ((EXISTS ( SELECT
   FROM public.legal_versions v
  WHERE (v.id = legal_sections.version_id))));

CREATE POLICY "Owners add sections to legal texts before they are published" ON "public"."legal_sections" FOR INSERT TO "authenticated" WITH CHECK ((( SELECT private.is_staff(VARIADIC ARRAY['owner'::text]) AS is_staff) AND (EXISTS ( SELECT
   FROM public.legal_versions v
  WHERE ((v.id = legal_sections.version_id) AND (v.publish_at > now()))))));

CREATE POLICY "Everyone reads published legal texts, staff read all" ON "public"."legal_versions" FOR SELECT TO "anon", "authenticated" USING (((publish_at <= now()) OR ( SELECT private.is_staff() AS is_staff)));

CREATE POLICY "Owners add versions of legal texts before they are published" ON "public"."legal_versions" FOR INSERT TO "authenticated" WITH CHECK ((( SELECT private.is_staff(VARIADIC ARRAY['owner'::text]) AS is_staff) AND (publish_at > now())));

CREATE POLICY "Owners add lists" ON "public"."lists" FOR INSERT TO "authenticated" WITH CHECK ((( SELECT private.is_staff(VARIADIC ARRAY['owner'::text]) AS is_staff) AND (status = 'draft'::public.list_status)));

CREATE POLICY "Owners change draft lists and the texts of all lists" ON "public"."lists" FOR UPDATE TO "authenticated" USING (( SELECT private.is_staff(VARIADIC ARRAY['owner'::text]) AS is_staff)) WITH CHECK (( SELECT private.is_staff(VARIADIC ARRAY['owner'::text]) AS is_staff));

CREATE POLICY "Owners remove draft lists" ON "public"."lists" FOR DELETE TO "authenticated" USING ((( SELECT private.is_staff(VARIADIC ARRAY['owner'::text]) AS is_staff) AND (status = 'draft'::public.list_status)));

CREATE POLICY "Customers add their own e-mail settings" ON "public"."notification_choices" FOR INSERT TO "authenticated" WITH CHECK ((user_id = ( SELECT auth.uid() AS uid)));

CREATE POLICY "Customers change their own e-mail settings" ON "public"."notification_choices" FOR UPDATE TO "authenticated" USING ((user_id = ( SELECT auth.uid() AS uid))) WITH CHECK ((user_id = ( SELECT auth.uid() AS uid)));

CREATE POLICY "Customers read their own e-mail settings" ON "public"."notification_choices" FOR SELECT TO "authenticated" USING ((user_id = ( SELECT auth.uid() AS uid)));

CREATE POLICY "Staff except editors read order notes" ON "public"."order_notes" FOR SELECT TO "authenticated" USING (( SELECT private.is_staff(VARIADIC ARRAY['owner'::text, 'fulfilment'::text, 'support'::text]) AS is_staff));

CREATE POLICY "Customers read returns of orders they can see" ON "public"."order_returns" FOR SELECT TO "authenticated" USING ((EXISTS ( SELECT
   FROM public.order_records o
  WHERE (o.id = order_returns.order_id))));

CREATE POLICY "Owners and fulfilment read outgoing e-mails" ON "public"."outbox" FOR SELECT TO "authenticated" USING (( SELECT private.is_staff(VARIADIC ARRAY['owner'::text, 'fulfilment'::text]) AS is_staff));

CREATE POLICY "Everyone reads page texts" ON "public"."page_texts" FOR SELECT TO "anon", "authenticated" USING (true);

CREATE POLICY "Owners and editors add page texts" ON "public"."page_texts" FOR INSERT TO "authenticated" WITH CHECK (( SELECT private.is_staff(VARIADIC ARRAY['owner'::text, 'editor'::text]) AS is_staff));

CREATE POLICY "Owners and editors change page texts" ON "public"."page_texts" FOR UPDATE TO "authenticated" USING (( SELECT private.is_staff(VARIADIC ARRAY['owner'::text, 'editor'::text]) AS is_staff)) WITH CHECK (( SELECT private.is_staff(VARIADIC ARRAY['owner'::text, 'editor'::text]) AS is_staff));

CREATE POLICY "Owners and editors remove page texts" ON "public"."page_texts" FOR DELETE TO "authenticated" USING (( SELECT private.is_staff(VARIADIC ARRAY['owner'::text, 'editor'::text]) AS is_staff));

CREATE POLICY "Everyone reads the countries of partners" ON "public"."partner_countries" FOR SELECT TO "anon", "authenticated" USING (true);

CREATE POLICY "Everyone reads offered payment methods, staff read all" ON "public"."payment_methods" FOR SELECT TO "anon", "authenticated" USING (((is_offered AND (keys IS DISTINCT FROM 'missing'::text) AND ((code <> 'invoice'::text) OR (EXISTS ( SELECT
   FROM public.bank_accounts a
  WHERE (a.currency = 'EUR'::text))))) OR ( SELECT private.is_staff() AS is_staff)));

CREATE POLICY "Everyone reads sounds of products they can see" ON "public"."product_sounds" FOR SELECT TO "anon", "authenticated" USING ((EXISTS ( SELECT
   FROM public.products p
  WHERE (p.id = product_sounds.product_id))));

CREATE POLICY "Owners and editors add sounds" ON "public"."product_sounds" FOR INSERT TO "authenticated" WITH CHECK (( SELECT private.is_staff(VARIADIC ARRAY['owner'::text, 'editor'::text]) AS is_staff));

CREATE POLICY "Owners and editors change sounds" ON "public"."product_sounds" FOR UPDATE TO "authenticated" USING (( SELECT private.is_staff(VARIADIC ARRAY['owner'::text, 'editor'::text]) AS is_staff)) WITH CHECK (( SELECT private.is_staff(VARIADIC ARRAY['owner'::text, 'editor'::text]) AS is_staff));

CREATE POLICY "Owners and editors remove sounds" ON "public"."product_sounds" FOR DELETE TO "authenticated" USING (( SELECT private.is_staff(VARIADIC ARRAY['owner'::text, 'editor'::text]) AS is_staff));

CREATE POLICY "Everyone reads published products, staff read all" ON "public"."products" FOR SELECT TO "anon", "authenticated" USING ((((status <> 'draft'::public.publish_status) AND (publish_at <= now())) OR ( SELECT private.is_staff() AS is_staff)));

CREATE POLICY "Customers add their own profile" ON "public"."profiles" FOR INSERT TO "authenticated" WITH CHECK ((user_id = ( SELECT auth.uid() AS uid)));

CREATE POLICY "Staff who work with orders read refunds on their way" ON "public"."refund_calls" FOR SELECT TO "authenticated" USING (( SELECT private.is_staff(VARIADIC ARRAY['owner'::text, 'fulfilment'::text, 'support'::text]) AS is_staff));

CREATE POLICY "Everyone reads who sells" ON "public"."sellers" FOR SELECT TO "anon", "authenticated" USING (true);

CREATE POLICY "Owners add sellers" ON "public"."sellers" FOR INSERT TO "authenticated" WITH CHECK (( SELECT private.is_staff(VARIADIC ARRAY['owner'::text]) AS is_staff));

CREATE POLICY "Owners change sellers" ON "public"."sellers" FOR UPDATE TO "authenticated" USING (( SELECT private.is_staff(VARIADIC ARRAY['owner'::text]) AS is_staff)) WITH CHECK (( SELECT private.is_staff(VARIADIC ARRAY['owner'::text]) AS is_staff));

CREATE POLICY "Staff except editors read packages" ON "public"."shipping_packages" FOR SELECT TO "authenticated" USING (( SELECT private.is_staff(VARIADIC ARRAY['owner'::text, 'fulfilment'::text, 'support'::text]) AS is_staff));

CREATE POLICY "Everyone reads photos of products they can see" ON "public"."shown_photos" FOR SELECT TO "anon", "authenticated" USING ((EXISTS ( SELECT
   FROM public.products p
  WHERE (p.id = shown_photos.product_id))));

CREATE POLICY "Owners and editors add empty stock pools" ON "public"."stock_pools" FOR INSERT TO "authenticated" WITH CHECK (( SELECT private.is_staff(VARIADIC ARRAY['owner'::text, 'editor'::text]) AS is_staff));

CREATE POLICY "Owners and editors remove unused stock pools" ON "public"."stock_pools" FOR DELETE TO "authenticated" USING ((( SELECT private.is_staff(VARIADIC ARRAY['owner'::text, 'editor'::text]) AS is_staff) AND (on_hand = 0) AND (allocated = 0)));

CREATE POLICY "Owners and editors rename stock pools" ON "public"."stock_pools" FOR UPDATE TO "authenticated" USING (( SELECT private.is_staff(VARIADIC ARRAY['owner'::text, 'editor'::text]) AS is_staff)) WITH CHECK (( SELECT private.is_staff(VARIADIC ARRAY['owner'::text, 'editor'::text]) AS is_staff));

CREATE POLICY "Everyone reads where taxes are collected" ON "public"."tax_registrations" FOR SELECT TO "anon", "authenticated" USING (true);

CREATE POLICY "Owners add tax registrations" ON "public"."tax_registrations" FOR INSERT TO "authenticated" WITH CHECK (( SELECT private.is_staff(VARIADIC ARRAY['owner'::text]) AS is_staff));

CREATE POLICY "Owners change tax registrations" ON "public"."tax_registrations" FOR UPDATE TO "authenticated" USING (( SELECT private.is_staff(VARIADIC ARRAY['owner'::text]) AS is_staff)) WITH CHECK (( SELECT private.is_staff(VARIADIC ARRAY['owner'::text]) AS is_staff));

CREATE POLICY "Owners remove tax registrations" ON "public"."tax_registrations" FOR DELETE TO "authenticated" USING (( SELECT private.is_staff(VARIADIC ARRAY['owner'::text]) AS is_staff));

CREATE POLICY "Everyone reads translations of what they can see" ON "public"."translations" FOR SELECT TO "anon", "authenticated" USING (private.sees_row(table_name, row_id));

CREATE POLICY "Everyone reads the batches of updates they can see" ON "public"."update_batches" FOR SELECT TO "anon", "authenticated" USING (((EXISTS ( SELECT
   FROM public.updates u
  WHERE (u.id = update_batches.update_id))) AND (EXISTS ( SELECT
   FROM public.batches b
  WHERE (b.id = update_batches.batch_id)))));

CREATE POLICY "Everyone reads the products of updates they can see" ON "public"."update_products" FOR SELECT TO "anon", "authenticated" USING (((EXISTS ( SELECT
   FROM public.updates u
  WHERE (u.id = update_products.update_id))) AND (EXISTS ( SELECT
   FROM public.products p
  WHERE (p.id = update_products.product_id)))));

CREATE POLICY "Everyone reads published updates, staff read all" ON "public"."updates" FOR SELECT TO "anon", "authenticated" USING ((((status <> 'draft'::public.publish_status) AND (publish_at <= now())) OR ( SELECT private.is_staff() AS is_staff)));

CREATE POLICY "Everyone reads redirects to pages they can see" ON "public"."url_redirects" FOR SELECT TO "anon", "authenticated" USING ((((kind = 'product'::text) AND (EXISTS ( SELECT
   FROM public.products p
  WHERE (p.id = url_redirects.product_id)))) OR ((kind = 'update'::text) AND (EXISTS ( SELECT
   FROM public.updates u
  WHERE (u.id = url_redirects.update_id))))));

CREATE POLICY "Customers read their own wishes" ON "public"."wishes" FOR SELECT TO "authenticated" USING ((user_id = ( SELECT auth.uid() AS uid)));

CREATE POLICY "Customers read files of their own photos" ON "storage"."objects" FOR SELECT TO "authenticated" USING (((bucket_id = ANY (ARRAY['photo-inbox'::text, 'customer-photos'::text])) AND private.is_own_photo(name, ARRAY['sending'::text, 'waiting'::text, 'shown'::text, 'declined'::text, 'removed'::text])));

CREATE POLICY "Customers remove files of photos that they removed" ON "storage"."objects" FOR DELETE TO "authenticated" USING (((bucket_id = ANY (ARRAY['photo-inbox'::text, 'customer-photos'::text])) AND private.is_own_photo(name, ARRAY['removed'::text])));

CREATE POLICY "Customers send photos that they announced" ON "storage"."objects" FOR INSERT TO "authenticated" WITH CHECK (((bucket_id = 'photo-inbox'::text) AND private.is_own_photo(name, ARRAY['sending'::text])));

CREATE POLICY "Owners and editors look at customers' photos" ON "storage"."objects" FOR SELECT TO "authenticated" USING (((bucket_id = ANY (ARRAY['photo-inbox'::text, 'customer-photos'::text])) AND ( SELECT private.is_staff(VARIADIC ARRAY['owner'::text, 'editor'::text]) AS is_staff)));

CREATE POLICY "Owners and editors read files and drafts" ON "storage"."objects" FOR SELECT TO "authenticated" USING (((bucket_id = ANY (ARRAY['product-images'::text, 'drafts'::text, 'product-sounds'::text, 'sound-drafts'::text])) AND ( SELECT private.is_staff(VARIADIC ARRAY['owner'::text, 'editor'::text]) AS is_staff)));

CREATE POLICY "Owners and editors remove files that nothing shows" ON "storage"."objects" FOR DELETE TO "authenticated" USING (((bucket_id = ANY (ARRAY['product-images'::text, 'drafts'::text, 'product-sounds'::text, 'sound-drafts'::text])) AND ( SELECT private.is_staff(VARIADIC ARRAY['owner'::text, 'editor'::text]) AS is_staff) AND (NOT private.file_is_used(name))));

CREATE POLICY "Owners and editors replace files and drafts" ON "storage"."objects" FOR UPDATE TO "authenticated" USING (((bucket_id = ANY (ARRAY['product-images'::text, 'drafts'::text, 'product-sounds'::text, 'sound-drafts'::text])) AND ( SELECT private.is_staff(VARIADIC ARRAY['owner'::text, 'editor'::text]) AS is_staff))) WITH CHECK (((bucket_id = ANY (ARRAY['product-images'::text, 'drafts'::text, 'product-sounds'::text, 'sound-drafts'::text])) AND ( SELECT private.is_staff(VARIADIC ARRAY['owner'::text, 'editor'::text]) AS is_staff)));

CREATE POLICY "Owners and editors show customers' photos" ON "storage"."objects" FOR INSERT TO "authenticated" WITH CHECK (((bucket_id = 'customer-photos'::text) AND ( SELECT private.is_staff(VARIADIC ARRAY['owner'::text, 'editor'::text]) AS is_staff)));

CREATE POLICY "Owners and editors take down photos that nothing shows" ON "storage"."objects" FOR DELETE TO "authenticated" USING (((bucket_id = 'customer-photos'::text) AND ( SELECT private.is_staff(VARIADIC ARRAY['owner'::text, 'editor'::text]) AS is_staff) AND (NOT private.photo_is_shown(name))));

CREATE POLICY "Owners and editors upload files and drafts" ON "storage"."objects" FOR INSERT TO "authenticated" WITH CHECK (((bucket_id = ANY (ARRAY['product-images'::text, 'drafts'::text, 'product-sounds'::text, 'sound-drafts'::text])) AND ( SELECT private.is_staff(VARIADIC ARRAY['owner'::text, 'editor'::text]) AS is_staff)));

COMMENT ON COLUMN "private"."alert_rules"."calls" IS 'Whether the webhook of the shop is called.';

COMMENT ON COLUMN "private"."alert_rules"."mails" IS 'Whether they are told by mail.';

COMMENT ON COLUMN "private"."alert_rules"."roles" IS 'Whom: they get the mails and see these alerts at the desk.';

COMMENT ON COLUMN "private"."alert_rules"."threshold" IS 'From when on: units that are left (low_stock), hours (refund_due, backup_late), tries (mail_failed). Zero where there is nothing to set.';

COMMENT ON COLUMN "private"."alerts"."call_after" IS 'Not before then: moves on with each try.';

COMMENT ON COLUMN "private"."alerts"."called_at" IS 'When the webhook took it.';

COMMENT ON COLUMN "private"."alerts"."closed_at" IS 'When it was over; null while it lasts.';

COMMENT ON COLUMN "private"."alerts"."desk" IS 'Where at the desk it is dealt with.';

COMMENT ON COLUMN "private"."alerts"."id" IS 'Opaque id.';

COMMENT ON COLUMN "private"."alerts"."key" IS 'Tells one thing of a kind from another.';

COMMENT ON COLUMN "private"."alerts"."mailed_at" IS 'When staff were written to, or would have been.';

COMMENT ON COLUMN "private"."alerts"."record" IS 'What the desk opens.';

COMMENT ON COLUMN "private"."backups"."file_count" IS 'Stored files.';

COMMENT ON COLUMN "private"."backups"."id" IS 'Opaque id.';

COMMENT ON COLUMN "private"."backups"."is_verified" IS 'Whether it was read again and found whole.';

COMMENT ON COLUMN "private"."backups"."lost_files" IS 'Files whose rows the shop has and whose bytes it has not.';

COMMENT ON COLUMN "private"."backups"."made_at" IS 'Of which moment it tells.';

COMMENT ON COLUMN "private"."backups"."row_count" IS 'Rows of all tables.';

COMMENT ON COLUMN "private"."backups"."sha256" IS 'Of the whole file.';

COMMENT ON COLUMN "private"."browser_follows"."product_id" IS 'Null: everything new.';

COMMENT ON COLUMN "private"."browser_follows"."told_at" IS 'When it last told what is new, which it does once a day at most.';

COMMENT ON COLUMN "private"."browser_follows"."user_id" IS 'Who was signed in when it was asked for: several people may use one browser. With the account it goes.';

COMMENT ON COLUMN "private"."browsers"."endpoint" IS 'Where its push service takes what is for it. A secret of the browser.';

COMMENT ON COLUMN "private"."browsers"."id" IS 'Opaque id.';

COMMENT ON COLUMN "private"."browsers"."public_key" IS 'What notices are encrypted with, so that the push service can''t read them; the secret is part of it.';

COMMENT ON COLUMN "private"."browsers"."seen_at" IS 'When it last asked, or its push service last took a notice.';

COMMENT ON COLUMN "private"."customer_changes"."id" IS 'Opaque id.';

COMMENT ON COLUMN "private"."customer_photos"."agreed_at" IS 'When its customer said that the shop may show it.';

COMMENT ON COLUMN "private"."customer_photos"."alt" IS 'What it shows, in the words of staff.';

COMMENT ON COLUMN "private"."customer_photos"."created_at" IS 'When the row was made.';

COMMENT ON COLUMN "private"."customer_photos"."id" IS 'Made by the browser, so that a photograph sent again is kept once.';

COMMENT ON COLUMN "private"."customer_photos"."name" IS 'Under which name it is shown; empty is a customer.';

COMMENT ON COLUMN "private"."customer_photos"."note" IS 'What it is built with, in its customer''s words.';

COMMENT ON COLUMN "private"."customer_photos"."reason" IS 'Why staff declined it or took it down. Its customer reads it.';

COMMENT ON COLUMN "private"."customer_photos"."status" IS 'sending until its file is there; waiting for staff; shown; declined, with a reason; removed by its customer, until its files are gone.';

COMMENT ON COLUMN "private"."customer_photos"."storage_path" IS 'Where its file lies: in the bucket photo-inbox, and while it is shown in customer-photos too.';

COMMENT ON COLUMN "private"."customer_photos"."updated_at" IS 'When the row was last edited.';

COMMENT ON COLUMN "private"."customer_photos"."version" IS 'Counts edits: change a row only while it is what you read.';

COMMENT ON COLUMN "private"."customers"."currency" IS 'ISO 4217 of the amounts in this row.';

COMMENT ON COLUMN "private"."customers"."due_minor" IS 'What they are asked for now, of orders in the shop''s currency.';

COMMENT ON COLUMN "private"."customers"."email" IS 'In small letters; of an account the one it has now, empty where it has none.';

COMMENT ON COLUMN "private"."customers"."id" IS 'Opaque id.';

COMMENT ON COLUMN "private"."customers"."is_proven" IS 'Whether the account has confirmed its address: guests of an unproven one stay apart.';

COMMENT ON COLUMN "private"."customers"."last_order_at" IS 'Minus infinity where there is none, so that rows have one order.';

COMMENT ON COLUMN "private"."customers"."name" IS 'Of the account, or of the address of their last order.';

COMMENT ON COLUMN "private"."customers"."open_orders" IS 'Orders that wait for payment, are made or are packed.';

COMMENT ON COLUMN "private"."customers"."other_orders" IS 'Orders in another currency than the shop''s, which no sum here counts.';

COMMENT ON COLUMN "private"."customers"."since" IS 'When the account was made or the first order placed.';

COMMENT ON COLUMN "private"."customers"."spent_minor" IS 'What came and stayed, of orders in the shop''s currency.';

COMMENT ON COLUMN "private"."customers"."user_id" IS 'Their account; null for a guest.';

COMMENT ON COLUMN "private"."follows"."digest_at" IS 'When it last got a mail of everything new.';

COMMENT ON COLUMN "private"."follows"."product_id" IS 'Null: everything new, at most one mail in a day.';

COMMENT ON COLUMN "private"."follows"."variant_id" IS 'Null: of each update and each opening. Else: once, when this variant can be had again.';

COMMENT ON COLUMN "private"."news"."at" IS 'When it happened.';

COMMENT ON COLUMN "private"."news"."id" IS 'Opaque id.';

COMMENT ON COLUMN "private"."news"."key" IS 'Which product, batch, list, kit or step of a batch.';

COMMENT ON COLUMN "private"."news"."kind" IS 'That of a drop, or minimum_reached, stage_changed, list_drawn.';

COMMENT ON COLUMN "private"."news"."noted_at" IS 'When a job found it: from then on it is told.';

COMMENT ON COLUMN "private"."notices"."created_at" IS 'When the row was made.';

COMMENT ON COLUMN "private"."notices"."fact" IS 'Which: the same fact twice is one notice.';

COMMENT ON COLUMN "private"."notices"."id" IS 'Opaque id.';

COMMENT ON COLUMN "private"."notices"."kind" IS 'That of the mail that says the same.';

COMMENT ON COLUMN "private"."notices"."product_id" IS 'Which of its follows it is for; null for everything new.';

COMMENT ON COLUMN "private"."notices"."send_after" IS 'Not before then: moves on with each try.';

COMMENT ON COLUMN "private"."order_contacts"."company" IS 'As which company it was ordered: {name, vat_number, purchase_number, billing}, the last an address of its own or null; null for a person.';

COMMENT ON COLUMN "private"."order_contacts"."gift_note" IS 'What the buyer writes to whoever gets it, printed on the packing slips; empty for a gift without a word, null where it is none.';

COMMENT ON COLUMN "private"."order_moves"."leaves" IS 'What stays of a move that staff make, whatever is done afterwards.';

COMMENT ON COLUMN "private"."order_stages"."ending" IS 'What it means that it ended so; null for a stage on the way.';

COMMENT ON COLUMN "private"."order_stages"."is_here" IS 'Whether it goes on and nothing of it need have left.';

COMMENT ON COLUMN "private"."order_stages"."is_paid" IS 'Whether it was paid and goes on.';

COMMENT ON COLUMN "private"."order_stages"."key" IS 'What the key says that moves an order on to it; null where its name does.';

COMMENT ON COLUMN "private"."order_stages"."mail" IS 'What the e-mail says that follows a move to it; null where none does.';

COMMENT ON COLUMN "private"."refund_accounts"."needed_at" IS 'When it was entered or last used.';

COMMENT ON COLUMN "private"."return_moves"."needs_words" IS 'Whether the customer has to be told why or where to.';

COMMENT ON COLUMN "private"."return_photos"."id" IS 'Made by the browser, so that a photograph sent again is kept once.';

COMMENT ON COLUMN "private"."saved_carts"."together" IS 'Until when all of it waits to be sent together, as its browser told that; null where nothing waits.';

COMMENT ON COLUMN "private"."staff_invitations"."email" IS 'The account that has proven this very address may accept.';

COMMENT ON COLUMN "private"."staff_invitations"."id" IS 'Opaque id.';

COMMENT ON COLUMN "private"."staff_invitations"."role" IS 'What they will work as.';

COMMENT ON COLUMN "private"."staff_invitations"."sent_at" IS 'When the newest mail was written.';

COMMENT ON COLUMN "private"."staff_invitations"."token_hash" IS 'SHA-256 of the secret of the newest mail; older links are dead.';

COMMENT ON COLUMN "private"."vat_checks"."consultation" IS 'The number under which the register keeps its answer: the proof that it was asked.';

COMMENT ON COLUMN "private"."vat_checks"."id" IS 'Opaque id.';

COMMENT ON COLUMN "private"."webhook_calls"."call_after" IS 'Not before then: moves on with each try.';

COMMENT ON COLUMN "private"."webhook_calls"."created_at" IS 'When the row was made.';

COMMENT ON COLUMN "private"."webhook_calls"."id" IS 'Opaque id.';

COMMENT ON COLUMN "private"."webhook_calls"."news_id" IS 'Null: a test.';

COMMENT ON COLUMN "private"."webhooks"."created_at" IS 'When the row was made.';

COMMENT ON COLUMN "private"."webhooks"."host" IS 'Of its address, which is a secret.';

COMMENT ON COLUMN "private"."webhooks"."id" IS 'Opaque id.';

COMMENT ON COLUMN "private"."webhooks"."tells" IS 'Which topics of news, as private.news_topic names them.';

COMMENT ON COLUMN "public"."bank_entries"."bank_reference" IS 'What the bank calls it; empty where it has no name.';

COMMENT ON COLUMN "public"."bank_entries"."currency" IS 'ISO 4217 of the amounts in this row.';

COMMENT ON COLUMN "public"."bank_entries"."id" IS 'Opaque id.';

COMMENT ON COLUMN "public"."bank_entries"."identity" IS 'SHA-256 of what tells it from every other one of its account (private.bank_identity).';

COMMENT ON COLUMN "public"."bank_entries"."message" IS 'What the payer wrote, with the reference where the bank keeps it apart.';

COMMENT ON COLUMN "public"."bank_entries"."note" IS 'Why it is for no order.';

COMMENT ON COLUMN "public"."bank_entries"."settled_by" IS 'Who; no foreign key, so that history outlives the account.';

COMMENT ON COLUMN "public"."bank_entries"."status" IS 'unmatched until somebody says which order it is for; recorded for orders; set_aside where it is for none.';

COMMENT ON COLUMN "public"."bank_entries"."updated_at" IS 'When the row was last edited.';

COMMENT ON COLUMN "public"."bank_entries"."version" IS 'Counts edits: change a row only while it is what you read.';

COMMENT ON COLUMN "public"."bank_files"."currency" IS 'ISO 4217 of the amounts in this row.';

COMMENT ON COLUMN "public"."bank_files"."iban" IS 'The account of the shop that it is paid from.';

COMMENT ON COLUMN "public"."bank_files"."id" IS 'Chosen by whoever makes it, so that asking twice makes one.';

COMMENT ON COLUMN "public"."bank_files"."made_by" IS 'Who; no foreign key, so that history outlives the account.';

COMMENT ON COLUMN "public"."bank_files"."message_id" IS 'What the file calls itself at the bank.';

COMMENT ON COLUMN "public"."bank_files"."reason" IS 'Why it was discarded.';

COMMENT ON COLUMN "public"."bank_files"."status" IS 'made until somebody says that the bank has it (sent), or that it never will (discarded): then its refunds are open again.';

COMMENT ON COLUMN "public"."bank_refunds"."account_end" IS 'The last four signs of the account that the file names or that it was sent to.';

COMMENT ON COLUMN "public"."bank_refunds"."created_at" IS 'When the row was made.';

COMMENT ON COLUMN "public"."bank_refunds"."currency" IS 'ISO 4217 of the amounts in this row.';

COMMENT ON COLUMN "public"."bank_refunds"."file_id" IS 'The file that it is in; null again where that was discarded.';

COMMENT ON COLUMN "public"."bank_refunds"."reference" IS 'Names it in the file (EndToEndId), also in a second one: a bank that gets both sees that they are one.';

COMMENT ON COLUMN "public"."bank_refunds"."sent_by" IS 'Who said so; no foreign key, so that history outlives the account.';

COMMENT ON COLUMN "public"."bank_refunds"."status" IS 'open, in_file, or sent.';

COMMENT ON COLUMN "public"."bank_statements"."account" IS 'Of whom it tells: an IBAN, or what the bank calls the account; empty where the file does not say.';

COMMENT ON COLUMN "public"."bank_statements"."columns" IS 'Which column is what, as whoever read it said: {day: 0, amount: 3}.';

COMMENT ON COLUMN "public"."bank_statements"."first_on" IS 'The day of its first payment.';

COMMENT ON COLUMN "public"."bank_statements"."header" IS 'The line of a CSV file that names its columns: a file with the same one is read the same way.';

COMMENT ON COLUMN "public"."bank_statements"."id" IS 'Chosen by whoever reads the file, so that asking twice makes one.';

COMMENT ON COLUMN "public"."bank_statements"."payments" IS 'How many payments the shop received by it.';

COMMENT ON COLUMN "public"."bank_statements"."read_by" IS 'Who; no foreign key, so that history outlives the account.';

COMMENT ON COLUMN "public"."countries"."in_eu" IS 'Inside the EU: VAT in the price, and no duties from a shop in the EU.';

COMMENT ON COLUMN "public"."country_restrictions"."created_at" IS 'When the row was made.';

COMMENT ON COLUMN "public"."country_restrictions"."updated_at" IS 'When the row was last edited.';

COMMENT ON COLUMN "public"."country_restrictions"."version" IS 'Counts edits: change a row only while it is what you read.';

COMMENT ON COLUMN "public"."currency_rates"."code" IS 'ISO 4217.';

COMMENT ON COLUMN "public"."currency_rates"."created_at" IS 'When the row was made.';

COMMENT ON COLUMN "public"."currency_rates"."is_shown" IS 'Whether shoppers can choose it.';

COMMENT ON COLUMN "public"."currency_rates"."name" IS 'As people there write it in English.';

COMMENT ON COLUMN "public"."currency_rates"."per_euro" IS 'How much of it one euro is.';

COMMENT ON COLUMN "public"."currency_rates"."position" IS 'Where it stands among its siblings, smallest first.';

COMMENT ON COLUMN "public"."currency_rates"."rated_on" IS 'The day of the rate, which shoppers are told; never a day to come.';

COMMENT ON COLUMN "public"."currency_rates"."updated_at" IS 'When the row was last edited.';

COMMENT ON COLUMN "public"."currency_rates"."version" IS 'Counts edits: change a row only while it is what you read.';

COMMENT ON COLUMN "public"."customer_notes"."created_at" IS 'When the row was made.';

COMMENT ON COLUMN "public"."customer_notes"."customer_id" IS 'About whom; a guest''s go over to the account that proves the address.';

COMMENT ON COLUMN "public"."customer_notes"."id" IS 'Opaque id.';

COMMENT ON COLUMN "public"."design_kits"."created_at" IS 'When the row was made.';

COMMENT ON COLUMN "public"."design_kits"."updated_at" IS 'When the row was last edited.';

COMMENT ON COLUMN "public"."design_kits"."version" IS 'Counts edits: change a row only while it is what you read.';

COMMENT ON COLUMN "public"."design_offers"."created_at" IS 'When the row was made.';

COMMENT ON COLUMN "public"."design_offers"."updated_at" IS 'When the row was last edited.';

COMMENT ON COLUMN "public"."design_offers"."version" IS 'Counts edits: change a row only while it is what you read.';

COMMENT ON COLUMN "public"."desk_views"."author" IS 'Their address at that time, for colleagues.';

COMMENT ON COLUMN "public"."desk_views"."created_at" IS 'When the row was made.';

COMMENT ON COLUMN "public"."desk_views"."desk" IS 'Which desk; who may open it reads its shared views.';

COMMENT ON COLUMN "public"."desk_views"."id" IS 'Opaque id.';

COMMENT ON COLUMN "public"."desk_views"."is_shared" IS 'For everyone who may open that desk; false is for its owner alone.';

COMMENT ON COLUMN "public"."desk_views"."list" IS 'Which table of that desk.';

COMMENT ON COLUMN "public"."desk_views"."search" IS 'Search, filters and order, as the address of the desk writes them.';

COMMENT ON COLUMN "public"."desk_views"."updated_at" IS 'When the row was last edited.';

COMMENT ON COLUMN "public"."desk_views"."version" IS 'Counts edits: change a row only while it is what you read.';

COMMENT ON COLUMN "public"."documents"."currency" IS 'ISO 4217 of the amounts in this row.';

COMMENT ON COLUMN "public"."documents"."hash" IS 'SHA-256 of what it says: a change would show.';

COMMENT ON COLUMN "public"."documents"."id" IS 'Opaque id.';

COMMENT ON COLUMN "public"."documents"."position" IS 'Counts from 1 without a gap, for each seller and kind.';

COMMENT ON COLUMN "public"."documents"."total_minor" IS 'What it asks for, or gives back; both are more than nothing.';

COMMENT ON COLUMN "public"."legal_versions"."document" IS 'Which page it is a version of. Orders accept the terms alone.';

COMMENT ON COLUMN "public"."legal_versions"."effective_at" IS 'From when on it holds; the terms then hold for new orders.';

COMMENT ON COLUMN "public"."makers"."electronic_address" IS 'Where the manufacturer is reached online: an e-mail address or a page with https.';

COMMENT ON COLUMN "public"."makers"."legal_name" IS 'The manufacturer''s registered name or trade mark, as the law on product safety asks; empty takes the name.';

COMMENT ON COLUMN "public"."makers"."postal_address" IS 'Where the manufacturer is reached by post.';

COMMENT ON COLUMN "public"."makers"."responsible_electronic_address" IS 'Where that person is reached online.';

COMMENT ON COLUMN "public"."makers"."responsible_name" IS 'Who answers for product safety within the EU, where the manufacturer is outside of it.';

COMMENT ON COLUMN "public"."makers"."responsible_postal_address" IS 'Where that person is reached by post.';

COMMENT ON COLUMN "public"."order_entries"."kind" IS 'goods, discount, shipping and tax are what was agreed; settled is what a closing took off, refunded what a refund did, kept what a late cancellation costs.';

COMMENT ON COLUMN "public"."order_lines"."flaws" IS 'What was told then of its flaws: B-stock. Empty for first quality.';

COMMENT ON COLUMN "public"."order_lines"."tax_minor" IS 'Its tax in the price, or, less than nothing, what of the price was taken off.';

COMMENT ON COLUMN "public"."order_lines"."tax_scheme" IS 'By which rule: domestic, oss (the EU''s one stop shop), local (registered in the country of delivery), export or reverse_charge (both: taken off); empty from before, and where nobody said who sells.';

COMMENT ON COLUMN "public"."order_records"."kept_minor" IS 'What the shop keeps of an order that its customer cancelled late, as the rules of refunds say.';

COMMENT ON COLUMN "public"."order_records"."open_returns" IS 'How many returns of it are under way; counted by a trigger of order_returns.';

COMMENT ON COLUMN "public"."order_records"."refund_due_minor" IS 'What staff still have to give back.';

COMMENT ON COLUMN "public"."order_records"."ships_together" IS 'Whether its buyer wants all of it in one parcel, which waits for the last part.';

COMMENT ON COLUMN "public"."order_records"."subtotal_minor" IS 'All lines, before discount, shipping and tax taken off.';

COMMENT ON COLUMN "public"."order_records"."tax_minor" IS 'Tax taken off, less than nothing; more in orders from before, where it came on top; nothing where prices include it.';

COMMENT ON COLUMN "public"."order_returns"."amount_minor" IS 'What the customer was told to get back.';

COMMENT ON COLUMN "public"."order_returns"."answer" IS 'What staff answered: where to send it, or why not. The customer reads it.';

COMMENT ON COLUMN "public"."order_returns"."currency" IS 'ISO 4217 of the amounts in this row.';

COMMENT ON COLUMN "public"."order_returns"."id" IS 'Opaque id.';

COMMENT ON COLUMN "public"."order_returns"."is_restocked" IS 'Whether its pieces went back on sale.';

COMMENT ON COLUMN "public"."order_returns"."kind" IS 'withdrawal: without a reason, within the time that the terms give; fault: something is wrong with it.';

COMMENT ON COLUMN "public"."order_returns"."label_url" IS 'A prepaid label; empty where the customer sends it at their own cost.';

COMMENT ON COLUMN "public"."order_returns"."lines" IS 'Which pieces: [{line_id, quantity}].';

COMMENT ON COLUMN "public"."order_returns"."name" IS 'Who declared it, where that was typed.';

COMMENT ON COLUMN "public"."order_returns"."payment_id" IS 'The refund that settled it.';

COMMENT ON COLUMN "public"."order_returns"."photo_count" IS 'How many photographs its customer added.';

COMMENT ON COLUMN "public"."order_returns"."status" IS 'asked by the customer; agreed, so that it may be sent; received and looked at; settled, with or without money; declined by staff; dropped by the customer.';

COMMENT ON COLUMN "public"."order_returns"."updated_at" IS 'When the row was last edited.';

COMMENT ON COLUMN "public"."order_returns"."version" IS 'Counts edits: change a row only while it is what you read.';

COMMENT ON COLUMN "public"."outbox"."language" IS 'That its reader reads.';

COMMENT ON COLUMN "public"."partner_sales"."created_at" IS 'When the row was made.';

COMMENT ON COLUMN "public"."partner_sales"."updated_at" IS 'When the row was last edited.';

COMMENT ON COLUMN "public"."partner_sales"."version" IS 'Counts edits: change a row only while it is what you read.';

COMMENT ON COLUMN "public"."payment_methods"."keys" IS 'What the functions last said of its keys, which they alone know: missing, test where no money moves, or live. Null as long as they have not said.';

COMMENT ON COLUMN "public"."payment_methods"."sends_refunds" IS 'Its provider is asked for refunds by its API; other money is sent back by hand.';

COMMENT ON COLUMN "public"."payments"."sent_at" IS 'When a refund left; null while its provider or the bank is still to take it.';

COMMENT ON COLUMN "public"."product_files"."created_at" IS 'When the row was made.';

COMMENT ON COLUMN "public"."product_files"."updated_at" IS 'When the row was last edited.';

COMMENT ON COLUMN "public"."product_files"."version" IS 'Counts edits: change a row only while it is what you read.';

COMMENT ON COLUMN "public"."product_images"."alt" IS 'What is on it, for those who can''t see it; only drafts may lack it.';

COMMENT ON COLUMN "public"."product_images"."focus_x" IS 'Where the subject is, in per cent from the left: frames of other shapes are cut around it. Of photographs alone.';

COMMENT ON COLUMN "public"."product_images"."focus_y" IS 'The same, in per cent from the top.';

COMMENT ON COLUMN "public"."product_images"."turn_frames" IS 'How many photographs the file of the turntable holds.';

COMMENT ON COLUMN "public"."product_images"."turn_path" IS 'One file of photographs all the way round, six to a row, that a thumb turns; null where there are none. A drawing is turned by its renderer.';

COMMENT ON COLUMN "public"."product_relations"."created_at" IS 'When the row was made.';

COMMENT ON COLUMN "public"."product_relations"."updated_at" IS 'When the row was last edited.';

COMMENT ON COLUMN "public"."product_relations"."version" IS 'Counts edits: change a row only while it is what you read.';

COMMENT ON COLUMN "public"."product_sounds"."created_at" IS 'When the row was made.';

COMMENT ON COLUMN "public"."product_sounds"."id" IS 'Opaque id.';

COMMENT ON COLUMN "public"."product_sounds"."peaks" IS 'How loud each of 64 to 96 equal parts is, 100 for the loudest; computed by the browser that uploads it.';

COMMENT ON COLUMN "public"."product_sounds"."position" IS 'Where it stands among its siblings, smallest first.';

COMMENT ON COLUMN "public"."product_sounds"."storage_path" IS 'Where it lies in the bucket product-sounds.';

COMMENT ON COLUMN "public"."product_sounds"."title" IS 'What is heard, and on what: the plate, the keycaps, the board.';

COMMENT ON COLUMN "public"."product_sounds"."updated_at" IS 'When the row was last edited.';

COMMENT ON COLUMN "public"."product_sounds"."version" IS 'Counts edits: change a row only while it is what you read.';

COMMENT ON COLUMN "public"."products"."safety_warnings" IS 'Warnings and safety information that the law on product safety asks for, in Markdown.';

COMMENT ON COLUMN "public"."products"."variant_options" IS 'What its variants differ in: [{title, values: [{title, colour}]}]. A desk makes a variant of each combination.';

COMMENT ON COLUMN "public"."publish_requests"."log_url" IS 'Where the builder keeps its own log; null where the log here is all there is.';

COMMENT ON COLUMN "public"."refund_calls"."charge_reference" IS 'What the provider calls the payment that it came by.';

COMMENT ON COLUMN "public"."refund_calls"."created_at" IS 'When the row was made.';

COMMENT ON COLUMN "public"."refund_calls"."currency" IS 'ISO 4217 of the amounts in this row.';

COMMENT ON COLUMN "public"."refund_calls"."id" IS 'Opaque id.';

COMMENT ON COLUMN "public"."refund_calls"."problem" IS 'What the provider last said against it.';

COMMENT ON COLUMN "public"."refund_calls"."provider_reference" IS 'What the provider calls the refund.';

COMMENT ON COLUMN "public"."refund_calls"."state" IS 'waiting until the provider took it; refused where it won''t, returned where the bank sent it back: the money is due again.';

COMMENT ON COLUMN "public"."sellers"."code" IS 'Begins the numbers of its documents; one series of invoices and one of credit notes for each.';

COMMENT ON COLUMN "public"."sellers"."created_at" IS 'When the row was made.';

COMMENT ON COLUMN "public"."sellers"."id" IS 'Opaque id.';

COMMENT ON COLUMN "public"."sellers"."is_ready" IS 'Whether invoices can be issued: until it says who sells, they wait.';

COMMENT ON COLUMN "public"."sellers"."register" IS 'Where the company is registered, and as what.';

COMMENT ON COLUMN "public"."sellers"."terms" IS 'What its invoices say about paying and about what is owed; its credit notes say none of it.';

COMMENT ON COLUMN "public"."sellers"."updated_at" IS 'When the row was last edited.';

COMMENT ON COLUMN "public"."sellers"."valid_to" IS 'The first day it is right no more; null while it is.';

COMMENT ON COLUMN "public"."sellers"."vat_number" IS 'With the country before it: NL001234567B01. Empty for a seller without one.';

COMMENT ON COLUMN "public"."sellers"."version" IS 'Counts edits: change a row only while it is what you read.';

COMMENT ON COLUMN "public"."shelf_items"."choice" IS 'Colorway, kit or options, in words.';

COMMENT ON COLUMN "public"."shelf_items"."created_at" IS 'When the row was made.';

COMMENT ON COLUMN "public"."shelf_items"."id" IS 'Opaque id.';

COMMENT ON COLUMN "public"."shelf_items"."note" IS 'The owner''s own words; shared only where the owner says so.';

COMMENT ON COLUMN "public"."shelf_items"."order_line_id" IS 'The item of an order that it came from: it is suggested once. Never shared.';

COMMENT ON COLUMN "public"."shelf_items"."product_id" IS 'Whose picture it has; null for what was bought elsewhere.';

COMMENT ON COLUMN "public"."shelf_items"."since" IS 'When it was got, in the owner''s words.';

COMMENT ON COLUMN "public"."shelf_links"."created_at" IS 'When the row was made.';

COMMENT ON COLUMN "public"."shelf_links"."name" IS 'Whose shelf it is called, as the owner chose: nothing else of a person is shown.';

COMMENT ON COLUMN "public"."shelf_links"."shows_notes" IS 'Whether the owner''s notes are shown with it.';

COMMENT ON COLUMN "public"."shelf_links"."token" IS 'Opens the shelf to whoever has it: 244 random bits. As it is, because its owner copies it again.';

COMMENT ON COLUMN "public"."shipments"."batch_id" IS 'The production run it waits for, if any; of several the latest.';

COMMENT ON COLUMN "public"."shipments"."ships_on" IS 'When it was expected to leave as it was ordered, with the last of its parts; null where it leaves at once.';

COMMENT ON COLUMN "public"."shown_photos"."id" IS 'Opaque id.';

COMMENT ON COLUMN "public"."shown_photos"."name" IS 'Empty is a customer.';

COMMENT ON COLUMN "public"."shown_photos"."storage_path" IS 'Where it lies in the bucket customer-photos.';

COMMENT ON COLUMN "public"."shown_photos"."updated_at" IS 'When the row was last edited.';

COMMENT ON COLUMN "public"."tax_classes"."created_at" IS 'When the row was made.';

COMMENT ON COLUMN "public"."tax_classes"."updated_at" IS 'When the row was last edited.';

COMMENT ON COLUMN "public"."tax_classes"."version" IS 'Counts edits: change a row only while it is what you read.';

COMMENT ON COLUMN "public"."tax_registrations"."country_code" IS 'Whose tax it collects; null for the one stop shop of the EU.';

COMMENT ON COLUMN "public"."tax_registrations"."created_at" IS 'When the row was made.';

COMMENT ON COLUMN "public"."tax_registrations"."currency" IS 'ISO 4217 of the amounts in this row.';

COMMENT ON COLUMN "public"."tax_registrations"."id" IS 'Opaque id.';

COMMENT ON COLUMN "public"."tax_registrations"."limit_minor" IS 'Goods worth more than this, without tax and shipping, are not covered: they go without tax, and customs ask for it. Null: all are.';

COMMENT ON COLUMN "public"."tax_registrations"."limit_per" IS 'What the limit is of: all goods of a parcel, or one item.';

COMMENT ON COLUMN "public"."tax_registrations"."name" IS 'What the scheme is called: OSS, VOEC.';

COMMENT ON COLUMN "public"."tax_registrations"."number" IS 'The shop''s number there.';

COMMENT ON COLUMN "public"."tax_registrations"."updated_at" IS 'When the row was last edited.';

COMMENT ON COLUMN "public"."tax_registrations"."valid_from" IS 'First day of the registration, or of its limit.';

COMMENT ON COLUMN "public"."tax_registrations"."valid_to" IS 'First day it is right no more; null while it is.';

COMMENT ON COLUMN "public"."tax_registrations"."version" IS 'Counts edits: change a row only while it is what you read.';

COMMENT ON COLUMN "public"."translations"."created_at" IS 'When the row was made.';

COMMENT ON COLUMN "public"."translations"."id" IS 'Opaque id.';

COMMENT ON COLUMN "public"."translations"."language" IS 'ISO 639-1.';

COMMENT ON COLUMN "public"."translations"."row_id" IS 'The key of its row; of several columns they are joined by a slash.';

COMMENT ON COLUMN "public"."translations"."source" IS 'What it was made from, which tells whether the original has changed since. Not for everyone: it may never have been published.';

COMMENT ON COLUMN "public"."translations"."source_md5" IS 'By which pages tell that a translated list is still the same list.';

COMMENT ON COLUMN "public"."translations"."text" IS 'The translation; of a list, a line for each.';

COMMENT ON COLUMN "public"."translations"."updated_at" IS 'When the row was last edited.';

COMMENT ON COLUMN "public"."translations"."version" IS 'Counts edits: change a row only while it is what you read.';

COMMENT ON COLUMN "public"."variants"."choices" IS 'Which value of each of the product''s variant_options it is, in their order; empty where it was made by itself.';

COMMENT ON COLUMN "public"."variants"."flaws" IS 'What is wrong with it, as shoppers read it before they buy: B-stock. Empty for first quality.';

COMMENT ON COLUMN "public"."variants"."is_made_to_order" IS 'Made once it is ordered, within the handling days of its product: nothing of it is counted.';

COMMENT ON COLUMN "public"."wishes"."id" IS 'Opaque id.';

COMMENT ON COLUMN "public"."wishes"."kept_at" IS 'When it was kept, in whichever browser.';

COMMENT ON COLUMN "public"."wishes"."note" IS 'The customer''s own words about it.';

COMMENT ON COLUMN "public"."wishes"."options" IS 'Option id to value id.';

COMMENT ON COLUMN "public"."wishes"."product_id" IS 'Null once the shop has removed the product: its title is still told.';

COMMENT ON COLUMN "public"."wishes"."title" IS 'What the product was called when it was kept: it is still told where the product is no longer shown.';

COMMENT ON COLUMN "public"."wishes"."variant_ids" IS 'What was chosen, sorted; empty where nothing was chosen yet.';

COMMENT ON COLUMN "public"."wishes"."was_gone" IS 'Whether it was seen sold out since it was kept, so that its return is news.';

COMMENT ON FUNCTION "private"."accept_staff_invitation"(text) IS 'Body of public.accept_staff_invitation. Security definer: nobody may write invitations or the staff table.';

COMMENT ON FUNCTION "private"."account_language"(uuid) IS 'In which language an account last ordered or saved its details, else signed up; null where nothing says so.';

COMMENT ON FUNCTION "private"."acting_secret_for"(public.order_records) IS 'What a mail that asks a guest to change their order carries beside the secret that shows it.';

COMMENT ON FUNCTION "private"."add_customer_note"(uuid, text, uuid) IS 'Body of public.add_customer_note. Security definer: notes are written through this function alone. The log keeps that there was one and not its words, which go with the customer.';

COMMENT ON FUNCTION "private"."add_legal_version"(text, integer, text, timestamp with time zone, timestamp with time zone, jsonb, uuid) IS 'Body of public.add_legal_version. Security definer: answers are kept where nobody reads them.';

COMMENT ON FUNCTION "private"."add_photo"(uuid, uuid, jsonb, text, text, boolean) IS 'Body of public.add_photo. Security definer: photographs are written through functions alone.';

COMMENT ON FUNCTION "private"."add_return_photo"(uuid, uuid, text, text) IS 'Body of public.add_return_photo. Security definer: photographs are written through functions alone.';

COMMENT ON FUNCTION "private"."alerts_called"(uuid[]) IS 'Body of public.alerts_called. Security definer: nobody may write alerts.';

COMMENT ON FUNCTION "private"."allocate"(jsonb, jsonb, integer) IS 'Gives out editions down a rank, respecting wishes and maxima; tests/support/data/allocation-model.ts does the same, and both read tests/cases/allocation.json.';

COMMENT ON FUNCTION "private"."ask_return"(uuid, text, jsonb, text, text, text) IS 'Body of public.ask_return. Security definer: returns are written through functions alone.';

COMMENT ON FUNCTION "private"."asks_options"(uuid) IS 'Whether the options of a product are asked for this variant: for kits that every order needs, or for all where none is. A part beside them is sold as it is, and so is B-stock.';

COMMENT ON FUNCTION "private"."audit_bank_entry"() IS 'As audit_row, without the payer, who may be forgotten; a new entry says itself who settled it. Security definer: nobody may write the log.';

COMMENT ON FUNCTION "private"."awaits_items"(public.order_returns) IS 'Whether anything of a return has shipped, so that it has to be sent back.';

COMMENT ON FUNCTION "private"."ban_customer"(uuid, timestamp with time zone, text, text) IS 'Body of public.ban_customer. Security definer: nobody may write bans by hand.';

COMMENT ON FUNCTION "private"."ban_person"(uuid, timestamp with time zone, text, text) IS 'Keeps an account off lists until a time, for good when null, or no longer when it has passed. Refuses with reason_missing, changed_meanwhile.';

COMMENT ON FUNCTION "private"."bank_entry_state"(public.bank_entries) IS 'What became of an entry: {id, status, settled_at, by, note, numbers}.';

COMMENT ON FUNCTION "private"."bank_file_state"(public.bank_files) IS 'A bank file as screens show it: {id, message_id, iban, execute_on, payments, total_minor, status, reason, made_at, by, settled_at, settled_by, is_kept}.';

COMMENT ON FUNCTION "private"."bank_identity"(text, jsonb) IS 'Tells an entry of a statement from every other one of its account. The ordinal counts those of a file that are alike in everything.';

COMMENT ON FUNCTION "private"."batch_promises"(public.batches, timestamp with time zone) IS 'The dates of a batch as they stood at a moment, from the audit log.';

COMMENT ON FUNCTION "private"."batch_record"(uuid) IS 'Body of public.batch_record. Security definer: counts mails and reads the audit log, which editors don''t.';

COMMENT ON FUNCTION "private"."batch_stage_now"(public.batch_stage, timestamp with time zone, timestamp with time zone, timestamp with time zone) IS 'The stage that holds at a moment: windows open and close by the clock, whether or not someone pressed a button.';

COMMENT ON FUNCTION "private"."batch_sums"(uuid[]) IS 'Body of public.batch_sums. Security definer: sums over orders of everyone.';

COMMENT ON FUNCTION "private"."begin_account_deletion"(uuid) IS 'Deletes an account two weeks from now and mails it the way back, once; gives when. Refuses with works_here.';

COMMENT ON FUNCTION "private"."begin_vat_check"(text, text) IS 'Body of public.begin_vat_check. Security definer: checks are written by functions alone.';

COMMENT ON FUNCTION "private"."broken_rule"(text, text, text, text) IS 'What a table said of a row, for a desk to tell with the field and the rule: src/desk-kit/api/constraint-sentences.ts.';

COMMENT ON FUNCTION "private"."browser_notices"(text) IS 'Body of public.browser_notices. Security definer: nobody may read the keys or which browser follows what.';

COMMENT ON FUNCTION "private"."browser_payload"(uuid) IS 'What a mail would say of the product, or of everything new.';

COMMENT ON FUNCTION "private"."browsers_of"(uuid) IS 'What an account follows in which browsers, without what would let one write to them.';

COMMENT ON FUNCTION "private"."call_refunds"(public.order_records, uuid, text, integer) IS 'Asks for a refund at the payments that an order''s money came by, oldest first. What came another way leaves by bank. The caller holds the lock of the order.';

COMMENT ON FUNCTION "private"."cancel_order"(uuid, text, text, integer) IS 'Body of public.cancel_order. Security definer: orders and stock are written through functions alone.';

COMMENT ON FUNCTION "private"."check_bank_entry"(text, jsonb) IS 'Refuses an entry that is none: {booked_on, amount_minor, currency, payer, message, bank_reference, ordinal}, and payer_account where the bank tells it.';

COMMENT ON FUNCTION "private"."check_fileable"(public.bank_refunds) IS 'Refuses a refund that no bank file can hold, or that has one.';

COMMENT ON FUNCTION "private"."check_leaving"(public.order_records, integer) IS 'What a cancellation keeps, no more than its customer was told; refuses where nothing is let go.';

COMMENT ON FUNCTION "private"."checked_billing"(jsonb) IS 'A billing address, checked as one to deliver to.';

COMMENT ON FUNCTION "private"."checked_company"(jsonb) IS 'The company in an order''s address, with nothing but its fields; null where a person orders. Refuses with every wrong field at once.';

COMMENT ON FUNCTION "private"."checked_gift_note"(jsonb) IS 'What comes with a gift, from an order''s address: empty for a gift without a word, null where it is none. Refuses what is too long.';

COMMENT ON FUNCTION "private"."checked_return_lines"(public.order_records, text, jsonb) IS 'The pieces that a customer gives back, as a return keeps them; refuses what is in another return or gives no right.';

COMMENT ON FUNCTION "private"."checked_together"(jsonb) IS 'Whether a buyer wants everything in one parcel, from an order''s address.';

COMMENT ON FUNCTION "private"."claim_alerts"(integer) IS 'Body of public.claim_alerts. Security definer: nobody may write alerts.';

COMMENT ON FUNCTION "private"."claim_notices"(integer) IS 'Body of public.claim_notices. Security definer: nobody may read or write notices.';

COMMENT ON FUNCTION "private"."claim_refund_calls"(text[], uuid[], integer) IS 'Body of public.claim_refund_calls. Security definer: calls are written through functions.';

COMMENT ON FUNCTION "private"."claim_webhook_calls"(integer) IS 'Body of public.claim_webhook_calls. Security definer: nobody may read or write calls.';

COMMENT ON FUNCTION "private"."client_address"() IS 'From where a request came, as the platform reports it: a machine of IPv4, a connection of IPv6; null where it reports nothing.';

COMMENT ON FUNCTION "private"."contact_words"(text, jsonb, jsonb) IS 'What an order is looked for by of whom it is for: e-mail and names, in one spelling, each word after a space.';

COMMENT ON FUNCTION "private"."correct_tracking"(uuid, text, text, text, boolean) IS 'Body of public.correct_tracking. Security definer: parcels are written through functions alone.';

COMMENT ON FUNCTION "private"."count_customers"(integer) IS 'Counts anew whoever something changed for, so many changes at most. Security definer: nobody may write customers.';

COMMENT ON FUNCTION "private"."count_new_pools"(jsonb) IS 'What is in stock of pools that were made a moment ago. Who may not count stock is refused, as in adjust_stock.';

COMMENT ON FUNCTION "private"."count_returns"() IS 'Keeps how many returns of an order are under way, so that the desk finds it. Security definer: nobody may write orders.';

COMMENT ON FUNCTION "private"."count_translations"(text) IS 'Body of public.count_translations. Security definer: editors read what a translation was made from through functions alone.';

COMMENT ON FUNCTION "private"."country_of_vat_number"(text) IS 'Of which country a VAT number is: Greece has letters of its own.';

COMMENT ON FUNCTION "private"."customer_name"(uuid, text) IS 'What a person is called: by their profile, else by their last order.';

COMMENT ON FUNCTION "private"."customer_of_order"(uuid) IS 'Whose an order is, as an id of customers; null where nobody is behind it any more.';

COMMENT ON FUNCTION "private"."dead_orders"(uuid[], uuid[]) IS 'Which orders hold some of these pools and kits although their time has passed.';

COMMENT ON FUNCTION "private"."decide_photo"(uuid, text, text, integer) IS 'Body of public.decide_photo. Security definer: staff decide through this function alone.';

COMMENT ON FUNCTION "private"."declare_withdrawal"(text, text, text) IS 'Body of public.declare_withdrawal. Security definer: guests may read no order.';

COMMENT ON FUNCTION "private"."delete_due_accounts"() IS 'Deletes the accounts whose time has come, and forgets ended orders of those who are gone; may run as often as one likes. Security definer: it writes what nobody may.';

COMMENT ON FUNCTION "private"."design_cap_count"(jsonb) IS 'How many caps a layout takes.';

COMMENT ON FUNCTION "private"."design_fault"(jsonb) IS 'What is wrong with a design as it was sent, or null. The picker says the same: tests/cases/designs.ts.';

COMMENT ON FUNCTION "private"."design_person"(uuid) IS 'Whose a design or a report is, for staff who may open customers; names are masked as there.';

COMMENT ON FUNCTION "private"."design_record"(uuid) IS 'Body of public.design_record. Security definer: the audit log is the owner''s, and whose a design is, nobody may read.';

COMMENT ON FUNCTION "private"."design_zones"() IS 'The parts of a board that have a colour each.';

COMMENT ON FUNCTION "private"."desk_home"() IS 'Body of public.desk_home. Security definer: counts over orders of everybody, which the caller''s role may read.';

COMMENT ON FUNCTION "private"."document_lines"(public.order_records, boolean, integer, bigint) IS 'The lines of a document over an amount: what the books say beyond the documents so far (sign 1), or less than they do (sign -1). They sum to the amount, and their taxes, over all documents, to the tax of the books.';

COMMENT ON FUNCTION "private"."document_parts"(public.order_records, boolean) IS 'What an order costs, tax included, for each of its lines, for shipping, and for what was taken off or kept beyond lines.';

COMMENT ON FUNCTION "private"."document_party"(public.order_records) IS 'Who an order is billed to, and where it is delivered if that is elsewhere.';

COMMENT ON FUNCTION "private"."documented_parts"(uuid) IS 'What the documents of an order say so far, line by line: invoices less credit notes.';

COMMENT ON FUNCTION "private"."documents_since"() IS 'Since when the shop issues documents. What was paid before may have its invoice on paper: nothing issues one but staff.';

COMMENT ON FUNCTION "private"."drop_translations"() IS 'Removes the translations of a row that is gone; its arguments are the row''s key. The log has them for whoever puts it back. Security definer: nobody writes translations.';

COMMENT ON FUNCTION "private"."drops_for"(jsonb, uuid, timestamp with time zone) IS 'Those of the drops that are news to whoever follows the product, or without one everything; null where none is.';

COMMENT ON FUNCTION "private"."end_of_promise"(date, text) IS 'The first day on which goods are later than a date promised, which may name a day, a month or a quarter.';

COMMENT ON FUNCTION "private"."enter_refund_account"(uuid, text, text, text) IS 'Body of public.enter_refund_account. Security definer: accounts are written through functions alone.';

COMMENT ON FUNCTION "private"."euro_amount"(bigint) IS 'An amount in euro as files of banks write it: 1234.50.';

COMMENT ON FUNCTION "private"."export_customer"(uuid) IS 'Body of public.export_customer. Security definer: much of it nobody may read by hand.';

COMMENT ON FUNCTION "private"."file_is_used"(text) IS 'Whether a product, a sample or the text of an update shows a file. Security definer: it must know of what the caller can''t read.';

COMMENT ON FUNCTION "private"."find_alerts"() IS 'What staff should hear of now, at most a hundred of a kind: by indexes alone, since it is asked every minute.';

COMMENT ON FUNCTION "private"."find_currency_faults"() IS 'Rates that nobody has entered for too long.';

COMMENT ON FUNCTION "private"."find_customer"(uuid) IS 'Body of public.find_customer. Security definer: nobody may read customers.';

COMMENT ON FUNCTION "private"."find_goods"(text, integer) IS 'Products by their title and variants by title or SKU; where no title fits, those that are written much like it. Says nothing of the caller''s right: its caller does.';

COMMENT ON FUNCTION "private"."find_news"() IS 'What happened within three days and anyone can see: what is dated further back is told to nobody.';

COMMENT ON FUNCTION "private"."find_orders"(text, boolean) IS 'Orders by their number in any spelling, its beginning or last three digits, a tracking number or a whole e-mail; for who knows people also by a part of e-mail or name, and where nothing fits by what is written much like it. Says nothing of the caller''s right: its callers do.';

COMMENT ON FUNCTION "private"."find_payable_orders"(text, text) IS 'Body of public.find_payable_orders. Security definer: nobody may read contacts.';

COMMENT ON FUNCTION "private"."find_webhook_faults"() IS 'Webhooks that were given up and have taken nothing since.';

COMMENT ON FUNCTION "private"."find_writings"(text, text, integer) IS 'Lists for the owner, and updates, by their title. Says nothing of the caller''s right: its caller does.';

COMMENT ON FUNCTION "private"."finish_order"(public.order_records, uuid, text, jsonb, jsonb, text) IS 'Writes who an order is for, its first event, its mail and the answer that its key will give again.';

COMMENT ON FUNCTION "private"."first_item"(uuid) IS 'What the first line is of, of an order that the caller may see.';

COMMENT ON FUNCTION "private"."follow_in_browser"(jsonb, uuid) IS 'Body of public.follow_in_browser. Security definer: nobody may read or write which browser follows what.';

COMMENT ON FUNCTION "private"."follow_payload"(private.follows) IS 'What every mail about a wish says of it and its product, and the secret that ends it.';

COMMENT ON FUNCTION "private"."forget_customer"(uuid, text) IS 'Body of public.forget_customer. Security definer: nobody may write what it forgets.';

COMMENT ON FUNCTION "private"."forget_ended_follows"() IS 'What nobody follows there any more waits no longer, and a browser that follows nothing is forgotten. Security definer: follows end with an account or a product, too.';

COMMENT ON FUNCTION "private"."forget_ended_orders"() IS 'Takes name and address off ended orders of deleted accounts and forgotten guests; the country stays, for taxes, and documents keep what they say. Security definer: no caller may write contacts.';

COMMENT ON FUNCTION "private"."forget_messages"(uuid[]) IS 'Takes out of the history of orders what staff wrote to a customer who has gone; that they wrote stays.';

COMMENT ON FUNCTION "private"."forget_old_guests"() IS 'Marks the orders of guests who have ordered nothing since before the ten years for which the law asks for books. Accounts are forgotten when they are deleted. Security definer: jobs may not write private tables.';

COMMENT ON FUNCTION "private"."forget_waiting_notices"() IS 'What changed or went before it was told is told as it is by then, or not at all. Security definer: editors may not write notices.';

COMMENT ON FUNCTION "private"."give_money_back"(public.order_records, integer, jsonb, text, text, text, boolean) IS 'Writes down money that goes back; an order whose money is all back is refunded and frees its goods. Lines as refund_lines gives them. Without a provider it goes back by those that took it. Where it is not sent yet, its provider is asked to, and the rest waits for a bank file. The caller holds the lock of the order and has checked the amount.';

COMMENT ON FUNCTION "private"."give_up_lost_builds"() IS 'Ends builds of builders that never came back; one that reports later is believed. Security definer: jobs may not write requests.';

COMMENT ON FUNCTION "private"."guard_payment_method"() IS 'A method is not switched on while its keys are missing.';

COMMENT ON FUNCTION "private"."guard_seller"() IS 'Whoever changes who sells has given their second factor.';

COMMENT ON FUNCTION "private"."guest_secret"(public.order_records) IS 'The secret that a guest''s first mail carried, for a later mail to the same mailbox; null where there is an account, or it holds no more.';

COMMENT ON FUNCTION "private"."health"() IS 'Body of public.health. Security definer: nobody may read jobs.';

COMMENT ON FUNCTION "private"."invite_staff"(text, text) IS 'Body of public.invite_staff. Security definer: nobody may write invitations.';

COMMENT ON FUNCTION "private"."is_bank_day"(text) IS 'Whether a text is a day as 2026-11-20.';

COMMENT ON FUNCTION "private"."is_iban"(text) IS 'Whether a text without spaces is an IBAN: length by country, checksum. parseIban of src/features/orders/model/bank-account.ts says the same, held together by tests/cases/ibans.json. Who writes an account needs it for the check.';

COMMENT ON FUNCTION "private"."is_key_property"(text, jsonb, boolean) IS 'Whether KLE data may set a property of keys to a value; others are not drawn. The picker reads the same from tests/cases/designs.ts.';

COMMENT ON FUNCTION "private"."is_kle_data"(jsonb) IS 'Whether a list can be read as KLE data.';

COMMENT ON FUNCTION "private"."is_made_out_to_its_buyer"(uuid) IS 'Whether an order is still with whom a document names: who took an order over does not read where the one before lives.';

COMMENT ON FUNCTION "private"."is_name_like"(text[], text[]) IS 'Whether two names may be one: they share two words, or the only one that there is.';

COMMENT ON FUNCTION "private"."is_nobodys"(text) IS 'Whether an address is none: of a deleted account, or of an order that was made without one.';

COMMENT ON FUNCTION "private"."is_number_between"(jsonb, numeric, numeric) IS 'Whether a value is a number within bounds.';

COMMENT ON FUNCTION "private"."is_own_photo"(text, text[]) IS 'Whether a file is a photograph of the caller that stands so. Security definer: nobody reads the table.';

COMMENT ON FUNCTION "private"."is_push_address"(text) IS 'Whether it is one of the push services of Chromium, Firefox, Edge and Safari: the shop calls no other for a stranger.';

COMMENT ON FUNCTION "private"."is_rate"(jsonb) IS 'Whether it is {code, per_euro, rated_on, version}, its rate in figures. For set_currency_rates alone.';

COMMENT ON FUNCTION "private"."is_sepa_iban"(text) IS 'Whether an account is in a country whose banks take SEPA credit transfers.';

COMMENT ON FUNCTION "private"."is_sepa_name"(text) IS 'Whether enough of a name is left in the signs of SEPA to be known by.';

COMMENT ON FUNCTION "private"."is_told_by_another"(private.news) IS 'A product that opens as it is announced is told of once, by what opened.';

COMMENT ON FUNCTION "private"."is_vat_number"(text) IS 'Whether a text without spaces has the form of a VAT number: country first, then what that country writes. parseVatNumber of the checkout says the same, held together by tests/cases/vat-numbers.json.';

COMMENT ON FUNCTION "private"."is_withdrawn"(uuid) IS 'Whether a customer has withdrawn from something in a parcel, and staff have not settled it: it stays until they have.';

COMMENT ON FUNCTION "private"."issue_document"(public.order_records, public.sellers, text, bigint, boolean) IS 'Draws the next number of its seller, under the lock of its counter, and writes the document down. The caller holds the lock of the order.';

COMMENT ON FUNCTION "private"."issue_invoice"(uuid) IS 'Body of public.issue_invoice. Security definer: documents are written through functions alone.';

COMMENT ON FUNCTION "private"."item_count"(uuid) IS 'How many things were ordered, of an order that the caller may see.';

COMMENT ON FUNCTION "private"."keep_document"() IS 'What was issued stays, whoever asks.';

COMMENT ON FUNCTION "private"."keep_notice_keys"(text, text) IS 'Body of public.keep_notice_keys. Security definer: nobody may write the keys.';

COMMENT ON FUNCTION "private"."keep_promised_dates"() IS 'Once somebody bought, what they were told about closing, cancelling and choosing may be moved later and not earlier; of the address they are told before it is final. Security definer: editors read no orders.';

COMMENT ON FUNCTION "private"."keep_until"(jsonb) IS 'Until when an order can be paid. A win is paid by the end of its offer, whenever it was ordered; in its last minutes there is time for the payment itself.';

COMMENT ON FUNCTION "private"."keep_wish"(uuid, jsonb) IS 'Makes one change of an account''s list. A product that nobody can see is passed over; false where the list is full.';

COMMENT ON FUNCTION "private"."keeps_lines"(text, text) IS 'Whether a translated list has a line for each of its own, none empty and none like another that differed.';

COMMENT ON FUNCTION "private"."kept_on_leaving"(public.order_records) IS 'What the shop keeps if its customer cancels the whole order now; null where they can''t. Postage and what was paid too much always go back.';

COMMENT ON FUNCTION "private"."layout_keys"(jsonb) IS 'The keys of a layout in their order: the letter of the zone by the legends (a for alphas, m for modifiers, x for accents), and whether it takes a cap. The layout was checked before.';

COMMENT ON FUNCTION "private"."layout_zones"(jsonb) IS 'The zone of each key of a layout by its legends, as letters.';

COMMENT ON FUNCTION "private"."limit_shelf"() IS 'Bounds a shelf. Security definer: the count must not depend on what the caller may see.';

COMMENT ON FUNCTION "private"."line_options"(uuid, jsonb) IS 'What the answers of a line are called, cost and weigh; or why they can''t be ordered.';

COMMENT ON FUNCTION "private"."lines_on_return"(uuid) IS 'How many pieces of which lines are in returns that are under way.';

COMMENT ON FUNCTION "private"."list_customers"(text, text, boolean, boolean, text, boolean, text, uuid, integer) IS 'Body of public.list_customers. Security definer: nobody may read customers.';

COMMENT ON FUNCTION "private"."list_media"(text, text, timestamp with time zone, uuid, integer) IS 'Body of public.list_media. Security definer: the tables of storage are no part of the API.';

COMMENT ON FUNCTION "private"."list_photos"(text, timestamp with time zone, uuid, integer) IS 'Body of public.list_photos. Security definer: nobody reads the table.';

COMMENT ON FUNCTION "private"."list_public_designs"(text, text, boolean, timestamp with time zone, uuid, integer) IS 'Body of public.list_public_designs. Security definer: whose a design is, nobody may read.';

COMMENT ON FUNCTION "private"."list_translations"(text, text, text, text, text, integer) IS 'Body of public.list_translations. Security definer: editors read what a translation was made from through this function alone.';

COMMENT ON FUNCTION "private"."list_webhooks"() IS 'Body of public.list_webhooks. Security definer: nobody may read webhooks.';

COMMENT ON FUNCTION "private"."lock_customers_of"(uuid[]) IS 'As lock_customer, for all who will answer for some orders. Before the orders themselves are locked.';

COMMENT ON FUNCTION "private"."mail_about_return"(public.order_returns) IS 'Tells a customer how far their return is; each step once.';

COMMENT ON FUNCTION "private"."mail_alerts"() IS 'Writes one mail to each member of staff with all that is new to their role.';

COMMENT ON FUNCTION "private"."mail_invitation"(uuid) IS 'Gives an invitation a new secret and seven days, and queues its mail.';

COMMENT ON FUNCTION "private"."mail_language"(text, jsonb, uuid) IS 'Of the order, the wish or the place on a list that a mail is about, else of its account; staff work in the first. The payload may say another.';

COMMENT ON FUNCTION "private"."mail_topic"(text) IS 'The topic that a kind of mail belongs to; null where it is always sent.';

COMMENT ON FUNCTION "private"."make_bank_file"(uuid, uuid[], date) IS 'Body of public.make_bank_file. Security definer: bank files are written through functions alone.';

COMMENT ON FUNCTION "private"."make_quote"(private.priced_line[], text, text, uuid, uuid, text, text, boolean) IS 'A priced cart as the API answers it. p_together counts where it is split, and is nothing elsewhere.';

COMMENT ON FUNCTION "private"."mask_name"(text) IS 'A name for eyes that need not know it.';

COMMENT ON FUNCTION "private"."match_bank_entries"(text, jsonb) IS 'Body of public.match_bank_entries. Security definer: nobody may read contacts.';

COMMENT ON FUNCTION "private"."may_open_desk"(text) IS 'Whether the caller may open a desk that has tables: deskRights of the desk kit says the same.';

COMMENT ON FUNCTION "private"."may_read_document"(uuid, uuid) IS 'Staff who work with orders, and the account that a document was made out to. Security definer: nobody may read contacts.';

COMMENT ON FUNCTION "private"."moment_of"(jsonb) IS 'When a browser says that something was done; now, where it says nothing that can be.';

COMMENT ON FUNCTION "private"."move_return"(uuid, text, integer, text, text, integer, boolean, text) IS 'Body of public.move_return. Security definer: returns, money and stock are written through functions alone.';

COMMENT ON FUNCTION "private"."my_browsers"() IS 'Body of public.my_browsers. Security definer: nobody may read browsers.';

COMMENT ON FUNCTION "private"."my_photos"() IS 'Body of public.my_photos. Security definer: nobody reads the table.';

COMMENT ON FUNCTION "private"."name_words"(text) IS 'The words of a name in one spelling, for comparing what a bank writes with what a customer typed.';

COMMENT ON FUNCTION "private"."needed_with"(private.priced_line) IS 'The kits without which a line makes no set, as far as they can be bought the same way now. B-stock is sold by itself.';

COMMENT ON FUNCTION "private"."news_facts"(private.news) IS 'What is told: null once it is no longer public or has closed. Counts and titles alone, of nobody.';

COMMENT ON FUNCTION "private"."news_topic"(text) IS 'The topic of news: what a webhook chooses, and drops for whoever follows everything.';

COMMENT ON FUNCTION "private"."note_changed_account"() IS 'Notes an account that is new, or has another address. Security definer: the auth service may write no customers.';

COMMENT ON FUNCTION "private"."note_changed_contact"() IS 'Notes whose orders are to be counted anew. Security definer: whoever writes a contact may write no customers.';

COMMENT ON FUNCTION "private"."note_changed_name"() IS 'Notes that a person is called otherwise. Security definer: who writes a profile may write no customers.';

COMMENT ON FUNCTION "private"."note_changed_orders"() IS 'Notes whose sums are to be counted anew. Security definer: whoever changes an order may write no customers.';

COMMENT ON FUNCTION "private"."note_customer_call"(text, uuid, jsonb) IS 'Keeps in the audit log who of the staff did what about a customer.';

COMMENT ON FUNCTION "private"."note_invitation"(text, private.staff_invitations, private.staff_invitations, text) IS 'Writes what became of an invitation into the audit log, without its secret. Whoever accepts is no staff before, so the trigger of other tables would not do.';

COMMENT ON FUNCTION "private"."note_language"() IS 'Whoever saves their details in another language goes on in it.';

COMMENT ON FUNCTION "private"."note_news"() IS 'Notes what is new and queues its calls, in one transaction. Security definer: jobs may not write private tables.';

COMMENT ON FUNCTION "private"."note_payment_keys"(jsonb) IS 'Body of public.note_payment_keys. Security definer: nobody may write this column.';

COMMENT ON FUNCTION "private"."note_refund_sent"(uuid) IS 'The bank has it: its customer is told. The caller holds the locks of the order and the refund.';

COMMENT ON FUNCTION "private"."note_return"(public.order_records, text, jsonb, text, text) IS 'Writes down what a customer declared and confirms it by mail, with the time. The caller holds the lock of the order.';

COMMENT ON FUNCTION "private"."note_told_refunds"(private.payment_events) IS 'What a provider tells to have gone back needs no asking: by an answer that was lost, or by hand in its dashboard.';

COMMENT ON FUNCTION "private"."note_transfer"(public.order_records, integer, text, text, bigint) IS 'Money that came by bank, as staff note it: all that is due where no amount is given. Refuses what was noted already, and who saw other payments than there are. The caller holds the locks of customer and order.';

COMMENT ON FUNCTION "private"."notice_sent"(uuid, text, boolean) IS 'Body of public.notice_sent. Security definer: nobody may write notices.';

COMMENT ON FUNCTION "private"."offer_to_wait"(jsonb, jsonb, uuid) IS 'What it means to have a split cart sent together: when it leaves, why the method can''t take it, and what it saves, less than nothing where it costs more; null where that can''t be said.';

COMMENT ON FUNCTION "private"."open_bank_refund"(public.order_records, uuid, text, integer) IS 'What of a refund no provider sends waits for a bank file; its customer is asked for an account where none is known. The caller holds the lock of the order.';

COMMENT ON FUNCTION "private"."open_bank_statement"(jsonb) IS 'Body of public.open_bank_statement. Security definer: statements are written through functions alone.';

COMMENT ON FUNCTION "private"."open_customer"(uuid) IS 'Body of public.open_customer. Security definer: nobody may read customers.';

COMMENT ON FUNCTION "private"."open_document"(text, text) IS 'Body of public.open_document. Security definer: nobody may read what documents say.';

COMMENT ON FUNCTION "private"."open_invitation"(text) IS 'What a secret opens; null where it is unknown, too old, withdrawn or used.';

COMMENT ON FUNCTION "private"."open_shelf"(text) IS 'Body of public.open_shelf. Security definer: nobody reads the shelf of another.';

COMMENT ON FUNCTION "private"."open_staff_invitation"(text) IS 'Body of public.open_staff_invitation. Security definer: nobody may read invitations.';

COMMENT ON FUNCTION "private"."order_as_read"(text) IS 'An order with its lines, parcels, history, payments and documents as the policies show them to the caller; null where they show none.';

COMMENT ON FUNCTION "private"."order_company"(uuid) IS 'The company of an order as the caller may see it. Security definer: nobody may read contacts.';

COMMENT ON FUNCTION "private"."order_gift_note"(uuid) IS 'What the buyer of a gift wrote, as the caller may see it. Security definer: nobody may read contacts.';

COMMENT ON FUNCTION "private"."order_number_of"(text) IS 'The number of an order as the shop writes it, however it was typed; what can''t be one stays apart from all of them. orderNumberOf of src/shared/order-number.ts says the same.';

COMMENT ON FUNCTION "private"."orders_of"(uuid, text) IS 'The orders of a person: those of the account, and those without one that were placed with the address. Null stands for neither.';

COMMENT ON FUNCTION "private"."owed_by_transfer"(public.order_records) IS 'What of an order goes back by bank and can still go to any account: it is due, or waits for a file.';

COMMENT ON FUNCTION "private"."parcel_key"(text) IS 'One spelling of a tracking number: carriers print it in groups.';

COMMENT ON FUNCTION "private"."parcel_price"(public.shipping_methods, bigint, bigint, text[]) IS 'What a method costs for one parcel, or why it can''t serve. estimateShipping of src/features/shipping/model/shipping-estimate.ts says the same.';

COMMENT ON FUNCTION "private"."part_order"(uuid) IS 'Makes parcels by their dates of the one that an order was to be sent in: staff send what is ready after all.';

COMMENT ON FUNCTION "private"."part_waited_for"(uuid) IS 'The last part that an order sent together waits for: {title, ships_on, eta_precision}, as it is planned now; null once all of it is ready. What was cancelled is waited for by nobody. Security definer: a batch may have been withdrawn from view.';

COMMENT ON FUNCTION "private"."payable_order"(public.order_records) IS 'An order as whoever matches payments sees it.';

COMMENT ON FUNCTION "private"."photo_files_to_remove"() IS 'Body of public.photo_files_to_remove. Security definer: the service''s role writes no private table.';

COMMENT ON FUNCTION "private"."photo_is_shown"(text) IS 'Whether everyone may see a file. Security definer: it must know of products that the caller can''t read.';

COMMENT ON FUNCTION "private"."plain_vat_number"(text) IS 'A VAT number as the shop writes it, however it was typed.';

COMMENT ON FUNCTION "private"."postage_back"(public.order_records, jsonb) IS 'What of the postage comes back with the last pieces of an order: no more than the cheapest method costs.';

COMMENT ON FUNCTION "private"."price_cart"(jsonb) IS 'All lines of a cart with their prices, in their order.';

COMMENT ON FUNCTION "private"."price_refund"(uuid, jsonb) IS 'Body of public.price_refund. Security definer: the entries of orders are read through functions alone.';

COMMENT ON FUNCTION "private"."published_language"(text) IS 'The code of a language that the owner publishes beside the first; null for any other text. Security definer: whoever writes a row needs it.';

COMMENT ON FUNCTION "private"."put_back_row"(text, jsonb) IS 'Body of public.put_back_row. Security definer: staff add rows, but none with an id that was there before.';

COMMENT ON FUNCTION "private"."quote_cart"(jsonb, text, text, uuid, text, boolean) IS 'Body of public.quote_cart. Security definer: prices need counts of stock and of codes that nobody may read.';

COMMENT ON FUNCTION "private"."quoted_lines"(private.priced_line[], bigint, private.tax_rule) IS 'The lines of a quote with their share of the discount and their tax.';

COMMENT ON FUNCTION "private"."quoted_sums"(private.priced_line[], bigint, text, uuid, bigint, private.tax_rule) IS 'What a cart comes to in the parcels that its lines name. is_served says whether the method takes all of them.';

COMMENT ON FUNCTION "private"."rank_entries"(uuid[], text) IS 'Best first, by SHA-256 of randomness:entry: the draw and its rehearsal ask here; src/features/lists/model/draw.ts does the same.';

COMMENT ON FUNCTION "private"."read_bank_file"(uuid) IS 'Body of public.read_bank_file. Security definer: contents are read by functions alone.';

COMMENT ON FUNCTION "private"."read_bank_files"(timestamp with time zone) IS 'Body of public.read_bank_files. Security definer: nobody may read the staff table.';

COMMENT ON FUNCTION "private"."read_bank_statements"(timestamp with time zone, text) IS 'Body of public.read_bank_statements. Security definer: nobody may read the staff table.';

COMMENT ON FUNCTION "private"."record_bank_parts"(public.bank_entries, jsonb) IS 'Records the payments of an entry, all or none, by the machinery of record_payment. The caller holds the lock of the entry.';

COMMENT ON FUNCTION "private"."record_vat_check"(text, boolean, text, text, text) IS 'Body of public.record_vat_check. Security definer: checks are written by functions alone.';

COMMENT ON FUNCTION "private"."refund_account"(uuid, text) IS 'Body of public.refund_account. Security definer: accounts are read by functions alone.';

COMMENT ON FUNCTION "private"."refund_account_of"(uuid) IS 'Where an order''s refund goes: as somebody entered it, else the one account that its payments came from. {iban, holder, source, is_other}, or null.';

COMMENT ON FUNCTION "private"."refund_called"(uuid, text, text, boolean) IS 'Body of public.refund_called. Security definer: payments are written through functions alone.';

COMMENT ON FUNCTION "private"."refund_order"(uuid, integer, jsonb, text, integer, boolean, boolean) IS 'Body of public.refund_order. Security definer: payments are written through functions alone.';

COMMENT ON FUNCTION "private"."refund_orders"(uuid[], integer[], text) IS 'Body of public.refund_orders. Security definer: payments are written through functions alone.';

COMMENT ON FUNCTION "private"."refund_parts"(public.order_records, integer, boolean) IS 'By which providers an order''s money goes back, and how much by each.';

COMMENT ON FUNCTION "private"."refuse_dead_invitation"() IS 'Refuses a secret that opens nothing.';

COMMENT ON FUNCTION "private"."refuse_unnamed_pictures"() IS 'Pictures of a draft may wait for their alt text; pictures that anybody sees may not. Security definer: an editor writes both tables and may call no function of this schema.';

COMMENT ON FUNCTION "private"."remind_before_address_lock"() IS 'Mails the buyers of a batch some hours before their address is final, as the setting says: once for that day, and not to who ordered just now. Security definer: jobs may not write the outbox.';

COMMENT ON FUNCTION "private"."remove_photo"(uuid) IS 'Body of public.remove_photo. Security definer: photographs are written through functions alone.';

COMMENT ON FUNCTION "private"."remove_webhook"(uuid) IS 'Body of public.remove_webhook. Security definer: nobody may write webhooks.';

COMMENT ON FUNCTION "private"."request_language"() IS 'The language of the pages that ask, by their header x-client-info: one that every hosted project lets through.';

COMMENT ON FUNCTION "private"."resend_staff_invitation"(uuid) IS 'Body of public.resend_staff_invitation. Security definer: nobody may write invitations.';

COMMENT ON FUNCTION "private"."restock_lines"(public.order_records, jsonb, text) IS 'Puts pieces that had left back on the shelf, with an entry of the ledger of stock.';

COMMENT ON FUNCTION "private"."return_photos"(uuid, text) IS 'Body of public.return_photos. Security definer: guests may read no order.';

COMMENT ON FUNCTION "private"."reveal_customer"(uuid, text) IS 'Body of public.reveal_customer. Security definer: nobody may read customers or write the log.';

COMMENT ON FUNCTION "private"."sales_figures"(date, date) IS 'Body of public.sales_figures. Security definer: sums over orders of everybody.';

COMMENT ON FUNCTION "private"."sales_totals"(timestamp with time zone, timestamp with time zone, text) IS 'The sums of the orders that were placed in a period: what came and stayed, what went back, and how many buyers had ordered before it.';

COMMENT ON FUNCTION "private"."save_cart"(jsonb, integer, text) IS 'Body of public.save_cart. Security definer: saved carts are written through functions alone.';

COMMENT ON FUNCTION "private"."save_part"(text, text[], jsonb) IS 'Writes the columns of one part of a product that are named, while it is what was read, else says what it became; null is success. Its names come from private.product_parts alone, and are quoted.';

COMMENT ON FUNCTION "private"."save_translations"(text, jsonb, boolean) IS 'Body of public.save_translations. Security definer: editors translate through this function alone.';

COMMENT ON FUNCTION "private"."save_webhook"(text, text, text[], boolean, uuid) IS 'Body of public.save_webhook. Security definer: nobody may write webhooks.';

COMMENT ON FUNCTION "private"."save_wishes"(jsonb) IS 'Body of public.save_wishes. Security definer: wishes are written through functions alone.';

COMMENT ON FUNCTION "private"."search_desk"(text, text[], integer) IS 'Body of public.search_desk. Security definer: nobody may read contacts, and the orders and goods of everybody are what the caller''s role may read.';

COMMENT ON FUNCTION "private"."seen_refund_account"(uuid) IS 'The account of an order''s refund as staff who refund see it, and whether a file can hold it. Security definer: accounts are read by functions alone.';

COMMENT ON FUNCTION "private"."sees_contacts"() IS 'Whether the caller reads mail addresses and names unmasked, as of orders.';

COMMENT ON FUNCTION "private"."sees_returns"(public.order_records, text) IS 'Whether the caller may see what of an order can be given back: its customer, by account or by any secret of it, and staff.';

COMMENT ON FUNCTION "private"."sees_row"(text, text) IS 'Whether its caller may read the row that a translation belongs to.';

COMMENT ON FUNCTION "private"."seller_now"() IS 'Who sells today; nobody where the row is not filled in.';

COMMENT ON FUNCTION "private"."send_bank_refund"(uuid) IS 'Body of public.send_bank_refund. Security definer: refunds are written through functions alone.';

COMMENT ON FUNCTION "private"."send_photo"(uuid) IS 'Body of public.send_photo. Security definer: photographs are written through functions alone.';

COMMENT ON FUNCTION "private"."sent_together"(private.priced_line[]) IS 'A cart as one parcel: whatever is ready earlier waits for the rest.';

COMMENT ON FUNCTION "private"."sepa_text"(text, integer) IS 'A text in the signs that every bank of SEPA takes: accents fall off, what has no such letter becomes a space, and no slash begins, ends or follows another.';

COMMENT ON FUNCTION "private"."set_alert_rule"(text, text[], boolean, boolean, integer) IS 'Body of public.set_alert_rule. Security definer: nobody may write the rules.';

COMMENT ON FUNCTION "private"."set_currency_rates"(jsonb, uuid) IS 'Body of public.set_currency_rates. Security definer: rates of a file are written together, and its key is kept.';

COMMENT ON FUNCTION "private"."settle_bank_entry"(uuid, jsonb, text, jsonb, text) IS 'Body of public.settle_bank_entry. Security definer: payments are written through functions alone.';

COMMENT ON FUNCTION "private"."settle_bank_file"(uuid, text, text) IS 'Body of public.settle_bank_file. Security definer: bank files are written through functions alone.';

COMMENT ON FUNCTION "private"."settle_documents"(uuid, boolean) IS 'Issues what an order lacks: an invoice for what it costs beyond its documents, or a credit note for what they say too much. Nothing where they agree, so that asking twice is asking once. The caller holds the lock of the order.';

COMMENT ON FUNCTION "private"."settle_documents_at_end"() IS 'Documents come last in a transaction: its counter is locked for no longer than the commit, and after every other lock. Security definer: nobody may write documents.';

COMMENT ON FUNCTION "private"."settle_waiting_documents"() IS 'Issues what had to wait, oldest first. Security definer: jobs may not write documents.';

COMMENT ON FUNCTION "private"."settled_facts"(public.order_lines, boolean) IS 'What a closing decided of a line, for a mail to say in the language of its reader.';

COMMENT ON FUNCTION "private"."shipment_state"(uuid) IS 'How far the parcels of an order are that the caller may see: planned, partly_shipped, shipped or delivered; null where there is none.';

COMMENT ON FUNCTION "private"."shipping_of"(private.priced_line[], text) IS 'The parcels of a cart, lines that leave together, whose ships_on is null where one leaves at once; and every method of a country with its price for all of them, or with the reason why it can''t serve.';

COMMENT ON FUNCTION "private"."shop_health"() IS 'Body of public.shop_health. Security definer: nobody may read alerts, backups and rules.';

COMMENT ON FUNCTION "private"."show_photo"(private.customer_photos) IS 'Lets everyone read of a photograph what pages show.';

COMMENT ON FUNCTION "private"."sign_quote"(jsonb) IS 'Adds the hash of what a customer agrees to: what, with which flaws, how much, where to, in one parcel or several. Time, stock and dates are not in it.';

COMMENT ON FUNCTION "private"."sign_view"() IS 'Writes who made a view, for colleagues, and bounds how many. Security definer: staff read no accounts.';

COMMENT ON FUNCTION "private"."signed_tax"(bigint, integer) IS 'The tax in an amount of either sign, rounded to the cent.';

COMMENT ON FUNCTION "private"."split_amount"(bigint, bigint[]) IS 'Splits an amount by weights so that the parts sum to it; the largest remainders get the rest.';

COMMENT ON FUNCTION "private"."staff_words"(uuid) IS 'Who of the staff it was: by e-mail for owners, by role for colleagues.';

COMMENT ON FUNCTION "private"."take_bank_entry"(uuid, jsonb, text, text) IS 'The entry under its lock, written down as asked where it is new, which its version of 0 says. Before customers and orders are locked: no transaction takes two.';

COMMENT ON FUNCTION "private"."tax_category"(public.sellers, jsonb, text, integer, text) IS 'What kind of tax a rate is, as e-invoices name it, with the sentence that the law wants beside a rate of nothing.';

COMMENT ON FUNCTION "private"."tax_on"(text, text) IS 'The rate of a class of goods in a country today.';

COMMENT ON FUNCTION "private"."tax_part"(bigint, integer, boolean, text) IS 'The tax in an amount, what comes off it, or what was added to it, rounded to the cent.';

COMMENT ON FUNCTION "private"."tax_rule_of"(text, text) IS 'How goods that go to a country are taxed today: at home, by the one stop shop of the EU, by a registration there, not at all as an export or because a company with a checked VAT number pays by itself. Nobody''s tax comes off while nobody has said who sells.';

COMMENT ON FUNCTION "private"."tax_rule_of_order"(public.order_records) IS 'What is added to an order is taxed as what it has is.';

COMMENT ON FUNCTION "private"."tax_sums"(jsonb, bigint) IS 'The tax of a quote: what prices include and what comes off them, with that of shipping, and by which rule shipping is taxed.';

COMMENT ON FUNCTION "private"."tell_browsers"() IS 'Part of tell_followers: each update, once to each browser that follows one of its products.';

COMMENT ON FUNCTION "private"."tell_browsers_of_drops"(jsonb, uuid[], timestamp with time zone) IS 'Part of tell_of_drops: what is new since they were told, to browsers, at most once in a day.';

COMMENT ON FUNCTION "private"."tell_followers"() IS 'Tells each update once to everyone who followed one of its products before it came out, by mail or in a browser; five hundred a run of each. Security definer: jobs may not write the outbox.';

COMMENT ON FUNCTION "private"."tell_of_drops"() IS 'Tells whoever follows everything, or the product, what is new since they were last told, by mail or in a browser, at most once in a day; five hundred a run of each. Security definer: jobs may not write the outbox.';

COMMENT ON FUNCTION "private"."tell_refund"(uuid) IS 'Says of a refund that it left and mails its customer what went back, once every provider has said what became of its part and what goes by bank is sent. The caller holds the lock of the order, so that one of two ends tells.';

COMMENT ON FUNCTION "private"."test_webhook"(uuid) IS 'Body of public.test_webhook. Security definer: nobody may write calls.';

COMMENT ON FUNCTION "private"."tier_price"(uuid, integer, integer) IS 'What a kit costs when so many are ordered and paid.';

COMMENT ON FUNCTION "private"."title_words"(text) IS 'The words of a title, each between spaces, for comparing. Twin of wordsOf in src/features/catalogue/model/form/doubled-choices.ts.';

COMMENT ON FUNCTION "private"."told_address"(jsonb) IS 'An address as a document prints it: without a telephone, with the name of its country.';

COMMENT ON FUNCTION "private"."told_registration"(text, jsonb) IS 'Under which number the tax of a country is collected there, as parcels and customs want it; empty where none is.';

COMMENT ON FUNCTION "private"."told_return"(public.order_returns) IS 'A return as the functions that write it answer.';

COMMENT ON FUNCTION "private"."transfer_numbers"(text) IS 'The numbers of orders that a transfer may mean, in the order in which it names them; those of one place (place / 10) are spellings of one. Marked are those that say KW before; any other number of five digits or more may be one.';

COMMENT ON FUNCTION "private"."transfer_order"(public.bank_files, public.bank_accounts, uuid[]) IS 'The text of a bank file: one payment order from the shop''s account, a transfer for each refund.';

COMMENT ON FUNCTION "private"."undoable_tables"() IS 'Tables of which a removed row can be made again whole: whatever goes with it is in the log too, and nothing else is changed by it.';

COMMENT ON FUNCTION "private"."unfollow_in_browser"(text, uuid) IS 'Body of public.unfollow_in_browser. Security definer: nobody may write which browser follows what.';

COMMENT ON FUNCTION "private"."updates_to_tell"() IS 'Updates that came out within three days, once for each product that they are about and anyone can see.';

COMMENT ON FUNCTION "private"."variant_name"(text, text) IS 'What a variant is called beside those without flaws. Twin of variantName in src/features/catalogue/model/b-stock.ts.';

COMMENT ON FUNCTION "private"."vat_check_of"(text) IS 'The last answer about a VAT number, while it is fresh.';

COMMENT ON FUNCTION "private"."vat_proof"(public.order_records, text) IS 'Why an order was sold without VAT: what the register said of its number. Kept with the order.';

COMMENT ON FUNCTION "private"."vat_report"(date, date) IS 'Body of public.vat_report. Security definer: nobody may read what documents say.';

COMMENT ON FUNCTION "private"."visit_funnel"(date, date) IS 'Body of public.visit_funnel. Security definer: sums over visits and orders of everybody.';

COMMENT ON FUNCTION "private"."watch_shop"() IS 'Opens and closes alerts and tells staff of new ones; gives how many began. Security definer: jobs act for the shop, not for a person.';

COMMENT ON FUNCTION "private"."way_back_of"(public.order_records, public.order_lines) IS 'What a customer gets back of a line, in percent, by which rule and until when; nothing where no rule gives anything.';

COMMENT ON FUNCTION "private"."way_out_of_batch"(public.batches) IS 'What a buyer gets back of goods that are made for them and have not left: by how far their batch is, and all of it once it is far later than first promised.';

COMMENT ON FUNCTION "private"."ways_back"(uuid, text) IS 'Body of public.ways_back. Security definer: guests may read no order.';

COMMENT ON FUNCTION "private"."ways_back_of"(public.order_records) IS 'The way back of each line of which something is left, with what it costs and what of that comes back.';

COMMENT ON FUNCTION "private"."webhook_called"(uuid, text) IS 'Body of public.webhook_called. Security definer: nobody may write calls.';

COMMENT ON FUNCTION "private"."webhook_facts"(private.webhooks) IS 'What an owner sees of one: neither its address nor what signs.';

COMMENT ON FUNCTION "private"."whole_lines"(public.order_records) IS 'All that is left of an order, as the lines of a return.';

COMMENT ON FUNCTION "private"."wish_changes"(jsonb) IS 'Changes of a list as they come from outside; refuses what is none.';

COMMENT ON FUNCTION "private"."wish_choice"(jsonb) IS 'What was chosen of a product, in the one form in which it is compared.';

COMMENT ON FUNCTION "private"."withdraw_staff_invitation"(uuid) IS 'Body of public.withdraw_staff_invitation. Security definer: nobody may write invitations.';

COMMENT ON FUNCTION "private"."word_patterns"(text[]) IS 'What a text must be like to hold each of the words, the longest first: that one is looked up in an index. Null without a word.';

COMMENT ON FUNCTION "private"."worth_on_return"(public.order_records, jsonb) IS 'What pieces bring that a customer gives back now, with the postage where they are the last.';

COMMENT ON FUNCTION "private"."write_order"(jsonb, uuid, text, jsonb) IS 'Writes record, parcels and lines of an order from its quote, which says all of them.';

COMMENT ON FUNCTION "public"."accept_staff_invitation"(text) IS 'Gives the caller the role that their address was invited to. Gives {role, factor_due_at | null}: until then they add a second factor. Refuses with signed_out, unknown_invitation, other_address, second_factor, deletion_due.';

COMMENT ON FUNCTION "public"."access_report"() IS 'Who may read, write and call what: {tables: [{name, is_view, is_guarded, visitors_read, accounts_read, visitors_write, read_rules, write_rules}], functions: [{name, callers: visitors | accounts | service}]}. Staff: owner. Refuses with not_allowed.';

COMMENT ON FUNCTION "public"."add_customer_note"(uuid, text, uuid) IS 'Adds a note for staff. Staff: owner, fulfilment, support. Gives its id, the same for the same key. Refuses with not_allowed, key_reused, wrong_note, unknown_customer.';

COMMENT ON FUNCTION "public"."add_legal_version"(text, integer, text, timestamp with time zone, timestamp with time zone, jsonb, uuid) IS 'Adds a version of a legal text with its sections [{code, title, plain, body}], the one after the newest that was seen. Staff: owner. Gives its number, the same for the same key. Refuses with not_allowed, key_reused, wrong_json, wrong_sections, wrong_days, version_changed (with newest).';

COMMENT ON FUNCTION "public"."add_photo"(uuid, uuid, jsonb, text, text, boolean) IS 'Announces a photograph of an item that was delivered to the caller: p_file is {type, width, height, colour}, JPEG or WebP, at most 2,400 px; 3 for a product. Gives {path, status}: where its file belongs in the bucket photo-inbox. Refuses with not_delivered, not_agreed, wrong_words, wrong_photo, too_many_photos.';

COMMENT ON FUNCTION "public"."add_return_photo"(uuid, uuid, text, text) IS 'Its customer (a guest by any secret of the order) adds a photograph to a fault that is under way: a JPEG in base64, of 1 MB at most, under an ID of their own that makes a repeated call harmless. Gives how many there are. Refuses with unknown_return, return_ended, too_many_photos, wrong_photo.';

COMMENT ON FUNCTION "public"."alerts_called"(uuid[]) IS 'Notes that the webhook was told; gives how many it had not been told of before. The service alone.';

COMMENT ON FUNCTION "public"."amend_order"(uuid, jsonb, text, integer, boolean) IS 'Changes an order: {lines: [{line_id, quantity (0 takes it out), unit_price_minor, options}], add: [cart lines with unit_price_minor], shipping_minor, address, ships_together: false (sends each part when it is ready)}. A preview changes nothing. Staff: owner, fulfilment. Gives {id, number, version, status, before, after, difference_minor, total_minor, due_minor, refund_due_minor, currency}. Refuses with not_allowed, second_factor, wrong_changes, reason_missing, unknown_order, order_changed, illegal_move, unknown_line, line_left, over_offer, not_open, wrong_quantity, wrong_price, empty_cart, out_of_stock, wrong_address, other_country and every reason of a quote''s problems.';

COMMENT ON FUNCTION "public"."answer_follow"(text, boolean) IS 'Confirms or ends one follow by the secret of its mail: {found, is_followed, about, and of a product product_title, product_kind, product_url, variant_title | reason, message}; 404 unknown_link, 429 too_many_tries, without raising.';

COMMENT ON FUNCTION "public"."ask_return"(uuid, text, jsonb, text, text, text) IS 'Its customer (a guest by any secret of the order) withdraws for some pieces (withdrawal) or reports a fault (fault): p_lines [{line_id, quantity}]. A mail confirms it with the time. Gives {id, kind, status, version, amount_minor, currency, asked_at}. Refuses with unknown_order, wrong_kind, wrong_lines, unknown_line, wrong_quantity, no_right, not_shipped, reason_missing, reason_too_long.';

COMMENT ON FUNCTION "public"."ban_customer"(uuid, timestamp with time zone, text, text) IS 'Keeps an account off lists until p_until, for good when null; a past time ends it. p_seen_note is the note that stood there when it was decided, empty for nobody banned. Staff: owner. Gives {until, is_banned}. Refuses with not_allowed, unknown_customer, no_account, reason_missing, changed_meanwhile.';

COMMENT ON FUNCTION "public"."batch_record"(uuid) IS '{stages: [{stage, entered_at, promised: {opens_at, closes_at, cancel_until, change_options_until, change_address_until, eta, eta_precision}}], updates: [{id, url, title, status, publish_at, stage, eta_before, eta_after}], mails: [{kind, sent, waiting, failed, last_at}]} of a batch. Staff: owner, editor. Refuses with not_allowed, unknown_batch.';

COMMENT ON FUNCTION "public"."batch_sums"(uuid[]) IS 'Of up to 200 batches: [{batch_id, paid_units, unpaid_units, paid_orders, unpaid_orders, paid_minor, unpaid_minor, settled_minor, due_back_minor, currency | null}], money null for editors. settled_minor is what the closing took off, due_back_minor what their orders are still owed. Staff: owner, editor. Refuses with not_allowed.';

COMMENT ON FUNCTION "public"."begin_vat_check"(text, text) IS 'Whether to ask the EU''s register about a VAT number: {state: none | valid | invalid | limited | ask, name, requester}. An answer of this hour is given again. For the edge function that asks.';

COMMENT ON FUNCTION "public"."browser_notices"(text) IS '{key, product_ids}: the shop''s public key for push services, null until one was made, and what the browser with this push address follows, null standing for everything new.';

COMMENT ON FUNCTION "public"."cancel_order"(uuid, text, text, integer) IS 'Cancels an order. Its customer (a guest by p_token) as long as ways_back says what that keeps, with p_kept_minor as what they were told; staff (owner, fulfilment) with a reason, keeping nothing. Gives {id, number, status, refund_due_minor, kept_minor, currency}. Refuses with unknown_order, link_expired, deadline_passed, terms_changed, illegal_move, line_left, reason_missing, reason_too_long.';

COMMENT ON FUNCTION "public"."change_shipping_rates"(uuid, jsonb, jsonb, jsonb) IS 'Removes, changes and adds rates of a zone in one step, each named one only in the version that was seen. Staff: owner, fulfilment. Refuses with not_allowed, too_many_rates, unknown_zone, wrong_rate, rates_changed.';

COMMENT ON FUNCTION "public"."claim_alerts"(integer) IS 'Alerts that the webhook is to be told of: [{id, about, message}]. The service alone.';

COMMENT ON FUNCTION "public"."claim_mails"(integer) IS 'Mails that are due, held for two minutes by the caller. The service alone. Gives [{id, kind, recipient, language, payload, attempts}].';

COMMENT ON FUNCTION "public"."claim_notices"(integer) IS '{keys: {public, private} | null, notices: [{id, kind, fact, payload, language, endpoint, public_key, secret}]}: those that are due, each held for two minutes or more by the caller; none before there are keys. The service alone.';

COMMENT ON FUNCTION "public"."claim_refund_calls"(text[], uuid[], integer) IS 'Refunds that a provider is to be asked for, held for two minutes by the caller: those that are due, or those of some orders. The service alone. Gives [{id, order_id, provider, charge, amount_minor, currency, is_fresh}].';

COMMENT ON FUNCTION "public"."claim_webhook_calls"(integer) IS 'Calls that are due, each held for two minutes or more by the caller: [{id, url, secret, news}]. The service alone.';

COMMENT ON FUNCTION "public"."correct_tracking"(uuid, text, text, text, boolean) IS 'Changes carrier and tracking number of a parcel that has left, while its number is still p_was, keeps it in the history and tells the customer by mail if asked to. Staff: owner, fulfilment. Refuses with not_allowed, second_factor, unknown_parcel, not_shipped, wrong_tracking, tracking_changed.';

COMMENT ON FUNCTION "public"."count_translations"(text) IS 'How many texts there are of each kind, how many are translated, and how many of these from an older text. Staff: owner, editor. Refuses with not_allowed.';

COMMENT ON FUNCTION "public"."decide_photo"(uuid, text, text, integer) IS 'Moves a customer''s photograph to shown (p_words is its alt text; its file lies in customer-photos by then), declined (p_words is why, which its customer reads) or back to waiting: {id, status, version}. Staff: owner, editor. Refuses with not_allowed, unknown_photo, wrong_step, version_conflict, alt_missing, reason_missing, photo_missing.';

COMMENT ON FUNCTION "public"."declare_withdrawal"(text, text, text) IS 'Withdraws from all of an order that can be given back, by its number and e-mail. Where nothing can, it is noted all the same, and staff answer. A mail confirms it with the time. Gives {found, id, status, amount_minor, currency, asked_at | reason, message}. Answers 404 and, after five wrong tries in a quarter of an hour, 429, without raising.';

COMMENT ON FUNCTION "public"."design_record"(uuid) IS 'A public design with its reports and what staff decided: {id, code, name, design, layout, created_at, updated_at, hidden_at, like_count, is_used, has_account, maker: {id, name} | null, reports: [{id, reason, reported_at, answered_at, has_account, reporter: {id, name} | null}], history: [{id, at, reason, was_hidden, is_hidden, role, is_own, email}]}. Makers and reporters are for owner and support, names masked for support; the e-mail is for owners. Staff: owner, editor, support. Refuses with not_allowed, unknown_design.';

COMMENT ON FUNCTION "public"."desk_home"() IS 'What waits for the caller: {what, subject, record, count, amount_minor, currency, at} for each thing that their role may open; a count of 1001 is more than 1,000, whose amount is null. Staff. Refuses with not_allowed, second_factor, second_factor_missing.';

COMMENT ON FUNCTION "public"."enter_refund_account"(uuid, text, text, text) IS 'Notes where an order''s refund by bank goes, as long as one is due or waits for a file. Its customer (a guest by p_token), staff: owner, fulfilment. Gives {account_end}. Refuses with unknown_order, link_expired, second_factor, wrong_iban, wrong_name, nothing_due.';

COMMENT ON FUNCTION "public"."export_customer"(uuid) IS 'Everything that the shop holds about a customer, as lists of rows by table. Leaves a row in the audit log. Staff: owner. Refuses with not_allowed, unknown_customer.';

COMMENT ON FUNCTION "public"."find_customer"(uuid) IS 'Whose an order is: an id for open_customer, null where nobody is behind it any more. Staff: owner, fulfilment, support. Refuses with not_allowed.';

COMMENT ON FUNCTION "public"."find_payable_orders"(text, text) IS 'At most twenty orders by number or e-mail, and of those that wait for a payment by name or by the amount that is due: [{id, number, status, currency, due_minor, total_minor, captured_minor, placed_at, name, email}]. Staff: owner, fulfilment. Refuses with not_allowed.';

COMMENT ON FUNCTION "public"."follow_in_browser"(jsonb, uuid) IS 'To be told in a browser, {endpoint, public_key, secret} of its push subscription, of a product, without one of everything new. Gives {is_asked, is_followed | reason, message}; 404 unknown_product, 422 browser_unknown, too_many_follows, 429 too_many_tries, without raising.';

COMMENT ON FUNCTION "public"."follow_product"(uuid, uuid, text) IS 'To hear of each update of a product, with p_variant once when it can be had again, without a product of everything new. Signed in, p_email is not looked at. Gives {is_asked, is_followed | reason, message}; 404 unknown_product, 409 not_gone, 422 email_invalid, email_missing, too_many_follows, 429 too_many_tries, without raising.';

COMMENT ON FUNCTION "public"."forget_customer"(uuid, text) IS 'Forgets a customer: {due_at, waiting}. An account is deleted at due_at unless its owner takes it back; of a guest so many orders still wait for their end. Asking again changes nothing. Staff: owner. Refuses with not_allowed, reason_missing, unknown_customer, works_here.';

COMMENT ON FUNCTION "public"."health"() IS 'Whether the database answers and jobs run by the clock: {database: ok, jobs: ok | late | never}. Anyone.';

COMMENT ON FUNCTION "public"."invite_staff"(text, text) IS 'Invites an address to work here in a role, whether it has an account or not. Staff: owner. Gives {id, expires_at}. Refuses with not_allowed, second_factor, unknown_role, wrong_email, already_staff, already_invited, too_many_tries.';

COMMENT ON FUNCTION "public"."issue_invoice"(uuid) IS 'Issues what an order lacks, before it is paid or where it was paid before the shop issued documents: {number, kind, total_minor, currency}. Staff: owner, fulfilment. Refuses with not_allowed, second_factor, unknown_order, order_ended, no_seller, nothing_to_invoice.';

COMMENT ON FUNCTION "public"."keep_notice_keys"(text, text) IS 'Keeps a new pair of keys for push services; false where there is one already, which stays. The service alone.';

COMMENT ON FUNCTION "public"."list_customers"(text, text, boolean, boolean, text, boolean, text, uuid, integer) IS 'A page of customers, p_most after the row with p_after_value and p_after_id; sums are in the shop''s currency, and other_orders are those that they leave out. Support gets names and addresses masked, finds by a whole address or an order number alone, and sorts by neither. Staff: owner, fulfilment, support. Refuses with not_allowed.';

COMMENT ON FUNCTION "public"."list_media"(text, text, timestamp with time zone, uuid, integer) IS 'A page of the shop''s pictures, newest first, p_most after the one with p_after_at and p_after_id. p_filter missing: without alt text; unused: files that nothing shows; files: without drawn ones. uses are {kind: update | sample, record, title}. Staff: owner, editor. Refuses with not_allowed.';

COMMENT ON FUNCTION "public"."list_photos"(text, timestamp with time zone, uuid, integer) IS 'Customers'' photographs that are waiting (longest first), shown or declined (newest first), a page after the other. Whose they are is not told. Staff: owner, editor. Refuses with not_allowed.';

COMMENT ON FUNCTION "public"."list_public_designs"(text, text, boolean, timestamp with time zone, uuid, integer) IS 'A page of public designs, p_most after the row with p_after_at and p_after_id. p_state reported: with open reports, by the last of them; hidden: by when they were hidden; anything else: what the gallery shows, by when it was made. The maker is for owner and support, the name masked for support. Staff: owner, editor, support. Refuses with not_allowed.';

COMMENT ON FUNCTION "public"."list_staff"() IS 'Who works here and who is invited: {people: [{user_id, email, role, added_at, has_second_factor, factor_due_at | null, is_own, last_seen_at | null}], invitations: [{id, email, role, sent_at, expires_at, invited_by | null, mail_problem | null}]}. Staff: owner.';

COMMENT ON FUNCTION "public"."list_translations"(text, text, text, text, text, integer) IS 'Texts with their translation, a page after the other: open (not translated), older (translated from an older text) or all. version is 0 where there is none; made_from is the text that it was made from; proposal is how the same text was translated elsewhere. Staff: owner, editor. Refuses with not_allowed.';

COMMENT ON FUNCTION "public"."list_webhooks"() IS 'The webhooks, without their addresses: [{id, name, host, tells, is_active, called_at, waiting, given_up, last_error, test: {asked_at, called_at, last_error} | null}]. Staff: owner. Refuses with not_allowed.';

COMMENT ON FUNCTION "public"."mail_orders"(uuid, uuid[], text, text) IS 'Writes to the customers of orders, one mail each and key; {name}, {number} and {total} stand for their own. The words stay in its history, where the customer reads them. Staff: owner, fulfilment, and support for one order at a time, sixty an hour. Gives [{order_id, ok, reason}]: unknown_order, nobody_there, already_there, key_reused or, after ten a day, too_many_messages for those that get none. Refuses with not_allowed, second_factor, key_missing, wrong_orders, wrong_message, one_at_a_time, too_many_messages.';

COMMENT ON FUNCTION "public"."make_bank_file"(uuid, uuid[], date) IS 'Makes one file of open refunds for the bank, all or none, to be paid on a day from today on; the same id and refunds again give the same file. Staff: owner. Gives it as read_bank_files does. Refuses with not_allowed, second_factor, wrong_refunds, key_reused, wrong_day, no_bank_account, unknown_refund, refund_taken, other_currency, no_account, not_sepa, wrong_name.';

COMMENT ON FUNCTION "public"."match_bank_entries"(text, jsonb) IS 'For each payment of a statement [{booked_on, amount_minor, currency, payer, message, bank_reference, ordinal}] what is known of it and which orders it is for: [{known, is_alike, reason, orders}]. Of the reasons, reference and number are certain; split, maybe_number, email, name and amount are suggestions. Staff: owner, fulfilment. Refuses with not_allowed, wrong_entries, wrong_entry.';

COMMENT ON FUNCTION "public"."move_return"(uuid, text, integer, text, text, integer, boolean, text) IS 'Moves a return on. Staff (owner, fulfilment): agreed or declined with p_words and perhaps p_label_url, received, settled, which refunds p_amount_minor (else what the customer was told; 0 for a repair) and with p_restock puts the pieces on sale. Its customer (a guest by p_token): dropped. Asked again, it answers as before. Gives {id, kind, status, version, amount_minor, currency, asked_at}. Refuses with unknown_return, not_allowed, second_factor, illegal_move, return_changed, reason_missing, reason_too_long, wrong_label and as refund_order does.';

COMMENT ON FUNCTION "public"."my_browsers"() IS 'The caller''s browsers that are told: [{push_service, language, added_at, seen_at, follows: [{product_title, asked_at, told_at}]}]. Refuses with signed_out.';

COMMENT ON FUNCTION "public"."my_cart"() IS 'The caller''s saved cart: {lines, version, saved_at, together}; version 0 and no lines where nothing was ever saved.';

COMMENT ON FUNCTION "public"."my_photos"() IS 'The caller''s photographs of what they bought, oldest first: [{id, product_id, order_line_id, path, note, name, status, reason, created_at, agreed_at}]; the reason is for what was declined.';

COMMENT ON FUNCTION "public"."note_payment_keys"(jsonb) IS 'What the functions know of the keys of providers: {code: missing | test | live}. The service alone. Gives how many changed. Refuses with wrong_keys.';

COMMENT ON FUNCTION "public"."notice_sent"(uuid, text, boolean) IS 'Notes that a push service took a notice, or why it did not; with p_is_gone it knows the browser no more, which is forgotten. After eight tries it is given up, which the answer tells. The service alone.';

COMMENT ON FUNCTION "public"."offer_next"(uuid, integer, interval, integer) IS 'Offers so many more of a list to those who are next, each for the window (one hour to seven days; the list''s own when null), unless the list has left the round that p_round names. Staff: owner. Gives {offered, released, capacity, offers}. Refuses, on record, with not_allowed, second_factor, unknown_list, nothing_to_offer, offered_meanwhile, wrong_count, wrong_window, too_few_hours, capacity_reached.';

COMMENT ON FUNCTION "public"."open_bank_statement"(jsonb) IS 'Notes that the caller read a statement {id, account, file_name, format, first_on, last_on, payments, header, columns}; the same id again, once. Staff: owner, fulfilment. Gives {id}. Refuses with not_allowed, second_factor, wrong_statement.';

COMMENT ON FUNCTION "public"."open_customer"(uuid) IS 'A customer''s card: {id, kind, name, email, is_masked, is_proven, since, sums, ban, orders, returns, entries, designs, notes, mails, declined_topics, follows, read_at}. Name and address are masked for support. Staff: owner, fulfilment, support. Refuses with not_allowed, unknown_customer.';

COMMENT ON FUNCTION "public"."open_document"(text, text) IS 'What an invoice or credit note says. For whom it was made out to, by their account or by the secret of a guest''s order, and staff: owner, fulfilment, support. Refuses anyone else, and an unknown number, with unknown_document.';

COMMENT ON FUNCTION "public"."open_list"(uuid, integer) IS 'Opens a draft of a list as it was in p_version, where that is given. Staff: owner. Gives the list. Refuses, on record, with not_allowed, unknown_list, already_open, version_conflict, closes_too_early, raffle_incomplete, too_few_hours, choices_missing, stock_too_low, too_few_editions.';

COMMENT ON FUNCTION "public"."open_order"(text, text, text) IS 'An order with all that hangs on it, as far as the account may read it, or else by the secret of its link: {found, is_by_account, is_full, trouble, is_guests, may_act, order}. A link of a mail confirms the order; trouble says why it could not: {reason: over_limit | code_used_up | code_used, message}. may_act says whether the account, that secret, or p_acting beside it changes the order. Answers 404 for any other secret, without raising; an account that shows none is only told that nothing was found.';

COMMENT ON FUNCTION "public"."open_shelf"(text) IS 'A shared shelf: {is_shared, name, items: [{id, title, choice, since, note, kind, url, variant_id}]}; not shared, and empty, for a link that was withdrawn or never was.';

COMMENT ON FUNCTION "public"."open_staff_invitation"(text) IS 'What the secret of an invitation''s mail opens: {email, role, expires_at, has_account}. Whoever has it has read that mailbox. Refuses with unknown_invitation.';

COMMENT ON FUNCTION "public"."photo_files_to_remove"() IS 'Files of customers'' photographs that are to be removed, at most 100, {bucket, path}; forgets rows whose files are gone. For the jobs.';

COMMENT ON FUNCTION "public"."place_order"(uuid, jsonb, text, jsonb, uuid, text, jsonb, text, text) IS 'One order per key and caller. p_address may hold {company, gift_note, ships_together} besides. Gives {order: {id, number, status, total_minor, currency, pay_by, token}, replayed}. Refuses with key_missing, key_reused, wrong_email, wrong_address, consent_missing, wrong_payment, no_bank_account, empty_cart, quote_changed (with the new quote), out_of_stock, too_many_orders, captcha_needed and every reason of a quote''s problems.';

COMMENT ON FUNCTION "public"."price_refund"(uuid, jsonb) IS 'What refund_order gives back for these lines [{line_id, quantity}] now. Staff: owner, fulfilment. Gives {amount_minor, currency}. Refuses with not_allowed, second_factor, second_factor_missing, unknown_order, wrong_lines, unknown_line, wrong_quantity.';

COMMENT ON FUNCTION "public"."put_back_row"(text, jsonb) IS 'Makes a row again that the caller removed in the last 15 minutes, as it was and with what went with it. Staff. Refuses with not_allowed, not_undoable, too_late, place_taken, owner_gone.';

COMMENT ON FUNCTION "public"."quote_cart"(jsonb, text, text, uuid, text, boolean) IS 'What a cart costs, without VAT for a company whose p_vat_number was checked, and in one parcel with p_together. Gives {lines, shipments, ships_together, together (what the other choice would mean; null for one parcel), shipping_methods, problems, subtotal_minor, shipping_minor, tax_minor, tax_included_minor, tax_scheme, discount_minor, total_minor, currency, quote_hash}. Refuses with wrong_lines, too_many_lines, unknown_variant, wrong_quantity, wrong_options, unknown_country, wrong_code, too_much.';

COMMENT ON FUNCTION "public"."read_bank_file"(uuid) IS 'A bank file to download: {name, content}. Staff: owner. Refuses with not_allowed, unknown_file.';

COMMENT ON FUNCTION "public"."read_bank_files"(timestamp with time zone) IS 'The newest twenty bank files, before a moment if one is given: [{id, message_id, iban, execute_on, payments, total_minor, status, reason, made_at, by, settled_at, settled_by, is_kept}]. Staff: owner, fulfilment. Refuses with not_allowed.';

COMMENT ON FUNCTION "public"."read_bank_statements"(timestamp with time zone, text) IS 'The newest twenty statements, before a moment if one is given, or the last CSV file with a header: [{id, account, file_name, format, first_on, last_on, payments, columns, read_at, by, recorded, recorded_minor, currency, unmatched}]. Staff: owner, fulfilment. Refuses with not_allowed.';

COMMENT ON FUNCTION "public"."record_vat_check"(text, boolean, text, text, text) IS 'Keeps what the EU''s register said of a VAT number. For the edge function that asked.';

COMMENT ON FUNCTION "public"."refund_account"(uuid, text) IS 'What goes back by bank of an order, with the last four signs of the account: {owed_minor, currency, account_end, source, transfers: [{amount_minor, account_end, sent_at}]}; sent_at is null while it is in a file. Its customer (a guest by p_token), and staff. Refuses with unknown_order.';

COMMENT ON FUNCTION "public"."refund_called"(uuid, text, text, boolean) IS 'What came of asking a provider: its reference where it sends the money; otherwise the problem, and whether asking again is of no use. The service alone. Gives the state: sent, waiting or refused.';

COMMENT ON FUNCTION "public"."refund_order"(uuid, integer, jsonb, text, integer, boolean, boolean) IS 'Gives money back: lines [{line_id, quantity}], an amount, or all that is left. The provider sends it, unless it is sent already; with p_restock, pieces that had left are on sale again. Staff: owner, fulfilment. Gives {payment_id, amount_minor, status, refunded_minor, captured_minor, currency}. Refuses with not_allowed, second_factor, reason_missing, unknown_order, refunds_changed, wrong_lines, unknown_line, wrong_quantity, wrong_amount, over_captured.';

COMMENT ON FUNCTION "public"."refund_orders"(uuid[], integer[], text) IS 'Gives back what each order is owed; p_refunded_so_far is what was seen to have gone back before. Staff: owner, fulfilment. Gives [{order_id, ok, reason}]: unknown_order, nothing_due, refunds_changed, or already_there where a lost answer had done it. Refuses with not_allowed, second_factor, wrong_orders, reason_missing.';

COMMENT ON FUNCTION "public"."remove_photo"(uuid) IS 'Removes the caller''s photograph: {files: [{bucket, path}]} names the files that the caller removes next; called once more without any, it forgets the rest. What is gone, or is not theirs, has none.';

COMMENT ON FUNCTION "public"."remove_webhook"(uuid) IS 'Removes a webhook with its address, what signs and its calls; false where there is none. Staff: owner. Refuses with not_allowed.';

COMMENT ON FUNCTION "public"."resend_staff_invitation"(uuid) IS 'Sends an invitation again, once a minute at most, with a new link; also one that has expired. Staff: owner. Gives {id, expires_at}. Refuses with not_allowed, second_factor, unknown_invitation, too_many_tries.';

COMMENT ON FUNCTION "public"."return_photos"(uuid, text) IS 'The photographs of a return, in base64, for its customer (a guest by p_token) and for staff who work with orders. Refuses with unknown_return.';

COMMENT ON FUNCTION "public"."reveal_customer"(uuid, text) IS 'Name and mail address of a customer, unmasked: {email, name}. Leaves a row in the audit log with the reason. Staff: owner, fulfilment, support. Refuses with not_allowed, reason_missing, unknown_customer.';

COMMENT ON FUNCTION "public"."sales_figures"(date, date) IS 'Sums of the orders placed on these days, at most 366: {from, to, currency, totals, before, days, countries, kits, options, stock, batches}; before is of as many days before. Names nobody. Staff: owner, fulfilment. Refuses with not_allowed, second_factor, second_factor_missing, wrong_period.';

COMMENT ON FUNCTION "public"."save_cart"(jsonb, integer, text) IS 'Saves the caller''s cart over version p_version, 0 for the first one, and that it waits to be sent together, until when p_together says. Gives {is_saved, lines, version, saved_at, together}: where is_saved is false, that is what another browser has saved meanwhile. Refuses with signed_out, wrong_json, wrong_lines, too_many_lines, unknown_variant, wrong_quantity, wrong_options.';

COMMENT ON FUNCTION "public"."save_product"(jsonb) IS 'Saves a product with its pools, options, values, rules, variants, images, sounds and facts; removed holds ids to take away. A part without a version is new, and a new pool may come with its first count. Columns that are not named stay as they are. Staff: owner, editor. Gives {id, version, url}. Refuses with not_allowed, not_a_product, foreign_part, version_conflict, taken, not_there, in_use, not_valid, doubled_choice, alt_missing.';

COMMENT ON FUNCTION "public"."save_translations"(text, jsonb, boolean) IS 'Translates texts [{table_name, row_id, column_name, text, source, version}], at most 200; an empty text removes the translation. source is what it was made from, version what was read, 0 for none. Gives of each what became of it (saved, same, removed, conflict, source_changed, gone, lines, too_long, unknown_setting) and how it stands now. p_takes_older takes what was made from an older text. Staff: owner, editor. Refuses with not_allowed, unknown_language, too_many.';

COMMENT ON FUNCTION "public"."save_webhook"(text, text, text[], boolean, uuid) IS 'Adds a webhook, or with p_webhook changes one; an empty p_url keeps its address. Gives it as list_webhooks does, with secret where it was made now, and never again. Staff: owner. Refuses with not_allowed, name_missing, unknown_topic, url_refused, too_many_webhooks, unknown_webhook.';

COMMENT ON FUNCTION "public"."save_wishes"(jsonb) IS 'Makes changes of the caller''s list, each {product_id or id, variant_ids, options, is_kept, note, was_gone, kept_at}; no changes ask for the list alone. Gives {wishes, left_out}: the places of those for which the list of 500 had no room. Refuses with signed_out, wrong_json, wrong_wishes.';

COMMENT ON FUNCTION "public"."search_desk"(text, text[], integer) IS 'At most p_most of each kind (six, never more than a hundred) that the caller''s desks may open: orders by number, tracking or e-mail, and for owner and fulfilment by name; customers for these two; products and variants by title or SKU, and updates, for owner and editor; lists for the owner. Of contacts as much is told as at the orders desk. Staff. Refuses with not_allowed, second_factor, second_factor_missing.';

COMMENT ON FUNCTION "public"."send_bank_refund"(uuid) IS 'Notes that staff sent an open refund at the bank by hand; said again it changes nothing. Staff: owner, fulfilment. Gives {id, status, sent_at}. Refuses with not_allowed, second_factor, unknown_refund, refund_taken.';

COMMENT ON FUNCTION "public"."send_photo"(uuid) IS 'Says that the file of the caller''s photograph is there, so that it waits for staff: {status}. Again, it changes nothing. Refuses with unknown_photo, photo_missing.';

COMMENT ON FUNCTION "public"."set_alert_rule"(text, text[], boolean, boolean, integer) IS 'Sets who is told of one kind of alert, how, and from when on; gives the rule. Staff: owner. Refuses with not_allowed, second_factor, second_factor_stale, unknown_role, wrong_threshold, unknown_alert.';

COMMENT ON FUNCTION "public"."set_currency_rates"(jsonb, uuid) IS 'Writes new rates of currencies that are there, [{code, per_euro: text in figures, rated_on, version: the one that was seen}], all or none. Staff: owner. Gives how many changed, the same for the same key. Refuses with not_allowed, key_reused, wrong_rates, impossible_rate, rates_changed (with codes).';

COMMENT ON FUNCTION "public"."settle_bank_entry"(jsonb, text, jsonb, uuid, text) IS 'Settles one payment of a statement, named by {id} or told as match_bank_entries takes it with the account: recorded with p_parts [{order_id, amount_minor, captured_minor}] that sum to it and say what had come for each order before, set_aside with a note, or unmatched. Asked again it changes nothing and says what became of it. Staff: owner, fulfilment. Gives {id, status, settled_at, by, note, numbers, was_known, orders}. Refuses with not_allowed, second_factor, unknown_status, note_too_long, unknown_entry, wrong_entry, wrong_parts, unknown_order, other_currency, payments_changed, wrong_amount, known_payment.';

COMMENT ON FUNCTION "public"."settle_bank_file"(uuid, text, text) IS 'Marks a bank file as sent, which tells each customer once, or as discarded with a reason, which opens its refunds again. Staff: owner. Gives it as read_bank_files does. Refuses with not_allowed, second_factor, unknown_status, reason_missing, unknown_file, file_settled.';

COMMENT ON FUNCTION "public"."ship_parcels"(jsonb, text) IS 'Sends parcels: [{shipment_id, carrier, tracking_number, tracking_url, package_id}]. Parcels of an order with a balance due stay unless p_despite_due says why they leave, which its history keeps. Staff: owner, fulfilment. Gives [{shipment_id, ok, reason}]: unknown_parcel, wrong_tracking, unknown_package, address_problem, withdrawn, not_complete, money_due (with due_minor) or illegal_move for those that stay. Refuses with not_allowed, second_factor, wrong_parcels, reason_missing, reason_too_long.';

COMMENT ON FUNCTION "public"."shop_health"() IS 'Health, the alerts of the caller''s role, and for owners the last backup and who is told of what: {database, jobs, alerts: [{id, code, about, message, desk, record, opened_at, closed_at}], owner: {backup, database_bytes, mails_waiting, rules} | null}. Staff. Refuses with not_allowed, second_factor, second_factor_missing.';

COMMENT ON FUNCTION "public"."test_webhook"(uuid) IS 'Queues a test, also for a webhook that is paused; gives the webhook as list_webhooks does. Staff: owner. Refuses with not_allowed, unknown_webhook.';

COMMENT ON FUNCTION "public"."transition_orders"(uuid[], text, text, text[], text) IS 'Moves orders to a status, to paid by recording the payment of what is due with p_reason as its reference; p_from says of each where it was seen, and one that somebody else has moved stays. An order with a balance due is not made, packed or shipped unless p_despite_due says why, which its history keeps. Staff: owner, fulfilment. Gives [{order_id, ok, reason}]: unknown_order, already_there, moved_meanwhile (with the status it has), illegal_move, reason_missing, address_problem, withdrawn, not_complete, goods_gone or money_due (with due_minor) for those that stay, so that asking again after a lost answer moves nothing twice and says what had happened. Refuses with not_allowed, second_factor, wrong_orders, unknown_status, reason_missing, reason_too_long.';

COMMENT ON FUNCTION "public"."unfollow_in_browser"(text, uuid) IS 'Ends what the browser with this push address follows: the product, without one everything new. False where it followed no such thing.';

COMMENT ON FUNCTION "public"."vat_report"(date, date) IS 'What the invoices and credit notes of a period (both days included) come to by country, rule and rate: [{country, country_name, scheme, rate_basis_points, currency, net_minor, tax_minor, invoices, credit_notes}]. Owners. Refuses with not_allowed, wrong_period.';

COMMENT ON FUNCTION "public"."visit_funnel"(date, date) IS 'How many counted visits came to each step of buying, and all orders beside them: {from, to, steps: [{step, visits}], orders, paid}. Names nobody. Staff: owner, fulfilment. Refuses with not_allowed, wrong_period.';

COMMENT ON FUNCTION "public"."waiting_changes"(timestamp with time zone) IS 'What Publish would bring: {since, count, changes: [{table, row_id, kind: new | changed | gone | due, title, at, by, is_own, email, product_id, product, before, after}]}, newest first, at most 200; before and after are the fields that changed. The e-mail is for owners. Staff: owner, editor. Refuses with not_allowed, since_too_old.';

COMMENT ON FUNCTION "public"."ways_back"(uuid, text) IS 'What its customer (a guest by p_token) can still cancel or give back: {cancel: {kept_minor, back_minor, until} | null, lines: [{line_id, quantity, way, percent, amount_minor, of, until, warranty_until}], postage_minor, returns}. Amounts are of all that is left of a line. Staff read it too. Refuses with unknown_order.';

COMMENT ON FUNCTION "public"."webhook_called"(uuid, text) IS 'Notes that a webhook took a call, or why it did not; after eight tries it is given up, a test after one. False where there is nothing to note. The service alone.';

COMMENT ON FUNCTION "public"."withdraw_staff_invitation"(uuid) IS 'Withdraws an invitation; false where it was accepted or withdrawn before. Staff: owner. Refuses with not_allowed, second_factor.';

COMMENT ON TABLE "private"."alert_rules" IS 'Of what kind of trouble which staff are told, and how. Owners change it by set_alert_rule.';

COMMENT ON TABLE "private"."alerts" IS 'Each trouble of the shop, from its beginning to its end; names orders, goods and jobs, never a person. Written by watch_shop.';

COMMENT ON TABLE "private"."backups" IS 'One row for each archive that was made, once it was read again. Written by npm run backup alone.';

COMMENT ON TABLE "private"."bank_file_contents" IS 'The files themselves, as they were made: names and accounts of customers are in them, so they are forgotten earlier than that they were.';

COMMENT ON TABLE "private"."browser_follows" IS 'What a browser tells of.';

COMMENT ON TABLE "private"."browsers" IS 'Browsers that asked to be told. Written by their functions alone.';

COMMENT ON TABLE "private"."customer_changes" IS 'What happened since customers were counted last: by order, account or address. No foreign keys: what is gone counts too.';

COMMENT ON TABLE "private"."customer_photos" IS 'Photographs that customers sent of what they bought: written and read through functions alone.';

COMMENT ON TABLE "private"."customers" IS 'One row per person: what their orders come to, counted from them. Read through list_customers and open_customer alone.';

COMMENT ON TABLE "private"."document_counters" IS 'The last numbers of each seller. A row and no sequence: a number that is drawn and not used goes back with its transaction.';

COMMENT ON TABLE "private"."document_facts" IS 'All that a document says, as it was issued: its PDF and its XML are made of this alone.';

COMMENT ON TABLE "private"."documents_due" IS 'Orders whose document could not be issued with its payment: the seller was not filled in, or something failed. A payment is never refused for it.';

COMMENT ON TABLE "private"."follows" IS 'One wish to hear of one product or of everything new, by an account or by a mailbox that has no part in one.';

COMMENT ON TABLE "private"."iso_countries" IS 'Every country of ISO 3166-1: goods and makers may come from where the shop does not ship to. The same codes as src/features/catalogue/model/iso-countries.ts.';

COMMENT ON TABLE "private"."news" IS 'What the shop tells outside, each once: a row stays when a date moves or a page goes and comes back. Written by note_news alone.';

COMMENT ON TABLE "private"."notice_keys" IS 'The pair by which push services know the shop: made once, by the function that sends notices. With another pair no browser would be reached any more.';

COMMENT ON TABLE "private"."notices" IS 'One notice for one browser, until its push service took it or it was given up.';

COMMENT ON TABLE "private"."order_stages" IS 'What a stage of an order is called and what holds in it.';

COMMENT ON TABLE "private"."payer_accounts" IS 'The accounts that payments came from, as long as a refund may go back to them. Read by functions alone.';

COMMENT ON TABLE "private"."refund_accounts" IS 'Where the refund of an order goes, as its customer or staff entered it. Read by functions alone: staff who refund see it whole, its customer the end of it.';

COMMENT ON TABLE "private"."return_moves" IS 'Who may move a return from where to where; tests/cases/return-moves.json holds the same.';

COMMENT ON TABLE "private"."return_photos" IS 'What a faulty piece looks like. Few and small, so they are rows: whoever may see the return sees them, and they go with it.';

COMMENT ON TABLE "private"."staff_invitations" IS 'Who was invited to work here, until they have answered. Read and written by functions alone.';

COMMENT ON TABLE "private"."vat_checks" IS 'What the EU''s register (VIES) said of VAT numbers. An order keeps the answer that it relied on.';

COMMENT ON TABLE "private"."webhook_calls" IS 'One piece of news for one webhook, until it was taken or given up.';

COMMENT ON TABLE "private"."webhook_secrets" IS 'What lets one write into a chat, and what signs: for the caller alone, and in no audit log.';

COMMENT ON TABLE "private"."webhooks" IS 'Who hears of the shop''s news by HTTPS. Written by save_webhook and remove_webhook alone.';

COMMENT ON TABLE "public"."bank_entries" IS 'Payments that came by bank, each once, whichever file tells of it again.';

COMMENT ON TABLE "public"."bank_entry_payments" IS 'Which payments of orders an entry of a statement became: one, or several where somebody paid orders together.';

COMMENT ON TABLE "public"."bank_files" IS 'Files of refunds for the bank, in euro: who made which, and whether the bank has it.';

COMMENT ON TABLE "public"."bank_refunds" IS 'What of a refund leaves by bank: in one file that stands at most, and sent once.';

COMMENT ON TABLE "public"."bank_statements" IS 'The files of banks that somebody read here, without what is in them.';

COMMENT ON TABLE "public"."currency_rates" IS 'Currencies that shoppers may read prices in, each with its last rate and the day of it. What is charged is euro.';

COMMENT ON TABLE "public"."customer_notes" IS 'Notes of staff about a customer, for staff. They go with the customer.';

COMMENT ON TABLE "public"."desk_views" IS 'Named views of the tables of the desk, own and shared.';

COMMENT ON TABLE "public"."documents" IS 'The invoices and credit notes there are. What each says is opened one by one.';

COMMENT ON TABLE "public"."legal_versions" IS 'A version of the terms or of another legal page; what someone accepted or read stays readable, so versions are added and never changed.';

COMMENT ON TABLE "public"."order_returns" IS 'What customers give back, or say is faulty, and what became of it.';

COMMENT ON TABLE "public"."payment_methods" IS 'How an order can be paid, by the code of whoever takes the money. A method is offered only where it works: invoice with a bank account, a provider with keys, demo in a demo shop.';

COMMENT ON TABLE "public"."product_sounds" IS 'One recording of how a product sounds.';

COMMENT ON TABLE "public"."refund_calls" IS 'What a provider is asked to send back, one row for each payment that it came by. Its id goes with the request, so that a repeated one sends nothing twice.';

COMMENT ON TABLE "public"."sellers" IS 'Who sells: what every invoice has to say about the shop, with the days it is right. A new address is a new row with the same code; another legal entity has a code, and so numbers, of its own.';

COMMENT ON TABLE "public"."shelf_items" IS 'One thing that an account owns and keeps on its shelf. Staff see none.';

COMMENT ON TABLE "public"."shelf_links" IS 'The link under which an account shares its shelf. Withdrawing it removes the row; sharing again makes another link.';

COMMENT ON TABLE "public"."shown_photos" IS 'Customers'' photographs that pages show: a copy of what everyone may read of them.';

COMMENT ON TABLE "public"."tax_rates" IS 'The rate of a class of goods in a country, one at a time. Whether the shop collects it, or customs ask for it, is said by tax_registrations.';

COMMENT ON TABLE "public"."tax_registrations" IS 'Where the shop collects tax besides its own country, and up to which value. Where it has none, EU countries have the tax of the shop''s own country, and the others none.';

COMMENT ON TABLE "public"."translations" IS 'A text of the shop in another language than the first.';

COMMENT ON TABLE "public"."wishes" IS 'One thing that an account keeps for later, as it was chosen. Staff see none.';

COMMENT ON TYPE "private"."desk_find" IS 'Something found at the desk. kind: order, customer, product, variant, list or update; record: the number or id that its desk opens it by, and the e-mail of a customer who is not counted yet; rank: 0 for what was named whole, more the looser the likeness.';

COMMENT ON TYPE "private"."found_order" IS 'An order and how it was found, best first: 0 its number, 1 a part of that, 2 its whole e-mail, 3 its parcel, 4 words of e-mail or name, 5 words like those.';

COMMENT ON TYPE "private"."tax_rule" IS 'By which rule goods are taxed, and whose rates are in their price. Goods above the limit are exports instead.';

COMMENT ON TYPE "public"."order_status" IS 'How far an order is, in the order of the way, with its ends behind it: before shipped nothing need have left. private.order_moves says what may follow what.';

COMMENT ON VIEW "private"."source_texts" IS 'Every text that can be translated, also those that are empty; src/content/translated-columns.ts names the same columns. For functions alone.';

COMMENT ON VIEW "public"."availability" IS 'One row per variant that the caller can see: the stock word, whether it can be ordered now, the price of now, and the batch or list it goes through.';

COMMENT ON VIEW "public"."batch_orders" IS 'One row per batch and order of it: the list of orders, asked for one batch.';

COMMENT ON VIEW "public"."drops" IS 'What was announced, or opened for orders or entries: once for each product, group buy, list and sale of extras that anyone can see now.';

COMMENT ON VIEW "public"."listed_shipping_rates" IS 'Rates with the names of their zone and method, in the order in which staff look for them.';

COMMENT ON VIEW "public"."orders" IS 'One row per order that the caller may see.';

COMMENT ON VIEW "public"."waiting_bank_refunds" IS 'Refunds by bank as the desk lists them, with the account until they are sent.';

REVOKE ALL ON FUNCTION "private"."accept_staff_invitation"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."accept_staff_invitation"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."account_language"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."acting_secret_for"(public.order_records) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."add_customer_note"(uuid, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."add_customer_note"(uuid, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."add_legal_version"(text, integer, text, timestamp with time zone, timestamp with time zone, jsonb, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."add_legal_version"(text, integer, text, timestamp with time zone, timestamp with time zone, jsonb, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."add_photo"(uuid, uuid, jsonb, text, text, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."add_photo"(uuid, uuid, jsonb, text, text, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."add_return_photo"(uuid, uuid, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."add_return_photo"(uuid, uuid, text, text) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "private"."add_return_photo"(uuid, uuid, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."alerts_called"(uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."alerts_called"(uuid[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."ask_return"(uuid, text, jsonb, text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."ask_return"(uuid, text, jsonb, text, text, text) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "private"."ask_return"(uuid, text, jsonb, text, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."audit_bank_entry"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."awaits_items"(public.order_returns) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."balance"(public.order_records) FROM "authenticated";

GRANT EXECUTE ON FUNCTION "private"."balance"(public.order_records) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."balance"(public.order_records) FROM "service_role";

GRANT EXECUTE ON FUNCTION "private"."balance"(public.order_records) TO "service_role";

REVOKE ALL ON FUNCTION "private"."ban_customer"(uuid, timestamp with time zone, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."ban_customer"(uuid, timestamp with time zone, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."ban_person"(uuid, timestamp with time zone, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."bank_entry_state"(public.bank_entries) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."bank_file_state"(public.bank_files) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."bank_identity"(text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."batch_promises"(public.batches, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."batch_record"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."batch_record"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."batch_stage_now"(public.batch_stage, timestamp with time zone, timestamp with time zone, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."batch_stage_now"(public.batch_stage, timestamp with time zone, timestamp with time zone, timestamp with time zone) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "private"."batch_stage_now"(public.batch_stage, timestamp with time zone, timestamp with time zone, timestamp with time zone) TO "service_role";

REVOKE ALL ON FUNCTION "private"."batch_sums"(uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."batch_sums"(uuid[]) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."begin_account_deletion"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."begin_vat_check"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."begin_vat_check"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."browser_notices"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."browser_notices"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."browser_payload"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."browsers_of"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."call_refunds"(public.order_records, uuid, text, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."cancel_order"(uuid, text, text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."cancel_order"(uuid, text, text, integer) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "private"."cancel_order"(uuid, text, text, integer) TO "service_role";

REVOKE ALL ON FUNCTION "private"."check_bank_entry"(text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_fileable"(public.bank_refunds) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_leaving"(public.order_records, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."checked_billing"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."checked_company"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."checked_gift_note"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."checked_return_lines"(public.order_records, text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."checked_together"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."claim_alerts"(integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."claim_alerts"(integer) TO "service_role";

REVOKE ALL ON FUNCTION "private"."claim_notices"(integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."claim_notices"(integer) TO "service_role";

REVOKE ALL ON FUNCTION "private"."claim_refund_calls"(text[], uuid[], integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."claim_refund_calls"(text[], uuid[], integer) TO "service_role";

REVOKE ALL ON FUNCTION "private"."claim_webhook_calls"(integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."claim_webhook_calls"(integer) TO "service_role";

REVOKE ALL ON FUNCTION "private"."contact_words"(text, jsonb, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."correct_tracking"(uuid, text, text, text, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."correct_tracking"(uuid, text, text, text, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."count_customers"(integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."count_new_pools"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."count_returns"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."count_translations"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."count_translations"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."country_of_vat_number"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."customer_name"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."customer_of_order"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."dead_orders"(uuid[], uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."decide_photo"(uuid, text, text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."decide_photo"(uuid, text, text, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."declare_withdrawal"(text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."declare_withdrawal"(text, text, text) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "private"."declare_withdrawal"(text, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."design_person"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."design_record"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."design_record"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."design_zones"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."desk_home"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."desk_home"() TO "authenticated";

REVOKE ALL ON FUNCTION "private"."document_lines"(public.order_records, boolean, integer, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."document_parts"(public.order_records, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."document_party"(public.order_records) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."documented_parts"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."documents_since"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."drop_translations"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."drops_for"(jsonb, uuid, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."due_now"(public.order_records) FROM "authenticated";

GRANT EXECUTE ON FUNCTION "private"."due_now"(public.order_records) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."due_now"(public.order_records) FROM "service_role";

GRANT EXECUTE ON FUNCTION "private"."due_now"(public.order_records) TO "service_role";

REVOKE ALL ON FUNCTION "private"."end_of_promise"(date, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."enter_refund_account"(uuid, text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."enter_refund_account"(uuid, text, text, text) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "private"."enter_refund_account"(uuid, text, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."euro_amount"(bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."export_customer"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."export_customer"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."file_is_used"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."file_is_used"(text) TO "authenticated";

GRANT EXECUTE ON FUNCTION "private"."file_is_used"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."find_alerts"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."find_currency_faults"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."find_customer"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."find_customer"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."find_goods"(text, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."find_news"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."find_orders"(text, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."find_payable_orders"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."find_payable_orders"(text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."find_webhook_faults"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."find_writings"(text, text, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."finish_order"(public.order_records, uuid, text, jsonb, jsonb, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."first_item"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."first_item"(uuid) TO "authenticated";

GRANT EXECUTE ON FUNCTION "private"."first_item"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."follow_in_browser"(jsonb, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."follow_in_browser"(jsonb, uuid) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."forget_customer"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."forget_customer"(uuid, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."forget_ended_follows"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."forget_messages"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."forget_old_guests"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."forget_waiting_notices"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."give_money_back"(public.order_records, integer, jsonb, text, text, text, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."give_up_lost_builds"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."guard_payment_method"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."guard_seller"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."guest_secret"(public.order_records) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."health"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."health"() TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "private"."health"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."invite_staff"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."invite_staff"(text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."is_bank_day"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_key_property"(text, jsonb, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_kle_data"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_made_out_to_its_buyer"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_name_like"(text[], text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_nobodys"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_number_between"(jsonb, numeric, numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_own_photo"(text, text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_own_photo"(text, text[]) TO "authenticated";

GRANT EXECUTE ON FUNCTION "private"."is_own_photo"(text, text[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_push_address"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_rate"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_sepa_iban"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_sepa_name"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_told_by_another"(private.news) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_vat_number"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_withdrawn"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."issue_document"(public.order_records, public.sellers, text, bigint, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."issue_invoice"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."issue_invoice"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."item_count"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."item_count"(uuid) TO "authenticated";

GRANT EXECUTE ON FUNCTION "private"."item_count"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."keep_document"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."keep_notice_keys"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."keep_notice_keys"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."keep_promised_dates"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."keep_until"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."keep_wish"(uuid, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."keeps_lines"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."kept_on_leaving"(public.order_records) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."layout_keys"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."layout_zones"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."limit_shelf"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."line_options"(uuid, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lines_on_return"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."list_customers"(text, text, boolean, boolean, text, boolean, text, uuid, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."list_customers"(text, text, boolean, boolean, text, boolean, text, uuid, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."list_media"(text, text, timestamp with time zone, uuid, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."list_media"(text, text, timestamp with time zone, uuid, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."list_photos"(text, timestamp with time zone, uuid, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."list_photos"(text, timestamp with time zone, uuid, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."list_public_designs"(text, text, boolean, timestamp with time zone, uuid, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."list_public_designs"(text, text, boolean, timestamp with time zone, uuid, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."list_translations"(text, text, text, text, text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."list_translations"(text, text, text, text, text, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."list_webhooks"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."list_webhooks"() TO "authenticated";

REVOKE ALL ON FUNCTION "private"."lock_customers_of"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mail_about_return"(public.order_returns) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mail_alerts"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mail_invitation"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mail_language"(text, jsonb, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mail_topic"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."make_bank_file"(uuid, uuid[], date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."make_bank_file"(uuid, uuid[], date) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."make_quote"(private.priced_line[], text, text, uuid, uuid, text, text, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mask_name"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."match_bank_entries"(text, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."match_bank_entries"(text, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."may_open_desk"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."may_open_desk"(text) TO "authenticated";

GRANT EXECUTE ON FUNCTION "private"."may_open_desk"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."may_read_document"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."may_read_document"(uuid, uuid) TO "authenticated";

GRANT EXECUTE ON FUNCTION "private"."may_read_document"(uuid, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."moment_of"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."move_return"(uuid, text, integer, text, text, integer, boolean, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."move_return"(uuid, text, integer, text, text, integer, boolean, text) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "private"."move_return"(uuid, text, integer, text, text, integer, boolean, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."my_browsers"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."my_browsers"() TO "authenticated";

REVOKE ALL ON FUNCTION "private"."my_photos"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."my_photos"() TO "authenticated";

REVOKE ALL ON FUNCTION "private"."name_words"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."needed_with"(private.priced_line) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."news_facts"(private.news) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."news_topic"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_changed_account"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_changed_contact"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_changed_name"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_changed_orders"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_customer_call"(text, uuid, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_invitation"(text, private.staff_invitations, private.staff_invitations, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_language"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_news"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_payment_keys"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."note_payment_keys"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."note_refund_sent"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_return"(public.order_records, text, jsonb, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_told_refunds"(private.payment_events) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_transfer"(public.order_records, integer, text, text, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."notice_sent"(uuid, text, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."notice_sent"(uuid, text, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "private"."offer_to_wait"(jsonb, jsonb, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."open_bank_refund"(public.order_records, uuid, text, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."open_bank_statement"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."open_bank_statement"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."open_customer"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."open_customer"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."open_document"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."open_document"(text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."open_invitation"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."open_shelf"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."open_shelf"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."open_staff_invitation"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."open_staff_invitation"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."order_as_read"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."order_as_read"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."order_company"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."order_company"(uuid) TO "authenticated";

GRANT EXECUTE ON FUNCTION "private"."order_company"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."order_gift_note"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."order_gift_note"(uuid) TO "authenticated";

GRANT EXECUTE ON FUNCTION "private"."order_gift_note"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."order_number_of"(text) FROM "authenticated";

GRANT EXECUTE ON FUNCTION "private"."order_number_of"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."orders_of"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."owed_by_transfer"(public.order_records) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."parcel_key"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."part_order"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."part_waited_for"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."part_waited_for"(uuid) TO "authenticated";

GRANT EXECUTE ON FUNCTION "private"."part_waited_for"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."payable_order"(public.order_records) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."photo_files_to_remove"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."photo_files_to_remove"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."photo_is_shown"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."photo_is_shown"(text) TO "authenticated";

GRANT EXECUTE ON FUNCTION "private"."photo_is_shown"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."plain_vat_number"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."postage_back"(public.order_records, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."price_cart"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."price_refund"(uuid, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."price_refund"(uuid, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."published_language"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."published_language"(text) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "private"."published_language"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."put_back_row"(text, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."put_back_row"(text, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."quote_cart"(jsonb, text, text, uuid, text, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."quote_cart"(jsonb, text, text, uuid, text, boolean) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "private"."quote_cart"(jsonb, text, text, uuid, text, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "private"."quoted_lines"(private.priced_line[], bigint, private.tax_rule) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."quoted_sums"(private.priced_line[], bigint, text, uuid, bigint, private.tax_rule) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."read_bank_file"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."read_bank_file"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."read_bank_files"(timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."read_bank_files"(timestamp with time zone) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."read_bank_statements"(timestamp with time zone, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."read_bank_statements"(timestamp with time zone, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."record_bank_parts"(public.bank_entries, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."record_vat_check"(text, boolean, text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."record_vat_check"(text, boolean, text, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."refund_account"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."refund_account"(uuid, text) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "private"."refund_account"(uuid, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."refund_account_of"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refund_called"(uuid, text, text, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."refund_called"(uuid, text, text, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "private"."refund_order"(uuid, integer, jsonb, text, integer, boolean, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."refund_order"(uuid, integer, jsonb, text, integer, boolean, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."refund_orders"(uuid[], integer[], text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."refund_orders"(uuid[], integer[], text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."refund_parts"(public.order_records, integer, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_dead_invitation"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_unnamed_pictures"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."remove_photo"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."remove_photo"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."remove_webhook"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."remove_webhook"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."request_language"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."request_language"() TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "private"."request_language"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."resend_staff_invitation"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."resend_staff_invitation"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."restock_lines"(public.order_records, jsonb, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."return_photos"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."return_photos"(uuid, text) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "private"."return_photos"(uuid, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."reveal_customer"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."reveal_customer"(uuid, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."sales_figures"(date, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."sales_figures"(date, date) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."sales_totals"(timestamp with time zone, timestamp with time zone, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."save_cart"(jsonb, integer, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."save_cart"(jsonb, integer, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."save_translations"(text, jsonb, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."save_translations"(text, jsonb, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."save_webhook"(text, text, text[], boolean, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."save_webhook"(text, text, text[], boolean, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."save_wishes"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."save_wishes"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."search_desk"(text, text[], integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."search_desk"(text, text[], integer) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."seen_refund_account"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."seen_refund_account"(uuid) TO "authenticated";

GRANT EXECUTE ON FUNCTION "private"."seen_refund_account"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."sees_contacts"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."sees_returns"(public.order_records, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."sees_row"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."sees_row"(text, text) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "private"."sees_row"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."seller_now"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."send_bank_refund"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."send_bank_refund"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."send_photo"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."send_photo"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."sent_together"(private.priced_line[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."sepa_text"(text, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."set_alert_rule"(text, text[], boolean, boolean, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."set_alert_rule"(text, text[], boolean, boolean, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."set_currency_rates"(jsonb, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."set_currency_rates"(jsonb, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."settle_bank_entry"(uuid, jsonb, text, jsonb, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."settle_bank_entry"(uuid, jsonb, text, jsonb, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."settle_bank_file"(uuid, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."settle_bank_file"(uuid, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."settle_documents"(uuid, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."settle_documents_at_end"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."settle_waiting_documents"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."settled_facts"(public.order_lines, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."shipment_state"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."shipment_state"(uuid) TO "authenticated";

GRANT EXECUTE ON FUNCTION "private"."shipment_state"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."shipping_of"(private.priced_line[], text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."shop_health"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."shop_health"() TO "authenticated";

REVOKE ALL ON FUNCTION "private"."show_photo"(private.customer_photos) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."sign_view"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."signed_tax"(bigint, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."staff_words"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."take_bank_entry"(uuid, jsonb, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tax_category"(public.sellers, jsonb, text, integer, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tax_on"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tax_part"(bigint, integer, boolean, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tax_rule_of"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tax_rule_of_order"(public.order_records) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tell_browsers"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tell_browsers_of_drops"(jsonb, uuid[], timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tell_of_drops"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tell_refund"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."test_webhook"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."test_webhook"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."tier_price"(uuid, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."tier_price"(uuid, integer, integer) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "private"."tier_price"(uuid, integer, integer) TO "service_role";

REVOKE ALL ON FUNCTION "private"."told_address"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."told_registration"(text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."told_return"(public.order_returns) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."transfer_numbers"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."transfer_order"(public.bank_files, public.bank_accounts, uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."undoable_tables"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."undoable_tables"() TO "authenticated";

REVOKE ALL ON FUNCTION "private"."unfollow_in_browser"(text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."unfollow_in_browser"(text, uuid) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."updates_to_tell"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."uuid_of"(text) FROM "anon";

GRANT EXECUTE ON FUNCTION "private"."uuid_of"(text) TO "anon";

REVOKE ALL ON FUNCTION "private"."uuid_of"(text) FROM "authenticated";

GRANT EXECUTE ON FUNCTION "private"."uuid_of"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."uuid_of"(text) FROM "service_role";

GRANT EXECUTE ON FUNCTION "private"."uuid_of"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."variant_name"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."vat_check_of"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."vat_proof"(public.order_records, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."vat_report"(date, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."vat_report"(date, date) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."visit_funnel"(date, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."visit_funnel"(date, date) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."watch_shop"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."way_back_of"(public.order_records, public.order_lines) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."way_out_of_batch"(public.batches) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."ways_back"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."ways_back"(uuid, text) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "private"."ways_back"(uuid, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."ways_back_of"(public.order_records) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."webhook_called"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."webhook_called"(uuid, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."webhook_facts"(private.webhooks) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."whole_lines"(public.order_records) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."wish_changes"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."wish_choice"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."withdraw_staff_invitation"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."withdraw_staff_invitation"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."word_patterns"(text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."worth_on_return"(public.order_records, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."write_order"(jsonb, uuid, text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."accept_staff_invitation"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."accept_staff_invitation"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."add_customer_note"(uuid, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."add_customer_note"(uuid, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."add_legal_version"(text, integer, text, timestamp with time zone, timestamp with time zone, jsonb, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."add_legal_version"(text, integer, text, timestamp with time zone, timestamp with time zone, jsonb, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."add_photo"(uuid, uuid, jsonb, text, text, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."add_photo"(uuid, uuid, jsonb, text, text, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."add_return_photo"(uuid, uuid, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."add_return_photo"(uuid, uuid, text, text) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."add_return_photo"(uuid, uuid, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."alerts_called"(uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."alerts_called"(uuid[]) TO "service_role";

REVOKE ALL ON FUNCTION "public"."ask_return"(uuid, text, jsonb, text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."ask_return"(uuid, text, jsonb, text, text, text) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."ask_return"(uuid, text, jsonb, text, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."ban_customer"(uuid, timestamp with time zone, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."ban_customer"(uuid, timestamp with time zone, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."batch_record"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."batch_record"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."batch_sums"(uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."batch_sums"(uuid[]) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."begin_vat_check"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."begin_vat_check"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."browser_notices"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."browser_notices"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."cancel_order"(uuid, text, text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."cancel_order"(uuid, text, text, integer) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."cancel_order"(uuid, text, text, integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."change_shipping_rates"(uuid, jsonb, jsonb, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."change_shipping_rates"(uuid, jsonb, jsonb, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."claim_alerts"(integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."claim_alerts"(integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."claim_notices"(integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."claim_notices"(integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."claim_refund_calls"(text[], uuid[], integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."claim_refund_calls"(text[], uuid[], integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."claim_webhook_calls"(integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."claim_webhook_calls"(integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."correct_tracking"(uuid, text, text, text, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."correct_tracking"(uuid, text, text, text, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."count_translations"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."count_translations"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."decide_photo"(uuid, text, text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."decide_photo"(uuid, text, text, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."declare_withdrawal"(text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."declare_withdrawal"(text, text, text) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."declare_withdrawal"(text, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."design_record"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."design_record"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."desk_home"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."desk_home"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."enter_refund_account"(uuid, text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."enter_refund_account"(uuid, text, text, text) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."enter_refund_account"(uuid, text, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."export_customer"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."export_customer"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."find_customer"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."find_customer"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."find_payable_orders"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."find_payable_orders"(text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."follow_in_browser"(jsonb, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."follow_in_browser"(jsonb, uuid) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."follow_product"(uuid, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."follow_product"(uuid, uuid, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."forget_customer"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."forget_customer"(uuid, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."health"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."health"() TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."health"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."invite_staff"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."invite_staff"(text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."issue_invoice"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."issue_invoice"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."keep_notice_keys"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."keep_notice_keys"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."list_customers"(text, text, boolean, boolean, text, boolean, text, uuid, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."list_customers"(text, text, boolean, boolean, text, boolean, text, uuid, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_media"(text, text, timestamp with time zone, uuid, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."list_media"(text, text, timestamp with time zone, uuid, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_photos"(text, timestamp with time zone, uuid, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."list_photos"(text, timestamp with time zone, uuid, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_public_designs"(text, text, boolean, timestamp with time zone, uuid, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."list_public_designs"(text, text, boolean, timestamp with time zone, uuid, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_translations"(text, text, text, text, text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."list_translations"(text, text, text, text, text, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_webhooks"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."list_webhooks"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."make_bank_file"(uuid, uuid[], date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."make_bank_file"(uuid, uuid[], date) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."match_bank_entries"(text, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."match_bank_entries"(text, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."move_return"(uuid, text, integer, text, text, integer, boolean, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."move_return"(uuid, text, integer, text, text, integer, boolean, text) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."move_return"(uuid, text, integer, text, text, integer, boolean, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."my_browsers"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."my_browsers"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."my_photos"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."my_photos"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."note_payment_keys"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."note_payment_keys"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "public"."notice_sent"(uuid, text, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."notice_sent"(uuid, text, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "public"."open_bank_statement"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."open_bank_statement"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."open_customer"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."open_customer"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."open_document"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."open_document"(text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."open_order"(text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."open_order"(text, text, text) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."open_order"(text, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."open_shelf"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."open_shelf"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."open_staff_invitation"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."open_staff_invitation"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."photo_files_to_remove"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."photo_files_to_remove"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."place_order"(uuid, jsonb, text, jsonb, uuid, text, jsonb, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."place_order"(uuid, jsonb, text, jsonb, uuid, text, jsonb, text, text) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."place_order"(uuid, jsonb, text, jsonb, uuid, text, jsonb, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."price_refund"(uuid, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."price_refund"(uuid, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."put_back_row"(text, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."put_back_row"(text, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."quote_cart"(jsonb, text, text, uuid, text, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."quote_cart"(jsonb, text, text, uuid, text, boolean) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."quote_cart"(jsonb, text, text, uuid, text, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "public"."read_bank_file"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."read_bank_file"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."read_bank_files"(timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."read_bank_files"(timestamp with time zone) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."read_bank_statements"(timestamp with time zone, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."read_bank_statements"(timestamp with time zone, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."record_vat_check"(text, boolean, text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."record_vat_check"(text, boolean, text, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."refund_account"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."refund_account"(uuid, text) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."refund_account"(uuid, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."refund_called"(uuid, text, text, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."refund_called"(uuid, text, text, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "public"."refund_order"(uuid, integer, jsonb, text, integer, boolean, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."refund_order"(uuid, integer, jsonb, text, integer, boolean, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."refund_orders"(uuid[], integer[], text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."refund_orders"(uuid[], integer[], text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."remove_photo"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."remove_photo"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."remove_webhook"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."remove_webhook"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."resend_staff_invitation"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."resend_staff_invitation"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."return_photos"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."return_photos"(uuid, text) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."return_photos"(uuid, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."reveal_customer"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."reveal_customer"(uuid, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."sales_figures"(date, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."sales_figures"(date, date) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."save_cart"(jsonb, integer, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."save_cart"(jsonb, integer, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."save_translations"(text, jsonb, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."save_translations"(text, jsonb, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."save_webhook"(text, text, text[], boolean, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."save_webhook"(text, text, text[], boolean, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."save_wishes"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."save_wishes"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."search_desk"(text, text[], integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."search_desk"(text, text[], integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."send_bank_refund"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."send_bank_refund"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."send_photo"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."send_photo"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."set_alert_rule"(text, text[], boolean, boolean, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."set_alert_rule"(text, text[], boolean, boolean, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."set_currency_rates"(jsonb, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."set_currency_rates"(jsonb, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."settle_bank_entry"(jsonb, text, jsonb, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."settle_bank_entry"(jsonb, text, jsonb, uuid, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."settle_bank_file"(uuid, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."settle_bank_file"(uuid, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."shop_health"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."shop_health"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."test_webhook"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."test_webhook"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."unfollow_in_browser"(text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."unfollow_in_browser"(text, uuid) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."vat_report"(date, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."vat_report"(date, date) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."visit_funnel"(date, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."visit_funnel"(date, date) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."ways_back"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."ways_back"(uuid, text) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."ways_back"(uuid, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."webhook_called"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."webhook_called"(uuid, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."withdraw_staff_invitation"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."withdraw_staff_invitation"(uuid) TO "authenticated";

REVOKE ALL ON TABLE "public"."addresses" FROM "service_role";

GRANT DELETE, SELECT ON TABLE "public"."addresses" TO "service_role";

REVOKE ALL ON TABLE "public"."analytics_events" FROM "service_role";

GRANT DELETE, INSERT, SELECT ON TABLE "public"."analytics_events" TO "service_role";

REVOKE ALL ON TABLE "public"."audit_log" FROM "service_role";

GRANT SELECT ON TABLE "public"."audit_log" TO "service_role";

REVOKE ALL ON TABLE "public"."bank_accounts" FROM "service_role";

GRANT DELETE, SELECT ON TABLE "public"."bank_accounts" TO "service_role";

GRANT SELECT ON TABLE "public"."bank_entries" TO "authenticated", "service_role";

GRANT SELECT ON TABLE "public"."bank_entry_payments" TO "authenticated", "service_role";

GRANT SELECT ON TABLE "public"."bank_files" TO "authenticated", "service_role";

GRANT SELECT ON TABLE "public"."bank_refunds" TO "authenticated", "service_role";

GRANT SELECT ON TABLE "public"."bank_statements" TO "authenticated", "service_role";

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

GRANT SELECT ON TABLE "public"."currency_rates" TO "anon";

GRANT INSERT ("code") ON TABLE "public"."currency_rates" TO "authenticated";

GRANT INSERT ("is_shown"), UPDATE ("is_shown") ON TABLE "public"."currency_rates" TO "authenticated";

GRANT INSERT ("name"), UPDATE ("name") ON TABLE "public"."currency_rates" TO "authenticated";

GRANT INSERT ("per_euro"), UPDATE ("per_euro") ON TABLE "public"."currency_rates" TO "authenticated";

GRANT INSERT ("position"), UPDATE ("position") ON TABLE "public"."currency_rates" TO "authenticated";

GRANT INSERT ("rated_on"), UPDATE ("rated_on") ON TABLE "public"."currency_rates" TO "authenticated";

GRANT DELETE, SELECT ON TABLE "public"."currency_rates" TO "authenticated";

GRANT INSERT ("code") ON TABLE "public"."currency_rates" TO "service_role";

GRANT INSERT ("is_shown"), UPDATE ("is_shown") ON TABLE "public"."currency_rates" TO "service_role";

GRANT INSERT ("name"), UPDATE ("name") ON TABLE "public"."currency_rates" TO "service_role";

GRANT INSERT ("per_euro"), UPDATE ("per_euro") ON TABLE "public"."currency_rates" TO "service_role";

GRANT INSERT ("position"), UPDATE ("position") ON TABLE "public"."currency_rates" TO "service_role";

GRANT INSERT ("rated_on"), UPDATE ("rated_on") ON TABLE "public"."currency_rates" TO "service_role";

GRANT DELETE, SELECT ON TABLE "public"."currency_rates" TO "service_role";

GRANT SELECT ON TABLE "public"."customer_notes" TO "authenticated", "service_role";

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

GRANT INSERT ("desk") ON TABLE "public"."desk_views" TO "authenticated";

GRANT INSERT ("id") ON TABLE "public"."desk_views" TO "authenticated";

GRANT INSERT ("is_shared"), UPDATE ("is_shared") ON TABLE "public"."desk_views" TO "authenticated";

GRANT INSERT ("list") ON TABLE "public"."desk_views" TO "authenticated";

GRANT INSERT ("name"), UPDATE ("name") ON TABLE "public"."desk_views" TO "authenticated";

GRANT INSERT ("search"), UPDATE ("search") ON TABLE "public"."desk_views" TO "authenticated";

GRANT DELETE, SELECT ON TABLE "public"."desk_views" TO "authenticated", "service_role";

REVOKE ALL ON TABLE "public"."discount_codes" FROM "service_role";

GRANT SELECT ON TABLE "public"."discount_codes" TO "service_role";

GRANT SELECT ON TABLE "public"."documents" TO "authenticated", "service_role";

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

REVOKE ALL ("electronic_address") ON TABLE "public"."makers" FROM "authenticated";

GRANT INSERT ("electronic_address"), UPDATE ("electronic_address") ON TABLE "public"."makers" TO "authenticated";

REVOKE ALL ("legal_name") ON TABLE "public"."makers" FROM "authenticated";

GRANT INSERT ("legal_name"), UPDATE ("legal_name") ON TABLE "public"."makers" TO "authenticated";

REVOKE ALL ("postal_address") ON TABLE "public"."makers" FROM "authenticated";

GRANT INSERT ("postal_address"), UPDATE ("postal_address") ON TABLE "public"."makers" TO "authenticated";

REVOKE ALL ("responsible_electronic_address") ON TABLE "public"."makers" FROM "authenticated";

GRANT INSERT ("responsible_electronic_address"), UPDATE ("responsible_electronic_address") ON TABLE "public"."makers" TO "authenticated";

REVOKE ALL ("responsible_name") ON TABLE "public"."makers" FROM "authenticated";

GRANT INSERT ("responsible_name"), UPDATE ("responsible_name") ON TABLE "public"."makers" TO "authenticated";

REVOKE ALL ("responsible_postal_address") ON TABLE "public"."makers" FROM "authenticated";

GRANT INSERT ("responsible_postal_address"), UPDATE ("responsible_postal_address") ON TABLE "public"."makers" TO "authenticated";

REVOKE ALL ("electronic_address") ON TABLE "public"."makers" FROM "service_role";

GRANT INSERT ("electronic_address"), UPDATE ("electronic_address") ON TABLE "public"."makers" TO "service_role";

REVOKE ALL ("legal_name") ON TABLE "public"."makers" FROM "service_role";

GRANT INSERT ("legal_name"), UPDATE ("legal_name") ON TABLE "public"."makers" TO "service_role";

REVOKE ALL ("postal_address") ON TABLE "public"."makers" FROM "service_role";

GRANT INSERT ("postal_address"), UPDATE ("postal_address") ON TABLE "public"."makers" TO "service_role";

REVOKE ALL ("responsible_electronic_address") ON TABLE "public"."makers" FROM "service_role";

GRANT INSERT ("responsible_electronic_address"), UPDATE ("responsible_electronic_address") ON TABLE "public"."makers" TO "service_role";

REVOKE ALL ("responsible_name") ON TABLE "public"."makers" FROM "service_role";

GRANT INSERT ("responsible_name"), UPDATE ("responsible_name") ON TABLE "public"."makers" TO "service_role";

REVOKE ALL ("responsible_postal_address") ON TABLE "public"."makers" FROM "service_role";

GRANT INSERT ("responsible_postal_address"), UPDATE ("responsible_postal_address") ON TABLE "public"."makers" TO "service_role";

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

GRANT SELECT ON TABLE "public"."order_returns" TO "authenticated", "service_role";

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

REVOKE ALL ("focus_x") ON TABLE "public"."product_images" FROM "authenticated";

GRANT INSERT ("focus_x"), UPDATE ("focus_x") ON TABLE "public"."product_images" TO "authenticated";

REVOKE ALL ("focus_y") ON TABLE "public"."product_images" FROM "authenticated";

GRANT INSERT ("focus_y"), UPDATE ("focus_y") ON TABLE "public"."product_images" TO "authenticated";

REVOKE ALL ("turn_frames") ON TABLE "public"."product_images" FROM "authenticated";

GRANT INSERT ("turn_frames"), UPDATE ("turn_frames") ON TABLE "public"."product_images" TO "authenticated";

REVOKE ALL ("turn_path") ON TABLE "public"."product_images" FROM "authenticated";

GRANT INSERT ("turn_path"), UPDATE ("turn_path") ON TABLE "public"."product_images" TO "authenticated";

REVOKE ALL ("focus_x") ON TABLE "public"."product_images" FROM "service_role";

GRANT INSERT ("focus_x"), UPDATE ("focus_x") ON TABLE "public"."product_images" TO "service_role";

REVOKE ALL ("focus_y") ON TABLE "public"."product_images" FROM "service_role";

GRANT INSERT ("focus_y"), UPDATE ("focus_y") ON TABLE "public"."product_images" TO "service_role";

REVOKE ALL ("turn_frames") ON TABLE "public"."product_images" FROM "service_role";

GRANT INSERT ("turn_frames"), UPDATE ("turn_frames") ON TABLE "public"."product_images" TO "service_role";

REVOKE ALL ("turn_path") ON TABLE "public"."product_images" FROM "service_role";

GRANT INSERT ("turn_path"), UPDATE ("turn_path") ON TABLE "public"."product_images" TO "service_role";

REVOKE ALL ON TABLE "public"."product_images" FROM "service_role";

GRANT DELETE, SELECT ON TABLE "public"."product_images" TO "service_role";

REVOKE ALL ON TABLE "public"."product_options" FROM "service_role";

GRANT DELETE, SELECT ON TABLE "public"."product_options" TO "service_role";

REVOKE ALL ON TABLE "public"."product_relations" FROM "service_role";

GRANT DELETE, SELECT ON TABLE "public"."product_relations" TO "service_role";

GRANT SELECT ON TABLE "public"."product_sounds" TO "anon";

GRANT INSERT ("duration_ms"), UPDATE ("duration_ms") ON TABLE "public"."product_sounds" TO "authenticated";

GRANT INSERT ("peaks"), UPDATE ("peaks") ON TABLE "public"."product_sounds" TO "authenticated";

GRANT INSERT ("position"), UPDATE ("position") ON TABLE "public"."product_sounds" TO "authenticated";

GRANT INSERT ("product_id") ON TABLE "public"."product_sounds" TO "authenticated";

GRANT INSERT ("storage_path"), UPDATE ("storage_path") ON TABLE "public"."product_sounds" TO "authenticated";

GRANT INSERT ("title"), UPDATE ("title") ON TABLE "public"."product_sounds" TO "authenticated";

GRANT DELETE, SELECT ON TABLE "public"."product_sounds" TO "authenticated";

GRANT INSERT ("duration_ms"), UPDATE ("duration_ms") ON TABLE "public"."product_sounds" TO "service_role";

GRANT INSERT ("peaks"), UPDATE ("peaks") ON TABLE "public"."product_sounds" TO "service_role";

GRANT INSERT ("position"), UPDATE ("position") ON TABLE "public"."product_sounds" TO "service_role";

GRANT INSERT ("product_id") ON TABLE "public"."product_sounds" TO "service_role";

GRANT INSERT ("storage_path"), UPDATE ("storage_path") ON TABLE "public"."product_sounds" TO "service_role";

GRANT INSERT ("title"), UPDATE ("title") ON TABLE "public"."product_sounds" TO "service_role";

GRANT DELETE, SELECT ON TABLE "public"."product_sounds" TO "service_role";

REVOKE ALL ("safety_warnings") ON TABLE "public"."products" FROM "authenticated";

GRANT INSERT ("safety_warnings"), UPDATE ("safety_warnings") ON TABLE "public"."products" TO "authenticated";

REVOKE ALL ("variant_options") ON TABLE "public"."products" FROM "authenticated";

GRANT INSERT ("variant_options"), UPDATE ("variant_options") ON TABLE "public"."products" TO "authenticated";

REVOKE ALL ("safety_warnings") ON TABLE "public"."products" FROM "service_role";

GRANT INSERT ("safety_warnings"), UPDATE ("safety_warnings") ON TABLE "public"."products" TO "service_role";

REVOKE ALL ("variant_options") ON TABLE "public"."products" FROM "service_role";

GRANT INSERT ("variant_options"), UPDATE ("variant_options") ON TABLE "public"."products" TO "service_role";

REVOKE ALL ON TABLE "public"."products" FROM "service_role";

GRANT DELETE, SELECT ON TABLE "public"."products" TO "service_role";

REVOKE ALL ON TABLE "public"."profiles" FROM "service_role";

GRANT DELETE, SELECT ON TABLE "public"."profiles" TO "service_role";

REVOKE ALL ("log_url") ON TABLE "public"."publish_requests" FROM "service_role";

GRANT UPDATE ("log_url") ON TABLE "public"."publish_requests" TO "service_role";

REVOKE ALL ON TABLE "public"."publish_requests" FROM "service_role";

GRANT SELECT ON TABLE "public"."publish_requests" TO "service_role";

GRANT SELECT ON TABLE "public"."refund_calls" TO "authenticated", "service_role";

REVOKE ALL ON TABLE "public"."regional_partners" FROM "service_role";

GRANT DELETE, SELECT ON TABLE "public"."regional_partners" TO "service_role";

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

REVOKE ALL ON TABLE "public"."settings" FROM "service_role";

GRANT DELETE, SELECT ON TABLE "public"."settings" TO "service_role";

GRANT INSERT ("choice"), UPDATE ("choice") ON TABLE "public"."shelf_items" TO "authenticated";

GRANT INSERT ("created_at") ON TABLE "public"."shelf_items" TO "authenticated";

GRANT INSERT ("id") ON TABLE "public"."shelf_items" TO "authenticated";

GRANT INSERT ("note"), UPDATE ("note") ON TABLE "public"."shelf_items" TO "authenticated";

GRANT INSERT ("order_line_id") ON TABLE "public"."shelf_items" TO "authenticated";

GRANT INSERT ("product_id") ON TABLE "public"."shelf_items" TO "authenticated";

GRANT INSERT ("since"), UPDATE ("since") ON TABLE "public"."shelf_items" TO "authenticated";

GRANT INSERT ("title"), UPDATE ("title") ON TABLE "public"."shelf_items" TO "authenticated";

GRANT INSERT ("variant_id") ON TABLE "public"."shelf_items" TO "authenticated";

GRANT DELETE, SELECT ON TABLE "public"."shelf_items" TO "authenticated", "service_role";

GRANT INSERT ("name"), UPDATE ("name") ON TABLE "public"."shelf_links" TO "authenticated";

GRANT INSERT ("shows_notes"), UPDATE ("shows_notes") ON TABLE "public"."shelf_links" TO "authenticated";

GRANT DELETE, SELECT ON TABLE "public"."shelf_links" TO "authenticated", "service_role";

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

GRANT SELECT ON TABLE "public"."shown_photos" TO "anon", "authenticated", "service_role";

REVOKE ALL ON TABLE "public"."stock_ledger" FROM "service_role";

GRANT SELECT ON TABLE "public"."stock_ledger" TO "service_role";

REVOKE ALL ON TABLE "public"."stock_pools" FROM "service_role";

GRANT SELECT ON TABLE "public"."stock_pools" TO "service_role";

REVOKE ALL ON TABLE "public"."tax_classes" FROM "service_role";

GRANT DELETE, SELECT ON TABLE "public"."tax_classes" TO "service_role";

REVOKE ALL ON TABLE "public"."tax_rates" FROM "service_role";

GRANT DELETE, SELECT ON TABLE "public"."tax_rates" TO "service_role";

GRANT SELECT ON TABLE "public"."tax_registrations" TO "anon";

GRANT INSERT ("country_code"), UPDATE ("country_code") ON TABLE "public"."tax_registrations" TO "authenticated";

GRANT INSERT ("limit_minor"), UPDATE ("limit_minor") ON TABLE "public"."tax_registrations" TO "authenticated";

GRANT INSERT ("limit_per"), UPDATE ("limit_per") ON TABLE "public"."tax_registrations" TO "authenticated";

GRANT INSERT ("name"), UPDATE ("name") ON TABLE "public"."tax_registrations" TO "authenticated";

GRANT INSERT ("number"), UPDATE ("number") ON TABLE "public"."tax_registrations" TO "authenticated";

GRANT INSERT ("valid_from"), UPDATE ("valid_from") ON TABLE "public"."tax_registrations" TO "authenticated";

GRANT INSERT ("valid_to"), UPDATE ("valid_to") ON TABLE "public"."tax_registrations" TO "authenticated";

GRANT DELETE, SELECT ON TABLE "public"."tax_registrations" TO "authenticated";

GRANT INSERT ("country_code"), UPDATE ("country_code") ON TABLE "public"."tax_registrations" TO "service_role";

GRANT INSERT ("limit_minor"), UPDATE ("limit_minor") ON TABLE "public"."tax_registrations" TO "service_role";

GRANT INSERT ("limit_per"), UPDATE ("limit_per") ON TABLE "public"."tax_registrations" TO "service_role";

GRANT INSERT ("name"), UPDATE ("name") ON TABLE "public"."tax_registrations" TO "service_role";

GRANT INSERT ("number"), UPDATE ("number") ON TABLE "public"."tax_registrations" TO "service_role";

GRANT INSERT ("valid_from"), UPDATE ("valid_from") ON TABLE "public"."tax_registrations" TO "service_role";

GRANT INSERT ("valid_to"), UPDATE ("valid_to") ON TABLE "public"."tax_registrations" TO "service_role";

GRANT DELETE, SELECT ON TABLE "public"."tax_registrations" TO "service_role";

GRANT SELECT ("column_name") ON TABLE "public"."translations" TO "anon";

GRANT SELECT ("id") ON TABLE "public"."translations" TO "anon";

GRANT SELECT ("language") ON TABLE "public"."translations" TO "anon";

GRANT SELECT ("row_id") ON TABLE "public"."translations" TO "anon";

GRANT SELECT ("source_md5") ON TABLE "public"."translations" TO "anon";

GRANT SELECT ("table_name") ON TABLE "public"."translations" TO "anon";

GRANT SELECT ("text") ON TABLE "public"."translations" TO "anon";

GRANT SELECT ("updated_at") ON TABLE "public"."translations" TO "anon";

GRANT SELECT ("column_name") ON TABLE "public"."translations" TO "authenticated";

GRANT SELECT ("id") ON TABLE "public"."translations" TO "authenticated";

GRANT SELECT ("language") ON TABLE "public"."translations" TO "authenticated";

GRANT SELECT ("row_id") ON TABLE "public"."translations" TO "authenticated";

GRANT SELECT ("source_md5") ON TABLE "public"."translations" TO "authenticated";

GRANT SELECT ("table_name") ON TABLE "public"."translations" TO "authenticated";

GRANT SELECT ("text") ON TABLE "public"."translations" TO "authenticated";

GRANT SELECT ("updated_at") ON TABLE "public"."translations" TO "authenticated";

GRANT SELECT ON TABLE "public"."translations" TO "service_role";

REVOKE ALL ON TABLE "public"."update_batches" FROM "service_role";

GRANT DELETE, SELECT ON TABLE "public"."update_batches" TO "service_role";

REVOKE ALL ON TABLE "public"."update_products" FROM "service_role";

GRANT DELETE, SELECT ON TABLE "public"."update_products" TO "service_role";

REVOKE ALL ON TABLE "public"."updates" FROM "service_role";

GRANT DELETE, SELECT ON TABLE "public"."updates" TO "service_role";

REVOKE ALL ON TABLE "public"."url_redirects" FROM "service_role";

GRANT SELECT ON TABLE "public"."url_redirects" TO "service_role";

REVOKE ALL ("choices") ON TABLE "public"."variants" FROM "authenticated";

GRANT INSERT ("choices"), UPDATE ("choices") ON TABLE "public"."variants" TO "authenticated";

REVOKE ALL ("flaws") ON TABLE "public"."variants" FROM "authenticated";

GRANT INSERT ("flaws"), UPDATE ("flaws") ON TABLE "public"."variants" TO "authenticated";

REVOKE ALL ("is_made_to_order") ON TABLE "public"."variants" FROM "authenticated";

GRANT INSERT ("is_made_to_order"), UPDATE ("is_made_to_order") ON TABLE "public"."variants" TO "authenticated";

REVOKE ALL ("choices") ON TABLE "public"."variants" FROM "service_role";

GRANT INSERT ("choices"), UPDATE ("choices") ON TABLE "public"."variants" TO "service_role";

REVOKE ALL ("flaws") ON TABLE "public"."variants" FROM "service_role";

GRANT INSERT ("flaws"), UPDATE ("flaws") ON TABLE "public"."variants" TO "service_role";

REVOKE ALL ("is_made_to_order") ON TABLE "public"."variants" FROM "service_role";

GRANT INSERT ("is_made_to_order"), UPDATE ("is_made_to_order") ON TABLE "public"."variants" TO "service_role";

REVOKE ALL ON TABLE "public"."variants" FROM "service_role";

GRANT DELETE, SELECT ON TABLE "public"."variants" TO "service_role";

GRANT SELECT ON TABLE "public"."wishes" TO "authenticated";

GRANT DELETE, SELECT ON TABLE "public"."wishes" TO "service_role";

REVOKE ALL ON TABLE "public"."zone_countries" FROM "service_role";

GRANT DELETE, SELECT ON TABLE "public"."zone_countries" TO "service_role";

GRANT SELECT ON TABLE "public"."availability" TO "anon", "authenticated", "service_role";

GRANT SELECT ON TABLE "public"."batch_orders" TO "authenticated", "service_role";

GRANT SELECT ON TABLE "public"."drops" TO "anon", "authenticated", "service_role";

GRANT SELECT ON TABLE "public"."listed_shipping_rates" TO "authenticated", "service_role";

GRANT SELECT ON TABLE "public"."orders" TO "authenticated", "service_role";

GRANT SELECT ON TABLE "public"."waiting_bank_refunds" TO "authenticated", "service_role";

ALTER TABLE "private"."browsers" ADD COLUMN "language" text NOT NULL DEFAULT private.request_language();

ALTER TABLE "private"."browsers" ADD CONSTRAINT "browsers_language_check" CHECK ((language ~ '^[a-z]{2}$'::text));

ALTER TABLE "private"."follows" ADD COLUMN "language" text NOT NULL DEFAULT private.request_language();

ALTER TABLE "private"."follows" ADD CONSTRAINT "follows_language_check" CHECK ((language ~ '^[a-z]{2}$'::text));

COMMENT ON COLUMN "private"."follows"."language" IS 'Of its mails; a stranger who asks again for a mailbox does not change it.';

ALTER TABLE "private"."order_contacts" ADD COLUMN "words" text GENERATED ALWAYS AS (private.contact_words(email, address, company)) STORED;

COMMENT ON COLUMN "private"."order_contacts"."words" IS 'What it is looked for by at the desk.';

ALTER TABLE "private"."order_stages" ADD COLUMN "is_gated" boolean GENERATED ALWAYS AS (private.is_gated(status)) STORED NOT NULL;

ALTER TABLE "public"."desk_views" ADD CONSTRAINT "desk_views_owner_id_fkey" FOREIGN KEY (owner_id) REFERENCES auth.users(id) ON DELETE CASCADE;

CREATE UNIQUE INDEX desk_views_own_idx ON public.desk_views USING btree (owner_id, list, lower(name)) WHERE (NOT is_shared);

CREATE INDEX desk_views_owner_idx ON public.desk_views USING btree (owner_id);

CREATE POLICY "Staff add views at desks they may open" ON "public"."desk_views" FOR INSERT TO "authenticated" WITH CHECK ((( SELECT private.is_staff() AS is_staff) AND (owner_id = ( SELECT auth.uid() AS uid)) AND private.may_open_desk(desk)));

CREATE POLICY "Staff change their own views, owners every shared one" ON "public"."desk_views" FOR UPDATE TO "authenticated" USING ((private.may_open_desk(desk) AND ((owner_id = ( SELECT auth.uid() AS uid)) OR (is_shared AND ( SELECT private.is_staff(VARIADIC ARRAY['owner'::text]) AS is_staff))))) WITH CHECK ((private.may_open_desk(desk) AND ((owner_id = ( SELECT auth.uid() AS uid)) OR (is_shared AND ( SELECT private.is_staff(VARIADIC ARRAY['owner'::text]) AS is_staff)))));

CREATE POLICY "Staff read own views, and shared ones of desks they may open" ON "public"."desk_views" FOR SELECT TO "authenticated" USING (((( SELECT private.is_staff() AS is_staff) AND (owner_id = ( SELECT auth.uid() AS uid))) OR (is_shared AND private.may_open_desk(desk))));

CREATE POLICY "Staff remove their own views, owners every shared one" ON "public"."desk_views" FOR DELETE TO "authenticated" USING ((( SELECT private.is_staff() AS is_staff) AND ((owner_id = ( SELECT auth.uid() AS uid)) OR (is_shared AND ( SELECT private.is_staff(VARIADIC ARRAY['owner'::text]) AS is_staff)))));

COMMENT ON COLUMN "public"."desk_views"."owner_id" IS 'Who made it.';

ALTER TABLE "public"."list_entries" ADD COLUMN "language" text NOT NULL DEFAULT private.request_language();

ALTER TABLE "public"."list_entries" ADD CONSTRAINT "list_entries_language_check" CHECK ((language ~ '^[a-z]{2}$'::text));

COMMENT ON COLUMN "public"."list_entries"."language" IS 'Of the page where it was last taken or changed, and of its mails.';

ALTER TABLE "public"."order_records" ADD COLUMN "language" text NOT NULL DEFAULT private.request_language();

ALTER TABLE "public"."order_records" ADD CONSTRAINT "order_records_language_check" CHECK ((language ~ '^[a-z]{2}$'::text));

ALTER TABLE "public"."profiles" ADD COLUMN "language" text NOT NULL DEFAULT private.request_language();

ALTER TABLE "public"."profiles" ADD CONSTRAINT "profiles_language_check" CHECK ((language ~ '^[a-z]{2}$'::text));

COMMENT ON COLUMN "public"."profiles"."language" IS 'Of the page where it was last saved: of mails about the account.';

ALTER TABLE "public"."shelf_items" ADD CONSTRAINT "shelf_items_user_id_fkey" FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;

CREATE POLICY "Customers clear their own shelf" ON "public"."shelf_items" FOR DELETE TO "authenticated" USING ((user_id = ( SELECT auth.uid() AS uid)));

CREATE POLICY "Customers edit their own shelf" ON "public"."shelf_items" FOR UPDATE TO "authenticated" USING ((user_id = ( SELECT auth.uid() AS uid))) WITH CHECK ((user_id = ( SELECT auth.uid() AS uid)));

CREATE POLICY "Customers put things on their own shelf" ON "public"."shelf_items" FOR INSERT TO "authenticated" WITH CHECK (((user_id = ( SELECT auth.uid() AS uid)) AND ((order_line_id IS NULL) OR (EXISTS ( SELECT
   FROM (public.order_lines l
     JOIN public.order_records o ON ((o.id = l.order_id)))
  WHERE ((l.id = shelf_items.order_line_id) AND (o.user_id = ( SELECT auth.uid() AS uid))))))));

CREATE POLICY "Customers read their own shelf" ON "public"."shelf_items" FOR SELECT TO "authenticated" USING ((user_id = ( SELECT auth.uid() AS uid)));

ALTER TABLE "public"."shelf_links" ADD CONSTRAINT "shelf_links_user_id_fkey" FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;

CREATE POLICY "Customers change their own shelf link" ON "public"."shelf_links" FOR UPDATE TO "authenticated" USING ((user_id = ( SELECT auth.uid() AS uid))) WITH CHECK ((user_id = ( SELECT auth.uid() AS uid)));

CREATE POLICY "Customers read their own shelf link" ON "public"."shelf_links" FOR SELECT TO "authenticated" USING ((user_id = ( SELECT auth.uid() AS uid)));

CREATE POLICY "Customers share their own shelf" ON "public"."shelf_links" FOR INSERT TO "authenticated" WITH CHECK ((user_id = ( SELECT auth.uid() AS uid)));

CREATE POLICY "Customers withdraw their own shelf link" ON "public"."shelf_links" FOR DELETE TO "authenticated" USING ((user_id = ( SELECT auth.uid() AS uid)));

CREATE INDEX order_contacts_words_idx ON private.order_contacts USING gin (words extensions.gin_trgm_ops);

CREATE INDEX shipments_tracking_idx ON public.shipments USING btree (private.parcel_key(tracking_number) text_pattern_ops) WHERE (tracking_number <> ''::text);

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

GRANT INSERT (bio, code, country_code, electronic_address, legal_name, name, position, postal_address, responsible_electronic_address, responsible_name, responsible_postal_address), UPDATE (bio, code, country_code, electronic_address, legal_name, name, position, postal_address, responsible_electronic_address, responsible_name, responsible_postal_address) ON TABLE "public"."makers" TO "service_role";

GRANT INSERT (other_value_id, product_id, reason, value_id), UPDATE (reason) ON TABLE "public"."option_rules" TO "service_role";

GRANT INSERT (code, colour, currency, is_default, is_offered, note, option_id, position, price_delta_minor, title, weight_delta_grams), UPDATE (code, colour, currency, is_default, is_offered, note, position, price_delta_minor, title, weight_delta_grams) ON TABLE "public"."option_values" TO "service_role";

GRANT INSERT (body, code, page, position, title), UPDATE (body, code, page, position, title) ON TABLE "public"."page_texts" TO "service_role";

GRANT INSERT (code, maker, material, note, position, title), UPDATE (code, maker, material, note, position, title) ON TABLE "public"."palettes" TO "service_role";

GRANT INSERT (country_code, partner_id) ON TABLE "public"."partner_countries" TO "service_role";

GRANT INSERT (batch_id, ends_at, partner_id, sale_url), UPDATE (ends_at, sale_url) ON TABLE "public"."partner_sales" TO "service_role";

GRANT UPDATE (is_offered, note, position, title) ON TABLE "public"."payment_methods" TO "service_role";

GRANT INSERT (code, filterable, label, position, product_id, value), UPDATE (filterable, label, position, value) ON TABLE "public"."product_facts" TO "service_role";

GRANT INSERT (content, file_name, kind, media_type, position, product_id, title), UPDATE (content, file_name, kind, media_type, position, title) ON TABLE "public"."product_files" TO "service_role";

GRANT INSERT (alt, colorway_id, credit, focus_x, focus_y, height, is_render, option_value_id, placeholder_colour, position, product_id, render, storage_path, turn_frames, turn_path, variant_id, width), UPDATE (alt, colorway_id, credit, focus_x, focus_y, height, is_render, option_value_id, placeholder_colour, position, render, storage_path, turn_frames, turn_path, variant_id, width) ON TABLE "public"."product_images" TO "service_role";

GRANT INSERT (code, help, is_required, position, product_id, title, zone), UPDATE (code, help, is_required, position, title, zone) ON TABLE "public"."product_options" TO "service_role";

GRANT INSERT (position, product_id, reason, related_id), UPDATE (position, reason) ON TABLE "public"."product_relations" TO "service_role";

GRANT INSERT (body, category, customs_description, handling_days, hs_code, in_the_box, kind, layout_code, maker_id, max_per_customer, origin_country_code, position, publish_at, safety_warnings, seo_description, seo_title, ship_group, shipping_tags, status, still_needed, summary, tax_class_code, title, url, variant_options), UPDATE (body, category, customs_description, handling_days, hs_code, in_the_box, kind, layout_code, maker_id, max_per_customer, origin_country_code, position, publish_at, safety_warnings, seo_description, seo_title, ship_group, shipping_tags, status, still_needed, summary, tax_class_code, title, url, variant_options) ON TABLE "public"."products" TO "service_role";

GRANT UPDATE (build_id, finished_at, log, log_url, started_at, status), INSERT (note, requested_by) ON TABLE "public"."publish_requests" TO "service_role";

GRANT INSERT (code, name, note, position, website), UPDATE (code, name, note, position, website) ON TABLE "public"."regional_partners" TO "service_role";

GRANT INSERT (key, meaning, unit, value), UPDATE (meaning, unit, value) ON TABLE "public"."settings" TO "service_role";

GRANT INSERT (carrier, code, currency, days_max, days_min, is_offered, is_tracked, max_value_minor, max_weight_grams, name, note, position, refused_tags, zone_id), UPDATE (carrier, code, currency, days_max, days_min, is_offered, is_tracked, max_value_minor, max_weight_grams, name, note, position, refused_tags, zone_id) ON TABLE "public"."shipping_methods" TO "service_role";

GRANT INSERT (inner_height_mm, inner_length_mm, inner_width_mm, is_used, max_content_grams, name, note, own_weight_grams), UPDATE (inner_height_mm, inner_length_mm, inner_width_mm, is_used, max_content_grams, name, note, own_weight_grams) ON TABLE "public"."shipping_packages" TO "service_role";

GRANT INSERT (currency, from_value_minor, from_weight_grams, method_id, price_minor, to_value_minor, to_weight_grams, valid_from, valid_to), UPDATE (currency, from_value_minor, from_weight_grams, price_minor, to_value_minor, to_weight_grams, valid_from, valid_to) ON TABLE "public"."shipping_rates" TO "service_role";

GRANT INSERT (code, position, title), UPDATE (code, position, title) ON TABLE "public"."shipping_zones" TO "service_role";

GRANT INSERT (code, position, title), UPDATE (position, title) ON TABLE "public"."tax_classes" TO "service_role";

GRANT INSERT (country_code, name, rate_basis_points, tax_class_code, valid_from, valid_to), UPDATE (name, rate_basis_points, valid_from, valid_to) ON TABLE "public"."tax_rates" TO "service_role";

GRANT INSERT (batch_id, buyers_note, eta_after, eta_before, stage, update_id), UPDATE (buyers_note, eta_after, eta_before, stage) ON TABLE "public"."update_batches" TO "service_role";

GRANT INSERT (product_id, update_id) ON TABLE "public"."update_products" TO "service_role";

GRANT INSERT (author, body, edited_at, image_id, kind, pinned, publish_at, status, summary, title, url), UPDATE (author, body, edited_at, image_id, kind, pinned, publish_at, status, summary, title, url) ON TABLE "public"."updates" TO "service_role";

GRANT INSERT (availability, choices, contents, currency, few_left_below, flaws, is_made_to_order, is_required, max_per_customer, pool_units, position, price_minor, product_id, ships_on, shows_remaining, sku, stock_pool_id, title, weight_grams), UPDATE (availability, choices, contents, currency, few_left_below, flaws, is_made_to_order, is_required, max_per_customer, pool_units, position, price_minor, ships_on, shows_remaining, sku, stock_pool_id, title, weight_grams) ON TABLE "public"."variants" TO "service_role";

GRANT INSERT (country_code, zone_id) ON TABLE "public"."zone_countries" TO "service_role";

COMMENT ON COLUMN private.source_texts.area IS 'What kind of thing it belongs to.';

COMMENT ON COLUMN private.source_texts.owner IS 'Which one: the title of its product, its question''s group, its country.';

COMMENT ON COLUMN private.source_texts.part IS 'Which part of it, where there are several.';

COMMENT ON COLUMN private.source_texts.place IS 'Sorts them as the desk shows them; each has its own.';

COMMENT ON COLUMN public.availability.batch_id IS 'The batch it goes through, if any.';

COMMENT ON COLUMN public.availability.batch_stage IS 'The stage of that batch by the clock: a window that has passed is closed.';

COMMENT ON COLUMN public.availability.can_be_ordered IS 'Whether an order placed now would be taken.';

COMMENT ON COLUMN public.availability.currency IS 'ISO 4217 of the amounts in this row.';

COMMENT ON COLUMN public.availability.eta IS 'When the batch is expected to leave.';

COMMENT ON COLUMN public.availability.is_b_stock IS 'Whether it has flaws that are told before it is bought.';

COMMENT ON COLUMN public.availability.list_closes_at IS 'When the list closes; null if it stays open.';

COMMENT ON COLUMN public.availability.list_id IS 'The list it goes through, if any.';

COMMENT ON COLUMN public.availability.moq IS 'How many orders the kit needs.';

COMMENT ON COLUMN public.availability.next_tier_count IS 'From how many orders on it gets cheaper; null if it does not.';

COMMENT ON COLUMN public.availability.next_tier_price_minor IS 'What it costs from then on.';

COMMENT ON COLUMN public.availability.ordered_count IS 'How many are ordered and paid; once the closing is settled, how many were then.';

COMMENT ON COLUMN public.availability.price_minor IS 'What one costs now, batch tier included, in minor units.';

COMMENT ON COLUMN public.availability.read_at IS 'The time of the database at the reading.';

COMMENT ON COLUMN public.availability.remaining IS 'How many are left of a numbered edition; null for all else.';

COMMENT ON COLUMN public.availability.ships_on IS 'When a preorder ships.';

COMMENT ON COLUMN public.availability.stock IS 'in_stock, few_left, sold_out, made_to_order, group_buy, preorder, list or archived.';

COMMENT ON COLUMN public.availability.waiting_count IS 'How many more wait for their payment, and decide nothing until it comes.';

COMMENT ON COLUMN public.batch_orders.address_question IS 'What its customer is asked about the address; nothing leaves until it is answered. Null where nothing is asked.';

COMMENT ON COLUMN public.batch_orders.captured_minor IS 'What was paid, the sum of its captures.';

COMMENT ON COLUMN public.batch_orders.currency IS 'ISO 4217 of the amounts in this row.';

COMMENT ON COLUMN public.batch_orders.customer IS 'The name it is sent to; null for support.';

COMMENT ON COLUMN public.batch_orders.due_minor IS 'What its customer is asked for now.';

COMMENT ON COLUMN public.batch_orders.email IS 'Whose mailbox; masked as s…@… for support.';

COMMENT ON COLUMN public.batch_orders.first_item IS 'The title of its first line.';

COMMENT ON COLUMN public.batch_orders.id IS 'Opaque id.';

COMMENT ON COLUMN public.batch_orders.item_count IS 'How many things were ordered.';

COMMENT ON COLUMN public.batch_orders.open_returns IS 'How many returns of it are under way; counted by a trigger of order_returns.';

COMMENT ON COLUMN public.batch_orders.paid_at IS 'When it was paid in full.';

COMMENT ON COLUMN public.batch_orders.pay_by IS 'Until when it holds its goods without being paid.';

COMMENT ON COLUMN public.batch_orders.refund_due_minor IS 'What staff still have to give back.';

COMMENT ON COLUMN public.batch_orders.refunded_minor IS 'What was given back, the sum of its refunds.';

COMMENT ON COLUMN public.batch_orders.shipment IS 'How far its parcels are: planned, partly_shipped, shipped or delivered; null where it has none.';

COMMENT ON COLUMN public.batch_orders.total_minor IS 'What is to be paid: subtotal + shipping + tax - discount.';

COMMENT ON COLUMN public.batch_orders.version IS 'Counts edits: change a row only while it is what you read.';

COMMENT ON COLUMN public.drops.at IS 'Since when it is there.';

COMMENT ON COLUMN public.drops.closes_at IS 'Until when one can order or enter; null where nothing closes.';

COMMENT ON COLUMN public.drops.id IS 'Of the product, batch or list: with the kind, the same for ever.';

COMMENT ON COLUMN public.drops.kind IS 'product, group_buy, extras, raffle, waiting_list or interest_check.';

COMMENT ON COLUMN public.drops.title IS 'Of the batch or list; empty for a product.';

COMMENT ON COLUMN public.listed_shipping_rates.currency IS 'ISO 4217 of the amounts in this row.';

COMMENT ON COLUMN public.listed_shipping_rates.id IS 'Opaque id.';

COMMENT ON COLUMN public.listed_shipping_rates.place IS 'Sorts by zone, method, weight, value and day.';

COMMENT ON COLUMN public.listed_shipping_rates.version IS 'Counts edits: change a row only while it is what you read.';

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

COMMENT ON COLUMN public.orders.customer IS 'The name it is sent to; null for support.';

COMMENT ON COLUMN public.orders.due_minor IS 'What its customer is asked for now.';

COMMENT ON COLUMN public.orders.email IS 'Whose mailbox; masked as s…@… for support.';

COMMENT ON COLUMN public.orders.first_item IS 'The title of its first line.';

COMMENT ON COLUMN public.orders.forgone_minor IS 'What it costs less than its total: dropped goods, a lower price, what was given back.';

COMMENT ON COLUMN public.orders.gift_note IS 'What its buyer writes to whoever gets it; empty for a gift without a word, null where it is none, and for support.';

COMMENT ON COLUMN public.orders.id IS 'Opaque id.';

COMMENT ON COLUMN public.orders.item_count IS 'How many things were ordered.';

COMMENT ON COLUMN public.orders.keep_until IS 'What pay_by becomes once it is confirmed; null afterwards.';

COMMENT ON COLUMN public.orders.kept_minor IS 'What the shop keeps of an order that its customer cancelled late, as the rules of refunds say.';

COMMENT ON COLUMN public.orders.missing_consents IS 'What the customer still has to agree to before it is paid.';

COMMENT ON COLUMN public.orders.open_returns IS 'How many returns of it are under way; counted by a trigger of order_returns.';

COMMENT ON COLUMN public.orders.paid_at IS 'When it was paid in full.';

COMMENT ON COLUMN public.orders.pay_by IS 'Until when it holds its goods without being paid.';

COMMENT ON COLUMN public.orders.refund_due_minor IS 'What staff still have to give back.';

COMMENT ON COLUMN public.orders.refunded_minor IS 'What was given back, the sum of its refunds.';

COMMENT ON COLUMN public.orders.shipment IS 'How far its parcels are: planned, partly_shipped, shipped or delivered; null where it has none.';

COMMENT ON COLUMN public.orders.shipping_method_id IS 'How it travels; null once the method is gone.';

COMMENT ON COLUMN public.orders.ships_together IS 'Whether its buyer wants all of it in one parcel, which waits for the last part.';

COMMENT ON COLUMN public.orders.subtotal_minor IS 'All lines, before discount, shipping and tax taken off.';

COMMENT ON COLUMN public.orders.tax_included_minor IS 'Tax that the total contains already.';

COMMENT ON COLUMN public.orders.tax_minor IS 'Tax taken off, less than nothing; more in orders from before, where it came on top; nothing where prices include it.';

COMMENT ON COLUMN public.orders.terms_version_id IS 'The version of the terms that was agreed to; null until somebody has.';

COMMENT ON COLUMN public.orders.total_minor IS 'What is to be paid: subtotal + shipping + tax - discount.';

COMMENT ON COLUMN public.orders.updated_at IS 'When the row was last edited.';

COMMENT ON COLUMN public.orders.user_id IS 'Whose; null for a guest, and once the account is gone.';

COMMENT ON COLUMN public.orders.version IS 'Counts edits: change a row only while it is what you read.';

COMMENT ON COLUMN public.orders.waits_for IS 'The last part that a parcel of everything waits for: {title, ships_on, eta_precision}; null once all is ready.';

COMMENT ON COLUMN public.waiting_bank_refunds.created_at IS 'When the row was made.';

COMMENT ON COLUMN public.waiting_bank_refunds.currency IS 'ISO 4217 of the amounts in this row.';

COMMENT ON COLUMN public.waiting_bank_refunds.id IS 'Opaque id.';

reset check_function_bodies;

-- By hand, after the schema has changed:

insert into private.alert_rules (code, roles, threshold) values
  ('job_failed', '{owner}', 0),
  ('job_item_failed', '{owner,fulfilment}', 0),
  ('mail_failed', '{owner}', 4),
  ('payment_trouble', '{owner,fulfilment}', 0),
  ('build_failed', '{owner,editor}', 0),
  ('low_stock', '{owner,fulfilment}', 2),
  ('refund_due', '{owner,fulfilment}', 24),
  ('backup_late', '{owner}', 48);

insert into public.sellers (code, valid_from) values ('KW', '2000-01-01');

insert into private.retention (name, rows_of, age, only_where, keeps, why) values
  ('alerts', 'private.alerts', 'closed_at', 'closed_at is not null', '90 days', 'Long enough to see what keeps coming back.'),
  ('backups', 'private.backups', 'made_at', 'exists (select from private.backups n where n.made_at > backups.made_at)', '2 years',
    'Tells which archives there should be; the last one stays.'),
  ('documents', 'public.documents', '', 'true', null, 'Books: the law asks for invoices for ten years, and a number that is missing has to be explained.'),
  ('what documents say', 'private.document_facts', '', 'true', null, 'Books, with their documents.'),
  ('documents that wait', 'private.documents_due', '', 'true', null, 'Gone once they are issued.');

update public.payment_methods set note = 'Transfer the amount to our bank account. Your order page and our e-mail show the details and the deadline.'
  where code = 'invoice' and note = 'Transfer the amount to our bank account. Your order page and our mail show the details and the deadline.';

insert into private.order_moves (from_status, to_status, who, needs_reason) values
  ('in_production', 'cancelled', 'customer', false),
  ('ready_to_ship', 'cancelled', 'customer', false);

insert into private.return_moves (from_status, to_status, who, needs_words) values
  ('asked', 'agreed', 'staff', true),
  ('asked', 'declined', 'staff', true),
  ('asked', 'received', 'staff', false),
  ('asked', 'settled', 'staff', false),
  ('agreed', 'received', 'staff', false),
  ('agreed', 'settled', 'staff', false),
  ('agreed', 'declined', 'staff', true),
  ('received', 'settled', 'staff', false),
  ('received', 'declined', 'staff', true),
  ('asked', 'dropped', 'customer', false),
  ('agreed', 'dropped', 'customer', false);

insert into private.retention (name, rows_of, why) values
  ('returns', 'public.order_returns', 'Kept with their order: they say why money went back.');

insert into private.retention (name, rows_of, age, only_where, keeps, why) values
  ('bank statements', 'public.bank_statements', '', 'true', null, 'Books: which files were read, by whom.'),
  ('bank entries', 'public.bank_entries', 'settled_at', $sql$status = 'set_aside'$sql$, '400 days',
    'What was for no order is nobody''s business for long. What was recorded is books, and known again in any file.'),
  ('payments of bank entries', 'public.bank_entry_payments', '', 'true', null, 'Books, with their payments.');

insert into public.tax_registrations (country_code, name, valid_from)
select b.country_code, b.name, b.valid_from from collected_before b;

insert into private.retention (name, rows_of, age, keeps, why) values
  ('expired invitations', 'private.staff_invitations', 'expires_at', '30 days', 'An owner sees that nobody answered, and can send it again.');

insert into private.retention (name, rows_of, age, keeps, why) values
  ('news', 'private.news', 'noted_at', '400 days', 'Nothing is told twice, or long after it happened.'),
  ('calls of webhooks', 'private.webhook_calls', 'created_at', '30 days', 'Long enough to find what did not arrive.'),
  ('browsers', 'private.browsers', 'seen_at', '400 days', 'Whoever uses one is seen by then: it asked, or its push service took a notice.'),
  ('notices in browsers', 'private.notices', 'created_at', '30 days', 'Long enough to find what did not arrive.');

insert into private.retention (name, rows_of, age, keeps, why) values
  ('checks of VAT numbers', 'private.vat_checks', 'checked_at', '30 days', 'An order keeps the answer that it relied on.');

insert into private.retention (name, rows_of, age, only_where, keeps, why) values
  ('photographs of returns', 'private.return_photos', 'added_at',
    '(select r.ended_at from public.order_returns r where r.id = return_photos.return_id) is not null',
    '400 days', 'Nobody asks about a fault again so long after it was settled.');

insert into public.payment_methods (code, title, note, position) values
  ('paypal', 'PayPal', 'You pay on PayPal’s page.', 4);
update public.payment_methods set sends_refunds = true where code in ('stripe', 'paypal');
update public.payment_methods set keys = 'not_needed' where code = 'invoice';

insert into private.retention (name, rows_of, age, only_where, keeps, why) values
  ('accounts of payers', 'private.payer_accounts', 'kept_at', 'true', '400 days', 'A refund goes back to the account that paid; after so long its customer is asked.'),
  ('accounts for refunds', 'private.refund_accounts', 'needed_at',
    $sql$(select count(*) from public.bank_refunds r where r.order_id = refund_accounts.order_id and r.sent_at is null) = 0
      and (select coalesce(max(o.refund_due_minor), 0) from public.order_records o where o.id = refund_accounts.order_id) = 0$sql$,
    '60 days', 'A transfer that comes back can be sent again; nobody needs it longer.'),
  ('bank files', 'public.bank_files', '', 'true', null, 'Books: which refunds left how, without names.'),
  ('contents of bank files', 'private.bank_file_contents', 'kept_at',
    $sql$(select f.status from public.bank_files f where f.id = bank_file_contents.file_id) <> 'made'$sql$,
    '400 days', 'A bank is asked about a transfer for a year; names and accounts are in them.'),
  ('refunds by bank', 'public.bank_refunds', '', 'true', null, 'Books, with their payments.');

update public.payments set sent_at = at where kind = 'refund';

insert into private.retention (name, rows_of, why) values
  ('wishes', 'public.wishes', 'A list of its customer''s own, of 500 at most: it goes with the account.'),
  ('own shelves', 'public.shelf_items', 'What its customer owns, of 500 at most: it goes with the account.');

insert into private.order_stages (status, name, tone, ending, key, mail) values
  ('awaiting_payment', 'Waiting for payment', 'waiting', null, null, null),
  ('paid', 'Paid', 'good', null, null, null),
  ('in_production', 'In production', 'good', null, 'Start production', 'it is being made'),
  ('ready_to_ship', 'Packed', 'good', null, 'Mark as packed', 'it is packed'),
  ('shipped', 'Shipped', 'good', null, 'Mark order as shipped', 'it is on its way'),
  ('delivered', 'Delivered', 'good', null, 'Mark as delivered', 'it has arrived'),
  ('expired', 'Expired', 'bad', 'the order ended and nothing was shipped', null, null),
  ('cancelled', 'Cancelled', 'plain', 'nothing more will be shipped', null, 'it is cancelled'),
  ('refunded', 'Refunded', 'plain', 'your payment was refunded', null, null);

update private.order_moves set leaves = '{mail}' where who = 'staff' and to_status <> 'paid';
update private.order_moves set leaves = '{money,mail}' where who = 'staff' and from_status = 'awaiting_payment' and to_status = 'paid';

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('product-sounds', 'product-sounds', true, 3145728, array['audio/mpeg', 'audio/mp4', 'audio/aac', 'audio/ogg', 'audio/wav']),
  ('sound-drafts', 'sound-drafts', false, 3145728, array['audio/mpeg', 'audio/mp4', 'audio/aac', 'audio/ogg', 'audio/wav']),
  ('photo-inbox', 'photo-inbox', false, 8388608, array['image/webp', 'image/jpeg']),
  ('customer-photos', 'customer-photos', true, 8388608, array['image/webp', 'image/jpeg']);

insert into private.retention (name, rows_of, age, only_where, keeps, why) values
  ('photos that never arrived', 'private.customer_photos', 'created_at', $sql$status = 'sending'$sql$, '1 day',
    'The browser went before the file was there; nobody sees it, and it can be sent again.'),
  ('photos of customers', 'public.shown_photos', '', 'true', null, 'At most 3 of a product by one customer, who can remove them; they go with the account.');

-- End of what is written by hand.

reset lock_timeout;

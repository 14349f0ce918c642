import type { Sql } from 'postgres';
import { personId } from '../database.ts';

/** Rows of two customers and of the shop, in tables that the demo shop leaves empty. */
async function fillEmptyTables(sql: Sql): Promise<void> {
  await sql`insert into public.check_runs (role, faults, warnings) values ('owner', 1, 2)`;
  await sql`
    insert into public.desk_views (desk, list, name, search, is_shared, owner_id)
    values ('orders', 'orders', 'Canary view', '', true, ${personId('owner')})`;
  await sql`
    insert into public.translations (language, table_name, row_id, column_name, text, source)
    select 'de', 'products', id::text, 'title', 'Canary', title from (
      (select id, title from public.products where status = 'published' limit 1)
      union all (select id, title from public.products where status = 'draft' limit 1)) p`;
  await sql`
    insert into public.colour_samples (colorway_id, supplier) select id, 'Canary supplier' from public.colorways limit 1`;
  for (const name of ['first', 'second'] as const) {
    const id = personId(name);
    await sql`insert into public.profiles (user_id, display_name) values (${id}, ${name})`;
    await sql`select private.count_customers(1000000)`;
    await sql`insert into public.customer_notes (customer_id, text) values (${id}, 'Canary customer note')`;
    await sql`
      insert into public.addresses (user_id, name, line1, city, country)
      values (${id}, 'Canary Person', 'Canary Street 1', 'Utrecht', 'NL')`;
    await sql`
      insert into public.wishes (user_id, product_id, title) select ${id}, id, title from public.products where status = 'published' limit 1`;
    await sql`insert into public.shelf_items (user_id, title) values (${id}, 'Canary board')`;
    await sql`insert into public.shelf_links (user_id, name) values (${id}, 'Canary')`;
    await sql`
      insert into public.notification_choices (user_id, topic, is_wanted) values (${id}, 'group_buys', true)`;
    await sql`
      insert into public.list_entries (list_id, user_id) select id, ${id} from public.lists
      where status = 'open' order by title limit 1`;
    await sql`
      insert into public.offers (list_id, entry_id, user_id, choice_id, variant_id, rank, round, expires_at)
      select e.list_id, e.id, e.user_id, c.id, c.variant_id, 1, 1, now() + interval '1 day'
      from public.list_entries e join public.list_choices c on c.list_id = e.list_id
      where e.user_id = ${id} limit 1`;
    await sql`
      insert into public.designs (owner_id, name, visibility, layout, design)
      select ${id}, ${`Canary of ${name}`}, v::public.design_visibility, '65', '{}'
      from unnest(array['private', 'unlisted']) v`;
    await sql`
      insert into public.design_likes (design_id, user_id)
      select id, ${id} from public.designs where visibility = 'public' limit 1`;
    await sql`
      with placed as (
        insert into public.order_records (user_id, payment, country_code, shipping_method_name,
          subtotal_minor, shipping_minor, tax_minor, tax_included_minor, total_minor, consents, pay_by)
        values (${id}, 'invoice', 'NL', 'Parcel', 100, 0, 0, 17, 100, '{}', now() + interval '1 day')
        returning id
      ), contact as (
        insert into private.order_contacts (order_id, email, address, token_hash, mailbox_token_hash)
        select id, 'canary@people.test', '{"name": "Canary Person"}', 'x', 'x' from placed
      ), shipment as (
        insert into public.shipments (order_id, weight_grams) select id, 1 from placed
      ), event as (
        insert into public.order_events (order_id, kind, actor, to_status)
        select id, 'placed', 'customer', 'awaiting_payment' from placed
      ), batch as (
        insert into public.order_batches (batch_id, order_id, placed_at)
        select b.id, placed.id, now() from placed, (select id from public.batches order by code limit 1) b
      ), note as (
        insert into public.order_notes (order_id, text) select id, 'Canary note' from placed
      ), entry as (
        insert into public.order_entries (order_id, kind, amount_minor) select id, 'goods', 100 from placed
      ), payment as (
        insert into public.payments (order_id, kind, provider, amount_minor) select id, 'capture', 'invoice', 1 from placed
      ), given_back as (
        insert into public.order_returns (order_id, kind, lines, amount_minor) select id, 'withdrawal', '[]', 1 from placed
      )
      insert into public.order_lines (order_id, position, variant_id, product_id, sold_as, quantity, title,
        variant_title, sku, url, kind, unit_price_minor, total_minor, tax_minor, tax_included,
        tax_rate_basis_points, weight_grams)
      select placed.id, 1, v.id, v.product_id, 'in_stock', 1, 'x', 'x', v.sku, 'x', 'product', 100, 100, 17, true, 2100, 1
      from placed, public.variants v where v.sku = 'FOAM-60'`;
    await sql`
      with issued as (
        insert into public.documents (order_id, kind, number, seller_code, position, issued_on, currency, net_minor, tax_minor, total_minor, hash)
        select id, 'invoice', ${`CANARY-I${name}`}, ${`CANARY${name.length}`}, 1, current_date, 'EUR', 83, 17, 100, ${'0'.repeat(64)}
        from public.order_records where user_id = ${id} order by placed_at limit 1
        returning id
      )
      insert into private.document_facts (document_id, facts)
      select id, '{"buyer": {"email": "canary@people.test", "name": "Canary Person"}}' from issued`;
    await sql`
      insert into public.refund_calls (order_id, refund_id, provider, charge_reference, amount_minor, currency)
      select order_id, id, 'stripe', ${`CANARY-${name}`}, 1, 'EUR' from public.payments
      where order_id in (select o.id from public.order_records o where o.user_id = ${id})`;
    await sql`
      insert into public.outbox (kind, dedupe_key, recipient, user_id)
      values ('test_mail', ${`test:${name}`}, 'canary@people.test', ${id})`;
  }
  await sql`
    with kept as (
      insert into public.bank_statements (id, account, file_name, format, first_on, last_on, payments)
      values (gen_random_uuid(), 'NL03KEYW0123456789', 'canary.xml', 'camt', current_date, current_date, 1) returning id
    ), entry as (
      insert into public.bank_entries (statement_id, identity, account, booked_on, amount_minor, currency, payer, status, settled_at)
      select id, repeat('0', 64), 'NL03KEYW0123456789', current_date, 1, 'EUR', 'Canary Person', 'recorded', now() from kept returning id
    )
    insert into public.bank_entry_payments (payment_id, entry_id) select p.id, e.id from entry e, public.payments p limit 1`;
  await sql`
    with kept as (
      insert into public.bank_files (id, message_id, iban, execute_on, payments, total_minor)
      values (gen_random_uuid(), 'KW-CANARY', 'NL03KEYW0123456789', current_date, 1, 1) returning id
    )
    insert into public.bank_refunds (refund_id, order_id, reference, amount_minor, currency, file_id)
    select p.id, p.order_id, 'KW-CANARY-R1', 1, 'EUR', kept.id from kept, public.payments p limit 1`;
  await sql`
    insert into public.designs (name, visibility, layout, design, hidden_at)
    values ('Hidden by staff', 'public', '65', '{}', now())`;
  await sql`
    insert into public.design_reports (design_id, reason) select id, 'test' from public.designs limit 1`;
  await sql`insert into public.publish_requests (note) values ('test')`;
  await sql`
    insert into public.analytics_events (insert_id, name, happened_at)
    values ('test-event', 'page_seen', now())`;
  await sql`
    insert into public.audit_log (actor_role, action, table_name) values ('owner', 'update', 'test')`;
  await sql`
    insert into public.legal_versions (document, number, changes, publish_at, effective_at)
    values ('terms', 99, 'Not yet published', now() + interval '1 day', now() + interval '2 days')`;
  await sql`
    insert into public.shipping_methods (zone_id, code, name, carrier, days_min, days_max, max_weight_grams, is_offered)
    select id, 'test-method', 'No longer offered', 'Nobody', 1, 2, 1000, false from public.shipping_zones limit 1`;
}

/** Whatever hangs on a product, an update or a list that is not published yet. */
async function addHiddenRows(sql: Sql): Promise<void> {
  await sql.unsafe(`
    do $$
    declare
      v_product constant uuid := (select id from public.products where url = 'gannet-tkl');
      v_shown constant uuid := (select id from public.products where url = 'braefell-65');
      v_variant constant uuid := (select id from public.variants where product_id = v_product);
      v_batch constant uuid := (select id from public.batches where product_id = v_product);
      v_update constant uuid := (select id from public.updates where url = 'gannet-announced');
      v_option uuid;
      v_first uuid;
      v_second uuid;
      v_list uuid;
    begin
      insert into public.product_facts (product_id, code, label, value) values (v_product, 'hidden', 'x', 'x');
      insert into public.product_files (product_id, kind, title, file_name, media_type, content)
        values (v_product, 'manual', 'Hidden', 'hidden.md', 'text/markdown', 'x');
      insert into public.product_relations (product_id, related_id, reason) values (v_shown, v_product, 'Hidden');
      insert into public.product_images (product_id, storage_path, alt, width, height, placeholder_colour)
        values (v_product, 'hidden.webp', 'Hidden', 100, 100, '#000000');
      insert into public.product_sounds (product_id, storage_path, title, duration_ms, peaks)
        values (v_product, 'hidden.wav', 'Hidden', 900, array_fill(1, array[64])),
          (v_shown, 'shown.wav', 'Shown', 900, array_fill(1, array[64]));
      insert into private.customer_photos (id, user_id, product_id, storage_path, width, height, placeholder_colour)
        select x.id, (select id from auth.users where email = 'first@people.test'), x.product_id, x.id || '.webp', 100, 100, '#000000'
        from (values (gen_random_uuid(), v_product), (gen_random_uuid(), v_shown)) x (id, product_id);
      insert into public.shown_photos (id, product_id, storage_path, width, height, placeholder_colour, note, name, alt)
        select id, product_id, storage_path, width, height, placeholder_colour, '', '', 'A photo' from private.customer_photos;
      insert into public.product_options (product_id, code, title) values (v_product, 'case', 'Hidden') returning id into v_option;
      insert into public.option_values (option_id, code, title) values (v_option, 'one', 'Hidden') returning id into v_first;
      insert into public.product_options (product_id, code, title) values (v_product, 'plate', 'Hidden') returning id into v_option;
      insert into public.option_values (option_id, code, title) values (v_option, 'two', 'Hidden') returning id into v_second;
      insert into public.option_rules (product_id, value_id, other_value_id, reason) values (v_product, v_first, v_second, 'Hidden');
      insert into public.design_kits (variant_id, most_caps) values (v_variant, 1);
      insert into public.design_offers (product_id, zone, palette_id)
        select v_product, 'case', id from public.palettes limit 1;
      insert into public.batch_price_tiers (batch_kit_id, from_count, price_minor)
        select id, 1, 1 from public.batch_kits where batch_id = v_batch;
      insert into public.batch_stage_history (batch_id, stage) values (v_batch, 'draft');
      insert into public.update_batches (update_id, batch_id) values (v_update, v_batch);
      insert into public.update_products (update_id, product_id) values (v_update, v_product);
      insert into public.url_redirects (kind, old_url, product_id) values ('product', 'hidden', v_product);
      insert into public.partner_sales (partner_id, batch_id, sale_url, ends_at)
        select id, v_batch, 'https://hidden.example', now() from public.regional_partners limit 1;
      insert into public.lists (kind, title) values ('raffle', 'Hidden') returning id into v_list;
      insert into public.list_choices (list_id, variant_id) values (v_list, v_variant);
      insert into public.legal_sections (version_id, code, title, plain, body)
        select id, 'hidden', 'Hidden', 'Hidden', 'Hidden' from public.legal_versions where number = 99;
      insert into public.shipping_rates (method_id, to_weight_grams, price_minor, valid_from)
        select id, 1000, 1, now() from public.shipping_methods where code = 'test-method';
    end $$`);
}

export async function addSampleRows(sql: Sql): Promise<void> {
  await fillEmptyTables(sql);
  await addHiddenRows(sql);
}

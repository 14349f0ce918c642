-- Whether a table of the catalogue still holds the rows that a build knows, without reading them: one
-- small answer instead of thousands of rows, each time an editor publishes. It runs as its caller, so
-- that what the caller can't see is not in it: a row that comes or goes by the clock changes it too.

create function public.content_digests() returns jsonb
language plpgsql stable security invoker
set search_path = ''
as $$
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
$$;
grant execute on function public.content_digests() to anon, authenticated, service_role;
comment on function public.content_digests() is
  'One word for each table that pages are made from, by its name, another one after any edit that the caller can see. Rows with a stamp count by key and updated_at, others whole.
Gives Record<string, string>';

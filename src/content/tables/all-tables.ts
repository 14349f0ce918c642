/** Invariant: a build that runs without Astro's content layer reads the very same. */
import type { z } from 'astro/zod';
import { english } from '#languages/languages.ts';
import { camelSchema } from '../camel-keys.ts';
import * as goods from './goods.ts';
import * as production from './production.ts';
import * as texts from './shipping-and-texts.ts';

function rows<Schema extends z.ZodObject>(table: string, schema: Schema, key = ['id']) {
  return { table, schema: camelSchema(schema), key };
}

/** A table whose `updated_at` changes whenever anything does that a page shows. */
function stamped<Schema extends z.ZodObject>(table: string, schema: Schema, key = ['id']) {
  return { ...rows(table, schema, key), stamp: 'updated_at' as const };
}

export const contentTables = {
  products: stamped('products', goods.products),
  makers: stamped('makers', goods.makers),
  variants: stamped('variants', goods.variants),
  productOptions: stamped('product_options', goods.productOptions),
  optionValues: stamped('option_values', goods.optionValues),
  optionRules: rows('option_rules', goods.optionRules),
  productImages: stamped('product_images', goods.productImages),
  productSounds: stamped('product_sounds', goods.productSounds),
  shownPhotos: stamped('shown_photos', goods.shownPhotos),
  colorways: stamped('colorways', goods.colorways),
  palettes: stamped('palettes', goods.palettes),
  designKits: rows('design_kits', goods.designKits, ['variant_id']),
  designOffers: rows('design_offers', goods.designOffers),
  productFacts: rows('product_facts', goods.productFacts),
  productFiles: rows('product_files', goods.productFiles),
  productRelations: rows('product_relations', goods.productRelations, ['product_id', 'related_id']),
  batches: stamped('batches', production.batches),
  batchKits: rows('batch_kits', production.batchKits),
  batchPriceTiers: rows('batch_price_tiers', production.batchPriceTiers, [
    'batch_kit_id',
    'from_count',
  ]),
  batchStageHistory: rows('batch_stage_history', production.batchStageHistory),
  lists: rows('lists', production.lists),
  listChoices: rows('list_choices', production.listChoices),
  drops: rows('drops', production.drops, ['kind', 'id']),
  updates: stamped('updates', production.updates),
  updateBatches: rows('update_batches', production.updateBatches, ['update_id', 'batch_id']),
  urlRedirects: rows('url_redirects', production.urlRedirects),
  updateProducts: rows('update_products', production.updateProducts, ['update_id', 'product_id']),
  countries: stamped('countries', texts.countries, ['code']),
  taxRates: stamped('tax_rates', texts.taxRates),
  taxRegistrations: stamped('tax_registrations', texts.taxRegistrations),
  sellers: stamped('sellers', texts.sellers),
  countryRestrictions: rows('country_restrictions', texts.countryRestrictions, [
    'country_code',
    'shipping_tag',
  ]),
  shippingZones: stamped('shipping_zones', texts.shippingZones),
  zoneCountries: rows('zone_countries', texts.zoneCountries, ['zone_id', 'country_code']),
  shippingMethods: stamped('shipping_methods', texts.shippingMethods),
  shippingRates: stamped('shipping_rates', texts.shippingRates),
  regionalPartners: stamped('regional_partners', texts.regionalPartners),
  partnerCountries: rows('partner_countries', texts.partnerCountries, [
    'partner_id',
    'country_code',
  ]),
  partnerSales: rows('partner_sales', texts.partnerSales, ['partner_id', 'batch_id']),
  settings: stamped('settings', texts.settings, ['key']),
  faqGroups: stamped('faq_groups', texts.faqGroups),
  faqEntries: stamped('faq_entries', texts.faqEntries),
  pageTexts: stamped('page_texts', texts.pageTexts),
  legalVersions: rows('legal_versions', texts.legalVersions),
  legalSections: rows('legal_sections', texts.legalSections),
  translations: {
    ...stamped('translations', texts.translations),
    columns: [...Object.keys(texts.translations.shape), 'updated_at'].join(','),
  },
};

/** What pages in a language are made from: those in the first one have nothing of translations. */
export function tablesFor(language: string) {
  const tables = Object.entries(contentTables);
  return tables.filter(([name]) => name !== 'translations' || language !== english.code);
}

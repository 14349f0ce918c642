import { defineCollection } from 'astro:content';
import { supabaseLoader, type ContentTable } from '#content/supabase-loader.ts';
import { contentTables as tables } from '#content/tables/all-tables.ts';
import { keepingRows } from '#build/kept-renderer/kept-rows.ts';
import { builtLanguage } from '#languages/built-language.ts';
import { english } from '#languages/languages.ts';

function collection<Schema extends ContentTable['schema']>(
  table: Omit<ContentTable, 'schema'> & { readonly schema: Schema },
) {
  const loader = keepingRows(supabaseLoader(table), table.table);
  return defineCollection({ loader, schema: table.schema });
}

export const collections = {
  products: collection(tables.products),
  makers: collection(tables.makers),
  variants: collection(tables.variants),
  productOptions: collection(tables.productOptions),
  optionValues: collection(tables.optionValues),
  optionRules: collection(tables.optionRules),
  productImages: collection(tables.productImages),
  colorways: collection(tables.colorways),
  palettes: collection(tables.palettes),
  designKits: collection(tables.designKits),
  designOffers: collection(tables.designOffers),
  productFacts: collection(tables.productFacts),
  productFiles: collection(tables.productFiles),
  productSounds: collection(tables.productSounds),
  shownPhotos: collection(tables.shownPhotos),
  productRelations: collection(tables.productRelations),
  batches: collection(tables.batches),
  batchKits: collection(tables.batchKits),
  batchPriceTiers: collection(tables.batchPriceTiers),
  batchStageHistory: collection(tables.batchStageHistory),
  lists: collection(tables.lists),
  listChoices: collection(tables.listChoices),
  drops: collection(tables.drops),
  updates: collection(tables.updates),
  updateBatches: collection(tables.updateBatches),
  urlRedirects: collection(tables.urlRedirects),
  updateProducts: collection(tables.updateProducts),
  countries: collection(tables.countries),
  taxRates: collection(tables.taxRates),
  taxRegistrations: collection(tables.taxRegistrations),
  sellers: collection(tables.sellers),
  countryRestrictions: collection(tables.countryRestrictions),
  shippingZones: collection(tables.shippingZones),
  zoneCountries: collection(tables.zoneCountries),
  shippingMethods: collection(tables.shippingMethods),
  shippingRates: collection(tables.shippingRates),
  regionalPartners: collection(tables.regionalPartners),
  partnerCountries: collection(tables.partnerCountries),
  partnerSales: collection(tables.partnerSales),
  settings: collection(tables.settings),
  faqGroups: collection(tables.faqGroups),
  faqEntries: collection(tables.faqEntries),
  pageTexts: collection(tables.pageTexts),
  legalVersions: collection(tables.legalVersions),
  legalSections: collection(tables.legalSections),
  translations:
    builtLanguage === english
      ? defineCollection({ loader: () => [], schema: tables.translations.schema })
      : collection(tables.translations),
} satisfies Record<keyof typeof tables, unknown>;

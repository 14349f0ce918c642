/**
 * Which columns editors translate, by the names of their collections. Invariant: they are those that
 * `private.source_texts` has.
 */
import type { contentTables } from './tables/all-tables.ts';

type Name = keyof typeof contentTables;

interface Translated {
  readonly texts: readonly string[];
  /** Of each a translation has a line for each member. */
  readonly lists?: readonly string[];
}

export const translatedColumns = {
  products: {
    texts: ['title', 'summary', 'body', 'safetyWarnings', 'seoTitle', 'seoDescription'],
    lists: ['inTheBox', 'stillNeeded', 'variantOptions'],
  },
  variants: { texts: ['title', 'contents', 'flaws'] },
  productOptions: { texts: ['title', 'help'] },
  optionValues: { texts: ['title', 'note'] },
  optionRules: { texts: ['reason'] },
  productFacts: { texts: ['label', 'value'] },
  productFiles: { texts: ['title', 'content'] },
  productRelations: { texts: ['reason'] },
  productImages: { texts: ['alt'] },
  productSounds: { texts: ['title'] },
  shownPhotos: { texts: ['alt'] },
  batches: { texts: ['title', 'note'] },
  lists: { texts: ['title', 'rules'] },
  updates: { texts: ['title', 'summary', 'body'] },
  updateBatches: { texts: ['buyersNote'] },
  faqGroups: { texts: ['title'] },
  faqEntries: { texts: ['question', 'answer'] },
  pageTexts: { texts: ['title', 'body'] },
  makers: { texts: ['bio'] },
  palettes: { texts: ['material', 'note'] },
  colorways: { texts: ['note'] },
  countries: { texts: ['notShippedReason', 'dutiesNote'] },
  countryRestrictions: { texts: ['reason'] },
  taxRates: { texts: ['name'] },
  shippingMethods: { texts: ['name', 'note'] },
  regionalPartners: { texts: ['note'] },
  legalVersions: { texts: ['changes'] },
  legalSections: { texts: ['title', 'plain', 'body'] },
} as const satisfies Partial<Record<Name, Translated>>;

/** As SQL calls it. @example columnOf('seoTitle') // 'seo_title' */
export const columnOf = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

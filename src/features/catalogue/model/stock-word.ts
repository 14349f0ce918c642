// chunk: facts
import type { Tone } from '#shared/tone.ts';

/**
 * How availability reads. The words come from the view `availability`; a shop
 * that can't be reached knows nothing, and is never called sold out.
 */
export const stockWords = [
  'in_stock',
  'few_left',
  'sold_out',
  'made_to_order',
  'group_buy',
  'preorder',
  'list',
  'archived',
] as const;
export type StockWord = (typeof stockWords)[number];

const texts: { readonly [word in StockWord]: string } = {
  in_stock: 'In stock',
  few_left: 'Few left',
  sold_out: 'Sold out',
  made_to_order: 'Made to order',
  group_buy: 'Group buy',
  preorder: 'Preorder',
  list: 'By raffle or list',
  archived: 'No longer made',
};

export function isStockWord(text: string): text is StockWord {
  return Object.hasOwn(texts, text);
}

export function stockText(word: StockWord): string {
  return texts[word];
}

const tones: { readonly [word in StockWord]: Tone } = {
  in_stock: 'good',
  few_left: 'waiting',
  sold_out: 'plain',
  made_to_order: 'good',
  group_buy: 'open',
  preorder: 'waiting',
  list: 'open',
  archived: 'plain',
};

export function stockTone(word: StockWord): Tone {
  return tones[word];
}

const schemaAvailability: { readonly [word in StockWord]: string } = {
  in_stock: 'https://schema.org/InStock',
  few_left: 'https://schema.org/LimitedAvailability',
  sold_out: 'https://schema.org/SoldOut',
  made_to_order: 'https://schema.org/MadeToOrder',
  group_buy: 'https://schema.org/PreOrder',
  preorder: 'https://schema.org/PreOrder',
  list: 'https://schema.org/LimitedAvailability',
  archived: 'https://schema.org/Discontinued',
};

/** The value that search engines read. */
export function schemaAvailabilityOf(word: StockWord): string {
  return schemaAvailability[word];
}

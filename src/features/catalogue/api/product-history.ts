import { actorWord } from '#desk-kit/model/actor-words.ts';
import type { Given } from '#shared/backend/given.ts';
import type { HistoryPage } from '../model/form/product-history.ts';
import { callFunction, type Answer, type CallParts } from '#shared/backend/call-function.ts';

/** `before` is the id of the last change seen; null starts with the newest. */
export const productHistory = (
  productId: string,
  before: number | null,
  parts: CallParts = {},
): Answer<HistoryPage> =>
  callFunction(
    'product_history',
    { p_product: productId, ...(before === null ? {} : { p_before: before }) },
    ({ changes, has_more: hasMore }) => ({ hasMore, changes: changes.map(changeOf) }),
    parts,
  );

const partOfTable = {
  products: 'product',
  product_options: 'options',
  option_values: 'values',
  option_rules: 'rules',
  variants: 'variants',
  product_images: 'images',
  product_sounds: 'sounds',
  product_facts: 'facts',
  batches: 'batches',
  batch_kits: 'kits',
  batch_price_tiers: 'prices',
  stock_pools: 'stock',
} as const;

type Change = Given<'product_history'>['changes'][number];

const changeOf = ({ table, row_id: rowId, ...change }: Change) => ({
  ...change,
  who: actorWord(change),
  part: partOfTable[table],
  rowId,
});

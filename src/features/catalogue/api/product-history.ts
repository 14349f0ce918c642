import { fieldsOf, listOf, numberOf, oneOf, textOf, textOrNull } from '#shared/parsed-fields.ts';
import type { HistoryPage, ProductChange } from '../model/form/product-history.ts';
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
    (data) => {
      const fields = fieldsOf(data);
      if (fields === null || !Array.isArray(fields['changes'])) return null;
      return {
        hasMore: fields['has_more'] === true,
        changes: listOf(fields['changes'], parseChange),
      };
    },
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

function parseChange(raw: Readonly<Record<string, unknown>>): ProductChange | null {
  const table = oneOf(raw['table'], Object.keys(partOfTable));
  const part = Object.entries(partOfTable).find(([name]) => name === table)?.[1];
  const action = oneOf(raw['action'], ['insert', 'update', 'delete'] as const);
  if (part === undefined || action === null) return null;
  const email = textOrNull(raw['email']);
  const role = textOf(raw['role']).replaceAll('_', ' ');
  return {
    id: numberOf(raw['id']),
    at: textOf(raw['at']),
    who: raw['is_own'] === true ? 'you' : (email ?? role),
    part,
    rowId: textOf(raw['row_id']),
    action,
    before: fieldsOf(raw['before']) ?? {},
    after: fieldsOf(raw['after']) ?? {},
  };
}

import { fieldsOf, listOf, numberOf, textOf, textOrNull } from '#shared/parsed-fields.ts';
import type { ReachPage } from '../model/product-reach.ts';
import { callFunction, type Answer, type CallParts } from '#shared/backend/call-function.ts';

const wordsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((word) => typeof word === 'string') : [];

/** The next hundred; `after` is the last one seen. */
export const productReach = (after: string | null, parts: CallParts = {}): Answer<ReachPage> =>
  callFunction(
    'product_reach',
    after === null ? {} : { p_after: after },
    (data) => {
      const fields = fieldsOf(data);
      if (fields === null || !Array.isArray(fields['products'])) return null;
      return {
        total: fields['total'] === null ? null : numberOf(fields['total']),
        countries: numberOf(fields['countries']),
        next: textOrNull(fields['next']),
        products: listOf(fields['products'], (product) => ({
          id: textOf(product['id']),
          title: textOf(product['title']),
          canBeOrdered: product['can_be_ordered'] === true,
          states: wordsOf(product['states']),
          blocked: listOf(product['blocked'], (each) => ({
            reason: textOf(each['reason']),
            countries: wordsOf(each['countries']),
          })),
        })),
      };
    },
    parts,
  );

/**
 * The page speaks of them by number: thirty ids that nothing can make shorter would come before its
 * first picture. Whoever puts them into a cart reads the ids from a file of their own.
 */
import { jsonFile } from '#content/page-downloads.ts';
import type { ShownProduct } from '#content/page-entries/product-entries.ts';

type Asked = Pick<ShownProduct, 'options'>;

const answersOf = ({ options }: Asked) =>
  options.flatMap((option) =>
    option.values.map((value) => ({ option: option.id, value: value.id })),
  );

/** By the id of the answer. */
export function answerNumbers(product: Asked): ReadonlyMap<string, string> {
  return new Map(answersOf(product).map(({ value }, number) => [value, String(number)]));
}

/** What does not go together. */
export function numberedRules(product: Pick<ShownProduct, 'options' | 'rules'>) {
  const numbers = answerNumbers(product);
  return product.rules.map(({ valueId, otherValueId, reason }) => ({
    valueId: numbers.get(valueId),
    otherValueId: numbers.get(otherValueId),
    reason,
  }));
}

/** The ids of option and answer by number, as a link that a build makes a file of; nothing without options. */
export function answerIds(product: Asked): string | undefined {
  const ids = answersOf(product).map(({ option, value }) => [option, value]);
  if (ids.length === 0) return undefined;
  return jsonFile(ids);
}

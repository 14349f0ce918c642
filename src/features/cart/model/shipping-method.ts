/**
 * Which method a cart travels by. Invariant: what somebody chose stays for as long as it can take the
 * cart; nothing is chosen that can't.
 */
import type { Quote, QuoteShippingMethod } from './quote.ts';

type Methods = Pick<Quote, 'shipping_methods'>;

export const usableMethod = (quote: Methods, id: string | null) =>
  quote.shipping_methods.find((method) => method.id === id && method.price_minor !== null);

/** The method that a quote counts with. */
export const countedMethod = (quote: Methods & Pick<Quote, 'shipping_method'>) =>
  usableMethod(quote, quote.shipping_method);

/** By which of the quote's methods the cart travels, the wanted ones before the cheapest; null where none takes it. */
export function settledMethod(
  quote: Methods,
  wanted: readonly (string | null)[],
): QuoteShippingMethod | null {
  for (const id of wanted) {
    const method = usableMethod(quote, id);
    if (method !== undefined) return method;
  }
  const usable = quote.shipping_methods.filter((method) => method.price_minor !== null);
  return usable.toSorted((a, b) => (a.price_minor ?? 0) - (b.price_minor ?? 0))[0] ?? null;
}

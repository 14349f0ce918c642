/** What the shop says of the lines in the drawer, in words. */
import { formatMoney } from '#shared/money.ts';
import { $quote, askQuote, quoteOfLine, type QuoteState } from '../store/quote.ts';
import type { DrawerQuote } from './drawer-view.ts';

function inWords(state: QuoteState): DrawerQuote {
  const { quoted } = state;
  const failure = state.status === 'failed' ? state.message : null;
  if (quoted === null) return { subtotal: null, failure, lines: {} };
  const money = (minor: number) => formatMoney(minor, quoted.quote.currency);
  const lines = quoted.keys.map((key) => {
    const { line, problems } = quoteOfLine(quoted, key);
    const price = line === null || line.productId === null ? null : money(line.unitPriceMinor);
    return [key, { price, problems: problems.map(({ message }) => message) }] as const;
  });
  return {
    subtotal: state.status === 'ready' ? money(quoted.quote.subtotalMinor) : null,
    failure,
    lines: Object.fromEntries(lines),
  };
}

/** Gives what ends it. */
export function followQuote(tell: (quote: DrawerQuote) => void): () => void {
  if ($quote.get().status === 'failed') askQuote();
  return $quote.subscribe((state) => tell(inWords(state)));
}

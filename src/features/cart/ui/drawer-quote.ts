/** What the shop says of the lines in the drawer, in words. */
import { formatMoney } from '#shared/money.ts';
import { $quote, askQuote, quoteOfLine, type QuoteState } from '../store/quote.ts';
import type { DrawerQuote } from './drawer-view.ts';

function inWords(state: QuoteState): DrawerQuote {
  const { quoted } = state;
  const failure = state.status === 'failed' ? state.message : null;
  if (quoted === null) return { subtotal: null, failure, lines: {} };
  const money = (minor: number | null) =>
    minor === null ? null : formatMoney(minor, quoted.quote.currency);
  const lines = quoted.keys.map((key) => {
    const { line, problems } = quoteOfLine(quoted, key);
    return [
      key,
      {
        price: money(line?.unit_price_minor ?? null),
        problems: problems.map(({ message }) => message),
      },
    ] as const;
  });
  return {
    subtotal: state.status === 'ready' ? money(quoted.quote.subtotal_minor) : null,
    failure,
    lines: Object.fromEntries(lines),
  };
}

/** Gives what ends it. */
export function followQuote(tell: (quote: DrawerQuote) => void): () => void {
  if ($quote.get().status === 'failed') askQuote();
  return $quote.subscribe((state) => tell(inWords(state)));
}

/**
 * What the cart costs, as the shop says: asked when a screen opens and after each change, never waited
 * for. Invariant: an answer is shown beside the lines that it was asked about, and the last good one
 * stays in sight while the next is under way or failed.
 */
import { atom, onMount } from 'nanostores';
import { quoteCart } from '../api/quote-cart.ts';
import { lineKey, lineRequest, type KeptLine } from '../model/cart-line.ts';
import type { Quote, QuoteProblem, QuoteLine } from '../model/quote.ts';
import { $cartLines } from './cart.ts';
import { $choices, choose, type CartChoices } from './cart-choices.ts';
import { settleMethod } from './shipping-method.ts';
import { settleTogether } from './together.ts';

export interface Quoted {
  readonly quote: Quote;
  /** The keys of the lines in the order they were sent. */
  readonly keys: readonly string[];
}

export type QuoteState =
  | { readonly status: 'none'; readonly quoted: null }
  | { readonly status: 'asking'; readonly quoted: Quoted | null }
  | { readonly status: 'ready'; readonly quoted: Quoted }
  | { readonly status: 'failed'; readonly quoted: Quoted | null; readonly message: string };

export const $quote = atom<QuoteState>({ status: 'none', quoted: null });

/** Of the company that orders, once it was checked; nobody's while no checkout is open. */
let vatNumber: string | null = null;

/** Long enough for a few presses of a stepper to become one question. */
const pauseMs = 200;
let timer: ReturnType<typeof setTimeout> | undefined;
let asking: AbortController | undefined;

async function ask(lines: readonly KeptLine[], choices: CartChoices): Promise<void> {
  asking?.abort();
  const own = new AbortController();
  asking = own;
  const { quoted } = $quote.get();
  $quote.set({ status: 'asking', quoted });
  const { country, code, methodId: shippingMethodId } = choices;
  const isTogether = choices.together !== null;
  const asked = { country, code, shippingMethodId, vatNumber, isTogether };
  const question = { lines: lines.map(lineRequest), ...asked };
  const answer = await quoteCart(question, own.signal).catch(lost);
  if (own.signal.aborted) return;
  if (!answer.ok) {
    $quote.set({ status: 'failed', quoted, message: answer.error.message });
    return;
  }
  const answered = { quote: answer.value, keys: lines.map(lineKey) };
  if (settleTogether(answer.value)) {
    askQuote();
    return;
  }
  if (!settleMethod(answer.value)) {
    $quote.set({ status: 'ready', quoted: answered });
    return;
  }
  // What is only short of a method shows the methods; what complains about one is not shown.
  if (shippingMethodId === null) $quote.set({ status: 'asking', quoted: answered });
  askQuote();
}

/** The library could not even be loaded: the same as no answer. */
function lost() {
  const message = 'The shop can’t be reached right now.';
  return { ok: false, error: { message } } as const;
}

/** Asks at once: on opening, and when somebody presses "try again". */
export function askQuote(): void {
  clearTimeout(timer);
  const lines = $cartLines.get();
  if (lines.length > 0) {
    void ask(lines, $choices.get());
    return;
  }
  asking?.abort();
  // What is put in next was never chosen for.
  if ($choices.get().together !== null) choose({ together: null });
  $quote.set({ status: 'none', quoted: null });
}

/** The same number may have another answer by now: it is asked with each check. */
export function quoteForCompany(number: string | null): void {
  const isNews = vatNumber !== null || number !== null;
  vatNumber = number;
  if (isNews) askQuote();
}

/** Takes a quote that came with another answer: one that was asked for before it is older. */
export function takeQuote(quote: Quote): void {
  clearTimeout(timer);
  asking?.abort();
  $quote.set({ status: 'ready', quoted: { quote, keys: $cartLines.get().map(lineKey) } });
  if (settleTogether(quote)) askQuote();
  else settleMethod(quote);
}

onMount($quote, () => {
  const askSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(askQuote, pauseMs);
  };
  const stops = [$cartLines.listen(askSoon), $choices.listen(askSoon)];
  addEventListener('online', askSoon);
  askQuote();
  return () => {
    clearTimeout(timer);
    removeEventListener('online', askSoon);
    for (const stop of stops) stop();
  };
});

export interface LineQuote {
  readonly line: QuoteLine | null;
  readonly problems: readonly QuoteProblem[];
}

/** What the last quote says about a line; nothing where it was not asked about it. */
export function quoteOfLine(quoted: Quoted | null, key: string): LineQuote {
  const place = quoted?.keys.indexOf(key) ?? -1;
  if (quoted === null || place === -1) return { line: null, problems: [] };
  return {
    line: quoted.quote.lines.find(({ line }) => line === place) ?? null,
    problems: quoted.quote.problems.filter(({ line }) => line === place),
  };
}

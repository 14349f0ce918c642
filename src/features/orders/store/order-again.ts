/**
 * Buys once more what an order held. The shop is asked first: what it would refuse now stays out of
 * the cart and is told with its reason. Invariant: what is in the cart already stays in it.
 */
import { quoteCart } from '#features/cart/api/quote-cart.ts';
import {
  countPieces,
  lineRequest,
  parseCartLine,
  type KeptLine,
} from '#features/cart/model/cart-line.ts';
import { goodsPath } from '#features/cart/model/goods.ts';
import type { Order, OrderLine } from '../model/order.ts';
import type { Quote } from '#features/cart/model/quote.ts';
import { $choices } from '#features/cart/store/cart-choices.ts';
import { addLines } from '#features/cart/store/cart.ts';

export interface LeftOut {
  readonly title: string;
  readonly why: string;
  /** Where it can be chosen anew, or something like it. */
  readonly path: string | null;
}

export type Again =
  | { readonly status: 'done'; readonly pieces: number; readonly leftOut: readonly LeftOut[] }
  | { readonly status: 'failed'; readonly message: string };

interface Wish {
  readonly ordered: OrderLine;
  readonly line: KeptLine;
}

function wishOf(ordered: OrderLine): Wish | null {
  const chosen = ordered.options.map((each) => [each.option_id, each.value_id]);
  const line = parseCartLine({
    variant_id: ordered.variant_id,
    quantity: ordered.quantity,
    options: Object.fromEntries(chosen),
    design_id: ordered.design_id,
    path: goodsPath(ordered.kind, ordered.url),
  });
  return line === null ? null : { ordered, line };
}

function leftOut(line: OrderLine, why: string): LeftOut {
  const { title, variant_title: variantTitle, kind, url } = line;
  const name = variantTitle === title ? title : `${title}, ${variantTitle}`;
  return { title: name, why, path: goodsPath(kind, url) };
}

/** The shop's words on why a line can't be bought now; null where it can. */
function refusalOf(quote: Quote, place: number): string | null {
  return quote.problems.find(({ line }) => line === place)?.message ?? null;
}

export async function orderAgain(order: Order): Promise<Again> {
  const wishes = order.lines.map(wishOf).filter((wish) => wish !== null);
  const gone = order.lines.filter((line) => !wishes.some(({ ordered }) => ordered === line));
  const lines = wishes.map(({ line }) => lineRequest(line));
  const question = { lines, country: $choices.get().country, code: null, shippingMethodId: null };
  const answer = await quoteCart(question).catch(() => null);
  if (answer === null || !answer.ok) {
    const message = answer?.error.message ?? 'The shop can’t be reached right now.';
    return { status: 'failed', message };
  }
  const judged = wishes.map((wish, place) => ({ ...wish, why: refusalOf(answer.value, place) }));
  const wanted = judged.filter(({ why }) => why === null).map(({ line }) => line);
  addLines(wanted);
  return {
    status: 'done',
    pieces: countPieces(wanted),
    leftOut: [
      ...judged.flatMap(({ ordered, why }) => (why === null ? [] : [leftOut(ordered, why)])),
      ...gone.map((line) => leftOut(line, 'It is no longer sold.')),
    ],
  };
}

/**
 * The order on its way from the cart to the shop. Invariant: what was typed is never lost, one
 * intention becomes at most one order, and nobody pays a sum they have not seen.
 */
import { atom } from 'nanostores';
import { unanswered, type BackendError } from '#shared/backend/errors.ts';
import {
  orderOfRefusal,
  placeOrder,
  quoteOfRefusal,
  wrongFieldsOf,
  type OrderIntent,
} from '#features/orders/api/place-order.ts';
import type { Company } from '#features/orders/model/company.ts';
import type { Address } from '#shared/address.ts';
import { lineRequest, type CartLine } from '#features/cart/model/cart-line.ts';
import {
  flawsChanges,
  quoteChanges,
  type FlawsChange,
  type QuoteChange,
} from '#features/cart/model/quote-changes.ts';
import type { Quote } from '#features/cart/model/quote.ts';
import { readRules } from '#features/account/store/address-book.ts';
import { $cartLines, dropOrdered, rereadCart } from '#features/cart/store/cart.ts';
import { $choices, choose } from '#features/cart/store/cart-choices.ts';
import { writeDraft, type CheckoutDraft } from './checkout-draft.ts';
import { $receipt, makeReceipt } from './receipt.ts';
import { dropOrderKey, inTurn, takeOrderKey } from './order-key.ts';
import { goToPay } from '#features/orders/store/paying.ts';
import { readMethods } from '#features/orders/store/payment-methods.ts';
import { keepOrder, type KeptOrder } from '#features/orders/store/placed-order.ts';
import { askQuote, takeQuote } from '#features/cart/store/quote.ts';
import { $session } from '#features/account/store/session.ts';

type Unsure = 'silent' | 'busy' | 'session-lost';

export type Placing =
  | { readonly status: 'editing' }
  | { readonly status: 'placing' }
  | {
      readonly status: 'changed';
      readonly changes: readonly QuoteChange[];
      readonly flaws: readonly FlawsChange[];
    }
  /** No answer of the shop's own came: pressing again can't order twice. */
  | { readonly status: 'unsure'; readonly why: Unsure; readonly message: string }
  /** A press before had come through, as it was then. */
  | { readonly status: 'earlier' }
  | {
      readonly status: 'refused';
      readonly message: string;
      readonly reason: string | null;
      readonly fields: Readonly<Record<string, string>>;
      /** Whether no press before it is without an answer. */
      readonly isFirst: boolean;
    };

export const $placing = atom<Placing>({ status: 'editing' });

/** Everything that an order needs to know and did not hear, in one press. */
export function askAgain(): void {
  askQuote();
  void readMethods();
  void readRules();
}

/** Nobody pays a sum that came after their press. */
export function showChange(seen: Quote, now: Quote): void {
  const changes = quoteChanges(seen, now);
  $placing.set({ status: 'changed', changes, flaws: flawsChanges(seen, now) });
}

/** Sends the order; only the first press counts while one is under way. */
export async function order(
  draft: CheckoutDraft,
  address: Address,
  company: Company | null,
  seen: Quote,
): Promise<void> {
  if ($placing.get().status === 'placing') return;
  $placing.set({ status: 'placing' });
  await inTurn(() => send(draft, address, company, seen));
}

async function send(
  draft: CheckoutDraft,
  address: Address,
  company: Company | null,
  seen: Quote,
): Promise<void> {
  // Another tab may have ordered it while this one waited for its turn.
  rereadCart();
  const lines = $cartLines.get();
  const { code, methodId, together } = $choices.get();
  const isSeen = seen.shipping_method === methodId && seen.ships_together === (together !== null);
  if (lines.length === 0 || methodId === null || !isSeen) {
    $placing.set({ status: 'editing' });
    return;
  }
  const { key, before } = takeOrderKey({ lines });
  const intended: OrderIntent = {
    key,
    lines: lines.map(lineRequest),
    email: draft.email.trim(),
    address,
    company,
    giftNote: draft.isGift ? draft.giftNote.trim() : null,
    shippingMethodId: methodId,
    shipsTogether: seen.ships_together,
    code,
    consents: { terms: draft.terms, groupBuy: draft.groupBuy },
    quoteHash: seen.quote_hash,
    payment: draft.payment,
  };
  const answer = await placeOrder(intended).catch(unanswered);
  if (answer.ok) {
    const placed: KeptOrder = { ...answer.value, payment: draft.payment };
    $receipt.set(makeReceipt(lines, seen, intended.email, address));
    finish(placed, lines);
    void payPlaced(placed);
    $placing.set({ status: 'editing' });
    return;
  }
  const earlier = orderOfRefusal(answer.error);
  if (earlier === null) {
    takeRefusal(answer.error, seen, before === null);
    return;
  }
  finish(earlier, before?.lines ?? lines);
  $placing.set({ status: 'earlier' });
}

function finish(placed: KeptOrder, lines: readonly CartLine[]): void {
  keepOrder(placed);
  dropOrderKey();
  dropOrdered(lines);
  choose({ code: null, together: null });
  // The next order is for somebody else.
  writeDraft({ isGift: false, giftNote: '' });
}

/** Leaves for the page where an order is paid; a transfer has none, and nor has one that costs nothing. */
export async function payPlaced({ id, token, payment, totalMinor }: KeptOrder): Promise<void> {
  if (payment !== 'invoice' && totalMinor > 0) await goToPay({ id, token }, payment);
}

function takeRefusal(error: BackendError, seen: Quote, isFirst: boolean): void {
  // Only the shop's own "no" says that nothing was ordered: what else is heard may follow an answer
  // that was lost, and then the key is what keeps it at one order.
  if (error.reason === null) {
    $placing.set({ status: 'unsure', why: whyUnsure(error), message: error.message });
    return;
  }
  const quote = quoteOfRefusal(error);
  if (quote !== null) takeQuote(quote);
  // A press before that nobody answered may still be an order.
  if (isFirst) dropOrderKey();
  const { message, reason } = error;
  if (quote !== null && reason === 'quote_changed') {
    showChange(seen, quote);
  } else {
    $placing.set({ status: 'refused', message, reason, fields: wrongFieldsOf(error), isFirst });
  }
}

function whyUnsure({ kind }: BackendError): Unsure {
  if (kind === 'limited') return 'busy';
  const isLost = kind === 'signed_out' && $session.get().status === 'signed-in';
  return isLost ? 'session-lost' : 'silent';
}

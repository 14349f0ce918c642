/**
 * The orders of whoever is signed in, and the one order that a page shows. Invariant: what is on the
 * screen was read from the shop; it is read again when the page is looked at and after each action.
 */
import { atom, onMount } from 'nanostores';
import { unanswered } from '#shared/backend/errors.ts';
import { claimGuestOrders } from '../api/guest-orders.ts';
import { followOrders } from '../api/order-feed.ts';
import { readOrderPages, type ListedOrders } from '../api/order-pages.ts';
import { cancelOrder, findOrder, openOrder, type OpenedOrder } from '../api/orders.ts';
import { orderNumberOf } from '#shared/order-number.ts';
import type { Order } from '../model/order.ts';
import { providerOf } from '../model/payment-providers.ts';
import { goToPay } from './paying.ts';
import { actingSecretOf, secretOf } from './placed-order.ts';
import { $session, startSession, type Session } from '#features/account/store/session.ts';
import { whileLookedAt } from '#shared/while-looked-at.ts';

type Loading = { readonly status: 'loading' };
type Failed = { readonly status: 'failed'; readonly message: string };
type SignedOut = { readonly status: 'signed-out' };

export type OrderListState =
  | Loading
  | Failed
  | SignedOut
  | ({ readonly status: 'ready' } & ListedOrders);

export type OrderState =
  | Loading
  | Failed
  | SignedOut
  /** Not one that this account may see: a guest's, or nobody's. */
  | { readonly status: 'unknown' }
  | {
      readonly status: 'ready';
      readonly order: Order;
      readonly isRedacted: boolean;
      /** A guest's link shows an order for ever, and changes it for a day. */
      readonly change: OrderChange;
      /** Why its e-mail could not confirm it. */
      readonly trouble?: string | null;
    };

/** `by-mail`: after a new link was sent to its mailbox. */
export type OrderChange = 'open' | 'by-mail' | 'closed';

export const $orderList = atom<OrderListState>({ status: 'loading' });
export const $order = atom<OrderState>({ status: 'loading' });

/** Half a minute keeps a page right that nobody reloads. */
const pollMs = 30_000;

/** Several events of one move are read once. */
const gatherMs = 150;

/** Realtime is an extra: where it can't be had, the page is right by looking again. */
function whileSignedIn(work: () => void): () => void {
  let isOver = false;
  let leave: (() => void) | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(work, gatherMs);
  };
  let isFollowing = false;
  const stop = $session.subscribe(({ status }) => {
    if (status !== 'signed-in' || isFollowing) return;
    isFollowing = true;
    const follow = async () => {
      const end = await followOrders(soon);
      if (isOver) end();
      else leave = end;
    };
    follow().catch(() => {
      isFollowing = false;
    });
  });
  return () => {
    isOver = true;
    clearTimeout(timer);
    stop();
    leave?.();
  };
}

/** An answer for somebody who has left, or not yet come, is nobody's to see: it was asked again since. */
const hasLeft = (asker: Session) => $session.get() !== asker;

/** How far back the list goes, in pages. */
let pages = 1;

/** Null when they were read; otherwise why not. */
export async function readOrders(): Promise<string | null> {
  const session = $session.get();
  if (session.status === 'signed-out') {
    pages = 1;
    $orderList.set({ status: 'signed-out' });
  }
  if (session.status !== 'signed-in') return null;
  // What was ordered as a guest with this mailbox belongs to the account now.
  if ($orderList.get().status !== 'ready') await claimGuestOrders().catch(unanswered);
  const asked = pages;
  const answer = await readOrderPages(session.userId, asked).catch(unanswered);
  // One that was asked before the list went further back is too short by now.
  if (hasLeft(session) || asked < pages) return null;
  const known = $orderList.get();
  if (answer.ok) {
    const before = known.status === 'ready' ? known.goods : {};
    const goods = { ...before, ...answer.value.goods };
    $orderList.set({ status: 'ready', ...answer.value, goods });
    return null;
  }
  const { message } = answer.error;
  if (known.status !== 'ready') $orderList.set({ status: 'failed', message });
  return message;
}

/** Goes a page further back. Null when it did; otherwise why not. */
export async function readOlderOrders(): Promise<string | null> {
  pages += 1;
  const fault = await readOrders();
  if (fault !== null) pages -= 1;
  return fault;
}

onMount($orderList, () => {
  startSession();
  const stops = [
    $session.subscribe(() => void readOrders()),
    whileLookedAt(() => void readOrders(), pollMs),
    whileSignedIn(() => void readOrders()),
  ];
  return () => stops.forEach((stop) => stop());
});

/** The number of the order that the address asks for. */
export function askedNumber(): string | null {
  const asked = new URLSearchParams(location.search).get('order');
  return asked === null ? null : orderNumberOf(asked);
}

let askedFor: string | null = null;

/** Once for each person: whether what a guest with their mailbox ordered has become theirs just now. */
async function hasClaimed(userId: string): Promise<boolean> {
  if (askedFor === userId) return false;
  askedFor = userId;
  const claimed = await claimGuestOrders().catch(unanswered);
  return claimed.ok && claimed.value > 0;
}

export async function readAskedOrder(): Promise<void> {
  const [session, number] = [$session.get(), askedNumber()];
  const shown = $order.get();
  if (number === null) return;
  // First of all: whoever it opens the order for, the secret of a link leaves the address.
  const secret = secretOf(number);
  if (session.status === 'unknown') return;
  // What a guest has looked up by mailbox stays until it is looked up again.
  if (shown.status === 'ready' && shown.isRedacted && secret === null) return;
  const isSignedIn = session.status === 'signed-in';
  const none = { status: isSignedIn ? 'unknown' : 'signed-out' } as const;
  if (!isSignedIn && secret === null) return $order.set(none);
  const acting = secret === null ? null : actingSecretOf(number);
  const answer = await openOrder(number, { token: secret, acting }).catch(unanswered);
  if (hasLeft(session)) return;
  if (!answer.ok) {
    if ($order.get().status === 'ready') return;
    return $order.set({ status: 'failed', message: answer.error.message });
  }
  const opened = answer.value;
  const isByAccount = opened.found && opened.is_by_account;
  if (isSignedIn && !isByAccount) {
    if (await hasClaimed(session.userId)) return readAskedOrder();
    if (hasLeft(session)) return;
  }
  $order.set(opened.found ? readyOrder(opened) : none);
}

function readyOrder(opened: Extract<OpenedOrder, { readonly found: true }>): OrderState {
  const { order, trouble } = opened;
  const change = opened.may_act ? 'open' : opened.is_guests ? 'by-mail' : 'closed';
  const isRedacted = !opened.is_full;
  return { status: 'ready', order, isRedacted, change, trouble: trouble && trouble.message };
}

onMount($order, () => {
  startSession();
  const read = () => void readAskedOrder();
  const stops = [$session.subscribe(read), whileLookedAt(read, pollMs), whileSignedIn(read)];
  // A mail's link that is opened where its order stands already loads no page.
  addEventListener('hashchange', read);
  return () => {
    removeEventListener('hashchange', read);
    stops.forEach((stop) => stop());
  };
});

/** Null when it was found; otherwise why not, in words. */
export async function lookUpOrder(number: string, email: string): Promise<string | null> {
  const answer = await findOrder(orderNumberOf(number), email.trim()).catch(unanswered);
  if (!answer.ok) return answer.error.message;
  if (!answer.value.found) return answer.value.message;
  const { order } = answer.value;
  const change = secretOf(order.number) === null ? 'closed' : 'open';
  $order.set({ status: 'ready', order, isRedacted: true, change });
  return null;
}

/** Null when it is done; otherwise why not. */
export async function callOff(
  order: Order,
  reason: string,
  keptMinor: number,
): Promise<string | null> {
  const answer = await cancelOrder(order.id, reason, actingSecretOf(order.number), keptMinor).catch(
    unanswered,
  );
  if (!answer.ok) {
    if (answer.error.reason === 'link_expired') await readAskedOrder();
    return answer.error.message;
  }
  const shown = $order.get();
  if (shown.status === 'ready') {
    $order.set({ ...shown, order: { ...shown.order, status: 'cancelled' } });
  }
  await readAskedOrder();
  return null;
}

/** By the browser's clock, for what is shown; the shop decides by its own. */
export function isOver(moment: string): boolean {
  return Date.parse(moment) <= Date.now();
}

/** Whether this browser may pay for a guest, and order the same again. */
export function mayAct(order: Order, isRedacted: boolean): boolean {
  return !isRedacted || secretOf(order.number) !== null;
}

/** Leaves for the provider's page; the answer says why where it can't. */
export const pay = ({ id, number, payment }: Order): Promise<string | null> =>
  goToPay({ id, token: secretOf(number) }, providerOf(payment) ?? 'demo');

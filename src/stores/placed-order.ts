/**
 * What this browser knows of the orders that were placed from it: the secrets that let a guest act on
 * them, and the last one, so that its page can be opened again. Nothing of it names a person.
 */
import { atom } from 'nanostores';
import type { PlacedOrder } from '#backend/place-order.ts';

const storageKey = 'keywright:orders';
const mostKept = 20;

export interface KeptOrder extends Pick<
  PlacedOrder,
  'id' | 'number' | 'totalMinor' | 'currency' | 'payBy' | 'token'
> {
  readonly payment: 'invoice' | 'demo' | 'stripe';
}

function isKept(value: unknown): value is KeptOrder {
  if (typeof value !== 'object' || value === null) return false;
  return 'id' in value && 'number' in value && 'token' in value && 'payBy' in value;
}

export function keptOrders(): readonly KeptOrder[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isKept) : [];
  } catch {
    return [];
  }
}

/** The order that was placed on this page. */
export const $placed = atom<KeptOrder | null>(null);

export function keepOrder(order: KeptOrder): void {
  $placed.set(order);
  const others = keptOrders().filter(({ id }) => id !== order.id);
  try {
    localStorage.setItem(storageKey, JSON.stringify([order, ...others].slice(0, mostKept)));
  } catch {
    // The mail has the number; the page shows it now.
  }
}

const linksKey = 'keywright:orders:links';

/** Of links that this page was opened by, for browsers that keep nothing. */
let openedLinks: Readonly<Record<string, string>> = {};

function keptLinks(): Readonly<Record<string, string>> {
  try {
    const stored: Record<string, string> = JSON.parse(localStorage.getItem(linksKey) ?? '{}');
    return { ...openedLinks, ...stored };
  } catch {
    return openedLinks;
  }
}

/** Orders that are an account's are found there, and each mail has its own link. */
export function forgetOrders(): void {
  $placed.set(null);
  openedLinks = {};
  try {
    localStorage.removeItem(storageKey);
    localStorage.removeItem(linksKey);
  } catch {
    // Nothing was stored.
  }
}

/**
 * The secret for an order's number: of the mail's link, which stands behind the # of the address and
 * is taken out of it, or else of the ordering browser.
 */
export function secretOf(number: string): string | null {
  const inLink = /^#(?:key|token)=([0-9a-f]{64})$/.exec(location.hash)?.[1];
  if (inLink !== undefined) {
    history.replaceState(history.state, '', location.pathname + location.search);
    try {
      localStorage.setItem(linksKey, JSON.stringify({ ...keptLinks(), [number]: inLink }));
    } catch {
      openedLinks = { ...openedLinks, [number]: inLink };
    }
    return inLink;
  }
  const placed = keptOrders().find((order) => order.number === number);
  return keptLinks()[number] ?? placed?.token ?? null;
}

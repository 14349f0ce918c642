/**
 * What this browser knows of the orders that were placed from it: the secrets that let a guest act on
 * them, and the last one, so that its page can be opened again. Nothing of it names a person.
 */
import { atom } from 'nanostores';
import type { PlacedOrder } from '../api/place-order.ts';
import type { PaymentCode } from '../model/payment-providers.ts';
import { fieldsOf } from '#shared/parsed-fields.ts';
import { forgetAside, readKept, recallAside } from '#shared/set-aside.ts';

export const guestOrdersKey = 'keywright:orders';
export const linksKey = 'keywright:orders:links';
const mostKept = 20;

export interface KeptOrder extends Pick<
  PlacedOrder,
  'id' | 'number' | 'totalMinor' | 'currency' | 'payBy' | 'token'
> {
  /** Missing in what was kept before orders had to be confirmed. */
  readonly keepUntil?: string | null;
  readonly payment: PaymentCode;
}

function isKept(value: unknown): value is KeptOrder {
  if (typeof value !== 'object' || value === null) return false;
  return 'id' in value && 'number' in value && 'token' in value && 'payBy' in value;
}

export function keptOrders(): readonly KeptOrder[] {
  const stored = readKept(guestOrdersKey);
  return Array.isArray(stored) ? stored.filter(isKept) : [];
}

if ('window' in globalThis) for (const key of [guestOrdersKey, linksKey]) recallAside(key);

/** The order that was placed on this page. */
export const $placed = atom<KeptOrder | null>(null);

export function keepOrder(order: KeptOrder): void {
  $placed.set(order);
  const others = keptOrders().filter(({ id }) => id !== order.id);
  try {
    localStorage.setItem(guestOrdersKey, JSON.stringify([order, ...others].slice(0, mostKept)));
  } catch {
    // The mail has the number; the page shows it now.
  }
}

/** Of links that this page was opened by, for browsers that keep nothing. */
let openedLinks: Readonly<Record<string, string>> = {};

function keptLinks(): Readonly<Record<string, string>> {
  const stored = Object.entries(fieldsOf(readKept(linksKey)) ?? {});
  const links = stored.flatMap(([number, secret]) =>
    typeof secret === 'string' ? [[number, secret] as const] : [],
  );
  return { ...openedLinks, ...Object.fromEntries(links) };
}

/** Orders that are an account's are found there, and each mail has its own link. */
export function forgetOrders(): void {
  $placed.set(null);
  openedLinks = {};
  for (const key of [guestOrdersKey, linksKey]) forgetAside(key);
  try {
    localStorage.removeItem(guestOrdersKey);
    localStorage.removeItem(linksKey);
  } catch {
    // Nothing was stored.
  }
}

/** Behind the # of a mail's link: what shows the order, and in some mails what changes it for a day. */
const linkPattern = /^#(?:key|token)=([0-9a-f]{64})(?:&act=([0-9a-f]{64}))?$/;
const actingKey = (number: string) => `${number}#act`;

/** Takes the secrets of a mail's link out of the address, and keeps them for its order. */
function takeLink(number: string): void {
  const [, reading, acting] = linkPattern.exec(location.hash) ?? [];
  if (reading === undefined) return;
  history.replaceState(history.state, '', location.pathname + location.search);
  const fresh = {
    [number]: reading,
    ...(acting === undefined ? {} : { [actingKey(number)]: acting }),
  };
  const links = { ...keptLinks(), ...fresh };
  try {
    localStorage.setItem(linksKey, JSON.stringify(links));
  } catch {
    openedLinks = { ...openedLinks, ...fresh };
  }
}

const secretOfBrowser = (number: string): string | null =>
  keptOrders().find((order) => order.number === number)?.token ?? null;

/** What shows an order: the secret of a mail's link, or else of the ordering browser. */
export function secretOf(number: string): string | null {
  takeLink(number);
  return keptLinks()[number] ?? secretOfBrowser(number);
}

/** What changes an order, as far as it is not too old: of a mail that asked for it, or of the ordering browser. */
export function actingSecretOf(number: string): string | null {
  const secret = secretOf(number);
  return keptLinks()[actingKey(number)] ?? secretOfBrowser(number) ?? secret;
}

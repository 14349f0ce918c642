/**
 * What somebody typed on the way to an order. It stays in this tab alone, through reloads and the way
 * back, and is gone with it: addresses do not lie about in browsers.
 */
import { atom } from 'nanostores';
import { emptyAddress, type Address } from '#shared/address.ts';
import { fieldsOf, oneOf, textOf } from '#shared/parsed-fields.ts';
import { readKept, recallAside } from '#shared/set-aside.ts';

export interface CheckoutDraft {
  readonly email: string;
  readonly address: Address;
  readonly terms: boolean;
  readonly groupBuy: boolean;
  readonly payment: 'invoice' | 'demo' | 'stripe';
}

export const draftKey = 'keywright:checkout';

const blank: CheckoutDraft = {
  email: '',
  address: emptyAddress,
  terms: false,
  groupBuy: false,
  payment: 'invoice',
};

function readDraft(): CheckoutDraft {
  recallAside(draftKey, 'sessionStorage');
  const raw = fieldsOf(readKept(draftKey, 'sessionStorage')) ?? {};
  const typed = fieldsOf(raw['address']) ?? {};
  const names = Object.keys(emptyAddress);
  const address = Object.fromEntries(names.map((name) => [name, textOf(typed[name])]));
  return {
    email: textOf(raw['email']),
    address: { ...emptyAddress, ...address },
    // Consents are given anew on each visit.
    terms: false,
    groupBuy: false,
    payment: oneOf(raw['payment'], ['invoice', 'demo', 'stripe']) ?? 'invoice',
  };
}

export const $draft = atom<CheckoutDraft>('window' in globalThis ? readDraft() : blank);

export function forgetDraft(): void {
  writeDraft(blank);
}

export function writeDraft(changed: Partial<CheckoutDraft>): void {
  const draft = { ...$draft.get(), ...changed };
  $draft.set(draft);
  try {
    sessionStorage.setItem(draftKey, JSON.stringify(draft));
  } catch {
    // It stays on the page.
  }
}

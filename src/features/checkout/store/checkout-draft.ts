/**
 * What somebody typed on the way to an order. It stays in this tab alone, through reloads and the way
 * back, and is gone with it: addresses do not lie about in browsers.
 */
import { atom } from 'nanostores';
import type { CompanyDraft } from '#features/orders/model/company.ts';
import { paymentCodes, type PaymentCode } from '#features/orders/model/payment-providers.ts';
import { emptyAddress, type Address } from '#shared/address.ts';
import { fieldsOf, oneOf, textOf } from '#shared/parsed-fields.ts';
import { readKept, recallAside } from '#shared/set-aside.ts';

const emptyCompany: CompanyDraft = {
  name: '',
  vatNumber: '',
  purchaseNumber: '',
  isBilledElsewhere: false,
  billing: emptyAddress,
};

export interface CheckoutDraft {
  readonly email: string;
  readonly address: Address;
  readonly isCompany: boolean;
  readonly company: CompanyDraft;
  readonly isGift: boolean;
  readonly giftNote: string;
  readonly terms: boolean;
  readonly groupBuy: boolean;
  readonly payment: PaymentCode;
}

export const draftKey = 'keywright:checkout';

const blank: CheckoutDraft = {
  email: '',
  address: emptyAddress,
  isCompany: false,
  company: emptyCompany,
  isGift: false,
  giftNote: '',
  terms: false,
  groupBuy: false,
  payment: 'invoice',
};

function readAddress(value: unknown): Address {
  const typed = fieldsOf(value) ?? {};
  const names = Object.keys(emptyAddress);
  return {
    ...emptyAddress,
    ...Object.fromEntries(names.map((name) => [name, textOf(typed[name])])),
  };
}

function readDraft(): CheckoutDraft {
  recallAside(draftKey, 'sessionStorage');
  const raw = fieldsOf(readKept(draftKey, 'sessionStorage')) ?? {};
  const company = fieldsOf(raw['company']) ?? {};
  return {
    email: textOf(raw['email']),
    address: readAddress(raw['address']),
    isCompany: raw['isCompany'] === true,
    company: {
      name: textOf(company['name']),
      vatNumber: textOf(company['vatNumber']),
      purchaseNumber: textOf(company['purchaseNumber']),
      isBilledElsewhere: company['isBilledElsewhere'] === true,
      billing: readAddress(company['billing']),
    },
    isGift: raw['isGift'] === true,
    giftNote: textOf(raw['giftNote']),
    // Consents are given anew on each visit.
    terms: false,
    groupBuy: false,
    payment: oneOf(raw['payment'], paymentCodes) ?? 'invoice',
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

import type { Company, CompanyFaults } from '#features/orders/model/company.ts';
import type { Address, AddressProblems } from '#shared/address.ts';
import type { Quote } from '#features/cart/model/quote.ts';
import { countedMethod, usableMethod } from '#features/cart/model/shipping-method.ts';
import type { Result } from '#shared/result.ts';
import type { CartChoices } from '#features/cart/store/cart-choices.ts';
import type { CheckoutDraft } from '../store/checkout-draft.ts';

/** By field; what is not in it is right. */
export type Faults = Readonly<Record<string, string>>;

const mailPattern = /^[^@\s<>"]+@[^@\s<>"]+\.[^@\s<>"]+$/;

/** Everything that is missing or wrong, before anything is sent. */
export function draftFaults(
  draft: CheckoutDraft,
  address: Result<Address, AddressProblems>,
  company: Result<Company | null, CompanyFaults>,
  { methodId, together }: CartChoices,
  quote: Quote | null,
  hasGroupBuy: boolean,
  offered: readonly { readonly code: string }[] | null,
): Faults {
  const faults: Record<string, string> = address.ok ? {} : { ...address.error };
  if (!company.ok) Object.assign(faults, company.error);
  if (!mailPattern.test(draft.email.trim())) {
    faults['email'] = 'Enter your e-mail address.';
  }
  // One that the total in sight does not count yet is not ordered.
  const isCounted =
    quote !== null &&
    countedMethod(quote)?.id === methodId &&
    quote.ships_together === (together !== null);
  if (methodId === null || !isCounted) {
    faults['method'] =
      quote !== null && usableMethod(quote, methodId)
        ? 'The total does not include this shipping yet. Try again in a moment.'
        : 'Choose a shipping method.';
  }
  if (offered !== null && !offered.some(({ code }) => code === draft.payment)) {
    faults['payment'] = 'Choose how to pay.';
  }
  if (!draft.terms) faults['terms'] = 'Please agree to the terms.';
  if (hasGroupBuy && !draft.groupBuy) faults['groupBuy'] = 'Please agree to the group buy terms.';
  return faults;
}

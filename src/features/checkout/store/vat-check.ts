/**
 * A company's VAT number, asked about while the form is filled in. Invariant: the quote is asked with the
 * number once its check has ended, however it ended; whether VAT comes off is the shop's to say.
 */
import { atom, onMount } from 'nanostores';
import { quoteForCompany } from '#features/cart/store/quote.ts';
import { parseVatNumber } from '#features/orders/model/company.ts';
import { checkVatNumber, type VatAnswer } from '../api/check-vat-number.ts';
import { $draft } from './checkout-draft.ts';

export type VatCheck = { readonly state: 'checking'; readonly name: '' } | VatAnswer;

const none: VatCheck = { state: 'none', name: '' };

export const $vatCheck = atom<VatCheck>(none);

/** Until somebody has stopped typing. */
const pauseMs = 400;
let timer: ReturnType<typeof setTimeout> | undefined;
let asking: AbortController | undefined;
let asked: string | null = null;

function typedNumber(): string | null {
  const { isCompany, company } = $draft.get();
  return isCompany ? parseVatNumber(company.vatNumber) : null;
}

async function ask(number: string): Promise<void> {
  const own = new AbortController();
  asking = own;
  const answer = await checkVatNumber(number, own.signal);
  if (own.signal.aborted) return;
  quoteForCompany(number);
  $vatCheck.set(answer);
}

function follow(): void {
  const number = typedNumber();
  if (number === asked) return;
  asked = number;
  clearTimeout(timer);
  asking?.abort();
  if (number === null) {
    $vatCheck.set(none);
    quoteForCompany(null);
    return;
  }
  $vatCheck.set({ state: 'checking', name: '' });
  timer = setTimeout(() => void ask(number), pauseMs);
}

export function checkAgain(): void {
  asked = null;
  follow();
}

onMount($vatCheck, () => {
  const stop = $draft.subscribe(follow);
  return () => {
    stop();
    clearTimeout(timer);
    asking?.abort();
    asked = null;
    quoteForCompany(null);
  };
});

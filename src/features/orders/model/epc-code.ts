/**
 * What a banking app reads from the square code beside bank details: a SEPA transfer after the rules of
 * the European Payments Council (EPC069-12, version 002), filled in.
 */
import type { BankAccount } from './bank-account.ts';

/** Its characters beyond letters and digits; others are left out rather than refused by a bank. */
const plain = (text: string, most: number) =>
  text
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, most);

/**
 * Null where such a transfer can't be: another currency, or an amount that the code can't hold.
 * @example epcText(account, 1250, 'EUR', 'KW-10001')
 */
export function epcText(
  { holder, iban, bic }: BankAccount,
  amountMinor: number,
  currency: string,
  reference: string,
): string | null {
  if (currency !== 'EUR' || amountMinor < 1 || amountMinor > 99_999_999_999) return null;
  const euros = Math.trunc(amountMinor / 100);
  const cents = String(amountMinor % 100).padStart(2, '0');
  return [
    'BCD',
    '002',
    '1',
    'SCT',
    bic,
    plain(holder, 70),
    iban,
    `EUR${euros}.${cents}`,
    '',
    '',
    plain(reference, 140),
  ].join('\n');
}

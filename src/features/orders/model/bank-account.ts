/**
 * The account that orders are transferred to, and what a transfer has to say. The database refuses an
 * account whose number can't be right (`private.is_iban`); this refuses to show one. Both follow
 * tests/cases/ibans.json.
 */
import { fieldsOf, textOf } from '#shared/parsed-fields.ts';
import { momentWords } from '#shared/date-words.ts';
import { formatMoney } from '#shared/money.ts';

declare const ibanBrand: unique symbol;
/** Without spaces, of the right length, with the right checksum. */
export type Iban = string & { readonly [ibanBrand]: true };

export interface BankAccount {
  readonly holder: string;
  readonly iban: Iban;
  readonly bic: string;
  readonly bank: string;
}

/** Country and length, as the registry of IBANs has them. */
const lengths: ReadonlySet<string> = new Set(
  `
  AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28
  CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23
  GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28
  LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28
  NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24
  SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30
`
    .trim()
    .split(/\s+/),
);

/** The remainder by 97 of a number that is longer than any number type. */
const remainder = (digits: string): number =>
  [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0);

/** Null for what can't be an IBAN. @example parseIban('nl03 keyw 0123 4567 89') // 'NL03KEYW0123456789' */
export function parseIban(typed: string): Iban | null {
  const text = typed.replaceAll(/[\s-]/g, '').toUpperCase();
  const isShaped = /^[A-Z]{2}[0-9]{2}[A-Z0-9]+$/.test(text);
  if (!isShaped || !lengths.has(`${text.slice(0, 2)}${text.length}`)) return null;
  const turned = `${text.slice(4)}${text.slice(0, 4)}`;
  const digits = turned.replaceAll(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return remainder(digits) === 1 ? (text as Iban) : null;
}

/** As people read it, in groups of four. @example ibanWords(iban) // 'NL03 KEYW 0123 4567 89' */
export const ibanWords = (iban: Iban): string => iban.replaceAll(/(.{4})(?=.)/g, '$1 ');

/** Null for a row or a mail without an account that money could reach. */
export function parseBankAccount(value: unknown): BankAccount | null {
  const fields = fieldsOf(value);
  const iban = parseIban(textOf(fields?.['iban']));
  const holder = textOf(fields?.['holder']);
  if (fields === null || iban === null || holder === '') return null;
  return { holder, iban, bic: textOf(fields['bic']), bank: textOf(fields['bank']) };
}

export interface Transfer {
  readonly number: string;
  readonly amountMinor: number;
  readonly currency: string;
  /** Null where the order keeps its goods whenever the money comes. */
  readonly payBy: string | null;
}

export interface TransferFact {
  readonly label: string;
  readonly value: string;
  /** What a banking app takes, for what is typed there often enough to go wrong. */
  readonly copied?: string;
}

/** What somebody types into their bank, called the same on the page and in the mail. */
export function transferFacts(
  account: BankAccount,
  { number, amountMinor, currency, payBy }: Transfer,
  zone?: 'UTC',
): readonly TransferFact[] {
  const { holder, iban, bic, bank } = account;
  const facts: readonly TransferFact[] = [
    { label: 'Account holder', value: holder },
    { label: 'IBAN', value: ibanWords(iban), copied: iban },
    { label: 'BIC', value: bic },
    { label: 'Bank', value: bank },
    { label: 'Reference', value: number, copied: number },
    { label: 'Amount', value: formatMoney(amountMinor, currency) },
    { label: 'Pay by', value: payBy === null ? '' : momentWords(payBy, zone) },
  ];
  return facts.filter(({ value }) => value !== '');
}

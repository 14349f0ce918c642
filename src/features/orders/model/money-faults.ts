/** What keeps the rows of the money desk from being saved, said at their fields. */
import { broken, isLong, type Faults } from '#desk-kit/model/desk-faults.ts';
import { numberOf, textOf, type Draft } from '#desk-kit/model/desk-row.ts';
import type { Row } from '#shared/backend/given.ts';
import { parseIban } from './bank-account.ts';
import { parseVatNumber } from './company.ts';

export function sellerFaults(seller: Draft<Row<'sellers'>>): Faults {
  const [from, to] = [textOf(seller, 'valid_from'), textOf(seller, 'valid_to')];
  const vatNumber = textOf(seller, 'vat_number');
  return broken([
    [
      'code',
      /^[A-Z0-9]{1,8}$/.test(textOf(seller, 'code')),
      'Enter 1 to 8 capital letters or digits.',
    ],
    ['valid_from', from !== '', 'Choose a date.'],
    ['valid_to', to === '' || to > from, 'Choose a later date, or leave it empty.'],
    ['name', isLong(seller, 'name', 2, 120), 'Enter 2 to 120 characters.'],
    ['line1', isLong(seller, 'line1', 2, 120), 'Enter 2 to 120 characters.'],
    ['city', isLong(seller, 'city', 1, 80), 'Enter 1 to 80 characters.'],
    [
      'country_code',
      /^[A-Z]{2}$/.test(textOf(seller, 'country_code')),
      'Enter two capital letters, like NL.',
    ],
    ['email', /^[^@\s]+@[^@\s]+$/.test(textOf(seller, 'email')), 'Enter an e-mail address.'],
    [
      'vat_number',
      vatNumber === '' || parseVatNumber(vatNumber) === vatNumber,
      'Enter it without spaces, like NL001234567B01.',
    ],
    [
      'register',
      vatNumber !== '' || textOf(seller, 'register').length >= 2,
      'Enter the register, or a VAT number.',
    ],
  ]);
}

export const accountFaults = (account: Draft<Row<'bank_accounts'>>): Faults =>
  broken([
    ['currency', /^[A-Z]{3}$/.test(textOf(account, 'currency')), 'Enter a currency code like EUR.'],
    ['holder', isLong(account, 'holder', 2, 70), 'Enter 2 to 70 characters.'],
    [
      'iban',
      parseIban(textOf(account, 'iban')) === textOf(account, 'iban'),
      'This is not an IBAN. Check it for a typing mistake, and enter it without spaces.',
    ],
    [
      'bic',
      /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/.test(textOf(account, 'bic')),
      'Enter 8 or 11 capital letters and digits.',
    ],
    ['bank', isLong(account, 'bank', 2, 70), 'Enter 2 to 70 characters.'],
  ]);

export function registrationFaults(registration: Draft<Row<'tax_registrations'>>): Faults {
  const [from, to] = [textOf(registration, 'valid_from'), textOf(registration, 'valid_to')];
  return broken([
    ['name', isLong(registration, 'name', 2, 40), 'Enter 2 to 40 characters.'],
    ['number', isLong(registration, 'number', 0, 40), 'Enter at most 40 characters.'],
    [
      'limit_minor',
      (numberOf(registration, 'limit_minor') ?? 1) > 0,
      'Enter more than 0, or leave it empty.',
    ],
    ['valid_from', from !== '', 'Choose a date.'],
    ['valid_to', to === '' || to > from, 'Choose a later date, or leave it empty.'],
  ]);
}

export function codeFaults(code: Draft<Row<'discount_codes'>>): Faults {
  const [from, to] = [textOf(code, 'valid_from'), textOf(code, 'valid_to')];
  const [percent, amount] = [numberOf(code, 'percent'), numberOf(code, 'amount_minor')];
  const most = numberOf(code, 'most_uses');
  return broken([
    [
      'code',
      /^[A-Z0-9]+(-[A-Z0-9]+)*$/.test(textOf(code, 'code')) && isLong(code, 'code', 3, 40),
      'Enter 3 to 40 capital letters, digits and single hyphens.',
    ],
    ['title', isLong(code, 'title', 2, 120), 'Enter 2 to 120 characters.'],
    ['percent', percent === null || (percent >= 1 && percent <= 100), 'Enter 1 to 100.'],
    ['percent', (percent === null) !== (amount === null), 'Enter a percentage or an amount.'],
    ['amount_minor', amount === null || amount >= 1, 'Enter an amount.'],
    ['minimum_minor', (numberOf(code, 'minimum_minor') ?? -1) >= 0, 'Enter 0 or an amount.'],
    ['valid_from', from !== '', 'Choose a time.'],
    ['valid_to', to === '' || Date.parse(to) > Date.parse(from), 'Choose a time after it begins.'],
    [
      'most_uses',
      most === null || most >= Math.max(1, numberOf(code, 'used_count') ?? 0),
      'Enter no fewer than it was used, or leave it empty.',
    ],
    [
      'most_per_customer',
      (numberOf(code, 'most_per_customer') ?? 1) >= 1,
      'Enter 1 or more, or leave it empty.',
    ],
  ]);
}

export function rateFaults(rate: Draft<Row<'tax_rates'>>): Faults {
  const [from, to] = [textOf(rate, 'valid_from'), textOf(rate, 'valid_to')];
  const points = numberOf(rate, 'rate_basis_points');
  return broken([
    ['country_code', textOf(rate, 'country_code') !== '', 'Choose a country.'],
    ['tax_class_code', textOf(rate, 'tax_class_code') !== '', 'Choose a class.'],
    ['name', isLong(rate, 'name', 2, 40), 'Enter 2 to 40 characters.'],
    ['rate_basis_points', points !== null && points >= 0 && points <= 10_000, 'Enter 0 to 100.'],
    ['valid_from', from !== '', 'Choose a date.'],
    ['valid_to', to === '' || to > from, 'Choose a later date, or leave it empty.'],
  ]);
}

export const classFaults = (row: Draft<Row<'tax_classes'>>): Faults =>
  broken([
    ['title', isLong(row, 'title', 2, 80), 'Enter 2 to 80 characters.'],
    [
      'code',
      /^[a-z][a-z_]*$/.test(textOf(row, 'code')),
      'Use lower-case letters and underscores, as in printed_books.',
    ],
  ]);

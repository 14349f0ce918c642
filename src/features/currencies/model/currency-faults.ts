/** What keeps a currency of the money desk from being saved, said at its fields. */
import { broken, isBetween, isLong, type Faults } from '#desk-kit/model/desk-faults.ts';
import { numberOf, plainText, textOf, type DeskRow, type Draft } from '#desk-kit/model/desk-row.ts';
import type { Row } from '#shared/backend/given.ts';
import { isRate } from './rate-file.ts';

type Currency = Row<'currency_rates'>;

export function currencyFaults(currency: Draft<Currency>, today: string): Faults {
  const [code, day] = [textOf(currency, 'code'), textOf(currency, 'rated_on')];
  return broken([
    ['code', /^[A-Z]{3}$/.test(code), 'Enter three capital letters, like USD.'],
    ['code', code !== 'EUR', 'Prices are in euro already.'],
    ['name', isLong(currency, 'name', 2, 40), 'Enter 2 to 40 characters.'],
    [
      'per_euro',
      isRate(plainText(currency.values.per_euro).trim()),
      'Enter a rate per euro, like 1.0874.',
    ],
    ['rated_on', day >= '1999-01-04', 'Choose a date.'],
    ['rated_on', day <= today, 'Choose a date that is not in the future.'],
    ['position', isBetween(numberOf(currency, 'position'), 0, 10_000), 'Enter 0 to 10,000.'],
  ]);
}

const longestDays = 7;

/** Of those that shoppers see, by their codes. The shop check looks for the same days. */
export function oldRates(
  rows: readonly DeskRow<Pick<Currency, 'code' | 'rated_on' | 'is_shown'>>[],
  today: string,
): readonly string[] {
  const limit = Date.parse(today) - longestDays * 24 * 60 * 60_000;
  return rows
    .filter(({ values }) => values.is_shown && Date.parse(values.rated_on) < limit)
    .map(({ values }) => values.code);
}

import {
  broken,
  codeWords,
  isBetween,
  isCode,
  isLong,
  type Faults,
} from '#desk-kit/model/desk-faults.ts';
import { isTrue, numberOf, textOf, type Draft } from '#desk-kit/model/desk-row.ts';
import type { Row } from '#shared/backend/given.ts';

const nameWords = 'Enter 2 to 80 characters.';
const most = 1_000_000_000;

export const zoneFaults = (zone: Draft<Row<'shipping_zones'>>): Faults =>
  broken([
    ['title', isLong(zone, 'title', 2, 80), nameWords],
    ['code', isCode(zone), codeWords],
  ]);

export function methodFaults(method: Draft<Row<'shipping_methods'>>): Faults {
  const least = numberOf(method, 'days_min') ?? 0;
  const value = numberOf(method, 'max_value_minor');
  return broken([
    ['zone_id', textOf(method, 'zone_id') !== '', 'Choose a zone.'],
    ['name', isLong(method, 'name', 2, 80), nameWords],
    ['code', isCode(method), codeWords],
    ['carrier', isLong(method, 'carrier', 2, 80), nameWords],
    [
      'days_max',
      isBetween(numberOf(method, 'days_max'), least, most),
      'Enter at least the minimum.',
    ],
    [
      'max_weight_grams',
      isBetween(numberOf(method, 'max_weight_grams'), 1, most),
      'Enter at least 1 gram.',
    ],
    ['max_value_minor', value === null || value > 0, 'Enter more than 0, or leave it empty.'],
  ]);
}

export function rateFaults(rate: Draft<Row<'shipping_rates'>>): Faults {
  const [from, to] = [textOf(rate, 'valid_from'), textOf(rate, 'valid_to')];
  const value = numberOf(rate, 'to_value_minor');
  return broken([
    ['method_id', textOf(rate, 'method_id') !== '', 'Choose a method.'],
    [
      'to_weight_grams',
      isBetween(
        numberOf(rate, 'to_weight_grams'),
        (numberOf(rate, 'from_weight_grams') ?? 0) + 1,
        most,
      ),
      'Enter more than the start.',
    ],
    [
      'to_value_minor',
      value === null || value > (numberOf(rate, 'from_value_minor') ?? 0),
      'Enter more than the start, or leave it empty.',
    ],
    [
      'price_minor',
      numberOf(rate, 'price_minor') !== null,
      'Enter a price; 0.00 is free shipping.',
    ],
    ['valid_from', from !== '', 'Choose a day.'],
    ['valid_to', to === '' || to > from, 'Choose a day after the start, or leave it empty.'],
  ]);
}

const bounds = [
  ['inner_length_mm', 10, 3000],
  ['inner_width_mm', 10, 3000],
  ['inner_height_mm', 1, 3000],
  ['own_weight_grams', 1, 20_000],
  ['max_content_grams', 1, 100_000],
] as const;

export const packageFaults = (box: Draft<Row<'shipping_packages'>>): Faults =>
  broken([
    ['name', isLong(box, 'name', 2, 80), nameWords],
    ...bounds.map(
      ([name, least, greatest]) =>
        [
          name,
          isBetween(numberOf(box, name), least, greatest),
          `Enter ${least} to ${greatest}.`,
        ] as const,
    ),
  ]);

export function countryFaults(country: Draft<Row<'countries'>>): Faults {
  const isServed = isTrue(country, 'ships');
  return broken([
    ['code', /^[A-Z]{2}$/.test(textOf(country, 'code')), 'Enter two capital letters, like NL.'],
    ['name', isLong(country, 'name', 2, 80), nameWords],
    [
      'not_shipped_reason',
      isServed || isLong(country, 'not_shipped_reason', 1, 400),
      'Say why not, in a sentence.',
    ],
    [
      'currency',
      /^[A-Z]{3}$/.test(textOf(country, 'currency')),
      'Enter three capital letters, like EUR.',
    ],
    ['duties_note', isLong(country, 'duties_note', 0, 800), 'Enter at most 800 characters.'],
    ['region_label', isLong(country, 'region_label', 0, 40), 'Enter at most 40 characters.'],
    ['postcode_label', isLong(country, 'postcode_label', 0, 40), 'Enter at most 40 characters.'],
    [
      'postcode_pattern',
      isPattern(textOf(country, 'postcode_pattern')),
      'Enter a regular expression of at most 200 characters, or nothing.',
    ],
  ]);
}

function isPattern(text: string): boolean {
  try {
    return text.length <= 200 && new RegExp(text) instanceof RegExp;
  } catch {
    return false;
  }
}

export const restrictionFaults = (restriction: Draft<Row<'country_restrictions'>>): Faults =>
  broken([
    ['country_code', textOf(restriction, 'country_code') !== '', 'Choose a country.'],
    ['reason', isLong(restriction, 'reason', 2, 300), 'Enter 2 to 300 characters.'],
  ]);

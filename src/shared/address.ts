/**
 * Countries bring their own words and postcode pattern; a postcode that looks wrong is a warning, for
 * the carrier knows better than we do.
 */
import type { Row } from './backend/given.ts';
import { fail, succeed, type Result } from './result.ts';

export interface Address {
  readonly name: string;
  readonly line1: string;
  readonly line2: string;
  readonly city: string;
  readonly region: string;
  readonly postcode: string;
  readonly country: string;
  readonly phone: string;
}

export type AddressField = keyof Address;

/** As the table of countries has it; an empty label means that the country does without. */
export type CountryRules = Pick<
  Row<'countries'>,
  'code' | 'name' | 'ships' | 'region_label' | 'postcode_label' | 'postcode_pattern'
>;

export const emptyAddress: Address = {
  name: '',
  line1: '',
  line2: '',
  city: '',
  region: '',
  postcode: '',
  country: '',
  phone: '',
};

const longest: Readonly<Record<AddressField, number>> = {
  name: 120,
  line1: 120,
  line2: 120,
  city: 80,
  region: 80,
  postcode: 20,
  country: 2,
  phone: 40,
};

/** Where the postcode stands before the town on an envelope. */
const townFirst: ReadonlySet<string> = new Set(['AU', 'CA', 'GB', 'IE', 'IN', 'NZ', 'US', 'ZA']);

export interface ShownField {
  readonly name: AddressField;
  readonly label: string;
  readonly autoComplete: string;
  readonly isOptional: boolean;
  readonly maxLength: number;
}

/** The fields in the order in which people of that country write them. */
export function addressFields(rules: CountryRules | null): readonly ShownField[] {
  const field = (name: AddressField, label: string, autoComplete: string, isOptional = false) => ({
    name,
    label,
    autoComplete,
    isOptional,
    maxLength: longest[name],
  });
  const city = field('city', 'Town', 'address-level2');
  const postcodeLabel = rules === null ? 'Postcode' : rules.postcode_label;
  const postcode =
    postcodeLabel === ''
      ? []
      : [field('postcode', postcodeLabel, 'postal-code', !rules?.postcode_pattern)];
  const place = townFirst.has(rules?.code ?? '') ? [city, ...postcode] : [...postcode, city];
  const region = rules?.region_label ? [field('region', rules.region_label, 'address-level1')] : [];
  return [
    field('name', 'Name', 'name'),
    field('line1', 'Street and number', 'address-line1'),
    field('line2', 'Flat, floor, company', 'address-line2', true),
    ...place,
    ...region,
    field('phone', 'Phone, for the carrier', 'tel', true),
  ];
}

export type AddressProblems = Readonly<Partial<Record<AddressField, string>>>;

const fewest: Readonly<Partial<Record<AddressField, number>>> = { name: 2, line1: 2, city: 1 };

/** Everything that is wrong at once, by field. */
export function checkAddress(
  address: Address,
  rules: CountryRules | null,
): Result<Address, AddressProblems> {
  const tidy = tidyAddress(address, rules);
  const problems: Partial<Record<AddressField, string>> = {};
  if (rules === null) problems.country = 'Choose a country.';
  else if (!rules.ships) problems.country = `We do not ship to ${rules.name} yet.`;
  for (const { name, label, isOptional, maxLength } of addressFields(rules)) {
    const { length } = tidy[name];
    if (!isOptional && length < (fewest[name] ?? 1)) problems[name] = `${label} is missing.`;
    else if (length > maxLength) problems[name] = `At most ${maxLength} characters.`;
  }
  return Object.keys(problems).length === 0 ? succeed(tidy) : fail(problems);
}

/** Spaces are put right, postcodes are written in capitals, and what the country does without is left out. */
export function tidyAddress(address: Address, rules: CountryRules | null): Address {
  const shown = new Set<string>(['country', ...addressFields(rules).map(({ name }) => name)]);
  const tidy = (name: AddressField) =>
    shown.has(name) ? address[name].trim().replaceAll(/\s+/g, ' ') : '';
  return {
    name: tidy('name'),
    line1: tidy('line1'),
    line2: tidy('line2'),
    city: tidy('city'),
    region: tidy('region'),
    postcode: tidy('postcode').toUpperCase(),
    country: address.country.trim().toUpperCase(),
    phone: tidy('phone'),
  };
}

/** What is worth a second look, and stops nobody. */
export function addressWarning(address: Address, rules: CountryRules | null): string | null {
  if (rules === null || rules.postcode_pattern === '' || address.postcode.trim() === '')
    return null;
  const { postcode } = tidyAddress(address, rules);
  return matches(rules.postcode_pattern, postcode)
    ? null
    : `${postcode} does not look like a ${rules.postcode_label.toLowerCase()} in ${rules.name}. If it is right, leave it.`;
}

/** A pattern that somebody mistyped in the table accepts everything. */
function matches(pattern: string, text: string): boolean {
  try {
    return new RegExp(`^(?:${pattern})$`, 'iu').test(text);
  } catch {
    return true;
  }
}

/** @example addressLines({ …, postcode: '3511 AB', city: 'Utrecht' }, rules) // ['Ada', 'Street 1', '3511 AB Utrecht', 'Netherlands'] */
export function addressLines(address: Address, rules: CountryRules | null): readonly string[] {
  const { city, postcode, region } = address;
  const place = townFirst.has(address.country)
    ? [city, region, postcode]
    : [postcode, city, region];
  return [
    address.name,
    address.line1,
    address.line2,
    place.filter(Boolean).join(' '),
    rules?.name ?? address.country,
  ].filter(Boolean);
}

/**
 * How goods that go to a country are taxed, for pages: `private.tax_rule_of` decides. tests/cases/taxes.json
 * holds both to the same rules.
 */
import { formatMoney } from '#shared/money.ts';
import { rateWords } from '#shared/tax-words.ts';

export interface TaxRegistration {
  /** Null for the one stop shop of the EU. */
  readonly countryCode: string | null;
  readonly limitMinor: number | null;
  readonly limitPer: 'parcel' | 'item';
  readonly validFrom: string;
  readonly validTo: string | null;
}

export interface TaxPlace {
  readonly code: string;
  readonly inEu: boolean;
}

export interface TaxRule {
  readonly scheme: 'domestic' | 'oss' | 'local' | 'export' | '';
  /** Whose rate is in the price; null where nobody's is told. */
  readonly country: string | null;
  readonly limitMinor: number | null;
  readonly limitPer: 'parcel' | 'item';
}

export const isOn = (
  { validFrom, validTo }: { readonly validFrom: string; readonly validTo: string | null },
  day: string,
): boolean => validFrom <= day && (validTo === null || day < validTo);

const unlimited = { limitMinor: null, limitPer: 'parcel' } as const;

export function taxRuleOf(
  { code, inEu }: TaxPlace,
  home: TaxPlace | null,
  registrations: readonly TaxRegistration[],
  day: string,
): TaxRule {
  if (code === home?.code) return { scheme: 'domestic', country: code, ...unlimited };
  const held = registrations.filter((each) => isOn(each, day));
  const own = held.find(({ countryCode }) => countryCode === code);
  const shared = inEu ? held.find(({ countryCode }) => countryCode === null) : undefined;
  const registration = own ?? shared;
  if (registration !== undefined) {
    const { limitMinor, limitPer } = registration;
    return { scheme: own === undefined ? 'oss' : 'local', country: code, limitMinor, limitPer };
  }
  if (inEu && home === null) return { scheme: 'oss', country: code, ...unlimited };
  if (inEu && home?.inEu === true) return { scheme: 'domestic', country: home.code, ...unlimited };
  if (home !== null) return { scheme: 'export', country: home.code, ...unlimited };
  return { scheme: '', country: null, ...unlimited };
}

export interface TaxRate {
  readonly name: string;
  readonly rateBasisPoints: number;
}

const named = ({ name, rateBasisPoints }: TaxRate): string =>
  `${name} of ${rateWords(rateBasisPoints)}`;

/** What somebody there pays us, and what customs may ask of them. `inPrice` is the rate of the rule's country. */
export function taxWords(
  { scheme, limitMinor, limitPer }: TaxRule,
  inPrice: TaxRate | undefined,
  ofCountry: TaxRate | undefined,
): string {
  const customs =
    ofCountry && ofCountry.rateBasisPoints > 0 ? `Customs may charge ${named(ofCountry)}.` : '';
  if (scheme === '' || inPrice === undefined) return customs;
  if (scheme === 'export')
    return `We take our ${named(inPrice)} off at checkout. ${customs}`.trimEnd();
  if (limitMinor === null) return `Our prices include ${named(inPrice)}.`;
  return `Our prices include ${named(inPrice)} for ${limitPer === 'item' ? 'items' : 'parcels'} worth up to ${formatMoney(limitMinor, 'EUR')} before tax and shipping. Above that, we take our VAT off at checkout, and customs charge the tax.`;
}

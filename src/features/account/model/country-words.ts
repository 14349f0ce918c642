/** What a row of the table of countries says, in the language of the page. */
import { builtLanguage } from '#languages/built-language.ts';
import type { CountryRules } from '#shared/address.ts';

/** Addresses of few countries have such a line; a label that is not here is shown as it is written. */
const labels: Readonly<Record<string, string>> = {
  Postcode: 'Postcode',
  'Postal code': 'Postal code',
  'ZIP code': 'ZIP code',
  State: 'State',
  Province: 'Province',
  Region: 'Region',
  District: 'District',
  County: 'County',
  Prefecture: 'Prefecture',
  Emirate: 'Emirate',
};
const inWords = (label: string): string => labels[label] ?? label;

export function countryInWords(rules: CountryRules): CountryRules {
  const names = new Intl.DisplayNames([builtLanguage.locale], { type: 'region' });
  return {
    ...rules,
    name: names.of(rules.code) ?? rules.name,
    region_label: inWords(rules.region_label),
    postcode_label: inWords(rules.postcode_label),
  };
}

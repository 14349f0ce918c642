/**
 * Invariant: it reads the tables that the checkout reads, so that the two pages can't disagree.
 */
import { readMarkdown } from './markdown.ts';
import { groupedBy, oncePerBuild, rowsOf } from './rows.ts';
import type { RowOf } from './rows.ts';

export interface ShippingMethod extends RowOf<'shippingMethods'> {
  readonly rates: readonly RowOf<'shippingRates'>[];
}

export interface ShippingZone extends RowOf<'shippingZones'> {
  readonly methods: readonly ShippingMethod[];
}

export interface CountryFacts extends RowOf<'countries'> {
  readonly dutiesHtml: string;
  readonly zoneIds: readonly string[];
  readonly taxes: readonly RowOf<'taxRates'>[];
  readonly restrictions: readonly { readonly shippingTag: string; readonly reason: string }[];
  readonly partnerIds: readonly string[];
}

export interface PartnerFacts extends RowOf<'regionalPartners'> {
  readonly sales: readonly RowOf<'partnerSales'>[];
}

export interface ShippingFacts {
  readonly countries: readonly CountryFacts[];
  readonly zones: readonly ShippingZone[];
  readonly partners: readonly PartnerFacts[];
}

async function readZones(): Promise<readonly ShippingZone[]> {
  const ratesOf = await groupedBy('shippingRates', (rate) => rate.methodId);
  const methodsOf = await groupedBy('shippingMethods', (method) => method.zoneId);
  return (await rowsOf('shippingZones')).map((zone) => ({
    ...zone,
    methods: methodsOf(zone.id).map((method) => ({
      ...method,
      rates: ratesOf(method.id).toSorted(
        (a, b) => a.fromWeightGrams - b.fromWeightGrams || a.priceMinor - b.priceMinor,
      ),
    })),
  }));
}

async function readCountries(): Promise<readonly CountryFacts[]> {
  const toHtml = await readMarkdown();
  const zonesOf = await groupedBy('zoneCountries', (row) => row.countryCode);
  const taxesOf = await groupedBy('taxRates', (rate) => rate.countryCode);
  const restrictionsOf = await groupedBy('countryRestrictions', (row) => row.countryCode);
  const partnersOf = await groupedBy('partnerCountries', (row) => row.countryCode);
  return (await rowsOf('countries'))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
    .map((country) => ({
      ...country,
      dutiesHtml: toHtml(country.dutiesNote),
      zoneIds: zonesOf(country.code).map(({ zoneId }) => zoneId),
      taxes: taxesOf(country.code),
      restrictions: restrictionsOf(country.code).map(({ shippingTag, reason }) => ({
        shippingTag,
        reason,
      })),
      partnerIds: partnersOf(country.code).map(({ partnerId }) => partnerId),
    }));
}

export const readShipping = oncePerBuild(async (): Promise<ShippingFacts> => {
  const salesOf = await groupedBy('partnerSales', (sale) => sale.partnerId);
  const partners = (await rowsOf('regionalPartners')).map((partner) => ({
    ...partner,
    sales: salesOf(partner.id),
  }));
  return { countries: await readCountries(), zones: await readZones(), partners };
});

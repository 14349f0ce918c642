/**
 * Invariant: it reads the tables that the checkout reads, so that the two pages can't disagree.
 */
import { isOn, taxRuleOf, taxWords } from '#features/shipping/model/tax-rule.ts';
import { buildTime } from './build-clock.ts';
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
  /** What of its tax is in our prices, and what customs may ask for. */
  readonly taxWords: string;
  readonly isTaxCollected: boolean;
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

async function readTaxes() {
  const today = new Date(buildTime()).toISOString().slice(0, 10);
  const countries = await rowsOf('countries');
  const registrations = await rowsOf('taxRegistrations');
  const seller = (await rowsOf('sellers')).find((row) => row.isReady && isOn(row, today));
  const homeCode = seller?.vatNumber ? seller.countryCode : null;
  const home = countries.find(({ code }) => code === homeCode) ?? null;
  const rates = (await rowsOf('taxRates')).filter(
    (rate) => rate.taxClassCode === 'goods' && isOn(rate, today),
  );
  const rateIn = (code: string | null) => rates.find(({ countryCode }) => countryCode === code);
  return (country: RowOf<'countries'>) => {
    const rule = taxRuleOf(country, home, registrations, today);
    return {
      taxWords: taxWords(rule, rateIn(rule.country), rateIn(country.code)),
      isTaxCollected: !['export', ''].includes(rule.scheme),
    };
  };
}

async function readCountries(): Promise<readonly CountryFacts[]> {
  const toHtml = await readMarkdown();
  const zonesOf = await groupedBy('zoneCountries', (row) => row.countryCode);
  const taxOf = await readTaxes();
  const restrictionsOf = await groupedBy('countryRestrictions', (row) => row.countryCode);
  const partnersOf = await groupedBy('partnerCountries', (row) => row.countryCode);
  return (await rowsOf('countries'))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
    .map((country) => ({
      ...country,
      dutiesHtml: toHtml(country.dutiesNote),
      zoneIds: zonesOf(country.code).map(({ zoneId }) => zoneId),
      ...taxOf(country),
      restrictions: restrictionsOf(country.code).map(({ shippingTag, reason }) => ({
        shippingTag,
        reason,
      })),
      partnerIds: partnersOf(country.code).map(({ partnerId }) => partnerId),
    }));
}

/** A shop that sells a batch in its own region. */
export interface PartnerSale {
  readonly name: string;
  readonly url: string;
  readonly endsAt: string;
  readonly countries: readonly { readonly code: string; readonly name: string }[];
}

/** By batch: those that still sell it, in the order of the desk. */
export const readPartnerSales = oncePerBuild(async () => {
  const salesOf = await groupedBy('partnerSales', (sale) => sale.batchId);
  const served = await groupedBy('partnerCountries', (row) => row.partnerId);
  const partners = await rowsOf('regionalPartners');
  const countries = await rowsOf('countries');
  return (batchId: string): readonly PartnerSale[] =>
    partners.flatMap(({ id, name }) => {
      const sale = salesOf(batchId).find(({ partnerId }) => partnerId === id);
      if (sale === undefined || Date.parse(sale.endsAt) <= buildTime()) return [];
      const codes = new Set(served(id).map(({ countryCode }) => countryCode));
      return {
        name,
        url: sale.saleUrl,
        endsAt: sale.endsAt,
        countries: countries
          .filter(({ code }) => codes.has(code))
          .map((country) => ({ code: country.code, name: country.name }))
          .toSorted((a, b) => a.name.localeCompare(b.name, 'en')),
      };
    });
});

export const readShipping = oncePerBuild(async (): Promise<ShippingFacts> => {
  const salesOf = await groupedBy('partnerSales', (sale) => sale.partnerId);
  const partners = (await rowsOf('regionalPartners')).map((partner) => ({
    ...partner,
    sales: salesOf(partner.id),
  }));
  return { countries: await readCountries(), zones: await readZones(), partners };
});

/** Invariant: the countries page and the checkout read the same tables. */
import { z } from 'astro/zod';

const id = z.guid();
const text = z.string();
const count = z.int();
const day = z.string();

export const countries = z.object({
  code: z.string().length(2),
  name: text,
  ships: z.boolean(),
  not_shipped_reason: text,
  in_eu: z.boolean(),
  currency: text,
  duties_payer: z.enum(['none', 'shop', 'customer']),
  duties_note: text,
});

export const taxRates = z.object({
  id,
  country_code: text,
  tax_class_code: text,
  name: text,
  rate_basis_points: count,
  valid_from: day,
  valid_to: day.nullable(),
});

export const taxRegistrations = z.object({
  id,
  country_code: text.nullable(),
  limit_minor: count.nullable(),
  limit_per: z.enum(['parcel', 'item']),
  valid_from: day,
  valid_to: day.nullable(),
});

/** Of who sells, the country, and whether it charges VAT: whose tax is in prices. */
export const sellers = z.object({
  id,
  country_code: text.nullable(),
  vat_number: text,
  is_ready: z.boolean(),
  valid_from: day,
  valid_to: day.nullable(),
});

export const countryRestrictions = z.object({
  country_code: text,
  shipping_tag: text,
  reason: text,
});

export const shippingZones = z.object({ id, code: text, title: text, position: count });
export const zoneCountries = z.object({ zone_id: id, country_code: text });

export const shippingMethods = z.object({
  id,
  zone_id: id,
  code: text,
  name: text,
  carrier: text,
  days_min: count,
  days_max: count,
  is_tracked: z.boolean(),
  max_weight_grams: count,
  max_value_minor: count.nullable(),
  currency: text,
  refused_tags: z.array(text),
  note: text,
  position: count,
});

export const shippingRates = z.object({
  id,
  method_id: id,
  from_weight_grams: count,
  to_weight_grams: count,
  from_value_minor: count,
  to_value_minor: count.nullable(),
  price_minor: count,
  currency: text,
  valid_from: day,
  valid_to: day.nullable(),
});

export const regionalPartners = z.object({
  id,
  code: text,
  name: text,
  website: z.url(),
  note: text,
  position: count,
});

export const partnerCountries = z.object({ partner_id: id, country_code: text });

export const partnerSales = z.object({
  partner_id: id,
  batch_id: id,
  sale_url: text,
  ends_at: text,
});

export const settings = z.object({ key: text, value: z.number(), unit: text, meaning: text });

export const faqGroups = z.object({ id, code: text, title: text, position: count });

export const faqEntries = z.object({
  id,
  group_id: id,
  code: text,
  question: text,
  answer: text,
  position: count,
});

export const pageTexts = z.object({
  id,
  page: text,
  code: text,
  title: text,
  body: text,
  position: count,
});

export const legalVersions = z.object({
  document: text,
  number: count,
  changes: text,
  publish_at: text,
  effective_at: text,
  id,
});

export const legalSections = z.object({
  id,
  version_id: id,
  code: text,
  title: text,
  plain: text,
  body: text,
  position: count,
});

/** Without what they were made from, which visitors can't read. */
export const translations = z.object({
  id,
  language: text,
  table_name: text,
  row_id: text,
  column_name: text,
  text,
  source_md5: text,
});

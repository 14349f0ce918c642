/**
 * A second opinion on what a cart costs, written from the rules alone and in exact whole numbers, so
 * that the database has something independent to disagree with.
 */
import type { AnySql } from './orders.ts';

export interface ModelItem {
  readonly id: string;
  readonly price: bigint;
  readonly grams: bigint;
  readonly group: string;
  readonly taxClass: string;
}

export interface ModelRate {
  readonly method: string;
  readonly over: bigint;
  readonly upTo: bigint;
  readonly from: bigint;
  readonly below: bigint | null;
  readonly price: bigint;
}

export interface ModelMethod {
  readonly id: string;
  readonly country: string;
  readonly most: bigint;
  readonly mostValue: bigint | null;
}

export interface ModelRegistration {
  /** Null for the one stop shop of the EU. */
  readonly country: string | null;
  readonly limit: bigint | null;
  readonly isPerItem: boolean;
}

export interface Catalogue {
  readonly items: readonly ModelItem[];
  readonly rates: readonly ModelRate[];
  readonly methods: readonly ModelMethod[];
  /** The rate of each country and class of goods, as `DE goods`. */
  readonly taxes: ReadonlyMap<string, { readonly rate: bigint; readonly name: string }>;
  readonly union: ReadonlySet<string>;
  readonly home: string;
  readonly registrations: readonly ModelRegistration[];
}

const big = (value: unknown): bigint => BigInt(String(value));
const bigOrNull = (value: unknown): bigint | null => (value === null ? null : big(value));

/** Only what anyone can order in any number: what limits do is told by other tests. */
export async function readCatalogue(sql: AnySql): Promise<Catalogue> {
  const items = await sql`
    select v.id, v.price_minor, v.weight_grams, p.ship_group, p.tax_class_code
    from public.variants v join public.products p on p.id = v.product_id
    where v.availability = 'in_stock' and p.status = 'published' and p.publish_at <= now()
      and p.shipping_tags = '{}' and not exists (select from public.product_options o where o.product_id = p.id)`;
  const rates = await sql`
    select * from public.shipping_rates
    where valid_from <= current_date and (valid_to is null or current_date < valid_to)`;
  const methods = await sql`
    select m.id, z.country_code, m.max_weight_grams, m.max_value_minor from public.shipping_methods m
    join public.zone_countries z on z.zone_id = m.zone_id where m.is_offered`;
  const taxes = await sql`
    select country_code, tax_class_code, name, rate_basis_points from public.tax_rates
    where valid_from <= current_date and (valid_to is null or current_date < valid_to)`;
  const registrations = await sql`
    select country_code, limit_minor, limit_per from public.tax_registrations
    where valid_from <= current_date and (valid_to is null or current_date < valid_to)`;
  const union = await sql`select code from public.countries where in_eu`;
  const [seller] = await sql`select country_code from public.sellers`;
  return {
    items: items.map((row) => ({
      id: String(row['id']),
      price: big(row['price_minor']),
      grams: big(row['weight_grams']),
      group: String(row['ship_group']),
      taxClass: String(row['tax_class_code']),
    })),
    rates: rates.map((row) => ({
      method: String(row['method_id']),
      over: big(row['from_weight_grams']),
      upTo: big(row['to_weight_grams']),
      from: big(row['from_value_minor']),
      below: bigOrNull(row['to_value_minor']),
      price: big(row['price_minor']),
    })),
    methods: methods.map((row) => ({
      id: String(row['id']),
      country: String(row['country_code']),
      most: big(row['max_weight_grams']),
      mostValue: bigOrNull(row['max_value_minor']),
    })),
    taxes: new Map(
      taxes.map((row) => [
        `${row['country_code']} ${row['tax_class_code']}`,
        { rate: big(row['rate_basis_points']), name: String(row['name']) },
      ]),
    ),
    union: new Set(union.map((row) => String(row['code']))),
    home: String(seller?.['country_code']),
    registrations: registrations.map((row) => ({
      country: row['country_code'] as string | null,
      limit: bigOrNull(row['limit_minor']),
      isPerItem: row['limit_per'] === 'item',
    })),
  };
}

/** Numbers of the right form; nobody has them. */
export const vatNumbers: Readonly<Record<string, string>> = {
  AT: 'ATU12345678',
  BE: 'BE0123456789',
  BG: 'BG123456789',
  CY: 'CY12345678X',
  CZ: 'CZ12345678',
  DE: 'DE123456789',
  DK: 'DK12345678',
  EE: 'EE123456789',
  ES: 'ESX1234567X',
  FI: 'FI12345678',
  FR: 'FR12345678901',
  GR: 'EL123456789',
  HR: 'HR12345678901',
  HU: 'HU12345678',
  IE: 'IE1234567WA',
  IT: 'IT12345678901',
  LT: 'LT123456789',
  LU: 'LU12345678',
  LV: 'LV12345678901',
  MT: 'MT12345678',
  NL: 'NL001234567B01',
  PL: 'PL1234567890',
  PT: 'PT123456789',
  RO: 'RO12345678',
  SE: 'SE123456789001',
  SI: 'SI12345678',
  SK: 'SK1234567890',
};

const sum = (values: readonly bigint[]) => values.reduce((whole, value) => whole + value, 0n);

/** Rounded half up. */
const ratio = (amount: bigint, part: bigint, whole: bigint) => {
  const doubled = amount * part * 2n;
  return (doubled + whole) / (whole * 2n);
};

/** Gives each part its floor and then the missing cents to the largest remainders, one by one. */
function share(amount: bigint, weights: readonly bigint[]): bigint[] {
  const whole = sum(weights);
  if (whole === 0n) return weights.map(() => 0n);
  const parts = weights.map((weight) => (amount * weight) / whole);
  const open = weights.map((weight) => (amount * weight) % whole);
  for (let missing = amount - sum(parts); missing > 0n; missing -= 1n) {
    let best = 0;
    for (let index = 1; index < open.length; index += 1) {
      if ((open[index] ?? 0n) > (open[best] ?? 0n)) best = index;
    }
    parts[best] = (parts[best] ?? 0n) + 1n;
    open[best] = -1n;
  }
  return parts;
}

/** A company has a checked number of its own country, or of another one. */
export type Buyer = 'person' | 'company' | 'numbered' | 'numbered elsewhere';

export interface Basket {
  readonly lines: readonly { readonly item: ModelItem; readonly quantity: bigint }[];
  readonly country: string;
  readonly buyer: Buyer;
  readonly percentOff: bigint;
  readonly method: string | null;
  /** Whether all of it waits for its last part, and leaves as one parcel. */
  readonly isTogether: boolean;
}

export interface ModelQuote {
  readonly subtotal: bigint;
  readonly discount: bigint;
  readonly shipping: bigint;
  readonly added: bigint;
  readonly included: bigint;
  readonly total: bigint;
  readonly lines: readonly ModelTaxed[];
  readonly shippingTax: ModelTaxed;
}

/** What an amount costs its buyer, and the tax that it has, by which rule and rate. */
export interface ModelTaxed {
  readonly cost: bigint;
  readonly tax: bigint;
  readonly rate: bigint;
  readonly scheme: string;
}

/** What a method asks for one parcel, or null where it does not take it. */
function parcelPrice(catalogue: Catalogue, method: ModelMethod, grams: bigint, value: bigint) {
  if (grams > method.most || (method.mostValue !== null && value > method.mostValue)) return null;
  const rate = catalogue.rates.find(
    (each) =>
      each.method === method.id &&
      grams > each.over &&
      grams <= each.upTo &&
      value >= each.from &&
      (each.below === null || value < each.below),
  );
  return rate?.price ?? null;
}

export function shippingPrice(
  catalogue: Catalogue,
  basket: Basket,
  method: ModelMethod,
): bigint | null {
  const groups = [...new Set(basket.lines.map(({ item }) => item.group))];
  const prices = groups.map((group) => {
    const lines = basket.lines.filter(({ item }) => item.group === group);
    const grams = sum(lines.map(({ item, quantity }) => item.grams * quantity));
    const value = sum(lines.map(({ item, quantity }) => item.price * quantity));
    return parcelPrice(catalogue, method, grams, value);
  });
  return prices.reduce<bigint | null>(
    (whole, price) => (whole === null || price === null ? null : whole + price),
    0n,
  );
}

export const vatNumberOf = ({ buyer, country }: Basket): string | null => {
  if (buyer === 'numbered') return vatNumbers[country] ?? null;
  return buyer === 'numbered elsewhere'
    ? (vatNumbers[country === 'DE' ? 'FR' : 'DE'] ?? null)
    : null;
};

interface ModelRule {
  readonly scheme: string;
  /** Whose tax is in the price. */
  readonly place: string;
  readonly isTakenOff: boolean;
  readonly registration?: ModelRegistration;
}

function ruleOf({ home, union, registrations }: Catalogue, { country, buyer }: Basket): ModelRule {
  const isUnion = union.has(country);
  if (country === home) return { scheme: 'domestic', place: home, isTakenOff: false };
  if (isUnion && buyer === 'numbered')
    return { scheme: 'reverse_charge', place: home, isTakenOff: true };
  const own = registrations.find((each) => each.country === country);
  const shared = isUnion ? registrations.find((each) => each.country === null) : undefined;
  if (own) return { scheme: 'local', place: country, isTakenOff: false, registration: own };
  if (shared) return { scheme: 'oss', place: country, isTakenOff: false, registration: shared };
  if (isUnion) return { scheme: 'domestic', place: home, isTakenOff: false };
  return { scheme: 'export', place: home, isTakenOff: true };
}

function taxedLines(catalogue: Catalogue, basket: Basket, paid: readonly bigint[]): ModelTaxed[] {
  const rule = ruleOf(catalogue, basket);
  const rateIn = (place: string, item: ModelItem) =>
    catalogue.taxes.get(`${place} ${item.taxClass}`)?.rate ?? 0n;
  const within = (amount: bigint, rate: bigint) => ratio(amount, rate, 10_000n + rate);
  const nets = basket.lines.map(({ item }, index) => {
    const amount = paid[index] ?? 0n;
    return amount - within(amount, rateIn(rule.place, item));
  });
  const limit = rule.registration?.limit ?? null;
  const isOver = (index: number): boolean => {
    const line = basket.lines[index];
    if (limit === null || line === undefined) return false;
    if (rule.registration?.isPerItem) return (nets[index] ?? 0n) > limit * line.quantity;
    const together = nets.filter((_, other) => basket.lines[other]?.item.group === line.item.group);
    return sum(together) > limit;
  };
  return basket.lines.map(({ item }, index) => {
    const amount = paid[index] ?? 0n;
    const isTakenOff = rule.isTakenOff || isOver(index);
    if (!isTakenOff) {
      const rate = rateIn(rule.place, item);
      return { cost: amount, tax: within(amount, rate), rate, scheme: rule.scheme };
    }
    const off = within(amount, rateIn(catalogue.home, item));
    const scheme = rule.isTakenOff ? rule.scheme : 'export';
    return { cost: amount - off, tax: 0n, rate: 0n, scheme };
  });
}

/** As the line with the highest tax in its price; without any, the tax of home comes off. */
function taxedShipping(
  catalogue: Catalogue,
  basket: Basket,
  lines: readonly ModelTaxed[],
  shipping: bigint,
): ModelTaxed {
  const [highest] = lines
    .filter(({ scheme }) => scheme !== 'export' && scheme !== 'reverse_charge')
    .toSorted((a, b) => Number(b.rate - a.rate));
  if (highest !== undefined) {
    const tax = ratio(shipping, highest.rate, 10_000n + highest.rate);
    return { cost: shipping, tax, rate: highest.rate, scheme: highest.scheme };
  }
  const rates = basket.lines.map(
    ({ item }) => catalogue.taxes.get(`${catalogue.home} ${item.taxClass}`)?.rate ?? 0n,
  );
  const rate = rates.reduce((most, each) => (each > most ? each : most), 0n);
  const off = ratio(shipping, rate, 10_000n + rate);
  return { cost: shipping - off, tax: 0n, rate: 0n, scheme: lines[0]?.scheme ?? '' };
}

export function priceBasket(catalogue: Catalogue, basket: Basket): ModelQuote {
  const totals = basket.lines.map(({ item, quantity }) => item.price * quantity);
  const subtotal = sum(totals);
  const discount = ratio(subtotal, basket.percentOff, 100n);
  const offs = share(discount, totals);
  const paid = totals.map((total, index) => total - (offs[index] ?? 0n));
  const method = catalogue.methods.find(
    ({ id, country }) => id === basket.method && country === basket.country,
  );
  const shipping = (method && shippingPrice(catalogue, basket, method)) ?? 0n;
  const lines = taxedLines(catalogue, basket, paid);
  const shippingTax = taxedShipping(catalogue, basket, lines, shipping);
  const all = [...lines, shippingTax];
  const total = sum(all.map(({ cost }) => cost));
  return {
    subtotal,
    discount,
    shipping,
    added: total - (subtotal - discount + shipping),
    included: sum(all.map(({ tax }) => tax)),
    total,
    lines,
    shippingTax,
  };
}

/** The same goods in one parcel. */
const inOneParcel = (basket: Basket): Basket => ({
  ...basket,
  lines: basket.lines.map((line) => ({ ...line, item: { ...line.item, group: 'together' } })),
});

/** As its buyer wants it sent. */
export const asSent = (basket: Basket): Basket =>
  basket.isTogether ? inOneParcel(basket) : basket;

/** What waiting saves; null where no one can say, and where there is nothing to choose. */
export function savedByWaiting(catalogue: Catalogue, basket: Basket): bigint | null {
  const both = [basket, inOneParcel(basket)] as const;
  const method = catalogue.methods.find(
    ({ id, country }) => id === basket.method && country === basket.country,
  );
  const isSplit = new Set(basket.lines.map(({ item }) => item.group)).size > 1;
  if (!isSplit || method === undefined) return null;
  if (both.some((each) => shippingPrice(catalogue, each, method) === null)) return null;
  const [apart, joint] = both.map((each) => priceBasket(catalogue, each));
  const isSameTax = apart?.lines.every(({ scheme }, at) => joint?.lines[at]?.scheme === scheme);
  return apart && joint && isSameTax ? apart.total - joint.total : null;
}

/** The same baskets in every run: a failure names one that can be looked at again. */
export function createDice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

const buyers: readonly Buyer[] = ['person', 'person', 'company', 'numbered', 'numbered elsewhere'];

/** Lines, a country that the shop ships to, a buyer and a method, if one serves. */
export function rollBasket(catalogue: Catalogue, dice: (sides: number) => number): Basket {
  const countries = [...new Set(catalogue.methods.map(({ country }) => country))].toSorted();
  const lines = Array.from({ length: 1 + dice(8) }, () => {
    const item = catalogue.items[dice(catalogue.items.length)];
    if (item === undefined) throw new Error('There is nothing to buy.');
    return { item, quantity: BigInt(1 + dice(dice(4) === 0 ? 30 : 3)) };
  });
  const country = countries[dice(countries.length)] ?? 'NL';
  const buyer = buyers[dice(buyers.length)] ?? 'person';
  const percentOff = dice(3) === 0 ? 10n : 0n;
  const isTogether = dice(3) === 0;
  const basket: Basket = { lines, country, buyer, percentOff, method: null, isTogether };
  const serving = catalogue.methods.filter(
    (method) =>
      method.country === country && shippingPrice(catalogue, asSent(basket), method) !== null,
  );
  return { ...basket, method: serving[dice(serving.length)]?.id ?? null };
}

/** The register of the EU knows every number of the model. */
export async function checkVatNumbers(sql: AnySql): Promise<void> {
  await sql`insert into private.vat_checks ${sql(Object.values(vatNumbers).map((number) => ({ number, is_valid: true, name: 'Sample GmbH' })))}`;
}

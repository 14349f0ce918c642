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

export interface Catalogue {
  readonly items: readonly ModelItem[];
  readonly rates: readonly ModelRate[];
  readonly methods: readonly ModelMethod[];
  readonly taxes: ReadonlyMap<string, { readonly rate: bigint; readonly included: boolean }>;
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
    select r.country_code, r.tax_class_code, r.rate_basis_points, c.in_eu from public.tax_rates r
    join public.countries c on c.code = r.country_code
    where r.collected and r.valid_from <= current_date and (r.valid_to is null or current_date < r.valid_to)`;
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
        { rate: big(row['rate_basis_points']), included: row['in_eu'] === true },
      ]),
    ),
  };
}

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

export interface Basket {
  readonly lines: readonly { readonly item: ModelItem; readonly quantity: bigint }[];
  readonly country: string;
  readonly percentOff: bigint;
  readonly method: string | null;
}

export interface ModelQuote {
  readonly subtotal: bigint;
  readonly discount: bigint;
  readonly shipping: bigint;
  readonly added: bigint;
  readonly included: bigint;
  readonly total: bigint;
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

export function priceBasket(catalogue: Catalogue, basket: Basket): ModelQuote {
  const totals = basket.lines.map(({ item, quantity }) => item.price * quantity);
  const subtotal = sum(totals);
  const discount = ratio(subtotal, basket.percentOff, 100n);
  const offs = share(discount, totals);
  const method = catalogue.methods.find(
    ({ id, country }) => id === basket.method && country === basket.country,
  );
  const shipping = (method && shippingPrice(catalogue, basket, method)) ?? 0n;
  let added = 0n;
  let included = 0n;
  let highest: { readonly rate: bigint; readonly included: boolean } | undefined;
  basket.lines.forEach(({ item }, index) => {
    const tax = catalogue.taxes.get(`${basket.country} ${item.taxClass}`);
    if (tax === undefined) return;
    if (highest === undefined || tax.rate > highest.rate) highest = tax;
    const paid = (totals[index] ?? 0n) - (offs[index] ?? 0n);
    if (tax.included) included += ratio(paid, tax.rate, 10_000n + tax.rate);
    else added += ratio(paid, tax.rate, 10_000n);
  });
  if (highest?.included === true) included += ratio(shipping, highest.rate, 10_000n + highest.rate);
  if (highest?.included === false) added += ratio(shipping, highest.rate, 10_000n);
  const total = subtotal + shipping + added - discount;
  return { subtotal, discount, shipping, added, included, total };
}

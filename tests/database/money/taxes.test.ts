/* The short form runs with every test; KEYWRIGHT_LONG=1 (npm run test:long) sells 10,000 baskets. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, describe, test } from 'node:test';
import { anonymous, openTestDatabase, person } from '../../support/database.ts';
import {
  checkVatNumbers,
  createDice,
  priceBasket,
  readCatalogue,
  asSent,
  rollBasket,
  vatNumberOf,
  type Basket,
  type Catalogue,
  type ModelQuote,
  type ModelTaxed,
} from '../../support/data/basket-model.ts';
import { documentDesk, findBrokenEInvoices } from '../../support/data/documents.ts';
import {
  buy,
  dutchAddress,
  findBrokenInvariants,
  line,
  quoteCart,
  sendOrder,
} from '../../support/data/orders.ts';
import { noteFigure } from '../../support/long-figures.ts';
import { taxRuleOf } from '../../../src/features/shipping/model/tax-rule.ts';

const database = openTestDatabase();
const { pay, refund, documentsOf } = documentDesk(database);

interface ReportRow {
  readonly country: string;
  readonly scheme: string;
  readonly rate_basis_points: number;
  readonly net_minor: number;
  readonly tax_minor: number;
  readonly invoices: number;
  readonly credit_notes: number;
}

const readReport = async (): Promise<readonly ReportRow[]> => {
  const [row] = await database.as(
    person('owner'),
    (sql) => sql<{ report: ReportRow[] }[]>`
      select public.vat_report(current_date - 1, current_date + 1) as report`,
  );
  return row?.report ?? [];
};

/** What the report has to say, added up beside it. */
class Ledger {
  readonly #sums = new Map<string, [net: bigint, tax: bigint, invoices: number, notes: number]>();

  add(country: string, parts: readonly ModelTaxed[], kind: 'invoice' | 'credit_note') {
    const sign = kind === 'invoice' ? 1n : -1n;
    const keys = new Set<string>();
    for (const { cost, tax, rate, scheme } of parts.filter((part) => part.cost > 0n)) {
      const key = `${country} ${scheme} ${rate}`;
      const [net, sum, invoices, notes] = this.#sums.get(key) ?? [0n, 0n, 0, 0];
      const isNew = keys.has(key) ? 0 : 1;
      keys.add(key);
      this.#sums.set(key, [
        net + sign * (cost - tax),
        sum + sign * tax,
        invoices + (kind === 'invoice' ? isNew : 0),
        notes + (kind === 'invoice' ? 0 : isNew),
      ]);
    }
  }

  get rows(): readonly string[] {
    return [...this.#sums].map(([key, sums]) => `${key}: ${sums.join(' ')}`).toSorted();
  }
}

const told = (rows: readonly ReportRow[]): readonly string[] =>
  rows
    .map(
      (row) =>
        `${row.country} ${row.scheme} ${row.rate_basis_points}: ${row.net_minor} ${row.tax_minor} ${row.invoices} ${row.credit_notes}`,
    )
    .toSorted();

const companyOf = (basket: Basket) =>
  basket.buyer === 'person'
    ? null
    : { name: 'Sample GmbH', vat_number: vatNumberOf(basket) ?? '', purchase_number: '' };

async function sell(basket: Basket, model: ModelQuote): Promise<string> {
  const lines = basket.lines.map(({ item, quantity }) => ({
    variant_id: item.id,
    quantity: Number(quantity),
  }));
  const { country, method, isTogether: together } = basket;
  const code = basket.percentOff === 0n ? null : 'WELCOME10';
  const placed = await database.keepAs(anonymous, async (sql) => {
    const asked = { country, code, method, vatNumber: vatNumberOf(basket), together };
    const quote = await quoteCart(sql, lines, asked);
    assert.equal(quote.total_minor, Number(model.total), JSON.stringify(asked));
    const address = {
      ...dutchAddress,
      country,
      company: companyOf(basket),
      ships_together: together,
    };
    return sendOrder(sql, { lines, address, method, code, hash: quote.quote_hash });
  });
  assert.equal(placed.order.total_minor, Number(model.total));
  return placed.order.id;
}

const totalsOf = async (id: string) =>
  (await documentsOf(id)).map(({ kind, total_minor, tax_minor }) => [kind, total_minor, tax_minor]);

/** One line comes back: what it cost, with all the tax that it had. */
async function giveBack(id: string, place: number): Promise<void> {
  const [row] = await database.sql<{ id: string; quantity: number }[]>`
    select id, quantity from public.order_lines where order_id = ${id} and position = ${place + 1}`;
  assert.ok(row);
  await refund(id, null, [{ line_id: row.id, quantity: row.quantity }]);
}

/** What the page of a country says of our prices there holds for whoever buys without a VAT number. */
function agreesWithPage(
  { home, union, taxes, registrations }: Catalogue,
  { country, buyer, lines }: Basket,
  taxed: readonly ModelTaxed[],
): void {
  if (buyer === 'numbered') return;
  const placeOf = (code: string) => ({ code, inEu: union.has(code) });
  const held = registrations.map((each) => ({
    countryCode: each.country,
    limitMinor: each.limit === null ? null : Number(each.limit),
    limitPer: each.isPerItem ? ('item' as const) : ('parcel' as const),
    validFrom: '',
    validTo: null,
  }));
  const rule = taxRuleOf(placeOf(country), placeOf(home), held, 'today');
  for (const [place, { scheme, rate, tax }] of taxed.entries()) {
    // Over a limit the page says that the tax is taken off.
    const isOff = rule.scheme === 'export' || (rule.limitMinor !== null && scheme === 'export');
    const inPrice = taxes.get(`${rule.country} ${lines[place]?.item.taxClass}`)?.rate;
    if (isOff) assert.deepEqual([scheme, tax], ['export', 0n], country);
    else assert.deepEqual([scheme, rate], [rule.scheme, inPrice ?? 0n], country);
  }
}

async function follow(catalogue: Catalogue, basket: Basket, ledger: Ledger, turn: number) {
  const model = priceBasket(catalogue, asSent(basket));
  const id = await sell(basket, model);
  agreesWithPage(catalogue, basket, model.lines);
  await pay(id);
  const parts = [...model.lines, model.shippingTax];
  const tax = parts.reduce((sum, part) => sum + part.tax, 0n);
  assert.deepEqual(await totalsOf(id), [['invoice', Number(model.total), Number(tax)]]);
  ledger.add(basket.country, parts, 'invoice');
  if (turn % 3 !== 0 || basket.lines.length < 2) return;
  const place = turn % basket.lines.length;
  const gone = model.lines[place];
  assert.ok(gone);
  await giveBack(id, place);
  const [, note] = await totalsOf(id);
  assert.deepEqual(note, ['credit_note', Number(gone.cost), Number(gone.tax)]);
  ledger.add(basket.country, [gone], 'credit_note');
}

describe('the tax of what is sold', () => {
  const count = process.env['KEYWRIGHT_LONG'] === '1' ? 10_000 : 150;

  before(async () => {
    await checkVatNumbers(database.sql);
    // Whoever buys, from stock without end: limits and postcodes are told by other tests.
    await database.sql`update public.countries set postcode_pattern = ''`;
    await database.sql`update public.stock_pools set on_hand = 10000000`;
    await database.sql`update public.variants set max_per_customer = null`;
    await database.sql`update public.products set max_per_customer = null`;
    await database.sql`update public.variants set is_required = false`;
    await database.sql`update public.discount_codes set most_per_customer = null`;
  });

  test(`is the same on the page, in quote, order, invoice, credit note and report for ${count} baskets, countries and buyers`, async () => {
    const catalogue = await readCatalogue(database.sql);
    const dice = createDice(11);
    const ledger = new Ledger();
    let sold = 0;
    while (sold < count) {
      const basket = rollBasket(catalogue, dice);
      if (basket.method === null) continue;
      await follow(catalogue, basket, ledger, sold);
      sold += 1;
    }
    assert.deepEqual(told(await readReport()), ledger.rows);
    assert.deepEqual(await findBrokenInvariants(database.sql), []);
    assert.deepEqual(await findBrokenEInvoices(database), []);
    noteFigure({
      what: `B21: ${count} baskets, countries and buyers, from page to report`,
      goal: 'to the cent',
      figure: 'to the cent',
    });
  });

  test('an order without VAT keeps what the register said, and takes its last cent back', async () => {
    const [item] = await database.sql<{ id: string }[]>`
      select id from public.variants where sku = 'KNOB-SILVER'`;
    assert.ok(item);
    const lines = [{ variant_id: item.id, quantity: 3 }];
    const company = { name: 'Sample GmbH', vat_number: 'DE123456789', purchase_number: '' };
    const placed = await database.keepAs(anonymous, async (sql) => {
      const asked = { country: 'DE', vatNumber: 'de 123 456 789' };
      const { shipping_methods } = await quoteCart(sql, lines, asked);
      const method = shipping_methods[0]?.id ?? null;
      const { quote_hash: hash } = await quoteCart(sql, lines, { ...asked, method });
      const address = { ...dutchAddress, country: 'DE', postcode: '10115', company };
      return sendOrder(sql, { lines, address, method, hash, key: randomUUID() });
    });
    const [kept] = await database.sql<{ name: string; scheme: string }[]>`
      select c.company #>> '{vat_check,name}' as name, l.tax_scheme as scheme
      from private.order_contacts c join public.order_lines l on l.order_id = c.order_id where c.order_id = ${placed.order.id}`;
    assert.deepEqual({ ...kept }, { name: 'Sample GmbH', scheme: 'reverse_charge' });
    await pay(placed.order.id);
    await refund(placed.order.id, placed.order.total_minor);
    const totals = await totalsOf(placed.order.id);
    assert.deepEqual(
      totals.map(([kind, total, tax]) => [kind, total, tax]),
      [
        ['invoice', placed.order.total_minor, 0],
        ['credit_note', placed.order.total_minor, 0],
      ],
    );
    assert.deepEqual(await findBrokenInvariants(database.sql), []);
  });

  test('an export stays one when it is changed, cancelled in parts and refunded', async () => {
    const knob = await line(database.sql, 'KNOB-SILVER', 3);
    const swiss = { ...dutchAddress, country: 'CH', city: 'Zürich', postcode: '8001' };
    const placed = await database.keepAs(anonymous, (sql) =>
      buy(sql, { lines: [knob], address: swiss, code: 'MEETUP5' }),
    );
    const { id } = placed.order;
    await pay(id);
    const [first] = await database.sql<{ id: string; version: number }[]>`
      select l.id, o.version from public.order_lines l join public.order_records o on o.id = l.order_id where o.id = ${id}`;
    assert.ok(first);
    const changes = {
      lines: [{ line_id: first.id, quantity: 5, unit_price_minor: 1999 }],
      add: [await line(database.sql, 'FOAM-TKL')],
      shipping_minor: 1234,
    };
    await database.keepAs(
      person('owner'),
      (sql) =>
        sql`select public.amend_order(${id}, ${JSON.stringify(changes)}::text::jsonb, 'Asked by mail', ${first.version}, false)`,
    );
    const [books] = await database.sql<{ tax: number; off: number; schemes: string[] }[]>`
      select o.tax_minor as tax, -(sum(private.tax_part(l.total_minor - l.discount_minor, 2100, true, ''))
        + private.tax_part(1234, 2100, true, ''))::int as off, array_agg(distinct l.tax_scheme) as schemes
      from public.order_records o join public.order_lines l on l.order_id = o.id where o.id = ${id} group by o.id`;
    assert.deepEqual([books?.tax, books?.schemes], [books?.off, ['export']]);
    await pay(id);
    await refund(id, null, [{ line_id: first.id, quantity: 2 }]);
    await refund(id, null);
    const totals = await totalsOf(id);
    const sign = (kind: unknown) => (kind === 'invoice' ? 1 : -1);
    assert.equal(
      totals.reduce((sum, [kind, total]) => sum + sign(kind) * Number(total), 0),
      0,
    );
    assert.ok(totals.length >= 4 && totals.every(([, , tax]) => tax === 0));
    assert.deepEqual(await findBrokenInvariants(database.sql), []);
    assert.deepEqual(await findBrokenEInvoices(database), []);
  });
});

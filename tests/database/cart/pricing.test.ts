/* The short form runs with every test; KEYWRIGHT_LONG=1 (npm run test:long) prices 10,000 baskets. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, test } from 'node:test';
import {
  estimateShipping,
  type EstimateMethod,
} from '../../../src/features/shipping/model/shipping-estimate.ts';
import {
  asSent,
  checkVatNumbers,
  createDice,
  priceBasket,
  readCatalogue,
  rollBasket,
  savedByWaiting,
  vatNumberOf,
  type Basket,
  type Catalogue,
} from '../../support/data/basket-model.ts';
import { projectFolder } from '../../support/cluster.ts';
import { openTestDatabase } from '../../support/database.ts';
import { noteFigure } from '../../support/long-figures.ts';
import type { Quote } from '../../support/data/orders.ts';

const database = openTestDatabase();

interface ParcelCase {
  readonly weight: number;
  readonly value: number;
  readonly tags: readonly string[];
  readonly price: number | null;
  readonly reason: string | null;
}

interface Cases {
  readonly splits: readonly {
    readonly amount: number;
    readonly weights: number[];
    readonly parts: number[];
  }[];
  readonly discounts: readonly {
    readonly subtotal: number;
    readonly rules: readonly unknown[];
    readonly offs: number[];
  }[];
  readonly taxes: readonly {
    readonly amount: number;
    readonly rate: number;
    readonly included: boolean;
    readonly scheme?: string;
    readonly tax: number;
  }[];
  readonly parcels: readonly ParcelCase[];
  readonly express: readonly ParcelCase[];
}

const cases: Cases = JSON.parse(
  await readFile(path.join(projectFolder, 'tests/cases/pricing.json'), 'utf8'),
);

describe('the rules of pricing', () => {
  test('an amount is split by weights, to the cent', async () => {
    for (const { amount, weights, parts } of cases.splits) {
      const [row] = await database.sql<{ parts: number[] }[]>`
        select to_jsonb(private.split_amount(${amount}, ${weights}::bigint[])) as parts`;
      assert.deepEqual(row?.parts, parts);
    }
  });

  test('codes take off what their rules say, each of what the one before left', async () => {
    for (const { subtotal, rules, offs } of cases.discounts) {
      const [row] = await database.sql<{ offs: number[] }[]>`
        select to_jsonb(private.discount_by_rules(${JSON.stringify(rules)}::text::jsonb, ${subtotal})) as offs`;
      assert.deepEqual(row?.offs, offs, `${subtotal} ${JSON.stringify(rules)}`);
    }
  });

  test('tax is rounded to the cent', async () => {
    for (const { amount, rate, included, scheme = '', tax } of cases.taxes) {
      const [row] = await database.sql<{ tax: number }[]>`
        select private.tax_part(${amount}, ${rate}, ${included}, ${scheme}) as tax`;
      assert.equal(row?.tax, tax, `${amount} at ${rate}`);
    }
  });

  test('a parcel costs the same in SQL and in TypeScript, and is refused in the same words', async () => {
    const [today] = await database.sql<{ day: string }[]>`select current_date::text as day`;
    for (const [code, parcels] of [
      ['eu-parcel', cases.parcels],
      ['eu-express', cases.express],
    ] as const) {
      const method = await readMethod(code);
      for (const { weight, value, tags, price, reason } of parcels) {
        const [row] = await database.sql<{ price: number | null; reason: string | null }[]>`
          select p.price_minor as price, p.reason from public.shipping_methods m,
            private.parcel_price(m, ${weight}, ${value}, ${[...tags]}::text[]) p where m.code = ${code}`;
        assert.deepEqual({ ...row }, { price, reason });
        const estimate = estimateShipping(method, {
          weightGrams: weight,
          valueMinor: value,
          tags,
          day: today?.day ?? '',
        });
        assert.deepEqual([estimate.priceMinor, estimate.reason], [price, reason]);
      }
    }
  });
});

async function readMethod(code: string): Promise<EstimateMethod> {
  const [row] = await database.sql`select * from public.shipping_methods where code = ${code}`;
  assert.ok(row);
  const rates = await database.sql`
    select *, valid_from::text as from_day, valid_to::text as to_day from public.shipping_rates
    where method_id = ${row['id'] as string}`;
  return {
    name: row['name'] as string,
    carrier: row['carrier'] as string,
    daysMin: row['days_min'] as number,
    daysMax: row['days_max'] as number,
    maxWeightGrams: row['max_weight_grams'] as number,
    maxValueMinor: row['max_value_minor'] as number | null,
    refusedTags: row['refused_tags'] as string[],
    currency: row['currency'] as string,
    rates: rates.map((rate) => ({
      fromWeightGrams: rate['from_weight_grams'] as number,
      toWeightGrams: rate['to_weight_grams'] as number,
      fromValueMinor: rate['from_value_minor'] as number,
      toValueMinor: rate['to_value_minor'] as number | null,
      priceMinor: rate['price_minor'] as number,
      validFrom: rate['from_day'] as string,
      validTo: rate['to_day'] as string | null,
    })),
  };
}

interface AskedBasket {
  readonly lines: readonly { readonly variant_id: string; readonly quantity: number }[];
  readonly country: string;
  readonly code: string;
  readonly method: string | null;
  readonly vat: string | null;
  readonly together: boolean;
}

const toAsked = (basket: Basket): AskedBasket => ({
  lines: basket.lines.map(({ item, quantity }) => ({
    variant_id: item.id,
    quantity: Number(quantity),
  })),
  country: basket.country,
  code: basket.percentOff === 0n ? '' : 'WELCOME10',
  method: basket.method,
  vat: vatNumberOf(basket),
  together: basket.isTogether,
});

async function disagreements(baskets: readonly Basket[], catalogue: Catalogue): Promise<string[]> {
  const rows = await database.sql<{ quote: Quote }[]>`
    select private.quote_cart(b -> 'lines', b ->> 'country', b ->> 'code', (b ->> 'method')::uuid, b ->> 'vat', (b -> 'together')::boolean) as quote
    from jsonb_array_elements(${JSON.stringify(baskets.map(toAsked))}::text::jsonb) with ordinality x (b, i) order by i`;
  return baskets.flatMap((basket, index) => {
    const model = priceBasket(catalogue, asSent(basket));
    const quote = rows[index]?.quote;
    assert.ok(quote);
    const theirs = [
      quote.subtotal_minor,
      quote.discount_minor,
      quote.shipping_minor,
      quote.tax_minor,
      quote.tax_included_minor,
      quote.total_minor,
      quote.together?.saves_minor ?? null,
    ];
    const saved = savedByWaiting(catalogue, basket);
    const sums = [
      model.subtotal,
      model.discount,
      model.shipping,
      model.added,
      model.included,
      model.total,
    ].map(Number);
    const ours = [...sums, saved === null ? null : Number(saved)];
    const parts = quote.lines.reduce((whole, line) => whole + Number(line['discount_minor']), 0);
    const agrees = theirs.join() === ours.join() && parts === quote.discount_minor;
    return agrees
      ? []
      : [`${JSON.stringify(toAsked(basket))}: ${theirs.join()} and not ${ours.join()}`];
  });
}

describe('what a cart costs', () => {
  const count = process.env['KEYWRIGHT_LONG'] === '1' ? 10_000 : 200;

  test(`is what an independent model says, for ${count} baskets, to the cent`, async () => {
    const catalogue = await readCatalogue(database.sql);
    await checkVatNumbers(database.sql);
    assert.ok(catalogue.items.length > 20);
    const dice = createDice(7);
    for (let done = 0; done < count; done += 100) {
      const baskets = Array.from({ length: 100 }, () => rollBasket(catalogue, dice));
      assert.deepEqual(await disagreements(baskets, catalogue), []);
    }
    noteFigure({
      what: `B21: ${count} baskets against an independent model`,
      goal: 'to the cent',
      figure: 'to the cent',
    });
  });

  test('is noticed to be wrong when a cent is rounded down instead of half up', async () => {
    await database.sql.unsafe(`
      create or replace function private.share_of(p_amount bigint, p_part bigint, p_whole bigint) returns bigint
      language sql immutable set search_path = '' as $$ select p_amount * p_part / p_whole $$`);
    const catalogue = await readCatalogue(database.sql);
    const dice = createDice(7);
    const baskets = Array.from({ length: 20 }, () => rollBasket(catalogue, dice));
    assert.notDeepEqual(await disagreements(baskets, catalogue), []);
  });
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { anonymous, openTestDatabase, person, refusalOf } from '../../support/database.ts';
import { buy, line, quoteCart } from '../../support/data/orders.ts';

const database = openTestDatabase();
const told =
  'Two small marks in the paint of the underside, seen only when the board is turned over.';

const quote = async (...skus: readonly string[]) => {
  const lines = await Promise.all(skus.map((sku) => line(database.sql, sku)));
  return database.as(anonymous, (sql) => quoteCart(sql, lines));
};

const tell = (sku: string, flaws: string) =>
  database.sql`update public.variants set flaws = ${flaws} where sku = ${sku}`;

describe('B-stock', () => {
  test('is quoted under its own name with its flaws, and first quality without any', async () => {
    const { lines } = await quote('MERLOW-CREAM-B', 'MERLOW-SLATE');
    assert.deepEqual(
      lines.map((each) => [each['variant_title'], each['flaws'], each['unit_price_minor']]),
      [
        ['Cream, B-stock', told, 23900],
        ['Slate', '', 29900],
      ],
    );
  });

  test('is told apart where stock is read live', async () => {
    const rows = await database.as(
      anonymous,
      (sql) => sql`select v.sku, a.is_b_stock from public.availability a
        join public.variants v on v.id = a.variant_id where v.sku like 'MERLOW-%' order by v.sku`,
    );
    assert.deepEqual(
      rows.map((row) => [row['sku'], row['is_b_stock']]),
      [
        ['MERLOW-CREAM', false],
        ['MERLOW-CREAM-B', true],
        ['MERLOW-SLATE', false],
      ],
    );
  });

  test('other flaws than were shown are another quote, so nobody orders what they were not told', async () => {
    const before = await quote('REST-S-B');
    const lines = [await line(database.sql, 'REST-S-B')];
    await tell('REST-S-B', 'A crack in the front edge.');
    assert.notEqual((await quote('REST-S-B')).quote_hash, before.quote_hash);
    const refusal = await refusalOf(
      database.as(anonymous, (sql) => buy(sql, { lines, hash: before.quote_hash })),
    );
    assert.equal(refusal.reason, 'quote_changed');
  });

  test('an order keeps the flaws as they were told, whatever is written later', async () => {
    const lines = [await line(database.sql, 'MERLOW-CREAM-B')];
    const { order } = await database.keepAs(anonymous, (sql) => buy(sql, { lines }));
    await tell('MERLOW-CREAM-B', '');
    const [found] = await database.as(
      anonymous,
      (sql) => sql`
        select public.open_order(${order.number}, ${order.token}) -> 'order' -> 'lines' -> 0 as line`,
    );
    assert.equal(found?.['line'].flaws, told);
    assert.equal(found?.['line'].variant_title, 'Cream, B-stock');
    const [mail] = await database.sql<{ flaws: string }[]>`
      select payload -> 'lines' -> 0 ->> 'flaws' as flaws from public.outbox
      where payload ->> 'order_id' = ${order.id} and payload ? 'lines'`;
    assert.equal(mail?.flaws, told);
    await tell('MERLOW-CREAM-B', told);
  });

  test('of a kit set is sold by itself, as it is, and stands in for nothing', async () => {
    await tell('LINO-BASE', 'A scratched legend.');
    // Nothing of first quality is left that others would need.
    assert.deepEqual((await quote('LINO-NOV')).problems, []);
    await tell('LINO-BASE', '');
    await tell('LINO-NUM', 'A scratched legend.');
    assert.deepEqual((await quote('LINO-NUM')).problems, []);
    assert.deepEqual(
      (await quote('LINO-NUM', 'LINO-NOV')).problems.map(({ line: at, reason }) => [at, reason]),
      [[1, 'kit_needed']],
    );
    const [asked] = await database.sql<{ part: boolean; base: boolean }[]>`
      select private.asks_options((select id from public.variants where sku = 'HARROWGATE-KIT')) as base,
        private.asks_options((select id from public.variants where sku = 'LINO-NUM')) as part`;
    assert.deepEqual(asked, { base: true, part: false });
  });

  test('is written by owners and editors alone, in at most 300 letters', async () => {
    const write = (who: 'owner' | 'editor' | 'fulfilment', flaws: string) =>
      database.as(
        person(who),
        (sql) =>
          sql`update public.variants set flaws = ${flaws} where sku = 'REST-L' returning flaws`,
      );
    assert.equal((await write('editor', 'A knot')).length, 1);
    assert.equal((await write('fulfilment', 'A knot')).length, 0);
    assert.equal((await refusalOf(write('owner', 'x'.repeat(301)))).code, '23514');
  });
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { anonymous, openTestDatabase, refusalOf } from '../../support/database.ts';
import {
  defaultOptions,
  line,
  quoteCart,
  type Asked,
  type Quote,
} from '../../support/data/orders.ts';

const database = openTestDatabase();
const quote = (lines: unknown, asked?: Asked): Promise<Quote> =>
  database.keepAs(anonymous, (sql) => quoteCart(sql, lines, asked));

function assertAddsUp(quoted: Quote): void {
  const { subtotal_minor, shipping_minor, tax_minor, discount_minor, total_minor } = quoted;
  assert.equal(subtotal_minor + shipping_minor + tax_minor - discount_minor, total_minor);
}

describe('quote_cart', () => {
  test('prices lines from their ids, options included, whatever else is sent', async () => {
    const options = await defaultOptions(database.sql, 'BRAEFELL-KIT');
    const lines = [{ ...(await line(database.sql, 'BRAEFELL-KIT', 2)), options, price_minor: 1 }];
    const quoted = await quote(lines);
    assert.deepEqual(quoted.problems, []);
    assert.equal(quoted.subtotal_minor, 2 * 36900);
    assertAddsUp(quoted);
  });

  test('a group buy costs what its tier says', async () => {
    const options = await defaultOptions(database.sql, 'CINDERWICK-KIT');
    const quoted = await quote([{ ...(await line(database.sql, 'CINDERWICK-KIT')), options }]);
    const chosen = quoted.lines[0]?.['options'] as { price_delta_minor: number }[];
    const deltas = chosen.reduce((sum, { price_delta_minor }) => sum + price_delta_minor, 0);
    assert.equal(quoted.subtotal_minor - deltas, 39900);
  });

  test('every method of the country has a price or a reason', async () => {
    const quoted = await quote([await line(database.sql, 'TIDELINE-DAWN', 2)]);
    assert.deepEqual(
      quoted.shipping_methods.map(({ code, price_minor, reason }) => [code, price_minor, reason]),
      [
        ['home-letter', null, 'Too heavy: at most 1.5 kg.'],
        ['home-parcel', 695, null],
      ],
    );
  });

  test('choosing a method adds its price and is no change of the quote', async () => {
    const lines = [await line(database.sql, 'TIDELINE-DAWN', 2)];
    const before = await quote(lines);
    const method = before.shipping_methods[1]?.id ?? null;
    const after = await quote(lines, { method });
    assert.equal(after.shipping_minor, 695);
    assert.equal(after.quote_hash, before.quote_hash);
    assertAddsUp(after);
  });

  test('the hash follows prices, country and discount, and not stock', async () => {
    const lines = [await line(database.sql, 'TIDELINE-DUSK')];
    const before = await quote(lines);
    await database.sql`
      update public.stock_pools set on_hand = on_hand + 5
      where id = (select stock_pool_id from public.variants where sku = 'TIDELINE-DUSK')`;
    assert.equal((await quote(lines)).quote_hash, before.quote_hash);
    const others = [
      await quote(lines, { country: 'DE' }),
      await quote(lines, { code: 'WELCOME10' }),
      await quote([{ ...lines[0], quantity: 2 }]),
    ];
    for (const other of others) assert.notEqual(other.quote_hash, before.quote_hash);
  });

  const taxesOf = async (asked: Asked, quantity = 1, sku = 'FOAM-60') => {
    const quoted = await quote([await line(database.sql, sku, quantity)], asked);
    assertAddsUp(quoted);
    return [quoted.tax_minor, quoted.tax_included_minor, quoted.tax_scheme];
  };

  test('tax is in the price where the shop collects it, and the home VAT comes off where it does not', async () => {
    assert.deepEqual(await taxesOf({}), [0, 208, 'domestic']);
    assert.deepEqual(await taxesOf({ country: 'DE' }), [0, 192, 'oss']);
    assert.deepEqual(await taxesOf({ country: 'NO' }), [0, 240, 'local']);
    assert.deepEqual(await taxesOf({ country: 'CH' }), [-208, 0, 'export']);
    assert.deepEqual(await taxesOf({ country: null }), [0, 0, '']);
  });

  test('a parcel above the limit of a registration goes without tax', async () => {
    // At €12.00 each, without its 20% €10.00: fifteen are within €156 and sixteen above.
    assert.deepEqual((await taxesOf({ country: 'GB' }, 15))[2], 'local');
    assert.deepEqual((await taxesOf({ country: 'GB' }, 16))[2], 'export');
    // Norway asks for one item: many cheap ones stay within it.
    assert.deepEqual((await taxesOf({ country: 'NO' }, 40))[2], 'local');
    assert.deepEqual((await taxesOf({ country: 'NO' }, 1, 'BRAEFELL-KIT'))[2], 'export');
  });

  test('a company in another EU country buys without VAT once its number is checked, and there alone', async () => {
    const vatNumber = 'de 123456789';
    assert.deepEqual(await taxesOf({ country: 'DE', vatNumber }), [0, 192, 'oss']);
    await database.sql`insert into private.vat_checks (number, is_valid) values ('DE123456789', true), ('NL001234567B01', true)`;
    assert.deepEqual(await taxesOf({ country: 'DE', vatNumber }), [-208, 0, 'reverse_charge']);
    assert.deepEqual((await taxesOf({ country: 'FR', vatNumber }))[2], 'oss');
    assert.deepEqual(
      (await taxesOf({ country: 'NL', vatNumber: 'NL001234567B01' }))[2],
      'domestic',
    );
    await database.sql`insert into private.vat_checks (number, is_valid) values ('DE123456789', false)`;
    assert.deepEqual(
      (await taxesOf({ country: 'DE', vatNumber }))[2],
      'oss',
      'the last answer counts',
    );
    await database.sql`delete from private.vat_checks where not is_valid`;
    await database.sql`update private.vat_checks set checked_at = now() - interval '73 hours'`;
    assert.deepEqual(
      (await taxesOf({ country: 'DE', vatNumber }))[2],
      'oss',
      'an old answer does not',
    );
  });

  test('a discount is split over the lines to the cent', async () => {
    const quoted = await quote(
      [
        await line(database.sql, 'FOAM-60'),
        await line(database.sql, 'FOAM-65'),
        await line(database.sql, 'TRAY-PAIR', 3),
      ],
      { code: 'welcome10' },
    );
    assert.equal(quoted.discount_minor, Math.round(quoted.subtotal_minor / 10));
    const parts = quoted.lines.map((each) => Number(each['discount_minor']));
    assert.equal(
      parts.reduce((sum, part) => sum + part, 0),
      quoted.discount_minor,
    );
    assertAddsUp(quoted);
  });

  test('a code that can not be used says why and takes nothing off', async () => {
    const lines = [await line(database.sql, 'FOAM-60')];
    const cases = {
      'NO-SUCH': 'code_unknown',
      SPRING20: 'code_over',
      MEETUP5: 'code_minimum',
      'WELCOME10 MEETUP5': 'code_alone',
    };
    for (const [code, reason] of Object.entries(cases)) {
      const quoted = await quote(lines, { code });
      assert.ok(
        quoted.problems.some((problem) => problem.reason === reason),
        code,
      );
      assert.ok(quoted.problems.every((problem) => problem.line === null));
    }
  });

  test('whoever tries many codes is told to wait, for right ones too', async () => {
    const lines = [await line(database.sql, 'FOAM-60')];
    for (let guess = 0; guess < 20; guess += 1) await quote(lines, { code: `GUESS-${guess}` });
    const quoted = await quote(lines, { code: 'WELCOME10' });
    assert.deepEqual(
      quoted.problems.map(({ reason }) => reason),
      ['code_limited'],
    );
    assert.equal(quoted.discount_minor, 0);
  });

  test('each problem is told at its line, with the others priced', async () => {
    const quoted = await quote([
      await line(database.sql, 'LINO-SPACE'),
      await line(database.sql, 'LAMPWING-SHELL'),
      await line(database.sql, 'GANNET-KIT'),
      await line(database.sql, 'FOAM-60', 2),
      { ...(await line(database.sql, 'BRAEFELL-KIT')), options: {} },
      await line(database.sql, 'LINO-BASE', 3),
    ]);
    assert.deepEqual(quoted.problems.map(({ line: at, reason }) => [at, reason]).toSorted(), [
      [0, 'out_of_stock'],
      [1, 'not_open'],
      [2, 'unknown_variant'],
      [4, 'option_missing'],
      [5, 'over_limit'],
    ]);
    assert.equal(quoted.lines[3]?.['total_minor'], 2400);
  });

  test('goods that a country does not let in are named with its reason', async () => {
    await database.sql`update public.products set shipping_tags = '{wood}' where url = 'walnut-wrist-rest'`;
    const quoted = await quote([await line(database.sql, 'REST-S')], { country: 'AU' });
    assert.deepEqual(
      quoted.problems.map(({ line: at, reason }) => [at, reason]),
      [[0, 'not_to_country']],
    );
    const brazil = await quote([await line(database.sql, 'FOAM-60')], { country: 'BR' });
    assert.deepEqual(
      brazil.problems.map(({ reason }) => reason),
      ['country_not_served'],
    );
  });

  test('two answers that can not go together are refused with the reason of the rule', async () => {
    const [rule] = await database.sql<
      { a: string; b: string; reason: string; sku: string; oa: string; ob: string }[]
    >`
      select r.value_id as a, r.other_value_id as b, r.reason, x.sku, va.option_id as oa, vb.option_id as ob
      from public.option_rules r join public.variants x on x.product_id = r.product_id and x.is_required
      join public.option_values va on va.id = r.value_id join public.option_values vb on vb.id = r.other_value_id
      join public.products p on p.id = r.product_id and p.status <> 'draft' limit 1`;
    assert.ok(rule);
    const options = {
      ...(await defaultOptions(database.sql, rule.sku)),
      [rule.oa]: rule.a,
      [rule.ob]: rule.b,
    };
    const quoted = await quote([{ ...(await line(database.sql, rule.sku)), options }]);
    assert.ok(
      quoted.problems.some(
        ({ message }) => message === rule.reason || message.includes('not open'),
      ),
    );
  });

  test('the choices of a board are taken for the board alone: no part gets cheaper by them', async () => {
    for (const [sku, price] of [
      ['CINDERWICK-RING', 1400],
      ['BRAEFELL-WINDOW', 1900],
    ] as const) {
      const [cheapest] = await database.sql<{ option: string; value: string }[]>`
        select o.id as option, x.id as value from public.variants v
        join public.product_options o on o.product_id = v.product_id
        join public.option_values x on x.option_id = o.id
        where v.sku = ${sku} order by x.price_delta_minor limit 1`;
      assert.ok(cheapest);
      const options = { [cheapest.option]: cheapest.value };
      const quoted = await quote([{ ...(await line(database.sql, sku, 3)), options }]);
      assert.deepEqual(
        quoted.problems.map(({ line: at, reason }) => [at, reason]),
        [[0, 'unknown_option']],
      );
      assert.equal(quoted.lines[0]?.['unit_price_minor'], price);
    }
  });

  test('a kit that is made to a design names the way out where it has none', async () => {
    const { problems } = await quote([await line(database.sql, 'DESIGN-CAPS-68')]);
    assert.deepEqual(
      problems.map(({ reason, message }) => [reason, message]),
      [['design_needed', 'This kit needs a design. Create or open one in the colour picker.']],
    );
  });

  test('an empty cart costs nothing and ships nothing', async () => {
    const quoted = await quote([]);
    assert.deepEqual([quoted.total_minor, quoted.shipping_methods, quoted.shipments], [0, [], []]);
  });

  test('what is no cart is refused', async () => {
    const good = await line(database.sql, 'FOAM-60');
    const cases: readonly (readonly [unknown, Asked, string])[] = [
      [7, {}, 'wrong_lines'],
      ['not json', {}, 'wrong_json'],
      [[{ ...good, quantity: -3 }], {}, 'wrong_quantity'],
      [[good], { country: 'XX' }, 'unknown_country'],
      [[good], { code: 'x'.repeat(121) }, 'wrong_code'],
      [Array.from({ length: 51 }, () => good), {}, 'too_many_lines'],
    ];
    for (const [lines, asked, reason] of cases) {
      assert.equal((await refusalOf(quote(lines, asked))).reason, reason, JSON.stringify(asked));
    }
  });
});

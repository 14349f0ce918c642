import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { anonymous, openTestDatabase, person, refusalOf } from '../../support/database.ts';

const database = openTestDatabase();
type Who = Parameters<typeof database.keepAs>[0];
type Row = Readonly<Record<string, string | number | null>>;
type Changes = Partial<Record<'remove' | 'change' | 'add', readonly Row[]>>;

const change = (who: Who, zone: string, { remove = [], change: changed = [], add = [] }: Changes) =>
  database.keepAs(
    who,
    (sql) => sql`
      select public.change_shipping_rates(
        ${zone}, ${sql.json(remove)}, ${sql.json(changed)}, ${sql.json(add)}) as done`,
  );

const reasonOf = async (run: Promise<unknown>) => (await refusalOf(run)).reason;

/** A zone with one method whose rates go up to 500 g and to 2 kg. */
async function makeZone(code: string) {
  const [zone] = await database.sql<{ id: string }[]>`
    insert into public.shipping_zones (code, title) values (${code}, ${code}) returning id`;
  assert.ok(zone);
  const [method] = await database.sql<{ id: string }[]>`
    insert into public.shipping_methods (zone_id, code, name, carrier, days_min, days_max, max_weight_grams)
    values (${zone.id}, ${code}, ${code}, 'Polderpost', 1, 3, 20000) returning id`;
  assert.ok(method);
  const rates = await database.sql<{ id: string; version: number }[]>`
    insert into public.shipping_rates (method_id, from_weight_grams, to_weight_grams, price_minor, valid_from)
    values (${method.id}, 0, 500, 500, '2025-01-01'), (${method.id}, 500, 2000, 900, '2025-01-01')
    returning id, version`;
  const [light, heavy] = rates;
  assert.ok(light && heavy);
  const step = (from: number, to: number, price: number | null): Row => ({
    method_id: method.id,
    from_weight_grams: from,
    to_weight_grams: to,
    from_value_minor: 0,
    to_value_minor: null,
    price_minor: price,
    valid_from: '2025-01-01',
    valid_to: null,
  });
  return { zone: zone.id, method: method.id, light, heavy, step };
}

const pricesOf = async (method: string) =>
  (
    await database.sql<{ step: string }[]>`
      select from_weight_grams || '-' || to_weight_grams || ' ' || price_minor as step
      from public.shipping_rates where method_id = ${method} order by from_weight_grams`
  ).map(({ step }) => step);

describe('change_shipping_rates', () => {
  test('fulfilment divides a step and changes a price in one step', async () => {
    const { zone, method, light, heavy, step } = await makeZone('rates-divided');
    await change(person('fulfilment'), zone, {
      remove: [heavy],
      change: [{ ...light, price_minor: 550 }],
      add: [step(500, 1000, 700), step(1000, 2000, 950)],
    });
    assert.deepEqual(await pricesOf(method), ['0-500 550', '500-1000 700', '1000-2000 950']);
  });

  test('of two who change one rate, the second changes nothing at all', async () => {
    const { zone, method, light, heavy } = await makeZone('rates-twice');
    await change(person('owner'), zone, { change: [{ ...light, price_minor: 510 }] });
    const late = change(person('fulfilment'), zone, {
      remove: [heavy],
      change: [{ ...light, price_minor: 520 }],
    });
    assert.equal(await reasonOf(late), 'rates_changed');
    assert.deepEqual(await pricesOf(method), ['0-500 510', '500-2000 900']);
  });

  test('of two who fill one empty step, the second is told, and a parcel never has two prices', async () => {
    const { zone, method, step } = await makeZone('rates-filled');
    await change(person('owner'), zone, { add: [step(2000, 5000, 1200)] });
    const late = change(person('fulfilment'), zone, { add: [step(2000, 3000, 1100)] });
    assert.equal(await reasonOf(late), 'rates_changed');
    assert.deepEqual(await pricesOf(method), ['0-500 500', '500-2000 900', '2000-5000 1200']);
  });

  test('a rate ends on a day, and the next one begins on it', async () => {
    const { zone, light, step } = await makeZone('rates-later');
    await change(person('owner'), zone, {
      change: [{ ...light, valid_to: '2030-01-01' }],
      add: [{ ...step(0, 500, 600), valid_from: '2030-01-01' }],
    });
    const [row] = await database.sql<{ price: number; until: string }[]>`
      select price_minor as price, valid_to::text as until from public.shipping_rates where id = ${light.id}`;
    assert.deepEqual(row, { price: 500, until: '2030-01-01' });
  });

  test('a step without a price, a rate of another zone and a zone that is gone are refused', async () => {
    const mine = await makeZone('rates-mine');
    const other = await makeZone('rates-other');
    const owner = person('owner');
    const add = (row: Row) => change(owner, mine.zone, { add: [row] });
    assert.equal(await reasonOf(add(mine.step(2000, 3000, null))), 'wrong_rate');
    assert.equal(await reasonOf(add(mine.step(3000, 2000, 100))), 'wrong_rate');
    assert.equal(await reasonOf(add(other.step(2000, 3000, 100))), 'rates_changed');
    assert.equal(
      await reasonOf(change(owner, mine.zone, { remove: [other.light] })),
      'rates_changed',
    );
    const nowhere = '00000000-0000-4000-8000-000000000000';
    assert.equal(await reasonOf(change(owner, nowhere, {})), 'unknown_zone');
    const many = Array.from({ length: 1001 }, () => mine.light);
    assert.equal(await reasonOf(change(owner, mine.zone, { remove: many })), 'too_many_rates');
  });

  test('nobody else changes prices', async () => {
    const { zone, method, light } = await makeZone('rates-closed');
    for (const name of ['editor', 'support', 'first', 'former'] as const)
      assert.equal(
        await reasonOf(change(person(name), zone, { remove: [light] })),
        'not_allowed',
        name,
      );
    const refusal = await refusalOf(change(anonymous, zone, { remove: [light] }));
    assert.equal(refusal.code, '42501');
    assert.equal((await pricesOf(method)).length, 2);
  });
});

test('rates are listed by zone, method and weight, to whoever may read them', async () => {
  const rows = await database.as(
    person('fulfilment'),
    (sql) => sql<{ zone_title: string; method_name: string; grams: number }[]>`
      select zone_title, method_name, from_weight_grams as grams, place from public.listed_shipping_rates
      where zone_title not like 'rates-%' order by place`,
  );
  assert.ok(rows.length > 20);
  const zones = rows.map(({ zone_title: zone }) => zone);
  const blocks = zones.filter((zone, at) => zone !== zones[at - 1]);
  assert.equal(new Set(blocks).size, blocks.length, 'each zone is one block');
  for (const [at, row] of rows.entries()) {
    const before = rows[at - 1];
    if (before?.method_name === row.method_name && before.zone_title === row.zone_title)
      assert.ok(before.grams <= row.grams);
  }
});

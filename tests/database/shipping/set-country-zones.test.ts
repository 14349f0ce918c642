import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { openTestDatabase, person, refusalOf } from '../../support/database.ts';

const database = openTestDatabase();
type Name = Parameters<typeof person>[0];

const place = (
  name: Name,
  country: string,
  zones: readonly string[],
  expected: readonly string[],
) =>
  database.keepAs(
    person(name),
    (sql) => sql`
      select public.set_country_zones(${country}, ${[...zones]}::uuid[], ${[...expected]}::uuid[]) as done`,
  );

const zonesOf = async (country: string) =>
  (
    await database.sql<{ id: string }[]>`
      select zone_id as id from public.zone_countries where country_code = ${country} order by 1`
  ).map(({ id }) => id);

const reasonOf = async (run: Promise<unknown>) => (await refusalOf(run)).reason;

const zones = async () =>
  (await database.sql<{ id: string }[]>`select id from public.shipping_zones order by id`).map(
    ({ id }) => id,
  );

describe('set_country_zones', () => {
  test('fulfilment moves a country, and who looks at the log finds it there', async () => {
    const before = await zonesOf('NL');
    const [other] = (await zones()).filter((id) => !before.includes(id));
    assert.ok(other);
    await place('fulfilment', 'NL', [other, other], before);
    assert.deepEqual(await zonesOf('NL'), [other]);
    const [row] = await database.sql<{ noted: number }[]>`
      select count(*)::int as noted from public.audit_log
      where table_name = 'zone_countries' and coalesce(after, before) ->> 'country_code' = 'NL'`;
    assert.equal(row?.noted, 2, 'once out of one, once into the other');
    await place('owner', 'NL', before, [other]);
    assert.deepEqual(await zonesOf('NL'), before);
  });

  test('of two who place one country, the second writes nothing and hears where it is', async () => {
    const before = await zonesOf('BE');
    const [one, two] = (await zones()).filter((id) => !before.includes(id));
    assert.ok(one && two);
    await place('fulfilment', 'BE', [one], before);
    const refusal = await refusalOf(place('owner', 'BE', [two], before));
    assert.equal(refusal.reason, 'zones_changed');
    assert.deepEqual((refusal.details as { zones?: unknown }).zones, [one]);
    assert.deepEqual(await zonesOf('BE'), [one]);
    await place('owner', 'BE', [], [one]);
    assert.deepEqual(await zonesOf('BE'), []);
    await place('owner', 'BE', before, []);
  });

  test('nobody else places countries, and none goes past the function', async () => {
    for (const name of ['editor', 'support', 'first', 'former'] as const)
      assert.equal(await reasonOf(place(name, 'NL', [], [])), 'not_allowed', name);
    const [zone] = await zones();
    const past = database.as(
      person('fulfilment'),
      (sql) =>
        sql`insert into public.zone_countries (zone_id, country_code) values (${zone ?? ''}, 'BR')`,
    );
    assert.equal((await refusalOf(past)).code, '42501');
  });

  test('a country or a zone that is not there is refused', async () => {
    assert.equal(await reasonOf(place('owner', 'XX', [], [])), 'unknown_country');
    const before = await zonesOf('NL');
    assert.equal(await reasonOf(place('owner', 'NL', [randomUUID()], before)), 'unknown_zone');
    assert.deepEqual(await zonesOf('NL'), before);
    const many = Array.from({ length: 21 }, () => randomUUID());
    assert.equal(await reasonOf(place('owner', 'NL', many, before)), 'too_many_zones');
  });
});

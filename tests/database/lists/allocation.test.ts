import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import {
  allocate,
  type Award,
  type Editions,
  type RankedEntry,
} from '../../support/data/allocation-model.ts';
import { projectFolder } from '../../support/cluster.ts';
import { openTestDatabase } from '../../support/database.ts';

const database = openTestDatabase();

interface Drawn {
  readonly entries: readonly RankedEntry[];
  readonly editions: Editions;
  readonly capacity: number | null;
}

async function allocateInSql(drawn: readonly Drawn[]): Promise<(readonly Award[])[]> {
  const rows = await database.sql<{ awards: readonly Award[] }[]>`
    select private.allocate(d -> 'entries', d -> 'editions', (d ->> 'capacity')::int) as awards
    from jsonb_array_elements(${JSON.stringify(drawn)}::text::jsonb) with ordinality t (d, n) order by n`;
  return rows.map(({ awards }) => awards);
}

const wishes = ['u', 'v', 'w', 'x', 'y', 'not on the list'];
const anyList: fc.Arbitrary<Drawn> = fc.record({
  entries: fc
    .array(
      fc.record({
        choices: fc.array(fc.constantFrom(...wishes), { maxLength: 6 }),
        max: fc.integer({ min: 1, max: 3 }),
      }),
      { maxLength: 10 },
    )
    .map((entries) => entries.map((entry, index) => ({ ...entry, id: `entry ${index}` }))),
  editions: fc.dictionary(
    fc.constantFrom(...wishes.slice(0, 5)),
    fc.option(fc.integer({ min: 0, max: 4 }), { freq: 4 }),
    { maxKeys: 5 },
  ),
  capacity: fc.option(fc.integer({ min: 0, max: 12 })),
});

function assertFair({ entries, editions, capacity }: Drawn, awards: readonly Award[]): void {
  const of = (choice: string) => awards.filter((award) => award.choice === choice).length;
  for (const [choice, count] of Object.entries(editions)) {
    if (count !== null) assert.ok(of(choice) <= count, 'an edition was given twice');
  }
  if (capacity !== null) assert.ok(awards.length <= capacity, 'the capacity was passed');
  const left = new Map(Object.entries(editions).map(([id, count]) => [id, count ?? Infinity]));
  let given = 0;
  for (const [index, { id, choices, max }] of entries.entries()) {
    const mine = awards.filter(({ entry }) => entry === id).map(({ choice }) => choice);
    assert.ok(mine.length <= max, 'more than the maximum');
    assert.equal(new Set(mine).size, mine.length, 'the same twice');
    // Whoever is passed over could have had nothing: no wish that was still there.
    const possible = [...new Set(choices)].filter((choice) => (left.get(choice) ?? 0) > 0);
    const room = Math.min(max, (capacity ?? Infinity) - given);
    assert.deepEqual(mine, possible.slice(0, room), `rank ${index + 1} was passed over`);
    for (const choice of mine) left.set(choice, (left.get(choice) ?? 0) - 1);
    given += mine.length;
  }
}

describe('giving out editions down a rank', () => {
  test('gives what the truth table says, in both languages', async () => {
    const text = await readFile(path.join(projectFolder, 'tests/cases/allocation.json'), 'utf8');
    const cases = JSON.parse(text) as (Drawn & { name: string; awards: readonly Award[] })[];
    const inSql = await allocateInSql(cases);
    for (const [index, { name, entries, editions, capacity, awards }] of cases.entries()) {
      assert.deepEqual(allocate(entries, editions, capacity), awards, name);
      assert.deepEqual(inSql[index], awards, `${name}, in SQL`);
    }
  });

  test('respects wishes, maxima, editions and capacity for 10,000 random lists, and SQL agrees', async () => {
    const lists = fc.sample(anyList, { numRuns: 10_000, seed: 8 });
    for (let start = 0; start < lists.length; start += 1000) {
      const some = lists.slice(start, start + 1000);
      const inSql = await allocateInSql(some);
      for (const [index, list] of some.entries()) {
        const awards = allocate(list.entries, list.editions, list.capacity);
        assertFair(list, awards);
        assert.deepEqual(inSql[index], awards);
      }
    }
  });

  test('depends on the rank and not on the ids', () => {
    for (const list of fc.sample(anyList, { numRuns: 500, seed: 9 })) {
      const renamed = list.entries.map((entry, index) => ({ ...entry, id: `zz ${99 - index}` }));
      const withoutNames = (awards: readonly Award[]) =>
        awards.map(({ choice, rank }) => [choice, rank]);
      assert.deepEqual(
        withoutNames(allocate(renamed, list.editions, list.capacity)),
        withoutNames(allocate(list.entries, list.editions, list.capacity)),
      );
    }
  });

  test('an allocation that forgets a maximum is noticed', () => {
    const list: Drawn = {
      entries: [{ id: 'a', choices: ['u', 'v'], max: 1 }],
      editions: { u: 1, v: 1 },
      capacity: null,
    };
    assert.throws(() =>
      assertFair(list, [
        { entry: 'a', choice: 'u', rank: 1 },
        { entry: 'a', choice: 'v', rank: 1 },
      ]),
    );
  });
});

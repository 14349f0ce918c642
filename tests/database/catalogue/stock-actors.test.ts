import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  anonymous,
  openTestDatabase,
  person,
  personId,
  refusalOf,
} from '../../support/database.ts';
import { buy, line } from '../../support/data/orders.ts';

const database = openTestDatabase();

interface Told {
  readonly entry_id: number;
  readonly is_own: boolean;
  readonly role: string | null;
  readonly email: string | null;
}

let pools = 0;
/** A pool that each of them changed by one, in this order; the ids of those entries. */
async function counted(...names: readonly ('owner' | 'fulfilment' | 'former')[]) {
  pools += 1;
  const [pool] = await database.sql<{ id: string }[]>`
    insert into public.stock_pools (code, title) values (${`ACTOR-${pools}`}, 'A pool of this test')
    returning id`;
  const id = pool?.id ?? '';
  for (const name of names) {
    const isGone = name === 'former';
    if (isGone) await database.sql`insert into private.staff values (${personId(name)}, 'owner')`;
    await database.keepAs(
      person(name),
      (sql) => sql`select public.adjust_stock(${id}, 1, null, 'One more')`,
    );
    if (isGone) await database.sql`delete from private.staff where user_id = ${personId(name)}`;
  }
  return entriesOf(id);
}

async function entriesOf(pool: string): Promise<readonly number[]> {
  const rows = await database.sql<{ id: number }[]>`
    select id::int from public.stock_ledger where pool_id = ${pool} order by id`;
  return rows.map(({ id }) => id);
}

async function actors(name: 'owner' | 'fulfilment', entries: readonly number[]) {
  const [row] = await database.as(
    person(name),
    (sql) => sql`select public.stock_actors(${[...entries]}::bigint[]) as told`,
  );
  return row?.['told'] as readonly Told[];
}

describe('stock_actors', () => {
  test('names the colleague of each count, also one who has left, in the order of the ledger', async () => {
    const entries = await counted('owner', 'fulfilment', 'former');
    assert.deepEqual(await actors('fulfilment', entries), [
      { entry_id: entries[0], is_own: false, role: 'owner', email: null },
      { entry_id: entries[1], is_own: true, role: 'fulfilment', email: null },
      { entry_id: entries[2], is_own: false, role: null, email: null },
    ]);
  });

  test('mailboxes are for the owner', async () => {
    const told = await actors('owner', await counted('owner', 'fulfilment'));
    assert.deepEqual(
      told.map(({ is_own, email }) => [is_own, email]),
      [
        [true, 'owner@people.test'],
        [false, 'fulfilment@people.test'],
      ],
    );
  });

  test('customers, whose orders have goods promised and freed, are named to nobody', async () => {
    const bought = await line(database.sql, 'CASE-MOSS');
    await database.keepAs(person('first'), (sql) => buy(sql, { lines: [bought] }));
    const entries = await database.sql<{ id: number }[]>`
      select id::int from public.stock_ledger where actor_id = ${personId('first')}`;
    assert.ok(entries.length > 0);
    for (const name of ['owner', 'fulfilment'] as const)
      assert.deepEqual(
        await actors(
          name,
          entries.map(({ id }) => id),
        ),
        [],
      );
  });

  test('at most a hundred entries are told of at once', async () => {
    const [first = 0] = await counted('owner');
    const many = Array.from({ length: 100 }, () => 0);
    assert.equal((await actors('owner', [...many, first])).length, 0);
    assert.equal((await actors('owner', [first, ...many])).length, 1);
  });

  test('whoever does not count is refused', async () => {
    const ask = (name: 'editor' | 'support' | 'first' | 'former') =>
      refusalOf(database.as(person(name), (sql) => sql`select public.stock_actors('{1}')`));
    for (const name of ['editor', 'support', 'first', 'former'] as const)
      assert.equal((await ask(name)).reason, 'not_allowed', name);
    const refusal = await refusalOf(
      database.as(anonymous, (sql) => sql`select public.stock_actors('{1}')`),
    );
    assert.equal(refusal.code, '42501');
  });
});

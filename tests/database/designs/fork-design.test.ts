import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import type { Sql, TransactionSql } from 'postgres';
import { anonymous, openTestDatabase, person, refusalOf } from '../../support/database.ts';
import { opened, orderDesign, save, type Saved } from '../../support/data/designs.ts';

const database = openTestDatabase();
const first = person('first');
const second = person('second');

async function fork(sql: Sql | TransactionSql, id: string): Promise<Saved> {
  const [row] = await sql<{ saved: Saved }[]>`select public.fork_design(${id}) as saved`;
  assert.ok(row);
  return row.saved;
}

describe('fork_design', () => {
  test('makes one copy for a key that comes again', async () => {
    const origin = await database.keepAs(first, (sql) => save(sql, { visibility: 'public' }));
    const key = randomUUID();
    await database.as(second, async (sql) => {
      const copies = await sql<{ saved: Saved }[]>`
        select public.fork_design(${origin.id}, ${key}) as saved from generate_series(1, 2)`;
      assert.deepEqual(copies[0], copies[1]);
      const [made] = await sql`
        select count(*)::int from public.designs where forked_from = ${origin.id}`;
      assert.equal(made?.['count'], 1);
    });
  });

  test('copies a public design into a private one that knows its origin', async () => {
    const origin = await database.keepAs(first, (sql) => save(sql, { visibility: 'public' }));
    await database.as(second, async (sql) => {
      const copy = await fork(sql, origin.id);
      const design = await opened(sql, copy.id);
      assert.equal(design?.['name'], 'Copy of Harbour');
      assert.equal(design['visibility'], 'private');
      assert.equal((design['forked_from'] as { id: string }).id, origin.id);
      assert.deepEqual(design['design'], (await opened(sql, origin.id))?.['design']);
    });
  });

  test('gives a guest a secret for the copy', async () => {
    const origin = await database.keepAs(first, (sql) => save(sql, { visibility: 'unlisted' }));
    const copy = await database.as(anonymous, (sql) => fork(sql, origin.id));
    assert.match(copy.secret ?? '', /^[0-9a-f]{64}$/);
  });

  test('copies an ordered design, which can be changed again', async () => {
    const origin = await database.keepAs(first, (sql) => save(sql));
    await database.keepAs(first, (sql) => orderDesign(sql, origin.id));
    await database.as(first, async (sql) => {
      const copy = await fork(sql, origin.id);
      assert.equal((await save(sql, { profile: 'sa' }, copy)).version, 2);
    });
  });

  test('answers another’s private design as one that does not exist', async () => {
    const origin = await database.keepAs(first, (sql) => save(sql));
    for (const id of [origin.id, '00000000-0000-4000-8000-00000000dead']) {
      const refused = await refusalOf(database.as(second, (sql) => fork(sql, id)));
      assert.deepEqual([refused.code, refused.reason], ['PT404', 'unknown_design']);
    }
  });
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { anonymous, openTestDatabase, person, refusalOf } from '../../support/database.ts';
import { opened, save } from '../../support/data/designs.ts';

const database = openTestDatabase();
const first = person('first');
const second = person('second');

describe('delete_design', () => {
  test('removes a design of the caller, by account or by secret', async () => {
    await database.as(first, async (sql) => {
      const { id } = await save(sql);
      await sql`select public.delete_design(${id})`;
      assert.equal(await opened(sql, id), null);
    });
    await database.as(anonymous, async (sql) => {
      const { id, secret } = await save(sql);
      await sql`select public.delete_design(${id}, ${secret})`;
      assert.equal(await opened(sql, id, secret), null);
    });
  });

  test('removes nobody else’s', async () => {
    const { id } = await database.keepAs(first, (sql) => save(sql, { visibility: 'public' }));
    const refused = await refusalOf(
      database.as(second, (sql) => sql`select public.delete_design(${id})`),
    );
    assert.deepEqual([refused.code, refused.reason], ['PT403', 'not_yours']);
  });

  test('keeps what was ordered', async () => {
    const { id } = await database.keepAs(first, (sql) => save(sql));
    await database.sql`select private.freeze_design(${id})`;
    const refused = await refusalOf(
      database.as(first, (sql) => sql`select public.delete_design(${id})`),
    );
    assert.equal(refused.reason, 'design_used');
  });
});

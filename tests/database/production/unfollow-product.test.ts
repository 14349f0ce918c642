import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openTestDatabase, person, personId } from '../../support/database.ts';
import { follow, followByMail, productId } from '../../support/data/follows.ts';

const database = openTestDatabase();

const unfollow = (name: 'first' | 'second', id: string) =>
  database.keepAs(person(name), async (sql) => {
    const [row] = await sql<{ done: boolean }[]>`select public.unfollow_product(${id}) as done`;
    return row?.done;
  });

describe('unfollow_product', () => {
  test('ends one’s own, again and again, and never another’s', async () => {
    const product = await productId(database.sql, 'saltmarsh');
    await follow(database, { product, as: person('first') });
    const own = async () => {
      const [row] = await database.sql<{ id: string; ended: boolean }[]>`
        select id, ended_at is not null as ended from private.follows where user_id = ${personId('first')}`;
      assert.ok(row);
      return row;
    };
    const { id } = await own();
    assert.equal(await unfollow('second', id), false);
    assert.equal((await own()).ended, false);
    assert.deepEqual([await unfollow('first', id), await unfollow('first', id)], [true, true]);
    assert.equal((await own()).ended, true);
  });

  test('ends what a mailbox asked for only by the account that has proven it', async () => {
    const product = await productId(database.sql, 'saltmarsh');
    await followByMail(database, 'second@people.test', product);
    const [row] = await database.sql<{ id: string }[]>`
      select id from private.follows where email = 'second@people.test'`;
    assert.ok(row);
    await database.sql`update auth.users set email_confirmed_at = null where id = ${personId('second')}`;
    assert.equal(await unfollow('second', row.id), false);
    await database.sql`update auth.users set email_confirmed_at = now() where id = ${personId('second')}`;
    assert.equal(await unfollow('second', row.id), true);
    assert.equal(await unfollow('second', '00000000-0000-4000-8000-00000000dead'), false);
  });
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  anonymous,
  openTestDatabase,
  person,
  personId,
  refusalOf,
} from '../../support/database.ts';
import { follow, followByMail, productId, sellOut } from '../../support/data/follows.ts';

const database = openTestDatabase();

const mine = (name: 'first' | 'second') =>
  database.as(person(name), async (sql) => {
    const [row] = await sql<
      { follows: Record<string, unknown>[] }[]
    >`select public.my_follows() as follows`;
    return row?.follows ?? [];
  });

describe('my_follows', () => {
  test('lists one’s own, by account and by proven mailbox, and nothing of others', async () => {
    const product = await productId(database.sql, 'saltmarsh');
    const { product: foam, variant } = await sellOut(database.sql, 'FOAM-60');
    await follow(database, { product, as: person('first') });
    await follow(database, { product: foam, variant, as: person('first') });
    await followByMail(database, 'second@people.test', product);
    await follow(database, { product: foam, variant, email: 'second@people.test' });
    assert.deepEqual((await mine('first')).map(({ about }) => about).toSorted(), [
      'stock',
      'updates',
    ]);
    await database.sql`update auth.users set email_confirmed_at = null where id = ${personId('second')}`;
    assert.deepEqual(await mine('second'), [], 'an address that nobody has proven shows nothing');
    await database.sql`update auth.users set email_confirmed_at = now() where id = ${personId('second')}`;
    const [own, ...more] = await mine('second');
    assert.deepEqual(
      [own?.['product_title'], own?.['product_kind'], more.length],
      ['Saltmarsh', 'product', 0],
    );
    assert.ok(!JSON.stringify([own]).includes('secret'));
  });

  test('is for whoever is signed in, and its table for no one', async () => {
    const signedOut = await refusalOf(
      database.as(anonymous, (sql) => sql`select public.my_follows()`),
    );
    assert.equal(signedOut.code, '42501');
    for (const caller of [anonymous, person('first'), person('owner')]) {
      const table = await refusalOf(
        database.as(caller, (sql) => sql`select * from private.follows`),
      );
      assert.equal(table.code, '42501');
    }
  });

  test('is empty once the account is deleted, together with what its mailbox asked for', async () => {
    const product = await productId(database.sql, 'saltmarsh');
    await follow(database, { product, as: person('second') });
    await followByMail(database, 'second@people.test', product);
    await database.sql`
      insert into private.account_deletions (user_id, undo_hash, due_at) values (${personId('second')}, 'x', now())`;
    await database.sql`select private.delete_due_accounts()`;
    const left = await database.sql`
      select 1 from private.follows where user_id = ${personId('second')} or email = 'second@people.test'`;
    assert.equal(left.length, 0);
  });
});

import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { openTestDatabase, person, personId } from '../../support/database.ts';
import { clearNotices, followIn, newBrowser } from '../../support/notices/browsers.ts';
import { productId } from '../../support/data/follows.ts';

const database = openTestDatabase();

beforeEach(() => clearNotices(database));

const titlesOf = (name: 'first' | 'second') =>
  database.as(person(name), async (sql) => {
    const [row] = await sql<{ kept: { follows: { product_title: string | null }[] }[] }[]>`
      select public.my_browsers() as kept`;
    return (row?.kept ?? []).flatMap(({ follows }) => follows.map((one) => one.product_title));
  });

describe('my_browsers', () => {
  test('tells each who uses a browser of their own follows there, which end with their account alone', async () => {
    const browser = newBrowser();
    const [saltmarsh, lino] = [
      await productId(database.sql, 'saltmarsh'),
      await productId(database.sql, 'lino-print'),
    ];
    await followIn(database, browser, saltmarsh, { as: person('first') });
    await followIn(database, browser, lino, { as: person('second') });
    await followIn(database, browser);
    await followIn(database, browser, saltmarsh);
    assert.deepEqual(
      await titlesOf('first'),
      ['Saltmarsh'],
      'whoever asks again without an account changes nothing',
    );
    assert.equal((await titlesOf('second')).length, 1);
    await database.sql.begin(async (sql) => {
      await sql`delete from auth.users where id = ${personId('first')}`;
      const left = await sql`select product_id from private.browser_follows`;
      assert.deepEqual(new Set(left.map((row) => row['product_id'])), new Set([lino, null]));
      await sql`rollback and chain`;
    });
  });

  test('tells an account of its own browsers without their keys, and both go together', async () => {
    const browser = newBrowser();
    await followIn(database, browser, await productId(database.sql, 'saltmarsh'), {
      as: person('second'),
    });
    const own = await database.as(person('second'), async (sql) => {
      const [row] = await sql<
        { kept: Record<string, unknown>[] }[]
      >`select public.my_browsers() as kept`;
      return row?.kept ?? [];
    });
    assert.equal(own[0]?.['push_service'], 'updates.push.services.mozilla.com');
    assert.match(JSON.stringify(own), /Saltmarsh/);
    for (const secret of Object.values(browser)) assert.ok(!JSON.stringify(own).includes(secret));
    const others = await database.as(
      person('first'),
      (sql) => sql`select public.my_browsers() as kept`,
    );
    assert.deepEqual(others[0]?.['kept'], []);
    await database.sql.begin(async (sql) => {
      await sql`delete from auth.users where id = ${personId('second')}`;
      assert.equal((await sql`select from private.browsers`).length, 0);
      await sql`rollback and chain`;
    });
  });
});

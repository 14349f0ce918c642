import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { openTestDatabase, person, personId } from '../../support/database.ts';
import { clearNotices, followIn, newBrowser } from '../../support/notices/browsers.ts';
import { productId } from '../../support/data/follows.ts';

const database = openTestDatabase();

beforeEach(() => clearNotices(database));

describe('my_browsers', () => {
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

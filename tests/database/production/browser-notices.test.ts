import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { anonymous, openTestDatabase, person } from '../../support/database.ts';
import { clearNotices, followIn, newBrowser } from '../../support/notices/browsers.ts';

const database = openTestDatabase();

beforeEach(() => clearNotices(database));

describe('browser_notices', () => {
  test('is all that is told of browsers and keys: their tables are read by nobody, staff included', async () => {
    for (const caller of [anonymous, person('first'), person('owner')]) {
      for (const table of ['browsers', 'browser_follows', 'notices', 'notice_keys']) {
        await assert.rejects(
          database.as(caller, (sql) => sql`select from ${sql(`private.${table}`)}`),
          /permission denied/,
        );
      }
    }
  });

  test('knows no browser that nothing reached for 400 days', async () => {
    await followIn(database, newBrowser());
    await database.sql`update private.browsers set seen_at = now() - interval '399 days'`;
    await database.sql`select private.sweep_old_rows()`;
    assert.equal((await database.sql`select from private.browsers`).length, 1);
    await database.sql`update private.browsers set seen_at = now() - interval '401 days'`;
    await database.sql`select private.sweep_old_rows()`;
    assert.equal((await database.sql`select from private.browsers`).length, 0);
  });
});

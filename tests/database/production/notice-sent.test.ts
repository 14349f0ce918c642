import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { openTestDatabase } from '../../support/database.ts';
import {
  claimNotices,
  clearNotices,
  followIn,
  newBrowser,
  noteNotice,
  publishUpdate,
} from '../../support/notices/browsers.ts';
import { later } from '../../support/data/drops.ts';
import { productId, runFollowJobs } from '../../support/data/follows.ts';

const database = openTestDatabase();

beforeEach(() => clearNotices(database));

describe('notice_sent', () => {
  test('ends a notice that was taken, and leaves nothing of a browser that is gone', async () => {
    const product = await productId(database.sql, 'saltmarsh');
    const [browser, gone] = [newBrowser(), newBrowser()];
    for (const one of [browser, gone]) await followIn(database, one, product);
    await database.sql`update private.browsers set seen_at = now() - interval '100 days'`;
    await publishUpdate(database, product);
    await runFollowJobs(database.sql);
    for (const { id, endpoint } of await claimNotices(database))
      await noteNotice(
        database,
        id,
        endpoint === gone.endpoint ? 'It answered 410' : null,
        endpoint === gone.endpoint,
      );
    await later(database.sql, '1 day');
    assert.equal((await claimNotices(database)).length, 0);
    const left = await database.sql<{ endpoint: string; is_seen: boolean }[]>`
      select endpoint, seen_at > now() - interval '1 minute' as is_seen from private.browsers`;
    assert.deepEqual([...left], [{ endpoint: browser.endpoint, is_seen: true }]);
  });
});

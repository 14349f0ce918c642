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

  test('forgets a browser that three in a row were given up for, and none that took one between', async () => {
    const product = await productId(database.sql, 'saltmarsh');
    const [steady, lost] = [newBrowser(), newBrowser()];
    for (const one of [steady, lost]) await followIn(database, one, product);
    const publishAndTell = async (isTaken: (endpoint: string) => boolean) => {
      await publishUpdate(database, product);
      await runFollowJobs(database.sql);
      await database.sql`update private.notices set tries = 7 where sent_at is null and given_up_at is null`;
      for (const { id, endpoint } of await claimNotices(database))
        await noteNotice(database, id, isTaken(endpoint) ? null : 'It answered 403');
    };
    const left = async () =>
      (await database.sql`select endpoint from private.browsers`).map((row) =>
        String(row['endpoint']),
      );
    for (let round = 1; round <= 2; round += 1) await publishAndTell(() => false);
    assert.equal((await left()).length, 2);
    await publishAndTell((endpoint) => endpoint === steady.endpoint);
    assert.deepEqual(await left(), [steady.endpoint]);
    await publishAndTell(() => false);
    assert.deepEqual(await left(), [steady.endpoint]);
  });
});

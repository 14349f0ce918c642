import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { openTestDatabase } from '../../support/database.ts';
import {
  addNotice,
  claimNotices,
  clearNotices,
  keepKeys,
  noticesIn,
  shopKey,
} from '../../support/notices/browsers.ts';
import { productId } from '../../support/data/follows.ts';

const database = openTestDatabase();

beforeEach(() => clearNotices(database));

describe('keep_notice_keys', () => {
  test('keeps the first pair, without which no notice is handed out', async () => {
    assert.equal(await keepKeys(database, `B${'x'.repeat(86)}`), false);
    assert.equal((await noticesIn(database, null)).key, shopKey);
    await addNotice(database, await productId(database.sql, 'saltmarsh'));
    await database.sql`delete from private.notice_keys`;
    assert.deepEqual(await noticesIn(database, null), { id: null, key: null, product_ids: [] });
    assert.equal((await claimNotices(database)).length, 0);
    assert.equal(await keepKeys(database, shopKey), true);
    assert.equal((await claimNotices(database)).length, 1);
  });
});

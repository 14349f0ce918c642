import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { openTestDatabase } from '../../support/database.ts';
import {
  clearNotices,
  followIn,
  newBrowser,
  noticesIn,
  shopKey,
  stopIn,
} from '../../support/notices/browsers.ts';
import { productId } from '../../support/data/follows.ts';

const database = openTestDatabase();

beforeEach(() => clearNotices(database));

describe('unfollow_in_browser', () => {
  test('ends by its push address alone what a browser follows without an account or address', async () => {
    const product = await productId(database.sql, 'saltmarsh');
    const [browser, other] = [newBrowser(), newBrowser()];
    assert.equal(await followIn(database, browser, product), 'follows');
    assert.equal(await followIn(database, browser, product), 'follows', 'twice is once');
    assert.equal(await followIn(database, browser), 'follows');
    const { key, product_ids: productIds } = await noticesIn(database, browser.endpoint);
    assert.deepEqual([key, productIds], [shopKey, [product, null]]);
    assert.deepEqual((await noticesIn(database, other.endpoint)).product_ids, []);
    assert.equal(await stopIn(database, other.endpoint, product), false);
    assert.equal(await stopIn(database, browser.endpoint, product), true);
    assert.deepEqual((await noticesIn(database, browser.endpoint)).product_ids, [null]);
    assert.equal(await stopIn(database, browser.endpoint), true);
    const left = await database.sql`select from private.browsers`;
    assert.equal(left.length, 0, 'who follows nothing is forgotten');
  });
});

import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import type { ShopHealth } from '../../../src/features/shop-check/model/shop-health.ts';
import { clearAlerts, failBuild, watchShop } from '../../support/data/alerts.ts';
import { productId } from '../../support/data/follows.ts';
import { addNotice, clearNotices } from '../../support/notices/browsers.ts';
import { openTestDatabase, person, refusalOf, type PersonName } from '../../support/database.ts';

const database = openTestDatabase();

async function healthOf(name: PersonName) {
  const [row] = await database.as(
    person(name),
    (sql) => sql<{ health: ShopHealth }[]>`select public.shop_health() as health`,
  );
  assert.ok(row);
  return row.health;
}

beforeEach(() => clearAlerts(database.sql));

describe('shop_health', () => {
  test('tells each role of its alerts, and owners alone of what is behind it', async () => {
    await failBuild(database.sql);
    await database.sql`
      insert into private.backups (made_at, bytes, sha256, is_encrypted, is_verified, row_count, file_count)
      values (now(), 5, repeat('b', 64), false, true, 7, 2)`;
    await watchShop(database.sql);
    const told = async (name: PersonName) =>
      (await healthOf(name)).alerts.some(({ about }) => about === 'Publishing');
    assert.deepEqual(
      [await told('owner'), await told('editor'), await told('fulfilment'), await told('support')],
      [true, true, false, false],
    );
    for (const name of ['editor', 'fulfilment', 'support'] as const) {
      assert.equal((await healthOf(name)).owner, null, name);
    }
    const { owner } = await healthOf('owner');
    assert.equal(owner?.backup?.sha256, 'b'.repeat(64));
    assert.equal(owner?.rules.length, 8);
    assert.ok((owner?.database_bytes ?? 0) > 1_000_000);
  });

  test('tells owners how many notices no browser took in a week', async () => {
    await clearNotices(database);
    const browser = await addNotice(database, await productId(database.sql, 'saltmarsh'));
    const failed = async () => (await healthOf('owner')).owner?.notices_given_up;
    const before = await failed();
    await database.sql`
      update private.notices set given_up_at = now() - interval '1 day', last_error = 'It answered 403'
      where browser_id in (select id from private.browsers where endpoint = ${browser.endpoint})`;
    assert.equal(await failed(), Number(before) + 1);
    await database.sql`update private.notices set given_up_at = now() - interval '8 days'`;
    assert.equal(await failed(), 0);
    await clearNotices(database);
  });

  test('refuses customers and whoever worked here before', async () => {
    for (const name of ['first', 'former'] as const) {
      const refusal = await refusalOf(
        database.as(person(name), (sql) => sql`select public.shop_health()`),
      );
      assert.deepEqual([refusal.code, refusal.reason], ['PT403', 'not_allowed']);
    }
  });
});

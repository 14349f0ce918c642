import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { clearAlerts, failBuild, watchShop } from '../../support/data/alerts.ts';
import { anonymous, openTestDatabase, person, refusalOf, service } from '../../support/database.ts';

const database = openTestDatabase();

beforeEach(() => clearAlerts(database.sql));

describe('claim_alerts', () => {
  const claim = async () => {
    const rows = await database.keepAs(
      service,
      (sql) => sql<{ alerts: { id: string }[] }[]>`
      select public.claim_alerts(50) as alerts`,
    );
    return rows[0]?.alerts ?? [];
  };
  const called = (ids: readonly string[]) =>
    database.keepAs(
      service,
      (sql) => sql<{ count: number }[]>`
      select public.alerts_called(${ids as string[]}::uuid[]) as count`,
    );

  test('hands each alert out once, again later until it was taken, and never after', async () => {
    await failBuild(database.sql);
    await watchShop(database.sql);
    const first = await claim();
    assert.ok(first.length > 0);
    assert.deepEqual(await claim(), []);
    await database.sql`update private.alerts set call_after = now() - interval '1 minute'`;
    assert.equal((await claim()).length, first.length);
    const [answer] = await called(first.map(({ id }) => id));
    assert.equal(answer?.count, first.length);
    await database.sql`update private.alerts set call_after = now() - interval '1 minute'`;
    assert.deepEqual(await claim(), []);
  });

  test('leaves out what a rule keeps from the chat, and gives up after ten tries', async () => {
    await failBuild(database.sql);
    await watchShop(database.sql);
    await database.sql`update private.alert_rules set calls = false where code = 'build_failed'`;
    const ids = (await claim()).map(({ id }) => id);
    await database.sql`update private.alert_rules set calls = true where code = 'build_failed'`;
    const [build] = await claim();
    assert.ok(build && !ids.includes(build.id));
    await database.sql`update private.alerts set calls = 10, call_after = now()`;
    assert.deepEqual(await claim(), []);
  });

  test('refuses everybody but the service', async () => {
    for (const caller of [anonymous, person('first'), person('owner')]) {
      const refusal = await refusalOf(
        database.as(caller, (sql) => sql`select public.claim_alerts(5)`),
      );
      assert.equal(refusal.code, '42501');
    }
  });
});

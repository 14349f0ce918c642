import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { clearAlerts, failBuild, watchShop } from '../../support/data/alerts.ts';
import { anonymous, openTestDatabase, person, refusalOf, service } from '../../support/database.ts';

const database = openTestDatabase();

beforeEach(() => clearAlerts(database.sql));

describe('alerts_called', () => {
  test('counts each alert once, and what it is told again or does not know not at all', async () => {
    await failBuild(database.sql);
    await watchShop(database.sql);
    const told = () =>
      database.keepAs(service, async (sql) => {
        const [row] = await sql<{ count: number }[]>`
          select public.alerts_called(array(select (a ->> 'id')::uuid from jsonb_array_elements(public.claim_alerts(50)) a)
            || gen_random_uuid()) as count`;
        return row?.count ?? 0;
      });
    assert.ok((await told()) > 0);
    await database.sql`update private.alerts set call_after = now() - interval '1 minute'`;
    assert.equal(await told(), 0);
  });

  test('refuses everybody but the service', async () => {
    for (const caller of [anonymous, person('first'), person('owner')]) {
      const refusal = await refusalOf(
        database.as(caller, (sql) => sql`select public.alerts_called('{}')`),
      );
      assert.equal(refusal.code, '42501');
    }
  });
});

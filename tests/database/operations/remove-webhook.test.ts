import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { anonymous, openTestDatabase, person, refusalOf } from '../../support/database.ts';
import { addProduct, addWebhook, claimCalls, clearDrops } from '../../support/data/drops.ts';
import type { Caller } from '../../../scripts/local-supabase/context.ts';

const database = openTestDatabase();

beforeEach(() => clearDrops(database.sql));

describe('remove_webhook', () => {
  const remove = (id: string, caller: Caller = person('owner')) =>
    database.keepAs(caller, async (sql) => {
      const [row] = await sql<{ is: boolean }[]>`select public.remove_webhook(${id}) as is`;
      return row?.is;
    });

  test('takes its secrets and what waited for it along, and says so of a second press', async () => {
    const { id } = await addWebhook(database);
    await addProduct(database.sql);
    await database.sql`select private.note_news()`;
    assert.equal(await remove(id), true);
    assert.equal(await remove(id), false);
    assert.deepEqual(await claimCalls(database), []);
    assert.equal((await database.sql`select from private.webhook_secrets`).length, 0);
  });

  test('is for owners alone', async () => {
    const { id } = await addWebhook(database);
    for (const name of ['editor', 'fulfilment', 'support', 'first', 'former'] as const)
      assert.equal((await refusalOf(remove(id, person(name)))).reason, 'not_allowed', name);
    assert.equal((await refusalOf(remove(id, anonymous))).code, '42501');
    assert.equal((await database.sql`select from private.webhooks`).length, 1);
  });
});

import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { anonymous, openTestDatabase, person, refusalOf } from '../../support/database.ts';
import { addWebhook, claimCalls, clearDrops } from '../../support/data/drops.ts';
import type { Caller } from '../../../scripts/local-supabase/context.ts';

const database = openTestDatabase();

beforeEach(() => clearDrops(database.sql));

describe('test_webhook', () => {
  const send = (id: string, caller: Caller = person('owner')) =>
    database.keepAs(caller, async (sql) => {
      const [row] = await sql<{ webhook: { test: { called_at: string | null } } }[]>`
        select public.test_webhook(${id}) as webhook`;
      return row?.webhook;
    });

  test('queues one test at a time, for a paused webhook too, and gives it up after one try', async () => {
    const { id } = await addWebhook(database, []);
    await database.sql`update private.webhooks set is_active = false`;
    await Promise.all([send(id), send(id), send(id)]);
    const [call, ...more] = await claimCalls(database);
    assert.deepEqual([call?.news['news'], more.length], ['test', 0]);
    await database.sql`select private.webhook_called(${call?.id ?? ''}, 'It answered 404')`;
    await database.sql`update private.webhook_calls set call_after = now()`;
    assert.deepEqual(await claimCalls(database), []);
    assert.equal((await send(id))?.test.called_at, null);
    assert.equal((await claimCalls(database)).length, 1);
  });

  test('is for owners alone, and for webhooks that are there', async () => {
    const { id } = await addWebhook(database);
    for (const name of ['editor', 'fulfilment', 'support', 'first', 'former'] as const)
      assert.equal((await refusalOf(send(id, person(name)))).reason, 'not_allowed', name);
    assert.equal((await refusalOf(send(id, anonymous))).code, '42501');
    const unknown = send('00000000-0000-4000-8000-00000000dead');
    assert.equal((await refusalOf(unknown)).reason, 'unknown_webhook');
    assert.deepEqual(await claimCalls(database), []);
  });
});

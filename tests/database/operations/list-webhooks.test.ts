import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { anonymous, openTestDatabase, person, refusalOf } from '../../support/database.ts';
import { addProduct, addWebhook, claimCalls, clearDrops } from '../../support/data/drops.ts';

const database = openTestDatabase();

beforeEach(() => clearDrops(database.sql));

describe('list_webhooks', () => {
  const list = async () =>
    database.as(person('owner'), async (sql) => {
      const [row] = await sql<{ webhooks: Record<string, unknown>[] }[]>`
        select public.list_webhooks() as webhooks`;
      return row?.webhooks ?? [];
    });

  test('tells an owner how each went, without its address or what signs', async () => {
    assert.deepEqual(await list(), []);
    const { id, secret } = await addWebhook(database);
    await addProduct(database.sql);
    await database.sql`select private.note_news()`;
    const [call] = await claimCalls(database);
    await database.sql`select private.webhook_called(${call?.id ?? ''}, 'It answered 404')`;
    const [webhook, ...more] = await list();
    assert.equal(more.length, 0);
    assert.deepEqual(
      [webhook?.['id'], webhook?.['waiting'], webhook?.['given_up'], webhook?.['last_error']],
      [id, 1, 0, 'It answered 404'],
    );
    assert.doesNotMatch(JSON.stringify(webhook), new RegExp(`token-of-the-chat|${secret}`));
  });

  test('is for owners alone', async () => {
    for (const name of ['editor', 'fulfilment', 'support', 'first', 'former'] as const) {
      const read = database.as(person(name), (sql) => sql`select public.list_webhooks()`);
      assert.equal((await refusalOf(read)).reason, 'not_allowed', name);
    }
    const read = database.as(anonymous, (sql) => sql`select public.list_webhooks()`);
    assert.equal((await refusalOf(read)).code, '42501');
  });
});

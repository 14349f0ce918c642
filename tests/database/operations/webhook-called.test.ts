import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { anonymous, openTestDatabase, person, refusalOf, service } from '../../support/database.ts';
import { addProduct, addWebhook, claimCalls, clearDrops } from '../../support/data/drops.ts';

const database = openTestDatabase();

beforeEach(() => clearDrops(database.sql));

describe('webhook_called', () => {
  const called = (id: string, problem: string | null = null) =>
    database.keepAs(service, async (sql) => {
      const [row] = await sql<
        { is: boolean }[]
      >`select public.webhook_called(${id}, ${problem}) as is`;
      return row?.is;
    });
  const due = () => database.sql`update private.webhook_calls set call_after = now()`;
  const faults = () =>
    database.as(person('owner'), async (sql) => {
      const [row] = await sql<
        { found: { findings: { code: string; about: string; message: string }[] } }[]
      >`
        select public.check_shop('mails') as found`;
      return row?.found.findings.filter(({ code }) => code === 'webhook_given_up') ?? [];
    });

  async function queue(): Promise<void> {
    await addProduct(database.sql);
    await database.sql`select private.note_news()`;
  }

  test('ends what was taken, once', async () => {
    await addWebhook(database);
    await queue();
    const [call] = await claimCalls(database);
    assert.equal(await called(call?.id ?? ''), true);
    assert.equal(await called(call?.id ?? ''), false);
    assert.equal(await called('00000000-0000-4000-8000-00000000dead'), false);
    await due();
    assert.deepEqual(await claimCalls(database), []);
  });

  test('tries eight times, then the check says so until the webhook takes something again', async () => {
    await addWebhook(database);
    await queue();
    for (let time = 0; time < 8; time += 1) {
      assert.deepEqual(await faults(), []);
      await due();
      const [call, ...more] = await claimCalls(database);
      assert.ok(call && more.length === 0, `try ${time}`);
      assert.equal(await called(call.id, 'It answered 500'), true);
    }
    await due();
    assert.deepEqual(await claimCalls(database), []);
    const [fault, ...more] = await faults();
    assert.equal(more.length, 0);
    assert.match(fault?.message ?? '', /It answered 500/);
    assert.doesNotMatch(JSON.stringify(fault), /token-of-the-chat/);
    await queue();
    const [next] = await claimCalls(database);
    await called(next?.id ?? '');
    assert.deepEqual(await faults(), []);
  });

  test('refuses everybody but the service', async () => {
    await addWebhook(database);
    await queue();
    const [call] = await claimCalls(database);
    for (const caller of [anonymous, person('first'), person('owner')]) {
      const noted = database.as(
        caller,
        (sql) => sql`select public.webhook_called(${call?.id ?? ''})`,
      );
      assert.equal((await refusalOf(noted)).code, '42501');
    }
  });
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { anonymous, openTestDatabase, person, refusalOf, service } from '../../support/database.ts';

const database = openTestDatabase();

const claim = (most: number | null) =>
  database.keepAs(service, async (sql) => {
    const rows = await sql<{ mails: { id: string; attempts: number }[] }[]>`
      select public.claim_mails(${most}) as mails`;
    assert.ok(rows[0]);
    return rows[0].mails;
  });

async function queue(count: number) {
  await database.sql`delete from public.outbox`;
  await database.sql`
    select private.queue_mail('order_placed', 'a@buyers.test', n::text, '{}') from generate_series(1, ${count}) n`;
}

describe('claim_mails', () => {
  test('two senders at once never hold the same mail, and all are held by one', async () => {
    await queue(40);
    const held = (await Promise.all(Array.from({ length: 8 }, () => claim(7)))).flat();
    const rest = await claim(100);
    const ids = [...held, ...rest].map(({ id }) => id);
    assert.deepEqual([ids.length, new Set(ids).size], [40, 40]);
  });

  test('what a dead sender held comes up again after its lease', async () => {
    await queue(1);
    assert.equal((await claim(20)).length, 1);
    assert.equal((await claim(20)).length, 0);
    await database.sql`update public.outbox set send_after = send_after - interval '2 minutes'`;
    assert.equal((await claim(20))[0]?.attempts, 2);
  });

  test('the same fact is one mail', async () => {
    await queue(1);
    await database.sql`select private.queue_mail('order_placed', 'b@buyers.test', '1', '{}')`;
    assert.equal((await claim(20)).length, 1);
  });

  test('odd limits are bounded', async () => {
    await queue(2);
    assert.equal((await claim(-5)).length, 0);
    assert.equal((await claim(null)).length, 2);
  });

  test('nobody but the service may call it', async () => {
    for (const caller of [anonymous, person('owner')]) {
      const refusal = await refusalOf(
        database.as(caller, (sql) => sql`select public.claim_mails(1)`),
      );
      assert.equal(refusal.code, '42501');
    }
  });
});

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { anonymous, openTestDatabase, person, refusalOf, service } from '../../support/database.ts';

const database = openTestDatabase();

describe('mail_sent', () => {
  test('a mail that left is never claimed again', async () => {
    await database.sql`delete from public.outbox`;
    await database.sql`select private.queue_mail('order_placed', 'a@buyers.test', 'sent', '{}')`;
    const [mail] = await database.sql<{ id: string }[]>`select id from public.outbox`;
    const answers = await database.keepAs(service, async (sql) => [
      ...(await sql`select public.mail_sent(${mail?.id ?? ''}) as noted`),
      ...(await sql`select public.mail_sent(${randomUUID()}) as noted`),
    ]);
    assert.deepEqual(
      answers.map((row) => row['noted'] as boolean),
      [true, false],
    );
    await database.sql`update public.outbox set send_after = now() - interval '1 day'`;
    const [claimed] = await database.keepAs(
      service,
      (sql) => sql`select public.claim_mails(5) as mails`,
    );
    assert.deepEqual(claimed?.['mails'], []);
  });

  test('nobody but the service may call it', async () => {
    for (const caller of [anonymous, person('owner')]) {
      const refusal = await refusalOf(
        database.as(caller, (sql) => sql`select public.mail_sent(${randomUUID()})`),
      );
      assert.equal(refusal.code, '42501');
    }
  });
});

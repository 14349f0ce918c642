import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { anonymous, openTestDatabase, person, refusalOf, service } from '../../support/database.ts';

const database = openTestDatabase();

describe('mail_failed', () => {
  test('a mail is tried later each time, and given up after the tenth', async () => {
    await database.sql`delete from public.outbox`;
    await database.sql`select private.queue_mail('order_placed', 'a@buyers.test', 'failing', '{}')`;
    const [mail] = await database.sql<{ id: string }[]>`select id from public.outbox`;
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      await database.sql`update public.outbox set send_after = now()`;
      await database.keepAs(service, async (sql) => {
        await sql`select public.claim_mails(5)`;
        await sql`select public.mail_failed(${mail?.id ?? ''}, ${'refused '.repeat(1000)})`;
      });
      const [row] = await database.sql<{ minutes: number; given_up: boolean }[]>`
        select round(extract(epoch from send_after - now()) / 60)::int as minutes, given_up_at is not null as given_up
        from public.outbox`;
      waits.push(row?.minutes ?? 0);
      assert.equal(row?.given_up, attempt === 10);
    }
    assert.deepEqual(waits.slice(0, 4), [2, 4, 8, 16]);
    assert.ok(waits.every((minutes, index) => index === 0 || minutes >= (waits[index - 1] ?? 0)));
  });

  test('nobody but the service may call it', async () => {
    for (const caller of [anonymous, person('owner')]) {
      const refusal = await refusalOf(
        database.as(caller, (sql) => sql`select public.mail_failed(${randomUUID()}, 'x')`),
      );
      assert.equal(refusal.code, '42501');
    }
  });
});

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { openTestDatabase, person, refusalOf } from '../../support/database.ts';

const database = openTestDatabase();

async function queueMail(): Promise<string> {
  const fact = randomUUID();
  await database.sql`select private.queue_mail('order_placed', 'reader@people.test', ${fact}, '{}')`;
  const [row] = await database.sql<{ id: string }[]>`
    select id from public.outbox where dedupe_key = ${`order_placed:${fact}`}`;
  assert.ok(row);
  return row.id;
}

async function readMail(id: string) {
  const [row] = await database.sql`
    select attempts, sent_at, given_up_at, send_after <= now() as is_due from public.outbox where id = ${id}`;
  assert.ok(row);
  return row;
}

const resend = (name: 'owner' | 'fulfilment' | 'support' | 'editor' | 'first', id: string) =>
  database.keepAs(person(name), async (sql) => {
    const rows = await sql<{ id: string }[]>`select public.resend_mail(${id}) as id`;
    return rows[0]?.id ?? '';
  });

describe('resend_mail', () => {
  test('sends a mail that was given up once more, as a new one, and says who did', async () => {
    const id = await queueMail();
    await database.sql`update public.outbox set given_up_at = now(), attempts = 8 where id = ${id}`;
    const again = await resend('fulfilment', id);
    assert.notEqual(again, id);
    assert.deepEqual(
      { ...(await readMail(again)) },
      {
        attempts: 0,
        sent_at: null,
        given_up_at: null,
        is_due: true,
      },
    );
    const [row] = await database.sql`
      select actor_role, before, array(select jsonb_object_keys(after) order by 1) as told
      from public.audit_log where table_name = 'outbox' and row_id = ${again}`;
    assert.deepEqual(row, {
      actor_role: 'fulfilment',
      before: null,
      // Neither mailbox nor words: they may have to be forgotten.
      told: ['dedupe_key', 'kind'],
    });
  });

  test('is for owners and fulfilment alone', async () => {
    const id = await queueMail();
    for (const name of ['support', 'editor', 'first'] as const) {
      assert.equal((await refusalOf(resend(name, id))).code, 'PT403');
    }
  });

  test('knows no mail that does not exist', async () => {
    assert.equal((await refusalOf(resend('owner', randomUUID()))).reason, 'unknown_mail');
  });
});

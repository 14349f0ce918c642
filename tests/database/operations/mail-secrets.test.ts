import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Caller } from '../../../scripts/local-supabase/context.ts';
import { anonymous, openTestDatabase, person, service } from '../../support/database.ts';
import { buy, line, payInFull } from '../../support/data/orders.ts';
import { inviteAs } from '../../support/data/staff-invitations.ts';
import { follow, productId } from '../../support/data/follows.ts';

const database = openTestDatabase();

interface Mail {
  readonly id: string;
  readonly kind: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** What each kind of mail carries that opens something. */
const secrets: Readonly<Record<string, string>> = {
  order_placed: 'token',
  follow_asked: 'follow_secret',
  account_deletion: 'token',
  staff_invited: 'token',
};

const claimed = () =>
  database.keepAs(service, async (sql) => {
    const [row] = await sql<{ mails: Mail[] }[]>`select public.claim_mails(100) as mails`;
    return row?.mails ?? [];
  });

describe('secrets of mails', () => {
  test('reach the sender, first and again, and nobody who reads the outbox', async () => {
    const lines = [await line(database.sql, 'FOAM-60')];
    await database.keepAs(anonymous, (sql) => buy(sql, { lines, email: 'secret@buyers.test' }));
    const product = await productId(database.sql, 'braefell-65');
    await follow(database, { product, email: 'secret@buyers.test' });
    await database.keepAs(person('second'), (sql) => sql`select public.request_account_deletion()`);
    await inviteAs(database, person('owner'), 'secret@colleagues.test');
    const mails = (await claimed()).filter(({ kind }) => secrets[kind] !== undefined);
    assert.deepEqual(new Set(mails.map(({ kind }) => kind)), new Set(Object.keys(secrets)));
    const hidden = mails.map(({ kind, payload }) => String(payload[secrets[kind] ?? '']));
    assert.ok(hidden.every((secret) => secret.length >= 36));

    await database.sql`update public.outbox set sent_at = now()`;
    for (const { id } of mails)
      await database.keepAs(person('owner'), (sql) => sql`select public.resend_mail(${id})`);
    const again = (await claimed()).map(({ kind, payload }) => payload[secrets[kind] ?? '']);
    assert.deepEqual(again.toSorted(), hidden.toSorted());

    const read = [
      ['owner', 'outbox'],
      ['owner', 'audit_log'],
      ['fulfilment', 'outbox'],
    ] as const;
    for (const [name, relation] of read) {
      const rows = await database.as(
        person(name),
        (sql) => sql`select to_jsonb(r)::text as text from public.${sql(relation)} r`,
      );
      const text = rows.map((row) => String(row['text'])).join();
      assert.ok(text.length > 0);
      for (const secret of hidden) assert.ok(!text.includes(secret), `${name} reads ${relation}`);
    }
  });

  test('are in every mail about a guest’s order, which shows the whole of it, and in none about an account’s', async () => {
    const { sql } = database;
    const sold = async (caller: Caller, email: string) => {
      const lines = [await line(sql, 'FOAM-60')];
      const { order } = await database.keepAs(caller, (as) => buy(as, { lines, email }));
      await payInFull(sql, order.id);
      return order;
    };
    const guests = await sold(anonymous, 'follows@buyers.test');
    const accounts = await sold(person('first'), 'first@people.test');
    const ids = [guests.id, accounts.id];
    await database.keepAs(person('owner'), async (as) => {
      for (const to of ['ready_to_ship', 'shipped', 'delivered'])
        await as`select public.transition_orders(${ids}, ${to})`;
      for (const id of ids) await as`select public.refund_order(${id}, 100, '[]', 'A scratch')`;
    });
    const mails = await sql<{ kind: string; order: string; token: string | null }[]>`
      select m.kind, m.payload ->> 'order_id' as "order", s.secrets ->> 'token' as token
      from public.outbox m left join private.mail_secrets s on s.mail_id = m.id
      where m.payload ->> 'order_id' = any (${ids})`;
    const later = mails.filter(({ kind }) => kind !== 'order_placed');
    assert.deepEqual(
      new Set(later.map(({ kind }) => kind)),
      new Set([
        'payment_received',
        'stage_changed',
        'order_shipped',
        'order_delivered',
        'refund_account_asked',
      ]),
    );
    for (const { kind, order, token } of later) {
      if (order === accounts.id) {
        assert.equal(token, null, kind);
        continue;
      }
      const [row] = await database.as(
        anonymous,
        (as) => as<
          { answer: { is_full: boolean; may_act: boolean; order: { documents: unknown[] } } }[]
        >`
          select public.open_order(${guests.number}, ${token}) as answer`,
      );
      assert.deepEqual([row?.answer.is_full, row?.answer.may_act], [true, false], kind);
      assert.ok((row?.answer.order.documents.length ?? 0) > 0, kind);
    }
  });

  test('are held back by the table itself', async () => {
    for (const name of new Set(Object.values(secrets)))
      await assert.rejects(
        database.sql`
          insert into public.outbox (kind, dedupe_key, recipient, payload)
          values ('planted', 'planted', 'someone@buyers.test', jsonb_build_object(${name}::text, 'x'))`,
        /outbox_without_secrets/,
      );
  });
});

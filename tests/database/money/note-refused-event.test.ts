import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { anonymous, openTestDatabase, person, refusalOf, service } from '../../support/database.ts';
import { applyEvent, buy, line } from '../../support/data/orders.ts';

const database = openTestDatabase();

const note = (id: string | null, reference: string | null) =>
  database.keepAs(
    service,
    (sql) =>
      sql`select public.note_refused_event('stripe', ${id}, 'paid', ${reference}, 700, 'EUR', 'No such order.')`,
  );

describe('note_refused_event', () => {
  test('what was refused is shown to staff once, until it is sent again and fits', async () => {
    const id = randomUUID();
    const reference = randomUUID();
    const shown = () =>
      database.as(person('owner'), async (sql) => {
        const [row] = await sql<
          { answer: { findings: readonly { code: string; about: string; message: string }[] } }[]
        >`select public.check_shop('payments') as answer`;
        return row?.answer.findings.filter(({ about }) => about === reference) ?? [];
      });
    await note(id, reference);
    await note(id, reference);
    const [finding, ...more] = await shown();
    assert.deepEqual([finding?.code, more.length], ['event_refused', 0]);
    assert.match(finding?.message ?? '', /No such order\. Look the payment up at the provider\./);
    const lines = [await line(database.sql, 'FOAM-60')];
    const { order } = await database.keepAs(anonymous, (sql) => buy(sql, { lines }));
    const event = { id, reference, order: order.id, amount: order.total_minor };
    const apply = () =>
      database.keepAs(service, (sql) => applyEvent(sql, { ...event, provider: 'stripe' }));
    assert.equal(await apply(), 'paid');
    assert.equal(await apply(), 'known');
    assert.deepEqual(await shown(), []);
  });

  test('whatever is wrong with an event, it can be kept', async () => {
    await note(null, null);
    await note('x'.repeat(300), 'y'.repeat(300));
  });

  test('nobody but the service may call it', async () => {
    for (const caller of [anonymous, person('owner')]) {
      const refusal = await refusalOf(
        database.as(caller, (sql) => sql`select public.note_refused_event('stripe', 'x', 'paid')`),
      );
      assert.equal(refusal.code, '42501');
    }
  });
});

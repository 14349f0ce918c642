import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { orderMoves } from '../../../src/features/orders/model/order-status.ts';
import { anonymous, openTestDatabase, person } from '../../support/database.ts';
import { buy, line, recordPayment } from '../../support/data/orders.ts';

const database = openTestDatabase();

describe('the moves of an order in the database', () => {
  test('are the only ones: every pair by everyone is tried', async () => {
    const lines = [await line(database.sql, 'FOAM-60')];
    const { order } = await database.keepAs(anonymous, (sql) => buy(sql, { lines }));
    // Each try starts from its own status and is undone: a move that is not listed must change nothing.
    await database.sql.unsafe(`
      create function private.planted_try(p_order uuid, p_from public.order_status, p_to public.order_status, p_who text, p_reason text)
      returns boolean language plpgsql set search_path = '' as $$
      begin
        update public.order_records set status = p_from where id = p_order;
        return private.move_order(p_order, p_from, p_to, p_who, p_reason);
      end $$`);
    const wrong = await database.sql<{ pair: string }[]>`
      select concat_ws(' ', f.s, t.s, w.who, r.reason) as pair
      from unnest(enum_range(null::public.order_status)) f (s), unnest(enum_range(null::public.order_status)) t (s),
        unnest(array['customer', 'staff', 'shop']) w (who), unnest(array['', 'Because']) r (reason)
      where private.planted_try(${order.id}, f.s, t.s, w.who, r.reason) <> exists (
        select from private.order_moves m where m.from_status = f.s and m.to_status = t.s
          and m.who = w.who and (not m.needs_reason or r.reason <> ''))`;
    assert.deepEqual(
      wrong.map(({ pair }) => pair),
      [],
    );
  });

  for (const { from, to, leaves } of orderMoves.filter(({ who }) => who === 'staff'))
    test(`${from} to ${to} by staff leaves ${leaves.join(' and ') || 'nothing'}`, async () => {
      const left = await afterMoves(from, [to]);
      assert.deepEqual(left, leaves);
    });

  for (const stage of ['in_production', 'ready_to_ship'])
    test(`an order that went back to paid and is put into ${stage} again mails nobody`, async () => {
      assert.deepEqual(await afterMoves(stage, ['paid', stage]), []);
    });

  test('an order that went back to paid and on to another stage mails its customer', async () => {
    assert.deepEqual(await afterMoves('ready_to_ship', ['paid', 'in_production']), ['mail']);
  });
});

/** What staff leave behind who move an order that came to a stage by itself. */
async function afterMoves(from: string, stages: readonly string[]): Promise<readonly string[]> {
  const lines = [await line(database.sql, 'FOAM-60')];
  const { order } = await database.keepAs(anonymous, (sql) => buy(sql, { lines }));
  await database.sql`
    update public.order_records set status = ${from}::public.order_status,
      captured_minor = case when ${from} = 'awaiting_payment' then 0 else total_minor end
    where id = ${order.id}`;
  const count = async () => {
    const [row] = await database.sql<{ money: number; mail: number }[]>`
      select (select count(*)::int from public.payments where order_id = ${order.id}) as money,
        (select count(*)::int from public.outbox where payload ->> 'order_id' = ${order.id}) as mail`;
    assert.ok(row);
    return row;
  };
  const before = await count();
  for (const to of stages) {
    if (from === 'awaiting_payment' && to === 'paid') {
      await database.keepAs(person('fulfilment'), (sql) => recordPayment(sql, order.id));
      continue;
    }
    const [row] = await database.keepAs(
      person('fulfilment'),
      (sql) => sql<{ answers: { ok: boolean; reason: string }[] }[]>`
        select public.transition_orders(${[order.id]}, ${to}, 'Because') as answers`,
    );
    assert.deepEqual(row?.answers[0]?.ok, true, `${to}: ${row?.answers[0]?.reason}`);
  }
  const after = await count();
  return (['money', 'mail'] as const).filter((trace) => after[trace] > before[trace]);
}

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { afterEach, describe, test } from 'node:test';
import { anonymous, openTestDatabase, person, refusalOf } from '../../support/database.ts';
import { buy, findBrokenInvariants, line, recordPayment } from '../../support/data/orders.ts';
import { askReturn, moveReturn, readWaysBack } from '../../support/data/returns.ts';

const database = openTestDatabase();

afterEach(async () => {
  assert.deepEqual(await findBrokenInvariants(database.sql), []);
});

async function returned(quantity = 2, kind: 'withdrawal' | 'fault' = 'withdrawal') {
  const lines = [await line(database.sql, 'KNOB-SILVER', 3), await line(database.sql, 'FOAM-TKL')];
  const { order } = await database.keepAs(person('first'), (sql) =>
    buy(sql, { lines, email: 'first@people.test' }),
  );
  await database.keepAs(person('owner'), async (sql) => {
    await recordPayment(sql, order.id);
    for (const to of ['ready_to_ship', 'shipped', 'delivered'])
      await sql`select public.transition_orders(array[${order.id}]::uuid[], ${to})`;
  });
  const [knobs] = await database.sql<{ id: string }[]>`
    select id from public.order_lines where order_id = ${order.id} and sku = 'KNOB-SILVER'`;
  const asked = await askReturn(database, person('first'), order.id, {
    kind,
    lines: [{ line_id: knobs?.id, quantity }],
    reason: 'The thread is cut.',
  });
  return { order: order.id, id: asked.id, amount: asked.amount_minor };
}

const onHand = async () => {
  const [row] = await database.sql<{ n: number }[]>`
    select s.on_hand as n from public.stock_pools s join public.variants v on v.stock_pool_id = s.id where v.sku = 'KNOB-SILVER'`;
  return row?.n ?? 0;
};

describe('move_return', () => {
  test('agreed, received, settled: the money goes back, the knobs onto the shelf, each step in a mail', async () => {
    const { order, id, amount } = await returned();
    const before = await onHand();
    await moveReturn(database, person('fulfilment'), id, 'agreed', {
      words: 'Send it to the workshop.',
      label: 'https://post.example/label.pdf',
    });
    await moveReturn(database, person('fulfilment'), id, 'received');
    const settled = await moveReturn(database, person('fulfilment'), id, 'settled', {
      restock: true,
    });
    assert.equal(settled.status, 'settled');
    assert.equal(await onHand(), before + 2);
    const { returns, lines } = await readWaysBack(database, person('first'), order);
    assert.deepEqual([returns[0]?.status, returns[0]?.refunded_minor], ['settled', amount]);
    assert.deepEqual(
      lines.map(({ quantity }) => quantity),
      [1, 1],
    );
    await database.keepAs(
      person('fulfilment'),
      (sql) =>
        sql`select public.send_bank_refund(refund_id) from public.bank_refunds where order_id = ${order}`,
    );
    const mails = await database.sql<{ kind: string }[]>`
      select kind from public.outbox where payload ->> 'order_id' = ${order} and (kind like 'return%' or kind = 'order_refunded') order by kind`;
    assert.deepEqual(
      mails.map(({ kind }) => kind),
      ['order_refunded', 'return_agreed', 'return_asked', 'return_received'],
    );
    const [ledger] = await database.sql<{ reason: string }[]>`
      select l.reason from public.stock_ledger l order by l.id desc limit 1`;
    assert.match(ledger?.reason ?? '', /^Order KW-\d+, return$/);
  });

  test('settled twice, at once and again, pays once', async () => {
    const { order, id, amount } = await returned();
    const settle = () => moveReturn(database, person('owner'), id, 'settled', { restock: true });
    const before = await onHand();
    const outcomes = await Promise.allSettled([settle(), settle(), settle(), settle()]);
    assert.ok(outcomes.every(({ status }) => status === 'fulfilled'));
    await settle();
    const [row] = await database.sql<{ refunded_minor: number }[]>`
      select refunded_minor from public.order_records where id = ${order}`;
    assert.deepEqual([row?.refunded_minor, await onHand()], [amount, before + 2]);
  });

  test('a piece that was repaired and put on sale is not put there again, by a return nor by a refund', async () => {
    const { order, id } = await returned(1, 'fault');
    const before = await onHand();
    await moveReturn(database, person('owner'), id, 'settled', {
      words: 'A new knob is on its way.',
      restock: true,
    });
    assert.equal(await onHand(), before + 1);
    const [knobs] = await database.sql<{ id: string }[]>`
      select id from public.order_lines where order_id = ${order} and sku = 'KNOB-SILVER'`;
    const faultOf = (quantity: number) =>
      askReturn(database, person('first'), order, {
        kind: 'fault',
        lines: [{ line_id: knobs?.id, quantity }],
        reason: 'The thread is cut again.',
      });
    const all = await faultOf(3);
    await moveReturn(database, person('owner'), all.id, 'settled', { restock: true });
    assert.equal(await onHand(), before + 3);
    const again = await faultOf(1);
    await moveReturn(database, person('owner'), again.id, 'settled', { restock: true });
    const rest = JSON.stringify([{ line_id: knobs?.id, quantity: 2 }]);
    await database.keepAs(
      person('owner'),
      (sql) =>
        sql`select public.refund_order(${order}, null, ${rest}::text::jsonb, 'Came back', null, false, true)`,
    );
    assert.equal(await onHand(), before + 3);
    const told = await database.sql<{ is_restocked: boolean }[]>`
      select is_restocked from public.order_returns where order_id = ${order} order by asked_at`;
    assert.deepEqual(
      told.map((each) => each.is_restocked),
      [true, true, false],
    );
  });

  test('staff may give another amount, and nothing for a repair', async () => {
    const less = await returned();
    await moveReturn(database, person('owner'), less.id, 'settled', { amount: less.amount - 500 });
    const { returns } = await readWaysBack(database, person('first'), less.order);
    assert.equal(returns[0]?.refunded_minor, less.amount - 500);
    const repair = await returned(1, 'fault');
    await moveReturn(database, person('owner'), repair.id, 'settled', {
      words: 'A new knob is on its way.',
    });
    const [row] = await database.sql<{ refunded_minor: number }[]>`
      select refunded_minor from public.order_records where id = ${repair.order}`;
    assert.equal(row?.refunded_minor, 0);
    const [mail] = await database.sql`
      select 1 from public.outbox where kind = 'return_settled' and payload ->> 'order_id' = ${repair.order}`;
    assert.ok(mail);
  });

  test('it moves as the table says, and in no other way', async () => {
    const cases: readonly { from: string; to: string; who: string; needsWords: boolean }[] =
      JSON.parse(readFileSync(new URL('../../cases/return-moves.json', import.meta.url), 'utf8'));
    const rows = await database.sql<{ move: (typeof cases)[number] }[]>`
      select json_build_object('from', from_status, 'to', to_status, 'who', who, 'needsWords', needs_words) as move from private.return_moves`;
    const sorted = (moves: typeof cases) => moves.map((each) => JSON.stringify(each)).toSorted();
    assert.deepEqual(sorted(rows.map(({ move }) => move)), sorted(cases));
    const { id } = await returned();
    await moveReturn(database, person('first'), id, 'dropped');
    for (const to of ['agreed', 'received', 'settled', 'declined', 'asked'])
      assert.equal(
        (await refusalOf(moveReturn(database, person('owner'), id, to, { words: 'Words enough' })))
          .reason,
        'illegal_move',
      );
  });

  test('a refusal needs its words, a label an address, and a stale view is told', async () => {
    const { id } = await returned();
    assert.equal(
      (await refusalOf(moveReturn(database, person('owner'), id, 'declined'))).reason,
      'reason_missing',
    );
    assert.equal(
      (
        await refusalOf(
          moveReturn(database, person('owner'), id, 'agreed', {
            words: 'Send it here.',
            label: 'javascript:alert(1)',
          }),
        )
      ).reason,
      'wrong_label',
    );
    assert.equal(
      (await refusalOf(moveReturn(database, person('owner'), id, 'received', { version: 99 })))
        .reason,
      'return_changed',
    );
  });

  test('customers move nothing but their own out, and nobody else moves anything', async () => {
    const { id } = await returned();
    for (const to of ['agreed', 'received', 'settled', 'declined'])
      assert.equal(
        (await refusalOf(moveReturn(database, person('first'), id, to, { words: 'Words enough' })))
          .reason,
        'not_allowed',
      );
    for (const caller of [anonymous, person('second'), person('editor')])
      for (const to of ['agreed', 'settled', 'dropped'])
        assert.equal(
          (await refusalOf(moveReturn(database, caller, id, to))).reason,
          'unknown_return',
        );
    for (const to of ['agreed', 'settled', 'dropped'])
      assert.equal(
        (
          await refusalOf(
            moveReturn(database, person('support'), id, to, { words: 'Words enough' }),
          )
        ).reason,
        'not_allowed',
      );
    assert.equal(
      (await refusalOf(moveReturn(database, person('owner'), id, 'dropped'))).reason,
      'not_allowed',
    );
    assert.equal((await moveReturn(database, person('first'), id, 'dropped')).status, 'dropped');
  });

  test('taken back again, after an answer that was lost, it answers as before and to nobody else', async () => {
    const { order, id } = await returned();
    const dropped = await moveReturn(database, person('first'), id, 'dropped', { version: 1 });
    assert.deepEqual(
      await moveReturn(database, person('first'), id, 'dropped', { version: 1 }),
      dropped,
    );
    for (const caller of [anonymous, person('second'), person('editor')])
      assert.equal(
        (await refusalOf(moveReturn(database, caller, id, 'dropped'))).reason,
        'unknown_return',
      );
    for (const caller of [person('support'), person('owner')])
      assert.equal(
        (await refusalOf(moveReturn(database, caller, id, 'dropped'))).reason,
        'not_allowed',
      );
    const events = await database.sql`
      select from public.order_events where order_id = ${order} and kind = 'return_dropped'`;
    assert.equal(events.length, 1);
    const late = await returned();
    await moveReturn(database, person('owner'), late.id, 'received');
    assert.equal(
      (await refusalOf(moveReturn(database, person('first'), late.id, 'dropped'))).reason,
      'illegal_move',
    );
  });
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  anonymous,
  openTestDatabase,
  person,
  refusalOf,
  type PersonName,
} from '../../support/database.ts';
import { openCardPayments } from '../../support/data/card-payments.ts';
import { endWindow, makeBatch, orderKits } from '../../support/data/group-buys.ts';
import type { Fault } from '../../support/stripe-stand-in.ts';

const database = openTestDatabase();
const cards = openCardPayments(database);
const { send, letTimePass, payAtStripe, paidOrder, callsOf, dueOf, refundMails, tellRefunded } =
  cards;

describe('refund_orders', () => {
  const giveBack = async (
    orders: readonly string[],
    seen: readonly number[],
    by: PersonName = 'owner',
  ) => {
    const [row] = await database.keepAs(
      person(by),
      (sql) => sql<{ answer: { order_id: string; ok: boolean; reason: string | null }[] }[]>`
      select public.refund_orders(${orders as string[]}, ${seen as number[]}, 'The price went down') as answer`,
    );
    return row?.answer.map(({ ok, reason }) => (ok ? 'ok' : reason)) ?? [];
  };

  test('gives back what is due and says of the others why not; again changes nothing', async () => {
    const { id, total } = await paidOrder();
    const { id: settled } = await paidOrder();
    await payAtStripe(id, [total]);
    const [first, second] = [id, settled].toSorted();
    const expected = [first, second].map((each) => (each === id ? 'ok' : 'nothing_due'));
    assert.deepEqual(await giveBack([id, settled], [0, 0]), expected);
    assert.equal(await dueOf(id), 0);
    assert.deepEqual(await giveBack([id], [0]), ['already_there']);
    assert.equal((await refusalOf(giveBack([id], [0], 'support'))).reason, 'not_allowed');
    await send();
  });

  test('leaves the money of a transfer to the bank, although a card was chosen', async () => {
    const { id } = await paidOrder(0);
    for (const reference of ['First', 'Again'])
      await database.keepAs(
        person('owner'),
        (sql) => sql`
          select public.record_payment(${id}, (select total_minor from public.order_records where id = ${id}), ${reference})`,
      );
    assert.deepEqual(await giveBack([id], [0]), ['ok']);
    const waiting = await database.sql<{ status: string; amount: number }[]>`
      select status, amount_minor as amount from public.bank_refunds where order_id = ${id}`;
    const [{ amount } = { amount: 0 }] = await database.sql<{ amount: number }[]>`
      select total_minor as amount from public.order_records where id = ${id}`;
    assert.deepEqual([...waiting], [{ status: 'open', amount }]);
  });

  test('of two staff at once ends the orders of a batch that is not made, and neither waits in a circle', async () => {
    const batch = await makeBatch(database.sql, [
      { sku: 'BRAEFELL-KIT', moq: 999 },
      { sku: 'BRAEFELL-WINDOW', moq: 999 },
      { sku: 'BRAEFELL-PLATE', moq: 999 },
    ]);
    const ids: string[] = [];
    for (let index = 0; index < 24; index += 1) {
      const others = index % 2 === 0 ? ['BRAEFELL-WINDOW'] : ['BRAEFELL-PLATE'];
      const bought = await database.keepAs(anonymous, (sql) =>
        orderKits(sql, ['BRAEFELL-KIT', ...others]),
      );
      await database.sql`update public.order_records set payment = 'stripe' where id = ${bought.id}`;
      await payAtStripe(bought.id, [bought.totalMinor]);
      ids.push(bought.id);
    }
    await endWindow(database.sql, batch);
    await database.keepAs(person('owner'), (sql) => sql`select public.close_batch(${batch})`);
    const half = (rest: number) => ids.filter((_, index) => index % 2 === rest);
    const answers = await Promise.all(
      [half(0), half(1)].map((part) =>
        giveBack(
          part,
          part.map(() => 0),
        ),
      ),
    );
    assert.deepEqual(new Set(answers.flat()), new Set(['ok']));
    const [ended] = await database.sql`
      select count(*)::int as n from public.order_records where id = any (${ids}) and status = 'refunded'`;
    assert.equal(ended?.['n'], ids.length);
  });

  test('settles 200 buyers, 40 with a dropped kit, over two tiers, with a provider that fails a third of the calls: every cent arrives once', async () => {
    const batch = await makeBatch(database.sql, [
      {
        sku: 'BRAEFELL-KIT',
        moq: 1,
        tiers: [
          [100, 28000],
          [180, 26500],
        ],
      },
      { sku: 'BRAEFELL-WINDOW', moq: 50 },
    ]);
    const buyers: { id: string; charge: string }[] = [];
    for (let index = 0; index < 200; index += 1) {
      const skus = index % 5 === 0 ? ['BRAEFELL-KIT', 'BRAEFELL-WINDOW'] : ['BRAEFELL-KIT'];
      const bought = await database.keepAs(anonymous, (sql) => orderKits(sql, skus));
      await database.sql`update public.order_records set payment = 'stripe' where id = ${bought.id}`;
      const [charge = ''] = await payAtStripe(bought.id, [bought.totalMinor]);
      buyers.push({ id: bought.id, charge });
    }
    await endWindow(database.sql, batch);
    await database.keepAs(person('owner'), (sql) => sql`select public.close_batch(${batch})`);
    const due = new Map<string, number>();
    for (const { id } of buyers) due.set(id, await dueOf(id));
    // Who came early paid the full price or that of the first tier; a dropped window is 19 more.
    const sums = [...new Set(due.values())].toSorted((one, other) => one - other);
    assert.deepEqual(sums, [0, 1500, 1900, 3400, 10400, 12300]);

    const ids = buyers.map(({ id }) => id).toSorted();
    const expected = ids.map((id) => (due.get(id) === 0 ? 'nothing_due' : 'ok'));
    const seen = ids.map(() => 0);
    assert.deepEqual(await giveBack(ids, seen), expected);
    const faults: readonly Fault[] = ['lost', 'broken', 'busy', 'hangs up'];
    cards.failAt((number) => (number % 3 === 0 ? (faults[(number / 3) % 4] ?? 'none') : 'none'));
    let told = 0;
    cards.dieWhen(() => (told += 1) % 17 === 0);
    for (let round = 0; round < 30; round += 1) {
      await send().catch(() => null);
      cards.stripe().forgetKeys();
      await letTimePass();
    }
    cards.dieWhen(() => false);
    cards.failAt(() => 'none');
    await send();
    for (const { id, charge } of buyers) {
      assert.equal(cards.stripe().givenBack(charge), due.get(id));
      assert.deepEqual(
        (await callsOf(id)).map(({ state }) => state),
        due.get(id) === 0 ? [] : ['sent'],
      );
    }
    const owed = buyers.filter(({ id }) => due.get(id) !== 0);
    for (const { charge } of [...owed, ...owed]) await tellRefunded(charge, `re ${charge}`);
    for (const { id } of buyers) {
      assert.equal(await dueOf(id), 0);
      assert.deepEqual(await refundMails(id), due.get(id) === 0 ? [] : [due.get(id)]);
    }
  });
});

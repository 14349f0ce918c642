import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { anonymous, openTestDatabase, person, refusalOf } from '../../support/database.ts';
import {
  matchEntries,
  type MatchedEntry,
  type SentEntry,
} from '../../support/data/bank-statements.ts';
import { buy, dutchAddress, line, recordPayment } from '../../support/data/orders.ts';
import cases from '../../cases/transfer-references.json' with { type: 'json' };

const database = openTestDatabase();

async function place(name = 'Ada Buyer', sku = 'KNOB-SILVER', email: string | null = null) {
  const lines = [await line(database.sql, sku)];
  const address = { ...dutchAddress, name };
  const bought = await database.keepAs(anonymous, (sql) =>
    buy(sql, { lines, address, ...(email === null ? {} : { email }) }),
  );
  return bought.order;
}

const match = (entries: readonly Partial<SentEntry>[]) =>
  database.as(person('fulfilment'), (sql) => matchEntries(sql, entries));

async function matchOne(entry: Partial<SentEntry>): Promise<MatchedEntry> {
  const [matched] = await match([entry]);
  assert.ok(matched);
  return matched;
}

const numbersOf = ({ orders }: MatchedEntry) => orders.map(({ number }) => number);

describe('the order that a transfer names', () => {
  test('is found in any spelling, inside of longer texts', async () => {
    for (const { text, marked, bare } of cases) {
      const rows = await database.sql<{ number: string; is_marked: boolean }[]>`
        select number, is_marked from private.transfer_numbers(${text})`;
      const isBare = new Set(bare);
      assert.deepEqual(
        rows.filter((row) => row.is_marked).map(({ number }) => number),
        marked,
        text,
      );
      for (const row of rows.filter((each) => !each.is_marked))
        assert.ok(isBare.has(row.number), text);
    }
  });
});

describe('match_bank_entries', () => {
  test('a reference is certain whatever the amount is', async () => {
    const order = await place();
    for (const amount of [order.total_minor, 1, order.total_minor + 500]) {
      const matched = await matchOne({
        message: `Order ${order.number.toLowerCase()}`,
        amount_minor: amount,
      });
      assert.deepEqual([matched.reason, numbersOf(matched)], ['reference', [order.number]]);
      assert.equal(matched.orders[0]?.due_minor, order.total_minor);
    }
  });

  test('a number alone is certain with the amount that is due, and a suggestion with another', async () => {
    const order = await place();
    const message = `bestelling ${order.number.slice(3)}`;
    const exact = await matchOne({ message, amount_minor: order.total_minor });
    const other = await matchOne({ message, amount_minor: order.total_minor + 1 });
    assert.deepEqual([exact.reason, other.reason], ['number', 'maybe_number']);
    assert.deepEqual(numbersOf(other), [order.number]);
  });

  test('the number of an invoice is that of its order', async () => {
    const order = await place();
    await database.sql`
      insert into public.documents (order_id, kind, number, seller_code, position, issued_on, currency, net_minor, tax_minor, total_minor, hash)
      values (${order.id}, 'invoice', 'KW-I000012', 'KW', 12, current_date, 'EUR', 1, 0, 1, repeat('0', 64))`;
    const matched = await matchOne({
      message: 'Invoice kw-i000012 thanks',
      amount_minor: order.total_minor,
    });
    assert.deepEqual([matched.reason, numbersOf(matched)], ['reference', [order.number]]);
  });

  test('orders that are paid together are suggested as a split, those that are due first', async () => {
    const [one, other] = [await place(), await place()];
    const sum = one.total_minor + other.total_minor;
    const both = await matchOne({
      message: `${one.number} and ${other.number}`,
      amount_minor: sum,
    });
    assert.deepEqual([both.reason, numbersOf(both)], ['split', [one.number, other.number]]);
    const bare = await matchOne({
      message: `${one.number}, ${other.number.slice(3)}`,
      amount_minor: sum,
    });
    assert.deepEqual([bare.reason, numbersOf(bare)], ['split', [one.number, other.number]]);
    // A second number that does not fit the amount is no order's.
    const first = await matchOne({
      message: `${one.number}, ${other.number.slice(3)}`,
      amount_minor: one.total_minor,
    });
    assert.deepEqual([first.reason, numbersOf(first)], ['reference', [one.number]]);
    await database.keepAs(person('owner'), (sql) => recordPayment(sql, one.id));
    const left = await matchOne({
      message: `${one.number} and ${other.number}`,
      amount_minor: other.total_minor,
    });
    assert.deepEqual(numbersOf(left), [other.number]);
  });

  test('without a number the amount and the payer, or an e-mail, suggest one', async () => {
    const order = await place('Zoë van der Müllerstraße', 'KNOB-SILVER', 'zoe@unnamed.test');
    const amount_minor = order.total_minor;
    const byName = await matchOne({ payer: 'Z MUELLERSTRASSE ZOE', amount_minor });
    assert.deepEqual([byName.reason, numbersOf(byName)[0]], ['name', order.number]);
    const byMail = await matchOne({ message: 'from zoe@unnamed.test', amount_minor: 5 });
    assert.deepEqual([byMail.reason, numbersOf(byMail)], ['email', [order.number]]);
    // Several orders cost that: nobody can tell which.
    assert.equal((await matchOne({ payer: 'Nobody Known', amount_minor })).reason, null);
    await database.sql`update public.order_records set pay_by = now() + interval '1 day' where id = ${order.id}`;
    const named = await matchOne({ payer: 'Zoe', amount_minor: amount_minor + 3 });
    assert.equal(named.reason, null);
  });

  test('an order that was paid by hand is told with its payment', async () => {
    const order = await place();
    await database.keepAs(person('owner'), (sql) => recordPayment(sql, order.id));
    const matched = await matchOne({ message: order.number, amount_minor: order.total_minor });
    assert.deepEqual(
      matched.orders.map((each) => [each.due_minor, each.is_by_hand]),
      [[0, true]],
    );
  });

  test('is for those alone who record payments, and for no more than 2,000 at once', async () => {
    const order = await place();
    for (const caller of [person('support'), person('editor'), person('first')]) {
      const refused = database.as(caller, (sql) => matchEntries(sql, [{ message: order.number }]));
      assert.equal((await refusalOf(refused)).reason, 'not_allowed');
    }
    await assert.rejects(
      database.as(anonymous, (sql) => matchEntries(sql, [{}])),
      /permission denied/,
    );
    const many = match(Array.from({ length: 2001 }, () => ({})));
    assert.equal((await refusalOf(many)).reason, 'wrong_entries');
    for (const wrong of [
      { booked_on: '2026-02-31' },
      { amount_minor: 0 },
      { currency: 'euro' },
      { ordinal: 0 },
      { payer: 'x'.repeat(141) },
    ]) {
      assert.equal((await refusalOf(match([wrong]))).reason, 'wrong_entry');
    }
  });
});

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import {
  anonymous,
  openTestDatabase,
  person,
  refusalOf,
  type PersonName,
} from '../../support/database.ts';
import { paidOrder } from '../../support/data/refunds.ts';

const database = openTestDatabase();

const price = (order: string, lines: unknown, by: PersonName = 'fulfilment') =>
  database.keepAs(person(by), async (sql) => {
    const [row] = await sql<{ amount: number }[]>`
      select (public.price_refund(${order}, ${JSON.stringify(lines)}::text::jsonb) ->> 'amount_minor')::int as amount`;
    return row?.amount;
  });

describe('price_refund', () => {
  test('says to the cent what refund_order gives, and writes nothing', async () => {
    const { id, lines } = await paidOrder(database, 3, 'WELCOME10');
    for (const quantities of [[1], [0, 1], [1], [1]]) {
      const asked = quantities.flatMap((quantity, place) =>
        quantity === 0 ? [] : [{ line_id: lines[place], quantity }],
      );
      const told = await price(id, asked);
      assert.equal(await price(id, asked), told);
      const [row] = await database.keepAs(
        person('owner'),
        (sql) => sql<{ amount: number }[]>`
          select (public.refund_order(${id}, null, ${JSON.stringify(asked)}::text::jsonb, 'Broken') ->> 'amount_minor')::int as amount`,
      );
      assert.equal(row?.amount, told);
    }
  });

  test('nothing chosen is worth nothing', async () => {
    const { id } = await paidOrder(database);
    assert.equal(await price(id, []), 0);
  });

  test('whatever is wrong is refused by name', async () => {
    const { id, lines } = await paidOrder(database);
    const one = (quantity: unknown) => [{ line_id: lines[0], quantity }];
    for (const [asked, reason] of [
      [{}, 'wrong_lines'],
      [[{ line_id: randomUUID(), quantity: 1 }], 'unknown_line'],
      [one(4), 'wrong_quantity'],
      [one(0.5), 'wrong_quantity'],
    ] as const)
      assert.equal((await refusalOf(price(id, asked))).reason, reason, JSON.stringify(asked));
    assert.equal((await refusalOf(price(randomUUID(), []))).reason, 'unknown_order');
    for (const by of ['support', 'editor', 'first'] as const)
      assert.equal((await refusalOf(price(id, one(1), by))).reason, 'not_allowed', by);
    const { code } = await refusalOf(
      database.keepAs(anonymous, (sql) => sql`select public.price_refund(${id}, '[]')`),
    );
    assert.equal(code, '42501');
  });
});

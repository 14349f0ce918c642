import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { anonymous, openTestDatabase } from '../../support/database.ts';
import { buy, line } from '../../support/data/orders.ts';
import cases from '../../cases/order-numbers.json' with { type: 'json' };

const database = openTestDatabase();

interface Found {
  readonly found: boolean;
  readonly reason?: string;
  readonly order?: Record<string, unknown>;
}

const find = (number: string | null, email: string | null) =>
  database.keepAs(anonymous, async (sql) => {
    const rows = await sql<{ answer: Found; status: string }[]>`
      select public.find_order(${number}, ${email}) as answer`;
    const [after] = await sql<
      { status: string }[]
    >`select current_setting('response.status', true) as status`;
    assert.ok(rows[0]);
    return { ...rows[0].answer, status: after?.status ?? '' };
  });

async function placeOrder() {
  const lines = [await line(database.sql, 'FOAM-60')];
  const { order } = await database.keepAs(anonymous, (sql) =>
    buy(sql, { lines, email: 'Guest@buyers.test' }),
  );
  return order;
}

describe('find_order', () => {
  beforeEach(async () => {
    await database.sql`delete from private.guesses`;
  });

  test('gives a guest the order without anything personal', async () => {
    const { number, token } = await placeOrder();
    const answer = await find(` ${number.toLowerCase()} `, 'guest@BUYERS.test');
    assert.equal(answer.found, true);
    assert.equal(answer.order?.['number'], number);
    assert.equal(answer.order?.['email'], 'G…@…');
    const text = JSON.stringify(answer);
    for (const secret of ['Guest@buyers.test', 'Ada Buyer', 'Oudegracht', '3511 AB', token]) {
      assert.ok(!text.includes(secret), secret);
    }
  });

  test('finds the number as people type it, as the shop’s pages do', async () => {
    for (const { typed, number } of cases) {
      const [row] = await database.sql`select private.order_number_of(${typed}) as number`;
      assert.equal(row?.['number'], number, typed);
    }
    const { number } = await placeOrder();
    const digits = number.slice('KW-'.length);
    for (const typed of [digits, `KW${digits}`, `kw ${digits}`, ` kw-${digits} `]) {
      assert.equal((await find(typed, 'guest@buyers.test')).found, true, typed);
    }
    const [guesses] = await database.sql`select count(*)::int as count from private.guesses`;
    assert.equal(guesses?.['count'], 0);
  });

  test('a number counts its wrong guesses however it is typed', async () => {
    const { number } = await placeOrder();
    const digits = number.slice('KW-'.length);
    for (const typed of [number, digits, `KW${digits}`, `kw ${digits}`, `#${digits}`]) {
      await database.sql`delete from private.guesses where bucket <> private.hash_of('number ' || ${number}::text)`;
      assert.equal((await find(typed, 'wrong@buyers.test')).status, '404');
    }
    assert.equal((await find(number, 'guest@buyers.test')).status, '429');
  });

  test('a wrong number and a wrong e-mail get the same answer', async () => {
    const { number } = await placeOrder();
    const wrongEmail = await find(number, 'other@buyers.test');
    const wrongNumber = await find('KW-99999999', 'guest@buyers.test');
    assert.deepEqual(wrongEmail, wrongNumber);
    assert.deepEqual([wrongEmail.found, wrongEmail.status], [false, '404']);
    assert.deepEqual(await find(null, null), wrongEmail);
    assert.deepEqual(await find('x'.repeat(100000), 'y'.repeat(100000)), wrongEmail);
  });

  test('after five wrong tries even the right one has to wait', async () => {
    const { number } = await placeOrder();
    for (let guess = 0; guess < 5; guess += 1) {
      assert.equal((await find(number, `${guess}@buyers.test`)).status, '404');
    }
    const answer = await find(number, 'guest@buyers.test');
    assert.deepEqual(
      [answer.found, answer.reason, answer.status],
      [false, 'too_many_tries', '429'],
    );
    await database.sql`update private.guesses set at = at - interval '16 minutes'`;
    assert.equal((await find(number, 'guest@buyers.test')).found, true);
  });

  test('eighty tries at once are as few as one after the other', async () => {
    const tries = await Promise.all(
      Array.from({ length: 80 }, () =>
        database.keepAs(anonymous, async (sql) => {
          const [row] = await sql<{ reason: string }[]>`
            select public.find_order('KW-99999', 'nobody@buyers.test') ->> 'reason' as reason`;
          return row?.reason;
        }),
      ),
    );
    assert.ok(tries.filter((reason) => reason === 'not_found').length <= 5);
    assert.ok(tries.includes('too_many_tries'));
  });
});

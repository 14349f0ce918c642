import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Caller } from '../../../scripts/local-supabase/context.ts';
import { balanceDue } from '#features/orders/model/order-money.ts';
import type { Order } from '#features/orders/model/order.ts';

import { anonymous, openTestDatabase, person, personId } from '../../support/database.ts';
import { buy, line, recordPayment } from '../../support/data/orders.ts';

const database = openTestDatabase();

interface Opened {
  readonly found: boolean;
  readonly is_by_account?: boolean;
  readonly is_full?: boolean;
  readonly is_guests?: boolean;
  readonly may_act?: boolean;
  readonly trouble?: unknown;
  readonly order?: Order;
}

const open = (number: string | null, token: string | null) =>
  database.keepAs(anonymous, async (sql) => {
    const rows = await sql<
      { answer: Opened }[]
    >`select public.open_order(${number}, ${token}) as answer`;
    assert.ok(rows[0]);
    return rows[0].answer;
  });

const openAs = (caller: Caller, number: string, token: string | null = null) =>
  database.as(caller, async (sql) => {
    const [row] = await sql<{ answer: Opened }[]>`
      select public.open_order(${number}, ${token}) as answer`;
    assert.ok(row);
    return row.answer;
  });

describe('open_order', () => {
  test('shows nothing personal until the link of the mail was used', async () => {
    const lines = [await line(database.sql, 'FOAM-60')];
    const { order } = await database.keepAs(anonymous, (sql) =>
      buy(sql, { lines, email: 'guest@buyers.test' }),
    );
    const before = await open(order.number, order.token);
    assert.deepEqual([before.found, before.is_full], [true, false]);
    assert.ok(!JSON.stringify(before).includes('Oudegracht'));
    const [mail] = await database.sql<{ token: string }[]>`
      select (select s.secrets ->> 'token' from private.mail_secrets s where s.mail_id = outbox.id) as token from public.outbox where dedupe_key = ${`order_placed:${order.id}:placed`}`;
    assert.ok(mail);
    const proven = await open(order.number, mail.token);
    assert.equal(proven.is_full, true);
    assert.equal(proven.order?.['email'], 'guest@buyers.test');
    assert.equal((await open(order.number, order.token)).is_full, true);
  });

  test('tells a guest of no balance once money of a paid order went back', async () => {
    const lines = [await line(database.sql, 'FOAM-60')];
    const { order } = await database.keepAs(anonymous, (sql) => buy(sql, { lines }));
    await database.keepAs(person('owner'), async (sql) => {
      await recordPayment(sql, order.id);
      await sql`select public.refund_order(${order.id}, 100, '[]', 'A scratch')`;
    });
    const { order: seen } = await open(order.number, order.token);
    assert.ok(seen);
    assert.equal(seen.refunded_minor, 100);
    assert.equal(balanceDue(seen), 0);
    assert.equal(seen.refund_due_minor, 0);
  });

  test('a wrong secret and a wrong number are told alike', async () => {
    const lines = [await line(database.sql, 'FOAM-60')];
    const { order } = await database.keepAs(anonymous, (sql) => buy(sql, { lines }));
    const wrong = await open(order.number, 'x'.repeat(64));
    assert.equal(wrong.found, false);
    assert.deepEqual(await open('KW-1', order.token), wrong);
    assert.deepEqual(await open(null, null), wrong);
    assert.deepEqual(await open('x'.repeat(100000), 'y'.repeat(100000)), wrong);
  });

  test('gives an account its order whole, as the tables show it', async () => {
    const lines = [await line(database.sql, 'FOAM-60')];
    const shopper = person('first');
    const { order } = await database.keepAs(shopper, (sql) => buy(sql, { lines }));
    await database.keepAs(person('owner'), (sql) => recordPayment(sql, order.id));
    const { answer, parts } = await database.as(shopper, async (sql) => {
      const [row] = await sql<{ answer: Opened }[]>`
        select public.open_order(${order.number.toLowerCase()}) as answer`;
      const [tables] = await sql<{ parts: Record<string, unknown> }[]>`
        select to_jsonb(o) || jsonb_build_object(
          'shipments', (select jsonb_agg(s) from public.shipments s where s.order_id = o.id),
          'events', (select jsonb_agg(e order by e.id) from public.order_events e where e.order_id = o.id),
          'payments', (select jsonb_agg(p) from public.payments p where p.order_id = o.id),
          'documents', (select jsonb_agg(d) from public.documents d where d.order_id = o.id)) as parts
        from public.orders o where o.number = ${order.number}`;
      assert.ok(row && tables);
      return { answer: row.answer, parts: tables.parts };
    });
    assert.ok(answer.order);
    const { lines: shown, ...rest } = answer.order;
    assert.deepEqual(rest, parts);
    assert.ok(Array.isArray(rest['documents']) && rest['documents'].length > 0);
    assert.deepEqual(
      shown.map(({ title, quantity }) => [title, quantity]),
      [['Felt and foam set', 1]],
    );
    assert.deepEqual(
      [answer.is_by_account, answer.is_full, answer.may_act, answer.is_guests, answer.trouble],
      [true, true, true, false, null],
    );
  });

  test('gives staff what their role may see, and no other account anything', async () => {
    const lines = [await line(database.sql, 'FOAM-60')];
    const { order } = await database.keepAs(person('first'), (sql) => buy(sql, { lines }));
    for (const [role, email] of [
      ['owner', /@/],
      ['fulfilment', /@/],
      ['support', /^.…@…$/],
    ] as const) {
      const answer = await openAs(person(role), order.number);
      assert.match(String(answer.order?.['email']), email, role);
      assert.equal(JSON.stringify(answer).includes('Oudegracht'), role !== 'support', role);
    }
    for (const name of ['editor', 'second'] as const) {
      const answer = await openAs(person(name), order.number);
      assert.deepEqual([answer.found, answer.order], [false, undefined], name);
      assert.deepEqual(await openAs(person(name), 'KW-1'), answer, name);
      assert.equal((await openAs(person(name), order.number, 'x'.repeat(64))).found, false, name);
    }
    assert.equal((await open(order.number, null)).found, false);
    assert.equal((await open(order.number, 'x'.repeat(64))).found, false);
  });

  test('shows an account the order of a guest by its secret alone, with nothing personal', async () => {
    const lines = [await line(database.sql, 'FOAM-60')];
    const { order } = await database.keepAs(anonymous, (sql) => buy(sql, { lines }));
    assert.equal((await openAs(person('second'), order.number)).found, false);
    const answer = await openAs(person('second'), order.number, order.token);
    assert.deepEqual([answer.found, answer.is_full, answer.is_by_account], [true, false, false]);
    assert.ok(!JSON.stringify(answer).includes('Oudegracht'));
  });

  test('confirms an account’s own order by the link of its mail, and never fails for a wrong one', async () => {
    const shopper = person('first');
    const lines = [await line(database.sql, 'FOAM-60')];
    const { order } = await database.keepAs(shopper, (sql) => buy(sql, { lines }));
    const secret = 'ef'.repeat(32);
    await database.sql`update public.order_records
      set confirmed_at = null, keep_until = now() + interval '20 minutes' where id = ${order.id}`;
    await database.sql`update private.order_contacts
      set mailbox_token_hash = private.hash_of(${secret}), mailbox_proven_at = null where order_id = ${order.id}`;
    const opened = (token: string) =>
      database.as(shopper, async (sql) => {
        const [row] = await sql<{ answer: Opened }[]>`
          select public.open_order(${order.number}, ${token}) as answer`;
        const [status] = await sql<{ status: string | null }[]>`
          select nullif(current_setting('response.status', true), '') as status`;
        assert.ok([null, '200'].includes(status?.status ?? null));
        assert.ok(row?.answer.order);
        const { keep_until: keepUntil, confirmed_at: confirmedAt } = row.answer.order;
        return [row.answer.is_by_account, keepUntil === null, confirmedAt === null];
      });
    assert.deepEqual(await opened('x'.repeat(64)), [true, false, true]);
    assert.deepEqual(await opened(secret), [true, true, false]);
  });

  test('tells an account of the stage that its batch has by now', async () => {
    const shopper = person('first');
    const lines = [await line(database.sql, 'SALTMARSH-BASE')];
    const { order } = await database.keepAs(shopper, (sql) =>
      buy(sql, { lines, consents: { terms: true, group_buy: true } }),
    );
    const stageAt = (closesAt: string) =>
      database.sql.begin(async (sql) => {
        await sql`update public.batches set closes_at = ${closesAt}
          where id = (select batch_id from public.order_lines where order_id = ${order.id})`;
        await sql`select set_config('request.jwt.claims', ${JSON.stringify({ sub: personId('first'), role: 'authenticated' })}, true)`;
        const [row] = await sql<{ answer: Opened }[]>`
          select public.open_order(${order.number}) as answer`;
        assert.ok(row?.answer.order);
        return row.answer.order.lines[0]?.batch_stage;
      });
    assert.equal(await stageAt('2999-01-01'), 'open');
    assert.equal(await stageAt(new Date(Date.now() - 1000).toISOString()), 'closed');
  });
});

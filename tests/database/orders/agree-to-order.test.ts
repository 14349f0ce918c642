import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Caller } from '../../../scripts/local-supabase/context.ts';
import {
  anonymous,
  openTestDatabase,
  person,
  personId,
  refusalOf,
} from '../../support/database.ts';
import { draftedOrder } from '../../support/data/drafted-orders.ts';
import { beginPayment, buy, line } from '../../support/data/orders.ts';

const database = openTestDatabase();

const agree = (
  id: string,
  consents: unknown,
  token: string | null = null,
  caller: Caller = anonymous,
) =>
  database.keepAs(caller, async (sql) => {
    const rows = await sql<{ answer: { missing: string[] } }[]>`
      select public.agree_to_order(${id}, ${JSON.stringify(consents)}::text::jsonb, ${token}) as answer`;
    return rows[0]?.answer;
  });

const begin = (id: string, token: string) =>
  database.keepAs(anonymous, (sql) => beginPayment(sql, id, token));

const asked = async (number: string, token: string) => {
  const rows = await database.keepAs(
    anonymous,
    (sql) =>
      sql<
        { missing: unknown }[]
      >`select public.open_order(${number}, ${token}) -> 'order' -> 'missing_consents' as missing`,
  );
  return rows[0]?.missing;
};

const kept = async (id: string) => {
  const [row] = await database.sql<{ consents: unknown; terms: number | null }[]>`
    select o.consents, v.number as terms from public.order_records o
    left join public.legal_versions v on v.id = o.terms_version_id where o.id = ${id}`;
  return row && { ...row };
};

describe('agree_to_order', () => {
  test('an order that staff made is paid only once its customer has agreed, in the terms of that day', async () => {
    const order = await draftedOrder(database, ['BRAEFELL-KIT']);
    const none = { consents: { terms: false, group_buy: false }, terms: null };
    assert.deepEqual(await kept(order.id), none);
    assert.deepEqual(await asked(order.number, order.token), ['terms', 'group_buy']);
    const early = await refusalOf(begin(order.id, order.token));
    assert.deepEqual([early.code, early.reason], ['PT409', 'consent_missing']);

    const half = await refusalOf(agree(order.id, { terms: true }, order.token));
    assert.deepEqual([half.code, half.reason], ['PT422', 'consent_missing']);
    assert.deepEqual(await kept(order.id), none);

    const both = { terms: true, group_buy: true };
    assert.deepEqual((await agree(order.id, both, order.token))?.missing, []);
    assert.deepEqual((await agree(order.id, both, order.token))?.missing, []);
    assert.deepEqual(await asked(order.number, order.token), []);
    const [terms] = await database.sql<{ number: number }[]>`
      select max(number) as number from public.legal_versions
      where document = 'terms' and effective_at <= now()`;
    assert.deepEqual(await kept(order.id), {
      consents: { ...both, by: 'customer' },
      terms: terms?.number,
    });
    const events = await database.sql`
      select actor, after from public.order_events where order_id = ${order.id} and kind = 'consents_given'`;
    assert.deepEqual(
      events.map((event) => ({ ...event })),
      [
        {
          actor: 'guest',
          after: { agreed_to: ['terms', 'group_buy'], terms_version: terms?.number },
        },
      ],
    );
    assert.ok((await begin(order.id, order.token)).attempt_id);
  });

  test('goods from the shelf ask for the terms alone, and who agreed at the checkout is asked for nothing', async () => {
    const drafted = await draftedOrder(database, ['CASE-MOSS']);
    assert.deepEqual(await asked(drafted.number, drafted.token), ['terms']);
    const lines = [await line(database.sql, 'CASE-MOSS')];
    const { order } = await database.keepAs(anonymous, (sql) => buy(sql, { lines }));
    assert.deepEqual(await asked(order.number, order.token), []);
  });

  test('nobody agrees in another’s name, staff neither, nor to an order that has ended', async () => {
    const order = await draftedOrder(database, ['CASE-MOSS']);
    const both = { terms: true };
    for (const [caller, token] of [
      [anonymous, null],
      [anonymous, 'x'.repeat(64)],
      [person('second'), null],
      [person('owner'), null],
    ] as const) {
      const refusal = await refusalOf(agree(order.id, both, token, caller));
      assert.deepEqual([refusal.code, refusal.reason], ['PT404', 'unknown_order']);
    }
    for (const wrong of [null, [], { terms: 'true' }, {}])
      assert.equal(
        (await refusalOf(agree(order.id, wrong, order.token))).reason,
        'consent_missing',
      );
    await database.keepAs(
      anonymous,
      (sql) => sql`select public.cancel_order(${order.id}, '', ${order.token})`,
    );
    assert.equal((await refusalOf(agree(order.id, both, order.token))).reason, 'illegal_move');
  });

  test('the account that owns it reads what it asks, and agrees without a link', async () => {
    const order = await draftedOrder(database, ['CASE-MOSS']);
    await database.sql`
      update public.order_records set user_id = ${personId('first')} where id = ${order.id}`;
    const missing = (caller: Caller) =>
      database.as(caller, async (sql) => {
        const rows = await sql<{ missing_consents: string[] }[]>`
          select missing_consents from public.orders where id = ${order.id}`;
        return rows[0]?.missing_consents;
      });
    assert.deepEqual(await missing(person('first')), ['terms']);
    assert.deepEqual(await missing(person('support')), ['terms']);
    await agree(order.id, { terms: true }, null, person('first'));
    assert.deepEqual(await missing(person('first')), []);
  });
});

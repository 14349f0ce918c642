import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { buyingSteps } from '../../../src/shared/tracking-plan.ts';
import {
  anonymous,
  openTestDatabase,
  person,
  refusalOf,
  type PersonName,
} from '../../support/database.ts';

const database = openTestDatabase();

interface Funnel {
  readonly steps: readonly { readonly step: string; readonly visits: number }[];
  readonly orders: number;
  readonly paid: number;
}

const ask = (name: PersonName, days: number | null = 30) =>
  database.as(person(name), async (sql) => {
    const [row] = await sql<{ funnel: Funnel }[]>`
      select public.visit_funnel((now() at time zone 'UTC')::date - ${days}::int + 1, (now() at time zone 'UTC')::date) as funnel`;
    assert.ok(row);
    return row.funnel;
  });

let sent = 0;
/** A visit and what happened in it, so many days ago. */
async function visit(session: number, names: readonly string[], daysAgo = 0): Promise<void> {
  for (const name of names) {
    await database.sql`
      insert into public.analytics_events (insert_id, name, device_id, session_id, happened_at)
      values (${`funnel-event-${(sent += 1)}`}, ${name}, 'a-device', ${session}, now() - make_interval(days => ${daysAgo}))`;
  }
}

describe('visit_funnel', () => {
  test('counts each visit once a step, in the days asked for, and no other event', async () => {
    const { orders } = await ask('owner');
    await visit(1, ['product_viewed', 'product_viewed', 'product_viewed', 'session_start']);
    await visit(2, ['product_viewed', 'cart_line_added', 'cart_viewed']);
    await visit(3, [...buyingSteps]);
    await visit(4, [...buyingSteps], 45);
    const funnel = await ask('fulfilment');
    assert.deepEqual(
      funnel.steps.map(({ step, visits }) => [step, visits]),
      [
        ['product_viewed', 3],
        ['cart_line_added', 2],
        ['cart_viewed', 2],
        ['checkout_started', 1],
        ['order_placed', 1],
      ],
    );
    assert.equal(funnel.orders, orders, 'orders are rows of their own');
    const wider = await ask('owner', 90);
    assert.equal(wider.steps[0]?.visits, 4);
  });

  test('counts a visit on the day it first came to a step, however late and often that is told', async () => {
    const before = await ask('owner');
    await visit(50, ['product_viewed'], 8);
    await visit(50, ['product_viewed', 'product_viewed', 'cart_viewed']);
    await Promise.all(
      Array.from({ length: 8 }, () => visit(51, ['checkout_started', 'product_viewed'])),
    );
    const week = await ask('owner', 7);
    const month = await ask('owner');
    const more = month.steps.map(({ visits }, at) => visits - (before.steps[at]?.visits ?? 0));
    assert.deepEqual(more, [2, 0, 1, 1, 0]);
    const viewed = ({ steps }: Funnel) => steps[0]?.visits ?? 0;
    assert.equal(viewed(month) - viewed(week), 1, 'the visit of last week');
    await database.sql`select private.sweep_old_rows()`;
    assert.deepEqual(await ask('owner', 90), await ask('owner', 90));
    const [kept] = await database.sql`
      select count(*)::int as old from private.visit_steps where day < current_date - 14`;
    assert.equal(kept?.['old'], 0);
    assert.equal((await ask('owner', 90)).steps[0]?.visits, viewed(month) + 1, 'sums outlive it');
  });

  test('a day keeps so many events and no more, whoever sends them', async () => {
    await database.sql`
      insert into private.event_days (day, events) values ((now() at time zone 'UTC')::date, 499999)
      on conflict (day) do update set events = excluded.events`;
    await visit(70, ['session_start']);
    const refused = await refusalOf(visit(71, ['session_start']));
    assert.deepEqual([refused.code, refused.reason], ['PT429', 'too_many_events']);
    await database.sql`delete from private.event_days`;
  });

  test('knows the steps of the tracking plan, and says nothing of any visitor', async () => {
    const funnel = await ask('owner', 7);
    assert.deepEqual(
      funnel.steps.map(({ step }) => step),
      [...buyingSteps],
    );
    assert.ok(!JSON.stringify(funnel).includes('device'));
  });

  test('asks for a period that is bounded, and is for those who work with orders', async () => {
    for (const days of [null, 0, -30, 367])
      assert.equal((await refusalOf(ask('owner', days))).reason, 'wrong_period', String(days));
    for (const name of ['first', 'editor', 'support', 'former'] as const)
      assert.equal((await refusalOf(ask(name))).reason, 'not_allowed', name);
    const stranger = database.as(
      anonymous,
      (sql) => sql`select public.visit_funnel(current_date, current_date)`,
    );
    assert.equal((await refusalOf(stranger)).code, '42501');
  });
});

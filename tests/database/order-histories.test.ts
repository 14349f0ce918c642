/* The short form runs with every test; KEYWRIGHT_LONG=1 (npm run test:long) tells 5,000 histories. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  array,
  assert as check,
  asyncProperty,
  constant,
  constantFrom,
  integer,
  nat,
  oneof,
  record,
  type Arbitrary,
} from 'fast-check';
import type { Caller } from '../../scripts/local-supabase/context.ts';
import { anonymous, openTestDatabase, person, service } from '../support/database.ts';
import {
  applyEvent,
  beginPayment,
  buy,
  findBrokenInvariants,
  letTimeToPayPass,
  line,
  type AnySql,
} from '../support/orders.ts';

const database = openTestDatabase();
const count = process.env['KEYWRIGHT_LONG'] === '1' ? 5000 : 24;
const sku = 'CASE-MOSS';

type Step =
  | { readonly do: 'order'; readonly quantity: number }
  | {
      readonly do: 'pay' | 'lapse' | 'sweep' | 'cancel' | 'ship' | 'refund' | 'crash';
      readonly which: number;
    }
  | { readonly do: 'restock'; readonly by: number };

const which = nat(5);
const step: Arbitrary<Step> = oneof(
  {
    weight: 4,
    arbitrary: record({
      do: constant('order' as const),
      quantity: integer({ min: 1, max: 4 }),
    }),
  },
  {
    weight: 2,
    arbitrary: record({
      do: constant('restock' as const),
      by: integer({ min: -3, max: 3 }),
    }),
  },
  {
    weight: 8,
    arbitrary: record({
      do: constantFrom(
        'pay' as const,
        'lapse' as const,
        'sweep' as const,
        'cancel' as const,
        'ship' as const,
        'refund' as const,
        'crash' as const,
      ),
      which,
    }),
  },
);

interface Known {
  readonly id: string;
  readonly token: string;
  readonly quantity: number;
  readonly amount: number;
  state: 'open' | 'lapsed' | 'paid' | 'gone' | 'left';
}

interface World {
  onHand: number;
  readonly orders: Known[];
}

const heldBy = ({ orders }: World, states: readonly Known['state'][]) =>
  orders
    .filter(({ state }) => states.includes(state))
    .reduce((sum, { quantity }) => sum + quantity, 0);

/** Whether the statement was taken; a refusal is an answer, anything else is a fault. */
async function isTaken(caller: Caller, run: (sql: AnySql) => Promise<unknown>): Promise<boolean> {
  try {
    await database.keepAs(caller, async (sql) => void (await run(sql)));
    return true;
  } catch (error) {
    assert.match(String((error as { code?: unknown }).code), /^PT4/, String(error));
    return false;
  }
}

async function order(world: World, quantity: number): Promise<void> {
  const free = world.onHand - heldBy(world, ['open', 'paid']);
  const lines = [await line(database.sql, sku, quantity)];
  let placed: Awaited<ReturnType<typeof buy>> | undefined;
  const taken = await isTaken(anonymous, async (sql) => {
    placed = await buy(sql, { lines, payment: 'demo' });
  });
  assert.equal(taken, quantity <= free, `${quantity} of ${free}`);
  if (placed === undefined) return;
  // Whoever buys ends what has lapsed of the same goods.
  for (const each of world.orders) if (each.state === 'lapsed') each.state = 'gone';
  const { id, token, total_minor: amount } = placed.order;
  await database.keepAs(anonymous, (sql) => beginPayment(sql, id, token));
  world.orders.push({ id, token, quantity, amount, state: 'open' });
}

async function act(
  world: World,
  name: Exclude<Step['do'], 'order' | 'restock'>,
  one: Known,
): Promise<void> {
  if (name === 'pay') {
    const others =
      heldBy(world, ['open', 'paid']) +
      heldBy({ ...world, orders: world.orders.filter((each) => each !== one) }, ['lapsed']);
    const outcome = await database.keepAs(service, (sql) =>
      applyEvent(sql, {
        id: `${one.id}:${world.orders.length}:${Math.random()}`,
        order: one.id,
        amount: one.amount,
      }),
    );
    if (one.state === 'open' || one.state === 'lapsed') {
      assert.equal(outcome, 'paid');
      one.state = 'paid';
    } else if (outcome === 'paid_late') {
      assert.ok(one.state === 'gone' && others + one.quantity <= world.onHand);
      one.state = 'paid';
    }
  } else if (name === 'lapse' && one.state === 'open') {
    await letTimeToPayPass(database.sql, one.id);
    one.state = 'lapsed';
  } else if (name === 'sweep') {
    await database.keepAs(service, (sql) => sql`select public.run_due_jobs()`);
    for (const each of world.orders) if (each.state === 'lapsed') each.state = 'gone';
  } else if (name === 'cancel') {
    const taken = await isTaken(
      anonymous,
      (sql) => sql`select public.cancel_order(${one.id}, '', ${one.token})`,
    );
    assert.equal(taken, ['open', 'lapsed', 'paid'].includes(one.state), one.state);
    if (taken) one.state = 'gone';
  } else if (name === 'ship' && one.state === 'paid') {
    await database.keepAs(person('owner'), async (sql) => {
      await sql`select public.transition_orders(array[${one.id}]::uuid[], 'ready_to_ship', '')`;
      await sql`select public.transition_orders(array[${one.id}]::uuid[], 'shipped', '')`;
    });
    one.state = 'left';
    world.onHand -= one.quantity;
  } else if (name === 'refund') {
    const taken = await isTaken(
      person('owner'),
      (sql) => sql`select public.refund_order(${one.id}, null, '[]', 'Asked')`,
    );
    if (taken && one.state === 'paid') one.state = 'gone';
  } else if (name === 'crash') {
    // The connection dies in the middle: nothing of it may stay.
    await database
      .keepAs(person('owner'), async (sql) => {
        await sql`select public.transition_orders(array[${one.id}]::uuid[], 'cancelled', 'Never happens')`;
        throw new Error('the connection died');
      })
      .catch(() => {});
  }
}

async function live(steps: readonly Step[]): Promise<void> {
  const [pool] = await database.sql<{ id: string; on_hand: number; allocated: number }[]>`
    select s.id, s.on_hand, s.allocated from public.stock_pools s
    join public.variants v on v.stock_pool_id = s.id where v.sku = ${sku}`;
  assert.ok(pool);
  const before = pool.allocated;
  await database.sql`update public.stock_pools set on_hand = allocated + 8 where id = ${pool.id}`;
  const world: World = { onHand: 8, orders: [] };
  for (const each of steps) {
    if (each.do === 'order') await order(world, each.quantity);
    else if (each.do === 'restock') {
      const held = heldBy(world, ['open', 'paid', 'lapsed']);
      const taken = await isTaken(
        person('owner'),
        (sql) => sql`select public.adjust_stock(${pool.id}, ${each.by}, null, 'A count')`,
      );
      assert.equal(taken, world.onHand + each.by >= held);
      if (taken) world.onHand += each.by;
    } else {
      const one = world.orders[each.which % Math.max(world.orders.length, 1)];
      if (one) await act(world, each.do, one);
    }
    assert.deepEqual(await findBrokenInvariants(database.sql), []);
    const counts: { on_hand: number; allocated: number }[] = await database.sql<
      { on_hand: number; allocated: number }[]
    >`
      select on_hand, allocated from public.stock_pools where id = ${pool.id}`;
    assert.equal((counts[0]?.allocated ?? 0) - before, heldBy(world, ['open', 'paid', 'lapsed']));
    assert.equal((counts[0]?.on_hand ?? 0) - before, world.onHand);
  }
  await database.sql`delete from public.order_records`;
  await database.sql`update public.stock_pools set allocated = ${before} where id = ${pool.id}`;
}

describe('a history of orders', () => {
  test(`keeps the books, told ${count} times`, async () => {
    await check(asyncProperty(array(step, { minLength: 4, maxLength: 10 }), live), {
      numRuns: count,
      seed: 20261121,
      endOnFailure: true,
    });
  });

  test('does not keep them when a cancelled order keeps its goods', async () => {
    await database.sql.unsafe(`
      create or replace function private.free_ended_orders(p_orders uuid[]) returns void
      language plpgsql set search_path = '' as $$ begin end $$`);
    await assert.rejects(
      live([
        { do: 'order', quantity: 2 },
        { do: 'cancel', which: 0 },
      ]),
    );
  });
});

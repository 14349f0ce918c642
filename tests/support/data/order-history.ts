/** A history leaves nothing behind, so that the thousandth is as fast as the first. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import postgres, { type Sql } from 'postgres';
import { assumeCaller } from '../../../scripts/local-supabase/callers.ts';
import type { Caller } from '../../../scripts/local-supabase/context.ts';
import { databaseValueTypes } from '../../../scripts/local-supabase/database-values.ts';
import { anonymous, person, service } from '../database.ts';
import {
  applyEvent,
  beginPayment,
  findBrokenInvariants,
  letTimeToPayPass,
  quoteCart,
  sendOrder,
  variantId,
  type AnySql,
  type CartLine,
  type PlacedOrder,
  type Purchase,
} from './orders.ts';

/** What the connection may die in the middle of. */
export const deeds = [
  'add',
  'reserve',
  'pay',
  'expire',
  'cancel',
  'ship',
  'refund',
  'restock',
] as const;
type Deed = (typeof deeds)[number];

export interface Step {
  readonly do: Deed | 'lapse' | 'crash';
  /** An order; of a new one, whether it is of the cart. */
  readonly which: number;
  /** How many are put into the cart or ordered. */
  readonly units: number;
  /** By how many the stock is corrected. */
  readonly by: number;
  /** What a crash ends. */
  readonly during: Deed;
}

interface Known {
  readonly id: string;
  readonly token: string;
  readonly quantity: number;
  readonly amount: number;
  readonly buyer: Caller;
  state: 'open' | 'lapsed' | 'paid' | 'gone' | 'left';
}

interface World {
  readonly sql: Sql;
  readonly connect: () => Sql;
  readonly pool: string;
  readonly variant: string;
  readonly quotes: Map<string, Purchase>;
  onHand: number;
  cart: number;
  cartVersion: number;
  orders: Known[];
}

const sku = 'CASE-MOSS';
const atFirst = 8;
const shopper = person('first');
const owner = person('owner');

const heldBy = (orders: readonly Known[], ...states: readonly Known['state'][]) =>
  orders
    .filter(({ state }) => states.includes(state))
    .reduce((sum, { quantity }) => sum + quantity, 0);

const linesOf = ({ variant }: World, quantity: number): readonly CartLine[] =>
  quantity === 0
    ? []
    : [{ variant_id: variant, quantity, options: {}, design_id: null, offer_id: null }];

async function saveCart(sql: AnySql, world: World, quantity: number): Promise<void> {
  const lines = linesOf(world, quantity);
  const rows = await sql<{ saved: { is_saved: boolean; lines: unknown; version: number } }[]>`
    select public.save_cart(${JSON.stringify(lines)}::text::jsonb, ${world.cartVersion}) as saved`;
  assert.deepEqual(
    { ...rows[0]?.saved, saved_at: '' },
    { is_saved: true, lines, version: world.cartVersion + 1, saved_at: '', together: null },
  );
}

/** Quotes once what is asked for again and again: a quote does not know of stock. */
async function place(sql: AnySql, world: World, quantity: number): Promise<PlacedOrder> {
  const lines = linesOf(world, quantity);
  const key = String(quantity);
  const known = world.quotes.get(key);
  if (known) return sendOrder(sql, known);
  const quote = await quoteCart(sql, lines);
  const method = quote.shipping_methods.find((each) => each.price_minor !== null)?.id ?? null;
  const purchase = { lines, payment: 'demo', method, hash: quote.quote_hash };
  world.quotes.set(key, purchase);
  return sendOrder(sql, purchase);
}

interface Asked {
  readonly by: Caller;
  readonly run: (sql: AnySql) => Promise<unknown>;
}

/** What a step asks of the shop, whatever comes of it. */
function askedBy(deed: Deed, world: World, one: Known | undefined, step: Step): Asked | undefined {
  if (deed === 'add')
    return { by: shopper, run: (sql) => saveCart(sql, world, world.cart + step.units) };
  if (deed === 'reserve') return { by: anonymous, run: (sql) => place(sql, world, step.units) };
  if (deed === 'expire') return { by: service, run: (sql) => sql`select public.run_due_jobs()` };
  if (deed === 'restock')
    return {
      by: owner,
      run: (sql) => sql`select public.adjust_stock(${world.pool}, ${step.by}, null, 'A count')`,
    };
  return one && askedAbout(deed, one);
}

function askedAbout(deed: 'pay' | 'cancel' | 'ship' | 'refund', one: Known): Asked {
  const { id, token, amount, buyer } = one;
  if (deed === 'pay')
    return { by: service, run: (sql) => applyEvent(sql, { id: randomUUID(), order: id, amount }) };
  if (deed === 'cancel')
    return { by: buyer, run: (sql) => sql`select public.cancel_order(${id}, '', ${token})` };
  if (deed === 'refund')
    return {
      by: owner,
      run: (sql) => sql`select public.refund_order(${id}, null, '[]', 'Asked')`,
    };
  return {
    by: owner,
    async run(sql) {
      await sql`select public.transition_orders(array[${id}]::uuid[], 'ready_to_ship', '')`;
      await sql`select public.transition_orders(array[${id}]::uuid[], 'shipped', '')`;
    },
  };
}

async function keep<T>(sql: Sql, { by, run }: { by: Caller; run: (sql: AnySql) => Promise<T> }) {
  const kept = await sql.begin(async (transaction) => {
    await assumeCaller(transaction, by);
    return { value: await run(transaction) };
  });
  return kept.value;
}

/** Whether it was taken; a refusal is an answer, anything else is a fault. */
async function isTaken(sql: Sql, asked: Asked): Promise<boolean> {
  try {
    await keep(sql, asked);
    return true;
  } catch (error) {
    assert.match(String((error as { code?: unknown }).code), /^PT4/, String(error));
    return false;
  }
}

/** An order of what is in the cart, or of a guest. */
async function reserve(world: World, step: Step): Promise<void> {
  const isCart = step.which % 2 === 1 && world.cart > 0;
  const quantity = isCart ? world.cart : step.units;
  const buyer = isCart ? shopper : anonymous;
  const free = world.onHand - heldBy(world.orders, 'open', 'paid');
  let placed: PlacedOrder | undefined;
  const taken = await isTaken(world.sql, {
    by: buyer,
    run: async (sql) => void (placed = await place(sql, world, quantity)),
  });
  assert.equal(taken, quantity <= free, `${quantity} of ${free}`);
  if (placed === undefined) return;
  // Whoever buys ends what has lapsed of the same goods.
  endLapsed(world);
  const { id, token, total_minor: amount } = placed.order;
  await keep(world.sql, { by: buyer, run: (sql) => beginPayment(sql, id, token) });
  world.orders.push({ id, token, quantity, amount, buyer, state: 'open' });
  if (isCart) await fillCart(world, 0);
}

async function fillCart(world: World, quantity: number): Promise<void> {
  await keep(world.sql, { by: shopper, run: (sql) => saveCart(sql, world, quantity) });
  world.cart = quantity;
  world.cartVersion += 1;
}

function endLapsed({ orders }: World): void {
  for (const each of orders) if (each.state === 'lapsed') each.state = 'gone';
}

async function pay(world: World, one: Known, asked: Asked): Promise<void> {
  const outcome = await keep(world.sql, asked);
  const rest = world.orders.filter((each) => each !== one);
  const others = heldBy(rest, 'open', 'paid', 'lapsed');
  if (one.state === 'open' || one.state === 'lapsed') {
    assert.equal(outcome, 'paid');
    one.state = 'paid';
  } else if (outcome === 'paid_late') {
    assert.ok(one.state === 'gone' && others + one.quantity <= world.onHand);
    one.state = 'paid';
  }
}

async function restock(world: World, by: number, asked: Asked): Promise<void> {
  const isTold = await isTaken(world.sql, asked);
  assert.equal(isTold, world.onHand + by >= heldBy(world.orders, 'open', 'paid', 'lapsed'));
  if (isTold) world.onHand += by;
}

/** What becomes of one order by a step that names it. */
async function moveOne(world: World, deed: Deed, one: Known, asked: Asked): Promise<void> {
  if (deed === 'pay') await pay(world, one, asked);
  if (deed === 'ship' && one.state === 'paid') {
    await keep(world.sql, asked);
    one.state = 'left';
    world.onHand -= one.quantity;
  }
  if (deed !== 'cancel' && deed !== 'refund') return;
  const wasTaken = await isTaken(world.sql, asked);
  const isOpen = one.state === 'open' || one.state === 'lapsed';
  if (deed === 'cancel') assert.equal(wasTaken, isOpen || one.state === 'paid', one.state);
  if (wasTaken && (deed === 'cancel' || one.state === 'paid')) one.state = 'gone';
}

/** The connection is killed before it could commit: nothing of it may stay. */
async function crash({ sql, connect }: World, asked: Asked): Promise<void> {
  const dying = connect();
  // Not by `begin` of the driver, which would say `rollback` to whom is dead.
  await dying`begin`;
  const [backend] = await dying<{ pid: number }[]>`select pg_backend_pid() as pid`;
  await assumeCaller(dying, asked.by);
  await asked.run(dying).catch((error: unknown) => {
    if (error instanceof assert.AssertionError) throw error;
  });
  const [killed] = await sql<{ isDead: boolean }[]>`
    select pg_terminate_backend(${backend?.pid ?? 0}, 10000) as "isDead"`;
  assert.equal(killed?.isDead, true);
  await dying.end({ timeout: 0 });
}

/** Does a step to shop and model; false where there is no order yet that it could be about. */
async function take(world: World, step: Step): Promise<boolean> {
  const one = world.orders[step.which % Math.max(world.orders.length, 1)];
  if (step.do === 'lapse') {
    if (one?.state !== 'open') return false;
    await letTimeToPayPass(world.sql, one.id);
    one.state = 'lapsed';
    return true;
  }
  const deed = step.do === 'crash' ? step.during : step.do;
  const asked = askedBy(deed, world, one, step);
  if (asked === undefined) return false;
  if (step.do === 'crash') await crash(world, asked);
  else if (deed === 'add') await fillCart(world, world.cart + step.units);
  else if (deed === 'reserve') await reserve(world, step);
  else if (deed === 'restock') await restock(world, step.by, asked);
  else if (deed === 'expire') {
    await keep(world.sql, asked);
    endLapsed(world);
  } else if (one) await moveOne(world, deed, one, asked);
  return true;
}

async function compare({ sql, pool, orders, onHand }: World): Promise<void> {
  const [broken, counts] = await Promise.all([
    findBrokenInvariants(sql),
    sql`select on_hand, allocated from public.stock_pools where id = ${pool}`,
  ]);
  assert.deepEqual(broken, []);
  const allocated = heldBy(orders, 'open', 'paid', 'lapsed');
  assert.deepEqual({ ...counts[0] }, { on_hand: onHand, allocated });
}

/** As it was before the first history, ledger, mails and audit included. */
async function forget(world: World): Promise<void> {
  await world.sql.begin(async (sql) => {
    // Nobody may remove a document but a test that begins anew, with its triggers off.
    await sql`set local session_replication_role = replica`;
    await sql`delete from private.document_facts`;
    await sql`delete from public.documents`;
    await sql`delete from private.document_counters`;
    await sql`delete from private.documents_due`;
    await sql`set local session_replication_role = origin`;
    await sql`delete from public.order_records`;
    await sql`delete from private.saved_carts`;
    await sql`delete from public.outbox`;
    await sql`delete from public.audit_log`;
    await sql`delete from public.stock_ledger where pool_id = ${world.pool}`;
    await sql`set local session_replication_role = replica`;
    await sql`
      update public.stock_pools set on_hand = ${atFirst}, allocated = 0 where id = ${world.pool}`;
    await sql`
      insert into public.stock_ledger (pool_id, reason, on_hand_delta, allocated_delta, on_hand_after, allocated_after)
      values (${world.pool}, 'The first count', ${atFirst}, 0, ${atFirst}, 0)`;
  });
  Object.assign(world, { onHand: atFirst, cart: 0, cartVersion: 0, orders: [] });
}

/** One connection tells all histories of a shop, so that its plans are made once. */
export async function openHistory(url: string, told: Map<Step['do'], number>) {
  const connect = () =>
    postgres(url, { max: 1, onnotice() {}, types: databaseValueTypes }) as unknown as Sql;
  const sql = connect();
  const [known] = await sql<{ pool: string }[]>`
    select stock_pool_id as pool from public.variants where sku = ${sku}`;
  assert.ok(known);
  const world: World = {
    sql,
    connect,
    pool: known.pool,
    variant: await variantId(sql, sku),
    quotes: new Map(),
    onHand: atFirst,
    cart: 0,
    cartVersion: 0,
    orders: [],
  };
  let histories = 0;
  return {
    async live(steps: readonly Step[]): Promise<void> {
      // Deleted rows are still looked at until they are swept.
      if (histories++ % 50 === 0) await sql`vacuum`;
      await forget(world);
      for (const step of steps) {
        if (await take(world, step)) told.set(step.do, (told.get(step.do) ?? 0) + 1);
        await compare(world);
      }
    },
    close: () => sql.end(),
  };
}

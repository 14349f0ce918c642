/**
 * Seven months of the demo shop: orders, payments, parcels, returns, messages, lists, designs and visits, made by
 * the shop's own functions at their own moments, with a fixed seed. Invariant: all of it or nothing, in one transaction.
 */
import postgres, { type TransactionSql } from 'postgres';
import { openEarlier, reopenBatches, restoreBatches } from './batches.ts';
import { noteFilling } from '../local-supabase/seeds.ts';
import { withClock } from './clock.ts';
import { tellDesigns } from './designs.ts';
import { moveOrders, shipOrder, type Stage } from './fulfilment.ts';
import { readGoods, type Good, type Goods } from './goods.ts';
import { tellLists } from './lists.ts';
import type { CartLine, Order } from './orders.ts';
import { makeCustomers, type Customer } from './people.ts';
import { createChance, type Chance } from './random.ts';
import { openShop, staff, type Shop } from './shop.ts';
import { tellShopper } from './shopper.ts';
import { askAboutAddress, endings, tellOrder } from './stories.ts';
import { after, createTimeline, dayMs, hourMs, minuteMs } from './timeline.ts';
import { addVisits } from './visits.ts';

const seed = 20_267;
const lastsDays = 190;
const stockOrders = 230;
const groupBuyOrders = 110;
const customers = 150;

async function addAccounts(
  sql: TransactionSql,
  people: readonly Customer[],
  at: Date,
): Promise<void> {
  for (const { userId, email, address } of people) {
    if (userId === null) continue;
    await sql`
      insert into auth.users (id, email, email_confirmed_at, raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
      values (${userId}, ${email}, ${at}, '{"provider": "email", "providers": ["email"]}',
        ${sql.json({ display_name: address.name })}, ${at}, ${at})`;
  }
}

const cartLine = (
  { variantId }: Good,
  quantity: number,
  options: Readonly<Record<string, string>>,
): CartLine => ({ variant_id: variantId, quantity, options, design_id: null, offer_id: null });

interface Cast extends Stage {
  readonly goods: Goods;
  readonly people: readonly Customer[];
  readonly now: Date;
  /** Units of each pool that are delivered before the first order. */
  readonly delivered: Map<string, number>;
  readonly madeOf: Map<string, Order[]>;
}

function planStockOrder(cast: Cast): void {
  const { chance, goods, now } = cast;
  // More of them lately than at the beginning.
  const at = after(now, -(1 - Math.sqrt(chance.next())) * (lastsDays - 2) * dayMs - hourMs);
  const sold = goods.inStock.filter(
    ({ soldFrom, poolId }) => poolId !== null && after(soldFrom, dayMs) < at,
  );
  const chosen = new Set(Array.from({ length: chance.whole(1, 4) }, () => chance.one(sold)));
  const lines = Array.from(chosen, (good) => {
    const quantity = good.most > 2 && chance.happens(0.25) ? 2 : 1;
    const pool = good.poolId ?? '';
    const units = quantity * good.poolUnits;
    cast.delivered.set(pool, (cast.delivered.get(pool) ?? 0) + units);
    return cartLine(good, quantity, goods.options(chance, good.productId));
  });
  const isRecent = at > after(now, -25 * dayMs);
  const by = chance.one(cast.people);
  tellOrder(cast, {
    at,
    purchase: {
      by,
      lines,
      payment: chance.happens(0.7) ? 'demo' : 'invoice',
      ...(isRecent && by.userId !== null && chance.happens(0.3) ? { code: 'WELCOME10' } : {}),
    },
    ending: chance.weighted(endings).ending,
    isGroupBuy: false,
    onPaid: (order, paidAt) => {
      if (paidAt > after(now, -3 * dayMs) && chance.happens(0.25)) {
        askAboutAddress(cast, order, after(paidAt, 2 * hourMs));
      }
    },
  });
}

function planGroupBuyOrder(cast: Cast): void {
  const { chance, goods, now } = cast;
  const since = after(now, -(lastsDays - 2) * dayMs);
  const open = goods.groupBuys.filter(
    ({ batch, isRequired }) =>
      isRequired &&
      batch !== null &&
      batch.opensAt < now &&
      after(batch.closesAt, -2 * dayMs) > since,
  );
  const good = chance.one(open);
  if (good.batch === null) return;
  const from = Math.max(good.batch.opensAt.getTime(), since.getTime()) + hourMs;
  const until = Math.min(after(good.batch.closesAt, -7 * dayMs).getTime(), now.getTime() - hourMs);
  const extras = goods.groupBuys.filter(
    ({ batch, isRequired }) => batch?.id === good.batch?.id && !isRequired && chance.happens(0.35),
  );
  const code = good.batch.code;
  tellOrder(cast, {
    at: new Date(chance.between(from, Math.max(from, until))),
    purchase: {
      by: chance.one(cast.people),
      lines: [good, ...extras].map((each) =>
        cartLine(each, 1, goods.options(chance, each.productId)),
      ),
      payment: chance.happens(0.6) ? 'demo' : 'invoice',
    },
    ending: chance.happens(0.06) ? 'cancelled paid' : 'kept',
    isGroupBuy: true,
    onPaid: (order) => {
      cast.madeOf.set(code, [...(cast.madeOf.get(code) ?? []), order]);
    },
  });
}

/** What the seed says of a batch's stages, its orders follow. */
async function followBatches(cast: Cast): Promise<void> {
  const moves = await cast.shop.sql<{ code: string; at: Date; stage: string }[]>`
    select b.code, h.entered_at as at, h.stage::text from public.batch_stage_history h
    join public.batches b on b.id = h.batch_id where h.stage in ('in_production', 'shipping')
    and b.closes_at > ${after(cast.now, -lastsDays * dayMs)}`;
  for (const { code, at, stage } of moves) {
    const chance = cast.chance.own();
    cast.timeline.add(at, async () => {
      const orders = cast.madeOf.get(code) ?? [];
      const ids = orders.map(({ id }) => id);
      if (ids.length === 0) return;
      await moveOrders(
        cast.shop,
        at,
        ids,
        stage === 'shipping' ? 'ready_to_ship' : 'in_production',
      );
      if (stage !== 'shipping') return;
      for (const order of orders.slice(0, Math.ceil(orders.length / 2))) {
        const shippedAt = after(at, 5 * minuteMs);
        const own = { ...cast, chance: chance.own() };
        cast.timeline.add(shippedAt, () => shipOrder(own, shippedAt, order));
      }
    });
  }
}

async function deliverStock({ shop, delivered }: Cast, at: Date): Promise<void> {
  for (const [pool, units] of Array.from(delivered).toSorted(([a], [b]) => a.localeCompare(b))) {
    await shop.call(at, staff('fulfilment'), 'adjust_stock', {
      p_pool: pool,
      p_delta: units,
      p_reason: 'Delivery for the season',
    });
  }
}

/** What is left of the deliveries goes, so that the shop has what the seed says. */
async function countStock(shop: Shop, goods: Goods, at: Date): Promise<void> {
  const pools = await shop.sql<{ id: string; free: number }[]>`
    select id, on_hand - allocated as free from public.stock_pools order by code`;
  const wanted = new Map(goods.inStock.map(({ poolId, onHand }) => [poolId, onHand]));
  for (const { id, free } of pools) {
    const delta = (wanted.get(id) ?? free) - free;
    if (delta === 0) continue;
    await shop.call(at, staff('fulfilment'), 'adjust_stock', {
      p_pool: id,
      p_delta: delta,
      p_reason: 'Stocktake',
    });
  }
}

/** None of these mails is news to anybody. */
async function sendMails(sql: TransactionSql): Promise<void> {
  await sql`
    update public.outbox set sent_at = created_at + interval '20 seconds', send_after = least(send_after, created_at),
      attempts = 1 where sent_at is null and given_up_at is null`;
}

async function live(sql: TransactionSql, now: Date, chance: Chance, note: (text: string) => void) {
  const since = after(now, -lastsDays * dayMs);
  await openEarlier(sql, since);
  const goods = await readGoods(sql);
  const people = makeCustomers(chance, customers);
  await addAccounts(sql, people, since);
  await reopenBatches(sql, since);
  await withClock(sql, async () => {
    const shop = await openShop(sql);
    const timeline = createTimeline();
    const cast = {
      shop,
      chance,
      timeline,
      goods,
      people,
      now,
      delivered: new Map(),
      madeOf: new Map(),
    };
    for (let n = 0; n < stockOrders; n += 1) planStockOrder({ ...cast, chance: chance.own() });
    for (let n = 0; n < groupBuyOrders; n += 1)
      planGroupBuyOrder({ ...cast, chance: chance.own() });
    await tellShopper(cast);
    // With chances of their own: the orders stay those that they were.
    const others = { ...cast, chance: createChance(seed + 1) };
    await tellLists(others);
    await tellDesigns(others);
    await followBatches(cast);
    await deliverStock(cast, after(since, hourMs));
    for (const { closesAt } of new Set(goods.groupBuys.flatMap(({ batch }) => batch ?? []))) {
      if (closesAt < since) continue;
      timeline.add(after(closesAt, hourMs), () =>
        shop.run(after(closesAt, hourMs), 'select private.close_due_batches()'),
      );
    }
    await timeline.play(now, (at) =>
      note(`half a year of orders, ${at.toISOString().slice(0, 10)}`),
    );
    await countStock(shop, goods, now);
  });
  await restoreBatches(sql);
  await addVisits(sql, createChance(seed + 2), { now, days: lastsDays });
  await sendMails(sql);
}

/** Over a connection of its own, as the database's superuser. */
export async function makeLife(
  databaseUrl: string,
  note: (text: string) => void = () => {},
  /** As if it were earlier. */
  by = '0 hours',
): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice() {} });
  try {
    await sql.begin(async (transaction) => {
      const [{ now } = { now: new Date() }] = await transaction<
        { now: Date }[]
      >`select now() - ${by}::interval as now`;
      await live(transaction, now, createChance(seed), note);
      await noteFilling(transaction, 'life');
    });
    await sql`analyze`;
  } finally {
    await sql.end();
  }
}

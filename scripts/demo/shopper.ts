/** The orders of `shopper@keywright.test`: one in each stage. */
import { after, dayMs, hourMs, minuteMs } from './timeline.ts';
import {
  cancelByCustomer,
  letExpire,
  moveOrders,
  sendBack,
  shipOrder,
  type Stage,
} from './fulfilment.ts';
import type { Good, Goods } from './goods.ts';
import { payAtOnce, placeOrder, type Order } from './orders.ts';
import type { Customer } from './people.ts';

interface ShopperStage extends Stage {
  readonly goods: Goods;
  readonly now: Date;
  readonly delivered: Map<string, number>;
}

type Then = (order: Order, at: Date) => Promise<void> | void;

export async function tellShopper(stage: ShopperStage): Promise<void> {
  const { shop, timeline, goods, now } = stage;
  const [row] = await shop.sql<{ id: string; address: Customer['address'] }[]>`
    select u.id, jsonb_build_object('name', a.name, 'line1', a.line1, 'line2', '', 'city', a.city, 'region', '',
      'postcode', a.postcode, 'country', a.country, 'phone', a.phone) as address
    from auth.users u join public.addresses a on a.user_id = u.id where u.email = 'shopper@keywright.test'`;
  if (row === undefined) return;
  const by = { email: 'shopper@keywright.test', userId: row.id, address: row.address };
  const order = (days: number, skus: readonly string[], then: Then) => {
    const at = after(now, -days * dayMs);
    const chance = stage.chance.own();
    const find = (sku: string): Good | undefined =>
      [...goods.inStock, ...goods.groupBuys].find((good) => good.sku === sku);
    const chosen = skus.flatMap((sku) => find(sku) ?? []);
    for (const { poolId, poolUnits } of chosen) {
      if (poolId === null) continue;
      stage.delivered.set(poolId, (stage.delivered.get(poolId) ?? 0) + poolUnits);
    }
    const lines = chosen.map(({ variantId, productId }) => ({
      variant_id: variantId,
      quantity: 1,
      options: goods.options(chance, productId, true),
      design_id: null,
      offer_id: null,
    }));
    timeline.add(at, async () => {
      const placed = await placeOrder(shop, chance, at, { by, lines, payment: 'demo' });
      if (placed === null) return;
      const thenAt = after(at, 4 * minuteMs);
      timeline.add(thenAt, async () => then(placed, thenAt));
    });
  };
  const later = (at: Date, happen: () => Promise<void>) => timeline.add(at, happen);
  const ready: Then = async (placed, at) => {
    await payAtOnce(shop, at, placed);
    const readyAt = after(at, 12 * hourMs);
    later(
      readyAt,
      async () => void (await moveOrders(shop, readyAt, [placed.id], 'ready_to_ship')),
    );
  };
  const shipped: Then = async (placed, at) => {
    await ready(placed, at);
    later(after(at, 30 * hourMs), () => shipOrder(stage, after(at, 30 * hourMs), placed));
  };
  const delivered: Then = async (placed, at) => {
    await shipped(placed, at);
    const deliveredAt = after(at, 4 * dayMs);
    later(
      deliveredAt,
      async () => void (await moveOrders(shop, deliveredAt, [placed.id], 'delivered')),
    );
  };
  order(163, ['MARKET-BASE', 'MARKET-NOV'], async (placed, at) => {
    await payAtOnce(shop, at, placed);
    const madeAt = after(now, -88 * dayMs);
    later(madeAt, async () => void (await moveOrders(shop, madeAt, [placed.id], 'in_production')));
  });
  order(90, ['TOOL-SWPULL', 'TOOL-KCPULL'], async (placed, at) => {
    await delivered(placed, at);
    sendBack(stage, placed, after(at, 7 * dayMs), {
      kind: 'withdrawal',
      reason: 'I have both already.',
      end: 'settled',
      isWhole: true,
    });
  });
  order(60, ['TIDELINE-DAWN'], (placed) => letExpire(stage, placed));
  order(45, ['STRAIGHT-C'], (placed, at) => cancelByCustomer(stage, placed, at));
  order(20, ['PLINTH-60', 'PEBBLE-70'], async (placed, at) => {
    await delivered(placed, at);
    sendBack(stage, placed, after(at, 9 * dayMs), {
      kind: 'withdrawal',
      reason: 'They don’t fit my plate.',
      end: 'agreed',
      isWhole: false,
    });
  });
  order(6, ['FOAM-60', 'STRAIGHT-A'], shipped);
  order(3, ['STRAIGHT-A', 'KNOB-BLACK'], ready);
  order(15, ['LAMPWING-KIT'], (placed, at) => payAtOnce(shop, at, placed));
  // Its half an hour to pay is not over yet.
  order(0.007, ['TIDELINE-DUSK'], () => {});
}

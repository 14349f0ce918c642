/* Eight histories of a shop run with every test; KEYWRIGHT_LONG=1 (npm run test:long) tells 5,000 of 60
   steps. Each run tells others; KEYWRIGHT_SEED=… tells those of a run again. Two accounts, two guests,
   the owner, a packer, two providers and the clock act on one pile, one group buy and one code. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, describe, test } from 'node:test';
import {
  Arbitrary,
  array,
  assert as check,
  asyncProperty,
  constantFrom,
  nat,
  oneof,
  record,
  type Random,
  type Stream,
  type Value,
} from 'fast-check';
import type { Caller } from '../../../scripts/local-supabase/context.ts';
import type { BookState, Buyer, OrderBook, Piece, Refused } from '../../support/data/order-book.ts';
import { ShopBook, type ShopState } from '../../support/data/shop-book.ts';
import { anonymous, openTestDatabase, person, service } from '../../support/database.ts';
import { findBrokenEInvoices } from '../../support/data/documents.ts';
import { endWindow, makeBatch } from '../../support/data/group-buys.ts';
import {
  applyEvent,
  buy,
  findBrokenInvariants,
  letTimeToPayPass,
  line,
  type CartLine,
  type PlacedOrder,
} from '../../support/data/orders.ts';

const database = openTestDatabase();
const owner = person('owner');
const packer = person('fulfilment');
const isLong = process.env['KEYWRIGHT_LONG'] === '1';
const [count, steps] = isLong ? [5000, 60] : [8, 30];
const seed = Number(process.env['KEYWRIGHT_SEED'] ?? Date.now() % 2 ** 31);

const tiers = [
  [2, 2400],
  [4, 1800],
] as const;
const mostFoams = 4;
const mostCodeUses = 2;
const mostOrders = 6;

const deeds = [
  'place',
  'open',
  'wait',
  'restock',
  'transfer',
  'charge',
  'refund',
  'refundPieces',
  'toldRefund',
  'earlyRefund',
  'failedRefund',
  'dispute',
  'wonDispute',
  'postage',
  'pieces',
  'price',
  'close',
  'ship',
  'cancel',
  'lapse',
  'expire',
] as const;

interface Step {
  readonly do: (typeof deeds)[number];
  /** Of which order. */
  readonly order: number;
  readonly which: number;
  readonly amount: number;
}

const often: Arbitrary<Step['do']> = constantFrom(
  'place',
  'place',
  'open',
  'transfer',
  'charge',
  'refundPieces',
  'lapse',
);
const step = record<Step>({
  do: oneof({ weight: 3, arbitrary: often }, { weight: 4, arbitrary: constantFrom(...deeds) }),
  order: nat(mostOrders - 1),
  which: nat(5),
  amount: nat(100),
});
/** Each history is told to its last step, and one with a difference is made as short as it gets. */
class WholeHistory extends Arbitrary<Step[]> {
  private readonly whole = array(step, { minLength: steps, maxLength: steps });
  private readonly short = array(step, { maxLength: steps });

  generate(random: Random, bias: number | undefined): Value<Step[]> {
    return this.whole.generate(random, bias);
  }

  canShrinkWithoutContext(told: unknown): told is Step[] {
    return this.short.canShrinkWithoutContext(told);
  }

  shrink(told: Step[], context: unknown): Stream<Value<Step[]>> {
    return this.short.shrink(told, context);
  }
}
const history = record({
  minimum: constantFrom(1, 2, 3),
  onHand: nat(8),
  steps: new WholeHistory(),
});

/** Who orders, and what they type. */
interface Customer extends Buyer {
  readonly caller: Caller;
  readonly email: string;
}

interface Order {
  readonly id: string;
  readonly number: string;
  readonly lines: Readonly<Partial<Record<Piece, string>>>;
  readonly book: OrderBook;
  readonly charges: Charge[];
}

interface Charge {
  readonly provider: string;
  readonly reference: string;
}

interface World {
  readonly began: string;
  readonly batch: string;
  readonly pool: string;
  readonly code: string;
  readonly customers: readonly Customer[];
  readonly carts: Readonly<Record<Piece, CartLine>>;
  readonly shop: ShopBook;
  readonly orders: Order[];
}

async function makeCustomers(): Promise<readonly Customer[]> {
  const one = randomUUID().slice(0, 8);
  const [ada, ben, cleo] = [`ada-${one}`, `ben-${one}`, `cleo-${one}`];
  const accounts = [ada, ben].map((name) => ({ id: randomUUID(), mailbox: `${name}@buyers.test` }));
  await database.sql`
    insert into auth.users (id, email, email_confirmed_at)
    select id, mailbox, now() from jsonb_to_recordset(${JSON.stringify(accounts)}::text::jsonb) x (id uuid, mailbox text)`;
  const guest = { caller: anonymous, account: null };
  return [
    ...accounts.map(({ id, mailbox }): Customer => {
      const claims = { role: 'authenticated', sub: id };
      return { caller: { role: 'authenticated', claims }, account: id, mailbox, email: mailbox };
    }),
    { ...guest, mailbox: `${cleo}@buyers.test`, email: `${cleo}@buyers.test` },
    { ...guest, mailbox: `${cleo}@buyers.test`, email: `${cleo}+again@Buyers.test` },
    // A stranger, or she herself without her account.
    { ...guest, mailbox: `${ada}@buyers.test`, email: `${ada}@buyers.test` },
  ];
}

async function begin(minimum: number, onHand: number): Promise<World> {
  const batch = await makeBatch(database.sql, [{ sku: 'BRAEFELL-PLATE', moq: minimum, tiers }]);
  const name = randomUUID().slice(0, 8).toUpperCase();
  const code = `HALF-${name}`;
  const customers = await makeCustomers();
  const [made] = await database.sql<
    { began: string; pool: string; plateMinor: number; foamMinor: number }[]
  >`
    with pool as (
      insert into public.stock_pools (code, title, on_hand) values (${`P-${name}`}, 'A pile', ${onHand}) returning id
    ), code as (
      insert into public.discount_codes (code, title, percent, most_uses, most_per_customer)
      values (${code}, 'Half of it', 50, ${mostCodeUses}, 1)
    ), foam as (
      update public.variants set stock_pool_id = (select id from pool) where sku = 'FOAM-60' returning price_minor
    )
    select now()::text as began, (select id from pool) as pool, (select price_minor from foam) as "foamMinor",
      (select price_minor from public.variants where sku = 'BRAEFELL-PLATE') as "plateMinor"`;
  assert.ok(made);
  // Of the history before.
  await database.sql`select private.expire_due_orders()`;
  return {
    ...made,
    batch,
    code,
    customers,
    carts: {
      plate: await line(database.sql, 'BRAEFELL-PLATE'),
      foam: await line(database.sql, 'FOAM-60'),
    },
    shop: new ShopBook({ ...made, onHand, mostFoams, mostCodeUses, minimum, tiers, customers }),
    orders: [],
  };
}

/** Does it in the shop; what it refuses is an answer too. */
async function attempt(work: () => Promise<unknown>): Promise<Refused | 'done'> {
  try {
    await work();
    return 'done';
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('PT4'))
      return 'refused';
    throw error;
  }
}

const asOwner = (statement: string, values: readonly (string | number | null)[]) =>
  database.keepAs(owner, (sql) => sql.unsafe(statement, [...values]));

/** What no provider sends leaves with the next file: its customer is told then. */
const sendByBank = ({ id }: Order) =>
  asOwner(
    `select public.send_bank_refund(refund_id) from public.bank_refunds where order_id = $1 and sent_at is null`,
    [id],
  );

async function place(world: World, { which, amount }: Step): Promise<void> {
  const { shop, customers, carts, orders } = world;
  const buyer = customers[which % customers.length];
  if (!buyer || orders.length === mostOrders) return;
  const wanted = { plates: amount % 3, foams: 1 + (amount % 2), hasCode: amount % 5 < 2 };
  const lines = [{ ...carts.foam, quantity: wanted.foams }];
  if (wanted.plates > 0) lines.unshift({ ...carts.plate, quantity: wanted.plates });
  const purchase = { lines, email: buyer.email, code: wanted.hasCode ? world.code : null };
  let placed: PlacedOrder['order'] | undefined;
  const answer = await attempt(() =>
    database.keepAs(buyer.caller, async (sql) => void (placed = (await buy(sql, purchase)).order)),
  );
  assert.equal(answer, shop.answer(buyer, wanted));
  if (!placed) return;
  const { id, number } = placed;
  const rows = await database.sql<{ id: string; sku: string; shipping: number }[]>`
    select l.id, l.sku, o.shipping_minor as shipping
    from public.order_lines l join public.order_records o on o.id = l.order_id where o.id = ${id}`;
  const foam = rows.find(({ sku }) => sku === 'FOAM-60');
  const plate = rows.find(({ sku }) => sku === 'BRAEFELL-PLATE');
  assert.ok(foam);
  orders.push({
    id,
    number,
    lines: { foam: foam.id, ...(plate && { plate: plate.id }) },
    book: shop.place(id, buyer, wanted, foam.shipping),
    charges: [],
  });
}

const tell = (order: Order, kind: string, { provider, reference }: Charge, amount: number) =>
  database.keepAs(service, (sql) =>
    applyEvent(sql, {
      id: randomUUID(),
      kind,
      order: kind === 'paid' ? order.id : null,
      reference,
      amount,
      provider,
    }),
  );

const amend = (order: Order, changes: object) =>
  attempt(() =>
    asOwner(
      `select public.amend_order($1, $2::text::jsonb, 'Asked for',
        (select version from public.order_records where id = $1), false)`,
      [order.id, JSON.stringify(changes)],
    ),
  );

/** Payments of both are called the same: each provider counts by itself. */
function newCharge({ id, charges }: Order, { which }: Step): Charge {
  const provider = which % 2 === 0 ? 'stripe' : 'demo';
  const nth = charges.filter((charge) => charge.provider === provider).length;
  return { provider, reference: `${id} ${nth}` };
}

const nameOf = ({ provider, reference }: Charge) => `${provider} ${reference}`;

/** A part of what is due, just that, or more; of nothing, some. */
function sumOf({ book }: Order, { amount }: Step): number {
  const due = Math.max(book.lack, 0);
  if (due === 0 || amount > 90) return 500 + amount;
  return amount < 40 ? Math.max(Math.floor((due * amount) / 50), 1) : due;
}

/** Its provider takes each refund that it is asked for. */
async function sendCardRefunds(order: Order): Promise<void> {
  await database.keepAs(
    service,
    (sql) => sql`
      select public.refund_called((r ->> 'id')::uuid, r ->> 'id')
      from jsonb_array_elements(public.claim_refund_calls(array['stripe'], array[${order.id}]::uuid[])) r`,
  );
}

type Doing = (order: Order, step: Step, world: World) => Promise<void>;

const money = {
  async transfer(order, each) {
    const sum = sumOf(order, each);
    await database.keepAs(
      packer,
      (sql) => sql`select public.record_payment(${order.id}, ${sum}, ${randomUUID()})`,
    );
    order.book.receive(sum, 'staff');
  },
  async charge(order, each) {
    const sum = sumOf(order, each);
    const charge = newCharge(order, each);
    await tell(order, 'paid', charge, sum);
    order.charges.push(charge);
    order.book.charge(nameOf(charge), sum);
  },
  async refund(order, { amount }) {
    const sum = 1 + amount * 30;
    const answer = await attempt(() =>
      asOwner(`select public.refund_order($1, $2, '[]', 'Goodwill')`, [order.id, sum]),
    );
    await sendCardRefunds(order);
    await sendByBank(order);
    assert.equal(answer, order.book.refund(sum));
  },
  async refundPieces(order, { which, amount }) {
    const { id, lines, book } = order;
    const piece: Piece = which % 2 === 0 ? 'foam' : 'plate';
    const units = 1 + (amount % 2);
    const asked = [{ line_id: lines[piece] ?? randomUUID(), quantity: units }];
    const answer = await attempt(() =>
      asOwner(`select public.refund_order($1, null, $2::text::jsonb, 'Returned')`, [
        id,
        JSON.stringify(asked),
      ]),
    );
    await sendCardRefunds(order);
    await sendByBank(order);
    assert.equal(answer, book.refundPieces(piece, units));
  },
  async toldRefund(order, { which, amount }) {
    const charge = order.charges[which % Math.max(order.charges.length, 1)];
    if (!charge) return;
    const sum = Math.ceil((order.book.chargeSum(nameOf(charge)) * amount) / 100);
    await tell(order, 'refunded', charge, sum);
    order.book.toldRefund(nameOf(charge), sum);
  },
  async earlyRefund(order, each) {
    const charge = newCharge(order, each);
    const sum = 300 + each.amount;
    assert.equal(await tell(order, 'refunded', charge, 100 + each.amount), 'waiting');
    await tell(order, 'paid', charge, sum);
    order.charges.push(charge);
    order.book.charge(nameOf(charge), sum);
    order.book.toldRefund(nameOf(charge), 100 + each.amount);
  },
  async failedRefund(order, { which }) {
    const charge = order.charges[which % Math.max(order.charges.length, 1)];
    const told = charge ? order.book.toldOf(nameOf(charge)) : 0;
    if (!charge || told === 0) return;
    await tell(order, 'refund_failed', charge, told);
    order.book.failRefund(nameOf(charge));
  },
  async dispute(order, { which }) {
    const charge = order.charges[which % Math.max(order.charges.length, 1)];
    if (!charge) return;
    await tell(order, 'disputed', charge, order.book.chargeSum(nameOf(charge)));
    order.book.dispute(nameOf(charge));
  },
  async wonDispute(order, { which }) {
    const charge = order.charges[which % Math.max(order.charges.length, 1)];
    if (!charge) return;
    await tell(order, 'dispute_won', charge, order.book.chargeSum(nameOf(charge)));
    order.book.winDispute(nameOf(charge));
  },
} satisfies Record<string, Doing>;

const changes = {
  async postage(order, { amount }) {
    assert.equal(await amend(order, { shipping_minor: amount * 20 }), order.book.post(amount * 20));
  },
  async pieces(order, { amount }) {
    const quantity = 1 + (amount % 4);
    const wanted = { lines: [{ line_id: order.lines.foam, quantity }] };
    assert.equal(await amend(order, wanted), order.book.recount(quantity));
  },
  async price(order, { amount }) {
    const priceMinor = 500 + amount * 10;
    const wanted = { lines: [{ line_id: order.lines.foam, unit_price_minor: priceMinor }] };
    assert.equal(await amend(order, wanted), order.book.reprice(priceMinor));
  },
  async ship({ lines, book }, { which }, { shop }) {
    const piece = which % 2 === 1 && shop.isClosed ? 'plate' : 'foam';
    const [row] = await database.keepAs(
      packer,
      (sql) => sql<{ answer: readonly { ok: boolean }[] }[]>`
        select public.ship_parcels(jsonb_build_array(jsonb_build_object('shipment_id', l.shipment_id))) as answer
        from public.order_lines l where l.id = ${lines[piece] ?? randomUUID()}`,
    );
    assert.equal(row?.answer[0]?.ok ? 'done' : 'refused', shop.ship(book, piece));
  },
  async cancel({ id, book }, { which }, { customers }) {
    const customer = customers.find(({ account }) => account && account === book.buyer.account);
    const isOwn = which % 2 === 1 && customer !== undefined;
    const answer = await attempt(() =>
      database.keepAs(
        isOwn ? customer.caller : owner,
        (sql) => sql`select public.cancel_order(${id}, 'Asked for')`,
      ),
    );
    assert.equal(answer, book.cancel(isOwn ? 'shop' : 'staff'));
  },
  async lapse({ id, book }) {
    if (!book.isWaiting) return;
    await letTimeToPayPass(database.sql, id);
    book.isLapsed = true;
  },
  async open({ id, number, book }, _step, { shop }) {
    const [secret] = await database.sql<{ token: string }[]>`
      select s.secrets ->> 'token' as token from public.outbox m join private.mail_secrets s on s.mail_id = m.id
      where m.dedupe_key = ${`order_placed:${id}:placed`}`;
    assert.equal(secret !== undefined, book.mails.order_placed === 1);
    if (!secret) return;
    const { token } = secret;
    await database.keepAs(anonymous, (sql) => sql`select public.open_order(${number}, ${token})`);
    shop.open(book);
  },
} satisfies Record<string, Doing>;

const ofShop = {
  place: (step: Step, world: World) => place(world, step),
  async restock({ amount }: Step, { pool, shop }: World) {
    const by = (amount % 8) - 3;
    const answer = await attempt(() =>
      database.keepAs(
        packer,
        (sql) => sql`select public.adjust_stock(${pool}, ${by}, null, 'A count')`,
      ),
    );
    assert.equal(answer, shop.restock(by));
  },
  async wait(_step: Step, { orders, shop }: World) {
    await database.sql`
      update private.order_contacts set asked_at = asked_at - interval '31 minutes'
      where order_id = any (${orders.map(({ id }) => id)}::uuid[])`;
    shop.waitForMails();
  },
  async expire(_step: Step, { shop }: World) {
    await database.sql`select private.expire_due_orders()`;
    shop.expire();
  },
  async close({ which, amount }: Step, { batch, shop }: World) {
    // Seldom, so that more than one order has been paid by then.
    if (shop.isClosed || amount > 40) return;
    await endWindow(database.sql, batch);
    if (which % 2 === 0) await asOwner('select public.close_batch($1, false)', [batch]);
    else await database.sql`select private.close_due_batches()`;
    shop.close(which % 2 === 0 ? 'staff' : 'shop');
  },
};

async function take(world: World, each: Step): Promise<void> {
  if (each.do in ofShop) return ofShop[each.do as keyof typeof ofShop](each, world);
  // Mostly of what still goes on.
  const going = world.orders.filter(({ book }) => each.order % 3 > 0 && !book.hasEnded);
  const among = going.length > 0 ? going : world.orders;
  const order = among[each.order % Math.max(among.length, 1)];
  const doings: Readonly<Record<string, Doing>> = { ...money, ...changes };
  if (order) await doings[each.do]?.(order, each, world);
}

/** What the shop says of an order, in the words of the book. */
async function statesOf({ orders, began }: World): Promise<readonly BookState[]> {
  const ids = orders.map(({ id }) => id);
  const foams = orders.map(({ lines }) => lines.foam ?? null);
  const rows = await database.sql<BookState[]>`
    with mails as (
      select split_part(m.dedupe_key, ':', 2) as order_id, m.kind, count(*)::int as count from public.outbox m
      where m.kind <> 'refund_account_asked' and m.send_after >= ${began}::timestamptz and m.sent_at is null and m.given_up_at is null group by 1, 2
    )
    select o.status::text, private.due_now(o) as "dueMinor", o.refund_due_minor as "owedMinor",
      o.captured_minor - o.refunded_minor as "hereMinor", o.confirmed_at is not null as "isConfirmed",
      coalesce((select sum(h.units) from private.holds h where h.line_id = w.foam and h.state = 'held'), 0)::int as held,
      (select coalesce(jsonb_object_agg(case l.id when w.foam then 'foam' else 'plate' end,
        private.refund_lines(o, jsonb_build_array(jsonb_build_object('line_id', l.id, 'quantity', 1))) -> 0 -> 'amount_minor'), '{}')
        from public.order_lines l where l.order_id = o.id and l.refunded_quantity < l.quantity) as "pieceMinor",
      (select coalesce(jsonb_object_agg(m.kind, m.count), '{}') from mails m where m.order_id = o.id::text) as mails
    from unnest(${ids}::uuid[], ${foams}::uuid[]) with ordinality w (id, foam, place)
    join public.order_records o on o.id = w.id order by w.place`;
  return rows.map((row) => ({ ...row }));
}

/** And of what they share. */
async function stateOf({ pool, batch, code, customers, shop }: World): Promise<ShopState> {
  const accounts = customers.map(({ account }) => account);
  const emails = customers.map(({ mailbox }) => mailbox);
  const [row] = await database.sql<ShopState[]>`
    select p.on_hand as "onHand", p.allocated, c.used_count as "codeUses",
      case when not ${shop.isClosed} then jsonb_build_array(k.ordered_count, k.waiting_count) end as places,
      (select jsonb_agg(private.bought_before(w.account, w.email, null, f.id) order by w.place)
        from unnest(${accounts}::uuid[], ${emails}::text[]) with ordinality w (account, email, place)) as bought
    from public.stock_pools p, public.discount_codes c, public.batch_kits k, public.variants f
    where p.id = ${pool} and c.code = ${code} and k.batch_id = ${batch} and f.sku = 'FOAM-60'`;
  assert.ok(row);
  return { ...row };
}

async function tellHistory(told: {
  minimum: number;
  onHand: number;
  steps: readonly Step[];
}): Promise<void> {
  const world = await begin(told.minimum, told.onHand + 3);
  for (const [index, each] of told.steps.entries()) {
    await take(world, each);
    const [orders, shop] = await Promise.all([statesOf(world), stateOf(world)]);
    const expected = { orders: world.orders.map(({ book }) => book.state), shop: world.shop.state };
    assert.deepEqual({ orders, shop }, expected, `after step ${index}, ${each.do}`);
  }
}

/** As the shop was, or nearly: each has to be noticed. */
const faults: readonly (readonly [routine: string, right: string, wrong: string])[] = [
  ['lines_to_settle', 'l.refunded_quantity < l.quantity', 'l.refunded_quantity = 0'],
  ['give_money_back', '- p_order.refund_due_minor, 0)', ', 0)'],
  ['give_money_back', "0, (l ->> 'settled_minor')::int from", '0, 0 from'],
  ['apply_to_charge', 'and e.reference = p_event.reference and', 'and'],
  ['hold_again', 'h.ended_at >= p_order.closed_at', 'true'],
  ['enter_costs', 'where l.refunded_quantity > 0 and w.units > 0', 'where false'],
  ['bought_before', 'l.quantity - l.refunded_quantity', 'l.quantity'],
  ['bought_before', "and not (o.status = 'awaiting_payment' and o.pay_by <= now())", ''],
  ['change_code_uses', 'from back where counted_at is not null', 'from back where false'],
  ['claim_holds', 'on_hand = on_hand - v_pool.units, ', ''],
  ['free_units', '+ private.dead_units(s.id)', ''],
  [
    'settle_batch',
    'v_fails or ordered_count < moq',
    'v_fails or ordered_count + waiting_count < moq',
  ],
  ['batch_of_variant', 'k.ordered_count,', 'k.ordered_count + k.waiting_count,'],
  ['mail_about_orders', "where c.may_write or p_more ? 'asks' or private.is_staff()", ''],
  [
    'free_ended_orders',
    "p_orders) and h.state = 'held')",
    "p_orders) and h.state = 'held' and h.expires_at is null)",
  ],
];

describe('a history of orders of several people', () => {
  before(async () => {
    await database.sql`update public.products set max_per_customer = null`;
    await database.sql`
      update public.variants set max_per_customer = case sku when 'FOAM-60' then ${mostFoams}::int end`;
  });

  test(`comes to what the rules say after each step, told ${count} times`, async () => {
    console.log(`KEYWRIGHT_SEED=${seed}`);
    await check(asyncProperty(history, tellHistory), { numRuns: count, seed });
    assert.deepEqual(await findBrokenInvariants(database.sql), []);
    assert.deepEqual(await findBrokenEInvoices(database), []);
  });

  for (const [routine, right, wrong] of isLong ? faults : [])
    test(`and a planted fault of ${routine} is noticed`, async () => {
      const [found] = await database.sql<{ text: string }[]>`
        select pg_get_functiondef(oid) as text from pg_proc
        where proname = ${routine} and pronamespace = 'private'::regnamespace`;
      assert.ok(found);
      assert.ok(found.text.includes(right));
      await database.sql.unsafe(found.text.replace(right, wrong));
      const telling = check(asyncProperty(history, tellHistory), {
        numRuns: 1000,
        endOnFailure: true,
      });
      try {
        await assert.rejects(telling);
      } finally {
        await database.sql.unsafe(found.text);
      }
    });
});

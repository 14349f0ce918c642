/** What people do in the demo shop: who orders what, and how it goes on. */
import { after, dayMs, hourMs, minuteMs } from './timeline.ts';
import {
  cancelByCustomer,
  cancelPaid,
  fulfil,
  letExpire,
  moveOrders,
  sendBack,
  usualTimes,
  type ReturnEnd,
  type ReturnKind,
  type Stage,
} from './fulfilment.ts';
import { payAtOnce, placeOrder, recordTransfer, type Order, type Purchase } from './orders.ts';
import { createChance } from './random.ts';
import { staff } from './shop.ts';

export const endings = [
  { ending: 'kept', weight: 74 },
  { ending: 'unpaid', weight: 6 },
  { ending: 'cancelled unpaid', weight: 2 },
  { ending: 'cancelled paid', weight: 4 },
  { ending: 'cancelled by staff', weight: 1 },
  { ending: 'sent back', weight: 8 },
  { ending: 'faulty', weight: 5 },
] as const;
export type Ending = (typeof endings)[number]['ending'];

const withdrawals = [
  'The colour looks different beside my other set.',
  'It is too large for my desk.',
  'I ordered two by mistake.',
  '',
  'The sound is not for me. Unused, in its box.',
];
const faults = [
  'The stem is cracked. I saw it when I unpacked it.',
  'One legend is printed off centre on the R2 row.',
  'The USB socket is loose and loses its connection.',
  'Two switches don’t register, whatever I solder.',
  'There is a dent in the corner of the case. The box was fine.',
];
const notes = [
  'Asked by phone whether it can arrive before the 20th. Said no promises.',
  'Regular customer. Add a few stickers.',
  'Wants the invoice to name a project. Told them to enter a purchase number next time.',
  'The carrier lost the first scan; it turned up a day later.',
  'Meets us at the autumn meetup, might pick up there instead.',
  'Careful with the box: it is a present.',
];
const messages = [
  'Your switches are packed. The foam comes from another shelf and leaves with them on Thursday.',
  'You asked whether the plate fits the older case: it does, with the longer screws, which are in the box.',
  'We put a spare stabiliser wire in. Tell us if you need another.',
];
const customerNotes = [
  'Runs the local meetup. Gives good feedback, in detail.',
  'Writes in German; answer in German if you can.',
  'Collects everything in oxide red.',
];
const addressQuestions = [
  'The house number seems to be missing. Which one is it?',
  'The carrier doesn’t know this postcode. Can you check it?',
  'Your street exists twice in this town. Which part is it in?',
];

const withdrawalEnds: readonly ReturnEnd[] = [
  'settled',
  'settled',
  'settled',
  'agreed',
  'received',
  'asked',
  'dropped',
];
const faultEnds: readonly ReturnEnd[] = [
  'settled',
  'settled',
  'declined',
  'asked',
  'agreed',
  'received',
];

export interface OrderStory {
  readonly at: Date;
  readonly purchase: Purchase;
  readonly ending: Ending;
  /** A group buy is paid and waits to be made; everything else goes on by itself. */
  readonly isGroupBuy: boolean;
  readonly onPaid?: (order: Order, paidAt: Date) => void;
}

export function tellOrder(stage: Stage, story: OrderStory): void {
  const { shop, chance, timeline } = stage;
  timeline.add(story.at, async () => {
    const order = await placeOrder(shop, chance, story.at, story.purchase);
    if (order === null) return;
    // What a guest may still do hangs on a fresh link of a mail: in the demo they keep what they ordered.
    const isKept =
      order.by.userId === null &&
      story.ending !== 'unpaid' &&
      story.ending !== 'cancelled by staff';
    goOn(stage, isKept ? { ...story, ending: 'kept' } : story, order);
  });
}

function goOn(stage: Stage, story: OrderStory, order: Order): void {
  const { chance, timeline } = stage;
  if (story.ending === 'unpaid') {
    letExpire(stage, order);
  } else if (story.ending === 'cancelled unpaid') {
    const at = after(story.at, 20 * minuteMs);
    timeline.add(at, () => cancelByCustomer(stage, order, at));
  } else {
    const wait = story.purchase.payment === 'demo' ? 5 * minuteMs : chance.between(1, 4) * dayMs;
    const paidAt = new Date(Math.min(story.at.getTime() + wait, order.payBy.getTime() - minuteMs));
    pay(stage, story, order, paidAt);
  }
}

function pay(stage: Stage, story: OrderStory, order: Order, paidAt: Date): void {
  const { shop, chance, timeline } = stage;
  timeline.add(paidAt, async () => {
    if (story.purchase.payment === 'demo') await payAtOnce(shop, paidAt, order);
    else await recordTransfer(shop, paidAt, order);
    story.onPaid?.(order, paidAt);
    if (chance.happens(0.1)) addNote(stage, order, after(paidAt, chance.between(1, 9) * hourMs));
    if (Number(order.number.slice(-2)) % 25 === 7) answer(stage, order, after(paidAt, 8 * hourMs));
    if (story.ending === 'cancelled paid') {
      cancelPaid(stage, order, after(paidAt, chance.between(1, 7) * hourMs));
    } else if (story.ending === 'cancelled by staff') {
      const at = after(paidAt, 6 * hourMs);
      timeline.add(at, async () => {
        await moveOrders(
          shop,
          at,
          [order.id],
          'cancelled',
          'Damaged in our own store, and none left',
        );
      });
    } else if (!story.isGroupBuy) {
      const times = usualTimes(chance, paidAt);
      fulfil(stage, order, times);
      comeBack(stage, story.ending, order, times.deliveredAt);
    }
  });
}

function comeBack(stage: Stage, ending: Ending, order: Order, deliveredAt: Date): void {
  if (ending !== 'sent back' && ending !== 'faulty') return;
  const { chance } = stage;
  const kind: ReturnKind = ending === 'faulty' ? 'fault' : 'withdrawal';
  const askedAt = after(deliveredAt, chance.between(0.5, kind === 'fault' ? 30 : 9) * dayMs);
  sendBack(stage, order, askedAt, {
    kind,
    reason: chance.one(kind === 'fault' ? faults : withdrawals),
    end: chance.one(kind === 'fault' ? faultEnds : withdrawalEnds),
    isWhole: kind === 'withdrawal' && chance.happens(0.4),
  });
}

function addNote({ shop, chance, timeline }: Stage, order: Order, at: Date): void {
  const text = chance.one(notes);
  const key = chance.uuid();
  const role = chance.happens(0.6) ? 'support' : 'fulfilment';
  timeline.add(at, async () => {
    await shop.call(at, staff(role), 'add_order_note', {
      p_order: order.id,
      p_text: text,
      p_key: key,
    });
  });
}

/** Support answers a customer, and writes down what a colleague should know of them. */
function answer({ shop, timeline }: Stage, order: Order, at: Date): void {
  // With chances of its own: the orders stay those that they were.
  const chance = createChance(Number(order.number.slice(-6).replaceAll(/\D/g, '')));
  const [key, text] = [chance.uuid(), chance.one(messages)];
  const note = chance.happens(0.4) ? chance.one(customerNotes) : null;
  timeline.add(at, async () => {
    await shop.call(at, staff('support'), 'mail_orders', {
      p_key: key,
      p_orders: [order.id],
      p_subject: 'About your order {number}',
      p_text: `Dear {name},\n\n${text}\n\nThe workshop`,
    });
    if (note === null) return;
    const id = await shop.call<string | null>(at, staff('support'), 'find_customer', {
      p_order: order.id,
    });
    if (id !== null)
      await shop.call(at, staff('support'), 'add_customer_note', { p_customer: id, p_text: note });
  });
}

/** Staff hold an order that is paid, and ask about its address. */
export function askAboutAddress({ shop, chance, timeline }: Stage, order: Order, at: Date): void {
  const question = chance.one(addressQuestions);
  timeline.add(at, async () => {
    const [row] = await shop.sql<{ version: number }[]>`
      select version from public.order_records where id = ${order.id} and status in ('paid', 'ready_to_ship')`;
    if (row === undefined) return;
    await shop.call(at, staff('fulfilment'), 'flag_address', {
      p_order: order.id,
      p_question: question,
      p_version: row.version,
    });
  });
}

/** What the mails about an order say, from "thank you" to "it is back with you". */
import {
  parseBankAccount,
  transferFacts,
} from '../../../../../src/features/orders/model/bank-account.ts';
import type { MailContent, MailLine } from '../mail-content.ts';
import type { MailFields } from '../mail-fields.ts';

function lineOf(line: MailFields): MailLine {
  const count = line.count('quantity');
  const options = line
    .list('options')
    .map((option) => option.text('value') || option.text('title'));
  const variant = line.text('variant_title');
  const detail = [count > 1 ? `${count} ×` : '', variant, ...options].filter(Boolean).join(' ');
  const picture = line.text('picture');
  return {
    title: line.text('title'),
    detail,
    amount: line.money('total_minor'),
    picture: /^https?:\/\//.test(picture) ? picture : null,
  };
}

const linesOf = (order: MailFields) => order.list('lines').map(lineOf);

function totalsOf(order: MailFields): readonly (readonly [string, string])[] {
  const included = order.count('tax_included_minor');
  return [
    ['Goods', order.money('subtotal_minor')] as const,
    ...(order.count('discount_minor') > 0
      ? [['Discount', `−${order.money('discount_minor')}`] as const]
      : []),
    [order.text('shipping_method') || 'Shipping', order.money('shipping_minor')] as const,
    ...(order.count('tax_minor') > 0 ? [['Tax', order.money('tax_minor')] as const] : []),
    ...(included > 0 ? [['Tax in these prices', order.money('tax_included_minor')] as const] : []),
    ['Total', order.money('total_minor')] as const,
  ];
}

/** A guest's mail carries the secret that proves who reads it; an account signs in. */
export function orderPage(order: MailFields): string {
  const query: Record<string, string> = { order: order.text('number') };
  const token = order.text('token');
  // Behind the #, so that it reaches no server, log or referrer.
  return `${order.page('/orders', query)}${token === '' ? '' : `#token=${encodeURIComponent(token)}`}`;
}

export const seeOrder = (order: MailFields) => ({ label: 'See the order', url: orderPage(order) });

export function greeting(order: MailFields): string {
  const name = order.text('name');
  return name === '' ? 'Hello,' : `Hello ${name},`;
}

export const number = (order: MailFields) => order.text('number');

/** Where the money of an order goes that is paid by transfer; empty for any other, and without an account. */
function transferOf(
  order: MailFields,
  payBy: string | null,
): readonly (readonly [label: string, value: string])[] {
  const account = parseBankAccount(order.raw('account'));
  if (account === null) return [];
  const [amountMinor, currency] = [order.count('due_minor'), order.text('currency') || 'EUR'];
  const transfer = { number: number(order), amountMinor, currency, payBy };
  return transferFacts(account, transfer, 'UTC').map(({ label, value }) => [label, value]);
}

const payBy = (order: MailFields) => order.text('pay_by') || null;

/** One step of paying, in a sentence; the details of a transfer stand below. */
function howToPay(order: MailFields): string {
  if (order.text('payment') !== 'invoice')
    return 'If you have not paid yet, the order’s page takes you there.';
  if (parseBankAccount(order.raw('account')) === null)
    return 'The order’s page has the bank details.';
  return `Please pay by bank transfer, with ${number(order)} as the reference. The bank details are below and on the order’s page.`;
}

const placed = (order: MailFields): MailContent => ({
  subject: `Order ${number(order)}: we have it`,
  preview: `${order.money('total_minor')}, to be paid by ${order.moment('pay_by')}.`,
  heading: `Thank you. Your order is ${number(order)}.`,
  paragraphs: [
    greeting(order),
    `What is in stock is held for you until ${order.moment('pay_by')}. ${howToPay(order)}`,
    ...(order.flag('agrees_first')
      ? [
          'We made this order for you. Before you pay, its page asks you to agree to our terms and to what belongs to it.',
        ]
      : []),
  ],
  lines: linesOf(order),
  totals: totalsOf(order),
  facts: transferOf(order, payBy(order)),
  action: seeOrder(order),
  footnote: order.flag('is_guest')
    ? 'The button also proves that this mailbox is yours. With it you can change or cancel the order.'
    : 'You can change or cancel the order on its page until its deadline.',
});

const paid = (order: MailFields): MailContent => ({
  subject: `Order ${number(order)}: paid, thank you`,
  preview: `We received ${order.money('captured_minor')}.`,
  heading: `Your payment for ${number(order)} has arrived.`,
  paragraphs: [
    greeting(order),
    `We received ${order.money('captured_minor')}. From now on the order's page shows how far each line is, and we write when something changes.`,
  ],
  lines: linesOf(order),
  totals: totalsOf(order),
  action: seeOrder(order),
});

/** A part may have come already. */
const open = (order: MailFields): string =>
  order.count('due_minor') > 0 ? order.money('due_minor') : order.money('total_minor');

const due = (order: MailFields): MailContent => ({
  subject: `Order ${number(order)}: please pay by ${order.moment('pay_by')}`,
  preview: `${open(order)} is open.`,
  heading: `${open(order)} is still open.`,
  paragraphs: [
    greeting(order),
    `Your order ${number(order)} waits for its payment. After ${order.moment('pay_by')} it ends by itself and its goods go back on sale. ${howToPay(order)}`,
  ],
  lines: linesOf(order),
  totals: totalsOf(order),
  facts: transferOf(order, payBy(order)),
  action:
    order.text('payment') === 'invoice'
      ? seeOrder(order)
      : { label: 'Pay now', url: orderPage(order) },
  footnote: 'Paid already? Transfers take a day or two; then there is nothing to do.',
});

const expired = (order: MailFields): MailContent => ({
  subject: `Order ${number(order)} has ended unpaid`,
  preview:
    order.count('captured_minor') > order.count('refunded_minor')
      ? 'What you paid is on its way back to you.'
      : 'Nothing was charged.',
  heading: `Your order ${number(order)} has ended.`,
  paragraphs: [
    greeting(order),
    order.count('captured_minor') > order.count('refunded_minor')
      ? `It was not paid in full by ${order.moment('pay_by')}, so its goods are on sale again. What you paid is on its way back to you: you need do nothing.`
      : `It was not paid by ${order.moment('pay_by')}, so its goods are on sale again. Nothing was charged. If a payment is on its way, it is either honoured or sent back: you need do nothing.`,
  ],
  lines: linesOf(order),
  action: { label: 'Order again', url: orderPage(order) },
});

const stage = (order: MailFields): MailContent => ({
  subject: `Order ${number(order)}: ${order.text('stage_words') || order.text('status').replaceAll('_', ' ')}`,
  preview: order.text('reason') || 'Your order has moved on.',
  heading: `Your order ${number(order)} has moved on.`,
  paragraphs: [
    greeting(order),
    `It is now: ${order.text('stage_words') || order.text('status').replaceAll('_', ' ')}.`,
    ...(order.text('reason') === '' ? [] : [order.text('reason')]),
  ],
  lines: linesOf(order),
  action: seeOrder(order),
});

const shipped = (order: MailFields): MailContent => {
  const url = order.text('tracking_url');
  const tracking = order.text('tracking_number');
  return {
    subject: `Order ${number(order)} is on its way`,
    preview: tracking === '' ? 'It has left our hands.' : `${order.text('carrier')} ${tracking}`,
    heading: `A parcel of ${number(order)} is on its way.`,
    paragraphs: [greeting(order), 'It has left our hands today.'],
    lines: linesOf(order),
    facts: [
      ['Carrier', order.text('carrier')] as const,
      ['Tracking number', tracking] as const,
    ].filter(([, value]) => value !== ''),
    action: url.startsWith('https://') ? { label: 'Follow the parcel', url } : seeOrder(order),
  };
};

const delivered = (order: MailFields): MailContent => ({
  subject: `Order ${number(order)} has arrived`,
  preview: 'We hope it is all you wished for.',
  heading: `Your order ${number(order)} has arrived.`,
  paragraphs: [
    greeting(order),
    'The carrier says that it is with you. If it is not, or something is wrong with it, answer this mail.',
  ],
  lines: linesOf(order),
  action: seeOrder(order),
});

const cancelled = (order: MailFields): MailContent => ({
  subject: `Order ${number(order)} is cancelled`,
  preview: order.text('reason') || 'It will not be made or sent.',
  heading: `Your order ${number(order)} is cancelled.`,
  paragraphs: [
    greeting(order),
    ...(order.text('reason') === '' ? [] : [`The reason: ${order.text('reason')}`]),
    order.count('captured_minor') > order.count('refunded_minor')
      ? 'What you paid is on its way back to you.'
      : 'Nothing was charged.',
  ],
  lines: linesOf(order),
  action: seeOrder(order),
});

const refunded = (order: MailFields): MailContent => ({
  subject: `Order ${number(order)}: ${order.money('amount_minor') || order.money('refunded_minor')} is on its way back`,
  preview: order.text('reason') || 'A refund.',
  heading: `We sent ${order.money('amount_minor') || order.money('refunded_minor')} back.`,
  paragraphs: [
    greeting(order),
    ...(order.text('reason') === '' ? [] : [`The reason: ${order.text('reason')}`]),
    'It goes the way it came and arrives within some days, as fast as your bank is.',
  ],
  facts: [
    ['Paid', order.money('captured_minor')],
    ['Given back so far', order.money('refunded_minor')],
  ],
  action: seeOrder(order),
});

function owed(order: MailFields): readonly string[] {
  if (order.count('due_minor') > 0)
    return [`${order.money('due_minor')} is still to be paid. ${howToPay(order)}`];
  if (order.count('refund_due_minor') > 0)
    return [`You paid ${order.money('refund_due_minor')} too much: it goes back to you.`];
  return [];
}

const changed = (order: MailFields): MailContent => ({
  subject: `Order ${number(order)} was changed`,
  preview: 'This is how it stands now.',
  heading: `Your order ${number(order)} was changed.`,
  paragraphs: [
    greeting(order),
    ...(order.text('reason') === '' ? [] : [`We changed it: ${order.text('reason')}`]),
    ...owed(order),
    'This is how it stands now. If this was not you, answer this mail.',
  ],
  lines: linesOf(order),
  totals: totalsOf(order),
  facts: transferOf(order, order.text('status') === 'awaiting_payment' ? payBy(order) : null),
  action: seeOrder(order),
});

const addressLocks = (order: MailFields): MailContent => ({
  subject: `Order ${number(order)}: your address is final from ${order.moment('locks_at')}`,
  preview: 'Have a look whether it still is right.',
  heading: `Is the address of ${number(order)} still right?`,
  paragraphs: [
    greeting(order),
    `Soon we print the labels of this batch. Until ${order.moment('locks_at')} you can change on the order's page where it goes; after that it goes to the address that stands there.`,
    'If it is right, there is nothing to do.',
  ],
  lines: linesOf(order),
  action: { label: 'See or change the address', url: orderPage(order) },
  footnote: 'Please do not answer with your address by mail: its page is the safe place for it.',
});

const passedOn = (order: MailFields): MailContent => ({
  subject: `${order.text('from')} would like to pass order ${number(order)} on to you`,
  preview: 'You can take it over, or not, on your page of orders.',
  heading: `Order ${number(order)} could be yours.`,
  paragraphs: [
    `${order.text('from')} ordered this and would like you to have it. It is paid; whatever you agree between you, nothing is paid to us.`,
    `Sign in with this e-mail address, or make an account with it, and open your orders: there you take it over with your own address, or turn it down. After ${order.moment('expires_at')} the question ends by itself.`,
  ],
  lines: linesOf(order),
  action: { label: 'See your orders', url: order.page('/orders') },
  footnote: 'Do you not know who this is? Then do nothing: nothing happens.',
});

const takenOver = (order: MailFields): MailContent => ({
  subject: `Order ${number(order)} is yours now`,
  preview: 'Its mails and parcels go to you.',
  heading: `You took over order ${number(order)}.`,
  paragraphs: [
    greeting(order),
    'From now on its mails and parcels go to you, and nobody else can see or change it.',
  ],
  lines: linesOf(order),
  action: seeOrder(order),
});

const givenAway = (order: MailFields): MailContent => ({
  subject: `Order ${number(order)} was taken over`,
  preview: `It belongs to ${order.text('to')} now.`,
  heading: `Order ${number(order)} has a new owner.`,
  paragraphs: [
    greeting(order),
    `${order.text('to')} took it over. You can no longer see or change it, and your address is no longer on it. Should money go back, it goes the way it was paid. If this was not you, answer this mail at once.`,
  ],
  action: { label: 'See your orders', url: order.page('/orders') },
});

const notTaken = (order: MailFields): MailContent => ({
  subject: `Order ${number(order)} stays yours`,
  preview: 'It was not taken over.',
  heading: `Order ${number(order)} stays yours.`,
  paragraphs: [greeting(order), `${order.text('to')} does not take it over. Nothing has changed.`],
  action: seeOrder(order),
});

export const orderMails = {
  order_placed: placed,
  payment_received: paid,
  payment_due: due,
  order_expired: expired,
  stage_changed: stage,
  order_shipped: shipped,
  order_delivered: delivered,
  order_cancelled: cancelled,
  order_refunded: refunded,
  order_changed: changed,
  address_locks: addressLocks,
  transfer_offered: passedOn,
  transfer_declined: notTaken,
  order_taken_over: takenOver,
  order_passed_on: givenAway,
} as const satisfies Readonly<Record<string, (fields: MailFields) => MailContent>>;

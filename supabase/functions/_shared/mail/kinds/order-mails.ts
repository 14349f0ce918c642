/** What the mails about an order say, from "thank you" to "it is back with you". */
import {
  parseBankAccount,
  transferFacts,
} from '../../../../../src/features/orders/model/bank-account.ts';
import { orderStatusName } from '../../../../../src/features/orders/model/order-words.ts';
import { etaWords, parseEta } from '../../../../../src/shared/eta.ts';
import { fieldsOf } from '../../../../../src/shared/parsed-fields.ts';
import { taxLabel } from '../../../../../src/shared/tax-words.ts';
import { epcText } from '../../../../../src/features/orders/model/epc-code.ts';
import type { MailContent, MailLine } from '../mail-content.ts';
import type { MailFields } from '../mail-fields.ts';
import { settledWords } from './batch-mails.ts';

function lineOf(line: MailFields): MailLine {
  const count = line.count('quantity');
  const options = line
    .list('options')
    .map((option) => option.text('value') || option.text('title'));
  const variant = line.text('variant_title');
  const flaws = line.text('flaws');
  const told = flaws === '' ? '' : `· Flaws: ${flaws}`;
  const detail = [count > 1 ? `${count} ×` : '', variant, ...options, told]
    .filter(Boolean)
    .join(' ');
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
    ...(order.count('tax_minor') === 0
      ? []
      : [
          [taxLabel(order.count('tax_minor')), order.money('tax_minor').replace('-', '−')] as const,
        ]),
    ...(included > 0 ? [['Including VAT', order.money('tax_included_minor')] as const] : []),
    ['Total', order.money('total_minor')] as const,
  ];
}

/** A guest's mail carries the secret that proves who reads it; an account signs in. */
export function orderPage(order: MailFields): string {
  const query: Record<string, string> = { order: order.text('number') };
  const acting = order.text('acting_token');
  const token = order.text('token') || acting;
  // What shows the order, and in some mails what changes it for a day. Behind the #, so that neither
  // reaches a server, log or referrer.
  const act = acting === '' ? '' : `&act=${encodeURIComponent(acting)}`;
  const link = token === '' ? '' : `#token=${encodeURIComponent(token)}${act}`;
  return `${order.page('/orders', query)}${link}`;
}

export const seeOrder = (order: MailFields) => ({ label: 'See the order', url: orderPage(order) });

export function greeting(order: MailFields): string {
  const name = order.text('name');
  return name === '' ? 'Hello,' : `Hello ${name},`;
}

export const number = (order: MailFields) => order.text('number');

/** Where the money of an order goes that is paid by transfer; nothing for any other, and without an account. */
function transferOf(order: MailFields, payBy: string | null): Pick<MailContent, 'facts' | 'code'> {
  const account = parseBankAccount(order.raw('account'));
  if (account === null) return {};
  const [amountMinor, currency] = [order.count('due_minor'), order.text('currency') || 'EUR'];
  const transfer = { number: number(order), amountMinor, currency, payBy };
  const text = epcText(account, amountMinor, currency, number(order));
  return {
    facts: transferFacts(account, transfer, 'UTC').map(({ label, value }) => [label, value]),
    ...(text === null
      ? {}
      : { code: { text, label: 'Scan the code with your banking app to fill in the transfer.' } }),
  };
}

const payBy = (order: MailFields) => order.text('pay_by') || null;

/** One step of paying, in a sentence; the details of a transfer stand below. */
function howToPay(order: MailFields): string {
  if (order.text('payment') !== 'invoice')
    return 'If you have not paid yet, you can pay on the order page.';
  if (parseBankAccount(order.raw('account')) === null)
    return 'The bank details are on the order page.';
  return `Pay by bank transfer, with ${number(order)} as the reference. The bank details are below and on the order page.`;
}

/** To a mailbox that has not said that it ordered: nothing that a sender typed, and what keeps the order. */
const toConfirm = (order: MailFields): MailContent => ({
  subject: `Order ${number(order)}: received, please confirm your e-mail`,
  preview: `Confirm by ${order.moment('pay_by')} and we will hold it until ${order.moment('keep_until')}.`,
  heading: `Please confirm order ${number(order)}.`,
  paragraphs: [
    greeting(order),
    `Confirm your e-mail by ${order.moment('pay_by')} and we will hold your order until ${order.moment('keep_until')}. Just press the button. ${howToPay(order)}`,
    ...togetherWords(order),
    'If you did not order this, you don’t need to do anything. The order will expire and we won’t e-mail you about it again.',
  ],
  lines: linesOf(order),
  totals: totalsOf(order),
  ...transferOf(order, order.text('keep_until')),
  action: { label: 'Confirm and see the order', url: orderPage(order) },
  footnote: 'The button confirms your e-mail address. It also lets you change or cancel the order.',
});

const placed = (order: MailFields): MailContent =>
  order.text('keep_until') === '' ? received(order) : toConfirm(order);

/** A part may have come already. */
const toPay = (order: MailFields): string =>
  order.count('due_minor') > 0 ? order.money('due_minor') : order.money('total_minor');

/** Who pays on a page has often paid before this is read: nobody is asked twice. */
const paysLater = (order: MailFields): boolean =>
  order.text('payment') === 'invoice' || order.flag('agrees_first');

const pleasePay = (order: MailFields): string =>
  `Please pay ${toPay(order)} by ${order.moment('pay_by')}.`;

/** For whoever wants everything in one parcel: until when it waits, as it is planned. */
function togetherWords(order: MailFields): readonly string[] {
  if (!order.flag('ships_together')) return [];
  const waits = fieldsOf(order.raw('waits_for'));
  const eta = parseEta(waits?.['ships_on'], waits?.['eta_precision']);
  const plan = eta === null ? '' : `, planned for ${etaWords(eta)}`;
  return [`We send everything in one parcel once the last part is ready${plan}.`];
}

const received = (order: MailFields): MailContent => ({
  subject: paysLater(order)
    ? `Order ${number(order)}: please pay ${toPay(order)} by ${order.moment('pay_by')}`
    : `Order ${number(order)}: received, thank you`,
  preview: paysLater(order) ? pleasePay(order) : 'We have received your order.',
  heading: `Thank you. Your order number is ${number(order)}.`,
  paragraphs: [
    greeting(order),
    paysLater(order)
      ? `${pleasePay(order)} We’ll hold items from stock for you until then. ${howToPay(order)}`
      : `We have received your order. If you have not paid yet, please pay ${toPay(order)} on the order page by ${order.moment('pay_by')}. We’ll hold items from stock for you until then.`,
    ...togetherWords(order),
    ...(order.flag('agrees_first')
      ? [
          'We created this order for you. Before you pay, please agree to our terms on the order page.',
        ]
      : []),
  ],
  lines: linesOf(order),
  totals: totalsOf(order),
  ...transferOf(order, payBy(order)),
  action: seeOrder(order),
  footnote: order.flag('is_guest')
    ? 'The button also confirms your e-mail address. With the button you can change or cancel the order for one day, or longer while it is not paid. After that, you can send yourself a new link from the order page.'
    : `You can change or cancel the order on the order page until ${order.moment('pay_by')}.`,
});

const paid = (order: MailFields): MailContent => ({
  subject: `Order ${number(order)}: paid, thank you`,
  preview: `We received ${order.money('captured_minor')}.`,
  heading: `Your payment for ${number(order)} has arrived.`,
  paragraphs: [
    greeting(order),
    `We received ${order.money('captured_minor')}. ${order.flag('has_documents') ? 'Your invoice is on the order page, as a PDF. ' : ''}You can follow your order on the order page, and we’ll e-mail you when something changes.`,
    ...togetherWords(order),
  ],
  lines: linesOf(order),
  totals: totalsOf(order),
  action: seeOrder(order),
});

const due = (order: MailFields): MailContent => ({
  subject: `Order ${number(order)}: please pay by ${order.moment('pay_by')}`,
  preview: `${toPay(order)} is due.`,
  heading: `Please pay ${toPay(order)} by ${order.moment('pay_by')}.`,
  paragraphs: [
    greeting(order),
    `Your order ${number(order)} is not paid yet. If we don’t receive the payment by then, the order expires and its items go back on sale. ${howToPay(order)}`,
  ],
  lines: linesOf(order),
  totals: totalsOf(order),
  ...transferOf(order, payBy(order)),
  action:
    order.text('payment') === 'invoice'
      ? seeOrder(order)
      : { label: 'Pay now', url: orderPage(order) },
  footnote: 'Already paid? Transfers take a day or two; you don’t need to do anything.',
});

const expired = (order: MailFields): MailContent => ({
  subject: `Order ${number(order)} has expired`,
  preview:
    order.count('captured_minor') > order.count('refunded_minor')
      ? 'We are refunding what you paid.'
      : 'Nothing was charged.',
  heading: `Your order ${number(order)} has expired.`,
  paragraphs: [
    greeting(order),
    order.count('captured_minor') > order.count('refunded_minor')
      ? `It was not paid in full by ${order.moment('pay_by')}, so its items are on sale again. We are refunding what you paid. You don’t need to do anything.`
      : `It was not paid by ${order.moment('pay_by')}, so its items are on sale again. Nothing was charged. If a payment is on its way, we will accept or refund it. You don’t need to do anything.`,
  ],
  lines: linesOf(order),
  action: { label: 'Order again', url: orderPage(order) },
});

const stage = (order: MailFields): MailContent => ({
  subject: `Order ${number(order)}: ${orderStatusName(order.text('status')).toLowerCase()}`,
  preview: order.text('reason') || 'Your order has a new status.',
  heading: `Your order ${number(order)} has a new status.`,
  paragraphs: [
    greeting(order),
    `Status: ${orderStatusName(order.text('status')).toLowerCase()}.`,
    ...(order.text('reason') === '' ? [] : [order.text('reason')]),
  ],
  lines: linesOf(order),
  action: seeOrder(order),
});

const shipped = (order: MailFields): MailContent => {
  const url = order.text('tracking_url');
  const tracking = order.text('tracking_number');
  const isCorrected = order.flag('is_corrected');
  return {
    subject: isCorrected
      ? `A new tracking number for order ${number(order)}`
      : `Order ${number(order)} is on its way`,
    preview: tracking === '' ? 'It has shipped.' : `${order.text('carrier')} ${tracking}`,
    heading: isCorrected
      ? `A parcel from order ${number(order)} has a new tracking number.`
      : `A parcel from order ${number(order)} is on its way.`,
    paragraphs: [
      greeting(order),
      isCorrected
        ? 'The one we sent you before was wrong or missing. This one is right.'
        : 'It shipped today.',
    ],
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
  preview: 'We hope you enjoy it.',
  heading: `Your order ${number(order)} has arrived.`,
  paragraphs: [
    greeting(order),
    'The carrier says it has been delivered. If it hasn’t, or something is wrong, reply to this e-mail.',
  ],
  lines: linesOf(order),
  action: seeOrder(order),
});

/** Of a closing, in the language of the mail; else as it was given. */
const reasonOf = (order: MailFields): string => settledWords(order, false) || order.text('reason');

const becauseOf = (order: MailFields): readonly string[] =>
  reasonOf(order) === '' ? [] : [`Reason: ${reasonOf(order)}`];

const cancelled = (order: MailFields): MailContent => ({
  subject: `Order ${number(order)} is cancelled`,
  preview: reasonOf(order) || 'It won’t be made or shipped.',
  heading: `Your order ${number(order)} is cancelled.`,
  paragraphs: [greeting(order), ...becauseOf(order), refundOf(order)],
  lines: linesOf(order),
  action: seeOrder(order),
});

/** What goes back of a cancelled order, and what the terms keep of it. */
function refundOf(order: MailFields): string {
  if (order.count('captured_minor') <= order.count('refunded_minor')) return 'Nothing was charged.';
  if (order.count('kept_minor') === 0) return 'We are refunding what you paid.';
  return `We are refunding ${order.money('refund_due_minor')} and keep ${order.money('kept_minor')}, as our terms say for orders cancelled after closing.`;
}

/** Where the refund went; a part may have gone by bank and the rest by card. */
function wentTo(order: MailFields): string {
  const transferred = order.count('transfer_minor');
  if (transferred === 0)
    return 'The refund goes to the card or account you paid with and should arrive within a few days.';
  const end = order.text('account_end');
  const account = end === '' ? 'to your bank account' : `to your account ending ${end}`;
  return transferred < order.count('amount_minor')
    ? `We sent ${order.money('transfer_minor')} of it by bank transfer ${account}. The rest goes to the card you paid with. Both should arrive within a few days.`
    : `We sent it by bank transfer ${account}. It should arrive within two working days.`;
}

const accountAsked = (order: MailFields): MailContent => ({
  subject: `Order ${number(order)}: where should we send your refund?`,
  preview: `${order.money('amount_minor')} is waiting for your IBAN.`,
  heading: `We are refunding ${order.money('amount_minor')} by bank transfer.`,
  paragraphs: [
    greeting(order),
    'Please enter your IBAN and the name of the account holder on the order page. We will e-mail you again when the money is on its way.',
    'If you have no IBAN, reply to this e-mail.',
  ],
  action: { label: 'Enter your bank account', url: orderPage(order) },
  footnote:
    'Please don’t send your IBAN by e-mail. Only you and the staff who send refunds can see it.',
});

const refunded = (order: MailFields): MailContent => ({
  subject: `Order ${number(order)}: ${order.money('amount_minor') || order.money('refunded_minor')} refunded`,
  preview: order.text('reason') || 'A refund.',
  heading: `We refunded ${order.money('amount_minor') || order.money('refunded_minor')}.`,
  paragraphs: [
    greeting(order),
    ...becauseOf(order),
    `${wentTo(order)}${order.flag('has_documents') ? ' Invoices and credit notes of this order are on the order page, as PDFs.' : ''}`,
  ],
  facts: [
    ['Paid', order.money('captured_minor')],
    ['Refunded so far', order.money('refunded_minor')],
  ],
  action: seeOrder(order),
});

function owed(order: MailFields): readonly string[] {
  if (order.count('due_minor') > 0)
    return [`${order.money('due_minor')} is due. ${howToPay(order)}`];
  if (order.count('refund_due_minor') > 0)
    return [`You paid ${order.money('refund_due_minor')} too much. We are refunding it.`];
  return [];
}

const changed = (order: MailFields): MailContent => ({
  subject: `Order ${number(order)} was changed`,
  preview: 'Here is the new version.',
  heading: `Your order ${number(order)} was changed.`,
  paragraphs: [
    greeting(order),
    ...becauseOf(order),
    ...owed(order),
    'Here is the new version. If you did not expect this, reply to this e-mail.',
  ],
  lines: linesOf(order),
  totals: totalsOf(order),
  ...transferOf(order, order.text('status') === 'awaiting_payment' ? payBy(order) : null),
  action: seeOrder(order),
});

const addressLocks = (order: MailFields): MailContent => ({
  subject: `Order ${number(order)}: check your address before ${order.moment('locks_at')}`,
  preview: 'Please check that it is still correct.',
  heading: `Is the address for order ${number(order)} still correct?`,
  paragraphs: [
    greeting(order),
    `We will print the labels for this batch soon. You can change the address on the order page until ${order.moment('locks_at')}.`,
    'If it is correct, you don’t need to do anything.',
  ],
  lines: linesOf(order),
  action: { label: 'See or change the address', url: orderPage(order) },
  footnote: 'Please don’t send your address by e-mail. Enter it on the order page.',
});

const link = (order: MailFields): MailContent => ({
  subject: `Order ${number(order)}: your link to make changes`,
  preview: `It works until ${order.moment('acts_until')}.`,
  heading: `Here is your link to change order ${number(order)}.`,
  paragraphs: [
    greeting(order),
    `Someone with an older link to this order asked for a new one. Use the button below by ${order.moment('acts_until')} to change the address or options of the order, or to cancel it. Some changes have earlier deadlines. After that, the button still opens the order, but you can’t change anything.`,
    'If you did not ask for this link, ignore this e-mail: we sent it only to this address, and nothing has changed.',
  ],
  action: { label: 'Change your order', url: orderPage(order) },
});

const passedOn = (order: MailFields): MailContent => ({
  subject: `${order.text('from')} would like to transfer order ${number(order)} to you`,
  preview: 'You can accept or decline it on your orders page.',
  heading: `Accept or decline order ${number(order)}.`,
  paragraphs: [
    `${order.text('from')} would like to transfer this order to you. It is already paid, so you don’t have to pay anything.`,
    `Sign in with this e-mail address, or create an account with it, and open your orders. There you can accept it and enter your own address, or decline it. The request expires on ${order.moment('expires_at')}.`,
  ],
  lines: linesOf(order),
  action: { label: 'See your orders', url: order.page('/orders') },
  footnote: 'Don’t know who this is? Ignore this e-mail.',
});

const takenOver = (order: MailFields): MailContent => ({
  subject: `Order ${number(order)} is yours now`,
  preview: 'E-mails and parcels for it now come to you.',
  heading: `You accepted order ${number(order)}.`,
  paragraphs: [
    greeting(order),
    'E-mails and parcels for this order now come to you, and nobody else can see or change it.',
  ],
  lines: linesOf(order),
  action: seeOrder(order),
});

const givenAway = (order: MailFields): MailContent => ({
  subject: `Order ${number(order)} was transferred`,
  preview: `It now belongs to ${order.text('to')}.`,
  heading: `Order ${number(order)} has a new owner.`,
  paragraphs: [
    greeting(order),
    `${order.text('to')} accepted it. You can no longer see or change it, and your address has been removed. Any refund goes to whoever paid for the order. If you did not offer this transfer, reply to this e-mail at once.`,
  ],
  action: { label: 'See your orders', url: order.page('/orders') },
});

const notTaken = (order: MailFields): MailContent => ({
  subject: `Order ${number(order)} was not transferred`,
  preview: 'It is still yours.',
  heading: `Order ${number(order)} was not transferred: it is still yours.`,
  paragraphs: [greeting(order), `${order.text('to')} did not accept it. Nothing has changed.`],
  action: seeOrder(order),
});

/** The pieces of a return, one a line. */
const piecesOf = (order: MailFields) =>
  order.list('pieces').map((piece) => {
    const name = [piece.text('title'), piece.text('variant_title')].filter(Boolean).join(', ');
    return piece.count('quantity') > 1 ? `${piece.count('quantity')} × ${name}` : name;
  });

const isFault = (order: MailFields) => order.text('return_kind') === 'fault';

function whatFollows(order: MailFields): string {
  if (order.flag('awaits_items') || order.list('pieces').length === 0)
    return 'We will write to you about how to send the items back.';
  return `The items have not shipped, so you don’t need to send anything back.${order.count('amount_minor') > 0 ? ' We will e-mail you when we refund it.' : ''}`;
}

/** The confirmation that the law asks for: what was declared, by whom and when. */
const returnAsked = (order: MailFields): MailContent => ({
  subject: isFault(order)
    ? `Order ${number(order)}: we have your report`
    : `Order ${number(order)}: we have your withdrawal`,
  preview: `Received ${order.moment('asked_at')}.`,
  heading: isFault(order)
    ? `We have your report about order ${number(order)}.`
    : `You withdrew from the contract for order ${number(order)}.`,
  paragraphs: [
    greeting(order),
    isFault(order)
      ? 'Thank you for telling us. We will answer by e-mail.'
      : `This e-mail confirms your withdrawal. ${whatFollows(order)}`,
    'If you did not ask for this, reply to this e-mail.',
  ],
  facts: [
    ['Received', order.moment('asked_at')] as const,
    ['From', order.text('declared_by')] as const,
    ['Items', piecesOf(order).join('; ')] as const,
    ['You wrote', order.text('said')] as const,
    ['To refund', order.count('amount_minor') > 0 ? order.money('amount_minor') : ''] as const,
  ].filter(([, value]) => value !== ''),
  action: seeOrder(order),
});

const returnAgreed = (order: MailFields): MailContent => {
  const label = order.text('label_url');
  return {
    subject: `Order ${number(order)}: please send it back`,
    preview: 'Here is how.',
    heading: 'Please send the items back to us.',
    paragraphs: [greeting(order), order.text('answer')],
    facts: [['Items', piecesOf(order).join('; ')]],
    action: label.startsWith('https://')
      ? { label: 'Print the label', url: label }
      : seeOrder(order),
  };
};

const returnReceived = (order: MailFields): MailContent => ({
  subject: `Order ${number(order)}: your return has arrived`,
  preview: 'We are checking it.',
  heading: 'Your return has arrived here.',
  paragraphs: [
    greeting(order),
    'We are checking the items and will e-mail you again when that is done.',
  ],
  facts: [['Items', piecesOf(order).join('; ')]],
  action: seeOrder(order),
});

const returnDeclined = (order: MailFields): MailContent => ({
  subject: `Order ${number(order)}: about your ${isFault(order) ? 'report' : 'return'}`,
  preview: 'We could not accept it.',
  heading: `We could not accept your ${isFault(order) ? 'report' : 'return'}.`,
  paragraphs: [greeting(order), order.text('answer'), 'If you disagree, reply to this e-mail.'],
  facts: [['Items', piecesOf(order).join('; ')]],
  action: seeOrder(order),
});

const returnSettled = (order: MailFields): MailContent => ({
  subject: `Order ${number(order)}: your ${isFault(order) ? 'report' : 'return'} is settled`,
  preview: order.text('answer') || 'It is done.',
  heading: `Your ${isFault(order) ? 'report' : 'return'} is settled.`,
  paragraphs: [greeting(order), ...(order.text('answer') === '' ? [] : [order.text('answer')])],
  facts: [['Items', piecesOf(order).join('; ')]],
  action: seeOrder(order),
});

export const orderMails = {
  return_asked: returnAsked,
  return_agreed: returnAgreed,
  return_received: returnReceived,
  return_declined: returnDeclined,
  return_settled: returnSettled,
  order_placed: placed,
  payment_received: paid,
  payment_due: due,
  order_expired: expired,
  stage_changed: stage,
  order_shipped: shipped,
  order_delivered: delivered,
  order_cancelled: cancelled,
  order_refunded: refunded,
  refund_account_asked: accountAsked,
  order_changed: changed,
  address_locks: addressLocks,
  order_link: link,
  transfer_offered: passedOn,
  transfer_declined: notTaken,
  order_taken_over: takenOver,
  order_passed_on: givenAway,
} as const satisfies Readonly<Record<string, (fields: MailFields) => MailContent>>;

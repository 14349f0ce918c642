/** What staff write to a customer about an order in words of their own, and what the shop tells staff. */
import {
  fillMessage,
  messageParagraphs,
} from '../../../../../src/features/orders/model/order-message.ts';
import type { MailContent } from '../mail-content.ts';
import type { MailFields } from '../mail-fields.ts';
import { greeting, number, orderPage, seeOrder } from './order-mails.ts';

const addressAsked = (order: MailFields): MailContent => ({
  subject: `Order ${number(order)}: a question about your address`,
  preview: order.text('question'),
  heading: `We need your help with the address for order ${number(order)}.`,
  paragraphs: [
    greeting(order),
    order.text('question'),
    'We won’t ship until this is clear. Check the address on the order page and correct or confirm it.',
  ],
  action: { label: 'Check the address', url: orderPage(order) },
  footnote: 'Please don’t send your address by e-mail. Enter it on the order page.',
});

const message = (order: MailFields): MailContent => {
  const values = {
    name: order.text('name'),
    number: number(order),
    total: order.money('total_minor'),
  };
  const [first = '', ...rest] = messageParagraphs(fillMessage(order.text('text'), values));
  const subject = fillMessage(order.text('subject'), values);
  return {
    subject,
    preview: first.slice(0, 120),
    heading: subject,
    paragraphs: [first, ...rest],
    action: seeOrder(order),
    footnote: `We sent you this because of your order ${number(order)}.`,
  };
};

const alerts = (fields: MailFields): MailContent => {
  const all = fields
    .list('alerts')
    .map((alert) => `${alert.text('about')}: ${alert.text('message')}`);
  const count = fields.count('count');
  const more = count - all.length;
  return {
    subject:
      count === 1 ? `Keywright: ${all[0] ?? ''}` : `Keywright: ${count} problems need attention`,
    preview: all[0] ?? '',
    heading: count === 1 ? 'A problem needs attention.' : `${count} problems need attention.`,
    paragraphs: [...all, ...(more > 0 ? [`And ${more} more.`] : [])],
    action: { label: 'See the shop’s health', url: fields.page('/admin/health') },
    footnote:
      'You get this because of your role. On that page, owners choose who gets which alerts.',
  };
};

const roleDoes: Readonly<Record<string, string>> = {
  owner: 'You will see and change everything, money and staff included.',
  editor: 'You will work on products, texts and colours, and publish them.',
  fulfilment: 'You will work on orders, stock and shipping.',
  support: 'You will answer customers: you read orders with names masked, and add notes.',
};

const invited = (fields: MailFields): MailContent => {
  const from = fields.text('from') || 'The owner of the shop';
  const role = fields.text('role');
  return {
    subject: 'You are invited to work at Keywright',
    preview: `${from} invited you as ${role}.`,
    heading: 'You are invited to work at Keywright.',
    paragraphs: [
      `${from} invited you to work in the shop as ${role}. ${roleDoes[role] ?? ''}`,
      'Accept with the address that this e-mail went to. If it has no account yet, you create one on the way. Within a few days you also add an authenticator app.',
    ],
    facts: [['The link works until', fields.moment('expires_at')]],
    // Behind the #, so that it reaches no server, log or referrer.
    action: {
      label: 'See the invitation',
      url: `${fields.page('/user')}#invitation=${encodeURIComponent(fields.text('token'))}`,
    },
    footnote:
      'If you don’t expect this, do nothing: no one gets in with your address alone. The link works once.',
  };
};

export const staffMails = {
  staff_invited: invited,
  shop_alerts: alerts,
  address_asked: addressAsked,
  order_message: message,
} as const satisfies Readonly<Record<string, (fields: MailFields) => MailContent>>;

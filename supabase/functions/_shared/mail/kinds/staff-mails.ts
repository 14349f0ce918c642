/** What staff write to a customer about an order in words of their own. */
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
  heading: `We need your help with the address of ${number(order)}.`,
  paragraphs: [
    greeting(order),
    order.text('question'),
    'Nothing of this order leaves before this is clear. On its page you see the address as we have it, and can mend it or say that it is right as it is.',
  ],
  action: { label: 'Look at the address', url: orderPage(order) },
  footnote: 'Please do not answer with your address by mail: its page is the safe place for it.',
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
    footnote: `You get this because of your order ${number(order)}.`,
  };
};

export const staffMails = {
  address_asked: addressAsked,
  order_message: message,
} as const satisfies Readonly<Record<string, (fields: MailFields) => MailContent>>;

import type { Given } from '#shared/backend/given.ts';

export type Customer = Given<'open_customer'>;
export type CustomerOrder = Customer['orders'][number];
export type CustomerOffer = Customer['entries'][number]['offers'][number];
export type CustomerMail = Customer['mails'][number];
export type CustomerFollow = Customer['follows'][number];

/** Its own words are filled in by the mail; whose name it is, the card says. */
export const subjectOf = ({ subject, number }: CustomerMail): string =>
  subject.replaceAll('{number}', number).replaceAll(/\{(?:name|total)\}/g, '…');

/** @example mailName('order_placed') // 'Order placed' */
export const mailName = (kind: string): string =>
  kind.replaceAll('_', ' ').replace(/^./, (first) => first.toUpperCase());

/** @example mailState(mail) // 'sent' */
export const mailState = (mail: CustomerMail): 'sent' | 'failed' | 'waiting' => {
  if (mail.sent_at !== null) return 'sent';
  return mail.given_up_at === null ? 'waiting' : 'failed';
};

const topics: Readonly<Record<string, string>> = {
  batch_updates: 'news about their orders',
  order_stages: 'order stages',
  list_receipts: 'raffle and list confirmations',
  group_buys: 'group buys they voted for',
};

/** @example topicWords('order_stages') // 'order stages' */
export const topicWords = (topic: string): string => topics[topic] ?? topic.replaceAll('_', ' ');

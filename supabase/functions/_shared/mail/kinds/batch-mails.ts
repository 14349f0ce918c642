/** What buyers of a batch are told, and nobody else is. */
import type { MailContent } from '../mail-content.ts';
import type { MailFields } from '../mail-fields.ts';

const update = (news: MailFields): MailContent => {
  const before = news.eta('eta_before', 'eta_precision_before');
  const after = news.eta('eta', 'eta_precision');
  const path = news.text('url');
  return {
    subject: `${news.text('product_title') || 'Your order'}: ${news.text('title')}`,
    preview: news.text('summary'),
    heading: news.text('title') || 'News about your order',
    paragraphs: [news.text('summary')].filter((text) => text !== ''),
    facts: (
      [
        ['About', news.text('batch_title')],
        ['Previous date', before === after ? '' : before],
        ['New date', after],
      ] as const
    ).filter(([, value]) => value !== ''),
    action: {
      label: 'Read the update',
      url: news.page(path === '' ? '/updates' : `/updates/${encodeURIComponent(path)}`),
    },
    footnote: 'We sent you this because you have an order in this batch.',
  };
};

/** What a closing decided of each kit. A mail without the facts says what the database said. */
export function settledWords(order: MailFields, isPaid: boolean): string {
  const words = order.list('settled').map((kit) => {
    const title = kit.text('variant_title');
    if (kit.flag('is_dropped'))
      return `${title} did not reach its minimum of ${kit.count('moq')}, so it won’t be made.`;
    return isPaid
      ? `${title} reached a better price: we refund the difference.`
      : `${title} reached a better price: you pay less.`;
  });
  return words.join(' ');
}

/** What was not paid yet can't come back: the order costs less by it. */
function moneyOfSettlement(order: MailFields): string {
  if (order.count('refund_minor') > 0)
    return `You don’t need to do anything: we are refunding ${order.money('refund_minor')} to the card or account you paid with.`;
  if (order.count('due_minor') > 0)
    return `Your order now costs less. Please pay ${order.money('due_minor')}.`;
  return '';
}

/** The closing refunds something: for a dropped kit, or a better price. */
const settled =
  (subject: string) =>
  (order: MailFields): MailContent => {
    const words = settledWords(order, true) || order.text('words');
    return {
      subject: `${subject}: ${order.text('line')}`,
      preview: words,
      heading: subject,
      paragraphs: [
        words,
        moneyOfSettlement(order),
        'Nothing else about your order changes.',
      ].filter((text) => text !== ''),
      action: {
        label: 'See your order',
        url: order.page(`/orders?order=${encodeURIComponent(order.text('number'))}`),
      },
    };
  };

const groupBuy = (check: MailFields): MailContent => ({
  subject: `You can order “${check.text('batch_title')}” from ${check.moment('opens_at')}`,
  preview: `Orders open on ${check.moment('opens_at')}.`,
  heading: 'The product you voted for is now a group buy.',
  paragraphs: [
    `You voted for ${check.text('product_title')}, and enough other people did too. You can order it from ${check.moment('opens_at')} until ${check.moment('closes_at')}.`,
    'Your vote doesn’t commit you to buying.',
  ],
  action: {
    label: 'See it',
    url: check.page(
      `/${check.text('product_kind') === 'keyboard' ? 'keyboards' : 'products'}/${encodeURIComponent(check.text('product_url'))}`,
    ),
  },
});

export const batchMails = {
  batch_update: update,
  kit_dropped: settled('A kit you ordered won’t be made'),
  price_settled: settled('Your price has dropped'),
  interest_became_group_buy: groupBuy,
} as const satisfies Readonly<Record<string, (fields: MailFields) => MailContent>>;

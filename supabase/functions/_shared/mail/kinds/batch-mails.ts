/** What buyers of a batch are told, and nobody else is. */
import type { MailContent } from '../mail-content.ts';
import type { MailFields } from '../mail-fields.ts';

const update = (news: MailFields): MailContent => {
  const before = news.day('eta_before', 'eta_precision_before');
  const after = news.day('eta', 'eta_precision');
  const path = news.text('url');
  return {
    subject: `${news.text('product_title') || 'Your order'}: ${news.text('title')}`,
    preview: news.text('summary'),
    heading: news.text('title') || 'News about what you ordered',
    paragraphs: [news.text('summary')].filter((text) => text !== ''),
    facts: (
      [
        ['Concerns', news.text('batch_title')],
        ['Expected before', before === after ? '' : before],
        ['Expected now', after],
      ] as const
    ).filter(([, value]) => value !== ''),
    action: {
      label: 'Read the update',
      url: news.page(path === '' ? '/updates' : `/updates/${encodeURIComponent(path)}`),
    },
    footnote: 'You get this because an order of yours waits for this batch.',
  };
};

export const batchMails = {
  batch_update: update,
} as const satisfies Readonly<Record<string, (fields: MailFields) => MailContent>>;

/** What people are told who follow a product without buying it. Each mail can end what it came from. */
import { goodsPath } from '../../../../../src/features/cart/model/goods.ts';
import type { MailContent, MailLine } from '../mail-content.ts';
import type { MailFields } from '../mail-fields.ts';

function goodsOf(follow: MailFields): readonly MailLine[] {
  return follow.list('lines').map((line) => {
    const picture = line.text('picture');
    return {
      title: line.text('title'),
      detail: line.text('variant_title'),
      amount: '',
      picture: /^https?:\/\//.test(picture) ? picture : null,
    };
  });
}

const isStock = (follow: MailFields) => follow.text('about') === 'stock';
const product = (follow: MailFields) => follow.text('product_title') || 'this product';

/** Behind the #, so that the secret reaches no server, log or referrer. */
function answerPage(follow: MailFields, answer: 'follow' | 'unfollow'): string {
  const secret = follow.text('follow_secret');
  return follow.page(
    secret === '' ? '/updates' : `/updates#${answer}=${encodeURIComponent(secret)}`,
  );
}

const ending = (follow: MailFields) => ({
  label: isStock(follow) ? 'Don’t tell me after all' : 'No more of these mails',
  url: answerPage(follow, 'unfollow'),
});

const asked = (follow: MailFields): MailContent => ({
  subject: isStock(follow)
    ? `Shall we mail you when it is back: ${product(follow)}?`
    : `Do you want to follow ${product(follow)}?`,
  preview: 'One press, and you will hear of it. Without it, nothing happens.',
  heading: isStock(follow)
    ? `Shall we tell you when ${product(follow)} is back?`
    : `Do you want each update about ${product(follow)}?`,
  paragraphs: [
    isStock(follow)
      ? 'Somebody, you we think, asked for one mail when this can be had again. Press the button and you get it: once, and nothing else.'
      : 'Somebody, you we think, asked for a mail with each update about this: pictures, stages reached, dates moved. Press the button and you get them. Nothing is bought or promised by it.',
  ],
  lines: goodsOf(follow),
  action: {
    label: isStock(follow) ? 'Yes, tell me' : 'Yes, I follow it',
    url: answerPage(follow, 'follow'),
  },
  footnote: 'It was not you? Then do nothing: no more mails come of it.',
});

const told = (follow: MailFields): MailContent => {
  const url = follow.text('url');
  return {
    subject: `${product(follow)}: ${follow.text('title') || 'an update'}`,
    preview: follow.text('summary'),
    heading: follow.text('title') || `News of ${product(follow)}`,
    paragraphs: [follow.text('summary')].filter((text) => text !== ''),
    lines: goodsOf(follow),
    action: {
      label: 'Read the update',
      url: follow.page(url === '' ? '/updates' : `/updates/${encodeURIComponent(url)}`),
    },
    footnote: `You get this because you follow ${product(follow)}.`,
    ending: ending(follow),
  };
};

const back = (follow: MailFields): MailContent => ({
  subject: `Back on the shelf: ${product(follow)}`,
  preview: 'You asked us to tell you. It is not held for you.',
  heading: `${product(follow)} can be had again.`,
  paragraphs: [
    'You asked us to tell you, and here it is. It is not held for anyone: who orders first has it.',
  ],
  lines: goodsOf(follow),
  action: {
    label: 'See it',
    url: follow.page(goodsPath(follow.text('product_kind'), follow.text('product_url')) ?? '/'),
  },
  footnote: 'This was the one mail you asked for: no more of them come.',
});

export const followMails = {
  follow_asked: asked,
  product_update: told,
  back_in_stock: back,
} as const satisfies Readonly<Record<string, (fields: MailFields) => MailContent>>;

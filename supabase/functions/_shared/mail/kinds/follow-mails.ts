/** What people are told who follow a product, or everything new, without buying it. Each mail can end what it came from. */
import { newsWords } from '../../../../../src/features/updates/model/news-words.ts';
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

const isDrops = (follow: MailFields) => follow.text('about') === 'drops';

/** Behind the #, so that the secret reaches no server, log or referrer. */
function answerPage(follow: MailFields, answer: 'follow' | 'unfollow'): string {
  const secret = follow.text('follow_secret');
  const page = isDrops(follow) ? '/follow' : '/updates';
  return follow.page(secret === '' ? page : `${page}#${answer}=${encodeURIComponent(secret)}`);
}

const ending = (follow: MailFields) => ({
  label: isStock(follow) ? 'Don’t e-mail me' : 'Stop these e-mails',
  url: answerPage(follow, 'unfollow'),
});

const askedForDrops = (follow: MailFields): MailContent => ({
  subject: 'Do you want our new things by e-mail?',
  preview: 'Press the button to confirm. Otherwise nothing happens.',
  heading: 'Do you want to hear of everything new?',
  paragraphs: [
    'You (or someone using your address) asked us to e-mail you when we announce a product, or open a group buy, a raffle or a list. Press the button to confirm. You get one e-mail a day at most, and none when nothing is new.',
  ],
  action: { label: 'Yes, tell me', url: answerPage(follow, 'follow') },
  footnote: 'Not you? Do nothing and you won’t hear from us again.',
});

const askedForGoods = (follow: MailFields): MailContent => ({
  subject: isStock(follow)
    ? `Shall we e-mail you when it is back: ${product(follow)}?`
    : `Do you want to follow ${product(follow)}?`,
  preview: 'Press the button to confirm. Otherwise nothing happens.',
  heading: isStock(follow)
    ? `Shall we tell you when ${product(follow)} is back?`
    : `Do you want e-mails about ${product(follow)}?`,
  paragraphs: [
    isStock(follow)
      ? 'You (or someone using your address) asked for one e-mail when this is back in stock. Press the button to confirm.'
      : 'You (or someone using your address) asked us to e-mail you every update about this product, and when sales open. Press the button to confirm. It does not commit you to buying.',
  ],
  lines: goodsOf(follow),
  action: {
    label: isStock(follow) ? 'Yes, tell me' : 'Yes, follow it',
    url: answerPage(follow, 'follow'),
  },
  footnote: 'Not you? Do nothing and you won’t hear from us again.',
});

const asked = (follow: MailFields): MailContent =>
  isDrops(follow) ? askedForDrops(follow) : askedForGoods(follow);

function dropLine(drop: MailFields): MailLine {
  const { label, about, text } = newsWords({
    news: drop.text('news'),
    title: drop.text('title'),
    productTitle: drop.text('product_title'),
    summary: '',
    closesAt: drop.text('closes_at'),
  });
  const picture = drop.text('picture');
  return {
    title: about,
    detail: [label, text].filter((part) => part !== '').join('. '),
    amount: '',
    picture: /^https?:\/\//.test(picture) ? picture : null,
    url: drop.page(goodsPath(drop.text('kind'), drop.text('url')) ?? '/'),
  };
}

/** To whoever follows the product alone. */
const opened = (follow: MailFields, lines: readonly MailLine[]): MailContent => ({
  subject: `${product(follow)}: ${lines[0]?.detail ?? 'News'}`.replace(/\.$/, ''),
  preview: lines.map(({ detail }) => detail).join(', '),
  heading: `News of ${product(follow)}`,
  paragraphs: [],
  lines,
  action: {
    label: 'See it',
    url: follow.page(goodsPath(follow.text('product_kind'), follow.text('product_url')) ?? '/'),
  },
  footnote: `We sent you this because you follow ${product(follow)}.`,
  ending: ending(follow),
});

const drops = (follow: MailFields): MailContent => {
  const lines = follow.list('lines').map(dropLine);
  const [first] = lines;
  if (!isDrops(follow)) return opened(follow, lines);
  const count = Math.max(follow.count('count'), lines.length);
  const more = count - lines.length;
  return {
    subject:
      count === 1 && first
        ? `New at Keywright: ${first.title}`
        : `${count} new things at Keywright`,
    preview: lines.map(({ title }) => title).join(', '),
    heading: count === 1 ? 'Something new' : `${count} new things`,
    paragraphs:
      more > 0 ? [`The newest ${lines.length} are here; ${more} more are in the shop.`] : [],
    lines,
    action: { label: 'Visit the shop', url: follow.page('/') },
    footnote:
      'We sent you this because you follow everything new. You get one e-mail a day at most.',
    ending: ending(follow),
  };
};

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
    footnote: `We sent you this because you follow ${product(follow)}.`,
    ending: ending(follow),
  };
};

const back = (follow: MailFields): MailContent => ({
  subject: `Back in stock: ${product(follow)}`,
  preview: 'You asked us to tell you. It is not reserved.',
  heading: `${product(follow)} is back in stock.`,
  paragraphs: ['You asked us to tell you. It is not reserved: first come, first served.'],
  lines: goodsOf(follow),
  action: {
    label: 'See it',
    url: follow.page(goodsPath(follow.text('product_kind'), follow.text('product_url')) ?? '/'),
  },
  footnote: 'This is the one e-mail you asked for. We won’t send any more.',
});

export const followMails = {
  follow_asked: asked,
  new_drops: drops,
  product_update: told,
  back_in_stock: back,
} as const satisfies Readonly<Record<string, (fields: MailFields) => MailContent>>;

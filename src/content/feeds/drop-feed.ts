import { pageAddress } from '../page-address.ts';
import { routes } from '#routes.ts';
import { readDrops, type Drop } from '../drops.ts';
import { shareImageOf } from '../pictures/picture-of.ts';
import type { Feed, FeedEntry } from './feed-files.ts';
import { xmlText } from './xml-text.ts';

const mostEntries = 60;

function pictureHtml({ image }: Drop, site: URL): string {
  const shown = shareImageOf(image);
  if (shown === null) return '';
  const { src, alt, width, height } = shown;
  return `<p><img src="${xmlText(new URL(src, site).href)}" alt="${xmlText(alt)}" width="${width}" height="${height}"></p>`;
}

function entryOf(drop: Drop, site: URL): FeedEntry {
  const { id, at, label, about, text, path, product } = drop;
  const paragraphs = [...new Set([text, product.summary])].filter((words) => words !== '');
  return {
    id: `urn:keywright:drop:${id}`,
    link: pageAddress(path, site),
    title: `${label}: ${about}`,
    summary: text,
    html: pictureHtml(drop, site) + paragraphs.map((words) => `<p>${xmlText(words)}</p>`).join(''),
    author: 'Keywright',
    at,
    about: [product.title],
  };
}

export async function dropFeed(site: URL): Promise<Feed> {
  const drops = (await readDrops()).slice(0, mostEntries);
  return {
    title: 'Keywright: everything new',
    description: 'What was announced, and what opened for orders or entries.',
    home: routes.follow,
    rssPath: '/drops.xml',
    jsonPath: '/drops.json',
    entries: drops.map((drop) => entryOf(drop, site)),
  };
}

/**
 * Invariant: both feeds hold the same entries, the newest first, each under the address that never
 * changes.
 */
import { readNews } from '../news.ts';
import { newestFirst } from '../catalogue.ts';
import { routes } from '#routes.ts';
import { xmlElement, xmlText } from './xml-text.ts';

const title = 'Keywright: production updates';
const description = 'What happened in each batch: stages reached, dates changed, and why.';

async function readEntries(site: URL) {
  const news = (await readNews()).toSorted(newestFirst);
  return news.flatMap(({ url, title: name, summary, bodyHtml, author, publishAt, products }) =>
    publishAt === null
      ? []
      : [
          {
            link: new URL(routes.update(url), site).href,
            name,
            summary,
            bodyHtml,
            author,
            publishAt,
            // By these a reader follows one product.
            about: products.map((product) => product.title),
          },
        ],
  );
}

export async function rssFeed(site: URL): Promise<string> {
  const items = (await readEntries(site)).map(
    (entry) =>
      `<item>${xmlElement('title', entry.name)}${xmlElement('link', entry.link)}` +
      `<guid isPermaLink="true">${xmlText(entry.link)}</guid>` +
      xmlElement('pubDate', new Date(entry.publishAt).toUTCString()) +
      xmlElement('dc:creator', entry.author) +
      entry.about.map((product) => xmlElement('category', product)).join('') +
      `${xmlElement('description', entry.summary)}${xmlElement('content:encoded', entry.bodyHtml)}</item>`,
  );
  const self = new URL('/updates/feed.xml', site).href;
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>' +
    xmlElement('title', title) +
    xmlElement('link', new URL(routes.updates, site).href) +
    xmlElement('description', description) +
    `<language>en</language><atom:link href="${xmlText(self)}" rel="self" type="application/rss+xml"/>` +
    `${items.join('\n')}</channel></rss>\n`
  );
}

export async function jsonFeed(site: URL): Promise<string> {
  const items = (await readEntries(site)).map((entry) => ({
    id: entry.link,
    url: entry.link,
    title: entry.name,
    summary: entry.summary,
    content_html: entry.bodyHtml,
    date_published: entry.publishAt,
    authors: [{ name: entry.author }],
    tags: entry.about,
  }));
  return `${JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    description,
    language: 'en',
    home_page_url: new URL(routes.updates, site).href,
    feed_url: new URL('/updates/feed.json', site).href,
    items,
  })}\n`;
}

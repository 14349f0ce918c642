/**
 * Invariant: both files of a feed hold the same entries, the newest first, each under an id that never
 * changes.
 */
import { builtLanguage } from '#languages/built-language.ts';
import { pageAddress } from '../page-address.ts';
import { xmlElement, xmlText } from './xml-text.ts';

export interface FeedEntry {
  /** Null: its link, which then never changes. */
  readonly id: string | null;
  readonly link: string;
  readonly title: string;
  readonly summary: string;
  readonly html: string;
  readonly at: string;
  readonly author: string;
  /** By these a reader follows one product. */
  readonly about: readonly string[];
}

export interface Feed {
  readonly title: string;
  readonly description: string;
  /** Where its entries are read without a reader. */
  readonly home: string;
  readonly rssPath: string;
  readonly jsonPath: string;
  readonly entries: readonly FeedEntry[];
}

function rssItem({ id, link, title, summary, html, at, author, about }: FeedEntry): string {
  return (
    `<item>${xmlElement('title', title)}${xmlElement('link', link)}` +
    `<guid isPermaLink="${id === null}">${xmlText(id ?? link)}</guid>` +
    xmlElement('pubDate', new Date(at).toUTCString()) +
    xmlElement('dc:creator', author) +
    about.map((product) => xmlElement('category', product)).join('') +
    `${xmlElement('description', summary)}${xmlElement('content:encoded', html)}</item>`
  );
}

export function rssFile({ title, description, home, rssPath, entries }: Feed, site: URL): string {
  const self = pageAddress(rssPath, site);
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>' +
    xmlElement('title', title) +
    xmlElement('link', pageAddress(home, site)) +
    xmlElement('description', description) +
    `<language>${builtLanguage.code}</language><atom:link href="${xmlText(self)}" rel="self" type="application/rss+xml"/>` +
    `${entries.map(rssItem).join('\n')}</channel></rss>\n`
  );
}

export function jsonFile({ title, description, home, jsonPath, entries }: Feed, site: URL): string {
  return `${JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    description,
    language: builtLanguage.code,
    home_page_url: pageAddress(home, site),
    feed_url: pageAddress(jsonPath, site),
    items: entries.map((entry) => ({
      id: entry.id ?? entry.link,
      url: entry.link,
      title: entry.title,
      summary: entry.summary,
      content_html: entry.html,
      date_published: entry.at,
      authors: [{ name: entry.author }],
      tags: entry.about,
    })),
  })}\n`;
}

/**
 * What an address shows whose page is not built yet, or whose thing was renamed since. Invariant: it
 * says that it is new, promises nothing that the shop has not decided, and keeps the way out below.
 */
import { readNewerPage, type NewerPage } from '../api/newer-pages.ts';
import { dayWords } from '#shared/day-words.ts';
import { formatMoney } from '#shared/money.ts';
import { productPath, routes } from '#routes.ts';
import { element } from '#ui/element.ts';
import styles from './newer-page.module.css';

function addressOf({ kind, url }: NewerPage): string {
  return kind === 'update' ? routes.update(url) : productPath({ kind, url });
}

/** Markdown as plain paragraphs: its signs are left out, its words stay. */
export function paragraphsOf(markdown: string): string[] {
  return (
    markdown
      .split(/\n\s*\n/)
      .map((paragraph) =>
        paragraph
          .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
          .replace(/^\s*(?:#{1,6}|[-*>]|\d+\.)\s+/gm, '')
          .replace(/[*_`]+/g, '')
          .trim(),
      )
      // What the build fills in is not known here.
      .filter((paragraph) => paragraph !== '' && !paragraph.includes('{{'))
  );
}

function priceOf({ prices, kind }: NewerPage): string | null {
  const [cheapest] = prices.toSorted((a, b) => a.minor - b.minor);
  if (cheapest === undefined || kind === 'update') return null;
  const from = prices.length > 1 ? 'from ' : '';
  return `${from}${formatMoney(cheapest.minor, cheapest.currency)}`;
}

function facts(page: NewerPage): string {
  const by = page.by === null ? [] : [`By ${page.by}`];
  const since = page.publishAt === null ? [] : [dayWords(page.publishAt)];
  return [...by, ...since].join(' · ');
}

function lightPage(page: NewerPage): HTMLElement {
  const { title, summary, body, picture, kind } = page;
  const soon =
    kind === 'update'
      ? 'Published a moment ago. Its full page, with pictures, is being built.'
      : 'New in the shop. Its full page is being built and will be ready in a few minutes.';
  const price = priceOf(page);
  return element('article', { class: styles['light'] ?? '', 'data-newer': '' }, [
    element('p', { class: styles['soon'] ?? '', role: 'status' }, [soon]),
    element('h1', {}, [title]),
    element('p', { class: 'lead' }, [summary]),
    element('p', { class: styles['facts'] ?? '' }, [facts(page)]),
    ...(price === null ? [] : [element('p', { class: styles['price'] ?? '' }, [price])]),
    ...(picture === null
      ? []
      : [element('img', { src: picture.src, alt: picture.alt, class: styles['picture'] ?? '' })]),
    ...paragraphsOf(body).map((paragraph) => element('p', {}, [paragraph])),
  ]);
}

/** Takes the place of the not-found words when the shop knows the address after all. */
export async function showNewerPage(
  view: HTMLElement,
  asked: {
    readonly route: 'keyboards' | 'products' | 'updates';
    readonly value: string;
    /** In the first language, whichever it was asked for in. */
    readonly path: string;
  },
): Promise<void> {
  const page = await readNewerPage(asked.route, asked.value);
  if (page === null) return;
  const address = addressOf(page);
  // Renamed, or filed under another group: its page may be there already.
  if (address !== asked.path) return location.replace(address);
  const lost = [...view.querySelectorAll('[data-lost]')];
  lost[0]?.before(lightPage(page));
  for (const each of lost) each.remove();
  document.title = `${page.title} · Keywright`;
}

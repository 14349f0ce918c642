/** Invariant: it names every public page once, and none that belongs to one person. */
import { pageAddress } from '../page-address.ts';
import { publishedLanguages } from '#languages/built-language.ts';
import { shellDesignId, routes } from '#routes.ts';
import { allPageEntries } from '../all-page-entries.ts';
import { xmlElement } from './xml-text.ts';

const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const shell = routes.design(shellDesignId);

export async function sitemap(site: URL): Promise<string> {
  const urls = (await allPageEntries())
    .filter((entry) => entry.isPublic && entry.path !== shell)
    .map((entry) => `<url>${xmlElement('loc', pageAddress(entry.path, site))}</url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="${namespace}">${urls.join('\n')}</urlset>\n`;
}

export function sitemapIndex(site: URL): string {
  const each = publishedLanguages.map(({ prefix }) =>
    xmlElement('loc', new URL(`${prefix}/sitemap-0.xml`, site).href),
  );
  const maps = each.map((loc) => `<sitemap>${loc}</sitemap>`).join('');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex xmlns="${namespace}">${maps}</sitemapindex>\n`;
}

/** Invariant: pages of one person are kept out of search engines here and in their head alike. */
import { addressIn } from '#languages/addresses.ts';
import { publishedLanguages } from '#languages/built-language.ts';
import { routes } from '#routes.ts';

const kept = [routes.cart, routes.orders, routes.account, routes.sharedShelf, '/admin/'];

export function robots(site: URL): string {
  const paths = new Set(
    publishedLanguages.flatMap(({ prefix }) => kept.map((path) => addressIn(prefix, path))),
  );
  const rules = Array.from(paths, (path) => `Disallow: ${path}`);
  const sitemap = `Sitemap: ${new URL('/sitemap-index.xml', site).href}`;
  return ['User-agent: *', ...rules, '', sitemap, ''].join('\n');
}

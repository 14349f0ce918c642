/** Invariant: pages of one person are kept out of search engines here and in their head alike. */
import { routes } from '#routes.ts';

const kept = [routes.cart, routes.orders, routes.account, routes.sharedShelf, '/admin/'];

export function robots(site: URL): string {
  const rules = kept.map((path) => `Disallow: ${path}`);
  const sitemap = `Sitemap: ${new URL('/sitemap-index.xml', site).href}`;
  return ['User-agent: *', ...rules, '', sitemap, ''].join('\n');
}

// chunk: stores
/** Invariant: every page of the shop has exactly one address, without a slash at its end. */

export const routes = {
  home: '/',
  about: '/about',
  faq: '/faq',
  terms: '/legal/terms',
  privacy: '/legal/privacy',
  withdrawal: '/legal/withdrawal',
  imprint: '/legal/imprint',
  accessibility: '/legal/accessibility',
  countries: '/countries',
  calendar: '/calendar',
  follow: '/follow',
  cart: '/cart',
  checkout: '/cart/confirm',
  orders: '/orders',
  order: (number: string) => `/orders?order=${encodeURIComponent(number)}`,
  account: '/user',
  accountDetails: '/user/details',
  wishes: '/user/wishes',
  ownShelf: '/user/shelf',
  /** What opens it stands behind a #: no server is told of it. */
  sharedShelf: '/shelf',
  colorpicker: '/colorpicker',
  design: (id: string) => `/colorpicker/${encodeURIComponent(id)}`,
  designSheet: (code: string, lineId: string) =>
    `/colorpicker/${encodeURIComponent(code)}?sheet=${encodeURIComponent(lineId)}`,
  keyboard: (url: string) => `/keyboards/${encodeURIComponent(url)}`,
  product: (url: string) => `/products/${encodeURIComponent(url)}`,
  /** Below the page of its product. */
  guide: (productPath: string) => `${productPath}/guide`,
  artisans: '/products/artisans',
  /** The same with all of it in the page: who has a script needs no link to it. */
  allArtisans: '/shop/artisans',
  category: (slug: string) => `/shop/${encodeURIComponent(slug)}`,
  compare: (slug: string) => `/shop/${encodeURIComponent(slug)}/compare`,
  updates: '/updates',
  update: (url: string) => `/updates/${encodeURIComponent(url)}`,
  /** The orders desk, asked for one batch: the filter is its table's own. */
  batchOrders: (id: string) => `/admin/orders?f=batch_id%3Ais%3A${encodeURIComponent(id)}`,
  adminProduct: (id: string) => `/admin/products?product=${encodeURIComponent(id)}`,
  batch: (id: string) => `/admin/batches?batch=${encodeURIComponent(id)}`,
  /** Null is the list of zones. */
  zone: (id: string | null) =>
    `/admin/shipping?tab=coverage${id === null ? '' : `&zone=${encodeURIComponent(id)}`}`,
  admin: {
    home: '/admin',
    batches: '/admin/batches',
    check: '/admin/check',
    health: '/admin/health',
    colorways: '/admin/colorways',
    content: '/admin/content',
    customers: '/admin/customers',
    designs: '/admin/designs',
    lists: '/admin/lists',
    media: '/admin/media',
    money: '/admin/money',
    orders: '/admin/orders',
    photos: '/admin/photos',
    products: '/admin/products',
    shipping: '/admin/shipping',
    staff: '/admin/staff',
    translations: '/admin/translations',
  },
} as const;

/** Designs are not known at build: one page, made under this id, serves them all. */
export const shellDesignId = '00000000-0000-0000-0000-000000000000';

/**
 * A design's id, or its short code: a digit and nine signs that can't be mistaken for each other. Both
 * cases are spelled out, for hosts are told it in grammars that know no other way.
 */
export const designIdSource =
  '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}|[0-9][0-9a-hjkmnp-tv-zA-HJKMNP-TV-Z]{9}';
const designIdPattern = new RegExp(`^(?:${designIdSource})$`);

export function isDesignId(text: string): boolean {
  return designIdPattern.test(text);
}

/** Sculpts share one page, where each has its place; everything else has a page of its own. */
export function productPath(product: { readonly kind: string; readonly url: string }): string {
  if (product.kind === 'artisan') return `${routes.artisans}#${product.url}`;
  return product.kind === 'keyboard' ? routes.keyboard(product.url) : routes.product(product.url);
}

/** @example payloadPath('/about') // '/about/_payload.json' ; payloadPath('/') // '/_payload.json' */
export function payloadPath(path: string): string {
  return path === '/' ? '/_payload.json' : `${path}/_payload.json`;
}

const parameterPattern = /^\/(colorpicker|keyboards|legal|products|shop|updates)\/([^/]+)$/;

/** The parameter of a path that matches a route with one, as typed; null for every other path. */
export function routeParameter(
  path: string,
): { readonly route: string; readonly value: string } | null {
  const [, route, value] = parameterPattern.exec(path) ?? [];
  return route === undefined || value === undefined ? null : { route, value };
}

/**
 * What the not-found view says.
 * @example notFoundText('/nowhere') // 'Page not found: /nowhere'
 * @example notFoundText('/colorpicker/nope') // 'Page Not Found: /colorpicker/nope'
 */
export function notFoundText(path: string): string {
  return `${routeParameter(path) === null ? 'Page not found' : 'Page Not Found'}: ${path}`;
}

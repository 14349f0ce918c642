/**
 * Invariant: a page without its payload, a payload without its page, and a page that was made from
 * something else than its payload end the build.
 */
import { keyOfPayload } from '#content/build-clock.ts';
import { hashOf } from '#content/payload-text.ts';
import { pictureNamesIn } from '#content/pictures/picture-names.ts';
import { payloadPath } from '#routes.ts';
import { inlineHashes } from './content-security-policy.ts';

export class BuildInconsistent extends Error {}

export interface PublishedPage {
  readonly path: string;
  readonly kind: string;
  readonly title: string;
  readonly payloadHash: string;
  /** In minor units by shelf name, of a page that sells something: whoever checks the site sees what grew old. */
  readonly prices?: Readonly<Record<string, number>>;
}

/** What has to be known of a page so that the next build need not read it again. */
export interface PageFacts {
  /** Null for a failure view, which is a file and no page. */
  readonly page: PublishedPage | null;
  /** Equal for two builds of the same sources exactly when the page is. */
  readonly key: string;
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
  readonly pictures: readonly string[];
  /** What was taken out of the page and lies beside it, named after its bytes. */
  readonly files: readonly string[];
  readonly hasSounds: boolean;
}

const failureViews: ReadonlySet<string> = new Set(['404.html', '500.html']);

export function isFailureView(file: string): boolean {
  return failureViews.has(file);
}

/** @example pathOfFile('cart/confirm.html') // '/cart/confirm' ; pathOfFile('index.html') // '/' */
export function pathOfFile(file: string): string {
  const route = `/${file.replace(/\.html$/, '')}`;
  return route === '/index' ? '/' : route;
}

/** @example payloadOfFile('index.html') // '_payload.json' */
export function payloadOfFile(file: string): string {
  return payloadPath(pathOfFile(file)).slice(1);
}

const takenOut = /(?<=\/)_astro\/(?:styles|island|file)\.[\da-f]{12}\.\w+/g;

/** `html` is the page as it is published, `payload` the text beside it, null when there is none. */
export function factsOf(file: string, html: string, payload: string | null): PageFacts {
  const isView = isFailureView(file);
  const names = new Set([...pictureNamesIn(html), ...pictureNamesIn(payload ?? '')]);
  return {
    page: isView ? null : pageOf(pathOfFile(file), html, payload),
    key: payload === null ? '' : keyOfPayload(payload),
    pictures: [...names],
    files: [...new Set(html.match(takenOut))],
    hasSounds: html.includes('<audio'),
    ...inlineHashes(html),
  };
}

function pageOf(route: string, html: string, text: string | null): PublishedPage {
  if (text === null) throw new BuildInconsistent(`The page ${route} has no payload.`);
  const entry: unknown = JSON.parse(text);
  const payloadHash = hashOf(text);
  if (!html.includes(`name="payload" content="${payloadHash}"`)) {
    throw new BuildInconsistent(`The page ${route} was not made from its payload.`);
  }
  if (!isEntry(entry) || entry.path !== route) {
    throw new BuildInconsistent(`The payload of ${route} is the entry of another page.`);
  }
  const prices = pricesOf(entry);
  const page = { path: route, kind: entry.kind, title: entry.title, payloadHash };
  return Object.keys(prices).length === 0 ? page : { ...page, prices };
}

interface SellingEntry {
  readonly data?: {
    readonly product?: {
      readonly variants?: readonly { readonly sku?: unknown; readonly priceMinor?: unknown }[];
    };
  };
}

function pricesOf(entry: object): Readonly<Record<string, number>> {
  const variants = (entry as SellingEntry).data?.product?.variants ?? [];
  return Object.fromEntries(
    variants.flatMap(({ sku, priceMinor }) =>
      typeof sku === 'string' && typeof priceMinor === 'number' ? [[sku, priceMinor]] : [],
    ),
  );
}

function isEntry(value: unknown): value is { path: string; kind: string; title: string } {
  if (typeof value !== 'object' || value === null) return false;
  return (
    'path' in value &&
    typeof value.path === 'string' &&
    'kind' in value &&
    typeof value.kind === 'string' &&
    'title' in value &&
    typeof value.title === 'string'
  );
}

export function assertNoOrphans(payloads: readonly string[], pages: Iterable<string>): void {
  const expected = new Set(Array.from(pages, payloadOfFile));
  const orphan = payloads.find((file) => !expected.has(file));
  if (orphan === undefined) return;
  throw new BuildInconsistent(`The payload ${orphan} belongs to no page.`);
}

/**
 * The only reader of what a build has written. Invariant: a page without its payload, a payload
 * without its page, and a page that was made from something else than its payload end the build.
 */
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { payloadPath } from '../../routes.ts';
import { hashOf } from '../payloads/payload-text.ts';

export class BuildInconsistent extends Error {}

export interface PublishedPage {
  readonly path: string;
  readonly kind: string;
  readonly title: string;
  readonly payloadHash: string;
}

const failureViews: ReadonlySet<string> = new Set(['404.html', '500.html']);

/** @example pathOfFile('cart/confirm.html') // '/cart/confirm' ; pathOfFile('index.html') // '/' */
export function pathOfFile(file: string): string {
  const route = `/${file
    .split(path.sep)
    .join('/')
    .replace(/\.html$/, '')}`;
  return route === '/index' ? '/' : route;
}

/** Reads every page once and shows its HTML to `visit`, the failure views included. */
export async function readPublishedPages(
  folder: string,
  visit: (html: string) => void,
): Promise<PublishedPage[]> {
  const pages: PublishedPage[] = [];
  for await (const file of glob('**/*.html', { cwd: folder })) {
    const html = await readFile(path.join(folder, file), 'utf8');
    visit(html);
    if (!failureViews.has(file)) pages.push(await readPage(folder, pathOfFile(file), html));
  }
  await assertNoOrphans(folder, pages);
  return pages.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

async function readPage(folder: string, route: string, html: string): Promise<PublishedPage> {
  const text = await readFile(path.join(folder, payloadPath(route)), 'utf8').catch(() => null);
  if (text === null) throw new BuildInconsistent(`The page ${route} has no payload.`);
  const entry: unknown = JSON.parse(text);
  const payloadHash = hashOf(text);
  if (!html.includes(`name="payload" content="${payloadHash}"`)) {
    throw new BuildInconsistent(`The page ${route} was not made from its payload.`);
  }
  if (!isEntry(entry) || entry.path !== route) {
    throw new BuildInconsistent(`The payload of ${route} is the entry of another page.`);
  }
  return { path: route, kind: entry.kind, title: entry.title, payloadHash };
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

async function assertNoOrphans(folder: string, pages: readonly PublishedPage[]): Promise<void> {
  const expected = new Set(pages.map((page) => payloadPath(page.path).slice(1)));
  for await (const file of glob('**/_payload.json', { cwd: folder })) {
    if (expected.has(file.split(path.sep).join('/'))) continue;
    throw new BuildInconsistent(`The payload ${file} belongs to no page.`);
  }
}

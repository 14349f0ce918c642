import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright/test';
import { readRoutes, type BuiltSite } from '../site.ts';

export const sampleKinds = [
  'home',
  'keyboard',
  'product',
  'guide',
  'artisans',
  'category',
  'compare',
  'updates',
  'update',
  'faq',
  'terms',
  'legal',
  'countries',
  'calendar',
  'follow',
  'about',
] as const;

/** The first address of each kind of content page, by kind. */
export async function samplePaths(site: BuiltSite): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const { kind, path: address } of await readRoutes(site.siteFolder)) {
    const isWanted = sampleKinds.some((one) => one === kind);
    if (isWanted && !found.has(kind)) found.set(kind, address);
  }
  return found;
}

/** The first keyboard whose page holds what matches: read from the files, without opening each. */
export async function findKeyboard(page: Page, site: BuiltSite, needed: string): Promise<string> {
  for (const { path: address, kind } of await readRoutes(site.siteFolder)) {
    if (kind !== 'keyboard') continue;
    const html = await readFile(path.join(site.siteFolder, `${address}.html`), 'utf8');
    const isThere = await page.evaluate(
      ([text, selector]) =>
        new DOMParser().parseFromString(text ?? '', 'text/html').querySelector(selector ?? '') !==
        null,
      [html, needed],
    );
    if (isThere) return address;
  }
  throw new Error(`No keyboard page has ${needed}`);
}

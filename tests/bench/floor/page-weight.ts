/** What a page makes a visitor load who touches nothing: bytes by kind after brotli, and requests. */
import { brotliCompressSync } from 'node:zlib';
import type { Browser, Response } from 'playwright';

const kinds = ['document', 'stylesheet', 'script', 'font', 'image', 'other'] as const;
export type Kind = (typeof kinds)[number];
export type PageWeight = { readonly [kind in Kind]: number } & { readonly requests: number };

const compressed: readonly Kind[] = ['document', 'stylesheet', 'script'];

export async function weighPage(browser: Browser, url: string): Promise<PageWeight> {
  const page = await browser.newPage({ viewport: { width: 412, height: 823 } });
  const weight: { [kind in Kind]: number } & { requests: number } = {
    document: 0,
    stylesheet: 0,
    script: 0,
    font: 0,
    image: 0,
    other: 0,
    requests: 0,
  };
  const add = async (response: Response) => {
    const type = response.request().resourceType();
    const kind = kinds.find((known) => known === type) ?? 'other';
    weight.requests += 1;
    // What is redirected or kept from before has no body of its own.
    const body = await response.body().catch(() => Buffer.alloc(0));
    weight[kind] += compressed.includes(kind) ? brotliCompressSync(body).length : body.length;
  };
  const added: Promise<void>[] = [];
  let isIdle = false;
  page.on('response', (response) => {
    const address = response.url();
    // What an idle page fetches ahead for presses has a budget of its own.
    isIdle ||= /\/_astro\/idle\.[^/]*\.js$/.test(address);
    if (!isIdle && !address.startsWith('data:')) added.push(add(response));
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  await Promise.all(added);
  await page.close();
  return weight;
}

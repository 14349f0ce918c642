/** What a page makes a visitor load who touches nothing: bytes by kind after brotli, and requests. */
import { brotliCompressSync } from 'node:zlib';
import type { Browser } from 'playwright';

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
  const bodies: Promise<void>[] = [];
  page.on('response', (response) => {
    const type = response.request().resourceType();
    const kind = kinds.find((known) => known === type) ?? 'other';
    if (response.url().startsWith('data:')) return;
    weight.requests += 1;
    bodies.push(
      response.body().then(
        (body) => {
          weight[kind] += compressed.includes(kind) ? brotliCompressSync(body).length : body.length;
        },
        () => undefined,
      ),
    );
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  await Promise.all(bodies);
  await page.close();
  return weight;
}

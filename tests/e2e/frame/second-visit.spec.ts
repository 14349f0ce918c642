/** What goes over the line when a page is opened that this browser has seen before. */
import { expect, type Page } from 'playwright/test';
import { whenIdle } from '../../support/pages/idle.ts';
import { test } from '../../support/site.ts';

interface Sent {
  readonly url: string;
  readonly bytes: number;
}

/** Of this page from here on; what comes from the browser's cache counts nothing. */
async function watchLine(page: Page): Promise<() => readonly Sent[]> {
  const devTools = await page.context().newCDPSession(page);
  const urls = new Map<string, string>();
  let sent: Sent[] = [];
  await devTools.send('Network.enable');
  devTools.on('Network.requestWillBeSent', ({ requestId, request }) =>
    urls.set(requestId, request.url),
  );
  devTools.on('Network.loadingFinished', ({ requestId, encodedDataLength: bytes }) =>
    sent.push({ url: urls.get(requestId) ?? '', bytes }),
  );
  return () => {
    const all = sent.filter(({ url, bytes }) => bytes > 0 && !url.startsWith('data:'));
    sent = [];
    return all;
  };
}

test('the home page seen again sends no shared file anew, and of its goods only what may have changed', async ({
  page,
  site,
}) => {
  const take = await watchLine(page);
  await page.goto(site.siteUrl, { waitUntil: 'networkidle' });
  await whenIdle(page);
  const first = take();
  await page.goto(site.siteUrl, { waitUntil: 'networkidle' });
  await whenIdle(page);
  const second = take();
  const shared = ({ url }: Sent) => /\/(?:_astro|pictures)\//.test(url);
  expect(first.filter(shared).length).toBeGreaterThan(5);
  expect(second.filter(shared)).toEqual([]);
  const goods = second.filter(({ url }) => url.includes('/rest/v1/availability'));
  expect(goods.some(({ bytes }) => bytes > 500)).toBe(true);
  const total = second.reduce((sum, { bytes }) => sum + bytes, 0);
  expect(total, JSON.stringify(second)).toBeLessThan(15_000);
});

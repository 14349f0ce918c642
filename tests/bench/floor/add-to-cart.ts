/** From the press of the key to the number in the header that shows it, as the page sees both. */
import type { Browser } from 'playwright';

async function pressMs(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  await page.goto(url, { waitUntil: 'networkidle' });
  const key = page.locator('[data-add]').first();
  // A hand is on its way to the key before it presses.
  await key.scrollIntoViewIfNeeded();
  await key.hover();
  await page.waitForLoadState('networkidle');
  const seen = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const badge = document.querySelector('[data-cart-count]');
        let pressedAt = 0;
        addEventListener('click', () => (pressedAt = performance.now()), { capture: true });
        new MutationObserver(() => {
          if (pressedAt > 0) resolve(performance.now() - pressedAt);
        }).observe(badge ?? document, { childList: true, characterData: true, subtree: true });
      }),
  );
  await key.click();
  const ms = await seen;
  await context.close();
  return ms;
}

export async function addToCartMs(browser: Browser, url: string, runs: number): Promise<number> {
  const all: number[] = [];
  for (let run = 0; run < runs; run += 1) all.push(await pressMs(browser, url));
  return all.toSorted((a, b) => a - b)[all.length >> 1] ?? Number.NaN;
}

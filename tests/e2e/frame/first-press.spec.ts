/** What the first press of a page waits for: files, and rounds of asking for them. Never seconds. */
import { expect, type Page, type Route } from 'playwright/test';
import { idleBytes, saveData, whenIdle } from '../../support/pages/idle.ts';
import { test } from '../../support/site.ts';

const product = '/products/pebble-linear';

/** What is pressed where, and what then is all there. */
const presses = [
  ['the cart’s drawer', product, 'keywright-add button', 'dialog[open] a[href="/cart"]'],
  ['a list', '/products/wren-click', '[data-list] button', 'dialog[open] input'],
  ['signing in', '/faq', '[data-account-link]:visible', 'dialog[open] input'],
  ['the search', '/faq', '[data-search]:visible', 'dialog[open] input'],
] as const;

const behind =
  /\/(?:drawer-quote|quote[a-z-]*|cart-choices|remembered-country|reader|list-[a-z]+|auth-actions|account-safety|sign-in|contact-address|code-again|proven-calls)\./;

/** Answers what a page asks of the site together, and asks again, until it shows what was pressed for. */
async function roundsUntil(page: Page, held: Route[], seen: string): Promise<number> {
  let rounds = 0;
  const isSeen = () => page.locator(seen).first().isVisible();
  while (!(await isSeen())) {
    await expect.poll(async () => held.length > 0 || (await isSeen())).toBe(true);
    // Whatever is asked for together has been asked for by now.
    await page.waitForTimeout(500);
    if (held.length === 0 || (await isSeen())) continue;
    rounds += 1;
    await Promise.all(held.splice(0).map((route) => route.continue()));
  }
  return rounds;
}

for (const [what, route, key, seen] of presses) {
  test(`${what} takes two rounds at most where nothing was fetched before the press`, async ({
    page,
    site,
  }) => {
    await saveData(page);
    await page.goto(`${site.siteUrl}${route}`);
    await whenIdle(page);
    const held: Route[] = [];
    const known = new Set<string>();
    await page.route('**/_astro/*.js', async (asked) => {
      const url = asked.request().url();
      // Where requests are watched, nothing comes from the cache: what was fetched is imported anew.
      if (known.has(url) || behind.test(url)) await asked.continue();
      else held.push(asked);
      known.add(url);
    });
    await page.locator(key).first().click();
    const rounds = await roundsUntil(page, held, seen);
    expect(rounds).toBeGreaterThan(0);
    expect(rounds).toBeLessThanOrEqual(2);
  });

  test(`${what} takes no file from the network on a page that was idle`, async ({ page, site }) => {
    await page.goto(`${site.siteUrl}${route}`);
    const place = page.locator(key).first();
    await place.scrollIntoViewIfNeeded();
    await whenIdle(page);
    await page.waitForLoadState('networkidle');
    await page.context().setOffline(true);
    await place.click();
    await expect(page.locator(seen).first()).toBeVisible();
  });
}

const idleBudget = 90_000;
for (const route of [product, '/products/wren-click', '/products/artisans', '/', '/faq']) {
  test(`${route} fetches at most ${idleBudget} bytes of code when it is idle, and next to nothing where data is saved`, async ({
    browser,
    site,
  }) => {
    const [open, sparing] = [await browser.newPage(), await browser.newPage()];
    const bytes = await idleBytes(open, `${site.siteUrl}${route}`);
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThanOrEqual(idleBudget);
    await saveData(sparing);
    expect(await idleBytes(sparing, `${site.siteUrl}${route}`)).toBeLessThan(2_500);
    await Promise.all([open.close(), sparing.close()]);
  });
}

test('the number in the header is painted before the drawer takes the page out of reach', async ({
  page,
  site,
}) => {
  await page.goto(`${site.siteUrl}${product}`);
  await whenIdle(page);
  const shown = await page.evaluate(() => {
    document.querySelector<HTMLElement>('keywright-add button')?.click();
    const badge = document.querySelector<HTMLElement>('header [data-cart-count]');
    return {
      number: badge?.hidden ? '' : badge?.textContent,
      open: document.querySelector('dialog[open]') !== null,
    };
  });
  expect(shown).toEqual({ number: '1', open: false });
  const drawer = page.getByRole('dialog', { name: 'Added to your cart' });
  await drawer.getByRole('button', { name: 'Keep shopping' }).click();
  await page.locator('keywright-add button').dblclick();
  await expect(drawer.getByRole('link', { name: 'Go to the cart (2)' })).toBeVisible();
});

test('a press is shown at once, with the page’s own words, while all of the cart’s code is still on its way', async ({
  page,
  site,
}) => {
  await saveData(page);
  await page.goto(`${site.siteUrl}${product}`);
  await whenIdle(page);
  const released = Promise.withResolvers<void>();
  await page.route('**/_astro/*.js', async (route) => {
    await released.promise;
    await route.continue();
  });
  await page.locator('keywright-options .line input').nth(1).check();
  await page.locator('keywright-add button').click();
  const shell = page.getByRole('dialog', { name: 'Adding to your cart' });
  await expect(shell).toContainText('Pebble, linear');
  await expect(shell).toContainText('Box of 70');
  await expect(shell).toContainText('€39.90');
  await expect(shell.locator('img')).toHaveAttribute('src', /\/pictures\//);
  await expect(page.locator('header [data-cart-count]')).toHaveText('1');
  expect(await page.evaluate(() => localStorage.getItem('keywright:cart'))).toBeNull();
  released.resolve();
  const drawer = page.getByRole('dialog', { name: 'Added to your cart' });
  await drawer.getByRole('button', { name: 'One more' }).click();
  await expect(page.locator('header [data-cart-count]')).toHaveText('2');
  await expect(drawer).toContainText('€39.90');
});

test('the drawer says that the shop can’t be reached, and fills in the subtotal when asked again', async ({
  page,
  site,
}) => {
  await page.route('**/rpc/quote_cart', (route) => route.abort());
  await page.goto(`${site.siteUrl}${product}`);
  await page.locator('keywright-add button').click();
  const drawer = page.getByRole('dialog', { name: 'Added to your cart' });
  const again = drawer.getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible({ timeout: 20_000 });
  await expect(drawer).toContainText('€6.50');
  await page.unroute('**/rpc/quote_cart');
  await again.click();
  await expect(drawer).toContainText('Subtotal €6.50');
});

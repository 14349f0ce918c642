/** Pages that the browser keeps whole and shows again when somebody goes back. */
import { expect, type Page } from 'playwright/test';
import { browserArguments, findWholeBrowser } from '../../../scripts/ensure-browser.ts';
import { newAddress } from '../../support/data/people.ts';
import { whenIdle } from '../../support/pages/idle.ts';
import { makeAccount, signInAs } from '../../support/pages/staff-page.ts';
import { acceptBeforehand } from '../../support/pages/telemetry-page.ts';
import { readRoutes, test, type BuiltSite } from '../../support/site.ts';

test.use({
  launchOptions: {
    executablePath: findWholeBrowser() ?? '',
    args: browserArguments,
    // Playwright switches the keeping of pages off.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  },
});

/** One page of each kind, and each desk. */
async function samplesOf(site: BuiltSite): Promise<string[]> {
  const routes = await readRoutes(site.siteFolder);
  const byKind = new Map(
    routes.map(({ kind, path }) => [kind === 'admin' ? path : kind, path] as const),
  );
  return [...byKind.values()];
}

interface Return {
  readonly isKept: boolean;
  readonly reasons: readonly string[];
}

declare global {
  interface Window {
    returns: boolean[];
    /** How many of its lines were spoken on. */
    answered: number;
  }
}

const countReturns = (page: Page) =>
  page.addInitScript(() => {
    window.returns = [];
    addEventListener('pageshow', ({ persisted }) => window.returns.push(persisted));
  });

async function goAndComeBack(page: Page, site: BuiltSite, elsewhere = '/about'): Promise<Return> {
  await page.goto(`${site.siteUrl}${elsewhere}`, { waitUntil: 'domcontentloaded' });
  await page.goBack({ waitUntil: 'commit' });
  await page.waitForFunction(() => window.returns.length > 0);
  return page.evaluate(() => {
    const [entry] = performance.getEntriesByType('navigation');
    const { notRestoredReasons: why } = (entry?.toJSON() ?? {}) as {
      readonly notRestoredReasons?: { readonly reasons?: readonly { readonly reason: string }[] };
    };
    const reasons = (why?.reasons ?? []).map(({ reason }) => reason);
    return { isKept: window.returns.at(-1) === true, reasons };
  });
}

for (const who of ['a visitor', 'an owner'] as const) {
  test(`every kind of page comes back as it was for ${who} who lets visits be counted`, async ({
    context,
    page,
    site,
  }) => {
    test.slow();
    await acceptBeforehand(context);
    if (who === 'an owner') await signInAs(page, site, 'owner@keywright.test');
    await countReturns(page);
    for (const path of await samplesOf(site)) {
      await page.goto(`${site.siteUrl}${path}`);
      // What a page opens and listens to, it does by then: said once it has begun to count.
      await expect(page.locator('meta[name=build-id]')).toBeAttached();
      await page.waitForTimeout(1_000);
      const returned = await goAndComeBack(page, site, path === '/about' ? '/faq' : '/about');
      expect(returned, path).toEqual({ isKept: true, reasons: [] });
    }
  });
}

test('orders come back although they listen for changes', async ({ page, site }) => {
  await makeAccount(site, newAddress('back')).then((email) => signInAs(page, site, email));
  await countReturns(page);
  // Counted in the page: of one that came back, the browser tells others no more of its lines.
  await page.addInitScript(() => {
    window.answered = 0;
    window.WebSocket = class extends WebSocket {
      constructor(...given: ConstructorParameters<typeof WebSocket>) {
        super(...given);
        this.addEventListener('message', () => (window.answered += 1), { once: true });
      }
    };
  });
  const answered = () => page.evaluate(() => window.answered);
  await page.goto(`${site.siteUrl}/orders`);
  await expect.poll(answered).toBe(1);
  expect(await goAndComeBack(page, site)).toEqual({ isKept: true, reasons: [] });
  await expect.poll(answered).toBe(2);
});

test('a page that comes back shows the cart, the look and the answers that others stored meanwhile', async ({
  page,
  site,
}) => {
  await countReturns(page);
  await page.goto(`${site.siteUrl}/products/pebble-linear`);
  await whenIdle(page);
  await expect(page.getByRole('button', { name: 'Decline' })).toBeVisible();
  const before = await page.locator('html').getAttribute('data-theme');
  await page.goto(`${site.siteUrl}/products/wren-click`);
  await page.evaluate(() => {
    const line = { variant_id: crypto.randomUUID(), quantity: 3, options: {} };
    localStorage.setItem('keywright:cart', JSON.stringify({ lines: [line] }));
  });
  await page.getByRole('button', { name: 'Decline' }).click();
  await page.locator('[data-theme-toggle]:visible').first().click();
  const chosen = (await page.locator('html').getAttribute('data-theme')) ?? '';
  expect(chosen).not.toBe(before);
  await page.goBack({ waitUntil: 'commit' });
  await expect.poll(() => page.evaluate(() => window.returns)).toEqual([false, true]);
  await expect(page.locator('header [data-cart-count]')).toHaveText('3');
  await expect(page.getByRole('button', { name: 'Decline' })).toBeHidden();
  await expect(page.locator('html')).toHaveAttribute('data-theme', chosen);
});

test('a page that comes back says what is sold out and what has closed meanwhile, and takes it back', async ({
  page,
  site,
}) => {
  let stock: string | null = null;
  await page.route('**/rest/v1/availability?*', async (route) => {
    const answer = await route.fetch();
    const rows = (await answer.json()) as Record<string, unknown>[];
    if (stock === null) return route.fulfill({ response: answer });
    const canBeOrdered = stock !== 'sold_out';
    const json = rows.map((row) => ({ ...row, stock, canBeOrdered }));
    return route.fulfill({ response: answer, json });
  });
  await countReturns(page);
  // Nothing but the return may bring a clock forward.
  await page.addInitScript(() => Object.assign(window, { setInterval: () => 0 }));
  await page.goto(`${site.siteUrl}/products/pebble-linear`);
  await whenIdle(page);
  const head = page.locator('[data-live-badge] [data-state] > span').first();
  await expect(head).not.toHaveText('Sold out');
  stock = 'sold_out';
  expect((await goAndComeBack(page, site)).isKept).toBe(true);
  await expect(head).toHaveText('Sold out');
  await expect(page.locator('[data-live-stock]').first()).toHaveText('Sold out');
  stock = 'in_stock';
  expect((await goAndComeBack(page, site)).isKept).toBe(true);
  await expect(head).toHaveText('In stock');

  await page.unroute('**/rest/v1/availability?*');
  await page.goto(site.siteUrl);
  // Drawn once this page is idle, whatever another has kept in the browser.
  await expect(page.locator('keywright-consent > section')).toBeAttached();
  const countdown = page.locator('keywright-countdown[data-after] time').first();
  await expect(countdown).toHaveText(/ in /);
  await countdown.evaluate((time) => time.setAttribute('datetime', new Date(0).toISOString()));
  expect((await goAndComeBack(page, site)).isKept).toBe(true);
  await expect(countdown).toHaveText(/^(?:Closed|Open)$/);
});

test('who has signed out meanwhile sees nothing of theirs when they go back', async ({
  page,
  site,
}) => {
  const email = newAddress('left');
  await makeAccount(site, email);
  await signInAs(page, site, email);
  await countReturns(page);
  await page.goto(`${site.siteUrl}/user/details`);
  await expect(page.getByText(email).first()).toBeVisible();
  await page.goto(`${site.siteUrl}/user`);
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Sign out', exact: true })).toHaveCount(0);
  await page.goBack({ waitUntil: 'commit' });
  // The session's library tells pages that are kept of the end: mostly the browser drops them for it.
  await expect.poll(() => page.evaluate(() => window.returns.length)).toBeGreaterThan(0);
  await expect(page).toHaveURL(/\/user\/details$/);
  await expect(page.getByText(email)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Sign in', exact: true }).first()).toBeVisible();
  await expect(page.getByText(email)).toHaveCount(0);
});

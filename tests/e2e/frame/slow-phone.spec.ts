/**
 * What keeps a slow phone free while a page comes: counts and shares of the same page, never seconds.
 */
import { expect, type Page } from 'playwright/test';
import { samplePaths } from '../../support/pages/sample-pages.ts';
import { test, type BuiltSite } from '../../support/site.ts';

test.use({ viewport: { width: 412, height: 823 }, timezoneId: 'Asia/Kolkata' });

async function openKind(page: Page, site: BuiltSite, kind: string): Promise<void> {
  const address = (await samplePaths(site)).get(kind) ?? '';
  await page.goto(`${site.siteUrl}${address}`);
  // The page's scripts and late styles have come.
  await expect(page.locator('html')).not.toHaveAttribute('data-waiting');
}

/** The share of what can be seen on a page that the browser has made ready to be drawn. */
function shareReady(page: Page): Promise<number> {
  return page.evaluate(() => {
    const all = [...document.querySelectorAll('body *')].filter((one) => one.checkVisibility());
    const ready = all.filter((one) => one.checkVisibility({ contentVisibilityAuto: true }));
    return ready.length / all.length;
  });
}

const most = { home: 0.4, artisans: 0.4, keyboard: 0.75 };
test('a phone makes ready what is near the first screen, not the whole of a long page', async ({
  page,
  site,
}) => {
  for (const [kind, share] of Object.entries(most)) {
    await openKind(page, site, kind);
    expect(await shareReady(page), kind).toBeLessThan(share);
    const isFootReady = await page.evaluate(() =>
      document.querySelector('footer a')?.checkVisibility({ contentVisibilityAuto: true }),
    );
    expect(isFootReady, kind).toBe(false);
  }
});

test('what is far below is there for an address, for the end of the page and on paper', async ({
  page,
  site,
}) => {
  await openKind(page, site, 'artisans');
  const last = page.locator('.sculpt').last();
  const name = await last.getAttribute('id');
  await page.goto(`${site.siteUrl}/products/artisans#${name}`);
  await expect(last.getByRole('heading', { level: 2 })).toBeInViewport();
  await page.emulateMedia({ media: 'print' });
  expect(await shareReady(page)).toBe(1);
});

test('a page tells its moments without waking the browser’s calendars, also a countdown’s that is pointed at', async ({
  page,
  site,
}) => {
  await page.addInitScript(() => {
    const { DateTimeFormat } = Intl;
    Object.assign(globalThis, { formatsMade: 0 });
    Intl.DateTimeFormat = new Proxy(DateTimeFormat, {
      construct(target, given, made) {
        Object.assign(globalThis, { formatsMade: Reflect.get(globalThis, 'formatsMade') + 1 });
        return Reflect.construct(target, given, made);
      },
    });
  });
  const made = () => page.evaluate(() => Number(Reflect.get(globalThis, 'formatsMade')));
  await openKind(page, site, 'home');
  const countdown = page.locator('keywright-countdown').first();
  await expect(countdown).toContainText(/day|hour|minute/);
  await page.goto(`${site.siteUrl}/products/artisans`);
  await expect(page.locator('keywright-time').first()).toContainText(/GMT\+5:30$/);
  const time = page.locator('keywright-countdown time').first();
  await time.evaluate((one) => one.removeAttribute('title'));
  await time.hover();
  await expect(time).toHaveAttribute('title', /^\d+ \w+ \d{4}, \d\d:\d\d /);
  expect(await made()).toBe(0);
});

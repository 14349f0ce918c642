/**
 * What keeps a slow phone free while a page comes: counts and shares of the same page, never seconds.
 */
import { expect, type Page } from 'playwright/test';
import { samplePaths } from '../support/sample-pages.ts';
import { test, type BuiltSite } from '../support/site.ts';

test.use({ viewport: { width: 412, height: 823 } });

async function openKind(page: Page, site: BuiltSite, kind: string): Promise<void> {
  const address = (await samplePaths(site)).get(kind) ?? '';
  await page.goto(`${site.siteUrl}${address}`);
  // The page's scripts and late styles have come.
  await expect(page.locator('html')).not.toHaveAttribute('data-waiting');
}

test('a page makes one format for all its moments, and names a countdown’s when it is pointed at', async ({
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
  await expect.poll(made).toBe(1);
  const time = page.locator('keywright-countdown time').first();
  await time.evaluate((one) => one.removeAttribute('title'));
  await time.hover();
  await expect(time).toHaveAttribute('title', /^\d+ \w+ \d{4}, \d\d:\d\d /);
  expect(await made()).toBe(1);
});

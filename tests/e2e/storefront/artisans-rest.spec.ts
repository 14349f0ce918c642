/** The page of artisans names what is further down, and fills it in once its first picture was seen. */
import { expect, type Page } from 'playwright/test';
import { countShifts, shiftOf } from '../../support/pages/page-faults.ts';
import { test } from '../../support/site.ts';

const rest = '**/_astro/file.*.txt';
const colorways = '[data-colorway]';
const idsOf = (page: Page) => page.locator(colorways).evaluateAll((all) => all.map(({ id }) => id));
const lastOf = async (page: Page, address: string) => {
  await page.goto(address);
  return (await idsOf(page)).at(-1) ?? '';
};

test('each edition stands on the page, in the order of the page that has them all at once', async ({
  browser,
  page,
  site,
}) => {
  const plain = await browser.newPage({ javaScriptEnabled: false });
  await plain.goto(`${site.siteUrl}/shop/artisans`);
  const all = await idsOf(plain);
  expect(all.length).toBeGreaterThan(40);
  await page.goto(`${site.siteUrl}/products/artisans`);
  await expect.poll(() => idsOf(page)).toEqual(all);
  // What can be had now is said of all of them, and each can be kept.
  await page.mouse.move(200, 200);
  await expect(page.locator(`${colorways} [data-wish]`)).toHaveCount(all.length);
  const told = page.locator('[data-live-stock]');
  await expect(page.locator('[data-live-stock][data-orderable]')).toHaveCount(await told.count());
  await plain.close();
});

for (const width of [390, 1440]) {
  test(`an address leads to a sculpt and to an edition that come later, and nothing moves, at ${width} px`, async ({
    browser,
    site,
  }) => {
    const context = await browser.newContext({ viewport: { width, height: 844 } });
    await countShifts(context);
    const page = await context.newPage();
    await page.route(rest, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 400));
      await route.continue();
    });
    const edition = await lastOf(page, `${site.siteUrl}/shop/artisans`);
    const sculpt = await page.locator('[data-sculpt]').last().getAttribute('id');
    for (const name of [sculpt, edition]) {
      await page.goto('about:blank');
      await page.goto(`${site.siteUrl}/products/artisans#${name}`);
      await expect(page.locator(`#${edition}`)).toBeAttached();
      await expect(page.locator(`#${name}`)).toBeInViewport();
    }
    const { shift, moved } = await shiftOf(context, `${site.siteUrl}/products/artisans#${sculpt}`);
    expect(shift, moved.join('; ')).toBe(0);
    await context.close();
  });
}

test('a filter in the address waits for what comes later', async ({ page, site }) => {
  await page.goto(`${site.siteUrl}/shop/artisans`);
  const last = page.locator('[data-sculpt]').last();
  const name = (await last.getAttribute('id')) ?? '';
  const editions = await last.locator(colorways).count();
  await page.goto(`${site.siteUrl}/products/artisans?sculpt=${name}`);
  await expect(page.locator('[data-found]')).toHaveText(new RegExp(`^${editions} `));
  await expect(page.locator(`${colorways}:visible`)).toHaveCount(editions);
  await expect(page.locator('[data-sculpt]:visible')).toHaveCount(1);
});

test('without script, or without the file, a sculpt that is only named leads to where all of it stands', async ({
  browser,
  site,
}) => {
  for (const javaScriptEnabled of [false, true]) {
    const page = await browser.newPage({ javaScriptEnabled });
    await page.route(rest, (route) => route.abort());
    await page.goto(`${site.siteUrl}/products/artisans`);
    const last = page.locator('[data-sculpt]').last();
    const name = await last.getAttribute('id');
    await last.getByRole('link', { name: /^All \d+ editions$/ }).click();
    await expect(page).toHaveURL(`${site.siteUrl}/shop/artisans#${name}`);
    await expect(last.getByRole('heading', { level: 2 })).toBeInViewport();
    await expect(last.locator(colorways).first()).toBeVisible();
    await page.close();
  }
});

/** The long form of what the catalogue's other tests ask of one page of each kind: here of all of them. */
import path from 'node:path';
import { expect, type BrowserContext, type Page } from 'playwright/test';
import { findFaults } from '../../support/pages/axe.ts';
import { countShifts, expectToFit, missedByTab, shiftOf } from '../../support/pages/page-faults.ts';
import { readRoutes, test, type BuiltSite } from '../../support/site.ts';

test.describe.configure({ timeout: 3_000_000, retries: 0 });

const contentKinds = new Set(
  'home keyboard product artisans updates update faq terms countries about'.split(' '),
);

/** All that a search engine may read, and the two views of what goes wrong. */
async function everyPath(site: BuiltSite): Promise<string[]> {
  const routes = await readRoutes(site.siteFolder);
  const paths = routes.filter(({ kind }) => contentKinds.has(kind)).map((route) => route.path);
  return [...paths, '/nowhere', '/failed'];
}

async function answerFailure(context: BrowserContext, site: BuiltSite): Promise<void> {
  const failure = { status: 500, path: path.join(site.siteFolder, '500.html') };
  await context.route('**/failed', (route) => route.fulfill(failure));
}

/** One page after the other, each in two browsers' worth of waiting. */
async function visitAll(
  paths: readonly string[],
  visit: (address: string) => Promise<void>,
): Promise<void> {
  const waiting = [...paths];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await visit(next);
  };
  await Promise.all([work(), work()]);
}

async function faultsOf(page: Page): Promise<string[]> {
  await page.$$eval('details', (all) => all.forEach((details) => (details.open = true)));
  await expect.poll(() => missedByTab(page), { timeout: 60_000 }).toEqual([]);
  const faults = await findFaults(page);
  await expectToFit(page, [320, 640]);
  return faults;
}

test('every page is reached by Tab alone, clean for axe in both themes, and loses nothing at 320 px or 200 % zoom', async ({
  context,
  site,
}) => {
  await answerFailure(context, site);
  const paths = await everyPath(site);
  expect(paths.length).toBeGreaterThan(60);
  await visitAll(paths, async (address) => {
    const page = await context.newPage();
    await page.goto(`${site.siteUrl}${address}`);
    expect.soft(await faultsOf(page), address).toEqual([]);
    await page.close();
  });
});

for (const width of [390, 1440]) {
  test(`every page stands still while it loads, at ${width} px`, async ({ browser, site }) => {
    const context = await browser.newContext({ viewport: { width, height: 900 } });
    await answerFailure(context, site);
    await countShifts(context);
    await visitAll(await everyPath(site), async (address) => {
      const { shift, moved } = await shiftOf(context, `${site.siteUrl}${address}`);
      expect.soft(shift, `${address}: ${moved.join('; ')}`).toBe(0);
    });
    await context.close();
  });
}

test('every page has its text, pictures and links without script', async ({ browser, site }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  await answerFailure(context, site);
  await visitAll(await everyPath(site), async (address) => {
    const page = await context.newPage();
    await page.goto(`${site.siteUrl}${address}`);
    const main = page.locator('main');
    await expect.soft(main.locator('h1'), address).toBeVisible();
    const links = page.locator('main a[href]:visible, nav a[href]:visible');
    await expect.soft(links.first(), address).toBeVisible();
    expect.soft((await main.innerText()).length, address).toBeGreaterThan(200);
    const sources = await main
      .locator('img')
      .evaluateAll((all) => all.map((picture) => picture.getAttribute('src') ?? ''));
    expect.soft(sources.filter((source) => !source.startsWith('/pictures/'))).toEqual([]);
    await page.close();
  });
  await context.close();
});

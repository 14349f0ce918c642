import { expect, type Page } from 'playwright/test';
import { findFaults } from '../support/axe.ts';
import { sampleKinds, samplePaths } from '../support/sample-pages.ts';
import { test } from '../support/site.ts';

/** What can be pressed or filled in, can be seen, and was not reached. Of radio buttons one is enough. */
async function missedByTab(page: Page): Promise<string[]> {
  const count = await page.evaluate(() => {
    const reached = new Set<EventTarget | null>();
    Object.assign(globalThis, { reached });
    addEventListener('focusin', ({ target }) => reached.add(target), { capture: true });
    return document.querySelectorAll('a, button, input, select, summary, [tabindex="0"]').length;
  });
  for (let press = 0; press <= count; press += 1) await page.keyboard.press('Tab');
  return page.evaluate(() => {
    const reached: Set<Element> = Reflect.get(globalThis, 'reached');
    const groups = new Set([...reached].map((element) => element.getAttribute('name') ?? ''));
    const all = document.querySelectorAll<HTMLElement>('a[href], button, input, select, summary');
    return [...all]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => element.tabIndex >= 0 && !element.matches(':disabled'))
      .filter((element) => !reached.has(element))
      .filter(
        (element) =>
          !element.matches('[type=radio]') || !groups.has(element.getAttribute('name') ?? ''),
      )
      .map((element) => element.outerHTML.slice(0, 120));
  });
}

async function expectToFit(page: Page): Promise<void> {
  for (const width of [320, 640, 2560]) {
    await page.setViewportSize({ width, height: 800 });
    const beyond = () =>
      page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
    await expect.poll(beyond, { message: `wider than ${width} px` }).toBe(0);
  }
}

// Loading a page is what costs here, so all that is asked of one is asked in one visit.
for (const kind of [...sampleKinds, 'not found'] as const) {
  test(`the page of kind ${kind} is reached by Tab alone, clean for axe in both themes, and fits 320 to 2560 px`, async ({
    page,
    site,
  }) => {
    const path = (await samplePaths(site)).get(kind) ?? '/nowhere';
    await page.goto(`${site.siteUrl}${path}`);
    await page.$$eval('details', (all) => all.forEach((details) => (details.open = true)));
    // What only appears as an answer to being turned to is reached the second time round.
    await expect.poll(() => missedByTab(page), { timeout: 45_000 }).toEqual([]);
    expect(await findFaults(page)).toEqual([]);
    await expectToFit(page);
  });
}

test('a product whose name is one long word stays within the page', async ({ page, site }) => {
  await page.goto(`${site.siteUrl}${(await samplePaths(site)).get('product')}`);
  await page.locator('h1').evaluate((title) => {
    title.textContent = 'Donaudampfschifffahrtsgesellschaftskeyboard';
  });
  await expectToFit(page);
});

test('without script, text, pictures, prices and links are all there', async ({
  browser,
  site,
}) => {
  const page = await browser.newPage({ javaScriptEnabled: false });
  const paths = await samplePaths(site);
  for (const [kind, path] of paths) {
    await page.goto(`${site.siteUrl}${path}`);
    expect((await page.locator('main').innerText()).length, path).toBeGreaterThan(400);
    await expect(page.locator('main h1'), path).toBeVisible();
    await expect(page.locator('main a[href]:visible').first(), path).toBeVisible();
    const pictures = await page
      .locator('main img')
      .evaluateAll((all) => all.map((picture) => picture.getAttribute('src') ?? ''));
    for (const source of pictures) expect(source, path).toMatch(/^\/pictures\//);
    if (!['home', 'keyboard', 'product', 'artisans'].includes(kind)) continue;
    await expect(page.locator('main img').first(), path).toBeVisible();
    const prices = page.locator('main').getByText('€').filter({ visible: true });
    await expect(prices.first(), path).toBeVisible();
  }
  await page.goto(site.siteUrl);
  await expect(page.locator('[data-card] a').first()).toBeVisible();
  await expect(page.locator('[data-card] .price').first()).toContainText('€');
  await page.close();
});

const selling = ['keyboard', 'product', 'artisans'];

test('every page without the shop’s answer still reads, says so where something is sold, and calls nothing sold out', async ({
  context,
  site,
}) => {
  await context.route(`${site.apiUrl}/**`, (route) => route.abort());
  const waiting = [...(await samplePaths(site))];
  const visit = async (): Promise<void> => {
    const page = await context.newPage();
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [kind, path] = next;
      await page.goto(`${site.siteUrl}${path}`);
      if (selling.includes(kind)) {
        const said = page.getByText('The shop can’t be reached just now').first();
        await expect(said, path).toBeVisible({ timeout: 30_000 });
        await expect(page.locator('[data-live-stock]', { hasText: 'Sold out' })).toHaveCount(0);
      } else {
        await expect(page.locator('main').getByRole('alert'), path).toHaveCount(0);
      }
      await expect(page.locator('main h1'), path).toBeVisible();
      expect((await page.locator('main').innerText()).length, path).toBeGreaterThan(400);
      await expect(page.locator('[data-state]', { hasText: 'Sold out' }), path).toHaveCount(0);
    }
  };
  // A page asks several times before it says so: the three that sell wait together.
  await Promise.all([visit(), visit(), visit()]);
});

import path from 'node:path';
import { expect } from 'playwright/test';
import { findFaults } from '../../support/pages/axe.ts';
import { expectToFit, missedByTab } from '../../support/pages/page-faults.ts';
import { sampleKinds, samplePaths } from '../../support/pages/sample-pages.ts';
import { test } from '../../support/site.ts';

// Loading a page is what costs here, so all that is asked of one is asked in one visit.
for (const kind of [...sampleKinds, 'not found', 'failure'] as const) {
  test(`the page of kind ${kind} is reached by Tab alone, clean for axe in both themes, and fits 320 to 2560 px`, async ({
    page,
    site,
  }) => {
    if (kind === 'failure') {
      const failure = { status: 500, path: path.join(site.siteFolder, '500.html') };
      await page.route('**/nowhere', (route) => route.fulfill(failure));
    }
    const address = (await samplePaths(site)).get(kind) ?? '/nowhere';
    await page.goto(`${site.siteUrl}${address}`);
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

for (const width of [390, 1440]) {
  test(`a square picture is shown whole and with its own edges, at ${width} px`, async ({
    page,
    site,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    for (const [address, place] of [
      ['/products/walnut-wrist-rest', '.gallery .frame'],
      ['/', '[data-card][data-kind="artisan"]'],
      ['/', '[data-card][data-kind="product"]'],
    ] as const) {
      await page.goto(`${site.siteUrl}${address}`);
      const square = page.locator(`${place} img[width="1200"], ${place} img[width="1600"]`);
      const cut = await square.evaluateAll((images) =>
        images
          .filter((image) => {
            const [wide, high] = [image.getAttribute('width'), image.getAttribute('height')];
            const { width: w, height: h } = image.getBoundingClientRect();
            const isCut = Math.abs(w / h - 1) > 0.01;
            return wide === high && (isCut || getComputedStyle(image).maskImage !== 'none');
          })
          .map((image) => image.getAttribute('src')),
      );
      expect(await square.count(), place).toBeGreaterThan(0);
      expect(cut, place).toEqual([]);
    }
  });
}

test('without script, text, pictures, prices and links are all there', async ({
  browser,
  site,
}) => {
  const page = await browser.newPage({ javaScriptEnabled: false });
  const paths = await samplePaths(site);
  for (const [kind, address] of paths) {
    await page.goto(`${site.siteUrl}${address}`);
    await expect.soft(page.locator('.needs-script:visible')).toHaveCount(0);
    expect((await page.locator('main').innerText()).length, address).toBeGreaterThan(400);
    await expect(page.locator('main h1'), address).toBeVisible();
    await expect(page.locator('main a[href]:visible').first(), address).toBeVisible();
    const pictures = await page
      .locator('main img')
      .evaluateAll((all) => all.map((picture) => picture.getAttribute('src') ?? ''));
    for (const source of pictures) expect(source, address).toMatch(/^\/pictures\//);
    if (!['home', 'keyboard', 'product', 'artisans'].includes(kind)) continue;
    await expect(page.locator('main img').first(), address).toBeVisible();
    const prices = page.locator('main').getByText('€').filter({ visible: true });
    await expect(prices.first(), address).toBeVisible();
  }
  await page.goto(site.siteUrl);
  await expect(page.locator('[data-card] a').first()).toBeVisible();
  await expect(page.locator('[data-card] .price').first()).toContainText('€');
  await page.goto(`${site.siteUrl}/products/pebble-linear`);
  // Locators see nothing of what stands there for browsers without script.
  expect(await page.content()).toContain('Ordering needs JavaScript');
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
      const [kind, address] = next;
      await page.goto(`${site.siteUrl}${address}`);
      if (selling.includes(kind)) {
        const said = page.getByText('The shop can’t be reached, so stock').first();
        await expect(said, address).toBeVisible({ timeout: 30_000 });
        await expect(page.locator('[data-live-stock]', { hasText: 'Sold out' })).toHaveCount(0);
      } else {
        await expect(page.locator('main').getByRole('alert'), address).toHaveCount(0);
      }
      await expect(page.locator('main h1'), address).toBeVisible();
      expect((await page.locator('main').innerText()).length, address).toBeGreaterThan(400);
      await expect(page.locator('[data-state]', { hasText: 'Sold out' }), address).toHaveCount(0);
    }
  };
  // A page asks several times before it says so: the three that sell wait together.
  await Promise.all([visit(), visit(), visit()]);
});

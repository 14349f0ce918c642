import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from 'playwright/test';
import { readRoutes, test, type BuiltSite } from '../support/site.ts';

/** One address of each kind of content page. */
async function samplePaths(site: BuiltSite): Promise<string[]> {
  const routes = await readRoutes(site.siteFolder);
  const kinds = ['home', 'keyboard', 'product', 'artisans', 'updates', 'update', 'faq', 'terms'];
  const first = (kind: string) => routes.find((route) => route.kind === kind)?.path ?? [];
  return [...kinds, 'countries', 'about'].flatMap(first);
}

async function findKeyboard(page: Page, site: BuiltSite, needed: string): Promise<string> {
  for (const { path, kind } of await readRoutes(site.siteFolder)) {
    if (kind !== 'keyboard') continue;
    await page.goto(`${site.siteUrl}${path}`);
    if ((await page.locator(needed).count()) > 0) return path;
  }
  throw new Error(`No keyboard page has ${needed}`);
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing on any kind of content page, ${colorScheme}`, async ({
    browser,
    site,
  }) => {
    // Twelve whole pages: axe looks at every pixel behind every letter.
    test.setTimeout(300_000);
    const context = await browser.newContext({ colorScheme, reducedMotion: 'reduce' });
    const page = await context.newPage();
    for (const path of [...(await samplePaths(site)), '/nowhere']) {
      await page.goto(`${site.siteUrl}${path}`);
      await page.$$eval('details', (all) => all.forEach((details) => (details.open = true)));
      const { violations } = await new AxeBuilder({ page }).analyze();
      const found = violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target)]);
      expect(found, path).toEqual([]);
    }
    await context.close();
  });
}

for (const width of [320, 640, 2560]) {
  test(`no content page is wider than a window of ${width} px`, async ({ browser, site }) => {
    const page = await browser.newPage({ viewport: { width, height: 800 } });
    for (const path of await samplePaths(site)) {
      await page.goto(`${site.siteUrl}${path}`);
      const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(beyond, path).toBe(0);
    }
    await page.close();
  });
}

for (const width of [390, 1440]) {
  test(`no page moves while it loads, even if its fonts come late, at ${width} px`, async ({
    browser,
    site,
  }) => {
    test.setTimeout(180_000);
    const context = await browser.newContext({ viewport: { width, height: 900 } });
    await context.route('**/*.woff2', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 600));
      await route.continue();
    });
    await context.addInitScript(() => {
      Object.assign(globalThis, { shift: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          if ('value' in entry && typeof entry.value === 'number') {
            Object.assign(globalThis, { shift: Reflect.get(globalThis, 'shift') + entry.value });
          }
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    const own = ['/nowhere', '/cart', '/orders', '/user', '/colorpicker'];
    for (const path of [...(await samplePaths(site)), ...own]) {
      // A page of its own has no font in its memory from the one before.
      const page = await context.newPage();
      await page.goto(`${site.siteUrl}${path}`, { waitUntil: 'networkidle' });
      const shift = await page.evaluate(() => Reflect.get(globalThis, 'shift'));
      expect.soft(shift, path).toBeLessThanOrEqual(0.001);
      await page.close();
    }
    await context.close();
  });
}

test('the home page shows what the address asks for, and remembers what is asked', async ({
  page,
  site,
}) => {
  await page.goto(`${site.siteUrl}/?kind=keyboard`);
  await expect(page.locator('[data-card][data-kind="keyboard"]').first()).toBeVisible();
  await expect(page.locator('[data-card][data-kind="product"]:visible')).toHaveCount(0);
  await page.locator('main input[name="q"]').fill('no such words');
  await expect(page.getByText('Nothing here has all of these words')).toBeVisible();
  expect(page.url()).toContain('q=no+such+words');
});

test('a card moves to another shelf when its window closes, without a build', async ({
  page,
  site,
}) => {
  await page.goto(site.siteUrl);
  const card = page.locator('[data-shelf="running"] [data-card][data-facts*="closesAt"]').first();
  const id = await card.getAttribute('data-card');
  await page.clock.install({ time: new Date('2100-01-01T00:00:00Z') });
  await page.goto(site.siteUrl);
  await expect(page.locator(`[data-shelf="running"] [data-card="${id}"]`)).toHaveCount(0);
  await expect(page.locator(`[data-card="${id}"]`)).toHaveCount(1);
});

test('a choice changes picture, price and address, and the address brings it back', async ({
  page,
  site,
}) => {
  const colours = '[data-option="case"] input:not(:checked):not(:disabled)';
  await findKeyboard(page, site, `${colours} ~ .swatch`);
  const alt = () =>
    page.locator('[data-picture]:not([data-later]) img').first().getAttribute('alt');
  const before = await alt();
  await page.locator(colours).first().check({ force: true });
  await expect.poll(alt).not.toBe(before);
  expect(page.url()).toContain('?case=');
  const chosen = await alt();
  await page.reload();
  await expect.poll(alt).toBe(chosen);
});

test('an answer that does not go with another is off, and the reason stands beside it', async ({
  page,
  site,
}) => {
  await findKeyboard(page, site, '.reasons li');
  const option = page
    .locator('[data-option]')
    .filter({ has: page.locator('.reasons li') })
    .first();
  await expect(option.locator('input:disabled')).not.toHaveCount(0);
  await expect(option.locator('.reasons li').first()).toContainText('does not go with');
});

test('a page asks once what can be had, and says what it hears', async ({ page, site }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/availability?')) asked.push(request.url());
  });
  await page.goto(`${site.siteUrl}/products/artisans`, { waitUntil: 'networkidle' });
  expect(asked).toHaveLength(1);
  await expect(page.locator('keywright-live')).toHaveAttribute('data-live', 'ready');
});

for (const kind of ['keyboard', 'product', 'artisans']) {
  test(`a shop that can’t be reached says so on a page of kind ${kind}, and is never called sold out`, async ({
    page,
    site,
  }) => {
    await page.route(`${site.apiUrl}/**`, (route) => route.abort());
    const path = (await readRoutes(site.siteFolder)).find((route) => route.kind === kind)?.path;
    await page.goto(`${site.siteUrl}${path}`);
    await expect(page.getByText('The shop can’t be reached just now').first()).toBeVisible({
      timeout: 20_000,
    });
    await expect(page.locator('main h1')).toBeVisible();
    await expect(page.locator('[data-live-stock]', { hasText: 'Sold out' })).toHaveCount(0);
  });
}

test('every page without the shop’s answer still reads, and no badge says sold out', async ({
  page,
  site,
}) => {
  await page.route(`${site.apiUrl}/**`, (route) => route.abort());
  for (const path of await samplePaths(site)) {
    await page.goto(`${site.siteUrl}${path}`);
    expect((await page.locator('main').innerText()).length, path).toBeGreaterThan(400);
    await expect(page.locator('[data-state]', { hasText: 'Sold out' }), path).toHaveCount(0);
  }
});

test('a price that changed after the build shows both and says so', async ({ page, site }) => {
  await page.route('**/rest/v1/availability?*', async (route) => {
    const response = await route.fetch();
    const rows: { price_minor: number }[] = await response.json();
    const json = rows.map((row) => ({ ...row, price_minor: row.price_minor + 700 }));
    await route.fulfill({ response, json });
  });
  const path = (await readRoutes(site.siteFolder)).find(({ kind }) => kind === 'product')?.path;
  await page.goto(`${site.siteUrl}${path}`);
  const total = page.locator('.sum [data-total]');
  const before = Number(await total.getAttribute('value'));
  await expect(page.getByText('A price has changed since this page was written.')).toBeVisible();
  await expect(page.locator('[data-old-price]').first()).toBeVisible();
  await expect.poll(async () => Number(await total.getAttribute('value'))).toBeGreaterThan(before);
});

test('pictures are moved through and enlarged with the keyboard alone', async ({ page, site }) => {
  await findKeyboard(page, site, '.gallery .keys');
  await page.locator('.gallery .row').focus();
  await expect(page.locator('keywright-gallery:defined')).toHaveCount(1);
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('[data-place]')).toHaveText('2');
  await page.keyboard.press('Enter');
  await expect(page.locator('.gallery dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.locator('.gallery dialog')).toBeHidden();
});

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

test('the Tab key alone reaches everything on every kind of page', async ({ page, site }) => {
  test.setTimeout(180_000);
  for (const path of await samplePaths(site)) {
    await page.goto(`${site.siteUrl}${path}`);
    await page.$$eval('details', (all) => all.forEach((details) => (details.open = true)));
    // What only appears as an answer to being turned to is reached the second time round.
    await expect.poll(() => missedByTab(page), { message: path, timeout: 30_000 }).toEqual([]);
  }
});

test('without script, text, pictures, prices and links are all there', async ({
  browser,
  site,
}) => {
  const page = await browser.newPage({ javaScriptEnabled: false });
  for (const path of await samplePaths(site)) {
    await page.goto(`${site.siteUrl}${path}`);
    expect((await page.locator('main').innerText()).length, path).toBeGreaterThan(400);
    await expect(page.locator('main h1'), path).toBeVisible();
    await expect(page.locator('main a[href]:visible').first(), path).toBeVisible();
    for (const picture of await page.locator('main img').all()) {
      expect(await picture.getAttribute('src'), path).toMatch(/^\/pictures\//);
    }
  }
  const routes = await readRoutes(site.siteFolder);
  for (const sold of ['keyboard', 'product', 'artisans']) {
    const path = routes.find(({ kind }) => kind === sold)?.path;
    await page.goto(`${site.siteUrl}${path}`);
    await expect(page.locator('main img').first(), path).toBeVisible();
    const prices = page.locator('main').getByText('€').filter({ visible: true });
    await expect(prices.first(), path).toBeVisible();
  }
  await page.goto(site.siteUrl);
  await expect(page.locator('[data-card] a').first()).toBeVisible();
  await expect(page.locator('[data-card] .price').first()).toContainText('€');
  await page.close();
});

test('questions and countries are found by their words, and an address opens its answer', async ({
  page,
  site,
}) => {
  await page.goto(`${site.siteUrl}/faq`);
  const id = await page.locator('[data-question] details').nth(2).getAttribute('id');
  await page.goto(`${site.siteUrl}/faq#${id}`);
  await expect(page.locator(`#${id}`)).toHaveAttribute('open', '');
  await page.locator('keywright-faq input').fill('raffle');
  await expect(page.locator('[data-question]:visible').first()).toBeVisible();
  await expect(page.locator('[data-question]:not(:visible)').first()).toBeAttached();
  await page.goto(`${site.siteUrl}/countries`);
  await page.locator('keywright-countries input').fill('norw');
  await expect(page.locator('[data-country]:visible')).toHaveCount(1);
});

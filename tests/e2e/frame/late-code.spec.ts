import { expect, type Page } from 'playwright/test';
import { saveData, whenIdle } from '../../support/pages/idle.ts';
import { test } from '../../support/site.ts';

// An idle page has what its presses load; these are the presses of pages that have not.
test.beforeEach(({ page }) => saveData(page));

const notice = (page: Page) => page.getByRole('alert').filter({ hasText: 'This didn’t load' });

test('Add to cart pressed without a network says so, and works when pressed again with one', async ({
  page,
  site,
}) => {
  await page.goto(`${site.siteUrl}/products/pebble-linear`);
  await whenIdle(page);
  const key = page.getByRole('button', { name: 'Add to cart' });
  await page.context().setOffline(true);
  await key.click();
  await expect(notice(page)).toContainText('press again when you’re back online');
  const [said, pressed] = [await notice(page).boundingBox(), await key.boundingBox()];
  expect(Math.abs((said?.y ?? 0) - (pressed?.y ?? 0) - (pressed?.height ?? 0))).toBeLessThan(100);
  await page.context().setOffline(false);
  await key.click();
  await expect(page.getByRole('dialog')).toContainText('Pebble, linear');
  await expect(notice(page)).toBeHidden();
  await expect(page.locator('[data-cart-count]:visible')).toHaveText('1');
});

for (const [what, route, press, answer] of [
  ['the search', '/faq', '[data-search]:visible', 'dialog[aria-label="Search"]'],
  ['signing in', '/faq', '[data-account-link]:visible', 'dialog[open]'],
  ['a waiting list', '/products/wren-click', '[data-list] button', 'dialog[open]'],
  [
    'following',
    '/products/pebble-linear',
    'keywright-follow:not([data-about="stock"]) summary',
    'keywright-follow:not([data-about="stock"]) form',
  ],
] as const) {
  test(`${what} is asked for again by the next press after it could not be loaded`, async ({
    page,
    site,
  }) => {
    await page.goto(`${site.siteUrl}${route}`);
    await whenIdle(page);
    const key = page.locator(press).first();
    await page.context().setOffline(true);
    await key.click();
    await expect(notice(page)).toBeVisible();
    await expect(page).toHaveURL(`${site.siteUrl}${route}`);
    await page.context().setOffline(false);
    await key.click();
    await expect(page.locator(answer).first()).toBeVisible();
    await expect(notice(page)).toBeHidden();
  });
}

test('a script is not imported before all that it stands on has arrived, so that no browser keeps a failure', async ({
  page,
  site,
}) => {
  await page.goto(`${site.siteUrl}/faq`);
  await whenIdle(page);
  const imported: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') imported.push(request.url());
  });
  // The dialog itself arrives; one of the files that it imports does not.
  await page.route(/_astro\/(?!search-dialog)/, (route) => route.abort());
  await page.locator('[data-search]:visible').first().click();
  await expect(notice(page)).toBeVisible();
  expect(imported).toEqual([]);
  await page.unroute(/_astro\/(?!search-dialog)/);
  await page.locator('[data-search]:visible').first().click();
  await expect(page.getByRole('dialog', { name: 'Search' })).toBeVisible();
  expect(new Set(imported).size).toBe(imported.length);
});

test('a page whose own scripts could not be had asks for them again when something is pressed', async ({
  page,
  site,
}) => {
  await page.route('**/_astro/*.js', (route) => route.abort());
  const failed = page.waitForEvent('requestfailed');
  await page.goto(`${site.siteUrl}/faq`);
  await failed;
  const toggle = page.locator('[data-theme-toggle]:visible').first();
  await toggle.click();
  await expect(notice(page)).toBeVisible();
  await page.unroute('**/_astro/*.js');
  await toggle.click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', /^(?:light|dark)$/);
  await expect(notice(page)).toBeHidden();
});

test('a dialog of the picker that could not be loaded says so and is asked for again', async ({
  page,
  site,
}) => {
  await page.goto(`${site.siteUrl}/colorpicker`);
  const save = page.getByRole('button', { name: /^Save and share/ });
  await expect(save).toBeVisible();
  await page.context().setOffline(true);
  await save.click();
  const failure = page.getByRole('dialog', { name: 'Not loaded' });
  await expect(failure).toContainText('Try again when you’re back online.');
  await page.context().setOffline(false);
  await failure.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('dialog', { name: 'Save and share' })).toBeVisible();
});

/** What pages say of how things stand, where an empty figure or a general word would mislead. */
import { expect, type Page } from 'playwright/test';
import { findKeyboard } from '../../support/pages/sample-pages.ts';
import { test } from '../../support/site.ts';

test('an interest check shows its votes and what they must reach, not orders that nobody can place', async ({
  page,
  site,
}) => {
  await page.goto(
    `${site.siteUrl}${await findKeyboard(page, site, 'li[aria-current=step]:first-child')}`,
  );
  const people = await page.locator('.acts .figures').first().innerText();
  const votes = page.locator('.kits [data-meter-words]');
  await expect(votes).toHaveCount(1);
  await expect(votes).toHaveText(new RegExp(`^${Number.parseInt(people, 10)} / [1-9]`, 'u'));
  await expect(page.locator('.kits')).not.toContainText('how many are ordered');
});

const bar = (page: Page) => page.locator('keywright-sticky');

test('the bar at the foot of a phone is there from the first screen on, with the key of what can be done', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const [address, words, seen] of [
    ['/products/pebble-linear', 'Add to cart', 'dialog[open] a[href="/cart"]'],
    ['/products/wren-click', 'Join the list', 'dialog[open] input'],
    ['/keyboards/sandling-40', 'Vote', 'dialog[open] input'],
    ['/keyboards/fathomline-1800', 'Tell me when it opens', '.later form input'],
    ['/products/curlew-coiled-cable?variant=curlew-samphire', 'E-mail me when back', '#back form'],
  ] as const) {
    await page.goto(`${site.siteUrl}${address}`);
    await expect(page.locator('keywright-live')).toHaveAttribute('data-live', 'ready');
    const key = bar(page).getByRole('button');
    await expect(key, address).toHaveText([words]);
    await expect(key, address).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => scrollY), address).toBe(0);
    await key.click();
    await expect(page.locator(seen).first(), address).toBeInViewport();
  }
  await page.goto(`${site.siteUrl}/products/caps-to-design`);
  await expect(bar(page).getByRole('link', { name: 'Design yours' })).toHaveAttribute(
    'href',
    '/colorpicker',
  );
});

test('the bar of a phone stays while one configures, with sum and picture of what is chosen, until the page’s own key is in sight', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${site.siteUrl}/keyboards/cinderwick-tkl`);
  await expect(page.locator('keywright-live')).toHaveAttribute('data-live', 'ready');
  const picture = bar(page).locator('img');
  const first = await picture.getAttribute('src');
  await page
    .locator('[data-option="case"]')
    .evaluate((group) => group.scrollIntoView({ block: 'start', behavior: 'instant' }));
  await expect(bar(page).locator('data')).toHaveText('€458.00');
  await expect(bar(page).getByRole('button', { name: 'Add to cart' })).toBeVisible();
  await page.locator('[data-option="case"] input').nth(1).check({ force: true });
  await expect(picture).not.toHaveAttribute('src', first ?? '');
  await expect(picture).toHaveJSProperty('complete', true);
  await page.getByRole('radio', { name: /^Half sole/ }).check({ force: true });
  await expect(bar(page).locator('data')).toHaveText('€399.00');
  await page.locator('keywright-options [data-total]').scrollIntoViewIfNeeded();
  await page.locator('.acts [data-add]').scrollIntoViewIfNeeded();
  await expect(bar(page)).toBeHidden();
  await page.locator('footer').last().scrollIntoViewIfNeeded();
  await expect(bar(page)).toBeVisible();
});

test('the bar of a phone makes room for the question about visits, and for what is typed', async ({
  browser,
  site,
}) => {
  const page = await browser.newPage({ viewport: { width: 320, height: 700 } });
  await page.goto(`${site.siteUrl}/keyboards/fathomline-1800`);
  const card = page.getByRole('region', { name: 'Visitor statistics' });
  await expect(card).toBeVisible();
  const [asked, foot] = [await card.boundingBox(), await bar(page).boundingBox()];
  expect((asked?.y ?? 0) + (asked?.height ?? 0)).toBeLessThanOrEqual(foot?.y ?? 0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await bar(page).getByRole('button').click();
  await page.locator('.later input').focus();
  await expect(bar(page)).toBeHidden();
  await page.close();
});

test('where the window of a group buy stands is said once, not at each kit', async ({
  page,
  site,
}) => {
  for (const [name, words] of [
    ['fathomline-1800', 'Announced'],
    ['cinderwick-tkl', 'Group buy open'],
    ['lampwing-75', 'Group buy closed'],
  ] as const) {
    await page.goto(`${site.siteUrl}/keyboards/${name}`);
    await expect(page.locator('keywright-live')).toHaveAttribute('data-live', 'ready');
    await expect(page.locator('.bought [data-state]')).toContainText(words);
    const atKits = await page.locator('[data-live-stock]').allInnerTexts();
    expect(atKits.length, name).toBeGreaterThan(1);
    expect(atKits.join('').trim(), name).toBe('');
  }
});

test('what is made to a design is bought from the colour picker alone', async ({ page, site }) => {
  await page.goto(`${site.siteUrl}/products/caps-to-design`);
  await expect(page.locator('.acts').getByRole('link', { name: 'Design yours' })).toHaveAttribute(
    'href',
    '/colorpicker',
  );
  await expect(page.getByRole('button', { name: 'Add to cart' })).toHaveCount(0);
});

test('the status board begins with what leaves next', async ({ page, site }) => {
  await page.goto(`${site.siteUrl}/updates`);
  const planned = await page.locator('td[data-label="Planned now"]').allInnerTexts();
  const years = planned.map((text) => Number(/\d{4}/u.exec(text)?.[0]));
  expect(years.length).toBeGreaterThan(3);
  expect(years).toEqual(years.toSorted((a, b) => a - b));
});

test('a country without a carrier is not told who pays duties', async ({ page, site }) => {
  await page.goto(`${site.siteUrl}/countries`);
  const closed = page.locator('[data-country]').filter({ has: page.locator('.not') });
  await expect(closed.first()).toBeVisible();
  await expect(closed.locator('.facts strong')).toHaveCount(0);
});

test('whoever searches the answers in vain is led to the address', async ({ page, site }) => {
  await page.goto(`${site.siteUrl}/faq`);
  await page.locator('keywright-faq input').fill('zzz');
  await expect(page.locator('[data-none] a')).toBeVisible();
  const to = await page.locator('[data-none] a').getAttribute('href');
  await expect(page.locator(to ?? '#')).toContainText('@');
  await expect(page.locator(to ?? '#')).toBeVisible();
});

test('an update about a batch offers to follow the board of that batch', async ({ page, site }) => {
  await page.goto(`${site.siteUrl}/updates/harrowgate-shipping`);
  const batch = await page.locator('.batch a').first().getAttribute('href');
  await expect(page.locator(`aside a[href="${batch}#follow"]`)).toBeVisible();
});

test('a wide sheet of paper is used in its width, though the list of parts stays on the screen', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 1050, height: 740 });
  await page.emulateMedia({ media: 'print' });
  for (const path of ['/faq', '/legal/terms']) {
    await page.goto(`${site.siteUrl}${path}`);
    const text = page.locator('main section p').first();
    const width = () => text.evaluate((element) => element.getBoundingClientRect().width);
    await expect.poll(width, path).toBeGreaterThan(400);
  }
});

for (const [was, is, words] of [
  ['announced', 'open', 'Group buy open'],
  ['open', 'closed', 'Group buy closed'],
] as const) {
  test(`a page that was written while its group buy was ${was} says that it is ${is}, and offers what that allows`, async ({
    page,
    site,
  }) => {
    await page.route('**/rest/v1/availability?*', async (route) => {
      const response = await route.fetch();
      const rows: object[] = await response.json();
      const json = rows.map((row) => ({ ...row, batchStage: is, canBeOrdered: is === 'open' }));
      await route.fulfill({ response, json });
    });
    const name = was === 'open' ? 'cinderwick-tkl' : 'fathomline-1800';
    await page.goto(`${site.siteUrl}/keyboards/${name}`);
    await expect(page.locator('[data-live-badge]')).toHaveText(words);
    const add = page.getByRole('button', { name: 'Add to cart' });
    await expect(add).toBeVisible({ visible: is === 'open' });
    await expect(page.getByText('Not open for orders yet')).toBeHidden();
    if (is === 'open') {
      await add.click();
      await expect(page.getByRole('dialog')).toContainText('Fathomline');
    }
  });
}

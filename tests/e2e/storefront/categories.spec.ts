import { expect, type Page } from 'playwright/test';
import { findFaults } from '../../support/pages/axe.ts';
import { test } from '../../support/site.ts';

const cards = (page: Page) => page.locator('keywright-shelves [data-card]:visible');
const facet = (page: Page, name: string) => page.getByRole('combobox', { name });
const titles = (page: Page) => cards(page).locator('h3').allTextContents();

test('from any page one press leads to all goods of a kind, and from a product back to its kind', async ({
  page,
  site,
}) => {
  await page.goto(`${site.siteUrl}/faq`);
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Switches' })
    .click();
  await expect(page).toHaveURL(`${site.siteUrl}/shop/switches`);
  await expect(page.getByRole('heading', { name: 'Switches', level: 1 })).toBeVisible();
  const links = await cards(page)
    .getByRole('link')
    .evaluateAll((all) => all.map((each) => each.getAttribute('href')));
  expect(links.length).toBeGreaterThan(1);
  await page.goto(`${site.siteUrl}${links[0] ?? ''}`);
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' });
  await crumbs.getByRole('link', { name: 'Switches' }).click();
  await expect(page).toHaveURL(`${site.siteUrl}/shop/switches`);
  await page
    .getByRole('navigation', { name: 'Categories' })
    .getByRole('link', { name: 'Cables' })
    .click();
  await expect(page.getByRole('heading', { name: 'Cables', level: 1 })).toBeVisible();
  await expect(
    page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: 'Cables' }),
  ).toHaveAttribute('aria-current', 'page');
});

test('facets narrow what is shown, count what they would show, and survive reload and the way back', async ({
  page,
  site,
}) => {
  await page.goto(`${site.siteUrl}/shop/keyboards`);
  const all = await cards(page).count();
  const layout = facet(page, 'Layout');
  await layout.focus();
  const option = layout.locator('option').filter({ hasText: /^65%/ });
  await expect(option).toHaveText(/^65% \(\d+\)$/);
  const promised = Number(/\((\d+)\)/.exec((await option.textContent()) ?? '')?.[1]);
  await layout.selectOption('65%');
  await expect(cards(page)).toHaveCount(promised);
  expect(promised).toBeLessThan(all);
  await expect(page.locator('.found')).toHaveText(`${promised} shown`);
  await expect(page).toHaveURL(/\?layout=65%25$/);
  const shown = await titles(page);

  await page.reload();
  await expect(layout).toHaveValue('65%');
  await expect.poll(() => titles(page)).toEqual(shown);
  // What the other choice leaves nothing of can't be chosen beside it.
  const mounts = facet(page, 'Mount').locator('option');
  await expect(mounts.filter({ hasText: '(0)' }).first()).toBeDisabled();
  await page.goBack();
  await expect(cards(page)).toHaveCount(all);
  await expect(layout).toHaveValue('');
});

test('words and facets together can leave nothing, and one press shows everything again', async ({
  page,
  site,
}) => {
  await page.goto(`${site.siteUrl}/shop/keyboards?q=zzz&layout=65%25`);
  const empty = page.getByRole('heading', { name: 'No matches' });
  await expect(empty).toBeVisible();
  await page.getByRole('link', { name: 'show everything' }).click();
  await expect(page).toHaveURL(`${site.siteUrl}/shop/keyboards`);
  await expect(cards(page).first()).toBeVisible();
});

test('availability and price narrow by what the shop says now', async ({ page, site }) => {
  await page.goto(`${site.siteUrl}/shop/keyboards`, { waitUntil: 'networkidle' });
  const sale = facet(page, 'Availability');
  await sale.focus();
  await expect(sale.locator('option').first()).toHaveText('Any');
  await sale.selectOption('open');
  await expect(page).toHaveURL(/\?sale=open$/);
  const open = page.locator('[data-shelf="running"]');
  await expect(cards(page)).toHaveCount(await open.locator('[data-card]').count());
  await expect(page.getByRole('heading', { name: 'On the shelf' })).toBeHidden();
  await sale.selectOption('');

  const price = facet(page, 'Price');
  const least = price.locator('option').nth(1);
  const [, words = '', count = ''] =
    /^Up to €(\d+) \((\d+)\)$/.exec((await least.textContent()) ?? '') ?? [];
  await price.selectOption((await least.getAttribute('value')) ?? '');
  await expect(cards(page)).toHaveCount(Number(count));
  for (const said of await cards(page)
    .locator('data')
    .evaluateAll((all) => all.map((each) => each.getAttribute('value'))))
    expect(Number(said)).toBeLessThanOrEqual(Number(words) * 100);
});

test('what the shop calls sold out is no longer among what is in stock', async ({ page, site }) => {
  await page.route('**/rest/v1/availability*', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll(/in_stock|few_left/g, 'sold_out');
    await route.fulfill({ response, body });
  });
  await page.goto(`${site.siteUrl}/shop/switches?sale=now`);
  await expect(page.getByRole('heading', { name: 'No matches' })).toBeVisible();
  await expect(facet(page, 'Availability').locator('option:checked')).toHaveText('In stock (0)');
});

test('a card says what the shop says of its goods, and not what it was built with', async ({
  page,
  site,
}) => {
  await page.route('**/rest/v1/availability*', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll(/in_stock|few_left/g, 'sold_out');
    await route.fulfill({ response, body });
  });
  await page.goto(`${site.siteUrl}/shop/switches`);
  await expect(cards(page).first()).toContainText('Sold out');
  await expect(cards(page).first()).not.toContainText('Stock item');
});

test('a phone shows goods first, and filters at a press, with how many are set', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${site.siteUrl}/shop/keyboards`);
  await expect(facet(page, 'Layout')).toBeHidden();
  await page.getByText('Filters', { exact: true }).click();
  await facet(page, 'Layout').selectOption('65%');
  await expect(page.locator('summary').filter({ hasText: 'Filters (1)' })).toBeVisible();
  await expect(page.locator('.found')).toHaveText(/^\d+ shown$/);
});

test('search leads to the page of a kind by its name', async ({ page, site }) => {
  await page.goto(`${site.siteUrl}/`, { waitUntil: 'networkidle' });
  await page.keyboard.press('/');
  await page.getByRole('combobox', { name: 'Search the shop' }).fill('desk mats');
  const first = page.getByRole('listbox', { name: 'Results' }).getByRole('option').first();
  await expect(first).toContainText('Desk mats');
  await first.click();
  await expect(page).toHaveURL(`${site.siteUrl}/shop/desk-mats`);
});

for (const width of [320, 390, 1440])
  test(`axe finds nothing on a page of goods of one kind at ${width} px, and nothing is too wide`, async ({
    page,
    site,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`${site.siteUrl}/shop/keycaps`, { waitUntil: 'networkidle' });
    expect(await findFaults(page)).toEqual([]);
    const beyond = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(beyond).toBe(0);
  });

test('a specification leads to the goods of the same kind that share it', async ({
  page,
  site,
}) => {
  await page.goto(`${site.siteUrl}/keyboards/cinderwick-tkl`);
  const facts = page.locator('.sheet dl a');
  await expect(facts.first()).toHaveAttribute('href', /^\/shop\/keyboards\?\w+=/);
  const links = await facts.evaluateAll((all) => all.map((a) => a.getAttribute('href') ?? ''));
  expect(links.filter((link) => !link.startsWith('/shop/keyboards?'))).toEqual([]);
  const [first = ''] = links;
  const value = (await facts.first().textContent()) ?? '';
  await facts.first().click();
  const [code = ''] = new URL(first, site.siteUrl).searchParams.keys();
  await expect(page.locator(`[data-facet][name="${code}"]`)).toHaveValue(value);
  const shown = page.locator('keywright-shelves [data-card]:visible');
  await expect(shown.filter({ hasText: 'Cinderwick TKL' })).toHaveCount(1);
  expect(await shown.count()).toBeLessThan(10);
});

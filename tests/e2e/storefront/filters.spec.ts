// browsers: chromium, firefox
import { expect, type Locator, type Page } from 'playwright/test';
import { test } from '../../support/site.ts';

const cards = (page: Page) => page.locator('keywright-shelves [data-card]:visible');
const chip = (page: Page, name: string) =>
  page.locator('keywright-shelves label', { hasText: name });
const words = (page: Page) => page.getByRole('searchbox', { name: 'Search' });

interface Card {
  readonly path: string;
  readonly title: string;
  readonly summary: string;
  readonly makerName: string | null;
  readonly category: string;
  readonly facts: readonly { readonly value: string }[];
  readonly priceFromMinor: number | null;
}

/** What the home page was made from. */
async function readCards(siteUrl: string): Promise<readonly Card[]> {
  const answer = await fetch(`${siteUrl}/_payload.json`);
  const { data } = (await answer.json()) as { data: { cards: readonly Card[] } };
  return data.cards;
}

const pathsOf = (all: Locator) =>
  all.locator('h3 a').evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));

async function shownTitles(page: Page): Promise<string[]> {
  return cards(page).locator('h3').allTextContents();
}

test('each state of the home page survives reload, sharing and the way back', async ({
  page,
  context,
  site,
}) => {
  await page.goto(`${site.siteUrl}/`);
  const all = await cards(page).count();
  await chip(page, 'Keyboards').click();
  await expect(page).toHaveURL(/\?kind=keyboard/);
  const boards = Number(await chip(page, 'Keyboards').locator('[data-count]').textContent());
  await expect(cards(page)).toHaveCount(boards);
  expect(boards).toBeLessThan(all);
  await words(page).pressSequentially('walnut');
  await expect(page).toHaveURL(/kind=keyboard&q=walnut/);
  const walnut = await shownTitles(page);
  await expect(page.locator('.found')).toHaveText(`${walnut.length} shown`);

  await page.reload();
  await expect(words(page)).toHaveValue('walnut');
  await expect.poll(() => shownTitles(page)).toEqual(walnut);
  const shared = await context.newPage();
  await shared.goto(page.url());
  await expect.poll(() => shownTitles(shared)).toEqual(walnut);
  await shared.close();

  // Typing a word was one step, choosing a group another.
  await page.goBack();
  await expect(page).toHaveURL(/\?kind=keyboard$/);
  await expect(cards(page)).toHaveCount(boards);
  await page.goBack();
  await expect(page).toHaveURL(`${site.siteUrl}/`);
  await expect(cards(page)).toHaveCount(all);
  await page.goForward();
  await expect(cards(page)).toHaveCount(boards);
  await cards(page).first().getByRole('link').click();
  await expect(page).toHaveURL(/\/keyboards\//);
  await page.goBack();
  await expect(cards(page)).toHaveCount(boards);
});

test('the numbers beside the groups are those of the cards that fit the words', async ({
  page,
  site,
}) => {
  await page.goto(`${site.siteUrl}/?q=case`);
  const known = await readCards(site.siteUrl);
  // No picture's words are looked through, and no label.
  const withCase = known
    .filter(({ title, summary, makerName, category, facts }) =>
      [title, summary, makerName, category, ...facts.map(({ value }) => value)]
        .join(' ')
        .toLowerCase()
        .includes('case'),
    )
    .map(({ path }) => path);
  for (const [kind, name] of [
    ['keyboard', 'Keyboards'],
    ['product', 'Products'],
    ['artisan', 'Artisans'],
  ] as const) {
    const all = page.locator(`keywright-shelves [data-card][data-kind=${kind}]`);
    const paths = await pathsOf(all);
    const fitting = withCase.filter((path) => paths.includes(path));
    await expect(chip(page, name).locator('[data-count]')).toHaveText(String(fitting.length));
  }
});

test('cards of a shelf stand in the order that is asked for, and stand back again', async ({
  page,
  site,
}) => {
  await page.goto(`${site.siteUrl}/?kind=product`);
  await expect(page.locator('.found')).toHaveText(/shown/);
  // What is sold out by now goes to another shelf.
  await page.waitForLoadState('networkidle');
  const asStood = await shownTitles(page);
  const order = page.getByRole('combobox', { name: 'Sort' });
  await order.selectOption('price');
  await expect(page).toHaveURL(/sort=price/);
  const shelf = page.locator('[data-shelf=stock] [data-card]:visible');
  const known = new Map(
    (await readCards(site.siteUrl)).map((card) => [card.path, card.priceFromMinor]),
  );
  const pricesThere = async () => (await pathsOf(shelf)).map((path) => known.get(path) ?? Infinity);
  const prices = await pricesThere();
  expect(prices.length).toBeGreaterThan(5);
  await expect.poll(pricesThere).toEqual(prices.toSorted((a, b) => a - b));
  await page.reload();
  // Firefox gives the field its value back before any script is there.
  await expect(page.locator('.found')).toHaveText(/shown/);
  await expect(order).toHaveValue('price');
  await order.selectOption('');
  await expect.poll(() => shownTitles(page)).toEqual(asStood);
});

test('artisans: the number beside each choice is what it then shows, and back undoes it', async ({
  page,
  site,
}) => {
  await page.goto(`${site.siteUrl}/products/artisans?stem=mx`);
  const shown = page.locator('[data-colorway]:visible');
  const colour = page.getByRole('combobox', { name: 'Colour' });
  await expect(colour.locator('option').nth(1)).toHaveText(/\(\d+\)$/);
  const before = await shown.count();
  const [value, promised] = await colour.locator('option').evaluateAll((options) => {
    const found = options.slice(1).find((option) => !option.textContent?.endsWith('(0)'));
    const count = /\((\d+)\)$/.exec(found?.textContent ?? '')?.[1] ?? '';
    return [found?.getAttribute('value') ?? '', count] as const;
  });
  await colour.selectOption(value);
  await expect(shown).toHaveCount(Number(promised));
  await expect(page).toHaveURL(/stem=mx.*colour=|colour=.*stem=mx/);
  await page.reload();
  await expect(shown).toHaveCount(Number(promised));
  await page.goBack();
  await expect(shown).toHaveCount(before);
  await page.getByRole('combobox', { name: 'Sort' }).selectOption('name');
  const names = await page
    .locator('[data-sculpt]:visible')
    .evaluateAll((all) => all.map(({ id }) => id));
  expect(names).toEqual(names.toSorted());
});

test('filters work where neither React nor the backend does', async ({ page, site }) => {
  await page.route(/react|\/rest\/v1\//, (route) => route.abort());
  await page.goto(`${site.siteUrl}/?kind=artisan`);
  await expect
    .poll(() =>
      cards(page).evaluateAll((all) =>
        all.every((card) => card.getAttribute('data-kind') === 'artisan'),
      ),
    )
    .toBe(true);
  expect(await cards(page).count()).toBeGreaterThan(3);
});

// browsers: chromium, firefox
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, type Page } from 'playwright/test';
import { findFaults } from '../../support/pages/axe.ts';
import { copySite, test, watchPage, type BuiltSite } from '../../support/site.ts';

interface Named {
  readonly title: string;
  readonly path: string;
}

interface Payload {
  readonly data: {
    readonly cards?: readonly Named[];
    readonly updates?: readonly Named[];
    readonly groups?: readonly {
      readonly entries: readonly {
        readonly code: string;
        readonly title: string;
      }[];
    }[];
  };
}

/** Everything that the pages show under a name: products and sculpts, updates, questions. */
async function everything(site: BuiltSite): Promise<Named[]> {
  const read = async (page: string): Promise<Payload> =>
    JSON.parse(await readFile(path.join(site.siteFolder, page, '_payload.json'), 'utf8'));
  const questions = (await read('faq')).data.groups?.flatMap(({ entries }) => entries) ?? [];
  return [
    ...((await read('')).data.cards ?? []),
    ...((await read('updates')).data.updates ?? []),
    ...questions.map(({ code, title }) => ({ title, path: `/faq#${code}` })),
  ];
}

/** The longest word gets one typo: a letter changed, left out, added or swapped, by turns. */
function withTypo(title: string, turn: number): string {
  const word = title.split(/\s+/).toSorted((a, b) => b.length - a.length)[0] ?? title;
  // Three letters with one wrong are as near to a dozen other words.
  if (word.length < 4) return title;
  const at = 1 + (turn % (word.length - 2));
  const [before, here, next, after] = [
    word.slice(0, at),
    word[at],
    word[at + 1],
    word.slice(at + 2),
  ];
  const kinds = [
    `${before}x${next}${after}`,
    `${before}${next}${after}`,
    `${before}q${here}${next}${after}`,
    `${before}${next}${here}${after}`,
  ];
  return title.replace(word, kinds[turn % 4] ?? word);
}

const input = (page: Page) => page.getByRole('combobox', { name: 'Search the shop' });
const options = (page: Page) => page.getByRole('listbox', { name: 'Results' }).getByRole('option');

async function foundPaths(page: Page): Promise<(string | null)[]> {
  return options(page).evaluateAll((all) => all.map((one) => one.getAttribute('href')));
}

test(
  'each product, update and question is found by its title with one typo, on a phone',
  { tag: '@touch' },
  async ({ browser, site }) => {
    test.setTimeout(180_000);
    const page = await browser.newPage({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
    });
    await page.goto(`${site.siteUrl}/about`);
    await page.getByRole('banner').getByRole('link', { name: 'Search' }).tap();
    const all = await everything(site);
    expect(all.length).toBeGreaterThan(100);
    for (const [turn, { title, path: address }] of all.entries()) {
      const typed = withTypo(title, turn);
      await input(page).fill(typed);
      await expect.poll(() => foundPaths(page), `${typed} finds ${address}`).toContain(address);
    }
    await page.close();
  },
);

test('opens with a slash and is used by keyboard alone', async ({ page, site }) => {
  await page.goto(`${site.siteUrl}/faq`);
  await page.keyboard.press('/');
  await expect(input(page)).toBeFocused();
  await page.keyboard.type('switch');
  await expect(options(page).first()).toHaveAttribute('aria-selected', 'true');
  const second = options(page).nth(1);
  await expect(second).toBeVisible();
  await expect(page.getByRole('dialog').getByRole('status')).toContainText('found');
  await page.keyboard.press('ArrowDown');
  await expect(second).toHaveAttribute('aria-selected', 'true');
  await expect(input(page)).toHaveAttribute('aria-activedescendant', 'search-result-1');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(options(page).last()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowDown');
  const target = await options(page).first().getAttribute('href');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${site.siteUrl}${target}`);

  await page.keyboard.press('/');
  await expect(input(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(input(page)).toBeHidden();
});

test('what was chosen stays chosen while more is typed, as long as it is found', async ({
  page,
  site,
}) => {
  await page.goto(`${site.siteUrl}/faq`);
  await page.keyboard.press('/');
  await expect(input(page)).toBeFocused();
  await page.keyboard.type('switc');
  const chosen = options(page).locator('xpath=self::*[@aria-selected="true"]');
  await expect(options(page).nth(2)).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(chosen).toHaveAttribute('id', 'search-result-1');
  const path = (await chosen.getAttribute('href')) ?? '';
  await page.keyboard.type('h');
  await expect(input(page)).toHaveValue('switch');
  await page.waitForTimeout(500);
  await expect(chosen).toHaveAttribute('href', path);
  await page.keyboard.press('Control+A');
  await page.keyboard.type('qqzzxx');
  await expect(options(page)).toHaveCount(0);
  await page.keyboard.press('Control+A');
  await page.keyboard.type('switch');
  await expect(chosen).toHaveAttribute('id', 'search-result-0');
});

test('a slash that is written into a field stays a slash', async ({ page, site }) => {
  await page.goto(site.siteUrl);
  const words = page.getByRole('searchbox', { name: 'Search' });
  await words.focus();
  await page.keyboard.type('a/b');
  await expect(words).toHaveValue('a/b');
  await expect(input(page)).toBeHidden();
});

test('says what to do when nothing fits and when it can’t be reached, and keeps what was typed', async ({
  page,
  site,
}) => {
  await page.route('**/search/**', (route) => route.abort());
  await page.goto(`${site.siteUrl}/about`);
  await page.keyboard.press('/');
  await input(page).fill('walnut');
  const dialog = page.getByRole('dialog', { name: 'Search' });
  await expect(dialog.getByRole('status')).toContainText('can’t be reached');
  await expect(input(page)).toHaveValue('walnut');
  await page.unroute('**/search/**');
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(options(page).first()).toBeVisible();
  await input(page).fill('zzyzx');
  await expect(dialog.getByRole('status')).toContainText('No results for “zzyzx”');
  await dialog.getByRole('button', { name: 'Desk mats' }).click();
  await expect(input(page)).toHaveValue('Desk mats');
  await expect(input(page)).toBeFocused();
  await expect(options(page).first()).toContainText(/desk mat/i);
});

test('goes on when a newer build has replaced the index', async ({ page, site }) => {
  const copy = await copySite(site.siteFolder);
  try {
    await page.goto(`${copy.url}/about`);
    await page.keyboard.press('/');
    await input(page).fill('walnut');
    await expect(options(page).first()).toBeVisible();
    // The open page knows the former version, whose files are gone.
    await page.route(/\/search\/parts\//, (route) => route.fulfill({ status: 404 }), { times: 1 });
    await input(page).fill('braefell');
    await expect.poll(() => foundPaths(page)).toContain('/keyboards/braefell-65');
  } finally {
    await copy.close();
  }
});

for (const width of [390, 1440]) {
  test(`axe finds nothing in the search and it fits at ${width} px`, async ({ page, site }) => {
    await page.setViewportSize({ width, height: 800 });
    const { complaints } = await watchPage(page);
    await page.goto(`${site.siteUrl}/about`);
    await page.keyboard.press('/');
    await input(page).fill('keycap');
    await expect(options(page).first()).toBeVisible();
    expect(await findFaults(page, 'dialog[open]')).toEqual([]);
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(beyond).toBeLessThanOrEqual(0);
    expect(complaints).toEqual([]);
  });
}

import { createHash } from 'node:crypto';
import { expect, test as base, type Page } from 'playwright/test';
import postgres, { type Sql } from 'postgres';
import { harmOf } from '../../support/pages/hostile-pages.ts';
import { fillShop, hostileTexts } from '../../support/data/hostile-texts.ts';
import { startTestShop, type TestShop } from '../../support/shop.ts';
import { readRoutes, watchPage } from '../../support/site.ts';

/** A site that was built from a shop in which every text is hostile. */
const test = base.extend<object, { readonly shop: TestShop }>({
  shop: [
    // Playwright reads which fixtures are wanted from the destructured argument.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const shop = await startTestShop({ plant });
      await use(shop);
      await shop.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
});
test.describe.configure({ mode: 'serial', timeout: 240_000 });

async function plant(databaseUrl: string): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined }) as unknown as Sql;
  await fillShop(sql);
  // One page of each kind that is read, with all sixty of them one after the other.
  const all = hostileTexts.join('\n\n');
  await sql`update public.updates set body = ${all}`;
  await sql.end();
}

/** What search engines read is data: it holds the texts, and has to be data still. */
async function harmBesideData(page: Page): Promise<readonly string[]> {
  const broken = await page.evaluate(() =>
    [...document.querySelectorAll('script[type="application/ld+json"]')].flatMap(
      ({ textContent }) => {
        try {
          JSON.parse(textContent);
          return [];
        } catch {
          return [`no data: ${textContent.slice(0, 200)}`];
        }
      },
    ),
  );
  const data = '<script type="application/ld+json">';
  return [...broken, ...(await harmOf(page)).filter((each) => !each.startsWith(data))];
}

/** They draw what is somebody's own, and nothing of the shop. */
const personal = /^\/(admin|cart|colorpicker|orders|shelf|user)(\/|$)/;
/** So many pages of goods: the others are drawn by the same parts. */
const mostOfAKind = 6;

/** All that are read, and some of each kind of goods. */
async function pagesToSee({ siteFolder }: TestShop): Promise<readonly string[]> {
  const paths = (await readRoutes(siteFolder)).map(({ path }) => path);
  const goods = (kind: string) => paths.filter((path) => path.startsWith(`/${kind}/`));
  const left = [...goods('products'), ...goods('keyboards')].filter(
    (path, at, all) =>
      all.slice(0, at).filter((each) => kindOf(each) === kindOf(path)).length >= mostOfAKind,
  );
  return paths.filter((path) => !personal.test(path) && !left.includes(path));
}

const kindOf = (path: string) => path.split('/')[1] ?? '';

test('a site that was built from them shows them as text on every kind of page', async ({
  shop,
  page,
}) => {
  const { complaints, requests } = await watchPage(page);
  const harm: string[] = [];
  page.on('dialog', (dialog) => {
    harm.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  const paths = await pagesToSee(shop);
  for (const path of ['/', '/faq', '/legal/terms', '/updates', '/products/artisans', '/countries'])
    expect(paths).toContain(path);
  expect(paths.filter((path) => /^\/updates\/./.test(path)).length).toBeGreaterThan(3);
  for (const path of paths) {
    await page.goto(`${shop.siteUrl}${path}`);
    await expect(page.locator('body'), path).toContainText('__ran=1');
    harm.push(...(await harmBesideData(page)).map((each) => `${path}: ${each}`));
  }
  harm.push(...complaints.filter((each) => each.includes('policy:')));
  harm.push(...requests.filter((each) => /^\w+:\/\/evil\.test/.test(each)));
  expect(harm).toEqual([]);
});

test('the policy of that site lets none of their scripts and styles in', async ({ shop }) => {
  const policy = (await fetch(shop.siteUrl)).headers.get('content-security-policy') ?? '';
  const hashes = policy.match(/'sha256-[^']+'/g) ?? [];
  expect(hashes.length).toBeGreaterThan(1);
  const code = ['__ran=1', '*{background:url(//evil.test)}', '>__ran=1'];
  for (const each of code) expect(hashes).not.toContain(`'sha256-${sha256(each)}'`);
});

const sha256 = (code: string) => createHash('sha256').update(code).digest('base64');

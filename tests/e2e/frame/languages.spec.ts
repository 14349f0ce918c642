import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { expect, test as base, type Page } from 'playwright/test';
import postgres from 'postgres';
import { makeGerman } from '../../../scripts/demo/german.ts';
import { findFaults } from '../../support/pages/axe.ts';
import { expectToFit } from '../../support/pages/page-faults.ts';
import { startTestShop, type TestShop } from '../../support/shop.ts';
import { readRoutes, watchPage } from '../../support/site.ts';

/** A shop that its owner publishes in German too. */
const test = base.extend<object, { readonly shop: TestShop }>({
  shop: [
    // Playwright reads which fixtures are wanted from the destructured argument.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const shop = await startTestShop({ publishes: true, plant: speakGerman });
      await use(shop);
      await shop.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
});
test.describe.configure({ timeout: 240_000 });

async function speakGerman(databaseUrl: string): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined });
  await sql`
    insert into public.settings (key, value, unit, meaning)
    values ('language_de', 1, 'count', 'Whether the shop is published in German.')
    on conflict (key) do update set value = excluded.value`;
  await sql.end();
  await makeGerman(databaseUrl);
}

const alternates = (page: Page) =>
  page
    .locator('link[rel=alternate][hreflang]')
    .evaluateAll((links) =>
      links.map((link) => [link.getAttribute('hreflang'), link.getAttribute('href')]),
    );

test('each page names itself in both languages, and its links stay in its own', async ({
  page,
  shop,
}) => {
  const { siteUrl } = shop;
  for (const [address, language] of [
    ['/keyboards/braefell-65', 'en'],
    ['/de/keyboards/braefell-65', 'de'],
  ] as const) {
    await page.goto(siteUrl + address);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', siteUrl + address);
    expect(await alternates(page)).toEqual([
      ['en', `${siteUrl}/keyboards/braefell-65`],
      ['de', `${siteUrl}/de/keyboards/braefell-65`],
      ['x-default', `${siteUrl}/keyboards/braefell-65`],
    ]);
  }
  const strangers = await page
    .locator('a[href^="/"]:not([hreflang], [download])')
    .evaluateAll((links) =>
      links
        .map((link) => link.getAttribute('href') ?? '')
        .filter((href) => !/^\/de(?:[/?#]|$)/.test(href)),
    );
  expect(strangers).toEqual([]);
  const data = await page.locator('script[type="application/ld+json"]').allTextContents();
  expect(data.join()).toContain(`${siteUrl}/de/keyboards/braefell-65`);
  expect(data.join()).not.toContain(`"${siteUrl}/keyboards/`);
});

test('every page of the German shop is whole, fits a phone and has no fault', async ({
  page,
  shop,
}) => {
  await page.setViewportSize({ width: 360, height: 780 });
  const { complaints } = await watchPage(page);
  const seen = new Set<string>();
  const routes = await readRoutes(shop.siteFolder);
  for (const { path, kind } of routes) {
    if (kind === 'admin' || seen.has(kind) || path.includes('00000000-')) continue;
    seen.add(kind);
    const answer = await page.goto(`${shop.siteUrl}/de${path === '/' ? '' : path}`);
    expect(answer?.status(), path).toBe(200);
    await expect(page.locator('h1').first()).toBeVisible();
    await expectToFit(page, [320]);
    // What comes late moves what axe measures.
    await page.waitForLoadState('networkidle');
    expect(await findFaults(page), path).toEqual([]);
  }
  expect(seen.size).toBeGreaterThan(15);
  expect(complaints).toEqual([]);
});

test('the key at the foot of a page changes the language, and it stays chosen where a link leads to the other', async ({
  page,
  shop,
}) => {
  await page.goto(`${shop.siteUrl}/faq`);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Deutsch' }).click();
  await expect(page).toHaveURL(`${shop.siteUrl}/de/faq`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fragen und Antworten');
  // As a mail or a provider of payment leads back.
  await page.goto(`${shop.siteUrl}/orders?order=KW-10001#money`);
  await expect(page).toHaveURL(`${shop.siteUrl}/de/orders?order=KW-10001#money`);
  await page.getByRole('contentinfo').getByRole('link', { name: 'English' }).click();
  await expect(page).toHaveURL(`${shop.siteUrl}/orders`);
  await page.goto(`${shop.siteUrl}/cart`);
  await expect(page).toHaveURL(`${shop.siteUrl}/cart`);
  await page.goBack();
  await expect(page).toHaveURL(`${shop.siteUrl}/orders`);
});

test('a guest finds, keeps and buys a thing in German', async ({ page, shop }) => {
  await page.goto(`${shop.siteUrl}/de`);
  await page.getByRole('link', { name: 'Suchen' }).filter({ visible: true }).first().click();
  await page.getByRole('combobox', { name: 'Shop durchsuchen' }).fill('pebble linear');
  await page
    .getByRole('option', { name: /Pebble, linear/ })
    .first()
    .click();
  await expect(page).toHaveURL(`${shop.siteUrl}/de/products/pebble-linear`);
  await expect(
    page.locator('[data-total], .product').getByText('6,50 €').filter({ visible: true }).first(),
  ).toBeVisible();
  // The key is drawn for who moves on the page.
  const wish = page.locator('.product [data-wish]');
  await expect(async () => {
    await page.mouse.move(6 + Math.random() * 9, 6);
    await expect(wish).toBeVisible({ timeout: 500 });
  }).toPass();
  await wish.click();
  await expect(page.getByText('Gemerkt.')).toBeVisible();
  await page.getByRole('button', { name: 'In den Warenkorb' }).first().click();
  const drawer = page.getByRole('dialog', { name: 'Im Warenkorb' });
  await expect(drawer.getByText('Zwischensumme')).toBeVisible();
  await drawer.getByRole('link', { name: 'Zur Kasse' }).click();
  await expect(page).toHaveURL(`${shop.siteUrl}/de/cart/confirm`);
  await page.getByLabel('E-Mail', { exact: true }).fill('gast@example.com');
  await page.getByLabel('Land').selectOption({ label: 'Deutschland' });
  await page.getByLabel('Name', { exact: true }).fill('Anna Beispiel');
  await page.getByLabel('Straße und Hausnummer').fill('Lindenweg 1');
  await page.getByLabel(/^Postleitzahl/).fill('10115');
  await page.getByLabel('Ort').fill('Berlin');
  await page.getByRole('checkbox', { name: /AGB/ }).check();
  await expect(page.getByText(/Polderpost/).first()).toBeVisible();
  await page.getByRole('button', { name: 'Zahlungspflichtig bestellen' }).click();
  await expect(page.getByRole('heading', { name: 'Was Sie bestellt haben' })).toBeVisible();
  expect(new URL(page.url()).pathname).toMatch(/^\/de\//);
  const sql = postgres(shop.databaseUrl, { max: 1, onnotice: () => undefined });
  const mails = await sql`select language from public.outbox where recipient = 'gast@example.com'`;
  await sql.end();
  expect([...mails]).toEqual([{ language: 'de' }]);
  // What was kept is the same thing in both languages.
  await page.goto(`${shop.siteUrl}/de/products/pebble-linear`);
  await page.getByRole('contentinfo').getByRole('link', { name: 'English' }).click();
  await expect(page.getByRole('button', { name: 'Kept' }).first()).toBeVisible();
});

test('what the database refuses is told in German, beside the field and as a whole', async ({
  page,
  shop,
}) => {
  await page.goto(`${shop.siteUrl}/de/products/pebble-linear`);
  await page.getByRole('button', { name: 'In den Warenkorb' }).first().click();
  await expect(page.getByRole('dialog', { name: 'Im Warenkorb' })).toBeVisible();
  await page.goto(`${shop.siteUrl}/de/cart`);
  await page.getByText('Rabattcode').click();
  await page.getByLabel('Code', { exact: true }).fill('NOTHING');
  await page.getByRole('button', { name: 'Einlösen' }).click();
  await expect(page.getByText('Diesen Code gibt es nicht.')).toBeVisible();
  await page.goto(`${shop.siteUrl}/de/legal/withdrawal`);
  const form = page.locator('keywright-withdrawal');
  await form.getByLabel('Ihr Name').fill('Anna Beispiel');
  await form.getByLabel('Bestellnummer').fill('KW-99999');
  await form.getByLabel('E-Mail-Adresse der Bestellung').fill('anna@example.com');
  await form.getByRole('button', { name: 'Widerruf bestätigen' }).click();
  await expect(form.getByRole('status')).toHaveText(
    'Es gibt keine Bestellung mit dieser Nummer und dieser E-Mail-Adresse.',
  );
});

test('search, feeds, calendar and maps of the German shop lead to its pages', async ({ shop }) => {
  const read = async (address: string) => (await fetch(shop.siteUrl + address)).text();
  for (const address of [
    '/de/drops.xml',
    '/de/updates/feed.xml',
    '/de/updates/feed.json',
    '/de/calendar.ics',
    '/de/sitemap-0.xml',
  ]) {
    const text = await read(address);
    const addresses =
      text.match(new RegExp(`${shop.siteUrl}/(?!pictures|_astro)[^"<\\s]*`, 'g')) ?? [];
    expect(addresses.length, address).toBeGreaterThan(0);
    expect(
      addresses.filter((each) => !each.startsWith(`${shop.siteUrl}/de`)),
      address,
    ).toEqual([]);
  }
  expect(await read('/sitemap-index.xml')).toContain(`${shop.siteUrl}/de/sitemap-0.xml`);
  expect(await read('/sitemap-0.xml')).not.toContain(`${shop.siteUrl}/de/`);
});

test('an unknown address below /de is not found, in German, and the desk has one language', async ({
  page,
  shop,
}) => {
  const { complaints } = await watchPage(page);
  for (const address of ['/de/nowhere', '/de/products/nowhere', '/de/admin', '/de/robots.txt'])
    expect((await fetch(shop.siteUrl + address)).status, address).toBe(404);
  await page.goto(`${shop.siteUrl}/de/nowhere`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Seite nicht gefunden: /de/nowhere',
  );
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page.getByRole('main').getByRole('link', { name: 'Startseite' })).toHaveAttribute(
    'href',
    '/de',
  );
  // That it is not there is no fault of the page.
  expect(complaints.filter((each) => !each.includes('404'))).toEqual([]);
  await page.goto(`${shop.siteUrl}/de/admin?tab=1#here`);
  await expect(page).toHaveURL(`${shop.siteUrl}/admin?tab=1#here`);
});

test('a page that is not there yet in the chosen language is read in the first', async ({
  page,
  shop,
}) => {
  await page.goto(`${shop.siteUrl}/de/faq`);
  // With the headers of the shop: what a page learns of the one before it is up to them.
  await page.route('**/de/about', async (route) =>
    route.fulfill({ response: await route.fetch({ url: `${shop.siteUrl}/de/nowhere` }) }),
  );
  for (const address of ['/about', '/de/about']) {
    await page.goto(shop.siteUrl + address);
    await expect(page).toHaveURL(`${shop.siteUrl}/about`);
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await page.waitForLoadState('networkidle');
    await expect(page).toHaveURL(`${shop.siteUrl}/about`);
  }
  // And German stays chosen.
  await page.goto(`${shop.siteUrl}/faq`);
  await expect(page).toHaveURL(`${shop.siteUrl}/de/faq`);
});

/** Asks for a publishing as an editor, and waits until it is live; gives what the builder said. */
async function publish(editor: SupabaseClient): Promise<string> {
  const { data } = await editor.functions.invoke<{ id: string }>('publish', { body: { note: '' } });
  const read = async () => {
    const row = editor
      .from('publish_requests')
      .select('status, log')
      .eq('id', data?.id ?? '');
    return (await row.single<{ status: string; log: string }>()).data;
  };
  await expect
    .poll(async () => (await read())?.status, { timeout: 150_000 })
    .toMatch(/^(?:live|failed)$/);
  const ended = await read();
  expect(ended?.status, ended?.log).toBe('live');
  return ended?.log ?? '';
}

test('what an editor translates is published in parts, and German goes when its owner turns it off', async ({
  page,
  shop,
}) => {
  const read = async (address: string) => (await fetch(shop.siteUrl + address)).text();
  const editor = createClient(shop.apiUrl, 'sb_publishable_local', {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  await editor.auth.signInWithPassword({
    email: 'editor@keywright.test',
    password: 'Keywright-demo-1',
  });
  const group = await editor.from('faq_groups').select('id, title').eq('title', 'Group buys');
  const [row] = group.data ?? [];
  const english = await read('/faq');
  const saved = await editor.rpc('save_translations', {
    p_language: 'de',
    p_texts: [
      {
        table_name: 'faq_groups',
        row_id: row?.id,
        column_name: 'title',
        text: 'Gemeinsam bestellen',
        source: 'Group buys',
        version: 1,
      },
    ],
  });
  expect(saved.data).toMatchObject([{ outcome: 'saved' }]);
  const log = await publish(editor);
  expect(log.match(/\d+ of \d+ pages rendered/g), log).toHaveLength(2);
  expect(await read('/de/faq')).toContain('Gemeinsam bestellen');
  expect(await read('/faq')).toBe(english);
  for (const address of ['/de', '/de/cart', '/de/keyboards/braefell-65'])
    expect((await fetch(shop.siteUrl + address)).status, address).toBe(200);
  const policy = (await fetch(`${shop.siteUrl}/de/faq`)).headers.get('content-security-policy');
  expect(policy?.match(/default-src/g)).toHaveLength(1);

  const sql = postgres(shop.databaseUrl, { max: 1, onnotice: () => undefined });
  await sql`update public.settings set value = 0 where key = 'language_de'`;
  await sql.end();
  await publish(editor);
  expect((await fetch(`${shop.siteUrl}/de/faq`)).status).toBe(404);
  expect(await read('/faq')).not.toContain('hreflang');
  // Who kept its address reads the page that there is.
  await page.goto(`${shop.siteUrl}/de/faq#delivery`);
  await expect(page).toHaveURL(`${shop.siteUrl}/faq#delivery`);
});

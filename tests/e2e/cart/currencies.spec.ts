import { expect, type Page } from 'playwright/test';
import { findFaults } from '../../support/pages/axe.ts';
import { placeGuestOrder } from '../../support/pages/checkout-page.ts';
import { withDatabase } from '../../support/pages/list-pages.ts';
import { newAddress } from '../../support/data/people.ts';
import { askApi, makeAccount, signInAs } from '../../support/pages/staff-page.ts';
import { test, type BuiltSite } from '../../support/site.ts';

test.describe.configure({ mode: 'serial' });

const product = '/products/pebble-linear';
const foot = (page: Page) => page.getByLabel('Prices also in');
const about = (page: Page) => page.locator('[data-approx]');
const note = (page: Page) => page.getByText(/^Charged in euro\. Approximate, by the rate of/);

async function goToFoot(page: Page, site: BuiltSite, path: string) {
  await page.goto(`${site.siteUrl}${path}`);
  await page.mouse.move(50, 50);
  await page.locator('footer').first().scrollIntoViewIfNeeded();
}

const setRate = (site: BuiltSite, perEuro: number, day = '2026-11-20') =>
  withDatabase(
    site,
    (sql) =>
      sql`update public.currency_rates set per_euro = ${perEuro}, rated_on = ${day} where code = 'USD'`,
  );

test('a shopper chooses a currency, reads about what prices are in it on each page, and forgets it', async ({
  page,
  site,
}) => {
  await setRate(site, 2);
  await goToFoot(page, site, product);
  await expect(about(page)).toHaveCount(0);
  await foot(page).selectOption('USD');
  const total = page.locator('keywright-options [data-total]');
  await expect(total).toHaveText('€6.50');
  await expect(total).toHaveAttribute('data-approx', 'about\u00A0$13.00');
  await expect(note(page)).toHaveText(
    'Charged in euro. Approximate, by the rate of 20 November 2026.',
  );
  // What is heard is what is seen.
  await expect(page.locator('keywright-options .total')).toMatchAriaSnapshot(
    '- paragraph: /Price €6\\.50 about \\$13\\.00/',
  );
  expect(await findFaults(page)).toEqual([]);

  await page.locator('keywright-options .line input').nth(1).check();
  await expect(total).toHaveText('€39.90');
  await expect(total).toHaveAttribute('data-approx', 'about\u00A0$79.80');
  await page.locator('keywright-add button').click();
  const drawer = page.getByRole('dialog', { name: 'Added to your cart' });
  await expect(drawer.getByRole('status')).toHaveText('Subtotal €39.90');
  await expect(drawer.getByRole('status')).toHaveAttribute('data-approx', 'about\u00A0$79.80');

  await page.goto(`${site.siteUrl}/cart`);
  const sums = page.locator('dl[data-prices]');
  await expect(sums.locator('data[data-approx="about\u00A0$79.80"]').first()).toBeVisible();
  await expect(note(page)).toHaveCount(1);
  await page.getByRole('link', { name: 'Continue to checkout' }).click();
  const overview = page.getByRole('region', { name: 'Your order' });
  await expect(overview.locator('[data-approx="about\u00A0$79.80"]').first()).toBeVisible();
  await expect(overview.getByText(/^Charged in euro/)).toBeVisible();
  await page.goto(`${site.siteUrl}/`);
  await expect(page.locator('[data-card] [data-approx]').first()).toBeVisible();
  await expect(foot(page)).toHaveValue('USD');

  await page.goto(`${site.siteUrl}/keyboards/cinderwick-tkl`);
  await expect(page.locator('.tiers li').first()).toHaveAttribute('data-approx', /^about\u00A0\$/);

  await foot(page).selectOption('');
  await expect(about(page)).toHaveCount(0);
  await expect(note(page)).toHaveCount(0);
  await page.goto(`${site.siteUrl}${product}`);
  await page.mouse.move(50, 50);
  await page.locator('footer').first().scrollIntoViewIfNeeded();
  await expect(foot(page)).toHaveValue('');
  await expect(about(page)).toHaveCount(0);
});

test('a rate that changed is shown without a build, and what another tab chooses is followed', async ({
  context,
  page,
  site,
}) => {
  await setRate(site, 3);
  await goToFoot(page, site, product);
  await expect(foot(page)).toBeVisible();
  const other = await context.newPage();
  await goToFoot(other, site, '/faq');
  await foot(other).selectOption('USD');
  const total = page.locator('keywright-options [data-total]');
  await expect(total).toHaveAttribute('data-approx', 'about\u00A0$19.50');
  await foot(other).selectOption('');
  await expect(about(page)).toHaveCount(0);
});

test('who only looks at a page asks for no rates, and a shop that does not answer shows euro alone', async ({
  page,
  site,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.route('**/rest/v1/currency_rates*', (route) => route.abort());
  await page.goto(`${site.siteUrl}/faq`, { waitUntil: 'networkidle' });
  expect(asked.filter((url) => /currenc/.test(url))).toEqual([]);
  await page.evaluate(() => localStorage.setItem('keywright:currency', 'USD'));
  await page.goto(`${site.siteUrl}${product}`);
  await expect.poll(() => asked.some((url) => url.includes('currency_rates'))).toBe(true);
  await expect(page.locator('keywright-options [data-total]')).toHaveText('€6.50');
  await expect(about(page)).toHaveCount(0);
  await expect(foot(page)).toHaveCount(0);
});

test('a shop without currencies shows nothing of them', async ({ page, site }) => {
  const shown = await withDatabase(
    site,
    (sql) =>
      sql<
        { code: string }[]
      >`update public.currency_rates set is_shown = false where is_shown returning code`,
  );
  expect(shown.length).toBeGreaterThan(5);
  const answered = page.waitForResponse(/currency_rates/);
  await goToFoot(page, site, product);
  expect(await (await answered).json()).toEqual([]);
  await expect(page.locator('[data-currencies]')).toBeHidden();
  await expect(foot(page)).toHaveCount(0);
  await withDatabase(
    site,
    (sql) =>
      sql`update public.currency_rates set is_shown = true where code = any(${shown.map(({ code }) => code)}::text[])`,
  );
});

const file = (rates: string) => ({
  name: 'eurofxref-daily.xml',
  mimeType: 'text/xml',
  buffer: Buffer.from(`<Envelope><Cube><Cube time="2026-11-24">${rates}</Cube></Cube></Envelope>`),
});

test('the owner edits a rate, and imports a file after looking at it', async ({ page, site }) => {
  await setRate(site, 1.05, '2026-11-10');
  await signInAs(page, site, 'owner@keywright.test');
  await page.goto(`${site.siteUrl}/admin/money?tab=currencies`);
  await expect(
    page.getByRole('note').filter({ hasText: 'Rates are older than 7 days' }),
  ).toContainText('USD');
  await withDatabase(
    site,
    (sql) =>
      sql`update public.currency_rates set rated_on = '2026-11-20', per_euro = 100 where code = 'JPY'`,
  );
  await page
    .getByLabel('Drop a file here, or choose one')
    .setInputFiles(
      file(
        `<Cube currency="USD" rate="1.1"/><Cube currency="JPY" rate="163.42"/><Cube currency="BGN" rate="1.9558"/>`,
      ),
    );
  const preview = page.getByRole('region', { name: 'Preview of the rates' });
  await expect(preview.getByRole('row', { name: /^USD/ })).toContainText('+4.76%');
  await expect(preview.getByRole('row', { name: /^JPY/ })).toContainText('+63.42%');
  await expect(preview.getByRole('note')).toContainText('JPY. Check them before you save.');
  await expect(preview).toContainText('Skipped, because the shop does not have them: BGN.');
  expect(await findFaults(page)).toEqual([]);
  // Someone else is faster: nothing is saved, and what they did is compared.
  await setRate(site, 1.06);
  await preview.getByRole('button', { name: 'Save 2 rates' }).click();
  await expect(preview.getByRole('alert')).toContainText('USD');
  await preview.getByRole('button', { name: 'Compare again' }).click();
  await expect(preview.getByRole('row', { name: /^USD/ })).toContainText('1.06');
  await preview.getByRole('button', { name: 'Save 2 rates' }).click();
  await expect(page.getByText('2 rates of 24 Nov 2026 saved.')).toBeVisible();

  await page.getByRole('grid').getByRole('button', { name: 'US dollar' }).click();
  const form = page.getByRole('dialog', { name: 'Currency' });
  await form.getByLabel('Rate per euro').fill('0');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toContainText('Enter a rate per euro, like 1.0874.');
  await form.getByLabel('Rate per euro').fill('1.2345');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('row', { name: /US dollar/ })).toContainText('1.2345');

  await page.getByRole('button', { name: 'New currency' }).click();
  for (const [label, value] of [
    ['Name', 'Danish krone'],
    ['Code', 'DKK'],
    ['Rate per euro', '7.46'],
  ] as const)
    await form.getByLabel(label).fill(value);
  await form.getByRole('button', { name: 'Save' }).click();
  const added = page.getByRole('row', { name: /Danish krone/ });
  await expect(added).toContainText('Yes');
  await page.getByRole('grid').getByRole('button', { name: 'Danish krone' }).click();
  await form.getByLabel('Shown to shoppers').uncheck();
  await form.getByRole('button', { name: 'Save' }).click();
  // A month begins with the same letters.
  await expect(added.getByRole('gridcell', { name: 'No', exact: true })).toBeVisible();
  await page.getByRole('grid').getByRole('button', { name: 'Danish krone' }).click();
  await form.getByRole('button', { name: 'Remove' }).click();
  await form.getByRole('button', { name: 'Yes, remove it' }).click();
  await expect(added).toHaveCount(0);
});

test('what is pasted and is no file of rates is refused in words', async ({ page, site }) => {
  await signInAs(page, site, 'owner@keywright.test');
  await page.goto(`${site.siteUrl}/admin/money?tab=currencies`);
  await page
    .getByLabel('Or paste its contents')
    .fill('<!DOCTYPE a [<!ENTITY b "c">]><Envelope><Cube>&b;</Cube></Envelope>');
  await page.getByRole('button', { name: 'Compare' }).click();
  await expect(page.getByRole('alert')).toContainText('document type');
});

test('an order says about what it cost, and what was paid in euro alone', async ({
  page,
  site,
}) => {
  await setRate(site, 2);
  const email = await makeAccount(site, newAddress('currencies'));
  const order = await placeGuestOrder(site, email, 'PEBBLE-10');
  const staff = await signInAs(page, site, 'owner@keywright.test');
  await askApi(site, staff, 'POST', '/rest/v1/rpc/record_payment', {
    p_order: order.id,
    p_reference: `Dollars ${order.number}`,
  });
  const { userId } = await signInAs(page, site, email);
  await withDatabase(
    site,
    (sql) => sql`update public.order_records set user_id = ${userId} where id = ${order.id}`,
  );
  await page.addInitScript(() => localStorage.setItem('keywright:currency', 'USD'));
  await page.goto(`${site.siteUrl}/orders?order=${order.number}`);
  const total = page.locator('[data-prices]').filter({ hasText: 'Total' }).locator('data');
  const dollars = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: order.total_minor < 5_000 ? 2 : 0,
    maximumFractionDigits: order.total_minor < 5_000 ? 2 : 0,
  });
  await expect(total).toHaveAttribute(
    'data-approx',
    `about\u00A0${dollars.format((order.total_minor * 2) / 100)}`,
  );
  await expect(note(page)).toHaveCount(1);
  const paid = page.locator('dl > div').filter({ has: page.getByText(/^Paid/) });
  await expect(paid.locator('data')).toHaveText(/^€/);
  await expect(paid.locator('[data-approx]')).toHaveCount(0);
});

test('the owner edits the account that transfers go to, which is known by its currency', async ({
  page,
  site,
}) => {
  await signInAs(page, site, 'owner@keywright.test');
  await page.goto(`${site.siteUrl}/admin/money?tab=bank`);
  await page.getByRole('grid').getByRole('button', { name: 'EUR' }).click();
  const form = page.getByRole('dialog', { name: 'Bank account' });
  await form.getByLabel('Account holder').fill('Keywright demo workshop');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('row', { name: /Keywright demo workshop/ })).toBeVisible();
  await withDatabase(
    site,
    (sql) =>
      sql`update public.bank_accounts set holder = 'Keywright demo shop' where currency = 'EUR'`,
  );
});

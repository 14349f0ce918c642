import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from 'playwright/test';
import { plantCart } from '../../support/pages/cart.ts';
import {
  fillInOrder,
  lineOf,
  orderKey,
  ordersOf,
  placeGuestOrder,
  storedCart,
  thanks,
} from '../../support/pages/checkout-page.ts';
import { mailsTo, newAddress } from '../../support/data/people.ts';
import { withDatabase } from '../../support/pages/list-pages.ts';
import { askApi, signInAs } from '../../support/pages/staff-page.ts';
import { test, type BuiltSite } from '../../support/site.ts';

/** By the link of the first mail, which shows everything of an order. */
async function openByMail(page: Page, site: BuiltSite, email: string): Promise<void> {
  let link: string | undefined;
  await expect
    .poll(async () => {
      const texts = (await mailsTo(site.apiUrl, email)).map(({ text }) => text).join(' ');
      link = /https?:\/\/\S+\/orders\?order=\S+#token=\S+/.exec(texts)?.[0];
      return link;
    })
    .toBeDefined();
  await page.goto(link ?? '');
}

async function downloaded(page: Page, key: Locator) {
  const [download] = await Promise.all([page.waitForEvent('download'), key.click()]);
  return {
    name: download.suggestedFilename(),
    text: (await readFile(await download.path())).toString('latin1'),
  };
}

test('a guest finds the invoice on the order page once it is paid, and a credit note after a refund', async ({
  page,
  browser,
  site,
}) => {
  const email = newAddress('papers');
  const order = await placeGuestOrder(site, email, 'PEBBLE-10');
  const staff = await (await browser.newContext()).newPage();
  const who = await signInAs(staff, site, 'owner@keywright.test');
  const rpc = (name: string, body: object) =>
    askApi(site, who, 'POST', `/rest/v1/rpc/${name}`, body);
  await rpc('record_payment', { p_order: order.id, p_reference: `Papers ${order.number}` });
  await openByMail(page, site, email);
  const key = page.getByRole('button', { name: /^Download invoice KW-I\d{6} as a PDF$/ });
  const invoice = await downloaded(page, key);
  expect(invoice.name).toMatch(/^KW-I\d{6}\.pdf$/);
  expect(invoice.text.startsWith('%PDF-')).toBe(true);

  await rpc('refund_order', {
    p_order: order.id,
    p_amount_minor: 100,
    p_lines: [],
    p_reason: 'A scratch',
  });
  await page.reload();
  await expect(
    page.getByRole('button', { name: /^Download credit note KW-C\d{6} as a PDF$/ }),
  ).toBeVisible();

  await staff.goto(`${site.siteUrl}/admin/money`);
  const row = staff.getByRole('row').filter({ hasText: invoice.name.replace('.pdf', '') });
  await expect(row).toContainText('€10.75');
  await staff.context().close();
});

test('a document that can’t be fetched is told, and its key stays', async ({
  page,
  browser,
  site,
}) => {
  const email = newAddress('no-papers');
  const order = await placeGuestOrder(site, email, 'PEBBLE-10');
  const staff = await (await browser.newContext()).newPage();
  const who = await signInAs(staff, site, 'owner@keywright.test');
  await askApi(site, who, 'POST', '/rest/v1/rpc/record_payment', {
    p_order: order.id,
    p_reference: `No papers ${order.number}`,
  });
  await staff.context().close();
  await openByMail(page, site, email);
  await page.route('**/functions/v1/document', (route) => route.abort('connectionreset'));
  const key = page.getByRole('button', { name: /^Download invoice / });
  await key.click();
  await expect(page.getByRole('alert')).toContainText('can’t be reached');
  await page.unroute('**/functions/v1/document');
  expect((await downloaded(page, key)).text.startsWith('%PDF-')).toBe(true);
});

test('a company orders with its VAT number, which is looked at before anything is sent', async ({
  page,
  site,
}) => {
  const email = newAddress('company');
  await plantCart(page.context(), storedCart([await lineOf(site, 'PEBBLE-10')]));
  await page.goto(`${site.siteUrl}/cart/confirm`);
  await fillInOrder(page, email);
  await page.getByLabel('Order as a company').check();
  await page.getByLabel('Company', { exact: true }).fill('Canary Works B.V.');
  await page.getByLabel('VAT number').fill('NL12');
  await orderKey(page).click();
  await expect(page.getByLabel('VAT number')).toHaveAttribute('aria-invalid', 'true');
  expect(await ordersOf(site, email)).toEqual([]);
  await page.getByLabel('VAT number').fill('NL001234567B01');
  await page.getByLabel('Your purchase number').fill('PO-77');
  await orderKey(page).click();
  await expect(thanks(page)).toBeVisible({ timeout: 30_000 });
  const [order] = await ordersOf(site, email);
  const [row] = await withDatabase(
    site,
    (sql) => sql<{ company: Record<string, unknown> }[]>`
      select company from private.order_contacts where order_id = ${String(order?.['id'])}`,
  );
  expect(JSON.stringify(row?.company)).toContain('Canary Works B.V.');
  expect(JSON.stringify(row?.company)).toContain('PO-77');
});

test('an account number that is wrong is told in the Money desk, and stays to be put right', async ({
  page,
  site,
}) => {
  await signInAs(page, site, 'owner@keywright.test');
  await page.goto(`${site.siteUrl}/admin/money`);
  await page.getByRole('tab', { name: 'Bank account' }).click();
  await page.getByRole('button', { name: 'New account' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('IBAN').fill('NL91ABNA0417164301');
  await dialog.getByRole('button', { name: /^Save/ }).click();
  await expect(dialog.getByLabel('IBAN')).toHaveAttribute('aria-invalid', 'true');
  await expect(dialog.getByLabel('IBAN')).toHaveValue('NL91ABNA0417164301');
});

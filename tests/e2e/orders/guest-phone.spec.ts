// browsers: chromium, firefox
import { readFile } from 'node:fs/promises';
import { expect, type Page } from 'playwright/test';
import { awaitMail, newAddress } from '../../support/data/people.ts';
import { fillInOrder, orderKey, thanks } from '../../support/pages/checkout-page.ts';
import { signInAs } from '../../support/pages/staff-page.ts';
import { readPdf } from '../../support/read-pdf.ts';
import { test, type BuiltSite } from '../../support/site.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

/** From the shelf to the checkout, filled in. */
async function chooseGoods(page: Page, site: BuiltSite, email: string): Promise<void> {
  await page.goto(`${site.siteUrl}/products/pebble-linear`);
  await page.locator('keywright-sticky').getByRole('button', { name: 'Add to cart' }).click();
  await page.getByRole('link', { name: /^Go to the cart/ }).click();
  await page.getByRole('link', { name: 'Continue to checkout' }).click();
  await fillInOrder(page, email);
}

const linkOf = ({ text }: { readonly text: string }) =>
  /https?:\/\/\S+\/orders\?order=\S+/.exec(text)?.[0] ?? '';

test('a guest on a phone pays, opens the invoice from the mail about it, and withdraws before it ships', async ({
  page,
  browser,
  site,
}) => {
  const email = newAddress('phone');
  await chooseGoods(page, site, email);
  await page.getByRole('radio', { name: 'Demo payment' }).check();
  await orderKey(page).click();
  await page.getByRole('button', { name: 'Pay', exact: true }).click({ timeout: 20_000 });
  await expect(page.getByText('Your payment arrived')).toBeVisible({ timeout: 20_000 });
  // Whoever came back from paying has typed no number.
  await expect(page.getByText('open the link in one of our e-mails')).toBeVisible();
  await expect(page.getByText('by its number and e-mail address')).toHaveCount(0);

  const paid = await awaitMail(site.apiUrl, email, 'paid, thank you');
  expect(paid.text).toContain('Your invoice is on the order page');
  await page.goto(linkOf(paid));
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^Download invoice KW-I\d{6} as a PDF$/ }).click(),
  ]);
  const invoice = await readPdf(await readFile(await file.path()));
  for (const part of ['Canary Person', '€10.75', 'This invoice is paid'])
    expect(invoice.text).toContain(part);
  expect(invoice.text).not.toContain('Goods stay ours until');

  const number = /KW-\d+/.exec(paid.subject)?.[0] ?? '';
  await page.goto(`${site.siteUrl}/legal/withdrawal`);
  const form = page.locator('keywright-withdrawal');
  await form.getByLabel('Your name').fill('Canary Person');
  await form.getByLabel('Order number').fill(number);
  await form.getByLabel('E-mail of the order').fill(email);
  await form.getByRole('button', { name: 'Confirm withdrawal' }).click();
  await expect(form.getByRole('status')).toContainText('We refund €10.75.');
  const noted = await awaitMail(site.apiUrl, email, 'we have your withdrawal');
  expect(noted.text).toContain('you don’t need to send anything back');
  await page.goto(linkOf(noted));
  const returns = page.getByRole('region', { name: 'Returns' });
  await expect(returns).toContainText('To refund: €10.75');

  const staff = await (await browser.newContext()).newPage();
  await signInAs(staff, site, 'fulfilment@keywright.test');
  await staff.goto(`${site.siteUrl}/admin/orders?order=${number}`);
  const desk = staff.getByRole('region', { name: 'Returns', exact: true });
  await expect(desk).toContainText('until then it can’t be shipped');
  await desk.getByRole('button', { name: 'Settle' }).click();
  await expect(desk).toContainText('Refunded: €10.75');
  await staff.context().close();
  expect(linkOf(await awaitMail(site.apiUrl, email, '€10.75 refunded'))).toContain('#token=');
  await page.reload();
  await expect(returns).toContainText('Refunded: €10.75');
  await expect(page.getByRole('button', { name: /^Download credit note KW-C/ })).toBeVisible();
});

test('a guest on a phone who pays by transfer finds the bank details before and after the mail', async ({
  page,
  site,
}) => {
  const email = newAddress('transfer');
  await chooseGoods(page, site, email);
  await page.getByRole('radio', { name: 'Bank transfer' }).check();
  await orderKey(page).click();
  await expect(thanks(page)).toBeVisible();
  await expect(page.getByText('NL03 KEYW 0123 4567 89')).toBeVisible();
  const asked = await awaitMail(site.apiUrl, email, 'please confirm your e-mail');
  expect(asked.text).toContain('NL03 KEYW 0123 4567 89');
  await page.goto(linkOf(asked));
  await expect(page.getByText('NL03 KEYW 0123 4567 89')).toBeVisible();
  await expect(page.getByText('Its e-mail was confirmed')).toBeVisible();
});

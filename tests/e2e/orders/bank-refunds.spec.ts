import { readFile } from 'node:fs/promises';
import { expect, type Page } from 'playwright/test';
import { findFaults } from '../../support/pages/axe.ts';
import { placeGuestOrder } from '../../support/pages/checkout-page.ts';
import { withDatabase } from '../../support/pages/list-pages.ts';
import { mailsTo, newAddress } from '../../support/data/people.ts';
import { signInAs } from '../../support/pages/staff-page.ts';
import { fill, finish, openStep } from '../../support/pages/order-desk.ts';
import { test, type BuiltSite } from '../../support/site.ts';
import { brokenTransferRules } from '../../support/transfer-order-rules.ts';

async function paidOrder(site: BuiltSite, email: string) {
  const order = await placeGuestOrder(site, email, 'PEBBLE-10');
  await withDatabase(site, async (sql) => {
    await sql`select private.confirm_order(${order.id}, false)`;
    await sql`select private.capture_money(o, 'invoice', 'Planted', o.total_minor, 'shop')
      from public.order_records o where o.id = ${order.id}`;
  });
  return order;
}

const mailAbout = async (site: BuiltSite, email: string, words: string) => {
  const find = async () =>
    (await mailsTo(site.apiUrl, email)).filter(({ subject }) => subject.includes(words));
  await expect.poll(async () => (await find()).length).toBe(1);
  const [mail] = await find();
  return mail?.text ?? '';
};

async function refundAtDesk(page: Page, site: BuiltSite, number: string) {
  await page.goto(`${site.siteUrl}/admin/orders?order=${number}`);
  const refund = await openStep(page, 'Refund');
  await expect(refund.getByText('waits under Money, Bank refunds')).toBeVisible();
  await fill(refund, { 'Amount to refund': '3.00', 'Reason for the refund': 'A scratch' });
  await finish(refund, 'Refund €3.00');
  await expect(page.getByRole('region', { name: 'Payments' }).first()).toContainText(
    'Refund on its way',
  );
  await expect(page.getByText('waits for a bank file')).toBeVisible();
}

test('a refund by bank: its customer enters the account on a phone, the owner makes the file and sends it', async ({
  page,
  browser,
  site,
}) => {
  const email = newAddress('bank-refund');
  const order = await paidOrder(site, email);
  await signInAs(page, site, 'owner@keywright.test');
  await refundAtDesk(page, site, order.number);

  const asked = await mailAbout(site, email, 'where should we send your refund?');
  const [link = ''] = /https?:\/\/\S+#token=\S+/.exec(asked) ?? [];
  const phone = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const customer = await phone.newPage();
  await customer.goto(link);
  await expect(customer.getByText('Where should we send your refund?')).toBeVisible();
  await customer.getByLabel('IBAN').fill('NL91 ABNA 0417 1643 01');
  await customer.getByLabel('Account holder').fill('Ada Büyer');
  await customer.getByRole('button', { name: 'Save bank account' }).click();
  await expect(customer.getByText('This IBAN can’t be right.')).toBeVisible();
  expect(await findFaults(customer)).toEqual([]);
  await customer.getByLabel('IBAN').fill('NL91 ABNA 0417 1643 00');
  await customer.getByLabel('IBAN').press('Enter');
  await expect(customer.getByText('to your account ending 4300.')).toBeVisible();
  await expect(customer.getByText('Refund on its way')).toBeVisible();
  expect(await customer.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
    390,
  );

  await page.goto(`${site.siteUrl}/admin/money?tab=refunds`);
  const row = page.getByRole('row').filter({ hasText: order.number });
  await expect(row).toContainText('NL91 ABNA 0417 1643 00, Ada Büyer');
  await row.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Make bank file' }).click();
  const dialog = page.getByRole('dialog', { name: 'Make bank file' });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Make bank file: 1 row' }).click(),
  ]);
  const made = await readFile(await download.path(), 'utf8');
  expect(brokenTransferRules(made)).toEqual([]);
  expect(made).toContain(`<EndToEndId>${order.number}-R1</EndToEndId>`);
  expect(made).toContain('<Nm>Ada Buyer</Nm>');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(row).toHaveCount(0);

  const file = page
    .getByRole('list', { name: 'Bank files' })
    .getByRole('listitem')
    .filter({ hasText: '1 payment, €3.00' })
    .first();
  const [again] = await Promise.all([
    page.waitForEvent('download'),
    file.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(await readFile(await again.path(), 'utf8')).toBe(made);
  expect(await findFaults(page)).toEqual([]);
  await file.getByRole('button', { name: 'Mark as sent' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as sent' }).click();
  await expect(file).toContainText('Sent');
  const mail = await mailAbout(site, email, '€3.00 refunded');
  expect(mail).toContain('We sent it by bank transfer to your account ending 4300.');
  await customer.reload();
  await expect(customer.getByText('to your account ending 4300 on')).toBeVisible();
  await expect(customer.getByText(/^Refunded \d/)).toBeVisible();
  await page.goto(`${site.siteUrl}/admin/orders?order=${order.number}`);
  await expect(page.getByText('sent by bank to the account ending 4300')).toBeVisible();
  await phone.close();
});

test('a file that was not uploaded is discarded, and its refund can go into the next', async ({
  page,
  site,
}) => {
  const order = await paidOrder(site, newAddress('discarded'));
  await signInAs(page, site, 'owner@keywright.test');
  await refundAtDesk(page, site, order.number);
  await page.goto(`${site.siteUrl}/admin/money?tab=refunds`);
  const row = page.getByRole('row').filter({ hasText: order.number });
  await expect(row).toContainText('Not known yet');
  await row.getByRole('button').first().click();
  const refund = page.getByRole('dialog', { name: 'Refund of €3.00' });
  await refund.getByLabel('IBAN').fill('DE89370400440532013000');
  await refund.getByRole('button', { name: 'Save account' }).click();
  await expect(refund).toBeHidden();
  await row.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Make bank file' }).click();
  const making = page.getByRole('dialog', { name: 'Make bank file' });
  await making.getByRole('button', { name: 'Make bank file: 1 row' }).click();
  await making.getByRole('button', { name: 'Close' }).last().click();
  await expect(row).toHaveCount(0);
  const file = page.getByRole('list', { name: 'Bank files' }).getByRole('listitem').first();
  await file.getByRole('button', { name: 'Discard' }).click();
  await page.getByLabel('Reason').fill('The wrong day');
  await page.getByRole('button', { name: 'Discard file' }).click();
  await expect(file).toContainText('The wrong day');
  await expect(row).toContainText('DE89 3704 0044 0532 0130 00');
});

test('fulfilment sees the list without making files, and support sees none of it', async ({
  page,
  site,
}) => {
  await signInAs(page, site, 'fulfilment@keywright.test');
  await page.goto(`${site.siteUrl}/admin/money?tab=refunds`);
  await expect(page.getByRole('tab', { name: 'Bank refunds' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Make bank file' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Mark as sent' })).toHaveCount(0);
  await signInAs(page, site, 'support@keywright.test');
  await page.goto(`${site.siteUrl}/admin/money`);
  await expect(page.getByRole('tab', { name: 'Invoices' })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Bank refunds' })).toHaveCount(0);
});

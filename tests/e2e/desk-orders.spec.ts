import { expect } from 'playwright/test';
import { placeGuestOrder } from '../support/checkout-page.ts';
import { mailsTo, newAddress } from '../support/people.ts';
import { test } from '../support/site.ts';
import { signInAs } from '../support/staff-page.ts';

test('a customer is asked about an address, answers by the link, and the second of two who ask is told', async ({
  page,
  browser,
  site,
}) => {
  const email = newAddress('asked');
  const { number } = await placeGuestOrder(site, email);
  await signInAs(page, site, 'fulfilment@keywright.test');
  await page.goto(`${site.siteUrl}/admin/orders?order=${number}`);
  const card = page.getByRole('region', { name: 'Address problem' });
  await card.getByLabel('What is wrong with it').fill('Is there a letter after the number?');

  const slower = await browser.newPage();
  await signInAs(slower, site, 'owner@keywright.test');
  await slower.goto(`${site.siteUrl}/admin/orders?order=${number}`);
  const theirs = slower.getByRole('region', { name: 'Address problem' });
  await theirs.getByLabel('What is wrong with it').fill('Which town is this?');
  await card.getByRole('button', { name: 'Ask the customer' }).click();
  await expect(card.getByText('Is there a letter after the number?')).toBeVisible();
  await theirs.getByRole('button', { name: 'Ask the customer' }).click();
  await expect(theirs.getByText('Someone else changed this order')).toBeVisible();
  await expect(theirs.getByText('Is there a letter after the number?')).toBeVisible();
  await expect(theirs.getByLabel('Ask something else')).toHaveValue('Which town is this?');

  await slower.getByRole('button', { name: 'All orders' }).click();
  const problems = slower.getByRole('button', { name: /^Address problem \d+$/ });
  await problems.click();
  await expect(slower.getByRole('row', { name: new RegExp(number) })).toContainText(
    'Customer asked',
  );
  await expect(problems).toHaveText(/[1-9]/);
  await slower.close();

  const asked = async () =>
    (await mailsTo(site.apiUrl, email)).find(({ subject }) => subject.includes('a question'));
  await expect.poll(async () => (await asked())?.text).toContain('Is there a letter');
  const link = /https?:\/\/\S+#token=[0-9a-f]{64}/.exec((await asked())?.text ?? '')?.[0] ?? '';
  const customer = await browser.newPage();
  await customer.goto(link);
  await expect(customer.getByText('Is there a letter after the number?').first()).toBeVisible();
  await customer.getByRole('button', { name: 'Change the address' }).click();
  const dialog = customer.getByRole('dialog');
  await dialog.getByLabel('Street and number').fill('Oudegracht 1b');
  await dialog.getByRole('button', { name: 'Send it there' }).click();
  await expect(customer.getByText('Oudegracht 1b')).toBeVisible();
  await expect(customer.getByText('We have a question about this address')).toHaveCount(0);
  await customer.close();

  await page.reload();
  await expect(page.getByRole('region', { name: 'History' }).first()).toContainText(
    'address changed',
  );
  await expect(page.getByRole('region', { name: 'Customer' })).toContainText('Oudegracht 1b');
  await expect(page.getByText('Its customer was asked')).toHaveCount(0);
});

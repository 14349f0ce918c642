import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect } from 'playwright/test';
import { fill, moveOrder, openStep } from '../../support/pages/order-desk.ts';
import { test } from '../../support/site.ts';
import { signInAs } from '../../support/pages/staff-page.ts';

interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

for (const role of ['owner', 'fulfilment'])
  test(`${role}: staff make an order at a price of their own and change it; its customer reads what is owed`, async ({
    page,
    browser,
    site,
  }) => {
    const email = `drafted-${randomUUID().slice(0, 8)}@people.test`;
    await signInAs(page, site, `${role}@keywright.test`);
    await page.goto(`${site.siteUrl}/admin/orders`);
    await page.getByRole('button', { name: 'New order' }).click();
    const making = page.getByRole('dialog', { name: 'New order for a customer' });
    await making.getByLabel('Customer’s e-mail address').fill(email);
    await making.getByRole('combobox', { name: 'Product or SKU' }).fill('pebble-10');
    await making.getByRole('option', { name: /PEBBLE-10/ }).click();
    await expect(making.getByRole('group', { name: 'Item 1' })).toContainText(/Pebble.* PEBBLE-10/);
    await making.getByLabel('Unit price').fill('12.50');
    for (const [label, text] of [
      ['Name', 'Ada Buyer'],
      ['Street and number', 'Oudegracht 1'],
      ['Postcode', '3511 AB'],
      ['Town', 'Utrecht'],
    ] as const)
      await making.getByLabel(label, { exact: true }).fill(text);
    await making.getByLabel('Reason for this order').fill('Agreed at the meetup');
    await making.getByRole('button', { name: 'Preview total' }).click();
    await making.getByLabel('Shipping').selectOption({ index: 1 });
    await expect(making.getByText('in all, before shipping')).toHaveCount(0);
    await making.getByRole('button', { name: 'Create order and send payment link' }).click();

    await expect(page.getByRole('heading', { level: 2, name: /^KW-/ })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Lines' }).first()).toContainText('€12.50');
    await page.getByRole('button', { name: 'Edit order' }).click();
    const changing = page.getByRole('dialog', { name: /^Change KW-/ });
    await changing.getByLabel('Quantity').first().fill('2');
    await changing.getByRole('button', { name: 'Preview' }).click();
    await expect(changing).toContainText('+€12.50 in all');
    await changing.getByLabel('Why').fill('One more for a friend');
    await changing.getByRole('button', { name: 'Save changes' }).click();
    await expect(changing).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'History' }).first()).toContainText(
      'amended (One more for a friend)',
    );
    // With who it was, and what the order was before and is now.
    const amended = page.getByRole('row').filter({ hasText: 'amended (One more for a friend)' });
    await expect(amended.getByRole('cell', { name: 'you' })).toBeVisible();
    await expect(amended.getByRole('listitem').filter({ hasText: 'total' })).toContainText(
      /before: .*€.*after: .*€/,
    );

    // Packed, it stands in the carrier's file with what customs ask for.
    const number =
      (await page.getByRole('heading', { level: 2, name: /^KW-/ }).textContent()) ?? '';
    const payment = await openStep(page, 'Record payment');
    await fill(payment, { 'Payment reference': 'Bank transfer' });
    await payment.getByRole('button', { name: /^Record €/ }).click();
    await moveOrder(page, 'Mark as packed');
    await expect(page.getByRole('region', { name: 'History' }).first()).toContainText('Packed');
    await page.getByRole('button', { name: 'All orders' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download manifest of packed parcels' }).click();
    const file = await readFile(await (await download).path(), 'utf8');
    expect(file).toMatch(
      new RegExp(`^${number},1,\\d+,Ada Buyer,Oudegracht 1,.*,2,25.00,EUR,`, 'm'),
    );

    const mails = async (): Promise<readonly Mail[]> => {
      const all: readonly Mail[] = await (await fetch(`${site.apiUrl}/_local/emails`)).json();
      return all.filter(({ to }) => to === email);
    };
    await expect.poll(async () => (await mails()).length).toBeGreaterThan(1);
    const [placed, changed] = await mails();
    expect(changed?.text).toContain('One more for a friend');
    const link =
      /https?:\/\/\S+#token=[0-9a-f]{64}(?:&act=[0-9a-f]{64})?/.exec(placed?.text ?? '')?.[0] ?? '';
    const customer = await browser.newPage();
    await customer.goto(link);
    await expect(customer.getByText('We changed the order')).toBeVisible();
    await customer.close();
  });

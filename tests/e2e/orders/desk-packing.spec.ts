import { expect } from 'playwright/test';
import { findFaults } from '../../support/pages/axe.ts';
import { newAddress } from '../../support/data/people.ts';
import { placeGuestOrder } from '../../support/pages/checkout-page.ts';
import { withDatabase } from '../../support/pages/list-pages.ts';
import { signInAs } from '../../support/pages/staff-page.ts';
import { test, type BuiltSite } from '../../support/site.ts';

async function placePaid(site: BuiltSite) {
  const order = await placeGuestOrder(site, newAddress('packed'));
  const [line] = await withDatabase(site, async (sql) => {
    await sql`select private.move_order(${order.id}, 'awaiting_payment', 'paid', 'shop')`;
    return sql<{ sku: string; quantity: number }[]>`
      select sku, quantity from public.order_lines where order_id = ${order.id} order by position limit 1`;
  });
  return { ...order, sku: line?.sku ?? '', quantity: line?.quantity ?? 0 };
}

test('goods of several orders are fetched by one list, added up by SKU', async ({ page, site }) => {
  const orders = [await placePaid(site), await placePaid(site)];
  const [first] = orders;
  await signInAs(page, site, 'fulfilment@keywright.test');
  await page.goto(`${site.siteUrl}/admin/orders`);
  for (const { number } of orders)
    await page
      .getByRole('row', { name: new RegExp(number) })
      .getByRole('checkbox')
      .check();
  await page.getByRole('button', { name: 'Pick list' }).click();
  const dialog = page.getByRole('dialog', { name: 'Pick list' });
  await dialog.getByRole('button', { name: 'Pick list: 2 rows' }).click();
  const row = page
    .getByRole('table', { name: 'Pick list' })
    .getByRole('row')
    .filter({
      hasText: first?.sku ?? '',
    });
  await expect(row).toHaveCount(1);
  for (const { number } of orders) await expect(row).toContainText(number);
  const units = orders.reduce((sum, { quantity }) => sum + quantity, 0);
  await expect(row.getByRole('cell').first()).toHaveText(String(units));
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button')).toHaveCount(0);
  await page.emulateMedia({ media: 'screen' });
  await page.reload();
  await expect(row).toHaveCount(1);
  expect(await findFaults(page, 'main')).toEqual([]);
});

test('an order is packed unit by unit, and what does not belong in its box says so', async ({
  page,
  site,
}) => {
  const { number, sku, quantity } = await placePaid(site);
  await signInAs(page, site, 'fulfilment@keywright.test');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${site.siteUrl}/admin/orders?order=${number}`);
  await page.getByRole('button', { name: 'Pack by scan' }).click();
  const field = page.getByLabel('SKU');
  await expect(field).toBeFocused();
  await page.keyboard.type('NOT-OURS');
  await page.keyboard.press('Enter');
  await expect(page.getByText(`NOT-OURS is not in ${number}. Put it back.`)).toBeVisible();
  // What was wrong is written over by the next scan.
  for (let unit = 1; unit <= quantity; unit += 1) {
    await page.keyboard.type(sku.toLowerCase());
    await page.keyboard.press('Enter');
    await expect(page.getByText(`${unit} of ${quantity} packed`)).toBeVisible();
  }
  await expect(page.getByText('Everything is packed', { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByText(`${quantity} of ${quantity} packed`)).toBeVisible();
  await page.getByRole('button', { name: 'Start again' }).click();
  await expect(field).toBeFocused();
  await expect(page.getByText(`0 of ${quantity} packed`)).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Everything is packed', { exact: true })).toBeVisible();
  await expect(field).toBeFocused();
  await page.keyboard.type(sku);
  await page.keyboard.press('Enter');
  await expect(page.getByText(/are in already/)).toBeVisible();
  expect(await findFaults(page, 'main')).toEqual([]);
  await page.getByRole('button', { name: 'Go to the order' }).click();
  await expect(page.getByRole('button', { name: 'Mark as packed' })).toBeVisible();
});

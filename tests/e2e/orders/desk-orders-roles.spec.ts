import { readFile } from 'node:fs/promises';
import { expect, type Page } from 'playwright/test';
import { placeGuestOrder } from '../../support/pages/checkout-page.ts';
import { withDatabase } from '../../support/pages/list-pages.ts';
import { payInFull } from '../../support/data/orders.ts';
import { newAddress } from '../../support/data/people.ts';
import { moveOrder } from '../../support/pages/order-desk.ts';
import { countPresses } from '../../support/pages/presses.ts';
import { test, type BuiltSite } from '../../support/site.ts';
import { signInAs } from '../../support/pages/staff-page.ts';

const rowOf = (page: Page, number: string) => page.getByRole('row', { name: new RegExp(number) });

/** One is paid, the other is not. */
async function twoOrders(site: BuiltSite, name: string) {
  const paid = await placeGuestOrder(site, newAddress(name), 'BRAEFELL-KIT');
  const unpaid = await placeGuestOrder(site, newAddress(name), 'PEBBLE-10');
  await withDatabase(site, (sql) => payInFull(sql, paid.id));
  return { paid: paid.number, unpaid: unpaid.number };
}

for (const role of ['owner', 'fulfilment'])
  test(`${role}: orders are moved many at once and taken back, exported, noted and sent by a file`, async ({
    page,
    site,
  }) => {
    const { paid, unpaid } = await twoOrders(site, role);
    await signInAs(page, site, `${role}@keywright.test`);
    await page.goto(`${site.siteUrl}/admin/orders`);
    for (const number of [paid, unpaid]) await rowOf(page, number).getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Change stage', exact: true }).click();
    const move = page.getByRole('dialog', { name: 'Change stage' });
    await expect(move.getByLabel('New stage', { exact: true })).toHaveValue('in_production');
    await expect(
      move.getByText(`${unpaid} will not change: not possible from “Waiting for payment”`),
    ).toBeVisible();
    await expect(move.getByRole('option', { name: 'Paid (not possible)' })).toBeAttached();
    await expect(move.getByRole('option', { name: 'Shipped (not possible)' })).toBeAttached();
    await move.getByLabel('New stage', { exact: true }).selectOption('paid');
    await expect(move.getByText(`${paid} will not change: already in this stage`)).toBeVisible();
    await expect(
      move.getByText(`${unpaid} will not change: record its payment on its page`),
    ).toBeVisible();
    await move.getByLabel('New stage', { exact: true }).selectOption('in_production');
    await move.getByRole('button', { name: 'Change stage: 1 row' }).click();
    await expect(move.getByText('1 done, 0 refused')).toBeVisible();
    await expect(move.getByText('The customer gets an e-mail, which can’t be')).toBeVisible();
    await expect(move.getByRole('button', { name: 'Undo' })).toHaveCount(0);
    await move.getByRole('button', { name: 'Close', exact: true }).last().click();

    await rowOf(page, unpaid).getByRole('checkbox').uncheck();
    await page.getByRole('button', { name: 'Change stage', exact: true }).click();
    await expect(move.getByLabel('New stage', { exact: true })).toHaveValue('ready_to_ship');
    await move.getByLabel('New stage', { exact: true }).selectOption('paid');
    await move.getByLabel('Reason', { exact: true }).fill('The plate is missing');
    await move.getByRole('button', { name: 'Change stage: 1 row' }).click();
    await move.getByRole('button', { name: 'Undo' }).click();
    await expect(move.getByText('Undone')).toBeVisible();
    await expect(move.getByText('1 done, 0 refused, 0 unknown, 0 not touched')).toBeVisible();
    await move.getByRole('button', { name: 'Close', exact: true }).last().click();
    await expect(rowOf(page, paid)).toContainText('In production');

    await page.getByText('Download production lists', { exact: true }).click();
    await page.getByLabel('Batch', { exact: true }).selectOption('BRAEFELL-R1');
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Build list, one row per unit' }).click();
    const units = await readFile(await (await saving).path(), 'utf8');
    expect(units).toContain(paid);
    expect(units).not.toContain(unpaid);
    await page.keyboard.press('Escape');

    await rowOf(page, paid).getByRole('button', { name: paid }).click();
    await expect(page.getByRole('region', { name: 'Parcels' })).toContainText('1 × Braefell 65');
    await page.getByLabel('Note for colleagues').fill('Wants it on a Friday');
    await page.getByRole('button', { name: 'Add note' }).click();
    await expect(page.getByRole('list', { name: 'Notes' })).toContainText(/Friday.*you, /s);
    await moveOrder(page, 'Mark as packed');
    await expect(page.getByRole('button', { name: 'Ship …' })).toBeVisible();

    await page.getByRole('button', { name: 'All orders' }).click();
    await page.getByRole('button', { name: 'Import tracking CSV' }).click();
    const file = page.getByRole('dialog', { name: 'Ship parcels from a carrier file' });
    const text = `order,carrier,tracking_number\n${paid},Test Post,TP-${paid}\n${unpaid},Test Post,TP-2`;
    await file
      .getByLabel('CSV file')
      .setInputFiles({ name: 't.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    await expect(file.getByText('Its order is not ready: Waiting for payment')).toBeVisible();
    await file.getByRole('button', { name: 'Import 1 row' }).click();
    await expect(file.getByText('1 imported, 0 refused')).toBeVisible();
    await file.getByRole('button', { name: 'Close' }).click();
    await expect(rowOf(page, paid)).toContainText('Shipped');
  });

test('five orders leave with their numbers in four presses', async ({ page, site }) => {
  const numbers: string[] = [];
  for (let n = 0; n < 5; n += 1) {
    const order = await placeGuestOrder(site, newAddress(`five-${n}`), 'KNOB-SILVER');
    await withDatabase(site, async (sql) => {
      await payInFull(sql, order.id);
      await sql`select private.move_order(${order.id}, 'paid', 'ready_to_ship', 'shop')`;
    });
    numbers.push(order.number);
  }
  await signInAs(page, site, 'fulfilment@keywright.test');
  await page.goto(`${site.siteUrl}/admin/orders`);
  const presses = await countPresses(page);
  await page.getByRole('button', { name: 'Import tracking CSV' }).click();
  const file = page.getByRole('dialog', { name: 'Ship parcels from a carrier file' });
  const choosing = page.waitForEvent('filechooser');
  await file.getByLabel('CSV file').click();
  const lines = numbers.map((number) => `${number},Test Post,TP-${number}`);
  await (
    await choosing
  ).setFiles({
    name: 'five.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['order,carrier,tracking_number', ...lines].join('\n')),
  });
  await file.getByRole('button', { name: 'Import 5 rows' }).click();
  await expect(file.getByText('5 imported, 0 refused')).toBeVisible();
  await file.getByRole('button', { name: 'Close' }).click();
  for (const number of numbers) await expect(rowOf(page, number)).toContainText('Shipped');
  expect(presses()).toBe(4);
});

test('support reads orders and leaves notes, and is offered nothing that moves an order, money or a parcel', async ({
  page,
  site,
}) => {
  const { paid } = await twoOrders(site, 'helped');
  await signInAs(page, site, 'support@keywright.test');
  await page.goto(`${site.siteUrl}/admin/orders`);
  await expect(rowOf(page, paid)).toBeVisible();
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await expect(page.getByRole('tab')).toHaveCount(0);
  const main = page.getByRole('main');
  for (const name of ['Import tracking CSV', 'Download manifest of packed parcels', 'New order'])
    await expect(main.getByRole('button', { name })).toHaveCount(0);
  await expect(main.getByText('Download production lists', { exact: true })).toHaveCount(0);
  await rowOf(page, paid).getByRole('button', { name: paid }).click();
  await expect(main.getByRole('region', { name: 'Customer' })).toBeVisible();
  for (const name of ['Edit order', 'Label and slip', 'Ask the customer', 'Start production'])
    await expect(main.getByRole('button', { name })).toHaveCount(0);
  await main.getByLabel('Note for colleagues').fill('They called twice');
  await main.getByRole('button', { name: 'Add note' }).click();
  await expect(main.getByRole('list', { name: 'Notes' })).toContainText('They called twice');
});

test('orders are narrowed by an amount as it is written on a bill', async ({ page, site }) => {
  const { paid, unpaid } = await twoOrders(site, 'narrowed');
  await signInAs(page, site, 'owner@keywright.test');
  await page.goto(`${site.siteUrl}/admin/orders`);
  await expect(rowOf(page, unpaid)).toBeVisible();
  await page.locator('summary', { hasText: 'Filter' }).click();
  await page.getByLabel('Column', { exact: true }).selectOption('Total');
  await page.getByLabel('Value').fill('300,00');
  await page.getByRole('button', { name: 'Add filter' }).click();
  await expect(page.getByRole('button', { name: /Total from €300\.00/ })).toBeVisible();
  await expect(rowOf(page, paid)).toBeVisible();
  await expect(rowOf(page, unpaid)).toHaveCount(0);
});

test('the number of an order stays in sight while its row is scrolled sideways', async ({
  page,
  site,
}) => {
  const { paid } = await twoOrders(site, 'sideways');
  await signInAs(page, site, 'owner@keywright.test');
  await page.goto(`${site.siteUrl}/admin/orders`);
  await expect(rowOf(page, paid)).toBeVisible();
  const moved = await page.getByRole('grid').evaluate((grid) => {
    grid.scrollLeft = grid.scrollWidth;
    return grid.scrollLeft;
  });
  expect(moved).toBeGreaterThan(100);
  await expect(rowOf(page, paid).getByRole('button', { name: paid })).toBeInViewport();
  await expect(page.getByRole('columnheader', { name: /^Order/ })).toBeInViewport();
  await expect(rowOf(page, paid).getByRole('checkbox')).not.toBeInViewport();
});

import { readFile } from 'node:fs/promises';
import { expect, type Page } from 'playwright/test';
import { findFaults } from '../../support/pages/axe.ts';
import { placeGuestOrder } from '../../support/pages/checkout-page.ts';
import { newAddress } from '../../support/data/people.ts';
import { fill, finish, openStep } from '../../support/pages/order-desk.ts';
import { test, type BuiltSite } from '../../support/site.ts';
import { askApi, signInAs } from '../../support/pages/staff-page.ts';

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true }).first();

async function boxOf(page: Page, name: string) {
  const box = await part(page, name).boundingBox();
  if (box === null) throw new Error(`${name} is not to be seen`);
  return box;
}

async function openOrder(page: Page, site: BuiltSite, name: string) {
  const who = await signInAs(page, site, 'fulfilment@keywright.test');
  const order = await placeGuestOrder(site, newAddress(name), 'PEBBLE-10');
  const steps = Array.from({ length: 6 }, () => ['in_production', 'ready_to_ship']).flat();
  await askApi(site, who, 'POST', '/rest/v1/rpc/record_payment', { p_order: order.id });
  for (const to of steps)
    await askApi(site, who, 'POST', '/rest/v1/rpc/transition_orders', {
      p_orders: [order.id],
      p_to: to,
      p_reason: 'Packed, and unpacked again',
    });
  await page.goto(`${site.siteUrl}/admin/orders?order=${order.number}`);
  await expect(part(page, 'History')).toBeVisible();
  return order;
}

test('one order fills a wide window in two columns, and what is short stays in sight', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 1440, height: 1400 });
  await openOrder(page, site, 'wide');
  const lines = await boxOf(page, 'Lines');
  for (const name of ['Actions', 'Customer', 'Money'])
    expect((await boxOf(page, name)).x, name).toBeGreaterThan(lines.x + lines.width);
  for (const name of ['Parcels', 'Notes', 'History'])
    expect((await boxOf(page, name)).x, name).toBeLessThan(lines.x + lines.width);
  expect((await boxOf(page, 'Actions')).y).toBeCloseTo(lines.y, 0);
  await page.evaluate(() => scrollTo(0, 400));
  await expect(part(page, 'Actions')).toBeInViewport({ ratio: 0.9 });

  const levels = await page
    .locator('main')
    .getByRole('heading')
    .evaluateAll((all) => all.map(({ tagName }) => Number(tagName.slice(1))));
  expect(levels.filter((level, index) => level - (levels[index - 1] ?? 0) > 1)).toEqual([]);
  expect(await findFaults(page)).toEqual([]);

  await page.emulateMedia({ media: 'print' });
  expect((await boxOf(page, 'Money')).x).toBeCloseTo((await boxOf(page, 'Lines')).x, 0);
});

test('on a phone it is one column, what comes next before what has been', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openOrder(page, site, 'narrow');
  const tops: number[] = [];
  for (const name of ['Lines', 'Parcels', 'Actions', 'Customer', 'Money', 'Notes', 'History'])
    tops.push((await boxOf(page, name)).y);
  expect(tops).toEqual(tops.toSorted((a, b) => a - b));
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  const table = page.getByRole('region', { name: 'Events' });
  expect(await table.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0);
});

test('a parcel keeps its package, and amounts of orders are numbers in a file', async ({
  page,
  site,
}) => {
  const order = await openOrder(page, site, 'packed');
  const parcels = part(page, 'Parcels');
  const shipping = await openStep(page, 'Ship');
  const box = shipping.getByLabel('Package');
  await expect(box).not.toHaveValue('');
  await box.selectOption({ label: 'Double board box' });
  await fill(shipping, { 'Tracking number': 'TP-1' });
  await expect(shipping.getByText('Whose number is it?')).toBeVisible();
  await expect(shipping.getByRole('button', { name: 'Mark as shipped' })).toBeDisabled();
  await fill(shipping, { Carrier: 'Test Post' });
  await finish(shipping, 'Mark as shipped');
  await expect(parcels).toContainText('Packed into Double board box');
  await expect(part(page, 'History')).toContainText('package: Double board box');

  await parcels.getByText('Correct tracking number').click();
  await parcels.getByLabel('Tracking number', { exact: true }).fill('TP-2');
  await parcels.getByRole('button', { name: 'Save tracking number' }).click();
  await expect(parcels).toContainText('Test Post TP-2');
  await expect(part(page, 'History')).toContainText(
    /tracking corrected.*before: TP-1.*after: TP-2/,
  );

  await page.goto(`${site.siteUrl}/admin/orders?q=${order.number}`);
  await expect(page.getByRole('button', { name: 'Export CSV' })).toBeVisible();
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const [head = '', ...rows] = (await readFile(await (await saving).path(), 'utf8')).split('\r\n');
  expect(head.startsWith('\uFEFFOrder,')).toBe(true);
  const row = rows.find((each) => each.startsWith(`${order.number},`)) ?? '';
  expect(row).toMatch(new RegExp(`,${(order.total_minor / 100).toFixed(2)},.*,EUR$`));
  expect(row).toMatch(/^KW-\d+,\d{4}-\d\d-\d\dT[\d:.]+Z,/);
  expect(head).toContain(',VAT rate (%),VAT,');
});

for (const width of [390, 1440])
  test(`one long word in what was written about an order keeps to its column at ${width} px`, async ({
    page,
    site,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    const order = await openOrder(page, site, 'long-word');
    const word = 'Verylongword'.repeat(30);
    const who = await signInAs(page, site, 'fulfilment@keywright.test');
    const call = (name: string, body: unknown) =>
      askApi(site, who, 'POST', `/rest/v1/rpc/${name}`, body);
    await call('add_order_note', { p_order: order.id, p_text: word });
    const [{ version }] = (await askApi(
      site,
      who,
      'GET',
      `/rest/v1/orders?id=eq.${order.id}&select=version`,
    )) as [{ version: number }];
    await call('flag_address', { p_order: order.id, p_question: word, p_version: version });
    await call('transition_orders', {
      p_orders: [order.id],
      p_to: 'in_production',
      p_reason: word,
    });
    await page.reload();
    await expect(page.getByRole('list', { name: 'Notes' })).toContainText(word);
    await expect(part(page, 'History')).toContainText(word);
    const sizes = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    expect(sizes[0]).toBeLessThanOrEqual(sizes[1] ?? 0);
    const [notes, money] = [await boxOf(page, 'Notes'), await boxOf(page, 'Money')];
    expect(notes.width).toBeLessThanOrEqual(width);
    if (width > 1000) expect(notes.x + notes.width).toBeLessThanOrEqual(money.x);
  });

import { readFile } from 'node:fs/promises';
import { expect } from 'playwright/test';
import { findFaults } from '../../support/pages/axe.ts';
import { withDatabase } from '../../support/pages/list-pages.ts';
import { test, watchPage } from '../../support/site.ts';
import { signInAs } from '../../support/pages/staff-page.ts';

test('what was sold is drawn where it is asked for, with its numbers behind it', async ({
  page,
  site,
}) => {
  const watched = await watchPage(page);
  await signInAs(page, site, 'owner@keywright.test');
  await page.goto(`${site.siteUrl}/admin/orders`);
  await expect(page.getByRole('searchbox', { name: /^Search number/ })).toBeVisible();
  const before = watched.requests.length;
  await page.getByRole('tab', { name: 'Figures' }).click();
  const batch = page
    .getByRole('region', { name: /kits ordered, compared with the minimum$/ })
    .first();
  await expect(batch.locator('svg rect').first()).toBeAttached();
  expect(
    watched.requests.slice(before).filter((url) => url.endsWith('.js')).length,
  ).toBeGreaterThan(0);
  await batch.getByText('As a table').click();
  await expect(batch.getByRole('columnheader', { name: 'Minimum' })).toBeVisible();
  await page.getByLabel('Period').selectOption('Last 12 months');
  const days = page.getByRole('region', { name: 'Paid orders by day', exact: true });
  await days.getByText('As a table').click();
  await expect(days.getByRole('row')).toHaveCount(366);
  expect(watched.complaints.filter((each) => each.includes('policy:'))).toEqual([]);
});

test('days of one’s own are summed up beside as many before, and exported', async ({
  page,
  site,
}) => {
  await signInAs(page, site, 'owner@keywright.test');
  await page.goto(`${site.siteUrl}/admin/orders?tab=figures`);
  const totals = page.getByRole('region', { name: 'Totals' });
  await expect(totals).toContainText('beside the 30 days before');
  await page.getByLabel('Period').selectOption('Own days …');
  const [from, to] = [
    page.getByLabel('From', { exact: true }),
    page.getByLabel('To', { exact: true }),
  ];
  await from.fill('2026-01-05');
  await to.fill('2026-01-04');
  await expect(page.getByText('The last day is before the first.')).toBeVisible();
  await to.fill('2026-01-14');
  await expect(totals).toContainText('5 Jan 2026 to 14 Jan 2026, beside the 10 days before');
  await page.getByLabel('Period').selectOption('Last 90 days');
  await expect(from).toHaveCount(0);
  const days = page.getByRole('region', { name: 'Paid orders by day', exact: true });
  await days.getByText('As a table').click();
  const saving = page.waitForEvent('download');
  await days.getByRole('button', { name: 'Export CSV' }).click();
  const file = await readFile(await (await saving).path(), 'utf8');
  expect(file.split('\r\n')).toHaveLength(92);
  expect(file).toContain('Day,Orders,"Sales, EUR","90 days before, EUR"');
  expect((await saving).suggestedFilename()).toBe('paid-orders-by-day.csv');
});

for (const width of [320, 1440])
  test(`axe finds nothing among the figures at ${width} px`, async ({ page, site }) => {
    await page.setViewportSize({ width, height: 900 });
    await signInAs(page, site, 'owner@keywright.test');
    await page.goto(`${site.siteUrl}/admin/orders?tab=figures`);
    await expect(page.getByRole('region', { name: 'Totals' })).toBeVisible();
    expect(await findFaults(page, 'main')).toEqual([]);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(over).toBeLessThanOrEqual(0);
  });

test('how far counted visits came is drawn beside what everybody ordered', async ({
  page,
  site,
}) => {
  await withDatabase(
    site,
    (sql) => sql`
      insert into public.analytics_events (insert_id, name, device_id, session_id, happened_at)
      select 'figures-' || gen_random_uuid(), name, 'figures-' || n, n, now()
      from unnest(array['product_viewed', 'product_viewed', 'cart_line_added', 'cart_viewed', 'checkout_started'])
        with ordinality e (name, n)`,
  );
  await signInAs(page, site, 'fulfilment@keywright.test');
  await page.goto(`${site.siteUrl}/admin/orders`);
  await page.getByRole('tab', { name: 'Figures' }).click();
  const funnel = page.getByRole('region', { name: 'Conversion funnel', exact: true });
  await expect(funnel.locator('svg rect')).toHaveCount(5);
  await expect(funnel.getByText('All orders:')).toBeVisible();
  await funnel.getByText('As a table').click();
  await expect(funnel.getByRole('row')).toHaveCount(6);
  await expect(funnel.getByRole('row', { name: /^Viewed a product/ })).toContainText('100%');
});

test('how a batch came to its minimum is drawn day by day, with the days behind it', async ({
  page,
  site,
}) => {
  await signInAs(page, site, 'fulfilment@keywright.test');
  await page.goto(`${site.siteUrl}/admin/orders?tab=figures`);
  const filling = page.getByRole('region', { name: 'How a batch filled up', exact: true });
  const batches = filling.getByRole('combobox', { name: 'Batch' });
  for (const code of ['ALDERSEA-R1', 'MARKET-R1']) {
    await batches.selectOption({ label: code });
    const kit = filling.getByRole('region', { name: new RegExp(`^${code}: `) }).first();
    await expect(kit.locator('svg path').first()).toBeAttached();
    await kit.getByText('As a table').click();
    await expect(kit.getByRole('columnheader', { name: /^Paid until then|Days$/ })).toBeVisible();
    await expect(kit.getByRole('row').nth(1)).toBeVisible();
  }
});

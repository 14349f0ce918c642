import { expect } from 'playwright/test';
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
  await page.getByLabel('Show the last').selectOption('366');
  const days = page.getByRole('region', { name: 'Paid orders by day', exact: true });
  await days.getByText('As a table').click();
  await expect(days.getByRole('row')).toHaveCount(367);
  expect(watched.complaints.filter((each) => each.includes('policy:'))).toEqual([]);
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

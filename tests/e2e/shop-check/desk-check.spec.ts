import { randomUUID } from 'node:crypto';
import { expect } from 'playwright/test';
import { employ } from '../../support/data/employees.ts';
import { withDatabase } from '../../support/pages/list-pages.ts';
import { test } from '../../support/site.ts';
import { signInAs } from '../../support/pages/staff-page.ts';

test('whoever mends goods sees from where each product can be bought, and how earlier checks came out', async ({
  page,
  site,
}) => {
  await signInAs(page, site, 'editor@keywright.test');
  await page.goto(`${site.siteUrl}/admin/check`);
  await expect(page.getByText('Checked', { exact: false }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Check again' }).click();
  await page.getByText(/^The last \d+ checks$/).click();
  const runs = page.getByRole('region', { name: 'The last checks' });
  await expect(runs.getByRole('row').nth(2)).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Activity' })).toHaveCount(0);

  await page.getByRole('tab', { name: 'Availability' }).click();
  const reach = page.getByRole('region', { name: 'Where products can be bought' });
  await expect(reach.getByText(/^From (all )?\d+/).first()).toBeVisible();
  // The desk of shipping is shut to an editor: countries are named without a way there.
  await expect(reach.locator('a[href^="/admin/products"]').first()).toBeVisible();
  await expect(reach.locator('a[href^="/admin/shipping"]')).toHaveCount(0);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  expect((await saving).suggestedFilename()).toBe('reach.csv');
});

/** What only owners are told, and what each role is asked about: none hears of what it can't mend. */
const told: Readonly<Record<string, { readonly tabs: readonly string[]; readonly parts: number }>> =
  {
    owner: {
      tabs: ['To do', 'Availability', 'Permissions', 'Activity'],
      parts: 11,
    },
    editor: { tabs: ['To do', 'Availability'], parts: 4 },
    fulfilment: { tabs: ['To do', 'Availability'], parts: 5 },
    support: { tabs: [], parts: 3 },
  };

for (const [role, { tabs, parts }] of Object.entries(told))
  test(`${role} is told of what they mend, and of nothing else`, async ({ page, site }) => {
    const asked = new Set<string>();
    page.on('request', (request) => {
      if (request.url().includes('/rpc/')) asked.add(new URL(request.url()).pathname);
      const group = /"p_group":"(\w+)"/.exec(request.postData() ?? '')?.[1];
      if (group) asked.add(group);
    });
    await signInAs(page, site, await employ(site, role));
    await page.goto(`${site.siteUrl}/admin/check`);
    await expect(page.getByText(/Checked \d/)).toBeVisible({ timeout: 15_000 });
    await expect(page.getByRole('tab')).toHaveText(tabs);
    await expect(page.getByRole('region', { name: 'Scheduled jobs' })).toHaveCount(
      role === 'owner' ? 1 : 0,
    );
    expect([...asked].filter((name) => !name.includes('/'))).toHaveLength(parts);
    expect([...asked].some((name) => name.endsWith('/clock_report'))).toBe(role === 'owner');
    await page.goto(`${site.siteUrl}/admin/check?tab=access`);
    await expect(page.getByText(/Checked \d|Visitors read \d/).first()).toBeVisible();
    await expect(page.getByText(/^Visitors read \d/)).toHaveCount(role === 'owner' ? 1 : 0);
  });

test('checking again asks anew what runs by the clock', async ({ page, site }) => {
  let asked = 0;
  await page.route('**/rest/v1/rpc/clock_report', async (route) => {
    asked += 1;
    await route.fulfill({
      json: {
        ran_at: '2026-03-14T18:00:00Z',
        jobs: [
          {
            job: 'orders',
            ran_at: '2026-03-14T18:00:00Z',
            worked_at: null,
            problem: asked === 1 ? 'It was locked out' : '',
          },
        ],
        next: [{ what: 'lists', count: asked, at: '2026-03-15T18:00:00Z' }],
      },
    });
  });
  await signInAs(page, site, await employ(site, 'owner'));
  await page.goto(`${site.siteUrl}/admin/check`);
  const told = page.getByRole('region', { name: 'Scheduled jobs' });
  await expect(told).toContainText('Ending orders that were not paid: It was locked out');
  await expect(told).toContainText('1 list closes');
  await expect(told.getByRole('definition')).toHaveText(/^15 Mar 2026/);
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(told).toContainText('all jobs finished');
  await expect(told).toContainText('2 lists close');
  await expect(told.getByRole('definition')).toHaveText(/^the first on 15 Mar 2026/);
});

test('owners read who may do what as the database has it, and take it along', async ({
  page,
  site,
}) => {
  await signInAs(page, site, await employ(site, 'owner'));
  await page.goto(`${site.siteUrl}/admin/check?tab=access`);
  const rights = page.getByRole('region', { name: 'Permissions by table' });
  const row = (name: string) =>
    rights.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) });
  await expect(row('order records')).toContainText('Customers read their own orders');
  await expect(row('order records')).toContainText('Nothing');
  await expect(row('products')).toContainText('Read it');
  await page.getByText(/functions only the shop may call$/).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'run due jobs' })).toBeVisible();
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  expect((await saving).suggestedFilename()).toBe('rights.csv');
});

test('of many mails that were given up a few stand for all, and each can be sent again from there', async ({
  page,
  site,
}) => {
  const fact = `given-up-${randomUUID()}`;
  await withDatabase(
    site,
    (sql) => sql`
      insert into public.outbox (kind, dedupe_key, recipient, given_up_at, last_error)
      select 'order_message', ${fact} || n, 'gone@people.test', now() - interval '3 hours', 'no such mailbox'
      from generate_series(1, 8) n`,
  );
  try {
    await signInAs(page, site, await employ(site, 'owner'));
    await page.goto(`${site.siteUrl}/admin/check`);
    await expect(page.getByText(/faults.* Checked \d/)).toBeVisible({ timeout: 15_000 });
    // Mails that other tests left stand among these: their number is not known here.
    const kind = page
      .getByRole('region', { name: 'To do' })
      .getByRole('rowgroup')
      .filter({ has: page.getByRole('button', { name: 'Resend' }) });
    const rows = kind.getByRole('row').filter({ hasText: 'could not be sent' });
    const ours = kind.getByRole('row').filter({ hasText: 'no such mailbox' });
    const more = kind.getByRole('button', { name: /^Show all \d+ of this kind$/ });
    await expect(rows).toHaveCount(5);
    const all = Number(/\d+/.exec(await more.innerText())?.[0]);
    expect(all).toBeGreaterThanOrEqual(8);
    await more.click();
    await expect(rows).toHaveCount(all);
    await expect(ours).toHaveCount(8);
    await expect(ours.first()).toContainText('3 hours');
    await expect(ours.first().getByRole('link')).toHaveCount(0);
    await ours.first().getByRole('button', { name: 'Resend' }).click();
    await expect(ours.first()).toContainText('It has been queued again.');
    await page.getByRole('button', { name: 'Check again' }).click();
    await expect(more).toHaveText(`Show all ${all - 1} of this kind`);
  } finally {
    await withDatabase(
      site,
      (sql) => sql`delete from public.outbox where recipient = 'gone@people.test'`,
    );
  }
});

test('a price that the last build has otherwise is told with both', async ({ page, site }) => {
  const sku = 'TOOL-SWPULL';
  const change = (by: number) =>
    withDatabase(
      site,
      (sql) => sql`update public.variants set price_minor = price_minor + ${by} where sku = ${sku}`,
    );
  await change(150);
  try {
    await signInAs(page, site, await employ(site, 'editor'));
    await page.goto(`${site.siteUrl}/admin/check`);
    const build = page.getByRole('region', { name: 'The last build' });
    await expect(build).toContainText(`sells ${sku} for €9.00; the shop asks €10.50`, {
      timeout: 15_000,
    });
  } finally {
    await change(-150);
  }
});

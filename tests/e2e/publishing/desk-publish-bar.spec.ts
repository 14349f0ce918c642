import { expect, type Page } from 'playwright/test';
import { employ } from '../../support/data/employees.ts';
import { test } from '../../support/site.ts';
import { signInAs } from '../../support/pages/staff-page.ts';

const barOf = (page: Page) => page.getByRole('region', { name: 'Publish' });
const desks = ['check', 'products', 'colorways', 'lists', 'orders', 'shipping'] as const;

/** The desk, or its door: whichever comes, the role is known by then. */
function insideOf(page: Page) {
  const main = page.getByRole('main');
  return main
    .getByText(/can’t be opened with your role/)
    .or(main.getByRole('tablist'))
    .or(main.getByRole('searchbox'))
    .or(main.getByRole('button', { name: 'Check again' }))
    .first();
}

/** What the shop would say of its last build, without a build. */
async function tellRun(page: Page, run: Readonly<Record<string, unknown>>) {
  await page.route('**/rest/v1/publish_requests**', (route) =>
    route.fulfill({
      json: [
        {
          id: '00000000-0000-4000-8000-000000000001',
          note: 'Spring news',
          requested_at: '2026-03-14T18:00:00Z',
          finished_at: null,
          log: '',
          log_url: null,
          ...run,
        },
      ],
    }),
  );
}

for (const [role, sees] of Object.entries({
  owner: true,
  editor: true,
  fulfilment: false,
  support: false,
}))
  test(`${role} ${sees ? 'has' : 'does not have'} the publish bar on each desk`, async ({
    page,
    site,
  }) => {
    await signInAs(page, site, await employ(site, role));
    for (const desk of desks) {
      await page.goto(`${site.siteUrl}/admin/${desk}`);
      const settled = sees ? barOf(page).getByRole('button', { name: /^Publish/ }) : insideOf(page);
      await expect(settled).toBeVisible({ timeout: 15_000 });
      await expect(barOf(page)).toHaveCount(sees ? 1 : 0);
    }
  });

test('what is refused is told once, beside what was typed, and is forgotten when it is asked anew', async ({
  page,
  site,
}) => {
  await signInAs(page, site, await employ(site, 'editor'));
  await page.route('**/functions/v1/publish', (route) =>
    route.fulfill({ status: 503, json: { message: 'The builder is away.' } }),
  );
  await page.goto(`${site.siteUrl}/admin/check`);
  await barOf(page).getByRole('button', { name: 'Publish changes …' }).click();
  const dialog = page.getByRole('dialog', { name: 'Publish' });
  await dialog.getByLabel('Note for colleagues').fill('Spring news');
  await dialog.getByRole('button', { name: 'Publish now' }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(1);
  await expect(dialog.getByLabel('Note for colleagues')).toHaveValue('Spring news');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
  const key = barOf(page).getByRole('button', { name: 'Publish changes …' });
  await expect(key).toBeFocused();
  await key.click();
  await expect(dialog.getByRole('button', { name: 'Publish now' })).toBeVisible();
  await expect(dialog.getByRole('alert')).toHaveCount(0);
});

test('a build that failed is told with what it means for visitors, and opens on what it said', async ({
  page,
  site,
}) => {
  await signInAs(page, site, await employ(site, 'owner'));
  await tellRun(page, {
    status: 'failed',
    finished_at: '2026-03-14T18:02:00Z',
    log: 'It has no such number.\nThe site is as it was.',
  });
  await page.goto(`${site.siteUrl}/admin/check`);
  await expect(barOf(page).getByRole('status')).toContainText('The last build failed');
  await expect(barOf(page).getByRole('status')).toContainText('the site has not changed');
  await barOf(page).getByRole('button', { name: 'Last build' }).click();
  const dialog = page.getByRole('dialog', { name: 'The last build' });
  await expect(dialog.getByLabel('Build log')).toHaveValue(/no such number/);
  await expect(dialog).toContainText(/ended 14 Mar 2026, \d\d:\d\d \S+/);
});

test('the log of a build is asked for by whoever opens it, and one that is lost leaves the bar', async ({
  page,
  site,
}) => {
  await signInAs(page, site, await employ(site, 'owner'));
  await tellRun(page, { status: 'failed', finished_at: '2026-03-14T18:02:00Z' });
  let asked = 0;
  await page.route('**/rest/v1/publish_requests?select=log&*', (route) => {
    asked += 1;
    return route.fulfill({ status: 403, json: { message: 'Not now' } });
  });
  await page.goto(`${site.siteUrl}/admin/check`);
  await expect(barOf(page).getByRole('status')).toContainText('The last build failed');
  expect(asked).toBe(0);
  await barOf(page).getByRole('button', { name: 'Last build' }).click();
  const log = page.getByRole('dialog', { name: 'The last build' }).getByLabel('Build log');
  await expect(log).toHaveValue(/could not be loaded/);
  expect(asked).toBeGreaterThan(0);
  await expect(barOf(page).getByRole('status')).toContainText('The last build failed');
});

test('a build that waits, and one that runs, say what visitors see meanwhile', async ({
  page,
  site,
}) => {
  await signInAs(page, site, await employ(site, 'owner'));
  await tellRun(page, { status: 'queued', requested_at: new Date().toISOString() });
  await page.goto(`${site.siteUrl}/admin/check`);
  await expect(barOf(page).getByRole('status')).toContainText('waiting for the builder');
  await page.unroute('**/rest/v1/publish_requests**');
  await tellRun(page, { status: 'queued' });
  await expect(barOf(page).getByRole('status')).toContainText('Publish again to call it once more');
  await page.unroute('**/rest/v1/publish_requests**');
  await tellRun(page, {
    status: 'running',
    log: 'Building static entrypoints',
    log_url: 'https://logs.test/runs/7',
  });
  await expect(barOf(page).getByRole('status')).toContainText(
    'Visitors still see the previous one',
  );
  await barOf(page).getByRole('button', { name: 'Last build' }).click();
  const dialog = page.getByRole('dialog', { name: 'The last build' });
  await dialog.getByText('Build output').click();
  await expect(dialog.getByLabel('Build log')).toHaveValue(/static entrypoints/);
  const log = dialog.getByRole('link', { name: 'The builder’s own log' });
  await expect(log).toHaveAttribute('href', 'https://logs.test/runs/7');
});

test('beside what the last build tells, an owner sees every desk in a window of 900 px', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signInAs(page, site, await employ(site, 'owner'));
  await tellRun(page, { status: 'live', finished_at: '2026-03-14T18:02:00Z' });
  await page.goto(`${site.siteUrl}/admin`);
  await expect(barOf(page).getByRole('button', { name: 'Last build' })).toBeVisible();
  const nav = page.getByRole('navigation', { name: 'Workshop desk' });
  await expect(nav.getByRole('link', { name: 'Staff' })).toBeInViewport({ ratio: 1 });
});

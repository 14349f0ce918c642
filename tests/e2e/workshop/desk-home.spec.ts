import { expect } from 'playwright/test';
import { findFaults } from '../../support/pages/axe.ts';
import { employ, plantOrder } from '../../support/data/employees.ts';
import { test } from '../../support/site.ts';
import { signInAs } from '../../support/pages/staff-page.ts';

for (const role of ['owner', 'editor', 'fulfilment', 'support'])
  test(`${role} finds at home what waits for them, and each way leads there`, async ({
    page,
    site,
  }) => {
    await plantOrder(site, 'home@people.test');
    await signInAs(page, site, await employ(site, role));
    await page.goto(`${site.siteUrl}/admin`);
    const waiting = page.getByRole('region', { name: 'Waiting for you' });
    await expect(waiting).toBeVisible({ timeout: 15_000 });
    const unpaid = waiting.getByRole('link', { name: /unpaid/ });
    await expect(unpaid).toHaveCount(role === 'editor' ? 0 : 1);
    await expect(page.getByRole('region', { name: 'Orders today' })).toHaveCount(
      role === 'owner' || role === 'fulfilment' ? 1 : 0,
    );
    const paths = await waiting
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
    for (const path of paths) {
      await page.goto(`${site.siteUrl}${path}`);
      await expect(
        page
          .getByRole('grid')
          .or(page.getByText(/Checked \d/))
          .or(page.getByRole('textbox', { name: 'Alt text' }))
          .first(),
      ).toBeVisible({
        timeout: 15_000,
      });
    }
  });

test('the number at home is that of the rows behind it', async ({ page, site }) => {
  await plantOrder(site, 'home@people.test');
  await signInAs(page, site, await employ(site, 'owner'));
  await page.goto(`${site.siteUrl}/admin`);
  const unpaid = page.getByRole('link', { name: /unpaid/ });
  const count = Number((await unpaid.getByText(/^\d+$/).textContent()) ?? 0);
  expect(count).toBeGreaterThan(0);
  await unpaid.click();
  const rows = page.getByRole('grid').getByRole('row');
  await expect(rows.nth(1)).toBeVisible({ timeout: 15_000 });
  if (count < 15) await expect(rows).toHaveCount(count + 1);
});

test('when it can’t be read, it says so and reads again', async ({ page, site }) => {
  await signInAs(page, site, await employ(site, 'owner'));
  await page.route('**/rpc/desk_home', (route) => route.abort());
  await page.goto(`${site.siteUrl}/admin`);
  await expect(page.getByText('Your tasks could not be loaded')).toBeVisible({
    timeout: 30_000,
  });
  await page.unroute('**/rpc/desk_home');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('region', { name: 'Waiting for you' })).toBeVisible();
});

test('staff find the workshop on their account page, and customers do not', async ({
  page,
  site,
}) => {
  await signInAs(page, site, 'support@keywright.test');
  await page.goto(`${site.siteUrl}/user`);
  await page.getByRole('link', { name: 'Open the workshop' }).click();
  await expect(page).toHaveURL(`${site.siteUrl}/admin`);
  await expect(page.getByRole('region', { name: 'Waiting for you' })).toBeVisible({
    timeout: 15_000,
  });
  await signInAs(page, site, 'shopper@keywright.test');
  const asked = page.waitForResponse(/my_staff_role/);
  await page.goto(`${site.siteUrl}/user`);
  await asked;
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open the workshop' })).toHaveCount(0);
});

test('a visitor and a customer are shown the door', async ({ page, site }) => {
  await page.goto(`${site.siteUrl}/admin`);
  await expect(page.getByText('Sign in to use this desk')).toBeVisible({ timeout: 15_000 });
  await signInAs(page, site, 'shopper@keywright.test');
  await page.goto(`${site.siteUrl}/admin`);
  await expect(page.getByText('The desk’s home can’t be opened with your role')).toBeVisible({
    timeout: 15_000,
  });
});

for (const width of [320, 1440])
  test(`axe finds nothing at ${width} px, and nothing reaches over the edge`, async ({
    page,
    site,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await signInAs(page, site, await employ(site, 'owner'));
    await page.goto(`${site.siteUrl}/admin`);
    await expect(page.getByRole('region', { name: 'Waiting for you' })).toBeVisible({
      timeout: 15_000,
    });
    expect(await findFaults(page, 'main')).toEqual([]);
    const over = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(over).toBe(0);
  });

import { expect, test } from 'playwright/test';
import { startIslandSite, type IslandSite } from '../../support/island-site.ts';

let site: IslandSite;
test.beforeAll(async () => {
  site = await startIslandSite();
});
test.afterAll(() => site.close());

test('an island that throws says so in its place with an id, and can be tried again', async ({
  page,
}) => {
  await page.goto(site.url);
  await expect(page.locator('#fails astro-island')).not.toHaveAttribute('ssr');
  await page.getByRole('button', { name: 'Break it' }).click();
  const message = page.locator('#fails').getByRole('alert');
  await expect(message).toContainText('Something went wrong in the broken part');
  await expect(message.locator('code')).toHaveText(/^[0-9a-f]{32}$/);
  await expect(page.getByRole('heading')).toHaveText('Still readable');
  await page.locator('#counts button').click();
  await expect(page.locator('#counts button')).toHaveText('Pressed 1');
  await message.getByRole('button', { name: 'Try again' }).click();
  await expect(message.locator('code')).toHaveText(/^[0-9a-f]{32}$/);
});

test('an island whose code is gone says so and leaves what was rendered', async ({ page }) => {
  await page.route('**/_astro/islands*', (route) => route.fulfill({ status: 404, body: '' }));
  await page.goto(site.url);
  const message = page.locator('#gone').getByRole('alert');
  await expect(message).toContainText('could not be loaded');
  await expect(message).toContainText(/Error [0-9a-f]{32}$/);
  await expect(page.locator('#gone')).toContainText('Rendered before it failed');
});

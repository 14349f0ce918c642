import { expect, test } from 'playwright/test';
import { startIslandSite, type IslandSite } from '../support/island-site.ts';

let site: IslandSite;
test.beforeAll(async () => {
  site = await startIslandSite();
});
test.afterAll(() => site.close());

test('an island on intent loads nothing until someone turns to it', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  await page.goto(`${site.url}/intent`, { waitUntil: 'networkidle' });
  expect(scripts).toEqual([]);
  await expect(page.locator('#intent astro-island')).toHaveAttribute('ssr', '');
  await page.locator('#intent button').focus();
  await expect(page.locator('#intent astro-island')).not.toHaveAttribute('ssr');
  expect(scripts.length).toBeGreaterThan(0);
});

test('presses before hydration are repeated after it, each once and in their order', async ({
  page,
}) => {
  // The island's code arrives late: until then every press falls on plain markup.
  let letThrough = () => {};
  const released = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route('**/_astro/islands*', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(site.url);
  const button = page.locator('#intent button');
  await button.click();
  await button.click();
  await button.click();
  await expect(button).toHaveText('Pressed 0');
  letThrough();
  await expect(button).toHaveText('Pressed 3');
  await button.click();
  await expect(button).toHaveText('Pressed 4');
});

test('a form sent before hydration is sent once, by the island, with what was typed', async ({
  page,
}) => {
  await page.goto(site.url);
  const note = page.locator('#intent input');
  await note.evaluate((input: HTMLInputElement) => {
    input.value = 'typed early';
    input.form?.requestSubmit();
  });
  await expect(page.locator('#intent output')).toHaveText('typed early');
  expect(new URL(page.url()).search).toBe('');
});

test('a link in an island works before hydration', async ({ page }) => {
  await page.goto(site.url);
  await page.locator('#intent a').click();
  expect(new URL(page.url()).hash).toBe('#elsewhere');
});

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
  await page.locator('#intent button').click();
  await expect(page.locator('#intent button')).toHaveText('Pressed 1');
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

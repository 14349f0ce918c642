import { expect } from 'playwright/test';
import { test } from '../../support/own-shop.ts';
import { askApi, signInAs } from '../../support/pages/staff-page.ts';
import { toneFile } from '../../support/test-sound.ts';

/** The function that is asked to publish starts at its first call. */
const asked = { timeout: 60_000 };

test('an owner uploads a sound and publishes it, and a shopper hears it', async ({
  page,
  browser,
  shop,
}) => {
  test.slow();
  const owner = await signInAs(page, shop, 'owner@keywright.test');
  const [{ id }] = (await askApi(
    shop,
    owner,
    'GET',
    '/rest/v1/products?url=eq.tallyman-numpad&select=id',
  )) as [{ id: string }];
  await page.goto(`${shop.siteUrl}/admin/products?product=${id}`);
  const sounds = page.getByRole('region', { name: 'Sounds' });
  await sounds.getByLabel(/Drop sounds here/).setInputFiles(toneFile('numpad.wav', 3));
  await sounds.getByLabel('Title').fill('On the desk, no mat');
  await page.getByRole('button', { name: 'Save and publish' }).click();
  await expect(page.getByText('Saved. The site is being built with it.')).toBeVisible(asked);

  const shopper = await browser.newPage();
  const heard = shopper.getByRole('region', { name: 'How it sounds' });
  await expect(async () => {
    await shopper.goto(`${shop.siteUrl}/keyboards/tallyman-numpad`);
    await expect(heard).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 240_000 });
  await heard.getByRole('button', { name: 'Play “On the desk, no mat”' }).click();
  await expect
    .poll(() => heard.locator('audio').evaluate((audio: HTMLAudioElement) => audio.currentTime))
    .toBeGreaterThan(0.3);
  await shopper.close();
});

import { expect } from 'playwright/test';
import { deliver } from '../../support/data/delivered-orders.ts';
import { newAddress } from '../../support/data/people.ts';
import { findFaults } from '../../support/pages/axe.ts';
import { test } from '../../support/own-shop.ts';
import { makeAccount, signInAs } from '../../support/pages/staff-page.ts';
import { phonePhoto } from '../../support/test-photo.ts';

const patience = { timeout: 240_000 };
const hostile = `<img src=x onerror="document.title='x'">“Q” & 'q' العربية`;

test('a customer’s photo is shown, published, seen large by a shopper, removed and gone', async ({
  page,
  browser,
  shop,
}) => {
  test.slow();
  const customer = await browser.newPage();
  const email = await makeAccount(shop, newAddress('photographer'));
  const { accessToken } = await signInAs(customer, shop, email);
  const number = await deliver(shop, email, accessToken, ['KNOB-SILVER']);
  await customer.goto(`${shop.siteUrl}/orders?order=${number}`);
  await customer.getByRole('button', { name: 'Add a photo' }).click();
  const dialog = customer.getByRole('dialog', { name: 'Your photos of Turned knob' });
  await dialog.getByLabel('Choose a photo').setInputFiles(await phonePhoto('knob.jpg'));
  await expect(dialog.getByRole('img', { name: 'What you chose' })).toBeVisible();
  await dialog.getByLabel('What it is built with').fill(hostile);
  await dialog.getByLabel('Name to show').fill('Ada <b>');
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Send photo' }).click();
  const sent = dialog.getByRole('list', { name: 'Photos that you sent' });
  await expect(sent).toContainText('Waiting');

  await signInAs(page, shop, 'editor@keywright.test');
  await page.goto(`${shop.siteUrl}/admin/photos`);
  const review = page.getByRole('region', { name: 'Photo' });
  await page.getByRole('list', { name: 'Photos' }).getByRole('button').last().click();
  await expect(review.locator('blockquote')).toHaveText(hostile);
  await review.getByLabel('Alt text').fill('A silver knob on a brown desk');
  await review.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page.getByText('Photo shown.')).toBeVisible();
  const publish = async (change: RegExp) => {
    await page.goto(`${shop.siteUrl}/admin/check`);
    await page.getByRole('button', { name: 'Publish changes …' }).click();
    const asked = page.getByRole('dialog', { name: 'Publish' });
    const photo = asked.getByRole('listitem').filter({ hasText: 'A silver knob on a brown desk' });
    await expect(photo).toHaveText(change);
    await asked.getByRole('button', { name: 'Publish now' }).click();
  };
  await publish(/Customer’s photo.*new by you/);

  const shopper = await (
    await browser.newContext({ viewport: { width: 390, height: 844 } })
  ).newPage();
  const strip = shopper.getByRole('region', { name: 'From people who own it' });
  const address = `${shop.siteUrl}/products/turned-knob`;
  await expect(async () => {
    await shopper.goto(address);
    await expect(strip).toBeVisible({ timeout: 2_000 });
  }).toPass(patience);
  await expect(strip.getByText(hostile)).toBeVisible();
  await expect(strip.getByText('Ada <b>')).toBeVisible();
  await strip.getByRole('link').click();
  const large = shopper.getByRole('dialog', { name: 'Turned knob, large' });
  await expect(large.getByRole('img', { name: 'A silver knob on a brown desk' })).toBeVisible();
  await expect(large).toContainText(hostile);
  await shopper.keyboard.press('Escape');
  await expect(strip.getByRole('link')).toBeFocused();
  expect(await findFaults(shopper)).toEqual([]);
  expect(await shopper.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  expect(await shopper.title()).not.toBe('x');

  await customer.reload();
  await customer.getByRole('button', { name: 'Your photos: 1 shown' }).click();
  await sent.getByRole('button', { name: 'Remove photo 1' }).click();
  await customer.getByRole('button', { name: 'Remove photo', exact: true }).click();
  await expect(dialog.getByText('The photo was removed.')).toBeVisible();
  await publish(/Customer’s photo.*removed by a customer/);
  await expect(async () => {
    await shopper.goto(address);
    await expect(strip).toHaveCount(0, { timeout: 2_000 });
  }).toPass(patience);
  await shopper.context().close();
  await customer.close();
});

import { expect, type Page } from 'playwright/test';
import postgres from 'postgres';
import { newAddress } from '../../support/data/people.ts';
import { test } from '../../support/own-shop.ts';
import { plantCart } from '../../support/pages/cart.ts';
import {
  fillInOrder,
  lineOf,
  orderKey,
  ordersOf,
  storedCart,
  thanks,
} from '../../support/pages/checkout-page.ts';

const captcha = (page: Page) => page.getByRole('dialog', { name: 'Are you human?' });
const person = (page: Page) =>
  captcha(page).frameLocator('iframe').getByRole('button', { name: 'I am a person' });

async function setCaptcha(databaseUrl: string, value: number): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined });
  await sql`update public.settings set value = ${value} where key = 'captcha_for_guests'`;
  await sql.end();
}

test.afterAll(({ shop }) => setCaptcha(shop.databaseUrl, 0));

test('where the owner switched it on a guest shows once that they are a person, and has one order', async ({
  page,
  context,
  shop,
}) => {
  const email = newAddress('person');
  await setCaptcha(shop.databaseUrl, 1);
  await plantCart(context, storedCart([await lineOf(shop, 'PEBBLE-10')]));
  await page.goto(`${shop.siteUrl}/cart/confirm`);
  await fillInOrder(page, email);
  await page.getByRole('radio', { name: /Bank transfer/ }).check();
  await orderKey(page).click();
  await captcha(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Confirm that you are human, then place')).toBeVisible();
  await expect(page.getByLabel('E-mail', { exact: true })).toHaveValue(email);
  expect(await ordersOf(shop, email)).toEqual([]);

  await orderKey(page).click();
  await person(page).click();
  await expect(thanks(page)).toBeVisible({ timeout: 20_000 });
  expect(await ordersOf(shop, email)).toHaveLength(1);
});

test('a captcha that can’t be loaded says so and is tried again', async ({
  page,
  context,
  shop,
}) => {
  const email = newAddress('blocked');
  await setCaptcha(shop.databaseUrl, 1);
  await context.route('**/api.js*', (route) => route.abort());
  await plantCart(context, storedCart([await lineOf(shop, 'PEBBLE-10')]));
  await page.goto(`${shop.siteUrl}/cart/confirm`);
  await fillInOrder(page, email);
  await page.getByRole('radio', { name: /Bank transfer/ }).check();
  await orderKey(page).click();
  await expect(captcha(page).getByText('The check could not be loaded')).toBeVisible();
  await context.unroute('**/api.js*');
  await captcha(page).getByRole('button', { name: 'Try again' }).click();
  await person(page).click();
  await expect(thanks(page)).toBeVisible({ timeout: 20_000 });
});

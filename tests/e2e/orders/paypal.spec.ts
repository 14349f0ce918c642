import { expect, type Page } from 'playwright/test';
import { newAddress } from '../../support/data/people.ts';
import { fill, finish, openStep } from '../../support/pages/order-desk.ts';
import { test } from '../../support/own-shop.ts';
import { plantCart } from '../../support/pages/cart.ts';
import { fillInOrder, lineOf, orderKey, storedCart } from '../../support/pages/checkout-page.ts';
import { signInAs } from '../../support/pages/staff-page.ts';
import type { TestShop } from '../../support/shop.ts';

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true }).first();

/** As its owner does it at the desk. */
async function offerPayPal(page: Page, shop: TestShop) {
  await signInAs(page, shop, 'owner@keywright.test');
  await page.goto(`${shop.siteUrl}/admin/money?tab=methods`);
  const method = part(page, 'PayPal');
  const offered = method.getByLabel('Offered at checkout');
  // The first call of a function starts it.
  await expect(offered).toBeEnabled({ timeout: 30_000 });
  if (await offered.isChecked()) return;
  await offered.check();
  await method.getByRole('button', { name: 'Save' }).click();
  await expect(method.getByText('Offered', { exact: true })).toBeVisible();
}

/** A guest who chose PayPal, as far as PayPal's page. */
async function orderByPayPal(page: Page, shop: TestShop): Promise<string> {
  const email = newAddress('paypal');
  await plantCart(page.context(), storedCart([await lineOf(shop, 'PEBBLE-10')]));
  await page.goto(`${shop.siteUrl}/cart/confirm`);
  await fillInOrder(page, email);
  await page.getByRole('radio', { name: /^PayPal/ }).check();
  await expect(page.getByText('Test mode: no money moves.').first()).toBeVisible();
  await orderKey(page).click();
  await expect(page.getByRole('heading', { name: /^Pay \d+\.\d\d EUR$/ })).toBeVisible();
  return email;
}

test('an owner sees which keys are set, tries them, and can’t offer what has none', async ({
  page,
  shop,
}) => {
  await offerPayPal(page, shop);
  const method = part(page, 'PayPal');
  await expect(method.getByText('Test mode', { exact: true })).toBeVisible();
  await expect(method.getByText('PAYPAL_CLIENT_SECRET')).toBeVisible();
  await expect(method).not.toContainText('paypal_secret');
  await method.getByRole('button', { name: 'Try the connection' }).click();
  await expect(method.getByText('PayPal took the keys and knows the webhook.')).toBeVisible();
  const stripe = part(page, 'Stripe');
  await expect(stripe.getByText('Keys missing')).toBeVisible();
  await expect(stripe.getByLabel('Offered at checkout')).toBeDisabled();
  await expect(part(page, 'Webhook')).toContainText('/functions/v1/payment-webhook');
});

test('a buyer pays with PayPal and sees the order paid; the desk refunds it', async ({
  page,
  shop,
  browser,
}) => {
  await offerPayPal(page, shop);
  const guest = await (await browser.newContext()).newPage();
  await orderByPayPal(guest, shop);
  await guest.getByRole('link', { name: 'Pay now' }).click();
  await guest.waitForURL(/\/orders\?order=KW-\d+&payment=done/);
  await expect(guest.getByText('This order is not paid yet')).toHaveCount(0);
  await expect(guest.getByText('Your payment arrived').first()).toBeVisible();
  const number = new URL(guest.url()).searchParams.get('order') ?? '';
  await page.goto(`${shop.siteUrl}/admin/orders?order=${number}`);
  const refund = await openStep(page, 'Refund');
  await fill(refund, { 'Amount to refund': '3.00', 'Reason for the refund': 'A scratch' });
  await expect(refund.getByText('PayPal sends the money.')).toBeVisible();
  await finish(refund, 'Refund €3.00');
  await expect(part(page, 'Payments')).toContainText('€3.00 sent: ');
  const charge = shop.paypal?.orders().at(-1)?.capture ?? '';
  expect(shop.paypal?.givenBack(charge)).toBe(300);
});

test('a buyer who cancels at PayPal comes back to an order that can still be paid', async ({
  page,
  shop,
  browser,
}) => {
  await offerPayPal(page, shop);
  const guest = await (await browser.newContext()).newPage();
  await orderByPayPal(guest, shop);
  await guest.getByRole('link', { name: 'Cancel and return' }).click();
  await expect(guest.getByText('This order is not paid yet')).toBeVisible();
  await expect(guest.getByText('Test mode: no money moves.')).toBeVisible();
  await guest.getByRole('button', { name: 'Pay now' }).click();
  await guest.getByRole('link', { name: 'Pay now' }).click();
  await guest.waitForURL(/payment=done/);
  await expect(guest.getByText('Your payment arrived').first()).toBeVisible();
});

test('staff who are no owners have no payment methods to set', async ({ page, shop }) => {
  const { accessToken } = await signInAs(page, shop, 'fulfilment@keywright.test');
  await page.goto(`${shop.siteUrl}/admin/money?tab=methods`);
  await expect(page.getByRole('tab', { name: 'Invoices' })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Payment methods' })).toHaveCount(0);
  for (const authorization of [`Bearer ${accessToken}`, 'Bearer sb_publishable_local', '']) {
    const answer = await fetch(`${shop.apiUrl}/functions/v1/payment-settings`, {
      method: 'POST',
      headers: { authorization, apikey: 'sb_publishable_local' },
      body: '{"try":"paypal"}',
    });
    expect(answer.status).toBe(403);
  }
});

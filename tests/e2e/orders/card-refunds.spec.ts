import { randomUUID } from 'node:crypto';
import { expect, type Page } from 'playwright/test';
import postgres, { type Sql } from 'postgres';
import { newAddress } from '../../support/data/people.ts';
import { fill, finish, openStep } from '../../support/pages/order-desk.ts';
import { test } from '../../support/own-shop.ts';
import { placeGuestOrder } from '../../support/pages/checkout-page.ts';
import { signInAs } from '../../support/pages/staff-page.ts';
import type { TestShop } from '../../support/shop.ts';

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true }).first();

async function withDatabase<T>(shop: TestShop, work: (sql: Sql) => Promise<T>): Promise<T> {
  const sql = postgres(shop.databaseUrl, { max: 1, onnotice: () => undefined });
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}

/** As its customer paid it on Stripe's page, so many times. */
async function paidByCard(shop: TestShop, times = 1) {
  const email = newAddress('card');
  const { id, number } = await placeGuestOrder(shop, email, 'PEBBLE-10');
  const charge = `pi_${randomUUID()}`;
  const total = await withDatabase(shop, async (sql) => {
    await sql`update public.order_records set payment = 'stripe' where id = ${id}`;
    const [order] = await sql<{ total: number }[]>`
      select total_minor as total from public.order_records where id = ${id}`;
    for (let time = 0; time < times; time += 1)
      await sql`select private.apply_payment_event('stripe', ${`evt_${time}_${charge}`}, 'paid', ${id},
        ${time === 0 ? charge : `${charge}_${time}`}, ${order?.total ?? 0}, 'EUR')`;
    return order?.total ?? 0;
  });
  shop.stripe?.charge(charge, total);
  for (let time = 1; time < times; time += 1) shop.stripe?.charge(`${charge}_${time}`, total);
  return { number, email, charge, total };
}

const refundMails = (shop: TestShop, email: string) =>
  withDatabase(
    shop,
    (sql) => sql`select from public.outbox where kind = 'order_refunded' and recipient = ${email}`,
  );

async function giveBack(page: Page, amount: string) {
  const refund = await openStep(page, 'Refund');
  await fill(refund, { 'Amount to refund': amount, 'Reason for the refund': 'A scratch' });
  await expect(refund.getByText('Stripe sends the money.')).toBeVisible();
  await finish(refund, `Refund €${amount}`);
}

test('a refund of a card payment leaves with the press, and its customer is told once', async ({
  page,
  shop,
}) => {
  const { number, email, charge } = await paidByCard(shop);
  await signInAs(page, shop, 'fulfilment@keywright.test');
  await page.goto(`${shop.siteUrl}/admin/orders?order=${number}`);
  await giveBack(page, '3.00');
  await expect(part(page, 'Payments')).toContainText('€3.00 sent: re_');
  expect(shop.stripe?.givenBack(charge)).toBe(300);
  expect(await refundMails(shop, email)).toHaveLength(1);
});

test('a refund that Stripe refuses says why, is due again, and can be made by hand', async ({
  page,
  shop,
}) => {
  const { number, email, charge } = await paidByCard(shop);
  shop.stripe?.refuse(charge, 'This charge is disputed', 'charge_disputed');
  await signInAs(page, shop, 'owner@keywright.test');
  await page.goto(`${shop.siteUrl}/admin/orders?order=${number}`);
  await giveBack(page, '3.00');
  const payments = part(page, 'Payments');
  await expect(payments).toContainText(
    '€3.00 not sent, so it is due again. Stripe refused it: This charge is disputed',
  );
  await expect(part(page, 'Money')).toContainText('Refund due€3.00');
  expect(await refundMails(shop, email)).toHaveLength(0);
  const refund = await openStep(page, 'Refund');
  await refund.getByLabel('The money has already gone back another way').check();
  await fill(refund, { 'Reason for the refund': 'By bank' });
  await finish(refund, 'Refund €3.00');
  await expect(part(page, 'Money')).not.toContainText('Refund due');
  expect(await refundMails(shop, email)).toHaveLength(1);
});

test('a refund that Stripe can’t take yet waits, and goes out when staff ask again', async ({
  page,
  shop,
}) => {
  const { number, charge } = await paidByCard(shop);
  shop.stripe?.refuse(charge, 'Insufficient funds', 'balance_insufficient');
  await signInAs(page, shop, 'owner@keywright.test');
  await page.goto(`${shop.siteUrl}/admin/orders?order=${number}`);
  await giveBack(page, '2.00');
  const payments = part(page, 'Payments');
  await expect(payments).toContainText('on its way: we ask the provider until it is sent.');
  shop.stripe?.take(charge);
  shop.stripe?.forgetKeys();
  await page.getByRole('button', { name: 'Send refund now' }).click();
  await expect(payments).toContainText('€2.00 sent: re_');
});

test('many orders get back what they are owed in one go, and each that Stripe refuses is named', async ({
  page,
  shop,
}) => {
  const orders = [await paidByCard(shop, 2), await paidByCard(shop, 2)];
  const disputed = await paidByCard(shop, 2);
  shop.stripe?.refuse(disputed.charge, 'This charge is disputed', 'charge_disputed');
  await signInAs(page, shop, 'owner@keywright.test');
  await page.goto(`${shop.siteUrl}/admin/orders`);
  await page.getByRole('button', { name: 'Refund due' }).click();
  for (const { number } of [...orders, disputed])
    await page.getByRole('row').filter({ hasText: number }).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Refund what is due' }).click();
  const dialog = page.getByRole('dialog', { name: /Refund what is due/ });
  await dialog.getByLabel('Reason for the refund').fill('Paid twice');
  await dialog.getByRole('button', { name: 'Refund what is due: 3 rows' }).click();
  await expect
    .poll(() => orders.map(({ charge }) => shop.stripe?.givenBack(charge)))
    .toEqual(orders.map(({ total }) => total));
  await expect(dialog).toContainText('2 done, 1 refused');
  await expect(dialog.getByRole('list', { name: 'Results' })).toContainText(
    `${disputed.number}, €10.75 Stripe refused it: This charge is disputed`,
  );
});

import { expect, type Page } from 'playwright/test';
import { placeGuestOrder } from '../../support/pages/checkout-page.ts';
import { withDatabase } from '../../support/pages/list-pages.ts';
import { newAddress } from '../../support/data/people.ts';
import { fill, finish, openStep } from '../../support/pages/order-desk.ts';
import { test, type BuiltSite } from '../../support/site.ts';
import { findFaults } from '../../support/pages/axe.ts';
import { countPresses } from '../../support/pages/presses.ts';
import { askApi, signInAs, type SignedIn } from '../../support/pages/staff-page.ts';

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true }).first();

async function open(page: Page, site: BuiltSite, number: string) {
  await page.goto(`${site.siteUrl}/admin/orders?order=${number}`);
  await expect(part(page, 'Actions')).toBeVisible();
}

/** Paid for one piece, and by now so many of them. */
async function amended(site: BuiltSite, who: SignedIn, name: string, pieces: number) {
  const { id, number } = await placeGuestOrder(site, newAddress(name), 'PEBBLE-10');
  const rpc = (call: string, body: object) =>
    askApi(site, who, 'POST', `/rest/v1/rpc/${call}`, body);
  const [line] = await withDatabase(
    site,
    (sql) => sql<{ id: string }[]>`select id from public.order_lines where order_id = ${id}`,
  );
  const change = async (quantity: number) => {
    const [order] = await withDatabase(
      site,
      (sql) =>
        sql<{ version: number }[]>`select version from public.order_records where id = ${id}`,
    );
    await rpc('amend_order', {
      p_order: id,
      p_version: order?.version,
      p_changes: { lines: [{ line_id: line?.id, quantity }] },
      p_reason: 'As they asked',
      p_preview: false,
    });
  };
  await change(2);
  await rpc('record_payment', { p_order: id, p_reference: `First ${number}` });
  await change(pieces);
  return number;
}

test('what a customer is owed is what is proposed to go back, not all that came', async ({
  page,
  site,
}) => {
  const who = await signInAs(page, site, 'fulfilment@keywright.test');
  await open(page, site, await amended(site, who, 'owed', 1));
  const refund = await openStep(page, 'Refund');
  const amount = refund.getByLabel('Amount to refund');
  await expect(amount).toHaveValue('6.50');
  await amount.fill('soon');
  await expect(refund.getByText('An amount looks like 12.50.')).toBeVisible();
  await fill(refund, { 'Reason for the refund': 'One fewer' });
  await expect(refund.getByRole('button', { name: 'Refund' })).toBeDisabled();
  await amount.fill('6.50');
  await finish(refund, 'Refund €6.50');
  await expect(part(page, 'Payments')).toContainText('Refund on its way');
  await expect(part(page, 'Money')).not.toContainText('Refund due');
  // What is left would end the order: it says so.
  const rest = await openStep(page, 'Refund');
  await expect(rest.getByRole('button', { name: 'Refund' })).toBeDisabled();
  await rest.getByRole('button', { name: 'Everything' }).click();
  await expect(rest.getByText('the order becomes refunded')).toBeVisible();
  await expect(rest.getByLabel('Reason for the refund')).toHaveValue('');
});

test('a piece and the shipping go back for what they cost, in four presses', async ({
  page,
  site,
}) => {
  const who = await signInAs(page, site, 'fulfilment@keywright.test');
  const { id, number } = await placeGuestOrder(site, newAddress('pieces'), 'KNOB-SILVER');
  await askApi(site, who, 'POST', '/rest/v1/rpc/record_payment', { p_order: id });
  for (const to of ['ready_to_ship', 'shipped'])
    await askApi(site, who, 'POST', '/rest/v1/rpc/transition_orders', {
      p_orders: [id],
      p_to: to,
      p_reason: '',
    });
  const stock = () =>
    withDatabase(
      site,
      (sql) => sql<{ on_hand: number }[]>`
        select p.on_hand from public.stock_pools p
        join public.variants v on v.stock_pool_id = p.id where v.sku = 'KNOB-SILVER'`,
    );
  const [before] = await stock();
  await page.goto(`${site.siteUrl}/admin/orders?q=${number}`);
  const presses = await countPresses(page);
  await page.getByRole('button', { name: number }).click();
  const refund = await openStep(page, 'Refund');
  const pieces = refund.getByRole('spinbutton').first();
  // Where the hand is on a keyboard, it is in the first field.
  await expect(pieces).toBeFocused();
  await pieces.fill('1');
  const price = refund.getByText(/^1 × €/).first();
  const sum = (await price.textContent())?.replace('1 × ', '') ?? '';
  await expect(refund.getByLabel('Amount to refund')).toHaveValue(sum.slice(1));
  const shipping = refund.getByLabel('Shipping', { exact: true });
  await shipping.fill('999');
  await expect(refund.getByText(/^Enter 0 to €/)).toBeVisible();
  await shipping.fill('1.00');
  const both = `€${(Number(sum.slice(1)) + 1).toFixed(2)}`;
  await fill(refund, { 'Reason for the refund': 'Broken on its way' });
  await refund.getByLabel('Put the items back in stock').check();
  await finish(refund, `Refund ${both}`);
  await expect(part(page, 'Lines')).toContainText('1 refunded');
  expect(presses()).toBe(4);
  await expect(part(page, 'Money')).toContainText(`Refunded${both}`);
  const [after] = await stock();
  expect(after?.on_hand).toBe((before?.on_hand ?? 0) + 1);
});

test('every step of an order says what comes of it, and axe finds nothing, at 320 px too', async ({
  page,
  site,
}) => {
  const who = await signInAs(page, site, 'owner@keywright.test');
  const { id, number } = await placeGuestOrder(site, newAddress('steps'), 'PEBBLE-10');
  await page.setViewportSize({ width: 320, height: 844 });
  const seen = async (key: string, words: string) => {
    const dialog = await openStep(page, key);
    await expect(dialog).toContainText(words);
    expect(await findFaults(page, 'dialog[open]')).toEqual([]);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
    ).toBeLessThanOrEqual(0);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  };
  await open(page, site, number);
  await seen('Record payment', 'The order becomes paid, and');
  await seen('Cancel order', 'Nothing was paid.');
  await askApi(site, who, 'POST', '/rest/v1/rpc/record_payment', { p_order: id });
  await askApi(site, who, 'POST', '/rest/v1/rpc/transition_orders', {
    p_orders: [id],
    p_to: 'ready_to_ship',
    p_reason: '',
  });
  await open(page, site, number);
  await seen('Ship', 'you can add it later');
  await seen('Refund', 'The refund then waits under Money, Bank refunds.');
  await seen('Return to “Paid”', 'The customer is told nothing.');
  await seen('Cancel order', 'is then due as a refund.');
});

test('money of an order that costs more by now, and of one that expired, can be written down', async ({
  page,
  site,
}) => {
  const who = await signInAs(page, site, 'owner@keywright.test');
  await open(page, site, await amended(site, who, 'dearer', 3));
  await expect(part(page, 'Money')).toContainText('Balance due€6.50');
  const payment = await openStep(page, 'Record payment');
  await expect(payment.getByLabel('Amount received')).toHaveValue('6.50');
  await fill(payment, { 'Payment reference': 'Second transfer' });
  await finish(payment, 'Record €6.50');
  await expect(part(page, 'Payments')).toContainText('Second transfer');
  await expect(part(page, 'Money')).not.toContainText('Balance due');

  const { id, number } = await placeGuestOrder(site, newAddress('late'), 'PEBBLE-10');
  await withDatabase(
    site,
    (sql) => sql`select private.move_order(${id}, 'awaiting_payment', 'expired', 'shop')`,
  );
  await open(page, site, number);
  const late = await openStep(page, 'Record payment');
  await fill(late, { 'Payment reference': 'Late transfer' });
  await late.getByRole('button', { name: /^Record €/ }).click();
  await expect(page.locator('main').getByText('Paid', { exact: true }).first()).toBeVisible();
  await expect(part(page, 'Payments')).toContainText('Late transfer');
});

test('an order that has ended shows no field without a key', async ({ page, site }) => {
  const who = await signInAs(page, site, 'fulfilment@keywright.test');
  const { id, number } = await placeGuestOrder(site, newAddress('ended'), 'PEBBLE-10');
  await askApi(site, who, 'POST', '/rest/v1/rpc/transition_orders', {
    p_orders: [id],
    p_to: 'cancelled',
    p_reason: 'They changed their mind',
  });
  await open(page, site, number);
  const actions = part(page, 'Actions');
  await expect(actions.getByText('This order is closed.')).toBeVisible();
  await expect(part(page, 'Parcels')).toContainText('1. won’t be shipped');
  await expect(actions.getByRole('textbox')).toHaveCount(0);
  const payment = await openStep(page, 'Record payment');
  await expect(payment.getByLabel('Amount received')).toHaveValue('');
  await expect(payment.getByRole('button', { name: 'Record payment' })).toBeDisabled();
});

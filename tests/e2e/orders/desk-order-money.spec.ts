import { expect, type Page } from 'playwright/test';
import { placeGuestOrder } from '../../support/pages/checkout-page.ts';
import { withDatabase } from '../../support/pages/list-pages.ts';
import { newAddress } from '../../support/data/people.ts';
import { test, type BuiltSite } from '../../support/site.ts';
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
  const actions = part(page, 'Actions');
  const amount = actions.getByLabel('Amount to refund');
  await expect(amount).toHaveValue('6.50');
  await amount.fill('soon');
  await expect(actions.getByText('An amount looks like 12.50.')).toBeVisible();
  await actions.getByLabel('Reason for the refund').fill('One fewer');
  await expect(actions.getByRole('button', { name: 'Refund' })).toBeDisabled();
  await amount.fill('6.50');
  await actions.getByRole('button', { name: 'Refund €6.50' }).click();
  await expect(part(page, 'Payments')).toContainText('Refund on its way');
  await expect(part(page, 'Money')).not.toContainText('Refund due');
  // What is left would end the order: it says so.
  await expect(actions.getByText('the order becomes refunded')).toBeVisible();
  await expect(actions.getByLabel('Reason for the refund')).toHaveValue('');
});

test('money of an order that costs more by now, and of one that expired, can be written down', async ({
  page,
  site,
}) => {
  const who = await signInAs(page, site, 'owner@keywright.test');
  await open(page, site, await amended(site, who, 'dearer', 3));
  const actions = part(page, 'Actions');
  await expect(part(page, 'Money')).toContainText('Balance due€6.50');
  await expect(actions.getByLabel('Amount received')).toHaveValue('6.50');
  await actions.getByLabel('Payment reference').fill('Second transfer');
  await actions.getByRole('button', { name: 'Record payment' }).click();
  await expect(part(page, 'Payments')).toContainText('Second transfer');
  await expect(part(page, 'Money')).not.toContainText('Balance due');

  const { id, number } = await placeGuestOrder(site, newAddress('late'), 'PEBBLE-10');
  await withDatabase(
    site,
    (sql) => sql`select private.move_order(${id}, 'awaiting_payment', 'expired', 'shop')`,
  );
  await open(page, site, number);
  await actions.getByLabel('Payment reference').fill('Late transfer');
  await actions.getByRole('button', { name: 'Record payment' }).click();
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
  await actions.getByText('Record another payment').click();
  await expect(actions.getByLabel('Amount received')).toHaveValue('');
  await expect(actions.getByRole('button', { name: 'Record payment' })).toBeDisabled();
});

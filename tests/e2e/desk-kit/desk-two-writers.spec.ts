import { expect, type Page } from 'playwright/test';
import { placeGuestOrder } from '../../support/pages/checkout-page.ts';
import { newAddress } from '../../support/data/people.ts';
import { test, type BuiltSite } from '../../support/site.ts';
import { signInAs } from '../../support/pages/staff-page.ts';

/** Somebody of the workshop, with the order open before them. */
async function openAs(page: Page, site: BuiltSite, name: string, number: string): Promise<Page> {
  await signInAs(page, site, `${name}@keywright.test`);
  await page.goto(`${site.siteUrl}/admin/orders?order=${number}`);
  await expect(page.getByRole('region', { name: 'Actions' })).toBeVisible();
  return page;
}

const alertIn = (page: Page, region: string) =>
  page.getByRole('region', { name: region, exact: true }).getByRole('alert');

test('of two who work at one order, the second is told and sees both, in every form', async ({
  page,
  browser,
  site,
}) => {
  const { number } = await placeGuestOrder(site, newAddress('contested'));
  const first = await openAs(page, site, 'owner', number);
  const second = await openAs(await browser.newPage(), site, 'fulfilment', number);

  // Lines and prices: what was typed is put onto what the other made of it.
  const dialogs = [first, second].map((each) =>
    each.getByRole('dialog', { name: `Change ${number}` }),
  );
  const [one, other] = dialogs;
  if (!one || !other) throw new Error('Two work here');
  for (const each of [first, second])
    await each.getByRole('button', { name: 'Edit order' }).click();
  await one.getByLabel('Quantity').first().fill('2');
  await one.getByRole('button', { name: 'Preview' }).click();
  await one.getByLabel('Why').fill('One more');
  await one.getByRole('button', { name: 'Save changes' }).click();
  await expect(one).toHaveCount(0);
  await other.getByLabel('Unit price').first().fill('9.00');
  await other.getByRole('button', { name: 'Preview' }).click();
  await expect(other.getByRole('alert')).toContainText('Someone else changed this order');
  await expect(other.getByRole('row', { name: /quantity/ })).toHaveText(/quantity121$/);
  await other.getByRole('button', { name: 'Apply my changes to theirs' }).click();
  await expect(other.getByRole('alert')).toHaveCount(0);
  await expect(other.getByLabel('Quantity').first()).toHaveValue('2');
  await expect(other.getByLabel('Unit price').first()).toHaveValue('9.00');
  await other.getByRole('button', { name: 'Preview' }).click();
  await other.getByLabel('Why').fill('As agreed');
  await other.getByRole('button', { name: 'Save changes' }).click();
  await expect(other).toHaveCount(0);
  await expect(second.getByRole('region', { name: 'Lines' }).first()).toContainText('€18.00');

  // Money that came.
  await first.reload();
  for (const each of [first, second]) {
    await each.getByLabel('Amount received').fill('1.00');
    await each.getByLabel('Payment reference').fill('transfer');
  }
  const hasCome = (each: Page) => each.getByRole('button', { name: 'Record payment' });
  await hasCome(first).click();
  await expect(first.getByRole('region', { name: 'Money' })).toContainText('€1.00');
  await hasCome(second).click();
  const actions = 'Actions';
  await expect(alertIn(second, actions)).toContainText('€1.00 had come, where you saw €0.00');
  await expect(second.getByLabel('Amount received')).toHaveValue('1.00');

  // A move: the first has it packed by the time that the second presses.
  await first.getByLabel('Payment reference').fill('the rest');
  await hasCome(first).click();
  await expect(first.getByRole('button', { name: 'Mark as packed' })).toBeVisible();
  // What the second typed was refused, and goes.
  second.once('dialog', (leaving) => void leaving.accept());
  await second.reload();
  await expect(second.getByRole('button', { name: 'Mark as packed' })).toBeVisible();
  await first.getByRole('button', { name: 'Mark as packed' }).click();
  await expect(first.getByRole('button', { name: 'Mark as shipped' })).toBeVisible();
  await second.getByRole('button', { name: 'Start production' }).click();
  await expect(alertIn(second, actions)).toContainText(
    'is “Packed” now, and you wanted “In production”',
  );

  // A parcel.
  for (const [each, carrier, tracking] of [
    [first, 'DHL', 'D-111'],
    [second, 'PostNL', 'P-222'],
  ] as const) {
    await each.getByLabel('Carrier').fill(carrier);
    await each.getByLabel('Tracking number').fill(tracking);
  }
  const hasLeft = (each: Page) => each.getByRole('button', { name: 'Mark as shipped' });
  await hasLeft(first).click();
  await expect(hasLeft(first)).toHaveCount(0);
  await hasLeft(second).click();
  await expect(alertIn(second, 'Parcels')).toContainText(
    'with DHL D-111, and you typed PostNL P-222',
  );

  // Money that goes back.
  for (const each of [first, second]) {
    await each.getByLabel('Amount to refund').fill('1.00');
    await each.getByLabel('Reason for the refund').fill('A scratch');
  }
  const giveBack = (each: Page) => each.getByRole('button', { name: 'Refund €1.00' });
  await giveBack(first).click();
  await expect(first.getByRole('region', { name: 'Payments' })).toContainText('Refund on its way');
  await giveBack(second).click();
  await expect(alertIn(second, actions)).toContainText('€1.00 had been refunded');

  // Notes stand beside each other.
  for (const [each, text] of [
    [first, 'Mine'],
    [second, 'Theirs'],
  ] as const) {
    await each.getByLabel('Note for colleagues').fill(text.repeat(2));
    await each.getByRole('button', { name: 'Add note' }).click();
    await expect(each.getByLabel('Note for colleagues')).toHaveValue('');
  }
  await expect(second.getByRole('list', { name: 'Notes' })).toHaveText(
    /^MineMinea colleague, .*TheirsTheirsyou, /,
  );
  await second.close();
});

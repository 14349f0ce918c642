import { expect, type Locator, type Page } from 'playwright/test';
import { placeGuestOrder } from '../../support/pages/checkout-page.ts';
import { newAddress } from '../../support/data/people.ts';
import { fill, finish, moveOrder, openStep } from '../../support/pages/order-desk.ts';
import { test, type BuiltSite } from '../../support/site.ts';
import { signInAs } from '../../support/pages/staff-page.ts';

/** Somebody of the workshop, with the order open before them. */
async function openAs(page: Page, site: BuiltSite, name: string, number: string): Promise<Page> {
  await signInAs(page, site, `${name}@keywright.test`);
  await page.goto(`${site.siteUrl}/admin/orders?order=${number}`);
  await expect(page.getByRole('region', { name: 'Actions' })).toBeVisible();
  return page;
}

/** Refused, the dialog stays open and says why; then it is left. */
async function refusedWith(dialog: Locator, verb: string, words: string): Promise<void> {
  await dialog.getByRole('button', { name: verb, exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText(words);
}

async function leave(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  const question = page.getByRole('button', { name: 'Discard' });
  await expect(question.or(page.locator('body:not(:has(dialog[open]))')).first()).toBeVisible();
  if (await question.isVisible()) await question.click();
  await expect(page.locator('dialog[open]')).toHaveCount(0);
}

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
  await other.getByLabel('Unit price').first().fill('8.00');
  await other.getByRole('button', { name: 'Preview' }).click();
  await expect(other.getByRole('alert')).toContainText('Someone else changed this order');
  await expect(other.getByRole('row', { name: /quantity/ })).toHaveText(/quantity121$/);
  await other.getByRole('button', { name: 'Apply my changes to theirs' }).click();
  await expect(other.getByRole('alert')).toHaveCount(0);
  await expect(other.getByLabel('Quantity').first()).toHaveValue('2');
  await expect(other.getByLabel('Unit price').first()).toHaveValue('8.00');
  await other.getByRole('button', { name: 'Preview' }).click();
  await other.getByLabel('Why').fill('As agreed');
  await other.getByRole('button', { name: 'Save changes' }).click();
  await expect(other).toHaveCount(0);
  await expect(second.getByRole('region', { name: 'Lines' }).first()).toContainText('€16.00');

  // Money that came.
  await first.reload();
  const came = { 'Amount received': '1.00', 'Payment reference': 'transfer' };
  const [firstPays, secondPays] = [
    await openStep(first, 'Record payment'),
    await openStep(second, 'Record payment'),
  ];
  await fill(firstPays, came);
  await fill(secondPays, came);
  await finish(firstPays, 'Record €1.00');
  await expect(first.getByRole('region', { name: 'Money' })).toContainText('€1.00');
  await refusedWith(secondPays, 'Record €1.00', '€1.00 had come, where you saw €0.00');
  await expect(secondPays.getByLabel('Amount received')).toHaveValue('1.00');
  await leave(second);

  // A move: the first has it packed by the time that the second presses.
  const rest = await openStep(first, 'Record payment');
  await fill(rest, { 'Payment reference': 'the rest' });
  await rest.getByRole('button', { name: /^Record €/ }).click();
  await second.reload();
  await second.getByRole('button', { name: 'Start production' }).click();
  const starting = second.locator('dialog[open]');
  await expect(starting).toContainText('gets an e-mail that it is being made');
  await moveOrder(first, 'Mark as packed');
  await refusedWith(
    starting,
    'Start production',
    'is “Packed” now, and you wanted “In production”',
  );
  await leave(second);

  // A parcel.
  const [firstShips, secondShips] = [await openStep(first, 'Ship'), await openStep(second, 'Ship')];
  await fill(firstShips, { Carrier: 'DHL', 'Tracking number': 'D-111' });
  await fill(secondShips, { Carrier: 'PostNL', 'Tracking number': 'P-222' });
  await finish(firstShips, 'Mark as shipped');
  await refusedWith(secondShips, 'Mark as shipped', 'with DHL D-111, and you typed PostNL P-222');
  await leave(second);

  // Money that goes back.
  const back = { 'Amount to refund': '1.00', 'Reason for the refund': 'A scratch' };
  const [firstGives, secondGives] = [
    await openStep(first, 'Refund'),
    await openStep(second, 'Refund'),
  ];
  await fill(firstGives, back);
  await fill(secondGives, back);
  await finish(firstGives, 'Refund €1.00');
  await expect(first.getByRole('region', { name: 'Payments' })).toContainText('Refund on its way');
  await refusedWith(secondGives, 'Refund €1.00', '€1.00 had been refunded');
  await leave(second);

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

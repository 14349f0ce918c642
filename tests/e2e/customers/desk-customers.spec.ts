import { expect } from 'playwright/test';
import { mailsTo, newAddress } from '../../support/data/people.ts';
import { placeGuestOrder } from '../../support/pages/checkout-page.ts';
import { countPresses } from '../../support/pages/presses.ts';
import { signInAs } from '../../support/pages/staff-page.ts';
import { test } from '../../support/site.ts';

test('support writes from the order, once, and its customer reads it there as plain text', async ({
  page,
  browser,
  site,
}) => {
  const email = newAddress('written');
  const { number } = await placeGuestOrder(site, email);
  await signInAs(page, site, 'support@keywright.test');
  await page.goto(`${site.siteUrl}/admin/orders?order=${number}`);
  await page.getByRole('button', { name: 'Write …' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Text').fill('Dear {name},\n\n<b>It</b> ships {tomorow}.');
  await expect(dialog.getByText('Nothing is called {tomorow}')).toBeVisible();
  await dialog.getByLabel('Text').fill('Dear {name},\n\n<b>It</b> ships tomorrow.');
  await expect(dialog.getByText('Dear (their name),')).toBeVisible();
  await dialog.getByRole('button', { name: 'Send e-mail' }).dblclick();
  await expect(dialog).toHaveCount(0);
  const history = page.getByRole('region', { name: 'History' });
  await expect(history.getByText('<b>It</b> ships tomorrow.')).toBeVisible();

  const sent = async () =>
    (await mailsTo(site.apiUrl, email)).filter(({ text }) => text.includes('ships tomorrow'));
  await expect.poll(async () => (await sent()).length, { timeout: 30_000 }).toBe(1);
  const link = /https?:\/\/\S+#token=[0-9a-f]{64}/.exec((await sent())[0]?.text ?? '')?.[0] ?? '';
  const customer = await browser.newPage();
  await customer.goto(link);
  await expect(customer.getByText('<b>It</b> ships tomorrow.')).toBeVisible();
  await customer.close();
});

test('the name on an order leads to the card, which finds, notes and forgets a guest', async ({
  page,
  site,
}) => {
  const email = newAddress('carded');
  const { number } = await placeGuestOrder(site, email);
  await signInAs(page, site, 'owner@keywright.test');
  await page.goto(`${site.siteUrl}/admin/customers`);
  await page.getByRole('searchbox').fill(email);
  await page.getByRole('searchbox').press('Enter');
  await expect(page.getByRole('row', { name: new RegExp(email) })).toContainText('Guest');

  await page.goto(`${site.siteUrl}/admin/orders?q=${number}`);
  const presses = await countPresses(page);
  await page.getByRole('button', { name: number }).click();
  await page.getByRole('region', { name: 'Customer' }).getByRole('link').first().click();
  await expect(page).toHaveURL(/\/admin\/customers\?customer=[0-9a-f-]{36}$/);
  const orders = page.getByRole('region', { name: 'Orders', exact: true });
  await expect(orders.getByRole('link', { name: number })).toBeVisible();
  expect(presses()).toBe(2);
  const notes = page.getByRole('region', { name: 'Notes' });
  await notes.getByLabel('Note for colleagues').fill('Likes blue.');
  await notes.getByRole('button', { name: 'Add note' }).click();
  await expect(notes.getByText('Likes blue.')).toBeVisible();
  await expect(notes.getByLabel('Note for colleagues')).toHaveValue('');

  await page.getByRole('button', { name: 'Forget …' }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('They asked');
  await page.getByRole('button', { name: 'Forget the guest' }).click();
  await expect(page.getByText('Forgotten, but for 1 order still under way.')).toBeVisible();
  await expect(notes.getByText('Likes blue.')).toHaveCount(0);
});

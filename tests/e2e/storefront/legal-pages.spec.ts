import { expect } from 'playwright/test';
import { dialogOf, openDialog, press } from '../../support/data/accounts.ts';
import { lineOf, storedCart } from '../../support/pages/checkout-page.ts';
import { test } from '../../support/site.ts';

test('the card that asks about statistics leads to what the shop says of privacy', async ({
  page,
  site,
}) => {
  await page.goto(site.siteUrl);
  await page.getByRole('region', { name: 'Visitor statistics' }).getByRole('link').click();
  await expect(page).toHaveURL(`${site.siteUrl}/legal/privacy`);
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy' })).toBeVisible();
});

test('whoever makes an account or orders is told how their data is used', async ({
  page,
  site,
}) => {
  await openDialog(page, `${site.siteUrl}/about`);
  await press(page, /Create an account/);
  const link = { name: 'How we use your data' };
  await expect(dialogOf(page).getByRole('link', link)).toHaveAttribute('href', '/legal/privacy');

  const cart = storedCart([await lineOf(site, 'PEBBLE-10')]);
  await page.evaluate((text) => localStorage.setItem('keywright:cart', text), cart);
  await page.goto(`${site.siteUrl}/cart/confirm`);
  await expect(page.getByRole('main').getByRole('link', link)).toHaveAttribute(
    'href',
    '/legal/privacy',
  );
});

test('the withdrawal page prints its instructions and model form without the list of its parts', async ({
  page,
  site,
}) => {
  await page.goto(`${site.siteUrl}/legal/withdrawal`);
  await expect(page.getByRole('button', { name: 'Print this page' })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { name: 'Model form' })).toBeVisible();
  await expect(page.getByText('I/We* hereby give notice')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Parts of this page' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Print this page' })).toBeHidden();
});

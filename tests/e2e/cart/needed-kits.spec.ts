import { expect } from 'playwright/test';
import postgres from 'postgres';
import { variantId } from '../../support/data/orders.ts';
import { plantCart, storedLines } from '../../support/pages/cart.ts';
import { test } from '../../support/site.ts';

test('a part without the kit that it needs says which, and is fine once that is in the cart', async ({
  context,
  page,
  site,
}) => {
  const sql = postgres(site.databaseUrl, { max: 1 });
  const variant = await variantId(sql, 'SALTMARSH-NOV');
  await sql.end();
  const line = { variant_id: variant, quantity: 1, options: {}, design_id: null, offer_id: null };
  await plantCart(context, JSON.stringify({ version: 1, revision: 1, lines: [line] }));
  await page.goto(`${site.siteUrl}/cart`);
  const note = page.getByRole('note').filter({ hasText: 'Add “Base” of Saltmarsh as well' });
  await expect(note).toBeVisible();
  await note.getByRole('link', { name: 'Add it on its page' }).click();
  await expect(page).toHaveURL(/\/products\/saltmarsh/);
  await expect(page.getByRole('checkbox', { name: /^Base/ })).toBeChecked();
  await page.getByRole('button', { name: 'Add to cart' }).first().click();
  await expect(page.locator('header [data-cart-count]')).toHaveText('2');
  await expect.poll(() => storedLines(page)).toHaveLength(2);
  await page.goto(`${site.siteUrl}/cart`);
  await expect(page.getByText('Saltmarsh').first()).toBeVisible();
  await expect(
    page
      .getByRole('link', { name: 'Checkout' })
      .or(page.getByRole('button', { name: 'Checkout' }))
      .first(),
  ).toBeVisible();
  await expect(note).toHaveCount(0);
});

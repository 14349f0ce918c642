import { expect } from 'playwright/test';
import postgres from 'postgres';
import { storedLines } from '../../support/pages/cart.ts';
import { buy, defaultOptions, line } from '../../support/data/orders.ts';
import { test, watchPage } from '../../support/site.ts';

test('an order is put into the cart again with its options, and what can’t be had says why', async ({
  page,
  site,
}) => {
  const sql = postgres(site.databaseUrl, { max: 1 });
  const options = await defaultOptions(sql, 'BRAEFELL-KIT');
  const wanted = [
    await line(sql, 'PEBBLE-10', 2),
    { ...(await line(sql, 'BRAEFELL-KIT')), options },
    await line(sql, 'TIDELINE-DAWN'),
  ];
  const { order } = await buy(sql, { lines: wanted });
  // As if the mat had become an artisan that only its list gives out.
  await sql`
    update public.order_lines set variant_id = (
      select id from public.variants where availability = 'list' order by sku limit 1)
    where order_id = ${order.id} and sku = 'TIDELINE-DAWN'`;
  await sql.end();

  const watched = await watchPage(page);
  await page.goto(`${site.siteUrl}/orders?order=${order.number}#token=${order.token}`);
  await page.getByRole('button', { name: 'Order again' }).click();
  const told = page.getByRole('status').filter({ hasText: '3 items are in the cart' });
  await expect(told).toBeVisible();
  await expect(told.getByRole('listitem')).toHaveText(/^Tideline desk mat, Dawn \S.+\.$/);
  expect(await storedLines(page)).toMatchObject([
    { variant_id: wanted[0]?.variant_id, quantity: 2 },
    { variant_id: wanted[1]?.variant_id, quantity: 1, options },
  ]);
  await told.getByRole('link', { name: 'See the cart' }).click();
  await expect(page.locator('header [data-cart-count]')).toHaveText('3');
  await expect(page.getByText('Case colour: ').first()).toBeVisible();
  expect(watched.complaints).toEqual([]);
});

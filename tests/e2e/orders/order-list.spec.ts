import { expect } from 'playwright/test';
import { buy, line } from '../../support/data/orders.ts';
import { placeGuestOrder } from '../../support/pages/checkout-page.ts';
import { newAddress } from '../../support/data/people.ts';
import { withDatabase } from '../../support/pages/list-pages.ts';
import { makeAccount, signInAs } from '../../support/pages/staff-page.ts';
import { test } from '../../support/site.ts';

for (const width of [390, 1440]) {
  test(`the list of an account’s orders shows stages as wide as their words, at ${width} px`, async ({
    page,
    site,
  }) => {
    const email = newAddress('list');
    await makeAccount(site, email);
    const { id, number } = await placeGuestOrder(site, email, 'PEBBLE-10');
    await withDatabase(
      site,
      (sql) => sql`
        update public.order_records set user_id = (select id from auth.users where email = ${email})
        where id = ${id}`,
    );
    await signInAs(page, site, email);
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${site.siteUrl}/orders`);
    const row = page.getByRole('listitem').filter({ hasText: number });
    const stage = row.getByText('Waiting for payment', { exact: true });
    await expect(stage).toBeVisible();
    const { width: seen } = (await stage.boundingBox()) ?? { width: 0 };
    const words = await stage.evaluate((badge) => {
      const range = document.createRange();
      range.selectNodeContents(badge);
      return range.getBoundingClientRect().width;
    });
    expect(seen - words).toBeLessThan(40);
    await page.goto(`${site.siteUrl}/user`);
    const open = page.getByRole('region', { name: 'Open orders' });
    await expect(open.getByText('Waiting for payment', { exact: true })).toBeVisible();
  });
}

test('lines of a parcel that are equally far stand above one bar of stages', async ({
  page,
  site,
}) => {
  const { order } = await withDatabase(site, async (sql) =>
    buy(sql, { lines: [await line(sql, 'PEBBLE-10'), await line(sql, 'TIDELINE-DAWN')] }),
  );
  await page.goto(`${site.siteUrl}/orders?order=${order.number}#token=${order.token}`);
  await expect(page.getByText('Tideline desk mat').first()).toBeVisible();
  await expect(page.locator('[aria-current="step"]')).toHaveText(/^Waiting for payment/);
});

import { expect } from 'playwright/test';
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
  });
}

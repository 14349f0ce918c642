import { expect } from 'playwright/test';
import { plantCart } from '../../support/pages/cart.ts';
import {
  fillInOrder,
  lineOf,
  orderKey,
  ordersOf,
  storedCart,
  thanks,
} from '../../support/pages/checkout-page.ts';
import { newAddress } from '../../support/data/people.ts';
import { withDatabase } from '../../support/pages/list-pages.ts';
import { signInAs } from '../../support/pages/staff-page.ts';
import { test } from '../../support/site.ts';

test('the note of a gift stays through a reload and lies in the parcel, without a price', async ({
  page,
  browser,
  site,
}) => {
  const email = newAddress('giver');
  const words = ['For Mum.', 'Happy birthday <3'];
  await plantCart(page.context(), storedCart([await lineOf(site, 'TOOL-SWPULL')]));
  await page.goto(`${site.siteUrl}/cart/confirm`);
  const note = page.getByLabel('Your note');
  await expect(note).toHaveCount(0);
  await page.getByLabel('This is a gift').check();
  await note.fill(words.join('\n'));
  await page.reload();
  await expect(note).toHaveValue(words.join('\n'));
  await fillInOrder(page, email);
  await page.getByRole('radio', { name: /Bank transfer/ }).check();
  await orderKey(page).click();
  await expect(thanks(page)).toBeVisible({ timeout: 20_000 });
  const [order] = await ordersOf(site, email);
  const number = String(order?.['number']);
  await withDatabase(
    site,
    (sql) => sql`
      update public.order_records set status = 'paid', paid_at = now(), confirmed_at = now(), keep_until = null,
        captured_minor = total_minor where id = ${String(order?.['id'])}`,
  );

  const staff = await browser.newPage();
  await signInAs(staff, site, 'fulfilment@keywright.test');
  await staff.goto(`${site.siteUrl}/admin/orders?order=${number}`);
  const said = staff.locator('dd', { hasText: words[0] ?? '' });
  await expect(said).toContainText(words[1] ?? '');
  await staff.goto(`${site.siteUrl}/admin/orders?slips=${number}`);
  const sheet = staff.getByRole('article', { name: number });
  const gift = sheet.getByRole('region', { name: 'Gift' });
  await expect(gift).toContainText('A gift for Canary Person');
  for (const part of words) await expect(gift).toContainText(part);
  await expect(sheet).not.toContainText('€');
  await staff.close();
});

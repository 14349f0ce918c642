import { expect } from 'playwright/test';
import { plantCart } from '../../support/pages/cart.ts';
import { mixedCart } from '../../support/pages/checkout-page.ts';
import { expectToFit } from '../../support/pages/page-faults.ts';
import { test } from '../../support/site.ts';
import { signInAs } from '../../support/pages/staff-page.ts';

const screens: Readonly<Record<string, readonly string[]>> = {
  shopper: [
    '/user',
    '/user/details',
    '/user/wishes',
    '/user/shelf',
    '/orders',
    '/cart',
    '/cart/confirm',
  ],
  owner: [
    '/user/details',
    '/admin/check',
    '/admin/health',
    '/admin/colorways',
    '/admin/content',
    '/admin/customers',
    '/admin/lists',
    '/admin/money',
    '/admin/batches',
    '/admin/designs',
    '/admin/media',
    '/admin/photos',
    '/admin/translations',
    '/admin/staff',
    '/admin/orders',
    '/admin/products',
    '/admin/shipping',
  ],
};

for (const [name, paths] of Object.entries(screens)) {
  test(`no screen of a signed-in ${name} scrolls sideways, on a phone or a desk`, async ({
    context,
    page,
    site,
  }) => {
    await plantCart(context, await mixedCart(site));
    await signInAs(page, site, `${name}@keywright.test`);
    for (const path of paths) {
      await page.goto(`${site.siteUrl}${path}`, { waitUntil: 'networkidle' });
      await expect(page.locator('main output > .visually-hidden')).toHaveCount(0);
      await test.step(path, () => expectToFit(page, [320, 390, 1440]));
    }
  });
}

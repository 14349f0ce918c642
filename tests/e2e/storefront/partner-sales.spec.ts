/** Who else sells a group buy, on its own page. */
import { expect } from 'playwright/test';
import { routes } from '#routes.ts';
import { test } from '../../support/site.ts';

const saltmarsh = '/products/saltmarsh';

test('the page of a group buy names each partner that sells it, with countries, last day and link', async ({
  browser,
  site,
}) => {
  const page = await browser.newPage({ javaScriptEnabled: false });
  await page.goto(`${site.siteUrl}${saltmarsh}`);
  await page.getByText(/^Also sold by partners in/).click();
  const partners = page.locator('[data-partners] li');
  await expect(partners).toHaveCount(4);
  const fern = partners.filter({ hasText: 'Under the Fern' });
  await expect(fern).toContainText('Australia and New Zealand');
  await expect(fern).toContainText(/until \d+ \w+ 20\d\d/);
  await expect(fern.getByRole('link')).toHaveAttribute(
    'href',
    'https://under-the-fern.example/saltmarsh-r1',
  );
  // They sell what is in stock here; a group buy is no such thing.
  await expect(partners.filter({ hasText: 'Isle Board Supply' })).toHaveCount(0);
  await page.goto(`${site.siteUrl}/products/pebble-linear`);
  await expect(page.locator('[data-partners]')).toHaveCount(0);
  await page.close();
});

test('who sells in the visitor’s own country comes first once the country is known', async ({
  page,
  site,
}) => {
  await page.goto(`${site.siteUrl}${saltmarsh}`);
  const first = page.locator('[data-partners] li').first();
  await expect(first).toContainText('Tecla Aberta');
  await page.getByText('Shipping to your country').click();
  await page.getByRole('combobox', { name: 'Country' }).selectOption('NZ');
  await expect(first).toContainText('Under the Fern');
  await page.goto(`${site.siteUrl}${routes.countries}`);
  await page.goto(`${site.siteUrl}${saltmarsh}`);
  await expect(first).toContainText(/Under the Fern.*Sells in your country/s);
  await expect(page.getByText('Sells in your country')).toHaveCount(1);
});

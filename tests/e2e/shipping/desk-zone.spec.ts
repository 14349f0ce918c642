import { expect, type Page } from 'playwright/test';
import { findFaults } from '../../support/pages/axe.ts';
import { askApi, bothValues, signInAs, type SignedIn } from '../../support/pages/staff-page.ts';
import { test, type BuiltSite } from '../../support/site.ts';

test('a price typed into the grid of a zone is what a cart of that weight pays', async ({
  page,
  site,
}) => {
  const person = await signInAs(page, site, 'fulfilment@keywright.test');
  const zone = await makeZone(site, person);
  await placeIceland(site, person, (before) => [...before, zone.id]);
  await page.goto(`${site.siteUrl}/admin/shipping?tab=coverage`);
  await page.getByRole('region', { name: 'Zones' }).getByRole('link', { name: zone.title }).click();
  await expect(page).toHaveURL(new RegExp(`zone=${zone.id}`));
  const cell = page.getByRole('textbox', { name: 'Parcel, 0 to 500 g' });
  await expect(cell).toHaveValue('5.00');
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Zones', exact: true })).toBeVisible();
  await page.goForward();
  await page.reload();

  // The keys of a table: Enter and the arrows move, Tab goes on, Escape restores.
  await cell.click();
  await page.keyboard.type('6,5');
  await page.keyboard.press('Enter');
  const heavy = page.getByRole('textbox', { name: 'Parcel, 500 to 2,000 g' });
  await expect(heavy).toBeFocused();
  await page.keyboard.type('1.2.3');
  await expect(page.getByText('An amount looks like 12.50.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(heavy).toHaveValue('9.00');
  await page.keyboard.press('ArrowRight');
  const express = page.getByRole('textbox', { name: 'Express, 500 to 2,000 g' });
  await expect(express).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('textbox', { name: 'Express, 0 to 500 g' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(heavy).toBeFocused();

  // A step of its own: what divides another has its price until it gets one.
  const steps = page.getByRole('form', { name: 'Weight steps' });
  await steps.getByLabel('New step up to (g)').fill('500');
  await steps.getByRole('button', { name: 'Add step' }).click();
  await expect(steps.getByText('There is a step up to 500 g already.')).toBeVisible();
  await steps.getByLabel('New step up to (g)').fill('1000');
  await steps.getByRole('button', { name: 'Add step' }).click();
  await page.getByRole('textbox', { name: 'Parcel, 500 to 1,000 g' }).fill('7.25');
  await expect(page.getByText('Express has no price for 0 to 500 g.')).toBeVisible();

  // Whoever leaves now is asked.
  await page.getByRole('button', { name: '← All zones' }).click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await page.getByRole('button', { name: 'Save prices' }).click();
  await expect(page.getByText('Prices saved.')).toBeVisible();
  for (const [grams, minor] of [
    [450, 650],
    [950, 725],
    [1900, 900],
  ] as const)
    expect(await quoted(site, person, zone, grams), `${grams} g`).toBe(minor);

  await steps.getByRole('button', { name: 'Remove the step up to 1,000 g' }).click();
  await page.getByRole('button', { name: 'Save prices' }).click();
  // The key is off while it saves, too.
  await expect.poll(() => quoted(site, person, zone, 950)).toBe(900);
  await removeZone(site, person, zone);
});

test('of two who change one price, the second sees both and decides', async ({ page, site }) => {
  const person = await signInAs(page, site, 'owner@keywright.test');
  const zone = await makeZone(site, person);
  await page.goto(`${site.siteUrl}/admin/shipping?tab=coverage&zone=${zone.id}`);
  const light = page.getByRole('textbox', { name: 'Parcel, 0 to 500 g' });
  const heavy = page.getByRole('textbox', { name: 'Parcel, 500 to 2,000 g' });
  await light.fill('6.00');
  await heavy.fill('8.00');
  const theirs = `/rest/v1/shipping_rates?method_id=eq.${zone.parcel}&from_weight_grams=eq.0`;
  await askApi(site, person, 'PATCH', theirs, { price_minor: 777 });
  await page.getByRole('button', { name: 'Save prices' }).click();
  const alert = page.getByRole('alert').filter({ hasText: 'Someone else changed these prices' });
  await expect(bothValues(alert, 'Parcel, 0 to 500 g')).toHaveText(['€7.77', '€6.00']);
  await alert.getByRole('button', { name: 'Keep theirs' }).click();
  await expect(light).toHaveValue('7.77');
  await expect(heavy).toHaveValue('8.00');
  await page.getByRole('button', { name: 'Save prices' }).click();
  await expect(page.getByText('Prices saved.')).toBeVisible();
  const prices = `/rest/v1/shipping_rates?method_id=eq.${zone.parcel}&select=price_minor&order=from_weight_grams`;
  expect(await askApi(site, person, 'GET', prices)).toEqual([
    { price_minor: 777 },
    { price_minor: 800 },
  ]);
  await removeZone(site, person, zone);
});

test('a zone can be read and priced on a phone, in light and in dark', async ({ page, site }) => {
  const person = await signInAs(page, site, 'fulfilment@keywright.test');
  const zone = await makeZone(site, person);
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto(`${site.siteUrl}/admin/shipping?tab=coverage&zone=${zone.id}`);
  const cell = page.getByRole('textbox', { name: 'Parcel, 0 to 500 g' });
  await expect(cell).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await cell.fill('x');
  await expect(page.getByText('An amount looks like 12.50.')).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await findFaults(page), colorScheme).toEqual([]);
  }
  await removeZone(site, person, zone);
});

test('a country put into a zone leaves it again by Undo', async ({ page, site }) => {
  const person = await signInAs(page, site, 'fulfilment@keywright.test');
  const zone = await makeZone(site, person);
  await page.goto(`${site.siteUrl}/admin/shipping?tab=coverage`);
  const box = page.getByRole('checkbox', { name: `Put Iceland in the zone “${zone.title}”` });
  await box.click();
  await expect(box).toBeChecked();
  await undo(page, `Iceland is now in “${zone.title}”.`);
  await expect(page.getByText('Undone.')).toBeVisible();
  await expect(box).not.toBeChecked();
  await removeZone(site, person, zone);
});

interface Zone {
  readonly id: string;
  readonly title: string;
  readonly parcel: string;
}

/** With one country that is in no other zone, and a method that is priced and one that is half. */
async function makeZone(site: BuiltSite, person: SignedIn): Promise<Zone> {
  const mark = Math.random().toString(36).slice(2, 8);
  const make = async (table: string, values: object) => {
    const made = (await askApi(site, person, 'POST', `/rest/v1/${table}`, values)) as {
      id: string;
    }[];
    return made[0]?.id ?? '';
  };
  const title = `Zone ${mark}`;
  const id = await make('shipping_zones', { code: `zone-${mark}`, title, position: 90 });
  const method = (name: string) =>
    make('shipping_methods', {
      zone_id: id,
      code: `${name.toLowerCase()}-${mark}`,
      name,
      carrier: 'Polderpost',
      days_min: 1,
      days_max: 3,
      max_weight_grams: 2000,
    });
  const parcel = await method('Parcel');
  const express = await method('Express');
  const rate = (methodId: string, from: number, to: number, price: number) =>
    make('shipping_rates', {
      method_id: methodId,
      from_weight_grams: from,
      to_weight_grams: to,
      price_minor: price,
      valid_from: '2025-01-01',
    });
  await rate(parcel, 0, 500, 500);
  await rate(parcel, 500, 2000, 900);
  await rate(express, 500, 2000, 2000);
  return { id, title, parcel };
}

const removeZone = (site: BuiltSite, person: SignedIn, zone: Zone) =>
  askApi(site, person, 'DELETE', `/rest/v1/shipping_zones?id=eq.${zone.id}`);

/** What the checkout asks of a cart of at most this weight in Iceland, for the parcel of this zone. */
async function quoted(site: BuiltSite, person: SignedIn, zone: Zone, grams: number) {
  const goods = '/rest/v1/variants?sku=eq.PEBBLE-10&select=id,weight_grams';
  const [variant] = (await askApi(site, person, 'GET', goods)) as {
    id: string;
    weight_grams: number;
  }[];
  if (!variant) throw new Error('The demo shop sells PEBBLE-10');
  const line = {
    variant_id: variant.id,
    quantity: Math.floor(grams / variant.weight_grams),
    options: {},
    design_id: null,
    offer_id: null,
  };
  const quote = (await askApi(site, person, 'POST', '/rest/v1/rpc/quote_cart', {
    p_lines: [line],
    p_country: 'IS',
    p_code: null,
    p_shipping_method: zone.parcel,
  })) as { shipping_methods: { id: string; price_minor: number | null }[] };
  return quote.shipping_methods.find(({ id }) => id === zone.parcel)?.price_minor;
}

async function placeIceland(
  site: BuiltSite,
  person: SignedIn,
  zones: (before: string[]) => string[],
) {
  const path = '/rest/v1/zone_countries?country_code=eq.IS&select=zone_id';
  const rows = (await askApi(site, person, 'GET', path)) as { zone_id: string }[];
  const before = rows.map(({ zone_id: id }) => id);
  await askApi(site, person, 'POST', '/rest/v1/rpc/set_country_zones', {
    p_country: 'IS',
    p_zones: zones(before),
    p_expected: before,
  });
}

async function undo(page: Page, text: string) {
  const notice = page.locator('[data-toasts] > div').filter({ hasText: text });
  await notice.getByRole('button', { name: 'Undo' }).click();
}

import { expect } from 'playwright/test';
import { findFaults } from '../../support/pages/axe.ts';
import { test, type BuiltSite } from '../../support/site.ts';
import { askApi, bothValues, signInAs, type SignedIn } from '../../support/pages/staff-page.ts';

test('the zones are seen on a map of the world, with the same in words below it', async ({
  page,
  site,
}) => {
  await signInAs(page, site, 'fulfilment@keywright.test');
  await page.goto(`${site.siteUrl}/admin/shipping?tab=coverage`);
  const map = page.getByRole('img', { name: /^World map of the zones: \d+ countries/ });
  await expect(map).toBeVisible();
  await expect(map.locator('title', { hasText: /^Brazil: .*not served$/ })).toHaveCount(1);
  const dutch = map.locator('g', { has: page.locator('title', { hasText: /^Netherlands: / }) });
  await expect(dutch).toHaveAttribute('data-state', 'placed');
  const row = page.getByRole('row').filter({ hasText: 'Netherlands' });
  await expect(row.getByRole('checkbox', { checked: true })).toHaveCount(1);
  // The zones' names stay in sight while the countries are scrolled, and the page stays as wide as it is.
  await row.last().scrollIntoViewIfNeeded();
  await expect(page.getByRole('columnheader', { name: 'Rest of the EU' })).toBeInViewport();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test('a package is kept, and what a colleague made of it meanwhile is shown before anything is overwritten', async ({
  page,
  site,
}) => {
  const name = `Box ${Date.now()}`;
  const person = await signInAs(page, site, 'owner@keywright.test');
  await page.goto(`${site.siteUrl}/admin/shipping?tab=packages`);
  await page.getByRole('button', { name: 'New package' }).click();
  const dialog = page.getByRole('dialog', { name: 'Package' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Maximum contents (g)').fill('777');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name }).click();
  await expect(dialog.getByLabel('Maximum contents (g)')).toHaveValue('777');
  await dialog.getByLabel('Used for').fill('Mine');
  const mine = `/rest/v1/shipping_packages?name=eq.${encodeURIComponent(name)}`;
  await askApi(site, person, 'PATCH', mine, { note: 'Theirs' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(bothValues(dialog, 'Used for')).toHaveText(['Theirs', 'Mine']);
  await dialog.getByRole('button', { name: 'Keep theirs' }).click();
  await expect(dialog.getByLabel('Used for')).toHaveValue('Theirs');
  await askApi(site, person, 'DELETE', mine);
});

test('nothing of a zone is saved while a field of it can’t be read, and what was typed stays', async ({
  page,
  site,
}) => {
  const person = await signInAs(page, site, 'owner@keywright.test');
  const code = `unread-${Math.random().toString(36).slice(2, 8)}`;
  const path = '/rest/v1/shipping_zones';
  await askApi(site, person, 'POST', path, { code, title: `Before ${code}`, position: 90 });
  const stored = () => askApi(site, person, 'GET', `${path}?code=eq.${code}&select=title,position`);
  await page.goto(`${site.siteUrl}/admin/shipping?tab=coverage`);
  await page.getByRole('button', { name: `Change Before ${code}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Shipping zone' });
  const place = dialog.getByLabel('Position');
  await place.fill('abc');
  await dialog.getByLabel('Title').fill(`After ${code}`);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Enter a whole number.');
  await expect(place).toHaveAttribute('aria-invalid', 'true');
  await expect(place).toHaveValue('abc');
  expect(await stored()).toEqual([{ title: `Before ${code}`, position: 90 }]);

  await place.fill('91');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  expect(await stored()).toEqual([{ title: `After ${code}`, position: 91 }]);
  await askApi(site, person, 'DELETE', `${path}?code=eq.${code}`);
});

test('two who place one country at once are told, and one of both decides', async ({
  page,
  site,
}) => {
  const person = await signInAs(page, site, 'owner@keywright.test');
  const mark = Math.random().toString(36).slice(2, 8);
  const zone = async (name: string) => {
    const values = { code: `${name}-${mark}`, title: `${name} ${mark}`, position: 90 };
    const made = await askApi(site, person, 'POST', '/rest/v1/shipping_zones', values);
    return (made as { id: string }[])[0]?.id ?? '';
  };
  const theirs = await zone('theirs');
  await zone('mine');
  const placed = '/rest/v1/zone_countries?country_code=eq.BR&select=zone_id';
  const before = (await askApi(site, person, 'GET', placed)) as { zone_id: string }[];
  const left = before.map(({ zone_id: id }) => id);
  // Not served by the demo shop, so that nobody's basket is in the way.
  await place(site, person, [], left);
  await page.goto(`${site.siteUrl}/admin/shipping?tab=coverage`);
  const box = page.getByRole('checkbox', { name: `Put Brazil in the zone “mine ${mark}”` });
  await expect(box).toBeVisible();
  await place(site, person, [theirs], []);
  await box.click();
  const alert = page.getByRole('alert').filter({ hasText: 'Someone else placed Brazil' });
  await expect(bothValues(alert, 'Brazil')).toHaveText([`theirs ${mark}`, `mine ${mark}`]);
  await expect(
    page.getByRole('checkbox', { name: `Put Brazil in the zone “theirs ${mark}”` }),
  ).toBeChecked();
  await alert.getByRole('button', { name: 'Overwrite with mine' }).click();
  await expect(box).toBeChecked();
  await expect(
    page.getByRole('checkbox', { name: `Put Brazil in the zone “theirs ${mark}”` }),
  ).not.toBeChecked();

  await page.getByRole('button', { name: `Change mine ${mark}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Shipping zone' });
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(box).toBeAttached();
  await dialog.getByRole('button', { name: 'Yes, remove it' }).click();
  await expect(box).toBeHidden();
  await askApi(site, person, 'DELETE', `/rest/v1/shipping_zones?id=eq.${theirs}`);
});

test('fulfilment sets when the addresses of a batch are final, and sees what a colleague set before', async ({
  page,
  site,
}) => {
  const person = await signInAs(page, site, 'fulfilment@keywright.test');
  await page.goto(`${site.siteUrl}/admin/shipping?tab=locks`);
  const grid = page.getByRole('grid', { name: 'Address change deadlines' });
  const open = grid.getByRole('row').nth(1).getByRole('button');
  const title = await open.innerText();
  await open.click();
  const dialog = page.getByRole('dialog', { name: `Address change deadline: ${title}` });
  const batch = await batchNamed(site, person, title);
  const field = dialog.getByLabel('Buyers change their address until');
  await field.fill('2030-05-04T12:00');
  const theirs = { p_batch: batch.id, p_until: '2030-03-02T12:00:00Z', p_version: batch.version };
  await askApi(site, person, 'POST', '/rest/v1/rpc/set_address_lock', theirs);
  await dialog.getByRole('button', { name: 'Save' }).click();
  const sides = bothValues(dialog, 'Buyers change their address until');
  await expect(sides.first()).toContainText('2 Mar 2030');
  await dialog.getByRole('button', { name: 'Overwrite with mine' }).click();
  await expect(dialog).toBeHidden();
  await expect(grid.getByRole('row').filter({ hasText: /4 May 2030/ })).toHaveCount(1);
  const now = await batchNamed(site, person, batch.title);
  const before = { p_batch: batch.id, p_until: batch.until, p_version: now.version };
  await askApi(site, person, 'POST', '/rest/v1/rpc/set_address_lock', before);
});

test('a parcel of goods that were looked for answers with every method, its package and VAT, and stays in the address', async ({
  page,
  site,
}) => {
  await signInAs(page, site, 'fulfilment@keywright.test');
  await page.goto(`${site.siteUrl}/admin/shipping?tab=try`);
  const search = page.getByRole('combobox', { name: 'Add goods' });
  await search.fill('tideline desk');
  const options = page.getByRole('option', { name: /TIDELINE-/ });
  await expect(options.first()).toHaveAttribute('aria-selected', 'true');
  await search.press('ArrowDown');
  await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true');
  await search.press('Enter');
  const goods = page.getByRole('list', { name: 'Goods in the parcel' });
  await expect(goods.getByRole('listitem')).toHaveCount(1);
  await goods.getByRole('button', { name: 'One more' }).click();
  await page.getByLabel('Country').selectOption({ label: 'Germany' });
  await expect(page).toHaveURL(/goods=TIDELINE-[^&]+\*2.*country=DE/);
  await page.reload();
  await expect(goods.getByRole('spinbutton')).toHaveValue('2');
  await expect(goods).toContainText('Tideline');
  await page.getByRole('button', { name: 'Show methods and prices' }).click();
  const answer = page.getByRole('region', { name: 'Shipping options' });
  const method = answer.getByRole('radio', { disabled: false }).first();
  await method.check();
  await expect(answer.getByText('including VAT')).toBeVisible();
  await expect(answer.getByText('choose a method')).toBeHidden();
  await expect(answer.getByRole('row').nth(1)).toContainText(/\d+ g.*, \d+ g/);
  await page.getByLabel('Or use the items from an order').fill('KW-0');
  await page.getByRole('button', { name: 'Add them' }).click();
  await expect(page.getByText('There is no order KW-0.')).toBeVisible();
  await search.fill('tideline desk');
  await expect(options.first()).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
});

for (const role of ['owner', 'fulfilment'])
  test(`${role}: what a method or a rate lacks is told at its field, and methods of one name by their zone`, async ({
    page,
    site,
  }) => {
    await signInAs(page, site, `${role}@keywright.test`);
    await page.goto(`${site.siteUrl}/admin/shipping?tab=rates`);
    await page.getByRole('button', { name: 'New rate' }).click();
    const dialog = page.getByRole('dialog', { name: 'Shipping rate' });
    await expect(
      dialog.getByRole('option', { name: 'Tracked parcel, North America' }),
    ).toBeAttached();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('Choose a method.')).toBeVisible();
    await expect(dialog.getByText('Choose a day.')).toBeVisible();
    await expect(dialog.getByLabel('Valid from')).toHaveAttribute('aria-invalid', 'true');
    await expect(dialog.getByRole('alert')).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
    await page.getByRole('grid').getByRole('row').nth(1).getByRole('button').first().click();
    await expect(page.getByRole('dialog', { name: /^Shipping rate: .+, .+/ })).toBeVisible();
    await page.keyboard.press('Escape');

    await page.getByRole('tab', { name: 'Methods' }).click();
    await page.getByRole('button', { name: 'New method' }).click();
    const method = page.getByRole('dialog', { name: 'Shipping method' });
    await method.getByRole('button', { name: 'Save' }).click();
    await expect(method.getByText('Choose a zone.')).toBeVisible();
    await expect(method.locator('[aria-invalid]')).toHaveCount(4);
    await expect(method.getByRole('alert')).toHaveCount(0);
  });

test('a rate that begins later stands in the table, and prices no parcel before its day', async ({
  page,
  site,
}) => {
  const person = await signInAs(page, site, 'fulfilment@keywright.test');
  const select = 'price_minor,valid_from,valid_to,method:shipping_methods!inner(code)';
  const rates = (await askApi(
    site,
    person,
    'GET',
    `/rest/v1/shipping_rates?select=${select}&from_weight_grams=eq.0&method.code=like.*north-america*&order=valid_from`,
  )) as readonly { price_minor: number; valid_from: string; valid_to: string | null }[];
  const today = new Date().toISOString().slice(0, 10);
  const later = rates.find(({ valid_from: from }) => from > today);
  const now = rates.find(({ valid_to: to }) => to === later?.valid_from);
  if (!later || !now) throw new Error('The demo shop changes a price to North America');
  const words = (minor: number) => `€${(minor / 100).toFixed(2)}`;
  await page.goto(`${site.siteUrl}/admin/shipping?tab=rates&sort=-valid_from`);
  const row = page.getByRole('row').filter({ hasText: words(later.price_minor) });
  await expect(row.filter({ hasText: 'North America' }).first()).toContainText(/1 \w+ \d{4}/);
  await page.goto(`${site.siteUrl}/admin/shipping?tab=try&goods=PEBBLE-10*3&country=US`);
  await page.getByRole('button', { name: 'Show methods and prices' }).click();
  const answer = page.getByRole('region', { name: 'Shipping options' });
  await expect(answer.getByText(words(now.price_minor)).first()).toBeVisible();
  await expect(answer.getByText(words(later.price_minor))).toHaveCount(0);
});

for (const [country, goods, reason] of [
  ['BR', 'PEBBLE-10*1', /tax number/],
  ['AU', 'REST-S*1', /don’t send wooden items/],
  ['GB', 'PEBBLE-10*900', /Too heavy: at most 15 kg/],
] as const)
  test(`a parcel of ${goods} to ${country} says why not`, async ({ page, site }) => {
    await signInAs(page, site, 'owner@keywright.test');
    await page.goto(`${site.siteUrl}/admin/shipping?tab=try&goods=${goods}&country=${country}`);
    await page.getByRole('button', { name: 'Show methods and prices' }).click();
    const answer = page.getByRole('region', { name: 'Shipping options' });
    await expect(answer.getByText(reason).first()).toBeVisible();
  });

const place = (site: BuiltSite, person: SignedIn, zones: string[], before: string[]) =>
  askApi(site, person, 'POST', '/rest/v1/rpc/set_country_zones', {
    p_country: 'BR',
    p_zones: zones,
    p_expected: before,
  });

/** Its `until` is null where it has passed: then nobody could set it again. */
async function batchNamed(site: BuiltSite, person: SignedIn, title: string) {
  const columns = 'id,title,version,change_address_until';
  const path = `batches?select=${columns}&title=eq.${encodeURIComponent(title)}`;
  const [row] = (await askApi(site, person, 'GET', `/rest/v1/${path}`)) as {
    id: string;
    title: string;
    version: number;
    change_address_until: string | null;
  }[];
  if (!row) throw new Error(`There is no batch called ${title}`);
  const { change_address_until: until } = row;
  return { ...row, until: until !== null && Date.parse(until) > Date.now() ? until : null };
}

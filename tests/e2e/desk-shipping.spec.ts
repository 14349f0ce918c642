import { expect } from 'playwright/test';
import { test, type BuiltSite } from '../support/site.ts';
import { askApi, signInAs, type SignedIn } from '../support/staff-page.ts';

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
});

test('a package is kept, and what a colleague made of it meanwhile is shown before anything is overwritten', async ({
  page,
  site,
}) => {
  const name = `Box ${Date.now()}`;
  const person = await signInAs(page, site, 'fulfilment@keywright.test');
  await page.goto(`${site.siteUrl}/admin/shipping?tab=packages`);
  await page.getByRole('button', { name: 'New package' }).click();
  const dialog = page.getByRole('dialog', { name: 'Package' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Holds up to grams').fill('777');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name }).click();
  await expect(dialog.getByLabel('Holds up to grams')).toHaveValue('777');
  await dialog.getByLabel('What goes into it').fill('Mine');
  const mine = `/rest/v1/shipping_packages?name=eq.${encodeURIComponent(name)}`;
  await askApi(site, person, 'PATCH', mine, { note: 'Theirs' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toContainText('theirs “Theirs”, yours “Mine”');
  await dialog.getByRole('button', { name: 'Take theirs' }).click();
  await expect(dialog.getByLabel('What goes into it')).toHaveValue('Theirs');
  await askApi(site, person, 'DELETE', mine);
});

test('fulfilment sets when the addresses of a batch are final, and sees what a colleague set before', async ({
  page,
  site,
}) => {
  const person = await signInAs(page, site, 'fulfilment@keywright.test');
  await page.goto(`${site.siteUrl}/admin/shipping?tab=locks`);
  const grid = page.getByRole('grid', { name: 'Address locks' });
  const open = grid.getByRole('row').nth(1).getByRole('button');
  const title = await open.innerText();
  await open.click();
  const dialog = page.getByRole('dialog', { name: `Address lock: ${title}` });
  const batch = await batchNamed(site, person, title);
  const field = dialog.getByLabel('Buyers change their address until');
  await field.fill('2030-05-04T12:00');
  const theirs = { p_batch: batch.id, p_until: '2030-03-02T12:00:00Z', p_version: batch.version };
  await askApi(site, person, 'POST', '/rest/v1/rpc/set_address_lock', theirs);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toContainText('2030-03-02');
  await dialog.getByRole('button', { name: 'Save mine over it' }).click();
  await expect(dialog).toBeHidden();
  await expect(grid.getByRole('row').filter({ hasText: /4 May 2030/ })).toHaveCount(1);
  const now = await batchNamed(site, person, batch.title);
  const before = { p_batch: batch.id, p_until: batch.until, p_version: now.version };
  await askApi(site, person, 'POST', '/rest/v1/rpc/set_address_lock', before);
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

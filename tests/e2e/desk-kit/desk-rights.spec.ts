import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, type Page } from 'playwright/test';
import { employ, plantOrder } from '../../support/data/employees.ts';
import { withDatabase } from '../../support/pages/list-pages.ts';
import { test } from '../../support/site.ts';
import { dropProducts } from '../../support/pages/dropped-products.ts';
import { askApi, signInAs } from '../../support/pages/staff-page.ts';

const desks = [
  'products',
  'colorways',
  'content',
  'customers',
  'designs',
  'lists',
  'media',
  'photos',
  'money',
  'orders',
  'shipping',
  'check',
] as const;

/** What the workshop's own table of rights says; products are tried in admin-table.spec.ts too. */
const open: Readonly<Record<string, readonly string[]>> = {
  nobody: [],
  shopper: [],
  support: ['customers', 'designs', 'money', 'orders', 'check'],
  fulfilment: ['customers', 'money', 'orders', 'shipping', 'check'],
  editor: ['products', 'colorways', 'designs', 'media', 'photos', 'content', 'check'],
  owner: [...desks],
};

/** What stands where the desk would be. */
async function shownAt(page: Page): Promise<'open' | 'shut' | 'sign in'> {
  const main = page.getByRole('main');
  const shut = main.getByText(/can’t be opened with your role/);
  const signIn = main.getByText('Sign in to use this desk');
  const inside = main
    .getByRole('grid')
    .or(main.getByRole('tablist'))
    .or(main.getByRole('searchbox'))
    .or(main.getByRole('button', { name: 'Check again' }));
  await expect(shut.or(signIn).or(inside.first()).first()).toBeVisible({ timeout: 15_000 });
  if (await shut.isVisible()) return 'shut';
  return (await signIn.isVisible()) ? 'sign in' : 'open';
}

for (const [name, allowed] of Object.entries(open))
  test(`${name} sees the desks of their role, and of the others only the door`, async ({
    context,
    site,
  }) => {
    const page = await context.newPage();
    if (name !== 'nobody') await signInAs(page, site, `${name}@keywright.test`);
    const seen: Record<string, string> = {};
    for (const desk of desks) {
      await page.goto(`${site.siteUrl}/admin/${desk}`);
      seen[desk] = await shownAt(page);
    }
    const shut = name === 'nobody' ? 'sign in' : 'shut';
    expect(seen).toEqual(
      Object.fromEntries(desks.map((desk) => [desk, allowed.includes(desk) ? 'open' : shut])),
    );
  });

test('a customer at a desk is told that the account has no part in it, and what to do instead', async ({
  page,
  site,
}) => {
  await signInAs(page, site, 'shopper@keywright.test');
  await page.goto(`${site.siteUrl}/admin/orders`);
  await expect(page.getByText('this account is not staff')).toBeVisible({
    timeout: 15_000,
  });
  await expect(page.getByRole('link', { name: 'Go to the shop' })).toHaveAttribute('href', '/');
  await page.getByRole('button', { name: 'Sign in with another account' }).click();
  await expect(page.getByText('This desk is for staff.')).toBeVisible();
  await expect(page.getByText('Sign in to use this desk')).toBeVisible();
});

test('owners read who did what, with before and after; nobody else does', async ({
  page,
  site,
}) => {
  const editor = await signInAs(page, site, 'editor@keywright.test');
  const url = `audited-${randomUUID().slice(0, 8)}`;
  const [made] = (await askApi(site, editor, 'POST', '/rest/v1/products', {
    kind: 'product',
    category: 'tool',
    url,
    title: 'Audited before',
  })) as readonly { readonly id: string }[];
  const id = made?.id ?? '';
  await askApi(site, editor, 'PATCH', `/rest/v1/products?id=eq.${id}`, { title: 'Audited after' });
  expect(await askApi(site, editor, 'GET', '/rest/v1/audit_log?select=id&limit=1')).toEqual([]);
  await page.goto(`${site.siteUrl}/admin/check?tab=audit`);
  await expect(page.getByRole('button', { name: 'Check again' })).toBeVisible({ timeout: 15_000 });
  await expect(page.getByRole('tab', { name: 'Activity' })).toHaveCount(0);

  const owned = await page.context().browser()?.newPage();
  if (!owned) throw new Error('There is no browser');
  await signInAs(owned, site, 'owner@keywright.test');
  await owned.goto(`${site.siteUrl}/admin/check?tab=audit&q=${id}&f=table_name:is:products`);
  const grid = owned.getByRole('grid', { name: 'Audit log' });
  await expect(grid.getByRole('row')).toHaveCount(3);
  await expect(grid).toContainText('title: Audited before → Audited after');
  await expect(grid).toContainText('editor@keywright.test');
  await grid.getByRole('row').nth(1).getByRole('button').first().click();
  const told = owned.getByRole('dialog').filter({ hasText: 'Before' });
  await expect(told.getByRole('row').filter({ hasText: 'title' })).toContainText('Audited after');
  await owned.close();
  await dropProducts(site, id);
});

test('support sees a masked mailbox until it says what the whole is needed for, and that is on record', async ({
  page,
  site,
}) => {
  const email = `masked-${randomUUID().slice(0, 8)}@people.test`;
  const { id, number } = await plantOrder(site, email);
  try {
    await signInAs(page, site, await employ(site, 'support'));
    await page.goto(`${site.siteUrl}/admin/orders?order=${number}`);
    const customer = page.getByRole('region', { name: 'Customer' });
    await expect(customer).toContainText('m…@…');
    await expect(customer).not.toContainText('Oudegracht');
    const ask = customer.getByRole('button', { name: 'Show e-mail and address' });
    await ask.click();
    await expect(customer.getByText('Enter a reason.')).toBeVisible();
    await customer.getByLabel('Reason').fill('The parcel came back');
    await ask.click();
    await expect(customer).toContainText(email);
    await expect(customer.getByRole('link', { name: 'Ada Masked' })).toBeVisible();
    await expect(customer).toContainText('Oudegracht 1, Utrecht, NL');
    await expect(ask).toHaveCount(0);

    const owned = await page.context().browser()?.newPage();
    if (!owned) throw new Error('There is no browser');
    await signInAs(owned, site, 'owner@keywright.test');
    await owned.goto(`${site.siteUrl}/admin/orders?order=${number}`);
    const whole = owned.getByRole('region', { name: 'Customer' });
    await expect(whole).toContainText(email);
    await expect(whole.getByRole('button', { name: /^Show/ })).toHaveCount(0);
    await owned.goto(`${site.siteUrl}/admin/check?tab=audit&q=${id}&f=action:is:read`);
    const grid = owned.getByRole('grid', { name: 'Audit log' });
    await expect(grid).toContainText('The parcel came back');
    await owned.close();
  } finally {
    await withDatabase(site, (sql) => sql`delete from public.order_records where id = ${id}`);
  }
});

test('the pages of the desks hold nobody’s data: they are the same for everyone', async ({
  site,
}) => {
  const texts = await Promise.all(
    desks.map(async (desk) => {
      const folder = path.join(site.siteFolder, 'admin', desk);
      return readFile(path.join(folder, 'index.html'), 'utf8').catch(() =>
        readFile(`${folder}.html`, 'utf8'),
      );
    }),
  );
  const secrets = await withDatabase(site, async (sql) => {
    const rows = await sql<{ secret: string }[]>`
      select email as secret from auth.users
      union select email from private.order_contacts union select number from public.order_records
      union select supplier from private.product_costs where supplier <> ''`;
    return rows.map(({ secret }) => secret);
  });
  expect(secrets.length).toBeGreaterThan(5);
  for (const [index, text] of texts.entries())
    expect(
      secrets.filter((secret) => text.includes(secret)),
      desks[index],
    ).toEqual([]);
});

import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import postgres, { type Sql } from 'postgres';
import { expect, type Page } from 'playwright/test';
import { test, type BuiltSite } from '../support/site.ts';
import { askApi, makeAccount, signInAs } from '../support/staff-page.ts';

const desks = ['products', 'colorways', 'lists', 'orders', 'shipping', 'check'] as const;

/** What the workshop's own table of rights says; products are tried in admin-table.spec.ts too. */
const open: Readonly<Record<string, readonly string[]>> = {
  nobody: [],
  shopper: [],
  support: ['orders', 'check'],
  fulfilment: ['orders', 'shipping', 'check'],
  editor: ['products', 'colorways', 'check'],
  owner: [...desks],
};

async function withDatabase<Value>(site: BuiltSite, run: (sql: Sql) => Promise<Value>) {
  const sql = postgres(site.databaseUrl, { max: 1, onnotice() {} }) as unknown as Sql;
  try {
    return await run(sql);
  } finally {
    await sql.end();
  }
}

/** Somebody of this file alone, whose rights can be taken. */
async function employ(site: BuiltSite, role: string): Promise<string> {
  const email = await makeAccount(site, `${role}-${randomUUID().slice(0, 8)}@people.test`);
  await withDatabase(
    site,
    (sql) => sql`
      insert into private.staff (user_id, role) select id, ${role} from auth.users where email = ${email}`,
  );
  return email;
}

const dismiss = (site: BuiltSite, email: string) =>
  withDatabase(
    site,
    (sql) => sql`
      delete from private.staff where user_id = (select id from auth.users where email = ${email})`,
  );

/** What stands where the desk would be. */
async function shownAt(page: Page): Promise<'open' | 'shut' | 'sign in'> {
  const main = page.getByRole('main');
  const shut = main.getByText(/is not open to you/);
  const signIn = main.getByText('Sign in to work here');
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
    const seen = await Promise.all(
      desks.map(async (desk) => {
        const page = await context.newPage();
        if (name !== 'nobody') await signInAs(page, site, `${name}@keywright.test`);
        await page.goto(`${site.siteUrl}/admin/${desk}`);
        return [desk, await shownAt(page)] as const;
      }),
    );
    const shut = name === 'nobody' ? 'sign in' : 'shut';
    expect(Object.fromEntries(seen)).toEqual(
      Object.fromEntries(desks.map((desk) => [desk, allowed.includes(desk) ? 'open' : shut])),
    );
  });

test('whoever loses the right while a desk is open is shown out at the next thing they do', async ({
  page,
  site,
}) => {
  const email = await employ(site, 'fulfilment');
  await signInAs(page, site, email);
  await page.goto(`${site.siteUrl}/admin/shipping?tab=methods`);
  const row = page.getByRole('grid', { name: 'Shipping methods' }).getByRole('row').nth(1);
  await expect(row).toBeVisible();
  await page.goto(`${site.siteUrl}/admin/orders`);
  await page.getByRole('searchbox', { name: 'Search order number' }).focus();
  await dismiss(site, email);
  const answers: string[] = [];
  page.on('response', async (response) => {
    if (response.url().includes('/rest/v1/')) answers.push(await response.text().catch(() => ''));
  });
  // By keys: a desk that asks by itself in this moment may be closed before the first one.
  await page.keyboard.type('10001');
  await page.keyboard.press('Enter');
  await expect(page.getByText('The orders desk is not open to you')).toBeVisible();
  await expect(page.getByRole('grid')).toHaveCount(0);
  expect(answers.join('\n')).not.toContain('@');
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
  await expect(page.getByRole('tab', { name: 'Who did what' })).toHaveCount(0);

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
  await askApi(site, editor, 'DELETE', `/rest/v1/products?id=eq.${id}`);
});

test('support sees a masked mailbox until it says what the whole is needed for, and that is on record', async ({
  page,
  site,
}) => {
  const email = `masked-${randomUUID().slice(0, 8)}@people.test`;
  // An order of this test's own, in the smallest form that the desk opens.
  const number = `KW-${6_000_000 + Math.floor(Math.random() * 900_000)}`;
  const id = await withDatabase(site, async (sql) => {
    const [order] = await sql<{ id: string }[]>`
      insert into public.order_records (number, status, payment, country_code, shipping_method_name,
        subtotal_minor, shipping_minor, tax_minor, tax_included_minor, total_minor, consents, pay_by)
      values (${number}, 'awaiting_payment', 'invoice', 'NL', 'Parcel', 100, 0, 0, 0, 100, '{}', '2099-01-01')
      returning id`;
    await sql`
      insert into private.order_contacts (order_id, email, address, token_hash, mailbox_token_hash)
      values (${order?.id ?? ''}, ${email}, ${sql.json({ name: 'Ada Masked', line1: 'Oudegracht 1', city: 'Utrecht', country: 'NL' })}, '', '')`;
    return order?.id ?? '';
  });
  try {
    await signInAs(page, site, await employ(site, 'support'));
    await page.goto(`${site.siteUrl}/admin/orders?order=${number}`);
    const customer = page.getByRole('region', { name: 'Customer' });
    await expect(customer).toContainText('m…@…');
    await expect(customer).not.toContainText('Oudegracht');
    const ask = customer.getByRole('button', { name: 'Show mailbox and address' });
    await ask.click();
    await expect(customer.getByText('Say in a few words what you need it for.')).toBeVisible();
    await customer.getByLabel('What you need it for').fill('The parcel came back');
    await ask.click();
    await expect(customer).toContainText(email);
    await expect(customer).toContainText('Ada Masked, Oudegracht 1, Utrecht, NL');
    await expect(ask).toHaveCount(0);

    const owned = await page.context().browser()?.newPage();
    if (!owned) throw new Error('There is no browser');
    await signInAs(owned, site, 'owner@keywright.test');
    await owned.goto(`${site.siteUrl}/admin/orders?order=${number}`);
    const whole = owned.getByRole('region', { name: 'Customer' });
    await expect(whole).toContainText(email);
    await expect(whole.getByRole('button')).toHaveCount(0);
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

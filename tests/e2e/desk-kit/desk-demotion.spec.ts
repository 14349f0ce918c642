import { randomUUID } from 'node:crypto';
import { expect, type Page, type Request } from 'playwright/test';
import { asMember, changeRole, employ, plantOrder } from '../../support/data/employees.ts';
import { withDatabase } from '../../support/pages/list-pages.ts';
import { makeEntrants, makeList } from '../../support/data/lists.ts';
import { test, type BuiltSite } from '../../support/site.ts';
import { signInAs } from '../../support/pages/staff-page.ts';

/** What one desk has in view that is private, and the next thing that somebody does there. */
interface Case {
  readonly role: string;
  readonly door: string;
  /** Puts the secret into the shop; gives the address where it is seen. */
  readonly plant: (site: BuiltSite, secret: string) => Promise<string>;
  /** Before the right is taken: until the secret is in view. */
  readonly look?: (page: Page, secret: string) => Promise<void>;
  readonly act: (page: Page) => Promise<void>;
}

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();

async function openAudit(page: Page, secret: string): Promise<void> {
  const row = page.getByRole('grid', { name: 'Audit log' }).getByRole('row').nth(1);
  await row.getByRole('button').first().click();
  await expect(page.getByRole('dialog').filter({ hasText: 'Before' })).toContainText(secret);
}

/** By somebody who works here: what nobody did stands in no audit log, and waits for no build. */
async function plantProduct(site: BuiltSite, secret: string): Promise<string> {
  const [product] = await withDatabase(site, (sql) =>
    asMember(
      sql,
      'editor@keywright.test',
      (own) => own<{ id: string }[]>`
        insert into public.products (kind, category, url, title, status)
        values ('product', 'tool', ${secret}, ${secret}, 'draft') returning id`,
    ),
  );
  return product?.id ?? '';
}

const desks: Readonly<Record<string, Case>> = {
  products: {
    role: 'editor',
    door: 'The products desk',
    plant: async (site, secret) => `/admin/products?product=${await plantProduct(site, secret)}`,
    async look(page, secret) {
      const title = page
        .getByRole('region', { name: 'Texts' })
        .getByLabel('Title', { exact: true });
      await expect(title).toHaveValue(secret);
      await title.fill(`${secret} again`);
      await expect.poll(() => storedText(page)).toContain(secret);
    },
    act: (page) => page.getByRole('button', { name: 'Save', exact: true }).click(),
  },
  colorways: {
    role: 'editor',
    door: 'The colorways desk',
    plant: async (site, secret) => {
      await withDatabase(
        site,
        (sql) => sql`
          insert into public.colorways (code, name, palette_id, physical_code, colour, colour_family, status)
          select ${secret}, ${secret}, id, ${secret.slice(0, 20)}, '#808080', 'neutral', 'planned'
          from public.palettes order by code limit 1`,
      );
      return `/admin/colorways?q=${secret}`;
    },
    async look(page, secret) {
      await page.getByRole('grid').getByRole('button', { name: secret }).click();
      const supplier = page.getByRole('dialog').getByLabel('Supplier of the next sample');
      await supplier.fill(secret);
    },
    act: (page) => press(page, 'Order a sample'),
  },
  lists: {
    role: 'owner',
    door: 'The lists desk',
    plant: async (site, secret) => {
      const list = await withDatabase(site, async (sql) => {
        const made = await makeList(sql, { title: `A list of ${secret}` });
        const [{ id } = { id: '' }] = await makeEntrants(sql, 1);
        await sql`
          insert into public.list_entries (list_id, user_id, choices, comment)
          values (${made.id}, ${id}, ${[...made.choices]}::uuid[], ${secret})`;
        return made;
      });
      return `/admin/lists?list=${list.id}`;
    },
    act: (page) => press(page, 'Rehearse the draw'),
  },
  orders: {
    role: 'fulfilment',
    door: 'The orders desk',
    plant: async (site, secret) => {
      const { number } = await plantOrder(site, `${secret}@people.test`);
      return `/admin/orders?order=${number}`;
    },
    look: (page) => page.getByLabel('Note for colleagues').fill('Is this still mine to write?'),
    act: (page) => press(page, 'Add note'),
  },
  shipping: {
    role: 'fulfilment',
    door: 'The shipping desk',
    plant: async (site, secret) => {
      await withDatabase(
        site,
        (sql) => sql`
          insert into public.shipping_packages (name, inner_length_mm, inner_width_mm, inner_height_mm,
            own_weight_grams, max_content_grams, note)
          values (${secret}, 300, 200, 100, 90, 2000, ${secret})`,
      );
      return `/admin/shipping?tab=packages&q=${secret}`;
    },
    async look(page, secret) {
      await page.getByRole('grid').getByRole('button', { name: secret }).click();
      await page.getByRole('dialog').getByLabel('Empty weight (g)').fill('120');
    },
    act: (page) => page.getByRole('dialog').getByRole('button', { name: /^Save/ }).click(),
  },
  check: {
    role: 'owner',
    door: 'The check',
    plant: async (site, secret) => {
      const id = await plantProduct(site, secret);
      return `/admin/check?tab=audit&q=${id}`;
    },
    look: openAudit,
    async act(page) {
      await page.keyboard.press('Escape');
      await page.getByRole('tab', { name: 'To do' }).click();
    },
  },
  'publish bar': {
    role: 'editor',
    door: 'The colorways desk',
    plant: async (site, secret) => {
      await plantProduct(site, secret);
      return '/admin/colorways';
    },
    look: (page) => press(page, /^Publish (again|changes) …$/),
    act: (page) => press(page, 'Publish now'),
  },
};

/** All that the browser keeps, but who is signed in. */
const storedText = (page: Page) =>
  page.evaluate(() =>
    [localStorage, sessionStorage]
      .flatMap((storage) => Object.entries(storage) as [string, string][])
      .filter(([key]) => !key.endsWith('-auth-token'))
      .join('\n'),
  );

/** What the backend tells to what is asked from now on. */
function listen(page: Page, site: BuiltSite): string[] {
  const heard: string[] = [];
  const asked = new Set<Request>();
  page.on('request', (request) => asked.add(request));
  page.on('response', async (response) => {
    if (!asked.has(response.request()) || !response.url().startsWith(site.apiUrl)) return;
    heard.push(await response.text().catch(() => ''));
  });
  return heard;
}

const everything = (page: Page) =>
  page.evaluate(() => {
    const fields = [...document.querySelectorAll('input, textarea')];
    return `${document.body.innerText}\n${fields.map((each) => ('value' in each ? String(each.value) : '')).join('\n')}`;
  });

async function comeTo(page: Page, site: BuiltSite, email: string, address: string): Promise<void> {
  // Asked about statistics elsewhere: here the question would lie over what is pressed.
  await page.addInitScript(() => localStorage.setItem('keywright:consent', 'refused'));
  await signInAs(page, site, email);
  await page.goto(site.siteUrl + address);
}

let secret = '';
test.beforeEach(() => {
  secret = `unannounced-${randomUUID().slice(0, 8)}`;
});
// The shop is everybody's: no goods of these tests stay in it.
test.afterEach(({ site }) =>
  withDatabase(site, async (sql) => {
    await sql`delete from public.products where url = ${secret}`;
    await sql`delete from public.colorways where code = ${secret}`;
    await sql`delete from public.shipping_packages where name = ${secret}`;
  }),
);

for (const [name, desk] of Object.entries(desks))
  test(`${name}: whoever is dismissed while it is open is shown out by the next thing they do, and nothing of it stays`, async ({
    page,
    site,
  }) => {
    const [email, address] = await Promise.all([employ(site, desk.role), desk.plant(site, secret)]);
    await comeTo(page, site, email, address);
    await expect(page.getByRole('region', { name: 'Publish' })).toHaveCount(
      desk.role === 'fulfilment' ? 0 : 1,
    );
    await desk.look?.(page, secret);
    await expect.poll(() => everything(page)).toContain(secret);

    await changeRole(site, email, null);
    const heard = listen(page, site);
    const door = expect(
      page.getByText(`${desk.door} can’t be opened with your role`),
    ).toBeVisible();
    // A desk that asks something by itself in this moment shuts before it can be pressed.
    await Promise.race([desk.act(page).catch(() => undefined), door]);
    await door;
    await expect(page.getByText('An owner of the shop can add it.')).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Publish' })).toHaveCount(0);
    expect(await everything(page)).not.toContain(secret);
    expect(await storedText(page)).not.toContain(secret);
    expect(heard.join('\n')).not.toContain(secret);
  });

test('orders: who becomes support while one is open sees it masked at the next reading', async ({
  page,
  site,
}) => {
  const [email, { number }] = await Promise.all([
    employ(site, 'owner'),
    plantOrder(site, `${secret}@people.test`),
  ]);
  await comeTo(page, site, email, `/admin/orders?order=${number}`);
  const customer = page.getByRole('region', { name: 'Customer' });
  await expect(customer).toContainText(secret);
  await changeRole(site, email, 'support');
  const heard = listen(page, site);
  await page.getByLabel('Note for colleagues').fill('Written as support');
  await press(page, 'Add note');
  await expect(customer).toContainText('u…@…');
  await expect(customer).not.toContainText('Oudegracht');
  await expect(customer.getByRole('button', { name: 'Show e-mail and address' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit order' })).toHaveCount(0);
  expect(await everything(page)).not.toContain(secret);
  expect(heard.join('\n')).not.toContain(secret);
  expect(await storedText(page)).not.toContain(secret);
});

test('check: who becomes support while the audit log is open keeps what support may see', async ({
  page,
  site,
}) => {
  const [email, id] = await Promise.all([employ(site, 'owner'), plantProduct(site, secret)]);
  await comeTo(page, site, email, `/admin/check?tab=audit&q=${id}`);
  await openAudit(page, secret);
  await changeRole(site, email, 'support');
  await page.keyboard.press('Escape');
  const newDesk = page.getByRole('button', { name: 'Check again' });
  const pressing = page.getByRole('tab', { name: 'Availability' }).click();
  // A desk that asks something by itself in this moment is another one before it can be pressed.
  await Promise.race([pressing.catch(() => undefined), newDesk.waitFor()]);
  await expect(newDesk).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Activity' })).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Publish' })).toHaveCount(0);
  expect(await everything(page)).not.toContain(secret);
});

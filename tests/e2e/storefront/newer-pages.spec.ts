import { randomUUID } from 'node:crypto';
import postgres, { type Sql } from 'postgres';
import { expect } from 'playwright/test';
import { test as base } from '../../support/site.ts';

/** Rows of its own, which the built site has never heard of. */
const test = base.extend<{ readonly sql: Sql }>({
  sql: async ({ site }, provide) => {
    const sql = postgres(site.databaseUrl, { max: 1, onnotice() {} });
    await provide(sql);
    await sql.end();
  },
});

async function addProduct(sql: Sql, url: string, title: string): Promise<string> {
  const [row] = await sql<{ id: string }[]>`
    insert into public.products (kind, category, url, title, summary, body, status, publish_at)
    values ('product', 'tool', ${url}, ${title}, 'Newer than the build.',
      ${'# Heading\n\nA **bold** word and <b>no markup</b>.'}, 'published', now())
    returning id`;
  const id = row?.id ?? '';
  await sql`
    insert into public.variants (product_id, sku, title, availability, ships_on, price_minor, weight_grams)
    values (${id}, ${url.toUpperCase()}, 'One', 'preorder', '2030-01-01', 4321, 10)`;
  return id;
}

test('a product newer than the build is shown under its own address, and gone when it is a draft', async ({
  page,
  site,
  sql,
}) => {
  const url = `newer-${randomUUID().slice(0, 8)}`;
  const id = await addProduct(sql, url, 'Newer tweezers');
  try {
    const publishedAt = Date.now();
    const answer = await page.goto(`${site.siteUrl}/products/${url}`);
    expect(answer?.status()).toBe(404);
    const light = page.locator('[data-newer]');
    await expect(light.getByRole('heading', { level: 1 })).toHaveText('Newer tweezers');
    // A figure for people at the terminal: machines are shared, so that no second is asserted here.
    test
      .info()
      .annotations.push({ type: 'shown after ms', description: `${Date.now() - publishedAt}` });
    await expect(light).toContainText('€43.21');
    await expect(light).toContainText('A bold word and <b>no markup</b>.');
    await expect(light).toContainText('is being built');
    await expect(page.getByText('Page Not Found')).toHaveCount(0);
    await expect(page).toHaveTitle('Newer tweezers · Keywright');

    await sql`update public.products set status = 'draft' where id = ${id}`;
    await page.reload();
    await expect(page.locator('h1')).toHaveText(`Page Not Found: /products/${url}`);
    await expect(light).toHaveCount(0);
  } finally {
    await sql`delete from public.products where id = ${id}`;
  }
});

test('an update newer than the build is shown, and one that was renamed since is followed', async ({
  page,
  site,
  sql,
}) => {
  const url = `newer-${randomUUID().slice(0, 8)}`;
  await sql`
    insert into public.updates (kind, url, title, summary, body, author, status, publish_at)
    values ('news', ${url}, 'Just written', 'A moment ago.', 'All of it.', 'A tester', 'published', now())`;
  try {
    await page.goto(`${site.siteUrl}/updates/${url}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Just written');
    await sql`update public.updates set url = ${`${url}-renamed`} where url = ${url}`;
    await page.goto(`${site.siteUrl}/updates/${url}`);
    await expect(page).toHaveURL(`${site.siteUrl}/updates/${url}-renamed`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Just written');
  } finally {
    await sql`delete from public.updates where url like ${`${url}%`}`;
  }
});

test('while the backend is down an unknown address is simply not found', async ({ page, site }) => {
  await page.route(`${site.apiUrl}/**`, (route) => route.abort());
  await page.goto(`${site.siteUrl}/products/no-such-thing`);
  await expect(page.locator('h1')).toHaveText('Page Not Found: /products/no-such-thing');
  await expect(page.getByRole('link', { name: 'home page' })).toBeVisible();
});

import { expect, type Page } from 'playwright/test';
import { awaitMail, newAddress } from '../../support/data/people.ts';
import { findFaults } from '../../support/pages/axe.ts';
import { storedLines } from '../../support/pages/cart.ts';
import { placeGuestOrder } from '../../support/pages/checkout-page.ts';
import { withDatabase } from '../../support/pages/list-pages.ts';
import { expectToFit } from '../../support/pages/page-faults.ts';
import { signInAs } from '../../support/pages/staff-page.ts';
import { test, type BuiltSite } from '../../support/site.ts';

const flaws = 'Two small marks in the paint of the underside';
const add = (page: Page) =>
  page.locator('.product .acts').getByRole('button', { name: 'Add to cart' });
const seconds = (page: Page) => page.getByRole('radio', { name: 'Cream, B-stock' });

/** The shop's live word on some of its goods. */
async function sellOut(page: Page, isGone: (isBStock: boolean) => boolean): Promise<void> {
  await page.route('**/rest/v1/availability*', async (route) => {
    const response = await route.fetch();
    const text = await response.text();
    if (!text.startsWith('[')) {
      const lines = text.split('\n').map((line) => {
        const [product, stock, stage, grade = ''] = line.split(',');
        return isGone(grade.startsWith('t')) && stock !== 'stock'
          ? [product, 'sold_out', stage, grade].join(',')
          : line;
      });
      return route.fulfill({ response, body: lines.join('\n') });
    }
    const rows: { isBStock: boolean }[] = JSON.parse(text);
    const gone = { stock: 'sold_out', canBeOrdered: false };
    const json = rows.map((row) => ({ ...row, ...(isGone(row.isBStock) ? gone : {}) }));
    return route.fulfill({ response, json });
  });
}

for (const width of [320, 390, 1440])
  test(`B-stock stands after first quality, is chosen by an act alone, and tells its flaws beside the key and in the cart, at ${width} px`, async ({
    page,
    site,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${site.siteUrl}/keyboards/merlow-hhkb`);
    await expect(page.getByRole('radio').first()).toBeChecked();
    await expect(page.locator('.line .name')).toHaveText(['Slate', 'Cream', 'Cream, B-stock']);
    await expect(page.locator('.line').last()).toContainText('€60 less');
    const told = page.locator('[data-told]');
    await expect(told).toBeEmpty();
    await seconds(page).check();
    await expect(told).toContainText(flaws);
    await expect(page.locator('.sum [data-total]')).toHaveText('€239.00');
    await expect(page.locator('[data-picture]:not([data-later]) img').first()).toHaveAttribute(
      'alt',
      /cream/i,
    );
    expect(await findFaults(page)).toEqual([]);
    await expectToFit(page);
    await add(page).click();
    const drawer = page.getByRole('dialog', { name: 'Added to your cart' });
    await expect(drawer).toContainText('Cream, B-stock');
    await expect(drawer).toContainText(`Flaws: ${flaws}`);
    await page.goto(`${site.siteUrl}/cart`);
    await expect(page.getByRole('article').first()).toContainText(`Flaws: ${flaws}`);
    await expectToFit(page);
    await page.goto(`${site.siteUrl}/cart/confirm`);
    await expect(page.getByRole('article').first()).toContainText(`Flaws: ${flaws}`);
  });

test('an address with B-stock chosen tells its flaws without a press', async ({ page, site }) => {
  await page.goto(`${site.siteUrl}/keyboards/merlow-hhkb?variant=merlow-cream-b`);
  await expect(seconds(page)).toBeChecked();
  await expect(page.locator('[data-told]')).toContainText(flaws);
  await page.getByRole('radio').first().check();
  await expect(page.locator('[data-told]')).toBeEmpty();
});

test('where first quality is sold out the page says so, and B-stock is bought by choosing it', async ({
  page,
  site,
}) => {
  await sellOut(page, (isBStock) => !isBStock);
  await page.goto(`${site.siteUrl}/keyboards/merlow-hhkb`);
  await expect(page.getByText('First quality is sold out. B-stock is below.')).toBeVisible();
  await expect(page.locator('[data-live-badge]')).toContainText('Sold out');
  await expect(page.getByRole('radio').first()).toBeChecked();
  await expect(add(page)).toBeHidden();
  await seconds(page).check();
  await add(page).click();
  await expect.poll(() => storedLines(page)).toHaveLength(1);
});

test('where B-stock alone is sold out nothing is said of first quality', async ({ page, site }) => {
  await sellOut(page, (isBStock) => isBStock);
  await page.goto(`${site.siteUrl}/keyboards/merlow-hhkb`);
  await expect(page.locator('.line').last()).toContainText('Sold out');
  await expect(page.getByText('First quality is sold out')).toBeHidden();
  await expect(page.locator('[data-live-badge]')).not.toContainText('Sold out');
});

const merlow = (page: Page) => page.locator('[data-card]').filter({ hasText: 'Merlow' });

test('a card has the price of first quality and a mark of B-stock, and B-stock is asked for among the filters', async ({
  page,
  site,
}) => {
  await page.goto(`${site.siteUrl}/shop/keyboards?sale=b_stock`);
  await expect(page.locator('[data-card]:visible h3')).toHaveText(['Merlow']);
  await expect(merlow(page).locator('.price')).toHaveText('from €299.00');
  await expect(merlow(page)).toContainText('B-stock from €239.00');
  await expectToFit(page);
});

test('a card says nothing of B-stock that is gone, nor has it among the filters', async ({
  page,
  site,
}) => {
  await sellOut(page, (isBStock) => isBStock);
  await page.goto(`${site.siteUrl}/shop/keyboards`);
  await expect(merlow(page)).not.toContainText('B-stock');
  await page.goto(`${site.siteUrl}/shop/keyboards?sale=b_stock`);
  await expect(page.getByRole('heading', { name: 'No matches' })).toBeVisible();
});

test('a card whose first quality is gone says so, though B-stock is there', async ({
  page,
  site,
}) => {
  await sellOut(page, (isBStock) => !isBStock);
  await page.goto(`${site.siteUrl}/shop/keyboards`);
  await expect(merlow(page)).toContainText('Sold out');
  await expect(merlow(page)).toContainText('B-stock from €239.00');
});

test('of a kit set B-stock is sold without the kit that every order needs', async ({
  page,
  site,
}) => {
  await page.route('**/products/saltmarsh*', async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    // As a page says it whose goods have flaws.
    const body = html
      .replace(/(<span class="name[^>]*>Numpad<\/span>)/, '$1<span data-flaws>A mark</span>')
      .replace(/(value="saltmarsh-base"[^>]*)>/, '$1 data-needed>');
    await route.fulfill({ response, body });
  });
  await page.goto(`${site.siteUrl}/products/saltmarsh`);
  const base = page.getByRole('checkbox', { name: /^Base/ });
  const part = page.getByRole('checkbox', { name: /^Numpad/ });
  await expect(base).toBeDisabled();
  await part.check();
  await expect(base).toBeEnabled();
  await expect(base).not.toBeChecked();
  await page.reload();
  await expect(part).toBeChecked();
  await expect(base).not.toBeChecked();
  await add(page).click();
  await expect.poll(() => storedLines(page)).toHaveLength(1);
  await page.keyboard.press('Escape');
  await part.uncheck();
  await expect(base).toBeChecked();
  await expect(base).toBeDisabled();
});

test('the search finds it by the words of the trade', async ({ page, site }) => {
  await page.goto(site.siteUrl, { waitUntil: 'networkidle' });
  await page.keyboard.press('/');
  const field = page.getByRole('combobox', { name: 'Search the shop' });
  const found = page.getByRole('listbox', { name: 'Results' });
  for (const words of ['b-stock', 'seconds']) {
    await field.fill(words);
    await expect(found).toContainText('Merlow');
    await expect(found).toContainText('Walnut wrist rest');
  }
});

/** Paid, sent and there. */
async function arrived(site: BuiltSite, email: string) {
  const order = await placeGuestOrder(site, email, 'REST-S-B');
  await withDatabase(site, async (sql) => {
    await sql`select private.capture_money(o, 'invoice', 'Planted', o.total_minor, 'shop') from public.order_records o where o.id = ${order.id}`;
  });
  return order;
}

test('an order, its mail, its packing slip and a report of a fault say with which flaws it was bought', async ({
  page,
  browser,
  site,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const knot = 'A dark knot in the front edge.';
  const email = newAddress('seconds');
  const order = await arrived(site, email);
  expect((await awaitMail(site.apiUrl, email, order.number)).text).toContain(`Flaws: ${knot}`);

  const staff = await (await browser.newContext()).newPage();
  await signInAs(staff, site, 'fulfilment@keywright.test');
  await staff.goto(`${site.siteUrl}/admin/orders?order=${order.number}`);
  await expect(staff.getByRole('region', { name: 'Order lines' })).toContainText(`Flaws: ${knot}`);
  await staff.goto(`${site.siteUrl}/admin/orders?slips=${order.number}`);
  await expect(staff.getByRole('table', { name: 'Contents' })).toContainText(`Flaws: ${knot}`);
  await staff.context().close();

  await withDatabase(site, async (sql) => {
    await sql`
      update public.shipments set status = 'delivered', shipped_at = now() - interval '3 days',
        delivered_at = now() - interval '1 day' where order_id = ${order.id}`;
    await sql`update public.order_records set status = 'delivered' where id = ${order.id}`;
  });
  await page.goto(`${site.siteUrl}/orders?order=${order.number}#token=${order.token}`);
  await expect(page.getByRole('article').first()).toContainText(`Flaws: ${knot}`);
  await page.getByRole('button', { name: 'Report a fault' }).click();
  const dialog = page.getByRole('dialog', { name: 'What is faulty?' });
  await expect(dialog).toContainText(`You bought this with: ${knot}`);
  await dialog.getByRole('checkbox').first().check();
  await dialog.getByLabel('What is wrong with it').fill('The knot came loose.');
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await expect(dialog).toBeHidden();
});

test('an editor tells the flaws of a variant in its form, and the desk calls it B-stock', async ({
  page,
  site,
}) => {
  const told = `A scratch below, seen on ${newAddress('day')}`;
  await signInAs(page, site, 'editor@keywright.test');
  const id = await withDatabase(site, async (sql) => {
    const [row] = await sql<
      { id: string }[]
    >`select id from public.products where url = 'turned-knob'`;
    return row?.id ?? '';
  });
  await page.goto(`${site.siteUrl}/admin/products?product=${id}#variants`);
  const variants = page.getByRole('region', { name: 'Variants and kits', exact: true });
  await variants.getByText('KNOB-BLACK', { exact: true }).click();
  await variants.getByLabel('Flaws (B-stock)').filter({ visible: true }).fill(told);
  await expect(variants.getByText('Black, B-stock')).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved.').first()).toBeVisible();
  const flawsOf = () =>
    withDatabase(site, async (sql) => {
      const [row] = await sql<
        { flaws: string }[]
      >`select flaws from public.variants where sku = 'KNOB-BLACK'`;
      return row?.flaws;
    });
  expect(await flawsOf()).toBe(told);
  await withDatabase(
    site,
    (sql) => sql`update public.variants set flaws = '' where sku = 'KNOB-BLACK'`,
  );
});

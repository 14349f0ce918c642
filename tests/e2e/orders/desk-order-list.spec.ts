import { expect } from 'playwright/test';
import { employ, plantOrder } from '../../support/data/employees.ts';
import { newAddress } from '../../support/data/people.ts';
import { withDatabase } from '../../support/pages/list-pages.ts';
import { signInAs } from '../../support/pages/staff-page.ts';
import { test } from '../../support/site.ts';

test('rows follow what is typed, the field keeps the focus, and one press clears it', async ({
  page,
  site,
}) => {
  const email = newAddress('typed');
  const { number } = await plantOrder(site, email);
  const other = await plantOrder(site, newAddress('other'));
  await signInAs(page, site, await employ(site, 'fulfilment'));
  await page.goto(`${site.siteUrl}/admin/orders`);
  const rows = page.getByRole('grid').getByRole('rowheader');
  await expect(rows.filter({ hasText: other.number })).toBeVisible({ timeout: 15_000 });
  const search = page.getByRole('searchbox');
  for (const text of [number.slice(-4), email.split('@')[0] ?? '', email.toUpperCase(), number]) {
    await search.fill('');
    await search.pressSequentially(text);
    await expect(page).toHaveURL(new RegExp(`q=${encodeURIComponent(text)}`));
    await expect(rows.filter({ hasText: number })).toBeVisible();
    await expect(search).toBeFocused();
    await expect(search).toHaveValue(text);
  }
  await expect(rows).toHaveCount(1);
  await expect(page.getByRole('row', { name: new RegExp(number) })).toContainText('Ada Masked');
  await page.reload();
  await expect(search).toHaveValue(number);
  await expect(rows).toHaveCount(1);
  await page.getByRole('button', { name: 'Clear the search' }).click();
  await expect(search).toBeFocused();
  await expect(search).toHaveValue('');
  await expect(page).not.toHaveURL(/q=/);
  await expect(rows.filter({ hasText: other.number })).toBeVisible();
});

test('each view of the orders has an address, and one is shown at a time', async ({
  page,
  site,
}) => {
  const unpaid = await plantOrder(site, newAddress('view'));
  const owed = await plantOrder(site, newAddress('view'));
  await withDatabase(
    site,
    (sql) => sql`
      update public.order_records set status = 'cancelled', captured_minor = 100 where id = ${owed.id}`,
  );
  await signInAs(page, site, await employ(site, 'support'));
  await page.goto(`${site.siteUrl}/admin/orders`);
  const view = (name: string) =>
    page.getByRole('group', { name: 'Show orders' }).getByRole('button', { name, exact: true });
  const row = ({ number }: { readonly number: string }) =>
    page.getByRole('row', { name: new RegExp(number) });
  await expect(view('All')).toHaveAttribute('aria-pressed', 'true');
  await expect(row(unpaid)).toBeVisible({ timeout: 15_000 });
  await view('Unpaid').click();
  await expect(row(owed)).toHaveCount(0);
  await expect(row(unpaid)).toContainText('Unpaid');
  await view('Refund due').click();
  await expect(page).toHaveURL(/refund_due_minor/);
  await expect(page).not.toHaveURL(/awaiting_payment/);
  await expect(row(owed)).toContainText('Refund due');
  await page.reload();
  await expect(view('Refund due')).toHaveAttribute('aria-pressed', 'true');
  await expect(view('All')).toHaveAttribute('aria-pressed', 'false');
  // Support is told neither whose they are nor finds them by that.
  await page.getByRole('searchbox').fill('ada masked');
  await expect(page.getByRole('heading', { name: 'No rows match' })).toBeVisible();
  await view('All').click();
  await withDatabase(
    site,
    (sql) => sql`delete from public.order_records where id = any(${[unpaid.id, owed.id]})`,
  );
});

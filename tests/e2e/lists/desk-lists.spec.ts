import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, type Download } from 'playwright/test';
import type { Sql } from 'postgres';
import { withDatabase, withoutJobs } from '../../support/pages/list-pages.ts';
import {
  closeList,
  letRoundCome,
  makeEntrants,
  makeList,
  round1000,
  type MadeList,
} from '../../support/data/lists.ts';
import { test, watchPage } from '../../support/site.ts';
import { signInAs } from '../../support/pages/staff-page.ts';

interface FilledList extends MadeList {
  readonly emails: readonly string[];
}

/** Six people over four days, of whom two live at one address. */
async function fillList(sql: Sql): Promise<FilledList> {
  const title = `A raffle of the desk ${randomUUID()}`;
  const list = await makeList(sql, { editions: [2], capacity: 2, title });
  const people = await makeEntrants(sql, 6);
  for (const { id } of people.slice(0, 2)) {
    await sql`
      insert into public.addresses (user_id, name, line1, city, postcode, country)
      values (${id}, 'Somebody', ${`Quay ${list.id}`}, 'Utrecht', '3511 AB', 'NL')`;
  }
  await sql`
    insert into public.list_entries (list_id, user_id, choices, entered_at)
    select ${list.id}, id, ${[...list.choices]}::uuid[], now() - make_interval(days => (n / 2 * 2 - 1)::int)
    from unnest(${people.map(({ id }) => id)}::uuid[]) with ordinality p (id, n)`;
  return { ...list, emails: people.map(({ email }) => email) };
}

const textOf = async (download: Download) => readFile(await download.path(), 'utf8');

test('the form of a new list keeps its fields inside itself and apart from each other', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signInAs(page, site, 'owner@keywright.test');
  await page.goto(`${site.siteUrl}/admin/lists`);
  await page.getByRole('button', { name: 'New list' }).click();
  const form = page.getByRole('dialog', { name: 'New list' }).getByRole('group').first();
  await expect(form.getByLabel('Closes')).toBeVisible();
  const misplaced = await form.evaluate((group) => {
    const edges = group.getBoundingClientRect();
    const fields = [...group.querySelectorAll('input, select, textarea')].map((field) => ({
      label: field.closest('div')?.querySelector('label')?.textContent ?? '',
      box: field.getBoundingClientRect(),
    }));
    return fields.flatMap(({ label, box }, index) => {
      const isOutside = box.right > edges.right + 1 || box.left < edges.left - 1;
      const isOverAnother = fields
        .slice(index + 1)
        .some(
          ({ box: other }) =>
            box.left < other.right &&
            other.left < box.right &&
            box.top < other.bottom &&
            other.top < box.bottom,
        );
      return isOutside || isOverAnother ? [label] : [];
    });
  });
  expect(misplaced).toEqual([]);
});

test('the owner rehearses a draw by the real rules, and the list is as it was', async ({
  page,
  site,
}) => {
  const watched = await watchPage(page);
  const list = await withDatabase(site, fillList);
  const stored = () =>
    withDatabase(
      site,
      (sql) => sql`
        select l.*, (select json_agg(e order by e.id) from public.list_entries e where e.list_id = l.id) as entries,
          (select count(*)::int from public.offers o where o.list_id = l.id) as offers
        from public.lists l where l.id = ${list.id}`,
    );
  const before = await stored();
  await signInAs(page, site, 'owner@keywright.test');
  await page.goto(`${site.siteUrl}/admin/lists?list=${list.id}`);
  const rehearsal = page.getByRole('region', { name: 'Rehearsal' });
  await rehearsal.getByRole('button', { name: 'Rehearse the draw' }).click();
  await expect(
    rehearsal.getByText('2 of 2 would be given out, the last to rank 2 of 6.'),
  ).toBeVisible();
  await expect(rehearsal.getByText('This browser gets the same ranking')).toBeVisible();
  await expect(rehearsal.getByRole('row')).toHaveCount(3);
  await expect(rehearsal.getByText('There was nothing left for the other 4.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Offers' })).toHaveCount(0);
  const madeUp = rehearsal.locator('dd').first();
  const once = await madeUp.innerText();
  expect(once).toMatch(/^[0-9a-f]{64}$/);
  await rehearsal.getByRole('button', { name: 'Rehearse again' }).click();
  await expect(madeUp).toHaveText(/^[0-9a-f]{64}$/);
  await expect(madeUp).not.toHaveText(once);
  expect(await stored()).toEqual(before);
  expect(watched.complaints).toEqual([]);
});

test('the owner sees entries by day and who may be one person, keeps somebody off with a note, and exports with names on record only', async ({
  page,
  site,
}) => {
  const watched = await watchPage(page);
  const list = await withDatabase(site, fillList);
  await signInAs(page, site, 'owner@keywright.test');
  await page.goto(`${site.siteUrl}/admin/lists?list=${list.id}`);
  const chart = page.getByRole('region', { name: 'Entries over time', exact: true });
  await expect(chart.locator('svg rect').first()).toBeAttached();
  await chart.getByText('As a table').click();
  await expect(chart.getByRole('row').last()).toContainText('6');

  const entries = page.getByRole('region', { name: 'Entries', exact: true });
  await expect(entries.getByText(/^2 entries share an address: /)).toBeVisible();
  const [plain] = await Promise.all([
    page.waitForEvent('download'),
    entries.getByRole('button', { name: 'Export without names' }).click(),
  ]);
  const anonymous = await textOf(plain);
  for (const email of list.emails) expect(anonymous).not.toContain(email);
  const [named] = await Promise.all([
    page.waitForEvent('download'),
    entries.getByRole('button', { name: 'Export with names' }).click(),
  ]);
  const full = await textOf(named);
  for (const email of list.emails) expect(full).toContain(email);
  const read = await withDatabase(
    site,
    (sql) => sql`
      select 1 from public.audit_log where action = 'read' and row_id = ${list.id}
        and after ->> 'call' = 'export_entries'`,
  );
  expect(read).toHaveLength(1);

  const off = entries.getByRole('button', { name: /^Ban .+ from lists$/ }).first();
  await expect(off).toBeDisabled();
  await entries.getByLabel('Reason for the ban').fill('Two accounts, one flat');
  await off.click();
  await expect(page.getByText('This person is banned from lists.')).toBeVisible();
  await page
    .getByRole('region', { name: 'Rehearsal' })
    .getByRole('button', { name: 'Rehearse the draw' })
    .click();
  await expect(page.getByRole('cell', { name: 'Banned from lists by staff' })).toBeVisible();
  await entries.getByRole('button', { name: /^Unban .+ from lists$/ }).click();
  await expect(page.getByText('This person can enter lists again.')).toBeVisible();
  expect(watched.complaints.filter((each) => each.includes('policy:'))).toEqual([]);
});

test('times are typed in the zone that is named, shown in UTC too, and only words change after the opening', async ({
  page,
  site,
}) => {
  const title = `A raffle to open ${randomUUID()}`;
  const list = await withDatabase(site, (sql) =>
    makeList(sql, { status: 'draft', title, editions: [3], capacity: 3 }),
  );
  await signInAs(page, site, 'owner@keywright.test');
  await page.goto(`${site.siteUrl}/admin/lists?list=${list.id}`);
  await page.getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'List' });
  const zone = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  await dialog.getByLabel('Closes').fill('2031-05-04T18:30');
  const utc = await page.evaluate(() => new Date('2031-05-04T18:30').toISOString().slice(0, 16));
  await expect(dialog.getByText(`In ${zone}, ${utc.replace('T', ' ')} UTC`)).toBeVisible();
  await dialog.getByRole('button', { name: /^Save/ }).click();
  await expect(dialog).toBeHidden();
  const facts = page.getByRole('region', { name: 'Facts' });
  await expect(facts.getByText(/4 May 2031.+ \/ .*May 2031, \d\d:\d\d UTC/)).toBeVisible();

  await page.getByRole('button', { name: 'Open the list' }).click();
  const opening = page.getByRole('dialog', { name: `Open ${title}?` });
  await expect(opening).toContainText('can’t become a draft again');
  await opening.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('The list is open.')).toHaveCount(0);
  await page.getByRole('button', { name: 'Open the list' }).click();
  await opening.getByRole('button', { name: 'Yes, open it' }).click();
  await expect(page.getByText('The list is open.')).toBeVisible();
  await page.getByRole('button', { name: 'Edit texts' }).click();
  await expect(dialog.getByLabel('Closes')).toHaveCount(0);
  await dialog.getByLabel('Title').fill(`${title}, in other words`);
  await dialog.getByRole('button', { name: /^Save/ }).click();
  await expect(page.getByRole('heading', { name: `${title}, in other words` })).toBeVisible();
});

test('the product of a list is looked for by a word of its title, shown by it, and taken away again', async ({
  page,
  site,
}) => {
  const watched = await watchPage(page);
  const title = `A list about something ${randomUUID()}`;
  const productOf = () =>
    withDatabase(site, async (sql) => {
      const [row] = await sql<{ product: string | null }[]>`
        select p.title as product from public.lists l left join public.products p on p.id = l.product_id
        where l.title = ${title}`;
      return row?.product;
    });
  await signInAs(page, site, 'owner@keywright.test');
  await page.goto(`${site.siteUrl}/admin/lists`);
  await page.getByRole('button', { name: 'New list' }).click();
  const fresh = page.getByRole('dialog', { name: 'New list' });
  await fresh.getByLabel('Title').fill(title);
  const search = fresh.getByRole('combobox', { name: 'Product' });
  await search.fill('nothing is called this');
  await expect(fresh.getByText('No results for')).toBeVisible();
  await search.fill('tidel');
  await expect(fresh.getByRole('option').first()).toContainText('Tideline');
  await search.press('Enter');
  await expect(fresh.getByText(/^Product: .*Tideline/)).toBeVisible();
  await fresh.getByRole('button', { name: /^Save/ }).click();
  await expect(fresh).toBeHidden();
  expect(await productOf()).toContain('Tideline');

  const [list] = await withDatabase(
    site,
    (sql) => sql<{ id: string }[]>`select id from public.lists where title = ${title}`,
  );
  await page.goto(`${site.siteUrl}/admin/lists?list=${list?.id}`);
  await page.getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'List' });
  await expect(dialog.getByText(/^Product: .*Tideline/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Without a product' }).click();
  await expect(dialog.getByRole('combobox', { name: 'Product' })).toBeVisible();
  await dialog.getByRole('button', { name: /^Save/ }).click();
  await expect(dialog).toBeHidden();
  expect(await productOf()).toBeNull();
  expect(watched.complaints).toEqual([]);
});

test('a raffle that closed is frozen, drawn by the round that decides and no other, and checked', async ({
  page,
  site,
}) => {
  await signInAs(page, site, 'owner@keywright.test');
  const steps = page.getByRole('region', { name: 'Steps' });
  const list = await withoutJobs(site, async () => {
    const made = await withDatabase(site, async (sql) => {
      const filled = await fillList(sql);
      await closeList(sql, filled.id);
      return filled;
    });
    await page.goto(`${site.siteUrl}/admin/lists?list=${made.id}`);
    await steps.getByRole('button', { name: 'Freeze the entries' }).click();
    await page.getByRole('button', { name: 'Yes, freeze them' }).click();
    await expect(steps.getByText(/^[0-9a-f]{64}$/)).toBeVisible();
    return made;
  });
  await withDatabase(site, (sql) => letRoundCome(sql, list.id));
  await page.reload();
  const draw = steps.getByRole('button', { name: 'Draw for good' });
  await expect(draw).toBeDisabled();
  await steps.getByText('Paste the round instead').click();
  const field = steps.getByLabel('The round');
  await field.fill('round one thousand');
  await expect(
    steps.getByText('This is not a beacon round. Copy all the text from the beacon’s page.'),
  ).toBeVisible();
  await field.fill(JSON.stringify({ ...round1000, round: 1001 }));
  await expect(steps.getByText('This is round 1001, not the one that decides.')).toBeVisible();
  await expect(draw).toBeDisabled();
  await field.fill(JSON.stringify({ ...round1000, signature: 'b'.repeat(96) }));
  await expect(steps.getByText('The beacon signed it: no')).toBeVisible();
  await expect(draw).toBeDisabled();
  await field.fill(JSON.stringify(round1000));
  await draw.click();
  await page.getByRole('button', { name: 'Yes, draw it' }).click();
  await expect(page.getByText('The list is drawn.')).toBeVisible();
  await steps.getByRole('button', { name: 'Check the draw in this browser' }).click();
  await expect(steps.getByText(': yes')).toHaveCount(5);

  // Each step is on record, and the list leads there.
  await page.getByRole('link', { name: 'Changes' }).click();
  const log = page.getByRole('grid', { name: 'Audit log' });
  await expect(log).toContainText('frozen → drawn');
  await expect(log).toContainText('owner@keywright.test');
});

test('a raffle of more than is in stock says the numbers while it is planned, and is not opened', async ({
  page,
  site,
}) => {
  const title = `A raffle of too much ${randomUUID()}`;
  const list = await withDatabase(site, async (sql) => {
    const made = await makeList(sql, { status: 'draft', title, editions: [], capacity: 5 });
    await sql`
      update public.lists set product_id = (select product_id from public.variants where sku = 'FOAM-60')
      where id = ${made.id}`;
    return made;
  });
  const [stock] = await withDatabase(
    site,
    (sql) => sql<{ free: number }[]>`
      select (s.on_hand - s.allocated) / v.pool_units as free from public.variants v
      join public.stock_pools s on s.id = v.stock_pool_id where v.sku = 'FOAM-60'`,
  );
  const free = stock?.free ?? 0;
  await withDatabase(
    site,
    (sql) => sql`update public.lists set capacity = ${free + 3} where id = ${list.id}`,
  );
  await signInAs(page, site, 'owner@keywright.test');
  await page.goto(`${site.siteUrl}/admin/lists?list=${list.id}`);
  const choices = page.getByRole('region', { name: 'Choices', exact: true });
  const count = choices.getByLabel('Number available');
  await expect(count).toHaveAccessibleDescription(new RegExp(`^${free} in stock`));
  await count.fill(String(free + 3));
  await expect(choices.getByText(`${free + 3} to give, ${free} in stock: a raffle`)).toBeVisible();
  await choices.getByRole('button', { name: 'Add this choice' }).click();
  await expect(choices.getByText('It can’t open like this')).toBeVisible();
  await page.getByRole('button', { name: 'Open the list' }).click();
  await page.getByRole('button', { name: 'Yes, open it' }).click();
  const refused = page.getByRole('alert').filter({ hasText: 'Nothing changed' });
  await expect(refused).toContainText(`${free + 3} to give, ${free} in stock`);
});

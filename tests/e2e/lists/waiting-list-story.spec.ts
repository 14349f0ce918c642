import { expect, type Page } from 'playwright/test';
import { onArtisans, showList, withDatabase } from '../../support/pages/list-pages.ts';
import { expireOffers, makeEntrants, makeList } from '../../support/data/lists.ts';
import { newAddress } from '../../support/data/people.ts';
import { test, type BuiltSite } from '../../support/site.ts';
import { makeAccount, signInAs } from '../../support/pages/staff-page.ts';

/** Who has an offer of the list by now, by their turn in the order of arrival, and how it stands. */
async function asked(site: BuiltSite, listId: string): Promise<readonly string[]> {
  return withDatabase(site, async (sql) => {
    const rows = await sql<{ is: string }[]>`
      with queue as (
        select id, row_number() over (order by entered_at, id) as place
        from public.list_entries where list_id = ${listId})
      select q.place || ' ' || o.status as is from public.offers o join queue q on q.id = o.entry_id
      where o.list_id = ${listId} order by o.offered_at, q.place`;
    return rows.map((row) => row.is);
  });
}

async function offer(owner: Page, count: number, preview: string): Promise<void> {
  await owner.getByLabel('Offers to send').fill(String(count));
  await expect(owner.getByText(preview)).toBeVisible();
  await owner.getByRole('button', { name: 'Send these offers' }).click();
  await owner.getByRole('button', { name: /^Yes, send/ }).click();
  await expect(owner.getByText('Offers sent.')).toBeVisible();
}

test('a waiting list serves three batches in the order of arrival, and what lapses goes on', async ({
  browser,
  site,
}) => {
  const list = await withDatabase(site, async (sql) => {
    const made = await makeList(sql, { kind: 'waiting_list', capacity: 6, editions: [null] });
    const people = await makeEntrants(sql, 5);
    await sql`
      insert into public.list_entries (list_id, user_id, choices, entered_at)
      select ${made.id}, u, ${[...made.choices]}::uuid[], now() - interval '1 hour' + n * interval '1 minute'
      from unnest(${people.map(({ id }) => id)}::uuid[]) with ordinality p (u, n)`;
    return made;
  });
  const email = await makeAccount(site, newAddress('waiting'));
  const page = await (await browser.newContext()).newPage();
  await signInAs(page, site, email);
  const panel = await showList(page, site, list.id, onArtisans('Hedge Fox, Arctic'));
  await panel.getByRole('button', { name: 'Join the waiting list' }).click();
  const dialog = page.getByRole('dialog', { name: 'Join the waiting list' });
  await dialog.getByRole('button', { name: 'Join', exact: true }).click();
  await expect(panel.getByText(/6th/)).toBeVisible();

  const owner = await (await browser.newContext()).newPage();
  await signInAs(owner, site, 'owner@keywright.test');
  await owner.goto(`${site.siteUrl}/admin/lists?list=${list.id}`);
  await offer(owner, 2, 'Would go to: place 1');
  expect(await asked(site, list.id)).toEqual(['1 pending', '2 pending']);

  // The first lets it pass: the next in line is asked, and nobody pressed a button.
  await withDatabase(site, async (sql) => {
    const offers = await sql<{ id: string }[]>`
      select o.id from public.offers o join public.list_entries e on e.id = o.entry_id
      where o.list_id = ${list.id} order by e.entered_at limit 1`;
    await expireOffers(
      sql,
      offers.map(({ id }) => id),
    );
    await sql`select private.refill_offers()`;
  });
  await owner.reload();
  expect((await asked(site, list.id)).toSorted()).toEqual(['1 expired', '2 pending', '3 pending']);

  // In the next round who let it pass is asked again before those behind.
  await offer(owner, 2, 'Would go to: place 1');
  expect((await asked(site, list.id)).filter((is) => is.endsWith('pending')).toSorted()).toEqual([
    '1 pending',
    '2 pending',
    '3 pending',
    '4 pending',
  ]);
  await offer(owner, 2, 'Would go to: place 5');
  const last = await asked(site, list.id);
  expect(last.filter((is) => is.endsWith('pending'))).toHaveLength(6);
  await expect(owner.getByText('Would go to: nobody')).toBeVisible();

  await page.reload();
  await expect(panel.getByText(/left, until/)).toBeVisible();
  await panel.getByRole('button', { name: 'Add to cart' }).click();
  await expect(panel.getByRole('link', { name: 'It is in your cart' })).toBeVisible();
  expect(await asked(site, list.id)).toContain('6 claimed');
});

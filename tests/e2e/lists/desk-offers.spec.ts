import { randomUUID } from 'node:crypto';
import { expect, type Locator, type Page } from 'playwright/test';
import type { Sql } from 'postgres';
import { withDatabase } from '../../support/pages/list-pages.ts';
import { expireOffers, makeEntrants, makeList, makeOrder } from '../../support/data/lists.ts';
import { newAddress } from '../../support/data/people.ts';
import { test, type BuiltSite } from '../../support/site.ts';
import { makeAccount, signInAs } from '../../support/pages/staff-page.ts';

/** A waiting list with so many people on it, the first of whom may be somebody in particular. */
async function queueOf(sql: Sql, count: number, firstId?: string) {
  const title = `Offers of the desk ${randomUUID()}`;
  const plan = { kind: 'waiting_list', capacity: count, editions: [null], title } as const;
  const list = await makeList(sql, plan);
  const people = await makeEntrants(sql, firstId === undefined ? count : count - 1);
  const ids = [...(firstId === undefined ? [] : [firstId]), ...people.map(({ id }) => id)];
  await sql`
    insert into public.list_entries (list_id, user_id, choices, entered_at)
    select ${list.id}, u, ${[...list.choices]}::uuid[], now() - interval '2 days' + n * interval '1 minute'
    from unnest(${ids}::uuid[]) with ordinality p (u, n)`;
  return { ...list, title };
}

async function openList(page: Page, site: BuiltSite, id: string): Promise<void> {
  await page.goto(`${site.siteUrl}/admin/lists?list=${id}`);
  await expect(page.getByRole('region', { name: 'Steps' })).toBeVisible();
}

const offerAt = (page: Page, rank: number): Locator =>
  page
    .getByRole('region', { name: 'Offers' })
    .last()
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: String(rank), exact: true }) });

test('an offer is sent, seen by its person, held in a cart, given a day and paid, and the owner sees each', async ({
  page,
  browser,
  site,
}) => {
  const email = await makeAccount(site, newAddress('offered'));
  const { list, userId } = await withDatabase(site, async (sql) => {
    const [user] = await sql<{ id: string }[]>`select id from auth.users where email = ${email}`;
    const id = user?.id ?? '';
    return { list: await queueOf(sql, 4, id), userId: id };
  });
  await signInAs(page, site, 'owner@keywright.test');
  await openList(page, site, list.id);
  await page.getByLabel('Offers to send').fill('4');
  await page.getByLabel('Hours to accept').fill('24');
  await expect(page.getByText('Would go to: places 1 to 4 (')).toBeVisible();
  await page.getByRole('button', { name: 'Send these offers' }).click();
  await page.getByRole('button', { name: /^Yes, send/ }).click();
  await expect(page.getByText('4 given out so far, of 4.')).toBeVisible();
  await expect(offerAt(page, 1)).toContainText('sent');
  await expect(offerAt(page, 1)).toContainText('not seen yet');

  const person = await (await browser.newContext()).newPage();
  await signInAs(person, site, email);
  await person.goto(`${site.siteUrl}/products/artisans`);
  await expect
    .poll(() =>
      withDatabase(site, async (sql) => {
        const rows = await sql`
          select 1 from public.offers where user_id = ${userId} and seen_at is not null`;
        return rows.length;
      }),
    )
    .toBe(1);
  await person.context().close();
  await page.reload();
  await expect(offerAt(page, 1).getByText('seen', { exact: true })).toBeVisible();
  await expect(offerAt(page, 2)).toContainText('not seen yet');

  // A cart holds it: time can be given and taken as before.
  await withDatabase(
    site,
    (sql) => sql`
      update public.offers set status = 'claimed', claimed_at = now(), holds_until = expires_at
      where list_id = ${list.id} and rank <= 2`,
  );
  await page.reload();
  await expect(offerAt(page, 1)).toContainText('in a cart');
  const more = page.getByRole('button', { name: 'One more day for rank 1' });
  await expect(more).toBeDisabled();
  await page.getByLabel('Reason', { exact: true }).fill('Is at sea');
  await more.click();
  await expect(page.getByText('Offer extended.')).toBeVisible();
  await page.getByRole('button', { name: 'Withdraw offer for rank 2' }).click();
  await page.getByRole('button', { name: 'Yes, withdraw it' }).click();
  await expect(page.getByText('Offer withdrawn.')).toBeVisible();
  await expect(offerAt(page, 2)).toContainText('Is at sea');
  await page.getByRole('button', { name: 'Allow another offer for rank 2' }).click();
  // What it gave up went to the next in line, which is this person again.
  await expect(offerAt(page, 2)).toHaveCount(2);
  await expect(offerAt(page, 2).last()).toContainText('can get another offer');

  await withDatabase(site, async (sql) => {
    const order = await makeOrder(sql, userId);
    await sql`update public.offers set order_id = ${order}, ordered_at = now() where list_id = ${list.id} and rank = 1`;
    const [third] = await sql<{ id: string }[]>`
      select id from public.offers where list_id = ${list.id} and rank = 3`;
    await expireOffers(sql, [third?.id ?? '']);
  });
  await page.reload();
  await expect(offerAt(page, 1)).toContainText('ordered');
  await expect(offerAt(page, 1).getByRole('button')).toHaveCount(0);
  await expect(offerAt(page, 3).first()).toContainText('expired');
  await withDatabase(
    site,
    (sql) => sql`
      update public.order_records set paid_at = now()
      where id = (select order_id from public.offers where list_id = ${list.id} and rank = 1)`,
  );
  await page.reload();
  await expect(offerAt(page, 1)).toContainText(/paid.+paid \d+ /s);
});

test('what is no number is said at its field, and what is refused far down comes into sight', async ({
  page,
  site,
}) => {
  const list = await withDatabase(site, (sql) => queueOf(sql, 130));
  await signInAs(page, site, 'owner@keywright.test');
  await openList(page, site, list.id);
  const make = page.getByRole('button', { name: 'Send these offers' });
  await page.getByLabel('Offers to send').fill('three');
  await expect(page.getByText('Enter 1 to 100.')).toBeVisible();
  await expect(make).toBeDisabled();
  await page.getByLabel('Offers to send').fill('100');
  await expect(page.getByText('Would go to: places 1 to 100 (')).toBeVisible();
  await page.getByLabel('Hours to accept').fill('0.5');
  await expect(page.getByText('Enter 1 to 168 hours.')).toBeVisible();
  await expect(make).toBeDisabled();
  await page.getByLabel('Hours to accept').fill('168');
  await make.click();
  await page.getByRole('button', { name: /^Yes, send/ }).click();
  await expect(page.getByText('Offers sent.')).toBeVisible();

  // A week is the most there is: the last of a hundred rows is far below what says so.
  await page.getByLabel('Reason', { exact: true }).fill('Asked for it');
  await page.getByRole('button', { name: 'One more day for rank 100' }).click();
  const refused = page.getByRole('alert').filter({ hasText: 'Nothing changed' });
  await expect(refused).toContainText('at most seven days from now');
  await expect(refused).toBeInViewport();

  // Of the entries too some are not shown at first, and each can be found by its id.
  const entries = page.getByRole('region', { name: 'Entries', exact: true }).first();
  await expect(entries.getByRole('row')).toHaveCount(101);
  await entries.getByRole('button', { name: 'Show 30 more of 130 entries' }).click();
  await expect(entries.getByRole('row')).toHaveCount(131);
  const [last] = await withDatabase(
    site,
    (sql) => sql<{ id: string }[]>`
      select id from public.list_entries where list_id = ${list.id} order by entered_at desc limit 1`,
  );
  await entries.getByLabel('Find an entry').fill(last?.id ?? '');
  await expect(entries.getByRole('row')).toHaveCount(2);
  await entries.getByLabel('Reason for the ban').fill('Sells places');
  await entries.getByRole('button', { name: /^Ban .+ from lists$/ }).click();
  await expect(page.getByText('This person is banned from lists.')).toBeInViewport();
  await expect(entries.getByRole('row').last()).toContainText('Sells places');
});

test('a list is finished only when that is said twice, and asks nobody then', async ({
  page,
  site,
}) => {
  const list = await withDatabase(site, (sql) => queueOf(sql, 3));
  await signInAs(page, site, 'owner@keywright.test');
  await openList(page, site, list.id);
  await page.getByRole('button', { name: 'Send these offers' }).click();
  await page.getByRole('button', { name: /^Yes, send/ }).click();
  await expect(page.getByText('Offers sent.')).toBeVisible();
  await page.getByRole('button', { name: 'Finish the list' }).click();
  const dialog = page.getByRole('dialog', { name: 'Finish the list' });
  await expect(dialog).toContainText('The open offer stays valid until its deadline.');
  await dialog.getByRole('button', { name: 'Keep it open' }).click();
  await expect(page.getByRole('button', { name: 'Finish the list' })).toBeFocused();
  await page.getByRole('button', { name: 'Finish the list' }).click();
  await dialog.getByRole('button', { name: 'Finish it for good' }).click();
  await expect(page.getByText('The list is finished.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send these offers' })).toHaveCount(0);
  await expect(offerAt(page, 1)).toContainText('sent');
});

test('a draft without a title is not sent, says what it misses, and can be removed', async ({
  page,
  site,
}) => {
  const title = `A draft to remove ${randomUUID()}`;
  await signInAs(page, site, 'owner@keywright.test');
  await page.goto(`${site.siteUrl}/admin/lists`);
  await page.getByRole('button', { name: 'New list' }).click();
  const fresh = page.getByRole('dialog', { name: 'New list' });
  const missing = fresh.getByText('Enter 2 to 120 characters.');
  await expect(missing).toHaveCount(0);
  await fresh.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(missing).toBeVisible();
  await fresh.getByLabel('Title').fill(title);
  await expect(missing).toHaveCount(0);
  await fresh.getByLabel('Opens').fill('2031-05-04T18:30');
  await fresh.getByLabel('Closes').fill('2031-05-04T18:00');
  await expect(fresh.getByText('Choose a time after it opens.')).toBeVisible();
  await fresh.getByLabel('Closes').fill('2031-05-05T18:00');
  await fresh.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(fresh).toBeHidden();

  await page.getByRole('grid', { name: 'Lists' }).getByRole('button', { name: title }).click();
  const facts = page.getByRole('region', { name: 'Facts' });
  await expect(facts).toContainText('Raffle');
  await expect(facts).toContainText('none yet');
  await page.getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'List' });
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
  await dialog.getByRole('button', { name: 'Yes, remove it' }).click();
  await expect(page.getByRole('grid', { name: 'Lists' })).toBeVisible();
  const left = await withDatabase(
    site,
    (sql) => sql`select 1 from public.lists where title = ${title}`,
  );
  expect(left).toHaveLength(0);
});

test('a list that could not be read is read again at a press', async ({ page, site }) => {
  const list = await withDatabase(site, (sql) => queueOf(sql, 1));
  await signInAs(page, site, 'owner@keywright.test');
  await page.route('**/rpc/list_desk*', (route) => route.abort());
  await page.goto(`${site.siteUrl}/admin/lists?list=${list.id}`);
  const failed = page.getByRole('alert').filter({ hasText: 'The list could not be loaded' });
  await expect(failed).toBeVisible({ timeout: 20_000 });
  await page.unroute('**/rpc/list_desk*');
  await failed.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: list.title })).toBeVisible();
});

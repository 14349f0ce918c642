import { randomUUID } from 'node:crypto';
import { expect, type Browser, type Locator, type Page } from 'playwright/test';
import { withDatabase, withoutJobs } from '../../support/pages/list-pages.ts';
import {
  closeList,
  letRoundCome,
  makeEntrants,
  makeList,
  round1000,
  type ListPlan,
} from '../../support/data/lists.ts';
import { test, type BuiltSite } from '../../support/site.ts';
import { bothValues, signInAs } from '../../support/pages/staff-page.ts';

/** Two owners before one list, each in a browser of their own. */
async function openTwice(
  plan: ListPlan,
  {
    page,
    browser,
    site,
  }: { readonly page: Page; readonly browser: Browser; readonly site: BuiltSite },
) {
  const title = `A list of two ${randomUUID()}`;
  const list = await withDatabase(site, (sql) => makeList(sql, { ...plan, title }));
  const pages = [page, await (await browser.newContext()).newPage()] as const;
  const see = async () => {
    for (const each of pages) {
      await each.goto(`${site.siteUrl}/admin/lists?list=${list.id}`);
      await expect(each.getByRole('region', { name: 'Steps' })).toBeVisible();
    }
  };
  for (const each of pages) await signInAs(each, site, 'owner@keywright.test');
  await see();
  const [first, second] = pages;
  return { list, first, second, see };
}

const press = async (page: Page, name: string | RegExp) => {
  await page.getByRole('button', { name }).click();
  const yes = typeof name === 'string' ? asksFirst[name] : undefined;
  if (yes !== undefined) await page.getByRole('button', { name: yes }).click();
};
/** What can't be undone is said twice. */
const asksFirst: Readonly<Record<string, string | RegExp>> = {
  'Open the list': 'Yes, open it',
  'Freeze the entries': 'Yes, freeze them',
  'Draw for good': 'Yes, draw it',
  'Send these offers': /^Yes, send/,
  'Withdraw offer for rank 1': 'Yes, withdraw it',
};
const rows = (page: Page, table: string) =>
  page.getByRole('region', { name: table, exact: true }).last().getByRole('row');
const nothingDone = (page: Page): Locator =>
  page.getByRole('alert').filter({ hasText: 'Nothing changed' });
const sides = (page: Page, field: string) => bothValues(nothingDone(page), field);

test('of two owners who prepare and run a waiting list, the second is told of every step and sees both', async ({
  page,
  browser,
  site,
}) => {
  test.slow();
  const plan: ListPlan = { kind: 'waiting_list', status: 'draft', capacity: 3, editions: [null] };
  const { list, first, second, see } = await openTwice(plan, { page, browser, site });
  const dialog = (of: Page) => of.getByRole('dialog', { name: 'List' });
  const save = (of: Page) => dialog(of).getByRole('button', { name: 'Save', exact: true }).click();

  // A draft: how many it gives, how long an offer holds, its window, its words.
  for (const each of [first, second]) await press(each, 'Edit');
  for (const [each, capacity, hours, day] of [
    [first, '5', '24', '2031-05-04T18:30'],
    [second, '7', '96', '2031-06-04T18:30'],
  ] as const) {
    await dialog(each).getByLabel('Number available').fill(capacity);
    await dialog(each).getByLabel('Hours to pay').fill(hours);
    await dialog(each).getByLabel('Closes').fill(day);
    await dialog(each).getByLabel('Rules').fill(`Rules of ${capacity}`);
    await save(each);
  }
  await expect(dialog(first)).toBeHidden();
  await expect(bothValues(dialog(second), 'Number available')).toHaveText(['5', '7']);
  await expect(bothValues(dialog(second), 'Hours to pay')).toHaveText(['24', '96']);
  await expect(bothValues(dialog(second), 'Closes')).toHaveText([
    /^4 May 2031, 18:30 /,
    /^4 Jun 2031, 18:30 /,
  ]);
  await expect(bothValues(dialog(second), 'Rules (Markdown)')).toHaveText([
    'Rules of 5',
    'Rules of 7',
  ]);
  await dialog(second).getByRole('button', { name: 'Keep theirs' }).click();
  await expect(dialog(second).getByLabel('Number available')).toHaveValue('5');
  await dialog(second).getByRole('button', { name: 'Cancel' }).click();

  // Opening it fixes its rules: not those that nobody has looked at.
  await see();
  await press(first, 'Edit');
  await dialog(first).getByLabel('Number available').fill('2');
  await save(first);
  await expect(dialog(first)).toBeHidden();
  await press(second, 'Open the list');
  await expect(nothingDone(second)).toContainText(
    'Someone else changed this list in the meantime.',
  );
  await expect(sides(second, 'Number available')).toHaveText(['5', '2', '5']);
  await press(second, 'Open the list');
  await expect(second.getByText('The list is open.')).toBeVisible();
  await press(first, 'Open the list');
  await expect(sides(first, 'Status')).toHaveText(['draft', 'open', 'open']);

  // Its words, of which each typed others.
  await see();
  for (const each of [first, second]) {
    await press(each, 'Edit texts');
    await dialog(each)
      .getByLabel('Title')
      .fill(each === first ? 'Theirs' : 'Mine');
    await save(each);
  }
  await expect(bothValues(dialog(second), 'Title')).toHaveText(['Theirs', 'Mine']);
  await dialog(second).getByRole('button', { name: 'Overwrite with mine' }).click();
  await expect(second.getByRole('heading', { name: 'Mine' })).toBeVisible();

  // The next batch: two who each want one more are not two more.
  await withDatabase(site, async (sql) => {
    const people = await makeEntrants(sql, 3);
    await sql`
      insert into public.list_entries (list_id, user_id, choices, entered_at)
      select ${list.id}, id, ${[...list.choices]}::uuid[], now() + n * interval '1 second'
      from unnest(${people.map(({ id }) => id)}::uuid[]) with ordinality p (id, n)`;
  });
  await see();
  await press(first, 'Send these offers');
  await expect(first.getByText('Offers sent.')).toBeVisible();
  await press(second, 'Send these offers');
  await expect(nothingDone(second)).toContainText(
    'Someone else sent offers from this list in the meantime.',
  );
  await expect(sides(second, 'Given out')).toHaveText(['0', '1', '1 more']);
  await expect(rows(second, 'Offers')).toHaveCount(2);

  // More time, of which each saw less.
  await see();
  for (const each of [first, second])
    await each
      .getByLabel('Reason', { exact: true })
      .fill(each === first ? 'On holiday' : 'Asked for it');
  await press(first, 'One more day for rank 1');
  await expect(first.getByText('Offer extended.')).toBeVisible();
  await press(second, 'Withdraw offer for rank 1');
  const rank = nothingDone(second).getByRole('row').filter({ hasText: 'Rank 1' });
  await expect(nothingDone(second)).toContainText('Someone else changed this offer’s deadline');
  await expect(rank.getByRole('cell')).toHaveText([
    /^holds until /,
    /^holds until /,
    'withdrawn: Asked for it',
  ]);
  await press(first, 'One more day for rank 1');
  await expect(first.getByText('Offer extended.')).toBeVisible();
  await press(second, 'One more day for rank 1');
  await expect(rank.getByRole('cell').last()).toHaveText(/^holds until /);

  // Taken back, and asked again.
  await press(second, 'Withdraw offer for rank 1');
  await expect(second.getByText('Offer withdrawn.')).toBeVisible();
  await press(first, 'Withdraw offer for rank 1');
  const gone = nothingDone(first).getByRole('row').filter({ hasText: 'Rank 1' });
  await expect(gone.getByRole('cell')).toHaveText([
    /^holds until /,
    'withdrawn: Asked for it',
    'withdrawn: On holiday',
  ]);
  await press(first, 'Allow another offer for rank 1');
  await expect(first.getByText('This entry can get another offer.')).toBeVisible();
  await press(second, 'Allow another offer for rank 1');
  await expect(rank.getByRole('cell').nth(1)).toHaveText(
    'withdrawn: Asked for it; can get another offer',
  );

  // Kept off lists, and let back: who wrote the first note keeps it.
  await see();
  for (const each of [first, second])
    await each
      .getByLabel('Reason for the ban')
      .fill(each === first ? 'Sells places' : 'Two accounts');
  const off = (of: Page) => of.getByRole('button', { name: /^Ban .+ from lists$/ }).first();
  await off(first).click();
  await expect(first.getByText('This person is banned from lists.')).toBeVisible();
  await off(second).click();
  const entry = nothingDone(second).getByRole('row').filter({ hasText: 'Entry' });
  await expect(entry.getByRole('cell')).toHaveText([
    'can enter lists',
    'banned from lists: Sells places',
    'banned from lists: Two accounts',
  ]);
  await expect(rows(second, 'Entries').filter({ hasText: 'Sells places' })).toHaveCount(1);
  await press(first, /^Unban .+ from lists$/);
  await expect(first.getByText('This person can enter lists again.')).toBeVisible();
  await press(second, /^Unban .+ from lists$/);
  await expect(entry.getByRole('cell')).toHaveText([
    'banned from lists: Sells places',
    'can enter lists',
    'can enter lists',
  ]);

  await see();
  for (const each of [first, second]) {
    await press(each, 'Finish the list');
    await press(each, 'Finish it for good');
  }
  await expect(sides(second, 'Status')).toHaveText(['open', 'finished', 'finished']);
  await second.context().close();
});

test('of two owners who draw a raffle, the second learns that it is frozen and drawn already', async ({
  page,
  browser,
  site,
}) => {
  const { list, first, second, see } = await openTwice({ capacity: 1 }, { page, browser, site });
  await withoutJobs(site, async () => {
    await withDatabase(site, (sql) => closeList(sql, list.id));
    await see();
    for (const each of [first, second]) await press(each, 'Freeze the entries');
  });
  await expect(nothingDone(second)).toContainText('This list is already frozen.');
  await expect(sides(second, 'Status')).toHaveText([/open|closed/, 'frozen', 'frozen']);
  await withDatabase(site, (sql) => letRoundCome(sql, list.id));
  for (const each of [first, second]) {
    await each.reload();
    await each.getByText('Paste the round instead').click();
    await each.getByLabel('The round').fill(JSON.stringify(round1000));
  }
  for (const each of [first, second]) {
    await press(each, 'Draw for good');
    if (each === first) await expect(each.getByText('The list is drawn.')).toBeVisible();
  }
  await expect(sides(second, 'Status')).toHaveText(['frozen', 'drawn', 'drawn']);
  await second.context().close();
});

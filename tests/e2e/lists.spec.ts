import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import postgres, { type Sql } from 'postgres';
import { expect, type Locator, type Page } from 'playwright/test';
import { rankEntries } from '../../src/domain/draw.ts';
import { assumeCaller } from '../../scripts/local-supabase/callers.ts';
import { databaseValueTypes } from '../../scripts/local-supabase/database-values.ts';
import { projectFolder } from '../support/cluster.ts';
import {
  closeList,
  draw,
  expireOffers,
  freeze,
  makeEntrants,
  makeList,
  offerNext,
  round1000,
} from '../support/lists.ts';
import { makeAccount, signInAs } from '../support/staff-page.ts';
import { test, watchPage, type BuiltSite } from '../support/site.ts';

const run = promisify(execFile);

async function withDatabase<T>(site: BuiltSite, work: (sql: Sql) => Promise<T>): Promise<T> {
  const sql = postgres(site.databaseUrl, { max: 4, onnotice() {}, types: databaseValueTypes });
  try {
    return await work(sql as unknown as Sql);
  } finally {
    await sql.end();
  }
}

/** Acts as the demo shop's owner, as the admin desk does. */
async function asOwner<T>(
  sql: Sql,
  work: (sql: postgres.TransactionSql) => Promise<T>,
): Promise<T> {
  const [owner] = await sql<{ id: string }[]>`
    select id from auth.users where email = 'owner@keywright.test'`;
  const done = await sql.begin(async (transaction) => {
    const claims = { role: 'authenticated', sub: owner?.id ?? '' };
    await assumeCaller(transaction, { role: 'authenticated', claims });
    return { value: await work(transaction) };
  });
  return done.value as T;
}

/**
 * The artisans page with a list of this test where the demo shop shows one of its own: the page is
 * static, and the demo's lists belong to everybody.
 */
async function showList(
  page: Page,
  site: BuiltSite,
  listId: string,
  demoTitle: string,
): Promise<Locator> {
  const demoId = await withDatabase(site, async (sql) => {
    const [row] = await sql<
      { id: string }[]
    >`select id from public.lists where title = ${demoTitle}`;
    return row?.id ?? '';
  });
  // Replaced while the page is read: an answer made by the test would count as one from elsewhere,
  // from where the browser lets nobody reach this machine.
  await page.addInitScript(
    ([from = '', to = '']) => {
      new MutationObserver(() => {
        for (const found of document.querySelectorAll(`[data-list="${from}"]`)) {
          found.setAttribute('data-list', to);
        }
      }).observe(document, { childList: true, subtree: true });
    },
    [demoId, listId],
  );
  await page.goto(`${site.siteUrl}/products/artisans`);
  return page.locator(`[data-list="${listId}"]`);
}

test('someone enters with wishes in order, changes them, and leaves', async ({ page, site }) => {
  const watched = await watchPage(page);
  const email = await makeAccount(site, `wisher-${randomUUID()}@lists.test`);
  const list = await withDatabase(site, (sql) => makeList(sql, { editions: [3, 2], maxWins: 2 }));
  await signInAs(page, site, email);
  const panel = await showList(page, site, list.id, 'Harbour Light, three first colours');
  await panel.getByRole('button', { name: 'Enter this raffle' }).click();
  const dialog = page.getByRole('dialog', { name: 'Enter this raffle' });
  await dialog.getByRole('button', { name: 'Enter', exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText('Choose at least one');
  const wish = dialog.getByRole('button', { name: /^Wish for/ });
  await wish.first().click();
  await wish.first().click();
  await dialog.getByRole('button', { name: /wish for it earlier/ }).click();
  await dialog.getByLabel('How many would you take at most?').fill('2');
  await dialog.getByRole('button', { name: 'Enter', exact: true }).click();
  await expect(panel.getByText('Entered')).toBeVisible();
  await expect(panel.getByText('You are one of 1.')).toBeVisible();
  await expect(panel.getByText('at most 2')).toBeVisible();
  const stored = await withDatabase(
    site,
    (sql) => sql<{ choices: string[] }[]>`
    select to_json(choices) as choices from public.list_entries where list_id = ${list.id}`,
  );
  expect(stored[0]?.choices).toEqual(list.choices.toReversed());

  await page.reload();
  await expect(panel.getByText('You are one of 1.')).toBeVisible();
  await panel.getByRole('button', { name: 'Change or leave' }).click();
  await page.getByRole('button', { name: 'Leave the list' }).click();
  await expect(panel.getByRole('button', { name: 'Enter this raffle' })).toBeVisible();
  expect(watched.complaints).toEqual([]);
});

test('a signed-out visitor is asked to sign in, and nothing of React is loaded before', async ({
  page,
  site,
}) => {
  const watched = await watchPage(page);
  const list = await withDatabase(site, (sql) => makeList(sql));
  const panel = await showList(page, site, list.id, 'Harbour Light, three first colours');
  await expect(panel.getByRole('button', { name: 'Enter this raffle' })).toBeVisible();
  expect(watched.requests.filter((url) => /show-lists/.test(url))).toEqual([]);
  await panel.getByRole('button', { name: 'Enter this raffle' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
});

/** A raffle of 200 in which this person's entry is ranked second. */
async function raffleOf200(site: BuiltSite, email: string) {
  return withDatabase(site, async (sql) => {
    const list = await makeList(sql, { editions: [2], capacity: 2 });
    const [reader] = await sql<{ id: string }[]>`select id from auth.users where email = ${email}`;
    const people = await makeEntrants(sql, 199);
    const ids = rankEntries(
      Array.from({ length: 200 }, () => randomUUID()),
      round1000.randomness,
    );
    const users = [people[0]?.id ?? '', reader?.id ?? '', ...people.slice(1).map(({ id }) => id)];
    await sql`
      insert into public.list_entries (id, list_id, user_id, choices)
      select e.id, ${list.id}, e.user_id, ${[...list.choices]}::uuid[]
      from unnest(${[...ids]}::uuid[], ${users}::uuid[]) e (id, user_id)`;
    await closeList(sql, list.id);
    await asOwner(sql, (as) => freeze(as, list.id));
    await asOwner(sql, (as) => draw(as, list.id));
    return { list, ids };
  });
}

test('a raffle of 200 is verified in the browser and by the script, and a no-pay goes down the rank', async ({
  page,
  site,
}, info) => {
  const email = await makeAccount(site, `reader-${randomUUID()}@lists.test`);
  const { list, ids } = await raffleOf200(site, email);
  await signInAs(page, site, email);
  const panel = await showList(page, site, list.id, 'Lamp Moth, the first raffle');
  await expect(panel.getByText('You are 2nd of 200.')).toBeVisible();
  await panel.getByRole('button', { name: 'Verify this draw' }).click();
  const dialog = page.getByRole('dialog', { name: 'Check this draw yourself' });
  await expect(dialog.getByText('Every step holds')).toBeVisible();
  await expect(dialog.locator('[data-outcome="holds"]')).toHaveCount(5);
  await expect(dialog.locator('[data-own-rank]')).toContainText(`${ids[1]}`);
  await expect(dialog.locator('[data-own-rank]')).toContainText('You are 2nd of 200.');

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download it as JSON' }).click(),
  ]);
  const file = info.outputPath('draw.json');
  await download.saveAs(file);
  const script = path.join(projectFolder, 'scripts/verify-draw.ts');
  const checked = await run(process.execPath, ['--no-warnings', script, file, ids[1] ?? '']);
  expect(checked.stdout).toContain(`${ids[1]} is 2 of 200`);
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ round: 1000 });
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();

  // The first does not pay; the second reads of it without anyone pressing a button.
  await withDatabase(site, async (sql) => {
    const { offers } = await asOwner(sql, (as) => offerNext(as, list.id, 1));
    expect(offers.map(({ rank }) => rank)).toEqual([1]);
    await expireOffers(
      sql,
      offers.map(({ id }) => id),
    );
    await sql`select private.refill_offers()`;
  });
  await page.reload();
  await expect(panel.getByText('Won')).toBeVisible();
  await expect(panel.getByText(/left, until/)).toBeVisible();
  await panel.getByRole('button', { name: 'Put it into the cart' }).click();
  await expect(panel.getByRole('link', { name: 'It lies in your cart' })).toBeVisible();
});

const tampering = {
  entries: (row: Published) => ({ ...row, entry_ids: row.entry_ids.toReversed() }),
  signature: (row: Published) => ({ ...row, signature: `b${row.signature.slice(1, -1)}0` }),
  randomness: (row: Published) => ({ ...row, randomness: `0${row.randomness.slice(1)}` }),
  ranking: (row: Published) => ({ ...row, ranking: row.ranking.toReversed() }),
} as const;

interface Published {
  readonly entry_ids: readonly string[];
  readonly signature: string;
  readonly randomness: string;
  readonly ranking: readonly string[];
}

for (const [step, tamper] of Object.entries(tampering)) {
  test(`the page names the step when the published ${step} was tampered with`, async ({
    page,
    site,
  }) => {
    await page.route('**/rest/v1/lists?**', async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as Published | readonly Published[];
      const changed = Array.isArray(body) ? body.map(tamper) : tamper(body as Published);
      await route.fulfill({ response, json: changed });
    });
    await page.goto(`${site.siteUrl}/products/artisans`);
    await page.getByRole('button', { name: 'Verify this draw' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Check this draw yourself' });
    await expect(dialog.getByText('This draw does not hold')).toBeVisible();
    await expect(dialog.locator(`[data-step="${step}"]`)).toHaveAttribute('data-outcome', 'fails');
  });
}

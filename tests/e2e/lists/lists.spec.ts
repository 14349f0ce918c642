// browsers: chromium, firefox
import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, type Page } from 'playwright/test';
import { giveCredentials } from '../../support/data/accounts.ts';
import { projectFolder } from '../../support/cluster.ts';
import { onArtisans, showList, withDatabase, withoutJobs } from '../../support/pages/list-pages.ts';
import {
  closeList,
  letRoundCome,
  expireOffers,
  makeEntrants,
  makeList,
  round1000,
  round1001,
  type MadeList,
} from '../../support/data/lists.ts';
import { mailsTo } from '../../support/data/people.ts';
import { test, watchPage, type BuiltSite } from '../../support/site.ts';
import { makeAccount, signInAs } from '../../support/pages/staff-page.ts';

const run = promisify(execFile);
const openRaffle = 'Harbour Light: the first three colours';

test('someone enters with wishes in order, changes them, and leaves', async ({ page, site }) => {
  const watched = await watchPage(page);
  const email = await makeAccount(site, `wisher-${randomUUID()}@lists.test`);
  const list = await withDatabase(site, (sql) => makeList(sql, { editions: [3, 2], maxWins: 2 }));
  await signInAs(page, site, email);
  const panel = await showList(page, site, list.id, onArtisans(openRaffle));
  await panel.getByRole('button', { name: 'Enter this raffle' }).click();
  const dialog = page.getByRole('dialog', { name: 'Enter this raffle: Lamp Moth' });
  await dialog.getByRole('button', { name: 'Enter', exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText('Choose at least one');
  const wish = dialog.getByRole('button', { name: /^Add / });
  await wish.first().click();
  await wish.first().click();
  await dialog.getByRole('button', { name: /^Move .* up/ }).click();
  await dialog.getByLabel('How many would you take, at most?').fill('2');
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
  await page.getByRole('button', { name: 'Withdraw my entry' }).click();
  await expect(panel.getByRole('button', { name: 'Enter this raffle' })).toBeVisible();
  expect(watched.complaints).toEqual([]);
});

test('the dialog says what one enters for and shows each choice in its own colours', async ({
  page,
  site,
}) => {
  await signInAs(page, site, await makeAccount(site, `looks-${randomUUID()}@lists.test`));
  await page.goto(`${site.siteUrl}/products/artisans#harbour-light`);
  const list = page.locator('.list', { hasText: openRaffle });
  await list.getByRole('button', { name: 'Enter this raffle' }).click();
  const dialog = page.getByRole('dialog', { name: 'Enter this raffle: Harbour Light' });
  const choices = dialog.getByRole('listitem');
  await expect(choices).toHaveCount(3);
  await expect(choices.locator('img')).toHaveCount(3);
  const sources = await choices
    .locator('img')
    .evaluateAll((all) => all.map((image) => image.getAttribute('src')));
  expect(new Set(sources).size).toBe(3);
});

test('a session that ends under the wishes is said, and the wishes outlast signing in again', async ({
  page,
  site,
}) => {
  const email = await makeAccount(site, `ended-${randomUUID()}@lists.test`);
  const list = await withDatabase(site, (sql) => makeList(sql, { editions: [3, 2], maxWins: 2 }));
  await signInAs(page, site, email);
  const panel = await showList(page, site, list.id, onArtisans(openRaffle));
  await panel.getByRole('button', { name: 'Enter this raffle' }).click();
  const dialog = page.getByRole('dialog', { name: 'Enter this raffle' });
  await dialog.getByRole('button', { name: /^Add / }).first().click();
  await dialog.getByLabel('How many would you take, at most?').fill('2');
  const answer = { status: 401, json: { code: 'PGRST301', message: 'JWT expired' } };
  await page.route('**/rest/v1/rpc/enter_list', (route) => route.fulfill(answer), { times: 1 });
  await dialog.getByRole('button', { name: 'Enter', exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText('Your session has ended');
  await dialog.getByRole('button', { name: 'Sign in again' }).click();
  await giveCredentials(page, { id: '', email, password: 'Keywright-demo-1' });
  await expect(dialog.getByRole('alert')).toBeHidden();
  await expect(dialog.getByLabel('How many would you take, at most?')).toHaveValue('2');
  await dialog.getByRole('button', { name: 'Enter', exact: true }).click();
  await expect(panel.getByText('at most 2')).toBeVisible();
});

test('a signed-out visitor is asked to sign in, and nothing of React is loaded before', async ({
  page,
  site,
}) => {
  const watched = await watchPage(page);
  const list = await withDatabase(site, (sql) => makeList(sql));
  const panel = await showList(page, site, list.id, onArtisans(openRaffle));
  await expect(panel.getByRole('button', { name: 'Enter this raffle' })).toBeVisible();
  expect(watched.requests.filter((url) => /show-lists/.test(url))).toEqual([]);
  await panel.getByRole('button', { name: 'Enter this raffle' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
});

/** What decides the rank of an entry. */
const rankOf = (id: string) =>
  createHash('sha256').update(`${round1000.randomness}:${id}`).digest('hex');

/** Ids of others, so that exactly one of them comes before the reader's entry. */
function othersAround(own: string, count: number): readonly string[] {
  const before: string[] = [];
  const after: string[] = [];
  while (before.length < 1 || after.length < count - 1) {
    const id = randomUUID();
    (rankOf(id) < rankOf(own) ? before : after).push(id);
  }
  return [...before.slice(0, 1), ...after.slice(0, count - 1)];
}

async function enterWith199Others(site: BuiltSite, list: MadeList, email: string): Promise<string> {
  return withDatabase(site, async (sql) => {
    const [entry] = await sql<{ id: string }[]>`
      select e.id from public.list_entries e join auth.users u on u.id = e.user_id
      where e.list_id = ${list.id} and u.email = ${email}`;
    const own = entry?.id ?? '';
    const people = await makeEntrants(sql, 199);
    await sql`
      insert into public.list_entries (id, list_id, user_id, choices)
      select e.id, ${list.id}, e.user_id, ${[...list.choices]}::uuid[]
      from unnest(${[...othersAround(own, 199)]}::uuid[], ${people.map(({ id }) => id)}::uuid[]) e (id, user_id)`;
    await closeList(sql, list.id);
    return own;
  });
}

async function freezeAtTheDesk(owner: Page, site: BuiltSite, listId: string): Promise<void> {
  await owner.goto(`${site.siteUrl}/admin/lists?list=${listId}`);
  await owner.getByRole('button', { name: 'Freeze the entries' }).click();
  await owner.getByRole('button', { name: 'Yes, freeze them' }).click();
  await expect(owner.getByText('The entries are frozen and their hash')).toBeVisible();
}

/** The owner draws with the round that was named, and offers to the first: all at the desk. */
async function drawAtTheDesk(owner: Page, site: BuiltSite, listId: string): Promise<void> {
  await withDatabase(site, (sql) => letRoundCome(sql, listId));
  await owner.reload();
  await owner.getByText('Paste the round instead').click();
  await owner.getByLabel('The round').fill(JSON.stringify(round1001));
  await expect(owner.getByText('not the one that decides')).toBeVisible();
  await expect(owner.getByRole('button', { name: 'Draw for good' })).toBeDisabled();
  // What the relays say is tested where they are asked.
  let isAway = true;
  await owner.route('**/functions/v1/beacon-round', (route) =>
    isAway
      ? route.fulfill({ status: 502, json: { message: 'The beacon can’t be reached.' } })
      : route.fulfill({ json: round1000 }),
  );
  await owner.getByRole('button', { name: 'Fetch the round' }).click();
  await expect(owner.getByRole('alert')).toContainText('The beacon can’t be reached.');
  isAway = false;
  await owner.getByRole('button', { name: 'Fetch the round' }).click();
  await expect(owner.getByText('The beacon signed it: yes')).toBeVisible();
  await owner.getByRole('button', { name: 'Draw for good' }).click();
  await owner.getByRole('button', { name: 'Yes, draw it' }).click();
  await expect(owner.getByText('The list is drawn.')).toBeVisible();
  await owner.getByLabel('Offers to send').fill('1');
  await expect(owner.getByText('Would go to: place 1')).toBeVisible();
  await owner.getByRole('button', { name: 'Send these offers' }).click();
  await owner.getByRole('button', { name: /^Yes, send/ }).click();
  await expect(owner.getByText('Offers sent.')).toBeVisible();
}

test(
  'a raffle of 200 closes, is drawn, verified in the browser and by the script, and a no-pay goes down the rank',
  { tag: '@slow' },
  async ({ page, browser, site }, info) => {
    test.slow();
    const email = await makeAccount(site, `reader-${randomUUID()}@lists.test`);
    const list = await withDatabase(site, (sql) => makeList(sql, { editions: [2], capacity: 2 }));
    await signInAs(page, site, email);
    const entering = await (await browser.newContext()).newPage();
    await signInAs(entering, site, email);
    const open = await showList(entering, site, list.id, onArtisans(openRaffle));
    await open.getByRole('button', { name: 'Enter this raffle' }).click();
    const wishes = entering.getByRole('dialog', { name: 'Enter this raffle' });
    await wishes.getByRole('button', { name: 'Enter', exact: true }).click();
    await expect(open.getByText('You are one of 1.')).toBeVisible();
    const owner = await (await browser.newContext()).newPage();
    await signInAs(owner, site, 'owner@keywright.test');
    const own = await withoutJobs(site, async () => {
      const entry = await enterWith199Others(site, list, email);
      await freezeAtTheDesk(owner, site, list.id);
      return entry;
    });
    await drawAtTheDesk(owner, site, list.id);
    await expect
      .poll(async () => (await mailsTo(site.apiUrl, email)).map(({ text }) => text).join())
      .toMatch(/[0-9a-f]{64}/);

    const panel = await showList(page, site, list.id, onArtisans('Lamp Moth, the first raffle'));
    await expect(panel.getByText('You are 2nd of 200.')).toBeVisible();
    await panel.getByRole('button', { name: 'Verify this draw' }).click();
    const dialog = page.getByRole('dialog', { name: 'Check this draw yourself' });
    await expect(dialog.getByText('Every step is verified')).toBeVisible();
    await expect(dialog.locator('[data-outcome="holds"]')).toHaveCount(5);
    await expect(dialog.locator('[data-own-rank]')).toContainText(own);
    await expect(dialog.locator('[data-own-rank]')).toContainText('You are 2nd of 200.');

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Download as JSON' }).click(),
    ]);
    const file = info.outputPath('draw.json');
    await download.saveAs(file);
    const script = path.join(projectFolder, 'scripts/verify-draw.ts');
    const checked = await run(process.execPath, ['--no-warnings', script, file, own]);
    expect(checked.stdout).toContain(`${own} is 2 of 200`);
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ round: 1000 });
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();

    // The first does not pay; the second reads of it without anyone pressing a button.
    await withDatabase(site, async (sql) => {
      const offers = await sql<{ id: string; rank: number }[]>`
      select id, rank from public.offers where list_id = ${list.id}`;
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
    await panel.getByRole('button', { name: 'Add to cart' }).click();
    await panel.getByRole('link', { name: 'It is in your cart' }).click();
    await expect(page.getByText(/Held for you until .+ left\)/)).toBeVisible();
  },
);

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
    await expect(dialog.getByText('This draw can’t be verified')).toBeVisible();
    await expect(dialog.locator(`[data-step="${step}"]`)).toHaveAttribute('data-outcome', 'fails');
  });
}

test('a raffle’s numbers are the same on its page, in its dialog and after entering', async ({
  page,
  site,
}) => {
  const email = await makeAccount(site, `counted-${randomUUID()}@lists.test`);
  await signInAs(page, site, email);
  await page.goto(`${site.siteUrl}/products/artisans#chambered`);
  const list = page
    .locator('#chambered .list')
    .filter({ hasText: 'Chambered Nautilus, spring pour' });
  const count = list.getByText(/^\d+ people entered/);
  const toWin = Number(/(\d+) will win/.exec((await count.textContent()) ?? '')?.[1]);
  await list.getByRole('button', { name: 'Enter this raffle' }).click();
  const dialog = page.getByRole('dialog', { name: 'Enter this raffle' });
  await expect(dialog.getByText(/\d+ available/).first()).toBeVisible();
  const each = await dialog.getByText(/\d+ available/).allTextContents();
  const numbers = each.map((text) => Number(/(\d+) available/.exec(text)?.[1]));
  expect(numbers.reduce((sum, number) => sum + number, 0)).toBe(toWin);
  await dialog.getByRole('button', { name: /^Add / }).first().click();
  await dialog.getByRole('button', { name: 'Enter', exact: true }).click();
  const place = list.getByText(/^You are one of \d+|You are one of \d+/);
  // Others may enter meanwhile: both numbers are read together.
  await expect(async () => {
    const entered = /one of (\d+)/.exec((await place.textContent()) ?? '')?.[1];
    expect(await count.textContent()).toBe(`${entered} people entered, ${toWin} will win.`);
  }).toPass({ timeout: 15_000 });
});

test('a vote asks what the page asks, begins with what is chosen there, and sends it', async ({
  page,
  site,
}) => {
  const email = await makeAccount(site, `voter-${randomUUID()}@lists.test`);
  await signInAs(page, site, email);
  await page.goto(`${site.siteUrl}/keyboards/sandling-40?case=kelp`);
  const panel = page.locator('[data-list]');
  await panel.getByRole('button', { name: 'I’d buy one' }).click();
  const dialog = page.getByRole('dialog', { name: 'I’d buy one' });
  await expect(dialog.getByLabel('Case colour').locator(':checked')).toHaveText(/^Kelp/);
  await dialog
    .getByLabel('Layout')
    .selectOption({ label: '2u bar: 47 keys, with a 2u bar in the middle of the bottom row' });
  await dialog.getByRole('button', { name: 'Add Board kit' }).click();
  await dialog.getByRole('button', { name: 'Vote', exact: true }).click();
  await expect(panel.getByText('Your choices: Board kit, Kelp, 2u bar.')).toBeVisible();
  const stored = await withDatabase(
    site,
    (sql) => sql<{ codes: string[] }[]>`
    select to_json(array(select v.code from public.option_values v where v.id = any (e.answers) order by v.code)) as codes
    from public.list_entries e join auth.users u on u.id = e.user_id where u.email = ${email}`,
  );
  expect(stored[0]?.codes).toEqual(['bar', 'kelp']);
});

test('the dialog of a list looks the same on the page of a product as among the artisans', async ({
  page,
  site,
}) => {
  const email = await makeAccount(site, `measured-${randomUUID()}@lists.test`);
  await signInAs(page, site, email);
  const measure = async (route: string) => {
    await page.goto(`${site.siteUrl}${route}`);
    const lists = page.locator('[data-list]');
    await lists.getByRole('button').first().click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('heading').first()).toBeVisible();
    return dialog.evaluate((element) => {
      const [title, close] = [element.querySelector('h2'), element.querySelector('button')];
      const [whole, button] = [element.getBoundingClientRect(), close?.getBoundingClientRect()];
      // Where a thing stands changes the last digits of its size in Firefox.
      const size = (pixels = 0) => Math.round(pixels * 100) / 100;
      return {
        isWide: whole.width > 300,
        title: size(title?.getBoundingClientRect().height),
        close: [button?.width, button?.height, whole.right - (button?.right ?? 0)].map((one) =>
          size(one),
        ),
      };
    });
  };
  const expected = await measure('/products/artisans');
  for (const route of [
    '/products/wren-click',
    '/keyboards/lampwing-75',
    '/keyboards/sandling-40',
  ]) {
    expect(await measure(route), route).toEqual(expected);
  }
});

// browsers: chromium, firefox
import { randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';
import { expect, type Browser, type Page } from 'playwright/test';
import { plantCart } from '../../support/pages/cart.ts';
import { endWindow, pay } from '../../support/data/group-buys.ts';
import { asVisitor, showList, withDatabase } from '../../support/pages/list-pages.ts';
import { makeEntrants } from '../../support/data/lists.ts';
import { buy } from '../../support/data/orders.ts';
import { mailsTo, newAddress } from '../../support/data/people.ts';
import { fill, finish, openStep } from '../../support/pages/order-desk.ts';
import { test, type BuiltSite } from '../../support/site.ts';
import { makeAccount, signInAs } from '../../support/pages/staff-page.ts';

/** A desk mat of this test's own, voted for, with a batch in the drawer. */
async function makeCheck(sql: Sql, mark: string) {
  const [product] = await sql<{ id: string }[]>`
    insert into public.products (kind, category, url, title, summary, body, status, publish_at)
    values ('product', 'desk_mat', ${`story-${mark}`}, ${`Story mat ${mark}`}, 'A mat of a test.', 'A mat.', 'published', now())
    returning id`;
  const id = product?.id ?? '';
  const variants = await sql<{ id: string; sku: string }[]>`
    insert into public.variants (product_id, sku, title, availability, price_minor, weight_grams, is_required, position)
    values (${id}, ${`STORY-${mark.toUpperCase()}-MAT`}, 'Mat', 'list', 5000, 400, true, 1),
      (${id}, ${`STORY-${mark.toUpperCase()}-CASE`}, 'Case', 'list', 2000, 200, false, 2)
    returning id, sku`;
  const [list] = await sql<{ id: string }[]>`
    insert into public.lists (kind, product_id, title, status, opens_at, closes_at)
    values ('interest_check', ${id}, ${`Story mat ${mark}, would you want one?`}, 'open', now() - interval '1 day', now() + interval '1 day')
    returning id`;
  await sql`
    insert into public.list_choices (list_id, variant_id, position)
    select ${list?.id ?? ''}, id, position from public.variants where product_id = ${id}`;
  const [batch] = await sql<{ id: string }[]>`
    insert into public.batches (product_id, code, title, number, stage, eta)
    values (${id}, ${`STORY-${mark.toUpperCase()}`}, ${`Story mat ${mark}, first batch`}, 1, 'interest_check', '2031-03-01')
    returning id`;
  return {
    productId: id,
    mat: variants[0]?.id ?? '',
    case: variants[1]?.id ?? '',
    listId: list?.id ?? '',
    batchId: batch?.id ?? '',
    code: `STORY-${mark.toUpperCase()}`,
  };
}
type Story = Awaited<ReturnType<typeof makeCheck>>;

const line = (variantId: string) => ({
  variant_id: variantId,
  quantity: 1,
  options: {},
  design_id: null,
  offer_id: null,
});
const stored = (ids: readonly string[]) =>
  JSON.stringify({ version: 1, revision: 1, lines: ids.map(line) });

async function pageOf(browser: Browser, site: BuiltSite, email: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signInAs(page, site, email);
  return page;
}

const dayMs = 86_400_000;
/** What `datetime-local` takes; days from now, so that the zone of the browser does not matter. */
const wallClock = (moment: number) => new Date(moment).toISOString().slice(0, 16);

const kits = (owner: Page, { code }: Story) =>
  owner.getByRole('region', { name: `Kits of ${code}` });

async function vote(page: Page, site: BuiltSite, story: Story): Promise<void> {
  const place = { path: '/keyboards/sandling-40', demoTitle: 'Sandling, would you want one?' };
  const panel = await showList(page, site, story.listId, place);
  await panel.getByRole('button', { name: 'I’d buy one' }).click();
  const dialog = page.getByRole('dialog', { name: 'I’d buy one' });
  await dialog.getByRole('button', { name: /^Add Mat/ }).click();
  await dialog.getByLabel('A note to the shop').fill('In green, please.');
  await dialog.getByRole('button', { name: 'Vote', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(panel.getByRole('button', { name: 'Change or leave' })).toBeVisible();
}

async function startGroupBuy(owner: Page, site: BuiltSite, story: Story): Promise<void> {
  await owner.goto(`${site.siteUrl}/admin/lists?list=${story.listId}`);
  await expect(owner.getByText('In green, please.')).toBeVisible();
  await expect(owner.getByRole('list', { name: 'Wishes' })).toContainText('Mat: chosen by 4');
  await owner.getByRole('button', { name: 'Make it a group buy…' }).click();
  const plan = owner.getByRole('dialog', { name: 'From interest check to group buy' });
  await plan.getByLabel('Orders open').fill(wallClock(Date.now() - 2 * dayMs));
  await plan.getByLabel('Orders close').fill(wallClock(Date.now() + 2 * dayMs));
  await plan.getByLabel('Mat', { exact: true }).fill('2');
  await plan.getByLabel('Case', { exact: true }).fill('3');
  await expect(
    plan.getByText(/The interest check ends for good, Mat, Case can be ordered/),
  ).toBeVisible();
  await plan.getByRole('button', { name: 'Start it and e-mail 4 voters' }).click();
  await expect(
    owner.getByText('It is now a group buy, and 4 voters have been e-mailed.'),
  ).toBeVisible();
}

async function priceTheMat(owner: Page, site: BuiltSite, story: Story): Promise<void> {
  await owner.goto(`${site.siteUrl}/admin/batches?batch=${story.batchId}`);
  await owner.getByRole('button', { name: 'Change Mat', exact: true }).click();
  const kit = owner.getByRole('dialog', { name: 'Mat' });
  await kit.getByRole('button', { name: 'Add a price' }).click();
  await kit.getByLabel('From units, price 1').fill('2');
  await kit.getByLabel('Price in euro, price 1').fill('forty');
  await expect(kit.getByRole('alert')).toContainText('an amount such as 279.00');
  await kit.getByLabel('Price in euro, price 1').fill('40.00');
  await kit.getByRole('button', { name: 'Save the kit' }).click();
  await expect(kits(owner, story)).toContainText('€40.00 from 2 orders');
}

/** On the pages of cart and checkout, paid at once. Gives the address of the order. */
async function order(page: Page, site: BuiltSite, ids: readonly string[]): Promise<string> {
  await plantCart(page.context(), stored(ids));
  await page.goto(`${site.siteUrl}/cart/confirm`);
  await page.getByLabel('Country').selectOption('NL');
  await page.getByLabel('Name').fill('Story Person');
  await page.getByLabel('Street and number').fill('Story Street 1');
  await page.getByLabel('Postcode').fill('3511 AB');
  await page.getByLabel('Town').fill('Utrecht');
  await page.locator('input[name="method"]:not(:disabled)').first().check();
  await page.getByLabel('I agree to the terms').check();
  await page.getByLabel('I understand that a group buy').check();
  await page.getByRole('radio', { name: /Demo payment/ }).check();
  await page.getByRole('button', { name: 'Place order and pay' }).click();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(page.getByText('Your payment arrived')).toBeVisible({ timeout: 20_000 });
  const number = /KW-\d+/.exec(await page.getByRole('heading', { name: /^Order KW-/ }).innerText());
  return number?.[0] ?? '';
}

/** While the window is open: what closing would do is shown, and it can't be done. */
async function previewClosing(owner: Page, story: Story): Promise<void> {
  await owner.reload();
  await owner.getByRole('button', { name: 'Close and set final prices…' }).click();
  const closing = owner.getByRole('dialog', { name: `Settle: ${story.code}` });
  await closing.getByRole('button', { name: 'Preview' }).click();
  const outcome = closing.getByRole('region', { name: 'Outcome of each kit' });
  await expect(outcome.getByRole('row', { name: /^Mat/ })).toContainText('Made, at €40.00');
  await expect(outcome.getByRole('row', { name: /^Case/ })).toContainText('1 of 3');
  await expect(outcome.getByRole('row', { name: /^Case/ })).toContainText('€20.00 to 1 line');
  await expect(closing.getByText('Customers know that they can order until')).toBeVisible();
  await expect(closing.getByRole('button', { name: 'Settle the batch' })).toBeDisabled();
  await closing.getByRole('button', { name: 'Not now' }).click();
}

/** Twice a minute the shop settles what has closed: it may be faster than the owner at each step. */
async function settle(owner: Page, story: Story): Promise<void> {
  await owner.reload();
  const open = owner.getByRole('button', { name: 'Close and set final prices…' });
  const dropped = kits(owner, story).getByText('Dropped');
  await expect(open.or(dropped)).toBeVisible();
  if (await open.isVisible()) {
    await open.click();
    const dialog = owner.getByRole('dialog', { name: new RegExp(`^Settled?: ${story.code}`) });
    const late = dialog.getByText('This batch has already been closed and its prices are final.');
    const press = dialog.getByRole('button', { name: 'Settle the batch' });
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await expect(press.or(late)).toBeVisible();
    if (await press.isVisible()) {
      await press.click();
      const done = dialog.getByText('Kits and prices are final');
      await expect(done.or(late)).toBeVisible();
      if (await done.isVisible()) {
        await expect(dialog.getByRole('row', { name: /^Case/ })).toContainText('Dropped');
      }
    }
    await owner.reload();
  }
  await expect(dropped).toBeVisible();
  await expect(open).toHaveCount(0);
}

async function moveBy(owner: Page, name: string): Promise<void> {
  await owner.getByRole('button', { name, exact: true }).click();
  await owner.getByRole('button', { name: 'Move it' }).click();
  await expect(owner.getByText('The batch is saved.')).toBeVisible();
}

interface News {
  readonly title: string;
  readonly eta: string;
  readonly stage?: string;
}

async function tellBuyers(owner: Page, { title, eta, stage }: News): Promise<void> {
  await owner.getByRole('button', { name: 'E-mail its buyers…' }).click();
  const news = owner.getByRole('dialog', { name: /^News for the buyers of/ });
  await news.getByLabel('Headline').fill(title);
  await news.getByLabel('In one sentence').fill(`${title}: it takes longer.`);
  await news.getByLabel('Article (Markdown)').fill('The machine was *sent back*.');
  await news.getByLabel('Expected from now on').fill(eta);
  if (stage !== undefined) await news.getByLabel('The batch moves to').selectOption(stage);
  await news.getByRole('button', { name: 'Preview recipients' }).click();
  await expect(news.getByRole('list', { name: 'What sending does' })).toContainText('2 buyers');
  await news.getByRole('button', { name: 'Publish and e-mail 2 buyers' }).click();
  await expect(news.getByText('2 buyers will get it by e-mail')).toBeVisible();
  await news.getByRole('button', { name: 'Done' }).click();
}

test('an interest check becomes a group buy, reaches a tier, loses a kit, slips twice, ships and sells extras', async ({
  browser,
  site,
}) => {
  test.slow();
  const mark = randomUUID().slice(0, 8);
  const story = await withDatabase(site, (sql) => makeCheck(sql, mark));
  const email = await makeAccount(site, newAddress('voter'));
  const buyer = await pageOf(browser, site, email);
  const owner = await pageOf(browser, site, 'owner@keywright.test');

  await vote(buyer, site, story);
  await withDatabase(site, async (sql) => {
    const voters = await makeEntrants(sql, 3);
    await sql`
      insert into public.list_entries (list_id, user_id, choices)
      select ${story.listId}, u, array(select id from public.list_choices where list_id = ${story.listId} order by position)
      from unnest(${voters.map(({ id }) => id)}::uuid[]) u`;
  });
  await startGroupBuy(owner, site, story);
  await expect
    .poll(async () => (await mailsTo(site.apiUrl, email)).map(({ subject }) => subject).join())
    .toContain('Story mat');

  await priceTheMat(owner, site, story);
  const number = await order(buyer, site, [story.mat, story.case]);
  await withDatabase(site, async (sql) => {
    const { order: second } = await asVisitor(sql, (as) =>
      buy(as, { lines: [{ variant_id: story.mat, quantity: 1, options: {} }] }),
    );
    await pay(sql, { id: second.id, totalMinor: second.total_minor });
  });
  await previewClosing(owner, story);
  await withDatabase(site, (sql) => endWindow(sql, story.batchId));
  await settle(owner, story);

  await buyer.goto(`${site.siteUrl}/orders?order=${number}`);
  await expect(buyer.getByText('A kit missed its minimum and won’t be made')).toBeVisible();
  await expect(buyer.getByText('€30.00')).toBeVisible();
  await owner.goto(`${site.siteUrl}/admin/orders?order=${number}`);
  const refund = await openStep(owner, 'Refund');
  await expect(refund.getByLabel('Amount to refund')).toHaveValue('30.00');
  await fill(refund, { 'Reason for the refund': 'Case not made, mat cheaper' });
  await finish(refund, 'Refund €30.00');
  await buyer.reload();
  await expect(buyer.getByText(/^Refunded \d/)).toBeVisible();
  await expect(buyer.getByText('Refund on its way')).toBeHidden();

  await owner.goto(`${site.siteUrl}/admin/batches?batch=${story.batchId}`);
  await moveBy(owner, 'In production');
  await tellBuyers(owner, { title: `Late once ${mark}`, eta: '2031-04-01' });
  await tellBuyers(owner, {
    title: `Late twice ${mark}`,
    eta: '2031-06-01',
    stage: 'quality_control',
  });
  await expect
    .poll(async () => (await mailsTo(site.apiUrl, email)).map(({ subject }) => subject).join())
    .toMatch(new RegExp(`Late once ${mark}.*Late twice ${mark}`));
  await moveBy(owner, 'Shipping');
  await buyer.reload();
  await expect(buyer.getByText('Shipping', { exact: true }).first()).toBeVisible();
  await expect(buyer.getByText('Refunded, no longer part of this order')).toBeVisible();
  const dates = await withDatabase(
    site,
    (sql) => sql`
      select original_eta::text, eta::text, (select array_agg(stage::text order by id) from public.batch_stage_history h where h.batch_id = b.id) as stages
      from public.batches b where id = ${story.batchId}`,
  );
  expect(dates[0]).toMatchObject({ original_eta: '2031-03-01', eta: '2031-06-01' });
  expect(String(dates[0]?.['stages'])).toMatch(
    /announced.*closed.*in_production.*quality_control.*shipping/,
  );

  const timeline = owner.getByRole('region', { name: 'Timeline' });
  await expect(timeline.getByRole('row', { name: /^Quality control/ })).toContainText(
    'Expected June 2031',
  );
  const totals = owner.getByRole('region', { name: 'Totals' });
  await expect(totals).toContainText('2 units, 2 orders');
  await expect(totals).toContainText('€80.00');
  await expect(owner.getByRole('region', { name: 'Updates' })).toContainText(`Late twice ${mark}`);
  await expect(owner.getByRole('region', { name: 'E-mails' })).toContainText(/Kit dropped: 1 sent/);

  await owner.getByRole('button', { name: 'Sell extras…' }).click();
  const extras = owner.getByRole('dialog', { name: `Extras of ${story.code}` });
  await expect(extras.getByLabel('Left of Case')).toHaveCount(0);
  await extras.getByLabel('Left of Mat').fill('2');
  await extras.getByLabel('Price of Mat in euro').fill('55.00');
  await expect(extras.getByText('On sale: 2 × Mat at €55.00')).toBeVisible();
  await extras.getByRole('button', { name: 'Put on sale' }).click();
  await expect(owner.getByText('1 kits are on sale from stock.')).toBeVisible();

  const visitor = await (await browser.newContext()).newPage();
  await plantCart(visitor.context(), stored([story.mat]));
  await visitor.goto(`${site.siteUrl}/cart`);
  await expect(visitor.getByText('€55.00').first()).toBeVisible();
  await expect(visitor.getByRole('link', { name: 'Continue to checkout' })).toBeVisible();
});

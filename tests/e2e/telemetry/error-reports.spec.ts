/** The real shop, built for the catcher of its own backend: what goes wrong in it arrives there. */
import { rename, symlink } from 'node:fs/promises';
import path from 'node:path';
import { expect, type Page } from 'playwright/test';
import postgres from 'postgres';
import { plantCart } from '../../support/pages/cart.ts';
import { caughtErrors, forgetErrors, test, type CaughtError } from '../../support/own-shop.ts';
import type { TestShop } from '../../support/shop.ts';
import { throwOnPage } from '../../support/pages/telemetry-page.ts';
import { isBehindNginx } from '../../support/shop-server.ts';

test.describe.configure({ timeout: 120_000 });
test.beforeEach(({ shop }) => forgetErrors(shop));

const canary = 'jane.canary@example.com';
const messages = (errors: readonly CaughtError[]) =>
  errors.map(({ event }) => event.exception.values[0]?.value);

async function liveBuild(shop: TestShop): Promise<string> {
  return (await (await fetch(`${shop.siteUrl}/builds/latest.json`)).json()).id;
}

/** A page's code is there once it has asked which build is live: before that, nothing of it can fail. */
async function openWithCode(page: Page, address: string): Promise<void> {
  const asked = page.waitForResponse((response) => response.url().endsWith('/builds/latest.json'));
  await page.goto(address);
  await asked;
}

/** A second report of the same error would be there a moment after the first. */
async function onlyError(shop: TestShop, page?: Page): Promise<CaughtError> {
  await expect.poll(async () => (await caughtErrors(shop)).length).toBeGreaterThan(0);
  await page?.waitForLoadState('networkidle');
  const [error, ...more] = await caughtErrors(shop);
  expect(messages(more)).toEqual([]);
  if (error === undefined) throw new Error('The report is gone again.');
  expect(error.raw).not.toContain('canary');
  return error;
}

test('an error of a page script arrives once, scrubbed, with release and build', async ({
  shop,
  page,
}) => {
  await openWithCode(page, `${shop.siteUrl}/about?email=${canary}`);
  await throwOnPage(page, `Nothing known of ${canary}`);
  const { event } = await onlyError(shop, page);
  const build = await liveBuild(shop);
  expect(event).toMatchObject({
    release: expect.stringMatching(/^keywright@\d/),
    dist: build,
    tags: { build_id: build, surface: 'browser' },
    exception: { values: [{ type: 'RangeError', value: 'Nothing known of [e-mail]' }] },
  });
});

test('an error of an island arrives once, under the id that its place shows', async ({
  shop,
  page,
  context,
}) => {
  const sql = postgres(shop.databaseUrl, { max: 1, onnotice() {} });
  const [variant] = await sql<{ id: string }[]>`
    select v.id from variants v join products p on p.id = v.product_id
    where p.url = 'pebble-linear' limit 1`;
  await sql.end();
  const line = {
    variant_id: variant?.id,
    quantity: 1,
    options: {},
    design_id: null,
    offer_id: null,
  };
  await plantCart(context, JSON.stringify({ version: 1, lines: [line] }));
  await page.addInitScript((address) => {
    Object.defineProperty(Intl.NumberFormat.prototype, 'format', {
      get() {
        throw new RangeError(`No price for ${address}`);
      },
    });
  }, canary);
  await page.goto(`${shop.siteUrl}/cart`);
  const message = page.locator('main').getByRole('alert').filter({ hasText: 'went wrong' });
  await expect(message.locator('code')).toHaveText(/^[0-9a-f]{32}$/);
  const { event } = await onlyError(shop, page);
  expect(event.event_id).toBe(await message.locator('code').textContent());
  const build = await liveBuild(shop);
  expect(event).toMatchObject({
    release: expect.stringMatching(/^keywright@\d/),
    dist: build,
    tags: { build_id: build, surface: 'browser' },
    exception: { values: [{ value: 'No price for [e-mail]' }] },
  });
});

test('a page that the host fails at is reported once, under the number that the visitor sees', async ({
  shop,
  page,
}) => {
  test.skip(
    isBehindNginx,
    'a host of files reports nothing; nginx shows the number of its own log',
  );
  const file = path.join(shop.siteFolder, 'updates/bindery-second-sample.html');
  await rename(file, `${file}.away`);
  // A link to itself is a fault that no permission of the test's user can hide.
  await symlink(path.basename(file), file);
  try {
    const answer = await page.goto(`${shop.siteUrl}/updates/bindery-second-sample?for=${canary}`);
    expect(answer?.status()).toBe(500);
    await expect(page.locator('[data-error-id]')).toHaveText(/^Error [0-9a-f]{32}$/);
    const { event } = await onlyError(shop, page);
    const number = await page.locator('[data-error-id]').textContent();
    expect(`Error ${event.event_id}`).toBe(number);
    const build = await liveBuild(shop);
    expect(event).toMatchObject({
      release: expect.stringMatching(/^keywright@\d/),
      dist: build,
      tags: { build_id: build, surface: 'site', place: '/updates/bindery-second-sample' },
    });
  } finally {
    await rename(`${file}.away`, file);
  }
});

test('an error of an edge function arrives once, with release and build', async ({ shop }) => {
  const sql = postgres(shop.databaseUrl, { max: 1, onnotice() {} });
  // The events have nowhere to go: nothing that the function could expect.
  await sql`alter table public.analytics_events rename to analytics_events_away`;
  try {
    const now = Date.now();
    const event = {
      event_type: 'session_start',
      insert_id: `insert-${now}`,
      device_id: 'device-1',
      session_id: now,
      time: now,
    };
    const answer = await fetch(`${shop.apiUrl}/functions/v1/ingest`, {
      method: 'POST',
      body: JSON.stringify({ api_key: 'keywright', events: [event] }),
    });
    expect(answer.status).toBe(500);
    expect(await answer.json()).toEqual({ code: 500, message: 'Internal Server Error' });
  } finally {
    await sql`alter table public.analytics_events_away rename to analytics_events`;
    await sql.end();
  }
  const { event } = await onlyError(shop);
  const build = await liveBuild(shop);
  expect(event).toMatchObject({
    release: expect.stringMatching(/^keywright@\d/),
    dist: build,
    tags: { build_id: build, surface: 'function', place: 'ingest' },
  });
});

test('ten errors of a session arrive over all its pages, and the eleventh does not', async ({
  shop,
  page,
}) => {
  const words = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');
  const count = async () => (await caughtErrors(shop)).length;
  await openWithCode(page, `${shop.siteUrl}/about`);
  for (const word of words.slice(0, 6)) await throwOnPage(page, `Fault ${word}`);
  await expect.poll(count).toBe(6);
  await openWithCode(page, `${shop.siteUrl}/faq`);
  for (const word of words.slice(6)) await throwOnPage(page, `Fault ${word}`);
  await expect.poll(count).toBe(10);
  await page.waitForLoadState('networkidle');
  // Each report travels by itself, so one may overtake another.
  expect(messages(await caughtErrors(shop)).toSorted()).toEqual(
    words
      .slice(0, 10)
      .map((word) => `Fault ${word}`)
      .toSorted(),
  );
});

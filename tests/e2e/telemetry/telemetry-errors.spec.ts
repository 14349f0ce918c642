import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test, type Page } from 'playwright/test';
import { startSpyServer, type SpyServer } from '../../support/spy-server.ts';
import { canaries, spellings } from '../../support/data/canaries.ts';
import {
  startTelemetrySite,
  testedBuildId,
  type TelemetrySite,
} from '../../support/telemetry-site.ts';
import { throwOnPage } from '../../support/pages/telemetry-page.ts';

let spy: SpyServer;
let site: TelemetrySite;

test.beforeAll(async () => {
  spy = await startSpyServer(0);
  site = await startTelemetrySite({
    PUBLIC_SUPABASE_URL: spy.origin,
    PUBLIC_INGEST_URL: `${spy.origin}/ingest`,
    PUBLIC_SENTRY_DSN: `${spy.origin.replace('//', '//public@')}/1`,
  });
});
test.beforeEach(() => spy.forget());
test.afterAll(async () => {
  await site.close();
  await spy.close();
});

const values = () => spy.errors().map(({ exception }) => exception.values[0]?.value);

/** The reporter is there once it has asked which build is live. */
async function openWithReporter(page: Page, place = '/'): Promise<void> {
  const asked = page.waitForResponse((response) => response.url().endsWith('/builds/latest.json'));
  await page.goto(site.url + place);
  await asked;
  await page.waitForTimeout(200);
}

test('an error of a page script arrives once, with release and build', async ({ page }) => {
  await openWithReporter(page);
  await throwOnPage(page, 'The script gave up');
  await expect.poll(values).toEqual(['The script gave up']);
  await page.waitForTimeout(500);
  const [error, ...more] = spy.errors();
  expect(more).toEqual([]);
  const { version } = JSON.parse(
    await readFile(path.join(import.meta.dirname, '../../../package.json'), 'utf8'),
  );
  expect(error).toMatchObject({
    release: `keywright@${version}`,
    dist: testedBuildId,
    tags: { build_id: testedBuildId, surface: 'browser' },
    exception: { values: [{ type: 'RangeError' }] },
  });
});

test('an error before the reporter is there arrives once', async ({ page }) => {
  await page.route('**/builds/latest.json', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await route.continue();
  });
  await page.goto(site.url);
  await throwOnPage(page, 'Too early');
  await expect.poll(values).toEqual(['Too early']);
});

test('a promise that nobody caught arrives once', async ({ page }) => {
  await openWithReporter(page);
  await page.evaluate(() => void Promise.reject(new TypeError('Nobody caught this')));
  await expect.poll(values).toEqual(['Nobody caught this']);
});

test('an island’s error arrives once, under the id that the page shows', async ({ page }) => {
  await openWithReporter(page);
  await page.evaluate(() => dispatchEvent(new Event('keywright-test:island-error')));
  await expect.poll(values).toEqual(['An island fell over']);
  const shown = await page.evaluate(() => document.body.dataset['islandError']);
  expect(spy.errors()[0]?.event_id).toBe(shown);
});

test('an island’s error on the way to another page still arrives', async ({ page }) => {
  await openWithReporter(page);
  await page.evaluate(() => {
    dispatchEvent(new Event('keywright-test:island-error'));
    location.assign('/second');
  });
  // What was under way may be sent again by the page that leaves: under the same id, it is one report.
  const reports = () => new Map(spy.errors().map((event) => [event.event_id, event.exception]));
  await expect
    .poll(() => [...reports().values()].map(({ values: [first] }) => first?.value))
    .toEqual(['An island fell over']);
});

test('ten errors a session arrive, over all its pages, and the eleventh does not', async ({
  page,
  context,
}) => {
  const words = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');
  await openWithReporter(page);
  for (const word of words.slice(0, 6)) await throwOnPage(page, `Fault ${word}`);
  await expect.poll(() => spy.errors().length).toBe(6);
  await openWithReporter(page, '/second');
  for (const word of words.slice(6)) await throwOnPage(page, `Fault ${word}`);
  await expect.poll(() => spy.errors().length).toBe(10);
  await page.waitForTimeout(1500);
  // Each report travels by itself, so one may overtake another.
  expect(values().toSorted()).toEqual(
    words
      .slice(0, 10)
      .map((word) => `Fault ${word}`)
      .toSorted(),
  );
  const other = await context.newPage();
  await openWithReporter(other);
  await throwOnPage(other, 'Fault of another session');
  await expect.poll(() => spy.errors().length).toBe(11);
});

test('a report carries at most 25 breadcrumbs, the latest ones', async ({ page }) => {
  await openWithReporter(page);
  await page.evaluate(async () => {
    for (let step = 0; step < 40; step += 1) history.pushState(null, '', `/second?step=${step}`);
    await fetch('/builds/latest.json?token=canary');
  });
  await throwOnPage(page, 'After many steps');
  await expect.poll(() => spy.errors().length).toBe(1);
  const breadcrumbs = spy.errors()[0]?.breadcrumbs ?? [];
  expect(breadcrumbs).toHaveLength(25);
  expect(breadcrumbs.at(-1)).toMatchObject({
    category: 'fetch',
    data: { method: 'GET', status_code: 200 },
  });
  expect(JSON.stringify(breadcrumbs)).not.toMatch(/step=|canary/);
});

test('nothing that was typed, stored or in the address leaves with an error', async ({ page }) => {
  const [address = '', token = ''] = canaries;
  await openWithReporter(page, `/?email=${encodeURIComponent(address)}#access_token=${token}`);
  await page.evaluate((secret) => {
    document.cookie = `session=${secret}`;
    localStorage.setItem('profile', secret);
  }, token);
  for (const [index, canary] of canaries.entries()) {
    await page.getByLabel(index % 2 === 0 ? 'Anything' : 'A note').fill(canary);
  }
  for (const canary of canaries.slice(0, 9)) {
    const forms = spellings(canary);
    await throwOnPage(page, `Could not save ${forms.join(' and ')} for later`);
  }
  await expect.poll(() => spy.errors().length).toBe(9);
  const left = spy.requests.map(({ path: place, body }) => place + body).join('\n');
  const leaked = canaries.filter((canary) => spellings(canary).some((form) => left.includes(form)));
  expect(leaked).toEqual([]);
  expect(values()[0]).toContain('Could not save');
});

test('without a DSN nothing of the reporter is loaded', async ({ page }) => {
  const silent = await startTelemetrySite({
    PUBLIC_SUPABASE_URL: spy.origin,
    PUBLIC_INGEST_URL: `${spy.origin}/ingest`,
    PUBLIC_SENTRY_DSN: '',
  });
  try {
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
    await page.goto(silent.url);
    await page.waitForLoadState('networkidle');
    await throwOnPage(page, 'Nobody listens');
    await page.waitForTimeout(1500);
    expect(loaded.filter((name) => /sentry|reporter|latest\.json/.test(name))).toEqual([]);
    expect(spy.requests.length).toBe(0);
  } finally {
    await silent.close();
  }
});

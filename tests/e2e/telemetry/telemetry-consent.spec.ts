import { expect, test, type BrowserContext, type Page } from 'playwright/test';
import { startSpyServer, type SpyServer } from '../../support/spy-server.ts';
import { startTelemetrySite, type TelemetrySite } from '../../support/telemetry-site.ts';
import {
  accept,
  decline,
  logEvents,
  readTraces,
  throwOnPage,
} from '../../support/pages/telemetry-page.ts';

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

/** Longer than the flush interval: what would be sent has been sent by then. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(2500);
}

async function expectNoTelemetry(page: Page): Promise<void> {
  await settle(page);
  expect(spy.requests.map(({ path }) => path)).toEqual([]);
  expect(await readTraces(page)).toEqual({ cookies: '', stored: [] });
}

async function setSignal(context: BrowserContext, name: string, value: unknown): Promise<void> {
  await context.addInitScript(
    ([key, is]) => Object.defineProperty(navigator, key, { get: () => is, configurable: true }),
    [name, value] as const,
  );
}

test('before a choice nothing is sent and nothing is stored', async ({ page }) => {
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).host));
  await page.goto(site.url);
  await page.getByLabel('Anything').fill('typed');
  await page.getByRole('link', { name: 'Second page' }).click();
  await expect(page.getByRole('heading', { name: 'May we count your visit?' })).toBeVisible();
  await expectNoTelemetry(page);
  expect([...hosts]).toEqual([new URL(site.url).host]);
});

test('after refusal nothing is sent, not even errors, and nobody asks again', async ({ page }) => {
  await page.goto(site.url);
  await decline(page);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Decline' })).toBeHidden();
  await throwOnPage(page, 'after refusal');
  await expectNoTelemetry(page);
});

for (const [signal, name, value] of [
  ['Do-Not-Track', 'doNotTrack', '1'],
  ['Global Privacy Control', 'globalPrivacyControl', true],
] as const) {
  test(`${signal} counts as no, whatever was stored, and nobody is asked`, async ({
    context,
    page,
  }) => {
    await setSignal(context, name, value);
    await context.addInitScript(() => localStorage.setItem('keywright:consent', 'granted'));
    await page.goto(site.url);
    await expect(page.getByRole('button', { name: 'Accept' })).toBeHidden();
    await throwOnPage(page, 'with a signal');
    await expectNoTelemetry(page);
    await page.getByRole('button', { name: 'Visitor statistics' }).click();
    await expect(page.getByText('Your browser asks not to be tracked')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Accept' })).toBeHidden();
  });
}

test('acceptance is remembered over pages, and events reach only the ingestion', async ({
  page,
}) => {
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).host));
  await page.goto(site.url);
  await accept(page);
  await expect
    .poll(() => spy.events().map(({ event_type }) => event_type))
    .toContain('session_start');
  await page.goto(`${site.url}/second`);
  await expect(page.getByRole('button', { name: 'Accept' })).toBeHidden();
  await logEvents(page, 1);
  await settle(page);
  expect(new Set(spy.events().map(({ session_id }) => session_id)).size).toBe(1);
  expect([...hosts].toSorted()).toEqual(
    [new URL(site.url).host, new URL(spy.origin).host].toSorted(),
  );
});

test('withdrawing stops at once and removes cookies and the stored queue', async ({
  context,
  page,
}) => {
  await page.goto(site.url);
  await accept(page);
  await logEvents(page, 1);
  await expect.poll(() => spy.events().length).toBeGreaterThan(1);
  await context.setOffline(true);
  await logEvents(page, 5);
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Visitor statistics' }).click();
  await decline(page);
  await expect.poll(() => readTraces(page)).toEqual({ cookies: '', stored: [] });
  spy.forget();
  await page.evaluate(() => {
    const bridge = window.analyticsConnectorInstances?.['$default_instance']?.eventBridge;
    bridge?.logEvent({ eventType: 'consent_granted' });
  });
  await page.getByLabel('Anything').fill('still here');
  await expectNoTelemetry(page);
});

test('withdrawing in one tab stops the other tab too', async ({ context, page }) => {
  await page.goto(site.url);
  await accept(page);
  await logEvents(page, 1);
  const other = await context.newPage();
  await other.goto(site.url);
  await other.getByRole('button', { name: 'Visitor statistics' }).click();
  await decline(other);
  await expect.poll(() => readTraces(page)).toEqual({ cookies: '', stored: [] });
  spy.forget();
  await page.getByLabel('Anything').fill('still here');
  await expectNoTelemetry(page);
});

test('whoever said no and then yes is counted from then on', async ({ page }) => {
  await page.goto(site.url);
  await decline(page);
  await page.getByRole('button', { name: 'Visitor statistics' }).click();
  await accept(page);
  await expect
    .poll(() => spy.events().map(({ event_type }) => event_type))
    .toContain('consent_granted');
});

test('who opens it again reads what was chosen and when, also what another tab chose', async ({
  context,
  page,
}) => {
  await page.clock.install({ time: '2026-12-05T14:03:00Z' });
  await page.goto(site.url);
  await decline(page);
  const card = page.getByRole('region', { name: 'Visitor statistics' });
  await page.getByRole('button', { name: 'Visitor statistics' }).click();
  await expect(card).toContainText('You declined statistics on 5 Dec 2026, ');
  const other = await context.newPage();
  await other.clock.install({ time: '2026-12-06T14:03:00Z' });
  await other.goto(site.url);
  await other.getByRole('button', { name: 'Visitor statistics' }).click();
  await expect(other.getByText('You declined statistics on 5 Dec 2026, ')).toBeVisible();
  await accept(other);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Visitor statistics' }).click();
  await expect(card).toContainText('You allowed statistics on 6 Dec 2026, ');
});

test('a choice from before its day was kept is told without a day', async ({ context, page }) => {
  await context.addInitScript(() => localStorage.setItem('keywright:consent', 'granted'));
  await page.goto(site.url);
  await page.getByRole('button', { name: 'Visitor statistics' }).click();
  await expect(page.getByText('You allowed statistics.')).toBeVisible();
});

test('the question is reachable by keyboard, names itself and gives the focus back', async ({
  page,
}) => {
  await page.goto(site.url);
  await decline(page);
  const opener = page.getByRole('button', { name: 'Visitor statistics' });
  await opener.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Visitor statistics' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'May we count your visit?' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Accept' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Accept' })).toBeHidden();
  await expect(opener).toBeFocused();
});

test('with the telemetry hosts blocked the page works and the console is silent', async ({
  context,
  page,
}) => {
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  page.on('pageerror', (error) => said.push(String(error)));
  let blocked = 0;
  await context.route(`${spy.origin}/**`, (route) => {
    blocked += 1;
    return route.abort();
  });
  await page.goto(site.url);
  await accept(page);
  await logEvents(page, 3);
  await page.evaluate(() => dispatchEvent(new Event('keywright-test:island-error')));
  await expect.poll(() => blocked).toBeGreaterThan(2);
  await page.getByRole('link', { name: 'Second page' }).click();
  await settle(page);
  expect(said).toEqual([]);
});

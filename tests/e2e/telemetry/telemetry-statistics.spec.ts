import { glob, readFile } from 'node:fs/promises';
import { expect, test, type Page } from 'playwright/test';
import { startSpyServer, type SpyServer } from '../../support/spy-server.ts';
import { startTelemetrySite, type TelemetrySite } from '../../support/telemetry-site.ts';
import { acceptBeforehand, logEvents } from '../../support/pages/telemetry-page.ts';

let spy: SpyServer;
let site: TelemetrySite;

test.beforeAll(async () => {
  spy = await startSpyServer(0);
  site = await startTelemetrySite({
    PUBLIC_SUPABASE_URL: spy.origin,
    PUBLIC_INGEST_URL: `${spy.origin}/ingest`,
    PUBLIC_SENTRY_DSN: '',
  });
});
test.beforeEach(async ({ context }) => {
  spy.forget();
  await acceptBeforehand(context);
});
test.afterAll(async () => {
  await site.close();
  await spy.close();
});

const types = () => spy.events().map(({ event_type }) => event_type);
const start = new Date('2027-03-01T12:00:00Z');

/** A page whose clock is ours, and runs with the real one until it is paused. */
async function openWithOwnClock(page: Page): Promise<void> {
  await page.clock.install({ time: start });
  await page.goto(site.url);
}

async function waitForStart(page: Page): Promise<void> {
  await expect
    .poll(async () => {
      await page.clock.runFor(1500);
      return types();
    })
    .toContain('session_start');
}

async function use(page: Page): Promise<void> {
  await page.getByLabel('Anything').click();
}

test('an event carries what the plan names and nothing of the visitor', async ({ page }) => {
  await page.goto(`${site.url}/?deviceId=canary@example.com&ampDeviceId=canary&ampSessionId=4711`);
  await logEvents(page, 1);
  await expect.poll(types).toContain('consent_granted');
  const [batch] = spy.batches();
  expect(Object.keys(batch ?? {}).toSorted()).toEqual([
    'api_key',
    'client_upload_time',
    'events',
    'options',
  ]);
  for (const event of spy.events()) {
    const allowed =
      /^(event_type|event_id|insert_id|time|device_id|session_id|platform|library|event_properties|user_properties)$/;
    expect(Object.keys(event).filter((key) => !allowed.test(key))).toEqual([]);
    expect(event.device_id).toMatch(/^[0-9a-f]{32}$/);
    expect(event.session_id).not.toBe(4711);
  }
  const [{ headers } = { headers: {} }] = spy.requests;
  expect(headers).not.toHaveProperty('cookie');
  expect(JSON.stringify(spy.requests)).not.toContain('canary');
});

test('an event or a property outside the plan never leaves', async ({ page }) => {
  await page.goto(site.url);
  await logEvents(page, 1, 'typed_a_secret');
  await logEvents(page, 1);
  await expect.poll(types).toContain('consent_granted');
  expect(types()).not.toContain('typed_a_secret');
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('typed_a_secret');
});

test('pages, forms and downloads are not counted, and what is goes out by fetch', async ({
  page,
}) => {
  const kinds = new Set<string>();
  page.on('request', (request) => {
    if (request.url().startsWith(spy.origin)) kinds.add(request.resourceType());
  });
  await page.goto(site.url);
  await logEvents(page, 1);
  await page.evaluate(() => {
    const form = document.querySelector('main form');
    const link = Object.assign(document.createElement('a'), { href: '/price-list.pdf' });
    link.addEventListener('click', (event) => event.preventDefault());
    document.body.append(link);
    link.click();
    form?.addEventListener('submit', (event) => event.preventDefault());
    if (form instanceof HTMLFormElement) form.requestSubmit();
    history.pushState(null, '', '/second');
  });
  await page.getByLabel('Anything').fill('typed');
  await logEvents(page, 1, 'consent_granted');
  await expect
    .poll(() => types().filter((type) => type === 'consent_granted'))
    .toEqual(['consent_granted', 'consent_granted']);
  expect([...new Set(types())].toSorted()).toEqual([
    '$identify',
    'consent_granted',
    'session_start',
  ]);
  expect([...kinds]).toEqual(['fetch']);
});

test('the code that leaves for browsers names the server zone of the seed', async () => {
  const zones = new Set<string>();
  for await (const file of glob(`${site.folder}/_astro/*.js`)) {
    const code = await readFile(file, 'utf8');
    for (const [, zone = ''] of code.matchAll(/serverZone:[`'"](\w+)[`'"],transport/g)) {
      zones.add(zone);
    }
  }
  expect([...zones]).toEqual(['US']);
});

test('the identity cookie is this site alone, Lax, and lasts 365 days', async ({
  context,
  page,
}) => {
  await page.goto(site.url);
  await logEvents(page, 1);
  await expect.poll(types).toContain('session_start');
  const cookies = (await context.cookies()).filter(({ name }) => name.startsWith('AMP_'));
  expect(cookies.map(({ name }) => name).toSorted()).toEqual([
    'AMP_MKTG_keywright',
    'AMP_keywright',
  ]);
  for (const cookie of cookies) {
    expect(cookie.sameSite).toBe('Lax');
    expect(cookie.domain).toBe('localhost');
    const days = (cookie.expires - Date.now() / 1000) / 86_400;
    expect(Math.round(days)).toBe(365);
  }
});

test('events wait one second for others and leave in batches of 30', async ({ page }) => {
  await openWithOwnClock(page);
  await waitForStart(page);
  await page.clock.pauseAt(new Date(start.getTime() + 600_000));
  spy.forget();
  await logEvents(page, 70);
  await page.clock.runFor(990);
  await page.waitForTimeout(300);
  expect(spy.requests.length).toBe(0);
  await expect
    .poll(async () => {
      await page.clock.runFor(20);
      return spy.batches().map(({ events }) => events.length);
    })
    .toEqual([30, 30, 10]);
});

test('a failing ingestion is tried five times, and then left alone', async ({ page }) => {
  await openWithOwnClock(page);
  await waitForStart(page);
  await page.clock.runFor(10_000);
  spy.forget();
  spy.answerWith(500, { code: 500 });
  await logEvents(page, 1);
  await expect
    .poll(async () => {
      await page.clock.runFor(1000);
      return spy.requests.length;
    })
    .toBe(5);
  for (let minute = 0; minute < 10; minute += 1) {
    await page.clock.runFor(60_000);
    await page.waitForTimeout(30);
  }
  expect(spy.requests.length).toBe(5);
  expect(new Set(spy.events().map(({ insert_id }) => insert_id)).size).toBe(1);
});

test('the session ends and the next begins when 30 minutes pass without use', async ({ page }) => {
  await openWithOwnClock(page);
  await waitForStart(page);
  const [first] = spy.events();
  await page.clock.fastForward('29:00');
  await use(page);
  await page.clock.fastForward('29:00');
  await use(page);
  await page.clock.runFor(3000);
  await page.waitForTimeout(300);
  expect(types().filter((type) => type === 'session_end')).toEqual([]);
  spy.forget();
  await page.clock.fastForward('30:01');
  await use(page);
  await expect
    .poll(async () => {
      await page.clock.runFor(1000);
      return types();
    })
    .toEqual(['session_end', 'session_start']);
  const [ended, began] = spy.events();
  expect(ended?.session_id).toBe(first?.session_id);
  expect(began?.session_id).toBeGreaterThan(Number(first?.session_id) + 30 * 60_000);
  expect(began?.device_id).toBe(first?.device_id);
});

test('a page opened after the timeout ends the old session first', async ({ page }) => {
  await openWithOwnClock(page);
  await waitForStart(page);
  spy.forget();
  await page.clock.setSystemTime(new Date(start.getTime() + 45 * 60_000));
  await page.goto(`${site.url}/second`);
  await expect
    .poll(async () => {
      await page.clock.runFor(1000);
      return types();
    })
    .toEqual(['session_end', 'session_start']);
});

test('a new campaign ends the session, begins another and is kept as the first one', async ({
  page,
}) => {
  await page.goto(
    `${site.url}/?utm_source=newsletter&utm_campaign=spring-2027&gclid=Cj0K_x-1&email=canary@example.com#access_token=canary`,
  );
  await expect.poll(types).toEqual(['$identify', 'session_start']);
  const [identify] = spy.events();
  expect(identify?.user_properties?.['$setOnce']).toMatchObject({
    initial_utm_source: 'newsletter',
    initial_utm_campaign: 'spring-2027',
    initial_gclid: 'Cj0K_x-1',
    initial_utm_medium: 'EMPTY',
    initial_referrer: 'EMPTY',
  });
  expect(identify?.user_properties?.['$set']).toMatchObject({ utm_source: 'newsletter' });
  spy.forget();
  await page.getByRole('link', { name: 'Second page' }).click();
  await logEvents(page, 1);
  await expect.poll(types).toEqual(['consent_granted']);
  spy.forget();
  await page.goto(`${site.url}/?utm_source=forum&utm_campaign=canary%40example.com`);
  await expect.poll(types).toEqual(['session_end', '$identify', 'session_start']);
  const [ended, again, began] = spy.events();
  expect(again?.user_properties?.['$setOnce']).toMatchObject({ initial_utm_source: 'forum' });
  expect(again?.user_properties?.['$set']).toMatchObject({ utm_campaign: '[e-mail]' });
  expect(began?.session_id).not.toBe(ended?.session_id);
  expect(JSON.stringify(spy.requests)).not.toContain('canary');
});

test('offline, events wait in the browser; back online they are sent', async ({
  context,
  page,
}) => {
  await page.goto(site.url);
  await expect.poll(types).toContain('session_start');
  spy.forget();
  await context.setOffline(true);
  await logEvents(page, 3);
  await page.waitForTimeout(2500);
  expect(spy.requests.length).toBe(0);
  const stored = await page.evaluate(() => localStorage.getItem('AMP_unsent_keywright'));
  expect(JSON.parse(stored ?? '[]')).toHaveLength(3);
  await context.setOffline(false);
  await expect.poll(types).toEqual(['consent_granted', 'consent_granted', 'consent_granted']);
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('AMP_unsent_keywright')))
    .toBe('[]');
});

test('what the return to the network could not send is tried again', async ({ context, page }) => {
  await page.goto(site.url);
  await expect.poll(types).toContain('session_start');
  await context.setOffline(true);
  await logEvents(page, 1);
  spy.forget();
  spy.answerWith(503, { code: 503 });
  await context.setOffline(false);
  await expect.poll(() => spy.requests.length).toBeGreaterThan(0);
  spy.forget();
  await expect.poll(types).toEqual(['consent_granted']);
});

test('the stored queue keeps a thousand events and says that it dropped the rest', async ({
  context,
  page,
}) => {
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  await page.goto(site.url);
  await expect.poll(types).toContain('session_start');
  await context.setOffline(true);
  await logEvents(page, 1005);
  const stored = () =>
    page.evaluate(() => JSON.parse(localStorage.getItem('AMP_unsent_keywright') ?? '[]').length);
  await expect
    .poll(() => said.at(-1) ?? '', { timeout: 70_000 })
    .toBe('Failed to save 5 events because the queue length exceeded 1000.');
  expect(await stored()).toBe(1000);
});

test('until the library takes events it holds 512 of them', async ({ page }) => {
  await page.addInitScript(() => {
    window.analyticsConnectorInstances = new Proxy<
      NonNullable<typeof window.analyticsConnectorInstances>
    >(
      {},
      {
        set(instances, name, instance) {
          Reflect.set(instances, name, instance);
          for (let sent = 0; sent < 600; sent += 1) {
            instance.eventBridge.logEvent({ eventType: 'consent_granted' });
          }
          return true;
        },
      },
    );
  });
  await page.goto(site.url);
  const counted = () => types().filter((type) => type === 'consent_granted').length;
  await expect.poll(counted, { timeout: 20_000 }).toBe(512);
});

test('an unreadable identity cookie is replaced without a word', async ({ context, page }) => {
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  await context.addCookies([{ name: 'AMP_keywright', value: '%%%', url: site.url }]);
  await page.goto(site.url);
  await expect.poll(types).toContain('session_start');
  expect(said).toEqual([]);
});

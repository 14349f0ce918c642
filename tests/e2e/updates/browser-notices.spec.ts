// browsers: chromium, firefox
import postgres from 'postgres';
import { expect, type LaunchOptions, type Page } from 'playwright/test';
import { embeddedKeys } from '../../../scripts/settings.ts';
import { findFaults } from '../../support/pages/axe.ts';
import { isFirefox } from '../../support/firefox/is-firefox.ts';
import {
  pushOrigin,
  startPushService,
  type PushService,
} from '../../support/notices/push-service.ts';
import { makePushReader } from '../../support/notices/push-reader.ts';
import { test as base, type BuiltSite } from '../../support/site.ts';

interface Services {
  readonly pushService: PushService;
  readonly launchOptions: LaunchOptions;
}

const test = base.extend<object, Services>({
  pushService: [
    // Playwright reads which fixtures are wanted from the destructured argument.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const service = await startPushService();
      await use(service);
      await service.stop();
    },
    { scope: 'worker' },
  ],
  launchOptions: [
    async ({ launchOptions, pushService }, use) => {
      const firefoxUserPrefs = {
        ...launchOptions.firefoxUserPrefs,
        // This machine may have nothing that shows notices: Firefox draws them itself.
        'alerts.useSystemBackend': false,
        'dom.push.enabled': true,
        'dom.push.connection.enabled': true,
        'dom.push.serverURL': pushService.url.replace('http', 'ws'),
        'dom.push.testing.allowInsecureServerURL': true,
      };
      await use({ ...launchOptions, firefoxUserPrefs });
    },
    { scope: 'worker' },
  ],
});

const on = 'Tell me in this browser';
const off = 'Stop telling me in this browser';

async function runJobs({ apiUrl }: BuiltSite): Promise<void> {
  const answer = await fetch(`${apiUrl}/functions/v1/run-jobs`, {
    method: 'POST',
    headers: { authorization: `Bearer ${embeddedKeys.secretKey}` },
  });
  expect(answer.ok).toBe(true);
}

/** Chromium asks its reader, and then Google's service, which a test can't: the page gets what they would give. */
async function standInForGoogle(page: Page): Promise<ReturnType<typeof makePushReader>> {
  const reader = makePushReader();
  const endpoint = `${pushOrigin}/wpush/v2/${reader.secret}`;
  const keys = { p256dh: reader.publicKey, auth: reader.secret };
  await page.addInitScript(
    (json) => {
      const subscriptionFor = (key: string) => {
        const plain = atob(key.replaceAll('-', '+').replaceAll('_', '/'));
        const bytes = Uint8Array.from(plain, (sign) => sign.charCodeAt(0));
        return {
          ...json,
          options: { applicationServerKey: bytes.buffer },
          toJSON: () => json,
          unsubscribe: () => {
            localStorage.removeItem('subscribed');
            return Promise.resolve(true);
          },
        } as unknown as PushSubscription;
      };
      Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
      Notification.requestPermission = () => Promise.resolve('granted');
      PushManager.prototype.subscribe = (options) => {
        const key = String(options?.applicationServerKey);
        localStorage.setItem('subscribed', key);
        return Promise.resolve(subscriptionFor(key));
      };
      PushManager.prototype.getSubscription = () => {
        const key = localStorage.getItem('subscribed');
        return Promise.resolve(key === null ? null : subscriptionFor(key));
      };
    },
    { endpoint, keys },
  );
  return reader;
}

const shownNotices = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration('/notices/');
    const notices = (await registration?.getNotifications()) ?? [];
    return notices.map(({ title, body, data }) => ({ title, body, url: String(data) }));
  });

const closeNotices = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration('/notices/');
    for (const notice of (await registration?.getNotifications()) ?? []) notice.close();
  });

test('a visitor without an account is told of an update in their browser, and ends it with one press', async ({
  page,
  site,
  pushService,
}) => {
  await runJobs(site);
  const reader = isFirefox(page) ? null : await standInForGoogle(page);
  if (reader === null)
    await page.context().grantPermissions(['notifications'], { origin: site.siteUrl });
  await page.goto(`${site.siteUrl}/products/lino-print`);
  const box = page.locator('keywright-follow[data-about="updates"]');
  const opening = box.locator('summary');
  await expect(opening).toBeVisible();
  await opening.click();
  await box.getByRole('button', { name: on }).click();
  await expect(box).toContainText('This browser tells you of each update, and when sales open.');
  await expect(box.getByRole('button', { name: off })).toBeFocused();
  expect(await findFaults(page, 'keywright-follow')).toEqual([]);
  const controlled = await page.evaluate(() => navigator.serviceWorker.controller !== null);
  expect(controlled, 'no page is under the worker').toBe(false);

  const sql = postgres(site.databaseUrl, { max: 1, onnotice() {} });
  const told = 'told-in-this-browser';
  try {
    await sql`update private.browsers set endpoint = replace(endpoint, ${pushOrigin}, ${pushService.url})`;
    await sql`
      with one as (
        insert into public.updates (url, title, summary, body, status, publish_at)
        values (${told}, 'The cables came', 'All are counted.', 'Counted.', 'published', now()) returning id)
      insert into public.update_products select one.id, p.id from one, public.products p where p.url = 'lino-print'`;
    await runJobs(site);
    const posted = pushService.posted.findLast(({ path }) => path.endsWith(reader?.secret ?? ''));
    expect(posted?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '259200' });
    const words = { title: /: The cables came$/, body: 'All are counted.' };
    const url = `${site.siteUrl}/updates/${told}`;
    if (reader === null) {
      await expect.poll(() => shownNotices(page)).toHaveLength(1);
      const [notice] = await shownNotices(page);
      expect(notice?.title).toMatch(words.title);
      expect(notice).toMatchObject({ body: words.body, url });
    } else {
      const notice = JSON.parse(reader.open(posted?.body ?? Buffer.alloc(0))) as { title: string };
      expect(notice.title).toMatch(words.title);
      expect(notice).toMatchObject({ body: words.body, url });
    }
    await sql`update private.browsers set endpoint = replace(endpoint, ${pushService.url}, ${pushOrigin})`;

    // The window in which Firefox draws a notice has the keys until it is gone.
    await closeNotices(page);
    await page.bringToFront();
    await page.reload();
    await expect(opening).toBeVisible();
    await opening.click();
    await page.route('**/rpc/unfollow_in_browser', (route) => route.abort());
    await box.getByRole('button', { name: off }).click();
    await expect(box).toContainText('The shop can’t be reached right now');
    await expect(box.getByRole('button', { name: off }), 'it still tells').toBeFocused();
    await page.unroute('**/rpc/unfollow_in_browser');
    await box.getByRole('button', { name: off }).click();
    await expect(box.getByRole('button', { name: on })).toBeFocused();
    const kept = await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration('/notices/');
      return (await registration?.pushManager.getSubscription()) ?? null;
    });
    expect(kept, 'nothing is left at the push service').toBeNull();
    await page.goto(`${site.siteUrl}/follow`);
    await page.getByLabel('E-mail', { exact: true }).focus();
    await page.getByRole('button', { name: on }).click();
    await expect(page.locator('keywright-follow')).toContainText(
      'This browser tells you what is new, once a day at most.',
    );
  } finally {
    await sql`delete from public.updates where url = ${told}`;
    await sql`delete from private.browsers`;
    await sql.end();
  }
});

test('a browser that may not show anything says so, and one that can’t is offered nothing', async ({
  page,
  site,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'denied' });
  });
  await page.goto(`${site.siteUrl}/follow`);
  const box = page.locator('keywright-follow');
  await page.getByLabel('E-mail', { exact: true }).focus();
  await expect(box).toContainText('Notifications from this shop are blocked in this browser.');
  await expect(box.getByRole('button', { name: on })).toHaveCount(0);
  expect(await findFaults(page, 'main')).toEqual([]);

  await page.addInitScript(() => {
    Reflect.deleteProperty(window, 'PushManager');
  });
  await page.reload();
  const code = page.waitForResponse(/notices-key/);
  await page.getByLabel('E-mail', { exact: true }).focus();
  await code;
  // What it would say it in has been drawn, and stays empty.
  await expect(box.locator('p[aria-live="polite"]:empty')).toBeAttached();
  await expect(box.getByRole('button')).toHaveCount(1);
  await expect(box).not.toContainText('This browser');
});

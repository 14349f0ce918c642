/*
 * What is personal in an order goes to the shop's API alone, in bodies, and stays nowhere else: one
 * person with findable words buys, looks and leaves, while everything that moves is written down.
 */
import { randomUUID } from 'node:crypto';
import { expect, type BrowserContext, type Page, type Request } from 'playwright/test';
import { plantCart } from '../../support/pages/cart.ts';
import {
  fillInOrder,
  mixedCart,
  orderKey,
  ordersOf,
  thanks,
} from '../../support/pages/checkout-page.ts';
import { spellings } from '../../support/data/canaries.ts';
import { withDatabase } from '../../support/pages/list-pages.ts';
import { awaitMail, newAddress } from '../../support/data/people.ts';
import { test, type BuiltSite } from '../../support/site.ts';
import { makeAccount } from '../../support/pages/staff-page.ts';
import { giveCredentials } from '../../support/data/accounts.ts';
import { acceptBeforehand } from '../../support/pages/telemetry-page.ts';

const word = () => `Canary${randomUUID().slice(0, 8)}`;

function record(context: BrowserContext): Request[] {
  const seen: Request[] = [];
  context.on('request', (request) => seen.push(request));
  return seen;
}

/** Who may be told of the person: the API by a body, in answer to what it was asked for. */
function leaksIn(seen: readonly Request[], site: BuiltSite, secrets: readonly string[]): string[] {
  const forms = secrets.flatMap(spellings);
  const holds = (text: string) => forms.some((form) => text.includes(form));
  return seen.flatMap((request) => {
    const { origin, pathname } = new URL(request.url());
    const isShop = origin === new URL(site.apiUrl).origin && !/ingest|sentry/.test(pathname);
    const headers = JSON.stringify(request.headers());
    return [
      holds(request.url()) && `address ${request.url()}`,
      // Not even which order somebody looks at.
      /[?#]order=/.test(request.headers()['referer'] ?? '') && `referrer of ${request.url()}`,
      holds(headers) && `headers of ${request.url()}`,
      !isShop && holds(request.postData() ?? '') && `body to ${request.url()}`,
    ].filter((leak): leak is string => leak !== false);
  });
}

/** Of the shop's answers about orders, those that the browser was free to keep. */
async function keptAnswers(seen: readonly Request[]): Promise<string[]> {
  // One that was given up before it left has no headers yet.
  const asked = seen.filter(
    (request) => /\/rest\/v1\/orders\?/.test(request.url()) && request.failure() === null,
  );
  expect(asked.length).toBeGreaterThan(0);
  const headers = await Promise.all(asked.map((request) => request.allHeaders()));
  return asked
    .filter((_, at) => headers[at]?.['cache-control'] !== 'no-cache')
    .map((request) => request.url());
}

/** All that a browser keeps of the shop between two visits. */
async function keptIn(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const names = await caches.keys();
    const workers = await navigator.serviceWorker.getRegistrations();
    const databases = (await indexedDB.databases()).map(({ name }) => name);
    const kept = [{ ...localStorage }, document.cookie, document.title, location.href];
    return JSON.stringify([names, workers.length, databases, kept]);
  });
}

/** As the way back brings a page out as it was, after somebody has signed out on the next one. */
async function leaveWithoutAWord(page: Page): Promise<void> {
  const comeBack = (stored: readonly (readonly [string, string])[] | null) =>
    page.evaluate((entries) => {
      const keys = Object.keys(localStorage).filter((key) => key.endsWith('-auth-token'));
      const before = keys.map((key) => [key, localStorage.getItem(key) ?? ''] as const);
      const own = ['keywright:orders', 'keywright:orders:links'];
      if (entries === null) [...keys, ...own].forEach((key) => localStorage.removeItem(key));
      else entries.forEach(([key, text]) => localStorage.setItem(key, text));
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
      return before;
    }, stored);
  const session = await comeBack(null);
  expect(session).toHaveLength(1);
  await expect(page.getByRole('heading', { name: /^Order KW-/ })).toBeHidden();
  await comeBack(session);
  await expect(page.getByRole('heading', { name: /^Order KW-/ })).toBeVisible();
}

async function orderAsGuest(
  page: Page,
  site: BuiltSite,
  email: string,
  name: string,
  street: string,
) {
  await page.goto(`${site.siteUrl}/cart/confirm`);
  await fillInOrder(page, email);
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Street and number').fill(`${street} 1`);
  await orderKey(page).click();
  await expect(thanks(page)).toBeVisible({ timeout: 20_000 });
  const [order] = await ordersOf(site, email);
  return String(order?.['number']);
}

test('what is personal in an order is in no address, static answer, referrer, report or store', async ({
  page,
  context,
  site,
}) => {
  const [email, name, street] = [newAddress(word().toLowerCase()), word(), word()];
  await acceptBeforehand(context);
  await plantCart(context, await mixedCart(site));
  const seen = record(context);
  const answered: { url: string; text: string }[] = [];
  page.on('response', (response) => {
    if (new URL(response.url()).origin !== new URL(site.siteUrl).origin) return;
    if (!/html|json|xml/.test(response.headers()['content-type'] ?? '')) return;
    void response.text().then(
      (text) => answered.push({ url: response.url(), text }),
      () => undefined,
    );
  });
  const number = await orderAsGuest(page, site, email, name, street);
  const mail = await awaitMail(site.apiUrl, email);
  const link = /https?:\/\/\S+#token=([0-9a-f]{64})/.exec(mail.text);
  const token = link?.[1] ?? '';
  expect(token).not.toBe('');

  // The link of the mail: its secret leaves the address before anything is counted or reported.
  await page.goto('about:blank');
  await page.goto(link?.[0] ?? '');
  await expect(page.getByText(`${street} 1`)).toBeVisible();
  expect(new URL(page.url()).hash).toBe('');
  await page.waitForFunction(() => document.cookie.includes('AMP_'));
  await page.evaluate((text) => {
    setTimeout(() => {
      throw new RangeError(text);
    });
  }, `broken near ${street}`);
  expect(await page.title()).not.toMatch(new RegExp(`${name}|${street}|${number}`));

  // An account of that mailbox takes the order in, looks at it, and is left again.
  await makeAccount(site, email);
  await page.getByRole('link', { name: 'All orders' }).click();
  await page.getByRole('button', { name: 'Sign in', exact: true }).first().click();
  await giveCredentials(page, { id: '', email, password: 'Keywright-demo-1' });
  await page.getByRole('link', { name: number }).click();
  await expect(page.getByText(`${street} 1`)).toBeVisible();
  const detail = page.url();
  await leaveWithoutAWord(page);
  await page.goto(`${site.siteUrl}/user`);
  await page.getByRole('button', { name: 'Sign out' }).first().click();
  await expect(page.getByRole('button', { name: 'Sign in', exact: true }).first()).toBeVisible();
  await page.goto(detail);
  await expect(page.getByRole('heading', { name: 'As a guest' })).toBeVisible();
  await expect(page.locator('body')).not.toContainText(street);

  // What is counted leaves a moment later, and is looked through with the rest.
  await expect.poll(() => seen.some((each) => /\/v1\/ingest/.test(each.url()))).toBe(true);
  const kept = await keptIn(page);
  const secrets = [email, name, street, token];
  for (const secret of secrets)
    for (const form of spellings(secret)) expect(kept).not.toContain(form);
  expect(kept).toMatch(/^\[\[\],0,/);
  expect(leaksIn(seen, site, secrets)).toEqual([]);
  expect(await keptAnswers(seen)).toEqual([]);
  expect(answered.length).toBeGreaterThan(3);
  for (const { url, text } of answered) {
    for (const secret of secrets) expect(text.includes(secret), url).toBe(false);
  }
  const counted = await withDatabase(
    site,
    (sql) => sql<{ n: number }[]>`
      select count(*)::int as n from public.analytics_events e
      where e.properties::text like any (${secrets.map((each) => `%${each}%`)}::text[])`,
  );
  expect(counted[0]?.n).toBe(0);
  for (const path of ['/orders', '/cart/confirm', '/cart', '/user']) {
    const { headers } = await fetch(site.siteUrl + path);
    expect(headers.get('cache-control'), path).toBe('private, no-cache');
  }
});

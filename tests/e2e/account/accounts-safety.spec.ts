import { expect } from 'playwright/test';
import { safeReturnPath } from '../../../src/shared/return-path.ts';
import {
  addressOf,
  dialogOf,
  giveCredentials,
  openDialog,
  panel,
  passwordOf,
  press,
  signIn,
} from '../../support/data/accounts.ts';
import { codeIn } from '../../support/data/mailbox.ts';
import { awaitMail, makePerson, newAddress } from '../../support/data/people.ts';
import { test } from '../../support/site.ts';
import payloads from '../../cases/open-redirects.json' with { type: 'json' };

const apikey = 'sb_publishable_local';

/* KEYWRIGHT_LONG=1 signs in once for each of the forged addresses; the rule itself meets all of them
   in tests/unit/account/accounts-words.test.ts, and the backend's links all of them below. */
const isLong = process.env['KEYWRIGHT_LONG'] === '1';

test('nobody learns from an answer whether an address has an account', async ({
  site,
  request,
}) => {
  const ask = async (path: string, data: object) => {
    const answer = await request.post(`${site.apiUrl}/auth/v1/${path}`, {
      headers: { apikey },
      data,
    });
    const text = await answer.text();
    return `${answer.status()} ${text.replaceAll(/"[0-9a-f-]{36}"|"\d{4}-\d\d-\d\dT[^"]*"/g, '"…"')}`;
  };
  const cases: readonly (readonly [string, (email: string) => object])[] = [
    ['token?grant_type=password', (email) => ({ email, password: 'not-the-password' })],
    ['otp', (email) => ({ email, create_user: false })],
    ['recover', (email) => ({ email })],
    ['resend', (email) => ({ type: 'signup', email })],
    ['verify', (email) => ({ type: 'email', email, token: '000000' })],
    ['verify', (email) => ({ type: 'recovery', email, token: '000000' })],
    ['signup', (email) => ({ email, password: 'four-unrelated-words' })],
    ['signup', (email) => ({ email, password: 'short' })],
  ];
  for (const [path, body] of cases) {
    const { email: known } = await makePerson(site.apiUrl, 'same');
    const unknown = newAddress('same');
    const [first, second] = [await ask(path, body(known)), await ask(path, body(unknown))];
    expect(first.replaceAll(known, '…'), path).toBe(second.replaceAll(unknown, '…'));
    // Asked again at once, both have to wait, and equally long.
    const [third, fourth] = [await ask(path, body(known)), await ask(path, body(unknown))];
    const words = (answer: string) => answer.replace(/after \d+ seconds?/, 'after … seconds');
    expect(words(third.replaceAll(known, '…')), path).toBe(words(fourth.replaceAll(unknown, '…')));
  }
});

test('the dialog says the same words for an address with an account as for one without', async ({
  site,
  page,
}) => {
  const { email: known } = await makePerson(site.apiUrl, 'same');
  const unknown = newAddress('same');
  const words = async (email: string) => {
    const text = (await dialogOf(page).innerText()).replaceAll(email, '…');
    return text.replaceAll(/\d+ s\b/g, '… s');
  };
  const said: Record<string, string[]> = {};
  for (const email of [known, unknown]) {
    const heard: string[] = (said[email] = []);
    await openDialog(page, `${site.siteUrl}/faq`);
    await addressOf(page).fill(email);
    await passwordOf(page).fill('not-the-password');
    await press(page, 'Sign in');
    await expect(dialogOf(page).getByRole('alert')).toBeVisible();
    heard.push(await words(email));
    await press(page, 'Send me a code instead');
    await dialogOf(page).getByLabel('Code').fill('000000');
    await press(page, 'Sign in');
    await expect(dialogOf(page).getByRole('alert')).toBeVisible();
    heard.push(await words(email));
    await press(page, 'Use another way');
    await press(page, /Create an account/);
    await passwordOf(page).fill('four-unrelated-words');
    await press(page, 'Create account');
    await expect(dialogOf(page).getByLabel('Code')).toBeFocused();
    heard.push(await words(email));
  }
  expect(said[known]).toEqual(said[unknown]);
});

test('who guesses passwords or codes is told how long to wait, with an account or without', async ({
  site,
  page,
  request,
}) => {
  const { email: known } = await makePerson(site.apiUrl, 'guessed');
  const waits: Record<string, string> = {};
  for (const email of [known, newAddress('guessed')]) {
    const guess = () =>
      request.post(`${site.apiUrl}/auth/v1/token?grant_type=password`, {
        headers: { apikey },
        data: { email, password: 'not-the-password' },
      });
    let answer = await guess();
    for (let tries = 0; tries < 60 && answer.status() !== 429; tries += 1) answer = await guess();
    expect(answer.status(), email).toBe(429);
    expect(Number(answer.headers()['retry-after'])).toBeGreaterThan(0);
    await openDialog(page, `${site.siteUrl}/faq`);
    await giveCredentials(page, { id: '', email, password: 'not-the-password' });
    const alert = dialogOf(page).getByRole('alert');
    await expect(alert).toContainText(/Please wait \d+ seconds\. Nothing you typed is lost\./);
    await expect(addressOf(page)).toHaveValue(email);
    waits[email] = (await alert.innerText()).replaceAll(/\d+ s/g, '… s');
  }
  expect(new Set(Object.values(waits)).size).toBe(1);
});

test('after signing in nobody is led off the site, whatever the address asked for', async ({
  site,
  page,
}) => {
  test.setTimeout(isLong ? 300_000 : 90_000);
  expect(payloads.length).toBeGreaterThanOrEqual(40);
  const person = await makePerson(site.apiUrl);
  const visits: string[] = [];
  const isOurs = (url: URL) => [site.siteUrl, site.apiUrl].includes(url.origin);
  await page.route(
    (url) => !isOurs(url),
    (route) => route.abort(),
  );
  page.on('request', (one) => {
    if (one.isNavigationRequest()) visits.push(one.url());
  });
  page.on('dialog', (one) => {
    visits.push(`script: ${one.message()}`);
    void one.dismiss();
  });
  const here = `${site.siteUrl}/user`;
  await signIn(page, site, person, '/user');
  await expect(page.getByText(`Signed in as ${person.email}`)).toBeVisible();
  for (const payload of payloads.filter((_, index) => isLong || index % 9 === 0)) {
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.evaluate((next) => {
      history.replaceState(null, '', `/user?next=${encodeURIComponent(next)}`);
    }, payload);
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    await giveCredentials(page, person);
    const kept = safeReturnPath(payload);
    if (kept !== null) {
      await page.waitForURL(new URL(kept, site.siteUrl).href);
      await page.goto(here);
    }
    await expect(page.getByText(`Signed in as ${person.email}`), payload).toBeVisible();
  }
  expect(visits.filter((url) => !url.startsWith(`${site.siteUrl}/`))).toEqual([]);
  expect(new URL(page.url()).origin).toBe(site.siteUrl);
});

test('no link of a mail can be bent to lead off the site', async ({ site, request }) => {
  for (const payload of payloads) {
    const target = encodeURIComponent(payload);
    const answer = await request.get(
      `${site.apiUrl}/auth/v1/verify?token=pkce_0&type=magiclink&redirect_to=${target}`,
      { maxRedirects: 0 },
    );
    expect(answer.status(), payload).toBe(303);
    const location = answer.headers()['location'] ?? '';
    expect(new URL(location).origin, payload).toBe(site.siteUrl);
  }
});

test('what a link or a session carries never leaves the page, nor stays in its address', async ({
  site,
  page,
}) => {
  const canary = 'canary-7f3e91';
  const sent: string[] = [];
  let counted = 0;
  page.on('request', (one) => {
    const { referer = '' } = one.headers();
    // The visit itself is what brought it.
    const place = one.isNavigationRequest() ? '' : one.url();
    sent.push(`${place} ${referer} ${one.postData() ?? ''}`);
    if (one.url().includes('/v1/ingest')) counted += 1;
  });
  await page.addInitScript(() => localStorage.setItem('keywright:consent', 'granted'));
  const landings = [
    `/about#access_token=${canary}&refresh_token=${canary}&type=recovery`,
    `/faq?auth=sign-in&error_code=otp_expired&error_description=${canary}#error_code=${canary}`,
    `/about?auth=sign-in&message=${canary}`,
  ];
  for (const landing of landings) {
    sent.length = 0;
    await page.goto(site.siteUrl + landing);
    await expect(dialogOf(page)).toBeVisible();
    expect(page.url()).not.toContain(canary);
    await dialogOf(page).getByRole('button', { name: 'Close' }).click();
    await page.getByRole('link', { name: 'Keywright, home' }).click();
    await expect(page).toHaveURL(`${site.siteUrl}/`);
    expect(sent.filter((line) => line.includes(canary))).toEqual([]);
    const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
    expect(stored + (await page.evaluate(() => document.cookie))).not.toContain(canary);
  }
  // What the statistics send was among it.
  await expect.poll(() => counted).toBeGreaterThan(0);
  expect(sent.filter((line) => line.includes(canary))).toEqual([]);
});

test('the tokens of a session are kept in one place, and go to the backend alone', async ({
  site,
  page,
}) => {
  const person = await makePerson(site.apiUrl);
  await page.addInitScript(() => localStorage.setItem('keywright:consent', 'granted'));
  const sent: { url: string; text: string }[] = [];
  page.on('request', (one) => {
    const { referer = '' } = one.headers();
    sent.push({ url: one.url(), text: `${one.url()} ${referer} ${one.postData() ?? ''}` });
  });
  const counted = page.waitForRequest((one) => one.url().includes('/v1/ingest'));
  await signIn(page, site, person, '/user/details');
  await expect(panel(page, 'Name').getByLabel('Full name')).toBeVisible();
  await counted;
  const stores = await page.evaluate(() => [
    ...Object.entries(localStorage),
    ...Object.entries(sessionStorage),
    ['cookie', document.cookie] as const,
  ]);
  const session = stores.find(([name]) => /^sb-.+-auth-token$/.test(name))?.[1] ?? '{}';
  const { access_token: access, refresh_token: refresh } = JSON.parse(session) as {
    readonly access_token: string;
    readonly refresh_token: string;
  };
  expect(access.split('.')).toHaveLength(3);
  for (const token of [access, refresh, person.password]) {
    const places = stores.filter(([, value]) => value.includes(token)).map(([name]) => name);
    expect(places.filter((name) => !/^sb-.+-auth-token$/.test(name))).toEqual([]);
    const leaks = sent.filter(
      ({ url, text }) => text.includes(token) && !url.startsWith(`${site.apiUrl}/auth/v1/`),
    );
    expect(leaks.map(({ url }) => url)).toEqual([]);
  }
  const ingested = sent.filter(({ url }) => url.includes('/v1/ingest'));
  expect(ingested.filter(({ text }) => text.includes(person.email))).toEqual([]);
});

test('a code of a mail works once', async ({ site, page, browser }) => {
  const person = await makePerson(site.apiUrl);
  await openDialog(page, `${site.siteUrl}/faq`);
  await addressOf(page).fill(person.email);
  await press(page, 'Send me a code instead');
  const code = codeIn(await awaitMail(site.apiUrl, person.email));
  await dialogOf(page).getByLabel('Code').fill(code);
  await press(page, 'Sign in');
  await expect(page.getByText(`Signed in as ${person.email}`)).toBeVisible();
  const other = await browser.newContext();
  const answer = await other.request.post(`${site.apiUrl}/auth/v1/verify`, {
    headers: { apikey },
    data: { type: 'email', email: person.email, token: code },
  });
  expect(answer.status()).toBe(403);
  await other.close();
});

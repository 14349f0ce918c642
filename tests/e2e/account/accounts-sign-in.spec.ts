// browsers: chromium, firefox
import { expect, type Page } from 'playwright/test';
import {
  addressOf,
  dialogOf,
  openDialog,
  panel,
  passwordOf,
  press,
  sendAgain,
  signIn,
} from '../../support/data/accounts.ts';
import { codeIn, linkIn } from '../../support/data/mailbox.ts';
import { awaitMail, makePerson, newAddress } from '../../support/data/people.ts';
import { saveData } from '../../support/pages/idle.ts';
import { test } from '../../support/site.ts';

async function fillAndPress(page: Page, email: string, password: string): Promise<void> {
  await addressOf(page).fill(email);
  await passwordOf(page).fill(password);
  await press(page, 'Sign in');
}

test('nothing of the dialog is loaded before somebody turns to it, and the header opens it', async ({
  site,
  page,
}) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  // What an idle page fetches ahead is not run; `first-press` holds it to its size.
  await saveData(page);
  await page.goto(`${site.siteUrl}/about`, { waitUntil: 'networkidle' });
  expect(scripts.filter((url) => /auth-modal|react|supabase/i.test(url))).toEqual([]);
  const before = scripts.length;
  await page.locator('[data-account-link]').click();
  await expect(dialogOf(page)).toBeVisible();
  expect(scripts.length).toBeGreaterThan(before);
  expect(new URL(page.url()).pathname).toBe('/about');
  await page.keyboard.press('Escape');
  await expect(dialogOf(page)).toBeHidden();
});

test('Escape leads the focus back to where the dialog was opened', async ({ site, page }) => {
  await openDialog(page, `${site.siteUrl}/faq`);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  await expect(dialogOf(page)).toBeHidden();
  await expect(page.locator('[data-account-link]')).toBeFocused();
});

test('a password signs in and leads to the account, a wrong one says so and keeps the address', async ({
  site,
  page,
}) => {
  const person = await makePerson(site.apiUrl);
  await openDialog(page, `${site.siteUrl}/faq`);
  await fillAndPress(page, person.email, 'not-the-password');
  await expect(dialogOf(page).getByRole('alert')).toContainText('Invalid login credentials');
  await expect(addressOf(page)).toHaveValue(person.email);
  await passwordOf(page).fill(person.password);
  await press(page, 'Sign in');
  await expect(page).toHaveURL(`${site.siteUrl}/user`);
  await expect(page.getByText(`Signed in as ${person.email}`)).toBeVisible();
});

test('a sign-up says why a password is too weak, sends a code, sends it again, and ends signed in', async ({
  site,
  page,
}) => {
  const email = newAddress('new');
  await openDialog(page, `${site.siteUrl}/about`);
  await press(page, /Create an account/);
  await addressOf(page).fill(email);
  await passwordOf(page).fill('short');
  await press(page, 'Create account');
  const alert = dialogOf(page).getByRole('alert');
  await expect(alert).toContainText('This password is too weak.');
  await expect(alert).toContainText('fewer than 10 characters');
  await expect(addressOf(page)).toHaveValue(email);
  await passwordOf(page).fill('four-unrelated-words');
  await press(page, 'Create account');
  await expect(dialogOf(page).getByText(/is on its way to/)).toContainText(email);
  const first = await awaitMail(site.apiUrl, email);

  await sendAgain(page);
  const second = await awaitMail(site.apiUrl, email, 2);

  const stale = codeIn(first);
  const code = codeIn(second);
  await dialogOf(page)
    .getByLabel('Code')
    .fill(stale === code ? '000000' : stale);
  await press(page, 'Confirm');
  await expect(alert).toContainText('This code or link is wrong, or no longer works.');
  await dialogOf(page)
    .getByLabel('Code')
    .fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await press(page, 'Confirm');
  await expect(page).toHaveURL(`${site.siteUrl}/user`);
  await expect(page.getByText(`Signed in as ${email}`)).toBeVisible();
});

test('the link of a sign-up mail returns to where the person was, signed in, with a clean address', async ({
  site,
  page,
}) => {
  const email = newAddress('link');
  await page.goto(`${site.siteUrl}/user?next=/countries`);
  await expect(dialogOf(page)).toBeVisible();
  await press(page, /Create an account/);
  await addressOf(page).fill(email);
  await passwordOf(page).fill('four-unrelated-words');
  await press(page, 'Create account');
  const link = linkIn(await awaitMail(site.apiUrl, email));
  await page.goto(link.href);
  await expect(page).toHaveURL(`${site.siteUrl}/countries`);
  await expect(dialogOf(page)).toBeHidden();
  await page.locator('[data-account-link]').click();
  await expect(page.getByText(`Signed in as ${email}`)).toBeVisible();
});

test('a magic link signs in where it was asked for, and elsewhere leads to a code that does', async ({
  site,
  page,
  browser,
}) => {
  const person = await makePerson(site.apiUrl);
  await openDialog(page, `${site.siteUrl}/faq`);
  await addressOf(page).fill(person.email);
  await press(page, 'Send me a code instead');
  await expect(dialogOf(page).getByText(/is on its way to/)).toContainText(person.email);
  const mail = await awaitMail(site.apiUrl, person.email);

  const other = await browser.newContext();
  const elsewhere = await other.newPage();
  await elsewhere.goto(linkIn(mail).href);
  await expect(dialogOf(elsewhere).getByText('This link does not work here')).toBeVisible();
  expect(elsewhere.url()).not.toContain('code=');
  await addressOf(elsewhere).fill(person.email);
  const code = dialogOf(elsewhere).getByLabel('Code');
  // One mail a second: who is quicker than that is told so, and presses again.
  await expect(async () => {
    await press(elsewhere, 'Send a new e-mail');
    await expect(code).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await code.fill(codeIn(await awaitMail(site.apiUrl, person.email, 2)));
  await press(elsewhere, 'Sign in');
  await expect(dialogOf(elsewhere)).toBeHidden();
  await elsewhere.goto(`${site.siteUrl}/user`);
  await expect(elsewhere.getByText(`Signed in as ${person.email}`)).toBeVisible();
  await other.close();

  await sendAgain(page);
  const newest = await awaitMail(site.apiUrl, person.email, 3);
  await page.goto(linkIn(newest).href);
  await expect(page).toHaveURL(`${site.siteUrl}/user`);
  await expect(page.getByText(`Signed in as ${person.email}`)).toBeVisible();
});

test('a page that asks to sign in is where the person is led afterwards, in every tab', async ({
  site,
  page,
}) => {
  const person = await makePerson(site.apiUrl);
  const secondTab = await page.context().newPage();
  await secondTab.goto(`${site.siteUrl}/user/details`);
  await expect(dialogOf(secondTab)).toBeVisible();
  await signIn(page, site, person, '/user?next=/countries?from=deep%26kept=1%23top');
  await expect(page).toHaveURL(`${site.siteUrl}/countries?from=deep&kept=1#top`);
  await expect(panel(secondTab, 'Name').getByLabel('Full name')).toBeVisible();
});

test('a forgotten password is replaced by code, and the old one no longer opens the account', async ({
  site,
  page,
}) => {
  const person = await makePerson(site.apiUrl);
  await openDialog(page, `${site.siteUrl}/about`);
  await addressOf(page).fill(person.email);
  await press(page, 'Forgot your password?');
  await press(page, 'Send e-mail');
  await dialogOf(page)
    .getByLabel('Code')
    .fill(codeIn(await awaitMail(site.apiUrl, person.email)));
  await press(page, 'Continue');
  await passwordOf(page).fill('another-four-words');
  await press(page, 'Save password');
  await expect(page).toHaveURL(`${site.siteUrl}/user`);
  const told = await awaitMail(site.apiUrl, person.email, 2);
  expect(told.subject).toBe('Your password was changed');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByText('You are not signed in')).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await fillAndPress(page, person.email, person.password);
  await expect(dialogOf(page).getByRole('alert')).toContainText('Invalid login credentials');
  await passwordOf(page).fill('another-four-words');
  await press(page, 'Sign in');
  await expect(page.getByText(`Signed in as ${person.email}`)).toBeVisible();
});

test('the link of a recovery mail asks for the new password at once', async ({ site, page }) => {
  const person = await makePerson(site.apiUrl);
  await openDialog(page, `${site.siteUrl}/faq`);
  await press(page, 'Forgot your password?');
  await addressOf(page).fill(person.email);
  await press(page, 'Send e-mail');
  await page.goto(linkIn(await awaitMail(site.apiUrl, person.email)).href);
  await expect(dialogOf(page).getByLabel('New password')).toBeFocused();
  await passwordOf(page).fill('another-four-words');
  await press(page, 'Save password');
  await expect(dialogOf(page)).toBeHidden();
  await expect(page).toHaveURL(`${site.siteUrl}/user`);
});

test('when the shop cannot be reached the dialog says so and keeps the address', async ({
  site,
  page,
}) => {
  await openDialog(page, `${site.siteUrl}/faq`);
  await page.route('**/auth/v1/token**', (route) => route.fulfill({ status: 503, body: '' }));
  await fillAndPress(page, 'someone@people.test', 'a-password-of-mine');
  await expect(dialogOf(page).getByRole('alert')).toContainText('can’t be reached');
  await expect(addressOf(page)).toHaveValue('someone@people.test');
});

test('too many attempts say how long to wait', async ({ site, page }) => {
  await openDialog(page, `${site.siteUrl}/faq`);
  await page.route('**/auth/v1/token**', (route) =>
    route.fulfill({
      status: 429,
      headers: {
        'retry-after': '42',
        'access-control-allow-origin': '*',
        'access-control-expose-headers': 'retry-after',
      },
      json: { code: 429, error_code: 'over_request_rate_limit', msg: 'Request rate limit reached' },
    }),
  );
  await fillAndPress(page, 'someone@people.test', 'a-password-of-mine');
  const alert = dialogOf(page).getByRole('alert');
  await expect(alert).toContainText('Too many attempts.');
  await expect(alert).toContainText('Please wait 42 seconds');
});

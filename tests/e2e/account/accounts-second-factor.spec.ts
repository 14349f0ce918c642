import { readFile } from 'node:fs/promises';
import { expect, type Page } from 'playwright/test';
import {
  authenticatorApp,
  dialogOf,
  giveCredentials,
  panel,
  press,
  signIn,
} from '../../support/data/accounts.ts';
import { awaitMail, makePerson, type Person } from '../../support/data/people.ts';
import { test } from '../../support/site.ts';

const appPanel = (page: Page) => panel(page, 'Authenticator app');

/** Adds an app as a person would who can't scan: by the key that is shown below the picture. */
async function addApp(page: Page): Promise<{ nextCode(): string }> {
  const own = appPanel(page);
  await own.getByRole('button', { name: 'Add an authenticator app' }).click();
  await expect(own.getByRole('img', { name: /QR code/ })).toBeVisible();
  const key = (await own.locator('[data-secret]').textContent()) ?? '';
  const app = authenticatorApp(key.replaceAll(' ', ''));
  await own.getByLabel('Code from the app').fill(app.nextCode());
  await own.getByRole('button', { name: 'Set up' }).click();
  await expect(own.getByText('An app is set up.')).toBeVisible();
  return app;
}

async function leaveAndComeBack(page: Page, person: Person): Promise<void> {
  await page.getByRole('button', { name: 'Sign out here' }).click();
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await giveCredentials(page, person);
  await expect(dialogOf(page).getByText('One more step')).toBeVisible();
}

test('an authenticator app is added, asked for at the next sign-in, and removed', async ({
  site,
  page,
}) => {
  const person = await makePerson(site.apiUrl);
  await signIn(page, site, person, '/user/details');
  const app = await addApp(page);
  await leaveAndComeBack(page, person);

  const code = dialogOf(page).getByLabel('Code from your authenticator app');
  const right = app.nextCode();
  await code.fill(right === '000000' ? '000001' : '000000');
  await press(page, 'Continue');
  await expect(dialogOf(page).getByRole('alert')).toContainText('changes every 30 seconds');
  await code.fill(right);
  await press(page, 'Continue');
  await expect(panel(page, 'Name').getByLabel('Full name')).toBeVisible();

  await appPanel(page).getByRole('button', { name: 'Remove the app' }).click();
  await expect(
    appPanel(page).getByRole('button', { name: 'Add an authenticator app' }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Sign out here' }).click();
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await giveCredentials(page, person);
  await expect(panel(page, 'Name').getByLabel('Full name')).toBeVisible();
});

test('a recovery code opens the account once, takes the lost app away, and a mail says so', async ({
  site,
  page,
}) => {
  const person = await makePerson(site.apiUrl);
  await signIn(page, site, person, '/user/details');
  await addApp(page);
  const own = appPanel(page);
  await own.getByRole('button', { name: 'Create recovery codes' }).click();
  await expect(own.locator('li code')).toHaveCount(10);
  const [used = '', other = ''] = await own.locator('li code').allTextContents();

  await leaveAndComeBack(page, person);
  await press(page, 'I lost the app');
  const code = dialogOf(page).getByLabel('Recovery code');
  await code.fill('1111-2222-3333-4444');
  await press(page, 'Use this code');
  await expect(dialogOf(page).getByRole('alert')).toContainText(
    'recovery code is wrong or was already used',
  );
  await code.fill(used);
  await press(page, 'Use this code');
  await expect(own.getByRole('button', { name: 'Add an authenticator app' })).toBeVisible();
  // One that it was added, one of the codes, one of this.
  const { subject } = await awaitMail(site.apiUrl, person.email, 3);
  expect(subject).toBe('Your authenticator app was removed');

  // The other codes went with the app that they stood in for.
  await addApp(page);
  await leaveAndComeBack(page, person);
  await press(page, 'I lost the app');
  await code.fill(other);
  await press(page, 'Use this code');
  await expect(dialogOf(page).getByRole('alert')).toContainText(
    'recovery code is wrong or was already used',
  );
});

test('recovery codes are copied, saved and printed by keyboard, and nobody is asked for them any more', async ({
  site,
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.addInitScript(() => {
    window.print = () => void (document.title = 'printed');
  });
  const person = await makePerson(site.apiUrl);
  await signIn(page, site, person, '/user/details');
  await addApp(page);
  const own = appPanel(page);
  await expect(own).toContainText('Create some now');
  const other = await context.newPage();
  await other.goto(`${site.siteUrl}/user/details`);
  await expect(appPanel(other)).toContainText(/You have no recovery codes/);

  await own.getByRole('button', { name: 'Create recovery codes' }).click();
  await expect(own.locator('li code')).toHaveCount(10);
  await expect(own).not.toContainText('Create some now');
  const codes = await own.locator('li code').allTextContents();
  await own.getByRole('button', { name: 'Copy' }).press('Enter');
  await expect(own.getByText('All 10 codes copied.')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain(codes.join('\n'));
  const saving = page.waitForEvent('download');
  await own.getByRole('button', { name: 'Save as a file' }).press('Enter');
  const file = await saving;
  expect(file.suggestedFilename()).toBe('keywright-recovery-codes.txt');
  expect(await readFile(await file.path(), 'utf8')).toContain(codes.join('\r\n'));
  await own.getByRole('button', { name: 'Print' }).press('Enter');
  await expect(page).toHaveTitle('printed');
  await page.emulateMedia({ media: 'print' });
  await expect(own.getByText(`Keywright recovery codes for ${person.email}`)).toBeVisible();
  await expect(own.locator('li code').first()).toBeVisible();
  await expect(panel(page, 'Password')).toBeHidden();

  // Whoever comes back to the other tab; a browser without a screen never leaves one.
  await other.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(appPanel(other)).toContainText('You have 10 unused recovery codes.');
});

test('closing the dialog before the code was given leaves nobody signed in', async ({
  site,
  page,
}) => {
  const person = await makePerson(site.apiUrl);
  await signIn(page, site, person, '/user/details');
  await addApp(page);
  await leaveAndComeBack(page, person);
  await page.keyboard.press('Escape');
  await expect(dialogOf(page)).toBeHidden();
  await expect(page.getByText('Sign in to change your details')).toBeVisible();
  await page.reload();
  await expect(dialogOf(page).getByLabel('Password', { exact: true })).toBeVisible();
});

import { readFile } from 'node:fs/promises';
import { expect, type Page } from 'playwright/test';
import postgres from 'postgres';
import { dialogOf, giveCredentials, panel, signIn } from '../../support/data/accounts.ts';
import { awaitMail, makePerson } from '../../support/data/people.ts';
import { test } from '../../support/site.ts';

async function takeFile(page: Page, format: 'JSON' | 'CSV'): Promise<string> {
  const download = page.waitForEvent('download');
  await panel(page, 'Your data')
    .getByRole('button', { name: `Download as ${format}` })
    .click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(`keywright-my-data.${format.toLowerCase()}`);
  return readFile(await file.path(), 'utf8');
}

test('everything that is kept about a person can be taken along, as JSON and as CSV', async ({
  site,
  page,
}) => {
  const person = await makePerson(site.apiUrl);
  await signIn(page, site, person, '/user/details');
  const name = panel(page, 'Name');
  await name.getByLabel('Full name').fill('=HYPERLINK("//evil.example")');
  await name.getByRole('button', { name: 'Save name' }).click();
  await expect(name.getByText('Name saved.')).toBeVisible();

  const json = await takeFile(page, 'JSON');
  expect(json).toContain(person.email);
  expect(json).toContain('=HYPERLINK');
  const data: unknown = JSON.parse(json);
  for (const part of [
    'account',
    'profile',
    'addresses',
    'orders',
    'list_entries',
    'designs',
    'wishes',
    'shelf_items',
    'shelf_links',
    'photos',
    'browsers',
  ]) {
    expect(data).toHaveProperty(part);
  }
  const csv = await takeFile(page, 'CSV');
  expect(csv).toContain(person.email);
  // A spreadsheet must show it, not run it.
  expect(csv).toMatch(/'=HYPERLINK/);
});

async function beginDeletion(page: Page): Promise<void> {
  const deletion = panel(page, 'Delete account');
  const act = deletion.getByRole('button', { name: 'Delete my account' });
  await expect(act).toBeDisabled();
  await deletion.getByLabel(/delete my account in two weeks/).check();
  await act.click();
  await expect(deletion.getByText(/will be deleted on/)).toBeVisible();
}

test('a deletion is taken back on the page, or by the mail without signing in', async ({
  site,
  page,
  browser,
}) => {
  const person = await makePerson(site.apiUrl);
  await signIn(page, site, person, '/user/details');
  await beginDeletion(page);
  const deletion = panel(page, 'Delete account');
  await deletion.getByRole('button', { name: 'Keep my account' }).click();
  await expect(deletion.getByText('Your account will be kept.')).toBeVisible();

  await page.reload();
  await beginDeletion(page);
  // One of the first deletion, one that it was taken back, one of the second.
  const mail = await awaitMail(site.apiUrl, person.email, 3);
  expect(mail.subject).toBe('Your account will be deleted');
  const link = /https?:\/\/\S+#undo=\S+/.exec(mail.text)?.[0] ?? '';
  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await other.goto(link);
  // Nobody is signed in there, and nobody need be.
  await other.getByRole('button', { name: 'Keep my account' }).click();
  await expect(other.getByText('Your account won’t be deleted')).toBeVisible();
  expect(other.url()).toBe(`${site.siteUrl}/user`);
  await other.goto('about:blank');
  await other.goto(link);
  await other.getByRole('button', { name: 'Keep my account' }).click();
  await expect(other.getByText('Nothing to cancel')).toBeVisible();
  await elsewhere.close();
  await page.reload();
  await expect(deletion.getByRole('button', { name: 'Delete my account' })).toBeVisible();
});

test('after two weeks the account is gone, and signing in says what it says to any stranger', async ({
  site,
  page,
}) => {
  const person = await makePerson(site.apiUrl);
  await signIn(page, site, person, '/user/details');
  await beginDeletion(page);
  const sql = postgres(site.databaseUrl, { max: 1, onnotice: () => undefined });
  await sql`update private.account_deletions set due_at = now() where user_id = ${person.id}`;
  // The shop's own jobs do it when they come round; waiting for them would take a minute.
  await sql`select private.delete_due_accounts()`;
  await sql.end();
  await page.getByRole('button', { name: 'Sign out here' }).click();
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await giveCredentials(page, person);
  await expect(dialogOf(page).getByRole('alert')).toContainText('Invalid login credentials');
});

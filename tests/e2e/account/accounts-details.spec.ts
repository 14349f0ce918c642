import { expect } from 'playwright/test';
import { dialogOf, giveCredentials, panel, signIn } from '../../support/data/accounts.ts';
import { linkIn } from '../../support/data/mailbox.ts';
import { awaitMail, makePerson, newAddress } from '../../support/data/people.ts';
import { test } from '../../support/site.ts';

test('names and addresses are kept, and an address that lacks something says all of it', async ({
  site,
  page,
}) => {
  const person = await makePerson(site.apiUrl);
  await signIn(page, site, person, '/user/details');
  const name = panel(page, 'Name');
  await name.getByLabel('Full name').fill('Ada Key');
  await name.getByRole('button', { name: 'Save name' }).click();
  await expect(name.getByText('Name saved.')).toBeVisible();

  const book = panel(page, 'Addresses');
  await book.getByRole('button', { name: 'Add an address' }).click();
  await book.getByLabel('Country').selectOption('NL');
  await book.getByRole('button', { name: 'Save address' }).click();
  await expect(book.getByText('Name is missing.')).toBeVisible();
  await expect(book.getByText('Town is missing.')).toBeVisible();
  await book.getByLabel('Name', { exact: true }).fill('Ada Key');
  await book.getByLabel('Street and number').fill('Spacebar Lane 1');
  await book.getByLabel('Postcode').fill('nonsense');
  await book.getByLabel('Town').fill('Utrecht');
  await expect(book.getByText(/does not look like a postcode/)).toBeVisible();
  await book.getByLabel('Postcode').fill('3511 ab');
  await book.getByRole('button', { name: 'Save address' }).click();
  await expect(book.getByText('3511 AB Utrecht')).toBeVisible();
  await page.reload();
  await expect(panel(page, 'Name').getByLabel('Full name')).toHaveValue('Ada Key');
  await expect(panel(page, 'Addresses').getByText('Spacebar Lane 1')).toBeVisible();
});

test('which mails come is chosen on the overview, and stays chosen', async ({ site, page }) => {
  const person = await makePerson(site.apiUrl);
  await signIn(page, site, person, '/user');
  const card = panel(page, 'E-mails you want');
  const news = card.getByLabel(/^News about your orders/);
  await expect(news).toBeChecked();
  await news.click();
  await expect(card.getByText('You won’t get these e-mails.')).toBeVisible();
  await expect(news).not.toBeChecked();
  await page.reload();
  await expect(news).toBeVisible();
  await expect(news).not.toBeChecked();
  await news.click();
  await expect(card.getByText('You will get these e-mails.')).toBeVisible();
  await expect(card.getByLabel(/^Group buys you voted for/)).toBeChecked();
});

test('the theme that is chosen holds on every page of this device', async ({ site, page }) => {
  const person = await makePerson(site.apiUrl);
  await signIn(page, site, person, '/user/details');
  const preferences = panel(page, 'Preferences');
  await preferences.getByLabel('Dark').check();
  await page.goto(`${site.siteUrl}/faq`);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.goto(`${site.siteUrl}/user/details`);
  await expect(preferences.getByLabel('Dark')).toBeChecked();
  await preferences.getByLabel('System').check();
  await page.goto(`${site.siteUrl}/faq`);
  await expect(page.locator('html')).not.toHaveAttribute('data-theme');
});

test('an e-mail address changes once both mailboxes agree', async ({ site, page }) => {
  const person = await makePerson(site.apiUrl);
  const wanted = newAddress('moved');
  await signIn(page, site, person, '/user/details');
  const mail = panel(page, 'E-mail address');
  await mail.getByLabel('New e-mail address').fill(wanted);
  await mail.getByRole('button', { name: 'Change e-mail address' }).click();
  await expect(mail.getByText(/We sent an e-mail to/)).toBeVisible();
  await page.goto(linkIn(await awaitMail(site.apiUrl, person.email)).href);
  await expect(dialogOf(page).getByText('One more e-mail to confirm')).toBeVisible();
  await page.goto(linkIn(await awaitMail(site.apiUrl, wanted)).href);
  await expect(panel(page, 'E-mail address').getByText(wanted)).toBeVisible();
  const told = await awaitMail(site.apiUrl, person.email, 2);
  expect(told.subject).toBe('Your e-mail address was changed');
  expect(page.url()).not.toMatch(/code=|auth=/);
});

test('sessions are listed, and signing out everywhere ends them in every tab and browser', async ({
  site,
  page,
  browser,
}) => {
  const person = await makePerson(site.apiUrl);
  await signIn(page, site, person, '/user/details');
  const secondTab = await page.context().newPage();
  await secondTab.goto(`${site.siteUrl}/user`);
  await expect(secondTab.getByText(`Signed in as ${person.email}`)).toBeVisible();
  const context = await browser.newContext();
  const elsewhere = await context.newPage();
  await signIn(elsewhere, site, person, '/user/details');
  await expect(panel(elsewhere, 'Name').getByLabel('Full name')).toBeVisible();

  await page.reload();
  const list = panel(page, 'Where you are signed in');
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await expect(list.getByText('This device')).toHaveCount(1);
  await list.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expect(list.getByText('All other devices have been signed out.')).toBeVisible();
  await expect(list.getByRole('listitem')).toHaveCount(1);
  const told = await awaitMail(site.apiUrl, person.email);
  expect(told.subject).toBe('We signed out 1 device');
  await list.getByRole('button', { name: 'Sign out everywhere', exact: true }).click();
  await expect(page.getByText('Sign in to change your details')).toBeVisible();
  await expect(secondTab.getByText('You are not signed in')).toBeVisible();

  const mail = panel(elsewhere, 'E-mail address');
  await mail.getByLabel('New e-mail address').fill('kept@people.test');
  await mail.getByRole('button', { name: 'Change e-mail address' }).click();
  await expect(dialogOf(elsewhere).getByText('Your session has ended.')).toBeVisible();
  await giveCredentials(elsewhere, person);
  await expect(dialogOf(elsewhere)).toBeHidden();
  await expect(mail.getByLabel('New e-mail address')).toHaveValue('kept@people.test');
  await context.close();
});

// browsers: chromium, firefox
import { expect, type Page } from 'playwright/test';
import { findFaults } from '../../support/pages/axe.ts';
import { awaitMail, mailsTo, newAddress } from '../../support/data/people.ts';
import { test } from '../../support/site.ts';
import { makeAccount, signInAs } from '../../support/pages/staff-page.ts';

const keyOf = (page: Page, name: string) => page.locator('summary', { hasText: name });

function linkIn(text: string): string {
  const [link] = /http:\/\/\S+\/(?:updates|follow)#(?:un)?follow=\S+/.exec(text) ?? [];
  if (link === undefined) throw new Error(`no link in ${text}`);
  return link;
}

test('a visitor without an account follows a product once their mailbox agrees, and ends it with one press', async ({
  page,
  site,
}) => {
  const email = newAddress('follower');
  await page.goto(`${site.siteUrl}/products/saltmarsh`);
  const box = page.locator('keywright-follow[data-about="updates"]');
  const key = keyOf(page, 'E-mail me each update');
  // Below the first screen: it can be turned to once its styles are there.
  await expect(key).toBeVisible();
  await key.press('Enter');
  const field = box.getByLabel('E-mail');
  await field.fill('nobody');
  await field.press('Enter');
  await expect(box.getByRole('status')).toContainText('Enter an e-mail address such as');
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('nobody');
  expect(await findFaults(page, 'keywright-follow')).toEqual([]);
  await field.fill(email);
  await box.getByRole('button', { name: 'Follow' }).click();
  await expect(box.getByRole('status')).toContainText(`We’ve sent an e-mail to ${email}.`);
  expect(page.url()).toBe(`${site.siteUrl}/products/saltmarsh`);

  const mail = await awaitMail(site.apiUrl, email);
  expect(mail.subject).toBe('Do you want to follow Saltmarsh?');
  expect(mail.html).toMatch(/<img src="http[^"]+"/);
  // A mailbox opens a page of its own.
  const opened = await page.context().newPage();
  await opened.goto(linkIn(mail.text));
  const sheet = opened.getByRole('dialog');
  await expect(sheet).toContainText('You follow Saltmarsh');
  expect(opened.url()).toBe(`${site.siteUrl}/updates`);
  await expect(sheet.getByRole('link', { name: 'See Saltmarsh' })).toHaveAttribute(
    'href',
    '/products/saltmarsh',
  );
  expect(await findFaults(opened, 'dialog')).toEqual([]);
  await sheet.getByRole('button', { name: 'Stop' }).click();
  await expect(sheet).toContainText('No more e-mails about Saltmarsh');
  await expect(sheet.getByRole('button', { name: 'Close' })).toBeFocused();
  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect(sheet).toHaveCount(0);
  await opened.goto(`${site.siteUrl}/updates#follow=00000000-0000-4000-8000-00000000dead`);
  await opened.reload();
  await expect(sheet).toContainText('This link has already been used');
  expect(await mailsTo(site.apiUrl, email)).toHaveLength(1);
});

test('whoever is signed in follows with one press, sees it in their account and ends it there', async ({
  page,
  site,
}) => {
  const email = await makeAccount(site, newAddress('follower'));
  await signInAs(page, site, email);
  await page.goto(`${site.siteUrl}/products/saltmarsh`);
  const box = page.locator('keywright-follow[data-about="updates"]');
  await keyOf(page, 'E-mail me each update').click();
  await expect(box.getByLabel('E-mail')).toBeHidden();
  await box.getByRole('button', { name: 'Follow' }).click();
  await expect(box).toContainText('We’ll e-mail you each update, and when sales open.');
  await page.goto(`${site.siteUrl}/user`);
  const card = page.getByRole('region', { name: 'What you follow' });
  await expect(card.getByRole('link', { name: 'Saltmarsh' })).toBeVisible();
  await card.getByRole('button', { name: 'End: Saltmarsh' }).click();
  await expect(card).toContainText('Nothing yet.');
  expect(await mailsTo(site.apiUrl, email)).toHaveLength(0);
});

test('what is gone from the shelf can be waited for, and what is there can’t', async ({
  page,
  site,
}) => {
  const email = newAddress('waiter');
  await page.goto(`${site.siteUrl}/products/curlew-coiled-cable`);
  const box = page.locator('keywright-follow[data-about="stock"]');
  const add = page.getByRole('button', { name: 'Add to cart' });
  await expect(page.locator('keywright-live')).toHaveAttribute('data-live', 'ready');
  await expect(add).toBeVisible();
  await expect(box).toBeHidden();
  await page.getByRole('radio', { name: 'Samphire' }).check();
  await expect(add).toBeHidden();
  await keyOf(page, 'E-mail me when it is back').click();
  await box.getByLabel('E-mail').fill(email);
  await box.getByRole('button', { name: 'Tell me once' }).click();
  await expect(box.getByRole('status')).toContainText('and we’ll tell you when it is back');
  const mail = await awaitMail(site.apiUrl, email);
  await page.goto(linkIn(mail.text));
  await expect(page.getByRole('dialog')).toContainText(/We tell you when Curlew.* is back/);
});

test('a visitor hears of everything new once their mailbox agrees, from the foot of any page', async ({
  page,
  site,
}) => {
  const email = newAddress('follower');
  await page.goto(`${site.siteUrl}/faq`);
  await page.getByRole('link', { name: 'New things by e-mail' }).press('Enter');
  await expect(page).toHaveURL(`${site.siteUrl}/follow`);
  for (const [name, href] of [
    ['Everything new', '/drops.xml'],
    ['See the dates', '/calendar'],
  ] as const)
    await expect(page.getByRole('link', { name })).toHaveAttribute('href', href);
  const box = page.locator('keywright-follow');
  await box.getByLabel('E-mail', { exact: true }).fill(email);
  await box.getByRole('button', { name: 'E-mail me' }).click();
  await expect(box.getByRole('status')).toContainText(`We’ve sent an e-mail to ${email}.`);
  expect(page.url()).toBe(`${site.siteUrl}/follow`);
  expect(await findFaults(page, 'main')).toEqual([]);
  const mail = await awaitMail(site.apiUrl, email);
  expect(mail.subject).toBe('Do you want our new things by e-mail?');
  const opened = await page.context().newPage();
  await opened.goto(linkIn(mail.text));
  const sheet = opened.getByRole('dialog');
  await expect(sheet).toContainText('You follow everything new');
  expect(opened.url()).toBe(`${site.siteUrl}/follow`);
  await sheet.getByRole('button', { name: 'Stop' }).click();
  await expect(sheet).toContainText('No more e-mails about new things');
});

test('whoever is signed in switches e-mails about everything new on with their other e-mails, and off', async ({
  page,
  site,
}) => {
  const email = await makeAccount(site, newAddress('follower'));
  await signInAs(page, site, email);
  await page.goto(`${site.siteUrl}/user`);
  const wanted = page.getByRole('region', { name: 'E-mails you want' });
  const choice = wanted.getByRole('checkbox', { name: /^Everything new/ });
  await choice.click();
  await expect(wanted).toContainText('You will get these e-mails.');
  await expect(choice).toBeChecked();
  const follows = page.getByRole('region', { name: 'What you follow' });
  await expect(follows.getByRole('link', { name: 'Everything new' })).toHaveAttribute(
    'href',
    '/follow',
  );
  await page.goto(`${site.siteUrl}/follow`);
  const box = page.locator('keywright-follow');
  await box.getByLabel('E-mail', { exact: true }).focus();
  await expect(box.getByRole('status')).toContainText('We’ll e-mail you what is new.');
  await expect(box.getByRole('button', { name: 'E-mail me' })).toBeHidden();
  await page.goto(`${site.siteUrl}/user`);
  await choice.click();
  await expect(wanted).toContainText('You won’t get these e-mails.');
  await expect(follows).toContainText('Nothing yet.');
  expect(await mailsTo(site.apiUrl, email)).toHaveLength(0);
});

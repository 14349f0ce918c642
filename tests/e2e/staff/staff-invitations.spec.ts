import { expect, type Page } from 'playwright/test';
import { dialogOf, giveCredentials, passwordOf, press } from '../../support/data/accounts.ts';
import { employ } from '../../support/data/employees.ts';
import { codeIn } from '../../support/data/mailbox.ts';
import { awaitMail, makePerson, newAddress } from '../../support/data/people.ts';
import { findFaults } from '../../support/pages/axe.ts';
import { withDatabase } from '../../support/pages/list-pages.ts';
import { signInAs } from '../../support/pages/staff-page.ts';
import { test, type BuiltSite } from '../../support/site.ts';

async function openStaff(page: Page, site: BuiltSite) {
  await signInAs(page, site, await employ(site, 'owner'));
  await page.goto(`${site.siteUrl}/admin`);
}

const invite = async (page: Page, email: string) => {
  await page.getByLabel('E-mail address', { exact: true }).fill(email);
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
};

async function invitationLink(site: BuiltSite, email: string): Promise<string> {
  const mail = await awaitMail(site.apiUrl, email, 'You are invited to work');
  const link = /https?:\/\/\S+#invitation=\w+/.exec(mail.text)?.[0] ?? '';
  return site.siteUrl + link.slice(link.indexOf('/user'));
}

test('a colleague is invited in three presses, makes an account and works here', async ({
  site,
  page,
  browser,
}) => {
  const email = newAddress('colleague');
  await openStaff(page, site);
  const presses = [
    () => page.getByRole('link', { name: 'Staff', exact: true }).click(),
    () => page.getByLabel('Role', { exact: true }).selectOption('editor'),
    () => page.getByRole('button', { name: 'Invite', exact: true }).click(),
  ];
  await presses[0]?.();
  await page.getByLabel('E-mail address', { exact: true }).fill(email);
  await presses[1]?.();
  await presses[2]?.();
  expect(presses.length).toBeLessThanOrEqual(3);
  await expect(page.getByText(`Invitation sent to ${email}.`)).toBeVisible();
  const waiting = page.getByRole('row', { name: new RegExp(email) });
  await expect(waiting).toContainText('Waiting');

  const theirs = await (await browser.newContext()).newPage();
  await theirs.goto(await invitationLink(site, email));
  await expect(theirs.getByText('You are invited to work at Keywright as editor')).toBeVisible();
  expect(theirs.url()).not.toContain('invitation');
  expect(await findFaults(theirs)).toEqual([]);
  // Another tab of this browser finds the invitation again.
  await theirs.reload();
  await theirs.getByRole('button', { name: 'Create an account to accept' }).click();
  await passwordOf(theirs).fill('Quiet-keys-for-everyone');
  await press(theirs, 'Create account');
  const code = codeIn(await awaitMail(site.apiUrl, email, 2));
  await dialogOf(theirs).getByLabel('Code').fill(code);
  await press(theirs, 'Confirm');
  await theirs.getByRole('button', { name: 'Accept invitation' }).click();
  await expect(theirs.getByText('You now work here as editor')).toBeVisible();
  await theirs.getByRole('link', { name: 'Open the workshop' }).click();
  await expect(theirs.getByRole('heading', { name: 'Today' })).toBeVisible();
  await expect(theirs.getByRole('link', { name: 'Products', exact: true })).toBeVisible();
  await theirs.context().close();

  await page.reload();
  const member = page.getByRole('row', { name: new RegExp(email) });
  await expect(member.getByRole('combobox')).toHaveValue('editor');
  await expect(
    page.getByRole('button', { name: `Withdraw the invitation to ${email}` }),
  ).toHaveCount(0);
});

test('who has an account signs in with it, and no other account can accept', async ({
  site,
  page,
  browser,
}) => {
  const person = await makePerson(site.apiUrl);
  const other = await makePerson(site.apiUrl);
  await openStaff(page, site);
  await page.goto(`${site.siteUrl}/admin/staff`);
  await invite(page, person.email);
  const theirs = await (await browser.newContext()).newPage();
  await theirs.goto(`${site.siteUrl}/user`);
  await giveCredentials(theirs, other);
  await expect(theirs.getByText(`Signed in as ${other.email}`)).toBeVisible();
  const link = await invitationLink(site, person.email);
  await theirs.goto('about:blank');
  await theirs.goto(link);
  await expect(theirs.getByText(/Sign out to continue/)).toBeVisible();
  await theirs.getByRole('button', { name: 'Sign out', exact: true }).last().click();
  await theirs.getByRole('button', { name: 'Sign in to accept' }).click();
  await passwordOf(theirs).fill(person.password);
  await dialogOf(theirs).getByRole('button', { name: 'Sign in', exact: true }).click();
  await theirs.getByRole('button', { name: 'Accept invitation' }).click();
  await expect(theirs.getByText('You now work here as support')).toBeVisible();
  await theirs.goto('about:blank');
  await theirs.goto(link);
  await expect(theirs.getByText('This invitation no longer works')).toBeVisible();
  await theirs.context().close();
});

test('an owner sends an invitation again, withdraws it, and is told at the field what is wrong', async ({
  site,
  page,
}) => {
  const email = newAddress('withdrawn');
  await openStaff(page, site);
  await page.goto(`${site.siteUrl}/admin/staff`);
  const address = page.getByLabel('E-mail address', { exact: true });
  for (const typed of ['', 'ada@example']) {
    await invite(page, typed);
    await expect(address).toHaveAccessibleDescription(/Enter an e-mail address such as/);
  }
  await invite(page, 'support@keywright.test');
  await expect(address).toHaveAccessibleDescription(/already staff/);
  await expect(address).toHaveValue('support@keywright.test');
  await invite(page, email);
  const row = page.getByRole('row', { name: new RegExp(email) });
  await expect(row).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  await row.getByRole('button', { name: /^Send the invitation/ }).click();
  await expect(page.getByText(/was sent a moment ago/)).toBeVisible();
  await withDatabase(
    site,
    (sql) => sql`
      update private.staff_invitations set sent_at = now() - interval '8 days', expires_at = now() - interval '1 day'
      where email = ${email}`,
  );
  await page.reload();
  await expect(row).toContainText('Expired');
  await row.getByRole('button', { name: /^Send the invitation/ }).click();
  await expect(row).toContainText('Waiting');
  await row.getByRole('button', { name: /^Withdraw/ }).click();
  await expect(row).toBeHidden();
  await page.goto(`${site.siteUrl}/admin/check?tab=audit`);
  await expect(page.getByRole('row', { name: new RegExp(`${email}.*withdrawn`) })).toBeVisible();
});

test('an owner changes a role in the list, and confirms before a colleague is removed', async ({
  site,
  page,
}) => {
  const colleague = await employ(site, 'support');
  await openStaff(page, site);
  await page.goto(`${site.siteUrl}/admin/staff`);
  await page.getByLabel(`Role of ${colleague}`).selectOption('fulfilment');
  await expect(page.getByText(`${colleague} is now fulfilment.`)).toBeVisible();
  const remove = page.getByRole('button', { name: `Remove ${colleague}` });
  await remove.click();
  const asked = page.getByRole('dialog', { name: `Remove ${colleague}?` });
  await expect(asked).toContainText('They lose access to every desk');
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await remove.click();
  await asked.getByRole('button', { name: 'Yes, remove them' }).click();
  await expect(remove).toBeHidden();
});

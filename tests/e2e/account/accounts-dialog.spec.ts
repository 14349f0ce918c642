import { expect, type Page } from 'playwright/test';
import {
  addressOf,
  authenticatorApp,
  dialogOf,
  giveCredentials,
  passwordOf,
  press,
} from '../../support/data/accounts.ts';
import { findFaults } from '../../support/pages/axe.ts';
import { codeIn } from '../../support/data/mailbox.ts';
import { awaitMail, makePerson, type Person } from '../../support/data/people.ts';
import { test, type BuiltSite } from '../../support/site.ts';

async function expectClean(page: Page, state: string): Promise<void> {
  expect(await findFaults(page, 'dialog[open]'), state).toEqual([]);
  const overflow = await dialogOf(page).evaluate(
    ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
  );
  expect(overflow, `${state} is wider than its dialog`).toBeLessThanOrEqual(0);
}

/** A person with an app, made through the backend as the account page would. */
async function addAppOf(site: BuiltSite, person: Person): Promise<{ nextCode(): string }> {
  const ask = async <Answer>(path: string, body: object, token = ''): Promise<Answer> => {
    const answer = await fetch(`${site.apiUrl}/auth/v1/${path}`, {
      method: 'POST',
      headers: {
        apikey: 'sb_publishable_local',
        'content-type': 'application/json',
        ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    });
    expect(answer.status, path).toBe(200);
    return (await answer.json()) as Answer;
  };
  const { email, password } = person;
  const { access_token: token } = await ask<{ readonly access_token: string }>(
    'token?grant_type=password',
    { email, password },
  );
  const { id, totp } = await ask<{
    readonly id: string;
    readonly totp: { readonly secret: string };
  }>('factors', { factor_type: 'totp', friendly_name: 'App' }, token);
  const app = authenticatorApp(totp.secret);
  const challenge = await ask<{ readonly id: string }>(`factors/${id}/challenge`, {}, token);
  await ask(`factors/${id}/verify`, { challenge_id: challenge.id, code: app.nextCode() }, token);
  return app;
}

test('every state of the dialog is accessible in both themes and fits 320 px', async ({
  site,
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const person = await makePerson(site.apiUrl);
  await addAppOf(site, person);
  await page.goto(`${site.siteUrl}/user`);
  await expect(dialogOf(page)).toBeVisible();
  await expectClean(page, 'sign in');
  await press(page, 'Sign in');
  await expect(dialogOf(page).getByRole('alert')).toBeVisible();
  await expectClean(page, 'sign in, failed');
  await press(page, /Create an account/);
  await dialogOf(page).getByLabel('New password').fill('four-unrelated');
  await expectClean(page, 'sign up');
  await press(page, /I already have an account/);
  await press(page, 'Forgot your password?');
  await expectClean(page, 'forgotten');
  await dialogOf(page).getByLabel('E-mail address').fill(person.email);
  await press(page, 'Send e-mail');
  await expect(dialogOf(page).getByLabel('Code')).toBeFocused();
  await expectClean(page, 'code');
  await press(page, 'Use another way');
  await giveCredentials(page, person);
  await expect(dialogOf(page).getByLabel(/authenticator app/)).toBeFocused();
  await expectClean(page, 'second factor');
  await press(page, 'I lost the app');
  await expect(dialogOf(page).getByLabel('Recovery code')).toBeFocused();
  await expectClean(page, 'recovery code');
  await page.goto(`${site.siteUrl}/about?auth=sign-in&error_code=otp_expired`);
  await expect(dialogOf(page).getByText('This link does not work here')).toBeVisible();
  await expectClean(page, 'link failed');
  await page.goto(`${site.siteUrl}/about?auth=email-change&message=half`);
  await expect(dialogOf(page).getByText('One more e-mail to confirm')).toBeVisible();
  await expectClean(page, 'half way');
});

test('a new password is chosen at 320 px, in both themes', async ({ site, page }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const person = await makePerson(site.apiUrl);
  await page.goto(`${site.siteUrl}/user`);
  await press(page, 'Forgot your password?');
  await dialogOf(page).getByLabel('E-mail address').fill(person.email);
  await press(page, 'Send e-mail');
  await dialogOf(page)
    .getByLabel('Code')
    .fill(codeIn(await awaitMail(site.apiUrl, person.email)));
  await press(page, 'Continue');
  await expect(passwordOf(page)).toBeFocused();
  await expectClean(page, 'new password');
  await passwordOf(page).fill('short');
  await press(page, 'Save password');
  await expect(dialogOf(page).getByRole('alert')).toContainText('fewer than 10 characters');
  await expectClean(page, 'new password, failed');
});

async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const wanted = dialogOf(page).getByRole('button', { name });
  for (let stops = 0; stops < 12; stops += 1) {
    if (await wanted.evaluate((one) => one === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(wanted).toBeFocused();
}

test('the keyboard alone opens the dialog, stays in it, signs in and closes it', async ({
  site,
  page,
}) => {
  const person = await makePerson(site.apiUrl);
  await page.goto(`${site.siteUrl}/faq`);
  const entry = page.locator('[data-account-link]');
  await entry.focus();
  await page.keyboard.press('Enter');
  await expect(addressOf(page)).toBeFocused();
  for (let stops = 0; stops < 12; stops += 1) {
    await page.keyboard.press('Tab');
    const isOutside = await page.evaluate(() => {
      const { activeElement } = document;
      return activeElement !== document.body && !activeElement?.closest('dialog');
    });
    expect(isOutside).toBe(false);
  }
  await page.keyboard.press('Escape');
  await expect(dialogOf(page)).toBeHidden();
  await expect(entry).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(addressOf(page)).toBeFocused();

  // Each step takes the focus to its first field.
  await tabTo(page, /Create an account/);
  await page.keyboard.press('Enter');
  await expect(addressOf(page)).toBeFocused();
  await tabTo(page, /I already have an account/);
  await page.keyboard.press('Enter');
  await expect(addressOf(page)).toBeFocused();
  await tabTo(page, 'Forgot your password?');
  await page.keyboard.press('Enter');
  await expect(addressOf(page)).toBeFocused();
  await page.keyboard.type(person.email);
  await page.keyboard.press('Enter');
  await expect(dialogOf(page).getByLabel('Code')).toBeFocused();
  await tabTo(page, 'Use another way');
  await page.keyboard.press('Enter');
  await expect(addressOf(page)).toBeFocused();
  await expect(addressOf(page)).toHaveValue(person.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(person.password);
  await page.keyboard.press('Enter');
  await expect(page.getByText(`Signed in as ${person.email}`)).toBeVisible();
});

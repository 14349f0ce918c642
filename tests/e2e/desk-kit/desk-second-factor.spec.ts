import { expect, type Page } from 'playwright/test';
import { embeddedKeys } from '../../../scripts/settings.ts';
import { authenticatorApp, dialogOf, panel } from '../../support/data/accounts.ts';
import { employ } from '../../support/data/employees.ts';
import { withDatabase } from '../../support/pages/list-pages.ts';
import { keepSession, signInAs, type SignedIn } from '../../support/pages/staff-page.ts';
import { test, type BuiltSite } from '../../support/site.ts';

async function askAuth(
  site: BuiltSite,
  path: string,
  accessToken: string,
  body: unknown,
): Promise<Record<string, unknown>> {
  const answer = await fetch(`${site.apiUrl}/auth/v1/${path}`, {
    method: 'POST',
    headers: {
      apikey: embeddedKeys.publishableKey,
      authorization: `Bearer ${accessToken}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
  return (await answer.json()) as Record<string, unknown>;
}

/** Signs the page in as somebody whose code was right half a day and an hour ago. */
async function signInWithOldCode(page: Page, site: BuiltSite, { accessToken, userId }: SignedIn) {
  const factor = await askAuth(site, 'factors', accessToken, { factor_type: 'totp' });
  const { secret } = factor['totp'] as { readonly secret: string };
  const app = authenticatorApp(secret);
  const path = `factors/${String(factor['id'])}`;
  const challenge = await askAuth(site, `${path}/challenge`, accessToken, {});
  const proven = await askAuth(site, `${path}/verify`, accessToken, {
    challenge_id: challenge['id'],
    code: app.nextCode(),
  });
  await withDatabase(
    site,
    (sql) => sql`
      update auth.mfa_amr_claims set updated_at = now() - interval '13 hours'
      where session_id in (select id from auth.sessions where user_id = ${userId})`,
  );
  const renewed = await askAuth(site, 'token?grant_type=refresh_token', accessToken, {
    refresh_token: proven['refresh_token'],
  });
  await keepSession(page, site, renewed);
  return app;
}

test('a change that needs a newer code asks for it in place, keeps what was typed and goes through', async ({
  page,
  site,
}) => {
  const email = await employ(site, 'fulfilment');
  const app = await signInWithOldCode(page, site, await signInAs(page, site, email));
  const name = `Box ${Date.now()}`;
  await page.goto(`${site.siteUrl}/admin/shipping?tab=packages`);
  await page.getByRole('button', { name: 'New package' }).click();
  const form = page.getByRole('dialog', { name: 'Package' });
  await form.getByLabel('Name').fill(name);
  await form.getByLabel('Maximum contents (g)').fill('777');
  await form.getByRole('button', { name: 'Save' }).click();
  const question = page.getByRole('dialog', { name: 'Enter your code again' });
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(form).toContainText('Nothing was changed');
  await expect(form.getByLabel('Name')).toHaveValue(name);

  await form.getByRole('button', { name: 'Save' }).click();
  await question.getByLabel('Code from your authenticator app').fill(app.nextCode());
  await question.getByRole('button', { name: 'Continue' }).click();
  await expect(form).toBeHidden();
  await page.getByRole('button', { name }).click();
  await expect(form.getByLabel('Maximum contents (g)')).toHaveValue('777');
});

test('after the days of grace a desk says how to add an app, and opens once there is one', async ({
  page,
  site,
}) => {
  const email = await employ(site, 'fulfilment');
  await signInAs(page, site, email);
  // The demo shop's grace has no end; of one that has ended the database says this.
  const overdue = { code: 'PT403', hint: 'second_factor_missing', message: 'Add an app.' };
  let hasApp = false;
  await page.route('**/rpc/my_staff_role', (route) =>
    hasApp ? route.continue() : route.fulfill({ status: 403, json: overdue }),
  );
  await page.goto(`${site.siteUrl}/admin/shipping`);
  await expect(page.getByRole('heading', { name: 'Add an authenticator app first' })).toBeVisible();
  await page.getByRole('link', { name: 'Go to your account page' }).click();
  const own = panel(page, 'Authenticator app');
  await own.getByRole('button', { name: 'Add an authenticator app' }).click();
  const key = (await own.locator('[data-secret]').textContent()) ?? '';
  await own
    .getByLabel('Code from the app')
    .fill(authenticatorApp(key.replaceAll(' ', '')).nextCode());
  await own.getByRole('button', { name: 'Set up' }).click();
  await expect(own.getByText('An app is set up.')).toBeVisible();
  hasApp = true;
  await page.goto(`${site.siteUrl}/admin/shipping`);
  await expect(page.getByRole('navigation', { name: 'Workshop desk' })).toBeVisible();
  await expect(dialogOf(page)).toHaveCount(0);
});

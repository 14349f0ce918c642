import type { Locator, Page } from 'playwright/test';
import { embeddedKeys } from '../../../scripts/settings.ts';
import type { BuiltSite } from '../site.ts';

const demoPassword = 'Keywright-demo-1';

export interface SignedIn {
  readonly accessToken: string;
  readonly userId: string;
}

/** An account of a test's own, with a confirmed address and the password of the demo accounts. */
export async function makeAccount(site: BuiltSite, email: string): Promise<string> {
  const response = await fetch(`${site.apiUrl}/auth/v1/admin/users`, {
    method: 'POST',
    headers: {
      apikey: embeddedKeys.secretKey,
      Authorization: `Bearer ${embeddedKeys.secretKey}`,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({ email, password: demoPassword, email_confirm: true }),
  });
  if (!response.ok) throw new Error(`${email} could not be made: ${await response.text()}`);
  return email;
}

export async function signInAs(page: Page, site: BuiltSite, email: string): Promise<SignedIn> {
  const response = await fetch(`${site.apiUrl}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: embeddedKeys.publishableKey, 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password: demoPassword }),
  });
  const session = (await response.json()) as {
    readonly access_token: string;
    readonly user: { readonly id: string };
  };
  if (!response.ok) throw new Error(`${email} could not sign in: ${JSON.stringify(session)}`);
  await keepSession(page, site, session);
  return { accessToken: session.access_token, userId: session.user.id };
}

/** The page finds it as if it had signed in by itself; of several the last one. */
export async function keepSession(page: Page, site: BuiltSite, session: object): Promise<void> {
  // The library names its key after the first part of the backend's host.
  const key = `sb-${new URL(site.apiUrl).hostname.split('.')[0]}-auth-token`;
  await page.addInitScript(
    ([name, text]) => {
      // A page that signs out must stay signed out after a reload.
      if (sessionStorage.getItem(`signed-in-once ${text}`) !== null) return;
      sessionStorage.setItem(`signed-in-once ${text}`, 'yes');
      localStorage.setItem(name ?? '', text ?? '');
    },
    [key, JSON.stringify(session)],
  );
}

/** Asks the API as the person, for what a test needs beside the page. */
export async function askApi(
  site: BuiltSite,
  { accessToken }: SignedIn,
  method: string,
  path: string,
  body?: unknown,
): Promise<unknown> {
  const response = await fetch(`${site.apiUrl}${path}`, {
    method,
    headers: {
      apikey: embeddedKeys.publishableKey,
      Authorization: `Bearer ${accessToken}`,
      'Content-Type': 'application/json',
      Prefer: 'return=representation',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${text}`);
  return text === '' ? null : JSON.parse(text);
}

/** What a second writer is shown of one field: theirs, then their own. */
export const bothValues = (within: Locator, field: string): Locator =>
  within
    .getByRole('region', { name: 'Both values' })
    .getByRole('row')
    .filter({ has: within.page().getByRole('rowheader', { name: field, exact: true }) })
    .getByRole('cell');

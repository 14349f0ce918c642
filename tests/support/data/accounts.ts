import { expect, type Page } from 'playwright/test';
import { currentStep, totpCode } from '../../../scripts/local-supabase/auth/totp.ts';
import type { Person } from './people.ts';
import type { BuiltSite } from '../site.ts';

export const dialogOf = (page: Page) => page.getByRole('dialog');

export const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

export const addressOf = (page: Page) => dialogOf(page).getByLabel(/^E-mail address/);

export const passwordOf = (page: Page) =>
  dialogOf(page)
    .getByLabel(/assword$/)
    .first();

export const press = (page: Page, name: string | RegExp) =>
  dialogOf(page).getByRole('button', { name }).click();

export async function openDialog(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.locator('[data-account-link]').click();
  await expect(addressOf(page)).toBeFocused();
}

export async function giveCredentials(page: Page, person: Person): Promise<void> {
  await addressOf(page).fill(person.email);
  await passwordOf(page).fill(person.password);
  await dialogOf(page).getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** On one of the account's pages, which ask for it by themselves. */
export async function signIn(
  page: Page,
  site: BuiltSite,
  person: Person,
  path: string,
): Promise<void> {
  await page.goto(`${site.siteUrl}${path}`);
  await giveCredentials(page, person);
}

/** The second mail may be asked for a second after the first: an early press says how long to wait. */
export async function sendAgain(page: Page): Promise<void> {
  await expect(async () => {
    await dialogOf(page).getByRole('button', { name: 'Resend', exact: true }).click();
    await expect(dialogOf(page).getByRole('status')).toContainText('Sent again', {
      timeout: 2_000,
    });
  }).toPass();
}

/** An authenticator app: each of its codes counts once, and the backend takes one step early or late. */
export function authenticatorApp(secret: string): { nextCode(): string } {
  let last = 0;
  return {
    nextCode() {
      last = Math.max(last + 1, currentStep());
      return totpCode(secret, last);
    },
  };
}

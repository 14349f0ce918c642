/*
 * What a person sees when the way to the shop breaks while they sign in or keep an
 * address: each row is a flow, each cell one of the twelve faults of `network-faults.ts`.
 */
import { randomUUID } from 'node:crypto';
import { expect, type Locator, type Page } from 'playwright/test';
import { addressOf, dialogOf, panel, passwordOf } from '../../support/data/accounts.ts';
import { plantCart, storedLines } from '../../support/pages/cart.ts';
import { lineOf, storedCart } from '../../support/pages/checkout-page.ts';
import { withDatabase } from '../../support/pages/list-pages.ts';
import {
  breakNetwork,
  expectNobodyWaits,
  faults,
  type Fault,
  type FaultyNetwork,
} from '../../support/network-faults.ts';
import { makePerson, newAddress } from '../../support/data/people.ts';
import { test, type BuiltSite } from '../../support/site.ts';
import { makeAccount, signInAs } from '../../support/pages/staff-page.ts';

const demoPassword = 'Keywright-demo-1';
const unreachable = 'The shop can’t be reached right now.';
const unexpected = 'The shop answered with something unexpected.';

/** What may happen once only is not sent again by itself: each fault is told, and nothing is lost. */
const whenSent: Readonly<Record<Fault, string | null>> = {
  502: unreachable,
  503: unreachable,
  504: unreachable,
  429: 'The shop is very busy.',
  401: 'The shop no longer knows who you are.',
  html: unexpected,
  reset: unreachable,
  silence: unreachable,
  cut: unexpected,
  cors: unreachable,
  lost: unreachable,
  slow: null,
};

/** One cell: the key is pressed, and either says that it works on it, or is there again with the reason. */
async function sendUnder(
  page: Page,
  network: FaultyNetwork,
  { fault, key, words, told }: { fault: Fault; key: Locator; words: string | null; told: Locator },
): Promise<void> {
  network.set(fault);
  await key.click();
  if (words === null) {
    await expect.poll(network.hits).toBe(1);
    await expect(key).toHaveAttribute('aria-busy', 'true');
    // A key that is busy can still be pressed by a hand.
    await key.click({ force: true });
    expect(network.hits()).toBe(1);
    network.set(null);
    return;
  }
  const isOver = async () => network.hits() > 0 && (await key.getAttribute('aria-busy')) === null;
  await network.pass(isOver, `${fault} is told`);
  await expect(told).toContainText(words);
  await expectNobodyWaits(page);
  network.set(null);
}

const complaints = (page: Page): string[] => {
  const seen: string[] = [];
  page.on('pageerror', ({ message }) => seen.push(message));
  return seen;
};

/** A session that has ended asks for it over what was being done. */
async function signInAgain(page: Page, email: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Sign in' });
  await dialog.getByLabel(/^E-mail address/).fill(email);
  await dialog
    .getByLabel(/assword$/)
    .first()
    .fill(demoPassword);
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(dialog).toBeHidden();
}

async function withCart(page: Page, site: BuiltSite): Promise<void> {
  await plantCart(page.context(), storedCart([await lineOf(site, 'PEBBLE-10')]));
}

test('keeping an address: it stays in its fields, and is kept once however often it is sent', async ({
  page,
  site,
}) => {
  const errors = complaints(page);
  await withCart(page, site);
  const email = await makeAccount(site, newAddress('faults'));
  const { userId } = await signInAs(page, site, email);
  const network = await breakNetwork(page, /\/rest\/v1\/addresses/, 'POST');
  await page.goto(`${site.siteUrl}/user/details`);
  const box = panel(page, 'Addresses');
  const key = box.getByRole('button', { name: 'Save address' });
  const kept = () =>
    withDatabase(
      site,
      (sql) => sql<{ line1: string }[]>`
        select line1 from public.addresses where user_id = ${userId}`,
    );
  /** What came through although its answer was spoilt is in the book, and the next press finds it there. */
  const arrives: ReadonlySet<Fault> = new Set(['cut', 'cors', 'lost']);
  let written = 0;
  for (const fault of faults) {
    await test.step(fault, async () => {
      if (!(await key.isVisible())) {
        written += 1;
        await box.getByRole('button', { name: 'Add an address' }).click();
        await box.getByLabel('Country').selectOption('NL');
        await box.getByLabel('Name').fill('Canary Person');
        await box.getByLabel('Street and number').fill(`Canary Street ${written}`);
        await box.getByLabel('Postcode').fill('3511 AB');
        await box.getByLabel('Town').fill('Utrecht');
      }
      await sendUnder(page, network, {
        fault,
        key,
        words: whenSent[fault],
        told: box.getByRole('alert'),
      });
      if (fault === '401') await signInAgain(page, email);
      if (fault !== 'slow') {
        await expect(box.getByLabel('Street and number')).toHaveValue(`Canary Street ${written}`);
      }
      expect(await storedLines(page)).toHaveLength(1);
      if (arrives.has(fault)) {
        expect(await kept()).toHaveLength(written);
        await key.click();
      }
      if (arrives.has(fault) || fault === 'slow') {
        await expect(box.getByText('Address saved.')).toBeVisible();
        expect(await kept()).toHaveLength(written);
      } else expect(await kept()).toHaveLength(written - 1);
    });
  }
  expect(errors).toEqual([]);
});

const whenSigningIn: Readonly<Record<Fault, string | null>> = {
  ...whenSent,
  html: unreachable,
  cut: unreachable,
  429: 'Please wait 9 seconds',
};

test('signing in: address and password stay, and the next press signs in', async ({
  page,
  site,
}) => {
  const errors = complaints(page);
  await withCart(page, site);
  const person = await makePerson(site.apiUrl, `faults-${randomUUID().slice(0, 8)}`);
  const network = await breakNetwork(page, /\/auth\/v1\/token/);
  await page.goto(`${site.siteUrl}/faq`);
  await page.locator('[data-account-link]').click();
  await addressOf(page).fill(person.email);
  await passwordOf(page).fill(person.password);
  const key = dialogOf(page).getByRole('button', { name: 'Sign in', exact: true });
  for (const fault of faults) {
    await test.step(fault, async () => {
      await sendUnder(page, network, {
        fault,
        key,
        words: whenSigningIn[fault],
        told: dialogOf(page).getByRole('alert'),
      });
      if (fault !== 'slow') {
        await expect(addressOf(page)).toHaveValue(person.email);
        await expect(passwordOf(page)).toHaveValue(person.password);
      }
      expect(await storedLines(page)).toHaveLength(1);
    });
  }
  await expect(page.getByRole('dialog')).toBeHidden();
  expect(errors).toEqual([]);
});

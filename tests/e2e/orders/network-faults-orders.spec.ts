/*
 * What a person sees when the way to the shop breaks while they order and pay: each row is a flow, each
 * cell one of the twelve faults of `network-faults.ts`. Whatever is seen, it is one order at most.
 */
import { expect, type Page } from 'playwright/test';
import { embeddedKeys } from '../../../scripts/settings.ts';
import { asSomeone, call, prepareOrder } from '../../support/data/buyers.ts';
import { cartKey, plantCart, storedLines } from '../../support/pages/cart.ts';
import {
  fillInOrder,
  lineOf,
  orderKey,
  ordersOf,
  storedCart,
  thanks,
} from '../../support/pages/checkout-page.ts';
import { withDatabase } from '../../support/pages/list-pages.ts';
import {
  breakNetwork,
  expectNobodyWaits,
  faults,
  isThere,
  type Fault,
  type FaultyNetwork,
} from '../../support/network-faults.ts';
import type { PlacedOrder } from '../../support/data/orders.ts';
import { newAddress } from '../../support/data/people.ts';
import { test, type BuiltSite } from '../../support/site.ts';
import { makeAccount, signInAs } from '../../support/pages/staff-page.ts';

interface Cell {
  /** The title of what is told; null where the order comes about although something went wrong. */
  readonly title: string | null;
  readonly words: string;
  /** How many orders this intention has become. */
  readonly orders: 0 | 1;
}

const silent = 'We didn’t get an answer from the shop';
const unreachable = 'The shop can’t be reached right now.';
const unexpected = 'The shop answered with something unexpected.';
const told = (words: string, orders: 0 | 1 = 0): Cell => ({ title: silent, words, orders });
const through: Cell = { title: null, words: '', orders: 1 };

/** In this order: one intention meets all faults up to `cors`, and is pressed again each time. */
const whenOrdering: Readonly<Record<Fault, Cell>> = {
  502: told(unreachable),
  503: told(unreachable),
  504: told(unreachable),
  429: { title: 'Your order has not been placed', words: 'very busy', orders: 0 },
  401: told('no longer knows who you are'),
  html: told(unexpected),
  reset: told(unreachable),
  silence: told(unreachable),
  cut: told(unexpected, 1),
  cors: told(unreachable, 1),
  lost: through,
  slow: through,
};

const whenOrderingSignedIn: Readonly<Record<Fault, Cell>> = {
  ...whenOrdering,
  401: { title: 'Your session has ended', words: 'no longer knows who you are', orders: 0 },
};

/** Comes to the form with a new cart, and fills in what a new visit asks for again. */
async function openForm(page: Page, site: BuiltSite, email: string | null): Promise<void> {
  const line = await lineOf(site, 'PEBBLE-10');
  if (page.url() === 'about:blank') await plantCart(page.context(), storedCart([line]));
  else {
    // Written once more than what is there: an account's other cart would win over an older one.
    await page.evaluate(
      ([key, added]) => {
        const stored: { revision: number } = JSON.parse(localStorage.getItem(key) ?? '{}');
        const cart = { ...stored, revision: stored.revision + 1, lines: [added] };
        localStorage.setItem(key, JSON.stringify(cart));
      },
      [cartKey, line] as const,
    );
  }
  await page.goto(`${site.siteUrl}/cart/confirm`);
  await fillInOrder(page, email);
}

async function orderUnder(page: Page, network: FaultyNetwork, fault: Fault, cell: Cell) {
  network.set(fault);
  await orderKey(page).click();
  if (fault === 'slow') {
    await expect.poll(network.hits).toBe(1);
    await expect(orderKey(page)).toHaveAttribute('aria-busy', 'true');
    // A key that is busy can still be pressed by a hand.
    await orderKey(page).click({ force: true });
    expect(network.hits()).toBe(1);
    network.set(null);
  }
  if (cell.title === null) {
    await expect(thanks(page)).toBeVisible({ timeout: 30_000 });
    return;
  }
  const notice = page.getByRole('alert').filter({ hasText: cell.title });
  await network.pass(isThere(notice), `${fault} is told`);
  await expect(notice).toContainText(cell.words);
  await expect(notice).toContainText('you won’t place the order twice');
  await expectNobodyWaits(page);
  await expect(page.getByLabel('Street and number')).toHaveValue('Canary Street 1');
  await expect(page.getByLabel('I agree to the terms')).toBeChecked();
  expect(await storedLines(page)).toHaveLength(1);
}

async function orderUnderAll(
  page: Page,
  site: BuiltSite,
  table: Readonly<Record<Fault, Cell>>,
  account: string | null,
): Promise<void> {
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  const network = await breakNetwork(page, /\/rest\/v1\/rpc\/place_order/);
  let [email, before] = [account ?? newAddress('faults'), 0];
  await openForm(page, site, account === null ? email : null);
  for (const fault of faults) {
    await test.step(fault, async () => {
      const { orders, title } = table[fault];
      await orderUnder(page, network, fault, table[fault]);
      await expect.poll(async () => (await ordersOf(site, email)).length).toBe(before + orders);
      const isIntentionOver = title === null || fault === 'cors';
      if (!isIntentionOver) return;
      network.set(null);
      if (title !== null) await orderKey(page).click();
      await expect(thanks(page)).toBeVisible({ timeout: 30_000 });
      if (before === 0) await expectOneOrder(site, email);
      else expect(await ordersOf(site, email)).toHaveLength(before + 1);
      expect(await storedLines(page)).toEqual([]);
      if (fault === faults.at(-1)) return;
      if (account === null) email = newAddress('faults');
      else before += 1;
      await openForm(page, site, account === null ? email : null);
    });
  }
  expect(errors).toEqual([]);
}

test('an order by a guest: whatever breaks is told, the form is kept, and it is one order', async ({
  page,
  site,
}) => {
  test.slow();
  await orderUnderAll(page, site, whenOrdering, null);
});

/** The check of the matrix: what one intention has become. */
const expectOneOrder = async (site: BuiltSite, email: string): Promise<void> =>
  expect(await ordersOf(site, email)).toHaveLength(1);

test('the matrix would notice a second order: with its key forgotten, one press more makes two', async ({
  page,
  site,
}) => {
  const email = newAddress('teeth');
  const network = await breakNetwork(page, /\/rest\/v1\/rpc\/place_order/);
  await openForm(page, site, email);
  await orderUnder(page, network, 'cut', whenOrdering.cut);
  await expectOneOrder(site, email);
  // The planted fault: a page that does not keep the key until the shop has answered.
  await page.evaluate(() => localStorage.removeItem('keywright:order:key'));
  network.set(null);
  await page.reload();
  await page.getByLabel('I agree to the terms').check();
  await orderKey(page).click();
  await expect(thanks(page)).toBeVisible({ timeout: 30_000 });
  await expect(expectOneOrder(site, email)).rejects.toThrow();
});

test('an order with an account: the same, and a session that has ended leads back to it', async ({
  page,
  site,
}) => {
  test.slow();
  const email = await makeAccount(site, newAddress('faults'));
  await signInAs(page, site, email);
  await orderUnderAll(page, site, whenOrderingSignedIn, email);
});

const whenPaying: Readonly<Record<Fault, string | null>> = {
  502: unreachable,
  503: unreachable,
  504: unreachable,
  429: 'The shop is very busy.',
  401: 'The shop no longer knows who you are.',
  html: unexpected,
  reset: unreachable,
  silence: unreachable,
  cut: unreachable,
  cors: unreachable,
  lost: unreachable,
  slow: null,
};

test('paying: the key is there again after every fault, and leads to one payment', async ({
  page,
  site,
}) => {
  const email = await makeAccount(site, newAddress('faults'));
  const { accessToken } = await signInAs(page, site, email);
  const api = { url: site.apiUrl, publishableKey: embeddedKeys.publishableKey };
  const body = asSomeone(await prepareOrder(api, [await lineOf(site, 'PEBBLE-10')]));
  const placed = await call<PlacedOrder>(
    api,
    'place_order',
    { ...body, p_email: email },
    accessToken,
  );
  const { id, number } = placed.body.order;
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  const network = await breakNetwork(page, /\/functions\/v1\/start-payment/);
  await page.goto(`${site.siteUrl}/orders?order=${number}`);
  const key = page.getByRole('button', { name: 'Pay now' });
  await expect(key).toBeVisible();
  for (const fault of faults) {
    await test.step(fault, async () => {
      network.set(fault);
      await key.click();
      const words = whenPaying[fault];
      if (words === null) {
        await expect.poll(network.hits).toBe(1);
        await expect(key).toHaveAttribute('aria-busy', 'true');
        network.set(null);
        await expect(page.getByRole('button', { name: 'Pay', exact: true })).toBeVisible();
        return;
      }
      const isOver = async () =>
        network.hits() > 0 && (await key.getAttribute('aria-busy')) === null;
      await network.pass(isOver, `${fault} is told`);
      await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible();
      await expectNobodyWaits(page);
      await expect(page.getByText('This order is not paid yet')).toBeVisible();
    });
  }
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(page.getByText('Your payment arrived')).toBeVisible({ timeout: 20_000 });
  const [paid] = await withDatabase(
    site,
    (sql) => sql<{ n: number }[]>`
      select count(*)::int as n from public.payments where order_id = ${id}`,
  );
  expect(paid?.n).toBe(1);
  expect(await ordersOf(site, email)).toHaveLength(1);
  expect(errors).toEqual([]);
});

test('what is changed after a lost answer makes no second order: the first is shown as it was sent', async ({
  page,
  site,
}) => {
  const email = newAddress('faults');
  await openForm(page, site, email);
  await page.route('**/rest/v1/rpc/place_order', async (route) => {
    if (route.request().method() === 'POST') await route.fetch();
    await route.abort();
  });
  await orderKey(page).click();
  await expect(page.getByRole('alert')).toContainText('you won’t place the order twice');
  await page.unroute('**/rest/v1/rpc/place_order');
  await page.getByLabel('Street and number').fill('Canary Street 2');
  await page.reload();
  await expect(page.getByLabel('Street and number')).toHaveValue('Canary Street 2');
  await page.getByLabel('I agree to the terms').check();
  // A refusal says nothing of the press before it, and ends no key.
  const refused = { code: 'PT422', message: 'Not this one.', hint: 'wrong_email', details: '{}' };
  await page.route('**/rest/v1/rpc/place_order', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 422,
          json: refused,
          headers: { 'access-control-allow-origin': '*' },
        })
      : route.fallback(),
  );
  await orderKey(page).click();
  const notice = page.getByRole('alert').filter({ hasText: 'Not this one.' });
  await expect(notice).toContainText('Your details are kept.');
  await expect(notice).not.toContainText('Nothing has been ordered');
  await page.unroute('**/rest/v1/rpc/place_order');
  await orderKey(page).click();
  await expect(thanks(page)).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('It came through as you first sent it.')).toBeVisible();
  expect(await ordersOf(site, email)).toHaveLength(1);
  expect(await storedLines(page)).toEqual([]);
});

/*
 * What a person sees when the way to the shop breaks while they look at goods and fill their cart:
 * each row is a flow, each cell one of the twelve faults of `network-faults.ts`.
 */
import { randomUUID } from 'node:crypto';
import { expect, type Page } from 'playwright/test';
import { plantCart, storedLines } from '../../support/pages/cart.ts';
import { lineOf, storedCart } from '../../support/pages/checkout-page.ts';
import { withDatabase } from '../../support/pages/list-pages.ts';
import {
  breakNetwork,
  expectNobodyWaits,
  faults,
  isThere,
  type Fault,
  type FaultyNetwork,
} from '../../support/network-faults.ts';
import { test, type BuiltSite } from '../../support/site.ts';

/** `told`: it says what is wrong and offers to try again. `waited`: shown as under way, then there. */
type Seen = 'unreachable' | 'broken' | 'busy' | 'stranger' | 'passes' | 'waited';

const words: Readonly<Record<Exclude<Seen, 'passes' | 'waited'>, string>> = {
  unreachable: 'The shop can’t be reached right now.',
  broken: 'The shop answered with something unexpected.',
  busy: 'The shop is very busy.',
  stranger: 'The shop no longer knows who you are.',
};

/** A question that may be asked again: a single lost answer passes unseen, a lasting fault is told. */
const asked: Readonly<Record<Fault, Seen>> = {
  502: 'unreachable',
  503: 'unreachable',
  504: 'unreachable',
  429: 'busy',
  401: 'stranger',
  html: 'broken',
  reset: 'unreachable',
  silence: 'unreachable',
  cut: 'broken',
  cors: 'unreachable',
  lost: 'passes',
  slow: 'waited',
};

const complaints = (page: Page): string[] => {
  const seen: string[] = [];
  page.on('pageerror', (error) => seen.push(error.message));
  return seen;
};

async function openCart(page: Page, site: BuiltSite): Promise<FaultyNetwork> {
  const line = { ...(await lineOf(site, 'PEBBLE-10')), path: '/products/pebble-linear' };
  await plantCart(page.context(), storedCart([line]));
  const network = await breakNetwork(page, /\/rest\/v1\/rpc\/quote_cart/);
  await page.goto(`${site.siteUrl}/cart`);
  await expect(page.locator('#cart-summary ~ dl')).toHaveAttribute('aria-busy', 'false');
  return network;
}

/** One cell of a flow that asks for a quote: what is pressed shows at once, whatever the shop says. */
async function askUnder(
  page: Page,
  network: FaultyNetwork,
  fault: Fault,
  act: () => Promise<void>,
  kept: () => Promise<void>,
): Promise<void> {
  const seen = asked[fault];
  const notice = page.getByRole('alert').filter({ hasText: 'The shop can’t be reached' });
  const sums = page.locator('#cart-summary ~ dl');
  network.set(fault);
  await act();
  await kept();
  if (seen === 'passes' || seen === 'waited') {
    await network.pass(() => Promise.resolve(network.hits() > 0), 'the question is sent');
    if (seen === 'waited') await expect(sums).toHaveAttribute('aria-busy', 'true');
    if (seen === 'waited') network.set(null);
    await expect(sums).toHaveAttribute('aria-busy', 'false');
    await expect(notice).toBeHidden();
  } else {
    await network.pass(isThere(notice), `${fault} is told`);
    await expect(notice).toContainText(words[seen]);
    await expectNobodyWaits(page);
    await kept();
    network.set(null);
    await notice.getByRole('button', { name: 'Try again' }).click();
    await expect(notice).toBeHidden();
    await expect(sums).toHaveAttribute('aria-busy', 'false');
  }
  await kept();
}

/** Opened by itself where the first reading starts differently; else the same page reads anew. */
const opensPage: ReadonlySet<Fault> = new Set(['502', 'silence', 'slow']);

/** Waits for the end of a reading that begins by `act`, as on a page that has not said anything yet. */
async function readAnew(page: Page, act: () => Promise<unknown>): Promise<void> {
  await page.evaluate(() => {
    document.querySelector('keywright-live')?.removeAttribute('data-live');
    const note = document.querySelector<HTMLElement>('[data-live-failed]');
    if (note !== null) note.hidden = true;
  });
  await act();
}

test('live facts: a product page says that it can’t know, keeps its price, and still fills the cart', async ({
  page,
  site,
}) => {
  const errors = complaints(page);
  const network = await breakNetwork(page, /\/rest\/v1\/availability/);
  const note = page.locator('[data-live-failed]');
  const facts = page.locator('keywright-live');
  // Pressed without a look: on a page that knows all there is, it is not shown.
  const again = () => note.getByRole('button', { includeHidden: true }).dispatchEvent('click');
  for (const [index, fault] of faults.entries()) {
    await test.step(fault, async () => {
      network.set(fault);
      if (opensPage.has(fault)) {
        await page.goto(`${site.siteUrl}/products/pebble-linear`, {
          waitUntil: 'domcontentloaded',
        });
      } else await readAnew(page, again);
      if (fault === 'slow') {
        await expect.poll(network.hits).toBeGreaterThan(0);
        await expect(note).toBeHidden();
      } else if (fault !== 'lost') {
        await network.pass(isThere(note), `${fault} is told`);
        await expect(facts).toHaveAttribute('data-live', 'failed');
        await expect(note).toContainText('stock is not shown');
      } else {
        // By the clock of everybody: passed faster, it would give up before its first answer is lost.
        await expect.poll(network.hits).toBeGreaterThan(1);
      }
      await expect(page.locator('main')).toContainText('€6.50');
      await page.locator('main').getByRole('button', { name: 'Add to cart' }).first().click();
      await expect(page.locator('header [data-cart-count]')).toHaveText(String(index + 1));
      await expect.poll(async () => (await storedLines(page))[0]?.quantity).toBe(index + 1);
      network.set(null);
      await page.getByRole('button', { name: 'Keep shopping' }).click();
      if (await note.isVisible()) await note.getByRole('button', { name: 'Try again' }).click();
      await expect(facts).toHaveAttribute('data-live', 'ready');
      await expect(note).toBeHidden();
    });
  }
  expect(errors).toEqual([]);
});

test('another piece: the cart counts it at once, and says when its sums may be old', async ({
  page,
  site,
}) => {
  const errors = complaints(page);
  const network = await openCart(page, site);
  for (const [index, fault] of faults.entries()) {
    const isMore = index % 2 === 0;
    const pieces = isMore ? 2 : 1;
    await test.step(fault, () =>
      askUnder(
        page,
        network,
        fault,
        () => page.getByRole('button', { name: isMore ? 'One more' : 'One fewer' }).click(),
        async () => {
          await expect(page.locator('header [data-cart-count]')).toHaveText(String(pieces));
          expect((await storedLines(page))[0]?.quantity).toBe(pieces);
        },
      ),
    );
  }
  expect(errors).toEqual([]);
});

test('a discount code: it stays in its field until the shop can be asked about it', async ({
  page,
  site,
}) => {
  const errors = complaints(page);
  // Of this test's own: wrong ones are counted, for all guests together.
  const name = `FAULTS-${randomUUID().slice(0, 8).toUpperCase()}`;
  await withDatabase(
    site,
    (sql) => sql`
      insert into public.discount_codes (code, title, amount_minor)
      values (${`${name}-1`}, 'One euro', 100), (${`${name}-2`}, 'Two euros', 200)`,
  );
  const network = await openCart(page, site);
  await page.getByText('Discount code').click();
  for (const [index, fault] of faults.entries()) {
    const code = `${name}-${(index % 2) + 1}`;
    await test.step(fault, async () => {
      await askUnder(
        page,
        network,
        fault,
        async () => {
          await page.getByLabel('Code').fill(code);
          await page.getByRole('button', { name: 'Apply' }).click();
        },
        async () => {
          await expect(page.getByLabel('Code')).toHaveValue(code);
          expect(await storedLines(page)).toHaveLength(1);
        },
      );
      await expect(page.getByText(`Discount ${code}`)).toBeVisible();
    });
  }
  expect(errors).toEqual([]);
});

test('a country: the choice stands, and the ways of shipping come when they can', async ({
  page,
  site,
}) => {
  const errors = complaints(page);
  const network = await openCart(page, site);
  for (const [index, fault] of faults.entries()) {
    const country = index % 2 === 0 ? 'NL' : 'DE';
    await test.step(fault, async () => {
      await askUnder(
        page,
        network,
        fault,
        async () => void (await page.getByLabel('Ship to').selectOption(country)),
        async () => {
          await expect(page.getByLabel('Ship to')).toHaveValue(country);
          expect(await storedLines(page)).toHaveLength(1);
        },
      );
      await expect(page.locator('input[name="method"]').first()).toBeVisible();
    });
  }
  expect(errors).toEqual([]);
});

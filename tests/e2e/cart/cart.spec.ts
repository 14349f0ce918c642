// browsers: chromium, firefox
import { expect, type Page, type Request } from 'playwright/test';
import { findFaults } from '../../support/pages/axe.ts';
import { cartToCode } from '#features/cart/model/cart-link.ts';
import { cartKey, storedLines } from '../../support/pages/cart.ts';
import { saveData } from '../../support/pages/idle.ts';
import { test, watchPage } from '../../support/site.ts';

const switches = '/products/pebble-linear';
const board = '/keyboards/braefell-65';

const addKey = (page: Page) => page.locator('main').getByRole('button', { name: 'Add to cart' });
const badge = (page: Page) => page.locator('header [data-cart-count]');

/** As for anyone who looked at the key for a moment: what a press needs has come. */
async function openAndTurnTo(tab: Page, address: string): Promise<void> {
  let isThere = false;
  // The page can't tell: a clock that a test has set keeps no list of what was fetched.
  const note = (asked: Request) => {
    isThere ||= asked.resourceType() === 'script' && asked.url().includes('/add-to-cart.');
  };
  tab.on('requestfinished', note);
  await tab.goto(address);
  // A page behind others gets no frames, and asks for its scripts with the first: who turned to the key
  // before them, turns to it again.
  await expect(async () => {
    await addKey(tab).first().dispatchEvent('pointerover');
    expect(isThere).toBe(true);
  }).toPass();
  await tab.waitForLoadState('networkidle');
  tab.off('requestfinished', note);
}

test('one press puts the choice into the cart, says so in a drawer and moves the focus there', async ({
  page,
  site,
}) => {
  const watched = await watchPage(page);
  await page.goto(`${site.siteUrl}${switches}`);
  const second = page.locator('keywright-options .line input').nth(1);
  await second.check();
  await addKey(page).first().click();
  await expect(badge(page)).toHaveText('1');
  const drawer = page.getByRole('dialog', { name: 'Added to your cart' });
  await expect(drawer).toBeVisible();
  await expect(drawer).toContainText('Pebble');
  await expect(drawer.locator('img').first()).toBeVisible();
  await expect
    .poll(() => drawer.evaluate((box) => box.contains(document.activeElement)))
    .toBe(true);
  const [line] = await storedLines(page);
  expect(line?.variant_id).toBe(await second.getAttribute('data-variant'));
  expect(await findFaults(page, 'dialog[open]')).toEqual([]);
  await drawer.getByRole('button', { name: 'One more' }).click();
  await expect(badge(page)).toHaveText('2');
  await drawer.getByRole('button', { name: 'Keep shopping' }).click();
  await expect(drawer).toBeHidden();
  expect(watched.complaints).toEqual([]);
});

test('fifty presses in two tabs are fifty pieces', async ({ page, site, context }) => {
  const tabs = [page, await context.newPage()];
  const presses = 25;
  for (const tab of tabs) await openAndTurnTo(tab, `${site.siteUrl}${switches}`);
  const press = (tab: Page) =>
    addKey(tab)
      .first()
      .evaluate(async (button, count) => {
        for (let turn = 0; turn < count; turn += 1) {
          (button as HTMLElement).click();
          await new Promise((resolve) => setTimeout(resolve, 15));
        }
      }, presses);
  await Promise.all(tabs.map(press));
  for (const tab of tabs) {
    await expect.poll(async () => (await storedLines(tab))[0]?.quantity).toBe(2 * presses);
    await expect(badge(tab)).toHaveText(String(2 * presses));
  }
});

test('a shared cart leaves out what is made to a design and has none', async ({ page, site }) => {
  await page.goto(`${site.siteUrl}/products/caps-to-design`);
  const variants = await page
    .locator('keywright-options [data-variant]')
    .evaluateAll((inputs) => inputs.map((input) => input.getAttribute('data-variant') ?? ''));
  await page.goto(`${site.siteUrl}${switches}`);
  const bag = page.locator('keywright-options [data-variant]').first();
  variants.unshift((await bag.getAttribute('data-variant')) ?? '');
  const plain = { quantity: 1, options: {}, design_id: null, offer_id: null, path: null };
  const code = cartToCode(variants.slice(0, 2).map((variant_id) => ({ ...plain, variant_id })));
  await page.goto(`${site.siteUrl}/cart#cart=${code}`);
  await page.getByRole('button', { name: 'Add to my cart' }).click();
  await expect(badge(page)).toHaveText('1');
  expect((await storedLines(page)).map((line) => line.variant_id)).toEqual(variants.slice(0, 1));
});

test('a board goes in with its answers, an extra without them', async ({ page, site }) => {
  await page.goto(`${site.siteUrl}${board}`);
  await page.locator('[data-option="case"] input').nth(1).check({ force: true });
  await page.locator('input[name="kit"]:not(:disabled)').first().check();
  await addKey(page).first().click();
  await expect(badge(page)).toHaveText('2');
  await expect.poll(async () => (await storedLines(page)).length).toBe(2);
  const [base, extra] = await storedLines(page);
  const asked = await page.locator('[data-option]').count();
  expect(Object.keys(base?.options ?? {})).toHaveLength(asked);
  expect(extra?.options).toEqual({});
  await expect(page.getByRole('dialog')).toContainText('Case colour: ');
});

test('a cap that is sold as it comes can be added from its card', async ({ page, site }) => {
  await page.goto(`${site.siteUrl}/products/artisans`);
  await expect(page.locator('keywright-live')).toHaveAttribute('data-live', 'ready');
  const key = page.locator('[data-colorway] keywright-add button:visible').first();
  await key.press('Enter');
  await expect(badge(page)).toHaveText('1');
  const drawer = page.getByRole('dialog');
  await expect(drawer.locator('img').first()).toBeVisible();
});

test('a press before the code is there is not lost', async ({ page, site }) => {
  await saveData(page);
  let letThrough = () => {};
  const released = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route(/\/_astro\/add-to-cart/, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(`${site.siteUrl}${switches}`);
  await addKey(page).first().click();
  await expect(page.getByRole('dialog', { name: 'Adding to your cart' })).toBeVisible();
  expect(await storedLines(page)).toEqual([]);
  letThrough();
  await expect(page.getByRole('dialog', { name: 'Added to your cart' })).toBeVisible();
  expect(await storedLines(page)).toHaveLength(1);
  await expect(badge(page)).toHaveText('1');
});

test('once the drawer is closed, the words beside the key still lead to the cart', async ({
  page,
  site,
}) => {
  await page.goto(`${site.siteUrl}${switches}`);
  await addKey(page).first().click();
  await expect(page.getByRole('dialog', { name: 'Added to your cart' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: '1 in the cart' }).click();
  await expect(page).toHaveURL(/\/cart$/);
});

test('what can’t be ordered now has no key to add it', async ({ page, site }) => {
  await page.route('**/rest/v1/availability?*', async (route) => {
    const response = await route.fetch();
    const rows: object[] = await response.json();
    await route.fulfill({ response, json: rows.map((row) => ({ ...row, canBeOrdered: false })) });
  });
  await page.goto(`${site.siteUrl}${switches}`);
  await expect(page.getByText('This choice can’t be ordered at the moment').first()).toBeVisible();
  await expect(addKey(page).first()).toBeHidden();
});

const one = '11111111-1111-4111-8111-111111111111';
const two = '22222222-2222-4222-8222-222222222222';
const plain = { quantity: 2, options: {}, design_id: null, offer_id: null };
const whole = JSON.stringify({
  version: 1,
  revision: 3,
  lines: [
    { variant_id: one, ...plain },
    { variant_id: two, ...plain },
  ],
});

/** What may be found in a browser, and the pieces that must be in the cart once one more was added. */
const storedCarts: readonly (readonly [name: string, stored: string, pieces: number])[] = [
  ['whole', whole, 5],
  ['empty', '', 1],
  ['cut off', whole.slice(0, -40), 3],
  ['not JSON', 'cart=1;cart=2', 1],
  ['another thing', '"a word"', 1],
  ['of the first version', JSON.stringify([{ variant_id: one, quantity: 2 }]), 3],
  ['of a later version', whole.replace('"version":1', '"version":7'), 5],
  ['with impossible quantities', whole.replaceAll('"quantity":2', '"quantity":-1e9'), 3],
  ['with a price of its own', whole.replace('"quantity":2', '"quantity":2,"price_minor":1'), 5],
  ['with a line that is not one', whole.replace(one, 'gone'), 3],
];

test('a cart that can’t be read says so, with what was saved of it, and keeps the rest', async ({
  page,
  site,
}) => {
  await page.goto(`${site.siteUrl}/robots.txt`);
  const cut = whole.slice(0, -40);
  const keep = (text: string) =>
    page.evaluate(([key, stored]) => localStorage.setItem(key, stored), [cartKey, text] as const);
  await keep(cut);
  await page.goto(`${site.siteUrl}/cart`);
  const told = page.getByRole('note').filter({ hasText: 'Your cart could not be fully restored' });
  await expect(told).toContainText('We could read 1 item; 1 item could not be loaded.');
  await page.getByRole('button', { name: 'Remove' }).first().click();
  await page.reload();
  await expect(told).toBeVisible();
  await told.getByRole('button', { name: 'Hide this' }).click();
  await expect(told).toBeHidden();
  expect(await page.evaluate(() => Object.values(localStorage))).toContain(cut);
  await keep('{"version":9,"boxes":7}');
  await page.reload();
  await expect(told).toContainText('another version of this shop. None of it could be restored.');
  expect(await findFaults(page, 'main')).toEqual([]);
});

const minutesMs = 5 * 60_000;

/** Finds what was stored, adds one in a tab that is offline for five minutes, then one in another. */
async function addInThreeTabs(
  tabs: readonly [Page, Page, Page],
  siteUrl: string,
  stored: string,
  pieces: number,
) {
  const [first, second, third] = tabs;
  await Promise.all([second.goto('about:blank'), third.goto('about:blank')]);
  // A file that runs nothing: what is written here is what the pages find.
  await first.goto(`${siteUrl}/robots.txt`);
  await first.evaluate(([key, text]) => localStorage.setItem(key, text), [
    cartKey,
    stored,
  ] as const);
  await Promise.all([first.goto(`${siteUrl}${switches}`), second.goto(`${siteUrl}/faq`)]);
  // The code is there when the line goes down, as for anyone who looked at the page before.
  await third.bringToFront();
  await openAndTurnTo(third, `${siteUrl}/products/sorting-tray`);
  await third.context().setOffline(true);
  await addKey(third).first().click();
  for (const tab of tabs) await expect(badge(tab)).toHaveText(String(pieces));
  await third.clock.fastForward(minutesMs);
  await third.context().setOffline(false);
  await first.bringToFront();
  await addKey(first).first().click();
  for (const tab of tabs) await expect(badge(tab)).toHaveText(String(pieces + 1));
  await second.reload();
  await expect(badge(second)).toHaveText(String(pieces + 1));
}

test(
  'ten stored carts, broken, old and tampered with, lose nothing in three tabs, one of them offline',
  { tag: '@slow' },
  async ({ context, site }) => {
    test.slow();
    const tabs = [
      await context.newPage(),
      await context.newPage(),
      await context.newPage(),
    ] as const;
    await tabs[2].clock.install();
    const watched = await Promise.all(tabs.map(watchPage));
    for (const [name, stored, pieces] of storedCarts) {
      await test.step(name, () => addInThreeTabs(tabs, site.siteUrl, stored, pieces));
    }
    const own = watched.flatMap(({ complaints }) =>
      complaints.filter((line) => !/ERR_INTERNET_DISCONNECTED|Failed to load resource/.test(line)),
    );
    expect(own).toEqual([]);
  },
);

for (const fault of ['full', 'blocked'] as const) {
  test(`a browser whose storage is ${fault} still adds, and says how long it keeps it`, async ({
    page,
    site,
  }) => {
    const watched = await watchPage(page);
    await page.addInitScript((isFull) => {
      const refuse = () => {
        throw new DOMException('No room', isFull ? 'QuotaExceededError' : 'SecurityError');
      };
      Storage.prototype.setItem = refuse;
      if (!isFull) Storage.prototype.getItem = refuse;
    }, fault === 'full');
    await page.goto(`${site.siteUrl}${switches}`);
    await addKey(page).first().click();
    await expect(badge(page)).toHaveText('1');
    await expect(page.locator('keywright-add .said').first()).toContainText('until you leave');
    expect(watched.complaints).toEqual([]);
  });
}

test('a cart that is changed in one tab is changed in the others', async ({ context, site }) => {
  const [one, two] = [await context.newPage(), await context.newPage()];
  for (const tab of [one, two]) await tab.goto(`${site.siteUrl}${switches}`);
  await addKey(one).first().click();
  await expect(badge(two)).toHaveText('1');
  await one.evaluate((key) => localStorage.removeItem(key), cartKey);
  await expect(badge(two)).toBeHidden();
});

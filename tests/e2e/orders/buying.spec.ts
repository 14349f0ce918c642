// browsers: chromium, firefox
import { expect } from 'playwright/test';
import { plantCart, storedLines } from '../../support/pages/cart.ts';
import {
  cartLine,
  fillInOrder,
  mixedCart,
  orderKey,
  ordersOf,
  readRows,
  storedCart,
  thanks,
} from '../../support/pages/checkout-page.ts';
import { awaitMail, newAddress } from '../../support/data/people.ts';
import { test, watchPage, type BuiltSite } from '../../support/site.ts';

async function variantId(site: BuiltSite, sku: string): Promise<unknown> {
  return (await readRows(site, `variants?sku=eq.${sku}&select=id`))[0]?.['id'];
}

test('a guest buys from stock, ahead of its date and in a group buy, by transfer, and finds it again', async ({
  page,
  context,
  site,
}) => {
  const email = newAddress('buyer');
  await plantCart(context, await mixedCart(site));
  const watched = await watchPage(page);
  await page.goto(`${site.siteUrl}/cart`);
  await page.getByLabel('Ship to').selectOption('NL');
  await expect(page.getByText('3 parcels, each with its own postage')).toBeVisible();
  await page.getByRole('link', { name: 'Continue to checkout' }).click();
  await fillInOrder(page, email);
  await page.getByRole('radio', { name: /Bank transfer/ }).check();
  await orderKey(page).click();
  await expect(thanks(page)).toBeVisible({ timeout: 20_000 });
  expect(await storedLines(page)).toEqual([]);
  const receipt = page.getByRole('region', { name: 'What you ordered' });
  for (const part of ['Pebble, linear', 'Braefell 65', 'Case colour: ', 'Total', 'Canary Street 1'])
    await expect(receipt).toContainText(part);
  await expect(
    receipt.getByRole('heading', { name: /^Parcel 3 Ships in \w+ 20\d\d$/ }),
  ).toBeVisible();
  await expect(receipt).toContainText(/The group buy closes on \d+ \w+ 20\d\d/);
  await expect(receipt.locator('img')).toHaveCount(3);
  await expect(page.getByText(`We sent an e-mail to ${email}.`)).toBeVisible();
  const [order] = await ordersOf(site, email);
  const number = String(order?.['number']);
  await expect(page.getByText(number).first()).toBeVisible();
  const mail = await awaitMail(site.apiUrl, email);
  for (const fact of [number, 'IBAN: NL03 KEYW 0123 4567 89', `Reference: ${number}`, 'Pay by: '])
    expect(mail.text).toContain(fact);
  // Nobody has said yet that this mailbox ordered: it is asked, without a word of the sender.
  expect(mail.text).toContain('Confirm your e-mail by');
  expect(mail.text).not.toContain('Canary');
  await expect(page.getByText('Confirm your e-mail to keep this order')).toBeVisible();
  const details = page.getByLabel('Bank details');
  await expect(details).toContainText('NL03 KEYW 0123 4567 89');

  await page.getByRole('link', { name: 'See your order' }).click();
  await expect(page.getByRole('heading', { name: `Order ${number}` })).toBeVisible();
  await expect(details).toContainText(`Reference${number}`);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await details.getByRole('button', { name: 'Copy IBAN' }).click();
  await expect(details.getByText('Copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('NL03KEYW0123456789');
  // As exact as each is known: a month for the batch, a day for what is sold ahead.
  await expect(page.getByText(/planned for [A-Z][a-z]+ 20\d\d/)).toHaveCount(2);
  await expect(page.getByText(/planned for \d+ [A-Z][a-z]+ 20\d\d/)).toHaveCount(1);
  await expect(page.getByText('open the link in the e-mail we sent you')).toBeVisible();
  const link = /https?:\/\/\S+#token=[0-9a-f]+/.exec(mail.text)?.[0] ?? '';
  await page.goto('about:blank');
  await page.goto(link);
  await expect(page.getByText('We hold your items until then.')).toBeVisible();
  await expect(page.getByText('Its e-mail was confirmed')).toBeVisible();
  await page.evaluate(() => localStorage.clear());
  await page.goto(`${site.siteUrl}/orders?order=${number}`);
  await page.getByLabel('E-mail address').fill('someone@else.test');
  await page.getByRole('button', { name: 'Find order' }).click();
  await expect(page.getByText('There is no order with this number and this e-mail')).toBeVisible();
  await page.getByLabel('Order number').fill(number.replace('KW-', ' kw '));
  await page.getByLabel('E-mail address').fill(email);
  await page.getByRole('button', { name: 'Find order' }).click();
  await expect(page.getByRole('heading', { name: `Order ${number}` })).toBeVisible();
  await expect(page.getByText('Waiting for payment').first()).toBeVisible();
  await expect(page.locator('body')).not.toContainText('Canary Street');
  for (const address of watched.requests) {
    expect(decodeURIComponent(address)).not.toContain(email);
    expect(decodeURIComponent(address)).not.toContain('Canary');
  }
});

test('all that is missing is told at once, and the first of it gets the focus', async ({
  page,
  context,
  site,
}) => {
  await plantCart(context, storedCart([cartLine(await variantId(site, 'PEBBLE-10'))]));
  await page.goto(`${site.siteUrl}/cart/confirm`);
  await orderKey(page).click();
  await expect(page.getByText('Enter your e-mail address.')).toBeVisible();
  await expect(page.getByText('Choose a country.')).toBeVisible();
  await expect(page.getByText('Name is missing.')).toBeVisible();
  await expect(page.getByText('Please agree to the terms.')).toBeVisible();
  await expect(page.getByLabel('E-mail', { exact: true })).toBeFocused();
});

test(
  'pressed twice, with the first answer lost on the way, it is one order',
  { tag: '@request-body' },
  async ({ page, context, site }) => {
    const email = newAddress('twice');
    await plantCart(context, storedCart([cartLine(await variantId(site, 'PEBBLE-10'))]));
    let isFirst = true;
    await page.route('**/rpc/place_order', async (route) => {
      if (!isFirst) return route.continue();
      isFirst = false;
      await route.fetch();
      return route.abort('connectionreset');
    });
    await page.goto(`${site.siteUrl}/cart/confirm`);
    await fillInOrder(page, email);
    await orderKey(page).dblclick();
    await expect(thanks(page)).toBeVisible({ timeout: 30_000 });
    expect(await ordersOf(site, email)).toHaveLength(1);
  },
);

test('whoever presses before countries and payment methods are read orders once they are', async ({
  page,
  context,
  site,
}) => {
  const email = newAddress('early');
  await plantCart(context, storedCart([cartLine(await variantId(site, 'PEBBLE-10'))]));
  await page.goto(`${site.siteUrl}/cart/confirm`);
  await fillInOrder(page, email);
  const held: (() => Promise<void>)[] = [];
  let isHeld = true;
  await page.route(/\/rest\/v1\/(countries|payment_methods)/, (route) =>
    isHeld ? void held.push(() => route.continue()) : route.continue(),
  );
  await page.reload();
  await page.getByLabel('I agree to the terms').check();
  await orderKey(page).click();
  await expect(orderKey(page)).toHaveAttribute('aria-busy', 'true');
  await expect(page.getByText('Choose a country.')).toHaveCount(0);
  expect(await ordersOf(site, email)).toEqual([]);
  await expect.poll(() => held.length).toBeGreaterThan(0);
  isHeld = false;
  await Promise.all(held.map((go) => go()));
  await expect(thanks(page)).toBeVisible({ timeout: 30_000 });
  expect(await ordersOf(site, email)).toHaveLength(1);
});

test(
  'a shop that stays silent keeps what was typed, and a reload later still makes one order',
  { tag: '@request-body' },
  async ({ page, context, site }) => {
    const email = newAddress('silent');
    await plantCart(context, storedCart([cartLine(await variantId(site, 'PEBBLE-10'))]));
    await page.route('**/rpc/place_order', async (route) => {
      await route.fetch();
      await route.fulfill({ status: 500, contentType: 'text/html', body: '<h1>Oops</h1>' });
    });
    await page.goto(`${site.siteUrl}/cart/confirm`);
    await fillInOrder(page, email);
    await orderKey(page).click();
    await expect(page.getByText('We didn’t get an answer from the shop')).toBeVisible();
    await page.unroute('**/rpc/place_order');
    await page.reload();
    await expect(page.getByLabel('Street and number')).toHaveValue('Canary Street 1');
    await page.getByLabel('I agree to the terms').check();
    await orderKey(page).click();
    await expect(thanks(page)).toBeVisible({ timeout: 20_000 });
    expect(await ordersOf(site, email)).toHaveLength(1);
  },
);

test(
  'a quote that has changed is shown again before anything is ordered',
  { tag: '@request-body' },
  async ({ page, context, site }) => {
    const email = newAddress('changed');
    await plantCart(context, storedCart([cartLine(await variantId(site, 'PEBBLE-10'))]));
    await page.route('**/rpc/quote_cart', async (route) => {
      const response = await route.fetch().catch(() => null);
      if (response === null) return;
      const quote: { total_minor: number } = await response.json();
      const json = { ...quote, total_minor: quote.total_minor - 1, quote_hash: 'an earlier one' };
      // A question that the page has given up takes no answer any more.
      await route.fulfill({ response, json }).catch(() => undefined);
    });
    await page.goto(`${site.siteUrl}/cart/confirm`);
    await fillInOrder(page, email);
    await orderKey(page).click();
    await expect(page.getByText('The price has changed')).toBeVisible();
    await page.unroute('**/rpc/quote_cart');
    expect(await ordersOf(site, email)).toHaveLength(0);
    await orderKey(page).click();
    await expect(thanks(page)).toBeVisible({ timeout: 20_000 });
  },
);

test('what stands in the way of a line is at the line, with the way out', async ({
  page,
  context,
  site,
}) => {
  const many = { ...cartLine(await variantId(site, 'PEBBLE-10')), quantity: 1 };
  const gone = cartLine('11111111-1111-4111-8111-111111111111');
  await plantCart(context, storedCart([many, gone]));
  await page.goto(`${site.siteUrl}/cart`);
  await expect(page.getByText('This is no longer sold.')).toBeVisible();
  await page.getByRole('button', { name: 'Remove it', exact: true }).click();
  await expect(page.getByText('This is no longer sold.')).toBeHidden();
  expect(await storedLines(page)).toHaveLength(1);
  await page.getByRole('button', { name: /^Remove (?!it$)/ }).click();
  await expect(page.getByText('Your cart is empty')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  expect(await storedLines(page)).toHaveLength(1);
  await page.getByText('Discount code').click();
  await page.getByLabel('Code').fill('NOSUCHCODE');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('There is no such code.')).toBeVisible();
});

test('what is pressed in the cart shows at once, while the shop has not answered anything', async ({
  page,
  context,
  site,
}) => {
  // As the key of its page puts it in: with the page that knows its name and price.
  const pebble = {
    ...cartLine(await variantId(site, 'PEBBLE-10')),
    path: '/products/pebble-linear',
  };
  await plantCart(context, storedCart([pebble]));
  let asked = 0;
  // Held for ever: whatever shows, shows without it.
  await page.route(`${site.apiUrl}/**`, () => void (asked += 1));
  await page.goto(`${site.siteUrl}/cart`);
  const badge = page.locator('header [data-cart-count]');
  await page.getByRole('button', { name: 'One more' }).click();
  await expect(badge).toHaveText('2');
  await expect.poll(async () => (await storedLines(page))[0]?.quantity).toBe(2);
  await expect(page.getByText('€13.00').first()).toBeVisible();
  await expect.poll(() => asked).toBeGreaterThan(0);
  await page.getByRole('button', { name: /^Remove (?!it$)/ }).click();
  await expect(page.getByText('Your cart is empty')).toBeVisible();
  await expect(badge).toBeHidden();
});

test('a cart in a link is shown before it becomes one’s own', async ({ page, context, site }) => {
  await plantCart(context, storedCart([cartLine(await variantId(site, 'PEBBLE-10'))]));
  await page.goto(`${site.siteUrl}/cart`);
  await page.getByRole('button', { name: 'Copy a link to this cart' }).click();
  const link = await page.getByLabel(/^Link/).inputValue();
  const other = await context.browser()?.newPage();
  if (!other) throw new Error('A second browser is needed');
  await other.goto(link);
  await expect(other.getByText('Someone shared this cart with you')).toBeVisible();
  expect(await storedLines(other)).toEqual([]);
  await other.getByRole('button', { name: 'Add to my cart' }).click();
  expect(await storedLines(other)).toHaveLength(1);
  expect(new URL(other.url()).hash).toBe('');
  await other.close();
});

test('the key leads straight to the payment page; without an answer, and after Back, one press does', async ({
  page,
  context,
  site,
}) => {
  await plantCart(context, await mixedCart(site));
  await page.goto(`${site.siteUrl}/cart/confirm`);
  await fillInOrder(page, newAddress('straight'));
  await page.getByRole('radio', { name: /Demo payment/ }).check();
  await page.route('**/functions/v1/start-payment', (route) => route.abort());
  await orderKey(page).click();
  await expect(thanks(page)).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole('alert')).toContainText('can’t be reached');
  await page.unroute('**/functions/v1/start-payment');
  await page.getByRole('button', { name: 'Pay now' }).click();
  await expect(page.getByRole('button', { name: 'Pay', exact: true })).toBeVisible();
  await page.goBack();
  // As the page was left, or read anew: the order is there either way, and so is a way to pay.
  const way = page.getByRole('button', { name: 'Pay now' });
  await expect(way.or(page.getByRole('link', { name: /^See order KW-/ }))).toBeVisible();
  if (await way.isHidden()) await page.getByRole('link', { name: /^See order KW-/ }).click();
  await way.click();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(page.getByText('Your payment arrived')).toBeVisible({ timeout: 20_000 });
});

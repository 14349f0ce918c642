import { randomUUID } from 'node:crypto';
import { expect, type Page } from 'playwright/test';
import { embeddedKeys } from '../../../scripts/settings.ts';
import { call, prepareOrder } from '../../support/data/buyers.ts';
import { pay } from '../../support/data/group-buys.ts';
import { withDatabase } from '../../support/pages/list-pages.ts';
import { variantId, type PlacedOrder } from '../../support/data/orders.ts';
import { newAddress } from '../../support/data/people.ts';
import { test, type BuiltSite } from '../../support/site.ts';
import { findFaults } from '../../support/pages/axe.ts';
import { makePushReader } from '../../support/notices/push-reader.ts';
import { makeAccount, signInAs } from '../../support/pages/staff-page.ts';

/** An order in the open group buy of the demo shop, as its page would send it. */
async function order(site: BuiltSite, email: string, token: string): Promise<PlacedOrder['order']> {
  const backend = { url: site.apiUrl, publishableKey: embeddedKeys.publishableKey };
  const variant = await withDatabase(site, (sql) => variantId(sql, 'SALTMARSH-BASE'));
  const line = { variant_id: variant, quantity: 1, options: {}, design_id: null, offer_id: null };
  const body = await prepareOrder(backend, [line]);
  const asked = { ...body, p_key: randomUUID(), p_email: email };
  const answer = await call<PlacedOrder>(backend, 'place_order', asked, token);
  expect(answer.status, answer.reason).toBe(200);
  return answer.body.order;
}

const shiftOf = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const watch = new PerformanceObserver((list) => {
          const shifts = list.getEntries().map((entry) => Number(Reflect.get(entry, 'value')));
          resolve(shifts.reduce((sum, shift) => sum + shift, 0));
        });
        watch.observe({ type: 'layout-shift', buffered: true });
        // Where nothing has moved, nothing is told.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(0)));
      }),
  );

test('whoever is signed in reads what is theirs on the home page and on updates, and nobody else loads it', async ({
  page,
  browser,
  site,
}) => {
  const stranger = await browser.newPage();
  const asked: string[] = [];
  stranger.on('request', (request) => asked.push(request.url()));
  await stranger.goto(site.siteUrl, { waitUntil: 'networkidle' });
  await expect(stranger.locator('keywright-yours')).toBeHidden();
  expect(asked.filter((url) => /yours-element|own-goods/.test(url))).toEqual([]);
  await stranger.close();

  const email = await makeAccount(site, newAddress('reader'));
  const { accessToken } = await signInAs(page, site, email);
  await page.goto(site.siteUrl);
  const strip = page.getByRole('region', { name: 'Yours' });
  const place = page.locator('keywright-yours');
  await expect(place).toHaveAttribute('data-known', 'nothing');
  await expect(strip).toBeHidden();
  const { id, number, total_minor: totalMinor } = await order(site, email, accessToken);
  await page.reload();
  await expect(strip.getByRole('listitem')).toHaveCount(1);
  // What nobody had left room for comes over the page; the next time it has its place in it.
  await expect(place).toHaveAttribute('data-docked', '');
  expect(await shiftOf(page)).toBeLessThanOrEqual(0.001);
  await expect(strip).toContainText(/To be paid\s*Pay for KW-\d+\s*by \d+ \w+ \d{4}, \d\d:\d\d/);

  await withDatabase(site, (sql) => pay(sql, { id, totalMinor }));
  await page.reload();
  await expect(place).not.toHaveAttribute('data-docked');
  const link = strip.getByRole('link', { name: 'Saltmarsh' });
  await expect(strip.getByRole('listitem').filter({ hasText: 'Saltmarsh' })).toContainText('New:');
  await link.click();
  await expect(page).toHaveURL(`${site.siteUrl}/orders?order=${number}`);
  await page.goto(site.siteUrl);
  await expect(link).toBeVisible();
  await expect(strip).not.toContainText('New:');
  expect(await shiftOf(page)).toBeLessThanOrEqual(0.001);

  await page.goto(`${site.siteUrl}/updates/saltmarsh-samples`);
  const own = page.locator('keywright-own-goods');
  await expect(own).toContainText(`Your order ${number}`);
  await expect(own).toContainText('Status: “Group buy open”, planned for');
  await page.goto(`${site.siteUrl}/updates/aldersea-spindle`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(own).toBeHidden();
});

test('the account names what can still be done, and leads to where a thing is sold', async ({
  page,
  site,
}) => {
  const email = await makeAccount(site, newAddress('overview'));
  const { accessToken } = await signInAs(page, site, email);
  const { number } = await order(site, email, accessToken);
  await withDatabase(
    site,
    (sql) => sql`
      insert into public.list_entries (list_id, user_id)
      select l.id, u.id from public.lists l join public.products p on p.id = l.product_id, auth.users u
      where p.url = 'wren-click' and l.kind = 'waiting_list' and u.email = ${email} limit 1`,
  );
  await page.goto(`${site.siteUrl}/user`);
  const orders = page.getByRole('region', { name: 'Open orders' });
  await expect(orders).toContainText('Can be cancelled until');
  const places = page.getByRole('region', { name: 'Your lists and offers' });
  await places.getByRole('link', { name: 'See the product' }).click();
  await expect(page).toHaveURL(`${site.siteUrl}/products/wren-click`);

  await page.route(/\/rest\/v1\/orders/, async (route) => {
    const answer = await route.fetch();
    const rows = (await answer.json()) as object[];
    const json = rows.map((row) => ({ ...row, cancel_until: '2026-01-01T00:00:00Z' }));
    await route.fulfill({ response: answer, json });
  });
  await page.goto(`${site.siteUrl}/user`);
  await expect(orders).toContainText(number);
  await expect(orders).not.toContainText('Can be cancelled until');
});

test('the names of the account’s pages stand whole in one line, the page itself in sight', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of ['/user', '/user/details']) {
    await page.goto(`${site.siteUrl}${path}`);
    const tabs = page.getByRole('navigation', { name: 'Account' });
    const lines = await tabs.getByRole('link').evaluateAll((links) => {
      const words = links.map((link) => {
        const range = document.createRange();
        range.selectNodeContents(link);
        return range;
      });
      return words.flatMap((range) => [...range.getClientRects()].map(({ top }) => top));
    });
    expect(new Set(lines).size).toBe(1);
    await expect(tabs.locator('[aria-current]')).toBeInViewport({ ratio: 1 });
  }
});

test('a browser that was lost is stopped from another device', async ({ page, site }) => {
  const email = await makeAccount(site, newAddress('loser'));
  const { accessToken } = await signInAs(page, site, email);
  const backend = { url: site.apiUrl, publishableKey: embeddedKeys.publishableKey };
  const { publicKey, secret } = makePushReader();
  const endpoint = `https://updates.push.services.mozilla.com/wpush/v2/${randomUUID()}`;
  const lost = { endpoint, public_key: publicKey, secret };
  const [product] = await withDatabase(
    site,
    (sql) => sql<{ id: string }[]>`select id from public.products where url = 'saltmarsh'`,
  );
  for (const about of [{ p_product: product?.id }, {}]) {
    const asked = { p_browser: lost, ...about };
    expect((await call(backend, 'follow_in_browser', asked, accessToken)).status).toBe(200);
  }
  await page.goto(`${site.siteUrl}/user`);
  const card = page.getByRole('region', { name: 'Browsers that tell you' });
  const row = card.getByRole('listitem');
  await expect(row).toContainText('Firefox');
  await expect(row).toContainText('Saltmarsh, Everything new');
  expect(await findFaults(page, '[aria-labelledby="browsers"]')).toEqual([]);
  await card.getByRole('button', { name: /^Stop Firefox, since \d/ }).click();
  await expect(card).toContainText('Stopped.');
  await expect(card).toContainText('None yet.');
  const known = await call<{ product_ids: unknown[] }>(
    backend,
    'browser_notices',
    { p_endpoint: endpoint },
    accessToken,
  );
  expect(known.body.product_ids).toEqual([]);
});

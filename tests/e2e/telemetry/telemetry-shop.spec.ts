import { randomUUID } from 'node:crypto';
import { expect } from 'playwright/test';
import { fillInOrder, orderKey, thanks } from '../../support/pages/checkout-page.ts';
import { test, watchPage } from '../../support/site.ts';
import {
  accept,
  acceptBeforehand,
  decline,
  logEvents,
  readTraces,
} from '../../support/pages/telemetry-page.ts';

const telemetry = /\/functions\/v1\/ingest|\/_local\/sentry|sentry\.io|amplitude\.com/;

test('the shop asks once, sends nothing before an answer and nothing after a no', async ({
  site,
  page,
}) => {
  const watched = await watchPage(page);
  for (const path of ['/', '/about', '/countries', '/cart']) {
    await page.goto(site.siteUrl + path, { waitUntil: 'networkidle' });
  }
  await decline(page);
  await page.goto(`${site.siteUrl}/faq`, { waitUntil: 'networkidle' });
  await expect(page.getByRole('button', { name: 'Decline' })).toBeHidden();
  await page.waitForTimeout(2500);
  expect(watched.requests.filter((url) => telemetry.test(url))).toEqual([]);
  expect((await readTraces(page)).stored).toEqual([]);
  expect(watched.complaints).toEqual([]);
});

test('who asks for the card before the page is idle gets it', async ({ site, page }) => {
  await acceptBeforehand(page.context());
  // A page that never counts as idle.
  await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 1 }));
  await page.goto(`${site.siteUrl}/about`);
  await expect(page.locator('keywright-consent > section')).toHaveCount(0);
  await page.getByRole('button', { name: 'Visitor statistics' }).click();
  const card = page.getByRole('region', { name: 'Visitor statistics' });
  await expect(card.getByText('You allowed statistics')).toBeVisible();
});

test('an answer counts although the next page is opened before its code is there', async ({
  site,
  page,
}) => {
  await page.goto(`${site.siteUrl}/about`);
  const no = page.getByRole('button', { name: 'Decline' });
  await expect(no).toBeVisible();
  let isHeld = true;
  await page.route('**/_astro/*.js', (route) => (isHeld ? route.abort() : route.continue()));
  await no.click();
  isHeld = false;
  await page.goto(`${site.siteUrl}/legal/terms`);
  // Written by the same script that would have shown the question.
  await expect(page.locator('meta[name=build-id]')).toBeAttached();
  await expect(no).toBeHidden();
});

test('after a yes the shop’s own ingestion takes the session, under the shop’s policy', async ({
  site,
  page,
}) => {
  const watched = await watchPage(page);
  await page.goto(`${site.siteUrl}/about?utm_source=newsletter`);
  const answered = page.waitForResponse((response) => response.url().includes('/v1/ingest'));
  await accept(page);
  const answer = await answered;
  expect(answer.status()).toBe(200);
  const { code, events_ingested: ingested } = await answer.json();
  expect(code).toBe(200);
  expect(ingested).toBeGreaterThan(1);
  expect(answer.request().postDataJSON().events[0].event_type).toBe('$identify');
  expect(watched.complaints).toEqual([]);
});

test('with the ingestion blocked the shop works and the console is silent', async ({
  site,
  page,
  context,
}) => {
  const watched = await watchPage(page);
  let blocked = 0;
  await context.route(telemetry, (route) => {
    blocked += 1;
    return route.abort();
  });
  await page.goto(`${site.siteUrl}/about`);
  await accept(page);
  await logEvents(page, 2);
  await expect.poll(() => blocked).toBeGreaterThan(1);
  await page.goto(`${site.siteUrl}/faq`, { waitUntil: 'networkidle' });
  await expect(page.locator('h1')).toBeVisible();
  expect(watched.complaints).toEqual([]);
});

test('after a yes the steps of buying are counted, each where it happens, and say nothing of who', async ({
  site,
  page,
  context,
}) => {
  // By id: a delivery that a change of page cut off is made again.
  const sent = new Map<
    string,
    { readonly event_type: string; readonly event_properties: object }
  >();
  page.on('request', (request) => {
    if (!telemetry.test(request.url()) || request.method() !== 'POST') return;
    for (const event of request.postDataJSON().events ?? []) sent.set(event.insert_id, event);
  });
  const steps = () =>
    [...sent.values()]
      .map(({ event_type }) => event_type)
      .filter((name) => !/^\$|session|consent/.test(name));
  await acceptBeforehand(context);
  await page.goto(`${site.siteUrl}/cart`);
  await expect.poll(() => sent.size, 'an empty cart is no step').toBeGreaterThan(0);
  await page.goto(`${site.siteUrl}/products/switch-puller`);
  await expect.poll(steps).toEqual(['product_viewed']);
  await page.getByRole('button', { name: /^Add/ }).first().click();
  await expect.poll(steps).toEqual(['product_viewed', 'cart_line_added']);
  await page.goto(`${site.siteUrl}/cart`);
  await expect.poll(steps).toEqual(['product_viewed', 'cart_line_added', 'cart_viewed']);
  await page.goto(`${site.siteUrl}/cart/confirm`);
  await expect.poll(steps).toContain('checkout_started');
  const email = `counted-${randomUUID()}@people.test`;
  await fillInOrder(page, email);
  await orderKey(page).click();
  await expect(thanks(page)).toBeVisible();
  await expect
    .poll(steps)
    .toEqual([
      'product_viewed',
      'cart_line_added',
      'cart_viewed',
      'checkout_started',
      'order_placed',
    ]);
  for (const { event_properties: properties } of sent.values()) expect(properties).toEqual({});
  expect(JSON.stringify([...sent.values()])).not.toMatch(/counted-|Canary|switch-puller|KW-/);
});

import { expect } from 'playwright/test';
import { test, watchPage } from '../support/site.ts';
import { accept, decline, logEvents, readTraces } from '../support/telemetry-page.ts';

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

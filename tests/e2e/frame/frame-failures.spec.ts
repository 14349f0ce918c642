import { rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'playwright/test';
import { embeddedKeys } from '../../../scripts/settings.ts';
import { copySite, test, watchPage } from '../../support/site.ts';

const unknown = [
  ['/nowhere', 'Page not found: /nowhere'],
  ['/products/a/b', 'Page not found: /products/a/b'],
  ['/<b>bold</b>', 'Page not found: /%3Cb%3Ebold%3C/b%3E'],
  ['/colorpicker/nope', 'Page Not Found: /colorpicker/nope'],
  ['/colorpicker/%%%', 'Page Not Found: /colorpicker/%%%'],
  ['/keyboards/no-such-board', 'Page Not Found: /keyboards/no-such-board'],
  ['/updates/no-such-update', 'Page Not Found: /updates/no-such-update'],
] as const;

for (const [address, text] of unknown) {
  test(`${address} is answered 404 with "${text}", with and without script`, async ({
    site,
    page,
    browser,
  }) => {
    const answer = await page.goto(site.siteUrl + address);
    expect(answer?.status()).toBe(404);
    await expect(page.locator('h1')).toHaveText(text);
    const context = await browser.newContext({ javaScriptEnabled: false });
    const silent = await context.newPage();
    await silent.goto(site.siteUrl + address);
    await expect(silent.locator('h1')).toHaveText(text);
    await context.close();
  });
}

test('an unknown address is shown without a complaint besides its own 404', async ({
  site,
  page,
}) => {
  const watched = await watchPage(page);
  await page.goto(`${site.siteUrl}/nowhere`, { waitUntil: 'networkidle' });
  expect(watched.complaints.filter((line) => !line.includes('404'))).toEqual([]);
});

test('where a plain CDN serves the not-found file, its script names the address', async ({
  site,
  page,
}) => {
  await page.route('**/colorpicker/nope', (route) =>
    route.fulfill({ path: path.join(site.siteFolder, '404.html') }),
  );
  await page.goto(`${site.siteUrl}/colorpicker/nope`);
  await expect(page.locator('h1')).toHaveText('Page Not Found: /colorpicker/nope');
});

test('where a plain CDN rewrites a malformed design to the shell, it becomes the not-found view', async ({
  site,
  page,
}) => {
  const shell = path.join(site.siteFolder, 'colorpicker/00000000-0000-0000-0000-000000000000.html');
  await page.route('**/colorpicker/nope', (route) => route.fulfill({ path: shell }));
  await page.goto(`${site.siteUrl}/colorpicker/nope`);
  await expect(page.locator('h1')).toHaveText('Page Not Found: /colorpicker/nope');
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
});

test('a design that exists gets the shell under its own address', async ({ site, page }) => {
  const watched = await watchPage(page);
  const headers = { apikey: embeddedKeys.publishableKey };
  const found = await fetch(`${site.apiUrl}/rest/v1/designs?select=code&limit=1`, { headers });
  const [design]: readonly { readonly code: string }[] = await found.json();
  const address = `/colorpicker/${design?.code}`;
  const answer = await page.goto(site.siteUrl + address);
  expect(answer?.status()).toBe(200);
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute(
    'href',
    site.siteUrl + address,
  );
  expect(watched.complaints).toEqual([]);
});

test('a failure of the host is answered 500 with the error view and the message', async ({
  site,
  page,
}) => {
  const copy = await copySite(site.siteFolder);
  try {
    const broken = path.join(copy.folder, 'faq.html');
    await rm(broken);
    // A link to itself is a fault that no permission of the test's user can hide.
    await symlink('faq.html', broken);
    await copy.publish('with-a-broken-page');
    const answer = await page.goto(`${copy.url}/faq`);
    expect(answer?.status()).toBe(500);
    await expect(page.locator('h1')).toHaveText('Internal Server Error');
    await expect(page.locator('[data-error-message]')).toContainText('too many symbolic links');
    await expect(page.locator('body')).not.toContainText(copy.folder);
    expect((await page.goto(`${copy.url}/about`))?.status()).toBe(200);
  } finally {
    await copy.close();
  }
});

test('an open tab notices a newer build and offers to reload, but not in the checkout', async ({
  site,
  page,
}) => {
  const copy = await copySite(site.siteFolder);
  try {
    const opened = async (route: string) => {
      const asked = page.waitForResponse('**/builds/latest.json');
      await page.goto(copy.url + route);
      await asked;
    };
    const lookAgain = async () => {
      const asked = page.waitForResponse('**/builds/latest.json');
      await page.evaluate(() => dispatchEvent(new Event('focus')));
      await asked;
    };
    await opened('/about');
    await lookAgain();
    const notice = page.locator('[data-newer-build]');
    await expect(notice).toBeHidden();
    await copy.publish('a-newer-build');
    await lookAgain();
    await expect(notice).toBeVisible();
    const reloaded = page.waitForEvent('load');
    await notice.getByRole('button', { name: 'Reload' }).click();
    await reloaded;
    await expect(notice).toBeHidden();
    await opened('/cart/confirm');
    await copy.publish('newest-of-all');
    await lookAgain();
    await expect(page.getByText('has been updated since')).toHaveCount(0);
  } finally {
    await copy.close();
  }
});

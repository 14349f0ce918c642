import { expect } from 'playwright/test';
import { findFaults } from '../../support/pages/axe.ts';
import { choose, openPicker, saved, shown } from '../../support/pages/desk-page.ts';
import { test } from '../../support/site.ts';
import { isBehindNginx } from '../../support/shop-server.ts';

/** A host of files answers with the shell, whose script finds that there is no such design. */
const statusOfNone = isBehindNginx ? 200 : 404;

test.describe('designs that are kept and shown', () => {
  test('keeps a draft through a reload, and two tabs do not write over each other', async ({
    page,
    context,
    site,
  }) => {
    await openPicker(page, site.siteUrl);
    await choose(page, 'Plum VP63');
    await page.locator('[data-board] [data-key="20"]').click();
    const painted = await shown(page, 20);
    const other = await context.newPage();
    await openPicker(other, site.siteUrl);
    expect(await shown(other, 20)).not.toBe(painted);
    await choose(other, 'Straw VP36');
    await other.locator('[data-board] [data-key="20"]').click();
    await other.close();
    await page.reload();
    await expect(page.locator('[data-board] [data-key="0"]')).toBeVisible();
  });

  test('a design in the address needs no server, and a broken one is explained', async ({
    page,
    site,
  }) => {
    await openPicker(page, site.siteUrl, '/colorpicker#d=kw1_AAAA');
    await expect(page.getByText('This code is cut off')).toBeVisible();
    await page.goto('about:blank');
    await openPicker(page, site.siteUrl, '/colorpicker#d=kw7_AAAA');
    await expect(page.getByText('from a newer version')).toBeVisible();
  });

  test('a guest saves, shows, changes and copies a design; nobody else may change it', async ({
    page,
    browser,
    site,
  }) => {
    await openPicker(page, site.siteUrl);
    await choose(page, 'Plum VP63');
    await page.locator('[data-board] [data-key="20"]').click();
    const path = await saved(page, 'A test of plums', 'Anyone with the link');
    expect(path).toMatch(/^\/colorpicker\/\d[0-9a-z]{9}$/);
    await page.goto(site.siteUrl + path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('A test of plums');
    await expect(page.getByRole('button', { name: 'Rename' })).toBeVisible();
    const stranger = await (await browser.newContext()).newPage();
    await stranger.goto(site.siteUrl + path);
    await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('A test of plums');
    await expect(stranger.getByRole('button', { name: 'Rename' })).toHaveCount(0);
    await page.getByText('Only me').click();
    await expect(page.getByText('Changed.')).toBeVisible();
    await stranger.reload();
    await expect(stranger.getByRole('heading', { level: 1 })).toHaveText(`Page Not Found: ${path}`);
    await expect(stranger.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
    await stranger.context().close();
  });

  test('an unknown design shows the not-found view, and the console stays clean', async ({
    page,
    site,
  }) => {
    const faults: string[] = [];
    const path = '/colorpicker/11111111-1111-4111-8111-111111111111';
    page.on('console', (message) => {
      // The browser itself writes down that the page was answered 404.
      const isOfPage = message.location().url === site.siteUrl + path;
      if (message.type() === 'error' && !isOfPage) faults.push(message.text());
    });
    expect((await page.goto(site.siteUrl + path))?.status()).toBe(statusOfNone);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Page Not Found: ${path}`);
    expect(faults).toEqual([]);
  });

  test('a private design is answered as one that does not exist, and its maker sees it there', async ({
    page,
    request,
    site,
  }) => {
    await openPicker(page, site.siteUrl);
    const path = await saved(page, 'For my eyes', 'Only me');
    const own = await request.get(site.siteUrl + path);
    const none = await request.get(`${site.siteUrl}/colorpicker/0aaaaaaaaa`);
    const { date: _, ...headers } = own.headers();
    expect(own.status()).toBe(statusOfNone);
    expect(none.status()).toBe(statusOfNone);
    expect(none.headers()).toMatchObject(headers);
    expect(await own.text()).toBe(await none.text());
    await page.goto(site.siteUrl + path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('For my eyes');
  });

  test('the gallery shows public designs and leads to each', async ({ page, site }) => {
    await page.goto(`${site.siteUrl}/colorpicker`);
    const gallery = page.getByRole('region', { name: 'Community designs' });
    await gallery.getByLabel('Layout').selectOption('alice');
    await expect(gallery.getByRole('link', { name: /Low tide/ })).toBeVisible();
    await gallery.getByRole('link', { name: /Low tide/ }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Low tide');
    await expect(page.getByRole('button', { name: 'Add to cart' })).toBeVisible();
  });

  test('the page of a design names it and its picture to robots, and has nothing for axe', async ({
    page,
    site,
  }) => {
    await openPicker(page, site.siteUrl);
    const path = await saved(page, 'A design with a picture', 'Anyone with the link');
    await page.goto(site.siteUrl + path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('A design with a picture');
    const image = page.locator('meta[property="og:image"]');
    await expect(image).toHaveCount(1);
    await expect(page.locator('meta[property="og:title"]')).toHaveAttribute(
      'content',
      'A design with a picture',
    );
    await expect(image).toHaveAttribute(
      'content',
      /\/share-image\?design=\d[0-9a-z]{9}&format=png&v=1$/,
    );
    expect(await findFaults(page, 'main')).toEqual([]);
  });
});

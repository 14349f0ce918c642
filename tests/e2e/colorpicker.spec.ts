import { AxeBuilder } from '@axe-core/playwright';
import { devices, expect, type Page } from 'playwright/test';
import { test } from '../support/site.ts';

/** The fill of a cap's top, as it is drawn. */
const fills = (page: Page, key: number) =>
  page
    .locator(`[data-board] [data-key="${key}"]`)
    .evaluate((node) =>
      [...node.querySelectorAll('path')].map((path) => path.getAttribute('fill') ?? '').join(' '),
    );

async function openPicker(page: Page, siteUrl: string, address = '/colorpicker'): Promise<void> {
  // Asked about statistics elsewhere: here the question would lie over the board.
  await page.addInitScript(() => localStorage.setItem('keywright:consent', 'refused'));
  await page.goto(siteUrl + address);
  await expect(page.locator('[data-board] [data-key="0"]')).toBeVisible();
}

const choose = (page: Page, colour: string) =>
  page.getByRole('button', { name: colour, exact: true }).click();

const saved = async (page: Page, name: string, visibility: string): Promise<string> => {
  await page.getByRole('button', { name: /^Save and share/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Its name').fill(name);
  await dialog.getByText(visibility, { exact: true }).click();
  await dialog.getByRole('button', { name: /^Save/ }).click();
  const link = dialog.getByRole('link', { name: 'Open its page' });
  await expect(link).toBeVisible();
  return (await link.getAttribute('href')) ?? '';
};

test.describe('the colour picker', () => {
  test('paints with the mouse key by key and in one drag, and takes each back in one step', async ({
    page,
    site,
  }) => {
    await openPicker(page, site.siteUrl);
    await choose(page, 'Plum VP63');
    const before = await fills(page, 20);
    await page.locator('[data-board] [data-key="20"]').click();
    await expect.poll(() => fills(page, 20)).not.toBe(before);
    const from = await page.locator('[data-board] [data-key="34"]').boundingBox();
    const to = await page.locator('[data-board] [data-key="40"]').boundingBox();
    if (!from || !to) throw new Error('The keys have no place');
    const untouched = await fills(page, 37);
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 3 });
    await page.mouse.up();
    for (const key of [34, 37, 40]) await expect.poll(() => fills(page, key)).not.toBe(untouched);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => fills(page, 37)).toBe(untouched);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => fills(page, 20)).toBe(before);
    await page.getByRole('button', { name: 'Redo' }).click();
    await expect.poll(() => fills(page, 20)).not.toBe(before);
  });

  test('touches no other key’s nodes when one is painted', async ({ page, site }) => {
    await openPicker(page, site.siteUrl);
    await choose(page, 'Plum VP63');
    const changed = page.evaluate(
      () =>
        new Promise<string[]>((resolve) => {
          const board = document.querySelector('[data-board]');
          const seen = new Set<string>();
          new MutationObserver((records) => {
            for (const { target } of records)
              seen.add(
                (target instanceof Element &&
                  target.closest('[data-key]')?.getAttribute('data-key')) ||
                  'board',
              );
            resolve([...seen]);
          }).observe(board ?? document, { childList: true, subtree: true });
        }),
    );
    await page.locator('[data-board] [data-key="20"]').click();
    expect(await changed).toEqual(['20']);
  });

  test('is walked and painted by keyboard alone, and says what happens', async ({ page, site }) => {
    await openPicker(page, site.siteUrl);
    const said = page.locator('[data-said]');
    const swatch = page.getByRole('button', { name: 'Plum VP63', exact: true });
    await swatch.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('application', { name: 'The board' }).focus();
    await expect(said).toContainText('accents');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    const before = await said.textContent();
    await page.keyboard.press('Space');
    await expect(said).toHaveText(/: Plum VP63$/);
    await page.keyboard.press('Control+z');
    await expect(said).toHaveText('Undone');
    expect(before).toContain('legend');
    await page.getByRole('button', { name: 'Paint by typing' }).click();
    await page.getByRole('application', { name: 'The board' }).focus();
    await page.keyboard.press('g');
    await expect(said).toHaveText('G: Plum VP63');
  });

  test('offers the nearest of the book for a colour of one’s own', async ({ page, site }) => {
    await openPicker(page, site.siteUrl);
    await page.getByLabel('A colour of your own', { exact: true }).fill('#b84030');
    await expect(page.getByText('Nearest in the books')).toContainText('Samphire VP21');
    await page.locator('[data-board] [data-key="20"]').click();
    await expect(page.getByText('One colour stands in the way')).toBeVisible();
    await page.getByText('One colour stands in the way').click();
    await page.getByRole('button', { name: 'Take the nearest of each' }).click();
    await expect(page.getByRole('button', { name: 'Add to cart' })).toBeVisible();
  });

  test('keeps a draft through a reload, and two tabs do not write over each other', async ({
    page,
    context,
    site,
  }) => {
    await openPicker(page, site.siteUrl);
    await choose(page, 'Plum VP63');
    await page.locator('[data-board] [data-key="20"]').click();
    const painted = await fills(page, 20);
    const other = await context.newPage();
    await openPicker(other, site.siteUrl);
    expect(await fills(other, 20)).not.toBe(painted);
    await choose(other, 'Straw VP36');
    await other.locator('[data-board] [data-key="20"]').click();
    await other.close();
    await page.reload();
    await expect(page.locator('[data-board] [data-key="0"]')).toBeVisible();
  });

  test('imports a layout, and says where a wrong one is wrong without losing the text', async ({
    page,
    site,
  }) => {
    await openPicker(page, site.siteUrl);
    await page.getByRole('tab', { name: 'Parts' }).click();
    await page.getByRole('button', { name: 'Import a layout from KLE' }).click();
    const text = page.getByLabel('KLE data', { exact: true });
    await text.fill('[["Q", 7]]');
    await page.getByRole('button', { name: 'Put it on the desk' }).click();
    await expect(page.getByText('In row 1, entry 2')).toBeVisible();
    await expect(text).toHaveValue('[["Q", 7]]');
    await text.fill('[["Q","W"],[{"w":2},"Enter"]]');
    await page.getByRole('button', { name: 'Put it on the desk' }).click();
    await expect(page.locator('[data-board] [data-key]')).toHaveCount(3);
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
    const path = await saved(page, 'A test of plums', 'Who has the link');
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
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text());
    });
    const path = '/colorpicker/11111111-1111-4111-8111-111111111111';
    await page.goto(site.siteUrl + path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Page Not Found: ${path}`);
    expect(faults).toEqual([]);
  });

  test('the gallery shows public designs and leads to each', async ({ page, site }) => {
    await page.goto(`${site.siteUrl}/colorpicker`);
    const gallery = page.getByRole('region', { name: 'What others made' });
    await gallery.getByLabel('Layout').selectOption('alice');
    await expect(gallery.getByRole('link', { name: /Low tide/ })).toBeVisible();
    await gallery.getByRole('link', { name: /Low tide/ }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Low tide');
    await expect(page.getByRole('button', { name: 'Add to cart' })).toBeVisible();
  });

  test('paints by touch, and the page still scrolls', async ({ browser, site }) => {
    const { defaultBrowserType: _, ...phone } = devices['Pixel 7'];
    const context = await browser.newContext(phone);
    const page = await context.newPage();
    await openPicker(page, site.siteUrl);
    await choose(page, 'Plum VP63');
    const before = await fills(page, 20);
    await page.locator('[data-board] [data-key="20"]').tap();
    await expect.poll(() => fills(page, 20)).not.toBe(before);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBeLessThanOrEqual(0);
    await context.close();
  });

  test('a finger that is drawn over a row paints each of its keys', async ({ browser, site }) => {
    const { defaultBrowserType: _, ...phone } = devices['Pixel 7'];
    const context = await browser.newContext(phone);
    const page = await context.newPage();
    await openPicker(page, site.siteUrl);
    await choose(page, 'Plum VP63');
    const before = await fills(page, 36);
    await page.locator('[data-board]').scrollIntoViewIfNeeded();
    const from = await page.locator('[data-board] [data-key="34"]').boundingBox();
    const to = await page.locator('[data-board] [data-key="38"]').boundingBox();
    if (!from || !to) throw new Error('The keys have no place');
    const finger = await context.newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', share: number) =>
      finger.send('Input.dispatchTouchEvent', {
        type,
        touchPoints:
          type === 'touchEnd'
            ? []
            : [
                {
                  x: from.x + from.width / 2 + (to.x - from.x) * share,
                  y: from.y + from.height / 2,
                },
              ],
      });
    await touch('touchStart', 0);
    for (const share of [0.2, 0.4, 0.6, 0.8, 1]) await touch('touchMove', share);
    await touch('touchEnd', 1);
    for (const key of [34, 35, 36, 37, 38])
      await expect.poll(() => fills(page, key)).not.toBe(before);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => fills(page, 36)).toBe(before);
    // What lies beyond the edge is reached too.
    const enter = page.locator('[data-board] [data-key="42"]');
    await expect(enter).not.toBeInViewport({ ratio: 0.9 });
    await page.getByRole('button', { name: 'Right half' }).click();
    await expect(enter).toBeInViewport({ ratio: 0.9 });
    const right = await fills(page, 42);
    await enter.tap();
    await expect.poll(() => fills(page, 42)).not.toBe(right);
    await context.close();
  });

  test('all of it is reached and done by keyboard: layout, zone, saving', async ({
    page,
    site,
  }) => {
    await openPicker(page, site.siteUrl);
    const press = async (name: string | RegExp, role: 'button' | 'tab' = 'button') => {
      await page.getByRole(role, { name, exact: typeof name === 'string' }).focus();
      await page.keyboard.press('Enter');
    };
    await page.getByRole('tab', { name: 'Colours' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('tab', { name: 'Parts' })).toHaveAttribute('aria-selected', 'true');
    await page.getByLabel('Layout').first().focus();
    await page.keyboard.type('Numpad');
    await expect(page.locator('[data-board] [data-key]')).toHaveCount(21);
    await press('Paint alphas');
    await expect(page.locator('[data-said]')).toContainText('Alphas: ');
    await press(/^Save and share/);
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: /^Save and share/ })).toBeFocused();
  });

  test('nothing moves for who asked for less motion', async ({ page, site }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await openPicker(page, site.siteUrl);
    const moving = () =>
      page.evaluate(() =>
        document.getAnimations().flatMap((animation) => {
          const { duration } = animation.effect?.getComputedTiming() ?? {};
          return typeof duration === 'number' && duration > 1 ? [animation.playState] : [];
        }),
      );
    await choose(page, 'Plum VP63');
    expect(await moving()).toEqual([]);
    await page.locator('[data-board] [data-key="20"]').click();
    expect(await moving()).toEqual([]);
    await page.getByRole('button', { name: /^Save and share/ }).click();
    expect(await moving()).toEqual([]);
  });

  test('the page of a design names it and its picture to robots, and has nothing for axe', async ({
    page,
    site,
  }) => {
    await openPicker(page, site.siteUrl);
    const path = await saved(page, 'A design with a picture', 'Who has the link');
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
    const { violations } = await new AxeBuilder({ page }).include('main').analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    const dark = await new AxeBuilder({ page }).include('main').analyze();
    expect(dark.violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
  });

  for (const tab of ['Colours', 'Parts', 'Ideas', 'Checks', 'Keep']) {
    test(`has nothing for axe to say about ${tab}`, async ({ page, site }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await openPicker(page, site.siteUrl);
      await page.getByRole('tab', { name: tab }).click();
      await expect(page.getByRole('tab', { name: tab })).toHaveAttribute('aria-selected', 'true');
      const { violations } = await new AxeBuilder({ page }).include('main').analyze();
      expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
    });
  }
});

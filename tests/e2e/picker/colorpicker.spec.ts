import { devices, expect } from 'playwright/test';
import { findFaults } from '../../support/pages/axe.ts';
import { choose, openPicker, shown } from '../../support/pages/desk-page.ts';
import { test } from '../../support/site.ts';

test.describe('the desk of the colour picker', () => {
  test('paints with the mouse key by key and in one drag, and takes each back in one step', async ({
    page,
    site,
  }) => {
    await openPicker(page, site.siteUrl);
    await choose(page, 'Plum VP63');
    const before = await shown(page, 20);
    await page.locator('[data-board] [data-key="20"]').click();
    await expect.poll(() => shown(page, 20)).not.toBe(before);
    const from = await page.locator('[data-board] [data-key="34"]').boundingBox();
    const to = await page.locator('[data-board] [data-key="40"]').boundingBox();
    if (!from || !to) throw new Error('The keys have no place');
    const untouched = await shown(page, 37);
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 3 });
    await page.mouse.up();
    for (const key of [34, 37, 40]) await expect.poll(() => shown(page, key)).not.toBe(untouched);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => shown(page, 37)).toBe(untouched);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => shown(page, 20)).toBe(before);
    await page.getByRole('button', { name: 'Redo' }).click();
    await expect.poll(() => shown(page, 20)).not.toBe(before);
  });

  test('a stroke ends where the hand lets go, also outside of the board', async ({
    page,
    site,
  }) => {
    await openPicker(page, site.siteUrl);
    await choose(page, 'Plum VP63');
    const key = page.locator('[data-board] [data-key="20"]');
    const before = await shown(page, 20);
    const untouched = await shown(page, 37);
    const box = await key.boundingBox();
    if (!box) throw new Error('The key has no place');
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await expect.poll(() => shown(page, 20)).not.toBe(before);
    await page.mouse.move(4, 4);
    await page.mouse.up();
    await page.locator('[data-board] [data-key="37"]').hover();
    await page.locator('[data-board] [data-key="36"]').hover();
    expect(await shown(page, 37)).toBe(untouched);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => shown(page, 20)).toBe(before);
    await expect(page.getByRole('button', { name: 'Undo' })).toBeDisabled();
  });

  test('draws one key again when one is painted, and changes no node of the board', async ({
    page,
    site,
  }) => {
    await openPicker(page, site.siteUrl);
    await choose(page, 'Plum VP63');
    const before = await shown(page, 20);
    await page.evaluate(() => {
      const board = document.querySelector('[data-board]');
      const canvas = board?.querySelector('canvas');
      const pixels = () =>
        canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
      const kept = pixels();
      let mutations = 0;
      new MutationObserver((records) => (mutations += records.length)).observe(board ?? document, {
        childList: true,
        attributes: true,
        subtree: true,
      });
      const changes = () => {
        const across = canvas?.width ?? 1;
        const scale = across / (canvas?.getBoundingClientRect().width ?? 1);
        const [xs, ys]: [number[], number[]] = [[], []];
        for (const [at, value] of pixels().entries())
          if (value !== kept[at]) {
            xs.push(((at >> 2) % across) / scale);
            ys.push(Math.floor((at >> 2) / across) / scale);
          }
        const ends = (all: number[]) => [Math.min(...all), Math.max(...all)];
        return { mutations, across: ends(xs), down: ends(ys) };
      };
      Object.assign(globalThis, { changes });
    });
    await page.locator('[data-board] [data-key="20"]').click();
    await expect.poll(() => shown(page, 20)).not.toBe(before);
    const { mutations, across, down } = await page.evaluate(() =>
      (
        globalThis as unknown as {
          changes: () => { mutations: number; across: number[]; down: number[] };
        }
      ).changes(),
    );
    const canvas = await page.locator('[data-board] canvas').boundingBox();
    const cap = await page.locator('[data-board] [data-key="20"]').boundingBox();
    if (!canvas || !cap) throw new Error('The key has no place');
    expect(mutations).toBe(0);
    const [left, top] = [cap.x - canvas.x, cap.y - canvas.y];
    expect(across[0]).toBeGreaterThan(left - 2);
    expect(across[1]).toBeLessThan(left + cap.width + 2);
    expect(down[0]).toBeGreaterThan(top - 2);
    expect(down[1]).toBeLessThan(top + cap.height + 2);
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
    await expect(page.getByText('Nearest available')).toContainText('Samphire VP21');
    await page.locator('[data-board] [data-key="20"]').click();
    await expect(page.getByText('One colour can’t be made yet')).toBeVisible();
    await page.getByText('One colour can’t be made yet').click();
    await page.getByRole('button', { name: 'Use the nearest of each' }).click();
    await expect(page.getByRole('button', { name: 'Add to cart' })).toBeVisible();
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
    await page.getByRole('button', { name: 'Import layout' }).click();
    await expect(page.getByText('In row 1, entry 2')).toBeVisible();
    await expect(text).toHaveValue('[["Q", 7]]');
    for (const [unsaved, words] of [
      [[[{ d: true }, 'Keywright']], 'The layout has no caps.'],
      [[['Q\u0000']], 'a character that can’t be saved'],
      [[['Q'.repeat(90_000)]], 'at most 90 kB'],
    ] as const) {
      await text.fill(JSON.stringify(unsaved));
      await page.getByRole('button', { name: 'Import layout' }).click();
      await expect(page.getByText(words)).toBeVisible();
      await expect(page.getByText('Nothing was changed.')).toBeVisible();
    }
    await text.fill('[["Q","W"],[{"w":2},"Enter"]]');
    await page.getByRole('button', { name: 'Import layout' }).click();
    await expect(page.locator('[data-board] [data-key]')).toHaveCount(3);
  });

  test('takes a layout from a file that is dropped or chosen, and says what of VIA’s it left out', async ({
    page,
    site,
  }) => {
    await openPicker(page, site.siteUrl);
    await page.getByRole('tab', { name: 'Parts' }).click();
    await page.getByRole('button', { name: 'Import a layout from KLE' }).click();
    const dialog = page.getByRole('dialog');
    const text = dialog.getByLabel('KLE data', { exact: true });
    const chooser = page.waitForEvent('filechooser');
    await dialog.getByRole('button', { name: 'Choose a file' }).focus();
    await page.keyboard.press('Enter');
    const content = '[["Q","W"]]';
    const file = { name: 'two.json', mimeType: 'application/json', buffer: Buffer.from(content) };
    await (await chooser).setFiles(file);
    await expect(text).toHaveValue(content);
    await expect(dialog).toContainText('two.json');
    const dropped = await page.evaluateHandle(() => {
      const transfer = new DataTransfer();
      const rows = '[["0,0","0,1\\n\\n\\n0,0","0,1\\n\\n\\n0,1"]]';
      transfer.items.add(new File([rows], 'via.json', { type: 'application/json' }));
      return transfer;
    });
    const zone = dialog.getByRole('button', { name: 'Choose a file' }).locator('..');
    await zone.dispatchEvent('drop', { dataTransfer: dropped });
    await expect(dialog).toContainText('via.json');
    await dialog.getByRole('button', { name: 'Import layout' }).click();
    await expect(dialog).toContainText('one key was left out');
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.locator('[data-board] [data-key]')).toHaveCount(2);
  });

  test('says of a board that is too large for every kit how large the largest is', async ({
    page,
    site,
  }) => {
    await openPicker(page, site.siteUrl);
    await page.getByRole('tab', { name: 'Parts' }).click();
    await page.getByRole('button', { name: 'Import a layout from KLE' }).click();
    const dialog = page.getByRole('dialog');
    const rows = Array.from({ length: 6 }, () => Array.from({ length: 22 }, () => 'Q'));
    await dialog.getByLabel('KLE data', { exact: true }).fill(JSON.stringify(rows));
    await dialog.getByRole('button', { name: 'Import layout' }).click();
    const order = page.getByRole('region', { name: 'Order this design' });
    await expect(order).toContainText(/This layout has 132 caps, and our largest kit has \d+:/);
    await expect(order.getByRole('button')).toHaveCount(0);
  });

  test('takes the legends’ colours of a layout along, and warns of them where it is ordered', async ({
    page,
    site,
  }) => {
    await openPicker(page, site.siteUrl);
    const order = page.getByRole('region', { name: 'Order this design' });
    await expect(order).not.toContainText('hard to read');
    await page.getByRole('tab', { name: 'Parts' }).click();
    await page.getByRole('button', { name: 'Import a layout from KLE' }).click();
    const dialog = page.getByRole('dialog');
    await dialog
      .getByLabel('KLE data', { exact: true })
      .fill('[[{"c":"#e5dbca","t":"#d8cfbd"},"Q","W",{"t":"#2d2e31"},"E"]]');
    await dialog.getByLabel(/colours/).check();
    await dialog.getByRole('button').last().click();
    await expect(order).toContainText('2 legends are hard to read');
    await order.getByText('colours can’t be made yet').click();
    await order.getByRole('button', { name: 'Use the nearest of each' }).click();
    await expect(order.getByRole('button', { name: 'Add to cart' })).toBeVisible();
    await expect(order).toContainText(/Oat VP05 on Oat VP05 is hard to read: 1\.0 to 1.* Q, W/);
  });

  test('a tall board never lies over what is ordered below it', async ({ page, site }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await openPicker(page, site.siteUrl);
    await page.getByRole('tab', { name: 'Parts' }).click();
    await page.getByLabel('Layout').first().selectOption('numpad');
    const title = page.getByRole('region', { name: 'Order this design' }).getByRole('link');
    await expect(page.locator('[data-board] [data-key]')).toHaveCount(21);
    for (const block of ['start', 'center', 'end'] as const) {
      const inSight = await title.evaluate((link, where) => {
        link.scrollIntoView({ block: where, behavior: 'instant' });
        const { x, y, width, height } = link.getBoundingClientRect();
        return document.elementFromPoint(x + width / 2, y + height / 2) === link;
      }, block);
      expect(inSight, block).toBe(true);
    }
  });

  test('paints by touch, and the page still scrolls', async ({ browser, site }) => {
    const { defaultBrowserType: _, ...phone } = devices['Pixel 7'];
    const context = await browser.newContext(phone);
    const page = await context.newPage();
    await openPicker(page, site.siteUrl);
    await choose(page, 'Plum VP63');
    const before = await shown(page, 20);
    await page.locator('[data-board] [data-key="20"]').tap();
    await expect.poll(() => shown(page, 20)).not.toBe(before);
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
    const before = await shown(page, 36);
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
      await expect.poll(() => shown(page, key)).not.toBe(before);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => shown(page, 36)).toBe(before);
    // What lies beyond the edge is reached too.
    const enter = page.locator('[data-board] [data-key="42"]');
    await expect(enter).not.toBeInViewport({ ratio: 0.9 });
    await page.getByRole('button', { name: 'Right half' }).click();
    await expect(enter).toBeInViewport({ ratio: 0.9 });
    const right = await shown(page, 42);
    await enter.tap();
    await expect.poll(() => shown(page, 42)).not.toBe(right);
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

  test('has nothing for axe to say about any of its tabs', async ({ page, site }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await openPicker(page, site.siteUrl);
    for (const tab of ['Colours', 'Parts', 'Ideas', 'Checks', 'Save']) {
      await page.getByRole('tab', { name: tab }).click();
      await expect(page.getByRole('tabpanel')).not.toContainText('Loading');
      await expect(page.getByRole('tab', { name: tab })).toHaveAttribute('aria-selected', 'true');
      expect.soft(await findFaults(page, 'main'), tab).toEqual([]);
    }
  });
});

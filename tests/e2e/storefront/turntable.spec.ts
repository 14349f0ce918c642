// browsers: chromium, firefox
import { expect, type Page } from 'playwright/test';
import { findFaults } from '../../support/pages/axe.ts';
import { expectToFit } from '../../support/pages/page-faults.ts';
import { test } from '../../support/site.ts';

const board = '/keyboards/braefell-65';
const key = (page: Page) => page.getByRole('button', { name: 'Turn it round' });
const turntable = (page: Page) => page.getByRole('slider', { name: /^Turn it/ });

function sheetRequests(page: Page): readonly string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('-turn.avif')) asked.push(request.url());
  });
  return asked;
}

/** What is painted, told in one number. */
const painted = (page: Page) =>
  turntable(page).evaluate((canvas: HTMLCanvasElement) => {
    const { width, height } = canvas;
    const pixels = canvas.getContext('2d')?.getImageData(0, 0, width, height).data;
    return pixels?.reduce((sum, value, at) => (sum * 31 + value * (at + 1)) % 1_000_003, 7);
  });

/** It comes round by itself first, where motion is not reduced: that no browser tells Firefox's tests. */
async function expectToRest(page: Page) {
  let before: unknown = null;
  await expect
    .poll(async () => {
      const now = await painted(page);
      const isSame = now === before;
      before = now;
      return isSame;
    })
    .toBe(true);
}

async function dragAcross(page: Page, share: number) {
  const box = (await turntable(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + box.width * share, y, { steps: 6 });
  // A hand that rests means this side.
  await page.waitForTimeout(150);
  await page.mouse.up();
}

for (const width of [390, 1440])
  test(`a board is turned by hand on a screen of ${width} px, and its sides are fetched when somebody asks for them`, async ({
    page,
    site,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 844 });
    const asked = sheetRequests(page);
    await page.goto(site.siteUrl + board);
    await page.locator('.gallery').hover();
    await expect(key(page)).toBeVisible();
    expect(asked).toEqual([]);
    await key(page).click();
    await expect(page.getByText('Drag to turn')).toBeVisible();
    await expect(key(page)).toHaveAttribute('aria-pressed', 'true');
    expect(asked).toHaveLength(1);
    await expect(turntable(page)).toBeFocused();
    await expect(turntable(page)).toHaveAttribute('aria-valuetext', 'Turned by 0°');
    await expectToRest(page);
    const first = await painted(page);
    await dragAcross(page, 0.25);
    await expect(turntable(page)).toHaveAttribute('aria-valuetext', 'Turned by 90°');
    await expect(page.getByText('Drag to turn')).toHaveCount(0);
    expect(await painted(page)).not.toBe(first);
    await dragAcross(page, -0.5);
    await expect(turntable(page)).toHaveAttribute('aria-valuetext', 'Turned by 270°');
    await expectToFit(page);
    expect(await findFaults(page, '.gallery')).toEqual([]);
    await key(page).click();
    await expect(turntable(page)).toHaveCount(0);
    await expect(key(page)).toHaveAttribute('aria-pressed', 'false');
  });

test('arrow keys turn a board all the way round, Escape gives its picture back', async ({
  page,
  site,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(site.siteUrl + board);
  await key(page).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Drag to turn')).toBeVisible();
  await expect(turntable(page)).toHaveAttribute('aria-valuenow', '0');
  const seen = new Set<unknown>();
  for (let side = 0; side < 24; side += 1) {
    await page.keyboard.press('ArrowRight');
    seen.add(await painted(page));
  }
  expect(seen.size).toBe(24);
  await expect(turntable(page)).toHaveAttribute('aria-valuenow', '0');
  await page.keyboard.press('PageDown');
  await expect(turntable(page)).toHaveAttribute('aria-valuenow', '270');
  await page.keyboard.press('Home');
  await expect(turntable(page)).toHaveAttribute('aria-valuenow', '0');
  // The row of pictures, which has arrow keys of its own, stays where it is.
  await expect(page.locator('.stage [data-place]')).toHaveText('1');
  await page.keyboard.press('Escape');
  await expect(turntable(page)).toHaveCount(0);
  await expect(key(page)).toBeFocused();
});

test('a press on the key from another picture comes back to the one that turns, and moving on ends it', async ({
  page,
  site,
}) => {
  await page.goto(site.siteUrl + board);
  await page.getByRole('button', { name: 'Next picture' }).click();
  await expect(page.locator('.stage [data-place]')).toHaveText('2');
  await key(page).click();
  await expect(turntable(page)).toBeInViewport();
  await expect(page.locator('.stage [data-place]')).toHaveText('1');
  // It comes round by itself, once; to who hears of it, it stands at its first side.
  await expect(turntable(page)).toHaveAttribute('aria-valuenow', '0');
  await page.getByRole('button', { name: 'Next picture' }).click();
  await expect(turntable(page)).toHaveCount(0);
  await expect(key(page)).toHaveAttribute('aria-pressed', 'false');
});

test('sides that cannot be loaded are asked for again', async ({ page, site }) => {
  await page.goto(site.siteUrl + board);
  await page.route('**/*-turn.avif', (route) => route.abort());
  await key(page).click();
  const told = page.getByRole('alert').filter({ hasText: 'The pictures could not be loaded.' });
  await expect(told).toBeVisible();
  // A key within a slider would be told to nobody.
  expect(await findFaults(page, '.gallery')).toEqual([]);
  await expect(told.getByRole('button')).toBeFocused();
  await page.unroute('**/*-turn.avif');
  await told.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Drag to turn')).toBeVisible();
  await expect(turntable(page)).toBeFocused();
});

test('what has no turntable has no key for it, and a colour without one hides it', async ({
  page,
  site,
}) => {
  await page.goto(`${site.siteUrl}/products/pebble-linear`);
  await expect(page.getByRole('button', { name: 'Zoom in' })).toBeVisible();
  await expect(key(page)).toHaveCount(0);
  await page.goto(site.siteUrl + board);
  await expect(key(page)).toBeVisible();
  await page.getByRole('radio', { name: /Heather/ }).check();
  await expect(key(page)).toBeHidden();
});

test(
  'a thumb turns a board on a phone and does not swipe the row, and still scrolls the page',
  { tag: '@touch' },
  async ({ browser, site }) => {
    const phone = { width: 390, height: 844 };
    const page = await browser.newPage({
      viewport: phone,
      hasTouch: true,
      isMobile: true,
      reducedMotion: 'reduce',
    });
    await page.goto(site.siteUrl + board);
    await key(page).tap();
    await expect(page.getByText('Drag to turn')).toBeVisible();
    const box = (await turntable(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const session = await page.context().newCDPSession(page);
    const drag = async (across: number, down: number) => {
      const touch = (type: string, share: number) =>
        session.send('Input.dispatchTouchEvent', {
          type: type as 'touchStart',
          touchPoints: type === 'touchEnd' ? [] : [{ x: x + across * share, y: y + down * share }],
        });
      await touch('touchStart', 0);
      for (let step = 1; step <= 10; step += 1) await touch('touchMove', step / 10);
      await page.waitForTimeout(150);
      await touch('touchEnd', 1);
    };
    await drag(-box.width / 4, 0);
    await expect(turntable(page)).toHaveAttribute('aria-valuenow', '270');
    expect(await page.locator('.gallery .row').evaluate(({ scrollLeft }) => scrollLeft)).toBe(0);
    await drag(0, -200);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100);
    await expect(turntable(page)).toHaveAttribute('aria-valuenow', '270');
    await page.close();
  },
);

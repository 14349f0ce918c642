/** The pictures of a product as large as the screen. */
import { expect, type Page } from 'playwright/test';
import { test } from '../../support/site.ts';

const board = '/keyboards/aldersea-alice';

const view = (page: Page) => page.getByRole('dialog', { name: /, large$/ });
/** Where in the picture, from 0 to 1, the point of the screen lies. */
const pointIn = (page: Page, at: { readonly x: number; readonly y: number }) =>
  view(page)
    .locator('[data-near] img')
    .evaluate((image, { x, y }) => {
      const box = image.getBoundingClientRect();
      return { across: (x - box.left) / box.width, down: (y - box.top) / box.height };
    }, at);

async function openView(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.locator('.gallery').getByRole('button', { name: 'Zoom in' }).click();
  await expect(view(page)).toBeVisible();
}

for (const size of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  test(`the large view begins with the whole picture, as wide as a screen of ${size.width} px lets it be`, async ({
    page,
    site,
  }) => {
    await page.setViewportSize(size);
    await openView(page, `${site.siteUrl}${board}`);
    const pane = view(page).locator('.pane').first();
    await expect(pane).toHaveJSProperty('scrollHeight', await pane.evaluate((e) => e.clientHeight));
    const box = await pane.boundingBox();
    const image = await view(page).locator('img').first().boundingBox();
    expect(image).toEqual(box);
    expect(image?.width).toBe(size.width);
    expect(image?.y).toBe(0);
    await expect(view(page).locator('img').first()).toHaveCSS('object-fit', 'contain');
  });
}

test('a press zooms in where it was made, from a drawing of 2240 px that nothing asked for before', async ({
  page,
  site,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const large = () => asked.filter((url) => url.includes('-2240.'));
  await openView(page, `${site.siteUrl}${board}`);
  await expect(view(page).locator('img').first()).toHaveJSProperty('complete', true);
  expect(large()).toEqual([]);
  const at = { x: 900, y: 300 };
  const whole = await view(page).locator('.pane').first().boundingBox();
  const [wide, high] = [whole?.width ?? 0, whole?.height ?? 0];
  const shown = Math.min(wide, (high * 4) / 3);
  await page.mouse.click(at.x, at.y);
  const near = view(page).locator('[data-near] img');
  await expect(near).toHaveAttribute('src', /-2240\.avif$/);
  expect((await near.boundingBox())?.width).toBeGreaterThanOrEqual(2 * shown);
  const { across, down } = await pointIn(page, at);
  expect(across).toBeCloseTo((at.x - (wide - shown) / 2) / shown, 2);
  expect(down).toBeCloseTo(at.y / high, 2);
  expect(large()).toHaveLength(1);
  const answer = await page.request.get(large()[0] ?? '');
  expect(answer.headers()['content-type']).toBe('image/avif');

  // A drag moves it, and is no press.
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(at.x + 120, at.y - 40, { steps: 4 });
  await page.mouse.up();
  const moved = await pointIn(page, { x: at.x + 120, y: at.y - 40 });
  expect(moved.across).toBeCloseTo(across, 2);
  expect(moved.down).toBeCloseTo(down, 2);
  await page.mouse.click(at.x, at.y);
  await expect(view(page).locator('[data-near]')).toHaveCount(0);
});

test('keys of the screen and of the keyboard lead through all pictures, the count is said, and focus comes back', async ({
  page,
  site,
}) => {
  await openView(page, `${site.siteUrl}${board}`);
  const count = view(page).locator('[aria-live]');
  const all = await view(page).locator('.pane').count();
  expect(all).toBeGreaterThan(3);
  await expect(count).toHaveText(`1 / ${all}`);
  await page.keyboard.press('ArrowRight');
  await expect(count).toHaveText(`2 / ${all}`);
  await expect(view(page).locator('.pane').nth(1)).toBeInViewport();
  await view(page).getByRole('button', { name: 'Next picture' }).click();
  await expect(count).toHaveText(`3 / ${all}`);
  await page.locator('.panes').focus();
  await page.keyboard.press('Enter');
  await expect(view(page).getByRole('button', { name: 'Show all of it' })).toBeVisible();
  const pane = view(page).locator('[data-near]');
  const before = await pane.evaluate(({ scrollLeft }) => scrollLeft);
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => pane.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(before);
  await expect(count).toHaveText(`3 / ${all}`);
  await page.keyboard.press('Escape');
  await expect(view(page)).toBeHidden();
  await expect(
    page.locator('.gallery .stage').getByRole('button', { name: 'Zoom in' }),
  ).toBeFocused();
  await expect(page.locator('.gallery .stage [data-place]')).toHaveText('3');
});

test('two fingers zoom a picture on a phone, and a swipe leads to the next', async ({
  browser,
  site,
}) => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  await openView(page, `${site.siteUrl}${board}`);
  const tools = await context.newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', spread: number) =>
    tools.send('Input.dispatchTouchEvent', {
      type,
      touchPoints:
        type === 'touchEnd'
          ? []
          : [
              { x: 195 - spread, y: 380, id: 1 },
              { x: 195 + spread, y: 380, id: 2 },
            ],
    });
  await touch('touchStart', 30);
  for (const spread of [40, 60, 75, 90]) await touch('touchMove', spread);
  await touch('touchEnd', 0);
  const near = view(page).locator('[data-near] img');
  await expect(near).toHaveAttribute('src', /-2240\.avif$/);
  expect((await near.boundingBox())?.width).toBeGreaterThan(390 * 1.8);
  await view(page).getByRole('button', { name: 'Show all of it' }).click();
  await tools.send('Input.synthesizeScrollGesture', {
    x: 300,
    y: 380,
    xDistance: -250,
    yDistance: 0,
  });
  await expect(view(page).locator('[data-place]')).toHaveText('2');
  await context.close();
});

test('where the largest drawing can’t be had, what is there is enlarged', async ({
  page,
  site,
}) => {
  await page.route('**/*-2240.avif', (route) => route.abort());
  await openView(page, `${site.siteUrl}${board}`);
  await page.mouse.click(700, 400);
  const near = view(page).locator('[data-near] img');
  await expect(near).toBeVisible();
  await expect(near).not.toHaveAttribute('src', /-2240/);
  expect((await near.boundingBox())?.width).toBeGreaterThan(2000);
});

import { expect, test, type Browser, type Page } from 'playwright/test';
import { findFaults } from '../../support/pages/axe.ts';
import { startPrimitivesSite } from '../../primitives/primitives-site.ts';

let site: Awaited<ReturnType<typeof startPrimitivesSite>>;
test.beforeAll(async () => {
  site = await startPrimitivesSite();
});
test.afterAll(() => site.close());

async function open(browser: Browser, width: number): Promise<Page> {
  const context = await browser.newContext({
    colorScheme: 'light',
    viewport: { width, height: 900 },
    reducedMotion: 'reduce',
    timezoneId: 'Europe/Amsterdam',
  });
  const page = await context.newPage();
  await page.goto(site.url, { waitUntil: 'networkidle' });
  await page.evaluate(() => document.fonts.ready);
  return page;
}

for (const width of [390, 1440] as const) {
  test(`every primitive looks as agreed at ${width} px, in both themes`, async ({ browser }) => {
    const page = await open(browser, width);
    // The foot is of the shop, whose pages change.
    await page
      .getByRole('contentinfo')
      .evaluate((foot) => foot.style.setProperty('display', 'none'));
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      const picture = await page.screenshot({ fullPage: true });
      expect(picture).toMatchSnapshot(`primitives-${width}-${theme}.png`, {
        maxDiffPixelRatio: 0.01,
        threshold: 0.25,
      });
    }
    await page.context().close();
  });
}

test('axe finds nothing among the primitives, and nothing is wider than its window', async ({
  browser,
}) => {
  const page = await open(browser, 1440);
  expect(await findFaults(page)).toEqual([]);
  for (const width of [320, 390, 2560]) {
    await page.setViewportSize({ width, height: 900 });
    const beyond = () =>
      page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
    await expect.poll(beyond, { message: `${width} px` }).toBe(0);
  }
  await page.context().close();
});

test('keys that are pressed with a finger are 44 px high', async ({ browser }) => {
  const page = await open(browser, 390);
  const low = await page.$$eval('main :is(button, input:not([type]), select, textarea)', (all) =>
    all
      .map((element) => ({
        text: element.outerHTML,
        height: element.getBoundingClientRect().height,
      }))
      .filter(({ height }) => height > 0 && height < 44),
  );
  expect(low).toEqual([]);
  await page.context().close();
});

test('a dialog takes the focus, closes with Escape and gives the focus back', async ({
  browser,
}) => {
  const page = await open(browser, 1440);
  const opener = page.getByRole('button', { name: 'Open a drawer' });
  await opener.click();
  const dialog = page.getByRole('dialog', { name: 'Your cart' });
  await expect(dialog).toBeVisible();
  expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
  await page.context().close();
});

test('a stepper stays within its limits and says which end is reached', async ({ browser }) => {
  const page = await open(browser, 1440);
  const stepper = page.getByRole('group', { name: 'Quantity' });
  await stepper.getByRole('button', { name: 'One more' }).click({ clickCount: 2 });
  await expect(stepper.getByRole('spinbutton')).toHaveValue('3');
  await expect(stepper.getByRole('button', { name: 'One more' })).toBeDisabled();
  await stepper.getByRole('spinbutton').fill('900');
  await stepper.getByRole('spinbutton').blur();
  await expect(stepper.getByRole('spinbutton')).toHaveValue('3');
  await page.context().close();
});

test('tabs are moved through with the arrow keys', async ({ browser }) => {
  const page = await open(browser, 1440);
  await page.getByRole('tab', { name: 'In the box' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Still needed' })).toBeFocused();
  await expect(page.getByRole('tabpanel')).toContainText('Switches and caps.');
  await page.context().close();
});

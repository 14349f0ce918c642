import { expect, type BrowserContext } from 'playwright/test';
import { samplePaths } from '../support/sample-pages.ts';
import { test } from '../support/site.ts';

/** How far what stands on a page moved until nothing more was loading. */
async function shiftOf(context: BrowserContext, url: string): Promise<number> {
  // A page of its own has no font in its memory from the one before.
  const page = await context.newPage();
  await page.goto(url, { waitUntil: 'networkidle' });
  const shift = await page.evaluate((): number => Reflect.get(globalThis, 'shift'));
  await page.close();
  return shift;
}

for (const width of [390, 1440]) {
  test(`no page moves while it loads, even if its fonts come late, at ${width} px`, async ({
    browser,
    site,
  }) => {
    const context = await browser.newContext({ viewport: { width, height: 900 } });
    await context.route('**/*.woff2', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 600));
      await route.continue();
    });
    await context.addInitScript(() => {
      Object.assign(globalThis, { shift: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          if ('value' in entry && typeof entry.value === 'number') {
            Object.assign(globalThis, { shift: Reflect.get(globalThis, 'shift') + entry.value });
          }
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    const paths = [...(await samplePaths(site)).values(), '/nowhere'];
    // Most of a visit is waiting for late fonts and silence: three wait together.
    const visit = async (): Promise<void> => {
      for (let path = paths.shift(); path !== undefined; path = paths.shift()) {
        const shift = await shiftOf(context, `${site.siteUrl}${path}`);
        expect.soft(shift, path).toBeLessThanOrEqual(0.001);
      }
    };
    await Promise.all([visit(), visit(), visit()]);
    // Screens that draw themselves have the processor for themselves, as on a visitor's machine.
    paths.push('/cart', '/orders', '/user', '/colorpicker');
    await visit();
    await context.close();
  });
}

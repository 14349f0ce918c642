import type { Page } from 'playwright/test';

/** Until a page has fetched what it fetches by itself, what its presses load included. */
export const whenIdle = (page: Page) =>
  page.locator('link[rel=manifest]').waitFor({ state: 'attached' });

/** As a visitor whose browser asks for less data: nothing is fetched before it is pressed for. */
export const saveData = (page: Page) =>
  page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  });

/** After compression, of the scripts that a page asked for once it was idle. */
export async function idleBytes(page: Page, address: string): Promise<number> {
  // Code for facts that are newer than the page comes with them, idle or not.
  await page.route('**/rest/v1/availability?*', (route) => route.fulfill({ json: [] }));
  await page.route('**/_astro/home-live.*', (route) => route.abort());
  await page.goto(address);
  await whenIdle(page);
  return page.evaluate(() => {
    const scripts = performance
      .getEntriesByType('resource')
      .filter((one) => one instanceof PerformanceResourceTiming)
      .filter(({ name }) => name.includes('/_astro/') && name.endsWith('.js'));
    const idle = scripts.find(({ name }) => /\/idle\./.test(name))?.startTime ?? Infinity;
    const early = scripts.filter(({ startTime }) => startTime < idle).map(({ name }) => name);
    const late = scripts.filter(({ name }) => !early.includes(name));
    // Fetched, then imported from the cache: once over the line.
    const sizes = new Map(late.map(({ name, encodedBodySize }) => [name, encodedBodySize]));
    return [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0);
  });
}

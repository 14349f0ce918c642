import { expect, type Page } from 'playwright/test';
import { test } from '../support/site.ts';

const lengthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight);

/** Scrolls as a person would, so that every part of the page was seen once. */
const scrollThrough = (page: Page) =>
  page.evaluate(async () => {
    const root = document.documentElement;
    for (let y = 0; y < root.scrollHeight; y += innerHeight / 2) {
      scrollTo({ top: y, behavior: 'instant' });
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    }
  });

for (const width of [390, 1440]) {
  for (const route of ['/', '/products/artisans', '/updates']) {
    test(`${route} is as long before it was scrolled through as after, at ${width} px`, async ({
      browser,
      site,
    }) => {
      const page = await browser.newPage({ viewport: { width, height: 844 } });
      await page.goto(`${site.siteUrl}${route}`);
      const seen = await browser.newPage({ viewport: { width, height: 844 } });
      await seen.goto(`${site.siteUrl}${route}`);
      await scrollThrough(seen);
      const whole = await lengthOf(seen);
      await expect.poll(async () => Math.abs((await lengthOf(page)) - whole)).toBeLessThan(8);
      await page.close();
      await seen.close();
    });

    test(`Back to ${route} is back at the same place, at ${width} px`, async ({
      browser,
      site,
    }) => {
      const page = await browser.newPage({ viewport: { width, height: 844 } });
      await page.goto(`${site.siteUrl}${route}`);
      await scrollThrough(page);
      await page.evaluate(() => scrollTo({ top: 5000, behavior: 'instant' }));
      const topOf = () =>
        page.evaluate(() => {
          const [first] = [...document.querySelectorAll('main :is(h2, h3)')]
            .map((element) => element.getBoundingClientRect().top)
            .filter((top) => top > 0);
          return first ?? 0;
        });
      const before = await topOf();
      await page.goto(`${site.siteUrl}/faq`);
      await page.goBack();
      await expect.poll(async () => Math.abs((await topOf()) - before)).toBeLessThan(8);
      await page.close();
    });
  }
}

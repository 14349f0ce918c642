import { expect, type Page } from 'playwright/test';
import { test } from '../../support/site.ts';

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
  for (const route of ['/', '/products/artisans']) {
    test(`Back to ${route} is back at the same place, at ${width} px`, async ({
      browser,
      site,
    }) => {
      const page = await browser.newPage({ viewport: { width, height: 844 } });
      await page.goto(`${site.siteUrl}${route}`);
      await scrollThrough(page);
      await page.evaluate(() => scrollTo({ top: 5000, behavior: 'instant' }));
      const topOf = (text: string) =>
        page.getByRole('heading', { name: text, exact: true }).first().boundingBox();
      const seen = await page.evaluate(() => {
        const shown = [...document.querySelectorAll('main :is(h2, h3)')];
        const first = shown.find((element) => element.getBoundingClientRect().top > 0);
        return {
          text: first?.textContent?.trim() ?? '',
          top: first?.getBoundingClientRect().top ?? 0,
        };
      });
      await page.goto(`${site.siteUrl}/faq`);
      await page.goBack();
      // The card that was pressed is in view again. A few lines break otherwise: the second page of a
      // visit is set in the shop's own face.
      await expect
        .poll(async () => Math.abs(((await topOf(seen.text))?.y ?? 9_999) - seen.top))
        .toBeLessThan(64);
      await page.close();
    });
  }
}

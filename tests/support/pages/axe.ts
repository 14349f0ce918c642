import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright/test';
import { isFirefox } from '../firefox/is-firefox.ts';

/** The rules whose answer depends on colours; all others read the same document in either theme. */
const colourRules = ['color-contrast', 'link-in-text-block'];

async function settle(page: Page): Promise<void> {
  // What moves or fades in has other colours half-way, and stands still in a page behind another. What
  // turns for ever has no end.
  await page.evaluate(() => {
    for (const one of document.getAnimations()) {
      if (one.effect?.getComputedTiming().endTime !== Infinity) one.finish();
    }
    // What is not drawn before it is near has a guessed height: its parts are measured over what follows.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('* { content-visibility: visible !important; }');
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  });
}

/** What axe has against the page, or a part of it, in both themes: nothing, where all is well. */
export async function findFaults(page: Page, part?: string): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await settle(page);
    const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] });
    // Otherwise axe sums up in a page that it opens for that, which Firefox answers nothing in.
    if (isFirefox(page)) axe.setLegacyMode();
    if (part !== undefined) axe.include(part);
    if (colorScheme === 'dark') axe.withRules(colourRules);
    const { violations } = await axe.analyze();
    for (const { id, nodes } of violations) {
      found.push(
        ...nodes.map(({ target, html }) => `${colorScheme}: ${id} ${target.join(' ')} ${html}`),
      );
    }
  }
  return found;
}

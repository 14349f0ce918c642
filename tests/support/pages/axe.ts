import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright/test';

/** The rules whose answer depends on colours; all others read the same document in either theme. */
const colourRules = ['color-contrast', 'link-in-text-block'];

async function settle(page: Page): Promise<void> {
  // What moves or fades in has other colours half-way. What turns for ever never ends, and what is
  // taken away meanwhile ends in a refusal: neither is waited for.
  await page.evaluate(() => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    return Promise.allSettled(ending.map((one) => one.finished)).then(() => null);
  });
}

/** What axe has against the page, or a part of it, in both themes: nothing, where all is well. */
export async function findFaults(page: Page, part?: string): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await settle(page);
    const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] });
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

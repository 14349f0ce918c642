import type { Page } from 'playwright/test';

declare global {
  interface Window {
    pressed?: () => Promise<void>;
  }
}

/** Counts what is pressed from now on, by pointer and over pages; what is typed costs nothing. */
export async function countPresses(page: Page): Promise<() => number> {
  let presses = 0;
  await page.exposeFunction('pressed', () => {
    presses += 1;
  });
  const listen = () => addEventListener('pointerdown', () => void window.pressed?.(), true);
  await page.addInitScript(listen);
  await page.evaluate(listen);
  return () => presses;
}

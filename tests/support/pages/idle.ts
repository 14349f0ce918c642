import type { Page } from 'playwright/test';

/** Until a page has fetched what it fetches by itself, what its presses load included. */
export const whenIdle = (page: Page) =>
  page.waitForFunction(() => localStorage.getItem('keywright:faces') !== null);

/** As a visitor whose browser asks for less data: nothing is fetched before it is pressed for. */
export const saveData = (page: Page) =>
  page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  });

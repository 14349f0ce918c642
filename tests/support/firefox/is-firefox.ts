import type { Page } from 'playwright/test';

export const isFirefox = (page: Page): boolean =>
  page.context().browser()?.browserType().name() === 'firefox';

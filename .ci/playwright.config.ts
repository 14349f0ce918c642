import os from 'node:os';
import path from 'node:path';
import { defineConfig } from 'playwright/test';
import { browserArguments, findBrowser } from '../scripts/ensure-browser.ts';

export default defineConfig({
  testDir: path.resolve(import.meta.dirname, '../tests/e2e'),
  outputDir: path.join(os.tmpdir(), 'keywright-e2e'),
  timeout: 90_000,
  // Machines are shared: waiting longer costs nothing where all is well, and the one second try is
  // reported as such.
  expect: { timeout: 15_000 },
  retries: 1,
  // The shop is one for all tests, and two cores hold one browser and its backend.
  workers: 1,
  forbidOnly: true,
  use: {
    launchOptions: { executablePath: findBrowser() ?? '', args: browserArguments },
    // Times and money on the page do not depend on the machine that runs the tests.
    locale: 'en-GB',
    timezoneId: 'Europe/Amsterdam',
  },
});

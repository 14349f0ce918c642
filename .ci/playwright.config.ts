import os from 'node:os';
import path from 'node:path';
import { defineConfig } from 'playwright/test';
import { browserArguments, findBrowser } from '../scripts/ensure-browser.ts';
import { firefoxProject } from '../tests/support/firefox/project.ts';

const builders =
  /(captcha|card-refunds|error-reports|frame-islands|going-live|hostile-site|languages|paypal|publish|telemetry-(consent|errors|statistics)|unbroken-words)\.spec/;

/** What goes further in the long run; of what walks every page, `npm test` has a short form elsewhere. */
const longForms = /(accounts-safety|every-page)\.spec/;
const onlyLong = /every-page\.spec/;
const isLong = process.env['KEYWRIGHT_LONG'] === '1';
const isFirefox = process.env['KEYWRIGHT_BROWSER'] === 'firefox';

export default defineConfig({
  testDir: path.resolve(import.meta.dirname, '../tests/e2e'),
  outputDir: path.join(os.tmpdir(), 'keywright-e2e'),
  timeout: 90_000,
  // Machines are shared: waiting longer costs nothing where all is well, and the one second try is
  // reported as such.
  expect: { timeout: 15_000 },
  retries: 1,
  // Half of a test's time is waiting: two browsers share the shop and fill two cores.
  workers: 2,
  projects: isFirefox
    ? [firefoxProject]
    : isLong
      ? [{ testMatch: longForms }]
      : [
          // What builds a site of its own does so one after the other: builds of one checkout share a folder.
          { name: 'builders', testMatch: builders, workers: 1 },
          { testIgnore: [builders, onlyLong] },
        ],
  forbidOnly: true,
  use: {
    launchOptions: { executablePath: findBrowser() ?? '', args: browserArguments },
    // Times and money on the page do not depend on the machine that runs the tests.
    locale: 'en-GB',
    timezoneId: 'Europe/Amsterdam',
  },
});

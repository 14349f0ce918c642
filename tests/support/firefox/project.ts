/** What shoppers do, in the Firefox that people have: Playwright drives it over WebDriver BiDi. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { PlaywrightTestProject } from 'playwright/test';

/** What keeps a test from running there, by its tag. */
export const missing: Readonly<Record<`@${string}`, string>> = {
  '@touch': 'Playwright sends no touch over WebDriver BiDi.',
  '@request-body':
    'Playwright does not learn what a page sends, so it can’t send it on for the page.',
  '@slow': 'Takes a minute there, and what it tries is in shorter tests too.',
};

const testFolder = path.resolve(import.meta.dirname, '../../e2e');

/** A file says at its top that it runs there. */
const filesForFirefox = (): string[] =>
  globSync('**/*.spec.ts', { cwd: testFolder })
    .map((file) => path.join(testFolder, file))
    .filter((file) => /^\/\/ browsers: .*\bfirefox\b/.test(readFileSync(file, 'utf8')));

export const firefoxProject: PlaywrightTestProject = {
  name: 'firefox',
  testMatch: filesForFirefox(),
  grepInvert: new RegExp(`(${Object.keys(missing).join('|')})\\b`),
  use: {
    browserName: 'firefox',
    // Playwright's word for a Firefox that it has not built itself.
    channel: 'moz-firefox',
    launchOptions: {
      executablePath: path.join(import.meta.dirname, 'launch.ts'),
      // For what Firefox has no command for: see relay.ts.
      args: ['--remote-allow-system-access'],
      // The Node that runs the tests runs launch.ts too, whatever else the machine has.
      env: { ...process.env, PATH: `${path.dirname(process.execPath)}:${process.env['PATH']}` },
      firefoxUserPrefs: {
        // Playwright's own world reads such a property twice, which ends the page's process.
        'accessibility.ARIAElementReflection.enabled': false,
        // A page that is kept whole for the way back loads nothing, and Playwright waits for that.
        'browser.sessionhistory.max_total_viewers': 0,
        // Firefox takes no key or press in a page's first moments, and tests are quicker than people.
        'dom.input_events.security.minNumTicks': 0,
        'dom.input_events.security.minTimeElapsedInMS': 0,
        // What a test has permitted is not asked for in a window that nobody sees.
        'dom.events.testing.asyncClipboard': true,
        'dom.ipc.processPrelaunch.enabled': false,
        'toolkit.startup.max_resumed_crashes': -1,
      },
    },
  },
};

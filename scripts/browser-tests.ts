import { spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { say } from './progress.ts';

interface Spec {
  readonly title: string;
  readonly tests: readonly {
    readonly status: string;
    readonly results?: readonly { readonly error?: { readonly message?: string } }[];
  }[];
}

interface Suite {
  readonly file: string;
  readonly suites?: readonly Suite[];
  readonly specs?: readonly Spec[];
}

interface PlaywrightReport {
  readonly suites: readonly Suite[];
  readonly stats: {
    readonly expected: number;
    readonly unexpected: number;
    readonly flaky: number;
    readonly skipped: number;
  };
  readonly errors: readonly { readonly message?: string }[];
}

/** Where two tests of one file needed their second try, the fault is the file's, not the machine's. */
export function flakyFiles(suites: readonly Suite[]): readonly string[] {
  const count = ({ suites: inner = [], specs = [] }: Suite): number => {
    const own = specs.flatMap(({ tests }) => tests).filter(({ status }) => status === 'flaky');
    return inner.reduce((sum, suite) => sum + count(suite), own.length);
  };
  return suites.filter((suite) => count(suite) > 1).map(({ file }) => file);
}

/** What failed at any try, a line each. */
export function browserFaults(suites: readonly Suite[]): readonly string[] {
  return suites.flatMap(({ file, suites: inner = [], specs = [] }) => [
    ...browserFaults(inner),
    ...specs.flatMap(({ title, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map(({ results = [] }) => {
          const message = results.find(({ error }) => error)?.error?.message ?? '';
          return `${file}: ${title}: ${stripVTControlCharacters(message).slice(0, 600)}`;
        }),
    ),
  ]);
}

export async function runBrowserTests(
  projectFolder: string,
  browser: 'chromium' | 'firefox',
): Promise<{
  readonly passed: number;
  readonly failed: number;
  readonly faults: readonly string[];
}> {
  const reportFile = path.join(os.tmpdir(), `keywright-e2e-${process.pid}.json`);
  const cli = path.join(projectFolder, 'node_modules/playwright/cli.js');
  const config = path.join(projectFolder, '.ci/playwright.config.ts');
  const child = spawn(
    process.execPath,
    [cli, 'test', '--config', config, '--reporter', 'list,json'],
    {
      cwd: projectFolder,
      env: {
        ...process.env,
        KEYWRIGHT_BROWSER: browser,
        PLAYWRIGHT_JSON_OUTPUT_NAME: reportFile,
        FORCE_COLOR: '0',
      },
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  );
  await new Promise((resolve) => child.once('close', resolve));
  const report = JSON.parse(await readFile(reportFile, 'utf8')) as PlaywrightReport;
  await rm(reportFile, { force: true });
  const { expected, unexpected, flaky } = report.stats;
  if (flaky > 0) say(`${flaky} browser tests passed at their second try; each is named above.`);
  const unsound = flakyFiles(report.suites);
  for (const file of unsound) say(`${file} needed a second try twice, which counts as a failure.`);
  // A file that can't even be loaded runs no test: it must count as a failure all the same.
  return {
    passed: expected + flaky,
    failed: unexpected + report.errors.length + unsound.length,
    faults: browserFaults(report.suites),
  };
}

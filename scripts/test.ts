/** Runs every suite and counts them together. */
import { glob } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { startTestCluster } from '../tests/support/cluster.ts';
import { readFigures } from '../tests/support/long-figures.ts';
import { startTestShop } from '../tests/support/shop.ts';
import { writeFigures } from './figures.ts';
import { ensureBrowser, ensureFirefox } from './ensure-browser.ts';
import { say, step } from './progress.ts';
import { runCommand } from './shop.ts';
import { runBrowserTests } from './browser-tests.ts';

export interface Count {
  readonly passed: number;
  readonly failed: number;
}

const nodeSuites = ['unit', 'database', 'backend', 'build'] as const;
const only = new Set(process.argv.slice(2));
const isLong = process.env['KEYWRIGHT_LONG'] === '1';
const wants = (suite: string): boolean => only.size === 0 || only.has(suite);

async function runNodeSuite(suite: string, folder: string): Promise<Count> {
  const files = await Array.fromAsync(glob(path.join(folder, 'tests', suite, '**/*.test.ts')));
  if (files.length === 0) throw new Error(`tests/${suite} holds no test.`);
  say(`\n— ${suite}: ${files.length} files`);
  const first = await runFiles(files.toSorted(), 2);
  if (first.failedFiles.length === 0) return first.count;
  // Two cores that others use too can starve a test of time. A file that fails is run once more, alone
  // and in the open: a real fault fails again, and what needed this is named.
  const names = first.failedFiles.map((file) => path.relative(folder, file)).join(', ');
  say(`\n— ${suite}, second try alone: ${names}`);
  const second = await runFiles(first.failedFiles, 1);
  // What failed twice at first and passes now is no slip of the machine.
  const unsound = first.failedFiles.filter(
    (file) => (first.failures.get(file)?.size ?? 0) > 1 && !second.failedFiles.includes(file),
  );
  for (const file of unsound) {
    say(`${path.relative(folder, file)} needed a second try twice, which counts as a failure.`);
  }
  return {
    passed: first.passedElsewhere + second.count.passed,
    failed: second.count.failed + unsound.length,
  };
}

/** What failed at any try, told once more at the end: the whole log of a run is long. */
const faults: string[] = [];

interface FilesRun {
  readonly count: Count;
  readonly failedFiles: readonly string[];
  /** By file, what went wrong: what fails before all of its tests is one failure. */
  readonly failures: ReadonlyMap<string, ReadonlySet<string>>;
  /** Tests that passed in the files without a failure. */
  readonly passedElsewhere: number;
}

async function runFiles(files: readonly string[], concurrency: number): Promise<FilesRun> {
  let count: Count = { passed: 0, failed: files.length };
  let passedElsewhere = 0;
  const sound = new Set<string>();
  const failures = new Map<string, Set<string>>();
  const events = run({ files: [...files], concurrency, timeout: isLong ? 3_600_000 : 400_000 });
  events.on('test:summary', ({ file, counts, success }) => {
    if (file === undefined) {
      const failed = counts.tests - counts.passed - counts.skipped - counts.todo;
      count = { passed: counts.passed, failed };
    } else if (success) {
      sound.add(file);
      passedElsewhere += counts.passed;
    }
  });
  events.on('test:fail', ({ name, file = '', line, details: { error } }) => {
    const type = 'failureType' in error ? error.failureType : null;
    // These follow from a failure that is told by itself.
    if (type === 'subtestsFailed' || type === 'cancelledByParent') return;
    const { message } = error.cause instanceof Error ? error.cause : error;
    faults.push(`${path.basename(file)}: ${name}: ${message.slice(0, 600)}`);
    const where = type === 'hookFailed' ? message : `${line} ${name}`;
    failures.set(file, (failures.get(file) ?? new Set()).add(where));
  });
  for await (const chunk of events.compose(spec)) process.stdout.write(String(chunk));
  const failedFiles = files.filter((file) => !sound.has(file));
  return { count, failedFiles, failures, passedElsewhere };
}

/** Where the suites of the long run note what they measured. */
const figuresFile = path.join(os.tmpdir(), `keywright-figures-${process.pid}`);
if (isLong) process.env['KEYWRIGHT_LONG_FIGURES'] = figuresFile;

await runCommand(async ({ projectFolder }) => {
  const counts: Count[] = [];
  if (wants('unit')) counts.push(await runNodeSuite('unit', projectFolder));
  const cluster = await step('Start a database for the tests', () => startTestCluster());
  try {
    process.env['KEYWRIGHT_TEST_CLUSTER'] = cluster.url;
    for (const suite of nodeSuites.filter((name) => name === 'database' || name === 'backend')) {
      if (wants(suite)) counts.push(await runNodeSuite(suite, projectFolder));
    }
    if (['build', 'e2e', 'firefox'].some(wants))
      counts.push(...(await runSiteSuites(projectFolder).catch(siteSuitesFailed)));
  } finally {
    await cluster.stop();
  }
  const passed = counts.reduce((sum, count) => sum + count.passed, 0);
  const failed = counts.reduce((sum, count) => sum + count.failed, 0);
  const lines = readFigures(figuresFile);
  for (const row of lines) say(row);
  if (faults.length > 0) say(`\nFailed at one try or at both:\n${faults.join('\n')}`);
  if (lines.length > 0) await writeFigures(projectFolder, [{ title: 'The long run', lines }]);
  say(`\n${passed} passed, ${failed} failed`);
  if (failed > 0 || passed === 0) process.exitCode = 1;
});
process.exit();

/** What needs the built site shares one: building it is the dearest part of the run. */
async function runSiteSuites(projectFolder: string): Promise<Count[]> {
  const shop = await step('Build and serve the shop for the tests', () => startTestShop());
  try {
    Object.assign(process.env, shop.environment);
    const counts: Count[] = [];
    if (wants('build')) counts.push(await runNodeSuite('build', projectFolder));
    if (wants('e2e')) {
      await step('Find or install Chromium', ensureBrowser);
      counts.push(await countBrowserTests(projectFolder, 'chromium'));
    }
    if (wants('firefox')) counts.push(await runFirefoxTests(projectFolder));
    return counts;
  } finally {
    await shop.stop();
  }
}

/** A site or a browser that can't be had fails the run, and leaves the other suites their numbers. */
function siteSuitesFailed(error: unknown): Count[] {
  faults.push(
    `The tests of the built site: ${error instanceof Error ? error.message : String(error)}`,
  );
  return [{ passed: 0, failed: 1 }];
}

async function countBrowserTests(folder: string, browser: 'chromium' | 'firefox'): Promise<Count> {
  const { faults: told, ...count } = await runBrowserTests(folder, browser);
  faults.push(...told);
  return count;
}

/** A Firefox that can't be had fails the run, and leaves the other suites their numbers. */
async function runFirefoxTests(projectFolder: string): Promise<Count> {
  try {
    await step('Find or install Firefox', ensureFirefox);
  } catch (error) {
    say(`Nothing was tried in Firefox. ${error instanceof Error ? error.message : String(error)}`);
    return { passed: 0, failed: 1 };
  }
  say('\n— firefox: what shoppers do');
  const count = await countBrowserTests(projectFolder, 'firefox');
  say(`In Firefox ${count.passed} passed, ${count.failed} failed.`);
  return count;
}

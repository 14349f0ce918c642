/**
 * Runs every suite and counts them together.
 * It prevents a suite from being forgotten: each folder of tests/ that holds tests is run, and a run
 * in which a suite found no test fails.
 */
import { glob } from 'node:fs/promises';
import path from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { startTestCluster } from '../tests/support/cluster.ts';
import { startTestShop } from '../tests/support/shop.ts';
import { ensureBrowser } from './ensure-browser.ts';
import { say, step } from './progress.ts';
import { runCommand } from './shop.ts';
import { runBrowserTests } from './browser-tests.ts';

export interface Count {
  readonly passed: number;
  readonly failed: number;
}

const nodeSuites = ['unit', 'database', 'backend', 'build'] as const;
const only = new Set(process.argv.slice(2));
const wants = (suite: string): boolean => only.size === 0 || only.has(suite);

async function runNodeSuite(suite: string, folder: string): Promise<Count> {
  const files = await Array.fromAsync(glob(path.join(folder, 'tests', suite, '**/*.test.ts')));
  if (files.length === 0) throw new Error(`tests/${suite} holds no test.`);
  say(`\n— ${suite}: ${files.length} files`);
  const count = { passed: 0, failed: 0 };
  const events = run({ files: files.toSorted(), concurrency: 2, timeout: 600_000 });
  events.on('test:summary', ({ file, counts }) => {
    if (file !== undefined) return;
    count.passed = counts.passed;
    count.failed = counts.tests - counts.passed - counts.skipped - counts.todo;
  });
  const report = events.compose(spec);
  for await (const chunk of report) process.stdout.write(String(chunk));
  return count;
}

await runCommand(async ({ projectFolder }) => {
  const counts: Count[] = [];
  if (wants('unit')) counts.push(await runNodeSuite('unit', projectFolder));
  const cluster = await step('Start a database for the tests', startTestCluster);
  try {
    process.env['KEYWRIGHT_TEST_CLUSTER'] = cluster.url;
    for (const suite of nodeSuites.filter((name) => name === 'database' || name === 'backend')) {
      if (wants(suite)) counts.push(await runNodeSuite(suite, projectFolder));
    }
    if (wants('build') || wants('e2e')) counts.push(...(await runSiteSuites(projectFolder)));
  } finally {
    await cluster.stop();
  }
  const passed = counts.reduce((sum, count) => sum + count.passed, 0);
  const failed = counts.reduce((sum, count) => sum + count.failed, 0);
  say(`\n${passed} passed, ${failed} failed`);
  if (failed > 0 || passed === 0) process.exitCode = 1;
});
process.exit();

/** What needs the built site shares one: building it is the dearest part of the run. */
async function runSiteSuites(projectFolder: string): Promise<Count[]> {
  const shop = await step('Build and serve the shop for the tests', startTestShop);
  try {
    Object.assign(process.env, shop.environment);
    const counts: Count[] = [];
    if (wants('build')) counts.push(await runNodeSuite('build', projectFolder));
    if (wants('e2e')) {
      await step('Find or install Chromium', ensureBrowser);
      counts.push(await runBrowserTests(projectFolder));
    }
    return counts;
  } finally {
    await shop.stop();
  }
}

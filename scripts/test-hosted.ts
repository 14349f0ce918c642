/**
 * Runs the contract tests against the hosted project that SUPABASE_TEST_URL, …_PUBLISHABLE_KEY and
 * …_SECRET_KEY name. What would send mail, cost money or look into the database is left out and
 * counted as skipped.
 */
import { glob } from 'node:fs/promises';
import path from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { say } from './progress.ts';

const needed = ['URL', 'PUBLISHABLE_KEY', 'SECRET_KEY'].map((name) => `SUPABASE_TEST_${name}`);
/** The files whose subject is what a client sees, not how the embedded backend does it. */
const contract = [
  'auth-account',
  'auth-admin',
  'auth-factors',
  'auth-mail-links',
  'auth-sessions',
  'auth-sign-up',
  'functions',
  'rest',
  'storage',
  'storage-hostile',
  'storage-rights',
];

async function testHosted(): Promise<void> {
  const missing = needed.filter((name) => !process.env[name]);
  if (missing.length > 0) {
    process.stderr.write(`Set ${missing.join(', ')} to the project that is to be tested.\n`);
    process.exitCode = 1;
    return;
  }
  const folder = path.resolve(import.meta.dirname, '../tests/backend');
  const files = await Array.fromAsync(
    glob(path.join(folder, `**/{${contract.join(',')}}.test.ts`)),
  );
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const events = run({ files, concurrency: 1, timeout: 600_000 });
  events.on('test:summary', ({ file, counts: of }) => {
    if (file !== undefined) return;
    counts.passed = of.passed;
    counts.skipped = of.skipped;
    counts.failed = of.tests - of.passed - of.skipped - of.todo;
  });
  for await (const chunk of events.compose(spec)) process.stdout.write(String(chunk));
  say(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
  if (counts.failed > 0 || counts.passed === 0) process.exitCode = 1;
}

await testHosted();

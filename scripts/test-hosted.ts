/**
 * Runs the contract suites against the hosted project that SUPABASE_TEST_URL, …_PUBLISHABLE_KEY and
 * …_SECRET_KEY name, and where …_DATABASE_URL names its database also those that make tables of their
 * own. For a staging project: what a suite left behind is removed, and what can't be fails the run.
 */
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { say } from './progress.ts';

const needed = ['URL', 'PUBLISHABLE_KEY', 'SECRET_KEY'].map((name) => `SUPABASE_TEST_${name}`);
/** A suite is one of the contract when it asks this module what it may do. */
const contract = /from '[./]*support\/hosted\/contract\.ts'/;

async function contractFiles(): Promise<string[]> {
  const folder = path.resolve(import.meta.dirname, '../tests/backend');
  const files = await Array.fromAsync(glob(path.join(folder, '**/*.test.ts')));
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  return files.filter((_, place) => contract.test(texts[place] ?? '')).toSorted();
}

/** What tests make, by its id. */
interface Belongings {
  readonly accounts: ReadonlyMap<string, string>;
  readonly buckets: ReadonlySet<string>;
  readonly files: number;
  readonly orders: number;
}

async function readBelongings(client: SupabaseClient): Promise<Belongings> {
  const buckets = await client.storage.listBuckets();
  if (buckets.error) throw buckets.error;
  const orders = await client.from('orders').select('id', { count: 'exact', head: true });
  if (orders.error) throw new Error(`Orders could not be counted: ${orders.status}`);
  const names = buckets.data.map(({ id }) => id);
  const listed = await Promise.all(
    names.map((name) => client.storage.from(name).list('', { limit: 1000 })),
  );
  return {
    accounts: await readAccounts(client),
    buckets: new Set(names),
    files: listed.reduce((sum, { data }) => sum + (data?.length ?? 0), 0),
    orders: orders.count ?? 0,
  };
}

async function readAccounts(client: SupabaseClient): Promise<Map<string, string>> {
  const accounts = new Map<string, string>();
  for (let page = 1; ; page += 1) {
    const { data, error } = await client.auth.admin.listUsers({ page, perPage: 500 });
    if (error) throw error;
    for (const { id, email, phone } of data.users) accounts.set(id, email || (phone ?? ''));
    if (data.users.length < 500) return accounts;
  }
}

/** Nobody else's account is removed, whoever signs up meanwhile. */
const ofTests = /@keywright\.test$|^\+?4790/;

/** Says what is still there that was not before. */
async function removeLeftovers(client: SupabaseClient, before: Belongings): Promise<string[]> {
  const after = await readBelongings(client);
  for (const [id, name] of after.accounts) {
    if (!before.accounts.has(id) && ofTests.test(name)) await client.auth.admin.deleteUser(id);
  }
  for (const bucket of after.buckets) {
    if (before.buckets.has(bucket) || !bucket.startsWith('test-')) continue;
    await client.storage.emptyBucket(bucket);
    await client.storage.deleteBucket(bucket);
  }
  const left = await readBelongings(client);
  return [
    ...[...left.accounts]
      .filter(([id]) => !before.accounts.has(id))
      .map(([, email]) => `the account ${email}`),
    ...[...left.buckets].filter((id) => !before.buckets.has(id)).map((id) => `the bucket ${id}`),
    ...(left.files === before.files ? [] : [`${left.files - before.files} files`]),
    ...(left.orders === before.orders ? [] : [`${left.orders - before.orders} orders`]),
  ];
}

async function runSuites(files: string[]) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const events = run({ files, concurrency: 1, timeout: 600_000 });
  events.on('test:summary', ({ file, counts: of }) => {
    if (file !== undefined) return;
    counts.passed = of.passed;
    counts.skipped = of.skipped;
    counts.failed = of.tests - of.passed - of.skipped - of.todo;
  });
  for await (const chunk of events.compose(spec)) process.stdout.write(String(chunk));
  return counts;
}

async function testHosted(): Promise<void> {
  const missing = needed.filter((name) => !process.env[name]);
  if (missing.length > 0) {
    process.stderr.write(`Set ${missing.join(', ')} to the project that is to be tested.\n`);
    process.exitCode = 1;
    return;
  }
  const [url = '', , secretKey = ''] = needed.map((name) => process.env[name]);
  const client = createClient(url, secretKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const before = await readBelongings(client);
  const counts = await runSuites(await contractFiles());
  const left = await removeLeftovers(client, before);
  if (left.length > 0) say(`\nStill there: ${left.join(', ')}`);
  say(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
  if (counts.failed > 0 || counts.passed === 0 || left.length > 0) process.exitCode = 1;
}

await testHosted();

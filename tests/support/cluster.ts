/** The template holds everything that a fresh shop holds. */
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import postgres from 'postgres';
import { findFreePort } from '../../scripts/local-supabase/ports.ts';
import { startCluster } from '../../scripts/local-supabase/postgres.ts';
import { embeddedKeys } from '../../scripts/settings.ts';
import { checkAnswers } from './checked-answers.ts';
import { makeDatabaseFolder } from './temporary-folder.ts';

// Tests order much from one machine; those of the limits switch them on.
process.env['KEYWRIGHT_ORDER_LIMITS'] ??= 'off';

export const projectFolder = path.resolve(import.meta.dirname, '../..');
const template = 'keywright_template';
/** As a shop has it, where the template holds answers against what is told of them. */
export const plainDatabase = 'keywright_plain';

export interface TestCluster {
  /** A superuser's URL of the database `postgres`, from which the others are derived. */
  readonly url: string;
  stop(): Promise<void>;
}

export function databaseUrl(clusterUrl: string, database: string): string {
  const url = new URL(clusterUrl);
  url.pathname = `/${database}`;
  return url.href;
}

export async function startTestCluster(): Promise<TestCluster> {
  const folder = await makeDatabaseFolder();
  const port = await findFreePort();
  const cluster = await startCluster({ folder: path.join(folder, 'pg'), port, durable: false });
  const stop = async () => {
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await createDatabase(cluster.url('postgres'), template);
    // Here alone: what only asks a database that is there starts in a third of the time without it.
    const { startLocalSupabase } = await import('../../scripts/local-supabase/backend.ts');
    const backend = await startLocalSupabase({
      projectFolder,
      dataFolder: folder,
      databaseUrl: cluster.url(template),
      apiPort: await findFreePort(),
      functionsPort: await findFreePort(),
      siteUrl: 'http://localhost:4321',
      ...embeddedKeys,
    });
    await backend.stop();
    await createDatabase(cluster.url('postgres'), plainDatabase, template);
    await checkAnswers(cluster.url(template));
    return { url: cluster.url('postgres'), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function createDatabase(clusterUrl: string, name: string, from?: string): Promise<void> {
  const sql = postgres(clusterUrl, { max: 1, onnotice() {} });
  try {
    const source = from ? sql`template ${sql(from)} strategy file_copy` : sql``;
    await sql`create database ${sql(name)} ${source} owner ${sql('supabase_admin')}`;
  } finally {
    await sql.end();
  }
}

export interface TestDatabase {
  /** As superuser. */
  readonly url: string;
  drop(): Promise<void>;
}

/** A clone of the template: migrated, seeded, with the demo accounts. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const own = process.env['KEYWRIGHT_TEST_CLUSTER'] ? null : await startTestCluster();
  const clusterUrl = own?.url ?? process.env['KEYWRIGHT_TEST_CLUSTER'] ?? '';
  const name = `test_${randomUUID().replaceAll('-', '').slice(0, 16)}`;
  await createDatabase(clusterUrl, name, template);
  return {
    url: databaseUrl(clusterUrl, name),
    async drop() {
      const sql = postgres(clusterUrl, { max: 1, onnotice() {} });
      await sql`drop database if exists ${sql(name)} with (force)`;
      await sql.end();
      await own?.stop();
    },
  };
}

import { rm } from 'node:fs/promises';
import type { DeliveredMail } from '../../scripts/local-supabase/context.ts';
import {
  startLocalSupabase,
  type LocalSupabaseOptions,
} from '../../scripts/local-supabase/backend.ts';
import { findFreePort } from '../../scripts/local-supabase/ports.ts';
import { embeddedKeys } from '../../scripts/settings.ts';
import { createTestDatabase, projectFolder } from './cluster.ts';
import { hostedDatabaseUrl } from './hosted/contract.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

export interface TestBackend {
  readonly url: string;
  readonly publishableKey: string;
  readonly secretKey: string;
  /** As superuser; of a hosted project as its user, or empty. */
  readonly databaseUrl: string;
  readonly dataFolder: string;
  emails(): Promise<readonly DeliveredMail[]>;
  stop(): Promise<void>;
}

export async function startTestBackend(
  options: Partial<LocalSupabaseOptions> = {},
): Promise<TestBackend> {
  const hostedUrl = process.env['SUPABASE_TEST_URL'] ?? '';
  return hostedUrl === '' ? startEmbedded(options) : hostedBackend(hostedUrl);
}

function hostedBackend(url: string): TestBackend {
  return {
    url,
    publishableKey: process.env['SUPABASE_TEST_PUBLISHABLE_KEY'] ?? '',
    secretKey: process.env['SUPABASE_TEST_SECRET_KEY'] ?? '',
    databaseUrl: hostedDatabaseUrl,
    dataFolder: '',
    emails: () => Promise.resolve([]),
    stop: () => Promise.resolve(),
  };
}

async function startEmbedded(options: Partial<LocalSupabaseOptions>): Promise<TestBackend> {
  const database = await createTestDatabase();
  const dataFolder = await makeTemporaryFolder();
  const apiPort = await findFreePort();
  const url = `http://127.0.0.1:${apiPort}`;
  const backend = await startLocalSupabase({
    projectFolder,
    dataFolder,
    databaseUrl: database.url,
    apiPort,
    apiUrl: url,
    functionsPort: await findFreePort(),
    siteUrl: 'http://localhost:4321',
    ...embeddedKeys,
    ...options,
  });
  return {
    url,
    ...embeddedKeys,
    databaseUrl: database.url,
    dataFolder,
    emails: () => Promise.resolve(backend.mailbox.list()),
    async stop() {
      await backend.stop();
      await database.drop();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import postgres from 'postgres';
import { createClient } from '@supabase/supabase-js';
import { startLocalSupabase } from '../../scripts/local-supabase/backend.ts';
import { findFreePort } from '../../scripts/local-supabase/ports.ts';
import { embeddedKeys } from '../../scripts/settings.ts';
import { functionPrivileges, relationPrivileges } from '../support/access.ts';
import { createTestDatabase, projectFolder } from '../support/cluster.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';

async function agreed(name: string): Promise<unknown> {
  return JSON.parse(await readFile(path.join(projectFolder, 'tests/cases', name), 'utf8'));
}

async function assertAgreedRights(sql: postgres.Sql, apiUrl: string, start: string): Promise<void> {
  const visitor = createClient(apiUrl, embeddedKeys.publishableKey);
  const answers = await Promise.all(
    Array.from({ length: 200 }, () => visitor.from('products').select('id').limit(1)),
  );
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200], start);
  assert.deepEqual(await relationPrivileges(sql), await agreed('grants.json'), start);
  assert.deepEqual(await functionPrivileges(sql), await agreed('function-grants.json'), start);
}

test('rights are those that were agreed after 200 parallel first requests, before and after a restart', async (context) => {
  const database = await createTestDatabase();
  const sql = postgres(database.url, { max: 1, onnotice() {} });
  context.after(async () => {
    await sql.end();
    await database.drop();
  });
  for (const start of ['first', 'second']) {
    const apiPort = await findFreePort();
    const apiUrl = `http://127.0.0.1:${apiPort}`;
    const backend = await startLocalSupabase({
      projectFolder,
      dataFolder: await makeTemporaryFolder(),
      databaseUrl: database.url,
      apiPort,
      apiUrl,
      functionsPort: await findFreePort(),
      siteUrl: 'http://localhost:4321',
      ...embeddedKeys,
    });
    try {
      await assertAgreedRights(sql, apiUrl, start);
    } finally {
      await backend.stop();
    }
  }
});

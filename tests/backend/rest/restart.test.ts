import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import postgres from 'postgres';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { startLocalSupabase } from '../../../scripts/local-supabase/backend.ts';
import { findFreePort } from '../../../scripts/local-supabase/ports.ts';
import { embeddedKeys } from '../../../scripts/settings.ts';
import {
  functionPrivileges,
  relationPrivileges,
  type Privileges,
} from '../../support/pages/access.ts';
import { createTestDatabase, projectFolder } from '../../support/cluster.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';

async function agreed<T>(name: string): Promise<T> {
  return JSON.parse(await readFile(path.join(projectFolder, 'tests/cases', name), 'utf8'));
}

async function signedIn(apiUrl: string, name: string): Promise<SupabaseClient> {
  const client = createClient(apiUrl, embeddedKeys.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const email = `${name}@keywright.test`;
  const { error } = await client.auth.signInWithPassword({ email, password: 'Keywright-demo-1' });
  assert.equal(error, null);
  return client;
}

/** What a client is let see of each table, in the words of the snapshot: all columns, some or none. */
async function readable(
  client: SupabaseClient,
  grants: Readonly<Record<string, Privileges>>,
): Promise<Record<string, string>> {
  const seen: Record<string, string> = {};
  for (const [table, roles] of Object.entries(grants)) {
    const asked = ['*', ...Object.values(roles).flatMap(({ select = [] }) => select)];
    for (const columns of new Set(asked)) {
      const list = columns.replaceAll(' ', ',');
      const { error } = await client.from(table).select(list).limit(1);
      if (error === null) seen[table] ??= columns;
      else assert.equal(error.code, '42501', `${table}: ${error.message}`);
    }
  }
  return seen;
}

async function assertAgreedRights(sql: postgres.Sql, apiUrl: string, start: string): Promise<void> {
  const visitor = createClient(apiUrl, embeddedKeys.publishableKey);
  const answers = await Promise.all(
    Array.from({ length: 200 }, () => visitor.from('products').select('id').limit(1)),
  );
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200], start);
  const grants = await agreed<Readonly<Record<string, Privileges>>>('grants.json');
  assert.deepEqual(await relationPrivileges(sql), grants, start);
  const people = { anon: visitor, authenticated: await signedIn(apiUrl, 'shopper') };
  const clients = [...Object.entries(people), ['authenticated', await signedIn(apiUrl, 'owner')]];
  for (const [role, client] of clients as [string, SupabaseClient][]) {
    const granted = Object.entries(grants).flatMap(([table, roles]) => {
      const columns = roles[role]?.['select'];
      return columns === undefined ? [] : [[table, columns]];
    });
    assert.deepEqual(await readable(client, grants), Object.fromEntries(granted), start);
  }
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

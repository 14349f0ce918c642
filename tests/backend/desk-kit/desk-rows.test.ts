import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createClient } from '@supabase/supabase-js';
import postgres from 'postgres';
import type { Backend } from '../../../src/shared/backend/client.ts';
import { readDeskRows, readEveryRow } from '../../../src/desk-kit/api/desk-rows.ts';
import { startTestBackend, type TestBackend } from '../../support/local-backend.ts';

let backend: TestBackend;
before(async () => {
  backend = await startTestBackend();
});
after(() => backend.stop());

test('colours beyond what one answer holds are read too, so that pairs are found among all', async () => {
  const sql = postgres(backend.databaseUrl, { max: 1, onnotice() {} });
  await sql`
    insert into public.palettes (code, title, maker)
    select 'long-book-' || n, 'Long book ' || n, 'Somebody' from generate_series(1, 1500) n`;
  await sql.end();
  const client = createClient(backend.url, backend.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const shop = Promise.resolve(client as unknown as Backend);
  const search = {
    table: 'palettes',
    columns: 'id,code',
    conditions: [{ column: 'code', operator: 'like', value: 'long-book-*' }],
  } as const;
  const once = await readDeskRows({ ...search, limit: 1500 }, undefined, shop);
  assert.equal(once.ok && once.value.length, 1000);
  const every = await readEveryRow(search, 3000, shop);
  assert.equal(every.ok && new Set(every.value.map(({ id }) => id)).size, 1500);
  const some = await readEveryRow(search, 1200, shop);
  assert.equal(some.ok && some.value.length, 1200);
});

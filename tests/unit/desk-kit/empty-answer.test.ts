import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient } from '@supabase/supabase-js';
import { insertDeskRow, readDeskRows, updateDeskRow } from '#desk-kit/api/desk-rows.ts';
import { searchDesk } from '#desk-kit/api/search-desk.ts';
import type { Database } from '#shared/backend/database.types.ts';

const backend = Promise.resolve(
  createClient<Database>('http://shop.test', 'key', {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { fetch: () => Promise.resolve(new Response('', { status: 404 })) },
  }),
);

test('an answer without anything in it is a failure, wherever a desk reads or writes', async () => {
  const source = { table: 'palettes', columns: 'id,code' } as const;
  const row = { id: 'p', version: 1 };
  const answers = await Promise.all([
    readDeskRows(source, undefined, backend),
    insertDeskRow('palettes', { code: 'fog' }, ['id'], backend),
    updateDeskRow(source, row, { code: 'fog' }, backend),
    searchDesk('fog', {}, { backend }),
  ]);
  for (const answer of answers) assert.equal(!answer.ok && answer.error.kind, 'broken');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import german from '../../../scripts/demo/german.json' with { type: 'json' };
import { openTestDatabase } from '../../support/database.ts';

const database = openTestDatabase();

test('each German text of the demo shop belongs to a text that the demo shop has', async () => {
  const rows = await database.sql<{ text: string }[]>`select text from private.source_texts`;
  const known = new Set(rows.map(({ text }) => text));
  assert.deepEqual(
    Object.keys(german).filter((text) => !known.has(text)),
    [],
  );
});

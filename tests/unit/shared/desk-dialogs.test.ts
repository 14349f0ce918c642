import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';

const islands = path.join(import.meta.dirname, '../../../src/islands');

/** `DeskDialog` has to be told whether closing it loses something; `ConfirmDialog` holds nothing. */
test('no desk opens a dialog that closes without asking for what was typed in it', async () => {
  const plain: string[] = [];
  for await (const file of glob('{admin,ui/table}/**/*.tsx', { cwd: islands })) {
    const text = await readFile(path.join(islands, file), 'utf8');
    if (/<Dialog\b|showModal\(|ui\/Dialog\.tsx/.test(text)) plain.push(file);
  }
  assert.deepEqual(plain, []);
});

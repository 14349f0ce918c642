import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';

const src = path.join(import.meta.dirname, '../../../src');

/** What is typed there is a search, and is found again. */
const searches = ['features/workshop/desk/CommandBar.tsx'];

/** `DeskDialog` has to be told whether closing it loses something; `ConfirmDialog` holds nothing. */
test('no desk opens a dialog that closes without asking for what was typed in it', async () => {
  const plain: string[] = [];
  let looked = 0;
  for await (const file of glob('{features/*/desk,desk-kit}/**/*.tsx', { cwd: src })) {
    const text = await readFile(path.join(src, file), 'utf8');
    looked += 1;
    if (/<Dialog\b|showModal\(|ui\/Dialog\.tsx/.test(text)) plain.push(file);
  }
  assert.ok(looked > 100);
  assert.deepEqual(plain, searches);
});

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { cutFaces } from '../../../scripts/cut-faces.ts';

test('the faces of the pages are those of their packages, cut to what the shop writes', async () => {
  for (const { file, bytes } of await cutFaces()) {
    assert.ok(bytes.equals(await readFile(file)), `${file.pathname}: run scripts/cut-faces.ts`);
  }
});

test('both faces together are light enough to come with a phone’s first page', async () => {
  const faces = await Promise.all((await cutFaces()).map(({ file }) => readFile(file)));
  const bytes = faces.reduce((sum, face) => sum + face.length, 0);
  assert.ok(bytes <= 28_000, `${bytes} bytes`);
});

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { missing } from '../../support/firefox/project.ts';

const folder = path.resolve(import.meta.dirname, '../../e2e');
const texts = globSync('**/*.spec.ts', { cwd: folder }).map((file) =>
  readFileSync(path.join(folder, file), 'utf8'),
);

test('A tag keeps a test out of Firefox for a reason that is written down, and each reason is used', () => {
  const tags = texts.flatMap((text) =>
    [...text.matchAll(/\btag: '(@[\w-]+)'/g)].map(([, tag]) => tag),
  );
  assert.deepEqual([...new Set(tags)].toSorted(), Object.keys(missing).toSorted());
});

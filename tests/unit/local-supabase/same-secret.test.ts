import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { isSameSecret } from '../../../scripts/local-supabase/same-secret.ts';

test('a secret equals itself alone, of whatever length the guess is', () => {
  assert.equal(isSameSecret('sb_secret_local', 'sb_secret_local'), true);
  for (const guess of [
    '',
    'sb_secret_loca',
    'sb_secret_local ',
    'SB_SECRET_LOCAL',
    'ß'.repeat(15),
  ]) {
    assert.equal(isSameSecret(guess, 'sb_secret_local'), false, guess);
  }
});

test('no secret and no signature is compared letter by letter', () => {
  const name = '(?:\\w+\\.)*\\w*(?:[sS]ecret(?:Key)?|[sS]ignature)\\b';
  const compared = new RegExp(
    `[!=]==\\s*(?:\`Bearer \\$\\{)?${name}|\\b${name}\\)?\\s*[!=]== (?!''|null)`,
  );
  const files = globSync(['scripts/local-supabase/**/*.ts', 'supabase/functions/**/*.ts']);
  assert.ok(files.length > 100);
  const faults = files.flatMap((file) => {
    const lines = readFileSync(file, 'utf8').split('\n');
    return lines.filter((line) => compared.test(line)).map((line) => `${file}: ${line.trim()}`);
  });
  assert.deepEqual(faults, []);
});

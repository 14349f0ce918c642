import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findWordFaults, readUnwantedWords } from '../../../scripts/check-words.ts';

const page = `# Words

| for customers | at the desk | not |
|---|---|---|
| refund | refund | give back, refunded |
| enter a number | enter a number | , please. |
`;
const words = readUnwantedWords(page);
const faultsIn = (file: string, text: string) =>
  findWordFaults([[file, text]], words).map(({ place, word }) => `${place} ${word}`);

test('the words to leave out are those of the last column', () => {
  assert.deepEqual(words, ['give back', 'refunded', ', please.']);
});

test('what people read is looked through wherever it is written, and comments are not', () => {
  assert.deepEqual(faultsIn('src/a.ts', "// To give back.\nconst a = 'Money was refunded';"), [
    'src/a.ts:2 refunded',
  ]);
  assert.deepEqual(faultsIn('src/b.tsx', 'const b = <p>\n  We give\n  back all.</p>;'), [
    'src/b.tsx:2 give back',
  ]);
  assert.deepEqual(faultsIn('src/c.ts', 'const c = `From ${1} to ${2}, please.`;'), [
    'src/c.ts:1 , please.',
  ]);
  assert.deepEqual(
    faultsIn('src/D.astro', '---\nconst d = 1; // give back\n---\n<p>Give back {d}</p>\n'),
    ['src/D.astro:4 Give back'],
  );
  const sql =
    "comment on table a is 'To give back.';\n-- give back\nselect 'Nothing to give back.';\n";
  assert.deepEqual(faultsIn('supabase/schemas/e.sql', sql), ['supabase/schemas/e.sql:3 give back']);
});

test('a part of a word is not the word', () => {
  assert.deepEqual(faultsIn('src/f.ts', "const f = 'They forgive backups';"), []);
});

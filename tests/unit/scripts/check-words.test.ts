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

test('sign-in mails are read too, in HTML without tags and styles', () => {
  const html = '<style>\n.give { back: 0 }\n</style>\n<p>We <b>give back</b> all.</p>\n';
  assert.deepEqual(faultsIn('supabase/templates/g.html', html), [
    'supabase/templates/g.html:4 give back',
  ]);
  assert.deepEqual(faultsIn('supabase/templates/h.txt', 'Hello,\nwe give back all.\n'), [
    'supabase/templates/h.txt:2 give back',
  ]);
});

test('words alone, without a sign among them, find no more than themselves', () => {
  assert.deepEqual(findWordFaults([['src/i.ts', "const i = 'Nothing of it';"]], ['refunded']), []);
});

test('a part of a word is not the word', () => {
  assert.deepEqual(faultsIn('src/f.ts', "const f = 'They forgive backups';"), []);
});

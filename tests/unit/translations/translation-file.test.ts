import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { columnOf, translatedColumns } from '../../../src/content/translated-columns.ts';
import { contentTables } from '../../../src/content/tables/all-tables.ts';
import {
  recounted,
  stateOf,
  textKey,
  type DeskText,
} from '../../../src/features/translations/model/desk-text.ts';
import {
  fileHeads,
  fileLine,
  readFile,
} from '../../../src/features/translations/model/translation-file.ts';
import { fieldWord } from '../../../src/features/translations/model/translation-words.ts';
import { csvLine, parseCsv } from '../../../src/shared/csv.ts';

const text: DeskText = {
  place: '05',
  table: 'faq_entries',
  rowId: '11111111-1111-4111-8111-111111111111',
  column: 'question',
  area: 'questions',
  owner: 'Shipping',
  part: '',
  isList: false,
  source: 'When?\n=SUM(A1), "soon"',
  text: '',
  madeFrom: '',
  version: 0,
  proposal: '',
};

const known = (now: DeskText = text) => new Map([[textKey(text), now]]);
const fileOf = (german: string, from: DeskText = text) => {
  const [key = '', owner = '', field = '', source = ''] = fileLine(from);
  const lines = [fileHeads('German'), [key, owner, field, source, german]];
  return parseCsv(lines.map(csvLine).join(''));
};

describe('a file of translations', () => {
  test('gives back the very text that it was made from, whatever a spreadsheet would make of it', () => {
    const { lines, texts, problem } = readFile(fileOf('Wann?'), 'German', known(), false);
    assert.equal(problem, null);
    assert.equal(lines[0]?.kind, 'change');
    assert.deepEqual(texts.get(textKey(text)), {
      key: textKey(text),
      source: text.source,
      text: 'Wann?',
    });
  });

  test('a line without a translation, or with the one that there is, changes nothing', () => {
    for (const [german, now] of [
      ['', { ...text, text: 'Wann?', version: 1 }],
      ['Wann?', { ...text, text: 'Wann?', version: 1 }],
    ] as const)
      assert.equal(readFile(fileOf(german), 'German', known(now), false).lines[0]?.kind, 'same');
  });

  test('what changed since is refused, and taken as out of date when asked', () => {
    const now = known({ ...text, source: 'Why?' });
    const refused = readFile(fileOf('Wann?'), 'German', now, false);
    assert.equal(refused.lines[0]?.kind, 'wrong');
    assert.equal(refused.texts.size, 0);
    const taken = readFile(fileOf('Wann?'), 'German', now, true);
    assert.equal(taken.lines[0]?.note, 'will be out of date');
    assert.equal(taken.texts.get(textKey(text))?.source, text.source);
  });

  test('what is gone or twice is told by its line, and a file without its columns is refused', () => {
    const gone = readFile(fileOf('Wann?'), 'German', new Map(), false);
    assert.equal(gone.lines[0]?.kind, 'wrong');
    const cells = fileOf('Wann?');
    const twice = readFile([...cells, ...cells.slice(1)], 'German', known(), false);
    assert.deepEqual(
      twice.lines.map(({ line, kind }) => [line, kind]),
      [
        [2, 'change'],
        [3, 'wrong'],
      ],
    );
    assert.match(readFile(fileOf('Quand'), 'French', known(), false).problem ?? '', /“French”/);
  });
});

describe('a text at the desk', () => {
  test('is open, out of date or done', () => {
    assert.equal(stateOf(text), 'open');
    assert.equal(stateOf({ ...text, version: 1, madeFrom: 'Why?' }), 'older');
    assert.equal(stateOf({ ...text, version: 1, madeFrom: text.source }), 'done');
  });

  test('is counted anew by what became of it', () => {
    const counts = [{ area: 'questions', texts: 9, translated: 4, older: 2 }];
    const after = (before: 'open' | 'older' | 'done', now: 'open' | 'older' | 'done') => {
      const [count] = recounted(counts, 'questions', [before, now]);
      return [count?.translated, count?.older];
    };
    assert.deepEqual(after('open', 'done'), [5, 2]);
    assert.deepEqual(after('older', 'done'), [4, 1]);
    assert.deepEqual(after('older', 'open'), [3, 1]);
    assert.deepEqual(after('done', 'older'), [4, 3]);
    assert.deepEqual(recounted(counts, 'legal', ['open', 'done']), counts);
  });

  test('has a name in words, whichever column it is', () => {
    for (const [name, of] of Object.entries(translatedColumns)) {
      const { table } = contentTables[name as keyof typeof translatedColumns];
      for (const each of [...of.texts, ...('lists' in of ? of.lists : [])]) {
        const column = columnOf(each);
        const word = fieldWord({ table, column, part: '', source: 'x' });
        assert.match(word, /^[A-Z]/, `${table}.${column}`);
      }
    }
    const value = { table: 'product_facts', column: 'value', part: 'Plate', source: 'Brass' };
    assert.equal(fieldWord(value), 'Value of fact: Plate');
    assert.equal(fieldWord({ ...value, source: 'Plate' }), 'Value of fact');
  });
});

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import { contentTables } from '../../../src/content/tables/all-tables.ts';
import {
  choiceNames,
  translatedRow,
  translationsIn,
  type Translation,
} from '../../../src/content/translations.ts';

const id = '11111111-1111-4111-8111-111111111111';
const other = '22222222-2222-4222-8222-222222222222';

type Name = keyof typeof contentTables;
/** What was translated, from what, and into what. */
type Words = readonly [column: string, source: string, text: string, language?: string];

function translationOf(tableName: string, rowId: string, words: Words): Translation {
  const [columnName, source, text, language = 'de'] = words;
  const sourceMd5 = createHash('md5').update(source).digest('hex');
  return { language, tableName, rowId, columnName, text, sourceMd5 };
}

const options = [
  { title: 'Layout', values: ['ISO', 'ANSI'].map((title) => ({ title, colour: null })) },
  { title: 'Plate', values: [{ title: 'Brass', colour: '#b5a642' }] },
];
const optionLines = 'Layout\nISO\nANSI\nPlate\nBrass';
const germanOptions = [
  {
    title: 'Belegung',
    values: ['ISO-Form', 'ANSI-Form'].map((title) => ({ title, colour: null })),
  },
  { title: 'Platte', values: [{ title: 'Messing', colour: '#b5a642' }] },
];
const ofOptions: Words = [
  'variant_options',
  optionLines,
  'Belegung\nISO-Form\nANSI-Form\nPlatte\nMessing',
];

interface Case {
  readonly says: string;
  readonly name: Name;
  readonly rowId?: string;
  readonly row: Readonly<Record<string, unknown>>;
  readonly words: readonly Words[];
  readonly reads: Readonly<Record<string, unknown>>;
}

const cases: readonly Case[] = [
  {
    says: 'what is translated takes the place of what was written',
    name: 'faqEntries',
    row: { question: 'When?', answer: 'Soon.' },
    words: [
      ['question', 'When?', 'Wann?'],
      ['answer', 'Soon.', 'Bald, **sicher**.'],
    ],
    reads: { question: 'Wann?', answer: 'Bald, **sicher**.' },
  },
  {
    says: 'what is not translated stays in the first language',
    name: 'faqEntries',
    row: { question: 'When?', answer: 'Soon.' },
    words: [['question', 'When?', 'Wann?']],
    reads: { question: 'Wann?', answer: 'Soon.' },
  },
  {
    says: 'another language is not read',
    name: 'faqEntries',
    row: { question: 'When?' },
    words: [['question', 'When?', 'Quand ?', 'fr']],
    reads: { question: 'When?' },
  },
  {
    says: 'a text that has changed since is still shown translated',
    name: 'products',
    row: { summary: 'A new board' },
    words: [['summary', 'A board', 'Eine Tastatur']],
    reads: { summary: 'Eine Tastatur' },
  },
  {
    says: 'a text that was emptied is empty in every language',
    name: 'products',
    row: { safetyWarnings: '' },
    words: [['safety_warnings', 'Hot', 'Heiß']],
    reads: { safetyWarnings: '' },
  },
  {
    says: 'a column that nobody translates is left alone, whatever a row says',
    name: 'products',
    row: { url: 'merlow', title: 'Merlow' },
    words: [['url', 'merlow', 'andere']],
    reads: { url: 'merlow', title: 'Merlow' },
  },
  {
    says: 'a list is translated line by line',
    name: 'products',
    row: { inTheBox: ['Case', 'Plate'], stillNeeded: ['Switches'] },
    words: [['in_the_box', 'Case\nPlate', 'Gehäuse\nPlatte']],
    reads: { inTheBox: ['Gehäuse', 'Platte'], stillNeeded: ['Switches'] },
  },
  {
    says: 'a list that has changed since is shown as it was written',
    name: 'products',
    row: { inTheBox: ['Plate', 'Case'] },
    words: [['in_the_box', 'Case\nPlate', 'Gehäuse\nPlatte']],
    reads: { inTheBox: ['Plate', 'Case'] },
  },
  {
    says: 'a list with a line too many is shown as it was written',
    name: 'products',
    row: { inTheBox: ['Case'] },
    words: [['in_the_box', 'Case', 'Gehäuse\nPlatte']],
    reads: { inTheBox: ['Case'] },
  },
  {
    says: 'options of variants keep their colours',
    name: 'products',
    row: { variantOptions: options },
    words: [ofOptions],
    reads: { variantOptions: germanOptions },
  },
  {
    says: 'a row with a key of two columns is found by both',
    name: 'productRelations',
    rowId: `${id}/${other}`,
    row: { reason: 'Fits' },
    words: [['reason', 'Fits', 'Passt']],
    reads: { reason: 'Passt' },
  },
  {
    says: 'countries have the names that the language has for them',
    name: 'countries',
    rowId: 'NL',
    row: { name: 'Netherlands', dutiesNote: 'None' },
    words: [],
    reads: { name: 'Niederlande', dutiesNote: 'None' },
  },
];

describe('a row in another language', () => {
  for (const { says, name, rowId = id, row, words, reads } of cases)
    test(says, () => {
      const rows = words.map((each) => translationOf(contentTables[name].table, rowId, each));
      const translations = translationsIn('de', rows);
      const choiceName = choiceNames([], translations);
      assert.deepEqual(
        translatedRow(name, rowId, row, { code: 'de', translations, choiceName }),
        reads,
      );
    });

  test('variants name their choices as their product does', () => {
    for (const [words, choices] of [
      [ofOptions, ['ANSI-Form', 'Messing']],
      [
        ['variant_options', 'Layout\nISO', 'Belegung\nISO-Form'],
        ['ANSI', 'Brass'],
      ],
    ] as const) {
      const translations = translationsIn('de', [translationOf('products', id, words)]);
      const choiceName = choiceNames([{ id, variantOptions: options }], translations);
      const row = { productId: id, title: 'ANSI / Brass', choices: ['ANSI', 'Brass'] };
      const german = translatedRow('variants', other, row, {
        code: 'de',
        translations,
        choiceName,
      });
      assert.deepEqual(german, { ...row, choices });
    }
  });

  test('drops are called as the batch or list that they are', () => {
    const rows = [
      translationOf('batches', id, ['title', 'Round 2', 'Runde 2']),
      translationOf('lists', id, ['title', 'Round 2', 'Verlosung']),
    ];
    const translations = translationsIn('de', rows);
    const language = { code: 'de', translations, choiceName: choiceNames([], translations) };
    const drop = (kind: string, title = 'Round 2') =>
      translatedRow('drops', `${kind}/${id}`, { kind, id, title }, language).title;
    assert.deepEqual(
      [drop('group_buy'), drop('extras'), drop('raffle'), drop('product', '')],
      ['Runde 2', 'Runde 2', 'Verlosung', ''],
    );
  });
});

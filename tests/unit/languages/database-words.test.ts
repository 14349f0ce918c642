import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { readMessages } from '../../../src/build/languages/catalogue.ts';
import { readDatabaseWords } from '../../../src/build/languages/plugin.ts';
import {
  inPageLanguage,
  translatedJson,
  translation,
} from '../../../src/languages/database-words.ts';
import { furtherLanguages } from '../../../src/languages/languages.ts';
import { databaseSentences } from '../../support/languages/database-sentences.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const sentences = databaseSentences(root);
const holes = (text: string): string[] => (text.match(/\{\d\}/g) ?? []).toSorted();

test('sentences of every kind are found', () => {
  for (const each of [
    'Your cart is empty.',
    'At most {1} of {2} per customer.',
    'This offer was withdrawn: {1}',
    'We don’t know this country.',
    "This item was made to order, so it can't be returned without a fault.",
    'You can save at most 50 addresses. Delete one first.',
    'This is not a VAT number.',
  ])
    assert.ok(sentences.includes(each), each);
  assert.ok(!sentences.some((each) => each.includes('The stock is now')), 'what staff alone read');
});

for (const language of furtherLanguages) {
  const words = readDatabaseWords(root, language);

  test(`${language.name}: all that the database may say to shoppers is translated, and nothing else`, () => {
    assert.deepEqual(Object.keys(words).toSorted(), [...sentences]);
  });

  test(`${language.name}: what pages say too is said in the same words`, () => {
    for (const messages of readMessages(root, language.code).values())
      for (const [text, translated] of messages)
        if (translated !== null && text in words) assert.equal(words[text], translated, text);
  });

  test(`${language.name}: nothing is put in that was not said`, () => {
    for (const [sentence, translated] of Object.entries(words)) {
      assert.notEqual(translated.trim(), '', sentence);
      for (const hole of holes(translated)) assert.ok(holes(sentence).includes(hole), sentence);
    }
  });
}

const translate = translation({
  'Sold out.': 'Ausverkauft.',
  'At most {1} of {2}.': 'Von {2} höchstens {1}.',
  'Choose a larger kit.': 'Nehmen Sie ein größeres Kit.',
  'It has {1} keys. Choose again.': 'Er hat {1} Tasten. Wählen Sie neu.',
  'Nearest: {1}': 'Am nächsten: {1}',
  'Withdrawn: {1}': 'Zurückgezogen: {1}',
  '{1} does not carry {2}.': '{1} befördert nicht: {2}.',
});

const said: readonly (readonly [english: string, german: string])[] = [
  ['Sold out.', 'Ausverkauft.'],
  ['At most 3 of Alder (1.5 mm).', 'Von Alder (1.5 mm) höchstens 3.'],
  [
    'It has 70 keys. Choose again. Nearest: 60%.',
    'Er hat 70 Tasten. Wählen Sie neu. Am nächsten: 60%.',
  ],
  ['Withdrawn: The shop closed. Sorry.', 'Zurückgezogen: The shop closed. Sorry.'],
  // What nobody translated, and what only holds such words.
  ['Not known.', 'Not known.'],
  ['The box: Sold out.', 'The box: Sold out.'],
  ['', ''],
];
for (const [english, german] of said)
  test(`“${english}” is told as “${german}”`, () => assert.equal(translate(english), german));

test('what is said is told wherever it stands in an answer, and what people wrote stays', () => {
  const answer = {
    code: 'PT422',
    message: 'Sold out.',
    details: JSON.stringify({
      fields: { city: 'At most 3 of Alder.' },
      limit: 3,
      city: 'Sold out.',
    }),
    problems: [{ line: 0, message: 'At most 3 of Alder.', title: 'Sold out.' }],
    shipping_methods: [
      { carrier: 'PostNL', name: 'Sold out.', reason: 'PostNL does not carry Alder.' },
    ],
    history: [{ reason: 'Sold out.' }, { reason: 'The cable does not carry data.' }],
    note: '{not json',
    none: null,
  };
  assert.deepEqual(JSON.parse(translatedJson(JSON.stringify(answer), translate)), {
    code: 'PT422',
    message: 'Ausverkauft.',
    details: '{"fields":{"city":"Von Alder höchstens 3."},"limit":3,"city":"Sold out."}',
    problems: [{ line: 0, message: 'Von Alder höchstens 3.', title: 'Sold out.' }],
    shipping_methods: [
      { carrier: 'PostNL', name: 'Sold out.', reason: 'PostNL befördert nicht: Alder.' },
    ],
    history: [{ reason: 'Ausverkauft.' }, { reason: 'The cable does not carry data.' }],
    note: '{not json',
    none: null,
  });
  assert.equal(translatedJson('<html>', translate), '<html>');
});

test('an answer keeps its status and headers, and one without a text is left alone', async () => {
  const headers = { 'content-type': 'application/json', 'x-count': '3' };
  const told = await inPageLanguage(new Response('{"a":1}', { status: 422, headers }));
  assert.deepEqual(
    [told.status, told.headers.get('x-count'), await told.text()],
    [422, '3', '{"a":1}'],
  );
  for (const answer of [
    new Response(null, { status: 204, headers }),
    new Response('Sold out.', { headers: { 'content-type': 'text/plain' } }),
  ])
    assert.equal(await inPageLanguage(answer), answer);
});

import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { before, describe, test } from 'node:test';
import { readPublishedFiles } from '../../../scripts/published-texts.ts';
import { noPromises, promises, type PublishedPromise } from '../../cases/promises.ts';
import { promisesIn, type PromisedSentence } from '../../support/promised-sentences.ts';

const project = path.resolve(import.meta.dirname, '../../..');
const read = (file: string) => readFile(path.join(project, file), 'utf8');
const entry = (file: string, sentence: string) => `${file}: ${sentence}`;
const entriesOf = (said: PublishedPromise['said']) =>
  Object.entries(said).flatMap(([file, sentences]) => sentences.map((each) => entry(file, each)));

let starter = '';
let settings: readonly string[] = [];
let published: readonly PromisedSentence[] = [];
before(async () => {
  const files = await readPublishedFiles(project);
  published = files.flatMap(([file, text]) => promisesIn(file, text));
  starter = await read('supabase/starter.sql');
  const unit = '(?:hours|days|weeks|months|minutes|percent|minor|count)';
  settings = [...starter.matchAll(new RegExp(`^ {2}\\('([a-z_]+)', \\d+, '${unit}'`, 'gm'))].map(
    ([, key]) => key ?? '',
  );
});

describe('the table of promises', () => {
  test('holds every sentence that promises something, and none that is no longer published', async () => {
    const found = published.map(({ file, sentence }) => entry(file, sentence));
    const listed = [...promises.map(({ said }) => said), noPromises].flatMap(entriesOf);
    const missing = [...new Set(found)].filter((each) => !listed.includes(each));
    const gone = listed.filter((each) => !found.includes(each));
    assert.deepEqual(missing, [], 'New: say in tests/cases/promises.ts what keeps it.');
    assert.deepEqual(gone, [], 'No longer published: take it out of tests/cases/promises.ts.');
    assert.equal(new Set(listed).size, listed.length, 'Each sentence is one promise.');
  });

  test('names the settings that its sentences name, and each of them exists', () => {
    for (const { promise, said, settings: named = [] } of promises) {
      const inTexts = entriesOf(said).flatMap((each) =>
        [...each.matchAll(/\{\{([a-z_]+)\}\}/g)].map(([, key]) => key ?? ''),
      );
      assert.deepEqual([...new Set(inTexts)].toSorted(), [...named].toSorted(), promise);
      for (const key of named) assert.ok(settings.includes(key), `${promise}: ${key}`);
    }
  });

  test('names code that holds the same number', async () => {
    for (const { promise, holds = [] } of promises) {
      for (const [file, text] of holds) {
        const code = await read(file);
        assert.ok(code.includes(text), `${promise}: ${file} has no ${text}`);
      }
    }
  });

  test('names tests that exist, or people where no setting is told', async () => {
    for (const { promise, kept, settings: named = [] } of promises) {
      if (kept === 'by people') {
        assert.deepEqual(named, [], promise);
        continue;
      }
      assert.ok(kept.length > 0, promise);
      for (const [file, title] of kept) {
        const text = (await read(file)).replaceAll("\\'", "'");
        assert.ok(title !== '' && text.includes(title), `${promise}: ${file} has no “${title}”`);
      }
    }
  });
});

test('every setting is read by a function or by a page', async () => {
  assert.ok(settings.length > 10);
  const code: string[] = [];
  for await (const file of glob('{supabase/schemas/**/*.sql,src/{content,features}/**/*.ts}', {
    cwd: project,
  }))
    code.push(await read(file));
  const all = code.join('\n');
  for (const key of settings) {
    const isRead = ["setting('", "Setting('", "s.key = '"].some((call) =>
      all.includes(`${call}${key}'`),
    );
    assert.ok(isRead, `${key} is a number that nothing keeps`);
  }
});

test('a screen says no number that a setting holds', async () => {
  const numbers = [...starter.matchAll(/^ {2}\('[a-z_]+', (\d+), '(hours|days|months)'/gm)];
  const own = new RegExp(numbers.map(([, value, unit]) => `\\b${value} ${unit}\\b`).join('|'));
  const said = published
    .filter(({ file, sentence }) => file.startsWith('src/') && own.test(sentence))
    .map(({ file, sentence }) => entry(file, sentence));
  assert.deepEqual(said, []);
});

/** Each was published once, and nothing kept it. */
const brokenOnce: readonly (readonly [file: string, text: string])[] = [
  ['supabase/functions/a.ts', "'The order’s page has the bank details.'"],
  ['src/a.tsx', 'const a = <p>We send you an invoice by mail.</p>'],
  ['src/b.tsx', 'const b = <p>90% back after closing</p>'],
  ['src/c.ts', "const c = '14 days to return it.'"],
  ['src/d.ts', "const d = '48 hours before, each buyer gets an e-mail.'"],
  ['supabase/starter.sql', "values ('Yes, as a PDF on the order page.')"],
  ['src/e.ts', "const e = 'Every order needs it'"],
  ['src/f.ts', "const f = 'Shelves filter by it'"],
  [
    'supabase/seed.sql',
    "insert into public.updates values\n('Ask for a chip, two at a time, for the price of the stamp.')",
  ],
  ['supabase/seed.sql', "update public.countries set a = 'We collect UK VAT up to £135.'"],
  ['supabase/starter.sql', "values ('Price of wrapping an artisan as a gift.')"],
  ['src/g.tsx', 'const g = <p>Parcels can be sent together later on.</p>'],
  ['src/h.ts', 'const h = `${days} days to return it`'],
];

test('what was once promised and not kept would be noticed', () => {
  for (const [file, text] of brokenOnce)
    assert.equal(promisesIn(file, text).length, 1, `${file}: ${text}`);
});

test('stories of the demo shop may tell of numbers, and promise nothing by it', () => {
  const story = (text: string) => promisesIn('supabase/seed.sql', text).length;
  assert.equal(story("insert into public.updates values\n('It took six weeks to dry.')"), 0);
  assert.equal(story("insert into public.faq_entries values\n('It takes six weeks to dry.')"), 1);
  assert.equal(story("insert into public.products values\n('We always ship within a day.')"), 1);
});

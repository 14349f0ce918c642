import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import * as fc from 'fast-check';
import {
  blockSize,
  buildSearchFiles,
  type Findable,
} from '../../../src/features/search/model/search-index.ts';
import {
  partsOfQuery,
  rankFinds,
  readQuery,
} from '../../../src/features/search/model/search-query.ts';
import type { Synonyms } from '../../../src/features/search/model/search-synonyms.ts';
import {
  isOneTypoApart,
  keysOfTyped,
  keysOfWord,
  likeness,
  wordsOf,
} from '../../../src/features/search/model/search-words.ts';

const letters = 'abcdefghijklmnopqrstuvwxyz'.split('');
const letter = fc.constantFrom(...letters);
const word = fc.string({ unit: letter, minLength: 4, maxLength: 12 });

/** A word with one typo: a letter changed, left out, doubled in, or two swapped. */
const mistyped = fc
  .tuple(word, fc.nat(11), letter, fc.constantFrom('changed', 'missing', 'added', 'swapped'))
  .map(([right, place, other, how]) => {
    const at = place % right.length;
    const [before, after] = [right.slice(0, at), right.slice(at + 1)];
    if (how === 'missing') return { right, typed: before + after };
    if (how === 'changed') return { right, typed: before + other + after };
    if (how === 'added') return { right, typed: before + other + right.slice(at) };
    const swapped = (right[at + 1] ?? '') + (right[at] ?? '') + right.slice(at + 2);
    return { right, typed: before + swapped };
  });

function findable(title: string, words = '', about = ''): Findable {
  const path = `/products/${wordsOf(title).join('-')}`;
  return { kind: 'product', title, path, note: '', picture: '', isArchived: false, about, words };
}

function search(finds: readonly Findable[], query: string, synonyms: Synonyms = []): string[] {
  const { parts } = buildSearchFiles(finds, synonyms);
  const words = readQuery(query);
  const loaded = partsOfQuery(words, parts.length).map((number) => parts[number] ?? {});
  return rankFinds(words, loaded).map(({ number }) => finds[number]?.title ?? '');
}

describe('what a word is', () => {
  test('case, accents and signs make no difference', () => {
    assert.deepEqual(wordsOf('Café “Harrowgate” 60% – Größe'), [
      'cafe',
      'harrowgate',
      '60',
      'große',
    ]);
    assert.deepEqual(wordsOf('…'), []);
  });

  test('a word and the same with one typo share a key, wherever the typo is', () => {
    fc.assert(
      fc.property(mistyped, ({ right, typed }) => {
        const keys = new Set(keysOfWord(right));
        return keysOfTyped(typed).some((key) => keys.has(key));
      }),
      { numRuns: 3000 },
    );
  });

  test('one typo is told from two', () => {
    fc.assert(
      fc.property(mistyped, ({ right, typed }) => isOneTypoApart(right, typed) || right === typed),
    );
    for (const other of ['harowgat', 'xarrowgatx', 'harrowgatexx', '']) {
      assert.equal(isOneTypoApart('harrowgate', other), false, other);
    }
  });

  test('the same word answers best, then its beginning, then a typo', () => {
    const order = ['koi', 'koikoi', 'moth'].map((each) => likeness(each, 'koi'));
    assert.ok((order[0] ?? 0) > (order[1] ?? 0) && (order[1] ?? 0) > (order[2] ?? 1));
    assert.ok(likeness('harrowgate', 'harow') > 0, 'a typo in a beginning');
    assert.ok(
      likeness('mat', 'mot') < likeness('mats', 'mots'),
      'short words have many neighbours',
    );
    for (const typed of ['mt', 'mot', 'at', 'ma', 'matt', 'mta']) {
      const shared = keysOfTyped(typed).some((key) => keysOfWord('mat').includes(key));
      assert.ok(shared && likeness('mat', typed) > 0, typed);
    }
  });
});

describe('searching', () => {
  const shop = [
    findable('Braefell 65', 'aluminium case'),
    findable('Aldersea Alice', 'walnut case'),
    findable('Walnut wrist rest'),
    findable('What is a group buy?', 'order before it is made'),
  ];

  test('whoever has the word in the title comes before whoever mentions it', () => {
    assert.deepEqual(search(shop, 'walnut'), ['Walnut wrist rest', 'Aldersea Alice']);
  });

  test('who answers more of the words comes first, and half of them is enough', () => {
    assert.deepEqual(search(shop, 'aldersea walnut')[0], 'Aldersea Alice');
    assert.deepEqual(search(shop, 'braefel nonsense'), ['Braefell 65']);
    assert.deepEqual(search(shop, 'nonsense nothing braefell'), []);
  });

  test('who is about the word comes before who has a kit of that name', () => {
    const pads = [
      findable('Saltmarsh', 'Numpad kit'),
      findable('Tallyman', '', 'A numpad, a knob'),
    ];
    assert.deepEqual(search(pads, 'numpad'), ['Tallyman', 'Saltmarsh']);
  });

  test('a typo is looked for only where nothing has the word as it was typed', () => {
    const pair = [findable('Lamp Moth'), findable('Group buy', 'open for a month')];
    assert.deepEqual(search(pair, 'moth'), ['Lamp Moth']);
    assert.deepEqual(search(pair, 'mo'), ['Lamp Moth', 'Group buy']);
    assert.deepEqual(search(pair, 'lamp mnth'), ['Lamp Moth', 'Group buy']);
    assert.deepEqual(search([pair[1] ?? findable('')], 'moth'), ['Group buy']);
  });

  test('one and many are the same word', () => {
    const goods = [findable('Straight cable'), findable('Cables, explained'), findable('Cabled')];
    assert.deepEqual(search(goods, 'cables').slice(0, 2).toSorted(), [
      'Cables, explained',
      'Straight cable',
    ]);
  });

  test('other words for the same find it, after who has the very word', () => {
    const synonyms = [
      ['grease', 'lube'],
      ['desk mat', 'mousepad'],
    ];
    const goods = [
      findable('Grease No. 2'),
      findable('Contour desk mat'),
      findable('A mat for your desk'),
      findable('Lube station'),
    ];
    assert.deepEqual(search(goods, 'lube', synonyms), ['Lube station', 'Grease No. 2']);
    assert.deepEqual(search(goods, 'mousepad', synonyms), ['Contour desk mat']);
    const kits = [findable('Saltmarsh', 'grease'), findable('Jar', '', 'thick grease')];
    assert.deepEqual(search(kits, 'lube', synonyms), ['Jar', 'Saltmarsh']);
  });

  test('one letter is no question yet, and signs alone never are', () => {
    assert.deepEqual(readQuery('a'), []);
    assert.deepEqual(readQuery(' … '), []);
    assert.deepEqual(readQuery('65'), ['65']);
  });

  test('a word named like something of JavaScript is a word', () => {
    const odd = [findable('Constructor kit'), findable('__proto__ 42'), findable('toString')];
    assert.deepEqual(search(odd, 'constructor'), ['Constructor kit']);
    assert.deepEqual(search(odd, 'proto'), ['__proto__ 42']);
    assert.deepEqual(search(odd, '42'), ['__proto__ 42']);
  });

  test('with ten thousand products a first query loads less than 45 kB, and finds', () => {
    const names = fc.sample(fc.tuple(word, word, word), { numRuns: 10_000, seed: 7 });
    const kinds = ['switch', 'keycap set', 'desk mat', 'cable'];
    const many = names.map(([a, b, c], number) =>
      findable(`${a} ${b}`, `${kinds[number % 4]} ${c} for every board we make`),
    );
    const { parts, blocks } = buildSearchFiles(many);
    const size = (value: unknown) => brotliCompressSync(JSON.stringify(value)).length;
    for (const number of [17, 5_000, 9_999]) {
      const title = many[number]?.title ?? '';
      const words = readQuery(`${title.slice(0, 2)}${title.slice(3)}`);
      const loaded = partsOfQuery(words, parts.length).map((part) => parts[part] ?? {});
      const ranked = rankFinds(words, loaded).slice(0, 12);
      assert.ok(
        ranked.slice(0, 3).some((find) => find.number === number),
        `${title} is found with a letter missing`,
      );
      const needed = new Set(ranked.map((find) => Math.floor(find.number / blockSize)));
      const bytes =
        loaded.reduce((sum, part) => sum + size(part), 0) +
        [...needed].reduce((sum, block) => sum + size(blocks[block]), 0);
      assert.ok(bytes < 45_000, `${title}: ${bytes} bytes`);
    }
  });
});

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import {
  applyChange,
  applyChanges,
  noChoice,
  parseWishes,
  wishKey,
  type Wish,
  type WishChange,
} from '../../../src/features/wishes/model/wish.ts';

interface Case {
  readonly name: string;
  readonly before: readonly string[];
  readonly changes: readonly string[];
  readonly after: readonly string[];
}
const { cases } = JSON.parse(
  readFileSync(new URL('../../cases/wishes.json', import.meta.url), 'utf8'),
) as { cases: readonly Case[] };

const idOf = (name: string) =>
  `00000000-0000-4000-8000-${Buffer.from(name).toString('hex').padStart(12, '0')}`;

function changeOf(text: string, more: Partial<WishChange> = {}): WishChange {
  const [product = '', choice] = text.slice(1).split('/');
  return {
    changeId: text,
    isKept: text.startsWith('+'),
    wishId: null,
    productId: idOf(product),
    path: `/products/${product}`,
    title: product,
    ...(choice === undefined ? noChoice : { variantIds: [idOf(choice)], options: {} }),
    note: null,
    wasGone: null,
    keptAt: '2026-01-01T00:00:00Z',
    ...more,
  };
}

const keep = (things: readonly string[]) =>
  applyChanges(
    [],
    things.map((thing) => changeOf(`+${thing}`)),
  );
const nameOf = ({ title, variantIds: [id] }: Wish) =>
  id === undefined
    ? title
    : `${title}/${Buffer.from(id.slice(-12), 'hex').toString().replaceAll('\0', '')}`;

for (const { name, before, changes, after } of cases) {
  test(`in a browser, ${name}`, () => {
    const wishes = applyChanges(
      keep(before),
      changes.map((text) => changeOf(text)),
    );
    assert.deepEqual(wishes.map(nameOf).toSorted(), after);
  });
}

test('a note stays where a change says nothing of it, and moves with what was chosen', () => {
  const [noted] = applyChange(keep(['a']), changeOf('+a', { note: 'For the office' }));
  assert.ok(noted);
  const [same] = applyChange([noted], changeOf('+a', { wasGone: true }));
  assert.deepEqual([same?.note, same?.wasGone], ['For the office', true]);
  const [chosen] = applyChange([noted], changeOf('+a/red', { note: '' }));
  assert.equal(chosen?.note, 'For the office');
});

test('what comes back after a removal comes back to its place', () => {
  const at = (day: number) => ({ keptAt: `2026-01-0${day}T00:00:00Z` });
  const list = ['a', 'b', 'c'].map((name, place) => changeOf(`+${name}`, at(place + 1)));
  const wishes = applyChanges([], [...list, changeOf('-b'), changeOf('+b', at(2))]);
  assert.deepEqual(wishes.map(nameOf), ['c', 'b', 'a']);
});

test('a stored list that was written by somebody else is read as far as it can be', () => {
  const [wish, ...others] = parseWishes([
    7,
    { productId: 'x' },
    {
      productId: idOf('a').toUpperCase(),
      path: '//evil.test',
      variantIds: ['no', idOf('b'), idOf('b')],
      options: { no: 'no', [idOf('c')]: idOf('d') },
      note: 'n'.repeat(900),
      keptAt: 'never',
    },
  ]);
  assert.ok(wish);
  assert.deepEqual(others, []);
  assert.deepEqual(
    [wish.path, wish.variantIds, wish.options, wish.note.length],
    [null, [idOf('b')], { [idOf('c')]: idOf('d') }, 500],
  );
  assert.ok(!Number.isNaN(Date.parse(wish.keptAt)));
});

test('what the shop has removed is told apart by its own id', () => {
  const gone = { ...noChoice, productId: null };
  assert.notEqual(wishKey({ ...gone, id: idOf('a') }), wishKey({ ...gone, id: idOf('b') }));
});

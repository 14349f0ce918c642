import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  chooseForShelves,
  mostOfShelf,
} from '../../../src/features/catalogue/model/shelf-choice.ts';
import type { ShelfFacts } from '../../../src/features/catalogue/model/shelf.ts';

const now = Date.parse('2026-11-01');
const inStock: ShelfFacts = {
  isArchived: false,
  availabilities: ['in_stock'],
  batch: null,
  list: null,
};
const running: ShelfFacts = {
  ...inStock,
  batch: { stage: 'open', opensAt: '2026-10-01', closesAt: '2026-12-01' },
};

interface Thing {
  readonly name: string;
  readonly kind: 'keyboard' | 'product';
  readonly facts: ShelfFacts;
}

const many = (count: number, facts: ShelfFacts): readonly Thing[] =>
  Array.from({ length: count }, (_, n) => ({ name: `${n}`, kind: 'product', facts }));
const choose = (things: readonly Thing[]) => chooseForShelves(things, ({ facts }) => facts, now);

describe('what a page shows of the shelves', () => {
  test('is everything, as long as that is no more than a page bears', () => {
    const things = [...many(mostOfShelf, inStock), ...many(3, { ...inStock, isArchived: true })];
    assert.deepEqual(choose(things), { shown: things, more: {} });
  });

  test('is the first of a shelf of thousands, and the number of the others', () => {
    const { shown, more } = choose(many(10_000, inStock));
    assert.deepEqual(
      shown.map(({ name }) => name),
      Array.from({ length: mostOfShelf }, (_, n) => `${n}`),
    );
    assert.deepEqual(more, { stock: 10_000 - mostOfShelf });
  });

  test('leaves out nothing that takes orders now', () => {
    const things = many(200, running);
    assert.deepEqual(choose(things), { shown: things, more: {} });
  });

  test('has the boards of a long shelf, wherever they were placed', () => {
    const board: Thing = { name: 'board', kind: 'keyboard', facts: inStock };
    const { shown } = choose([...many(500, inStock), board]);
    assert.equal(shown.length, mostOfShelf);
    assert.equal(shown.at(-1), board);
  });
});

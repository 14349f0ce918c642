import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { orderNumberOf } from '#shared/order-number.ts';
import { deskRow, type DeskRow } from '#desk-kit/model/desk-row.ts';
import { countOutcomes, previewBulk } from '#desk-kit/model/table-bulk.ts';
import { conflictOf } from '#desk-kit/model/table-edit.ts';
import { cursorOf, planPage } from '#desk-kit/model/table-keyset.ts';
import {
  formatPreferences,
  noPreferences,
  parsePreferences,
  toggleColumn,
  withView,
  withWidth,
} from '#desk-kit/model/table-layout.ts';
import {
  defaultQuery,
  parseTableQuery,
  withFilter,
  withSort,
  writeTableQuery,
  type TableQuery,
  type TableShape,
} from '#desk-kit/model/table-query.ts';
import {
  chooseRange,
  keepPresent,
  moveFocus,
  nothingChosen,
  toggleAll,
  toggleRow,
} from '#desk-kit/model/table-selection.ts';

const shape: TableShape = {
  sortable: ['title', 'updated_at'],
  filterable: ['status', 'title'],
  defaultSort: { column: 'updated_at', direction: 'desc' },
};
const keyset = { searched: ['title', 'url'], nullable: ['publish_at'], tieBreaker: 'id' };

function row(id: string, values: Record<string, unknown> = {}): DeskRow {
  const parsed = deskRow({ id, version: 1, ...values });
  assert.ok(parsed);
  return parsed;
}

describe('the address of a table', () => {
  const texts = fc.string({ maxLength: 40 });
  const asJson = <Made>(made: Made): Made => structuredClone(made);
  const queries: fc.Arbitrary<TableQuery> = fc
    .record({
      search: texts,
      filters: fc.uniqueArray(
        fc.record({
          column: fc.constantFrom('status', 'title'),
          operator: fc.constantFrom('is', 'not', 'contains', 'from', 'to'),
          value: texts,
        }),
        { maxLength: 5, selector: ({ column, operator }) => `${column} ${operator}` },
      ),
      sort: fc.record({
        column: fc.constantFrom('title', 'updated_at'),
        direction: fc.constantFrom('asc', 'desc'),
      }),
      anchor: fc.oneof(
        fc.constantFrom({ kind: 'start' } as const, { kind: 'end' } as const),
        fc.record({
          kind: fc.constantFrom('after', 'before'),
          cursor: fc.record({ value: fc.option(texts), id: fc.string({ maxLength: 40 }) }),
        }),
      ),
    })
    .map(asJson);

  test('reads back as it was written, whatever was typed', () => {
    fc.assert(
      fc.property(queries, (query) => {
        assert.deepEqual(parseTableQuery(writeTableQuery(query, shape, ''), shape), query);
      }),
    );
  });

  test('keeps what belongs to others and says nothing where nothing was asked', () => {
    assert.equal(writeTableQuery(defaultQuery(shape), shape, '?product=1&q=old'), '?product=1');
    assert.equal(writeTableQuery(defaultQuery(shape), shape, ''), '');
  });

  test('drops columns, comparisons and cursors that the table does not know', () => {
    const search =
      '?sort=cost_minor&f=cost_minor:is:1&f=status:like:x&after=%5B1%5D&after=nonsense';
    assert.deepEqual(parseTableQuery(search, shape), defaultQuery(shape));
  });

  test('remembers that a filter which comes by itself was taken away', () => {
    const filtered = {
      ...shape,
      defaultFilters: [{ column: 'status', operator: 'is', value: 'draft' } as const],
    };
    assert.equal(parseTableQuery('', filtered).filters.length, 1);
    const none = { ...defaultQuery(filtered), filters: [] };
    assert.deepEqual(parseTableQuery(writeTableQuery(none, filtered, ''), filtered).filters, []);
  });

  test('a filter of the same column and comparison replaces the first, and all begin at the top', () => {
    const end: TableQuery = { ...defaultQuery(shape), anchor: { kind: 'end' } };
    const once = withFilter(end, { column: 'status', operator: 'is', value: 'draft' });
    const twice = withFilter(once, { column: 'status', operator: 'is', value: 'archived' });
    assert.deepEqual(twice.filters, [{ column: 'status', operator: 'is', value: 'archived' }]);
    assert.deepEqual(twice.anchor, { kind: 'start' });
    const sorted = withSort(twice, 'title');
    assert.deepEqual(sorted.sort, { column: 'title', direction: 'asc' });
    assert.deepEqual(withSort(sorted, 'title').sort, { column: 'title', direction: 'desc' });
  });
});

describe('a page of a table', () => {
  const start = defaultQuery(shape);

  test('begins past the last row, by an index and not by counting', () => {
    const last = row('7', { updated_at: '2026-01-02' });
    const cursor = cursorOf(last, start, 'id');
    const plan = planPage({ ...start, anchor: { kind: 'after', cursor } }, keyset);
    assert.deepEqual(plan, {
      ascending: false,
      isBackwards: false,
      conditions: [
        { column: 'updated_at', operator: 'lte', value: '2026-01-02' },
        { either: 'updated_at.lt."2026-01-02",and(updated_at.eq."2026-01-02",id.lt."7")' },
      ],
    });
  });

  test('the last page and the page before are read from behind', () => {
    const end = planPage({ ...start, anchor: { kind: 'end' } }, keyset);
    assert.deepEqual([end.ascending, end.isBackwards], [true, true]);
    const cursor = { value: 'b', id: '7' };
    const before = planPage({ ...start, anchor: { kind: 'before', cursor } }, keyset);
    assert.deepEqual(before.conditions[0], { column: 'updated_at', operator: 'gte', value: 'b' });
  });

  test('rows without a value stand at the end both ways', () => {
    const sort = { column: 'publish_at', direction: 'asc' } as const;
    const after = (value: string | null) =>
      planPage({ ...start, sort, anchor: { kind: 'after', cursor: { value, id: '7' } } }, keyset);
    assert.deepEqual(after('x').conditions, [
      {
        either: 'publish_at.gt."x",and(publish_at.eq."x",id.gt."7"),publish_at.is.null',
      },
    ]);
    assert.deepEqual(after(null).conditions, [{ either: 'and(publish_at.is.null,id.gt."7")' }]);
  });

  test('what has a number is found by the number as people type it', () => {
    const numbered = { ...keyset, named: { column: 'number', nameOf: orderNumberOf } };
    for (const search of ['10023', ' kw-10023 ', 'KW10023', 'KW-10023'])
      assert.deepEqual(planPage({ ...start, search }, numbered).conditions, [
        { column: 'number', operator: 'eq', value: 'KW-10023' },
      ]);
  });

  test('what is searched for can’t become a condition of its own', () => {
    const search = 'a",id.gt.0)or(1%_\\';
    const [condition] = planPage({ ...start, search }, keyset).conditions;
    assert.ok(condition && 'either' in condition);
    const pattern = '%a__id.gt.0_or_1___%';
    assert.equal(condition.either, `title.ilike.${pattern},url.ilike.${pattern}`);
  });

  test('words with a space between are not looked for in addresses', () => {
    assert.deepEqual(planPage({ ...start, search: ' Alder 7 ' }, keyset).conditions, [
      { column: 'title', operator: 'ilike', value: '%Alder 7%' },
    ]);
  });

  test('several values are a list, an empty one is no filter', () => {
    const filters = [
      { column: 'status', operator: 'is', value: 'draft,archived' } as const,
      { column: 'title', operator: 'contains', value: '' } as const,
    ];
    assert.deepEqual(planPage({ ...start, filters }, keyset).conditions, [
      { column: 'status', operator: 'in', value: '("draft","archived")' },
    ]);
  });
});

describe('choosing rows', () => {
  const ids = ['a', 'b', 'c', 'd', 'e'];

  test('a range goes both ways from the row pressed first, and keeps what was chosen', () => {
    const first = toggleRow(toggleRow(nothingChosen, 'e'), 'c');
    assert.deepEqual([...chooseRange(first, ids, 'a').chosen].toSorted(), ['a', 'b', 'c', 'e']);
    assert.deepEqual([...chooseRange(first, ids, 'd').chosen].toSorted(), ['c', 'd', 'e']);
  });

  test('a range without a beginning chooses the one row', () => {
    assert.deepEqual([...chooseRange(nothingChosen, ids, 'b').chosen], ['b']);
  });

  test('all, then none; and what is no longer there is not chosen', () => {
    const all = toggleAll(nothingChosen, ids);
    assert.equal(all.chosen.size, 5);
    assert.equal(toggleAll(all, ids).chosen.size, 0);
    const kept = keepPresent(all, ['b', 'x']);
    assert.deepEqual([[...kept.chosen], kept.pivot], [['b'], null]);
  });

  test('the focus stays inside of the grid, its head included', () => {
    const size = { rows: 3, columns: 2 };
    const press = (key: string, ctrlKey = false) =>
      moveFocus({ row: 0, column: 1 }, { key, ctrlKey }, size);
    assert.deepEqual(press('ArrowUp'), { row: -1, column: 1 });
    assert.deepEqual(press('ArrowRight'), { row: 0, column: 1 });
    assert.deepEqual(press('PageDown'), { row: 2, column: 1 });
    assert.deepEqual(press('Home'), { row: 0, column: 0 });
    assert.deepEqual(press('End', true), { row: 2, column: 1 });
    assert.equal(press('x'), null);
  });
});

describe('what a person keeps of a table', () => {
  test('comes back as it was', () => {
    const layout = withWidth(toggleColumn(noPreferences.layout, 'url'), 'title', 300.4);
    const views = withView([], { name: ' Drafts ', search: '?f=status:is:draft' });
    const kept = { layout, views };
    assert.deepEqual(parsePreferences(formatPreferences(kept)), kept);
    assert.deepEqual(layout, { hidden: ['url'], widths: { title: 300 } });
    assert.equal(views[0]?.name, 'Drafts');
  });

  test('broken or foreign storage is no preference', () => {
    for (const text of [null, '', '[]', '{', '{"hidden":1,"widths":[],"views":[{"name":1}]}']) {
      assert.deepEqual(parsePreferences(text), noPreferences, String(text));
    }
  });

  test('a width has bounds, a name replaces its view', () => {
    assert.equal(withWidth(noPreferences.layout, 'a', 1).widths['a'], 56);
    const views = withView(withView([], { name: 'x', search: '?1' }), { name: 'x', search: '?2' });
    assert.deepEqual(views, [{ name: 'x', search: '?2' }]);
  });
});

describe('changing rows', () => {
  test('what both changed clashes, what only one changed does not', () => {
    const before = row('1', { title: 'Old', summary: 'Old' });
    const current = row('1', { title: 'Theirs', summary: 'Old' });
    const conflict = conflictOf({ title: 'Mine', summary: 'Mine' }, before, current);
    assert.deepEqual(conflict.clashes, [{ column: 'title', mine: 'Mine', theirs: 'Theirs' }]);
    assert.deepEqual(conflictOf({ title: 'Theirs' }, before, current).clashes, []);
  });

  test('every row of a bulk action is in exactly one state', () => {
    const rows = [row('1'), row('2'), row('3')];
    const preview = previewBulk(rows, ({ id }) => (id === '2' ? 'not that one' : null));
    assert.deepEqual(
      preview.ready.map(({ id }) => id),
      ['1', '3'],
    );
    assert.deepEqual(
      preview.left.map(({ reason }) => reason),
      ['not that one'],
    );
    const progress = {
      total: 3,
      isRunning: false,
      outcomes: [
        { id: '1', kind: 'done' },
        { id: '3', kind: 'unknown', reason: 'no answer' },
      ],
    } as const;
    assert.deepEqual(countOutcomes(progress), { done: 1, refused: 0, unknown: 1, untouched: 1 });
  });
});

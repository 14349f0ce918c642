import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseDeskRow, type DeskRow } from '#domain/desk-row.ts';
import { countUnits, productionCsv, unitsOf } from '#domain/production-sheet.ts';

function line(
  sku: string,
  quantity: number,
  refunded: number,
  value: string,
  number = 'KW-1',
): DeskRow {
  const row = parseDeskRow({
    id: `${sku}${value}`,
    sku,
    title: 'Board',
    variant_title: 'Base',
    quantity,
    refunded_quantity: refunded,
    options: [
      { option: 'Plate', value },
      { option: 'Case', value: 'Dark' },
    ],
    order: { number },
  });
  assert.ok(row);
  return row;
}

test('counts what is to be made by kit and choice, without what was refunded', () => {
  const units = unitsOf([
    line('B', 3, 1, 'Brass'),
    line('B', 1, 0, 'Brass'),
    line('B', 1, 0, 'Steel'),
  ]);
  assert.deepEqual(
    countUnits(units).map(({ choices, count }) => [choices, count]),
    [
      ['Case: Dark; Plate: Brass', 3],
      ['Case: Dark; Plate: Steel', 1],
    ],
  );
  assert.deepEqual(
    units.map(({ unit }) => unit),
    ['1 of 2', '2 of 2', '1 of 1', '1 of 1'],
  );
});

test('the sheet holds a line per unit, and no formula', () => {
  const text = productionCsv(unitsOf([line('=B', 2, 0, 'Brass')])).join('');
  assert.equal(text.split('\r\n').filter((each) => each.startsWith('KW-1')).length, 2);
  assert.ok(!text.includes(',=B'));
});

test('the bench’s sheet goes by the orders’ numbers, however the lines came', () => {
  const lines = ['KW-1002', 'KW-12', 'KW-9'].map((number) => line('B', 1, 0, 'Brass', number));
  const sheet = productionCsv(unitsOf(lines)).filter((each) => each.startsWith('KW-'));
  assert.deepEqual(
    sheet.map((each) => each.split(',')[0]),
    ['KW-9', 'KW-12', 'KW-1002'],
  );
});

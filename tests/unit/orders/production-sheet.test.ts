import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseCsv } from '#shared/csv.ts';
import { deskRow } from '#desk-kit/model/desk-row.ts';
import {
  countsCsv,
  countUnits,
  unitsCsv,
  unitsOf,
} from '#features/orders/model/production-sheet.ts';

const line = (sku: string, quantity: number, refunded: number, value: string, number = 'KW-1') =>
  deskRow({
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
  const units = unitsOf([line('=B', 2, 0, 'Brass')]);
  const sheets = [unitsCsv(units).join(''), countsCsv(units).join('')];
  assert.deepEqual(
    sheets.map((text) => text.split('\r\n').filter((each) => each.includes("'=B")).length),
    [2, 1],
  );
  assert.ok(sheets.every((text) => !/(?:^|,)=B/m.test(text)));
});

test('each file is one table, which a spreadsheet opens as such', () => {
  const units = unitsOf([line('B', 3, 0, 'Brass'), line('B', 1, 0, 'Steel')]);
  const [counts, sheet] = [countsCsv(units), unitsCsv(units)].map((file) => file.join(''));
  for (const text of [counts, sheet]) assert.ok(text?.startsWith('\uFEFF'));
  const widths = (text: string) => new Set(parseCsv(text).map((cells) => cells.length));
  assert.deepEqual([widths(counts ?? ''), widths(sheet ?? '')], [new Set([4]), new Set([5])]);
  assert.deepEqual(
    parseCsv(counts ?? '').map((cells) => cells.at(-1)),
    ['Count', '3', '1'],
  );
});

test('the bench’s sheet goes by the orders’ numbers, however the lines came', () => {
  const lines = ['KW-1002', 'KW-12', 'KW-9'].map((number) => line('B', 1, 0, 'Brass', number));
  const sheet = unitsCsv(unitsOf(lines)).filter((each) => each.startsWith('KW-'));
  assert.deepEqual(
    sheet.map((each) => each.split(',')[0]),
    ['KW-9', 'KW-12', 'KW-1002'],
  );
});

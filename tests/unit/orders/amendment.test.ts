import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lineChanges, type AmendedLine } from '../../../src/features/orders/model/amendment.ts';

const line = (id: string, quantity: number, price = 1000, options: string[] = []): AmendedLine => ({
  line_id: id,
  options,
  title: 'Turned knob',
  variant_title: '',
  quantity,
  unit_price_minor: price,
});

test('of two lines with one name and other choices, the one that changes is told', () => {
  const before = [line('brass', 1), line('steel', 1)];
  const after = [line('brass', 1), line('steel', 3)];
  assert.deepEqual(lineChanges(before, after), [
    { id: 'steel', title: 'Turned knob', was: before[1], is: after[1] },
  ]);
});

test('other choices alone are a change, also at the same price', () => {
  const [was, is] = [line('knob', 1, 1000, ['Brass']), line('knob', 1, 1000, ['Steel'])];
  assert.deepEqual(lineChanges([was], [is]), [{ id: 'knob', title: 'Turned knob', was, is }]);
});

test('what comes, what goes and what costs another price are changes; the rest is none', () => {
  const before = [line('gone', 1), line('dearer', 1), line('same', 2)];
  const after = [line('dearer', 1, 1200), line('same', 2), line('new', 1)];
  const told = lineChanges(before, after).map(({ id, was, is }) => [id, was?.line_id, is?.line_id]);
  assert.deepEqual(told, [
    ['gone', 'gone', undefined],
    ['dearer', 'dearer', 'dearer'],
    ['new', undefined, 'new'],
  ]);
});

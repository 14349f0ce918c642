import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deskRow } from '#desk-kit/model/desk-row.ts';
import { money, plain, wordsOfColumns, writtenColumns } from '#desk-kit/table/column-text.ts';

const cells = (columns: Parameters<typeof writtenColumns>[0], values: object) => {
  const row = deskRow({ id: 'r', ...values });
  assert.ok(row);
  return Object.fromEntries(writtenColumns(columns).map(({ title, text }) => [title, text(row)]));
};

const columns: Parameters<typeof writtenColumns>[0] = [
  { name: 'number', title: 'Order', text: plain('number') },
  { name: 'total_minor', title: 'Total', text: money('total_minor') },
  { name: 'refund_due_minor', title: 'Refund due', text: money('refund_due_minor') },
];

test('amounts are numbers in a file, and what they are amounts of stands beside them', () => {
  const order = { number: 'KW-1', total_minor: 123_450, refund_due_minor: 5 };
  assert.deepEqual(cells(columns, { ...order, currency: 'EUR' }), {
    Order: 'KW-1',
    Total: '1234.50',
    'Refund due': '0.05',
    Currency: 'EUR',
  });
  assert.equal(cells(columns, { ...order, currency: 'JPY' })['Total'], '123450');
  assert.equal(cells(columns, { ...order, refund_due_minor: null })['Refund due'], '');
});

test('a file without amounts names no currency', () => {
  const names: typeof columns = [{ name: 'name', title: 'Name', text: plain('name') }];
  assert.deepEqual(cells(names, { name: 'Box', currency: 'EUR' }), { Name: 'Box' });
});

test('beside another value a choice reads by its label, and all else as it is stored', () => {
  const status = { value: 'draft', label: 'Draft' };
  const stage = { value: 'planned', label: 'Planned' };
  const { titleOf, valueOf } = wordsOfColumns([
    { name: 'status', title: 'State', filter: { kind: 'choice', choices: [status] } },
    { name: 'stage', title: 'Stage', edit: { kind: 'choice', choices: [stage] } },
    { name: 'days', title: 'Handling', filter: { kind: 'number' } },
  ]);
  assert.deepEqual(['status', 'days', 'unknown'].map(titleOf), ['State', 'Handling', 'unknown']);
  assert.equal(valueOf('status', 'draft'), 'Draft');
  assert.equal(valueOf('stage', 'planned'), 'Planned');
  assert.equal(valueOf('status', 'planned'), 'planned');
  assert.equal(valueOf('days', 2), '2');
  assert.equal(valueOf('unknown', null), '');
});

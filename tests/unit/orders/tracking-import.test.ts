import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseCsv } from '#shared/csv.ts';
import { deskRow, deskRows } from '#desk-kit/model/desk-row.ts';
import { judgeTracking } from '#features/orders/model/tracking-import.ts';

const parcel = (id: string, number: string, position: number, status = 'planned') =>
  deskRow({ id, position, status, order: { number, status: 'paid' as const } });

const known = [
  parcel('a', 'KW-1', 1),
  parcel('b', 'KW-2', 1),
  parcel('c', 'KW-2', 2),
  parcel('d', 'KW-3', 1, 'shipped'),
];
const packages = deskRows([{ id: 'small', name: 'Small box' }]);
const judge = (text: string) =>
  judgeTracking(parseCsv(`order,carrier,tracking_number,parcel,package\n${text}`), known, packages);

test('every line of a carrier’s file is sent or says why not', () => {
  const report = judge(
    'KW-1,Post,1\nKW-2,Post,2\nKW-2,Post,3,2\nKW-3,Post,4\nKW-9,Post,5\nKW-1,Post,6\nKW-2,Post,,1',
  );
  assert.deepEqual(
    report.parcels.map(({ shipmentId, trackingNumber }) => [shipmentId, trackingNumber]),
    [
      ['a', '1'],
      ['c', '3'],
    ],
  );
  const problems = report.lines.map((line) => (line.kind === 'wrong' ? line.problems[0] : 'sent'));
  assert.deepEqual(problems, [
    'sent',
    'The order has several parcels. Name one',
    'sent',
    'This parcel has already shipped',
    'This parcel does not exist',
    'This parcel is in the file twice',
    'Carrier or number is missing',
  ]);
});

test('what could not be sent is said before anything is: an unpaid order, a line without its number', () => {
  const unpaid = deskRow({
    id: 'e',
    position: 1,
    status: 'planned',
    order: { number: 'KW-4', status: 'awaiting_payment' as const },
  });
  const text = 'order,carrier,tracking_number\nKW-4,Post,1\n,Post,2';
  const report = judgeTracking(parseCsv(text), [unpaid], []);
  assert.deepEqual(report.parcels, []);
  assert.deepEqual(
    report.lines.map((each) => (each.kind === 'wrong' ? each.problems[0] : 'sent')),
    ['Its order is not ready: Waiting for payment', 'The order number is missing'],
  );
});

test('a file with another head is not read at all', () => {
  const report = judgeTracking(parseCsv('number,carrier\nKW-1,Post'), known, []);
  assert.deepEqual(report.parcels, []);
  assert.match(report.problem ?? '', /^The first line has to be/);
});

test('a file may name the package, by a name that the workshop has', () => {
  const report = judge('KW-1,Post,1,,small BOX\nKW-2,Post,2,1,Crate\nKW-2,Post,3,2,');
  assert.deepEqual(
    report.parcels.map(({ shipmentId, packageId }) => [shipmentId, packageId]),
    [
      ['a', 'small'],
      ['c', null],
    ],
  );
  const [, wrong] = report.lines;
  assert.deepEqual(wrong?.kind === 'wrong' && wrong.problems, ['There is no package “Crate”']);
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  packedOf,
  scanUnit,
  tickOf,
  type Ticks,
} from '../../../src/features/orders/model/packing-scan.ts';
import { pickLines, type PackingSlip } from '../../../src/features/orders/model/packing-slip.ts';
import { emptyAddress } from '../../../src/shared/address.ts';

const line = (id: string, sku: string, pieces: number, choices = '') => ({
  id,
  sku,
  title: sku.toLowerCase(),
  choices,
  flaws: '',
  pieces,
});
const slip = (number: string, lines: PackingSlip['lines']): PackingSlip => ({
  parcelId: number,
  number,
  position: 1,
  parcels: 1,
  weightGrams: 100,
  packing: null,
  method: 'Parcel',
  address: emptyAddress,
  giftNote: null,
  lines,
});

describe('packing by scan', () => {
  const slips = [
    slip('KW-1', [line('a', 'KNOB', 2), line('b', 'KNOB', 1, 'Size: L'), line('c', 'FOAM', 1)]),
  ];
  const scanAll = (...typed: string[]) =>
    typed.reduce(
      ({ ticks, kinds }, each) => {
        const scan = scanUnit(slips, ticks, each);
        return { ticks: scan.kind === 'in' ? scan.ticks : ticks, kinds: [...kinds, scan.kind] };
      },
      { ticks: {} as Ticks, kinds: [] as string[] },
    );

  const packedLines = (ticks: Ticks) =>
    slips.flatMap((each) => each.lines).map((each) => ticks[tickOf(each)] ?? 0);

  test('begins a line again that was changed after some of it was in the box', () => {
    const { ticks } = scanAll('KNOB', 'KNOB');
    const amended = slip('KW-1', [line('a', 'KNOB', 1), line('c', 'FOAM', 1)]);
    assert.deepEqual(packedOf(amended, ticks), { packed: 0, all: 2 });
    const recoloured = slip('KW-1', [line('a', 'KNOB', 2, 'Colour: red')]);
    assert.deepEqual(packedOf(recoloured, ticks), { packed: 0, all: 2 });
  });

  test('puts one unit in for each scan, line by line, however it is written', () => {
    const { ticks, kinds } = scanAll('knob', ' KNOB ', 'Knob\r');
    assert.deepEqual(kinds, ['in', 'in', 'in']);
    assert.deepEqual(packedLines(ticks), [2, 1, 0]);
    assert.deepEqual(packedOf(slips[0] ?? slip('', []), ticks), { packed: 3, all: 4 });
  });

  test('refuses what is not ordered, and one more than was', () => {
    const { ticks, kinds } = scanAll('KNO', 'FOAM', 'FOAM', 'TRAY', 'KNOB-1', 'constructor');
    assert.deepEqual(kinds, ['wrong', 'in', 'full', 'wrong', 'wrong', 'wrong']);
    assert.deepEqual(packedLines(ticks), [0, 0, 1]);
  });
});

describe('a pick list', () => {
  test('adds up each SKU over the orders, apart by what was chosen', () => {
    const picked = pickLines([
      slip('KW-2', [line('a', 'KNOB', 2), line('b', 'KNOB', 1, 'Size: L')]),
      slip('KW-1', [line('c', 'KNOB', 3), line('d', 'FOAM', 1)]),
      slip('KW-1', [line('e', 'KNOB', 1)]),
    ]);
    assert.deepEqual(
      picked.map(({ sku, choices, pieces, orders }) => [
        `${sku}${choices}`,
        pieces,
        orders.map(({ number, pieces: of }) => `${number}×${of}`).join(),
      ]),
      [
        ['FOAM', 1, 'KW-1×1'],
        ['KNOB', 6, 'KW-2×2,KW-1×4'],
        ['KNOBSize: L', 1, 'KW-2×1'],
      ],
    );
    assert.deepEqual(pickLines([]), []);
  });
});

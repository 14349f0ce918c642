import assert from 'node:assert/strict';
import { test } from 'node:test';
import { termsOfSale, type SoldProduct } from '#features/catalogue/model/sale-terms.ts';

const batch: SoldProduct['batch'] = {
  title: 'First batch',
  stage: 'open',
  eta: { date: '2027-05-01', precision: 'month' },
  cancelUntil: '2026-12-05T20:00:00Z',
  changeOptionsUntil: '2026-12-12T20:00:00Z',
  changeAddressUntil: null,
};
const kit = (title: string, availability: string, shipsOn: string | null = null) => ({
  title,
  availability,
  shipsOn,
});
const mixed: SoldProduct = {
  variants: [
    kit('Base', 'group_buy'),
    kit('Chips', 'in_stock'),
    kit('Tray', 'preorder', '2026-11-20'),
    kit('Numpad', 'group_buy'),
    kit('Old kit', 'archived'),
  ],
  batch,
  list: null,
  handlingDays: 2,
  daysToReturn: 30,
};

test('each way in which kits of one product are sold has terms of its own', () => {
  assert.deepEqual(
    termsOfSale(mixed).map(({ titles, ships, refunds, deadlines }) => [
      titles.join(', '),
      ships,
      refunds.split(' ').slice(0, 3).join(' '),
      deadlines.map(({ what }) => what),
    ]),
    [
      [
        'Base, Numpad',
        'with “First batch”, planned for May 2027',
        'Full until orders',
        ['Cancel', 'Change options'],
      ],
      ['Chips', 'within 2 working days', '30 days to', []],
      ['Tray', 'from 20 Nov 2026', 'Full refund until', []],
    ],
  );
});

test('what is only voted on ships if enough people want it, and nothing can be changed', () => {
  const asked = {
    ...mixed,
    variants: [kit('Board', 'list')],
    batch: { ...batch, stage: 'interest_check' as const },
  };
  const [terms, ...more] = termsOfSale(asked);
  assert.deepEqual(more, []);
  assert.deepEqual([terms?.way, terms?.deadlines], ['vote', []]);
  assert.match(terms?.ships ?? '', /if enough people want it$/);
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { deskRows } from '../../../src/desk-kit/model/desk-row.ts';
import type { Row } from '../../../src/shared/backend/given.ts';
import { packingWords } from '../../../src/features/shipping/model/packages.ts';
import { leftOut, slipsOf, unprintable } from '../../../src/features/orders/model/packing-slip.ts';

const order = {
  id: 'o1',
  number: 'KW-1',
  status: 'ready_to_ship' as const,
  shipping_method_name: 'Tracked parcel',
  address_question: null,
  gift_note: null,
  waits_for: null,
  address: { name: 'Ada Buyer', line1: 'Oudegracht 1', city: 'Utrecht', country: 'NL' },
};
const parcel = { id: 'p1', order_id: 'o1', position: 1, status: 'planned', weight_grams: 900 };
const line = {
  id: 'l1',
  shipment_id: 'p1',
  sku: 'KNOB',
  title: 'Turned knob',
  variant_title: 'Brass',
  flaws: '',
  quantity: 3,
  refunded_quantity: 1,
  options: [{ option: 'Size', value: 'Large' }],
};
const slips = (
  given: Partial<Row<'orders'>>,
  parcels: readonly (typeof parcel)[],
  lines: readonly (typeof line)[],
) => slipsOf(deskRows([{ ...order, ...given }]), deskRows(parcels), deskRows(lines));

describe('packing slips', () => {
  test('say where a parcel goes and what is still in it', () => {
    const [slip] = slips({}, [parcel], [line]);
    assert.equal(slip?.address.city, 'Utrecht');
    assert.deepEqual(slip.lines, [
      {
        id: 'l1',
        sku: 'KNOB',
        title: 'Turned knob Brass',
        choices: 'Size: Large',
        flaws: '',
        pieces: 2,
      },
    ]);
  });

  test('tell the flaws that the buyer was told', () => {
    const [slip] = slips({}, [parcel], [{ ...line, flaws: 'A scratch below' }]);
    assert.equal(slip?.lines[0]?.flaws, 'A scratch below');
  });

  test('carry the note of a gift, and no word of one where there is none', () => {
    const noteOf = (note: string | null) =>
      slips({ gift_note: note }, [parcel], [line])[0]?.giftNote;
    assert.equal(noteOf('For Mum'), 'For Mum');
    assert.equal(noteOf(''), '');
    assert.equal(noteOf(null), null);
  });

  test('say what a parcel is packed into: the smallest package in use that holds it', () => {
    const size = { inner_length_mm: 300, inner_width_mm: 200, inner_height_mm: 100 };
    const packages = deskRows([
      { ...size, id: 'k1', name: 'Crate', own_weight_grams: 900, max_content_grams: 9000, is_used: true },
      { ...size, id: 'k2', name: 'Box', own_weight_grams: 100, max_content_grams: 900, is_used: true },
      { ...size, id: 'k3', name: 'Bag', own_weight_grams: 10, max_content_grams: 899, is_used: true },
    ]); // prettier-ignore
    const rows = [deskRows([order]), deskRows([parcel]), deskRows([line])] as const;
    const [slip] = slipsOf(...rows, packages);
    assert.ok(slip?.packing);
    assert.equal(packingWords(slip.packing), 'Box, 300 × 200 × 100 mm, 1.00 kg in all');
    assert.equal(slipsOf(...rows, [])[0]?.packing, null);
  });

  test('are only of parcels that have not left and hold something', () => {
    const sent = { ...parcel, id: 'p0', position: 1, status: 'shipped' };
    const rest = { ...parcel, position: 2 };
    const all = slips({}, [sent, rest], [line, { ...line, id: 'l0', shipment_id: 'p0' }]);
    assert.deepEqual(
      all.map(({ position, parcels }) => [position, parcels]),
      [[2, 2]],
    );
    assert.deepEqual(slips({}, [parcel], [{ ...line, refunded_quantity: 3 }]), []);
  });

  test('are not printed for what has ended or is not paid, or for an address that is asked about', () => {
    const [asked, ended, unpaid] = deskRows([
      { ...order, address_question: 'Which floor?' },
      { ...order, status: 'cancelled' as const },
      { ...order, status: 'awaiting_payment' as const },
    ]);
    assert.equal(unpaid && unprintable(unpaid), 'it is not paid yet');
    assert.match(asked ? (unprintable(asked) ?? '') : '', /asked about the address/);
    assert.match(ended ? (unprintable(ended) ?? '') : '', /nothing left to pack/);
    assert.deepEqual(slips({ address_question: 'Which?' }, [parcel], [line]), []);
  });

  test('name the orders that they leave out, each with its reason', () => {
    const orders = deskRows([
      order,
      {
        ...order,
        id: 'o2',
        number: 'KW-2',
        waits_for: { title: 'Knob', ships_on: null, eta_precision: 'day' as const },
      },
      { ...order, id: 'o3', number: 'KW-3' },
    ]);
    const printed = slipsOf(orders, deskRows([parcel]), deskRows([line]));
    assert.deepEqual(leftOut(orders, printed), [
      { number: 'KW-2', why: 'a part of it is not ready' },
      { number: 'KW-3', why: 'nothing left to pack' },
    ]);
  });
});

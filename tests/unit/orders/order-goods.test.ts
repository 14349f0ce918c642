import assert from 'node:assert/strict';
import { test } from 'node:test';
import { takesNewOptions } from '#features/orders/model/order-goods.ts';
import cases from '../../cases/option-changes.json' with { type: 'json' };

test('a page offers new options where the database takes them', () => {
  for (const { soldAs, hasDate, parcel, refusal } of cases)
    assert.equal(
      takesNewOptions(
        {
          sold_as: soldAs as 'preorder',
          change_options_until: hasDate ? '2026-12-01T20:00:00Z' : null,
          shipment_id: 'first',
        },
        {
          shipments: [
            { id: 'first', status: parcel as 'planned' },
            { id: 'second', status: 'planned' },
          ],
        },
      ),
      refusal === null,
      JSON.stringify({ soldAs, hasDate, parcel }),
    );
});

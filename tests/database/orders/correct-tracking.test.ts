import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterEach, describe, test } from 'node:test';
import { openTestDatabase, person, refusalOf, type PersonName } from '../../support/database.ts';
import { findBrokenInvariants } from '../../support/data/orders.ts';
import { paidOrder, shipParcels } from '../../support/data/parcels.ts';

const database = openTestDatabase();

afterEach(async () => {
  assert.deepEqual(await findBrokenInvariants(database.sql), []);
});

describe('correct_tracking', () => {
  const correct = (
    shipment: string | undefined,
    was: string,
    number: string,
    sendsMail = true,
    name: PersonName = 'fulfilment',
  ) =>
    database.keepAs(
      person(name),
      (sql) => sql`
        select public.correct_tracking(${shipment ?? null}, ${was}, 'Polderpost', ${number}, ${sendsMail})`,
    );

  async function shippedParcel() {
    const { id, parcels } = await paidOrder(database);
    const tracking = {
      carrier: 'Polderpost',
      tracking_number: '3S1',
      tracking_url: 'https://track.example/3S1',
    };
    await shipParcels(database, [{ shipment_id: parcels[0], ...tracking }]);
    return { id, parcel: parcels[0], planned: parcels[1] };
  }

  const mailsOf = (id: string) => database.sql<{ number: string }[]>`
    select payload ->> 'tracking_number' as number from public.outbox
    where kind = 'order_shipped' and payload ->> 'order_id' = ${id} order by created_at, id`;
  const stored = async (parcel: string | undefined) => {
    const [row] = await database.sql<{ tracking_number: string; tracking_url: string }[]>`
      select tracking_number, tracking_url from public.shipments where id = ${parcel ?? null}`;
    return row;
  };

  test('changes number and history, tells the customer, and once for a press that is repeated', async () => {
    const { id, parcel } = await shippedParcel();
    await correct(parcel, '3S1', '3S2');
    await correct(parcel, '3S1', '3S2');
    assert.deepEqual({ ...(await stored(parcel)) }, { tracking_number: '3S2', tracking_url: '' });
    assert.deepEqual(
      (await mailsOf(id)).map(({ number }) => number),
      ['3S1', '3S2'],
    );
    await correct(parcel, '3S2', '3S1', false);
    await correct(parcel, '3S1', '3S2');
    assert.equal((await mailsOf(id)).length, 3);
    const events = await database.sql<{ before: object }[]>`
      select before from public.order_events where order_id = ${id} and kind = 'tracking_corrected' order by id`;
    assert.equal(events.length, 3);
    assert.deepEqual(events[0]?.before, { carrier: 'Polderpost', tracking_number: '3S1' });
  });

  test('of two who write another number at once, one is told what the other wrote', async () => {
    const { parcel } = await shippedParcel();
    const tries = await Promise.allSettled([
      correct(parcel, '3S1', '3S7'),
      correct(parcel, '3S1', '3S8'),
    ]);
    assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 1);
    const refusal = await refusalOf(correct(parcel, '3S1', '3S9'));
    assert.equal(refusal.reason, 'tracking_changed');
    assert.deepEqual(refusal.details, {
      carrier: 'Polderpost',
      tracking_number: (await stored(parcel))?.tracking_number,
    });
  });

  test('is for parcels that have left, for whoever sends them, and wants a number', async () => {
    const { parcel, planned } = await shippedParcel();
    assert.equal((await refusalOf(correct(planned, '', '3S2'))).reason, 'not_shipped');
    assert.equal((await refusalOf(correct(randomUUID(), '', '3S2'))).reason, 'unknown_parcel');
    for (const number of ['  ', 'x'.repeat(81)])
      assert.equal((await refusalOf(correct(parcel, '3S1', number))).reason, 'wrong_tracking');
    for (const name of ['support', 'editor', 'first'] as const)
      assert.equal(
        (await refusalOf(correct(parcel, '3S1', '3S2', true, name))).reason,
        'not_allowed',
      );
    assert.equal((await stored(parcel))?.tracking_number, '3S1');
  });
});

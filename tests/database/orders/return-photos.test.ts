import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { anonymous, openTestDatabase, person, refusalOf } from '../../support/database.ts';
import { addPhoto, photo, photosOf, reportFault } from '../../support/data/return-photos.ts';
import { moveReturn } from '../../support/data/returns.ts';

const database = openTestDatabase();
const first = person('first');

describe('return_photos', () => {
  test('its customer and the staff of orders see each, byte for byte, in their order', async () => {
    const { id: given } = await reportFault(database);
    const sent = [401, 402].map((bytes) => ({ id: randomUUID(), jpeg: photo(bytes) }));
    for (const each of sent) await addPhoto(database, first, given, each);
    for (const reader of ['first', 'owner', 'fulfilment', 'support'] as const) {
      const seen = await photosOf(database, person(reader), given);
      assert.deepEqual(
        seen.map(({ id, jpeg }) => ({ id, jpeg })),
        sent,
      );
    }
  });

  test('a guest sees them by the secret of the order, and nobody else does', async () => {
    const { id: given, token } = await reportFault(database, anonymous);
    await addPhoto(database, anonymous, given, { id: randomUUID(), token });
    assert.equal((await photosOf(database, anonymous, given, token)).length, 1);
    for (const caller of [anonymous, first, person('former'), person('editor')])
      assert.equal(
        (await refusalOf(photosOf(database, caller, given, 'made-up'))).reason,
        'unknown_return',
      );
    for (const caller of [anonymous, first, person('owner')])
      await assert.rejects(database.as(caller, (sql) => sql`select from private.return_photos`));
  });

  test('they are forgotten after 400 days, once the report has ended', async () => {
    const { id: given } = await reportFault(database);
    await addPhoto(database, first, given, { id: randomUUID() });
    const count = async () => {
      await database.sql`select private.sweep_old_rows()`;
      return (await photosOf(database, first, given)).length;
    };
    await database.sql`
      update private.return_photos set added_at = now() - interval '401 days' where return_id = ${given}`;
    assert.equal(await count(), 1);
    await moveReturn(database, first, given, 'dropped');
    assert.equal(await count(), 0);
  });
});

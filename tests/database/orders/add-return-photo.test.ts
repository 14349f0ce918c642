import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { anonymous, openTestDatabase, person, refusalOf } from '../../support/database.ts';
import { addPhoto, photo, photosOf, reportFault } from '../../support/data/return-photos.ts';
import { moveReturn } from '../../support/data/returns.ts';

const database = openTestDatabase();
const first = person('first');

describe('add_return_photo', () => {
  test('each is kept once however often it is sent, and five are the most', async () => {
    const { id: given } = await reportFault(database);
    const keys = Array.from({ length: 5 }, () => randomUUID());
    for (const [index, id] of keys.entries())
      assert.equal(await addPhoto(database, first, given, { id }), index + 1);
    assert.equal(await addPhoto(database, first, given, { id: keys[2] ?? '' }), 5);
    const refusal = await refusalOf(addPhoto(database, first, given, { id: randomUUID() }));
    assert.equal(refusal.reason, 'too_many_photos');
  });

  test('a guest adds by the secret of the order; without it nobody adds anything', async () => {
    const { id: given, token } = await reportFault(database, anonymous);
    assert.equal(await addPhoto(database, anonymous, given, { id: randomUUID(), token }), 1);
    const other = await reportFault(database, anonymous);
    for (const wrong of [null, 'made-up', other.token]) {
      const asked = addPhoto(database, anonymous, given, { id: randomUUID(), token: wrong });
      assert.equal((await refusalOf(asked)).reason, 'unknown_return');
    }
    // Staff see them, and add none: what a customer shows is the customer's.
    for (const name of ['first', 'second', 'former', 'editor', 'support', 'owner'] as const) {
      const asked = addPhoto(database, person(name), given, { id: randomUUID() });
      assert.equal((await refusalOf(asked)).reason, 'unknown_return');
    }
  });

  test('what is no JPEG, too large or under the key of another report is not kept', async () => {
    const { id: given } = await reportFault(database);
    const other = await reportFault(database);
    const taken = randomUUID();
    await addPhoto(database, first, other.id, { id: taken });
    const svg = Buffer.from('<svg onload="alert(1)"/>'.padEnd(200)).toString('base64');
    for (const [id, jpeg] of [
      [randomUUID(), svg],
      [randomUUID(), photo(1_000_000)],
      [randomUUID(), photo(10)],
      [randomUUID(), '%%%'],
      [randomUUID(), ''],
      [null, photo()],
      [taken, photo()],
    ] as const) {
      const refusal = await refusalOf(addPhoto(database, first, given, { id, jpeg }));
      assert.equal(refusal.reason, 'wrong_photo', jpeg.slice(0, 20));
    }
    assert.equal((await photosOf(database, first, given)).length, 0);
  });

  test('of twenty sent at once five are kept, and the count says so', async () => {
    const { id: given } = await reportFault(database);
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, () => addPhoto(database, first, given, { id: randomUUID() })),
    );
    assert.equal(answers.filter(({ status }) => status === 'fulfilled').length, 5);
    const [row] = await database.sql<{ told: number; kept: number }[]>`
      select r.photo_count as told,
        (select count(*)::int from private.return_photos p where p.return_id = r.id) as kept
      from public.order_returns r where r.id = ${given}`;
    assert.deepEqual({ ...row }, { told: 5, kept: 5 });
  });

  test('a report that has ended takes none', async () => {
    const { id: given } = await reportFault(database);
    await moveReturn(database, first, given, 'dropped');
    const refusal = await refusalOf(addPhoto(database, first, given, { id: randomUUID() }));
    assert.equal(refusal.reason, 'return_ended');
  });
});

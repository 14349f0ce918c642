import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, test } from 'node:test';
import { anonymous, openTestDatabase, person, refusalOf, service } from '../../support/database.ts';
import { addPhoto, boughtKnob, rowOf, webp } from '../../support/data/customer-photos.ts';

const database = openTestDatabase();
const first = person('first');
const reasonOf = async (work: Promise<unknown>) => (await refusalOf(work)).reason;

describe('add_photo', () => {
  beforeEach(
    () =>
      database.sql`with photos as (delete from private.customer_photos) delete from private.guesses`,
  );

  test('announces a photo of what was delivered, and says where its file belongs', async () => {
    const { lineId } = await boughtKnob(database);
    const id = randomUUID();
    const given = { id, note: ' Brass plate ', name: ' Ada ' };
    assert.deepEqual(await addPhoto(database, first, lineId, given), {
      path: `${id}.webp`,
      status: 'sending',
    });
    const jpeg = { ...webp, type: 'image/jpeg' };
    const other = randomUUID();
    const { path } = await addPhoto(database, first, lineId, { id: other, file: jpeg });
    assert.equal(path, `${other}.jpg`);
    assert.equal((await rowOf(database, id))?.note, 'Brass plate');
  });

  test('takes one again under its id, with the words that came last', async () => {
    const { lineId } = await boughtKnob(database);
    const id = randomUUID();
    await addPhoto(database, first, lineId, { id, note: 'Once' });
    await addPhoto(database, first, lineId, { id, note: 'Twice' });
    assert.equal((await rowOf(database, id))?.note, 'Twice');
    const [count] = await database.sql`select count(*)::int as n from private.customer_photos`;
    assert.equal(count?.['n'], 1);
  });

  test('refuses what was not delivered to this account', async () => {
    const under = await boughtKnob(database, 'first', 'shipped');
    assert.equal(await reasonOf(addPhoto(database, first, under.lineId)), 'not_delivered');
    const { lineId } = await boughtKnob(database);
    for (const name of ['second', 'former', 'support', 'fulfilment', 'editor', 'owner'] as const) {
      const asked = addPhoto(database, person(name), lineId);
      assert.equal(await reasonOf(asked), 'not_delivered', name);
    }
    for (const caller of [anonymous, service]) {
      assert.equal((await refusalOf(addPhoto(database, caller, lineId))).code, '42501');
    }
    assert.equal(await reasonOf(addPhoto(database, first, randomUUID())), 'not_delivered');
  });

  test('refuses without the tick, too many words and what is no picture', async () => {
    const { lineId } = await boughtKnob(database);
    const tried = (asked: Parameters<typeof addPhoto>[3]) =>
      reasonOf(addPhoto(database, first, lineId, asked));
    for (const agreed of [false, null]) assert.equal(await tried({ agreed }), 'not_agreed');
    assert.equal(await tried({ note: 'x'.repeat(401) }), 'wrong_words');
    assert.equal(await tried({ name: 'x'.repeat(41) }), 'wrong_words');
    assert.equal(await tried({ id: null }), 'wrong_photo');
    for (const wrong of [
      { type: 'image/svg+xml' },
      { type: 'image/png' },
      { type: null },
      { width: 2401 },
      { height: 15 },
      { width: 'many' },
      { height: null },
      { colour: 'red' },
      { colour: null },
    ])
      assert.equal(
        await tried({ file: { ...webp, ...wrong } }),
        'wrong_photo',
        JSON.stringify(wrong),
      );
  });

  test('three of a product are the most, also of twelve at once', async () => {
    const { lineId } = await boughtKnob(database);
    const answers = await Promise.allSettled(
      Array.from({ length: 12 }, () => addPhoto(database, first, lineId)),
    );
    assert.equal(answers.filter(({ status }) => status === 'fulfilled').length, 3);
    const again = await boughtKnob(database);
    assert.equal(await reasonOf(addPhoto(database, first, again.lineId)), 'too_many_photos');
    const second = await boughtKnob(database, 'second');
    await addPhoto(database, person('second'), second.lineId);
  });

  test('thirty a day are the most, removed ones included; the next day has room again', async () => {
    const { lineId } = await boughtKnob(database);
    const addAndRemove = async () => {
      const id = randomUUID();
      await addPhoto(database, first, lineId, { id });
      // Said again, as after a lost answer.
      await addPhoto(database, first, lineId, { id });
      await database.keepAs(first, (sql) => sql`select public.remove_photo(${id})`);
    };
    for (let each = 0; each < 30; each += 1) await addAndRemove();
    assert.deepEqual(await refusalOf(addPhoto(database, first, lineId)), {
      code: 'PT429',
      reason: 'too_many_photos',
      message: 'You have added 30 photos today. Add more tomorrow.',
      details: { limit: 30 },
    });
    const second = await boughtKnob(database, 'second');
    await addPhoto(database, person('second'), second.lineId);
    await database.sql`update private.guesses set at = at - interval '1 day'`;
    await addAndRemove();
  });

  test('an id that another customer took is not theirs to write', async () => {
    const own = await boughtKnob(database);
    const other = await boughtKnob(database, 'second');
    const id = randomUUID();
    await addPhoto(database, first, own.lineId, { id, note: 'Mine' });
    const asked = addPhoto(database, person('second'), other.lineId, { id, note: 'Theirs' });
    assert.equal(await reasonOf(asked), 'wrong_photo');
    assert.equal((await rowOf(database, id))?.note, 'Mine');
  });
});

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { openTestDatabase, person, refusalOf } from '../../support/database.ts';
import {
  addPhoto,
  answerOf,
  boughtKnob,
  putFile,
  rowOf,
  shownPhoto,
} from '../../support/data/customer-photos.ts';

const database = openTestDatabase();
const first = person('first');
const send = (id: string, caller = first) => answerOf(database, caller, 'send_photo', id);

describe('send_photo', () => {
  test('lets a photo wait once its file is there, however often it is said', async () => {
    const { lineId } = await boughtKnob(database);
    const id = randomUUID();
    const { path } = await addPhoto(database, first, lineId, { id });
    assert.equal((await refusalOf(send(id))).reason, 'photo_missing');
    assert.equal((await rowOf(database, id))?.status, 'sending');
    await putFile(database, 'photo-inbox', path);
    const answers = await Promise.all([send(id), send(id), send(id)]);
    assert.deepEqual(
      answers,
      Array.from({ length: 3 }, () => ({ status: 'waiting' })),
    );
    assert.equal((await rowOf(database, id))?.version, 2);
  });

  test('takes nothing back of what staff decided', async () => {
    const { id } = await shownPhoto(database);
    assert.deepEqual(await send(id), { status: 'shown' });
  });

  test('knows no photo of another', async () => {
    const { lineId } = await boughtKnob(database);
    const id = randomUUID();
    await database.sql`delete from private.customer_photos`;
    const { path } = await addPhoto(database, first, lineId, { id });
    await putFile(database, 'photo-inbox', path);
    for (const name of ['second', 'editor', 'owner'] as const)
      assert.equal((await refusalOf(send(id, person(name)))).reason, 'unknown_photo', name);
    assert.equal((await rowOf(database, id))?.status, 'sending');
  });
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { anonymous, openTestDatabase, person, refusalOf } from '../../support/database.ts';
import {
  answerOf,
  decidePhoto,
  rowOf,
  sentPhoto,
  shownPhoto,
} from '../../support/data/customer-photos.ts';

const database = openTestDatabase();
const first = person('first');

interface Removed {
  readonly files: readonly { readonly bucket: string; readonly path: string }[];
}

const remove = (id: string, caller = first) =>
  answerOf<Removed>(database, caller, 'remove_photo', id);

const isShown = async (id: string) =>
  (await database.sql`select from public.shown_photos where id = ${id}`).length > 0;

describe('remove_photo', () => {
  test('hides a photo at once, names its files and forgets the rest once they are gone', async () => {
    const { id, path, productId } = await shownPhoto(database, { note: 'Brass', name: 'Ada' });
    const files = [
      { bucket: 'customer-photos', path },
      { bucket: 'photo-inbox', path },
    ];
    assert.deepEqual(await remove(id), { files });
    assert.equal(await isShown(id), false);
    assert.deepEqual(await rowOf(database, id), { status: 'removed', version: 4, note: '' });
    // Called again, because an answer was lost.
    assert.deepEqual(await remove(id), { files });
    await database.sql`delete from storage.objects where name = ${path}`;
    assert.deepEqual(await remove(id), { files: [] });
    assert.equal(await rowOf(database, id), undefined);
    assert.deepEqual(await remove(id), { files: [] });
    const [log] = await database.sql`
      select actor_role, before from public.audit_log where row_id = ${id} and action = 'delete'`;
    assert.equal(log?.['actor_role'], 'customer');
    assert.deepEqual(Object.keys(log?.['before']).toSorted(), ['alt', 'id', 'product_id']);
    assert.equal(log?.['before'].product_id, productId);
  });

  test('an editor hears that pages are to be published', async () => {
    const { id } = await shownPhoto(database);
    const since = new Date();
    await remove(id);
    await database.as(person('editor'), async (sql) => {
      const [row] = await sql<{ answer: { changes: { table: string; kind: string }[] } }[]>`
        select public.waiting_changes(${since}) as answer`;
      const own = row?.answer.changes.filter(({ table }) => table === 'shown_photos');
      assert.deepEqual(
        own?.map(({ kind }) => kind),
        ['gone'],
      );
    });
  });

  test('what was removed takes no place, and staff can’t bring it back', async () => {
    const { id, path } = await sentPhoto(database);
    await remove(id);
    const tried = decidePhoto(database, person('editor'), id, 'shown', 'A knob');
    assert.equal((await refusalOf(tried)).reason, 'unknown_photo');
    assert.equal(
      (await refusalOf(answerOf(database, first, 'send_photo', id))).reason,
      'unknown_photo',
    );
    await database.sql`delete from storage.objects where name = ${path}`;
  });

  test('is for its customer alone', async () => {
    const { id } = await shownPhoto(database);
    for (const name of ['second', 'former', 'support', 'editor', 'owner'] as const)
      assert.deepEqual(await remove(id, person(name)), { files: [] }, name);
    assert.equal((await refusalOf(remove(id, anonymous))).code, '42501');
    assert.equal(await isShown(id), true);
  });
});

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { openTestDatabase, person, personId, refusalOf, service } from '../../support/database.ts';
import {
  answerOf,
  decidePhoto,
  putFile,
  rowOf,
  shownPhoto,
} from '../../support/data/customer-photos.ts';

const database = openTestDatabase();

const due = async () =>
  (
    await database.keepAs(
      service,
      (sql) =>
        sql<{ bucket: string; path: string }[]>`select * from public.photo_files_to_remove()`,
    )
  ).map(({ bucket, path }) => `${bucket}/${path}`);

const age = () => database.sql`update storage.objects set created_at = now() - interval '1 hour'`;

describe('photo_files_to_remove', () => {
  test('names no file that is needed, nor one that somebody is about to show', async () => {
    await shownPhoto(database);
    await putFile(database, 'customer-photos', `${randomUUID()}.webp`);
    await putFile(database, 'product-images', `${randomUUID()}.webp`);
    assert.deepEqual(await due(), []);
    await age();
    assert.equal((await due()).length, 1);
    await database.sql`delete from storage.objects`;
  });

  test('names what was taken down, removed halfway, and what a forgotten account left', async () => {
    const down = await shownPhoto(database);
    await decidePhoto(database, person('editor'), down.id, 'declined', 'Too dark');
    await age();
    assert.deepEqual(await due(), [`customer-photos/${down.path}`]);
    await answerOf(database, person('first'), 'remove_photo', down.id);
    const both = [`customer-photos/${down.path}`, `photo-inbox/${down.path}`];
    assert.deepEqual((await due()).toSorted(), both);
    await database.sql`delete from storage.objects`;
    assert.deepEqual(await due(), []);
    assert.equal(await rowOf(database, down.id), undefined);
    const left = await shownPhoto(database);
    await age();
    await database.sql`update private.customer_photos set user_id = ${personId('second')} where id = ${left.id}`;
    await database.sql`delete from auth.users where id = ${personId('second')}`;
    const [shown] =
      await database.sql`select count(*)::int as n from public.shown_photos where id = ${left.id}`;
    assert.equal(shown?.['n'], 0);
    assert.equal((await due()).length, 2);
  });

  test('is for the service alone', async () => {
    for (const name of ['first', 'editor', 'owner'] as const) {
      const tried = database.as(person(name), (sql) => sql`select public.photo_files_to_remove()`);
      assert.equal((await refusalOf(tried)).code, '42501', name);
    }
  });
});

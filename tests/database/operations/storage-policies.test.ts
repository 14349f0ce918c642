import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { callers } from '../../support/pages/access.ts';
import {
  addPhoto,
  answerOf,
  boughtKnob,
  decidePhoto,
  putFile,
  shownPhoto,
} from '../../support/data/customer-photos.ts';
import { openTestDatabase, person, refusalOf } from '../../support/database.ts';

const database = openTestDatabase();

const editors = ['editor', 'owner', 'service'];
const pictures = ['image/avif', 'image/webp', 'image/png', 'image/jpeg'];
const sounds = ['audio/mpeg', 'audio/mp4', 'audio/aac', 'audio/ogg', 'audio/wav'];
const everyone = Object.entries(callers);

describe('the buckets', () => {
  test('are bounded in size and take pictures, or sounds, that carry no script', async () => {
    const rows = await database.sql<
      { id: string; public: boolean; limit: number; types: string[] }[]
    >`
      select id, public, file_size_limit::int as limit, to_json(allowed_mime_types) as types
      from storage.buckets order by id`;
    assert.deepEqual(
      rows.map(({ id, public: isPublic, limit, types }) => [id, isPublic, limit, types]),
      [
        ['customer-photos', true, 8_388_608, ['image/webp', 'image/jpeg']],
        ['drafts', false, 20_971_520, pictures],
        ['photo-inbox', false, 8_388_608, ['image/webp', 'image/jpeg']],
        ['product-images', true, 12_582_912, pictures],
        ['product-sounds', true, 3_145_728, sounds],
        ['sound-drafts', false, 3_145_728, sounds],
      ],
    );
  });

  for (const bucket of ['product-images', 'drafts', 'product-sounds', 'sound-drafts']) {
    test(`let only editors write to ${bucket}`, async () => {
      for (const [name, caller] of everyone) {
        const writing = database.as(caller, async (sql) => {
          await sql`insert into storage.objects (bucket_id, name) values (${bucket}, 'a/b.webp')`;
          return 'imported';
        });
        if (editors.includes(name)) assert.equal(await writing, 'imported', name);
        else assert.equal((await refusalOf(writing)).code, '42501', name);
      }
    });

    test(`let only editors list, replace and remove what is in ${bucket}`, async () => {
      await database.sql`
        insert into storage.objects (bucket_id, name) values (${bucket}, 'kept/picture.webp')`;
      for (const [name, caller] of everyone) {
        const reached = await database.as(caller, async (sql) => {
          const listed = await sql`select from storage.objects where bucket_id = ${bucket}`;
          const replaced = await sql`
            update storage.objects set metadata = '{}' where bucket_id = ${bucket}`;
          const removed = await sql`delete from storage.objects where bucket_id = ${bucket}`;
          return [listed.length, replaced.count, removed.count];
        });
        assert.deepEqual(reached, editors.includes(name) ? [1, 1, 1] : [0, 0, 0], name);
      }
    });
  }

  test('keep a sound as long as a product has it', async () => {
    await database.sql`insert into storage.objects (bucket_id, name) values ('product-sounds', 'kept/click.wav')`;
    await database.as(person('editor'), async (sql) => {
      await sql`
        insert into public.product_sounds (product_id, storage_path, title, duration_ms, peaks)
        select id, 'kept/click.wav', 'A click', 900, array_fill(1, array[64]) from public.products limit 1`;
      const removed = () => sql`delete from storage.objects where name = 'kept/click.wav'`;
      assert.equal((await removed()).count, 0);
      await sql`delete from public.product_sounds where storage_path = 'kept/click.wav'`;
      assert.equal((await removed()).count, 1);
    });
  });

  test('let a customer send the file of a photo that they announced, and no other', async () => {
    const { lineId } = await boughtKnob(database);
    const [id, strange] = [randomUUID(), `${randomUUID()}.webp`];
    const { path } = await addPhoto(database, person('first'), lineId, { id });
    const put = (bucket: string, name: string, caller = person('first')) =>
      database.as(caller, async (sql) => {
        await sql`insert into storage.objects (bucket_id, name) values (${bucket}, ${name})`;
        return 'put';
      });
    assert.equal(await put('photo-inbox', path), 'put');
    for (const [bucket, name] of [
      ['photo-inbox', strange],
      ['customer-photos', path],
      ['product-images', path],
    ] as const)
      assert.equal((await refusalOf(put(bucket, name))).code, '42501', bucket);
    for (const name of ['second', 'support', 'fulfilment', 'editor', 'owner'] as const)
      assert.equal((await refusalOf(put('photo-inbox', path, person(name)))).code, '42501', name);
    await putFile(database, 'photo-inbox', path);
    await answerOf(database, person('first'), 'send_photo', id);
    await database.sql`delete from storage.objects where name = ${path}`;
    assert.equal((await refusalOf(put('photo-inbox', path))).code, '42501', 'once it waits');
  });

  test('let a customer and editors look at a photo, and each remove what nothing shows', async () => {
    const { id, path } = await shownPhoto(database);
    const reached = (caller: Parameters<typeof database.as>[0]) =>
      database.as(caller, async (sql) => {
        const listed = await sql`select from storage.objects where name = ${path}`;
        const replaced = await sql`update storage.objects set metadata = '{}' where name = ${path}`;
        const removed = await sql`delete from storage.objects where name = ${path}`;
        return [listed.length, replaced.count, removed.count];
      });
    for (const [name, caller] of everyone) {
      const looks = ['first', 'editor', 'owner'].includes(name);
      if (name !== 'service') assert.deepEqual(await reached(caller), [looks ? 2 : 0, 0, 0], name);
    }
    await decidePhoto(database, person('editor'), id, 'declined', 'Too dark');
    assert.deepEqual(await reached(person('editor')), [2, 0, 1]);
    assert.deepEqual(await reached(person('first')), [2, 0, 0]);
    await answerOf(database, person('first'), 'remove_photo', id);
    assert.deepEqual(await reached(person('first')), [2, 0, 2]);
    assert.deepEqual(await reached(person('second')), [0, 0, 0]);
  });

  test('are not moved into or out of by an editor', async () => {
    await database.sql`insert into storage.buckets (id, name) values ('elsewhere', 'elsewhere')`;
    const refusal = await refusalOf(
      database.as(person('editor'), async (sql) => {
        await sql`insert into storage.objects (bucket_id, name) values ('drafts', 'x.webp')`;
        await sql`update storage.objects set bucket_id = 'elsewhere' where name = 'x.webp'`;
      }),
    );
    assert.equal(refusal.code, '42501');
  });
});

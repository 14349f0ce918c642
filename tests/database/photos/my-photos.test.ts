import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openTestDatabase, person } from '../../support/database.ts';
import { decidePhoto, sentPhoto } from '../../support/data/customer-photos.ts';

const database = openTestDatabase();

const mine = (name: Parameters<typeof person>[0]) =>
  database.as(person(name), async (sql) => {
    const [row] = await sql<{ photos: Readonly<Record<string, unknown>>[] }[]>`
      select public.my_photos() as photos`;
    return row?.photos ?? [];
  });

describe('my_photos', () => {
  test('tells a customer how theirs stand, and why one was declined', async () => {
    const { id, path } = await sentPhoto(database, { note: 'Brass plate', name: 'Ada' });
    const shown = (await mine('first')).map(
      ({ id: key, status, reason, note, name, path: at }) => ({
        id: key,
        status,
        reason,
        note,
        name,
        path: at,
      }),
    );
    const waiting = { id, status: 'waiting', reason: '', note: 'Brass plate', name: 'Ada', path };
    assert.deepEqual(shown, [waiting]);
    await decidePhoto(database, person('editor'), id, 'declined', 'It is too dark');
    const [declined] = await mine('first');
    assert.equal(declined?.['reason'], 'It is too dark');
    await decidePhoto(database, person('editor'), id, 'waiting', '');
    assert.equal((await mine('first'))[0]?.['reason'], '');
  });

  test('tells nobody of those of another', async () => {
    await sentPhoto(database);
    for (const name of ['second', 'support', 'editor', 'owner'] as const)
      assert.deepEqual(await mine(name), [], name);
  });
});

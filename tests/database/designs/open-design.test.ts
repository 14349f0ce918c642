import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { anonymous, openTestDatabase, person, service } from '../../support/database.ts';
import { opened, save } from '../../support/data/designs.ts';

const database = openTestDatabase();
const first = person('first');
const second = person('second');
const owner = person('owner');

describe('open_design', () => {
  test('finds a design by its id and by its short code', async () => {
    const saved = await database.keepAs(first, (sql) => save(sql, { visibility: 'public' }));
    for (const key of [saved.id, saved.id.toUpperCase(), saved.code]) {
      const design = await database.as(anonymous, (sql) => opened(sql, key));
      assert.equal(design?.['id'], saved.id);
      assert.equal(design['is_mine'], false);
    }
  });

  test('shows a private design to its maker and to nobody else', async () => {
    const saved = await database.keepAs(first, (sql) => save(sql));
    assert.equal((await database.as(first, (sql) => opened(sql, saved.id)))?.['is_mine'], true);
    for (const caller of [anonymous, second, owner]) {
      assert.equal(await database.as(caller, (sql) => opened(sql, saved.id)), null);
      assert.equal(await database.as(caller, (sql) => opened(sql, saved.code)), null);
    }
  });

  test('shows a guest’s private design to whoever holds its secret', async () => {
    const saved = await database.keepAs(anonymous, (sql) => save(sql));
    const mine = await database.as(anonymous, (sql) => opened(sql, saved.id, saved.secret));
    assert.equal(mine?.['is_mine'], true);
    for (const secret of [null, '', 'f'.repeat(64)])
      assert.equal(await database.as(anonymous, (sql) => opened(sql, saved.id, secret)), null);
  });

  test('shows nothing that staff hid, but to its maker', async () => {
    const saved = await database.keepAs(first, (sql) => save(sql, { visibility: 'unlisted' }));
    await database.sql`update public.designs set hidden_at = now() where id = ${saved.id}`;
    assert.equal(await database.as(anonymous, (sql) => opened(sql, saved.id)), null);
    assert.equal((await database.as(first, (sql) => opened(sql, saved.id)))?.['is_hidden'], true);
  });

  test('does not name an origin that the reader may not see', async () => {
    const origin = await database.keepAs(first, (sql) => save(sql, { visibility: 'public' }));
    const copy = await database.keepAs(second, async (sql) => {
      const [row] = await sql<{ saved: { id: string } }[]>`
        select public.fork_design(${origin.id}) as saved`;
      return row?.saved;
    });
    assert.ok(copy);
    await database.keepAs(first, (sql) => save(sql, { visibility: 'private' }, origin));
    const design = await database.as(second, (sql) => opened(sql, copy.id));
    assert.equal(design?.['forked_from'], null);
  });

  test('answers null, not an error, to what no design can be called', async () => {
    for (const key of ['', 'nope', "'; drop table designs", '0'.repeat(5000)])
      assert.equal(await database.as(service, (sql) => opened(sql, key)), null);
  });
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TransactionSql } from 'postgres';
import { openTestDatabase, person, refusalOf } from '../../support/database.ts';
import { save } from '../../support/data/designs.ts';

const database = openTestDatabase();
const first = person('first');
const second = person('second');

async function like(sql: TransactionSql, id: string, liked = true): Promise<unknown> {
  const [row] = await sql`select public.like_design(${id}, ${liked}) as likes`;
  return row?.['likes'];
}

describe('like_design', () => {
  test('counts each person once, and takes a like back once', async () => {
    const { id } = await database.keepAs(first, (sql) => save(sql, { visibility: 'public' }));
    await database.keepAs(first, (sql) => like(sql, id));
    await database.as(second, async (sql) => {
      assert.deepEqual(await like(sql, id), { like_count: 2, is_liked: true });
      assert.deepEqual(await like(sql, id), { like_count: 2, is_liked: true });
      assert.deepEqual(await like(sql, id, false), { like_count: 1, is_liked: false });
      assert.deepEqual(await like(sql, id, false), { like_count: 1, is_liked: false });
    });
  });

  test('is for public designs that are shown', async () => {
    const unlisted = await database.keepAs(first, (sql) => save(sql, { visibility: 'unlisted' }));
    const refused = await refusalOf(database.as(second, (sql) => like(sql, unlisted.id)));
    assert.equal(refused.reason, 'unknown_design');
  });

  test('is lost with the account, and so is its count', async () => {
    const { id } = await database.keepAs(second, (sql) => save(sql, { visibility: 'public' }));
    const gone = '00000000-0000-4000-8000-00000000fade';
    await database.sql`insert into auth.users (id, email) values (${gone}, 'gone@people.test')`;
    await database.sql`insert into public.design_likes (design_id, user_id) values (${id}, ${gone})`;
    await database.sql`delete from auth.users where id = ${gone}`;
    const [row] = await database.sql`select like_count from public.designs where id = ${id}`;
    assert.equal(row?.['like_count'], 0);
  });
});

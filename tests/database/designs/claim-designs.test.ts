import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TransactionSql } from 'postgres';
import { anonymous, openTestDatabase, person, refusalOf } from '../../support/database.ts';
import { opened, save } from '../../support/data/designs.ts';

const database = openTestDatabase();
const first = person('first');
const second = person('second');

async function claim(sql: TransactionSql, claims: unknown): Promise<unknown> {
  const [row] = await sql`
    select public.claim_designs(${JSON.stringify(claims)}::text::jsonb) as answer`;
  return (row?.['answer'] as { claimed: unknown } | undefined)?.claimed;
}

describe('claim_designs', () => {
  test('makes a guest’s design the account’s, and its secret worthless', async () => {
    const saved = await database.keepAs(anonymous, (sql) => save(sql));
    assert.deepEqual(await database.keepAs(first, (sql) => claim(sql, [saved])), [saved.id]);
    assert.equal((await database.as(first, (sql) => opened(sql, saved.id)))?.['is_mine'], true);
    const guest = await database.as(anonymous, (sql) => opened(sql, saved.id, saved.secret));
    assert.equal(guest, null);
    assert.deepEqual(await database.as(second, (sql) => claim(sql, [saved])), []);
  });

  test('gives nothing for a wrong secret or an id that is none, beside what is right', async () => {
    const saved = await database.keepAs(anonymous, (sql) => save(sql));
    const other = await database.keepAs(anonymous, (sql) => save(sql));
    const claims = [
      { id: other.id, secret: saved.secret },
      { id: 'nope', secret: 'nope' },
      { id: other.id },
      7,
      saved,
      saved,
    ];
    assert.deepEqual(await database.as(first, (sql) => claim(sql, claims)), [saved.id]);
  });

  test('refuses what is no list', async () => {
    for (const claims of [null, {}, 'x', Array.from({ length: 201 }, () => ({}))]) {
      const refused = await refusalOf(database.as(first, (sql) => claim(sql, claims)));
      assert.deepEqual([refused.code, refused.reason], ['PT422', 'wrong_claims']);
    }
  });
});

import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { openTestDatabase, person, personId } from '../../support/database.ts';

const database = openTestDatabase();
const id = personId('first');
const codeOf = (number: number) => `abcd-0000-0000-000${number}`;

const redeem = (code: string, name: 'first' | 'second' = 'first') =>
  database.keepAs(person(name), async (sql) => {
    const [row] = await sql`
      select public.redeem_recovery_code(${code}) as answer, current_setting('response.status', true) as status`;
    return { ...(row?.['answer'] as { done: boolean; reason?: string }), status: row?.['status'] };
  });

const countFactors = async () => {
  const [row] =
    await database.sql`select count(*)::int as count from auth.mfa_factors where user_id = ${id}`;
  return row?.['count'];
};

describe('redeem_recovery_code', () => {
  before(async () => {
    await database.sql`insert into auth.mfa_factors (user_id, factor_type, status) values (${id}, 'totp', 'verified')`;
    for (const number of [1, 2]) {
      const plain = `${id}:${codeOf(number).replaceAll('-', '')}`;
      await database.sql`insert into private.recovery_codes (user_id, code_hash) values (${id}, private.hash_of(${plain}))`;
    }
  });

  test('a wrong code, and another person’s, are counted and leave the factor', async () => {
    assert.deepEqual(
      [(await redeem('nothing')).reason, (await redeem(codeOf(1), 'second')).reason],
      ['wrong_code', 'wrong_code'],
    );
    assert.equal(await countFactors(), 1);
  });

  test('a right one takes the factor and the other codes, mails the owner, and works once', async () => {
    assert.equal((await redeem(codeOf(1).toUpperCase())).done, true);
    assert.equal(await countFactors(), 0);
    assert.equal((await redeem(codeOf(2))).done, false);
    const mails =
      await database.sql`select from public.outbox where kind = 'second_factor_removed' and user_id = ${id}`;
    assert.equal(mails.length, 1);
  });

  test('whoever guesses too often has to wait', async () => {
    for (let tries = 0; tries < 10; tries += 1) await redeem('wrong', 'second');
    const answer = await redeem('wrong', 'second');
    assert.deepEqual([answer.reason, answer.status], ['too_many_tries', '429']);
  });
});

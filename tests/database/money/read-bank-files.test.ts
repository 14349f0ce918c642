import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Caller } from '../../../scripts/local-supabase/context.ts';
import { anonymous, openTestDatabase, person, refusalOf } from '../../support/database.ts';
import { openBankRefunds, type BankFile } from '../../support/data/bank-refunds.ts';

const database = openTestDatabase();
const bank = openBankRefunds(database);

const list = (by: Caller, before: string | null = null) =>
  database.as(by, async (sql) => {
    const [row] = await sql<{ files: (BankFile & { made_at: string })[] }[]>`
      select public.read_bank_files(${before}) as files`;
    return row?.files ?? [];
  });

describe('read_bank_files', () => {
  test('lists files newest first, with who made them and whether they can be downloaded', async () => {
    const first = await bank.makeFile([(await bank.refundToSend()).id]);
    await bank.settle(first.id, 'discarded', 'A test');
    const second = await bank.makeFile([(await bank.refundToSend()).id]);
    const files = await list(person('owner'));
    assert.deepEqual(
      files.map(({ id, status, by, is_kept: isKept }) => [id, status, by, isKept]),
      [
        [second.id, 'made', 'you', true],
        [first.id, 'discarded', 'you', true],
      ],
    );
    const [newest] = files;
    assert.deepEqual(
      (await list(person('fulfilment'), newest?.made_at ?? null)).map(({ id, by }) => [id, by]),
      [[first.id, 'owner']],
    );
    for (const by of ['support', 'editor', 'former', 'first'] as const)
      assert.equal((await refusalOf(list(person(by)))).reason, 'not_allowed', by);
    assert.equal((await refusalOf(list(anonymous))).code, '42501');
  });
});

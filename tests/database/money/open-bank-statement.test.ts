import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import {
  anonymous,
  openTestDatabase,
  person,
  personId,
  refusalOf,
} from '../../support/database.ts';
import { openStatement } from '../../support/data/bank-statements.ts';

const database = openTestDatabase();

describe('open_bank_statement', () => {
  test('notes who read a file once, however often it is asked', async () => {
    const id = randomUUID();
    for (const caller of [person('fulfilment'), person('owner')])
      await database.keepAs(caller, (sql) => openStatement(sql, id));
    const rows = await database.sql`select read_by from public.bank_statements where id = ${id}`;
    assert.deepEqual(
      rows.map((row) => row['read_by'] as string),
      [personId('fulfilment')],
    );
  });

  test('takes no statement that is none, and none of those who may not', async () => {
    const open = (statement: unknown) =>
      database.as(
        person('owner'),
        (sql) => sql`select public.open_bank_statement(${JSON.stringify(statement)}::text::jsonb)`,
      );
    for (const wrong of [null, [], {}, { id: randomUUID() }, { id: 'x' }])
      assert.equal((await refusalOf(open(wrong))).reason, 'wrong_statement');
    for (const caller of [person('support'), person('editor'), person('first')]) {
      const refused = database.as(caller, (sql) => openStatement(sql));
      assert.equal((await refusalOf(refused)).reason, 'not_allowed');
    }
    await assert.rejects(
      database.as(anonymous, (sql) => openStatement(sql)),
      /permission denied/,
    );
  });
});

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { openTestDatabase, person, refusalOf } from '../../support/database.ts';
import { openStatement, settleEntry } from '../../support/data/bank-statements.ts';

const database = openTestDatabase();

interface Told {
  readonly file_name: string;
  readonly by: string;
  readonly payments: number;
  readonly unmatched: number;
  readonly columns: unknown;
}

const history = (caller = person('owner'), header: string | null = null) =>
  database.as(caller, async (sql) => {
    const [row] = await sql<{ told: readonly Told[] }[]>`
      select public.read_bank_statements(null, ${header}) as told`;
    return row?.told ?? [];
  });

describe('read_bank_statements', () => {
  test('tells colleagues by their roles, and what became of the payments', async () => {
    const id = await database.keepAs(person('owner'), (sql) => openStatement(sql));
    await database.keepAs(person('owner'), (sql) =>
      settleEntry(sql, { message: randomUUID() }, 'unmatched', [], { statement: id }),
    );
    const [told] = await history(person('fulfilment'));
    assert.deepEqual([told?.by, told?.payments, told?.unmatched], ['owner', 3, 1]);
    assert.equal((await history())[0]?.by, 'you');
    assert.equal((await refusalOf(history(person('support')))).reason, 'not_allowed');
  });

  test('gives the columns of the last file with a header', async () => {
    await database.sql`
      insert into public.bank_statements (id, account, file_name, format, first_on, last_on, payments, header, columns)
      values (gen_random_uuid(), '', 'a.csv', 'csv', '2026-11-01', '2026-11-01', 1, 'A;B', '{"day": [1]}')`;
    assert.deepEqual(
      (await history(person('owner'), 'A;B')).map(({ columns }) => columns),
      [{ day: [1] }],
    );
    assert.deepEqual(await history(person('owner'), 'A;C'), []);
  });
});

describe('the payments of statements', () => {
  test('are read by nobody else, and written by functions alone', async () => {
    for (const table of ['bank_statements', 'bank_entries', 'bank_entry_payments']) {
      for (const caller of [person('support'), person('editor'), person('first')]) {
        const rows = await database.as(
          caller,
          (sql) => sql`select * from ${sql(`public.${table}`)}`,
        );
        assert.equal(rows.length, 0, table);
      }
      const write = database.as(
        person('owner'),
        (sql) => sql`delete from ${sql(`public.${table}`)}`,
      );
      await assert.rejects(write, /permission denied/);
    }
  });

  test('that are for no order are forgotten after their time, what was recorded is not', async () => {
    const id = await database.keepAs(person('owner'), (sql) => openStatement(sql));
    const settle = (message: string) =>
      database.keepAs(person('owner'), (sql) =>
        settleEntry(sql, { message }, 'set_aside', [], { statement: id }),
      );
    const [old, young] = [await settle('old'), await settle('young')];
    await database.sql`update public.bank_entries set settled_at = now() - interval '401 days' where id = ${old.id}`;
    await database.sql`select private.sweep_old_rows()`;
    const left =
      await database.sql`select id from public.bank_entries where id = any (${[old.id, young.id]})`;
    assert.deepEqual(
      left.map((row) => row['id'] as string),
      [young.id],
    );
  });
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  anonymous,
  openTestDatabase,
  person,
  personId,
  refusalOf,
  type PersonName,
} from '../../support/database.ts';
import { save } from '../../support/data/designs.ts';

const database = openTestDatabase();

interface Kept {
  readonly name: string;
  readonly hidden_at: string | null;
  readonly is_public: boolean;
  readonly is_used: boolean;
  readonly maker: { readonly id: string; readonly name: string } | null;
  readonly reports: readonly {
    readonly reason: string;
    readonly answered_at: string | null;
    readonly has_account: boolean;
    readonly reporter: { readonly id: string; readonly name: string } | null;
  }[];
  readonly history: readonly {
    readonly reason: string;
    readonly was_hidden: boolean;
    readonly is_hidden: boolean;
    readonly role: string;
    readonly is_own: boolean;
    readonly email: string | null;
  }[];
}

const record = (who: PersonName, id: string) =>
  database.as(person(who), async (sql) => {
    const [row] = await sql<{ record: Kept }[]>`
      select public.design_record(${id}::uuid) as record`;
    assert.ok(row);
    return row.record;
  });

async function reported() {
  const { id } = await database.keepAs(person('first'), (sql) =>
    save(sql, { visibility: 'public' }),
  );
  for (const [who, reason] of [
    [person('second'), 'It is mine'],
    [anonymous, 'Rude words'],
  ] as const)
    await database.keepAs(who, (sql) => sql`select public.report_design(${id}, ${reason})`);
  return id;
}

const moderate = (who: PersonName, id: string, hidden: boolean, reason: string) =>
  database.keepAs(
    person(who),
    (sql) => sql`select public.moderate_design(${id}, ${hidden}, ${reason})`,
  );

describe('design_record', () => {
  test('tells every report, the open ones and those that were answered', async () => {
    const id = await reported();
    await moderate('support', id, false, 'It is theirs');
    await database.keepAs(
      person('second'),
      (sql) => sql`select public.report_design(${id}, 'It still is mine')`,
    );
    const { reports } = await record('editor', id);
    assert.deepEqual(
      reports.map(({ reason, answered_at: at, has_account: has }) => [reason, at === null, has]),
      [
        ['It still is mine', true, true],
        ['Rude words', false, false],
      ],
    );
  });

  test('tells what colleagues decided and why, newest first, with who it was for the owner alone', async () => {
    const id = await reported();
    await moderate('support', id, true, 'Rude words in the legends');
    await moderate('owner', id, false, 'They are gone');
    const { history, hidden_at: hiddenAt } = await record('owner', id);
    assert.equal(hiddenAt, null);
    assert.deepEqual(
      history.map((one) => [one.reason, one.was_hidden, one.is_hidden, one.role, one.is_own]),
      [
        ['They are gone', true, false, 'owner', true],
        ['Rude words in the legends', false, true, 'support', false],
      ],
    );
    assert.match(history[1]?.email ?? '', /@/);
    const told = await record('editor', id);
    assert.deepEqual(
      told.history.map(({ email }) => email),
      [null, null],
    );
  });

  test('names maker and reporter to those who may open customers, masked as there', async () => {
    const id = await reported();
    await database.sql`
      insert into public.profiles (user_id, full_name) values (${personId('first')}, 'Ada Verne')
      on conflict (user_id) do update set full_name = excluded.full_name`;
    const maker = async (who: PersonName) => (await record(who, id)).maker;
    assert.deepEqual(await maker('owner'), { id: personId('first'), name: 'Ada Verne' });
    assert.deepEqual(await maker('support'), { id: personId('first'), name: 'A…' });
    const editor = await record('editor', id);
    assert.equal(editor.maker, null);
    assert.deepEqual(
      editor.reports.map(({ reporter }) => reporter),
      [null, null],
    );
  });

  test('is shut to customers, its maker included, to fulfilment, and to what is private', async () => {
    const id = await reported();
    for (const name of ['first', 'second', 'fulfilment', 'former'] as const)
      assert.equal((await refusalOf(record(name, id))).reason, 'not_allowed', name);
    const nobody = await refusalOf(
      database.as(anonymous, (sql) => sql`select public.design_record(${id})`),
    );
    assert.equal(nobody.code, '42501');
    assert.equal((await record('owner', id)).is_public, true);
    await database.sql`update public.designs set visibility = 'unlisted' where id = ${id}`;
    assert.equal((await record('owner', id)).is_public, false);
    await database.sql`update public.designs set visibility = 'private' where id = ${id}`;
    assert.equal((await refusalOf(record('owner', id))).reason, 'unknown_design');
  });
});

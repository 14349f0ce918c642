import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
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

interface Row {
  readonly id: string;
  readonly name: string;
  readonly is_hidden: boolean;
  readonly open_reports: number;
  readonly last_reason: string;
  readonly at: string;
  readonly has_account: boolean;
  readonly maker_id: string | null;
  readonly maker: string | null;
}

interface Asked {
  readonly state?: string;
  readonly search?: string;
  readonly ascending?: boolean;
  readonly after?: Row;
  readonly most?: number;
}

const listed = (who: PersonName, asked: Asked = {}) =>
  database.as(person(who), async (sql) => {
    const { state = 'reported', search = '', ascending = false, after, most = 100 } = asked;
    const rows = await sql<Row[]>`
      select *, at::text as at from public.list_public_designs(
        ${state}, ${search}, ${ascending}, ${after?.at ?? null}::timestamptz, ${after?.id ?? null}::uuid, ${most})`;
    return [...rows];
  });
const namesOf = (rows: readonly Row[]) => rows.map(({ name }) => name);

const make = (name: string, who: PersonName | null = 'first', visibility = 'public') =>
  database.keepAs(who === null ? anonymous : person(who), (sql) => save(sql, { name, visibility }));
const report = (id: string, reason: string, who: PersonName | null = 'second') =>
  database.keepAs(
    who === null ? anonymous : person(who),
    (sql) => sql`select public.report_design(${id}, ${reason})`,
  );
const moderate = (id: string, hidden: boolean) =>
  database.keepAs(
    person('support'),
    (sql) => sql`select public.moderate_design(${id}, ${hidden}, 'A reason')`,
  );

describe('list_public_designs', () => {
  beforeEach(async () => {
    await database.sql`delete from public.designs`;
  });

  test('gives reported designs by their last report, with how many are open and what it says', async () => {
    const older = await make('Older');
    const newer = await make('Newer');
    await make('Fine');
    await report(newer.id, 'Copied');
    await report(newer.id, 'Rude', null);
    await report(older.id, 'Copied too');
    assert.deepEqual(namesOf(await listed('editor')), ['Older', 'Newer']);
    const [, row] = await listed('editor');
    assert.equal(row?.open_reports, 2);
    assert.equal(row.last_reason, 'Rude');
    assert.equal(row.is_hidden, false);
    await moderate(newer.id, false);
    assert.deepEqual(namesOf(await listed('editor')), ['Older']);
  });

  test('moves a hidden design from the gallery to the hidden ones, and back', async () => {
    const { id } = await make('Harbour');
    assert.deepEqual(namesOf(await listed('owner', { state: 'gallery' })), ['Harbour']);
    await moderate(id, true);
    assert.deepEqual(namesOf(await listed('owner', { state: 'gallery' })), []);
    assert.deepEqual(namesOf(await listed('owner', { state: 'hidden' })), ['Harbour']);
    await moderate(id, false);
    assert.deepEqual(namesOf(await listed('owner', { state: 'gallery' })), ['Harbour']);
    assert.deepEqual(namesOf(await listed('owner', { state: 'hidden' })), []);
  });

  test('leaves out what its maker keeps for themselves, reported or not', async () => {
    await make('Private', 'first', 'private');
    await make('Unlisted', 'first', 'unlisted');
    const { id } = await make('Withdrawn');
    await report(id, 'Copied');
    await database.sql`update public.designs set visibility = 'private' where id = ${id}`;
    for (const state of ['reported', 'hidden', 'gallery'])
      assert.deepEqual(await listed('owner', { state }), []);
  });

  test('has reported and hidden designs that only their link leads to, and never the others of them', async () => {
    const { id } = await make('By its link', 'first', 'unlisted');
    await make('Of nobody’s business', 'first', 'unlisted');
    await report(id, 'Rude');
    const shown = async () =>
      Promise.all(
        (['reported', 'hidden', 'gallery'] as const).map(async (state) =>
          namesOf(await listed('editor', { state })),
        ),
      );
    assert.deepEqual(await shown(), [['By its link'], [], []]);
    await moderate(id, true);
    assert.deepEqual(await shown(), [[], ['By its link'], []]);
    await database.sql`update public.designs set visibility = 'private' where id = ${id}`;
    assert.deepEqual(await shown(), [[], [], []]);
  });

  test('counts those that wait at the home of the desk as it lists them', async () => {
    for (const visibility of ['public', 'unlisted', 'private']) {
      const { id } = await make(visibility, 'first', 'unlisted');
      await report(id, 'Rude');
      await database.sql`update public.designs set visibility = ${visibility}::public.design_visibility where id = ${id}`;
    }
    const [row] = await database.as(
      person('editor'),
      (sql) => sql`select count from public.desk_home() where what = 'reported_designs'`,
    );
    assert.equal(row?.['count'], 2);
    assert.equal((await listed('editor')).length, 2);
  });

  test('reads on after a row in either direction, and finds by name and code alone', async () => {
    const made = [];
    for (const name of ['One', 'Two', '50% grey']) made.push(await make(name));
    const page = await listed('owner', { state: 'gallery', most: 2 });
    assert.deepEqual(namesOf(page), ['50% grey', 'Two']);
    const after = page.at(-1);
    assert.ok(after);
    assert.deepEqual(namesOf(await listed('owner', { state: 'gallery', after })), ['One']);
    assert.deepEqual(namesOf(await listed('owner', { state: 'gallery', after, ascending: true })), [
      '50% grey',
    ]);
    const find = async (search: string) =>
      namesOf(await listed('owner', { state: 'gallery', search }));
    assert.deepEqual(await find('  tWO '), ['Two']);
    assert.deepEqual(await find('%'), ['50% grey']);
    assert.deepEqual(await find(made[0]?.code ?? ''), ['One']);
  });

  test('names the maker to those who may open customers, masked as there', async () => {
    await database.sql`
      insert into public.profiles (user_id, full_name) values (${personId('first')}, 'Ada Verne')
      on conflict (user_id) do update set full_name = excluded.full_name`;
    await make('Harbour');
    await make('By a guest', null);
    const makers = async (who: PersonName) =>
      Object.fromEntries(
        (await listed(who, { state: 'gallery' })).map((row) => [
          row.name,
          [row.has_account, row.maker_id, row.maker],
        ]),
      );
    const guest = [false, null, null];
    const first = personId('first');
    assert.deepEqual(await makers('owner'), {
      Harbour: [true, first, 'Ada Verne'],
      'By a guest': guest,
    });
    assert.deepEqual(await makers('support'), {
      Harbour: [true, first, 'A…'],
      'By a guest': guest,
    });
    assert.deepEqual(await makers('editor'), {
      Harbour: [true, null, null],
      'By a guest': guest,
    });
  });

  test('is shut to everyone who does not answer for the gallery', async () => {
    for (const name of ['first', 'second', 'fulfilment', 'former'] as const)
      assert.equal((await refusalOf(listed(name))).reason, 'not_allowed', name);
    const nobody = await refusalOf(
      database.as(anonymous, (sql) => sql`select * from public.list_public_designs('reported')`),
    );
    assert.equal(nobody.code, '42501');
  });
});

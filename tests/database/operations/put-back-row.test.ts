import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { undoableTables } from '../../../src/desk-kit/model/undoable-tables.ts';
import { anonymous, openTestDatabase, person, refusalOf } from '../../support/database.ts';

const database = openTestDatabase();
type Who = Parameters<typeof database.keepAs>[0];

const putBack = (who: Who, table: string, key: Readonly<Record<string, string>>) =>
  database.keepAs(
    who,
    (sql) => sql`select public.put_back_row(${table}, ${sql.json(key)}) as done`,
  );

const reasonOf = async (run: Promise<unknown>) => (await refusalOf(run)).reason;

const oneRate = async () => {
  const [rate] = await database.sql<{ id: string; row: object }[]>`
    select id, to_jsonb(r) as row from public.shipping_rates r order by id limit 1`;
  assert.ok(rate);
  return rate;
};

const removeRate = (who: Who, id: string) =>
  database.keepAs(who, (sql) => sql`delete from public.shipping_rates where id = ${id}`);

const rateNow = async (id: string) =>
  (
    await database.sql<{ row: object }[]>`
      select to_jsonb(r) as row from public.shipping_rates r where id = ${id}`
  )[0]?.row;

describe('put_back_row', () => {
  test('a rate comes back as it was, with its id, and the log says so', async () => {
    const { id, row } = await oneRate();
    await removeRate(person('fulfilment'), id);
    assert.equal(await rateNow(id), undefined);
    await putBack(person('fulfilment'), 'shipping_rates', { id });
    assert.deepEqual(await rateNow(id), row);
    const [last] = await database.sql<{ action: string }[]>`
      select action from public.audit_log where row_id = ${id} order by id desc limit 1`;
    assert.equal(last?.action, 'insert');
  });

  test('what went with a group of questions, or with a country, comes back with it', async () => {
    const owner = person('owner');
    const [group] = await database.sql<{ id: string; entries: number }[]>`
      select group_id as id, count(*)::int as entries from public.faq_entries group by 1 order by 2 desc limit 1`;
    assert.ok(group && group.entries > 0);
    const id = group.id;
    await database.keepAs(
      person('editor'),
      (sql) => sql`delete from public.faq_groups where id = ${id}`,
    );
    await putBack(person('editor'), 'faq_groups', { id });
    const [back] = await database.sql<{ entries: number }[]>`
      select count(*)::int as entries from public.faq_entries where group_id = ${id}`;
    assert.equal(back?.entries, group.entries);

    const partsOf = () =>
      database.sql`
        select (select count(*) from public.tax_rates where country_code = 'KR')::int as taxes,
          (select count(*) from public.country_restrictions where country_code = 'KR')::int as restrictions,
          (select count(*) from public.zone_countries where country_code = 'KR')::int as zones,
          (select count(*) from public.partner_countries where country_code = 'KR')::int as partners`;
    const before = await partsOf();
    await database.keepAs(owner, (sql) => sql`delete from public.countries where code = 'KR'`);
    await putBack(owner, 'countries', { code: 'KR' });
    assert.deepEqual([...(await partsOf())], [...before]);
  });

  test('a row without an id of its own comes back by its key', async () => {
    const owner = person('owner');
    const [row] = await database.sql<{ country_code: string; shipping_tag: string }[]>`
      select country_code, shipping_tag from public.country_restrictions limit 1`;
    assert.ok(row);
    const key = { country_code: row.country_code, shipping_tag: row.shipping_tag };
    await database.keepAs(
      owner,
      (sql) => sql`delete from public.country_restrictions
        where country_code = ${key.country_code} and shipping_tag = ${key.shipping_tag}`,
    );
    await putBack(owner, 'country_restrictions', key);
    assert.equal(await reasonOf(putBack(owner, 'country_restrictions', key)), 'place_taken');
  });

  test('what comes too late is refused: its place is taken, or what it belonged to is gone', async () => {
    const owner = person('owner');
    const { id } = await oneRate();
    const [rate] = await database.sql<{ method_id: string }[]>`
      select method_id from public.shipping_rates where id = ${id}`;
    assert.ok(rate);
    await removeRate(owner, id);
    await database.sql`
      insert into public.shipping_rates (id, method_id, to_weight_grams, price_minor, valid_from, valid_to)
      values (${id}, ${rate.method_id}, 1, 100, '2010-01-01', '2010-01-02')`;
    assert.equal(await reasonOf(putBack(owner, 'shipping_rates', { id })), 'place_taken');
    await database.sql`delete from public.shipping_rates where id = ${id}`;
    await putBack(owner, 'shipping_rates', { id });

    const editor = person('editor');
    const [group] = await database.sql<{ id: string }[]>`
      insert into public.faq_groups (code, title, position) values ('gone-soon', 'Gone soon', 99) returning id`;
    assert.ok(group);
    const [entry] = await database.sql<{ id: string }[]>`
      insert into public.faq_entries (group_id, code, question, answer, position)
      values (${group.id}, 'gone-first', 'Gone first?', 'Yes.', 1) returning id`;
    assert.ok(entry);
    await database.keepAs(
      editor,
      (sql) => sql`delete from public.faq_entries where id = ${entry.id}`,
    );
    await database.sql`delete from public.faq_groups where id = ${group.id}`;
    assert.equal(await reasonOf(putBack(editor, 'faq_entries', { id: entry.id })), 'owner_gone');
  });

  test('only whoever removed it puts it back, soon, and while they work in the same role', async () => {
    const { id } = await oneRate();
    await removeRate(person('fulfilment'), id);
    for (const name of ['owner', 'editor', 'support'] as const)
      assert.equal(
        await reasonOf(putBack(person(name), 'shipping_rates', { id })),
        'too_late',
        name,
      );
    for (const name of ['first', 'former'] as const)
      assert.equal(
        await reasonOf(putBack(person(name), 'shipping_rates', { id })),
        'not_allowed',
        name,
      );
    const refusal = await refusalOf(putBack(anonymous, 'shipping_rates', { id }));
    assert.equal(refusal.code, '42501');
    await database.sql`
      update public.audit_log set at = at - interval '16 minutes' where row_id = ${id} and action = 'delete'`;
    const late = putBack(person('fulfilment'), 'shipping_rates', { id });
    assert.equal(await reasonOf(late), 'too_late');
    await database.sql`
      update public.audit_log set at = at + interval '16 minutes', actor_role = 'editor' where row_id = ${id} and action = 'delete'`;
    assert.equal(
      await reasonOf(putBack(person('fulfilment'), 'shipping_rates', { id })),
      'too_late',
      'removed in another role',
    );
    await database.sql`update public.audit_log set actor_role = 'owner' where row_id = ${id} and action = 'delete'`;
    assert.equal(
      await reasonOf(putBack(person('owner'), 'shipping_rates', { id })),
      'too_late',
      'removed by a colleague of the same role',
    );
    await database.sql`update public.audit_log set actor_role = 'fulfilment' where row_id = ${id} and action = 'delete'`;
    await putBack(person('fulfilment'), 'shipping_rates', { id });
  });

  test('no other table, and nothing without a key', async () => {
    const owner = person('owner');
    for (const table of ['shipping_methods', 'audit_log', 'order_records', 'nothing'])
      assert.equal(await reasonOf(putBack(owner, table, { id: '1' })), 'not_undoable', table);
    assert.equal(await reasonOf(putBack(owner, 'shipping_rates', {})), 'not_undoable');
  });
});

test('undo is true for each of these tables: what goes with a row is logged, and nothing is left changed', async () => {
  const rows = await database.sql<{ tables: string[] }[]>`
    select private.undoable_tables() as tables`;
  assert.deepEqual(rows[0]?.tables, undoableTables);
  const logged = await database.sql<{ name: string }[]>`
    select c.relname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
    join pg_proc p on p.oid = t.tgfoid where p.proname in ('audit_row', 'audit_rows')`;
  const names = new Set(logged.map(({ name }) => name));
  const reached = [...undoableTables];
  for (const table of reached) {
    assert.ok(names.has(table), `${table} is logged`);
    const links = await database.sql<{ from: string; deed: string }[]>`
      select r.relname as from, c.confdeltype as deed from pg_constraint c join pg_class r on r.oid = c.conrelid
      where c.contype = 'f' and c.confrelid = ('public.' || ${table})::regclass`;
    for (const { from, deed } of links) {
      // What is set to nothing, or to its default, would stay so.
      assert.ok(['a', 'r', 'c'].includes(deed), `${from} of ${table}`);
      if (deed === 'c' && !reached.includes(from)) reached.push(from);
    }
  }
});

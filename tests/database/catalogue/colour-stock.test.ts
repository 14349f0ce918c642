import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { TransactionSql } from 'postgres';
import {
  anonymous,
  openTestDatabase,
  person,
  personId,
  refusalOf,
} from '../../support/database.ts';

const database = openTestDatabase();
let colour = '';

const count = (grams: number, version: number) =>
  database.keepAs(
    person('editor'),
    (sql) => sql`
      update public.colour_stock set grams = ${grams}
      where colorway_id = ${colour} and version = ${version} returning version`,
  );

describe('the stock of a colour', () => {
  before(async () => {
    const [made] = await database.sql<{ id: string }[]>`
      insert into public.colorways (code, name, palette_id, physical_code, colour, colour_family)
      select 'counted', 'Counted', id, 'counted', '#123456', 'blue' from public.palettes limit 1
      returning id`;
    colour = made?.id ?? '';
  });

  test('is counted by owners and editors, once a colour, and the log keeps who, before and after', async () => {
    const add = (sql: TransactionSql) => sql`
      insert into public.colour_stock (colorway_id, grams, warn_below) values (${colour}, 900, 1000)`;
    await database.as(person('owner'), add);
    await database.keepAs(person('editor'), add);
    assert.equal((await refusalOf(database.as(person('owner'), add))).code, '23505');
    assert.equal((await count(800, 1))[0]?.['version'], 2);
    assert.equal((await count(700, 1)).length, 0, 'the second of two writes nothing');
    const log = await database.sql`
      select l.actor_id, l.action, l.before ->> 'grams' as before, l.after ->> 'grams' as after
      from public.audit_log l join public.colour_stock s on s.id::text = l.row_id
      where l.table_name = 'colour_stock' and s.colorway_id = ${colour} order by l.id`;
    const actor_id = personId('editor');
    assert.deepEqual(
      log.map((row) => ({ ...row })),
      [
        { actor_id, action: 'insert', before: null, after: '900' },
        { actor_id, action: 'update', before: '900', after: '800' },
      ],
    );
  });

  test('is read by fulfilment too, who can’t change it, and by nobody else', async () => {
    const look = (sql: TransactionSql) => sql`select grams from public.colour_stock`;
    const change = (sql: TransactionSql) => sql`update public.colour_stock set grams = 1`;
    const fulfilment = person('fulfilment');
    assert.ok((await database.as(fulfilment, look)).length > 1);
    assert.equal((await database.as(fulfilment, change)).count, 0);
    for (const name of ['support', 'first', 'former'] as const) {
      assert.equal((await database.as(person(name), look)).length, 0, name);
      assert.equal((await database.as(person(name), change)).count, 0, name);
    }
    assert.equal((await refusalOf(database.as(anonymous, look))).code, '42501');
    const add = (sql: TransactionSql) => sql`
      insert into public.colour_stock (colorway_id, grams)
      select id, 1 from public.colorways where id <> ${colour} limit 1`;
    assert.equal((await refusalOf(database.as(fulfilment, add))).code, '42501');
  });

  test('is never less than nothing, stays with its colour, and goes with it', async () => {
    const owner = person('owner');
    for (const column of ['grams', 'warn_below']) {
      const less = database.as(
        owner,
        (sql) => sql`update public.colour_stock set ${sql(column)} = -1`,
      );
      assert.equal((await refusalOf(less)).code, '23514', column);
    }
    for (const column of ['colorway_id', 'version', 'updated_at']) {
      const moved = database.as(
        owner,
        (sql) => sql`update public.colour_stock set ${sql(column)} = ${sql(column)}`,
      );
      assert.equal((await refusalOf(moved)).code, '42501', column);
    }
    const gone = database.as(owner, (sql) => sql`delete from public.colour_stock`);
    assert.equal((await refusalOf(gone)).code, '42501');
    await database.as(owner, async (sql) => {
      await sql`select public.retire_colorway(${colour}, 1)`;
      const left = await sql`select from public.colour_stock where colorway_id = ${colour}`;
      assert.equal(left.length, 0);
    });
  });
});

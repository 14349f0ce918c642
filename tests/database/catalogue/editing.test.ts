import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  anonymous,
  person,
  personId,
  refusalOf,
  openTestDatabase,
} from '../../support/database.ts';

const database = openTestDatabase();

describe('editing the catalogue', () => {
  test('counts versions, so that the second of two editors is told', async () => {
    const change = (title: string, version: number) =>
      database.keepAs(
        person('editor'),
        (sql) => sql`
      update public.products set title = ${title} where url = 'wren-click' and version = ${version}
      returning version`,
      );
    const [row] = await database.sql`select version from public.products where url = 'wren-click'`;
    const version = row?.['version'];
    assert.equal((await change('Wren, first editor', version))[0]?.['version'], version + 1);
    assert.equal((await change('Wren, second editor', version)).length, 0);
  });

  test('a save that changes nothing is no version and no audit row', async () => {
    const [before] = await database.sql`
      select version, (select count(*)::int from public.audit_log) as audits
      from public.products where url = 'wren-click'`;
    await database.keepAs(
      person('editor'),
      (sql) => sql`update public.products set title = title where url = 'wren-click'`,
    );
    const [after] = await database.sql`
      select version, (select count(*)::int from public.audit_log) as audits
      from public.products where url = 'wren-click'`;
    assert.deepEqual({ ...after }, { ...before });
  });

  test('nobody sets a version, a date of making or an id by hand', async () => {
    for (const column of ['version', 'created_at', 'updated_at', 'id']) {
      const refusal = await refusalOf(
        database.as(
          person('owner'),
          (sql) => sql`update public.products set ${sql(column)} = ${sql(column)}`,
        ),
      );
      assert.equal(refusal.code, '42501', column);
    }
  });

  test('each write leaves who, before and after', async () => {
    await database.keepAs(
      person('owner'),
      (sql) => sql`update public.settings set value = 73 where key = 'hours_to_pay'`,
    );
    const [row] = await database.sql`
      select actor_id, actor_role, action, row_id, before ->> 'value' as before, after ->> 'value' as after
      from public.audit_log where table_name = 'settings'`;
    assert.deepEqual(
      { ...row },
      {
        actor_id: personId('owner'),
        actor_role: 'owner',
        action: 'update',
        row_id: 'hours_to_pay',
        before: '72',
        after: '73',
      },
    );
  });

  test('the audit log can be read by owners and written by nobody', async () => {
    for (const name of ['owner', 'editor', 'first'] as const) {
      for (const statement of [
        `insert into public.audit_log (actor_role, action, table_name) values ('x', 'update', 'x')`,
        `update public.audit_log set actor_role = 'x'`,
        'delete from public.audit_log',
      ]) {
        const refusal = await refusalOf(database.as(person(name), (sql) => sql.unsafe(statement)));
        assert.equal(refusal.code, '42501', `${name}: ${statement}`);
      }
    }
  });

  test('a changed address leaves a redirect, and takes back one that is in use again', async () => {
    await database.as(person('editor'), async (sql) => {
      await sql`update public.products set url = 'wren-clicky' where url = 'wren-click'`;
      const left = await sql`
        select p.url from public.url_redirects r join public.products p on p.id = r.product_id
        where r.kind = 'product' and r.old_url = 'wren-click'`;
      assert.equal(left[0]?.['url'], 'wren-clicky');
      await sql`update public.products set url = 'wren-click' where url = 'wren-clicky'`;
      const after = await sql`
        select old_url from public.url_redirects where old_url in ('wren-click', 'wren-clicky')`;
      assert.deepEqual(
        after.map((row) => row['old_url']),
        ['wren-clicky'],
      );
      return null;
    });
  });

  test('the address of the artisans screen is not to be had', async () => {
    const refusal = await refusalOf(
      database.as(
        person('editor'),
        (sql) => sql`
        update public.products set url = 'artisans' where url = 'wren-click'`,
      ),
    );
    assert.equal(refusal.code, '23514');
  });

  test('a rule joins two options of one product, whichever way round it is written', async () => {
    const values = await database.sql<{ id: string; option: string; url: string }[]>`
      select v.id, o.code as option, p.url from public.option_values v
      join public.product_options o on o.id = v.option_id join public.products p on p.id = o.product_id
      where v.is_default and (p.url, o.code) in (('braefell-65', 'case'), ('braefell-65', 'plate'), ('cinderwick-tkl', 'case'))
      order by p.url, o.code`;
    const [casing, plate, foreign] = values;
    assert.ok(casing && plate && foreign);
    const add = (first: string, second: string) =>
      database.as(
        person('editor'),
        (sql) => sql`
      insert into public.option_rules (product_id, value_id, other_value_id, reason)
      select id, ${first}, ${second}, 'For a test' from public.products where url = 'braefell-65'
      returning value_id < other_value_id as ordered`,
      );
    assert.equal((await add(casing.id, plate.id))[0]?.['ordered'], true);
    assert.equal((await add(plate.id, casing.id))[0]?.['ordered'], true);
    for (const other of [foreign.id, casing.id]) {
      const refusal = await refusalOf(add(casing.id, other));
      assert.deepEqual([refusal.code, refusal.reason], ['PT422', 'wrong_pair']);
    }
  });

  test('two prices for one parcel are refused', async () => {
    const refusal = await refusalOf(
      database.as(
        person('fulfilment'),
        (sql) => sql`
        insert into public.shipping_rates (method_id, from_weight_grams, to_weight_grams, price_minor, valid_from)
        select id, 400, 600, 1, now() from public.shipping_methods where code = 'eu-parcel'`,
      ),
    );
    assert.equal(refusal.code, '23P01');
  });
});

describe('what a customer may say of themselves', () => {
  test('a profile is made and changed for oneself alone', async () => {
    const rows = await database.as(person('first'), async (sql) => {
      await sql`insert into public.profiles (display_name) values ('First')`;
      return sql`select user_id from public.profiles`;
    });
    assert.deepEqual(
      rows.map((row) => row['user_id']),
      [personId('first')],
    );
    const refusal = await refusalOf(
      database.as(
        person('first'),
        (sql) => sql`
        insert into public.profiles (user_id, display_name) values (${personId('second')}, 'Mallory')`,
      ),
    );
    assert.equal(refusal.code, '42501');
  });

  test('an address can be neither read by another nor handed to another', async () => {
    await database.keepAs(
      person('first'),
      (sql) => sql`
      insert into public.addresses (name, line1, city, country)
      values ('First Person', 'Canary Street 1', 'Utrecht', 'NL')`,
    );
    const seen = await database.as(person('second'), (sql) => sql`select * from public.addresses`);
    assert.equal(seen.length, 0);
    const refusal = await refusalOf(
      database.as(
        person('first'),
        (sql) => sql`
        update public.addresses set user_id = ${personId('second')}`,
      ),
    );
    assert.equal(refusal.code, '42501');
  });

  test('an address book has an end', async () => {
    const refusal = await refusalOf(
      database.as(
        person('second'),
        (sql) => sql`
        insert into public.addresses (name, line1, city, country)
        select 'Many', 'Street ' || n, 'Utrecht', 'NL' from generate_series(1, 60) n`,
      ),
    );
    assert.deepEqual([refusal.code, refusal.reason], ['PT422', 'too_many_addresses']);
  });

  test('entries of others stay unknown; their number does not', async () => {
    const [seen] = await database.as(
      anonymous,
      (sql) => sql`
      select entry_count from public.lists where title = 'Chambered Nautilus, spring pour'`,
    );
    assert.ok(seen?.['entry_count'] >= 212);
    const entries = await database.as(
      person('first'),
      (sql) => sql`select * from public.list_entries`,
    );
    assert.equal(entries.length, 0);
  });
});

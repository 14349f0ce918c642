import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  parseShape,
  readAnswerShapes,
  readColumnShapes,
  readRefusalShapes,
} from '../../../scripts/answer-shapes.ts';
import { formOf } from '../../support/checked-answers.ts';
import { buy, line } from '../../support/data/orders.ts';
import { openTestDatabase, person, rolledBack, service } from '../../support/database.ts';

const database = openTestDatabase();

/** What `health` gives where its comment told this of it. */
const healthToldAs = (shape: string) =>
  rolledBack(database.sql, service, async (sql) => {
    await sql`reset role`;
    await sql`
      update answers.forms set form = ${sql.json(formOf(parseShape(shape), () => []) as never)}
      where name = 'health'`;
    const [row] = await sql`select public.health() as answer`;
    return row?.['answer'];
  });

describe('answers of functions', () => {
  test('each function that gives JSON or rows tells what it gives', async () => {
    const functions = await database.sql<{ name: string }[]>`
      select proname as name from pg_proc
      where pronamespace = 'public'::regnamespace and (prorettype = 'jsonb'::regtype or proretset) order by 1`;
    const shapes = await readAnswerShapes(database.sql);
    assert.ok(functions.length > 100);
    assert.deepEqual(
      functions.filter(({ name }) => !shapes.has(name)),
      [],
    );
    for (const [name, shape] of shapes) assert.doesNotThrow(() => parseShape(shape), name);
  });

  test('a name in them is one of a table, a view, an enum or a function that tells', async () => {
    const columns = await readColumnShapes(database.sql);
    const refusals = [...(await readRefusalShapes(database.sql))].map(
      ([name, shape]) => [`refusals of ${name}`, shape] as const,
    );
    const shapes = new Map([...(await readAnswerShapes(database.sql)), ...columns, ...refusals]);
    const named = await database.sql<{ name: string }[]>`
      select typname as name from pg_type where typnamespace = 'public'::regnamespace`;
    const known = new Set([...shapes.keys(), ...named.map(({ name }) => name)]);
    for (const [name, shape] of shapes) {
      const unknown = [...shape.matchAll(/<([\w.]+)>/g)].filter(([, of]) => !known.has(of ?? ''));
      assert.deepEqual(unknown, [], name);
    }
  });

  test('an answer as it is told passes', async () => {
    for (const shape of [
      '{ database: string; jobs: string }',
      '{ database: "ok"; jobs: "ok" | "late" | "never"; since?: string }',
      'null | Record<string, string>',
    ])
      assert.equal((await healthToldAs(shape)).database, 'ok', shape);
  });

  test('a field too many, one missing, another kind and another word are noticed', async () => {
    const wrong = [
      ['{ database: string }', /health\.jobs is told nowhere/],
      ['{ database: string; jobs: string; since: string }', /health\.since is missing/],
      ['{ database: number; jobs: string }', /health\.database is string, not number/],
      ['{ database: string; jobs: null }', /health\.jobs is string, not null/],
      ['{ database: "well"; jobs: string }', /health\.database is not well/],
      ['string[]', /health is object, not array/],
      ['Record<string, boolean>', /health\.\w+ is string, not boolean/],
    ] as const;
    for (const [shape, fault] of wrong) await assert.rejects(healthToldAs(shape), fault, shape);
  });

  test('a word of an enum is one of its words, and no other', async () => {
    const [row] = await database.sql<{ form: string }[]>`
      select form::text as form from answers.forms where name = 'open_customer'`;
    assert.match(row?.form ?? '', /\{"literal": "raffle"\}/);
  });

  test('each row of an answer is held to it: a null where it tells of none is noticed', async () => {
    const told = (shape: string) =>
      rolledBack(database.sql, person('owner'), async (sql) => {
        await sql`reset role`;
        await sql`
          update answers.forms set form = ${sql.json(formOf(parseShape(shape), () => []) as never)}
          where name = 'desk_home'`;
        await sql`set local role authenticated`;
        return sql`select * from public.desk_home()`;
      });
    const rest = 'what: string; subject: string; record: string; count: number; currency: string';
    const rows = await told(`{ ${rest}; amount_minor: number | null; at: string | null }[]`);
    assert.ok(rows.length > 5);
    await assert.rejects(
      told(`{ ${rest}; amount_minor: number; at: string | null }[]`),
      /desk_home\[0\]\.amount_minor is null, not number/,
    );
  });

  test('a refusal that tells anything else than its function says is noticed', async () => {
    const told = (shape: string) =>
      rolledBack(database.sql, person('fulfilment'), async (sql) => {
        await sql`reset role`;
        const [form] = formOf(parseShape(shape), () => []);
        await sql`
          update answers.forms set form = ${sql.json([{ ...Object(form), isOpen: true }] as never)}
          where name = 'refusals of adjust_stock'`;
        const [pool] = await sql`select id from public.stock_pools limit 1`;
        await sql`set local role authenticated`;
        await sql`select public.adjust_stock(${pool?.['id']}, 1, -1, 'Counted')`;
      });
    await assert.rejects(told('{ on_hand?: number }'), /The stock is now/);
    await assert.rejects(
      told('{ on_hand?: string }'),
      /adjust_stock\.on_hand is number, not string/,
    );
    await assert.rejects(told('{ on_hand: number; at: string }'), /adjust_stock\.at is missing/);
  });

  test('a refusal is no answer', async () => {
    const refused = await database.as(person('first'), async (sql) => {
      const [row] = await sql`
        select public.redeem_recovery_code('none') as answer, current_setting('response.status') as status`;
      return row;
    });
    assert.equal(refused?.['answer'].done, false);
    assert.equal(refused?.['status'], '422');
  });
});

describe('columns of JSON', () => {
  test('each tells what it holds', async () => {
    const columns = await database.sql<{ name: string }[]>`
      select c.relname || '.' || a.attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v') and a.atttypid = 'jsonb'::regtype
        and not a.attisdropped`;
    const shapes = await readColumnShapes(database.sql);
    assert.deepEqual(columns.map(({ name }) => name).toSorted(), [...shapes.keys()].toSorted());
    for (const [name, shape] of shapes) assert.doesNotThrow(() => parseShape(shape), name);
  });

  test('a row that is written with anything else is noticed', async () => {
    const kept = (options: Readonly<Record<string, unknown>>) =>
      rolledBack(database.sql, service, async (sql) => {
        await sql`reset role`;
        await sql`
          insert into public.wishes (user_id, product_id, title, options)
          select u.id, p.id, p.title, ${sql.json(options as never)}
          from auth.users u, public.products p where p.status = 'published' limit 1`;
      });
    await kept({ one: 'other' });
    await assert.rejects(kept({ one: 7 }), /wishes\.options\.one is number, not string/);
  });

  test('a row of a view that gives anything else is noticed', async () => {
    const read = (shape: string) =>
      rolledBack(database.sql, service, async (sql) => {
        await buy(sql, { lines: [await line(sql, 'FOAM-60')] });
        await sql`reset role`;
        await sql`
          update answers.forms set form = ${sql.json(formOf(parseShape(shape), () => []) as never)}
          where name = 'orders.address'`;
        return sql`select address from public.orders limit 1`;
      });
    const [row] = await read('Record<string, string>');
    assert.equal(typeof row?.['address'].city, 'string');
    await assert.rejects(read('string[]'), /orders\.address is object, not array/);
  });
});

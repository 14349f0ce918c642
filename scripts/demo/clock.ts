/**
 * A clock that a session can set, for as long as one transaction makes the past of the demo shop.
 *
 * Functions of the shop ask `now()` with an empty search path, so they get Postgres's own. Inside the
 * transaction each of them is told to look into a schema first that has a `now()` of its own, and so are
 * the defaults of columns. Nobody else sees any of it, and at the end everything is as it was:
 * tests/database/operations/demo-life.test.ts compares the catalogue before and after.
 */
import type { TransactionSql } from 'postgres';

const setting = 'keywright.demo_now';

const tellClock = `
  create schema demo_clock;
  grant usage on schema demo_clock to public;
  create function demo_clock.now() returns timestamptz language sql stable
    return current_setting('${setting}')::timestamptz;
  create function demo_clock.clock_timestamp() returns timestamptz language sql stable
    return current_setting('${setting}')::timestamptz;`;

const readRoutines = `
  select p.oid::regprocedure::text as name from pg_proc p
  where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
    and 'search_path=""' = any (p.proconfig) and p.prosrc ~ '\\m(now|clock_timestamp)\\(\\)'`;

const readDefaults = `
  select format('%I.%I', n.nspname, c.relname) as "table", quote_ident(a.attname) as "column",
    pg_get_expr(d.adbin, d.adrelid) as expression
  from pg_attrdef d
  join pg_class c on c.oid = d.adrelid
  join pg_namespace n on n.oid = c.relnamespace
  join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
  where n.nspname in ('public', 'private') and a.attgenerated = ''
    and pg_get_expr(d.adbin, d.adrelid) ~ '\\m(now|clock_timestamp)\\(\\)'`;

interface ColumnDefault {
  readonly table: string;
  readonly column: string;
  readonly expression: string;
}

const all = (statements: readonly string[]): string => statements.join(';\n');

const setDefaults = (
  defaults: readonly ColumnDefault[],
  write: (expression: string) => string,
): string =>
  all(
    defaults.map(
      ({ table, column, expression }) =>
        `alter table ${table} alter column ${column} set default ${write(expression)}`,
    ),
  );

const setPaths = (routines: readonly string[], path: string): string =>
  all(routines.map((name) => `alter routine ${name} set search_path = ${path}`));

export async function withClock<T>(sql: TransactionSql, work: () => Promise<T>): Promise<T> {
  const routines = (await sql.unsafe<{ name: string }[]>(readRoutines)).map(({ name }) => name);
  const defaults = await sql.unsafe<ColumnDefault[]>(readDefaults);
  await sql.unsafe(tellClock).simple();
  await sql.unsafe(setPaths(routines, 'demo_clock, pg_catalog')).simple();
  await sql
    .unsafe(
      setDefaults(defaults, (text) => text.replace(/(now|clock_timestamp)\(\)/, 'demo_clock.$&')),
    )
    .simple();
  const result = await work();
  await sql.unsafe(setDefaults(defaults, (text) => text)).simple();
  await sql.unsafe(setPaths(routines, "''")).simple();
  await sql`drop schema demo_clock cascade`.simple();
  await sql`select set_config(${setting}, '', true)`;
  return result;
}

export const clockSetting = setting;

/**
 * Which tables an archive holds, and how their rows come out and in. Invariant: it needs no superuser: the
 * tables' owner switches their triggers off, and rows come after those that they refer to.
 */
import { finished } from 'node:stream/promises';
import type { ISql, TransactionSql } from 'postgres';
import { ArchiveRefused } from './archive-key.ts';
import type { Column } from './entries.ts';
import { RowSum } from './row-sum.ts';

export interface Table {
  /** With its schema, quoted where that is needed. */
  readonly name: string;
  readonly columns: readonly Column[];
}

/** Sessions, tokens and codes stay behind: whoever was signed in signs in again. */
const accountTables = ['auth.users', 'auth.identities', 'auth.mfa_factors'];

/** Rows and numbers are written alike wherever they are read: without this their sums would differ. */
export async function speakPlainly(sql: ISql): Promise<void> {
  await sql.unsafe(`
    set local search_path = '';
    set local datestyle = 'ISO, YMD';
    set local intervalstyle = 'iso_8601';
    set local timezone = 'UTC';
    set local bytea_output = 'hex';
    set local extra_float_digits = 1;
    set local client_encoding = 'UTF8';
    set local statement_timeout = 0;
    set local idle_in_transaction_session_timeout = 0`);
}

/** Accounts first, then each after those that it refers to. */
export async function readTables(sql: ISql): Promise<Table[]> {
  const rows = await sql<{ name: string; columns: Column[]; refers: string[] }[]>`
    select c.oid::regclass::text as name,
      (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum)
        from pg_catalog.pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      array(select distinct k.confrelid::regclass::text from pg_catalog.pg_constraint k
        where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as refers
    from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and (n.nspname in ('public', 'private') or c.oid::regclass::text = any (${accountTables}))
      and not exists (select from pg_catalog.pg_depend d where d.objid = c.oid and d.deptype = 'e')
    order by array_position(${accountTables}, c.oid::regclass::text), 1`;
  const ordered: Table[] = rows.filter(({ name }) => isAccountTable(name));
  const left = new Map(
    rows.filter(({ name }) => !isAccountTable(name)).map((row) => [row.name, row]),
  );
  while (left.size > 0) {
    const ready = [...left.values()].filter(({ refers }) => !refers.some((name) => left.has(name)));
    if (ready.length === 0) {
      throw new Error(`These tables refer to each other: ${[...left.keys()].join(', ')}`);
    }
    for (const { name, columns } of ready) {
      ordered.push({ name, columns });
      left.delete(name);
    }
  }
  return ordered;
}

export const isAccountTable = (name: string): boolean => accountTables.includes(name);

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const columnList = (columns: readonly Column[]): string =>
  columns.map(({ name }) => quoted(name)).join(', ');

/** A lost connection ends no stream of the driver: whoever reads one asks this signal too. */
export async function* copyOut(
  sql: ISql,
  { name, columns }: Table,
  lost: AbortSignal,
): AsyncGenerator<Buffer> {
  const rows = await sql.unsafe(`copy ${name} (${columnList(columns)}) to stdout`).readable();
  const end = () => rows.destroy(new ArchiveRefused('The connection to the database was lost.'));
  lost.addEventListener('abort', end, { once: true });
  try {
    for await (const row of rows) yield row as Buffer;
  } finally {
    lost.removeEventListener('abort', end);
    // The driver stops listening to a server that is too fast, and forgets to go on where that was the
    // end of the rows: the next statement would wait for ever.
    rows._read(0);
  }
}

export async function sumRows(sql: ISql, table: Table, lost: AbortSignal): Promise<RowSum> {
  const sum = new RowSum();
  for await (const chunk of copyOut(sql, table, lost)) sum.add(chunk);
  return sum;
}

async function pour(
  sql: TransactionSql,
  statement: string,
  rows: AsyncIterable<Buffer>,
): Promise<void> {
  const target = await sql.unsafe(statement).writable();
  const ended = finished(target);
  // Without a listener an error between two writes would end the process.
  ended.catch(() => {});
  const allSent = new Promise<void>((resolve) => {
    const final = target._final.bind(target);
    target._final = (callback) => {
      final(callback);
      resolve();
    };
  });
  for await (const chunk of rows) {
    if (target.write(chunk)) continue;
    await Promise.race([new Promise((resolve) => target.once('drain', resolve)), ended]);
  }
  target.end();
  await Promise.race([ended, allSent]);
  // The driver says nothing of a copy that is refused at its end; the next statement does.
  await sql`select 1`;
}

/** Columns that this database has not are left out: another release of the sign-in service has others. */
export async function copyIn(
  sql: TransactionSql,
  table: Table,
  rows: AsyncIterable<Buffer>,
  here: Table,
): Promise<void> {
  const known = new Set(here.columns.map(({ name }) => name));
  const shared = table.columns.filter(({ name }) => known.has(name));
  if (shared.length === table.columns.length) {
    return pour(sql, `copy ${table.name} (${columnList(shared)}) from stdin`, rows);
  }
  if (!isAccountTable(table.name)) {
    const missing = table.columns.filter(({ name }) => !known.has(name));
    throw new ArchiveRefused(`${table.name} has no ${columnList(missing)} here.`);
  }
  const columns = table.columns.map(({ name }) => `${quoted(name)} text`).join(', ');
  const values = shared.map(({ name, type }) => `${quoted(name)}::${type}`).join(', ');
  await sql.unsafe(`create temporary table incoming (${columns}) on commit drop`);
  await pour(sql, `copy pg_temp.incoming (${columnList(table.columns)}) from stdin`, rows);
  await sql.unsafe(
    `insert into ${table.name} (${columnList(shared)}) select ${values} from pg_temp.incoming`,
  );
  await sql`drop table pg_temp.incoming`;
}

const triggerStates = { O: 'enable', R: 'enable replica', A: 'enable always' } as const;

/** Switches the triggers of the shop's own tables off; what it gives switches them on as they were. */
export async function stopTriggers(
  sql: TransactionSql,
  tables: readonly Table[],
): Promise<() => Promise<void>> {
  const names = tables.map(({ name }) => name).filter((name) => !isAccountTable(name));
  const triggers = await sql<{ table: string; name: string; state: keyof typeof triggerStates }[]>`
    select tgrelid::regclass::text as table, tgname as name, tgenabled as state from pg_catalog.pg_trigger
    where tgrelid::regclass::text = any (${names}) and not tgisinternal and tgenabled <> 'D'`;
  for (const { table, name } of triggers) {
    await sql.unsafe(`alter table ${table} disable trigger ${quoted(name)}`);
  }
  return async () => {
    for (const { table, name, state } of triggers) {
      await sql.unsafe(`alter table ${table} ${triggerStates[state]} trigger ${quoted(name)}`);
    }
  };
}

export interface Sequence {
  readonly name: string;
  readonly value: string;
  readonly isCalled: boolean;
}

export async function readSequences(sql: ISql): Promise<Sequence[]> {
  const names = await sql<{ name: string }[]>`
    select c.oid::regclass::text as name from pg_catalog.pg_class c
    where c.relkind = 'S' and c.relnamespace::regnamespace::text in ('public', 'private') order by 1`;
  const found: Sequence[] = [];
  for (const { name } of names) {
    const [row] = await sql.unsafe<{ value: string; called: boolean }[]>(
      `select last_value::text as value, is_called as called from ${name}`,
    );
    if (row) found.push({ name, value: row.value, isCalled: row.called });
  }
  return found;
}

/** In one transaction with the rows: what `setval` does to a sequence that did not begin anew is never undone. */
export async function writeSequences(sql: ISql, sequences: readonly Sequence[]): Promise<void> {
  const known = new Set((await readSequences(sql)).map(({ name }) => name));
  for (const { name, value, isCalled } of sequences) {
    if (!known.has(name)) throw new ArchiveRefused(`There is no sequence ${name} here.`);
    await sql.unsafe(`alter sequence ${name} restart`);
    await sql`select pg_catalog.setval(${name}::regclass, ${value}::bigint, ${isCalled})`;
  }
}

/** What it remembers is forgotten as soon as the schema or a grant changes. */
import type { Sql } from 'postgres';
import type { DatabaseRole } from '../context.ts';

interface Column {
  readonly name: string;
  /** As clients know it: `int8`, `_text`. */
  readonly type: string;
  /** As SQL writes it, with its schema. */
  readonly sqlType: string;
}

export interface TableName {
  readonly schema: string;
  readonly table: string;
}

export interface Relation extends TableName {
  readonly oid: number;
  readonly columns: readonly Column[];
  readonly key: readonly string[];
  /** What the log keeps of an old row. */
  readonly identity: readonly string[];
  readonly underRls: boolean;
}

export interface PublishedTable extends TableName {
  readonly oid: number;
}

export interface Relations {
  find(oid: number): Promise<Relation | null>;
  published(): Promise<readonly PublishedTable[]>;
  /** The columns that the role may select; none without usage of the schema. */
  readable(relation: Relation, role: DatabaseRole): Promise<ReadonlySet<string>>;
  bypassesRls(role: DatabaseRole): Promise<boolean>;
  forget(): void;
}

export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export function sqlNameOf({ schema, table }: TableName): string {
  return `${quoteName(schema)}.${quoteName(table)}`;
}

export function createRelations(sql: Sql): Relations {
  const memory = new Map<string, Promise<unknown>>();
  function remember<T>(key: string, read: () => Promise<T>): Promise<T> {
    const known = memory.get(key);
    if (known) return known as Promise<T>;
    const reading = read();
    memory.set(key, reading);
    // A failed reading must not be remembered: the next one asks again.
    reading.catch(() => memory.delete(key));
    return reading;
  }
  return {
    find: (oid) => remember(`relation ${oid}`, () => readRelation(sql, oid)),
    published: () => remember('published', () => readPublished(sql)),
    readable: ({ oid }, role) =>
      remember(`readable ${oid} ${role}`, () => readReadable(sql, oid, role)),
    bypassesRls: (role) =>
      remember(`bypasses ${role}`, async () => {
        const [row] =
          await sql`select rolbypassrls or rolsuper as yes from pg_roles where rolname = ${role}`;
        return row?.['yes'] === true;
      }),
    forget: () => memory.clear(),
  };
}

async function readRelation(sql: Sql, oid: number): Promise<Relation | null> {
  const [row] = await sql<Relation[]>`
    select c.oid::int8 as oid, n.nspname as schema, c.relname as table, c.relrowsecurity as "underRls",
      (select jsonb_agg(jsonb_build_object(
          'name', a.attname, 'type', t.typname,
          'sqlType', format_type(a.atttypid, null)) order by a.attnum)
        from pg_attribute a join pg_type t on t.oid = a.atttypid
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
      (select coalesce(jsonb_agg(a.attname order by a.attnum), '[]')
        from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
        where i.indrelid = c.oid and i.indisprimary) as key,
      (select coalesce(jsonb_agg(a.attname order by a.attnum), '[]')
        from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
          and (c.relreplident = 'f' or exists (
            select from pg_index i where i.indrelid = c.oid and a.attnum = any(i.indkey)
              and case c.relreplident when 'd' then i.indisprimary
                when 'i' then i.indisreplident else false end))) as identity
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.oid = ${oid}`;
  return row ?? null;
}

async function readPublished(sql: Sql): Promise<readonly PublishedTable[]> {
  return sql<PublishedTable[]>`
    select c.oid::int8 as oid, p.schemaname as schema, p.tablename as table
    from pg_publication_tables p
    join pg_namespace n on n.nspname = p.schemaname
    join pg_class c on c.relnamespace = n.oid and c.relname = p.tablename
    where p.pubname = 'supabase_realtime' and p.schemaname not in ('realtime', '_realtime')
    order by 2, 3`;
}

async function readReadable(
  sql: Sql,
  oid: number,
  role: DatabaseRole,
): Promise<ReadonlySet<string>> {
  const rows = await sql<{ name: string }[]>`
    select a.attname as name
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where a.attrelid = ${oid} and a.attnum > 0 and not a.attisdropped
      and has_schema_privilege(${role}, c.relnamespace, 'usage')
      and has_column_privilege(${role}, a.attrelid, a.attnum, 'select')`;
  return new Set(rows.map(({ name }) => name));
}

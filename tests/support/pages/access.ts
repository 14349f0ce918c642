/** Both come from the catalogue, so a new object is asked about too. */
import postgres, { type Sql, type TransactionSql } from 'postgres';
import { anonymous, person, rolledBack, service } from '../database.ts';
import type { Caller } from '../../../scripts/local-supabase/context.ts';

const apiRoles = ['anon', 'authenticated', 'service_role'] as const;

/** Everyone the shop tells apart. `nameless` holds a valid token that names nobody. */
export const callers: Readonly<Record<string, Caller>> = {
  anonymous,
  nameless: { role: 'authenticated', claims: { role: 'authenticated' } },
  first: person('first'),
  second: person('second'),
  former: person('former'),
  support: person('support'),
  fulfilment: person('fulfilment'),
  editor: person('editor'),
  owner: person('owner'),
  service,
};

export type Verb = 'select' | 'insert' | 'update' | 'delete';
export const verbs: readonly Verb[] = ['select', 'insert', 'update', 'delete'];

/** Columns that a role may use with a verb; `*` is all of them. */
export type Privileges = Readonly<Record<string, Readonly<Record<string, string>>>>;

export interface ExposedRelation {
  readonly name: string;
  readonly isView: boolean;
  readonly columns: readonly string[];
}

export async function exposedRelations(sql: Sql): Promise<ExposedRelation[]> {
  const rows = await sql<ExposedRelation[]>`
    select c.relname::text as name, c.relkind <> 'r' as "isView",
      array(select attname::text from pg_attribute a
        where a.attrelid = c.oid and attnum > 0 and not attisdropped order by attname) as columns
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
    order by 1`;
  return [...rows];
}

export async function relationPrivileges(sql: Sql): Promise<Readonly<Record<string, Privileges>>> {
  const rows = await sql<{ name: string; role: string; verb: string; columns: string | null }[]>`
    select name, role, verb, case
      when bool_and(granted) then '*' else string_agg(attname, ' ' order by attname) filter (where granted)
    end as columns
    from (
      select c.relname::text as name, r.role, v.verb, a.attname, case v.verb
        when 'delete' then has_table_privilege(r.role, c.oid, v.verb)
        else has_column_privilege(r.role, c.oid, a.attnum, v.verb)
      end as granted
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      cross join unnest(${[...apiRoles]}::text[]) r (role)
      cross join unnest(${[...verbs]}::text[]) v (verb)
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
    ) cells
    group by name, role, verb order by name, role, verb`;
  const snapshot: Record<string, Record<string, Record<string, string>>> = {};
  for (const { name, role, verb, columns } of rows) {
    const relation = (snapshot[name] ??= {});
    if (columns !== null) (relation[role] ??= {})[verb] = columns;
  }
  return snapshot;
}

export async function functionPrivileges(sql: Sql): Promise<Readonly<Record<string, string>>> {
  const rows = await sql<{ name: string; roles: string }[]>`
    select format('%s.%s(%s)', n.nspname, p.proname, pg_get_function_identity_arguments(p.oid)) as name,
      coalesce(string_agg(r.role, ' ' order by r.role)
        filter (where has_function_privilege(r.role, p.oid, 'execute')), '') as roles
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace and n.nspname in ('public', 'private')
    cross join unnest(${[...apiRoles]}::text[]) r (role)
    where not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    group by p.oid, n.nspname, p.proname order by 1`;
  return Object.fromEntries(rows.map(({ name, roles }) => [name, roles]));
}

/**
 * What came of a try: `denied` by a missing grant, `refused` by a policy or a trigger, `none`, `some` or `all` of
 * the rows, or `allowed` when the statement got as far as the data.
 */
export type Reach = 'denied' | 'refused' | 'none' | 'some' | 'all' | 'allowed';

const constraintClasses = new Set(['23502', '23503', '23505', '23514', '23P01', '22P02', '23001']);

function reachOfError(error: unknown): Reach {
  if (!(error instanceof postgres.PostgresError)) throw error;
  if (error.code === '42501') {
    return error.message.includes('row-level security') ? 'refused' : 'denied';
  }
  // A view over several tables takes no rows from anyone.
  if (error.code === '55000') return 'denied';
  if (error.code.startsWith('PT4')) return 'refused';
  if (constraintClasses.has(error.code)) return 'allowed';
  throw error;
}

const share = (count: number, total: number): Reach => {
  if (count === 0) return 'none';
  return count === total ? 'all' : 'some';
};

async function tryAs(
  sql: Sql,
  caller: Caller,
  statement: (transaction: TransactionSql) => Promise<Reach>,
): Promise<Reach> {
  try {
    return await rolledBack(sql, caller, statement);
  } catch (error) {
    return reachOfError(error);
  }
}

async function mayUse(sql: Sql, caller: Caller, relation: string, verb: Verb): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select attname::text as name from pg_attribute
    where attrelid = ${`public.${relation}`}::regclass and attnum > 0 and not attisdropped
      and has_column_privilege(${caller.role}, attrelid, attnum, ${verb})`;
  return rows.map(({ name }) => name);
}

/** The sample rows come last, and they are what staff may still change. */
const newestRow = (sql: Sql, relation: string) =>
  sql`select * from public.${sql(relation)} order by ctid desc limit 1`;

async function tryInsert(sql: Sql, caller: Caller, relation: ExposedRelation): Promise<Reach> {
  const columns = await mayUse(sql, caller, relation.name, 'insert');
  if (columns.length === 0) return 'denied';
  const [row] = await newestRow(sql, relation.name);
  const values = Object.fromEntries(columns.map((column) => [column, row?.[column] ?? null]));
  return tryAs(sql, caller, async (transaction) => {
    await transaction`
      insert into public.${transaction(relation.name)} (${transaction(columns)})
      select ${transaction(columns)} from jsonb_populate_record(
        null::public.${transaction(relation.name)}, ${JSON.stringify(values)}::text::jsonb)`;
    return 'allowed';
  });
}

async function tryUpdate(sql: Sql, caller: Caller, relation: ExposedRelation): Promise<Reach> {
  const [column] = await mayUse(sql, caller, relation.name, 'update');
  if (column === undefined) return 'denied';
  const total = await countAll(sql, relation.name);
  const [row] = await newestRow(sql, relation.name);
  return tryAs(sql, caller, async (transaction) => {
    // Reads no column of the table: otherwise its policy for SELECT would stand in for a missing one.
    const changed = await transaction`
      update public.${transaction(relation.name)} set ${transaction(column)} =
        (jsonb_populate_record(null::public.${transaction(relation.name)}, ${JSON.stringify(row)}::text::jsonb)).${transaction(column)}`;
    return share(changed.count, total);
  });
}

async function countAll(sql: Sql, relation: string): Promise<number> {
  const [row] = await sql<{ n: number }[]>`select count(*)::int as n from public.${sql(relation)}`;
  return row?.n ?? 0;
}

export async function reach(
  sql: Sql,
  caller: Caller,
  relation: ExposedRelation,
  verb: Verb,
): Promise<Reach> {
  if (verb === 'insert') return tryInsert(sql, caller, relation);
  if (verb === 'update') return tryUpdate(sql, caller, relation);
  const total = await countAll(sql, relation.name);
  return tryAs(sql, caller, async (transaction) => {
    if (verb === 'delete') {
      const gone = await transaction`delete from public.${transaction(relation.name)}`;
      return share(gone.count, total);
    }
    const [row] = await transaction<{ n: number }[]>`
      select count(*)::int as n from public.${transaction(relation.name)}`;
    return share(row?.n ?? 0, total);
  });
}

/** Calls a function with nothing but nulls: `denied` without a grant or a right, otherwise `allowed`. */
export async function reachFunction(sql: Sql, caller: Caller, call: string): Promise<Reach> {
  try {
    return await rolledBack(sql, caller, async (transaction) => {
      await transaction.unsafe(`select ${call}`);
      // A refusal that stays on record is an answer, not an error.
      const [row] = await transaction<{ status: string | null }[]>`
        select current_setting('response.status', true) as status`;
      return row?.status === '403' ? 'refused' : 'allowed';
    });
  } catch (error) {
    const code = error instanceof postgres.PostgresError ? error.code : '';
    if (code.startsWith('PT4') && code !== 'PT403') return 'allowed';
    return reachOfError(error);
  }
}

/** @example groupByReach([['first', 'none'], ['owner', 'all'], ['editor', 'all']]) // { none: 'first', all: 'owner editor' } */
export function groupByReach(
  answers: readonly (readonly [string, Reach])[],
): Record<string, string> {
  const groups: Record<string, string> = {};
  for (const [name, answer] of answers) {
    groups[answer] = groups[answer] === undefined ? name : `${groups[answer]} ${name}`;
  }
  return groups;
}

export async function exposedCalls(sql: Sql): Promise<Readonly<Record<string, string>>> {
  const rows = await sql<{ name: string; call: string }[]>`
    select p.proname::text as name, format('public.%I(%s)', p.proname,
      (select string_agg(format('null::%s', format_type(t, null)), ', ' order by n)
        from unnest(p.proargtypes) with ordinality a (t, n))) as call
    from pg_proc p where p.pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    order by 1`;
  return Object.fromEntries(rows.map(({ name, call }) => [name, call]));
}

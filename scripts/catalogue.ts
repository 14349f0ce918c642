/** What a database is made of, object by object, so that two can be compared. */
import type { ISql } from 'postgres';

const ours = `('public', 'private')`;

const queries: Readonly<Record<string, string>> = {
  schema: `select nspname as name, coalesce(nspacl::text, '') as is from pg_namespace where nspname in ${ours}`,
  table: `select c.oid::regclass::text as name,
      concat_ws(' ', c.relkind, c.relrowsecurity, c.relforcerowsecurity, c.reloptions::text, c.relowner::regrole, c.relreplident) as is
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ${ours} and c.relkind in ('r', 'v', 'm', 'p', 'S')`,
  // In a table that was altered columns stand elsewhere; a row type is written by position.
  column: `select a.attrelid::regclass || '.' || a.attname as name,
      concat_ws(' ', case when c.relkind = 'c' then a.attnum end, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity, a.attgenerated,
        pg_get_expr(d.adbin, d.adrelid)) as is
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where n.nspname in ${ours} and c.relkind in ('r', 'v', 'm', 'p', 'c') and a.attnum > 0 and not a.attisdropped`,
  constraint: `select conrelid::regclass || ' ' || conname as name, pg_get_constraintdef(k.oid) as is
    from pg_constraint k join pg_namespace n on n.oid = k.connamespace where n.nspname in ${ours}`,
  // Whether an operator class is written with its schema is up to the reader's search path.
  index: `select indexrelid::regclass::text as name, replace(pg_get_indexdef(indexrelid), ' extensions.', ' ') as is from pg_index i
    join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace where n.nspname in ${ours}`,
  policy: `select schemaname || '.' || tablename || ' ' || policyname as name,
      concat_ws(' | ', permissive, roles::text, cmd, qual, with_check) as is
    from pg_policies where schemaname in ('public', 'private', 'storage', 'realtime')`,
  grant: `select c.oid::regclass || coalesce('.' || a.attname, '') || ' ' || coalesce(nullif(x.grantee, 0)::regrole::text, 'public') as name,
      string_agg(x.privilege_type || case when x.is_grantable then '*' else '' end, ' ' order by x.privilege_type) as is
    from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname in ${ours} and c.relkind in ('r', 'v', 'm', 'p', 'S')
    cross join lateral (
      select null::name as attname, coalesce(c.relacl, acldefault(case c.relkind when 'S' then 's' else 'r' end::"char", c.relowner)) as acl
      union all select t.attname, t.attacl from pg_attribute t where t.attrelid = c.oid and t.attacl is not null
    ) a, aclexplode(a.acl) x group by 1`,
  'function grant': `select p.oid::regprocedure || ' ' || coalesce(nullif(x.grantee, 0)::regrole::text, 'public') as name,
      x.privilege_type as is
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace and n.nspname in ${ours},
      aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) x
    where not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
  function: `select p.oid::regprocedure::text as name, pg_get_functiondef(p.oid) as is
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ${ours} and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
  view: `select c.oid::regclass::text as name, pg_get_viewdef(c.oid) as is from pg_class c
    join pg_namespace n on n.oid = c.relnamespace where n.nspname in ${ours} and c.relkind in ('v', 'm')`,
  trigger: `select tgrelid::regclass || ' ' || tgname as name, pg_get_triggerdef(t.oid) || ' ' || tgenabled::text as is
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ${ours} and not tgisinternal and tgname not like '\\_%'`,
  type: `select t.oid::regtype::text as name, string_agg(e.enumlabel, ',' order by e.enumsortorder) as is
    from pg_type t join pg_enum e on e.enumtypid = t.oid join pg_namespace n on n.oid = t.typnamespace
    where n.nspname in ${ours} group by t.oid`,
  comment: `select i.type || ' ' || i.identity as name, d.description as is
    from pg_description d, pg_identify_object(d.classoid, d.objoid, d.objsubid) i
    where i.schema in ${ours} or i.identity in ${ours}`,
  publication: `select pubname || ' ' || schemaname || '.' || tablename as name, attnames::text as is from pg_publication_tables`,
  'default privilege': `select defaclrole::regrole || ' ' || coalesce(defaclnamespace::regnamespace::text, '') || ' ' || defaclobjtype::text as name,
      defaclacl::text as is from pg_default_acl`,
  extension: `select extname as name, extnamespace::regnamespace::text as is from pg_extension`,
  bucket: `select id as name, concat_ws(' ', public, file_size_limit, allowed_mime_types::text) as is from storage.buckets`,
};

export type Catalogue = ReadonlyMap<string, string>;

export async function readCatalogue(sql: ISql): Promise<Catalogue> {
  const entries: [string, string][] = [];
  for (const [kind, query] of Object.entries(queries)) {
    const rows = await sql.unsafe<{ name: string; is: string | null }[]>(query);
    entries.push(...rows.map(({ name, is }): [string, string] => [`${kind} ${name}`, is ?? '']));
  }
  return new Map(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** What is a database's own in the rows that each has. */
export const ownOfRows = ['id', 'version', 'at', 'added_at', 'created_at', 'updated_at'];

/** The rows that a new database has: of moves, rules, payment methods. */
export async function readRows(sql: ISql): Promise<Catalogue> {
  const tables = await sql<{ name: string }[]>`
    select c.oid::regclass::text as name from pg_class c
    where c.relnamespace::regnamespace::text in ('public', 'private') and c.relkind = 'r' and c.oid <> 'public.audit_log'::regclass`;
  const found = await Promise.all(
    tables.map(({ name }) =>
      sql.unsafe<{ row: string }[]>(
        `select (to_jsonb(t) - $1::text[])::text as row from ${name} t`,
        [ownOfRows],
      ),
    ),
  );
  return new Map(
    tables.flatMap(({ name }, place) =>
      (found[place] ?? []).map(({ row }): [string, string] => [`row ${name} ${row}`, '']),
    ),
  );
}

/** One line per object that only one of the two has, or that differs. */
export function compareCatalogues(first: Catalogue, second: Catalogue): string[] {
  const names = [...new Set([...first.keys(), ...second.keys()])].toSorted();
  return names.flatMap((name) => {
    if (first.get(name) === second.get(name)) return [];
    return `${name}: ${first.get(name) ?? 'missing'} <> ${second.get(name) ?? 'missing'}`;
  });
}

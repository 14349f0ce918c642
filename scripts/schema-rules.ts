/**
 * Each rule is a query for its faults and prevents one mistake; a rule without a test that plants the
 * fault is not trusted.
 */
const relations = `
  select c.oid, n.nspname, c.relname, c.relkind, c.relacl, c.relowner, c.relrowsecurity, c.reloptions
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('public', 'private') and c.relkind in ('r', 'p', 'v', 'm', 'f')
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`;

const functions = `
  select p.oid, n.nspname, p.proname, p.prosecdef, p.proconfig, p.proacl, p.proowner, p.prosrc,
    format('%s.%s(%s)', n.nspname, p.proname, pg_get_function_identity_arguments(p.oid)) as signature
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace
  where n.nspname in ('public', 'private')
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`;

/** Grants on relations and on their columns alike, whose grantee PUBLIC is oid 0. */
const grants = `
  select r.nspname, r.relname, r.relkind, null as attname, a.grantee, a.privilege_type
  from (${relations}) r, aclexplode(coalesce(r.relacl, acldefault('r', r.relowner))) a
  union all
  select r.nspname, r.relname, r.relkind, t.attname, a.grantee, a.privilege_type
  from (${relations}) r join pg_attribute t on t.attrelid = r.oid and t.attacl is not null, aclexplode(t.attacl) a`;

const callers = `(0, to_regrole('anon')::oid, to_regrole('authenticated')::oid)`;

const policies = `
  select p.polname, p.polcmd, p.polroles, n.nspname || '.' || c.relname as relation, c.oid as relid,
    coalesce(pg_get_expr(p.polqual, p.polrelid), '') as qual,
    coalesce(pg_get_expr(p.polwithcheck, p.polrelid), '') as check
  from pg_policy p join pg_class c on c.oid = p.polrelid join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('public', 'private', 'storage', 'realtime')`;

export interface SchemaRule {
  readonly name: string;
  /** What must hold, for the person whose change broke it. */
  readonly demands: string;
  /** Gives one row per fault, with the column `subject`. */
  readonly faults: string;
}

export const schemaRules: readonly SchemaRule[] = [
  {
    name: 'row-security',
    demands: 'every table has row level security on',
    faults: `select nspname || '.' || relname as subject from (${relations}) r
      where relkind in ('r', 'p') and not relrowsecurity`,
  },
  {
    name: 'exposed-kinds',
    demands: 'schema public holds tables, invoker views and functions, nothing else',
    faults: `select nspname || '.' || relname as subject from (${relations}) r
      where nspname = 'public' and (relkind in ('m', 'f')
        or (relkind = 'v' and not coalesce(reloptions @> array['security_invoker=true'], false)))`,
  },
  {
    name: 'blanket-grants',
    demands: 'nothing is granted to PUBLIC',
    faults: `select nspname || '.' || relname as subject from (${grants}) g where grantee = 0
      union all select signature from (${functions}) f, aclexplode(coalesce(f.proacl, acldefault('f', f.proowner))) a
        where a.grantee = 0
      union all select 'schema private' from pg_namespace n, aclexplode(n.nspacl) a
        where n.nspname = 'private' and a.grantee = 0`,
  },
  {
    name: 'column-grants',
    demands:
      'visitors get INSERT and UPDATE on named columns only, and never TRUNCATE, REFERENCES, TRIGGER or MAINTAIN',
    faults: `select nspname || '.' || relname || ' ' || privilege_type as subject from (${grants}) g
      where nspname = 'public' and grantee in ${callers} and attname is null
        and privilege_type not in ('SELECT', 'DELETE')`,
  },
  {
    name: 'anonymous-writes',
    demands: 'anonymous visitors write nothing directly',
    faults: `select distinct nspname || '.' || relname as subject from (${grants}) g
      where grantee = to_regrole('anon')::oid and privilege_type <> 'SELECT'`,
  },
  {
    name: 'view-writes',
    demands: 'views are read only for the roles of the API',
    faults: `select distinct nspname || '.' || relname as subject from (${grants}) g
      where relkind = 'v' and privilege_type <> 'SELECT'
        and grantee in (0, to_regrole('anon')::oid, to_regrole('authenticated')::oid, to_regrole('service_role')::oid)`,
  },
  {
    name: 'private-tables',
    demands: 'no role of the API holds any right on a table of schema private',
    faults: `select distinct nspname || '.' || relname as subject from (${grants}) g
      where nspname = 'private'
        and grantee in (0, to_regrole('anon')::oid, to_regrole('authenticated')::oid, to_regrole('service_role')::oid)`,
  },
  {
    name: 'exposed-definers',
    demands: 'a function in public runs as its caller; the definer body lives in private',
    faults: `select signature as subject from (${functions}) f where nspname = 'public' and prosecdef`,
  },
  {
    name: 'search-path',
    demands: "every function has set search_path = ''",
    faults: `select signature as subject from (${functions}) f
      where not coalesce(proconfig @> array['search_path=""'], false)`,
  },
  {
    name: 'definer-reason',
    demands: 'the comment of a definer function says "Security definer:" and why',
    faults: `select signature as subject from (${functions}) f
      where prosecdef and coalesce(obj_description(oid, 'pg_proc'), '') !~ 'Security definer: \\S+'`,
  },
  {
    name: 'raised-codes',
    demands: 'functions refuse through private.refuse, which alone raises, with a PT code',
    faults: `select signature as subject from (${functions}) f
      where prosrc ~* '\\yraise\\y' and not (nspname = 'private' and proname = 'refuse' and prosrc ~ 'PT')`,
  },
  {
    name: 'guarded-changes',
    demands:
      'a function changes and deletes rows WHERE something holds: REST of a hosted project refuses all of a table',
    faults: `select distinct signature as subject from (${functions}) f,
      regexp_split_to_table(regexp_replace(regexp_replace(prosrc, '--[^\\n]*', '', 'g'), $q$'([^']|'')*'$q$, '', 'g'), ';') s
      where s ~* '\\y(delete\\s+from|update\\s+(only\\s+)?[\\w."]+(\\s+(as\\s+)?\\w+)?\\s+set)\\y' and s !~* '\\ywhere\\y'`,
  },
  {
    name: 'foreign-key-indexes',
    demands: 'every foreign key has an index that begins with its columns',
    faults: `select k.conrelid::regclass || ' ' || k.conname as subject
      from pg_constraint k join pg_namespace n on n.oid = k.connamespace
      where k.contype = 'f' and n.nspname in ('public', 'private') and not exists (
        select from pg_index i where i.indrelid = k.conrelid and i.indpred is null
          and (i.indkey::int2[])[0:cardinality(k.conkey) - 1] @> k.conkey)`,
  },
  {
    name: 'policy-names',
    demands: 'a policy is named as an English sentence that the database keeps whole, for one verb',
    faults: `select relation || ' "' || polname || '"' as subject from (${policies}) p
      where polname !~ '^[A-Z][a-z]+ .*[a-z]$' or octet_length(polname::text) = 63 or polcmd = '*'`,
  },
  {
    name: 'policy-roles',
    demands: 'a policy names its roles',
    faults: `select relation || ' "' || polname || '"' as subject from (${policies}) p where 0 = any (polroles)`,
  },
  {
    name: 'policy-checks',
    demands: 'a policy for UPDATE says which rows may be changed and what they may become',
    faults: `select relation || ' "' || polname || '"' as subject from (${policies}) p
      where polcmd = 'w' and (qual = '' or "check" = '')`,
  },
  {
    name: 'policy-calls',
    demands: 'a policy asks auth.uid() and private.is_staff() inside (select …), once a query',
    faults: `select relation || ' "' || polname || '"' as subject from (${policies}) p
      where regexp_replace(qual || ' ' || "check", '\\( SELECT (auth\\.uid|private\\.is_staff)\\(', '', 'g')
        ~ '(auth\\.uid|private\\.is_staff)\\('`,
  },
  {
    name: 'policy-overlap',
    demands: 'one permissive policy per table, verb and role',
    faults: `select relation || ' ' || polcmd::text || ' for ' || r::regrole as subject
      from (${policies}) p, unnest(polroles) r
      where relation like 'public.%' group by relation, polcmd, r having count(*) > 1`,
  },
  {
    name: 'policy-indexes',
    demands: 'a column that a policy compares with the caller is indexed',
    faults: `select relation || ' "' || polname || '"' as subject from (${policies}) p
      where qual ~ '\\yuser_id = \\( SELECT auth\\.uid' and not exists (
        select from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attname = 'user_id'
        where i.indrelid = p.relid and i.indpred is null and (i.indkey::int2[])[0] = a.attnum)`,
  },
  {
    name: 'comments',
    demands:
      'every table, view, function, type and schema of ours is explained; a column where its name does not say it',
    faults: `select nspname || '.' || relname as subject from (${relations}) r where obj_description(oid, 'pg_class') is null
      union all select signature from (${functions}) f where obj_description(oid, 'pg_proc') is null
      union all select n.nspname || '.' || t.typname from pg_type t join pg_namespace n on n.oid = t.typnamespace
        where n.nspname in ('public', 'private') and t.typtype in ('e', 'd') and obj_description(t.oid, 'pg_type') is null
      union all select 'schema private' from pg_namespace where nspname = 'private' and obj_description(oid, 'pg_namespace') is null`,
  },
  {
    name: 'units',
    demands:
      'money is an integer of minor units with its currency beside it, and instants carry their zone',
    faults: `select r.nspname || '.' || r.relname || '.' || a.attname as subject from (${relations}) r
      join pg_attribute a on a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped
      where (a.attname ~ '_minor$' and (a.atttypid not in ('int4'::regtype, 'int8'::regtype)
          or not exists (select from pg_attribute m where m.attrelid = r.oid and m.attname = 'currency')))
        or a.atttypid in ('timestamp'::regtype, 'time'::regtype, 'money'::regtype, 'float8'::regtype, 'float4'::regtype)`,
  },
  {
    name: 'bounded-json',
    demands: 'json that comes from outside is bounded: a jsonb column of public has a check',
    faults: `select r.relname || '.' || a.attname as subject from (${relations}) r
      join pg_attribute a on a.attrelid = r.oid and a.atttypid = 'jsonb'::regtype and not a.attisdropped
      where r.nspname = 'public' and r.relkind = 'r' and r.relname <> 'audit_log' and not exists (
        select from pg_constraint k where k.conrelid = r.oid and k.contype = 'c' and a.attnum = any (k.conkey))`,
  },
  {
    name: 'realtime-tables',
    demands:
      'supabase_realtime publishes order_events, to which the order page listens, and nothing else',
    faults: `select coalesce(p.tablename, w.tablename)::text as subject
      from (select tablename from pg_publication_tables where pubname = 'supabase_realtime') p
      full join unnest(array['order_events']::name[]) w (tablename) on w.tablename = p.tablename
      where p.tablename is null or w.tablename is null`,
  },
];

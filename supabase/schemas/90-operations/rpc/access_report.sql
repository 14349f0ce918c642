-- What each caller may read, write and call, as the database itself has it at this moment: the rules are
-- asked of the catalogue and never of a list that could be older than they are.

create function private.rules_of(p_table oid, p_role text, p_verbs text[])
returns text[]
language sql stable
set search_path = ''
as $$
  select coalesce(array_agg(distinct p.polname::text order by p.polname::text), '{}')
  from pg_catalog.pg_policy p
  where p.polrelid = p_table
    and (p.polroles = '{0}' or p_role::regrole = any (p.polroles))
    and exists (
      select from unnest(p_verbs) v (verb)
      where p.polcmd in ('*', case v.verb when 'select' then 'r' when 'insert' then 'a' when 'update' then 'w' else 'd' end)
        -- A rule opens nothing to whoever was not let at the table first.
        and case when v.verb = 'delete' then pg_catalog.has_table_privilege(p_role, p_table, v.verb)
          else pg_catalog.has_any_column_privilege(p_role, p_table, v.verb) end)
$$;
comment on function private.rules_of(oid, text, text[]) is
  'The policies that let a role do something with a table; each is a sentence.';

create function private.access_report() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_reader('owner');
  return jsonb_build_object(
    'tables', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'name', c.relname, 'is_view', c.relkind = 'v', 'is_guarded', c.relkind = 'v' or c.relrowsecurity,
        'visitors_read', case c.relkind when 'v' then pg_catalog.has_any_column_privilege('anon', c.oid, 'select')
          else cardinality(private.rules_of(c.oid, 'anon', array['select'])) > 0 end,
        'accounts_read', case c.relkind when 'v' then pg_catalog.has_any_column_privilege('authenticated', c.oid, 'select')
          else cardinality(private.rules_of(c.oid, 'authenticated', array['select'])) > 0 end,
        'visitors_write', cardinality(private.rules_of(c.oid, 'anon', array['insert', 'update', 'delete'])) > 0,
        'read_rules', private.rules_of(c.oid, 'authenticated', array['select']),
        'write_rules', private.rules_of(c.oid, 'authenticated', array['insert', 'update', 'delete'])
      ) order by c.relname), '[]')
      from pg_catalog.pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')),
    'functions', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'name', f.proname,
        'callers', case when pg_catalog.has_function_privilege('anon', f.oid, 'execute') then 'visitors'
          when pg_catalog.has_function_privilege('authenticated', f.oid, 'execute') then 'accounts' else 'service' end
      ) order by f.proname), '[]')
      from pg_catalog.pg_proc f
      where f.pronamespace = 'public'::regnamespace and f.prorettype <> 'trigger'::regtype));
end;
$$;
call pg_temp.expose('access_report', 'authenticated', 'it looks at the rights of other roles.',
  'Who may read, write and call what. Staff: owner. Refuses with not_allowed.
Gives {
  functions: { callers: "visitors" | "accounts" | "service"; name: string }[];
  tables: {
    accounts_read: boolean;
    is_guarded: boolean;
    is_view: boolean;
    name: string;
    read_rules: string[];
    visitors_read: boolean;
    visitors_write: boolean;
    write_rules: string[];
  }[];
}');

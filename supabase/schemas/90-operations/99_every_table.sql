-- What holds for every table, wherever it is made.

do $$
declare
  v_table regclass;
begin
  for v_table in
    select oid from pg_class
    where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relkind in ('r', 'p')
  loop
    execute format('alter table %s enable row level security', v_table);
  end loop;
  -- A form that changes a row says which version it read. Orders count theirs in their own way.
  for v_table in
    select c.oid from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'version'
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and not exists (select from pg_trigger g where g.tgrelid = c.oid and g.tgname = 'keep_version')
  loop
    execute format('create trigger keep_version before update on %s
      for each row execute function private.keep_version()', v_table);
  end loop;
end;
$$;

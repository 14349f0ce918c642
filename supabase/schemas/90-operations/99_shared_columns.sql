-- Columns that mean the same in every table are explained once.

do $$
declare
  v_column record;
begin
  for v_column in
    select c.oid::regclass as relation, a.attname, m.meaning
    from pg_attribute a
    join pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'v')
    join pg_namespace n on n.oid = c.relnamespace and n.nspname in ('public', 'private')
    join (values
      ('id', 'Opaque id.'),
      ('position', 'Where it stands among its siblings, smallest first.'),
      ('currency', 'ISO 4217 of the amounts in this row.'),
      ('version', 'Counts edits: change a row only while it is what you read.'),
      ('created_at', 'When the row was made.'),
      ('updated_at', 'When the row was last edited.')
    ) as m (attname, meaning) on m.attname = a.attname
    where col_description(c.oid, a.attnum) is null
  loop
    execute format('comment on column %s.%I is %L', v_column.relation, v_column.attname, v_column.meaning);
  end loop;
end;
$$;

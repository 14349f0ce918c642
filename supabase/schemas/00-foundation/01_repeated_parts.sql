-- What many tables and functions need alike is written once here and called beside each of them. These
-- procedures belong to the session that loads the schemas: no database keeps them.

-- The function of the API to a body in private: with its parameters, what it gives and whether it writes.
create procedure pg_temp.expose(p_name text, p_callers text, p_because text, p_comment text)
language plpgsql
as $$
declare
  v_body constant regprocedure := ('private.' || p_name)::regproc;
  v_of pg_proc;
begin
  select * into v_of from pg_proc where oid = v_body;
  execute format(
    'create function public.%I(%s) returns %s language sql %s security invoker set search_path = %L as %L',
    p_name, pg_get_function_arguments(v_body), pg_get_function_result(v_body),
    case v_of.provolatile when 's' then 'stable' when 'i' then 'immutable' else 'volatile' end, '',
    format(E'\n  select %sprivate.%I(%s)\n', case when v_of.proretset then '* from ' end, p_name,
      array_to_string(v_of.proargnames[:v_of.pronargs], ', ')));
  execute format('comment on function public.%I is %L', p_name, p_comment);
  execute format('comment on function %s is %L', v_body,
    format('Body of public.%s. Security definer: %s', p_name, p_because));
  execute format('grant execute on function public.%I, %s to %s', p_name, v_body, p_callers);
end;
$$;

-- Staff of these roles write the rows of a table; which of its columns, its grants say.
create procedure pg_temp.let_staff_write(p_table regclass, p_rows text, variadic p_roles text[])
language plpgsql
as $$
declare
  v_whose constant text := array_to_string(array(
    select case when n > 1 then r else initcap(r) end
      || case when r in ('fulfilment', 'support') then '' else 's' end
    from unnest(p_roles) with ordinality u (r, n) order by n), ' and ');
  v_is_staff constant text := format('((select private.is_staff(%s)))',
    (select string_agg(quote_literal(r), ', ' order by n) from unnest(p_roles) with ordinality u (r, n)));
begin
  execute format('create policy %I on %s for insert to authenticated with check %s',
    format('%s add %s', v_whose, p_rows), p_table, v_is_staff);
  execute format('create policy %I on %s for update to authenticated using %s with check %s',
    format('%s change %s', v_whose, p_rows), p_table, v_is_staff, v_is_staff);
  execute format('create policy %I on %s for delete to authenticated using %s',
    format('%s remove %s', v_whose, p_rows), p_table, v_is_staff);
end;
$$;

-- The activity log tells of every change of a row.
create procedure pg_temp.log_changes(p_table regclass)
language plpgsql
as $$
begin
  execute format('create trigger audit after insert or update or delete on %s
    for each row execute function private.audit_row()', p_table);
end;
$$;

-- A file of a bank that somebody has looked at and now records: who, when, and how its columns are read.

create function private.open_bank_statement(p_statement jsonb) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_statement constant jsonb := private.json_of(p_statement);
  v_id constant uuid := private.uuid_of(v_statement ->> 'id');
begin
  perform private.require_staff('owner', 'fulfilment');
  if v_id is null or not coalesce(v_statement ->> 'account' ~ '^[0-9A-Z]{0,34}$' and v_statement ->> 'format' in ('camt', 'csv')
      and private.is_bank_day(v_statement ->> 'first_on') and private.is_bank_day(v_statement ->> 'last_on')
      and v_statement ->> 'last_on' >= v_statement ->> 'first_on' and v_statement ->> 'payments' ~ '^[0-9]{1,5}$'
      and length(v_statement ->> 'file_name') <= 200 and length(v_statement ->> 'header') <= 4000
      and jsonb_typeof(v_statement -> 'columns') = 'object' and pg_column_size(v_statement -> 'columns') <= 4096, false) then
    perform private.refuse(422, 'wrong_statement', 'This statement is incomplete. Read the file again.');
  end if;
  insert into public.bank_statements (id, account, file_name, format, first_on, last_on, payments, header, columns, read_by)
  values (v_id, v_statement ->> 'account', v_statement ->> 'file_name', v_statement ->> 'format', (v_statement ->> 'first_on')::date,
    (v_statement ->> 'last_on')::date, (v_statement ->> 'payments')::int, v_statement ->> 'header', v_statement -> 'columns', auth.uid())
  on conflict (id) do nothing;
  return jsonb_build_object('id', v_id);
end;
$$;
call pg_temp.expose('open_bank_statement', 'authenticated', 'statements are written through functions alone.',
  'Notes that the caller read a statement {id, account, file_name, format, first_on, last_on, payments, header, columns}; the same id again, once. Staff: owner, fulfilment. Refuses with not_allowed, second_factor, wrong_statement.
Gives { id: string }');

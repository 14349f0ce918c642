create function private.record_vat_check(p_number text, p_is_valid boolean, p_name text, p_address text, p_consultation text) returns void
language sql security definer
set search_path = ''
as $$
  insert into private.vat_checks (number, is_valid, name, address, consultation)
  values (left(p_number, 20), p_is_valid, left(coalesce(p_name, ''), 400), left(coalesce(p_address, ''), 1000), left(coalesce(p_consultation, ''), 40));
$$;
call pg_temp.expose('record_vat_check', 'service_role', 'checks are written by functions alone.',
  'Keeps what the EU''s register said of a VAT number. For the edge function that asked.');

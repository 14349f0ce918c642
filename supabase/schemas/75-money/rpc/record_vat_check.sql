create function private.record_vat_check(p_number text, p_is_valid boolean, p_name text, p_address text, p_consultation text) returns void
language sql security definer
set search_path = ''
as $$
  insert into private.vat_checks (number, is_valid, name, address, consultation)
  values (left(p_number, 20), p_is_valid, left(coalesce(p_name, ''), 400), left(coalesce(p_address, ''), 1000), left(coalesce(p_consultation, ''), 40));
$$;
grant execute on function private.record_vat_check(text, boolean, text, text, text) to service_role;
comment on function private.record_vat_check(text, boolean, text, text, text) is
  'Body of public.record_vat_check. Security definer: checks are written by functions alone.';

create function public.record_vat_check(p_number text, p_is_valid boolean, p_name text, p_address text, p_consultation text) returns void
language sql security invoker
set search_path = ''
as $$
  select private.record_vat_check(p_number, p_is_valid, p_name, p_address, p_consultation)
$$;
grant execute on function public.record_vat_check(text, boolean, text, text, text) to service_role;
comment on function public.record_vat_check(text, boolean, text, text, text) is
  'Keeps what the EU''s register said of a VAT number. For the edge function that asked.';

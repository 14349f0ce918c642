create function private.begin_vat_check(p_number text, p_client text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_seller constant public.sellers := private.seller_now();
  v_country constant text := private.country_of_vat_number(p_number);
  v_client constant text := private.hash_of(p_client);
  v_known private.vat_checks;
begin
  if not coalesce(private.is_vat_number(p_number), false) or v_seller.vat_number = '' or v_country = v_seller.country_code
    or (select count(*) <> 2 from public.countries c where c.in_eu and c.code in (v_country, v_seller.country_code)) then
    return '{"state": "none"}';
  end if;
  v_known := private.vat_check_of(p_number);
  if v_known.checked_at > now() - interval '1 hour' then
    return jsonb_build_object('state', case when v_known.is_valid then 'valid' else 'invalid' end, 'name', v_known.name);
  elsif private.guessed_too_often('vat_check', v_client, 20) or private.guessed_too_often('vat_check', 'everyone', 500) then
    return '{"state": "limited"}';
  end if;
  insert into private.guesses (what, bucket) values ('vat_check', v_client), ('vat_check', 'everyone');
  return jsonb_build_object('state', 'ask', 'requester', v_seller.vat_number);
end;
$$;
call pg_temp.expose('begin_vat_check', 'service_role', 'checks are written by functions alone.',
  'Whether to ask the EU''s register about a VAT number. An answer of this hour is given again. For the edge function that asks.
Gives { state: "none" | "limited" } | { name: string; state: "valid" | "invalid" } | { requester: string; state: "ask" }');

-- What must be right before an order is written. Everything that can be wrong with a field is told
-- at once.

create function private.checked_email(p_email text) returns text
language plpgsql stable
set search_path = ''
as $$
declare
  v_email constant text := btrim(coalesce(nullif(btrim(p_email), ''), auth.jwt() ->> 'email', ''));
begin
  if length(v_email) > 254 or v_email !~ '^[^@\s<>"]+@[^@\s<>"]+\.[^@\s<>"]+$' then
    perform private.refuse(422, 'wrong_email', 'Enter a valid e-mail address.');
  end if;
  return v_email;
end;
$$;
comment on function private.checked_email(text) is 'The e-mail of an order, or of the account where none is given.';

create function private.checked_address(p_address jsonb) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  v_given constant jsonb := private.json_of(p_address);
  v_address jsonb := '{}';
  v_wrong jsonb := '{}';
  v_country public.countries;
  v_fields constant text[] := array['name', 'line1', 'line2', 'city', 'region', 'postcode', 'phone'];
  v_shortest constant int[] := array[2, 2, 0, 1, 0, 0, 0];
  v_longest constant int[] := array[120, 120, 120, 80, 80, 20, 40];
  v_text text;
begin
  if jsonb_typeof(v_given) is distinct from 'object' or pg_column_size(v_given) > 8000 then
    perform private.refuse(422, 'wrong_address', 'The address is not valid. Reload the page and try again.');
  end if;
  select * into v_country from public.countries c where c.code = upper(btrim(v_given ->> 'country'));
  for i in 1 .. cardinality(v_fields) loop
    v_text := btrim(coalesce(v_given ->> v_fields[i], ''));
    if length(v_text) not between v_shortest[i] and v_longest[i] or v_text ~ '[[:cntrl:]]'
      or coalesce(jsonb_typeof(v_given -> v_fields[i]), 'null') not in ('string', 'null') then
      v_wrong := v_wrong || jsonb_build_object(v_fields[i], case
        when v_text = '' then 'Fill this in.' else format('Use at most %s characters.', v_longest[i]) end);
    end if;
    v_address := v_address || jsonb_build_object(v_fields[i], v_text);
  end loop;
  if v_country.code is null then
    v_wrong := v_wrong || '{"country": "We don’t know this country."}';
  elsif v_country.postcode_pattern <> '' and upper(v_address ->> 'postcode') !~ v_country.postcode_pattern then
    v_wrong := v_wrong || jsonb_build_object('postcode', format('This is not a valid %s for %s.', lower(v_country.postcode_label), v_country.name));
  end if;
  if v_wrong <> '{}' then
    perform private.refuse(422, 'wrong_address', 'Please check the marked fields of the address.', jsonb_build_object('fields', v_wrong));
  end if;
  return v_address || jsonb_build_object('country', v_country.code);
end;
$$;
comment on function private.checked_address(jsonb) is 'An address with nothing but its fields; refuses with every wrong field at once.';

create function private.is_vat_number(p_number text) returns boolean
language sql immutable
set search_path = ''
as $$
  select coalesce(p_number ~ ('^(ATU[0-9]{8}|BE[01][0-9]{9}|BG[0-9]{9,10}|CY[0-9]{8}[A-Z]|CZ[0-9]{8,10}|DE[0-9]{9}|DK[0-9]{8}|EE[0-9]{9}'
    || '|EL[0-9]{9}|ES[A-Z0-9][0-9]{7}[A-Z0-9]|FI[0-9]{8}|FR[A-HJ-NP-Z0-9]{2}[0-9]{9}|HR[0-9]{11}|HU[0-9]{8}|IE[0-9][A-Z0-9][0-9]{5}[A-Z]{1,2}'
    || '|IT[0-9]{11}|LT([0-9]{9}|[0-9]{12})|LU[0-9]{8}|LV[0-9]{11}|MT[0-9]{8}|NL[0-9]{9}B[0-9]{2}|PL[0-9]{10}|PT[0-9]{9}|RO[0-9]{2,10}'
    || '|SE[0-9]{12}|SI[0-9]{8}|SK[0-9]{10}|(GB|XI)([0-9]{9}|[0-9]{12}|(GD|HA)[0-9]{3})|NO[0-9]{9}(MVA)?|CHE[0-9]{9}(MWST|TVA|IVA)?)$')
    or p_number ~ '^[A-Z]{2}[A-Z0-9]{2,14}$' and left(p_number, 2) <> all (string_to_array(
      'AT BE BG CY CZ DE DK EE EL ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK GB GR XI NO CH', ' ')), false)
$$;
comment on function private.is_vat_number(text) is
  'Whether a text without spaces has the form of a VAT number: country first, then what that country writes. parseVatNumber of the checkout says the same, held together by tests/cases/vat-numbers.json.';

create function private.plain_vat_number(p_typed text) returns text
language plpgsql immutable
set search_path = ''
as $$
begin
  return upper(regexp_replace(left(btrim(p_typed), 40), '[\s.-]', '', 'g'));
end;
$$;
comment on function private.plain_vat_number(text) is 'A VAT number as the shop writes it, however it was typed.';

create function private.checked_gift_note(p_address jsonb) returns text
language plpgsql stable
set search_path = ''
as $$
declare
  v_given constant jsonb := private.json_of(p_address) -> 'gift_note';
  -- Lines may be broken; no other sign that a printer would take as an order is let in.
  v_text constant text := btrim(regexp_replace(translate(v_given #>> '{}', E'\t', ' '), '\r\n?', E'\n', 'g'), E' \n');
begin
  if coalesce(jsonb_typeof(v_given), 'null') = 'null' then
    return null;
  end if;
  if jsonb_typeof(v_given) <> 'string' or length(v_text) > 300 or replace(v_text, E'\n', '') ~ '[[:cntrl:]]' then
    perform private.refuse(422, 'wrong_address', 'Please check the marked fields.',
      '{"fields": {"gift_note": "Use at most 300 characters."}}');
  end if;
  return v_text;
end;
$$;
comment on function private.checked_gift_note(jsonb) is
  'What comes with a gift, from an order''s address: empty for a gift without a word, null where it is none. Refuses what is too long.';

create function private.checked_together(p_address jsonb) returns boolean
language plpgsql stable
set search_path = ''
as $$
declare
  v_given constant jsonb := coalesce(private.json_of(p_address) -> 'ships_together', 'null');
begin
  if jsonb_typeof(v_given) not in ('boolean', 'null') then
    perform private.refuse(422, 'wrong_address', 'Please choose again how your parcels are sent.');
  end if;
  return v_given = 'true';
end;
$$;
comment on function private.checked_together(jsonb) is 'Whether a buyer wants everything in one parcel, from an order''s address.';

create function private.checked_company(p_address jsonb) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  v_given constant jsonb := private.json_of(p_address) -> 'company';
  v_company jsonb := '{}';
  v_wrong jsonb := '{}';
  v_field record;
  v_text text;
begin
  if coalesce(jsonb_typeof(v_given), 'null') = 'null' then
    return null;
  end if;
  if jsonb_typeof(v_given) <> 'object' then
    perform private.refuse(422, 'wrong_address', 'A company is an object of fields.');
  end if;
  for v_field in
    select * from (values ('name', 2, 120), ('vat_number', 0, 20), ('purchase_number', 0, 60)) f (name, shortest, longest)
  loop
    v_text := btrim(coalesce(v_given ->> v_field.name, ''));
    if v_field.name = 'vat_number' then
      v_text := private.plain_vat_number(v_text);
    end if;
    if length(v_text) not between v_field.shortest and v_field.longest or v_text ~ '[[:cntrl:]]'
      or coalesce(jsonb_typeof(v_given -> v_field.name), 'null') not in ('string', 'null') then
      v_wrong := v_wrong || jsonb_build_object('company_' || v_field.name, case
        when v_text = '' then 'Fill this in.' else format('Use at most %s characters.', v_field.longest) end);
    elsif v_field.name = 'vat_number' and v_text <> '' and not private.is_vat_number(v_text) then
      v_wrong := v_wrong || '{"company_vat_number": "This is not a VAT number. It begins with the country, as in NL001234567B01."}';
    end if;
    v_company := v_company || jsonb_build_object(v_field.name, v_text);
  end loop;
  if v_wrong <> '{}' then
    perform private.refuse(422, 'wrong_address', 'Please check the marked fields of the company.', jsonb_build_object('fields', v_wrong));
  end if;
  return v_company || jsonb_build_object('billing', case when jsonb_typeof(v_given -> 'billing') = 'object' then private.checked_billing(v_given -> 'billing') end);
end;
$$;
comment on function private.checked_company(jsonb) is
  'The company in an order''s address, with nothing but its fields; null where a person orders. Refuses with every wrong field at once.';

create function private.checked_billing(p_address jsonb) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  v_detail text;
  v_message text;
begin
  return private.checked_address(p_address);
exception when sqlstate 'PT422' then
  get stacked diagnostics v_detail = pg_exception_detail, v_message = message_text;
  -- The same fields as those of the delivery, told apart by their names.
  perform private.refuse(422, 'wrong_address', 'Please check the marked fields of the billing address.', jsonb_build_object('fields', (
    select jsonb_object_agg('billing_' || f.key, f.value) from jsonb_each(coalesce(v_detail::jsonb -> 'fields', jsonb_build_object('name', v_message))) f)));
  return null;
end;
$$;
comment on function private.checked_billing(jsonb) is 'A billing address, checked as one to deliver to.';

create function private.check_order(p_cart private.priced_line[], p_address jsonb, p_consents jsonb, p_payment text) returns void
language plpgsql stable
set search_path = ''
as $$
declare
  v_consents constant jsonb := private.json_of(p_consents);
begin
  if cardinality(p_cart) = 0 then
    perform private.refuse(422, 'empty_cart', 'Your cart is empty.');
  end if;
  if jsonb_typeof(v_consents) is distinct from 'object' or pg_column_size(v_consents) > 2000 then
    perform private.refuse(422, 'consent_missing', 'Please agree to the terms.', '{"missing": ["terms"]}');
  end if;
  if v_consents -> 'terms' is distinct from 'true' then
    perform private.refuse(422, 'consent_missing', 'Please agree to the terms.', '{"missing": ["terms"]}');
  end if;
  if v_consents -> 'group_buy' is distinct from 'true'
    and exists (select from unnest(p_cart) l where l.sold_as = 'group_buy') then
    perform private.refuse(422, 'consent_missing', 'Please agree to the group buy terms.', '{"missing": ["group_buy"]}');
  end if;
  if not exists (select from public.payment_methods m where m.code = p_payment and m.is_offered and m.keys is distinct from 'missing') then
    perform private.refuse(422, 'wrong_payment', 'This payment method is not available.');
  end if;
  if p_payment = 'invoice' and private.bank_account_for('EUR') is null then
    perform private.refuse(422, 'no_bank_account', 'Bank transfer is not available at the moment. Choose another payment method.');
  end if;
end;
$$;
comment on function private.check_order(private.priced_line[], jsonb, jsonb, text) is 'Refuses an empty cart, missing consents and a way of paying that is not offered, or that lacks an account to pay to.';

create function private.check_quote(p_quote jsonb, p_method uuid, p_hash text) returns void
language plpgsql stable
set search_path = ''
as $$
declare
  v_problem jsonb;
  v_reason text;
begin
  if p_quote -> 'problems' <> '[]' then
    v_problem := (
      select p from jsonb_array_elements(p_quote -> 'problems') with ordinality x (p, i)
      order by p ->> 'reason' = 'out_of_stock', i limit 1);
    v_reason := v_problem ->> 'reason';
    perform private.refuse(
      case when v_reason in ('out_of_stock', 'not_open', 'not_for_sale', 'over_limit', 'needs_offer', 'unknown_offer',
        'offer_used', 'offer_revoked', 'offer_expired', 'offer_unclaimed', 'over_offer', 'code_used_up', 'code_used', 'code_over', 'code_not_yet') then 409
        when v_reason = 'code_limited' then 429 else 422 end,
      v_reason, v_problem ->> 'message', jsonb_build_object('problems', p_quote -> 'problems', 'quote', p_quote));
  end if;
  if p_method is null or not exists (
    select from jsonb_array_elements(p_quote -> 'shipping_methods') m
    where m ->> 'id' = p_method::text and m ->> 'price_minor' is not null
  ) then
    perform private.refuse(422, 'shipping_method', 'Choose a shipping method.', jsonb_build_object('quote', p_quote));
  end if;
  if p_quote ->> 'quote_hash' is distinct from p_hash then
    perform private.refuse(409, 'quote_changed', 'The price has changed.', jsonb_build_object('quote', p_quote));
  end if;
end;
$$;
comment on function private.check_quote(jsonb, uuid, text) is 'Refuses a quote with problems, without shipping, or other than the one that was agreed to.';

create function private.lock_customer(p_user uuid, p_email text, p_client text default null) returns void
language plpgsql
set search_path = ''
as $$
declare
  v_lock bigint;
begin
  foreach v_lock in array array(
    select distinct hashtextextended(k, 7) from unnest(array[p_user::text, private.mailbox_of(p_email), p_client]) k where k is not null order by 1)
  loop
    perform pg_advisory_xact_lock(v_lock);
  end loop;
end;
$$;
comment on function private.lock_customer(uuid, text, text) is
  'One order of a customer at a time, so that limits per customer and per client hold.';

create function private.take_order_key(p_key uuid, p_hash text) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  v_caller constant text := coalesce(auth.uid()::text, 'guest');
  v_known private.order_keys;
begin
  -- Waits here for whoever is placing the same order at this moment.
  insert into private.order_keys (caller, key, request_hash) values (v_caller, p_key, p_hash)
  on conflict do nothing;
  if found then
    return null;
  end if;
  select * into v_known from private.order_keys k where k.caller = v_caller and k.key = p_key;
  if v_known.request_hash <> p_hash then
    perform private.refuse(422, 'key_reused', 'You have already placed an order from this page. To order again, start from your cart.',
      jsonb_build_object('placed', v_known.answer));
  end if;
  return v_known.answer || '{"replayed": true}';
end;
$$;
comment on function private.take_order_key(uuid, text) is 'Null for a new key, the first answer for a known one; refuses a key with another body, and tells that answer: whoever has the key has the secret of its order.';

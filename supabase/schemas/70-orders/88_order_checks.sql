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
  v_field record;
  v_text text;
begin
  if jsonb_typeof(v_given) is distinct from 'object' or pg_column_size(v_given) > 8000 then
    perform private.refuse(422, 'wrong_address', 'The address is not valid. Reload the page and try again.');
  end if;
  select * into v_country from public.countries c where c.code = upper(btrim(v_given ->> 'country'));
  for v_field in
    select * from (values
      ('name', 2, 120), ('line1', 2, 120), ('line2', 0, 120), ('city', 1, 80), ('region', 0, 80),
      ('postcode', 0, 20), ('phone', 0, 40)
    ) f (name, shortest, longest)
  loop
    v_text := btrim(coalesce(v_given ->> v_field.name, ''));
    if length(v_text) not between v_field.shortest and v_field.longest or v_text ~ '[[:cntrl:]]'
      or coalesce(jsonb_typeof(v_given -> v_field.name), 'null') not in ('string', 'null') then
      v_wrong := v_wrong || jsonb_build_object(v_field.name, case
        when v_text = '' then 'Fill this in.' else format('Use at most %s characters.', v_field.longest) end);
    end if;
    v_address := v_address || jsonb_build_object(v_field.name, v_text);
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
  if not exists (select from public.payment_methods m where m.code = p_payment and m.is_offered) then
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
  v_problem constant jsonb := (
    select p from jsonb_array_elements(p_quote -> 'problems') with ordinality x (p, i)
    order by p ->> 'reason' = 'out_of_stock', i limit 1);
  v_reason constant text := v_problem ->> 'reason';
begin
  if v_problem is not null then
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
  for v_lock in
    select distinct hashtextextended(k, 7) from unnest(array[p_user::text, private.mailbox_of(p_email), p_client]) k where k is not null order by 1
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
    perform private.refuse(422, 'key_reused', 'You have already placed an order from this page. To order again, start from your cart.');
  end if;
  return v_known.answer || '{"replayed": true}';
end;
$$;
comment on function private.take_order_key(uuid, text) is 'Null for a new key, the first answer for a known one; refuses a key with another body.';

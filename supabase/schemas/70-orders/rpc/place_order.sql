-- A cart becomes an order: one transaction from the key to the mail. The only place where goods are
-- promised to a customer. Locks are taken in one order by everybody: customer, orders, kits, pools,
-- codes.

create function private.place_order(
  p_key uuid, p_lines jsonb, p_email text, p_address jsonb, p_shipping_method uuid, p_code text,
  p_consents jsonb, p_quote_hash text, p_payment text
) returns jsonb
language plpgsql security definer
set search_path = ''
-- The same few rows by their keys each time: to plan it anew costs more than to do it.
set plan_cache_mode = force_generic_plan
as $$
declare
  v_user constant uuid := auth.uid();
  v_email constant text := private.checked_email(p_email);
  v_address constant jsonb := private.checked_address(p_address);
  v_company constant jsonb := private.checked_company(p_address);
  v_gift_note constant text := private.checked_gift_note(p_address);
  v_together constant boolean := private.checked_together(p_address);
  v_proven constant text := private.proven_email();
  v_client constant text := private.buying_client();
  v_replay jsonb;
  v_guess jsonb;
  v_cart private.priced_line[];
  v_quote jsonb;
  v_order public.order_records;
  v_ended uuid[];
  v_answer jsonb;
begin
  if p_key is null then
    perform private.refuse(422, 'key_missing', 'The order has no key. Reload the page and try again.');
  end if;
  v_replay := private.take_order_key(p_key, private.hash_of(concat_ws('|', private.json_of(p_lines)::text,
    v_email, v_address::text, v_company::text, p_shipping_method, p_code, private.json_of(p_consents)::text, p_quote_hash, p_payment,
    'gift ' || v_gift_note, case when v_together then 'together' end)));
  if v_replay is not null then
    return v_replay;
  end if;
  perform private.check_captcha(p_key, v_proven);
  if p_code is not null then
    select g into v_guess from unnest(private.code_words(p_code)) w, private.wrong_guess(w) g where g is not null limit 1;
  end if;
  -- Told by an answer, as an error would forget that somebody guesses.
  if v_guess is not null then
    delete from private.order_keys k where k.caller = coalesce(v_user::text, 'guest') and k.key = p_key;
    return private.refusal(case v_guess -> 0 ->> 'reason' when 'code_limited' then 429 else 422 end,
      v_guess -> 0 ->> 'reason', v_guess -> 0 ->> 'message', jsonb_build_object('problems', v_guess));
  end if;
  perform private.lock_customer(v_user, v_email, v_client);
  perform private.check_client(v_client);
  v_cart := private.price_cart(p_lines);
  perform private.check_order(v_cart, v_address, p_consents, p_payment);
  v_quote := private.make_quote(v_cart, v_address ->> 'country', p_code, p_shipping_method, v_user, v_proven, v_company ->> 'vat_number', v_together);
  perform private.check_quote(v_quote, p_shipping_method, p_quote_hash);
  v_order := private.write_order(v_quote, v_user, p_payment, private.json_of(p_consents));
  -- All that can be written before the goods are taken is: from then on everybody waits who wants the same.
  -- One without a price is paid at once, and what it holds with it.
  if v_order.total_minor > 0 or v_order.confirmed_at is null then
    v_answer := private.finish_order(v_order, p_key, v_email, v_address, v_company, v_gift_note);
  end if;
  v_ended := private.hold_for_order(v_order, v_cart);
  if not private.change_code_uses(v_ended, v_order.id, v_quote -> 'codes', v_user, v_email) then
    perform private.refuse(409, 'code_used_up', 'This code can’t be used any more. Remove it or enter another.');
  end if;
  return coalesce(v_answer, private.finish_order(v_order, p_key, v_email, v_address, v_company, v_gift_note));
end;
$$;
grant execute on function private.place_order(uuid, jsonb, text, jsonb, uuid, text, jsonb, text, text) to anon, authenticated, service_role;
comment on function private.place_order(uuid, jsonb, text, jsonb, uuid, text, jsonb, text, text) is
  'Body of public.place_order. Security definer: orders, stock and money are written through functions alone.';

create function public.place_order(
  p_key uuid, p_lines jsonb, p_email text, p_address jsonb, p_shipping_method uuid,
  p_code text default null, p_consents jsonb default '{}', p_quote_hash text default null,
  p_payment text default 'invoice'
) returns jsonb
language plpgsql security invoker
set search_path = ''
as $$
begin
  return private.place_order(p_key, p_lines, p_email, p_address, p_shipping_method, p_code, p_consents, p_quote_hash, p_payment);
end;
$$;
grant execute on function public.place_order(uuid, jsonb, text, jsonb, uuid, text, jsonb, text, text) to anon, authenticated, service_role;
comment on function public.place_order(uuid, jsonb, text, jsonb, uuid, text, jsonb, text, text) is
  'One order per key and caller. p_address may hold {company, gift_note, ships_together} besides. Refuses with key_missing, key_reused, wrong_email, wrong_address, consent_missing, wrong_payment, no_bank_account, empty_cart, quote_changed, out_of_stock, too_many_orders, captcha_needed and every reason of a quote''s problems.
Refusals tell { fields?: Record<string, string>; placed?: <place_order>; quote?: <quote_cart> }
Gives {
  order: {
    currency: string;
    id: string;
    keep_until: string | null;
    number: string;
    pay_by: string;
    payment: string;
    status: <order_status>;
    token: string;
    total_minor: number;
  };
  replayed: boolean;
}';

-- Staff make an order for a customer's mailbox, at the shop's prices or at others with a reason. It holds
-- its goods as any order does; the mail leads its customer to the page where it is paid.

create function private.draft_order(
  p_key uuid, p_lines jsonb, p_email text, p_address jsonb, p_shipping_method uuid default null,
  p_reason text default '', p_quote_hash text default null, p_payment text default 'invoice'
) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_reason constant text := btrim(coalesce(p_reason, ''));
  v_lines constant jsonb := private.json_of(p_lines);
  v_address jsonb;
  v_company jsonb;
  v_email text;
  v_replay jsonb;
  v_cart private.priced_line[];
  v_quote jsonb;
  v_order public.order_records;
  v_answer jsonb;
begin
  perform private.require_staff('owner', 'fulfilment');
  v_email := private.checked_email(coalesce(nullif(btrim(p_email), ''), '-'));
  v_address := private.checked_address(p_address);
  v_company := private.checked_company(p_address);
  if p_quote_hash is null then
    return jsonb_build_object('quote', private.make_quote(
      private.priced_by_staff(v_lines), v_address ->> 'country', null, p_shipping_method, null, v_email, v_company ->> 'vat_number', false));
  end if;
  if p_key is null then
    perform private.refuse(422, 'key_missing', 'The order has no key. Reload the page and try again.');
  end if;
  if length(v_reason) not between 2 and 500 then
    perform private.refuse(422, 'reason_missing', 'Enter a reason of 2 to 500 characters.');
  end if;
  v_replay := private.take_order_key(p_key, private.hash_of(concat_ws('|', 'draft', v_lines::text, v_email, v_address::text, v_company::text,
    p_shipping_method, v_reason, p_quote_hash, p_payment)));
  if v_replay is not null then
    return v_replay;
  end if;
  perform private.lock_customer(null, v_email);
  v_cart := private.priced_by_staff(v_lines);
  -- Its customer is asked on its page, before they can pay; until then it says that nobody has agreed.
  perform private.check_order(v_cart, v_address, '{"terms": true, "group_buy": true}', p_payment);
  v_quote := private.make_quote(v_cart, v_address ->> 'country', null, p_shipping_method, null, v_email, v_company ->> 'vat_number', false);
  perform private.check_quote(v_quote, p_shipping_method, p_quote_hash);
  v_order := private.write_order(v_quote, null, p_payment, '{}');
  update public.order_records set consents = '{"terms": false, "group_buy": false}', terms_version_id = null,
    language = coalesce((select private.published_language(private.account_language(u.id)) from auth.users u where u.email = lower(v_email) and u.email_confirmed_at is not null), 'en')
  where id = v_order.id returning * into v_order;
  perform private.hold_for_order(v_order, v_cart);
  v_answer := private.finish_order(v_order, p_key, v_email, v_address, v_company, null) #- '{order,token}';
  -- The link is the customer's alone: it is in the mail, not in the answer.
  update private.order_keys set answer = v_answer where order_id = v_order.id;
  perform private.record_event(v_order.id, 'drafted', v_reason, p_after => jsonb_build_object('prices', (
    select coalesce(jsonb_agg(jsonb_build_object('sku', l.sku, 'unit_price_minor', l.unit_price_minor)), '[]') from unnest(v_cart) l
    where v_lines -> l.line ->> 'unit_price_minor' is not null)));
  return v_answer;
end;
$$;
call pg_temp.expose('draft_order', 'authenticated', 'orders, stock and money are written through functions alone.',
  'Makes an order for a customer: cart lines, each with a unit_price_minor of its own if wanted. Without p_quote_hash it is only quoted. Staff: owner, fulfilment. Refuses as place_order does, and with not_allowed, second_factor, reason_missing, wrong_price.
Gives { quote: <quote_cart> } | {
  order: {
    currency: string;
    id: string;
    keep_until: string | null;
    number: string;
    pay_by: string;
    payment: string;
    status: <order_status>;
    total_minor: number;
  };
  replayed: boolean;
}');

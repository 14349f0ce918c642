-- What pieces of an order are worth as a refund, before anybody gives it.

create function private.price_refund(p_order uuid, p_lines jsonb) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  v_order public.order_records;
  v_lines jsonb;
begin
  perform private.require_reader('owner', 'fulfilment');
  select * into v_order from public.order_records o where o.id = p_order;
  if not found then
    perform private.refuse(404, 'unknown_order', 'This order could not be found. Check the order number.');
  end if;
  v_lines := private.refund_lines(v_order, p_lines);
  return jsonb_build_object('amount_minor',
    (select coalesce(sum((l ->> 'amount_minor')::bigint), 0) from jsonb_array_elements(v_lines) l), 'currency', v_order.currency);
end;
$$;
call pg_temp.expose('price_refund', 'authenticated', 'the entries of orders are read through functions alone.',
  'What refund_order gives back for these lines [{line_id, quantity}] now. Staff: owner, fulfilment. Refuses with not_allowed, second_factor, second_factor_missing, unknown_order, wrong_lines, unknown_line, wrong_quantity.
Gives { amount_minor: number; currency: string }');

-- The choices of a line are made anew, until the deadline of its batch and as long as its parcel has not
-- left. The base price stays as it was bought, a code takes off what it takes off of the new price; the
-- difference is due or owed back.

create function private.change_order_options(p_line uuid, p_options jsonb, p_token text default null) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_order public.order_records;
  v_line public.order_lines;
  v_given constant jsonb := coalesce(nullif(private.json_of(p_options), 'null'), '{}');
  v_new record;
  v_who text;
  v_until timestamptz;
  v_unit bigint;
  v_taxes jsonb;
begin
  select o.* into v_order from public.order_records o
  where o.id = (select l.order_id from public.order_lines l where l.id = p_line) for update;
  v_who := private.canceller(v_order, p_token);
  if v_who is null then
    perform private.refuse(404, 'unknown_line', 'This item is not in your order. Reload the page.');
  end if;
  select * into v_line from public.order_lines l where l.id = p_line;
  v_until := (select b.change_options_until from public.batches b where b.id = v_line.batch_id);
  perform private.require_before_deadline(v_order, v_who, v_until);
  perform private.require_not_left(v_line);
  -- What is sold ahead waits for its choices until it is packed; what is in stock may be packed by now.
  if v_who = 'customer' and v_until is null and v_line.sold_as <> 'preorder' then
    perform private.refuse(409, 'options_fixed', 'The options of this item can’t be changed here. Please write to us.');
  end if;
  if jsonb_typeof(v_given) <> 'object' or pg_column_size(v_given) > 8000 then
    perform private.refuse(422, 'wrong_options', 'The options are not valid. Reload the page and choose again.');
  end if;
  select * into v_new from private.line_options(v_line.variant_id, v_given);
  if v_new.reason is not null then
    perform private.refuse(422, v_new.reason, v_new.message);
  end if;
  v_unit := v_line.unit_price_minor + v_new.delta_minor - (
    select coalesce(sum((o ->> 'price_delta_minor')::bigint), 0) from jsonb_array_elements(v_line.options) o);
  if v_unit < 0 or v_unit * v_line.quantity > 1000000000 then
    perform private.refuse(422, 'wrong_options', 'These options lead to an invalid price. Choose others.');
  end if;
  v_taxes := private.order_taxes(v_order.id, v_order.shipping_minor);
  update public.order_lines l set options = v_new.chosen, unit_price_minor = v_unit, total_minor = v_unit * l.quantity,
    -- Within its bounds until spread_discount has shared it out anew.
    discount_minor = least(l.discount_minor, v_unit * l.quantity),
    tax_minor = private.tax_part(v_unit * l.quantity - least(l.discount_minor, v_unit * l.quantity), nullif(l.tax_rate_basis_points, 0), l.tax_included, l.tax_scheme)
  where l.id = p_line;
  if v_who = 'customer' and v_unit < v_line.unit_price_minor then
    perform private.require_code_minimum(v_order.id);
  end if;
  perform private.spread_discount(v_order.id);
  v_order := private.sum_order(v_order, v_order.shipping_minor, v_taxes, 'Other choices');
  perform private.record_event(v_order.id, 'options_changed',
    p_before => jsonb_build_object('line_id', p_line, 'options', v_line.options),
    p_after => jsonb_build_object('line_id', p_line, 'options', v_new.chosen));
  perform private.mail_about_order(v_order.id, 'order_changed',
    (select max(e.id)::text from public.order_events e where e.order_id = v_order.id));
  return jsonb_build_object('id', v_order.id, 'number', v_order.number, 'total_minor', v_order.total_minor,
    'due_minor', private.balance_due(v_order),
    'refund_due_minor', v_order.refund_due_minor, 'currency', v_order.currency);
end;
$$;
call pg_temp.expose('change_order_options', 'anon, authenticated, service_role',
  'orders are written through functions alone.',
  'Changes the choices of a line. Its customer (a guest by p_token) until the deadline; staff (owner, fulfilment). Refuses with unknown_line, link_expired, wrong_options, unknown_option, option_missing, option_gone, options_conflict, code_minimum, deadline_passed, line_left, options_fixed, illegal_move.
Gives { currency: string; due_minor: number; id: string; number: string; refund_due_minor: number; total_minor: number }');

-- A customer withdraws from the contract for some pieces, or says that something is faulty. Nothing is
-- refused that the law lets them declare: what staff must decide is answered later.

create function private.ask_return(p_order uuid, p_kind text, p_lines jsonb, p_reason text default '', p_name text default '', p_token text default null, p_key uuid default null) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_order public.order_records;
  v_known jsonb;
begin
  select * into v_order from public.order_records o where o.id = p_order for update;
  if not coalesce(coalesce(v_order.user_id = auth.uid(), false) or private.is_secret_of(v_order.id, p_token), false) then
    perform private.refuse(404, 'unknown_order', 'You have no such order.');
  end if;
  v_known := private.known_answer(p_key, concat_ws('|', 'return', p_order, p_kind, p_lines, p_reason, p_name));
  if v_known is not null then
    return v_known;
  end if;
  if p_kind is null or p_kind not in ('withdrawal', 'fault') then
    perform private.refuse(422, 'wrong_kind', 'Choose whether you withdraw or report a fault.');
  end if;
  return private.keep_answer(p_key,
    private.note_return(v_order, p_kind, private.checked_return_lines(v_order, p_kind, p_lines), p_reason, p_name));
end;
$$;
call pg_temp.expose('ask_return', 'anon, authenticated, service_role',
  'returns are written through functions alone.',
  'Its customer (a guest by any secret of the order) withdraws for some pieces (withdrawal) or reports a fault (fault): p_lines [{line_id, quantity}]. A mail confirms it with the time. The same p_key answers the same. Refuses with unknown_order, key_reused, wrong_kind, wrong_lines, unknown_line, wrong_quantity, no_right, not_shipped, reason_missing, reason_too_long.
Gives {
  amount_minor: number;
  asked_at: string;
  awaits_items: boolean;
  currency: string;
  id: string;
  kind: "withdrawal" | "fault";
  status: "asked" | "agreed" | "received" | "settled" | "declined" | "dropped";
  version: number;
}');

create function private.checked_return_lines(p_order public.order_records, p_kind text, p_lines jsonb) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  v_given constant jsonb := coalesce(nullif(private.json_of(p_lines), 'null'), '[]');
  v_item jsonb;
  v_line record;
  v_quantity numeric;
  v_lines jsonb := '[]';
begin
  if jsonb_typeof(v_given) <> 'array' or jsonb_array_length(v_given) not between 1 and 50 then
    perform private.refuse(422, 'wrong_lines', 'Choose at least one item.');
  end if;
  for v_item in select x from jsonb_array_elements(v_given) x loop
    select w.*, w.quantity - coalesce(r.quantity, 0) as free, s.delivered_at, s.status as parcel into v_line
    from private.ways_back_of(p_order) w
    join public.order_lines l on l.id = w.line_id
    left join public.shipments s on s.id = l.shipment_id
    left join private.lines_on_return(p_order.id) r on r.line_id = w.line_id
    where w.line_id = private.uuid_of(v_item ->> 'line_id');
    v_quantity := case jsonb_typeof(v_item -> 'quantity') when 'number' then (v_item ->> 'quantity')::numeric end;
    if not found or v_lines @> jsonb_build_array(jsonb_build_object('line_id', v_line.line_id)) then
      perform private.refuse(422, 'unknown_line', 'This item is not in the order, or it is listed twice.');
    elsif v_quantity is null or v_quantity <> trunc(v_quantity) or v_quantity not between 1 and v_line.free then
      perform private.refuse(422, 'wrong_quantity', 'That is more than is left of this item, or it is in a return already.',
        jsonb_build_object('line_id', v_line.line_id, 'left', v_line.free));
    elsif p_kind = 'withdrawal' and v_line.percent = 0 then
      perform private.refuse(409, 'no_right', case v_line.way
        when 'too_late' then 'The time to return this item is over.'
        when 'made_for_you' then 'This item was made to order, so it can''t be returned without a fault.'
        when 'packed' then 'This item is packed. You can return it once it has shipped.'
        else 'This item can''t be returned now.' end, jsonb_build_object('line_id', v_line.line_id, 'way', v_line.way));
    elsif p_kind = 'fault' and coalesce(v_line.parcel, 'planned') = 'planned' then
      perform private.refuse(409, 'not_shipped', 'This item has not shipped yet.', jsonb_build_object('line_id', v_line.line_id));
    elsif p_kind = 'fault' and v_line.delivered_at + make_interval(months => private.setting('months_of_warranty')) <= now() then
      perform private.refuse(409, 'no_right', 'The warranty of this item is over.', jsonb_build_object('line_id', v_line.line_id));
    end if;
    v_lines := v_lines || jsonb_build_array(jsonb_build_object('line_id', v_line.line_id, 'quantity', v_quantity::int));
  end loop;
  return v_lines;
end;
$$;
comment on function private.checked_return_lines(public.order_records, text, jsonb) is 'The pieces that a customer gives back, as a return keeps them; refuses what is in another return or gives no right.';

create function private.worth_on_return(p_order public.order_records, p_lines jsonb) returns int
language sql stable
set search_path = ''
as $$
  select least(coalesce(sum(private.share_of(w.amount_minor, (x ->> 'quantity')::int, w.quantity)), 0) + private.postage_back(p_order, p_lines),
    p_order.captured_minor - p_order.refunded_minor)::int
  from jsonb_array_elements(p_lines) x
  join private.ways_back_of(p_order) w on w.line_id = (x ->> 'line_id')::uuid
$$;
comment on function private.worth_on_return(public.order_records, jsonb) is 'What pieces bring that a customer gives back now, with the postage where they are the last.';

create function private.note_return(p_order public.order_records, p_kind text, p_lines jsonb, p_reason text, p_name text) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  v_return public.order_returns;
begin
  if length(coalesce(p_reason, '')) > 1000 or length(coalesce(p_name, '')) > 120 then
    perform private.refuse(422, 'reason_too_long', 'Shorten the reason to 1,000 characters or fewer.', '{"limit": 1000}');
  end if;
  if p_kind = 'fault' and length(btrim(coalesce(p_reason, ''))) < 5 then
    perform private.refuse(422, 'reason_missing', 'Please say what is wrong with it.');
  end if;
  insert into public.order_returns (order_id, kind, lines, name, reason, amount_minor, currency)
  values (p_order.id, p_kind, p_lines, btrim(coalesce(p_name, '')), btrim(coalesce(p_reason, '')),
    case p_kind when 'withdrawal' then private.worth_on_return(p_order, p_lines) else 0 end, p_order.currency)
  returning * into v_return;
  perform private.record_event(p_order.id, case p_kind when 'withdrawal' then 'return_asked' else 'fault_reported' end, left(v_return.reason, 500),
    p_after => jsonb_build_object('return_id', v_return.id, 'amount_minor', v_return.amount_minor, 'currency', v_return.currency));
  perform private.mail_about_return(v_return);
  return private.told_return(v_return);
end;
$$;
comment on function private.note_return(public.order_records, text, jsonb, text, text) is
  'Writes down what a customer declared and confirms it by mail, with the time. The caller holds the lock of the order.';

create function private.told_return(p_return public.order_returns) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('id', p_return.id, 'kind', p_return.kind, 'status', p_return.status, 'version', p_return.version,
    'amount_minor', p_return.amount_minor, 'currency', p_return.currency, 'asked_at', p_return.asked_at,
    'awaits_items', private.awaits_items(p_return))
$$;
comment on function private.told_return(public.order_returns) is 'A return as the functions that write it answer.';

create function private.mail_about_return(p_return public.order_returns) returns void
language plpgsql
set search_path = ''
as $$
begin
  perform private.mail_about_order(p_return.order_id, 'return_' || p_return.status, p_return.id || ':' || p_return.status,
    jsonb_build_object('return_kind', p_return.kind, 'asked_at', p_return.asked_at, 'declared_by', p_return.name, 'said', p_return.reason,
      'amount_minor', p_return.amount_minor, 'answer', p_return.answer, 'label_url', p_return.label_url,
      'awaits_items', private.awaits_items(p_return),
      'pieces', (
        select coalesce(jsonb_agg(jsonb_build_object('title', l.title, 'variant_title', l.variant_title, 'quantity', (x ->> 'quantity')::int) order by l.position), '[]')
        from jsonb_array_elements(p_return.lines) x join public.order_lines l on l.id = (x ->> 'line_id')::uuid)));
end;
$$;
comment on function private.mail_about_return(public.order_returns) is 'Tells a customer how far their return is; each step once.';

-- How a return goes on: staff answer, receive, settle; its customer may drop it. Money goes back through
-- refund_order, goods onto the shelf through the ledger of stock, both in the step that ends it.

create function private.move_return(
  p_return uuid, p_to text, p_version int default null, p_words text default '', p_label_url text default '',
  p_amount_minor int default null, p_restock boolean default false, p_token text default null
) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_words constant text := btrim(coalesce(p_words, ''));
  v_order public.order_records;
  v_return public.order_returns;
  v_move private.return_moves;
  v_payment jsonb;
  v_is_restocked boolean := false;
begin
  -- The order first: whoever changes its returns or its money waits here.
  select o.* into v_order from public.order_records o
  where o.id = (select r.order_id from public.order_returns r where r.id = p_return) for update;
  select * into v_return from public.order_returns r where r.id = p_return for update;
  if v_order.id is null or not private.sees_returns(v_order, p_token) then
    perform private.refuse(404, 'unknown_return', 'This return could not be found.');
  end if;
  select * into v_move from private.return_moves m where m.from_status = v_return.status and m.to_status = p_to;
  -- Who may do it goes by where it leads: there is no move to where a return is already.
  if not exists (select from private.return_moves m where m.to_status = p_to and m.who = 'customer') then
    perform private.require_staff('owner', 'fulfilment');
  elsif private.is_staff() and v_order.user_id is distinct from auth.uid() then
    perform private.refuse(403, 'not_allowed', 'Only its customer can take a return back.');
  end if;
  if v_return.status = p_to then
    return private.told_return(v_return);
  elsif v_move.who is null then
    perform private.refuse(409, 'illegal_move', 'This return can''t go there from where it is.', jsonb_build_object('status', v_return.status));
  elsif p_version is not null and p_version <> v_return.version then
    perform private.refuse(409, 'return_changed', 'Someone else changed this return in the meantime. Reload the page and check.', jsonb_build_object('version', v_return.version));
  elsif length(v_words) > 1000 then
    perform private.refuse(422, 'reason_too_long', 'Shorten it to 1,000 characters or fewer.', '{"limit": 1000}');
  elsif v_move.needs_words and length(v_words) < 5 then
    perform private.refuse(422, 'reason_missing', 'Tell the customer where to send it, or why not.');
  elsif p_label_url <> '' and (p_label_url !~ '^https://[^\s<>"]+$' or length(p_label_url) > 400) then
    perform private.refuse(422, 'wrong_label', 'The address of a label starts with https://.');
  end if;
  if p_to = 'settled' and coalesce(p_amount_minor, v_return.amount_minor) > 0 then
    v_payment := private.refund_order(v_order.id, coalesce(p_amount_minor, v_return.amount_minor),
      case v_return.kind when 'withdrawal' then v_return.lines else '[]' end, case v_return.kind when 'withdrawal' then 'Return' else 'Fault' end, null, false, false);
  end if;
  if p_to = 'settled' and p_restock then
    v_is_restocked := private.restock_lines(v_order, v_return.lines, 'return');
  end if;
  update public.order_returns set status = p_to,
    answer = case when v_words <> '' then v_words else answer end,
    label_url = coalesce(nullif(p_label_url, ''), label_url),
    answered_at = case when p_to in ('agreed', 'declined') then now() else answered_at end,
    received_at = case when p_to = 'received' then now() else received_at end,
    ended_at = case when p_to in ('settled', 'declined', 'dropped') then now() end,
    is_restocked = v_is_restocked,
    payment_id = (v_payment ->> 'payment_id')::uuid
  where id = p_return returning * into v_return;
  perform private.record_event(v_order.id, 'return_' || p_to, left(v_words, 500), p_after => jsonb_build_object('return_id', p_return));
  -- A refund tells of itself.
  if p_to <> 'dropped' and v_payment is null then
    perform private.mail_about_return(v_return);
  end if;
  return private.told_return(v_return);
end;
$$;
call pg_temp.expose('move_return', 'anon, authenticated, service_role',
  'returns, money and stock are written through functions alone.',
  'Moves a return on. Staff (owner, fulfilment): agreed or declined with p_words and perhaps p_label_url, received, settled, which refunds p_amount_minor (else what the customer was told; 0 for a repair) and with p_restock puts the pieces on sale. Its customer (a guest by p_token): dropped. Asked again, it answers as before. Refuses with unknown_return, not_allowed, second_factor, illegal_move, return_changed, reason_missing, reason_too_long, wrong_label and as refund_order does.
Gives <ask_return>');

-- Whose an order is asks another person to take it over, or takes the question back.

create function private.offer_transfer(p_order uuid, p_email text default null) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_own constant text := private.proven_mailbox();
  v_email text;
  v_order public.order_records;
  v_transfer private.order_transfers;
begin
  select * into v_order from public.order_records o where o.id = p_order and o.user_id = auth.uid() for update;
  if not found then
    perform private.refuse(404, 'unknown_order', 'You have no such order.');
  end if;
  delete from private.order_transfers where expires_at <= now();
  delete from private.order_transfers where order_id = p_order returning * into v_transfer;
  if btrim(coalesce(p_email, '')) = '' then
    if v_transfer.id is not null then
      perform private.record_event(p_order, 'transfer_withdrawn');
    end if;
    return jsonb_build_object('order_id', p_order, 'email', null);
  end if;
  v_email := lower(private.checked_email(p_email));
  if v_email = v_own then
    perform private.refuse(422, 'own_email', 'This order is already yours.');
  end if;
  perform private.require_transferable(v_order);
  -- Each question is a mail to somebody who may not expect it.
  if (select count(*) from public.order_events e
    where e.actor_id = auth.uid() and e.kind = 'transfer_offered' and e.at > now() - interval '1 day') >= 5 then
    perform private.refuse(429, 'too_many_tries', 'You can do this five times a day. Please try again tomorrow.');
  end if;
  insert into private.order_transfers (order_id, from_user, to_email) values (p_order, auth.uid(), v_email)
  returning * into v_transfer;
  perform private.record_event(p_order, 'transfer_offered');
  perform private.queue_mail('transfer_offered', v_email, v_transfer.id::text, (
    select jsonb_build_object('number', v_order.number, 'from', c.email, 'expires_at', v_transfer.expires_at,
      'currency', v_order.currency, 'lines', private.transfer_lines(p_order))
    from private.order_contacts c where c.order_id = p_order));
  return jsonb_build_object('order_id', p_order, 'email', v_email, 'expires_at', v_transfer.expires_at);
end;
$$;
call pg_temp.expose('offer_transfer', 'authenticated', 'nobody may read or write who passes what to whom.',
  'Asks the mailbox p_email to take over a paid group buy order of the caller''s until its address is locked; without one, takes the question back. Refuses with signed_out, unknown_order, wrong_email, own_email, not_a_group_buy, not_paid_yet, illegal_move, deadline_passed, costs_a_fee, too_many_tries.
Gives { email: null; order_id: string } | { email: string; expires_at: string; order_id: string }');

create function private.transfer_lines(p_order uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', l.id, 'variant_id', l.variant_id, 'kind', l.kind, 'has_design', l.design is not null, 'url', l.url,
    'title', l.title, 'variant_title', l.variant_title, 'flaws', l.flaws, 'quantity', l.quantity - l.refunded_quantity,
    'options', l.options, 'total_minor', l.total_minor) order by l.position), '[]')
  from public.order_lines l where l.order_id = p_order and l.quantity > l.refunded_quantity
$$;
comment on function private.transfer_lines(uuid) is 'What one would take over, without anything of who ordered it.';

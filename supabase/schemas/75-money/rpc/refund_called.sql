-- What a provider said to a refund that it was asked for: once it took or refused one, that stands.

create function private.refund_called(p_id uuid, p_reference text default null, p_problem text default '', p_is_final boolean default false) returns text
language plpgsql security definer
set search_path = ''
as $$
declare
  v_call public.refund_calls;
  v_order public.order_records;
  v_event private.payment_events;
begin
  select r.order_id, r.provider, r.charge_reference into v_order.id, v_event.provider, v_event.reference
  from public.refund_calls r where r.id = p_id;
  -- As an event of this payment, before customer and order: none that comes meanwhile waits for this answer.
  perform pg_advisory_xact_lock(hashtextextended(v_event.provider || ' ' || v_event.reference, 11));
  perform private.lock_customer_of(v_order.id);
  select * into v_order from public.order_records o where o.id = v_order.id for update;
  select * into v_call from public.refund_calls r where r.id = p_id for update;
  if v_call.id is null or v_call.state <> 'waiting' then
    -- The provider told of it first, by another name.
    update public.refund_calls set provider_reference = left(p_reference, 200) where id = p_id and state = 'sent' and p_reference is not null;
    return v_call.state;
  end if;
  update public.refund_calls set
    state = case when p_reference is not null then 'sent' when p_is_final then 'refused' else 'waiting' end,
    provider_reference = coalesce(left(p_reference, 200), ''), problem = left(coalesce(p_problem, ''), 500),
    call_after = now() + make_interval(mins => least(power(2, least(attempts, 10))::int, 360))
  where id = p_id returning * into v_call;
  if v_call.state = 'refused' then
    -- As with a refund that fails later: the money is here, and due back again.
    v_event.event_id := 'refused ' || v_call.id;
    v_event.kind := 'refund_failed';
    perform private.move_charge(v_order, v_event, -v_call.amount_minor);
  end if;
  if v_call.state <> 'waiting' then
    perform private.tell_refund(v_call.refund_id);
  end if;
  if v_call.state = 'sent' then
    perform private.apply_waiting(v_event);
  end if;
  return v_call.state;
end;
$$;
call pg_temp.expose('refund_called', 'service_role', 'payments are written through functions alone.',
  'What came of asking a provider: its reference where it sends the money; otherwise the problem, and whether asking again is of no use. The service alone. Gives the state: sent, waiting or refused.');

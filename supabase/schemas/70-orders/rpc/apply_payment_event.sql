-- What a provider says about a payment becomes its effect, once: the event's id is written in the
-- same transaction, so a repeated delivery finds it and changes nothing.

create function private.apply_payment_event(
  p_provider text, p_event_id text, p_kind text, p_order uuid, p_reference text, p_amount_minor bigint, p_currency text
) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_order_id constant uuid := coalesce(p_order, (
    select p.order_id from public.payments p
    where p.provider = p_provider and p.kind = 'capture' and p.provider_reference = p_reference limit 1));
  v_order public.order_records;
  v_outcome text;
begin
  if coalesce(p_event_id, '') = '' or length(p_event_id) > 200 or length(p_reference) > 200
    or coalesce(p_provider, '') not in ('stripe', 'demo') or p_amount_minor < 0 or length(p_currency) > 3 then
    perform private.refuse(422, 'wrong_event', 'An event names its provider, has an id, and no odd sum.');
  end if;
  select * into v_order from public.order_records o where o.id = v_order_id for update;
  if not found then
    perform private.refuse(404, 'unknown_order', 'There is no such order.');
  end if;
  insert into private.payment_events (provider, event_id, kind, order_id, amount_minor, currency)
  values (p_provider, p_event_id, coalesce(p_kind, ''), v_order.id, p_amount_minor, p_currency)
  on conflict do nothing;
  if not found then
    return jsonb_build_object('outcome', 'known', 'order_id', v_order.id);
  end if;
  v_outcome := case p_kind
    when 'paid' then private.apply_paid(v_order, p_provider, coalesce(p_reference, p_event_id), p_amount_minor, p_currency)
    when 'refunded' then private.apply_refunded(v_order, p_provider, p_event_id, p_amount_minor, p_currency)
    when 'failed' then private.note_event(v_order.id, 'payment_failed')
    when 'expired' then private.note_event(v_order.id, 'payment_abandoned')
    when 'disputed' then private.note_event(v_order.id, 'disputed')
    else 'ignored' end;
  update private.payment_events set outcome = v_outcome where provider = p_provider and event_id = p_event_id;
  return jsonb_build_object('outcome', v_outcome, 'order_id', v_order.id);
end;
$$;
grant execute on function private.apply_payment_event(text, text, text, uuid, text, bigint, text) to service_role;
comment on function private.apply_payment_event(text, text, text, uuid, text, bigint, text) is
  'Body of public.apply_payment_event. Security definer: payments are written through functions alone, the service included.';

create function private.note_event(p_order uuid, p_kind text) returns text
language plpgsql
set search_path = ''
as $$
begin
  perform private.record_event(p_order, p_kind, p_by_shop => true);
  return p_kind;
end;
$$;
comment on function private.note_event(uuid, text) is 'Writes down what happened to an order by itself, and says its name.';

create function private.apply_paid(p_order public.order_records, p_provider text, p_reference text, p_amount bigint, p_currency text)
returns text
language plpgsql
set search_path = ''
as $$
begin
  if exists (
    select from public.payments p where p.provider = p_provider and p.kind = 'capture' and p.provider_reference = p_reference
  ) then
    return 'known_payment';
  end if;
  if upper(p_currency) is distinct from p_order.currency or not exists (
    select from private.payment_attempts a
    where a.order_id = p_order.id and a.provider = p_provider and a.amount_minor = p_amount
  ) then
    perform private.record_event(p_order.id, 'payment_mismatch', p_by_shop => true,
      p_before => jsonb_build_object('total_minor', p_order.total_minor, 'currency', p_order.currency),
      p_after => jsonb_build_object('amount_minor', p_amount, 'currency', left(p_currency, 10), 'reference', p_reference));
    return 'mismatch';
  end if;
  return private.capture_money(p_order, p_provider, p_reference, p_amount::int, 'shop');
end;
$$;
comment on function private.apply_paid(public.order_records, text, text, bigint, text) is
  'A provider took money: believed when amount and currency are those that were asked for, and counted once.';

create function private.apply_refunded(p_order public.order_records, p_provider text, p_reference text, p_amount bigint, p_currency text)
returns text
language plpgsql
set search_path = ''
as $$
declare
  -- Providers tell the sum of all refunds; what staff entered here is part of it.
  v_new constant bigint := p_amount - (
    select coalesce(sum(p.amount_minor), 0) from public.payments p
    where p.order_id = p_order.id and p.kind = 'refund' and p.provider = p_provider);
begin
  if upper(p_currency) is distinct from p_order.currency or v_new > p_order.captured_minor - p_order.refunded_minor then
    return private.note_event(p_order.id, 'payment_mismatch');
  end if;
  if v_new <= 0 then
    return 'known_refund';
  end if;
  perform private.give_money_back(p_order, v_new::int, '[]', p_provider, p_reference, '');
  return 'refunded';
end;
$$;
comment on function private.apply_refunded(public.order_records, text, text, bigint, text) is
  'A provider gave money back: what we did not know of yet is written down.';

create function public.apply_payment_event(
  p_provider text, p_event_id text, p_kind text, p_order uuid default null, p_reference text default null,
  p_amount_minor bigint default 0, p_currency text default 'EUR'
) returns jsonb
language sql security invoker
set search_path = ''
as $$
  select private.apply_payment_event(p_provider, p_event_id, p_kind, p_order, p_reference, p_amount_minor, p_currency)
$$;
grant execute on function public.apply_payment_event(text, text, text, uuid, text, bigint, text) to service_role;
comment on function public.apply_payment_event(text, text, text, uuid, text, bigint, text) is
  'Applies what a provider says, at most once. The service alone. Gives {outcome, order_id}: paid, paid_late, paid_more, paid_twice, part, needs_refund, mismatch, known, known_payment, refunded, known_refund, payment_failed, payment_abandoned, disputed, ignored. Refuses with wrong_event, unknown_order.';

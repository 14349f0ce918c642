-- What a provider says about a payment becomes its effect, once: the event's id is written in the
-- same transaction, so a repeated delivery finds it and changes nothing. Events come in any order: what
-- tells of a payment that is not here yet waits for it.

create function private.apply_payment_event(
  p_provider text, p_event_id text, p_kind text, p_order uuid default null, p_reference text default null,
  p_amount_minor bigint default 0, p_currency text default 'EUR'
) returns jsonb
language plpgsql security definer
set search_path = ''
-- The same few rows by their keys each time: to plan it anew costs more than to do it.
set plan_cache_mode = force_generic_plan
as $$
declare
  v_reference constant text := coalesce(p_reference, p_event_id);
  v_is_about_charge constant boolean := coalesce(
    p_kind in ('refunded', 'refund_failed', 'disputed', 'dispute_won', 'dispute_lost'), false);
  v_charge public.payments;
  v_order public.order_records;
  v_event private.payment_events;
  v_outcome text;
begin
  if coalesce(p_event_id, '') = '' or length(p_event_id) > 200 or length(p_reference) > 200
    or not exists (select from public.payment_methods m where m.code = p_provider and m.code <> 'invoice') or p_amount_minor < 0 or length(p_currency) > 3 then
    perform private.refuse(422, 'wrong_event', 'A payment event needs a provider, an ID and a valid amount.');
  end if;
  -- One event of a payment at a time, before customer and order: none misses the one that it waits for.
  perform pg_advisory_xact_lock(hashtextextended(p_provider || ' ' || v_reference, 11));
  v_charge := private.charge_of(p_provider, v_reference);
  perform private.lock_customer_of(coalesce(v_charge.order_id, p_order));
  select * into v_order from public.order_records o where o.id = coalesce(v_charge.order_id, p_order) for update;
  if not found and not (v_is_about_charge and p_reference is not null) then
    perform private.refuse(404, 'unknown_order', 'This order could not be found. Check the order number.');
  end if;
  -- What was refused before and is sent once more by hand, is tried again.
  delete from private.payment_events where provider = p_provider and event_id = p_event_id and outcome = 'refused';
  insert into private.payment_events (provider, event_id, kind, order_id, amount_minor, currency, reference)
  values (p_provider, p_event_id, coalesce(p_kind, ''), v_order.id, p_amount_minor, p_currency, v_reference)
  on conflict do nothing returning * into v_event;
  if not found then
    update private.payment_events set payload = jsonb_build_object('contradicted', jsonb_build_object(
      'kind', left(p_kind, 40), 'order_id', p_order, 'amount_minor', p_amount_minor, 'at', now()))
    where provider = p_provider and event_id = p_event_id and (kind <> coalesce(p_kind, '') or amount_minor <> p_amount_minor
      or reference <> v_reference or order_id <> v_order.id);
    return jsonb_build_object('outcome', 'known', 'order_id', v_order.id);
  end if;
  if v_is_about_charge then
    v_outcome := private.apply_to_charge(v_event);
  else
    v_outcome := case p_kind
      when 'paid' then case when v_charge.id is null then private.apply_paid(v_order, v_event) else 'known_payment' end
      when 'failed' then private.note_event(v_order.id, 'payment_failed')
      when 'expired' then private.note_event(v_order.id, 'payment_abandoned')
      else 'ignored' end;
  end if;
  update private.payment_events set outcome = v_outcome where provider = p_provider and event_id = p_event_id;
  perform private.apply_waiting(v_event);
  return jsonb_build_object('outcome', v_outcome, 'order_id', v_order.id);
end;
$$;
call pg_temp.expose('apply_payment_event', 'service_role',
  'payments are written through functions alone, the service included.',
  'Applies what a provider says, at most once. The service alone. Refuses with wrong_event, unknown_order.
Gives {
  order_id: string | null;
  outcome: "paid" | "paid_late" | "paid_more" | "paid_twice" | "part" | "needs_refund" | "mismatch" | "known" | "known_payment" | "refunded" | "known_refund" | "refund_failed" | "payment_failed" | "payment_abandoned" | "disputed" | "dispute_won" | "dispute_lost" | "payment_mismatch" | "waiting" | "ignored";
}');

create function private.charge_of(p_provider text, p_reference text) returns public.payments
language plpgsql stable
set search_path = ''
as $$
begin
  return (
    select p from public.payments p
    where p.provider = p_provider and p.kind = 'capture' and p.provider_reference = p_reference
  );
end;
$$;
comment on function private.charge_of(text, text) is 'The payment that a provider calls so; null where it has not come.';

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

create function private.apply_paid(p_order public.order_records, p_event private.payment_events) returns text
language plpgsql
set search_path = ''
as $$
begin
  if upper(p_event.currency) is distinct from p_order.currency or p_event.amount_minor not between 1 and 1000000000 then
    perform private.record_event(p_order.id, 'payment_mismatch', p_by_shop => true,
      p_before => jsonb_build_object('total_minor', p_order.total_minor, 'currency', p_order.currency),
      p_after => jsonb_build_object('amount_minor', p_event.amount_minor, 'currency', left(p_event.currency, 10), 'reference', p_event.reference));
    return 'mismatch';
  end if;
  return private.capture_money(p_order, p_event.provider, p_event.reference, p_event.amount_minor::int, 'shop');
end;
$$;
comment on function private.apply_paid(public.order_records, private.payment_events) is
  'A provider took money: counted once, whatever was asked for, where it is in the currency of the order.';

create function private.apply_to_charge(p_event private.payment_events) returns text
language plpgsql
set search_path = ''
as $$
declare
  v_charge constant public.payments := private.charge_of(p_event.provider, p_event.reference);
  v_kinds constant text[] := case when p_event.kind in ('refunded', 'refund_failed')
    then array['refunded', 'refund_failed'] else array['disputed', 'dispute_won', 'dispute_lost'] end;
  v_refunds_disputes constant boolean := (select m.refunds_disputes from public.payment_methods m where m.code = p_event.provider);
  v_order public.order_records;
  v_taken bigint;
  v_disputed bigint;
  v_change bigint;
  v_call uuid;
  v_is_back boolean;
  v_is_told boolean;
  v_outcome text;
begin
  if v_charge.id is null then
    return 'waiting';
  end if;
  select * into v_order from public.order_records o where o.id = v_charge.order_id;
  select coalesce(sum(e.counted_minor), 0) into v_taken from private.payment_events e
  where e.provider = p_event.provider and e.reference = p_event.reference and e.kind = any (v_kinds);
  if p_event.kind = 'refund_failed' then
    v_call := (select r.id from public.refund_calls r
      where r.provider = p_event.provider and r.charge_reference = p_event.reference and r.state in ('sent', 'waiting')
        and r.amount_minor = p_event.amount_minor order by r.state = 'sent' desc, r.created_at desc limit 1);
    v_is_back := exists (select from public.payments p
      where p.provider = p_event.provider and p.kind = 'capture' and p.provider_reference = p_event.event_id);
    -- A provider tells sums, and those of later refunds lack what had failed by then. What it took when it was asked
    -- is due back at once, and counted when a sum tells of it.
    if v_taken < p_event.amount_minor and (v_is_back
      or not exists (select from public.refund_calls r where r.id = v_call and r.state = 'sent')) then
      return case when v_is_back then 'refund_failed' else 'waiting' end;
    end if;
  end if;
  if upper(p_event.currency) is distinct from v_order.currency or p_event.amount_minor > v_charge.amount_minor then
    return private.note_event(v_order.id, 'payment_mismatch');
  end if;
  v_disputed := private.held_by_disputes(p_event);
  -- What a dispute gave back may have been told as a refund before: then nobody but staff can know what moved.
  v_is_told := p_event.kind in ('disputed', 'dispute_lost') and v_refunds_disputes and v_taken = 0
    and p_event.amount_minor between 1 and private.written_as_told(p_event);
  -- Refunds are told as the sum of all of one payment, a dispute by what it is about. Where its end is told with
  -- what it gave back, the rest is here again.
  v_change := case when p_event.kind = 'refund_failed' then -p_event.amount_minor when p_event.kind = 'dispute_won' then -v_disputed
    when p_event.kind = 'dispute_lost' and v_refunds_disputes and v_taken > 0
      then greatest(p_event.amount_minor - v_taken + v_disputed, 0) - v_disputed
    else greatest(p_event.amount_minor - v_taken, 0) end;
  v_outcome := case
    when p_event.kind = 'refunded' then private.refund_told(v_order, p_event, v_change, case when v_refunds_disputes then v_disputed else 0 end)
    when v_is_back then 'refund_failed'
    when v_is_told then private.note_event(v_order.id, 'payment_mismatch')
    else private.move_charge(v_order, p_event, v_change) end;
  if v_outcome = 'refund_failed' and not v_is_back then
    update public.refund_calls set state = 'returned' where id = v_call;
  end if;
  update private.payment_events set
    counted_minor = case when v_outcome = 'payment_mismatch' or v_outcome = 'refund_failed' and v_taken < -v_change then 0 else v_change end,
    order_id = v_order.id
  where provider = p_event.provider and event_id = p_event.event_id;
  if p_event.kind = 'refunded' then
    perform private.note_told_refunds(p_event);
  end if;
  return v_outcome;
end;
$$;
comment on function private.apply_to_charge(private.payment_events) is
  'What became of a payment: each counts for itself. waiting where it has not come yet, or a refund failed that nobody asked for or told of.';

create function private.held_by_disputes(p_event private.payment_events) returns bigint
language plpgsql stable
set search_path = ''
as $$
begin
  return (
    select coalesce(sum(case when e.kind = 'refunded' then -e.disputed_minor else e.counted_minor end), 0)
    from private.payment_events e
    where e.provider = p_event.provider and e.reference = p_event.reference
      and e.kind in ('refunded', 'disputed', 'dispute_won', 'dispute_lost'));
end;
$$;
comment on function private.held_by_disputes(private.payment_events) is
  'How much of a payment disputes took out that has not been told as a refund too.';

create function private.written_as_told(p_event private.payment_events) returns bigint
language plpgsql stable
set search_path = ''
as $$
begin
  return (
    select coalesce(sum(p.amount_minor), 0)
    from private.payment_events e
    join public.payments p on p.provider = e.provider and p.kind = 'refund' and p.provider_reference = e.event_id
    where e.provider = p_event.provider and e.reference = p_event.reference and e.kind = 'refunded');
end;
$$;
comment on function private.written_as_told(private.payment_events) is
  'How much of a payment was written down as given back because its provider told of it: the shop had not asked for that.';

create function private.note_told_refunds(p_event private.payment_events) returns void
language plpgsql
set search_path = ''
as $$
declare
  v_call public.refund_calls;
  v_untaken bigint;
begin
  select coalesce(sum(e.counted_minor - e.disputed_minor), 0) - private.written_as_told(p_event) - (
      select coalesce(sum(r.amount_minor), 0) from public.refund_calls r
      where r.provider = p_event.provider and r.charge_reference = p_event.reference and r.state = 'sent')
    - coalesce(sum(e.amount_minor) filter (where e.kind = 'refund_failed' and e.outcome = 'refund_failed' and e.counted_minor = 0), 0) into v_untaken
  from private.payment_events e
  where e.provider = p_event.provider and e.reference = p_event.reference and e.kind in ('refunded', 'refund_failed');
  for v_call in
    select * from public.refund_calls r
    where r.provider = p_event.provider and r.charge_reference = p_event.reference and r.state = 'waiting'
    order by r.created_at, r.id for update
  loop
    exit when v_untaken < v_call.amount_minor;
    v_untaken := v_untaken - v_call.amount_minor;
    update public.refund_calls set state = 'sent', provider_reference = p_event.event_id, problem = '' where id = v_call.id;
    perform private.tell_refund(v_call.refund_id);
  end loop;
end;
$$;
comment on function private.note_told_refunds(private.payment_events) is
  'What a provider tells to have gone back needs no asking: by an answer that was lost, or by hand in its dashboard.';

create function private.refund_told(p_order public.order_records, p_event private.payment_events, p_more bigint, p_disputed bigint) returns text
language plpgsql
set search_path = ''
as $$
declare
  v_waiting constant bigint := (select coalesce(sum(r.amount_minor), 0) from public.refund_calls r
    where r.order_id = p_order.id and r.provider = p_event.provider and r.state = 'waiting');
  v_written bigint;
  v_new bigint;
  v_disputed bigint;
begin
  -- What staff had written down is what a provider tells of later: less what it has told of already.
  select coalesce(sum(case when e.event_id is null then p.amount_minor - (
        select coalesce(sum(r.amount_minor), 0) from public.refund_calls r where r.refund_id = p.id and r.state = 'refused') else 0 end), 0) - (
      select coalesce(sum(t.counted_minor - t.disputed_minor), 0) from private.payment_events t where t.order_id = p_order.id and t.provider = p_event.provider and t.kind = 'refunded')
    + coalesce(sum(case when e.kind = 'refunded' then p.amount_minor else 0 end), 0) into v_written
  from public.payments p
  left join private.payment_events e on e.provider = p.provider and e.event_id = p.provider_reference
  where p.order_id = p_order.id and p.kind = 'refund' and p.provider = p_event.provider;
  -- Then what a dispute of this payment took: nobody refunds by hand what is disputed, and what the provider was
  -- not asked for yet comes after it.
  v_disputed := least(greatest(p_more - greatest(v_written - v_waiting, 0), 0), p_disputed);
  v_new := greatest(p_more - v_disputed - greatest(v_written, 0), 0);
  if v_new > p_order.captured_minor - p_order.refunded_minor then
    return private.note_event(p_order.id, 'payment_mismatch');
  end if;
  update private.payment_events set disputed_minor = v_disputed where provider = p_event.provider and event_id = p_event.event_id;
  if v_new = 0 then
    return 'known_refund';
  end if;
  perform private.give_money_back(p_order, v_new::int, '[]', p_event.provider, p_event.event_id, '', true);
  return 'refunded';
end;
$$;
comment on function private.refund_told(public.order_records, private.payment_events, bigint, bigint) is
  'A provider gave so much more of a payment back: what we did not know of yet is written down, also not as that of a dispute.';

create function private.move_charge(p_order public.order_records, p_event private.payment_events, p_change bigint) returns text
language plpgsql
set search_path = ''
as $$
begin
  if p_change > p_order.captured_minor - p_order.refunded_minor then
    return private.note_event(p_order.id, 'payment_mismatch');
  end if;
  -- The order costs what it did: what a bank takes is due again, and what comes back to the shop is here again.
  if p_change <> 0 then
    insert into public.payments (order_id, kind, provider, provider_reference, amount_minor, currency, sent_at, reason)
    values (p_order.id, case when p_change > 0 then 'refund' else 'capture' end, p_event.provider, p_event.event_id,
      abs(p_change)::int, p_order.currency, case when p_change > 0 then now() end, case p_event.kind when 'refund_failed' then 'A refund failed.'
        when 'dispute_won' then 'A dispute was won.' else 'The payment was disputed.' end);
  end if;
  perform private.pay_if_covered(p_order.id);
  perform private.record_event(p_order.id, p_event.kind, p_by_shop => true,
    p_after => jsonb_build_object('amount_minor', abs(p_change), 'currency', p_order.currency));
  return p_event.kind;
end;
$$;
comment on function private.move_charge(public.order_records, private.payment_events, bigint) is
  'A bank took a disputed payment back, or it came to the shop again: so does a refund that failed.';

create function private.apply_waiting(p_event private.payment_events) returns void
language plpgsql
set search_path = ''
as $$
declare
  v_event private.payment_events;
  v_outcome text;
begin
  for v_event in
    select * from private.payment_events e
    where e.provider = p_event.provider and e.reference = p_event.reference
      and (e.outcome = 'waiting' or e.kind = 'refund_failed' and e.outcome = 'refund_failed' and e.counted_minor = 0)
    -- A refund before word that it failed, whichever came first.
    order by e.kind = 'refund_failed', e.at, e.event_id
  loop
    v_outcome := private.apply_to_charge(v_event);
    update private.payment_events set outcome = v_outcome
    where provider = v_event.provider and event_id = v_event.event_id;
  end loop;
end;
$$;
comment on function private.apply_waiting(private.payment_events) is 'Applies what waited for a payment that has come, oldest first.';

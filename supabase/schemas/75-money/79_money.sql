-- Money comes in and goes out. The only place that writes payments: whoever says that money moved,
-- staff or a provider, ends here, under the lock of the order.

create table private.payment_attempts (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.order_records (id) on delete cascade,
  provider text not null,
  amount_minor int not null check (amount_minor > 0),
  currency text not null,
  created_at timestamptz not null default now()
);
create index payment_attempts_order_idx on private.payment_attempts (order_id, provider, created_at desc);
comment on table private.payment_attempts is 'Visits to a provider''s page; its id makes asking the provider twice one payment.';

create function private.capture_money(
  p_order public.order_records, p_provider text, p_reference text, p_amount int, p_who text, p_reason text default ''
) returns text
language plpgsql
set search_path = ''
as $$
declare
  v_due constant int := private.balance(p_order);
  v_outcome text;
  v_trouble jsonb;
begin
  insert into public.payments (order_id, kind, provider, provider_reference, amount_minor, currency, reason)
  values (p_order.id, 'capture', p_provider, p_reference, p_amount, p_order.currency, p_reason);
  if p_amount >= v_due and p_order.status in ('awaiting_payment', 'expired') then
    v_trouble := private.confirm_order(p_order.id, true);
  end if;
  if v_trouble is not null then
    perform private.turn_down(p_order, v_trouble ->> 'message');
    v_outcome := 'needs_refund';
  elsif p_order.status = 'awaiting_payment' and p_amount >= v_due
    and (p_order.pay_by > now() or private.all_holds_stand(p_order.id)) then
    perform private.move_order(p_order.id, 'awaiting_payment', 'paid', p_who, p_reason);
    v_outcome := 'paid';
  elsif p_order.status = 'expired' and p_amount >= v_due and private.hold_again(p_order) then
    perform private.move_order(p_order.id, 'expired', 'paid', 'shop', 'It was paid late, and its items were still in stock.');
    v_outcome := 'paid_late';
  elsif p_order.status in ('expired', 'cancelled', 'refunded') then
    perform private.change_code_uses(array[p_order.id], null, '[]', null, null);
    v_outcome := 'needs_refund';
  else
    v_outcome := case
      when p_order.status = 'awaiting_payment' then 'part'
      when p_amount > v_due then 'paid_twice' else 'paid_more' end;
  end if;
  perform private.record_event(p_order.id, case when v_outcome in ('paid', 'paid_late', 'part', 'paid_more') then 'paid' else v_outcome end,
    p_reason, p_after => jsonb_build_object('amount_minor', p_amount, 'currency', p_order.currency, 'outcome', v_outcome),
    p_by_shop => p_who = 'shop');
  if v_outcome in ('paid', 'paid_late') then
    perform private.send_due_mails(p_order.id);
    perform private.mail_about_order(p_order.id, 'payment_received', 'paid');
  end if;
  return v_outcome;
end;
$$;
comment on function private.capture_money(public.order_records, text, text, int, text, text) is
  'Writes down money that came for an order and says what it meant: paid, part, paid_late, paid_more, paid_twice, needs_refund. The caller holds the locks of customer and order.';

create function private.note_transfer(
  p_order public.order_records, p_amount int, p_reference text, p_note text, p_captured_so_far bigint
) returns text
language plpgsql
set search_path = ''
as $$
declare
  v_amount constant int := coalesce(p_amount, private.balance(p_order));
begin
  if p_order.id is null then
    perform private.refuse(404, 'unknown_order', 'This order could not be found. Check the order number.');
  end if;
  if p_captured_so_far <> p_order.captured_minor then
    perform private.refuse(409, 'payments_changed', 'Someone else recorded a payment in the meantime. Reload the page and try again.',
      jsonb_build_object('captured_minor', p_order.captured_minor));
  end if;
  if v_amount not between 1 and 1000000000 then
    perform private.refuse(422, 'wrong_amount', 'Enter the amount received.');
  end if;
  if p_reference <> '' and exists (
    select from public.payments p
    where p.order_id = p_order.id and p.provider = 'invoice' and p.kind = 'capture' and p.provider_reference = p_reference
  ) then
    perform private.refuse(409, 'known_payment', 'A payment with this reference is already recorded for this order.');
  end if;
  return private.capture_money(p_order, 'invoice', p_reference, v_amount, 'staff', p_note);
end;
$$;
comment on function private.note_transfer(public.order_records, int, text, text, bigint) is
  'Money that came by bank, as staff note it: all that is due where no amount is given. Refuses what was noted already, and who saw other payments than there are. The caller holds the locks of customer and order.';

create function private.pay_if_covered(p_order uuid) returns public.order_records
language plpgsql
set search_path = ''
as $$
declare
  v_order public.order_records;
begin
  select * into v_order from public.order_records o where o.id = p_order;
  if v_order.status = 'awaiting_payment' and private.balance(v_order) <= 0
    and (v_order.pay_by > now() or private.all_holds_stand(p_order)) and private.confirm_order(p_order, true) is null then
    perform private.move_order(p_order, 'awaiting_payment', 'paid', 'shop', 'The payments now cover the total.');
    if v_order.captured_minor > 0 then
      perform private.send_due_mails(p_order);
      perform private.mail_about_order(p_order, 'payment_received', 'paid');
    end if;
    select * into v_order from public.order_records o where o.id = p_order;
  end if;
  return v_order;
end;
$$;
comment on function private.pay_if_covered(uuid) is 'Moves an order on that waits for a payment and costs no more than came by now. Gives the order.';

create function private.turn_down(p_order public.order_records, p_reason text) returns void
language plpgsql
set search_path = ''
as $$
begin
  if private.move_order(p_order.id, 'awaiting_payment', 'cancelled', 'shop', p_reason) then
    perform private.free_offers_of(p_order.id, false);
    perform private.free_ended_orders(array[p_order.id]);
    perform private.mail_about_order(p_order.id, 'order_cancelled', 'cancelled', jsonb_build_object('reason', p_reason));
  end if;
end;
$$;
comment on function private.turn_down(public.order_records, text) is
  'Ends an order that was paid and may not be had: its limit or its code was used by another one first. Its money goes back.';

create function private.all_holds_stand(p_order uuid) returns boolean
language plpgsql stable
set search_path = ''
as $$
begin
  return not exists (
    select from public.order_lines l join private.holds h on h.line_id = l.id
    where l.order_id = p_order and l.quantity > l.refunded_quantity
    -- An amendment frees a part of a line; who takes the goods of an order takes all.
    group by l.id having bool_and(h.state <> 'held'));
end;
$$;
comment on function private.all_holds_stand(uuid) is
  'Whether an order still holds the goods of all its lines: until someone else took them, a late payment finds them there.';

create function private.give_money_back(p_order public.order_records, p_amount int, p_lines jsonb, p_provider text, p_reference text, p_reason text, p_is_sent boolean)
returns uuid
language plpgsql
set search_path = ''
as $$
declare
  v_worth constant bigint := (select coalesce(sum((l ->> 'cost_minor')::bigint), 0) from jsonb_array_elements(p_lines) l);
  v_lines constant jsonb := (select coalesce(jsonb_agg(l - array['cost_minor', 'settled_minor']), '[]') from jsonb_array_elements(p_lines) l);
  v_payments public.payments[];
  v_payment public.payments;
  v_order public.order_records;
begin
  with entered as (
    insert into public.order_entries (order_id, kind, line_id, units, amount_minor, currency, reason)
    select p_order.id, x.kind, x.line_id, x.units, x.amount, p_order.currency, p_reason
    from (
      select 'refunded' as kind, (l ->> 'line_id')::uuid as line_id, -(l ->> 'quantity')::int as units,
        -(l ->> 'cost_minor')::int - (l ->> 'settled_minor')::int as amount
      from jsonb_array_elements(p_lines) l
      union all
      -- What a closing took off these pieces goes with them.
      select 'settled', (l ->> 'line_id')::uuid, 0, (l ->> 'settled_minor')::int from jsonb_array_elements(p_lines) l
      union all
      -- Beyond its lines: goodwill makes an order cheaper, a fee that is kept dearer. What is owed goes first, and money that has not made an order paid is only returned.
      select 'refunded', null, 0, case
        when p_order.status in ('awaiting_payment', 'expired', 'cancelled', 'refunded') then 0
        when p_amount < v_worth then v_worth - p_amount
        else -greatest(p_amount - v_worth - p_order.refund_due_minor, 0) end
    ) x where x.amount <> 0
  ), parts as (
    select x.provider, x.amount_minor, row_number() over () as place
    from private.refund_parts(p_order, p_amount, p_is_sent) x where p_provider is null
    union all
    select p_provider, p_amount, 1 where p_provider is not null
  ), paid as (
    insert into public.payments (order_id, kind, provider, provider_reference, amount_minor, currency, reason, lines)
    select p_order.id, 'refund', x.provider, p_reference, x.amount_minor, p_order.currency, p_reason, case when x.place = 1 then v_lines else '[]' end
    from parts x order by x.place
    returning *
  )
  select array_agg(p::public.payments) into v_payments from paid p;
  perform private.record_event(p_order.id, 'refunded', p_reason,
    p_after => jsonb_build_object('amount_minor', p_amount, 'currency', p_order.currency, 'lines', v_lines));
  v_order := private.pay_if_covered(p_order.id);
  if v_order.refunded_minor = v_order.captured_minor
    and private.move_order(p_order.id, v_order.status, 'refunded', 'shop', p_reason) then
    perform private.free_offers_of(p_order.id, false);
    perform private.free_ended_orders(array[p_order.id]);
    update public.order_lines set refunded_quantity = quantity where order_id = p_order.id;
  end if;
  foreach v_payment in array v_payments loop
    if not p_is_sent then
      perform private.call_refunds(p_order, v_payment.id, v_payment.provider, v_payment.amount_minor);
      perform private.open_bank_refund(p_order, v_payment.id, v_payment.provider, v_payment.amount_minor);
    end if;
    perform private.tell_refund(v_payment.id);
  end loop;
  return v_payments[1].id;
end;
$$;
comment on function private.give_money_back(public.order_records, int, jsonb, text, text, text, boolean) is
  'Writes down money that goes back; an order whose money is all back is refunded and frees its goods. Lines as refund_lines gives them. Without a provider it goes back by those that took it. Where it is not sent yet, its provider is asked to, and the rest waits for a bank file. The caller holds the lock of the order and has checked the amount.';

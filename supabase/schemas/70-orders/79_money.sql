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
alter table private.payment_attempts enable row level security;
comment on table private.payment_attempts is 'Visits to a provider''s page; its id makes asking the provider twice one payment.';

create function private.hold_again(p_order uuid) returns boolean
language plpgsql
set search_path = ''
as $$
declare
  v_taking constant jsonb := (
    select coalesce(jsonb_agg(jsonb_build_object('line_id', h.line_id, 'pool_id', h.pool_id, 'kit_id', h.kit_id, 'units', h.units)), '[]')
    from private.holds h where h.order_id = p_order and h.state = 'released');
begin
  if exists (select from public.order_lines l where l.order_id = p_order and l.offer_id is not null) then
    return false;
  end if;
  if private.release_holds('{}', v_taking, 'Paid late', true) <> '[]' then
    -- Undoes what the pass did take: the caller catches this.
    perform private.refuse(409, 'out_of_stock', 'There is too little left.');
  end if;
  insert into private.holds (order_id, line_id, pool_id, kit_id, units)
  select p_order, (t ->> 'line_id')::uuid, (t ->> 'pool_id')::uuid, (t ->> 'kit_id')::uuid, (t ->> 'units')::int
  from jsonb_array_elements(v_taking) t;
  return true;
exception when sqlstate 'PT409' then
  return false;
end;
$$;
comment on function private.hold_again(uuid) is 'Takes the goods of an ended order once more; false when they are gone by now.';

create function private.capture_money(
  p_order public.order_records, p_provider text, p_reference text, p_amount int, p_who text, p_reason text default ''
) returns text
language plpgsql
set search_path = ''
as $$
declare
  v_due constant int := p_order.total_minor - p_order.captured_minor + p_order.refunded_minor;
  v_outcome text;
begin
  insert into public.payments (order_id, kind, provider, provider_reference, amount_minor, currency, reason)
  values (p_order.id, 'capture', p_provider, p_reference, p_amount, p_order.currency, p_reason);
  if p_order.status = 'awaiting_payment' and p_amount >= v_due
    and (p_order.pay_by > now() or private.all_holds_stand(p_order.id)) then
    perform private.move_order(p_order.id, 'awaiting_payment', 'paid', p_who, p_reason);
    v_outcome := 'paid';
  elsif p_order.status = 'expired' and p_amount >= v_due and private.hold_again(p_order.id) then
    perform private.move_order(p_order.id, 'expired', 'paid', 'shop', 'It was paid late, and its goods were still there.');
    v_outcome := 'paid_late';
  elsif p_order.status in ('expired', 'cancelled', 'refunded') then
    update public.order_records set refund_due_minor = captured_minor - refunded_minor where id = p_order.id;
    v_outcome := 'needs_refund';
  elsif p_order.status = 'awaiting_payment' then
    v_outcome := 'part';
  else
    update public.order_records set refund_due_minor = greatest(captured_minor - refunded_minor - total_minor, 0)
    where id = p_order.id;
    v_outcome := case when p_amount > v_due then 'paid_twice' else 'paid_more' end;
  end if;
  if v_outcome in ('paid', 'paid_late') and p_amount > v_due then
    -- It got cheaper on the way, as at the closing of a batch.
    update public.order_records set refund_due_minor = greatest(captured_minor - refunded_minor - total_minor, 0)
    where id = p_order.id;
  end if;
  perform private.record_event(p_order.id, case when v_outcome in ('paid', 'paid_late', 'part', 'paid_more') then 'paid' else v_outcome end,
    p_reason, p_after => jsonb_build_object('amount_minor', p_amount, 'currency', p_order.currency, 'outcome', v_outcome),
    p_by_shop => p_who = 'shop');
  if v_outcome in ('paid', 'paid_late') then
    perform private.mail_about_order(p_order.id, 'payment_received', 'paid');
  end if;
  return v_outcome;
end;
$$;
comment on function private.capture_money(public.order_records, text, text, int, text, text) is
  'Writes down money that came for an order and says what it meant: paid, part, paid_late, paid_more, paid_twice, needs_refund. The caller holds the lock of the order.';

create function private.all_holds_stand(p_order uuid) returns boolean
language plpgsql stable
set search_path = ''
as $$
begin
  return not exists (select from private.holds h where h.order_id = p_order and h.state <> 'held');
end;
$$;
comment on function private.all_holds_stand(uuid) is
  'Whether an order still holds all its goods: until someone else took them, a late payment finds them there.';

create function private.give_money_back(p_order public.order_records, p_amount int, p_lines jsonb, p_provider text, p_reference text, p_reason text)
returns uuid
language plpgsql
set search_path = ''
as $$
declare
  v_payment uuid;
  v_order public.order_records;
begin
  insert into public.payments (order_id, kind, provider, provider_reference, amount_minor, currency, reason, lines)
  values (p_order.id, 'refund', p_provider, p_reference, p_amount, p_order.currency, p_reason, p_lines)
  returning id into v_payment;
  update public.order_records set refund_due_minor = greatest(refund_due_minor - p_amount, 0),
    -- What goes back of more than it costs is only returned, and so is money that has not made it paid.
    forgone_minor = forgone_minor + case when p_order.status = 'awaiting_payment' then 0 else p_amount - least(p_amount,
      greatest(p_order.captured_minor - p_order.refunded_minor - (p_order.total_minor - p_order.forgone_minor), 0)) end
  where id = p_order.id returning * into v_order;
  perform private.record_event(p_order.id, 'refunded', p_reason,
    p_after => jsonb_build_object('amount_minor', p_amount, 'currency', p_order.currency, 'lines', p_lines));
  if v_order.refunded_minor = v_order.captured_minor
    and private.move_order(p_order.id, v_order.status, 'refunded', 'shop', p_reason) then
    perform private.free_offers_of(p_order.id, false);
    perform private.free_ended_orders(array[p_order.id]);
    update public.order_lines set refunded_quantity = quantity where order_id = p_order.id;
  end if;
  perform private.mail_about_order(p_order.id, 'order_refunded', v_payment::text,
    jsonb_build_object('amount_minor', p_amount, 'reason', p_reason));
  return v_payment;
end;
$$;
comment on function private.give_money_back(public.order_records, int, jsonb, text, text, text) is
  'Writes down money that goes back; an order whose money is all back is refunded and frees its goods. The caller holds the lock of the order and has checked the amount.';

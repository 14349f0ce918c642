-- Refunds that a provider makes for the shop. The books say at once that money goes back; a call for
-- each payment that it came by asks the provider to send it, until it has, or says that it won't.

create table public.refund_calls (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.order_records (id) on delete cascade,
  refund_id uuid not null references public.payments (id) on delete cascade,
  provider text not null,
  charge_reference text not null check (length(charge_reference) between 1 and 200),
  amount_minor int not null check (amount_minor > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'refused', 'returned')),
  provider_reference text not null default '' check (length(provider_reference) <= 200),
  problem text not null default '' check (length(problem) <= 500),
  attempts int not null default 0,
  call_after timestamptz not null default now(),
  created_at timestamptz not null default now(),
  unique (refund_id, charge_reference)
);
create index refund_calls_waiting_idx on public.refund_calls (call_after) where state = 'waiting';
create index refund_calls_charge_idx on public.refund_calls (provider, charge_reference);
create index refund_calls_order_idx on public.refund_calls (order_id);
alter table public.refund_calls enable row level security;
comment on table public.refund_calls is
  'What a provider is asked to send back, one row for each payment that it came by. Its id goes with the request, so that a repeated one sends nothing twice.';
comment on column public.refund_calls.charge_reference is 'What the provider calls the payment that it came by.';
comment on column public.refund_calls.state is 'waiting until the provider took it; refused where it won''t, returned where the bank sent it back: the money is due again.';
comment on column public.refund_calls.provider_reference is 'What the provider calls the refund.';
comment on column public.refund_calls.problem is 'What the provider last said against it.';

revoke all on public.refund_calls from anon, authenticated;
grant select on public.refund_calls to authenticated, service_role;
create policy "Staff who work with orders read refunds on their way" on public.refund_calls
  for select to authenticated
  using ((select private.is_staff('owner', 'fulfilment', 'support')));

create function private.call_refunds(p_order public.order_records, p_refund uuid, p_provider text, p_amount int) returns void
language plpgsql
set search_path = ''
as $$
begin
  insert into public.refund_calls (order_id, refund_id, provider, charge_reference, amount_minor, currency)
  select p_order.id, p_refund, p_provider, x.charge, least(x.left_minor, p_amount - x.before), p_order.currency
  from (
    select c.provider_reference as charge, u.left_minor,
      coalesce(sum(u.left_minor) over (order by c.at, c.id rows between unbounded preceding and 1 preceding), 0) as before
    from public.payments c
    -- Whatever is known to have left it: what it was asked for, or what its provider told of.
    cross join lateral (
      select greatest(c.amount_minor - greatest(
        (select coalesce(sum(r.amount_minor), 0) from public.refund_calls r
          where r.provider = c.provider and r.charge_reference = c.provider_reference and r.state in ('waiting', 'sent')),
        (select coalesce(sum(e.counted_minor), 0) from private.payment_events e
          where e.provider = c.provider and e.reference = c.provider_reference)), 0)::int as left_minor
    ) u
    where c.order_id = p_order.id and c.kind = 'capture' and c.provider = p_provider and p_provider = 'stripe'
      and exists (select from private.payment_events e
        where e.provider = c.provider and e.reference = c.provider_reference and e.kind = 'paid')
  ) x
  where x.left_minor > 0 and x.before < p_amount;
end;
$$;
comment on function private.call_refunds(public.order_records, uuid, text, int) is
  'Asks for a refund at the payments that an order''s money came by, oldest first. What came another way leaves by bank. The caller holds the lock of the order.';

create function private.refund_way(p_order public.order_records, p_is_sent boolean) returns text
language plpgsql stable
set search_path = ''
as $$
begin
  -- Money that came by card goes back by card, whatever the order was to be paid by; what was sent another
  -- way already, and what was transferred after all, by transfer.
  return case
    when not p_is_sent and exists (
      select from public.payments p where p.order_id = p_order.id and p.kind = 'capture' and p.provider = 'stripe') then 'stripe'
    when p_order.payment = 'stripe' then 'invoice'
    else p_order.payment end;
end;
$$;
comment on function private.refund_way(public.order_records, boolean) is 'By which provider an order''s money goes back.';

create function private.tell_refund(p_refund uuid) returns void
language plpgsql
set search_path = ''
as $$
declare
  v_refund constant public.payments := (select p from public.payments p where p.id = p_refund);
  v_bank constant public.bank_refunds := (select b from public.bank_refunds b where b.refund_id = p_refund);
  v_refused constant int := (select coalesce(sum(r.amount_minor), 0) from public.refund_calls r where r.refund_id = p_refund and r.state = 'refused');
begin
  if v_refund.amount_minor > v_refused
    and not exists (select from public.refund_calls r where r.refund_id = p_refund and r.state = 'waiting')
    and (v_bank.refund_id is null or v_bank.sent_at is not null) then
    perform private.mail_about_order(v_refund.order_id, 'order_refunded', p_refund::text,
      jsonb_build_object('amount_minor', v_refund.amount_minor - v_refused, 'reason', v_refund.reason)
      || case when v_bank.refund_id is null then '{}'
        else jsonb_build_object('transfer_minor', v_bank.amount_minor, 'account_end', v_bank.account_end) end);
  end if;
end;
$$;
comment on function private.tell_refund(uuid) is
  'Mails a customer what went back, once every provider has said what became of its part and what goes by bank is sent. The caller holds the lock of the order, so that one of two ends tells.';

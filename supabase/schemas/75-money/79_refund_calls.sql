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
        (select coalesce(sum(e.counted_minor - e.disputed_minor), 0) from private.payment_events e
          where e.provider = c.provider and e.reference = c.provider_reference)), 0)::int as left_minor
    ) u
    where c.order_id = p_order.id and c.kind = 'capture' and c.provider = p_provider
      and exists (select from public.payment_methods m where m.code = p_provider and m.sends_refunds)
      and exists (select from private.payment_events e
        where e.provider = c.provider and e.reference = c.provider_reference and e.kind = 'paid')
  ) x
  where x.left_minor > 0 and x.before < p_amount;
end;
$$;
comment on function private.call_refunds(public.order_records, uuid, text, int) is
  'Asks for a refund at the payments that an order''s money came by, oldest first. What came another way leaves by bank. The caller holds the lock of the order.';

create function private.refund_parts(p_order public.order_records, p_amount int, p_is_sent boolean)
returns table (provider text, amount_minor int)
language sql stable
set search_path = ''
as $$
  -- Money that came by a provider goes back by it, whatever the order was to be paid by; what was sent another
  -- way already, and what was transferred after all, by transfer. Where two took money, each sends what it has
  -- left; what is more than they have goes with the first and leaves by bank.
  with able as (
    select p.provider, min(p.at) filter (where p.kind = 'capture') as since,
      greatest(sum(case p.kind when 'capture' then p.amount_minor else -p.amount_minor end), 0) as left_minor
    from public.payments p join public.payment_methods m on m.code = p.provider and m.sends_refunds
    where p.order_id = p_order.id and not p_is_sent
    group by p.provider having bool_or(p.kind = 'capture')
  ), ranked as (
    select a.provider, a.left_minor, row_number() over w as place,
      coalesce(sum(a.left_minor) over (w rows between unbounded preceding and 1 preceding), 0) as before
    from able a window w as (order by a.left_minor > 0 desc, a.since, a.provider)
  ), later as (
    select r.provider, r.place, case when r.place = 1 then 0 else greatest(least(r.left_minor, p_amount - r.before), 0)::int end as part
    from ranked r
  )
  select x.provider, x.amount from (
    select l.provider, l.place, case when l.place = 1 then p_amount - (sum(l.part) over ())::int else l.part end as amount from later l
    union all
    select case when exists (select from public.payment_methods m where m.code = p_order.payment and m.sends_refunds)
      then 'invoice' else p_order.payment end, 1, p_amount
    where not exists (select from able)
  ) x where x.amount > 0 order by x.place
$$;
comment on function private.refund_parts(public.order_records, int, boolean) is 'By which providers an order''s money goes back, and how much by each.';

create function private.tell_refund(p_refund uuid) returns void
language plpgsql
set search_path = ''
as $$
declare
  v_refund constant public.payments := (select p from public.payments p where p.id = p_refund);
  v_bank constant public.bank_refunds := (select b from public.bank_refunds b where b.refund_id = p_refund);
  v_refused constant int := (select coalesce(sum(r.amount_minor), 0) from public.refund_calls r where r.refund_id = p_refund and r.state = 'refused');
begin
  if v_bank.refund_id is not null and v_bank.sent_at is null
    or exists (select from public.refund_calls r where r.refund_id = p_refund and r.state = 'waiting') then
    return;
  end if;
  update public.payments set sent_at = coalesce(v_bank.sent_at, clock_timestamp()) where id = p_refund and sent_at is null;
  if v_refund.amount_minor > v_refused then
    perform private.mail_about_order(v_refund.order_id, 'order_refunded', p_refund::text,
      jsonb_build_object('amount_minor', v_refund.amount_minor - v_refused, 'reason', v_refund.reason)
      || case when v_bank.refund_id is null then '{}'
        else jsonb_build_object('transfer_minor', v_bank.amount_minor, 'account_end', v_bank.account_end) end);
  end if;
end;
$$;
comment on function private.tell_refund(uuid) is
  'Says of a refund that it left and mails its customer what went back, once every provider has said what became of its part and what goes by bank is sent. The caller holds the lock of the order, so that one of two ends tells.';

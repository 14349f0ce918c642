-- Passing an order on. Both people confirm: the one whose it is names a mailbox, and the account that
-- has proven that mailbox takes the order over. What lies here is only what still waits for its answer.

create table private.order_transfers (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null unique references public.order_records (id) on delete cascade,
  from_user uuid not null references auth.users (id) on delete cascade,
  to_email text not null check (to_email = lower(to_email) and length(to_email) <= 254),
  offered_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '7 days'
);
create index order_transfers_mailbox_idx on private.order_transfers (to_email);
create index order_transfers_from_idx on private.order_transfers (from_user);
comment on table private.order_transfers is 'Orders that somebody wants to pass on, until the other has answered.';
comment on column private.order_transfers.order_id is 'Which order; one question at a time.';
comment on column private.order_transfers.to_email is 'Which mailbox may take it.';
comment on column private.order_transfers.expires_at is 'Dead for every reader from then on.';

create function private.proven_mailbox() returns text
language plpgsql stable
set search_path = ''
as $$
declare
  v_email text;
begin
  if auth.uid() is null then
    perform private.refuse(401, 'signed_out', 'Please sign in first.');
  end if;
  select lower(u.email) into v_email from auth.users u where u.id = auth.uid() and u.email_confirmed_at is not null;
  return v_email;
end;
$$;
comment on function private.proven_mailbox() is 'The confirmed e-mail of who asks; null where there is none.';

create function private.require_transferable(p_order public.order_records) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if not exists (select from public.order_lines l where l.order_id = p_order.id and l.sold_as = 'group_buy') then
    perform private.refuse(409, 'not_a_group_buy', 'Only a group buy order can be transferred.');
  end if;
  if p_order.status = 'awaiting_payment' then
    perform private.refuse(409, 'not_paid_yet', 'An order can be transferred once it is paid.');
  end if;
  perform private.require_before_deadline(p_order, 'customer', private.order_deadline(p_order.id, 'address'));
  if private.setting('percent_transfer_fee') > 0 then
    perform private.refuse(409, 'costs_a_fee', 'Transferring an order costs a fee. Please write to us.');
  end if;
end;
$$;
comment on function private.require_transferable(public.order_records) is
  'Refuses what the terms do not let anyone pass on: other goods than group buys, before it is paid, after the address is locked.';

create function private.require_room_for(p_order uuid, p_user uuid, p_email text) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if exists (
    select from public.order_lines l join public.variants v on v.id = l.variant_id
    where l.order_id = p_order and v.max_per_customer is not null
    group by v.id
    having sum(l.quantity - l.refunded_quantity) + private.bought_before(p_user, p_email, null, v.id) > v.max_per_customer
  ) or exists (
    select from public.order_lines l join public.products p on p.id = l.product_id
    where l.order_id = p_order and p.max_per_customer is not null
    group by p.id
    having sum(l.quantity - l.refunded_quantity) + private.bought_before(p_user, p_email, p.id, null) > p.max_per_customer
  ) then
    perform private.refuse(409, 'over_limit', 'Taking over this order would put you over the limit per customer.');
  end if;
end;
$$;
comment on function private.require_room_for(uuid, uuid, text) is 'Refuses an order that would take its new owner over a limit per customer.';

-- Where an order was to go before its address was changed. Apart from the history of the order, which
-- people read who need no address.

create table private.address_history (
  id bigint generated always as identity primary key,
  order_id uuid not null references public.order_records (id) on delete cascade,
  address jsonb not null,
  changed_at timestamptz not null default now(),
  changed_by uuid
);
create index address_history_order_idx on private.address_history (order_id, id);
comment on table private.address_history is 'Addresses that an order had before.';
comment on column private.address_history.address is 'The address that was replaced.';
comment on column private.address_history.changed_by is 'By which account; null for a guest.';

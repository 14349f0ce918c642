-- What clients may hear of, within the rights of who listens: the order page follows the events of its order.
-- Nothing else is announced; pages read it when they are opened.

alter publication supabase_realtime add table public.order_events;

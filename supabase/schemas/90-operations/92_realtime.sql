-- What open windows hear of. Exactly the tables whose change a visitor or editor waits for; counts
-- of stock and kits reach them as a touch of variants and batches, never as rows of their own.

alter publication supabase_realtime add table
  public.batches, public.lists, public.order_events, public.publish_requests, public.updates, public.variants;

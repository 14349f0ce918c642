-- What clients may hear of, within the rights of who listens. Edits alone: stock and counts change too
-- often to be announced, and pages read them when they are opened.

alter publication supabase_realtime add table
  public.batches, public.lists, public.order_events, public.publish_requests, public.updates, public.variants;

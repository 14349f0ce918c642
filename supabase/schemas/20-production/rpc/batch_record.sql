-- What happened to one batch: its stages with the dates that buyers were told then, its updates, and
-- the mails that went out because of it.

create function private.batch_promises(p_batch public.batches, p_at timestamptz) returns jsonb
language sql stable
set search_path = ''
as $$
  -- The first change after that moment says what held until then; none, and it is what holds now.
  select jsonb_build_object('opens_at', h.row -> 'opens_at', 'closes_at', h.row -> 'closes_at',
    'cancel_until', h.row -> 'cancel_until', 'change_options_until', h.row -> 'change_options_until',
    'change_address_until', h.row -> 'change_address_until', 'eta', h.row -> 'eta', 'eta_precision', h.row -> 'eta_precision')
  from (
    select coalesce((
      select a.before from public.audit_log a
      where a.row_id = p_batch.id::text and a.table_name = 'batches' and a.action = 'update' and a.at > p_at
      order by a.id limit 1
    ), to_jsonb(p_batch)) as row
  ) h
$$;
comment on function private.batch_promises(public.batches, timestamptz) is
  'The dates of a batch as they stood at a moment, from the audit log.';

create function private.batch_record(p_batch uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
-- Of a large batch too each order is read by its key.
set enable_seqscan = off
as $$
declare
  v_batch public.batches;
begin
  perform private.require_reader('owner', 'editor');
  select * into v_batch from public.batches where id = p_batch;
  if v_batch.id is null then
    perform private.refuse(404, 'unknown_batch', 'This batch no longer exists. Reload the page.', jsonb_build_object('batch_id', p_batch));
  end if;
  return jsonb_build_object(
    'stages', (
      select coalesce(jsonb_agg(jsonb_build_object('stage', h.stage, 'entered_at', h.entered_at,
        'promised', private.batch_promises(v_batch, h.entered_at)) order by h.entered_at, h.id), '[]')
      from public.batch_stage_history h where h.batch_id = p_batch),
    'updates', (
      select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'url', u.url, 'title', u.title, 'status', u.status,
        'publish_at', u.publish_at, 'stage', b.stage, 'eta_before', b.eta_before, 'eta_after', b.eta_after)
        order by u.publish_at desc nulls first, u.created_at desc), '[]')
      from public.update_batches b join public.updates u on u.id = b.update_id where b.batch_id = p_batch),
    'mails', (
      select coalesce(jsonb_agg(to_jsonb(k) order by k.last_at desc), '[]')
      from (
        select m.kind, count(*) filter (where m.sent_at is not null) as sent,
          count(*) filter (where m.sent_at is null and m.given_up_at is null) as waiting,
          count(*) filter (where m.sent_at is null and m.given_up_at is not null) as failed,
          max(coalesce(m.sent_at, m.created_at)) as last_at
        from (
          -- By the mailbox, whose mails are an index: an order's mails are no index of their own.
          select distinct on (m.id) m.*
          from public.order_batches ob
          join private.order_contacts c on c.order_id = ob.order_id
          join public.outbox m on lower(m.recipient) = lower(c.email)
          where ob.batch_id = p_batch and (
            m.kind in ('stage_changed', 'kit_dropped', 'price_settled') and m.payload ->> 'order_id' = ob.order_id::text
            or m.kind = 'batch_update' and (m.payload ->> 'update_id')::uuid in (
              select u.update_id from public.update_batches u where u.batch_id = p_batch))
        ) m group by m.kind
      ) k));
end;
$$;
call pg_temp.expose('batch_record', 'authenticated', 'counts mails and reads the audit log, which editors don''t.',
  'What happened to a batch: its stages with the dates that buyers were told then, its updates, and the mails it caused, by kind. Staff: owner, editor. Refuses with not_allowed, unknown_batch.
Gives {
  mails: { failed: number; kind: string; last_at: string; sent: number; waiting: number }[];
  stages: {
    entered_at: string;
    promised: {
      cancel_until: string | null;
      change_address_until: string | null;
      change_options_until: string | null;
      closes_at: string | null;
      eta: string | null;
      eta_precision: "day" | "month" | "quarter";
      opens_at: string | null;
    };
    stage: <batch_stage>;
  }[];
  updates: {
    eta_after: string | null;
    eta_before: string | null;
    id: string;
    publish_at: string | null;
    stage: <batch_stage> | null;
    status: <publish_status>;
    title: string;
    url: string;
  }[];
}');

-- Tells exactly the buyers of the batches that an update names, each once, and moves stage and ETA as
-- the update says. A preview counts and changes nothing.

create function private.send_update(p_update uuid, p_is_preview boolean default false) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_update public.updates;
  v_batches constant uuid[] := array(select batch_id from public.update_batches where update_id = p_update order by 1);
  v_move record;
  v_buyers int;
  v_facts jsonb;
begin
  perform private.require_staff('owner', 'editor');
  select * into v_update from public.updates where id = p_update for update;
  if v_update.id is null then
    perform private.refuse(404, 'unknown_update', 'This update no longer exists. Reload the page.', jsonb_build_object('update_id', p_update));
  end if;
  -- Who wrote it saw another date than its batch has by now: nobody's is written over unseen.
  for v_move in
    select b.code, b.eta from public.update_batches u join public.batches b on b.id = u.batch_id
    where u.update_id = p_update and u.eta_after is not null and u.eta_before is not null
      and b.eta is distinct from u.eta_before and b.eta is distinct from u.eta_after
  loop
    perform private.refuse(409, 'batch_changed', format('Someone else changed the date of %s in the meantime. Check it and edit your update.',
      v_move.code), jsonb_build_object('eta', v_move.eta));
  end loop;
  select count(*) into v_buyers from private.buyers_of(v_batches);
  if p_is_preview then
    return jsonb_build_object('buyers', v_buyers, 'batches', cardinality(v_batches), 'is_sent', false);
  end if;
  if v_update.status = 'draft' or v_update.publish_at > now() then
    perform private.refuse(409, 'not_published', 'Publish it first, because the e-mail links to it.',
      jsonb_build_object('publish_at', v_update.publish_at));
  end if;
  -- A mail names the batch only where there is no doubt which one is meant.
  select jsonb_build_object('batch_title', b.title, 'product_title', p.title, 'eta_before', coalesce(u.eta_before, b.eta),
      'eta_precision_before', b.eta_precision, 'eta', coalesce(u.eta_after, b.eta), 'eta_precision', b.eta_precision)
  into v_facts
  from public.update_batches u join public.batches b on b.id = u.batch_id join public.products p on p.id = b.product_id
  where u.update_id = p_update and cardinality(v_batches) = 1;
  for v_move in
    select u.*, b.stage as stage_now from public.update_batches u join public.batches b on b.id = u.batch_id
    where u.update_id = p_update order by u.batch_id
  loop
    update public.batches set eta = coalesce(v_move.eta_after, eta), stage = coalesce(v_move.stage, stage)
    where id = v_move.batch_id;
  end loop;
  perform private.queue_mail('batch_update', b.email, p_update || ':' || private.hash_of(lower(b.email)),
    jsonb_build_object('update_id', p_update, 'url', v_update.url, 'title', v_update.title,
      'summary', v_update.summary, 'order_number', b.number) || coalesce(v_facts, '{}'), b.user_id)
  from private.buyers_of(v_batches) b;
  return jsonb_build_object('buyers', v_buyers, 'batches', cardinality(v_batches), 'is_sent', true);
end;
$$;
call pg_temp.expose('send_update', 'authenticated', 'staff may neither read buyers nor write mails.',
  'Mails an update to the buyers of its batches, each once whatever happens, and applies its stages and ETAs. Staff: owner, editor. With p_is_preview it only counts. Refuses with not_allowed, unknown_update, batch_changed, not_published, illegal_move.
Gives { batches: number; buyers: number; is_sent: boolean }');

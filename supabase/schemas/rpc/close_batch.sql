-- Settles a group buy whose window has ended, without waiting for the hourly job.

create function private.close_batch(p_batch uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_batch public.batches;
  v_settled jsonb;
begin
  perform private.require_staff('owner');
  select * into v_batch from public.batches where id = p_batch;
  if v_batch.id is null then
    perform private.refuse(404, 'unknown_batch', 'There is no such batch.', jsonb_build_object('batch_id', p_batch));
  end if;
  if v_batch.settled_at is not null then
    perform private.refuse(409, 'already_settled', 'This batch is settled already.',
      jsonb_build_object('settled_at', v_batch.settled_at));
  end if;
  if v_batch.closes_at is null or v_batch.closes_at > clock_timestamp() then
    perform private.refuse(409, 'not_closed', 'People were told that they can order until it closes.',
      jsonb_build_object('closes_at', v_batch.closes_at));
  end if;
  v_settled := private.settle_batch(p_batch);
  if v_settled is null then
    perform private.refuse(409, 'already_settled', 'This batch is settled already.', jsonb_build_object('batch_id', p_batch));
  end if;
  return v_settled;
end;
$$;
revoke execute on function private.close_batch(uuid) from public;
grant execute on function private.close_batch(uuid) to authenticated;
comment on function private.close_batch(uuid) is
  'Body of public.close_batch. Security definer: nobody may write orders.';

create function public.close_batch(p_batch uuid) returns jsonb
language sql security invoker
set search_path = ''
as $$
  select private.close_batch(p_batch)
$$;
revoke execute on function public.close_batch(uuid) from public, anon;
grant execute on function public.close_batch(uuid) to authenticated;
comment on function public.close_batch(uuid) is
  'Drops the kits under their minimum, gives money back by line and makes prices final. Staff: owner. Gives {batch_id, stage, settled_at, dropped_kits}. Refuses with not_allowed, unknown_batch, already_settled, not_closed.';

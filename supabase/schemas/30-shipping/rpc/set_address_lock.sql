-- Whoever packs a batch says when its addresses are final: labels are printed from then on. Its buyers
-- are told before, by run_due_jobs, as many hours as the setting says.

create function private.set_address_lock(p_batch uuid, p_until timestamptz, p_version int) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_batch public.batches;
begin
  perform private.require_staff('owner', 'fulfilment');
  if p_until <= now() or p_until > now() + interval '5 years' then
    perform private.refuse(422, 'wrong_moment', 'The address lock must be in the future, within five years.');
  end if;
  update public.batches set change_address_until = p_until
  where id = p_batch and version = p_version returning * into v_batch;
  if not found then
    select * into v_batch from public.batches where id = p_batch;
    if not found then
      perform private.refuse(404, 'unknown_batch', 'This batch no longer exists. Reload the page.');
    end if;
    perform private.refuse(409, 'batch_changed', 'Someone else changed this batch in the meantime. Reload the page and try again.',
      jsonb_build_object('version', v_batch.version, 'change_address_until', v_batch.change_address_until));
  end if;
  return jsonb_build_object('id', v_batch.id, 'version', v_batch.version, 'change_address_until', v_batch.change_address_until);
end;
$$;
call pg_temp.expose('set_address_lock', 'authenticated', 'fulfilment writes this one date of a batch.',
  'Says until when buyers of a batch may change their address; null for as long as the order can be changed. Staff: owner, fulfilment. Refuses with not_allowed, wrong_moment, unknown_batch, batch_changed.
Gives { change_address_until: string | null; id: string; version: number }');

create function private.remind_before_address_lock() returns int
language plpgsql security definer
set search_path = ''
as $$
declare
  v_order record;
  v_count int := 0;
begin
  for v_order in
    select o.id, d.locks_at, 'address_locks:' || o.id || ':' || to_char(d.locks_at at time zone 'UTC', 'YYYY-MM-DD') as key
    from (
      select distinct l.order_id from public.batches b join public.order_lines l on l.batch_id = b.id
      where b.change_address_until > now() and b.change_address_until <= now() + make_interval(hours => private.setting('hours_address_lock_notice'))
        -- Asked first, since most were told in an earlier minute.
        and not exists (
          select from public.outbox m where m.dedupe_key =
            'address_locks:' || l.order_id || ':' || to_char(b.change_address_until at time zone 'UTC', 'YYYY-MM-DD'))
    ) c
    join public.order_records o on o.id = c.order_id
    cross join lateral (select private.order_deadline(o.id, 'address') as locks_at) d
    where o.status <= 'in_production' and o.placed_at <= now() - interval '6 hours' and d.locks_at > now()
    order by o.id
  loop
    continue when exists (select from public.outbox m where m.dedupe_key = v_order.key);
    perform private.mail_about_order(r.id, 'address_locks', split_part(v_order.key, ':', 3),
      jsonb_build_object('locks_at', v_order.locks_at) || private.acting_secret_for(r))
    from public.order_records r where r.id = v_order.id;
    v_count := v_count + 1;
  end loop;
  return v_count;
end;
$$;
comment on function private.remind_before_address_lock() is
  'Mails the buyers of a batch some hours before their address is final, as the setting says: once for that day, and not to who ordered just now. Security definer: jobs may not write the outbox.';

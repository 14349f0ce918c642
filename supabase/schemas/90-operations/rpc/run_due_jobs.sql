-- What the shop does by the clock. Called by a scheduler, as often as it likes: each job finds what is
-- due by itself, so twice at once, killed half-way or late is all the same.

create function private.expire_due_orders() returns int
language plpgsql security definer
set search_path = ''
as $$
declare
  v_due constant uuid[] := array(
    select o.id from public.order_records o
    where o.status = 'awaiting_payment' and o.pay_by <= now() and not private.is_set_aside('orders', o.id)
    order by o.pay_by limit 200 for update skip locked);
  v_order uuid;
  v_count int := 0;
begin
  delete from private.job_failures f where f.job = 'orders' and not exists (
    select from public.order_records o where o.id = f.item and o.status = 'awaiting_payment');
  begin
    return private.expire_orders(v_due);
  exception when others then
    null;
  end;
  -- One of them can't be ended: each by itself, so that it holds up no other.
  foreach v_order in array v_due loop
    begin
      v_count := v_count + private.expire_orders(array[v_order]);
    exception when others then
      perform private.note_job_failure('orders', v_order, (select number from public.order_records where id = v_order), sqlerrm);
    end;
  end loop;
  return v_count;
end;
$$;
comment on function private.expire_due_orders() is
  'Ends orders that were not paid in time and frees what they held. Security definer: jobs may not write orders.';

create function private.expire_orders(p_orders uuid[]) returns int
language plpgsql
set search_path = ''
as $$
declare
  v_ended constant uuid[] := private.end_unpaid_orders(p_orders);
begin
  perform private.free_ended_orders(v_ended);
  return cardinality(v_ended);
end;
$$;
comment on function private.expire_orders(uuid[]) is 'Ends those of the orders whose time has passed, and frees what they held: all of them or none.';

create function private.remind_before_pay_by() returns int
language plpgsql security definer
set search_path = ''
as $$
declare
  v_reminded int;
begin
  perform private.mail_about_order(o.id, 'payment_due', 'due')
  from public.order_records o
  where o.status = 'awaiting_payment' and o.pay_by > now() and o.pay_by <= now() + interval '24 hours'
    and o.placed_at <= now() - interval '6 hours'
    and not exists (select from public.outbox m where m.dedupe_key = 'payment_due:' || o.id || ':due');
  get diagnostics v_reminded = row_count;
  return v_reminded;
end;
$$;
comment on function private.remind_before_pay_by() is
  'Mails, once an order, that a day is left to pay. Security definer: jobs may not write the outbox.';

create function private.give_up_lost_builds() returns int
language plpgsql security definer
set search_path = ''
as $$
declare
  v_given_up int;
begin
  update public.publish_requests
  set status = 'failed', finished_at = now(),
    log = right(concat_ws(E'\n', nullif(log, ''),
      'The builder has reported nothing for 45 minutes and is taken as lost. The site is as it was. Publish again.'), 190000)
  where status = 'running' and started_at < now() - interval '45 minutes';
  get diagnostics v_given_up = row_count;
  return v_given_up;
end;
$$;
comment on function private.give_up_lost_builds() is
  'Ends builds of builders that never came back; one that reports later is believed. Security definer: jobs may not write requests.';

create function private.note_job_turns(p_done jsonb) returns void
language sql
set search_path = ''
as $$
  insert into private.job_turns as t (job, ran_at, worked_at, problem)
  select j.job, now(), case when p_done ->> (j.job || '_failed') is null then now() end,
    coalesce(left(p_done ->> (j.job || '_failed'), 500), '')
  from unnest(array['lists', 'orders', 'batches', 'reminders', 'address_reminders', 'follows', 'drops', 'accounts', 'builds', 'documents', 'customers', 'watch']) j (job)
  order by 1
  on conflict (job) do update
  set ran_at = excluded.ran_at, worked_at = coalesce(excluded.worked_at, t.worked_at), problem = excluded.problem
$$;
comment on function private.note_job_turns(jsonb) is 'Keeps how each job came out, for the check.';

create function private.run_due_jobs() returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_done jsonb := '{}';
begin
  -- One run at a time: a second one has nothing to add.
  if not pg_try_advisory_xact_lock(hashtextextended('run_due_jobs', 0)) then
    return jsonb_build_object('already_running', true);
  end if;
  -- Locks go the way of place_order: lists before goods. Refilling lists comes first for that reason.
  begin
    v_done := v_done || jsonb_build_object('frozen_lists', private.freeze_due_lists(), 'new_offers', private.refill_offers());
  exception when others then
    v_done := v_done || jsonb_build_object('lists_failed', sqlerrm);
  end;
  begin
    v_done := v_done || jsonb_build_object('expired_orders', private.expire_due_orders());
  exception when others then
    v_done := v_done || jsonb_build_object('orders_failed', sqlerrm);
  end;
  begin
    v_done := v_done || jsonb_build_object('closed_batches', private.close_due_batches());
  exception when others then
    v_done := v_done || jsonb_build_object('batches_failed', sqlerrm);
  end;
  begin
    v_done := v_done || jsonb_build_object('reminders', private.remind_before_pay_by(), 'swept', private.sweep_old_rows());
  exception when others then
    v_done := v_done || jsonb_build_object('reminders_failed', sqlerrm);
  end;
  begin
    v_done := v_done || jsonb_build_object('address_reminders', private.remind_before_address_lock());
  exception when others then
    v_done := v_done || jsonb_build_object('address_reminders_failed', sqlerrm);
  end;
  begin
    v_done := v_done || jsonb_build_object('told_followers', private.tell_followers(),
      'told_of_stock', private.tell_of_returned_stock());
  exception when others then
    v_done := v_done || jsonb_build_object('follows_failed', sqlerrm);
  end;
  begin
    v_done := v_done || jsonb_build_object('noted_news', private.note_news(), 'told_of_drops', private.tell_of_drops());
  exception when others then
    v_done := v_done || jsonb_build_object('drops_failed', sqlerrm);
  end;
  begin
    v_done := v_done || jsonb_build_object('deleted_accounts', private.delete_due_accounts());
  exception when others then
    v_done := v_done || jsonb_build_object('accounts_failed', sqlerrm);
  end;
  begin
    v_done := v_done || jsonb_build_object('lost_builds', private.give_up_lost_builds());
  exception when others then
    v_done := v_done || jsonb_build_object('builds_failed', sqlerrm);
  end;
  -- Late, since it keeps the counter of numbers until the end.
  begin
    v_done := v_done || jsonb_build_object('issued_documents', private.settle_waiting_documents());
  exception when others then
    v_done := v_done || jsonb_build_object('documents_failed', sqlerrm);
  end;
  begin
    v_done := v_done || jsonb_build_object('counted_customers', private.count_customers());
  exception when others then
    v_done := v_done || jsonb_build_object('customers_failed', sqlerrm);
  end;
  -- Those that failed just now are told of at once.
  perform private.note_job_turns(v_done);
  begin
    v_done := v_done || jsonb_build_object('new_alerts', private.watch_shop());
  exception when others then
    v_done := v_done || jsonb_build_object('watch_failed', sqlerrm);
    perform private.note_job_turns(v_done);
  end;
  return v_done;
end;
$$;
grant execute on function private.run_due_jobs() to service_role;
comment on function private.run_due_jobs() is
  'Body of public.run_due_jobs. Security definer: jobs act for the shop, not for a person.';

-- The API takes this limit for its own: what it gives to others ends all jobs of a busy shop, and with them their work.
create function public.run_due_jobs() returns jsonb
language sql security invoker
set search_path = ''
set statement_timeout = '60s'
as $$
  select private.run_due_jobs()
$$;
grant execute on function public.run_due_jobs() to service_role;
comment on function public.run_due_jobs() is
  'Does everything that is due and says how much of what; a job that fails says why as <its name>_failed and does not keep the others from running. The service alone.
Gives { already_running: true } | Record<string, number | string>';

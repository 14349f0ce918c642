-- Locks against readers and writers: public.publish_requests.

set lock_timeout = '10s';

-- By hand, before the schema changes:

-- Written by `npm run db:change`, which replaces it: what differs from supabase/schemas.

set check_function_bodies = off;

ALTER TABLE "public"."publish_requests" ADD COLUMN "log_url" text;

CREATE OR REPLACE FUNCTION private.desk_home()
 RETURNS TABLE(what text, subject text, record text, count integer, amount_minor bigint, currency text, at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_role text;
begin
  perform private.require_reader('owner', 'editor', 'fulfilment', 'support');
  v_role := (select s.role from private.staff s where s.user_id = auth.uid());
  if v_role <> 'editor' then
    return query select 'ready_to_ship', '', '', count(*)::int, null::bigint, '', min(o.placed_at)
      from public.order_records o where o.status = 'ready_to_ship';
    return query select 'paid', '', '', count(*)::int, null::bigint, '', min(o.placed_at)
      from public.order_records o where o.status = 'paid';
    return query select 'awaiting_payment', '', '', count(*)::int, coalesce(sum(private.due_now(o)), 0), coalesce(max(o.currency), ''), min(o.pay_by)
      from public.order_records o where o.status = 'awaiting_payment';
    return query select 'refund_due', '', '', count(*)::int, coalesce(sum(o.refund_due_minor), 0), coalesce(max(o.currency), ''), null::timestamptz
      from public.order_records o where o.refund_due_minor > 0;
    return query select 'address_question', '', '', count(*)::int, null::bigint, '', min(o.placed_at)
      from public.order_records o where o.address_question is not null;
  end if;
  if v_role in ('owner', 'fulfilment') then
    return query select x.what, '', '', count(o.id)::int, coalesce(sum(o.total_minor), 0), coalesce(max(o.currency), ''), x.since
      from (values ('today', date_trunc('day', now()), now()),
        ('week_ago', date_trunc('day', now()) - interval '7 days', now() - interval '7 days')) x (what, since, until)
      left join public.order_records o on o.placed_at >= x.since and o.placed_at <= x.until and o.status not in ('expired', 'cancelled')
      group by x.what, x.since;
  end if;
  if v_role in ('owner', 'editor') then
    return query select 'draft', '', '', count(*)::int, null::bigint, '', null::timestamptz
      from public.products p where p.status = 'draft';
    return query select 'batch_ends', b.code || ': ' || p.title, p.id::text, 1, null::bigint, '', b.closes_at
      from public.batches b join public.products p on p.id = b.product_id
      where b.stage in ('announced', 'open') and b.settled_at is null and b.closes_at <= now() + interval '7 days';
  end if;
  if v_role = 'owner' then
    return query select 'list_ends', l.title, l.id::text, 1, null::bigint, '', l.closes_at
      from public.lists l where l.status = 'open' and l.closes_at <= now() + interval '7 days';
    return query select 'offers_end', l.title, l.id::text, count(*)::int, null::bigint, '', min(f.expires_at)
      from public.offers f join public.lists l on l.id = f.list_id
      where f.status = 'pending' and f.expires_at <= now() + interval '2 days' group by l.id;
  end if;
  return query select case when r.faults > 0 then 'faults' else 'warnings' end, '', '',
      case when r.faults > 0 then r.faults else r.warnings end, null::bigint, '', r.at
    from public.check_runs r where r.role = v_role order by r.id desc limit 1;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.find_publish_faults()
 RETURNS TABLE(code text, severity text, about text, message text, since timestamp with time zone, desk text, record text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select 'publish_failed', 'fault', 'Publishing', 'The last build failed, so the site has not changed. See “Last build” above.',
    r.finished_at, 'check', ''
  from (select * from public.publish_requests order by requested_at desc limit 1) r where r.status = 'failed'
  union all
  select 'publish_stuck', 'fault', 'Publishing', 'A build has been running for over an hour.', r.started_at, 'check', ''
  from public.publish_requests r where r.status = 'running' and r.started_at < now() - interval '1 hour'
  union all
  select 'publish_waits', 'fault', 'Publishing', 'A build has been waiting for the builder for over 30 minutes. Publish again to call it once more.',
    r.requested_at, 'check', ''
  from public.publish_requests r where r.status = 'queued' and r.requested_at < now() - interval '30 minutes'
$function$
;

CREATE OR REPLACE FUNCTION private.give_up_lost_builds()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$
;

CREATE OR REPLACE FUNCTION private.note_job_turns(p_done jsonb)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  insert into private.job_turns as t (job, ran_at, worked_at, problem)
  select j.job, now(), case when p_done ->> (j.job || '_failed') is null then now() end,
    coalesce(left(p_done ->> (j.job || '_failed'), 500), '')
  from unnest(array['lists', 'orders', 'batches', 'reminders', 'address_reminders', 'follows', 'accounts', 'builds']) j (job)
  order by 1
  on conflict (job) do update
  set ran_at = excluded.ran_at, worked_at = coalesce(excluded.worked_at, t.worked_at), problem = excluded.problem
$function$
;

CREATE OR REPLACE FUNCTION private.run_due_jobs()
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
    v_done := v_done || jsonb_build_object('deleted_accounts', private.delete_due_accounts());
  exception when others then
    v_done := v_done || jsonb_build_object('accounts_failed', sqlerrm);
  end;
  begin
    v_done := v_done || jsonb_build_object('lost_builds', private.give_up_lost_builds());
  exception when others then
    v_done := v_done || jsonb_build_object('builds_failed', sqlerrm);
  end;
  perform private.note_job_turns(v_done);
  return v_done;
end;
$function$
;

CREATE OR REPLACE FUNCTION private.spread_discount(p_order uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  -- Who changes an order has asked for the minimum, or is staff, who may go below it.
  v_rules constant jsonb := (
    select coalesce(jsonb_agg(r - 'minimum_minor' order by i), '[]')
    from jsonb_array_elements(private.code_rules(p_order)) with ordinality x (r, i));
  v_offs bigint[];
begin
  if v_rules = '[]' then
    return;
  end if;
  -- Pieces that were given back too: enter_costs leaves what they cost at nothing, whatever their line costs now.
  select private.discount_by_rules(v_rules, sum(l.total_minor)) into v_offs
  from public.order_lines l where l.order_id = p_order;
  update public.order_lines l set discount_minor = x.off,
    tax_minor = private.tax_part(l.total_minor - x.off, nullif(l.tax_rate_basis_points, 0), l.tax_included)
  from (
    select f.id, (private.split_amount((select sum(o) from unnest(v_offs) o)::bigint, array_agg(f.total_minor::bigint)
      over (order by f.position rows between unbounded preceding and unbounded following)))[
      (row_number() over (order by f.position))::int] as off
    from public.order_lines f where f.order_id = p_order
  ) x
  where l.id = x.id and l.discount_minor <> x.off;
  update private.discount_uses u set amount_minor = x.off
  from (
    select o.code_id, v_offs[(row_number() over (order by o.position, o.code_id))::int] as off
    from private.discount_uses o where o.order_id = p_order and o.given_back_at is null
  ) x
  where u.order_id = p_order and u.code_id = x.code_id and u.amount_minor <> x.off;
end;
$function$
;

CREATE OR REPLACE FUNCTION public.desk_home()
 RETURNS TABLE(what text, subject text, record text, count integer, amount_minor bigint, currency text, at timestamp with time zone)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select * from private.desk_home()
$function$
;

ALTER TABLE "public"."publish_requests" ADD CONSTRAINT "publish_requests_log_url_check" CHECK (((log_url ~ '^https://[^[:space:]]+$'::text) AND (length(log_url) <= 500)));

COMMENT ON COLUMN "public"."publish_requests"."log_url" IS 'Where the builder keeps its own log; null where the log here is all there is.';

COMMENT ON FUNCTION "private"."desk_home"() IS 'Body of public.desk_home. Security definer: counts over orders of everybody, which the caller''s role may read.';

COMMENT ON FUNCTION "private"."give_up_lost_builds"() IS 'Ends builds of builders that never came back; one that reports later is believed. Security definer: jobs may not write requests.';

COMMENT ON FUNCTION "public"."desk_home"() IS 'What waits for the caller: {what, subject, record, count, amount_minor, currency, at} for each thing that their role may open. Staff. Refuses with not_allowed, second_factor, second_factor_missing.';

REVOKE ALL ON FUNCTION "private"."desk_home"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."desk_home"() TO "authenticated";

REVOKE ALL ON FUNCTION "private"."give_up_lost_builds"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."desk_home"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."desk_home"() TO "authenticated";

REVOKE ALL ("log_url") ON TABLE "public"."publish_requests" FROM "service_role";

GRANT UPDATE ("log_url") ON TABLE "public"."publish_requests" TO "service_role";

reset check_function_bodies;

-- By hand, after the schema has changed:

-- End of what is written by hand.

reset lock_timeout;

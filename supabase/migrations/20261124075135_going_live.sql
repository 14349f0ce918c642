-- Locks nothing.

set lock_timeout = '10s';

-- By hand, before the schema changes:

-- Written by `npm run db:change`, which replaces it: what differs from supabase/schemas.

set check_function_bodies = off;

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

COMMENT ON FUNCTION "private"."desk_home"() IS 'Body of public.desk_home. Security definer: counts over orders of everybody, which the caller''s role may read.';

COMMENT ON FUNCTION "public"."desk_home"() IS 'What waits for the caller: {what, subject, record, count, amount_minor, currency, at} for each thing that their role may open. Staff. Refuses with not_allowed, second_factor, second_factor_missing.';

REVOKE ALL ON FUNCTION "private"."desk_home"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."desk_home"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."desk_home"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."desk_home"() TO "authenticated";

reset check_function_bodies;

-- By hand, after the schema has changed:

-- End of what is written by hand.

reset lock_timeout;

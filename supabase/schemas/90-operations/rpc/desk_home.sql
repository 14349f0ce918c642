-- What waits for a colleague, and how today goes: one row for each thing, of what their role may open alone.
-- Each count is that of the rows behind it, so that who presses it sees as many; beyond 1,000 nobody counts.

create function private.desk_home()
returns table (what text, subject text, record text, count int, amount_minor bigint, currency text, at timestamptz)
language plpgsql stable security definer
set search_path = ''
as $$
declare
  v_role text;
  -- More are not counted: what waits may be many, and nobody works through so many today.
  v_most constant int := 1001;
begin
  perform private.require_reader('owner', 'editor', 'fulfilment', 'support');
  v_role := (select s.role from private.staff s where s.user_id = auth.uid());
  if v_role <> 'editor' then
    return query select 'ready_to_ship', '', '', count(*)::int, null::bigint, '', min(w.placed_at)
      from (select o.placed_at from public.order_records o where o.status = 'ready_to_ship' order by o.placed_at, o.id limit v_most) w;
    return query select 'paid', '', '', count(*)::int, null::bigint, '', min(w.placed_at)
      from (select o.placed_at from public.order_records o where o.status = 'paid' order by o.placed_at, o.id limit v_most) w;
    return query select 'awaiting_payment', '', '', count(*)::int, case when count(*) < v_most then coalesce(sum(private.due_now(w.o)), 0) end,
        coalesce(max(w.currency), ''), min(w.pay_by)
      from (select o, o.currency, o.pay_by from public.order_records o where o.status = 'awaiting_payment' order by o.pay_by limit v_most) w;
    return query select 'refund_due', '', '', count(*)::int, case when count(*) < v_most then coalesce(sum(w.refund_due_minor), 0) end,
        coalesce(max(w.currency), ''), null::timestamptz
      from (select o.refund_due_minor, o.currency from public.order_records o where o.refund_due_minor > 0 limit v_most) w;
    return query select 'address_question', '', '', count(*)::int, null::bigint, '', min(o.placed_at)
      from public.order_records o where o.address_question is not null;
    return query select 'open_returns', '', '', count(*)::int, null::bigint, '', min(o.placed_at)
      from public.order_records o where o.open_returns > 0;
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
      from (select from public.products p where p.status = 'draft' limit v_most) w;
    return query select 'waiting_photos', '', '', count(*)::int, null::bigint, '', min(w.sent_at)
      from (select c.sent_at from private.customer_photos c where c.status = 'waiting' limit v_most) w;
    return query select 'batch_ends', b.code || ': ' || p.title, p.id::text, 1, null::bigint, '', b.closes_at
      from public.batches b join public.products p on p.id = b.product_id
      where b.stage between 'announced' and 'open' and b.settled_at is null and b.closes_at <= now() + interval '7 days';
  end if;
  if v_role <> 'fulfilment' then
    return query select 'reported_designs', '', '', count(*)::int, null::bigint, '', min(w.at)
      from (
        select min(r.reported_at) as at from public.design_reports r join public.designs d on d.id = r.design_id
        where r.answered_at is null and d.visibility <> 'private' group by r.design_id limit v_most) w;
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
$$;
call pg_temp.expose('desk_home', 'authenticated',
  'counts over orders of everybody, which the caller''s role may read.',
  'What waits for the caller, for each thing that their role may open; a count of 1001 is more than 1,000, whose amount is null. Staff. Refuses with not_allowed, second_factor, second_factor_missing.
Gives {
  what: string;
  subject: string;
  record: string;
  count: number;
  amount_minor: number | null;
  currency: string;
  at: string | null;
}[]');

-- What happens when the window of a group buy ends, and who its buyers are. Invariants: a batch is
-- settled once, under the locks of its orders, its kits and then of itself, in the order in which buyers
-- take them; and what was paid until then decides, never what waits for its payment.

create function private.line_worth(p_line public.order_lines, p_amount int) returns int
language sql stable
set search_path = ''
as $$
  -- A part of what the line cost: less its discount and what tax was taken off, with what was added.
  select case when p_line.total_minor = 0 then 0 else private.share_of(
    (p_line.total_minor - p_line.discount_minor
      + case when p_line.tax_included then 0 else p_line.tax_minor end)::bigint,
    p_amount, p_line.total_minor)::int end
$$;
comment on function private.line_worth(public.order_lines, int) is
  'What a part of a line''s price is worth to its buyer, discount and tax in proportion.';

create function private.settle_paid_line(p_line public.order_lines, p_kind text, p_amount int, p_words text) returns void
language plpgsql
set search_path = ''
as $$
declare
  v_order public.order_records;
  v_back int;
begin
  select * into v_order from public.order_records where id = p_line.order_id;
  perform private.enter(v_order, 'settled', p_line.id, 0, -p_amount, p_words);
  if p_kind = 'dropped' then
    update public.order_lines set refunded_quantity = quantity where id = p_line.id;
    -- Who gets back every line has nothing shipped either.
    perform private.enter(o, 'settled', null, 0, least(o.forgone_minor - o.total_minor, 0), p_words) from public.order_records o
    where o.id = p_line.order_id and not exists (
      select from public.order_lines l where l.order_id = o.id and l.refunded_quantity < l.quantity);
  end if;
  v_back := least(p_amount, (select o.refund_due_minor from public.order_records o where o.id = p_line.order_id));
  perform private.record_event(p_line.order_id, case p_kind when 'dropped' then 'kit_dropped' else 'price_settled' end,
    p_words, p_before => jsonb_build_object('line_id', p_line.id, 'unit_price_minor', p_line.unit_price_minor),
    p_after => jsonb_build_object('refund_minor', v_back, 'currency', p_line.currency), p_by_shop => true);
  perform private.mail_about_order(p_line.order_id, case p_kind when 'dropped' then 'kit_dropped' else 'price_settled' end,
    p_line.id::text, jsonb_build_object('line', p_line.title || ', ' || p_line.variant_title, 'words', p_words,
      'settled', jsonb_build_array(private.settled_facts(p_line, p_kind = 'dropped')), 'refund_minor', v_back, 'currency', p_line.currency));
end;
$$;
comment on function private.settle_paid_line(public.order_lines, text, int, text) is
  'Takes what is left of a paid line off the order, whole or in part: entered and told. What was paid for it is owed back by that.';

create function private.settled_facts(p_line public.order_lines, p_is_dropped boolean) returns jsonb
language plpgsql stable
set search_path = ''
as $$
begin
  return jsonb_build_object('variant_title', p_line.variant_title, 'is_dropped', p_is_dropped,
    'moq', (select k.moq from public.batch_kits k where k.batch_id = p_line.batch_id and k.variant_id = p_line.variant_id));
end;
$$;
comment on function private.settled_facts(public.order_lines, boolean) is 'What a closing decided of a line, for a mail to say in the language of its reader.';

create function private.lines_to_settle(p_order uuid, p_batch uuid)
returns table (line public.order_lines, is_dropped boolean, off_minor int, words text)
language plpgsql stable
set search_path = ''
as $$
begin
  return query
  select l, k.dropped_at is not null,
    greatest(w.base_minor - private.tier_price(k.id, k.settled_count, v.price_minor), 0)::int,
    case when k.dropped_at is null then format('%s reached a better price', l.variant_title)
      else format('%s did not reach its minimum of %s, so it won’t be made.', l.variant_title, k.moq) end
  from public.order_lines l
  join public.batch_kits k on k.batch_id = p_batch and k.variant_id = l.variant_id and k.settled_count is not null
  join public.variants v on v.id = k.variant_id
  -- What the kit itself cost then: options come on top and stay.
  cross join lateral (
    select l.unit_price_minor - coalesce(sum((o ->> 'price_delta_minor')::int), 0) as base_minor
    from jsonb_array_elements(l.options) o) w
  where l.order_id = p_order and l.batch_id = p_batch and l.refunded_quantity < l.quantity
  order by l.id;
end;
$$;
comment on function private.lines_to_settle(uuid, uuid) is
  'The lines of an order that a closing decides: whether their kit is dropped, and how much less one piece costs. A price never rises after the order.';

create function private.settle_paid_order(p_order uuid, p_batch uuid) returns void
language plpgsql
set search_path = ''
as $$
declare
  v record;
  v_cost int;
begin
  for v in select * from private.lines_to_settle(p_order, p_batch) loop
    select m.cost_minor into v_cost from private.line_money(v.line) m;
    if v.is_dropped then
      perform private.settle_paid_line(v.line, 'dropped', v_cost, v.words);
    elsif v.off_minor > 0 then
      perform private.settle_paid_line(v.line, 'cheaper', least(v_cost,
        private.line_worth(v.line, v.off_minor * ((v.line).quantity - (v.line).refunded_quantity))), v.words || ': we refund the difference.');
    end if;
  end loop;
end;
$$;
comment on function private.settle_paid_order(uuid, uuid) is
  'What a closing means for an order that was paid: dropped lines and differences are given back.';

create function private.settle_unpaid_order(p_order public.order_records, p_batch uuid) returns boolean
language plpgsql
set search_path = ''
as $$
declare
  v_taxes constant jsonb := private.order_taxes(p_order.id, p_order.shipping_minor);
  v_dropped uuid[];
  v_words text;
  v_settled jsonb;
  v record;
begin
  select array_agg((s.line).id) filter (where s.is_dropped),
    jsonb_agg(private.settled_facts(s.line, s.is_dropped)) filter (where s.is_dropped or s.off_minor > 0),
    string_agg(s.words || case when s.is_dropped then '' else ': you pay less.' end, ' ') filter (where s.is_dropped or s.off_minor > 0)
  into v_dropped, v_settled, v_words from private.lines_to_settle(p_order.id, p_batch) s;
  if v_words is null then
    return false;
  end if;
  if not exists (
    select from public.order_lines l
    where l.order_id = p_order.id and l.refunded_quantity < l.quantity and l.id <> all (coalesce(v_dropped, '{}'))
  ) then
    perform private.move_order(p_order.id, 'awaiting_payment', 'cancelled', 'shop', v_words);
    perform private.mail_about_order(p_order.id, 'order_cancelled', 'cancelled', jsonb_build_object('reason', v_words, 'settled', v_settled));
    return true;
  end if;
  for v in select * from private.lines_to_settle(p_order.id, p_batch) s where s.is_dropped or s.off_minor > 0 loop
    perform private.settle_unpaid_line(v.line, v.is_dropped, v.off_minor, v.words || case when v.is_dropped then '' else ': you pay less.' end);
  end loop;
  perform private.sum_amended_order(p_order, p_order.shipping_minor, v_taxes, v_words);
  perform private.mail_about_order(p_order.id, 'order_changed', (select max(e.id)::text from public.order_events e where e.order_id = p_order.id),
    jsonb_build_object('reason', v_words, 'settled', v_settled));
  return false;
end;
$$;
comment on function private.settle_unpaid_order(public.order_records, uuid) is
  'What a closing means for an order that waits for its payment: it costs what the paid orders made of it, without the kits that are not made. True where nothing is left of it and it is cancelled; the caller frees what it held.';

create function private.settle_unpaid_line(p_line public.order_lines, p_is_dropped boolean, p_off_minor int, p_words text) returns void
language plpgsql
set search_path = ''
as $$
declare
  v_unit constant int := p_line.unit_price_minor - p_off_minor;
begin
  perform private.record_event(p_line.order_id, case when p_is_dropped then 'kit_dropped' else 'price_settled' end, p_words,
    p_before => jsonb_build_object('line_id', p_line.id, 'unit_price_minor', p_line.unit_price_minor),
    p_after => case when not p_is_dropped then jsonb_build_object('line_id', p_line.id, 'unit_price_minor', v_unit) end, p_by_shop => true);
  if p_is_dropped then
    perform private.release_holds(
      array(select h.id from private.holds h where h.line_id = p_line.id and h.state = 'held'), '[]', 'A kit was dropped');
    delete from public.order_lines where id = p_line.id;
  else
    update public.order_lines l set unit_price_minor = v_unit, total_minor = v_unit * l.quantity,
      -- Within its bounds until spread_discount has shared it out anew.
      discount_minor = least(l.discount_minor, v_unit * l.quantity),
      tax_minor = private.tax_part(v_unit * l.quantity - least(l.discount_minor, v_unit * l.quantity), nullif(l.tax_rate_basis_points, 0), l.tax_included, l.tax_scheme)
    where l.id = p_line.id;
  end if;
end;
$$;
comment on function private.settle_unpaid_line(public.order_lines, boolean, int, text) is
  'Takes a line that is not made out of an unpaid order, or writes its lower price; the caller sums the order up.';

create function private.lock_settlement(p_batch uuid) returns uuid[]
language plpgsql
set search_path = ''
as $$
declare
  v_dead uuid[];
begin
  -- Orders before kits, as everybody does: who pays or cancels meanwhile counts before it, or comes after it.
  perform 1 from public.order_records o
  where o.id in (select b.order_id from public.order_batches b where b.batch_id = p_batch)
    and o.status not in ('expired', 'cancelled', 'refunded')
  order by o.id for update;
  v_dead := private.end_unpaid_orders(array(
    select o.id from public.order_records o
    where o.id in (select b.order_id from public.order_batches b where b.batch_id = p_batch)
      and o.status = 'awaiting_payment' and o.pay_by <= now()));
  -- With those of other batches that its orders hold: what settling frees or counts is locked by now.
  perform 1 from public.batch_kits k
  where k.batch_id = p_batch or k.id in (
    select h.kit_id from private.holds h join public.order_batches b on b.order_id = h.order_id
    where b.batch_id = p_batch and h.state = 'held')
  order by k.batch_id, k.id for no key update;
  -- Lines that are being written point at the batch: only a change of its key would have to wait for them.
  perform 1 from public.batches where id = p_batch for no key update;
  return v_dead;
end;
$$;
comment on function private.lock_settlement(uuid) is
  'Locks all that a closing decides, and ends the orders whose time to pay has passed: gives these, for the caller to free what they held.';

create function private.settle_batch(p_batch uuid) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  v_ended uuid[];
  v_batch public.batches;
  v_waiting jsonb;
  v_fails boolean;
  v_order public.order_records;
begin
  if not exists (select from public.batches b where b.id = p_batch and b.settled_at is null and b.stage between 'announced' and 'closed') then
    return null;
  end if;
  v_ended := private.lock_settlement(p_batch);
  select * into v_batch from public.batches where id = p_batch;
  if v_batch.settled_at is not null or v_batch.stage not between 'announced' and 'closed' then
    -- Somebody was faster.
    perform private.free_ended_orders(v_ended);
    return null;
  end if;
  update public.batches set stage = 'open' where id = p_batch and stage = 'announced';
  update public.batches set stage = 'closed' where id = p_batch and stage = 'open';
  update public.batches set settled_at = clock_timestamp() where id = p_batch;
  select jsonb_object_agg(k.variant_id, k.waiting_count - private.dead_places(k.id)) into v_waiting
  from public.batch_kits k where k.batch_id = p_batch;
  -- Without a kit that the others need, nothing of it is made.
  v_fails := exists (
    select from public.batch_kits k join public.variants v on v.id = k.variant_id
    where k.batch_id = p_batch and v.is_required and k.ordered_count < k.moq);
  update public.batch_kits set settled_count = ordered_count,
    dropped_at = case when v_fails or ordered_count < moq then clock_timestamp() end
  where batch_id = p_batch and dropped_at is null;
  for v_order in
    select o.* from public.order_records o
    where o.id in (select b.order_id from public.order_batches b where b.batch_id = p_batch)
      and o.status not in ('expired', 'cancelled', 'refunded')
    order by o.id
  loop
    if v_order.status <> 'awaiting_payment' then
      perform private.settle_paid_order(v_order.id, p_batch);
    elsif private.settle_unpaid_order(v_order, p_batch) then
      v_ended := v_ended || v_order.id;
    end if;
  end loop;
  perform private.free_ended_orders(v_ended);
  if not exists (select from public.batch_kits where batch_id = p_batch and dropped_at is null) then
    update public.batches set stage = 'moq_failed' where id = p_batch;
  end if;
  return (
    select jsonb_build_object('batch_id', b.id, 'stage', b.stage, 'settled_at', b.settled_at,
      'dropped_kits', (select count(*) from public.batch_kits where batch_id = p_batch and dropped_at is not null),
      'kits', private.settlement_of(p_batch, v_waiting))
    from public.batches b where b.id = p_batch);
end;
$$;
comment on function private.settle_batch(uuid) is
  'Closes a batch whose window has ended and decides each kit by what was paid, once; null when there was nothing to settle.';

create function private.close_due_batches() returns int
language plpgsql security definer
set search_path = ''
as $$
declare
  v_batch record;
  v_count int := 0;
begin
  delete from private.job_failures f where f.job = 'batches' and not exists (
    select from public.batches b where b.id = f.item and b.settled_at is null);
  for v_batch in
    select id, code from public.batches
    where settled_at is null and stage between 'announced' and 'closed' and closes_at <= clock_timestamp()
      and not private.is_set_aside('batches', id)
    order by id
  loop
    begin
      if private.settle_batch(v_batch.id) is not null then
        v_count := v_count + 1;
      end if;
    exception when others then
      perform private.note_job_failure('batches', v_batch.id, v_batch.code, sqlerrm);
    end;
  end loop;
  return v_count;
end;
$$;
comment on function private.close_due_batches() is
  'The job that settles what has closed. Security definer: jobs may not write orders.';

create function private.buyers_of(p_batches uuid[])
returns table (email text, user_id uuid, order_id uuid, number text)
language sql stable
set search_path = ''
as $$
  select distinct on (lower(c.email)) c.email, o.user_id, o.id, o.number
  from public.order_lines l
  join public.order_records o on o.id = l.order_id
  join private.order_contacts c on c.order_id = o.id
  where l.batch_id = any (p_batches) and l.refunded_quantity < l.quantity
    and o.paid_at is not null and o.status not in ('expired', 'cancelled', 'refunded')
  order by lower(c.email), o.placed_at desc
$$;
comment on function private.buyers_of(uuid[]) is
  'Everyone who paid for something of these batches and still gets it, each address once.';

create function private.tell_voters(p_list uuid, p_batch public.batches) returns int
language plpgsql
set search_path = ''
as $$
declare
  v_told int;
begin
  perform private.queue_mail('interest_became_group_buy', u.email, e.id || ':' || p_batch.id,
    jsonb_build_object('list_id', l.id, 'list_title', l.title, 'batch_title', p_batch.title, 'product_title', p.title,
      'product_url', p.url, 'product_kind', p.kind, 'opens_at', p_batch.opens_at, 'closes_at', p_batch.closes_at), u.id)
  from public.list_entries e
  join public.lists l on l.id = e.list_id
  join public.products p on p.id = l.product_id
  join auth.users u on u.id = e.user_id and u.email <> ''
  where e.list_id = p_list and e.withdrawn_at is null;
  get diagnostics v_told = row_count;
  return v_told;
end;
$$;
comment on function private.tell_voters(uuid, public.batches) is 'Queues the mail that a vote has become a group buy.';

create function private.duplicate_entries(p_list uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  with facts as (
    select e.id as entry_id, 'address' as because,
      lower(regexp_replace(a.line1 || a.postcode || a.country, '[^[:alnum:]]', '', 'g')) as value
    from public.list_entries e join public.addresses a on a.user_id = e.user_id
    where e.list_id = p_list and e.withdrawn_at is null
    union
    select e.id, 'address',
      lower(regexp_replace((c.address ->> 'line1') || (c.address ->> 'postcode') || (c.address ->> 'country'), '[^[:alnum:]]', '', 'g'))
    from public.list_entries e
    join public.order_records o on o.user_id = e.user_id join private.order_contacts c on c.order_id = o.id
    where e.list_id = p_list and e.withdrawn_at is null
    union
    select e.id, 'mailbox', private.mailbox_of(u.email)
    from public.list_entries e join auth.users u on u.id = e.user_id
    where e.list_id = p_list and e.withdrawn_at is null
    union
    select e.id, 'payment_mail', c.mailbox
    from public.list_entries e
    join public.order_records o on o.user_id = e.user_id join private.order_contacts c on c.order_id = o.id
    where e.list_id = p_list and e.withdrawn_at is null
  )
  select coalesce(jsonb_agg(jsonb_build_object('because', because, 'entries', entries) order by because, entries::text), '[]')
  from (
    select because, jsonb_agg(distinct entry_id) as entries from facts
    where length(value) > 4 group by because, value having count(distinct entry_id) > 1
  ) groups
$$;
comment on function private.duplicate_entries(uuid) is
  'Entries that share an address, a mailbox or a payment mail, without saying which: staff look, nobody is turned away by it.';

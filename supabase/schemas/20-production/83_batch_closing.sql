-- What happens when the window of a group buy ends, and who its buyers are. The only place that
-- drops kits and makes prices final. Invariant: a batch is settled once, under the locks of its kits
-- and then of itself, in the order in which buyers take them.

create function private.line_worth(p_line public.order_lines, p_amount int) returns int
language sql stable
set search_path = ''
as $$
  -- A part of what the line cost: less its discount, with its tax where the price had none.
  select case when p_line.total_minor = 0 then 0 else private.share_of(
    (p_line.total_minor - p_line.discount_minor
      + case when p_line.tax_included then 0 else p_line.tax_minor end)::bigint,
    p_amount, p_line.total_minor)::int end
$$;
comment on function private.line_worth(public.order_lines, int) is
  'What a part of a line''s price is worth to its buyer, discount and tax in proportion.';

create table private.line_settlements (
  line_id uuid primary key references public.order_lines (id) on delete cascade,
  order_id uuid not null references public.order_records (id) on delete cascade,
  kind text not null check (kind in ('dropped', 'cheaper')),
  amount_minor int not null check (amount_minor >= 0),
  currency text not null default 'EUR' check (currency ~ '^[A-Z]{3}$'),
  is_due boolean not null default false,
  created_at timestamptz not null default now()
);
create index line_settlements_order_idx on private.line_settlements (order_id);
alter table private.line_settlements enable row level security;
comment on table private.line_settlements is 'What the closing of a batch gives back for a line.';
comment on column private.line_settlements.line_id is 'For which line; a line is settled once.';
comment on column private.line_settlements.kind is 'The kit was dropped, or it got cheaper.';
comment on column private.line_settlements.amount_minor is 'How much, in minor units.';
comment on column private.line_settlements.is_due is 'Whether the order was paid, so that it is owed; otherwise it is once it is.';

create function private.owe_settlements(p_order uuid) returns void
language plpgsql
set search_path = ''
as $$
declare
  v_amount int;
begin
  with due as (
    update private.line_settlements set is_due = true
    where order_id = p_order and not is_due returning amount_minor
  )
  select coalesce(sum(amount_minor), 0) into v_amount from due;
  if not found or v_amount = 0 then
    return;
  end if;
  -- Who gets back every line has nothing shipped either.
  update public.order_records o set refund_due_minor = case
    when exists (select from public.order_lines l where l.order_id = o.id and l.refunded_quantity < l.quantity)
      then least(o.refund_due_minor + v_amount, o.captured_minor - o.refunded_minor)
    else o.captured_minor - o.refunded_minor end
  where o.id = p_order;
end;
$$;
comment on function private.owe_settlements(uuid) is
  'Turns what a closing gives back into money that staff owe; never more than was paid.';

create function private.settle_line(p_line public.order_lines, p_kind text, p_amount int, p_words text) returns void
language plpgsql
set search_path = ''
as $$
begin
  insert into private.line_settlements (line_id, order_id, kind, amount_minor, currency)
  values (p_line.id, p_line.order_id, p_kind, p_amount, p_line.currency);
  if p_kind = 'dropped' then
    update public.order_lines set refunded_quantity = quantity where id = p_line.id;
  end if;
  perform private.record_event(p_line.order_id, case p_kind when 'dropped' then 'kit_dropped' else 'price_settled' end,
    p_words, p_before => jsonb_build_object('line_id', p_line.id, 'unit_price_minor', p_line.unit_price_minor),
    p_after => jsonb_build_object('refund_minor', p_amount, 'currency', p_line.currency), p_by_shop => true);
  if exists (select from public.order_records where id = p_line.order_id and captured_minor > 0) then
    perform private.owe_settlements(p_line.order_id);
  end if;
  perform private.mail_about_order(p_line.order_id, case p_kind when 'dropped' then 'kit_dropped' else 'price_settled' end,
    p_line.id::text, jsonb_build_object('line', p_line.title || ', ' || p_line.variant_title, 'words', p_words,
      'refund_minor', p_amount, 'currency', p_line.currency));
end;
$$;
comment on function private.settle_line(public.order_lines, text, int, text) is
  'Gives a line back, whole or in part: noted, told and owed.';

create function private.settle_kit(p_kit public.batch_kits, p_batch public.batches, p_is_dropped boolean) returns void
language plpgsql
set search_path = ''
as $$
declare
  v_line public.order_lines;
  v_final int;
  v_was int;
begin
  if p_is_dropped then
    update public.batch_kits set dropped_at = clock_timestamp() where id = p_kit.id;
  end if;
  select private.tier_price(p_kit.id, p_kit.ordered_count - private.dead_places(p_kit.id), v.price_minor)
  into v_final from public.variants v where v.id = p_kit.variant_id;
  for v_line in
    select l.* from public.order_lines l join public.order_records o on o.id = l.order_id
    where l.batch_id = p_batch.id and l.variant_id = p_kit.variant_id and l.refunded_quantity = 0
      and o.status not in ('expired', 'cancelled', 'refunded')
    order by l.order_id, l.id
  loop
    -- What the kit itself cost then: options come on top and stay.
    v_was := v_line.unit_price_minor - coalesce((
      select sum((o ->> 'price_delta_minor')::int) from jsonb_array_elements(v_line.options) o), 0);
    if p_is_dropped then
      perform private.settle_line(v_line, 'dropped', private.line_worth(v_line, v_line.total_minor),
        format('%s stayed under its minimum of %s and is not made.', v_line.variant_title, p_kit.moq));
    elsif v_final < v_was then
      perform private.settle_line(v_line, 'cheaper', private.line_worth(v_line, (v_was - v_final) * v_line.quantity),
        format('%s reached a better price: the difference comes back.', v_line.variant_title));
    end if;
  end loop;
end;
$$;
comment on function private.settle_kit(public.batch_kits, public.batches, boolean) is
  'Decides one kit: dropped and given back by line, or made at the price that its count reached. A price never rises after the order.';

create function private.settle_batch(p_batch uuid) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  v_batch public.batches;
  v_kit public.batch_kits;
  v_fails boolean;
  v_dropped int := 0;
begin
  perform 1 from public.batch_kits where batch_id = p_batch order by id for no key update;
  -- Lines that are being written point at the batch: only a change of its key would have to wait for them.
  select * into v_batch from public.batches where id = p_batch for no key update;
  if v_batch.settled_at is not null or v_batch.stage not in ('announced', 'open', 'closed') then
    return null;
  end if;
  update public.batches set stage = 'open' where id = p_batch and stage = 'announced';
  update public.batches set stage = 'closed' where id = p_batch and stage = 'open';
  update public.batches set settled_at = clock_timestamp() where id = p_batch;
  -- Without a kit that the others need, nothing of it is made.
  v_fails := exists (
    select from public.batch_kits k join public.variants v on v.id = k.variant_id
    where k.batch_id = p_batch and v.is_required and k.ordered_count - private.dead_places(k.id) < k.moq);
  for v_kit in select * from public.batch_kits where batch_id = p_batch and dropped_at is null order by id loop
    perform private.settle_kit(v_kit, v_batch,
      v_fails or v_kit.ordered_count - private.dead_places(v_kit.id) < v_kit.moq);
  end loop;
  select count(*) into v_dropped from public.batch_kits where batch_id = p_batch and dropped_at is not null;
  if not exists (select from public.batch_kits where batch_id = p_batch and dropped_at is null) then
    update public.batches set stage = 'moq_failed' where id = p_batch;
  end if;
  return (select jsonb_build_object('batch_id', id, 'stage', stage, 'settled_at', settled_at, 'dropped_kits', v_dropped)
    from public.batches where id = p_batch);
end;
$$;
comment on function private.settle_batch(uuid) is
  'Closes a batch whose window has ended and decides each kit, once; null when there was nothing to settle.';

create function private.close_due_batches() returns int
language plpgsql security definer
set search_path = ''
as $$
declare
  v_batch uuid;
  v_count int := 0;
begin
  for v_batch in
    select id from public.batches
    where settled_at is null and stage in ('announced', 'open', 'closed') and closes_at <= clock_timestamp()
    order by id
  loop
    if private.settle_batch(v_batch) is not null then
      v_count := v_count + 1;
    end if;
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
    jsonb_build_object('list_title', l.title, 'batch_title', p_batch.title, 'product_title', p.title,
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
    select e.id, 'payment_mail', lower(c.email)
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
  'Entries that share an address or a payment mail, without saying which: staff look, nobody is turned away by it.';

-- The shop's health: everything that is wrong with it now, each with how bad it is, since when, and
-- where it is mended. Asking changes nothing but the list of runs. A finding about a person names an id, never a mailbox.

create function private.find_goods_faults()
returns table (code text, severity text, about text, message text, since timestamptz, desk text, record text)
language sql stable
set search_path = ''
as $$
  with shown as (
    select * from public.products where status in ('published', 'scheduled') and publish_at <= now()
  )
  select 'no_variant', 'fault', p.title, 'It can’t be bought: it has no variants.',
    p.updated_at, 'products', p.id::text
  from shown p where not exists (select from public.variants v where v.product_id = p.id)
  union all
  select 'no_picture', 'warning', p.title, 'It has no picture.', p.updated_at, 'products', p.id::text
  from shown p where not exists (select from public.product_images i where i.product_id = p.id)
  union all
  select 'lost_picture', 'fault', p.title, 'A picture file is missing: ' || f.path,
    i.updated_at, 'products', p.id::text
  from public.product_images i join shown p on p.id = i.product_id
  cross join unnest(array[i.storage_path, i.turn_path]) f (path)
  where i.render is null and f.path is not null and not exists (
    select from storage.objects o where o.bucket_id = 'product-images' and o.name = f.path)
  union all
  select 'lost_sound', 'fault', p.title, 'A sound file is missing: ' || s.storage_path,
    s.updated_at, 'products', p.id::text
  from public.product_sounds s join shown p on p.id = s.product_id
  where not exists (
    select from storage.objects o where o.bucket_id = 'product-sounds' and o.name = s.storage_path)
  union all
  select 'lost_photo', 'fault', p.title, 'The file of a customer''s photo is missing: ' || s.storage_path,
    s.updated_at, 'photos?tab=shown', ''
  from public.shown_photos s join shown p on p.id = s.product_id
  where not exists (
    select from storage.objects o where o.bucket_id = 'customer-photos' and o.name = s.storage_path)
  union all
  select 'large_picture', 'warning', p.title, 'A picture file is ' || round((o.metadata ->> 'size')::numeric / 1048576) || ' MB, which slows every build: ' || i.storage_path,
    i.updated_at, 'products', p.id::text
  from public.product_images i join shown p on p.id = i.product_id
  join storage.objects o on o.bucket_id = 'product-images' and o.name = i.storage_path
  where (o.metadata ->> 'size')::numeric > 6 * 1048576
  union all
  select 'empty_alt', 'warning', p.title, 'The alt text “' || i.alt || '” does not describe the picture.',
    i.updated_at, 'products', p.id::text
  from public.product_images i join shown p on p.id = i.product_id
  where i.alt ~* '\.(jpe?g|png|webp|avif)$' or i.alt ~* '^(img|dsc|image|photo|picture|untitled)[ _-]*[0-9]*$'
  union all
  select 'empty_option', 'fault', p.title, 'There is nothing to choose for “' || o.title || '”, which is required.',
    o.updated_at, 'products', p.id::text
  from public.product_options o join shown p on p.id = o.product_id
  where o.is_required and not exists (
    select from public.option_values v where v.option_id = o.id and v.is_offered)
  union all
  select 'doubled_choice', 'fault', p.title, 'Buyers choose it twice, as the variant “' || d.variant_title || '” and as “' || d.option_title || ': ' || d.value_title || '”, which can contradict each other.',
    p.updated_at, 'products', p.id::text
  from shown p cross join lateral (select * from private.doubled_choices(p.id) limit 1) d
  union all
  select 'no_batch', 'fault', v.sku, 'It is sold in a group buy, and no batch has it.',
    v.updated_at, 'products', p.id::text
  from public.variants v join shown p on p.id = v.product_id
  where v.availability = 'group_buy' and not exists (
    select from public.batch_kits k where k.variant_id = v.id)
  union all
  select 'no_list', 'fault', v.sku, 'It is sold through a list, and no list has it.',
    v.updated_at, 'products', p.id::text
  from public.variants v join shown p on p.id = v.product_id
  where v.availability = 'list' and not exists (
    select from public.list_choices c where c.variant_id = v.id)
  union all
  select 'late_preorder', 'warning', v.sku, 'Its ship date has passed.',
    v.ships_on::timestamptz, 'products', p.id::text
  from public.variants v join shown p on p.id = v.product_id
  where v.availability = 'preorder' and v.ships_on < current_date
  union all
  select 'edition_overdrawn', 'fault', c.name, 'More were given away or made to order than the edition has.',
    c.updated_at, 'colorways', c.code
  from public.colorways c where c.commissioned + c.given_away > c.edition_size
  union all
  select 'removed_colour', 'warning', d.name, 'The gallery shows this design in ' || c.name || ', which is archived.',
    c.updated_at, 'colorways', c.code
  from public.colorways c
  join public.designs d on strpos(d.design::text, '"code": "' || c.code || '"') > 0
  where c.palette_id is not null and c.status = 'archived' and d.visibility = 'public' and d.hidden_at is null
$$;
comment on function private.find_goods_faults() is 'What keeps goods from being shown and bought.';

create function private.find_batch_faults()
returns table (code text, severity text, about text, message text, since timestamptz, desk text, record text)
language sql stable
set search_path = ''
as $$
  select 'stale_batch', 'warning', b.code, 'Its group buy has closed. Settle it.',
    b.closes_at, 'products', b.product_id::text
  from public.batches b where b.stage between 'announced' and 'open' and b.closes_at < now() - interval '3 days'
  union all
  -- Its buyers wait: they are owed a word, were it only that there is none.
  select 'quiet_batch', 'warning', b.code,
    'Its buyers have had no update for ' || private.setting('weeks_before_silence') || ' weeks.',
    l.heard_at, 'products', b.product_id::text
  from public.batches b join private.batch_stages s on s.stage = b.stage and s.shelf = 'making'
  cross join lateral (
    select greatest(
      (select max(u.publish_at) from public.update_batches n join public.updates u on u.id = n.update_id
        where n.batch_id = b.id and u.status in ('published', 'scheduled') and u.publish_at <= now()),
      b.closes_at
    ) as heard_at
  ) l
  where l.heard_at < now() - make_interval(weeks => private.setting('weeks_before_silence'))
  union all
  select 'batch_without_kits', 'fault', b.code, 'It is open but has no kit to order. Add one.',
    b.updated_at, 'products', b.product_id::text
  from public.batches b
  where b.stage = 'open' and not exists (select from public.batch_kits k where k.batch_id = b.id)
$$;
comment on function private.find_batch_faults() is 'Batches that are late with their stage, their kits or a word to their buyers.';

create function private.find_shipping_faults()
returns table (code text, severity text, about text, message text, since timestamptz, desk text, record text)
language sql stable
set search_path = ''
as $$
  select 'no_zone', 'fault', c.name, 'The shop ships there, but it is in no shipping zone, so nobody can order. Add it to a zone.',
    c.updated_at, 'shipping?tab=coverage', c.code
  from public.countries c
  where c.ships and not exists (select from public.zone_countries z where z.country_code = c.code)
  union all
  select 'two_zones', 'fault', c.name, 'It is in more than one shipping zone.',
    c.updated_at, 'shipping?tab=coverage', c.code
  from public.countries c
  where (select count(*) from public.zone_countries z where z.country_code = c.code) > 1
  union all
  select 'zone_without_method', 'fault', z.title, 'No shipping method covers this zone.',
    z.updated_at, 'shipping?tab=methods', ''
  from public.shipping_zones z
  where exists (
    select from public.zone_countries n join public.countries c on c.code = n.country_code
    where n.zone_id = z.id and c.ships
  ) and not exists (select from public.shipping_methods m where m.zone_id = z.id and m.is_offered)
  union all
  select 'method_without_rate', 'fault', m.name, 'It is offered but has no rate for today.',
    m.updated_at, 'shipping?tab=rates', m.id::text
  from public.shipping_methods m
  where m.is_offered and not exists (
    select from public.shipping_rates r
    where r.method_id = m.id and daterange(r.valid_from, r.valid_to) @> current_date)
  union all
  select 'rate_ends_soon', 'warning', m.name, 'All its rates end within two weeks.',
    null::timestamptz, 'shipping?tab=rates', m.id::text
  from public.shipping_methods m
  where m.is_offered and exists (
    select from public.shipping_rates r
    where r.method_id = m.id and daterange(r.valid_from, r.valid_to) @> current_date
  ) and not exists (
    select from public.shipping_rates r
    where r.method_id = m.id and daterange(r.valid_from, r.valid_to) @> current_date + 14)
  union all
  select 'no_tax_rate', 'fault', c.name, 'The shop collects tax in this country, but has no rate for today.',
    c.updated_at, 'shipping?tab=coverage', c.code
  from public.countries c
  where c.ships and (c.in_eu or exists (
    select from public.tax_registrations r
    where r.country_code = c.code and daterange(r.valid_from, r.valid_to) @> current_date)) and not exists (
    select from public.tax_rates t
    where t.country_code = c.code and daterange(t.valid_from, t.valid_to) @> current_date)
$$;
comment on function private.find_shipping_faults() is 'Where nobody can be sent anything, or for a wrong price.';

create function private.is_made_unpaid(p_order public.order_records) returns boolean
language sql immutable
set search_path = ''
as $$
  select p_order.status between 'in_production' and 'delivered' and private.balance_due(p_order) > 0
$$;
comment on function private.is_made_unpaid(public.order_records) is 'Whether work or goods went into an order before all its money came.';

create function private.balance_left_open_at(p_order uuid) returns timestamptz
language sql stable
set search_path = ''
as $$
  select max(e.at) from public.order_events e where e.order_id = p_order and e.kind = 'balance_left_open'
$$;
comment on function private.balance_left_open_at(uuid) is
  'When staff last let an order go on with a balance due; null where nobody did. For find_order_faults alone.';

create function private.find_order_faults()
returns table (code text, severity text, about text, message text, since timestamptz, desk text, record text)
language sql stable
set search_path = ''
as $$
  select 'order_without_lines', 'fault', o.number, 'It has no line.', o.placed_at, 'orders', o.number
  from public.order_records o
  where not exists (select from public.order_lines l where l.order_id = o.id)
  union all
  select 'order_sums', 'fault', o.number, 'Its lines do not add up to what it costs.', o.updated_at, 'orders', o.number
  from public.order_records o
  join (
    select order_id, sum(total_minor) as goods, sum(discount_minor) as taken_off
    from public.order_lines group by order_id
  ) l on l.order_id = o.id
  where l.goods <> o.subtotal_minor or l.taken_off <> o.discount_minor
  union all
  select 'colour_is_gone', 'fault', o.number, 'It is to be made in ' || c.name || ', which is archived.', c.updated_at, 'orders', o.number
  from public.order_records o
  join public.order_lines l on l.order_id = o.id and l.design_id is not null
  join public.colorways c on c.palette_id is not null and c.status = 'archived'
    and strpos(l.design::text, '"code": "' || c.code || '"') > 0
  where o.status in ('awaiting_payment', 'paid', 'in_production')
  union all
  select 'payment_overdue', 'warning', o.number, 'Its payment deadline has passed, but it has not expired.',
    o.pay_by, 'orders', o.number
  from public.order_records o
  where o.status = 'awaiting_payment' and o.pay_by < now() - interval '1 day'
  union all
  select 'made_unpaid', 'fault', o.number, 'It is in production or shipped with a balance due.',
    o.updated_at, 'orders', o.number
  from public.order_records o
  where private.is_made_unpaid(o) and private.balance_left_open_at(o.id) is null
  union all
  -- Whoever said why it goes on has answered for it; the money is due all the same.
  select 'balance_left_open', 'warning', o.number, 'It continued with a balance due, for a reason in its history. The balance is still due.',
    private.balance_left_open_at(o.id), 'orders', o.number
  from public.order_records o
  where private.is_made_unpaid(o) and private.balance_left_open_at(o.id) is not null
$$;
comment on function private.find_order_faults() is 'Orders that contradict themselves or wait too long.';

create function private.repriced_at(p_order uuid, p_paid_at timestamptz) returns timestamptz
language sql stable
set search_path = ''
as $$
  select max(e.at) from public.order_events e
  where e.order_id = p_order and e.kind in ('options_changed', 'amended') and e.at >= p_paid_at
$$;
comment on function private.repriced_at(uuid, timestamptz) is
  'When the lines of an order were changed last after it was paid; null where nobody did. For find_payment_faults alone.';

create function private.find_payment_faults()
returns table (code text, severity text, about text, message text, since timestamptz, desk text, record text)
language sql stable
set search_path = ''
as $$
  select 'paid_too_little', 'fault', o.number, 'It counts as paid, but less was received than it costs.',
    o.paid_at, 'orders', o.number
  from public.order_records o
  where o.status = 'paid' and private.balance_due(o) > 0 and private.repriced_at(o.id, o.paid_at) is null
  union all
  select 'books_differ', 'fault', o.number, 'What it costs is not the sum of its entries.', o.updated_at, 'orders', o.number
  from public.order_records o
  join (
    select order_id, sum(amount_minor) filter (where kind not in ('settled', 'refunded', 'kept')) as total, sum(amount_minor) as cost
    from public.order_entries group by order_id
  ) e on e.order_id = o.id
  where coalesce(e.total, 0) <> o.total_minor or e.cost <> o.total_minor - o.forgone_minor
  union all
  -- Its customer chose something dearer, or staff changed it, once it was paid: no contradiction.
  select 'balance_due', 'warning', o.number, 'It was changed after it was paid, and the difference has not been paid yet.',
    private.repriced_at(o.id, o.paid_at), 'orders', o.number
  from public.order_records o
  where o.status = 'paid' and private.balance_due(o) > 0 and private.repriced_at(o.id, o.paid_at) is not null
  union all
  select 'payments_differ', 'fault', o.number, 'The amount received does not match its payments.',
    o.updated_at, 'orders', o.number
  from public.order_records o
  join (
    select order_id, sum(case kind when 'capture' then amount_minor else 0 end) as came,
      sum(case kind when 'refund' then amount_minor else 0 end) as went
    from public.payments group by order_id
  ) s on s.order_id = o.id
  where s.came <> o.captured_minor or s.went <> o.refunded_minor
  union all
  -- What came through a provider is told by it: a payment without its word, or a word without its payment.
  select 'provider_differs', 'fault', o.number, 'The provider’s payments do not match its paid amount.',
    o.updated_at, 'orders', o.number
  from (
    select order_id, provider, sum(amount_minor) as counted
    from public.payments
    -- What a provider refused to send never left it: it has nothing to tell of that.
    where kind = 'capture' and provider <> 'invoice' and not starts_with(provider_reference, 'refused ') group by 1, 2
  ) p
  full join (
    select order_id, provider, sum(case when kind in ('paid', 'refund_failed') then amount_minor else -counted_minor end) as told
    from private.payment_events
    where outcome in ('paid', 'paid_late', 'paid_more', 'paid_twice', 'part', 'needs_refund', 'refund_failed')
      or kind in ('dispute_won', 'dispute_lost') and counted_minor < 0 group by 1, 2
  ) e on e.order_id = p.order_id and e.provider = p.provider
  join public.order_records o on o.id = coalesce(p.order_id, e.order_id)
  where p.counted is distinct from e.told
  union all
  select 'odd_payment', 'fault', o.number, 'The payment provider moved an amount that was never requested. It is not counted.',
    e.at, 'orders', o.number
  from private.payment_events e join public.order_records o on o.id = e.order_id
  -- Until it is given back there, or noted here by hand. Of a dispute its end counts.
  where e.outcome in ('mismatch', 'payment_mismatch') and not exists (
    select from private.payment_events r
    where r.order_id = e.order_id and r.at > e.at and (r.kind = 'refunded'
      or e.kind = 'disputed' and r.kind in ('dispute_won', 'dispute_lost') and r.provider = e.provider and r.reference = e.reference)
  ) and not exists (
    select from public.payments p
    where p.order_id = e.order_id and p.amount_minor = e.amount_minor and p.at > e.at)
  union all
  select 'event_waits', 'warning', coalesce(o.number, e.reference), 'The payment provider reported an event before its payment arrived (' || replace(e.kind, '_', ' ') || '). It is on hold until then. If the payment doesn’t arrive, look it up at the provider.',
    e.at, 'orders', coalesce(o.number, '')
  from private.payment_events e left join public.order_records o on o.id = e.order_id
  where e.outcome = 'waiting'
  union all
  select 'event_contradicts', 'warning', coalesce(o.number, e.reference), 'Its provider reported something else later under the same id. The first report counts. Compare the payment at the provider.',
    e.at, 'orders', coalesce(o.number, '')
  from private.payment_events e left join public.order_records o on o.id = e.order_id
  where e.payload ? 'contradicted' and e.at > now() - interval '30 days'
  union all
  select 'event_refused', 'warning', coalesce(e.reference, e.event_id), 'The payment provider reported an event that fits no order (' || replace(e.kind, '_', ' ') || '): '
      || coalesce(e.payload ->> 'why', '') || ' Look the payment up at the provider. If it is ours, refund it there or send the event again; if not, ignore it.',
    e.at, 'orders', ''
  from private.payment_events e
  where e.outcome = 'refused' and e.kind not in ('failed', 'expired') and e.at > now() - interval '30 days'
  union all
  -- The provider sends a refund when it is asked to, and then tells of it.
  select 'refund_untold', 'warning', o.number, 'A refund was recorded over three days ago, but the payment provider has not reported it. Check it at the provider.',
    p.at, 'orders', o.number
  from (
    select p.order_id, p.provider, max(p.at) filter (where p.kind = 'refund' and e.event_id is null) as at,
      sum(case p.kind when 'refund' then p.amount_minor - (
        select coalesce(sum(r.amount_minor), 0) from public.refund_calls r where r.refund_id = p.id and r.state = 'refused') else 0 end - case when p.kind = 'capture' and e.kind <> 'paid' then p.amount_minor else 0 end) as went
    from public.payments p
    left join private.payment_events e on e.provider = p.provider and e.event_id = p.provider_reference
    where p.provider not in ('invoice', 'demo') group by 1, 2
  ) p
  join public.order_records o on o.id = p.order_id
  where p.at between now() - interval '60 days' and now() - interval '3 days' and p.went > (
    select coalesce(sum(e.counted_minor - e.disputed_minor), 0) from private.payment_events e
    where e.order_id = p.order_id and e.provider = p.provider and e.kind <> 'paid')
  union all
  select 'refund_call_waits', 'warning', o.number, 'The payment provider has not taken a refund for more than a day. We keep asking: don’t send it another way.' || coalesce(' It says: ' || nullif(r.problem, ''), ''),
    r.created_at, 'orders', o.number
  from public.refund_calls r join public.order_records o on o.id = r.order_id
  where r.state = 'waiting' and r.created_at < now() - interval '1 day'
  union all
  select 'return_waits', 'warning', o.number, case r.status
      when 'asked' then 'A return has waited for an answer for more than three days.'
      else 'A return has arrived and has not been settled in time.' end,
    coalesce(r.received_at, r.asked_at), 'orders', o.number
  from public.order_returns r join public.order_records o on o.id = r.order_id
  where r.status = 'asked' and r.asked_at < now() - interval '3 days'
    or r.status = 'received' and r.received_at < now() - make_interval(days => private.setting('days_to_refund'))
  union all
  select 'refund_waits', 'warning', o.number, 'A refund has been due for more than three days.',
    o.updated_at, 'orders', o.number
  from public.order_records o
  where o.refund_due_minor > 0 and o.updated_at < now() - interval '3 days'
  union all
  select 'bank_refund_waits', 'warning', o.number, case b.status
      when 'in_file' then 'A refund is in a bank file that nobody marked as sent for more than three days. Do it under Money, or discard the file.'
      else 'A refund by bank transfer has waited for more than three days. Make the bank file under Money.' end,
    b.created_at, 'orders', o.number
  from public.bank_refunds b join public.order_records o on o.id = b.order_id
  where b.sent_at is null and b.created_at < now() - interval '3 days'
  union all
  select 'no_bank_account', 'fault', m.title,
    'It is switched on, but the shop has no bank account. Nobody can choose it, and unpaid orders can’t show bank details.',
    null::timestamptz, 'check', ''
  from public.payment_methods m
  where m.code = 'invoice' and m.is_offered and private.bank_account_for('EUR') is null
  union all
  select 'payment_keys', 'fault', m.title, 'It is switched on, but the keys of its provider are missing. Nobody can choose it.',
    null::timestamptz, 'check', ''
  from public.payment_methods m
  where m.is_offered and m.keys = 'missing'
  union all
  select 'document_waits', 'fault', o.number, case d.problem
    when 'no_seller' then 'It is paid and has no invoice, because the shop does not say who sells. Fill in the seller under Money.'
    when 'busy' then 'Its invoice or credit note waits because others were being numbered. The next run of the jobs issues it.'
    else 'Its invoice or credit note could not be issued: ' || d.problem end,
    d.since, 'orders', o.number
  from private.documents_due d join public.order_records o on o.id = d.order_id
  union all
  select 'transfer_unmatched', 'warning', 'A payment of ' || to_char(b.booked_on, 'YYYY-MM-DD'),
    'It came by bank more than two days ago and has no order. Match it, or say that it is for none.',
    b.updated_at, 'money?tab=statements', ''
  from public.bank_entries b where b.status = 'unmatched' and b.updated_at < now() - interval '2 days'
  union all
  select 'transfer_sums', 'fault', 'A payment of ' || to_char(b.booked_on, 'YYYY-MM-DD'),
    'What was recorded of this payment by bank differs from what came.', b.settled_at, 'money?tab=statements', ''
  from public.bank_entries b left join public.bank_entry_payments l on l.entry_id = b.id left join public.payments p on p.id = l.payment_id
  where b.status = 'recorded' group by b.id having coalesce(sum(p.amount_minor), 0) <> b.amount_minor
$$;
comment on function private.find_payment_faults() is 'Money that does not agree with its order, is owed back, or has nowhere to go.';

create function private.find_stock_faults()
returns table (code text, severity text, about text, message text, since timestamptz, desk text, record text)
language sql stable
set search_path = ''
as $$
  select 'stock_ledger', 'fault', s.code, 'Its ledger does not match its count.', s.updated_at, 'shipping?tab=stock', s.code
  from public.stock_pools s
  left join (
    select pool_id, sum(on_hand_delta) as on_hand, sum(allocated_delta) as allocated
    from public.stock_ledger group by pool_id
  ) l on l.pool_id = s.id
  where coalesce(l.on_hand, 0) <> s.on_hand or coalesce(l.allocated, 0) <> s.allocated
$$;
comment on function private.find_stock_faults() is 'Stock that its ledger does not explain.';

create function private.find_list_faults()
returns table (code text, severity text, about text, message text, since timestamptz, desk text, record text)
language sql stable
set search_path = ''
as $$
  select 'list_not_frozen', 'warning', l.title, 'The raffle has closed and is not frozen.', l.closes_at, 'lists', l.id::text
  from public.lists l
  where l.status in ('open', 'closed') and l.closes_at < now() - interval '1 day' and private.is_drawn(l.kind)
  union all
  select 'list_not_drawn', 'warning', l.title, 'The entries are frozen and nothing is drawn.', l.frozen_at, 'lists', l.id::text
  from public.lists l where l.status = 'frozen' and l.frozen_at < now() - interval '1 day'
  union all
  select 'list_overdrawn', 'fault', l.title, 'More has been given out than the list has.', l.updated_at, 'lists', l.id::text
  from public.lists l
  where l.capacity < (
    select count(*) from public.offers o
    where o.list_id = l.id and (o.status = 'claimed' or (o.status = 'pending' and o.expires_at > now())))
$$;
comment on function private.find_list_faults() is 'Raffles and lists that wait too long or promise too much.';

create function private.find_mail_faults()
returns table (code text, severity text, about text, message text, since timestamptz, desk text, record text)
language sql stable
set search_path = ''
as $$
  select 'mail_given_up', 'fault', replace(m.kind, '_', ' '), 'An e-mail could not be sent: ' || coalesce(left(m.last_error, 120), 'no reason'),
    m.given_up_at, 'mails', m.id::text
  from public.outbox m
  where m.given_up_at is not null and not exists (
    -- What was sent once more is told of by that mail.
    select from public.outbox a
    where a.kind = m.kind and a.recipient = m.recipient and a.created_at > m.created_at
      and starts_with(a.dedupe_key, left(m.dedupe_key, 150) || ':again:'))
  union all
  select 'mail_waits', 'warning', replace(m.kind, '_', ' '), 'An e-mail has been waiting for over an hour.', m.send_after, 'check', ''
  from public.outbox m
  where m.sent_at is null and m.given_up_at is null and m.send_after < now() - interval '1 hour'
  union all
  select 'job_failed', 'fault', 'Scheduled job: ' || replace(j.job, '_', ' '), 'The last run failed and will be retried: ' || left(j.problem, 120),
    coalesce(j.worked_at, j.ran_at), 'check', ''
  from private.job_turns j where j.problem <> ''
  union all
  select 'job_item_failed', 'fault', f.name,
    case when f.tries < 5 then 'A scheduled job failed and will be retried: '
      else 'A scheduled job failed five times and was set aside: ' end || left(f.problem, 120),
    f.first_at, case f.job when 'orders' then 'orders' else 'check' end, case f.job when 'orders' then f.name else '' end
  from private.job_failures f
  union all
  select 'jobs_late', 'fault', 'Scheduled jobs', 'They have stopped: orders don’t expire, lists don’t move on and no e-mails are sent.',
    max(j.ran_at), 'check', ''
  from private.job_turns j having max(j.ran_at) < now() - interval '15 minutes'
$$;
comment on function private.find_mail_faults() is 'Mails that nobody got, and what no longer runs by the clock.';

create function private.find_publish_faults()
returns table (code text, severity text, about text, message text, since timestamptz, desk text, record text)
language sql stable
set search_path = ''
as $$
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
$$;
comment on function private.find_publish_faults() is 'Builds that need somebody.';

create function private.find_right_faults()
returns table (code text, severity text, about text, message text, since timestamptz, desk text, record text)
language sql stable
set search_path = ''
as $$
  select 'no_owner', 'fault', 'Staff', 'The shop has no owner.', null::timestamptz, 'check', ''
  where not exists (select from private.staff where role = 'owner')
  union all
  select 'open_table', 'fault', replace(c.relname, '_', ' '), 'Rows of this table are not protected.', null, 'check?tab=access', ''
  from pg_catalog.pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relrowsecurity
  union all
  select 'anonymous_reads', 'fault', replace(t.name, '_', ' '), 'Visitors could read what belongs to customers or staff.', null, 'check?tab=access', ''
  from unnest(array[
    'order_records', 'order_lines', 'order_events', 'payments', 'shipments', 'addresses', 'profiles',
    'list_entries', 'offers', 'outbox', 'audit_log', 'stock_pools'
  ]) t (name)
  where pg_catalog.has_table_privilege('anon', 'public.' || t.name, 'select')
$$;
comment on function private.find_right_faults() is 'Rights that are wider or narrower than they should be.';

create function private.check_groups()
returns table (name text)
language sql stable
set search_path = ''
as $$
  select g.name from (values
    ('goods', array['owner', 'editor']),
    ('batches', array['owner', 'editor']),
    ('shipping', array['owner', 'fulfilment']),
    ('orders', array['owner', 'fulfilment', 'support']),
    ('payments', array['owner', 'fulfilment', 'support']),
    ('stock', array['owner', 'fulfilment']),
    ('lists', array['owner']),
    ('currencies', array['owner']),
    ('mails', array['owner']),
    ('publishing', array['owner', 'editor']),
    ('rights', array['owner', 'editor', 'fulfilment', 'support'])
  ) g (name, roles)
  where private.is_staff(variadic g.roles)
$$;
comment on function private.check_groups() is 'What the caller''s role is told of: each looked at by itself.';

create function private.find_faults(p_groups text[])
returns table (code text, severity text, about text, message text, since timestamptz, desk text, record text)
language sql stable
set search_path = ''
as $$
  select * from private.find_goods_faults() where 'goods' = any (p_groups)
  union all
  select * from private.find_batch_faults() where 'batches' = any (p_groups)
  union all
  select * from private.find_shipping_faults() where 'shipping' = any (p_groups)
  union all
  select * from private.find_order_faults() where 'orders' = any (p_groups)
  union all
  select * from private.find_payment_faults() where 'payments' = any (p_groups)
  union all
  select * from private.find_stock_faults() where 'stock' = any (p_groups)
  union all
  select * from private.find_list_faults() where 'lists' = any (p_groups)
  union all
  select * from private.find_currency_faults() where 'currencies' = any (p_groups)
  union all
  select * from private.find_mail_faults() where 'mails' = any (p_groups)
  union all
  select * from private.find_webhook_faults() where 'mails' = any (p_groups)
  union all
  select * from private.find_publish_faults() where 'publishing' = any (p_groups)
  union all
  -- Without an owner somebody else must hear of it.
  select * from private.find_right_faults() r
  where 'rights' = any (p_groups) and (private.is_staff('owner') or r.code = 'no_owner')
  limit 2000
$$;
comment on function private.find_faults(text[]) is 'All that is wrong in some groups.';

create function private.check_shop(p_group text default null, p_run bigint default null) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_role constant text := (select role from private.staff where user_id = auth.uid());
  v_groups text[];
  v_found jsonb;
  v_faults int;
  v_warnings int;
  v_run bigint;
begin
  perform private.require_reader('owner', 'editor', 'fulfilment', 'support');
  v_groups := array(select g.name from private.check_groups() g where p_group is null or g.name = p_group);
  if v_groups = '{}' then
    perform private.refuse(422, 'unknown_group', 'Your role can’t see this group.');
  end if;
  v_found := coalesce((
    select jsonb_agg(to_jsonb(f) order by f.severity, f.since nulls last, f.code, f.about) from private.find_faults(v_groups) f), '[]');
  select count(*) filter (where f ->> 'severity' = 'fault'), count(*) filter (where f ->> 'severity' = 'warning')
  into v_faults, v_warnings from jsonb_array_elements(v_found) f;
  -- A group of a run counts once, and only in a run of the same role.
  update public.check_runs r set faults = r.faults + v_faults, warnings = r.warnings + v_warnings, groups = r.groups || v_groups
  where r.id = p_run and r.role = v_role and r.at > now() - interval '1 hour' and not r.groups && v_groups
  returning r.id into v_run;
  if not found then
    insert into public.check_runs (role, faults, warnings, groups) values (v_role, v_faults, v_warnings, v_groups)
    returning id into v_run;
    delete from public.check_runs where id <= (select max(id) - 500 from public.check_runs);
  end if;
  return jsonb_build_object('run', v_run, 'findings', v_found);
end;
$$;
call pg_temp.expose('check_shop', 'authenticated', 'each part looks at rows that no single role may read.',
  'What is wrong with the shop now, in one group or in all that the caller''s role mends; counted in check_runs, groups that name the same run together. Staff. Refuses with not_allowed, unknown_group.
Gives {
  findings: {
    about: string;
    code: string;
    desk: string;
    message: string;
    record: string;
    severity: "fault" | "warning";
    since: string | null;
  }[];
  run: number;
}');

-- What is new in the shop and what is told of it outside: to whoever follows everything, and to the chats
-- and programs of whoever runs the shop. Nobody decides that something is new: dates and stages do.

create view public.drops with (security_invoker = true) as
select d.kind, d.id, d.product_id, d.title, greatest(d.at, p.publish_at) as at, d.closes_at
from (
  -- Every column has its name: a view is written anew from what the database makes of it.
  select 'product' as kind, p.id, p.id as product_id, '' as title, p.publish_at as at, null::timestamptz as closes_at
  from public.products p
  union all
  select 'group_buy' as kind, b.id, b.product_id, b.title, greatest(b.opens_at, (
      select min(h.entered_at) as at from public.batch_stage_history h where h.batch_id = b.id and h.stage in ('announced', 'open'))) as at,
    b.closes_at
  from public.batches b
  where b.stage > 'interest_check' and b.stage < 'archived' and b.opens_at <= now()
  union all
  select 'extras' as kind, b.id, b.product_id, b.title, (
      select min(h.entered_at) as at from public.batch_stage_history h where h.batch_id = b.id and h.stage = 'extras') as at,
    null::timestamptz as closes_at
  from public.batches b
  where b.stage = 'extras'
  union all
  select l.kind::text as kind, l.id, l.product_id, l.title, l.opens_at as at, l.closes_at
  from public.lists l
  where l.status <> 'draft' and l.opens_at <= now()
) d
join public.products p on p.id = d.product_id
where p.status in ('scheduled', 'published') and p.publish_at <= now();

revoke all on public.drops from anon, authenticated;
grant select on public.drops to anon, authenticated, service_role;
comment on view public.drops is
  'What was announced, or opened for orders or entries: once for each product, group buy, list and sale of extras that anyone can see now.';
comment on column public.drops.kind is 'product, group_buy, extras or the kind of a list.';
comment on column public.drops.id is 'Of the product, batch or list: with the kind, the same for ever.';
comment on column public.drops.title is 'Of the batch or list; empty for a product.';
comment on column public.drops.at is 'Since when it is there.';
comment on column public.drops.closes_at is 'Until when one can order or enter; null where nothing closes.';

create table private.news (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  key text not null,
  product_id uuid not null references public.products (id) on delete cascade,
  at timestamptz not null,
  noted_at timestamptz not null default now(),
  unique (kind, key)
);
create index news_noted_idx on private.news (noted_at);
create index news_product_idx on private.news (product_id);
comment on table private.news is
  'What the shop tells outside, each once: a row stays when a date moves or a page goes and comes back. Written by note_news alone.';
comment on column private.news.kind is 'That of a drop, or minimum_reached, stage_changed, list_drawn.';
comment on column private.news.key is 'Which product, batch, list, kit or step of a batch.';
comment on column private.news.at is 'When it happened.';
comment on column private.news.noted_at is 'When a job found it: from then on it is told.';

create function private.news_topic(p_kind text) returns text
language sql immutable
set search_path = ''
as $$
  select case p_kind
    when 'minimum_reached' then 'minimums' when 'stage_changed' then 'stages' when 'list_drawn' then 'draws' else 'drops' end
$$;
comment on function private.news_topic(text) is 'The topic of news: what a webhook chooses, and drops for whoever follows everything.';

create function private.find_news()
returns table (kind text, key text, product_id uuid, at timestamptz)
language sql stable
set search_path = ''
as $$
  select n.kind, n.key, n.product_id, n.at
  from (
    select d.kind, d.id::text as key, d.product_id, d.at from public.drops d
    union all
    select 'minimum_reached', k.id::text, b.product_id, now()
    from public.batch_kits k join public.batches b on b.id = k.batch_id
    where k.ordered_count >= k.moq and k.dropped_at is null and b.settled_at is null
      and private.batch_stage_now(b.stage, b.opens_at, b.closes_at, now()) in ('open', 'closed')
    union all
    -- That it opened, and that extras are there, are drops.
    select 'stage_changed', h.id::text, b.product_id, h.entered_at
    from public.batch_stage_history h join private.batch_stages s on s.stage = h.stage and s.is_news
    join public.batches b on b.id = h.batch_id
    where h.entered_at > now() - interval '3 days' and b.stage <> 'draft'
    union all
    select 'list_drawn', l.id::text, l.product_id, l.drawn_at from public.lists l where l.drawn_at is not null
  ) n
  join public.products p on p.id = n.product_id and p.status in ('scheduled', 'published') and p.publish_at <= now()
  where n.at > now() - interval '3 days'
$$;
comment on function private.find_news() is
  'What happened within three days and anyone can see: what is dated further back is told to nobody.';

create function private.is_told_by_another(p_news private.news) returns boolean
language sql stable
set search_path = ''
as $$
  select p_news.kind = 'product' and exists (
    select from private.news o
    where o.product_id = p_news.product_id and o.noted_at = p_news.noted_at and o.kind <> 'product' and private.news_topic(o.kind) = 'drops')
$$;
comment on function private.is_told_by_another(private.news) is
  'A product that opens as it is announced is told of once, by what opened.';

create function private.news_facts(p_news private.news) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  v_facts jsonb;
begin
  if private.is_told_by_another(p_news) then
    return null;
  end if;
  v_facts := case private.news_topic(p_news.kind)
    when 'drops' then (
      select jsonb_build_object('title', d.title, 'closes_at', d.closes_at) from public.drops d
      where d.kind = p_news.kind and d.id = p_news.key::uuid and (d.closes_at is null or d.closes_at > now())
        -- What was closed before its date, or has none, is no news by then.
        and case when d.kind in ('product', 'extras') then true
          when d.kind = 'group_buy' then exists (
            select from public.batches b
            where b.id = d.id and private.batch_stage_now(b.stage, b.opens_at, b.closes_at, now()) = 'open')
          else exists (select from public.lists l where l.id = d.id and l.status = 'open') end)
    when 'minimums' then (
      select jsonb_build_object('title', b.title, 'kit', v.title, 'moq', k.moq)
      from public.batch_kits k join public.batches b on b.id = k.batch_id join public.variants v on v.id = k.variant_id
      where k.id = p_news.key::uuid and k.dropped_at is null and b.stage <> 'draft')
    when 'stages' then (
      select jsonb_build_object('title', b.title, 'stage', h.stage, 'opens_at', b.opens_at)
      from public.batch_stage_history h join public.batches b on b.id = h.batch_id
      where h.id = p_news.key::bigint and b.stage <> 'draft')
    else (
      select jsonb_build_object('title', l.title, 'entries', l.entry_count)
      from public.lists l where l.id = p_news.key::uuid and l.drawn_at is not null)
  end;
  return (
    select v_facts || jsonb_build_object('news', p_news.kind, 'at', p_news.at, 'kind', p.kind, 'url', p.url,
      'product_title', p.title, 'summary', p.summary)
    from public.products p
    where p.id = p_news.product_id and p.status in ('scheduled', 'published') and p.publish_at <= now());
end;
$$;
comment on function private.news_facts(private.news) is
  'What is told: null once it is no longer public or has closed. Counts and titles alone, of nobody.';

create function private.note_news() returns int
language plpgsql security definer
set search_path = ''
as $$
declare
  v_new int;
begin
  insert into private.news (kind, key, product_id, at)
  select n.kind, n.key, n.product_id, n.at from private.find_news() n
  where not exists (select from private.news o where o.kind = n.kind and o.key = n.key)
  on conflict do nothing;
  get diagnostics v_new = row_count;
  if v_new > 0 then
    insert into private.webhook_calls (webhook_id, news_id)
    select w.id, n.id
    from private.news n join private.webhooks w on w.is_active and private.news_topic(n.kind) = any (w.tells)
    where n.noted_at = now() and private.news_facts(n) is not null
    on conflict do nothing;
  end if;
  return v_new;
end;
$$;
comment on function private.note_news() is
  'Notes what is new and queues its calls, in one transaction. Security definer: jobs may not write private tables.';

create function private.drops_for(p_drops jsonb, p_product uuid, p_since timestamptz) returns jsonb
language sql immutable
set search_path = ''
as $$
  select jsonb_agg(d - 'noted_at' - 'summary' - 'product_id' order by n)
  from jsonb_array_elements(p_drops) with ordinality t (d, n)
  where (d ->> 'noted_at')::timestamptz > p_since
    -- Whoever follows a product knows of it: what opens is news.
    and (p_product is null or ((d ->> 'product_id')::uuid = p_product and d ->> 'news' <> 'product'))
$$;
comment on function private.drops_for(jsonb, uuid, timestamptz) is
  'Those of the drops that are news to whoever follows the product, or without one everything; null where none is.';

create function private.tell_of_drops() returns int
language plpgsql security definer
set search_path = ''
as $$
declare
  v_drops jsonb;
  v_products uuid[];
  v_newest timestamptz;
  v_reader record;
  v_told int := 0;
begin
  select coalesce(jsonb_agg(d.facts || jsonb_build_object('noted_at', d.noted_at, 'product_id', d.product_id)
      order by d.at desc, d.facts ->> 'url'), '[]'),
    array_agg(d.product_id),
    -- Who publishes several things one after the other writes one mail.
    max(d.noted_at) filter (where d.noted_at <= now() - interval '10 minutes')
  into v_drops, v_products, v_newest
  from (
    select n.at, n.noted_at, n.product_id, private.news_facts(n) as facts
    from private.news n where n.noted_at > now() - interval '3 days' and private.news_topic(n.kind) = 'drops'
  ) d
  where d.facts is not null;
  if v_newest is null then
    return 0;
  end if;
  for v_reader in
    select f as follow, r.address, l.lines
    from private.follows f
    cross join lateral (select private.follow_address(f) as address) r
    cross join lateral (select private.drops_for(v_drops, f.product_id, greatest(f.digest_at, f.confirmed_at)) as lines) l
    where (f.product_id is null or (f.product_id = any (v_products) and f.variant_id is null))
      and f.confirmed_at is not null and f.ended_at is null and greatest(f.digest_at, f.confirmed_at) < v_newest
      and (f.digest_at is null or f.digest_at <= now() - interval '1 day')
      and r.address is not null and l.lines is not null
      -- One mail to a mailbox: who follows everything is told there, and its own wish tells its account too.
      -- Two questions, so that each is answered by an address: as one they compared each reader with each other.
      and not exists (
        select from private.follows m
        where m.email = r.address and m.confirmed_at is not null and m.ended_at is null and m.variant_id is null
          and case when m.product_id is not distinct from f.product_id then f.user_id is not null else m.product_id is null end)
      and not exists (
        select from auth.users u join private.follows m on m.user_id = u.id
        where u.email = r.address and f.product_id is not null
          and m.product_id is null and m.confirmed_at is not null and m.ended_at is null and m.variant_id is null)
    order by f.confirmed_at, f.id
    limit 500
    for update of f skip locked
  loop
    update private.follows set digest_at = now() where id = (v_reader.follow).id;
    perform private.queue_mail('new_drops', v_reader.address, (v_reader.follow).id || ':' || now(),
      private.follow_payload(v_reader.follow) || jsonb_build_object('count', jsonb_array_length(v_reader.lines),
        'lines', jsonb_path_query_array(v_reader.lines, '$[0 to 11]')), (v_reader.follow).user_id);
    v_told := v_told + 1;
  end loop;
  return v_told + private.tell_browsers_of_drops(v_drops, v_products, v_newest);
end;
$$;
comment on function private.tell_of_drops() is
  'Tells whoever follows everything, or the product, what is new since they were last told, by mail or in a browser, at most once in a day; five hundred a run of each. Security definer: jobs may not write the outbox.';

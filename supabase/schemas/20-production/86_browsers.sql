-- Browsers that tell their readers what followers are told: of each update of a product and of its sales, or of
-- everything new. They are told with the mails, by the same functions.
-- Nobody reads these tables; whoever knows a browser's address at its push service is that browser.

create table private.notice_keys (
  is_only boolean primary key default true check (is_only),
  public_key text not null check (public_key ~ '^B[A-Za-z0-9_-]{86}$'),
  private_key text not null check (private_key ~ '^[A-Za-z0-9_-]{43}$'),
  made_at timestamptz not null default now()
);
comment on table private.notice_keys is
  'The pair by which push services know the shop: made once, by the function that sends notices. With another pair no browser would be reached any more.';

create table private.browsers (
  id uuid primary key default gen_random_uuid(),
  endpoint text not null unique check (length(endpoint) <= 1000),
  public_key text not null check (public_key ~ '^B[A-Za-z0-9_-]{86}$'),
  secret text not null check (secret ~ '^[A-Za-z0-9_-]{22}$'),
  language text not null default private.request_language() check (language ~ '^[a-z]{2}$'),
  added_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);
create index browsers_seen_idx on private.browsers (seen_at);
comment on table private.browsers is 'Browsers that asked to be told. Written by their functions alone.';
comment on column private.browsers.endpoint is 'Where its push service takes what is for it. A secret of the browser.';
comment on column private.browsers.public_key is 'What notices are encrypted with, so that the push service can''t read them; the secret is part of it.';
comment on column private.browsers.seen_at is 'When it last asked, or its push service last took a notice.';

create table private.browser_follows (
  browser_id uuid not null references private.browsers (id) on delete cascade,
  product_id uuid references public.products (id) on delete cascade,
  user_id uuid references auth.users (id) on delete cascade,
  asked_at timestamptz not null default now(),
  told_at timestamptz,
  unique nulls not distinct (browser_id, product_id)
);
create index browser_follows_product_idx on private.browser_follows (product_id);
create index browser_follows_user_idx on private.browser_follows (user_id);
comment on table private.browser_follows is 'What a browser tells of.';
comment on column private.browser_follows.product_id is 'Null: everything new.';
comment on column private.browser_follows.user_id is 'Who was signed in when it was asked for: several people may use one browser. With the account it goes.';
comment on column private.browser_follows.told_at is 'When it last told what is new, which it does once a day at most.';

create table private.notices (
  id uuid primary key default gen_random_uuid(),
  browser_id uuid not null references private.browsers (id) on delete cascade,
  product_id uuid references public.products (id) on delete cascade,
  kind text not null check (kind in ('product_update', 'new_drops')),
  fact text not null check (length(fact) <= 80),
  payload jsonb not null,
  created_at timestamptz not null default now(),
  send_after timestamptz not null default now(),
  tries int not null default 0 check (tries >= 0),
  sent_at timestamptz,
  given_up_at timestamptz,
  last_error text not null default '' check (length(last_error) <= 300),
  unique (browser_id, fact)
);
create index notices_waiting_idx on private.notices (send_after) where sent_at is null and given_up_at is null;
create index notices_fact_idx on private.notices (fact) where sent_at is null and given_up_at is null;
create index notices_product_idx on private.notices (product_id);
create index notices_created_idx on private.notices (created_at);
comment on table private.notices is 'One notice for one browser, until its push service took it or it was given up.';
comment on column private.notices.product_id is 'Which of its follows it is for; null for everything new.';
comment on column private.notices.kind is 'That of the mail that says the same.';
comment on column private.notices.fact is 'Which: the same fact twice is one notice.';
comment on column private.notices.send_after is 'Not before then: moves on with each try.';

create function private.forget_ended_follows() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  delete from private.notices n using ended e
  where n.browser_id = e.browser_id and n.product_id is not distinct from e.product_id and n.sent_at is null;
  delete from private.browsers b using ended e
  where b.id = e.browser_id and not exists (select from private.browser_follows f where f.browser_id = b.id);
  return null;
end;
$$;
comment on function private.forget_ended_follows() is
  'What nobody follows there any more waits no longer, and a browser that follows nothing is forgotten. Security definer: follows end with an account or a product, too.';
create trigger forget_ended_follows after delete on private.browser_follows
referencing old table as ended for each statement execute function private.forget_ended_follows();

create function private.forget_waiting_notices() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  delete from private.notices n where n.fact = 'update ' || old.id and n.sent_at is null and n.given_up_at is null;
  return null;
end;
$$;
comment on function private.forget_waiting_notices() is
  'What changed or went before it was told is told as it is by then, or not at all. Security definer: editors may not write notices.';
create trigger forget_changed_notices after update of status, publish_at, title, summary, url on public.updates
for each row execute function private.forget_waiting_notices();
create trigger forget_notices after delete on public.updates
for each row execute function private.forget_waiting_notices();

create function private.browser_payload(p_product uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select private.follow_payload(jsonb_populate_record(null::private.follows, jsonb_build_object('product_id', p_product)))
    - array['follow_secret', 'lines']
$$;
comment on function private.browser_payload(uuid) is 'What a mail would say of the product, or of everything new.';

create function private.tell_browsers() returns int
language plpgsql
set search_path = ''
as $$
declare
  v_told int;
begin
  insert into private.notices (browser_id, product_id, kind, fact, payload)
  select b.id, t.product_id, 'product_update', 'update ' || t.id,
    private.browser_payload(t.product_id) || jsonb_build_object('url', t.url, 'title', t.title, 'summary', t.summary)
  from (
    select distinct on (a.id, f.browser_id) a.*, f.browser_id
    from private.updates_to_tell() a
    join private.browser_follows f on f.product_id = a.product_id and f.asked_at <= a.publish_at
    where not exists (select from private.notices n where n.browser_id = f.browser_id and n.fact = 'update ' || a.id)
    order by a.id, f.browser_id, f.asked_at
    limit 500
  ) t
  join private.browsers b on b.id = t.browser_id
  -- One that is being forgotten is told nothing, and keeps nobody waiting.
  for key share of b skip locked
  on conflict do nothing;
  get diagnostics v_told = row_count;
  return v_told;
end;
$$;
comment on function private.tell_browsers() is 'Part of tell_followers: each update, once to each browser that follows one of its products.';

create function private.tell_browsers_of_drops(p_drops jsonb, p_products uuid[], p_newest timestamptz) returns int
language plpgsql
set search_path = ''
as $$
declare
  v_told int;
begin
  with due as (
    select f.browser_id, f.product_id, l.lines
    from private.browser_follows f
    join private.browsers b on b.id = f.browser_id
    cross join lateral (select private.drops_for(p_drops, f.product_id, greatest(f.told_at, f.asked_at)) as lines) l
    where (f.product_id is null or f.product_id = any (p_products))
      and greatest(f.told_at, f.asked_at) < p_newest and (f.told_at is null or f.told_at <= now() - interval '1 day')
      and l.lines is not null
      and (f.product_id is null or not exists (
        select from private.browser_follows m where m.browser_id = f.browser_id and m.product_id is null))
    order by f.asked_at, f.browser_id
    limit 500
    for update of f skip locked
    for key share of b skip locked
  ), told as (
    update private.browser_follows f set told_at = now() from due d
    where f.browser_id = d.browser_id and f.product_id is not distinct from d.product_id
  )
  insert into private.notices (browser_id, product_id, kind, fact, payload)
  select d.browser_id, d.product_id, 'new_drops', concat_ws(' ', 'drops', d.product_id, extract(epoch from now())),
    private.browser_payload(d.product_id) || jsonb_build_object('count', jsonb_array_length(d.lines),
      'lines', jsonb_path_query_array(d.lines, '$[0 to 3]'))
  from due d
  on conflict do nothing;
  get diagnostics v_told = row_count;
  return v_told;
end;
$$;
comment on function private.tell_browsers_of_drops(jsonb, uuid[], timestamptz) is
  'Part of tell_of_drops: what is new since they were told, to browsers, at most once in a day.';

create function private.browsers_of(p_user uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'push_service', substring(b.endpoint from '^https://([^/]+)'), 'language', b.language,
    'added_at', b.added_at, 'seen_at', b.seen_at, 'follows', o.follows) order by b.added_at), '[]')
  from (
    select f.browser_id,
      jsonb_agg(jsonb_build_object('product_title', p.title, 'asked_at', f.asked_at, 'told_at', f.told_at) order by f.asked_at) as follows
    from private.browser_follows f left join public.products p on p.id = f.product_id
    where f.user_id = p_user group by f.browser_id
  ) o
  join private.browsers b on b.id = o.browser_id
$$;
comment on function private.browsers_of(uuid) is
  'What an account follows in which browsers, without what would let one write to them.';

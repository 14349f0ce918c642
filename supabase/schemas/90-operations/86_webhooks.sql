-- Chats and programs that hear of the shop's news. Owners enter them; the function that runs the jobs calls them.

create table private.webhooks (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 60),
  host text not null check (length(host) <= 253),
  tells text[] not null check (tells <@ array['drops', 'minimums', 'stages', 'draws']),
  is_active boolean not null default true,
  created_at timestamptz not null default now()
);
comment on table private.webhooks is 'Who hears of the shop''s news by HTTPS. Written by save_webhook and remove_webhook alone.';
comment on column private.webhooks.host is 'Of its address, which is a secret.';
comment on column private.webhooks.tells is 'Which topics of news, as private.news_topic names them.';
call pg_temp.log_changes('private.webhooks');

create table private.webhook_secrets (
  webhook_id uuid primary key references private.webhooks (id) on delete cascade,
  url text not null check (length(url) <= 500),
  secret text not null check (length(secret) >= 32)
);
comment on table private.webhook_secrets is
  'What lets one write into a chat, and what signs: for the caller alone, and in no audit log.';

create table private.webhook_calls (
  id uuid primary key default gen_random_uuid(),
  webhook_id uuid not null references private.webhooks (id) on delete cascade,
  news_id uuid references private.news (id) on delete cascade,
  created_at timestamptz not null default now(),
  call_after timestamptz not null default now(),
  calls int not null default 0 check (calls >= 0),
  called_at timestamptz,
  given_up_at timestamptz,
  last_error text not null default '' check (length(last_error) <= 300),
  unique (webhook_id, news_id)
);
create index webhook_calls_waiting_idx on private.webhook_calls (call_after) where called_at is null and given_up_at is null;
create index webhook_calls_news_idx on private.webhook_calls (news_id);
create index webhook_calls_created_idx on private.webhook_calls (created_at);
comment on table private.webhook_calls is 'One piece of news for one webhook, until it was taken or given up.';
comment on column private.webhook_calls.news_id is 'Null: a test.';
comment on column private.webhook_calls.call_after is 'Not before then: moves on with each try.';

create function private.webhook_facts(p_webhook private.webhooks) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('id', p_webhook.id, 'name', p_webhook.name, 'host', p_webhook.host, 'tells', p_webhook.tells,
    'is_active', p_webhook.is_active, 'called_at', max(c.called_at),
    'waiting', count(*) filter (where c.called_at is null and c.given_up_at is null),
    'given_up', count(*) filter (where c.given_up_at is not null and c.news_id is not null),
    'last_error', coalesce((array_agg(c.last_error order by c.created_at desc) filter (where c.last_error <> ''))[1], ''),
    'test', (
      select jsonb_build_object('asked_at', t.created_at, 'called_at', t.called_at, 'last_error', t.last_error)
      from private.webhook_calls t where t.webhook_id = p_webhook.id and t.news_id is null
      order by t.created_at desc limit 1))
  from private.webhook_calls c where c.webhook_id = p_webhook.id
$$;
comment on function private.webhook_facts(private.webhooks) is 'What an owner sees of one: neither its address nor what signs.';

create function private.find_webhook_faults()
returns table (code text, severity text, about text, message text, since timestamptz, desk text, record text)
language sql stable
set search_path = ''
as $$
  select 'webhook_given_up', 'fault', w.name, 'This webhook did not take ' || count(*) || ' of the shop’s news: ' || max(c.last_error),
    min(c.given_up_at), 'health', ''
  from private.webhooks w join private.webhook_calls c on c.webhook_id = w.id
  where w.is_active and c.news_id is not null and c.given_up_at > coalesce((
    select max(t.called_at) from private.webhook_calls t where t.webhook_id = w.id), '-infinity')
  group by w.id, w.name
$$;
comment on function private.find_webhook_faults() is 'Webhooks that were given up and have taken nothing since.';

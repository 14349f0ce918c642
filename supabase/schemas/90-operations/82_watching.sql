-- What the shop watches over by itself, and whom it tells. A thing is told of once, when it begins, and
-- not again each minute that it lasts.

create table private.backups (
  id uuid primary key default gen_random_uuid(),
  made_at timestamptz not null,
  bytes bigint not null check (bytes > 0),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  is_encrypted boolean not null,
  is_verified boolean not null,
  row_count bigint not null check (row_count >= 0),
  file_count int not null check (file_count >= 0),
  lost_files int not null default 0 check (lost_files >= 0)
);
create index backups_made_idx on private.backups (made_at desc);
comment on table private.backups is
  'One row for each archive that was made, once it was read again. Written by npm run backup alone.';
comment on column private.backups.made_at is 'Of which moment it tells.';
comment on column private.backups.sha256 is 'Of the whole file.';
comment on column private.backups.is_verified is 'Whether it was read again and found whole.';
comment on column private.backups.row_count is 'Rows of all tables.';
comment on column private.backups.file_count is 'Stored files.';
comment on column private.backups.lost_files is 'Files whose rows the shop has and whose bytes it has not.';

create table private.alert_rules (
  code text primary key check (code ~ '^[a-z][a-z_]*$'),
  roles text[] not null check (roles <@ array['owner', 'editor', 'fulfilment', 'support']),
  mails boolean not null default true,
  calls boolean not null default true,
  threshold int not null default 0 check (threshold between 0 and 10000)
);
comment on table private.alert_rules is 'Of what kind of trouble which staff are told, and how. Owners change it by set_alert_rule.';
comment on column private.alert_rules.roles is 'Whom: they get the mails and see these alerts at the desk.';
comment on column private.alert_rules.mails is 'Whether they are told by mail.';
comment on column private.alert_rules.calls is 'Whether the webhook of the shop is called.';
comment on column private.alert_rules.threshold is
  'From when on: units that are left (low_stock), hours (refund_due, backup_late), tries (mail_failed). Zero where there is nothing to set.';
call pg_temp.log_changes('private.alert_rules');

insert into private.alert_rules (code, roles, threshold) values
  ('job_failed', '{owner}', 0),
  ('job_item_failed', '{owner,fulfilment}', 0),
  ('mail_failed', '{owner}', 4),
  ('payment_trouble', '{owner,fulfilment}', 0),
  ('build_failed', '{owner,editor}', 0),
  ('low_stock', '{owner,fulfilment}', 2),
  ('refund_due', '{owner,fulfilment}', 24),
  ('backup_late', '{owner}', 48);

create table private.alerts (
  id uuid primary key default gen_random_uuid(),
  code text not null references private.alert_rules (code),
  key text not null check (length(key) <= 300),
  about text not null check (length(about) <= 200),
  message text not null check (length(message) <= 300),
  desk text not null,
  record text not null default '',
  opened_at timestamptz not null default now(),
  closed_at timestamptz,
  mailed_at timestamptz,
  called_at timestamptz,
  call_after timestamptz not null default now(),
  calls int not null default 0 check (calls >= 0)
);
create unique index alerts_open_idx on private.alerts (code, key) where closed_at is null;
create index alerts_code_idx on private.alerts (code, key, closed_at desc);
create index alerts_opened_idx on private.alerts (opened_at desc);
create index alerts_closed_idx on private.alerts (closed_at) where closed_at is not null;
create index alerts_mailed_idx on private.alerts (mailed_at desc) where mailed_at is not null;
create index alerts_untold_idx on private.alerts (opened_at) where mailed_at is null or called_at is null;
comment on table private.alerts is
  'Each trouble of the shop, from its beginning to its end; names orders, goods and jobs, never a person. Written by watch_shop.';
comment on column private.alerts.key is 'Tells one thing of a kind from another.';
comment on column private.alerts.desk is 'Where at the desk it is dealt with.';
comment on column private.alerts.record is 'What the desk opens.';
comment on column private.alerts.closed_at is 'When it was over; null while it lasts.';
comment on column private.alerts.mailed_at is 'When staff were written to, or would have been.';
comment on column private.alerts.called_at is 'When the webhook took it.';
comment on column private.alerts.call_after is 'Not before then: moves on with each try.';

create index payment_events_trouble_idx on private.payment_events (at)
  where outcome in ('refused', 'mismatch', 'payment_mismatch') or kind = 'disputed';
create index stock_pools_free_idx on public.stock_pools ((on_hand - allocated));
create index outbox_struggling_idx on public.outbox (attempts) where sent_at is null;

create function private.find_alerts()
returns table (code text, key text, about text, message text, desk text, record text)
language plpgsql stable
set search_path = ''
as $$
begin
  return query
  select 'job_failed', j.job, 'Scheduled jobs: ' || replace(j.job, '_', ' '), 'The last run failed and will be retried.', 'health', ''
  from private.job_turns j where j.problem <> '';
  return query
  select 'job_item_failed', f.job || ' ' || f.item, left(f.name, 200), 'A scheduled job failed five times and was set aside.',
    case f.job when 'orders' then 'orders' else 'check' end, case f.job when 'orders' then f.name else '' end
  from private.job_failures f where f.tries >= 5 order by f.first_at limit 100;
  -- One for all of them: a provider that is down fails every mail.
  return query
  select 'mail_failed', 'mails', 'E-mails', f.failing || case f.failing when 1 then ' e-mail' else ' e-mails' end || ' could not be sent so far.', 'health', ''
  from (
    select count(*) as failing from public.outbox m
    where m.sent_at is null and m.attempts >= (select r.threshold from private.alert_rules r where r.code = 'mail_failed')
      and m.created_at > now() - interval '7 days'
  ) f where f.failing > 0;
  return query
  select 'payment_trouble', e.provider || ' ' || e.event_id, coalesce(o.number, 'Payment ' || left(coalesce(e.reference, e.event_id), 80)),
    case when e.kind = 'disputed' then 'The customer disputes the payment.' else 'The payment provider reported something that does not fit.' end,
    case when o.number is null then 'check' else 'orders' end, coalesce(o.number, '')
  from private.payment_events e left join public.order_records o on o.id = e.order_id
  where (e.outcome in ('refused', 'mismatch', 'payment_mismatch') or e.kind = 'disputed')
    and e.kind not in ('failed', 'expired') and e.at > now() - interval '7 days'
  order by e.at limit 100;
  return query
  select 'build_failed', r.id::text, 'Publishing', 'The last build failed, so the site has not changed.', 'check', ''
  from (select * from public.publish_requests order by requested_at desc limit 1) r where r.status = 'failed';
  return query
  select 'low_stock', s.code, left(s.title, 200),
    case s.on_hand - s.allocated when 0 then 'Out of stock.' when 1 then '1 unit is left.' else s.on_hand - s.allocated || ' units are left.' end,
    'shipping?tab=stock', s.code
  from public.stock_pools s
  where s.on_hand - s.allocated <= (select r.threshold from private.alert_rules r where r.code = 'low_stock')
    and exists (
      select from public.variants v join public.products p on p.id = v.product_id
      where v.stock_pool_id = s.id and v.availability = 'in_stock' and p.status = 'published')
  order by s.code limit 100;
  return query
  select 'refund_due', o.id::text, o.number, 'A refund is due.', 'orders', o.number
  from public.order_records o
  where o.refund_due_minor > 0
    and o.updated_at < now() - make_interval(hours => (select r.threshold from private.alert_rules r where r.code = 'refund_due'))
  order by o.updated_at limit 100;
  return query
  select 'backup_late', 'backup', 'Backups', 'The last backup is too old.', 'health', ''
  from (select max(b.made_at) as at from private.backups b) b
  where b.at < now() - make_interval(hours => (select r.threshold from private.alert_rules r where r.code = 'backup_late'));
end;
$$;
comment on function private.find_alerts() is
  'What staff should hear of now, at most a hundred of a kind: by indexes alone, since it is asked every minute.';

create function private.mail_alerts() returns int
language plpgsql
set search_path = ''
as $$
declare
  v_new uuid[];
  v_told int;
begin
  -- A storm is one mail in ten minutes.
  if exists (select from private.alerts a where a.mailed_at > now() - interval '10 minutes') then
    return 0;
  end if;
  v_new := array(select a.id from private.alerts a where a.mailed_at is null and a.closed_at is null order by a.opened_at);
  if v_new = '{}' then
    return 0;
  end if;
  perform private.queue_mails('shop_alerts', array_agg(m.email), array_agg(m.user_id || ':' || m.first), array_agg(m.payload), array_agg(m.user_id))
  from (
    select s.user_id, u.email, min(a.id::text) as first, jsonb_build_object('count', count(*),
      'alerts', (array_agg(jsonb_build_object('about', a.about, 'message', a.message) order by a.opened_at, a.about))[1:20]) as payload
    from private.alerts a
    join private.alert_rules r on r.code = a.code and r.mails
    join private.staff s on s.role = any (r.roles)
    join auth.users u on u.id = s.user_id and u.email_confirmed_at is not null
    where a.id = any (v_new)
    group by s.user_id, u.email
  ) m
  having count(*) > 0;
  get diagnostics v_told = row_count;
  update private.alerts a set mailed_at = now() where a.id = any (v_new);
  return v_told;
end;
$$;
comment on function private.mail_alerts() is 'Writes one mail to each member of staff with all that is new to their role.';

create function private.watch_shop() returns int
language plpgsql security definer
set search_path = ''
as $$
declare
  v_found constant jsonb := (select coalesce(jsonb_agg(to_jsonb(f)), '[]') from private.find_alerts() f);
  v_new int;
begin
  update private.alerts a set closed_at = now()
  where a.closed_at is null and not exists (
    select from jsonb_to_recordset(v_found) f (code text, key text) where f.code = a.code and f.key = a.key);
  -- What comes and goes is one trouble, told of once.
  update private.alerts a set closed_at = null, message = f.message
  from jsonb_to_recordset(v_found) f (code text, key text, message text)
  where a.id = (
    select b.id from private.alerts b where b.code = f.code and b.key = f.key order by b.closed_at desc nulls first limit 1)
    and (a.closed_at > now() - interval '6 hours' or a.closed_at is null and a.message <> f.message);
  insert into private.alerts (code, key, about, message, desk, record)
  select f.code, f.key, f.about, f.message, f.desk, f.record
  from jsonb_to_recordset(v_found) f (code text, key text, about text, message text, desk text, record text)
  on conflict do nothing;
  get diagnostics v_new = row_count;
  perform private.mail_alerts();
  return v_new;
end;
$$;
comment on function private.watch_shop() is
  'Opens and closes alerts and tells staff of new ones; gives how many began. Security definer: jobs act for the shop, not for a person.';

-- What the shop does on its own: mail to send, builds to run, events to count. Customers and staff
-- write none of it; functions and the service do.

create table public.outbox (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind ~ '^[a-z][a-z_]*$'),
  dedupe_key text not null unique check (length(dedupe_key) between 3 and 200),
  recipient text not null check (recipient ~ '^[^@\s]+@[^@\s]+$' and length(recipient) <= 254),
  user_id uuid references auth.users (id) on delete set null,
  payload jsonb not null default '{}' check (jsonb_typeof(payload) = 'object'),
  constraint outbox_without_secrets check (not payload ?| array['token', 'acting_token', 'follow_secret']),
  created_at timestamptz not null default now(),
  send_after timestamptz not null default now(),
  attempts int not null default 0 check (attempts >= 0),
  last_error text check (length(last_error) <= 2000),
  sent_at timestamptz,
  given_up_at timestamptz,
  language text not null default 'en' check (language ~ '^[a-z]{2}$')
);
create index outbox_waiting_idx on public.outbox (send_after) where sent_at is null and given_up_at is null;
create index outbox_user_idx on public.outbox (user_id);
comment on table public.outbox is
  'One row per fact that someone must be told, written in the transaction of the fact.';
comment on column public.outbox.kind is 'Which mail: order_placed, batch_update.';
comment on column public.outbox.dedupe_key is 'Names the fact, so that it is told once.';
comment on column public.outbox.user_id is 'To which account, if any.';
comment on column public.outbox.payload is 'What the mail needs to know.
Holds Record<string, unknown>';
comment on column public.outbox.send_after is 'Not before then; moves on after a failure.';
comment on column public.outbox.language is 'That its reader reads.';

revoke all on public.outbox from anon, authenticated;
grant select on public.outbox to authenticated;
grant select, insert, update, delete on public.outbox to service_role;
create policy "Owners and fulfilment read outgoing e-mails" on public.outbox for select to authenticated
  using ((select private.is_staff('owner', 'fulfilment')));

create table private.mail_secrets (
  mail_id uuid primary key references public.outbox (id) on delete cascade,
  secrets jsonb not null check (jsonb_typeof(secrets) = 'object')
);
comment on table private.mail_secrets is
  'What opens an order, a wish or an account for whoever reads the mail: for the sender alone, while staff read the outbox.';
comment on column private.mail_secrets.secrets is 'Fields that the sender adds to the payload: token, acting_token, follow_secret.';

create function private.secrets_of(p_payload jsonb) returns jsonb
language plpgsql immutable
set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_object_agg(f.key, f.value), '{}') from jsonb_each(p_payload) f
    where f.key in ('token', 'acting_token', 'follow_secret'));
end;
$$;
comment on function private.secrets_of(jsonb) is 'Those fields of a mail that staff don''t read.';

create function private.queue_mails(
  p_kind text, p_to text[], p_facts text[], p_payloads jsonb[], p_users uuid[], p_send_after timestamptz default now()
) returns void
language plpgsql
set search_path = ''
as $$
begin
  with mail as (
    select gen_random_uuid() as id, p_kind || ':' || m.fact as dedupe_key, m.recipient, m.user_id, coalesce(m.payload, '{}') as payload,
      private.secrets_of(m.payload) as secrets, private.mail_language(p_kind, m.payload, m.user_id) as language
    from unnest(p_to, p_facts, p_payloads, p_users) m (recipient, fact, payload, user_id)
    where not exists (
      select from public.notification_choices c
      where c.user_id = m.user_id and c.topic = private.mail_topic(p_kind) and c.channel = 'email' and not c.is_wanted
    )
  ), queued as (
    insert into public.outbox (id, kind, dedupe_key, recipient, user_id, payload, send_after, language)
    select m.id, p_kind, m.dedupe_key, m.recipient, m.user_id, m.payload - array['token', 'acting_token', 'follow_secret'], p_send_after, m.language
    from mail m
    on conflict (dedupe_key) do nothing
    returning id
  )
  insert into private.mail_secrets (mail_id, secrets)
  select q.id, m.secrets from queued q join mail m on m.id = q.id where m.secrets <> '{}';
end;
$$;
comment on function private.queue_mails(text, text[], text[], jsonb[], uuid[], timestamptz) is
  'The only way mails come to be: one outbox row each, in the transaction of the fact. p_facts name the facts, and the same fact twice is one mail. None where its reader declined the topic; guests get all of them. The lists name one mail in each place.';

create function private.queue_mail(
  p_kind text, p_to text, p_fact text, p_payload jsonb, p_user uuid default null,
  p_send_after timestamptz default now()
) returns void
language sql
set search_path = ''
as $$
  select private.queue_mails(p_kind, array[p_to], array[p_fact], array[p_payload], array[p_user], p_send_after)
$$;
comment on function private.queue_mail(text, text, text, jsonb, uuid, timestamptz) is 'Queues one mail.';

create table public.publish_requests (
  id uuid primary key default gen_random_uuid(),
  requested_by uuid references auth.users (id) on delete set null,
  note text not null default '' check (length(note) <= 500),
  status text not null default 'queued' check (status in ('queued', 'running', 'live', 'failed')),
  build_id text check (length(build_id) <= 80),
  log text not null default '' check (length(log) <= 200000),
  requested_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  log_url text check (log_url ~ '^https://[^[:space:]]+$' and length(log_url) <= 500),
  check ((status in ('live', 'failed')) = (finished_at is not null))
);
create unique index publish_requests_one_queued_idx on public.publish_requests (status) where status = 'queued';
create index publish_requests_newest_idx on public.publish_requests (requested_at desc);
create index publish_requests_requester_idx on public.publish_requests (requested_by);
comment on table public.publish_requests is
  'Builds of the site that someone asked for. At most one waits: it will contain everything saved until it starts.';
comment on column public.publish_requests.status is
  'queued, running, live, or failed, which leaves the site as it was.';
comment on column public.publish_requests.build_id is 'The build that came of it.';
comment on column public.publish_requests.log_url is
  'Where the builder keeps its own log; null where the log here is all there is.';

revoke all on public.publish_requests from anon, authenticated;
grant select on public.publish_requests to authenticated, service_role;
grant insert (requested_by, note), update (status, build_id, log, started_at, finished_at, log_url)
  on public.publish_requests to service_role;
create policy "Staff read publish requests" on public.publish_requests for select to authenticated
  using ((select private.is_staff()));

create table public.analytics_events (
  id uuid primary key default gen_random_uuid(),
  insert_id text not null unique check (length(insert_id) between 8 and 80),
  name text not null check (name ~ '^[a-z][a-z_]*$' and length(name) <= 60),
  properties jsonb not null default '{}' check (
    jsonb_typeof(properties) = 'object' and pg_column_size(properties) <= 16384
  ),
  device_id text check (length(device_id) <= 80),
  session_id bigint,
  happened_at timestamptz not null,
  received_at timestamptz not null default now()
);
create index analytics_events_received_idx on public.analytics_events (received_at);
create index analytics_events_name_idx on public.analytics_events (name, happened_at) include (device_id, session_id);
comment on table public.analytics_events is
  'What visitors who agreed to be counted did; the function ingest alone writes it, and no account is in it.';
comment on column public.analytics_events.insert_id is
  'Given by the sender, so that a repeated delivery counts once.';
comment on column public.analytics_events.name is 'Which event of the tracking plan.';
comment on column public.analytics_events.properties is 'What the plan allows for it.
Holds Record<string, unknown>';
comment on column public.analytics_events.device_id is 'A random id of the browser.';
comment on column public.analytics_events.session_id is 'The start of the session in milliseconds.';
comment on column public.analytics_events.happened_at is 'When it happened, as the browser says.';

revoke all on public.analytics_events from anon, authenticated;
grant select, insert, delete on public.analytics_events to service_role;
create policy "Owners read statistics" on public.analytics_events for select to authenticated
  using ((select private.is_staff('owner')));
grant select on public.analytics_events to authenticated;

-- A year of visits is read for one chart: each is added to its day when it first comes to a step.
create table private.visit_steps (
  step text not null,
  device_id text not null,
  session_id bigint not null,
  day date not null,
  primary key (step, device_id, session_id)
);
create index visit_steps_day_idx on private.visit_steps (day);
comment on table private.visit_steps is
  'Which visits of the last days came to which step of buying: what makes a repeated event count once.';
comment on column private.visit_steps.step is 'The event that stands for the step.';
comment on column private.visit_steps.device_id is 'A random id of the browser.';
comment on column private.visit_steps.session_id is 'The start of the session in milliseconds.';
comment on column private.visit_steps.day is 'When it first came there, in UTC.';

create table private.visit_days (
  day date not null,
  step text not null,
  visits int not null check (visits > 0),
  primary key (day, step)
);
comment on table private.visit_days is 'How many visits came to each step of buying, by the day on which they first did.';
comment on column private.visit_days.step is 'The event that stands for the step.';

create table private.event_days (
  day date primary key,
  events bigint not null check (events > 0)
);
comment on table private.event_days is
  'How many events came in on each day: anyone may send them, so what a day stores is bounded.';

create function private.bound_events() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  v_most constant bigint := 500000;
  v_added constant bigint := (select count(*) from added);
  v_events bigint;
begin
  if v_added = 0 then
    return null;
  end if;
  insert into private.event_days as d (day, events) values ((now() at time zone 'UTC')::date, v_added)
  on conflict (day) do update set events = d.events + excluded.events
  returning events into v_events;
  if v_events > v_most then
    perform private.refuse(429, 'too_many_events', 'No more events are kept today.', jsonb_build_object('limit', v_most));
  end if;
  return null;
end;
$$;
comment on function private.bound_events() is
  'Refuses events beyond what a day keeps. Security definer: what takes events in may write no sums.';
create trigger bound_events after insert on public.analytics_events
  referencing new table as added for each statement execute function private.bound_events();

create function private.count_visits() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  -- Both in one order, so that two deliveries at once wait for each other and never both.
  with came as (
    select e.name, coalesce(e.device_id, '') as device, coalesce(e.session_id, 0) as session,
      min((e.happened_at at time zone 'UTC')::date) as day
    from added e
    where e.name in ('product_viewed', 'cart_line_added', 'cart_viewed', 'checkout_started', 'order_placed')
    group by 1, 2, 3 order by 1, 2, 3
  ), fresh as (
    insert into private.visit_steps (step, device_id, session_id, day)
    select name, device, session, day from came
    on conflict do nothing
    returning day, step
  )
  insert into private.visit_days as d (day, step, visits)
  select day, step, count(*) from fresh group by 1, 2 order by 1, 2
  on conflict (day, step) do update set visits = d.visits + excluded.visits;
  return null;
end;
$$;
comment on function private.count_visits() is
  'Adds visits to their day. Security definer: what takes events in may write no sums.';
create trigger count_visits after insert on public.analytics_events
  referencing new table as added for each statement execute function private.count_visits();

create table public.check_runs (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  role text not null,
  faults int not null check (faults >= 0),
  warnings int not null check (warnings >= 0),
  groups text[] not null default '{}'
);
create index check_runs_role_idx on public.check_runs (role, id desc);
comment on table public.check_runs is 'How often the shop was checked and how much was wrong then; the newest five hundred, written by check_shop alone.';
comment on column public.check_runs.role is 'As whom: each role is told what it mends.';
comment on column public.check_runs.faults is 'How many faults were found.';
comment on column public.check_runs.warnings is 'How many warnings were found.';
comment on column public.check_runs.groups is 'What was looked at: fewer than all where it was stopped, or where one failed.';

revoke all on public.check_runs from anon, authenticated;
grant select on public.check_runs to authenticated, service_role;
create policy "Staff read checks that were run by someone with their role" on public.check_runs
  for select to authenticated using ((select private.is_staff(role)));

create table private.job_turns (
  job text primary key,
  ran_at timestamptz not null,
  worked_at timestamptz,
  problem text not null default '' check (length(problem) <= 500)
);
comment on table private.job_turns is 'How each job that runs by the clock came out last; written by run_due_jobs alone.';
comment on column private.job_turns.worked_at is 'When it last came to its end; null where it never has.';
comment on column private.job_turns.problem is 'Why the last turn failed; empty where it did not.';

create table private.job_failures (
  job text not null,
  item uuid not null,
  name text not null,
  tries int not null default 1 check (tries > 0),
  problem text not null default '' check (length(problem) <= 500),
  first_at timestamptz not null default now(),
  primary key (job, item)
);
comment on table private.job_failures is
  'What a job could not do, item by item: set aside after five tries, so that it holds up nothing else. Written by jobs alone.';
comment on column private.job_failures.name is 'What staff call the item: the number of an order, the code of a batch.';

create function private.note_job_failure(p_job text, p_item uuid, p_name text, p_problem text) returns void
language sql
set search_path = ''
as $$
  insert into private.job_failures as f (job, item, name, problem) values (p_job, p_item, p_name, left(p_problem, 500))
  on conflict (job, item) do update set tries = f.tries + 1, problem = excluded.problem
$$;
comment on function private.note_job_failure(text, uuid, text, text) is 'Counts a failure of a job with one item.';

create function private.is_set_aside(p_job text, p_item uuid) returns boolean
language sql stable
set search_path = ''
as $$
  select exists (select from private.job_failures f where f.job = p_job and f.item = p_item and f.tries >= 5)
$$;
comment on function private.is_set_aside(text, uuid) is 'Whether a job has given an item up; whoever removes its row lets it be tried again.';

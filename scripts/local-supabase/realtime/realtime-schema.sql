-- What Realtime keeps in the database: the messages and functions that a hosted project has, and,
-- in _realtime, the queue between a commit and the sockets. Run as superuser on every boot, so each
-- statement must be repeatable. Nothing in _realtime outlives a boot: what nobody received is gone.
create schema if not exists _realtime;
revoke all on schema _realtime from public;

-- Which tables somebody subscribes to now. Without a row here a change costs one look-up.
drop table if exists _realtime.watched;
create unlogged table _realtime.watched (relation oid primary key);

-- Committed changes on their way out. They go through a table, not through the notification, because
-- a notification holds 8,000 bytes.
drop table if exists _realtime.changes;
create unlogged table _realtime.changes (
  id bigint generated always as identity primary key,
  transaction xid8 not null default pg_current_xact_id(),
  relation oid not null,
  kind text not null,
  record jsonb,
  old_record jsonb
);
create index changes_by_transaction on _realtime.changes (transaction, id);

-- Definer, because no caller may read or write the queue. One notification a transaction: equal
-- payloads are folded, and notifications arrive in the order of commits.
create or replace function _realtime.queue_change() returns trigger
language plpgsql security definer set search_path = '' set timezone = 'UTC' as $$
begin
  if exists (select from _realtime.watched w where w.relation = tg_relid) then
    insert into _realtime.changes (relation, kind, record, old_record) values (
      tg_relid,
      tg_op,
      case when tg_op <> 'DELETE' then to_jsonb(new) end,
      case when tg_op <> 'INSERT' then to_jsonb(old) end
    );
    perform pg_notify('realtime', pg_current_xact_id()::text);
  end if;
  return null;
end $$;

-- The same for new rows, which come by the hundred: who watches is looked up once a statement.
create or replace function _realtime.queue_new_rows() returns trigger
language plpgsql security definer set search_path = '' set timezone = 'UTC' as $$
begin
  if exists (select from _realtime.watched w where w.relation = tg_relid)
    and exists (select from new_rows) then
    insert into _realtime.changes (relation, kind, record) select tg_relid, tg_op, to_jsonb(n) from new_rows n;
    perform pg_notify('realtime', pg_current_xact_id()::text);
  end if;
  return null;
end $$;

-- Definer for the same reason.
create or replace function _realtime.queue_message() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.extension = 'broadcast' and new.event is not null then
    insert into _realtime.changes (relation, kind, record) values (tg_relid, 'BROADCAST', to_jsonb(new));
    perform pg_notify('realtime', pg_current_xact_id()::text);
  end if;
  return null;
end $$;

create or replace function _realtime.notice_ddl() returns event_trigger
language plpgsql set search_path = '' as $$ begin perform pg_notify('realtime', 'schema'); end $$;
drop event trigger if exists realtime_ddl_watch;
create event trigger realtime_ddl_watch on ddl_command_end execute function _realtime.notice_ddl();
drop event trigger if exists realtime_drop_watch;
create event trigger realtime_drop_watch on sql_drop execute function _realtime.notice_ddl();

-- One trigger for each table of the publication, and none elsewhere. Fires for replicated writes
-- too, as the write-ahead log does.
create or replace function _realtime.sync_triggers() returns void
language plpgsql set search_path = '' set lock_timeout = '5s' as $$
declare
  target record;
begin
  for target in
    select t.tgrelid::regclass as relation from pg_catalog.pg_trigger t
    where t.tgname = 'realtime_queue_change' and (not exists (
      select from pg_catalog.pg_publication_tables p
      where p.pubname = 'supabase_realtime'
        and format('%I.%I', p.schemaname, p.tablename)::regclass = t.tgrelid)
      -- A folder of an older version: one trigger for everything.
      or not exists (
        select from pg_catalog.pg_trigger n
        where n.tgrelid = t.tgrelid and n.tgname = 'realtime_queue_new_rows'))
  loop
    execute format('drop trigger realtime_queue_change on %s', target.relation);
    execute format('drop trigger if exists realtime_queue_new_rows on %s', target.relation);
  end loop;
  for target in
    select format('%I.%I', p.schemaname, p.tablename)::regclass as relation
    from pg_catalog.pg_publication_tables p
    where p.pubname = 'supabase_realtime' and p.schemaname not in ('realtime', '_realtime')
      and not exists (
        select from pg_catalog.pg_trigger t
        where t.tgname = 'realtime_queue_change'
          and t.tgrelid = format('%I.%I', p.schemaname, p.tablename)::regclass)
  loop
    execute format(
      'create trigger realtime_queue_change after update or delete on %s '
        'for each row execute function _realtime.queue_change()', target.relation);
    execute format(
      'create trigger realtime_queue_new_rows after insert on %s '
        'referencing new table as new_rows '
        'for each statement execute function _realtime.queue_new_rows()', target.relation);
    execute format('alter table %s enable always trigger realtime_queue_change', target.relation);
    execute format('alter table %s enable always trigger realtime_queue_new_rows', target.relation);
  end loop;
end $$;

-- Private channels are decided by policies on this table: select to read a topic, insert to write.
create table if not exists realtime.messages (
  topic text not null,
  extension text not null,
  payload jsonb,
  event text,
  private boolean default false,
  updated_at timestamp not null default now(),
  inserted_at timestamp not null default now(),
  id uuid not null default gen_random_uuid(),
  primary key (id, inserted_at)
);
alter table realtime.messages owner to supabase_realtime_admin;
alter table realtime.messages enable row level security;
grant select, insert, update on realtime.messages to postgres, anon, authenticated, service_role;
create index if not exists messages_by_topic
  on realtime.messages (topic, inserted_at desc) where extension = 'broadcast' and private;
drop trigger if exists realtime_queue_message on realtime.messages;
create trigger realtime_queue_message after insert on realtime.messages
  for each row execute function _realtime.queue_message();

create or replace function realtime.topic() returns text language sql stable set search_path = '' as $$
  select nullif(current_setting('realtime.topic', true), '')
$$;

-- Invoker: whoever sends needs the right to write to the topic. A refused message is a warning, so
-- that it never takes the sender's transaction with it.
create or replace function realtime.send(payload jsonb, event text, topic text, private boolean default true)
returns void language plpgsql set search_path = '' as $$
declare
  message_id uuid := gen_random_uuid();
begin
  perform set_config('realtime.topic', send.topic, true);
  insert into realtime.messages (id, payload, event, topic, private, extension) values (
    message_id,
    case when send.payload ? 'id' then send.payload
      else jsonb_set(send.payload, '{id}', to_jsonb(message_id)) end,
    send.event, send.topic, send.private, 'broadcast');
exception when others then
  raise warning 'ErrorSendingBroadcastMessage: %', sqlerrm;
end $$;

create or replace function realtime.broadcast_changes(
  topic_name text, event_name text, operation text, table_name text, table_schema text,
  new record, old record, level text default 'ROW'
) returns void language plpgsql set search_path = '' as $$
begin
  if level = 'STATEMENT' then
    raise exception 'function can only be triggered for each row, not for each statement';
  end if;
  if operation not in ('INSERT', 'UPDATE', 'DELETE') then
    raise exception 'Unexpected operation type: %', operation;
  end if;
  perform realtime.send(
    jsonb_build_object('old_record', old, 'record', new, 'operation', operation,
      'table', table_name, 'schema', table_schema),
    event_name, topic_name);
exception when others then
  raise exception 'Failed to process the row: %', sqlerrm;
end $$;

alter function realtime.topic() owner to supabase_realtime_admin;
alter function realtime.send(jsonb, text, text, boolean) owner to supabase_realtime_admin;
alter function realtime.broadcast_changes(text, text, text, text, text, record, record, text)
  owner to supabase_realtime_admin;
grant execute on function realtime.topic(), realtime.send(jsonb, text, text, boolean),
  realtime.broadcast_changes(text, text, text, text, text, record, record, text)
  to anon, authenticated, service_role, postgres;

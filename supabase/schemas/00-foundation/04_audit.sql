-- What staff changed, with before and after. The only writer is the trigger below, in the same
-- transaction as the change, so no staff write can go unrecorded.

create table public.audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_id uuid,
  actor_role text not null,
  action text not null check (action in ('insert', 'update', 'delete', 'refused', 'read')),
  table_name text not null,
  row_id text,
  before jsonb,
  after jsonb
);
create index audit_log_actor_idx on public.audit_log (actor_id, id desc);
create index audit_log_table_idx on public.audit_log (table_name, id desc);
-- The rare ones: of what is usual, any page of the log has enough. Each index is paid for by every row.
create index audit_log_action_idx on public.audit_log (action, id desc) where action not in ('insert', 'update');
create index audit_log_role_idx on public.audit_log (actor_role, id desc);
create index audit_log_named_idx on public.audit_log (row_id, id desc);
create index audit_log_product_idx on public.audit_log ((coalesce(after, before) ->> 'product_id'), id desc)
  where table_name in ('product_options', 'option_rules', 'variants', 'product_images', 'product_sounds', 'product_facts', 'batches');
create index audit_log_option_idx on public.audit_log ((coalesce(after, before) ->> 'option_id'), id desc)
  where table_name = 'option_values';
create index audit_log_batch_idx on public.audit_log ((coalesce(after, before) ->> 'batch_id'), id desc)
  where table_name = 'batch_kits';
create index audit_log_kit_idx on public.audit_log ((coalesce(after, before) ->> 'batch_kit_id'), id desc)
  where table_name = 'batch_price_tiers';
-- Before and after together are just over the size from which Postgres packs a row: packing was a
-- tenth of a bulk move, and what it saves is little.
alter table public.audit_log set (toast_tuple_target = 8160);
comment on table public.audit_log is 'One row per change that staff or the service made. Never edited, but for words about people who are forgotten.';
comment on column public.audit_log.actor_id is 'Who; no foreign key, so that history outlives the account. Null for the service.';
comment on column public.audit_log.actor_role is 'The staff role held at that moment, or service_role.';
comment on column public.audit_log.action is 'What was done to the row; refused: somebody tried; read: names were looked at.';
comment on column public.audit_log.row_id is 'Which row: its id, code or key.';
comment on column public.audit_log.before is 'The row before, null for an insert.
Holds Record<string, unknown>';
comment on column public.audit_log.after is 'The row after, null for a delete.
Holds Record<string, unknown>';

revoke all on public.audit_log from anon, authenticated;
grant select on public.audit_log to authenticated, service_role;
create policy "Owners read the audit log" on public.audit_log for select to authenticated
  using ((select private.is_staff('owner')));

create function private.audit_row() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  v_actor constant uuid := auth.uid();
  v_role constant text := auth.role();
  v_before jsonb;
  v_after jsonb;
  v_row jsonb;
begin
  -- Without a claim there is no request: migrations and seeds are not staff. What customers cause,
  -- such as stock held for an order, has its own ledger and history. They are told by a look at who
  -- they are: to write down a row that is not kept costs more, and a hot one is locked meanwhile.
  if v_role is null or v_role = 'anon' or (v_role <> 'service_role' and not private.is_staff()) then
    return null;
  end if;
  v_before := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  v_after := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  v_row := coalesce(v_after, v_before);
  if v_before is not distinct from v_after then
    return null;
  end if;
  insert into public.audit_log (actor_id, actor_role, action, table_name, row_id, before, after)
  values (
    v_actor, coalesce((select role from private.staff where user_id = v_actor), v_role),
    lower(tg_op), tg_table_name, coalesce(v_row ->> 'id', v_row ->> 'code', v_row ->> 'key'),
    v_before, v_after
  );
  return null;
end;
$$;
comment on function private.audit_row() is
  'Records a change of a row. Security definer: staff may change the row but nobody may write the log.';

create function private.audit_rows() returns trigger
language plpgsql security definer
set search_path = ''
-- The first statement of a connection, of one row, would decide how all later ones pair their rows.
set enable_nestloop = off
as $$
declare
  v_actor constant uuid := auth.uid();
  v_works_as text;
  v_role text := auth.role();
begin
  if v_actor is not null then
    v_works_as := (select role from private.staff where user_id = v_actor);
    v_role := coalesce(v_works_as, v_role);
  end if;
  if v_role is null or (v_works_as is null and v_role <> 'service_role') then
    return null;
  end if;
  -- Each kind of statement has only the rows of its own kind to look at.
  if tg_op = 'UPDATE' then
    insert into public.audit_log (actor_id, actor_role, action, table_name, row_id, before, after)
    select v_actor, v_role, 'update', tg_table_name, n.id::text, to_jsonb(o), to_jsonb(n)
    from old_rows o join new_rows n on n.id = o.id
    where o is distinct from n order by n.id;
  elsif tg_op = 'INSERT' then
    insert into public.audit_log (actor_id, actor_role, action, table_name, row_id, after)
    select v_actor, v_role, 'insert', tg_table_name, n.id::text, to_jsonb(n) from new_rows n;
  else
    insert into public.audit_log (actor_id, actor_role, action, table_name, row_id, before)
    select v_actor, v_role, 'delete', tg_table_name, o.id::text, to_jsonb(o) from old_rows o;
  end if;
  return null;
end;
$$;
comment on function private.audit_rows() is
  'As audit_row, for all rows of a statement at once: for tables whose rows staff change by the hundred, and whose key is an id that stays. Security definer: nobody may write the log.';

create function private.refusal(p_status int, p_reason text, p_message text, p_details jsonb) returns jsonb
language plpgsql
set search_path = ''
as $$
begin
  perform set_config('response.status', p_status::text, true);
  return jsonb_build_object(
    'code', 'PT' || p_status, 'message', p_message, 'hint', p_reason, 'details', p_details);
end;
$$;
comment on function private.refusal(int, text, text, jsonb) is
  'Refuses by an answer: an error would undo what was written about the try.';

create function private.refuse_on_record(
  p_status int, p_reason text, p_message text, p_details jsonb, p_call text, p_table text, p_row text
) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_actor constant uuid := auth.uid();
  v_works_as constant text := (select role from private.staff where user_id = v_actor);
  v_role constant text := coalesce(v_works_as, auth.role(), session_user);
  v_after constant jsonb := jsonb_build_object('call', p_call, 'reason', p_reason, 'details', p_details);
begin
  -- Someone without any right can't fill the log: the same try counts once a minute.
  if (p_status <> 403 and v_works_as is not null) or not exists (
    select from public.audit_log
    where actor_id = v_actor and action = 'refused' and table_name = p_table and after = v_after
      and at > now() - interval '1 minute'
  ) then
    insert into public.audit_log (actor_id, actor_role, action, table_name, row_id, after)
    values (v_actor, v_role, 'refused', p_table, p_row, v_after);
  end if;
  return private.refusal(p_status, p_reason, p_message, p_details);
end;
$$;
comment on function private.refuse_on_record(int, text, text, jsonb, text, text, text) is
  'Refuses like private.refuse but by an answer, so that the try stays in the audit log: an error would undo that row too. Security definer: nobody may write the log.';

create function private.note_staff_call(p_action text, p_table text, p_row uuid, p_after jsonb) returns void
language sql
set search_path = ''
as $$
  insert into public.audit_log (actor_id, actor_role, action, table_name, row_id, after)
  values (auth.uid(), (select s.role from private.staff s where s.user_id = auth.uid()), p_action, p_table, p_row::text, p_after)
$$;
comment on function private.note_staff_call(text, text, uuid, jsonb) is
  'Keeps in the audit log what staff did by a function whose tables are not logged.';

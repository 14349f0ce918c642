-- Generated from supabase/schemas by scripts/generate-migration.ts.

-- schemas/00-foundation/00_foundation.sql
-- The ground every other file stands on: the schema that is never exposed, the one way to refuse a
-- request, and how rows keep their version. Schema public is the API; private holds all the rest.
-- What runs on every call is written in plpgsql: Postgres plans a function in sql anew each time it is
-- called, and that was half of the time of a quote.

create schema private;
comment on schema private is
  'Everything that is not the API: secrets, bodies of functions, helpers of policies. Never exposed.';
revoke all on schema private from public;
-- Wrappers in public call the bodies in private as their caller: usage lets them look, while each
-- function grants execute by itself and no table here grants anything.
grant usage on schema private to anon, authenticated, service_role;

alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke all on tables from public, anon, authenticated;
alter default privileges in schema public revoke all on functions from public, anon, authenticated;
alter default privileges in schema public revoke all on sequences from public, anon, authenticated;

create extension if not exists btree_gist with schema extensions;

create function private.refuse(
  p_status int, p_reason text, p_message text, p_details jsonb default '{}'
) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  raise exception using
    errcode = 'PT' || p_status, message = p_message, hint = p_reason, detail = p_details::text;
end;
$$;
grant execute on function private.refuse(int, text, text, jsonb) to anon, authenticated, service_role;
comment on function private.refuse(int, text, text, jsonb) is
  'The only place that raises: HTTP status 4nn, a stable reason word as hint, a sentence for people, details as JSON.';

create function private.keep_version() returns trigger
language plpgsql
set search_path = ''
as $$
declare
  -- Columns that functions touch on their own: an editor who read the row before must not be told
  -- that someone else changed it.
  v_unversioned constant text[] := array[
    'version', 'updated_at', 'settled_at', 'entry_count',
    'released', 'offer_round', 'offer_hours', 'last_offered_rank',
    'like_count', 'hidden_at'
  ];
begin
  new.version := old.version;
  new.updated_at := old.updated_at;
  if to_jsonb(new) - v_unversioned is distinct from to_jsonb(old) - v_unversioned then
    new.version := old.version + 1;
    new.updated_at := now();
  end if;
  return new;
end;
$$;
comment on function private.keep_version() is
  'Counts the edits of a row, so that "update … where version = what I read" tells the second editor.';

create function private.json_of(p_value jsonb) returns jsonb
language plpgsql immutable
set search_path = ''
as $$
begin
  if jsonb_typeof(p_value) = 'string' then
    return (p_value #>> '{}')::jsonb;
  end if;
  return p_value;
exception when others then
  perform private.refuse(422, 'wrong_json', 'This is not valid JSON.');
  return null;
end;
$$;
comment on function private.json_of(jsonb) is
  'A jsonb argument as it was meant: some drivers send it as a JSON string that holds JSON.';

create function private.uuid_of(p_text text) returns uuid
language plpgsql immutable
set search_path = ''
as $$
begin
  return case when p_text ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then p_text::uuid end;
end;
$$;
comment on function private.uuid_of(text) is 'An id that came as text, or null where it is none.';

create function private.share_of(p_amount bigint, p_part bigint, p_whole bigint) returns bigint
language plpgsql immutable
set search_path = ''
as $$
begin
  return (2 * p_amount * p_part + p_whole) / (2 * p_whole);
end;
$$;
comment on function private.share_of(bigint, bigint, bigint) is
  'A part of an amount that is not negative, rounded half up, without ever leaving whole numbers.';

create function private.hash_of(p_text text) returns text
language plpgsql immutable
set search_path = ''
as $$
begin
  return encode(sha256(convert_to(p_text, 'UTF8')), 'hex');
end;
$$;
comment on function private.hash_of(text) is 'SHA-256 of a text, in hex.';

-- schemas/40-accounts/02_staff.sql
-- Who works here. The only place that decides staff rights: looked up by the caller's id on every
-- request, never read from a token, so a demotion holds from the next request on.

create table private.staff (
  user_id uuid primary key references auth.users (id) on delete cascade,
  role text not null check (role in ('owner', 'editor', 'fulfilment', 'support')),
  added_at timestamptz not null default now()
);
alter table private.staff enable row level security;
comment on table private.staff is 'One row per person who works in the shop, and what for.';
comment on column private.staff.user_id is 'The account that holds the right.';
comment on column private.staff.role is
  'owner: everything; editor: catalogue, updates, colorways, publishing; fulfilment: orders, stock, shipping; support: reads masked orders, adds notes.';

create table private.staff_rules (
  is_kept boolean primary key default true check (is_kept),
  grace_days int default 7 check (grace_days between 0 and 365),
  proof_hours int not null default 12 check (proof_hours between 1 and 720)
);
alter table private.staff_rules enable row level security;
comment on table private.staff_rules is
  'One row: what the shop asks of whoever works here. Changed with SQL by whoever runs the database, so that no staff account can loosen it.';
comment on column private.staff_rules.is_kept is 'Always true: there is one row.';
comment on column private.staff_rules.grace_days is
  'How long somebody who began to work here may do without a second factor; null is without end.';
comment on column private.staff_rules.proof_hours is
  'How old the last code of a session may be when staff change something.';
insert into private.staff_rules default values;

create function private.has_second_factor(p_user uuid) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (select from auth.mfa_factors where user_id = p_user and status = 'verified')
$$;
comment on function private.has_second_factor(uuid) is
  'Whether an account has an authenticator app that counts. Security definer: nobody may read the factors.';

create function private.lacks_second_factor() returns boolean
language sql stable security definer
set search_path = ''
as $$
  select coalesce(auth.jwt() ->> 'aal', 'aal1') <> 'aal2' and private.has_second_factor((select auth.uid()))
$$;
comment on function private.lacks_second_factor() is
  'Whether the caller has a second factor and has not given it in this session. Security definer: nobody may read the factors.';

create function private.factor_due_at(p_user uuid) returns timestamptz
language sql stable security definer
set search_path = ''
as $$
  select s.added_at + make_interval(days => coalesce(r.grace_days, 7))
  from private.staff s left join private.staff_rules r on true
  where s.user_id = p_user and (r.is_kept is null or r.grace_days is not null)
    and not private.has_second_factor(p_user)
$$;
comment on function private.factor_due_at(uuid) is
  'Until when somebody who works here may do without a second factor; null where they have one, where the grace has no end, and for everybody else. Security definer: nobody may read the staff table.';

create function private.is_proof_stale() returns boolean
language sql stable security definer
set search_path = ''
as $$
  select private.has_second_factor((select auth.uid())) and coalesce((
    -- The auth service keeps the time of each code in the token, through all renewals of it.
    select max((m ->> 'timestamp')::numeric)
    from jsonb_array_elements(
      case jsonb_typeof(auth.jwt() -> 'amr') when 'array' then auth.jwt() -> 'amr' else '[]' end) m
    where m ->> 'method' in ('totp', 'mfa/phone', 'mfa/webauthn')
  ), 0) < extract(epoch from now()) - 3600 * coalesce((select proof_hours from private.staff_rules), 12)
$$;
comment on function private.is_proof_stale() is
  'Whether the caller has a second factor and gave it longer ago than the shop allows for changes. Security definer: nobody may read the factors.';

create function private.has_role(variadic p_roles text[] default '{}') returns boolean
language plpgsql stable
set search_path = ''
as $$
begin
  return exists (
    select from private.staff
    where user_id = (select auth.uid()) and (cardinality(p_roles) = 0 or role = any (p_roles))
  );
end;
$$;
comment on function private.has_role(text[]) is
  'Whether the account of the caller holds one of the roles, whatever this session may do with it: to tell who lacks a code from who has no right. Rights follow from is_staff.';

create function private.is_staff(variadic p_roles text[] default '{}') returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  -- Everybody else is told by the first look, and never asked for a factor.
  if not private.has_role(variadic p_roles) then
    return false;
  end if;
  return not private.lacks_second_factor()
    and coalesce(private.factor_due_at((select auth.uid())) > now(), true);
end;
$$;
grant execute on function private.is_staff(text[]) to anon, authenticated, service_role;
comment on function private.is_staff(text[]) is
  'Whether the caller works here in one of the roles, or in any when none is named. A session without the second factor of its account is nobody''s, and so is an account that should have one by now. Security definer: nobody may read the staff table.';

create function private.staff_trouble(p_is_change boolean, variadic p_roles text[] default '{}') returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  if not private.has_role(variadic p_roles) then
    return jsonb_build_object('reason', 'not_allowed', 'message', 'Your account has no right to do this.',
      'details', jsonb_build_object('roles', p_roles));
  end if;
  if private.lacks_second_factor() then
    return jsonb_build_object('reason', 'second_factor',
      'message', 'Enter the code of your authenticator app first.', 'details', '{}'::jsonb);
  end if;
  if private.factor_due_at((select auth.uid())) <= now() then
    return jsonb_build_object('reason', 'second_factor_missing',
      'message', 'Add an authenticator app on your account page first.', 'details', '{}'::jsonb);
  end if;
  if p_is_change and private.is_proof_stale() then
    return jsonb_build_object('reason', 'second_factor_stale',
      'message', 'Nothing was changed. Enter the code of your authenticator app again.', 'details', '{}'::jsonb);
  end if;
  return null;
end;
$$;
comment on function private.staff_trouble(boolean, text[]) is
  'Why the caller may not do what staff of these roles may, as {reason, message, details}; null where they may. Whoever changes something has given the second factor lately. Security definer: nobody may read the staff table.';

create function private.refuse_trouble(p_trouble jsonb) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if p_trouble is not null then
    perform private.refuse(403, p_trouble ->> 'reason', p_trouble ->> 'message', p_trouble -> 'details');
  end if;
end;
$$;
comment on function private.refuse_trouble(jsonb) is 'Refuses with 403 for what staff_trouble found; nothing where it found nothing.';

create function private.require_staff(variadic p_roles text[]) returns void
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.refuse_trouble(private.staff_trouble(true, variadic p_roles));
end;
$$;
grant execute on function private.require_staff(text[]) to authenticated, service_role;
comment on function private.require_staff(text[]) is
  'Refuses with 403 whoever works in none of the roles, and whoever has not given the second factor of their account lately. For what changes something; require_reader is for the rest. Security definer: nobody may read the staff table.';

create function private.require_reader(variadic p_roles text[]) returns void
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.refuse_trouble(private.staff_trouble(false, variadic p_roles));
end;
$$;
grant execute on function private.require_reader(text[]) to authenticated, service_role;
comment on function private.require_reader(text[]) is
  'As require_staff, for functions that read and no more: the age of the second factor does not matter. Security definer: nobody may read the staff table.';

create function private.require_fresh_proof() returns void
language plpgsql stable security definer
set search_path = ''
as $$
declare
  v_trouble constant jsonb := private.staff_trouble(true);
begin
  if v_trouble ->> 'reason' = 'second_factor_stale' then
    perform private.refuse_trouble(v_trouble);
  end if;
end;
$$;
grant execute on function private.require_fresh_proof() to authenticated, service_role;
comment on function private.require_fresh_proof() is
  'Refuses with 403 whoever works here and gave their second factor too long ago, where another rule decides who may. Security definer: nobody may read the staff table.';

create function private.require_second_factor() returns void
language plpgsql stable security definer
set search_path = ''
as $$
begin
  if private.lacks_second_factor() then
    perform private.refuse(403, 'second_factor', 'Enter the code of your authenticator app first.');
  end if;
end;
$$;
grant execute on function private.require_second_factor() to authenticated, service_role;
comment on function private.require_second_factor() is
  'Refuses with 403 whoever has a second factor and has not given it in this session. Security definer: nobody may read the factors.';

-- schemas/00-foundation/04_audit.sql
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
  where table_name in ('product_options', 'option_rules', 'variants', 'product_images', 'product_facts', 'batches');
create index audit_log_option_idx on public.audit_log ((coalesce(after, before) ->> 'option_id'), id desc)
  where table_name = 'option_values';
create index audit_log_batch_idx on public.audit_log ((coalesce(after, before) ->> 'batch_id'), id desc)
  where table_name = 'batch_kits';
create index audit_log_kit_idx on public.audit_log ((coalesce(after, before) ->> 'batch_kit_id'), id desc)
  where table_name = 'batch_price_tiers';
-- Before and after together are just over the size from which Postgres packs a row: packing was a
-- tenth of a bulk move, and what it saves is little.
alter table public.audit_log set (toast_tuple_target = 8160);
alter table public.audit_log enable row level security;
comment on table public.audit_log is 'One row per change that staff or the service made, never edited.';
comment on column public.audit_log.actor_id is 'Who; no foreign key, so that history outlives the account. Null for the service.';
comment on column public.audit_log.actor_role is 'The staff role held at that moment, or service_role.';
comment on column public.audit_log.action is 'What was done to the row; refused: somebody tried; read: names were looked at.';
comment on column public.audit_log.row_id is 'Which row: its id, code or key.';
comment on column public.audit_log.before is 'The row before, null for an insert.';
comment on column public.audit_log.after is 'The row after, null for a delete.';

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
  v_before constant jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  v_after constant jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  v_row constant jsonb := coalesce(v_after, v_before);
begin
  -- Without a claim there is no request: migrations and seeds are not staff. What customers cause,
  -- such as stock held for an order, has its own ledger and history.
  if v_before is not distinct from v_after or auth.role() is null
    or (auth.role() <> 'service_role' and not private.is_staff()) then
    return null;
  end if;
  insert into public.audit_log (actor_id, actor_role, action, table_name, row_id, before, after)
  values (
    v_actor, coalesce((select role from private.staff where user_id = v_actor), auth.role()),
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
  v_works_as constant text := (select role from private.staff where user_id = v_actor);
  v_role constant text := coalesce(v_works_as, auth.role());
begin
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

-- schemas/30-shipping/06_countries.sql
-- Countries and taxes. The only place that says where the shop ships, which tax a country charges
-- and who pays it; the countries page and the checkout read the same rows.

create table private.iso_countries (
  code text primary key check (code ~ '^[A-Z]{2}$')
);
alter table private.iso_countries enable row level security;
comment on table private.iso_countries is
  'Every country of ISO 3166-1: goods and makers may come from where the shop does not ship to. The same codes as src/domain/iso-countries.ts.';
comment on column private.iso_countries.code is 'ISO 3166-1 alpha-2.';
insert into private.iso_countries (code) select unnest(string_to_array(
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR' || ' ' ||
  'BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ' || ' ' ||
  'EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW' || ' ' ||
  'GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY' || ' ' ||
  'KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV' || ' ' ||
  'MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY' || ' ' ||
  'QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG' || ' ' ||
  'TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM' || ' ' ||
  'ZW', ' '));

create table public.countries (
  code text primary key check (code ~ '^[A-Z]{2}$'),
  name text not null check (length(name) between 2 and 80),
  ships boolean not null default true,
  not_shipped_reason text not null default '' check (length(not_shipped_reason) <= 400),
  in_eu boolean not null default false,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  duties_payer text not null check (duties_payer in ('none', 'shop', 'customer')),
  duties_note text not null default '' check (length(duties_note) <= 800),
  region_label text not null default '' check (length(region_label) <= 40),
  postcode_label text not null default 'Postcode' check (length(postcode_label) <= 40),
  postcode_pattern text not null default '' check (length(postcode_pattern) <= 200),
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (ships or not_shipped_reason <> '')
);
alter table public.countries enable row level security;
comment on table public.countries is 'Every country the shop has an answer for, also those it does not ship to.';
comment on column public.countries.code is 'ISO 3166-1 alpha-2.';
comment on column public.countries.name is 'As people there write it in English.';
comment on column public.countries.ships is 'Whether an order may go there.';
comment on column public.countries.not_shipped_reason is 'Why not, in a sentence; empty where the shop ships.';
comment on column public.countries.in_eu is 'Inside the customs union of the shop: no duties, VAT in the price.';
comment on column public.countries.currency is 'ISO 4217 of the country, for hints; the shop charges in its own.';
comment on column public.countries.duties_payer is 'none: no duties arise; shop: collected at the checkout; customer: asked for at the door.';
comment on column public.countries.duties_note is 'What to expect of customs, in Markdown.';
comment on column public.countries.region_label is 'What the region of an address is called there; empty where it has none.';
comment on column public.countries.postcode_label is 'What a postcode is called there; empty where there are none.';
comment on column public.countries.postcode_pattern is 'Regular expression that a postcode matches; empty accepts anything.';

revoke all on public.countries from anon, authenticated;
grant select on public.countries to anon, authenticated, service_role;
grant insert (code, name, ships, not_shipped_reason, in_eu, currency, duties_payer, duties_note, region_label, postcode_label, postcode_pattern),
  update (name, ships, not_shipped_reason, in_eu, currency, duties_payer, duties_note, region_label, postcode_label, postcode_pattern),
  delete on public.countries to authenticated, service_role;
create policy "Everyone reads countries" on public.countries for select to anon, authenticated using (true);
create policy "Owners and fulfilment add countries" on public.countries for insert to authenticated
  with check ((select private.is_staff('owner', 'fulfilment')));
create policy "Owners and fulfilment change countries" on public.countries for update to authenticated
  using ((select private.is_staff('owner', 'fulfilment')))
  with check ((select private.is_staff('owner', 'fulfilment')));
create policy "Owners and fulfilment remove countries" on public.countries for delete to authenticated
  using ((select private.is_staff('owner', 'fulfilment')));
create trigger keep_version before update on public.countries
  for each row execute function private.keep_version();
create trigger audit after insert or update or delete on public.countries
  for each row execute function private.audit_row();

create table public.tax_classes (
  code text primary key check (code ~ '^[a-z][a-z_]*$'),
  title text not null check (length(title) between 2 and 80),
  position int not null default 0
);
alter table public.tax_classes enable row level security;
comment on table public.tax_classes is 'Kinds of goods that a country may tax differently.';
comment on column public.tax_classes.title is 'What staff read.';

revoke all on public.tax_classes from anon, authenticated;
grant select on public.tax_classes to anon, authenticated, service_role;
grant insert (code, title, position), update (title, position), delete
  on public.tax_classes to authenticated, service_role;
create policy "Everyone reads tax classes" on public.tax_classes for select to anon, authenticated using (true);
create policy "Owners add tax classes" on public.tax_classes for insert to authenticated
  with check ((select private.is_staff('owner')));
create policy "Owners change tax classes" on public.tax_classes for update to authenticated
  using ((select private.is_staff('owner'))) with check ((select private.is_staff('owner')));
create policy "Owners remove tax classes" on public.tax_classes for delete to authenticated
  using ((select private.is_staff('owner')));
create trigger audit after insert or update or delete on public.tax_classes
  for each row execute function private.audit_row();

create table public.tax_rates (
  id uuid primary key default gen_random_uuid(),
  country_code text not null references public.countries (code) on delete cascade,
  tax_class_code text not null references public.tax_classes (code),
  name text not null check (length(name) between 2 and 40),
  rate_basis_points int not null check (rate_basis_points between 0 and 10000),
  collected boolean not null,
  valid_from date not null,
  valid_to date,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (valid_to > valid_from),
  constraint tax_rates_one_at_a_time exclude using gist (
    country_code with =, tax_class_code with =, daterange(valid_from, valid_to) with &&
  )
);
create index tax_rates_country_idx on public.tax_rates (country_code, tax_class_code, valid_from);
create index tax_rates_class_idx on public.tax_rates (tax_class_code);
alter table public.tax_rates enable row level security;
comment on table public.tax_rates is 'The rate of a class of goods in a country, one at a time.';
comment on column public.tax_rates.name is 'What the tax is called there: VAT, GST, MVA.';
comment on column public.tax_rates.rate_basis_points is 'Hundredths of a per cent: 2100 is 21 %.';
comment on column public.tax_rates.collected is 'Whether the shop collects it; otherwise it is what customs will ask for.';
comment on column public.tax_rates.valid_from is 'First day of the rate.';
comment on column public.tax_rates.valid_to is 'First day of the next rate; null while it holds.';

revoke all on public.tax_rates from anon, authenticated;
grant select on public.tax_rates to anon, authenticated, service_role;
grant insert (country_code, tax_class_code, name, rate_basis_points, collected, valid_from, valid_to),
  update (name, rate_basis_points, collected, valid_from, valid_to), delete
  on public.tax_rates to authenticated, service_role;
create policy "Everyone reads tax rates" on public.tax_rates for select to anon, authenticated using (true);
create policy "Owners add tax rates" on public.tax_rates for insert to authenticated
  with check ((select private.is_staff('owner')));
create policy "Owners change tax rates" on public.tax_rates for update to authenticated
  using ((select private.is_staff('owner'))) with check ((select private.is_staff('owner')));
create policy "Owners remove tax rates" on public.tax_rates for delete to authenticated
  using ((select private.is_staff('owner')));
create trigger keep_version before update on public.tax_rates
  for each row execute function private.keep_version();
create trigger audit after insert or update or delete on public.tax_rates
  for each row execute function private.audit_row();

create table public.country_restrictions (
  country_code text not null references public.countries (code) on delete cascade,
  shipping_tag text not null check (shipping_tag in ('battery', 'liquid', 'magnet', 'wood')),
  reason text not null check (length(reason) between 2 and 300),
  primary key (country_code, shipping_tag)
);
alter table public.country_restrictions enable row level security;
comment on table public.country_restrictions is 'Goods that a country or its carriers do not let in.';
comment on column public.country_restrictions.shipping_tag is 'Products with this tag are refused.';

revoke all on public.country_restrictions from anon, authenticated;
grant select on public.country_restrictions to anon, authenticated, service_role;
grant insert (country_code, shipping_tag, reason), update (reason), delete
  on public.country_restrictions to authenticated, service_role;
create policy "Everyone reads country restrictions" on public.country_restrictions
  for select to anon, authenticated using (true);
create policy "Owners and fulfilment add country restrictions" on public.country_restrictions
  for insert to authenticated with check ((select private.is_staff('owner', 'fulfilment')));
create policy "Owners and fulfilment change country restrictions" on public.country_restrictions
  for update to authenticated
  using ((select private.is_staff('owner', 'fulfilment')))
  with check ((select private.is_staff('owner', 'fulfilment')));
create policy "Owners and fulfilment remove country restrictions" on public.country_restrictions
  for delete to authenticated using ((select private.is_staff('owner', 'fulfilment')));
create trigger audit after insert or update or delete on public.country_restrictions
  for each row execute function private.audit_row();

-- schemas/10-catalogue/10_products.sql
-- Products and the facts around them: who made them, what they fit, what goes with them, what to
-- download. Drafts and scheduled rows are invisible until publish_at by the database's clock, and
-- everything that hangs on a product is visible exactly when the product is.

create type public.product_kind as enum ('keyboard', 'product', 'artisan');
comment on type public.product_kind is 'Which kind of page a product has.';
create type public.publish_status as enum ('draft', 'scheduled', 'published', 'archived');
comment on type public.publish_status is
  'draft: staff only; scheduled and published: visible from publish_at on; archived: still readable, no longer sold.';

create table public.makers (
  id uuid primary key default gen_random_uuid(),
  code text not null unique check (code ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null check (length(name) between 2 and 80),
  bio text not null default '' check (length(bio) <= 4000),
  country_code text references private.iso_countries (code),
  position int not null default 0,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index makers_country_idx on public.makers (country_code);
alter table public.makers enable row level security;
comment on table public.makers is
  'People and studios whose work the shop sells, and who are credited for it.';
comment on column public.makers.code is 'What a filter in an address names.';
comment on column public.makers.name is 'As they want to be called.';
comment on column public.makers.bio is 'Who they are, in Markdown.';

revoke all on public.makers from anon, authenticated;
grant select on public.makers to anon, authenticated, service_role;
grant insert (code, name, bio, country_code, position),
  update (code, name, bio, country_code, position),
  delete
  on public.makers to authenticated, service_role;
create policy "Everyone reads makers" on public.makers
  for select to anon, authenticated
  using (true);
create policy "Owners and editors add makers" on public.makers
  for insert to authenticated with check ((select private.is_staff('owner', 'editor')));
create policy "Owners and editors change makers" on public.makers
  for update to authenticated using ((select private.is_staff('owner', 'editor'))) with check ((select private.is_staff('owner', 'editor')));
create policy "Owners and editors remove makers" on public.makers
  for delete to authenticated using ((select private.is_staff('owner', 'editor')));
create trigger keep_version before update on public.makers
  for each row execute function private.keep_version();
create trigger audit after insert or update or delete on public.makers
  for each row execute function private.audit_row();

create table public.products (
  id uuid primary key default gen_random_uuid(),
  kind public.product_kind not null,
  category text not null check (category in (
    'keyboard', 'keycap_set', 'switches', 'stabilisers', 'cable', 'desk_mat', 'part', 'tool', 'sculpt'
  )),
  url text not null unique check (
    url ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(url) <= 80 and url <> 'artisans'
  ),
  title text not null check (length(title) between 2 and 120),
  summary text not null default '' check (length(summary) <= 300),
  body text not null default '' check (length(body) <= 20000),
  status public.publish_status not null default 'draft',
  publish_at timestamptz,
  maker_id uuid references public.makers (id),
  position int not null default 0,
  ship_group text not null default 'stock' check (ship_group ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  handling_days int not null default 2 check (handling_days between 0 and 60),
  max_per_customer int check (max_per_customer between 1 and 100),
  in_the_box text[] not null default '{}' check (cardinality(in_the_box) <= 40),
  still_needed text[] not null default '{}' check (cardinality(still_needed) <= 40),
  tax_class_code text not null default 'goods' references public.tax_classes (code),
  shipping_tags text[] not null default '{}' check (
    shipping_tags <@ array['battery', 'liquid', 'magnet', 'wood']
  ),
  hs_code text not null default '' check (hs_code ~ '^[0-9]{0,10}$'),
  origin_country_code text references private.iso_countries (code),
  customs_description text not null default '' check (length(customs_description) <= 120),
  layout_code text not null default '' check (length(layout_code) <= 40),
  seo_title text not null default '' check (length(seo_title) <= 70),
  seo_description text not null default '' check (length(seo_description) <= 170),
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (status = 'draft' or publish_at is not null),
  check (status = 'draft' or summary <> ''),
  check ((kind = 'keyboard') = (category = 'keyboard') and (kind = 'artisan') = (category = 'sculpt'))
);
create index products_shelf_idx on public.products (kind, status, publish_at desc);
create index products_maker_idx on public.products (maker_id);
-- The desk pages through all of them, drafts included, in any of its orders.
create index products_changed_idx on public.products (updated_at, id);
create index products_title_idx on public.products (title, id);
create index products_position_idx on public.products (position, id);
create index products_kind_idx on public.products (kind, id);
create index products_status_idx on public.products (status, id);
create index products_visible_idx on public.products (publish_at, id);
create index products_visible_last_idx on public.products (publish_at desc nulls last, id desc);
-- Under row level security a comparison of enums may not reach into an index, but which index is
-- read may follow from it: one for each that is rarer than the rest.
create index products_draft_idx on public.products (updated_at, id) where status = 'draft';
create index products_scheduled_idx on public.products (updated_at, id) where status = 'scheduled';
create index products_archived_idx on public.products (updated_at, id) where status = 'archived';
create index products_keyboard_idx on public.products (updated_at, id) where kind = 'keyboard';
create index products_artisan_idx on public.products (updated_at, id) where kind = 'artisan';
create index products_category_idx on public.products (category, updated_at);
create index products_group_idx on public.products (ship_group, updated_at);
create index products_hs_code_idx on public.products (hs_code);
create index products_tax_class_idx on public.products (tax_class_code);
create index products_origin_idx on public.products (origin_country_code);
alter table public.products enable row level security;
comment on table public.products is 'What the shop shows: keyboards, other goods and sculpts.';
comment on column public.products.kind is 'Decides the page: /keyboards, /products or /products/artisans.';
comment on column public.products.url is
  'Last part of its address; artisans is taken by a screen. A change leaves a redirect.';
comment on column public.products.summary is 'One line for lists and previews.';
comment on column public.products.body is 'The story, in Markdown.';
comment on column public.products.publish_at is
  'Visible from then on by the clock of the database; null only in drafts.';
comment on column public.products.maker_id is 'Who made it, when it was not the shop.';
comment on column public.products.ship_group is 'Goods of one group leave together; stock leaves at once.';
comment on column public.products.handling_days is
  'Working days from paid (or from arrival of the batch) to handed over.';
comment on column public.products.max_per_customer is
  'Over all its variants and all orders of one customer; null is no limit.';
comment on column public.products.in_the_box is 'What one gets, a line each.';
comment on column public.products.still_needed is 'What one must buy besides, a line each.';
comment on column public.products.shipping_tags is 'What some countries or carriers refuse.';
comment on column public.products.hs_code is 'Customs tariff number.';
comment on column public.products.origin_country_code is 'Country of origin for customs; the shop need not ship there.';
comment on column public.products.customs_description is 'What the customs form says.';
comment on column public.products.layout_code is
  'Which keyboard layout it has, as the colour picker names them; empty for anything else.';
comment on column public.products.seo_title is 'Title for search engines; empty takes the title.';
comment on column public.products.seo_description is
  'Description for search engines; empty takes the summary.';

revoke all on public.products from anon, authenticated;
grant select on public.products to anon, authenticated, service_role;
grant insert (kind, category, url, title, summary, body, status, publish_at, maker_id, position, ship_group, handling_days, max_per_customer, in_the_box, still_needed, tax_class_code, shipping_tags, hs_code, origin_country_code, customs_description, layout_code, seo_title, seo_description),
  update (kind, category, url, title, summary, body, status, publish_at, maker_id, position, ship_group, handling_days, max_per_customer, in_the_box, still_needed, tax_class_code, shipping_tags, hs_code, origin_country_code, customs_description, layout_code, seo_title, seo_description),
  delete
  on public.products to authenticated, service_role;
create policy "Everyone reads products from publish_at on, staff read all" on public.products
  for select to anon, authenticated
  using ((status <> 'draft' and publish_at <= now()) or (select private.is_staff()));
create policy "Owners and editors add products" on public.products
  for insert to authenticated with check ((select private.is_staff('owner', 'editor')));
create policy "Owners and editors change products" on public.products
  for update to authenticated using ((select private.is_staff('owner', 'editor'))) with check ((select private.is_staff('owner', 'editor')));
create policy "Owners and editors remove products" on public.products
  for delete to authenticated using ((select private.is_staff('owner', 'editor')));
create trigger keep_version before update on public.products
  for each row execute function private.keep_version();
create trigger audit after insert or update or delete on public.products
  for each row execute function private.audit_row();

create table private.product_costs (
  product_id uuid primary key references public.products (id) on delete cascade,
  supplier text not null default '',
  cost_minor int check (cost_minor >= 0),
  currency text not null default 'EUR' check (currency ~ '^[A-Z]{3}$'),
  notes text not null default '' check (length(notes) <= 8000),
  updated_at timestamptz not null default now()
);
alter table private.product_costs enable row level security;
comment on table private.product_costs is
  'What no visitor may learn, not even through a filter: in a table of its own, never in hidden columns.';
comment on column private.product_costs.supplier is 'Who sells it to the shop.';
comment on column private.product_costs.cost_minor is 'What the shop pays, in minor units.';
comment on column private.product_costs.notes is 'Notes among staff.';

create table public.product_facts (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references public.products (id) on delete cascade,
  code text not null check (code ~ '^[a-z][a-z_]*$'),
  label text not null check (length(label) between 1 and 60),
  value text not null check (length(value) between 1 and 200),
  filterable boolean not null default false,
  position int not null default 0,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (product_id, code, value)
);
create index product_facts_filter_idx on public.product_facts (code, value) where filterable;
alter table public.product_facts enable row level security;
comment on table public.product_facts is
  'What a product is and fits: profile, stem, layout, switch, material. Several values of one code are several rows.';
comment on column public.product_facts.code is
  'Name of the fact, the same across products, so that they can be filtered.';
comment on column public.product_facts.label is 'The name as people read it.';
comment on column public.product_facts.filterable is 'Whether lists offer it as a filter.';

revoke all on public.product_facts from anon, authenticated;
grant select on public.product_facts to anon, authenticated, service_role;
grant insert (product_id, code, label, value, filterable, position),
  update (label, value, filterable, position),
  delete
  on public.product_facts to authenticated, service_role;
create policy "Everyone reads the facts of products they can see" on public.product_facts
  for select to anon, authenticated
  using (exists (select from public.products p where p.id = product_id));
create policy "Owners and editors add product facts" on public.product_facts
  for insert to authenticated with check ((select private.is_staff('owner', 'editor')));
create policy "Owners and editors change product facts" on public.product_facts
  for update to authenticated using ((select private.is_staff('owner', 'editor'))) with check ((select private.is_staff('owner', 'editor')));
create policy "Owners and editors remove product facts" on public.product_facts
  for delete to authenticated using ((select private.is_staff('owner', 'editor')));
create trigger keep_version before update on public.product_facts
  for each row execute function private.keep_version();
create trigger audit after insert or update or delete on public.product_facts
  for each row execute function private.audit_row();

create table public.product_files (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references public.products (id) on delete cascade,
  kind text not null check (kind in ('build_guide', 'plate', 'firmware', 'layout', 'manual')),
  title text not null check (length(title) between 2 and 120),
  file_name text not null check (file_name ~ '^[a-z0-9][a-z0-9.-]*\.[a-z0-9]+$'),
  media_type text not null check (media_type ~ '^[a-z]+/[a-z0-9.+-]+$'),
  content text not null check (length(content) between 1 and 65536),
  position int not null default 0,
  unique (product_id, file_name)
);
alter table public.product_files enable row level security;
comment on table public.product_files is 'Downloads of a product: build guide, plate outline, layout.';
comment on column public.product_files.file_name is 'The name it is saved under.';
comment on column public.product_files.media_type is 'Its MIME type.';
comment on column public.product_files.content is 'The file itself; downloads here are small texts.';

revoke all on public.product_files from anon, authenticated;
grant select on public.product_files to anon, authenticated, service_role;
grant insert (product_id, kind, title, file_name, media_type, content, position),
  update (kind, title, file_name, media_type, content, position),
  delete
  on public.product_files to authenticated, service_role;
create policy "Everyone reads the files of products they can see" on public.product_files
  for select to anon, authenticated
  using (exists (select from public.products p where p.id = product_id));
create policy "Owners and editors add product files" on public.product_files
  for insert to authenticated with check ((select private.is_staff('owner', 'editor')));
create policy "Owners and editors change product files" on public.product_files
  for update to authenticated using ((select private.is_staff('owner', 'editor'))) with check ((select private.is_staff('owner', 'editor')));
create policy "Owners and editors remove product files" on public.product_files
  for delete to authenticated using ((select private.is_staff('owner', 'editor')));
create trigger audit after insert or update or delete on public.product_files
  for each row execute function private.audit_row();

create table public.product_relations (
  product_id uuid not null references public.products (id) on delete cascade,
  related_id uuid not null references public.products (id) on delete cascade,
  reason text not null check (length(reason) between 2 and 200),
  position int not null default 0,
  primary key (product_id, related_id),
  check (product_id <> related_id)
);
create index product_relations_related_idx on public.product_relations (related_id);
alter table public.product_relations enable row level security;
comment on table public.product_relations is 'What goes with a product, chosen by a person who says why.';
comment on column public.product_relations.product_id is 'On whose page it is shown.';
comment on column public.product_relations.reason is 'Why it goes with it, in a few words.';

revoke all on public.product_relations from anon, authenticated;
grant select on public.product_relations to anon, authenticated, service_role;
grant insert (product_id, related_id, reason, position),
  update (reason, position),
  delete
  on public.product_relations to authenticated, service_role;
create policy "Everyone reads relations between products they can see" on public.product_relations
  for select to anon, authenticated
  using (exists (select from public.products p where p.id = product_id) and exists (select from public.products p where p.id = related_id));
create policy "Owners and editors add product relations" on public.product_relations
  for insert to authenticated with check ((select private.is_staff('owner', 'editor')));
create policy "Owners and editors change product relations" on public.product_relations
  for update to authenticated using ((select private.is_staff('owner', 'editor'))) with check ((select private.is_staff('owner', 'editor')));
create policy "Owners and editors remove product relations" on public.product_relations
  for delete to authenticated using ((select private.is_staff('owner', 'editor')));
create trigger audit after insert or update or delete on public.product_relations
  for each row execute function private.audit_row();

-- schemas/10-catalogue/12_stock.sql
-- Counted goods. The only place that counts: 0 <= allocated <= on_hand holds always, and every
-- change of a pool leaves a ledger row, whoever makes it, so the ledger always sums to the pool.

create table public.stock_pools (
  id uuid primary key default gen_random_uuid(),
  code text not null unique check (code ~ '^[A-Z0-9]+(-[A-Z0-9]+)*$'),
  title text not null check (length(title) between 2 and 120),
  on_hand int not null default 0,
  allocated int not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint stock_pools_count check (0 <= allocated and allocated <= on_hand)
);
create index stock_pools_title_idx on public.stock_pools (title, id);
create index stock_pools_on_hand_idx on public.stock_pools (on_hand, id);
create index stock_pools_allocated_idx on public.stock_pools (allocated, id);
create index stock_pools_changed_idx on public.stock_pools (updated_at, id);
alter table public.stock_pools enable row level security;
comment on table public.stock_pools is
  'A pile of equal things. Several variants may take from one pile.';
comment on column public.stock_pools.code is 'What the shelf label says.';
comment on column public.stock_pools.allocated is 'How many of them belong to orders that have not left.';

revoke all on public.stock_pools from anon, authenticated;
grant select on public.stock_pools to authenticated, service_role;
grant insert (code, title), update (code, title), delete on public.stock_pools to authenticated;
create policy "Staff read stock" on public.stock_pools for select to authenticated
  using ((select private.is_staff()));
create policy "Owners and editors add empty pools" on public.stock_pools for insert to authenticated
  with check ((select private.is_staff('owner', 'editor')));
create policy "Owners and editors rename pools" on public.stock_pools for update to authenticated
  using ((select private.is_staff('owner', 'editor')))
  with check ((select private.is_staff('owner', 'editor')));
create policy "Owners and editors remove pools that never held anything" on public.stock_pools
  for delete to authenticated
  using ((select private.is_staff('owner', 'editor')) and on_hand = 0 and allocated = 0);

create table public.stock_ledger (
  id bigint generated always as identity primary key,
  pool_id uuid not null references public.stock_pools (id),
  at timestamptz not null default now(),
  actor_id uuid,
  reason text not null check (length(reason) between 2 and 300),
  on_hand_delta int not null,
  allocated_delta int not null,
  on_hand_after int not null,
  allocated_after int not null,
  check (on_hand_delta <> 0 or allocated_delta <> 0)
);
create index stock_ledger_pool_idx on public.stock_ledger (pool_id, id desc);
alter table public.stock_ledger enable row level security;
comment on table public.stock_ledger is 'Every change of every pool, in order, never edited.';
comment on column public.stock_ledger.actor_id is 'Who asked for it; null for the service and for guests.';
comment on column public.stock_ledger.reason is 'Why: an order number, a delivery, a recount.';
comment on column public.stock_ledger.allocated_delta is 'How many were promised or freed.';
comment on column public.stock_ledger.on_hand_after is 'How many there were then.';
comment on column public.stock_ledger.allocated_after is 'How many were promised then.';

revoke all on public.stock_ledger from anon, authenticated;
grant select on public.stock_ledger to authenticated, service_role;
create policy "Staff read the stock ledger" on public.stock_ledger for select to authenticated
  using ((select private.is_staff()));

create function private.record_stock() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  v_on_hand constant int := new.on_hand - case tg_op when 'UPDATE' then old.on_hand else 0 end;
  v_allocated constant int := new.allocated - case tg_op when 'UPDATE' then old.allocated else 0 end;
begin
  if v_on_hand <> 0 or v_allocated <> 0 then
    insert into public.stock_ledger (
      pool_id, actor_id, reason, on_hand_delta, allocated_delta, on_hand_after, allocated_after
    ) values (
      new.id, auth.uid(),
      coalesce(nullif(current_setting('keywright.stock_reason', true), ''), 'unexplained'),
      v_on_hand, v_allocated, new.on_hand, new.allocated
    );
  end if;
  return null;
end;
$$;
comment on function private.record_stock() is
  'Writes the ledger row of a change; its reason is the setting keywright.stock_reason of the transaction. Security definer: nobody may write the ledger.';
create trigger record_stock after insert or update on public.stock_pools
  for each row execute function private.record_stock();
create trigger audit after insert or update or delete on public.stock_pools
  for each row execute function private.audit_row();

create function private.dead_units(p_pool uuid) returns int
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return coalesce((
    select sum(h.units) from private.holds h
    where h.pool_id = p_pool and h.state = 'held' and h.expires_at <= now()
  ), 0);
end;
$$;
comment on function private.dead_units(uuid) is
  'How many of a pool are allocated to holds whose time has passed: they are free for every reader, whether or not a job has cleaned up. Security definer: nobody may read holds.';

create function private.free_units(p_pool uuid) returns int
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return (
    select s.on_hand - s.allocated + private.dead_units(s.id) from public.stock_pools s where s.id = p_pool
  );
end;
$$;
comment on function private.free_units(uuid) is
  'How many of a pool can be promised now. Security definer: visitors may not read the count.';

-- schemas/10-catalogue/14_variants.sql
-- What can be put into a cart: kits, sizes, stems, colorways of a sculpt. The only place of a price
-- that stands without a batch.

create type public.availability_kind as enum ('in_stock', 'group_buy', 'preorder', 'list', 'archived');
comment on type public.availability_kind is 'How a variant is sold; the word that visitors read is in the view availability.';

create table public.variants (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references public.products (id) on delete cascade,
  sku text not null unique check (sku ~ '^[A-Z0-9]+(-[A-Z0-9]+)*$' and length(sku) <= 40),
  title text not null check (length(title) between 1 and 120),
  contents text not null default '' check (length(contents) <= 1000),
  is_required boolean not null default false,
  position int not null default 0,
  availability public.availability_kind not null default 'in_stock',
  price_minor int not null check (price_minor between 0 and 100000000),
  currency text not null default 'EUR' check (currency ~ '^[A-Z]{3}$'),
  weight_grams int not null check (weight_grams between 1 and 100000),
  max_per_customer int check (max_per_customer between 1 and 100),
  stock_pool_id uuid references public.stock_pools (id),
  pool_units int not null default 1 check (pool_units between 1 and 1000),
  few_left_below int not null default 6 check (few_left_below >= 0),
  shows_remaining boolean not null default false,
  ships_on date,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (availability <> 'in_stock' or stock_pool_id is not null),
  check (availability <> 'preorder' or ships_on is not null)
);
create index variants_product_idx on public.variants (product_id, position);
create index variants_pool_idx on public.variants (stock_pool_id);
alter table public.variants enable row level security;
comment on table public.variants is 'One thing that can be ordered; a product has at least one.';
comment on column public.variants.sku is 'Its number in the warehouse.';
comment on column public.variants.title is 'What tells it from its siblings: Base kit, 900 × 400 mm.';
comment on column public.variants.contents is 'What is in it, for kits.';
comment on column public.variants.is_required is 'A kit without which the others make no set.';
comment on column public.variants.price_minor is
  'Price in minor units, tax of the shop''s country included, before any batch tier.';
comment on column public.variants.weight_grams is 'Packed weight.';
comment on column public.variants.max_per_customer is
  'Over all orders of one customer; null is no limit of its own.';
comment on column public.variants.stock_pool_id is
  'Which pile it is taken from; null where nothing is counted yet.';
comment on column public.variants.pool_units is 'How many it takes from the pile: 10 for a bag of ten.';
comment on column public.variants.few_left_below is 'Below how many the word is few_left.';
comment on column public.variants.shows_remaining is
  'Whether visitors may see how many are left: numbered editions alone.';
comment on column public.variants.ships_on is 'When a preorder ships.';

revoke all on public.variants from anon, authenticated;
grant select on public.variants to anon, authenticated, service_role;
grant insert (product_id, sku, title, contents, is_required, position, availability, price_minor, currency, weight_grams, max_per_customer, stock_pool_id, pool_units, few_left_below, shows_remaining, ships_on),
  update (sku, title, contents, is_required, position, availability, price_minor, currency, weight_grams, max_per_customer, stock_pool_id, pool_units, few_left_below, shows_remaining, ships_on),
  delete
  on public.variants to authenticated, service_role;
create policy "Everyone reads variants of products they can see" on public.variants
  for select to anon, authenticated
  -- Staff see all products. Asked first and once, so that a desk's page of goods looks at no others.
  using ((select private.is_staff()) or exists (select from public.products p where p.id = product_id));
create policy "Owners and editors add variants" on public.variants
  for insert to authenticated with check ((select private.is_staff('owner', 'editor')));
create policy "Owners and editors change variants" on public.variants
  for update to authenticated using ((select private.is_staff('owner', 'editor'))) with check ((select private.is_staff('owner', 'editor')));
create policy "Owners and editors remove variants" on public.variants
  for delete to authenticated using ((select private.is_staff('owner', 'editor')));
create trigger keep_version before update on public.variants
  for each row execute function private.keep_version();
create trigger audit after insert or update or delete on public.variants
  for each row execute function private.audit_row();

create function private.stock_word(p_free int, p_units int, p_few_left_below int) returns text
language sql immutable
set search_path = ''
as $$
  select case
    when p_free < p_units then 'sold_out'
    when p_free / p_units < p_few_left_below then 'few_left'
    else 'in_stock'
  end
$$;
comment on function private.stock_word(int, int, int) is 'The word for so many free things, of which a variant takes so many.';

create function private.stock_word_of(p_variant uuid) returns text
language sql stable security definer
set search_path = ''
as $$
  select private.stock_word(private.free_units(s.id), v.pool_units, v.few_left_below)
  from public.variants v join public.stock_pools s on s.id = v.stock_pool_id
  where v.id = p_variant
$$;
grant execute on function private.stock_word_of(uuid) to anon, authenticated, service_role;
comment on function private.stock_word_of(uuid) is
  'How much is left of a variant, in a word. Security definer: visitors may know the word and never the count.';

create function private.remaining_of(p_variant uuid) returns int
language sql stable security definer
set search_path = ''
as $$
  select private.free_units(s.id) / v.pool_units
  from public.variants v join public.stock_pools s on s.id = v.stock_pool_id
  where v.id = p_variant and v.shows_remaining
$$;
grant execute on function private.remaining_of(uuid) to anon, authenticated, service_role;
comment on function private.remaining_of(uuid) is
  'How many are left of a numbered edition, null for all else. Security definer: counts are private unless the variant shows them.';

-- schemas/10-catalogue/16_options.sql
-- What can be chosen on a product: case colour, layout, plate, weight. A rule names two values that
-- can't go together and says why; the page shows the reason and the order refuses the pair.

create table public.product_options (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references public.products (id) on delete cascade,
  code text not null check (code ~ '^[a-z][a-z_]*$'),
  title text not null check (length(title) between 2 and 80),
  help text not null default '' check (length(help) <= 600),
  is_required boolean not null default true,
  zone text check (zone in ('case', 'plate', 'weight', 'accent', 'alphas', 'modifiers')),
  position int not null default 0,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (product_id, code)
);
alter table public.product_options enable row level security;
comment on table public.product_options is 'One question that a configurable product asks.';
comment on column public.product_options.code is 'What addresses name: ?case=moss.';
comment on column public.product_options.help is 'What to know before answering.';
comment on column public.product_options.is_required is
  'Whether the product can be ordered without an answer.';
comment on column public.product_options.zone is 'The zone of a design that the answer colours, if any.';

revoke all on public.product_options from anon, authenticated;
grant select on public.product_options to anon, authenticated, service_role;
grant insert (product_id, code, title, help, is_required, zone, position),
  update (code, title, help, is_required, zone, position),
  delete
  on public.product_options to authenticated, service_role;
create policy "Everyone reads options of products they can see" on public.product_options
  for select to anon, authenticated
  using (exists (select from public.products p where p.id = product_id));
create policy "Owners and editors add options" on public.product_options
  for insert to authenticated with check ((select private.is_staff('owner', 'editor')));
create policy "Owners and editors change options" on public.product_options
  for update to authenticated using ((select private.is_staff('owner', 'editor'))) with check ((select private.is_staff('owner', 'editor')));
create policy "Owners and editors remove options" on public.product_options
  for delete to authenticated using ((select private.is_staff('owner', 'editor')));
create trigger keep_version before update on public.product_options
  for each row execute function private.keep_version();
create trigger audit after insert or update or delete on public.product_options
  for each row execute function private.audit_row();

create table public.option_values (
  id uuid primary key default gen_random_uuid(),
  option_id uuid not null references public.product_options (id) on delete cascade,
  code text not null check (code ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  title text not null check (length(title) between 1 and 80),
  note text not null default '' check (length(note) <= 300),
  price_delta_minor int not null default 0 check (abs(price_delta_minor) <= 10000000),
  currency text not null default 'EUR' check (currency ~ '^[A-Z]{3}$'),
  weight_delta_grams int not null default 0 check (abs(weight_delta_grams) <= 20000),
  colour text check (colour ~ '^#[0-9a-f]{6}$'),
  is_default boolean not null default false,
  is_offered boolean not null default true,
  position int not null default 0,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (option_id, code)
);
create unique index option_values_one_default_idx on public.option_values (option_id) where is_default;
alter table public.option_values enable row level security;
comment on table public.option_values is 'One answer to an option.';
comment on column public.option_values.note is 'What it means: material, finish, sound.';
comment on column public.option_values.price_delta_minor is 'What it adds to the price, in minor units.';
comment on column public.option_values.weight_delta_grams is 'What it adds to the packed weight.';
comment on column public.option_values.colour is 'How it looks, approximately; null where it has no colour.';
comment on column public.option_values.is_default is 'Chosen until someone chooses.';
comment on column public.option_values.is_offered is
  'False keeps it readable in old orders and out of new ones.';

revoke all on public.option_values from anon, authenticated;
grant select on public.option_values to anon, authenticated, service_role;
grant insert (option_id, code, title, note, price_delta_minor, currency, weight_delta_grams, colour, is_default, is_offered, position),
  update (code, title, note, price_delta_minor, currency, weight_delta_grams, colour, is_default, is_offered, position),
  delete
  on public.option_values to authenticated, service_role;
create policy "Everyone reads values of options they can see" on public.option_values
  for select to anon, authenticated
  using (exists (select from public.product_options o where o.id = option_id));
create policy "Owners and editors add option values" on public.option_values
  for insert to authenticated with check ((select private.is_staff('owner', 'editor')));
create policy "Owners and editors change option values" on public.option_values
  for update to authenticated using ((select private.is_staff('owner', 'editor'))) with check ((select private.is_staff('owner', 'editor')));
create policy "Owners and editors remove option values" on public.option_values
  for delete to authenticated using ((select private.is_staff('owner', 'editor')));
create trigger keep_version before update on public.option_values
  for each row execute function private.keep_version();
create trigger audit after insert or update or delete on public.option_values
  for each row execute function private.audit_row();

create table public.option_rules (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references public.products (id) on delete cascade,
  value_id uuid not null references public.option_values (id) on delete cascade,
  other_value_id uuid not null references public.option_values (id) on delete cascade,
  reason text not null check (length(reason) between 5 and 300),
  check (value_id < other_value_id),
  unique (value_id, other_value_id)
);
create index option_rules_product_idx on public.option_rules (product_id);
create index option_rules_other_idx on public.option_rules (other_value_id);
alter table public.option_rules enable row level security;
comment on table public.option_rules is
  'Two values that can''t be chosen together. The pair is stored once, smaller id first.';
comment on column public.option_rules.reason is 'Why not, in a sentence that the page shows.';

revoke all on public.option_rules from anon, authenticated;
grant select on public.option_rules to anon, authenticated, service_role;
grant insert (product_id, value_id, other_value_id, reason),
  update (reason),
  delete
  on public.option_rules to authenticated, service_role;
create policy "Everyone reads rules of products they can see" on public.option_rules
  for select to anon, authenticated
  using (exists (select from public.products p where p.id = product_id));
create policy "Owners and editors add option rules" on public.option_rules
  for insert to authenticated with check ((select private.is_staff('owner', 'editor')));
create policy "Owners and editors change option rules" on public.option_rules
  for update to authenticated using ((select private.is_staff('owner', 'editor'))) with check ((select private.is_staff('owner', 'editor')));
create policy "Owners and editors remove option rules" on public.option_rules
  for delete to authenticated using ((select private.is_staff('owner', 'editor')));
create trigger audit after insert or update or delete on public.option_rules
  for each row execute function private.audit_row();

create function private.order_option_rule() returns trigger
language plpgsql
set search_path = ''
as $$
declare
  v_first constant uuid := least(new.value_id, new.other_value_id);
begin
  new.other_value_id := greatest(new.value_id, new.other_value_id);
  new.value_id := v_first;
  if (
    select count(distinct o.id) from public.option_values x
    join public.product_options o on o.id = x.option_id
    where x.id in (new.value_id, new.other_value_id) and o.product_id = new.product_id
  ) <> 2 then
    perform private.refuse(422, 'wrong_pair',
      'Choose values from two different options of the same product.', '{}');
  end if;
  return new;
end;
$$;
comment on function private.order_option_rule() is
  'Stores a pair one way round and refuses one that no cart could hold.';
create trigger order_option_rule before insert or update on public.option_rules
  for each row execute function private.order_option_rule();

create function private.asks_options(p_variant uuid) returns boolean
language sql stable
set search_path = ''
as $$
  select v.is_required or not exists (
    select from public.variants o where o.product_id = v.product_id and o.is_required)
  from public.variants v where v.id = p_variant
$$;
comment on function private.asks_options(uuid) is
  'Whether the options of a product are asked for this variant: for kits that every order needs, or for all where none is. A part beside them is sold as it is.';

create function private.title_words(p_title text) returns text
language sql immutable
set search_path = ''
as $$
  select ' ' || btrim(regexp_replace(lower(p_title), '[][[:space:],;:/()+&.-]+', ' ', 'g')) || ' '
$$;
comment on function private.title_words(text) is
  'The words of a title, each between spaces, for comparing. Twin of wordsOf in src/domain/doubled-choices.ts.';

create function private.doubled_choices(p_product uuid)
returns table (option_title text, value_title text, variant_title text)
language sql stable
set search_path = ''
as $$
  select o.title, x.title, v.title
  from public.product_options o
  join public.option_values x on x.option_id = o.id
  join public.variants v on v.product_id = o.product_id
  where o.product_id = p_product and x.is_offered and v.availability <> 'archived'
    and strpos(private.title_words(v.title), private.title_words(x.title)) > 0
    and private.asks_options(v.id)
  order by o.position, o.id, x.position, x.id, v.position, v.id
$$;
comment on function private.doubled_choices(uuid) is
  'Values whose title is also in the title of a variant that they can be chosen with: an order could say "Cream, case colour: slate". Nothing where a choice is either a variant or an option.';

create function private.refuse_doubled_choice() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  v_product constant uuid := case when tg_table_name = 'variants' then (to_jsonb(new) ->> 'product_id')::uuid
    else (select o.product_id from public.product_options o where o.id = (to_jsonb(new) ->> 'option_id')::uuid) end;
  v_first record;
begin
  select * into v_first from private.doubled_choices(v_product) limit 1;
  if found then
    perform private.refuse(422, 'doubled_choice', format('“%s” is a value of “%s” and also in the name of the variant “%s”. Remove one of them.',
      v_first.value_title, v_first.option_title, v_first.variant_title));
  end if;
  return null;
end;
$$;
comment on function private.refuse_doubled_choice() is
  'Refuses a variant or a value that makes one choice of a product two, which could contradict each other. Security definer: an editor writes both tables and may call no function of this schema.';
create trigger refuse_doubled_choice
  after insert or update of title, is_required, availability, product_id on public.variants
  for each row execute function private.refuse_doubled_choice();
create trigger refuse_doubled_choice
  after insert or update of title, is_offered, option_id on public.option_values
  for each row execute function private.refuse_doubled_choice();

-- schemas/10-catalogue/18_colorways.sql
-- Colours and colorways. A palette is physical: a maker's book of colours that plastic can really
-- have. A colorway is a colour of a palette, or one edition of an artisan sculpt.

create table public.palettes (
  id uuid primary key default gen_random_uuid(),
  code text not null unique check (code ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  title text not null check (length(title) between 2 and 80),
  maker text not null check (length(maker) between 2 and 80),
  material text not null default '' check (length(material) <= 80),
  note text not null default '' check (length(note) <= 1000),
  position int not null default 0,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table public.palettes enable row level security;
comment on table public.palettes is 'A maker''s book of colours.';
comment on column public.palettes.code is 'What designs and addresses name.';
comment on column public.palettes.material is 'What they are moulded or painted in.';
comment on column public.palettes.note is 'What to know about it: how screens mislead, what it costs.';

revoke all on public.palettes from anon, authenticated;
grant select on public.palettes to anon, authenticated, service_role;
grant insert (code, title, maker, material, note, position),
  update (code, title, maker, material, note, position),
  delete
  on public.palettes to authenticated, service_role;
create policy "Everyone reads palettes" on public.palettes
  for select to anon, authenticated
  using (true);
create policy "Owners and editors add palettes" on public.palettes
  for insert to authenticated with check ((select private.is_staff('owner', 'editor')));
create policy "Owners and editors change palettes" on public.palettes
  for update to authenticated using ((select private.is_staff('owner', 'editor'))) with check ((select private.is_staff('owner', 'editor')));
create policy "Owners and editors remove palettes" on public.palettes
  for delete to authenticated using ((select private.is_staff('owner', 'editor')));
create trigger keep_version before update on public.palettes
  for each row execute function private.keep_version();
create trigger audit after insert or update or delete on public.palettes
  for each row execute function private.audit_row();

create type public.colorway_status as enum ('planned', 'sampling', 'current', 'archived');
comment on type public.colorway_status is 'planned and sampling: not yet to be had; current: can be chosen; archived: only in old designs and orders.';

create table public.colorways (
  id uuid primary key default gen_random_uuid(),
  code text not null unique check (code ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null check (length(name) between 1 and 80),
  palette_id uuid references public.palettes (id),
  physical_code text not null default '' check (length(physical_code) <= 40),
  product_id uuid references public.products (id) on delete cascade,
  variant_id uuid unique references public.variants (id),
  colour text not null check (colour ~ '^#[0-9a-f]{6}$'),
  colour_family text not null check (colour_family in (
    'red', 'orange', 'yellow', 'green', 'blue', 'purple', 'pink', 'brown', 'neutral', 'multi'
  )),
  finish text not null default 'matt' check (finish in (
    'matt', 'satin', 'gloss', 'translucent', 'metallic', 'glow', 'marbled'
  )),
  note text not null default '' check (length(note) <= 1000),
  status public.colorway_status not null default 'current',
  can_be_ordered boolean not null default true,
  sale text check (sale in ('raffle', 'list', 'first_come', 'commission', 'archive')),
  edition_size int check (edition_size between 1 and 10000),
  commissioned int not null default 0 check (commissioned >= 0),
  given_away int not null default 0 check (given_away >= 0),
  stem text check (stem in ('mx', 'topre', 'alps', 'choc')),
  credit text not null default '' check (length(credit) <= 200),
  released_on date,
  position int not null default 0,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint colorways_palette_or_sculpt check ((palette_id is null) <> (product_id is null)),
  check (palette_id is null or physical_code <> ''),
  check (palette_id is null or (edition_size is null and variant_id is null and sale is null)),
  check (product_id is null or (edition_size is not null and sale is not null and stem is not null)),
  check (commissioned + given_away <= coalesce(edition_size, 0)),
  unique (palette_id, physical_code)
);
create index colorways_product_idx on public.colorways (product_id, position);
alter table public.colorways enable row level security;
comment on table public.colorways is
  'A colour that plastic can have, or one edition of an artisan.';
comment on column public.colorways.code is 'What addresses and designs name.';
comment on column public.colorways.palette_id is 'The book the colour is in; null for an artisan.';
comment on column public.colorways.product_id is
  'The sculpt it is an edition of; null for a colour of a palette.';
comment on column public.colorways.variant_id is 'What is ordered to get the artisan.';
comment on column public.colorways.colour is 'How it looks on a screen, approximately.';
comment on column public.colorways.colour_family is 'The family a filter offers.';
comment on column public.colorways.can_be_ordered is 'Whether new orders may use it.';
comment on column public.colorways.sale is 'How this edition finds its owners.';
comment on column public.colorways.edition_size is 'How many there will ever be.';
comment on column public.colorways.commissioned is 'How many of them were made to order.';
comment on column public.colorways.given_away is 'How many of them were given away.';
comment on column public.colorways.credit is 'Who cast and painted it, who took the picture.';

revoke all on public.colorways from anon, authenticated;
grant select on public.colorways to anon, authenticated, service_role;
grant insert (code, name, palette_id, physical_code, product_id, variant_id, colour, colour_family, finish, note, status, can_be_ordered, sale, edition_size, commissioned, given_away, stem, credit, released_on, position),
  update (code, name, palette_id, physical_code, product_id, variant_id, colour, colour_family, finish, note, status, can_be_ordered, sale, edition_size, commissioned, given_away, stem, credit, released_on, position)
  on public.colorways to authenticated, service_role;
create policy "Everyone reads palette colours and artisans they can see" on public.colorways
  for select to anon, authenticated
  using ((palette_id is not null or exists (select from public.products p where p.id = product_id)) and (status in ('current', 'archived') or (select private.is_staff())));
create policy "Owners and editors add colorways" on public.colorways
  for insert to authenticated with check ((select private.is_staff('owner', 'editor')));
create policy "Owners and editors change colorways" on public.colorways
  for update to authenticated using ((select private.is_staff('owner', 'editor'))) with check ((select private.is_staff('owner', 'editor')));
create trigger keep_version before update on public.colorways
  for each row execute function private.keep_version();
create trigger audit after insert or update or delete on public.colorways
  for each row execute function private.audit_row();

-- schemas/10-catalogue/18_colour_samples.sql
-- Samples of a colour or an edition: what was asked of a supplier, what came, and whether it is as it
-- should be. For the workshop alone; buyers hear of it through updates.

create table public.colour_samples (
  id uuid primary key default gen_random_uuid(),
  colorway_id uuid not null references public.colorways (id) on delete cascade,
  supplier text not null default '' check (length(supplier) <= 120),
  stage text not null default 'ordered' check (stage in ('ordered', 'received', 'approved', 'rejected')),
  ordered_on date not null default current_date,
  received_on date check (received_on >= ordered_on),
  decided_on date check (decided_on >= received_on),
  note text not null default '' check (length(note) <= 1000),
  photo_path text unique check (photo_path ~ '^samples/[a-z0-9/-]+\.webp$' and length(photo_path) <= 200),
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint colour_samples_dates check (
    (stage = 'ordered') = (received_on is null) and (stage in ('approved', 'rejected')) = (decided_on is not null))
);
create index colour_samples_colorway_idx on public.colour_samples (colorway_id, ordered_on);
alter table public.colour_samples enable row level security;
comment on table public.colour_samples is 'One sample of a colorway, from its order to a yes or no.';
comment on column public.colour_samples.stage is 'How far it is: ordered, received, approved or rejected.';
comment on column public.colour_samples.ordered_on is 'The day on which it was asked for.';
comment on column public.colour_samples.received_on is 'The day on which it came.';
comment on column public.colour_samples.decided_on is 'The day on which it was approved or rejected.';
comment on column public.colour_samples.photo_path is 'Its photo in the bucket drafts, which only owners and editors read.';

revoke all on public.colour_samples from anon, authenticated;
grant select on public.colour_samples to authenticated, service_role;
grant insert (colorway_id, supplier, stage, ordered_on, received_on, decided_on, note, photo_path),
  update (supplier, stage, ordered_on, received_on, decided_on, note, photo_path),
  delete
  on public.colour_samples to authenticated, service_role;
create policy "The workshop reads samples" on public.colour_samples
  for select to authenticated using ((select private.is_staff('owner', 'editor', 'fulfilment')));
create policy "Owners and editors add samples" on public.colour_samples
  for insert to authenticated with check ((select private.is_staff('owner', 'editor')));
create policy "Owners and editors change samples" on public.colour_samples
  for update to authenticated using ((select private.is_staff('owner', 'editor'))) with check ((select private.is_staff('owner', 'editor')));
create policy "Owners and editors remove samples" on public.colour_samples
  for delete to authenticated using ((select private.is_staff('owner', 'editor')));
create trigger keep_version before update on public.colour_samples
  for each row execute function private.keep_version();
create trigger audit after insert or update or delete on public.colour_samples
  for each row execute function private.audit_row();

-- schemas/10-catalogue/18_colour_stock.sql
-- What the workshop has of the pigment or plastic of a colour or an edition. Not columns of the
-- colorway: everybody reads those.

create table public.colour_stock (
  id uuid primary key default gen_random_uuid(),
  colorway_id uuid not null unique references public.colorways (id) on delete cascade,
  grams int not null check (grams between 0 and 10000000),
  warn_below int not null default 0 check (warn_below between 0 and 10000000),
  note text not null default '' check (length(note) <= 1000),
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table public.colour_stock enable row level security;
comment on table public.colour_stock is 'How much pigment or plastic of a colorway there is; none that nobody has counted.';
comment on column public.colour_stock.grams is 'How much of it was there at the last count, in grams.';
comment on column public.colour_stock.warn_below is 'Below how many grams it is little; nought where nobody needs to be told.';
comment on column public.colour_stock.note is 'Where it lies, from which lot it is.';

revoke all on public.colour_stock from anon, authenticated;
grant select on public.colour_stock to authenticated, service_role;
grant insert (colorway_id, grams, warn_below, note),
  update (grams, warn_below, note)
  on public.colour_stock to authenticated, service_role;
create policy "The workshop reads stock of colours" on public.colour_stock
  for select to authenticated using ((select private.is_staff('owner', 'editor', 'fulfilment')));
create policy "Owners and editors add stock of colours" on public.colour_stock
  for insert to authenticated with check ((select private.is_staff('owner', 'editor')));
create policy "Owners and editors change stock of colours" on public.colour_stock
  for update to authenticated using ((select private.is_staff('owner', 'editor'))) with check ((select private.is_staff('owner', 'editor')));
create trigger keep_version before update on public.colour_stock
  for each row execute function private.keep_version();
create trigger audit after insert or update or delete on public.colour_stock
  for each row execute function private.audit_row();

-- schemas/10-catalogue/19_images.sql
-- Pictures. A row describes one picture wherever it is stored; a rendered one keeps the drawing it
-- was made from, so that it can be drawn again at any size.

create table public.product_images (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references public.products (id) on delete cascade,
  variant_id uuid references public.variants (id) on delete cascade,
  option_value_id uuid references public.option_values (id) on delete cascade,
  colorway_id uuid references public.colorways (id) on delete cascade,
  storage_path text not null unique check (
    storage_path ~ '^[a-z0-9][a-z0-9/-]*\.(avif|webp|png|jpg)$' and length(storage_path) <= 200
  ),
  alt text not null check (length(alt) between 3 and 300),
  position int not null default 0,
  width int not null check (width between 16 and 12000),
  height int not null check (height between 16 and 12000),
  placeholder_colour text not null check (placeholder_colour ~ '^#[0-9a-f]{6}$'),
  credit text not null default '' check (length(credit) <= 200),
  is_render boolean not null default false,
  render jsonb check (jsonb_typeof(render) = 'object'),
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (render is null or is_render)
);
create index product_images_product_idx on public.product_images (product_id, position);
create index product_images_variant_idx on public.product_images (variant_id);
create index product_images_option_value_idx on public.product_images (option_value_id);
create index product_images_colorway_idx on public.product_images (colorway_id);
alter table public.product_images enable row level security;
comment on table public.product_images is 'One picture of a product.';
comment on column public.product_images.variant_id is 'Shown when this variant is chosen; null for all.';
comment on column public.product_images.option_value_id is
  'Shown when this value is chosen, a case colour for example; null for all.';
comment on column public.product_images.colorway_id is 'Of which artisan edition; null for all else.';
comment on column public.product_images.storage_path is 'Where it lies in the bucket product-images.';
comment on column public.product_images.alt is 'What is on it, for those who can''t see it.';
comment on column public.product_images.width is 'Width of the original in pixels.';
comment on column public.product_images.height is 'Height of the original in pixels.';
comment on column public.product_images.placeholder_colour is 'What fills its place until it is there.';
comment on column public.product_images.is_render is 'Drawn or rendered, not photographed: the page says so.';
comment on column public.product_images.render is
  'The drawing it is made from (ProductPictureSpec), null for photographs.';

revoke all on public.product_images from anon, authenticated;
grant select on public.product_images to anon, authenticated, service_role;
grant insert (product_id, variant_id, option_value_id, colorway_id, storage_path, alt, position, width, height, placeholder_colour, credit, is_render, render),
  update (variant_id, option_value_id, colorway_id, storage_path, alt, position, width, height, placeholder_colour, credit, is_render, render),
  delete
  on public.product_images to authenticated, service_role;
create policy "Everyone reads pictures of products they can see" on public.product_images
  for select to anon, authenticated
  using (exists (select from public.products p where p.id = product_id));
create policy "Owners and editors add pictures" on public.product_images
  for insert to authenticated with check ((select private.is_staff('owner', 'editor')));
create policy "Owners and editors change pictures" on public.product_images
  for update to authenticated using ((select private.is_staff('owner', 'editor'))) with check ((select private.is_staff('owner', 'editor')));
create policy "Owners and editors remove pictures" on public.product_images
  for delete to authenticated using ((select private.is_staff('owner', 'editor')));
create trigger keep_version before update on public.product_images
  for each row execute function private.keep_version();
create trigger audit after insert or update or delete on public.product_images
  for each row execute function private.audit_row();

-- schemas/20-production/20_batches.sql
-- Production runs. The only place that says how far a group buy is: its window, its kits with their
-- minimum, its price tiers and its deadlines. A stage moves along private.batch_moves or not at all,
-- and each move leaves a row of history.

create type public.batch_stage as enum (
  'draft', 'interest_check', 'announced', 'open', 'closed', 'moq_failed', 'in_production',
  'quality_control', 'shipping', 'extras', 'archived'
);
comment on type public.batch_stage is 'The life of a batch, in order.';

create table public.batches (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references public.products (id) on delete cascade,
  code text not null unique check (code ~ '^[A-Z0-9]+(-[A-Z0-9]+)*$'),
  title text not null check (length(title) between 2 and 120),
  number int not null default 1 check (number >= 1),
  stage public.batch_stage not null default 'draft',
  note text not null default '' check (length(note) <= 2000),
  opens_at timestamptz,
  closes_at timestamptz,
  eta date,
  original_eta date,
  eta_precision text not null default 'month' check (eta_precision in ('day', 'month', 'quarter')),
  cancel_until timestamptz,
  change_options_until timestamptz,
  change_address_until timestamptz,
  shipped_on date,
  settled_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (product_id, number),
  check (closes_at > opens_at),
  constraint batches_window check (
    stage in ('draft', 'interest_check', 'archived') or (opens_at is not null and closes_at is not null)
  )
);
create index batches_stage_idx on public.batches (stage, closes_at);
alter table public.batches enable row level security;
comment on table public.batches is 'One production run of one product.';
comment on column public.batches.code is 'How orders and updates name it: ASTER-R2.';
comment on column public.batches.stage is
  'How far it is, as staff last said; the view availability adds what the clock says.';
comment on column public.batches.note is 'What to know about this run, in Markdown.';
comment on column public.batches.opens_at is 'From when on it can be ordered, by the clock of the database.';
comment on column public.batches.closes_at is 'Until when it can be ordered.';
comment on column public.batches.eta is 'When it is expected to leave, as known now.';
comment on column public.batches.original_eta is
  'What was promised at the opening; never changed afterwards.';
comment on column public.batches.eta_precision is 'How exact the dates are meant to be.';
comment on column public.batches.cancel_until is 'Until when buyers may cancel by themselves.';
comment on column public.batches.change_options_until is 'Until when buyers may change their choices.';
comment on column public.batches.change_address_until is 'Until when buyers may change the address.';
comment on column public.batches.shipped_on is 'When the last order left; null until then.';
comment on column public.batches.settled_at is
  'When its closing was settled: kits dropped, prices made final. Nothing more can be ordered from then on.';

revoke all on public.batches from anon, authenticated;
grant select on public.batches to anon, authenticated, service_role;
grant insert (product_id, code, title, number, stage, note, opens_at, closes_at, eta, original_eta, eta_precision, cancel_until, change_options_until, change_address_until),
  update (title, stage, note, opens_at, closes_at, eta, eta_precision, cancel_until, change_options_until, change_address_until, shipped_on),
  delete
  on public.batches to authenticated, service_role;
create policy "Everyone reads announced batches, staff read all" on public.batches
  for select to anon, authenticated
  using (exists (select from public.products p where p.id = product_id) and (stage <> 'draft' or (select private.is_staff())));
create policy "Owners and editors add batches" on public.batches
  for insert to authenticated with check ((select private.is_staff('owner', 'editor')));
create policy "Owners and editors change batches" on public.batches
  for update to authenticated using ((select private.is_staff('owner', 'editor'))) with check ((select private.is_staff('owner', 'editor')));
create policy "Owners and editors remove batches" on public.batches
  for delete to authenticated using ((select private.is_staff('owner', 'editor')));
create trigger keep_version before update on public.batches
  for each row execute function private.keep_version();
create trigger audit after insert or update or delete on public.batches
  for each row execute function private.audit_row();

create table private.batch_moves (
  from_stage public.batch_stage not null,
  to_stage public.batch_stage not null,
  primary key (from_stage, to_stage)
);
alter table private.batch_moves enable row level security;
comment on table private.batch_moves is 'Which stage may follow which; tests/cases/batch-moves.json holds the same pairs.';
comment on column private.batch_moves.to_stage is 'Where it may go from there.';
insert into private.batch_moves (from_stage, to_stage) values
  ('draft', 'interest_check'), ('draft', 'announced'),
  ('interest_check', 'announced'), ('interest_check', 'archived'),
  ('announced', 'open'), ('announced', 'archived'),
  ('open', 'closed'),
  ('closed', 'moq_failed'), ('closed', 'in_production'),
  ('moq_failed', 'archived'),
  ('in_production', 'quality_control'),
  ('quality_control', 'in_production'), ('quality_control', 'shipping'),
  ('shipping', 'extras'), ('shipping', 'archived'),
  ('extras', 'archived');

create table public.batch_stage_history (
  id bigint generated always as identity primary key,
  batch_id uuid not null references public.batches (id) on delete cascade,
  stage public.batch_stage not null,
  entered_at timestamptz not null default now()
);
create index batch_stage_history_batch_idx on public.batch_stage_history (batch_id, entered_at);
alter table public.batch_stage_history enable row level security;
comment on table public.batch_stage_history is 'When a batch entered each stage; written by a trigger alone.';

revoke all on public.batch_stage_history from anon, authenticated;
grant select on public.batch_stage_history to anon, authenticated, service_role;
create policy "Everyone reads the history of batches they can see" on public.batch_stage_history
  for select to anon, authenticated
  using (exists (select from public.batches b where b.id = batch_id) and (stage <> 'draft' or (select private.is_staff())));

create function private.move_batch() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and new.stage <> old.stage and not exists (
    select from private.batch_moves m where m.from_stage = old.stage and m.to_stage = new.stage
  ) then
    perform private.refuse(409, 'illegal_move',
      format('A batch can’t move from %s to %s.', old.stage, new.stage),
      jsonb_build_object('from', old.stage, 'to', new.stage));
  end if;
  if tg_op = 'UPDATE' and old.stage = 'closed' and new.stage = 'in_production' and new.settled_at is null
    and exists (select from public.order_lines where batch_id = new.id) then
    perform private.refuse(409, 'not_settled', 'Settle the batch first, so that its buyers know which kits are made and at what price.',
      jsonb_build_object('batch_id', new.id));
  end if;
  if new.original_eta is null then
    new.original_eta := new.eta;
  end if;
  return new;
end;
$$;
comment on function private.move_batch() is
  'Refuses moves that private.batch_moves does not list and a production whose orders are not settled, and fixes the first promise. Security definer: nobody reads that table.';
create trigger move_batch before insert or update on public.batches
  for each row execute function private.move_batch();

create function private.record_batch_stage() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if tg_op = 'INSERT' or new.stage <> old.stage then
    insert into public.batch_stage_history (batch_id, stage) values (new.id, new.stage);
  end if;
  return null;
end;
$$;
comment on function private.record_batch_stage() is
  'Writes the history of a batch. Security definer: nobody may write it by hand.';
create trigger record_batch_stage after insert or update of stage on public.batches
  for each row execute function private.record_batch_stage();

create function private.batch_stage_now(
  p_stage public.batch_stage, p_opens_at timestamptz, p_closes_at timestamptz, p_now timestamptz
) returns public.batch_stage
language sql immutable
set search_path = ''
as $$
  select case
    when p_stage in ('announced', 'open') and p_now >= p_closes_at then 'closed'
    when p_stage in ('announced', 'open') and p_now >= p_opens_at then 'open'
    when p_stage = 'open' then 'announced'
    else p_stage
  end::public.batch_stage
$$;
grant execute on function private.batch_stage_now(public.batch_stage, timestamptz, timestamptz, timestamptz)
  to anon, authenticated, service_role;
comment on function private.batch_stage_now(public.batch_stage, timestamptz, timestamptz, timestamptz) is
  'The stage that holds at a moment: windows open and close by the clock, whether or not someone pressed a button.';

create table public.batch_kits (
  id uuid primary key default gen_random_uuid(),
  batch_id uuid not null references public.batches (id) on delete cascade,
  variant_id uuid not null references public.variants (id) on delete cascade,
  moq int not null check (moq between 1 and 100000),
  capacity int check (capacity >= moq),
  ordered_count int not null default 0 check (ordered_count >= 0),
  waiting_count int not null default 0 check (waiting_count >= 0),
  settled_count int check (settled_count >= 0),
  dropped_at timestamptz,
  position int not null default 0,
  unique (batch_id, variant_id),
  constraint batch_kits_capacity check (ordered_count + waiting_count <= capacity)
);
create index batch_kits_variant_idx on public.batch_kits (variant_id);
alter table public.batch_kits enable row level security;
comment on table public.batch_kits is 'A kit that a batch makes if enough people order it.';
comment on column public.batch_kits.moq is 'How many orders it takes.';
comment on column public.batch_kits.capacity is 'How many can be made at most; null is no limit.';
comment on column public.batch_kits.ordered_count is
  'How many are ordered and paid, which alone decides tiers and the minimum; only the functions that take orders count.';
comment on column public.batch_kits.waiting_count is
  'How many more are promised to orders that wait for their payment: they take places, and decide nothing.';
comment on column public.batch_kits.settled_count is
  'How many were ordered and paid when the closing was settled; who pays later moves no price. Null until then.';
comment on column public.batch_kits.dropped_at is
  'When it was dropped because it stayed under its minimum; null otherwise.';

revoke all on public.batch_kits from anon, authenticated;
grant select on public.batch_kits to anon, authenticated, service_role;
grant insert (batch_id, variant_id, moq, capacity, position),
  update (moq, capacity, position),
  delete
  on public.batch_kits to authenticated, service_role;
create policy "Everyone reads kits of batches they can see" on public.batch_kits
  for select to anon, authenticated
  using (exists (select from public.batches b where b.id = batch_id));
create policy "Owners and editors add batch kits" on public.batch_kits
  for insert to authenticated with check ((select private.is_staff('owner', 'editor')));
create policy "Owners and editors change batch kits" on public.batch_kits
  for update to authenticated using ((select private.is_staff('owner', 'editor'))) with check ((select private.is_staff('owner', 'editor')));
create policy "Owners and editors remove batch kits" on public.batch_kits
  for delete to authenticated using ((select private.is_staff('owner', 'editor')));
create trigger audit after insert or update or delete on public.batch_kits
  for each row execute function private.audit_row();

create function private.refuse_late_places() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  v_settled_at timestamptz;
begin
  -- Waits for a closing that is under way: an order is in before it is settled, or not at all.
  select settled_at into v_settled_at from public.batches where id = new.batch_id for no key update;
  return case when v_settled_at is null then new end;
end;
$$;
comment on function private.refuse_late_places() is
  'Takes no place in a batch that is settled; the order sees that there was none. Security definer: buyers may not write batches.';
create trigger refuse_late_places before update of ordered_count, waiting_count on public.batch_kits
  for each row when (new.ordered_count + new.waiting_count > old.ordered_count + old.waiting_count)
  execute function private.refuse_late_places();

create table public.batch_price_tiers (
  batch_kit_id uuid not null references public.batch_kits (id) on delete cascade,
  from_count int not null check (from_count >= 1),
  price_minor int not null check (price_minor between 0 and 100000000),
  currency text not null default 'EUR' check (currency ~ '^[A-Z]{3}$'),
  primary key (batch_kit_id, from_count)
);
alter table public.batch_price_tiers enable row level security;
comment on table public.batch_price_tiers is
  'The price of a kit once so many are ordered and paid; below the first tier the variant''s own price holds.';
comment on column public.batch_price_tiers.price_minor is 'The price from then on, in minor units.';

revoke all on public.batch_price_tiers from anon, authenticated;
grant select on public.batch_price_tiers to anon, authenticated, service_role;
grant insert (batch_kit_id, from_count, price_minor, currency),
  update (price_minor, currency),
  delete
  on public.batch_price_tiers to authenticated, service_role;
create policy "Everyone reads tiers of kits they can see" on public.batch_price_tiers
  for select to anon, authenticated
  using (exists (select from public.batch_kits k where k.id = batch_kit_id));
create policy "Owners and editors add price tiers" on public.batch_price_tiers
  for insert to authenticated with check ((select private.is_staff('owner', 'editor')));
create policy "Owners and editors change price tiers" on public.batch_price_tiers
  for update to authenticated using ((select private.is_staff('owner', 'editor'))) with check ((select private.is_staff('owner', 'editor')));
create policy "Owners and editors remove price tiers" on public.batch_price_tiers
  for delete to authenticated using ((select private.is_staff('owner', 'editor')));
create trigger audit after insert or update or delete on public.batch_price_tiers
  for each row execute function private.audit_row();

create function private.tier_price(p_kit uuid, p_count int, p_price_minor int) returns int
language sql stable
set search_path = ''
as $$
  select coalesce((
    select t.price_minor from public.batch_price_tiers t
    where t.batch_kit_id = p_kit and t.from_count <= p_count
    order by t.from_count desc limit 1
  ), p_price_minor)
$$;
grant execute on function private.tier_price(uuid, int, int) to anon, authenticated, service_role;
comment on function private.tier_price(uuid, int, int) is 'What a kit costs when so many are ordered and paid.';

-- schemas/20-production/25_updates.sql
-- News of the shop and of its batches. An update names the batches it concerns and where it moves
-- their ETA; scheduled ones are invisible until publish_at by the database's clock.

create table public.updates (
  id uuid primary key default gen_random_uuid(),
  url text not null unique check (url ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(url) <= 80),
  kind text not null default 'news' check (kind in ('news', 'production', 'announcement', 'delay', 'shipping', 'guide')),
  title text not null check (length(title) between 2 and 140),
  summary text not null default '' check (length(summary) <= 300),
  body text not null default '' check (length(body) <= 40000),
  author text not null default '' check (length(author) <= 80),
  status public.publish_status not null default 'draft',
  publish_at timestamptz,
  edited_at timestamptz,
  pinned boolean not null default false,
  image_id uuid references public.product_images (id) on delete set null,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (status = 'draft' or (publish_at is not null and summary <> '' and body <> ''))
);
create index updates_newest_idx on public.updates (pinned desc, publish_at desc);
create index updates_image_idx on public.updates (image_id);
alter table public.updates enable row level security;
comment on table public.updates is 'One article.';
comment on column public.updates.url is 'Last part of its address. A change leaves a redirect.';
comment on column public.updates.summary is 'One line for lists, feeds and mails.';
comment on column public.updates.body is 'The article, in Markdown.';
comment on column public.updates.publish_at is 'Visible from then on by the clock of the database.';
comment on column public.updates.edited_at is
  'When its meaning last changed after publishing; null if never.';
comment on column public.updates.image_id is 'The picture on top; null for none.';

revoke all on public.updates from anon, authenticated;
grant select on public.updates to anon, authenticated, service_role;
grant insert (url, kind, title, summary, body, author, status, publish_at, edited_at, pinned, image_id),
  update (url, kind, title, summary, body, author, status, publish_at, edited_at, pinned, image_id),
  delete
  on public.updates to authenticated, service_role;
create policy "Everyone reads updates from publish_at on, staff read all" on public.updates
  for select to anon, authenticated
  using ((status <> 'draft' and publish_at <= now()) or (select private.is_staff()));
create policy "Owners and editors add updates" on public.updates
  for insert to authenticated with check ((select private.is_staff('owner', 'editor')));
create policy "Owners and editors change updates" on public.updates
  for update to authenticated using ((select private.is_staff('owner', 'editor'))) with check ((select private.is_staff('owner', 'editor')));
create policy "Owners and editors remove updates" on public.updates
  for delete to authenticated using ((select private.is_staff('owner', 'editor')));
create trigger keep_version before update on public.updates
  for each row execute function private.keep_version();
create trigger audit after insert or update or delete on public.updates
  for each row execute function private.audit_row();

create table public.update_batches (
  update_id uuid not null references public.updates (id) on delete cascade,
  batch_id uuid not null references public.batches (id) on delete cascade,
  stage public.batch_stage,
  eta_before date,
  eta_after date,
  buyers_note text not null default '' check (length(buyers_note) <= 600),
  primary key (update_id, batch_id)
);
create index update_batches_batch_idx on public.update_batches (batch_id);
alter table public.update_batches enable row level security;
comment on table public.update_batches is
  'Which batches an update concerns, and what it changes for them.';
comment on column public.update_batches.stage is 'The stage it announces; null if it announces none.';
comment on column public.update_batches.eta_before is 'The ETA until then; null if unchanged.';
comment on column public.update_batches.eta_after is 'The ETA from then on; null if unchanged.';
comment on column public.update_batches.buyers_note is 'What it means for those who bought in this batch.';

revoke all on public.update_batches from anon, authenticated;
grant select on public.update_batches to anon, authenticated, service_role;
grant insert (update_id, batch_id, stage, eta_before, eta_after, buyers_note),
  update (stage, eta_before, eta_after, buyers_note),
  delete
  on public.update_batches to authenticated, service_role;
create policy "Everyone reads which batches an update they can see concerns" on public.update_batches
  for select to anon, authenticated
  using (exists (select from public.updates u where u.id = update_id) and exists (select from public.batches b where b.id = batch_id));
create policy "Owners and editors add batches of updates" on public.update_batches
  for insert to authenticated with check ((select private.is_staff('owner', 'editor')));
create policy "Owners and editors change batches of updates" on public.update_batches
  for update to authenticated using ((select private.is_staff('owner', 'editor'))) with check ((select private.is_staff('owner', 'editor')));
create policy "Owners and editors remove batches of updates" on public.update_batches
  for delete to authenticated using ((select private.is_staff('owner', 'editor')));
create trigger audit after insert or update or delete on public.update_batches
  for each row execute function private.audit_row();

create table public.update_products (
  update_id uuid not null references public.updates (id) on delete cascade,
  product_id uuid not null references public.products (id) on delete cascade,
  primary key (update_id, product_id)
);
create index update_products_product_idx on public.update_products (product_id);
alter table public.update_products enable row level security;
comment on table public.update_products is 'Which products an update mentions.';

revoke all on public.update_products from anon, authenticated;
grant select on public.update_products to anon, authenticated, service_role;
grant insert (update_id, product_id),
  delete
  on public.update_products to authenticated, service_role;
create policy "Everyone reads which products an update they can see mentions" on public.update_products
  for select to anon, authenticated
  using (exists (select from public.updates u where u.id = update_id) and exists (select from public.products p where p.id = product_id));
create policy "Owners and editors add products of updates" on public.update_products
  for insert to authenticated with check ((select private.is_staff('owner', 'editor')));
create policy "Owners and editors remove products of updates" on public.update_products
  for delete to authenticated using ((select private.is_staff('owner', 'editor')));
create trigger audit after insert or update or delete on public.update_products
  for each row execute function private.audit_row();

create table public.url_redirects (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('product', 'update')),
  old_url text not null,
  product_id uuid references public.products (id) on delete cascade,
  update_id uuid references public.updates (id) on delete cascade,
  created_at timestamptz not null default now(),
  unique (kind, old_url),
  check ((kind = 'product') = (product_id is not null) and (kind = 'update') = (update_id is not null))
);
create index url_redirects_product_idx on public.url_redirects (product_id);
create index url_redirects_update_idx on public.url_redirects (update_id);
alter table public.url_redirects enable row level security;
comment on table public.url_redirects is
  'Addresses that once led somewhere and still must; written by a trigger alone.';
comment on column public.url_redirects.kind is 'Product pages or updates.';
comment on column public.url_redirects.old_url is 'The last part of the address that was.';
comment on column public.url_redirects.product_id is 'Where it leads now, for a product.';
comment on column public.url_redirects.update_id is 'Where it leads now, for an update.';

revoke all on public.url_redirects from anon, authenticated;
grant select on public.url_redirects to anon, authenticated, service_role;
create policy "Everyone reads redirects to what they can see" on public.url_redirects
  for select to anon, authenticated
  using ((kind = 'product' and exists (select from public.products p where p.id = product_id)) or (kind = 'update' and exists (select from public.updates u where u.id = update_id)));

create function private.keep_old_url() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  v_kind constant text := case tg_table_name when 'products' then 'product' else 'update' end;
begin
  delete from public.url_redirects where kind = v_kind and old_url = new.url;
  if tg_op = 'UPDATE' then
    insert into public.url_redirects (kind, old_url, product_id, update_id)
    values (
      v_kind, old.url,
      case v_kind when 'product' then new.id end, case v_kind when 'update' then new.id end
    );
  end if;
  return null;
end;
$$;
comment on function private.keep_old_url() is
  'Leaves a redirect behind a changed address, and ends one whose address is in use again. Security definer: nobody writes redirects by hand.';
create trigger keep_old_url after insert on public.products
  for each row execute function private.keep_old_url();
create trigger keep_changed_url after update of url on public.products
  for each row when (old.url <> new.url) execute function private.keep_old_url();
create trigger keep_old_url after insert on public.updates
  for each row execute function private.keep_old_url();
create trigger keep_changed_url after update of url on public.updates
  for each row when (old.url <> new.url) execute function private.keep_old_url();

-- schemas/30-shipping/32_shipping.sql
-- How goods travel: zones -> countries -> methods -> rates by weight and value, each rate with the
-- days it holds. The only place of a shipping price; a finished order keeps the one it got.

create table public.shipping_zones (
  id uuid primary key default gen_random_uuid(),
  code text not null unique check (code ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  title text not null check (length(title) between 2 and 80),
  position int not null default 0,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table public.shipping_zones enable row level security;
comment on table public.shipping_zones is 'Countries that share their methods and prices.';
comment on column public.shipping_zones.title is 'What staff and visitors read.';

revoke all on public.shipping_zones from anon, authenticated;
grant select on public.shipping_zones to anon, authenticated, service_role;
grant insert (code, title, position),
  update (code, title, position),
  delete
  on public.shipping_zones to authenticated, service_role;
create policy "Everyone reads shipping zones" on public.shipping_zones
  for select to anon, authenticated
  using (true);
create policy "Owners and fulfilment add shipping zones" on public.shipping_zones
  for insert to authenticated with check ((select private.is_staff('owner', 'fulfilment')));
create policy "Owners and fulfilment change shipping zones" on public.shipping_zones
  for update to authenticated using ((select private.is_staff('owner', 'fulfilment'))) with check ((select private.is_staff('owner', 'fulfilment')));
create policy "Owners and fulfilment remove shipping zones" on public.shipping_zones
  for delete to authenticated using ((select private.is_staff('owner', 'fulfilment')));
create trigger keep_version before update on public.shipping_zones
  for each row execute function private.keep_version();
create trigger audit after insert or update or delete on public.shipping_zones
  for each row execute function private.audit_row();

create table public.zone_countries (
  zone_id uuid not null references public.shipping_zones (id) on delete cascade,
  country_code text not null references public.countries (code) on delete cascade,
  primary key (zone_id, country_code)
);
create index zone_countries_country_idx on public.zone_countries (country_code);
alter table public.zone_countries enable row level security;
comment on table public.zone_countries is
  'Which countries are in a zone, as set_country_zones says; the coverage map warns of a country in two or in none.';

revoke all on public.zone_countries from anon, authenticated;
grant select on public.zone_countries to anon, authenticated, service_role;
grant insert (zone_id, country_code),
  delete
  on public.zone_countries to service_role;
create policy "Everyone reads the countries of zones" on public.zone_countries
  for select to anon, authenticated
  using (true);
create trigger audit after insert or update or delete on public.zone_countries
  for each row execute function private.audit_row();

create table public.shipping_methods (
  id uuid primary key default gen_random_uuid(),
  zone_id uuid not null references public.shipping_zones (id) on delete cascade,
  code text not null unique check (code ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null check (length(name) between 2 and 80),
  carrier text not null check (length(carrier) between 2 and 80),
  days_min int not null check (days_min >= 0),
  days_max int not null check (days_max >= days_min),
  is_tracked boolean not null default true,
  max_weight_grams int not null check (max_weight_grams > 0),
  max_value_minor int check (max_value_minor > 0),
  currency text not null default 'EUR' check (currency ~ '^[A-Z]{3}$'),
  refused_tags text[] not null default '{}' check (refused_tags <@ array['battery', 'liquid', 'magnet', 'wood']),
  note text not null default '' check (length(note) <= 400),
  is_offered boolean not null default true,
  position int not null default 0,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index shipping_methods_zone_idx on public.shipping_methods (zone_id, position);
alter table public.shipping_methods enable row level security;
comment on table public.shipping_methods is 'A way to send a parcel into a zone.';
comment on column public.shipping_methods.days_min is 'Working days it takes at least.';
comment on column public.shipping_methods.days_max is 'Working days it takes at most, as a rule.';
comment on column public.shipping_methods.is_tracked is 'Whether the parcel can be followed.';
comment on column public.shipping_methods.max_weight_grams is
  'Heavier parcels are refused, with that reason.';
comment on column public.shipping_methods.max_value_minor is
  'Dearer parcels are refused, with that reason; null is no limit.';
comment on column public.shipping_methods.refused_tags is 'Goods that this carrier refuses.';
comment on column public.shipping_methods.is_offered is 'False takes it out of new orders.';

revoke all on public.shipping_methods from anon, authenticated;
grant select on public.shipping_methods to anon, authenticated, service_role;
grant insert (zone_id, code, name, carrier, days_min, days_max, is_tracked, max_weight_grams, max_value_minor, currency, refused_tags, note, is_offered, position),
  update (zone_id, code, name, carrier, days_min, days_max, is_tracked, max_weight_grams, max_value_minor, currency, refused_tags, note, is_offered, position),
  delete
  on public.shipping_methods to authenticated, service_role;
create policy "Everyone reads offered shipping methods, staff read all" on public.shipping_methods
  for select to anon, authenticated
  using (is_offered or (select private.is_staff()));
create policy "Owners and fulfilment add shipping methods" on public.shipping_methods
  for insert to authenticated with check ((select private.is_staff('owner', 'fulfilment')));
create policy "Owners and fulfilment change shipping methods" on public.shipping_methods
  for update to authenticated using ((select private.is_staff('owner', 'fulfilment'))) with check ((select private.is_staff('owner', 'fulfilment')));
create policy "Owners and fulfilment remove shipping methods" on public.shipping_methods
  for delete to authenticated using ((select private.is_staff('owner', 'fulfilment')));
create trigger keep_version before update on public.shipping_methods
  for each row execute function private.keep_version();
create trigger audit after insert or update or delete on public.shipping_methods
  for each row execute function private.audit_row();

create table public.shipping_rates (
  id uuid primary key default gen_random_uuid(),
  method_id uuid not null references public.shipping_methods (id) on delete cascade,
  from_weight_grams int not null default 0 check (from_weight_grams >= 0),
  to_weight_grams int not null,
  from_value_minor int not null default 0 check (from_value_minor >= 0),
  to_value_minor int,
  price_minor int not null check (price_minor between 0 and 10000000),
  currency text not null default 'EUR' check (currency ~ '^[A-Z]{3}$'),
  valid_from date not null,
  valid_to date,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (to_weight_grams > from_weight_grams),
  check (to_value_minor > from_value_minor),
  check (valid_to > valid_from),
  constraint shipping_rates_one_price exclude using gist (
    method_id with =,
    int4range(from_weight_grams, to_weight_grams, '(]') with &&,
    int4range(from_value_minor, to_value_minor) with &&,
    daterange(valid_from, valid_to) with &&
  )
);
create index shipping_rates_method_idx on public.shipping_rates (method_id, from_weight_grams);
alter table public.shipping_rates enable row level security;
comment on table public.shipping_rates is
  'What a method costs for a parcel of this weight and value, on these days; never two answers.';
comment on column public.shipping_rates.to_weight_grams is 'Up to this, included.';
comment on column public.shipping_rates.from_value_minor is 'Goods worth at least this.';
comment on column public.shipping_rates.to_value_minor is 'Goods worth less than this; null is no limit.';
comment on column public.shipping_rates.price_minor is 'What it costs, tax of the shop''s country included.';
comment on column public.shipping_rates.valid_from is 'First day.';
comment on column public.shipping_rates.valid_to is 'First day of the next rate; null while it holds.';

revoke all on public.shipping_rates from anon, authenticated;
grant select on public.shipping_rates to anon, authenticated, service_role;
grant insert (method_id, from_weight_grams, to_weight_grams, from_value_minor, to_value_minor, price_minor, currency, valid_from, valid_to),
  update (from_weight_grams, to_weight_grams, from_value_minor, to_value_minor, price_minor, currency, valid_from, valid_to),
  delete
  on public.shipping_rates to authenticated, service_role;
create policy "Everyone reads rates of methods they can see" on public.shipping_rates
  for select to anon, authenticated
  using (exists (select from public.shipping_methods m where m.id = method_id));
create policy "Owners and fulfilment add shipping rates" on public.shipping_rates
  for insert to authenticated with check ((select private.is_staff('owner', 'fulfilment')));
create policy "Owners and fulfilment change shipping rates" on public.shipping_rates
  for update to authenticated using ((select private.is_staff('owner', 'fulfilment'))) with check ((select private.is_staff('owner', 'fulfilment')));
create policy "Owners and fulfilment remove shipping rates" on public.shipping_rates
  for delete to authenticated using ((select private.is_staff('owner', 'fulfilment')));
create trigger keep_version before update on public.shipping_rates
  for each row execute function private.keep_version();
create trigger audit after insert or update or delete on public.shipping_rates
  for each row execute function private.audit_row();

create table public.regional_partners (
  id uuid primary key default gen_random_uuid(),
  code text not null unique check (code ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null check (length(name) between 2 and 80),
  website text not null check (website ~ '^https://[^\s<>"]+$'),
  note text not null default '' check (length(note) <= 600),
  position int not null default 0,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table public.regional_partners enable row level security;
comment on table public.regional_partners is
  'Shops that sell our batches in their own region, customs already paid.';

revoke all on public.regional_partners from anon, authenticated;
grant select on public.regional_partners to anon, authenticated, service_role;
grant insert (code, name, website, note, position),
  update (code, name, website, note, position),
  delete
  on public.regional_partners to authenticated, service_role;
create policy "Everyone reads regional partners" on public.regional_partners
  for select to anon, authenticated
  using (true);
create policy "Owners and editors add regional partners" on public.regional_partners
  for insert to authenticated with check ((select private.is_staff('owner', 'editor')));
create policy "Owners and editors change regional partners" on public.regional_partners
  for update to authenticated using ((select private.is_staff('owner', 'editor'))) with check ((select private.is_staff('owner', 'editor')));
create policy "Owners and editors remove regional partners" on public.regional_partners
  for delete to authenticated using ((select private.is_staff('owner', 'editor')));
create trigger keep_version before update on public.regional_partners
  for each row execute function private.keep_version();
create trigger audit after insert or update or delete on public.regional_partners
  for each row execute function private.audit_row();

create table public.partner_countries (
  partner_id uuid not null references public.regional_partners (id) on delete cascade,
  country_code text not null references public.countries (code) on delete cascade,
  primary key (partner_id, country_code)
);
create index partner_countries_country_idx on public.partner_countries (country_code);
alter table public.partner_countries enable row level security;
comment on table public.partner_countries is 'Which countries a partner serves.';

revoke all on public.partner_countries from anon, authenticated;
grant select on public.partner_countries to anon, authenticated, service_role;
grant insert (partner_id, country_code),
  delete
  on public.partner_countries to authenticated, service_role;
create policy "Everyone reads which countries a partner serves" on public.partner_countries
  for select to anon, authenticated
  using (true);
create policy "Owners and editors add countries of partners" on public.partner_countries
  for insert to authenticated with check ((select private.is_staff('owner', 'editor')));
create policy "Owners and editors remove countries of partners" on public.partner_countries
  for delete to authenticated using ((select private.is_staff('owner', 'editor')));
create trigger audit after insert or update or delete on public.partner_countries
  for each row execute function private.audit_row();

create table public.partner_sales (
  partner_id uuid not null references public.regional_partners (id) on delete cascade,
  batch_id uuid not null references public.batches (id) on delete cascade,
  sale_url text not null check (sale_url ~ '^https://[^\s<>"]+$'),
  ends_at timestamptz not null,
  primary key (partner_id, batch_id)
);
create index partner_sales_batch_idx on public.partner_sales (batch_id);
alter table public.partner_sales enable row level security;
comment on table public.partner_sales is 'Which batches a partner sells, and until when.';
comment on column public.partner_sales.ends_at is
  'Until when, which is often earlier than the batch itself closes.';

revoke all on public.partner_sales from anon, authenticated;
grant select on public.partner_sales to anon, authenticated, service_role;
grant insert (partner_id, batch_id, sale_url, ends_at),
  update (sale_url, ends_at),
  delete
  on public.partner_sales to authenticated, service_role;
create policy "Everyone reads partner sales of batches they can see" on public.partner_sales
  for select to anon, authenticated
  using (exists (select from public.batches b where b.id = batch_id));
create policy "Owners and editors add partner sales" on public.partner_sales
  for insert to authenticated with check ((select private.is_staff('owner', 'editor')));
create policy "Owners and editors change partner sales" on public.partner_sales
  for update to authenticated using ((select private.is_staff('owner', 'editor'))) with check ((select private.is_staff('owner', 'editor')));
create policy "Owners and editors remove partner sales" on public.partner_sales
  for delete to authenticated using ((select private.is_staff('owner', 'editor')));
create trigger audit after insert or update or delete on public.partner_sales
  for each row execute function private.audit_row();

-- schemas/30-shipping/33_packages.sql
-- Boxes and bags that the workshop packs into. What a carrier is told of a parcel, and what staff reach
-- for, comes from here; shipping prices do not: they go by what is in the parcel.

create table public.shipping_packages (
  id uuid primary key default gen_random_uuid(),
  name text not null unique check (length(name) between 2 and 80),
  inner_length_mm int not null check (inner_length_mm between 10 and 3000),
  inner_width_mm int not null check (inner_width_mm between 10 and 3000),
  inner_height_mm int not null check (inner_height_mm between 1 and 3000),
  own_weight_grams int not null check (own_weight_grams between 1 and 20000),
  max_content_grams int not null check (max_content_grams between 1 and 100000),
  is_used boolean not null default true,
  note text not null default '' check (length(note) <= 400),
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table public.shipping_packages enable row level security;
comment on table public.shipping_packages is 'A kind of box or bag that parcels are packed into.';
comment on column public.shipping_packages.name is 'What the workshop calls it.';
comment on column public.shipping_packages.inner_length_mm is 'Longest side, inside.';
comment on column public.shipping_packages.inner_width_mm is 'Second side, inside.';
comment on column public.shipping_packages.inner_height_mm is 'Shortest side, inside.';
comment on column public.shipping_packages.own_weight_grams is 'What it weighs empty, with its padding.';
comment on column public.shipping_packages.max_content_grams is 'The most that may be packed into it.';
comment on column public.shipping_packages.is_used is 'False where it is not proposed any more.';

revoke all on public.shipping_packages from anon, authenticated;
grant select on public.shipping_packages to authenticated, service_role;
grant insert (name, inner_length_mm, inner_width_mm, inner_height_mm, own_weight_grams, max_content_grams, is_used, note),
  update (name, inner_length_mm, inner_width_mm, inner_height_mm, own_weight_grams, max_content_grams, is_used, note),
  delete
  on public.shipping_packages to authenticated, service_role;
create policy "Owners and fulfilment and support read packages" on public.shipping_packages
  for select to authenticated using ((select private.is_staff('owner', 'fulfilment', 'support')));
create policy "Owners and fulfilment add packages" on public.shipping_packages
  for insert to authenticated with check ((select private.is_staff('owner', 'fulfilment')));
create policy "Owners and fulfilment change packages" on public.shipping_packages
  for update to authenticated using ((select private.is_staff('owner', 'fulfilment'))) with check ((select private.is_staff('owner', 'fulfilment')));
create policy "Owners and fulfilment remove packages" on public.shipping_packages
  for delete to authenticated using ((select private.is_staff('owner', 'fulfilment')));
create trigger keep_version before update on public.shipping_packages
  for each row execute function private.keep_version();
create trigger audit after insert or update or delete on public.shipping_packages
  for each row execute function private.audit_row();

-- schemas/40-accounts/36_accounts.sql
-- What customers tell about themselves. Each row belongs to one account and is read and written by
-- that account alone.

create table public.profiles (
  user_id uuid primary key default auth.uid() references auth.users (id) on delete cascade,
  display_name text not null default '' check (length(display_name) <= 60),
  full_name text not null default '' check (length(full_name) <= 120),
  phone text not null default '' check (length(phone) <= 40),
  country_code text references public.countries (code),
  currency text not null default 'EUR' check (currency ~ '^[A-Z]{3}$'),
  units text not null default 'metric' check (units in ('metric', 'imperial')),
  locale text not null default 'en-GB' check (locale ~ '^[a-z]{2}(-[A-Z]{2})?$'),
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index profiles_country_idx on public.profiles (country_code);
alter table public.profiles enable row level security;
comment on table public.profiles is
  'One row per account, made when its owner first saves something.';
comment on column public.profiles.phone is 'For carriers alone.';
comment on column public.profiles.country_code is 'Where prices and shipping are estimated for.';
comment on column public.profiles.currency is 'Shown beside the shop''s own.';
comment on column public.profiles.units is 'Grams and millimetres, or ounces and inches.';
comment on column public.profiles.locale is 'How dates and numbers are written.';

revoke all on public.profiles from anon, authenticated;
grant select, delete on public.profiles to service_role;
grant select on public.profiles to authenticated;
grant insert (display_name, full_name, phone, country_code, currency, units, locale),
  update (display_name, full_name, phone, country_code, currency, units, locale)
  on public.profiles to authenticated;
create policy "Customers read their own profile" on public.profiles for select to authenticated
  using (user_id = (select auth.uid()));
create policy "Customers make their own profile" on public.profiles for insert to authenticated
  with check (user_id = (select auth.uid()));
create policy "Customers change their own profile" on public.profiles for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create trigger keep_version before update on public.profiles
  for each row execute function private.keep_version();

create table public.addresses (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  label text not null default '' check (length(label) <= 40),
  name text not null check (length(name) between 2 and 120),
  line1 text not null check (length(line1) between 2 and 120),
  line2 text not null default '' check (length(line2) <= 120),
  city text not null check (length(city) between 1 and 80),
  region text not null default '' check (length(region) <= 80),
  postcode text not null default '' check (length(postcode) <= 20),
  country text not null references public.countries (code),
  phone text not null default '' check (length(phone) <= 40),
  is_default boolean not null default false,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index addresses_user_idx on public.addresses (user_id);
create index addresses_country_idx on public.addresses (country);
create unique index addresses_one_default_idx on public.addresses (user_id) where is_default;
alter table public.addresses enable row level security;
comment on table public.addresses is
  'The address book of an account; an order keeps a copy of what was used.';
comment on column public.addresses.line2 is 'What else the carrier needs.';
comment on column public.addresses.region is 'State or province, where the country has them.';
comment on column public.addresses.postcode is 'Postcode, where the country has them.';
comment on column public.addresses.country is 'ISO code.';
comment on column public.addresses.is_default is 'Filled in at the checkout; one per account.';

revoke all on public.addresses from anon, authenticated;
grant select, delete on public.addresses to service_role;
grant select, delete on public.addresses to authenticated;
grant insert (label, name, line1, line2, city, region, postcode, country, phone, is_default),
  update (label, name, line1, line2, city, region, postcode, country, phone, is_default)
  on public.addresses to authenticated;
create policy "Customers read their own addresses" on public.addresses for select to authenticated
  using (user_id = (select auth.uid()));
create policy "Customers add addresses of their own" on public.addresses for insert to authenticated
  with check (user_id = (select auth.uid()));
create policy "Customers change their own addresses" on public.addresses for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "Customers remove their own addresses" on public.addresses for delete to authenticated
  using (user_id = (select auth.uid()));
create trigger keep_version before update on public.addresses
  for each row execute function private.keep_version();

create function private.limit_addresses() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if (select count(*) from public.addresses where user_id = new.user_id) >= 50 then
    perform private.refuse(422, 'too_many_addresses', 'You can save at most 50 addresses. Delete one first.',
      jsonb_build_object('limit', 50));
  end if;
  return new;
end;
$$;
comment on function private.limit_addresses() is
  'Bounds an address book. Security definer: the count must not depend on what the caller may see.';
create trigger limit_addresses before insert on public.addresses
  for each row execute function private.limit_addresses();

-- schemas/40-accounts/36_notifications.sql
-- Which mails somebody would rather not have. What a person must know (money, parcels, deadlines, the
-- account itself) belongs to no topic and is always sent.

create table public.notification_choices (
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  topic text not null check (topic in ('batch_updates', 'order_stages', 'list_receipts', 'group_buys')),
  channel text not null default 'email' check (channel in ('email')),
  is_wanted boolean not null,
  primary key (user_id, topic, channel)
);
alter table public.notification_choices enable row level security;
comment on table public.notification_choices is
  'One row per topic and channel that its person has decided about; without a row it is wanted.';
comment on column public.notification_choices.topic is 'Which mails: those that private.mail_topic names.';

revoke all on public.notification_choices from anon, authenticated;
grant select, delete on public.notification_choices to service_role;
grant select on public.notification_choices to authenticated;
grant insert (topic, channel, is_wanted), update (is_wanted) on public.notification_choices to authenticated;
create policy "Customers read their own choices of mails" on public.notification_choices for select
  to authenticated using (user_id = (select auth.uid()));
create policy "Customers make their own choices of mails" on public.notification_choices for insert
  to authenticated with check (user_id = (select auth.uid()));
create policy "Customers change their own choices of mails" on public.notification_choices for update
  to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));

create function private.mail_topic(p_kind text) returns text
language sql immutable
set search_path = ''
as $$
  select case p_kind
    when 'batch_update' then 'batch_updates'
    when 'stage_changed' then 'order_stages'
    when 'list_joined' then 'list_receipts'
    when 'list_frozen' then 'list_receipts'
    when 'interest_became_group_buy' then 'group_buys'
  end
$$;
comment on function private.mail_topic(text) is 'The topic that a kind of mail belongs to; null where it is always sent.';

-- schemas/40-accounts/37_account_safety.sql
-- What keeps an account its owner's: codes for the day the phone is lost, and the days in which a
-- deletion can be taken back. Nobody reads these tables; functions answer for the caller alone.

create table private.recovery_codes (
  user_id uuid not null references auth.users (id) on delete cascade,
  code_hash text not null check (code_hash ~ '^[0-9a-f]{64}$'),
  made_at timestamptz not null default now(),
  primary key (user_id, code_hash)
);
alter table private.recovery_codes enable row level security;
comment on table private.recovery_codes is
  'Codes that replace the second factor, each once: a used one takes the factor and the other codes with it.';
comment on column private.recovery_codes.code_hash is 'SHA-256 of account and code; the code itself is shown once.';

create table private.account_deletions (
  user_id uuid primary key references auth.users (id) on delete cascade,
  undo_hash text not null unique,
  requested_at timestamptz not null default now(),
  due_at timestamptz not null
);
create index account_deletions_due_idx on private.account_deletions (due_at);
alter table private.account_deletions enable row level security;
comment on table private.account_deletions is 'Accounts that their owners want gone, and when that happens.';
comment on column private.account_deletions.undo_hash is 'Of the secret in the mail that takes it back.';
comment on column private.account_deletions.due_at is 'Until then it can be taken back.';

create table private.forgotten_orders (
  order_id uuid primary key,
  due_at timestamptz not null default now()
);
alter table private.forgotten_orders enable row level security;
comment on table private.forgotten_orders is
  'Orders of deleted accounts whose name and address are still needed: they go once the order has come to its end.';
comment on column private.forgotten_orders.order_id is 'Which order; no foreign key, so that it stands before orders do.';
comment on column private.forgotten_orders.due_at is 'Since when nobody is behind it.';

create function private.forget_ended_orders() returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  v_ended uuid[];
begin
  select array_agg(f.order_id) into v_ended
  from private.forgotten_orders f join public.order_records o on o.id = f.order_id
  where o.status in ('delivered', 'cancelled', 'expired', 'refunded');
  update private.order_contacts
  set email = 'deleted@account.invalid', address = jsonb_build_object('country', address ->> 'country')
  where order_id = any (v_ended);
  update private.discount_uses set email = 'deleted@account.invalid' where order_id = any (v_ended);
  delete from private.forgotten_orders where order_id = any (v_ended);
end;
$$;
comment on function private.forget_ended_orders() is
  'Takes name and address off ended orders of deleted accounts; the country stays, for taxes. Security definer: no caller may write contacts.';

create function private.delete_due_accounts() returns int
language plpgsql security definer
set search_path = ''
as $$
declare
  v_user record;
  v_count int := 0;
begin
  for v_user in
    select d.user_id, u.email from private.account_deletions d join auth.users u on u.id = d.user_id
    where d.due_at <= now() for update of d skip locked
  loop
    insert into private.forgotten_orders (order_id)
    select id from public.order_records where user_id = v_user.user_id
    on conflict do nothing;
    delete from private.follows where email = lower(v_user.email);
    delete from public.outbox where user_id = v_user.user_id or recipient = v_user.email;
    delete from auth.users where id = v_user.user_id;
    v_count := v_count + 1;
  end loop;
  perform private.forget_ended_orders();
  return v_count;
end;
$$;
comment on function private.delete_due_accounts() is
  'Deletes the accounts whose time has come; may run as often as one likes. Security definer: it writes what nobody may.';

-- schemas/50-designs/38_designs.sql
-- What visitors make in the colour picker. A design is written by the functions alone; who may read
-- it follows from its visibility. Public ones can be listed, unlisted ones only asked for by id,
-- private ones are their maker's. Once ordered, a design never changes again.

create type public.design_visibility as enum ('private', 'unlisted', 'public');
comment on type public.design_visibility is
  'private: its maker alone; unlisted: whoever has the address; public: in the gallery.';

create function private.new_design_code() returns text
language sql volatile
set search_path = ''
as $$
  -- A digit and nine signs of 32: 48 bits, so that a code is short to say and not to be guessed.
  select (get_byte(b.bytes, 15) % 10) || string_agg(
    substr('0123456789abcdefghjkmnpqrstvwxyz', 1 + (get_byte(b.bytes, n) & 31), 1), '' order by n)
  from (select uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) as bytes) b
  cross join unnest(array[0, 1, 2, 3, 4, 5, 9, 10, 11]) n
  group by b.bytes
$$;
comment on function private.new_design_code() is 'A short code that no other design is likely to have.';

create table public.designs (
  id uuid primary key default gen_random_uuid(),
  code text not null unique default private.new_design_code()
    check (code ~ '^[0-9][0-9a-hjkmnp-tv-z]{9}$'),
  owner_id uuid references auth.users (id) on delete cascade,
  name text not null check (length(name) between 1 and 80),
  visibility public.design_visibility not null default 'private',
  design jsonb not null check (octet_length(design::text) <= 90000),
  layout text not null check (length(layout) between 1 and 20),
  colour_families text[] not null default '{}' check (cardinality(colour_families) <= 10),
  forked_from uuid references public.designs (id) on delete set null,
  like_count int not null default 0 check (like_count >= 0),
  hidden_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index designs_owner_idx on public.designs (owner_id, updated_at desc);
create index designs_guests_idx on public.designs (updated_at) where owner_id is null;
create index designs_forked_idx on public.designs (forked_from);
create index designs_newest_idx on public.designs (created_at desc, id)
  where visibility = 'public' and hidden_at is null;
create index designs_liked_idx on public.designs (like_count desc, created_at desc, id)
  where visibility = 'public' and hidden_at is null;
alter table public.designs enable row level security;
comment on table public.designs is 'One design: a layout with a colour for each zone or key.';
comment on column public.designs.code is 'Its short name in addresses.';
comment on column public.designs.owner_id is 'Whose; null while it belongs to whoever holds its secret.';
comment on column public.designs.design is 'Layout, zones, keys, legends, profile and case, as the picker reads them.';
comment on column public.designs.layout is 'The name of its layout, or own; for filters.';
comment on column public.designs.colour_families is 'Families of its palette colours; for filters.';
comment on column public.designs.forked_from is 'The design it was copied from.';
comment on column public.designs.hidden_at is 'When staff took it out of sight; null while shown.';

create table private.design_secrets (
  design_id uuid primary key references public.designs (id) on delete cascade,
  secret_hash text not null check (secret_hash ~ '^[0-9a-f]{64}$')
);
alter table private.design_secrets enable row level security;
comment on table private.design_secrets is 'What a guest must show to change a design: only its hash is kept.';
comment on column private.design_secrets.secret_hash is 'SHA-256 in hex of the secret.';

create table public.design_likes (
  design_id uuid not null references public.designs (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  liked_at timestamptz not null default now(),
  primary key (design_id, user_id)
);
create index design_likes_user_idx on public.design_likes (user_id);
alter table public.design_likes enable row level security;
comment on table public.design_likes is 'Who likes which design; each person sees their own.';
revoke all on public.design_likes from anon, authenticated;
grant select on public.design_likes to authenticated, service_role;
create policy "Customers read their own likes" on public.design_likes for select to authenticated
  using (user_id = (select auth.uid()));

create table public.design_reports (
  id uuid primary key default gen_random_uuid(),
  design_id uuid not null references public.designs (id) on delete cascade,
  user_id uuid references auth.users (id) on delete set null,
  reason text not null check (length(reason) between 3 and 500),
  reported_at timestamptz not null default now(),
  answered_at timestamptz,
  unique (design_id, user_id)
);
create index design_reports_user_idx on public.design_reports (user_id);
create index design_reports_open_idx on public.design_reports (design_id) where answered_at is null;
alter table public.design_reports enable row level security;
comment on table public.design_reports is 'What visitors say is wrong with a public design.';
comment on column public.design_reports.user_id is 'Who said so; null for guests.';
comment on column public.design_reports.reason is 'What is wrong, in their words.';
comment on column public.design_reports.answered_at is 'When staff decided; null while it waits.';
revoke all on public.design_reports from anon, authenticated;
grant select on public.design_reports to authenticated, service_role;
create policy "Staff read reports of designs" on public.design_reports for select to authenticated
  using ((select private.is_staff('owner', 'editor', 'support')));

create function private.asked_design() returns uuid
language sql stable
set search_path = ''
as $$
  select case when h.asked ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then h.asked::uuid end
  from (
    select coalesce(nullif(current_setting('request.headers', true), ''), '{}')::jsonb ->> 'x-design-id' as asked
  ) h
$$;
grant execute on function private.asked_design() to anon, authenticated, service_role;
comment on function private.asked_design() is
  'The one design that a request names in its header x-design-id: an unlisted design is read by id or not at all.';

revoke all on public.designs from anon, authenticated;
grant select (id, code, name, visibility, design, layout, colour_families, forked_from, like_count, hidden_at, version, created_at, updated_at)
  on public.designs to anon, authenticated;
grant select on public.designs to service_role;
create policy "All read shown designs, customers their own, staff hidden ones" on public.designs
  for select to anon, authenticated
  using (
    (hidden_at is null and (
      visibility = 'public' or (visibility = 'unlisted' and id = (select private.asked_design()))))
    or owner_id = (select auth.uid())
    or (visibility = 'public' and (select private.is_staff('owner', 'editor', 'support'))));

create trigger keep_version before update on public.designs
  for each row execute function private.keep_version();

-- What the shop can make of a design.

create table public.design_kits (
  variant_id uuid primary key references public.variants (id) on delete cascade,
  most_caps int not null check (most_caps between 1 and 1000)
);
alter table public.design_kits enable row level security;
comment on table public.design_kits is 'Variants that are made to a design.';
comment on column public.design_kits.most_caps is 'How many caps it holds at most.';
revoke all on public.design_kits from anon, authenticated;
grant select on public.design_kits to anon, authenticated, service_role;
grant insert (variant_id, most_caps), update (most_caps), delete on public.design_kits to authenticated, service_role;
create policy "Everyone reads kits of variants they can see" on public.design_kits
  for select to anon, authenticated using (exists (select from public.variants v where v.id = variant_id));
create policy "Owners and editors add design kits" on public.design_kits
  for insert to authenticated with check ((select private.is_staff('owner', 'editor')));
create policy "Owners and editors change design kits" on public.design_kits
  for update to authenticated using ((select private.is_staff('owner', 'editor'))) with check ((select private.is_staff('owner', 'editor')));
create policy "Owners and editors remove design kits" on public.design_kits
  for delete to authenticated using ((select private.is_staff('owner', 'editor')));
create trigger audit after insert or update or delete on public.design_kits
  for each row execute function private.audit_row();

create table public.design_offers (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references public.products (id) on delete cascade,
  zone text not null check (zone in ('alphas', 'modifiers', 'accents', 'legends', 'case', 'plate', 'weight')),
  palette_id uuid not null references public.palettes (id) on delete cascade,
  unique (product_id, zone, palette_id)
);
create index design_offers_palette_idx on public.design_offers (palette_id);
alter table public.design_offers enable row level security;
comment on table public.design_offers is
  'In which palettes a product makes which zone of a design. A zone without a row is not part of the product.';
comment on column public.design_offers.zone is 'Which zone; legends stands for the legends of all caps.';
comment on column public.design_offers.palette_id is 'In the colours of which palette.';
revoke all on public.design_offers from anon, authenticated;
grant select on public.design_offers to anon, authenticated, service_role;
grant insert (product_id, zone, palette_id), update (zone, palette_id), delete on public.design_offers to authenticated, service_role;
create policy "Everyone reads offers of products they can see" on public.design_offers
  for select to anon, authenticated using (exists (select from public.products p where p.id = product_id));
create policy "Owners and editors add design offers" on public.design_offers
  for insert to authenticated with check ((select private.is_staff('owner', 'editor')));
create policy "Owners and editors change design offers" on public.design_offers
  for update to authenticated using ((select private.is_staff('owner', 'editor'))) with check ((select private.is_staff('owner', 'editor')));
create policy "Owners and editors remove design offers" on public.design_offers
  for delete to authenticated using ((select private.is_staff('owner', 'editor')));
create trigger audit after insert or update or delete on public.design_offers
  for each row execute function private.audit_row();

-- schemas/50-designs/39_design_rules.sql
-- What a design must look like, whose it is, and what stands in the way of making it. Every function
-- that touches a design decides through these.

create function private.design_layouts() returns table (code text, zones text)
language sql immutable
set search_path = ''
as $$
  values ('60', 'xaaaaaaaaaaaammaaaaaaaaaaaaamaaaaaaaaaaaxmaaaaaaaaaammmmammmm'),
    ('60-iso', 'xaaaaaaaaaaaammaaaaaaaaaaaaxmaaaaaaaaaaaamaaaaaaaaaaammmmammmm'),
    ('65', 'xaaaaaaaaaaaammmaaaaaaaaaaaaammaaaaaaaaaaaxmmaaaaaaaaaammmmmmammmmm'),
    ('65-iso', 'xaaaaaaaaaaaammmaaaaaaaaaaaaxmmaaaaaaaaaaaammaaaaaaaaaaammmmmmammmmm'),
    ('75', 'xmmmmmmmmmmmmmaaaaaaaaaaaaammmaaaaaaaaaaaaammaaaaaaaaaaaxmmaaaaaaaaaammmmmmammmmmm'),
    ('tkl', 'xmmmmmmmmmmmmmmmaaaaaaaaaaaaammmmmaaaaaaaaaaaaammmmaaaaaaaaaaaxmaaaaaaaaaammmmmammmmmmm'),
    ('tkl-iso', 'xmmmmmmmmmmmmmmmaaaaaaaaaaaaammmmmaaaaaaaaaaaaxmmmmaaaaaaaaaaaamaaaaaaaaaaammmmmammmmmmm'),
    ('1800', 'xmmmmmmmmmmmmmmmmaaaaaaaaaaaaammaaamaaaaaaaaaaaaaaaaamaaaaaaaaaaaxaaamaaaaaaaaaamaaaxmmmmammaammm'),
    ('full', 'xmmmmmmmmmmmmmmmaaaaaaaaaaaaammmmmaaamaaaaaaaaaaaaammmaaaamaaaaaaaaaaaxaaamaaaaaaaaaammaaaxmmmammmmmmmaa'),
    ('full-iso', 'xmmmmmmmmmmmmmmmaaaaaaaaaaaaammmmmaaamaaaaaaaaaaaaxmmmaaaamaaaaaaaaaaaaaaamaaaaaaaaaaammaaaxmmmammmmmmmaa'),
    ('alice', 'xaaammmaaaammaaxmammmmmmaaaaaaaaaaaaaaaaamamaaaaaaaaaaaaaaaaaaaaaam'),
    ('hhkb', 'xaaaaaaaaaaaaaamaaaaaaaaaaaammaaaaaaaaaaaxmaaaaaaaaaammmmamm'),
    ('ortho-40', 'xaaaaaaaaaammaaaaaaaaaaamaaaaaaaaaaxmmmmmammmmm'),
    ('numpad', 'xmmmmaaaaaaaaaaaaaxaa'),
    ('macropad', 'aaaaaaaaa')
$$;
comment on function private.design_layouts() is
  'The layouts that come with the shop, with a letter for each cap: a for alphas, m for modifiers, x for accents. A test compares it with the picker''s.';

create function private.design_cap_count(p_layout jsonb) returns int
language sql stable
set search_path = ''
as $$
  select case jsonb_typeof(p_layout)
    when 'string' then (select length(zones) from private.design_layouts() where code = p_layout #>> '{}')
    else (
      select count(*)::int
      from jsonb_array_elements(p_layout) with ordinality r (row_data, row_number)
      cross join lateral jsonb_array_elements(
        case jsonb_typeof(r.row_data) when 'array' then r.row_data else '[]' end
      ) with ordinality i (item, at)
      where jsonb_typeof(i.item) = 'string'
        -- A decal is paint on the desk, not a cap.
        and coalesce(r.row_data -> (i.at - 2)::int -> 'd', 'false') <> 'true'
    )
  end
$$;
comment on function private.design_cap_count(jsonb) is
  'How many caps a layout takes: a name of ours, or KLE data whose texts are keys.';

create function private.key_zone(p_words text[], p_is_bar boolean) returns text
language plpgsql immutable
set search_path = ''
as $$
declare
  v_words constant text[] := array(select lower(word) from unnest(p_words) word);
begin
  if cardinality(v_words) = 0 then return case when p_is_bar then 'a' else 'm' end; end if;
  if v_words && '{esc,escape,enter,return}' then return 'x'; end if;
  if v_words && '{space,spacebar}' then return 'a'; end if;
  -- A number pad says under its digits and point what they do without Num Lock: '7' over 'Home'.
  if v_words[1] ~ '^[0-9.,]$' then return 'a'; end if;
  return case when exists (
    select from unnest(p_words) word where char_length(word) <> 1 or word in ('←', '↑', '→', '↓')
  ) then 'm' else 'a' end;
end;
$$;
comment on function private.key_zone(text[], boolean) is
  'The letter of a key''s zone by the words on its top, from the top left on; one without words is an alpha where it is a bar or a single unit. The picker reads the same from tests/cases/key-zones.json.';

create function private.legend_words(p_label text, p_alignment int) returns text[]
language sql immutable
set search_path = ''
as $$
  -- Where KLE prints the lines of a label; those without a place here are on the front, or nowhere.
  select coalesce(array_agg(l.word order by l.place), '{}')
  from (
    select btrim(t.line, E' \t\x0b\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff') as word,
      (case p_alignment % 4
        when 0 then array[0, 6, 2, 8, null, null, 3, 5, 1, 4, 7]
        when 1 then array[1, 7, null, null, null, null, 4]
        when 2 then array[3, null, 5, null, null, null, null, null, 4]
        else array[4]
      end)[t.line_number] as place
    from string_to_table(p_label, E'\n') with ordinality t (line, line_number)
  ) l
  where l.place is not null and l.word <> ''
$$;
comment on function private.legend_words(text, int) is 'The words on the top of a key of KLE data, from the top left on.';

create function private.layout_zones(p_layout jsonb) returns text
language plpgsql stable
set search_path = ''
as $$
declare
  v_item jsonb;
  v_alignment int := 4;
  v_width numeric := 1;
  v_width2 numeric := 0;
  v_zones text := '';
begin
  if jsonb_typeof(p_layout) = 'string' then
    return (select zones from private.design_layouts() where code = p_layout #>> '{}');
  end if;
  -- KLE data is a program: an object changes what holds for the keys after it, a text is a key.
  for v_item in
    select i.item
    from jsonb_array_elements(p_layout) with ordinality r (keys, row_number)
    cross join lateral jsonb_array_elements(
      case jsonb_typeof(r.keys) when 'array' then r.keys else '[]' end
    ) with ordinality i (item, at)
    order by r.row_number, i.at
  loop
    if jsonb_typeof(v_item) = 'object' then
      if v_item -> 'a' <@ '[0, 1, 2, 3, 4, 5, 6, 7]' then v_alignment := (v_item -> 'a')::int; end if;
      if jsonb_typeof(v_item -> 'w') = 'number' then
        v_width := (v_item -> 'w')::numeric;
        v_width2 := v_width;
      end if;
      if jsonb_typeof(v_item -> 'w2') = 'number' then v_width2 := (v_item -> 'w2')::numeric; end if;
    elsif jsonb_typeof(v_item) = 'string' then
      v_zones := v_zones || private.key_zone(
        private.legend_words(v_item #>> '{}', v_alignment), v_width = 1 or greatest(v_width, v_width2) >= 2);
      v_width := 1;
      v_width2 := 0;
    end if;
  end loop;
  return v_zones;
end;
$$;
comment on function private.layout_zones(jsonb) is
  'The zone of each key of a layout by its legends, as letters: a for alphas, m for modifiers, x for accents.';

create function private.is_paint(p_paint jsonb) returns boolean
language sql immutable
set search_path = ''
as $$
  select coalesce(
    jsonb_typeof(p_paint) = 'object'
    and p_paint ->> 'hex' ~ '^#[0-9a-f]{6}$'
    and (p_paint -> 'code' is null or (jsonb_typeof(p_paint -> 'code') = 'string'
      and length(p_paint ->> 'code') <= 60 and p_paint ->> 'code' ~ '^[a-z0-9]+(-[a-z0-9]+)*$'))
    and (p_paint - 'hex' - 'code') = '{}', false)
$$;
comment on function private.is_paint(jsonb) is 'Whether a value is a colour of a design: {hex} or {hex, code}.';

create function private.design_layout_fault(p_layout jsonb) returns text
language plpgsql stable
set search_path = ''
as $$
begin
  if p_layout is null or jsonb_typeof(p_layout) not in ('string', 'array') then
    return 'A design needs a layout: a name, or KLE data.';
  end if;
  if jsonb_typeof(p_layout) = 'array' and (jsonb_array_length(p_layout) > 200 or exists (
    select from jsonb_array_elements(p_layout) r where jsonb_typeof(r) not in ('array', 'object')
  )) then
    return 'The layout is not KLE data.';
  end if;
  if coalesce(private.design_cap_count(p_layout), 0) not between 1 and 1000 then
    return 'The layout is unknown, or has no keys or more than 1000.';
  end if;
  return null;
end;
$$;
comment on function private.design_layout_fault(jsonb) is 'What is wrong with a layout, or null.';

create function private.design_fault(p_design jsonb) returns text
language plpgsql stable
set search_path = ''
as $$
declare
  v_zone text;
  v_fault text;
begin
  if jsonb_typeof(p_design) is distinct from 'object' then return 'A design is an object.'; end if;
  if octet_length(p_design::text) > 90000 then return 'A design can have at most 90 kB.'; end if;
  if length(btrim(coalesce(p_design ->> 'name', ''))) not between 1 and 80 then
    return 'A design needs a name of 1 to 80 characters.';
  end if;
  if coalesce(p_design ->> 'visibility', '') not in ('private', 'unlisted', 'public') then
    return 'Set the visibility to private, unlisted or public.';
  end if;
  v_fault := private.design_layout_fault(p_design -> 'layout');
  if v_fault is not null then return v_fault; end if;
  foreach v_zone in array array['alphas', 'modifiers', 'accents', 'legends', 'modifierLegends',
    'accentLegends', 'case', 'plate', 'weight'] loop
    if not private.is_paint(p_design -> 'zones' -> v_zone) then
      return format('The zone %s needs a colour.', v_zone);
    end if;
  end loop;
  if coalesce(p_design ->> 'legends', 'on') not in ('on', 'off', 'sub')
    or coalesce(p_design ->> 'profile', 'cherry') not in ('cherry', 'sa', 'xda', 'low')
    or coalesce(p_design ->> 'caseStyle', 'seamless') not in
      ('seamless', 'forehead', 'wedge', 'pebble', 'tray', 'floating', 'none') then
    return 'The legends, profile or case style are not recognised. Choose them again.';
  end if;
  return private.design_keys_fault(coalesce(p_design -> 'keys', '{}'), p_design -> 'layout');
end;
$$;
comment on function private.design_fault(jsonb) is 'What is wrong with a design as it was sent, or null.';

create function private.design_keys_fault(p_keys jsonb, p_layout jsonb) returns text
language plpgsql stable
set search_path = ''
as $$
begin
  if jsonb_typeof(p_keys) <> 'object' then return 'Keys are an object by index.'; end if;
  if exists (
    select from jsonb_each(p_keys) k
    where k.key !~ '^\d{1,3}$' or jsonb_typeof(k.value) <> 'object'
      or not coalesce(k.value -> 'cap' is null or private.is_paint(k.value -> 'cap'), false)
      or not coalesce(k.value -> 'legend' is null or private.is_paint(k.value -> 'legend'), false)
      or coalesce(k.value ->> 'zone', 'alphas') not in ('alphas', 'modifiers', 'accents')
      or (k.value - 'cap' - 'legend' - 'zone') <> '{}'
  ) then
    return 'A key has an invalid colour.';
  end if;
  if p_keys <> '{}' and (select max(k::int) from jsonb_object_keys(p_keys) k)
    >= length(private.layout_zones(p_layout)) then
    return 'A painted key is not in the layout.';
  end if;
  return null;
end;
$$;
comment on function private.design_keys_fault(jsonb, jsonb) is 'What is wrong with the keys of a design, or null.';

create function private.design_core(p_design jsonb) returns jsonb
language sql immutable
set search_path = ''
as $$
  select jsonb_build_object(
    'layout', p_design -> 'layout',
    'zones', p_design -> 'zones',
    'keys', coalesce(p_design -> 'keys', '{}'),
    'legends', coalesce(p_design ->> 'legends', 'on'),
    'profile', coalesce(p_design ->> 'profile', 'cherry'),
    'caseStyle', coalesce(p_design ->> 'caseStyle', 'seamless'))
$$;
comment on function private.design_core(jsonb) is 'What of a design as it was sent is kept: nothing but what is drawn.';

create function private.design_paints(p_design jsonb)
returns table (zone text, keys int[], hex text, code text)
language plpgsql stable
set search_path = ''
as $$
#variable_conflict use_column
declare
  v_keys constant jsonb := coalesce(p_design -> 'keys', '{}');
  v_zones text;
begin
  if v_keys <> '{}' then v_zones := private.layout_zones(p_design -> 'layout'); end if;
  return query
  -- The colours as they are made: a zone's, and those of single keys, which are caps or legends.
  select case when z.key in ('modifierLegends', 'accentLegends') then 'legends' else z.key end,
    null::int[], z.value ->> 'hex', z.value ->> 'code'
  from jsonb_each(p_design -> 'zones') z
  union all
  select
    case p.part
      when 'legend' then 'legends'
      else coalesce(k.value ->> 'zone', case substr(v_zones, k.key::int + 1, 1)
        when 'm' then 'modifiers' when 'x' then 'accents' else 'alphas' end)
    end,
    array_agg(k.key::int order by k.key::int), k.value -> p.part ->> 'hex', k.value -> p.part ->> 'code'
  from jsonb_each(v_keys) k
  cross join (values ('cap'), ('legend')) p (part)
  where k.value -> p.part is not null
  group by 1, 3, 4;
end;
$$;
comment on function private.design_paints(jsonb) is
  'Every colour of a design with its zone, and the keys that have it for themselves. A key that names no zone is in the one of its legends.';

create function private.design_families(p_design jsonb) returns text[]
language sql stable
set search_path = ''
as $$
  select coalesce(array_agg(distinct c.colour_family order by c.colour_family), '{}')
  from private.design_paints(p_design) p join public.colorways c on c.code = p.code
  where p.zone in ('alphas', 'modifiers', 'accents')
$$;
comment on function private.design_families(jsonb) is 'The colour families of the caps, for the gallery''s filter.';

create function private.holds_design_secret(p_design uuid, p_secret text) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (
    select from private.design_secrets s
    where s.design_id = p_design
      and s.secret_hash = encode(sha256(convert_to(coalesce(p_secret, ''), 'UTF8')), 'hex')
  )
$$;
comment on function private.holds_design_secret(uuid, text) is
  'Whether the caller shows the secret of a guest''s design. Security definer: nobody reads the secrets.';

create function private.is_design_maker(p_design public.designs, p_secret text) returns boolean
language sql stable
set search_path = ''
as $$
  select coalesce(p_design.owner_id = auth.uid(), false)
    or (p_design.owner_id is null and private.holds_design_secret(p_design.id, p_secret))
$$;
comment on function private.is_design_maker(public.designs, text) is
  'Whether the caller made a design: by account, or by the secret that a guest was given.';

create function private.can_see_design(p_design public.designs, p_secret text) returns boolean
language sql stable
set search_path = ''
as $$
  select private.is_design_maker(p_design, p_secret)
    or (p_design.visibility <> 'private' and p_design.hidden_at is null)
    or (p_design.visibility = 'public' and private.is_staff('owner', 'editor', 'support'))
$$;
comment on function private.can_see_design(public.designs, text) is
  'Whether the caller, who has the id, may read a design.';

create function private.changeable_design(p_id uuid, p_secret text) returns public.designs
language plpgsql volatile
set search_path = ''
as $$
declare
  v_design public.designs;
begin
  select * into v_design from public.designs where id = p_id for update;
  if not found or not private.can_see_design(v_design, p_secret) then
    perform private.refuse(404, 'unknown_design', 'This design no longer exists.', jsonb_build_object('id', p_id));
  end if;
  if not private.is_design_maker(v_design, p_secret) then
    perform private.refuse(403, 'not_yours', 'This design belongs to someone else. Make a copy and change that.',
      jsonb_build_object('id', p_id));
  end if;
  return v_design;
end;
$$;
comment on function private.changeable_design(uuid, text) is
  'The design, locked, if the caller made it; a private one of another is answered as one that does not exist.';

create function private.new_design_secret(p_design uuid) returns text
language plpgsql volatile
set search_path = ''
as $$
declare
  v_secret constant text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
begin
  insert into private.design_secrets (design_id, secret_hash)
  values (p_design, encode(sha256(convert_to(v_secret, 'UTF8')), 'hex'));
  return v_secret;
end;
$$;
comment on function private.new_design_secret(uuid) is 'Makes and keeps the hash of a guest''s secret; it is shown this once.';

-- schemas/50-designs/41_design_orders.sql
-- What stands between a design and an order, and what an order keeps of it. Quotes and orders decide
-- through these two functions alone.

create function private.lab(p_hex text) returns double precision[]
language plpgsql immutable
set search_path = ''
as $$
declare
  v_bytes constant bytea := decode(substr(p_hex, 2), 'hex');
  v_rgb double precision[];
  v_value double precision;
  v_xyz double precision[];
begin
  for n in 0..2 loop
    v_value := get_byte(v_bytes, n) / 255.0::double precision;
    v_rgb[n] := case when v_value <= 0.04045 then v_value / 12.92 else power((v_value + 0.055) / 1.055, 2.4) end;
  end loop;
  v_xyz := array[
    (0.4123907993 * v_rgb[0] + 0.3575843394 * v_rgb[1] + 0.1804807884 * v_rgb[2]) / 0.9504559271,
    0.2126390059 * v_rgb[0] + 0.7151686788 * v_rgb[1] + 0.0721923154 * v_rgb[2],
    (0.0193308187 * v_rgb[0] + 0.1191947798 * v_rgb[1] + 0.9505321522 * v_rgb[2]) / 1.0890577508];
  for n in 1..3 loop
    v_xyz[n] := case when v_xyz[n] > 216.0 / 24389 then cbrt(v_xyz[n])
      else (24389.0 / 27 * v_xyz[n] + 16) / 116 end;
  end loop;
  return array[116 * v_xyz[2] - 16, 500 * (v_xyz[1] - v_xyz[2]), 200 * (v_xyz[2] - v_xyz[3])];
end;
$$;
comment on function private.lab(text) is 'A colour in CIELAB (D65), by the same figures as the picker''s.';

create function private.ciede2000(p_first double precision[], p_second double precision[])
returns double precision
language plpgsql immutable
set search_path = ''
as $$
declare
  v_mean_7 constant double precision := power(
    (sqrt(p_first[2] ^ 2 + p_first[3] ^ 2) + sqrt(p_second[2] ^ 2 + p_second[3] ^ 2)) / 2, 7);
  v_g constant double precision := 0.5 * (1 - sqrt(v_mean_7 / (v_mean_7 + 6103515625)));
  v_a1 constant double precision := (1 + v_g) * p_first[2];
  v_a2 constant double precision := (1 + v_g) * p_second[2];
  v_c1 constant double precision := sqrt(v_a1 ^ 2 + p_first[3] ^ 2);
  v_c2 constant double precision := sqrt(v_a2 ^ 2 + p_second[3] ^ 2);
  v_h1 double precision := atan2d(p_first[3], v_a1);
  v_h2 double precision := atan2d(p_second[3], v_a2);
  v_hue double precision;
  v_step double precision := 0;
  v_lightness constant double precision := ((p_first[1] + p_second[1]) / 2 - 50) ^ 2;
  v_chroma constant double precision := (v_c1 + v_c2) / 2;
  v_t double precision;
  v_l double precision;
  v_c double precision;
  v_h double precision;
begin
  if v_h1 < 0 then v_h1 := v_h1 + 360; end if;
  if v_h2 < 0 then v_h2 := v_h2 + 360; end if;
  v_hue := v_h1 + v_h2;
  if v_c1 * v_c2 <> 0 then
    v_step := v_h2 - v_h1;
    if abs(v_step) > 180 then
      v_step := v_step - sign(v_step) * 360;
      v_hue := v_hue + case when v_hue < 360 then 360 else -360 end;
    end if;
    v_hue := v_hue / 2;
  end if;
  v_t := 1 - 0.17 * cosd(v_hue - 30) + 0.24 * cosd(2 * v_hue) + 0.32 * cosd(3 * v_hue + 6)
    - 0.2 * cosd(4 * v_hue - 63);
  v_l := (p_second[1] - p_first[1]) / (1 + 0.015 * v_lightness / sqrt(20 + v_lightness));
  v_c := (v_c2 - v_c1) / (1 + 0.045 * v_chroma);
  v_h := 2 * sqrt(v_c1 * v_c2) * sind(v_step / 2) / (1 + 0.015 * v_chroma * v_t);
  return sqrt(v_l ^ 2 + v_c ^ 2 + v_h ^ 2
    - sind(60 * exp(-(((v_hue - 275) / 25) ^ 2))) * 2 * sqrt(v_chroma ^ 7 / (v_chroma ^ 7 + 6103515625)) * v_c * v_h);
end;
$$;
comment on function private.ciede2000(double precision[], double precision[]) is
  'How far apart two colours in CIELAB look: CIEDE2000, the ΔE that the shop shows. The picker computes the same.';

create function private.nearest_offered(p_hex text, p_product uuid, p_zone text) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  v_wish constant double precision[] := private.lab(p_hex);
begin
  return (
    select jsonb_build_object('code', c.code, 'name', c.name, 'physical_code', c.physical_code,
      'hex', c.colour, 'difference', round(d.difference::numeric, 2))
    from public.design_offers o
    join public.colorways c on c.palette_id = o.palette_id and c.status = 'current' and c.can_be_ordered
    cross join lateral (select private.ciede2000(v_wish, private.lab(c.colour)) as difference) d
    where o.product_id = p_product and o.zone = p_zone
    order by round(d.difference::numeric, 9), c.code
    limit 1
  );
end;
$$;
comment on function private.nearest_offered(text, uuid, text) is
  'The colour nearest to a wish among those that a product offers for a zone.';

create function private.blocked_zones(p_design jsonb, p_product uuid, p_most int) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'reason', b.reason, 'zone', b.zone, 'keys', coalesce(to_jsonb(b.keys), 'null'), 'hex', b.hex, 'code', b.code,
    'message', case b.reason
      when 'design_idea' then format('%s: %s is an idea, not a colour of a palette.', b.zone, b.hex)
      when 'design_withdrawn' then format('%s: %s can no longer be ordered.', b.zone, b.name)
      else format('%s: %s is not offered for this.', b.zone, coalesce(b.name, b.code))
    end,
    'nearest', private.nearest_offered(b.hex, p_product, b.zone)
  ) order by b.zone, b.hex, b.keys nulls first), '[]')
  from (
  select b.* from (
    select p.zone, p.keys, p.hex, p.code, c.name, case
      when p.code is null then 'design_idea'
      when c.id is null or c.palette_id is null then 'design_unknown_colour'
      when c.status <> 'current' or not c.can_be_ordered then 'design_withdrawn'
      when not exists (select from public.design_offers o where o.product_id = p_product
        and o.zone = p.zone and o.palette_id = c.palette_id) then 'design_not_offered'
    end as reason
    from private.design_paints(p_design) p
    left join public.colorways c on c.code = p.code
    where exists (select from public.design_offers o where o.product_id = p_product and o.zone = p.zone)
      and not (p.zone = 'legends' and p_design ->> 'legends' = 'off')
  ) b
  where b.reason is not null
  order by b.zone, b.hex, b.keys nulls first
  -- The nearest is dear to find, and a design may have as many colours as keys.
  limit p_most
  ) b
$$;
comment on function private.blocked_zones(jsonb, uuid, int) is
  'The colours of a design that a product can''t be made in, the first so many, each with the reason and the nearest offered.';

create function private.design_problems(p_design uuid, p_variant uuid, p_most int default null) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  v_design public.designs;
  v_kit public.design_kits;
  v_caps int;
  v_product uuid;
begin
  select * into v_design from public.designs where id = p_design;
  if not found or not private.can_see_design(v_design, null) then
    return jsonb_build_array(jsonb_build_object('reason', 'design_unknown',
      'message', 'This design no longer exists or is private.'));
  end if;
  select k.* into v_kit from public.design_kits k where k.variant_id = p_variant;
  if not found then
    return jsonb_build_array(jsonb_build_object('reason', 'design_not_possible',
      'message', 'This product can’t be made to a design.'));
  end if;
  v_caps := private.design_cap_count(v_design.design -> 'layout');
  if v_caps > v_kit.most_caps then
    return jsonb_build_array(jsonb_build_object('reason', 'design_too_large',
      'message', format('The design has %s keys, but this kit only has %s caps. Choose a larger kit.', v_caps, v_kit.most_caps)));
  end if;
  select product_id into v_product from public.variants where id = p_variant;
  return private.blocked_zones(v_design.design, v_product, p_most);
end;
$$;
grant execute on function private.design_problems(uuid, uuid, int) to anon, authenticated, service_role;
comment on function private.design_problems(uuid, uuid, int) is
  'Why a variant can''t be made to a design, as a list of {reason, message, …} of at most so many; empty when it can. Security definer: an unlisted design is read by its id.';

create function private.snapshot_of_design(p_design public.designs) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'id', p_design.id, 'code', p_design.code, 'name', p_design.name, 'version', p_design.version,
    'design', p_design.design,
    'colours', (
      select coalesce(jsonb_object_agg(c.code, jsonb_build_object('name', c.name, 'physical_code', c.physical_code,
        'hex', c.colour, 'palette', l.title, 'maker', l.maker, 'material', l.material)), '{}')
      from public.colorways c join public.palettes l on l.id = c.palette_id
      where c.code in (select code from private.design_paints(p_design.design))
    ))
$$;
comment on function private.snapshot_of_design(public.designs) is
  'What an order line keeps of a design: all that is drawn, and its colours as the book has them now.';

create function private.design_is_used(p_design uuid) returns boolean
language plpgsql stable
set search_path = ''
as $$
begin
  return exists (
    select from public.order_lines l join public.order_records o on o.id = l.order_id
    where l.design_id = p_design and o.status not in ('expired', 'cancelled')
      and not (o.status = 'awaiting_payment' and o.pay_by <= now())
  );
end;
$$;
comment on function private.design_is_used(uuid) is
  'Whether an order has a design, so that it can only be copied: one that was paid, or that can still be.';

create function private.freeze_design(p_design uuid) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_design public.designs;
begin
  -- Whoever changes or deletes it meanwhile waits, and then finds the order.
  select * into v_design from public.designs where id = p_design for no key update;
  if not found then
    perform private.refuse(404, 'unknown_design', 'This design no longer exists.', jsonb_build_object('id', p_design));
  end if;
  return private.snapshot_of_design(v_design);
end;
$$;
comment on function private.freeze_design(uuid) is
  'Locks a design that is being ordered and gives what the order line keeps of it. Security definer: private designs are ordered too.';

-- schemas/60-lists/50_lists.sql
-- Raffles, waiting lists and interest checks. The list shows its rules, its count and the proof of
-- its draw to everyone; who entered is for each entrant alone.

create type public.list_kind as enum ('raffle', 'waiting_list', 'interest_check');
comment on type public.list_kind is 'How a list decides: by a verifiable draw, by order of arrival, or not at all.';
create type public.list_status as enum ('draft', 'open', 'closed', 'frozen', 'drawn', 'finished');
comment on type public.list_status is 'The life of a list, in order.';

create table public.lists (
  id uuid primary key default gen_random_uuid(),
  kind public.list_kind not null,
  product_id uuid references public.products (id) on delete cascade,
  title text not null check (length(title) between 2 and 120),
  rules text not null default '' check (length(rules) <= 8000),
  status public.list_status not null default 'draft',
  opens_at timestamptz,
  closes_at timestamptz,
  capacity int check (capacity >= 1),
  max_wins int not null default 1 check (max_wins between 1 and 100),
  pay_within_hours int not null default 48 check (pay_within_hours between 1 and 168),
  entry_count int not null default 0 check (entry_count >= 0),
  beacon_round bigint check (beacon_round > 0),
  entry_ids uuid[],
  entries_hash text check (entries_hash ~ '^[0-9a-f]{64}$'),
  randomness text check (randomness ~ '^[0-9a-f]{64}$'),
  signature text check (signature ~ '^[0-9a-f]{96}$'),
  ranking uuid[],
  frozen_at timestamptz,
  drawn_at timestamptz,
  released int not null default 0 check (released >= 0),
  offer_round int not null default 0 check (offer_round >= 0),
  offer_hours int not null default 48 check (offer_hours between 1 and 168),
  last_offered_rank int check (last_offered_rank >= 1),
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (closes_at > opens_at),
  check (status = 'draft' or opens_at is not null),
  check (kind <> 'raffle' or status = 'draft' or (closes_at is not null and capacity is not null and beacon_round is not null)),
  check (status not in ('frozen', 'drawn') or (entry_ids is not null and entries_hash is not null)),
  check (status <> 'drawn' or (randomness is not null and signature is not null and ranking is not null)),
  check (cardinality(ranking) = cardinality(entry_ids)),
  constraint lists_released check (released <= capacity)
);
create index lists_product_idx on public.lists (product_id);
create index lists_status_idx on public.lists (status, closes_at);
alter table public.lists enable row level security;
comment on table public.lists is 'One raffle, waiting list or interest check.';
comment on column public.lists.rules is 'Its rules, in Markdown; fixed once it is open, but for wording.';
comment on column public.lists.opens_at is 'From when on one can enter, by the clock of the database.';
comment on column public.lists.closes_at is 'Until when; null for a waiting list that stays open.';
comment on column public.lists.capacity is 'How many can win, or hold a place.';
comment on column public.lists.max_wins is 'How many one person may win.';
comment on column public.lists.entry_count is 'How many entered and did not withdraw.';
comment on column public.lists.beacon_round is 'The drand quicknet round that decides, named at the opening; a freezing that comes after it names a later one.';
comment on column public.lists.entry_ids is 'The frozen entries, sorted; null before.';
comment on column public.lists.entries_hash is
  'SHA-256 in hex of entry_ids joined by a newline; null before.';
comment on column public.lists.randomness is
  'What the beacon said in that round, in hex; null before the draw.';
comment on column public.lists.signature is
  'The beacon''s signature of the round, in hex; null before the draw.';
comment on column public.lists.ranking is
  'All entries, best first, by SHA-256 of randomness:entry; null before the draw.';
comment on column public.lists.frozen_at is 'When the entries were frozen.';
comment on column public.lists.released is 'How many of the capacity are given out so far; freed ones go to the next in line.';
comment on column public.lists.offer_round is 'How often offers were sent out; who let one pass is asked again in the next round.';
comment on column public.lists.offer_hours is 'How long the offers of the newest round hold.';
comment on column public.lists.last_offered_rank is 'How far down the rank offers have gone; null before the first.';

revoke all on public.lists from anon, authenticated;
grant select on public.lists to anon, authenticated, service_role;
grant insert (kind, product_id, title, rules, opens_at, closes_at, capacity, max_wins, pay_within_hours),
  update (kind, product_id, title, rules, opens_at, closes_at, capacity, max_wins, pay_within_hours),
  delete on public.lists to authenticated;
create policy "Everyone reads published lists, staff read all" on public.lists
  for select to anon, authenticated using (status <> 'draft' or (select private.is_staff()));
create policy "Owners prepare lists" on public.lists for insert to authenticated
  with check ((select private.is_staff('owner')) and status = 'draft');
create policy "Owners change drafts and reword lists" on public.lists for update to authenticated
  using ((select private.is_staff('owner'))) with check ((select private.is_staff('owner')));
create policy "Owners remove drafts of lists" on public.lists for delete to authenticated
  using ((select private.is_staff('owner')) and status = 'draft');
create trigger keep_version before update on public.lists
  for each row execute function private.keep_version();
create trigger audit after insert or update or delete on public.lists
  for each row execute function private.audit_row();

create function private.guard_list() returns trigger
language plpgsql
set search_path = ''
as $$
declare
  v_rules_of_old constant jsonb := jsonb_build_array(old.kind, old.product_id, old.opens_at,
    old.capacity, old.max_wins, old.pay_within_hours, old.beacon_round, old.closes_at);
  v_is_seen constant boolean := old.status <> 'draft';
  v_round bigint := new.beacon_round;
begin
  if tg_op = 'DELETE' then
    if old.frozen_at is not null then
      perform private.refuse(409, 'list_frozen', 'A frozen list can’t be deleted.', jsonb_build_object('list_id', old.id));
    end if;
    return old;
  end if;
  if new.status < old.status then
    perform private.refuse(409, 'wrong_move', 'A list can’t go back to an earlier step.',
      jsonb_build_object('from', old.status, 'to', new.status));
  end if;
  -- Freezing names a later round where the one of the opening is known already.
  if old.frozen_at is null and new.frozen_at is not null then
    if private.beacon_round_time(old.beacon_round) <= new.frozen_at
      and private.beacon_round_time(new.beacon_round) > new.frozen_at then
      v_round := old.beacon_round;
    end if;
  end if;
  if v_is_seen and v_rules_of_old is distinct from jsonb_build_array(new.kind, new.product_id, new.opens_at,
      new.capacity, new.max_wins, new.pay_within_hours,
      v_round,
      -- A waiting list has no closing time until it is closed.
      case when old.kind = 'waiting_list' and old.closes_at is null then null else new.closes_at end) then
    perform private.refuse(409, 'rules_fixed', 'You can’t change the rules of a list once it is open.',
      jsonb_build_object('list_id', old.id));
  end if;
  if old.frozen_at is not null and (old.frozen_at, old.entry_ids, old.entries_hash, old.entry_count)
      is distinct from (new.frozen_at, new.entry_ids, new.entries_hash, new.entry_count) then
    perform private.refuse(409, 'list_frozen', 'The entries of this list are frozen and can no longer be changed.',
      jsonb_build_object('list_id', old.id));
  end if;
  if old.ranking is not null and (old.drawn_at, old.randomness, old.signature, old.ranking)
      is distinct from (new.drawn_at, new.randomness, new.signature, new.ranking) then
    perform private.refuse(409, 'already_drawn', 'This list is already drawn. It can’t be drawn again.',
      jsonb_build_object('list_id', old.id));
  end if;
  return new;
end;
$$;
comment on function private.guard_list() is
  'Keeps what was published: the rules from the opening on, the entries from the freezing on, the rank from the draw on.';
create trigger guard_list before update or delete on public.lists
  for each row execute function private.guard_list();
-- Holds for the owner of the database too, and where triggers are switched off for a session.
alter table public.lists enable always trigger guard_list;

create table public.list_choices (
  id uuid primary key default gen_random_uuid(),
  list_id uuid not null references public.lists (id) on delete cascade,
  variant_id uuid not null references public.variants (id) on delete cascade,
  editions int check (editions >= 1),
  position int not null default 0,
  unique (list_id, variant_id)
);
create index list_choices_variant_idx on public.list_choices (variant_id);
alter table public.list_choices enable row level security;
comment on table public.list_choices is 'What one can wish for on a list.';
comment on column public.list_choices.editions is
  'How many of it are given out; null where the list only counts.';

revoke all on public.list_choices from anon, authenticated;
grant select on public.list_choices to anon, authenticated, service_role;
grant insert (list_id, variant_id, editions, position),
  update (editions, position),
  delete
  on public.list_choices to authenticated, service_role;
create policy "Everyone reads choices of lists they can see" on public.list_choices
  for select to anon, authenticated
  using (exists (select from public.lists l where l.id = list_id));
create policy "Owners add choices of lists" on public.list_choices
  for insert to authenticated with check ((select private.is_staff('owner')));
create policy "Owners change choices of lists" on public.list_choices
  for update to authenticated using ((select private.is_staff('owner'))) with check ((select private.is_staff('owner')));
create policy "Owners remove choices of lists" on public.list_choices
  for delete to authenticated using ((select private.is_staff('owner')));
create trigger audit after insert or update or delete on public.list_choices
  for each row execute function private.audit_row();

create function private.guard_list_choice() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if exists (
    select from public.lists
    where id = case tg_op when 'DELETE' then old.list_id else new.list_id end
      and (frozen_at is not null or (kind = 'raffle' and status <> 'draft' and entry_count > 0))
  ) or (tg_op = 'UPDATE' and old.list_id <> new.list_id) then
    perform private.refuse(409, 'rules_fixed', 'The choices can’t change once people have entered.',
      jsonb_build_object('list_id', case tg_op when 'DELETE' then old.list_id else new.list_id end));
  end if;
  return case tg_op when 'DELETE' then old else new end;
end;
$$;
comment on function private.guard_list_choice() is
  'Keeps editions and choices as entrants saw them. Security definer: it must see lists whatever the caller may see.';
create trigger guard_list_choice before insert or update or delete on public.list_choices
  for each row execute function private.guard_list_choice();
alter table public.list_choices enable always trigger guard_list_choice;

create function private.stock_shortage(p_list uuid) returns text
language sql stable
set search_path = ''
as $$
  select string_agg(s.titles || ': ' || s.gives || ' to give, ' || s.in_stock || ' in stock', '; ' order by s.titles)
  from (
    select string_agg(v.title, ' and ' order by c.position, c.id) as titles,
      -- A choice without a number gives as many as the list does.
      least(sum(coalesce(c.editions, l.capacity)), l.capacity) as gives,
      private.free_units(v.stock_pool_id) / max(v.pool_units) as in_stock
    from public.lists l
    join public.list_choices c on c.list_id = l.id
    join public.variants v on v.id = c.variant_id
    where l.id = p_list and l.kind = 'raffle' and v.stock_pool_id is not null
    group by v.stock_pool_id, l.capacity
  ) s
  where s.gives > s.in_stock
$$;
comment on function private.stock_shortage(uuid) is
  'What of a raffle gives more than is in stock, with the numbers; null when nothing does. What is not counted anywhere is made after the draw.';

create function private.guard_list_stock() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  v_shortage constant text := private.stock_shortage(new.list_id);
begin
  if v_shortage is not null and exists (select from public.lists where id = new.list_id and status <> 'draft') then
    perform private.refuse(422, 'stock_too_low', v_shortage || '.', jsonb_build_object('list_id', new.list_id));
  end if;
  return null;
end;
$$;
comment on function private.guard_list_stock() is
  'Keeps an open raffle from promising more than is in stock; open_list asks the same of a draft. Security definer: it must see stock whoever asks.';
create trigger guard_list_stock after insert or update on public.list_choices
  for each row execute function private.guard_list_stock();

create table public.list_entries (
  id uuid primary key default gen_random_uuid(),
  list_id uuid not null references public.lists (id) on delete cascade,
  user_id uuid references auth.users (id) on delete set null,
  choices uuid[] not null default '{}' check (cardinality(choices) <= 50),
  answers uuid[] not null default '{}' check (cardinality(answers) <= 40),
  max_wins int not null default 1 check (max_wins between 1 and 100),
  comment text not null default '' check (length(comment) <= 500),
  entered_at timestamptz not null default now(),
  withdrawn_at timestamptz,
  unique (list_id, user_id)
);
create index list_entries_user_idx on public.list_entries (user_id);
alter table public.list_entries enable row level security;
comment on table public.list_entries is
  'One place per person and list; its id says nothing about the person.';
comment on column public.list_entries.user_id is
  'Whose; null once the account is gone, for the rank must still add up.';
comment on column public.list_entries.choices is 'Ids of list_choices in order of wish.';
comment on column public.list_entries.answers is
  'Ids of option_values that a vote in an interest check chooses, at most one a question of the product.';
comment on column public.list_entries.max_wins is 'How many the person wants at most.';
comment on column public.list_entries.comment is
  'What somebody says with their vote in an interest check, for the shop alone.';
comment on column public.list_entries.withdrawn_at is 'When the person left; null while in.';

revoke all on public.list_entries from anon, authenticated;
grant select on public.list_entries to authenticated, service_role;
create policy "Customers read their own entries" on public.list_entries for select to authenticated
  using (user_id = (select auth.uid()));

create function private.count_list_entries() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  v_list constant uuid := case tg_op when 'DELETE' then old.list_id else new.list_id end;
  v_change constant int :=
    case when tg_op <> 'DELETE' and new.withdrawn_at is null then 1 else 0 end
    - case when tg_op <> 'INSERT' and old.withdrawn_at is null then 1 else 0 end;
begin
  if v_change <> 0 then
    update public.lists set entry_count = entry_count + v_change where id = v_list;
  end if;
  return null;
end;
$$;
comment on function private.count_list_entries() is
  'Keeps the public count of a list. Security definer: entrants may not write lists.';
create trigger count_list_entries after insert or update or delete on public.list_entries
  for each row execute function private.count_list_entries();

create function private.guard_list_entry() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  v_list constant uuid := case tg_op when 'DELETE' then old.list_id else new.list_id end;
  v_frozen_at timestamptz;
  v_is_orphaned boolean := false;
begin
  -- The lock makes freezing and entering wait for each other, whoever writes and how.
  select frozen_at into v_frozen_at from public.lists where id = v_list for no key update;
  if tg_op = 'UPDATE' then
    v_is_orphaned := new.user_id is null and old.user_id is not null
      and not exists (select from auth.users where id = old.user_id);
    if (new.id, new.list_id) is distinct from (old.id, old.list_id) then
      perform private.refuse(409, 'entry_fixed', 'You can’t change the ID or the list of an entry.', jsonb_build_object('list_id', v_list));
    end if;
  end if;
  if v_frozen_at is null then
    if v_is_orphaned then
      new.withdrawn_at := coalesce(old.withdrawn_at, now());
      new.comment := '';
    end if;
  elsif not (v_is_orphaned and to_jsonb(new) - 'user_id' = to_jsonb(old) - 'user_id') then
    perform private.refuse(409, 'list_frozen', 'The entries of this list are frozen and can no longer be changed.', jsonb_build_object('list_id', v_list));
  end if;
  return case tg_op when 'DELETE' then old else new end;
end;
$$;
comment on function private.guard_list_entry() is
  'Keeps frozen entries as they are for every role; only the name goes when an account is deleted. Security definer: it must see every list.';
create trigger guard_list_entry before insert or update or delete on public.list_entries
  for each row execute function private.guard_list_entry();
alter table public.list_entries enable always trigger guard_list_entry;

create function private.keep_frozen_entries() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if exists (select from public.lists where frozen_at is not null) then
    perform private.refuse(409, 'list_frozen', 'Some lists are frozen, so their entries can’t be deleted.', '{}');
  end if;
  return null;
end;
$$;
comment on function private.keep_frozen_entries() is
  'Stops TRUNCATE, which asks no row. Security definer: it must see every list.';
create trigger keep_frozen_entries before truncate on public.list_entries
  for each statement execute function private.keep_frozen_entries();
alter table public.list_entries enable always trigger keep_frozen_entries;

create function private.list_status_now(
  p_status public.list_status, p_closes_at timestamptz, p_now timestamptz
) returns public.list_status
language sql immutable
set search_path = ''
as $$
  select case when p_status = 'open' and p_now >= p_closes_at then 'closed' else p_status end::public.list_status
$$;
comment on function private.list_status_now(public.list_status, timestamptz, timestamptz) is
  'The status that holds at a moment: a list closes by the clock, whether or not someone pressed a button.';

create function private.beacon_round_after(p_time timestamptz) returns bigint
language sql immutable
set search_path = ''
as $$
  select greatest(ceil((extract(epoch from p_time) - 1692803367) / 3)::bigint + 1, 1)
$$;
comment on function private.beacon_round_after(timestamptz) is
  'The first round of the drand beacon quicknet that comes at or after a moment.';

create function private.beacon_round_time(p_round bigint) returns timestamptz
language sql immutable
set search_path = ''
as $$
  select to_timestamp(1692803367 + (p_round - 1) * 3)
$$;
comment on function private.beacon_round_time(bigint) is 'When a round of the drand beacon quicknet comes.';

-- schemas/60-lists/51_beacon.sql
-- Checks the signature of the public beacon inside the database: BLS12-381 with short signatures (a point
-- of G1) under the key of drand quicknet. Numbers of the field Fp are numerics and may be negative between
-- steps. A number of Fp2 is two of them, real part first; one of Fp12 is six of Fp2, the coefficients of
-- w^0 to w^5 with w^6 = 1 + u. Only public values are computed with, so nothing here has to run in constant time.

create function private.field_prime() returns numeric
language sql immutable parallel safe
set search_path = ''
as $$
  select 0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab::numeric
$$;
comment on function private.field_prime() is 'The prime of the field that BLS12-381 is over.';

create function private.field_power(p_base numeric, p_exponent numeric) returns numeric
language plpgsql immutable parallel safe
set search_path = ''
as $$
declare
  v_p constant numeric := private.field_prime();
  v_base numeric := p_base % v_p;
  v_left numeric := p_exponent;
  v_power numeric := 1;
begin
  while v_left > 0 loop
    if v_left % 2 = 1 then
      v_power := v_power * v_base % v_p;
    end if;
    v_base := v_base * v_base % v_p;
    v_left := div(v_left, 2);
  end loop;
  return (v_power + v_p) % v_p;
end;
$$;
comment on function private.field_power(numeric, numeric) is 'A power in Fp, from 0 to below the prime.';

create function private.field_inverse(p_number numeric) returns numeric
language plpgsql immutable parallel safe
set search_path = ''
as $$
declare
  v_p constant numeric := private.field_prime();
  v_a numeric := (p_number % v_p + v_p) % v_p;
  v_b numeric := v_p;
  v_x numeric := 1;
  v_y numeric := 0;
  v_q numeric;
  v_rest numeric;
begin
  while v_a > 0 loop
    v_q := div(v_b, v_a);
    v_rest := v_b - v_q * v_a;
    v_b := v_a;
    v_a := v_rest;
    v_rest := v_y - v_q * v_x;
    v_y := v_x;
    v_x := v_rest;
  end loop;
  return (v_y % v_p + v_p) % v_p;
end;
$$;
comment on function private.field_inverse(numeric) is 'The inverse in Fp, by Euclid; of zero it is zero.';

create function private.curve_times(p_point numeric[], p_times numeric) returns numeric[]
language plpgsql immutable parallel safe
set search_path = ''
as $$
declare
  v_p constant numeric := private.field_prime();
  v_bit numeric := 1;
  v_x numeric := p_point[1]; v_y numeric := p_point[2]; v_z numeric := 1;
  v_a numeric; v_b numeric; v_c numeric; v_d numeric; v_e numeric;
begin
  while v_bit * 2 <= p_times loop
    v_bit := v_bit * 2;
  end loop;
  while v_bit > 1 loop
    v_bit := div(v_bit, 2);
    v_a := v_x * v_x % v_p;
    v_b := v_y * v_y % v_p;
    v_c := v_b * v_b % v_p;
    v_d := 2 * ((v_x + v_b) * (v_x + v_b) - v_a - v_c) % v_p;
    v_z := 2 * v_y * v_z % v_p;
    v_x := (9 * v_a * v_a - 2 * v_d) % v_p;
    v_y := (3 * v_a * (v_d - v_x) - 8 * v_c) % v_p;
    if div(p_times, v_bit) % 2 = 1 then
      v_a := v_z * v_z % v_p;
      v_b := (p_point[1] * v_a - v_x) % v_p;
      v_c := (p_point[2] * v_a * v_z - v_y) % v_p;
      v_d := v_b * v_b % v_p;
      v_e := v_d * v_b % v_p;
      v_d := v_x * v_d % v_p;
      v_z := v_z * v_b % v_p;
      v_x := (v_c * v_c - v_e - 2 * v_d) % v_p;
      v_y := (v_c * (v_d - v_x) - v_y * v_e) % v_p;
    end if;
  end loop;
  -- Once it met the point itself or its opposite on the way, z stays zero: no point of the right order does.
  if v_z % v_p = 0 then
    return null;
  end if;
  v_a := private.field_inverse(v_z);
  v_b := v_a * v_a % v_p;
  return array[(v_x * v_b % v_p + v_p) % v_p, (v_y * v_b % v_p * v_a % v_p + v_p) % v_p];
end;
$$;
comment on function private.curve_times(numeric[], numeric) is
  'A point of the curve so many times, both as [x, y]; null at the point at infinity.';

create function private.beacon_point(p_signature bytea) returns numeric[]
language plpgsql immutable parallel safe
set search_path = ''
as $$
declare
  v_p constant numeric := private.field_prime();
  v_order constant numeric := 0x73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001;
  v_first constant int := get_byte(p_signature, 0);
  v_x constant numeric := private.bytes_number(set_byte(p_signature, 0, v_first & 31));
  v_y numeric;
begin
  -- Compressed, and not the point at infinity.
  if length(p_signature) <> 48 or (v_first & 192) <> 128 or v_x >= v_p then
    return null;
  end if;
  v_y := private.field_power(v_x * v_x * v_x + 4, div(v_p + 1, 4));
  if (v_y * v_y - v_x * v_x * v_x - 4) % v_p <> 0 then
    return null;
  end if;
  if (v_y > div(v_p, 2)) <> ((v_first & 32) = 32) then
    v_y := v_p - v_y;
  end if;
  -- Points outside of the subgroup would pass the pairing as well, and be as many signatures to choose from.
  if private.curve_times(array[v_x, v_y], v_order - 1) is distinct from array[v_x, v_p - v_y] then
    return null;
  end if;
  return array[v_x, v_y];
end;
$$;
comment on function private.beacon_point(bytea) is
  'The point of G1 that a compressed signature stands for, as [x, y]; null when it is none.';

create function private.bytes_number(p_bytes bytea) returns numeric
language sql immutable parallel safe
set search_path = ''
as $$
  select coalesce(sum(get_byte(p_bytes, n) * 256::numeric ^ (length(p_bytes) - 1 - n)), 0)::numeric(400, 0)
  from generate_series(0, length(p_bytes) - 1) n
$$;
comment on function private.bytes_number(bytea) is 'What bytes say as one number, the greatest first.';

create function private.curve_map(p_number numeric) returns numeric[]
language plpgsql immutable parallel safe
set search_path = ''
as $$
declare
  v_p constant numeric := private.field_prime();
  v_a constant numeric := 0x144698a3b8e9433d693a02c96d4982b0ea985383ee66a8d8e8981aefd881ac98936f8da0e0f97f5cf428082d584c1d;
  v_b constant numeric := 0x12e2908d11688030018b12e8753eee3b2016c1f0f24f4070a0b9c14fcef35ef55a23215a316ceaa5d1cc48e98e172be0;
  v_u constant numeric := 11 * p_number * p_number % v_p;
  v_t constant numeric := (v_u * v_u + v_u) % v_p;
  v_x numeric;
  v_y numeric;
  v_right numeric;
begin
  v_x := case when v_t = 0 then v_b * private.field_inverse(11 * v_a)
    else -v_b * private.field_inverse(v_a) % v_p * (1 + private.field_inverse(v_t)) end % v_p;
  v_right := (v_x * v_x % v_p * v_x + v_a * v_x + v_b) % v_p;
  v_y := private.field_power(v_right, div(v_p + 1, 4));
  if (v_y * v_y - v_right) % v_p <> 0 then
    v_x := v_u * v_x % v_p;
    v_right := (v_x * v_x % v_p * v_x + v_a * v_x + v_b) % v_p;
    v_y := private.field_power(v_right, div(v_p + 1, 4));
  end if;
  return array[v_x, case when v_y % 2 = p_number % 2 then v_y else v_p - v_y end];
end;
$$;
comment on function private.curve_map(numeric) is
  'A number of Fp as a point of the curve beside G1 from which one maps to it (RFC 9380, simplified SWU).';

create function private.polynomial_at(p_coefficients numeric[], p_at numeric) returns numeric
language plpgsql immutable parallel safe
set search_path = ''
as $$
declare
  v_value numeric := 0;
begin
  for v_n in reverse cardinality(p_coefficients)..1 loop
    v_value := (v_value * p_at + p_coefficients[v_n]) % private.field_prime();
  end loop;
  return v_value;
end;
$$;
comment on function private.polynomial_at(numeric[], numeric) is 'The value in Fp of a polynomial, its constant coefficient first.';

create function private.curve_isogeny(p_point numeric[]) returns numeric[]
language plpgsql immutable parallel safe
set search_path = ''
as $$
declare
  v_p constant numeric := private.field_prime();
  v_x_above constant numeric[] := array[
    0x11a05f2b1e833340b809101dd99815856b303e88a2d7005ff2627b56cdb4e2c85610c2d5f2e62d6eaeac1662734649b7,
    0x17294ed3e943ab2f0588bab22147a81c7c17e75b2f6a8417f565e33c70d1e86b4838f2a6f318c356e834eef1b3cb83bb,
    0xd54005db97678ec1d1048c5d10a9a1bce032473295983e56878e501ec68e25c958c3e3d2a09729fe0179f9dac9edcb0,
    0x1778e7166fcc6db74e0609d307e55412d7f5e4656a8dbf25f1b33289f1b330835336e25ce3107193c5b388641d9b6861,
    0xe99726a3199f4436642b4b3e4118e5499db995a1257fb3f086eeb65982fac18985a286f301e77c451154ce9ac8895d9,
    0x1630c3250d7313ff01d1201bf7a74ab5db3cb17dd952799b9ed3ab9097e68f90a0870d2dcae73d19cd13c1c66f652983,
    0xd6ed6553fe44d296a3726c38ae652bfb11586264f0f8ce19008e218f9c86b2a8da25128c1052ecaddd7f225a139ed84,
    0x17b81e7701abdbe2e8743884d1117e53356de5ab275b4db1a682c62ef0f2753339b7c8f8c8f475af9ccb5618e3f0c88e,
    0x80d3cf1f9a78fc47b90b33563be990dc43b756ce79f5574a2c596c928c5d1de4fa295f296b74e956d71986a8497e317,
    0x169b1f8e1bcfa7c42e0c37515d138f22dd2ecb803a0c5c99676314baf4bb1b7fa3190b2edc0327797f241067be390c9e,
    0x10321da079ce07e272d8ec09d2565b0dfa7dccdde6787f96d50af36003b14866f69b771f8c285decca67df3f1605fb7b,
    0x6e08c248e260e70bd1e962381edee3d31d79d7e22c837bc23c0bf1bc24c6b68c24b1b80b64d391fa9c8ba2e8ba2d229
  ]::numeric[];
  v_x_below constant numeric[] := array[
    0x8ca8d548cff19ae18b2e62f4bd3fa6f01d5ef4ba35b48ba9c9588617fc8ac62b558d681be343df8993cf9fa40d21b1c,
    0x12561a5deb559c4348b4711298e536367041e8ca0cf0800c0126c2588c48bf5713daa8846cb026e9e5c8276ec82b3bff,
    0xb2962fe57a3225e8137e629bff2991f6f89416f5a718cd1fca64e00b11aceacd6a3d0967c94fedcfcc239ba5cb83e19,
    0x3425581a58ae2fec83aafef7c40eb545b08243f16b1655154cca8abc28d6fd04976d5243eecf5c4130de8938dc62cd8,
    0x13a8e162022914a80a6f1d5f43e7a07dffdfc759a12062bb8d6b44e833b306da9bd29ba81f35781d539d395b3532a21e,
    0xe7355f8e4e667b955390f7f0506c6e9395735e9ce9cad4d0a43bcef24b8982f7400d24bc4228f11c02df9a29f6304a5,
    0x772caacf16936190f3e0c63e0596721570f5799af53a1894e2e073062aede9cea73b3538f0de06cec2574496ee84a3a,
    0x14a7ac2a9d64a8b230b3f5b074cf01996e7f63c21bca68a81996e1cdf9822c580fa5b9489d11e2d311f7d99bbdcc5a5e,
    0xa10ecf6ada54f825e920b3dafc7a3cce07f8d1d7161366b74100da67f39883503826692abba43704776ec3a79a1d641,
    0x95fc13ab9e92ad4476d6e3eb3a56680f682b4ee96f7d03776df533978f31c1593174e4b4b7865002d6384d168ecdd0a,
    0x1
  ]::numeric[];
  v_y_above constant numeric[] := array[
    0x90d97c81ba24ee0259d1f094980dcfa11ad138e48a869522b52af6c956543d3cd0c7aee9b3ba3c2be9845719707bb33,
    0x134996a104ee5811d51036d776fb46831223e96c254f383d0f906343eb67ad34d6c56711962fa8bfe097e75a2e41c696,
    0xcc786baa966e66f4a384c86a3b49942552e2d658a31ce2c344be4b91400da7d26d521628b00523b8dfe240c72de1f6,
    0x1f86376e8981c217898751ad8746757d42aa7b90eeb791c09e4a3ec03251cf9de405aba9ec61deca6355c77b0e5f4cb,
    0x8cc03fdefe0ff135caf4fe2a21529c4195536fbe3ce50b879833fd221351adc2ee7f8dc099040a841b6daecf2e8fedb,
    0x16603fca40634b6a2211e11db8f0a6a074a7d0d4afadb7bd76505c3d3ad5544e203f6326c95a807299b23ab13633a5f0,
    0x4ab0b9bcfac1bbcb2c977d027796b3ce75bb8ca2be184cb5231413c4d634f3747a87ac2460f415ec961f8855fe9d6f2,
    0x987c8d5333ab86fde9926bd2ca6c674170a05bfe3bdd81ffd038da6c26c842642f64550fedfe935a15e4ca31870fb29,
    0x9fc4018bd96684be88c9e221e4da1bb8f3abd16679dc26c1e8b6e6a1f20cabe69d65201c78607a360370e577bdba587,
    0xe1bba7a1186bdb5223abde7ada14a23c42a0ca7915af6fe06985e7ed1e4d43b9b3f7055dd4eba6f2bafaaebca731c30,
    0x19713e47937cd1be0dfd0b8f1d43fb93cd2fcbcb6caf493fd1183e416389e61031bf3a5cce3fbafce813711ad011c132,
    0x18b46a908f36f6deb918c143fed2edcc523559b8aaf0c2462e6bfe7f911f643249d9cdf41b44d606ce07c8a4d0074d8e,
    0xb182cac101b9399d155096004f53f447aa7b12a3426b08ec02710e807b4633f06c851c1919211f20d4c04f00b971ef8,
    0x245a394ad1eca9b72fc00ae7be315dc757b3b080d4c158013e6632d3c40659cc6cf90ad1c232a6442d9d3f5db980133,
    0x5c129645e44cf1102a159f748c4a3fc5e673d81d7e86568d9ab0f5d396a7ce46ba1049b6579afb7866b1e715475224b,
    0x15e6be4e990f03ce4ea50b3b42df2eb5cb181d8f84965a3957add4fa95af01b2b665027efec01c7704b456be69c8b604
  ]::numeric[];
  v_y_below constant numeric[] := array[
    0x16112c4c3a9c98b252181140fad0eae9601a6de578980be6eec3232b5be72e7a07f3688ef60c206d01479253b03663c1,
    0x1962d75c2381201e1a0cbd6c43c348b885c84ff731c4d59ca4a10356f453e01f78a4260763529e3532f6102c2e49a03d,
    0x58df3306640da276faaae7d6e8eb15778c4855551ae7f310c35a5dd279cd2eca6757cd636f96f891e2538b53dbf67f2,
    0x16b7d288798e5395f20d23bf89edb4d1d115c5dbddbcd30e123da489e726af41727364f2c28297ada8d26d98445f5416,
    0xbe0e079545f43e4b00cc912f8228ddcc6d19c9f0f69bbb0542eda0fc9dec916a20b15dc0fd2ededda39142311a5001d,
    0x8d9e5297186db2d9fb266eaac783182b70152c65550d881c5ecd87b6f0f5a6449f38db9dfa9cce202c6477faaf9b7ac,
    0x166007c08a99db2fc3ba8734ace9824b5eecfdfa8d0cf8ef5dd365bc400a0051d5fa9c01a58b1fb93d1a1399126a775c,
    0x16a3ef08be3ea7ea03bcddfabba6ff6ee5a4375efa1f4fd7feb34fd206357132b920f5b00801dee460ee415a15812ed9,
    0x1866c8ed336c61231a1be54fd1d74cc4f9fb0ce4c6af5920abc5750c4bf39b4852cfe2f7bb9248836b233d9d55535d4a,
    0x167a55cda70a6e1cea820597d94a84903216f763e13d87bb5308592e7ea7d4fbc7385ea3d529b35e346ef48bb8913f55,
    0x4d2f259eea405bd48f010a01ad2911d9c6dd039bb61a6290e591b36e636a5c871a5c29f4f83060400f8b49cba8f6aa8,
    0xaccbb67481d033ff5852c1e48c50c477f94ff8aefce42d28c0f9a88cea7913516f968986f7ebbea9684b529e2561092,
    0xad6b9514c767fe3c3613144b45f1496543346d98adf02267d5ceef9a00d9b8693000763e3b90ac11e99b138573345cc,
    0x2660400eb2e4f3b628bdd0d53cd76f2bf565b94e72927c1cb748df27942480e420517bd8714cc80d1fadc1326ed06f7,
    0xe0fa1d816ddc03e6b24255e0d7819c171c40f65e273b853324efcd6356caa205ca2f570f13497804415473a1d634b8f,
    0x1
  ]::numeric[];
  v_x constant numeric := p_point[1];
begin
  return array[
    private.polynomial_at(v_x_above, v_x) * private.field_inverse(private.polynomial_at(v_x_below, v_x)) % v_p,
    p_point[2] * private.polynomial_at(v_y_above, v_x) % v_p
      * private.field_inverse(private.polynomial_at(v_y_below, v_x)) % v_p];
end;
$$;
comment on function private.curve_isogeny(numeric[]) is 'From the curve of curve_map to that of G1 (RFC 9380, appendix E.2).';

create function private.beacon_message(p_round bigint) returns numeric[]
language plpgsql immutable parallel safe
set search_path = ''
as $$
declare
  v_p constant numeric := private.field_prime();
  v_suite constant bytea := convert_to('BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_', 'UTF8');
  v_end constant bytea := v_suite || set_byte('\x00'::bytea, 0, length(v_suite));
  v_first constant bytea := sha256(decode(repeat('00', 64), 'hex') || sha256(int8send(p_round)) || '\x008000'::bytea || v_end);
  v_block bytea := decode(repeat('00', 32), 'hex');
  v_mixed bytea;
  v_bytes bytea := '';
  v_one numeric[];
  v_two numeric[];
  v_slope numeric;
  v_x numeric;
begin
  for v_n in 1..4 loop
    v_mixed := v_first;
    for v_at in 0..31 loop
      v_mixed := set_byte(v_mixed, v_at, get_byte(v_first, v_at) # get_byte(v_block, v_at));
    end loop;
    v_block := sha256(v_mixed || set_byte('\x00'::bytea, 0, v_n) || v_end);
    v_bytes := v_bytes || v_block;
  end loop;
  v_one := private.curve_map(private.bytes_number(substr(v_bytes, 1, 64)) % v_p);
  v_two := private.curve_map(private.bytes_number(substr(v_bytes, 65, 64)) % v_p);
  v_slope := (v_two[2] - v_one[2]) * private.field_inverse(v_two[1] - v_one[1]) % v_p;
  v_x := (v_slope * v_slope - v_one[1] - v_two[1]) % v_p;
  return private.curve_times(
    private.curve_isogeny(array[v_x, (v_slope * (v_one[1] - v_x) - v_one[2]) % v_p]), 0xd201000000010001);
end;
$$;
comment on function private.beacon_message(bigint) is
  'The point of G1 that the beacon signs for a round: its number hashed to the curve as RFC 9380 says.';

create function private.tower_times(p_one numeric[], p_two numeric[]) returns numeric[]
language plpgsql immutable parallel safe
set search_path = ''
as $$
declare
  v_p constant numeric := private.field_prime();
  v_sum numeric[] := array_fill(0::numeric, array[24]);
  v_real numeric; v_imaginary numeric;
  v_at int;
begin
  for v_n in 0..5 loop
    v_real := p_one[2 * v_n + 1];
    v_imaginary := p_one[2 * v_n + 2];
    continue when v_real = 0 and v_imaginary = 0;
    for v_m in 0..5 loop
      v_at := 2 * (v_n + v_m) + 1;
      v_sum[v_at] := v_sum[v_at] + v_real * p_two[2 * v_m + 1] - v_imaginary * p_two[2 * v_m + 2];
      v_sum[v_at + 1] := v_sum[v_at + 1] + v_real * p_two[2 * v_m + 2] + v_imaginary * p_two[2 * v_m + 1];
    end loop;
  end loop;
  -- w^6 is 1 + u.
  for v_n in 0..5 loop
    v_at := 2 * v_n + 1;
    v_sum[v_at] := (v_sum[v_at] + v_sum[v_at + 12] - v_sum[v_at + 13]) % v_p;
    v_sum[v_at + 1] := (v_sum[v_at + 1] + v_sum[v_at + 12] + v_sum[v_at + 13]) % v_p;
  end loop;
  return v_sum[1:12];
end;
$$;
comment on function private.tower_times(numeric[], numeric[]) is 'A product in Fp12.';

create function private.tower_conjugate(p_number numeric[]) returns numeric[]
language sql immutable parallel safe
set search_path = ''
as $$
  select array_agg(case when (n - 1) / 2 % 2 = 1 then -c else c end order by n)
  from unnest(p_number) with ordinality c (c, n)
$$;
comment on function private.tower_conjugate(numeric[]) is
  'A number of Fp12 to the power of p^6: w changes its sign. In the subgroup of pairings that is the inverse.';

create function private.tower_inverse(p_number numeric[]) returns numeric[]
language plpgsql immutable parallel safe
set search_path = ''
as $$
declare
  v_p constant numeric := private.field_prime();
  v_conjugate constant numeric[] := private.tower_conjugate(p_number);
  -- Even coefficients alone, so a number of Fp6.
  v_norm constant numeric[] := private.tower_times(p_number, v_conjugate);
  v_frobenius constant numeric[] := private.tower_frobenius(private.tower_frobenius(v_norm));
  v_others constant numeric[] := private.tower_times(v_frobenius, private.tower_frobenius(private.tower_frobenius(v_frobenius)));
  v_rest constant numeric[] := private.tower_times(v_norm, v_others);
  v_inverse constant numeric := private.field_inverse(v_rest[1] * v_rest[1] + v_rest[2] * v_rest[2]);
  v_scale constant numeric[] := array[v_rest[1] * v_inverse % v_p, -v_rest[2] * v_inverse % v_p]
    || array_fill(0::numeric, array[10]);
begin
  return private.tower_times(private.tower_times(v_scale, v_others), v_conjugate);
end;
$$;
comment on function private.tower_inverse(numeric[]) is 'An inverse in Fp12, through the norms to Fp6 and Fp2.';

create function private.tower_frobenius(p_number numeric[]) returns numeric[]
language plpgsql immutable parallel safe
set search_path = ''
as $$
declare
  v_p constant numeric := private.field_prime();
  -- (1 + u)^((p - 1) / 6): what w is multiplied by.
  v_root constant numeric[] := array[
    0x1904d3bf02bb0667c231beb4202c0d1f0fd603fd3cbd5f4f7b2443d784bab9c4f67ea53d63e7813d8d0775ed92235fb8,
    0xfc3e2b36c4e03288e9e902231f9fb854a14787b6c7b36fec0c8ec971f63c5f282d5ac14d6c7ec22cf78a126ddc4af3];
  v_factor numeric[] := array[1, 0];
  v_power numeric[] := '{}';
begin
  for v_n in 0..5 loop
    v_power := v_power || array[
      (p_number[2 * v_n + 1] * v_factor[1] + p_number[2 * v_n + 2] * v_factor[2]) % v_p,
      (p_number[2 * v_n + 1] * v_factor[2] - p_number[2 * v_n + 2] * v_factor[1]) % v_p];
    v_factor := array[(v_factor[1] * v_root[1] - v_factor[2] * v_root[2]) % v_p,
      (v_factor[1] * v_root[2] + v_factor[2] * v_root[1]) % v_p];
  end loop;
  return v_power;
end;
$$;
comment on function private.tower_frobenius(numeric[]) is 'A number of Fp12 to the power of the prime.';

create function private.tower_square(p_number numeric[]) returns numeric[]
language plpgsql immutable parallel safe
set search_path = ''
as $$
declare
  v_p constant numeric := private.field_prime();
  v_square numeric[] := array_fill(0::numeric, array[12]);
  -- Where the squares of three numbers of Fp4 go (Granger and Scott).
  v_sums constant int[] := array[1, 5, 9];
  v_products constant int[] := array[7, 11, 3];
  v_sum int;
  v_product int;
  v_a numeric; v_ai numeric; v_b numeric; v_bi numeric; v_c numeric; v_ci numeric; v_d numeric; v_di numeric;
begin
  for v_n in 1..3 loop
    -- The pairs (w^0, w^3), (w^1, w^4), (w^2, w^5).
    v_a := p_number[2 * v_n - 1];
    v_ai := p_number[2 * v_n];
    v_b := p_number[2 * v_n + 5];
    v_bi := p_number[2 * v_n + 6];
    v_d := v_b * v_b - v_bi * v_bi;
    v_di := 2 * v_b * v_bi;
    v_c := 3 * (v_a * v_a - v_ai * v_ai + v_d - v_di);
    v_ci := 3 * (2 * v_a * v_ai + v_d + v_di);
    v_d := 6 * (v_a * v_b - v_ai * v_bi);
    v_di := 6 * (v_a * v_bi + v_ai * v_b);
    if v_n = 3 then
      -- Multiplied by w^3, and w^6 is 1 + u.
      v_a := v_d;
      v_d := v_d - v_di;
      v_di := v_a + v_di;
    end if;
    v_sum := v_sums[v_n];
    v_product := v_products[v_n];
    v_square[v_sum] := (v_c - 2 * p_number[v_sum]) % v_p;
    v_square[v_sum + 1] := (v_ci - 2 * p_number[v_sum + 1]) % v_p;
    v_square[v_product] := (v_d + 2 * p_number[v_product]) % v_p;
    v_square[v_product + 1] := (v_di + 2 * p_number[v_product + 1]) % v_p;
  end loop;
  return v_square;
end;
$$;
comment on function private.tower_square(numeric[]) is 'A square in the subgroup of pairings alone, where it costs a third.';

create function private.tower_seed_power(p_number numeric[]) returns numeric[]
language plpgsql immutable parallel safe
set search_path = ''
as $$
declare
  v_seed constant bit(64) := x'd201000000010000';
  v_power numeric[] := p_number;
begin
  for v_n in 1..63 loop
    v_power := private.tower_square(v_power);
    if get_bit(v_seed, v_n) = 1 then
      v_power := private.tower_times(v_power, p_number);
    end if;
  end loop;
  return private.tower_conjugate(v_power);
end;
$$;
comment on function private.tower_seed_power(numeric[]) is
  'A number of the subgroup of pairings to the power of the seed of the curve, -0xd201000000010000.';

create function private.pairing_lines(p_twist numeric[], p_point numeric[]) returns numeric[]
language plpgsql immutable parallel safe
set search_path = ''
as $$
declare
  v_p constant numeric := private.field_prime();
  v_seed constant bit(64) := x'd201000000010000';
  v_value numeric[] := array[1::numeric] || array_fill(0::numeric, array[11]);
  v_x numeric := p_twist[1]; v_xi numeric := p_twist[2];
  v_y numeric := p_twist[3]; v_yi numeric := p_twist[4];
  v_up numeric; v_upi numeric; v_down numeric; v_downi numeric; v_scale numeric;
  v_slope numeric; v_slopei numeric; v_next numeric; v_nexti numeric;
begin
  for v_n in 1..63 loop
    v_value := private.tower_times(v_value, v_value);
    for v_step in 0..get_bit(v_seed, v_n) loop
      -- The tangent, then the line to the twist's own point.
      if v_step = 0 then
        v_up := 3 * (v_x * v_x - v_xi * v_xi);
        v_upi := 6 * v_x * v_xi;
        v_down := 2 * v_y;
        v_downi := 2 * v_yi;
        v_next := v_x;
        v_nexti := v_xi;
      else
        v_up := p_twist[3] - v_y;
        v_upi := p_twist[4] - v_yi;
        v_down := p_twist[1] - v_x;
        v_downi := p_twist[2] - v_xi;
        v_next := p_twist[1];
        v_nexti := p_twist[2];
      end if;
      v_scale := private.field_inverse(v_down * v_down + v_downi * v_downi);
      v_slope := (v_up * v_down + v_upi * v_downi) % v_p * v_scale % v_p;
      v_slopei := (v_upi * v_down - v_up * v_downi) % v_p * v_scale % v_p;
      v_value := private.tower_times(array[
        (v_slope * v_x - v_slopei * v_xi - v_y) % v_p, (v_slope * v_xi + v_slopei * v_x - v_yi) % v_p, 0, 0,
        -v_slope * p_point[1] % v_p, -v_slopei * p_point[1] % v_p,
        p_point[2], 0, 0, 0, 0, 0], v_value);
      v_next := (v_slope * v_slope - v_slopei * v_slopei - v_x - v_next) % v_p;
      v_nexti := (2 * v_slope * v_slopei - v_xi - v_nexti) % v_p;
      v_up := (v_slope * (v_x - v_next) - v_slopei * (v_xi - v_nexti) - v_y) % v_p;
      v_yi := (v_slope * (v_xi - v_nexti) + v_slopei * (v_x - v_next) - v_yi) % v_p;
      v_y := v_up;
      v_x := v_next;
      v_xi := v_nexti;
    end loop;
  end loop;
  return v_value;
end;
$$;
comment on function private.pairing_lines(numeric[], numeric[]) is
  'The Miller loop of the ate pairing, up to factors that the last power makes one: a point of the twist as [x, x'', y, y''] and one of G1.';

create function private.is_signed_by_beacon(p_round bigint, p_signature text) returns boolean
language plpgsql immutable parallel safe
set search_path = ''
as $$
declare
  v_p constant numeric := private.field_prime();
  v_generator constant numeric[] := array[
    0x24aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8,
    0x13e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049334cf11213945d57e5ac7d055d042b7e,
    0xce5d527727d6e118cc9cdc6da2e351aadfd9baa8cbdd3a76d429a695160d12c923ac9cc3baca289e193548608b82801,
    0x606c4a02ea734cc32acd2b02bc28b99cb3e287e85a763af267492ab572e99ab3f370d275cec1da1aaa9075ff05f79be
  ]::numeric[];
  -- The key of drand quicknet, not compressed.
  v_key constant numeric[] := array[
    0xd1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a,
    0x3cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451,
    0xe5db2b6bfbb01c867749cadffca88b36c24f3012ba09fc4d3022c5c37dce0f977d3adb5d183c7477c442b1f04515273,
    0x1a714f2edb74119a2f2b0d5a7c75ba902d163700a61bc224ededd8e63aef7be1aaf8e93d7a9718b047ccddb3eb5d68b
  ]::numeric[];
  v_signed numeric[];
  v_message numeric[];
  v_value numeric[];
  v_base numeric[];
begin
  if p_round < 1 or p_signature !~ '^[0-9a-f]{96}$' then
    return false;
  end if;
  v_signed := private.beacon_point(decode(p_signature, 'hex'));
  v_message := private.beacon_message(p_round);
  if v_signed is null or v_message is null then
    return false;
  end if;
  -- e(signature, generator) = e(message, key): their quotient to the power of (p^12 - 1) / r is one.
  v_value := private.tower_times(private.pairing_lines(v_generator, v_signed),
    private.pairing_lines(v_key, array[v_message[1], v_p - v_message[2]]));
  v_value := private.tower_times(private.tower_conjugate(v_value), private.tower_inverse(v_value));
  v_base := private.tower_times(private.tower_frobenius(private.tower_frobenius(v_value)), v_value);
  -- The rest of it three times: (seed - 1)^2 (seed + p) (seed^2 + p^2 - 1) + 3.
  v_value := private.tower_times(private.tower_seed_power(v_base), private.tower_conjugate(v_base));
  v_value := private.tower_times(private.tower_seed_power(v_value), private.tower_conjugate(v_value));
  v_value := private.tower_times(private.tower_seed_power(v_value), private.tower_frobenius(v_value));
  v_value := private.tower_times(
    private.tower_times(private.tower_seed_power(private.tower_seed_power(v_value)), private.tower_conjugate(v_value)),
    private.tower_frobenius(private.tower_frobenius(v_value)));
  v_value := private.tower_times(v_value, private.tower_times(v_base, private.tower_times(v_base, v_base)));
  return (v_value[1] - 1) % v_p = 0 and not exists (select from unnest(v_value[2:12]) c where c % v_p <> 0);
end;
$$;
comment on function private.is_signed_by_beacon(bigint, text) is
  'Whether drand quicknet signed a round so, the signature in hex.';

-- schemas/10-catalogue/70_texts.sql
-- The words of the shop and the numbers in them. A number that a text and a function share lives in
-- settings alone: texts name it as {{key}} and functions read it, so they can't disagree.

create table public.settings (
  key text primary key check (key ~ '^[a-z][a-z_]*$'),
  value int not null check (value between 0 and 1000000),
  unit text not null check (unit in ('hours', 'days', 'weeks', 'months', 'minutes', 'percent', 'minor', 'count')),
  meaning text not null check (length(meaning) between 5 and 300),
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table public.settings enable row level security;
comment on table public.settings is 'Public numbers that texts and functions share.';
comment on column public.settings.unit is 'Of what; minor is money in minor units of the shop''s currency.';

revoke all on public.settings from anon, authenticated;
grant select on public.settings to anon, authenticated, service_role;
grant insert (key, value, unit, meaning),
  update (value, unit, meaning),
  delete
  on public.settings to authenticated, service_role;
create policy "Everyone reads settings" on public.settings
  for select to anon, authenticated
  using (true);
create policy "Owners add settings" on public.settings
  for insert to authenticated with check ((select private.is_staff('owner')));
create policy "Owners change settings" on public.settings
  for update to authenticated using ((select private.is_staff('owner'))) with check ((select private.is_staff('owner')));
create policy "Owners remove settings" on public.settings
  for delete to authenticated using ((select private.is_staff('owner')));
create trigger keep_version before update on public.settings
  for each row execute function private.keep_version();
create trigger audit after insert or update or delete on public.settings
  for each row execute function private.audit_row();

create function private.setting(p_key text) returns int
language plpgsql stable security definer
set search_path = ''
as $$
declare
  v_value int;
begin
  select value into v_value from public.settings where key = p_key;
  if v_value is null then
    perform private.refuse(500, 'setting_missing', 'The shop is missing a setting. Please write to us.',
      jsonb_build_object('key', p_key));
  end if;
  return v_value;
end;
$$;
grant execute on function private.setting(text) to anon, authenticated, service_role;
comment on function private.setting(text) is
  'A number of the settings table. Security definer: functions must get it whoever calls them.';

create table public.page_texts (
  id uuid primary key default gen_random_uuid(),
  page text not null check (page in ('home', 'about', 'artisans', 'countries', 'faq', 'updates')),
  code text not null check (code ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  title text not null check (length(title) between 2 and 120),
  body text not null check (length(body) between 1 and 20000),
  position int not null default 0,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (page, code)
);
alter table public.page_texts enable row level security;
comment on table public.page_texts is 'Sections of pages that are text.';
comment on column public.page_texts.code is 'What links within the page name.';
comment on column public.page_texts.body is 'The text, in Markdown with {{settings}}.';

revoke all on public.page_texts from anon, authenticated;
grant select on public.page_texts to anon, authenticated, service_role;
grant insert (page, code, title, body, position),
  update (page, code, title, body, position),
  delete
  on public.page_texts to authenticated, service_role;
create policy "Everyone reads texts of pages" on public.page_texts
  for select to anon, authenticated
  using (true);
create policy "Owners and editors add texts of pages" on public.page_texts
  for insert to authenticated with check ((select private.is_staff('owner', 'editor')));
create policy "Owners and editors change texts of pages" on public.page_texts
  for update to authenticated using ((select private.is_staff('owner', 'editor'))) with check ((select private.is_staff('owner', 'editor')));
create policy "Owners and editors remove texts of pages" on public.page_texts
  for delete to authenticated using ((select private.is_staff('owner', 'editor')));
create trigger keep_version before update on public.page_texts
  for each row execute function private.keep_version();
create trigger audit after insert or update or delete on public.page_texts
  for each row execute function private.audit_row();

create table public.faq_groups (
  id uuid primary key default gen_random_uuid(),
  code text not null unique check (code ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  title text not null check (length(title) between 2 and 80),
  position int not null default 0,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table public.faq_groups enable row level security;
comment on table public.faq_groups is
  'What the questions are grouped by; the group glossary holds words and their meaning.';

revoke all on public.faq_groups from anon, authenticated;
grant select on public.faq_groups to anon, authenticated, service_role;
grant insert (code, title, position),
  update (code, title, position),
  delete
  on public.faq_groups to authenticated, service_role;
create policy "Everyone reads groups of questions" on public.faq_groups
  for select to anon, authenticated
  using (true);
create policy "Owners and editors add groups of questions" on public.faq_groups
  for insert to authenticated with check ((select private.is_staff('owner', 'editor')));
create policy "Owners and editors change groups of questions" on public.faq_groups
  for update to authenticated using ((select private.is_staff('owner', 'editor'))) with check ((select private.is_staff('owner', 'editor')));
create policy "Owners and editors remove groups of questions" on public.faq_groups
  for delete to authenticated using ((select private.is_staff('owner', 'editor')));
create trigger keep_version before update on public.faq_groups
  for each row execute function private.keep_version();
create trigger audit after insert or update or delete on public.faq_groups
  for each row execute function private.audit_row();

create table public.faq_entries (
  id uuid primary key default gen_random_uuid(),
  group_id uuid not null references public.faq_groups (id) on delete cascade,
  code text not null unique check (code ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  question text not null check (length(question) between 2 and 200),
  answer text not null check (length(answer) between 2 and 8000),
  position int not null default 0,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index faq_entries_group_idx on public.faq_entries (group_id, position);
alter table public.faq_entries enable row level security;
comment on table public.faq_entries is 'One question and its answer.';
comment on column public.faq_entries.answer is 'The answer, in Markdown with {{settings}}.';

revoke all on public.faq_entries from anon, authenticated;
grant select on public.faq_entries to anon, authenticated, service_role;
grant insert (group_id, code, question, answer, position),
  update (group_id, code, question, answer, position),
  delete
  on public.faq_entries to authenticated, service_role;
create policy "Everyone reads questions" on public.faq_entries
  for select to anon, authenticated
  using (true);
create policy "Owners and editors add questions" on public.faq_entries
  for insert to authenticated with check ((select private.is_staff('owner', 'editor')));
create policy "Owners and editors change questions" on public.faq_entries
  for update to authenticated using ((select private.is_staff('owner', 'editor'))) with check ((select private.is_staff('owner', 'editor')));
create policy "Owners and editors remove questions" on public.faq_entries
  for delete to authenticated using ((select private.is_staff('owner', 'editor')));
create trigger keep_version before update on public.faq_entries
  for each row execute function private.keep_version();
create trigger audit after insert or update or delete on public.faq_entries
  for each row execute function private.audit_row();

create table public.legal_versions (
  id uuid primary key default gen_random_uuid(),
  document text not null check (document in ('terms')),
  number int not null check (number >= 1),
  changes text not null check (length(changes) between 5 and 2000),
  publish_at timestamptz not null,
  effective_at timestamptz not null,
  created_at timestamptz not null default now(),
  unique (document, number),
  check (effective_at >= publish_at)
);
alter table public.legal_versions enable row level security;
comment on table public.legal_versions is
  'A version of the terms; what someone accepted stays readable, so versions are added and never changed.';
comment on column public.legal_versions.changes is 'What is new in it, in a few sentences.';
comment on column public.legal_versions.publish_at is 'When it could first be read.';
comment on column public.legal_versions.effective_at is 'From when on it holds for new orders.';

revoke all on public.legal_versions from anon, authenticated;
grant select on public.legal_versions to anon, authenticated, service_role;
grant insert (document, number, changes, publish_at, effective_at) on public.legal_versions to authenticated;
create policy "Everyone reads published terms, staff read all" on public.legal_versions
  for select to anon, authenticated using (publish_at <= now() or (select private.is_staff()));
create policy "Owners add versions of terms before they are published" on public.legal_versions
  for insert to authenticated with check ((select private.is_staff('owner')) and publish_at > now());
create trigger audit after insert or update or delete on public.legal_versions
  for each row execute function private.audit_row();

create table public.legal_sections (
  id uuid primary key default gen_random_uuid(),
  version_id uuid not null references public.legal_versions (id) on delete cascade,
  code text not null check (code ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  title text not null check (length(title) between 2 and 120),
  plain text not null check (length(plain) between 5 and 1000),
  body text not null check (length(body) between 5 and 20000),
  position int not null default 0,
  unique (version_id, code)
);
alter table public.legal_sections enable row level security;
comment on table public.legal_sections is 'A section of a version, in plain words and in full.';
comment on column public.legal_sections.plain is 'What it means, in plain words.';
comment on column public.legal_sections.body is 'The full text, in Markdown with {{settings}}.';

revoke all on public.legal_sections from anon, authenticated;
grant select on public.legal_sections to anon, authenticated, service_role;
grant insert (version_id, code, title, plain, body, position) on public.legal_sections to authenticated;
create policy "Everyone reads sections of terms they can see" on public.legal_sections
  for select to anon, authenticated
  using (exists (select from public.legal_versions v where v.id = version_id));
create policy "Owners add sections to terms before they are published" on public.legal_sections
  for insert to authenticated
  with check (
    (select private.is_staff('owner'))
    and exists (select from public.legal_versions v where v.id = version_id and v.publish_at > now())
  );
create trigger audit after insert or update or delete on public.legal_sections
  for each row execute function private.audit_row();

-- schemas/70-orders/71_orders.sql
-- Orders: what was bought, for how much, by whom. An order keeps a copy of everything it was made
-- of; only functions write here. The person's e-mail and address lie apart, so that roles that need
-- neither never get them: the view orders joins them for those who may.

create type public.order_status as enum (
  'awaiting_payment', 'paid', 'in_production', 'ready_to_ship', 'shipped', 'delivered',
  'expired', 'cancelled', 'refunded'
);
comment on type public.order_status is 'How far an order is; private.order_moves says what may follow what.';

create sequence public.order_numbers start with 10001;
revoke all on sequence public.order_numbers from anon, authenticated, service_role;
comment on sequence public.order_numbers is 'Gives orders their numbers; a gap is an order that did not come about.';

create function private.order_number_of(p_typed text) returns text
language sql immutable
set search_path = ''
as $$
  select regexp_replace(
    regexp_replace(upper(left(coalesce(p_typed, ''), 40)), '[^0-9A-Z]', '', 'g'), '^(?:KW)?([0-9]+)$', 'KW-\1')
$$;
comment on function private.order_number_of(text) is
  'The number of an order as the shop writes it, however it was typed; what can''t be one stays apart from all of them. orderNumberOf of src/domain says the same.';

create table public.order_records (
  id uuid primary key default gen_random_uuid(),
  number text not null unique default 'KW-' || nextval('public.order_numbers') check (number ~ '^KW-[0-9]+$'),
  user_id uuid references auth.users (id) on delete set null,
  status public.order_status not null default 'awaiting_payment',
  payment text not null check (payment in ('invoice', 'demo', 'stripe')),
  country_code text not null references public.countries (code),
  shipping_method_id uuid references public.shipping_methods (id) on delete set null,
  shipping_method_name text not null check (length(shipping_method_name) <= 80),
  code text check (length(code) <= 120),
  currency text not null default 'EUR' check (currency ~ '^[A-Z]{3}$'),
  subtotal_minor int not null check (subtotal_minor >= 0),
  discount_minor int not null default 0 check (discount_minor between 0 and subtotal_minor),
  shipping_minor int not null check (shipping_minor >= 0),
  tax_minor int not null check (tax_minor >= 0),
  tax_included_minor int not null check (tax_included_minor >= 0),
  total_minor int not null,
  captured_minor int not null default 0 check (captured_minor >= 0),
  refunded_minor int not null default 0,
  forgone_minor int not null default 0,
  -- Nobody writes it: an order that has ended costs nothing, and what is here beyond its cost goes back.
  refund_due_minor int not null generated always as (greatest(captured_minor - refunded_minor
    - case when status in ('expired', 'cancelled', 'refunded') then 0 else greatest(total_minor - forgone_minor, 0) end, 0)) stored,
  terms_version_id uuid references public.legal_versions (id),
  consents jsonb not null check (jsonb_typeof(consents) = 'object' and pg_column_size(consents) <= 2048),
  placed_at timestamptz not null default now(),
  pay_by timestamptz not null,
  confirmed_at timestamptz default now(),
  keep_until timestamptz,
  paid_at timestamptz,
  closed_at timestamptz,
  address_question text check (length(address_question) between 2 and 500),
  version int not null default 1,
  updated_at timestamptz not null default now(),
  constraint order_records_total check (subtotal_minor + shipping_minor + tax_minor - discount_minor = total_minor),
  constraint order_records_confirmed check ((confirmed_at is null) = (keep_until is not null)),
  constraint order_records_refunds check (refunded_minor between 0 and captured_minor)
);
create index order_records_user_idx on public.order_records (user_id, placed_at desc);
create index order_records_newest_idx on public.order_records (placed_at desc, id desc);
-- An index for each status, so that each order is in one of them: under row level security a
-- comparison of enums may not reach into an index, but which index is read may follow from it.
do $$
declare
  v_status text;
begin
  foreach v_status in array enum_range(null::public.order_status)::text[] loop
    execute format('create index %I on public.order_records (placed_at desc, id desc) where status = %L',
      'order_records_' || v_status || '_idx', v_status);
  end loop;
end;
$$;
create index order_records_payment_idx on public.order_records (payment, placed_at desc, id desc);
create index order_records_total_idx on public.order_records (total_minor);
create index order_records_refund_idx on public.order_records (refund_due_minor) where refund_due_minor > 0;
create index order_records_problem_idx on public.order_records (placed_at desc, id desc) where address_question is not null;
create index order_records_due_idx on public.order_records (pay_by) where status = 'awaiting_payment';
create index order_records_country_idx on public.order_records (country_code, placed_at desc, id desc);
create index order_records_method_idx on public.order_records (shipping_method_id);
create index order_records_terms_idx on public.order_records (terms_version_id);
alter table public.order_records enable row level security;
comment on table public.order_records is 'One row per order, without who it is for; screens read the view orders.';
comment on column public.order_records.user_id is 'Whose; null for a guest, and once the account is gone.';
comment on column public.order_records.shipping_method_id is 'How it travels; null once the method is gone.';
comment on column public.order_records.code is 'The discount code that was used.';
comment on column public.order_records.subtotal_minor is 'All lines, before discount, shipping and added tax.';
comment on column public.order_records.tax_minor is 'Tax added on top; nothing where prices include it.';
comment on column public.order_records.tax_included_minor is 'Tax that the total contains already.';
comment on column public.order_records.total_minor is 'What is to be paid: subtotal + shipping + tax - discount.';
comment on column public.order_records.captured_minor is 'What was paid, the sum of its captures.';
comment on column public.order_records.refunded_minor is 'What was given back, the sum of its refunds.';
comment on column public.order_records.refund_due_minor is 'What staff still have to give back.';
comment on column public.order_records.forgone_minor is 'What it costs less than its total: dropped goods, a lower price, what was given back.';
comment on column public.order_records.terms_version_id is 'The version of the terms that was agreed to; null until somebody has.';
comment on column public.order_records.consents is 'What was agreed to: {terms, group_buy}; and where it was after the order was made, by whom, how and on which day.';
comment on column public.order_records.pay_by is 'Until when it holds its goods without being paid.';
comment on column public.order_records.confirmed_at is
  'When its account, its mailbox or its money answered for it; null while nobody has. Only what somebody answers for counts for limits per person and uses codes up.';
comment on column public.order_records.keep_until is 'What pay_by becomes once it is confirmed; null afterwards.';
comment on column public.order_records.paid_at is 'When it was paid in full.';
comment on column public.order_records.closed_at is 'When it expired, was cancelled or refunded.';
comment on column public.order_records.address_question is 'What its customer is asked about the address; nothing leaves until it is answered. Null where nothing is asked.';

revoke all on public.order_records from anon, authenticated;
grant select on public.order_records to authenticated, service_role;
create policy "Customers read their own orders, staff read all" on public.order_records
  for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_staff('owner', 'fulfilment', 'support')));
create function private.keep_order_version() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  -- Computed after this trigger only.
  new.refund_due_minor := old.refund_due_minor;
  if new is distinct from old then
    new.version := old.version + 1;
    new.updated_at := now();
  end if;
  return new;
end;
$$;
comment on function private.keep_order_version() is
  'As keep_version, for a table that functions alone write and of which every column counts: comparing rows costs far less than their JSON.';
create trigger keep_version before update on public.order_records
  -- Moves count by themselves: they come by the thousand, and this would be called for each.
  for each row when (new.version = old.version) execute function private.keep_order_version();
create function private.audit_orders() returns trigger
language plpgsql security definer
set search_path = ''
-- The first statement of a connection, of one row, would decide how all later ones pair their rows.
set enable_nestloop = off
as $$
declare
  v_actor constant uuid := auth.uid();
  v_works_as constant text := (select role from private.staff where user_id = v_actor);
  v_role constant text := coalesce(v_works_as, auth.role());
begin
  if v_role is null or (v_works_as is null and v_role <> 'service_role') then
    return null;
  end if;
  insert into public.audit_log (actor_id, actor_role, action, table_name, row_id, before, after)
  select v_actor, v_role, 'update', tg_table_name, n.id::text,
    case when n.status = o.status then to_jsonb(o) else jsonb_build_object(
      'status', o.status, 'captured_minor', o.captured_minor, 'paid_at', o.paid_at, 'closed_at', o.closed_at,
      'address_question', o.address_question, 'version', o.version, 'updated_at', o.updated_at) end,
    case when n.status = o.status then to_jsonb(n) else jsonb_build_object(
      'status', n.status, 'captured_minor', n.captured_minor, 'paid_at', n.paid_at, 'closed_at', n.closed_at,
      'address_question', n.address_question, 'version', n.version, 'updated_at', n.updated_at) end
  from old_rows o join new_rows n on n.id = o.id
  where o is distinct from n order by n.id;
  return null;
end;
$$;
comment on function private.audit_orders() is
  'As audit_rows, but of a move keeps what a move can change and no more: they come by the thousand. Security definer: nobody may write the log.';
create trigger audit_insert after insert on public.order_records
  referencing new table as new_rows for each statement execute function private.audit_rows();
create trigger audit_update after update on public.order_records
  referencing old table as old_rows new table as new_rows for each statement execute function private.audit_orders();
create trigger audit_delete after delete on public.order_records
  referencing old table as old_rows for each statement execute function private.audit_rows();

create function private.mailbox_of(p_email text) returns text
language sql immutable
set search_path = ''
as $$
  select regexp_replace(lower(split_part(m, '@', 1)), '[+].*$', '') || '@' || rtrim(lower(split_part(m, '@', 2)), '.')
  from (select btrim(p_email) as m) x
$$;
comment on function private.mailbox_of(text) is
  'One spelling of a mailbox: small letters, without a +tag and without the dot that may end a domain. For counting people, never for writing to them.';

create table private.order_contacts (
  order_id uuid primary key references public.order_records (id) on delete cascade,
  email text not null check (length(email) <= 254),
  mailbox text generated always as (private.mailbox_of(email)) stored,
  client_hash text,
  asked_at timestamptz,
  address jsonb not null,
  token_hash text not null,
  mailbox_token_hash text not null,
  mailbox_proven_at timestamptz
);
create index order_contacts_email_idx on private.order_contacts (lower(email));
create index order_contacts_mailbox_idx on private.order_contacts (mailbox);
create index order_contacts_client_idx on private.order_contacts (client_hash) where client_hash is not null;
alter table private.order_contacts enable row level security;
comment on table private.order_contacts is 'Who an order is for.';
comment on column private.order_contacts.mailbox is 'As whom it counts.';
comment on column private.order_contacts.client_hash is
  'Of the account or the address of the machine that placed it; forgotten a day after the order stopped waiting.';
comment on column private.order_contacts.asked_at is 'When the mailbox was asked whether it ordered this; null where it was not.';
comment on column private.order_contacts.address is 'Where its parcels go: {name, line1, line2, city, region, postcode, country, phone}.';
comment on column private.order_contacts.token_hash is 'Of the secret that the ordering browser got.';
comment on column private.order_contacts.mailbox_token_hash is 'Of the secret that mails carry to show the order.';
comment on column private.order_contacts.mailbox_proven_at is 'When someone showed that they read that mailbox.';

create function private.mask_email(p_email text) returns text
language sql immutable
set search_path = ''
as $$
  select left(p_email, 1) || '…@…'
$$;
comment on function private.mask_email(text) is 'An address for eyes that need not know it.';

create function private.order_email(p_order uuid) returns text
language sql stable security definer
set search_path = ''
as $$
  select case
    when o.user_id = (select auth.uid()) or auth.role() = 'service_role'
      or private.is_staff('owner', 'fulfilment') then c.email
    when private.is_staff('support') then private.mask_email(c.email)
  end
  from private.order_contacts c join public.order_records o on o.id = c.order_id
  where c.order_id = p_order
$$;
grant execute on function private.order_email(uuid) to authenticated, service_role;
comment on function private.order_email(uuid) is
  'The e-mail of an order as the caller may see it. Security definer: nobody may read contacts.';

create function private.order_address(p_order uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select case
    when o.user_id = (select auth.uid()) or auth.role() = 'service_role'
      or private.is_staff('owner', 'fulfilment') then c.address
    when private.is_staff('support') then jsonb_build_object('country', c.address -> 'country')
  end
  from private.order_contacts c join public.order_records o on o.id = c.order_id
  where c.order_id = p_order
$$;
grant execute on function private.order_address(uuid) to authenticated, service_role;
comment on function private.order_address(uuid) is
  'The address of an order as the caller may see it. Security definer: nobody may read contacts.';

create table private.order_keys (
  caller text not null,
  key uuid not null,
  request_hash text not null,
  order_id uuid references public.order_records (id) on delete cascade,
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (caller, key)
);
create unique index order_keys_order_idx on private.order_keys (order_id);
alter table private.order_keys enable row level security;
comment on table private.order_keys is 'One order per key and caller: the same key again gets the first answer.';
comment on column private.order_keys.key is 'Chosen by the caller for one intention to buy.';
comment on column private.order_keys.request_hash is 'Of everything that was asked for.';

-- schemas/70-orders/72_captcha_passes.sql
-- The owner may ask guests to show that a person orders. The edge function captcha checks the answer
-- with the provider and notes it here, by the key of the order that it is for.

create table private.captcha_passes (
  order_key uuid primary key,
  passed_at timestamptz not null default now()
);
create index captcha_passes_passed_idx on private.captcha_passes (passed_at);
alter table private.captcha_passes enable row level security;
comment on table private.captcha_passes is 'Orders on their way whose guest has shown that they are a person. Kept for an hour.';

create function private.check_captcha(p_key uuid, p_proven_email text) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if p_proven_email is null
    and exists (select from public.settings s where s.key = 'captcha_for_guests' and s.value > 0)
    and not exists (
      select from private.captcha_passes p where p.order_key = p_key and p.passed_at > now() - interval '1 hour') then
    perform private.refuse(403, 'captcha_needed', 'Confirm that you are a person, then place the order again.');
  end if;
end;
$$;
comment on function private.check_captcha(uuid, text) is
  'While the setting captcha_for_guests is 1, refuses an order without a pass. An account with a confirmed mailbox needs none.';

-- schemas/70-orders/72_order_lines.sql
-- What an order is made of, parcel by parcel and line by line. Each line is a copy of what was
-- shown when it was bought: later edits of a product never change it.

create table public.shipments (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.order_records (id) on delete cascade,
  position int not null default 1,
  status text not null default 'planned' check (status in ('planned', 'shipped', 'delivered')),
  batch_id uuid references public.batches (id) on delete set null,
  ships_on date,
  eta_precision text check (eta_precision in ('day', 'month', 'quarter')),
  weight_grams int not null check (weight_grams >= 0),
  package_id uuid references public.shipping_packages (id) on delete set null,
  package jsonb check (jsonb_typeof(package) = 'object' and pg_column_size(package) <= 1024),
  carrier text not null default '' check (length(carrier) <= 80),
  tracking_number text not null default '' check (length(tracking_number) <= 80),
  tracking_url text not null default '' check (tracking_url = '' or (tracking_url ~ '^https://[^\s<>"]+$' and length(tracking_url) <= 400)),
  shipped_at timestamptz,
  delivered_at timestamptz,
  unique (order_id, position),
  -- A date alone would be read as a promise of that day.
  constraint shipments_eta check (ships_on is null or eta_precision is not null)
);
create index shipments_batch_idx on public.shipments (batch_id);
create index shipments_package_idx on public.shipments (package_id);
alter table public.shipments enable row level security;
comment on table public.shipments is 'The parcels of an order, by the day they leave.';
comment on column public.shipments.status is 'planned, shipped or delivered.';
comment on column public.shipments.batch_id is 'The production run it waits for, if any.';
comment on column public.shipments.ships_on is 'When it was expected to leave as it was ordered; null where it leaves at once.';
comment on column public.shipments.eta_precision is 'How exact that is; null only where there is no date.';
comment on column public.shipments.package_id is 'What it was packed into; null where nobody said, and once that package is gone.';
comment on column public.shipments.package is 'That package as it was when the parcel left: {name, length_mm, width_mm, height_mm, gross_grams}.';
comment on column public.shipments.tracking_number is 'What the carrier calls it.';
comment on column public.shipments.tracking_url is 'Where it can be followed.';

revoke all on public.shipments from anon, authenticated;
grant select on public.shipments to authenticated, service_role;
create policy "Customers read parcels of orders they can see" on public.shipments
  for select to authenticated
  using (exists (select from public.order_records o where o.id = order_id));
create trigger audit_insert after insert on public.shipments
  referencing new table as new_rows for each statement execute function private.audit_rows();
create trigger audit_update after update on public.shipments
  referencing old table as old_rows new table as new_rows for each statement execute function private.audit_rows();
create trigger audit_delete after delete on public.shipments
  referencing old table as old_rows for each statement execute function private.audit_rows();

create function private.has_left(p_order uuid) returns boolean
language sql stable
set search_path = ''
as $$
  select exists (select from public.shipments s where s.order_id = p_order and s.status <> 'planned')
$$;
comment on function private.has_left(uuid) is 'Whether a parcel of an order has left.';

create table public.order_lines (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.order_records (id) on delete cascade,
  position int not null,
  shipment_id uuid references public.shipments (id) on delete set null,
  variant_id uuid not null references public.variants (id),
  product_id uuid not null references public.products (id),
  batch_id uuid references public.batches (id),
  design_id uuid,
  offer_id uuid,
  sold_as public.availability_kind not null,
  quantity int not null check (quantity between 1 and 999),
  refunded_quantity int not null default 0,
  title text not null check (length(title) <= 120),
  variant_title text not null check (length(variant_title) <= 120),
  sku text not null check (length(sku) <= 40),
  url text not null check (length(url) <= 80),
  kind public.product_kind not null,
  picture text check (length(picture) <= 400),
  options jsonb not null default '[]' check (jsonb_typeof(options) = 'array' and pg_column_size(options) <= 16384),
  design jsonb check (pg_column_size(design) <= 131072),
  currency text not null default 'EUR' check (currency ~ '^[A-Z]{3}$'),
  unit_price_minor int not null check (unit_price_minor >= 0),
  total_minor int not null,
  discount_minor int not null default 0,
  tax_minor int not null check (tax_minor >= 0),
  tax_included boolean not null,
  tax_rate_basis_points int not null check (tax_rate_basis_points between 0 and 10000),
  tax_name text not null default '' check (length(tax_name) <= 40),
  weight_grams int not null check (weight_grams >= 0),
  unique (order_id, position),
  constraint order_lines_total check (total_minor = unit_price_minor * quantity),
  constraint order_lines_discount check (discount_minor between 0 and total_minor),
  constraint order_lines_refunds check (refunded_quantity between 0 and quantity)
);
create index order_lines_shipment_idx on public.order_lines (shipment_id);
create index order_lines_variant_idx on public.order_lines (variant_id);
create index order_lines_product_idx on public.order_lines (product_id);
create index order_lines_batch_idx on public.order_lines (batch_id);
create index order_lines_design_idx on public.order_lines (design_id);
alter table public.order_lines enable row level security;
comment on table public.order_lines is 'One thing of an order, as it was when it was bought.';
comment on column public.order_lines.batch_id is 'Through which production run, if any; its stage is the stage of the line.';
comment on column public.order_lines.design_id is 'The design it was ordered with, if any.';
comment on column public.order_lines.offer_id is 'The offer it was bought through, if any.';
comment on column public.order_lines.sold_as is 'How it was sold: from stock, in a group buy, ahead of its date, through a list.';
comment on column public.order_lines.refunded_quantity is 'How many of them were given back or dropped.';
comment on column public.order_lines.title is 'The product''s name then.';
comment on column public.order_lines.variant_title is 'The variant''s name then.';
comment on column public.order_lines.sku is 'Its number in the warehouse then.';
comment on column public.order_lines.url is 'The product''s address then.';
comment on column public.order_lines.kind is 'Which kind of page the product has.';
comment on column public.order_lines.picture is 'Storage path of its first picture then.';
comment on column public.order_lines.options is 'What was chosen: [{option_id, value_id, option, value, price_delta_minor}].';
comment on column public.order_lines.design is 'The design as it was then.';
comment on column public.order_lines.unit_price_minor is 'What one cost, options included.';
comment on column public.order_lines.total_minor is 'What all cost, before discount.';
comment on column public.order_lines.discount_minor is 'Its share of the discount.';
comment on column public.order_lines.tax_minor is 'Its tax, in the price or on top.';
comment on column public.order_lines.tax_included is 'Whether the price contains that tax.';
comment on column public.order_lines.tax_rate_basis_points is 'The rate then: 2100 is 21 %.';
comment on column public.order_lines.tax_name is 'What the tax is called there.';
comment on column public.order_lines.weight_grams is 'Packed weight of all.';

revoke all on public.order_lines from anon, authenticated;
grant select on public.order_lines to authenticated, service_role;
create policy "Customers read lines of orders they can see" on public.order_lines
  for select to authenticated
  using (exists (select from public.order_records o where o.id = order_id));
create trigger audit after insert or update or delete on public.order_lines
  for each row execute function private.audit_row();

create table public.order_events (
  id bigint generated always as identity primary key,
  order_id uuid not null references public.order_records (id) on delete cascade,
  at timestamptz not null default clock_timestamp(),
  kind text not null check (kind ~ '^[a-z][a-z_]*$' and length(kind) <= 40),
  actor text not null check (actor in ('customer', 'guest', 'staff', 'shop')),
  actor_id uuid,
  from_status public.order_status,
  to_status public.order_status,
  reason text not null default '' check (length(reason) <= 500),
  before jsonb not null default '{}' check (jsonb_typeof(before) = 'object' and pg_column_size(before) <= 16384),
  after jsonb not null default '{}' check (jsonb_typeof(after) = 'object' and pg_column_size(after) <= 16384)
);
create index order_events_order_idx on public.order_events (order_id, id);
alter table public.order_events enable row level security;
comment on table public.order_events is 'Everything that happened to an order, in order, never edited.';
comment on column public.order_events.kind is 'What: placed, moved, paid, refunded, address_changed.';
comment on column public.order_events.actor is 'customer, guest, staff, or shop for what happens by itself.';
comment on column public.order_events.from_status is 'Where it was, for a move.';
comment on column public.order_events.to_status is 'Where it went, for a move.';
comment on column public.order_events.reason is 'Why, in the words of whoever did it.';
comment on column public.order_events.after is 'What it was like afterwards.';

revoke all on public.order_events from anon, authenticated;
grant select on public.order_events to authenticated, service_role;
create policy "Customers read the history of orders they can see" on public.order_events
  for select to authenticated
  using (exists (select from public.order_records o where o.id = order_id));

create function private.record_events(
  p_orders uuid[], p_kind text, p_reason text, p_from public.order_status[], p_to public.order_status,
  p_before jsonb[], p_after jsonb[], p_by_shop boolean
) returns void
language plpgsql
set search_path = ''
as $$
declare
  v_user constant uuid := auth.uid();
  v_is_shop constant boolean := p_by_shop or coalesce(auth.role(), 'service_role') = 'service_role';
  v_is_staff constant boolean := private.is_staff();
begin
  insert into public.order_events (order_id, kind, actor, actor_id, from_status, to_status, reason, before, after)
  select e.order_id, p_kind, case
      when v_is_shop then 'shop'
      when v_user is null then 'guest'
      when o.user_id = v_user then 'customer'
      when v_is_staff then 'staff'
      else 'guest'
    end, case when not p_by_shop then v_user end, e.from_status, p_to, left(coalesce(p_reason, ''), 500),
    coalesce(e.before, '{}'), coalesce(e.after, '{}')
  from unnest(p_orders, p_from, p_before, p_after) e (order_id, from_status, before, after)
  -- One by one through the key: a join would look at all orders for a few.
  cross join lateral (select r.user_id from public.order_records r where r.id = e.order_id limit 1) o
  order by e.order_id;
end;
$$;
comment on function private.record_events(uuid[], text, text, public.order_status[], public.order_status, jsonb[], jsonb[], boolean) is
  'The only writer of the history of orders: notes who did it, or that it happened by itself. The lists name one order in each place.';

create function private.record_event(
  p_order uuid, p_kind text, p_reason text default '', p_from public.order_status default null,
  p_to public.order_status default null, p_before jsonb default '{}', p_after jsonb default '{}',
  p_by_shop boolean default false
) returns void
language sql
set search_path = ''
as $$
  select private.record_events(
    array[p_order], p_kind, p_reason, array[p_from], p_to, array[p_before], array[p_after], p_by_shop)
$$;
comment on function private.record_event(uuid, text, text, public.order_status, public.order_status, jsonb, jsonb, boolean) is
  'Notes what happened to one order.';

-- schemas/70-orders/72_order_secrets.sql
-- What somebody without an account holds of an order. Reading: the secret of the browser that ordered,
-- and that of the mails. Acting: the browser's while it is young, and one that a mail carries for a day.

create table private.acting_secrets (
  secret_hash text primary key check (secret_hash ~ '^[0-9a-f]{64}$'),
  order_id uuid not null references public.order_records (id) on delete cascade,
  made_at timestamptz not null default now()
);
create index acting_secrets_order_idx on private.acting_secrets (order_id, made_at);
alter table private.acting_secrets enable row level security;
comment on table private.acting_secrets is
  'Secrets of mails that change an order for a day, and show it afterwards. Their text is in the mail alone.';
comment on column private.acting_secrets.secret_hash is 'SHA-256 of the secret.';
comment on column private.acting_secrets.order_id is 'Which order it changes.';
comment on column private.acting_secrets.made_at is 'When it was sent.';

create function private.make_acting_secret(p_order uuid) returns text
language plpgsql
set search_path = ''
as $$
declare
  v_secret constant text := replace(gen_random_uuid()::text || gen_random_uuid(), '-', '');
begin
  insert into private.acting_secrets (secret_hash, order_id) values (private.hash_of(v_secret), p_order);
  return v_secret;
end;
$$;
comment on function private.make_acting_secret(uuid) is
  'A new secret for a mail that lets its reader change an order; the order keeps its hash.';

create function private.is_secret_of(p_order uuid, p_token text) returns boolean
language sql stable
set search_path = ''
as $$
  select length(p_token) = 64 and (
    exists (
      select from private.order_contacts c
      where c.order_id = p_order and private.hash_of(p_token) in (c.token_hash, c.mailbox_token_hash))
    or exists (
      select from private.acting_secrets a
      where a.order_id = p_order and a.secret_hash = private.hash_of(p_token)))
$$;
comment on function private.is_secret_of(uuid, text) is
  'Whether a text is a secret of an order, however old: enough to see it and to pay it.';

create function private.may_act_by(p_order public.order_records, p_token text) returns boolean
language sql stable
set search_path = ''
as $$
  select coalesce(length(p_token) = 64 and (
    exists (
      select from private.order_contacts c
      where c.order_id = p_order.id and c.token_hash = private.hash_of(p_token)
        and (p_order.status = 'awaiting_payment' or p_order.placed_at > now() - interval '24 hours'))
    or exists (
      select from private.acting_secrets a
      where a.order_id = p_order.id and a.secret_hash = private.hash_of(p_token)
        and (p_order.status = 'awaiting_payment' or a.made_at > now() - interval '24 hours'))), false)
$$;
comment on function private.may_act_by(public.order_records, text) is
  'Whether a secret changes an order: that of the browser and those of mails do for a day, and as long as the order waits for its payment.';

create function private.is_customer_of(p_order public.order_records, p_token text) returns boolean
language plpgsql stable
set search_path = ''
as $$
begin
  if p_order.id is null then
    return false;
  elsif p_order.user_id = auth.uid() then
    return true;
  end if;
  -- Whoever can write an order for somebody is never taken for them, whatever they hold.
  return not private.is_staff('owner', 'fulfilment') and coalesce(private.is_secret_of(p_order.id, p_token), false);
end;
$$;
comment on function private.is_customer_of(public.order_records, text) is
  'Whether the caller may pay an order as its customer: by their account, or by any of its secrets.';

create function private.refuse_old_secret() returns void
language plpgsql stable
set search_path = ''
as $$
begin
  perform private.refuse(403, 'link_expired',
    'Nothing was changed: this link only shows the order by now. Have a new one sent from the order''s page.');
end;
$$;
comment on function private.refuse_old_secret() is 'Refuses a secret that is too old to change something.';

create function private.mail_secrets_of(p_order public.order_records, p_acts boolean) returns jsonb
language plpgsql
set search_path = ''
as $$
begin
  if p_order.user_id is not null then
    return '{}';
  end if;
  return jsonb_strip_nulls(jsonb_build_object('token', private.guest_secret(p_order),
    'acting_token', case when p_acts then private.make_acting_secret(p_order.id) end));
end;
$$;
comment on function private.mail_secrets_of(public.order_records, boolean) is
  'What a later mail about a guest''s order carries: the secret that shows it, and a new one that changes it where the mail asks for that.';

-- schemas/70-orders/73_holds.sql
-- What is promised to orders. The only place that moves stock_pools.allocated and the counts of
-- batch_kits: allocated equals the sum of the holds that are held, ordered_count that of the holds of
-- paid orders, waiting_count that of the others. A hold is paid once it has no time to end at.

create table private.holds (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.order_records (id) on delete cascade,
  line_id uuid not null references public.order_lines (id) on delete cascade,
  pool_id uuid references public.stock_pools (id),
  kit_id uuid references public.batch_kits (id) on delete cascade,
  units int not null check (units > 0),
  state text not null default 'held' check (state in ('held', 'released', 'claimed')),
  expires_at timestamptz,
  held_at timestamptz not null default now(),
  ended_at timestamptz,
  check (num_nonnulls(pool_id, kit_id) = 1),
  check ((state = 'held') = (ended_at is null))
);
create index holds_order_idx on private.holds (order_id);
create index holds_line_idx on private.holds (line_id);
create index holds_pool_idx on private.holds (pool_id);
create index holds_kit_idx on private.holds (kit_id);
create index holds_dying_idx on private.holds (expires_at) where state = 'held';
alter table private.holds enable row level security;
comment on table private.holds is 'Goods that belong to an order and have not left.';
comment on column private.holds.kit_id is 'Or of which kit of a batch.';
comment on column private.holds.state is 'held; released, so that others may have them; claimed, when they left.';
comment on column private.holds.expires_at is 'From when on it is dead, swept or not; null once it is paid, from when on it counts.';
comment on column private.holds.ended_at is 'When it was released or claimed.';

create function private.release_holds(
  p_holds uuid[], p_taking jsonb, p_reason text, p_taking_is_paid boolean default false
) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  v_change record;
  v_lacking jsonb := '[]';
begin
  -- Kits before pools and each in one order for everybody: nobody can wait in a circle. Kits are
  -- sorted by batch first, for the batch of a kit is touched with it.
  for v_change in
    with gone as (
      update private.holds set state = 'released', ended_at = clock_timestamp()
      where id = any (p_holds) and state = 'held' returning kit_id, pool_id, units, expires_at is null as is_paid
    ), change as (
      select kit_id, -units::bigint as units, 0::bigint as taken, is_paid from gone where kit_id is not null
      union all
      select (t ->> 'kit_id')::uuid, (t ->> 'units')::bigint, (t ->> 'units')::bigint, p_taking_is_paid
      from jsonb_array_elements(p_taking) t where t ->> 'kit_id' is not null
    ), kits as (
      select k.id, k.batch_id, coalesce(sum(c.units) filter (where c.is_paid), 0) as units,
        coalesce(sum(c.units) filter (where not c.is_paid), 0) as waiting, sum(c.taken) as taken
      from change c join public.batch_kits k on k.id = c.kit_id group by k.id, k.batch_id
    ), pool_change as (
      select pool_id, -units::bigint as units, 0::bigint as taken from gone where pool_id is not null
      union all
      select (t ->> 'pool_id')::uuid, (t ->> 'units')::bigint, (t ->> 'units')::bigint
      from jsonb_array_elements(p_taking) t where t ->> 'pool_id' is not null
    )
    select 'kit' as kind, id, batch_id, units, waiting, taken from kits
    union all
    select 'pool', pool_id, null, sum(units), 0, sum(taken) from pool_change group by pool_id
    order by 1, 3, 2
  loop
    if not private.change_promise(v_change.kind, v_change.id, v_change.units::int, v_change.waiting::int, v_change.taken > 0, p_reason) then
      v_lacking := v_lacking || jsonb_build_array(jsonb_build_object(v_change.kind || '_id', v_change.id));
    end if;
  end loop;
  return v_lacking;
end;
$$;
comment on function private.release_holds(uuid[], jsonb, text, boolean) is
  'Frees holds and promises others in one sorted pass; says what there is too little of. Whoever calls it refuses then, which undoes all of it.';

create function private.change_promise(
  p_kind text, p_id uuid, p_units int, p_waiting int, p_takes boolean, p_reason text
) returns boolean
language plpgsql
set search_path = ''
as $$
begin
  if p_units = 0 and p_waiting = 0 and not p_takes then
    return true;
  end if;
  if p_kind = 'kit' then
    update public.batch_kits set ordered_count = ordered_count + p_units, waiting_count = waiting_count + p_waiting
    where id = p_id and (p_units + p_waiting <= 0 or capacity is null
      or ordered_count + waiting_count + p_units + p_waiting <= capacity);
  else
    perform set_config('keywright.stock_reason', p_reason, true);
    update public.stock_pools set allocated = allocated + p_units, updated_at = now()
    where id = p_id and (p_units <= 0 or on_hand - allocated >= p_units);
  end if;
  return found;
end;
$$;
comment on function private.change_promise(text, uuid, int, int, boolean, text) is
  'Promises or frees units of one pool or kit, of a kit those that are paid and those that wait; false when there is too little.';

create function private.pay_holds(p_orders uuid[]) returns void
language plpgsql
set search_path = ''
as $$
declare
  v_kit record;
begin
  for v_kit in
    with paid as (
      update private.holds set expires_at = null
      where order_id = any (p_orders) and state = 'held' and expires_at is not null returning kit_id, units
    )
    select k.id, sum(p.units)::int as units from paid p join public.batch_kits k on k.id = p.kit_id
    group by k.batch_id, k.id order by k.batch_id, k.id
  loop
    update public.batch_kits set ordered_count = ordered_count + v_kit.units, waiting_count = waiting_count - v_kit.units
    where id = v_kit.id;
  end loop;
end;
$$;
comment on function private.pay_holds(uuid[]) is
  'What paid orders hold is theirs for good, and counts from now on. The caller holds the locks of the orders.';

create function private.claim_holds(p_orders uuid[], p_shipments uuid[], p_reason text) returns void
language plpgsql
set search_path = ''
as $$
declare
  v_pool record;
begin
  perform set_config('keywright.stock_reason', p_reason, true);
  for v_pool in
    with gone as (
      update private.holds h set state = 'claimed', ended_at = clock_timestamp(), expires_at = null
      from public.order_lines l
      where l.id = h.line_id and h.order_id = any (p_orders) and h.state = 'held'
        and (p_shipments is null or l.shipment_id = any (p_shipments))
      returning h.pool_id, h.units
    )
    select pool_id, sum(units)::int as units from gone where pool_id is not null group by pool_id order by pool_id
  loop
    update public.stock_pools
    set on_hand = on_hand - v_pool.units, allocated = allocated - v_pool.units, updated_at = now()
    where id = v_pool.pool_id;
  end loop;
end;
$$;
comment on function private.claim_holds(uuid[], uuid[], text) is
  'Takes what orders hold out of the stock, because it leaves. A kit stays counted: it was made for this order.';

create function private.part_of_hold(p_line uuid, p_units int) returns uuid[]
language plpgsql
set search_path = ''
as $$
declare
  v_hold private.holds;
  v_left int := p_units;
  v_parts uuid[] := '{}';
  v_part uuid;
begin
  for v_hold in select * from private.holds where line_id = p_line and state = 'held' order by id for update loop
    exit when v_left = 0;
    if v_hold.units <= v_left then
      v_part := v_hold.id;
      v_left := v_left - v_hold.units;
    else
      update private.holds set units = units - v_left where id = v_hold.id;
      insert into private.holds (order_id, line_id, pool_id, kit_id, units, expires_at, held_at)
      values (v_hold.order_id, v_hold.line_id, v_hold.pool_id, v_hold.kit_id, v_left, v_hold.expires_at, v_hold.held_at)
      returning id into v_part;
      v_left := 0;
    end if;
    v_parts := v_parts || v_part;
  end loop;
  return v_parts;
end;
$$;
comment on function private.part_of_hold(uuid, int) is 'So many units of what a line holds, as holds of their own that can be released.';

-- schemas/70-orders/73_order_consents.sql
-- What the customer of an order has agreed to. An order that staff made begins with nothing; until its
-- customer agrees on its page, or staff write down how they did, it can't be paid there.

create function private.missing_consents(p_order uuid) returns text[]
language sql stable
set search_path = ''
as $$
  select array_remove(array[
    case when o.consents -> 'terms' is distinct from 'true' then 'terms' end,
    case when o.consents -> 'group_buy' is distinct from 'true' and exists (
      select from public.order_lines l
      where l.order_id = o.id and l.sold_as = 'group_buy' and l.refunded_quantity < l.quantity
    ) then 'group_buy' end], null)
  from public.order_records o where o.id = p_order
$$;
grant execute on function private.missing_consents(uuid) to authenticated, service_role;
comment on function private.missing_consents(uuid) is
  'What the customer of an order still has to agree to: terms, group_buy; as far as the caller may see the order.';

create function private.terms_on(p_at timestamptz) returns uuid
language sql stable
set search_path = ''
as $$
  select v.id from public.legal_versions v
  where v.document = 'terms' and v.effective_at <= p_at order by v.number desc limit 1
$$;
comment on function private.terms_on(timestamptz) is 'The version of the terms that held then.';

create function private.keep_consents(p_order uuid, p_agreed text[], p_how jsonb, p_at timestamptz) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  v_terms constant uuid := private.terms_on(p_at);
begin
  update public.order_records set
    consents = consents || p_how || (select jsonb_object_agg(a, true) from unnest(p_agreed) a),
    terms_version_id = case when 'terms' = any (p_agreed) then v_terms else terms_version_id end
  where id = p_order;
  return jsonb_build_object('agreed_to', to_jsonb(p_agreed),
    'terms_version', (select v.number from public.legal_versions v where v.id = v_terms));
end;
$$;
comment on function private.keep_consents(uuid, text[], jsonb, timestamptz) is
  'Keeps what was agreed to with the version that held then, and gives what its event tells.';

-- schemas/70-orders/74_payments.sql
-- Money that came and went. Captures and refunds are rows that are never edited: beside the entries of
-- 75_ledger.sql, the books of an order. order_records.captured_minor and refunded_minor are their sums.

create table public.payments (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.order_records (id) on delete cascade,
  kind text not null check (kind in ('capture', 'refund')),
  provider text not null check (provider in ('invoice', 'demo', 'stripe')),
  provider_reference text not null default '' check (length(provider_reference) <= 200),
  amount_minor int not null check (amount_minor > 0),
  currency text not null default 'EUR' check (currency ~ '^[A-Z]{3}$'),
  reason text not null default '' check (length(reason) <= 500),
  lines jsonb not null default '[]' check (jsonb_typeof(lines) = 'array' and pg_column_size(lines) <= 16384),
  at timestamptz not null default now()
);
create index payments_order_idx on public.payments (order_id, at);
-- A provider's reference names one payment of the whole shop. What staff type names it within its order:
-- one transfer may pay several, and many are called the same.
create unique index payments_once_idx on public.payments (provider, kind, provider_reference)
  where provider_reference <> '' and provider <> 'invoice';
create unique index payments_noted_once_idx on public.payments (order_id, kind, provider_reference)
  where provider_reference <> '' and provider = 'invoice';
alter table public.payments enable row level security;
comment on table public.payments is 'What was paid for an order and what was given back.';
comment on column public.payments.kind is 'capture: it came; refund: it went back.';
comment on column public.payments.provider_reference is 'What the provider calls it, or staff what they noted, so that it counts once.';
comment on column public.payments.lines is 'Which lines a refund is about: [{line_id, quantity}]; empty for the whole.';

revoke all on public.payments from anon, authenticated;
grant select on public.payments to authenticated, service_role;
create policy "Customers read payments of orders they can see" on public.payments
  for select to authenticated
  using (exists (select from public.order_records o where o.id = order_id));
create trigger audit_insert after insert on public.payments
  referencing new table as new_rows for each statement execute function private.audit_rows();
create trigger audit_update after update on public.payments
  referencing old table as old_rows new table as new_rows for each statement execute function private.audit_rows();
create trigger audit_delete after delete on public.payments
  referencing old table as old_rows for each statement execute function private.audit_rows();

create function private.count_payment() returns trigger
language plpgsql security definer
set search_path = ''
-- Any other way to pair them would look at all orders for a few.
set enable_hashjoin = off
set enable_mergejoin = off
as $$
begin
  update public.order_records o set captured_minor = s.captured, refunded_minor = s.refunded
  from (select distinct order_id from new_rows) n cross join lateral (
    select coalesce(sum(p.amount_minor) filter (where p.kind = 'capture'), 0)::int as captured,
      coalesce(sum(p.amount_minor) filter (where p.kind = 'refund'), 0)::int as refunded
    from public.payments p where p.order_id = n.order_id
  ) s
  where o.id = n.order_id and (o.captured_minor, o.refunded_minor) is distinct from (s.captured, s.refunded);
  return null;
end;
$$;
comment on function private.count_payment() is
  'Keeps the sums of an order. Security definer: nobody may write orders.';
create trigger count_payment after insert on public.payments
  referencing new table as new_rows for each statement execute function private.count_payment();

create table private.payment_events (
  provider text not null,
  event_id text not null check (length(event_id) between 1 and 200),
  kind text not null,
  order_id uuid references public.order_records (id) on delete cascade,
  amount_minor bigint,
  currency text,
  reference text,
  counted_minor bigint not null default 0,
  outcome text not null default '',
  payload jsonb not null default '{}',
  at timestamptz not null default now(),
  primary key (provider, event_id)
);
create index payment_events_order_idx on private.payment_events (order_id);
create index payment_events_reference_idx on private.payment_events (provider, reference);
alter table private.payment_events enable row level security;
comment on table private.payment_events is 'What providers told us, each once; written in the transaction of its effect.';
comment on column private.payment_events.event_id is 'What they call the message.';
comment on column private.payment_events.kind is
  'paid, failed, expired; of a payment that came: refunded, refund_failed, disputed, dispute_won, dispute_lost; or unknown.';
comment on column private.payment_events.reference is 'Which payment it is about, as its provider calls it.';
comment on column private.payment_events.counted_minor is 'How much of that payment it took out, or less than nothing where it put that back.';
comment on column private.payment_events.outcome is 'What came of it; waiting until its payment is here.';
comment on column private.payment_events.payload is 'What the same id told later and does not fit: {contradicted}.';

create function private.is_iban(p_iban text) returns boolean
language sql immutable
set search_path = ''
as $$
  -- Country and length, as the registry of IBANs has them.
  select coalesce(p_iban ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]+$' and strpos(' ' || 'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 '
    || 'CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 '
    || 'GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 '
    || 'LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 '
    || 'NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 '
    || 'SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30' || ' ', ' ' || left(p_iban, 2) || length(p_iban) || ' ') > 0
    and (
      select string_agg(case when s ~ '[0-9]' then s else (ascii(s) - 55)::text end, '' order by i)::numeric
      from string_to_table(substr(p_iban, 5) || left(p_iban, 4), null) with ordinality x (s, i)
    ) % 97 = 1, false)
$$;
grant execute on function private.is_iban(text) to authenticated, service_role;
comment on function private.is_iban(text) is
  'Whether a text without spaces is an IBAN: length by country, checksum. parseIban of src/domain says the same, held together by tests/cases/ibans.json. Who writes an account needs it for the check.';

create table public.bank_accounts (
  currency text primary key check (currency ~ '^[A-Z]{3}$'),
  holder text not null check (length(btrim(holder)) between 2 and 70),
  iban text not null check (private.is_iban(iban)),
  bic text not null check (bic ~ '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$'),
  bank text not null check (length(btrim(bank)) between 2 and 70),
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table public.bank_accounts enable row level security;
comment on table public.bank_accounts is
  'Where customers transfer money to, one account a currency. Public, as on every invoice; without one for its currency no order can be paid by transfer.';
comment on column public.bank_accounts.currency is 'ISO 4217 of the orders that are paid to it.';
comment on column public.bank_accounts.holder is 'Whose account it is, as the bank knows it.';
comment on column public.bank_accounts.iban is 'Its number, without spaces.';
comment on column public.bank_accounts.bic is 'The code of the bank, which transfers from outside of SEPA need.';

revoke all on public.bank_accounts from anon, authenticated;
grant select on public.bank_accounts to anon, authenticated, service_role;
grant insert (currency, holder, iban, bic, bank),
  update (holder, iban, bic, bank),
  delete
  on public.bank_accounts to authenticated, service_role;
create policy "Everyone reads where to pay" on public.bank_accounts
  for select to anon, authenticated using (true);
create policy "Owners add bank accounts" on public.bank_accounts
  for insert to authenticated with check ((select private.is_staff('owner')));
create policy "Owners change bank accounts" on public.bank_accounts
  for update to authenticated
  using ((select private.is_staff('owner'))) with check ((select private.is_staff('owner')));
create policy "Owners remove bank accounts" on public.bank_accounts
  for delete to authenticated using ((select private.is_staff('owner')));

create function private.guard_bank_account() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  perform private.require_second_factor();
  return null;
end;
$$;
comment on function private.guard_bank_account() is 'Whoever changes where customers pay to has given their second factor.';
create trigger guard before insert or update or delete on public.bank_accounts
  for each statement execute function private.guard_bank_account();
create trigger keep_version before update on public.bank_accounts
  for each row execute function private.keep_version();
create trigger audit after insert or update or delete on public.bank_accounts
  for each row execute function private.audit_row();

create function private.bank_account_for(p_currency text) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('holder', a.holder, 'iban', a.iban, 'bic', a.bic, 'bank', a.bank)
  from public.bank_accounts a where a.currency = p_currency
$$;
comment on function private.bank_account_for(text) is 'Where an order of that currency is paid by transfer, as its mails say it; null where the shop has no such account.';

create table public.payment_methods (
  code text primary key check (code in ('invoice', 'demo', 'stripe')),
  title text not null check (length(title) between 2 and 80),
  note text not null default '' check (length(note) <= 300),
  is_offered boolean not null default false,
  position int not null default 0
);
alter table public.payment_methods enable row level security;
comment on table public.payment_methods is 'How an order can be paid. A method is offered only where it works: invoice with a bank account, stripe with keys, demo in a demo shop.';
comment on column public.payment_methods.is_offered is 'Whether the shop wants orders to take it; a transfer needs an account all the same.';

revoke all on public.payment_methods from anon, authenticated;
grant select on public.payment_methods to anon, authenticated, service_role;
grant update (title, note, is_offered, position) on public.payment_methods to authenticated, service_role;
create policy "Everyone reads offered payment methods, staff read all" on public.payment_methods
  for select to anon, authenticated using (
    is_offered and (code <> 'invoice' or exists (select from public.bank_accounts a where a.currency = 'EUR'))
    or (select private.is_staff()));
create policy "Owners change payment methods" on public.payment_methods
  for update to authenticated
  using ((select private.is_staff('owner'))) with check ((select private.is_staff('owner')));
create trigger audit after insert or update or delete on public.payment_methods
  for each row execute function private.audit_row();
insert into public.payment_methods (code, title, note, is_offered, position) values
  ('invoice', 'Bank transfer', 'Transfer the amount to our bank account. Your order page and our mail show the details and the deadline.', true, 1),
  ('stripe', 'Card, iDEAL, Klarna', 'You pay on our payment provider’s page.', false, 2),
  ('demo', 'Demo payment', 'A demo page that stands in for the payment provider. No money moves.', false, 3);

-- schemas/80-pricing/75_discounts.sql
-- Discount codes: what they take off, from when to when, how often. Visitors try codes and never
-- list them; a code that is used up stays so, whoever asks at the same time.

create table public.discount_codes (
  id uuid primary key default gen_random_uuid(),
  code text not null unique check (code ~ '^[A-Z0-9]+(-[A-Z0-9]+)*$' and length(code) between 3 and 40),
  title text not null check (length(title) between 2 and 120),
  percent int check (percent between 1 and 100),
  amount_minor int check (amount_minor between 1 and 10000000),
  currency text not null default 'EUR' check (currency ~ '^[A-Z]{3}$'),
  minimum_minor int not null default 0 check (minimum_minor >= 0),
  valid_from timestamptz not null default now(),
  valid_to timestamptz,
  most_uses int check (most_uses >= 1),
  most_per_customer int check (most_per_customer >= 1),
  is_combinable boolean not null default false,
  used_count int not null default 0,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (num_nonnulls(percent, amount_minor) = 1),
  check (valid_to > valid_from),
  constraint discount_codes_uses check (used_count >= 0 and used_count <= most_uses)
);
alter table public.discount_codes enable row level security;
comment on table public.discount_codes is 'Codes that take something off an order.';
comment on column public.discount_codes.code is 'What is typed, in capitals.';
comment on column public.discount_codes.title is 'What the order says about it.';
comment on column public.discount_codes.percent is 'How many per cent of the lines; null for an amount.';
comment on column public.discount_codes.amount_minor is 'How much; null for a percentage.';
comment on column public.discount_codes.minimum_minor is 'What the lines must come to at least.';
comment on column public.discount_codes.valid_to is 'Until when; null is no end.';
comment on column public.discount_codes.most_uses is 'How often in all; null is no limit.';
comment on column public.discount_codes.most_per_customer is 'How often for one customer; null is no limit.';
comment on column public.discount_codes.is_combinable is 'Whether another code may be used beside it.';
comment on column public.discount_codes.used_count is 'How often it was used; only orders that somebody answers for count.';

revoke all on public.discount_codes from anon, authenticated;
grant select on public.discount_codes to authenticated, service_role;
grant insert (code, title, percent, amount_minor, currency, minimum_minor, valid_from, valid_to, most_uses, most_per_customer, is_combinable),
  update (title, percent, amount_minor, minimum_minor, valid_from, valid_to, most_uses, most_per_customer, is_combinable),
  delete
  on public.discount_codes to authenticated;
create policy "Staff read discount codes" on public.discount_codes
  for select to authenticated using ((select private.is_staff()));
create policy "Owners add discount codes" on public.discount_codes
  for insert to authenticated with check ((select private.is_staff('owner')));
create policy "Owners change discount codes" on public.discount_codes
  for update to authenticated
  using ((select private.is_staff('owner'))) with check ((select private.is_staff('owner')));
create policy "Owners remove discount codes that were never used" on public.discount_codes
  for delete to authenticated using ((select private.is_staff('owner')) and used_count = 0);
create trigger keep_version before update on public.discount_codes
  for each row execute function private.keep_version();
create trigger audit after insert or update or delete on public.discount_codes
  for each row execute function private.audit_row();

create table private.discount_uses (
  order_id uuid not null references public.order_records (id) on delete cascade,
  code_id uuid not null references public.discount_codes (id),
  user_id uuid,
  email text not null,
  amount_minor int not null check (amount_minor >= 0),
  currency text not null default 'EUR',
  position int not null default 1,
  rule jsonb not null check (jsonb_typeof(rule) = 'object'),
  counted_at timestamptz default now(),
  given_back_at timestamptz,
  mailbox text generated always as (private.mailbox_of(email)) stored,
  primary key (order_id, code_id)
);
create index discount_uses_code_idx on private.discount_uses (code_id, mailbox);
alter table private.discount_uses enable row level security;
comment on table private.discount_uses is 'Which order used which code.';
comment on column private.discount_uses.user_id is 'Whose order, for an account.';
comment on column private.discount_uses.email is 'Whose order, in small letters.';
comment on column private.discount_uses.position is 'In which turn: each takes off of what the one before left.';
comment on column private.discount_uses.rule is
  'What the code said when it was used: {percent, amount_minor, minimum_minor}. A code that is changed later changes no order.';
comment on column private.discount_uses.counted_at is
  'From when on it counts as a use: with the order for an account, when it is confirmed or paid for a guest.';
comment on column private.discount_uses.mailbox is 'As whom it counts.';
comment on column private.discount_uses.given_back_at is 'When the use was given back because the order came to nothing.';

create table private.guesses (
  id bigint generated always as identity primary key,
  what text not null,
  bucket text not null,
  at timestamptz not null default clock_timestamp()
);
create index guesses_bucket_idx on private.guesses (what, bucket, at);
alter table private.guesses enable row level security;
comment on table private.guesses is 'Wrong guesses of things that must not be guessed; old ones are swept.';
comment on column private.guesses.what is 'What was guessed at: find_order, discount.';
comment on column private.guesses.bucket is 'By whom or at what, hashed.';

create function private.client_address() returns text
language sql stable
set search_path = ''
as $$
  -- Cloudflare, before every hosted project, names whom it heard; to x-forwarded-for it only adds.
  select coalesce(nullif(h ->> 'cf-connecting-ip', ''), nullif(split_part(h ->> 'x-forwarded-for', ',', 1), ''))
  from (select coalesce(nullif(current_setting('request.headers', true), ''), '{}')::json) r (h)
$$;
comment on function private.client_address() is 'From where a request came, as the platform reports it; null where it reports nothing.';

create function private.guesser() returns text
language sql stable
set search_path = ''
as $$
  select private.hash_of(coalesce(auth.uid()::text, private.client_address(), 'somebody'))
$$;
comment on function private.guesser() is 'Who guesses, as far as it can be told: the account or the address that the platform reports.';

create function private.guessed_too_often(p_what text, p_bucket text, p_most int) returns boolean
language plpgsql
set search_path = ''
as $$
begin
  -- Who counts and who writes are one: tries at once would all find room for one more.
  perform pg_advisory_xact_lock(hashtextextended(p_what || ' ' || p_bucket, 8));
  return (
    select count(*) >= p_most from private.guesses g
    where g.what = p_what and g.bucket = p_bucket and g.at > now() - interval '15 minutes');
end;
$$;
comment on function private.guessed_too_often(text, text, int) is
  'Whether a bucket is full. One try of a bucket at a time, until it has ended.';

-- schemas/70-orders/75_ledger.sql
-- The books of an order: what it costs, entry by entry. What came and what went back are the rows of
-- payments. Both are only ever added to, and every sum of an order follows from them: the columns of
-- order_records are copies that the triggers here keep, and what is owed back is computed by its column.

create table public.order_entries (
  id bigint generated always as identity primary key,
  order_id uuid not null references public.order_records (id) on delete cascade,
  at timestamptz not null default clock_timestamp(),
  kind text not null check (kind in ('goods', 'discount', 'shipping', 'tax', 'settled', 'refunded')),
  line_id uuid,
  units int not null default 0,
  amount_minor int not null check (amount_minor <> 0),
  currency text not null default 'EUR' check (currency ~ '^[A-Z]{3}$'),
  reason text not null default '' check (length(reason) <= 500)
);
create index order_entries_order_idx on public.order_entries (order_id, id);
alter table public.order_entries enable row level security;
comment on table public.order_entries is 'What an order costs, change by change, never edited: the sum of its entries is its price now.';
comment on column public.order_entries.kind is
  'goods, discount, shipping and tax are what was agreed; settled is what a closing took off, refunded what a refund did.';
comment on column public.order_entries.line_id is 'Of which line, also once that line is gone; null for the order as a whole.';
comment on column public.order_entries.units is 'How many pieces of the line it adds or takes away.';
comment on column public.order_entries.amount_minor is 'What the order costs more by it, or less.';

revoke all on public.order_entries from anon, authenticated;
grant select on public.order_entries to authenticated, service_role;
create policy "Customers read the entries of orders they can see" on public.order_entries
  for select to authenticated
  using (exists (select from public.order_records o where o.id = order_id));

create function private.count_entries() returns trigger
language plpgsql security definer
set search_path = ''
-- Any other way to pair them would look at all orders for a few.
set enable_hashjoin = off
set enable_mergejoin = off
as $$
begin
  update public.order_records o set subtotal_minor = s.goods, discount_minor = s.discount, shipping_minor = s.shipping,
    tax_minor = s.tax, total_minor = s.goods - s.discount + s.shipping + s.tax, forgone_minor = s.forgone
  from (select distinct order_id from new_rows) n cross join lateral (
    select coalesce(sum(e.amount_minor) filter (where e.kind = 'goods'), 0)::int as goods,
      -coalesce(sum(e.amount_minor) filter (where e.kind = 'discount'), 0)::int as discount,
      coalesce(sum(e.amount_minor) filter (where e.kind = 'shipping'), 0)::int as shipping,
      coalesce(sum(e.amount_minor) filter (where e.kind = 'tax'), 0)::int as tax,
      -coalesce(sum(e.amount_minor) filter (where e.kind in ('settled', 'refunded')), 0)::int as forgone
    from public.order_entries e where e.order_id = n.order_id
  ) s
  where o.id = n.order_id and (o.subtotal_minor, o.discount_minor, o.shipping_minor, o.tax_minor, o.forgone_minor)
    is distinct from (s.goods, s.discount, s.shipping, s.tax, s.forgone);
  return null;
end;
$$;
comment on function private.count_entries() is
  'Keeps the sums of an order. Security definer: nobody may write orders.';
create trigger count_entries after insert on public.order_entries
  referencing new table as new_rows for each statement execute function private.count_entries();

create function private.enter(p_order public.order_records, p_kind text, p_line uuid, p_units int, p_amount bigint, p_reason text)
returns void
language plpgsql
set search_path = ''
as $$
begin
  insert into public.order_entries (order_id, kind, line_id, units, amount_minor, currency, reason)
  select p_order.id, p_kind, p_line, p_units, p_amount::int, p_order.currency, left(p_reason, 500) where p_amount <> 0;
end;
$$;
comment on function private.enter(public.order_records, text, uuid, int, bigint, text) is
  'Adds an entry to the books of an order, none of nothing. The caller holds the lock of the order.';

create function private.enter_costs(p_order public.order_records, p_shipping int, p_tax int, p_reason text) returns void
language plpgsql
set search_path = ''
as $$
begin
  insert into public.order_entries (order_id, kind, line_id, units, amount_minor, currency, reason)
  with lines as (
    select l.*, case when l.tax_included then 0 else l.tax_minor end as added_minor
    from public.order_lines l where l.order_id = p_order.id
  ), entered as (
    select e.* from public.order_entries e where e.order_id = p_order.id
  )
  select p_order.id, x.kind, x.line_id, sum(x.units)::int, sum(x.amount)::int, p_order.currency, left(p_reason, 500)
  from (
    select 'goods' as kind, l.id as line_id, l.quantity::bigint as units, l.total_minor::bigint as amount from lines l
    union all
    select 'discount', l.id, 0, -l.discount_minor from lines l
    union all
    select 'tax', l.id, 0, l.added_minor from lines l
    union all
    select 'tax', null, 0, p_tax - coalesce(sum(l.added_minor), 0) from lines l
    union all
    select 'shipping', null, 0, p_shipping
    union all
    -- Pieces that were given back were given back at their old price: a new one is that of the others.
    select 'refunded', l.id, 0, private.share_of(w.paid, l.refunded_quantity, w.units)
      - private.share_of(l.total_minor - l.discount_minor + l.added_minor, l.refunded_quantity, l.quantity)
    from lines l cross join lateral (
      select sum(e.amount_minor) as paid, sum(e.units) as units from entered e
      where e.line_id = l.id and e.kind in ('goods', 'discount', 'tax')
    ) w where l.refunded_quantity > 0 and w.units > 0
    union all
    select e.kind, e.line_id, -e.units, -e.amount_minor from entered e
    where e.kind in ('goods', 'discount', 'tax', 'shipping') or e.line_id is not null and not exists (select from lines l where l.id = e.line_id)
  ) x
  group by x.kind, x.line_id having sum(x.amount) <> 0;
end;
$$;
comment on function private.enter_costs(public.order_records, int, int, text) is
  'Enters what the lines of an order, its shipping and its added tax come to by now, as the difference to what was entered: all of it for a new order, or for one from before the books.';

create function private.line_money(p_line public.order_lines)
returns table (cost_minor bigint, settled_minor bigint)
language plpgsql stable
set search_path = ''
as $$
begin
  return query
  select greatest(coalesce(sum(e.amount_minor), 0), 0), -coalesce(sum(e.amount_minor) filter (where e.kind = 'settled'), 0)
  from public.order_entries e where e.order_id = p_line.order_id and e.line_id = p_line.id;
end;
$$;
comment on function private.line_money(public.order_lines) is
  'What is left of a line costs, and what a closing took off it: paid once, and owed back or given back since.';

create function private.balance(p_order public.order_records) returns int
language plpgsql immutable
set search_path = ''
as $$
begin
  return greatest(p_order.total_minor - p_order.forgone_minor, 0) - p_order.captured_minor + p_order.refunded_minor;
end;
$$;
comment on function private.balance(public.order_records) is
  'What an order costs beyond what came and stayed, also one that has ended; less than nothing where more is here.';

-- schemas/70-orders/76_orders_view.sql
-- The orders as screens read them: the record with its e-mail and address, each as far as the caller
-- may see it, and the deadlines that batches set.

create function private.order_deadline(p_order uuid, p_what text) returns timestamptz
language sql stable security definer
set search_path = ''
as $$
  select min(case p_what
    when 'cancel' then b.cancel_until
    when 'address' then b.change_address_until
  end)
  from public.order_lines l join public.batches b on b.id = l.batch_id
  where l.order_id = p_order
$$;
grant execute on function private.order_deadline(uuid, text) to authenticated, service_role;
comment on function private.order_deadline(uuid, text) is
  'The earliest date that the batches of an order set for cancelling or address, which are of the whole order; null where none does. Choices are a line''s, and so is their date. Security definer: a batch may have been withdrawn from view.';

create view public.orders with (security_invoker = true) as
select
  o.id, o.number, o.user_id, o.status, o.payment,
  private.order_email(o.id) as email,
  private.order_address(o.id) as address,
  o.country_code, o.shipping_method_id, o.shipping_method_name, o.code, o.currency,
  o.subtotal_minor, o.discount_minor, o.shipping_minor, o.tax_minor, o.tax_included_minor,
  o.total_minor, o.captured_minor, o.refunded_minor, o.refund_due_minor, o.forgone_minor, o.terms_version_id,
  o.consents, o.placed_at, o.pay_by, o.confirmed_at, o.keep_until, o.paid_at, o.closed_at, o.address_question, o.version, o.updated_at,
  private.order_deadline(o.id, 'cancel') as cancel_until,
  private.order_deadline(o.id, 'address') as change_address_until,
  private.missing_consents(o.id) as missing_consents
from public.order_records o;

revoke all on public.orders from anon, authenticated;
grant select on public.orders to authenticated, service_role;
comment on view public.orders is 'One row per order that the caller may see.';
do $$
declare
  v_column record;
begin
  for v_column in
    select a.attname, col_description('public.order_records'::regclass, a.attnum) as meaning
    from pg_attribute a where a.attrelid = 'public.order_records'::regclass and a.attnum > 0
      and col_description('public.order_records'::regclass, a.attnum) is not null
  loop
    execute format('comment on column public.orders.%I is %L', v_column.attname, v_column.meaning);
  end loop;
end;
$$;
comment on column public.orders.email is 'Whose mailbox; masked as s…@… for support.';
comment on column public.orders.address is 'Where it goes; support sees the country alone.';
comment on column public.orders.cancel_until is 'Until when the customer may cancel; null where no batch sets a date.';
comment on column public.orders.change_address_until is 'Until when the customer may change the address.';
comment on column public.orders.missing_consents is 'What the customer still has to agree to before it is paid.';

-- schemas/70-orders/77_address_history.sql
-- Where an order was to go before its address was changed. Apart from the history of the order, which
-- people read who need no address.

create table private.address_history (
  id bigint generated always as identity primary key,
  order_id uuid not null references public.order_records (id) on delete cascade,
  address jsonb not null,
  changed_at timestamptz not null default now(),
  changed_by uuid
);
create index address_history_order_idx on private.address_history (order_id, id);
alter table private.address_history enable row level security;
comment on table private.address_history is 'Addresses that an order had before.';
comment on column private.address_history.address is 'The address that was replaced.';
comment on column private.address_history.changed_by is 'By which account; null for a guest.';

-- schemas/20-production/77_batch_orders.sql
-- Which orders belong to a batch, in the order in which the orders desk shows them: a batch's orders are
-- a page of an index, however many orders the shop has. Lines alone write it.

create table public.order_batches (
  batch_id uuid not null references public.batches (id) on delete cascade,
  order_id uuid not null references public.order_records (id) on delete cascade,
  placed_at timestamptz not null,
  primary key (batch_id, order_id)
);
create index order_batches_newest_idx on public.order_batches (batch_id, placed_at desc, order_id desc);
create index order_batches_order_idx on public.order_batches (order_id);
alter table public.order_batches enable row level security;
comment on table public.order_batches is 'One row per order and batch that a line of it is made in.';
comment on column public.order_batches.placed_at is 'When the order was placed, which never changes: pages of a batch follow it.';

revoke all on public.order_batches from anon, authenticated;
grant select on public.order_batches to authenticated, service_role;
create policy "Staff read the batches of orders" on public.order_batches
  for select to authenticated
  using ((select private.is_staff('owner', 'fulfilment', 'support')));

create function private.keep_order_batches() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if tg_op <> 'INSERT' then
    delete from public.order_batches b
    where b.batch_id = old.batch_id and b.order_id = old.order_id
      and not exists (select from public.order_lines l where l.order_id = old.order_id and l.batch_id = old.batch_id);
  end if;
  if tg_op <> 'DELETE' then
    insert into public.order_batches (batch_id, order_id, placed_at)
    select new.batch_id, o.id, o.placed_at from public.order_records o
    where o.id = new.order_id and new.batch_id is not null
    on conflict do nothing;
  end if;
  return null;
end;
$$;
comment on function private.keep_order_batches() is 'Notes the batch of a line with its order, and forgets it with the last such line.';
create trigger keep_batch after insert on public.order_lines
  for each row when (new.batch_id is not null) execute function private.keep_order_batches();
create trigger change_batch after update on public.order_lines
  for each row when (new.batch_id is distinct from old.batch_id) execute function private.keep_order_batches();
create trigger forget_batch after delete on public.order_lines
  for each row when (old.batch_id is not null) execute function private.keep_order_batches();

create view public.batch_orders with (security_invoker = true) as
select
  b.batch_id, b.order_id as id, b.placed_at, o.number, o.status, o.payment,
  private.order_email(b.order_id) as email, o.country_code, o.currency,
  o.total_minor, o.captured_minor, o.refunded_minor, o.refund_due_minor, o.pay_by, o.paid_at, o.address_question,
  o.version
from public.order_batches b
-- One by one through the key: a join would look at all orders of a status for those of a batch.
cross join lateral (select * from public.order_records r where r.id = b.order_id limit 1) o;

revoke all on public.batch_orders from anon, authenticated;
grant select on public.batch_orders to authenticated, service_role;
comment on view public.batch_orders is 'One row per batch and order of it: the list of orders, asked for one batch.';
do $$
declare
  v_column record;
begin
  for v_column in
    select a.attname, coalesce(
      col_description('public.orders'::regclass, o.attnum), col_description('public.order_records'::regclass, r.attnum)) as meaning
    from pg_attribute a
    left join pg_attribute o on o.attrelid = 'public.orders'::regclass and o.attname = a.attname
    left join pg_attribute r on r.attrelid = 'public.order_records'::regclass and r.attname = a.attname
    where a.attrelid = 'public.batch_orders'::regclass and a.attnum > 0 and a.attname not in ('batch_id', 'id', 'version')
  loop
    execute format('comment on column public.batch_orders.%I is %L', v_column.attname, v_column.meaning);
  end loop;
end;
$$;

-- schemas/70-orders/77_order_moves.sql
-- How an order moves. The only place that changes a status: along private.order_moves or not at all,
-- with a row of history each time. tests/cases/order-moves.json and src/domain/order-status.ts hold
-- the same table.

create table private.order_moves (
  from_status public.order_status not null,
  to_status public.order_status not null,
  who text not null check (who in ('customer', 'staff', 'shop')),
  needs_reason boolean not null default false,
  primary key (from_status, to_status, who)
);
alter table private.order_moves enable row level security;
comment on table private.order_moves is 'Who may move an order from where to where.';
comment on column private.order_moves.who is 'customer: by cancel_order; staff: by transition_orders; shop: by itself, as when money comes.';
comment on column private.order_moves.needs_reason is 'Whether one must say why.';
insert into private.order_moves (from_status, to_status, who, needs_reason) values
  ('awaiting_payment', 'cancelled', 'customer', false),
  ('paid', 'cancelled', 'customer', false),
  ('awaiting_payment', 'paid', 'staff', false),
  ('awaiting_payment', 'cancelled', 'staff', true),
  ('paid', 'in_production', 'staff', false),
  ('paid', 'ready_to_ship', 'staff', false),
  ('paid', 'cancelled', 'staff', true),
  ('in_production', 'ready_to_ship', 'staff', false),
  ('in_production', 'paid', 'staff', true),
  ('in_production', 'cancelled', 'staff', true),
  ('ready_to_ship', 'shipped', 'staff', false),
  ('ready_to_ship', 'in_production', 'staff', true),
  ('ready_to_ship', 'paid', 'staff', true),
  ('ready_to_ship', 'cancelled', 'staff', true),
  ('shipped', 'delivered', 'staff', false),
  ('delivered', 'shipped', 'staff', true),
  ('awaiting_payment', 'paid', 'shop', false),
  ('awaiting_payment', 'expired', 'shop', false),
  ('awaiting_payment', 'cancelled', 'shop', true),
  ('expired', 'paid', 'shop', false),
  ('paid', 'refunded', 'shop', false),
  ('in_production', 'refunded', 'shop', false),
  ('ready_to_ship', 'refunded', 'shop', false),
  ('shipped', 'refunded', 'shop', false),
  ('delivered', 'refunded', 'shop', false);

create function private.move_orders(
  p_orders uuid[], p_from public.order_status, p_to public.order_status, p_who text, p_reason text
) returns uuid[]
language plpgsql
set search_path = ''
as $$
declare
  v_moved uuid[];
  v_from public.order_status[];
begin
  with moving as (
    select o.id, o.status from public.order_records o
    join private.order_moves m on m.from_status = o.status and m.to_status = p_to and m.who = p_who
    where o.id = any (p_orders) and (p_from is null or o.status = p_from)
      and (not m.needs_reason or length(btrim(coalesce(p_reason, ''))) >= 2)
    order by o.id for update of o
  ), moved as (
    update public.order_records o set
      status = p_to,
      -- As the trigger would, which costs a call for each order.
      version = o.version + 1, updated_at = now(),
      paid_at = case when p_to = 'paid' then coalesce(o.paid_at, now()) else o.paid_at end,
      confirmed_at = case when p_to = 'paid' then coalesce(o.confirmed_at, now()) else o.confirmed_at end,
      keep_until = case when p_to <> 'paid' then o.keep_until end,
      closed_at = case when p_to in ('expired', 'cancelled', 'refunded') then clock_timestamp() when p_to = 'paid' then null else o.closed_at end,
      -- Nobody need answer for an order that goes nowhere.
      address_question = case when p_to not in ('expired', 'cancelled', 'refunded') then o.address_question end
    from moving where o.id = moving.id
    returning o.id, moving.status
  )
  select coalesce(array_agg(id order by id), '{}'), array_agg(status order by id) into v_moved, v_from from moved;
  if p_to = 'paid' then
    perform private.pay_holds(v_moved);
  end if;
  perform private.record_events(v_moved, 'moved', p_reason, v_from, p_to, null, null, p_who = 'shop');
  return v_moved;
end;
$$;
comment on function private.move_orders(uuid[], public.order_status, public.order_status, text, text) is
  'Moves those of the orders that the table of moves allows, from one status alone where one is named, and says which they were.';

create function private.move_order(
  p_order uuid, p_from public.order_status, p_to public.order_status, p_who text, p_reason text default ''
) returns boolean
language sql
set search_path = ''
as $$
  select cardinality(private.move_orders(array[p_order], p_from, p_to, p_who, p_reason)) = 1
$$;
comment on function private.move_order(uuid, public.order_status, public.order_status, text, text) is
  'Moves an order if the table of moves allows it and it still is where the caller thinks; false otherwise.';

create function private.change_code_uses(p_given_back uuid[], p_order uuid, p_codes jsonb, p_user uuid, p_email text)
returns boolean
language plpgsql
set search_path = ''
as $$
declare
  v_change record;
begin
  -- Codes come after kits and pools, and sorted: the same order for everybody.
  for v_change in
    with back as (
      update private.discount_uses set given_back_at = now()
      where order_id = any (p_given_back) and given_back_at is null returning code_id, counted_at
    )
    select x.id, sum(x.uses)::int as uses, bool_or(x.uses > 0) as takes from (
      select code_id as id, -1 as uses from back where counted_at is not null
      union all
      -- What nobody answers for takes the last use from nobody.
      select (c ->> 'id')::uuid, 1 from jsonb_array_elements(p_codes) c where private.proven_email() is not null
    ) x group by x.id order by x.id
  loop
    update public.discount_codes set used_count = used_count + v_change.uses
    where id = v_change.id and (most_uses is null or used_count + v_change.uses <= most_uses);
    if not found then
      return false;
    end if;
  end loop;
  insert into private.discount_uses (order_id, code_id, user_id, email, amount_minor, position, rule, counted_at)
  select p_order, d.id, p_user, lower(p_email), (c.code ->> 'amount_minor')::int, c.place, private.code_rule(d),
    case when private.proven_email() is not null then now() end
  from jsonb_array_elements(p_codes) with ordinality c (code, place)
  join public.discount_codes d on d.id = (c.code ->> 'id')::uuid;
  return true;
end;
$$;
comment on function private.change_code_uses(uuid[], uuid, jsonb, uuid, text) is
  'Gives back the codes of orders that came to nothing and notes those of a new one; false when one is used up by now. Those of a guest count once the order is confirmed.';

create function private.due_now(p_order public.order_records) returns int
language plpgsql immutable
set search_path = ''
as $$
begin
  return case when p_order.status in ('awaiting_payment', 'paid', 'in_production', 'ready_to_ship')
    then greatest(private.balance(p_order), 0) else 0 end;
end;
$$;
comment on function private.due_now(public.order_records) is
  'What its customer is asked for now: nothing once an order has ended or left. balanceDue of the feature orders says the same.';

create function private.balance_due(p_order public.order_records) returns int
language plpgsql immutable
set search_path = ''
as $$
begin
  return greatest(private.balance(p_order), 0);
end;
$$;
comment on function private.balance_due(public.order_records) is
  'What an order costs beyond what came and stayed. Until it is nothing, no order is made, packed or shipped without a reason.';

create function private.is_gated(p_to public.order_status) returns boolean
language sql immutable
set search_path = ''
as $$
  select p_to in ('in_production', 'ready_to_ship', 'shipped')
$$;
comment on function private.is_gated(public.order_status) is 'Whether work or goods go into an order that moves there, so that it has to be paid.';

create function private.despite_due(p_reason text) returns text
language plpgsql stable
set search_path = ''
as $$
begin
  if length(btrim(p_reason)) < 3 then
    perform private.refuse(422, 'reason_missing', 'Enter a reason of at least 3 characters to continue with a balance due.', '{"least": 3}');
  elsif length(btrim(p_reason)) > 500 then
    perform private.refuse(422, 'reason_too_long', 'A reason has at most 500 characters.', '{"limit": 500}');
  end if;
  return btrim(p_reason);
end;
$$;
comment on function private.despite_due(text) is 'The reason to go on with a balance due, checked; null where none was given.';

create function private.record_open_balance(p_orders uuid[], p_due jsonb, p_reason text) returns void
language sql
set search_path = ''
as $$
  select private.record_event(o.id, 'balance_left_open', p_reason,
    p_after => jsonb_build_object('due_minor', p_due -> o.id::text, 'currency', o.currency))
  from public.order_records o where o.id = any (p_orders) and p_due ? o.id::text order by o.id
$$;
comment on function private.record_open_balance(uuid[], jsonb, text) is
  'Notes who let which of the orders go on with how much due, and why. The amounts are named by order.';

create function private.mail_about_orders(p_orders uuid[], p_kind text, p_facts text[], p_more jsonb) returns void
language plpgsql
set search_path = ''
as $$
begin
  perform private.queue_mails(p_kind, array_agg(m.email), array_agg(m.id || ':' || m.fact), array_agg(m.payload), array_agg(m.user_id))
  from (
    select o.id, coalesce(f.fact, 'v' || o.version) as fact, c.email, o.user_id, jsonb_build_object(
      'order_id', o.id, 'number', o.number, 'status', o.status, 'name',
      -- A colleague who writes has read the name.
      case when c.may_write or p_kind = 'order_message' then c.address ->> 'name' end,
      'currency', o.currency, 'is_guest', o.user_id is null, 'lines', coalesce(l.lines, '[]'))
      || case when p_kind in ('stage_changed', 'order_shipped', 'order_delivered') then p_more
      -- The others tell of money too.
      else jsonb_build_object(
        'subtotal_minor', o.subtotal_minor, 'discount_minor', o.discount_minor,
        'shipping_minor', o.shipping_minor, 'shipping_method', o.shipping_method_name, 'tax_minor', o.tax_minor,
        'tax_included_minor', o.tax_included_minor, 'total_minor', o.total_minor,
        'captured_minor', o.captured_minor, 'refunded_minor', o.refunded_minor, 'payment', o.payment,
        'pay_by', o.pay_by, 'due_minor', o.due_minor, 'refund_due_minor', o.refund_due_minor) || p_more
        || case when o.payment = 'invoice' and o.due_minor > 0
          then jsonb_build_object('account', private.bank_account_for(o.currency)) else '{}' end
        -- Who is written to without an account has no other way to the whole order.
        || case when p_kind = 'order_message' and o.user_id is null
          then jsonb_strip_nulls(jsonb_build_object('token', private.guest_secret((select r from public.order_records r where r.id = o.id))))
          else '{}' end
      end as payload
    from unnest(p_orders, p_facts) f (order_id, fact)
    -- One by one through the key: a join would look at all orders for a few.
    cross join lateral (select r.*, private.due_now(r) as due_minor from public.order_records r where r.id = f.order_id limit 1) o
    cross join lateral (
      select r.*, private.may_write_to((select x from public.order_records x where x.id = o.id), r) as may_write
      from private.order_contacts r where r.order_id = o.id limit 1) c
    left join (
      select l.order_id, jsonb_agg(jsonb_build_object(
        'id', l.id, 'variant_id', l.variant_id, 'kind', l.kind, 'has_design', l.design is not null,
        'title', l.title, 'variant_title', l.variant_title, 'quantity', l.quantity, 'url', l.url,
        'options', l.options, 'total_minor', l.total_minor) order by l.position) as lines
      from public.order_lines l where l.order_id = any (p_orders) group by l.order_id
    ) l on l.order_id = o.id
    -- A mailbox that nobody answers for is asked once, and told nothing else but what colleagues write.
    where c.may_write or p_more ? 'asks' or private.is_staff()
  ) m;
end;
$$;
comment on function private.mail_about_orders(uuid[], text, text[], jsonb) is
  'Queues a mail to whoever placed each of the orders, with what a mail of that kind needs to know. The lists name one order in each place; without a list of facts, the fact is what each order has become.';

create function private.mail_about_order(p_order uuid, p_kind text, p_fact text, p_more jsonb default '{}') returns void
language sql
set search_path = ''
as $$
  select private.mail_about_orders(array[p_order], p_kind, array[p_fact], p_more)
$$;
comment on function private.mail_about_order(uuid, text, text, jsonb) is 'Queues a mail to whoever placed an order.';

create function private.end_unpaid_orders(p_orders uuid[]) returns uuid[]
language plpgsql
set search_path = ''
as $$
declare
  v_order record;
  v_ended uuid[] := '{}';
begin
  for v_order in
    select id from public.order_records
    where id = any (p_orders) and status = 'awaiting_payment' and pay_by <= now()
    order by id for update
  loop
    perform private.move_order(v_order.id, 'awaiting_payment', 'expired', 'shop', 'It was not paid in time.');
    perform private.mail_about_order(v_order.id, 'order_expired', 'expired');
    v_ended := v_ended || v_order.id;
  end loop;
  perform private.free_offers_of(e.id, true) from unnest(v_ended) e (id);
  return v_ended;
end;
$$;
comment on function private.end_unpaid_orders(uuid[]) is
  'Expires those of the orders whose time has passed, locked in one order; the caller frees what they held.';

create function private.free_ended_orders(p_orders uuid[]) returns void
language plpgsql
set search_path = ''
as $$
begin
  perform private.release_holds(
    array(select h.id from private.holds h where h.order_id = any (p_orders) and h.state = 'held'), '[]',
    coalesce((select case count(*) when 1 then 'Order ' || min(o.number) || ' ended' else 'Orders ended' end
      from public.order_records o where o.id = any (p_orders)), ''));
  perform private.change_code_uses(p_orders, null, '[]', null, null);
end;
$$;
comment on function private.free_ended_orders(uuid[]) is 'Frees the goods and the codes of orders that came to nothing, in one sorted pass.';

-- schemas/70-orders/77_order_notes.sql
-- What staff tell each other about an order. Customers never see it.

create table public.order_notes (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.order_records (id) on delete cascade,
  author_id uuid references auth.users (id) on delete set null,
  text text not null check (length(text) between 1 and 2000),
  created_at timestamptz not null default now()
);
create index order_notes_order_idx on public.order_notes (order_id, created_at);
create index order_notes_author_idx on public.order_notes (author_id);
alter table public.order_notes enable row level security;
comment on table public.order_notes is 'Notes of staff about an order, for staff.';

revoke all on public.order_notes from anon, authenticated;
grant select on public.order_notes to authenticated, service_role;
create policy "Staff who handle orders read notes" on public.order_notes
  for select to authenticated using ((select private.is_staff('owner', 'fulfilment', 'support')));
create trigger audit after insert or update or delete on public.order_notes
  for each row execute function private.audit_row();

-- schemas/70-orders/78_order_transfers.sql
-- Passing an order on. Both people confirm: the one whose it is names a mailbox, and the account that
-- has proven that mailbox takes the order over. What lies here is only what still waits for its answer.

create table private.order_transfers (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null unique references public.order_records (id) on delete cascade,
  from_user uuid not null references auth.users (id) on delete cascade,
  to_email text not null check (to_email = lower(to_email) and length(to_email) <= 254),
  offered_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '7 days'
);
create index order_transfers_mailbox_idx on private.order_transfers (to_email);
create index order_transfers_from_idx on private.order_transfers (from_user);
alter table private.order_transfers enable row level security;
comment on table private.order_transfers is 'Orders that somebody wants to pass on, until the other has answered.';
comment on column private.order_transfers.order_id is 'Which order; one question at a time.';
comment on column private.order_transfers.to_email is 'Which mailbox may take it.';
comment on column private.order_transfers.expires_at is 'Dead for every reader from then on.';

create function private.proven_mailbox() returns text
language plpgsql stable
set search_path = ''
as $$
declare
  v_email text;
begin
  if auth.uid() is null then
    perform private.refuse(401, 'signed_out', 'Please sign in first.');
  end if;
  select lower(u.email) into v_email from auth.users u where u.id = auth.uid() and u.email_confirmed_at is not null;
  return v_email;
end;
$$;
comment on function private.proven_mailbox() is 'The confirmed e-mail of who asks; null where there is none.';

create function private.require_transferable(p_order public.order_records) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if not exists (select from public.order_lines l where l.order_id = p_order.id and l.sold_as = 'group_buy') then
    perform private.refuse(409, 'not_a_group_buy', 'Only a group buy order can be transferred.');
  end if;
  if p_order.status = 'awaiting_payment' then
    perform private.refuse(409, 'not_paid_yet', 'An order can be transferred once it is paid.');
  end if;
  perform private.require_before_deadline(p_order, 'customer', private.order_deadline(p_order.id, 'address'));
  if private.setting('percent_transfer_fee') > 0 then
    perform private.refuse(409, 'costs_a_fee', 'Transferring an order costs a fee. Please write to us.');
  end if;
end;
$$;
comment on function private.require_transferable(public.order_records) is
  'Refuses what the terms do not let anyone pass on: other goods than group buys, before it is paid, after the address is locked.';

create function private.require_room_for(p_order uuid, p_user uuid, p_email text) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if exists (
    select from public.order_lines l join public.variants v on v.id = l.variant_id
    where l.order_id = p_order and v.max_per_customer is not null
    group by v.id
    having sum(l.quantity - l.refunded_quantity) + private.bought_before(p_user, p_email, null, v.id) > v.max_per_customer
  ) or exists (
    select from public.order_lines l join public.products p on p.id = l.product_id
    where l.order_id = p_order and p.max_per_customer is not null
    group by p.id
    having sum(l.quantity - l.refunded_quantity) + private.bought_before(p_user, p_email, p.id, null) > p.max_per_customer
  ) then
    perform private.refuse(409, 'over_limit', 'Taking over this order would put you over the limit per customer.');
  end if;
end;
$$;
comment on function private.require_room_for(uuid, uuid, text) is 'Refuses an order that would take its new owner over a limit per customer.';

-- schemas/70-orders/79_money.sql
-- Money comes in and goes out. The only place that writes payments: whoever says that money moved,
-- staff or a provider, ends here, under the lock of the order.

create table private.payment_attempts (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.order_records (id) on delete cascade,
  provider text not null,
  amount_minor int not null check (amount_minor > 0),
  currency text not null,
  created_at timestamptz not null default now()
);
create index payment_attempts_order_idx on private.payment_attempts (order_id, provider, created_at desc);
alter table private.payment_attempts enable row level security;
comment on table private.payment_attempts is 'Visits to a provider''s page; its id makes asking the provider twice one payment.';

create function private.capture_money(
  p_order public.order_records, p_provider text, p_reference text, p_amount int, p_who text, p_reason text default ''
) returns text
language plpgsql
set search_path = ''
as $$
declare
  v_due constant int := private.balance(p_order);
  v_outcome text;
  v_trouble jsonb;
begin
  insert into public.payments (order_id, kind, provider, provider_reference, amount_minor, currency, reason)
  values (p_order.id, 'capture', p_provider, p_reference, p_amount, p_order.currency, p_reason);
  if p_amount >= v_due and p_order.status in ('awaiting_payment', 'expired') then
    v_trouble := private.confirm_order(p_order.id, true);
  end if;
  if v_trouble is not null then
    perform private.turn_down(p_order, v_trouble ->> 'message');
    v_outcome := 'needs_refund';
  elsif p_order.status = 'awaiting_payment' and p_amount >= v_due
    and (p_order.pay_by > now() or private.all_holds_stand(p_order.id)) then
    perform private.move_order(p_order.id, 'awaiting_payment', 'paid', p_who, p_reason);
    v_outcome := 'paid';
  elsif p_order.status = 'expired' and p_amount >= v_due and private.hold_again(p_order) then
    perform private.move_order(p_order.id, 'expired', 'paid', 'shop', 'It was paid late, and its items were still in stock.');
    v_outcome := 'paid_late';
  elsif p_order.status in ('expired', 'cancelled', 'refunded') then
    perform private.change_code_uses(array[p_order.id], null, '[]', null, null);
    v_outcome := 'needs_refund';
  else
    v_outcome := case
      when p_order.status = 'awaiting_payment' then 'part'
      when p_amount > v_due then 'paid_twice' else 'paid_more' end;
  end if;
  perform private.record_event(p_order.id, case when v_outcome in ('paid', 'paid_late', 'part', 'paid_more') then 'paid' else v_outcome end,
    p_reason, p_after => jsonb_build_object('amount_minor', p_amount, 'currency', p_order.currency, 'outcome', v_outcome),
    p_by_shop => p_who = 'shop');
  if v_outcome in ('paid', 'paid_late') then
    perform private.send_due_mails(p_order.id);
    perform private.mail_about_order(p_order.id, 'payment_received', 'paid');
  end if;
  return v_outcome;
end;
$$;
comment on function private.capture_money(public.order_records, text, text, int, text, text) is
  'Writes down money that came for an order and says what it meant: paid, part, paid_late, paid_more, paid_twice, needs_refund. The caller holds the locks of customer and order.';

create function private.pay_if_covered(p_order uuid) returns public.order_records
language plpgsql
set search_path = ''
as $$
declare
  v_order public.order_records;
begin
  select * into v_order from public.order_records o where o.id = p_order;
  if v_order.status = 'awaiting_payment' and private.balance(v_order) <= 0
    and (v_order.pay_by > now() or private.all_holds_stand(p_order)) and private.confirm_order(p_order, true) is null then
    perform private.move_order(p_order, 'awaiting_payment', 'paid', 'shop', 'The payments now cover the total.');
    if v_order.captured_minor > 0 then
      perform private.send_due_mails(p_order);
      perform private.mail_about_order(p_order, 'payment_received', 'paid');
    end if;
    select * into v_order from public.order_records o where o.id = p_order;
  end if;
  return v_order;
end;
$$;
comment on function private.pay_if_covered(uuid) is 'Moves an order on that waits for a payment and costs no more than came by now. Gives the order.';

create function private.turn_down(p_order public.order_records, p_reason text) returns void
language plpgsql
set search_path = ''
as $$
begin
  if private.move_order(p_order.id, 'awaiting_payment', 'cancelled', 'shop', p_reason) then
    perform private.free_offers_of(p_order.id, false);
    perform private.free_ended_orders(array[p_order.id]);
    perform private.mail_about_order(p_order.id, 'order_cancelled', 'cancelled', jsonb_build_object('reason', p_reason));
  end if;
end;
$$;
comment on function private.turn_down(public.order_records, text) is
  'Ends an order that was paid and may not be had: its limit or its code was used by another one first. Its money goes back.';

create function private.all_holds_stand(p_order uuid) returns boolean
language plpgsql stable
set search_path = ''
as $$
begin
  return not exists (
    select from public.order_lines l join private.holds h on h.line_id = l.id
    where l.order_id = p_order and l.quantity > l.refunded_quantity
    -- An amendment frees a part of a line; who takes the goods of an order takes all.
    group by l.id having bool_and(h.state <> 'held'));
end;
$$;
comment on function private.all_holds_stand(uuid) is
  'Whether an order still holds the goods of all its lines: until someone else took them, a late payment finds them there.';

create function private.give_money_back(p_order public.order_records, p_amount int, p_lines jsonb, p_provider text, p_reference text, p_reason text)
returns uuid
language plpgsql
set search_path = ''
as $$
declare
  v_worth constant bigint := (select coalesce(sum((l ->> 'cost_minor')::bigint), 0) from jsonb_array_elements(p_lines) l);
  v_lines constant jsonb := (select coalesce(jsonb_agg(l - array['cost_minor', 'settled_minor']), '[]') from jsonb_array_elements(p_lines) l);
  v_payment uuid;
  v_order public.order_records;
begin
  perform private.enter_refund(p_order, p_lines, p_reason);
  -- Beyond its lines: goodwill makes an order cheaper, a fee that is kept dearer. What is owed goes first, and money that has not made an order paid is only returned.
  perform private.enter(p_order, 'refunded', null, 0, case
    when p_order.status in ('awaiting_payment', 'expired', 'cancelled', 'refunded') then 0
    when p_amount < v_worth then v_worth - p_amount
    else -greatest(p_amount - v_worth - p_order.refund_due_minor, 0) end, p_reason);
  insert into public.payments (order_id, kind, provider, provider_reference, amount_minor, currency, reason, lines)
  values (p_order.id, 'refund', p_provider, p_reference, p_amount, p_order.currency, p_reason, v_lines)
  returning id into v_payment;
  perform private.record_event(p_order.id, 'refunded', p_reason,
    p_after => jsonb_build_object('amount_minor', p_amount, 'currency', p_order.currency, 'lines', v_lines));
  v_order := private.pay_if_covered(p_order.id);
  if v_order.refunded_minor = v_order.captured_minor
    and private.move_order(p_order.id, v_order.status, 'refunded', 'shop', p_reason) then
    perform private.free_offers_of(p_order.id, false);
    perform private.free_ended_orders(array[p_order.id]);
    update public.order_lines set refunded_quantity = quantity where order_id = p_order.id;
  end if;
  perform private.mail_about_order(p_order.id, 'order_refunded', v_payment::text,
    jsonb_build_object('amount_minor', p_amount, 'reason', p_reason));
  return v_payment;
end;
$$;
comment on function private.give_money_back(public.order_records, int, jsonb, text, text, text) is
  'Writes down money that goes back; an order whose money is all back is refunded and frees its goods. Lines as refund_lines gives them. The caller holds the lock of the order and has checked the amount.';

create function private.enter_refund(p_order public.order_records, p_lines jsonb, p_reason text) returns void
language plpgsql
set search_path = ''
as $$
begin
  insert into public.order_entries (order_id, kind, line_id, units, amount_minor, currency, reason)
  select p_order.id, x.kind, (l ->> 'line_id')::uuid, x.units, x.amount, p_order.currency, p_reason
  from jsonb_array_elements(p_lines) l cross join lateral (values
    ('refunded', -(l ->> 'quantity')::int, -(l ->> 'cost_minor')::int - (l ->> 'settled_minor')::int),
    -- What a closing took off these pieces goes with them.
    ('settled', 0, (l ->> 'settled_minor')::int)
  ) x (kind, units, amount) where x.amount <> 0;
end;
$$;
comment on function private.enter_refund(public.order_records, jsonb, text) is 'Takes pieces that are given back off what an order costs.';

-- schemas/90-operations/80_operations.sql
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
  given_up_at timestamptz
);
create index outbox_waiting_idx on public.outbox (send_after) where sent_at is null and given_up_at is null;
create index outbox_user_idx on public.outbox (user_id);
alter table public.outbox enable row level security;
comment on table public.outbox is
  'One row per fact that someone must be told, written in the transaction of the fact.';
comment on column public.outbox.kind is 'Which mail: order_placed, batch_update.';
comment on column public.outbox.dedupe_key is 'Names the fact, so that it is told once.';
comment on column public.outbox.user_id is 'To which account, if any.';
comment on column public.outbox.payload is 'What the mail needs to know.';
comment on column public.outbox.send_after is 'Not before then; moves on after a failure.';

revoke all on public.outbox from anon, authenticated;
grant select on public.outbox to authenticated;
grant select, insert, update, delete on public.outbox to service_role;
create policy "Owners and fulfilment read the outbox" on public.outbox for select to authenticated
  using ((select private.is_staff('owner', 'fulfilment')));

create table private.mail_secrets (
  mail_id uuid primary key references public.outbox (id) on delete cascade,
  secrets jsonb not null check (jsonb_typeof(secrets) = 'object')
);
alter table private.mail_secrets enable row level security;
comment on table private.mail_secrets is
  'What opens an order, a wish or an account for whoever reads the mail: for the sender alone, while staff read the outbox.';
comment on column private.mail_secrets.secrets is 'Fields that the sender adds to the payload: token, acting_token, follow_secret.';

create function private.secrets_of(p_payload jsonb) returns jsonb
language sql immutable
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(f.key, f.value), '{}') from jsonb_each(p_payload) f
  where f.key in ('token', 'acting_token', 'follow_secret')
$$;
comment on function private.secrets_of(jsonb) is 'Those fields of a mail that staff don''t read.';

create function private.queue_mails(
  p_kind text, p_to text[], p_facts text[], p_payloads jsonb[], p_users uuid[], p_send_after timestamptz default now()
) returns void
language plpgsql
set search_path = ''
as $$
begin
  with queued as (
    insert into public.outbox (kind, dedupe_key, recipient, user_id, payload, send_after)
    select p_kind, p_kind || ':' || m.fact, m.recipient, m.user_id, coalesce(m.payload, '{}') - array['token', 'acting_token', 'follow_secret'], p_send_after
    from unnest(p_to, p_facts, p_payloads, p_users) m (recipient, fact, payload, user_id)
    where not exists (
      select from public.notification_choices c
      where c.user_id = m.user_id and c.topic = private.mail_topic(p_kind) and c.channel = 'email' and not c.is_wanted
    )
    on conflict (dedupe_key) do nothing
    returning id, dedupe_key
  )
  insert into private.mail_secrets (mail_id, secrets)
  select distinct on (q.id) q.id, private.secrets_of(m.payload)
  from queued q
  join unnest(p_facts, p_payloads) with ordinality m (fact, payload, place) on p_kind || ':' || m.fact = q.dedupe_key
  where private.secrets_of(m.payload) <> '{}'
  order by q.id, m.place;
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
  check ((status in ('live', 'failed')) = (finished_at is not null))
);
create unique index publish_requests_one_queued_idx on public.publish_requests (status) where status = 'queued';
create index publish_requests_newest_idx on public.publish_requests (requested_at desc);
create index publish_requests_requester_idx on public.publish_requests (requested_by);
alter table public.publish_requests enable row level security;
comment on table public.publish_requests is
  'Builds of the site that someone asked for. At most one waits: it will contain everything saved until it starts.';
comment on column public.publish_requests.status is
  'queued, running, live, or failed, which leaves the site as it was.';
comment on column public.publish_requests.build_id is 'The build that came of it.';

revoke all on public.publish_requests from anon, authenticated;
grant select on public.publish_requests to authenticated, service_role;
grant insert (requested_by, note), update (status, build_id, log, started_at, finished_at)
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
alter table public.analytics_events enable row level security;
comment on table public.analytics_events is
  'What visitors who agreed to be counted did; the function ingest alone writes it, and no account is in it.';
comment on column public.analytics_events.insert_id is
  'Given by the sender, so that a repeated delivery counts once.';
comment on column public.analytics_events.name is 'Which event of the tracking plan.';
comment on column public.analytics_events.properties is 'What the plan allows for it.';
comment on column public.analytics_events.device_id is 'A random id of the browser.';
comment on column public.analytics_events.session_id is 'The start of the session in milliseconds.';
comment on column public.analytics_events.happened_at is 'When it happened, as the browser says.';

revoke all on public.analytics_events from anon, authenticated;
grant select, insert, delete on public.analytics_events to service_role;
create policy "Owners count events" on public.analytics_events for select to authenticated
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
alter table private.visit_steps enable row level security;
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
alter table private.visit_days enable row level security;
comment on table private.visit_days is 'How many visits came to each step of buying, by the day on which they first did.';
comment on column private.visit_days.step is 'The event that stands for the step.';

create table private.event_days (
  day date primary key,
  events bigint not null check (events > 0)
);
alter table private.event_days enable row level security;
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
alter table public.check_runs enable row level security;
comment on table public.check_runs is 'How often the shop was checked and how much was wrong then; the newest five hundred, written by check_shop alone.';
comment on column public.check_runs.role is 'As whom: each role is told what it mends.';
comment on column public.check_runs.faults is 'How many faults were found.';
comment on column public.check_runs.warnings is 'How many warnings were found.';
comment on column public.check_runs.groups is 'What was looked at: fewer than all where it was stopped, or where one failed.';

revoke all on public.check_runs from anon, authenticated;
grant select on public.check_runs to authenticated, service_role;
create policy "Staff read when the shop was checked as their role" on public.check_runs
  for select to authenticated using ((select private.is_staff(role)));

create table private.job_turns (
  job text primary key,
  ran_at timestamptz not null,
  worked_at timestamptz,
  problem text not null default '' check (length(problem) <= 500)
);
alter table private.job_turns enable row level security;
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
alter table private.job_failures enable row level security;
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

-- schemas/40-accounts/80_safety_mails.sql
-- A mail for every change of an account's safety: what changed, when, and what to do if somebody else
-- did it. Triggers on the tables of the auth schema tell what the auth service does, for it writes them
-- by itself, embedded as hosted; recovery codes and deletions are told by the functions that change them.

create function private.tell_of_safety(
  p_kind text, p_user uuid, p_facts jsonb default '{}', p_to text default null
) returns void
language sql
set search_path = ''
as $$
  select private.queue_mail(
    p_kind, coalesce(p_to, u.email), p_user || ':' || now(), p_facts || jsonb_build_object('at', now()), p_user)
  from auth.users u
  where u.id = p_user and coalesce(p_to, u.email) <> '' and u.deleted_at is null
$$;
comment on function private.tell_of_safety(text, uuid, jsonb, text) is
  'Queues one mail of a kind an account and transaction, to its address or to p_to. Nothing for an account without an address, or one that is being deleted.';

create function private.tell_of_changed_sign_in() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  -- An address that nobody has confirmed may be a stranger's.
  if old.confirmed_at is null or new.deleted_at is not null then
    return null;
  end if;
  if new.encrypted_password <> '' and new.encrypted_password is distinct from old.encrypted_password
    and coalesce(current_setting('keywright.is_same_password', true), '') <> 'yes' then
    perform private.tell_of_safety('password_changed', new.id,
      jsonb_build_object('is_first', coalesce(old.encrypted_password, '') = ''));
  end if;
  if old.email <> '' and lower(new.email) is distinct from lower(old.email) then
    perform private.tell_of_safety('email_changed', new.id,
      jsonb_build_object('new_email', left(new.email, 1) || '…@' || split_part(new.email, '@', 2)), old.email);
  end if;
  if coalesce(new.phone, '') <> coalesce(old.phone, '') then
    perform private.tell_of_safety('phone_changed', new.id,
      jsonb_build_object('ending', right(new.phone, 2), 'is_first', coalesce(old.phone, '') = ''));
  end if;
  return null;
end;
$$;
comment on function private.tell_of_changed_sign_in() is
  'Tells of another password, address or number. keywright.is_same_password says that a hash is only written anew. Security definer: the auth service may not write the outbox.';
create trigger tell_of_changed_sign_in after update on auth.users
  for each row when (
    old.encrypted_password is distinct from new.encrypted_password
    or old.email is distinct from new.email or old.phone is distinct from new.phone)
  execute function private.tell_of_changed_sign_in();

create function private.tell_of_factor() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  v_has_another boolean;
begin
  if tg_op = 'UPDATE' then
    perform private.tell_of_safety('second_factor_added', new.user_id,
      jsonb_build_object('type', new.factor_type));
    return null;
  end if;
  v_has_another := exists (
    select from auth.mfa_factors f where f.user_id = old.user_id and f.status = 'verified');
  -- Codes for a factor that is gone must not open the account of the next one.
  if not v_has_another then
    delete from private.recovery_codes where user_id = old.user_id;
  end if;
  perform private.tell_of_safety('second_factor_removed', old.user_id,
    jsonb_build_object('type', old.factor_type, 'has_another', v_has_another));
  return null;
end;
$$;
comment on function private.tell_of_factor() is
  'Tells of a second factor that counts from now on or no longer, and ends the recovery codes with the last one. Security definer: the auth service may write neither outbox nor codes.';
create trigger tell_of_added_factor after update of status on auth.mfa_factors
  for each row when (new.status = 'verified' and old.status <> 'verified')
  execute function private.tell_of_factor();
create trigger tell_of_removed_factor after delete on auth.mfa_factors
  for each row when (old.status = 'verified')
  execute function private.tell_of_factor();

create function private.tell_of_identity() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    perform private.tell_of_safety('identity_unlinked', old.user_id, jsonb_build_object('provider', old.provider));
  elsif exists (select from auth.identities i where i.user_id = new.user_id and i.id <> new.id) then
    perform private.tell_of_safety('identity_linked', new.user_id, jsonb_build_object('provider', new.provider));
  end if;
  return null;
end;
$$;
comment on function private.tell_of_identity() is
  'Tells of a further way to sign in, and of one that is gone. The first one is the sign-up. Security definer: the auth service may not write the outbox.';
-- The identities of an address and of a number follow those, and their mails.
create trigger tell_of_linked_identity after insert on auth.identities
  for each row when (new.provider not in ('email', 'phone'))
  execute function private.tell_of_identity();
create trigger tell_of_unlinked_identity after delete on auth.identities
  for each row when (
    old.provider not in ('email', 'phone')
    or old.provider = 'email' and old.identity_data ->> 'email_verified' = 'true')
  execute function private.tell_of_identity();

create function private.tell_of_ended_sessions() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.tell_of_safety('sessions_ended', e.user_id, jsonb_build_object('count', e.count))
  from (
    select s.user_id, count(*) as count
    from ended s
    where (s.not_after is null or s.not_after > now())
      -- One that owes the second factor opens nothing: giving it elsewhere ends it.
      and (s.aal <> 'aal1' or not exists (
        select from auth.mfa_factors f where f.user_id = s.user_id and f.status = 'verified'))
    group by s.user_id having count(*) > 1
  ) e
  -- A new password and a first factor end the other sessions too, and their mails say so.
  where not exists (
    select from public.outbox m
    where m.dedupe_key in (
      'password_changed:' || e.user_id || ':' || now(), 'second_factor_added:' || e.user_id || ':' || now()));
  return null;
end;
$$;
comment on function private.tell_of_ended_sessions() is
  'Tells that several sessions ended at once. A single one looks like its own device signing out; public.end_session tells of those it ends. Security definer: the auth service may not write the outbox.';
create trigger tell_of_ended_sessions after delete on auth.sessions
  referencing old table as ended
  for each statement execute function private.tell_of_ended_sessions();

-- schemas/60-lists/81_offers.sql
-- Offers of lists: a time-limited right to buy one thing. The only place that decides who is next,
-- how many may be out at once, and what a lapsed offer costs. Invariants, kept under the lock of the
-- list's row: live offers never exceed what is released nor the editions; one open offer a person.

create type public.offer_status as enum ('pending', 'claimed', 'expired', 'revoked');
comment on type public.offer_status is 'The life of an offer.';

create table public.offers (
  id uuid primary key default gen_random_uuid(),
  list_id uuid not null references public.lists (id) on delete cascade,
  entry_id uuid not null references public.list_entries (id) on delete cascade,
  user_id uuid references auth.users (id) on delete set null,
  choice_id uuid not null references public.list_choices (id) on delete cascade,
  variant_id uuid not null references public.variants (id) on delete cascade,
  status public.offer_status not null default 'pending',
  rank int not null check (rank >= 1),
  round int not null check (round >= 1),
  offered_at timestamptz not null default now(),
  seen_at timestamptz,
  expires_at timestamptz not null,
  claimed_at timestamptz,
  holds_until timestamptz,
  order_id uuid references public.order_records (id) on delete set null,
  ordered_at timestamptz,
  ended_at timestamptz,
  end_reason text check (length(end_reason) between 2 and 300),
  reinstated_at timestamptz,
  check (expires_at > offered_at),
  check ((claimed_at is null) = (holds_until is null)),
  check (status <> 'claimed' or claimed_at is not null),
  check (order_id is null or claimed_at is not null),
  check ((status in ('expired', 'revoked')) = (ended_at is not null))
);
create unique index offers_one_pending_idx on public.offers (list_id, user_id) where status = 'pending';
create index offers_list_idx on public.offers (list_id, status);
create index offers_entry_idx on public.offers (entry_id);
create index offers_user_idx on public.offers (user_id);
create index offers_choice_idx on public.offers (choice_id);
create index offers_variant_idx on public.offers (variant_id);
create index offers_order_idx on public.offers (order_id);
create index offers_waiting_idx on public.offers (expires_at) where status in ('pending', 'claimed') and order_id is null;
alter table public.offers enable row level security;
comment on table public.offers is 'A right to buy one thing from a list until a time.';
comment on column public.offers.user_id is 'To whom; null once the account is gone.';
comment on column public.offers.choice_id is 'Which of the list''s choices.';
comment on column public.offers.status is 'As last written: whoever reads must ask private.offer_status_now what the clock says.';
comment on column public.offers.rank is 'The place that brought it.';
comment on column public.offers.round is 'In which round of offers.';
comment on column public.offers.seen_at is 'When its person was first shown it in the shop; null until then.';
comment on column public.offers.expires_at is 'Until when it can be taken up.';
comment on column public.offers.claimed_at is 'When it was taken into the cart.';
comment on column public.offers.holds_until is 'Until when the cart holds it.';
comment on column public.offers.order_id is 'The order that used it; null until then.';
comment on column public.offers.ended_at is 'When it ended without an order, or its order did.';
comment on column public.offers.end_reason is 'Why, for the person and for staff.';
comment on column public.offers.reinstated_at is 'When its person may be asked again after a revocation.';

revoke all on public.offers from anon, authenticated;
grant select on public.offers to authenticated, service_role;
create policy "Customers read their own offers" on public.offers for select to authenticated
  using (user_id = (select auth.uid()));
create trigger audit after insert or update or delete on public.offers
  for each row execute function private.audit_row();

create table private.list_strikes (
  offer_id uuid primary key references public.offers (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  at timestamptz not null,
  forgiven_at timestamptz,
  forgiven_reason text
);
create index list_strikes_user_idx on private.list_strikes (user_id, at);
alter table private.list_strikes enable row level security;
comment on table private.list_strikes is 'Wins and claims that were not paid.';
comment on column private.list_strikes.forgiven_at is 'When staff took it back; null while it counts.';

create table private.list_bans (
  user_id uuid primary key references auth.users (id) on delete cascade,
  until timestamptz,
  note text not null check (length(note) between 2 and 300),
  created_at timestamptz not null default now()
);
alter table private.list_bans enable row level security;
comment on table private.list_bans is 'People whom staff keep off lists.';
comment on column private.list_bans.until is 'Until when; null is for good.';
comment on column private.list_bans.note is 'Why, for staff.';
create trigger audit after insert or update or delete on private.list_bans
  for each row execute function private.audit_row();

create function private.offer_status_now(p_offer public.offers, p_now timestamptz) returns public.offer_status
language sql immutable
set search_path = ''
as $$
  select case
    when p_offer.status = 'pending' and p_offer.expires_at <= p_now then 'expired'
    when p_offer.status = 'claimed' and p_offer.order_id is null and p_offer.holds_until <= p_now then 'expired'
    else p_offer.status
  end::public.offer_status
$$;
comment on function private.offer_status_now(public.offers, timestamptz) is
  'The status that holds at a moment: an offer whose time has passed is dead for every reader, whether or not a job ran.';

create function private.live_offers(p_list uuid, p_now timestamptz) returns setof public.offers
language sql stable
set search_path = ''
as $$
  select o.* from public.offers o
  where o.list_id = p_list and private.offer_status_now(o, p_now) in ('pending', 'claimed')
$$;
comment on function private.live_offers(uuid, timestamptz) is 'What takes capacity of a list at a moment: open offers, held ones and ordered ones.';

create function private.strikes_of(p_user uuid, p_now timestamptz) returns timestamptz[]
language sql stable
set search_path = ''
as $$
  select coalesce(array_agg(at order by at), '{}') from (
    select at from private.list_strikes where user_id = p_user and forgiven_at is null
    union all
    select coalesce(o.holds_until, o.expires_at)
    from public.offers o join public.lists l on l.id = o.list_id
    where o.user_id = p_user and o.status in ('pending', 'claimed')
      and private.offer_status_now(o, p_now) = 'expired' and (l.kind = 'raffle' or o.claimed_at is not null)
  ) as strikes
$$;
comment on function private.strikes_of(uuid, timestamptz) is
  'When a person let a win or a claim go unpaid, those that no job has written down yet included.';

create function private.paused_until(p_user uuid, p_now timestamptz) returns timestamptz
language plpgsql stable
set search_path = ''
as $$
declare
  v_strikes constant timestamptz[] := private.strikes_of(p_user, p_now);
  v_every constant int := greatest(private.setting('strikes_until_pause'), 1);
  v_last constant int := cardinality(v_strikes) / v_every * v_every;
begin
  return case when v_last > 0
    then v_strikes[v_last] + make_interval(months => private.setting('months_of_pause')) end;
end;
$$;
comment on function private.paused_until(uuid, timestamptz) is
  'Until when raffles pause for a person; null or past when they don''t. Every so many strikes begin a pause.';

create function private.is_banned(p_user uuid, p_now timestamptz) returns boolean
language sql stable
set search_path = ''
as $$
  select exists (select from private.list_bans where user_id = p_user and coalesce(until > p_now, true))
$$;
comment on function private.is_banned(uuid, timestamptz) is 'Whether staff keep a person off lists at a moment.';

create function private.ban_note(p_user uuid, p_now timestamptz) returns text
language sql stable
set search_path = ''
as $$
  select coalesce((select note from private.list_bans where user_id = p_user and coalesce(until > p_now, true)), '')
$$;
comment on function private.ban_note(uuid, timestamptz) is
  'Why staff keep a person off lists at a moment; empty when they don''t.';

create function private.allocate(p_entries jsonb, p_editions jsonb, p_capacity int) returns jsonb
language plpgsql immutable
set search_path = ''
as $$
declare
  v_left jsonb := p_editions;
  v_awards jsonb[] := '{}';
  v_entry record;
  v_choice text;
  v_mine text[];
begin
  for v_entry in
    select e.value, e.ordinality as rank from jsonb_array_elements(p_entries) with ordinality e order by e.ordinality
  loop
    v_mine := '{}';
    for v_choice in
      select c.value from jsonb_array_elements_text(v_entry.value -> 'choices') with ordinality c order by c.ordinality
    loop
      if cardinality(v_awards) >= p_capacity then
        return to_jsonb(v_awards);
      end if;
      exit when cardinality(v_mine) >= (v_entry.value ->> 'max')::int;
      continue when v_choice = any (v_mine) or not v_left ? v_choice or (v_left ->> v_choice)::int <= 0;
      v_mine := v_mine || v_choice;
      v_awards := v_awards || jsonb_build_object('entry', v_entry.value -> 'id', 'choice', v_choice, 'rank', v_entry.rank);
      if v_left ->> v_choice is not null then
        v_left := jsonb_set(v_left, array[v_choice], to_jsonb((v_left ->> v_choice)::int - 1));
      end if;
    end loop;
  end loop;
  return to_jsonb(v_awards);
end;
$$;
comment on function private.allocate(jsonb, jsonb, int) is
  'Gives out editions down a rank, respecting wishes and maxima; src/domain/allocation.ts does the same, and both read tests/cases/allocation.json.';

create function private.rank_entries(p_entries uuid[], p_randomness text) returns uuid[]
language sql immutable
set search_path = ''
as $$
  select array(
    select e from unnest(p_entries) e
    order by encode(sha256(convert_to(p_randomness || ':' || e, 'UTF8')), 'hex') collate "C")
$$;
comment on function private.rank_entries(uuid[], text) is
  'Best first, by SHA-256 of randomness:entry: the draw and its rehearsal ask here; src/domain/draw.ts does the same.';

create function private.queue_of_list(p_list uuid, p_ranking uuid[] default null)
returns table (entry_id uuid, user_id uuid, choices uuid[], max_wins int, place int)
language sql stable
set search_path = ''
as $$
  select e.id, e.user_id,
    case when e.choices = '{}'
      then array(select c.id from public.list_choices c where c.list_id = p_list order by c.position, c.id)
      else e.choices end,
    least(e.max_wins, l.max_wins),
    row_number() over (order by r.rank nulls last, e.entered_at, e.id)::int
  from public.lists l
  join public.list_entries e on e.list_id = l.id and e.withdrawn_at is null
  left join lateral unnest(coalesce(p_ranking, l.ranking)) with ordinality as r (id, rank) on r.id = e.id
  where l.id = p_list
$$;
comment on function private.queue_of_list(uuid, uuid[]) is
  'Everyone on a list in the order in which they are asked: by rank where it is drawn, by arrival otherwise. A rehearsal gives a rank of its own.';

create function private.next_awards(p_list uuid, p_round int, p_count int, p_ranking uuid[] default null)
returns table (entry_id uuid, user_id uuid, choice_id uuid, variant_id uuid, place int)
language sql stable
set search_path = ''
as $$
  with live as (
    select * from private.live_offers(p_list, clock_timestamp())
  ), past as (
    select o.entry_id, count(*) filter (where o.order_id is null) as lapsed,
      bool_or(o.round = p_round) as is_asked, bool_or(o.status = 'revoked') as is_barred
    from public.offers o
    where o.list_id = p_list and o.reinstated_at is null and o.id not in (select id from live)
    group by o.entry_id
  ), waiting as (
    select q.*, coalesce(p.lapsed, 0) as lapsed,
      (select array_agg(m.choice_id) from live m where m.entry_id = q.entry_id) as mine,
      (select count(*)::int from live m where m.entry_id = q.entry_id) as won
    from private.queue_of_list(p_list, p_ranking) q left join past p on p.entry_id = q.entry_id
    where q.user_id is not null and not coalesce(p.is_asked or p.is_barred, false)
      and not private.is_banned(q.user_id, clock_timestamp())
  ), entries as (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', w.entry_id, 'max', w.max_wins - w.won,
      'choices', array(select c from unnest(w.choices) with ordinality u (c, n) where c <> all (coalesce(w.mine, '{}')) order by n)
    -- Who let a win go keeps a place, behind those who had no offer yet.
    ) order by case l.kind when 'raffle' then w.lapsed else 0 end, w.place), '[]') as ranked
    from waiting w join public.lists l on l.id = p_list
  ), editions as (
    select coalesce(jsonb_object_agg(c.id, c.editions - (select count(*) from live m where m.choice_id = c.id)), '{}') as counts
    from public.list_choices c where c.list_id = p_list
  )
  select w.entry_id, w.user_id, c.id, c.variant_id, w.place
  from entries, editions,
    jsonb_array_elements(private.allocate(entries.ranked, editions.counts, p_count)) with ordinality a (award, n)
  join waiting w on w.entry_id = (a.award ->> 'entry')::uuid
  join public.list_choices c on c.id = (a.award ->> 'choice')::uuid
  order by a.n
$$;
comment on function private.next_awards(uuid, int, int, uuid[]) is
  'Who gets what of the next so many, without writing anything: rehearsals, previews and refills ask the same question.';

create function private.settle_offers(p_list uuid) returns void
language sql
set search_path = ''
as $$
  with lapsed as (
    update public.offers o set
      status = 'expired', ended_at = clock_timestamp(), end_reason = 'Expired'
    where o.list_id = p_list and o.status in ('pending', 'claimed')
      and private.offer_status_now(o, clock_timestamp()) = 'expired'
    returning o.id, o.user_id, o.claimed_at, coalesce(o.holds_until, o.expires_at) as at
  )
  insert into private.list_strikes (offer_id, user_id, at)
  select p.id, p.user_id, p.at from lapsed p join public.lists l on l.id = p_list
  where p.user_id is not null and (l.kind = 'raffle' or p.claimed_at is not null)
  on conflict (offer_id) do nothing
$$;
comment on function private.settle_offers(uuid) is
  'Writes down what the clock has decided already. A win or a claim that lapsed leaves a strike, an offer of a waiting list does not. The caller holds the lock of the list.';

create function private.refill_list(p_list uuid) returns uuid[]
language plpgsql
set search_path = ''
as $$
declare
  v_list public.lists;
  v_award record;
  v_offer uuid;
  v_made uuid[] := '{}';
begin
  select * into v_list from public.lists where id = p_list for no key update;
  if not found or v_list.released = 0 or v_list.status = 'finished' then
    return v_made;
  end if;
  perform private.settle_offers(p_list);
  for v_award in
    select * from private.next_awards(p_list, v_list.offer_round,
      v_list.released - (select count(*)::int from private.live_offers(p_list, clock_timestamp())))
  loop
    -- A second win of one person waits for the first to be taken up; its edition stays reserved.
    insert into public.offers (list_id, entry_id, user_id, choice_id, variant_id, rank, round, offered_at, expires_at)
    values (p_list, v_award.entry_id, v_award.user_id, v_award.choice_id, v_award.variant_id, v_award.place,
      v_list.offer_round, clock_timestamp(), clock_timestamp() + make_interval(hours => v_list.offer_hours))
    on conflict (list_id, user_id) where status = 'pending' do nothing
    returning id into v_offer;
    continue when v_offer is null;
    v_made := v_made || v_offer;
    perform private.tell_of_offer(v_offer);
    if v_list.kind = 'raffle' then
      update public.lists set last_offered_rank = greatest(last_offered_rank, v_award.place) where id = p_list;
    end if;
  end loop;
  return v_made;
end;
$$;
comment on function private.refill_list(uuid) is
  'The one function that frees and re-offers: does nothing when nothing is free, so it may be called at any time and by many at once.';

create function private.refill_offers() returns int
language plpgsql security definer
set search_path = ''
as $$
declare
  v_list uuid;
  v_made int := 0;
begin
  for v_list in select id from public.lists where released > 0 and status <> 'finished' order by id loop
    v_made := v_made + cardinality(private.refill_list(v_list));
  end loop;
  return v_made;
end;
$$;
comment on function private.refill_offers() is
  'The hourly job: every list gives on what is free. Security definer: jobs may not write offers.';

create function private.spend_offer(p_offer uuid, p_order uuid, p_variant uuid) returns void
language plpgsql
set search_path = ''
as $$
declare
  v_offer public.offers;
begin
  perform 1 from public.lists l
  where l.id = (select list_id from public.offers where id = p_offer) for no key update;
  select * into v_offer from public.offers where id = p_offer for update;
  if v_offer.user_id is distinct from auth.uid() or v_offer.variant_id is distinct from p_variant then
    perform private.refuse(404, 'unknown_offer', 'You have no such offer.', jsonb_build_object('offer_id', p_offer));
  end if;
  if v_offer.order_id is not null or private.offer_status_now(v_offer, clock_timestamp()) <> 'claimed' then
    perform private.refuse(409, 'offer_gone', 'This offer is no longer yours.', jsonb_build_object('offer_id', p_offer));
  end if;
  update public.offers set order_id = p_order, ordered_at = clock_timestamp() where id = p_offer;
end;
$$;
comment on function private.spend_offer(uuid, uuid, uuid) is
  'Uses up a claimed offer for an order, once. Called by the order''s transaction, which checks nothing of it itself.';

create function private.free_offers_of(p_order uuid, p_is_no_pay boolean) returns void
language plpgsql
set search_path = ''
as $$
declare
  v_list uuid;
begin
  for v_list in select distinct list_id from public.offers where order_id = p_order and status = 'claimed' order by 1 loop
    perform 1 from public.lists where id = v_list for no key update;
    with freed as (
      update public.offers set status = 'expired', ended_at = clock_timestamp(),
        end_reason = case when p_is_no_pay then 'The order was not paid' else 'The order was cancelled' end
      where order_id = p_order and list_id = v_list and status = 'claimed'
      returning id, user_id
    )
    insert into private.list_strikes (offer_id, user_id, at)
    select id, user_id, clock_timestamp() from freed where p_is_no_pay and user_id is not null
    on conflict (offer_id) do nothing;
    perform private.refill_list(v_list);
  end loop;
end;
$$;
comment on function private.free_offers_of(uuid, boolean) is
  'Gives on what an order that expired or was cancelled had taken from lists; an unpaid one leaves a strike.';

create function private.tell_of_offer(p_offer uuid) returns void
language sql
set search_path = ''
as $$
  select private.queue_mail(case l.kind when 'raffle' then 'won' else 'offer' end, u.email, o.id::text,
    jsonb_build_object('list_id', l.id, 'list_title', l.title, 'offer_id', o.id, 'product_title', p.title,
      'variant_title', v.title, 'expires_at', o.expires_at, 'rank', o.rank), u.id)
  from public.offers o
  join public.lists l on l.id = o.list_id
  join public.variants v on v.id = o.variant_id
  join public.products p on p.id = v.product_id
  join auth.users u on u.id = o.user_id and u.email <> ''
  where o.id = p_offer
$$;
comment on function private.tell_of_offer(uuid) is 'Queues the mail that somebody may buy.';

create function private.offer_problem(p_offer uuid, p_user uuid, p_variant uuid) returns text
language sql stable
set search_path = ''
as $$
  select case
    when o.id is null or o.user_id is distinct from p_user or o.variant_id is distinct from p_variant then 'unknown_offer'
    when o.order_id is not null then 'offer_used'
    when o.status = 'revoked' then 'offer_revoked'
    when private.offer_status_now(o, clock_timestamp()) = 'expired' then 'offer_expired'
    when o.status = 'pending' then 'offer_unclaimed'
  end
  from (select p_offer) as asked (id) left join public.offers o on o.id = asked.id
$$;
comment on function private.offer_problem(uuid, uuid, uuid) is
  'Why a cart line can''t use an offer now, as a reason word; null when it can.';

create function private.offer_facts(p_offer public.offers, p_now timestamptz) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'id', p_offer.id, 'list_id', p_offer.list_id, 'entry_id', p_offer.entry_id,
    'variant_id', p_offer.variant_id, 'choice_id', p_offer.choice_id, 'title', v.title,
    'status', private.offer_status_now(p_offer, p_now), 'rank', p_offer.rank, 'round', p_offer.round,
    'offered_at', p_offer.offered_at, 'expires_at', p_offer.expires_at, 'claimed_at', p_offer.claimed_at,
    'holds_until', p_offer.holds_until, 'is_ordered', p_offer.order_id is not null,
    'end_reason', p_offer.end_reason, 'reinstated_at', p_offer.reinstated_at)
  from public.variants v where v.id = p_offer.variant_id
$$;
comment on function private.offer_facts(public.offers, timestamptz) is 'An offer as its person and staff see it; without a name.';

-- schemas/90-operations/81_text_settings.sql
-- A text names a number of the shop as {{key}}. One that names no setting would stop every publish until
-- somebody finds it, so it is refused where it is written.

create function private.require_known_settings() returns trigger
language plpgsql
set search_path = ''
as $$
declare
  v_unknown text;
begin
  select m[1] into v_unknown
  from unnest(tg_argv) field,
    regexp_matches(to_jsonb(new) ->> field, '\{\{\s*([a-z][a-z_]*)\s*\}\}', 'g') m
  where not exists (select from public.settings s where s.key = m[1])
  limit 1;
  if v_unknown is not null then
    perform private.refuse(422, 'unknown_setting',
      format('{{%s}} names no setting of the shop. Use a setting''s name, or take the braces away.', v_unknown),
      jsonb_build_object('key', v_unknown));
  end if;
  return new;
end;
$$;
comment on function private.require_known_settings() is
  'Refuses texts that name a setting that does not exist; its arguments are the columns to look at.';

create trigger require_known_settings before insert or update of body on public.page_texts
  for each row execute function private.require_known_settings('body');
create trigger require_known_settings before insert or update of question, answer on public.faq_entries
  for each row execute function private.require_known_settings('question', 'answer');
create trigger require_known_settings before insert or update of plain, body on public.legal_sections
  for each row execute function private.require_known_settings('plain', 'body');
create trigger require_known_settings before insert or update of body on public.products
  for each row execute function private.require_known_settings('body');
create trigger require_known_settings before insert or update of body on public.updates
  for each row execute function private.require_known_settings('body');
create trigger require_known_settings before insert or update of duties_note on public.countries
  for each row execute function private.require_known_settings('duties_note');

create function private.guard_named_setting() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if exists (
    select from (
      select body from public.page_texts
      union all select question || ' ' || answer from public.faq_entries
      union all select plain || ' ' || body from public.legal_sections
      union all select body from public.products
      union all select body from public.updates
      union all select duties_note from public.countries
    ) t (words) where t.words ~ ('\{\{\s*' || old.key || '\s*\}\}')
  ) then
    perform private.refuse(409, 'setting_named', 'A text of the shop still names this setting. Change the text first.',
      jsonb_build_object('key', old.key));
  end if;
  return old;
end;
$$;
comment on function private.guard_named_setting() is
  'Keeps a setting that a text names. Security definer: it must see every text, published or not.';
create trigger guard_named_setting before delete on public.settings
  for each row execute function private.guard_named_setting();

-- schemas/60-lists/82_list_places.sql
-- What a person needs to stand on a list, and how their place looks. The only place that says so;
-- the functions that enter, leave and read ask here.

create function private.require_entrant(p_user uuid) returns void
language plpgsql stable
set search_path = ''
as $$
declare
  v_confirmed_at timestamptz;
begin
  if p_user is null then
    perform private.refuse(401, 'signed_out', 'Please sign in first.', '{}');
  end if;
  select coalesce(email_confirmed_at, phone_confirmed_at) into v_confirmed_at from auth.users where id = p_user;
  if v_confirmed_at is null then
    perform private.refuse(403, 'unverified', 'Please confirm your e-mail address first. Each person gets one place.', '{}');
  end if;
end;
$$;
comment on function private.require_entrant(uuid) is 'Lets on only accounts that proved an address.';

create function private.require_open_list(p_list public.lists, p_now timestamptz) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if p_list.id is null then
    perform private.refuse(404, 'unknown_list', 'This list no longer exists. Reload the page.', '{}');
  end if;
  if p_list.opens_at > p_now then
    perform private.refuse(409, 'not_open', 'This list has not opened yet.',
      jsonb_build_object('list_id', p_list.id, 'opens_at', p_list.opens_at));
  end if;
  if private.list_status_now(p_list.status, p_list.closes_at, p_now) <> 'open' then
    perform private.refuse(409, 'list_closed', 'This list is closed. Its entries can no longer be changed.',
      jsonb_build_object('list_id', p_list.id, 'closed_at', p_list.closes_at));
  end if;
end;
$$;
comment on function private.require_open_list(public.lists, timestamptz) is 'Refuses outside the window, by the clock of the database.';

create function private.require_unpaused(p_user uuid, p_kind public.list_kind, p_now timestamptz) returns void
language plpgsql stable
set search_path = ''
as $$
declare
  v_until constant timestamptz := private.paused_until(p_user, p_now);
begin
  if private.is_banned(p_user, p_now) then
    perform private.refuse(403, 'banned', 'Your account can’t enter lists. Write to us if you think this is wrong.', '{}');
  end if;
  if p_kind = 'raffle' and v_until > p_now then
    perform private.refuse(403, 'paused', 'Your account can’t enter raffles for now, because you did not pay for earlier wins.',
      jsonb_build_object('until', v_until));
  end if;
end;
$$;
comment on function private.require_unpaused(uuid, public.list_kind, timestamptz) is 'Keeps out who is banned, and from raffles who let wins go unpaid.';

create function private.choices_of(p_list uuid, p_asked uuid[]) returns uuid[]
language plpgsql stable
set search_path = ''
as $$
declare
  v_all constant uuid[] := array(select id from public.list_choices where list_id = p_list order by position, id);
  v_found uuid[];
begin
  if cardinality(p_asked) > 50 then
    perform private.refuse(422, 'wrong_choice', 'You chose too many. Remove some.', '{}');
  end if;
  if coalesce(cardinality(p_asked), 0) = 0 then
    if cardinality(v_all) > 1 then
      perform private.refuse(422, 'choice_missing', 'Choose what you would like, favourite first.', '{}');
    end if;
    return v_all;
  end if;
  select array_agg(c.id order by a.n) into v_found
  from unnest(p_asked) with ordinality a (id, n)
  join public.list_choices c on c.list_id = p_list and a.id in (c.id, c.variant_id);
  if cardinality(v_found) is distinct from cardinality(p_asked)
    or (select count(distinct f) from unnest(v_found) f) <> cardinality(v_found) then
    perform private.refuse(422, 'wrong_choice', 'One of these is not on the list or is chosen twice.', '{}');
  end if;
  return v_found;
end;
$$;
comment on function private.choices_of(uuid, uuid[]) is
  'Wishes as ids of list_choices: given as those or as ids of variants, and nothing when there is one to choose.';

create function private.answers_of(p_product uuid, p_asked uuid[]) returns uuid[]
language plpgsql stable
set search_path = ''
as $$
declare
  v_found uuid[];
  v_questions int;
  v_reason text;
begin
  select array_agg(v.id order by o.position, o.id), count(distinct o.id) into v_found, v_questions
  from public.option_values v join public.product_options o on o.id = v.option_id and o.product_id = p_product
  where v.id = any (p_asked) and v.is_offered;
  if coalesce(cardinality(v_found), 0) <> cardinality(p_asked) or v_questions <> cardinality(p_asked) then
    perform private.refuse(422, 'wrong_answer', 'One of these options is not available or is chosen twice.', '{}');
  end if;
  select reason into v_reason from public.option_rules
  where value_id = any (p_asked) and other_value_id = any (p_asked) limit 1;
  if v_reason is not null then
    perform private.refuse(422, 'wrong_answer', v_reason, '{}');
  end if;
  return coalesce(v_found, '{}');
end;
$$;
comment on function private.answers_of(uuid, uuid[]) is
  'What a vote answers to the questions of a product, as ids of option_values: one a question, and no pair that can''t be made.';

create function private.require_live_offer(p_offer public.offers, p_now timestamptz) returns void
language plpgsql stable
set search_path = ''
as $$
declare
  v_details constant jsonb := jsonb_build_object('offer_id', p_offer.id, 'expires_at', p_offer.expires_at);
begin
  if p_offer.status = 'revoked' then
    perform private.refuse(409, 'offer_revoked', 'This offer was withdrawn: ' || p_offer.end_reason, v_details);
  end if;
  if private.offer_status_now(p_offer, p_now) = 'expired' then
    perform private.refuse(409, 'offer_expired', 'This offer has expired; it went to the next in line.', v_details);
  end if;
  if p_offer.order_id is not null then
    perform private.refuse(409, 'offer_used', 'This offer has already been ordered.', v_details);
  end if;
end;
$$;
comment on function private.require_live_offer(public.offers, timestamptz) is 'Refuses what is over, by the clock of the database.';

create function private.place_facts(p_entry public.list_entries, p_now timestamptz) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'list_id', l.id, 'title', l.title, 'kind', l.kind,
    'status', private.list_status_now(l.status, l.closes_at, p_now),
    'closes_at', l.closes_at, 'product_url', p.url, 'product_kind', p.kind, 'product_title', p.title,
    'entry_id', p_entry.id, 'choices', p_entry.choices, 'max_wins', p_entry.max_wins,
    'comment', p_entry.comment, 'answers', p_entry.answers,
    'entered_at', p_entry.entered_at, 'withdrawn_at', p_entry.withdrawn_at,
    'entry_count', l.entry_count, 'of', l.entry_count, 'last_offered_rank', l.last_offered_rank,
    'entries_hash', l.entries_hash, 'beacon_round', l.beacon_round,
    'position', case when p_entry.withdrawn_at is null then case
      when l.ranking is not null then array_position(l.ranking, p_entry.id)
      when l.kind = 'waiting_list' then (
        -- Those who have theirs are not ahead of anyone.
        select count(*)::int + 1 from public.list_entries o
        where o.list_id = l.id and o.withdrawn_at is null
          and (o.entered_at, o.id) < (p_entry.entered_at, p_entry.id)
          and not exists (select from public.offers f where f.entry_id = o.id and f.order_id is not null and f.status = 'claimed'))
      end end,
    'offers', coalesce((
      select jsonb_agg(private.offer_facts(f, p_now) order by f.offered_at desc, f.id)
      from public.offers f where f.entry_id = p_entry.id
    ), '[]'))
  from public.lists l left join public.products p on p.id = l.product_id
  where l.id = p_entry.list_id
$$;
comment on function private.place_facts(public.list_entries, timestamptz) is
  'A person''s own place on a list: where it stands by now, and its offers.';

create function private.list_facts(p_list public.lists) returns jsonb
language sql stable
set search_path = ''
as $$
  select to_jsonb(p_list) || jsonb_build_object(
    'status', private.list_status_now(p_list.status, p_list.closes_at, clock_timestamp()))
$$;
comment on function private.list_facts(public.lists) is 'A list as everyone may read it, with the status of now.';

create function private.freeze_now(p_list uuid) returns public.lists
language plpgsql
set search_path = ''
as $$
declare
  v_list public.lists;
  v_now constant timestamptz := clock_timestamp();
begin
  update public.lists l set
    status = 'frozen', frozen_at = v_now, entry_ids = e.ids,
    -- Whoever knows the round before the list is fixed could choose the entries by it.
    beacon_round = case when private.beacon_round_time(l.beacon_round) > v_now then l.beacon_round
      else private.beacon_round_after(v_now + interval '15 minutes') end,
    entries_hash = encode(sha256(convert_to(array_to_string(e.ids, E'\n'), 'UTF8')), 'hex')
  from (
    select coalesce(array_agg(id order by id), '{}') as ids
    from public.list_entries where list_id = p_list and withdrawn_at is null
  ) e
  where l.id = p_list and l.frozen_at is null
  returning l.* into v_list;
  perform private.queue_mail('list_frozen', u.email, e.id::text,
    jsonb_build_object('list_id', v_list.id, 'list_title', v_list.title, 'entry_id', e.id,
      'entry_count', cardinality(v_list.entry_ids), 'entries_hash', v_list.entries_hash,
      'beacon_round', v_list.beacon_round, 'round_comes_at', private.beacon_round_time(v_list.beacon_round)), u.id)
  from public.list_entries e join auth.users u on u.id = e.user_id and u.email <> ''
  where e.list_id = v_list.id and e.withdrawn_at is null;
  return v_list;
end;
$$;
comment on function private.freeze_now(uuid) is
  'Fixes the entries, names a later round where the named one has come already, and mails each entrant the hash and the round. The caller holds the lock of the list and has checked that it is closed.';

create function private.freeze_due_lists() returns int
language plpgsql security definer
set search_path = ''
as $$
declare
  v_list uuid;
  v_count int := 0;
begin
  for v_list in
    select id from public.lists
    where kind = 'raffle' and frozen_at is null and status in ('open', 'closed') and closes_at <= clock_timestamp()
    order by id for no key update skip locked
  loop
    perform private.freeze_now(v_list);
    v_count := v_count + 1;
  end loop;
  return v_count;
end;
$$;
comment on function private.freeze_due_lists() is
  'The job that freezes raffles at their closing, so that the hash is out before the round. Security definer: jobs may not write lists.';

create function private.tell_of_entry(p_entry uuid) returns void
language sql
set search_path = ''
as $$
  select private.queue_mail('list_joined', u.email, e.id::text,
    jsonb_build_object('list_id', l.id, 'list_title', l.title, 'kind', l.kind, 'entry_id', e.id,
      'closes_at', l.closes_at, 'pay_within_hours', l.pay_within_hours), u.id)
  from public.list_entries e
  join public.lists l on l.id = e.list_id
  join auth.users u on u.id = e.user_id and u.email <> ''
  where e.id = p_entry
$$;
comment on function private.tell_of_entry(uuid) is 'Queues the mail that somebody joined, once per person and list.';

-- schemas/20-production/83_batch_closing.sql
-- What happens when the window of a group buy ends, and who its buyers are. Invariants: a batch is
-- settled once, under the locks of its orders, its kits and then of itself, in the order in which buyers
-- take them; and what was paid until then decides, never what waits for its payment.

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
      'refund_minor', v_back, 'currency', p_line.currency));
end;
$$;
comment on function private.settle_paid_line(public.order_lines, text, int, text) is
  'Takes what is left of a paid line off the order, whole or in part: entered and told. What was paid for it is owed back by that.';

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
  v record;
begin
  select array_agg((s.line).id) filter (where s.is_dropped),
    string_agg(s.words || case when s.is_dropped then '' else ': you pay less.' end, ' ') filter (where s.is_dropped or s.off_minor > 0)
  into v_dropped, v_words from private.lines_to_settle(p_order.id, p_batch) s;
  if v_words is null then
    return false;
  end if;
  if not exists (
    select from public.order_lines l
    where l.order_id = p_order.id and l.refunded_quantity < l.quantity and l.id <> all (coalesce(v_dropped, '{}'))
  ) then
    perform private.move_order(p_order.id, 'awaiting_payment', 'cancelled', 'shop', v_words);
    perform private.mail_about_order(p_order.id, 'order_cancelled', 'cancelled', jsonb_build_object('reason', v_words));
    return true;
  end if;
  for v in select * from private.lines_to_settle(p_order.id, p_batch) s where s.is_dropped or s.off_minor > 0 loop
    perform private.settle_unpaid_line(v.line, v.is_dropped, v.off_minor, v.words || case when v.is_dropped then '' else ': you pay less.' end);
  end loop;
  perform private.sum_amended_order(p_order, p_order.shipping_minor, v_taxes, v_words);
  perform private.mail_about_order(p_order.id, 'order_changed', (select max(e.id)::text from public.order_events e where e.order_id = p_order.id),
    jsonb_build_object('reason', v_words));
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
      tax_minor = private.tax_part(v_unit * l.quantity - least(l.discount_minor, v_unit * l.quantity), nullif(l.tax_rate_basis_points, 0), l.tax_included)
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
  if not exists (select from public.batches b where b.id = p_batch and b.settled_at is null and b.stage in ('announced', 'open', 'closed')) then
    return null;
  end if;
  v_ended := private.lock_settlement(p_batch);
  select * into v_batch from public.batches where id = p_batch;
  if v_batch.settled_at is not null or v_batch.stage not in ('announced', 'open', 'closed') then
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
    where settled_at is null and stage in ('announced', 'open', 'closed') and closes_at <= clock_timestamp()
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

-- schemas/80-pricing/84_availability.sql
-- What can be bought now, and for how much: the one read that brings a static page up to date.
-- The order decides again; this view and private.availability_now are what it decides with.

create view public.availability with (security_invoker = true) as
select
  v.id as variant_id,
  v.product_id,
  case
    when p.status = 'archived' then 'archived'
    when v.availability = 'in_stock' then private.stock_word_of(v.id)
    when v.availability = 'preorder' and v.stock_pool_id is not null
      and private.stock_word_of(v.id) = 'sold_out' then 'sold_out'
    else v.availability::text
  end as stock,
  case
    when p.status = 'archived' then false
    when v.availability = 'in_stock' then private.stock_word_of(v.id) <> 'sold_out'
    when v.availability = 'preorder' then
      v.stock_pool_id is null or private.stock_word_of(v.id) <> 'sold_out'
    when v.availability = 'group_buy' then coalesce(
      b.stage_now = 'open' and b.dropped_at is null
      and (b.capacity is null or b.taken_count < b.capacity), false)
    else false
  end as can_be_ordered,
  private.remaining_of(v.id) as remaining,
  case
    when v.availability = 'group_buy' and b.kit_id is not null
      then private.tier_price(b.kit_id, b.ordered_count, v.price_minor)
    else v.price_minor
  end as price_minor,
  v.currency,
  b.id as batch_id,
  b.stage_now as batch_stage,
  b.opens_at,
  b.closes_at,
  b.eta,
  b.eta_precision,
  b.moq,
  b.ordered_count,
  b.waiting_count,
  t.from_count as next_tier_count,
  t.price_minor as next_tier_price_minor,
  l.id as list_id,
  l.kind as list_kind,
  l.status as list_status,
  l.opens_at as list_opens_at,
  l.closes_at as list_closes_at,
  v.ships_on,
  now() as read_at
from public.variants v
join public.products p on p.id = v.product_id
left join lateral (
  select
    b.id, b.opens_at, b.closes_at, b.eta, b.eta_precision, k.id as kit_id, k.moq, k.capacity,
    coalesce(k.settled_count, k.ordered_count) as ordered_count, k.waiting_count,
    k.ordered_count + k.waiting_count as taken_count, k.dropped_at,
    private.batch_stage_now(b.stage, b.opens_at, b.closes_at, now()) as stage_now
  from public.batch_kits k join public.batches b on b.id = k.batch_id
  where k.variant_id = v.id
  order by b.stage <> 'archived' desc, b.number desc
  limit 1
) b on true
left join lateral (
  select t.from_count, t.price_minor from public.batch_price_tiers t
  where t.batch_kit_id = b.kit_id and t.from_count > b.ordered_count
  order by t.from_count limit 1
) t on true
left join lateral (
  select l.id, l.kind, l.status, l.opens_at, l.closes_at
  from public.list_choices c join public.lists l on l.id = c.list_id
  where c.variant_id = v.id
  order by l.status <> 'finished' desc, l.opens_at desc
  limit 1
) l on true;

revoke all on public.availability from anon, authenticated;
grant select on public.availability to anon, authenticated, service_role;
comment on view public.availability is
  'One row per variant that the caller can see: the stock word, whether it can be ordered now, the price of now, and the batch or list it goes through.';
comment on column public.availability.stock is 'in_stock, few_left, sold_out, group_buy, preorder, list or archived.';
comment on column public.availability.can_be_ordered is 'Whether an order placed now would be taken.';
comment on column public.availability.remaining is 'How many are left of a numbered edition; null for all else.';
comment on column public.availability.price_minor is 'What one costs now, batch tier included, in minor units.';
comment on column public.availability.batch_id is 'The batch it goes through, if any.';
comment on column public.availability.batch_stage is 'The stage of that batch by the clock: a window that has passed is closed.';
comment on column public.availability.eta is 'When the batch is expected to leave.';
comment on column public.availability.moq is 'How many orders the kit needs.';
comment on column public.availability.ordered_count is
  'How many are ordered and paid; once the closing is settled, how many were then.';
comment on column public.availability.waiting_count is 'How many more wait for their payment, and decide nothing until it comes.';
comment on column public.availability.next_tier_count is 'From how many orders on it gets cheaper; null if it does not.';
comment on column public.availability.next_tier_price_minor is 'What it costs from then on.';
comment on column public.availability.list_id is 'The list it goes through, if any.';
comment on column public.availability.list_closes_at is 'When the list closes; null if it stays open.';
comment on column public.availability.ships_on is 'When a preorder ships.';
comment on column public.availability.read_at is 'The time of the database at the reading.';

-- schemas/20-production/84_follows.sql
-- Who wants to hear of a product without buying it: of each update, or once when it can be had again.
-- Nobody reads this table; functions answer for the caller, or for whoever holds the secret of a mail.

create table private.follows (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references public.products (id) on delete cascade,
  variant_id uuid references public.variants (id) on delete cascade,
  user_id uuid references auth.users (id) on delete cascade,
  email text check (email = lower(email) and email ~ '^[^@\s]+@[^@\s]+$' and length(email) <= 254),
  secret uuid not null unique default gen_random_uuid(),
  asked_at timestamptz not null default now(),
  confirmed_at timestamptz,
  ended_at timestamptz,
  told_at timestamptz,
  unique nulls not distinct (product_id, variant_id, user_id, email),
  check (num_nonnulls(user_id, email) = 1)
);
create index follows_variant_idx on private.follows (variant_id, told_at);
create index follows_user_idx on private.follows (user_id);
create index follows_email_idx on private.follows (email);
alter table private.follows enable row level security;
comment on table private.follows is 'One wish to hear of one product, by an account or by a mailbox that has no part in one.';
comment on column private.follows.variant_id is 'Null: of each update. Else: once, when this variant can be had again.';
comment on column private.follows.email is 'Whose, without one; in small letters.';
comment on column private.follows.secret is
  'Stands in each of its mails: it confirms and ends this one wish and opens nothing else. As it is, because every mail carries it.';
comment on column private.follows.asked_at is 'When it was last asked for.';
comment on column private.follows.confirmed_at is 'Since when the mailbox has agreed; null while it has not.';
comment on column private.follows.ended_at is 'When it was ended; null while it holds.';
comment on column private.follows.told_at is 'When it was told that the variant is back, which is once.';

create function private.follow_address(p_follow private.follows) returns text
language sql stable
set search_path = ''
as $$
  select coalesce(p_follow.email, (select nullif(lower(u.email), '') from auth.users u where u.id = p_follow.user_id))
$$;
comment on function private.follow_address(private.follows) is
  'Where its mails go: for an account, to the address that it has then; null where it has none.';

create function private.own_follow(p_follow private.follows, p_user uuid) returns boolean
language sql stable
set search_path = ''
as $$
  select p_follow.user_id = p_user or (p_follow.email is not null and exists (
    select from auth.users u
    where u.id = p_user and lower(u.email) = p_follow.email and u.email_confirmed_at is not null))
$$;
comment on function private.own_follow(private.follows, uuid) is
  'Whether a wish is the account''s own, or was made without it by the mailbox that the account has proven.';

create function private.follow_payload(p_follow private.follows) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'follow_secret', p_follow.secret, 'about', case when p_follow.variant_id is null then 'updates' else 'stock' end,
    'product_title', p.title, 'product_kind', p.kind, 'product_url', p.url, 'variant_title', coalesce(v.title, ''),
    'lines', jsonb_build_array(jsonb_build_object(
      'kind', p.kind, 'url', p.url, 'title', p.title, 'variant_title', coalesce(v.title, ''), 'variant_id', v.id)))
  from public.products p left join public.variants v on v.id = p_follow.variant_id
  where p.id = p_follow.product_id
$$;
comment on function private.follow_payload(private.follows) is 'What every mail about a wish says of its product, and the secret that ends it.';

create function private.is_gone(p_product uuid, p_variant uuid) returns boolean
language sql stable
set search_path = ''
as $$
  select exists (
    select from public.availability a
    where a.variant_id = p_variant and a.product_id = p_product and a.stock = 'sold_out' and not a.can_be_ordered)
$$;
comment on function private.is_gone(uuid, uuid) is 'Whether a variant is sold from the shelf and none is left of it.';

create function private.tell_followers() returns int
language plpgsql security definer
set search_path = ''
as $$
declare
  v_due record;
  v_told int := 0;
begin
  for v_due in
    with about as (
      select u.id, u.url, u.title, u.summary, u.publish_at, p.product_id
      from public.updates u
      join lateral (
        select product_id from public.update_products where update_id = u.id
        union
        select b.product_id from public.update_batches n join public.batches b on b.id = n.batch_id where n.update_id = u.id
      ) p on true
      where u.status in ('scheduled', 'published') and u.publish_at <= now() and u.publish_at > now() - interval '3 days'
    )
    -- A buyer whom staff have told of the same update needs no second mail about it.
    select distinct on (a.id, r.address)
      a.id, a.url, a.title, a.summary, r.address, f as follow, f.user_id, private.hash_of(r.address) as address_hash
    from about a
    join private.follows f on f.product_id = a.product_id and f.variant_id is null
      and f.confirmed_at <= a.publish_at and f.ended_at is null
    cross join lateral (select private.follow_address(f) as address) r
    where r.address is not null and not exists (
      select from public.outbox o
      where o.dedupe_key in ('product_update:' || a.id || ':' || private.hash_of(r.address),
        'batch_update:' || a.id || ':' || private.hash_of(r.address)))
    order by a.id, r.address, f.confirmed_at
    limit 500
  loop
    perform private.queue_mail('product_update', v_due.address, v_due.id || ':' || v_due.address_hash,
      private.follow_payload(v_due.follow) || jsonb_build_object('url', v_due.url, 'title', v_due.title,
        'summary', v_due.summary), v_due.user_id);
    v_told := v_told + 1;
  end loop;
  return v_told;
end;
$$;
comment on function private.tell_followers() is
  'Mails each update once to everyone who followed one of its products before it came out; five hundred a run. Security definer: jobs may not write the outbox.';

create function private.tell_of_returned_stock() returns int
language plpgsql security definer
set search_path = ''
as $$
declare
  v_back record;
  v_follow private.follows;
  v_address text;
  v_told int := 0;
begin
  for v_back in
    select a.variant_id, s.free, (
      select count(*) from private.follows t
      where t.variant_id = a.variant_id and t.told_at > now() - interval '1 day') as told_today
    from (
      select distinct variant_id from private.follows
      where variant_id is not null and told_at is null and ended_at is null and confirmed_at is not null
    ) w
    join public.availability a on a.variant_id = w.variant_id and a.can_be_ordered
    join public.variants v on v.id = a.variant_id
    cross join lateral (select coalesce(private.free_units(v.stock_pool_id), 100) as free) s
  loop
    -- Who asked first is told first, and a day's mails are few for each piece: nobody is called to an empty shelf.
    for v_follow in
      select * from private.follows
      where variant_id = v_back.variant_id and told_at is null and ended_at is null and confirmed_at is not null
      order by confirmed_at, id limit greatest(least(v_back.free * 5 - v_back.told_today, 200), 0)
      for update skip locked
    loop
      v_address := private.follow_address(v_follow);
      update private.follows set told_at = now() where id = v_follow.id;
      if v_address is not null then
        perform private.queue_mail('back_in_stock', v_address, v_follow.id || ':' || v_follow.confirmed_at,
          private.follow_payload(v_follow), v_follow.user_id);
        v_told := v_told + 1;
      end if;
    end loop;
  end loop;
  return v_told;
end;
$$;
comment on function private.tell_of_returned_stock() is
  'Mails, once each, those who wait for what can be ordered again: in the order of their asking, and within a day at most five for each piece there is. Security definer: jobs may not write the outbox.';

create function private.sweep_follows() returns int
language plpgsql security definer
set search_path = ''
as $$
declare
  v_swept int;
begin
  delete from private.follows
  where (confirmed_at is null and asked_at < now() - interval '3 days')
    or greatest(ended_at, told_at, asked_at) < now() - interval '30 days' and num_nonnulls(ended_at, told_at) > 0;
  get diagnostics v_swept = row_count;
  return v_swept;
end;
$$;
comment on function private.sweep_follows() is
  'Forgets wishes that no mailbox confirmed within three days, and those that are over since thirty. Security definer: jobs may not write private tables.';

-- schemas/80-pricing/85_cart_lines.sql
-- A cart as it comes from outside becomes rows: every shape that is not a cart is refused here, so
-- that all that follows may trust what it gets.

create function private.cart_lines(p_lines jsonb)
returns table (line int, variant_id uuid, quantity int, options jsonb, design_id uuid, offer_id uuid)
language plpgsql immutable
set search_path = ''
as $$
declare
  v_lines constant jsonb := private.json_of(p_lines);
  v_line jsonb;
begin
  if v_lines is null or jsonb_typeof(v_lines) <> 'array' then
    perform private.refuse(422, 'wrong_lines', 'Your cart could not be loaded. Reload the page and try again.');
  end if;
  if jsonb_array_length(v_lines) > 50 then
    perform private.refuse(422, 'too_many_lines', 'A cart can hold 50 lines.', '{"limit": 50}');
  end if;
  if pg_column_size(v_lines) > 100000 then
    perform private.refuse(422, 'wrong_lines', 'This cart is too large. Remove some items.');
  end if;
  for v_index in 0 .. jsonb_array_length(v_lines) - 1 loop
    line := v_index;
    v_line := v_lines -> line;
    perform private.refuse_line(line, v_line);
    variant_id := private.uuid_of(v_line ->> 'variant_id');
    quantity := (v_line ->> 'quantity')::numeric::int;
    options := coalesce(nullif(v_line -> 'options', 'null'), '{}');
    design_id := private.uuid_of(v_line ->> 'design_id');
    offer_id := private.uuid_of(v_line ->> 'offer_id');
    return next;
  end loop;
end;
$$;
comment on function private.cart_lines(jsonb) is 'The lines of a cart, numbered from 0; refuses what is no cart.';

create function private.refuse_line(p_line int, p_value jsonb) returns void
language plpgsql immutable
set search_path = ''
as $$
declare
  v_details constant jsonb := jsonb_build_object('line', p_line);
  v_quantity numeric;
begin
  if jsonb_typeof(p_value) is distinct from 'object' then
    perform private.refuse(422, 'wrong_lines', 'A line of a cart is an object.', v_details);
  end if;
  if jsonb_typeof(p_value -> 'variant_id') is distinct from 'string'
    or private.uuid_of(p_value ->> 'variant_id') is null then
    perform private.refuse(422, 'unknown_variant', 'A line names what it is about.', v_details);
  end if;
  if jsonb_typeof(p_value -> 'quantity') is distinct from 'number' then
    perform private.refuse(422, 'wrong_quantity', 'Enter a quantity from 1 to 999.', v_details);
  end if;
  v_quantity := (p_value ->> 'quantity')::numeric;
  if v_quantity <> trunc(v_quantity) or v_quantity not between 1 and 999 then
    perform private.refuse(422, 'wrong_quantity', 'Enter a quantity from 1 to 999.', v_details);
  end if;
  if coalesce(jsonb_typeof(p_value -> 'options'), 'null') not in ('object', 'null') then
    perform private.refuse(422, 'wrong_options', 'Options are an object of answers.', v_details);
  end if;
  if (select count(*) > 40 from jsonb_object_keys(coalesce(nullif(p_value -> 'options', 'null'), '{}'))) then
    perform private.refuse(422, 'wrong_options', 'No product has so many options.', v_details);
  end if;
  if private.is_wrong_id(p_value -> 'design_id') or private.is_wrong_id(p_value -> 'offer_id') then
    perform private.refuse(422, 'wrong_lines', 'A design or an offer is named by its id.', v_details);
  end if;
end;
$$;
comment on function private.refuse_line(int, jsonb) is 'Refuses a line that no cart of ours can hold, and says why.';

create function private.is_wrong_id(p_value jsonb) returns boolean
language plpgsql immutable
set search_path = ''
as $$
begin
  return coalesce(jsonb_typeof(p_value), 'null') <> 'null'
    and (jsonb_typeof(p_value) <> 'string' or private.uuid_of(p_value #>> '{}') is null);
end;
$$;
comment on function private.is_wrong_id(jsonb) is 'Whether something is there and is no id.';

-- schemas/80-pricing/85_saved_carts.sql
-- The copy of a cart that follows its account to other browsers. Nobody reads this table: functions
-- answer for the caller alone. It is a wish list: prices, stock and rights are decided by the quote.

create table private.saved_carts (
  user_id uuid primary key references auth.users (id) on delete cascade,
  lines jsonb not null check (jsonb_typeof(lines) = 'array' and jsonb_array_length(lines) <= 50),
  version int not null default 1,
  saved_at timestamptz not null default clock_timestamp()
);
alter table private.saved_carts enable row level security;
comment on table private.saved_carts is 'What is in the cart of an account, as its browsers last agreed.';
comment on column private.saved_carts.lines is 'Cart lines, checked and without anything that is not part of a line.';
comment on column private.saved_carts.version is 'Counts the changes: whoever saves names the one they know.';

create function private.kept_lines(p_lines jsonb) returns jsonb
language sql immutable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'variant_id', l.variant_id,
    'quantity', l.quantity,
    'options', (
      select coalesce(jsonb_object_agg(lower(o.key), lower(o.value)), '{}')
      from jsonb_each_text(l.options) o
      where private.uuid_of(o.key) is not null and private.uuid_of(o.value) is not null),
    'design_id', l.design_id,
    'offer_id', l.offer_id
  ) order by l.line), '[]')
  from private.cart_lines(p_lines) l
$$;
comment on function private.kept_lines(jsonb) is
  'A cart as it is kept: each line with what makes it that line and nothing besides; refuses what is no cart.';

create function private.cart_facts(p_cart private.saved_carts) returns jsonb
language sql immutable
set search_path = ''
as $$
  select jsonb_build_object('lines', coalesce(p_cart.lines, '[]'), 'version', coalesce(p_cart.version, 0),
    'saved_at', p_cart.saved_at)
$$;
comment on function private.cart_facts(private.saved_carts) is 'The copy as its account is told of it; an empty one where there is none.';

-- schemas/80-pricing/86_pricing.sql
-- What a cart costs before shipping and tax: the only place where a line gets its price. Prices come
-- from ids, never from the caller; a line that can't be bought says why instead of disappearing.

create type private.priced_line as (
  line int, variant_id uuid, quantity int, options jsonb, design_id uuid, offer_id uuid,
  product_id uuid, sku text, title text, variant_title text, url text, kind public.product_kind,
  picture text, sold_as public.availability_kind, chosen jsonb,
  unit_price_minor bigint, total_minor bigint, weight_grams bigint, tags text[], tax_class text,
  pool_id uuid, pool_units int, kit_id uuid, batch_id uuid, ships_on date, eta_precision text,
  parcel text, handling_days int, most_of_variant int, most_of_product int,
  reason text, message text
);

create function private.line_options(p_variant uuid, p_given jsonb)
returns table (chosen jsonb, delta_minor bigint, delta_grams bigint, reason text, message text)
language plpgsql stable
set search_path = ''
as $$
declare
  v_product constant uuid := (select v.product_id from public.variants v where v.id = p_variant);
  v_is_asked constant boolean := private.asks_options(p_variant);
  v_option record;
  v_ids uuid[] := '{}';
begin
  chosen := '[]'; delta_minor := 0; delta_grams := 0;
  if not v_is_asked then
    -- Answers take money off as well as add it: on a part they would be a discount.
    if p_given <> '{}' then
      reason := 'unknown_option'; message := 'This part has no options. Add it again from its page.';
    end if;
    return next; return;
  end if;
  if exists (
    select from jsonb_each_text(p_given) g
    where not exists (
      select from public.product_options o join public.option_values v on v.option_id = o.id
      where o.product_id = v_product and o.id::text = lower(g.key) and v.id::text = lower(g.value))
  ) then
    reason := 'unknown_option'; message := 'One of the options does not belong to this product.';
    return next; return;
  end if;
  for v_option in
    select o.id, o.title, o.is_required, v.id as value_id, v.title as value, v.price_delta_minor,
      v.weight_delta_grams, v.is_offered
    from public.product_options o
    left join public.option_values v on v.option_id = o.id and v.id::text = lower(p_given ->> o.id::text)
    where o.product_id = v_product order by o.position, o.id
  loop
    if v_option.value_id is null then
      if v_option.is_required and reason is null then
        reason := 'option_missing'; message := format('Choose: %s.', v_option.title);
      end if;
      continue;
    end if;
    if not v_option.is_offered and reason is null then
      reason := 'option_gone'; message := format('%s is no longer offered.', v_option.value);
    end if;
    v_ids := v_ids || v_option.value_id;
    delta_minor := delta_minor + v_option.price_delta_minor;
    delta_grams := delta_grams + v_option.weight_delta_grams;
    chosen := chosen || jsonb_build_array(jsonb_build_object(
      'option_id', v_option.id, 'value_id', v_option.value_id, 'option', v_option.title,
      'value', v_option.value, 'price_delta_minor', v_option.price_delta_minor));
  end loop;
  if reason is null then
    select 'options_conflict', r.reason into reason, message from public.option_rules r
    where r.product_id = v_product and r.value_id = any (v_ids) and r.other_value_id = any (v_ids)
    order by r.id limit 1;
  end if;
  return next;
end;
$$;
comment on function private.line_options(uuid, jsonb) is
  'What the answers of a line are called, cost and weigh; or why they can''t be ordered.';

create function private.batch_of_variant(p_variant uuid)
returns table (kit_id uuid, batch_id uuid, stage public.batch_stage, capacity int, ordered_count int, dropped boolean, eta date, eta_precision text)
language plpgsql stable
set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
  select k.id, b.id, private.batch_stage_now(b.stage, b.opens_at, b.closes_at, now()), k.capacity,
    k.ordered_count, k.dropped_at is not null, b.eta, b.eta_precision
  from public.batch_kits k join public.batches b on b.id = k.batch_id
  where k.variant_id = p_variant
  order by b.stage <> 'archived' desc, b.number desc
  limit 1;
end;
$$;
comment on function private.batch_of_variant(uuid) is
  'The production run that a variant goes through now: the same one as in the view availability. Counted is what is paid.';

create function private.price_line(p_line int, p_variant uuid, p_quantity int, p_options jsonb, p_design uuid, p_offer uuid)
returns private.priced_line
language plpgsql stable
set search_path = ''
as $$
declare
  v private.priced_line;
  v_item record;
  v_batch record;
  v_options record;
begin
  v.line := p_line; v.variant_id := p_variant; v.quantity := p_quantity; v.options := p_options;
  v.design_id := p_design; v.offer_id := p_offer;
  select p.*, x.sku, x.title as variant_title, x.availability, x.price_minor, x.weight_grams,
    x.stock_pool_id, x.pool_units, x.ships_on, x.max_per_customer as most_of_variant,
    (select i.storage_path from public.product_images i where i.product_id = p.id order by i.position, i.id limit 1) as picture
  into v_item
  from public.variants x join public.products p on p.id = x.product_id
  where x.id = p_variant and p.status <> 'draft' and p.publish_at <= now();
  if not found then
    v.reason := 'unknown_variant'; v.message := 'This is no longer sold.';
    return v;
  end if;
  v.product_id := v_item.id; v.sku := v_item.sku; v.title := v_item.title; v.variant_title := v_item.variant_title;
  v.url := v_item.url; v.kind := v_item.kind; v.picture := v_item.picture; v.sold_as := v_item.availability;
  v.tags := v_item.shipping_tags; v.tax_class := v_item.tax_class_code; v.handling_days := v_item.handling_days;
  v.most_of_variant := v_item.most_of_variant; v.most_of_product := v_item.max_per_customer;
  select * into v_options from private.line_options(p_variant, p_options);
  v.chosen := v_options.chosen; v.reason := v_options.reason; v.message := v_options.message;
  v.unit_price_minor := v_item.price_minor;
  if v.sold_as = 'group_buy' then
    select * into v_batch from private.batch_of_variant(p_variant);
    v.kit_id := v_batch.kit_id; v.batch_id := v_batch.batch_id;
    v.ships_on := v_batch.eta; v.eta_precision := v_batch.eta_precision;
    if v.kit_id is not null then
      v.unit_price_minor := private.tier_price(v.kit_id, v_batch.ordered_count, v_item.price_minor);
    end if;
    v.parcel := 'batch:' || v.batch_id;
    if v.kit_id is null or v_batch.stage <> 'open' then
      v.reason := 'not_open'; v.message := 'The group buy is not open.';
    elsif v_batch.dropped then
      v.reason := 'not_open'; v.message := 'This kit is not part of this batch.';
    end if;
  else
    v.pool_id := v_item.stock_pool_id; v.pool_units := v_item.pool_units;
    v.ships_on := case when v.sold_as = 'preorder' then v_item.ships_on end;
    v.eta_precision := 'day';
    v.parcel := v_item.ship_group || coalesce(':' || v.ships_on, '');
  end if;
  v.unit_price_minor := greatest(v.unit_price_minor + coalesce(v_options.delta_minor, 0), 0);
  v.total_minor := v.unit_price_minor * p_quantity;
  v.weight_grams := greatest(v_item.weight_grams + coalesce(v_options.delta_grams, 0), 1) * p_quantity;
  if v_item.status = 'archived' or v.sold_as = 'archived' then
    v.reason := 'not_for_sale'; v.message := 'This is no longer sold.';
  elsif v.sold_as = 'list' and p_offer is null then
    v.reason := 'needs_offer'; v.message := 'This is sold through a list. You need an offer to buy it.';
  end if;
  return private.price_extras(v);
end;
$$;
comment on function private.price_line(int, uuid, int, jsonb, uuid, uuid) is 'One line with its price, or with the reason why it can''t be bought.';

create function private.price_extras(p_line private.priced_line) returns private.priced_line
language plpgsql stable
set search_path = ''
as $$
declare
  v private.priced_line := p_line;
  v_trouble text;
begin
  if v.offer_id is not null then
    v_trouble := private.offer_problem(v.offer_id, auth.uid(), v.variant_id);
    if v_trouble is not null then
      v.reason := v_trouble; v.message := 'This offer has ended, was used or belongs to someone else.';
    elsif v.quantity > 1 then
      v.reason := 'over_offer'; v.message := 'An offer is for one item only. Set the quantity to 1.';
    end if;
  end if;
  if v.design_id is not null and v.reason is null then
    select d ->> 'reason', (d ->> 'message') || coalesce(' Nearest: ' || (d -> 'nearest' ->> 'name') || '.', '')
    into v.reason, v.message
    from jsonb_array_elements(private.design_problems(v.design_id, v.variant_id, 1)) d;
  elsif v.reason is null and exists (select from public.design_kits k where k.variant_id = v.variant_id) then
    v.reason := 'design_needed'; v.message := 'This kit is made to a design. Make or open one in the colour picker.';
  end if;
  return v;
end;
$$;
comment on function private.price_extras(private.priced_line) is 'What an offer or a design adds to a line or takes from it.';

create function private.price_cart(p_lines jsonb) returns setof private.priced_line
language plpgsql stable
set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
  select l.*
  from private.cart_lines(p_lines) c
  cross join lateral private.price_line(c.line, c.variant_id, c.quantity, c.options, c.design_id, c.offer_id) l;
end;
$$;
comment on function private.price_cart(jsonb) is 'All lines of a cart with their prices.';

-- schemas/80-pricing/86_quote_discounts.sql
-- What codes take off. A code that can't be used says why; how often someone may try wrong ones is
-- limited, and then the answer is the same for every code.

create function private.split_amount(p_amount bigint, p_weights bigint[]) returns bigint[]
language plpgsql immutable
set search_path = ''
as $$
begin
  return (
    select array_agg(part order by i) from (
      select i, p_amount * w / whole + case
        when row_number() over (order by p_amount * w % whole desc, i) <= p_amount - sum(p_amount * w / whole) over ()
        then 1 else 0 end as part
      from unnest(p_weights) with ordinality x (w, i),
        (select greatest(sum(w), 1)::bigint as whole from unnest(p_weights) w) s
    ) parts
  );
end;
$$;
comment on function private.split_amount(bigint, bigint[]) is
  'Splits an amount by weights so that the parts sum to it; the largest remainders get the rest. allocate of src/domain/money.ts does the same.';

create function private.code_rule(p_code public.discount_codes) returns jsonb
language sql immutable
set search_path = ''
as $$
  select jsonb_build_object(
    'percent', p_code.percent, 'amount_minor', p_code.amount_minor, 'minimum_minor', p_code.minimum_minor)
$$;
comment on function private.code_rule(public.discount_codes) is 'What a code takes off, as an order keeps it.';

create function private.discount_by_rules(p_rules jsonb, p_subtotal bigint) returns bigint[]
language plpgsql immutable
set search_path = ''
as $$
declare
  v_rule jsonb;
  v_off bigint;
  v_left bigint := p_subtotal;
  v_offs bigint[] := '{}';
begin
  for v_rule in select r from jsonb_array_elements(p_rules) with ordinality x (r, i) order by i loop
    v_off := case when p_subtotal < coalesce((v_rule ->> 'minimum_minor')::bigint, 0) then 0
      else least(v_left, coalesce((v_rule ->> 'amount_minor')::bigint,
        private.share_of(v_left, (v_rule ->> 'percent')::int, 100))) end;
    v_left := v_left - v_off;
    v_offs := v_offs || v_off;
  end loop;
  return v_offs;
end;
$$;
comment on function private.discount_by_rules(jsonb, bigint) is
  'What codes take off a subtotal, each of what the one before left; nothing below its minimum. Quotes and changes of orders both ask here.';

create function private.code_trouble(p_code public.discount_codes, p_subtotal bigint, p_user uuid, p_email text)
returns table (reason text, message text)
language sql stable
set search_path = ''
as $$
  select t.reason, t.message from (values
    (p_code.valid_from > now(), 'code_not_yet', 'This code can''t be used yet.'),
    (p_code.valid_to <= now(), 'code_over', 'This code has ended.'),
    (p_code.used_count >= p_code.most_uses, 'code_used_up', 'This code can’t be used any more. Remove it or enter another.'),
    (p_subtotal < p_code.minimum_minor, 'code_minimum', 'Your cart is below the minimum for this code.'),
    (p_code.most_per_customer <= (
      select count(*) from private.discount_uses u
      where u.code_id = p_code.id and u.given_back_at is null
        and (u.user_id = p_user or u.counted_at is not null and u.mailbox = private.mailbox_of(p_email))
    ), 'code_used', 'You have already used this code.')
  ) t (holds, reason, message) where t.holds limit 1
$$;
comment on function private.code_trouble(public.discount_codes, bigint, uuid, text) is
  'Why a code that exists can''t be used, if so. The e-mail is one that the caller has proven, or null: others are not asked about.';

create function private.code_words(p_text text) returns text[]
language plpgsql immutable
set search_path = ''
as $$
declare
  v_words constant text[] := regexp_split_to_array(upper(btrim(coalesce(p_text, ''))), '[\s,]+');
begin
  if btrim(coalesce(p_text, '')) = '' then return '{}'; end if;
  if length(p_text) > 120 or cardinality(v_words) > 3 then
    perform private.refuse(422, 'wrong_code', 'A code has at most 40 characters, and you can combine at most three.');
  end if;
  return v_words;
end;
$$;
comment on function private.code_words(text) is 'The codes that somebody typed, apart.';

create function private.wrong_guess(p_word text) returns jsonb
language plpgsql
set search_path = ''
as $$
begin
  if private.guessed_too_often('discount', private.guesser(), 20) then
    return private.problem(null, 'code_limited', 'Too many codes tried. Wait 15 minutes.');
  end if;
  if exists (select from public.discount_codes c where c.code = p_word) then return null; end if;
  insert into private.guesses (what, bucket) values ('discount', private.guesser());
  return private.problem(null, 'code_unknown', 'There is no such code.');
end;
$$;
comment on function private.wrong_guess(text) is 'What is told to somebody who guesses a code, or null for one that exists. A wrong guess is counted.';

create function private.discount_of(p_text text, p_subtotal bigint, p_user uuid, p_email text) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  v_words constant text[] := private.code_words(p_text);
  v_word text;
  v_guess jsonb;
  v_code public.discount_codes;
  v_trouble record;
  v_offs bigint[];
  v_rules jsonb := '[]';
  v_used jsonb := '[]';
  v_problems jsonb := '[]';
begin
  if v_words = '{}' then
    return jsonb_build_object('total', 0, 'codes', '[]'::jsonb, 'problems', '[]'::jsonb);
  end if;
  foreach v_word in array v_words loop
    v_guess := private.wrong_guess(v_word);
    if v_guess is not null then
      v_problems := v_problems || v_guess;
      continue;
    end if;
    select * into v_code from public.discount_codes c where c.code = v_word;
    select * into v_trouble from private.code_trouble(v_code, p_subtotal, p_user, p_email);
    if v_trouble.reason is not null then
      v_problems := v_problems || private.problem(null, v_trouble.reason, v_trouble.message);
    elsif cardinality(v_words) > 1 and not v_code.is_combinable then
      v_problems := v_problems || private.problem(null, 'code_alone', format('%s can''t be combined with another code.', v_word));
    elsif not v_used @> jsonb_build_array(jsonb_build_object('id', v_code.id)) then
      v_rules := v_rules || jsonb_build_array(private.code_rule(v_code));
      v_used := v_used || jsonb_build_array(jsonb_build_object('id', v_code.id, 'code', v_code.code, 'title', v_code.title));
    end if;
  end loop;
  v_offs := private.discount_by_rules(v_rules, p_subtotal);
  return jsonb_build_object('total', (select coalesce(sum(o), 0) from unnest(v_offs) o), 'problems', v_problems, 'codes', (
    select coalesce(jsonb_agg(u || jsonb_build_object('amount_minor', v_offs[i]) order by i), '[]')
    from jsonb_array_elements(v_used) with ordinality x (u, i)));
end;
$$;
comment on function private.discount_of(text, bigint, uuid, text) is
  'What the codes take off a subtotal: {total, codes, problems}. Counts wrong guesses.';

create function private.problem(p_line int, p_reason text, p_message text, p_details jsonb default '{}') returns jsonb
language sql immutable
set search_path = ''
as $$
  select jsonb_build_array(jsonb_build_object('line', p_line, 'reason', p_reason, 'message', p_message, 'details', p_details))
$$;
comment on function private.problem(int, text, text, jsonb) is 'One problem of a quote, as a list of one.';

-- schemas/80-pricing/86_quote_limits.sql
-- What a cart may not do as a whole: take more than there is, or more than one customer may have.
-- Lines that share a pile are added up before they are compared with it.

create function private.dead_places(p_kit uuid) returns int
language plpgsql stable
set search_path = ''
as $$
begin
  return (
    select coalesce(sum(h.units), 0)::int from private.holds h
    where h.kit_id = p_kit and h.state = 'held' and h.expires_at <= now()
  );
end;
$$;
comment on function private.dead_places(uuid) is 'How many places of a kit belong to orders whose time to pay has passed.';

create function private.bought_before(p_user uuid, p_email text, p_product uuid, p_variant uuid) returns bigint
language plpgsql stable
set search_path = ''
as $$
begin
  return (
    select coalesce(sum(l.quantity - l.refunded_quantity), 0)
    from public.order_lines l
    join public.order_records o on o.id = l.order_id
    join private.order_contacts c on c.order_id = o.id
    where (l.product_id = p_product or l.variant_id = p_variant)
      and o.confirmed_at is not null
      and (o.user_id = p_user
        or c.mailbox = private.mailbox_of(p_email) and (c.mailbox_proven_at is not null or o.paid_at is not null))
      and o.status not in ('expired', 'cancelled', 'refunded')
      and not (o.status = 'awaiting_payment' and o.pay_by <= now())
  );
end;
$$;
comment on function private.bought_before(uuid, text, uuid, uuid) is
  'How many of a product or a variant a customer has in orders that stand, by account and by a mailbox they have proven. What a stranger ordered in their name counts once its mailbox or money answered for it.';

create function private.unpaid_share(p_free bigint, p_own bigint) returns bigint
language sql immutable
set search_path = ''
as $$
  select greatest(3, (p_free + p_own) / 2)
$$;
comment on function private.unpaid_share(bigint, bigint) is
  'How many units of a pile one client may hold without having paid: half of what is not others'', or three.';

create function private.over_share(p_cart private.priced_line[], p_client text)
returns table (line int, reason text, message text, details jsonb)
language plpgsql stable
set search_path = ''
as $$
#variable_conflict use_column
begin
  if p_client is null then
    return;
  end if;
  return query
  with wanted as (
    select l.pool_id, l.kit_id, sum(l.quantity::bigint * coalesce(l.pool_units, 1)) as units, min(coalesce(l.pool_units, 1)) as each
    from unnest(p_cart) l where l.reason is null and num_nonnulls(l.pool_id, l.kit_id) = 1 group by 1, 2
  ), piles as (
    select w.*, case when w.pool_id is not null then private.free_units(w.pool_id)
        else (select k.capacity - k.ordered_count - k.waiting_count + private.dead_places(k.id) from public.batch_kits k where k.id = w.kit_id) end as free,
      (select coalesce(sum(h.units), 0) from private.order_contacts c
        join private.holds h on h.order_id = c.order_id
        where c.client_hash = p_client and h.state = 'held' and h.expires_at > now()
          and (h.pool_id = w.pool_id or h.kit_id = w.kit_id)) as own
    from wanted w
  ), shares as (
    select p.*, private.unpaid_share(p.free, p.own) as share from piles p where p.free is not null
  )
  select l.line, 'over_limit', case when s.own = 0 then format('At most %s at once while so few are left.', s.share / s.each)
      else format('You may hold at most %s of these that are not paid. Pay for the others first.', s.share / s.each) end,
    jsonb_build_object('limit', greatest(s.share - s.own, 0) / s.each)
  from shares s join unnest(p_cart) l on (l.pool_id = s.pool_id or l.kit_id = s.kit_id) and l.reason is null
  where s.units + s.own > s.share and s.units <= s.free;
end;
$$;
comment on function private.over_share(private.priced_line[], text) is
  'Which lines would give one client more unpaid goods than its share, so that nobody keeps the last ones from all others without paying.';

create function private.proven_email() returns text
language sql stable security definer
set search_path = ''
as $$
  select u.email from auth.users u where u.id = auth.uid() and u.email_confirmed_at is not null
$$;
comment on function private.proven_email() is
  'The mailbox that the caller''s account has proven; null for guests. Security definer: nobody may read accounts.';

create function private.buying_client() returns text
language sql stable
set search_path = ''
as $$
  select private.hash_of(case when private.proven_email() is not null then auth.uid()::text else a end) from private.client_address() a
  where a is not null and not private.is_staff()
$$;
comment on function private.buying_client() is
  'As which client somebody orders: the account, once it has proven a mailbox, or the address of the machine. Null for staff, and where no platform reports an address: then nothing is limited by client.';

create function private.cart_limits(p_cart private.priced_line[], p_user uuid, p_email text)
returns table (line int, reason text, message text, details jsonb)
language plpgsql stable
set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
  select distinct on (x.line) x.line, x.reason, x.message, x.details from (
  select l.line, l.reason, l.message, '{}'::jsonb as details from unnest(p_cart) l where l.reason is not null
  union all
  select l.line, 'out_of_stock', case when p.most = 0 then 'This is sold out.' else 'There are not enough left.' end, '{}'
  from (
    select l.pool_id, sum(l.quantity::bigint * l.pool_units) as wanted,
      private.free_units(l.pool_id) as free,
      private.free_units(l.pool_id) / min(l.pool_units) as most
    from unnest(p_cart) l where l.pool_id is not null and l.reason is null group by l.pool_id
  ) p join unnest(p_cart) l on l.pool_id = p.pool_id and l.reason is null
  where p.wanted > p.free
  union all
  select l.line, 'out_of_stock', 'This kit is fully booked in this batch.', '{}'
  from (
    select l.kit_id, sum(l.quantity) as wanted from unnest(p_cart) l
    where l.kit_id is not null and l.reason is null group by l.kit_id
  ) w join public.batch_kits k on k.id = w.kit_id join unnest(p_cart) l on l.kit_id = w.kit_id and l.reason is null
  where k.ordered_count + k.waiting_count - private.dead_places(k.id) + w.wanted > k.capacity
  union all
  select l.line, 'over_limit', format('At most %s per customer.', l.most_of_variant),
    jsonb_build_object('limit', l.most_of_variant)
  from unnest(p_cart) l
  where l.reason is null and l.most_of_variant is not null and l.most_of_variant <
    (select sum(o.quantity) from unnest(p_cart) o where o.variant_id = l.variant_id)
    + private.bought_before(p_user, p_email, null, l.variant_id)
  union all
  select l.line, 'over_limit', format('At most %s of %s per customer.', l.most_of_product, l.title),
    jsonb_build_object('limit', l.most_of_product)
  from unnest(p_cart) l
  where l.reason is null and l.most_of_product is not null and l.most_of_product <
    (select sum(o.quantity) from unnest(p_cart) o where o.product_id = l.product_id)
    + private.bought_before(p_user, p_email, l.product_id, null)
  union all
  select s.line, s.reason, s.message, s.details from private.over_share(p_cart, private.buying_client()) s
  ) x order by x.line, x.reason = 'over_limit';
end;
$$;
comment on function private.cart_limits(private.priced_line[], uuid, text) is
  'Why lines can''t be bought now, one reason a line.';

-- schemas/80-pricing/86_quote_shipping.sql
-- What the parcels of a cart cost. A cart is one parcel a ship date; a method serves a cart when it
-- serves each of its parcels, and one that can't says why.

create function private.parcels_of(p_cart private.priced_line[])
returns table (place int, parcel text, batch_id uuid, ships_on date, eta_precision text, handling_days int, lines int[], weight_grams bigint, value_minor bigint, tags text[])
language plpgsql stable
set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
  select row_number() over (order by min(l.ships_on) nulls first, l.parcel)::int, l.parcel, l.batch_id,
    min(l.ships_on), min(l.eta_precision), max(l.handling_days), array_agg(l.line order by l.line),
    sum(l.weight_grams)::bigint, sum(l.total_minor)::bigint,
    array(select distinct t from unnest(p_cart) x, unnest(x.tags) t where x.parcel = l.parcel order by t)
  from unnest(p_cart) l where l.parcel is not null
  group by l.parcel, l.batch_id;
end;
$$;
comment on function private.parcels_of(private.priced_line[]) is 'How a cart is split: lines that leave together.';

create function private.parcel_price(p_method public.shipping_methods, p_weight bigint, p_value bigint, p_tags text[])
returns table (price_minor bigint, reason text)
language plpgsql stable
set search_path = ''
as $$
declare
  v_tag constant text := (select t from unnest(p_tags) t where t = any (p_method.refused_tags) limit 1);
begin
  if v_tag is not null then
    reason := format('%s does not carry goods with: %s.', p_method.carrier, v_tag);
  elsif p_weight > p_method.max_weight_grams then
    reason := format('Too heavy: at most %s kg.', trim_scale(round(p_method.max_weight_grams / 1000.0, 3)));
  elsif p_value > p_method.max_value_minor then
    reason := 'The value is above this method’s limit.';
  else
    select r.price_minor into price_minor from public.shipping_rates r
    where r.method_id = p_method.id and p_weight > r.from_weight_grams and p_weight <= r.to_weight_grams
      and p_value >= r.from_value_minor and (r.to_value_minor is null or p_value < r.to_value_minor)
      and r.valid_from <= current_date and (r.valid_to is null or current_date < r.valid_to);
    if price_minor is null then
      reason := 'This method has no rate for this weight and value.';
    end if;
  end if;
  return next;
end;
$$;
comment on function private.parcel_price(public.shipping_methods, bigint, bigint, text[]) is
  'What a method costs for one parcel, or why it can''t serve. estimateShipping of src/domain says the same.';

create function private.shipping_of(p_cart private.priced_line[], p_country text) returns jsonb
language plpgsql stable
set search_path = ''
as $$
begin
  return (
    with parcels as materialized (
      select * from private.parcels_of(p_cart)
    )
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', m.id, 'code', m.code, 'name', m.name, 'carrier', m.carrier, 'days_min', m.days_min,
      'days_max', m.days_max, 'is_tracked', m.is_tracked, 'note', m.note, 'currency', m.currency,
      'price_minor', case when p.reason is null then p.price_minor end, 'reason', p.reason
    ) order by m.position, m.id), '[]')
    from public.zone_countries z
    join public.shipping_methods m on m.zone_id = z.zone_id and m.is_offered
    cross join lateral (
      select sum(x.price_minor) as price_minor, min(x.reason) as reason
      from parcels c
      cross join lateral private.parcel_price(m, c.weight_grams, c.value_minor, c.tags) x
    ) p
    where z.country_code = p_country and exists (select from parcels)
  );
end;
$$;
comment on function private.shipping_of(private.priced_line[], text) is
  'Every method of a country with its price for the whole cart, or with the reason why it can''t serve.';

-- schemas/80-pricing/87_quotes.sql
-- The quote: lines, parcels, methods, tax and discount put together. place_order makes the same one
-- again, so what is charged is what was shown, or nothing.

create function private.tax_on(p_country text, p_class text)
returns table (name text, rate_basis_points int, is_included boolean)
language plpgsql stable
set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
  select r.name, r.rate_basis_points, c.in_eu
  from public.tax_rates r join public.countries c on c.code = r.country_code
  where r.country_code = p_country and r.tax_class_code = p_class and r.collected
    and r.valid_from <= current_date and (r.valid_to is null or current_date < r.valid_to);
end;
$$;
comment on function private.tax_on(text, text) is
  'The tax that the shop collects there today: inside the EU it is in the price, elsewhere it comes on top.';

create function private.tax_part(p_amount bigint, p_rate int, p_included boolean) returns bigint
language plpgsql immutable
set search_path = ''
as $$
begin
  return case when p_rate is null then 0
    when p_included then private.share_of(p_amount, p_rate, 10000 + p_rate)
    else private.share_of(p_amount, p_rate, 10000) end;
end;
$$;
comment on function private.tax_part(bigint, int, boolean) is 'The tax in an amount, or on it, rounded to the cent.';

create function private.quoted_lines(p_cart private.priced_line[], p_discount bigint, p_country text) returns jsonb
language plpgsql stable
set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'line', l.line, 'variant_id', l.variant_id, 'quantity', l.quantity, 'design_id', l.design_id,
      'offer_id', l.offer_id, 'product_id', l.product_id, 'sku', l.sku, 'title', l.title,
      'variant_title', l.variant_title, 'url', l.url, 'kind', l.kind, 'picture', l.picture,
      'sold_as', l.sold_as, 'options', l.chosen, 'unit_price_minor', l.unit_price_minor,
      'total_minor', l.total_minor, 'discount_minor', l.off, 'currency', 'EUR',
      'tax_minor', private.tax_part(l.total_minor - l.off, t.rate_basis_points, t.is_included),
      'tax_rate_basis_points', coalesce(t.rate_basis_points, 0), 'tax_name', coalesce(t.name, ''),
      'tax_included', coalesce(t.is_included, false), 'weight_grams', l.weight_grams,
      'batch_id', l.batch_id, 'parcel', l.parcel, 'ships_on', l.ships_on, 'eta_precision', l.eta_precision,
      'most_of_variant', l.most_of_variant
    ) order by l.line), '[]')
    from (
      select x.*, coalesce((private.split_amount(p_discount,
        array_agg(coalesce(x.total_minor, 0)) over (order by x.line rows between unbounded preceding and unbounded following)
      ))[(row_number() over (order by x.line))::int], 0) as off
      from unnest(p_cart) x
    ) l
    left join lateral private.tax_on(p_country, l.tax_class) t on true
  );
end;
$$;
comment on function private.quoted_lines(private.priced_line[], bigint, text) is 'The lines of a quote with their share of the discount and their tax.';

create function private.country_problems(p_cart private.priced_line[], p_country text) returns jsonb
language plpgsql stable
set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(x.problem), '[]') from (
      select private.problem(null, 'country_not_served', c.not_shipped_reason) -> 0 as problem
      from public.countries c where c.code = p_country and not c.ships
      union all
      select private.problem(l.line, 'not_to_country', r.reason, jsonb_build_object('tag', r.shipping_tag)) -> 0
      from unnest(p_cart) l join public.country_restrictions r on r.country_code = p_country and r.shipping_tag = any (l.tags)
    ) x
  );
end;
$$;
comment on function private.country_problems(private.priced_line[], text) is 'What a country does not let in, or that the shop does not send there.';

create function private.make_quote(
  p_cart private.priced_line[], p_country text, p_code text, p_method uuid, p_user uuid, p_email text
) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  v_subtotal constant bigint := (select coalesce(sum(l.total_minor), 0) from unnest(p_cart) l);
  v_discount jsonb;
  v_lines jsonb;
  v_methods jsonb;
  v_problems jsonb;
  v_shipping bigint;
  v_tax jsonb;
begin
  if v_subtotal > 1000000000 then
    perform private.refuse(422, 'too_much', 'This order is too large to place online. Please write to us.');
  end if;
  if p_country is not null and not exists (select from public.countries c where c.code = p_country) then
    perform private.refuse(422, 'unknown_country', 'We don’t ship to this country.');
  end if;
  v_discount := private.discount_of(p_code, v_subtotal, p_user, p_email);
  v_lines := private.quoted_lines(p_cart, (v_discount ->> 'total')::bigint, p_country);
  v_methods := private.shipping_of(p_cart, p_country);
  v_problems := (
      select coalesce(jsonb_agg(private.problem(l.line, l.reason, l.message, l.details) -> 0 order by l.line), '[]')
      from private.cart_limits(p_cart, p_user, p_email) l
    ) || private.country_problems(p_cart, p_country) || (v_discount -> 'problems');
  select (m ->> 'price_minor')::bigint into v_shipping
  from jsonb_array_elements(v_methods) m where m ->> 'id' = p_method::text;
  if p_method is not null and p_country is not null and v_shipping is null then
    v_problems := v_problems || private.problem(null, 'shipping_method', 'This shipping method can’t be used for your cart.');
  end if;
  v_shipping := coalesce(v_shipping, 0);
  v_tax := private.tax_sums(v_lines, v_shipping);
  return private.sign_quote(jsonb_build_object(
    'lines', v_lines, 'shipments', private.quoted_parcels(p_cart), 'shipping_methods', v_methods,
    'shipping_method', p_method, 'country', p_country, 'codes', v_discount -> 'codes',
    'problems', v_problems, 'subtotal_minor', v_subtotal, 'shipping_minor', v_shipping,
    'discount_minor', v_discount -> 'total', 'tax_minor', v_tax -> 'added',
    'tax_included_minor', v_tax -> 'included', 'currency', 'EUR', 'quoted_at', now(),
    'total_minor', v_subtotal + v_shipping + (v_tax ->> 'added')::bigint - (v_discount ->> 'total')::bigint));
end;
$$;
comment on function private.make_quote(private.priced_line[], text, text, uuid, uuid, text) is 'A priced cart as the API answers it.';

create function private.tax_sums(p_lines jsonb, p_shipping bigint) returns jsonb
language plpgsql immutable
set search_path = ''
as $$
begin
  return (
    -- Shipping is taxed as the line with the highest rate: it has no class of its own.
    select jsonb_build_object(
      'included', coalesce(sum(t.tax) filter (where t.included), 0)
        + coalesce(private.tax_part(p_shipping, max(t.rate) filter (where t.included), true), 0),
      'added', coalesce(sum(t.tax) filter (where not t.included), 0)
        + coalesce(private.tax_part(p_shipping, max(t.rate) filter (where not t.included), false), 0))
    from (
      select (l ->> 'tax_minor')::bigint as tax, (l ->> 'tax_included')::boolean as included,
        (l ->> 'tax_rate_basis_points')::int as rate
      from jsonb_array_elements(p_lines) l
    ) t
  );
end;
$$;
comment on function private.tax_sums(jsonb, bigint) is 'The tax of a quote: what prices include and what comes on top.';

create function private.quoted_parcels(p_cart private.priced_line[]) returns jsonb
language plpgsql stable
set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'position', p.place, 'parcel', p.parcel, 'batch_id', p.batch_id, 'ships_on', p.ships_on,
      'eta_precision', p.eta_precision, 'handling_days', p.handling_days, 'lines', to_jsonb(p.lines),
      'weight_grams', p.weight_grams, 'value_minor', p.value_minor) order by p.place), '[]')
    from private.parcels_of(p_cart) p
  );
end;
$$;
comment on function private.quoted_parcels(private.priced_line[]) is 'The parcels of a quote; ships_on is null where a parcel leaves at once.';

create function private.sign_quote(p_quote jsonb) returns jsonb
language plpgsql immutable
set search_path = ''
as $$
begin
  return (
    -- Prices of every method instead of the chosen one: choosing a method is no change of the quote.
    select p_quote || jsonb_build_object('quote_hash', private.hash_of(jsonb_build_object(
      'lines', (
        select jsonb_agg(jsonb_build_array(
          l -> 'variant_id', l -> 'quantity', l -> 'options', l -> 'design_id', l -> 'offer_id',
          l -> 'unit_price_minor', l -> 'discount_minor', l -> 'tax_minor', l -> 'tax_included') order by l -> 'line')
        from jsonb_array_elements(p_quote -> 'lines') l),
      'methods', (
        select jsonb_agg(jsonb_build_array(m -> 'id', m -> 'price_minor') order by m -> 'id')
        from jsonb_array_elements(p_quote -> 'shipping_methods') m),
      'country', p_quote -> 'country', 'discount', p_quote -> 'discount_minor', 'currency', p_quote -> 'currency'
    )::text))
  );
end;
$$;
comment on function private.sign_quote(jsonb) is
  'Adds the hash of what a customer agrees to: what, how much, where to. Time, stock and dates are not in it.';

-- schemas/70-orders/88_order_checks.sql
-- What must be right before an order is written. Everything that can be wrong with a field is told
-- at once.

create function private.checked_email(p_email text) returns text
language plpgsql stable
set search_path = ''
as $$
declare
  v_email constant text := btrim(coalesce(nullif(btrim(p_email), ''), auth.jwt() ->> 'email', ''));
begin
  if length(v_email) > 254 or v_email !~ '^[^@\s<>"]+@[^@\s<>"]+\.[^@\s<>"]+$' then
    perform private.refuse(422, 'wrong_email', 'Enter a valid e-mail address.');
  end if;
  return v_email;
end;
$$;
comment on function private.checked_email(text) is 'The e-mail of an order, or of the account where none is given.';

create function private.checked_address(p_address jsonb) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  v_given constant jsonb := private.json_of(p_address);
  v_address jsonb := '{}';
  v_wrong jsonb := '{}';
  v_country public.countries;
  v_field record;
  v_text text;
begin
  if jsonb_typeof(v_given) is distinct from 'object' or pg_column_size(v_given) > 8000 then
    perform private.refuse(422, 'wrong_address', 'An address is an object of fields.');
  end if;
  select * into v_country from public.countries c where c.code = upper(btrim(v_given ->> 'country'));
  for v_field in
    select * from (values
      ('name', 2, 120), ('line1', 2, 120), ('line2', 0, 120), ('city', 1, 80), ('region', 0, 80),
      ('postcode', 0, 20), ('phone', 0, 40)
    ) f (name, shortest, longest)
  loop
    v_text := btrim(coalesce(v_given ->> v_field.name, ''));
    if length(v_text) not between v_field.shortest and v_field.longest or v_text ~ '[[:cntrl:]]'
      or coalesce(jsonb_typeof(v_given -> v_field.name), 'null') not in ('string', 'null') then
      v_wrong := v_wrong || jsonb_build_object(v_field.name, case
        when v_text = '' then 'Fill this in.' else format('Use at most %s characters.', v_field.longest) end);
    end if;
    v_address := v_address || jsonb_build_object(v_field.name, v_text);
  end loop;
  if v_country.code is null then
    v_wrong := v_wrong || '{"country": "We don’t know this country."}';
  elsif v_country.postcode_pattern <> '' and upper(v_address ->> 'postcode') !~ v_country.postcode_pattern then
    v_wrong := v_wrong || jsonb_build_object('postcode', format('This is not a valid %s for %s.', lower(v_country.postcode_label), v_country.name));
  end if;
  if v_wrong <> '{}' then
    perform private.refuse(422, 'wrong_address', 'Please check the marked fields of the address.', jsonb_build_object('fields', v_wrong));
  end if;
  return v_address || jsonb_build_object('country', v_country.code);
end;
$$;
comment on function private.checked_address(jsonb) is 'An address with nothing but its fields; refuses with every wrong field at once.';

create function private.check_order(p_cart private.priced_line[], p_address jsonb, p_consents jsonb, p_payment text) returns void
language plpgsql stable
set search_path = ''
as $$
declare
  v_consents constant jsonb := private.json_of(p_consents);
begin
  if cardinality(p_cart) = 0 then
    perform private.refuse(422, 'empty_cart', 'Your cart is empty.');
  end if;
  if jsonb_typeof(v_consents) is distinct from 'object' or pg_column_size(v_consents) > 2000 then
    perform private.refuse(422, 'consent_missing', 'Please agree to the terms.', '{"missing": ["terms"]}');
  end if;
  if v_consents -> 'terms' is distinct from 'true' then
    perform private.refuse(422, 'consent_missing', 'Please agree to the terms.', '{"missing": ["terms"]}');
  end if;
  if v_consents -> 'group_buy' is distinct from 'true'
    and exists (select from unnest(p_cart) l where l.sold_as = 'group_buy') then
    perform private.refuse(422, 'consent_missing', 'Please agree to the group buy terms.', '{"missing": ["group_buy"]}');
  end if;
  if not exists (select from public.payment_methods m where m.code = p_payment and m.is_offered) then
    perform private.refuse(422, 'wrong_payment', 'This payment method is not available.');
  end if;
  if p_payment = 'invoice' and private.bank_account_for('EUR') is null then
    perform private.refuse(422, 'no_bank_account', 'Bank transfer is not available at the moment. Choose another payment method.');
  end if;
end;
$$;
comment on function private.check_order(private.priced_line[], jsonb, jsonb, text) is 'Refuses an empty cart, missing consents and a way of paying that is not offered, or that lacks an account to pay to.';

create function private.check_quote(p_quote jsonb, p_method uuid, p_hash text) returns void
language plpgsql stable
set search_path = ''
as $$
declare
  v_problem constant jsonb := (
    select p from jsonb_array_elements(p_quote -> 'problems') with ordinality x (p, i)
    order by p ->> 'reason' = 'out_of_stock', i limit 1);
  v_reason constant text := v_problem ->> 'reason';
begin
  if v_problem is not null then
    perform private.refuse(
      case when v_reason in ('out_of_stock', 'not_open', 'not_for_sale', 'over_limit', 'needs_offer', 'unknown_offer',
        'offer_used', 'offer_revoked', 'offer_expired', 'offer_unclaimed', 'over_offer', 'code_used_up', 'code_used', 'code_over', 'code_not_yet') then 409
        when v_reason = 'code_limited' then 429 else 422 end,
      v_reason, v_problem ->> 'message', jsonb_build_object('problems', p_quote -> 'problems', 'quote', p_quote));
  end if;
  if p_method is null or not exists (
    select from jsonb_array_elements(p_quote -> 'shipping_methods') m
    where m ->> 'id' = p_method::text and m ->> 'price_minor' is not null
  ) then
    perform private.refuse(422, 'shipping_method', 'Choose a shipping method.', jsonb_build_object('quote', p_quote));
  end if;
  if p_quote ->> 'quote_hash' is distinct from p_hash then
    perform private.refuse(409, 'quote_changed', 'The price has changed.', jsonb_build_object('quote', p_quote));
  end if;
end;
$$;
comment on function private.check_quote(jsonb, uuid, text) is 'Refuses a quote with problems, without shipping, or other than the one that was agreed to.';

create function private.lock_customer(p_user uuid, p_email text, p_client text default null) returns void
language plpgsql
set search_path = ''
as $$
declare
  v_lock bigint;
begin
  for v_lock in
    select distinct hashtextextended(k, 7) from unnest(array[p_user::text, private.mailbox_of(p_email), p_client]) k where k is not null order by 1
  loop
    perform pg_advisory_xact_lock(v_lock);
  end loop;
end;
$$;
comment on function private.lock_customer(uuid, text, text) is
  'One order of a customer at a time, so that limits per customer and per client hold.';

create function private.take_order_key(p_key uuid, p_hash text) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  v_caller constant text := coalesce(auth.uid()::text, 'guest');
  v_known private.order_keys;
begin
  -- Waits here for whoever is placing the same order at this moment.
  insert into private.order_keys (caller, key, request_hash) values (v_caller, p_key, p_hash)
  on conflict do nothing;
  if found then
    return null;
  end if;
  select * into v_known from private.order_keys k where k.caller = v_caller and k.key = p_key;
  if v_known.request_hash <> p_hash then
    perform private.refuse(422, 'key_reused', 'This request was already used for another order. Reload the page and try again.');
  end if;
  return v_known.answer || '{"replayed": true}';
end;
$$;
comment on function private.take_order_key(uuid, text) is 'Null for a new key, the first answer for a known one; refuses a key with another body.';

-- schemas/70-orders/89_late_payments.sql
-- An order that expired and is paid all the same comes back only as a new one would: with the goods that
-- it had when it ended, within what one customer may have, and with codes that are still free.

create function private.hold_again(p_order public.order_records) returns boolean
language plpgsql
set search_path = ''
as $$
declare
  -- What an amendment had freed before it ended is not its own any more, nor what was given back since.
  v_taking constant jsonb := (
    select coalesce(jsonb_agg(jsonb_build_object('line_id', t.id, 'pool_id', t.pool_id, 'kit_id', t.kit_id, 'units', t.units)), '[]')
    from (
      select l.id, h.pool_id, h.kit_id,
        sum(h.units) * (l.quantity - l.refunded_quantity) / (l.quantity - l.refunded_quantity + max(r.units)) as units
      from public.order_lines l join private.holds h on h.line_id = l.id and h.state = 'released' and h.ended_at >= p_order.closed_at
      cross join lateral (
        select -coalesce(sum(e.units), 0) as units from public.order_entries e
        where e.order_id = l.order_id and e.line_id = l.id and e.kind = 'refunded' and e.at >= p_order.closed_at
      ) r
      where l.order_id = p_order.id and l.quantity > l.refunded_quantity
      group by l.id, h.pool_id, h.kit_id
    ) t);
begin
  if exists (select from public.order_lines l where l.order_id = p_order.id and l.offer_id is not null)
    or exists (select from jsonb_array_elements(v_taking) t join public.batch_kits k on k.id = (t ->> 'kit_id')::uuid
      where k.dropped_at is not null) then
    return false;
  end if;
  perform private.require_room_for(p_order.id, p_order.user_id, c.email) from private.order_contacts c where c.order_id = p_order.id;
  if private.release_holds('{}', v_taking, 'Paid late', true) <> '[]' then
    -- Undoes what the pass did take: caught below.
    perform private.refuse(409, 'out_of_stock', 'There is not enough stock left.');
  end if;
  insert into private.holds (order_id, line_id, pool_id, kit_id, units)
  select p_order.id, (t ->> 'line_id')::uuid, (t ->> 'pool_id')::uuid, (t ->> 'kit_id')::uuid, (t ->> 'units')::int
  from jsonb_array_elements(v_taking) t;
  perform private.use_codes_of(p_order.id);
  return true;
exception when sqlstate 'PT409' then
  return false;
end;
$$;
comment on function private.hold_again(public.order_records) is
  'Takes the goods and codes of an expired order once more; false where they are gone by now or not made, or its customer has ordered as much as one may. The caller holds the locks of customer and order.';

-- schemas/70-orders/89_order_amending.sql
-- How an order is changed after it was placed: lines, prices, shipping. Called by amend_order and
-- change_order_options, under the lock of the order. What is promised, what is owed and what is written always agree.

create function private.is_amount(p_value jsonb, p_most bigint) returns boolean
language sql immutable
set search_path = ''
as $$
  select case when jsonb_typeof(p_value) = 'number'
    then (p_value #>> '{}')::numeric between 0 and p_most and (p_value #>> '{}')::numeric % 1 = 0 else false end
$$;
comment on function private.is_amount(jsonb, bigint) is 'Whether something is a whole number from nothing to a most.';

create function private.checked_amendment(p_changes jsonb) returns jsonb
language plpgsql immutable
set search_path = ''
as $$
declare
  v_changes constant jsonb := private.json_of(p_changes);
  v_item jsonb;
begin
  if jsonb_typeof(v_changes) is distinct from 'object' or pg_column_size(v_changes) > 60000
    or coalesce(jsonb_typeof(v_changes -> 'lines'), 'array') <> 'array' or coalesce(jsonb_typeof(v_changes -> 'add'), 'array') <> 'array' then
    perform private.refuse(422, 'wrong_changes', 'Changes are an object of lines, additions, shipping and address.');
  end if;
  for v_item in select * from jsonb_array_elements(coalesce(v_changes -> 'lines', '[]')) loop
    if jsonb_typeof(v_item) <> 'object' or private.uuid_of(v_item ->> 'line_id') is null
      or not private.is_amount(coalesce(v_item -> 'quantity', '1'), 999)
      or not private.is_amount(coalesce(v_item -> 'unit_price_minor', '1'), 10000000)
      or coalesce(jsonb_typeof(v_item -> 'options'), 'object') <> 'object' then
      perform private.refuse(422, 'wrong_changes', 'To change an item, send its ID and a new quantity, price or options.');
    end if;
  end loop;
  if (select count(*) <> count(distinct lower(l ->> 'line_id')) from jsonb_array_elements(coalesce(v_changes -> 'lines', '[]')) l) then
    perform private.refuse(422, 'wrong_changes', 'Each line can be changed once.');
  end if;
  if not private.is_amount(coalesce(v_changes -> 'shipping_minor', '0'), 10000000) then
    perform private.refuse(422, 'wrong_changes', 'Enter an amount for shipping.');
  end if;
  return v_changes;
end;
$$;
comment on function private.checked_amendment(jsonb) is 'The wished changes of an order, of the right shape.';

create function private.amended_line(p_line public.order_lines, p_change jsonb) returns public.order_lines
language plpgsql stable
set search_path = ''
as $$
declare
  v public.order_lines := p_line;
  v_new record;
begin
  v.quantity := coalesce((p_change ->> 'quantity')::int, p_line.quantity);
  if exists (select from public.shipments s where s.id = p_line.shipment_id and s.status <> 'planned') then
    perform private.refuse(409, 'line_left', 'This has already shipped.');
  end if;
  if v.quantity <> p_line.quantity and p_line.offer_id is not null then
    perform private.refuse(422, 'over_offer', 'An offer is for one item only. Set the quantity to 1.');
  end if;
  if v.quantity <> p_line.quantity and p_line.sold_as = 'group_buy' and not exists (
    select from public.batches b where b.id = p_line.batch_id and private.batch_stage_now(b.stage, b.opens_at, b.closes_at, now()) = 'open') then
    perform private.refuse(409, 'not_open', 'The group buy has closed, so you can’t change these items. Refund any the customer no longer wants.');
  end if;
  if v.quantity < p_line.refunded_quantity or p_line.quantity = p_line.refunded_quantity then
    perform private.refuse(422, 'wrong_quantity', 'Some of it was already refunded.', jsonb_build_object('refunded', p_line.refunded_quantity));
  end if;
  if p_change ? 'options' then
    select * into v_new from private.line_options(p_line.variant_id, p_change -> 'options');
    if v_new.reason is not null then
      perform private.refuse(422, v_new.reason, v_new.message);
    end if;
    v.options := v_new.chosen;
    v.unit_price_minor := greatest(p_line.unit_price_minor + v_new.delta_minor - (
      select coalesce(sum((o ->> 'price_delta_minor')::bigint), 0) from jsonb_array_elements(p_line.options) o), 0);
  end if;
  v.unit_price_minor := coalesce((p_change ->> 'unit_price_minor')::int, v.unit_price_minor);
  if v.unit_price_minor::bigint * v.quantity > 1000000000 then
    perform private.refuse(422, 'wrong_changes', 'This line is too large to change online.');
  end if;
  v.total_minor := v.unit_price_minor * v.quantity;
  -- Within its bounds until spread_discount has shared it out anew.
  v.discount_minor := least(v.discount_minor, v.total_minor);
  v.tax_minor := private.tax_part(v.total_minor - v.discount_minor, nullif(v.tax_rate_basis_points, 0), v.tax_included);
  v.weight_grams := ceil(p_line.weight_grams::numeric / p_line.quantity * v.quantity);
  return v;
end;
$$;
comment on function private.amended_line(public.order_lines, jsonb) is 'A line as a change wants it, of quantity 0 where it goes; refuses what can''t be.';

create function private.amend_lines(p_order public.order_records, p_changes jsonb) returns void
language plpgsql
set search_path = ''
as $$
declare
  v_change jsonb;
  v_old public.order_lines;
  v_new public.order_lines;
  v_held int;
  v_freed uuid[] := '{}';
  v_gone uuid[] := '{}';
  v_taking jsonb := private.add_lines(p_order, p_changes);
begin
  for v_change in select * from jsonb_array_elements(coalesce(p_changes -> 'lines', '[]')) c order by c ->> 'line_id' loop
    select * into v_old from public.order_lines l where l.id = (v_change ->> 'line_id')::uuid and l.order_id = p_order.id;
    if not found then
      perform private.refuse(404, 'unknown_line', 'This order has no such line.');
    end if;
    v_new := private.amended_line(v_old, v_change);
    select coalesce(sum(h.units), 0) / (v_old.quantity - v_old.refunded_quantity) into v_held
    from private.holds h where h.line_id = v_old.id and h.state = 'held';
    if v_new.quantity < v_old.quantity then
      v_freed := v_freed || private.part_of_hold(v_old.id, v_held * (v_old.quantity - v_new.quantity));
    elsif v_new.quantity > v_old.quantity then
      v_taking := v_taking || (
        select coalesce(jsonb_agg(to_jsonb(t)), '[]') from (
          select h.line_id, h.pool_id, h.kit_id, v_held * (v_new.quantity - v_old.quantity) as units
          from private.holds h where h.line_id = v_old.id and h.state = 'held' limit 1) t);
    end if;
    if v_new.quantity = 0 then
      v_gone := v_gone || v_old.id;
    else
      update public.order_lines set quantity = v_new.quantity, options = v_new.options, unit_price_minor = v_new.unit_price_minor,
        total_minor = v_new.total_minor, discount_minor = v_new.discount_minor, tax_minor = v_new.tax_minor,
        weight_grams = v_new.weight_grams where id = v_old.id;
    end if;
  end loop;
  if private.release_holds(v_freed, v_taking, 'Order ' || p_order.number || ', amended',
    p_order.status <> 'awaiting_payment') <> '[]' then
    perform private.refuse(409, 'out_of_stock', 'There are not enough left.');
  end if;
  insert into private.holds (order_id, line_id, pool_id, kit_id, units, expires_at)
  select p_order.id, (t ->> 'line_id')::uuid, (t ->> 'pool_id')::uuid, (t ->> 'kit_id')::uuid, (t ->> 'units')::int,
    case when p_order.status = 'awaiting_payment' then p_order.pay_by end
  from jsonb_array_elements(v_taking) t;
  delete from public.order_lines where id = any (v_gone);
end;
$$;
comment on function private.amend_lines(public.order_records, jsonb) is 'Writes changed, added and removed lines and moves what is promised for them in one sorted pass.';

create function private.add_lines(p_order public.order_records, p_changes jsonb) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  v_cart constant private.priced_line[] := private.priced_by_staff(coalesce(p_changes -> 'add', '[]'));
  v_email constant text := (select c.email from private.order_contacts c where c.order_id = p_order.id);
  v_wrong record;
  v_line private.priced_line;
  v_id uuid;
  v_parcel uuid;
  v_taking jsonb := '[]';
begin
  for v_wrong in
    select l.reason, l.message from private.cart_limits(v_cart, p_order.user_id, v_email) l
    union all
    select p ->> 'reason', p ->> 'message' from jsonb_array_elements(private.country_problems(v_cart, p_order.country_code)) p
  loop
    perform private.refuse(409, v_wrong.reason, v_wrong.message);
  end loop;
  foreach v_line in array v_cart loop
    if v_line.design_id is not null or v_line.offer_id is not null then
      perform private.refuse(422, 'wrong_changes', 'Items from an offer or a design must be ordered by the customer.');
    end if;
    select s.id into v_parcel from public.shipments s
    where s.order_id = p_order.id and s.status = 'planned' and s.batch_id is not distinct from v_line.batch_id and s.ships_on is not distinct from v_line.ships_on
    order by s.position limit 1;
    if v_parcel is null then
      insert into public.shipments (order_id, position, batch_id, ships_on, eta_precision, weight_grams)
      select p_order.id, coalesce(max(s.position), 0) + 1, v_line.batch_id, v_line.ships_on, v_line.eta_precision, 0
      from public.shipments s where s.order_id = p_order.id returning id into v_parcel;
    end if;
    insert into public.order_lines (
      order_id, position, shipment_id, variant_id, product_id, batch_id, sold_as, quantity, title, variant_title, sku, url,
      kind, picture, options, currency, unit_price_minor, total_minor, tax_minor, tax_included, tax_rate_basis_points, tax_name, weight_grams)
    select p_order.id, (select max(l.position) + 1 from public.order_lines l where l.order_id = p_order.id), v_parcel,
      v_line.variant_id, v_line.product_id, v_line.batch_id, v_line.sold_as, v_line.quantity, v_line.title, v_line.variant_title,
      v_line.sku, v_line.url, v_line.kind, v_line.picture, v_line.chosen, p_order.currency, v_line.unit_price_minor,
      v_line.total_minor, private.tax_part(v_line.total_minor, t.rate_basis_points, t.is_included),
      coalesce(t.is_included, false), coalesce(t.rate_basis_points, 0), coalesce(t.name, ''), v_line.weight_grams
    from (select 1) one left join lateral private.tax_on(p_order.country_code, v_line.tax_class) t on true
    returning id into v_id;
    if num_nonnulls(v_line.pool_id, v_line.kit_id) = 1 then
      v_taking := v_taking || jsonb_build_array(jsonb_build_object('line_id', v_id, 'pool_id', v_line.pool_id,
        'kit_id', v_line.kit_id, 'units', v_line.quantity * coalesce(v_line.pool_units, 1)));
    end if;
  end loop;
  return v_taking;
end;
$$;
comment on function private.add_lines(public.order_records, jsonb) is 'Writes lines that staff add to an order and gives what has to be promised for them.';

create function private.priced_by_staff(p_lines jsonb) returns private.priced_line[]
language plpgsql stable
set search_path = ''
as $$
declare
  v_cart private.priced_line[] := '{}';
  v_line private.priced_line;
  v_price jsonb;
begin
  for v_line in select * from private.price_cart(p_lines) l order by l.line loop
    v_price := p_lines -> v_line.line -> 'unit_price_minor';
    if coalesce(v_price, 'null') <> 'null' then
      if not private.is_amount(v_price, 10000000) then
        perform private.refuse(422, 'wrong_price', 'Enter a price from 0 to 100,000.');
      end if;
      v_line.unit_price_minor := (v_price #>> '{}')::bigint;
      v_line.total_minor := v_line.unit_price_minor * v_line.quantity;
    end if;
    v_cart := v_cart || v_line;
  end loop;
  return v_cart;
end;
$$;
comment on function private.priced_by_staff(jsonb) is 'A cart at the prices of the shop, or at those that staff name.';

create function private.order_taxes(p_order uuid, p_shipping bigint) returns jsonb
language sql stable
set search_path = ''
as $$
  select private.tax_sums(coalesce(jsonb_agg(jsonb_build_object('tax_minor', l.tax_minor, 'tax_included', l.tax_included,
    'tax_rate_basis_points', nullif(l.tax_rate_basis_points, 0))), '[]'), p_shipping)
  from public.order_lines l where l.order_id = p_order
$$;
comment on function private.order_taxes(uuid, bigint) is 'The taxes of an order''s lines and of its shipping, as a quote adds them up.';

create function private.write_amendment(p_order public.order_records, p_changes jsonb, p_reason text) returns public.order_records
language plpgsql
set search_path = ''
as $$
declare
  v_shipping constant int := coalesce((p_changes ->> 'shipping_minor')::int, p_order.shipping_minor);
  v_was constant jsonb := private.order_taxes(p_order.id, p_order.shipping_minor);
begin
  perform private.amend_lines(p_order, p_changes);
  if not exists (select from public.order_lines l where l.order_id = p_order.id) then
    perform private.refuse(422, 'empty_cart', 'An order needs at least one line. Cancel it instead.');
  end if;
  return private.sum_amended_order(p_order, v_shipping, v_was, coalesce(nullif(p_reason, ''), 'Amended'));
end;
$$;
comment on function private.write_amendment(public.order_records, jsonb, text) is 'Changes lines, parcels and sums of an order; one that is paid in full by it moves on.';

create function private.sum_amended_order(p_order public.order_records, p_shipping int, p_taxes_before jsonb, p_reason text)
returns public.order_records
language plpgsql
set search_path = ''
as $$
begin
  delete from public.shipments s where s.order_id = p_order.id and s.status = 'planned'
    and not exists (select from public.order_lines l where l.shipment_id = s.id);
  update public.shipments s set weight_grams = (select sum(l.weight_grams) from public.order_lines l where l.shipment_id = s.id)
  where s.order_id = p_order.id and s.status = 'planned';
  perform private.spread_discount(p_order.id);
  return private.sum_order(p_order, p_shipping, p_taxes_before, p_reason);
end;
$$;
comment on function private.sum_amended_order(public.order_records, int, jsonb, text) is
  'Sums an order up whose lines were changed or taken out, parcels and discount included. Taxes before as for sum_order.';

create function private.code_rules(p_order uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(u.rule order by u.position, u.code_id), '[]')
  from private.discount_uses u where u.order_id = p_order and u.given_back_at is null
$$;
comment on function private.code_rules(uuid) is 'What the codes of an order said when they were used.';

create function private.require_code_minimum(p_order uuid) returns void
language plpgsql stable
set search_path = ''
as $$
declare
  v_subtotal constant bigint := (select sum(l.total_minor) from public.order_lines l where l.order_id = p_order);
  v_minimum constant bigint := (
    select max((r ->> 'minimum_minor')::bigint) from jsonb_array_elements(private.code_rules(p_order)) r);
begin
  if v_subtotal < v_minimum then
    perform private.refuse(422, 'code_minimum', 'With these options the order is below the minimum of its discount code.',
      jsonb_build_object('minimum_minor', v_minimum, 'subtotal_minor', v_subtotal));
  end if;
end;
$$;
comment on function private.require_code_minimum(uuid) is 'Refuses what a customer chose where it takes an order below the minimum of its code.';

create function private.spread_discount(p_order uuid) returns void
language plpgsql
set search_path = ''
as $$
declare
  -- Who changes an order has asked for the minimum, or is staff, who may go below it.
  v_rules constant jsonb := (
    select coalesce(jsonb_agg(r - 'minimum_minor' order by i), '[]')
    from jsonb_array_elements(private.code_rules(p_order)) with ordinality x (r, i));
  v_offs bigint[];
  v_kept bigint;
  v_rest bigint;
  v_free bigint;
begin
  if v_rules = '[]' then
    return;
  end if;
  -- What was given back was given back at its price: such a line keeps its share.
  select private.discount_by_rules(v_rules, sum(l.total_minor)),
    coalesce(sum(l.discount_minor) filter (where l.refunded_quantity > 0), 0),
    coalesce(sum(l.total_minor) filter (where l.refunded_quantity = 0), 0)
  into v_offs, v_kept, v_free
  from public.order_lines l where l.order_id = p_order;
  v_rest := least(greatest((select sum(o) from unnest(v_offs) o) - v_kept, 0), v_free);
  update public.order_lines l set discount_minor = x.off,
    tax_minor = private.tax_part(l.total_minor - x.off, nullif(l.tax_rate_basis_points, 0), l.tax_included)
  from (
    select f.id, (private.split_amount(v_rest, array_agg(f.total_minor::bigint)
      over (order by f.position rows between unbounded preceding and unbounded following)))[
      (row_number() over (order by f.position))::int] as off
    from public.order_lines f where f.order_id = p_order and f.refunded_quantity = 0
  ) x
  where l.id = x.id and l.discount_minor <> x.off;
  update private.discount_uses u set amount_minor = x.off
  from (
    select o.code_id, v_offs[(row_number() over (order by o.position, o.code_id))::int] as off
    from private.discount_uses o where o.order_id = p_order and o.given_back_at is null
  ) x
  where u.order_id = p_order and u.code_id = x.code_id and u.amount_minor <> x.off;
end;
$$;
comment on function private.spread_discount(uuid) is
  'Takes off an order''s lines what its codes take off of what they cost now, and taxes them by it. An order without codes stays as it is.';

create function private.sum_order(p_order public.order_records, p_shipping int, p_taxes_before jsonb, p_reason text)
returns public.order_records
language plpgsql
set search_path = ''
as $$
declare
  v_taxes constant jsonb := private.order_taxes(p_order.id, p_shipping);
begin
  update public.order_records set tax_included_minor =
    greatest(p_order.tax_included_minor + (v_taxes ->> 'included')::int - (p_taxes_before ->> 'included')::int, 0)
  where id = p_order.id;
  perform private.enter_costs(p_order, p_shipping,
    greatest(p_order.tax_minor + (v_taxes ->> 'added')::int - (p_taxes_before ->> 'added')::int, 0), p_reason);
  return private.pay_if_covered(p_order.id);
end;
$$;
comment on function private.sum_order(public.order_records, int, jsonb, text) is
  'Sums an order up from its changed lines; one that is paid in full by it moves on. Taxes before are those that order_taxes gave for the lines as they were.';

create function private.order_sketch(p_order uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('total_minor', o.total_minor, 'shipping_minor', o.shipping_minor, 'tax_minor', o.tax_minor, 'lines', (
    select coalesce(jsonb_agg(jsonb_build_object('line_id', l.id, 'title', l.title, 'variant_title', l.variant_title, 'quantity', l.quantity,
      'unit_price_minor', l.unit_price_minor, 'options', (
        select coalesce(jsonb_agg(x ->> 'value'), '[]') from jsonb_array_elements(l.options) x)) order by l.position), '[]')
    from public.order_lines l where l.order_id = o.id))
  from public.order_records o where o.id = p_order
$$;
comment on function private.order_sketch(uuid) is 'What an amendment may change of an order, short enough for its history.';

create function private.lines_apart(p_one jsonb, p_other jsonb) returns jsonb
language sql immutable
set search_path = ''
as $$
  select p_one || jsonb_build_object('lines', coalesce((
    select jsonb_agg(l) from jsonb_array_elements(p_one -> 'lines') l
    where not (p_other -> 'lines') @> jsonb_build_array(l)), '[]'))
$$;
comment on function private.lines_apart(jsonb, jsonb) is 'A sketch of an order with those lines alone that another sketch does not have.';

-- schemas/70-orders/89_order_confirming.sql
-- Who answers for an order. An account does by ordering, a guest by the link of the first mail or by
-- paying. Until then an order is nobody's: it holds its goods for minutes, counts for no limit per
-- person, uses no code up, and its mailbox gets one mail that says nothing a sender typed.

create function private.lock_customer_of(p_order uuid) returns void
language sql
set search_path = ''
as $$
  select private.lock_customer(o.user_id, c.email)
  from public.order_records o join private.order_contacts c on c.order_id = o.id where o.id = p_order
$$;
comment on function private.lock_customer_of(uuid) is
  'As lock_customer, for whoever will answer for an order. Before the order itself is locked.';

create function private.check_client(p_client text) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if p_client is not null and (
    select count(*) from private.order_contacts c join public.order_records o on o.id = c.order_id
    where c.client_hash = p_client and o.placed_at > now() - interval '10 minutes' and o.paid_at is null
  ) >= private.setting('unpaid_orders_per_client') then
    perform private.refuse(429, 'too_many_orders', 'There are too many unpaid orders from your connection. Pay for one, or wait ten minutes.');
  end if;
end;
$$;
comment on function private.check_client(text) is
  'Refuses a client that has placed many orders without paying, cancelled ones included. The orders are the count: what is refused has held nothing.';

create function private.may_write_to(p_order public.order_records, p_contact private.order_contacts) returns boolean
language plpgsql stable
set search_path = ''
as $$
begin
  return p_contact.mailbox_proven_at is not null or p_order.paid_at is not null or p_order.captured_minor > 0
    -- What a stranger ordered and an account claimed is confirmed by nobody; an account answers for its own mailbox alone.
    or p_order.confirmed_at is not null and (p_order.user_id is null or exists (
      select from auth.users u
      where u.id = p_order.user_id and lower(u.email) = lower(p_contact.email) and u.email_confirmed_at is not null));
end;
$$;
comment on function private.may_write_to(public.order_records, private.order_contacts) is
  'Whether mails about an order may go to its mailbox, with the name that was typed: its reader, money or a colleague has answered for it.';

create function private.may_ask_mailbox(p_mailbox text) returns boolean
language plpgsql stable
set search_path = ''
as $$
begin
  return (
    select count(*) < 3 and count(*) filter (
      where c.asked_at > now() - make_interval(mins => private.setting('minutes_to_confirm'))) = 0
    from private.order_contacts c join public.order_records o on o.id = c.order_id
    where c.mailbox = p_mailbox and c.asked_at > now() - interval '1 day'
      and c.mailbox_proven_at is null and o.paid_at is null);
end;
$$;
comment on function private.may_ask_mailbox(text) is
  'Whether a mailbox may be asked about one more order: one unanswered mail at a time, and three a day, whoever orders in its name.';

create function private.ask_about_order(p_order uuid) returns void
language plpgsql
set search_path = ''
as $$
declare
  v_token constant text := replace(gen_random_uuid()::text || gen_random_uuid(), '-', '');
  v_order public.order_records;
  v_contact private.order_contacts;
begin
  select * into v_order from public.order_records o where o.id = p_order;
  select * into v_contact from private.order_contacts c where c.order_id = p_order;
  if not private.may_write_to(v_order, v_contact) and not private.is_staff() then
    if not private.may_ask_mailbox(v_contact.mailbox) then
      return;
    end if;
    update private.order_contacts set asked_at = now() where order_id = p_order;
  end if;
  update private.order_contacts set mailbox_token_hash = private.hash_of(v_token) where order_id = p_order;
  perform private.mail_about_order(p_order, 'order_placed', 'placed', jsonb_build_object(
    'token', v_token, 'asks', true, 'keep_until', v_order.keep_until,
    'agrees_first', v_order.consents -> 'terms' is distinct from 'true')
    || case when v_order.user_id is null
      then jsonb_build_object('acting_token', private.make_acting_secret(p_order)) else '{}' end);
end;
$$;
comment on function private.ask_about_order(uuid) is
  'Sends the first mail of an order, or leaves it for later where its mailbox has one to answer. The caller holds the lock of the customer.';

create function private.ask_about_next_order(p_mailbox text) returns void
language sql
set search_path = ''
as $$
  select private.ask_about_order(o.id)
  from public.order_records o join private.order_contacts c on c.order_id = o.id
  where c.mailbox = p_mailbox and c.asked_at is null and c.mailbox_proven_at is null
    and o.status = 'awaiting_payment' and o.pay_by > now()
    and not exists (select from public.outbox m where m.dedupe_key = 'order_placed:' || o.id || ':placed')
  order by o.placed_at desc, o.id limit 1
$$;
comment on function private.ask_about_next_order(text) is 'The mail that waited for an answer to the one before: of the newest order, whose buyer waits for it.';

create function private.send_due_mails(p_order uuid) returns void
language plpgsql
set search_path = ''
as $$
begin
  if not exists (select from public.outbox m where m.dedupe_key = 'order_placed:' || p_order || ':placed') then
    perform private.ask_about_order(p_order);
  end if;
  perform private.ask_about_next_order(c.mailbox) from private.order_contacts c where c.order_id = p_order;
end;
$$;
comment on function private.send_due_mails(uuid) is
  'The mails that waited until somebody answered for an order: its own first one, and that of the next order of its mailbox.';

create function private.use_codes_of(p_order uuid) returns void
language plpgsql
set search_path = ''
as $$
declare
  v_use record;
begin
  for v_use in
    select u.code_id, u.email from private.discount_uses u
    where u.order_id = p_order and (u.counted_at is null or u.given_back_at is not null) order by u.code_id
  loop
    update public.discount_codes c set used_count = c.used_count + 1
    where c.id = v_use.code_id and (c.most_uses is null or c.used_count < c.most_uses);
    if not found then
      perform private.refuse(409, 'code_used_up', 'Someone else used the last of this code first.');
    end if;
    if exists (
      select from public.discount_codes c where c.id = v_use.code_id and c.most_per_customer <= (
        select count(*) from private.discount_uses u
        where u.code_id = c.id and u.given_back_at is null and u.counted_at is not null
          and u.order_id <> p_order and u.mailbox = private.mailbox_of(v_use.email))
    ) then
      perform private.refuse(409, 'code_used', 'You have already used this code.');
    end if;
  end loop;
  update private.discount_uses set counted_at = now(), given_back_at = null
  where order_id = p_order and (counted_at is null or given_back_at is not null);
end;
$$;
comment on function private.use_codes_of(uuid) is
  'From now on the codes of an order count. Refuses where another order, which was confirmed or paid first, has the last use.';

create function private.confirm_order(p_order uuid, p_is_paid boolean) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  v_order public.order_records;
  v_email text;
  v_reason text;
  v_message text;
begin
  select * into v_order from public.order_records o where o.id = p_order for update;
  if v_order.confirmed_at is not null
    or not p_is_paid and (v_order.status <> 'awaiting_payment' or v_order.pay_by <= now()) then
    return null;
  end if;
  select c.email into v_email from private.order_contacts c where c.order_id = p_order;
  begin
    perform private.require_room_for(p_order, v_order.user_id, v_email);
    update public.order_records set confirmed_at = now(), pay_by = keep_until, keep_until = null
    where id = p_order returning * into v_order;
    update private.holds set expires_at = v_order.pay_by
    where order_id = p_order and state = 'held' and expires_at is not null;
    if not p_is_paid then
      perform private.record_event(p_order, 'confirmed');
    end if;
    if v_order.total_minor = 0 then
      perform private.move_order(p_order, 'awaiting_payment', 'paid', 'shop', 'There was nothing to pay.');
    end if;
    perform private.use_codes_of(p_order);
  exception when sqlstate 'PT409' then
    get stacked diagnostics v_reason = pg_exception_hint, v_message = message_text;
    return jsonb_build_object('reason', v_reason, 'message', v_message);
  end;
  return null;
end;
$$;
comment on function private.confirm_order(uuid, boolean) is
  'Somebody answers for an order: it holds its goods until keep_until, counts for its person and uses its codes up. Otherwise says why not, {reason, message}, and changes nothing: who came first has the last use of a code, and nobody gets more than one customer may. The caller holds the lock of the customer.';

-- schemas/70-orders/89_order_writing.sql
-- The writing of an order: its record, lines, parcels, holds, first event and mail. Called by
-- place_order alone, after everything was checked.

create function private.write_order(
  p_quote jsonb, p_cart private.priced_line[], p_user uuid, p_payment text, p_consents jsonb
) returns public.order_records
language plpgsql
set search_path = ''
as $$
declare
  v_order public.order_records;
  v_designs jsonb;
  v_hours constant int := private.setting(case
    when exists (select from unnest(p_cart) l where l.offer_id is not null) then 'hours_to_pay_raffle' else 'hours_to_pay' end);
  v_keep_until constant timestamptz := now() + make_interval(hours => v_hours);
  -- An account with a mailbox answers for its order, and a colleague for one they make.
  v_is_confirmed constant boolean := private.proven_email() is not null or private.is_staff();
begin
  insert into public.order_records (
    user_id, payment, country_code, shipping_method_id, shipping_method_name, code, currency, subtotal_minor,
    discount_minor, shipping_minor, tax_minor, tax_included_minor, total_minor, terms_version_id, consents, pay_by,
    confirmed_at, keep_until
  )
  select p_user, p_payment, p_quote ->> 'country', m.id, m.name,
    (select string_agg(c ->> 'code', ' ') from jsonb_array_elements(p_quote -> 'codes') c),
    p_quote ->> 'currency', (p_quote ->> 'subtotal_minor')::int, (p_quote ->> 'discount_minor')::int,
    (p_quote ->> 'shipping_minor')::int, (p_quote ->> 'tax_minor')::int, (p_quote ->> 'tax_included_minor')::int,
    (p_quote ->> 'total_minor')::int,
    private.terms_on(now()),
    jsonb_build_object('terms', true, 'group_buy', coalesce(p_consents -> 'group_buy', 'false') = 'true'),
    case when v_is_confirmed then v_keep_until
      else least(v_keep_until, now() + make_interval(mins => private.setting('minutes_to_confirm'))) end,
    case when v_is_confirmed then now() end, case when not v_is_confirmed then v_keep_until end
  from public.shipping_methods m where m.id = (p_quote ->> 'shipping_method')::uuid
  returning * into v_order;
  -- Locked in one order by everybody.
  select coalesce(jsonb_object_agg(d.id, private.freeze_design(d.id)), '{}') into v_designs
  from (select distinct l.design_id as id from unnest(p_cart) l where l.design_id is not null order by 1) d;
  insert into public.shipments (order_id, position, batch_id, ships_on, eta_precision, weight_grams)
  select v_order.id, s.place, s.batch_id, s.ships_on, s.eta_precision, s.weight_grams from private.parcels_of(p_cart) s;
  insert into public.order_lines (
    order_id, position, shipment_id, variant_id, product_id, batch_id, design_id, offer_id, sold_as, quantity,
    title, variant_title, sku, url, kind, picture, options, design, currency, unit_price_minor, total_minor,
    discount_minor, tax_minor, tax_included, tax_rate_basis_points, tax_name, weight_grams
  )
  select v_order.id, l.line + 1, s.id, l.variant_id, l.product_id, l.batch_id, l.design_id, l.offer_id, l.sold_as,
    l.quantity, l.title, l.variant_title, l.sku, l.url, l.kind, l.picture, l.chosen, v_designs -> l.design_id::text, v_order.currency,
    l.unit_price_minor, l.total_minor, (q ->> 'discount_minor')::int, (q ->> 'tax_minor')::int,
    (q ->> 'tax_included')::boolean, (q ->> 'tax_rate_basis_points')::int, q ->> 'tax_name', l.weight_grams
  from unnest(p_cart) l
  join jsonb_array_elements(p_quote -> 'lines') q on (q ->> 'line')::int = l.line
  join private.parcels_of(p_cart) p on p.parcel = l.parcel and p.batch_id is not distinct from l.batch_id
  join public.shipments s on s.order_id = v_order.id and s.position = p.place;
  perform private.enter_costs(v_order, v_order.shipping_minor, v_order.tax_minor, 'Placed');
  return v_order;
end;
$$;
comment on function private.write_order(jsonb, private.priced_line[], uuid, text, jsonb) is 'Writes record, parcels and lines of an order from its quote.';

create function private.hold_for_order(p_order public.order_records, p_cart private.priced_line[]) returns uuid[]
language plpgsql
set search_path = ''
as $$
declare
  v_taking constant jsonb := (
    select coalesce(jsonb_agg(jsonb_build_object(
      'line', l.line, 'pool_id', l.pool_id, 'kit_id', l.kit_id, 'units', l.quantity * coalesce(l.pool_units, 1))), '[]')
    from unnest(p_cart) l where num_nonnulls(l.pool_id, l.kit_id) = 1);
  v_dead uuid[];
  v_ended uuid[];
  v_offer record;
begin
  select array_agg(distinct h.order_id) into v_dead
  from private.holds h join unnest(p_cart) l on h.pool_id = l.pool_id or h.kit_id = l.kit_id
  where h.state = 'held' and h.expires_at <= now();
  v_ended := private.end_unpaid_orders(coalesce(v_dead, '{}'));
  for v_offer in select l.offer_id, l.variant_id from unnest(p_cart) l where l.offer_id is not null order by 1 loop
    perform private.spend_offer(v_offer.offer_id, p_order.id, v_offer.variant_id);
  end loop;
  if private.release_holds(
    array(select h.id from private.holds h where h.state = 'held' and h.order_id = any (v_ended)),
    v_taking, 'Order ' || p_order.number) <> '[]' then
    perform private.refuse(409, 'out_of_stock', 'Someone else was faster, and there are not enough left. Lower the quantity.');
  end if;
  insert into private.holds (order_id, line_id, pool_id, kit_id, units, expires_at)
  select p_order.id, l.id, (t ->> 'pool_id')::uuid, (t ->> 'kit_id')::uuid, (t ->> 'units')::int, p_order.pay_by
  from jsonb_array_elements(v_taking) t
  join public.order_lines l on l.order_id = p_order.id and l.position = (t ->> 'line')::int + 1;
  return v_ended;
end;
$$;
comment on function private.hold_for_order(public.order_records, private.priced_line[]) is
  'Promises the goods of an order, freeing what dead orders still hold of them. Gives the orders that ended by it.';

create function private.finish_order(p_order public.order_records, p_key uuid, p_email text, p_address jsonb) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  v_token constant text := replace(gen_random_uuid()::text || gen_random_uuid(), '-', '');
  v_status public.order_status := p_order.status;
  v_answer jsonb;
begin
  insert into private.order_contacts (order_id, email, address, token_hash, mailbox_token_hash, client_hash, mailbox_proven_at)
  values (p_order.id, p_email, p_address, private.hash_of(v_token), private.hash_of(gen_random_uuid()::text || gen_random_uuid()),
    private.buying_client(), case when p_order.user_id is not null and lower(p_email) = lower(private.proven_email()) then now() end);
  perform private.record_event(p_order.id, 'placed', p_to => p_order.status,
    p_after => jsonb_build_object('total_minor', p_order.total_minor, 'currency', p_order.currency));
  if p_order.total_minor = 0 and p_order.confirmed_at is not null then
    perform private.move_order(p_order.id, 'awaiting_payment', 'paid', 'shop', 'There was nothing to pay.');
    v_status := 'paid';
  end if;
  perform private.ask_about_order(p_order.id);
  v_answer := jsonb_build_object('order', jsonb_build_object(
    'id', p_order.id, 'number', p_order.number, 'status', v_status, 'total_minor', p_order.total_minor,
    'currency', p_order.currency, 'pay_by', p_order.pay_by, 'keep_until', p_order.keep_until, 'payment', p_order.payment, 'token', v_token), 'replayed', false);
  update private.order_keys set order_id = p_order.id, answer = v_answer
  where caller = coalesce(auth.uid()::text, 'guest') and key = p_key;
  return v_answer;
end;
$$;
comment on function private.finish_order(public.order_records, uuid, text, jsonb) is 'Writes who an order is for, its first event, its mail and the answer that its key will give again.';

-- schemas/60-lists/rpc/accept_offer.sql
-- A person takes up an offer: it becomes a line for the cart that is held for them. Asking again gives
-- the same line and never a longer time.

create function private.accept_offer(p_offer uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_user constant uuid := auth.uid();
  v_offer public.offers;
  v_list public.lists;
  v_now timestamptz;
begin
  if v_user is null then
    perform private.refuse(401, 'signed_out', 'Please sign in first.', '{}');
  end if;
  select l.* into v_list from public.lists l
  where l.id = (select list_id from public.offers where id = p_offer) for no key update;
  select * into v_offer from public.offers where id = p_offer for update;
  v_now := clock_timestamp();
  if v_offer.id is null or v_offer.user_id is distinct from v_user then
    perform private.refuse(404, 'unknown_offer', 'You have no such offer.', jsonb_build_object('offer_id', p_offer));
  end if;
  perform private.require_live_offer(v_offer, v_now);
  if (select count(*) from private.live_offers(v_list.id, v_now)) > v_list.released then
    perform private.refuse(409, 'capacity_reached', 'Everything has been taken.', jsonb_build_object('list_id', v_list.id));
  end if;
  if v_offer.status = 'pending' then
    update public.offers set
      status = 'claimed', claimed_at = v_now,
      -- Whoever takes it up in the last minute still gets through the checkout.
      holds_until = greatest(expires_at, v_now + make_interval(mins => private.setting('minutes_cart_hold')))
    where id = p_offer returning * into v_offer;
    perform private.refill_list(v_list.id);
  end if;
  return private.offer_facts(v_offer, v_now) || jsonb_build_object('line', jsonb_build_object(
    'variant_id', v_offer.variant_id, 'quantity', 1, 'options', '{}'::jsonb, 'design_id', null, 'offer_id', v_offer.id));
end;
$$;
grant execute on function private.accept_offer(uuid) to authenticated;
comment on function private.accept_offer(uuid) is
  'Body of public.accept_offer. Security definer: nobody may write offers by hand.';

create function public.accept_offer(p_offer uuid) returns jsonb
language sql security invoker
set search_path = ''
as $$
  select private.accept_offer(p_offer)
$$;
grant execute on function public.accept_offer(uuid) to authenticated;
comment on function public.accept_offer(uuid) is
  'Takes up an offer. Its person alone. Gives the offer with holds_until and line, a cart line. Refuses with signed_out, unknown_offer, offer_expired, offer_revoked, offer_used.';

-- schemas/90-operations/rpc/access_report.sql
-- What each caller may read, write and call, as the database itself has it at this moment: the rules are
-- asked of the catalogue and never of a list that could be older than they are.

create function private.rules_of(p_table oid, p_role text, p_verbs text[])
returns text[]
language sql stable
set search_path = ''
as $$
  select coalesce(array_agg(distinct p.polname::text order by p.polname::text), '{}')
  from pg_catalog.pg_policy p
  where p.polrelid = p_table
    and (p.polroles = '{0}' or p_role::regrole = any (p.polroles))
    and exists (
      select from unnest(p_verbs) v (verb)
      where p.polcmd in ('*', case v.verb when 'select' then 'r' when 'insert' then 'a' when 'update' then 'w' else 'd' end)
        -- A rule opens nothing to whoever was not let at the table first.
        and case when v.verb = 'delete' then pg_catalog.has_table_privilege(p_role, p_table, v.verb)
          else pg_catalog.has_any_column_privilege(p_role, p_table, v.verb) end)
$$;
comment on function private.rules_of(oid, text, text[]) is
  'The policies that let a role do something with a table; each is a sentence.';

create function private.access_report() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_reader('owner');
  return jsonb_build_object(
    'tables', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'name', c.relname, 'is_view', c.relkind = 'v', 'is_guarded', c.relkind = 'v' or c.relrowsecurity,
        'visitors_read', case c.relkind when 'v' then pg_catalog.has_any_column_privilege('anon', c.oid, 'select')
          else cardinality(private.rules_of(c.oid, 'anon', array['select'])) > 0 end,
        'accounts_read', case c.relkind when 'v' then pg_catalog.has_any_column_privilege('authenticated', c.oid, 'select')
          else cardinality(private.rules_of(c.oid, 'authenticated', array['select'])) > 0 end,
        'visitors_write', cardinality(private.rules_of(c.oid, 'anon', array['insert', 'update', 'delete'])) > 0,
        'read_rules', private.rules_of(c.oid, 'authenticated', array['select']),
        'write_rules', private.rules_of(c.oid, 'authenticated', array['insert', 'update', 'delete'])
      ) order by c.relname), '[]')
      from pg_catalog.pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')),
    'functions', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'name', f.proname,
        'callers', case when pg_catalog.has_function_privilege('anon', f.oid, 'execute') then 'visitors'
          when pg_catalog.has_function_privilege('authenticated', f.oid, 'execute') then 'accounts' else 'service' end,
        'told', pg_catalog.obj_description(f.oid, 'pg_proc')
      ) order by f.proname), '[]')
      from pg_catalog.pg_proc f
      where f.pronamespace = 'public'::regnamespace and f.prorettype <> 'trigger'::regtype));
end;
$$;
grant execute on function private.access_report() to authenticated;
comment on function private.access_report() is
  'Body of public.access_report. Security definer: it looks at the rights of other roles.';

create function public.access_report() returns jsonb
language sql stable security invoker
set search_path = ''
as $$
  select private.access_report()
$$;
grant execute on function public.access_report() to authenticated;
comment on function public.access_report() is
  'Who may read, write and call what: {tables: [{name, is_view, is_guarded, visitors_read, accounts_read, visitors_write, read_rules, write_rules}], functions: [{name, callers: visitors | accounts | service, told}]}. Staff: owner. Refuses with not_allowed.';

-- schemas/70-orders/rpc/add_order_note.sql
-- Staff leave a note at an order, support included.

create function private.add_order_note(p_order uuid, p_text text) returns uuid
language plpgsql security definer
set search_path = ''
as $$
declare
  v_text constant text := btrim(coalesce(p_text, ''));
  v_note uuid;
begin
  perform private.require_staff('owner', 'fulfilment', 'support');
  if length(v_text) not between 1 and 2000 then
    perform private.refuse(422, 'wrong_note', 'Enter a note of 1 to 2000 characters.', '{"limit": 2000}');
  end if;
  if not exists (select from public.order_records o where o.id = p_order) then
    perform private.refuse(404, 'unknown_order', 'This order could not be found. Check the order number.');
  end if;
  insert into public.order_notes (order_id, author_id, text) values (p_order, auth.uid(), v_text) returning id into v_note;
  return v_note;
end;
$$;
grant execute on function private.add_order_note(uuid, text) to authenticated;
comment on function private.add_order_note(uuid, text) is
  'Body of public.add_order_note. Security definer: notes are written through this function alone.';

create function public.add_order_note(p_order uuid, p_text text) returns uuid
language sql security invoker
set search_path = ''
as $$
  select private.add_order_note(p_order, p_text)
$$;
grant execute on function public.add_order_note(uuid, text) to authenticated;
comment on function public.add_order_note(uuid, text) is
  'Adds a note for staff. Staff: owner, fulfilment, support. Gives its id. Refuses with not_allowed, wrong_note, unknown_order.';

-- schemas/10-catalogue/rpc/adjust_stock.sql
-- Staff count goods: by how many a pool changes, or what it must have been before. The only way for
-- a person to change on_hand; two people who counted at once can't overwrite each other.

create function private.adjust_stock(p_pool uuid, p_delta int, p_expected int, p_reason text)
returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_pool public.stock_pools;
  v_reason constant text := btrim(coalesce(p_reason, ''));
  v_reads_only constant boolean := p_delta = 0 and p_expected is null;
begin
  perform private.require_staff('owner', 'fulfilment');
  if p_delta is null or abs(p_delta::bigint) > 1000000 then
    perform private.refuse(422, 'wrong_delta', 'Enter how many to add to or remove from the stock.',
      jsonb_build_object('delta', p_delta));
  end if;
  if not v_reads_only and length(v_reason) not between 2 and 300 then
    perform private.refuse(422, 'reason_missing', 'Enter a reason of 2 to 300 characters.', '{}');
  end if;
  perform set_config('keywright.stock_reason', v_reason, true);
  update public.stock_pools
  set on_hand = on_hand + p_delta, updated_at = case p_delta when 0 then updated_at else now() end
  where id = p_pool
    and (p_expected is null or on_hand = p_expected)
    and on_hand + p_delta >= allocated
  returning * into v_pool;
  perform set_config('keywright.stock_reason', '', true);
  if v_pool.id is null then
    perform private.refuse_adjustment(p_pool, p_delta, p_expected);
  end if;
  return jsonb_build_object(
    'pool_id', v_pool.id, 'on_hand', v_pool.on_hand, 'allocated', v_pool.allocated);
end;
$$;
grant execute on function private.adjust_stock(uuid, int, int, text) to authenticated;
comment on function private.adjust_stock(uuid, int, int, text) is
  'Body of public.adjust_stock. Security definer: staff may change stock through this function alone.';

create function private.refuse_adjustment(p_pool uuid, p_delta int, p_expected int) returns void
language plpgsql stable
set search_path = ''
as $$
declare
  v_pool public.stock_pools;
  v_details jsonb;
begin
  select * into v_pool from public.stock_pools where id = p_pool;
  if not found then
    perform private.refuse(404, 'unknown_pool', 'This stock pool no longer exists. Reload the page.',
      jsonb_build_object('pool_id', p_pool));
  end if;
  v_details := jsonb_build_object(
    'pool_id', v_pool.id, 'on_hand', v_pool.on_hand, 'allocated', v_pool.allocated);
  if p_expected is not null and v_pool.on_hand <> p_expected then
    perform private.refuse(409, 'stock_changed',
      format('The stock is now %s, not %s. Check it and try again.', v_pool.on_hand, p_expected), v_details);
  end if;
  perform private.refuse(409, 'below_allocated',
    format('%s are reserved for orders, so the stock can’t go below that.', v_pool.allocated), v_details);
end;
$$;
comment on function private.refuse_adjustment(uuid, int, int) is
  'Says why an adjustment changed no row: no pool, another count by now, or too few left for orders.';

create function public.adjust_stock(
  p_pool uuid, p_delta int, p_expected int default null, p_reason text default ''
) returns jsonb
language sql security invoker
set search_path = ''
as $$
  select private.adjust_stock(p_pool, p_delta, p_expected, p_reason)
$$;
grant execute on function public.adjust_stock(uuid, int, int, text) to authenticated;
comment on function public.adjust_stock(uuid, int, int, text) is
  'Changes a stock pool by p_delta, only while it holds p_expected if given. Staff: owner, fulfilment. Gives {pool_id, on_hand, allocated}; a delta of 0 without p_expected reads. Refuses with not_allowed, wrong_delta, reason_missing, unknown_pool, stock_changed, below_allocated.';

-- schemas/70-orders/rpc/agree_to_order.sql
-- The customer of an order that was made or changed for them agrees to what it asks, before it is paid.

create function private.agree_to_order(p_order uuid, p_consents jsonb, p_token text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_given constant jsonb := private.json_of(p_consents);
  v_order public.order_records;
  v_missing text[];
begin
  select * into v_order from public.order_records o where o.id = p_order for update;
  if not private.is_customer_of(v_order, p_token) then
    perform private.refuse(404, 'unknown_order', 'There is no such order of yours.');
  end if;
  if not (coalesce(v_order.user_id = auth.uid(), false) or private.may_act_by(v_order, p_token)) then
    perform private.refuse_old_secret();
  end if;
  v_missing := private.missing_consents(p_order);
  -- Said twice, it is agreed once.
  if v_missing <> '{}' then
    if v_order.status in ('expired', 'cancelled', 'refunded') then
      perform private.refuse(409, 'illegal_move', 'This order has ended.', jsonb_build_object('status', v_order.status));
    end if;
    if exists (select from unnest(v_missing) m where v_given -> m is distinct from 'true') then
      perform private.refuse(422, 'consent_missing', 'Please agree to all of them.', jsonb_build_object('missing', v_missing));
    end if;
    perform private.record_event(p_order, 'consents_given',
      p_after => private.keep_consents(p_order, v_missing, '{"by": "customer"}', now()));
  end if;
  return jsonb_build_object('id', v_order.id, 'number', v_order.number, 'missing', private.missing_consents(p_order));
end;
$$;
grant execute on function private.agree_to_order(uuid, jsonb, text) to anon, authenticated, service_role;
comment on function private.agree_to_order(uuid, jsonb, text) is
  'Body of public.agree_to_order. Security definer: orders are written through functions alone.';

create function public.agree_to_order(p_order uuid, p_consents jsonb, p_token text default null) returns jsonb
language sql security invoker
set search_path = ''
as $$
  select private.agree_to_order(p_order, p_consents, p_token)
$$;
grant execute on function public.agree_to_order(uuid, jsonb, text) to anon, authenticated, service_role;
comment on function public.agree_to_order(uuid, jsonb, text) is
  'What an order asks its customer to agree to: {terms, group_buy}, each true where it is asked. Its customer, a guest by p_token. Gives {id, number, missing}. Refuses with unknown_order, link_expired, consent_missing, illegal_move.';

-- schemas/70-orders/rpc/amend_order.sql
-- Staff change an order after it was placed: quantities, prices, choices, lines more or fewer, shipping
-- and where it goes. First what it would come to, then with a reason; whoever saw an older order is told.

create function private.amend_order(p_order uuid, p_changes jsonb, p_reason text, p_version int, p_preview boolean) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_reason constant text := btrim(coalesce(p_reason, ''));
  v_changes jsonb;
  v_order public.order_records;
  v_before jsonb;
  v_after jsonb;
begin
  perform private.require_staff('owner', 'fulfilment');
  v_changes := private.checked_amendment(p_changes);
  if length(v_reason) > 500 or not coalesce(p_preview, false) and length(v_reason) < 2 then
    perform private.refuse(422, 'reason_missing', 'Enter a reason of 2 to 500 characters. The customer can read it.');
  end if;
  perform private.lock_customer_of(p_order);
  select * into v_order from public.order_records o where o.id = p_order for update;
  if not found then
    perform private.refuse(404, 'unknown_order', 'This order could not be found. Check the order number.');
  end if;
  if p_version is distinct from v_order.version then
    perform private.refuse(409, 'order_changed', 'Someone else changed this order in the meantime. Reload the page and try again.', jsonb_build_object('version', v_order.version));
  end if;
  perform private.require_before_deadline(v_order, 'staff', null);
  if v_order.status = 'awaiting_payment' and v_order.pay_by <= now() then
    perform private.refuse(409, 'illegal_move', 'The payment deadline of this order has passed.', jsonb_build_object('status', v_order.status));
  end if;
  v_before := private.order_sketch(p_order);
  begin
    v_order := private.write_amendment(v_order, v_changes, v_reason);
    v_after := private.order_sketch(p_order);
    if coalesce(jsonb_typeof(v_changes -> 'address'), 'null') <> 'null' then
      perform private.change_order_address(p_order, v_changes -> 'address', null);
    end if;
    if coalesce(p_preview, false) then
      -- Undoes all of it: caught right here, and nobody else refuses with this number.
      perform private.refuse(418, 'only_seen', 'This was a preview.');
    end if;
  exception when sqlstate 'PT418' then
    return private.amendment_answer(v_order, v_before, v_after);
  end;
  if v_before <> v_after then
    perform private.record_event(p_order, 'amended', v_reason, p_before => private.lines_apart(v_before, v_after), p_after => private.lines_apart(v_after, v_before));
    perform private.mail_about_order(p_order, 'order_changed', (select max(e.id)::text from public.order_events e where e.order_id = p_order), jsonb_build_object('reason', v_reason));
  end if;
  select * into v_order from public.order_records o where o.id = p_order;
  return private.amendment_answer(v_order, v_before, v_after);
end;
$$;
grant execute on function private.amend_order(uuid, jsonb, text, int, boolean) to authenticated;
comment on function private.amend_order(uuid, jsonb, text, int, boolean) is
  'Body of public.amend_order. Security definer: orders and stock are written through functions alone.';

create function private.amendment_answer(p_order public.order_records, p_before jsonb, p_after jsonb) returns jsonb
language sql immutable
set search_path = ''
as $$
  select jsonb_build_object('id', p_order.id, 'number', p_order.number, 'version', p_order.version, 'status', p_order.status,
    'before', p_before, 'after', p_after, 'difference_minor', (p_after ->> 'total_minor')::int - (p_before ->> 'total_minor')::int,
    'total_minor', p_order.total_minor, 'due_minor', private.balance_due(p_order),
    'refund_due_minor', p_order.refund_due_minor, 'currency', p_order.currency)
$$;
comment on function private.amendment_answer(public.order_records, jsonb, jsonb) is 'What an amendment comes, or would come, to.';

create function public.amend_order(
  p_order uuid, p_changes jsonb, p_reason text default '', p_version int default null, p_preview boolean default true
) returns jsonb
language sql security invoker
set search_path = ''
as $$
  select private.amend_order(p_order, p_changes, p_reason, p_version, p_preview)
$$;
grant execute on function public.amend_order(uuid, jsonb, text, int, boolean) to authenticated;
comment on function public.amend_order(uuid, jsonb, text, int, boolean) is
  'Changes an order: {lines: [{line_id, quantity (0 takes it out), unit_price_minor, options}], add: [cart lines with unit_price_minor], shipping_minor, address}. A preview changes nothing. Staff: owner, fulfilment. Gives {id, number, version, status, before, after, difference_minor, total_minor, due_minor, refund_due_minor, currency}. Refuses with not_allowed, second_factor, wrong_changes, reason_missing, unknown_order, order_changed, illegal_move, unknown_line, line_left, over_offer, not_open, wrong_quantity, wrong_price, empty_cart, out_of_stock, wrong_address, other_country and every reason of a quote''s problems.';

-- schemas/20-production/rpc/answer_follow.sql
-- The links of a mail about following: yes, I want them; no more of them. Pressing twice is the same as
-- once. Never raises, for an undone transaction would forget a guess.

create function private.answer_follow(p_secret text, p_is_wanted boolean) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_secret constant uuid := private.uuid_of(left(coalesce(p_secret, ''), 60));
  v_follow private.follows;
begin
  if private.guessed_too_often('follow_secret', private.guesser(), 20) then
    perform set_config('response.status', '429', true);
    return jsonb_build_object('found', false, 'reason', 'too_many_tries', 'message', 'Too many attempts. Try again in 15 minutes.');
  end if;
  select * into v_follow from private.follows where secret = v_secret for update;
  if v_follow.id is null then
    insert into private.guesses (what, bucket) values ('follow_secret', private.guesser());
    perform set_config('response.status', '404', true);
    return jsonb_build_object('found', false, 'reason', 'unknown_link',
      'message', 'This link has expired: it was already used or not confirmed within three days.');
  end if;
  if coalesce(p_is_wanted, false) then
    update private.follows
    set ended_at = null, told_at = null,
      confirmed_at = case when num_nonnulls(ended_at, told_at) = 0 then coalesce(confirmed_at, now()) else now() end
    where id = v_follow.id;
  else
    update private.follows set ended_at = coalesce(ended_at, now()) where id = v_follow.id;
  end if;
  return jsonb_build_object('found', true, 'is_followed', coalesce(p_is_wanted, false))
    || (private.follow_payload(v_follow) - 'follow_secret' - 'lines');
end;
$$;
grant execute on function private.answer_follow(text, boolean) to anon, authenticated;
comment on function private.answer_follow(text, boolean) is
  'Body of public.answer_follow. Security definer: nobody may read or write who follows what.';

create function public.answer_follow(p_secret text, p_is_wanted boolean) returns jsonb
language sql security invoker
set search_path = ''
as $$
  select private.answer_follow(p_secret, p_is_wanted)
$$;
grant execute on function public.answer_follow(text, boolean) to anon, authenticated;
comment on function public.answer_follow(text, boolean) is
  'Confirms or ends one follow by the secret of its mail: {found, is_followed, about, product_title, product_kind, product_url, variant_title | reason, message}; 404 unknown_link, 429 too_many_tries, without raising.';

-- schemas/70-orders/rpc/answer_transfer.sql
-- The person who was asked takes an order over, or does not. From then on nothing of it is the other's:
-- its secrets are new, its mails and parcels go to the new owner.

create function private.answer_transfer(p_transfer uuid, p_accepts boolean, p_address jsonb) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_email constant text := private.proven_mailbox();
  v_address jsonb;
  v_transfer private.order_transfers;
  v_order public.order_records;
  v_giver private.order_contacts;
begin
  if v_email is not null then
    perform private.lock_customer(auth.uid(), v_email);
  end if;
  select o.* into v_order from public.order_records o join private.order_transfers t on t.order_id = o.id
  where t.id = p_transfer for update of o;
  -- Read again behind the lock: it may have been taken back or answered meanwhile.
  delete from private.order_transfers t
  where t.id = p_transfer and t.order_id = v_order.id and t.from_user = v_order.user_id
    and t.to_email = v_email and t.from_user <> auth.uid() and t.expires_at > now()
  returning * into v_transfer;
  if v_transfer.id is null then
    perform private.refuse(404, 'unknown_transfer', 'This order is not, or no longer, offered to you.');
  end if;
  select * into v_giver from private.order_contacts where order_id = v_order.id;
  if coalesce(p_accepts, false) then
    perform private.require_transferable(v_order);
    v_address := private.checked_address(p_address);
    if v_address ->> 'country' <> v_order.country_code then
      perform private.refuse(422, 'other_country', 'You can’t change the country, because shipping and tax depend on it. Use an address there, or decline the transfer.',
        jsonb_build_object('country', v_order.country_code));
    end if;
    perform private.require_room_for(v_order.id, auth.uid(), v_email);
    insert into private.address_history (order_id, address, changed_by) values (v_order.id, v_giver.address, auth.uid());
    update private.order_contacts set email = v_email, address = v_address, mailbox_proven_at = now(),
      token_hash = private.hash_of(gen_random_uuid()::text || gen_random_uuid()::text),
      mailbox_token_hash = private.hash_of(gen_random_uuid()::text || gen_random_uuid()::text)
    where order_id = v_order.id;
    delete from private.acting_secrets where order_id = v_order.id;
    update public.order_records set user_id = auth.uid(), address_question = null where id = v_order.id;
    perform private.record_event(v_order.id, 'transferred');
    perform private.mail_about_order(v_order.id, 'order_taken_over', v_transfer.id::text);
  else
    perform private.record_event(v_order.id, 'transfer_declined');
  end if;
  perform private.queue_mail(
    case when coalesce(p_accepts, false) then 'order_passed_on' else 'transfer_declined' end,
    v_giver.email, v_transfer.id::text,
    jsonb_build_object('number', v_order.number, 'name', v_giver.address ->> 'name', 'to', v_email), v_transfer.from_user);
  return jsonb_build_object('id', v_order.id, 'number', v_order.number, 'accepted', coalesce(p_accepts, false));
end;
$$;
grant execute on function private.answer_transfer(uuid, boolean, jsonb) to authenticated;
comment on function private.answer_transfer(uuid, boolean, jsonb) is
  'Body of public.answer_transfer. Security definer: orders are written through functions alone.';

create function public.answer_transfer(p_transfer uuid, p_accepts boolean, p_address jsonb default null) returns jsonb
language sql security invoker
set search_path = ''
as $$
  select private.answer_transfer(p_transfer, p_accepts, p_address)
$$;
grant execute on function public.answer_transfer(uuid, boolean, jsonb) to authenticated;
comment on function public.answer_transfer(uuid, boolean, jsonb) is
  'Takes over an order that is passed on to the caller''s confirmed e-mail, with the address where it goes within its country, or turns it down. Gives {id, number, accepted}. Refuses with signed_out, unknown_transfer, wrong_address, other_country, over_limit, not_a_group_buy, not_paid_yet, illegal_move, deadline_passed, costs_a_fee.';

-- schemas/70-orders/rpc/apply_payment_event.sql
-- What a provider says about a payment becomes its effect, once: the event's id is written in the
-- same transaction, so a repeated delivery finds it and changes nothing. Events come in any order: what
-- tells of a payment that is not here yet waits for it.

create function private.apply_payment_event(
  p_provider text, p_event_id text, p_kind text, p_order uuid, p_reference text, p_amount_minor bigint, p_currency text
) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_charge public.payments;
  v_order public.order_records;
  v_event private.payment_events;
  v_outcome text;
begin
  if coalesce(p_event_id, '') = '' or length(p_event_id) > 200 or length(p_reference) > 200
    or coalesce(p_provider, '') not in ('stripe', 'demo') or p_amount_minor < 0 or length(p_currency) > 3 then
    perform private.refuse(422, 'wrong_event', 'An event names its provider, has an id, and no odd sum.');
  end if;
  -- One event of a payment at a time, before customer and order: none misses the one that it waits for.
  perform pg_advisory_xact_lock(hashtextextended(p_provider || ' ' || coalesce(p_reference, p_event_id), 11));
  v_charge := private.charge_of(p_provider, coalesce(p_reference, p_event_id));
  perform private.lock_customer_of(coalesce(v_charge.order_id, p_order));
  select * into v_order from public.order_records o where o.id = coalesce(v_charge.order_id, p_order) for update;
  if not found and not (private.is_about_charge(p_kind) and p_reference is not null) then
    perform private.refuse(404, 'unknown_order', 'This order could not be found. Check the order number.');
  end if;
  insert into private.payment_events (provider, event_id, kind, order_id, amount_minor, currency, reference)
  values (p_provider, p_event_id, coalesce(p_kind, ''), v_order.id, p_amount_minor, p_currency, coalesce(p_reference, p_event_id))
  on conflict do nothing;
  if not found then
    update private.payment_events set payload = jsonb_build_object('contradicted', jsonb_build_object(
      'kind', left(p_kind, 40), 'order_id', p_order, 'amount_minor', p_amount_minor, 'at', now()))
    where provider = p_provider and event_id = p_event_id and (kind <> coalesce(p_kind, '') or amount_minor <> p_amount_minor
      or reference <> coalesce(p_reference, p_event_id) or order_id <> v_order.id);
    return jsonb_build_object('outcome', 'known', 'order_id', v_order.id);
  end if;
  select * into v_event from private.payment_events e where e.provider = p_provider and e.event_id = p_event_id;
  if private.is_about_charge(p_kind) then
    v_outcome := private.apply_to_charge(v_event);
  else
    v_outcome := case p_kind
      when 'paid' then private.apply_paid(v_order, v_event)
      when 'failed' then private.note_event(v_order.id, 'payment_failed')
      when 'expired' then private.note_event(v_order.id, 'payment_abandoned')
      else 'ignored' end;
  end if;
  update private.payment_events set outcome = v_outcome where provider = p_provider and event_id = p_event_id;
  perform private.apply_waiting(v_event);
  return jsonb_build_object('outcome', v_outcome, 'order_id', v_order.id);
end;
$$;
grant execute on function private.apply_payment_event(text, text, text, uuid, text, bigint, text) to service_role;
comment on function private.apply_payment_event(text, text, text, uuid, text, bigint, text) is
  'Body of public.apply_payment_event. Security definer: payments are written through functions alone, the service included.';

create function private.is_about_charge(p_kind text) returns boolean
language sql immutable
set search_path = ''
as $$
  select p_kind in ('refunded', 'refund_failed', 'disputed', 'dispute_won', 'dispute_lost')
$$;
comment on function private.is_about_charge(text) is 'Whether an event tells what became of a payment that had come.';

create function private.charge_of(p_provider text, p_reference text) returns public.payments
language sql stable
set search_path = ''
as $$
  select p from public.payments p
  where p.provider = p_provider and p.kind = 'capture' and p.provider_reference = p_reference
$$;
comment on function private.charge_of(text, text) is 'The payment that a provider calls so; null where it has not come.';

create function private.note_event(p_order uuid, p_kind text) returns text
language plpgsql
set search_path = ''
as $$
begin
  perform private.record_event(p_order, p_kind, p_by_shop => true);
  return p_kind;
end;
$$;
comment on function private.note_event(uuid, text) is 'Writes down what happened to an order by itself, and says its name.';

create function private.apply_paid(p_order public.order_records, p_event private.payment_events) returns text
language plpgsql
set search_path = ''
as $$
begin
  if (private.charge_of(p_event.provider, p_event.reference)).id is not null then
    return 'known_payment';
  end if;
  if upper(p_event.currency) is distinct from p_order.currency or p_event.amount_minor not between 1 and 1000000000 then
    perform private.record_event(p_order.id, 'payment_mismatch', p_by_shop => true,
      p_before => jsonb_build_object('total_minor', p_order.total_minor, 'currency', p_order.currency),
      p_after => jsonb_build_object('amount_minor', p_event.amount_minor, 'currency', left(p_event.currency, 10), 'reference', p_event.reference));
    return 'mismatch';
  end if;
  return private.capture_money(p_order, p_event.provider, p_event.reference, p_event.amount_minor::int, 'shop');
end;
$$;
comment on function private.apply_paid(public.order_records, private.payment_events) is
  'A provider took money: counted once, whatever was asked for, where it is in the currency of the order.';

create function private.apply_to_charge(p_event private.payment_events) returns text
language plpgsql
set search_path = ''
as $$
declare
  v_charge constant public.payments := private.charge_of(p_event.provider, p_event.reference);
  v_kinds constant text[] := case when p_event.kind in ('refunded', 'refund_failed')
    then array['refunded', 'refund_failed'] else array['disputed', 'dispute_won', 'dispute_lost'] end;
  v_order public.order_records;
  v_taken bigint;
  v_change bigint;
  v_outcome text;
begin
  if v_charge.id is null then
    return 'waiting';
  end if;
  select * into v_order from public.order_records o where o.id = v_charge.order_id;
  select coalesce(sum(e.counted_minor), 0) into v_taken from private.payment_events e
  where e.provider = p_event.provider and e.reference = p_event.reference and e.kind = any (v_kinds);
  if p_event.kind = 'refund_failed' and v_taken < p_event.amount_minor then
    return 'waiting';
  end if;
  if upper(p_event.currency) is distinct from v_order.currency or p_event.amount_minor > v_charge.amount_minor then
    return private.note_event(v_order.id, 'payment_mismatch');
  end if;
  -- Refunds are told as the sum of all of one payment, a dispute by what it is about.
  v_change := case p_event.kind when 'refund_failed' then -p_event.amount_minor when 'dispute_won' then -v_taken
    else greatest(p_event.amount_minor - v_taken, 0) end;
  v_outcome := case
    when p_event.kind = 'refunded' then private.refund_told(v_order, p_event, v_change)
    else private.move_charge(v_order, p_event, v_change) end;
  update private.payment_events set counted_minor = case when v_outcome = 'payment_mismatch' then 0 else v_change end,
    order_id = v_order.id
  where provider = p_event.provider and event_id = p_event.event_id;
  return v_outcome;
end;
$$;
comment on function private.apply_to_charge(private.payment_events) is
  'What became of a payment: each counts for itself. waiting where it has not come yet, or a refund failed that nobody told of.';

create function private.refund_told(p_order public.order_records, p_event private.payment_events, p_more bigint) returns text
language plpgsql
set search_path = ''
as $$
declare
  v_new bigint;
begin
  -- What staff had written down is what a provider tells of later: less what it has told of already.
  select greatest(p_more - greatest(coalesce(sum(case when e.event_id is null then p.amount_minor else 0 end), 0) - (
      select coalesce(sum(t.counted_minor), 0) from private.payment_events t where t.order_id = p_order.id and t.kind = 'refunded')
    + coalesce(sum(case when e.kind = 'refunded' then p.amount_minor else 0 end), 0), 0), 0) into v_new
  from public.payments p
  left join private.payment_events e on e.provider = p.provider and e.event_id = p.provider_reference
  where p.order_id = p_order.id and p.kind = 'refund';
  if v_new > p_order.captured_minor - p_order.refunded_minor then
    return private.note_event(p_order.id, 'payment_mismatch');
  end if;
  if v_new = 0 then
    return 'known_refund';
  end if;
  perform private.give_money_back(p_order, v_new::int, '[]', p_event.provider, p_event.event_id, '');
  return 'refunded';
end;
$$;
comment on function private.refund_told(public.order_records, private.payment_events, bigint) is
  'A provider gave so much more of a payment back: what we did not know of yet is written down.';

create function private.move_charge(p_order public.order_records, p_event private.payment_events, p_change bigint) returns text
language plpgsql
set search_path = ''
as $$
begin
  if p_change > p_order.captured_minor - p_order.refunded_minor then
    return private.note_event(p_order.id, 'payment_mismatch');
  end if;
  -- The order costs what it did: what a bank takes is due again, and what comes back to the shop is here again.
  if p_change <> 0 then
    insert into public.payments (order_id, kind, provider, provider_reference, amount_minor, currency, reason)
    values (p_order.id, case when p_change > 0 then 'refund' else 'capture' end, p_event.provider, p_event.event_id,
      abs(p_change)::int, p_order.currency, case p_event.kind when 'refund_failed' then 'A refund failed.'
        when 'dispute_won' then 'A dispute was won.' else 'The payment was disputed.' end);
  end if;
  perform private.pay_if_covered(p_order.id);
  perform private.record_event(p_order.id, p_event.kind, p_by_shop => true,
    p_after => jsonb_build_object('amount_minor', abs(p_change), 'currency', p_order.currency));
  return p_event.kind;
end;
$$;
comment on function private.move_charge(public.order_records, private.payment_events, bigint) is
  'A bank took a disputed payment back, or it came to the shop again: so does a refund that failed.';

create function private.apply_waiting(p_event private.payment_events) returns void
language plpgsql
set search_path = ''
as $$
declare
  v_event private.payment_events;
  v_outcome text;
begin
  for v_event in
    select * from private.payment_events e
    where e.provider = p_event.provider and e.reference = p_event.reference and e.outcome = 'waiting'
    -- A refund before word that it failed, whichever came first.
    order by e.kind = 'refund_failed', e.at, e.event_id
  loop
    v_outcome := private.apply_to_charge(v_event);
    update private.payment_events set outcome = v_outcome
    where provider = v_event.provider and event_id = v_event.event_id;
  end loop;
end;
$$;
comment on function private.apply_waiting(private.payment_events) is 'Applies what waited for a payment that has come, oldest first.';

create function public.apply_payment_event(
  p_provider text, p_event_id text, p_kind text, p_order uuid default null, p_reference text default null,
  p_amount_minor bigint default 0, p_currency text default 'EUR'
) returns jsonb
language sql security invoker
set search_path = ''
as $$
  select private.apply_payment_event(p_provider, p_event_id, p_kind, p_order, p_reference, p_amount_minor, p_currency)
$$;
grant execute on function public.apply_payment_event(text, text, text, uuid, text, bigint, text) to service_role;
comment on function public.apply_payment_event(text, text, text, uuid, text, bigint, text) is
  'Applies what a provider says, at most once. The service alone. Gives {outcome, order_id}: paid, paid_late, paid_more, paid_twice, part, needs_refund, mismatch, known, known_payment, refunded, known_refund, refund_failed, payment_failed, payment_abandoned, disputed, dispute_won, dispute_lost, payment_mismatch, waiting, ignored. Refuses with wrong_event, unknown_order.';

-- schemas/60-lists/rpc/ban_entrant.sql
-- The owner keeps the person behind an entry off lists until a time, for good, or (a time that has
-- passed) no longer.

create function private.ban_entrant(p_entry uuid, p_until timestamptz, p_note text, p_seen_note text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_note constant text := btrim(coalesce(p_note, ''));
  v_entry public.list_entries;
begin
  perform private.require_staff('owner');
  select * into v_entry from public.list_entries where id = p_entry;
  if v_entry.user_id is null then
    perform private.refuse(404, 'unknown_entry', 'This entry does not exist, or its account was deleted.', jsonb_build_object('entry_id', p_entry));
  end if;
  if length(v_note) not between 2 and 300 then
    perform private.refuse(422, 'reason_missing', 'Enter a reason of 2 to 300 characters.', '{}');
  end if;
  insert into private.list_bans as b (user_id, until, note) values (v_entry.user_id, p_until, v_note)
  on conflict (user_id) do update set until = excluded.until, note = excluded.note
  where p_seen_note is null or p_seen_note = private.ban_note(b.user_id, clock_timestamp());
  if not found then
    perform private.refuse(409, 'changed_meanwhile', 'Someone else changed this ban in the meantime. Reload the page and try again.',
      jsonb_build_object('note', private.ban_note(v_entry.user_id, clock_timestamp())));
  end if;
  return jsonb_build_object('entry_id', p_entry, 'until', p_until, 'is_banned', private.is_banned(v_entry.user_id, clock_timestamp()));
end;
$$;
grant execute on function private.ban_entrant(uuid, timestamptz, text, text) to authenticated;
comment on function private.ban_entrant(uuid, timestamptz, text, text) is
  'Body of public.ban_entrant. Security definer: nobody may write bans by hand.';

create function public.ban_entrant(p_entry uuid, p_until timestamptz, p_note text, p_seen_note text default null) returns jsonb
language sql security invoker
set search_path = ''
as $$
  select private.ban_entrant(p_entry, p_until, p_note, p_seen_note)
$$;
grant execute on function public.ban_entrant(uuid, timestamptz, text, text) to authenticated;
comment on function public.ban_entrant(uuid, timestamptz, text, text) is
  'Keeps the person of an entry off lists until p_until, for good when null; a past time ends it. p_seen_note is the note that stood there when it was decided, empty for nobody kept off. Staff: owner. Gives {entry_id, until, is_banned}. Refuses with not_allowed, unknown_entry, reason_missing, changed_meanwhile.';

-- schemas/20-production/rpc/batch_progress.sql
-- How the group buys of a product filled up, day by day, and how long each stage took against what was
-- promised first: for those who plan the next one. Counts alone, of nobody.

create function private.batch_progress(p_product uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_reader('owner', 'editor', 'fulfilment');
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', b.id, 'code', b.code, 'opened_on', b.opens_at::date,
      'planned_days', b.original_eta - b.closes_at::date,
      'real_days', b.shipped_on - b.closes_at::date,
      'stages', (
        select coalesce(jsonb_agg(jsonb_build_object('stage', h.stage, 'days', h.days) order by h.entered_at), '[]')
        from (
          select stage, entered_at, round(extract(epoch from
            coalesce(lead(entered_at) over (order by entered_at), now()) - entered_at) / 86400)::int as days
          from public.batch_stage_history where batch_id = b.id
        ) h where h.stage not in ('draft', 'archived')),
      'kits', (
        select coalesce(jsonb_agg(jsonb_build_object('label', v.title, 'moq', k.moq, 'ordered', k.ordered_count, 'waiting', k.waiting_count, 'days', (
          select coalesce(jsonb_agg(jsonb_build_object('day', d.day, 'count', d.units) order by d.day), '[]')
          from (
            select o.paid_at::date as day, sum(l.quantity)::int as units
            from public.order_lines l join public.order_records o on o.id = l.order_id
            where l.batch_id = b.id and l.variant_id = k.variant_id and o.paid_at is not null
              and o.status not in ('expired', 'cancelled')
            group by 1
          ) d)) order by k.position, v.title), '[]')
        from public.batch_kits k join public.variants v on v.id = k.variant_id where k.batch_id = b.id)
    ) order by b.number desc), '[]')
    from (select * from public.batches where product_id = p_product and stage <> 'draft' order by number desc limit 6) b);
end;
$$;
grant execute on function private.batch_progress(uuid) to authenticated;
comment on function private.batch_progress(uuid) is
  'Body of public.batch_progress. Security definer: sums over orders of everybody.';

create function public.batch_progress(p_product uuid) returns jsonb
language sql stable security invoker
set search_path = ''
as $$
  select private.batch_progress(p_product)
$$;
grant execute on function public.batch_progress(uuid) to authenticated;
comment on function public.batch_progress(uuid) is
  'Of the six newest batches of a product: [{id, code, opened_on, planned_days, real_days, stages: [{stage, days}], kits: [{label, moq, ordered, waiting, days: [{day, count}]}]}]. Staff: owner, editor, fulfilment. Refuses with not_allowed.';

-- schemas/70-orders/rpc/begin_payment.sql
-- Someone goes to a provider's page to pay an order. Asking again leads to the same attempt, so that
-- two clicks are one payment.

create function private.begin_payment(p_order uuid, p_token text, p_provider text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_order public.order_records;
  v_attempt private.payment_attempts;
  v_due int;
begin
  select * into v_order from public.order_records o where o.id = p_order for update;
  if not private.is_customer_of(v_order, p_token) then
    perform private.refuse(404, 'unknown_order', 'There is no such order of yours.');
  end if;
  if not exists (
    select from public.payment_methods m where m.code = p_provider and m.is_offered and m.code <> 'invoice'
  ) then
    perform private.refuse(422, 'wrong_payment', 'This payment method is not available.');
  end if;
  v_due := private.due_now(v_order);
  if v_due = 0 or v_order.status = 'awaiting_payment' and v_order.pay_by <= now() then
    perform private.refuse(409, 'not_payable', 'Nothing is due on this order.', jsonb_build_object('status', v_order.status));
  end if;
  if private.missing_consents(p_order) <> '{}' then
    perform private.refuse(409, 'consent_missing', 'Please agree to the terms on the order page first.',
      jsonb_build_object('missing', private.missing_consents(p_order)));
  end if;
  if v_order.confirmed_at is null and exists (
    select from private.discount_uses u join public.discount_codes c on c.id = u.code_id
    where u.order_id = p_order and c.used_count >= c.most_uses
  ) then
    perform private.refuse(409, 'code_used_up', 'Someone else used the last of this order''s code first. Please order again without it.');
  end if;
  select * into v_attempt from private.payment_attempts a
  where a.order_id = p_order and a.provider = p_provider and a.amount_minor = v_due
    and a.created_at > now() - interval '23 hours'
  order by a.created_at desc limit 1;
  if not found then
    insert into private.payment_attempts (order_id, provider, amount_minor, currency)
    values (p_order, p_provider, v_due, v_order.currency)
    returning * into v_attempt;
  end if;
  update public.order_records set payment = p_provider
  where id = p_order and payment <> p_provider and captured_minor = 0;
  return jsonb_build_object('attempt_id', v_attempt.id, 'order_id', v_order.id, 'number', v_order.number,
    'email', (select c.email from private.order_contacts c where c.order_id = p_order),
    'amount_minor', v_attempt.amount_minor, 'currency', v_attempt.currency);
end;
$$;
grant execute on function private.begin_payment(uuid, text, text) to anon, authenticated, service_role;
comment on function private.begin_payment(uuid, text, text) is
  'Body of public.begin_payment. Security definer: payments are written through functions alone.';

create function public.begin_payment(p_order uuid, p_token text default null, p_provider text default 'stripe') returns jsonb
language sql security invoker
set search_path = ''
as $$
  select private.begin_payment(p_order, p_token, p_provider)
$$;
grant execute on function public.begin_payment(uuid, text, text) to anon, authenticated, service_role;
comment on function public.begin_payment(uuid, text, text) is
  'The attempt that the function start-payment sends to a provider. Its customer, a guest by p_token. Gives {attempt_id, order_id, number, email, amount_minor, currency}. Refuses with unknown_order, wrong_payment, not_payable, consent_missing, code_used_up.';

-- schemas/70-orders/rpc/cancel_order.sql
-- An order is called off: by its customer until the deadline, by staff with a reason. What it held
-- is free at once; what was paid is owed back.

create function private.cancel_order(p_order uuid, p_reason text, p_token text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_reason constant text := btrim(coalesce(p_reason, ''));
  v_order public.order_records;
  v_who text;
  v_until timestamptz;
begin
  if length(v_reason) > 500 then
    perform private.refuse(422, 'reason_too_long', 'A reason has at most 500 characters.', '{"limit": 500}');
  end if;
  select * into v_order from public.order_records o where o.id = p_order for update;
  v_who := private.canceller(v_order, p_token);
  if v_who is null then
    perform private.refuse(404, 'unknown_order', 'There is no such order of yours.');
  end if;
  if v_who = 'staff' and length(v_reason) < 2 then
    perform private.refuse(422, 'reason_missing', 'Enter a reason. The customer can read it.');
  end if;
  v_until := private.order_deadline(p_order, 'cancel');
  if v_who = 'customer' and v_until <= now() then
    perform private.refuse(409, 'deadline_passed', 'The deadline to cancel this order has passed.', jsonb_build_object('until', v_until));
  end if;
  if private.has_left(p_order) then
    perform private.refuse(409, 'line_left', 'Part of this order has shipped. Please write to us to cancel the rest.');
  end if;
  if not private.move_order(p_order, v_order.status, 'cancelled', v_who, v_reason) then
    perform private.refuse(409, 'illegal_move', 'This order can''t be cancelled any more.', jsonb_build_object('status', v_order.status));
  end if;
  perform private.free_offers_of(p_order, false);
  perform private.free_ended_orders(array[p_order]);
  perform private.mail_about_order(p_order, 'order_cancelled', 'cancelled', jsonb_build_object('reason', v_reason));
  return jsonb_build_object('id', p_order, 'number', v_order.number, 'status', 'cancelled',
    'refund_due_minor', v_order.captured_minor - v_order.refunded_minor, 'currency', v_order.currency);
end;
$$;
grant execute on function private.cancel_order(uuid, text, text) to anon, authenticated, service_role;
comment on function private.cancel_order(uuid, text, text) is
  'Body of public.cancel_order. Security definer: orders and stock are written through functions alone.';

create function private.canceller(p_order public.order_records, p_token text) returns text
language plpgsql stable
set search_path = ''
as $$
begin
  if p_order.user_id = auth.uid() then
    return 'customer';
  elsif p_order.id is not null and private.is_staff('owner', 'fulfilment') then
    perform private.require_fresh_proof();
    return 'staff';
  elsif p_order.user_id is null and private.may_act_by(p_order, p_token) then
    return 'customer';
  elsif p_order.user_id is null and private.is_secret_of(p_order.id, p_token) then
    perform private.refuse_old_secret();
  end if;
  return null;
end;
$$;
comment on function private.canceller(public.order_records, text) is 'As what someone may act on an order: customer, staff, or not at all. A secret acts for a guest alone: an order of an account is its account''s.';

create function public.cancel_order(p_order uuid, p_reason text default '', p_token text default null) returns jsonb
language sql security invoker
set search_path = ''
as $$
  select private.cancel_order(p_order, p_reason, p_token)
$$;
grant execute on function public.cancel_order(uuid, text, text) to anon, authenticated, service_role;
comment on function public.cancel_order(uuid, text, text) is
  'Cancels an order. Its customer (a guest by p_token) until the deadline; staff (owner, fulfilment) with a reason. Gives {id, number, status, refund_due_minor, currency}. Refuses with unknown_order, link_expired, deadline_passed, illegal_move, line_left, reason_missing, reason_too_long.';

-- schemas/70-orders/rpc/change_order_address.sql
-- An order goes somewhere else: by its customer until the deadline, by staff until it leaves. The
-- country stays, for shipping and tax hang on it. Who was asked about the address answers with it, also
-- after the deadline, as long as nothing has left.

create function private.change_order_address(p_order uuid, p_address jsonb, p_token text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_order public.order_records;
  v_address constant jsonb := private.checked_address(p_address);
  v_before jsonb;
  v_who text;
begin
  select * into v_order from public.order_records o where o.id = p_order for update;
  v_who := private.canceller(v_order, p_token);
  if v_who is null then
    perform private.refuse(404, 'unknown_order', 'There is no such order of yours.');
  end if;
  if not private.is_asked_for_address(v_order) then
    perform private.require_before_deadline(v_order, v_who, private.order_deadline(p_order, 'address'));
  end if;
  if v_who = 'customer' and private.has_left(p_order) then
    perform private.refuse(409, 'line_left', 'Part of this order has shipped to its address. Please write to us.');
  end if;
  if v_address ->> 'country' <> v_order.country_code then
    perform private.refuse(422, 'other_country', 'Shipping and tax depend on the country. Please place a new order.',
      jsonb_build_object('country', v_order.country_code));
  end if;
  select c.address into v_before from private.order_contacts c where c.order_id = p_order;
  if v_before <> v_address then
    insert into private.address_history (order_id, address, changed_by) values (p_order, v_before, auth.uid());
    update private.order_contacts set address = v_address where order_id = p_order;
    perform private.record_event(p_order, 'address_changed', p_after => jsonb_build_object('fields', (
      select jsonb_agg(n.key order by n.key) from jsonb_each(v_address) n where n.value is distinct from v_before -> n.key)));
    perform private.mail_about_order(p_order, 'order_changed',
      (select max(e.id)::text from public.order_events e where e.order_id = p_order));
  elsif v_order.address_question is not null then
    perform private.record_event(p_order, 'address_confirmed');
  end if;
  -- Whatever was asked is answered by now. The address lies apart, but whoever read the order before has
  -- to be told: its version counts that too.
  update public.order_records set address_question = null, updated_at = clock_timestamp()
  where id = p_order and (address_question is not null or v_before <> v_address);
  return jsonb_build_object('id', p_order, 'number', v_order.number, 'address', v_address);
end;
$$;
grant execute on function private.change_order_address(uuid, jsonb, text) to anon, authenticated, service_role;
comment on function private.change_order_address(uuid, jsonb, text) is
  'Body of public.change_order_address. Security definer: contacts are written through functions alone.';

create function private.is_asked_for_address(p_order public.order_records) returns boolean
language sql stable
set search_path = ''
as $$
  select p_order.address_question is not null
    and p_order.status in ('awaiting_payment', 'paid', 'in_production', 'ready_to_ship')
    and not private.has_left(p_order.id)
$$;
comment on function private.is_asked_for_address(public.order_records) is
  'Whether staff wait for an address of this order, and one that comes can still be used.';

create function private.require_before_deadline(p_order public.order_records, p_who text, p_until timestamptz) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if p_order.status not in ('awaiting_payment', 'paid')
    and not (p_who = 'staff' and p_order.status in ('in_production', 'ready_to_ship')) then
    perform private.refuse(409, 'illegal_move', 'This order can''t be changed any more.', jsonb_build_object('status', p_order.status));
  end if;
  if p_who = 'customer' and p_until <= now() then
    perform private.refuse(409, 'deadline_passed', 'The deadline for this change has passed.', jsonb_build_object('until', p_until));
  end if;
end;
$$;
comment on function private.require_before_deadline(public.order_records, text, timestamptz) is
  'Refuses a change of an order that is too far, or after the date that its batches set; staff may still change until it leaves.';

create function public.change_order_address(p_order uuid, p_address jsonb, p_token text default null) returns jsonb
language sql security invoker
set search_path = ''
as $$
  select private.change_order_address(p_order, p_address, p_token)
$$;
grant execute on function public.change_order_address(uuid, jsonb, text) to anon, authenticated, service_role;
comment on function public.change_order_address(uuid, jsonb, text) is
  'Changes where an order goes, within its country. Its customer (a guest by p_token) until the deadline, or while staff ask about it and nothing has left; staff (owner, fulfilment). Lifts what was asked. Gives {id, number, address}. Refuses with unknown_order, link_expired, wrong_address, other_country, deadline_passed, line_left, illegal_move.';

-- schemas/70-orders/rpc/change_order_options.sql
-- The choices of a line are made anew, until the deadline of its batch. The base price stays as it was
-- bought, a code takes off what it takes off of the new price; the difference is due or owed back.

create function private.change_order_options(p_line uuid, p_options jsonb, p_token text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_order public.order_records;
  v_line public.order_lines;
  v_given constant jsonb := coalesce(nullif(private.json_of(p_options), 'null'), '{}');
  v_new record;
  v_who text;
  v_unit bigint;
  v_taxes jsonb;
begin
  select o.* into v_order from public.order_records o
  where o.id = (select l.order_id from public.order_lines l where l.id = p_line) for update;
  v_who := private.canceller(v_order, p_token);
  if v_who is null then
    perform private.refuse(404, 'unknown_line', 'This item is not in your order. Reload the page.');
  end if;
  select * into v_line from public.order_lines l where l.id = p_line;
  perform private.require_before_deadline(v_order, v_who, (
    select b.change_options_until from public.batches b where b.id = v_line.batch_id));
  if jsonb_typeof(v_given) <> 'object' or pg_column_size(v_given) > 8000 then
    perform private.refuse(422, 'wrong_options', 'Options are an object of answers.');
  end if;
  select * into v_new from private.line_options(v_line.variant_id, v_given);
  if v_new.reason is not null then
    perform private.refuse(422, v_new.reason, v_new.message);
  end if;
  v_unit := v_line.unit_price_minor + v_new.delta_minor - (
    select coalesce(sum((o ->> 'price_delta_minor')::bigint), 0) from jsonb_array_elements(v_line.options) o);
  if v_unit < 0 or v_unit * v_line.quantity > 1000000000 then
    perform private.refuse(422, 'wrong_options', 'These options lead to an invalid price. Choose others.');
  end if;
  v_taxes := private.order_taxes(v_order.id, v_order.shipping_minor);
  update public.order_lines l set options = v_new.chosen, unit_price_minor = v_unit, total_minor = v_unit * l.quantity,
    -- Within its bounds until spread_discount has shared it out anew.
    discount_minor = least(l.discount_minor, v_unit * l.quantity),
    tax_minor = private.tax_part(v_unit * l.quantity - least(l.discount_minor, v_unit * l.quantity), nullif(l.tax_rate_basis_points, 0), l.tax_included)
  where l.id = p_line;
  if v_who = 'customer' and v_unit < v_line.unit_price_minor then
    perform private.require_code_minimum(v_order.id);
  end if;
  perform private.spread_discount(v_order.id);
  v_order := private.sum_order(v_order, v_order.shipping_minor, v_taxes, 'Other choices');
  perform private.record_event(v_order.id, 'options_changed',
    p_before => jsonb_build_object('line_id', p_line, 'options', v_line.options),
    p_after => jsonb_build_object('line_id', p_line, 'options', v_new.chosen));
  perform private.mail_about_order(v_order.id, 'order_changed',
    (select max(e.id)::text from public.order_events e where e.order_id = v_order.id));
  return jsonb_build_object('id', v_order.id, 'number', v_order.number, 'total_minor', v_order.total_minor,
    'due_minor', private.balance_due(v_order),
    'refund_due_minor', v_order.refund_due_minor, 'currency', v_order.currency);
end;
$$;
grant execute on function private.change_order_options(uuid, jsonb, text) to anon, authenticated, service_role;
comment on function private.change_order_options(uuid, jsonb, text) is
  'Body of public.change_order_options. Security definer: orders are written through functions alone.';

create function public.change_order_options(p_line uuid, p_options jsonb, p_token text default null) returns jsonb
language sql security invoker
set search_path = ''
as $$
  select private.change_order_options(p_line, p_options, p_token)
$$;
grant execute on function public.change_order_options(uuid, jsonb, text) to anon, authenticated, service_role;
comment on function public.change_order_options(uuid, jsonb, text) is
  'Changes the choices of a line. Its customer (a guest by p_token) until the deadline; staff (owner, fulfilment). Gives {id, number, total_minor, due_minor, refund_due_minor, currency}. Refuses with unknown_line, link_expired, wrong_options, unknown_option, option_missing, option_gone, options_conflict, code_minimum, deadline_passed, illegal_move.';

-- schemas/90-operations/rpc/check_shop.sql
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
  select 'lost_picture', 'fault', p.title, 'A picture file is missing: ' || i.storage_path,
    i.updated_at, 'products', p.id::text
  from public.product_images i join shown p on p.id = i.product_id
  where i.render is null and not exists (
    select from storage.objects o where o.bucket_id = 'product-images' and o.name = i.storage_path)
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
  from public.batches b where b.stage in ('announced', 'open') and b.closes_at < now() - interval '3 days'
  union all
  -- Its buyers wait: they are owed a word, were it only that there is none.
  select 'quiet_batch', 'warning', b.code,
    'Its buyers have had no update for ' || private.setting('weeks_before_silence') || ' weeks.',
    l.heard_at, 'products', b.product_id::text
  from public.batches b
  cross join lateral (
    select greatest(
      (select max(u.publish_at) from public.update_batches n join public.updates u on u.id = n.update_id
        where n.batch_id = b.id and u.status in ('published', 'scheduled') and u.publish_at <= now()),
      b.closes_at
    ) as heard_at
  ) l
  where b.stage in ('closed', 'in_production', 'quality_control', 'shipping') and l.heard_at < now() - make_interval(weeks => private.setting('weeks_before_silence'))
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
  select 'no_tax_rate', 'fault', c.name, 'The shop ships to this EU country, but it has no tax rate for today.',
    c.updated_at, 'shipping?tab=coverage', c.code
  from public.countries c
  where c.ships and c.in_eu and not exists (
    select from public.tax_rates t
    where t.country_code = c.code and daterange(t.valid_from, t.valid_to) @> current_date)
$$;
comment on function private.find_shipping_faults() is 'Where nobody can be sent anything, or for a wrong price.';

create function private.is_made_unpaid(p_order public.order_records) returns boolean
language sql immutable
set search_path = ''
as $$
  select p_order.status in ('in_production', 'ready_to_ship', 'shipped', 'delivered') and private.balance_due(p_order) > 0
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
    select order_id, sum(amount_minor) filter (where kind not in ('settled', 'refunded')) as total, sum(amount_minor) as cost
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
    from public.payments where kind = 'capture' and provider <> 'invoice' group by 1, 2
  ) p
  full join (
    select order_id, provider, sum(case when kind = 'paid' then amount_minor else -counted_minor end) as told
    from private.payment_events
    where outcome in ('paid', 'paid_late', 'paid_more', 'paid_twice', 'part', 'needs_refund')
      or kind in ('refund_failed', 'dispute_won') and counted_minor < 0 group by 1, 2
  ) e on e.order_id = p.order_id and e.provider = p.provider
  join public.order_records o on o.id = coalesce(p.order_id, e.order_id)
  where p.counted is distinct from e.told
  union all
  select 'odd_payment', 'fault', o.number, 'The payment provider moved an amount that was never requested. It is not counted.',
    e.at, 'orders', o.number
  from private.payment_events e join public.order_records o on o.id = e.order_id
  -- Until it is given back there, or noted here by hand.
  where e.outcome in ('mismatch', 'payment_mismatch') and not exists (
    select from private.payment_events r
    where r.order_id = e.order_id and r.kind = 'refunded' and r.at > e.at
  ) and not exists (
    select from public.payments p
    where p.order_id = e.order_id and p.amount_minor = e.amount_minor and p.at > e.at)
  union all
  select 'event_waits', 'warning', coalesce(o.number, e.reference), 'The payment provider reported an event before its payment arrived (' || replace(e.kind, '_', ' ') || '). It is on hold until then.',
    e.at, 'orders', coalesce(o.number, '')
  from private.payment_events e left join public.order_records o on o.id = e.order_id
  where e.outcome = 'waiting'
  union all
  select 'event_contradicts', 'warning', coalesce(o.number, e.reference), 'Its provider told something else later under the same id; the first counts.',
    e.at, 'orders', coalesce(o.number, '')
  from private.payment_events e left join public.order_records o on o.id = e.order_id
  where e.payload ? 'contradicted' and e.at > now() - interval '30 days'
  union all
  select 'refund_waits', 'warning', o.number, 'A refund has been due for more than three days.',
    o.updated_at, 'orders', o.number
  from public.order_records o
  where o.refund_due_minor > 0 and o.updated_at < now() - interval '3 days'
  union all
  select 'no_bank_account', 'fault', m.title,
    'It is switched on, but the shop has no bank account. Nobody can choose it, and unpaid orders can’t show bank details.',
    null::timestamptz, 'check', ''
  from public.payment_methods m
  where m.code = 'invoice' and m.is_offered and private.bank_account_for('EUR') is null
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
  where l.kind = 'raffle' and l.status in ('open', 'closed') and l.closes_at < now() - interval '1 day'
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
  select 'mail_given_up', 'fault', replace(m.kind, '_', ' '), 'A mail could not be sent: ' || coalesce(left(m.last_error, 120), 'no reason'),
    m.given_up_at, 'mails', m.id::text
  from public.outbox m
  where m.given_up_at is not null and not exists (
    -- What was sent once more is told of by that mail.
    select from public.outbox a
    where a.kind = m.kind and a.recipient = m.recipient and a.created_at > m.created_at
      and starts_with(a.dedupe_key, left(m.dedupe_key, 150) || ':again:'))
  union all
  select 'mail_waits', 'warning', replace(m.kind, '_', ' '), 'A mail has been waiting for over an hour.', m.send_after, 'check', ''
  from public.outbox m
  where m.sent_at is null and m.given_up_at is null and m.send_after < now() - interval '1 hour'
  union all
  select 'job_failed', 'fault', 'The clock: ' || replace(j.job, '_', ' '), 'The last run failed and will be retried: ' || left(j.problem, 120),
    coalesce(j.worked_at, j.ran_at), 'check', ''
  from private.job_turns j where j.problem <> ''
  union all
  select 'job_item_failed', 'fault', f.name,
    case when f.tries < 5 then 'A scheduled job failed and will be retried: '
      else 'A scheduled job failed five times and was set aside: ' end || left(f.problem, 120),
    f.first_at, case f.job when 'orders' then 'orders' else 'check' end, case f.job when 'orders' then f.name else '' end
  from private.job_failures f
  union all
  select 'jobs_late', 'fault', 'The clock', 'Scheduled jobs have stopped: orders don’t expire, lists don’t move on and no e-mails are sent.',
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
  select * from private.find_mail_faults() where 'mails' = any (p_groups)
  union all
  select * from private.find_publish_faults() where 'publishing' = any (p_groups)
  union all
  -- Without an owner somebody else must hear of it.
  select * from private.find_right_faults() r
  where 'rights' = any (p_groups) and (private.is_staff('owner') or r.code = 'no_owner')
  limit 2000
$$;
comment on function private.find_faults(text[]) is 'All that is wrong in some groups.';

create function private.check_shop(p_group text, p_run bigint) returns jsonb
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
grant execute on function private.check_shop(text, bigint) to authenticated;
comment on function private.check_shop(text, bigint) is
  'Body of public.check_shop. Security definer: each part looks at rows that no single role may read.';

create function public.check_shop(p_group text default null, p_run bigint default null) returns jsonb
language sql security invoker
set search_path = ''
as $$
  select private.check_shop(p_group, p_run)
$$;
grant execute on function public.check_shop(text, bigint) to authenticated;
comment on function public.check_shop(text, bigint) is
  'What is wrong with the shop now, in one group or in all that the caller''s role mends: {run, findings: [{code, severity, about, message, since, desk, record}]}; counted in check_runs, groups that name the same run together. Staff. Refuses with not_allowed, unknown_group.';

-- schemas/50-designs/rpc/claim_designs.sql
-- At sign-in, what a guest made becomes the account's: each design whose secret is shown.

create function private.claim_designs(p_claims jsonb) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_claimed uuid[];
begin
  if auth.uid() is null or jsonb_typeof(p_claims) is distinct from 'array' or jsonb_array_length(p_claims) > 200 then
    perform private.refuse(422, 'wrong_claims', 'Send at most 200 designs, each with its ID and secret.', '{}');
  end if;
  with wanted as (
    select distinct s.design_id
    from jsonb_array_elements(p_claims) c
    join private.design_secrets s on s.design_id::text = c ->> 'id'
      and s.secret_hash = encode(sha256(convert_to(coalesce(c ->> 'secret', ''), 'UTF8')), 'hex')
  ), claimed as (
    update public.designs d set owner_id = auth.uid() from wanted w
    where d.id = w.design_id and d.owner_id is null returning d.id
  ), forgotten as (
    delete from private.design_secrets s using claimed c where s.design_id = c.id
  )
  select array_agg(id order by id) into v_claimed from claimed;
  return jsonb_build_object('claimed', coalesce(to_jsonb(v_claimed), '[]'));
end;
$$;
grant execute on function private.claim_designs(jsonb) to authenticated;
comment on function private.claim_designs(jsonb) is
  'Body of public.claim_designs. Security definer: designs are written through functions alone.';

create function public.claim_designs(p_claims jsonb) returns jsonb
language sql volatile security invoker
set search_path = ''
as $$
  select private.claim_designs(p_claims)
$$;
grant execute on function public.claim_designs(jsonb) to authenticated;
comment on function public.claim_designs(jsonb) is
  'Makes a guest''s designs the caller''s: [{id, secret}]. Gives {claimed: [id]}. Refuses with wrong_claims.';

-- schemas/70-orders/rpc/claim_guest_orders.sql
-- Orders that someone placed as a guest become theirs, once their account has proven the mailbox.

create function private.claim_guest_orders() returns int
language plpgsql security definer
set search_path = ''
as $$
declare
  v_user constant uuid := auth.uid();
  v_email text;
  v_claimed int;
begin
  if v_user is null then
    perform private.refuse(401, 'signed_out', 'Please sign in first.');
  end if;
  select lower(u.email) into v_email from auth.users u where u.id = v_user and u.email_confirmed_at is not null;
  if v_email is null then
    perform private.refuse(403, 'mailbox_unproven', 'Confirm your e-mail address first.');
  end if;
  with claimed as (
    update public.order_records o set user_id = v_user
    from private.order_contacts c
    where c.order_id = o.id and o.user_id is null and lower(c.email) = v_email
      and not exists (select from private.order_keys k where k.order_id = o.id and k.caller <> 'guest')
    returning o.id
  ), renewed as (
    -- Whoever ordered in their name holds the secret of that browser.
    update private.order_contacts c set token_hash = private.hash_of(gen_random_uuid()::text || gen_random_uuid()::text)
    from claimed where c.order_id = claimed.id
  ), told as (
    insert into public.order_events (order_id, kind, actor, actor_id) select id, 'claimed', 'customer', v_user from claimed
  )
  select count(*) into v_claimed from claimed;
  return v_claimed;
end;
$$;
grant execute on function private.claim_guest_orders() to authenticated;
comment on function private.claim_guest_orders() is
  'Body of public.claim_guest_orders. Security definer: orders are written through functions alone.';

create function public.claim_guest_orders() returns int
language sql security invoker
set search_path = ''
as $$
  select private.claim_guest_orders()
$$;
grant execute on function public.claim_guest_orders() to authenticated;
comment on function public.claim_guest_orders() is
  'Makes guest orders of the caller''s confirmed e-mail the caller''s own and ends the secret of the browser that ordered; says how many. Refuses with signed_out, mailbox_unproven.';

-- schemas/90-operations/rpc/claim_mails.sql
-- The sender takes mails on a lease: two senders never hold the same one, and what a dead sender held
-- comes up again.

create function private.claim_mails(p_limit int) returns jsonb
language sql security definer
set search_path = ''
as $$
  with taken as (
    select o.id from public.outbox o
    where o.sent_at is null and o.given_up_at is null and o.send_after <= now()
    order by o.send_after, o.created_at limit least(greatest(coalesce(p_limit, 20), 0), 100)
    for update skip locked
  ), leased as (
    update public.outbox o set attempts = o.attempts + 1, send_after = now() + interval '2 minutes'
    from taken where o.id = taken.id
    returning o.id, o.kind, o.recipient, o.payload, o.attempts, o.created_at
  )
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', id, 'kind', kind, 'recipient', recipient, 'payload', payload || coalesce(s.secrets, '{}'), 'attempts', attempts)
    order by created_at), '[]')
  from leased left join private.mail_secrets s on s.mail_id = leased.id
$$;
grant execute on function private.claim_mails(int) to service_role;
comment on function private.claim_mails(int) is
  'Body of public.claim_mails. Security definer: the outbox is written through functions.';

create function public.claim_mails(p_limit int default 20) returns jsonb
language sql security invoker
set search_path = ''
as $$
  select private.claim_mails(p_limit)
$$;
grant execute on function public.claim_mails(int) to service_role;
comment on function public.claim_mails(int) is
  'Mails that are due, held for two minutes by the caller. The service alone. Gives [{id, kind, recipient, payload, attempts}].';

-- schemas/90-operations/rpc/clock_report.sql
-- What the shop does by the clock: when each job ran last, and what it will come to next. For owners, who
-- otherwise learn that a clock stands still from a customer.

create function private.clock_report() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_reader('owner');
  return jsonb_build_object(
    'ran_at', (select max(ran_at) from private.job_turns),
    'jobs', (
      select coalesce(jsonb_agg(jsonb_build_object('job', job, 'ran_at', ran_at, 'worked_at', worked_at, 'problem', problem)
        order by problem = '', job), '[]')
      from private.job_turns),
    'next', (
      select coalesce(jsonb_agg(jsonb_build_object('what', n.what, 'count', n.count, 'at', n.at) order by n.at), '[]')
      from (
        select 'mails', count(*), min(send_after) from public.outbox where sent_at is null and given_up_at is null
        union all
        select 'unpaid_orders', count(*), min(pay_by) from public.order_records where status = 'awaiting_payment'
        union all
        select 'offers', count(*), min(expires_at) from public.offers where status = 'pending'
        union all
        select 'lists', count(*), min(closes_at) from public.lists where status = 'open' and closes_at > now()
        union all
        select 'batches', count(*), min(closes_at) from public.batches where stage = 'open' and closes_at > now()
        union all
        select 'pages', count(*), min(publish_at) from (
          select publish_at from public.products where status = 'scheduled' and publish_at > now()
          union all
          select publish_at from public.updates where status = 'scheduled' and publish_at > now()) p
        union all
        select 'accounts', count(*), min(due_at) from private.account_deletions
      ) n (what, count, at)
      where n.count > 0));
end;
$$;
grant execute on function private.clock_report() to authenticated;
comment on function private.clock_report() is
  'Body of public.clock_report. Security definer: nobody may read jobs, deletions and other people''s mails.';

create function public.clock_report() returns jsonb
language sql stable security invoker
set search_path = ''
as $$
  select private.clock_report()
$$;
grant execute on function public.clock_report() to authenticated;
comment on function public.clock_report() is
  'How what runs by the clock came out last and what comes next: {ran_at, jobs: [{job, ran_at, worked_at, problem}], next: [{what, count, at}]}; names nobody. Staff: owner. Refuses with not_allowed.';

-- schemas/20-production/rpc/close_batch.sql
-- Settles a group buy whose window has ended, without waiting for the hourly job; or says beforehand
-- what settling it would do.

create function private.settlement_of(p_batch uuid, p_waiting jsonb) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'variant_id', v.id, 'title', v.title, 'moq', k.moq, 'ordered', coalesce(k.settled_count, k.ordered_count),
    'waiting', coalesce((p_waiting ->> v.id::text)::int, 0),
    'is_dropped', k.dropped_at is not null,
    'price_minor', private.tier_price(k.id, coalesce(k.settled_count, k.ordered_count), v.price_minor), 'currency', v.currency,
    'lines', s.lines, 'refund_minor', s.refund_minor) order by k.position, v.sku), '[]')
  from public.batch_kits k join public.variants v on v.id = k.variant_id
  cross join lateral (
    select count(distinct l.id)::int as lines, coalesce(-sum(e.amount_minor), 0) as refund_minor
    from public.order_lines l join public.order_entries e on e.order_id = l.order_id and e.line_id = l.id and e.kind = 'settled'
    where l.batch_id = p_batch and l.variant_id = k.variant_id
  ) s
  where k.batch_id = p_batch
$$;
comment on function private.settlement_of(uuid, jsonb) is
  'What became of each kit at the closing: made or dropped, its price, how many lines get how much back; beside it how many waited for their payment then.';

create function private.preview_settlement(p_batch uuid) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  v_settled jsonb;
begin
  -- The closing itself is what is previewed: done, read, and undone with everything that hangs on it.
  begin
    v_settled := private.settle_batch(p_batch);
    perform private.refuse(499, 'undone', 'This was a preview.');
  exception when sqlstate 'PT499' then
    return v_settled || jsonb_build_object('is_settled', false, 'settled_at', null);
  end;
end;
$$;
comment on function private.preview_settlement(uuid) is
  'What closing the batch now would do; null when it can''t be closed. Nothing of it stays.';

create function private.close_batch(p_batch uuid, p_is_preview boolean) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_batch public.batches;
  v_settled jsonb;
begin
  perform private.require_reader('owner');
  select * into v_batch from public.batches where id = p_batch;
  if v_batch.id is null then
    perform private.refuse(404, 'unknown_batch', 'This batch no longer exists. Reload the page.', jsonb_build_object('batch_id', p_batch));
  end if;
  if v_batch.settled_at is not null then
    perform private.refuse(409, 'already_settled', 'This batch is already settled.',
      jsonb_build_object('settled_at', v_batch.settled_at));
  end if;
  if p_is_preview then
    v_settled := private.preview_settlement(p_batch);
  else
    perform private.require_staff('owner');
    if v_batch.closes_at is null or v_batch.closes_at > clock_timestamp() then
      perform private.refuse(409, 'not_closed', 'Customers know that they can order until it closes.',
        jsonb_build_object('closes_at', v_batch.closes_at));
    end if;
    v_settled := private.settle_batch(p_batch) || '{"is_settled": true}';
  end if;
  if v_settled is null then
    perform private.refuse(409, 'nothing_to_settle', 'Only a batch that was open for orders can be settled, and only once.',
      jsonb_build_object('batch_id', p_batch, 'stage', v_batch.stage));
  end if;
  return v_settled;
end;
$$;
grant execute on function private.close_batch(uuid, boolean) to authenticated;
comment on function private.close_batch(uuid, boolean) is
  'Body of public.close_batch. Security definer: nobody may write orders.';

create function public.close_batch(p_batch uuid, p_is_preview boolean default false) returns jsonb
language sql security invoker
set search_path = ''
as $$
  select private.close_batch(p_batch, p_is_preview)
$$;
grant execute on function public.close_batch(uuid, boolean) to authenticated;
comment on function public.close_batch(uuid, boolean) is
  'Settles a batch whose window has ended: kits that paid orders left under their minimum are dropped and given back, prices are made final, and what waits for its payment costs what they came to. Staff: owner. Gives {batch_id, stage, settled_at, dropped_kits, is_settled, kits: [{variant_id, title, moq, ordered, waiting, is_dropped, price_minor, currency, lines, refund_minor}]}; with p_is_preview it says what closing now would do and changes nothing. Refuses with not_allowed, second_factor, unknown_batch, already_settled, not_closed, nothing_to_settle.';

-- schemas/10-catalogue/rpc/colorway_uses.sql
-- Where a colorway is needed, asked before it is hidden or removed. Designs and orders of customers are
-- counted and never named; the shop's own things come with their ids, to be looked at.

create function private.uses_of_colorway(p_colorway uuid)
returns table (place text, pieces bigint, things jsonb)
language sql stable
set search_path = ''
as $$
  with c as (select id, code, palette_id, variant_id from public.colorways where id = p_colorway)
  select 'pictures', count(*), coalesce(jsonb_agg(distinct jsonb_build_object('kind', 'products', 'id', p.id, 'title', p.title)), '[]')
  from c join public.product_images i on i.colorway_id = c.id join public.products p on p.id = i.product_id
  union all
  select 'kits', count(*), coalesce(jsonb_agg(distinct jsonb_build_object('kind', 'products', 'id', b.product_id, 'title', b.code)), '[]')
  from c join public.batch_kits k on k.variant_id = c.variant_id join public.batches b on b.id = k.batch_id
  union all
  select 'lists', count(*), coalesce(jsonb_agg(distinct jsonb_build_object('kind', 'lists', 'id', l.id, 'title', l.title)), '[]')
  from c join public.list_choices x on x.variant_id = c.variant_id join public.lists l on l.id = x.list_id
  union all
  select 'designs', count(*), '[]'
  from c join public.designs d on c.palette_id is not null and strpos(d.design::text, '"code": "' || c.code || '"') > 0
  union all
  select 'order lines', count(*), '[]'
  from c join public.order_lines l on l.variant_id = c.variant_id
  union all
  select 'order lines with a design', count(*), '[]'
  from c join public.order_lines l on c.palette_id is not null and l.design_id is not null
    and strpos(l.design::text, '"code": "' || c.code || '"') > 0
$$;
comment on function private.uses_of_colorway(uuid) is
  'How often a colorway is used, by place. Colours are looked for in the text of designs: asked by a person, once in a while.';

create function private.colorway_uses(p_colorway uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_reader('owner', 'editor');
  return jsonb_build_object(
    'uses', (
      select coalesce(jsonb_agg(jsonb_build_object('place', u.place, 'count', u.pieces, 'things', u.things)), '[]')
      from private.uses_of_colorway(p_colorway) u where u.pieces > 0),
    'offered_by', (
      select coalesce(jsonb_agg(distinct jsonb_build_object('kind', 'products', 'id', p.id, 'title', p.title)), '[]')
      from public.colorways c join public.design_offers o on o.palette_id = c.palette_id
      join public.products p on p.id = o.product_id where c.id = p_colorway));
end;
$$;
grant execute on function private.colorway_uses(uuid) to authenticated;
comment on function private.colorway_uses(uuid) is
  'Body of public.colorway_uses. Security definer: designs and orders are their makers'' and only counted.';

create function public.colorway_uses(p_colorway uuid) returns jsonb
language sql stable security invoker
set search_path = ''
as $$
  select private.colorway_uses(p_colorway)
$$;
grant execute on function public.colorway_uses(uuid) to authenticated;
comment on function public.colorway_uses(uuid) is
  'Where a colorway is used: {uses: [{place, count, things: [{kind, id, title}]}], offered_by: products that are made in any colour of its palette}. Staff: owner, editor. Refuses with not_allowed.';

-- schemas/90-operations/rpc/content_digests.sql
-- Whether a table of the catalogue still holds the rows that a build knows, without reading them: one
-- small answer instead of thousands of rows, each time an editor publishes. It runs as its caller, so
-- that what the caller can't see is not in it: a row that comes or goes by the clock changes it too.

create function public.content_digests() returns jsonb
language plpgsql stable security invoker
set search_path = ''
as $$
begin
  return (
  select jsonb_object_agg(digests.name, digests.rows || ':' || coalesce(digests.sum, 0))
  from (
    select 'products', count(*), sum(hash_record_extended((t.id, t.updated_at), 0)) from public.products t
    union all
    select 'makers', count(*), sum(hash_record_extended((t.id, t.updated_at), 0)) from public.makers t
    union all
    select 'variants', count(*), sum(hash_record_extended((t.id, t.updated_at), 0)) from public.variants t
    union all
    select 'product_options', count(*), sum(hash_record_extended((t.id, t.updated_at), 0)) from public.product_options t
    union all
    select 'option_values', count(*), sum(hash_record_extended((t.id, t.updated_at), 0)) from public.option_values t
    union all
    select 'product_images', count(*), sum(hash_record_extended((t.id, t.updated_at), 0)) from public.product_images t
    union all
    select 'colorways', count(*), sum(hash_record_extended((t.id, t.updated_at), 0)) from public.colorways t
    union all
    select 'palettes', count(*), sum(hash_record_extended((t.id, t.updated_at), 0)) from public.palettes t
    union all
    select 'batches', count(*), sum(hash_record_extended((t.id, t.updated_at), 0)) from public.batches t
    union all
    select 'updates', count(*), sum(hash_record_extended((t.id, t.updated_at), 0)) from public.updates t
    union all
    select 'countries', count(*), sum(hash_record_extended((t.code, t.updated_at), 0)) from public.countries t
    union all
    select 'tax_rates', count(*), sum(hash_record_extended((t.id, t.updated_at), 0)) from public.tax_rates t
    union all
    select 'shipping_zones', count(*), sum(hash_record_extended((t.id, t.updated_at), 0)) from public.shipping_zones t
    union all
    select 'shipping_methods', count(*), sum(hash_record_extended((t.id, t.updated_at), 0)) from public.shipping_methods t
    union all
    select 'shipping_rates', count(*), sum(hash_record_extended((t.id, t.updated_at), 0)) from public.shipping_rates t
    union all
    select 'regional_partners', count(*), sum(hash_record_extended((t.id, t.updated_at), 0)) from public.regional_partners t
    union all
    select 'settings', count(*), sum(hash_record_extended((t.key, t.updated_at), 0)) from public.settings t
    union all
    select 'faq_groups', count(*), sum(hash_record_extended((t.id, t.updated_at), 0)) from public.faq_groups t
    union all
    select 'faq_entries', count(*), sum(hash_record_extended((t.id, t.updated_at), 0)) from public.faq_entries t
    union all
    select 'page_texts', count(*), sum(hash_record_extended((t.id, t.updated_at), 0)) from public.page_texts t
    union all
    select 'option_rules', count(*), sum(hash_record_extended(t, 0)) from public.option_rules t
    union all
    select 'design_kits', count(*), sum(hash_record_extended(t, 0)) from public.design_kits t
    union all
    select 'design_offers', count(*), sum(hash_record_extended(t, 0)) from public.design_offers t
    union all
    select 'product_facts', count(*), sum(hash_record_extended(t, 0)) from public.product_facts t
    union all
    select 'product_files', count(*), sum(hash_record_extended(t, 0)) from public.product_files t
    union all
    select 'product_relations', count(*), sum(hash_record_extended(t, 0)) from public.product_relations t
    union all
    select 'batch_kits', count(*), sum(hash_record_extended(t, 0)) from public.batch_kits t
    union all
    select 'batch_price_tiers', count(*), sum(hash_record_extended(t, 0)) from public.batch_price_tiers t
    union all
    select 'batch_stage_history', count(*), sum(hash_record_extended(t, 0)) from public.batch_stage_history t
    union all
    select 'lists', count(*), sum(hash_record_extended(t, 0)) from public.lists t
    union all
    select 'list_choices', count(*), sum(hash_record_extended(t, 0)) from public.list_choices t
    union all
    select 'update_batches', count(*), sum(hash_record_extended(t, 0)) from public.update_batches t
    union all
    select 'url_redirects', count(*), sum(hash_record_extended(t, 0)) from public.url_redirects t
    union all
    select 'update_products', count(*), sum(hash_record_extended(t, 0)) from public.update_products t
    union all
    select 'country_restrictions', count(*), sum(hash_record_extended(t, 0)) from public.country_restrictions t
    union all
    select 'zone_countries', count(*), sum(hash_record_extended(t, 0)) from public.zone_countries t
    union all
    select 'partner_countries', count(*), sum(hash_record_extended(t, 0)) from public.partner_countries t
    union all
    select 'partner_sales', count(*), sum(hash_record_extended(t, 0)) from public.partner_sales t
    union all
    select 'legal_versions', count(*), sum(hash_record_extended(t, 0)) from public.legal_versions t
    union all
    select 'legal_sections', count(*), sum(hash_record_extended(t, 0)) from public.legal_sections t
  ) as digests (name, rows, sum));
end;
$$;
grant execute on function public.content_digests() to anon, authenticated, service_role;
comment on function public.content_digests() is
  'One word for each table that pages are made from, another one after any edit that the caller can see: {table: digest}. Rows with a stamp count by key and updated_at, others whole.';

-- schemas/60-lists/rpc/decline_offer.sql
-- A person turns an offer down before its time is up. Nobody waits for nothing, and no strike follows.

create function private.decline_offer(p_offer uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_user constant uuid := auth.uid();
  v_offer public.offers;
  v_now timestamptz;
begin
  if v_user is null then
    perform private.refuse(401, 'signed_out', 'Please sign in first.', '{}');
  end if;
  perform 1 from public.lists l where l.id = (select list_id from public.offers where id = p_offer) for no key update;
  select * into v_offer from public.offers where id = p_offer for update;
  v_now := clock_timestamp();
  if v_offer.id is null or v_offer.user_id is distinct from v_user then
    perform private.refuse(404, 'unknown_offer', 'You have no such offer.', jsonb_build_object('offer_id', p_offer));
  end if;
  perform private.require_live_offer(v_offer, v_now);
  update public.offers set status = 'expired', ended_at = v_now, end_reason = 'Turned down'
  where id = p_offer returning * into v_offer;
  perform private.refill_list(v_offer.list_id);
  return private.offer_facts(v_offer, v_now);
end;
$$;
grant execute on function private.decline_offer(uuid) to authenticated;
comment on function private.decline_offer(uuid) is
  'Body of public.decline_offer. Security definer: nobody may write offers by hand.';

create function public.decline_offer(p_offer uuid) returns jsonb
language sql security invoker
set search_path = ''
as $$
  select private.decline_offer(p_offer)
$$;
grant execute on function public.decline_offer(uuid) to authenticated;
comment on function public.decline_offer(uuid) is
  'Turns an offer down; it goes to the next in line. Its person alone. Gives the offer. Refuses with signed_out, unknown_offer, offer_expired, offer_revoked, offer_used.';

-- schemas/50-designs/rpc/delete_design.sql
-- Deletes a design of the caller. One that an order has stays, for the order shows it.

create function private.delete_design(p_id uuid, p_secret text) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_design constant public.designs := private.changeable_design(p_id, p_secret);
begin
  if private.design_is_used(v_design.id) then
    perform private.refuse(409, 'design_used', 'This design was ordered, so it can''t be deleted. Make it private instead.',
      jsonb_build_object('id', p_id));
  end if;
  delete from public.designs where id = p_id;
  return jsonb_build_object('id', p_id);
end;
$$;
grant execute on function private.delete_design(uuid, text) to anon, authenticated, service_role;
comment on function private.delete_design(uuid, text) is
  'Body of public.delete_design. Security definer: designs are written through functions alone.';

create function public.delete_design(p_id uuid, p_secret text default null) returns jsonb
language sql volatile security invoker
set search_path = ''
as $$
  select private.delete_design(p_id, p_secret)
$$;
grant execute on function public.delete_design(uuid, text) to anon, authenticated, service_role;
comment on function public.delete_design(uuid, text) is
  'Deletes a design of the caller. Refuses with unknown_design, not_yours, design_used.';

-- schemas/50-designs/rpc/design_sheet.sql
-- What the maker is told of one order line: the design as it was ordered, and nothing of who ordered.

create function private.design_sheet(p_line uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  v_sheet jsonb;
begin
  perform private.require_reader('owner', 'fulfilment');
  select jsonb_build_object('line', l.id, 'order', o.number, 'title', l.title, 'variant_title', l.variant_title,
    'sku', l.sku, 'quantity', l.quantity, 'batch_id', l.batch_id, 'design', l.design)
  into v_sheet
  from public.order_lines l join public.order_records o on o.id = l.order_id
  where l.id = p_line and l.design is not null;
  if v_sheet is null then
    perform private.refuse(404, 'unknown_line', 'There is no such line with a design.', jsonb_build_object('line', p_line));
  end if;
  return v_sheet;
end;
$$;
grant execute on function private.design_sheet(uuid) to authenticated;
comment on function private.design_sheet(uuid) is
  'Body of public.design_sheet. Security definer: staff read a line''s design without its customer.';

create function public.design_sheet(p_line uuid) returns jsonb
language sql stable security invoker
set search_path = ''
as $$
  select private.design_sheet(p_line)
$$;
grant execute on function public.design_sheet(uuid) to authenticated;
comment on function public.design_sheet(uuid) is
  'The production sheet of an order line. Staff: owner, fulfilment. Gives {line, order, title, variant_title, sku, quantity, batch_id, design}. Refuses with not_allowed, unknown_line.';

-- schemas/70-orders/rpc/draft_order.sql
-- Staff make an order for a customer's mailbox, at the shop's prices or at others with a reason. It holds
-- its goods as any order does; the mail leads its customer to the page where it is paid.

create function private.draft_order(
  p_key uuid, p_lines jsonb, p_email text, p_address jsonb, p_shipping_method uuid, p_reason text, p_quote_hash text, p_payment text
) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_reason constant text := btrim(coalesce(p_reason, ''));
  v_lines constant jsonb := private.json_of(p_lines);
  v_address jsonb;
  v_email text;
  v_replay jsonb;
  v_cart private.priced_line[];
  v_quote jsonb;
  v_order public.order_records;
  v_answer jsonb;
begin
  perform private.require_staff('owner', 'fulfilment');
  v_email := private.checked_email(coalesce(nullif(btrim(p_email), ''), '-'));
  v_address := private.checked_address(p_address);
  if p_quote_hash is null then
    return jsonb_build_object('quote', private.make_quote(
      private.priced_by_staff(v_lines), v_address ->> 'country', null, p_shipping_method, null, v_email));
  end if;
  if p_key is null then
    perform private.refuse(422, 'key_missing', 'An order needs a key.');
  end if;
  if length(v_reason) not between 2 and 500 then
    perform private.refuse(422, 'reason_missing', 'Enter a reason of 2 to 500 characters.');
  end if;
  v_replay := private.take_order_key(p_key, private.hash_of(concat_ws('|', 'draft', v_lines::text, v_email, v_address::text,
    p_shipping_method, v_reason, p_quote_hash, p_payment)));
  if v_replay is not null then
    return v_replay;
  end if;
  perform private.lock_customer(null, v_email);
  v_cart := private.priced_by_staff(v_lines);
  -- Its customer is asked on its page, before they can pay; until then it says that nobody has agreed.
  perform private.check_order(v_cart, v_address, '{"terms": true, "group_buy": true}', p_payment);
  v_quote := private.make_quote(v_cart, v_address ->> 'country', null, p_shipping_method, null, v_email);
  perform private.check_quote(v_quote, p_shipping_method, p_quote_hash);
  v_order := private.write_order(v_quote, v_cart, null, p_payment, '{}');
  update public.order_records set consents = '{"terms": false, "group_buy": false}', terms_version_id = null
  where id = v_order.id returning * into v_order;
  perform private.hold_for_order(v_order, v_cart);
  v_answer := private.finish_order(v_order, p_key, v_email, v_address) #- '{order,token}';
  -- The link is the customer's alone: it is in the mail, not in the answer.
  update private.order_keys set answer = v_answer where order_id = v_order.id;
  perform private.record_event(v_order.id, 'drafted', v_reason, p_after => jsonb_build_object('prices', (
    select coalesce(jsonb_agg(jsonb_build_object('sku', l.sku, 'unit_price_minor', l.unit_price_minor)), '[]') from unnest(v_cart) l
    where v_lines -> l.line ->> 'unit_price_minor' is not null)));
  return v_answer;
end;
$$;
grant execute on function private.draft_order(uuid, jsonb, text, jsonb, uuid, text, text, text) to authenticated;
comment on function private.draft_order(uuid, jsonb, text, jsonb, uuid, text, text, text) is
  'Body of public.draft_order. Security definer: orders, stock and money are written through functions alone.';

create function public.draft_order(
  p_key uuid, p_lines jsonb, p_email text, p_address jsonb, p_shipping_method uuid default null,
  p_reason text default '', p_quote_hash text default null, p_payment text default 'invoice'
) returns jsonb
language sql security invoker
set search_path = ''
as $$
  select private.draft_order(p_key, p_lines, p_email, p_address, p_shipping_method, p_reason, p_quote_hash, p_payment)
$$;
grant execute on function public.draft_order(uuid, jsonb, text, jsonb, uuid, text, text, text) to authenticated;
comment on function public.draft_order(uuid, jsonb, text, jsonb, uuid, text, text, text) is
  'Makes an order for a customer: cart lines, each with a unit_price_minor of its own if wanted. Without p_quote_hash only {quote}; with it {order: {id, number, status, total_minor, currency, pay_by, payment}, replayed}. Staff: owner, fulfilment. Refuses as place_order does, and with not_allowed, second_factor, reason_missing, wrong_price.';

-- schemas/60-lists/rpc/draw_list.sql
-- The beacon's round ranks the frozen entries, once: the round that was named, signed by the beacon itself.

create function private.draw_list(p_list uuid, p_round bigint, p_randomness text, p_signature text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_trouble constant jsonb := private.staff_trouble(true, 'owner');
  v_list public.lists;
  v_now timestamptz;
  v_randomness constant text := lower(btrim(coalesce(p_randomness, '')));
  v_signature constant text := lower(btrim(coalesce(p_signature, '')));
begin
  if v_trouble is not null then
    return private.refuse_on_record(403, v_trouble ->> 'reason', v_trouble ->> 'message',
      v_trouble -> 'details', 'draw_list', 'lists', p_list::text);
  end if;
  select * into v_list from public.lists where id = p_list for no key update;
  if v_list.id is null then
    return private.refuse_on_record(404, 'unknown_list', 'This list no longer exists. Reload the page.',
      jsonb_build_object('list_id', p_list), 'draw_list', 'lists', p_list::text);
  end if;
  v_now := clock_timestamp();
  if v_list.ranking is not null then
    return private.refuse_on_record(409, 'already_drawn', 'This list is already drawn. It can’t be drawn again.',
      jsonb_build_object('drawn_at', v_list.drawn_at), 'draw_list', 'lists', p_list::text);
  end if;
  if v_list.kind <> 'raffle' or v_list.frozen_at is null then
    return private.refuse_on_record(409, 'not_frozen', 'A list is drawn after its entries were frozen.',
      jsonb_build_object('list_id', p_list, 'status', private.list_status_now(v_list.status, v_list.closes_at, v_now)), 'draw_list', 'lists', p_list::text);
  end if;
  if p_round is distinct from v_list.beacon_round then
    return private.refuse_on_record(422, 'wrong_round', 'This is not the round that was set when the list opened. Paste that round.',
      jsonb_build_object('round', p_round, 'expected', v_list.beacon_round), 'draw_list', 'lists', p_list::text);
  end if;
  if private.beacon_round_time(v_list.beacon_round) <= v_list.frozen_at then
    return private.refuse_on_record(409, 'round_known', 'That round was published before the entries were frozen, so it can’t be used.',
      jsonb_build_object('frozen_at', v_list.frozen_at), 'draw_list', 'lists', p_list::text);
  end if;
  if private.beacon_round_time(v_list.beacon_round) > v_now then
    return private.refuse_on_record(409, 'round_not_yet', 'That round is not out yet.',
      jsonb_build_object('comes_at', private.beacon_round_time(v_list.beacon_round)), 'draw_list', 'lists', p_list::text);
  end if;
  if v_randomness !~ '^[0-9a-f]{64}$' or v_signature !~ '^[0-9a-f]{96}$'
    or encode(sha256(decode(v_signature, 'hex')), 'hex') <> v_randomness then
    return private.refuse_on_record(422, 'wrong_randomness', 'The randomness must be the SHA-256 of the signature, both in hex.',
      jsonb_build_object('round', p_round), 'draw_list', 'lists', p_list::text);
  end if;
  if not private.is_signed_by_beacon(p_round, v_signature) then
    return private.refuse_on_record(422, 'wrong_signature', 'The signature does not match this round. Copy the round from the beacon again.',
      jsonb_build_object('round', p_round), 'draw_list', 'lists', p_list::text);
  end if;
  update public.lists l set
    status = 'drawn', drawn_at = v_now, randomness = v_randomness, signature = v_signature,
    ranking = private.rank_entries(l.entry_ids, v_randomness)
  where l.id = p_list returning * into v_list;
  return private.list_facts(v_list);
end;
$$;
grant execute on function private.draw_list(uuid, bigint, text, text) to authenticated;
comment on function private.draw_list(uuid, bigint, text, text) is
  'Body of public.draw_list. Security definer: nobody may write lists, entries or offers by hand.';

create function public.draw_list(p_list uuid, p_round bigint, p_randomness text, p_signature text) returns jsonb
language sql security invoker
set search_path = ''
as $$
  select private.draw_list(p_list, p_round, p_randomness, p_signature)
$$;
grant execute on function public.draw_list(uuid, bigint, text, text) to authenticated;
comment on function public.draw_list(uuid, bigint, text, text) is
  'Ranks the frozen entries of a raffle by the randomness of the named round. Staff: owner. Gives the list. Refuses, on record, with not_allowed, second_factor, unknown_list, already_drawn, not_frozen, wrong_round, round_known, round_not_yet, wrong_randomness, wrong_signature.';

-- schemas/40-accounts/rpc/end_session.sql
-- Signs the caller out on another device, or on all others. Their refresh tokens are gone at once; an
-- access token that was given out before lives until it ends.

create function private.end_session(p_session uuid) returns boolean
language plpgsql security definer
set search_path = ''
as $$
declare
  v_user constant uuid := auth.uid();
  v_own constant text := (select auth.jwt() ->> 'session_id');
  v_count bigint;
begin
  -- A token outlives its session for a while, and must not end those that are left.
  if p_session is null and not exists (
    select from auth.sessions where id::text = v_own and user_id = v_user) then
    perform private.refuse(401, 'signed_out', 'Sign in first.');
  end if;
  delete from auth.sessions
  where user_id = v_user and case when p_session is null then id::text <> v_own else id = p_session end;
  get diagnostics v_count = row_count;
  -- Who ends the session they are in signs out, which is no news.
  if v_count > 0 and p_session::text is distinct from v_own then
    perform private.tell_of_safety('sessions_ended', v_user, jsonb_build_object('count', v_count));
  end if;
  return v_count > 0;
end;
$$;
grant execute on function private.end_session(uuid) to authenticated;
comment on function private.end_session(uuid) is
  'Body of public.end_session. Security definer: nobody may write the sessions table.';

create function public.end_session(p_session uuid default null) returns boolean
language sql security invoker
set search_path = ''
as $$
  select private.end_session(p_session)
$$;
grant execute on function public.end_session(uuid) to authenticated;
comment on function public.end_session(uuid) is
  'Ends one of the caller''s sessions, or without an argument all but this one, and mails the owner; false where there was none. Refuses with signed_out.';

-- schemas/60-lists/rpc/enter_list.sql
-- A person takes a place on a list, or changes their wishes. One place per verified account; who
-- enters again keeps the place, who comes back after leaving stands at the end.

create function private.enter_list(p_list uuid, p_choices uuid[], p_max_wins int, p_comment text, p_answers uuid[]) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_user constant uuid := auth.uid();
  v_list public.lists;
  v_now timestamptz;
  v_choices uuid[];
  v_answers uuid[];
  v_entry public.list_entries;
  v_comment constant text := btrim(p_comment);
begin
  perform private.require_entrant(v_user);
  select * into v_list from public.lists where id = p_list and status <> 'draft' for no key update;
  v_now := clock_timestamp();
  if v_list.frozen_at is not null then
    return private.refuse_on_record(409, 'list_closed', 'This list is frozen. Its entries can no longer be changed.',
      jsonb_build_object('list_id', v_list.id, 'closed_at', v_list.closes_at), 'enter_list', 'lists', p_list::text);
  end if;
  perform private.require_open_list(v_list, v_now);
  perform private.require_unpaused(v_user, v_list.kind, v_now);
  v_choices := private.choices_of(p_list, p_choices);
  if coalesce(p_max_wins, 1) not between 1 and v_list.max_wins then
    perform private.refuse(422, 'wrong_maximum', format('Choose at most %s: that is the most one person can win here.', v_list.max_wins),
      jsonb_build_object('most', v_list.max_wins));
  end if;
  if length(v_comment) > 500 then
    perform private.refuse(422, 'comment_too_long', 'Use at most 500 characters for the comment.', jsonb_build_object('most', 500));
  end if;
  -- A raffle and a waiting list ask about goods alone.
  if v_list.kind = 'interest_check' and p_answers is not null then
    v_answers := private.answers_of(v_list.product_id, p_answers);
  end if;
  insert into public.list_entries as e (list_id, user_id, choices, max_wins, entered_at, answers, comment)
  values (p_list, v_user, v_choices, coalesce(p_max_wins, 1), v_now, coalesce(v_answers, '{}'),
    -- Nobody reads what is said in a raffle: it decides nothing there.
    case when v_list.kind = 'interest_check' then coalesce(v_comment, '') else '' end)
  on conflict (list_id, user_id) do update set
    choices = excluded.choices, max_wins = excluded.max_wins, withdrawn_at = null,
    answers = coalesce(v_answers, e.answers),
    comment = case when v_comment is null then e.comment else excluded.comment end,
    entered_at = case when e.withdrawn_at is null then e.entered_at else excluded.entered_at end
  returning * into v_entry;
  perform private.tell_of_entry(v_entry.id);
  return private.place_facts(v_entry, v_now);
end;
$$;
grant execute on function private.enter_list(uuid, uuid[], int, text, uuid[]) to authenticated;
comment on function private.enter_list(uuid, uuid[], int, text, uuid[]) is
  'Body of public.enter_list. Security definer: nobody may write entries by hand.';

create function public.enter_list(
  p_list uuid, p_choices uuid[] default '{}', p_max_wins int default 1, p_comment text default null, p_answers uuid[] default null
) returns jsonb
language sql security invoker
set search_path = ''
as $$
  select private.enter_list(p_list, p_choices, p_max_wins, p_comment, p_answers)
$$;
grant execute on function public.enter_list(uuid, uuid[], int, text, uuid[]) to authenticated;
comment on function public.enter_list(uuid, uuid[], int, text, uuid[]) is
  'Takes a place on a list or changes its wishes: ids of list_choices (or of their variants) in order of wish, how many to win at most, and with a vote in an interest check a word and what it answers to the product''s questions, as ids of option_values (null keeps what was said). Signed-in people with a confirmed address. Gives the place as my_list_places does. Refuses with signed_out, unverified, banned, paused, unknown_list, not_open, list_closed, choice_missing, wrong_choice, wrong_maximum, comment_too_long, wrong_answer; of a frozen list on record.';

-- schemas/60-lists/rpc/export_entries.sql
-- Entries with names and addresses, for what only people can decide. Every reading is in the audit log.

create function private.export_entries(p_list uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_list public.lists;
begin
  perform private.require_staff('owner');
  select * into v_list from public.lists where id = p_list;
  if v_list.id is null then
    perform private.refuse(404, 'unknown_list', 'This list no longer exists. Reload the page.', jsonb_build_object('list_id', p_list));
  end if;
  insert into public.audit_log (actor_id, actor_role, action, table_name, row_id, after)
  values (auth.uid(), 'owner', 'read', 'list_entries', p_list::text, jsonb_build_object('call', 'export_entries'));
  return coalesce((
    select jsonb_agg(jsonb_build_object('entry_id', q.entry_id, 'place', q.place, 'user_id', u.id, 'email', u.email,
      'name', p.full_name, 'choices', q.choices, 'max_wins', q.max_wins) order by q.place)
    from private.queue_of_list(p_list) q
    left join auth.users u on u.id = q.user_id left join public.profiles p on p.user_id = q.user_id
  ), '[]');
end;
$$;
grant execute on function private.export_entries(uuid) to authenticated;
comment on function private.export_entries(uuid) is
  'Body of public.export_entries. Security definer: names are for the owner alone.';

create function public.export_entries(p_list uuid) returns jsonb
language sql security invoker
set search_path = ''
as $$
  select private.export_entries(p_list)
$$;
grant execute on function public.export_entries(uuid) to authenticated;
comment on function public.export_entries(uuid) is
  'Entries with names: [{entry_id, place, user_id, email, name, choices, max_wins}]. Staff: owner; leaves an audit row. Refuses with not_allowed, unknown_list.';

-- schemas/60-lists/rpc/extend_offer.sql
-- The owner gives somebody more time, at most seven days from now. Only while the offer lives: what has
-- lapsed may be the next person's already.

create function private.extend_offer(p_offer uuid, p_until timestamptz, p_reason text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_trouble constant jsonb := private.staff_trouble(true, 'owner');
  v_reason constant text := btrim(coalesce(p_reason, ''));
  v_list_id constant uuid := (select list_id from public.offers where id = p_offer);
  v_list public.lists;
  v_offer public.offers;
  v_now timestamptz;
begin
  if v_trouble is not null then
    return private.refuse_on_record(403, v_trouble ->> 'reason', v_trouble ->> 'message',
      v_trouble -> 'details', 'extend_offer', 'lists', v_list_id::text);
  end if;
  select * into v_list from public.lists where id = v_list_id for no key update;
  if v_list.id is null then
    return private.refuse_on_record(404, 'unknown_offer', 'This offer no longer exists. Reload the page.',
      jsonb_build_object('offer_id', p_offer), 'extend_offer', 'lists', v_list_id::text);
  end if;
  v_now := clock_timestamp();
  if length(v_reason) not between 2 and 300 then
    return private.refuse_on_record(422, 'reason_missing', 'Enter a reason of 2 to 300 characters.',
      jsonb_build_object('offer_id', p_offer), 'extend_offer', 'lists', v_list_id::text);
  end if;
  select * into v_offer from public.offers where id = p_offer for update;
  if private.offer_status_now(v_offer, v_now) not in ('pending', 'claimed') or v_offer.order_id is not null then
    return private.refuse_on_record(409, 'offer_over', 'This offer was already used or has expired.',
      jsonb_build_object('offer_id', p_offer), 'extend_offer', 'lists', v_list_id::text);
  end if;
  if p_until is null or p_until <= coalesce(v_offer.holds_until, v_offer.expires_at) or p_until > v_now + interval '7 days' then
    return private.refuse_on_record(422, 'wrong_window', 'Choose a later deadline, at most seven days from now.',
      jsonb_build_object('until', p_until), 'extend_offer', 'lists', v_list_id::text);
  end if;
  update public.offers set expires_at = p_until, holds_until = case when claimed_at is not null then p_until end
  where id = p_offer returning * into v_offer;
  return private.offer_facts(v_offer, v_now);
end;
$$;
grant execute on function private.extend_offer(uuid, timestamptz, text) to authenticated;
comment on function private.extend_offer(uuid, timestamptz, text) is
  'Body of public.extend_offer. Security definer: nobody may write lists, entries or offers by hand.';

create function public.extend_offer(p_offer uuid, p_until timestamptz, p_reason text) returns jsonb
language sql security invoker
set search_path = ''
as $$
  select private.extend_offer(p_offer, p_until, p_reason)
$$;
grant execute on function public.extend_offer(uuid, timestamptz, text) to authenticated;
comment on function public.extend_offer(uuid, timestamptz, text) is
  'Lets an offer hold longer, at most seven days from now. Staff: owner. Gives the offer. Refuses, on record, with not_allowed, second_factor, unknown_offer, reason_missing, offer_over, wrong_window.';

-- schemas/70-orders/rpc/find_order.sql
-- A guest looks for an order by number and e-mail. Never raises, for an undone transaction would
-- forget the guess; a wrong number and a wrong e-mail get the same answer.

create function private.find_order(p_number text, p_email text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_number constant text := private.order_number_of(p_number);
  v_bucket constant text := private.hash_of('number ' || v_number);
  v_order uuid;
begin
  if private.guessed_too_often('find_order', private.guesser(), 5) or private.guessed_too_often('find_order', v_bucket, 5) then
    perform set_config('response.status', '429', true);
    return jsonb_build_object('found', false, 'reason', 'too_many_tries', 'message', 'Too many attempts. Try again in 15 minutes.');
  end if;
  select o.id into v_order from public.order_records o join private.order_contacts c on c.order_id = o.id
  where o.number = v_number and lower(c.email) = lower(btrim(left(coalesce(p_email, ''), 300)));
  if v_order is null then
    insert into private.guesses (what, bucket) values ('find_order', private.guesser()), ('find_order', v_bucket);
    perform set_config('response.status', '404', true);
    return jsonb_build_object('found', false, 'reason', 'not_found', 'message', 'There is no order with this number and this e-mail.');
  end if;
  return jsonb_build_object('found', true, 'order', private.redacted_order(v_order));
end;
$$;
grant execute on function private.find_order(text, text) to anon, authenticated, service_role;
comment on function private.find_order(text, text) is
  'Body of public.find_order. Security definer: guests may read no order.';

create function private.redacted_order(p_order uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'id', o.id, 'number', o.number, 'status', o.status, 'email', private.mask_email(c.email), 'currency', o.currency,
    'subtotal_minor', o.subtotal_minor, 'discount_minor', o.discount_minor, 'shipping_minor', o.shipping_minor,
    'tax_minor', o.tax_minor, 'tax_included_minor', o.tax_included_minor, 'total_minor', o.total_minor,
    'captured_minor', o.captured_minor, 'refunded_minor', o.refunded_minor, 'payment', o.payment,
    'shipping_method_name', o.shipping_method_name, 'country_code', o.country_code, 'placed_at', o.placed_at,
    'pay_by', o.pay_by, 'keep_until', o.keep_until, 'confirmed_at', o.confirmed_at, 'paid_at', o.paid_at, 'cancel_until', private.order_deadline(o.id, 'cancel'),
    'missing_consents', private.missing_consents(o.id),
    'lines', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', l.id, 'variant_id', l.variant_id, 'title', l.title, 'variant_title', l.variant_title, 'quantity', l.quantity,
        'refunded_quantity', l.refunded_quantity, 'url', l.url, 'kind', l.kind, 'picture', l.picture, 'options', l.options,
        'unit_price_minor', l.unit_price_minor, 'total_minor', l.total_minor, 'sold_as', l.sold_as,
        'shipment_id', l.shipment_id, 'batch_id', l.batch_id,
        -- How it looks, without what its maker calls it.
        'design', case when l.design is not null then jsonb_build_object('design', l.design -> 'design') end,
        'batch_stage', private.batch_stage_now(b.stage, b.opens_at, b.closes_at, now()), 'eta', b.eta, 'eta_precision', b.eta_precision,
        'change_options_until', b.change_options_until
      ) order by l.position), '[]')
      from public.order_lines l left join public.batches b on b.id = l.batch_id where l.order_id = o.id),
    'shipments', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', s.id, 'position', s.position, 'status', s.status, 'ships_on', s.ships_on, 'eta_precision', s.eta_precision, 'carrier', s.carrier,
        'shipped_at', s.shipped_at, 'delivered_at', s.delivered_at) order by s.position), '[]')
      from public.shipments s where s.order_id = o.id),
    'events', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', e.id, 'at', e.at, 'kind', e.kind, 'actor', e.actor, 'from_status', e.from_status, 'to_status', e.to_status
      ) order by e.id), '[]')
      from public.order_events e where e.order_id = o.id))
  from public.order_records o join private.order_contacts c on c.order_id = o.id
  where o.id = p_order
$$;
comment on function private.redacted_order(uuid) is 'An order without name, address, tracking and free texts.';

create function public.find_order(p_number text, p_email text) returns jsonb
language sql security invoker
set search_path = ''
as $$
  select private.find_order(p_number, p_email)
$$;
grant execute on function public.find_order(text, text) to anon, authenticated, service_role;
comment on function public.find_order(text, text) is
  'A guest''s order, redacted: {found, order | reason, message}. Answers 404 and, after five wrong tries in a quarter of an hour, 429, without raising.';

-- schemas/60-lists/rpc/finish_list.sql
-- The owner ends a list: nobody is asked any more, open offers still hold until their time.

create function private.finish_list(p_list uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_trouble constant jsonb := private.staff_trouble(true, 'owner');
  v_list public.lists;
begin
  if v_trouble is not null then
    return private.refuse_on_record(403, v_trouble ->> 'reason', v_trouble ->> 'message',
      v_trouble -> 'details', 'finish_list', 'lists', p_list::text);
  end if;
  select * into v_list from public.lists where id = p_list for no key update;
  if v_list.id is null then
    return private.refuse_on_record(404, 'unknown_list', 'This list no longer exists. Reload the page.',
      jsonb_build_object('list_id', p_list), 'finish_list', 'lists', p_list::text);
  end if;
  if v_list.status in ('draft', 'finished') or (v_list.kind = 'raffle' and v_list.ranking is null) then
    return private.refuse_on_record(409, 'illegal_move', 'You can finish a raffle after its draw, and other lists once they have opened.',
      jsonb_build_object('status', v_list.status), 'finish_list', 'lists', p_list::text);
  end if;
  update public.lists set status = 'finished' where id = p_list returning * into v_list;
  return private.list_facts(v_list);
end;
$$;
grant execute on function private.finish_list(uuid) to authenticated;
comment on function private.finish_list(uuid) is
  'Body of public.finish_list. Security definer: nobody may write lists, entries or offers by hand.';

create function public.finish_list(p_list uuid) returns jsonb
language sql security invoker
set search_path = ''
as $$
  select private.finish_list(p_list)
$$;
grant execute on function public.finish_list(uuid) to authenticated;
comment on function public.finish_list(uuid) is
  'Ends a list. Staff: owner. Gives the list. Refuses, on record, with not_allowed, second_factor, unknown_list, illegal_move.';

-- schemas/70-orders/rpc/flag_address.sql
-- Staff ask a customer about an address that will not do, with a mail that leads to where it is mended.
-- Until it is answered, or staff take the question back, nothing of the order leaves.

create function private.flag_address(p_order uuid, p_question text, p_version int) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_question constant text := nullif(btrim(coalesce(p_question, '')), '');
  v_order public.order_records;
begin
  perform private.require_staff('owner', 'fulfilment');
  if length(v_question) not between 2 and 500 then
    perform private.refuse(422, 'wrong_question', 'Enter a question of 2 to 500 characters.', '{"limit": 500}');
  end if;
  select * into v_order from public.order_records o where o.id = p_order for update;
  if not found then
    perform private.refuse(404, 'unknown_order', 'This order could not be found. Check the order number.');
  end if;
  if p_version is distinct from v_order.version then
    perform private.refuse(409, 'order_changed', 'Someone else changed this order in the meantime. Reload the page and try again.', jsonb_build_object('version', v_order.version));
  end if;
  if v_question is not distinct from v_order.address_question then
    return private.address_flag(v_order);
  end if;
  update public.order_records set address_question = v_question where id = p_order returning * into v_order;
  if v_question is null then
    perform private.record_event(p_order, 'address_cleared');
    return private.address_flag(v_order);
  end if;
  if not private.is_asked_for_address(v_order) then
    perform private.refuse(409, 'illegal_move', 'Part of this order has shipped, or the order has ended.', jsonb_build_object('status', v_order.status));
  end if;
  perform private.record_event(p_order, 'address_asked', v_question);
  perform private.mail_about_order(p_order, 'address_asked',
    (select max(e.id)::text from public.order_events e where e.order_id = p_order),
    jsonb_build_object('question', v_question) || private.mail_secrets_of(v_order, true));
  return private.address_flag(v_order);
end;
$$;
grant execute on function private.flag_address(uuid, text, int) to authenticated;
comment on function private.flag_address(uuid, text, int) is
  'Body of public.flag_address. Security definer: orders are written through functions alone.';

create function private.address_flag(p_order public.order_records) returns jsonb
language sql immutable
set search_path = ''
as $$
  select jsonb_build_object('id', p_order.id, 'number', p_order.number, 'version', p_order.version, 'question', p_order.address_question)
$$;
comment on function private.address_flag(public.order_records) is 'What an order''s customer is asked, and its version by then.';

create function private.guest_secret(p_order public.order_records) returns text
language sql stable
set search_path = ''
as $$
  select s.secrets ->> 'token' from public.outbox m
  join private.mail_secrets s on s.mail_id = m.id
  join private.order_contacts c on c.order_id = p_order.id
  where p_order.user_id is null and m.dedupe_key = 'order_placed:' || p_order.id || ':placed'
    and private.hash_of(s.secrets ->> 'token') = c.mailbox_token_hash
$$;
comment on function private.guest_secret(public.order_records) is
  'The secret that a guest''s first mail carried, for a later mail to the same mailbox; null where there is an account, or it holds no more.';

create function public.flag_address(p_order uuid, p_question text, p_version int) returns jsonb
language sql security invoker
set search_path = ''
as $$
  select private.flag_address(p_order, p_question, p_version)
$$;
grant execute on function public.flag_address(uuid, text, int) to authenticated;
comment on function public.flag_address(uuid, text, int) is
  'Asks the customer of an order about its address, by mail; null takes the question back. Staff: owner, fulfilment. Gives {id, number, version, question}. Refuses with not_allowed, wrong_question, unknown_order, order_changed, illegal_move.';

-- schemas/20-production/rpc/follow_product.sql
-- Somebody wants to hear of a product. An account follows at once; a mere address gets a mail first and
-- follows when it says so. Never raises, for an undone transaction would forget the attempt, and says
-- the same of every address: who follows what, and who has an account, is nobody's to learn.

create function private.follow_product(p_product uuid, p_variant uuid, p_email text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_user constant uuid := auth.uid();
  v_email constant text := lower(btrim(left(coalesce(p_email, ''), 300)));
begin
  if v_user is null and private.guessed_too_often('follow', private.guesser(), 30) then
    return private.not_followed(429, 'too_many_tries', 'Too many attempts. Try again in 15 minutes.');
  end if;
  if not exists (
    select from public.products where id = p_product and status in ('scheduled', 'published') and publish_at <= now()) then
    return private.not_followed(404, 'unknown_product', 'This product no longer exists.');
  end if;
  if p_variant is not null and not private.is_gone(p_product, p_variant) then
    return private.not_followed(409, 'not_gone', 'This is in stock again, or is not sold from stock. Reload the page.');
  end if;
  if v_user is not null then
    return private.follow_as(v_user, p_product, p_variant);
  end if;
  if v_email !~ '^[^\s@<>"(),;:\\[\]]+@[^\s@<>"(),;:\\[\]]+\.[^\s@.<>"(),;:\\[\]]{2,}$' or length(v_email) > 254 then
    return private.not_followed(422, 'email_invalid', 'Enter an e-mail address such as name@example.org.');
  end if;
  insert into private.guesses (what, bucket) values ('follow', private.guesser());
  perform private.ask_mailbox(v_email, p_product, p_variant);
  return jsonb_build_object('is_asked', true, 'is_followed', false);
end;
$$;
grant execute on function private.follow_product(uuid, uuid, text) to anon, authenticated;
comment on function private.follow_product(uuid, uuid, text) is
  'Body of public.follow_product. Security definer: nobody may read or write who follows what.';

create function private.not_followed(p_status int, p_reason text, p_message text) returns jsonb
language plpgsql
set search_path = ''
as $$
begin
  perform set_config('response.status', p_status::text, true);
  return jsonb_build_object('is_asked', false, 'reason', p_reason, 'message', p_message);
end;
$$;
comment on function private.not_followed(int, text, text) is 'A refusal that keeps what the transaction has written.';

create function private.follow_as(p_user uuid, p_product uuid, p_variant uuid) returns jsonb
language plpgsql
set search_path = ''
as $$
begin
  if not exists (select from auth.users where id = p_user and email <> '') then
    return private.not_followed(422, 'email_missing', 'Your account has no e-mail address. Add one first.');
  end if;
  if (select count(*) from private.follows where user_id = p_user and ended_at is null) >= 200 then
    return private.not_followed(422, 'too_many_follows', 'You already follow 200 items. Unfollow some first.');
  end if;
  insert into private.follows as f (product_id, variant_id, user_id, confirmed_at)
  values (p_product, p_variant, p_user, now())
  on conflict (product_id, variant_id, user_id, email) do update
  set asked_at = now(), ended_at = null, told_at = null,
    confirmed_at = case when num_nonnulls(f.ended_at, f.told_at) = 0 then f.confirmed_at else now() end;
  return jsonb_build_object('is_asked', true, 'is_followed', true);
end;
$$;
comment on function private.follow_as(uuid, uuid, uuid) is 'An account follows, or goes on to; twice is once.';

create function private.ask_mailbox(p_email text, p_product uuid, p_variant uuid) returns void
language plpgsql
set search_path = ''
as $$
declare
  v_bucket constant text := private.hash_of('follow ' || p_email);
  v_follow private.follows;
begin
  -- Whoever asks for a mailbox that is not theirs changes nothing in it, and can't fill it.
  if private.guessed_too_often('follow_mail', v_bucket, 3) or (
    select count(*) from private.guesses where what = 'follow_mail' and bucket = v_bucket) >= 6 then
    return;
  end if;
  insert into private.guesses (what, bucket) values ('follow_mail', v_bucket);
  insert into private.follows (product_id, variant_id, email) values (p_product, p_variant, p_email)
  on conflict (product_id, variant_id, user_id, email) do update set asked_at = now()
  returning * into v_follow;
  perform private.queue_mail('follow_asked', p_email, v_follow.id || ':' || clock_timestamp(), private.follow_payload(v_follow));
end;
$$;
comment on function private.ask_mailbox(text, uuid, uuid) is
  'Mails a mailbox whether it wants this, the same words whether or not it follows already; three in a quarter of an hour, six a day.';

create function public.follow_product(p_product uuid, p_variant uuid default null, p_email text default null) returns jsonb
language sql security invoker
set search_path = ''
as $$
  select private.follow_product(p_product, p_variant, p_email)
$$;
grant execute on function public.follow_product(uuid, uuid, text) to anon, authenticated;
comment on function public.follow_product(uuid, uuid, text) is
  'To hear of each update of a product, or with p_variant once when it can be had again. Signed in, p_email is not looked at. Gives {is_asked, is_followed | reason, message}; 404 unknown_product, 409 not_gone, 422 email_invalid, email_missing, too_many_follows, 429 too_many_tries, without raising.';

-- schemas/50-designs/rpc/fork_design.sql
-- Copies a design that the caller can see. The copy is private and remembers where it came from.

create function private.fork_design(p_id uuid) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_design public.designs;
begin
  select * into v_design from public.designs where id = p_id;
  if not found or not private.can_see_design(v_design, null) then
    perform private.refuse(404, 'unknown_design', 'This design no longer exists.', jsonb_build_object('id', p_id));
  end if;
  return private.add_design(
    v_design.design || jsonb_build_object('name', left('Copy of ' || v_design.name, 80), 'visibility', 'private'),
    p_id);
end;
$$;
grant execute on function private.fork_design(uuid) to anon, authenticated, service_role;
comment on function private.fork_design(uuid) is
  'Body of public.fork_design. Security definer: designs are written through functions alone.';

create function public.fork_design(p_id uuid) returns jsonb
language sql volatile security invoker
set search_path = ''
as $$
  select private.fork_design(p_id)
$$;
grant execute on function public.fork_design(uuid) to anon, authenticated, service_role;
comment on function public.fork_design(uuid) is
  'Copies a design that the caller can see. Gives {id, version, code, secret}. Refuses with unknown_design, too_many_designs.';

-- schemas/60-lists/rpc/freeze_list.sql
-- After the closing: entries become fixed for everyone for ever, and their ids and hash are published
-- before the round of the beacon exists that will rank them: after that round a later one is named.

create function private.freeze_list(p_list uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_trouble constant jsonb := private.staff_trouble(true, 'owner');
  v_list public.lists;
  v_now timestamptz;
begin
  if v_trouble is not null then
    return private.refuse_on_record(403, v_trouble ->> 'reason', v_trouble ->> 'message',
      v_trouble -> 'details', 'freeze_list', 'lists', p_list::text);
  end if;
  select * into v_list from public.lists where id = p_list for no key update;
  if v_list.id is null then
    return private.refuse_on_record(404, 'unknown_list', 'This list no longer exists. Reload the page.',
      jsonb_build_object('list_id', p_list), 'freeze_list', 'lists', p_list::text);
  end if;
  v_now := clock_timestamp();
  if v_list.kind <> 'raffle' then
    return private.refuse_on_record(409, 'not_a_raffle', 'Only raffles are frozen and drawn.',
      jsonb_build_object('kind', v_list.kind), 'freeze_list', 'lists', p_list::text);
  end if;
  if v_list.frozen_at is not null then
    return private.refuse_on_record(409, 'already_frozen', 'This list is already frozen.',
      jsonb_build_object('list_id', p_list, 'status', private.list_status_now(v_list.status, v_list.closes_at, v_now)), 'freeze_list', 'lists', p_list::text);
  end if;
  if private.list_status_now(v_list.status, v_list.closes_at, v_now) <> 'closed' then
    return private.refuse_on_record(409, 'not_closed', 'A list can be frozen after it closes.',
      jsonb_build_object('status', v_list.status, 'closes_at', v_list.closes_at), 'freeze_list', 'lists', p_list::text);
  end if;
  return private.list_facts(private.freeze_now(p_list));
end;
$$;
grant execute on function private.freeze_list(uuid) to authenticated;
comment on function private.freeze_list(uuid) is
  'Body of public.freeze_list. Security definer: nobody may write lists, entries or offers by hand.';

create function public.freeze_list(p_list uuid) returns jsonb
language sql security invoker
set search_path = ''
as $$
  select private.freeze_list(p_list)
$$;
grant execute on function public.freeze_list(uuid) to authenticated;
comment on function public.freeze_list(uuid) is
  'Freezes the entries of a raffle that has closed and publishes their ids and hash, before the round that decides. Staff: owner. Gives the list. Refuses, on record, with not_allowed, second_factor, unknown_list, not_a_raffle, already_frozen, not_closed.';

-- schemas/60-lists/rpc/leave_list.sql
-- A person gives up their place. Raffles let go until they close; waiting lists at any time, and an
-- open offer goes to the next in line.

create function private.leave_list(p_list uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_user constant uuid := auth.uid();
  v_list public.lists;
  v_now timestamptz;
  v_entry public.list_entries;
begin
  if v_user is null then
    perform private.refuse(401, 'signed_out', 'Please sign in first.', '{}');
  end if;
  select * into v_list from public.lists where id = p_list and status <> 'draft' for no key update;
  v_now := clock_timestamp();
  if v_list.id is null then
    perform private.refuse(404, 'unknown_list', 'This list no longer exists. Reload the page.', jsonb_build_object('list_id', p_list));
  end if;
  if v_list.frozen_at is not null then
    return private.refuse_on_record(409, 'list_closed', 'This list is frozen. Its entries can no longer be changed.',
      jsonb_build_object('list_id', p_list, 'closed_at', v_list.closes_at), 'leave_list', 'lists', p_list::text);
  end if;
  if v_list.kind <> 'waiting_list' and private.list_status_now(v_list.status, v_list.closes_at, v_now) <> 'open' then
    perform private.refuse(409, 'list_closed', 'This list is closed. Its entries can no longer be changed.',
      jsonb_build_object('list_id', p_list, 'closed_at', v_list.closes_at));
  end if;
  update public.list_entries set withdrawn_at = v_now
  where list_id = p_list and user_id = v_user and withdrawn_at is null
  returning * into v_entry;
  if v_entry.id is null then
    perform private.refuse(404, 'no_place', 'You have no place on this list.', jsonb_build_object('list_id', p_list));
  end if;
  perform private.settle_offers(p_list);
  update public.offers set status = 'expired', ended_at = v_now, end_reason = 'Left the list'
  where entry_id = v_entry.id and status in ('pending', 'claimed') and order_id is null;
  perform private.refill_list(p_list);
  return private.place_facts(v_entry, v_now);
end;
$$;
grant execute on function private.leave_list(uuid) to authenticated;
comment on function private.leave_list(uuid) is
  'Body of public.leave_list. Security definer: nobody may write entries by hand.';

create function public.leave_list(p_list uuid) returns jsonb
language sql security invoker
set search_path = ''
as $$
  select private.leave_list(p_list)
$$;
grant execute on function public.leave_list(uuid) to authenticated;
comment on function public.leave_list(uuid) is
  'Gives up the place on a list. Gives the place as my_list_places does, with withdrawn_at. Refuses with signed_out, unknown_list, list_closed, no_place; of a frozen list on record.';

-- schemas/50-designs/rpc/like_design.sql
-- Likes a public design, or takes the like back; twice is once.

create function private.like_design(p_id uuid, p_liked boolean) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_count int;
begin
  perform 1 from public.designs where id = p_id and visibility = 'public' and hidden_at is null for update;
  if not found or auth.uid() is null then
    perform private.refuse(404, 'unknown_design', 'This design no longer exists or is no longer public.', jsonb_build_object('id', p_id));
  end if;
  if coalesce(p_liked, true) then
    insert into public.design_likes (design_id, user_id) values (p_id, auth.uid()) on conflict do nothing;
  else
    delete from public.design_likes where design_id = p_id and user_id = auth.uid();
  end if;
  return (select jsonb_build_object('like_count', d.like_count, 'is_liked', exists (
    select from public.design_likes where design_id = p_id and user_id = auth.uid()))
    from public.designs d where d.id = p_id);
end;
$$;
grant execute on function private.like_design(uuid, boolean) to authenticated;
comment on function private.like_design(uuid, boolean) is
  'Body of public.like_design. Security definer: likes are counted through functions alone.';

create function private.count_design_likes() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.designs set like_count = like_count + case tg_op when 'INSERT' then 1 else -1 end
  where id = case tg_op when 'INSERT' then new.design_id else old.design_id end;
  return null;
end;
$$;
comment on function private.count_design_likes() is
  'Keeps the count of likes true, also when an account goes. Security definer: nobody writes designs.';
create trigger count_design_likes after insert or delete on public.design_likes
  for each row execute function private.count_design_likes();

create function public.like_design(p_id uuid, p_liked boolean default true) returns jsonb
language sql volatile security invoker
set search_path = ''
as $$
  select private.like_design(p_id, p_liked)
$$;
grant execute on function public.like_design(uuid, boolean) to authenticated;
comment on function public.like_design(uuid, boolean) is
  'Likes a public design or takes the like back. Gives {like_count, is_liked}. Refuses with unknown_design.';

-- schemas/50-designs/rpc/line_design.sql
-- The design that a line was ordered with, for the picture in its mails. A line's id is told to its
-- customer and to staff alone, and a drawing names nobody: whoever has the id may see it.

create function private.line_design(p_line uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select l.design -> 'design' from public.order_lines l where l.id = p_line
$$;
grant execute on function private.line_design(uuid) to service_role;
comment on function private.line_design(uuid) is
  'Body of public.line_design. Security definer: lines are read by those who may see their order.';

create function public.line_design(p_line uuid) returns jsonb
language sql stable security invoker
set search_path = ''
as $$
  select private.line_design(p_line)
$$;
grant execute on function public.line_design(uuid) to service_role;
comment on function public.line_design(uuid) is 'The design of an order''s line, null where it has none. The service alone, for pictures in mails.';

-- schemas/60-lists/rpc/list_desk.sql
-- What the owner needs to run a list: entries without names, likely duplicates, offers with strikes,
-- and entries over time. Names come only through export_entries.

create function private.list_desk(p_list uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  v_list public.lists;
  v_now constant timestamptz := clock_timestamp();
begin
  perform private.require_reader('owner');
  select * into v_list from public.lists where id = p_list;
  if v_list.id is null then
    perform private.refuse(404, 'unknown_list', 'This list no longer exists. Reload the page.', jsonb_build_object('list_id', p_list));
  end if;
  return jsonb_build_object(
    'list', private.list_facts(v_list),
    'choices', (
      select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'variant_id', c.variant_id, 'title', v.title, 'editions', c.editions,
        'wished', (select count(*) from public.list_entries e where e.list_id = p_list and e.withdrawn_at is null and c.id = any (e.choices)),
        'wished_first', (select count(*) from public.list_entries e where e.list_id = p_list and e.withdrawn_at is null and c.id = e.choices[1])
      ) order by c.position), '[]')
      from public.list_choices c join public.variants v on v.id = c.variant_id where c.list_id = p_list),
    'answers', (
      select coalesce(jsonb_agg(jsonb_build_object('option_id', o.id, 'option', o.title, 'value_id', v.id, 'value', v.title,
        'chosen', (select count(*) from public.list_entries e where e.list_id = p_list and e.withdrawn_at is null and v.id = any (e.answers))
      ) order by o.position, o.id, v.position, v.id), '[]')
      from public.product_options o join public.option_values v on v.option_id = o.id
      where v_list.kind = 'interest_check' and o.product_id = v_list.product_id),
    'entries', (
      select coalesce(jsonb_agg(jsonb_build_object('entry_id', q.entry_id, 'place', q.place, 'choices', q.choices,
        'max_wins', q.max_wins, 'comment', e.comment, 'entered_at', e.entered_at, 'has_account', q.user_id is not null,
        'strikes', case when q.user_id is not null then cardinality(private.strikes_of(q.user_id, v_now)) else 0 end,
        'is_banned', q.user_id is not null and private.is_banned(q.user_id, v_now),
        'ban_note', private.ban_note(q.user_id, v_now)) order by q.place), '[]')
      from (select * from private.queue_of_list(p_list) order by place limit 5000) q
      join public.list_entries e on e.id = q.entry_id),
    'duplicates', private.duplicate_entries(p_list),
    'offers', (
      select coalesce(jsonb_agg(private.offer_facts(o, v_now) || jsonb_build_object('seen_at', o.seen_at,
        'paid_at', (select r.paid_at from public.order_records r where r.id = o.order_id)) order by o.offered_at desc, o.rank), '[]')
      from (select * from public.offers where list_id = p_list order by offered_at desc limit 2000) o),
    'per_day', (
      select coalesce(jsonb_agg(jsonb_build_object('day', d.day, 'entered', d.entered) order by d.day), '[]')
      from (select date_trunc('day', entered_at)::date as day, count(*) as entered
        from public.list_entries where list_id = p_list and withdrawn_at is null group by 1) d),
    'read_at', v_now);
end;
$$;
grant execute on function private.list_desk(uuid) to authenticated;
comment on function private.list_desk(uuid) is
  'Body of public.list_desk. Security definer: entries of others are for the owner alone, and without names.';

create function public.list_desk(p_list uuid) returns jsonb
language sql stable security invoker
set search_path = ''
as $$
  select private.list_desk(p_list)
$$;
grant execute on function public.list_desk(uuid) to authenticated;
comment on function public.list_desk(uuid) is
  'Everything about one list for its desk: {list, choices, answers, entries, duplicates, offers, per_day, read_at}; entries are pseudonymous, offers say when they were seen and paid. Staff: owner. Refuses with not_allowed, unknown_list.';

-- schemas/40-accounts/rpc/list_staff.sql
-- Who works here. The owner sees it to add and remove people.

create function private.list_staff() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_reader('owner');
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'user_id', s.user_id, 'email', u.email, 'role', s.role, 'added_at', s.added_at,
      'has_second_factor', exists (select from auth.mfa_factors f where f.user_id = s.user_id and f.status = 'verified')
    ) order by s.added_at, u.email), '[]')
    from private.staff s join auth.users u on u.id = s.user_id);
end;
$$;
grant execute on function private.list_staff() to authenticated;
comment on function private.list_staff() is
  'Body of public.list_staff. Security definer: nobody may read the staff table.';

create function public.list_staff() returns jsonb
language sql stable security invoker
set search_path = ''
as $$
  select private.list_staff()
$$;
grant execute on function public.list_staff() to authenticated;
comment on function public.list_staff() is
  'Who works here: [{user_id, email, role, added_at, has_second_factor}]. Staff: owner.';

-- schemas/90-operations/rpc/mail_failed.sql
-- A mail did not leave: it comes up again, each time later, and is given up in the end.

create function private.mail_failed(p_id uuid, p_error text) returns boolean
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.outbox set
    last_error = left(coalesce(p_error, ''), 2000),
    given_up_at = case when attempts >= 10 then now() end,
    send_after = now() + make_interval(mins => least(power(2, attempts)::int, 720))
  where id = p_id and sent_at is null and given_up_at is null;
  return found;
end;
$$;
grant execute on function private.mail_failed(uuid, text) to service_role;
comment on function private.mail_failed(uuid, text) is
  'Body of public.mail_failed. Security definer: the outbox is written through functions.';

create function public.mail_failed(p_id uuid, p_error text default '') returns boolean
language sql security invoker
set search_path = ''
as $$
  select private.mail_failed(p_id, p_error)
$$;
grant execute on function public.mail_failed(uuid, text) to service_role;
comment on function public.mail_failed(uuid, text) is
  'Notes why a mail did not leave; after ten tries it is given up. False where there is nothing to note. The service alone.';

-- schemas/70-orders/rpc/mail_orders.sql
-- Staff write to the customers of many orders at once. Each order is one mail per key, so that a second
-- press, or a call that is made again because its answer was lost, tells nobody twice.

create function private.mail_orders(p_key uuid, p_orders uuid[], p_subject text, p_text text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_subject constant text := btrim(coalesce(p_subject, ''));
  v_text constant text := btrim(coalesce(p_text, ''));
  v_new uuid[];
  v_answers jsonb;
begin
  perform private.require_staff('owner', 'fulfilment');
  if p_key is null then
    perform private.refuse(422, 'key_missing', 'A message needs a key.');
  end if;
  if p_orders is null or cardinality(p_orders) not between 1 and 500 then
    perform private.refuse(422, 'wrong_orders', 'Select 1 to 500 orders.', '{"limit": 500}');
  end if;
  if length(v_subject) not between 3 and 120 or v_subject ~ '[[:cntrl:]]' or length(v_text) not between 10 and 4000 then
    perform private.refuse(422, 'wrong_message', 'Enter a subject of 3 to 120 characters on one line, and a text of 10 to 4000 characters.');
  end if;
  -- Two presses at once: the later one waits here, and finds what the first has queued.
  perform 1 from public.order_records o where o.id = any (p_orders) order by o.id for update;
  select coalesce(array_agg(j.id order by j.id) filter (where j.refusal is null), '{}'),
    jsonb_agg(jsonb_build_object('order_id', j.id, 'ok', j.refusal is null, 'reason', j.refusal) order by j.id)
  into v_new, v_answers from (
    -- One by one through the key: a join would look at all orders for a few.
    select x.id, case
      when c.email is null then 'unknown_order'
      when c.email like '%.invalid' then 'nobody_there'
      when m.payload is null then null
      when m.payload ->> 'subject' = v_subject and m.payload ->> 'text' = v_text then 'already_there'
      else 'key_reused' end as refusal
    from (select distinct u.id from unnest(p_orders) u (id)) x
    left join lateral (select r.email from private.order_contacts r where r.order_id = x.id limit 1) c on true
    left join lateral (
      select b.payload from public.outbox b where b.dedupe_key = 'order_message:' || x.id || ':' || p_key limit 1
    ) m on true
  ) j;
  perform private.mail_about_orders(v_new, 'order_message', array_fill(p_key::text, array[cardinality(v_new)]),
    jsonb_build_object('subject', v_subject, 'text', v_text));
  perform private.record_event(u.id, 'messaged',
    replace(replace(replace(v_subject, '{number}', (select o.number from public.order_records o where o.id = u.id)), '{name}', '…'), '{total}', '…'))
  from unnest(v_new) u (id);
  insert into public.audit_log (actor_id, actor_role, action, table_name, row_id, after)
  select auth.uid(), (select s.role from private.staff s where s.user_id = auth.uid()), 'insert', 'outbox', u.id::text,
    jsonb_build_object('call', 'mail_orders', 'key', p_key, 'subject', v_subject, 'text', v_text)
  from unnest(v_new) u (id);
  return v_answers;
end;
$$;
grant execute on function private.mail_orders(uuid, uuid[], text, text) to authenticated;
comment on function private.mail_orders(uuid, uuid[], text, text) is
  'Body of public.mail_orders. Security definer: contacts are read, and mails, history and the log written, through functions alone.';

create function public.mail_orders(p_key uuid, p_orders uuid[], p_subject text, p_text text) returns jsonb
language sql security invoker
set search_path = ''
as $$
  select private.mail_orders(p_key, p_orders, p_subject, p_text)
$$;
grant execute on function public.mail_orders(uuid, uuid[], text, text) to authenticated;
comment on function public.mail_orders(uuid, uuid[], text, text) is
  'Writes to the customers of orders, one mail each and key; {name}, {number} and {total} stand for their own. Staff: owner, fulfilment. Gives [{order_id, ok, reason}]: unknown_order, nobody_there, already_there or key_reused for those that get none. Refuses with not_allowed, second_factor, key_missing, wrong_orders, wrong_message.';

-- schemas/90-operations/rpc/mail_sent.sql
-- A mail left: it is never claimed again.

create function private.mail_sent(p_id uuid) returns boolean
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.outbox set sent_at = coalesce(sent_at, now()), last_error = null where id = p_id;
  return found;
end;
$$;
grant execute on function private.mail_sent(uuid) to service_role;
comment on function private.mail_sent(uuid) is
  'Body of public.mail_sent. Security definer: the outbox is written through functions.';

create function public.mail_sent(p_id uuid) returns boolean
language sql security invoker
set search_path = ''
as $$
  select private.mail_sent(p_id)
$$;
grant execute on function public.mail_sent(uuid) to service_role;
comment on function public.mail_sent(uuid) is 'Notes that a mail left; false where there is none. The service alone.';

-- schemas/40-accounts/rpc/make_recovery_codes.sql
-- Ten codes for the day the authenticator app is lost. They are shown once; making new ones voids
-- the old.

create function private.make_recovery_codes() returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_user constant uuid := auth.uid();
  v_codes text[];
  v_had_some boolean;
begin
  if not exists (select from auth.mfa_factors where user_id = v_user and status = 'verified') then
    perform private.refuse(409, 'no_factor', 'Set up an authenticator app before you create recovery codes.');
  end if;
  perform private.require_second_factor();
  -- A code takes the app away, and with it the question for its codes.
  perform private.require_fresh_proof();
  -- The first twelve digits of a random uuid are all random.
  select array_agg(
    substr(a, 1, 4) || '-' || substr(a, 5, 4) || '-' || substr(b, 1, 4) || '-' || substr(b, 5, 4))
  into v_codes
  from (
    select gen_random_uuid()::text as a, gen_random_uuid()::text as b from generate_series(1, 10)
  ) random;
  delete from private.recovery_codes where user_id = v_user;
  v_had_some := found;
  insert into private.recovery_codes (user_id, code_hash)
  select v_user, private.hash_of(v_user || ':' || replace(code, '-', '')) from unnest(v_codes) code;
  perform private.tell_of_safety('recovery_codes_made', v_user, jsonb_build_object('had_some', v_had_some));
  return to_jsonb(v_codes);
end;
$$;
grant execute on function private.make_recovery_codes() to authenticated;
comment on function private.make_recovery_codes() is
  'Body of public.make_recovery_codes. Security definer: nobody may read or write the codes.';

create function public.make_recovery_codes() returns jsonb
language sql security invoker
set search_path = ''
as $$
  select private.make_recovery_codes()
$$;
grant execute on function public.make_recovery_codes() to authenticated;
comment on function public.make_recovery_codes() is
  'Ten new recovery codes, as text. Refuses with no_factor, second_factor.';

-- schemas/50-designs/rpc/moderate_design.sql
-- Staff take a public design out of sight, or show it again; either answers its reports.

create function private.moderate_design(p_id uuid, p_hidden boolean, p_reason text) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_reason constant text := btrim(coalesce(p_reason, ''));
  v_before public.designs;
  v_after public.designs;
begin
  perform private.require_staff('owner', 'editor', 'support');
  if length(v_reason) not between 3 and 500 then
    perform private.refuse(422, 'reason_missing', 'Enter a reason of 3 to 500 characters.', '{}');
  end if;
  select * into v_before from public.designs where id = p_id and visibility = 'public' for update;
  if not found then
    perform private.refuse(404, 'unknown_design', 'This design no longer exists or is no longer public.', jsonb_build_object('id', p_id));
  end if;
  update public.designs set hidden_at = case when p_hidden then coalesce(hidden_at, now()) end
  where id = p_id returning * into v_after;
  update public.design_reports set answered_at = now() where design_id = p_id and answered_at is null;
  insert into public.audit_log (actor_id, actor_role, action, table_name, row_id, before, after)
  values (auth.uid(), private.my_staff_role(), 'update', 'designs', p_id::text,
    jsonb_build_object('hidden_at', v_before.hidden_at),
    jsonb_build_object('hidden_at', v_after.hidden_at, 'reason', v_reason));
  return jsonb_build_object('id', p_id, 'is_hidden', v_after.hidden_at is not null);
end;
$$;
grant execute on function private.moderate_design(uuid, boolean, text) to authenticated;
comment on function private.moderate_design(uuid, boolean, text) is
  'Body of public.moderate_design. Security definer: staff hide designs through this function alone.';

create function public.moderate_design(p_id uuid, p_hidden boolean, p_reason text) returns jsonb
language sql volatile security invoker
set search_path = ''
as $$
  select private.moderate_design(p_id, p_hidden, p_reason)
$$;
grant execute on function public.moderate_design(uuid, boolean, text) to authenticated;
comment on function public.moderate_design(uuid, boolean, text) is
  'Hides a public design or shows it again. Staff: owner, editor, support. Gives {id, is_hidden}. Refuses with not_allowed, reason_missing, unknown_design.';

-- schemas/40-accounts/rpc/my_account_state.sql
-- What the account page has to say about the account itself: whether it is about to be deleted, and
-- how many recovery codes are left.

create function private.my_account_state() returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'deletion_due_at', (select due_at from private.account_deletions where user_id = (select auth.uid())),
    'recovery_codes', (select count(*) from private.recovery_codes where user_id = (select auth.uid())),
    'works_here', exists (select from private.staff where user_id = (select auth.uid())),
    'factor_due_at', private.factor_due_at((select auth.uid())))
$$;
grant execute on function private.my_account_state() to authenticated;
comment on function private.my_account_state() is
  'Body of public.my_account_state. Security definer: nobody may read these tables.';

create function public.my_account_state() returns jsonb
language sql stable security invoker
set search_path = ''
as $$
  select private.my_account_state()
$$;
grant execute on function public.my_account_state() to authenticated;
comment on function public.my_account_state() is
  '{deletion_due_at | null, recovery_codes, works_here, factor_due_at | null} of the caller. After factor_due_at whoever works here does so with a second factor alone.';

-- schemas/80-pricing/rpc/my_cart.sql
-- The cart of the caller's account, for a browser that wants to know what others have put in.

create function private.my_cart() returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select private.cart_facts((select c from private.saved_carts c where c.user_id = (select auth.uid())))
$$;
grant execute on function private.my_cart() to authenticated;
comment on function private.my_cart() is
  'Body of public.my_cart. Security definer: nobody may read saved carts.';

create function public.my_cart() returns jsonb
language sql stable security invoker
set search_path = ''
as $$
  select private.my_cart()
$$;
grant execute on function public.my_cart() to authenticated;
comment on function public.my_cart() is
  'The caller''s saved cart: {lines, version, saved_at}; version 0 and no lines where nothing was ever saved.';

-- schemas/50-designs/rpc/my_designs.sql
-- The designs of the caller. Whose a design is stands in no column that anybody may read, so their
-- owner asks here.

create function private.my_designs() returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select coalesce(jsonb_agg(to_jsonb(d) order by d.updated_at desc), '[]')
  from (
    select id, code, name, visibility, design, version, created_at, updated_at
    from public.designs where owner_id = (select auth.uid())
    order by updated_at desc limit 500
  ) d
$$;
grant execute on function private.my_designs() to authenticated;
comment on function private.my_designs() is
  'Body of public.my_designs. Security definer: nobody may read whose a design is.';

create function public.my_designs() returns jsonb
language sql stable security invoker
set search_path = ''
as $$
  select private.my_designs()
$$;
grant execute on function public.my_designs() to authenticated;
comment on function public.my_designs() is
  'The caller''s designs, newest change first: [{id, code, name, visibility, design, version, created_at, updated_at}].';

-- schemas/20-production/rpc/my_follows.sql
-- What the caller follows, or would like to have back: what was asked for with the account, and what was
-- asked for without it by a mailbox that the account has proven.

create function private.my_follows() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  v_user constant uuid := auth.uid();
begin
  if v_user is null then
    perform private.refuse(401, 'signed_out', 'Please sign in first.', '{}');
  end if;
  return coalesce((
    select jsonb_agg(own.facts order by own.since desc)
    from (
      select f.confirmed_at as since, (private.follow_payload(f) - 'follow_secret' - 'lines') || jsonb_build_object(
        'id', f.id, 'product_id', f.product_id, 'variant_id', f.variant_id, 'since', f.confirmed_at) as facts
      from private.follows f
      where (f.user_id = v_user or f.email = (select lower(u.email) from auth.users u where u.id = v_user))
        and private.own_follow(f, v_user)
        and f.confirmed_at is not null and f.ended_at is null and f.told_at is null
      order by f.confirmed_at desc limit 400
    ) own
  ), '[]');
end;
$$;
grant execute on function private.my_follows() to authenticated;
comment on function private.my_follows() is 'Body of public.my_follows. Security definer: nobody may read who follows what.';

create function public.my_follows() returns jsonb
language sql stable security invoker
set search_path = ''
as $$
  select private.my_follows()
$$;
grant execute on function public.my_follows() to authenticated;
comment on function public.my_follows() is
  'What the caller follows: [{id, about, product_id, variant_id, product_title, product_kind, product_url, variant_title, since}]. Refuses with signed_out.';

-- schemas/60-lists/rpc/my_list_places.sql
-- All places of the caller: where they stand, what they are offered until when, and whether raffles
-- pause for them. Everything by the clock of the database, whose time is in the answer. An offer that is told
-- here for the first time counts as seen from then on.

create function private.my_list_places() returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_user constant uuid := auth.uid();
  v_now constant timestamptz := clock_timestamp();
begin
  if v_user is null then
    perform private.refuse(401, 'signed_out', 'Please sign in first.', '{}');
  end if;
  -- Nobody waits here: what is being written just now is seen at the next reading.
  update public.offers set seen_at = v_now where id in (
    select id from public.offers where user_id = v_user and seen_at is null and status = 'pending' for update skip locked);
  return jsonb_build_object(
    'places', coalesce((
      select jsonb_agg(private.place_facts(e, v_now) order by e.entered_at desc)
      from (
        select * from public.list_entries where user_id = v_user order by entered_at desc limit 200
      ) e
    ), '[]'),
    'strikes', cardinality(private.strikes_of(v_user, v_now)),
    'paused_until', (select u from private.paused_until(v_user, v_now) u where u > v_now),
    'is_banned', private.is_banned(v_user, v_now),
    'read_at', v_now);
end;
$$;
grant execute on function private.my_list_places() to authenticated;
comment on function private.my_list_places() is
  'Body of public.my_list_places. Security definer: a place counts people whom the caller may not see, and nobody may write offers by hand.';

create function public.my_list_places() returns jsonb
language sql security invoker
set search_path = ''
as $$
  select private.my_list_places()
$$;
grant execute on function public.my_list_places() to authenticated;
comment on function public.my_list_places() is
  'The caller''s places: {places: [{list_id, title, kind, status, entry_id, choices, max_wins, position, of, offers, …}], strikes, paused_until, is_banned, read_at}. Notes that its offers are seen. Refuses with signed_out.';

-- schemas/40-accounts/rpc/my_sessions.sql
-- Where the caller is signed in. The account page lists it, so that a stranger's session is noticed.

create function private.my_sessions() returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select coalesce(jsonb_agg(to_jsonb(s) order by s.is_current desc, s.last_used_at desc), '[]')
  from (
    select id, created_at as signed_in_at, greatest(created_at, updated_at) as last_used_at,
      left(coalesce(user_agent, ''), 300) as user_agent, aal = 'aal2' as has_second_factor,
      id::text = (select auth.jwt() ->> 'session_id') as is_current
    from auth.sessions
    where user_id = (select auth.uid()) and (not_after is null or not_after > now())
    order by updated_at desc limit 50
  ) s
$$;
grant execute on function private.my_sessions() to authenticated;
comment on function private.my_sessions() is
  'Body of public.my_sessions. Security definer: nobody may read the sessions table.';

create function public.my_sessions() returns jsonb
language sql stable security invoker
set search_path = ''
as $$
  select private.my_sessions()
$$;
grant execute on function public.my_sessions() to authenticated;
comment on function public.my_sessions() is
  'The caller''s sessions: [{id, signed_in_at, last_used_at, user_agent, has_second_factor, is_current}], this one first.';

-- schemas/40-accounts/rpc/my_staff_role.sql
-- Which role the caller holds in the shop. Admin screens ask it to decide what to show; every read
-- and write is decided again by policies and functions.

create function private.my_staff_role() returns text
language plpgsql stable security definer
set search_path = ''
as $$
declare
  v_role constant text := (select role from private.staff where user_id = auth.uid());
begin
  if v_role is not null then
    perform private.require_reader(v_role);
  end if;
  return v_role;
end;
$$;
grant execute on function private.my_staff_role() to authenticated;
comment on function private.my_staff_role() is
  'Body of public.my_staff_role. Security definer: nobody may read the staff table, not even their own row.';

create function public.my_staff_role() returns text
language sql stable security invoker
set search_path = ''
as $$
  select private.my_staff_role()
$$;
grant execute on function public.my_staff_role() to authenticated;
comment on function public.my_staff_role() is
  'owner, editor, fulfilment or support for those who work here, null for everyone else. Refuses with second_factor who works here and has not given the code of their account, with second_factor_missing who should have set one up by now.';

-- schemas/70-orders/rpc/my_transfers.sql
-- Orders that the caller passes on, and those that others would pass to the caller's mailbox.

create function private.my_transfers() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  v_email constant text := private.proven_mailbox();
begin
  return jsonb_build_object(
    'offered', (
      select coalesce(jsonb_agg(jsonb_build_object('order_id', t.order_id, 'email', t.to_email, 'expires_at', t.expires_at)), '[]')
      from private.order_transfers t join public.order_records o on o.id = t.order_id and o.user_id = t.from_user
      where t.from_user = auth.uid() and t.expires_at > now()),
    'received', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', t.id, 'number', o.number, 'from', c.email, 'expires_at', t.expires_at, 'country_code', o.country_code,
        'currency', o.currency, 'total_minor', o.total_minor, 'lines', private.transfer_lines(o.id)) order by t.offered_at), '[]')
      from private.order_transfers t
      join public.order_records o on o.id = t.order_id and o.user_id = t.from_user and o.status = 'paid'
      join private.order_contacts c on c.order_id = o.id
      where t.to_email = v_email and t.from_user <> auth.uid() and t.expires_at > now()));
end;
$$;
grant execute on function private.my_transfers() to authenticated;
comment on function private.my_transfers() is
  'Body of public.my_transfers. Security definer: nobody may read who passes what to whom.';

create function public.my_transfers() returns jsonb
language sql stable security invoker
set search_path = ''
as $$
  select private.my_transfers()
$$;
grant execute on function public.my_transfers() to authenticated;
comment on function public.my_transfers() is
  'What waits for an answer: {offered: [{order_id, email, expires_at}], received: [{id, number, from, expires_at, country_code, currency, total_minor, lines}]}, the latter by the caller''s confirmed e-mail. Refuses with signed_out.';

-- schemas/60-lists/rpc/offer_next.sql
-- The owner gives out so many more of a list, down its rank or its queue. What lapses later goes on
-- to the next by itself.

create function private.offer_next(p_list uuid, p_count int, p_window interval, p_round int) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_trouble constant jsonb := private.staff_trouble(true, 'owner');
  v_list public.lists;
  v_now timestamptz;
  v_window constant interval := p_window;
  v_made uuid[];
begin
  if v_trouble is not null then
    return private.refuse_on_record(403, v_trouble ->> 'reason', v_trouble ->> 'message',
      v_trouble -> 'details', 'offer_next', 'lists', p_list::text);
  end if;
  select * into v_list from public.lists where id = p_list for no key update;
  if v_list.id is null then
    return private.refuse_on_record(404, 'unknown_list', 'This list no longer exists. Reload the page.',
      jsonb_build_object('list_id', p_list), 'offer_next', 'lists', p_list::text);
  end if;
  v_now := clock_timestamp();
  if v_list.kind = 'interest_check' or v_list.status = 'finished' or (v_list.kind = 'raffle' and v_list.ranking is null)
    or v_list.status = 'draft' then
    return private.refuse_on_record(409, 'nothing_to_offer', 'You can only send offers from waiting lists and drawn raffles.',
      jsonb_build_object('list_id', p_list, 'status', private.list_status_now(v_list.status, v_list.closes_at, v_now)), 'offer_next', 'lists', p_list::text);
  end if;
  if p_round <> v_list.offer_round then
    return private.refuse_on_record(409, 'offered_meanwhile', 'Someone else sent offers from this list in the meantime. Reload the page and try again.',
      jsonb_build_object('round', v_list.offer_round, 'released', v_list.released), 'offer_next', 'lists', p_list::text);
  end if;
  if coalesce(p_count, 0) not between 1 and 1000 then
    return private.refuse_on_record(422, 'wrong_count', 'Enter 1 to 1,000.',
      jsonb_build_object('count', p_count), 'offer_next', 'lists', p_list::text);
  end if;
  if v_window not between interval '1 hour' and interval '7 days' then
    return private.refuse_on_record(422, 'wrong_window', 'An offer can last from one hour to seven days.',
      jsonb_build_object('window', p_window), 'offer_next', 'lists', p_list::text);
  end if;
  if v_list.released >= v_list.capacity then
    return private.refuse_on_record(409, 'capacity_reached', 'Everything on this list has been given out.',
      jsonb_build_object('capacity', v_list.capacity), 'offer_next', 'lists', p_list::text);
  end if;
  update public.lists set
    -- Never more than the list holds, whoever asks at the same time.
    released = least(released + p_count, coalesce(capacity, released + p_count)),
    offer_round = offer_round + 1,
    offer_hours = coalesce(ceil(extract(epoch from v_window) / 3600)::int, pay_within_hours)
  where id = p_list returning * into v_list;
  v_made := private.refill_list(p_list);
  return jsonb_build_object(
    'offered', cardinality(v_made), 'released', v_list.released, 'capacity', v_list.capacity,
    'offers', coalesce((
      select jsonb_agg(private.offer_facts(o, v_now) order by o.rank, o.id) from public.offers o where o.id = any (v_made)
    ), '[]'));
end;
$$;
grant execute on function private.offer_next(uuid, int, interval, int) to authenticated;
comment on function private.offer_next(uuid, int, interval, int) is
  'Body of public.offer_next. Security definer: nobody may write lists, entries or offers by hand.';

create function public.offer_next(p_list uuid, p_count int default 1, p_window interval default null, p_round int default null) returns jsonb
language sql security invoker
set search_path = ''
as $$
  select private.offer_next(p_list, p_count, p_window, p_round)
$$;
grant execute on function public.offer_next(uuid, int, interval, int) to authenticated;
comment on function public.offer_next(uuid, int, interval, int) is
  'Offers so many more of a list to those who are next, each for the window (one hour to seven days; the list''s own when null), unless the list has left the round that p_round names. Staff: owner. Gives {offered, released, capacity, offers}. Refuses, on record, with not_allowed, second_factor, unknown_list, nothing_to_offer, offered_meanwhile, wrong_count, wrong_window, capacity_reached.';

-- schemas/70-orders/rpc/offer_transfer.sql
-- Whose an order is asks another person to take it over, or takes the question back.

create function private.offer_transfer(p_order uuid, p_email text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_own constant text := private.proven_mailbox();
  v_email text;
  v_order public.order_records;
  v_transfer private.order_transfers;
begin
  select * into v_order from public.order_records o where o.id = p_order and o.user_id = auth.uid() for update;
  if not found then
    perform private.refuse(404, 'unknown_order', 'There is no such order of yours.');
  end if;
  delete from private.order_transfers where expires_at <= now();
  delete from private.order_transfers where order_id = p_order returning * into v_transfer;
  if btrim(coalesce(p_email, '')) = '' then
    if v_transfer.id is not null then
      perform private.record_event(p_order, 'transfer_withdrawn');
    end if;
    return jsonb_build_object('order_id', p_order, 'email', null);
  end if;
  v_email := lower(private.checked_email(p_email));
  if v_email = v_own then
    perform private.refuse(422, 'own_email', 'This order is already yours.');
  end if;
  perform private.require_transferable(v_order);
  -- Each question is a mail to somebody who may not expect it.
  if (select count(*) from public.order_events e
    where e.actor_id = auth.uid() and e.kind = 'transfer_offered' and e.at > now() - interval '1 day') >= 5 then
    perform private.refuse(429, 'too_many_tries', 'You can do this five times a day. Please try again tomorrow.');
  end if;
  insert into private.order_transfers (order_id, from_user, to_email) values (p_order, auth.uid(), v_email)
  returning * into v_transfer;
  perform private.record_event(p_order, 'transfer_offered');
  perform private.queue_mail('transfer_offered', v_email, v_transfer.id::text, (
    select jsonb_build_object('number', v_order.number, 'from', c.email, 'expires_at', v_transfer.expires_at,
      'currency', v_order.currency, 'lines', private.transfer_lines(p_order))
    from private.order_contacts c where c.order_id = p_order));
  return jsonb_build_object('order_id', p_order, 'email', v_email, 'expires_at', v_transfer.expires_at);
end;
$$;
grant execute on function private.offer_transfer(uuid, text) to authenticated;
comment on function private.offer_transfer(uuid, text) is
  'Body of public.offer_transfer. Security definer: nobody may read or write who passes what to whom.';

create function private.transfer_lines(p_order uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', l.id, 'variant_id', l.variant_id, 'kind', l.kind, 'has_design', l.design is not null, 'url', l.url,
    'title', l.title, 'variant_title', l.variant_title, 'quantity', l.quantity - l.refunded_quantity,
    'options', l.options, 'total_minor', l.total_minor) order by l.position), '[]')
  from public.order_lines l where l.order_id = p_order and l.quantity > l.refunded_quantity
$$;
comment on function private.transfer_lines(uuid) is 'What one would take over, without anything of who ordered it.';

create function public.offer_transfer(p_order uuid, p_email text default null) returns jsonb
language sql security invoker
set search_path = ''
as $$
  select private.offer_transfer(p_order, p_email)
$$;
grant execute on function public.offer_transfer(uuid, text) to authenticated;
comment on function public.offer_transfer(uuid, text) is
  'Asks the mailbox p_email to take over a paid group buy order of the caller''s until its address is locked; without one, takes the question back. Gives {order_id, email, expires_at}. Refuses with signed_out, unknown_order, wrong_email, own_email, not_a_group_buy, not_paid_yet, illegal_move, deadline_passed, costs_a_fee, too_many_tries.';

-- schemas/50-designs/rpc/open_design.sql
-- Reads one design by its id or short code. The only way to an unlisted one in a browser, and to a
-- guest's own by its secret; what may not be seen is null, as if it did not exist.

create function private.open_design(p_key text, p_secret text) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  v_design public.designs;
begin
  select * into v_design from public.designs
  where case when p_key ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then id = p_key::uuid else code = p_key end;
  if not found or not private.can_see_design(v_design, p_secret) then
    return null;
  end if;
  return jsonb_build_object(
    'id', v_design.id, 'code', v_design.code, 'name', v_design.name, 'visibility', v_design.visibility,
    'design', v_design.design, 'version', v_design.version, 'like_count', v_design.like_count,
    'updated_at', v_design.updated_at,
    'is_mine', private.is_design_maker(v_design, p_secret),
    'is_used', private.design_is_used(v_design.id),
    'is_hidden', v_design.hidden_at is not null,
    'is_liked', exists (select from public.design_likes where design_id = v_design.id and user_id = auth.uid()),
    'forked_from', (
      select jsonb_build_object('id', f.id, 'code', f.code, 'name', f.name) from public.designs f
      where f.id = v_design.forked_from and private.can_see_design(f, p_secret)
    ));
end;
$$;
grant execute on function private.open_design(text, text) to anon, authenticated, service_role;
comment on function private.open_design(text, text) is
  'Body of public.open_design. Security definer: an unlisted design is read by whoever has its id, and by nobody in a list.';

create function public.open_design(p_key text, p_secret text default null) returns jsonb
language sql stable security invoker
set search_path = ''
as $$
  select private.open_design(p_key, p_secret)
$$;
grant execute on function public.open_design(text, text) to anon, authenticated, service_role;
comment on function public.open_design(text, text) is
  'One design by id or short code, with what the caller may do with it, or null.';

-- schemas/20-production/rpc/open_extras.sql
-- What a finished batch left over goes on sale: counted, at its own price, from stock.

create function private.open_extras(p_batch uuid, p_extras jsonb) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_batch public.batches;
  v_extras constant jsonb := private.json_of(p_extras);
  v_extra record;
  v_pool uuid;
begin
  perform private.require_staff('owner');
  select * into v_batch from public.batches where id = p_batch for update;
  if v_batch.id is null then
    perform private.refuse(404, 'unknown_batch', 'This batch no longer exists. Reload the page.', jsonb_build_object('batch_id', p_batch));
  end if;
  if v_batch.stage <> 'shipping' then
    perform private.refuse(409, 'illegal_move', 'You can only sell extras once the orders ship.', jsonb_build_object('stage', v_batch.stage));
  end if;
  if jsonb_typeof(v_extras) is distinct from 'array' or jsonb_array_length(v_extras) not between 1 and 50 or exists (
    select from jsonb_array_elements(v_extras) e
    where not exists (select from public.batch_kits k where k.batch_id = p_batch and k.variant_id = private.uuid_of(e ->> 'variant_id') and k.dropped_at is null)
      or coalesce((e ->> 'count') !~ '^[0-9]{1,5}$' or (e ->> 'price_minor') !~ '^[0-9]{1,8}$', true)
  ) then
    perform private.refuse(422, 'wrong_extras', 'Each row needs a kit that was made, a count and a price.', jsonb_build_object('extras', v_extras));
  end if;
  for v_extra in
    select private.uuid_of(e ->> 'variant_id') as variant_id, (e ->> 'count')::int as pieces, (e ->> 'price_minor')::int as price_minor
    from jsonb_array_elements(v_extras) e order by 1
  loop
    perform set_config('keywright.stock_reason', 'Extras of ' || v_batch.code, true);
    insert into public.stock_pools (code, title, on_hand)
    select left('EXTRA-' || v_batch.code || '-' || v.sku, 80), left('Extras of ' || v_batch.title || ', ' || v.title, 120), v_extra.pieces
    from public.variants v where v.id = v_extra.variant_id
    on conflict (code) do update set on_hand = public.stock_pools.on_hand + excluded.on_hand
    returning id into v_pool;
    update public.variants set availability = 'in_stock', stock_pool_id = v_pool, pool_units = 1, price_minor = v_extra.price_minor
    where id = v_extra.variant_id;
  end loop;
  update public.batches set stage = 'extras' where id = p_batch;
  return jsonb_build_object('batch_id', p_batch, 'stage', 'extras', 'kits', jsonb_array_length(v_extras));
end;
$$;
grant execute on function private.open_extras(uuid, jsonb) to authenticated;
comment on function private.open_extras(uuid, jsonb) is
  'Body of public.open_extras. Security definer: stock is written through functions alone.';

create function public.open_extras(p_batch uuid, p_extras jsonb) returns jsonb
language sql security invoker
set search_path = ''
as $$
  select private.open_extras(p_batch, p_extras)
$$;
grant execute on function public.open_extras(uuid, jsonb) to authenticated;
comment on function public.open_extras(uuid, jsonb) is
  'Puts what a batch left over on sale: p_extras is [{variant_id, count, price_minor}]. Staff: owner. Gives {batch_id, stage, kits}. Refuses with not_allowed, second_factor, unknown_batch, illegal_move, wrong_extras.';

-- schemas/60-lists/rpc/open_list.sql
-- The owner opens a list. From then on its rules are fixed, and a raffle names the round of the public
-- beacon that will decide.

create function private.open_list(p_list uuid, p_version int) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_trouble constant jsonb := private.staff_trouble(true, 'owner');
  v_list public.lists;
  v_now timestamptz;
  v_shortage text;
begin
  if v_trouble is not null then
    return private.refuse_on_record(403, v_trouble ->> 'reason', v_trouble ->> 'message',
      v_trouble -> 'details', 'open_list', 'lists', p_list::text);
  end if;
  select * into v_list from public.lists where id = p_list for no key update;
  if v_list.id is null then
    return private.refuse_on_record(404, 'unknown_list', 'This list no longer exists. Reload the page.',
      jsonb_build_object('list_id', p_list), 'open_list', 'lists', p_list::text);
  end if;
  v_now := clock_timestamp();
  if v_list.status <> 'draft' then
    return private.refuse_on_record(409, 'already_open', 'This list was already opened.',
      jsonb_build_object('list_id', p_list, 'status', private.list_status_now(v_list.status, v_list.closes_at, v_now)), 'open_list', 'lists', p_list::text);
  end if;
  if p_version <> v_list.version then
    return private.refuse_on_record(409, 'version_conflict', 'Someone else changed this list in the meantime. Reload the page and try again.',
      jsonb_build_object('version', v_list.version), 'open_list', 'lists', p_list::text);
  end if;
  if v_list.closes_at <= v_now then
    return private.refuse_on_record(422, 'closes_too_early', 'Choose a closing time in the future.',
      jsonb_build_object('closes_at', v_list.closes_at), 'open_list', 'lists', p_list::text);
  end if;
  if v_list.kind = 'raffle' and (v_list.closes_at is null or v_list.capacity is null) then
    return private.refuse_on_record(422, 'raffle_incomplete', 'Enter a closing time and the number to give.',
      '{}', 'open_list', 'lists', p_list::text);
  end if;
  if v_list.product_id is null or not exists (select from public.list_choices where list_id = p_list) then
    return private.refuse_on_record(422, 'choices_missing', 'Choose its product and its choices.',
      '{}', 'open_list', 'lists', p_list::text);
  end if;
  v_shortage := private.stock_shortage(p_list);
  if v_shortage is not null then
    return private.refuse_on_record(422, 'stock_too_low', v_shortage || '. Lower the number to give, or update the stock count first.',
      jsonb_build_object('list_id', p_list), 'open_list', 'lists', p_list::text);
  end if;
  -- Null where one of the choices has no limit.
  if v_list.capacity > (
    select case when bool_and(editions is not null) then sum(editions) end from public.list_choices where list_id = p_list
  ) then
    return private.refuse_on_record(422, 'too_few_editions', 'More people could win than there are editions. Lower the number to give, or add editions.',
      jsonb_build_object('capacity', v_list.capacity), 'open_list', 'lists', p_list::text);
  end if;
  update public.lists set
    status = 'open', opens_at = coalesce(opens_at, v_now), offer_hours = pay_within_hours,
    -- A quarter of an hour after the closing: time to publish the frozen list before anyone can know.
    beacon_round = case kind when 'raffle' then private.beacon_round_after(closes_at + interval '15 minutes') end
  where id = p_list returning * into v_list;
  return private.list_facts(v_list);
end;
$$;
grant execute on function private.open_list(uuid, int) to authenticated;
comment on function private.open_list(uuid, int) is
  'Body of public.open_list. Security definer: nobody may write lists, entries or offers by hand.';

create function public.open_list(p_list uuid, p_version int default null) returns jsonb
language sql security invoker
set search_path = ''
as $$
  select private.open_list(p_list, p_version)
$$;
grant execute on function public.open_list(uuid, int) to authenticated;
comment on function public.open_list(uuid, int) is
  'Opens a draft of a list as it was in p_version, where that is given. Staff: owner. Gives the list. Refuses, on record, with not_allowed, unknown_list, already_open, version_conflict, closes_too_early, raffle_incomplete, choices_missing, stock_too_low, too_few_editions.';

-- schemas/70-orders/rpc/open_order.sql
-- A guest opens an order with the secret of a link: redacted with the one the browser got, in full with
-- those that only the mailbox got, from when on all show it in full.

create function private.open_order(p_number text, p_token text, p_acting text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_token constant text := left(coalesce(p_token, ''), 200);
  v_order public.order_records;
  v_contact private.order_contacts;
  v_trouble jsonb;
  v_full jsonb;
begin
  select * into v_order from public.order_records o where o.number = private.order_number_of(p_number);
  if v_order.id is null or not private.is_secret_of(v_order.id, v_token) then
    perform set_config('response.status', '404', true);
    return jsonb_build_object('found', false, 'reason', 'not_found', 'message', 'This link no longer leads to an order.');
  end if;
  select * into v_contact from private.order_contacts c where c.order_id = v_order.id;
  if private.hash_of(v_token) <> v_contact.token_hash
    and (v_contact.mailbox_proven_at is null or v_order.confirmed_at is null and v_order.status = 'awaiting_payment') then
    perform private.lock_customer_of(v_order.id);
    -- Whoever opens it from the mailbox answers for it: there is nothing else to press.
    v_trouble := private.confirm_order(v_order.id, false);
    select * into v_order from public.order_records o where o.id = v_order.id;
    update private.order_contacts set mailbox_proven_at = coalesce(mailbox_proven_at, now()) where order_id = v_order.id
    returning * into v_contact;
    perform private.send_due_mails(v_contact.order_id);
  end if;
  if v_contact.mailbox_proven_at is not null then
    select jsonb_build_object('email', v_contact.email, 'address', v_contact.address,
      'address_question', v_order.address_question,
      'change_address_until', private.order_deadline(v_contact.order_id, 'address'),
      'shipments', (select coalesce(jsonb_agg(to_jsonb(s) order by s.position), '[]') from public.shipments s where s.order_id = v_contact.order_id),
      'payments', (select coalesce(jsonb_agg(to_jsonb(p) order by p.at), '[]') from public.payments p where p.order_id = v_contact.order_id))
    into v_full;
  end if;
  return jsonb_build_object('found', true, 'is_full', v_full is not null, 'trouble', v_trouble, 'is_guests', v_order.user_id is null,
    'may_act', v_order.user_id is null
      and (private.may_act_by(v_order, v_token) or private.may_act_by(v_order, left(p_acting, 200))),
    'order', private.redacted_order(v_contact.order_id) || coalesce(v_full, '{}'));
end;
$$;
grant execute on function private.open_order(text, text, text) to anon, authenticated, service_role;
comment on function private.open_order(text, text, text) is 'Body of public.open_order. Security definer: guests may read no order.';

create function public.open_order(p_number text, p_token text, p_acting text default null) returns jsonb
language sql security invoker
set search_path = ''
as $$
  select private.open_order(p_number, p_token, p_acting)
$$;
grant execute on function public.open_order(text, text, text) to anon, authenticated, service_role;
comment on function public.open_order(text, text, text) is
  'An order by the secret of its link: {found, is_full, trouble, is_guests, may_act, order}. A link of a mail confirms the order; trouble says why it could not: {reason: over_limit | code_used_up | code_used, message}. may_act says whether that secret, or p_acting beside it, still changes the order. Answers 404 for any other, without raising.';

-- schemas/70-orders/rpc/order_actors.sql
-- Which colleague did what to an order. Its history says "staff" to whoever may read it; by name, it is
-- for colleagues, and their mailboxes for the owner.

create function private.order_actors(p_order uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  v_is_owner constant boolean := private.is_staff('owner');
begin
  perform private.require_reader('owner', 'fulfilment', 'support');
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'event_id', e.id, 'is_own', e.actor_id = auth.uid(), 'role', s.role,
      'email', case when v_is_owner then u.email end
    ) order by e.id), '[]')
    from public.order_events e
    left join private.staff s on s.user_id = e.actor_id
    left join auth.users u on u.id = e.actor_id
    where e.order_id = p_order and e.actor = 'staff');
end;
$$;
grant execute on function private.order_actors(uuid) to authenticated;
comment on function private.order_actors(uuid) is
  'Body of public.order_actors. Security definer: nobody may read the staff table.';

create function public.order_actors(p_order uuid) returns jsonb
language sql stable security invoker
set search_path = ''
as $$
  select private.order_actors(p_order)
$$;
grant execute on function public.order_actors(uuid) to authenticated;
comment on function public.order_actors(uuid) is
  'Who of the staff did what to an order: [{event_id, is_own, role, email}], of events by staff alone. The role is the one of now, null for who has left; the e-mail is for owners. Staff: owner, fulfilment, support. Refuses with not_allowed.';

-- schemas/70-orders/rpc/pass_captcha.sql
create function private.pass_captcha(p_key uuid) returns void
language sql security definer
set search_path = ''
as $$
  delete from private.captcha_passes where passed_at < now() - interval '1 hour';
  insert into private.captcha_passes (order_key) values (p_key)
  on conflict (order_key) do update set passed_at = now();
$$;
grant execute on function private.pass_captcha(uuid) to service_role;
comment on function private.pass_captcha(uuid) is
  'Body of public.pass_captcha. Security definer: passes are written by it alone.';

create function public.pass_captcha(p_key uuid) returns void
language sql security invoker
set search_path = ''
as $$
  select private.pass_captcha(p_key)
$$;
grant execute on function public.pass_captcha(uuid) to service_role;
comment on function public.pass_captcha(uuid) is
  'Notes that whoever sends the order with this key is a person. For the edge function that asked the provider.';

-- schemas/70-orders/rpc/place_order.sql
-- A cart becomes an order: one transaction from the key to the mail. The only place where goods are
-- promised to a customer. Locks are taken in one order by everybody: customer, orders, kits, pools,
-- codes.

create function private.place_order(
  p_key uuid, p_lines jsonb, p_email text, p_address jsonb, p_shipping_method uuid, p_code text,
  p_consents jsonb, p_quote_hash text, p_payment text
) returns jsonb
language plpgsql security definer
set search_path = ''
-- The same few rows by their keys each time: to plan it anew costs more than to do it.
set plan_cache_mode = force_generic_plan
as $$
declare
  v_user constant uuid := auth.uid();
  v_email constant text := private.checked_email(p_email);
  v_address constant jsonb := private.checked_address(p_address);
  v_proven constant text := private.proven_email();
  v_client constant text := private.buying_client();
  v_replay jsonb;
  v_guess jsonb;
  v_cart private.priced_line[];
  v_quote jsonb;
  v_order public.order_records;
  v_ended uuid[];
begin
  if p_key is null then
    perform private.refuse(422, 'key_missing', 'An order needs a key.');
  end if;
  v_replay := private.take_order_key(p_key, private.hash_of(concat_ws('|', private.json_of(p_lines)::text,
    v_email, v_address::text, p_shipping_method, p_code, private.json_of(p_consents)::text, p_quote_hash, p_payment)));
  if v_replay is not null then
    return v_replay;
  end if;
  perform private.check_captcha(p_key, v_proven);
  -- Told by an answer, as an error would forget that somebody guesses.
  select g into v_guess from unnest(private.code_words(p_code)) w, private.wrong_guess(w) g where g is not null limit 1;
  if v_guess is not null then
    delete from private.order_keys k where k.caller = coalesce(v_user::text, 'guest') and k.key = p_key;
    return private.refusal(case v_guess -> 0 ->> 'reason' when 'code_limited' then 429 else 422 end,
      v_guess -> 0 ->> 'reason', v_guess -> 0 ->> 'message', jsonb_build_object('problems', v_guess));
  end if;
  perform private.lock_customer(v_user, v_email, v_client);
  perform private.check_client(v_client);
  v_cart := array(select l from private.price_cart(p_lines) l);
  perform private.check_order(v_cart, v_address, p_consents, p_payment);
  v_quote := private.make_quote(v_cart, v_address ->> 'country', p_code, p_shipping_method, v_user, v_proven);
  perform private.check_quote(v_quote, p_shipping_method, p_quote_hash);
  v_order := private.write_order(v_quote, v_cart, v_user, p_payment, private.json_of(p_consents));
  v_ended := private.hold_for_order(v_order, v_cart);
  if not private.change_code_uses(v_ended, v_order.id, v_quote -> 'codes', v_user, v_email) then
    perform private.refuse(409, 'code_used_up', 'This code can’t be used any more. Remove it or enter another.');
  end if;
  return private.finish_order(v_order, p_key, v_email, v_address);
end;
$$;
grant execute on function private.place_order(uuid, jsonb, text, jsonb, uuid, text, jsonb, text, text) to anon, authenticated, service_role;
comment on function private.place_order(uuid, jsonb, text, jsonb, uuid, text, jsonb, text, text) is
  'Body of public.place_order. Security definer: orders, stock and money are written through functions alone.';

create function public.place_order(
  p_key uuid, p_lines jsonb, p_email text, p_address jsonb, p_shipping_method uuid,
  p_code text default null, p_consents jsonb default '{}', p_quote_hash text default null,
  p_payment text default 'invoice'
) returns jsonb
language sql security invoker
set search_path = ''
as $$
  select private.place_order(p_key, p_lines, p_email, p_address, p_shipping_method, p_code, p_consents, p_quote_hash, p_payment)
$$;
grant execute on function public.place_order(uuid, jsonb, text, jsonb, uuid, text, jsonb, text, text) to anon, authenticated, service_role;
comment on function public.place_order(uuid, jsonb, text, jsonb, uuid, text, jsonb, text, text) is
  'One order per key and caller. Gives {order: {id, number, status, total_minor, currency, pay_by, token}, replayed}. Refuses with key_missing, key_reused, wrong_email, wrong_address, consent_missing, wrong_payment, no_bank_account, empty_cart, quote_changed (with the new quote), out_of_stock, too_many_orders, captcha_needed and every reason of a quote''s problems.';

-- schemas/60-lists/rpc/preview_offers.sql
-- Who would be asked next, without asking: the same function decides as when offers really go out.

create function private.preview_offers(p_list uuid, p_count int) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  v_list public.lists;
begin
  perform private.require_reader('owner');
  select * into v_list from public.lists where id = p_list;
  if v_list.id is null then
    perform private.refuse(404, 'unknown_list', 'This list no longer exists. Reload the page.', jsonb_build_object('list_id', p_list));
  end if;
  if coalesce(p_count, 0) not between 1 and 1000 then
    perform private.refuse(422, 'wrong_count', 'Enter 1 to 1,000.', jsonb_build_object('count', p_count));
  end if;
  return coalesce((
    select jsonb_agg(jsonb_build_object('entry_id', a.entry_id, 'choice_id', a.choice_id, 'variant_id', a.variant_id, 'place', a.place))
    from private.next_awards(p_list, v_list.offer_round + 1,
      least(p_count, coalesce(v_list.capacity - v_list.released, p_count))) a
  ), '[]');
end;
$$;
grant execute on function private.preview_offers(uuid, int) to authenticated;
comment on function private.preview_offers(uuid, int) is
  'Body of public.preview_offers. Security definer: entries of others are for the owner alone, and without names.';

create function public.preview_offers(p_list uuid, p_count int default 1) returns jsonb
language sql stable security invoker
set search_path = ''
as $$
  select private.preview_offers(p_list, p_count)
$$;
grant execute on function public.preview_offers(uuid, int) to authenticated;
comment on function public.preview_offers(uuid, int) is
  'Who would get one if so many were offered now: [{entry_id, choice_id, variant_id, place}]. Staff: owner. Refuses with not_allowed, unknown_list, wrong_count.';

-- schemas/10-catalogue/rpc/product_history.sql
-- What was done to a product and to what hangs on it, newest first, for those who may do it again the
-- other way round. The audit log itself is the owner's alone; this gives no more of it than the editor
-- of the product could have seen by reading along.

create function private.changed_fields(p_of jsonb, p_other jsonb) returns jsonb
language sql immutable
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(f.key, f.value), '{}')
  from jsonb_each(p_of) f
  where p_other is null or (
    p_other -> f.key is distinct from f.value and f.key not in ('version', 'updated_at'))
$$;
comment on function private.changed_fields(jsonb, jsonb) is
  'The fields of a row that another state of it has not, without those that only count edits; all of them beside nothing.';

create function private.product_changes(p_product uuid, p_before bigint, p_most int) returns setof public.audit_log
language sql stable
set search_path = ''
as $$
  with own_options as materialized (
    select o.id::text as option_id from public.product_options o where o.product_id = p_product
    union
    select a.row_id from public.audit_log a
    where a.table_name = 'product_options' and coalesce(a.after, a.before) ->> 'product_id' = p_product::text
  ), own_batches as materialized (
    select b.id::text as batch_id from public.batches b where b.product_id = p_product
  ), own_kits as materialized (
    select k.id::text as kit_id from own_batches b join public.batch_kits k on k.batch_id = b.batch_id::uuid
  ), own_pools as materialized (
    select v.stock_pool_id::text as pool_id from public.variants v where v.product_id = p_product and v.stock_pool_id is not null
    union
    select a.before ->> 'stock_pool_id' from public.audit_log a
    where a.table_name = 'variants' and coalesce(a.after, a.before) ->> 'product_id' = p_product::text
      and a.before ->> 'stock_pool_id' is not null
  )
  select * from (
    (select a.* from public.audit_log a
      where a.row_id = p_product::text and a.table_name = 'products' and a.id < p_before
        and a.action in ('insert', 'update', 'delete')
      order by a.id desc limit p_most)
    union all
    (select a.* from public.audit_log a
      where a.table_name in ('product_options', 'option_rules', 'variants', 'product_images', 'product_facts', 'batches')
        and a.action in ('insert', 'update', 'delete')
        and coalesce(a.after, a.before) ->> 'product_id' = p_product::text and a.id < p_before
      order by a.id desc limit p_most)
    union all
    (select a.* from own_options o cross join lateral (
        select x.* from public.audit_log x
        where x.table_name = 'option_values' and coalesce(x.after, x.before) ->> 'option_id' = o.option_id and x.id < p_before
        order by x.id desc limit p_most
      ) a)
    union all
    (select a.* from own_batches o cross join lateral (
        select x.* from public.audit_log x
        where x.table_name = 'batch_kits' and coalesce(x.after, x.before) ->> 'batch_id' = o.batch_id and x.id < p_before
          and x.action in ('insert', 'update', 'delete')
        order by x.id desc limit p_most
      ) a)
    union all
    (select a.* from own_kits o cross join lateral (
        select x.* from public.audit_log x
        where x.table_name = 'batch_price_tiers' and coalesce(x.after, x.before) ->> 'batch_kit_id' = o.kit_id and x.id < p_before
        order by x.id desc limit p_most
      ) a)
    union all
    (select a.* from own_pools o cross join lateral (
        select x.* from public.audit_log x
        where x.row_id = o.pool_id and x.table_name = 'stock_pools' and x.id < p_before
          and x.action in ('insert', 'update', 'delete')
        order by x.id desc limit p_most
      ) a)
  ) every order by every.id desc limit p_most
$$;
comment on function private.product_changes(uuid, bigint, int) is
  'The newest rows of the audit log about a product and its parts, those that are gone included.';

create function private.product_history(p_product uuid, p_before bigint default null) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  v_most constant int := 60;
  v_is_owner constant boolean := private.is_staff('owner');
begin
  perform private.require_reader('owner', 'editor');
  return (
    with found as materialized (
      select c.*, row_number() over (order by c.id desc) as place
      from private.product_changes(p_product, coalesce(p_before, 9223372036854775807), v_most + 1) c
    )
    select jsonb_build_object(
      'has_more', count(*) > v_most,
      'changes', coalesce(jsonb_agg(jsonb_build_object(
        'id', f.id, 'at', f.at, 'table', f.table_name,
        -- A price has no id: its kit and its count name it.
        'row_id', coalesce(f.row_id, concat_ws(':', coalesce(f.after, f.before) ->> 'batch_kit_id', coalesce(f.after, f.before) ->> 'from_count')),
        'action', f.action,
        'role', f.actor_role, 'is_own', f.actor_id is not distinct from auth.uid(),
        'email', case when v_is_owner then u.email end,
        'before', private.changed_fields(f.before, f.after), 'after', private.changed_fields(f.after, f.before)
      ) order by f.id desc) filter (where f.place <= v_most), '[]'))
    from found f left join auth.users u on u.id = f.actor_id);
end;
$$;
grant execute on function private.product_history(uuid, bigint) to authenticated;
comment on function private.product_history(uuid, bigint) is
  'Body of public.product_history. Security definer: the audit log is the owner''s.';

create function public.product_history(p_product uuid, p_before bigint default null) returns jsonb
language sql stable security invoker
set search_path = ''
as $$
  select private.product_history(p_product, p_before)
$$;
grant execute on function public.product_history(uuid, bigint) to authenticated;
comment on function public.product_history(uuid, bigint) is
  'What was changed of a product, its variants, options, values, rules, pictures, facts, batches with their kits and prices, and stock, newest first: {has_more, changes: [{id, at, table, row_id, action, role, is_own, email, before, after}]}, of what was changed only the fields that were. p_before is the id of the last one seen, or null. The e-mail is for owners. Staff: owner, editor. Refuses with not_allowed.';

-- schemas/10-catalogue/rpc/product_reach.sql
-- Whether a visitor could buy each product now, and from which served countries not, with the reason:
-- asked page by page, so that a large shop can be gone through with somebody looking on. A page is worked
-- out as a whole: parcels of one weight, price and kind are tried once, however many products have them.

create function private.countries_out_of_reach(p_products uuid[])
returns table (product_id uuid, country text, reason text)
language sql stable
set search_path = ''
as $$
  with goods as materialized (
    select distinct a.product_id, v.weight_grams::bigint as weight, a.price_minor::bigint as price, p.shipping_tags as tags
    from unnest(p_products) one (id)
    join public.products p on p.id = one.id
    -- Product by product, so that a page of them reads no more than its own.
    cross join lateral (
      select w.variant_id, w.product_id, w.price_minor from public.availability w
      where w.product_id = one.id and w.can_be_ordered offset 0
    ) a
    join public.variants v on v.id = a.variant_id
  ), tried as materialized (
    select g.weight, g.price, g.tags, m.zone_id, bool_or(x.reason is null) as is_served, min(x.reason) as reason
    from (select distinct weight, price, tags from goods) g
    join public.shipping_methods m on m.is_offered
    cross join lateral private.parcel_price(m, g.weight, g.price, g.tags) x
    group by g.weight, g.price, g.tags, m.zone_id
  ), zones as materialized (
    select g.product_id, t.zone_id, bool_or(t.is_served) as is_served, min(t.reason) as reason
    from goods g join tried t on t.weight = g.weight and t.price = g.price and t.tags = g.tags
    group by g.product_id, t.zone_id
  )
  select s.product_id, c.name, coalesce(
    min(r.reason),
    case
      when count(n.zone_id) = 0 then 'It is in no shipping zone.'
      when not coalesce(bool_or(z.is_served), false) then coalesce(min(z.reason), 'No method serves its zone.')
    end)
  from (select g.product_id, array_agg(distinct tag) filter (where tag is not null) as tags
    from goods g left join lateral unnest(g.tags) tag on true group by g.product_id) s
  cross join public.countries c
  left join public.country_restrictions r on r.country_code = c.code and r.shipping_tag = any (s.tags)
  left join public.zone_countries n on n.country_code = c.code
  left join zones z on z.product_id = s.product_id and z.zone_id = n.zone_id
  where c.ships
  group by s.product_id, c.code, c.name
$$;
comment on function private.countries_out_of_reach(uuid[]) is
  'Of each product and served country, why nothing of it can be sent there; null where one piece of something can.';

create function private.product_reach(p_after uuid, p_most int) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  v_most constant int := least(greatest(coalesce(p_most, 100), 1), 100);
  v_page uuid[];
begin
  perform private.require_reader('owner', 'editor', 'fulfilment');
  v_page := array(
    select p.id from public.products p
    where p.status in ('published', 'scheduled') and p.publish_at <= now() and (p_after is null or p.id > p_after)
    order by p.id limit v_most);
  return (
    with variants as materialized (
      select a.product_id, a.can_be_ordered, case
          when a.stock = 'group_buy' then 'group buy, ' || coalesce(a.batch_stage::text, 'without a batch')
          when a.stock = 'list' then 'by list, ' || coalesce(a.list_status::text, 'without a list')
          else a.stock end as state
      from unnest(v_page) one (id)
      cross join lateral (select * from public.availability w where w.product_id = one.id offset 0) a
    ), states as (
      select v.product_id, bool_or(v.can_be_ordered) as can_be_ordered,
        coalesce(jsonb_agg(distinct v.state) filter (where not v.can_be_ordered), '[]') as states
      from variants v group by v.product_id
    ), blocked as (
      select o.product_id, jsonb_agg(jsonb_build_object('reason', o.reason, 'countries', o.countries) order by o.reason) as blocked
      from (
        select r.product_id, r.reason, jsonb_agg(r.country order by r.country) as countries
        from private.countries_out_of_reach(v_page) r where r.reason is not null group by r.product_id, r.reason
      ) o group by o.product_id
    ), told as (
      select p.id, p.title, coalesce(s.can_be_ordered, false) as can_be_ordered,
        coalesce(s.states, '[]') as states, coalesce(b.blocked, '[]') as blocked
      from public.products p
      left join states s on s.product_id = p.id
      left join blocked b on b.product_id = p.id
      where p.id = any (v_page)
    )
    select jsonb_build_object(
      -- Counted once, for whoever looks on: it goes over all of them.
      'total', case when p_after is null then (
        select count(*) from public.products p where p.status in ('published', 'scheduled') and p.publish_at <= now()) end,
      'countries', (select count(*) from public.countries c where c.ships),
      'next', case when cardinality(v_page) = v_most then v_page[v_most] end,
      'products', (select coalesce(jsonb_agg(to_jsonb(t) order by t.id), '[]') from told t)));
end;
$$;
grant execute on function private.product_reach(uuid, int) to authenticated;
comment on function private.product_reach(uuid, int) is
  'Body of public.product_reach. Security definer: stock words and rates are looked at whatever the role may change.';

create function public.product_reach(p_after uuid default null, p_most int default 100) returns jsonb
language sql stable security invoker
set search_path = ''
as $$
  select private.product_reach(p_after, p_most)
$$;
grant execute on function public.product_reach(uuid, int) to authenticated;
comment on function public.product_reach(uuid, int) is
  'Of up to p_most shown products after p_after, by id: {total, countries, next, products: [{id, title, can_be_ordered, states, blocked: [{reason, countries}]}]}; the total comes with the first alone. Staff: owner, editor, fulfilment. Refuses with not_allowed.';

-- schemas/80-pricing/rpc/quote_cart.sql
-- What a cart costs now, and what stands in its way. Changes nothing but the count of wrong codes.

create function private.quote_cart(p_lines jsonb, p_country text, p_code text, p_shipping_method uuid) returns jsonb
language plpgsql security definer
set search_path = ''
-- The same few rows by their keys each time: to plan it anew costs more than to do it.
set plan_cache_mode = force_generic_plan
as $$
declare
  v_cart constant private.priced_line[] := array(select l from private.price_cart(p_lines) l);
begin
  return private.make_quote(
    v_cart, nullif(upper(btrim(p_country)), ''), p_code, p_shipping_method, auth.uid(), auth.jwt() ->> 'email');
end;
$$;
grant execute on function private.quote_cart(jsonb, text, text, uuid) to anon, authenticated, service_role;
comment on function private.quote_cart(jsonb, text, text, uuid) is
  'Body of public.quote_cart. Security definer: prices need counts of stock and of codes that nobody may read.';

create function public.quote_cart(
  p_lines jsonb, p_country text default null, p_code text default null, p_shipping_method uuid default null
) returns jsonb
language sql security invoker
set search_path = ''
as $$
  select private.quote_cart(p_lines, p_country, p_code, p_shipping_method)
$$;
grant execute on function public.quote_cart(jsonb, text, text, uuid) to anon, authenticated, service_role;
comment on function public.quote_cart(jsonb, text, text, uuid) is
  'Gives {lines, shipments, shipping_methods, problems, subtotal_minor, shipping_minor, tax_minor, tax_included_minor, discount_minor, total_minor, currency, quote_hash}. Refuses with wrong_lines, too_many_lines, unknown_variant, wrong_quantity, wrong_options, unknown_country, wrong_code, too_much.';

-- schemas/70-orders/rpc/record_consents.sql
-- Staff write down that the customer of an order agreed elsewhere: how, on which day, and in what words.

create function private.record_consents(p_order uuid, p_how text, p_agreed_on date, p_note text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_note constant text := btrim(coalesce(p_note, ''));
  v_order public.order_records;
  v_missing text[];
begin
  perform private.require_staff('owner', 'fulfilment');
  if p_how is null or p_how not in ('phone', 'email') then
    perform private.refuse(422, 'wrong_way', 'Choose phone or e-mail.');
  end if;
  if p_agreed_on is null or p_agreed_on not between current_date - 365 and current_date then
    perform private.refuse(422, 'wrong_day', 'Enter the day on which they agreed, within the last year.');
  end if;
  if length(v_note) not between 2 and 500 then
    perform private.refuse(422, 'note_missing', 'Enter what was agreed in 2 to 500 characters.');
  end if;
  select * into v_order from public.order_records o where o.id = p_order for update;
  if not found then
    perform private.refuse(404, 'unknown_order', 'This order could not be found. Check the order number.');
  end if;
  v_missing := private.missing_consents(p_order);
  if v_missing = '{}' then
    perform private.refuse(409, 'agreed_already', 'The customer has already agreed.');
  end if;
  perform private.record_event(p_order, 'consents_recorded', v_note, p_after => private.keep_consents(
    p_order, v_missing, jsonb_build_object('by', 'staff', 'how', p_how, 'agreed_on', p_agreed_on),
    least(now(), (p_agreed_on + 1)::timestamptz)) || jsonb_build_object('how', p_how, 'agreed_on', p_agreed_on));
  return jsonb_build_object('id', v_order.id, 'number', v_order.number, 'missing', private.missing_consents(p_order));
end;
$$;
grant execute on function private.record_consents(uuid, text, date, text) to authenticated;
comment on function private.record_consents(uuid, text, date, text) is
  'Body of public.record_consents. Security definer: orders are written through functions alone.';

create function public.record_consents(p_order uuid, p_how text, p_agreed_on date, p_note text) returns jsonb
language sql security invoker
set search_path = ''
as $$
  select private.record_consents(p_order, p_how, p_agreed_on, p_note)
$$;
grant execute on function public.record_consents(uuid, text, date, text) to authenticated;
comment on function public.record_consents(uuid, text, date, text) is
  'Writes down that the customer of an order agreed by phone or email, with the day and a note. Staff: owner, fulfilment. Gives {id, number, missing}. Refuses with not_allowed, second_factor, wrong_way, wrong_day, note_missing, unknown_order, agreed_already.';

-- schemas/70-orders/rpc/record_payment.sql
-- Staff write down money that came by invoice. An order that is paid in full moves on by itself; who says
-- what had come so far is told when a colleague was faster.

create function private.record_payment(
  p_order uuid, p_amount_minor int, p_reference text, p_note text, p_captured_so_far int
) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_order public.order_records;
  v_reference constant text := btrim(coalesce(p_reference, ''));
  v_amount int;
  v_outcome text;
begin
  perform private.require_staff('owner', 'fulfilment');
  if length(v_reference) > 200 or length(p_note) > 500 then
    perform private.refuse(422, 'note_too_long', 'A reference has at most 200 characters, a note 500.');
  end if;
  perform private.lock_customer_of(p_order);
  select * into v_order from public.order_records o where o.id = p_order for update;
  if not found then
    perform private.refuse(404, 'unknown_order', 'This order could not be found. Check the order number.');
  end if;
  if p_captured_so_far is not null and p_captured_so_far <> v_order.captured_minor then
    perform private.refuse(409, 'payments_changed', 'Someone else recorded a payment in the meantime. Reload the page and try again.',
      jsonb_build_object('captured_minor', v_order.captured_minor));
  end if;
  v_amount := coalesce(p_amount_minor, private.balance(v_order));
  if v_amount not between 1 and 1000000000 then
    perform private.refuse(422, 'wrong_amount', 'Enter the amount received.');
  end if;
  if v_reference <> '' and exists (
    select from public.payments p
    where p.order_id = p_order and p.provider = 'invoice' and p.kind = 'capture' and p.provider_reference = v_reference
  ) then
    perform private.refuse(409, 'known_payment', 'A payment with this reference is already recorded for this order.');
  end if;
  v_outcome := private.capture_money(v_order, 'invoice', v_reference, v_amount, 'staff', btrim(coalesce(p_note, '')));
  select * into v_order from public.order_records o where o.id = p_order;
  return jsonb_build_object('outcome', v_outcome, 'status', v_order.status, 'captured_minor', v_order.captured_minor,
    'refund_due_minor', v_order.refund_due_minor, 'currency', v_order.currency);
end;
$$;
grant execute on function private.record_payment(uuid, int, text, text, int) to authenticated;
comment on function private.record_payment(uuid, int, text, text, int) is
  'Body of public.record_payment. Security definer: payments are written through functions alone.';

create function public.record_payment(
  p_order uuid, p_amount_minor int default null, p_reference text default '', p_note text default '',
  p_captured_so_far int default null
) returns jsonb
language sql security invoker
set search_path = ''
as $$
  select private.record_payment(p_order, p_amount_minor, p_reference, p_note, p_captured_so_far)
$$;
grant execute on function public.record_payment(uuid, int, text, text, int) to authenticated;
comment on function public.record_payment(uuid, int, text, text, int) is
  'Notes money that came for an order; without an amount, all that is due. Staff: owner, fulfilment. Gives {outcome, status, captured_minor, refund_due_minor, currency}. Refuses with not_allowed, second_factor, unknown_order, payments_changed, wrong_amount, known_payment, note_too_long.';

-- schemas/40-accounts/rpc/redeem_recovery_code.sql
-- A recovery code takes the place of the lost authenticator app: the factor goes, and the account is
-- open with its password alone until a new one is added. Never raises, for an undone transaction
-- would forget the guess.

create function private.redeem_recovery_code(p_code text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_user constant uuid := auth.uid();
  v_code constant text := regexp_replace(lower(left(coalesce(p_code, ''), 60)), '[^0-9a-f]', '', 'g');
  v_bucket constant text := private.hash_of('recovery ' || coalesce(v_user::text, ''));
begin
  if private.guessed_too_often('recovery_code', v_bucket, 10) then
    perform set_config('response.status', '429', true);
    return jsonb_build_object('done', false, 'reason', 'too_many_tries', 'message', 'Too many attempts. Try again in 15 minutes.');
  end if;
  delete from private.recovery_codes
  where user_id = v_user and code_hash = private.hash_of(v_user || ':' || v_code);
  if not found then
    insert into private.guesses (what, bucket) values ('recovery_code', v_bucket);
    perform set_config('response.status', '422', true);
    return jsonb_build_object('done', false, 'reason', 'wrong_code', 'message', 'This recovery code is wrong or was already used.');
  end if;
  -- Before the trigger on factors tells of the same: the first mail of a kind is the one that is sent.
  perform private.tell_of_safety('second_factor_removed', v_user, '{"by": "recovery_code"}');
  delete from auth.mfa_factors where user_id = v_user;
  delete from private.recovery_codes where user_id = v_user;
  return jsonb_build_object('done', true);
end;
$$;
grant execute on function private.redeem_recovery_code(text) to authenticated;
comment on function private.redeem_recovery_code(text) is
  'Body of public.redeem_recovery_code. Security definer: nobody may read the codes or remove a factor without it.';

create function public.redeem_recovery_code(p_code text) returns jsonb
language sql security invoker
set search_path = ''
as $$
  select private.redeem_recovery_code(p_code)
$$;
grant execute on function public.redeem_recovery_code(text) to authenticated;
comment on function public.redeem_recovery_code(text) is
  'Removes the caller''s second factor with one of the recovery codes: {done}, or 422 wrong_code, 429 too_many_tries with a message.';

-- schemas/70-orders/rpc/refund_order.sql
-- Staff give money back: all of it, an amount, or so many of some lines. Never more than came; who
-- says what was given back so far is told when a colleague was faster.

create function private.refund_order(
  p_order uuid, p_amount_minor int, p_lines jsonb, p_reason text, p_refunded_so_far int
) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_order public.order_records;
  v_reason constant text := btrim(coalesce(p_reason, ''));
  v_lines jsonb;
  v_amount bigint;
  v_payment uuid;
begin
  perform private.require_staff('owner', 'fulfilment');
  if length(v_reason) not between 2 and 500 then
    perform private.refuse(422, 'reason_missing', 'Enter a reason of 2 to 500 characters.');
  end if;
  select * into v_order from public.order_records o where o.id = p_order for update;
  if not found then
    perform private.refuse(404, 'unknown_order', 'This order could not be found. Check the order number.');
  end if;
  if p_refunded_so_far is not null and p_refunded_so_far <> v_order.refunded_minor then
    perform private.refuse(409, 'refunds_changed', 'Someone else recorded a refund in the meantime. Reload the page and check before you refund.',
      jsonb_build_object('refunded_minor', v_order.refunded_minor));
  end if;
  v_lines := private.refund_lines(v_order, p_lines);
  v_amount := coalesce(p_amount_minor, case when v_lines = '[]' then v_order.captured_minor - v_order.refunded_minor
    else (select sum((l ->> 'amount_minor')::bigint) from jsonb_array_elements(v_lines) l) end);
  if v_amount > v_order.captured_minor - v_order.refunded_minor then
    perform private.refuse(409, 'over_captured', 'That is more than can be refunded. Enter a lower amount.',
      jsonb_build_object('left_minor', v_order.captured_minor - v_order.refunded_minor));
  end if;
  if v_amount < 1 then
    perform private.refuse(422, 'wrong_amount', 'There is nothing to refund.');
  end if;
  perform private.drop_lines(v_order, v_lines);
  v_payment := private.give_money_back(v_order, v_amount::int, v_lines, v_order.payment, '', v_reason);
  select * into v_order from public.order_records o where o.id = p_order;
  return jsonb_build_object('payment_id', v_payment, 'amount_minor', v_amount, 'status', v_order.status,
    'refunded_minor', v_order.refunded_minor, 'captured_minor', v_order.captured_minor, 'currency', v_order.currency);
end;
$$;
grant execute on function private.refund_order(uuid, int, jsonb, text, int) to authenticated;
comment on function private.refund_order(uuid, int, jsonb, text, int) is
  'Body of public.refund_order. Security definer: payments are written through functions alone.';

create function private.refund_lines(p_order public.order_records, p_lines jsonb) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  v_given constant jsonb := coalesce(nullif(private.json_of(p_lines), 'null'), '[]');
  v_item jsonb;
  v_line public.order_lines;
  v_worth record;
  v_owed bigint := p_order.refund_due_minor;
  v_answer jsonb := '[]';
begin
  if jsonb_typeof(v_given) <> 'array' or jsonb_array_length(v_given) > 50 then
    perform private.refuse(422, 'wrong_lines', 'Lines are a list of {line_id, quantity}.');
  end if;
  for v_item in select x from jsonb_array_elements(v_given) x loop
    select * into v_line from public.order_lines l
    where l.order_id = p_order.id and l.id = private.uuid_of(v_item ->> 'line_id');
    if not found or v_answer @> jsonb_build_array(jsonb_build_object('line_id', v_line.id)) then
      perform private.refuse(422, 'unknown_line', 'The order has no such line, or it is listed twice.');
    end if;
    if jsonb_typeof(v_item -> 'quantity') is distinct from 'number'
      or (v_item ->> 'quantity')::numeric <> trunc((v_item ->> 'quantity')::numeric)
      or (v_item ->> 'quantity')::numeric not between 1 and v_line.quantity - v_line.refunded_quantity then
      perform private.refuse(422, 'wrong_quantity', 'There are not enough left on that line.',
        jsonb_build_object('line_id', v_line.id, 'left', v_line.quantity - v_line.refunded_quantity));
    end if;
    select * into v_worth from private.refund_of_line(v_line, (v_item ->> 'quantity')::numeric::int);
    -- An order that has ended costs nothing: what its lines cost is owed with all else.
    if p_order.status in ('expired', 'cancelled', 'refunded') then
      v_owed := greatest(v_owed - v_worth.cost_minor, 0);
    end if;
    v_answer := v_answer || jsonb_build_array(jsonb_build_object('line_id', v_line.id,
      'quantity', (v_item ->> 'quantity')::numeric::int, 'amount_minor', v_worth.cost_minor + least(v_worth.settled_minor, v_owed),
      'cost_minor', v_worth.cost_minor, 'settled_minor', v_worth.settled_minor));
    v_owed := v_owed - least(v_worth.settled_minor, v_owed);
  end loop;
  return v_answer;
end;
$$;
comment on function private.refund_lines(public.order_records, jsonb) is
  'The lines of a refund with what each gives back: what was paid for it, less what a closing took off and has gone back already.';

create function private.refund_of_line(p_line public.order_lines, p_quantity int)
returns table (cost_minor bigint, settled_minor bigint)
language plpgsql stable
set search_path = ''
as $$
begin
  return query select private.share_of(m.cost_minor, p_quantity, p_line.quantity - p_line.refunded_quantity),
    private.share_of(m.settled_minor, p_quantity, p_line.quantity - p_line.refunded_quantity)
  from private.line_money(p_line) m;
end;
$$;
comment on function private.refund_of_line(public.order_lines, int) is 'What so many more of a line cost, and what a closing took off them: of what is left, so that all parts sum to it.';

create function private.drop_lines(p_order public.order_records, p_lines jsonb) returns void
language plpgsql
set search_path = ''
as $$
declare
  v_line record;
  v_freed uuid[] := '{}';
begin
  for v_line in
    update public.order_lines l set refunded_quantity = l.refunded_quantity + (x ->> 'quantity')::int
    from jsonb_array_elements(p_lines) x
    where l.id = (x ->> 'line_id')::uuid
    returning l.id, (x ->> 'quantity')::int as quantity, l.quantity - l.refunded_quantity + (x ->> 'quantity')::int as before
  loop
    v_freed := v_freed || private.part_of_hold(v_line.id, (
      select coalesce(sum(h.units), 0) * v_line.quantity / v_line.before
      from private.holds h where h.line_id = v_line.id and h.state = 'held')::int);
  end loop;
  perform private.release_holds(v_freed, '[]', 'Order ' || p_order.number || ', refund');
end;
$$;
comment on function private.drop_lines(public.order_records, jsonb) is
  'Takes refunded things off their lines and frees those that have not left.';

create function public.refund_order(
  p_order uuid, p_amount_minor int default null, p_lines jsonb default '[]', p_reason text default '', p_refunded_so_far int default null
) returns jsonb
language sql security invoker
set search_path = ''
as $$
  select private.refund_order(p_order, p_amount_minor, p_lines, p_reason, p_refunded_so_far)
$$;
grant execute on function public.refund_order(uuid, int, jsonb, text, int) to authenticated;
comment on function public.refund_order(uuid, int, jsonb, text, int) is
  'Gives money back: lines [{line_id, quantity}], an amount, or all that is left. Staff: owner, fulfilment. Gives {payment_id, amount_minor, status, refunded_minor, captured_minor, currency}. Refuses with not_allowed, second_factor, reason_missing, unknown_order, refunds_changed, wrong_lines, unknown_line, wrong_quantity, wrong_amount, over_captured.';

-- schemas/60-lists/rpc/rehearse_draw.sql
-- What a draw would come to if it were now and the beacon said what is given here: ranked and given out by the
-- same functions as the real one. It is stable, so that the database itself lets it write nothing.

create function private.rehearse_draw(p_list uuid, p_randomness text) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  v_list public.lists;
  v_entries uuid[];
  v_ranking uuid[];
  v_now constant timestamptz := clock_timestamp();
  v_most constant int := 1000;
begin
  perform private.require_reader('owner');
  select * into v_list from public.lists where id = p_list;
  if v_list.id is null then
    perform private.refuse(404, 'unknown_list', 'This list no longer exists. Reload the page.', jsonb_build_object('list_id', p_list));
  end if;
  if v_list.kind <> 'raffle' or v_list.status not in ('open', 'closed', 'frozen') then
    perform private.refuse(409, 'nothing_to_rehearse', 'You can rehearse a draw only after the raffle opens and before it is drawn.',
      jsonb_build_object('kind', v_list.kind, 'status', v_list.status));
  end if;
  if coalesce(p_randomness, '') !~ '^[0-9a-f]{64}$' then
    perform private.refuse(422, 'wrong_randomness', 'The randomness for a rehearsal must be 64 hex digits.', '{}');
  end if;
  v_entries := coalesce(v_list.entry_ids, array(
    select id from public.list_entries where list_id = p_list and withdrawn_at is null order by id));
  v_ranking := private.rank_entries(v_entries, p_randomness);
  return (
    with awards as materialized (
      select a.entry_id, a.place, array_agg(v.title order by a.n) as won
      from private.next_awards(p_list, v_list.offer_round + 1, v_list.capacity, v_ranking)
        with ordinality a (entry_id, user_id, choice_id, variant_id, place, n)
      cross join lateral (select w.title from public.variants w where w.id = a.variant_id offset 0) v
      group by 1, 2
    ), last as (
      select coalesce(max(place), 0) as place from awards
    )
    select jsonb_build_object(
      'list_id', p_list, 'randomness', p_randomness, 'entry_count', cardinality(v_entries),
      'entries_hash', encode(sha256(convert_to(array_to_string(v_entries, E'\n'), 'UTF8')), 'hex'),
      'capacity', v_list.capacity, 'max_wins', v_list.max_wins, 'last_winning_place', last.place,
      'given', (select coalesce(sum(cardinality(won)), 0) from awards),
      'rows', (
        select coalesce(jsonb_agg(jsonb_build_object('entry_id', q.entry_id, 'place', q.place,
          'won', coalesce(to_jsonb(a.won), '[]'),
          'because', case
            when a.won is not null then 'won'
            when q.user_id is null then 'no_account'
            when private.is_banned(q.user_id, v_now) then 'kept_off'
            when q.place > last.place then 'too_late'
            else 'wishes_gone' end) order by q.place), '[]')
        from (select * from private.queue_of_list(p_list, v_ranking) order by place limit v_most) q
        left join awards a on a.entry_id = q.entry_id))
    from last);
end;
$$;
grant execute on function private.rehearse_draw(uuid, text) to authenticated;
comment on function private.rehearse_draw(uuid, text) is
  'Body of public.rehearse_draw. Security definer: entries of others are for the owner alone, and without names.';

create function public.rehearse_draw(p_list uuid, p_randomness text) returns jsonb
language sql stable security invoker
set search_path = ''
as $$
  select private.rehearse_draw(p_list, p_randomness)
$$;
grant execute on function public.rehearse_draw(uuid, text) to authenticated;
comment on function public.rehearse_draw(uuid, text) is
  'Who would win if the beacon said this: {list_id, randomness, entry_count, entries_hash, capacity, max_wins, last_winning_place, given, rows: [{entry_id, place, won, because}]}, the first 1,000 by rank. Writes nothing. Staff: owner. Refuses with not_allowed, unknown_list, nothing_to_rehearse, wrong_randomness.';

-- schemas/60-lists/rpc/reinstate_entry.sql
-- The owner lets somebody whose offer was revoked be asked again. Strikes of those offers are forgiven.

create function private.reinstate_entry(p_entry uuid, p_reason text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_trouble constant jsonb := private.staff_trouble(true, 'owner');
  v_reason constant text := btrim(coalesce(p_reason, ''));
  v_list_id constant uuid := (select list_id from public.list_entries where id = p_entry);
  v_list public.lists;
  v_count int;
begin
  if v_trouble is not null then
    return private.refuse_on_record(403, v_trouble ->> 'reason', v_trouble ->> 'message',
      v_trouble -> 'details', 'reinstate_entry', 'lists', v_list_id::text);
  end if;
  select * into v_list from public.lists where id = v_list_id for no key update;
  if v_list.id is null then
    return private.refuse_on_record(404, 'unknown_entry', 'This entry no longer exists. Reload the page.',
      jsonb_build_object('entry_id', p_entry), 'reinstate_entry', 'lists', v_list_id::text);
  end if;
  if length(v_reason) not between 2 and 300 then
    return private.refuse_on_record(422, 'reason_missing', 'Enter a reason of 2 to 300 characters.',
      jsonb_build_object('entry_id', p_entry), 'reinstate_entry', 'lists', v_list_id::text);
  end if;
  update public.offers set reinstated_at = clock_timestamp()
  where entry_id = p_entry and status = 'revoked' and reinstated_at is null;
  get diagnostics v_count = row_count;
  if v_count = 0 then
    return private.refuse_on_record(409, 'not_revoked', 'No offer to this entry has been withdrawn.',
      jsonb_build_object('entry_id', p_entry), 'reinstate_entry', 'lists', v_list_id::text);
  end if;
  update private.list_strikes s set forgiven_at = clock_timestamp(), forgiven_reason = v_reason
  from public.offers o where o.id = s.offer_id and o.entry_id = p_entry and s.forgiven_at is null;
  perform private.refill_list(v_list_id);
  return jsonb_build_object('entry_id', p_entry, 'reinstated', v_count);
end;
$$;
grant execute on function private.reinstate_entry(uuid, text) to authenticated;
comment on function private.reinstate_entry(uuid, text) is
  'Body of public.reinstate_entry. Security definer: nobody may write lists, entries or offers by hand.';

create function public.reinstate_entry(p_entry uuid, p_reason text) returns jsonb
language sql security invoker
set search_path = ''
as $$
  select private.reinstate_entry(p_entry, p_reason)
$$;
grant execute on function public.reinstate_entry(uuid, text) to authenticated;
comment on function public.reinstate_entry(uuid, text) is
  'Lets an entry be asked again whose offer was revoked. Staff: owner. Gives {entry_id, reinstated}. Refuses, on record, with not_allowed, second_factor, unknown_entry, reason_missing, not_revoked.';

-- schemas/50-designs/rpc/report_design.sql
-- Tells staff that a public design should not be one. One report per person, and few by guests.

create function private.report_design(p_id uuid, p_reason text) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_reason constant text := btrim(coalesce(p_reason, ''));
begin
  if length(v_reason) not between 3 and 500 then
    perform private.refuse(422, 'reason_missing', 'Describe the problem in 3 to 500 characters.', '{}');
  end if;
  perform 1 from public.designs where id = p_id and visibility = 'public' and hidden_at is null for update;
  if not found then
    perform private.refuse(404, 'unknown_design', 'This design no longer exists or is no longer public.', jsonb_build_object('id', p_id));
  end if;
  -- Whoever reports more says nothing new: the answer is the same and nothing is kept.
  if auth.uid() is not null or (
    select count(*) from public.design_reports where design_id = p_id and user_id is null and answered_at is null) < 10
  then
    insert into public.design_reports (design_id, user_id, reason) values (p_id, auth.uid(), v_reason)
    on conflict (design_id, user_id) do update set reason = excluded.reason, reported_at = now(), answered_at = null;
  end if;
  return jsonb_build_object('reported', true);
end;
$$;
grant execute on function private.report_design(uuid, text) to anon, authenticated, service_role;
comment on function private.report_design(uuid, text) is
  'Body of public.report_design. Security definer: reports are for staff alone.';

create function public.report_design(p_id uuid, p_reason text) returns jsonb
language sql volatile security invoker
set search_path = ''
as $$
  select private.report_design(p_id, p_reason)
$$;
grant execute on function public.report_design(uuid, text) to anon, authenticated, service_role;
comment on function public.report_design(uuid, text) is
  'Reports a public design to staff. Gives {reported}. Refuses with reason_missing, unknown_design.';

-- schemas/40-accounts/rpc/request_account_deletion.sql
-- Begins the deletion of the caller's account: it happens two weeks later, and the mail that says so
-- carries the way back.

create function private.request_account_deletion() returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_user constant uuid := auth.uid();
  v_token constant text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
  v_due timestamptz;
begin
  if v_user is null then
    perform private.refuse(401, 'signed_out', 'Sign in first.');
  end if;
  perform private.require_second_factor();
  if private.has_role() then
    perform private.refuse(409, 'works_here', 'This is a staff account. Ask an owner of the shop to remove its role first.');
  end if;
  insert into private.account_deletions (user_id, undo_hash, due_at)
  values (v_user, private.hash_of(v_token), now() + interval '14 days')
  on conflict (user_id) do nothing
  returning due_at into v_due;
  if v_due is null then
    select due_at into v_due from private.account_deletions where user_id = v_user;
    return jsonb_build_object('due_at', v_due);
  end if;
  perform private.tell_of_safety('account_deletion', v_user,
    jsonb_build_object('due_at', v_due, 'token', v_token));
  return jsonb_build_object('due_at', v_due);
end;
$$;
grant execute on function private.request_account_deletion() to authenticated;
comment on function private.request_account_deletion() is
  'Body of public.request_account_deletion. Security definer: nobody may write deletions.';

create function public.request_account_deletion() returns jsonb
language sql security invoker
set search_path = ''
as $$
  select private.request_account_deletion()
$$;
grant execute on function public.request_account_deletion() to authenticated;
comment on function public.request_account_deletion() is
  'Deletes the caller''s account two weeks from now: {due_at}. Asking again changes nothing. Refuses with second_factor, works_here.';

-- schemas/90-operations/rpc/request_publish.sql
-- Editors ask for a build of the site. The only way to queue one; while one waits, asking again
-- joins it, for it will contain everything saved until it starts.

create function private.request_publish(p_note text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_note constant text := btrim(coalesce(p_note, ''));
  v_request public.publish_requests;
  v_joined boolean := false;
begin
  perform private.require_staff('owner', 'editor');
  if length(v_note) > 500 then
    perform private.refuse(422, 'note_too_long', 'A note has at most 500 characters.',
      jsonb_build_object('limit', 500));
  end if;
  insert into public.publish_requests (requested_by, note) values (auth.uid(), v_note)
  on conflict (status) where status = 'queued' do nothing
  returning * into v_request;
  if v_request.id is null then
    v_joined := true;
    update public.publish_requests
    set note = left(concat_ws(E'\n', nullif(note, ''), nullif(v_note, '')), 500)
    where status = 'queued'
    returning * into v_request;
  end if;
  if v_request.id is null then
    perform private.refuse(409, 'build_started', 'A build has just started. Try again in a few minutes.', '{}');
  end if;
  return jsonb_build_object(
    'id', v_request.id, 'status', v_request.status, 'requested_at', v_request.requested_at,
    'joined', v_joined);
end;
$$;
grant execute on function private.request_publish(text) to authenticated;
comment on function private.request_publish(text) is
  'Body of public.request_publish. Security definer: staff queue builds through this function alone.';

create function public.request_publish(p_note text default '') returns jsonb
language sql security invoker
set search_path = ''
as $$
  select private.request_publish(p_note)
$$;
grant execute on function public.request_publish(text) to authenticated;
comment on function public.request_publish(text) is
  'Queues a build of the site, or joins the one that waits. Staff: owner, editor. Gives {id, status, requested_at, joined}. Refuses with not_allowed, note_too_long, build_started.';
-- A build writes its log every moment: only what decides about it is worth an audit row.
create trigger audit after insert or update of status, note, build_id or delete on public.publish_requests
  for each row execute function private.audit_row();

-- schemas/90-operations/rpc/resend_mail.sql
-- Staff send a mail once more: one that was given up, or one that never reached its reader. It is a row of
-- its own, because providers drop what they have delivered before.

create function private.resend_mail(p_id uuid) returns uuid
language plpgsql security definer
set search_path = ''
as $$
declare
  v_again uuid;
begin
  perform private.require_staff('owner', 'fulfilment');
  insert into public.outbox (kind, dedupe_key, recipient, user_id, payload)
  select kind, left(dedupe_key, 150) || ':again:' || gen_random_uuid(), recipient, user_id, payload
  from public.outbox where id = p_id
  returning id into v_again;
  if v_again is null then
    perform private.refuse(404, 'unknown_mail', 'This e-mail no longer exists. Run the check again.');
  end if;
  insert into private.mail_secrets (mail_id, secrets)
  select v_again, s.secrets from private.mail_secrets s where s.mail_id = p_id;
  return v_again;
end;
$$;
grant execute on function private.resend_mail(uuid) to authenticated;
comment on function private.resend_mail(uuid) is
  'Body of public.resend_mail. Security definer: the outbox is written by functions alone.';

create trigger audit_resend after insert on public.outbox
  for each row when (new.dedupe_key like '%:again:%') execute function private.audit_row();

create function public.resend_mail(p_id uuid) returns uuid
language sql
set search_path = ''
as $$
  select private.resend_mail(p_id)
$$;
grant execute on function public.resend_mail(uuid) to authenticated;
comment on function public.resend_mail(uuid) is
  'Owners and fulfilment send a mail of the outbox once more; gives the new mail.';

-- schemas/10-catalogue/rpc/retire_colorway.sql
-- The only way a colorway goes: removed where nothing ever used it, else archived, so that old designs
-- and orders keep their colour.

create function private.retire_colorway(p_colorway uuid, p_version int) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_colorway public.colorways;
  v_is_used boolean;
begin
  perform private.require_staff('owner', 'editor');
  select * into v_colorway from public.colorways where id = p_colorway for update;
  if v_colorway.id is null then
    perform private.refuse(404, 'unknown_colorway', 'This colorway no longer exists. Reload the page.', jsonb_build_object('id', p_colorway));
  end if;
  if v_colorway.version is distinct from p_version then
    perform private.refuse(409, 'version_conflict', 'Someone else changed this in the meantime. Reload the page and try again.', to_jsonb(v_colorway));
  end if;
  v_is_used := exists (select from private.uses_of_colorway(p_colorway) where pieces > 0);
  if v_is_used then
    update public.colorways set status = 'archived', can_be_ordered = false where id = p_colorway;
  else
    delete from public.colorways where id = p_colorway;
  end if;
  return jsonb_build_object('id', p_colorway, 'outcome', case when v_is_used then 'archived' else 'removed' end);
end;
$$;
grant execute on function private.retire_colorway(uuid, int) to authenticated;
comment on function private.retire_colorway(uuid, int) is
  'Body of public.retire_colorway. Security definer: colorways are removed by this alone.';

create function public.retire_colorway(p_colorway uuid, p_version int) returns jsonb
language sql security invoker
set search_path = ''
as $$
  select private.retire_colorway(p_colorway, p_version)
$$;
grant execute on function public.retire_colorway(uuid, int) to authenticated;
comment on function public.retire_colorway(uuid, int) is
  'Removes a colorway that nothing uses, archives one that something does, while it is of p_version. Gives {id, outcome: removed | archived}. Staff: owner, editor. Refuses with not_allowed, unknown_colorway, version_conflict.';

-- schemas/70-orders/rpc/reveal_contact.sql
-- Who may see only a masked mailbox asks for the whole contact of one order, and says why: the
-- answer and its row in the audit log are one transaction.

create function private.reveal_contact(p_order uuid, p_reason text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_actor constant uuid := auth.uid();
  v_reason constant text := btrim(coalesce(p_reason, ''));
  v_contact jsonb;
begin
  perform private.require_staff('owner', 'fulfilment', 'support');
  if length(v_reason) not between 3 and 500 then
    perform private.refuse(422, 'reason_missing', 'Enter a reason.', '{"limit": 500}');
  end if;
  select jsonb_build_object('email', c.email, 'address', c.address) into v_contact
  from private.order_contacts c where c.order_id = p_order;
  if v_contact is null then
    perform private.refuse(404, 'unknown_order', 'This order could not be found. Check the order number.');
  end if;
  insert into public.audit_log (actor_id, actor_role, action, table_name, row_id, after)
  values (v_actor, (select s.role from private.staff s where s.user_id = v_actor), 'read', 'order_records',
    p_order::text, jsonb_build_object('call', 'reveal_contact', 'reason', v_reason));
  return v_contact;
end;
$$;
grant execute on function private.reveal_contact(uuid, text) to authenticated;
comment on function private.reveal_contact(uuid, text) is
  'Body of public.reveal_contact. Security definer: nobody may read contacts or write the log.';

create function public.reveal_contact(p_order uuid, p_reason text) returns jsonb
language sql security invoker
set search_path = ''
as $$
  select private.reveal_contact(p_order, p_reason)
$$;
grant execute on function public.reveal_contact(uuid, text) to authenticated;
comment on function public.reveal_contact(uuid, text) is
  'The mailbox and the address of an order, unmasked: {email, address}. Leaves a row in the audit log with the reason. Staff: owner, fulfilment, support. Refuses with not_allowed, reason_missing, unknown_order.';

-- schemas/60-lists/rpc/revoke_offer.sql
-- The owner takes an offer back, with a reason its person can read. It goes to the next in line, and
-- the person is not asked again from this list until reinstated.

create function private.revoke_offer(p_offer uuid, p_reason text, p_expires_at timestamptz) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_trouble constant jsonb := private.staff_trouble(true, 'owner');
  v_reason constant text := btrim(coalesce(p_reason, ''));
  v_list_id constant uuid := (select list_id from public.offers where id = p_offer);
  v_list public.lists;
  v_offer public.offers;
begin
  if v_trouble is not null then
    return private.refuse_on_record(403, v_trouble ->> 'reason', v_trouble ->> 'message',
      v_trouble -> 'details', 'revoke_offer', 'lists', v_list_id::text);
  end if;
  select * into v_list from public.lists where id = v_list_id for no key update;
  if v_list.id is null then
    return private.refuse_on_record(404, 'unknown_offer', 'This offer no longer exists. Reload the page.',
      jsonb_build_object('offer_id', p_offer), 'revoke_offer', 'lists', v_list_id::text);
  end if;
  if length(v_reason) not between 2 and 300 then
    return private.refuse_on_record(422, 'reason_missing', 'Enter a reason of 2 to 300 characters.',
      jsonb_build_object('offer_id', p_offer), 'revoke_offer', 'lists', v_list_id::text);
  end if;
  if p_expires_at <> (select expires_at from public.offers where id = p_offer) then
    return private.refuse_on_record(409, 'changed_meanwhile', 'Someone else changed this offer’s deadline in the meantime. Reload the page and try again.',
      jsonb_build_object('offer_id', p_offer), 'revoke_offer', 'lists', v_list_id::text);
  end if;
  perform private.settle_offers(v_list_id);
  update public.offers set status = 'revoked', ended_at = clock_timestamp(), end_reason = v_reason
  where id = p_offer and status in ('pending', 'claimed') and order_id is null
  returning * into v_offer;
  if v_offer.id is null then
    return private.refuse_on_record(409, 'offer_over', 'This offer was already used or has expired.',
      jsonb_build_object('offer_id', p_offer), 'revoke_offer', 'lists', v_list_id::text);
  end if;
  perform private.refill_list(v_list_id);
  return private.offer_facts(v_offer, clock_timestamp());
end;
$$;
grant execute on function private.revoke_offer(uuid, text, timestamptz) to authenticated;
comment on function private.revoke_offer(uuid, text, timestamptz) is
  'Body of public.revoke_offer. Security definer: nobody may write lists, entries or offers by hand.';

create function public.revoke_offer(p_offer uuid, p_reason text, p_expires_at timestamptz default null) returns jsonb
language sql security invoker
set search_path = ''
as $$
  select private.revoke_offer(p_offer, p_reason, p_expires_at)
$$;
grant execute on function public.revoke_offer(uuid, text, timestamptz) to authenticated;
comment on function public.revoke_offer(uuid, text, timestamptz) is
  'Takes an offer back, unless it no longer holds until p_expires_at, where that is given. Staff: owner. Gives the offer. Refuses, on record, with not_allowed, second_factor, unknown_offer, reason_missing, changed_meanwhile, offer_over.';

-- schemas/90-operations/rpc/run_due_jobs.sql
-- What the shop does by the clock. Called by a scheduler, as often as it likes: each job finds what is
-- due by itself, so twice at once, killed half-way or late is all the same.

create function private.expire_due_orders() returns int
language plpgsql security definer
set search_path = ''
as $$
declare
  v_due constant uuid[] := array(
    select o.id from public.order_records o
    where o.status = 'awaiting_payment' and o.pay_by <= now() and not private.is_set_aside('orders', o.id)
    order by o.pay_by limit 200 for update skip locked);
  v_order uuid;
  v_count int := 0;
begin
  delete from private.job_failures f where f.job = 'orders' and not exists (
    select from public.order_records o where o.id = f.item and o.status = 'awaiting_payment');
  begin
    return private.expire_orders(v_due);
  exception when others then
    null;
  end;
  -- One of them can't be ended: each by itself, so that it holds up no other.
  foreach v_order in array v_due loop
    begin
      v_count := v_count + private.expire_orders(array[v_order]);
    exception when others then
      perform private.note_job_failure('orders', v_order, (select number from public.order_records where id = v_order), sqlerrm);
    end;
  end loop;
  return v_count;
end;
$$;
comment on function private.expire_due_orders() is
  'Ends orders that were not paid in time and frees what they held. Security definer: jobs may not write orders.';

create function private.expire_orders(p_orders uuid[]) returns int
language plpgsql
set search_path = ''
as $$
declare
  v_ended constant uuid[] := private.end_unpaid_orders(p_orders);
begin
  perform private.free_ended_orders(v_ended);
  return cardinality(v_ended);
end;
$$;
comment on function private.expire_orders(uuid[]) is 'Ends those of the orders whose time has passed, and frees what they held: all of them or none.';

create function private.remind_before_pay_by() returns int
language plpgsql security definer
set search_path = ''
as $$
declare
  v_before constant bigint := (select count(*) from public.outbox where kind = 'payment_due');
begin
  perform private.mail_about_order(o.id, 'payment_due', 'due')
  from public.order_records o
  where o.status = 'awaiting_payment' and o.pay_by > now() and o.pay_by <= now() + interval '24 hours'
    and o.placed_at <= now() - interval '6 hours'
    and not exists (select from public.outbox m where m.dedupe_key = 'payment_due:' || o.id || ':due');
  return (select count(*) from public.outbox where kind = 'payment_due') - v_before;
end;
$$;
comment on function private.remind_before_pay_by() is
  'Mails, once an order, that a day is left to pay. Security definer: jobs may not write the outbox.';

create function private.sweep_old_rows() returns int
language plpgsql security definer
set search_path = ''
as $$
declare
  v_guesses int;
  v_visits int;
  v_events int;
  v_designs int;
begin
  delete from private.guesses where at < now() - interval '1 day';
  get diagnostics v_guesses = row_count;
  update private.order_contacts c set client_hash = null
  from public.order_records o
  where o.id = c.order_id and c.client_hash is not null and o.status <> 'awaiting_payment'
    and o.placed_at < now() - interval '1 day';
  -- No event comes so late that its visit would be counted again.
  delete from private.visit_steps where day < (now() - interval '14 days')::date;
  get diagnostics v_visits = row_count;
  -- The sums of each day stay. A part at a time: one turn holds nothing up.
  delete from public.analytics_events where id in (
    select id from public.analytics_events where received_at < now() - interval '400 days'
    order by received_at limit 50000);
  get diagnostics v_events = row_count;
  delete from private.event_days where day < (now() - interval '14 days')::date;
  -- What an order was made with stays, though the order keeps a copy of its own.
  delete from public.designs where id in (
    select d.id from public.designs d
    where d.owner_id is null and d.visibility <> 'public' and d.updated_at < now() - interval '180 days'
      and not exists (select from public.order_lines l where l.design_id = d.id)
    order by d.updated_at limit 1000);
  get diagnostics v_designs = row_count;
  return v_guesses + v_visits + v_events + v_designs;
end;
$$;
comment on function private.sweep_old_rows() is
  'Forgets what has served its time. Security definer: jobs may not write private tables.';

create function private.note_job_turns(p_done jsonb) returns void
language sql
set search_path = ''
as $$
  insert into private.job_turns as t (job, ran_at, worked_at, problem)
  select j.job, now(), case when p_done ->> (j.job || '_failed') is null then now() end,
    coalesce(left(p_done ->> (j.job || '_failed'), 500), '')
  from unnest(array['lists', 'orders', 'batches', 'reminders', 'address_reminders', 'follows', 'accounts']) j (job)
  order by 1
  on conflict (job) do update
  set ran_at = excluded.ran_at, worked_at = coalesce(excluded.worked_at, t.worked_at), problem = excluded.problem
$$;
comment on function private.note_job_turns(jsonb) is 'Keeps how each job came out, for the check.';

create function private.run_due_jobs() returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_done jsonb := '{}';
begin
  -- One run at a time: a second one has nothing to add.
  if not pg_try_advisory_xact_lock(hashtextextended('run_due_jobs', 0)) then
    return jsonb_build_object('already_running', true);
  end if;
  -- Locks go the way of place_order: lists before goods. Refilling lists comes first for that reason.
  begin
    v_done := v_done || jsonb_build_object('frozen_lists', private.freeze_due_lists(), 'new_offers', private.refill_offers());
  exception when others then
    v_done := v_done || jsonb_build_object('lists_failed', sqlerrm);
  end;
  begin
    v_done := v_done || jsonb_build_object('expired_orders', private.expire_due_orders());
  exception when others then
    v_done := v_done || jsonb_build_object('orders_failed', sqlerrm);
  end;
  begin
    v_done := v_done || jsonb_build_object('closed_batches', private.close_due_batches());
  exception when others then
    v_done := v_done || jsonb_build_object('batches_failed', sqlerrm);
  end;
  begin
    v_done := v_done || jsonb_build_object('reminders', private.remind_before_pay_by(), 'swept', private.sweep_old_rows());
  exception when others then
    v_done := v_done || jsonb_build_object('reminders_failed', sqlerrm);
  end;
  begin
    v_done := v_done || jsonb_build_object('address_reminders', private.remind_before_address_lock());
  exception when others then
    v_done := v_done || jsonb_build_object('address_reminders_failed', sqlerrm);
  end;
  begin
    v_done := v_done || jsonb_build_object('told_followers', private.tell_followers(),
      'told_of_stock', private.tell_of_returned_stock(), 'swept_follows', private.sweep_follows());
  exception when others then
    v_done := v_done || jsonb_build_object('follows_failed', sqlerrm);
  end;
  begin
    v_done := v_done || jsonb_build_object('deleted_accounts', private.delete_due_accounts());
  exception when others then
    v_done := v_done || jsonb_build_object('accounts_failed', sqlerrm);
  end;
  perform private.note_job_turns(v_done);
  return v_done;
end;
$$;
grant execute on function private.run_due_jobs() to service_role;
comment on function private.run_due_jobs() is
  'Body of public.run_due_jobs. Security definer: jobs act for the shop, not for a person.';

create function public.run_due_jobs() returns jsonb
language sql security invoker
set search_path = ''
as $$
  select private.run_due_jobs()
$$;
grant execute on function public.run_due_jobs() to service_role;
comment on function public.run_due_jobs() is
  'Does everything that is due and says how much of what; a job that fails is named and does not keep the others from running. The service alone.';

-- schemas/70-orders/rpc/sales_figures.sql
-- What was sold in the last days, as sums that name nobody: per day, by country, kit and chosen option, how each
-- batch came to its minimum, and how long its stages took. Bounded, so that it stays quick in an old shop.

create function private.sales_figures(p_days int) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  v_from constant timestamptz := date_trunc('day', now()) - make_interval(days => greatest(coalesce(p_days, 0), 1) - 1);
  v_most constant int := 12;
begin
  perform private.require_reader('owner', 'fulfilment');
  if p_days is null or p_days not between 7 and 366 then
    perform private.refuse(422, 'wrong_window', 'Choose a period of 7 to 366 days.', '{"from": 7, "to": 366}');
  end if;
  return (
    with sold as materialized (
      select o.id, o.placed_at::date as day, o.country_code, o.currency, o.captured_minor - o.refunded_minor as net_minor
      from public.order_records o
      where o.placed_at >= v_from and o.captured_minor > o.refunded_minor and o.status not in ('expired', 'cancelled', 'refunded')
    ), lines as materialized (
      select l.title, l.variant_title, l.options, l.quantity - l.refunded_quantity as units
      from sold s cross join lateral (
        select * from public.order_lines x where x.order_id = s.id and x.quantity > x.refunded_quantity offset 0
      ) l
    )
    select jsonb_build_object(
      'from', v_from::date, 'to', now()::date,
      'currency', coalesce((select currency from sold group by 1 order by count(*) desc, 1 limit 1), 'EUR'),
      'days', (
        select jsonb_agg(jsonb_build_object('day', d.day::date, 'orders', coalesce(s.orders, 0), 'net_minor', coalesce(s.net_minor, 0)) order by d.day)
        from generate_series(v_from, now(), interval '1 day') d (day)
        left join (select day, count(*) as orders, sum(net_minor) as net_minor from sold group by 1) s on s.day = d.day::date),
      'countries', (
        select coalesce(jsonb_agg(jsonb_build_object('label', coalesce(c.name, x.country_code), 'count', x.orders) order by x.orders desc, x.country_code), '[]')
        from (select country_code, count(*) as orders from sold group by 1 order by 2 desc, 1 limit v_most) x
        left join public.countries c on c.code = x.country_code),
      'kits', (
        select coalesce(jsonb_agg(jsonb_build_object('label', x.label, 'count', x.units) order by x.units desc, x.label), '[]')
        from (select title || ', ' || variant_title as label, sum(units) as units from lines group by 1 order by 2 desc, 1 limit v_most) x),
      'options', (
        select coalesce(jsonb_agg(jsonb_build_object('label', x.label, 'count', x.units) order by x.units desc, x.label), '[]')
        from (
          select (o ->> 'option') || ': ' || (o ->> 'value') as label, sum(l.units) as units
          from lines l, jsonb_array_elements(l.options) o group by 1 order by 2 desc, 1 limit v_most) x),
      'batches', private.batch_figures(v_from)));
end;
$$;
grant execute on function private.sales_figures(int) to authenticated;
comment on function private.sales_figures(int) is
  'Body of public.sales_figures. Security definer: sums over orders of everybody.';

create function private.batch_figures(p_from timestamptz) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'code', b.code, 'eta', b.eta, 'original_eta', b.original_eta, 'eta_precision', b.eta_precision, 'shipped_on', b.shipped_on,
    'stages', (
      select coalesce(jsonb_agg(jsonb_build_object('stage', h.stage, 'days', h.days) order by h.entered_at), '[]')
      from (
        select stage, entered_at, round(extract(epoch from
          coalesce(lead(entered_at) over (order by entered_at), now()) - entered_at) / 86400)::int as days
        from public.batch_stage_history where batch_id = b.id
      ) h where h.stage <> 'draft'),
    'kits', (
      select coalesce(jsonb_agg(jsonb_build_object('label', v.title, 'moq', k.moq, 'count', k.ordered_count) order by k.position, v.title), '[]')
      from public.batch_kits k join public.variants v on v.id = k.variant_id where k.batch_id = b.id)
  ) order by b.closes_at desc nulls last, b.code), '[]')
  from (
    select * from public.batches
    where stage not in ('draft', 'archived') and (closes_at is null or closes_at >= p_from or stage <> 'extras')
    order by closes_at desc nulls last, code limit 12
  ) b
$$;
comment on function private.batch_figures(timestamptz) is 'Of the newest batches: kits against their minimum, and how long each stage took.';

create function public.sales_figures(p_days int default 30) returns jsonb
language sql stable security invoker
set search_path = ''
as $$
  select private.sales_figures(p_days)
$$;
grant execute on function public.sales_figures(int) to authenticated;
comment on function public.sales_figures(int) is
  'Sums of the last days: {from, to, currency, days, countries, kits, options, batches}. Names nobody. Staff: owner, fulfilment. Refuses with not_allowed, wrong_window.';

-- schemas/20-production/rpc/save_batch_kit.sql
-- A kit of a batch with its minimum, its limit and all its prices, in one go and only while they are what
-- the editor read: prices were replaced one by one before, and whoever saved second undid the first.

create function private.kit_terms(p_kit uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('moq', k.moq, 'capacity', k.capacity, 'tiers', (
    select coalesce(jsonb_agg(jsonb_build_object('from_count', t.from_count, 'price_minor', t.price_minor) order by t.from_count), '[]')
    from public.batch_price_tiers t where t.batch_kit_id = k.id))
  from public.batch_kits k where k.id = p_kit
$$;
comment on function private.kit_terms(uuid) is 'What an editor decides of a kit, as one value that can be compared.';

create function private.save_batch_kit(p_batch uuid, p_variant uuid, p_terms jsonb, p_expected jsonb) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_terms constant jsonb := private.json_of(p_terms);
  v_expected constant jsonb := private.json_of(p_expected);
  v_kit uuid;
  v_theirs jsonb;
begin
  perform private.require_staff('owner', 'editor');
  if jsonb_typeof(v_terms -> 'tiers') is distinct from 'array' or coalesce((v_terms ->> 'moq') !~ '^[1-9][0-9]{0,4}$', true)
    or (v_terms ->> 'capacity') !~ '^[1-9][0-9]{0,5}$' or jsonb_array_length(v_terms -> 'tiers') > 20 or exists (
      select from jsonb_array_elements(v_terms -> 'tiers') t
      where coalesce((t ->> 'from_count') !~ '^[1-9][0-9]{0,5}$' or (t ->> 'price_minor') !~ '^[0-9]{1,8}$', true)
    ) then
    perform private.refuse(422, 'wrong_kit', 'A kit needs a minimum, and each price needs the count it starts at.', jsonb_build_object('terms', v_terms));
  end if;
  if not exists (
    select from public.batches b join public.variants v on v.product_id = b.product_id where b.id = p_batch and v.id = p_variant
  ) then
    perform private.refuse(404, 'unknown_batch', 'There is no such batch, or its product has no such variant.', jsonb_build_object('batch_id', p_batch));
  end if;
  select id into v_kit from public.batch_kits where batch_id = p_batch and variant_id = p_variant for update;
  v_theirs := private.kit_terms(v_kit);
  if v_theirs is distinct from nullif(v_expected, 'null') then
    perform private.refuse(409, 'kit_changed', 'Someone else changed this kit in the meantime. Reload the page and try again.', jsonb_build_object('theirs', v_theirs));
  end if;
  if v_kit is null then
    insert into public.batch_kits (batch_id, variant_id, moq, capacity)
    values (p_batch, p_variant, (v_terms ->> 'moq')::int, (v_terms ->> 'capacity')::int) returning id into v_kit;
  else
    update public.batch_kits set moq = (v_terms ->> 'moq')::int, capacity = (v_terms ->> 'capacity')::int where id = v_kit;
  end if;
  delete from public.batch_price_tiers t where t.batch_kit_id = v_kit and not exists (
    select from jsonb_array_elements(v_terms -> 'tiers') x where (x ->> 'from_count')::int = t.from_count);
  insert into public.batch_price_tiers (batch_kit_id, from_count, price_minor)
  select v_kit, (x ->> 'from_count')::int, (x ->> 'price_minor')::int from jsonb_array_elements(v_terms -> 'tiers') x
  on conflict (batch_kit_id, from_count) do update set price_minor = excluded.price_minor;
  return private.kit_terms(v_kit);
exception
  -- Two made it at once. The batch is not locked for this: orders lock kit before batch.
  when unique_violation then
    perform private.refuse(409, 'kit_changed', 'Someone else changed this kit in the meantime. Reload the page and try again.', '{"theirs": null}');
  when check_violation or cardinality_violation then
    perform private.refuse(422, 'wrong_kit', 'The maximum can’t be below the minimum or what is ordered, and each count has one price.', '{}');
end;
$$;
grant execute on function private.save_batch_kit(uuid, uuid, jsonb, jsonb) to authenticated;
comment on function private.save_batch_kit(uuid, uuid, jsonb, jsonb) is
  'Body of public.save_batch_kit. Security definer: kit and prices are written as one, whatever policies say of each.';

create function public.save_batch_kit(p_batch uuid, p_variant uuid, p_terms jsonb, p_expected jsonb) returns jsonb
language sql security invoker
set search_path = ''
as $$
  select private.save_batch_kit(p_batch, p_variant, p_terms, p_expected)
$$;
grant execute on function public.save_batch_kit(uuid, uuid, jsonb, jsonb) to authenticated;
comment on function public.save_batch_kit(uuid, uuid, jsonb, jsonb) is
  'Writes a kit of a batch as {moq, capacity, tiers: [{from_count, price_minor}]}, sorted by count, while it is as p_expected says; null for a new kit. Gives what it is now. Staff: owner, editor. Refuses with not_allowed, wrong_kit, unknown_batch, kit_changed (with theirs).';

-- schemas/80-pricing/rpc/save_cart.sql
-- A browser hands in the cart of its account. It names the version it knows, so that what another
-- browser has put in meanwhile is never written over: then nothing is saved, and the answer brings it.

create function private.save_cart(p_lines jsonb, p_version int) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_user constant uuid := auth.uid();
  v_lines jsonb;
  v_cart private.saved_carts;
begin
  if v_user is null then
    perform private.refuse(401, 'signed_out', 'Please sign in first.');
  end if;
  v_lines := private.kept_lines(p_lines);
  if p_version = 0 then
    insert into private.saved_carts (user_id, lines) values (v_user, v_lines)
    on conflict (user_id) do nothing returning * into v_cart;
  else
    update private.saved_carts set lines = v_lines, version = version + 1, saved_at = clock_timestamp()
    where user_id = v_user and version = p_version returning * into v_cart;
  end if;
  if v_cart.user_id is not null then
    return private.cart_facts(v_cart) || '{"is_saved": true}';
  end if;
  select * into v_cart from private.saved_carts where user_id = v_user;
  -- An answer that got lost leaves a browser that does not know the version of its own cart.
  return private.cart_facts(v_cart) || jsonb_build_object('is_saved', coalesce(v_cart.lines = v_lines, false));
end;
$$;
grant execute on function private.save_cart(jsonb, int) to authenticated;
comment on function private.save_cart(jsonb, int) is
  'Body of public.save_cart. Security definer: saved carts are written through functions alone.';

create function public.save_cart(p_lines jsonb, p_version int) returns jsonb
language sql volatile security invoker
set search_path = ''
as $$
  select private.save_cart(p_lines, p_version)
$$;
grant execute on function public.save_cart(jsonb, int) to authenticated;
comment on function public.save_cart(jsonb, int) is
  'Saves the caller''s cart over version p_version, 0 for the first one. Gives {is_saved, lines, version, saved_at}: where is_saved is false, that is what another browser has saved meanwhile. Refuses with signed_out, wrong_json, wrong_lines, too_many_lines, unknown_variant, wrong_quantity, wrong_options.';

-- schemas/50-designs/rpc/save_design.sql
-- Makes a design, or changes one of the caller's own. A guest's design belongs to the secret that is
-- returned with it once; a change names the version it was made from, so two tabs can't overwrite
-- each other.

create function private.save_design(p_design jsonb, p_id uuid, p_version int) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_fault constant text := private.design_fault(p_design);
begin
  if v_fault is not null then
    perform private.refuse(422, 'wrong_design', v_fault, '{}');
  end if;
  if p_id is null then
    return private.add_design(p_design, null);
  end if;
  return private.change_design(p_design, p_id, p_version);
end;
$$;
grant execute on function private.save_design(jsonb, uuid, int) to anon, authenticated, service_role;
comment on function private.save_design(jsonb, uuid, int) is
  'Body of public.save_design. Security definer: designs are written through functions alone.';

create function private.add_design(p_design jsonb, p_forked_from uuid) returns jsonb
language plpgsql volatile
set search_path = ''
as $$
declare
  v_core constant jsonb := private.design_core(p_design);
  v_design public.designs;
begin
  if (select count(*) from public.designs where owner_id = auth.uid()) >= 500 then
    perform private.refuse(409, 'too_many_designs', 'You have 500 designs. Delete one first.', '{"limit": 500}');
  end if;
  if auth.uid() is null then
    perform private.count_guest_design();
  end if;
  insert into public.designs (owner_id, name, visibility, design, layout, colour_families, forked_from)
  values (
    auth.uid(), btrim(p_design ->> 'name'), (p_design ->> 'visibility')::public.design_visibility, v_core,
    case jsonb_typeof(v_core -> 'layout') when 'string' then v_core ->> 'layout' else 'own' end,
    private.design_families(v_core), p_forked_from
  ) returning * into v_design;
  return jsonb_build_object('id', v_design.id, 'version', v_design.version, 'code', v_design.code,
    'secret', case when v_design.owner_id is null then private.new_design_secret(v_design.id) end);
end;
$$;
comment on function private.add_design(jsonb, uuid) is 'Makes a design that was checked before, and its secret where nobody is signed in.';

create function private.count_guest_design() returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  v_bucket constant text := private.guesser();
  v_most constant int := 300;
begin
  if (select count(*) from private.guesses where what = 'design' and bucket = v_bucket
      and at > now() - interval '1 day') >= v_most then
    perform private.refuse(429, 'too_many_designs', 'Too many designs were saved from here today. Sign in, or try again tomorrow.',
      jsonb_build_object('limit', v_most));
  end if;
  insert into private.guesses (what, bucket) values ('design', v_bucket);
end;
$$;
comment on function private.count_guest_design() is
  'Bounds what guests store: so many designs from one address a day.';

create function private.change_design(p_design jsonb, p_id uuid, p_version int) returns jsonb
language plpgsql volatile
set search_path = ''
as $$
declare
  v_core constant jsonb := private.design_core(p_design);
  v_design public.designs := private.changeable_design(p_id, p_design ->> 'secret');
begin
  if v_design.version is distinct from p_version then
    perform private.refuse(409, 'design_changed', 'This design was changed elsewhere after you opened it. Reload it before you save.',
      jsonb_build_object('version', v_design.version));
  end if;
  if v_design.design <> v_core and private.design_is_used(p_id) then
    perform private.refuse(409, 'design_used', 'This design was ordered, so it can’t be changed. Make a copy and change that.',
      jsonb_build_object('id', p_id));
  end if;
  update public.designs set
    name = btrim(p_design ->> 'name'),
    visibility = (p_design ->> 'visibility')::public.design_visibility,
    design = v_core,
    layout = case jsonb_typeof(v_core -> 'layout') when 'string' then v_core ->> 'layout' else 'own' end,
    colour_families = private.design_families(v_core)
  where id = p_id returning * into v_design;
  return jsonb_build_object('id', v_design.id, 'version', v_design.version, 'code', v_design.code, 'secret', null);
end;
$$;
comment on function private.change_design(jsonb, uuid, int) is
  'Changes a design of the caller that is still the version they read; one that an order has keeps its colours.';

create function public.save_design(p_design jsonb, p_id uuid default null, p_version int default null) returns jsonb
language sql volatile security invoker
set search_path = ''
as $$
  select private.save_design(p_design, p_id, p_version)
$$;
grant execute on function public.save_design(jsonb, uuid, int) to anon, authenticated, service_role;
comment on function public.save_design(jsonb, uuid, int) is
  'Saves {name, visibility, layout, zones, keys, legends, profile, caseStyle, secret}: a new design, or a change of p_id as p_version. Gives {id, version, code, secret}; the secret is there once, for guests. Refuses with wrong_design, too_many_designs, unknown_design, not_yours, design_changed, design_used.';

-- schemas/10-catalogue/rpc/save_product.sql
-- Editors save a product with everything that hangs on it, all of it or nothing. Every part says
-- which version of it was read: a part that someone else changed meanwhile refuses the whole, with
-- what they made of it. Parts that are not named stay as they are.

create function private.save_part(p_table text, p_columns text[], p_row jsonb) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  v_id constant uuid := p_row ->> 'id';
  v_version constant int := p_row ->> 'version';
  v_columns constant text := (select string_agg(format('%I', c), ', ') from unnest(p_columns) c);
  v_values constant text := (select string_agg(format('x.%I', c), ', ') from unnest(p_columns) c);
  v_count int;
  v_theirs jsonb;
begin
  if v_version is null then
    execute format(
      'insert into public.%I (id, %s) select $1, %s from jsonb_populate_record(null::public.%I, $2) x',
      p_table, v_columns, v_values, p_table
    ) using v_id, p_row;
    return null;
  end if;
  execute format(
    'update public.%I t set (%s) = row(%s) from jsonb_populate_record(null::public.%I, $1) x where t.id = $2 and t.version = $3',
    p_table, v_columns, v_values, p_table
  ) using p_row, v_id, v_version;
  get diagnostics v_count = row_count;
  if v_count = 1 then
    return null;
  end if;
  execute format('select to_jsonb(t) from public.%I t where t.id = $1', p_table)
    into v_theirs using v_id;
  return jsonb_build_object('table', p_table, 'id', v_id, 'theirs', v_theirs);
end;
$$;
comment on function private.save_part(text, text[], jsonb) is
  'Writes one part of a product while it is what was read, else says what it became; null is success. Its names come from private.product_parts alone, and are quoted.';

create function private.product_parts()
returns table (part text, relation text, columns text[], place int)
language sql immutable
set search_path = ''
as $$
  values
    ('pools', 'stock_pools', array['code', 'title'], 1),
    ('options', 'product_options',
      array['product_id', 'code', 'title', 'help', 'is_required', 'zone', 'position'], 2),
    ('values', 'option_values', array[
      'option_id', 'code', 'title', 'note', 'price_delta_minor', 'currency', 'weight_delta_grams',
      'colour', 'is_default', 'is_offered', 'position'], 3),
    ('rules', 'option_rules', array['product_id', 'value_id', 'other_value_id', 'reason'], 4),
    ('variants', 'variants', array[
      'product_id', 'sku', 'title', 'contents', 'is_required', 'position', 'availability',
      'price_minor', 'currency', 'weight_grams', 'max_per_customer', 'stock_pool_id', 'pool_units',
      'few_left_below', 'shows_remaining', 'ships_on'], 5),
    ('images', 'product_images', array[
      'product_id', 'variant_id', 'option_value_id', 'colorway_id', 'storage_path', 'alt', 'position',
      'width', 'height', 'placeholder_colour', 'credit', 'is_render', 'render'], 6),
    ('facts', 'product_facts', array['product_id', 'code', 'label', 'value', 'filterable', 'position'], 7)
$$;
comment on function private.product_parts() is
  'What hangs on a product, which columns an editor may write, and in which order they refer to each other.';

create function private.part_of_product(p_part text, p_row jsonb, p_product uuid) returns boolean
language sql stable
set search_path = ''
as $$
  select case p_part
    when 'pools' then p_row ->> 'version' is null
    when 'values' then exists (
      select from public.product_options o
      where o.id = (p_row ->> 'option_id')::uuid and o.product_id = p_product
    ) and not exists (
      select from public.option_values x join public.product_options o on o.id = x.option_id
      where x.id = (p_row ->> 'id')::uuid and o.product_id <> p_product)
    else (p_row ->> 'product_id')::uuid = p_product
  end
$$;
comment on function private.part_of_product(text, jsonb, uuid) is
  'Whether a part says that it belongs to the product it came with; pools may only be new.';

create function private.write_product_parts(p_product jsonb, p_id uuid) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  v_part record;
  v_row jsonb;
  v_conflict jsonb;
  v_conflicts jsonb := '[]';
begin
  for v_part in select * from private.product_parts() order by place loop
    for v_row in select * from jsonb_array_elements(coalesce(p_product -> v_part.part, '[]')) loop
      if not private.part_of_product(v_part.part, v_row, p_id) then
        perform private.refuse(422, 'foreign_part', 'A part belongs to another product.',
          jsonb_build_object('part', v_part.part, 'id', v_row ->> 'id'));
      end if;
      v_conflict := private.save_part(v_part.relation, v_part.columns, v_row);
      if v_conflict is not null then
        v_conflicts := v_conflicts || jsonb_build_array(v_conflict);
      end if;
    end loop;
  end loop;
  return v_conflicts;
end;
$$;
comment on function private.write_product_parts(jsonb, uuid) is
  'Writes the parts of a product that are named and gives those that someone else changed.';

create function private.remove_product_parts(p_removed jsonb, p_id uuid) returns void
language plpgsql
set search_path = ''
as $$
declare
  v_ids constant uuid[] := array(select jsonb_array_elements_text(coalesce(p_removed, '[]'))::uuid);
begin
  delete from public.product_images where product_id = p_id and id = any (v_ids);
  delete from public.product_facts where product_id = p_id and id = any (v_ids);
  delete from public.option_rules where product_id = p_id and id = any (v_ids);
  delete from public.option_values x using public.product_options o
    where o.id = x.option_id and o.product_id = p_id and x.id = any (v_ids);
  delete from public.product_options where product_id = p_id and id = any (v_ids);
  delete from public.variants where product_id = p_id and id = any (v_ids);
end;
$$;
comment on function private.remove_product_parts(jsonb, uuid) is 'Takes parts away from a product, none from another.';

create function private.broken_rule(p_code text, p_message text, p_constraint text, p_detail text)
returns jsonb
language sql immutable
set search_path = ''
as $$
  select jsonb_build_object(
    'code', p_code, 'message', p_message, 'constraint', p_constraint, 'detail', p_detail)
$$;
comment on function private.broken_rule(text, text, text, text) is
  'What a table said of a row, for a desk to tell with the field and the rule: src/backend/constraint-sentences.ts.';

create function private.save_product(p_product jsonb) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_id constant uuid := p_product ->> 'id';
  v_conflict jsonb;
  v_conflicts jsonb;
  v_constraint text;
  v_detail text;
begin
  perform private.require_staff('owner', 'editor');
  if v_id is null or octet_length(p_product::text) > 400000 then
    perform private.refuse(422, 'not_a_product', 'This is not a product that can be saved.', '{}');
  end if;
  v_conflict := private.save_part('products', array[
    'kind', 'category', 'url', 'title', 'summary', 'body', 'status', 'publish_at', 'maker_id',
    'position', 'ship_group', 'handling_days', 'max_per_customer', 'in_the_box', 'still_needed',
    'tax_class_code', 'shipping_tags', 'hs_code', 'origin_country_code', 'customs_description',
    'layout_code', 'seo_title', 'seo_description'
  ], p_product);
  perform private.remove_product_parts(p_product -> 'removed', v_id);
  v_conflicts := private.write_product_parts(p_product, v_id);
  if v_conflict is not null then
    v_conflicts := v_conflicts || jsonb_build_array(v_conflict);
  end if;
  if v_conflicts <> '[]' then
    perform private.refuse(409, 'version_conflict', 'Someone else changed this in the meantime. Reload the page and try again.',
      jsonb_build_object('conflicts', v_conflicts));
  end if;
  return (select jsonb_build_object('id', id, 'version', version, 'url', url)
    from public.products where id = v_id);
exception
  when unique_violation then
    get stacked diagnostics v_constraint = constraint_name, v_detail = pg_exception_detail;
    perform private.refuse(409, 'taken', 'This URL, code or number is already taken.',
      private.broken_rule(sqlstate, sqlerrm, v_constraint, v_detail));
  when foreign_key_violation then
    get stacked diagnostics v_constraint = constraint_name, v_detail = pg_exception_detail;
    if sqlerrm like 'insert or update on %' then
      perform private.refuse(422, 'not_there', 'It refers to something that no longer exists in the shop. Reload the page and choose again.',
        private.broken_rule(sqlstate, sqlerrm, v_constraint, v_detail));
    end if;
    perform private.refuse(409, 'in_use', 'Something you removed is still used elsewhere. Remove it there first.',
      private.broken_rule(sqlstate, sqlerrm, v_constraint, v_detail));
  when check_violation or not_null_violation or invalid_text_representation then
    -- Its detail would be the whole row.
    get stacked diagnostics v_constraint = constraint_name;
    perform private.refuse(422, 'not_valid', 'One of these values is not accepted.',
      private.broken_rule(sqlstate, sqlerrm, v_constraint, null));
end;
$$;
grant execute on function private.save_product(jsonb) to authenticated;
comment on function private.save_product(jsonb) is
  'Body of public.save_product. Security definer: ids are chosen by the form, so that parts can name each other before they exist.';

create function public.save_product(p_product jsonb) returns jsonb
language sql security invoker
set search_path = ''
as $$
  select private.save_product(p_product)
$$;
grant execute on function public.save_product(jsonb) to authenticated;
comment on function public.save_product(jsonb) is
  'Saves a product with its pools, options, values, rules, variants, images and facts; removed holds ids to take away. A part without a version is new. Staff: owner, editor. Gives {id, version, url}. Refuses with not_allowed, not_a_product, foreign_part, version_conflict, taken, not_there, in_use, not_valid, doubled_choice.';

-- schemas/70-orders/rpc/send_order_link.sql
-- A guest whose link only shows the order has a new one sent that changes it: to the mailbox of the order
-- and nowhere else.

create function private.send_order_link(p_number text, p_token text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_order public.order_records;
  v_fact text;
begin
  select * into v_order from public.order_records o where o.number = private.order_number_of(p_number) for update;
  if v_order.id is null or not coalesce(private.is_secret_of(v_order.id, left(p_token, 200)), false) then
    perform private.refuse(404, 'unknown_order', 'There is no such order of yours.');
  end if;
  if v_order.user_id is not null then
    perform private.refuse(409, 'has_account', 'This order belongs to an account: sign in to change it.');
  end if;
  if v_order.status not in ('awaiting_payment', 'paid', 'in_production', 'ready_to_ship') then
    perform private.refuse(409, 'illegal_move', 'This order can''t be changed any more.', jsonb_build_object('status', v_order.status));
  end if;
  -- Whoever holds an old link must not fill the mailbox with it.
  select current_date || '-' || n into v_fact from generate_series(1, 3) n
  where not exists (
    select from public.outbox m where m.dedupe_key = 'order_link:' || v_order.id || ':' || current_date || '-' || n)
  order by n limit 1;
  if v_fact is null then
    perform private.refuse(429, 'too_many_tries', 'We send at most three links a day. Use the newest one.');
  end if;
  perform private.mail_about_order(v_order.id, 'order_link', v_fact,
    jsonb_build_object('acts_until', now() + interval '24 hours') || private.mail_secrets_of(v_order, true));
  return jsonb_build_object('number', v_order.number, 'email', (
    select private.mask_email(c.email) from private.order_contacts c where c.order_id = v_order.id));
end;
$$;
grant execute on function private.send_order_link(text, text) to anon, authenticated, service_role;
comment on function private.send_order_link(text, text) is
  'Body of public.send_order_link. Security definer: guests may read no order and write no mail.';

create function public.send_order_link(p_number text, p_token text) returns jsonb
language sql security invoker
set search_path = ''
as $$
  select private.send_order_link(p_number, p_token)
$$;
grant execute on function public.send_order_link(text, text) to anon, authenticated, service_role;
comment on function public.send_order_link(text, text) is
  'Mails a link that changes a guest''s order for a day to the mailbox of the order; by any secret of it, three times a day. Gives {number, email}, masked. Refuses with unknown_order, has_account, illegal_move, too_many_tries.';

-- schemas/20-production/rpc/send_update.sql
-- Tells exactly the buyers of the batches that an update names, each once, and moves stage and ETA as
-- the update says. A preview counts and changes nothing.

create function private.send_update(p_update uuid, p_is_preview boolean) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_update public.updates;
  v_batches constant uuid[] := array(select batch_id from public.update_batches where update_id = p_update order by 1);
  v_move record;
  v_buyers int;
  v_facts jsonb;
begin
  perform private.require_staff('owner', 'editor');
  select * into v_update from public.updates where id = p_update for update;
  if v_update.id is null then
    perform private.refuse(404, 'unknown_update', 'This update no longer exists. Reload the page.', jsonb_build_object('update_id', p_update));
  end if;
  -- Who wrote it saw another date than its batch has by now: nobody's is written over unseen.
  for v_move in
    select b.code, b.eta as eta_now from public.update_batches u join public.batches b on b.id = u.batch_id
    where u.update_id = p_update and u.eta_after is not null and u.eta_before is not null
      and b.eta is distinct from u.eta_before and b.eta is distinct from u.eta_after
  loop
    perform private.refuse(409, 'batch_changed', format('Someone else moved %s to %s in the meantime. Check it and rewrite your update.',
      v_move.code, coalesce(v_move.eta_now::text, 'no date')), jsonb_build_object('eta', v_move.eta_now));
  end loop;
  select count(*) into v_buyers from private.buyers_of(v_batches);
  if p_is_preview then
    return jsonb_build_object('buyers', v_buyers, 'batches', cardinality(v_batches), 'is_sent', false);
  end if;
  if v_update.status = 'draft' or v_update.publish_at > now() then
    perform private.refuse(409, 'not_published', 'Publish it first, because the mail links to it.',
      jsonb_build_object('publish_at', v_update.publish_at));
  end if;
  -- A mail names the batch only where there is no doubt which one is meant.
  select jsonb_build_object('batch_title', b.title, 'product_title', p.title, 'eta_before', coalesce(u.eta_before, b.eta),
      'eta_precision_before', b.eta_precision, 'eta', coalesce(u.eta_after, b.eta), 'eta_precision', b.eta_precision)
  into v_facts
  from public.update_batches u join public.batches b on b.id = u.batch_id join public.products p on p.id = b.product_id
  where u.update_id = p_update and cardinality(v_batches) = 1;
  for v_move in
    select u.*, b.stage as stage_now from public.update_batches u join public.batches b on b.id = u.batch_id
    where u.update_id = p_update order by u.batch_id
  loop
    update public.batches set eta = coalesce(v_move.eta_after, eta), stage = coalesce(v_move.stage, stage)
    where id = v_move.batch_id;
  end loop;
  perform private.queue_mail('batch_update', b.email, p_update || ':' || private.hash_of(lower(b.email)),
    jsonb_build_object('update_id', p_update, 'url', v_update.url, 'title', v_update.title,
      'summary', v_update.summary, 'order_number', b.number) || coalesce(v_facts, '{}'), b.user_id)
  from private.buyers_of(v_batches) b;
  return jsonb_build_object('buyers', v_buyers, 'batches', cardinality(v_batches), 'is_sent', true);
end;
$$;
grant execute on function private.send_update(uuid, boolean) to authenticated;
comment on function private.send_update(uuid, boolean) is
  'Body of public.send_update. Security definer: staff may neither read buyers nor write mails.';

create function public.send_update(p_update uuid, p_is_preview boolean default false) returns jsonb
language sql security invoker
set search_path = ''
as $$
  select private.send_update(p_update, p_is_preview)
$$;
grant execute on function public.send_update(uuid, boolean) to authenticated;
comment on function public.send_update(uuid, boolean) is
  'Mails an update to the buyers of its batches, each once whatever happens, and applies its stages and ETAs. Staff: owner, editor. Gives {buyers, batches, is_sent}; with p_is_preview it only counts. Refuses with not_allowed, unknown_update, batch_changed, not_published, illegal_move.';

-- schemas/30-shipping/rpc/set_address_lock.sql
-- Whoever packs a batch says when its addresses are final: labels are printed from then on. Its buyers
-- are told two days before, by run_due_jobs.

create function private.set_address_lock(p_batch uuid, p_until timestamptz, p_version int) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_batch public.batches;
begin
  perform private.require_staff('owner', 'fulfilment');
  if p_until <= now() or p_until > now() + interval '5 years' then
    perform private.refuse(422, 'wrong_moment', 'The address lock must be in the future, within five years.');
  end if;
  update public.batches set change_address_until = p_until
  where id = p_batch and version = p_version returning * into v_batch;
  if not found then
    select * into v_batch from public.batches where id = p_batch;
    if not found then
      perform private.refuse(404, 'unknown_batch', 'This batch no longer exists. Reload the page.');
    end if;
    perform private.refuse(409, 'batch_changed', 'Someone else changed this batch in the meantime. Reload the page and try again.',
      jsonb_build_object('version', v_batch.version, 'change_address_until', v_batch.change_address_until));
  end if;
  return jsonb_build_object('id', v_batch.id, 'version', v_batch.version, 'change_address_until', v_batch.change_address_until);
end;
$$;
grant execute on function private.set_address_lock(uuid, timestamptz, int) to authenticated;
comment on function private.set_address_lock(uuid, timestamptz, int) is
  'Body of public.set_address_lock. Security definer: fulfilment writes this one date of a batch.';

create function private.remind_before_address_lock() returns int
language plpgsql security definer
set search_path = ''
as $$
declare
  v_order record;
  v_count int := 0;
begin
  for v_order in
    select o.id, d.locks_at, 'address_locks:' || o.id || ':' || to_char(d.locks_at at time zone 'UTC', 'YYYY-MM-DD') as key
    from (
      select distinct l.order_id from public.batches b join public.order_lines l on l.batch_id = b.id
      where b.change_address_until > now() and b.change_address_until <= now() + interval '48 hours'
        -- Asked first, since most were told in an earlier minute.
        and not exists (
          select from public.outbox m where m.dedupe_key =
            'address_locks:' || l.order_id || ':' || to_char(b.change_address_until at time zone 'UTC', 'YYYY-MM-DD'))
    ) c
    join public.order_records o on o.id = c.order_id
    cross join lateral (select private.order_deadline(o.id, 'address') as locks_at) d
    where o.status in ('awaiting_payment', 'paid') and o.placed_at <= now() - interval '6 hours' and d.locks_at > now()
    order by o.id
  loop
    continue when exists (select from public.outbox m where m.dedupe_key = v_order.key);
    perform private.mail_about_order(r.id, 'address_locks', split_part(v_order.key, ':', 3),
      jsonb_build_object('locks_at', v_order.locks_at) || private.mail_secrets_of(r, true))
    from public.order_records r where r.id = v_order.id;
    v_count := v_count + 1;
  end loop;
  return v_count;
end;
$$;
comment on function private.remind_before_address_lock() is
  'Mails the buyers of a batch two days before their address is final: once for that day, and not to who ordered just now. Security definer: jobs may not write the outbox.';

create function public.set_address_lock(p_batch uuid, p_until timestamptz, p_version int) returns jsonb
language sql security invoker
set search_path = ''
as $$
  select private.set_address_lock(p_batch, p_until, p_version)
$$;
grant execute on function public.set_address_lock(uuid, timestamptz, int) to authenticated;
comment on function public.set_address_lock(uuid, timestamptz, int) is
  'Says until when buyers of a batch may change their address; null for as long as the order can be changed. Staff: owner, fulfilment. Gives {id, version, change_address_until}. Refuses with not_allowed, wrong_moment, unknown_batch, batch_changed.';

-- schemas/30-shipping/rpc/set_country_zones.sql
-- Whoever plans shipping says in which zones a country is, all of them at once and only while they are
-- what was seen: of two who place the same country, the second would else put it into two zones.

create function private.set_country_zones(p_country text, p_zones uuid[], p_expected uuid[]) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_wanted constant uuid[] := array(select distinct z from unnest(p_zones) z where z is not null order by z);
  v_theirs uuid[];
begin
  perform private.require_staff('owner', 'fulfilment');
  if cardinality(v_wanted) > 20 then
    perform private.refuse(422, 'too_many_zones', 'Choose at most 20 zones.', '{"limit": 20}');
  end if;
  perform 1 from public.countries where code = p_country for no key update;
  if not found then
    perform private.refuse(404, 'unknown_country', 'This country no longer exists. Reload the page.', jsonb_build_object('country', p_country));
  end if;
  v_theirs := array(select zone_id from public.zone_countries where country_code = p_country order by zone_id);
  if v_theirs <> array(select distinct z from unnest(p_expected) z order by z) then
    perform private.refuse(409, 'zones_changed', 'Someone else moved this country in the meantime. Reload the page and try again.',
      jsonb_build_object('zones', to_jsonb(v_theirs)));
  end if;
  delete from public.zone_countries where country_code = p_country and zone_id <> all (v_wanted);
  insert into public.zone_countries (zone_id, country_code)
  select z, p_country from unnest(v_wanted) z on conflict do nothing;
  return jsonb_build_object('country', p_country, 'zones', to_jsonb(v_wanted));
exception
  when foreign_key_violation then
    perform private.refuse(404, 'unknown_zone', 'This zone no longer exists. Reload the page.', '{}');
end;
$$;
grant execute on function private.set_country_zones(text, uuid[], uuid[]) to authenticated;
comment on function private.set_country_zones(text, uuid[], uuid[]) is
  'Body of public.set_country_zones. Security definer: countries get into zones through it alone.';

create function public.set_country_zones(p_country text, p_zones uuid[], p_expected uuid[]) returns jsonb
language sql security invoker
set search_path = ''
as $$
  select private.set_country_zones(p_country, p_zones, p_expected)
$$;
grant execute on function public.set_country_zones(text, uuid[], uuid[]) to authenticated;
comment on function public.set_country_zones(text, uuid[], uuid[]) is
  'Puts a country into these zones and no others, while it is in those of p_expected. Staff: owner, fulfilment. Gives {country, zones}. Refuses with not_allowed, too_many_zones, unknown_country, unknown_zone, zones_changed (with zones).';

-- schemas/40-accounts/rpc/set_staff_role.sql
-- The owner gives and takes rights, by e-mail. It holds from the person's next request on, and the
-- audit log keeps before and after.

create function private.set_staff_role(p_email text, p_role text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_user uuid;
  v_role constant text := nullif(btrim(coalesce(p_role, '')), '');
begin
  perform private.require_staff('owner');
  if v_role is not null and v_role not in ('owner', 'editor', 'fulfilment', 'support') then
    perform private.refuse(422, 'unknown_role', 'This role does not exist. Choose another.');
  end if;
  select id into v_user from auth.users
  where lower(email) = lower(btrim(left(coalesce(p_email, ''), 254))) and email_confirmed_at is not null;
  if v_user is null then
    perform private.refuse(404, 'no_account', 'There is no confirmed account with this address.');
  end if;
  -- Two owners who remove each other at once must not leave none.
  perform from private.staff where role = 'owner' for update;
  if v_role is distinct from 'owner' and not exists (
    select from private.staff where role = 'owner' and user_id <> v_user
  ) then
    perform private.refuse(409, 'last_owner', 'The shop needs an owner. Name another owner first.');
  end if;
  if v_role is null then
    delete from private.staff where user_id = v_user;
  else
    insert into private.staff (user_id, role) values (v_user, v_role)
    on conflict (user_id) do update set role = excluded.role;
  end if;
  return jsonb_build_object('user_id', v_user, 'role', v_role);
end;
$$;
grant execute on function private.set_staff_role(text, text) to authenticated;
comment on function private.set_staff_role(text, text) is
  'Body of public.set_staff_role. Security definer: nobody may write the staff table.';

create function public.set_staff_role(p_email text, p_role text default null) returns jsonb
language sql security invoker
set search_path = ''
as $$
  select private.set_staff_role(p_email, p_role)
$$;
grant execute on function public.set_staff_role(text, text) to authenticated;
comment on function public.set_staff_role(text, text) is
  'Gives somebody a role, or none. Staff: owner. Gives {user_id, role}. Refuses with not_allowed, second_factor, unknown_role, no_account, last_owner.';
create trigger audit after insert or update or delete on private.staff
  for each row execute function private.audit_row();

-- schemas/70-orders/rpc/ship_parcels.sql
-- Staff send parcels with their tracking, one or a list from a carrier's file. Each row is taken or
-- refused by itself; when the last parcel of an order has left, the order is shipped.

create function private.ship_parcels(p_parcels jsonb, p_despite_due text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_rows constant jsonb := private.json_of(p_parcels);
  v_despite constant text := private.despite_due(p_despite_due);
  v_row record;
  v_refusal text;
  v_sent uuid[] := '{}';
  v_answers jsonb := '[]';
begin
  perform private.require_staff('owner', 'fulfilment');
  if jsonb_typeof(v_rows) is distinct from 'array' or jsonb_array_length(v_rows) not between 1 and 500 then
    perform private.refuse(422, 'wrong_parcels', 'Select 1 to 500 parcels.', '{"limit": 500}');
  end if;
  perform 1 from public.order_records o
  where o.id in (select s.order_id from public.shipments s join jsonb_array_elements(v_rows) x
    on s.id = private.uuid_of(x ->> 'shipment_id')) order by o.id for update;
  for v_row in select x as given, i from jsonb_array_elements(v_rows) with ordinality a (x, i) order by i loop
    v_refusal := private.send_parcel(v_row.given, v_despite);
    if v_refusal is null then
      v_sent := v_sent || private.uuid_of(v_row.given ->> 'shipment_id');
    end if;
    v_answers := v_answers || jsonb_build_array(jsonb_build_object(
      'shipment_id', v_row.given ->> 'shipment_id', 'ok', v_refusal is null, 'reason', v_refusal)
      || case when v_refusal = 'money_due' then jsonb_build_object('due_minor', (
        select private.balance_due(o) from public.order_records o join public.shipments s on s.order_id = o.id
        where s.id = private.uuid_of(v_row.given ->> 'shipment_id'))) else '{}' end);
  end loop;
  perform private.claim_holds(array(select s.order_id from public.shipments s where s.id = any (v_sent)), v_sent, 'Shipped');
  return v_answers;
end;
$$;
grant execute on function private.ship_parcels(jsonb, text) to authenticated;
comment on function private.ship_parcels(jsonb, text) is
  'Body of public.ship_parcels. Security definer: orders are written through functions alone.';

create function private.packed_into(p_package public.shipping_packages, p_content_grams int) returns jsonb
language sql immutable
set search_path = ''
as $$
  select case when p_package.id is not null then jsonb_build_object(
    'name', p_package.name, 'length_mm', p_package.inner_length_mm, 'width_mm', p_package.inner_width_mm,
    'height_mm', p_package.inner_height_mm, 'gross_grams', p_content_grams + p_package.own_weight_grams) end
$$;
comment on function private.packed_into(public.shipping_packages, int) is
  'What a parcel keeps of its package, which may be renamed, changed or removed later; null without one.';

create function private.send_parcel(p_parcel jsonb, p_despite text) returns text
language plpgsql
set search_path = ''
as $$
declare
  v_shipment public.shipments;
  v_order public.order_records;
  v_status public.order_status;
  v_package public.shipping_packages;
  v_url constant text := btrim(coalesce(p_parcel ->> 'tracking_url', ''));
begin
  select s.* into v_shipment from public.shipments s where s.id = private.uuid_of(p_parcel ->> 'shipment_id');
  if not found then
    return 'unknown_parcel';
  end if;
  if v_url <> '' and (v_url !~ '^https://[^\s<>"]+$' or length(v_url) > 400)
    or length(p_parcel ->> 'carrier') > 80 or length(p_parcel ->> 'tracking_number') > 80 then
    return 'wrong_tracking';
  end if;
  if coalesce(p_parcel ->> 'package_id', '') <> '' then
    -- One that is not proposed any more too: it is what the parcel lies in.
    select * into v_package from public.shipping_packages k where k.id = private.uuid_of(p_parcel ->> 'package_id');
    if not found then
      return 'unknown_package';
    end if;
  end if;
  select * into v_order from public.order_records o where o.id = v_shipment.order_id;
  v_status := v_order.status;
  if v_shipment.status <> 'planned' or v_status not in ('paid', 'in_production', 'ready_to_ship') then
    return 'illegal_move';
  end if;
  if v_order.address_question is not null then
    return 'address_problem';
  end if;
  if private.balance_due(v_order) > 0 then
    if p_despite is null then
      return 'money_due';
    end if;
    perform private.record_open_balance(array[v_order.id], jsonb_build_object(v_order.id, private.balance_due(v_order)), p_despite);
  end if;
  update public.shipments set status = 'shipped', shipped_at = now(), carrier = btrim(coalesce(p_parcel ->> 'carrier', '')),
    tracking_number = btrim(coalesce(p_parcel ->> 'tracking_number', '')), tracking_url = v_url,
    package_id = v_package.id, package = private.packed_into(v_package, v_shipment.weight_grams)
  where id = v_shipment.id returning * into v_shipment;
  perform private.record_event(v_shipment.order_id, 'parcel_shipped', p_after => jsonb_build_object(
    'position', v_shipment.position, 'carrier', v_shipment.carrier, 'tracking_number', v_shipment.tracking_number)
    || case when v_shipment.package is null then '{}' else jsonb_build_object(
      'package', v_shipment.package ->> 'name', 'gross_grams', v_shipment.package -> 'gross_grams') end);
  if not exists (select from public.shipments s where s.order_id = v_shipment.order_id and s.status = 'planned') then
    if v_status <> 'ready_to_ship' then
      perform private.move_order(v_shipment.order_id, v_status, 'ready_to_ship', 'staff', '');
    end if;
    perform private.move_order(v_shipment.order_id, 'ready_to_ship', 'shipped', 'staff', '');
  end if;
  perform private.mail_about_order(v_shipment.order_id, 'order_shipped', 'parcel' || v_shipment.position, jsonb_build_object(
    'carrier', v_shipment.carrier, 'tracking_number', v_shipment.tracking_number, 'tracking_url', v_shipment.tracking_url));
  return null;
end;
$$;
comment on function private.send_parcel(jsonb, text) is 'Sends one parcel, or says in a word why not.';

create function public.ship_parcels(p_parcels jsonb, p_despite_due text default null) returns jsonb
language sql security invoker
set search_path = ''
as $$
  select private.ship_parcels(p_parcels, p_despite_due)
$$;
grant execute on function public.ship_parcels(jsonb, text) to authenticated;
comment on function public.ship_parcels(jsonb, text) is
  'Sends parcels: [{shipment_id, carrier, tracking_number, tracking_url, package_id}]. Parcels of an order with a balance due stay unless p_despite_due says why they leave, which its history keeps. Staff: owner, fulfilment. Gives [{shipment_id, ok, reason}]: unknown_parcel, wrong_tracking, unknown_package, address_problem, money_due (with due_minor) or illegal_move for those that stay. Refuses with not_allowed, second_factor, wrong_parcels, reason_missing, reason_too_long.';

-- schemas/20-production/rpc/start_group_buy.sql
-- An interest check becomes a group buy in one step: the batch gets its window and kits, what was voted
-- for is sold through it, the check is finished and every voter is told.

create function private.start_group_buy(p_list uuid, p_batch uuid, p_opens_at timestamptz, p_closes_at timestamptz, p_eta date, p_kits jsonb) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_trouble constant jsonb := private.staff_trouble(true, 'owner');
  v_list public.lists;
  v_batch public.batches;
  v_kits constant jsonb := private.json_of(p_kits);
  v_told int;
begin
  if v_trouble is not null then
    return private.refuse_on_record(403, v_trouble ->> 'reason', v_trouble ->> 'message',
      v_trouble -> 'details', 'start_group_buy', 'lists', p_list::text);
  end if;
  select * into v_list from public.lists where id = p_list for no key update;
  if v_list.id is null then
    return private.refuse_on_record(404, 'unknown_list', 'This list no longer exists. Reload the page.',
      jsonb_build_object('list_id', p_list), 'start_group_buy', 'lists', p_list::text);
  end if;
  select * into v_batch from public.batches where id = p_batch for update;
  if v_batch.id is null or v_batch.product_id is distinct from v_list.product_id then
    return private.refuse_on_record(404, 'unknown_batch', 'This product has no such batch. Reload the page and choose another.',
      jsonb_build_object('batch_id', p_batch), 'start_group_buy', 'lists', p_list::text);
  end if;
  if v_list.kind <> 'interest_check' or v_list.status not in ('open', 'closed') or v_batch.stage not in ('draft', 'interest_check') then
    return private.refuse_on_record(409, 'not_an_interest_check', 'Only an open interest check can become a group buy, and only once.',
      jsonb_build_object('status', v_list.status, 'stage', v_batch.stage), 'start_group_buy', 'lists', p_list::text);
  end if;
  if p_opens_at is null or p_closes_at is null or p_closes_at <= greatest(p_opens_at, clock_timestamp()) then
    return private.refuse_on_record(422, 'wrong_window', 'The closing time must be in the future and after the opening time.',
      jsonb_build_object('opens_at', p_opens_at, 'closes_at', p_closes_at), 'start_group_buy', 'lists', p_list::text);
  end if;
  if jsonb_typeof(v_kits) is distinct from 'array' or jsonb_array_length(v_kits) not between 1 and 50 or exists (
    select from jsonb_array_elements(v_kits) k
    where not exists (select from public.variants v where v.id = private.uuid_of(k ->> 'variant_id') and v.product_id = v_list.product_id)
      or coalesce((k ->> 'moq') !~ '^[0-9]{1,6}$' or (k ->> 'moq')::int not between 1 and 100000, true)
  ) then
    return private.refuse_on_record(422, 'wrong_kits', 'Each kit needs a variant of this product and a minimum.',
      jsonb_build_object('kits', v_kits), 'start_group_buy', 'lists', p_list::text);
  end if;
  insert into public.batch_kits (batch_id, variant_id, moq, position)
  select p_batch, private.uuid_of(k ->> 'variant_id'), (k ->> 'moq')::int, n::int
  from jsonb_array_elements(v_kits) with ordinality t (k, n)
  on conflict (batch_id, variant_id) do update set moq = excluded.moq;
  update public.variants set availability = 'group_buy'
  where id in (select private.uuid_of(k ->> 'variant_id') from jsonb_array_elements(v_kits) k);
  update public.batches set opens_at = p_opens_at, closes_at = p_closes_at, eta = coalesce(p_eta, eta), stage = 'announced'
  where id = p_batch returning * into v_batch;
  update public.lists set status = 'finished' where id = p_list;
  v_told := private.tell_voters(p_list, v_batch);
  return jsonb_build_object('batch_id', p_batch, 'stage', v_batch.stage, 'opens_at', p_opens_at, 'closes_at', p_closes_at, 'told', v_told);
end;
$$;
grant execute on function private.start_group_buy(uuid, uuid, timestamptz, timestamptz, date, jsonb) to authenticated;
comment on function private.start_group_buy(uuid, uuid, timestamptz, timestamptz, date, jsonb) is
  'Body of public.start_group_buy. Security definer: nobody may write lists, entries or offers by hand.';

create function public.start_group_buy(p_list uuid, p_batch uuid, p_opens_at timestamptz, p_closes_at timestamptz, p_eta date, p_kits jsonb) returns jsonb
language sql security invoker
set search_path = ''
as $$
  select private.start_group_buy(p_list, p_batch, p_opens_at, p_closes_at, p_eta, p_kits)
$$;
grant execute on function public.start_group_buy(uuid, uuid, timestamptz, timestamptz, date, jsonb) to authenticated;
comment on function public.start_group_buy(uuid, uuid, timestamptz, timestamptz, date, jsonb) is
  'Turns an interest check into an announced group buy: p_kits is [{variant_id, moq}]. Staff: owner. Gives {batch_id, stage, opens_at, closes_at, told}. Refuses, on record, with not_allowed, second_factor, unknown_list, unknown_batch, not_an_interest_check, wrong_window, wrong_kits.';

-- schemas/10-catalogue/rpc/stock_actors.sql
-- Which colleague counted, or made goods leave. The ledger of a pool keeps an id that says nothing to
-- whoever reads it; by name, it is for those who count, and their mailboxes for the owner.

create function private.stock_actors(p_entries bigint[]) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  v_is_owner constant boolean := private.is_staff('owner');
begin
  perform private.require_reader('owner', 'fulfilment');
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'entry_id', l.id, 'is_own', l.actor_id = auth.uid(), 'role', s.role,
      'email', case when v_is_owner then u.email end
    ) order by l.id), '[]')
    from public.stock_ledger l
    left join private.staff s on s.user_id = l.actor_id
    left join auth.users u on u.id = l.actor_id
    where l.id = any (p_entries[1:100]) and l.actor_id is not null
      -- Customers only have goods promised and freed: what was on hand, colleagues changed, also those since gone.
      and (s.user_id is not null or l.on_hand_delta <> 0));
end;
$$;
grant execute on function private.stock_actors(bigint[]) to authenticated;
comment on function private.stock_actors(bigint[]) is
  'Body of public.stock_actors. Security definer: nobody may read the staff table.';

create function public.stock_actors(p_entries bigint[]) returns jsonb
language sql stable security invoker
set search_path = ''
as $$
  select private.stock_actors(p_entries)
$$;
grant execute on function public.stock_actors(bigint[]) to authenticated;
comment on function public.stock_actors(bigint[]) is
  'Who of the staff made these entries of the stock ledger, of a hundred at most: [{entry_id, is_own, role, email}]. Customers and the shop itself are left out. The role is the one of now, null for who has left; the e-mail is for owners. Staff: owner, fulfilment. Refuses with not_allowed.';

-- schemas/70-orders/rpc/transition_orders.sql
-- Staff move orders on, many at once. Each order is judged by itself; those that may move do so in few
-- statements for all of them, and what they hold is taken or freed in one sorted pass, so that bulk
-- work and buyers never wait in a circle.

create function private.transition_orders(
  p_orders uuid[], p_to text, p_reason text, p_from text[], p_despite_due text
) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_reason constant text := btrim(coalesce(p_reason, ''));
  v_despite constant text := private.despite_due(p_despite_due);
  v_to public.order_status;
  v_legal uuid[];
  v_moved uuid[];
  v_owing jsonb;
  v_answers jsonb;
begin
  perform private.require_staff('owner', 'fulfilment');
  if p_orders is null or cardinality(p_orders) not between 1 and 500 then
    perform private.refuse(422, 'wrong_orders', 'Select 1 to 500 orders.', '{"limit": 500}');
  end if;
  if cardinality(p_from) <> cardinality(p_orders) then
    perform private.refuse(422, 'wrong_orders', 'Send the last seen stage for each order or for none.');
  end if;
  if p_to is null or p_to <> all (enum_range(null::public.order_status)::text[]) then
    perform private.refuse(422, 'unknown_status', 'This status does not exist. Choose another.');
  end if;
  if length(v_reason) > 500 then
    perform private.refuse(422, 'reason_too_long', 'A reason has at most 500 characters.', '{"limit": 500}');
  end if;
  v_to := p_to::public.order_status;
  perform 1 from public.order_records o where o.id = any (p_orders) order by o.id for update;
  with judged as (
    -- One by one through the key: a join would look at all orders for a few.
    select x.id, o.status, o.due_minor, case
      when o.status is null then 'unknown_order'
      when o.status = v_to then 'already_there'
      -- A colleague was faster: what this move was meant for is not there any more.
      when x.seen <> o.status::text then 'moved_meanwhile'
      when m.to_status is null then 'illegal_move'
      when v_to = 'cancelled' and private.has_left(x.id) then 'illegal_move'
      when m.needs_reason and length(v_reason) < 2 then 'reason_missing'
      when v_to = 'shipped' and o.address_question is not null then 'address_problem'
      -- Its time is over and others took of its goods: money that came is noted by itself, and owed back.
      when v_to = 'paid' and o.status = 'awaiting_payment' and o.pay_by <= now() and not private.all_holds_stand(x.id)
        then 'goods_gone'
      when private.is_gated(v_to) and not m.needs_reason and o.due_minor > 0 and v_despite is null then 'money_due'
    end as refusal
    from (select distinct on (u.id) u.id, u.seen from unnest(p_orders, p_from) u (id, seen) order by u.id) x
    left join lateral (select r.status, r.pay_by, r.address_question, private.balance_due(r) as due_minor
      from public.order_records r where r.id = x.id limit 1) o on true
    left join private.order_moves m on m.from_status = o.status and m.to_status = v_to and m.who = 'staff'
  )
  select coalesce(array_agg(id order by id) filter (where refusal is null), '{}'),
    jsonb_agg(jsonb_build_object('order_id', id, 'ok', refusal is null, 'reason', refusal)
      || case refusal when 'moved_meanwhile' then jsonb_build_object('status', status)
        when 'money_due' then jsonb_build_object('due_minor', due_minor) else '{}' end order by id),
    coalesce(jsonb_object_agg(id, due_minor) filter (where refusal is null and due_minor > 0), '{}')
  into v_legal, v_answers, v_owing from judged;
  if v_to = 'paid' then
    v_legal := private.record_what_is_due(v_legal, v_reason);
  end if;
  v_moved := private.move_orders(v_legal, null, v_to, 'staff', v_reason);
  if private.is_gated(v_to) and v_despite is not null then
    perform private.record_open_balance(v_moved, v_owing, v_despite);
  end if;
  perform private.after_transition(v_moved, v_to, v_reason);
  return v_answers;
end;
$$;
grant execute on function private.transition_orders(uuid[], text, text, text[], text) to authenticated;
comment on function private.transition_orders(uuid[], text, text, text[], text) is
  'Body of public.transition_orders. Security definer: orders are written through functions alone.';

create function private.record_what_is_due(p_orders uuid[], p_reference text) returns uuid[]
language plpgsql
set search_path = ''
as $$
declare
  v_order public.order_records;
  v_rest uuid[] := p_orders;
begin
  for v_order in select * from public.order_records o
    where o.id = any (p_orders) and o.status = 'awaiting_payment' and private.balance_due(o) > 0 order by o.id
  loop
    perform private.capture_money(v_order, 'invoice', coalesce(nullif(p_reference, ''), v_order.number),
      private.balance_due(v_order), 'staff', p_reference);
    v_rest := array_remove(v_rest, v_order.id);
  end loop;
  return v_rest;
end;
$$;
comment on function private.record_what_is_due(uuid[], text) is
  'An order is paid by a payment: records one of what is due for each that waits, which moves it, and gives the others. Its reference is the one given, or the order''s number, which customers put on their transfer.';

create function private.unaware_orders(p_orders uuid[], p_to public.order_status) returns uuid[]
language sql stable
set search_path = ''
as $$
  select array(
    select u.id from unnest(p_orders) u (id)
    where not exists (
      select from (
        select e.from_status, e.to_status from public.order_events e
        where e.order_id = u.id and e.kind = 'moved' order by e.id desc offset 1 limit 1
      ) before
      where before.from_status = p_to and before.to_status = 'paid'))
$$;
comment on function private.unaware_orders(uuid[], public.order_status) is
  'Those of orders just moved whose customers don''t know of the stage: going back to paid tells nobody, so who is put where it was before knows already.';

create function private.after_transition(p_orders uuid[], p_to public.order_status, p_reason text) returns void
language plpgsql
set search_path = ''
as $$
begin
  if p_to = 'shipped' then
    update public.shipments set status = 'shipped', shipped_at = now() where order_id = any (p_orders) and status = 'planned';
    perform private.claim_holds(p_orders, null, 'Shipped');
  elsif p_to = 'delivered' then
    update public.shipments set status = 'delivered', delivered_at = now() where order_id = any (p_orders) and status = 'shipped';
  elsif p_to = 'cancelled' then
    perform private.free_offers_of(o.order_id, false) from (
      select distinct order_id from public.offers where order_id = any (p_orders) and status = 'claimed' order by 1
    ) o;
    perform private.free_ended_orders(p_orders);
  end if;
  if p_to <> 'paid' then
    perform private.mail_about_orders(private.unaware_orders(p_orders, p_to), case p_to
      when 'shipped' then 'order_shipped' when 'delivered' then 'order_delivered'
      when 'cancelled' then 'order_cancelled' else 'stage_changed' end,
      null,
      jsonb_build_object('reason', p_reason));
  end if;
end;
$$;
comment on function private.after_transition(uuid[], public.order_status, text) is
  'What follows from a move: goods leave or come free, parcels are noted, customers are told.';

create function public.transition_orders(
  p_orders uuid[], p_to text, p_reason text default '', p_from text[] default null, p_despite_due text default null
) returns jsonb
language sql security invoker
set search_path = ''
as $$
  select private.transition_orders(p_orders, p_to, p_reason, p_from, p_despite_due)
$$;
grant execute on function public.transition_orders(uuid[], text, text, text[], text) to authenticated;
comment on function public.transition_orders(uuid[], text, text, text[], text) is
  'Moves orders to a status, to paid by recording the payment of what is due with p_reason as its reference; p_from says of each where it was seen, and one that somebody else has moved stays. An order with a balance due is not made, packed or shipped unless p_despite_due says why, which its history keeps. Staff: owner, fulfilment. Gives [{order_id, ok, reason}]: unknown_order, already_there, moved_meanwhile (with the status it has), illegal_move, reason_missing, address_problem, goods_gone or money_due (with due_minor) for those that stay, so that asking again after a lost answer moves nothing twice and says what had happened. Refuses with not_allowed, second_factor, wrong_orders, unknown_status, reason_missing, reason_too_long.';

-- schemas/40-accounts/rpc/undo_account_deletion.sql
-- Takes a deletion back: with the secret of the mail, or by whoever is signed in to the account.

create function private.undo_account_deletion(p_token text) returns boolean
language plpgsql security definer
set search_path = ''
as $$
declare
  v_user uuid;
begin
  delete from private.account_deletions
  where case when coalesce(p_token, '') = '' then user_id = (select auth.uid())
    else undo_hash = private.hash_of(left(p_token, 200)) end
  returning user_id into v_user;
  perform private.tell_of_safety('account_deletion_undone', v_user);
  return v_user is not null;
end;
$$;
grant execute on function private.undo_account_deletion(text) to anon, authenticated;
comment on function private.undo_account_deletion(text) is
  'Body of public.undo_account_deletion. Security definer: nobody may write deletions.';

create function public.undo_account_deletion(p_token text default null) returns boolean
language sql security invoker
set search_path = ''
as $$
  select private.undo_account_deletion(p_token)
$$;
grant execute on function public.undo_account_deletion(text) to anon, authenticated;
comment on function public.undo_account_deletion(text) is
  'Takes a deletion back, by the secret of its mail or by the signed-in owner; false where there is none.';

-- schemas/20-production/rpc/unfollow_product.sql
-- The caller wants to hear no more of it.

create function private.unfollow_product(p_follow uuid) returns boolean
language plpgsql security definer
set search_path = ''
as $$
declare
  v_user constant uuid := auth.uid();
begin
  if v_user is null then
    perform private.refuse(401, 'signed_out', 'Please sign in first.', '{}');
  end if;
  update private.follows f set ended_at = coalesce(f.ended_at, now())
  where f.id = p_follow and private.own_follow(f, v_user);
  return found;
end;
$$;
grant execute on function private.unfollow_product(uuid) to authenticated;
comment on function private.unfollow_product(uuid) is 'Body of public.unfollow_product. Security definer: nobody may write who follows what.';

create function public.unfollow_product(p_follow uuid) returns boolean
language sql security invoker
set search_path = ''
as $$
  select private.unfollow_product(p_follow)
$$;
grant execute on function public.unfollow_product(uuid) to authenticated;
comment on function public.unfollow_product(uuid) is
  'Ends one of the caller''s own follows; false where it is none of theirs. Refuses with signed_out.';

-- schemas/90-operations/rpc/visit_funnel.sql
-- How far visits came in the last days, of visitors who agreed to be counted, beside all orders of the same
-- days: sums that name nobody, from the shop's own rows and no other host's.

create function private.visit_funnel(p_days int) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  v_from constant date := (now() at time zone 'UTC')::date - (greatest(coalesce(p_days, 0), 1) - 1);
  v_orders bigint;
  v_paid bigint;
begin
  perform private.require_reader('owner', 'fulfilment');
  if p_days is null or p_days not between 7 and 366 then
    perform private.refuse(422, 'wrong_window', 'Choose a period of 7 to 366 days.', '{"from": 7, "to": 366}');
  end if;
  select count(*), count(*) filter (where o.captured_minor > o.refunded_minor) into v_orders, v_paid
  from public.order_records o where o.placed_at >= v_from::timestamp at time zone 'UTC';
  return jsonb_build_object(
    'from', v_from, 'to', (now() at time zone 'UTC')::date,
    'steps', (
      select jsonb_agg(jsonb_build_object('step', s.name, 'visits', coalesce(v.visits, 0)) order by s.n)
      from unnest(array['product_viewed', 'cart_line_added', 'cart_viewed', 'checkout_started', 'order_placed']) with ordinality s (name, n)
      left join (
        select d.step, sum(d.visits) as visits from private.visit_days d where d.day >= v_from group by d.step
      ) v on v.step = s.name),
    'orders', v_orders, 'paid', v_paid);
end;
$$;
grant execute on function private.visit_funnel(int) to authenticated;
comment on function private.visit_funnel(int) is
  'Body of public.visit_funnel. Security definer: sums over visits and orders of everybody.';

create function public.visit_funnel(p_days int default 30) returns jsonb
language sql stable security invoker
set search_path = ''
as $$
  select private.visit_funnel(p_days)
$$;
grant execute on function public.visit_funnel(int) to authenticated;
comment on function public.visit_funnel(int) is
  'How many counted visits came to each step of buying, and all orders beside them: {from, to, steps: [{step, visits}], orders, paid}. Names nobody. Staff: owner, fulfilment. Refuses with not_allowed, wrong_window.';

-- schemas/90-operations/rpc/waiting_changes.sql
-- What editors changed since a build, so that the desk can say what Publish would bring. Changes of
-- things that no page shows (stock, who may do what) are not among them.

create index audit_log_at_idx on public.audit_log (at);

create function private.waiting_changes(p_since timestamptz) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  v_shown constant text[] := array[
    'products', 'variants', 'product_options', 'option_values', 'option_rules', 'product_images',
    'product_facts', 'product_files', 'product_relations', 'makers', 'colorways', 'palettes',
    'batches', 'batch_kits', 'batch_price_tiers', 'lists', 'list_choices', 'updates',
    'update_batches', 'update_products', 'countries', 'tax_rates', 'country_restrictions',
    'shipping_zones', 'zone_countries', 'shipping_methods', 'shipping_rates', 'regional_partners',
    'partner_countries', 'partner_sales', 'settings', 'page_texts', 'faq_groups', 'faq_entries',
    'legal_versions', 'legal_sections'
  ];
  -- What orders and entries touch by themselves.
  v_counted constant text[] := array[
    'version', 'updated_at', 'entry_count',
    'ordered_count', 'waiting_count', 'settled_count'
  ];
  v_most constant int := 200;
begin
  perform private.require_reader('owner', 'editor');
  if p_since is null or p_since < now() - interval '1 year' then
    perform private.refuse(422, 'since_too_old', 'Changes are listed for one year at most.', '{}');
  end if;
  return (
    with edits as (
      select log.table_name, log.row_id,
        (array_agg(log.action order by log.id))[1] as first_action,
        (array_agg(log.action order by log.id desc))[1] as last_action,
        (array_agg(coalesce(log.after, log.before) order by log.id desc))[1] as shown,
        (array_agg(log.actor_role order by log.id desc))[1] as by_role,
        max(log.at) as at
      from public.audit_log log
      where log.at > p_since and log.table_name = any (v_shown)
        and log.action in ('insert', 'update', 'delete')
        and log.before - v_counted is distinct from log.after - v_counted
      group by log.table_name, log.row_id
    ),
    due as (
      select 'products' as table_name, id::text as row_id, title, publish_at from public.products
      where publish_at > p_since and publish_at <= now() and status <> 'draft'
      union all
      select 'updates', id::text, title, publish_at from public.updates
      where publish_at > p_since and publish_at <= now()
    ),
    changes as (
      select table_name, row_id, at, by_role,
        case when first_action = 'insert' then 'new' when last_action = 'delete' then 'gone'
          else 'changed' end as kind,
        coalesce(shown ->> 'title', shown ->> 'name', shown ->> 'question', shown ->> 'sku',
          shown ->> 'url', shown ->> 'code', shown ->> 'key', '') as title
      from edits where not (first_action = 'insert' and last_action = 'delete')
      union all
      select table_name, row_id, publish_at, 'clock', 'due', title from due
      where not exists (
        select from edits where edits.table_name = due.table_name and edits.row_id = due.row_id)
    ),
    listed as (select * from changes order by at desc, table_name, row_id limit v_most)
    select jsonb_build_object(
      'since', p_since,
      'count', (select count(*) from changes),
      'changes', coalesce((select jsonb_agg(jsonb_build_object(
        'table', table_name, 'row_id', row_id, 'kind', kind, 'title', title, 'at', at,
        'by', by_role) order by at desc) from listed), '[]'))
  );
end;
$$;
grant execute on function private.waiting_changes(timestamptz) to authenticated;
comment on function private.waiting_changes(timestamptz) is
  'Body of public.waiting_changes. Security definer: editors may know what waits without reading the audit log.';

create function public.waiting_changes(p_since timestamptz) returns jsonb
language sql stable security invoker
set search_path = ''
as $$
  select private.waiting_changes(p_since)
$$;
grant execute on function public.waiting_changes(timestamptz) to authenticated;
comment on function public.waiting_changes(timestamptz) is
  'What Publish would bring: {since, count, changes: [{table, row_id, kind: new | changed | gone | due, title, at, by}]}, newest first, at most 200. Staff: owner, editor. Refuses with not_allowed, since_too_old.';

-- schemas/90-operations/90_storage.sql
-- The two buckets. Pictures of published goods are public; what editors prepare is theirs alone.
-- Formats that can carry script (SVG, HTML) are refused.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('product-images', 'product-images', true, 12582912,
    array['image/avif', 'image/webp', 'image/png', 'image/jpeg']),
  ('drafts', 'drafts', false, 20971520,
    array['image/avif', 'image/webp', 'image/png', 'image/jpeg'])
on conflict (id) do update set
  public = excluded.public,
  file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

create policy "Owners and editors read pictures and drafts" on storage.objects for select to authenticated
  using (bucket_id in ('product-images', 'drafts') and (select private.is_staff('owner', 'editor')));
create policy "Owners and editors upload pictures and drafts" on storage.objects for insert to authenticated
  with check (bucket_id in ('product-images', 'drafts') and (select private.is_staff('owner', 'editor')));
create policy "Owners and editors replace pictures and drafts" on storage.objects for update to authenticated
  using (bucket_id in ('product-images', 'drafts') and (select private.is_staff('owner', 'editor')))
  with check (bucket_id in ('product-images', 'drafts') and (select private.is_staff('owner', 'editor')));
create policy "Owners and editors remove pictures and drafts" on storage.objects for delete to authenticated
  using (bucket_id in ('product-images', 'drafts') and (select private.is_staff('owner', 'editor')));

-- schemas/90-operations/92_realtime.sql
-- What clients may hear of, within the rights of who listens. Edits alone: stock and counts change too
-- often to be announced, and pages read them when they are opened.

alter publication supabase_realtime add table
  public.batches, public.lists, public.order_events, public.publish_requests, public.updates, public.variants;

-- schemas/90-operations/93_staff_changes.sql
-- Whoever works here and has a second factor has given it lately when they write a table by themselves;
-- functions ask for it in private.require_staff. Every table that a policy lets staff write is guarded.

create function private.guard_staff_change() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  -- A function writes as its owner, and not everything that it writes is a change by staff.
  if current_user = 'authenticated' then
    perform private.require_fresh_proof();
  end if;
  return null;
end;
$$;
comment on function private.guard_staff_change() is
  'Refuses a write by staff whose second factor was given too long ago.';

do $$
declare
  v_table text;
begin
  for v_table in
    select distinct p.tablename from pg_policies p
    where p.schemaname = 'public' and p.cmd <> 'SELECT' and concat(p.qual, p.with_check) like '%is_staff%'
    order by 1
  loop
    execute format('create trigger guard_staff_change before insert or update or delete on public.%I
      for each statement execute function private.guard_staff_change()', v_table);
  end loop;
end;
$$;

-- schemas/90-operations/99_shared_columns.sql
-- Columns that mean the same in every table are explained once.

do $$
declare
  v_column record;
begin
  for v_column in
    select c.oid::regclass as relation, a.attname, m.meaning
    from pg_attribute a
    join pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'v')
    join pg_namespace n on n.oid = c.relnamespace and n.nspname in ('public', 'private')
    join (values
      ('id', 'Opaque id.'),
      ('position', 'Where it stands among its siblings, smallest first.'),
      ('currency', 'ISO 4217 of the amounts in this row.'),
      ('version', 'Counts edits: change a row only while it is what you read.'),
      ('created_at', 'When the row was made.'),
      ('updated_at', 'When the row was last edited.')
    ) as m (attname, meaning) on m.attname = a.attname
    where col_description(c.oid, a.attnum) is null
  loop
    execute format('comment on column %s.%I is %L', v_column.relation, v_column.attname, v_column.meaning);
  end loop;
end;
$$;

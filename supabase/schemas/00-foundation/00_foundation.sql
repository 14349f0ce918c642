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

-- A hosted project gives these roles everything; here each table and function says who may do what.
alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke all on tables from public, anon, authenticated, service_role;
alter default privileges in schema public revoke all on functions from public, anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from public, anon, authenticated, service_role;

create extension if not exists btree_gist with schema extensions;
create extension if not exists pg_trgm with schema extensions;

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
  if jsonb_typeof(p_value) is distinct from 'string' then
    return p_value;
  end if;
  begin
    return (p_value #>> '{}')::jsonb;
  exception when others then
    perform private.refuse(422, 'wrong_json', 'This is not valid JSON.');
    return null;
  end;
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
grant execute on function private.uuid_of(text) to anon, authenticated, service_role;
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

create table private.call_keys (
  caller text not null,
  key uuid not null,
  request_hash text not null,
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (caller, key)
);
create index call_keys_age_idx on private.call_keys (created_at);
comment on table private.call_keys is
  'What a function that creates something answered: the same key again gets it again, where the first answer was lost.';
comment on column private.call_keys.key is 'Chosen by the caller for one intention.';
comment on column private.call_keys.request_hash is 'Of everything that was asked for.';

create function private.known_answer(p_key uuid, p_request text) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  v_caller constant text := coalesce(auth.uid()::text, 'guest');
  v_known private.call_keys;
begin
  if p_key is null then
    return null;
  end if;
  -- Waits here for the same call where it is still under way.
  insert into private.call_keys (caller, key, request_hash) values (v_caller, p_key, private.hash_of(p_request))
  on conflict do nothing;
  if found then
    return null;
  end if;
  select * into v_known from private.call_keys k where k.caller = v_caller and k.key = p_key;
  if v_known.request_hash <> private.hash_of(p_request) then
    perform private.refuse(422, 'key_reused', 'You have already sent this form with different details. Reload the page and try again.');
  end if;
  return v_known.answer;
end;
$$;
comment on function private.known_answer(uuid, text) is
  'Null for a new key or none, the first answer for a known one; refuses a key with another request.';

create function private.keep_answer(p_key uuid, p_answer jsonb) returns jsonb
language plpgsql
set search_path = ''
as $$
begin
  update private.call_keys set answer = p_answer where caller = coalesce(auth.uid()::text, 'guest') and key = p_key;
  return p_answer;
end;
$$;
comment on function private.keep_answer(uuid, jsonb) is 'Gives an answer and keeps it for whoever asks again with the same key.';

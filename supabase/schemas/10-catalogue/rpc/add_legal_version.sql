-- A new version of a legal text with all of its sections, or nothing: a version without its sections would
-- leave the page empty from its day on.

create function private.add_legal_version(p_document text, p_number int, p_changes text, p_publish_at timestamptz, p_effective_at timestamptz, p_sections jsonb, p_key uuid default null)
returns int
language plpgsql security definer
set search_path = ''
as $$
declare
  v_sections constant jsonb := private.json_of(p_sections);
  v_known jsonb;
  v_newest int;
  v_version uuid;
begin
  perform private.require_staff('owner');
  v_known := private.known_answer(p_key, concat_ws('|', 'legal', p_document, p_number, p_changes, p_publish_at, p_effective_at, v_sections));
  if v_known is not null then
    return (v_known #>> '{}')::int;
  end if;
  if jsonb_typeof(v_sections) is distinct from 'array' or jsonb_array_length(v_sections) not between 1 and 60
    or exists (select from jsonb_array_elements(v_sections) s
      where jsonb_typeof(s) <> 'object' or s ->> 'code' is null or s ->> 'title' is null or s ->> 'plain' is null or s ->> 'body' is null)
    or (select count(distinct s ->> 'code') <> count(*) from jsonb_array_elements(v_sections) s) then
    perform private.refuse(422, 'wrong_sections', 'Enter 1 to 60 sections, each with an address of its own.');
  end if;
  if p_publish_at is null or p_publish_at <= now() or p_effective_at is null or p_effective_at < p_publish_at then
    perform private.refuse(422, 'wrong_days', 'Publish it at a time to come, and let it hold no earlier than that.');
  end if;
  -- One at a time: the number is the one after the newest that the writer saw.
  perform pg_advisory_xact_lock(hashtext('legal ' || p_document));
  select coalesce(max(number), 0) into v_newest from public.legal_versions where document = p_document;
  if p_number is distinct from v_newest + 1 then
    perform private.refuse(409, 'version_changed', format('Someone else added version %s. Open it, and compare it with yours.', v_newest),
      jsonb_build_object('newest', v_newest));
  end if;
  insert into public.legal_versions (document, number, changes, publish_at, effective_at)
  values (p_document, p_number, btrim(coalesce(p_changes, '')), p_publish_at, p_effective_at) returning id into v_version;
  insert into public.legal_sections (version_id, code, title, plain, body, position)
  select v_version, s ->> 'code', s ->> 'title', s ->> 'plain', s ->> 'body', at
  from jsonb_array_elements(v_sections) with ordinality as of (s, at);
  perform private.keep_answer(p_key, to_jsonb(p_number));
  return p_number;
end;
$$;
call pg_temp.expose('add_legal_version', 'authenticated', 'answers are kept where nobody reads them.',
  'Adds a version of a legal text with its sections [{code, title, plain, body}], the one after the newest that was seen. Staff: owner. Gives its number, the same for the same key. Refuses with not_allowed, key_reused, wrong_json, wrong_sections, wrong_days, version_changed (with newest).');

-- Editors translate texts, one or a file of them. Each text is judged for itself: what was changed by someone
-- else, or was made from a text that has changed since, is told and left as it is.

-- Each line of a list stands for one of the other: lines that differ there differ here too, for a choice must
-- never be called by the name of another.
create function private.keeps_lines(p_text text, p_source text)
returns boolean
language sql immutable security invoker
set search_path = ''
as $$
  select not exists (
    select from unnest(string_to_array(p_text, E'\n'), string_to_array(p_source, E'\n')) l (line, source)
    group by btrim(l.line, E' \t\r')
    having bool_or(l.source is null) or coalesce(btrim(l.line, E' \t\r'), '') = ''
      or count(distinct btrim(l.source, E' \t\r')) > 1)
$$;
comment on function private.keeps_lines(text, text) is
  'Whether a translated list has a line for each of its own, none empty and none like another that differed.';

create function private.save_translations(p_language text, p_texts jsonb, p_takes_older boolean default false)
returns table (
  table_name text, row_id text, column_name text, outcome text, source text, text text, made_from text, version int
)
language plpgsql security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  v_texts constant jsonb := private.json_of(p_texts);
  v_one record;
  v_old public.translations;
  v_outcome text;
begin
  perform private.require_staff('owner', 'editor');
  if coalesce(p_language, '') !~ '^[a-z]{2}$' then
    perform private.refuse(422, 'unknown_language', 'Choose a language.');
  elsif jsonb_typeof(v_texts) is distinct from 'array' or jsonb_array_length(v_texts) > 200 then
    perform private.refuse(422, 'too_many', 'Save at most 200 texts at once.', '{"limit": 200}');
  end if;
  -- In one order, so that two who save the same texts wait for each other and no longer.
  for v_one in
    select a.*, s.text as now_text, s.is_list
    from (
      select distinct on (1, 2, 3) x ->> 'table_name' as table_name, x ->> 'row_id' as row_id, x ->> 'column_name' as column_name,
        btrim(replace(coalesce(x ->> 'text', ''), E'\r\n', E'\n'), E' \t\r\n') as text, coalesce(x ->> 'source', '') as source,
        coalesce((x ->> 'version')::int, 0) as version
      from jsonb_array_elements(v_texts) x
    ) a
    left join private.source_texts s on s.table_name = a.table_name and s.row_id = a.row_id and s.column_name = a.column_name
      and btrim(s.text) <> ''
    order by 1, 2, 3
  loop
    select * into v_old from public.translations t
    where t.language = p_language and t.table_name = v_one.table_name and t.row_id = v_one.row_id
      and t.column_name = v_one.column_name for update;
    v_outcome := case
      when v_one.now_text is null then 'gone'
      -- What was saved and not answered is sent again.
      when v_one.text = coalesce(v_old.text, '') and (v_one.text = '' or v_one.source = v_old.source) then 'same'
      when coalesce(v_old.version, 0) <> v_one.version then 'conflict'
      when v_one.text = '' then 'removed'
      when v_one.source <> v_one.now_text and not coalesce(p_takes_older, false) then 'source_changed'
      when length(v_one.text) > 80000 or length(v_one.source) > 80000 then 'too_long'
      when v_one.is_list and not private.keeps_lines(v_one.text, v_one.source) then 'lines'
      when exists (
        select from regexp_matches(v_one.text, '\{\{\s*([a-z][a-z_]*)\s*\}\}', 'g') m
        where not exists (select from public.settings g where g.key = m[1])) then 'unknown_setting'
      else 'saved' end;
    if v_outcome = 'removed' then
      delete from public.translations t where t.id = v_old.id;
      v_old := null;
    elsif v_outcome = 'saved' and v_old.id is not null then
      update public.translations t set text = v_one.text, source = v_one.source where t.id = v_old.id returning * into v_old;
    elsif v_outcome = 'saved' then
      insert into public.translations (language, table_name, row_id, column_name, text, source)
      values (p_language, v_one.table_name, v_one.row_id, v_one.column_name, v_one.text, v_one.source)
      on conflict do nothing returning * into v_old;
      if v_old.id is null then
        -- Someone else was first, a moment ago.
        v_outcome := 'conflict';
        select * into v_old from public.translations t
        where t.language = p_language and t.table_name = v_one.table_name and t.row_id = v_one.row_id
          and t.column_name = v_one.column_name;
      end if;
    end if;
    return query select v_one.table_name, v_one.row_id, v_one.column_name, v_outcome, coalesce(v_one.now_text, ''),
      coalesce(v_old.text, ''), coalesce(v_old.source, ''), coalesce(v_old.version, 0);
  end loop;
end;
$$;
call pg_temp.expose('save_translations', 'authenticated', 'editors translate through this function alone.',
  'Translates texts [{table_name, row_id, column_name, text, source, version}], at most 200; an empty text removes the translation. source is what it was made from, version what was read, 0 for none. Gives of each what became of it (saved, same, removed, conflict, source_changed, gone, lines, too_long, unknown_setting) and how it stands now. p_takes_older takes what was made from an older text. Staff: owner, editor. Refuses with not_allowed, unknown_language, too_many.
Gives {
  table_name: string;
  row_id: string;
  column_name: string;
  outcome: "saved" | "same" | "removed" | "conflict" | "source_changed" | "gone" | "too_long" | "lines" | "unknown_setting";
  source: string;
  text: string;
  made_from: string;
  version: number;
}[]');

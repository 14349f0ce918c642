-- How far the translation of the shop is.

create function private.count_translations(p_language text)
returns table (area text, texts int, translated int, older int)
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_reader('owner', 'editor');
  return query
  select s.area, count(*)::int, count(t.id)::int, (count(*) filter (where t.source <> s.text))::int
  from private.source_texts s
  left join public.translations t on t.language = p_language
    and t.table_name = s.table_name and t.row_id = s.row_id and t.column_name = s.column_name
  where btrim(s.text) <> ''
  group by s.area order by min(s.place collate "C");
end;
$$;
call pg_temp.expose('count_translations', 'authenticated',
  'editors read what a translation was made from through functions alone.',
  'How many texts there are of each kind, how many are translated, and how many of these from an older text. Staff: owner, editor. Refuses with not_allowed.
Gives { area: string; texts: number; translated: number; older: number }[]');

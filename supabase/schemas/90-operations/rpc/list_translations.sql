-- The texts of the shop beside their translations, as editors go through them.

create function private.list_translations(
  p_language text, p_show text default 'all', p_area text default null, p_search text default '', p_after text default null,
  p_most int default 40
)
returns table (
  place text, area text, owner text, part text, table_name text, row_id text, column_name text, is_list boolean,
  source text, text text, made_from text, version int, proposal text
)
language plpgsql stable security definer
set search_path = ''
as $$
declare
  v_search constant text := lower(btrim(left(coalesce(p_search, ''), 100)));
begin
  perform private.require_reader('owner', 'editor');
  return query
  with page as (
    select s.*, t.text as translation, t.source as made_from, t.version
    from private.source_texts s
    left join public.translations t on t.language = p_language
      and t.table_name = s.table_name and t.row_id = s.row_id and t.column_name = s.column_name
    where btrim(s.text) <> '' and (p_area is null or s.area = p_area)
      and (p_after is null or s.place collate "C" > p_after)
      and case p_show when 'open' then t.id is null when 'older' then t.source <> s.text else true end
      and (v_search = '' or position(v_search in lower(s.text)) > 0 or position(v_search in lower(s.owner)) > 0
        or position(v_search in lower(coalesce(t.text, ''))) > 0)
    order by s.place collate "C" limit least(greatest(coalesce(p_most, 40), 1), 500)
  )
  select p.place, p.area, p.owner, p.part, p.table_name, p.row_id, p.column_name, p.is_list, p.text,
    coalesce(p.translation, ''), coalesce(p.made_from, ''), coalesce(p.version, 0), coalesce(o.text, '')
  from page p
  left join lateral (
    select t.text from public.translations t
    where p.translation is null and t.language = p_language and t.source_md5 = md5(p.text)
    order by t.updated_at desc, t.id limit 1) o on true
  order by p.place collate "C";
end;
$$;
call pg_temp.expose('list_translations', 'authenticated',
  'editors read what a translation was made from through this function alone.',
  'Texts with their translation, a page after the other: open (not translated), older (translated from an older text) or all. version is 0 where there is none; made_from is the text that it was made from; proposal is how the same text was translated elsewhere. Staff: owner, editor. Refuses with not_allowed.
Gives {
  place: string;
  area: string;
  owner: string;
  part: string;
  table_name: string;
  row_id: string;
  column_name: string;
  is_list: boolean;
  source: string;
  text: string;
  made_from: string;
  version: number;
  proposal: string;
}[]');

-- What editors write, in further languages. A translation belongs to one text: a column of a row. Whoever may
-- read the row may read it, and nobody writes it but through functions. What was translated and has changed
-- since is still shown, and told at the desk.

create table public.translations (
  id uuid primary key default gen_random_uuid(),
  language text not null check (language ~ '^[a-z]{2}$'),
  table_name text not null check (table_name ~ '^[a-z_]+$'),
  row_id text not null check (row_id ~ '^[A-Za-z0-9/-]{1,100}$'),
  column_name text not null check (column_name ~ '^[a-z_]+$'),
  text text not null check (length(text) between 1 and 80000),
  source text not null check (length(source) <= 80000),
  source_md5 text not null generated always as (md5(source)) stored,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (table_name, row_id, column_name, language)
);
create index translations_source_idx on public.translations (language, source_md5);
comment on table public.translations is 'A text of the shop in another language than the first.';
comment on column public.translations.language is 'ISO 639-1.';
comment on column public.translations.row_id is 'The key of its row; of several columns they are joined by a slash.';
comment on column public.translations.text is 'The translation; of a list, a line for each.';
comment on column public.translations.source is
  'What it was made from, which tells whether the original has changed since. Not for everyone: it may never have been published.';
comment on column public.translations.source_md5 is 'By which pages tell that a translated list is still the same list.';

-- Whoever calls it sees the row, or does not: it reads with their rights and no others.
create function private.sees_row(p_table text, p_row text) returns boolean
language plpgsql stable security invoker
set search_path = ''
as $$
declare
  v_id constant uuid := private.uuid_of(split_part(p_row, '/', 1));
  v_second constant text := split_part(p_row, '/', 2);
begin
  case p_table
    when 'products' then return exists (select from public.products t where t.id = v_id);
    when 'variants' then return exists (select from public.variants t where t.id = v_id);
    when 'product_options' then return exists (select from public.product_options t where t.id = v_id);
    when 'option_values' then return exists (select from public.option_values t where t.id = v_id);
    when 'option_rules' then return exists (select from public.option_rules t where t.id = v_id);
    when 'product_facts' then return exists (select from public.product_facts t where t.id = v_id);
    when 'product_files' then return exists (select from public.product_files t where t.id = v_id);
    when 'product_relations' then return exists (
      select from public.product_relations t where t.product_id = v_id and t.related_id = private.uuid_of(v_second));
    when 'product_images' then return exists (select from public.product_images t where t.id = v_id);
    when 'product_sounds' then return exists (select from public.product_sounds t where t.id = v_id);
    when 'shown_photos' then return exists (select from public.shown_photos t where t.id = v_id);
    when 'colorways' then return exists (select from public.colorways t where t.id = v_id);
    when 'palettes' then return exists (select from public.palettes t where t.id = v_id);
    when 'makers' then return exists (select from public.makers t where t.id = v_id);
    when 'batches' then return exists (select from public.batches t where t.id = v_id);
    when 'lists' then return exists (select from public.lists t where t.id = v_id);
    when 'updates' then return exists (select from public.updates t where t.id = v_id);
    when 'update_batches' then return exists (
      select from public.update_batches t where t.update_id = v_id and t.batch_id = private.uuid_of(v_second));
    when 'faq_groups' then return exists (select from public.faq_groups t where t.id = v_id);
    when 'faq_entries' then return exists (select from public.faq_entries t where t.id = v_id);
    when 'page_texts' then return exists (select from public.page_texts t where t.id = v_id);
    when 'legal_versions' then return exists (select from public.legal_versions t where t.id = v_id);
    when 'legal_sections' then return exists (select from public.legal_sections t where t.id = v_id);
    when 'countries' then return exists (select from public.countries t where t.code = p_row);
    when 'country_restrictions' then return exists (
      select from public.country_restrictions t
      where t.country_code = split_part(p_row, '/', 1) and t.shipping_tag = v_second);
    when 'tax_rates' then return exists (select from public.tax_rates t where t.id = v_id);
    when 'shipping_methods' then return exists (select from public.shipping_methods t where t.id = v_id);
    when 'regional_partners' then return exists (select from public.regional_partners t where t.id = v_id);
    else return false;
  end case;
end;
$$;
grant execute on function private.sees_row(text, text) to anon, authenticated, service_role;
comment on function private.sees_row(text, text) is 'Whether its caller may read the row that a translation belongs to.';

revoke all on public.translations from anon, authenticated;
grant select (id, language, table_name, row_id, column_name, text, source_md5, updated_at)
  on public.translations to anon, authenticated;
grant select on public.translations to service_role;
create policy "Everyone reads translations of what they can see" on public.translations
  for select to anon, authenticated
  using (private.sees_row(table_name, row_id));
call pg_temp.log_changes('public.translations');
create trigger require_known_settings before insert or update of text on public.translations
  for each row execute function private.require_known_settings('text');

-- Every text that can be translated, in the order in which the desk shows them. A list is a text with a line
-- for each of its members. Names of people and makers, addresses and codes are not among them.
create view private.source_texts as
select t.area, t.owner, t.part, t.table_name, t.row_id, t.column_name, t.text, t.is_list,
  lpad(t.area_no::text, 2, '0') || lower(left(t.owner, 60)) || ' ' || t.owner_id || lpad(t.part_no::text, 2, '0')
    || lpad((t.position + 1000000)::text, 8, '0') || t.row_id || t.column_no as place
from (
  select 1 as area_no, 'products' as area, p.id::text as owner_id, p.title as owner, 1 as part_no, 0 as position, '' as part,
    'products' as table_name, p.id::text as row_id, c.column_no, c.column_name, c.text, c.is_list
  from public.products p
  cross join lateral (
    values (1, 'title', p.title, false), (2, 'summary', p.summary, false), (3, 'body', p.body, false),
      (4, 'in_the_box', array_to_string(p.in_the_box, E'\n'), true), (5, 'still_needed', array_to_string(p.still_needed, E'\n'), true),
      (6, 'safety_warnings', p.safety_warnings, false), (7, 'seo_title', p.seo_title, false),
      (8, 'seo_description', p.seo_description, false), (9, 'variant_options', (
        select string_agg(l.line, E'\n' order by o.place, l.place) as lines
        from jsonb_array_elements(p.variant_options) with ordinality as o (option, place)
        cross join lateral (
          select 0::bigint as place, o.option ->> 'title' as line
          union all
          select v.place, v.value ->> 'title' as line
          from jsonb_array_elements(o.option -> 'values') with ordinality as v (value, place)
        ) l
      ), true)
  ) as c (column_no, column_name, text, is_list)
  where p.status <> 'archived'
  union all
  -- The chips of a palette are found by their titles.
  select 1 as area_no, 'products' as area, p.id::text as owner_id, p.title as owner, 2 as part_no, v.position, v.title as part,
    'variants' as table_name, v.id::text as row_id, c.column_no, c.column_name, c.text, false as is_list
  from public.variants v
  join public.products p on p.id = v.product_id
  cross join lateral (
    values (1, 'title', case when not exists (
      select from public.product_facts f where f.product_id = p.id and f.code = 'palette') then v.title else '' end),
      (2, 'contents', v.contents), (3, 'flaws', v.flaws)
  ) as c (column_no, column_name, text)
  where p.status <> 'archived'
  union all
  select 1 as area_no, 'products' as area, p.id::text as owner_id, p.title as owner, 3 as part_no, o.position, o.title as part,
    'product_options' as table_name, o.id::text as row_id, c.column_no, c.column_name, c.text, false as is_list
  from public.product_options o
  join public.products p on p.id = o.product_id
  cross join lateral (values (1, 'title', o.title), (2, 'help', o.help)) as c (column_no, column_name, text)
  where p.status <> 'archived'
  union all
  select 1 as area_no, 'products' as area, p.id::text as owner_id, p.title as owner, 4 as part_no, v.position, o.title as part,
    'option_values' as table_name, v.id::text as row_id, c.column_no, c.column_name, c.text, false as is_list
  from public.option_values v
  join public.product_options o on o.id = v.option_id
  join public.products p on p.id = o.product_id
  cross join lateral (values (1, 'title', v.title), (2, 'note', v.note)) as c (column_no, column_name, text)
  where p.status <> 'archived'
  union all
  select 1 as area_no, 'products' as area, p.id::text as owner_id, p.title as owner, 5 as part_no, 0 as position, '' as part,
    'option_rules' as table_name, r.id::text as row_id, 1 as column_no, 'reason' as column_name, r.reason as text, false as is_list
  from public.option_rules r
  join public.products p on p.id = r.product_id
  where p.status <> 'archived'
  union all
  select 1 as area_no, 'products' as area, p.id::text as owner_id, p.title as owner, 6 as part_no, f.position, f.label as part,
    'product_facts' as table_name, f.id::text as row_id, c.column_no, c.column_name, c.text, false as is_list
  from public.product_facts f
  join public.products p on p.id = f.product_id
  cross join lateral (
    values (1, 'label', f.label), (2, 'value', case when f.code <> 'palette' then f.value else '' end)
  ) as c (column_no, column_name, text)
  where p.status <> 'archived'
  union all
  select 1 as area_no, 'products' as area, p.id::text as owner_id, p.title as owner, 7 as part_no, f.position, f.file_name as part,
    'product_files' as table_name, f.id::text as row_id, c.column_no, c.column_name, c.text, false as is_list
  from public.product_files f
  join public.products p on p.id = f.product_id
  cross join lateral (
    values (1, 'title', f.title), (2, 'content', case when f.kind = 'build_guide' then f.content else '' end)
  ) as c (column_no, column_name, text)
  where p.status <> 'archived'
  union all
  select 1 as area_no, 'products' as area, p.id::text as owner_id, p.title as owner, 8 as part_no, r.position, o.title as part,
    'product_relations' as table_name, r.product_id || '/' || r.related_id as row_id, 1 as column_no, 'reason' as column_name,
    r.reason as text, false as is_list
  from public.product_relations r
  join public.products p on p.id = r.product_id
  join public.products o on o.id = r.related_id
  where p.status <> 'archived'
  union all
  select 1 as area_no, 'products' as area, p.id::text as owner_id, p.title as owner, 9 as part_no, i.position, '' as part,
    'product_images' as table_name, i.id::text as row_id, 1 as column_no, 'alt' as column_name, i.alt as text, false as is_list
  from public.product_images i
  join public.products p on p.id = i.product_id
  where p.status <> 'archived'
  union all
  select 1 as area_no, 'products' as area, p.id::text as owner_id, p.title as owner, 10 as part_no, s.position, '' as part,
    'product_sounds' as table_name, s.id::text as row_id, 1 as column_no, 'title' as column_name, s.title as text, false as is_list
  from public.product_sounds s
  join public.products p on p.id = s.product_id
  where p.status <> 'archived'
  union all
  select 1 as area_no, 'products' as area, p.id::text as owner_id, p.title as owner, 11 as part_no, 0 as position, '' as part,
    'shown_photos' as table_name, s.id::text as row_id, 1 as column_no, 'alt' as column_name, s.alt as text, false as is_list
  from public.shown_photos s
  join public.products p on p.id = s.product_id
  where p.status <> 'archived'
  union all
  select 2 as area_no, 'batches' as area, p.id::text as owner_id, p.title as owner, 1 as part_no, b.number as position, b.code as part,
    'batches' as table_name, b.id::text as row_id, c.column_no, c.column_name, c.text, false as is_list
  from public.batches b
  join public.products p on p.id = b.product_id
  cross join lateral (values (1, 'title', b.title), (2, 'note', b.note)) as c (column_no, column_name, text)
  where p.status <> 'archived'
  union all
  select 3 as area_no, 'lists' as area, l.id::text as owner_id, l.title as owner, 1 as part_no, 0 as position, '' as part,
    'lists' as table_name, l.id::text as row_id, c.column_no, c.column_name, c.text, false as is_list
  from public.lists l
  cross join lateral (values (1, 'title', l.title), (2, 'rules', l.rules)) as c (column_no, column_name, text)
  where l.status <> 'finished'
  union all
  select 4 as area_no, 'updates' as area, u.id::text as owner_id, u.title as owner, 1 as part_no, 0 as position, '' as part,
    'updates' as table_name, u.id::text as row_id, c.column_no, c.column_name, c.text, false as is_list
  from public.updates u
  cross join lateral (
    values (1, 'title', u.title), (2, 'summary', u.summary), (3, 'body', u.body)
  ) as c (column_no, column_name, text)
  where u.status <> 'archived'
  union all
  select 4 as area_no, 'updates' as area, u.id::text as owner_id, u.title as owner, 2 as part_no, 0 as position, b.title as part,
    'update_batches' as table_name, x.update_id || '/' || x.batch_id as row_id, 1 as column_no, 'buyers_note' as column_name,
    x.buyers_note as text, false as is_list
  from public.update_batches x
  join public.updates u on u.id = x.update_id
  join public.batches b on b.id = x.batch_id
  where u.status <> 'archived'
  union all
  select 5 as area_no, 'questions' as area, g.id::text as owner_id, g.title as owner, 1 as part_no, g.position, '' as part,
    'faq_groups' as table_name, g.id::text as row_id, 1 as column_no, 'title' as column_name, g.title as text, false as is_list
  from public.faq_groups g
  union all
  select 5 as area_no, 'questions' as area, g.id::text as owner_id, g.title as owner, 2 as part_no, e.position, '' as part,
    'faq_entries' as table_name, e.id::text as row_id, c.column_no, c.column_name, c.text, false as is_list
  from public.faq_entries e
  join public.faq_groups g on g.id = e.group_id
  cross join lateral (values (1, 'question', e.question), (2, 'answer', e.answer)) as c (column_no, column_name, text)
  union all
  select 6 as area_no, 'pages' as area, t.page as owner_id, initcap(t.page) as owner, 1 as part_no, t.position, t.title as part,
    'page_texts' as table_name, t.id::text as row_id, c.column_no, c.column_name, c.text, false as is_list
  from public.page_texts t
  cross join lateral (values (1, 'title', t.title), (2, 'body', t.body)) as c (column_no, column_name, text)
  union all
  select 7 as area_no, 'makers' as area, m.id::text as owner_id, m.name as owner, 1 as part_no, m.position, '' as part,
    'makers' as table_name, m.id::text as row_id, 1 as column_no, 'bio' as column_name, m.bio as text, false as is_list
  from public.makers m
  union all
  select 8 as area_no, 'colours' as area, p.id::text as owner_id, p.title as owner, 1 as part_no, p.position, '' as part,
    'palettes' as table_name, p.id::text as row_id, c.column_no, c.column_name, c.text, false as is_list
  from public.palettes p
  cross join lateral (values (1, 'material', p.material), (2, 'note', p.note)) as c (column_no, column_name, text)
  union all
  select 8 as area_no, 'colours' as area, coalesce(p.id::text, g.id::text) as owner_id, coalesce(p.title, g.title) as owner, 2 as part_no,
    w.position, w.name as part, 'colorways' as table_name, w.id::text as row_id, 1 as column_no, 'note' as column_name,
    w.note as text, false as is_list
  from public.colorways w
  left join public.palettes p on p.id = w.palette_id
  left join public.products g on g.id = w.product_id
  where g.id is null or g.status <> 'archived'
  union all
  select 9 as area_no, 'shipping' as area, n.code as owner_id, n.name as owner, 1 as part_no, 0 as position, '' as part,
    'countries' as table_name, n.code as row_id, c.column_no, c.column_name, c.text, false as is_list
  from public.countries n
  cross join lateral (
    values (1, 'not_shipped_reason', n.not_shipped_reason), (2, 'duties_note', n.duties_note)
  ) as c (column_no, column_name, text)
  union all
  select 9 as area_no, 'shipping' as area, n.code as owner_id, n.name as owner, 2 as part_no, 0 as position, r.shipping_tag as part,
    'country_restrictions' as table_name, r.country_code || '/' || r.shipping_tag as row_id, 1 as column_no, 'reason' as column_name,
    r.reason as text, false as is_list
  from public.country_restrictions r
  join public.countries n on n.code = r.country_code
  union all
  select 9 as area_no, 'shipping' as area, n.code as owner_id, n.name as owner, 3 as part_no, 0 as position, '' as part,
    'tax_rates' as table_name, r.id::text as row_id, 1 as column_no, 'name' as column_name, r.name as text, false as is_list
  from public.tax_rates r
  join public.countries n on n.code = r.country_code
  union all
  select 9 as area_no, 'shipping' as area, z.id::text as owner_id, z.title as owner, 4 as part_no, m.position, m.name as part,
    'shipping_methods' as table_name, m.id::text as row_id, c.column_no, c.column_name, c.text, false as is_list
  from public.shipping_methods m
  join public.shipping_zones z on z.id = m.zone_id
  cross join lateral (values (1, 'name', m.name), (2, 'note', m.note)) as c (column_no, column_name, text)
  union all
  select 9 as area_no, 'shipping' as area, p.id::text as owner_id, p.name as owner, 5 as part_no, p.position, '' as part,
    'regional_partners' as table_name, p.id::text as row_id, 1 as column_no, 'note' as column_name, p.note as text, false as is_list
  from public.regional_partners p
  union all
  -- Of legal texts the version that holds, and those that will.
  select 10 as area_no, 'legal' as area, v.id::text as owner_id, initcap(v.document) || ', version ' || v.number as owner, 1 as part_no,
    0 as position, '' as part, 'legal_versions' as table_name, v.id::text as row_id, 1 as column_no, 'changes' as column_name,
    v.changes as text, false as is_list
  from public.legal_versions v
  where not exists (
    select from public.legal_versions n where n.document = v.document and n.number > v.number and n.effective_at <= now())
  union all
  select 10 as area_no, 'legal' as area, v.id::text as owner_id, initcap(v.document) || ', version ' || v.number as owner, 2 as part_no,
    s.position, s.title as part, 'legal_sections' as table_name, s.id::text as row_id, c.column_no, c.column_name, c.text, false as is_list
  from public.legal_sections s
  join public.legal_versions v on v.id = s.version_id
  cross join lateral (values (1, 'title', s.title), (2, 'plain', s.plain), (3, 'body', s.body)) as c (column_no, column_name, text)
  where not exists (
    select from public.legal_versions n where n.document = v.document and n.number > v.number and n.effective_at <= now())
) t;
revoke all on private.source_texts from anon, authenticated, service_role;
comment on view private.source_texts is
  'Every text that can be translated, also those that are empty; src/content/translated-columns.ts names the same columns. For functions alone.';
comment on column private.source_texts.area is 'What kind of thing it belongs to.';
comment on column private.source_texts.owner is 'Which one: the title of its product, its question''s group, its country.';
comment on column private.source_texts.part is 'Which part of it, where there are several.';
comment on column private.source_texts.place is 'Sorts them as the desk shows them; each has its own.';

create function private.drop_translations() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  delete from public.translations t
  where t.table_name = tg_table_name and t.row_id = (
    select string_agg(to_jsonb(old) ->> k.name, '/' order by k.place) from unnest(tg_argv) with ordinality k (name, place));
  return null;
end;
$$;
comment on function private.drop_translations() is
  'Removes the translations of a row that is gone; its arguments are the row''s key. The log has them for whoever puts it back. Security definer: nobody writes translations.';

do $$
declare
  v_table record;
begin
  for v_table in
    select distinct s.table_name, (
      select string_agg(quote_literal(a.attname), ', ' order by array_position(i.indkey::int2[], a.attnum))
      from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey::int2[])
      where i.indrelid = format('public.%I', s.table_name)::regclass and i.indisprimary) as key
    from unnest(array[
      'products', 'variants', 'product_options', 'option_values', 'option_rules', 'product_facts', 'product_files', 'product_relations',
      'product_images', 'product_sounds', 'shown_photos', 'colorways', 'palettes', 'makers', 'batches', 'lists', 'updates',
      'update_batches', 'faq_groups', 'faq_entries', 'page_texts', 'legal_versions', 'legal_sections', 'countries',
      'country_restrictions', 'tax_rates', 'shipping_methods', 'regional_partners']) as s (table_name)
  loop
    execute format('create trigger drop_translations after delete on public.%I
      for each row execute function private.drop_translations(%s)', v_table.table_name, v_table.key);
  end loop;
end;
$$;

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
      format('{{%s}} is not a setting of the shop. Use the name of a setting, or remove the braces.', v_unknown),
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
create trigger require_known_settings before insert or update of body, safety_warnings on public.products
  for each row execute function private.require_known_settings('body', 'safety_warnings');
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
      union all select body || ' ' || safety_warnings from public.products
      union all select body from public.updates
      union all select duties_note from public.countries
      -- That of a text which is gone is shown nowhere, and nobody could change it.
      union all select t.text from public.translations t join private.source_texts s using (table_name, row_id, column_name) where s.text <> ''
    ) t (words) where t.words ~ ('\{\{\s*' || old.key || '\s*\}\}')
  ) then
    perform private.refuse(409, 'setting_named', 'This setting is still mentioned in one of the shop’s texts. Change that text first.',
      jsonb_build_object('key', old.key));
  end if;
  return old;
end;
$$;
comment on function private.guard_named_setting() is
  'Keeps a setting that a text names. Security definer: it must see every text, published or not.';
create trigger guard_named_setting before delete on public.settings
  for each row execute function private.guard_named_setting();

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
call pg_temp.let_staff_write('public.settings', 'settings', 'owner');
call pg_temp.log_changes('public.settings');

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
  page text not null check (page in ('home', 'about', 'artisans', 'countries', 'faq', 'follow', 'updates')),
  code text not null check (code ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  title text not null check (length(title) between 2 and 120),
  body text not null check (length(body) between 1 and 20000),
  position int not null default 0,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (page, code)
);
comment on table public.page_texts is 'Sections of pages that are text.';
comment on column public.page_texts.code is 'What links within the page name.';
comment on column public.page_texts.body is 'The text, in Markdown with {{settings}}.';

revoke all on public.page_texts from anon, authenticated;
grant select on public.page_texts to anon, authenticated, service_role;
grant insert (page, code, title, body, position),
  update (page, code, title, body, position),
  delete
  on public.page_texts to authenticated, service_role;
create policy "Everyone reads page texts" on public.page_texts
  for select to anon, authenticated
  using (true);
call pg_temp.let_staff_write('public.page_texts', 'page texts', 'owner', 'editor');
call pg_temp.log_changes('public.page_texts');

create table public.faq_groups (
  id uuid primary key default gen_random_uuid(),
  code text not null unique check (code ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  title text not null check (length(title) between 2 and 80),
  position int not null default 0,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.faq_groups is
  'What the questions are grouped by; the group glossary holds words and their meaning.';

revoke all on public.faq_groups from anon, authenticated;
grant select on public.faq_groups to anon, authenticated, service_role;
grant insert (code, title, position),
  update (code, title, position),
  delete
  on public.faq_groups to authenticated, service_role;
create policy "Everyone reads FAQ groups" on public.faq_groups
  for select to anon, authenticated
  using (true);
call pg_temp.let_staff_write('public.faq_groups', 'FAQ groups', 'owner', 'editor');
call pg_temp.log_changes('public.faq_groups');

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
comment on table public.faq_entries is 'One question and its answer.';
comment on column public.faq_entries.answer is 'The answer, in Markdown with {{settings}}.';

revoke all on public.faq_entries from anon, authenticated;
grant select on public.faq_entries to anon, authenticated, service_role;
grant insert (group_id, code, question, answer, position),
  update (group_id, code, question, answer, position),
  delete
  on public.faq_entries to authenticated, service_role;
create policy "Everyone reads FAQ entries" on public.faq_entries
  for select to anon, authenticated
  using (true);
call pg_temp.let_staff_write('public.faq_entries', 'FAQ entries', 'owner', 'editor');
call pg_temp.log_changes('public.faq_entries');

create table public.legal_versions (
  id uuid primary key default gen_random_uuid(),
  document text not null check (document in ('terms', 'privacy', 'imprint', 'withdrawal', 'accessibility')),
  number int not null check (number >= 1),
  changes text not null check (length(changes) between 5 and 2000),
  publish_at timestamptz not null,
  effective_at timestamptz not null,
  created_at timestamptz not null default now(),
  unique (document, number),
  check (effective_at >= publish_at)
);
comment on table public.legal_versions is
  'A version of the terms or of another legal page; what someone accepted or read stays readable, so versions are added and never changed.';
comment on column public.legal_versions.document is 'Which page it is a version of. Orders accept the terms alone.';
comment on column public.legal_versions.changes is 'What is new in it, in a few sentences.';
comment on column public.legal_versions.publish_at is 'When it could first be read.';
comment on column public.legal_versions.effective_at is 'From when on it holds; the terms then hold for new orders.';

revoke all on public.legal_versions from anon, authenticated;
grant select on public.legal_versions to anon, authenticated, service_role;
grant insert (document, number, changes, publish_at, effective_at) on public.legal_versions to authenticated;
create policy "Everyone reads published legal texts, staff read all" on public.legal_versions
  for select to anon, authenticated using (publish_at <= now() or (select private.is_staff()));
create policy "Owners add versions of legal texts before they are published" on public.legal_versions
  for insert to authenticated with check ((select private.is_staff('owner')) and publish_at > now());
call pg_temp.log_changes('public.legal_versions');

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
comment on table public.legal_sections is 'A section of a version, in plain words and in full.';
comment on column public.legal_sections.plain is 'What it means, in plain words.';
comment on column public.legal_sections.body is 'The full text, in Markdown with {{settings}}.';

revoke all on public.legal_sections from anon, authenticated;
grant select on public.legal_sections to anon, authenticated, service_role;
grant insert (version_id, code, title, plain, body, position) on public.legal_sections to authenticated;
create policy "Everyone reads sections of legal texts they can see" on public.legal_sections
  for select to anon, authenticated
  using (exists (select from public.legal_versions v where v.id = version_id));
create policy "Owners add sections to legal texts before they are published" on public.legal_sections
  for insert to authenticated
  with check (
    (select private.is_staff('owner'))
    and exists (select from public.legal_versions v where v.id = version_id and v.publish_at > now())
  );
call pg_temp.log_changes('public.legal_sections');

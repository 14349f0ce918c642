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
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (closes_at > opens_at),
  check (status = 'draft' or opens_at is not null),
  check (kind <> 'raffle' or status = 'draft' or (closes_at is not null and capacity is not null and beacon_round is not null)),
  check (status not in ('frozen', 'drawn') or (entry_ids is not null and entries_hash is not null)),
  check (status <> 'drawn' or (randomness is not null and signature is not null and ranking is not null)),
  check (cardinality(ranking) = cardinality(entry_ids))
);
create index lists_product_idx on public.lists (product_id);
create index lists_status_idx on public.lists (status, closes_at);
alter table public.lists enable row level security;
comment on table public.lists is 'One raffle, waiting list or interest check.';
comment on column public.lists.kind is 'How it decides.';
comment on column public.lists.product_id is 'What it is about.';
comment on column public.lists.title is 'Its name.';
comment on column public.lists.rules is 'Its rules, in Markdown; fixed once it is open, but for wording.';
comment on column public.lists.status is 'How far it is.';
comment on column public.lists.opens_at is 'From when on one can enter, by the clock of the database.';
comment on column public.lists.closes_at is 'Until when; null for a waiting list that stays open.';
comment on column public.lists.capacity is 'How many can win, or hold a place.';
comment on column public.lists.max_wins is 'How many one person may win.';
comment on column public.lists.pay_within_hours is 'How long an offer holds.';
comment on column public.lists.entry_count is 'How many entered and did not withdraw.';
comment on column public.lists.beacon_round is 'The drand quicknet round that decides, fixed at the opening.';
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
comment on column public.lists.drawn_at is 'When the rank was made.';

revoke all on public.lists from anon, authenticated;
grant select on public.lists to anon, authenticated, service_role;
grant insert (kind, product_id, title, rules, opens_at, closes_at, capacity, max_wins, pay_within_hours, beacon_round),
  update (title, rules), delete on public.lists to authenticated;
create policy "Everyone reads published lists, staff read all" on public.lists
  for select to anon, authenticated using (status <> 'draft' or (select private.is_staff()));
create policy "Owners prepare lists" on public.lists for insert to authenticated
  with check ((select private.is_staff('owner')) and status = 'draft');
create policy "Owners reword lists" on public.lists for update to authenticated
  using ((select private.is_staff('owner'))) with check ((select private.is_staff('owner')));
create policy "Owners remove drafts of lists" on public.lists for delete to authenticated
  using ((select private.is_staff('owner')) and status = 'draft');
create trigger keep_version before update on public.lists
  for each row execute function private.keep_version();
create trigger audit after insert or update or delete on public.lists
  for each row execute function private.audit_row();

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
comment on column public.list_choices.list_id is 'On which list.';
comment on column public.list_choices.variant_id is 'What.';
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

create table public.list_entries (
  id uuid primary key default gen_random_uuid(),
  list_id uuid not null references public.lists (id) on delete cascade,
  user_id uuid references auth.users (id) on delete set null,
  choices uuid[] not null default '{}' check (cardinality(choices) <= 50),
  max_wins int not null default 1 check (max_wins between 1 and 100),
  entered_at timestamptz not null default now(),
  withdrawn_at timestamptz,
  unique (list_id, user_id)
);
create index list_entries_user_idx on public.list_entries (user_id);
alter table public.list_entries enable row level security;
comment on table public.list_entries is
  'One place per person and list; its id says nothing about the person.';
comment on column public.list_entries.list_id is 'On which list.';
comment on column public.list_entries.user_id is
  'Whose; null once the account is gone, for the rank must still add up.';
comment on column public.list_entries.choices is 'Ids of list_choices in order of wish.';
comment on column public.list_entries.max_wins is 'How many the person wants at most.';
comment on column public.list_entries.entered_at is 'When.';
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
revoke execute on function private.count_list_entries() from public;
comment on function private.count_list_entries() is
  'Keeps the public count of a list. Security definer: entrants may not write lists.';
create trigger count_list_entries after insert or update or delete on public.list_entries
  for each row execute function private.count_list_entries();

-- Raffles, waiting lists and interest checks. The list shows its rules, its count and the proof of
-- its draw to everyone; who entered is for each entrant alone.

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
  check (not private.is_drawn(kind) or status = 'draft' or (closes_at is not null and capacity is not null and beacon_round is not null)),
  check (status not in ('frozen', 'drawn') or (entry_ids is not null and entries_hash is not null)),
  check (status <> 'drawn' or (randomness is not null and signature is not null and ranking is not null)),
  check (cardinality(ranking) = cardinality(entry_ids)),
  constraint lists_released check (released <= capacity)
);
create index lists_product_idx on public.lists (product_id);
create index lists_status_idx on public.lists (status, closes_at);
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
create policy "Owners add lists" on public.lists for insert to authenticated
  with check ((select private.is_staff('owner')) and status = 'draft');
create policy "Owners change draft lists and the texts of all lists" on public.lists for update to authenticated
  using ((select private.is_staff('owner'))) with check ((select private.is_staff('owner')));
create policy "Owners remove draft lists" on public.lists for delete to authenticated
  using ((select private.is_staff('owner')) and status = 'draft');
call pg_temp.log_changes('public.lists');

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
      perform private.refuse(409, 'list_frozen', 'You can’t delete a frozen list.', jsonb_build_object('list_id', old.id));
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
      -- A queue has no closing time until it is closed.
      case when private.is_queue(old.kind) and old.closes_at is null then null else new.closes_at end) then
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
    perform private.refuse(409, 'already_drawn', 'This raffle has already been drawn. It can’t be drawn again.',
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
call pg_temp.let_staff_write('public.list_choices', 'choices of lists', 'owner');
call pg_temp.log_changes('public.list_choices');

create function private.guard_list_choice() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if exists (
    select from public.lists
    where id = case tg_op when 'DELETE' then old.list_id else new.list_id end
      and (frozen_at is not null or (status <> 'draft' and entry_count > 0 and private.is_drawn(kind)))
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
    where l.id = p_list and private.is_drawn(l.kind) and v.stock_pool_id is not null
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
  language text not null default private.request_language() check (language ~ '^[a-z]{2}$'),
  unique (list_id, user_id)
);
create index list_entries_user_idx on public.list_entries (user_id);
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
comment on column public.list_entries.language is 'Of the page where it was last taken or changed, and of its mails.';

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

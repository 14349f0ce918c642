-- Production runs. The only place that says how far a group buy is: its window, its kits with their
-- minimum, its price tiers and its deadlines. A stage moves along private.batch_moves or not at all,
-- and each move leaves a row of history. `npm run db:change` writes the stages and their moves for
-- TypeScript, into src/features/batches/model.

create type public.batch_stage as enum (
  'draft', 'interest_check', 'announced', 'open', 'closed', 'moq_failed', 'in_production',
  'quality_control', 'shipping', 'extras', 'archived'
);
comment on type public.batch_stage is 'The life of a batch, in order.';

create table private.batch_stages (
  stage public.batch_stage primary key,
  name text not null,
  tone text not null check (tone in ('open', 'waiting', 'good', 'bad', 'plain')),
  shelf text check (shelf in ('upcoming', 'running', 'making', 'archive')),
  comes_by text not null check (comes_by in ('hand', 'clock', 'step')),
  is_news boolean not null
);
comment on table private.batch_stages is 'What a stage of a batch is called and what holds in it.';
comment on column private.batch_stages.shelf is
  'On which shelf of the shop it puts its product: upcoming before its orders, running while they are taken, making from then until all left. Null where it puts it on none.';
comment on column private.batch_stages.comes_by is
  'hand: staff move a batch there; clock: its window does, or staff before it; step: closing it or selling extras does.';
comment on column private.batch_stages.is_news is 'Whether a batch that comes there is news which nothing else tells.';
insert into private.batch_stages (stage, name, tone, shelf, comes_by, is_news) values
  ('draft', 'Draft', 'plain', null, 'hand', false),
  ('interest_check', 'Interest check', 'waiting', 'upcoming', 'hand', false),
  ('announced', 'Announced', 'waiting', 'upcoming', 'hand', true),
  ('open', 'Group buy open', 'open', 'running', 'clock', false),
  ('closed', 'Group buy closed', 'plain', 'making', 'step', true),
  ('moq_failed', 'Minimum missed', 'plain', 'archive', 'step', true),
  ('in_production', 'In production', 'plain', 'making', 'hand', true),
  ('quality_control', 'Quality control', 'plain', 'making', 'hand', true),
  ('shipping', 'Shipping', 'plain', 'making', 'hand', true),
  ('extras', 'Extras', 'plain', null, 'step', false),
  ('archived', 'Archive', 'plain', null, 'hand', false);

create function private.end_of_promise(p_eta date, p_precision text) returns date
language plpgsql immutable
set search_path = ''
as $$
begin
  return case p_precision
    when 'quarter' then (date_trunc('quarter', p_eta) + interval '3 months')::date
    when 'month' then (date_trunc('month', p_eta) + interval '1 month')::date
    else p_eta + 1 end;
end;
$$;
comment on function private.end_of_promise(date, text) is 'The first day on which goods are later than a date promised, which may name a day, a month or a quarter.';

create table public.batches (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references public.products (id) on delete cascade,
  code text not null unique check (code ~ '^[A-Z0-9]+(-[A-Z0-9]+)*$'),
  title text not null check (length(title) between 2 and 120),
  number int not null default 1 check (number >= 1),
  stage public.batch_stage not null default 'draft',
  note text not null default '' check (length(note) <= 2000),
  opens_at timestamptz,
  closes_at timestamptz,
  eta date,
  original_eta date,
  eta_precision text not null default 'month' check (eta_precision in ('day', 'month', 'quarter')),
  cancel_until timestamptz,
  change_options_until timestamptz,
  change_address_until timestamptz,
  shipped_on date,
  settled_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (product_id, number),
  check (closes_at > opens_at),
  constraint batches_window check (
    stage in ('draft', 'interest_check', 'archived') or (opens_at is not null and closes_at is not null)
  )
);
create index batches_stage_idx on public.batches (stage, closes_at);
comment on table public.batches is 'One production run of one product.';
comment on column public.batches.code is 'How orders and updates name it: ASTER-R2.';
comment on column public.batches.stage is
  'How far it is, as staff last said; the view availability adds what the clock says.';
comment on column public.batches.note is 'What to know about this run, in Markdown.';
comment on column public.batches.opens_at is 'From when on it can be ordered, by the clock of the database.';
comment on column public.batches.closes_at is 'Until when it can be ordered.';
comment on column public.batches.eta is 'When it is expected to leave, as known now.';
comment on column public.batches.original_eta is
  'What was promised at the opening; never changed afterwards.';
comment on column public.batches.eta_precision is 'How exact the dates are meant to be.';
comment on column public.batches.cancel_until is 'Until when buyers may cancel by themselves.';
comment on column public.batches.change_options_until is 'Until when buyers may change their choices.';
comment on column public.batches.change_address_until is 'Until when buyers may change the address.';
comment on column public.batches.shipped_on is 'When the last order left; null until then.';
comment on column public.batches.settled_at is
  'When its closing was settled: kits dropped, prices made final. Nothing more can be ordered from then on.';

revoke all on public.batches from anon, authenticated;
grant select on public.batches to anon, authenticated, service_role;
grant insert (product_id, code, title, number, stage, note, opens_at, closes_at, eta, original_eta, eta_precision, cancel_until, change_options_until, change_address_until),
  update (title, stage, note, opens_at, closes_at, eta, eta_precision, cancel_until, change_options_until, change_address_until, shipped_on),
  delete
  on public.batches to authenticated, service_role;
create policy "Everyone reads announced batches, staff read all" on public.batches
  for select to anon, authenticated
  using (exists (select from public.products p where p.id = product_id) and (stage <> 'draft' or (select private.is_staff())));
call pg_temp.let_staff_write('public.batches', 'batches', 'owner', 'editor');
call pg_temp.log_changes('public.batches');

create table private.batch_moves (
  from_stage public.batch_stage not null,
  to_stage public.batch_stage not null,
  primary key (from_stage, to_stage)
);
comment on table private.batch_moves is 'Which stage may follow which.';
comment on column private.batch_moves.to_stage is 'Where it may go from there.';
insert into private.batch_moves (from_stage, to_stage) values
  ('draft', 'interest_check'), ('draft', 'announced'),
  ('interest_check', 'announced'), ('interest_check', 'archived'),
  ('announced', 'open'), ('announced', 'archived'),
  ('open', 'closed'),
  ('closed', 'moq_failed'), ('closed', 'in_production'),
  ('moq_failed', 'archived'),
  ('in_production', 'quality_control'),
  ('quality_control', 'in_production'), ('quality_control', 'shipping'),
  ('shipping', 'extras'), ('shipping', 'archived'),
  ('extras', 'archived');

create table public.batch_stage_history (
  id bigint generated always as identity primary key,
  batch_id uuid not null references public.batches (id) on delete cascade,
  stage public.batch_stage not null,
  entered_at timestamptz not null default now()
);
create index batch_stage_history_batch_idx on public.batch_stage_history (batch_id, entered_at);
comment on table public.batch_stage_history is 'When a batch entered each stage; written by a trigger alone.';

revoke all on public.batch_stage_history from anon, authenticated;
grant select on public.batch_stage_history to anon, authenticated, service_role;
create policy "Everyone reads the history of batches they can see" on public.batch_stage_history
  for select to anon, authenticated
  using (exists (select from public.batches b where b.id = batch_id) and (stage <> 'draft' or (select private.is_staff())));

create function private.move_batch() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and new.stage <> old.stage and not exists (
    select from private.batch_moves m where m.from_stage = old.stage and m.to_stage = new.stage
  ) then
    perform private.refuse(409, 'illegal_move',
      (select format('A batch can’t move from “%s” to “%s”.', f.name, t.name) from private.batch_stages f, private.batch_stages t
        where f.stage = old.stage and t.stage = new.stage),
      jsonb_build_object('from', old.stage, 'to', new.stage));
  end if;
  if tg_op = 'UPDATE' and old.stage = 'closed' and new.stage not in ('closed', 'moq_failed') and new.settled_at is null
    and exists (select from public.order_lines where batch_id = new.id) then
    perform private.refuse(409, 'not_settled', 'Settle the batch first, so that its buyers know which kits are made and at what price.',
      jsonb_build_object('batch_id', new.id));
  end if;
  if new.original_eta is null then
    new.original_eta := new.eta;
  end if;
  return new;
end;
$$;
comment on function private.move_batch() is
  'Refuses moves that private.batch_moves does not list and, of a closed batch whose orders are not settled, all but the missed minimum, and fixes the first promise. Security definer: nobody reads that table.';
create trigger move_batch before insert or update on public.batches
  for each row execute function private.move_batch();

create function private.record_batch_stage() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  v_due timestamptz;
begin
  if tg_op = 'INSERT' or new.stage <> old.stage then
    -- The clock opens and closes a window, whenever that is written down.
    if new.stage = 'closed' then
      v_due := new.closes_at;
    elsif new.stage = 'open' and (tg_op = 'INSERT' or old.stage < 'open') then
      v_due := new.opens_at;
    end if;
    insert into public.batch_stage_history (batch_id, stage, entered_at)
    select new.id, new.stage, greatest(least(v_due, now()), max(h.entered_at))
    from public.batch_stage_history h where h.batch_id = new.id;
  end if;
  return null;
end;
$$;
comment on function private.record_batch_stage() is
  'Writes the history of a batch. Security definer: nobody may write it by hand.';
create trigger record_batch_stage after insert or update of stage on public.batches
  for each row execute function private.record_batch_stage();

create function private.batch_stage_now(
  p_stage public.batch_stage, p_opens_at timestamptz, p_closes_at timestamptz, p_now timestamptz
) returns public.batch_stage
language plpgsql immutable
set search_path = ''
as $$
begin
  return case
    when p_stage in ('announced', 'open') and p_now >= p_closes_at then 'closed'
    when p_stage in ('announced', 'open') and p_now >= p_opens_at then 'open'
    when p_stage = 'open' then 'announced'
    else p_stage
  end;
end;
$$;
grant execute on function private.batch_stage_now(public.batch_stage, timestamptz, timestamptz, timestamptz)
  to anon, authenticated, service_role;
comment on function private.batch_stage_now(public.batch_stage, timestamptz, timestamptz, timestamptz) is
  'The stage that holds at a moment: windows open and close by the clock, whether or not someone pressed a button.';

create table public.batch_kits (
  id uuid primary key default gen_random_uuid(),
  batch_id uuid not null references public.batches (id) on delete cascade,
  variant_id uuid not null references public.variants (id) on delete cascade,
  moq int not null check (moq between 1 and 100000),
  capacity int check (capacity >= moq),
  ordered_count int not null default 0 check (ordered_count >= 0),
  waiting_count int not null default 0 check (waiting_count >= 0),
  settled_count int check (settled_count >= 0),
  dropped_at timestamptz,
  position int not null default 0,
  unique (batch_id, variant_id),
  constraint batch_kits_capacity check (ordered_count + waiting_count <= capacity)
);
create index batch_kits_variant_idx on public.batch_kits (variant_id);
comment on table public.batch_kits is 'A kit that a batch makes if enough people order it.';
comment on column public.batch_kits.moq is 'How many orders it takes.';
comment on column public.batch_kits.capacity is 'How many can be made at most; null is no limit.';
comment on column public.batch_kits.ordered_count is
  'How many are ordered and paid, which alone decides tiers and the minimum; only the functions that take orders count.';
comment on column public.batch_kits.waiting_count is
  'How many more are promised to orders that wait for their payment: they take places, and decide nothing.';
comment on column public.batch_kits.settled_count is
  'How many were ordered and paid when the closing was settled; who pays later moves no price. Null until then.';
comment on column public.batch_kits.dropped_at is
  'When it was dropped because it stayed under its minimum; null otherwise.';

revoke all on public.batch_kits from anon, authenticated;
grant select on public.batch_kits to anon, authenticated, service_role;
grant insert (batch_id, variant_id, moq, capacity, position),
  update (moq, capacity, position),
  delete
  on public.batch_kits to authenticated, service_role;
create policy "Everyone reads kits of batches they can see" on public.batch_kits
  for select to anon, authenticated
  using (exists (select from public.batches b where b.id = batch_id));
call pg_temp.let_staff_write('public.batch_kits', 'batch kits', 'owner', 'editor');
call pg_temp.log_changes('public.batch_kits');

create function private.refuse_late_places() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  v_settled_at timestamptz;
begin
  -- Waits for a closing that is under way: an order is in before it is settled, or not at all.
  select settled_at into v_settled_at from public.batches where id = new.batch_id for no key update;
  return case when v_settled_at is null then new end;
end;
$$;
comment on function private.refuse_late_places() is
  'Takes no place in a batch that is settled; the order sees that there was none. Security definer: buyers may not write batches.';
create trigger refuse_late_places before update of ordered_count, waiting_count on public.batch_kits
  for each row when (new.ordered_count + new.waiting_count > old.ordered_count + old.waiting_count)
  execute function private.refuse_late_places();

create table public.batch_price_tiers (
  batch_kit_id uuid not null references public.batch_kits (id) on delete cascade,
  from_count int not null check (from_count >= 1),
  price_minor int not null check (price_minor between 0 and 100000000),
  currency text not null default 'EUR' check (currency ~ '^[A-Z]{3}$'),
  primary key (batch_kit_id, from_count)
);
comment on table public.batch_price_tiers is
  'The price of a kit once so many are ordered and paid; below the first tier the variant''s own price holds.';
comment on column public.batch_price_tiers.price_minor is 'The price from then on, in minor units.';

revoke all on public.batch_price_tiers from anon, authenticated;
grant select on public.batch_price_tiers to anon, authenticated, service_role;
grant insert (batch_kit_id, from_count, price_minor, currency),
  update (price_minor, currency),
  delete
  on public.batch_price_tiers to authenticated, service_role;
create policy "Everyone reads tiers of kits they can see" on public.batch_price_tiers
  for select to anon, authenticated
  using (exists (select from public.batch_kits k where k.id = batch_kit_id));
call pg_temp.let_staff_write('public.batch_price_tiers', 'price tiers', 'owner', 'editor');
call pg_temp.log_changes('public.batch_price_tiers');

create function private.tier_price(p_kit uuid, p_count int, p_price_minor int) returns int
language plpgsql stable
set search_path = ''
as $$
begin
  return coalesce((
    select t.price_minor from public.batch_price_tiers t
    where t.batch_kit_id = p_kit and t.from_count <= p_count
    order by t.from_count desc limit 1
  ), p_price_minor);
end;
$$;
grant execute on function private.tier_price(uuid, int, int) to anon, authenticated, service_role;
comment on function private.tier_price(uuid, int, int) is 'What a kit costs when so many are ordered and paid.';

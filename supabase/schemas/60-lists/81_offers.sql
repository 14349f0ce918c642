-- Offers of lists: a time-limited right to buy one thing. The only place that decides who is next,
-- how many may be out at once, and what a lapsed offer costs. Invariants, kept under the lock of the
-- list's row: live offers never exceed what is released nor the editions; one open offer a person.

create type public.offer_status as enum ('pending', 'claimed', 'expired', 'revoked');
comment on type public.offer_status is 'The life of an offer.';

create table public.offers (
  id uuid primary key default gen_random_uuid(),
  list_id uuid not null references public.lists (id) on delete cascade,
  entry_id uuid not null references public.list_entries (id) on delete cascade,
  user_id uuid references auth.users (id) on delete set null,
  choice_id uuid not null references public.list_choices (id) on delete cascade,
  variant_id uuid not null references public.variants (id) on delete cascade,
  status public.offer_status not null default 'pending',
  rank int not null check (rank >= 1),
  round int not null check (round >= 1),
  offered_at timestamptz not null default now(),
  seen_at timestamptz,
  expires_at timestamptz not null,
  claimed_at timestamptz,
  holds_until timestamptz,
  order_id uuid references public.order_records (id) on delete set null,
  ordered_at timestamptz,
  ended_at timestamptz,
  end_reason text check (length(end_reason) between 2 and 300),
  reinstated_at timestamptz,
  check (expires_at > offered_at),
  check ((claimed_at is null) = (holds_until is null)),
  check (status <> 'claimed' or claimed_at is not null),
  check (order_id is null or claimed_at is not null),
  check ((status in ('expired', 'revoked')) = (ended_at is not null))
);
create unique index offers_one_pending_idx on public.offers (list_id, user_id) where status = 'pending';
create index offers_list_idx on public.offers (list_id, status);
create index offers_entry_idx on public.offers (entry_id);
create index offers_user_idx on public.offers (user_id);
create index offers_choice_idx on public.offers (choice_id);
create index offers_variant_idx on public.offers (variant_id);
create index offers_order_idx on public.offers (order_id);
create index offers_waiting_idx on public.offers (expires_at) where status in ('pending', 'claimed') and order_id is null;
comment on table public.offers is 'A right to buy one thing from a list until a time.';
comment on column public.offers.user_id is 'To whom; null once the account is gone.';
comment on column public.offers.choice_id is 'Which of the list''s choices.';
comment on column public.offers.status is 'As last written: whoever reads must ask private.offer_status_now what the clock says.';
comment on column public.offers.rank is 'The place that brought it.';
comment on column public.offers.round is 'In which round of offers.';
comment on column public.offers.seen_at is 'When its person was first shown it in the shop; null until then.';
comment on column public.offers.expires_at is 'Until when it can be taken up.';
comment on column public.offers.claimed_at is 'When it was taken into the cart.';
comment on column public.offers.holds_until is 'Until when the cart holds it.';
comment on column public.offers.order_id is 'The order that used it; null until then.';
comment on column public.offers.ended_at is 'When it ended without an order, or its order did.';
comment on column public.offers.end_reason is 'Why, for the person and for staff.';
comment on column public.offers.reinstated_at is 'When its person may be asked again after a revocation.';

revoke all on public.offers from anon, authenticated;
grant select on public.offers to authenticated, service_role;
create policy "Customers read their own offers" on public.offers for select to authenticated
  using (user_id = (select auth.uid()));
call pg_temp.log_changes('public.offers');

create table private.list_strikes (
  offer_id uuid primary key references public.offers (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  at timestamptz not null,
  forgiven_at timestamptz,
  forgiven_reason text
);
create index list_strikes_user_idx on private.list_strikes (user_id, at);
comment on table private.list_strikes is 'Wins and claims that were not paid.';
comment on column private.list_strikes.forgiven_at is 'When staff took it back; null while it counts.';

create table private.list_bans (
  user_id uuid primary key references auth.users (id) on delete cascade,
  until timestamptz,
  note text not null check (length(note) between 2 and 300),
  created_at timestamptz not null default now()
);
comment on table private.list_bans is 'People whom staff keep off lists.';
comment on column private.list_bans.until is 'Until when; null is for good.';
comment on column private.list_bans.note is 'Why, for staff.';
call pg_temp.log_changes('private.list_bans');

create function private.offer_status_now(p_offer public.offers, p_now timestamptz) returns public.offer_status
language sql immutable
set search_path = ''
as $$
  select case
    when p_offer.status = 'pending' and p_offer.expires_at <= p_now then 'expired'
    when p_offer.status = 'claimed' and p_offer.order_id is null and p_offer.holds_until <= p_now then 'expired'
    else p_offer.status
  end::public.offer_status
$$;
comment on function private.offer_status_now(public.offers, timestamptz) is
  'The status that holds at a moment: an offer whose time has passed is dead for every reader, whether or not a job ran.';

create function private.live_offers(p_list uuid, p_now timestamptz) returns setof public.offers
language sql stable
set search_path = ''
as $$
  select o.* from public.offers o
  where o.list_id = p_list and private.offer_status_now(o, p_now) in ('pending', 'claimed')
$$;
comment on function private.live_offers(uuid, timestamptz) is 'What takes capacity of a list at a moment: open offers, held ones and ordered ones.';

create function private.strikes_of(p_user uuid, p_now timestamptz) returns timestamptz[]
language sql stable
set search_path = ''
as $$
  select coalesce(array_agg(at order by at), '{}') from (
    select at from private.list_strikes where user_id = p_user and forgiven_at is null
    union all
    select coalesce(o.holds_until, o.expires_at)
    from public.offers o join public.lists l on l.id = o.list_id
    where o.user_id = p_user and o.status in ('pending', 'claimed')
      and private.offer_status_now(o, p_now) = 'expired' and (o.claimed_at is not null or private.is_drawn(l.kind))
  ) as strikes
$$;
comment on function private.strikes_of(uuid, timestamptz) is
  'When a person let a win or a claim go unpaid, those that no job has written down yet included.';

create function private.paused_until(p_user uuid, p_now timestamptz) returns timestamptz
language plpgsql stable
set search_path = ''
as $$
declare
  v_strikes constant timestamptz[] := private.strikes_of(p_user, p_now);
  v_every constant int := greatest(private.setting('strikes_until_pause'), 1);
  v_last constant int := cardinality(v_strikes) / v_every * v_every;
begin
  return case when v_last > 0
    then v_strikes[v_last] + make_interval(months => private.setting('months_of_pause')) end;
end;
$$;
comment on function private.paused_until(uuid, timestamptz) is
  'Until when raffles pause for a person; null or past when they don''t. Every so many strikes begin a pause.';

create function private.is_banned(p_user uuid, p_now timestamptz) returns boolean
language sql stable
set search_path = ''
as $$
  select exists (select from private.list_bans where user_id = p_user and coalesce(until > p_now, true))
$$;
comment on function private.is_banned(uuid, timestamptz) is 'Whether staff keep a person off lists at a moment.';

create function private.ban_note(p_user uuid, p_now timestamptz) returns text
language sql stable
set search_path = ''
as $$
  select coalesce((select note from private.list_bans where user_id = p_user and coalesce(until > p_now, true)), '')
$$;
comment on function private.ban_note(uuid, timestamptz) is
  'Why staff keep a person off lists at a moment; empty when they don''t.';

create function private.allocate(p_entries jsonb, p_editions jsonb, p_capacity int) returns jsonb
language plpgsql immutable
set search_path = ''
as $$
declare
  v_left jsonb := p_editions;
  v_awards jsonb[] := '{}';
  v_entry record;
  v_choice text;
  v_mine text[];
begin
  for v_entry in
    select e.value, e.ordinality as rank from jsonb_array_elements(p_entries) with ordinality e order by e.ordinality
  loop
    v_mine := '{}';
    for v_choice in
      select c.value from jsonb_array_elements_text(v_entry.value -> 'choices') with ordinality c order by c.ordinality
    loop
      if cardinality(v_awards) >= p_capacity then
        return to_jsonb(v_awards);
      end if;
      exit when cardinality(v_mine) >= (v_entry.value ->> 'max')::int;
      continue when v_choice = any (v_mine) or not v_left ? v_choice or (v_left ->> v_choice)::int <= 0;
      v_mine := v_mine || v_choice;
      v_awards := v_awards || jsonb_build_object('entry', v_entry.value -> 'id', 'choice', v_choice, 'rank', v_entry.rank);
      if v_left ->> v_choice is not null then
        v_left := jsonb_set(v_left, array[v_choice], to_jsonb((v_left ->> v_choice)::int - 1));
      end if;
    end loop;
  end loop;
  return to_jsonb(v_awards);
end;
$$;
comment on function private.allocate(jsonb, jsonb, int) is
  'Gives out editions down a rank, respecting wishes and maxima; tests/support/data/allocation-model.ts does the same, and both read tests/cases/allocation.json.';

create function private.rank_entries(p_entries uuid[], p_randomness text) returns uuid[]
language sql immutable
set search_path = ''
as $$
  select array(
    select e from unnest(p_entries) e
    order by encode(sha256(convert_to(p_randomness || ':' || e, 'UTF8')), 'hex') collate "C")
$$;
comment on function private.rank_entries(uuid[], text) is
  'Best first, by SHA-256 of randomness:entry: the draw and its rehearsal ask here; src/features/lists/model/draw.ts does the same.';

create function private.queue_of_list(p_list uuid, p_ranking uuid[] default null)
returns table (entry_id uuid, user_id uuid, choices uuid[], max_wins int, place int)
language sql stable
set search_path = ''
as $$
  select e.id, e.user_id,
    case when e.choices = '{}'
      then array(select c.id from public.list_choices c where c.list_id = p_list order by c.position, c.id)
      else e.choices end,
    least(e.max_wins, l.max_wins),
    row_number() over (order by r.rank nulls last, e.entered_at, e.id)::int
  from public.lists l
  join public.list_entries e on e.list_id = l.id and e.withdrawn_at is null
  left join lateral unnest(coalesce(p_ranking, l.ranking)) with ordinality as r (id, rank) on r.id = e.id
  where l.id = p_list
$$;
comment on function private.queue_of_list(uuid, uuid[]) is
  'Everyone on a list in the order in which they are asked: by rank where it is drawn, by arrival otherwise. A rehearsal gives a rank of its own.';

create function private.next_awards(p_list uuid, p_round int, p_count int, p_ranking uuid[] default null)
returns table (entry_id uuid, user_id uuid, choice_id uuid, variant_id uuid, place int)
language sql stable
set search_path = ''
as $$
  with live as (
    select * from private.live_offers(p_list, clock_timestamp())
  ), past as (
    select o.entry_id, count(*) filter (where o.order_id is null) as lapsed,
      bool_or(o.round = p_round) as is_asked, bool_or(o.status = 'revoked') as is_barred
    from public.offers o
    where o.list_id = p_list and o.reinstated_at is null and o.id not in (select id from live)
    group by o.entry_id
  ), waiting as (
    select q.*, coalesce(p.lapsed, 0) as lapsed,
      (select array_agg(m.choice_id) from live m where m.entry_id = q.entry_id) as mine,
      (select count(*)::int from live m where m.entry_id = q.entry_id) as won
    from private.queue_of_list(p_list, p_ranking) q left join past p on p.entry_id = q.entry_id
    where q.user_id is not null and not coalesce(p.is_asked or p.is_barred, false)
      and not private.is_banned(q.user_id, clock_timestamp())
  ), entries as (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', w.entry_id, 'max', w.max_wins - w.won,
      'choices', array(select c from unnest(w.choices) with ordinality u (c, n) where c <> all (coalesce(w.mine, '{}')) order by n)
    -- Who let a win go keeps a place, behind those who had no offer yet.
    ) order by case when (select private.is_drawn(l.kind) from public.lists l where l.id = p_list) then w.lapsed else 0 end, w.place), '[]') as ranked
    from waiting w
  ), editions as (
    select coalesce(jsonb_object_agg(c.id, c.editions - (select count(*) from live m where m.choice_id = c.id)), '{}') as counts
    from public.list_choices c where c.list_id = p_list
  )
  select w.entry_id, w.user_id, c.id, c.variant_id, w.place
  from entries, editions,
    jsonb_array_elements(private.allocate(entries.ranked, editions.counts, p_count)) with ordinality a (award, n)
  join waiting w on w.entry_id = (a.award ->> 'entry')::uuid
  join public.list_choices c on c.id = (a.award ->> 'choice')::uuid
  order by a.n
$$;
comment on function private.next_awards(uuid, int, int, uuid[]) is
  'Who gets what of the next so many, without writing anything: rehearsals, previews and refills ask the same question.';

create function private.settle_offers(p_list uuid) returns void
language sql
set search_path = ''
as $$
  with lapsed as (
    update public.offers o set
      status = 'expired', ended_at = clock_timestamp(), end_reason = 'Expired'
    where o.list_id = p_list and o.status in ('pending', 'claimed')
      and private.offer_status_now(o, clock_timestamp()) = 'expired'
    returning o.id, o.user_id, o.claimed_at, coalesce(o.holds_until, o.expires_at) as at
  )
  insert into private.list_strikes (offer_id, user_id, at)
  select p.id, p.user_id, p.at from lapsed p join public.lists l on l.id = p_list
  where p.user_id is not null and (p.claimed_at is not null or private.is_drawn(l.kind))
  on conflict (offer_id) do nothing
$$;
comment on function private.settle_offers(uuid) is
  'Writes down what the clock has decided already. A win or a claim that lapsed leaves a strike, an offer of a waiting list does not. The caller holds the lock of the list.';

create function private.refill_list(p_list uuid) returns uuid[]
language plpgsql
set search_path = ''
as $$
declare
  v_list public.lists;
  v_award record;
  v_offer uuid;
  v_made uuid[] := '{}';
begin
  select * into v_list from public.lists where id = p_list for no key update;
  if not found or v_list.released = 0 or v_list.status = 'finished' then
    return v_made;
  end if;
  perform private.settle_offers(p_list);
  for v_award in
    select * from private.next_awards(p_list, v_list.offer_round,
      v_list.released - (select count(*)::int from private.live_offers(p_list, clock_timestamp())))
  loop
    -- A second win of one person waits for the first to be taken up; its edition stays reserved.
    insert into public.offers (list_id, entry_id, user_id, choice_id, variant_id, rank, round, offered_at, expires_at)
    values (p_list, v_award.entry_id, v_award.user_id, v_award.choice_id, v_award.variant_id, v_award.place,
      v_list.offer_round, clock_timestamp(), clock_timestamp() + make_interval(hours => v_list.offer_hours))
    on conflict (list_id, user_id) where status = 'pending' do nothing
    returning id into v_offer;
    continue when v_offer is null;
    v_made := v_made || v_offer;
    perform private.tell_of_offer(v_offer);
    if private.is_drawn(v_list.kind) then
      update public.lists set last_offered_rank = greatest(last_offered_rank, v_award.place) where id = p_list;
    end if;
  end loop;
  return v_made;
end;
$$;
comment on function private.refill_list(uuid) is
  'The one function that frees and re-offers: does nothing when nothing is free, so it may be called at any time and by many at once.';

create function private.refill_offers() returns int
language plpgsql security definer
set search_path = ''
as $$
declare
  v_list uuid;
  v_made int := 0;
begin
  for v_list in select id from public.lists where released > 0 and status <> 'finished' order by id loop
    v_made := v_made + cardinality(private.refill_list(v_list));
  end loop;
  return v_made;
end;
$$;
comment on function private.refill_offers() is
  'The hourly job: every list gives on what is free. Security definer: jobs may not write offers.';

create function private.spend_offer(p_offer uuid, p_order uuid, p_variant uuid) returns void
language plpgsql
set search_path = ''
as $$
declare
  v_offer public.offers;
begin
  perform 1 from public.lists l
  where l.id = (select list_id from public.offers where id = p_offer) for no key update;
  select * into v_offer from public.offers where id = p_offer for update;
  if v_offer.user_id is distinct from auth.uid() or v_offer.variant_id is distinct from p_variant then
    perform private.refuse(404, 'unknown_offer', 'You have no such offer.', jsonb_build_object('offer_id', p_offer));
  end if;
  if v_offer.order_id is not null or private.offer_status_now(v_offer, clock_timestamp()) <> 'claimed' then
    perform private.refuse(409, 'offer_gone', 'This offer is no longer yours.', jsonb_build_object('offer_id', p_offer));
  end if;
  update public.offers set order_id = p_order, ordered_at = clock_timestamp() where id = p_offer;
end;
$$;
comment on function private.spend_offer(uuid, uuid, uuid) is
  'Uses up a claimed offer for an order, once. Called by the order''s transaction, which checks nothing of it itself.';

create function private.free_offers_of(p_order uuid, p_is_no_pay boolean) returns void
language plpgsql
set search_path = ''
as $$
declare
  v_list uuid;
begin
  for v_list in select distinct list_id from public.offers where order_id = p_order and status = 'claimed' order by 1 loop
    perform 1 from public.lists where id = v_list for no key update;
    with freed as (
      update public.offers set status = 'expired', ended_at = clock_timestamp(),
        end_reason = case when p_is_no_pay then 'The order was not paid' else 'The order was cancelled' end
      where order_id = p_order and list_id = v_list and status = 'claimed'
      returning id, user_id
    )
    insert into private.list_strikes (offer_id, user_id, at)
    select id, user_id, clock_timestamp() from freed where p_is_no_pay and user_id is not null
    on conflict (offer_id) do nothing;
    perform private.refill_list(v_list);
  end loop;
end;
$$;
comment on function private.free_offers_of(uuid, boolean) is
  'Gives on what an order that expired or was cancelled had taken from lists; an unpaid one leaves a strike.';

create function private.tell_of_offer(p_offer uuid) returns void
language sql
set search_path = ''
as $$
  select private.queue_mail(case when private.is_drawn(l.kind) then 'won' else 'offer' end, u.email, o.id::text,
    jsonb_build_object('list_id', l.id, 'list_title', l.title, 'offer_id', o.id, 'product_title', p.title,
      'variant_title', v.title, 'expires_at', o.expires_at, 'rank', o.rank), u.id)
  from public.offers o
  join public.lists l on l.id = o.list_id
  join public.variants v on v.id = o.variant_id
  join public.products p on p.id = v.product_id
  join auth.users u on u.id = o.user_id and u.email <> ''
  where o.id = p_offer
$$;
comment on function private.tell_of_offer(uuid) is 'Queues the mail that somebody may buy.';

create function private.offer_problem(p_offer uuid, p_user uuid, p_variant uuid) returns text
language sql stable
set search_path = ''
as $$
  select case
    when o.id is null or o.user_id is distinct from p_user or o.variant_id is distinct from p_variant then 'unknown_offer'
    when o.order_id is not null then 'offer_used'
    when o.status = 'revoked' then 'offer_revoked'
    when private.offer_status_now(o, clock_timestamp()) = 'expired' then 'offer_expired'
    when o.status = 'pending' then 'offer_unclaimed'
  end
  from (select p_offer) as asked (id) left join public.offers o on o.id = asked.id
$$;
comment on function private.offer_problem(uuid, uuid, uuid) is
  'Why a cart line can''t use an offer now, as a reason word; null when it can.';

create function private.offer_facts(p_offer public.offers, p_now timestamptz) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'id', p_offer.id, 'list_id', p_offer.list_id, 'entry_id', p_offer.entry_id,
    'variant_id', p_offer.variant_id, 'choice_id', p_offer.choice_id, 'title', v.title,
    'status', private.offer_status_now(p_offer, p_now), 'rank', p_offer.rank, 'round', p_offer.round,
    'offered_at', p_offer.offered_at, 'expires_at', p_offer.expires_at, 'claimed_at', p_offer.claimed_at,
    'holds_until', p_offer.holds_until, 'is_ordered', p_offer.order_id is not null,
    'end_reason', p_offer.end_reason, 'reinstated_at', p_offer.reinstated_at)
  from public.variants v where v.id = p_offer.variant_id
$$;
comment on function private.offer_facts(public.offers, timestamptz) is 'An offer as its person and staff see it; without a name.';

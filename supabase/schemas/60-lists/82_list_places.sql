-- What a person needs to stand on a list, and how their place looks. The only place that says so;
-- the functions that enter, leave and read ask here.

create function private.require_entrant(p_user uuid) returns void
language plpgsql stable
set search_path = ''
as $$
declare
  v_confirmed_at timestamptz;
begin
  if p_user is null then
    perform private.refuse(401, 'signed_out', 'Please sign in first.', '{}');
  end if;
  select coalesce(email_confirmed_at, phone_confirmed_at) into v_confirmed_at from auth.users where id = p_user;
  if v_confirmed_at is null then
    perform private.refuse(403, 'unverified', 'Please confirm your e-mail address first. Everyone gets only one place.', '{}');
  end if;
end;
$$;
comment on function private.require_entrant(uuid) is 'Lets on only accounts that proved an address.';

create function private.require_open_list(p_list public.lists, p_now timestamptz) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if p_list.id is null then
    perform private.refuse(404, 'unknown_list', 'This list no longer exists. Reload the page.', '{}');
  end if;
  if p_list.opens_at > p_now then
    perform private.refuse(409, 'not_open', 'This list has not opened yet.',
      jsonb_build_object('list_id', p_list.id, 'opens_at', p_list.opens_at));
  end if;
  if private.list_status_now(p_list.status, p_list.closes_at, p_now) <> 'open' then
    perform private.refuse(409, 'list_closed', 'This list is closed. Its entries can no longer be changed.',
      jsonb_build_object('list_id', p_list.id, 'closed_at', p_list.closes_at));
  end if;
end;
$$;
comment on function private.require_open_list(public.lists, timestamptz) is 'Refuses outside the window, by the clock of the database.';

create function private.require_unpaused(p_user uuid, p_kind public.list_kind, p_now timestamptz) returns void
language plpgsql stable
set search_path = ''
as $$
declare
  v_until constant timestamptz := private.paused_until(p_user, p_now);
begin
  if private.is_banned(p_user, p_now) then
    perform private.refuse(403, 'banned', 'Your account can’t enter lists. Write to us if you think this is wrong.', '{}');
  end if;
  if v_until > p_now and private.is_drawn(p_kind) then
    perform private.refuse(403, 'paused', 'Your account can’t enter raffles for now because you did not pay for earlier wins.',
      jsonb_build_object('until', v_until));
  end if;
end;
$$;
comment on function private.require_unpaused(uuid, public.list_kind, timestamptz) is 'Keeps out who is banned, and from raffles who let wins go unpaid.';

create function private.choices_of(p_list uuid, p_asked uuid[]) returns uuid[]
language plpgsql stable
set search_path = ''
as $$
declare
  v_all constant uuid[] := array(select id from public.list_choices where list_id = p_list order by position, id);
  v_found uuid[];
begin
  if cardinality(p_asked) > 50 then
    perform private.refuse(422, 'wrong_choice', 'You chose too many. Remove some.', '{}');
  end if;
  if coalesce(cardinality(p_asked), 0) = 0 then
    if cardinality(v_all) > 1 then
      perform private.refuse(422, 'choice_missing', 'Choose what you would like, favourite first.', '{}');
    end if;
    return v_all;
  end if;
  select array_agg(c.id order by a.n) into v_found
  from unnest(p_asked) with ordinality a (id, n)
  join public.list_choices c on c.list_id = p_list and a.id in (c.id, c.variant_id);
  if cardinality(v_found) is distinct from cardinality(p_asked)
    or (select count(distinct f) from unnest(v_found) f) <> cardinality(v_found) then
    perform private.refuse(422, 'wrong_choice', 'One of these is not on the list or is chosen twice.', '{}');
  end if;
  return v_found;
end;
$$;
comment on function private.choices_of(uuid, uuid[]) is
  'Wishes as ids of list_choices: given as those or as ids of variants, and nothing when there is one to choose.';

create function private.answers_of(p_product uuid, p_asked uuid[]) returns uuid[]
language plpgsql stable
set search_path = ''
as $$
declare
  v_found uuid[];
  v_questions int;
  v_reason text;
begin
  select array_agg(v.id order by o.position, o.id), count(distinct o.id) into v_found, v_questions
  from public.option_values v join public.product_options o on o.id = v.option_id and o.product_id = p_product
  where v.id = any (p_asked) and v.is_offered;
  if coalesce(cardinality(v_found), 0) <> cardinality(p_asked) or v_questions <> cardinality(p_asked) then
    perform private.refuse(422, 'wrong_answer', 'One of these options is not available or is chosen twice.', '{}');
  end if;
  select reason into v_reason from public.option_rules
  where value_id = any (p_asked) and other_value_id = any (p_asked) limit 1;
  if v_reason is not null then
    perform private.refuse(422, 'wrong_answer', v_reason, '{}');
  end if;
  return coalesce(v_found, '{}');
end;
$$;
comment on function private.answers_of(uuid, uuid[]) is
  'What a vote answers to the questions of a product, as ids of option_values: one a question, and no pair that can''t be made.';

create function private.require_live_offer(p_offer public.offers, p_now timestamptz) returns void
language plpgsql stable
set search_path = ''
as $$
declare
  v_details constant jsonb := jsonb_build_object('offer_id', p_offer.id, 'expires_at', p_offer.expires_at);
begin
  if p_offer.status = 'revoked' then
    perform private.refuse(409, 'offer_revoked', 'This offer was withdrawn: ' || p_offer.end_reason, v_details);
  end if;
  if private.offer_status_now(p_offer, p_now) = 'expired' then
    perform private.refuse(409, 'offer_expired', 'This offer has expired; it went to the next in line.', v_details);
  end if;
  if p_offer.order_id is not null then
    perform private.refuse(409, 'offer_used', 'This offer has already been ordered.', v_details);
  end if;
end;
$$;
comment on function private.require_live_offer(public.offers, timestamptz) is 'Refuses what is over, by the clock of the database.';

create function private.place_facts(p_entry public.list_entries, p_now timestamptz) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'list_id', l.id, 'title', l.title, 'kind', l.kind,
    'is_drawn', private.is_drawn(l.kind), 'is_vote', private.is_vote(l.kind),
    'status', private.list_status_now(l.status, l.closes_at, p_now),
    'closes_at', l.closes_at, 'product_url', p.url, 'product_kind', p.kind, 'product_title', p.title,
    'entry_id', p_entry.id, 'choices', p_entry.choices, 'max_wins', p_entry.max_wins,
    'comment', p_entry.comment, 'answers', p_entry.answers,
    'entered_at', p_entry.entered_at, 'withdrawn_at', p_entry.withdrawn_at,
    'entry_count', l.entry_count, 'of', l.entry_count, 'last_offered_rank', l.last_offered_rank,
    'entries_hash', l.entries_hash, 'beacon_round', l.beacon_round,
    'position', case when p_entry.withdrawn_at is null then case
      when l.ranking is not null then array_position(l.ranking, p_entry.id)
      when private.is_queue(l.kind) then (
        -- Those who have theirs are not ahead of anyone.
        select count(*)::int + 1 from public.list_entries o
        where o.list_id = l.id and o.withdrawn_at is null
          and (o.entered_at, o.id) < (p_entry.entered_at, p_entry.id)
          and not exists (select from public.offers f where f.entry_id = o.id and f.order_id is not null and f.status = 'claimed'))
      end end,
    'offers', coalesce((
      select jsonb_agg(private.offer_facts(f, p_now) order by f.offered_at desc, f.id)
      from public.offers f where f.entry_id = p_entry.id
    ), '[]'))
  from public.lists l left join public.products p on p.id = l.product_id
  where l.id = p_entry.list_id
$$;
comment on function private.place_facts(public.list_entries, timestamptz) is
  'A person''s own place on a list: where it stands by now, and its offers.';

create function private.list_facts(p_list public.lists) returns jsonb
language sql stable
set search_path = ''
as $$
  select to_jsonb(p_list) || jsonb_build_object(
    'status', private.list_status_now(p_list.status, p_list.closes_at, clock_timestamp()))
$$;
comment on function private.list_facts(public.lists) is 'A list as everyone may read it, with the status of now.';

create function private.freeze_now(p_list uuid) returns public.lists
language plpgsql
set search_path = ''
as $$
declare
  v_list public.lists;
  v_now constant timestamptz := clock_timestamp();
begin
  update public.lists l set
    status = 'frozen', frozen_at = v_now, entry_ids = e.ids,
    -- Whoever knows the round before the list is fixed could choose the entries by it.
    beacon_round = case when private.beacon_round_time(l.beacon_round) > v_now then l.beacon_round
      else private.beacon_round_after(v_now + interval '15 minutes') end,
    entries_hash = encode(sha256(convert_to(array_to_string(e.ids, E'\n'), 'UTF8')), 'hex')
  from (
    select coalesce(array_agg(id order by id), '{}') as ids
    from public.list_entries where list_id = p_list and withdrawn_at is null
  ) e
  where l.id = p_list and l.frozen_at is null
  returning l.* into v_list;
  perform private.queue_mail('list_frozen', u.email, e.id::text,
    jsonb_build_object('list_id', v_list.id, 'list_title', v_list.title, 'entry_id', e.id,
      'entry_count', cardinality(v_list.entry_ids), 'entries_hash', v_list.entries_hash,
      'beacon_round', v_list.beacon_round, 'round_comes_at', private.beacon_round_time(v_list.beacon_round)), u.id)
  from public.list_entries e join auth.users u on u.id = e.user_id and u.email <> ''
  where e.list_id = v_list.id and e.withdrawn_at is null;
  return v_list;
end;
$$;
comment on function private.freeze_now(uuid) is
  'Fixes the entries, names a later round where the named one has come already, and mails each entrant the hash and the round. The caller holds the lock of the list and has checked that it is closed.';

create function private.freeze_due_lists() returns int
language plpgsql security definer
set search_path = ''
as $$
declare
  v_list uuid;
  v_count int := 0;
begin
  for v_list in
    select id from public.lists
    where frozen_at is null and status in ('open', 'closed') and closes_at <= clock_timestamp() and private.is_drawn(kind)
    order by id for no key update skip locked
  loop
    perform private.freeze_now(v_list);
    v_count := v_count + 1;
  end loop;
  return v_count;
end;
$$;
comment on function private.freeze_due_lists() is
  'The job that freezes raffles at their closing, so that the hash is out before the round. Security definer: jobs may not write lists.';

create function private.tell_of_entry(p_entry uuid) returns void
language sql
set search_path = ''
as $$
  select private.queue_mail('list_joined', u.email, e.id::text,
    jsonb_build_object('list_id', l.id, 'list_title', l.title, 'kind', l.kind, 'entry_id', e.id,
      'closes_at', l.closes_at, 'pay_within_hours', l.pay_within_hours), u.id)
  from public.list_entries e
  join public.lists l on l.id = e.list_id
  join auth.users u on u.id = e.user_id and u.email <> ''
  where e.id = p_entry
$$;
comment on function private.tell_of_entry(uuid) is 'Queues the mail that somebody joined, once per person and list.';

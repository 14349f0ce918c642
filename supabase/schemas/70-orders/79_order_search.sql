-- How an order is found by what somebody remembers of it: a part of its number, its parcel, or who it is for.
-- Every way in is an index, so that it costs the same with a hundred thousand orders behind it.

create index order_records_number_idx on public.order_records (number text_pattern_ops);
create index order_records_last_digits_idx on public.order_records (reverse(number) text_pattern_ops);

create function private.parcel_key(p_tracking text) returns text
language sql immutable
set search_path = ''
as $$
  select upper(regexp_replace(p_tracking, '[^0-9A-Za-z]', '', 'g'))
$$;
comment on function private.parcel_key(text) is 'One spelling of a tracking number: carriers print it in groups.';
create index shipments_tracking_idx on public.shipments (private.parcel_key(tracking_number) text_pattern_ops)
  where tracking_number <> '';

create function private.word_patterns(p_words text[]) returns text[]
language sql immutable
set search_path = ''
as $$
  -- Two letters make no trigram of their own, but the beginning of a word does.
  select array_agg(case when length(w) > 2 then '%' else '% ' end || regexp_replace(w, '([\\%_])', '\\\1', 'g') || '%'
    order by length(w) desc)
  from unnest(p_words) w where length(w) > 1
$$;
comment on function private.word_patterns(text[]) is
  'What a text must be like to hold each of the words, the longest first: that one is looked up in an index. Null without a word.';

create type private.found_order as (id uuid, rank int);
comment on type private.found_order is
  'An order and how it was found, best first: 0 its number, 1 a part of that, 2 its whole e-mail, 3 its parcel, 4 words of e-mail or name, 5 words like those.';

create function private.find_orders(p_text text, p_knows_people boolean) returns setof private.found_order
language plpgsql stable
set search_path = ''
set enable_seqscan = off
set jit = off
-- A pattern that is known finds its place in an index.
set plan_cache_mode = force_custom_plan
as $$
declare
  c_most constant int := 500;
  c_many constant int := 1000;
  v_text constant text := lower(btrim(left(coalesce(p_text, ''), 100)));
  v_number constant text := private.order_number_of(v_text);
  v_digits constant text := substring(v_number from '^KW-([0-9]{3,})$');
  v_parcel constant text := private.parcel_key(v_text);
  v_names constant text[] := private.name_words(v_text);
  v_patterns constant text[] := private.word_patterns(case when v_text ~ '@' then array[v_text] else v_names end);
  v_named uuid[] := '{}';
begin
  if length(v_text) < 2 then
    return;
  end if;
  return query select o.id, 0 from public.order_records o where o.number = v_number;
  -- Whoever knows the whole number, or the whole address, looks for nothing else.
  if found then
    return;
  end if;
  return query
    select c.order_id, 2 from private.order_contacts c
    cross join lateral (select r.placed_at from public.order_records r where r.id = c.order_id limit 1) o
    where v_text ~ '.@.' and (lower(c.email) = v_text or c.mailbox = private.mailbox_of(v_text)) order by o.placed_at desc limit c_most;
  if found then
    return;
  end if;
  if p_knows_people then
    v_named := array(
      select c.order_id from private.order_contacts c
      where c.words like v_patterns[1] and c.words like coalesce(v_patterns[2], v_patterns[1])
        and c.words like coalesce(v_patterns[3], v_patterns[1]) and c.words like all (v_patterns) limit c_many);
  end if;
  -- What fits so many is soon found by going back from the newest.
  if cardinality(v_named) = c_many then
    v_named := array(
      select o.id from (select r.id from public.order_records r order by r.placed_at desc, r.id desc) o
      cross join lateral (select x.words from private.order_contacts x where x.order_id = o.id limit 1) c
      where c.words like all (v_patterns) limit c_most);
  end if;
  return query
    select u.id, min(u.rank) from (
      (select o.id, 1 as rank from public.order_records o where o.number like 'KW-' || v_digits || '%' order by o.placed_at desc limit c_most)
      union all
      (select o.id, 1 from public.order_records o where reverse(o.number) like reverse(v_digits) || '%' order by o.placed_at desc limit c_most)
      union all
      (select s.order_id, 3 from public.shipments s
        where length(v_parcel) > 4 and s.tracking_number <> '' and private.parcel_key(s.tracking_number) like v_parcel || '%'
        order by private.parcel_key(s.tracking_number) using operator(pg_catalog.~>~) limit c_most)
      union all
      (select o.id, 4 from unnest(v_named) n (id) cross join lateral (select * from public.order_records r where r.id = n.id limit 1) o
        order by o.placed_at desc limit c_most)
    ) u group by u.id;
  if found or not p_knows_people or v_text !~ '[[:alpha:]].{3}' then
    return;
  end if;
  return query
    select x.order_id, 5 from (
      select c.order_id from (
        select k.order_id from private.order_contacts k
        where array_to_string(v_names, ' ') operator(extensions.<%) k.words limit c_many) c
      cross join lateral (select r.placed_at from public.order_records r where r.id = c.order_id limit 1) o
      order by o.placed_at desc limit c_most) x;
end;
$$;
comment on function private.find_orders(text, boolean) is
  'Orders by their number in any spelling, its beginning or last three digits, a tracking number or a whole e-mail; for who knows people also by a part of e-mail or name, and where nothing fits by what is written much like it. Of more than 500 the newest, and of parcels the last numbers. Says nothing of the caller''s right: its callers do.';

-- What the owner needs to run a list: entries without names, likely duplicates, offers with strikes,
-- and entries over time. Names come only through export_entries.

create function private.list_desk(p_list uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  v_list public.lists;
  v_now constant timestamptz := clock_timestamp();
begin
  perform private.require_reader('owner');
  select * into v_list from public.lists where id = p_list;
  if v_list.id is null then
    perform private.refuse(404, 'unknown_list', 'This list no longer exists. Reload the page.', jsonb_build_object('list_id', p_list));
  end if;
  return jsonb_build_object(
    'list', private.list_facts(v_list),
    'choices', (
      select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'variant_id', c.variant_id, 'title', v.title, 'editions', c.editions,
        'wished', (select count(*) from public.list_entries e where e.list_id = p_list and e.withdrawn_at is null and c.id = any (e.choices)),
        'wished_first', (select count(*) from public.list_entries e where e.list_id = p_list and e.withdrawn_at is null and c.id = e.choices[1])
      ) order by c.position), '[]')
      from public.list_choices c join public.variants v on v.id = c.variant_id where c.list_id = p_list),
    'answers', (
      select coalesce(jsonb_agg(jsonb_build_object('option_id', o.id, 'option', o.title, 'value_id', v.id, 'value', v.title,
        'chosen', (select count(*) from public.list_entries e where e.list_id = p_list and e.withdrawn_at is null and v.id = any (e.answers))
      ) order by o.position, o.id, v.position, v.id), '[]')
      from public.product_options o join public.option_values v on v.option_id = o.id
      where private.is_vote(v_list.kind) and o.product_id = v_list.product_id),
    -- A list may have more than a page can hold: find_entries has all of them.
    'entries', private.desk_entries(p_list, '', 5000),
    'entry_count', (select count(*) from public.list_entries e where e.list_id = p_list and e.withdrawn_at is null),
    'unasked', (select count(*) from public.list_entries e where e.list_id = p_list and e.withdrawn_at is null
      and not exists (select from public.offers o where o.entry_id = e.id)),
    'duplicates', private.duplicate_entries(p_list),
    'offers', (
      select coalesce(jsonb_agg(private.offer_facts(o, v_now) || jsonb_build_object('seen_at', o.seen_at,
        'paid_at', (select r.paid_at from public.order_records r where r.id = o.order_id)) order by o.offered_at desc, o.rank), '[]')
      from (
        select w.* from private.live_offers(p_list, v_now) w where w.order_id is null
        union all
        (select r.* from public.offers r where r.list_id = p_list
          and (r.order_id is not null or private.offer_status_now(r, v_now) not in ('pending', 'claimed'))
        order by r.offered_at desc limit 2000)) o),
    'offer_count', (select count(*) from public.offers o where o.list_id = p_list),
    'per_day', (
      select coalesce(jsonb_agg(jsonb_build_object('day', d.day, 'entered', d.entered) order by d.day), '[]')
      from (select date_trunc('day', entered_at)::date as day, count(*) as entered
        from public.list_entries where list_id = p_list and withdrawn_at is null group by 1) d),
    'read_at', v_now);
end;
$$;
call pg_temp.expose('list_desk', 'authenticated', 'entries of others are for the owner alone, and without names.',
  'Everything about one list for its desk: the first 5,000 entries of entry_count, and of offer_count offers those that wait and the latest 2,000 others. Entries are pseudonymous, offers say when they were seen and paid. Staff: owner. Refuses with not_allowed, unknown_list.
Gives {
  answers: { chosen: number; option: string; option_id: string; value: string; value_id: string }[];
  choices: { editions: number | null; id: string; title: string; variant_id: string; wished: number; wished_first: number }[];
  duplicates: { because: "address" | "mailbox" | "payment_mail"; entries: string[] }[];
  entries: <find_entries>;
  entry_count: number;
  list: <lists>;
  offer_count: number;
  offers: {
    choice_id: string;
    claimed_at: string | null;
    end_reason: string | null;
    entry_id: string;
    expires_at: string;
    holds_until: string | null;
    id: string;
    is_ordered: boolean;
    list_id: string;
    offered_at: string;
    paid_at: string | null;
    rank: number;
    reinstated_at: string | null;
    round: number;
    seen_at: string | null;
    status: <offer_status>;
    title: string;
    variant_id: string;
  }[];
  per_day: { day: string; entered: number }[];
  read_at: string;
  unasked: number;
}');

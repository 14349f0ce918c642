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
    'entries', (
      select coalesce(jsonb_agg(jsonb_build_object('entry_id', q.entry_id, 'place', q.place, 'choices', q.choices,
        'max_wins', q.max_wins, 'comment', e.comment, 'entered_at', e.entered_at, 'has_account', q.user_id is not null,
        'strikes', case when q.user_id is not null then cardinality(private.strikes_of(q.user_id, v_now)) else 0 end,
        'is_banned', q.user_id is not null and private.is_banned(q.user_id, v_now),
        'ban_note', private.ban_note(q.user_id, v_now)) order by q.place), '[]')
      from (select * from private.queue_of_list(p_list) order by place limit 5000) q
      join public.list_entries e on e.id = q.entry_id),
    'duplicates', private.duplicate_entries(p_list),
    'offers', (
      select coalesce(jsonb_agg(private.offer_facts(o, v_now) || jsonb_build_object('seen_at', o.seen_at,
        'paid_at', (select r.paid_at from public.order_records r where r.id = o.order_id)) order by o.offered_at desc, o.rank), '[]')
      from (select * from public.offers where list_id = p_list order by offered_at desc limit 2000) o),
    'per_day', (
      select coalesce(jsonb_agg(jsonb_build_object('day', d.day, 'entered', d.entered) order by d.day), '[]')
      from (select date_trunc('day', entered_at)::date as day, count(*) as entered
        from public.list_entries where list_id = p_list and withdrawn_at is null group by 1) d),
    'read_at', v_now);
end;
$$;
call pg_temp.publish('list_desk', 'authenticated', 'entries of others are for the owner alone, and without names.',
  'Everything about one list for its desk; entries are pseudonymous, offers say when they were seen and paid. Staff: owner. Refuses with not_allowed, unknown_list.
Gives {
  answers: { chosen: number; option: string; option_id: string; value: string; value_id: string }[];
  choices: { editions: number | null; id: string; title: string; variant_id: string; wished: number; wished_first: number }[];
  duplicates: { because: "address" | "mailbox" | "payment_mail"; entries: string[] }[];
  entries: {
    ban_note: string;
    choices: string[];
    comment: string;
    entered_at: string;
    entry_id: string;
    has_account: boolean;
    is_banned: boolean;
    max_wins: number;
    place: number;
    strikes: number;
  }[];
  list: <lists>;
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
}');

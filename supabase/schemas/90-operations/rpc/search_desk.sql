-- What a colleague looks for at the desk, of whatever kind: of each kind that their desks may open, the best few.

create type private.desk_find as (
  kind text, record text, title text, note text, status text, count int, amount_minor int, currency text, at timestamptz, rank int
);
comment on type private.desk_find is
  'Something found at the desk. kind: order, customer, product, variant, list or update; record: the number or id that its desk opens it by, and the e-mail of a customer who is not counted yet; rank: 0 for what was named whole, more the looser the likeness.';

create function private.find_goods(p_text text, p_most int) returns setof private.desk_find
language plpgsql stable
set search_path = ''
set enable_seqscan = off
set jit = off
set plan_cache_mode = force_custom_plan
as $$
declare
  v_text constant text := lower(btrim(left(coalesce(p_text, ''), 100)));
  v_patterns constant text[] := private.word_patterns(regexp_split_to_array(v_text, '[\s,]+'));
  v_begins constant text := regexp_replace(v_text, '([\\%_])', '\\\1', 'g') || '%';
begin
  return query
    select 'variant', v.product_id::text, concat_ws(' · ', p.title, nullif(private.variant_name(v.title, v.flaws), p.title)), v.sku, v.availability::text, null::int, v.price_minor, v.currency, null::timestamptz, v.rank
    from (
      select x.*, case when lower(x.sku) = v_text then 0 when lower(x.sku) like v_begins then 1 when lower(x.title) like v_begins then 2 else 4 end as rank
      from public.variants x
      where ' ' || lower(x.title) || ' ' || lower(x.sku) || case when x.flaws = '' then '' else ' b-stock' end like v_patterns[1]
        and ' ' || lower(x.title) || ' ' || lower(x.sku) || case when x.flaws = '' then '' else ' b-stock' end like all (v_patterns)
      order by rank, length(x.sku), x.sku limit p_most) v
    cross join lateral (select * from public.products q where q.id = v.product_id limit 1) p;
  return query
    select 'product', p.id::text, p.title, p.url, p.status::text, null::int, null::int, '', p.updated_at, p.rank
    from (
      select x.*, case when lower(x.title) = v_text then 0 when lower(x.title) like v_begins then 2 else 4 end as rank
      from public.products x
      where ' ' || lower(x.title) like v_patterns[1] and ' ' || lower(x.title) like all (v_patterns)
      order by rank, length(x.title), x.title limit p_most) p;
  if found or v_text !~ '[[:alpha:]].{3}' then
    return;
  end if;
  return query
    select 'product', p.id::text, p.title, p.url, p.status::text, null::int, null::int, '', p.updated_at, 5
    from (
      select x.* from public.products x where v_text operator(extensions.<%) (' ' || lower(x.title))
      order by extensions.word_similarity(v_text, lower(x.title)) desc, x.title limit p_most) p;
end;
$$;
comment on function private.find_goods(text, int) is
  'Products by their title and variants by title or SKU, those with flaws as B-stock, too; where no title fits, those that are written much like it. Says nothing of the caller''s right: its caller does.';

create function private.find_writings(p_text text, p_role text, p_most int) returns setof private.desk_find
language plpgsql stable
set search_path = ''
as $$
declare
  v_text constant text := lower(btrim(left(coalesce(p_text, ''), 100)));
  v_patterns constant text[] := private.word_patterns(regexp_split_to_array(v_text, '\s+'));
begin
  return query
    select x.kind, x.id::text, x.title, x.note, x.status, null::int, null::int, '', x.at, case when starts_with(lower(x.title), v_text) then 2 else 4 end
    from (
      (select 'list' as kind, l.id, l.title, l.kind::text as note, l.status::text as status, l.updated_at as at from public.lists l
        where p_role = 'owner' and ' ' || lower(l.title) like all (v_patterns) order by l.updated_at desc limit p_most)
      union all
      (select 'update', u.id, u.title, u.url, u.status::text, u.updated_at from public.updates u
        where ' ' || lower(u.title) like all (v_patterns) order by u.updated_at desc limit p_most)
    ) x;
end;
$$;
comment on function private.find_writings(text, text, int) is
  'Lists for the owner, and updates, by their title. Says nothing of the caller''s right: its caller does.';

create function private.search_desk(p_text text, p_kinds text[], p_most int) returns setof private.desk_find
language plpgsql stable security definer
set search_path = ''
as $$
declare
  v_role text;
  v_most constant int := least(greatest(coalesce(p_most, 6), 1), 100);
  v_found private.found_order[];
begin
  perform private.require_reader('owner', 'editor', 'fulfilment', 'support');
  v_role := (select s.role from private.staff s where s.user_id = auth.uid());
  if length(btrim(coalesce(p_text, ''))) < 2 or p_text !~ '[[:alnum:]]' then
    return;
  end if;
  if v_role <> 'editor' and (p_kinds is null or p_kinds && array['order', 'customer']) then
    v_found := array(select f from private.find_orders(p_text, v_role <> 'support') f);
  end if;
  if p_kinds is null or 'order' = any (p_kinds) then
    return query
      select 'order', o.number, o.number, concat_ws(' · ', private.order_address(o.id) ->> 'name', private.order_email(o.id)),
        o.status::text, null::int, o.total_minor, o.currency, o.placed_at, o.rank
      from (
        select r.*, f.rank from unnest(v_found) f cross join lateral (select * from public.order_records k where k.id = f.id limit 1) r
        order by f.rank, r.placed_at desc, r.id limit v_most) o;
  end if;
  -- Support is not told who customers are.
  if v_role in ('owner', 'fulfilment') and (p_kinds is null or 'customer' = any (p_kinds)) then
    return query
      select 'customer', coalesce(private.customer_of_order(x.order_id)::text, x.email), coalesce(left(x.name, 120), ''), x.email, '', (select count(*)::int from private.order_contacts k where k.mailbox = x.mailbox),
        null::int, '', x.placed_at, x.rank
      from (
        select distinct on (c.mailbox) c.mailbox, r.id as order_id, c.email, c.address ->> 'name' as name, r.placed_at, f.rank
        from unnest(v_found) f
        cross join lateral (select * from private.order_contacts k where k.order_id = f.id limit 1) c
        cross join lateral (select * from public.order_records k where k.id = f.id limit 1) r
        where f.rank in (2, 4, 5) order by c.mailbox, f.rank, r.placed_at desc) x
      order by x.rank, x.placed_at desc limit v_most;
  end if;
  -- An address names a person, and looks like no goods.
  if v_role in ('owner', 'editor') and btrim(p_text) !~ '^[^\s@]+@[^\s@]+\.[^\s@]+$' then
    return query
      select g.* from (
        select * from private.find_goods(p_text, v_most) union all select * from private.find_writings(p_text, v_role, v_most)) g
      where p_kinds is null or g.kind = any (p_kinds);
  end if;
end;
$$;
grant execute on function private.search_desk(text, text[], int) to authenticated;
comment on function private.search_desk(text, text[], int) is
  'Body of public.search_desk. Security definer: nobody may read contacts, and the orders and goods of everybody are what the caller''s role may read.';

create function public.search_desk(p_text text, p_kinds text[] default null, p_most int default 6)
returns table (kind text, record text, title text, note text, status text, count int, amount_minor int, currency text, at timestamptz, rank int)
language sql stable security invoker
set search_path = ''
as $$
  select * from private.search_desk(p_text, p_kinds, p_most)
$$;
grant execute on function public.search_desk(text, text[], int) to authenticated;
comment on function public.search_desk(text, text[], int) is
  'At most p_most of each kind (six, never more than a hundred) that the caller''s desks may open: orders by number, tracking or e-mail, and for owner and fulfilment by name; customers for these two; products and variants by title or SKU, and updates, for owner and editor; lists for the owner. Of contacts as much is told as at the orders desk. Staff. Refuses with not_allowed, second_factor, second_factor_missing.
Gives {
  kind: "order" | "customer" | "product" | "variant" | "list" | "update";
  record: string;
  title: string;
  note: string;
  status: string;
  count: number | null;
  amount_minor: number | null;
  currency: string;
  at: string | null;
  rank: number;
}[]';

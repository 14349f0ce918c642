-- A shelf as whoever has its link sees it: the name that its owner chose and what stands on it. Nothing of
-- orders, addresses or the account.

create function private.open_shelf(p_token text) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  v_link public.shelf_links;
begin
  select * into v_link from public.shelf_links l where l.token = left(coalesce(p_token, ''), 100);
  if v_link.user_id is null then
    return '{"is_shared": false, "name": "", "items": []}';
  end if;
  return jsonb_build_object('is_shared', true, 'name', v_link.name, 'items', (
    select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'title', i.title, 'choice', i.choice, 'since', i.since,
      'note', case when v_link.shows_notes then i.note else '' end,
      'kind', p.kind, 'url', p.url, 'variant_id', case when p.id is not null then i.variant_id end)
      order by i.created_at desc, i.id), '[]')
    from public.shelf_items i
    left join public.products p on p.id = i.product_id and p.status <> 'draft' and p.publish_at <= clock_timestamp()
    where i.user_id = v_link.user_id));
end;
$$;
call pg_temp.expose('open_shelf', 'anon, authenticated', 'nobody reads the shelf of another.',
  'A shared shelf; not shared, and empty, for a link that was withdrawn or never was.
Gives {
  is_shared: boolean;
  items: {
    choice: string;
    id: string;
    kind: <product_kind> | null;
    note: string;
    since: string;
    title: string;
    url: string | null;
    variant_id: string | null;
  }[];
  name: string;
}');

-- Where a colorway is needed, asked before it is hidden or removed. Designs and orders of customers are
-- counted and never named; the shop's own things come with their ids, to be looked at.

create function private.uses_of_colorway(p_colorway uuid)
returns table (place text, pieces bigint, things jsonb)
language sql stable
set search_path = ''
as $$
  with c as (select id, code, palette_id, variant_id from public.colorways where id = p_colorway)
  select 'pictures', count(*), coalesce(jsonb_agg(distinct jsonb_build_object('kind', 'products', 'id', p.id, 'title', p.title)), '[]')
  from c join public.product_images i on i.colorway_id = c.id join public.products p on p.id = i.product_id
  union all
  select 'kits', count(*), coalesce(jsonb_agg(distinct jsonb_build_object('kind', 'products', 'id', b.product_id, 'title', b.code)), '[]')
  from c join public.batch_kits k on k.variant_id = c.variant_id join public.batches b on b.id = k.batch_id
  union all
  select 'lists', count(*), coalesce(jsonb_agg(distinct jsonb_build_object('kind', 'lists', 'id', l.id, 'title', l.title)), '[]')
  from c join public.list_choices x on x.variant_id = c.variant_id join public.lists l on l.id = x.list_id
  union all
  select 'designs', count(*), '[]'
  from c join public.designs d on c.palette_id is not null and strpos(d.design::text, '"code": "' || c.code || '"') > 0
  union all
  select 'order lines', count(*), '[]'
  from c join public.order_lines l on l.variant_id = c.variant_id
  union all
  select 'order lines with a design', count(*), '[]'
  from c join public.order_lines l on c.palette_id is not null and l.design_id is not null
    and strpos(l.design::text, '"code": "' || c.code || '"') > 0
$$;
comment on function private.uses_of_colorway(uuid) is
  'How often a colorway is used, by place. Colours are looked for in the text of designs: asked by a person, once in a while.';

create function private.colorway_uses(p_colorway uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_reader('owner', 'editor');
  return jsonb_build_object(
    'uses', (
      select coalesce(jsonb_agg(jsonb_build_object('place', u.place, 'count', u.pieces, 'things', u.things)), '[]')
      from private.uses_of_colorway(p_colorway) u where u.pieces > 0),
    'offered_by', (
      select coalesce(jsonb_agg(distinct jsonb_build_object('kind', 'products', 'id', p.id, 'title', p.title)), '[]')
      from public.colorways c join public.design_offers o on o.palette_id = c.palette_id
      join public.products p on p.id = o.product_id where c.id = p_colorway));
end;
$$;
call pg_temp.expose('colorway_uses', 'authenticated', 'designs and orders are their makers'' and only counted.',
  'Where a colorway is used; offered_by are products that are made in any colour of its palette. Staff: owner, editor. Refuses with not_allowed.
Gives {
  offered_by: { id: string; kind: "products"; title: string }[];
  uses: { count: number; place: string; things: { id: string; kind: "products" | "lists"; title: string }[] }[];
}');

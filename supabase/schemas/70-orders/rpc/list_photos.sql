-- Customers' photographs as staff look through them.

create function private.list_photos(p_status text, p_after_at timestamptz default null, p_after_id uuid default null, p_most int default 30)
returns table (
  id uuid, version int, path text, width int, height int, note text, name text, alt text, reason text, status text,
  sent_at timestamptz, product_id uuid, product text, choice text
)
language plpgsql stable security definer
set search_path = ''
as $$
declare
  -- What waits longest comes first; elsewhere what was sent last.
  v_is_oldest_first constant boolean := p_status = 'waiting';
begin
  perform private.require_reader('owner', 'editor');
  return query
  select c.id, c.version, c.storage_path, c.width, c.height, c.note, c.name, c.alt, c.reason, c.status,
    c.sent_at, c.product_id, g.title, coalesce(l.variant_title, '')
  from private.customer_photos c
  join public.products g on g.id = c.product_id
  left join public.order_lines l on l.id = c.order_line_id
  where c.status = p_status and c.status in ('waiting', 'shown', 'declined')
    and (p_after_id is null or case when v_is_oldest_first then (c.sent_at, c.id) > (p_after_at, p_after_id)
      else (c.sent_at, c.id) < (p_after_at, p_after_id) end)
  order by case when v_is_oldest_first then c.sent_at end, case when v_is_oldest_first then c.id end, c.sent_at desc, c.id desc
  limit least(greatest(coalesce(p_most, 30), 1), 200);
end;
$$;
call pg_temp.expose('list_photos', 'authenticated', 'nobody reads the table.',
  'Customers'' photographs that are waiting (longest first), shown or declined (newest first), a page after the other. Whose they are is not told. Staff: owner, editor. Refuses with not_allowed.
Gives {
  id: string;
  version: number;
  path: string;
  width: number;
  height: number;
  note: string;
  name: string;
  alt: string;
  reason: string;
  status: "waiting" | "shown" | "declined";
  sent_at: string;
  product_id: string;
  product: string;
  choice: string;
}[]');

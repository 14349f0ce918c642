-- A customer's own photographs and how each of them stands.

create function private.my_photos() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'product_id', p.product_id, 'order_line_id', p.order_line_id,
      'path', p.storage_path, 'note', p.note, 'name', p.name, 'status', p.status,
      'reason', case when p.status = 'declined' then p.reason else '' end,
      'created_at', p.created_at, 'agreed_at', p.agreed_at) order by p.created_at, p.id), '[]')
    from private.customer_photos p where p.user_id = auth.uid() and p.status <> 'removed');
end;
$$;
call pg_temp.expose('my_photos', 'authenticated', 'nobody reads the table.',
  'The caller''s photographs of what they bought, oldest first; the reason is for what was declined.
Gives {
  agreed_at: string;
  created_at: string;
  id: string;
  name: string;
  note: string;
  order_line_id: string | null;
  path: string;
  product_id: string;
  reason: string;
  status: "sending" | "waiting" | "shown" | "declined";
}[]');

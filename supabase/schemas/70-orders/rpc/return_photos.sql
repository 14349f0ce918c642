-- What a customer showed of a fault, for them and for staff.

create function private.return_photos(p_return uuid, p_token text default null) returns table (id uuid, jpeg text)
language plpgsql stable security definer
set search_path = ''
as $$
begin
  if not private.sees_returns((
    select o from public.order_records o join public.order_returns r on r.order_id = o.id where r.id = p_return), p_token) then
    perform private.refuse(404, 'unknown_return', 'This return could not be found.');
  end if;
  return query select p.id, translate(encode(p.jpeg, 'base64'), E'\n', '') from private.return_photos p
  where p.return_id = p_return order by p.added_at, p.id;
end;
$$;
call pg_temp.expose('return_photos', 'anon, authenticated, service_role', 'guests may read no order.',
  'The photographs of a return, in base64, for its customer (a guest by p_token) and for staff who work with orders. Refuses with unknown_return.
Gives { id: string; jpeg: string }[]');

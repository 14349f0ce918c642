-- What a customer showed of a fault, for them and for staff.

create function private.return_photos(p_return uuid, p_token text) returns table (id uuid, jpeg text)
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
grant execute on function private.return_photos(uuid, text) to anon, authenticated, service_role;
comment on function private.return_photos(uuid, text) is 'Body of public.return_photos. Security definer: guests may read no order.';

create function public.return_photos(p_return uuid, p_token text default null) returns table (id uuid, jpeg text)
language sql stable security invoker
set search_path = ''
as $$
  select * from private.return_photos(p_return, p_token)
$$;
grant execute on function public.return_photos(uuid, text) to anon, authenticated, service_role;
comment on function public.return_photos(uuid, text) is
  'The photographs of a return, in base64, for its customer (a guest by p_token) and for staff who work with orders. Refuses with unknown_return.
Gives { id: string; jpeg: string }[]';

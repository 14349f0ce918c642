-- A customer shows what is wrong: photographs of a fault that is reported, one by one, each kept once.

create function private.add_return_photo(p_return uuid, p_photo uuid, p_jpeg text, p_token text default null) returns int
language plpgsql security definer
set search_path = ''
as $$
declare
  v_return public.order_returns;
  v_order public.order_records;
  v_jpeg bytea;
begin
  select * into v_return from public.order_returns r where r.id = p_return for update;
  select * into v_order from public.order_records o where o.id = v_return.order_id;
  if not coalesce(coalesce(v_order.user_id = auth.uid(), false) or private.is_secret_of(v_order.id, p_token), false) then
    perform private.refuse(404, 'unknown_return', 'This return could not be found.');
  end if;
  if exists (select from private.return_photos p where p.id = p_photo and p.return_id = p_return) then
    return v_return.photo_count;
  elsif v_return.kind <> 'fault' or v_return.ended_at is not null then
    perform private.refuse(409, 'return_ended', 'This report is closed. Nothing can be added to it.');
  elsif v_return.photo_count >= 5 then
    perform private.refuse(409, 'too_many_photos', 'A report has up to 5 photographs.', '{"limit": 5}');
  elsif length(p_jpeg) <= 1400000 and p_jpeg ~ '^[A-Za-z0-9+/]+={0,2}$' and length(p_jpeg) % 4 = 0 then
    v_jpeg := decode(p_jpeg, 'base64');
  end if;
  if p_photo is null or v_jpeg is null or octet_length(v_jpeg) not between 100 and 1000000 or substring(v_jpeg from 1 for 3) <> '\xffd8ff' then
    perform private.refuse(422, 'wrong_photo', 'This photograph can''t be kept. Choose another one.');
  end if;
  insert into private.return_photos (id, return_id, jpeg) values (p_photo, p_return, v_jpeg) on conflict do nothing;
  if not found then
    perform private.refuse(422, 'wrong_photo', 'This photograph can''t be kept. Choose another one.');
  end if;
  update public.order_returns set photo_count = photo_count + 1 where id = p_return returning * into v_return;
  return v_return.photo_count;
end;
$$;
call pg_temp.expose('add_return_photo', 'anon, authenticated, service_role',
  'photographs are written through functions alone.',
  'Its customer (a guest by any secret of the order) adds a photograph to a fault that is under way: a JPEG in base64, of 1 MB at most, under an ID of their own that makes a repeated call harmless. Gives how many there are. Refuses with unknown_return, return_ended, too_many_photos, wrong_photo.');

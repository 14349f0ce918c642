-- A customer announces a photograph of what was delivered to them, then uploads its file, then says that it
-- is there (send_photo). Announced again under the same id, it is there once.

create function private.add_photo(
  p_id uuid, p_line uuid, p_file jsonb, p_note text default '', p_name text default '', p_agreed boolean default false
) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_user constant uuid := auth.uid();
  v_note constant text := btrim(coalesce(p_note, ''));
  v_name constant text := btrim(coalesce(p_name, ''));
  v_ending constant text := case p_file ->> 'type' when 'image/jpeg' then 'jpg' when 'image/webp' then 'webp' end;
  v_photo private.customer_photos;
  v_product uuid;
begin
  select l.product_id into v_product
  from public.order_lines l join public.order_records o on o.id = l.order_id join public.shipments s on s.id = l.shipment_id
  where l.id = p_line and o.user_id = v_user and s.delivered_at is not null;
  if v_product is null then
    perform private.refuse(404, 'not_delivered', 'Photos can be added to what was delivered to you.');
  end if;
  if p_agreed is not true then
    perform private.refuse(422, 'not_agreed', 'Tick that the shop may show this photo.');
  elsif length(v_note) > 400 or length(v_name) > 40 then
    perform private.refuse(422, 'wrong_words', 'A note has up to 400 characters and a name up to 40.', '{"note": 400, "name": 40}');
  elsif p_id is null or v_ending is null or coalesce(p_file ->> 'colour', '') !~ '^#[0-9a-f]{6}$'
    or coalesce(p_file ->> 'width', '') !~ '^[0-9]{2,4}$' or coalesce(p_file ->> 'height', '') !~ '^[0-9]{2,4}$'
    or (p_file ->> 'width')::int not between 16 and 2400 or (p_file ->> 'height')::int not between 16 and 2400 then
    perform private.refuse(422, 'wrong_photo', 'This photo can''t be kept. Choose another one.');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('photos ' || v_user, 0));
  select * into v_photo from private.customer_photos p where p.id = p_id for update;
  if v_photo.id is null then
    if (select count(*) from private.customer_photos p
      where p.user_id = v_user and p.product_id = v_product and p.status <> 'removed') >= 3 then
      perform private.refuse(409, 'too_many_photos', 'You can add up to 3 photos of a product. Remove one first.', '{"limit": 3}');
    -- The file of one that is removed stays until it is swept.
    elsif (select count(*) from private.guesses g
      where g.what = 'photo' and g.bucket = private.guesser() and g.at > now() - interval '1 day') >= 30 then
      perform private.refuse(429, 'too_many_photos', 'You have added 30 photos today. Add more tomorrow.', '{"limit": 30}');
    end if;
    insert into private.guesses (what, bucket) values ('photo', private.guesser());
    insert into private.customer_photos (id, user_id, product_id, order_line_id, storage_path, width, height, placeholder_colour, note, name)
    values (p_id, v_user, v_product, p_line, p_id || '.' || v_ending, (p_file ->> 'width')::int, (p_file ->> 'height')::int,
      p_file ->> 'colour', v_note, v_name)
    on conflict do nothing returning * into v_photo;
  elsif v_photo.user_id = v_user and v_photo.status = 'sending' then
    update private.customer_photos set note = v_note, name = v_name, agreed_at = clock_timestamp() where id = p_id returning * into v_photo;
  end if;
  if v_photo.id is null or v_photo.user_id <> v_user or v_photo.product_id <> v_product or v_photo.status = 'removed' then
    perform private.refuse(422, 'wrong_photo', 'This photo can''t be kept. Choose another one.');
  end if;
  return jsonb_build_object('path', v_photo.storage_path, 'status', v_photo.status);
end;
$$;
call pg_temp.expose('add_photo', 'authenticated', 'photographs are written through functions alone.',
  'Announces a photograph of an item that was delivered to the caller: p_file is {type, width, height, colour}, JPEG or WebP, at most 2,400 px; 3 for a product, and 30 a day. path is where its file belongs in the bucket photo-inbox. Refuses with not_delivered, not_agreed, wrong_words, wrong_photo, too_many_photos.
Gives { path: string; status: "sending" | "waiting" | "shown" | "declined" }');

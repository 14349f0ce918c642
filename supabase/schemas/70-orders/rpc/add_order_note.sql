-- Staff leave a note at an order, support included.

create function private.add_order_note(p_order uuid, p_text text, p_key uuid default null) returns uuid
language plpgsql security definer
set search_path = ''
as $$
declare
  v_text constant text := btrim(coalesce(p_text, ''));
  v_known jsonb;
  v_note uuid;
begin
  perform private.require_staff('owner', 'fulfilment', 'support');
  v_known := private.known_answer(p_key, concat_ws('|', 'note', p_order, v_text));
  if v_known is not null then
    return (v_known #>> '{}')::uuid;
  end if;
  if length(v_text) not between 1 and 2000 then
    perform private.refuse(422, 'wrong_note', 'Enter a note of 1 to 2000 characters.', '{"limit": 2000}');
  end if;
  if not exists (select from public.order_records o where o.id = p_order) then
    perform private.refuse(404, 'unknown_order', 'This order could not be found. Check the order number.');
  end if;
  insert into public.order_notes (order_id, author_id, text) values (p_order, auth.uid(), v_text) returning id into v_note;
  perform private.keep_answer(p_key, to_jsonb(v_note));
  return v_note;
end;
$$;
call pg_temp.expose('add_order_note', 'authenticated', 'notes are written through this function alone.',
  'Adds a note for staff. Staff: owner, fulfilment, support. Gives its id, the same for the same key. Refuses with not_allowed, key_reused, wrong_note, unknown_order.');

-- Staff leave a note at an order, support included.

create function private.add_order_note(p_order uuid, p_text text) returns uuid
language plpgsql security definer
set search_path = ''
as $$
declare
  v_text constant text := btrim(coalesce(p_text, ''));
  v_note uuid;
begin
  perform private.require_staff('owner', 'fulfilment', 'support');
  if length(v_text) not between 1 and 2000 then
    perform private.refuse(422, 'wrong_note', 'Enter a note of 1 to 2000 characters.', '{"limit": 2000}');
  end if;
  if not exists (select from public.order_records o where o.id = p_order) then
    perform private.refuse(404, 'unknown_order', 'This order could not be found. Check the order number.');
  end if;
  insert into public.order_notes (order_id, author_id, text) values (p_order, auth.uid(), v_text) returning id into v_note;
  return v_note;
end;
$$;
grant execute on function private.add_order_note(uuid, text) to authenticated;
comment on function private.add_order_note(uuid, text) is
  'Body of public.add_order_note. Security definer: notes are written through this function alone.';

create function public.add_order_note(p_order uuid, p_text text) returns uuid
language sql security invoker
set search_path = ''
as $$
  select private.add_order_note(p_order, p_text)
$$;
grant execute on function public.add_order_note(uuid, text) to authenticated;
comment on function public.add_order_note(uuid, text) is
  'Adds a note for staff. Staff: owner, fulfilment, support. Gives its id. Refuses with not_allowed, wrong_note, unknown_order.';

-- Staff leave a note about a customer, support included.

create function private.add_customer_note(p_customer uuid, p_text text, p_key uuid default null) returns uuid
language plpgsql security definer
set search_path = ''
as $$
declare
  v_text constant text := btrim(coalesce(p_text, ''));
  v_known jsonb;
  v_note uuid;
begin
  perform private.require_staff('owner', 'fulfilment', 'support');
  v_known := private.known_answer(p_key, concat_ws('|', 'customer note', p_customer, v_text));
  if v_known is not null then
    return (v_known #>> '{}')::uuid;
  end if;
  if length(v_text) not between 1 and 2000 then
    perform private.refuse(422, 'wrong_note', 'Enter a note of 1 to 2000 characters.', '{"limit": 2000}');
  end if;
  -- Held, so that a guest who gets an account meanwhile takes the note along.
  if not exists (select from private.customers k where k.id = p_customer for key share) then
    perform private.refuse(404, 'unknown_customer', 'This customer no longer exists.');
  end if;
  insert into public.customer_notes (customer_id, author_id, text) values (p_customer, auth.uid(), v_text) returning id into v_note;
  perform private.note_staff_call('insert', 'customers', p_customer, jsonb_build_object('call', 'add_customer_note', 'note_id', v_note));
  perform private.keep_answer(p_key, to_jsonb(v_note));
  return v_note;
end;
$$;
call pg_temp.expose('add_customer_note', 'authenticated',
  'notes are written through this function alone. The log keeps that there was one and not its words, which go with the customer.',
  'Adds a note for staff. Staff: owner, fulfilment, support. Gives its id, the same for the same key. Refuses with not_allowed, key_reused, wrong_note, unknown_customer.');

-- Staff write down that the customer of an order agreed elsewhere: how, on which day, and in what words.

create function private.record_consents(p_order uuid, p_how text, p_agreed_on date, p_note text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_note constant text := btrim(coalesce(p_note, ''));
  v_order public.order_records;
  v_missing text[];
begin
  perform private.require_staff('owner', 'fulfilment');
  if p_how is null or p_how not in ('phone', 'email') then
    perform private.refuse(422, 'wrong_way', 'Choose phone or e-mail.');
  end if;
  if p_agreed_on is null or p_agreed_on not between current_date - 365 and current_date then
    perform private.refuse(422, 'wrong_day', 'Enter the day on which they agreed, within the last year.');
  end if;
  if length(v_note) not between 2 and 500 then
    perform private.refuse(422, 'note_missing', 'Enter what was agreed (2 to 500 characters).');
  end if;
  select * into v_order from public.order_records o where o.id = p_order for update;
  if not found then
    perform private.refuse(404, 'unknown_order', 'This order could not be found. Check the order number.');
  end if;
  v_missing := private.missing_consents(p_order);
  if v_missing = '{}' then
    perform private.refuse(409, 'agreed_already', 'The customer has already agreed to the terms.');
  end if;
  perform private.record_event(p_order, 'consents_recorded', v_note, p_after => private.keep_consents(
    p_order, v_missing, jsonb_build_object('by', 'staff', 'how', p_how, 'agreed_on', p_agreed_on),
    least(now(), (p_agreed_on + 1)::timestamptz)) || jsonb_build_object('how', p_how, 'agreed_on', p_agreed_on));
  return jsonb_build_object('id', v_order.id, 'number', v_order.number, 'missing', private.missing_consents(p_order));
end;
$$;
call pg_temp.expose('record_consents', 'authenticated', 'orders are written through functions alone.',
  'Writes down that the customer of an order agreed by phone or email, with the day and a note. Staff: owner, fulfilment. Refuses with not_allowed, second_factor, wrong_way, wrong_day, note_missing, unknown_order, agreed_already.
Gives <agree_to_order>');

-- The owner ends a list: nobody is asked any more, open offers still hold until their time.

create function private.finish_list(p_list uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_trouble constant jsonb := private.staff_trouble(true, 'owner');
  v_list public.lists;
begin
  if v_trouble is not null then
    return private.refuse_on_record(403, v_trouble ->> 'reason', v_trouble ->> 'message',
      v_trouble -> 'details', 'finish_list', 'lists', p_list::text);
  end if;
  select * into v_list from public.lists where id = p_list for no key update;
  if v_list.id is null then
    return private.refuse_on_record(404, 'unknown_list', 'This list no longer exists. Reload the page.',
      jsonb_build_object('list_id', p_list), 'finish_list', 'lists', p_list::text);
  end if;
  if v_list.status in ('draft', 'finished') or (private.is_drawn(v_list.kind) and v_list.ranking is null) then
    return private.refuse_on_record(409, 'illegal_move', 'You can finish a raffle after its draw, and other lists once they have opened.',
      jsonb_build_object('status', v_list.status), 'finish_list', 'lists', p_list::text);
  end if;
  update public.lists set status = 'finished' where id = p_list returning * into v_list;
  return private.list_facts(v_list);
end;
$$;
call pg_temp.expose('finish_list', 'authenticated', 'nobody may write lists, entries or offers by hand.',
  'Ends a list. Staff: owner. Refuses, on record, with not_allowed, second_factor, unknown_list, illegal_move.
Gives <lists>');

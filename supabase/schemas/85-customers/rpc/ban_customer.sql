-- As ban_entrant, from the card of a person: no entry is needed.

create function private.ban_customer(p_customer uuid, p_until timestamptz, p_note text, p_seen_note text default null) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_customer private.customers;
begin
  perform private.require_staff('owner');
  select * into v_customer from private.customers k where k.id = p_customer;
  if v_customer.id is null then
    perform private.refuse(404, 'unknown_customer', 'This customer no longer exists.');
  end if;
  if v_customer.user_id is null then
    perform private.refuse(409, 'no_account', 'Only accounts can be banned: guests can’t enter lists.');
  end if;
  perform private.ban_person(v_customer.user_id, p_until, p_note, p_seen_note);
  return jsonb_build_object('until', p_until, 'is_banned', private.is_banned(v_customer.user_id, clock_timestamp()));
end;
$$;
call pg_temp.expose('ban_customer', 'authenticated', 'nobody may write bans by hand.',
  'Keeps an account off lists until p_until, for good when null; a past time ends it. p_seen_note is the note that stood there when it was decided, empty for nobody banned. Staff: owner. Refuses with not_allowed, unknown_customer, no_account, reason_missing, changed_meanwhile.
Gives { is_banned: boolean; until: string | null }');

-- Which role the caller holds in the shop. Admin screens ask it to decide what to show; every read
-- and write is decided again by policies and functions.

create function private.my_staff_role() returns text
language plpgsql stable security definer
set search_path = ''
as $$
declare
  v_role constant text := (select role from private.staff where user_id = auth.uid());
begin
  if v_role is not null then
    perform private.require_reader(v_role);
  end if;
  return v_role;
end;
$$;
call pg_temp.expose('my_staff_role', 'authenticated', 'nobody may read the staff table, not even their own row.',
  'owner, editor, fulfilment or support for those who work here, null for everyone else. Refuses with second_factor who works here and has not given the code of their account, with second_factor_missing who should have set one up by now.');

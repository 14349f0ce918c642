-- The owner gives and takes rights, by e-mail. It holds from the person's next request on, and the
-- audit log keeps before and after.

create function private.set_staff_role(p_email text, p_role text default null) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_user uuid;
  v_role constant text := nullif(btrim(coalesce(p_role, '')), '');
begin
  perform private.require_staff('owner');
  if v_role is not null and v_role not in ('owner', 'editor', 'fulfilment', 'support') then
    perform private.refuse(422, 'unknown_role', 'This role does not exist. Choose another.');
  end if;
  select id into v_user from auth.users
  where lower(email) = lower(btrim(left(coalesce(p_email, ''), 254))) and email_confirmed_at is not null;
  if v_user is null then
    perform private.refuse(404, 'no_account', 'There is no confirmed account with this address.');
  end if;
  -- Two owners who remove each other at once must not leave none.
  perform from private.staff where role = 'owner' for update;
  if v_role is distinct from 'owner' and not exists (
    select from private.staff where role = 'owner' and user_id <> v_user
  ) then
    perform private.refuse(409, 'last_owner', 'The shop needs an owner. Name another owner first.');
  end if;
  if v_role is null then
    delete from private.staff where user_id = v_user;
  else
    insert into private.staff (user_id, role) values (v_user, v_role)
    on conflict (user_id) do update set role = excluded.role;
  end if;
  return jsonb_build_object('user_id', v_user, 'role', v_role);
end;
$$;
call pg_temp.expose('set_staff_role', 'authenticated', 'nobody may write the staff table.',
  'Gives somebody a role, or none. Staff: owner. Refuses with not_allowed, second_factor, unknown_role, no_account, last_owner.
Gives { role: "owner" | "editor" | "fulfilment" | "support" | null; user_id: string }');

call pg_temp.log_changes('private.staff');

-- The owner asks someone to work here: a mail with a link that counts once, for seven days. Nobody
-- gets a right before they accept it.

create function private.invite_staff(p_email text, p_role text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_email text;
  v_invitation private.staff_invitations;
begin
  perform private.require_staff('owner');
  if coalesce(p_role, '') not in ('owner', 'editor', 'fulfilment', 'support') then
    perform private.refuse(422, 'unknown_role', 'This role does not exist. Choose another.');
  end if;
  if btrim(coalesce(p_email, '')) = '' then
    perform private.refuse(422, 'wrong_email', 'Enter a valid e-mail address.');
  end if;
  v_email := lower(private.checked_email(p_email));
  if exists (select from private.staff s join auth.users u on u.id = s.user_id where lower(u.email) = v_email) then
    perform private.refuse(409, 'already_staff', 'This person is already staff. Change their role in the list.');
  end if;
  delete from private.staff_invitations where email = v_email and expires_at <= now();
  insert into private.staff_invitations (email, role, token_hash, invited_by)
  values (v_email, p_role, private.hash_of(gen_random_uuid()::text), auth.uid())
  on conflict (email) do nothing returning * into v_invitation;
  if v_invitation.id is null then
    perform private.refuse(409, 'already_invited', 'This person is already invited. Send the invitation again, or withdraw it first.');
  end if;
  v_invitation := private.mail_invitation(v_invitation.id);
  perform private.note_invitation('insert', null, v_invitation);
  return jsonb_build_object('id', v_invitation.id, 'expires_at', v_invitation.expires_at);
end;
$$;
call pg_temp.expose('invite_staff', 'authenticated', 'nobody may write invitations.',
  'Invites an address to work here in a role, whether it has an account or not. Staff: owner. Refuses with not_allowed, second_factor, unknown_role, wrong_email, already_staff, already_invited, too_many_tries.
Gives { expires_at: string; id: string }');

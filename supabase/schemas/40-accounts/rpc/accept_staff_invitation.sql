-- Whoever was invited starts to work here: the account that has proven the very address, with the
-- secret of the mail, once.

create function private.accept_staff_invitation(p_token text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_email constant text := private.proven_mailbox();
  v_invitation private.staff_invitations := private.open_invitation(p_token);
  v_role text;
begin
  if v_invitation.id is null then
    perform private.refuse_dead_invitation();
  end if;
  if v_email is distinct from v_invitation.email then
    perform private.refuse(403, 'other_address',
      format('This invitation is for %s. Sign in with that address to accept it.', v_invitation.email),
      jsonb_build_object('email', v_invitation.email));
  end if;
  perform private.require_second_factor();
  if exists (select from private.account_deletions d where d.user_id = auth.uid()) then
    perform private.refuse(409, 'deletion_due', 'This account is about to be deleted. Cancel that in your details first.');
  end if;
  -- Read again behind the lock: of two presses one counts.
  delete from private.staff_invitations i where i.id = v_invitation.id and i.token_hash = v_invitation.token_hash
  returning * into v_invitation;
  if v_invitation.id is null then
    perform private.refuse_dead_invitation();
  end if;
  -- An owner may have given them a role in the meantime: that one counts.
  insert into private.staff (user_id, role) values (auth.uid(), v_invitation.role) on conflict (user_id) do nothing;
  select role into v_role from private.staff where user_id = auth.uid();
  perform private.note_invitation('delete', v_invitation, null, 'accepted');
  return jsonb_build_object('role', v_role, 'factor_due_at', private.factor_due_at(auth.uid()));
end;
$$;
call pg_temp.expose('accept_staff_invitation', 'authenticated', 'nobody may write invitations or the staff table.',
  'Gives the caller the role that their address was invited to; until factor_due_at they add a second factor. Refuses with signed_out, unknown_invitation, other_address, second_factor, deletion_due.
Gives { factor_due_at: string | null; role: "owner" | "editor" | "fulfilment" | "support" }');

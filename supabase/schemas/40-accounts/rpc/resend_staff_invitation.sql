-- The owner sends an invitation once more, with a new link and seven new days: the older link is dead.

create function private.resend_staff_invitation(p_invitation uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_before private.staff_invitations;
  v_after private.staff_invitations;
begin
  perform private.require_staff('owner');
  select * into v_before from private.staff_invitations where id = p_invitation for update;
  if not found then
    perform private.refuse(404, 'unknown_invitation', 'This invitation was accepted or withdrawn. Reload the list.');
  end if;
  if v_before.sent_at > now() - interval '1 minute' then
    perform private.refuse(429, 'too_many_tries', 'This invitation was sent a moment ago. Please wait a minute.');
  end if;
  v_after := private.mail_invitation(p_invitation);
  perform private.note_invitation('update', v_before, v_after);
  return jsonb_build_object('id', v_after.id, 'expires_at', v_after.expires_at);
end;
$$;
call pg_temp.expose('resend_staff_invitation', 'authenticated', 'nobody may write invitations.',
  'Sends an invitation again, once a minute at most, with a new link; also one that has expired. Staff: owner. Refuses with not_allowed, second_factor, unknown_invitation, too_many_tries.
Gives <invite_staff>');

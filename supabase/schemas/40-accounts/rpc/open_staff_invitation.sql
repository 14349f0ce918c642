-- What the page behind the link of an invitation shows, before anyone is signed in.

create function private.open_staff_invitation(p_token text) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  v_invitation constant private.staff_invitations := private.open_invitation(p_token);
begin
  if v_invitation.id is null then
    perform private.refuse_dead_invitation();
  end if;
  return jsonb_build_object('email', v_invitation.email, 'role', v_invitation.role, 'expires_at', v_invitation.expires_at,
    'has_account', exists (
      select from auth.users u where lower(u.email) = v_invitation.email and u.email_confirmed_at is not null));
end;
$$;
call pg_temp.expose('open_staff_invitation', 'anon, authenticated', 'nobody may read invitations.',
  'What the secret of an invitation''s mail opens. Whoever has it has read that mailbox. Refuses with unknown_invitation.
Gives { email: string; expires_at: string; has_account: boolean; role: "owner" | "editor" | "fulfilment" | "support" }');

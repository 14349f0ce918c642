-- The owner withdraws an invitation: its link is dead from then on, and a mail that has not gone out
-- never does.

create function private.withdraw_staff_invitation(p_invitation uuid) returns boolean
language plpgsql security definer
set search_path = ''
as $$
declare
  v_invitation private.staff_invitations;
begin
  perform private.require_staff('owner');
  delete from private.staff_invitations where id = p_invitation returning * into v_invitation;
  if v_invitation.id is null then
    return false;
  end if;
  delete from public.outbox m
  where m.kind = 'staff_invited' and m.payload ->> 'invitation_id' = p_invitation::text
    and m.sent_at is null and m.given_up_at is null;
  perform private.note_invitation('delete', v_invitation, null, 'withdrawn');
  return true;
end;
$$;
call pg_temp.expose('withdraw_staff_invitation', 'authenticated', 'nobody may write invitations.',
  'Withdraws an invitation; false where it was accepted or withdrawn before. Staff: owner. Refuses with not_allowed, second_factor.');

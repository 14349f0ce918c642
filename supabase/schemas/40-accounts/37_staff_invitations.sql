-- Colleagues who were asked to work here and have not answered. A row goes when its question ends:
-- accepted or withdrawn; the audit log keeps who did what.

create table private.staff_invitations (
  id uuid primary key default gen_random_uuid(),
  email text not null unique check (email = lower(email) and length(email) <= 254),
  role text not null check (role in ('owner', 'editor', 'fulfilment', 'support')),
  token_hash text not null unique check (token_hash ~ '^[0-9a-f]{64}$'),
  invited_by uuid references auth.users (id) on delete set null,
  sent_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '7 days'
);
create index staff_invitations_by_idx on private.staff_invitations (invited_by);
create index staff_invitations_expiry_idx on private.staff_invitations (expires_at);
comment on table private.staff_invitations is
  'Who was invited to work here, until they have answered. Read and written by functions alone.';
comment on column private.staff_invitations.email is 'The account that has proven this very address may accept.';
comment on column private.staff_invitations.role is 'What they will work as.';
comment on column private.staff_invitations.token_hash is 'SHA-256 of the secret of the newest mail; older links are dead.';
comment on column private.staff_invitations.sent_at is 'When the newest mail was written.';

create function private.note_invitation(
  p_action text, p_before private.staff_invitations, p_after private.staff_invitations, p_outcome text default null
) returns void
language sql
set search_path = ''
as $$
  insert into public.audit_log (actor_id, actor_role, action, table_name, row_id, before, after)
  values (
    auth.uid(), coalesce((select role from private.staff where user_id = auth.uid()), auth.role()), p_action,
    'staff_invitations', coalesce((p_after).id, (p_before).id)::text,
    case when p_outcome is not null then jsonb_build_object('email', (p_before).email, 'role', (p_before).role)
      when (p_before).id is not null then to_jsonb(p_before) - 'token_hash' end,
    case when p_outcome is not null then
      jsonb_build_object('email', (p_before).email, 'role', (p_before).role, 'outcome', p_outcome)
      else to_jsonb(p_after) - 'token_hash' end)
$$;
comment on function private.note_invitation(text, private.staff_invitations, private.staff_invitations, text) is
  'Writes what became of an invitation into the audit log, without its secret. Whoever accepts is no staff before, so the trigger of other tables would not do.';

create function private.mail_invitation(p_invitation uuid) returns private.staff_invitations
language plpgsql
set search_path = ''
as $$
declare
  v_token constant text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
  v_invitation private.staff_invitations;
begin
  -- Each one is a mail to someone who may not expect it.
  if (select count(*) from public.audit_log a
    where a.actor_id = auth.uid() and a.table_name = 'staff_invitations' and a.action in ('insert', 'update')
      and a.at > now() - interval '1 day') >= 50 then
    perform private.refuse(429, 'too_many_tries', 'You can send fifty invitations a day. Please try again tomorrow.');
  end if;
  -- The one before must not reach anyone: its link is dead.
  delete from public.outbox m
  where m.kind = 'staff_invited' and m.payload ->> 'invitation_id' = p_invitation::text
    and m.sent_at is null and m.given_up_at is null;
  update private.staff_invitations
  set token_hash = private.hash_of(v_token), invited_by = auth.uid(), sent_at = now(), expires_at = now() + interval '7 days'
  where id = p_invitation returning * into v_invitation;
  perform private.queue_mail('staff_invited', v_invitation.email, v_invitation.id || ':' || private.hash_of(v_token),
    jsonb_build_object('invitation_id', v_invitation.id, 'token', v_token, 'role', v_invitation.role,
      'from', (select u.email from auth.users u where u.id = auth.uid()), 'expires_at', v_invitation.expires_at));
  return v_invitation;
end;
$$;
comment on function private.mail_invitation(uuid) is
  'Gives an invitation a new secret and seven days, and queues its mail.';

create function private.open_invitation(p_token text) returns private.staff_invitations
language sql stable
set search_path = ''
as $$
  select i from private.staff_invitations i
  where length(p_token) = 64 and i.token_hash = private.hash_of(p_token) and i.expires_at > now()
$$;
comment on function private.open_invitation(text) is 'What a secret opens; null where it is unknown, too old, withdrawn or used.';

create function private.refuse_dead_invitation() returns void
language plpgsql stable
set search_path = ''
as $$
begin
  perform private.refuse(404, 'unknown_invitation',
    'This invitation has expired, was withdrawn or was already accepted. Ask whoever invited you to send it again.');
end;
$$;
comment on function private.refuse_dead_invitation() is 'Refuses a secret that opens nothing.';

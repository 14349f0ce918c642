-- Staff send a mail once more: one that was given up, or one that never reached its reader. It is a row of
-- its own, because providers drop what they have delivered before.

create function private.resend_mail(p_id uuid) returns uuid
language plpgsql security definer
set search_path = ''
as $$
declare
  v_again uuid;
begin
  perform private.require_staff('owner', 'fulfilment');
  insert into public.outbox (kind, dedupe_key, recipient, user_id, payload, language)
  select kind, left(dedupe_key, 150) || ':again:' || gen_random_uuid(), recipient, user_id, payload, language
  from public.outbox where id = p_id
  returning id into v_again;
  if v_again is null then
    perform private.refuse(404, 'unknown_mail', 'This e-mail no longer exists. Run the check again.');
  end if;
  insert into private.mail_secrets (mail_id, secrets)
  select v_again, s.secrets from private.mail_secrets s where s.mail_id = p_id;
  return v_again;
end;
$$;
grant execute on function private.resend_mail(uuid) to authenticated;
comment on function private.resend_mail(uuid) is
  'Body of public.resend_mail. Security definer: the outbox is written by functions alone.';

create function private.audit_resend() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into public.audit_log (actor_id, actor_role, action, table_name, row_id, after)
  select s.user_id, s.role, 'insert', tg_table_name, new.id::text,
    jsonb_build_object('kind', new.kind, 'dedupe_key', new.dedupe_key)
  from private.staff s where s.user_id = auth.uid();
  return null;
end;
$$;
comment on function private.audit_resend() is
  'As audit_row, without the mailbox and the words, which may be forgotten. Security definer: nobody may write the log.';
create trigger audit_resend after insert on public.outbox
  for each row when (new.dedupe_key like '%:again:%') execute function private.audit_resend();

create function public.resend_mail(p_id uuid) returns uuid
language sql
set search_path = ''
as $$
  select private.resend_mail(p_id)
$$;
grant execute on function public.resend_mail(uuid) to authenticated;
comment on function public.resend_mail(uuid) is
  'Owners and fulfilment send a mail of the outbox once more; gives the new mail.';

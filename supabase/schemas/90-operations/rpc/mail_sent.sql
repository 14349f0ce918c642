-- A mail left: it is never claimed again.

create function private.mail_sent(p_id uuid) returns boolean
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.outbox set sent_at = coalesce(sent_at, now()), last_error = null where id = p_id;
  return found;
end;
$$;
call pg_temp.expose('mail_sent', 'service_role', 'the outbox is written through functions.',
  'Notes that a mail left; false where there is none. The service alone.');

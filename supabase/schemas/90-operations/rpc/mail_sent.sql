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
grant execute on function private.mail_sent(uuid) to service_role;
comment on function private.mail_sent(uuid) is
  'Body of public.mail_sent. Security definer: the outbox is written through functions.';

create function public.mail_sent(p_id uuid) returns boolean
language sql security invoker
set search_path = ''
as $$
  select private.mail_sent(p_id)
$$;
grant execute on function public.mail_sent(uuid) to service_role;
comment on function public.mail_sent(uuid) is 'Notes that a mail left; false where there is none. The service alone.';

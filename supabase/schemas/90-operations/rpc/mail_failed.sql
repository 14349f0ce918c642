-- A mail did not leave: it comes up again, each time later, and is given up in the end.

create function private.mail_failed(p_id uuid, p_error text) returns boolean
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.outbox set
    last_error = left(coalesce(p_error, ''), 2000),
    given_up_at = case when attempts >= 10 then now() end,
    send_after = now() + make_interval(mins => least(power(2, attempts)::int, 720))
  where id = p_id and sent_at is null and given_up_at is null;
  return found;
end;
$$;
grant execute on function private.mail_failed(uuid, text) to service_role;
comment on function private.mail_failed(uuid, text) is
  'Body of public.mail_failed. Security definer: the outbox is written through functions.';

create function public.mail_failed(p_id uuid, p_error text default '') returns boolean
language sql security invoker
set search_path = ''
as $$
  select private.mail_failed(p_id, p_error)
$$;
grant execute on function public.mail_failed(uuid, text) to service_role;
comment on function public.mail_failed(uuid, text) is
  'Notes why a mail did not leave; after ten tries it is given up. False where there is nothing to note. The service alone.';

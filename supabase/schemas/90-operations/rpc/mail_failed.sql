-- A mail did not leave: it comes up again, each time later, and is given up in the end.

create function private.mail_failed(p_id uuid, p_error text default '') returns boolean
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
call pg_temp.expose('mail_failed', 'service_role', 'the outbox is written through functions.',
  'Notes why a mail did not leave; after ten tries it is given up. False where there is nothing to note. The service alone.');

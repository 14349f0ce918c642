-- What came of a call: it was taken, or it comes up again, and is given up in the end.

create function private.webhook_called(p_call uuid, p_problem text default null) returns boolean
language plpgsql security definer
set search_path = ''
as $$
begin
  update private.webhook_calls c set
    called_at = case when p_problem is null then now() end,
    last_error = left(coalesce(p_problem, ''), 300),
    given_up_at = case when p_problem is not null and (c.calls >= 8 or c.news_id is null) then now() end
  where c.id = p_call and c.called_at is null and c.given_up_at is null;
  return found;
end;
$$;
call pg_temp.expose('webhook_called', 'service_role', 'nobody may write calls.',
  'Notes that a webhook took a call, or why it did not; after eight tries it is given up, a test after one. False where there is nothing to note. The service alone.');

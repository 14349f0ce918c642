-- The webhook took these alerts.

create function private.alerts_called(p_ids uuid[]) returns int
language plpgsql security definer
set search_path = ''
as $$
declare
  v_count int;
begin
  update private.alerts set called_at = now() where id = any (p_ids) and called_at is null;
  get diagnostics v_count = row_count;
  return v_count;
end;
$$;
call pg_temp.expose('alerts_called', 'service_role', 'nobody may write alerts.',
  'Notes that the webhook was told; gives how many it had not been told of before. The service alone.');

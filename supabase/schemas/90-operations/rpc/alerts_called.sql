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
grant execute on function private.alerts_called(uuid[]) to service_role;
comment on function private.alerts_called(uuid[]) is
  'Body of public.alerts_called. Security definer: nobody may write alerts.';

create function public.alerts_called(p_ids uuid[]) returns int
language sql security invoker
set search_path = ''
as $$
  select private.alerts_called(p_ids)
$$;
grant execute on function public.alerts_called(uuid[]) to service_role;
comment on function public.alerts_called(uuid[]) is
  'Notes that the webhook was told; gives how many it had not been told of before. The service alone.';
